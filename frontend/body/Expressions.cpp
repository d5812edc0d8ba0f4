//===- Expressions.cpp - Values: operators, conversions, literals ----------------------------===//

#include "frontend/body/Expressions.h"

#include "frontend/body/Constants.h"
#include "frontend/body/Initializers.h"
#include "frontend/body/Pointers.h"
#include "frontend/host/HostCode.h"
#include "ir/NamedConstants.h"

#include "clang/AST/StmtVisitor.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::cast;
using clang::dyn_cast;
using clang::isa;

//===------------------------------------------------------------------------------------------===//
// Conversions
//===------------------------------------------------------------------------------------------===//

/// Folds an operation on constants where the dialect knows how; an operand that nothing else uses
/// goes away.
template <typename OpTy>
static mlir::Value foldConstant(mlir::OpBuilder &builder, OpTy op, vkm::ConstantOp operand,
                                bool isHeld = false) {
  llvm::SmallVector<mlir::OpFoldResult> results;
  if (failed(op->fold({operand.getValue()}, results)) || results.empty())
    return op.getResult();
  auto folded =
      llvm::dyn_cast_or_null<mlir::Attribute>(results.front().dyn_cast<mlir::Attribute>());
  auto typed = llvm::dyn_cast_or_null<mlir::TypedAttr>(folded);
  if (!typed)
    return op.getResult();
  auto constant = builder.create<vkm::ConstantOp>(op.getLoc(), typed);
  // A literal keeps its base, and a constant its name: float(Count).
  if (operand->hasAttr(vkm::kHexAttr) && llvm::isa<mlir::IntegerAttr>(typed))
    constant->setAttr(vkm::kHexAttr, builder.getUnitAttr());
  if (mlir::Attribute name = operand->getAttr(vkm::kNameAttr)) {
    mlir::Attribute value = operand->getAttr(vkm::kNamedValueAttr);
    constant->setAttr(vkm::kNameAttr, name);
    constant->setAttr(vkm::kNamedValueAttr, value ? value : operand.getValue());
    for (llvm::StringRef kind : {vkm::kNamedCommentAttr, vkm::kSpelledAttr, vkm::kSpelledEnumAttr})
      if (mlir::Attribute told = operand->getAttr(kind))
        constant->setAttr(kind, told);
  }
  op.erase();
  if (operand->use_empty() && !isHeld)
    operand.erase();
  return constant;
}

/// Whether an expression that is emitted later may ask for a value: `x` of `x ?: y`, what a
/// parameter of a function that is written into its caller stands for.
bool ExpressionEmitter::isHeld(mlir::Value value) const {
  auto isBound = [&](const auto &entry) {
    const Binding &binding = entry.second;
    return binding.value == value || binding.pointer.index == value;
  };
  return llvm::any_of(m_body.opaqueValues,
                      [&](const auto &entry) { return entry.second == value; }) ||
         llvm::any_of(m_body.bindings, isBound) ||
         (m_body.inliner && ExpressionEmitter(*m_body.inliner).isHeld(value));
}

mlir::Value ExpressionEmitter::emitCast(mlir::Value value, mlir::Type type, mlir::Location where) {
  if (value.getType() == type)
    return value;
  // int(last - first): 64 bits and back
  auto wider = value.getDefiningOp<vkm::CastOp>();
  auto from =
      wider ? llvm::dyn_cast<mlir::IntegerType>(wider.getOperand().getType()) : mlir::IntegerType();
  auto through = llvm::dyn_cast<mlir::IntegerType>(value.getType());
  if (from && through && from == type && through.getWidth() > from.getWidth()) {
    mlir::Value narrow = wider.getOperand();
    if (wider->use_empty() && !isHeld(value))
      wider.erase();
    return narrow;
  }
  auto cast = m_builder.create<vkm::CastOp>(where, type, value);
  if (auto constant = value.getDefiningOp<vkm::ConstantOp>())
    return foldConstant(m_builder, cast, constant, isHeld(value));
  return cast;
}

mlir::Value ExpressionEmitter::emitNegation(mlir::Value value, mlir::Location where) {
  // "-1" is a constant of its own to readers, and to passes that look for bounds and steps.
  auto constant = value.getDefiningOp<vkm::ConstantOp>();
  if (constant && constant->use_empty() && !isHeld(value) &&
      constant->getDiscardableAttrDictionary().empty()) {
    mlir::TypedAttr negated;
    if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(constant.getValue()))
      negated = mlir::IntegerAttr::get(value.getType(), -integer.getValue());
    else
      negated = mlir::FloatAttr::get(
          value.getType(), llvm::neg(llvm::cast<mlir::FloatAttr>(constant.getValue()).getValue()));
    auto result = m_builder.create<vkm::ConstantOp>(where, negated);
    constant.erase();
    return result;
  }
  return m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Neg, value);
}

