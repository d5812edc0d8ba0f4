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
//===------------------------------------------------------------------------------------------===//

#include "passes/ShiftCounters.h"

#include "passes/Utils.h"

using namespace mlir;
using namespace vkmorph::vkm;

static bool isCounter(Value value, Value place) {
  auto load = value.getDefiningOp<LoadOp>();
  return load && load.getRef() == place;
}

/// The sum of the counter and another value that one side of a comparison is, converted perhaps.
/// Sums of promoted counters stay: they have more bits than the counter.
static BinaryOp findSum(Value side, Value place) {
  while (auto cast = side.getDefiningOp<CastOp>())
    side = cast.getOperand();
  auto sum = side.getDefiningOp<BinaryOp>();
  if (!sum || sum.getType() != cast<RefType>(place.getType()).getPointee())
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

  Type type = sum.getType();
  Location where = sum.getLoc();
  bool isSubtracted = sum.getKind() == BinaryKind::Sub;
  std::string name = makeName(loop.getName(), amount, isSubtracted);
  auto copyAmount = [&](OpBuilder &builder) {
    IRMapping mapping;
    return cloneExpression(builder, amount, mapping);
  };

  OpBuilder before(loop);
  loop.getInitMutable().assign(
      add(before, where, loop.getInit(), copyAmount(before), isSubtracted));

  OpBuilder body = OpBuilder::atBlockBegin(&loop.getBody().front());
  Value shifted = body.create<LoadOp>(where, type, loop.getBodyVar());
  Value counter = add(body, where, shifted, copyAmount(body), !isSubtracted);
  auto var = body.create<VarOp>(where, RefType::get(type), loop.getName(), counter,
                                /*constant=*/true);
  loop.getBodyVar().replaceUsesWithIf(
      var.getRef(), [&](OpOperand &use) { return use.getOwner() != shifted.getDefiningOp(); });
  loop.setName(name);

  OpBuilder inside(sum);
  sum.replaceAllUsesWith(Value(inside.create<LoadOp>(where, type, place)));
  sum.erase();
}
