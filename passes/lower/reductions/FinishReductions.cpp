//===- FinishReductions.cpp - How the results of workgroups are combined ----------------------===//
//
//   atomics               atomicAdd(m_sum, m_sumLocal);
//
//   atomic totals         atomicAdd(m_sumTotal, m_sumLocal);
//                         if (this workgroup is the last one) {
//                           m_sum += m_sumTotal;
//                           m_sumTotal = 0;
//                         }
//
//   the same, packed      uint64_t before = atomicAdd(m_sumTotalAndGroups, m_sumLocal << 32 | 1);
//                         if (before counts all other workgroups) {
//                           m_sumLocal += before >> 32;
//                           m_sumTotalAndGroups = 0;
//                           m_sum += m_sumLocal;
//                         }
//
//   last workgroup        m_sumPartials[workgroup] = m_sumLocal;
//                         if (this workgroup is not the last one) return;
//                         m_sumLocal = all of m_sumPartials, in order
//                         m_sum += m_sumLocal;
//
//   last subgroup         the same, by the first subgroup of the last workgroup alone: all others
//                         leave before, so that no thread waits for a barrier
//
//   extra dispatches      m_sumPartials[workgroup] = m_sumLocal;
//                                                          in the next dispatch, of one workgroup:
//                         m_sumLocal = all of m_sumPartials, in order
//                         m_sum += m_sumLocal;
//
// The last workgroup is the one that a counter tells so: it waits for no other, so that nothing
// need be known about which workgroups run at the same time.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/values/GridShape.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/Places.h"
#include "passes/lower/reductions/LowerReductions.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

#include "ir/EffectLedger.h"

#include "llvm/Support/MathExtras.h"

#include <functional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// With an extra dispatch: how many workgroups have left partial results.
static constexpr llvm::StringLiteral kGroups = "groups";
// Partial results that a thread reads before it waits for the first of them.
static constexpr int64_t kPartialsAtOnce = 4;

/// Attaches a comment to the first statement of those built by `build`.
static void withComment(OpBuilder &builder, StringRef text, llvm::function_ref<void()> build) {
  Block *block = builder.getBlock();
  Operation *before = block->empty() ? nullptr : &block->back();
  build();
  attachComment(block, before, builder.getStringAttr(text));
}

//===------------------------------------------------------------------------------------------===//
// The scratch buffer
//===------------------------------------------------------------------------------------------===//

std::string ReductionLowering::getScratchName(const Accumulator &accumulator) const {
  bool isTotal = finishBy == ReduceFinish::AtomicTotals;
  return accumulator.name + (isPacked ? "TotalAndGroups" : isTotal ? "Total" : "Partials");
}

/// For each number of an accumulator its total, or the partial results of all workgroups. Bools are
/// words, which every device stores.
Type ReductionLowering::getScratchType(const Accumulator &accumulator) const {
  Type type = getComponentType(accumulator.value);
  // The total is the upper half, and the number of workgroups the lower one.
  if (isPacked)
    return IntegerType::get(type.getContext(), 64, IntegerType::Unsigned);
  if (type.isInteger(1))
    type = getUintType(type.getContext());
  if (hasPartials())
    type = ArrayType::get(type.getContext(), partials, type);
  if (int64_t components = getNumComponents(accumulator.value); components > 1)
    type = ArrayType::get(type.getContext(), components, type);
  return makeArrays(type, accumulator.lengths);
}

bool ReductionLowering::hasPartials() const {
  return finishBy == ReduceFinish::LastWorkgroup || finishBy == ReduceFinish::LastSubgroup ||
         needsDispatch() || columns > 0;
}

