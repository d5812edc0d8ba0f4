//===- Accesses.cpp - What an operation of a kernel reads and writes, element by element -----===//

#include "analysis/accesses/Accesses.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/VkmAttributes.h"

#include "llvm/ADT/TypeSwitch.h"

#include <set>

using namespace mlir;
using namespace vkmorph::vkm;

/// Deeper expressions are taken to be anything.
static constexpr unsigned kMaxConditionDepth = 64;

namespace {

class Collector {
public:
  Collector(AffineAnalysis &analysis, Operation *topLevel, bool comparesRounded = false)
      : analysis(analysis), grid(dyn_cast<GridOp>(topLevel)), comparesRounded(comparesRounded) {}
  void visit(Operation *op, const Frame *frame);

  /// What holds after the operations before `op` in its block.
  void assumeBefore(Operation *op);
  /// What holds because `op` runs.
  void assumeAround(Operation *op);
  void assume(const Outcome &decision);
  void assume(Value condition, const Frame *frame, bool holds);
  void assumeNoJump(Operation *op, const Frame *frame);
  bool isExact(Value operand, const Frame *frame, const Polynomial &value);
  bool widensExactly(Value value, const Frame *frame, unsigned depth = 0);

  std::vector<ElementAccess> accesses;
  /// What holds where the visit stands.
  SmallVector<Comparison> comparisons;
  SmallVector<OpaqueCondition> opaque;
  SmallVector<const Counter *> loops;

private:
  void visit(Region &region, const Frame *frame);
  void visitLoop(Operation *loop, const Counter *counter, const Frame *frame);
  void visitCall(CallOp call, const Frame *frame);
  void addReduction(ReductionOpInterface reduce, const Frame *frame);
  void visitBranch(Region &region, const Frame *frame, Value condition, bool holds);
  void add(Operation *op, const Frame *frame, Value place, bool reads, bool writes);
  void assumeNotLeft(Operation *loop, const Frame *frame, const Counter *counter);
  void assumeUnknown(Operation *jump, Operation *outermost, const Frame *frame,
                     const Counter *leaves = nullptr);
  bool isNonNegative(const Polynomial &value);

