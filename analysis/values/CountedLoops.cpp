//===- CountedLoops.cpp - Loops that count ----------------------------------------------------===//

#include "analysis/values/CountedLoops.h"

#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Whether evaluating a region, up to its yield and but for the statement `except`, changes
/// nothing.
static bool isPure(Region &region, Operation *except = nullptr) {
  return llvm::all_of(region.front(), [&](Operation &op) {
    return &op == except || isa<YieldOp>(op) || isWithoutEffect(&op);
  });
}

/// Whether a value is that of the counter, possibly converted to an integer that is at least as
/// wide.
static bool isCounter(Value value, Value place) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    auto from = dyn_cast<IntegerType>(cast.getOperand().getType());
    auto to = dyn_cast<IntegerType>(cast.getType());
    if (!from || !to || to.getWidth() < from.getWidth())
      return false;
    value = cast.getOperand();
  }
  auto load = value.getDefiningOp<LoadOp>();
  return load && load.getRef() == place;
}

/// What a statement adds to the counter or takes from it: `i++`, `i += 2`, `i = i - 1`, `i =
/// (uint8_t)(i + stride)`.
static bool matchStep(Operation *statement, Value place, CountedLoop &result) {
  BinaryKind kind;
  if (auto update = dyn_cast<UpdateOp>(statement); update && update.getRef() == place) {
    kind = update.getKind();
    result.amount = update.getValue();
  } else if (auto assign = dyn_cast<AssignOp>(statement); assign && assign.getRef() == place) {
    Value value = assign.getValue();
    if (auto cast = value.getDefiningOp<CastOp>())
      value = cast.getOperand();
    auto sum = value.getDefiningOp<BinaryOp>();
    if (!sum)
      return false;
    kind = sum.getKind();
    if (isCounter(sum.getLhs(), place))
      result.amount = sum.getRhs();
    else if (kind == BinaryKind::Add && isCounter(sum.getRhs(), place))
      result.amount = sum.getLhs();
    else
      return false;
  } else {
    return false;
  }
  result.subtracted = kind == BinaryKind::Sub;
  return kind == BinaryKind::Add || kind == BinaryKind::Sub;
}

/// Reads a comparison of the counter with a bound.
static bool matchComparison(CmpOp cmp, Value place, CountedLoop &result) {
  if (isCounter(cmp.getLhs(), place)) {
    result.bound = cmp.getRhs();
    result.predicate = cmp.getKind();
    return true;
  }
  result.bound = cmp.getLhs();
  result.predicate = swapOperands(cmp.getKind());
  return isCounter(cmp.getRhs(), place);
}

std::optional<CountedLoop> vkmorph::vkm::matchLoopHeader(ForOp loop, StringRef *whyNot) {
  auto fail = [&](StringRef why) {
    if (whyNot)
      *whyNot = why;
    return std::nullopt;
  };
  auto type = dyn_cast<IntegerType>(loop.getInit().getType());
  if (!type || type.getWidth() == 1)
    return fail("its variable is no integer");
  if (!isPure(loop.getCond()))
    return fail("its condition has side effects");

  CountedLoop result;
  auto cmp = cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
  if (!cmp || !matchComparison(cmp, loop.getCondVar(), result))
    return fail("its condition is no comparison of the counter with a bound");
  if (!isa<IntegerType>(result.bound.getType()))
    return fail("its bound is no integer");

  Operation *statement = nullptr;
  for (Operation &op : loop.getStep().front())
    if (!op.hasTrait<VkmExpression>())
      statement = &op;
  if (!statement || !isPure(loop.getStep(), statement) ||
      !matchStep(statement, loop.getStepVar(), result))
    return fail("its step does not add one value to the counter");
  return result;
}

std::optional<CountedLoop> vkmorph::vkm::matchCountedLoop(ForOp loop) {
  if (!llvm::all_of(loop.getBodyVar().getUsers(),
                    [](Operation *user) { return isa<LoadOp>(user); }))
    return std::nullopt;
  return matchLoopHeader(loop);
}

/// The operations that write a variable of which no reference is passed on.
static std::optional<SmallVector<Operation *>> getWrites(VarOp var) {
  SmallVector<Operation *> writes;
  for (Operation *user : var.getRef().getUsers()) {
    auto assign = dyn_cast<AssignOp>(user);
    auto update = dyn_cast<UpdateOp>(user);
    if ((assign && assign.getRef() == var.getRef()) || (update && update.getRef() == var.getRef()))
      writes.push_back(user);
    else if (!isa<LoadOp>(user))
      return std::nullopt;
  }
  return writes;
}

/// The variable that one side of a comparison reads, and that the loop changes.
static VarOp getCompared(Value side, WhileOp loop) {
  while (auto cast = side.getDefiningOp<CastOp>())
    side = cast.getOperand();
  auto load = side.getDefiningOp<LoadOp>();
  auto var = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  bool isChanged = var && llvm::any_of(var.getRef().getUsers(), [&](Operation *user) {
                     return !isa<LoadOp>(user) && loop->isAncestor(user);
                   });
  return isChanged ? var : VarOp();
}

