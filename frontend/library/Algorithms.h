//===- Algorithms.h - What calls of <algorithm> and <numeric> are made of ---------------------===//
//
// A range is two pointers into one array; an algorithm is the loop that its definition says, with
// the elements' operators and the functions that it is given. Results that are iterators are the
// array and an index.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_ALGORITHMS_H
#define VKMORPH_FRONTEND_LIBRARY_ALGORITHMS_H

#include "frontend/body/Synthesis.h"
#include "frontend/library/Library.h"

namespace vkmorph::frontend {

/// A call of an algorithm. The handlers are member functions of subclasses, in the files of their
/// subjects; here is what they are made of.
class AlgorithmCall : public LibraryCall {
public:
  AlgorithmCall(Body &body, const clang::CallExpr *call, const Callee &callee);

  /// In a control function, over elements that kernels work on, the algorithm becomes a kernel: it
  /// goes over each element once. What it gives is in variables that are results.
  void allowKernel() { m_canBeKernel = true; }

protected:
  using Expr = clang::Expr;
  /// Elements of an array: those from `begin` to before `end`.
  struct Range {
    PointerValue pointer; ///< without index
    mlir::Value begin, end;
    clang::QualType element;
  };
  using Act = llvm::function_ref<void(mlir::Value index)>;

  /// Whether an argument that has been evaluated points to elements that kernels work on, in a
  /// control function.
  bool isOnDevice() const { return m_isOnDevice; }

  // What the arguments are.
  bool isIterator(unsigned index) const;
  /// Whether results may go there: an iterator, or in a control function `std::back_inserter(v)`.
  bool isTarget(unsigned index) const;
  /// Whether this argument and the next one are a range.
  bool isRange(unsigned first = 0) const { return isIterator(first) && isIterator(first + 1); }
  clang::QualType elementType(unsigned index) const;
  std::optional<PointerValue> pointer(const Expr *e);
  /// The elements between two arguments.
  std::optional<Range> range(unsigned first, unsigned last);
  /// The elements of a std::vector.
  std::optional<Range> whole(const Expr *e);
  /// `count` elements from a pointer.
  std::optional<Range> counted(unsigned first, mlir::Value count);
  /// As many elements as the argument says.
  std::optional<Range> countedBy(unsigned first, unsigned count);
  /// As many elements as `like` has, from the argument on.
  std::optional<Range> along(unsigned first, const Range &like);
  /// Where the results of as many elements as `like` has go: from the argument on, or behind the
  /// elements of a std::vector (`std::back_inserter(v)`).
  std::optional<Range> target(unsigned index, const Range &like);
  /// Finds the elements between the first two arguments, `m_from`, and where as many results go
  /// from an argument on, `m_to`; false after an error, and where that is no such place.
  bool begin(unsigned index);
  /// What `act` makes of the elements between the first two arguments; none where these are no
  /// range.
  LibraryResult overRange(llvm::function_ref<LibraryResult(const Range &)> act);
  /// An argument that is an object, not a range: evaluated once.
  Expr *object(unsigned index);
  /// What the algorithm calls; null for arguments that are not there, which is no failure then.
  Expr *function(unsigned index, llvm::StringRef name);
  /// The value of an argument, converted to a type.
  mlir::Value converted(unsigned index, clang::QualType type);

  // Indices. Those that are computed with each other have one type.
  void unify(mlir::Value &a, mlir::Value &b);
  /// The value of a literal; none for other values.
  static std::optional<int64_t> literal(mlir::Value value);
  /// A value, or a literal once more: literals stand where they are used.
  mlir::Value again(mlir::Value value);
  mlir::Value number(int64_t value, mlir::Type type) { return emitInteger(value, type, m_where); }
  mlir::Value boolean(bool value);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value indexAfter(mlir::Value index) { return add(index, number(1, index.getType())); }
  mlir::Value indexBefore(mlir::Value index) { return subtract(index, number(1, index.getType())); }
  mlir::Value halved(mlir::Value value);
  mlir::Value less(mlir::Value a, mlir::Value b);
  mlir::Value countOf(const Range &range) { return subtract(range.end, range.begin); }

