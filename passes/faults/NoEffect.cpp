//===- NoEffect.cpp - Faults of the computation that change no result -------------------------===//

#include "passes/faults/NoEffect.h"

#include "analysis/accesses/Overwritten.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/StaleReads.h"
#include "analysis/values/ValueRanges.h"
#include "ir/Places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Longer expressions are taken to be anything.
static constexpr unsigned kMostSteps = 24;

//===------------------------------------------------------------------------------------------===//
// Comparisons that choose
//===------------------------------------------------------------------------------------------===//

/// Whether an operation may give another result, and no other zero, for another zero.
static bool mayTellZeros(Operation *op) {
  if (isa<BitcastOp, BitsOp, HostOp>(op))
    return true;
  if (auto binary = dyn_cast<BinaryOp>(op)) {
    auto cast = binary.getRhs().getDefiningOp<CastOp>();
    bool isOfInteger = cast && isa<IntegerType>(cast.getOperand().getType());
    return binary.getKind() == BinaryKind::Div && !isa<IntegerType>(binary.getRhs().getType()) &&
           !isOfInteger && !binary.getRhs().getDefiningOp<ConstantOp>();
  }
  if (auto update = dyn_cast<UpdateOp>(op))
    return update.getKind() == BinaryKind::Div && !isa<IntegerType>(update.getValue().getType()) &&
           !update.getValue().getDefiningOp<ConstantOp>();
  auto math = dyn_cast<MathOp>(op);
  constexpr MathFn cannot[] = {
      MathFn::Min,   MathFn::Max,    MathFn::Abs,   MathFn::Clamp, MathFn::Sqrt,    MathFn::Exp,
      MathFn::Exp2,  MathFn::Log,    MathFn::Log2,  MathFn::Sin,   MathFn::Cos,     MathFn::Tan,
      MathFn::Asin,  MathFn::Acos,   MathFn::Atan,  MathFn::Sinh,  MathFn::Cosh,    MathFn::Tanh,
      MathFn::Floor, MathFn::Ceil,   MathFn::Trunc, MathFn::Round, MathFn::Rint,    MathFn::Fma,
      MathFn::IsNan, MathFn::IsInf,  MathFn::FMin,  MathFn::FMax,  MathFn::Fract,   MathFn::Sign,
      MathFn::Mix,   MathFn::Length, MathFn::Dot,   MathFn::Cross, MathFn::Distance};
  return math && !llvm::is_contained(cannot, math.getFn());
}

