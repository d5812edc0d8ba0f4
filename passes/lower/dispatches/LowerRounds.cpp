//===- LowerRounds.cpp - Threads of a workgroup run what is called in loops for one another ---===//
//
//   rounds (i) { while (goesOn) { x = call @Bend(m_glasses[k], x) {vkm.dispatch = "workgroup"} } }
//
//   =>
//
//   uint way = 3u;
//   if (goesOn) {
//     kKept[lid] = k; xKept[lid] = x;
//     way = min(m_glasses[k].type - 1u, 2u);
//   }
//   round++;
//   if (goesOn) lastRound = round;
//   if (way != subgroupBroadcastFirst(way)) mixedRound = round;
//   barrier();
//   const bool areMixed = mixedRound == round;
//   if (lastRound != round) break;                     // out of the loop: no thread goes on
//   uint caller = lid; bool calls = way < 3u;
//   if (areMixed) {
//     const uint slot = atomicAdd(wayCounts[way], 1u);
//     barrier();
//     calls = lid < 256u - wayCounts[3];                // the last count: who calls nothing
//     uint start = 0u;
//     for (uint before = 0u; before < way; before++) start += wayCounts[before];
//     sorted[start + slot] = lid;
//     barrier();
//     if (lid <= 3u) wayCounts[lid] = 0u;
//     caller = sorted[lid];
//   }
//   if (calls) bendResult[caller] = Bend(m_glasses[kKept[caller]], xKept[caller]);
//   barrier();
//   if (goesOn) x = bendResult[lid];
//
// Rounds have numbers, so that no flag is reset: what is set in a round says which. Where threads
// of each subgroup go one way, each runs its own call. What is around the calls, UniformFlow.h
// says.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Rounds.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "passes/lower/dispatches/SortedIterations.h"
#include "passes/lower/dispatches/TogetherLoops.h"
#include "transforms/Expressions.h"
#include "transforms/UniformFlow.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LOWERROUNDS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct LowerRoundsPass : vkm::impl::LowerRoundsBase<LowerRoundsPass> {
  void runOnOperation() override;
};

/// Rewrites one vkm.rounds and the loops around it.
class RoundsLowering : public Meetings {
public:
  RoundsLowering(RoundsOp rounds, bool hasBallot)
      : m_rounds(rounds), m_shader(rounds->getParentOfType<ShaderOp>()), m_loc(rounds.getLoc()),
        m_uint(getUintType(rounds.getContext())), m_hasBallot(hasBallot),
        m_numWays(getMostWays(rounds)) {}
  LogicalResult run();

  bool isMeeting(Operation *op) override { return vkm::isMeeting(op) && matchDispatch(op); }
  void announce(OpBuilder &at, Operation *op) override;
  void prepare(OpBuilder &in, Operation *op) override;
  void meet(OpBuilder &around, Operation *op, VarOp goesOn) override;
  Value take(OpBuilder &in, Operation *op) override;
  void leaveTogether(OpBuilder &at, VarOp goesOn) override;
  void closeLoop(OpBuilder &at) override { at.create<BarrierOp>(m_loc); }

private:
  /// What is known of the choice that is written.
  struct Meeting {
    RoundParts parts;
    SmallVector<std::string> shared; ///< the arrays of what it is given
    std::string result;
    VarOp way;
  };