/// Visits the numbers that a value of a type is made of, each with the way to it: names of members,
/// numbers of elements.
static void forEachScalar(Operation *from, Type type, SmallVectorImpl<Attribute> &path,
                          llvm::function_ref<void(ArrayRef<Attribute>, Type)> visit) {
  auto step = [&](Attribute to, Type part) {
    path.push_back(to);
    forEachScalar(from, part, path, visit);
    path.pop_back();
  };
  if (auto record = dyn_cast<RecordType>(type)) {
    for (auto member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>())
      step(StringAttr::get(type.getContext(), member.getName()), member.getType());
  } else if (isa<ArrayType, VecType, MatType>(type)) {
    Type index = IntegerType::get(type.getContext(), 64);
    for (int64_t number = 0; number < getNumElements(type); ++number)
      step(IntegerAttr::get(index, number), getElementType(type));
  } else {
    visit(path, type);
  }
}

SmallVector<MemberAttr, 1>
ReductionLowering::getScratchMembers(const Accumulator &accumulator) const {
  MLIRContext *context = accumulator.value.getContext();
  std::string name = getScratchName(accumulator);
  if (!isa<RecordType, ArrayType>(accumulator.value))
    return {MemberAttr::get(context, name, getScratchType(accumulator), 0)};
  // Of a struct each number has an array of its own, of words where it is narrower: no layout of
  // structs is asked of the device.
  SmallVector<MemberAttr, 1> members;
  SmallVector<Attribute> path;
  forEachScalar(kernel, accumulator.value, path, [&](ArrayRef<Attribute> steps, Type type) {
    std::string spelling = name;
    for (Attribute step : steps)
      spelling += isa<StringAttr>(step) ? ("_" + cast<StringAttr>(step).getValue()).str()
                                        : "_" + std::to_string(cast<IntegerAttr>(step).getInt());
    if (auto integer = dyn_cast<IntegerType>(type); integer && integer.getWidth() < 32)
      type = integer.isSigned() ? IntegerType::get(context, 32, IntegerType::Signed)
                                : getUintType(context);
    members.push_back(
        MemberAttr::get(context, spelling, ArrayType::get(context, partials, type), 0));
  });
  return members;
}

/// The number of workgroups or of those that are done, then the results.
void ReductionLowering::addScratch(OpBuilder &builder) {
  MLIRContext *context = builder.getContext();
  Type counter = getUintType(context);
  // Of columns, one for each block of them.
  if (columns)
    counter = ArrayType::get(context, maxGroups, counter);
  SmallVector<Attribute> members;
  int64_t end = 0;
  if (!isPacked) {
    members.push_back(
        MemberAttr::get(context, needsDispatch() ? kGroups : kGroupsDone, counter, 0));
    end = getLayout(kernel, counter).size;
  }
  for (Accumulator &accumulator : accumulators)
    for (MemberAttr member : getScratchMembers(accumulator)) {
      Layout layout = getLayout(kernel, member.getType());
      end = llvm::alignTo(end, layout.align);
      members.push_back(MemberAttr::get(context, member.getName(), member.getType(), end));
      end += layout.size;
    }
  bool isTotals = finishBy == ReduceFinish::AtomicTotals;
  std::string name = makeFreeSymbol(parent, display + (isTotals ? "Totals" : "Partials"));
  scratch = builder.create<ScratchOp>(kernel.getLoc(), name, end, builder.getArrayAttr(members));
  if (finishBy == ReduceFinish::LastWorkgroup || columns)
    flag = addShared(builder, kernel.getLoc(), parent, "isLastGroup", builder.getI1Type());
}

Value ReductionLowering::scratchPlace(OpBuilder &builder, Location loc,
                                      const Accumulator &accumulator, const Leaf &leaf,
                                      unsigned component, GroupFn group) {
  bool isStruct = isa<RecordType, ArrayType>(accumulator.value);
  MemberAttr member = getScratchMembers(accumulator)[isStruct ? component : 0];
  Value place = builder.create<ScratchRefOp>(loc, RefType::get(member.getType()),
                                             scratch.getSymName(), member.getName());
  place = partOf(builder, loc, place, {leaf.counters, std::nullopt, {}});
  if (!isStruct && getNumComponents(accumulator.value) > 1)
    place = buildPart(builder, loc, place,
                      component + leaf.column.value_or(0) * getNumComponents(leaf.type));
  return hasPartials() ? buildElement(builder, loc, place, group(builder)) : place;
}