/// Whether anything that a module computes may depend on the sign of a zero.
static bool mayTellZeros(ModuleOp module) {
  return module
      .walk([](Operation *inner) {
        return mayTellZeros(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The number of a constant; infinite ones are none.
static std::optional<double> getNumber(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (auto floating =
          constant ? dyn_cast<FloatAttr>(Attribute(constant.getValue())) : FloatAttr()) {
    double number = floating.getValueAsDouble();
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
  }
  constexpr int64_t mostExact = int64_t(1) << 53;
  std::optional<int64_t> integer = getConstantInt(value);
  if (!integer || std::abs(*integer) > mostExact)
    return std::nullopt;
  return double(*integer);
}

/// A number as a type has it, if it has it.
static std::optional<double> fit(double number, Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned width = std::min(integer.getWidth(), 53u);
    double most = std::ldexp(1.0, int(integer.isUnsigned() ? width : width - 1)),
           least = integer.isUnsigned() ? 0.0 : -most;
    bool fits = std::trunc(number) == number && number >= least && number < most;
    return fits ? std::optional(number) : std::nullopt;
  }
  bool fits = type.isF64() || (type.isF32() && double(float(number)) == number);
  return fits ? std::optional(number) : std::nullopt;
}

/// What an integer or float is converted from without loss.
static Value withoutWidening(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    Type from = cast.getOperand().getType(), to = cast.getType();
    auto narrow = dyn_cast<IntegerType>(from), wide = dyn_cast<IntegerType>(to);
    bool widens = (narrow && wide && !narrow.isInteger(1) && narrow.getWidth() < wide.getWidth() &&
                   (narrow.isUnsigned() || wide.isSigned())) ||
                  (from.isF32() && to.isF64());
    if (!widens)
      break;
    value = cast.getOperand();
  }
  return value;
}

namespace {

/// What expressions come to where the operands of a comparison are equal.
class EqualOperands {
public:
  explicit EqualOperands(CmpOp comparison)
      : operands{comparison.getLhs(), comparison.getRhs()}, number(getNumber(operands[0])) {
    if (!number)
      number = getNumber(operands[1]);
    for (Value operand : {operands[0], operands[1]})
      if (Value narrow = withoutWidening(operand); narrow != operand)
        operands.push_back(narrow);
  }

  bool areAlike(Value a, Value b, unsigned depth = 0) const;
  /// The reads that the operands are, but for conversions.
  SmallVector<LoadOp> getReads() const {
    SmallVector<LoadOp> reads;
    for (Value operand : operands)
      if (auto load = operand.getDefiningOp<LoadOp>())
        reads.push_back(load);
    return reads;
  }

private:
  bool isOperand(Value value) const {
    return llvm::any_of(operands, [&](Value operand) { return isSamePlace(value, operand); });
  }
  std::optional<double> evaluate(Value value, unsigned depth) const;
  std::optional<double> evaluateBinary(BinaryOp op, unsigned depth) const;
  std::optional<bool> decide(Value condition, unsigned depth) const;
  bool isZero(Value value, unsigned depth) const;

  SmallVector<Value> operands;  ///< both, and what they are widened from
  std::optional<double> number; ///< that both are, where one is a constant
};

} // namespace

std::optional<double> EqualOperands::evaluateBinary(BinaryOp op, unsigned depth) const {
  if (!isa<IntegerType>(op.getType()))
    return std::nullopt;
  std::optional<double> left = evaluate(op.getLhs(), depth + 1),
                        right = evaluate(op.getRhs(), depth + 1);
  if (!left || !right)
    return std::nullopt;
  switch (op.getKind()) {
  case BinaryKind::Add:
    return fit(*left + *right, op.getType());
  case BinaryKind::Sub:
    return fit(*left - *right, op.getType());
  case BinaryKind::Mul:
    return fit(*left * *right, op.getType());
  case BinaryKind::Div:
    return *right == 0 ? std::nullopt : fit(std::trunc(*left / *right), op.getType());
  case BinaryKind::Rem:
    return *right == 0 ? std::nullopt : fit(std::fmod(*left, *right), op.getType());
  default:
    return std::nullopt;
  }
}

std::optional<bool> EqualOperands::decide(Value condition, unsigned depth) const {
  auto comparison = condition.getDefiningOp<CmpOp>();
  if (!comparison)
    return std::nullopt;
  std::optional<double> left = evaluate(comparison.getLhs(), depth + 1),
                        right = evaluate(comparison.getRhs(), depth + 1);
  if (!left || !right)
    return std::nullopt;
  switch (comparison.getKind()) {
  case CmpKind::Eq:
    return *left == *right;
  case CmpKind::Ne:
    return *left != *right;
  case CmpKind::Lt:
    return *left < *right;
  case CmpKind::Le:
    return *left <= *right;
  case CmpKind::Gt:
    return *left > *right;
  case CmpKind::Ge:
    return *left >= *right;
  }
  llvm_unreachable("all kinds are handled");
}

/// The number that an expression comes to, if it is known.
std::optional<double> EqualOperands::evaluate(Value value, unsigned depth) const {
  if (depth > kMostSteps || value.getType().isInteger(1))
    return std::nullopt;
  if (std::optional<double> constant = getNumber(value))
    return constant;
  if (number && isOperand(value))
    return number;
  Operation *op = value.getDefiningOp();
  if (auto unary = dyn_cast_or_null<UnaryOp>(op); unary && unary.getKind() == UnaryKind::Neg) {
    std::optional<double> operand = evaluate(unary.getOperand(), depth + 1);
    return operand ? fit(-*operand, value.getType()) : std::nullopt;
  }
  if (auto cast = dyn_cast_or_null<CastOp>(op)) {
    std::optional<double> operand = evaluate(cast.getOperand(), depth + 1);
    return operand ? fit(*operand, value.getType()) : std::nullopt;
  }
  if (auto binary = dyn_cast_or_null<BinaryOp>(op))
    return evaluateBinary(binary, depth);
  if (auto select = dyn_cast_or_null<SelectOp>(op)) {
    std::optional<bool> condition = decide(select.getCondition(), depth);
    if (!condition)
      return std::nullopt;
    return evaluate(getYielded(*condition ? select.getWhenTrue() : select.getWhenFalse()),
                    depth + 1);
  }
  return std::nullopt;
}

/// Of floats, the difference of two infinities would be none.
bool EqualOperands::isZero(Value value, unsigned depth) const {
  if (evaluate(value, depth) == 0.0)
    return true;
  auto difference = value.getDefiningOp<BinaryOp>();
  return difference && difference.getKind() == BinaryKind::Sub &&
         isa<IntegerType>(value.getType()) &&
         areAlike(difference.getLhs(), difference.getRhs(), depth + 1);
}

/// Whether two expressions have one value.
bool EqualOperands::areAlike(Value a, Value b, unsigned depth) const {
  if (depth > kMostSteps || a.getType() != b.getType())
    return false;
  if (isSamePlace(a, b) || (isOperand(a) && isOperand(b)))
    return true;
  std::optional<double> first = evaluate(a, depth), second = evaluate(b, depth);
  if (first && second)
    return *first == *second;
  if (isZero(a, depth) && isZero(b, depth))
    return true;
  Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
  return left && right && left->getName() == right->getName() && left->getNumRegions() == 0 &&
         isPure(left) && left->getNumOperands() == right->getNumOperands() &&
         left->getPropertiesAsAttribute() == right->getPropertiesAsAttribute() &&
         llvm::all_of(llvm::zip(left->getOperands(), right->getOperands()), [&](auto pair) {
           return areAlike(std::get<0>(pair), std::get<1>(pair), depth + 1);
         });
}

/// The statement of a block that has an effect, if that is its only one and its last.
static Operation *getOnlyStatement(Block &block) {
  if (block.empty() || isWithoutEffect(&block.back()))
    return nullptr;
  bool isOnly =
      llvm::all_of(llvm::drop_end(block), [](Operation &op) { return isWithoutEffect(&op); });
  return isOnly ? &block.back() : nullptr;
}

/// What a function returns behind an operation, if nothing has an effect in between.
static vkm::ReturnOp getReturnBehind(Operation *op) {
  for (op = op->getNextNode(); op; op = op->getNextNode()) {
    if (auto result = dyn_cast<vkm::ReturnOp>(op))
      return result;
    if (!isWithoutEffect(op))
      break;
  }
  return {};
}

/// if (x > most) x = most;
static bool assignsWhatIsThere(const EqualOperands &equal, IfOp branch, AssignOp assign) {
  return llvm::any_of(equal.getReads(), [&](LoadOp read) {
    return read->getBlock() == branch->getBlock() && isStraightBetween(read, branch) &&
           isSamePlace(read.getRef(), assign.getRef()) && equal.areAlike(assign.getValue(), read);
  });
}

static bool choosesBetweenAlike(const EqualOperands &equal, IfOp branch) {
  Operation *then = getOnlyStatement(branch.getThenRegion().front());
  bool hasElse = !branch.getElseRegion().empty() && !branch.getElseRegion().front().empty();
  if (auto assign = dyn_cast_or_null<AssignOp>(then)) {
    if (!hasElse)
      return assignsWhatIsThere(equal, branch, assign);
    auto other = dyn_cast_or_null<AssignOp>(getOnlyStatement(branch.getElseRegion().front()));
    return other && isSamePlace(assign.getRef(), other.getRef()) &&
           equal.areAlike(assign.getValue(), other.getValue());
  }
  auto result = dyn_cast_or_null<vkm::ReturnOp>(then);
  vkm::ReturnOp other;
  if (result && hasElse)
    other = dyn_cast_or_null<vkm::ReturnOp>(getOnlyStatement(branch.getElseRegion().front()));
  else if (result)
    other = getReturnBehind(branch);
  return other && result->getNumOperands() == 1 && other->getNumOperands() == 1 &&
         equal.areAlike(result->getOperand(0), other->getOperand(0));
}

bool vkmorph::vkm::choosesBetweenAlike(CmpOp comparison) {
  EqualOperands equal(comparison);
  bool chooses =
      !comparison.getResult().use_empty() &&
      llvm::all_of(comparison.getResult().getUsers(), [&](Operation *user) {
        if (auto branch = dyn_cast<IfOp>(user))
          return ::choosesBetweenAlike(equal, branch);
        auto select = dyn_cast<SelectOp>(user);
        return select && isWithoutEffect(select) &&
               equal.areAlike(getYielded(select.getWhenTrue()), getYielded(select.getWhenFalse()));
      });
  if (!chooses || isa<IntegerType>(comparison.getLhs().getType()))
    return chooses;
  // Two equal floats are one, unless they are zeros.
  for (Value operand : comparison->getOperands())
    if (std::optional<double> number = getNumber(operand); number && *number != 0)
      return true;
  return isa<FloatType>(comparison.getLhs().getType()) &&
         !mayTellZeros(comparison->getParentOfType<ModuleOp>());
}

//===------------------------------------------------------------------------------------------===//
// Differences
//===------------------------------------------------------------------------------------------===//

namespace {
/// What becomes of a value where the sign of a difference changes.
enum class Parity { Even, Odd, Unknown };
} // namespace

static Parity getParity(Value value, Value difference, unsigned depth);

static Parity multiply(Parity a, Parity b) {
  if (a == Parity::Unknown || b == Parity::Unknown)
    return Parity::Unknown;
  return a == b ? Parity::Even : Parity::Odd;
}

/// Whether the number of the opposite sign becomes that of the opposite sign.
static bool isOddCast(CastOp cast) {
  Type from = cast.getOperand().getType(), to = cast.getType();
  if (isa<FloatType>(to))
    return isa<FloatType>(from) || from.isSignedInteger();
  return from.isSignedInteger() && isa<IntegerType>(to) && !to.isInteger(1);
}

static Parity getParityOfMath(MathOp math, ArrayRef<Parity> operands) {
  if (llvm::all_equal(operands) && operands.front() == Parity::Even)
    return Parity::Even;
  bool isKnown = !llvm::is_contained(operands, Parity::Unknown);
  switch (math.getFn()) {
  case MathFn::Abs:
  case MathFn::Length:
    return isKnown ? Parity::Even : Parity::Unknown;
  case MathFn::Dot:
    return multiply(operands[0], operands[1]);
  default:
    return Parity::Unknown;
  }
}

static Parity getParityOf(Operation *op, ArrayRef<Parity> operands) {
  if (auto binary = dyn_cast<BinaryOp>(op)) {
    switch (binary.getKind()) {
    case BinaryKind::Div:
      // Unsigned, the opposite of a number is a large one.
      if (binary.getType().isUnsignedInteger())
        return Parity::Unknown;
      return multiply(operands[0], operands[1]);
    case BinaryKind::Mul:
      return multiply(operands[0], operands[1]);
    case BinaryKind::Add:
    case BinaryKind::Sub:
      return operands[0] == operands[1] ? operands[0] : Parity::Unknown;
    default:
      return Parity::Unknown;
    }
  }
  if (auto unary = dyn_cast<UnaryOp>(op))
    return unary.getKind() == UnaryKind::Neg ? operands[0] : Parity::Unknown;
  if (auto cast = dyn_cast<CastOp>(op))
    return isOddCast(cast) ? operands[0] : Parity::Unknown;
  if (auto comparison = dyn_cast<CmpOp>(op)) {
    bool isEquality = comparison.getKind() == CmpKind::Eq || comparison.getKind() == CmpKind::Ne;
    bool isWithZero = llvm::any_of(comparison->getOperands(),
                                   [](Value operand) { return getNumber(operand) == 0.0; });
    return isEquality && isWithZero && !llvm::is_contained(operands, Parity::Unknown)
               ? Parity::Even
               : Parity::Unknown;
  }
  if (auto math = dyn_cast<MathOp>(op))
    return getParityOfMath(math, operands);
  return Parity::Unknown;
}

/// Other variables do not depend on the difference, where its uses are those that are allowed.
static Parity getParity(Value value, Value difference, unsigned depth) {
  if (value == difference)
    return Parity::Odd;
  if (depth > kMostSteps)
    return Parity::Unknown;
  if (Value initial = lookThroughVariables(value); initial != value)
    return getParity(initial, difference, depth + 1);
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() == 0 || isa<LoadOp>(op))
    return Parity::Even;
  auto parities = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return getParity(operand, difference, depth + 1); });
  if (llvm::all_of(parities, [](Parity parity) { return parity == Parity::Even; }))
    return Parity::Even;
  return op->getNumRegions() == 0 ? getParityOf(op, parities) : Parity::Unknown;
}