//===------------------------------------------------------------------------------------------===//
// The visitor
//===------------------------------------------------------------------------------------------===//

namespace {
/// Emits one expression; null where an error was reported.
class ValueEmitter : public ExpressionEmitter,
                     public clang::ConstStmtVisitor<ValueEmitter, mlir::Value> {
public:
  using ExpressionEmitter::ExpressionEmitter;

  mlir::Value VisitStmt(const clang::Stmt *statement) {
    report(statement, diag::ExpressionUnsupported,
           {"an expression of the kind '" + std::string(statement->getStmtClassName()) + "'"});
    return {};
  }

  // What stands around an expression without changing it.
  mlir::Value VisitParenExpr(const clang::ParenExpr *e) { return emitValue(e->getSubExpr()); }
  mlir::Value VisitExprWithCleanups(const clang::ExprWithCleanups *e) {
    return emitValue(e->getSubExpr());
  }
  mlir::Value VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *e) {
    return emitValue(e->getSubExpr());
  }
  mlir::Value VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *e) {
    return emitValue(e->getSubExpr());
  }
  mlir::Value VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr *e) {
    return emitValue(e->getReplacement());
  }
  mlir::Value VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *e) {
    Reporter::NoteScope scope(m_importer.reporter(), m_source.text().location(e->getUsedLocation()),
                              "the default argument of '" + e->getParam()->getNameAsString() +
                                  "' is used here");
    return emitValue(e->getExpr());
  }
  mlir::Value VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *e) {
    return emitValue(e->getExpr());
  }
  mlir::Value VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *e) {
    return emitValue(e->getSemanticForm());
  }
  mlir::Value VisitGenericSelectionExpr(const clang::GenericSelectionExpr *e) {
    return emitValue(e->getResultExpr());
  }

  // Literals and what clang computes.
  mlir::Value VisitConstantExpr(const clang::ConstantExpr *e) {
    return constant(e, e->getSubExpr());
  }
  mlir::Value VisitIntegerLiteral(const clang::IntegerLiteral *e) {
    mlir::Value value = constant(e, nullptr);
    llvm::StringRef text = m_source.text().tokenText(e->getLocation());
    // Printers may keep the base that the source has.
    if (value && text.starts_with_insensitive("0x"))
      value.getDefiningOp()->setAttr(vkm::kHexAttr, m_builder.getUnitAttr());
    return value;
  }
  mlir::Value VisitFloatingLiteral(const clang::FloatingLiteral *e) { return constant(e, nullptr); }
  mlir::Value VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr *e) {
    return constant(e, nullptr);
  }
  mlir::Value VisitCharacterLiteral(const clang::CharacterLiteral *e) {
    return constant(e, nullptr);
  }
  mlir::Value VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *e) {
    return constant(e, nullptr);
  }
  mlir::Value VisitTypeTraitExpr(const clang::TypeTraitExpr *e) { return constant(e, nullptr); }
  mlir::Value VisitSizeOfPackExpr(const clang::SizeOfPackExpr *e) { return constant(e, nullptr); }
  mlir::Value VisitOffsetOfExpr(const clang::OffsetOfExpr *e) { return constant(e, nullptr); }
  mlir::Value VisitCXXNoexceptExpr(const clang::CXXNoexceptExpr *e) { return constant(e, nullptr); }
  mlir::Value VisitStringLiteral(const clang::StringLiteral *e) {
    return refuse(e, diag::StringLiteral);
  }
  mlir::Value VisitPredefinedExpr(const clang::PredefinedExpr *e) {
    return refuse(e, diag::StringLiteral);
  }
  mlir::Value VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr *e) {
    return refuse(e, diag::PointerEscapes);
  }

  mlir::Value VisitDeclRefExpr(const clang::DeclRefExpr *e) {
    if (auto *enumerator = dyn_cast<clang::EnumConstantDecl>(e->getDecl()))
      return ConstantEmitter(m_body).emitEnumerator(enumerator, e);
    return emitRead(e);
  }

  // Objects.
  mlir::Value VisitInitListExpr(const clang::InitListExpr *e) {
    return InitializerEmitter(m_body).emitInitList(e);
  }
  mlir::Value VisitCXXParenListInitExpr(const clang::CXXParenListInitExpr *e) {
    return InitializerEmitter(m_body).emitParenList(e);
  }
  mlir::Value VisitCXXConstructExpr(const clang::CXXConstructExpr *e) {
    return InitializerEmitter(m_body).emitConstruct(e);
  }
  mlir::Value VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr *e) {
    return zero(e);
  }
  mlir::Value VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr *e) { return zero(e); }
  mlir::Value VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr *e) {
    return report(e, diag::TypeLibrary, {e->getType().getAsString(m_ast.getPrintingPolicy())}),
           mlir::Value();
  }

  // Operators.
  mlir::Value VisitBinaryOperator(const clang::BinaryOperator *e) {
    if (e->isLogicalOp())
      return emitShortCircuit(e);
    return emitBinary(e);
  }
  mlir::Value VisitConditionalOperator(const clang::ConditionalOperator *e) {
    return emitSelect(e);
  }
  mlir::Value VisitBinaryConditionalOperator(const clang::BinaryConditionalOperator *e) {
    return emitSelect(e);
  }
  mlir::Value VisitOpaqueValueExpr(const clang::OpaqueValueExpr *e) {
    if (mlir::Value value = m_body.opaqueValues.lookup(e))
      return value;
    return e->getSourceExpr() ? emitValue(e->getSourceExpr()) : VisitStmt(e);
  }
  /// A copy of an array, element by element.
  mlir::Value VisitArrayInitLoopExpr(const clang::ArrayInitLoopExpr *e) {
    return emitRead(e->getCommonExpr()->getSourceExpr());
  }
  mlir::Value VisitUnaryPlus(const clang::UnaryOperator *e) { return emitValue(e->getSubExpr()); }
  mlir::Value VisitUnaryMinus(const clang::UnaryOperator *e) {
    mlir::Value value = emitValue(e->getSubExpr());
    return value ? emitNegation(value, loc(e)) : value;
  }
  mlir::Value VisitUnaryNot(const clang::UnaryOperator *e) {
    return unary(e, vkm::UnaryKind::BitNot);
  }
  mlir::Value VisitUnaryLNot(const clang::UnaryOperator *e) {
    return unary(e, vkm::UnaryKind::Not);
  }
  mlir::Value VisitUnaryExtension(const clang::UnaryOperator *e) {
    return emitValue(e->getSubExpr());
  }
  mlir::Value VisitUnaryPostInc(const clang::UnaryOperator *e) { return postfix(e); }
  mlir::Value VisitUnaryPostDec(const clang::UnaryOperator *e) { return postfix(e); }
  mlir::Value VisitUnaryAddrOf(const clang::UnaryOperator *e) {
    bool isFunction =
        e->getSubExpr()->getType()->isFunctionType() || isa<clang::CXXMethodDecl>(referenced(e));
    return refuse(e, isFunction ? diag::FunctionPointer : diag::PointerEscapes);
  }

  // Calls.
  mlir::Value VisitCallExpr(const clang::CallExpr *e) {
    // power(3, 4), which may call itself while it is computed. Lambdas are constexpr unasked.
    const clang::FunctionDecl *callee = e->getDirectCallee();
    auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (callee && callee->isConstexpr() && !(method && method->getParent()->isLambda()))
      if (mlir::Value value = tryConstant(e))
        return value;
    CallResult result = emitCall(e);
    if (result.failed)
      return {};
    if (!result.value)
      return VisitStmt(e); // a value of type void
    return result.value;
  }

  mlir::Value VisitCastExpr(const clang::CastExpr *e);

  // What the device has no counterpart for.
  mlir::Value VisitLambdaExpr(const clang::LambdaExpr *e) {
    return refuse(e, diag::Lambda, "is used as an object");
  }
  mlir::Value VisitCXXNewExpr(const clang::CXXNewExpr *e) {
    return refuse(e, diag::NewDelete, "new");
  }
  mlir::Value VisitCXXDeleteExpr(const clang::CXXDeleteExpr *e) {
    return refuse(e, diag::NewDelete, "delete");
  }
  mlir::Value VisitCXXThrowExpr(const clang::CXXThrowExpr *e) {
    if (m_isControl)
      return refuse(e, diag::HostExceptions, "'throw' inside of an expression");
    return refuse(e, diag::Exceptions);
  }
  mlir::Value VisitCXXTypeidExpr(const clang::CXXTypeidExpr *e) {
    return refuse(e, diag::Rtti, "typeid");
  }
  mlir::Value VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr *e) {
    return refuse(e, diag::Rtti, "dynamic_cast");
  }
  mlir::Value VisitCXXReinterpretCastExpr(const clang::CXXReinterpretCastExpr *e) {
    return refuse(e, diag::ReinterpretCast, "'reinterpret_cast'");
  }
  mlir::Value VisitCXXConstCastExpr(const clang::CXXConstCastExpr *e) {
    return refuse(e, diag::ConstCast);
  }
  mlir::Value VisitAtomicExpr(const clang::AtomicExpr *e) {
    return refuse(e, diag::AtomicFunction, e->getOpAsString());
  }
  mlir::Value VisitCXXThisExpr(const clang::CXXThisExpr *e) { return refuse(e, diag::ThisEscapes); }

