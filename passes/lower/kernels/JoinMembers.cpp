//===- JoinMembers.cpp - Structs whose numbers are stored one after the other -----------------===//
//
//   p[i].r = p[i].b;                               Pixel pLocal = p[i];
//   p[i].g = 0;                                    pLocal.r = pLocal.b;
//   p[i].b = x;                             =>     pLocal.g = 0;
//   p[i].a = 255;                                  pLocal.b = x;
//                                                  pLocal.a = 255;
//                                                  p[i] = pLocal;
//
// A store takes as long for a number as for all of them. PlanWords has marked the first of such
// stores.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/JoinedStores.h"
#include "ir/Effects.h"
#include "ir/Places.h"
#include "ir/WordStructs.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_JOINMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct JoinMembersPass : vkm::impl::JoinMembersBase<JoinMembersPass> {
  using JoinMembersBase::JoinMembersBase;
  void runOnOperation() override;
};
} // namespace

static void join(const JoinedStores &joined) {
  OpBuilder builder(joined.first);
  Location loc = joined.first->getLoc();
  IRMapping before, behind;
  Type type = cast<RefType>(joined.element.getType()).getPointee();
  Value initial;
  if (joined.isRead)
    initial = buildLoad(builder, loc, cloneExpression(builder, joined.element, before));
  std::string name = (getRootName(getRoot(joined.element)) + "Local").str();
  auto variable = builder.create<VarOp>(loc, RefType::get(type), name, initial, /*is_const=*/false);
  if (Attribute comment = joined.first->removeAttr(kCommentAttr))
    variable->setAttr(kCommentAttr, comment);
  for (Operation *access : joined.accesses) {
    OpBuilder at(access);
    access->setOperand(0, buildSamePart(at, access->getOperand(0), variable));
  }
  builder.setInsertionPointAfter(joined.last);
  Value place = cloneExpression(builder, joined.element, behind);
  builder.create<AssignOp>(joined.last->getLoc(), place,
                           buildLoad(builder, joined.last->getLoc(), variable));
}

void JoinMembersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Planned)
    return;
  getOperation().walk([](KernelOp kernel) {
    SmallVector<JoinedStores> planned = getPlannedJoins(kernel);
    for (const JoinedStores &joined : planned) {
      joined.first->removeAttr(kJoinedAttr);
      join(joined);
    }
    if (!planned.empty())
      eraseDeadExpressions(kernel.getBody());
  });
}
