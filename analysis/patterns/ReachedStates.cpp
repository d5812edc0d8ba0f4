//===- ReachedStates.cpp - The values that a place has over all iterations --------------------===//
//
//   t = 0 in front of the grid        0: if (a[i] > x) t = 1; else t = 0;
//   if (a[i] > x) {                   1: if (a[i] > x) t = 2; else t = 0;
//     if (t < 2) t++;         =>      2: if (a[i] > x) ;      else t = 0;
//   } else t = 0;                     reached: 0, 1, 2
//
// The iteration is run with each value that it may begin with: what is made of the place and of
// constants has a value, everything else may be anything in its range, and so conditions on the
// place are decided, others are not. What comes out of it are further values to begin with.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/ReachedStates.h"

#include "analysis/values/Expressions.h"
#include "analysis/values/ValueRanges.h"

#include <map>
#include <set>

using namespace mlir;
using namespace vkmorph::vkm;

namespace {
/// The values that are known at one point of one way through the iteration: of expressions and of
/// local variables, by `Value::getAsOpaquePointer`; of the place itself by null.
using Known = std::map<const void *, int64_t>;
using Ways = std::vector<Known>;

/// What ways through statements lead to.
struct Ends {
  Ways next, broken, continued;
};

/// Runs statements on values that may be known.
class StateRunner {
public:
  explicit StateRunner(const PlacePath &path) : path(path) {}
  /// The values that an iteration may leave where it begins with `start`.
  std::optional<std::set<int64_t>> run(Region &iteration, int64_t start);

private:
  Ends runBlock(Block &block, Ways ways);
  void runStatement(Operation *op, Ways &ways, Ends &ends);
  void runIf(IfOp branch, Ways &ways, Ends &ends);
  void runSwitch(SwitchOp op, Ways &ways, Ends &ends);
  void runLoop(Operation *loop, Ways &ways);
  void runOther(Operation *op, Ways &ways);
  void write(Operation *statement, Ways &ways);
  void evaluate(Operation *op, Ways &ways);
  std::optional<int64_t> evaluateOnce(Operation *op, const Known &known);
  std::optional<int64_t> evaluateLogical(Operation *op, const Known &known);
  std::optional<int64_t> evaluateRegion(Region &region, const Known &known);
  void spread(Value value, Ways &ways);
  static std::optional<int64_t> look(Value value, const Known &known);
  void trim(Ways &ways);
  bool isPlace(Value ref) { return getPlacePath(ref) == path; }

  /// Ways of more, or longer ones, are not followed.
  static constexpr size_t kMaxWays = 64, kMaxSteps = 100000;

  PlacePath path;
  size_t steps = 0;
  bool isGivenUp = false;
};
} // namespace

/// The number that a type holds of those bits.
static std::optional<int64_t> wrap(Type type, int64_t number) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() > 64)
    return std::nullopt;
  unsigned width = integer.getWidth();
  bool isUnsigned = integer.isUnsigned() || width == 1;
  if (width == 64)
    return isUnsigned && number < 0 ? std::nullopt : std::optional(number);
  uint64_t bits = uint64_t(number) & ((uint64_t(1) << width) - 1);
  bool isNegative = !isUnsigned && ((bits >> (width - 1)) & 1) != 0;
  return int64_t(isNegative ? bits | ~((uint64_t(1) << width) - 1) : bits);
}

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

std::optional<int64_t> StateRunner::look(Value value, const Known &known) {
  if (auto found = known.find(value.getAsOpaquePointer()); found != known.end())
    return found->second;
  return getConstantInt(value);
}

