//===- Dependence.cpp - Whether two accesses of a grid touch one element in different iterations

#include "analysis/accesses/Dependence.h"

#include <functional>
#include <numeric>
#include <set>

using namespace mlir;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Setting up
//===------------------------------------------------------------------------------------------===//

Symbol EquationSymbols::getInner(AffineAnalysis &analysis, size_t number) {
  while (inner.size() <= number)
    inner.push_back(analysis.makeCounterSymbol(/*nonNegative=*/true));
  return inner[number];
}

Symbol EquationSymbols::getRounded(AffineAnalysis &analysis, size_t number) {
  while (rounded.size() <= number)
    rounded.push_back(analysis.makeInvariant());
  return rounded[number];
}

Symbol EquationSymbols::getExcess(AffineAnalysis &analysis, size_t number) {
  while (excess.size() <= number)
    excess.push_back(analysis.makeInvariant());
  return excess[number];
}

Polynomial vkmorph::vkm::rename(Polynomial polynomial,
                                ArrayRef<std::pair<Symbol, Polynomial>> names) {
  for (const auto &[symbol, name] : names)
    if (polynomial.contains(symbol))
      polynomial = polynomial.substitute(symbol, name);
  return polynomial;
}

Equations::Equations(AffineAnalysis &analysis, GridOp grid, EquationSymbols &symbols,
                     const ElementAccess &first, const ElementAccess &second)
    : analysis(analysis), grid(grid), symbols(symbols) {
  Names firstNames, secondNames;
  unsigned rounded = 0;
  // Pairs are as many as the square of the accesses: of so many, indices say nothing any more.
  constexpr size_t kMostPairs = 1 << 14;
  const bool isLookedAt = ++symbols.pairs <= kMostPairs;
  SmallVector<Polynomial> firstLimits, secondLimits;
  if (isLookedAt) {
    firstLimits = addRounded(first, firstNames, rounded);
    secondLimits = addRounded(second, secondNames, rounded);
  }
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    if (symbols.numbers.size() == dim) {
      symbols.numbers.push_back(analysis.makeCounterSymbol(/*nonNegative=*/true));
      symbols.deltas.push_back(analysis.makeCounterSymbol(/*nonNegative=*/false));
    }
    const Counter *counter = analysis.getCounter(grid, dim);
    Polynomial number = Polynomial::symbol(symbols.numbers[dim]);
    Polynomial delta = Polynomial::symbol(symbols.deltas[dim]);
    variables.push_back({symbols.numbers[dim], counter->magnitude, counter->span, false});
    variables.push_back({symbols.deltas[dim], counter->magnitude, counter->span, true});
    differences.push_back(delta);
    numbers.push_back(number);
    numbers.push_back(number + delta);
    firstNames.push_back({counter->symbol, number + delta});
    secondNames.push_back({counter->symbol, number});
  }
  unsigned used = 0;
  addLoops(first, firstNames, used);
  addLoops(second, secondNames, used);
  for (auto [access, names] : {std::pair(&first, &firstNames), std::pair(&second, &secondNames)})
    for (const Comparison &comparison : access->comparisons)
      if (isLookedAt)
        comparisons.push_back({rename(comparison.difference, *names), comparison.kind});

  for (const Polynomial &limit : firstLimits)
    comparisons.push_back({rename(limit, firstNames), CmpKind::Ge});
  for (const Polynomial &limit : secondLimits)
    comparisons.push_back({rename(limit, secondNames), CmpKind::Ge});

  // What is made of rounded values may have solutions or not.
  complete = first.root == second.root && rounded == 0;
  if (first.root == second.root)
    for (auto [mine, theirs] : llvm::zip(first.path, second.path)) {
      if (mine.member || theirs.member)
        disjoint |= mine.member != theirs.member;
      else if (mine.index && theirs.index && isLookedAt)
        equations.push_back(rename(*mine.index, firstNames) - rename(*theirs.index, secondNames));
      else
        complete = false;
    }
  // Both remainders are known, and so the numbers that are divided differ by a multiple.
  auto isRemainder = [&](const Comparison &comparison) {
    return isLookedAt && comparison.kind == CmpKind::Eq &&
           analysis.isRounded(comparison.difference);
  };
  for (const Comparison &mine : llvm::make_filter_range(first.comparisons, isRemainder))
    for (const Comparison &theirs : llvm::make_filter_range(second.comparisons, isRemainder))
      equations.push_back(rename(mine.difference, firstNames) -
                          rename(theirs.difference, secondNames));
  // What is not a polynomial any more says nothing.
  complete &=
      llvm::all_of(equations, [](const Polynomial &equation) { return equation.isValid(); });
  llvm::erase_if(equations, [](const Polynomial &equation) { return !equation.isValid(); });
  if (!isLookedAt)
    return;
  pinCounters();
  gatherFacts();
}