std::optional<CountedWhile> vkmorph::vkm::matchCountedWhile(WhileOp loop) {
  auto cmp = cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
  if (!cmp || !isPure(loop.getCond()))
    return std::nullopt;
  CountedWhile result;
  VarOp left = getCompared(cmp.getLhs(), loop), right = getCompared(cmp.getRhs(), loop);
  if (!left == !right) // both change, or none
    return std::nullopt;
  VarOp var = result.variable = left ? left : right;
  std::optional<SmallVector<Operation *>> writes = getWrites(var);
  auto type = dyn_cast<IntegerType>(cast<RefType>(var.getRef().getType()).getPointee());
  if (!writes || loop->isAncestor(var) || !type || type.getWidth() == 1 ||
      !matchComparison(cmp, var.getRef(), result.header) ||
      !isa<IntegerType>(result.header.bound.getType()))
    return std::nullopt;

  // One step stands in the body's block; a `continue` before it brings its own one.
  Block &body = loop.getBody().front();
  result.step = nullptr;
  SmallVector<Operation *> others;
  for (Operation *write : *writes)
    if (write->getBlock() == &body) {
      if (result.step || !matchStep(write, var.getRef(), result.header))
        return std::nullopt;
      result.step = write;
    } else if (loop->isAncestor(write)) {
      others.push_back(write);
    }
  if (!result.step)
    return std::nullopt;
  for (Operation *other : others) {
    CountedLoop same = result.header;
    auto jump = dyn_cast_or_null<ContinueOp>(other->getNextNode());
    if (!jump || getJumpTarget(jump) != loop || !matchStep(other, var.getRef(), same) ||
        same.subtracted != result.header.subtracted ||
        !isSameExpression(same.amount, result.header.amount))
      return std::nullopt;
  }
  bool stepsOnce = true;
  loop->walk([&](ContinueOp jump) {
    if (getJumpTarget(jump) != loop)
      return;
    bool isBefore = body.findAncestorOpInBlock(*jump)->isBeforeInBlock(result.step);
    bool hasOwn = llvm::is_contained(others, jump->getPrevNode());
    stepsOnce &= isBefore == hasOwn;
  });
  return stepsOnce ? std::optional(result) : std::nullopt;
}

unsigned vkmorph::vkm::getLoopDepth(Operation *op) {
  unsigned deepest = 0;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      deepest = std::max(deepest, getLoopDepth(&inner));
  return deepest + (isa<ForOp>(op) ? 1 : 0);
}

/// Whether a statement, or one of a scope, is a loop that nests so many.
static bool nests(Operation &op, unsigned depth) {
  if (auto scope = dyn_cast<ScopeOp>(op))
    return llvm::any_of(scope.getBody().front(),
                        [&](Operation &inner) { return nests(inner, depth); });
  return isa<ForOp>(op) && getLoopDepth(&op) >= depth;
}

unsigned vkmorph::vkm::getGridDepth(KernelOp kernel) {
  auto dims = static_cast<unsigned>(kernel.getDims());
  bool isDeepEnough =
      llvm::any_of(kernel.getBody().front(), [&](Operation &op) { return nests(op, dims); });
  return isDeepEnough ? dims : 1;
}

