//===- LowerRegroups.cpp - Workgroups sort iterations by the ways that these take -------------===//
//
//   for (uint i = thread; i < n; i += threads) {
//     before
//     regroup (i) way of 4 turns 2 { after(i) }
//   }
//
//   =>
//
//   const uint turns = min(2u, (n - 1u) / threads + 1u);
//   for (uint firstI = workgroup * 256u * turns; firstI < n; firstI += threads * turns) {
//     if (lid <= 4u) wayCounts[lid] = 0u;
//     if (lid == 0u) waysDiffer = 0u;
//     barrier();
//     uint taken = turns * 256u, ways[2], slots[2];
//     for (uint turn = 0u; turn < 2u; turn++)
//       if (turn < turns) {
//         ways[turn] = 4u;
//         const uint i = firstI + turn * 256u + lid;
//         if (i < n) { before; ways[turn] = way; }
//       }
//     for (uint turn ...) {
//       if (ways[turn] == 4u || ways[turn] != subgroupBroadcastFirst(ways[turn])) waysDiffer = 1u;
//     }
//     barrier();
//     const bool areMixed = waysDiffer != 0u;
//     if (areMixed) {
//       for (uint turn ...) slots[turn] = atomicAdd(wayCounts[ways[turn]], 1u);
//       barrier();
//       if (lid <= 4u) wayStarts[lid] = wayCounts[0] + ... + wayCounts[lid - 1u];
//       barrier();
//       for (uint turn ...) sorted[wayStarts[ways[turn]] + slots[turn]] = turn * 256u + lid;
//       barrier();
//       taken = wayStarts[4];
//     }
//     for (uint turn = 0u; turn < 2u; turn++) {
//       if (areMixed) barrier();
//       const uint place = turn * 256u + lid;
//       if (place < taken) {
//         const uint other = areMixed ? sorted[place] : place;
//         const uint i = firstI + other;
//         after(i)
//       }
//     }
//     barrier();
//   }
//
// An iteration that goes no way, since it is behind the end or has ended early, is put behind all
// others, and nobody runs its rest. Where threads of each subgroup go one way and all have one,
// nothing is sorted. The barrier between two turns of sorted iterations lets the subgroups of a
// workgroup run a few ways at a time, whose code caches hold (bench/results/README.md). Which of
// two iterations of one way comes first differs from run to run.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "passes/lower/dispatches/TogetherLoops.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LOWERREGROUPS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct LowerRegroupsPass : vkm::impl::LowerRegroupsBase<LowerRegroupsPass> {
  void runOnOperation() override;
};

/// Rewrites the loops over iterations around one vkm.regroup.
class RegroupLowering {
public:
  RegroupLowering(RegroupOp regroup, bool hasBallot)
      : m_regroup(regroup), m_shader(regroup->getParentOfType<ShaderOp>()), m_loc(regroup.getLoc()),
        m_uint(getUintType(regroup.getContext())), m_hasBallot(hasBallot) {}
  LogicalResult run();

private:
  void takeTurns();
  SmallVector<VarOp> buildCounters(OpBuilder &at, Value turn, Value index);
  Value buildBegin(OpBuilder &at, Value turn);
  OpBuilder buildIfInside(OpBuilder &at, ArrayRef<VarOp> counters);
  OpBuilder buildTurns(OpBuilder &at, Value &turn);
  OpBuilder buildTakenTurns(OpBuilder &at, Value &turn);

