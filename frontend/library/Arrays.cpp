//===- Arrays.cpp - std::array, and std::begin, end, data and size of arrays ------------------===//

#include "frontend/library/Containers.h"
#include "frontend/library/Subjects.h"
#include "frontend/roles/Mutation.h"
#include "frontend/source/AstWalk.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

namespace {
/// The counted loop whose variable is looked for.
class CountedLoop : public AstWalk {
public:
  explicit CountedLoop(const clang::VarDecl *counter) : m_counter(counter) {}
  bool visitForStmt(clang::ForStmt *statement) override {
    auto *init = llvm::dyn_cast_or_null<clang::DeclStmt>(statement->getInit());
    if (init && llvm::is_contained(init->decls(), m_counter))
      found = statement;
    return !found;
  }
  const clang::ForStmt *found = nullptr;

private:
  const clang::VarDecl *m_counter;
};

/// A member function of std::array.
class ArrayCall : public LibraryCall {
public:
  ArrayCall(Body &body, const clang::CallExpr *call, const Callee &callee)
      : LibraryCall(body, call, callee) {
    if (callee.method && !callee.method->isStatic())
      m_array = matchStdArray(m_ast.getRecordType(callee.method->getParent()));
  }

  LibraryResult size() { return constant(m_array ? m_array->length : 0); }
  LibraryResult empty() { return constant(0); }
  LibraryResult begin() { return pointer(/*isEnd=*/false); }
  LibraryResult end() { return pointer(/*isEnd=*/true); }
  LibraryResult front() { return m_array ? elementAt(0) : std::nullopt; }
  LibraryResult back() { return m_array ? elementAt(m_array->length - 1) : std::nullopt; }
  LibraryResult subscript() {
    if (!m_array)
      return std::nullopt;
    mlir::Value place = emitObject();
    mlir::Value index = emitValue(withoutWidening(arg(0)));
    return place && index ? CallResult::ofPlace(emitElementOf(place, index, m_where)) : failure();
  }
  /// It throws where the index is not below the length.
  LibraryResult at() {
    if (!m_array)
      return std::nullopt;
    std::optional<int64_t> largest = findUpperBound(arg(0));
    if (!largest || *largest >= static_cast<int64_t>(m_array->length))
      return refuse(diag::ArrayAt, {std::to_string(m_array->length)});
    return subscript();
  }
  // for (int index = 0; index < N; index++) object[index] = value;
  LibraryResult fill() {
    if (!m_array)
      return std::nullopt;
    mlir::Value place = emitObject();
    mlir::Value value = emitValueOf(arg(0));
    if (!place || !value)
      return failure();
    auto count = [&] { return emitInteger(m_array->length, intType(), m_where); };
    emitCounting(m_where, emitInteger(0, intType(), m_where), count, [&](mlir::Value index) {
      m_builder.create<vkm::AssignOp>(m_where, emitElementOf(place, index, m_where), value);
    });
    return CallResult::done();
  }
  LibraryResult other() {
    if (!m_array || m_callee.method->isCopyAssignmentOperator() ||
        m_callee.method->isMoveAssignmentOperator())
      return std::nullopt;
    return refuse(diag::LibraryCall, {"std::array::" + m_callee.function->getNameAsString()});
  }

private:
  /// `p->size()` through a pointer: the object is what it points to.
  mlir::Value emitObject() {
    if (!object()->getType()->isPointerType())
      return emitPlace(object());
    std::optional<PointerValue> pointer = emitPointer(object());
    return pointer ? dereference(*pointer, m_where) : mlir::Value();
  }
  LibraryResult constant(uint64_t value) {
    if (!m_array)
      return std::nullopt;
    mlir::Type type = convert(m_call->getType(), m_where);
    return CallResult::ofValue(type ? emitInteger(value, type, m_where) : mlir::Value());
  }
  LibraryResult elementAt(uint64_t number) {
    mlir::Value place = emitObject();
    mlir::Value index = emitInteger(number, intType(), m_where);
    return CallResult::ofPlace(place ? emitElementOf(place, index, m_where) : mlir::Value());
  }
  LibraryResult pointer(bool isEnd) {
    if (!m_array)
      return std::nullopt;
    mlir::Value place = emitObject();
    if (!place)
      return failure();
    PointerValue pointer{place, {}, false};
    if (isEnd)
      pointer.index = emitInteger(m_array->length, intType(), m_where);
    return CallResult::ofPointer(pointer);
  }
  std::optional<int64_t> findUpperBound(const clang::Expr *index) const;

  std::optional<StdArray> m_array;
};

/// std::begin(a), std::end(a), std::data(a), std::size(a)
class RangeAccess : public LibraryCall {
public:
  RangeAccess(Body &body, const clang::CallExpr *call, const Callee &callee)
      : LibraryCall(body, call, callee) {
    clang::QualType type = arg(0)->getType();
    if (std::optional<StdArray> object = matchStdArray(type))
      m_length = object->length;
    else if (auto *plain = m_ast.getAsConstantArrayType(type))
      m_length = plain->getSize().getZExtValue();
  }

