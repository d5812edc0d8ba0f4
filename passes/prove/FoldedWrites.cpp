//===- FoldedWrites.cpp - Elements that iterations meet in by a remainder or a quotient ------===//

#include "passes/prove/FoldedWrites.h"

#include "analysis/accesses/Updates.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Indices that are deeper than this are taken for what is no fold.
static constexpr unsigned kMaxIndexDepth = 32;

/// What an operation of two integers has of the first one; nothing for other operations.
static std::optional<FoldedBy> getFold(BinaryOp op) {
  switch (op.getKind()) {
  case BinaryKind::Rem:
  case BinaryKind::And:
    return FoldedBy::Remainder;
  case BinaryKind::Div:
  case BinaryKind::Shr:
    return FoldedBy::Quotient;
  default:
    return std::nullopt;
  }
}

//===------------------------------------------------------------------------------------------===//
// Of data
//===------------------------------------------------------------------------------------------===//

namespace {

/// Looks for the remainders and quotients of data in an index.
class DataFolds {
public:
  DataFolds(AffineAnalysis &analysis, GridValues &values) : analysis(analysis), values(values) {}
  /// Whether all data in a value come through one of them.
  bool covers(Located what, unsigned depth = 0);
  /// What they have of the data; none where they have all of a number.
  std::optional<FoldedBy> get();

private:
  AffineAnalysis &analysis;
  GridValues &values;
  struct Part {
    FoldedBy fold;
    Located whole, part;
  };
  SmallVector<Part> parts;
};

} // namespace

bool DataFolds::covers(Located what, unsigned depth) {
  using Source = GridValues::Source;
  if (depth > kMaxIndexDepth)
    return false;
  what = resolve(analysis, what);
  if (!values.isMadeOf(Source::Memory, what.value, what.frame))
    return true;
  Operation *op = what.value.getDefiningOp();
  if (auto binary = dyn_cast_or_null<BinaryOp>(op))
    if (std::optional<FoldedBy> fold = getFold(binary);
        fold && (*fold == FoldedBy::Remainder ||
                 !values.isMadeOf(Source::Counters, binary.getLhs(), what.frame))) {
      parts.push_back({*fold, {binary.getLhs(), what.frame}, what});
      return true;
    }
  if (!isa_and_nonnull<BinaryOp, CastOp, MathOp, UnaryOp>(op))
    return false;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return covers({operand, what.frame}, depth + 1); });
}

std::optional<FoldedBy> DataFolds::get() {
  for (const Part &a : parts)
    for (const Part &b : parts)
      if (isSameInIteration(analysis, a.whole, b.whole) &&
          !isSameInIteration(analysis, a.part, b.part))
        return std::nullopt;
  return parts.empty() ? std::nullopt : std::optional(parts.front().fold);
}

std::optional<FoldedBy> vkmorph::vkm::findFoldOfData(AffineAnalysis &analysis, GridValues &values,
                                                     const ElementAccess &access) {
  DataFolds folds(analysis, values);
  for (const Located &index : getIndices(access))
    if (!folds.covers(index))
      return std::nullopt;
  return folds.get();
}

//===------------------------------------------------------------------------------------------===//
// Of counters
//===------------------------------------------------------------------------------------------===//

namespace {

/// Looks for the one remainder or quotient through which a counter of a grid has a part in indices.
class CounterFold {
public:
  CounterFold(AffineAnalysis &analysis, GridOp grid, GridValues &values, const Counter &counter)
      : analysis(analysis), grid(grid), values(values), counter(counter) {}
  /// Whether the counter comes into a value through it, or not at all.
  bool covers(Located what, unsigned depth = 0);
  /// What it has of the counter; none where no two iterations have the same.
  std::optional<FoldedBy> get();

private:
  bool isKnown(const std::optional<Polynomial> &value) const {
    return value && value->isValid() && !analysis.isRounded(*value);
  }
  bool isSameFold(BinaryOp op, const Frame *frame);

  AffineAnalysis &analysis;
  GridOp grid;
  GridValues &values;
  const Counter &counter;
  std::optional<FoldedBy> fold;
  Polynomial whole, part; ///< what is divided, and by what
};

} // namespace