  void declareShared();
  Value share(OpBuilder &at, StringRef name, Type type);
  Value buildShared(OpBuilder &at, StringRef name, int64_t count, Type type, Value index);
  Value countOf(OpBuilder &at, Value way) {
    return buildShared(at, m_counts, m_numWays + 1, m_uint, way);
  }
  Value startOf(OpBuilder &at, Value way) {
    return buildShared(at, m_starts, m_numWays + 1, m_uint, way);
  }
  Value sortedAt(OpBuilder &at, Value place) {
    return buildShared(at, m_sorted, m_turns * m_threads, m_uint, place);
  }
  Value differ(OpBuilder &at) {
    return at.create<SharedRefOp>(m_loc, RefType::get(m_uint), m_differ);
  }
  Value read(OpBuilder &at, Value place) { return buildLoad(at, m_loc, place); }
  Value number(OpBuilder &at, int64_t value) { return buildUint(at, m_loc, value); }
  Value lid(OpBuilder &at) { return buildBuiltin(at, m_loc, Builtin::LocalIndex); }
  Value buildPlace(OpBuilder &at, Value turn);
  OpBuilder buildIf(OpBuilder &at, CmpKind kind, Value lhs, Value rhs);

  void buildReset(OpBuilder &at);
  void buildFirstParts(OpBuilder &at, ArrayRef<Operation *> before);
  void buildComparison(OpBuilder &at);
  void buildSort(OpBuilder &at);
  void buildStarts(OpBuilder &at);
  void buildRests(OpBuilder &at);
  void buildRest(OpBuilder &at, Value place);

