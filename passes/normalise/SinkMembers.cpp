//===- SinkMembers.cpp - Members that variables keep are assigned where functions end ---------===//
//
//   while (n > 1) {                       while (n > 1) {
//     n = n / 2;                            n = n / 2;
//     m_n = n;                       =>     vkm.launch @kernel1D_Half(a, n)
//     vkm.launch @kernel1D_Half(a, n)     }
//   }                                     m_n = n;
//
// Each assignment is a command of its own, with barriers around it. Where no other command reads
// the member in between, the last one is enough.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/AssignedMembers.h"
#include "analysis/commands/HostStatements.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SINKMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SinkMembersPass : vkm::impl::SinkMembersBase<SinkMembersPass> {
  void runOnOperation() override;
};
} // namespace

/// Whether anything reads a member, or sets it otherwise than to what the variable has.
static bool isUsedOtherwise(ControlOp control, VarOp var, const Root &member) {
  return control
      .walk([&](Operation *op) {
        if (op == control || isa<LoopOpInterface, IfOp, SwitchOp, ScopeOp>(op))
          return WalkResult::advance();
        auto assign = dyn_cast<AssignOp>(op);
        auto now = assign ? assign.getValue().getDefiningOp<LoadOp>() : LoadOp();
        if (now && now.getRef() == var.getRef() && getRoot(assign.getRef()) == member)
          return WalkResult::advance();
        EffectSet effects = getEffectsOnMembers(op);
        return effects.readsAny(member) || effects.writesAny(member) ? WalkResult::interrupt()
                                                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

static void sink(ControlOp control, VarOp var, StringAttr field, const Members &changed) {
  Root member{field, {}};
  if (!isa<ControlOp>(var->getParentOp()) || isUsedOtherwise(control, var, member))
    return;
  AssignedMembers known(control, changed);
  SmallVector<Operation *> assignments(known.getAssignments(field));
  bool isInFrontOfAll =
      llvm::all_of(assignments, [&](Operation *op) { return op->getBlock() == var->getBlock(); });
  SmallVector<Operation *> ends;
  bool isClear = known.isKnownAtEnd(field) || !known.mayBeKnownAtEnd(field);
  control.walk([&](Operation *op) {
    if (!isa<ReturnOp>(op) && !isThrow(op))
      return;
    if (known.isKnown(op, field) && isa<ReturnOp>(op))
      ends.push_back(op);
    isClear &= (isa<ReturnOp>(op) && known.isKnown(op, field)) || !known.mayBeKnown(op, field);
  });
  // One assignment that each call makes once stays where the source has it.
  if (!isClear || (isInFrontOfAll && assignments.size() == 1))
    return;
  auto assignAt = [&](OpBuilder builder) {
    Location loc = assignments.back()->getLoc();
    Value place = buildFieldPlace(
        builder, loc, control->getParentOfType<ClassOp>().lookupField(field.getValue()), {});
    builder.create<AssignOp>(loc, place, buildLoad(builder, loc, var.getRef()));
  };
  Block &body = control.getBody().front();
  if (known.isKnownAtEnd(field) && (body.empty() || !isa<ReturnOp>(body.back())))
    assignAt(OpBuilder::atBlockEnd(&body));
  for (Operation *end : ends)
    assignAt(OpBuilder(end));
  for (Operation *assign : assignments)
    assign->erase();
}

void SinkMembersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp theClass : getOperation().getOps<ClassOp>()) {
    Members changed = findChangedMembers(theClass);
    for (ControlOp control : theClass.getBody().front().getOps<ControlOp>()) {
      SmallVector<VarOp> kept;
      control.walk([&](VarOp var) {
        if (var->hasAttr(kValueOfAttr))
          kept.push_back(var);
      });
      for (VarOp var : kept)
        sink(control, var, cast<StringAttr>(var->removeAttr(kValueOfAttr)), changed);
      if (!kept.empty())
        eraseDeadExpressions(control.getBody());
    }
  }
}