  // Loops, elements and variables.
  // for (T index = begin; index < end; index++) body
  void loop(mlir::Value begin, mlir::Value end, Act body);
  void loop(const Range &range, Act body) { loop(range.begin, range.end, body); }
  Expr *element(const Range &range, mlir::Value index);
  /// The element of `other` that belongs to the element at `index` of `range`.
  Expr *partner(const Range &other, const Range &range, mlir::Value index);
  Expr *variable(llvm::StringRef name, clang::QualType type, mlir::Value init);
  /// A variable that is read behind the loop.
  Expr *result(llvm::StringRef name, clang::QualType type, mlir::Value init);
  mlir::Value placeOf(const Expr *variable);
  mlir::Value read(const Expr *variable) { return emitLoad(placeOf(variable), m_where); }
  void store(const Expr *variable, mlir::Value value);
  /// `variable += amount`, or `-=`.
  void step(const Expr *variable, vkm::BinaryKind kind, mlir::Value amount);

  // What is done to them.
  void run(Expr *expression);
  void assign(Expr *target, Expr *value);
  mlir::Value test(Expr *condition, bool holds = true);
  void ifTrue(mlir::Value condition, llvm::function_ref<void()> then);
  void ifElse(mlir::Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise);
  /// first && second
  mlir::Value both(mlir::Value first, llvm::function_ref<mlir::Value()> second);
  /// first || second
  mlir::Value either(mlir::Value first, llvm::function_ref<mlir::Value()> second);
  void leave() { m_builder.create<vkm::BreakOp>(m_where); }
  Expr *equal(Expr *a, Expr *b, Expr *predicate);
  /// What is asked of elements: whether they are equal to an argument, or fulfil a predicate.
  struct Criterion {
    Expr *given;
    bool isPredicate;
  };
  Criterion criterion(unsigned index, bool isPredicate) {
    return {isPredicate ? function(index, "predicate") : object(index), isPredicate};
  }
  Expr *matches(Expr *at, const Criterion &criterion) {
    return criterion.isPredicate ? m_made.call(criterion.given, {at})
                                 : equal(at, criterion.given, nullptr);
  }
  Expr *before(Expr *a, Expr *b, Expr *compare);

  // Results.
  LibraryResult done() { return CallResult::done(!m_failed); }
  LibraryResult give(mlir::Value value);
  LibraryResult pointTo(const Range &range, mlir::Value index);
  /// The results in a target end at an index: a std::vector that they were added to ends there.
  LibraryResult endAt(const Range &target, mlir::Value index);

  std::optional<Range> m_from, m_to;
  Synthesis m_made;
  mlir::Type m_indexType;
  bool m_failed = false;        ///< some part, which has been reported
  bool m_isIndependent = false; ///< no iteration has to do with what another one does

private:
  template <typename Op>
  mlir::Value joined(mlir::Value first, llvm::function_ref<mlir::Value()> second);
  /// Notes where elements are that kernels work on; reports that this algorithm may not have them.
  bool checkDevice(const PointerValue &pointer, const Expr *e);
  /// The same as pointer, before it is known whether this algorithm may have it.
  std::optional<PointerValue> anyPointer(const Expr *e);

  llvm::StringRef m_name;                   ///< of the algorithm
  LoopVariables m_variables;                ///< that it has declared
  std::optional<StdVectorValue> m_extended; ///< what results are added to
  bool m_isOnDevice = false;  ///< a control function's, over elements that kernels work on
  bool m_canBeKernel = false; ///< see allowKernel
};

namespace detail {
template <auto handler>
LibraryResult runAsKernel(Body &body, const clang::CallExpr *call, const Callee &callee) {
  decltype(subjectOf(handler)) subject(body, call, callee);
  subject.allowKernel();
  return (subject.*handler)();
}
} // namespace detail

/// What algorithms take, of the ranges of C++ and the policies of some.
inline constexpr llvm::StringLiteral kRanges = "pointers into one array or iterators of one "
                                               "std::vector, no reverse iterators and no execution "
                                               "policy";

/// The handler of an algorithm that can be a kernel between others.
template <auto handler> constexpr LibraryHandler asKernel = &detail::runAsKernel<handler>;

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_ALGORITHMS_H