  AffineAnalysis &analysis;
  GridOp grid; ///< null outside of grids
  /// A condition that asks for a remainder decides more often whether a statement runs than how far
  /// it reaches: two branches are recognised as such.
  bool comparesRounded;
  std::set<std::pair<Operation *, const Frame *>> widened; ///< variables
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Conditions
//===------------------------------------------------------------------------------------------===//

/// Whether a value is not negative where the visit stands: y + 1 in iterations that count down by
/// `y-- > 0`.
bool Collector::isNonNegative(const Polynomial &value) {
  Facts facts = grid ? analysis.getFacts(grid) : analysis.getFacts();
  for (const Polynomial &limit : analysis.getLimits(value))
    facts.add(limit);
  if (facts.isNonNegative(value))
    return true;
  for (unsigned dim = 0; grid && dim < grid.getNumDims(); ++dim)
    addIteration(facts, *analysis.getCounter(grid, dim));
  for (const Counter *counter : loops)
    addIteration(facts, *counter);
  for (const Comparison &comparison : comparisons)
    addFact(facts, comparison);
  return facts.isNonNegative(value);
}

/// Whether what a value is made of, and converted to more bits, has not wrapped before that:
/// `int64_t(n - 1)` is no -1 where n is an unsigned 0.
bool Collector::widensExactly(Value value, const Frame *frame, unsigned depth) {
  if (depth > kMaxConditionDepth)
    return false;
  auto recurse = [&](Value operand) { return widensExactly(operand, frame, depth + 1); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    bool isCallees = frame && isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return !isCallees || widensExactly(frame->call->getOperand(argument.getArgNumber()),
                                       frame->parent, depth + 1);
  }
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<LoadOp>(op)) {
    if (auto argument = dyn_cast<BlockArgument>(load.getRef()))
      if (auto loop = dyn_cast<ForOp>(argument.getOwner()->getParentOp()))
        return recurse(loop.getInit());
    auto var = load.getRef().getDefiningOp<VarOp>();
    // What a variable makes of itself is looked at once.
    if (!var || !widened.insert({var, frame}).second)
      return true;
    return (!var.getInit() || recurse(var.getInit())) &&
           llvm::all_of(var.getRef().getUsers(), [&](Operation *user) {
             auto assign = dyn_cast<AssignOp>(user);
             auto update = dyn_cast<UpdateOp>(user);
             return (!assign || recurse(assign.getValue())) &&
                    (!update || recurse(update.getValue()));
           });
  }
  if (auto call = dyn_cast<CallOp>(op)) {
    const Frame *inner = analysis.enter(call, frame);
    auto last = inner ? dyn_cast<ReturnOp>(lookupCallee(call).getFunctionBody().front().back())
                      : ReturnOp();
    return last && last.getValue() && widensExactly(last.getValue(), inner, depth + 1);
  }
  if (auto cast = dyn_cast<CastOp>(op)) {
    auto from = dyn_cast<IntegerType>(cast.getOperand().getType()),
         to = dyn_cast<IntegerType>(cast.getType());
    if (from && to && from.isUnsigned() && from.getWidth() < to.getWidth()) {
      std::optional<Polynomial> operand = analysis.evaluate(cast.getOperand(), frame);
      if (!operand || !isNonNegative(*operand))
        return false;
    }
  }
  return !isa<BinaryOp, UnaryOp, CastOp, NarrowOp>(op) || llvm::all_of(op->getOperands(), recurse);
}

/// Whether a comparison of the value is one of the polynomial: it has not wrapped.
bool Collector::isExact(Value operand, const Frame *frame, const Polynomial &value) {
  widened.clear();
  return (operand.getType().isSignedInteger() || isNonNegative(value)) &&
         widensExactly(operand, frame);
}

void Collector::assume(Value condition, const Frame *frame, bool holds) {
  if (auto negation = condition.getDefiningOp<UnaryOp>();
      negation && negation.getKind() == UnaryKind::Not)
    return assume(negation.getOperand(), frame, !holds);
  auto assumeBoth = [&](Value lhs, Region &rhs) {
    assume(lhs, frame, holds);
    assume(cast<YieldOp>(rhs.front().back()).getValue(), frame, holds);
  };
  if (auto both = condition.getDefiningOp<AndOp>(); both && holds)
    return assumeBoth(both.getLhs(), both.getRhs());
  if (auto either = condition.getDefiningOp<OrOp>(); either && !holds)
    return assumeBoth(either.getLhs(), either.getRhs());
  // const bool inside = x > 0 && x + 1 < w;
  if (auto load = condition.getDefiningOp<LoadOp>())
    if (auto var = load.getRef().getDefiningOp<VarOp>(); var && keepsInitialValue(var)) {
      size_t unknown = opaque.size();
      assume(var.getInit(), frame, holds);
      // What is asked is the variable.
      if (opaque.size() > unknown) {
        opaque.truncate(unknown);
        opaque.push_back({condition, frame});
      }
      return;
    }
  // if (i % 2)
  if (auto cast = condition.getDefiningOp<CastOp>();
      cast && comparesRounded && isa<IntegerType>(cast.getOperand().getType())) {
    std::optional<Polynomial> value = analysis.evaluate(cast.getOperand(), frame);
    if (value && isExact(cast.getOperand(), frame, *value)) {
      CmpKind isSet = isNonNegative(*value) ? CmpKind::Gt : CmpKind::Ne;
      comparisons.push_back({*value, holds ? isSet : CmpKind::Eq});
      return;
    }
  }
  if (auto cmp = condition.getDefiningOp<CmpOp>()) {
    std::optional<Polynomial> lhs = analysis.evaluate(cmp.getLhs(), frame),
                              rhs = analysis.evaluate(cmp.getRhs(), frame);
    if (lhs && rhs && (comparesRounded || !analysis.isRounded(*lhs - *rhs)) &&
        isExact(cmp.getLhs(), frame, *lhs) && isExact(cmp.getRhs(), frame, *rhs)) {
      CmpKind kind = holds ? cmp.getKind() : negate(cmp.getKind());
      // x != 0 of an x that is not negative.
      if (kind == CmpKind::Ne && isNonNegative(*lhs - *rhs))
        kind = CmpKind::Gt;
      else if (kind == CmpKind::Ne && isNonNegative(*rhs - *lhs))
        kind = CmpKind::Lt;
      comparisons.push_back({*lhs - *rhs, kind});
      return;
    }
  }
  opaque.push_back({condition, frame});
}

void Collector::assume(const Outcome &decision) {
  const auto &[choice, holds] = decision;
  auto compared = analysis.getCompared(choice);
  if (!compared) {
    comparesRounded = true;
    return assume(AffineAnalysis::getCondition(choice), choice.frame, holds);
  }
  auto [first, second] = *compared;
  std::optional<Polynomial> lhs = analysis.evaluate(first, choice.frame),
                            rhs = analysis.evaluate(second, choice.frame);
  if (lhs && rhs && isExact(first, choice.frame, *lhs) && isExact(second, choice.frame, *rhs))
    comparisons.push_back({*lhs - *rhs, holds ? CmpKind::Le : CmpKind::Gt});
  else
    opaque.push_back({{}, choice.frame});
}

/// The jumps in `op` to somewhere outside of it.
static SmallVector<Operation *> getJumpsOut(Operation *op) {
  SmallVector<Operation *> jumps;
  op->walk([&](Operation *inner) {
    if (!isa<BreakOp, ContinueOp, ReturnOp>(inner))
      return;
    Operation *target = getJumpTarget(inner);
    if (!target || !op->isAncestor(target))
      jumps.push_back(inner);
  });
  return jumps;
}

/// Whether control comes past `jump` depends on what stands between it and `outermost` in a way
/// that is not followed.
void Collector::assumeUnknown(Operation *jump, Operation *outermost, const Frame *frame,
                              const Counter *leaves) {
  for (Operation *op = jump; op != outermost->getParentOp(); op = op->getParentOp()) {
    if (auto branch = dyn_cast<IfOp>(op))
      opaque.push_back({branch.getCondition(), frame, leaves});
    else if (auto choice = dyn_cast<SwitchOp>(op))
      opaque.push_back({choice.getValue(), frame, leaves});
    else if (isa<LoopOpInterface>(op))
      for (Region &region : op->getRegions())
        if (auto yield = dyn_cast_or_null<YieldOp>(region.front().empty() ? nullptr
                                                                          : &region.front().back()))
          opaque.push_back({yield.getValue(), frame, leaves});
  }
}

/// What holds after a statement that may jump away: `if (c) continue;`.
void Collector::assumeNoJump(Operation *op, const Frame *frame) {
  SmallVector<Operation *> jumps = getJumpsOut(op);
  if (jumps.empty() || jumps.front() == op)
    return;
  if (auto branch = dyn_cast<IfOp>(op); branch && jumps.size() == 1)
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
      if (jumps.front()->getParentRegion() == region)
        return assume(branch.getCondition(), frame, region != &branch.getThenRegion());
  for (Operation *jump : jumps)
    assumeUnknown(jump, op, frame);
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

void Collector::visit(Region &region, const Frame *frame) {
  if (region.empty())
    return;
  size_t known = comparisons.size(), unknown = opaque.size();
  for (Operation &op : region.front()) {
    visit(&op, frame);
    assumeNoJump(&op, frame);
  }
  comparisons.truncate(known);
  opaque.truncate(unknown);
}

void Collector::visitBranch(Region &region, const Frame *frame, Value condition, bool holds) {
  size_t known = comparisons.size(), unknown = opaque.size();
  assume(condition, frame, holds);
  visit(region, frame);
  comparisons.truncate(known);
  opaque.truncate(unknown);
}

/// A loop that may be left early need not come to any iteration but the first.
void Collector::assumeNotLeft(Operation *loop, const Frame *frame, const Counter *counter) {
  for (Operation *jump : getExits(loop))
    assumeUnknown(jump, loop, frame, counter);
}

/// `counter` is null where the loop is not known to count.
void Collector::visitLoop(Operation *loop, const Counter *counter, const Frame *frame) {
  Region &condition = loop->getRegion(0);
  visit(condition, frame);
  size_t unknown = opaque.size();
  if (counter)
    loops.push_back(counter);
  else
    opaque.push_back({cast<YieldOp>(condition.front().back()).getValue(), frame});
  assumeNotLeft(loop, frame, counter);
  // A step stands before the body.
  for (Region &region : llvm::reverse(llvm::drop_begin(loop->getRegions())))
    visit(region, frame);
  opaque.truncate(unknown);
  if (counter)
    loops.pop_back();
}

void Collector::visitCall(CallOp call, const Frame *frame) {
  EffectSet effects = getEffects(call);
  if (effects.reads.empty() && effects.writes.empty())
    return;
  if (const Frame *inner = analysis.enter(call, frame)) {
    // Jumps of the callee end with it.
    visit(lookupCallee(call).getFunctionBody(), inner);
    return;
  }
  auto addAll = [&](ArrayRef<Root> roots, bool reads) {
    for (const Root &root : roots) {
      ElementAccess access{call, frame, root, {}, reads, !reads, {}, {}, {}, {}, {}, {}};
      access.comparisons.assign(comparisons.begin(), comparisons.end());
      access.opaque.assign(opaque.begin(), opaque.end());
      access.opaque.push_back({{}, frame});
      accesses.push_back(access);
    }
  };
  addAll(effects.reads, true);
  addAll(effects.writes, false);
}

void Collector::addReduction(ReductionOpInterface reduce, const Frame *frame) {
  Root root{reduce.getFieldAttr().getAttr(), {}};
  ElementAccess access{reduce, frame, root, {}, true, true, reduce.getOperationTitle(),
                       {},     {},    {},   {}, {}};
  for (Attribute step : reduce.getSteps()) {
    if (auto number = dyn_cast_or_null<IntegerAttr>(step))
      access.path.push_back({{}, Polynomial(number.getInt())});
    else
      access.path.push_back({cast_or_null<StringAttr>(step), {}});
  }
  accesses.push_back(access);
}

void Collector::visit(Operation *op, const Frame *frame) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](LoadOp load) { add(op, frame, load.getRef(), true, false); })
      .Case([&](AssignOp assign) { add(op, frame, assign.getRef(), false, true); })
      .Case([&](UpdateOp update) { add(op, frame, update.getRef(), true, true); })
      .Case([&](ScatterOp scatter) {
        size_t known = accesses.size();
        add(op, frame, scatter.getRef(), true, true);
        for (ElementAccess &access : MutableArrayRef(accesses).drop_front(known))
          access.reduction = stringifyReduceKind(scatter.getKind());
      })
      .Case([&](ReductionOpInterface reduce) {
        addReduction(reduce, frame);
        // What goes with a value is computed where that is picked.
        if (reduce.picks())
          opaque.push_back({reduce.getValue(), frame});
        for (Region &region : reduce->getRegions())
          visit(region, frame);
        if (reduce.picks())
          opaque.pop_back();
      })
      .Case([&](CallOp call) { visitCall(call, frame); })
      .Case([&](IfOp branch) {
        // The elements are the same without its condition.
        if (branch->hasAttr(kLastOfElementAttr))
          return visit(branch.getThenRegion(), frame);
        visitBranch(branch.getThenRegion(), frame, branch.getCondition(), true);
        visitBranch(branch.getElseRegion(), frame, branch.getCondition(), false);
      })
      .Case([&](SelectOp select) {
        visitBranch(select.getWhenTrue(), frame, select.getCondition(), true);
        visitBranch(select.getWhenFalse(), frame, select.getCondition(), false);
      })
      .Case([&](AndOp both) { visitBranch(both.getRhs(), frame, both.getLhs(), true); })
      .Case([&](OrOp either) { visitBranch(either.getRhs(), frame, either.getLhs(), false); })
      .Case<ForOp, WhileOp>(
          [&](auto loop) { visitLoop(loop, analysis.getCounter(loop, frame), frame); })
      .Case([&](DoWhileOp loop) {
        size_t unknown = opaque.size();
        assumeNotLeft(loop, frame, nullptr);
        visit(loop.getBody(), frame);
        visit(loop.getCond(), frame);
        opaque.truncate(unknown);
      })
      .Case([&](SwitchOp choice) {
        opaque.push_back({choice.getValue(), frame});
        for (Region &region : choice.getCases())
          visit(region, frame);
        opaque.pop_back();
      })
      .Default([&](Operation *other) {
        for (Region &region : other->getRegions())
          visit(region, frame);
      });
}

