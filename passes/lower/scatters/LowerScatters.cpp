//===- LowerScatters.cpp - Updates of elements that several iterations update -----------------===//
//
//   vkm.scatter add %bin, %1 by <atomic>     =>   atomicAdd(bins[k], 1);
//
//   by <compare_swap>                        =>   before = atomicOr(sums[k], 0u);
//                                                 do {
//                                                   seen = before;
//                                                   before = atomicCompSwap(sums[k], seen, seen +
//                                                   x);
//                                                 } while (before != seen);
//
//   by <shared of 256>                       =>   binsShared[element] = 0; ... barrier();
//                                                 for (...) atomicAdd(binsShared[k], 1);
//                                                 barrier();
//                                                 if (share != 0) atomicAdd(bins[element], share);
//
//   by <ordered>                             =>   sumsElement[thread] = k + 1; sumsTerm[thread] =
//   x;
//                                                 barrier();
//                                                 for (each thread's slot)
//                                                   if (it is one of my elements) sums[k] += x;
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/scatters/LowerScatters.h"

#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/Constants.h"
#include "ir/NamedConstants.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/plan/Planning.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <map>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The unsigned integer with as many bits.
static Type getBitsType(Type number) {
  return IntegerType::get(number.getContext(), number.getIntOrFloatBitWidth(),
                          IntegerType::Unsigned);
}

static Value convertBits(OpBuilder &at, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  auto constant = value.getDefiningOp<ConstantOp>();
  auto number = constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
  if (!number)
    return at.create<BitcastOp>(loc, type, value);
  auto bits =
      at.create<ConstantOp>(loc, IntegerAttr::get(type, number.getValue().bitcastToAPInt()));
  if (!number.getValue().isPosZero())
    bits->setAttr(kHexAttr, at.getUnitAttr());
  return bits;
}

Combination::Combination(ScatterOp scatter)
    : kind(scatter.getKind()), replacesNan(scatter->hasAttr(kReplacesNanAttr)),
      takesNan(scatter->hasAttr(kTakesNanAttr)), takesEqual(scatter->hasAttr(kTakesEqualAttr)) {}

Combination Combination::inAnyOrder() const {
  Combination free = *this;
  free.takesNan = free.takesEqual = false;
  return free;
}

static bool isExtreme(ReduceKind kind) {
  return kind == ReduceKind::Min || kind == ReduceKind::Max;
}

/// Whether a minimum or maximum takes the value.
static Value buildIsTaken(OpBuilder &at, Location loc, const Combination &combination, Value old,
                          Value value) {
  bool isMin = combination.kind == ReduceKind::Min, takesEqual = combination.takesEqual;
  if (combination.takesNan) { // unless it is known to be the larger one
    CmpKind isKept =
        takesEqual ? (isMin ? CmpKind::Gt : CmpKind::Lt) : (isMin ? CmpKind::Ge : CmpKind::Le);
    return at.create<UnaryOp>(loc, at.getI1Type(), UnaryKind::Not,
                              at.create<CmpOp>(loc, isKept, value, old));
  }
  CmpKind isLess =
      takesEqual ? (isMin ? CmpKind::Le : CmpKind::Ge) : (isMin ? CmpKind::Lt : CmpKind::Gt);
  Value isTaken = at.create<CmpOp>(loc, isLess, value, old);
  if (!combination.replacesNan)
    return isTaken;
  auto either = at.create<OrOp>(loc, at.getI1Type(), isTaken);
  OpBuilder rhs = OpBuilder::atBlockEnd(&either.getRhs().emplaceBlock());
  rhs.create<YieldOp>(loc, rhs.create<MathOp>(loc, at.getI1Type(), MathFn::IsNan, ValueRange{old}));
  return either;
}

/// What two numbers become.
static Value buildCombined(OpBuilder &at, Location loc, const Combination &combination, Value old,
                           Value value) {
  Type type = value.getType();
  if (!isExtreme(combination.kind))
    return at.create<BinaryOp>(loc, type, getOperator(combination.kind), old, value);
  return buildSelect(
      at, loc, type, buildIsTaken(at, loc, combination, old, value),
      [&](OpBuilder &) { return value; }, [&](OpBuilder &) { return old; });
}