  RegroupOp m_regroup;
  ShaderOp m_shader;
  Location m_loc;
  Type m_uint;
  bool m_hasBallot;
  TogetherLoops m_loops;
  int64_t m_threads = 1, m_turns = 1, m_numWays = 0;
  std::string m_counts, m_starts, m_sorted, m_differ;
  SmallVector<std::string> m_keptParts;
  VarOp m_turnsTaken; ///< null where there is one
  VarOp m_taken, m_ways, m_slots, m_areMixed;
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Loops
//===------------------------------------------------------------------------------------------===//

/// Where the iterations of a turn begin along the innermost loop.
Value RegroupLowering::buildBegin(OpBuilder &at, Value turn) {
  TogetherLoop &along = m_loops.getInner();
  Value begin = read(at, along.loop.getBodyVar());
  if (!turn)
    return begin;
  int64_t unit = along.axis ? m_shader.getLocalSize()[*along.axis] : 1;
  Value skipped =
      unit == 1 ? turn : buildBinary(at, m_loc, BinaryKind::Mul, turn, number(at, unit));
  return buildBinary(at, m_loc, BinaryKind::Add, begin,
                     at.createOrFold<CastOp>(m_loc, begin.getType(), skipped));
}

/// Workgroups take their turns side by side along the innermost loop: as many as the number of
/// workgroups asks for, which the host has chosen.
void RegroupLowering::takeTurns() {
  if (m_turns == 1)
    return;
  TogetherLoop &along = m_loops.getInner();
  ForOp loop = along.loop;
  OpBuilder at(loop);
  IRMapping mapping;
  auto toUint = [&](Value value) { return at.createOrFold<CastOp>(m_loc, m_uint, value); };
  Value stride = toUint(cloneExpression(at, along.header.amount, mapping));
  Value last =
      buildBinary(at, m_loc, BinaryKind::Sub, toUint(m_loops.buildBound(at, along)), number(at, 1));
  Value needed = buildBinary(at, m_loc, BinaryKind::Add,
                             buildBinary(at, m_loc, BinaryKind::Div, last, stride), number(at, 1));
  Value turns =
      at.create<MathOp>(m_loc, m_uint, MathFn::Min, ValueRange{number(at, m_turns), needed});
  m_turnsTaken = buildVar(at, m_loc, "turns", turns, /*isConst=*/true);
  m_turnsTaken->setAttr(kCommentAttr, at.getStringAttr("How many iterations a thread takes for its "
                                                       "workgroup to sort at a time."));
  auto times = [&](OpBuilder &in, Value value) {
    Value by = in.createOrFold<CastOp>(m_loc, value.getType(), read(in, m_turnsTaken.getRef()));
    return buildBinary(in, m_loc, BinaryKind::Mul, value, by);
  };
  loop.getInitMutable().assign(times(at, loop.getInit()));
  auto step = cast<UpdateOp>(
      *llvm::find_if(loop.getStep().front(), [](Operation &op) { return isa<UpdateOp>(op); }));
  OpBuilder in(step);
  step.getValueMutable().assign(times(in, step.getValue()));
}

/// The counters of the iteration that the thread of that index has in a turn (null: the only one).
SmallVector<VarOp> RegroupLowering::buildCounters(OpBuilder &at, Value turn, Value index) {
  return m_loops.buildCounters(at, index, [&](OpBuilder &in, TogetherLoop &along) {
    bool isInner = &along == &m_loops.getInner();
    return isInner ? buildBegin(in, turn) : read(in, along.loop.getBodyVar());
  });
}

OpBuilder RegroupLowering::buildIf(OpBuilder &at, CmpKind kind, Value lhs, Value rhs) {
  auto branch = at.create<IfOp>(m_loc, at.create<CmpOp>(m_loc, kind, lhs, rhs));
  return OpBuilder::atBlockEnd(&branch.getThenRegion().front());
}

/// `if (x < width) if (y < height)`
OpBuilder RegroupLowering::buildIfInside(OpBuilder &at, ArrayRef<VarOp> counters) {
  OpBuilder inside = at;
  for (auto [counter, along] : llvm::zip(counters, m_loops.get()))
    inside = buildIf(inside, CmpKind::Lt, read(inside, VarOp(counter).getRef()),
                     m_loops.buildBound(inside, along));
  return inside;
}

/// `for (uint turn = 0u; turn < 4u; turn++)`; gives a builder inside.
OpBuilder RegroupLowering::buildTurns(OpBuilder &at, Value &turn) {
  ForOp loop = buildUnrolledLoop(at, m_loc, "turn", m_turns);
  turn = loop.getBodyVar();
  return OpBuilder::atBlockEnd(&loop.getBody().front());
}

/// The same, of turns in which the workgroup has iterations.
OpBuilder RegroupLowering::buildTakenTurns(OpBuilder &at, Value &turn) {
  OpBuilder in = buildTurns(at, turn);
  return m_turns == 1 ? in
                      : buildIf(in, CmpKind::Lt, read(in, turn), read(in, m_turnsTaken.getRef()));
}

//===------------------------------------------------------------------------------------------===//
// Shared memory
//===------------------------------------------------------------------------------------------===//

void RegroupLowering::declareShared() {
  OpBuilder at(m_shader);
  auto parent = m_shader->getParentOfType<ClassOp>();
  auto declare = [&](StringRef name, int64_t count, Type type) {
    Type all = count == 0 ? type : ArrayType::get(at.getContext(), count, type);
    return addShared(at, m_loc, parent, name, all);
  };
  m_counts = declare("wayCounts", m_numWays + 1, m_uint);
  m_starts = declare("wayStarts", m_numWays + 1, m_uint);
  m_sorted = declare("sorted", m_turns * m_threads, m_uint);
  if (m_hasBallot)
    m_differ = declare("waysDiffer", 0, m_uint);
  for (auto [name, value] : llvm::zip(m_regroup.getNames(), m_regroup.getKept())) {
    std::string shared = (cast<StringAttr>(name).getValue() + "Kept").str();
    // Two values of one name are two.
    while (llvm::is_contained(m_keptParts, shared))
      shared += '_';
    m_keptParts.push_back(declare(shared, m_turns * m_threads, value.getType()));
  }
}

Value RegroupLowering::buildShared(OpBuilder &at, StringRef name, int64_t count, Type type,
                                   Value index) {
  Type all = ArrayType::get(at.getContext(), count, type);
  return buildElement(at, m_loc, at.create<SharedRefOp>(m_loc, RefType::get(all), name), index);
}

/// The number of the thread's iteration of a turn among those of the workgroup.
Value RegroupLowering::buildPlace(OpBuilder &at, Value turn) {
  Value first = buildBinary(at, m_loc, BinaryKind::Mul, read(at, turn), number(at, m_threads));
  return buildBinary(at, m_loc, BinaryKind::Add, first, lid(at));
}

//===------------------------------------------------------------------------------------------===//
// The parts
//===------------------------------------------------------------------------------------------===//

void RegroupLowering::buildReset(OpBuilder &at) {
  OpBuilder in = buildIf(at, CmpKind::Le, lid(at), number(at, m_numWays));
  in.create<AssignOp>(m_loc, countOf(in, lid(in)), number(in, 0));
  if (m_hasBallot) {
    OpBuilder first = buildIfFirstThread(at, m_loc);
    first.create<AssignOp>(m_loc, differ(first), number(first, 0));
  }
  at.create<BarrierOp>(m_loc);
}

/// The first part of each iteration, and the way that it goes on.
void RegroupLowering::buildFirstParts(OpBuilder &at, ArrayRef<Operation *> before) {
  Type all = ArrayType::get(at.getContext(), m_turns, m_uint);
  Value taken = number(at, m_threads);
  if (m_turnsTaken)
    taken = buildBinary(at, m_loc, BinaryKind::Mul, read(at, m_turnsTaken.getRef()), taken);
  m_taken = buildVar(at, m_loc, "taken", taken, /*isConst=*/false);
  m_ways = at.create<VarOp>(m_loc, RefType::get(all), "ways", Value(), /*is_const=*/false);
  Value turn;
  OpBuilder some = buildTakenTurns(at, turn);
  auto wayOfTurn = [&](OpBuilder &in) {
    return buildElement(in, m_loc, m_ways.getRef(), read(in, turn));
  };
  some.create<AssignOp>(m_loc, wayOfTurn(some), number(some, m_numWays));
  SmallVector<VarOp> counters = buildCounters(some, read(some, turn), lid(some));
  OpBuilder inside = buildIfInside(some, counters);
  Block *block = inside.getInsertionBlock();
  for (Operation *op : before) {
    op->moveBefore(block, block->end());
    op->walk([&](LoadOp load) {
      for (auto [counter, along] : llvm::zip(counters, m_loops.get()))
        if (load.getRef() == along.loop.getBodyVar())
          load.getRefMutable().assign(VarOp(counter).getRef());
    });
  }
  inside.setInsertionPointToEnd(block);
  for (auto [name, value] : llvm::zip(m_keptParts, m_regroup.getKept()))
    inside.create<AssignOp>(
        m_loc,
        buildShared(inside, name, m_turns * m_threads, value.getType(), buildPlace(inside, turn)),
        value);
  inside.create<AssignOp>(m_loc, wayOfTurn(inside), m_regroup.getWay());
}

/// Whether threads of a subgroup go different ways, or one goes none.
void RegroupLowering::buildComparison(OpBuilder &at) {
  Value turn;
  OpBuilder in = buildTakenTurns(at, turn);
  auto way =
      buildVar(in, m_loc, "way", read(in, buildElement(in, m_loc, m_ways.getRef(), read(in, turn))),
               /*isConst=*/true);
  Value first = in.create<SubgroupFirstOp>(m_loc, m_uint, read(in, way.getRef()));
  OpBuilder other = buildIf(in, CmpKind::Ne, read(in, way.getRef()), first);
  other.create<AssignOp>(m_loc, differ(other), number(other, 1));
  OpBuilder none = buildIf(in, CmpKind::Eq, read(in, way.getRef()), number(in, m_numWays));
  none.create<AssignOp>(m_loc, differ(none), number(none, 1));
  at.create<BarrierOp>(m_loc);
  Value isSet =
      at.create<CmpOp>(m_loc, CmpKind::Ne, read(at, differ(at)), number(at, 0)).getResult();
  m_areMixed = buildVar(at, m_loc, "areMixed", isSet, /*isConst=*/true);
  m_areMixed->setAttr(kCommentAttr,
                      at.getStringAttr("Where threads of a subgroup go different ways, "
                                       "iterations are sorted by theirs."));
}

/// `wayStarts[lid] = wayCounts[0] + ... + wayCounts[lid - 1]`
void RegroupLowering::buildStarts(OpBuilder &at) {
  OpBuilder in = buildIf(at, CmpKind::Le, lid(at), number(at, m_numWays));
  VarOp start = buildVar(in, m_loc, "start", number(in, 0), /*isConst=*/false);
  ForOp loop = buildUintLoop(
      in, m_loc, "way", number(in, 0), [&](OpBuilder &inside) { return lid(inside); },
      [&](OpBuilder &inside) { return number(inside, 1); });
  OpBuilder body = OpBuilder::atBlockEnd(&loop.getBody().front());
  body.create<UpdateOp>(m_loc, BinaryKind::Add, start.getRef(),
                        read(body, countOf(body, read(body, loop.getBodyVar()))));
  in.create<AssignOp>(m_loc, startOf(in, lid(in)), read(in, start.getRef()));
}

void RegroupLowering::buildSort(OpBuilder &at) {
  Type all = ArrayType::get(at.getContext(), m_turns, m_uint);
  m_slots = at.create<VarOp>(m_loc, RefType::get(all), "slots", Value(), /*is_const=*/false);
  auto ofTurn = [&](OpBuilder &in, VarOp variable, Value turn) {
    return buildElement(in, m_loc, variable.getRef(), read(in, turn));
  };
  Value turn;
  OpBuilder counting = buildTakenTurns(at, turn);
  Value counter = countOf(counting, read(counting, ofTurn(counting, m_ways, turn)));
  Value slot =
      counting.create<AtomicOp>(m_loc, m_uint, ReduceKind::Add, counter, number(counting, 1));
  counting.create<AssignOp>(m_loc, ofTurn(counting, m_slots, turn), slot);
  at.create<BarrierOp>(m_loc);
  buildStarts(at);
  at.create<BarrierOp>(m_loc);
  OpBuilder in = buildTakenTurns(at, turn);
  Value start = read(in, startOf(in, read(in, ofTurn(in, m_ways, turn))));
  Value place = buildBinary(in, m_loc, BinaryKind::Add, start, read(in, ofTurn(in, m_slots, turn)));
  in.create<AssignOp>(m_loc, sortedAt(in, place), buildPlace(in, turn));
  at.create<BarrierOp>(m_loc);
  at.create<AssignOp>(m_loc, m_taken.getRef(), read(at, startOf(at, number(at, m_numWays))));
}

/// The rest of the iteration that is at a place in the order.
void RegroupLowering::buildRest(OpBuilder &at, Value place) {
  VarOp other;
  if (m_areMixed) {
    other = buildVar(at, m_loc, "other", read(at, place), /*isConst=*/false);
    auto branch = at.create<IfOp>(m_loc, read(at, m_areMixed.getRef()));
    OpBuilder in = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    in.create<AssignOp>(m_loc, other.getRef(), read(in, sortedAt(in, read(in, place))));
  } else {
    other = buildVar(at, m_loc, "other", read(at, sortedAt(at, read(at, place))),
                     /*isConst=*/true);
  }
  auto readOther = [&] { return read(at, other.getRef()); };
  Value turn, index = readOther();
  if (m_turns > 1) {
    turn = buildBinary(at, m_loc, BinaryKind::Div, readOther(), number(at, m_threads));
    index = buildBinary(at, m_loc, BinaryKind::Rem, readOther(), number(at, m_threads));
    VarOp thread = buildVar(at, m_loc, "thread", index, /*isConst=*/true);
    index = read(at, thread.getRef());
  }
  SmallVector<VarOp> counters = buildCounters(at, turn, index);
  Block &rest = m_regroup.getBody().front();
  IRMapping mapping;
  SmallVector<std::pair<LoadOp, Value>> reads;
  for (auto [dim, loop] : llvm::enumerate(m_loops.getCounterLoops())) {
    auto load = at.create<LoadOp>(m_loc, rest.getArgument(dim).getType(), counters[loop].getRef());
    mapping.map(rest.getArgument(dim), load);
    reads.push_back({load, counters[loop].getRef()});
  }
  unsigned argument = m_loops.getCounterLoops().size();
  for (auto [name, value] : llvm::zip(m_keptParts, m_regroup.getKept()))
    mapping.map(rest.getArgument(argument++),
                read(at, buildShared(at, name, m_turns * m_threads, value.getType(), readOther())));
  OpBuilder body = buildBodyPlace(at, m_loc, m_regroup.getBody());
  for (Operation &op : rest)
    body.clone(op, mapping);
  // A counter is read where it is used, so that it prints as the variable.
  for (auto [load, place] : reads) {
    for (OpOperand &use : llvm::make_early_inc_range(load->getUses())) {
      OpBuilder before(use.getOwner());
      use.set(buildLoad(before, use.getOwner()->getLoc(), place));
    }
    load.erase();
  }
}

void RegroupLowering::buildRests(OpBuilder &at) {
  ForOp loop = buildUintLoop(
      at, m_loc, "turn", number(at, 0), [&](OpBuilder &in) { return number(in, m_turns); },
      [&](OpBuilder &in) { return number(in, 1); });
  OpBuilder in = OpBuilder::atBlockEnd(&loop.getBody().front());
  if (m_turns > 1 && m_areMixed) {
    auto branch = in.create<IfOp>(m_loc, read(in, m_areMixed.getRef()));
    OpBuilder::atBlockEnd(&branch.getThenRegion().front()).create<BarrierOp>(m_loc);
  } else if (m_turns > 1) {
    in.create<BarrierOp>(m_loc);
  }
  VarOp place = buildVar(in, m_loc, "place", buildPlace(in, loop.getBodyVar()), /*isConst=*/true);
  OpBuilder inside = buildIf(in, CmpKind::Lt, read(in, place.getRef()), read(in, m_taken.getRef()));
  buildRest(inside, place.getRef());
}

LogicalResult RegroupLowering::run() {
  m_turns = m_regroup.getTurns();
  m_numWays = m_regroup.getWays();
  for (int32_t along : m_shader.getLocalSize())
    m_threads *= along;
  if (m_threads <= m_numWays)
    return m_regroup.emitOpError("has ")
           << m_numWays << " ways, and its workgroups " << m_threads << " threads";
  if (failed(m_loops.find(m_regroup, m_regroup.getCounters())))
    return failure();
  takeTurns();
  ForOp inner = m_loops.getInner().loop;
  Block &iteration = inner.getBody().front();
  SmallVector<Operation *> before;
  for (Operation &op : llvm::make_range(iteration.begin(), Block::iterator(m_regroup)))
    before.push_back(&op);
  declareShared();
  OpBuilder at(m_regroup);
  buildReset(at);
  buildFirstParts(at, before);
  if (m_hasBallot) {
    buildComparison(at);
    auto branch = at.create<IfOp>(m_loc, read(at, m_areMixed.getRef()));
    OpBuilder in = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    buildSort(in);
  } else {
    buildSort(at);
  }
  buildRests(at);
  at.create<BarrierOp>(m_loc);
  m_regroup.erase();
  eraseDeadExpressions(inner.getBody());
  return success();
}

void LowerRegroupsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  auto target = getOperation()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto ballot = target ? target.getAs<BoolAttr>("subgroup_ballot") : BoolAttr();
  SmallVector<RegroupOp> found;
  getOperation().walk([&](RegroupOp regroup) { found.push_back(regroup); });
  for (RegroupOp regroup : found)
    if (failed(RegroupLowering(regroup, ballot && ballot.getValue()).run()))
      return signalPassFailure();
}