/// Of numbers that are held by more bits than these have.
static std::optional<int64_t> compute(BinaryKind kind, Type type, int64_t a, int64_t b) {
  unsigned width = type.getIntOrFloatBitWidth();
  bool isShift = kind == BinaryKind::Shl || kind == BinaryKind::Shr;
  if ((isShift && (b < 0 || b >= int64_t(width))) ||
      ((kind == BinaryKind::Div || kind == BinaryKind::Rem) && (b == 0 || b == -1)))
    return std::nullopt;
  int64_t result = 0;
  bool overflows = false;
  switch (kind) {
  case BinaryKind::Add:
    overflows = llvm::AddOverflow(a, b, result);
    break;
  case BinaryKind::Sub:
    overflows = llvm::SubOverflow(a, b, result);
    break;
  case BinaryKind::Mul:
    overflows = llvm::MulOverflow(a, b, result);
    break;
  case BinaryKind::Div:
    result = a / b;
    break;
  case BinaryKind::Rem:
    result = a % b;
    break;
  case BinaryKind::And:
    result = a & b;
    break;
  case BinaryKind::Or:
    result = a | b;
    break;
  case BinaryKind::Xor:
    result = a ^ b;
    break;
  case BinaryKind::Shl:
    result = int64_t(uint64_t(a) << b);
    break;
  case BinaryKind::Shr:
    result = a >> b;
    break;
  }
  return overflows ? std::nullopt : wrap(type, result);
}

static bool compare(CmpKind kind, int64_t a, int64_t b) {
  switch (kind) {
  case CmpKind::Eq:
    return a == b;
  case CmpKind::Ne:
    return a != b;
  case CmpKind::Lt:
    return a < b;
  case CmpKind::Le:
    return a <= b;
  case CmpKind::Gt:
    return a > b;
  case CmpKind::Ge:
    return a >= b;
  }
  llvm_unreachable("all comparisons are known");
}

