//===- AlgorithmCopies.cpp - Algorithms that go over a range and write the same or another ----===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Subjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
class Copy : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  LibraryResult copy() {
    if (!isRange())
      return std::nullopt;
    return begin(2) ? copyEach() : failure();
  }
  LibraryResult copyN() {
    if (!isIterator(0) || !isIterator(2))
      return std::nullopt;
    m_from = countedBy(0, 1);
    m_to = m_from ? along(2, *m_from) : std::nullopt;
    return m_to ? copyEach() : failure();
  }
  LibraryResult transform() {
    if (!isRange())
      return std::nullopt;
    if (!begin(2))
      return failure();
    Expr *operation = function(3, "operation");
    loop(*m_from, [&](mlir::Value index) {
      Expr *at = element(*m_from, index), *target = partner(*m_to, *m_from, index);
      assign(target, m_made.call(operation, {at}));
    });
    return endAt(*m_to, m_to->end);
  }
  /// Of the elements of two ranges.
  LibraryResult transformBoth() {
    if (!isRange())
      return std::nullopt;
    m_from = range(0, 1);
    std::optional<Range> second = m_from ? along(2, *m_from) : std::nullopt;
    m_to = second ? along(3, *m_from) : std::nullopt;
    if (!m_to)
      return failure();
    Expr *operation = function(4, "operation");
    loop(*m_from, [&](mlir::Value index) {
      assign(partner(*m_to, *m_from, index),
             m_made.call(operation, {element(*m_from, index), partner(*second, *m_from, index)}));
    });
    return endAt(*m_to, m_to->end);
  }
  // The first element is copied; the others are differences from the one before.
  LibraryResult adjacentDifference() {
    if (!isRange())
      return std::nullopt;
    if (!begin(2))
      return failure();
    if (isOnDevice())
      return differencesOnDevice();
    Expr *operation = function(3, "operation");
    clang::QualType type = m_from->element.getUnqualifiedType();
    mlir::Type zero = m_failed ? mlir::Type() : convert(type, m_where);
    if (!zero)
      return failure();
    Expr *previous = variable("previous", type, emitZero(zero, m_where));
    loop(*m_from, [&](mlir::Value index) {
      // The target may be the element itself.
      Expr *value = variable("value", previous->getType(), read(element(*m_from, index)));
      Expr *target = partner(*m_to, *m_from, index);
      ifElse(
          less(m_from->begin, index),
          [&] {
            assign(target, operation ? m_made.call(operation, {value, previous})
                                     : m_made.binary(clang::BO_Sub, value, previous));
          },
          [&] { assign(target, value); });
      assign(previous, value);
    });
    return endAt(*m_to, m_to->end);
  }
  LibraryResult forEach() {
    return overRange([&](const Range &elements) {
      Expr *action = function(2, "action");
      loop(elements,
           [&](mlir::Value index) { run(m_made.call(action, {element(elements, index)})); });
      return done();
    });
  }
  LibraryResult replace() { return replaceThose(/*isPredicate=*/false); }
  LibraryResult replaceIf() { return replaceThose(/*isPredicate=*/true); }

private:
  // Each iteration reads the element before its own: another array is written.
  LibraryResult differencesOnDevice() {
    if (isSamePlace(m_from->pointer.base, m_to->pointer.base))
      return refuse(diag::AlgorithmOnHost,
                    {m_callee.name.str(), "let it write to another array, or "});
    Expr *operation = function(3, "operation");
    loop(*m_from, [&](mlir::Value index) {
      Expr *at = element(*m_from, index), *target = partner(*m_to, *m_from, index);
      ifElse(
          less(again(m_from->begin), index),
          [&] {
            Expr *previous = element(*m_from, indexBefore(index));
            assign(target, operation ? m_made.call(operation, {at, previous})
                                     : m_made.binary(clang::BO_Sub, at, previous));
          },
          [&] { assign(target, at); });
    });
    return endAt(*m_to, m_to->end);
  }
  LibraryResult copyEach() {
    loop(*m_from, [&](mlir::Value index) {
      Expr *at = element(*m_from, index), *target = partner(*m_to, *m_from, index);
      assign(target, at);
    });
    return endAt(*m_to, m_to->end);
  }
  LibraryResult replaceThose(bool isPredicate) {
    return overRange([&](const Range &elements) {
      Criterion wanted = criterion(2, isPredicate);
      Expr *replacement = object(3);
      loop(elements, [&](mlir::Value index) {
        Expr *at = element(elements, index);
        ifTrue(test(matches(at, wanted)), [&] { assign(at, replacement); });
      });
      return done();
    });
  }
};
} // namespace

static constexpr LibraryRow kAlgorithmCopiesRows[] = {
    {"copy", 3, asKernel<&Copy::copy>},
    {"copy_n", 3, asKernel<&Copy::copyN>},
    {"move", 3, asKernel<&Copy::copy>},
    {"transform", 4, asKernel<&Copy::transform>},
    {"transform", 5, asKernel<&Copy::transformBoth>},
    {"for_each", 3, asKernel<&Copy::forEach>},
    {"replace", 4, asKernel<&Copy::replace>},
    {"replace_if", 4, asKernel<&Copy::replaceIf>},
    {"adjacent_difference", {3, 4}, asKernel<&Copy::adjacentDifference>},
};
static constexpr LibraryTable kAlgorithmCopiesTables[] = {
    {LibraryHome::Std, kAlgorithmCopiesRows, "", kRanges}};
const LibrarySubject vkmorph::frontend::kCopies = kAlgorithmCopiesTables;
