//===- Inliner.h - The body of a function where it is called ----------------------------------===//
//
//   void Blur(int n) { if (n == 0) return; kernel1D_Blur(n); }
//   Blur(n);                =>    if (n != 0) kernel1D_Blur(n);
//
//   float Least(float a, float b) { if (a < b) return a; return b; }
//   x = Least(y, z);        =>    x = y < z ? y : z;
//
// Passes say which calls are replaced, what stands for parameters, and how a result is used. What a
// call gives as one expression of its caller, with no statement, is in ReturnedValues.h.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_INLINER_H
#define VKMORPH_TRANSFORMS_INLINER_H

#include "ir/VkmDialect.h"

#include "mlir/IR/IRMapping.h"

#include <string>

namespace vkmorph::vkm {

/// How the body of a function can stand in the place of its call.
enum class InlinedForm {
  None,      ///< it cannot: it returns from a loop or a switch, or in some cases of a branch only
  Straight,  ///< statements, and a value behind them
  Choice,    ///< statements, and a value that is chosen: `if (c) return a; return b;`
  Branches,  ///< what stands behind a branch that returns becomes its other branch
  Returning, ///< as it is: its returns are those of the caller
  Flagged,   ///< statements, of which a variable says whether they still run (RemoveReturns.h)
};

/// The form of a body; never Returning and Flagged, which are for who asks for them.
InlinedForm getInlinedForm(mlir::Block &body);

/// Whether a statement of a body, but for the last one, returns in some cases.
bool returnsEarly(mlir::Block &body);

/// Whether control never comes to the end of a region.
bool alwaysReturns(mlir::Region &region);

/// Whether each branch of a block returns in all cases or in none, so that what stands behind it
/// belongs to the other one.
bool returnsInBranches(mlir::Block &block);

/// Takes away the empty side of a branch: what stands on the other one alone is done where the
/// condition does not hold.
void dropEmptyBranch(IfOp branch);

/// The name of a variable for what a function returns: "findResult".
std::string getResultName(llvm::StringRef function);

/// A variable for what a call returns, in front of it: "findResult". With a value it is constant.
VarOp makeResultVariable(CallOp call, mlir::Value value = {});

/// Replaces each use of a value by what a variable holds there.
void readWhereUsed(mlir::Value value, VarOp var);

/// What an inlined body returns: a value, or the variable that has it; neither where it returns
/// nothing, or nobody uses it.
struct InlinedResult {
  mlir::Value value;
  VarOp variable;
};

/// Writes a body in front of a call, which stays, in a form that the body has. `mapping` has what
/// stands for its parameters. `onLocal` is called for each variable that is written.
InlinedResult writeBody(
    CallOp call, mlir::Block &body, InlinedForm form, mlir::IRMapping &mapping,
    llvm::function_ref<void(VarOp)> onLocal = [](VarOp) {});

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_INLINER_H