static std::optional<int64_t> compute(MathFn fn, ArrayRef<int64_t> of) {
  switch (fn) {
  case MathFn::Min:
    return std::min(of[0], of[1]);
  case MathFn::Max:
    return std::max(of[0], of[1]);
  case MathFn::Abs:
    return std::abs(of[0]);
  case MathFn::Clamp:
    return of[1] <= of[2] ? std::optional(std::clamp(of[0], of[1], of[2])) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// What a region of an expression yields.
std::optional<int64_t> StateRunner::evaluateRegion(Region &region, const Known &known) {
  Known inner = known;
  for (Operation &op : region.front().without_terminator()) {
    ++steps;
    if (std::optional<int64_t> value = evaluateOnce(&op, inner))
      inner[op.getResult(0).getAsOpaquePointer()] = *value;
    else
      inner.erase(op.getNumResults() ? op.getResult(0).getAsOpaquePointer() : nullptr);
  }
  return look(cast<YieldOp>(region.front().back()).getValue(), inner);
}

std::optional<int64_t> StateRunner::evaluateLogical(Operation *op, const Known &known) {
  std::optional<int64_t> lhs = look(op->getOperand(0), known);
  if (auto select = dyn_cast<SelectOp>(op)) {
    if (lhs)
      return evaluateRegion(*lhs ? select.getWhenTrue() : select.getWhenFalse(), known);
    std::optional<int64_t> first = evaluateRegion(select.getWhenTrue(), known),
                           second = evaluateRegion(select.getWhenFalse(), known);
    return first == second ? first : std::nullopt;
  }
  int64_t decisive = isa<OrOp>(op);
  if (lhs == decisive)
    return lhs;
  std::optional<int64_t> rhs = evaluateRegion(op->getRegion(0), known);
  return lhs || rhs == decisive ? rhs : std::nullopt;
}

/// The value of an operation, if the known values say it.
std::optional<int64_t> StateRunner::evaluateOnce(Operation *op, const Known &known) {
  if (isa<AndOp, OrOp, SelectOp>(op))
    return evaluateLogical(op, known);
  if (auto load = dyn_cast<LoadOp>(op)) {
    const void *key = isPlace(load.getRef()) ? nullptr : load.getRef().getAsOpaquePointer();
    auto found = known.find(key);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  }
  if (op->getNumResults() != 1 || !isa<IntegerType>(op->getResult(0).getType()))
    return std::nullopt;
  SmallVector<int64_t> of;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> value =
        isa<IntegerType>(operand.getType()) ? look(operand, known) : std::nullopt;
    if (!value)
      return std::nullopt;
    of.push_back(*value);
  }
  Type type = op->getResult(0).getType();
  if (auto binary = dyn_cast<BinaryOp>(op))
    return compute(binary.getKind(), type, of[0], of[1]);
  if (auto cmp = dyn_cast<CmpOp>(op))
    return compare(cmp.getKind(), of[0], of[1]);
  if (isa<CastOp>(op))
    return type.isInteger(1) ? std::optional(int64_t(of[0] != 0)) : wrap(type, of[0]);
  if (auto math = dyn_cast<MathOp>(op))
    return compute(math.getFn(), of);
  if (auto unary = dyn_cast<UnaryOp>(op))
    return unary.getKind() == UnaryKind::Not   ? std::optional(int64_t(of[0] == 0))
           : unary.getKind() == UnaryKind::Neg ? wrap(type, -of[0])
                                               : wrap(type, ~of[0]);
  return std::nullopt;
}

/// Makes ways for each value of what lies in a small range and is not known.
void StateRunner::spread(Value value, Ways &ways) {
  std::optional<IntegerRange> range;
  Ways all;
  for (Known &known : ways) {
    if (look(value, known)) {
      all.push_back(std::move(known));
      continue;
    }
    range = range ? range : findRange(value);
    if (!range || range->most - range->least > int64_t(RunningOp::kMaxStates)) {
      all.push_back(std::move(known));
      continue;
    }
    for (int64_t number = range->least; number <= range->most; ++number) {
      all.push_back(known);
      all.back()[value.getAsOpaquePointer()] = number;
    }
  }
  ways = std::move(all);
  trim(ways);
}

/// An expression that is made of the place, and of something else in a small range, has several
/// values.
void StateRunner::evaluate(Operation *op, Ways &ways) {
  if (op->getNumResults() != 1)
    return;
  if (op->getNumRegions() > 0) // calls among what is computed under a condition
    runOther(op, ways);
  Value result = op->getResult(0);
  auto isKnown = [&](Value operand) {
    return llvm::any_of(
        ways, [&](const Known &known) { return known.count(operand.getAsOpaquePointer()) != 0; });
  };
  if (isa<IntegerType>(result.getType()) && isa<BinaryOp, CmpOp, MathOp>(op) &&
      llvm::any_of(op->getOperands(), isKnown))
    for (Value operand : op->getOperands())
      if (isa<IntegerType>(operand.getType()))
        spread(operand, ways);
  for (Known &known : ways) {
    ++steps;
    if (std::optional<int64_t> value = evaluateOnce(op, known))
      known[result.getAsOpaquePointer()] = *value;
    else
      known.erase(result.getAsOpaquePointer());
  }
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

/// Ways on which the same is known are one.
void StateRunner::trim(Ways &ways) {
  llvm::sort(ways);
  ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  isGivenUp |= ways.size() > kMaxWays || steps > kMaxSteps;
}

/// Whether the type of what is updated says which bits come out: another one, which C++ computes
/// in, has the same lowest bits of sums, products and masks.
static bool isComputedIn(UpdateOp update, Type type) {
  switch (update.getKind()) {
  case BinaryKind::Div:
  case BinaryKind::Rem:
  case BinaryKind::Shl:
  case BinaryKind::Shr:
    return update.getValue().getType() == type;
  default:
    return true;
  }
}

/// Gives a place or a variable a value. What the place gets has to be known.
void StateRunner::write(Operation *statement, Ways &ways) {
  Value ref = statement->getOperand(0), value = statement->getOperand(1);
  bool isOwn = isPlace(ref);
  Value root = getRoot(ref).value;
  auto variable = root ? root.getDefiningOp<VarOp>() : VarOp();
  if (!isOwn && !variable)
    return;
  if (isOwn)
    spread(value, ways);
  auto update = dyn_cast<UpdateOp>(statement);
  const void *key = isOwn ? nullptr : root.getAsOpaquePointer();
  Type type = cast<RefType>(ref.getType()).getPointee();
  for (Known &known : ways) {
    std::optional<int64_t> result = look(value, known);
    auto old = known.find(key);
    if (update)
      result = result && old != known.end() && isComputedIn(update, type)
                   ? compute(update.getKind(), type, old->second, *result)
                   : std::nullopt;
    if (result && (isOwn || ref == root))
      known[key] = *result;
    else
      known.erase(key);
    isGivenUp |= isOwn && !result;
  }
}

void StateRunner::runIf(IfOp branch, Ways &ways, Ends &ends) {
  Ways left;
  for (bool isTaken : {true, false}) {
    Region &region = isTaken ? branch.getThenRegion() : branch.getElseRegion();
    Ways own;
    for (const Known &known : ways)
      if (look(branch.getCondition(), known).value_or(isTaken) == int64_t(isTaken))
        own.push_back(known);
    if (region.empty()) {
      llvm::append_range(left, own);
      continue;
    }
    Ends inner = runBlock(region.front(), std::move(own));
    llvm::append_range(left, inner.next);
    llvm::append_range(ends.broken, inner.broken);
    llvm::append_range(ends.continued, inner.continued);
  }
  ways = std::move(left);
}

/// Where the value of the `switch` is not known, any label may be the one.
void StateRunner::runSwitch(SwitchOp op, Ways &ways, Ends &ends) {
  Ways behind, through;
  size_t numCases = op.getCases().size(), otherwise = numCases;
  SmallVector<std::set<int64_t>> labels(numCases);
  for (auto [index, all] : llvm::enumerate(op.getLabels())) {
    for (Attribute label : cast<ArrayAttr>(all))
      labels[index].insert(cast<IntegerAttr>(label).getValue().getSExtValue());
    if (labels[index].empty())
      otherwise = index;
  }
  auto enters = [&](const Known &known, size_t index) {
    std::optional<int64_t> value = look(op.getValue(), known);
    if (!value)
      return index < numCases || otherwise == numCases;
    size_t chosen = otherwise;
    for (size_t other = 0; other < numCases; ++other)
      if (labels[other].count(*value))
        chosen = other;
    return chosen == index;
  };
  for (size_t index = 0; index < numCases; ++index) {
    for (const Known &known : ways)
      if (enters(known, index))
        through.push_back(known);
    trim(through);
    Ends inner = runBlock(op.getCases()[index].front(), std::move(through));
    llvm::append_range(behind, inner.broken);
    llvm::append_range(ends.continued, inner.continued);
    through = std::move(inner.next);
  }
  for (const Known &known : ways)
    if (enters(known, numCases))
      through.push_back(known);
  llvm::append_range(behind, through);
  ways = std::move(behind);
}

/// Forgets the variables that an operation writes. Where it writes the place, too, nothing is known
/// any more.
void StateRunner::runOther(Operation *op, Ways &ways) {
  EffectSet effects = getEffects(op);
  isGivenUp |= effects.writesAny(path.root);
  for (Known &known : ways)
    for (auto entry = known.begin(); entry != known.end();) {
      auto variable =
          entry->first ? Value::getFromOpaquePointer(entry->first).getDefiningOp<VarOp>() : VarOp();
      bool isChanged = variable && effects.writesAny(getRoot(variable.getRef()));
      entry = isChanged ? known.erase(entry) : std::next(entry);
    }
}

/// A loop inside of the iteration has any number of rounds.
void StateRunner::runLoop(Operation *loop, Ways &ways) {
  EffectSet effects = getEffects(loop);
  if (!effects.writesAny(path.root))
    return runOther(loop, ways);
  Region &body = loop->getRegion(loop->getNumRegions() - 1);
  auto forget = [&](Ways &all) {
    bool wasGivenUp = isGivenUp;
    runOther(loop, all);
    isGivenUp = wasGivenUp;
    for (Known &known : all)
      for (auto entry = known.begin(); entry != known.end();) {
        Operation *op =
            entry->first ? Value::getFromOpaquePointer(entry->first).getDefiningOp() : nullptr;
        entry = op && loop->isAncestor(op) ? known.erase(entry) : std::next(entry);
      }
    trim(all);
  };
  for (Region &other : loop->getRegions())
    if (&other != &body)
      other.walk([&](Operation *op) {
        isGivenUp |= isa<AssignOp, UpdateOp>(op) && isPlace(op->getOperand(0));
      });
  forget(ways);
  Ways left;
  for (size_t before = 0; !isGivenUp && ways.size() != before;) {
    before = ways.size();
    Ends inner = runBlock(body.front(), ways);
    llvm::append_range(ways, inner.next);
    llvm::append_range(ways, inner.continued);
    llvm::append_range(left, inner.broken);
    forget(ways);
  }
  forget(left);
  llvm::append_range(ways, left);
}

void StateRunner::runStatement(Operation *op, Ways &ways, Ends &ends) {
  if (auto variable = dyn_cast<VarOp>(op)) {
    for (Known &known : ways) {
      const void *key = variable.getRef().getAsOpaquePointer();
      std::optional<int64_t> value =
          variable.getInit() ? look(variable.getInit(), known) : std::nullopt;
      known.erase(key);
      if (value)
        known[key] = *value;
    }
  } else if (isa<AssignOp, UpdateOp>(op)) {
    write(op, ways);
  } else if (auto branch = dyn_cast<IfOp>(op)) {
    runIf(branch, ways, ends);
  } else if (auto choice = dyn_cast<SwitchOp>(op)) {
    runSwitch(choice, ways, ends);
  } else if (auto scope = dyn_cast<ScopeOp>(op)) {
    Ends inner = runBlock(scope.getBody().front(), std::move(ways));
    ways = std::move(inner.next);
    llvm::append_range(ends.broken, inner.broken);
    llvm::append_range(ends.continued, inner.continued);
  } else if (isa<ForOp, WhileOp>(op)) {
    runLoop(op, ways);
  } else if (isa<BreakOp, ContinueOp, ReturnOp>(op)) {
    llvm::append_range(isa<BreakOp>(op) ? ends.broken : ends.continued, ways);
    ways.clear();
  } else {
    runOther(op, ways);
  }
  trim(ways);
}

Ends StateRunner::runBlock(Block &block, Ways ways) {
  Ends ends;
  for (Operation &op : block) {
    if (isGivenUp || ways.empty())
      break;
    if (op.hasTrait<VkmExpression>() && !isa<CallOp>(op))
      evaluate(&op, ways);
    else
      runStatement(&op, ways, ends);
  }
  ends.next = std::move(ways);
  return ends;
}

std::optional<std::set<int64_t>> StateRunner::run(Region &iteration, int64_t start) {
  Ends ends = runBlock(iteration.front(), {Known{{nullptr, start}}});
  if (isGivenUp)
    return std::nullopt;
  std::set<int64_t> found;
  for (const Ways *ways : {&ends.next, &ends.continued})
    for (const Known &known : *ways)
      found.insert(known.at(nullptr));
  return found;
}

std::optional<SmallVector<int64_t>>
vkmorph::vkm::findReachedStates(GridOp grid, const PlacePath &path, ArrayRef<int64_t> starts) {
  std::set<int64_t> reached(starts.begin(), starts.end());
  SmallVector<int64_t> open(starts);
  while (!open.empty() && reached.size() <= RunningOp::kMaxStates) {
    std::optional<std::set<int64_t>> next =
        StateRunner(path).run(grid.getBody(), open.pop_back_val());
    if (!next)
      return std::nullopt;
    for (int64_t state : *next)
      if (reached.insert(state).second)
        open.push_back(state);
  }
  if (reached.empty() || reached.size() > RunningOp::kMaxStates)
    return std::nullopt;
  return SmallVector<int64_t>(reached.begin(), reached.end());
}
