//===- ElementClasses.cpp - Writes of which the last iteration of several decides -------------===//
//
//   m_frames[(m_first + f) % 3 * 36 + p]     36 r + p, with r = (m_first + f) % 3
//
// Each index is a sum of counters, of loops' counters and of remainders and quotients of counters,
// each with a factor. Iterations write one element where all these are the same, if no other sums
// of them are equal: p is less than 36.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/prove/ElementClasses.h"

#include "analysis/accesses/Accesses.h"
#include "analysis/values/Expressions.h"
#include "passes/prove/GridValues.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Indices that are deeper than this are not looked into.
static constexpr unsigned kMaxFoldDepth = 32;

namespace {

/// A remainder or quotient of one counter of the grid, with a symbol of its own in indices.
struct FoldedCounter {
  BinaryOp op;
  ElementClass elements;
  unsigned dim = 0;
  Symbol symbol = 0;
  Polynomial dividend, divisor;
  std::optional<Polynomial> range; ///< two of its values differ by at most that
  bool isNonNegative = false;
};

/// Works on one grid.
class SharedWriteFinder {
public:
  explicit SharedWriteFinder(GridOp grid)
      : grid(grid), analysis(grid->getParentOfType<KernelOp>()),
        accesses(collectAccesses(analysis, grid)), values(accesses),
        facts(analysis.getFacts(grid)) {
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      addIteration(facts, *analysis.getCounter(grid, dim));
  }
  std::vector<SharedWrites> run();

private:
  using Indices = SmallVector<Step, 2>;

  bool isCounted(const Polynomial &polynomial) const {
    return polynomial.containsAny([&](Symbol symbol) { return analysis.isCounter(symbol); });
  }
  /// The counters and folds that a polynomial is made of.
  SmallVector<Symbol> getCounted(const Polynomial &polynomial) const {
    SmallVector<Symbol> symbols;
    polynomial.containsAny([&](Symbol symbol) {
      if (analysis.isCounter(symbol) && !llvm::is_contained(symbols, symbol))
        symbols.push_back(symbol);
      return false;
    });
    return symbols;
  }
  bool isKnown(const std::optional<Polynomial> &value) const {
    return value && value->isValid() && !analysis.isRounded(*value);
  }
  bool keepsValue(Value value, unsigned depth = 0);
  bool setDivisor(FoldedCounter &fold);
  bool setRemainder(FoldedCounter &fold, int64_t change);
  std::optional<FoldedCounter> makeFold(BinaryOp op, unsigned dim);
  std::optional<Polynomial> evaluate(Value index, unsigned depth = 0);
  std::optional<Indices> evaluatePath(Value place);
  std::optional<std::vector<const ElementAccess *>> findGroup(const ElementAccess &first);
  bool classify(const Indices &indices, SharedWrites &shared);
  bool keepsHolding(const Comparison &comparison, const SharedWrites &shared);
  bool lastDecides(const ElementAccess &write, const SharedWrites &shared);
  std::optional<Polynomial> getRange(Symbol symbol);
  std::optional<Polynomial> getReach(const Polynomial &index, std::optional<Symbol> leftOut);
  int64_t getOffset(const Polynomial &index, ArrayRef<int64_t> offsets);
  bool isDistinct(const Polynomial &index, ArrayRef<int64_t> offsets);
  bool isNeverNegative(const FoldedCounter &fold, const Polynomial &index);
  bool areDistinct(const Indices &indices, ArrayRef<SmallVector<int64_t>> offsets,
                   const SharedWrites &shared);
  bool describe(ArrayRef<const ElementAccess *> group, SharedWrites &shared);