void Collector::add(Operation *op, const Frame *frame, Value place, bool reads, bool writes) {
  ElementAccess access{op, frame, {}, {}, reads, writes, {}, {}, {}, {}, {}, {}};
  const Frame *at = frame;
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(place)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (!isa<FunctionOpInterface>(owner))
        return; // a loop's variable
      if (!at) {
        access.root = {{}, place};
        break;
      }
      place = at->call->getOperand(argument.getArgNumber());
      at = at->parent;
      continue;
    }
    Operation *def = place.getDefiningOp();
    if (auto member = dyn_cast<MemberOp>(def)) {
      access.path.push_back({member.getNameAttr(), {}});
      place = member.getBase();
    } else if (auto element = dyn_cast<ElementOp>(def)) {
      access.path.push_back({{}, analysis.evaluate(element.getIndex(), at)});
      place = element.getBase();
    } else if (auto deref = dyn_cast<DerefOp>(def)) {
      analysis.openChoice.reset();
      access.path.push_back({{}, analysis.evaluate(deref.getIndex(), at)});
      access.open = analysis.openChoice;
      if (const std::optional<Polynomial> &index = access.path.back().index)
        access.limits = analysis.getLimits(*index);
      place = deref.getPointer();
    } else if (auto field = dyn_cast<FieldRefOp>(def)) {
      access.root = {field.getFieldAttr().getAttr(), {}};
      break;
    } else if (auto vector = dyn_cast<VectorDataOp>(def)) {
      access.root = {vector.getFieldAttr().getAttr(), {}};
      break;
    } else {
      return; // a variable
    }
  }
  std::reverse(access.path.begin(), access.path.end());
  access.comparisons.assign(comparisons.begin(), comparisons.end());
  access.opaque.assign(opaque.begin(), opaque.end());
  access.loops.assign(loops.begin(), loops.end());
  accesses.push_back(std::move(access));
}

