//===- InlineControls.cpp - Control functions that control functions call --------------------===//
//
//   void Blur(int n) { if (n == 0) return; kernel1D_Blur(n); }
//   int Count(int n) { kernel1D_Count(n); return m_count; }
//
//   Blur(n);                               if (n != 0) kernel1D_Blur(n);
//   kernel1D_Cut(Count(n));          =>    kernel1D_Count(n); kernel1D_Cut(m_count);
//   return Count(n);                       kernel1D_Count(n); return m_count;
//   while (Count(n) > 3)                   while (true) {
//     n--;                                   kernel1D_Count(n); if (!(m_count > 3)) break; n--; }
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/HostStatements.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/Inliner.h"
#include "transforms/KnownPlaces.h"
#include "transforms/RemoveReturns.h"
#include "transforms/SpreadHeads.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_INLINECONTROLS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct InlineControlsPass : vkm::impl::InlineControlsBase<InlineControlsPass> {
  void runOnOperation() override;
};
} // namespace

/// The return behind a call that gives back what the call does, or nothing; null where there is
/// none. `isLast` says whether the call ends the function without one.
static ReturnOp findReturnBehind(CallOp call, bool &isLast) {
  Operation *next = call->getNextNode();
  isLast = !next && isa<ControlOp>(call->getParentOp()) && call->use_empty();
  auto last = dyn_cast_or_null<ReturnOp>(next);
  if (!last || (last.getValue() ? !call->getNumResults() || last.getValue() != call->getResult(0)
                                : !call->use_empty()))
    return {};
  return last;
}

/// Whether all that is computed from a value stands in front of the next statement, or is it.
static bool isUsedBefore(Value value, Operation *statement) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (user == statement)
      return true;
    return statement && user->getBlock() == statement->getBlock() &&
           user->isBeforeInBlock(statement) && llvm::all_of(user->getResults(), [&](Value result) {
             return isUsedBefore(result, statement);
           });
  });
}

/// Replaces the result of a call by `value`, which is computed where the call stands: in a variable
/// where a statement stands between it and its use.
static void replaceResult(CallOp call, Value value) {
  Operation *next = call->getNextNode();
  while (next && next->hasTrait<VkmExpression>() && !isa<CallOp>(next))
    next = next->getNextNode();
  Value result = call->getResult(0);
  if (isUsedBefore(result, next)) {
    result.replaceAllUsesWith(value);
    return;
  }
  readWhereUsed(result, makeResultVariable(call, value));
}

/// A loop or switch that ends a function: to return from it is to leave it.
static void leaveLast(Block &body) {
  Operation *last = body.empty() ? nullptr : &body.back();
  if (auto end = dyn_cast_or_null<ReturnOp>(last); end && !end.getValue())
    last = end->getPrevNode();
  if (!isa_and_nonnull<SwitchOp, LoopOpInterface>(last))
    return;
  SmallVector<ReturnOp> returns;
  last->walk([&](ReturnOp op) {
    Operation *around = op->getParentOp();
    while (!isa<SwitchOp, LoopOpInterface>(around))
      around = around->getParentOp();
    if (around == last && !op.getValue())
      returns.push_back(op);
  });
  for (ReturnOp op : returns) {
    OpBuilder(op).create<BreakOp>(op.getLoc());
    op.erase();
  }
}

static bool isKernelCall(CallOp call) {
  return call->getParentOfType<ClassOp>().lookupSymbol<KernelOp>(call.getCallee()) != nullptr;
}

