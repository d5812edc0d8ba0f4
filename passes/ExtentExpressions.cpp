//===- ExtentExpressions.cpp - Numbers of elements as expressions of the host ----------------===//
//
//   n                                  for (i = 0; i < n; ++i) a[i], n unsigned
//   max(n, 0)                          the same, n signed
//   n > 1 ? n : 0                      for (i = 1; i < n; ++i) a[i]
//   min(n, m)                          for (i = 0; i < n; ++i) if (i < m) a[i]
//   size_t(h) * size_t(w)              products do not wrap at 32 bits
//
//===------------------------------------------------------------------------------------------===//

#include "passes/ExtentExpressions.h"

#include "transforms/Expressions.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace {

class ExpressionBuilder {
public:
  ExpressionBuilder(OpBuilder &builder, Location loc, AffineAnalysis &analysis)
      : builder(builder), loc(loc), analysis(analysis) {}
  Value build(const Reach &reach);
  Value build(const Polynomial &polynomial, Type type);
  /// The smaller or the larger of two numbers.
  Value combine(MathFn fn, Value a, Value b);
  Value convert(Value value, Type type);

  Type getUnsigned(unsigned width) {
    return IntegerType::get(builder.getContext(), width, IntegerType::Unsigned);
  }

private:
  Value build(const Polynomial::Term &term, Type type);
  Value build(Symbol symbol, Type type);
  Value buildChoice(SelectOp op, ArrayRef<Polynomial> operands);
  Value buildAtLeastZero(const Polynomial &guard);
  Value constant(int64_t value, Type type) {
    return builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, value));
  }
  Type getSigned(unsigned width) {
    return IntegerType::get(builder.getContext(), width, IntegerType::Signed);
  }
  Type getType(Symbol symbol);
  Value select(Value condition, Type type, llvm::function_ref<Value()> whenTrue,
               llvm::function_ref<Value()> whenFalse);

  OpBuilder &builder;
  Location loc;
  AffineAnalysis &analysis;
  /// Signed ones that count as 0 where they are negative.
  llvm::SmallSet<Symbol, 4> clamped;
};

} // namespace

/// The type in which a symbol stands for itself; none for quotients, which may be computed in any.
Type ExpressionBuilder::getType(Symbol symbol) {
  const Unknown &unknown = analysis.getUnknown(symbol);
  return unknown.value ? unknown.value.getType() : Type();
}

Value ExpressionBuilder::convert(Value value, Type type) {
  return value.getType() == type ? value : builder.createOrFold<CastOp>(loc, type, value);
}

Value ExpressionBuilder::build(Symbol symbol, Type type) {
  const Unknown unknown = analysis.getUnknown(symbol);
  if (unknown.kind == Unknown::Quotient)
    return builder.create<BinaryOp>(loc, BinaryKind::Div, build(unknown.operands[0], type),
                                    build(unknown.operands[1], type));
  Value value = unknown.value;
  if (unknown.kind == Unknown::Field) {
    IRMapping mapping;
    value = cloneExpression(builder, value, mapping);
  } else if (unknown.kind == Unknown::Expression) {
    IRMapping mapping;
    Operation *op = value.getDefiningOp();
    auto choice = dyn_cast<SelectOp>(op);
    for (auto [operand, polynomial] : llvm::zip(op->getOperands(), unknown.operands))
      if (!choice)
        mapping.map(operand, build(polynomial, operand.getType()));
    value =
        choice ? buildChoice(choice, unknown.operands) : builder.clone(*op, mapping)->getResult(0);
  }
  if (clamped.contains(symbol))
    value = builder.create<MathOp>(loc, value.getType(), MathFn::Max,
                                   ValueRange{value, constant(0, value.getType())});
  return convert(value, type);
}

/// What AffineAnalysis keeps of a `?:`: what its condition compares, then what it chooses from.
Value ExpressionBuilder::buildChoice(SelectOp op, ArrayRef<Polynomial> operands) {
  auto condition = op.getCondition().getDefiningOp<CmpOp>();
  Type compared = condition.getLhs().getType(), type = op.getType();
  Value holds = builder.create<CmpOp>(loc, condition.getKind(), build(operands[0], compared),
                                      build(operands[1], compared));
  return select(
      holds, type, [&] { return build(operands[2], type); },
      [&] { return build(operands[3], type); });
}

