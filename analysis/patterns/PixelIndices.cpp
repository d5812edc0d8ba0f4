//===- PixelIndices.cpp - Takes indices of pictures apart into row and column ----------------===//

#include "analysis/patterns/Images.h"
#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Value vkmorph::vkm::stripIntegerCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    // What becomes narrower than an index may become another number.
    auto from = isa<CastOp, NarrowOp>(op) ? dyn_cast<IntegerType>(op->getOperand(0).getType())
                                          : IntegerType();
    auto to = from ? dyn_cast<IntegerType>(value.getType()) : IntegerType();
    if (!to || from.getWidth() == 1 || to.getWidth() < 32)
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The value that a variable keeps, for a read of such a one; the value itself for all others.
static Value followConstants(Value value) {
  while (true) {
    value = stripIntegerCasts(value);
    auto load = value.getDefiningOp<LoadOp>();
    auto var = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
    if (!var || !var.getInit() || !keepsInitialValue(var))
      return value;
    value = var.getInit();
  }
}

namespace {
/// Proves that a column lies in [0, pitch).
class ColumnBounds {
public:
  explicit ColumnBounds(llvm::function_ref<bool(Value)> isPitch) : isPitch(isPitch) {}

  bool isWithin(Value column) { return isNotNegative(column) && isBelow(column); }

private:
  bool isNotNegative(Value value);
  bool isBelow(Value value);
  bool isAtMost(Value value);
  /// Whether the value is the pitch less one, or what is at most that.
  bool isLast(Value value);
  static ForOp getLoop(Value value);

  llvm::function_ref<bool(Value)> isPitch;
};
} // namespace

/// The loop whose variable a value reads in its body, where only the step changes it.
ForOp ColumnBounds::getLoop(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  auto argument = load ? dyn_cast<BlockArgument>(load.getRef()) : BlockArgument();
  auto loop = argument ? dyn_cast<ForOp>(argument.getOwner()->getParentOp()) : ForOp();
  if (!loop || argument != loop.getBodyVar() ||
      getEffects(loop.getBody()).writesAny(getRoot(argument)))
    return {};
  return loop;
}

/// What the step of a loop adds to its variable; none where it does anything else.
static std::optional<int64_t> getStep(ForOp loop) {
  std::optional<int64_t> step;
  for (Operation &op : loop.getStep().front()) {
    auto update = dyn_cast<UpdateOp>(op);
    if (!update) {
      if (isa<AssignOp, CallOp>(op))
        return std::nullopt;
      continue;
    }
    if (update.getRef() != loop.getStepVar() || update.getKind() != BinaryKind::Add || step)
      return std::nullopt;
    step = getConstantInt(update.getValue());
    if (!step)
      return std::nullopt;
  }
  return step;
}

static bool isGridCounter(Value value, GridOp &grid, unsigned &dim) {
  auto argument = dyn_cast<BlockArgument>(value);
  grid = argument ? dyn_cast<GridOp>(argument.getOwner()->getParentOp()) : GridOp();
  if (grid)
    dim = argument.getArgNumber();
  return static_cast<bool>(grid);
}

/// `int(std::clamp(x, 0.0f, float(width - 1)))`: the clamp; null for all others. NaN has no
/// integer.
static MathOp getLimitsOfFloat(Value value) {
  auto conversion = value.getDefiningOp<CastOp>();
  if (!conversion || !conversion.getOperand().getType().isF32())
    return {};
  auto math = followConstants(conversion.getOperand()).getDefiningOp<MathOp>();
  return math && math.getFn() == MathFn::Clamp ? math : MathOp();
}