std::vector<ElementAccess>
vkmorph::vkm::collectAccesses(AffineAnalysis &analysis, Operation *topLevel, bool comparesRounded) {
  Collector collector(analysis, topLevel, comparesRounded);
  if (topLevel->hasAttr(kLooksAheadAttr))
    collector.opaque.push_back({{}, nullptr});
  collector.visit(topLevel, nullptr);
  return std::move(collector.accesses);
}

void vkmorph::vkm::collectDecision(AffineAnalysis &analysis, Operation *topLevel,
                                   const Outcome &decision,
                                   SmallVectorImpl<Comparison> &comparisons,
                                   SmallVectorImpl<OpaqueCondition> &opaque) {
  Collector collector(analysis, topLevel);
  collector.assume(decision);
  comparisons.append(collector.comparisons.begin(), collector.comparisons.end());
  opaque.append(collector.opaque.begin(), collector.opaque.end());
}

bool vkmorph::vkm::comparesExactly(AffineAnalysis &analysis, Operation *topLevel,
                                   const Bounded &bounded) {
  Collector collector(analysis, topLevel);
  auto isExact = [&](auto pair) {
    const std::optional<Polynomial> &known = std::get<1>(pair);
    return !known || collector.isExact(std::get<0>(pair), bounded.frame, *known);
  };
  MathOp op = bounded.op;
  return llvm::all_of(llvm::zip(op.getOperands(), bounded.operands), isExact);
}

