//===- Algorithms.h - One call of <algorithm>, <numeric> or <iterator> ------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_ALGORITHMS_H
#define VKMORPH_FRONTEND_LIBRARY_ALGORITHMS_H

#include "frontend/body/BodyBuilder.h"
#include "frontend/body/Synthesis.h"

namespace vkmorph::frontend {

/// Emits one call of an algorithm. What fails has been reported.
class AlgorithmEmitter {
public:
  AlgorithmEmitter(BodyBuilder &body, const clang::CallExpr *call)
      : m_body(body), m_builder(body.m_builder), m_call(call), m_where(body.loc(call)),
        m_made(body, call), m_indexType(body.m_importer.types().integerType(32, true)) {}

  /// False where there is no algorithm of this name for these arguments.
  bool emit(llvm::StringRef name);
  /// The same of memcpy, memmove and memset.
  bool emitBlock(llvm::StringRef name);
  BodyBuilder::CallResult result;

private:
  using Expr = clang::Expr;
  /// Elements of an array: those from `begin` to before `end`.
  struct Range {
    PointerValue pointer; ///< without index
    mlir::Value begin, end;
    clang::QualType element;
  };
  using Body = llvm::function_ref<void(mlir::Value index)>;

  unsigned numArgs() const { return m_call->getNumArgs(); }
  const Expr *arg(unsigned index) const { return m_call->getArg(index); }
  bool isIterator(unsigned index) const;
  clang::QualType elementType(unsigned index) const;

  // What the arguments are.
  std::optional<PointerValue> pointer(unsigned index) { return pointer(arg(index)); }
  std::optional<PointerValue> pointer(const Expr *e);
  /// The same, before it is known whether this algorithm may have it.
  std::optional<PointerValue> anyPointer(const Expr *e);
  /// How many elements of a size so many bytes are, which are known to come out even.
  mlir::Value countOfBytes(const Expr *bytes, int64_t size);
  /// As many elements as bytes are given, from a pointer on.
  std::optional<Range> block(const Expr *first, mlir::Value count, clang::QualType element);
  bool emitBytes(const Range &target, const Expr *byte);
  std::optional<Range> range(unsigned first, unsigned last);
  /// `count` elements from a pointer.
  std::optional<Range> counted(unsigned first, mlir::Value count);
  /// As many elements as `like` has, from the argument on.
  std::optional<Range> along(unsigned first, const Range &like);
  Expr *object(unsigned index);
  Expr *function(unsigned index, llvm::StringRef name);

  // What the loops are made of.
  void unify(mlir::Value &a, mlir::Value &b);
  /// The value of a literal; none for other values.
  static std::optional<int64_t> literal(mlir::Value value);
  mlir::Value number(int64_t value, mlir::Type type) {
    return m_body.emitInteger(value, type, m_where);
  }
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value less(mlir::Value a, mlir::Value b);
  mlir::Value countOf(const Range &range) { return subtract(range.end, range.begin); }
  void loop(mlir::Value begin, mlir::Value end, Body body);
  void loop(const Range &range, Body body) { loop(range.begin, range.end, body); }
  Expr *element(const Range &range, mlir::Value index);
  /// The element of `other` that belongs to the element at `index` of `range`.
  Expr *partner(const Range &other, const Range &range, mlir::Value index);
  Expr *variable(llvm::StringRef name, clang::QualType type, mlir::Value init);
  mlir::Value placeOf(const Expr *variable) {
    return m_body.m_opaqueValues.lookup(opaque(variable));
  }
  static const clang::OpaqueValueExpr *opaque(const Expr *e) {
    return llvm::cast<clang::OpaqueValueExpr>(e);
  }
  mlir::Value read(const Expr *variable);
  void run(Expr *expression);
  void assign(Expr *target, Expr *value) { run(m_made.binary(clang::BO_Assign, target, value)); }
  void store(const Expr *variable, mlir::Value value);
  mlir::Value test(Expr *condition, bool holds = true);
  void ifTrue(mlir::Value condition, llvm::function_ref<void()> then);
  void leave() { m_builder.create<vkm::BreakOp>(m_where); }
  Expr *equal(Expr *a, Expr *b, Expr *predicate);
  Expr *before(Expr *a, Expr *b, Expr *compare);
  void pointTo(const Range &range, mlir::Value index);
  void yield(const Expr *variable);

  // The algorithms.
  bool emitFilling(llvm::StringRef name);
  bool emitCopying(llvm::StringRef name);
  bool emitReordering(llvm::StringRef name);
  bool emitFolding(llvm::StringRef name);
  bool emitSearching(llvm::StringRef name);
  bool emitOrdering(llvm::StringRef name);
  bool emitExtremes(llvm::StringRef name);
  bool emitExtremeOf(llvm::ArrayRef<mlir::Value> values, clang::QualType type, bool largest,
                     Expr *compare);
  void swapElements(const Range &range, mlir::Value first, mlir::Value second);
  void find(const Range &range, bool holds, llvm::function_ref<Expr *(mlir::Value)> condition);
  bool decide(llvm::StringRef name, bool whenFound, mlir::Value begin, mlir::Value end, bool holds,
              llvm::function_ref<Expr *(mlir::Value)> condition);
  bool fail() {
    result.failed = true;
    return true;
  }

  BodyBuilder &m_body;
  mlir::OpBuilder &m_builder;
  const clang::CallExpr *m_call;
  mlir::Location m_where;
  Synthesis m_made;
  mlir::Type m_indexType;
  llvm::StringRef m_name;       ///< of the algorithm
  bool m_isOnDevice = false;    ///< a control function's, over elements that kernels work on
  bool m_isIndependent = false; ///< no iteration has to do with what another one does
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_ALGORITHMS_H
