//===- AlgorithmCompactions.cpp - Algorithms that keep some of the elements, in their order ---===//
//
//   T next = begin; for (...) if (keep(a[index])) { b[next] = a[index]; next += 1; }
//
// `b` may be `a` itself: then elements move to its front. What the std::vector loses behind them,
// its method erase says.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Containers.h"
#include "frontend/library/StdVectors.h"
#include "frontend/library/Subjects.h"
#include "frontend/module/ModuleImporter.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
class Compaction : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  LibraryResult copyIf() { return copyThose(3, /*isPredicate=*/true, /*holds=*/true); }
  LibraryResult removeCopy() { return copyThose(3, /*isPredicate=*/false, /*holds=*/false); }
  LibraryResult removeCopyIf() { return copyThose(3, /*isPredicate=*/true, /*holds=*/false); }
  LibraryResult remove() { return removeThose(/*isPredicate=*/false); }
  LibraryResult removeIf() { return removeThose(/*isPredicate=*/true); }
  LibraryResult unique() {
    return overRange([&](const Range &elements) {
      keepFirsts(elements, elements);
      return end(elements);
    });
  }
  LibraryResult uniqueCopy() {
    if (!isRange())
      return std::nullopt;
    if (!begin(2))
      return failure();
    keepFirsts(*m_from, *m_to);
    return end(*m_to);
  }
  /// `std::erase(v, x)`, `std::erase_if(v, predicate)`
  LibraryResult eraseEqual() { return eraseThose(/*isPredicate=*/false); }
  LibraryResult eraseIf() { return eraseThose(/*isPredicate=*/true); }
  LibraryResult stablePartition();

private:
  void keep(const Range &from, const Range &to, llvm::function_ref<mlir::Value(mlir::Value)> test);
  void keepThose(const Range &from, const Range &to, const Criterion &wanted, bool holds);
  void keepFirsts(const Range &from, const Range &to);
  LibraryResult copyThose(unsigned criterion, bool isPredicate, bool holds);
  LibraryResult removeThose(bool isPredicate);
  LibraryResult eraseThose(bool isPredicate);
  /// Where the elements that were kept end.
  LibraryResult end(const Range &range) {
    return m_next ? endAt(range, read(m_next)) : LibraryResult(failure());
  }

  Expr *m_next = nullptr;
  Expr *m_gone = nullptr; ///< how many elements do not stay, where that is asked for
};
} // namespace

void Compaction::keep(const Range &from, const Range &to,
                      llvm::function_ref<mlir::Value(mlir::Value)> test) {
  mlir::Value first = to.begin;
  m_next = result("next", m_ast.IntTy, again(first));
  if (!m_next)
    return;
  auto stay = [&](mlir::Value index) {
    assign(element(to, read(m_next)), element(from, index));
    step(m_next, vkm::BinaryKind::Add, number(1, first.getType()));
  };
  loop(from, [&](mlir::Value index) {
    mlir::Value condition = test(index);
    if (m_gone)
      ifElse(
          condition, [&] { stay(index); },
          [&] { step(m_gone, vkm::BinaryKind::Add, number(1, first.getType())); });
    else
      ifTrue(condition, [&] { stay(index); });
  });
}

void Compaction::keepThose(const Range &from, const Range &to, const Criterion &wanted,
                           bool holds) {
  keep(from, to,
       [&](mlir::Value index) { return test(matches(element(from, index), wanted), holds); });
}

/// The first of each run of equal elements: since equality is transitive, one that equals the last
/// element that was kept equals the element before it.
void Compaction::keepFirsts(const Range &from, const Range &to) {
  Expr *predicate = function(&from == &to ? 2 : 3, "predicate");
  if (m_failed)
    return;
  keep(from, to, [&](mlir::Value index) -> mlir::Value {
    mlir::Value isAlike = both(less(again(from.begin), index), [&] {
      return test(equal(element(from, indexBefore(index)), element(from, index), predicate));
    });
    return m_builder.create<vkm::UnaryOp>(m_where, vkm::UnaryKind::Not, isAlike);
  });
}

LibraryResult Compaction::copyThose(unsigned number, bool isPredicate, bool holds) {
  if (!isRange())
    return std::nullopt;
  if (!begin(2))
    return failure();
  Criterion wanted = criterion(number, isPredicate);
  if (m_failed)
    return failure();
  keepThose(*m_from, *m_to, wanted, holds);
  return end(*m_to);
}

LibraryResult Compaction::removeThose(bool isPredicate) {
  return overRange([&](const Range &elements) -> LibraryResult {
    Criterion wanted = criterion(2, isPredicate);
    if (m_failed)
      return failure();
    keepThose(elements, elements, wanted, /*holds=*/false);
    return end(elements);
  });
}