/// Whether a control function runs kernels itself.
static bool callsKernels(ControlOp control) {
  return control
      .walk([](CallOp call) {
        return isKernelCall(call) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a call stands where only an expression may, and is none: a kernel, or a function of more
/// than an expression.
static bool needsSpreading(CallOp call) {
  if (isAmongStatements(call))
    return false;
  auto callee = call->getParentOfType<ClassOp>().lookupSymbol<ControlOp>(call.getCallee());
  if (!callee)
    return isKernelCall(call);
  if (callsKernels(callee))
    return true;
  auto loop = dyn_cast<ForOp>(call->getParentOp());
  bool isStep = loop && call->getParentRegion() == &loop.getStep();
  return !isStep && llvm::any_of(callee.getBody().front(), [](Operation &op) {
    return !op.hasTrait<VkmExpression>() && !isa<ReturnOp, ExtentOp>(op);
  });
}

/// Puts the body of a control function in the place of its call.
static LogicalResult inlineControl(CallOp call, ControlOp callee) {
  for (Operation *parent = call; parent; parent = parent->getParentOp())
    if (parent == callee)
      return report(call.getLoc(), diag::ControlRecursive, {callee.getSymName().str()});
  // The copy is specialised for the arguments of this call.
  callee = callee.clone();
  auto discard = llvm::make_scope_exit([&] { callee.erase(); });
  Region &region = callee.getBody();
  answerPlaces(region, [&](Value root) {
    auto argument = dyn_cast_or_null<BlockArgument>(root);
    if (!argument || argument.getOwner() != &region.front())
      return isKnownPlace(root);
    return isKnownPlace(getRoot(call.getOperand(argument.getArgNumber())).value);
  });
  Block &body = region.front();
  for (ExtentOp extent : llvm::make_early_inc_range(body.getOps<ExtentOp>()))
    extent.erase();
  leaveLast(body);
  IRMapping mapping;
  for (auto [argument, operand] : llvm::zip(body.getArguments(), call.getOperands()))
    mapping.map(argument, operand);
  bool isLast = false;
  ReturnOp behind = findReturnBehind(call, isLast);
  InlinedForm form = InlinedForm::Straight;
  VarOp returned; // in the callee
  if (returnsEarly(body)) {
    form = behind || isLast ? InlinedForm::Returning : InlinedForm::Branches;
    if (form == InlinedForm::Branches && !returnsInBranches(body)) {
      form = InlinedForm::Straight;
      Type type = call->use_empty() ? Type() : call->getResult(0).getType();
      returned = removeReturns(body, type, callee.getSymName());
    }
  }
  // Nobody takes what the call gives.
  if (form == InlinedForm::Returning && !(behind && behind.getValue()))
    region.walk([](ReturnOp end) { end.getValueMutable().clear(); });
  InlinedResult result = writeBody(call, body, form, mapping);
  if (returned)
    result.variable = mapping.lookup(returned.getRef()).getDefiningOp<VarOp>();
  if (form == InlinedForm::Returning && behind && alwaysReturns(region))
    behind.erase();
  if (result.variable)
    readWhereUsed(call->getResult(0), result.variable);
  else if (result.value)
    replaceResult(call, result.value);
  call.erase();
  return success();
}

/// Takes out calls of functions that change nothing and whose results nobody uses.
static void eraseIdleCalls(ControlOp control) {
  SmallVector<CallOp> idle;
  control.walk([&](CallOp call) {
    EffectSet effects = getEffects(call);
    if (call->use_empty() && effects.writes.empty() && !effects.ordered)
      idle.push_back(call);
  });
  for (CallOp call : idle)
    call.erase();
}

/// Lets calls in heads of loops and in parts of expressions stand among statements, as far as they
/// have to.
static LogicalResult spreadCalls(ControlOp control) {
  while (true) {
    CallOp found;
    control.walk([&](CallOp call) {
      if (!needsSpreading(call))
        return WalkResult::advance();
      found = call;
      return WalkResult::interrupt();
    });
    if (!found)
      return success();
    Location loc = found.getLoc();
    std::string name = "kernel '" + found.getCallee().str() + "'";
    if (auto callee =
            control->getParentOfType<ClassOp>().lookupSymbol<ControlOp>(found.getCallee()))
      name = "control function '" + getNameInSource(callee) + "'";
    if (!spreadAround(found))
      return report(loc, diag::LaunchInHeader, {name});
  }
}

/// What the steps of loops around calls of kernels do to members is done among statements.
static void spreadSteps(ControlOp control) {
  auto parent = control->getParentOfType<ClassOp>();
  auto isLaunch = [&](CallOp call) {
    return parent.lookupSymbol<KernelOp>(call.getCallee()) ? WalkResult::interrupt()
                                                           : WalkResult::advance();
  };
  control.walk([&](ForOp loop) {
    if (loop.getBody().walk(isLaunch).wasInterrupted())
      spreadStep(loop);
  });
}

/// Puts the bodies of the control functions that `control` calls in the place of the calls, and of
/// those that they call. Reports calls that have no such form.
static LogicalResult inlineControls(ControlOp control) {
  auto parent = control->getParentOfType<ClassOp>();
  // Inlined bodies may call further control functions; a chain longer than there are functions is a
  // cycle.
  unsigned depth = 0;
  while (true) {
    if (failed(spreadCalls(control)))
      return failure();
    SmallVector<CallOp> calls;
    control.walk([&](CallOp call) {
      if (parent.lookupSymbol<ControlOp>(call.getCallee()))
        calls.push_back(call);
    });
    if (calls.empty())
      break;
    if (++depth > 64)
      return report(calls.front().getLoc(), diag::ControlRecursive, {control.getSymName().str()});
    for (CallOp call : calls)
      if (failed(inlineControl(call, parent.lookupSymbol<ControlOp>(call.getCallee()))))
        return failure();
  }
  eraseIdleCalls(control);
  spreadSteps(control);
  answerPlaces(control.getBody(), isKnownPlace);
  eraseDeadExpressions(control.getBody());
  WalkResult nowhere = control.walk([&](NoPlaceOp op) {
    // Kernels that are given no array are vkm-pass-nulls' to make.
    if (isa<PtrType>(op.getType()))
      return WalkResult::advance();
    report(op.getLoc(), diag::NullUsed, {control.getSymName().str()});
    return WalkResult::interrupt();
  });
  return failure(nowhere.wasInterrupted());
}

void InlineControlsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    Block &members = op.getBody().front();
    for (ControlOp control : members.getOps<ControlOp>())
      if (!control->hasAttr("is_inlined") && failed(inlineControls(control)))
        signalPassFailure();
    // These were only there for their callers.
    for (ControlOp control : llvm::make_early_inc_range(members.getOps<ControlOp>()))
      if (control->hasAttr("is_inlined"))
        control.erase();
  }
}
