//===- LaunchExtents.cpp - How far a control function reaches, by what holds at its launches --===//
//
//   for (int k = 0; k < n - 1; ++k)
//     kernel2D_Rest(a, n, k);            a[i * n + j] for k < i < n and k < j < n
//
// Where k is not known to be at least 0, nothing is known of the kernel. Here it is, and in each
// iteration the kernel reaches n * n elements: no more than it surely reaches in the first one,
// where n - 2 >= 0. Each access is compared with such witnesses: iterations of the loops around a
// launch that surely come, the first or the last of each loop. No extent is longer than a witness
// says, since the host copies as many elements, and none is shorter than what some iteration may
// reach.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchExtents.h"

#include "analysis/accesses/AccessReach.h"
#include "analysis/accesses/FieldRanges.h"
#include "analysis/accesses/LaunchConditions.h"
#include "analysis/accesses/LaunchTranslation.h"
#include "analysis/values/CountedLoops.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Of loops with so few iterations each is looked at by itself.
static constexpr int64_t kMaxNumber = 3;
/// More combinations of iterations are not looked at, nor more witnesses.
static constexpr size_t kMaxIterations = 32, kMaxWitnesses = 64, kMaxCases = 16;

//===------------------------------------------------------------------------------------------===//
// Polynomials in an iteration
//===------------------------------------------------------------------------------------------===//