private:
  mlir::Value refuse(const clang::Expr *e, const DiagInfo &info, llvm::StringRef argument = "") {
    report(e, info, {argument.str()});
    return {};
  }
  static const clang::ValueDecl *referencedOrNull(const clang::Expr *e) {
    auto *reference = dyn_cast<clang::DeclRefExpr>(e->IgnoreParens());
    return reference ? reference->getDecl() : nullptr;
  }
  static const clang::Decl *referenced(const clang::UnaryOperator *e) {
    const clang::ValueDecl *decl = referencedOrNull(e->getSubExpr());
    return decl ? static_cast<const clang::Decl *>(decl)
                : e->getSubExpr()->getType()->getAsRecordDecl();
  }
  mlir::Value constant(const clang::Expr *e, const clang::Expr *otherwise) {
    if (mlir::Value value = tryConstant(e))
      return value;
    return otherwise ? emitValue(otherwise) : VisitStmt(e);
  }
  mlir::Value zero(const clang::Expr *e) {
    mlir::Type type = convert(e->getType(), loc(e));
    return type ? emitZero(type, loc(e)) : mlir::Value();
  }
  mlir::Value unary(const clang::UnaryOperator *e, vkm::UnaryKind kind) {
    mlir::Value value = emitValue(e->getSubExpr());
    return value ? m_builder.create<vkm::UnaryOp>(loc(e), kind, value) : value;
  }
  mlir::Value postfix(const clang::UnaryOperator *e) {
    mlir::Value place;
    return emitIncrement(e, /*needsOld=*/true, place);
  }
};
} // namespace

