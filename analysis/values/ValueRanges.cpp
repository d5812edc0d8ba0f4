//===- ValueRanges.cpp - Between which numbers an integer lies --------------------------------===//
//
//   pixels[i]      of uint8_t: 0 to 255            x & 63        0 to 63
//   x % 10u        0 to 9                          std::min(x, 99u)   0 to 99
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/ValueRanges.h"

#include "analysis/values/Expressions.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace vkmorph::vkm;

/// Longer expressions are taken to be anything.
static constexpr unsigned kMaxRangeDepth = 32;

using Range = std::optional<IntegerRange>;

/// All numbers of a type of at most 32 bits.
static Range getRangeOfType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() > 32)
    return std::nullopt;
  unsigned width = integer.getWidth();
  if (width == 1 || integer.isUnsigned())
    return IntegerRange{0, (int64_t(1) << width) - 1};
  return IntegerRange{-(int64_t(1) << (width - 1)), (int64_t(1) << (width - 1)) - 1};
}

/// What is left of a range in a type: all numbers of it where some would wrap.
static Range fit(Range range, Type type) {
  Range all = getRangeOfType(type);
  if (!range)
    return all;
  if (all)
    return range->least >= all->least && range->most <= all->most ? range : all;
  bool isUnsigned = type.isUnsignedInteger();
  return isUnsigned && range->least < 0 ? std::nullopt : range;
}

static Range find(Value value, unsigned depth);

static Range findSum(const Range &a, const Range &b, bool isDifference) {
  if (!a || !b)
    return std::nullopt;
  int64_t least, most;
  bool wraps = isDifference ? llvm::SubOverflow(a->least, b->most, least) |
                                  llvm::SubOverflow(a->most, b->least, most)
                            : llvm::AddOverflow(a->least, b->least, least) |
                                  llvm::AddOverflow(a->most, b->most, most);
  return wraps ? Range() : IntegerRange{least, most};
}

static Range findProduct(const Range &a, const Range &b) {
  if (!a || !b)
    return std::nullopt;
  int64_t corners[4];
  bool wraps = llvm::MulOverflow(a->least, b->least, corners[0]) |
               llvm::MulOverflow(a->least, b->most, corners[1]) |
               llvm::MulOverflow(a->most, b->least, corners[2]) |
               llvm::MulOverflow(a->most, b->most, corners[3]);
  if (wraps)
    return std::nullopt;
  return IntegerRange{*std::min_element(corners, corners + 4),
                      *std::max_element(corners, corners + 4)};
}

/// A remainder, quotient or shift by a constant.
static Range findByConstant(BinaryOp op, const Range &left, int64_t by) {
  bool isNegative = !op.getType().isUnsignedInteger() && (!left || left->least < 0);
  switch (op.getKind()) {
  case BinaryKind::Rem:
    if (by <= 0)
      return std::nullopt;
    return IntegerRange{isNegative ? 1 - by : 0,
                        left && !isNegative ? std::min(left->most, by - 1) : by - 1};
  case BinaryKind::Div:
    return by > 0 && left ? Range(IntegerRange{left->least / by, left->most / by}) : std::nullopt;
  case BinaryKind::Shr:
    if (by < 0 || by > 63)
      return std::nullopt;
    if (left)
      return IntegerRange{left->least >> by, left->most >> by};
    // All of 64 bits.
    if (isNegative || by == 0)
      return std::nullopt;
    return IntegerRange{0, int64_t(~uint64_t(0) >> by)};
  case BinaryKind::Shl:
    return by >= 0 && by < 32 ? findProduct(left, IntegerRange{int64_t(1) << by, int64_t(1) << by})
                              : std::nullopt;
  default:
    return std::nullopt;
  }
}

static Range findBinary(BinaryOp op, unsigned depth) {
  Range left = find(op.getLhs(), depth + 1), right = find(op.getRhs(), depth + 1);
  auto isNonNegative = [](const Range &range) { return range && range->least >= 0; };
  switch (op.getKind()) {
  case BinaryKind::Add:
  case BinaryKind::Sub:
    return findSum(left, right, op.getKind() == BinaryKind::Sub);
  case BinaryKind::Mul:
    return findProduct(left, right);
  case BinaryKind::And:
    // No bit is set that one of them does not have.
    if (isNonNegative(left) && isNonNegative(right))
      return IntegerRange{0, std::min(left->most, right->most)};
    if (isNonNegative(left) || isNonNegative(right))
      return IntegerRange{0, isNonNegative(left) ? left->most : right->most};
    return std::nullopt;
  case BinaryKind::Or:
  case BinaryKind::Xor:
    if (!isNonNegative(left) || !isNonNegative(right))
      return std::nullopt;
    return IntegerRange{
        0, int64_t(llvm::NextPowerOf2(uint64_t(std::max(left->most, right->most))) - 1)};
  default: {
    std::optional<int64_t> by = getConstantInt(op.getRhs());
    return by ? findByConstant(op, left, *by) : std::nullopt;
  }
  }
}

static Range findMath(MathOp op, unsigned depth) {
  SmallVector<Range> operands;
  for (Value operand : op.getOperands())
    operands.push_back(find(operand, depth + 1));
  if (llvm::is_contained(operands, std::nullopt))
    return std::nullopt;
  switch (op.getFn()) {
  case MathFn::Min:
    return IntegerRange{std::min(operands[0]->least, operands[1]->least),
                        std::min(operands[0]->most, operands[1]->most)};
  case MathFn::Max:
    return IntegerRange{std::max(operands[0]->least, operands[1]->least),
                        std::max(operands[0]->most, operands[1]->most)};
  case MathFn::Clamp:
    return IntegerRange{operands[1]->least, operands[2]->most};
  default:
    return std::nullopt;
  }
}

static Range findLoad(LoadOp load, unsigned depth) {
  auto var = load.getRef().getDefiningOp<VarOp>();
  if (var && var.getInit() && keepsInitialValue(var))
    return find(var.getInit(), depth + 1);
  return std::nullopt;
}

static Range findSelect(SelectOp select, unsigned depth) {
  auto yielded = [&](Region &region) {
    return find(cast<YieldOp>(region.front().back()).getValue(), depth + 1);
  };
  Range a = yielded(select.getWhenTrue()), b = yielded(select.getWhenFalse());
  if (!a || !b)
    return std::nullopt;
  return IntegerRange{std::min(a->least, b->least), std::max(a->most, b->most)};
}

static Range find(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!isa<IntegerType>(value.getType()))
    return std::nullopt;
  if (!op || depth > kMaxRangeDepth)
    return getRangeOfType(value.getType());
  if (std::optional<int64_t> number = getConstantInt(value))
    return fit(IntegerRange{*number, *number}, value.getType());
  Range range = llvm::TypeSwitch<Operation *, Range>(op)
                    .Case([&](CastOp cast) { return find(cast.getOperand(), depth + 1); })
                    .Case([&](BinaryOp binary) { return findBinary(binary, depth); })
                    .Case([&](MathOp math) { return findMath(math, depth); })
                    .Case([&](LoadOp load) { return findLoad(load, depth); })
                    .Case([&](SelectOp select) { return findSelect(select, depth); })
                    .Default([](Operation *) { return Range(); });
  return fit(range, value.getType());
}

std::optional<IntegerRange> vkmorph::vkm::findRange(Value value) { return find(value, 0); }
