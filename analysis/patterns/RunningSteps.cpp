//===- RunningSteps.cpp - What statements do to a running total -------------------------------===//

#include "analysis/patterns/RunningSteps.h"

#include "analysis/values/Expressions.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/SmallSet.h"

#include <cmath>

using namespace mlir;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Multiples of a place
//===------------------------------------------------------------------------------------------===//

SmallVector<LoadOp> vkmorph::vkm::findLoads(Value value) {
  SmallVector<LoadOp> found;
  llvm::SmallDenseSet<Operation *> seen;
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (auto var = dyn_cast<VarOp>(op)) {
      if (var.getInit())
        open.push_back(var.getInit());
      continue;
    }
    op->walk([&](Operation *inner) {
      if (auto load = dyn_cast<LoadOp>(inner))
        found.push_back(load);
      llvm::append_range(open, inner->getOperands());
    });
  }
  llvm::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

SmallVector<LoadOp> MultipleOf::findReads(Value value) {
  SmallVector<LoadOp> found = findLoads(value);
  llvm::erase_if(found, [&](LoadOp load) {
    PlacePath own = getPlacePath(load.getRef());
    return llvm::none_of(paths, [&](const PlacePath &path) { return own.overlaps(path); });
  });
  return found;
}

bool MultipleOf::isReadByTerms(const Match &match) {
  return llvm::any_of(match.terms,
                      [&](const Term &term) { return !findReads(term.value).empty(); });
}

