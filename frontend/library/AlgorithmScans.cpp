//===- AlgorithmScans.cpp - Algorithms that give each element what comes before it ------------===//
//
//   inclusive:  T sum = start; for (...) { sum = sum + a[index]; b[index] = sum; }
//   exclusive:  T sum = start; for (...) { T value = a[index]; b[index] = sum; sum = sum + value; }
//
// Without a start the first element is one. Of an operation that is known the value that changes
// nothing is the start then; of others the first iteration assigns the element.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Subjects.h"

#include "clang/AST/DeclCXX.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
class Scan : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  // The numbers of arguments: of the operation, the start, and the function of the elements.
  LibraryResult partialSum() { return scan({3, kNone, kNone, true}); }
  LibraryResult inclusive() { return scan({3, 4, kNone, true}); }
  LibraryResult exclusive() { return scan({4, 3, kNone, false}); }
  LibraryResult transformInclusive() { return scan({3, 5, 4, true}); }
  LibraryResult transformExclusive() { return scan({4, 3, 5, false}); }

private:
  static constexpr unsigned kNone = ~0u;
  struct Form {
    unsigned operation, start, transform;
    bool isInclusive;
  };
  LibraryResult scan(const Form &form);
  clang::QualType sumType(const Form &form, Expr *transform);
  std::optional<int64_t> neutral(const Form &form, clang::QualType type) const;
  void combine(Expr *operation, Expr *sum, Expr *value);
};
} // namespace

/// The type of the start, or of what an element gives.
clang::QualType Scan::sumType(const Form &form, Expr *transform) {
  clang::QualType type = elementType(0);
  if (form.start < numArgs())
    type = arg(form.start)->getType();
  else if (transform)
    if (mlir::Type element = convert(type, m_where))
      if (Expr *given = m_made.call(transform, {m_made.value(type, emitZero(element, m_where))}))
        type = given->getType();
  return type.getNonReferenceType().getUnqualifiedType();
}

/// The value that changes nothing, of a number and an operation of the library.
std::optional<int64_t> Scan::neutral(const Form &form, clang::QualType type) const {
  if (!type->isArithmeticType())
    return std::nullopt;
  if (form.operation >= numArgs())
    return 0;
  const clang::CXXRecordDecl *record = arg(form.operation)->getType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getIdentifier())
    return std::nullopt;
  static constexpr std::pair<llvm::StringLiteral, int64_t> operations[] = {
      {"plus", 0}, {"multiplies", 1}, {"bit_and", -1}, {"bit_or", 0}, {"bit_xor", 0}};
  for (auto [name, number] : operations)
    if (record->getName() == name)
      return number;
  return std::nullopt;
}

/// `sum = operation(sum, value)`; of numbers `sum = sum + value` is `sum += value`.
void Scan::combine(Expr *operation, Expr *sum, Expr *value) {
  if (operation)
    assign(sum, m_made.call(operation, {sum, value}));
  else if (value && sum->getType()->isArithmeticType() && value->getType()->isArithmeticType())
    run(m_made.binary(clang::BO_AddAssign, sum, value));
  else
    assign(sum, m_made.binary(clang::BO_Add, sum, value));
}

LibraryResult Scan::scan(const Form &form) {
  if (!isRange() || !isIterator(2))
    return std::nullopt;
  std::optional<Range> from = range(0, 1);
  std::optional<Range> to = from ? along(2, *from) : std::nullopt;
  if (!to)
    return failure();
  Expr *transform = form.transform == kNone ? nullptr : function(form.transform, "transform");
  Expr *operation = function(form.operation, "operation");
  if (m_failed)
    return failure();
  clang::QualType type = sumType(form, transform);
  mlir::Type converted = convert(type, m_where);
  if (!converted)
    return failure();
  bool hasStart = form.start < numArgs();
  std::optional<int64_t> known = hasStart ? std::nullopt : neutral(form, type);
  mlir::Value start = hasStart ? this->converted(form.start, type)
                      : known.value_or(0) == 0
                          ? emitZero(converted, m_where)
                          : emitCast(number(*known, intType()), converted, m_where);
  if (!start)
    return failure();
  Expr *sum = variable("sum", type, start);
  loop(*from, [&](mlir::Value index) {
    Expr *at = element(*from, index);
    Expr *given = transform ? m_made.call(transform, {at}) : at;
    Expr *target = partner(*to, *from, index);
    if (!form.isInclusive) {
      // The target may be the element itself.
      Expr *value = given ? variable("value", given->getType(), emitValueOf(given)) : nullptr;
      assign(target, sum);
      combine(operation, sum, value);
      return;
    }
    if (hasStart || known)
      combine(operation, sum, given);
    else
      ifElse(
          less(from->begin, index), [&] { combine(operation, sum, given); },
          [&] { assign(sum, given); });
    assign(target, sum);
  });
  return pointTo(*to, to->end);
}

static constexpr LibraryRow kAlgorithmScansRows[] = {
    {"partial_sum", {3, 4}, asKernel<&Scan::partialSum>},
    {"inclusive_scan", {3, 5}, asKernel<&Scan::inclusive>},
    {"exclusive_scan", {4, 5}, asKernel<&Scan::exclusive>},
    {"transform_inclusive_scan", {5, 6}, asKernel<&Scan::transformInclusive>},
    {"transform_exclusive_scan", 6, asKernel<&Scan::transformExclusive>},
};
static constexpr LibraryTable kAlgorithmScansTables[] = {
    {LibraryHome::Std, kAlgorithmScansRows, "", kRanges}};
const LibrarySubject vkmorph::frontend::kScans = kAlgorithmScansTables;