/// Whether a value may stand in a loop as it is: a literal, or the variable that holds it.
static bool isNamed(Value value) {
  auto negation = value.getDefiningOp<UnaryOp>();
  if (negation && negation.getKind() == UnaryKind::Neg)
    value = negation.getOperand();
  auto load = value.getDefiningOp<LoadOp>();
  auto variable = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  return value.getDefiningOp<ConstantOp>() || (variable && variable.getConstant());
}

/// Compares the bits of a place with what was seen there, and swaps them, until nobody else has
/// changed them in between. `bits` is the place as an integer, which is read by an atomic operation
/// that changes nothing: a plain read would be a race with the swaps of other threads, and a
/// compiler might read twice and compare with another number than it computes from.
void ScatterLowering::buildSwaps(OpBuilder &at, Location loc, const Combination &combination,
                                 Value bits, Value value) {
  Type word = cast<RefType>(bits.getType()).getPointee(), type = value.getType();
  ++loops[at.getBlock()];
  unsigned number = 0;
  for (Operation *around = at.getBlock()->getParentOp(); around; around = around->getParentOp())
    if (around->getBlock())
      number += loops.lookup(around->getBlock());
  number += loops[at.getBlock()];
  auto name = [&](StringRef text) {
    return number == 1 ? text.str() : (text + Twine(number)).str();
  };
  if (!isNamed(value))
    value = buildLoad(at, loc, buildVar(at, loc, name("term"), value, /*isConst=*/true).getRef());
  Value nothing = at.create<ConstantOp>(loc, at.getIntegerAttr(word, 0));
  Value found = at.create<AtomicOp>(loc, word, ReduceKind::Or, bits, nothing);
  Value before = buildVar(at, loc, name("before"), found, /*isConst=*/false).getRef();
  Value seen = at.create<VarOp>(loc, RefType::get(word), name("seen"), Value(), /*is_const=*/false);
  auto loop = at.create<DoWhileOp>(loc);
  OpBuilder inside = OpBuilder::atBlockEnd(&loop.getBody().emplaceBlock());
  inside.create<AssignOp>(loc, seen, buildLoad(inside, loc, before));
  Value old = convertBits(inside, loc, type, buildLoad(inside, loc, seen));
  Value next = convertBits(inside, loc, word, buildCombined(inside, loc, combination, old, value));
  found = inside.create<CompareSwapOp>(loc, word, bits, buildLoad(inside, loc, seen), next);
  inside.create<AssignOp>(loc, before, found);
  OpBuilder condition = OpBuilder::atBlockEnd(&loop.getCond().emplaceBlock());
  Value changed = condition.create<CmpOp>(loc, CmpKind::Ne, buildLoad(condition, loc, before),
                                          buildLoad(condition, loc, seen));
  condition.create<YieldOp>(loc, changed);
}

/// Combines a value into an element that other threads of the device may change.
void ScatterLowering::buildUpdate(OpBuilder &at, Location loc, bool swaps,
                                  const Combination &combination, Value place, Value value) {
  Type type = value.getType();
  if (!swaps) {
    at.create<AtomicOp>(loc, type, combination.kind, place, value);
    return;
  }
  if (isa<FloatType>(type))
    place = at.create<BitsOp>(loc, RefType::get(getBitsType(type)), place, Value());
  buildSwaps(at, loc, combination.inAnyOrder(), place, value);
}

/// The same where no other thread changes the element.
static void buildPlainUpdate(OpBuilder &at, Location loc, const Combination &combination,
                             Value place, Value value) {
  if (!isa<FloatType>(value.getType()))
    return combineInto(at, loc, combination.kind, place, value, Operands::NeverNan);
  // The order is that of the source, to the last bit.
  if (!isExtreme(combination.kind)) {
    at.create<UpdateOp>(loc, getOperator(combination.kind), place, value);
    return;
  }
  auto branch =
      at.create<IfOp>(loc, buildIsTaken(at, loc, combination, buildLoad(at, loc, place), value));
  OpBuilder::atBlockEnd(&branch.getThenRegion().front()).create<AssignOp>(loc, place, value);
}