  VarOp takeTogether();
  void readCounters(Operation *op, ArrayRef<VarOp> counters);
  void declareShared();
  void prepareRounds();
  Value place(OpBuilder &at, StringRef name, Type type) {
    return at.create<SharedRefOp>(m_loc, RefType::get(type), name);
  }
  Value element(OpBuilder &at, StringRef name, int64_t count, Type type, Value index) {
    Type all = ArrayType::get(at.getContext(), count, type);
    return buildElement(at, m_loc, place(at, name, all), index);
  }
  Value ofThread(OpBuilder &at, StringRef name, Type type, Value thread) {
    return element(at, name, m_threads, type, thread);
  }
  Value countOf(OpBuilder &at, Value way) {
    return element(at, m_counts, m_numWays + 1, m_uint, way);
  }
  Value read(OpBuilder &at, Value place) { return buildLoad(at, m_loc, place); }
  Value number(OpBuilder &at, int64_t value) { return buildUint(at, m_loc, value); }
  Value lid(OpBuilder &at) { return buildBuiltin(at, m_loc, Builtin::LocalIndex); }
  Value compare(OpBuilder &at, CmpKind kind, Value lhs, Value rhs) {
    return at.create<CmpOp>(m_loc, kind, lhs, rhs);
  }
  OpBuilder buildIf(OpBuilder &at, Value condition) {
    auto branch = at.create<IfOp>(m_loc, condition);
    return OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  }
  void beginRound(OpBuilder &at);
  void noteRound(OpBuilder &at, StringRef shared);
  Value isOfRound(OpBuilder &at, StringRef shared, CmpKind kind);
  void leave(OpBuilder &at);
  void sort(OpBuilder &at, VarOp caller, VarOp calls);
  void runChoice(OpBuilder &at, Operation *op, VarOp caller);