/// Names what is rounded in an access by symbols of its own, since it differs between iterations;
/// gives what is not negative of that, in the names of before.
SmallVector<Polynomial> Equations::addRounded(const ElementAccess &access, Names &names,
                                              unsigned &used) {
  SmallVector<Polynomial> limits;
  std::set<Symbol, std::greater<Symbol>> met;
  std::function<void(const Polynomial &)> add = [&](const Polynomial &polynomial) {
    for (const auto &[monomial, coefficient] : polynomial.getTerms())
      for (Symbol symbol : monomial) {
        if (analysis.getUnknown(symbol).kind != Unknown::Varying || !met.insert(symbol).second)
          continue;
        Polynomial value = Polynomial::symbol(symbol);
        SmallVector<Polynomial> known = analysis.getLimits(value);
        if (std::optional<int64_t> bound = analysis.getFacts().getLowerBound(symbol))
          known.push_back(value - *bound);
        if (const Remainder *remainder = analysis.getRemainder(symbol))
          add(remainder->dividend);
        llvm::for_each(analysis.getUnknown(symbol).operands, add);
        llvm::for_each(known, add);
        limits.append(known);
      }
  };
  for (const Step &step : access.path)
    if (step.index)
      add(*step.index);
  for (const Comparison &comparison : access.comparisons)
    add(comparison.difference);
  for (const Counter *counter : access.loops) {
    add(counter->first);
    add(counter->span);
    add(counter->magnitude);
  }
  // What is made of others has been made after them: its name comes first, and theirs behind.
  for (Symbol symbol : met) {
    Polynomial name = Polynomial::symbol(symbols.getRounded(analysis, used++));
    const Remainder *remainder =
        analysis.getRounded(symbol) ? nullptr : analysis.getRemainder(symbol);
    if (remainder && dividesExactly(analysis, grid, *remainder))
      name = remainder->dividend - remainder->divisor * name;
    else if (ArrayRef<Polynomial> parts = analysis.getUnknown(symbol).operands; parts.size() == 2)
      name = parts[0] - parts[1] * name; // a mask
    names.push_back({symbol, name});
  }
  return limits;
}

bool Equations::isRounded(const Polynomial &polynomial) const {
  return polynomial.containsAny(
      [&](Symbol symbol) { return llvm::is_contained(symbols.rounded, symbol); });
}

void Equations::addLoops(const ElementAccess &access, Names &names, unsigned &used) {
  for (const Counter *counter : access.loops) {
    Symbol symbol = symbols.getInner(analysis, used++);
    variables.push_back(
        {symbol, rename(counter->magnitude, names), rename(counter->span, names), false});
    names.push_back({counter->symbol, Polynomial::symbol(symbol)});
  }
}

bool Equations::isVariable(Symbol symbol) const {
  return llvm::any_of(variables,
                      [&](const Variable &variable) { return variable.symbol == symbol; });
}

void Equations::replace(Symbol symbol, const Polynomial &value) {
  llvm::erase_if(variables, [&](const Variable &variable) { return variable.symbol == symbol; });
  auto apply = [&](Polynomial &polynomial) { polynomial = polynomial.substitute(symbol, value); };
  llvm::for_each(equations, apply);
  llvm::for_each(differences, apply);
  llvm::for_each(numbers, apply);
  for (Comparison &comparison : comparisons)
    apply(comparison.difference);
  for (Variable &variable : variables) {
    apply(variable.magnitude);
    apply(variable.span);
  }
}