Value ExpressionBuilder::build(const Polynomial::Term &term, Type type) {
  Value product;
  if (term.second != 1 || term.first.empty())
    product = constant(term.second, type);
  for (Symbol symbol : term.first) {
    Value factor = build(symbol, type);
    product = product ? builder.create<BinaryOp>(loc, BinaryKind::Mul, product, factor) : factor;
  }
  return product;
}

/// Products first, constants last, nothing negative in front.
Value ExpressionBuilder::build(const Polynomial &polynomial, Type type) {
  SmallVector<Polynomial::Term> terms(polynomial.getTerms().begin(), polynomial.getTerms().end());
  llvm::sort(terms, [](const Polynomial::Term &a, const Polynomial::Term &b) {
    if ((a.second > 0) != (b.second > 0))
      return a.second > 0;
    return a.first.size() != b.first.size() ? a.first.size() > b.first.size() : a.first < b.first;
  });
  Value sum;
  for (const Polynomial::Term &term : terms) {
    if (sum && term.second < 0)
      sum = builder.create<BinaryOp>(loc, BinaryKind::Sub, sum,
                                     build(Polynomial::Term(term.first, -term.second), type));
    else if (sum)
      sum = builder.create<BinaryOp>(loc, BinaryKind::Add, sum, build(term, type));
    else
      sum = build(term, type);
  }
  return sum ? sum : constant(0, type);
}

/// `n > 1` for n - 2, `a >= b` for a - b.
Value ExpressionBuilder::buildAtLeastZero(const Polynomial &guard) {
  Polynomial lhs, rhs;
  int64_t bound = 0; // lhs - rhs >= bound
  SmallVector<Symbol> symbols;
  for (const auto &[monomial, coefficient] : guard.getTerms()) {
    symbols.append(monomial.begin(), monomial.end());
    Polynomial term(coefficient);
    for (Symbol symbol : monomial)
      term = term * Polynomial::symbol(symbol);
    if (monomial.empty())
      bound = -coefficient;
    else if (coefficient > 0)
      lhs += term;
    else
      rhs += -term;
  }
  // A single value is compared in its own type; nothing wraps in 64 bits with a sign.
  Type type = getSigned(64);
  std::optional<Symbol> single = rhs.isZero() ? lhs.getSymbol() : rhs.getSymbol();
  if (symbols.size() == 1 && single && getType(*single))
    type = getType(*single);
  // On the side where it is positive, unless the sum of a single value might wrap.
  bool isSingle = symbols.size() == 1 && single && rhs.isZero() && type.isSignedInteger();
  if (bound < 0 && isSingle)
    rhs += bound;
  else if (bound < 0)
    lhs += -bound;
  CmpKind kind = bound > 0 ? CmpKind::Gt : CmpKind::Ge;
  if (bound > 0)
    rhs += bound - 1;
  // 3 >= n reads better as n <= 3.
  if (lhs.getConstant())
    return builder.create<CmpOp>(loc, kind == CmpKind::Gt ? CmpKind::Lt : CmpKind::Le,
                                 build(rhs, type), build(lhs, type));
  return builder.create<CmpOp>(loc, kind, build(lhs, type), build(rhs, type));
}

Value ExpressionBuilder::select(Value condition, Type type, llvm::function_ref<Value()> whenTrue,
                                llvm::function_ref<Value()> whenFalse) {
  auto result = builder.create<SelectOp>(loc, type, condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&result.getWhenTrue());
  builder.create<YieldOp>(loc, whenTrue());
  builder.createBlock(&result.getWhenFalse());
  builder.create<YieldOp>(loc, whenFalse());
  return result;
}