/// The value of an operation on integers of more than 16 bits that are constants and not negative.
static std::optional<int64_t> fold(Operation *op, ArrayRef<Polynomial> operands) {
  auto binary = dyn_cast<BinaryOp>(op);
  if (!binary || operands.size() != 2)
    return std::nullopt;
  std::optional<int64_t> lhs = operands[0].getConstant(), rhs = operands[1].getConstant();
  if (!lhs || !rhs || *lhs < 0 || *rhs < 0)
    return std::nullopt;
  switch (binary.getKind()) {
  case BinaryKind::Div:
    return *rhs > 0 ? std::optional(*lhs / *rhs) : std::nullopt;
  case BinaryKind::Rem:
    return *rhs > 0 ? std::optional(*lhs % *rhs) : std::nullopt;
  case BinaryKind::Shr:
    return *rhs < 31 ? std::optional(*lhs >> *rhs) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// What a symbol is where another one has a value.
Polynomial LaunchExtents::substituteIn(Symbol part, Symbol symbol, const Polynomial &value) {
  AffineAnalysis &analysis = getAnalysis();
  if (part == symbol)
    return value;
  const Unknown unknown = analysis.getUnknown(part);
  SmallVector<Polynomial> operands;
  for (const Polynomial &operand : unknown.operands)
    operands.push_back(substitute(operand, symbol, value));
  if (ArrayRef(operands) == ArrayRef(unknown.operands))
    return Polynomial::symbol(part);
  if (unknown.kind == Unknown::Quotient)
    return analysis.makeQuotient(operands[0], operands[1]);
  Operation *op = unknown.value.getDefiningOp();
  if (std::optional<int64_t> constant = fold(op, operands))
    return *constant;
  return analysis.makeExpression(op, operands);
}

Polynomial LaunchExtents::substitute(const Polynomial &polynomial, Symbol symbol,
                                     const Polynomial &value) {
  if (!polynomial.isValid())
    return polynomial;
  Polynomial result;
  for (const auto &[monomial, coefficient] : polynomial.getTerms()) {
    Polynomial term(coefficient);
    for (Symbol part : monomial)
      term = term * substituteIn(part, symbol, value);
    result += term;
  }
  return result;
}

Polynomial LaunchExtents::substitute(const Iteration &iteration, Polynomial polynomial) {
  for (const auto &[symbol, value] : iteration.numbers)
    polynomial = substitute(polynomial, symbol, value);
  return polynomial;
}

//===------------------------------------------------------------------------------------------===//
// Iterations that surely come
//===------------------------------------------------------------------------------------------===//

/// Iterations of a loop that may be the one that reaches furthest: the first and the last, and the
/// one behind which a condition of the reach does not hold; only the first where the loop may be
/// left before. None where nothing is known of the loop.
std::optional<SmallVector<LaunchExtents::Iteration, 0>>
LaunchExtents::getChoices(Operation *op, Operation *child, const Reach &reach) {
  auto loop = cast<LoopOpInterface>(op);
  AffineAnalysis &analysis = getAnalysis();
  Iteration first;
  first.numbers = facts->getFirstValues(loop);
  if (!loop.testsFirst())
    return SmallVector<Iteration, 0>{first};
  if (child->getParentRegion() != &loop.getBody())
    return std::nullopt;
  const Counter *counter = analysis.getCounter(loop, nullptr);
  if (!counter)
    return SmallVector<Iteration, 0>{first};
  if (!analysis.getFacts().isPositive(counter->magnitude))
    return std::nullopt;
  auto add = [&](Iteration iteration, const Polynomial &number) {
    iteration.numbers.insert(iteration.numbers.begin(), {counter->symbol, number});
    return iteration;
  };
  SmallVector<Iteration, 0> choices = {add(first, 0)};
  if (!getExits(loop).empty())
    return choices;
  Polynomial last = analysis.getLastIteration(*counter);
  std::optional<int64_t> constant = last.getConstant();
  for (int64_t number = 1; constant && number < std::min(*constant, kMaxNumber + 1); ++number)
    choices.push_back(add({}, number));
  if (!constant || *constant > 0)
    choices.push_back(add({}, last));
  for (const Polynomial &guard : reach.guards) {
    Polynomial factor = guard.getCoefficient(counter->symbol);
    bool isOne = factor == Polynomial(1) || factor == Polynomial(-1);
    if (constant || !isOne || counter->magnitude != Polynomial(1))
      continue;
    Polynomial number = -factor * (guard - factor * Polynomial::symbol(counter->symbol));
    Iteration between = add({}, number);
    between.needs = {number, counter->span - number};
    choices.push_back(between);
  }
  return choices;
}

/// The conditions under which a launch happens in an iteration of the loops around it.
bool LaunchExtents::addWhatHolds(LaunchOp launch, SmallVectorImpl<Comparison> &comparisons) {
  AffineAnalysis &analysis = getAnalysis();
  for (Operation *op = launch; op != control; op = op->getParentOp()) {
    Operation *parent = op->getParentOp();
    bool isAtTop = parent == control;
    SmallVector<Comparison> before;
    size_t numOpaque = collectConditions(analysis, op, before);
    if (numOpaque > (isAtTop ? numOpaqueAtEntry : 0))
      return false;
    llvm::append_range(
        comparisons,
        llvm::drop_begin(before, isAtTop ? std::min(numComparisonsAtEntry, before.size()) : 0));
    if (auto branch = dyn_cast<IfOp>(parent)) {
      if (collectCondition(analysis, branch.getCondition(),
                           op->getParentRegion() == &branch.getThenRegion(), comparisons))
        return false;
      continue;
    }
    auto loop = dyn_cast<LoopOpInterface>(parent);
    if (!loop && !isa<ControlOp, ScopeOp>(parent))
      return false;
    if (!loop || !loop.testsFirst())
      continue;
    if (const Counter *counter = analysis.getCounter(loop, nullptr)) {
      comparisons.push_back({counter->span, CmpKind::Ge});
      continue;
    }
    Value condition = cast<YieldOp>(parent->getRegion(0).front().back()).getValue();
    if (collectCondition(analysis, condition, true, comparisons))
      return false;
  }
  return true;
}

/// False where a guard cannot hold, or says something that is not known when the function is
/// called.
bool LaunchExtents::addGuard(Known &known, SmallVectorImpl<Polynomial> &guards,
                             const Polynomial &guard) {
  if (!guard.isValid())
    return false;
  facts->addMeaning(known, guard);
  if (known.isNonNegative(guard))
    return true;
  if (!isKnownAtCall(getAnalysis(), guard) || known.isNonNegative(-guard - 1))
    return false;
  guards.push_back(normalise(guard));
  known.add(guards.back());
  return true;
}

/// What has to hold for the iteration to be one in which the launch happens.
bool LaunchExtents::settle(Iteration &iteration, ArrayRef<Comparison> comparisons) {
  Known known{getAnalysis().getFacts(), {}};
  for (const Polynomial &need : iteration.needs)
    if (!addGuard(known, iteration.guards, substitute(iteration, need)))
      return false;
  // From the outside in: what an outer loop has is known in it.
  for (Comparison comparison : llvm::reverse(comparisons)) {
    comparison.difference = substitute(iteration, comparison.difference);
    facts->addMeaning(known, comparison.difference);
    std::optional<SmallVector<Polynomial>> conditions = getConditions(known.facts, comparison);
    if (!conditions || !llvm::all_of(*conditions, [&](const Polynomial &condition) {
          return addGuard(known, iteration.guards, condition);
        }))
      return false;
  }
  return true;
}

SmallVector<LaunchExtents::Iteration, 0> LaunchExtents::findCertainIterations(LaunchOp launch,
                                                                              const Reach &reach) {
  SmallVector<Comparison> comparisons;
  if (!addWhatHolds(launch, comparisons))
    return {};
  SmallVector<Iteration, 0> iterations = {{}};
  for (Operation *op = launch; op != control; op = op->getParentOp()) {
    if (!isa<LoopOpInterface>(op->getParentOp()))
      continue;
    auto choices = getChoices(op->getParentOp(), op, reach);
    if (!choices || choices->size() * iterations.size() > kMaxIterations)
      return {};
    SmallVector<Iteration, 0> combined;
    for (const Iteration &choice : *choices)
      for (const Iteration &inner : iterations) {
        combined.push_back(inner);
        llvm::append_range(combined.back().numbers, choice.numbers);
        llvm::append_range(combined.back().needs, choice.needs);
      }
    iterations = std::move(combined);
  }
  llvm::erase_if(iterations, [&](Iteration &one) { return !settle(one, comparisons); });
  return iterations;
}

/// The loops around a launch that have a small constant number of iterations, one by one.
static SmallVector<SmallVector<std::pair<Symbol, Polynomial>>, 0> getCases(AffineAnalysis &analysis,
                                                                           LaunchOp launch) {
  SmallVector<SmallVector<std::pair<Symbol, Polynomial>>, 0> cases = {{}};
  for (Operation *op = launch; !isa<ControlOp>(op); op = op->getParentOp()) {
    auto loop = dyn_cast<LoopOpInterface>(op->getParentOp());
    const Counter *counter =
        loop && loop.testsFirst() ? analysis.getCounter(loop, nullptr) : nullptr;
    std::optional<int64_t> last =
        counter ? analysis.getLastIteration(*counter).getConstant() : std::nullopt;
    if (!last || *last < 0 || *last > kMaxNumber || cases.size() * (*last + 1) > kMaxIterations)
      continue;
    SmallVector<SmallVector<std::pair<Symbol, Polynomial>>, 0> combined;
    for (int64_t number = 0; number <= *last; ++number)
      for (const auto &inner : cases) {
        combined.push_back(inner);
        combined.back().push_back({counter->symbol, number});
      }
    cases = std::move(combined);
  }
  return cases;
}

void LaunchExtents::lookAtLaunches() {
  facts = std::make_unique<ControlFacts>(control);
  SmallVector<LaunchOp> found;
  control.walk([&](LaunchOp launch) { found.push_back(launch); });
  // A function that returns before its first launch binds no array then.
  if (!found.empty() && found.front()->getParentOp() == control) {
    SmallVector<Comparison> comparisons;
    numOpaqueAtEntry = collectConditions(getAnalysis(), found.front(), comparisons);
    numComparisonsAtEntry = comparisons.size();
  }
  for (LaunchOp op : found) {
    KernelOp kernel = lookupKernel(op);
    Launch launch{op, analyseAtLaunch(*facts, op), {}, facts->getKnownAt(op), {}};
    launch.kernel.analysis->followRounding();
    launch.uses = analyseKernel(*launch.kernel.analysis, kernel);
    launch.cases = getCases(getAnalysis(), op);
    launches.push_back(std::move(launch));
  }
}

//===------------------------------------------------------------------------------------------===//
// Reaches
//===------------------------------------------------------------------------------------------===//

/// A reach of an iteration, by what is known when the function is called.
std::optional<Reach> LaunchExtents::getReachIn(const Iteration &iteration, const Reach &reach) {
  Reach result{{}, substitute(iteration, reach.count), {}};
  result.guards.append(iteration.guards.begin(), iteration.guards.end());
  if (!result.count.isValid() || !isKnownAtCall(getAnalysis(), result.count))
    return std::nullopt;
  Known known{getAnalysis().getFacts(), {}};
  for (const Polynomial &guard : iteration.guards)
    known.add(guard);
  for (const Polynomial &guard : reach.guards)
    if (!addGuard(known, result.guards, substitute(iteration, guard)))
      return std::nullopt;
  for (const Polynomial &assumed : reach.assumed) {
    Polynomial part = substitute(iteration, assumed);
    if (!part.isValid() || !isKnownAtCall(getAnalysis(), part))
      return std::nullopt;
    if (!known.isNonNegative(part))
      result.assumed.push_back(part);
  }
  return result;
}

/// A reach by cases: of a minimum or maximum of two numbers with a sign, which of them it is.
SmallVector<Reach> LaunchExtents::splitCases(const Reach &reach) {
  SmallVector<Reach> cases = {reach};
  for (size_t i = 0; i < cases.size() && cases.size() < kMaxCases;) {
    std::optional<Symbol> symbol;
    auto find = [&](const Polynomial &part) {
      part.containsAny([&](Symbol candidate) {
        const Unknown &unknown = getAnalysis().getUnknown(candidate);
        if (getExtreme(unknown))
          symbol = candidate;
        return symbol.has_value();
      });
    };
    find(cases[i].count);
    llvm::for_each(cases[i].guards, find);
    if (!symbol) {
      ++i;
      continue;
    }
    const Unknown unknown = getAnalysis().getUnknown(*symbol);
    bool isMin = getExtreme(unknown) == MathFn::Min;
    ArrayRef<Polynomial> operands = ArrayRef(unknown.operands).take_back(2);
    const Polynomial &a = operands[0], &b = operands[1];
    const Reach whole = cases[i];
    cases.erase(cases.begin() + i);
    for (const auto &[value, guard] :
         {std::pair(a, isMin ? b - a : a - b), std::pair(b, isMin ? a - b : b - a)}) {
      Reach one{{guard}, substitute(whole.count, *symbol, value), whole.assumed};
      for (const Polynomial &part : whole.guards)
        one.guards.push_back(substitute(part, *symbol, value));
      cases.push_back(one);
    }
  }
  return cases;
}

/// The smallest of the numbers that a member may hold makes a reach that surely comes, and of the
/// largest each one is a case. None where no member is in it, or nothing is known of one.
std::optional<LaunchExtents::Bounds> LaunchExtents::boundFields(const Launch &launch,
                                                                const Translation &translation,
                                                                const Reach &reach) {
  for (auto [symbol, load] : translation.getUnknownFields()) {
    auto isMember = [symbol = symbol](Symbol other) { return other == symbol; };
    auto contains = [&](const Polynomial &polynomial) { return polynomial.containsAny(isMember); };
    auto field = load.getRef().getDefiningOp<FieldRefOp>();
    if (!contains(reach.count) || !field)
      continue;
    std::optional<FieldRange> range = findFieldRange(*facts, launch.op, field);
    std::optional<int64_t> factor = reach.count.getCoefficient(symbol).getConstant();
    Polynomial rest = reach.count - Polynomial(factor.value_or(0)) * Polynomial::symbol(symbol);
    if (!range || !factor || *factor <= 0 || contains(rest))
      return std::nullopt;
    auto at = [&](const Polynomial &value) {
      Reach result{{}, rest + Polynomial(*factor) * value, reach.assumed};
      for (const Polynomial &guard : reach.guards)
        if (!contains(guard))
          result.guards.push_back(guard);
      return result;
    };
    Bounds bounds;
    for (const Polynomial &largest : range->most) {
      Reach one = at(largest);
      for (const Polynomial &other : range->most)
        if (other != largest)
          one.guards.push_back(largest - other);
      bounds.most.push_back(one);
    }
    if (!llvm::any_of(reach.guards, contains))
      bounds.least = at(range->least);
    return bounds;
  }
  return std::nullopt;
}

void LaunchExtents::addPending(const Launch &launch, ArrayRef<Reach> reaches,
                               std::vector<Pending> &pending) {
  for (const auto &numbers : launch.cases) {
    Pending one{&launch, numbers, {}};
    for (Reach reach : reaches) {
      for (const auto &[symbol, value] : numbers) {
        for (auto *parts : {&reach.guards, &reach.assumed})
          for (Polynomial &part : *parts)
            part = substitute(part, symbol, value);
        reach.count = substitute(reach.count, symbol, value);
      }
      one.reaches.push_back(reach);
    }
    pending.push_back(std::move(one));
  }
}

/// Adds what a launch surely reaches, as what has to be covered and as what may cover that.
void LaunchExtents::collectReach(const Launch &launch, const Translation &translation,
                                 const Reach &reach, std::vector<Pending> &pending,
                                 SmallVectorImpl<Reach> &witnesses) {
  auto addWitnesses = [&](const Reach &certain) {
    for (const Iteration &iteration : findCertainIterations(launch.op, certain))
      if (std::optional<Reach> witness = getReachIn(iteration, certain);
          witness && witnesses.size() < kMaxWitnesses)
        addReach(getAnalysis(), witnesses, *witness);
  };
  for (const Reach &part : splitCases(reach)) {
    if (std::optional<Bounds> bounds = boundFields(launch, translation, part)) {
      for (const Reach &most : bounds->most)
        addPending(launch, most, pending);
      if (bounds->least)
        addWitnesses(*bounds->least);
      continue;
    }
    addPending(launch, part, pending);
    addWitnesses(part);
  }
}

/// What all launches may reach of an array, and what they surely do; false where something is not
/// understood.
bool LaunchExtents::collect(unsigned index, std::vector<Pending> &pending,
                            SmallVectorImpl<Reach> &witnesses) {
  for (Launch &launch : launches) {
    Translation translation(*launch.kernel.analysis, getAnalysis(), launch.op,
                            launch.kernel.meanings);
    translation.followUnknowns();
    auto translate = [&](const Reach &reach) {
      return translation.translate(reach, launch.known.facts, {});
    };
    for (auto [operand, use] : llvm::zip(launch.op.getOperands(), launch.uses)) {
      auto array = dyn_cast<BlockArgument>(operand);
      if (!array || !isa<PtrType>(array.getType()) || array.getArgNumber() != index)
        continue;
      if (!use.isKnown())
        return false;
      for (const Reach &reach : use.reaches) {
        std::optional<Reach> translated = translate(reach);
        if (!translated)
          return false;
        collectReach(launch, translation, *translated, pending, witnesses);
      }
      for (const BufferUse::Possible &possible : use.possible) {
        SmallVector<Reach> reaches;
        for (const Reach &reach : possible.reaches)
          if (std::optional<Reach> translated = translate(reach))
            reaches.push_back(*translated);
        if (reaches.empty())
          return false;
        std::optional<Bounds> bounds = boundFields(launch, translation, reaches.front());
        if (!bounds) {
          addPending(launch, reaches, pending);
          continue;
        }
        for (const Reach &most : bounds->most)
          addPending(launch, most, pending);
      }
    }
  }
  return true;
}

/// Whether a reach goes as far as an access, in all iterations, where what is given besides is not
/// negative.
bool LaunchExtents::isWithin(const Pending &pending, const Reach &outer,
                             ArrayRef<Polynomial> besides) {
  return llvm::any_of(pending.reaches, [&](const Reach &inner) {
    Known known = pending.launch->known;
    for (const auto &[symbol, value] : pending.numbers)
      for (const Polynomial &fact :
           {Polynomial::symbol(symbol) - value, value - Polynomial::symbol(symbol)})
        known.add(fact);
    for (ArrayRef<Polynomial> facts :
         {ArrayRef<Polynomial>(inner.guards), ArrayRef<Polynomial>(inner.assumed), besides})
      for (const Polynomial &fact : facts)
        known.add(fact);
    known.add(inner.count - 1);
    getAnalysis().addDivisions(known.facts);
    auto holds = [&](const Polynomial &polynomial) {
      facts->addMeaning(known, polynomial);
      return known.isNonNegative(polynomial);
    };
    facts->addMeaning(known, inner.count);
    if (!llvm::all_of(outer.guards, holds) || !llvm::all_of(outer.assumed, holds))
      return false;
    known.add(outer.count - 1);
    return holds(outer.count - inner.count);
  });
}

/// Adds a witness that goes as far as an access, or two of which one does; false where there are
/// none.
bool LaunchExtents::cover(const Pending &pending, ArrayRef<Reach> candidates,
                          SmallVectorImpl<Reach> &chosen) {
  if (llvm::any_of(chosen, [&](const Reach &reach) { return isWithin(pending, reach); }))
    return true;
  const Reach *simplest = nullptr;
  for (const Reach &candidate : candidates)
    if ((!simplest || candidate.guards.size() < simplest->guards.size()) &&
        isWithin(pending, candidate))
      simplest = &candidate;
  if (simplest) {
    chosen.push_back(*simplest);
    return true;
  }
  for (const Reach &first : candidates)
    for (const Polynomial &condition : first.guards) {
      if (!isWithin(pending, first, condition))
        continue;
      for (const Reach &second : candidates)
        if (&second != &first && isWithin(pending, second, -condition - 1)) {
          chosen.append({first, second});
          return true;
        }
    }
  return false;
}

std::optional<SmallVector<Reach>> LaunchExtents::infer(unsigned index) {
  if (!facts)
    lookAtLaunches();
  std::vector<Pending> pending;
  SmallVector<Reach> witnesses, chosen, result;
  if (!collect(index, pending, witnesses))
    return std::nullopt;
  for (const Pending &one : pending)
    if (!cover(one, witnesses, chosen))
      return std::nullopt;
  for (const Reach &reach : chosen)
    addReach(getAnalysis(), result, reach);
  return result;
}