/// Uses what conditions say to be equal, `if (i == 0)`, and dimensions with a single iteration.
void Equations::pinCounters() {
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    if (analysis.getCounter(grid, dim)->span.isZero()) {
      replace(symbols.deltas[dim], 0);
      replace(symbols.numbers[dim], 0);
    }
  for (size_t index = 0; index < comparisons.size(); ++index) {
    if (comparisons[index].kind != CmpKind::Eq || isRounded(comparisons[index].difference))
      continue;
    // d before n: where n is replaced first, d would stand on both sides.
    SmallVector<Symbol> order(symbols.deltas);
    order.append(symbols.numbers);
    for (Symbol symbol : order) {
      const Polynomial &equation = comparisons[index].difference;
      Polynomial factor = equation.getCoefficient(symbol);
      if (!isVariable(symbol) || !factor.getConstant() || factor.isZero())
        continue;
      Polynomial rest = equation - factor * Polynomial::symbol(symbol);
      if (std::optional<Polynomial> value = (-rest).divideExactly(factor)) {
        replace(symbol, *value);
        break;
      }
    }
  }
}

void Equations::gatherFacts() {
  gridFacts = analysis.getFacts(grid);
  for (Symbol excess : signs)
    gridFacts.addLowerBound(excess, 0);
  facts = gridFacts;
  for (const Variable &variable : variables) {
    facts.add(variable.span);
    facts.add(variable.magnitude - 1);
    if (!variable.isDifference)
      facts.add(variable.span - variable.magnitude * Polynomial::symbol(variable.symbol));
  }
  for (auto [index, number] : llvm::enumerate(numbers)) {
    const Counter *counter = analysis.getCounter(grid, index / 2);
    facts.add(number);
    facts.add(counter->span - counter->magnitude * number);
  }
  for (const Comparison &comparison : comparisons)
    addFact(facts, comparison);
  analysis.addDivisions(facts);
}

void Equations::assume(ArrayRef<DistanceBound> bounds) {
  for (const DistanceBound &bound : bounds) {
    Polynomial distance(-bound.atLeast);
    for (auto [weight, difference] : llvm::zip(bound.weights, differences))
      distance += Polynomial(weight) * difference;
    comparisons.push_back({distance, CmpKind::Ge});
  }
  for (auto [dim, delta] : llvm::enumerate(symbols.deltas)) {
    auto isBound = [dim = dim](const DistanceBound &bound, int64_t weight) {
      return bound.atLeast == 0 && dim < bound.weights.size() && bound.weights[dim] == weight &&
             llvm::count(bound.weights, 0) + 1 == int64_t(bound.weights.size());
    };
    auto has = [&](int64_t weight) {
      return llvm::any_of(bounds, [&](const DistanceBound &b) { return isBound(b, weight); });
    };
    if (isVariable(delta) && has(1) && has(-1))
      replace(delta, 0);
  }
  // What the bounds say may contradict the equations.
  eliminates = true;
  gatherFacts();
}

//===------------------------------------------------------------------------------------------===//
// Proving
//===------------------------------------------------------------------------------------------===//

/// A bound of the polynomial from above, without variables.
std::optional<Polynomial> Equations::getMaximum(Polynomial polynomial,
                                                ArrayRef<Variable> variables) const {
  for (const Variable &variable : llvm::reverse(variables)) {
    if (!polynomial.contains(variable.symbol))
      continue;
    Polynomial factor = polynomial.getCoefficient(variable.symbol);
    if (!factor.isValid() || factor.containsAny([&](Symbol symbol) { return isVariable(symbol); }))
      return std::nullopt;
    polynomial += -(factor * Polynomial::symbol(variable.symbol));
    bool isNegative = !facts.isNonNegative(factor);
    if (isNegative && !facts.isNonNegative(-factor))
      return std::nullopt;
    if (isNegative && !variable.isDifference)
      continue; // largest where the variable is 0
    if (isNegative)
      factor = -factor;
    std::optional<Polynomial> scaled = factor.divideExactly(variable.magnitude);
    polynomial += (scaled ? *scaled : factor) * variable.span;
  }
  // A span may be made of what has been put in a variable's place.
  if (!polynomial.isValid() ||
      (eliminates && polynomial.containsAny([&](Symbol symbol) { return isVariable(symbol); })))
    return std::nullopt;
  return polynomial;
}

