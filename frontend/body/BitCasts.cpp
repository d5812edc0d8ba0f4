//===- BitCasts.cpp - memcpy between values and of arrays, std::bit_cast ----------------------===//

#include "frontend/library/Algorithms.h"
#include "frontend/library/Containers.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

/// Whether a vkm.bitcast takes or gives it.
static bool isNumber(mlir::Type type) {
  return llvm::isa<mlir::FloatType>(type) ||
         (llvm::isa<mlir::IntegerType>(type) && type.getIntOrFloatBitWidth() >= 8);
}

mlir::Value BodyBuilder::emitBitCast(mlir::Value value, clang::QualType type,
                                     const clang::Expr *use) {
  mlir::Location where = loc(use);
  mlir::Type converted = value ? convert(type, where) : mlir::Type();
  if (!converted || value.getType() == converted)
    return converted ? value : mlir::Value();
  // Control functions run on the host, which has no such operator.
  bool isPossible = isNumber(value.getType()) && isNumber(converted) && !m_isControl &&
                    value.getType().getIntOrFloatBitWidth() == converted.getIntOrFloatBitWidth();
  if (!isPossible) {
    report(use, diag::CopyBits);
    return {};
  }
  if (llvm::isa<mlir::IntegerType>(value.getType()) && llvm::isa<mlir::IntegerType>(converted))
    return emitCast(value, converted, where);
  return m_builder.create<vkm::BitcastOp>(where, converted, value);
}

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

bool BodyBuilder::emitCopyBits(const clang::CallExpr *call) {
  const clang::Expr *to = withoutVoid(call->getArg(0)), *from = withoutVoid(call->getArg(1));
  clang::Expr::EvalResult size;
  clang::QualType target = to->getType()->getPointeeType();
  clang::QualType source = from->getType()->getPointeeType();
  bool isWhole = !target.isNull() && !source.isNull() && !target->isVoidType() &&
                 !source->isVoidType() && call->getArg(2)->EvaluateAsInt(size, m_ast) &&
                 m_ast.getTypeSizeInChars(target).getQuantity() == size.Val.getInt() &&
                 m_ast.getTypeSizeInChars(source).getQuantity() == size.Val.getInt();
  if (!isWhole) {
    report(call, diag::CopyBits);
    return false;
  }
  mlir::Location where = loc(call);
  std::optional<PointerValue> toPointer = emitPointer(to);
  std::optional<PointerValue> fromPointer = emitPointer(from);
  if (!toPointer || !fromPointer)
    return false;
  mlir::Value place = dereference(*toPointer, where), read = dereference(*fromPointer, where);
  mlir::Type type = llvm::cast<vkm::RefType>(read.getType()).getPointee();
  mlir::Value value = emitBitCast(m_builder.create<vkm::LoadOp>(where, type, read),
                                  target.getUnqualifiedType(), call);
  if (!value)
    return false;
  m_builder.create<vkm::AssignOp>(where, place, value);
  return true;
}

//===------------------------------------------------------------------------------------------===//
// Many elements
//===------------------------------------------------------------------------------------------===//