mlir::Value ValueEmitter::VisitCastExpr(const clang::CastExpr *e) {
  const clang::Expr *operand = e->getSubExpr();
  mlir::Location where = loc(e);
  switch (e->getCastKind()) {
  case clang::CK_NoOp:
    if (operand->isGLValue())
      return emitRead(operand);
    [[fallthrough]];
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
    return emitValue(operand);
  case clang::CK_LValueToRValue:
    return emitRead(operand);
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_FloatingCast: {
    mlir::Value value = emitValue(operand);
    mlir::Type type = value ? convert(e->getType(), where) : mlir::Type();
    return type ? emitCast(value, type, where) : mlir::Value();
  }
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
    return emitRead(e);
  case clang::CK_LValueBitCast:
  case clang::CK_LValueToRValueBitCast:
    return emitBitCast(emitRead(e->getSubExpr()), e->getType(), e);
  case clang::CK_BitCast:
    return refuse(e, diag::ReinterpretCast, "this cast");
  case clang::CK_ToVoid:
    emitDiscarded(operand);
    return {};
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr:
  case clang::CK_NullToMemberPointer:
    return refuse(e, diag::FunctionPointer);
  case clang::CK_ArrayToPointerDecay:
    if (isa<clang::StringLiteral>(operand->IgnoreParens()))
      return refuse(operand, diag::StringLiteral);
    [[fallthrough]];
  case clang::CK_PointerToBoolean:
    if (mlir::Value isSet = PointerEmitter(m_body).emitIsSet(operand))
      return isSet;
    return refuse(e, diag::PointerEscapes);
  case clang::CK_NullToPointer:
  case clang::CK_PointerToIntegral:
  case clang::CK_IntegralToPointer:
  case clang::CK_BaseToDerived:
    return refuse(e, diag::PointerEscapes);
  default:
    report(e, diag::ExpressionUnsupported,
           {"a conversion of the kind '" + std::string(e->getCastKindName()) + "'"});
    return {};
  }
}

mlir::Value ExpressionEmitter::emitValue(const clang::Expr *expression) {
  if (expression->isGLValue() && !isa<clang::ParenExpr, clang::ExprWithCleanups>(expression))
    return emitRead(expression);
  clang::QualType type = expression->getType();
  if (type->isPointerType() &&
      !isa<clang::CXXThisExpr, clang::CXXNewExpr, clang::UnaryOperator, clang::CastExpr>(
          expression->IgnoreParens())) {
    report(expression, diag::PointerEscapes);
    return {};
  }
  return ValueEmitter(m_body).Visit(expression);
}

//===------------------------------------------------------------------------------------------===//
// Operators
//===------------------------------------------------------------------------------------------===//