Value ExpressionBuilder::build(const Reach &reach) {
  Facts facts = analysis.getFacts();
  for (const Polynomial &assumption : reach.assumed)
    facts.add(assumption);
  // A division is reached only where the guards that keep it from dividing by 0 hold, which divide
  // less deeply.
  auto divides = [&](const Polynomial &value) { return analysis.getDivisionDepth(value) > 0; };
  std::multimap<unsigned, Polynomial> byDepth; // keeps the order of those that are equal
  for (const Polynomial &guard : reach.guards)
    byDepth.emplace(analysis.getDivisionDepth(guard), guard);
  bool mayLeaveOut = !divides(reach.count) && llvm::none_of(reach.guards, divides);
  // A guard `s >= 1` goes where the count is a multiple of s: it is 0 as s is.
  SmallVector<Polynomial> guards;
  clamped.clear();
  for (const auto &[depth, guard] : byDepth) {
    if (mayLeaveOut && isZeroWithout(facts, reach.count, guard))
      continue;
    std::optional<Symbol> symbol = (guard + 1).getSymbol();
    if (mayLeaveOut && symbol && reach.count.divideExactly(guard + 1))
      clamped.insert(*symbol);
    else
      guards.push_back(guard);
  }
  // One value keeps its type; sums and products are computed in 64 bits.
  std::optional<Symbol> single = reach.count.getSymbol();
  std::optional<int64_t> number = reach.count.getConstant();
  Type type = getUnsigned(number && *number <= UINT32_MAX ? 32 : 64);
  if (single && getType(*single))
    type = getType(*single);
  if (guards.empty())
    return build(reach.count, type);
  Value condition;
  for (const Polynomial &guard : guards) {
    if (!condition) {
      condition = buildAtLeastZero(guard);
      continue;
    }
    auto both = builder.create<AndOp>(loc, builder.getI1Type(), condition);
    OpBuilder::InsertionGuard insertion(builder);
    builder.createBlock(&both.getRhs());
    builder.create<YieldOp>(loc, buildAtLeastZero(guard));
    condition = both;
  }
  return select(
      condition, type, [&] { return build(reach.count, type); }, [&] { return constant(0, type); });
}

Value ExpressionBuilder::combine(MathFn fn, Value a, Value b) {
  if (a.getType() != b.getType()) {
    a = convert(a, getUnsigned(64));
    b = convert(b, getUnsigned(64));
  }
  return builder.create<MathOp>(loc, a.getType(), fn, ValueRange{a, b});
}

/// Whether two reaches are one to the smaller of both counts; without the conditions that ask which
/// one that is.
static std::optional<std::pair<Reach, Reach>> matchMinimum(const AffineAnalysis &analysis,
                                                           Reach first, Reach second) {
  if (!first.assumed.empty() || !second.assumed.empty())
    return std::nullopt;
  auto eraseOrder = [](Reach &smaller, const Reach &larger) {
    auto *found = llvm::find(smaller.guards, larger.count - smaller.count);
    if (found == smaller.guards.end())
      return false;
    smaller.guards.erase(found);
    return true;
  };
  auto isImplied = [&](const Reach &smaller, const Reach &larger) {
    Facts known = analysis.getFacts();
    known.add(smaller.count - 1);
    known.add(larger.count - smaller.count);
    return llvm::all_of(smaller.guards,
                        [&](const Polynomial &guard) { return known.isNonNegative(guard); }) &&
           llvm::all_of(larger.guards,
                        [&](const Polynomial &guard) { return known.isNonNegative(guard); });
  };
  if (!eraseOrder(first, second) || !eraseOrder(second, first) || !isImplied(first, second) ||
      !isImplied(second, first))
    return std::nullopt;
  // The other one is 0 where it is, as long as it says so itself.
  auto eraseOthers = [&](Reach &reach, const Reach &other) {
    Polynomial guard = other.count - 1;
    if (llvm::is_contained(other.guards, guard) || analysis.getFacts().isNonNegative(other.count))
      llvm::erase_if(reach.guards, [&](const Polynomial &known) { return known == guard; });
  };
  eraseOthers(first, second);
  eraseOthers(second, first);
  return std::pair(first, second);
}

Value vkmorph::vkm::buildExtent(OpBuilder &builder, Location loc, AffineAnalysis &analysis,
                                ArrayRef<Reach> reaches) {
  ExpressionBuilder expressions(builder, loc, analysis);
  if (reaches.empty())
    return builder.create<ConstantOp>(loc, builder.getIntegerAttr(expressions.getUnsigned(32), 0));
  SmallVector<Value> counts;
  for (size_t i = 0; i < reaches.size(); ++i) {
    auto minimum =
        i + 1 < reaches.size() ? matchMinimum(analysis, reaches[i], reaches[i + 1]) : std::nullopt;
    if (minimum) {
      Value first = expressions.build(minimum->first), second = expressions.build(minimum->second);
      counts.push_back(expressions.combine(MathFn::Min, first, second));
      ++i;
      continue;
    }
    counts.push_back(expressions.build(reaches[i]));
  }
  Value largest = counts.front();
  for (Value count : llvm::drop_begin(counts))
    largest = expressions.combine(MathFn::Max, largest, count);
  return largest;
}

Value vkmorph::vkm::buildPolynomial(OpBuilder &builder, Location loc, AffineAnalysis &analysis,
                                    const Polynomial &polynomial, Type type) {
  return ExpressionBuilder(builder, loc, analysis).build(polynomial, type);
}