Value ReductionLowering::loadScratch(OpBuilder &builder, Location loc,
                                     const Accumulator &accumulator, const Leaf &leaf,
                                     GroupFn group) {
  unsigned component = 0;
  std::function<Value(Type)> load = [&](Type type) -> Value {
    if (!isa<RecordType, ArrayType, VecType, MatType>(type)) {
      Value place = scratchPlace(builder, loc, accumulator, leaf, component++, group);
      return builder.createOrFold<CastOp>(loc, type, buildLoad(builder, loc, place));
    }
    SmallVector<Value> parts;
    for (Type part : getPartTypes(kernel, type))
      parts.push_back(load(part));
    return builder.create<AggregateOp>(loc, type, parts);
  };
  return load(leaf.type);
}

void ReductionLowering::storeScratch(OpBuilder &builder, Location loc, Value place, Value value) {
  Type type = cast<RefType>(place.getType()).getPointee();
  builder.create<AssignOp>(loc, place, builder.createOrFold<CastOp>(loc, type, value));
}

void ReductionLowering::forEachNumber(
    OpBuilder &builder, Location loc,
    llvm::function_ref<void(OpBuilder &, const Accumulator &, const Leaf &, unsigned, Value)>
        emit) {
  for (Accumulator &accumulator : accumulators)
    forEachLeaf(builder, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
      unsigned component = 0;
      SmallVector<Attribute> path;
      forEachScalar(kernel, leaf.type, path, [&](ArrayRef<Attribute> steps, Type) {
        Value mine = partOf(at, loc, accumulator.place, leaf);
        for (Attribute step : steps) {
          auto name = dyn_cast<StringAttr>(step);
          Type whole = cast<RefType>(mine.getType()).getPointee();
          mine = name ? at.create<MemberOp>(loc, RefType::get(getPartType(kernel, whole, step)),
                                            mine, name)
                            .getResult()
                      : buildPart(at, loc, mine, cast<IntegerAttr>(step).getInt());
        }
        emit(at, accumulator, leaf, component++, mine);
      });
    });
}

//===------------------------------------------------------------------------------------------===//
// Steps of the finishes
//===------------------------------------------------------------------------------------------===//

void ReductionLowering::callCombine(OpBuilder &builder, Location loc, Value columnsPlace) {
  callCombine(builder, loc, combine,
              columnsPlace ? buildLoad(builder, loc, columnsPlace) : Value());
}

void ReductionLowering::callCombine(OpBuilder &builder, Location loc, FuncOp function, Value size) {
  SmallVector<Value> operands;
  for (Accumulator &accumulator : accumulators)
    operands.push_back(accumulator.place);
  if (size)
    operands.push_back(size);
  builder.create<CallOp>(loc, TypeRange(), function.getSymName(), operands);
}

Value ReductionLowering::countDone(OpBuilder &builder, Location loc) {
  Type uintType = getUintType(builder.getContext());
  Value counter =
      builder.create<ScratchRefOp>(loc, RefType::get(uintType), scratch.getSymName(), kGroupsDone);
  return builder.create<AtomicOp>(loc, uintType, ReduceKind::Add, counter,
                                  buildUint(builder, loc, 1));
}

Value ReductionLowering::compareDone(OpBuilder &builder, Location loc, CmpKind kind, Value done) {
  Value last = buildBinary(builder, loc, BinaryKind::Sub, buildWorkgroupCount(builder, loc, dims),
                           buildUint(builder, loc, 1));
  return builder.create<CmpOp>(loc, kind, done, last);
}