static std::optional<vkm::BinaryKind> binaryKind(clang::BinaryOperatorKind opcode) {
  switch (opcode) {
  case clang::BO_Add:
  case clang::BO_AddAssign:
    return vkm::BinaryKind::Add;
  case clang::BO_Sub:
  case clang::BO_SubAssign:
    return vkm::BinaryKind::Sub;
  case clang::BO_Mul:
  case clang::BO_MulAssign:
    return vkm::BinaryKind::Mul;
  case clang::BO_Div:
  case clang::BO_DivAssign:
    return vkm::BinaryKind::Div;
  case clang::BO_Rem:
  case clang::BO_RemAssign:
    return vkm::BinaryKind::Rem;
  case clang::BO_And:
  case clang::BO_AndAssign:
    return vkm::BinaryKind::And;
  case clang::BO_Or:
  case clang::BO_OrAssign:
    return vkm::BinaryKind::Or;
  case clang::BO_Xor:
  case clang::BO_XorAssign:
    return vkm::BinaryKind::Xor;
  case clang::BO_Shl:
  case clang::BO_ShlAssign:
    return vkm::BinaryKind::Shl;
  case clang::BO_Shr:
  case clang::BO_ShrAssign:
    return vkm::BinaryKind::Shr;
  default:
    return std::nullopt;
  }
}

std::optional<vkm::CmpKind> vkmorph::frontend::comparison(clang::BinaryOperatorKind opcode) {
  switch (opcode) {
  case clang::BO_EQ:
    return vkm::CmpKind::Eq;
  case clang::BO_NE:
    return vkm::CmpKind::Ne;
  case clang::BO_LT:
    return vkm::CmpKind::Lt;
  case clang::BO_LE:
    return vkm::CmpKind::Le;
  case clang::BO_GT:
    return vkm::CmpKind::Gt;
  case clang::BO_GE:
    return vkm::CmpKind::Ge;
  default:
    return std::nullopt;
  }
}

/// Bools are promoted before they are compared; equality is the same without.
static void dropPromotions(mlir::Value &lhs, mlir::Value &rhs,
                           llvm::function_ref<bool(mlir::Value)> isHeld) {
  auto left = lhs.getDefiningOp<vkm::CastOp>(), right = rhs.getDefiningOp<vkm::CastOp>();
  if (!left || !right || !left.getOperand().getType().isInteger(1) ||
      !right.getOperand().getType().isInteger(1))
    return;
  lhs = left.getOperand();
  rhs = right.getOperand();
  bool isSame = left == right;
  for (vkm::CastOp promotion : {right, left})
    if (promotion->use_empty() && !isHeld(promotion) && !std::exchange(isSame, false))
      promotion.erase();
}

mlir::Value ExpressionEmitter::emitBinary(const clang::BinaryOperator *expression) {
  clang::BinaryOperatorKind opcode = expression->getOpcode();
  const clang::Expr *left = expression->getLHS(), *right = expression->getRHS();
  mlir::Location where = loc(expression);
  if (opcode == clang::BO_Comma) {
    emitDiscarded(left);
    return emitValue(right);
  }
  if (left->getType()->isPointerType() || right->getType()->isPointerType())
    return PointerEmitter(m_body).emitOnPointers(expression);
  std::optional<vkm::CmpKind> cmp = comparison(opcode);
  std::optional<vkm::BinaryKind> kind = binaryKind(opcode);
  if (!cmp && !kind) {
    report(expression, diag::ExpressionUnsupported,
           {"the operator '" + clang::BinaryOperator::getOpcodeStr(opcode).str() + "'"});
    return {};
  }
  mlir::Value lhs = emitValue(left);
  mlir::Value rhs = emitValue(right);
  if (!lhs || !rhs)
    return {};
  if (cmp) {
    if (*cmp == vkm::CmpKind::Eq || *cmp == vkm::CmpKind::Ne)
      dropPromotions(lhs, rhs, [&](mlir::Value value) { return isHeld(value); });
    return m_builder.create<vkm::CmpOp>(where, m_importer.types().boolType(), *cmp, lhs, rhs);
  }
  return m_builder.create<vkm::BinaryOp>(where, lhs.getType(), *kind, lhs, rhs);
}

/// Whether a region that gives `value` holds what may stand inside of an expression only. A call
/// that gives nothing to the others is a statement.
static bool isExpressionRegion(mlir::Region &region, mlir::Value value) {
  return llvm::all_of(region.front(), [&](mlir::Operation &op) {
    auto call = llvm::dyn_cast<vkm::CallOp>(op);
    bool isStatement = call && call->use_empty() && value.getDefiningOp() != call;
    return op.hasTrait<vkm::VkmExpression>() && !isStatement;
  });
}

/// Moves what stands in the only block of `from` to the end of that of `to`.
static void moveInto(mlir::Region &from, mlir::Region &to) {
  mlir::Block &target = to.front();
  target.getOperations().splice(target.end(), from.front().getOperations());
}