bool vkmorph::vkm::dividesExactly(AffineAnalysis &analysis, Operation *topLevel,
                                  const Remainder &remainder) {
  Collector collector(analysis, topLevel);
  return llvm::all_of(remainder.wide, [&](auto place) {
    auto [op, frame] = place;
    return collector.widensExactly(BinaryOp(op).getLhs(), frame);
  });
}

void Collector::assumeBefore(Operation *op) {
  for (Operation &before : *op->getBlock()) {
    if (&before == op)
      return;
    assumeNoJump(&before, nullptr);
  }
}

/// From the inside out: the branch or loop that holds the operation, and what stands before it.
void Collector::assumeAround(Operation *op) {
  while (op && !isa<FunctionOpInterface>(op)) {
    assumeBefore(op);
    Region *region = op->getParentRegion();
    Operation *parent = op->getParentOp();
    if (auto branch = dyn_cast<IfOp>(parent))
      assume(branch.getCondition(), nullptr, region == &branch.getThenRegion());
    else if (auto select = dyn_cast<SelectOp>(parent))
      assume(select.getCondition(), nullptr, region == &select.getWhenTrue());
    else if (auto both = dyn_cast<AndOp>(parent))
      assume(both.getLhs(), nullptr, true);
    else if (auto either = dyn_cast<OrOp>(parent))
      assume(either.getLhs(), nullptr, false);
    else if (auto loop = dyn_cast<ForOp>(parent); loop && region == &loop.getBody()) {
      if (const Counter *counter = analysis.getCounter(loop, nullptr))
        loops.push_back(counter);
    } else if (auto loop = dyn_cast<WhileOp>(parent); loop && region == &loop.getBody()) {
      if (const Counter *counter = analysis.getCounter(loop, nullptr))
        loops.push_back(counter);
    }
    op = parent;
  }
}

