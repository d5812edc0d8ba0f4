//===- RunningLaws.h - What iterations do to totals whose order counts -----------------------===//

#ifndef VKMORPH_PASSES_LOWER_SCANS_RUNNINGLAWS_H
#define VKMORPH_PASSES_LOWER_SCANS_RUNNINGLAWS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

namespace vkmorph::vkm {

/// The struct that holds what iterations make of a total t: `factor * t + value`, `value` where one
/// of them restarts, that between two bounds (BoundedLaws.h), which state each one becomes
/// (StateLaws.h), or a matrix and a vector (SystemLaws.h); and the functions that work with it.
/// Totals of one type and one law share them, but for those with states, and systems.
struct LawFunctions {
  RecordType record;
  llvm::SmallVector<mlir::TypedAttr> neutral; ///< the members of the step that changes nothing
  mlir::Type type;                            ///< of the total, as buffers keep it, or a struct
                                              ///< of those of a system
  FuncOp apply;             ///< `T follow(S next, T total)`: what a step makes of a total
  FuncOp join;              ///< `S join(S first, S next)`: both, one after the other
  FuncOp current, remember; ///< of totals with states (StateLaws.h)
  std::string scanName;     ///< of the workgroup's scan
  llvm::SmallVector<std::string> states; ///< of a system: the members for its totals

  /// The step that changes nothing.
  mlir::Value buildNeutral(mlir::OpBuilder &at, mlir::Location loc) const;
  mlir::Value buildPart(mlir::OpBuilder &at, mlir::Location loc, mlir::Value place,
                        RunningPart part) const;
  mlir::Value buildApply(mlir::OpBuilder &at, mlir::Location loc, mlir::Value step,
                         mlir::Value total) const;
  /// `place = join(place, value)`
  void buildJoin(mlir::OpBuilder &at, mlir::Location loc, mlir::Value place,
                 mlir::Value value) const;
};

/// Made before `kernel` when they are first asked for; `name` is that of the total.
LawFunctions makeLawFunctions(KernelOp kernel, RunningOp running, llvm::StringRef name);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SCANS_RUNNINGLAWS_H