Value MultipleOf::make(Location loc, BinaryKind kind, Value lhs, Value rhs) {
  // Where nothing is built any value stands for a multiple.
  if (at && wide) {
    lhs = at->createOrFold<CastOp>(loc, wide, lhs);
    rhs = at->createOrFold<CastOp>(loc, wide, rhs);
  }
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
  if (auto load = dyn_cast<LoadOp>(op))
    if (auto path = llvm::find(paths, getPlacePath(load.getRef())); path != paths.end())
      return at ? (*factor)(*at, path - paths.begin()) : value;
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
    return at && inner && !wide ? at->createOrFold<CastOp>(op->getLoc(), cast.getType(), inner)
                                : inner;
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

Value MultipleOf::build(OpBuilder &builder, Value value, FactorFn factorOf) {
  linear = true;
  at = &builder;
  factor = factorOf;
  Value built = visit(value);
  at = nullptr;
  factor.reset();
  return built;
}

Value MultipleOf::build(OpBuilder &builder, Value value, Value by) {
  return build(builder, value, [&](OpBuilder &, size_t) { return by; });
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

static Growth classify(std::optional<double> factor) {
  if (!factor)
    return Growth::Unknown;
  return std::abs(*factor) <= 1 ? Growth::Never : Growth::Always;
}

/// The number by which an expression c * t + x multiplies the place.
static std::optional<double> getFactor(Value value, const PlacePath &path) {
  Block scratch;
  OpBuilder at(value.getContext());
  at.setInsertionPointToEnd(&scratch);
  Value one = at.create<ConstantOp>(value.getLoc(), at.getFloatAttr(value.getType(), 1.0));
  Value multiple = MultipleOf(path).build(at, value, one);
  return multiple ? getNumber(multiple) : 0.0;
}

/// Of `t *= c`, `t += c * t`.
static std::optional<double> getFactor(UpdateOp update, const PlacePath &path) {
  std::optional<double> operand = getNumber(update.getValue());
  if (update.getKind() == BinaryKind::Mul)
    return operand;
  if (update.getKind() == BinaryKind::Div)
    return operand ? std::optional(1 / *operand) : std::nullopt;
  std::optional<double> by = getFactor(update.getValue(), path);
  if (!by)
    return std::nullopt;
  return update.getKind() == BinaryKind::Sub ? 1 - *by : 1 + *by;
}

Growth vkmorph::vkm::getGrowth(Operation *statement, const Target &target) {
  if (auto update = dyn_cast<UpdateOp>(statement))
    return classify(getFactor(update, target.path));
  Value value = statement->getOperand(1);
  if (MultipleOf(target.path).isLinear(value))
    return classify(getFactor(value, target.path));
  Growth growth = Growth::Never;
  if (auto changes = matchChanges(statement, target))
    for (const Change &change : *changes)
      if (!change.kind || *change.kind == RunningChange::Scale)
        growth = std::max(growth, classify(change.kind ? getNumber(change.value)
                                                       : getFactor(change.value, target.path)));
  return growth;
}

bool vkmorph::vkm::callsOthers(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<VarOp>(op))
    return false;
  return op->walk([](CallOp call) {
             EffectSet effects = getEffects(call);
             bool isPure = effects.reads.empty() && effects.writes.empty() && !effects.ordered;
             return isPure ? WalkResult::advance() : WalkResult::interrupt();
           }).wasInterrupted() ||
         llvm::any_of(op->getOperands(), callsOthers);
}

bool vkmorph::vkm::isScalingKind(BinaryKind kind, Type type) {
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
  if (match && !multiple.isReadByTerms(*match))
    return RunningStep{StepKind::Combine, *match};
  auto update = dyn_cast<UpdateOp>(statement);
  Type type = cast<RefType>(target.place.getType()).getPointee();
  Value value = statement->getOperand(1);
  if (!isa<IntegerType, FloatType>(type) || value.getType() != type || callsOthers(value))
    return std::nullopt;
  Match own(ReduceKind::Add, target.place, statement);
  own.loads = multiple.findReads(value);
  if (own.loads.empty() && !update)
    return RunningStep{StepKind::Restart, own};
  bool isScaled = !type.isInteger(1) && multiple.isLinear(value) &&
                  (!update || isScalingKind(update.getKind(), type)) &&
                  (!update || own.loads.empty() || update.getKind() == BinaryKind::Add ||
                   update.getKind() == BinaryKind::Sub);
  if (isScaled)
    return RunningStep{StepKind::Scale, own, /*scales=*/true};
  std::optional<SmallVector<Change>> changes = matchChanges(statement, target);
  if (!changes)
    return std::nullopt;
  bool scales = llvm::any_of(*changes, [](const Change &change) {
    return !change.kind || *change.kind == RunningChange::Scale;
  });
  return RunningStep{StepKind::Bound, own, scales};
}

/// The operations by which steps combine.
static llvm::SmallSet<ReduceKind, 4> getKinds(ArrayRef<RunningStep> steps) {
  llvm::SmallSet<ReduceKind, 4> kinds;
  for (const RunningStep &step : steps)
    if (step.kind == StepKind::Combine)
      kinds.insert(step.match.kind);
  return kinds;
}

std::optional<RunningLaw> vkmorph::vkm::findRunningLaw(ArrayRef<RunningStep> steps) {
  RunningLaw law;
  for (const RunningStep &step : steps) {
    law.restarts |= step.kind == StepKind::Restart;
    law.scales |= step.scales;
    law.bounded |= step.kind == StepKind::Bound;
  }
  llvm::SmallSet<ReduceKind, 4> kinds = getKinds(steps);
  law.latest = law.restarts && !law.scales && !law.bounded && kinds.empty();
  bool isMixed = kinds.size() > 1;
  bool hasBounds = kinds.contains(ReduceKind::Min) || kinds.contains(ReduceKind::Max);
  law.bounded |= hasBounds && (isMixed || law.scales);
  if (!isMixed && !law.scales && !law.bounded) {
    law.kind = kinds.empty() ? ReduceKind::Add : *kinds.begin();
    return law;
  }
  // Of sums, products and bounds, each step is one of min(max(c * t + x, low), high).
  for (ReduceKind kind : kinds)
    if (kind != ReduceKind::Add && kind != ReduceKind::Mul && kind != ReduceKind::Min &&
        kind != ReduceKind::Max)
      return std::nullopt;
  law.scales |= !law.bounded || kinds.contains(ReduceKind::Mul);
  return law;
}
