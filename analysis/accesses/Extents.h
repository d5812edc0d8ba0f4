//===- Extents.h - How far a kernel reaches into its buffers ---------------------------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_EXTENTS_H
#define VKMORPH_ANALYSIS_ACCESSES_EXTENTS_H

#include "analysis/accesses/Accesses.h"

namespace vkmorph::vkm {

/// Where all `guards` are at least 0, the elements from 0 to `count` - 1 are reached, the last of
/// them certainly; elsewhere none is. Where one of `assumed` is less than 0, no array would be long
/// enough, so that nothing has to be right.
struct Reach {
  llvm::SmallVector<Polynomial, 0> guards;
  Polynomial count;
  llvm::SmallVector<Polynomial, 0> assumed;
};

/// What a kernel, or a control function, does with the buffer behind one of its pointer parameters.
struct BufferUse {
  bool reads = false;
  bool writes = false;
  /// The extent is the largest of these; 0 where there is none. Meaningless where there is an
  /// obstacle.
  llvm::SmallVector<Reach> reaches;
  /// Every element of the extent is written before any is read.
  bool overwritten = false;
  /// Of a kernel: how far an access reaches that may be left out, and that none which always
  /// happens reaches as far as. Another kernel's may.
  struct Possible {
    llvm::SmallVector<Reach, 1> reaches; ///< it goes no further than any of these
    mlir::Location loc;
  };
  llvm::SmallVector<Possible, 0> possible;
  /// Why the extent is not known: the rest of a sentence, and the place.
  std::string obstacle;
  std::optional<mlir::Location> obstacleLoc;

  bool isKnown() const { return obstacle.empty(); }
  void block(const std::string &why, mlir::Location loc);
};

/// The use of every parameter of a kernel, by index; those of scalars say nothing.
llvm::SmallVector<BufferUse> analyseKernel(AffineAnalysis &analysis, KernelOp kernel);

/// The use of every parameter of a control function, from those of the kernels that it launches.
llvm::SmallVector<BufferUse> analyseControl(
    AffineAnalysis &analysis, ControlOp control,
    llvm::function_ref<std::pair<AffineAnalysis *, llvm::ArrayRef<BufferUse>>(KernelOp)> getKernel);

/// What a stated extent says; none where there is none for that parameter.
ExtentOp findExtent(mlir::FunctionOpInterface function, unsigned index);

/// Lists what is not negative where the comparison holds, and only there; none where that is no
/// such list. The facts are what holds besides.
std::optional<llvm::SmallVector<Polynomial>> getConditions(const Facts &facts,
                                                           const Comparison &comparison);

/// Whether a count is 0 without further ado where the guard does not hold: it is a multiple of
/// guard + 1, which is not negative.
bool isZeroWithout(const Facts &facts, const Polynomial &count, const Polynomial &guard);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_EXTENTS_H