bool vkmorph::vkm::isOnlyMagnitudeUsed(BinaryOp difference) {
  if (difference.getKind() != BinaryKind::Sub || isa<MatType>(difference.getType()))
    return false;
  SmallVector<Value> odd{difference.getResult()};
  for (size_t i = 0; i < odd.size() && i < kMostSteps; ++i)
    for (Operation *user : odd[i].getUsers()) {
      if (auto variable = dyn_cast<VarOp>(user)) {
        if (!keepsInitialValue(variable))
          return false;
        for (Operation *read : variable.getRef().getUsers()) {
          if (!isa<LoadOp>(read))
            return false;
          odd.push_back(read->getResult(0));
        }
        continue;
      }
      if (user->getNumResults() != 1 || user->getNumRegions() != 0)
        return false;
      Parity parity = getParity(user->getResult(0), difference, 0);
      if (parity == Parity::Unknown)
        return false;
      if (parity == Parity::Odd)
        odd.push_back(user->getResult(0));
    }
  return odd.size() < kMostSteps && odd.size() > 0;
}

//===------------------------------------------------------------------------------------------===//
// Conversions
//===------------------------------------------------------------------------------------------===//

static bool isWhole(Value value, unsigned depth) {
  if (depth > kMostSteps)
    return false;
  if (std::optional<double> number = getNumber(value))
    return std::trunc(*number) == *number;
  if (Value initial = lookThroughVariables(value); initial != value)
    return isWhole(initial, depth + 1);
  Operation *op = value.getDefiningOp();
  if (auto cast = dyn_cast_or_null<CastOp>(op))
    return isa<IntegerType>(cast.getOperand().getType()) ||
           (isa<FloatType>(cast.getOperand().getType()) && isWhole(cast.getOperand(), depth + 1));
  auto math = dyn_cast_or_null<MathOp>(op);
  if (math &&
      llvm::is_contained({MathFn::Floor, MathFn::Ceil, MathFn::Trunc, MathFn::Round, MathFn::Rint},
                         math.getFn()))
    return true;
  bool keeps = isa_and_nonnull<UnaryOp>(op) ||
               (math && llvm::is_contained({MathFn::Min, MathFn::Max, MathFn::Abs}, math.getFn()));
  return keeps && llvm::all_of(op->getOperands(),
                               [&](Value operand) { return isWhole(operand, depth + 1); });
}