/// Whether an operation is the one remainder or quotient, or the first one that is met.
bool CounterFold::isSameFold(BinaryOp op, const Frame *frame) {
  std::optional<Polynomial> lhs = analysis.evaluate(op.getLhs(), frame),
                            rhs = analysis.evaluate(op.getRhs(), frame);
  if (op.getKind() == BinaryKind::And && isKnown(lhs) && lhs->getConstant())
    std::swap(lhs, rhs);
  bool isInvariant =
      isKnown(rhs) && !rhs->containsAny([&](Symbol symbol) { return analysis.isCounter(symbol); });
  if (!isKnown(lhs) || !isInvariant)
    return false;
  std::optional<int64_t> constant = rhs->getConstant();
  if (op.getKind() == BinaryKind::Shr || op.getKind() == BinaryKind::And) {
    bool isShift = op.getKind() == BinaryKind::Shr;
    if (!constant || *constant < 0 || *constant >= (isShift ? 31 : INT32_MAX))
      return false;
    rhs = Polynomial(isShift ? int64_t(1) << *constant
                             : static_cast<int64_t>(llvm::NextPowerOf2(*constant)));
  }
  FoldedBy found = *getFold(op);
  if (fold)
    return *fold == found && *lhs == whole && *rhs == part;
  fold = found;
  whole = *lhs;
  part = *rhs;
  return true;
}

bool CounterFold::covers(Located what, unsigned depth) {
  using Source = GridValues::Source;
  if (depth > kMaxIndexDepth)
    return false;
  what = resolve(analysis, what);
  if (std::optional<Polynomial> value = analysis.evaluate(what.value, what.frame); isKnown(value))
    return !value->contains(counter.symbol);
  if (!values.isMadeOf(Source::Counters, what.value, what.frame) &&
      !values.isMadeOf(Source::Memory, what.value, what.frame))
    return true;
  Operation *op = what.value.getDefiningOp();
  if (auto binary = dyn_cast_or_null<BinaryOp>(op); binary && getFold(binary)) {
    std::optional<Polynomial> lhs = analysis.evaluate(binary.getLhs(), what.frame);
    std::optional<Polynomial> rhs = analysis.evaluate(binary.getRhs(), what.frame);
    bool isOther = isKnown(lhs) && isKnown(rhs) && !lhs->contains(counter.symbol) &&
                   !rhs->contains(counter.symbol);
    if (isOther || isSameFold(binary, what.frame))
      return true;
  }
  if (!isa_and_nonnull<BinaryOp, CastOp, MathOp, UnaryOp>(op))
    return false;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return covers({operand, what.frame}, depth + 1); });
}

std::optional<FoldedBy> CounterFold::get() {
  Polynomial step = fold ? whole.getCoefficient(counter.symbol) : Polynomial();
  if (!fold || !step.isValid() || step.isZero())
    return std::nullopt;
  // Remainders come back after as many iterations; quotients stay while the counter goes on by less
  // than the divisor.
  Polynomial distance = part;
  if (*fold == FoldedBy::Quotient) {
    std::optional<int64_t> factor = step.getConstant(), divisor = part.getConstant();
    if (!factor || (divisor ? std::abs(*factor) >= *divisor : std::abs(*factor) != 1))
      return std::nullopt;
    distance = 1;
  }
  Facts facts = analysis.getFacts(grid);
  if (facts.isPositive(counter.magnitude * distance - counter.span))
    return std::nullopt;
  return fold;
}

std::optional<FoldedBy> vkmorph::vkm::findFoldOfCounter(AffineAnalysis &analysis, GridOp grid,
                                                        GridValues &values,
                                                        const ElementAccess &access) {
  bool mayBeApart = llvm::any_of(access.opaque,
                                 [&](const OpaqueCondition &condition) {
                                   return values.isMadeOf(GridValues::Source::Counters,
                                                          condition.value, condition.frame);
                                 }) ||
                    llvm::any_of(access.comparisons, [&](const Comparison &comparison) {
                      return analysis.isRounded(comparison.difference);
                    });
  if (mayBeApart)
    return std::nullopt;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    const Counter *counter = analysis.getCounter(grid, dim);
    bool isInLoops = llvm::any_of(access.loops, [&](const Counter *loop) {
      return llvm::any_of(ArrayRef({loop->first, loop->span, loop->magnitude}),
                          [&](const Polynomial &p) { return p.contains(counter->symbol); });
    });
    CounterFold fold(analysis, grid, values, *counter);
    if (!isInLoops &&
        llvm::all_of(getIndices(access), [&](const Located &index) { return fold.covers(index); }))
      if (std::optional<FoldedBy> found = fold.get())
        return found;
  }
  return std::nullopt;
}