/// The same, of n and n + d in the place of n and d: 2 n + d is no more than both numbers can be.
std::optional<Polynomial> Equations::getMaximumOfNumbers(Polynomial polynomial) const {
  SmallVector<Variable> ends(variables);
  for (auto [number, delta] : llvm::zip(symbols.numbers, symbols.deltas)) {
    auto *variable = llvm::find_if(
        ends, [delta = delta](const Variable &other) { return other.symbol == delta; });
    if (variable == ends.end() || !isVariable(number) || !polynomial.contains(delta))
      continue;
    // d stands for n + d from here on.
    polynomial =
        polynomial.substitute(delta, Polynomial::symbol(delta) - Polynomial::symbol(number));
    variable->isDifference = false;
  }
  return getMaximum(polynomial, ends);
}

/// By the largest value, or, where numbers of iterations bound each other, by what is known of
/// them.
bool Equations::isBelow(const Polynomial &polynomial, const Polynomial &bound) const {
  std::optional<Polynomial> maximum = getMaximum(polynomial);
  return (maximum && facts.isPositive(bound - *maximum)) || facts.isPositive(bound - polynomial);
}

bool Equations::isImpossible(const Polynomial &equation) const {
  int64_t divisor = 0, constant = 0;
  for (const auto &[monomial, factor] : equation.getTerms()) {
    if (monomial.empty())
      constant = factor;
    else
      divisor = std::gcd(divisor, factor);
  }
  if (divisor == 0 ? constant != 0 : constant % divisor != 0)
    return true;
  for (const Polynomial &side : {equation, -equation}) {
    std::optional<Polynomial> maximum = getMaximum(side);
    if ((maximum && facts.isPositive(-*maximum)) || facts.isPositive(side))
      return true;
    maximum = getMaximumOfNumbers(side);
    if (maximum && facts.isPositive(-*maximum))
      return true;
  }
  return false;
}

std::optional<std::pair<Symbol, Polynomial>> Equations::force(const Polynomial &equation,
                                                              const Polynomial &difference) const {
  for (const Variable &variable : variables) {
    std::optional<int64_t> sign = difference.getCoefficient(variable.symbol).getConstant();
    if (sign != 1 && sign != -1)
      continue;
    Polynomial self = Polynomial::symbol(variable.symbol);
    Polynomial zero = self - difference * Polynomial(*sign);
    Polynomial factor = equation.getCoefficient(variable.symbol);
    if (!factor.isValid() || factor.containsAny([&](Symbol symbol) { return isVariable(symbol); }))
      continue;
    if (!facts.isNonNegative(factor))
      factor = -factor;
    Polynomial rest = equation.substitute(variable.symbol, zero);
    if (isBelow(rest, factor) && isBelow(-rest, factor))
      return std::pair(variable.symbol, zero);
  }
  return std::nullopt;
}

/// What is multiplied by a number in an equation.
static Polynomial getMultiples(const Polynomial &equation, int64_t pitch) {
  Polynomial rows;
  for (const auto &[monomial, multiple] : equation.getTerms())
    if (multiple % pitch == 0) {
      Polynomial product(multiple / pitch);
      for (Symbol symbol : monomial)
        product = product * Polynomial::symbol(symbol);
      rows += product;
    }
  return rows;
}

bool Equations::split() {
  for (size_t index = 0; index < equations.size(); ++index) {
    const Polynomial equation = equations[index];
    auto apply = [&](const Polynomial &pitch, const Polynomial &rows) {
      Polynomial rest = equation - rows * pitch;
      if (!rows.isValid() || !rest.isValid() || rows.isZero() || rest.isZero() ||
          !isBelow(rest, pitch) || !isBelow(-rest, pitch))
        return false;
      equations[index] = rows;
      equations.push_back(rest);
      return true;
    };
    for (const auto &[monomial, factor] : equation.getTerms()) {
      // Rows of n elements, or of n + 1.
      for (Symbol symbol : monomial)
        for (int64_t more : {0, 1, -1, 2, -2})
          if (!isVariable(symbol) &&
              apply(Polynomial::symbol(symbol) + more, equation.getCoefficient(symbol)))
            return true;
      int64_t pitch = factor < 0 ? -factor : factor;
      if (monomial.empty() || pitch < 2)
        continue;
      if (apply(Polynomial(pitch), getMultiples(equation, pitch)))
        return true;
    }
  }
  return false;
}

