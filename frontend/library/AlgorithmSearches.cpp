//===- AlgorithmSearches.cpp - Algorithms that look for elements and compare them -------------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Subjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
class Search : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  LibraryResult find() { return findThose(/*isPredicate=*/false, /*holds=*/true); }
  LibraryResult findIf() { return findThose(/*isPredicate=*/true, /*holds=*/true); }
  LibraryResult findIfNot() { return findThose(/*isPredicate=*/true, /*holds=*/false); }

  LibraryResult adjacentFind() {
    return overRange([&](const Range &elements) -> LibraryResult {
      Expr *predicate = function(2, "predicate");
      if (m_failed)
        return failure();
      auto isAlike = [&](mlir::Value index) {
        Expr *first = element(elements, indexBefore(index));
        return test(equal(first, element(elements, index), predicate));
      };
      return findFirst(elements, indexAfter(elements.begin), isAlike,
                       [&](mlir::Value index) { return indexBefore(index); });
    });
  }

  LibraryResult allOf() { return decideWhere("all", /*whenFound=*/false, /*holds=*/false); }
  LibraryResult anyOf() { return decideWhere("any", /*whenFound=*/true, /*holds=*/true); }
  LibraryResult noneOf() { return decideWhere("none", /*whenFound=*/false, /*holds=*/true); }

  LibraryResult equalRanges() {
    return overRange([&](const Range &elements) -> LibraryResult {
      bool hasEnd = isIterator(3);
      std::optional<Range> others = hasEnd ? range(2, 3) : along(2, elements);
      Expr *predicate = function(hasEnd ? 4 : 3, "predicate");
      if (!others || m_failed)
        return failure();
      if (hasEnd) {
        std::optional<int64_t> mine = literal(countOf(elements)),
                               theirs = literal(countOf(*others));
        if (!mine || !theirs)
          return refuse(diag::LibraryCall, {"std::equal with two ends"});
        if (*mine != *theirs)
          return give(boolean(false));
      }
      return decide("same", false, elements.begin, elements.end, false, [&](mlir::Value index) {
        return equal(element(elements, index), partner(*others, elements, index), predicate);
      });
    });
  }

  LibraryResult maxElement() {
    return findExtreme(
        "largest", [&](Expr *at, Expr *old, Expr *compare) { return before(old, at, compare); });
  }
  LibraryResult minElement() {
    return findExtreme(
        "smallest", [&](Expr *at, Expr *old, Expr *compare) { return before(at, old, compare); });
  }
  LibraryResult isSorted() {
    return overRange([&](const Range &elements) -> LibraryResult {
      Expr *compare = function(2, "compare");
      if (m_failed)
        return failure();
      return decide(
          "sorted", false, indexAfter(elements.begin), elements.end, true, [&](mlir::Value index) {
            return before(element(elements, index), element(elements, indexBefore(index)), compare);
          });
    });
  }
  LibraryResult isSortedUntil() {
    return overRange([&](const Range &elements) -> LibraryResult {
      Expr *compare = function(2, "compare");
      if (m_failed)
        return failure();
      return findFirst(elements, indexAfter(elements.begin), [&](mlir::Value index) {
        Expr *at = element(elements, index), *former = element(elements, indexBefore(index));
        return test(before(at, former, compare));
      });
    });
  }

