//===- Extremes.cpp - min, max, minmax and clamp of structs, of lists, with a comparison ------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Subjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
/// Those of two numbers are functions of shaders (MathFunctions.cpp).
class Extreme : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  LibraryResult min() { return extreme(/*largest=*/false); }
  LibraryResult max() { return extreme(/*largest=*/true); }

  // compare(v, low) ? low : compare(high, v) ? high : v
  LibraryResult clamp() {
    if (isOfNumbers(3))
      return std::nullopt;
    llvm::SmallVector<mlir::Value> values;
    if (!readAll(arguments().take_front(3), values))
      return failure();
    Expr *compare = function(3, "compare");
    if (m_failed)
      return failure();
    Expr *clamped = variable("clamped", type(), values[0]);
    Expr *low = m_made.value(type(), values[1]), *high = m_made.value(type(), values[2]);
    ifElse(
        test(before(clamped, low, compare)), [&] { store(clamped, values[1]); },
        [&] { ifTrue(test(before(high, clamped, compare)), [&] { store(clamped, values[2]); }); });
    return m_failed ? failure() : give(read(clamped));
  }

  /// Of equal ones the first smallest and the last largest.
  LibraryResult minmax() {
    const clang::InitListExpr *list = initializerListOf(arg(0));
    if (!list && isOfNumbers(2))
      return std::nullopt;
    llvm::SmallVector<mlir::Value> values;
    if (!readOperands(list, values))
      return failure();
    Expr *compare = function(list ? 1 : 2, "compare");
    if (m_failed)
      return failure();
    if (!list || compare)
      return refuse(diag::LibraryCall, {"std::minmax of references or with a comparison"});
    clang::QualType element = list->getInit(0)->getType();
    mlir::Value smallest = extremeOf(values, element, /*largest=*/false, nullptr);
    if (!smallest)
      return failure();
    std::reverse(values.begin(), values.end());
    mlir::Value largest = extremeOf(values, element, /*largest=*/true, nullptr);
    mlir::Type pair = largest ? convert(type(), m_where) : mlir::Type();
    if (!pair)
      return failure();
    return give(
        m_builder.create<vkm::AggregateOp>(m_where, pair, mlir::ValueRange{smallest, largest}));
  }

private:
  clang::QualType type() const {
    return m_call->getType().getNonReferenceType().getUnqualifiedType();
  }
  static bool isNumber(clang::QualType type) {
    return type->isArithmeticType() || type->isEnumeralType();
  }
  bool isOfNumbers(unsigned count) const { return isNumber(type()) && numArgs() == count; }

  bool readAll(llvm::ArrayRef<const clang::Expr *> expressions,
               llvm::SmallVectorImpl<mlir::Value> &values) {
    for (const clang::Expr *e : expressions)
      values.push_back(emitValueOf(e));
    return !llvm::is_contained(values, nullptr);
  }
  /// What is compared: the elements of a list, or two arguments.
  bool readOperands(const clang::InitListExpr *list, llvm::SmallVectorImpl<mlir::Value> &values) {
    if (!list)
      return readAll(arguments().take_front(std::min(2u, numArgs())), values);
    llvm::SmallVector<const clang::Expr *> elements(list->inits());
    return readAll(elements, values) && !values.empty();
  }
  LibraryResult extreme(bool largest) {
    const clang::InitListExpr *list = initializerListOf(arg(0));
    if (!list && isOfNumbers(2))
      return std::nullopt;
    llvm::SmallVector<mlir::Value> values;
    if (!readOperands(list, values))
      return failure();
    Expr *compare = function(list ? 1 : 2, "compare");
    return m_failed ? failure() : give(extremeOf(values, type(), largest, compare));
  }
  /// The first of the smallest, or of the largest, as std::min and std::max choose it.
  mlir::Value extremeOf(llvm::ArrayRef<mlir::Value> values, clang::QualType type, bool largest,
                        Expr *compare) {
    if (!compare && isNumber(type)) {
      mlir::Value best = values.front();
      for (mlir::Value value : values.drop_front())
        best = m_builder.create<vkm::MathOp>(m_where, best.getType(),
                                             largest ? vkm::MathFn::Max : vkm::MathFn::Min,
                                             mlir::ValueRange{best, value});
      return best;
    }
    Expr *best = variable(largest ? "largest" : "smallest", type, values.front());
    for (mlir::Value value : values.drop_front()) {
      Expr *other = m_made.value(type, value);
      ifTrue(test(largest ? before(best, other, compare) : before(other, best, compare)),
             [&] { store(best, value); });
    }
    return read(best);
  }
};
} // namespace

static constexpr LibraryRow kExtremesRows[] = {
    {"min", {1, 3}, by<&Extreme::min>},
    {"max", {1, 3}, by<&Extreme::max>},
    {"minmax", {1, 3}, by<&Extreme::minmax>},
    {"clamp", {3, 4}, by<&Extreme::clamp>},
};
static constexpr LibraryTable kExtremesTables[] = {{LibraryHome::Std, kExtremesRows}};
const LibrarySubject vkmorph::frontend::kExtremes = kExtremesTables;