// a && b  ->  vkm.and %a { %b }; where evaluating b takes statements:
//   %test = vkm.var "test" = %a;  vkm.if %a { ...; vkm.assign %test, %b };  vkm.load %test
mlir::Value ExpressionEmitter::emitShortCircuit(const clang::BinaryOperator *expression) {
  mlir::Location where = loc(expression);
  bool isAnd = expression->getOpcode() == clang::BO_LAnd;
  mlir::Type boolType = m_importer.types().boolType();
  mlir::Value lhs = emitValue(expression->getLHS());
  if (!lhs)
    return {};
  mlir::Operation *op;
  if (isAnd)
    op = m_builder.create<vkm::AndOp>(where, boolType, lhs);
  else
    op = m_builder.create<vkm::OrOp>(where, boolType, lhs);
  mlir::Region &region = op->getRegion(0);
  mlir::Value rhs;
  emitInto(region, [&] { rhs = emitValue(expression->getRHS()); });
  if (!rhs)
    return {};
  if (isExpressionRegion(region, rhs)) {
    emitInto(region, [&] { m_builder.create<vkm::YieldOp>(loc(expression->getRHS()), rhs); });
    return op->getResult(0);
  }
  mlir::Value test = declareTemporary("test", lhs, where);
  mlir::Value condition = lhs;
  if (!isAnd)
    condition = m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Not, lhs);
  auto branch = m_builder.create<vkm::IfOp>(where, condition, false);
  moveInto(region, branch.getThenRegion());
  emitInto(branch.getThenRegion(), [&] { m_builder.create<vkm::AssignOp>(where, test, rhs); });
  op->erase();
  return m_builder.create<vkm::LoadOp>(where, boolType, test);
}

// c ? a : b  ->  vkm.select %c { %a } else { %b }; where a branch takes statements: a variable and
// vkm.if.
mlir::Value ExpressionEmitter::emitSelect(const clang::AbstractConditionalOperator *expression) {
  mlir::Location where = loc(expression);
  mlir::Type type = convert(expression->getType(), where);
  if (!type)
    return {};
  // x ?: y computes x once.
  if (auto *elvis = dyn_cast<clang::BinaryConditionalOperator>(expression)) {
    mlir::Value common = emitValue(elvis->getCommon());
    if (!common)
      return {};
    m_body.opaqueValues[elvis->getOpaqueValue()] = common;
  }
  mlir::Value condition = emitValue(expression->getCond());
  if (!condition)
    return {};
  auto select = m_builder.create<vkm::SelectOp>(where, type, condition);
  mlir::Value whenTrue, whenFalse;
  emitInto(select.getWhenTrue(), [&] { whenTrue = emitValue(expression->getTrueExpr()); });
  emitInto(select.getWhenFalse(), [&] { whenFalse = emitValue(expression->getFalseExpr()); });
  if (!whenTrue || !whenFalse)
    return {};
  if (isExpressionRegion(select.getWhenTrue(), whenTrue) &&
      isExpressionRegion(select.getWhenFalse(), whenFalse)) {
    emitInto(select.getWhenTrue(),
             [&] { m_builder.create<vkm::YieldOp>(loc(expression->getTrueExpr()), whenTrue); });
    emitInto(select.getWhenFalse(),
             [&] { m_builder.create<vkm::YieldOp>(loc(expression->getFalseExpr()), whenFalse); });
    return select;
  }
  auto var = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(type), "choice", mlir::Value(),
                                          /*constant=*/false);
  auto branch = m_builder.create<vkm::IfOp>(where, condition, true);
  moveInto(select.getWhenTrue(), branch.getThenRegion());
  moveInto(select.getWhenFalse(), branch.getElseRegion());
  emitInto(branch.getThenRegion(),
           [&] { m_builder.create<vkm::AssignOp>(where, var.getRef(), whenTrue); });
  emitInto(branch.getElseRegion(),
           [&] { m_builder.create<vkm::AssignOp>(where, var.getRef(), whenFalse); });
  select.erase();
  return m_builder.create<vkm::LoadOp>(where, type, var.getRef());
}

//===------------------------------------------------------------------------------------------===//
// Assignments
//===------------------------------------------------------------------------------------------===//

/// C++17 evaluates the right side first. Gives the place, which is what an assignment yields in
/// C++.
mlir::Value ExpressionEmitter::emitAssignment(const clang::BinaryOperator *expression) {
  mlir::Value value = emitValue(expression->getRHS());
  mlir::Value place = emitPlace(expression->getLHS());
  if (!value || !place)
    return {};
  m_builder.create<vkm::AssignOp>(loc(expression), place, value);
  return place;
}

mlir::Value
ExpressionEmitter::emitCompoundAssignment(const clang::CompoundAssignOperator *expression) {
  mlir::Value value = emitValue(expression->getRHS());
  return emitCompoundAssignmentTo(expression->getLHS(), value, expression);
}