protected:
  /// What the search finds: read behind the kernel where it is one.
  Expr *outcome(llvm::StringRef name, clang::QualType type, mlir::Value init) {
    return isOnDevice() ? result(name, type, init) : variable(name, type, init);
  }

  LibraryResult findThose(bool isPredicate, bool holds) {
    return overRange([&](const Range &elements) -> LibraryResult {
      Criterion wanted = criterion(2, isPredicate);
      if (m_failed)
        return failure();
      return findFirst(elements, elements.begin, [&](mlir::Value index) {
        return test(matches(element(elements, index), wanted), holds);
      });
    });
  }

  // T found = end; for (index = begin; ...) if (condition) { found = index; break; }
  // A kernel looks at all elements: if (condition) found = min(found, index);
  LibraryResult findFirst(
      const Range &elements, mlir::Value begin,
      llvm::function_ref<mlir::Value(mlir::Value)> condition,
      llvm::function_ref<mlir::Value(mlir::Value)> what = [](mlir::Value index) { return index; }) {
    Expr *found = outcome("found", m_ast.IntTy, elements.end);
    loop(begin, elements.end, [&](mlir::Value index) {
      ifTrue(condition(index), [&] {
        mlir::Value at = what(index);
        if (isOnDevice())
          at = m_builder.create<vkm::MathOp>(m_where, at.getType(), vkm::MathFn::Min,
                                             mlir::ValueRange{read(found), at});
        store(found, at);
        if (!isOnDevice())
          leave();
      });
    });
    return pointTo(elements, read(found));
  }

  // bool name = !whenFound; for (...) if (condition) { name = whenFound; break; }
  // A kernel looks at all elements: name = name || condition; or name = name && !condition;
  LibraryResult decide(llvm::StringRef name, bool whenFound, mlir::Value begin, mlir::Value end,
                       bool holds, llvm::function_ref<Expr *(mlir::Value)> condition) {
    Expr *decided = outcome(name, m_ast.BoolTy, boolean(!whenFound));
    loop(begin, end, [&](mlir::Value index) {
      if (isOnDevice()) {
        auto last = [&] { return test(condition(index), holds == whenFound); };
        store(decided, whenFound ? either(read(decided), last) : both(read(decided), last));
        return;
      }
      ifTrue(test(condition(index), holds), [&] {
        store(decided, boolean(whenFound));
        leave();
      });
    });
    return give(read(decided));
  }
  LibraryResult decideWhere(llvm::StringRef name, bool whenFound, bool holds) {
    return overRange([&](const Range &elements) -> LibraryResult {
      Criterion wanted = criterion(2, /*isPredicate=*/true);
      if (m_failed)
        return failure();
      return decide(name, whenFound, elements.begin, elements.end, holds,
                    [&](mlir::Value index) { return matches(element(elements, index), wanted); });
    });
  }

  // T best = begin; for (index = begin + 1; ...) if (a[index] is better) best = index;
  LibraryResult findExtreme(llvm::StringRef name,
                            llvm::function_ref<Expr *(Expr *, Expr *, Expr *)> isBetter) {
    return overRange([&](const Range &elements) -> LibraryResult {
      Expr *compare = function(2, "compare");
      if (m_failed)
        return failure();
      Expr *best = outcome(name, m_ast.IntTy, elements.begin);
      loop(indexAfter(elements.begin), elements.end, [&](mlir::Value index) {
        Expr *at = element(elements, index), *old = element(elements, read(best));
        ifTrue(test(isBetter(at, old, compare)), [&] { store(best, index); });
      });
      return pointTo(elements, read(best));
    });
  }
};

/// Searches in what is in order.
class Ordered : public Search {
public:
  using Search::Search;