  LibraryResult size() {
    if (!m_length)
      return std::nullopt;
    mlir::Type type = convert(m_call->getType(), m_where);
    return CallResult::ofValue(type ? emitInteger(*m_length, type, m_where) : mlir::Value());
  }
  LibraryResult begin() { return pointer(/*isEnd=*/false); }
  LibraryResult end() { return pointer(/*isEnd=*/true); }

private:
  LibraryResult pointer(bool isEnd) {
    if (!m_length)
      return std::nullopt;
    mlir::Value place = emitPlace(arg(0));
    if (!place)
      return failure();
    PointerValue pointer{place, {}, false};
    if (isEnd)
      pointer.index = emitInteger(*m_length, intType(), m_where);
    return CallResult::ofPointer(pointer);
  }

  std::optional<uint64_t> m_length;
};
} // namespace

/// The largest value of an index that is never negative; none where that is not evident: constants,
/// `x & 7`, `u % 8`, the counter of `for (int k = 0; k < 8; k++)`.
std::optional<int64_t> ArrayCall::findUpperBound(const clang::Expr *index) const {
  const clang::Expr *e = index->IgnoreParenImpCasts();
  clang::Expr::EvalResult constant;
  auto number = [&](const clang::Expr *of) -> std::optional<int64_t> {
    if (of->isValueDependent() || !of->EvaluateAsInt(constant, m_ast))
      return std::nullopt;
    return constant.Val.getInt().tryExtValue();
  };
  auto nonNegative = [](std::optional<int64_t> value) {
    return value && *value >= 0 ? value : std::nullopt;
  };
  if (std::optional<int64_t> value = number(e))
    return nonNegative(value);
  if (auto *cast = dyn_cast<clang::ExplicitCastExpr>(e); cast && e->getType()->isIntegerType())
    return m_ast.getTypeSize(e->getType()) >= 32 ? findUpperBound(cast->getSubExpr())
                                                 : std::nullopt;
  if (auto *binary = dyn_cast<clang::BinaryOperator>(e)) {
    std::optional<int64_t> right = number(binary->getRHS());
    if (binary->getOpcode() == clang::BO_And) {
      std::optional<int64_t> left = number(binary->getLHS());
      return nonNegative(right ? right : left);
    }
    bool isUnsigned = binary->getType()->isUnsignedIntegerType();
    if (binary->getOpcode() == clang::BO_Rem && right && *right > 0 &&
        (isUnsigned || findUpperBound(binary->getLHS())))
      return *right - 1;
    return std::nullopt;
  }
  auto *reference = dyn_cast<clang::DeclRefExpr>(e);
  auto *counter = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!counter || !counter->isLocalVarDecl() || !counter->getInit() || !m_definition->getBody())
    return std::nullopt;
  CountedLoop loop(counter);
  loop.walk(m_definition->getBody());
  if (!loop.found || isMutated(counter, loop.found->getBody()))
    return std::nullopt;
  auto *step = llvm::dyn_cast_or_null<clang::UnaryOperator>(loop.found->getInc());
  auto *condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.found->getCond());
  std::optional<int64_t> start = nonNegative(number(counter->getInit()));
  if (!step || !step->isIncrementOp() || !condition || !start)
    return std::nullopt;
  auto *compared = dyn_cast<clang::DeclRefExpr>(condition->getLHS()->IgnoreParenImpCasts());
  std::optional<int64_t> bound = number(condition->getRHS());
  if (!compared || compared->getDecl() != counter || !bound)
    return std::nullopt;
  if (condition->getOpcode() == clang::BO_LE)
    return nonNegative(bound);
  bool isBelow = condition->getOpcode() == clang::BO_LT ||
                 (condition->getOpcode() == clang::BO_NE && *start <= *bound);
  return isBelow ? nonNegative(std::max<int64_t>(*bound - 1, 0)) : std::nullopt;
}

static constexpr LibraryRow kArraysRows[] = {
    {"array::size", 0, by<&ArrayCall::size>},
    {"array::max_size", 0, by<&ArrayCall::size>},
    {"array::empty", 0, by<&ArrayCall::empty>},
    {"array::begin", 0, by<&ArrayCall::begin>},
    {"array::cbegin", 0, by<&ArrayCall::begin>},
    {"array::data", 0, by<&ArrayCall::begin>},
    {"array::end", 0, by<&ArrayCall::end>},
    {"array::cend", 0, by<&ArrayCall::end>},
    {"array::at", 1, by<&ArrayCall::at>},
    {"array::operator[]", 1, by<&ArrayCall::subscript>},
    {"array::front", 0, by<&ArrayCall::front>},
    {"array::back", 0, by<&ArrayCall::back>},
    {"array::fill", 1, by<&ArrayCall::fill>},
    {"array::*", kAnyArity, by<&ArrayCall::other>},
    {"begin", 1, by<&RangeAccess::begin>},
    {"cbegin", 1, by<&RangeAccess::begin>},
    {"data", 1, by<&RangeAccess::begin>},
    {"end", 1, by<&RangeAccess::end>},
    {"cend", 1, by<&RangeAccess::end>},
    {"size", 1, by<&RangeAccess::size>},
    {"ssize", 1, by<&RangeAccess::size>},
};
static constexpr LibraryTable kArraysTables[] = {{LibraryHome::Std, kArraysRows}};
const LibrarySubject vkmorph::frontend::kArrays = kArraysTables;
