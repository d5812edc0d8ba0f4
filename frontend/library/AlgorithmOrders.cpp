//===- AlgorithmOrders.cpp - Algorithms that change the order of elements, or rely on it ------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Subjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
class Reorder : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  LibraryResult swapRanges() {
    if (!isRange())
      return std::nullopt;
    std::optional<Range> elements = range(0, 1);
    std::optional<Range> others = elements ? along(2, *elements) : std::nullopt;
    if (!others)
      return failure();
    loop(*elements, [&](mlir::Value index) {
      mlir::Value a = placeOf(element(*elements, index));
      mlir::Value b = placeOf(partner(*others, *elements, index));
      emitSwap(a, b, m_where);
    });
    return pointTo(*others, others->end);
  }
  LibraryResult reverse() {
    return overRange([&](const Range &elements) {
      reverseBetween(elements, elements.begin, elements.end);
      return done();
    });
  }
  // Both parts are turned around, and then the whole.
  LibraryResult rotate() {
    if (!isRange() || !isIterator(2))
      return std::nullopt;
    std::optional<Range> front = range(0, 1), back = front ? range(1, 2) : std::nullopt;
    if (!back)
      return failure();
    reverseBetween(*front, front->begin, front->end);
    reverseBetween(*front, back->begin, back->end);
    reverseBetween(*front, front->begin, back->end);
    return pointTo(*front, add(again(front->begin), countOf(*back)));
  }
  /// By insertion, for the short arrays that kernels have; what kernels work on is sorted by
  /// kernels of its own.
  LibraryResult sort() {
    if (!isRange())
      return std::nullopt;
    return sortElements(range(0, 1));
  }
  /// Those that are asked for are in their places if all elements are: `std::nth_element(first,
  /// nth, last)`, `std::partial_sort(first, middle, last)`.
  LibraryResult sortSome() {
    if (!isRange() || !isIterator(2))
      return std::nullopt;
    m_order = 3;
    return sortElements(range(0, 2));
  }
  /// The same of a whole std::vector, or of iterators of one; not of what a projection gives.
  LibraryResult sortRange() {
    bool isPair = isRange();
    unsigned order = isPair ? 2 : 1;
    if (!isPair && !matchStdVector(arg(0)->getType()))
      return std::nullopt;
    if (numArgs() > order + 1 && !llvm::isa<clang::CXXDefaultArgExpr>(arg(order + 1)))
      return std::nullopt;
    bool isDefault = numArgs() > order && llvm::isa<clang::CXXDefaultArgExpr>(arg(order));
    m_order = isDefault ? numArgs() : order;
    return sortElements(isPair ? range(0, 1) : whole(arg(0)));
  }

