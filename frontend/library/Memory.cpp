//===- Memory.cpp - memcpy, memmove and memset; the bits of a value as another type -----------===//
//
//     std::memcpy(&to, &from, 4)             ->  to = bits of from
//     std::memcpy(b, a, n * sizeof(*a))      ->  for (...) b[index] = a[index]
//     std::memset(a, 0, n * sizeof(*a))      ->  for (...) a[index] = 0
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Subjects.h"
#include "frontend/roles/Mutation.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

/// A pointer without its conversion to void *.
static const clang::Expr *withoutVoid(const clang::Expr *pointer) {
  const clang::Expr *e = pointer->IgnoreParens();
  while (auto *cast = dyn_cast<clang::ImplicitCastExpr>(e)) {
    if (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp)
      break;
    e = cast->getSubExpr()->IgnoreParens();
  }
  return e;
}

/// The variable that keeps its initial value which an expression names; null for others.
static const clang::VarDecl *constantVariable(const clang::Expr *e) {
  auto *reference = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  auto *variable = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !variable->getInit())
    return nullptr;
  auto *function = dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  bool isLocal = function && variable->isLocalVarDecl() && function->getBody();
  bool isKept = variable->getType().isConstQualified() ||
                (isLocal && !isMutated(variable, function->getBody()));
  return isKept ? variable : nullptr;
}

/// Whether a product is that of the numbers: an unsigned one of 32 bits may wrap.
static const clang::BinaryOperator *exactProduct(const clang::Expr *e,
                                                 const clang::ASTContext &ast) {
  auto *product = dyn_cast<clang::BinaryOperator>(e);
  bool isExact = product && product->getOpcode() == clang::BO_Mul &&
                 (e->getType()->isSignedIntegerType() || ast.getTypeSize(e->getType()) == 64);
  return isExact ? product : nullptr;
}

/// Whether so many bytes are whole elements of a size, whatever the variables in it are.
static bool isMultiple(const clang::Expr *bytes, int64_t size, const clang::ASTContext &ast) {
  const clang::Expr *e = bytes->IgnoreParenImpCasts();
  clang::Expr::EvalResult constant;
  if (size == 1)
    return true;
  if (e->EvaluateAsInt(constant, ast))
    return constant.Val.getInt().getExtValue() % size == 0;
  if (const clang::BinaryOperator *product = exactProduct(e, ast))
    return isMultiple(product->getLHS(), size, ast) || isMultiple(product->getRHS(), size, ast);
  const clang::VarDecl *variable = constantVariable(e);
  return variable && isMultiple(variable->getInit(), size, ast);
}

namespace {
class ObjectBits : public LibraryCall {
public:
  using LibraryCall::LibraryCall;