void ReductionLowering::resetDone(OpBuilder &builder, Location loc) {
  Value counter = builder.create<ScratchRefOp>(loc, RefType::get(getUintType(builder.getContext())),
                                               scratch.getSymName(), kGroupsDone);
  builder.create<AssignOp>(loc, counter, buildUint(builder, loc, 0));
}

//===------------------------------------------------------------------------------------------===//
// The finishes
//===------------------------------------------------------------------------------------------===//

void ReductionLowering::finish(OpBuilder &builder, Location loc, Emit emitBefore, Emit emitAfter) {
  // What the threads have written is done before they come to the barriers of combining.
  if (handsOn)
    builder.create<MemoryBarrierOp>(loc);
  callCombine(builder, loc);
  switch (*finishBy) {
  case ReduceFinish::Atomics:
    return finishByAtomics(builder, loc);
  case ReduceFinish::LastWorkgroup:
    return finishByLastWorkgroup(builder, loc, emitBefore, emitAfter);
  case ReduceFinish::LastSubgroup:
    return finishByLastSubgroup(builder, loc, emitBefore, emitAfter);
  case ReduceFinish::AtomicTotals:
    return isPacked ? finishByPackedTotal(builder, loc, emitBefore, emitAfter)
                    : finishByAtomicTotals(builder, loc, emitBefore, emitAfter);
  case ReduceFinish::ExtraDispatches:
    return leaveToDispatch(builder, loc);
  }
  llvm_unreachable("all finishes are built");
}

std::string ReductionLowering::describeFinish() const {
  if (!finishBy)
    return columns ? ", in the inner loop, which workgroups share where it is long, for up to " +
                         std::to_string(columns) + " iterations side by side."
           : lanes ? ", in the inner loop, which groups of threads take together."
                   : ", in the inner loop, which a workgroup takes together where it is long.";
  switch (*finishBy) {
  case ReduceFinish::Atomics:
    return ", finished by atomics.";
  case ReduceFinish::LastWorkgroup:
    return ", finished by the last workgroup.";
  case ReduceFinish::LastSubgroup:
    return ", finished by the first subgroup of the last workgroup.";
  case ReduceFinish::AtomicTotals:
    return isPacked ? ", added to an atomic total, which the last workgroup takes."
                    : ", added to atomic totals, which the last workgroup takes.";
  case ReduceFinish::ExtraDispatches:
    return ", finished by the next dispatch.";
  }
  llvm_unreachable("all finishes are described");
}

void ReductionLowering::finishByAtomics(OpBuilder &builder, Location loc) {
  OpBuilder first = buildIfFirstThread(builder, loc);
  forEachNumber(first, loc,
                [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf,
                    unsigned component, Value mine) {
                  Value place = fieldPart(at, loc, accumulator, leaf);
                  if (isa<VecType>(leaf.type))
                    place = buildPart(at, loc, place, component);
                  at.create<AtomicOp>(loc, getComponentType(leaf.type), *accumulator.kind, place,
                                      buildLoad(at, loc, mine));
                });
}

void ReductionLowering::finishByAtomicTotals(OpBuilder &builder, Location loc, Emit emitBefore,
                                             Emit emitAfter) {
  auto noGroup = [](OpBuilder &) { return Value(); };
  OpBuilder first = buildIfFirstThread(builder, loc);
  first.getBlock()->getParentOp()->setAttr(
      kCommentAttr, builder.getStringAttr("Add to the totals; the workgroup that counts itself "
                                          "last finds all shares in them."));
  forEachNumber(first, loc,
                [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf,
                    unsigned component, Value mine) {
                  at.create<AtomicOp>(loc, getComponentType(leaf.type), *accumulator.kind,
                                      scratchPlace(at, loc, accumulator, leaf, component, noGroup),
                                      buildLoad(at, loc, mine));
                });
  first.create<MemoryBarrierOp>(loc);
  auto branch =
      first.create<IfOp>(loc, compareDone(first, loc, CmpKind::Eq, countDone(first, loc)));
  OpBuilder last = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  last.create<MemoryBarrierOp>(loc);
  auto mine = [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf) {
    return partOf(at, loc, accumulator.place, leaf);
  };
  for (Accumulator &accumulator : accumulators)
    forEachLeaf(last, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
      Value total = loadScratch(at, loc, accumulator, leaf, noGroup);
      at.create<AssignOp>(loc, mine(at, accumulator, leaf), total);
    });
  // Before the statements of the source, which may return.
  withComment(last, "For the next launch.", [&] {
    forEachNumber(last, loc,
                  [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf,
                      unsigned component, Value) {
                    Value place = scratchPlace(at, loc, accumulator, leaf, component, noGroup);
                    at.create<AssignOp>(
                        loc, place,
                        makeIdentity(at, loc, accumulator.kind, getComponentType(leaf.type)));
                  });
    resetDone(last, loc);
  });
  emitBefore(last);
  combineIntoFields(last, loc);
  emitAfter(last);
}

