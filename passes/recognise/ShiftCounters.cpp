//===- ShiftCounters.cpp - Loops that compare their counter with something added --------------===//
//
//   for (unsigned y = 1; y + 1 < h; ++y)    ->    for (unsigned yPlus1 = 2; yPlus1 < h; ++yPlus1) {
//     use(y);                                       const unsigned y = yPlus1 - 1;
//                                                   use(y);
//                                                 }
//
// This is exact also where y + 1 wraps around. Both loops compare the same numbers: an unsigned sum
// modulo 2^N grows with its counter as the sum itself would, and the counter is the sum less c,
// modulo 2^N. `y < h - 1` would be another loop: it runs where h is 0, and where y begins at
// UINT_MAX it does not. A signed sum that overflows is undefined in the loop as it is written,
// which computes it before the first iteration, too.
//
// A counter of 8 or 16 bits is promoted before it is added to, so that the loop counts an int:
//
//   for (uint8_t i = 0; i + 1 < n; i++)    ->    for (int iPlus1 = 1; iPlus1 < n; iPlus1++) {
//     use(i);                                      const int i = iPlus1 - 1;
//
// The counter itself would wrap around. With a step that is a power of two it would meet the same
// numbers again then, and the loop would never end, which C++ does not allow.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/recognise/ShiftCounters.h"

#include "analysis/values/Expressions.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Whether a value is the counter, promoted perhaps.
static bool isCounter(Value value, Value place) {
  Type type = cast<RefType>(place.getType()).getPointee();
  if (auto promoted = value.getDefiningOp<CastOp>();
      promoted && promoted.getType().isInteger(32) && type.getIntOrFloatBitWidth() < 32)
    value = promoted.getOperand();
  auto load = value.getDefiningOp<LoadOp>();
  return load && load.getRef() == place;
}

/// The sum of the counter and another value that one side of a comparison is, converted perhaps.
static BinaryOp findSum(Value side, Value place) {
  while (auto cast = side.getDefiningOp<CastOp>())
    side = cast.getOperand();
  auto sum = side.getDefiningOp<BinaryOp>();
  if (!sum)
    return {};
  bool matches = sum.getKind() == BinaryKind::Sub
                     ? isCounter(sum.getLhs(), place)
                     : sum.getKind() == BinaryKind::Add &&
                           isCounter(sum.getLhs(), place) != isCounter(sum.getRhs(), place);
  return matches ? sum : BinaryOp();
}

/// "yPlus1": of a loop that counts y + 1.
static std::string makeName(StringRef counter, Value amount, bool isSubtracted) {
  std::optional<int64_t> number = getConstantInt(amount);
  if (!number)
    return (counter + "Shifted").str();
  bool isLess = isSubtracted != (*number < 0);
  return (counter + (isLess ? "Minus" : "Plus") + Twine(std::abs(*number))).str();
}

static Value add(OpBuilder &builder, Location where, Value value, Value amount, bool isSubtracted) {
  auto first = value.getDefiningOp<ConstantOp>(), second = amount.getDefiningOp<ConstantOp>();
  if (!first || !second)
    return builder.create<BinaryOp>(
        where, value.getType(), isSubtracted ? BinaryKind::Sub : BinaryKind::Add, value, amount);
  APInt sum = cast<IntegerAttr>(first.getValue()).getValue();
  APInt added = cast<IntegerAttr>(second.getValue()).getValue();
  sum = isSubtracted ? sum - added : sum + added;
  return builder.create<ConstantOp>(where, cast<TypedAttr>(IntegerAttr::get(value.getType(), sum)));
}

/// Whether all reads of a counter are promoted to a type at once.
static bool isOnlyPromoted(Value place, Type type) {
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    return !isa<LoadOp>(user) || llvm::all_of(user->getUsers(), [&](Operation *reader) {
      return isa<CastOp>(reader) && reader->getResult(0).getType() == type;
    });
  });
}

/// The step of a counter that is promoted, `i = (uint8_t)(i + 2)`, where it adds or takes a power
/// of two; null for others.
static AssignOp findPromotedStep(Value place, Type type) {
  AssignOp step;
  for (Operation *user : place.getUsers()) {
    if (isa<LoadOp>(user))
      continue;
    if (step || !(step = dyn_cast<AssignOp>(user)) || step.getRef() != place)
      return {};
  }
  auto narrowed = step ? step.getValue().getDefiningOp<CastOp>() : CastOp();
  auto sum = narrowed ? narrowed.getOperand().getDefiningOp<BinaryOp>() : BinaryOp();
  if (!sum || sum.getType() != type || !isCounter(sum.getLhs(), place) ||
      (sum.getKind() != BinaryKind::Add && sum.getKind() != BinaryKind::Sub))
    return {};
  std::optional<int64_t> amount = getConstantInt(sum.getRhs());
  return amount && llvm::isPowerOf2_64(std::abs(*amount)) ? step : AssignOp();
}