/// What a copy begins with, and what a share is that nothing has come to: the value that changes
/// nothing, which is NaN where that is replaced.
static Value buildNeutral(OpBuilder &at, Location loc, const Combination &combination, Type type) {
  if (!combination.replacesNan)
    return makeIdentity(at, loc, combination.kind, type);
  return at.create<ConstantOp>(
      loc, FloatAttr::get(type, llvm::APFloat::getQNaN(cast<FloatType>(type).getFloatSemantics())));
}

/// The steps to a place that are elements, the innermost first, each with how many there are: 0
/// where that is not known.
static SmallVector<std::pair<Operation *, int64_t>> getElementSteps(Value place) {
  SmallVector<std::pair<Operation *, int64_t>> steps;
  for (Operation *op = place.getDefiningOp(); isa<MemberOp, ElementOp, DerefOp>(op);
       op = op->getOperand(0).getDefiningOp()) {
    if (isa<DerefOp>(op)) {
      steps.push_back({op, 0});
      break;
    }
    if (auto element = dyn_cast<ElementOp>(op))
      steps.push_back(
          {op, getNumElements(cast<RefType>(element.getBase().getType()).getPointee())});
  }
  return steps;
}

/// The number of an element among all that the indices on the way may choose.
static Value buildNumber(OpBuilder &at, Location loc, Value place) {
  Type uint = getUintType(at.getContext());
  Value number;
  int64_t stride = 1;
  for (auto [op, count] : getElementSteps(place)) {
    Value index = at.createOrFold<CastOp>(loc, uint, op->getOperand(1));
    if (stride != 1)
      index = buildBinary(at, loc, BinaryKind::Mul, index, buildUint(at, loc, stride));
    number = number ? buildBinary(at, loc, BinaryKind::Add, index, number) : index;
    stride *= count;
  }
  return number;
}

/// The way to a place once more, with other indices; null for one that stays.
static Value buildWay(OpBuilder &at, Value place, llvm::function_ref<Value(Operation *)> getIndex) {
  Operation *op = place.getDefiningOp();
  if (!op || isa<BufferOp>(op))
    return place;
  IRMapping mapping;
  if (op->getNumOperands() > 0)
    mapping.map(op->getOperand(0), buildWay(at, op->getOperand(0), getIndex));
  if (op->getNumOperands() > 1) {
    Value index = getIndex(op);
    if (!index)
      index = at.clone(*op->getOperand(1).getDefiningOp())->getResult(0);
    mapping.map(op->getOperand(1), index);
  }
  return at.clone(*op, mapping)->getResult(0);
}

/// The place of the element with that number. Indices that are constants may stay, where all
/// places that are asked for have them.
static Value buildPlaceOf(OpBuilder &at, Location loc, Value place, Value number,
                          bool keepsConstants) {
  llvm::DenseMap<Operation *, Value> indices;
  int64_t stride = 1;
  auto steps = getElementSteps(place);
  for (auto [op, count] : steps) {
    if (!keepsConstants || !getConstantInt(op->getOperand(1))) {
      Value index = number;
      if (stride != 1)
        index = buildBinary(at, loc, BinaryKind::Div, index, buildUint(at, loc, stride));
      if (op != steps.back().first)
        index = buildBinary(at, loc, BinaryKind::Rem, index, buildUint(at, loc, count));
      indices[op] = index;
    }
    stride *= count;
  }
  return buildWay(at, place, [&](Operation *op) { return indices.lookup(op); });
}

/// Each thread of the workgroup takes some of the elements; one where there are no more of them
/// than threads.
static void forEachElement(OpBuilder &at, Location loc, int64_t elements, int64_t threads,
                           llvm::function_ref<void(OpBuilder &, ElementNumber)> body) {
  auto own = [&](OpBuilder &in) { return buildBuiltin(in, loc, Builtin::LocalIndex); };
  if (elements == threads)
    return body(at, own);
  if (elements < threads) {
    auto branch = at.create<IfOp>(
        loc, at.create<CmpOp>(loc, CmpKind::Lt, own(at), buildUint(at, loc, elements)));
    OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    return body(inside, own);
  }
  ForOp loop = buildUintLoop(
      at, loc, "element", buildBuiltin(at, loc, Builtin::LocalIndex),
      [&](OpBuilder &in) { return buildUint(in, loc, elements); },
      [&](OpBuilder &in) { return buildUint(in, loc, threads); });
  OpBuilder inside = OpBuilder::atBlockEnd(&loop.getBody().front());
  body(inside, [&](OpBuilder &in) { return buildLoad(in, loc, loop.getBodyVar()); });
}

