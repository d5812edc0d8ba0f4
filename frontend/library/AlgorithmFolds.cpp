//===- AlgorithmFolds.cpp - Algorithms that make one value of a range -------------------------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Subjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

/// Whether `a = a + b` is `a += b`.
static bool isArithmetic(clang::QualType a, clang::QualType b) {
  return a.getNonReferenceType()->isArithmeticType() && b.getNonReferenceType()->isArithmeticType();
}

namespace {
class Fold : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  LibraryResult count() { return countThose(/*isPredicate=*/false); }
  LibraryResult countIf() { return countThose(/*isPredicate=*/true); }
  LibraryResult accumulate() {
    return overRange([&](const Range &elements) {
      return fold(elements, 2, [](Expr *at, mlir::Value) { return at; });
    });
  }
  /// The products of the elements of two ranges are added.
  LibraryResult innerProduct() {
    if (!isRange() || !isIterator(2))
      return std::nullopt;
    std::optional<Range> elements = range(0, 1);
    std::optional<Range> others = elements ? along(2, *elements) : std::nullopt;
    if (!others)
      return failure();
    return fold(
        *elements, 3,
        [&](Expr *at, mlir::Value index) {
          Expr *other = partner(*others, *elements, index);
          return m_product ? m_made.call(m_product, {at, other})
                           : m_made.binary(clang::BO_Mul, at, other);
        },
        [&] { m_product = function(5, "product"); });
  }

  /// What a function makes of the elements is reduced.
  LibraryResult transformReduce() {
    if (!isRange() || isIterator(2))
      return std::nullopt;
    std::optional<Range> elements = range(0, 1);
    if (!elements)
      return failure();
    return fold(
        *elements, 2, [&](Expr *at, mlir::Value) { return m_made.call(m_transform, {at}); },
        [&] { m_transform = function(4, "transform"); });
  }

private:
  LibraryResult countThose(bool isPredicate) {
    return overRange([&](const Range &elements) -> LibraryResult {
      Criterion wanted = criterion(2, isPredicate);
      mlir::Type type = convert(m_call->getType(), m_where);
      if (!type || m_failed)
        return failure();
      // Counts fit into 32 bits where indices do.
      mlir::Type counted = elements.begin.getType();
      Expr *count = result("count", m_ast.IntTy, number(0, counted));
      loop(elements, [&](mlir::Value index) {
        ifTrue(test(matches(element(elements, index), wanted)),
               [&] { step(count, vkm::BinaryKind::Add, number(1, counted)); });
      });
      return give(emitCast(read(count), type, m_where));
    });
  }
  // T sum = init; for (...) sum = sum + part(a[index]);
  // `init` is the number of the argument; after it stands the operation, if any.
  LibraryResult fold(
      const Range &elements, unsigned init, llvm::function_ref<Expr *(Expr *, mlir::Value)> part,
      llvm::function_ref<void()> emitFunctions = [] {}) {
    clang::QualType type = m_call->getType();
    mlir::Value start;
    if (init < numArgs())
      start = converted(init, type);
    else if (mlir::Type zero = convert(type, m_where))
      start = emitZero(zero, m_where);
    Expr *operation = function(init + 1, "operation");
    emitFunctions();
    if (!start || m_failed)
      return failure();
    Expr *sum = result(operation ? "result" : "sum", type, start);
    loop(elements, [&](mlir::Value index) {
      Expr *at = part(element(elements, index), index);
      if (operation)
        assign(sum, m_made.call(operation, {sum, at}));
      else if (at && isArithmetic(type, at->getType()))
        run(m_made.binary(clang::BO_AddAssign, sum, at));
      else
        assign(sum, m_made.binary(clang::BO_Add, sum, at));
    });
    return give(read(sum));
  }

  Expr *m_product = nullptr, *m_transform = nullptr;
};
} // namespace

static constexpr LibraryRow kAlgorithmFoldsRows[] = {
    {"accumulate", {3, 4}, asKernel<&Fold::accumulate>},
    {"reduce", {2, 4}, asKernel<&Fold::accumulate>},
    {"inner_product", {4, 6}, asKernel<&Fold::innerProduct>},
    {"transform_reduce", {4, 6}, asKernel<&Fold::innerProduct>},
    {"transform_reduce", 5, asKernel<&Fold::transformReduce>},
    {"count", 3, asKernel<&Fold::count>},
    {"count_if", 3, asKernel<&Fold::countIf>},
};
static constexpr LibraryTable kAlgorithmFoldsTables[] = {
    {LibraryHome::Std, kAlgorithmFoldsRows, "", kRanges}};
const LibrarySubject vkmorph::frontend::kFolds = kAlgorithmFoldsTables;