mlir::Value
ExpressionEmitter::emitCompoundAssignmentTo(const clang::Expr *target, mlir::Value value,
                                            const clang::CompoundAssignOperator *expression) {
  mlir::Location where = loc(expression);
  vkm::BinaryKind kind = *binaryKind(expression->getOpcode());
  mlir::Value place = emitPlace(target);
  mlir::Type computation = convert(expression->getComputationLHSType(), where);
  if (!value || !place || !computation)
    return {};
  mlir::Type type = llvm::cast<vkm::RefType>(place.getType()).getPointee();
  if (type == computation) {
    m_builder.create<vkm::UpdateOp>(where, kind, place, value);
    return place;
  }
  // uint8_t += int: the sum is an int that is converted back.
  mlir::Value old = m_builder.create<vkm::LoadOp>(where, type, place);
  mlir::Value result = m_builder.create<vkm::BinaryOp>(where, computation, kind,
                                                       emitCast(old, computation, where), value);
  m_builder.create<vkm::AssignOp>(where, place, emitCast(result, type, where));
  return place;
}

/// `(c ? a : b) += x;`  ->  if (c) { a += x; } else { b += x; }
bool ExpressionEmitter::emitOnChosen(const clang::Expr *expression) {
  auto *binary = dyn_cast<clang::BinaryOperator>(expression);
  auto *unary = dyn_cast<clang::UnaryOperator>(expression);
  bool isAssignment = binary && binary->isAssignmentOp();
  if (!isAssignment && !(unary && unary->isIncrementDecrementOp()))
    return false;
  const clang::Expr *target = binary ? binary->getLHS() : unary->getSubExpr();
  auto *conditional = dyn_cast<clang::ConditionalOperator>(target->IgnoreParens());
  if (!conditional || conditional->getType()->isPointerType())
    return false;
  // The right side comes first.
  mlir::Value value = binary ? emitValue(binary->getRHS()) : mlir::Value();
  mlir::Value condition = emitValue(conditional->getCond());
  if (!condition || (binary && !value))
    return true;
  auto branch = m_builder.create<vkm::IfOp>(loc(expression), condition, true);
  auto apply = [&](const clang::Expr *chosen) {
    if (auto *compound = dyn_cast<clang::CompoundAssignOperator>(expression)) {
      emitCompoundAssignmentTo(chosen, value, compound);
      return;
    }
    mlir::Value place = emitPlace(chosen);
    if (place && binary)
      m_builder.create<vkm::AssignOp>(loc(expression), place, value);
    else if (place)
      emitIncrementOf(place, unary, /*needsOld=*/false);
  };
  emitInto(branch.getThenRegion(), [&] { apply(conditional->getTrueExpr()); });
  emitInto(branch.getElseRegion(), [&] { apply(conditional->getFalseExpr()); });
  return true;
}

/// ++ and --. Gives the value from before where that is asked for, and the place.
mlir::Value ExpressionEmitter::emitIncrement(const clang::UnaryOperator *expression, bool needsOld,
                                             mlir::Value &place) {
  place = emitPlace(expression->getSubExpr());
  return place ? emitIncrementOf(place, expression, needsOld) : mlir::Value();
}

mlir::Value ExpressionEmitter::emitIncrementOf(mlir::Value place,
                                               const clang::UnaryOperator *expression,
                                               bool needsOld) {
  mlir::Location where = loc(expression);
  mlir::Type type = llvm::cast<vkm::RefType>(place.getType()).getPointee();
  mlir::Value old;
  if (needsOld)
    old = m_builder.create<vkm::LoadOp>(where, type, place);
  vkm::BinaryKind kind = expression->isIncrementOp() ? vkm::BinaryKind::Add : vkm::BinaryKind::Sub;
  auto one = [&](mlir::Type of) -> mlir::Value {
    return emitCast(emitInteger(1, m_importer.types().integerType(32, true), where), of, where);
  };
  if (type.getIntOrFloatBitWidth() >= 32) {
    m_builder.create<vkm::UpdateOp>(where, kind, place, one(type));
    return old;
  }
  // Small integers are promoted first.
  mlir::Type promoted = m_importer.types().integerType(32, true);
  mlir::Value current = old ? old : m_builder.create<vkm::LoadOp>(where, type, place).getResult();
  mlir::Value result = m_builder.create<vkm::BinaryOp>(
      where, promoted, kind, emitCast(current, promoted, where), one(promoted));
  m_builder.create<vkm::AssignOp>(where, place, emitCast(result, type, where));
  return old;
}

//===------------------------------------------------------------------------------------------===//
// Expressions as statements
//===------------------------------------------------------------------------------------------===//

