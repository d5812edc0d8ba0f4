//===- RunningSteps.cpp - What statements do to a running total -------------------------------===//

#include "analysis/patterns/RunningSteps.h"

#include "analysis/values/Expressions.h"

#include "mlir/IR/Builders.h"

#include <cmath>

using namespace mlir;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Multiples of a place
//===------------------------------------------------------------------------------------------===//

SmallVector<LoadOp> MultipleOf::findReads(Value value) {
  SmallVector<LoadOp> found;
  llvm::SmallDenseSet<Operation *> seen;
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    // What a variable began with may be the place's value, too.
    if (auto var = dyn_cast<VarOp>(op)) {
      if (var.getInit())
        open.push_back(var.getInit());
      continue;
    }
    op->walk([&](Operation *inner) {
      auto load = dyn_cast<LoadOp>(inner);
      if (load && getPlacePath(load.getRef()).overlaps(path))
        found.push_back(load);
      llvm::append_range(open, inner->getOperands());
    });
  }
  llvm::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Value MultipleOf::make(Location loc, BinaryKind kind, Value lhs, Value rhs) {
  // Where nothing is built any value stands for a multiple.
  return at ? at->create<BinaryOp>(loc, lhs.getType(), kind, lhs, rhs).getResult() : lhs;
}

Value MultipleOf::negate(Location loc, Value value) {
  return at ? at->create<UnaryOp>(loc, value.getType(), UnaryKind::Neg, value).getResult() : value;
}

/// Of a product, in which only one factor may be a multiple.
Value MultipleOf::visitProduct(Location loc, Value lhs, Value rhs) {
  Value first = visit(lhs), second = visit(rhs);
  linear &= !first || !second;
  if (!linear || (!first && !second))
    return {};
  return first ? make(loc, BinaryKind::Mul, first, rhs) : make(loc, BinaryKind::Mul, lhs, second);
}

Value MultipleOf::visitBinary(BinaryOp op) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  switch (op.getKind()) {
  case BinaryKind::Add:
  case BinaryKind::Sub: {
    Value first = visit(lhs), second = visit(rhs);
    if (first && second)
      return make(op.getLoc(), op.getKind(), first, second);
    if (!second || op.getKind() == BinaryKind::Add)
      return first ? first : second;
    return negate(op.getLoc(), second);
  }
  case BinaryKind::Mul:
    return visitProduct(op.getLoc(), lhs, rhs);
  case BinaryKind::Div:
  case BinaryKind::Shl: {
    bool keepsSums = isa<IntegerType>(op.getType()) == (op.getKind() == BinaryKind::Shl);
    Value first = visit(lhs);
    linear &= (!first || keepsSums) && findReads(rhs).empty();
    return linear && first ? make(op.getLoc(), op.getKind(), first, rhs) : Value();
  }
  default:
    linear &= findReads(op).empty();
    return {};
  }
}

/// Whether a conversion keeps sums and multiples: between floats, whose rounding is that of any
/// other order, and between integers of one size.
static bool keepsMultiples(CastOp cast) {
  Type from = cast.getOperand().getType(), to = cast.getType();
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return true;
  return isa<IntegerType>(from) && isa<IntegerType>(to) && !from.isInteger(1) &&
         from.getIntOrFloatBitWidth() == to.getIntOrFloatBitWidth();
}

Value MultipleOf::visit(Value value) {
  Operation *op = value.getDefiningOp();
  if (!linear || !op)
    return {};
  if (auto load = dyn_cast<LoadOp>(op); load && getPlacePath(load.getRef()) == path)
    return at ? factor : value;
  if (auto binary = dyn_cast<BinaryOp>(op))
    return visitBinary(binary);
  if (auto math = dyn_cast<MathOp>(op); math && math.getFn() == MathFn::Fma) {
    Value product = visitProduct(op->getLoc(), math.getOperand(0), math.getOperand(1));
    Value added = visit(math.getOperand(2));
    if (product && added)
      return make(op->getLoc(), BinaryKind::Add, product, added);
    return product ? product : added;
  }
  if (auto unary = dyn_cast<UnaryOp>(op); unary && unary.getKind() == UnaryKind::Neg) {
    Value inner = visit(unary.getOperand());
    return inner ? negate(op->getLoc(), inner) : Value();
  }
  if (auto cast = dyn_cast<CastOp>(op); cast && keepsMultiples(cast)) {
    Value inner = visit(cast.getOperand());
    return at && inner ? at->createOrFold<CastOp>(op->getLoc(), cast.getType(), inner) : inner;
  }
  linear &= findReads(value).empty();
  return {};
}

bool MultipleOf::isLinear(Value value) {
  linear = true;
  at = nullptr;
  visit(value);
  return linear;
}

Value MultipleOf::build(OpBuilder &builder, Value value, Value by) {
  linear = true;
  at = &builder;
  factor = by;
  Value built = visit(value);
  at = nullptr;
  return built;
}

//===------------------------------------------------------------------------------------------===//
// Steps
//===------------------------------------------------------------------------------------------===//