/// The place of an element of a shared array.
static Value buildShared(OpBuilder &at, Location loc, StringRef name, int64_t length, Type type,
                         Value number) {
  Type array = ArrayType::get(at.getContext(), length, type);
  return buildElement(at, loc, at.create<SharedRefOp>(loc, RefType::get(array), name), number);
}

//===------------------------------------------------------------------------------------------===//
// Copies
//===------------------------------------------------------------------------------------------===//

ScatterLowering::Copy ScatterLowering::addCopy(OpBuilder &at, const ScatterArray &array) {
  ScatterOp first = array.scatters.front();
  Location loc = first.getLoc();
  Copy copy{loc, *first.getPlan(), Combination(first), first.getValue().getType(), {}, {}, {}};
  copy.slot = isa<FloatType>(copy.number) ? getBitsType(copy.number) : copy.number;
  int64_t elements = copy.plan.getElements();
  OpBuilder outside(at.getBlock()->getParentOp());
  copy.variable = addShared(outside, loc, parent, (getRootName(array.root) + "Shared").str(),
                            ArrayType::get(at.getContext(), elements, copy.slot));
  copy.model = buildWay(at, first.getRef(), [&](Operation *) { return buildUint(at, loc, 0); });
  copies.push_back(copy);
  return copy;
}

/// One loop for all copies of one length.
void ScatterLowering::forEachLength(
    OpBuilder &at, llvm::function_ref<void(OpBuilder &, const Copy &, ElementNumber)> body) {
  SmallVector<int64_t> lengths;
  for (const Copy &copy : copies)
    if (!llvm::is_contained(lengths, copy.plan.getElements()))
      lengths.push_back(copy.plan.getElements());
  for (int64_t length : lengths)
    forEachElement(at, copies.front().loc, length, threads,
                   [&](OpBuilder &in, ElementNumber number) {
                     for (const Copy &copy : copies)
                       if (copy.plan.getElements() == length)
                         body(in, copy, number);
                   });
}

/// The copies begin with what changes nothing.
void ScatterLowering::begin(OpBuilder &at) {
  if (copies.empty())
    return;
  Operation *before = copies.back().model.getDefiningOp();
  forEachLength(at, [](OpBuilder &in, const Copy &copy, ElementNumber number) {
    Location loc = copy.loc;
    Value slot =
        buildShared(in, loc, copy.variable, copy.plan.getElements(), copy.slot, number(in));
    Value neutral = buildNeutral(in, loc, copy.combination, copy.number);
    in.create<AssignOp>(loc, slot, convertBits(in, loc, copy.slot, neutral));
  });
  attachComment(at.getBlock(), before, at.getStringAttr("The workgroup's own copies."));
  at.create<BarrierOp>(copies.front().loc);
}

void ScatterLowering::lower(ScatterOp scatter, const Copy *copy) {
  OpBuilder at(scatter);
  Location loc = scatter.getLoc();
  Operation *before = scatter->getPrevNode();
  ReduceKind kind = scatter.getKind();
  if (copy) {
    Value slot = buildShared(at, loc, copy->variable, copy->plan.getElements(), copy->slot,
                             buildNumber(at, loc, scatter.getRef()));
    // Floats in shared memory are updated by a feature of its own, which few devices have.
    if (isa<FloatType>(copy->number) || kind == ReduceKind::Mul)
      buildSwaps(at, loc, Combination(scatter).inAnyOrder(), slot, scatter.getValue());
    else
      at.create<AtomicOp>(loc, copy->number, kind, slot, scatter.getValue());
  } else if (scatter.getPlan()->getStrategy() == ScatterStrategy::Ordered) {
    // The only thread.
    buildPlainUpdate(at, loc, Combination(scatter), scatter.getRef(), scatter.getValue());
  } else {
    buildUpdate(at, loc, scatter.getPlan()->swaps(), Combination(scatter), scatter.getRef(),
                scatter.getValue());
  }
  Block *block = scatter->getBlock();
  Attribute comment = scatter->getAttr(kCommentAttr);
  scatter.erase();
  attachComment(block, before, comment);
}