  LibraryResult bitCast() {
    return CallResult::ofValue(emitBitCast(emitValueOf(arg(0)), m_call->getType(), m_call));
  }
  /// `memcpy(&to, &from, sizeof(to))`
  LibraryResult copy() {
    const clang::Expr *to = withoutVoid(arg(0)), *from = withoutVoid(arg(1));
    clang::QualType target = to->getType()->getPointeeType();
    clang::QualType source = from->getType()->getPointeeType();
    clang::Expr::EvalResult size;
    bool isWhole =
        arg(2)->EvaluateAsInt(size, m_ast) && isOfSize(target, size) && isOfSize(source, size);
    if (!isWhole)
      return refuse(diag::CopyBits);
    std::optional<PointerValue> toPointer = emitPointer(to);
    std::optional<PointerValue> fromPointer = emitPointer(from);
    if (!toPointer || !fromPointer)
      return failure();
    mlir::Value place = dereference(*toPointer, m_where);
    mlir::Value read = dereference(*fromPointer, m_where);
    mlir::Value value = emitBitCast(emitLoad(read, m_where), target.getUnqualifiedType(), m_call);
    if (value)
      m_builder.create<vkm::AssignOp>(m_where, place, value);
    return CallResult::done(static_cast<bool>(value));
  }

private:
  bool isOfSize(clang::QualType type, const clang::Expr::EvalResult &size) const {
    return !type.isNull() && !type->isVoidType() &&
           m_ast.getTypeSizeInChars(type).getQuantity() == size.Val.getInt();
  }
};

/// Many elements, as loops over them.
class Block : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  LibraryResult memcpy() {
    m_isIndependent = true;
    return copy();
  }
  /// It knows of parts that overlap.
  LibraryResult memmove() { return copy(); }
  /// Of 0 for all types, of other bytes for integers.
  LibraryResult memset() {
    const Expr *to = withoutVoid(arg(0));
    clang::QualType type = to->getType()->getPointeeType();
    clang::Expr::EvalResult byte;
    if (!isManyOf(type, type) || !arg(1)->EvaluateAsInt(byte, m_ast))
      return std::nullopt;
    llvm::APInt bits = byte.Val.getInt().zextOrTrunc(8);
    bool isNumber = type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType();
    if (!isNumber && !bits.isZero())
      return std::nullopt;
    std::optional<Range> target = block(to, countOfBytes(arg(2), sizeOf(type)), type);
    return target && fill(*target, bits) ? pointTo(*target, target->begin) : failure();
  }

private:
  int64_t sizeOf(clang::QualType type) const {
    return m_ast.getTypeSizeInChars(type).getQuantity();
  }
  /// Whether two pointers point to elements of one type, and the third argument is the size of some
  /// of them, but not of one: that is memcpy of its bits.
  bool isManyOf(clang::QualType to, clang::QualType from) const {
    bool isOfOneType = !to.isNull() && to->isObjectType() && !to->isIncompleteType() &&
                       !from.isNull() && m_ast.hasSameUnqualifiedType(to, from);
    int64_t size = isOfOneType ? sizeOf(to) : 0;
    clang::Expr::EvalResult bytes;
    return size != 0 && isMultiple(arg(2), size, m_ast) &&
           !(arg(2)->EvaluateAsInt(bytes, m_ast) && bytes.Val.getInt() == size);
  }
  LibraryResult copy() {
    const Expr *to = withoutVoid(arg(0)), *from = withoutVoid(arg(1));
    clang::QualType type = to->getType()->getPointeeType();
    if (!isManyOf(type, from->getType()->getPointeeType()))
      return std::nullopt;
    std::optional<Range> target = block(to, countOfBytes(arg(2), sizeOf(type)), type);
    std::optional<Range> source = target ? block(from, countOf(*target), type) : std::nullopt;
    if (!source)
      return failure();
    loop(*source, [&](mlir::Value index) {
      assign(partner(*target, *source, index), element(*source, index));
    });
    return pointTo(*target, target->begin);
  }
  bool fill(const Range &target, const llvm::APInt &bits) {
    mlir::Type type = convert(target.element, m_where);
    auto integer = llvm::dyn_cast_or_null<mlir::IntegerType>(type);
    if (!type)
      return false;
    loop(target, [&](mlir::Value index) {
      mlir::Value value =
          bits.isZero() ? emitZero(type, m_where)
                        : mlir::Value(m_builder.create<vkm::ConstantOp>(
                              m_where, m_builder.getIntegerAttr(
                                           type, llvm::APInt::getSplat(integer.getWidth(), bits))));
      store(element(target, index), value);
    });
    return true;
  }
  /// As many elements as bytes are given, from a pointer on.
  std::optional<Range> block(const Expr *first, mlir::Value count, clang::QualType element) {
    std::optional<PointerValue> begin = count ? pointer(first) : std::nullopt;
    if (!begin)
      return std::nullopt;
    Range range = {*begin,
                   begin->index ? begin->index : number(0, m_indexType),
                   {},
                   element.getUnqualifiedType()};
    range.pointer.index = {};
    unify(range.begin, count);
    range.end = add(range.begin, count);
    return range;
  }
  /// How many elements of a size so many bytes are, which are known to come out even.
  mlir::Value countOfBytes(const Expr *bytes, int64_t size) {
    const Expr *e = withoutWidening(bytes)->IgnoreParens();
    clang::Expr::EvalResult constant;
    if (e->EvaluateAsInt(constant, m_ast))
      return number(constant.Val.getInt().getExtValue() / size, m_indexType);
    if (const clang::BinaryOperator *product = size > 1 ? exactProduct(e, m_ast) : nullptr) {
      bool isLeft = !isMultiple(product->getRHS(), size, m_ast);
      mlir::Value part = countOfBytes(isLeft ? product->getLHS() : product->getRHS(), size);
      mlir::Value rest = emitValue(withoutWidening(isLeft ? product->getRHS() : product->getLHS()));
      if (!part || !rest || literal(part) == 1)
        return part ? rest : part;
      unify(part, rest);
      return m_builder.create<vkm::BinaryOp>(m_where, rest.getType(), vkm::BinaryKind::Mul, rest,
                                             part);
    }
    mlir::Value value = emitValue(e);
    if (!value || size == 1)
      return value;
    return m_builder.create<vkm::BinaryOp>(m_where, value.getType(), vkm::BinaryKind::Div, value,
                                           number(size, value.getType()));
  }
};
} // namespace

static constexpr LibraryRow kMemoryRows[] = {
    {"memcpy", 3, asKernel<&Block::memcpy>},
    {"memcpy", 3, by<&ObjectBits::copy>},
    {"memmove", 3, asKernel<&Block::memmove>, "std::fill, std::copy or a loop"},
    {"memset", 3, asKernel<&Block::memset>, "std::fill, std::copy or a loop"},
};

static constexpr LibraryRow kMemoryStdRows[] = {
    {"bit_cast", 1, by<&ObjectBits::bitCast>},
};

static constexpr LibraryTable kMemoryTables[] = {
    {LibraryHome::C, kMemoryRows},
    {LibraryHome::Std, kMemoryStdRows},
};
const LibrarySubject vkmorph::frontend::kBlocks = kMemoryTables;