bool vkmorph::vkm::isWhole(Value value) {
  return isa<FloatType>(value.getType()) && ::isWhole(value, 0);
}

static bool isNotNegative(Value value) {
  std::optional<IntegerRange> range = findRange(value);
  return range && range->least >= 0;
}

/// Whether a condition says, where it holds or where it does not, that a value is not negative.
static bool saysNotNegative(Value condition, bool holds, Value value) {
  if (auto both = condition.getDefiningOp<AndOp>(); both && holds)
    return saysNotNegative(both.getLhs(), true, value) ||
           saysNotNegative(getYielded(both.getRhs()), true, value);
  if (auto either = condition.getDefiningOp<OrOp>(); either && !holds)
    return saysNotNegative(either.getLhs(), false, value) ||
           saysNotNegative(getYielded(either.getRhs()), false, value);
  auto comparison = condition.getDefiningOp<CmpOp>();
  if (!comparison || !comparison.getLhs().getType().isSignedInteger())
    return false;
  auto isAtLeast = [&](Value large, Value small) {
    return isSamePlace(withoutWidening(large), value) && isNotNegative(small);
  };
  Value left = comparison.getLhs(), right = comparison.getRhs();
  switch (comparison.getKind()) {
  case CmpKind::Gt:
  case CmpKind::Ge:
    return holds ? isAtLeast(left, right) : isAtLeast(right, left);
  case CmpKind::Lt:
  case CmpKind::Le:
    return holds ? isAtLeast(right, left) : isAtLeast(left, right);
  case CmpKind::Eq:
    return holds && (isAtLeast(left, right) || isAtLeast(right, left));
  case CmpKind::Ne:
    return !holds && (isAtLeast(left, right) || isAtLeast(right, left));
  }
  llvm_unreachable("all kinds are handled");
}