bool Equations::eliminate() {
  for (size_t index = 0; index < equations.size(); ++index)
    for (const Variable &variable : variables) {
      const Polynomial equation = equations[index];
      const Symbol symbol = variable.symbol;
      std::optional<int64_t> sign = equation.getCoefficient(symbol).getConstant();
      if (sign != 1 && sign != -1)
        continue;
      Polynomial self = Polynomial::symbol(symbol);
      Polynomial value = self - equation * Polynomial(*sign);
      // The range of the symbol holds for the value that replaces it.
      comparisons.push_back({variable.span - variable.magnitude * self, CmpKind::Ge});
      comparisons.push_back(
          {variable.isDifference ? variable.span + variable.magnitude * self : self, CmpKind::Ge});
      equations.erase(equations.begin() + index);
      replace(symbol, value);
      eliminates = true;
      gatherFacts();
      return true;
    }
  return false;
}

bool Equations::eliminateRounded() {
  for (size_t index = 0; index < equations.size(); ++index)
    for (Symbol symbol : symbols.rounded) {
      const Polynomial equation = equations[index];
      std::optional<int64_t> sign = equation.getCoefficient(symbol).getConstant();
      if (sign != 1 && sign != -1)
        continue;
      equations.erase(equations.begin() + index);
      replace(symbol, Polynomial::symbol(symbol) - equation * Polynomial(*sign));
      eliminates = true;
      gatherFacts();
      return true;
    }
  return false;
}

/// Whether of what holds for the pair one part cannot hold beside the others.
bool Equations::isContradiction() const {
  return llvm::any_of(comparisons, [&](const Comparison &comparison) {
    const Polynomial &difference = comparison.difference;
    switch (comparison.kind) {
    case CmpKind::Lt:
      return facts.isNonNegative(difference);
    case CmpKind::Le:
      return facts.isPositive(difference);
    case CmpKind::Gt:
      return facts.isNonNegative(-difference);
    case CmpKind::Ge:
      return facts.isPositive(-difference);
    case CmpKind::Eq:
    case CmpKind::Ne:
      return false;
    }
    llvm_unreachable("all kinds are handled");
  });
}

bool Equations::proveIndependent() {
  if (disjoint)
    return true;
  while (true) {
    if (llvm::any_of(equations, [&](const Polynomial &equation) { return isImpossible(equation); }))
      return true;
    if (eliminates && (isContradiction() || llvm::all_of(differences, [&](const Polynomial &d) {
                         return facts.isNonNegative(d) && facts.isNonNegative(-d);
                       })))
      return true;
    if (llvm::all_of(differences, [](const Polynomial &difference) { return difference.isZero(); }))
      return true;
    std::optional<std::pair<Symbol, Polynomial>> forced;
    for (const Polynomial &difference : differences)
      for (const Polynomial &equation : equations)
        if (!forced && !difference.isZero())
          forced = force(equation, difference);
    if (forced) {
      replace(forced->first, forced->second);
      continue;
    }
    if (split())
      continue;
    if (eliminates) {
      if (!eliminate() && !eliminateRounded())
        return false;
      continue;
    }
    // What is asked for later goes by the variables as they are.
    Equations solved = *this, joined = *this;
    return (solved.eliminate() && solved.proveIndependent()) ||
           (joined.eliminateRounded() && joined.proveIndependent());
  }
}

bool Equations::proveApartInOneIteration() {
  if (disjoint)
    return true;
  for (Symbol delta : symbols.deltas)
    replace(delta, 0);
  eliminates = true;
  gatherFacts();
  do {
    if (isContradiction() ||
        llvm::any_of(equations, [&](const Polynomial &equation) { return isImpossible(equation); }))
      return true;
  } while (split() || eliminate() || eliminateRounded());
  return false;
}

/// Something in the equations that does not vary and is not known to be positive.
std::optional<Symbol> Equations::findOpenSign(ArrayRef<Symbol> known) const {
  std::optional<Symbol> open;
  auto isOpen = [&](Symbol symbol) {
    Polynomial self = Polynomial::symbol(symbol);
    return !isVariable(symbol) && !analysis.isCounter(symbol) &&
           !llvm::is_contained(symbols.rounded, symbol) &&
           !llvm::is_contained(symbols.excess, symbol) && !llvm::is_contained(known, symbol) &&
           !facts.isPositive(self);
  };
  for (const Polynomial &equation : equations)
    equation.containsAny([&](Symbol symbol) {
      if (!open && isOpen(symbol))
        open = symbol;
      return open.has_value();
    });
  return open;
}