/// Whether something has come to a workgroup's share of an element.
static Value buildIsChanged(OpBuilder &at, Location loc, const Combination &combination,
                            Value share) {
  Type type = cast<RefType>(share.getType()).getPointee();
  Value value = buildLoad(at, loc, share);
  if (combination.replacesNan)
    return at.create<UnaryOp>(
        loc, at.getI1Type(), UnaryKind::Not,
        at.create<MathOp>(loc, at.getI1Type(), MathFn::IsNan, ValueRange{value}));
  return at.create<CmpOp>(loc, CmpKind::Ne, value, buildNeutral(at, loc, combination, type));
}

void ScatterLowering::finish(OpBuilder &at) {
  if (copies.empty())
    return;
  auto barrier = at.create<BarrierOp>(copies.front().loc);
  barrier->setAttr(kCommentAttr,
                   at.getStringAttr("The copies are complete, and go to the arrays."));
  forEachLength(at, [&](OpBuilder &in, const Copy &copy, ElementNumber number) {
    Location loc = copy.loc;
    Value slot =
        buildShared(in, loc, copy.variable, copy.plan.getElements(), copy.slot, number(in));
    Value share =
        buildVar(in, loc, "share", convertBits(in, loc, copy.number, buildLoad(in, loc, slot)),
                 /*isConst=*/true)
            .getRef();
    auto branch = in.create<IfOp>(loc, buildIsChanged(in, loc, copy.combination, share));
    OpBuilder then = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    Value place = buildPlaceOf(then, loc, copy.model, number(then), /*keepsConstants=*/false);
    buildUpdate(then, loc, copy.plan.swaps(), copy.combination, place, buildLoad(then, loc, share));
  });
  eraseDeadExpressions(*at.getBlock()->getParent());
}

//===------------------------------------------------------------------------------------------===//
// The order of the source
//===------------------------------------------------------------------------------------------===//

/// The iteration leaves the number of the element, plus one, and the value.
ScatterLowering::Slot ScatterLowering::fillSlot(ScatterOp scatter, StringRef name) {
  OpBuilder at(scatter);
  Location loc = scatter.getLoc();
  Type uint = getUintType(at.getContext());
  Slot slot{Combination(scatter), scatter.getRef(), {}, {}, scatter.getValue().getType()};
  OpBuilder outside(scatter->getParentOfType<ShaderOp>());
  slot.element = addShared(outside, loc, parent, (name + "Element").str(),
                           ArrayType::get(at.getContext(), threads, uint));
  slot.term = addShared(outside, loc, parent, (name + "Term").str(),
                        ArrayType::get(at.getContext(), threads, slot.number));
  auto place = [&](StringRef variable, Type type) {
    return buildShared(at, loc, variable, threads, type,
                       buildBuiltin(at, loc, Builtin::LocalIndex));
  };
  Value number = buildBinary(at, loc, BinaryKind::Add, buildNumber(at, loc, scatter.getRef()),
                             buildUint(at, loc, 1));
  auto first = at.create<AssignOp>(loc, place(slot.element, uint), number);
  if (Attribute comment = scatter->getAttr(kCommentAttr))
    first->setAttr(kCommentAttr, comment);
  at.create<AssignOp>(loc, place(slot.term, slot.number), scatter.getValue());
  scatter.erase();
  return slot;
}