/// Whether a value is what a loop counts up to, and the loop leaves it alone: it is larger than a
/// number that is not negative then, wherever there is an iteration.
static bool isCountedTo(Value value, ForOp loop) {
  std::optional<CountedLoop> counted = matchCountedLoop(loop);
  if (!counted || counted->subtracted || !isNotNegative(loop.getInit()) ||
      (counted->predicate != CmpKind::Lt && counted->predicate != CmpKind::Le) ||
      !isSameExpression(withoutWidening(counted->bound), value))
    return false;
  std::optional<int64_t> step = getConstantInt(counted->amount);
  EffectSet effects = getEffects(loop);
  return step && *step > 0 && isInvariant(value, loop, effects);
}

/// The same of a kernel's grid.
static bool isCountedTo(Value value, GridOp grid) {
  EffectSet effects = getEffects(grid->getParentOfType<KernelOp>().getBody());
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    CmpKind predicate = grid.getPredicate(dim);
    bool isUpwards = predicate == CmpKind::Lt || predicate == CmpKind::Le;
    if (isUpwards && isNotNegative(grid.getLower()[dim]) &&
        isSameExpression(withoutWidening(grid.getUpper()[dim]), value) &&
        isInvariant(value, grid, effects))
      return true;
  }
  return false;
}