bool Equations::proveImpossible(SmallVector<Symbol> known) {
  constexpr size_t kMostSigns = 2;
  if (Equations(*this).proveIndependent())
    return true;
  std::optional<Symbol> open = known.size() < kMostSigns ? findOpenSign(known) : std::nullopt;
  if (!open)
    return false;
  Polynomial self = Polynomial::symbol(*open);
  // What is known of the symbol itself stays as it is.
  Symbol excess = symbols.getExcess(analysis, known.size());
  Polynomial beyond = Polynomial::symbol(excess) + 1;
  known.push_back(*open);
  SmallVector<Polynomial, 3> values;
  if (!facts.isNonNegative(-self))
    values.push_back(beyond);
  if (!facts.isPositive(-self))
    values.push_back(0);
  if (!facts.isNonNegative(self))
    values.push_back(-beyond);
  return llvm::all_of(values, [&](const Polynomial &value) {
    Equations one = *this;
    one.replace(*open, value);
    one.signs.push_back(excess);
    one.gatherFacts();
    return one.proveImpossible(known);
  });
}

bool Equations::proveImpossible() { return proveImpossible({}); }

//===------------------------------------------------------------------------------------------===//
// Finding solutions
//===------------------------------------------------------------------------------------------===//

/// All ways to give each symbol one of the values, at most `limit` of them.
static std::vector<SmallVector<std::pair<Symbol, int64_t>>>
getAssignments(ArrayRef<Symbol> symbols, ArrayRef<int64_t> values, size_t limit) {
  std::vector<SmallVector<std::pair<Symbol, int64_t>>> result(1);
  for (Symbol symbol : symbols) {
    std::vector<SmallVector<std::pair<Symbol, int64_t>>> longer;
    for (int64_t value : values)
      for (const auto &assignment : result) {
        if (longer.size() >= limit)
          break;
        longer.push_back(assignment);
        longer.back().push_back({symbol, value});
      }
    result = std::move(longer);
  }
  return result;
}

/// Small iteration numbers, and differences that solve one equation for one dimension.
std::vector<Equations::Solution> Equations::getCandidates() const {
  SmallVector<Symbol> numberSymbols, deltaSymbols, innerSymbols;
  // Where nothing asks for a number, 0 will do.
  auto matters = [&](Symbol symbol) {
    return llvm::any_of(equations,
                        [&](const Polynomial &equation) { return equation.contains(symbol); }) ||
           llvm::any_of(comparisons,
                        [&](const Comparison &c) { return c.difference.contains(symbol); });
  };
  for (const Variable &variable : variables) {
    if (variable.isDifference)
      deltaSymbols.push_back(variable.symbol);
    else if (!matters(variable.symbol))
      continue;
    else if (llvm::is_contained(symbols.numbers, variable.symbol))
      numberSymbols.push_back(variable.symbol);
    else
      innerSymbols.push_back(variable.symbol);
  }
  auto deltas = getAssignments(deltaSymbols, {0, 1, -1, 2, -2}, 125);
  for (Symbol symbol : deltaSymbols)
    for (const Polynomial &equation : equations) {
      Polynomial factor = equation.getCoefficient(symbol);
      Polynomial rest = equation - factor * Polynomial::symbol(symbol);
      for (const Variable &variable : variables)
        if (rest.contains(variable.symbol))
          rest = rest.substitute(variable.symbol, 0);
      std::optional<Polynomial> quotient = (-rest).divideExactly(factor);
      std::optional<int64_t> value = quotient ? quotient->getConstant() : std::nullopt;
      if (!value || std::abs(*value) <= 2)
        continue;
      deltas.emplace_back();
      for (Symbol other : deltaSymbols)
        deltas.back().push_back({other, other == symbol ? *value : 0});
    }
  auto inner = getAssignments(innerSymbols, {0, 1, 2}, 27);
  auto starts = getAssignments(numberSymbols, {0, 1, 2}, 27);
  std::vector<Solution> result;
  for (const auto &delta : deltas)
    for (const auto &start : starts)
      for (const auto &loops : inner) {
        Solution solution;
        auto append = [&](ArrayRef<std::pair<Symbol, int64_t>> values) {
          for (auto [symbol, value] : values)
            solution.push_back({symbol, Polynomial(value)});
        };
        append(delta);
        for (auto [symbol, value] : start) {
          // Iteration n + d exists as well: n starts at -d.
          auto dim = llvm::find(symbols.numbers, symbol) - symbols.numbers.begin();
          for (auto [other, distance] : delta)
            if (other == symbols.deltas[dim] && distance < 0)
              value -= distance;
          append({{symbol, value}});
        }
        append(loops);
        result.push_back(std::move(solution));
      }
  return result;
}