/// The variable that keeps its initial value which an expression names; null for others.
static const clang::VarDecl *constantVariable(const clang::Expr *e) {
  auto *reference = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  auto *variable = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->getType().isConstQualified() && variable->getInit() ? variable
                                                                                   : nullptr;
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

mlir::Value AlgorithmEmitter::countOfBytes(const Expr *bytes, int64_t size) {
  const Expr *e = withoutWidening(bytes)->IgnoreParens();
  const clang::ASTContext &ast = m_body.m_ast;
  clang::Expr::EvalResult constant;
  if (e->EvaluateAsInt(constant, ast))
    return number(constant.Val.getInt().getExtValue() / size, m_indexType);
  if (const clang::BinaryOperator *product = size > 1 ? exactProduct(e, ast) : nullptr) {
    bool isLeft = !isMultiple(product->getRHS(), size, ast);
    mlir::Value part = countOfBytes(isLeft ? product->getLHS() : product->getRHS(), size);
    mlir::Value rest =
        m_body.emitValue(withoutWidening(isLeft ? product->getRHS() : product->getLHS()));
    if (!part || !rest || literal(part) == 1)
      return part ? rest : part;
    unify(part, rest);
    return m_builder.create<vkm::BinaryOp>(m_where, rest.getType(), vkm::BinaryKind::Mul, rest,
                                           part);
  }
  mlir::Value value = m_body.emitValue(e);
  if (!value || size == 1)
    return value;
  return m_builder.create<vkm::BinaryOp>(m_where, value.getType(), vkm::BinaryKind::Div, value,
                                         number(size, value.getType()));
}

std::optional<AlgorithmEmitter::Range> AlgorithmEmitter::block(const Expr *first, mlir::Value count,
                                                               clang::QualType element) {
  std::optional<PointerValue> begin = count ? pointer(first) : std::nullopt;
  if (!begin)
    return std::nullopt;
  Range range = {*begin, begin->index ? begin->index : number(0, m_indexType), {}, element};
  range.pointer.index = {};
  unify(range.begin, count);
  range.end = add(range.begin, count);
  return range;
}

/// memset: of 0 for all types, of other bytes for integers.
bool AlgorithmEmitter::emitBytes(const Range &target, const Expr *byte) {
  mlir::Type type = m_body.convert(target.element, m_where);
  clang::Expr::EvalResult known;
  if (!type || !byte->EvaluateAsInt(known, m_body.m_ast))
    return fail();
  llvm::APInt bits = known.Val.getInt().zextOrTrunc(8);
  auto integer = llvm::dyn_cast<mlir::IntegerType>(type);
  loop(target, [&](mlir::Value index) {
    mlir::Value value =
        bits.isZero()
            ? m_body.emitZero(type, m_where)
            : mlir::Value(m_builder.create<vkm::ConstantOp>(
                  m_where,
                  m_builder.getIntegerAttr(type, llvm::APInt::getSplat(integer.getWidth(), bits))));
    store(element(target, index), value);
  });
  return true;
}

bool AlgorithmEmitter::emitBlock(llvm::StringRef name) {
  m_name = name;
  clang::ASTContext &ast = m_body.m_ast;
  bool fills = name == "memset";
  const Expr *to = withoutVoid(arg(0)), *from = fills ? to : withoutVoid(arg(1));
  clang::QualType type = to->getType()->getPointeeType();
  bool isOfOneType = !type.isNull() && type->isObjectType() && !type->isIncompleteType() &&
                     from->getType()->isPointerType() &&
                     ast.hasSameUnqualifiedType(type, from->getType()->getPointeeType());
  int64_t size = isOfOneType ? ast.getTypeSizeInChars(type).getQuantity() : 0;
  if (size == 0 || !isMultiple(arg(2), size, ast))
    return false;
  // One object is memcpy of its bits.
  clang::Expr::EvalResult bytes, byte;
  if (arg(2)->EvaluateAsInt(bytes, ast) && bytes.Val.getInt() == size)
    return false;
  if (fills) {
    bool isNumber = type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType();
    if (!arg(1)->EvaluateAsInt(byte, ast) || (!isNumber && byte.Val.getInt().zextOrTrunc(8) != 0))
      return false;
  }
  mlir::Value count = countOfBytes(arg(2), size);
  std::optional<Range> target = block(to, count, type.getUnqualifiedType());
  if (!target)
    return fail();
  pointTo(*target, target->begin);
  if (fills)
    return emitBytes(*target, arg(1));
  // memmove knows of parts that overlap.
  m_isIndependent = name == "memcpy";
  std::optional<Range> source = block(from, countOf(*target), type.getUnqualifiedType());
  if (!source)
    return fail();
  loop(*source, [&](mlir::Value index) {
    assign(partner(*target, *source, index), element(*source, index));
  });
  return true;
}

std::optional<BodyBuilder::CallResult>
BodyBuilder::emitBlockOfMemory(const clang::CallExpr *call, const clang::FunctionDecl *callee) {
  llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  name.consume_front("__builtin_");
  bool isOne = name == "memcpy" || name == "memmove" || name == "memset";
  if (!isOne || callee->getNumParams() != 3 ||
      !(callee->isExternC() || callee->getBuiltinID() != 0))
    return std::nullopt;
  AlgorithmEmitter emitter(*this, call);
  if (!emitter.emitBlock(name))
    return std::nullopt;
  return emitter.result;
}