/// Whether a branch or loop around a value is only entered where that is not negative.
static bool isGuarded(Value value, Operation *at) {
  for (Region *region = at->getParentRegion(); region; region = region->getParentRegion()) {
    Operation *owner = region->getParentOp();
    if (auto branch = dyn_cast<IfOp>(owner)) {
      if (saysNotNegative(branch.getCondition(), region == &branch.getThenRegion(), value))
        return true;
    } else if (auto select = dyn_cast<SelectOp>(owner)) {
      if (saysNotNegative(select.getCondition(), region == &select.getWhenTrue(), value))
        return true;
    } else if (auto both = dyn_cast<AndOp>(owner)) {
      if (saysNotNegative(both.getLhs(), true, value))
        return true;
    } else if (auto either = dyn_cast<OrOp>(owner)) {
      if (saysNotNegative(either.getLhs(), false, value))
        return true;
    } else {
      // What a condition in front of a loop has read may be another number now.
      auto loop = dyn_cast<ForOp>(owner);
      auto grid = dyn_cast<GridOp>(owner);
      return (loop && region == &loop.getBody() && isCountedTo(value, loop)) ||
             (grid && isCountedTo(value, grid));
    }
  }
  return false;
}

/// Whether of a value nothing is used but its lowest bits.
static bool isCutOff(Value value, unsigned bits, unsigned depth) {
  return depth < kMostSteps && llvm::all_of(
                                   value.getUsers(),
                                   [&](Operation *user) {
                                     if (auto cast = dyn_cast<CastOp>(user))
                                       return isa<IntegerType>(cast.getType()) &&
                                              !cast.getType().isInteger(1) &&
                                              cast.getType().getIntOrFloatBitWidth() <= bits;
                                     if (auto unary = dyn_cast<UnaryOp>(user))
                                       return unary.getKind() != UnaryKind::Not &&
                                              isCutOff(unary.getResult(), bits, depth + 1);
                                     auto binary = dyn_cast<BinaryOp>(user);
                                     if (!binary)
                                       return false;
                                     switch (binary.getKind()) {
                                     case BinaryKind::Add:
                                     case BinaryKind::Sub:
                                     case BinaryKind::Mul:
                                     case BinaryKind::And:
                                     case BinaryKind::Or:
                                     case BinaryKind::Xor:
                                       return isCutOff(binary.getResult(), bits, depth + 1);
                                     default:
                                       return false;
                                     }
                                   });
}