  LibraryResult lowerBound() { return bound(/*isUpper=*/false); }
  LibraryResult upperBound() { return bound(/*isUpper=*/true); }
  // first != end && !(x < *first)
  LibraryResult binarySearch() {
    if (!isRange())
      return std::nullopt;
    if (!begin())
      return failure();
    if (isOnDevice())
      return decideOnDevice();
    search(/*isUpper=*/false);
    return give(both(less(read(m_first), m_elements->end), [&] {
      return test(before(m_wanted, element(*m_elements, read(m_first)), m_compare), false);
    }));
  }

private:
  /// Takes the arguments apart; false after an error.
  bool begin() {
    m_elements = range(0, 1);
    m_wanted = m_elements ? object(2) : nullptr;
    m_compare = m_elements ? function(3, "compare") : nullptr;
    return m_wanted && !m_failed;
  }
  // A kernel looks at all elements: the first one that is not before what is looked for, or is
  // behind it, is where the halves would have led.
  LibraryResult bound(bool isUpper) {
    if (!isRange())
      return std::nullopt;
    if (!begin())
      return failure();
    if (isOnDevice())
      return findFirst(*m_elements, m_elements->begin, [&](mlir::Value index) {
        Expr *at = element(*m_elements, index);
        return isUpper ? test(before(m_wanted, at, m_compare))
                       : test(before(at, m_wanted, m_compare), false);
      });
    search(isUpper);
    return pointTo(*m_elements, read(m_first));
  }
  // bool found = false; for (...) found = found || (!(a[index] < x) && !(x < a[index]));
  LibraryResult decideOnDevice() {
    Expr *found = outcome("found", m_ast.BoolTy, boolean(false));
    loop(*m_elements, [&](mlir::Value index) {
      Expr *at = element(*m_elements, index);
      store(found, either(read(found), [&] {
              return both(test(before(at, m_wanted, m_compare), false),
                          [&] { return test(before(m_wanted, at, m_compare), false); });
            }));
    });
    return give(read(found));
  }
  // Halves what is left.
  //   first = begin; count = end - begin;
  //   while (count > 0) {
  //     half = count / 2;
  //     if (a[first + half] < x) {
  //       first += half + 1;
  //       count -= half + 1;
  //     } else
  //       count = half;
  //   }
  void search(bool isUpper) {
    mlir::Type type = m_elements->begin.getType();
    m_first = variable("first", m_ast.IntTy, m_elements->begin);
    Expr *count = variable("count", m_ast.IntTy, countOf(*m_elements));
    auto search = m_builder.create<vkm::WhileOp>(m_where);
    emitInto(search.getCond(),
             [&] { m_builder.create<vkm::YieldOp>(m_where, less(number(0, type), read(count))); });
    emitInto(search.getBody(), [&] {
      Expr *half = variable("half", m_ast.IntTy, halved(read(count)));
      Expr *middle = element(*m_elements, add(read(m_first), read(half)));
      mlir::Value goesOn = isUpper ? test(before(m_wanted, middle, m_compare), false)
                                   : test(before(middle, m_wanted, m_compare));
      auto stride = [&] { return add(read(half), number(1, type)); };
      ifElse(
          goesOn,
          [&] {
            step(m_first, vkm::BinaryKind::Add, stride());
            step(count, vkm::BinaryKind::Sub, stride());
          },
          [&] { store(count, read(half)); });
    });
  }

  std::optional<Range> m_elements;
  Expr *m_wanted = nullptr, *m_compare = nullptr, *m_first = nullptr;
};
} // namespace

static constexpr LibraryRow kAlgorithmSearchesRows[] = {
    {"find", 3, asKernel<&Search::find>},
    {"find_if", 3, asKernel<&Search::findIf>},
    {"find_if_not", 3, asKernel<&Search::findIfNot>},
    {"adjacent_find", {2, 3}, asKernel<&Search::adjacentFind>},
    {"all_of", 3, asKernel<&Search::allOf>},
    {"any_of", 3, asKernel<&Search::anyOf>},
    {"none_of", 3, asKernel<&Search::noneOf>},
    {"equal", {3, 5}, asKernel<&Search::equalRanges>},
    {"max_element", {2, 3}, asKernel<&Search::maxElement>},
    {"min_element", {2, 3}, asKernel<&Search::minElement>},
    {"is_sorted", {2, 3}, asKernel<&Search::isSorted>},
    {"is_sorted_until", {2, 3}, asKernel<&Search::isSortedUntil>},
    {"lower_bound", {3, 4}, asKernel<&Ordered::lowerBound>},
    {"upper_bound", {3, 4}, asKernel<&Ordered::upperBound>},
    {"binary_search", {3, 4}, asKernel<&Ordered::binarySearch>},
};
static constexpr LibraryTable kAlgorithmSearchesTables[] = {
    {LibraryHome::Std, kAlgorithmSearchesRows, "", kRanges}};
const LibrarySubject vkmorph::frontend::kSearches = kAlgorithmSearchesTables;