static Polynomial substituteAll(Polynomial polynomial,
                                ArrayRef<std::pair<Symbol, Polynomial>> solution) {
  for (const auto &[symbol, value] : solution)
    if (polynomial.contains(symbol))
      polynomial = polynomial.substitute(symbol, value);
  return polynomial;
}

bool Equations::solves(const Solution &solution) {
  auto evaluate = [&](const Polynomial &polynomial) { return substituteAll(polynomial, solution); };
  // Different iterations, for all that is gridFacts.
  if (llvm::all_of(differences,
                   [&](const Polynomial &difference) { return evaluate(difference).isZero(); }))
    return false;
  if (!llvm::all_of(equations,
                    [&](const Polynomial &equation) { return evaluate(equation).isZero(); }))
    return false;
  for (const Variable &variable : variables) {
    Polynomial reach = evaluate(variable.magnitude * Polynomial::symbol(variable.symbol));
    if (gridFacts.isPositive(
            (variable.isDifference && !gridFacts.isNonNegative(reach) ? -reach : reach) -
            evaluate(variable.span)))
      return false;
  }
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    const Counter *counter = analysis.getCounter(grid, dim);
    for (const Polynomial &number : ArrayRef(numbers).slice(2 * dim, 2)) {
      Polynomial value = evaluate(number);
      if (gridFacts.isPositive(-value) ||
          gridFacts.isPositive(counter->magnitude * value - counter->span))
        return false;
    }
  }
  return llvm::all_of(comparisons, [&](const Comparison &comparison) {
    return !isProved({evaluate(comparison.difference), negate(comparison.kind)}, gridFacts);
  });
}

bool Equations::findDependence() {
  if (!complete || disjoint)
    return false;
  return llvm::any_of(getCandidates(), [&](const Solution &solution) { return solves(solution); });
}

//===------------------------------------------------------------------------------------------===//
// Finding solutions that are far apart
//===------------------------------------------------------------------------------------------===//

/// Grids with fewer steps than this from the first to the last iteration need not have a solution.
static constexpr int64_t kSteps = 4;

/// The distance in one dimension that solves an equation, from one of the first iterations on; in
/// the other dimensions and loops both are in the first one.
std::optional<Equations::Solution> Equations::getDistantCandidate(unsigned dim, Polynomial equation,
                                                                  int64_t start,
                                                                  bool backwards) const {
  Symbol number = symbols.numbers[dim], delta = symbols.deltas[dim];
  Solution solution;
  for (const Variable &variable : variables)
    if (variable.symbol != number && variable.symbol != delta)
      solution.push_back({variable.symbol, 0});
  // Iteration n, or n + d where the distance goes backwards, is the one to start from.
  Polynomial first = backwards ? Polynomial(start) - Polynomial::symbol(delta) : Polynomial(start);
  equation = substituteAll(equation, solution).substitute(number, first);
  Polynomial factor = equation.getCoefficient(delta);
  std::optional<Polynomial> distance =
      (factor * Polynomial::symbol(delta) - equation).divideExactly(factor);
  // Those of a fixed distance are found elsewhere.
  if (!distance || distance->getConstant() || distance->contains(delta))
    return std::nullopt;
  solution.push_back({number, first.substitute(delta, *distance)});
  solution.push_back({delta, *distance});
  return solution;
}