bool vkmorph::vkm::isSameUnsigned(CastOp cast) {
  Value value = cast.getOperand();
  return isNotNegative(value) || isGuarded(value, cast) ||
         (isa<IntegerType>(cast.getType()) &&
          isCutOff(cast.getResult(), value.getType().getIntOrFloatBitWidth(), 0));
}

//===------------------------------------------------------------------------------------------===//
// What variables begin with
//===------------------------------------------------------------------------------------------===//

bool vkmorph::vkm::isNeverRead(ConstantOp constant) {
  return llvm::all_of(constant.getResult().getUsers(), [](Operation *user) {
    auto variable = dyn_cast<VarOp>(user);
    auto function = user->getParentOfType<FunctionOpInterface>();
    if (!variable || !function)
      return false;
    StaleReads reads(function, getRoot(variable.getRef()),
                     cast<RefType>(variable.getRef().getType()).getPointee());
    return reads.findReadBehind(variable) == nullptr;
  });
}

//===------------------------------------------------------------------------------------------===//
// What is stored in vain
//===------------------------------------------------------------------------------------------===//

/// Whether a result is, or is computed into, a number of an element.
static bool choosesElement(Operation *op, unsigned depth = 0) {
  if (depth > kMostSteps)
    return true;
  for (OpOperand &use : op->getUses()) {
    bool isPlace = isa<ElementOp, DerefOp, PixelOp>(use.getOwner());
    if (isPlace || isa<VarOp, YieldOp>(use.getOwner()) || choosesElement(use.getOwner(), depth + 1))
      return true;
  }
  return false;
}

/// Whether nothing depends on what a kernel stores, wherever it is launched.
bool StoredInVain::isInVain(KernelOp kernel) {
  auto [known, isNew] = kernels.try_emplace(kernel, false);
  if (!isNew)
    return known->second;
  bool hasLoops = false, isLaunched = false, isRead = false;
  kernel.walk([&](Operation *op) { hasLoops |= isa<LoopOpInterface>(op); });
  if (hasLoops)
    return false;
  kernel->getParentOfType<ClassOp>().walk([&](LaunchOp launch) {
    if (lookupKernel(launch) != kernel)
      return;
    isLaunched = true;
    isRead = isRead || !isOverwrittenBehind(launch);
  });
  return kernels[kernel] = isLaunched && !isRead;
}

bool StoredInVain::operator()(Operation *op) {
  auto grid = op->getParentOfType<GridOp>();
  return grid && isInVain(grid->getParentOfType<KernelOp>()) && !choosesElement(op);
}