  RoundsOp m_rounds;
  ShaderOp m_shader;
  Location m_loc;
  Type m_uint;
  bool m_hasBallot;
  int64_t m_numWays, m_threads = 1;
  TogetherLoops m_loops;
  std::string m_counts, m_sorted, m_last, m_mixed;
  VarOp m_roundNumber;
  bool m_isOneOfSeveral = false; ///< meetings of the shader, whose variables have the same names
  Meeting m_now;
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Around the rounds
//===------------------------------------------------------------------------------------------===//

/// Lets an operation of the iteration use the variables of the thread's counters.
void RoundsLowering::readCounters(Operation *op, ArrayRef<VarOp> counters) {
  for (OpOperand &operand : op->getOpOperands())
    for (unsigned index = 0; index < counters.size(); ++index) {
      ForOp loop = m_loops.get()[index].loop;
      VarOp counter = counters[index];
      auto load = operand.get().getDefiningOp<LoadOp>();
      if (operand.get() == loop.getBodyVar()) {
        operand.set(counter.getRef());
      } else if (load && !m_rounds->isAncestor(load) && load.getRef() == loop.getBodyVar()) {
        OpBuilder before(op);
        operand.set(read(before, counter.getRef()));
      }
    }
}

/// The counters of the thread's iteration and, last, whether it has one, at the begin of the body.
VarOp RoundsLowering::takeTogether() {
  Block &body = m_rounds.getBody().front();
  OpBuilder at = OpBuilder::atBlockBegin(&body);
  SmallVector<VarOp> counters =
      m_loops.buildCounters(at, lid(at), [&](OpBuilder &in, TogetherLoop &along) {
        return read(in, along.loop.getBodyVar());
      });
  Value isInside;
  for (unsigned index = 0; index < counters.size(); ++index) {
    auto isBelow = [&](OpBuilder &in) {
      return compare(in, CmpKind::Lt, read(in, counters[index].getRef()),
                     m_loops.buildBound(in, m_loops.get()[index]));
    };
    isInside = isInside ? buildLogical<AndOp>(at, m_loc, isInside, isBelow) : isBelow(at);
  }
  VarOp isActive = buildVar(at, m_loc, "isActive", isInside, /*isConst=*/false);
  // What the iteration reads are its own counters.
  for (Operation &op : llvm::make_range(Block::iterator(isActive->getNextNode()), body.end()))
    op.walk([&](Operation *inner) { readCounters(inner, counters); });
  return isActive;
}

void RoundsLowering::declareShared() {
  OpBuilder at(m_shader);
  auto parent = m_shader->getParentOfType<ClassOp>();
  auto declare = [&](StringRef name, int64_t count) {
    Type all = count == 0 ? m_uint : ArrayType::get(at.getContext(), count, m_uint);
    return addShared(at, m_loc, parent, name, all);
  };
  m_counts = declare("wayCounts", m_numWays + 1);
  m_sorted = declare("sorted", m_threads);
  m_last = declare("lastRound", 0);
  if (m_hasBallot)
    m_mixed = declare("mixedRound", 0);
}

/// In front of the loops over the grid.
void RoundsLowering::prepareRounds() {
  OpBuilder at(m_loops.get().front().loop);
  m_roundNumber = buildVar(at, m_loc, "roundNumber", number(at, 0), /*isConst=*/false);
  m_roundNumber->setAttr(kCommentAttr,
                         at.getStringAttr("The threads of a workgroup run calls for one "
                                          "another, in rounds."));
  OpBuilder some = buildIf(at, compare(at, CmpKind::Le, lid(at), number(at, m_numWays)));
  some.create<AssignOp>(m_loc, countOf(some, lid(some)), number(some, 0));
  OpBuilder first = buildIfFirstThread(at, m_loc);
  first.create<AssignOp>(m_loc, place(first, m_last, m_uint), number(first, 0));
  if (m_hasBallot)
    first.create<AssignOp>(m_loc, place(first, m_mixed, m_uint), number(first, 0));
  at.create<BarrierOp>(m_loc);
}

LogicalResult RoundsLowering::run() {
  for (int32_t along : m_shader.getLocalSize())
    m_threads *= along;
  if (m_threads <= m_numWays)
    return m_rounds.emitOpError("has ")
           << m_numWays << " ways, and its workgroups " << m_threads << " threads";
  if (failed(m_loops.find(m_rounds, m_rounds.getCounters())))
    return failure();
  SmallVector<Dispatch> choices = collectDispatches(m_rounds);
  m_isOneOfSeveral =
      llvm::count_if(choices, [](Dispatch one) { return vkm::isMeeting(one.op); }) > 1;
  declareShared();
  prepareRounds();
  VarOp isActive = takeTogether();
  Block &body = m_rounds.getBody().front();
  UniformFlow(body, isActive, *this).run();
  Block *around = m_rounds->getBlock();
  around->getOperations().splice(Block::iterator(m_rounds), body.getOperations());
  m_rounds.erase();
  eraseDeadExpressions(m_loops.getInner().loop.getBody());
  return success();
}

//===------------------------------------------------------------------------------------------===//
// One round
//===------------------------------------------------------------------------------------------===//

void RoundsLowering::announce(OpBuilder &at, Operation *op) {
  Dispatch dispatch = *matchDispatch(op);
  m_now = Meeting();
  m_now.parts = describeRound(dispatch, m_rounds);
  OpBuilder top(m_shader);
  auto parent = m_shader->getParentOfType<ClassOp>();
  auto declare = [&](StringRef name, Type type) {
    return addShared(top, m_loc, parent, name, ArrayType::get(at.getContext(), m_threads, type));
  };
  for (const RoundParts::Kept &kept : m_now.parts.kept)
    m_now.shared.push_back(declare(kept.name, kept.type));
  if (m_now.parts.result)
    m_now.result = declare(m_now.parts.resultName, m_now.parts.resultType);
  std::string name = dispatch.getName().str() + "Way";
  name.front() = StringRef(name).take_front().lower().front();
  m_now.way = buildVar(at, m_loc, name, number(at, m_numWays), /*isConst=*/false);
}

void RoundsLowering::prepare(OpBuilder &in, Operation *op) {
  for (auto [kept, shared] : llvm::zip(m_now.parts.kept, m_now.shared)) {
    Value value = kept.isPlace() ? read(in, kept.value) : kept.value;
    if (value.getType() != kept.type)
      value = in.create<CastOp>(m_loc, kept.type, value);
    in.create<AssignOp>(m_loc, ofThread(in, shared, kept.type, lid(in)), value);
  }
  Value way = vkm::buildWayNumber(in, *matchDispatch(op));
  in.create<AssignOp>(m_loc, m_now.way.getRef(), way);
}

void RoundsLowering::beginRound(OpBuilder &at) {
  at.create<UpdateOp>(m_loc, BinaryKind::Add, m_roundNumber.getRef(), number(at, 1));
}

/// `lastRound = round`
void RoundsLowering::noteRound(OpBuilder &at, StringRef shared) {
  at.create<AssignOp>(m_loc, place(at, shared, m_uint), read(at, m_roundNumber.getRef()));
}

Value RoundsLowering::isOfRound(OpBuilder &at, StringRef shared, CmpKind kind) {
  return compare(at, kind, read(at, place(at, shared, m_uint)), read(at, m_roundNumber.getRef()));
}

/// `if (lastRound != round) break;`
void RoundsLowering::leave(OpBuilder &at) {
  Value isOver = isOfRound(at, m_last, CmpKind::Ne);
  buildIf(at, isOver).create<BreakOp>(m_loc);
}

void RoundsLowering::leaveTogether(OpBuilder &at, VarOp goesOn) {
  beginRound(at);
  OpBuilder going = buildIf(at, read(at, goesOn.getRef()));
  noteRound(going, m_last);
  at.create<BarrierOp>(m_loc);
  Value isOver = isOfRound(at, m_last, CmpKind::Ne);
  VarOp over = buildVar(at, m_loc, "isOver", isOver, /*isConst=*/true);
  at.create<BarrierOp>(m_loc);
  buildIf(at, read(at, over.getRef())).create<BreakOp>(m_loc);
}

/// Puts the threads in the order of their ways.
void RoundsLowering::sort(OpBuilder &at, VarOp caller, VarOp calls) {
  auto way = [&](OpBuilder &in) { return read(in, m_now.way.getRef()); };
  Value taken =
      at.create<AtomicOp>(m_loc, m_uint, ReduceKind::Add, countOf(at, way(at)), number(at, 1));
  VarOp slot = buildVar(at, m_loc, "slot", taken, /*isConst=*/true);
  at.create<BarrierOp>(m_loc);
  Value some = buildBinary(at, m_loc, BinaryKind::Sub, number(at, m_threads),
                           read(at, countOf(at, number(at, m_numWays))));
  auto begins = at.create<AssignOp>(m_loc, calls.getRef(), compare(at, CmpKind::Lt, lid(at), some));
  begins->setAttr(kCommentAttr,
                  at.getStringAttr("The last count is of the threads that call nothing."));
  VarOp start = buildVar(at, m_loc, "start", number(at, 0), /*isConst=*/false);
  ForOp loop = buildUintLoop(
      at, m_loc, "before", number(at, 0), [&](OpBuilder &in) { return way(in); },
      [&](OpBuilder &in) { return number(in, 1); });
  OpBuilder body = OpBuilder::atBlockEnd(&loop.getBody().front());
  body.create<UpdateOp>(m_loc, BinaryKind::Add, start.getRef(),
                        read(body, countOf(body, read(body, loop.getBodyVar()))));
  Value at0 =
      buildBinary(at, m_loc, BinaryKind::Add, read(at, start.getRef()), read(at, slot.getRef()));
  at.create<AssignOp>(m_loc, ofThread(at, m_sorted, m_uint, at0), lid(at));
  at.create<BarrierOp>(m_loc);
  OpBuilder reset = buildIf(at, compare(at, CmpKind::Le, lid(at), number(at, m_numWays)));
  reset.create<AssignOp>(m_loc, countOf(reset, lid(reset)), number(reset, 0));
  at.create<AssignOp>(m_loc, caller.getRef(), read(at, ofThread(at, m_sorted, m_uint, lid(at))));
}

/// Runs the choice of another thread, with what that has left.
void RoundsLowering::runChoice(OpBuilder &at, Operation *op, VarOp caller) {
  IRMapping mapping;
  auto kept = [&](OpBuilder &in, unsigned number) {
    return ofThread(in, m_now.shared[number], m_now.parts.kept[number].type,
                    read(in, caller.getRef()));
  };
  for (auto [index, part] : llvm::enumerate(m_now.parts.kept))
    mapping.map(part.value, vkm::buildUsed(at, m_loc, part.value, read(at, kept(at, index))));
  auto restore = [&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (Operation *def = operand.getDefiningOp(); def && !op->isAncestor(def))
        mapping.map(operand, cloneExpression(at, operand, mapping));
  };
  op->walk(restore);
  Operation *copy = at.clone(*op, mapping);
  copy->removeAttr(kDispatchAttr);
  Value result = m_now.parts.result ? copy->getResult(0) : Value();
  // What the call changes is put back behind it.
  if (result && llvm::any_of(m_now.parts.kept, [](auto &part) { return part.isWritten; }))
    result = read(at, buildVar(at, m_loc, "result", result, /*isConst=*/true).getRef());
  for (auto [index, part] : llvm::enumerate(m_now.parts.kept))
    if (part.isWritten) {
      Value value = read(at, mapping.lookup(part.value));
      if (value.getType() != part.type)
        value = at.create<CastOp>(m_loc, part.type, value);
      at.create<AssignOp>(m_loc, kept(at, index), value);
    }
  if (!result)
    return;
  Type type = m_now.parts.resultType;
  if (type != result.getType())
    result = at.create<CastOp>(m_loc, type, result);
  at.create<AssignOp>(m_loc, ofThread(at, m_now.result, type, read(at, caller.getRef())), result);
}

void RoundsLowering::meet(OpBuilder &around, Operation *op, VarOp goesOn) {
  OpBuilder at = around;
  if (m_isOneOfSeveral)
    at.setInsertionPointToEnd(&around.create<ScopeOp>(m_loc).getBody().emplaceBlock());
  beginRound(at);
  if (goesOn) {
    OpBuilder going = buildIf(at, read(at, goesOn.getRef()));
    noteRound(going, m_last);
  }
  if (m_hasBallot) {
    Value first = at.create<SubgroupFirstOp>(m_loc, m_uint, read(at, m_now.way.getRef()));
    OpBuilder mixed = buildIf(at, compare(at, CmpKind::Ne, read(at, m_now.way.getRef()), first));
    noteRound(mixed, m_mixed);
  }
  if (m_hasBallot || goesOn)
    at.create<BarrierOp>(m_loc);
  VarOp areMixed;
  if (m_hasBallot)
    areMixed = buildVar(at, m_loc, "areMixed", isOfRound(at, m_mixed, CmpKind::Eq),
                        /*isConst=*/true);
  if (goesOn)
    leave(at);
  VarOp caller = buildVar(at, m_loc, "caller", lid(at), /*isConst=*/false);
  caller->setAttr(kCommentAttr,
                  at.getStringAttr(m_hasBallot
                                       ? "Where threads of a subgroup go different ways, each "
                                         "runs the call of the next one in their order."
                                       : "Each runs the call of the next one in the order "
                                         "of the ways."));
  Value goes = compare(at, CmpKind::Lt, read(at, m_now.way.getRef()), number(at, m_numWays));
  VarOp calls = buildVar(at, m_loc, "calls", goes, /*isConst=*/false);
  OpBuilder sorting = m_hasBallot ? buildIf(at, read(at, areMixed.getRef())) : at;
  sort(sorting, caller, calls);
  OpBuilder in = buildIf(at, read(at, calls.getRef()));
  runChoice(in, op, caller);
  at.create<BarrierOp>(m_loc);
}

Value RoundsLowering::take(OpBuilder &in, Operation *) {
  auto convert = [&](Value value, Type type) -> Value {
    return value.getType() == type ? value : in.create<CastOp>(m_loc, type, value).getResult();
  };
  for (auto [kept, shared] : llvm::zip(m_now.parts.kept, m_now.shared))
    if (kept.isWritten) {
      Value value = read(in, ofThread(in, shared, kept.type, lid(in)));
      in.create<AssignOp>(m_loc, kept.value, convert(value, getUsedType(kept.value)));
    }
  if (!m_now.parts.result)
    return {};
  Value kept = read(in, ofThread(in, m_now.result, m_now.parts.resultType, lid(in)));
  return convert(kept, m_now.parts.result.getType());
}

void LowerRoundsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  auto target = getOperation()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto ballot = target ? target.getAs<BoolAttr>("subgroup_ballot") : BoolAttr();
  SmallVector<RoundsOp> found;
  getOperation().walk([&](RoundsOp rounds) { found.push_back(rounds); });
  for (RoundsOp rounds : found)
    if (failed(RoundsLowering(rounds, ballot && ballot.getValue()).run()))
      return signalPassFailure();
}
