//===- SizeAnalysis.h - Which 64-bit sizes may be computed in 32 bits ------------------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_SIZEANALYSIS_H
#define VKMORPH_ANALYSIS_ACCESSES_SIZEANALYSIS_H

#include "analysis/accesses/MemberSizes.h"
#include "analysis/values/Affine.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <memory>

namespace vkmorph::vkm {

/// How much of a value of type ui64 fits into 32 bits.
enum class Width {
  Wide,   ///< too little: it keeps its 64 bits
  Modulo, ///< the value modulo 2^32, and no use asks for more
  Exact,  ///< the value, which is below 2^32
};

/// Finds the widths of all values of type ui64 in the kernels of a class and in the device
/// functions that only they call, and of the variables, loops, parameters and results that hold
/// them.
///
/// Starts from the assumption that everything fits, and takes back what cannot hold until nothing
/// changes: what comes from 64-bit memory is wide, but for members that are sizes as parameters
/// are, which the host checks when it uploads them, and to which the device assigns only what fits;
/// what is computed from wide operands is wide, what is known modulo 2^32 only and meets a use that
/// needs the value (a comparison, a division, a shift to the right, a conversion to float) is wide.
class SizeAnalysis {
public:
  explicit SizeAnalysis(ClassOp op);

  /// Of a value, or of the place of a variable or loop.
  Width getWidth(mlir::Value value) const;
  Width getResultWidth(FuncOp function) const;
  bool isNarrow(mlir::Value value) const { return getWidth(value) != Width::Wide; }

  /// The kernels, and the functions that only they call.
  llvm::ArrayRef<mlir::FunctionOpInterface> getFunctions() const { return functions; }
  /// The members, and parts of members, that are below 2^32 if the host checks that.
  llvm::SmallVector<const MemberSize *> getMemberSizes();

private:
  void findFunctions(ClassOp op);
  void collectNodes();
  void solve();
  bool update(mlir::Value node);
  bool updateResult(FuncOp function);
  Width compute(mlir::Value value);
  Width computeArgument(mlir::BlockArgument argument);
  Width computeBinary(BinaryOp op);
  Width computeCast(CastOp op);
  Width computePlace(mlir::Value place);
  Width computeLoop(ForOp loop);
  bool acceptsModulo(mlir::OpOperand &use);
  bool fits(mlir::Value value, int64_t offset = 0);
  bool isInRange(AffineAnalysis &analysis, mlir::Operation *at, const Polynomial &polynomial);
  bool isFaithful(mlir::Value value, AffineAnalysis &analysis, mlir::Operation *at,
                  unsigned depth = 0);
  AffineAnalysis &getAffine(mlir::Operation *op);

  Width computeMember(const MemberSize &member);
  bool isKnownToHost(mlir::Value bound);

  /// What the uses of a value make of it.
  struct SizeUses {
    bool isMember = false; ///< it comes from a member, not from a parameter
    bool isIndex = false;  ///< something of it is part of a subscript, or bounds one
    llvm::DenseSet<mlir::Value> visited;
  };
  bool isSize(mlir::BlockArgument parameter);
  bool isSize(const MemberSize &member);
  bool hasOnlySizeUses(mlir::Value value, SizeUses &uses);

  llvm::SmallVector<mlir::FunctionOpInterface> functions;
  std::unique_ptr<MemberSizes> members;
  llvm::DenseMap<const MemberSize *, Width> memberWidths;
  llvm::DenseSet<const MemberSize *> wideMembers;
  llvm::StringSet<> written; ///< fields that kernels write
  llvm::SmallVector<mlir::Value> nodes;
  llvm::DenseMap<mlir::Value, Width> widths;
  llvm::MapVector<mlir::Operation *, Width> results;
  llvm::DenseSet<mlir::Value> wideParameters;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<CallOp>> callsOf;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<AffineAnalysis>> affine;
};

/// Whether a value or a place holds what the analysis is about.
bool isSizeType(mlir::Type type);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_SIZEANALYSIS_H