/// One number of 64 bits has the total and how many workgroups are in it: what an atomic operation
/// finds tells its workgroup whether it is the last one, and all the others' sum. No memory barrier
/// is needed where nothing else is handed on. The sum is the upper half: it may wrap.
void ReductionLowering::finishByPackedTotal(OpBuilder &builder, Location loc, Emit emitBefore,
                                            Emit emitAfter) {
  const Accumulator &accumulator = accumulators.front();
  Type uintType = getUintType(builder.getContext());
  Type pairType = getScratchType(accumulator);
  auto constant = [&](OpBuilder &at, int64_t value) -> Value {
    return at.create<ConstantOp>(loc, IntegerAttr::get(pairType, value));
  };
  auto pair = [&](OpBuilder &at) -> Value {
    return at.create<ScratchRefOp>(loc, RefType::get(pairType), scratch.getSymName(),
                                   getScratchName(accumulator));
  };
  OpBuilder first = buildIfFirstThread(builder, loc);
  first.getBlock()->getParentOp()->setAttr(
      kCommentAttr,
      builder.getStringAttr("Add to the total, the upper half, and count this workgroup in the "
                            "lower one; the last of them finds all others' shares in it."));
  Value share = first.createOrFold<CastOp>(loc, uintType, buildLoad(first, loc, accumulator.place));
  share = buildBinary(first, loc, BinaryKind::Shl, first.create<CastOp>(loc, pairType, share),
                      constant(first, 32));
  share = buildBinary(first, loc, BinaryKind::Or, share, constant(first, 1));
  if (handsOn)
    first.create<MemoryBarrierOp>(loc);
  Value old = first.create<AtomicOp>(loc, pairType, ReduceKind::Add, pair(first), share);
  VarOp before = buildVar(first, loc, "before", old, /*isConst=*/true);
  Value done = first.create<CastOp>(loc, uintType, buildLoad(first, loc, before));
  auto branch = first.create<IfOp>(loc, compareDone(first, loc, CmpKind::Eq, done));
  OpBuilder last = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  if (handsOn)
    last.create<MemoryBarrierOp>(loc);
  Value others =
      buildBinary(last, loc, BinaryKind::Shr, buildLoad(last, loc, before), constant(last, 32));
  others = last.create<CastOp>(loc, uintType, others);
  last.create<UpdateOp>(loc, BinaryKind::Add, accumulator.place,
                        last.createOrFold<CastOp>(loc, accumulator.value, others));
  // Before the statements of the source, which may return.
  withComment(last, "For the next launch.",
              [&] { last.create<AssignOp>(loc, pair(last), constant(last, 0)); });
  emitBefore(last);
  combineIntoFields(last, loc);
  emitAfter(last);
}