/// The number that an expression of float constants is.
static std::optional<double> getNumber(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op)) {
    auto number = dyn_cast<FloatAttr>(constant.getValue());
    return number ? std::optional(number.getValueAsDouble()) : std::nullopt;
  }
  if (auto cast = dyn_cast_or_null<CastOp>(op))
    return getNumber(cast.getOperand());
  if (auto unary = dyn_cast_or_null<UnaryOp>(op); unary && unary.getKind() == UnaryKind::Neg) {
    std::optional<double> inner = getNumber(unary.getOperand());
    return inner ? std::optional(-*inner) : std::nullopt;
  }
  auto binary = dyn_cast_or_null<BinaryOp>(op);
  std::optional<double> lhs = binary ? getNumber(binary.getLhs()) : std::nullopt,
                        rhs = binary ? getNumber(binary.getRhs()) : std::nullopt;
  if (!lhs || !rhs)
    return std::nullopt;
  switch (binary.getKind()) {
  case BinaryKind::Add:
    return *lhs + *rhs;
  case BinaryKind::Sub:
    return *lhs - *rhs;
  case BinaryKind::Mul:
    return *lhs * *rhs;
  case BinaryKind::Div:
    return *lhs / *rhs;
  default:
    return std::nullopt;
  }
}

bool vkmorph::vkm::mayGrow(Operation *statement, const Target &target) {
  Value value = statement->getOperand(1);
  Block scratch;
  OpBuilder at(statement->getContext());
  at.setInsertionPointToEnd(&scratch);
  Value one = at.create<ConstantOp>(statement->getLoc(), at.getFloatAttr(value.getType(), 1.0));
  Value multiple = MultipleOf(target.path).build(at, value, one);
  std::optional<double> by = multiple ? getNumber(multiple) : 0.0;
  if (auto update = dyn_cast<UpdateOp>(statement)) {
    std::optional<double> operand = getNumber(value);
    switch (update.getKind()) {
    case BinaryKind::Mul:
      by = operand;
      break;
    case BinaryKind::Div:
      by = operand ? std::optional(1 / *operand) : std::nullopt;
      break;
    default:
      by = by ? std::optional(update.getKind() == BinaryKind::Sub ? 1 - *by : 1 + *by)
              : std::nullopt;
    }
  }
  return !by || !(std::abs(*by) <= 1);
}

/// Whether what is combined reads the place as well: `t += c * (x - t)`.
static bool termsRead(const Match &match, MultipleOf &multiple) {
  return llvm::any_of(match.terms,
                      [&](const Term &term) { return !multiple.findReads(term.value).empty(); });
}

/// Calls may read the place as well.
static bool calls(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<VarOp>(op))
    return false;
  return op->walk([](CallOp call) {
             EffectSet effects = getEffects(call);
             bool isPure = effects.reads.empty() && effects.writes.empty() && !effects.ordered;
             return isPure ? WalkResult::advance() : WalkResult::interrupt();
           }).wasInterrupted() ||
         llvm::any_of(op->getOperands(), calls);
}

static bool isScalingKind(BinaryKind kind, Type type) {
  switch (kind) {
  case BinaryKind::Add:
  case BinaryKind::Sub:
  case BinaryKind::Mul:
    return true;
  case BinaryKind::Div:
    return isa<FloatType>(type);
  case BinaryKind::Shl:
    return isa<IntegerType>(type);
  default:
    return false;
  }
}

std::optional<RunningStep> vkmorph::vkm::matchRunningStep(Operation *statement,
                                                          const Target &target) {
  MultipleOf multiple(target.path);
  std::optional<Match> match = matchForm(statement, target);
  if (match && !termsRead(*match, multiple))
    return RunningStep{StepKind::Combine, *match};
  auto update = dyn_cast<UpdateOp>(statement);
  Type type = cast<RefType>(target.place.getType()).getPointee();
  Value value = statement->getOperand(1);
  if (!isa<IntegerType, FloatType>(type) || value.getType() != type || calls(value))
    return std::nullopt;
  Match own(ReduceKind::Add, target.place, statement);
  own.loads = multiple.findReads(value);
  if (own.loads.empty() && !update)
    return RunningStep{StepKind::Restart, own};
  bool isScaled = !type.isInteger(1) && multiple.isLinear(value) &&
                  (!update || isScalingKind(update.getKind(), type)) &&
                  (!update || own.loads.empty() || update.getKind() == BinaryKind::Add ||
                   update.getKind() == BinaryKind::Sub);
  return isScaled ? std::optional(RunningStep{StepKind::Scale, own}) : std::nullopt;
}

std::optional<RunningLaw> vkmorph::vkm::findRunningLaw(ArrayRef<RunningStep> steps) {
  RunningLaw law;
  std::optional<ReduceKind> kind;
  bool isMixed = false;
  for (const RunningStep &step : steps) {
    law.restarts |= step.kind == StepKind::Restart;
    law.scales |= step.kind == StepKind::Scale;
    if (step.kind != StepKind::Combine)
      continue;
    isMixed |= kind && *kind != step.match.kind;
    kind = step.match.kind;
  }
  if (isMixed || law.scales) {
    // Of sums and products, each step is one of c * t + x.
    for (const RunningStep &step : steps)
      if (step.kind == StepKind::Combine && step.match.kind != ReduceKind::Add &&
          step.match.kind != ReduceKind::Mul)
        return std::nullopt;
    law.scales = true;
    kind = ReduceKind::Add;
  }
  law.kind = kind.value_or(ReduceKind::Add);
  law.latest = law.restarts && !law.scales && !kind;
  return law;
}
