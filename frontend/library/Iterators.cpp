//===- Iterators.cpp - Iterators of a std::vector ---------------------------------------------===//

#include "frontend/library/Iterators.h"

#include "frontend/body/Pointers.h"
#include "frontend/library/Callee.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Library.h"
#include "frontend/library/StdVectors.h"
#include "frontend/library/Subjects.h"
#include "frontend/roles/Mutation.h"
#include "frontend/source/Temporaries.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

/// What an iterator is without the copies that are made of it.
static const clang::Expr *stripCopies(const clang::Expr *e) {
  while (true) {
    e = e->IgnoreParenImpCasts();
    if (const clang::Expr *inner = operandOfTemporary(e))
      e = inner;
    else if (auto *construct = dyn_cast<clang::CXXConstructExpr>(e);
             construct && construct->getNumArgs() == 1)
      e = construct->getArg(0);
    else
      return e;
  }
}

namespace {
/// `v.begin()`, `std::end(v)`
struct VectorIterator {
  const clang::Expr *vector; ///< may be a pointer to it
  clang::QualType type;      ///< of the vector
  bool isEnd;
};
} // namespace

static std::optional<VectorIterator> vectorIterator(const clang::Expr *e) {
  auto *call = dyn_cast<clang::CallExpr>(stripCopies(e));
  if (!call)
    return std::nullopt;
  Callee callee(call);
  if (!llvm::is_contained({"begin", "end", "cbegin", "cend"}, callee.name))
    return std::nullopt;
  VectorIterator found;
  if (auto *method = dyn_cast<clang::CXXMemberCallExpr>(call)) {
    found = {method->getImplicitObjectArgument(), method->getObjectType(), false};
  } else if (callee.isStdFunction(callee.name) && call->getNumArgs() == 1) {
    const clang::Expr *vector = call->getArg(0)->IgnoreParenImpCasts();
    found = {vector, vector->getType(), false};
  } else {
    return std::nullopt;
  }
  found.isEnd = callee.name.ends_with("end");
  return matchStdVector(found.type) ? std::optional(found) : std::nullopt;
}

/// A local variable that is declared with an iterator; null for other expressions.
static const clang::VarDecl *iteratorVariable(const clang::Expr *e) {
  auto *reference = dyn_cast<clang::DeclRefExpr>(stripCopies(e));
  auto *variable = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  bool isLocal = variable && variable->isLocalVarDecl() && variable->getInit() &&
                 !variable->getType()->isReferenceType() && variable->getType()->isRecordType();
  return isLocal && !findIteratedVector(variable->getInit()).isNull() ? variable : nullptr;
}

/// `v.begin() + n`, `v.end() - n`: an iterator that is moved. Null for others.
static const clang::CXXOperatorCallExpr *movedIterator(const clang::Expr *e) {
  auto *call = dyn_cast<clang::CXXOperatorCallExpr>(stripCopies(e));
  bool moves = call && call->getNumArgs() == 2 &&
               (call->getOperator() == clang::OO_Plus || call->getOperator() == clang::OO_Minus) &&
               call->getArg(1)->getType()->isIntegerType();
  return moves && !findIteratedVector(call->getArg(0)).isNull() ? call : nullptr;
}

/// A call of a function of the library that takes iterators of a vector and gives one: the argument
/// whose type the result has, of several the last one. Null for other expressions.
static const clang::Expr *iteratorGiven(const clang::Expr *e) {
  auto *call = dyn_cast<clang::CallExpr>(stripCopies(e));
  if (!call || !call->getType()->isRecordType() || llvm::isa<clang::CXXOperatorCallExpr>(call))
    return nullptr;
  Callee callee(call);
  if (!callee.isStd || callee.method)
    return nullptr;
  for (const clang::Expr *argument : llvm::reverse(call->arguments()))
    if (argument->getType().getCanonicalType().getUnqualifiedType() ==
            call->getType().getCanonicalType().getUnqualifiedType() &&
        !findIteratedVector(argument).isNull())
      return argument;
  return nullptr;
}

clang::QualType vkmorph::frontend::findIteratedVector(const clang::Expr *e) {
  if (const clang::Expr *argument = iteratorGiven(e))
    return findIteratedVector(argument);
  if (std::optional<VectorIterator> of = vectorIterator(e))
    return of->type;
  if (const clang::CXXOperatorCallExpr *moved = movedIterator(e))
    return findIteratedVector(moved->getArg(0));
  if (const clang::VarDecl *variable = iteratorVariable(e))
    return findIteratedVector(variable->getInit());
  return {};
}