/// Writes this workgroup's results to its places among the partial ones.
void ReductionLowering::publishPartials(OpBuilder &first, Location loc) {
  forEachNumber(first, loc,
                [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf,
                    unsigned component, Value mine) {
                  Value place =
                      scratchPlace(at, loc, accumulator, leaf, component, [&](OpBuilder &in) {
                        return buildWorkgroupIndex(in, loc, dims);
                      });
                  storeScratch(at, loc, place, buildLoad(at, loc, mine));
                });
}

/// The loop in which a thread takes partial results of `count` workgroups.
ForOp ReductionLowering::buildGroupLoop(OpBuilder &builder, Location loc, GroupFn count) {
  auto thread = [&](OpBuilder &at) { return buildBuiltin(at, loc, Builtin::LocalIndex); };
  auto number = [&](OpBuilder &at) { return buildUint(at, loc, threads); };
  if (!isOrdered)
    return buildUintLoop(builder, loc, "group", thread(builder), count, number);
  Range range = buildRange(builder, loc, "Group", count(builder), thread, number);
  return buildUintLoop(
      builder, loc, "group", buildLoad(builder, loc, range.first),
      [&](OpBuilder &at) { return buildLoad(at, loc, range.end); },
      [&](OpBuilder &at) { return buildUint(at, loc, 1); });
}

/// `for (uint group = lane; group < count; group += 4u * lanes)`, in which each of `lanes` threads
/// takes partial results of four workgroups. It reads them whether there are so many or not: behind
/// conditions, each read would wait for the one before.
void ReductionLowering::takePartials(OpBuilder &builder, Location loc, GroupFn lane, GroupFn lanes,
                                     GroupFn count) {
  ForOp loop = buildUintLoop(builder, loc, "group", lane(builder), count, [&](OpBuilder &at) {
    return buildBinary(at, loc, BinaryKind::Mul, buildUint(at, loc, kPartialsAtOnce), lanes(at));
  });
  OpBuilder body = OpBuilder::atBlockEnd(&loop.getBody().front());
  ForOp turns = buildUnrolledLoop(body, loc, "turn", kPartialsAtOnce);
  body.setInsertionPointToEnd(&turns.getBody().front());
  Value ahead = buildBinary(body, loc, BinaryKind::Mul, buildLoad(body, loc, turns.getBodyVar()),
                            lanes(body));
  VarOp other = buildVar(
      body, loc, "other",
      buildBinary(body, loc, BinaryKind::Add, buildLoad(body, loc, loop.getBodyVar()), ahead),
      /*isConst=*/true);
  auto last = [&](OpBuilder &at) -> Value {
    Value most = buildBinary(at, loc, BinaryKind::Sub, count(at), buildUint(at, loc, 1));
    return at.create<MathOp>(loc, most.getType(), MathFn::Min,
                             ValueRange{buildLoad(at, loc, other), most});
  };
  for (Accumulator &accumulator : accumulators)
    forEachLeaf(body, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
      VarOp share = buildVar(at, loc, "share", loadScratch(at, loc, accumulator, leaf, last),
                             /*isConst=*/true);
      auto isThere =
          at.create<CmpOp>(loc, CmpKind::Lt, buildLoad(at, loc, other), count(at)).getResult();
      auto branch = at.create<IfOp>(loc, isThere);
      OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
      combineInto(inside, loc, *accumulator.kind, partOf(inside, loc, accumulator.place, leaf),
                  buildLoad(inside, loc, share), Operands::NeverNan);
    });
}

/// Combines the partial results of `count` workgroups, then into the reduced places.
void ReductionLowering::combinePartials(OpBuilder &builder, Location loc, GroupFn count,
                                        Emit emitBefore, Emit emitAfter) {
  takeAllPartials(builder, loc, count);
  callCombine(builder, loc);
  OpBuilder final = buildIfFirstThread(builder, loc);
  combineResults(final, loc, emitBefore, emitAfter);
}

