//===- LowerSlots.cpp - Functions that give slots do so for many threads at once --------------===//
//
//   uint next_Hills_Drop() { const uint slot = count; count += 1; return slot; }
//
//     =>   uint next_Hills_Drop() { return atomicAdd(count, 1); }
//
// Where the target has ballots, threads of a subgroup that come together take their slots by one
// atomic operation.
//
//===------------------------------------------------------------------------------------------===//

#include "device/Builders.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LOWERSLOTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct LowerSlotsPass : vkm::impl::LowerSlotsBase<LowerSlotsPass> {
  void runOnOperation() override;
};
} // namespace

static void lower(FuncOp function, bool hasBallot) {
  auto update = *function.getBody().getOps<UpdateOp>().begin();
  Location loc = function.getLoc();
  StringRef counter = update.getRef().getDefiningOp<FieldRefOp>().getField();
  Block &body = function.getBody().front();
  while (!body.empty())
    body.back().erase();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Type type = at.getIntegerType(32, /*isSigned=*/false);
  auto add = [&](OpBuilder &where, Value amount) {
    Value place = where.create<FieldRefOp>(loc, RefType::get(type), counter);
    return where.create<AtomicOp>(loc, type, ReduceKind::Add, place, amount);
  };
  if (!hasBallot) {
    auto slot = at.create<VarOp>(loc, RefType::get(type), "slot", add(at, buildUint(at, loc, 1)),
                                 /*is_const=*/true);
    at.create<ReturnOp>(loc, buildLoad(at, loc, slot.getRef()));
    return;
  }
  auto ask = [&](StringRef name, ActiveThreads what) {
    Value answer = at.create<ActiveThreadsOp>(loc, type, what);
    return at.create<VarOp>(loc, RefType::get(type), name, answer, /*is_const=*/true);
  };
  VarOp together = ask("together", ActiveThreads::Count);
  VarOp rank = ask("rank", ActiveThreads::Rank);
  auto first = at.create<VarOp>(loc, RefType::get(type), "first", buildUint(at, loc, 0),
                                /*is_const=*/false);
  Value isFirst = at.create<CmpOp>(loc, at.getI1Type(), CmpKind::Eq,
                                   buildLoad(at, loc, rank.getRef()), buildUint(at, loc, 0));
  auto branch = at.create<IfOp>(loc, isFirst);
  OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  inside.create<AssignOp>(loc, first.getRef(),
                          add(inside, buildLoad(inside, loc, together.getRef())));
  Value shared = at.create<SubgroupFirstOp>(loc, type, buildLoad(at, loc, first.getRef()));
  at.create<ReturnOp>(loc, at.create<BinaryOp>(loc, type, BinaryKind::Add, shared,
                                               buildLoad(at, loc, rank.getRef()))
                               .getResult());
}

void LowerSlotsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  auto target = getOperation()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto ballot = target ? target.getAs<BoolAttr>("subgroup_ballot") : BoolAttr();
  bool hasBallot = ballot && ballot.getValue();
  getOperation().walk([&](FuncOp function) {
    if (function->removeDiscardableAttr(kTakesSlotAttr))
      lower(function, hasBallot);
  });
}