/// What reads the counter reads the wide one, whose value is the same.
static void readWide(Value place, Type type) {
  Type narrow = cast<RefType>(place.getType()).getPointee();
  for (Operation *user : place.getUsers()) {
    auto load = dyn_cast<LoadOp>(user);
    if (!load)
      continue;
    load.getResult().setType(type);
    for (OpOperand &use : llvm::make_early_inc_range(load->getUses())) {
      Operation *reader = use.getOwner();
      if (isa<CastOp>(reader) && reader->getResult(0).getType() == type) {
        reader->getResult(0).replaceAllUsesWith(load.getResult());
        reader->erase();
      } else if (!isa<CastOp, DerefOp, ElementOp>(reader)) {
        OpBuilder builder(reader);
        use.set(builder.create<CastOp>(load.getLoc(), narrow, load.getResult()));
      }
    }
  }
  place.setType(RefType::get(type));
}

void vkmorph::vkm::shiftCounter(ForOp loop, llvm::function_ref<bool(const Root &)> isInvariant) {
  auto cmp = cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
  if (!cmp || !isa<IntegerType>(loop.getInit().getType()))
    return;
  Value place = loop.getCondVar();
  BinaryOp sum = findSum(cmp.getLhs(), place);
  if (!sum)
    sum = findSum(cmp.getRhs(), place);
  bool isOnlyRead = llvm::all_of(loop.getBodyVar().getUsers(), llvm::IsaPred<LoadOp>);
  if (!sum || !isOnlyRead)
    return;
  Value amount = isCounter(sum.getLhs(), place) ? sum.getRhs() : sum.getLhs();
  if (findRead(amount, isInvariant))
    return;

  Type type = sum.getType(), counterType = loop.getInit().getType();
  bool isPromoted = type != counterType;
  AssignOp step;
  if (isPromoted) {
    bool isWider = counterType.getIntOrFloatBitWidth() < 32 && type.isInteger(32);
    step = isWider ? findPromotedStep(loop.getStepVar(), type) : AssignOp();
    if (!step || !isOnlyPromoted(place, type) || !isOnlyPromoted(loop.getStepVar(), type))
      return;
  }
  Location where = sum.getLoc();
  bool isSubtracted = sum.getKind() == BinaryKind::Sub;
  std::string name = makeName(loop.getName(), amount, isSubtracted);
  auto copyAmount = [&](OpBuilder &builder) {
    IRMapping mapping;
    return cloneExpression(builder, amount, mapping);
  };

  OpBuilder before(loop);
  Value init = loop.getInit();
  if (isPromoted)
    init = before.createOrFold<CastOp>(where, type, init);
  loop.getInitMutable().assign(add(before, where, init, copyAmount(before), isSubtracted));
  if (isPromoted) {
    auto narrowed = step.getValue().getDefiningOp<CastOp>();
    step.getValueMutable().assign(narrowed.getOperand());
    narrowed.erase();
    readWide(place, type);
    readWide(loop.getStepVar(), type);
    amount = isCounter(sum.getLhs(), place) ? sum.getRhs() : sum.getLhs();
  }

  OpBuilder body = OpBuilder::atBlockBegin(&loop.getBody().front());
  auto var = body.create<VarOp>(where, RefType::get(counterType), loop.getName(), Value(),
                                /*constant=*/true);
  loop.getBodyVar().replaceAllUsesWith(var.getRef());
  loop.getBodyVar().setType(RefType::get(type));
  body.setInsertionPoint(var);
  Value shifted = body.create<LoadOp>(where, type, loop.getBodyVar());
  var.getInitMutable().assign(add(body, where, shifted, copyAmount(body), !isSubtracted));
  if (isPromoted)
    readWide(var.getRef(), type);
  loop.setName(name);

  OpBuilder inside(sum);
  sum.replaceAllUsesWith(Value(inside.create<LoadOp>(where, type, place)));
  sum.erase();
}