/// The threads of a workgroup take all partial results together.
void ReductionLowering::takeAllPartials(OpBuilder &builder, Location loc, GroupFn count) {
  // What is carried, or combined in order, stands under conditions anyway.
  bool isPlain =
      llvm::all_of(patterns, [](const auto &pattern) { return pattern->isWithoutBranches(); });
  if (isPlain && maxGroups > kPartialsAtOnce * threads)
    return takePartials(
        builder, loc, [&](OpBuilder &at) { return buildBuiltin(at, loc, Builtin::LocalIndex); },
        [&](OpBuilder &at) { return buildUint(at, loc, threads); }, count);
  ForOp loop = buildGroupLoop(builder, loc, count);
  OpBuilder body = OpBuilder::atBlockEnd(&loop.getBody().front());
  auto mine = [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf) {
    return partOf(at, loc, accumulator.place, leaf);
  };
  combineAll(body, loc, mine, [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf) {
    return loadScratch(at, loc, accumulator, leaf,
                       [&](OpBuilder &in) { return buildLoad(in, loc, loop.getBodyVar()); });
  });
}

void ReductionLowering::combineIntoFields(OpBuilder &builder, Location loc) {
  for (const auto &pattern : patterns)
    pattern->combineIntoFields(
        builder, loc, [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf) {
          return buildLoad(at, loc, partOf(at, loc, accumulator.place, leaf));
        });
}

/// Combines what the thread has for all workgroups into the reduced places.
void ReductionLowering::combineResults(OpBuilder &final, Location loc, Emit emitBefore,
                                       Emit emitAfter) {
  emitBefore(final);
  combineIntoFields(final, loc);
  emitAfter(final);
}

void ReductionLowering::finishByLastWorkgroup(OpBuilder &builder, Location loc, Emit emitBefore,
                                              Emit emitAfter) {
  Type flagType = RefType::get(builder.getI1Type());
  OpBuilder first = buildIfFirstThread(builder, loc);
  first.getBlock()->getParentOp()->setAttr(
      kCommentAttr, builder.getStringAttr("Publish the partial results; the workgroup that counts "
                                          "itself last has all of them before it."));
  publishPartials(first, loc);
  first.create<MemoryBarrierOp>(loc);
  Value isLast = compareDone(first, loc, CmpKind::Eq, countDone(first, loc));
  first.create<AssignOp>(loc, first.create<SharedRefOp>(loc, flagType, flag), isLast);
  builder.create<BarrierOp>(loc);

  Value isLastGroup = buildLoad(builder, loc, builder.create<SharedRefOp>(loc, flagType, flag));
  Value isOther = builder.create<UnaryOp>(loc, builder.getI1Type(), UnaryKind::Not, isLastGroup);
  auto leave = builder.create<IfOp>(loc, isOther);
  OpBuilder::atBlockEnd(&leave.getThenRegion().front()).create<ReturnOp>(loc, Value());
  builder.create<MemoryBarrierOp>(loc);

  withComment(builder, "Combine the partial results of all workgroups, in order.", [&] {
    for (Accumulator &accumulator : accumulators)
      resetAccumulator(builder, loc, accumulator, accumulator.place);
  });
  combinePartials(
      builder, loc, [&](OpBuilder &at) { return buildWorkgroupCount(at, loc, dims); },
      [&](OpBuilder &final) {
        // Before the statements of the source, which may return.
        resetDone(final, loc);
        emitBefore(final);
      },
      emitAfter);
}