std::optional<PointerValue> IteratorEmitter::emit(const clang::Expr *e) {
  mlir::Location where = loc(e);
  if (const clang::CXXOperatorCallExpr *moved = movedIterator(e)) {
    std::optional<PointerValue> from = emit(moved->getArg(0));
    mlir::Value offset = from ? emitValue(withoutWidening(moved->getArg(1))) : nullptr;
    if (!offset)
      return std::nullopt;
    return moved->getOperator() == clang::OO_Plus ? addIndex(*from, offset, where)
                                                  : subtractIndex(*from, offset, where);
  }
  if (iteratorGiven(e)) {
    CallResult given = emitCall(clang::cast<clang::CallExpr>(stripCopies(e)));
    return given.failed ? std::nullopt : given.pointer;
  }
  if (const clang::VarDecl *variable = iteratorVariable(e)) {
    const Binding *binding = lookup(variable);
    return binding ? std::optional(binding->pointer) : std::nullopt;
  }
  std::optional<VectorIterator> of = vectorIterator(e);
  std::optional<StdVectorValue> vector =
      of ? StdVectorEmitter(m_body).emitVector(of->vector) : std::nullopt;
  if (!vector)
    return std::nullopt;
  PointerValue begin = StdVectorEmitter(m_body).begin(*vector);
  if (!of->isEnd)
    return begin;
  mlir::Value size = StdVectorEmitter(m_body).emitSize(*vector, where);
  if (begin.index)
    return addIndex(begin, size, where);
  return PointerValue{vector->data, size, false};
}

std::optional<StdVectorValue> IteratorEmitter::findEnded(const clang::Expr *e) {
  if (const clang::VarDecl *variable = iteratorVariable(e))
    return findEnded(variable->getInit());
  std::optional<VectorIterator> of = vectorIterator(e);
  return of && of->isEnd ? StdVectorEmitter(m_body).emitVector(of->vector) : std::nullopt;
}

bool IteratorEmitter::declare(const clang::VarDecl *variable) {
  if (!variable->getInit() || findIteratedVector(variable->getInit()).isNull() ||
      isMutated(variable, m_definition->getBody()))
    return false;
  if (std::optional<PointerValue> pointer = emit(variable->getInit()))
    PointerEmitter(m_body).bindPointer(variable, *pointer, /*moves=*/false);
  return true;
}

namespace {
/// What is done to iterators of a std::vector: `it - v.begin()`, `*it`, `it == v.end()`.
class IteratorCall : public LibraryCall {
public:
  using LibraryCall::LibraryCall;

  LibraryResult difference() {
    if (!find())
      return m_isFound ? LibraryResult(failure()) : std::nullopt;
    mlir::Value count = m_builder.create<vkm::BinaryOp>(m_where, m_first.getType(),
                                                        vkm::BinaryKind::Sub, m_first, m_second);
    // None is as far as 2^31 elements.
    count = emitCast(count, intType(), m_where);
    mlir::Type type = convert(m_call->getType(), m_where);
    return type ? LibraryResult(CallResult::ofValue(emitCast(count, type, m_where))) : failure();
  }
  LibraryResult equal() { return compare(vkm::CmpKind::Eq); }
  LibraryResult unequal() { return compare(vkm::CmpKind::Ne); }
  LibraryResult less() { return compare(vkm::CmpKind::Lt); }
  LibraryResult element() {
    if (!object() || findIteratedVector(object()).isNull())
      return std::nullopt;
    std::optional<PointerValue> place = IteratorEmitter(m_body).emit(object());
    return place ? CallResult::ofPlace(dereference(*place, m_where)) : failure();
  }
  LibraryResult pointer() {
    if (!object() || findIteratedVector(object()).isNull())
      return std::nullopt;
    std::optional<PointerValue> place = IteratorEmitter(m_body).emit(object());
    return place ? CallResult::ofPointer(*place) : failure();
  }

private:
  /// Where two iterators of one vector point to; false where the operands are others, too.
  bool find() {
    auto operands = llvm::to_vector(arguments());
    if (object())
      operands.insert(operands.begin(), object());
    m_isFound = operands.size() == 2 && !findIteratedVector(operands[0]).isNull() &&
                !findIteratedVector(operands[1]).isNull();
    std::optional<PointerValue> first = m_isFound ? IteratorEmitter(m_body).emit(operands[0])
                                                  : std::nullopt,
                                second = first ? IteratorEmitter(m_body).emit(operands[1])
                                               : std::nullopt;
    if (!second)
      return false;
    if (!isSamePlace(first->base, second->base)) {
      report(m_call, diag::PointersUnrelated);
      return false;
    }
    m_first = pointerIndex(*first, m_where);
    m_second = pointerIndex(*second, m_where);
    return true;
  }
  LibraryResult compare(vkm::CmpKind kind) {
    if (!find())
      return m_isFound ? LibraryResult(failure()) : std::nullopt;
    return CallResult::ofValue(
        m_builder.create<vkm::CmpOp>(m_where, boolType(), kind, m_first, m_second));
  }

  mlir::Value m_first, m_second;
  bool m_isFound = false;
};
} // namespace

static constexpr LibraryRow kIteratorsRows[] = {
    {"operator-", 2, by<&IteratorCall::difference>},
    {"operator==", 2, by<&IteratorCall::equal>},
    {"operator!=", 2, by<&IteratorCall::unequal>},
    {"operator<", 2, by<&IteratorCall::less>},
    {"__normal_iterator::operator*", 0, by<&IteratorCall::element>},
    {"__normal_iterator::operator->", 0, by<&IteratorCall::pointer>},
    {"__wrap_iter::operator*", 0, by<&IteratorCall::element>},
    {"__wrap_iter::operator->", 0, by<&IteratorCall::pointer>},
};
static constexpr LibraryTable kIteratorsTables[] = {{LibraryHome::Std, kIteratorsRows}};
const LibrarySubject vkmorph::frontend::kIterators = kIteratorsTables;