bool ColumnBounds::isNotNegative(Value value) {
  value = followConstants(value);
  if (std::optional<int64_t> number = getConstantInt(value))
    return *number >= 0;
  if (auto type = dyn_cast<IntegerType>(value.getType()); type && type.isUnsigned())
    return true;
  GridOp grid;
  unsigned dim = 0;
  if (isGridCounter(value, grid, dim))
    return !grid.hasDynamicStep(dim) && grid.getSteps()[dim] > 0 &&
           isNotNegative(grid.getLower()[dim]);
  if (ForOp loop = getLoop(value)) {
    std::optional<int64_t> step = getStep(loop);
    return step && *step > 0 && isNotNegative(loop.getInit());
  }
  if (MathOp limits = getLimitsOfFloat(value)) {
    auto low = followConstants(limits.getOperands()[1]).getDefiningOp<ConstantOp>();
    return low && !cast<FloatAttr>(low.getValue()).getValue().isNegative();
  }
  if (auto math = value.getDefiningOp<MathOp>()) {
    auto both = [&](auto property) {
      return property(math.getOperands()[0]) && property(math.getOperands()[1]);
    };
    auto notNegative = [&](Value operand) { return isNotNegative(operand); };
    if (math.getFn() == MathFn::Clamp)
      return isNotNegative(math.getOperands()[1]);
    if (math.getFn() == MathFn::Min)
      return both(notNegative);
    if (math.getFn() == MathFn::Max)
      return notNegative(math.getOperands()[0]) || notNegative(math.getOperands()[1]);
    return false;
  }
  auto binary = value.getDefiningOp<BinaryOp>();
  if (!binary)
    return false;
  switch (binary.getKind()) {
  case BinaryKind::Add:
  case BinaryKind::Mul:
  case BinaryKind::Div:
  case BinaryKind::Rem:
    return isNotNegative(binary.getLhs()) && isNotNegative(binary.getRhs());
  default:
    return isLast(value); // of a row that has a pixel to be asked for
  }
}

bool ColumnBounds::isLast(Value value) {
  value = followConstants(value);
  auto binary = value.getDefiningOp<BinaryOp>();
  if (!binary)
    return false;
  std::optional<int64_t> number = getConstantInt(binary.getRhs());
  bool isLess = binary.getKind() == BinaryKind::Sub
                    ? number && *number >= 1
                    : binary.getKind() == BinaryKind::Add && number && *number <= -1;
  // 0u - 1u is no column.
  auto type = dyn_cast<IntegerType>(value.getType());
  return isLess && type && type.isSigned() && isPitch(binary.getLhs());
}

bool ColumnBounds::isBelow(Value value) {
  value = followConstants(value);
  // A row in which a pixel is asked for has a first one.
  if (getConstantInt(value) == 0)
    return true;
  GridOp grid;
  unsigned dim = 0;
  if (isGridCounter(value, grid, dim)) {
    if (grid.hasDynamicStep(dim) || grid.getSteps()[dim] < 1)
      return false;
    Value upper = grid.getUpper()[dim];
    return grid.getPredicate(dim) == CmpKind::Lt   ? isAtMost(upper)
           : grid.getPredicate(dim) == CmpKind::Le ? isBelow(upper)
                                                   : false;
  }
  if (ForOp loop = getLoop(value)) {
    std::optional<int64_t> step = getStep(loop);
    auto cmp = cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
    auto counter = cmp ? stripIntegerCasts(cmp.getLhs()).getDefiningOp<LoadOp>() : LoadOp();
    if (!step || *step < 1 || !counter || counter.getRef() != loop.getCondVar())
      return false;
    return cmp.getKind() == CmpKind::Lt   ? isAtMost(cmp.getRhs())
           : cmp.getKind() == CmpKind::Le ? isBelow(cmp.getRhs())
                                          : false;
  }
  // float(width - 1) is exact: no image has rows of 2^24 pixels.
  if (MathOp limits = getLimitsOfFloat(value)) {
    auto high = followConstants(limits.getOperands()[2]).getDefiningOp<CastOp>();
    return high && isa<IntegerType>(high.getOperand().getType()) && isLast(high.getOperand());
  }
  if (auto math = value.getDefiningOp<MathOp>()) {
    ValueRange operands = math.getOperands();
    if (math.getFn() == MathFn::Clamp)
      return isBelow(operands[2]);
    if (math.getFn() == MathFn::Min)
      return isBelow(operands[0]) || isBelow(operands[1]);
    if (math.getFn() == MathFn::Max)
      return isBelow(operands[0]) && isBelow(operands[1]);
    return false;
  }
  if (auto binary = value.getDefiningOp<BinaryOp>();
      binary && binary.getKind() == BinaryKind::Rem && isPitch(binary.getRhs()))
    return isNotNegative(binary.getLhs());
  // x - 1, which is less than x where numbers have signs
  if (auto binary = value.getDefiningOp<BinaryOp>();
      binary && binary.getKind() == BinaryKind::Sub && !isLast(value)) {
    auto type = dyn_cast<IntegerType>(value.getType());
    std::optional<int64_t> number = getConstantInt(binary.getRhs());
    return type && type.isSigned() && number && *number >= 0 && isBelow(binary.getLhs());
  }
  return isLast(value);
}