Facts vkmorph::vkm::getFactsAt(AffineAnalysis &analysis, Operation *op) {
  Collector collector(analysis, analysis.getTopLevel(op, nullptr));
  collector.assumeAround(op);
  SmallVector<const Counter *> counters(collector.loops);
  if (auto grid = dyn_cast<GridOp>(analysis.getTopLevel(op, nullptr)))
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      counters.push_back(analysis.getCounter(grid, dim));
  Facts facts = analysis.getFacts();
  for (const Counter *counter : counters)
    addIteration(facts, *counter);
  for (const Comparison &comparison : collector.comparisons)
    addFact(facts, comparison);
  analysis.addDivisions(facts);
  return facts;
}

size_t vkmorph::vkm::collectConditions(AffineAnalysis &analysis, Operation *topLevel,
                                       SmallVectorImpl<Comparison> &comparisons) {
  Collector collector(analysis, topLevel);
  collector.assumeBefore(topLevel);
  comparisons.append(collector.comparisons.begin(), collector.comparisons.end());
  return collector.opaque.size();
}

size_t vkmorph::vkm::collectJump(AffineAnalysis &analysis, Operation *jump,
                                 SmallVectorImpl<Comparison> &comparisons) {
  Collector collector(analysis, analysis.getTopLevel(jump, nullptr));
  collector.assumeNoJump(jump, nullptr);
  comparisons.append(collector.comparisons.begin(), collector.comparisons.end());
  return collector.opaque.size();
}

size_t vkmorph::vkm::collectCondition(AffineAnalysis &analysis, Value condition, bool holds,
                                      SmallVectorImpl<Comparison> &comparisons) {
  if (!condition.getDefiningOp())
    return 1;
  Collector collector(analysis, analysis.getTopLevel(condition.getDefiningOp(), nullptr));
  collector.assume(condition, nullptr, holds);
  comparisons.append(collector.comparisons.begin(), collector.comparisons.end());
  return collector.opaque.size();
}

std::string vkmorph::vkm::spellAccess(const ElementAccess &access) {
  std::string text = getRootName(access.root).str();
  for (const Step &step : access.path)
    if (step.member && access.root.symbol)
      text += "." + step.member.str();
  return text;
}

SmallVector<Polynomial, 2> vkmorph::vkm::getNonNegative(const Comparison &comparison) {
  const Polynomial &difference = comparison.difference;
  switch (comparison.kind) {
  case CmpKind::Eq:
    return {difference, -difference};
  case CmpKind::Ne:
    return {};
  case CmpKind::Lt:
    return {-difference - 1};
  case CmpKind::Le:
    return {-difference};
  case CmpKind::Gt:
    return {difference - 1};
  case CmpKind::Ge:
    return {difference};
  }
  llvm_unreachable("all kinds are handled");
}

bool vkmorph::vkm::isProved(const Comparison &comparison, const Facts &facts) {
  if (comparison.kind == CmpKind::Ne)
    return facts.isPositive(comparison.difference) || facts.isPositive(-comparison.difference);
  return llvm::all_of(getNonNegative(comparison), [&](const Polynomial &polynomial) {
    return facts.isNonNegative(polynomial);
  });
}

void vkmorph::vkm::addFact(Facts &facts, const Comparison &comparison) {
  for (const Polynomial &polynomial : getNonNegative(comparison))
    facts.add(polynomial);
}