/// Behind each block of iterations, each thread takes what has come to its own elements.
void ScatterLowering::applySlots(ForOp blocks, ArrayRef<Slot> slots) {
  Location loc = blocks.getLoc();
  Type uint = getUintType(blocks.getContext());
  OpBuilder at = OpBuilder::atBlockBegin(&blocks.getBody().front());
  for (const Slot &slot : slots) {
    Value own = buildBuiltin(at, loc, Builtin::LocalIndex);
    at.create<AssignOp>(loc, buildShared(at, loc, slot.element, threads, uint, own),
                        buildUint(at, loc, 0));
  }
  at.setInsertionPointToEnd(&blocks.getBody().front());
  at.create<BarrierOp>(loc)->setAttr(
      kCommentAttr,
      at.getStringAttr("In the order of the iterations, each thread to elements of its own."));
  ForOp loop = buildUintLoop(
      at, loc, "turn", buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildUint(in, loc, threads); },
      [&](OpBuilder &in) { return buildUint(in, loc, 1); });
  OpBuilder in = OpBuilder::atBlockEnd(&loop.getBody().front());
  for (const Slot &slot : slots) {
    Value turn = buildLoad(in, loc, loop.getBodyVar());
    Value element =
        buildVar(in, loc, "element",
                 buildLoad(in, loc, buildShared(in, loc, slot.element, threads, uint, turn)),
                 /*isConst=*/true)
            .getRef();
    Value isAny =
        in.create<CmpOp>(loc, CmpKind::Ne, buildLoad(in, loc, element), buildUint(in, loc, 0));
    auto both = in.create<AndOp>(loc, in.getI1Type(), isAny);
    OpBuilder rhs = OpBuilder::atBlockEnd(&both.getRhs().emplaceBlock());
    Value owner = buildBinary(rhs, loc, BinaryKind::Rem, buildLoad(rhs, loc, element),
                              buildUint(rhs, loc, threads));
    rhs.create<YieldOp>(loc, rhs.create<CmpOp>(loc, CmpKind::Eq, owner,
                                               buildBuiltin(rhs, loc, Builtin::LocalIndex)));
    auto branch = in.create<IfOp>(loc, both);
    OpBuilder then = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    Value number = buildBinary(then, loc, BinaryKind::Sub, buildLoad(then, loc, element),
                               buildUint(then, loc, 1));
    Value place = buildPlaceOf(then, loc, slot.ref, number, /*keepsConstants=*/true);
    Value term = buildShared(then, loc, slot.term, threads, slot.number,
                             buildLoad(then, loc, loop.getBodyVar()));
    buildPlainUpdate(then, loc, slot.combination, place, buildLoad(then, loc, term));
  }
  at.create<BarrierOp>(loc);
}

//===------------------------------------------------------------------------------------------===//
// All of them
//===------------------------------------------------------------------------------------------===//

/// "a", "a and b", "a, b and c"
static std::string joinWords(ArrayRef<std::string> words) {
  if (words.size() == 1)
    return words.front();
  return llvm::join(words.drop_back(), ", ") + " and " + words.back();
}

void ScatterLowering::lower(ShaderOp shader, ArrayRef<ForOp> loops) {
  threads = 1;
  for (int32_t size : shader.getLocalSize())
    threads *= size;
  ForOp outermost = loops.front();
  OpBuilder at(outermost);
  std::map<std::string, SmallVector<std::string>> updated; ///< by the way
  for (const auto &[name, plan] : listScatters(shader))
    updated[describeScatter(plan)].push_back(name);
  llvm::DenseMap<Operation *, Copy> copyOf;
  for (const ScatterArray &array : collectScatters(shader))
    if (array.getPlan()->isShared()) {
      Copy copy = addCopy(at, array);
      for (ScatterOp scatter : array.scatters)
        copyOf.insert({scatter, copy});
    }
  // As the source has them, so that what they declare has names in that order.
  SmallVector<ScatterOp> scatters, ordered;
  shader.walk([&](ScatterOp scatter) { scatters.push_back(scatter); });
  for (ScatterOp scatter : scatters) {
    if (scatter.getPlan()->getStrategy() == ScatterStrategy::Ordered && threads > 1) {
      ordered.push_back(scatter);
      continue;
    }
    auto copy = copyOf.find(scatter);
    lower(scatter, copy == copyOf.end() ? nullptr : &copy->second);
  }
  begin(at);
  // Those of one array in the order in which an iteration comes to them.
  SmallVector<Slot> slots;
  llvm::StringMap<unsigned> known;
  for (ScatterOp scatter : ordered) {
    std::string name = getRootName(getRoot(scatter.getRef())).str();
    unsigned number = ++known[name];
    slots.push_back(fillSlot(scatter, number == 1 ? name : name + std::to_string(number)));
  }
  if (!slots.empty())
    applySlots(loops.back(), slots);
  for (auto &[way, arrays] : updated)
    text += (text.empty() ? "Updates of " : ", of ") + joinWords(arrays) + " by " + way;
  text += text.empty() ? "" : ".";
}