void ReductionLowering::finishByLastSubgroup(OpBuilder &builder, Location loc, Emit emitBefore,
                                             Emit emitAfter) {
  auto leaveIf = [&](Value condition) {
    auto leave = builder.create<IfOp>(loc, condition);
    OpBuilder::atBlockEnd(&leave.getThenRegion().front()).create<ReturnOp>(loc, Value());
  };
  auto ask = [&](StringRef name, ActiveThreads what) -> Value {
    Value answer = builder.create<ActiveThreadsOp>(loc, getUintType(builder.getContext()), what);
    return buildVar(builder, loc, name, answer, /*isConst=*/true);
  };
  auto isFirstLane = [&](Value lane) -> Value {
    return builder.create<CmpOp>(loc, CmpKind::Eq, buildLoad(builder, loc, lane),
                                 buildUint(builder, loc, 0));
  };
  withComment(builder,
              "Publish the partial results; the first subgroup of the workgroup that counts itself "
              "last has all of them before it.",
              [&] {
                leaveIf(builder.create<CmpOp>(loc, CmpKind::Ne,
                                              buildBuiltin(builder, loc, Builtin::Subgroup),
                                              buildUint(builder, loc, 0)));
              });
  // A subgroup need not be full.
  Value lanes = ask("lanes", ActiveThreads::Count), lane = ask("lane", ActiveThreads::Rank);
  VarOp done = buildVar(builder, loc, "done", buildUint(builder, loc, 0), /*isConst=*/false);
  auto publish = builder.create<IfOp>(loc, isFirstLane(lane));
  OpBuilder first = OpBuilder::atBlockEnd(&publish.getThenRegion().front());
  publishPartials(first, loc);
  first.create<MemoryBarrierOp>(loc);
  first.create<AssignOp>(loc, done, countDone(first, loc));
  Value number = builder.create<SubgroupFirstOp>(loc, buildLoad(builder, loc, done));
  leaveIf(compareDone(builder, loc, CmpKind::Ne, number));
  // The thread that has counted sees the results; through it the others do.
  builder.create<MemoryBarrierOp>(loc);
  builder.create<SubgroupBarrierOp>(loc);

  withComment(builder, "Combine the partial results of all workgroups, in order.", [&] {
    for (Accumulator &accumulator : accumulators)
      resetAccumulator(builder, loc, accumulator, accumulator.place);
  });
  takePartials(
      builder, loc, [&](OpBuilder &at) { return buildLoad(at, loc, lane); },
      [&](OpBuilder &at) { return buildLoad(at, loc, lanes); },
      [&](OpBuilder &at) { return buildWorkgroupCount(at, loc, dims); });
  for (Accumulator &accumulator : accumulators)
    combineSubgroup(builder, loc, accumulator, accumulator.place);
  auto finish = builder.create<IfOp>(loc, isFirstLane(lane));
  OpBuilder final = OpBuilder::atBlockEnd(&finish.getThenRegion().front());
  combineResults(
      final, loc,
      [&](OpBuilder &at) {
        // Before the statements of the source, which may return.
        resetDone(at, loc);
        emitBefore(at);
      },
      emitAfter);
}

/// How many workgroups there were only the first dispatch knows: the first of them says so.
void ReductionLowering::leaveToDispatch(OpBuilder &builder, Location loc) {
  OpBuilder first = buildIfFirstThread(builder, loc);
  first.getBlock()->getParentOp()->setAttr(
      kCommentAttr, builder.getStringAttr("Leave the partial results to the next dispatch."));
  publishPartials(first, loc);
  Value isFirst = first.create<CmpOp>(loc, CmpKind::Eq, buildWorkgroupIndex(first, loc, dims),
                                      buildUint(first, loc, 0));
  auto branch = first.create<IfOp>(loc, isFirst);
  OpBuilder only = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  Value place = only.create<ScratchRefOp>(loc, RefType::get(getUintType(only.getContext())),
                                          scratch.getSymName(), kGroups);
  only.create<AssignOp>(loc, place, buildWorkgroupCount(only, loc, dims));
}

void ReductionLowering::finishInDispatch(OpBuilder &builder, Location loc, Emit emitBefore,
                                         Emit emitAfter) {
  declareAccumulators(builder, loc);
  combinePartials(
      builder, loc,
      [&](OpBuilder &at) {
        Value place = at.create<ScratchRefOp>(loc, RefType::get(getUintType(at.getContext())),
                                              scratch.getSymName(), kGroups);
        return buildLoad(at, loc, place);
      },
      emitBefore, emitAfter);
}
