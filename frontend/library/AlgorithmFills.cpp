//===- AlgorithmFills.cpp - Algorithms that give each element a value -------------------------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Subjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
class Fill : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  LibraryResult fill() {
    return isRange() ? assignValue(range(0, 1), /*givesEnd=*/false) : std::nullopt;
  }
  LibraryResult fillN() {
    return isIterator(0) ? assignValue(countedBy(0, 1), /*givesEnd=*/true) : std::nullopt;
  }
  LibraryResult generate() {
    return isRange() ? assignResult(range(0, 1), /*givesEnd=*/false) : std::nullopt;
  }
  LibraryResult generateN() {
    return isIterator(0) ? assignResult(countedBy(0, 1), /*givesEnd=*/true) : std::nullopt;
  }
  // T value = init; for (...) { a[index] = value; ++value; }
  LibraryResult iota() {
    if (!isRange())
      return std::nullopt;
    std::optional<Range> target = range(0, 1);
    if (!target)
      return failure();
    clang::QualType type = arg(2)->getType();
    if (isOnDevice() && type->isArithmeticType()) {
      if (type->isFloatingType() && !startsExactly(type))
        return refuse(diag::IotaRounds, {m_callee.name.str()});
      return numberElements(*target, type);
    }
    Expr *next = variable("value", type, converted(2, type));
    loop(*target, [&](mlir::Value index) {
      assign(element(*target, index), next);
      run(m_made.unary(clang::UO_PreInc, next));
    });
    return done();
  }

private:
  /// Whether a sum of the first number and an index is what as many `++` give, of which each
  /// rounds. It is where the first number is a constant with four binary digits behind the point at
  /// most: floats below 2^20 have room for these, and floats below 2^24 for whole numbers.
  bool startsExactly(clang::QualType type) {
    clang::Expr::EvalResult result;
    const Expr *first = arg(2);
    if (first->isValueDependent() || !first->EvaluateAsRValue(result, m_ast) ||
        !result.Val.isFloat())
      return false;
    llvm::APFloat scaled = llvm::scalbn(result.Val.getFloat(), 4, llvm::APFloat::rmTowardZero);
    unsigned precision = llvm::APFloat::semanticsPrecision(m_ast.getFloatTypeSemantics(type));
    llvm::APFloat limit(m_ast.getFloatTypeSemantics(type), 1);
    limit = llvm::scalbn(limit, static_cast<int>(precision) - 1, llvm::APFloat::rmTowardZero);
    return scaled.isInteger() && llvm::abs(scaled) < limit;
  }
  // T value = init; for (...) a[index] = T(value + (index - begin));
  LibraryResult numberElements(const Range &target, clang::QualType type) {
    Expr *first = variable("value", type, converted(2, type));
    loop(target, [&](mlir::Value index) {
      Expr *distance = m_made.value(
          m_ast.IntTy, emitCast(subtract(index, again(target.begin)), intType(), m_where));
      assign(element(target, index),
             m_made.convert(m_made.binary(clang::BO_Add, first, distance), type));
    });
    return done();
  }
  LibraryResult end(const Range &target, bool givesEnd) {
    return givesEnd ? pointTo(target, target.end) : done();
  }
  LibraryResult assignValue(const std::optional<Range> &target, bool givesEnd) {
    if (!target)
      return failure();
    Expr *value = object(2);
    loop(*target, [&](mlir::Value index) { assign(element(*target, index), value); });
    return end(*target, givesEnd);
  }
  LibraryResult assignResult(const std::optional<Range> &target, bool givesEnd) {
    if (!target)
      return failure();
    Expr *generator = function(2, "generate");
    loop(*target,
         [&](mlir::Value index) { assign(element(*target, index), m_made.call(generator, {})); });
    return end(*target, givesEnd);
  }
};
} // namespace

static constexpr LibraryRow kAlgorithmFillsRows[] = {
    {"fill", 3, asKernel<&Fill::fill>},         {"fill_n", 3, asKernel<&Fill::fillN>},
    {"generate", 3, asKernel<&Fill::generate>}, {"generate_n", 3, asKernel<&Fill::generateN>},
    {"iota", 3, asKernel<&Fill::iota>},
};
static constexpr LibraryTable kAlgorithmFillsTables[] = {
    {LibraryHome::Std, kAlgorithmFillsRows, "", kRanges}};
const LibrarySubject vkmorph::frontend::kFills = kAlgorithmFillsTables;
