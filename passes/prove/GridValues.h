//===- GridValues.h - What the values that iterations of a grid compute are made of ----------===//

#ifndef VKMORPH_PASSES_PROVE_GRIDVALUES_H
#define VKMORPH_PASSES_PROVE_GRIDVALUES_H

#include "analysis/accesses/Accesses.h"

namespace vkmorph::vkm {

/// Tells of values of a grid's iterations what decides on them: whether all iterations compute the
/// same one, and whether counters or memory have a part in it. Answers are kept while the IR stays
/// as it is.
class GridValues {
public:
  /// What a value may be made of.
  enum class Source {
    Counters, ///< the grid's counters, other than by reading memory
    Memory,   ///< what iterations read of memory, at different elements or while they write it
  };

  /// `accesses` are those of the grid.
  explicit GridValues(llvm::ArrayRef<ElementAccess> accesses);

  /// Whether all iterations compute the same value.
  bool isInvariant(mlir::Value value, const Frame *frame, unsigned depth = 0);
  /// Whether a value, or the choice of an element, is made of `source`, or may be.
  bool isMadeOf(Source source, mlir::Value value, const Frame *frame, unsigned depth = 0);

private:
  bool isWritten(const Root &root) const;
  bool computeInvariant(mlir::Value value, const Frame *frame, unsigned depth);
  bool computeMadeOf(Source source, mlir::Value value, const Frame *frame, unsigned depth);
  bool isLoadMadeOf(Source source, LoadOp load, const Frame *frame, unsigned depth);
  llvm::SmallVector<mlir::Value> getDecisions(mlir::Operation *op);
  bool isVariableMadeOf(Source source, mlir::Value place, const Frame *frame, unsigned depth);

  llvm::SmallVector<Root> written;
  /// What is known already: values may be used often.
  llvm::DenseMap<std::pair<mlir::Value, const Frame *>, bool> knownInvariant, knownMadeOf[2];
  /// What decides about the regions of statements around writes of variables.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> decisions;
  /// Values that the present question found not to be made of memory.
  llvm::SmallVector<std::pair<mlir::Value, const Frame *>> leftOut;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_GRIDVALUES_H