bool vkmorph::vkm::mayReturn(Operation &op) {
  return op.walk([](ReturnOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

bool vkmorph::vkm::isStatementBody(Region &region) {
  auto loop = dyn_cast<LoopOpInterface>(region.getParentOp());
  return !loop || &region == &loop.getBody();
}

bool vkmorph::vkm::holdsStatements(Region &region) {
  return isStatementBody(region) &&
         isa<LoopOpInterface, IfOp, SwitchOp, ScopeOp>(region.getParentOp());
}

Operation *vkmorph::vkm::getJumpTarget(Operation *jump) {
  if (isa<ReturnOp>(jump))
    return nullptr;
  Operation *target = jump->getParentOp();
  while (!isa<LoopOpInterface, GridOp>(target) && !(isa<BreakOp>(jump) && isa<SwitchOp>(target)))
    target = target->getParentOp();
  return target;
}

SmallVector<Region *> vkmorph::vkm::getCasesInto(Region &region) {
  SmallVector<Region *> cases;
  auto choice = dyn_cast<SwitchOp>(region.getParentOp());
  for (unsigned number = region.getRegionNumber(); choice && number > 0; --number) {
    Region &before = choice->getRegion(number - 1);
    if (!before.front().empty() && isa<BreakOp, ContinueOp, ReturnOp>(before.front().back()))
      break;
    cases.push_back(&before);
  }
  return cases;
}

SmallVector<Operation *> vkmorph::vkm::getExits(Operation *loop) {
  SmallVector<Operation *> exits;
  loop->walk([&](Operation *jump) {
    if (isa<ReturnOp>(jump) || (isa<BreakOp>(jump) && getJumpTarget(jump) == loop))
      exits.push_back(jump);
  });
  return exits;
}

bool vkmorph::vkm::mayJumpOut(Operation *op) {
  return op
      ->walk([&](Operation *jump) {
        if (!isa<BreakOp, ContinueOp, ReturnOp>(jump))
          return WalkResult::advance();
        Operation *target = getJumpTarget(jump);
        return target && op->isAncestor(target) ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

std::optional<int64_t> vkmorph::vkm::getTrips(ForOp loop) {
  std::optional<CountedLoop> counted = matchCountedLoop(loop);
  if (!counted)
    return std::nullopt;
  std::optional<int64_t> first = getConstantInt(loop.getInit()),
                         bound = getConstantInt(counted->bound),
                         step = getConstantInt(counted->amount);
  if (!first || !bound || !step || *step == 0)
    return std::nullopt;
  // Magnitudes in the direction of the bound.
  bool isDown = counted->subtracted == (*step > 0);
  bool isUpper = counted->predicate == CmpKind::Lt || counted->predicate == CmpKind::Le;
  bool isInclusive = counted->predicate == CmpKind::Le || counted->predicate == CmpKind::Ge;
  if (counted->predicate == CmpKind::Eq || (counted->predicate != CmpKind::Ne && isUpper == isDown))
    return std::nullopt;
  int64_t distance = isDown ? *first - *bound : *bound - *first;
  if (distance < (isInclusive ? 0 : 1))
    return 0;
  return isInclusive ? distance / std::abs(*step) + 1 : (distance - 1) / std::abs(*step) + 1;
}

bool vkmorph::vkm::mayRunLong(Operation *op) {
  constexpr int64_t kMostTrips = 1024;
  int64_t trips = 1;
  return op
      ->walk([&](Operation *inner) {
        if (!isa<LoopOpInterface>(inner))
          return WalkResult::advance();
        auto loop = dyn_cast<ForOp>(inner);
        std::optional<int64_t> count = loop ? getTrips(loop) : std::nullopt;
        if (!count || *count > kMostTrips)
          return WalkResult::interrupt();
        trips *= std::max<int64_t>(*count, 1);
        return trips > kMostTrips ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The variable that an expression reads, where each iteration of a loop adds or subtracts one.
static Value getCounted(Operation *loop, Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  Root root = load ? getRoot(load.getRef()) : Root();
  auto isStep = [&](Operation &op) {
    CountedLoop step;
    auto update = dyn_cast<UpdateOp>(op);
    return update && getRoot(update.getRef()) == root && matchStep(update, update.getRef(), step) &&
           getConstantInt(step.amount) == 1;
  };
  bool isCounted = llvm::any_of(loop->getRegions(), [&](Region &region) {
    return !region.empty() && llvm::any_of(region.front(), isStep);
  });
  return isCounted ? root.value : Value();
}

/// What a variable has before a loop, where that is a constant.
static std::optional<int64_t> getFirst(Operation *loop, Value variable) {
  if (auto var = variable ? variable.getDefiningOp<VarOp>() : VarOp()) {
    bool isInitial = var.getInit() && llvm::all_of(var->getUsers(), [&](Operation *user) {
                       return isa<LoadOp>(user) || loop->isAncestor(user);
                     });
    return isInitial ? getConstantInt(var.getInit()) : std::nullopt;
  }
  auto counter = dyn_cast<ForOp>(loop);
  return counter && variable == counter.getBodyVar() ? getConstantInt(counter.getInit())
                                                     : std::nullopt;
}

std::optional<int64_t> vkmorph::vkm::getMostTrips(Operation *loop) {
  Region &condition = cast<LoopOpInterface>(loop).getCond();
  auto yield = condition.empty() ? YieldOp() : dyn_cast<YieldOp>(condition.front().back());
  SmallVector<CmpOp> conjuncts;
  if (yield)
    collectConjuncts(yield.getValue(), conjuncts);
  std::optional<int64_t> limit;
  for (CmpOp cmp : conjuncts)
    for (auto [counter, bound] :
         {std::pair(cmp.getLhs(), cmp.getRhs()), std::pair(cmp.getRhs(), cmp.getLhs())}) {
      std::optional<int64_t> first = getFirst(loop, getCounted(loop, counter));
      std::optional<int64_t> last = getConstantInt(bound);
      if (!first || !last || cmp.getKind() == CmpKind::Eq || cmp.getKind() == CmpKind::Ne)
        continue;
      bool isUp =
          bound.getType().isUnsignedInteger() ? uint64_t(*first) < uint64_t(*last) : *first < *last;
      uint64_t trips =
          isUp ? uint64_t(*last) - uint64_t(*first) : uint64_t(*first) - uint64_t(*last);
      limit = int64_t(std::min(uint64_t(limit.value_or(INT64_MAX)), trips));
    }
  return limit;
}