  GridOp grid;
  AffineAnalysis analysis;
  std::vector<ElementAccess> accesses;
  GridValues values;
  Facts facts;
  std::vector<FoldedCounter> folds;
  SmallVector<const Counter *, 2> loops; ///< around the writes that are looked at
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Folds
//===------------------------------------------------------------------------------------------===//

/// Whether a value is what its polynomial is: nothing in it wraps. Signed sums do not.
bool SharedWriteFinder::keepsValue(Value value, unsigned depth) {
  value = lookThroughVariables(value);
  auto type = dyn_cast<IntegerType>(value.getType());
  if (!type || depth > kMaxFoldDepth)
    return false;
  Operation *op = value.getDefiningOp();
  if (auto cast = dyn_cast_or_null<CastOp>(op)) {
    auto from = dyn_cast<IntegerType>(cast.getOperand().getType());
    if (!from || from.getWidth() < 8 || from.getWidth() > type.getWidth() ||
        !keepsValue(cast.getOperand(), depth + 1))
      return false;
    if (from.isUnsigned() == type.isUnsigned())
      return true;
    if (from.isUnsigned())
      return from.getWidth() < type.getWidth();
    std::optional<Polynomial> operand = analysis.evaluate(cast.getOperand());
    return isKnown(operand) && facts.isNonNegative(*operand);
  }
  auto binary = dyn_cast_or_null<BinaryOp>(op);
  bool isSum = binary && llvm::is_contained({BinaryKind::Add, BinaryKind::Sub, BinaryKind::Mul},
                                            binary.getKind());
  if (isSum && type.isSigned())
    return llvm::all_of(binary->getOperands(),
                        [&](Value operand) { return keepsValue(operand, depth + 1); });
  if (isSum)
    return false;
  // What is one unknown is that, wherever it was computed.
  std::optional<Polynomial> plain = analysis.evaluate(value);
  return isa<BlockArgument>(value) ||
         (isKnown(plain) && (plain->getConstant() || (plain->getSymbol() && !isCounted(*plain))));
}

/// What a fold divides by: `& 7` by 8, `>> 2` by 4; false where it is 0 or not understood.
bool SharedWriteFinder::setDivisor(FoldedCounter &fold) {
  std::optional<Polynomial> divisor = analysis.evaluate(fold.op.getRhs());
  std::optional<int64_t> constant = isKnown(divisor) ? divisor->getConstant() : std::nullopt;
  switch (fold.op.getKind()) {
  case BinaryKind::And:
    if (!constant || *constant < 0 || *constant >= INT32_MAX || !llvm::isPowerOf2_64(*constant + 1))
      return false;
    fold.divisor = *constant + 1;
    return true;
  case BinaryKind::Shr:
    if (!constant || *constant < 0 || *constant >= 31)
      return false;
    fold.divisor = int64_t(1) << *constant;
    return true;
  default:
    if (!isKnown(divisor) || isCounted(*divisor) || !values.isInvariant(fold.op.getRhs(), nullptr))
      return false;
    if (constant && (*constant == 0 || std::abs(*constant) > INT32_MAX))
      return false;
    fold.divisor = constant ? Polynomial(std::abs(*constant)) : *divisor;
    return true;
  }
}

/// Of remainders: the distance after which they come again, if they do so whatever the numbers are.
bool SharedWriteFinder::setRemainder(FoldedCounter &fold, int64_t change) {
  std::optional<int64_t> constant = fold.divisor.getConstant();
  int64_t step = grid.getSteps()[fold.dim];
  auto type = cast<IntegerType>(fold.op.getType());
  // Wrapping and negative numbers leave the lower bits what they are.
  bool isMask = fold.op.getKind() == BinaryKind::And ||
                (type.isUnsigned() && constant && llvm::isPowerOf2_64(*constant));
  if (!isMask && !keepsValue(fold.op.getLhs()))
    return false;
  fold.isNonNegative = isMask || type.isUnsigned() || facts.isNonNegative(fold.dividend);
  fold.elements.kind = ElementClass::Distance;
  if (!constant) {
    // `step` times the divisor would have to be computed.
    if (facts.isPositive(fold.divisor))
      fold.range = fold.divisor - 1;
    return std::abs(change) == 1 && std::abs(step) == 1;
  }
  fold.range = *constant - 1;
  int64_t iterations = *constant / std::gcd(*constant, std::abs(change));
  fold.elements.distance = iterations * std::abs(step);
  return fold.elements.distance > 0 && fold.elements.distance <= INT32_MAX;
}

/// A remainder or quotient of the counter of a dimension; none where it has no classes that are
/// known.
std::optional<FoldedCounter> SharedWriteFinder::makeFold(BinaryOp op, unsigned dim) {
  FoldedCounter fold;
  fold.op = op;
  fold.dim = dim;
  const Counter *counter = analysis.getCounter(grid, dim);
  fold.dividend = *analysis.evaluate(op.getLhs());
  std::optional<int64_t> change = fold.dividend.getCoefficient(counter->symbol).getConstant();
  if (!change || *change == 0 || std::abs(*change) > INT32_MAX || grid.hasDynamicStep(dim) ||
      isCounted(fold.dividend - Polynomial::symbol(counter->symbol) * Polynomial(*change)) ||
      !setDivisor(fold))
    return std::nullopt;
  fold.elements.fold = op;
  if (op.getKind() == BinaryKind::Rem || op.getKind() == BinaryKind::And)
    return setRemainder(fold, *change) ? std::optional(fold) : std::nullopt;
  // Quotients of numbers that grow, or fall, do so as well, whatever their signs.
  if (!keepsValue(op.getLhs()))
    return std::nullopt;
  fold.elements.kind = ElementClass::Run;
  std::optional<int64_t> divisor = fold.divisor.getConstant();
  fold.isNonNegative = facts.isNonNegative(fold.dividend);
  if (divisor) {
    Polynomial reach = Polynomial(std::abs(*change)) * counter->span;
    Polynomial rest = fold.dividend - Polynomial::symbol(counter->symbol) * Polynomial(*change);
    bool isAligned = *change > 0 && fold.isNonNegative && rest.divideExactly(*divisor);
    fold.range = analysis.makeQuotient(isAligned ? reach : reach + (*divisor - 1), *divisor);
  }
  return fold;
}

//===------------------------------------------------------------------------------------------===//
// Indices
//===------------------------------------------------------------------------------------------===//

/// The index of an element, with symbols for the folds in it.
std::optional<Polynomial> SharedWriteFinder::evaluate(Value index, unsigned depth) {
  index = lookThroughVariables(index);
  Operation *op = index.getDefiningOp();
  auto type = dyn_cast<IntegerType>(index.getType());
  if (!type || depth > kMaxFoldDepth)
    return std::nullopt;
  if (auto cast = dyn_cast_or_null<CastOp>(op); cast && type.getWidth() >= 32)
    return evaluate(cast.getOperand(), depth + 1);
  auto binary = dyn_cast_or_null<BinaryOp>(op);
  if (!binary) {
    std::optional<Polynomial> plain = analysis.evaluate(index);
    return isKnown(plain) ? plain : std::nullopt;
  }
  BinaryKind kind = binary.getKind();
  if (llvm::is_contained({BinaryKind::Add, BinaryKind::Sub, BinaryKind::Mul}, kind)) {
    std::optional<Polynomial> lhs = evaluate(binary.getLhs(), depth + 1),
                              rhs = evaluate(binary.getRhs(), depth + 1);
    if (!lhs || !rhs)
      return std::nullopt;
    return kind == BinaryKind::Add   ? *lhs + *rhs
           : kind == BinaryKind::Sub ? *lhs - *rhs
                                     : *lhs * *rhs;
  }
  std::optional<Polynomial> dividend = analysis.evaluate(binary.getLhs());
  if (!isKnown(dividend) || !isCounted(*dividend)) {
    std::optional<Polynomial> plain = analysis.evaluate(index);
    return isKnown(plain) ? plain : std::nullopt;
  }
  if (!llvm::is_contained({BinaryKind::Rem, BinaryKind::And, BinaryKind::Div, BinaryKind::Shr},
                          kind))
    return std::nullopt;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    if (!dividend->contains(analysis.getCounter(grid, dim)->symbol))
      continue;
    std::optional<FoldedCounter> fold = makeFold(binary, dim);
    if (!fold)
      return std::nullopt;
    for (FoldedCounter &known : folds)
      if (known.elements.kind == fold->elements.kind && known.dividend == fold->dividend &&
          known.divisor == fold->divisor && known.op.getType() == fold->op.getType())
        return Polynomial::symbol(known.symbol);
    fold->symbol = analysis.makeCounterSymbol(/*nonNegative=*/false);
    folds.push_back(*fold);
    return Polynomial::symbol(fold->symbol);
  }
  return std::nullopt;
}

/// The way to a place, from its root.
std::optional<SharedWriteFinder::Indices> SharedWriteFinder::evaluatePath(Value place) {
  Indices indices;
  while (Operation *op = place.getDefiningOp()) {
    if (auto member = dyn_cast<MemberOp>(op)) {
      indices.push_back({member.getNameAttr(), {}});
      place = member.getBase();
    } else if (isa<ElementOp, DerefOp>(op)) {
      Value index =
          isa<ElementOp>(op) ? cast<ElementOp>(op).getIndex() : cast<DerefOp>(op).getIndex();
      std::optional<Polynomial> value = evaluate(index);
      if (!value || !value->isValid())
        return std::nullopt;
      indices.push_back({{}, value});
      place = op->getOperand(0);
    } else {
      break;
    }
  }
  std::reverse(indices.begin(), indices.end());
  return indices;
}

//===------------------------------------------------------------------------------------------===//
// Writes
//===------------------------------------------------------------------------------------------===//

/// Whether two accesses reach different members.
static bool areApart(const ElementAccess &a, const ElementAccess &b) {
  for (auto [mine, theirs] : llvm::zip(a.path, b.path))
    if (mine.member && theirs.member && mine.member != theirs.member)
      return true;
  return false;
}

/// The assignments that may reach elements which one of them reaches; none where anything else may.
std::optional<std::vector<const ElementAccess *>>
SharedWriteFinder::findGroup(const ElementAccess &first) {
  auto walk = grid.walk([&](PatternOpInterface pattern) {
    return llvm::is_contained(pattern.getPlaces(), first.root) ? WalkResult::interrupt()
                                                               : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return std::nullopt;
  std::vector<const ElementAccess *> group = {&first};
  for (size_t next = 0; next < group.size(); ++next)
    for (const ElementAccess &other : accesses) {
      bool isOther = mayAlias(other.root, first.root) && !llvm::is_contained(group, &other) &&
                     !(other.root == first.root && areApart(*group[next], other));
      if (!isOther)
        continue;
      if (other.root != first.root || other.reads || other.frame || !isa<AssignOp>(other.op))
        return std::nullopt;
      group.push_back(&other);
    }
  llvm::sort(group);
  return group;
}

/// Finds for each dimension which iterations have one element, if nothing but the counters decides.
bool SharedWriteFinder::classify(const Indices &indices, SharedWrites &shared) {
  bool isShared = false;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    Symbol counter = analysis.getCounter(grid, dim)->symbol;
    auto isMet = [&](Symbol symbol) {
      return llvm::any_of(
          indices, [&](const Step &step) { return step.index && step.index->contains(symbol); });
    };
    SmallVector<const FoldedCounter *> met;
    for (const FoldedCounter &fold : folds)
      if (fold.dim == dim && isMet(fold.symbol))
        met.push_back(&fold);
    ElementClass elements;
    if (met.size() + isMet(counter) > 1)
      return false;
    if (!met.empty())
      elements = met.front()->elements;
    else if (!isMet(counter))
      elements.kind = ElementClass::All;
    bool isOrdered = !grid.hasDynamicStep(dim) && grid.getPredicate(dim) != CmpKind::Ne &&
                     std::abs(grid.getSteps()[dim]) <= INT32_MAX;
    if (elements.kind == ElementClass::All && isOrdered)
      elements.distance = std::abs(grid.getSteps()[dim]);
    if (elements.kind != ElementClass::Own && !isOrdered)
      return false;
    isShared |= elements.kind != ElementClass::Own;
    shared.dims.push_back(elements);
  }
  return isShared;
}

/// Whether a condition that holds in one iteration holds in all later ones of its class: `i > 2`.
bool SharedWriteFinder::keepsHolding(const Comparison &comparison, const SharedWrites &shared) {
  const auto &[difference, kind] = comparison;
  if (!difference.isValid() || analysis.isRounded(difference))
    return false;
  bool isAbove = kind == CmpKind::Gt || kind == CmpKind::Ge ||
                 (kind == CmpKind::Ne && facts.isNonNegative(difference));
  bool isBelow = kind == CmpKind::Lt || kind == CmpKind::Le ||
                 (kind == CmpKind::Ne && facts.isNonNegative(-difference));
  for (auto [dim, elements] : llvm::enumerate(shared.dims)) {
    Symbol counter = analysis.getCounter(grid, dim)->symbol;
    if (elements.kind == ElementClass::Own || !difference.contains(counter))
      continue;
    Polynomial change = difference.getCoefficient(counter);
    if (!change.isValid() ||
        !((isAbove && facts.isNonNegative(change)) || (isBelow && facts.isNonNegative(-change))))
      return false;
  }
  return true;
}

/// Whether the last iteration of each class makes an assignment, in as many iterations of loops, if
/// any other one does.
bool SharedWriteFinder::lastDecides(const ElementAccess &write, const SharedWrites &shared) {
  return llvm::all_of(
             write.comparisons,
             [&](const Comparison &comparison) { return keepsHolding(comparison, shared); }) &&
         llvm::all_of(write.opaque,
                      [&](const OpaqueCondition &condition) {
                        return condition.value && !condition.leaves &&
                               values.isInvariant(condition.value, condition.frame);
                      }) &&
         llvm::none_of(write.loops, [&](const Counter *loop) {
           return isCounted(loop->first) || isCounted(loop->span) || isCounted(loop->magnitude);
         });
}

//===------------------------------------------------------------------------------------------===//
// Elements that differ
//===------------------------------------------------------------------------------------------===//

/// By how much a part of an index may differ between two iterations.
std::optional<Polynomial> SharedWriteFinder::getRange(Symbol symbol) {
  for (const FoldedCounter &fold : folds)
    if (fold.symbol == symbol)
      return fold.isNonNegative || fold.elements.kind == ElementClass::Run ? fold.range
                                                                           : std::nullopt;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    if (const Counter *counter = analysis.getCounter(grid, dim); counter->symbol == symbol)
      return counter->magnitude.getConstant() ? std::optional(counter->span) : std::nullopt;
  for (const Counter *loop : loops)
    if (loop->symbol == symbol)
      return loop->magnitude.getConstant() ? std::optional(loop->span) : std::nullopt;
  return std::nullopt;
}

/// By how much an index may differ between two iterations that have one of its parts in common.
std::optional<Polynomial> SharedWriteFinder::getReach(const Polynomial &index,
                                                      std::optional<Symbol> leftOut) {
  Polynomial reach;
  for (Symbol symbol : getCounted(index)) {
    Polynomial factor = index.getCoefficient(symbol);
    std::optional<Polynomial> range = getRange(symbol);
    if (symbol == leftOut)
      continue;
    if (!range || !factor.isValid() || isCounted(factor))
      return std::nullopt;
    reach += (facts.isNonNegative(factor) ? factor : -factor) * *range;
  }
  return reach;
}

/// The largest difference of two offsets that the parts of an index may make up for.
int64_t SharedWriteFinder::getOffset(const Polynomial &index, ArrayRef<int64_t> offsets) {
  std::optional<Polynomial> reach = getReach(index, std::nullopt);
  int64_t largest = 0;
  for (int64_t first : offsets)
    for (int64_t second : offsets)
      if (!reach || !facts.isPositive(Polynomial(second) - first - *reach))
        largest = std::max(largest, second - first);
  return largest;
}

/// Whether an index tells all counters and folds that it is made of: one after the other has a
/// factor above all that the others make of it, and the offsets that it comes with.
bool SharedWriteFinder::isDistinct(const Polynomial &index, ArrayRef<int64_t> offsets) {
  SmallVector<Symbol> symbols = getCounted(index);
  for (Symbol symbol : symbols) {
    Polynomial factor = index.getCoefficient(symbol);
    if (!factor.isValid() || isCounted(factor) ||
        !(facts.isPositive(factor) || facts.isPositive(-factor)))
      return false;
  }
  const int64_t offset = getOffset(index, offsets);
  Polynomial rest = index;
  while (!symbols.empty()) {
    auto largest = llvm::find_if(symbols, [&](Symbol symbol) {
      std::optional<Polynomial> reach = getReach(rest, symbol);
      Polynomial factor = rest.getCoefficient(symbol);
      return reach &&
             facts.isPositive((facts.isPositive(factor) ? factor : -factor) - *reach - offset);
    });
    if (largest == symbols.end())
      return false;
    rest += -(rest.getCoefficient(*largest) * Polynomial::symbol(*largest));
    symbols.erase(largest);
  }
  return true;
}

/// Whether a remainder below 0 would leave the array: then there is none.
bool SharedWriteFinder::isNeverNegative(const FoldedCounter &fold, const Polynomial &index) {
  Polynomial factor = index.getCoefficient(fold.symbol);
  Polynomial rest = index - factor * Polynomial::symbol(fold.symbol);
  for (const FoldedCounter &other : folds)
    if (rest.contains(other.symbol) &&
        (!other.isNonNegative || other.elements.kind == ElementClass::Run))
      return false;
  for (Symbol symbol : getCounted(rest)) {
    Polynomial part = rest.getCoefficient(symbol);
    std::optional<Polynomial> range = getRange(symbol);
    if (!range || !part.isValid() || isCounted(part))
      return false;
    rest += -(part * Polynomial::symbol(symbol));
    if (facts.isNonNegative(part))
      rest += part * *range;
    else if (!facts.isNonNegative(-part))
      return false;
  }
  return facts.isPositive(factor - rest);
}

bool SharedWriteFinder::areDistinct(const Indices &indices, ArrayRef<SmallVector<int64_t>> offsets,
                                    const SharedWrites &shared) {
  // First those that are known not to be negative because they choose an element that there is:
  // of these writes.
  SmallVector<bool> known =
      llvm::map_to_vector(folds, [](const FoldedCounter &fold) { return fold.isNonNegative; });
  auto forget = llvm::make_scope_exit([&] {
    for (auto [fold, isNonNegative] : llvm::zip(folds, known))
      fold.isNonNegative = isNonNegative;
  });
  for (FoldedCounter &fold : folds)
    for (auto [step, own] : llvm::zip(indices, offsets))
      if (fold.elements.kind == ElementClass::Distance && step.index &&
          step.index->contains(fold.symbol))
        fold.isNonNegative |=
            isNeverNegative(fold, *step.index + *std::max_element(own.begin(), own.end()));
  auto isTold = [&](Symbol symbol) {
    for (auto [step, own] : llvm::zip(indices, offsets))
      if (step.index && step.index->contains(symbol) && isDistinct(*step.index, own))
        return true;
    return false;
  };
  for (auto [dim, elements] : llvm::enumerate(shared.dims))
    if (elements.kind == ElementClass::Own && !isTold(analysis.getCounter(grid, dim)->symbol))
      return false;
  return llvm::all_of(folds, [&](const FoldedCounter &fold) {
    bool isMet = llvm::any_of(
        indices, [&](const Step &step) { return step.index && step.index->contains(fold.symbol); });
    bool isSigned = fold.elements.kind == ElementClass::Distance && !fold.isNonNegative;
    return !isMet || (!isSigned && isTold(fold.symbol));
  });
}

bool SharedWriteFinder::describe(ArrayRef<const ElementAccess *> group, SharedWrites &shared) {
  std::optional<Indices> first;
  SmallVector<SmallVector<int64_t>> offsets; ///< for each index those of all writes to the first's
  loops.clear();
  for (const ElementAccess *write : group) {
    auto assign = cast<AssignOp>(write->op);
    std::optional<Indices> indices = evaluatePath(assign.getRef());
    if (!indices)
      return false;
    if (!first) {
      first = indices;
      offsets.resize(indices->size());
    }
    if (indices->size() != first->size())
      return false;
    for (auto [index, step] : llvm::enumerate(*indices)) {
      const Step &own = (*first)[index];
      if (step.member || own.member) {
        if (step.member != own.member && group.size() > 1 && !(step.member && own.member))
          return false;
        continue;
      }
      std::optional<int64_t> difference = (*step.index - *own.index).getConstant();
      if (!difference || std::abs(*difference) > INT32_MAX)
        return false;
      offsets[index].push_back(*difference);
    }
    shared.writes.push_back(assign);
    for (const Counter *loop : write->loops)
      if (!llvm::is_contained(loops, loop))
        loops.push_back(loop);
  }
  if (!classify(*first, shared) || !areDistinct(*first, offsets, shared))
    return false;
  shared.lastDecides =
      llvm::all_of(group, [&](const ElementAccess *write) { return lastDecides(*write, shared); });
  return true;
}

std::vector<SharedWrites> SharedWriteFinder::run() {
  std::vector<SharedWrites> result;
  llvm::DenseSet<const ElementAccess *> done;
  for (const ElementAccess &access : accesses) {
    if (!access.writes || access.reads || access.frame || !isa<AssignOp>(access.op) ||
        access.path.empty() || done.contains(&access))
      continue;
    std::optional<std::vector<const ElementAccess *>> group = findGroup(access);
    if (!group) {
      done.insert(&access);
      continue;
    }
    done.insert(group->begin(), group->end());
    SharedWrites shared{access.root, {}, {}, false};
    if (describe(*group, shared))
      result.push_back(std::move(shared));
  }
  return result;
}

std::vector<SharedWrites> vkmorph::vkm::findSharedWrites(GridOp grid) {
  return SharedWriteFinder(grid).run();
}