/// Those that fulfil the predicate go to the front. The others wait in a vector of the generated
/// class, until it is known where they begin.
LibraryResult Compaction::stablePartition() {
  if (!isRange())
    return std::nullopt;
  std::optional<Range> elements = range(0, 1);
  if (!elements)
    return failure();
  // In a kernel there would be no place for them.
  if (!isOnDevice())
    return std::nullopt;
  Expr *predicate = function(2, "predicate");
  mlir::Type element = convert(elements->element, m_where);
  if (m_failed || !element)
    return failure();
  vkm::FieldOp vector = m_importer.addLocalVector("rest", element, m_function.symbol, m_where);
  m_builder.create<vkm::ReserveOp>(m_where, vector.getSymName(), countOf(*elements));
  mlir::Value data = m_builder.create<vkm::VectorDataOp>(
      m_where, vkm::PtrType::get(element, /*isConst=*/false), vector.getSymName());
  mlir::Type type = elements->begin.getType();
  Range rest = {{data, {}, false}, number(0, type), countOf(*elements), elements->element};
  m_next = result("next", m_ast.IntTy, again(elements->begin));
  Expr *behind = variable("behind", m_ast.IntTy, number(0, type));
  auto move = [&](const Range &to, Expr *place, mlir::Value index) {
    assign(this->element(to, read(place)), this->element(*elements, index));
    step(place, vkm::BinaryKind::Add, number(1, type));
  };
  loop(*elements, [&](mlir::Value index) {
    ifElse(
        test(m_made.call(predicate, {this->element(*elements, index)})),
        [&] { move(*elements, m_next, index); }, [&] { move(rest, behind, index); });
  });
  if (m_failed)
    return failure();
  loop(*elements, [&](mlir::Value index) {
    mlir::Value isFront = less(index, read(m_next));
    ifTrue(m_builder.create<vkm::UnaryOp>(m_where, vkm::UnaryKind::Not, isFront), [&] {
      assign(this->element(*elements, index), this->element(rest, subtract(index, read(m_next))));
    });
  });
  return end(*elements);
}

/// The number of elements that are gone, of a std::vector.
LibraryResult Compaction::eraseThose(bool isPredicate) {
  if (!matchStdVector(arg(0)->getType()))
    return std::nullopt;
  std::optional<StdVectorValue> vector = StdVectorEmitter(m_body).emitVector(arg(0));
  std::optional<Range> elements = vector ? whole(arg(0)) : std::nullopt;
  if (!elements)
    return failure();
  Criterion wanted = criterion(1, isPredicate);
  if (m_failed)
    return failure();
  // How many are gone is counted only where somebody asks.
  mlir::Type type = convert(m_call->getType(), m_where);
  if (!type)
    return failure();
  if (!isDiscarded(m_call))
    m_gone = result("gone", m_ast.IntTy, number(0, elements->begin.getType()));
  keepThose(*elements, *elements, wanted, /*holds=*/false);
  if (m_failed || !StdVectorEmitter(m_body).resize(*vector, read(m_next), m_call))
    return failure();
  return m_gone ? give(emitCast(read(m_gone), type, m_where)) : done();
}

static constexpr LibraryRow kCompactionsRows[] = {
    {"copy_if", 4, asKernel<&Compaction::copyIf>},
    {"remove_copy", 4, asKernel<&Compaction::removeCopy>},
    {"remove_copy_if", 4, asKernel<&Compaction::removeCopyIf>},
    {"remove", 3, asKernel<&Compaction::remove>},
    {"remove_if", 3, asKernel<&Compaction::removeIf>},
    {"unique", {2, 3}, asKernel<&Compaction::unique>},
    {"unique_copy", {3, 4}, asKernel<&Compaction::uniqueCopy>},
    {"stable_partition", 3, asKernel<&Compaction::stablePartition>,
     "std::copy_if of those that come first and of the others, into another array"},
    {"partition", kAnyArity, nullptr, "std::stable_partition in a control function"},
    {"partition_copy", kAnyArity, nullptr, "std::copy_if and std::remove_copy_if"},
    {"erase", 2, asKernel<&Compaction::eraseEqual>},
    {"erase_if", 2, asKernel<&Compaction::eraseIf>},
};
static constexpr LibraryTable kCompactionsTables[] = {
    {LibraryHome::Std, kCompactionsRows, "", kRanges}};
const LibrarySubject vkmorph::frontend::kCompactions = kCompactionsTables;