bool ColumnBounds::isAtMost(Value value) {
  value = followConstants(value);
  if (isPitch(value) || isBelow(value))
    return true;
  if (auto math = value.getDefiningOp<MathOp>(); math && math.getFn() == MathFn::Min)
    return isAtMost(math.getOperands()[0]) || isAtMost(math.getOperands()[1]);
  return false;
}

/// `row * pitch + column` of a sum, in any order; what it is made of stands where the sum does.
static PixelIndex matchSum(Value index, llvm::function_ref<Pitch(Value)> getPitch) {
  auto sum = stripIntegerCasts(index).getDefiningOp<BinaryOp>();
  if (!sum || sum.getKind() != BinaryKind::Add)
    return {};
  for (auto [first, second] :
       {std::pair(sum.getLhs(), sum.getRhs()), std::pair(sum.getRhs(), sum.getLhs())}) {
    auto product = stripIntegerCasts(first).getDefiningOp<BinaryOp>();
    if (!product || product.getKind() != BinaryKind::Mul)
      continue;
    // Where both factors can be it, the second one is: `y * width`.
    for (auto [pitch, row] : {std::pair(product.getRhs(), product.getLhs()),
                              std::pair(product.getLhs(), product.getRhs())}) {
      Pitch known = getPitch(pitch);
      if (!known)
        continue;
      auto isPitch = [&](Value value) { return getPitch(value) == known; };
      PixelIndex result{stripIntegerCasts(row), stripIntegerCasts(second), pitch, false, false};
      result.isColumnWithin = ColumnBounds(isPitch).isWithin(second);
      // A product that wraps around is no row: of unsigned integers, counters of grids only.
      GridOp grid;
      unsigned dim = 0;
      if (cast<IntegerType>(product.getType()).isUnsigned() &&
          !isGridCounter(followConstants(row), grid, dim))
        result.isColumnWithin = false;
      return result;
    }
  }
  return {};
}

/// A pitch that some product in a sum has.
static Value findPitch(Value index, llvm::function_ref<Pitch(Value)> getPitch) {
  auto binary = followConstants(index).getDefiningOp<BinaryOp>();
  if (!binary)
    return {};
  Value lhs = binary.getLhs(), rhs = binary.getRhs();
  if (binary.getKind() == BinaryKind::Mul)
    return getPitch(rhs) ? rhs : getPitch(lhs) ? lhs : Value();
  if (binary.getKind() != BinaryKind::Add && binary.getKind() != BinaryKind::Sub)
    return {};
  Value pitch = findPitch(lhs, getPitch);
  return pitch ? pitch : findPitch(rhs, getPitch);
}

PixelIndex vkmorph::vkm::matchPixelIndex(Value index, llvm::function_ref<Pitch(Value)> getPitch) {
  PixelIndex result = matchSum(index, getPitch);
  GridOp grid;
  unsigned dim = 0;
  // `const int i = y * width + x`: what it was made of may have changed since, but no counter of a
  // grid.
  PixelIndex earlier = result.pitch ? result : matchSum(followConstants(index), getPitch);
  bool isOwn = earlier.pitch && isGridCounter(followConstants(earlier.row), grid, dim) &&
               isGridCounter(followConstants(earlier.column), grid, dim);
  if (!result.pitch && !isOwn)
    return {{}, {}, findPitch(index, getPitch), false, false};
  if (!result.pitch)
    result = earlier;
  result.isOwn = isOwn;
  return result;
}