/// Whether it is a solution for all values of parameters with which the dimension has more than
/// kSteps iterations and the conditions that are about parameters only hold.
bool Equations::solvesForCertain(const Solution &solution, unsigned dim) {
  auto evaluate = [&](const Polynomial &polynomial) { return substituteAll(polynomial, solution); };
  auto varies = [&](const Polynomial &polynomial) {
    return polynomial.containsAny([&](Symbol symbol) { return isVariable(symbol); });
  };
  Facts known = gridFacts;
  for (const Comparison &comparison : comparisons)
    if (!varies(comparison.difference))
      addFact(known, comparison);
  const Counter *counter = analysis.getCounter(grid, dim);
  Polynomial isLong = counter->span - counter->magnitude * Polynomial(kSteps);
  if (known.isPositive(-isLong))
    return false;
  known.add(isLong);

  if (!llvm::all_of(equations, [&](const Polynomial &e) { return evaluate(e).isZero(); }) ||
      llvm::none_of(differences, [&](const Polynomial &difference) {
        Polynomial value = evaluate(difference);
        return known.isPositive(value) || known.isPositive(-value);
      }))
    return false;
  for (unsigned other = 0; other < grid.getNumDims(); ++other) {
    const Counter *range = analysis.getCounter(grid, other);
    for (const Polynomial &number : ArrayRef(numbers).slice(2 * other, 2)) {
      Polynomial value = evaluate(number);
      if (!known.isNonNegative(value) ||
          !known.isNonNegative(range->span - range->magnitude * value))
        return false;
    }
  }
  // Loops have a first iteration where parameters say so; where the iteration decides it is proved.
  for (const Variable &variable : variables)
    if (varies(variable.span) && !known.isNonNegative(evaluate(variable.span)))
      return false;
  return llvm::all_of(comparisons, [&](const Comparison &comparison) {
    return !varies(comparison.difference) ||
           isProved({evaluate(comparison.difference), comparison.kind}, known);
  });
}

bool Equations::findDistantDependence() {
  if (!complete || disjoint)
    return false;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    for (const Polynomial &equation : equations)
      for (int64_t start : {0, 1})
        for (bool backwards : {false, true}) {
          std::optional<Solution> solution = getDistantCandidate(dim, equation, start, backwards);
          if (solution && solvesForCertain(*solution, dim))
            return true;
        }
  return false;
}

//===------------------------------------------------------------------------------------------===//
// Finding distances that invariants decide
//===------------------------------------------------------------------------------------------===//

/// The distance with which what is multiplied by its pitch is 0: k where w * (d - k) + ... is.
std::optional<Polynomial> Equations::solveRows(const Polynomial &equation, Symbol delta) const {
  Polynomial pitch = equation.getCoefficient(delta), rows = equation;
  if (!pitch.isValid() || pitch.isZero())
    return std::nullopt;
  if (std::optional<int64_t> constant = pitch.getConstant()) {
    rows = getMultiples(equation, *constant);
  } else {
    std::optional<Symbol> first;
    pitch.containsAny([&](Symbol symbol) { return first = symbol, true; });
    if (isVariable(*first))
      return std::nullopt;
    rows = equation.getCoefficient(*first);
  }
  Polynomial self = Polynomial::symbol(delta);
  if (!rows.isValid() || rows.getCoefficient(delta).getConstant() != 1)
    return std::nullopt;
  Polynomial value = self - rows;
  bool isSet = !value.containsAny([&](Symbol symbol) {
    return isVariable(symbol) || analysis.isCounter(symbol) ||
           analysis.getUnknown(symbol).kind == Unknown::Varying;
  });
  return isSet ? std::optional(value) : std::nullopt;
}

SmallVector<Polynomial> Equations::findOpenDistance() const {
  if (!complete || disjoint)
    return {};
  Equations pair = *this;
  for (Symbol delta : symbols.deltas) {
    std::optional<Polynomial> value;
    for (const Polynomial &equation : pair.equations)
      if (!value && pair.isVariable(delta) && equation.contains(delta))
        value = pair.solveRows(equation, delta);
    if (value)
      pair.replace(delta, *value);
  }
  pair.eliminates = true;
  pair.gatherFacts();
  auto isSet = [](const Polynomial &equation) { return equation.isZero(); };
  auto isOpen = [&](const Polynomial &d) {
    return !d.getConstant() &&
           !d.containsAny([&](Symbol symbol) { return pair.isVariable(symbol); });
  };
  if (!llvm::all_of(pair.equations, isSet) || pair.isContradiction() ||
      llvm::none_of(pair.differences, isOpen))
    return {};
  return pair.differences;
}