private:
  // for (index = 0; index < (end - begin) / 2; ...) swap(a[begin + index], a[end - 1 - index]);
  void reverseBetween(const Range &elements, mlir::Value begin, mlir::Value end) {
    begin = again(begin);
    end = again(end);
    mlir::Value count = subtract(end, begin);
    mlir::Type type = count.getType();
    mlir::Value half = literal(count) ? number(*literal(count) / 2, type) : halved(count);
    // Two iterations have no element in common.
    m_isIndependent = true;
    loop(number(0, type), half, [&](mlir::Value index) {
      mlir::Value last = subtract(end, number(1, type));
      mlir::Value first = add(begin, index), second = subtract(last, index);
      mlir::Value a = placeOf(element(elements, first)), b = placeOf(element(elements, second));
      emitSwap(a, b, m_where);
    });
  }
  LibraryResult sortElements(const std::optional<Range> &elements) {
    if (!elements)
      return failure();
    if (isOnDevice() || isWholeKernel(*elements))
      return sortOnDevice(*elements);
    if (!isShort(*elements))
      return refuse(whyNot(*elements), {m_callee.name.str()});
    Expr *compare = function(m_order, "compare");
    if (m_failed)
      return failure();
    mlir::Type type = elements->begin.getType();
    loop(add(elements->begin, number(1, type)), elements->end,
         [&](mlir::Value index) { insert(*elements, index, compare); });
    return done();
  }
  /// What is said of a sort that is not translated: the remedy is another one in each place.
  const DiagInfo &whyNot(const Range &elements) {
    if (m_isControl && !llvm::isa<vkm::PtrType>(elements.pointer.base.getType()))
      return diag::AlgorithmSortFixed;
    auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(m_definition);
    bool isKernel = method && m_importer.isKernel(method);
    return isKernel || m_isControl ? diag::AlgorithmSort : diag::AlgorithmSortCalled;
  }
  /// Whether this is a statement of a kernel itself, whose loops would be what runs in parallel.
  bool isWholeKernel(const Range &elements) {
    return llvm::isa<vkm::KernelOp>(m_builder.getInsertionBlock()->getParentOp()) &&
           llvm::isa<vkm::PtrType>(elements.pointer.base.getType());
  }
  LibraryResult sortOnDevice(const Range &elements) {
    mlir::Type element = convert(elements.element, m_where);
    if (!element)
      return failure();
    auto sort = m_builder.create<vkm::SortOp>(m_where, m_callee.name, elements.pointer.base,
                                              elements.begin, elements.end, vkm::SortPlanAttr());
    auto type = vkm::RefType::get(element);
    mlir::Block &block = sort.getOrder().emplaceBlock();
    block.addArguments({type, type}, {m_where, m_where});
    emitInto(sort.getOrder(), [&] {
      Expr *compare = function(m_order, "compare");
      Expr *first = m_made.place(elements.element, block.getArgument(0));
      Expr *second = m_made.place(elements.element, block.getArgument(1));
      if (mlir::Value comes = m_failed ? nullptr : test(before(first, second, compare)))
        m_builder.create<vkm::YieldOp>(m_where, comes);
    });
    if (m_failed)
      sort.erase();
    return done();
  }
  bool isShort(const Range &elements) {
    constexpr int64_t kLongest = 64;
    std::optional<int64_t> count = literal(countOf(elements));
    // A part of a short array is no longer than that.
    if (auto array = llvm::dyn_cast<vkm::RefType>(elements.pointer.base.getType()); array && !count)
      if (auto whole = llvm::dyn_cast<vkm::ArrayType>(array.getPointee()))
        count = whole.getLength();
    return count && *count <= kLongest;
  }
  // T moved = a[index]; T place = index;
  // while (begin < place && moved < a[place - 1]) { a[place] = a[place - 1]; place--; }
  // a[place] = moved;
  void insert(const Range &elements, mlir::Value index, Expr *compare) {
    mlir::Type type = elements.begin.getType();
    Expr *moved = variable("moved", elements.element, read(element(elements, index)));
    Expr *place = variable("place", m_ast.IntTy, index);
    auto shift = m_builder.create<vkm::WhileOp>(m_where);
    auto previous = [&] { return element(elements, subtract(read(place), number(1, type))); };
    emitInto(shift.getCond(), [&] {
      mlir::Value isAfterBegin = less(again(elements.begin), read(place));
      mlir::Value goesOn =
          both(isAfterBegin, [&] { return test(before(moved, previous(), compare)); });
      m_builder.create<vkm::YieldOp>(m_where, goesOn);
    });
    emitInto(shift.getBody(), [&] {
      Expr *target = element(elements, read(place));
      store(target, read(previous()));
      step(place, vkm::BinaryKind::Sub, number(1, type));
    });
    store(element(elements, read(place)), read(moved));
  }

  unsigned m_order = 2; ///< the index of the argument that compares
};
} // namespace

static constexpr LibraryRow kAlgorithmOrdersRows[] = {
    {"reverse", 2, asKernel<&Reorder::reverse>},
    {"swap_ranges", 3, asKernel<&Reorder::swapRanges>},
    {"sort", {2, 3}, asKernel<&Reorder::sort>},
    {"stable_sort", {2, 3}, asKernel<&Reorder::sort>},
    {"ranges::sort", {1, 4}, asKernel<&Reorder::sortRange>},
    {"ranges::stable_sort", {1, 4}, asKernel<&Reorder::sortRange>},
    {"rotate", 3, asKernel<&Reorder::rotate>},
    {"shift_left", kAnyArity, nullptr, "std::rotate, or a loop"},
    {"shift_right", kAnyArity, nullptr, "std::rotate, or a loop"},
    {"nth_element", {3, 4}, asKernel<&Reorder::sortSome>, "std::sort of the array"},
    {"partial_sort", {3, 4}, asKernel<&Reorder::sortSome>, "std::sort of the array"},
    {"sort_heap", kAnyArity, nullptr, "std::sort of the array"},
    {"inplace_merge", kAnyArity, nullptr, "std::stable_sort of the array"},
};
static constexpr LibraryTable kAlgorithmOrdersTables[] = {
    {LibraryHome::Std, kAlgorithmOrdersRows, "", kRanges}};
const LibrarySubject vkmorph::frontend::kOrders = kAlgorithmOrdersTables;