/// What <cassert> makes of an assertion: a condition that leads to a function which ends the
/// program.
bool ExpressionEmitter::isAssertion(const clang::Expr *expression) const {
  auto *conditional = dyn_cast<clang::ConditionalOperator>(expression->IgnoreParenCasts());
  if (!conditional || !conditional->getType()->isVoidType())
    return false;
  auto *call = dyn_cast<clang::CallExpr>(conditional->getFalseExpr()->IgnoreParenCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->isNoReturn() && m_importer.program().isLibrary(callee);
}

bool ExpressionEmitter::emitDiscardedBranches(const clang::Expr *condition,
                                              const clang::Expr *whenTrue,
                                              const clang::Expr *whenFalse, mlir::Location where) {
  mlir::Value value = emitValue(condition);
  if (!value)
    return false;
  if (!whenTrue) {
    value = m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Not, value);
    std::swap(whenTrue, whenFalse);
  }
  auto op = m_builder.create<vkm::IfOp>(where, value, whenFalse != nullptr);
  emitInto(op.getThenRegion(), [&] { emitDiscarded(whenTrue); });
  if (whenFalse)
    emitInto(op.getElseRegion(), [&] { emitDiscarded(whenFalse); });
  return true;
}

void ExpressionEmitter::emitDiscarded(const clang::Expr *expression) {
  const clang::Expr *e = expression->IgnoreParens();
  if (auto *cleanups = dyn_cast<clang::ExprWithCleanups>(e))
    return emitDiscarded(cleanups->getSubExpr());
  if (auto *thrown = dyn_cast<clang::CXXThrowExpr>(e); thrown && m_isControl)
    return HostEmitter(m_body).emitThrow(thrown);
  if (auto *cast = dyn_cast<clang::CastExpr>(e); cast && cast->getCastKind() == clang::CK_ToVoid)
    return emitDiscarded(cast->getSubExpr());
  if (isAssertion(e)) {
    auto *conditional = cast<clang::ConditionalOperator>(e->IgnoreParenCasts());
    const clang::Expr *condition = conditional->getCond();
    if (m_isControl && !condition->HasSideEffects(m_ast) &&
        HostEmitter(m_body).emitAssertion(e, condition))
      return;
    report(e, diag::AssertIgnored);
    return emitDiscarded(condition);
  }
  // What does nothing is not worth a line; what cannot be translated is still an error.
  if (!e->HasSideEffects(m_ast)) {
    if (isa<clang::CXXTypeidExpr, clang::StringLiteral>(e))
      emitValue(e);
    return;
  }
  if (e->getType()->isPointerType() &&
      (isa<clang::BinaryOperator>(e) || isa<clang::UnaryOperator>(e) || isa<clang::CastExpr>(e))) {
    const clang::Expr *changed = stripGlvalue(e);
    while (auto *cast = dyn_cast<clang::CastExpr>(changed))
      changed = stripGlvalue(cast->getSubExpr());
    auto *binary = dyn_cast<clang::BinaryOperator>(changed);
    auto *unary = dyn_cast<clang::UnaryOperator>(changed);
    if ((binary && binary->isAssignmentOp()) || (unary && unary->isIncrementDecrementOp()))
      return void(PointerEmitter(m_body).emitPointerUpdate(changed, /*needsOld=*/false));
    return void(emitPointer(e));
  }
  if (emitOnChosen(e))
    return;
  if (auto *binary = dyn_cast<clang::BinaryOperator>(e)) {
    if (auto *compound = dyn_cast<clang::CompoundAssignOperator>(binary))
      return void(emitCompoundAssignment(compound));
    if (binary->isAssignmentOp())
      return void(emitAssignment(binary));
    if (binary->getOpcode() == clang::BO_Comma) {
      emitDiscarded(binary->getLHS());
      return emitDiscarded(binary->getRHS());
    }
    // a && b;  ->  if (a) b;
    if (binary->isLogicalOp()) {
      if (!binary->getRHS()->HasSideEffects(m_ast))
        return emitDiscarded(binary->getLHS());
      bool isAnd = binary->getOpcode() == clang::BO_LAnd;
      return void(emitDiscardedBranches(binary->getLHS(), isAnd ? binary->getRHS() : nullptr,
                                        isAnd ? nullptr : binary->getRHS(), loc(e)));
    }
  }
  if (auto *unary = dyn_cast<clang::UnaryOperator>(e); unary && unary->isIncrementDecrementOp()) {
    mlir::Value place;
    emitIncrement(unary, /*needsOld=*/false, place);
    return;
  }
  if (auto *conditional = dyn_cast<clang::ConditionalOperator>(e))
    return void(emitDiscardedBranches(conditional->getCond(), conditional->getTrueExpr(),
                                      conditional->getFalseExpr(), loc(e)));
  if (auto *call = dyn_cast<clang::CallExpr>(e)) {
    m_body.discarded = call;
    return void(emitCall(call));
  }
  if (e->isGLValue())
    return void(emitPlace(e));
  emitValue(e);
}
