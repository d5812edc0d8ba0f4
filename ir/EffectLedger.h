//===- EffectLedger.h - No effect of a control function is ever dropped -----------------------===//
//
// A control function is translated when each of its effects happens in the generated program: each
// write to a member, to an array or object of the caller, and each piece of host code. The ledger
// lists them by the place in the source that they come from, before a step and after it, and
// reports what a step has lost. It knows nothing of how the step works: a pass that takes a
// statement out of a control function has to put it somewhere that the function still reaches.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_EFFECTLEDGER_H
#define VKMORPH_IR_EFFECTLEDGER_H

#include "ir/VkmDialect.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <string>

namespace vkmorph::vkm {

/// The effects of all control functions of a module that are called from outside, or of its
/// shaders.
class EffectLedger {
public:
  /// The effects of the two forms of a control function count together.
  explicit EffectLedger(mlir::ModuleOp module);

  /// The effects of each shader of a module, or of modules in it.
  static EffectLedger ofShaders(mlir::ModuleOp module);

  /// Reports each effect of a ledger that was taken before a step and that this one, taken after
  /// it, has fewer times: an error at the statement, in which `step` names the step.
  mlir::LogicalResult checkKeeps(const EffectLedger &before, llvm::StringRef step) const;

private:
  EffectLedger() = default;

  /// By place in the source: on how many ways from the function there is an effect.
  struct Counts {
    llvm::MapVector<mlir::Attribute, unsigned> visible; ///< what its caller may see
    llvm::DenseMap<mlir::Attribute, unsigned> all;      ///< and calls, and what only shaders see
    llvm::DenseSet<mlir::Attribute> settled;            ///< places that the function itself has
  };
  llvm::StringMap<Counts> m_functions;
};

/// Notes that the effects of a statement come about without an operation of their own from here on:
/// `keeper`, an operation that stays, has their places as well.
void settleEffects(mlir::Operation *keeper, mlir::Operation *statement);

/// Compares the ledgers before and after each pass of a pass manager. `*broken` becomes true where
/// a pass has lost an effect; the pass manager itself goes on.
std::unique_ptr<mlir::PassInstrumentation> createEffectLedgerCheck(bool *broken);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_EFFECTLEDGER_H
