//===- LowerSlots.cpp - Functions that give slots do so for many threads at once --------------===//
//
//   uint next_Drop(uint way) { const uint slot = counts[way]; counts[way] += 1; return slot; }
//
//     =>   uint next_Drop(uint way) { return atomicAdd(counts[way], 1); }
//
// Where the target has ballots, threads of a subgroup that come together and ask for slots of one
// way take them by one atomic operation, and those of all ways at the same time: waiting for memory
// is what takes long here.
//
//===------------------------------------------------------------------------------------------===//

#include "device/Builders.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
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

namespace {
/// Writes the body of one function anew.
class SlotLowering {
public:
  explicit SlotLowering(FuncOp function);
  void run(bool hasBallot);

private:
  Value buildCounter(OpBuilder &at);
  Value add(OpBuilder &at, Value amount);
  Value read(OpBuilder &at, VarOp variable) { return buildLoad(at, m_loc, variable.getRef()); }
  VarOp makeNumber(OpBuilder &at, StringRef name, Value value, bool isConst);
  void forEachWay(OpBuilder &at, llvm::function_ref<void(OpBuilder &)> build);

  Location m_loc;
  Block &m_body;
  Type m_uint;
  FieldOp m_field;
  Value m_way; ///< null where there is one counter
};
} // namespace

SlotLowering::SlotLowering(FuncOp function)
    : m_loc(function.getLoc()), m_body(function.getBody().front()),
      m_uint(IntegerType::get(function.getContext(), 32, IntegerType::Unsigned)) {
  auto update = *function.getBody().getOps<UpdateOp>().begin();
  auto parent = function->getParentOfType<ClassOp>();
  m_field = parent.lookupField(getRoot(update.getRef()).symbol.getValue());
  if (m_body.getNumArguments() != 0)
    m_way = m_body.getArgument(0);
}

Value SlotLowering::buildCounter(OpBuilder &at) {
  Value place = at.create<FieldRefOp>(m_loc, RefType::get(m_field.getType()), m_field.getSymName());
  return m_way ? at.create<ElementOp>(m_loc, RefType::get(m_uint), place, m_way) : place;
}

Value SlotLowering::add(OpBuilder &at, Value amount) {
  return at.create<AtomicOp>(m_loc, m_uint, ReduceKind::Add, buildCounter(at), amount);
}

VarOp SlotLowering::makeNumber(OpBuilder &at, StringRef name, Value value, bool isConst) {
  return at.create<VarOp>(m_loc, RefType::get(m_uint), name, value, isConst);
}

/// Statements for the threads of each way, one way after another: the threads that are in one
/// branch together do not depend on how long others take.
void SlotLowering::forEachWay(OpBuilder &at, llvm::function_ref<void(OpBuilder &)> build) {
  if (!m_way)
    return build(at);
  int64_t numWays = cast<ArrayType>(m_field.getType()).getLength();
  ForOp loop = buildUintLoop(
      at, m_loc, "other", buildUint(at, m_loc, 0),
      [&](OpBuilder &inside) { return buildUint(inside, m_loc, numWays); },
      [&](OpBuilder &inside) { return buildUint(inside, m_loc, 1); });
  OpBuilder inside = OpBuilder::atBlockEnd(&loop.getBody().front());
  Value isOwn = inside.create<CmpOp>(m_loc, inside.getI1Type(), CmpKind::Eq, m_way,
                                     buildLoad(inside, m_loc, loop.getBodyVar()));
  auto branch = inside.create<IfOp>(m_loc, isOwn);
  OpBuilder own = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  build(own);
}

void SlotLowering::run(bool hasBallot) {
  while (!m_body.empty())
    m_body.back().erase();
  OpBuilder at = OpBuilder::atBlockEnd(&m_body);
  if (!hasBallot) {
    VarOp slot = makeNumber(at, "slot", add(at, buildUint(at, m_loc, 1)), /*isConst=*/true);
    at.create<ReturnOp>(m_loc, read(at, slot));
    return;
  }
  auto ask = [&](OpBuilder &where, ActiveThreads what) -> Value {
    return where.create<ActiveThreadsOp>(m_loc, m_uint, what);
  };
  VarOp together, rank;
  if (m_way) {
    together = makeNumber(at, "together", buildUint(at, m_loc, 0), /*isConst=*/false);
    rank = makeNumber(at, "rank", buildUint(at, m_loc, 0), /*isConst=*/false);
    forEachWay(at, [&](OpBuilder &own) {
      own.create<AssignOp>(m_loc, together.getRef(), ask(own, ActiveThreads::Count));
      own.create<AssignOp>(m_loc, rank.getRef(), ask(own, ActiveThreads::Rank));
    });
  } else {
    together = makeNumber(at, "together", ask(at, ActiveThreads::Count), /*isConst=*/true);
    rank = makeNumber(at, "rank", ask(at, ActiveThreads::Rank), /*isConst=*/true);
  }
  VarOp first = makeNumber(at, "first", buildUint(at, m_loc, 0), /*isConst=*/false);
  Value isFirst =
      at.create<CmpOp>(m_loc, at.getI1Type(), CmpKind::Eq, read(at, rank), buildUint(at, m_loc, 0));
  auto branch = at.create<IfOp>(m_loc, isFirst);
  OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  inside.create<AssignOp>(m_loc, first.getRef(), add(inside, read(inside, together)));
  auto share = [&](OpBuilder &where) -> Value {
    return where.create<SubgroupFirstOp>(m_loc, m_uint, read(where, first));
  };
  Value shared;
  if (m_way) {
    forEachWay(at,
               [&](OpBuilder &own) { own.create<AssignOp>(m_loc, first.getRef(), share(own)); });
    shared = read(at, first);
  } else {
    shared = share(at);
  }
  at.create<ReturnOp>(
      m_loc,
      at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Add, shared, read(at, rank)).getResult());
}

void LowerSlotsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  auto target = getOperation()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto ballot = target ? target.getAs<BoolAttr>("subgroup_ballot") : BoolAttr();
  bool hasBallot = ballot && ballot.getValue();
  getOperation().walk([&](FuncOp function) {
    if (function->removeDiscardableAttr(kTakesSlotAttr))
      SlotLowering(function).run(hasBallot);
  });
}
