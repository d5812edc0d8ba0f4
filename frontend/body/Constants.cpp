//===- Constants.cpp - What clang can evaluate: literals, named constants, tables ------------===//

#include "frontend/body/Constants.h"

#include "frontend/body/Expressions.h"
#include "frontend/library/Containers.h"
#include "frontend/library/VectorExpressions.h"
#include "ir/CppTypes.h"
#include "ir/NamedConstants.h"

#include "clang/AST/APValue.h"
#include "clang/AST/RecordLayout.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

mlir::Value ConstantEmitter::emitInteger(int64_t value, mlir::Type type, mlir::Location where) {
  return m_builder.create<vkm::ConstantOp>(
      where,
      llvm::cast<mlir::TypedAttr>(mlir::IntegerAttr::get(
          type, llvm::APInt(type.getIntOrFloatBitWidth(), static_cast<uint64_t>(value), true))));
}

bool ConstantEmitter::isTooLarge(mlir::Type type, mlir::Location where) {
  constexpr int64_t kMostBytes = 1 << 20;
  int64_t bytes = vkm::getLayout(m_importer.module(), type).size;
  if (bytes <= kMostBytes)
    return false;
  m_importer.reporter().report(where, diag::ValueTooLarge,
                               {std::to_string(bytes), std::to_string(kMostBytes)});
  return true;
}

mlir::Value ConstantEmitter::emitZero(mlir::Type type, mlir::Location where) {
  if (isTooLarge(type, where))
    return {};
  if (auto array = llvm::dyn_cast<vkm::ArrayType>(type)) {
    mlir::Value element = emitZero(array.getElementType(), where);
    llvm::SmallVector<mlir::Value> parts(array.getLength(), element);
    return m_builder.create<vkm::AggregateOp>(where, type, parts);
  }
  if (auto record = llvm::dyn_cast<vkm::RecordType>(type)) {
    llvm::SmallVector<mlir::Value> parts;
    for (auto member :
         vkm::lookupRecord(m_importer.module(), record).getMembers().getAsRange<vkm::MemberAttr>())
      parts.push_back(emitZero(member.getType(), where));
    return m_builder.create<vkm::AggregateOp>(where, type, parts);
  }
  if (llvm::isa<vkm::VecType, vkm::MatType>(type))
    return VectorEmitter(m_body).emitSplat(0.0, type, where);
  if (auto floating = llvm::dyn_cast<mlir::FloatType>(type))
    return m_builder.create<vkm::ConstantOp>(
        where, llvm::cast<mlir::TypedAttr>(mlir::FloatAttr::get(floating, 0.0)));
  return emitInteger(0, type, where);
}

/// Bytes beyond what C++ can say (partly initialised objects, unions, addresses) give null.
mlir::Value ConstantEmitter::emitConstant(const clang::APValue &value, clang::QualType type,
                                          mlir::Location where) {
  mlir::Type converted = convert(type, where);
  if (!converted)
    return {};
  switch (value.getKind()) {
  case clang::APValue::Int:
    return m_builder.create<vkm::ConstantOp>(
        where, llvm::cast<mlir::TypedAttr>(mlir::IntegerAttr::get(
                   converted, value.getInt().extOrTrunc(converted.getIntOrFloatBitWidth()))));
  case clang::APValue::Float:
    return m_builder.create<vkm::ConstantOp>(
        where, llvm::cast<mlir::TypedAttr>(mlir::FloatAttr::get(converted, value.getFloat())));
  case clang::APValue::Array: {
    llvm::SmallVector<mlir::Value> parts;
    clang::QualType element = m_ast.getAsArrayType(type)->getElementType();
    for (unsigned i = 0; i < value.getArraySize(); ++i) {
      bool isExplicit = i < value.getArrayInitializedElts();
      mlir::Value part = emitConstant(
          isExplicit ? value.getArrayInitializedElt(i) : value.getArrayFiller(), element, where);
      if (!part)
        return {};
      parts.push_back(part);
    }
    return m_builder.create<vkm::AggregateOp>(where, converted, parts);
  }
  case clang::APValue::Struct: {
    if (llvm::isa<vkm::VecType, vkm::MatType>(converted))
      return VectorEmitter(m_body).emitVectorConstant(value, converted, where);
    if (std::optional<StdArray> array = matchStdArray(type))
      return emitConstant(value.getStructField(0), array->field->getType(), where);
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    llvm::SmallVector<mlir::Value> parts;
    for (auto [index, base] : llvm::enumerate(record->bases())) {
      if (base.getType()->getAsCXXRecordDecl()->isEmpty())
        continue;
      parts.push_back(emitConstant(value.getStructBase(index), base.getType(), where));
    }
    for (const clang::FieldDecl *field : record->fields())
      parts.push_back(
          emitConstant(value.getStructField(field->getFieldIndex()), field->getType(), where));
    if (llvm::is_contained(parts, mlir::Value()))
      return {};
    return m_builder.create<vkm::AggregateOp>(where, converted, parts);
  }
  default:
    return {};
  }
}

mlir::Value ConstantEmitter::tryConstant(const clang::Expr *expression) {
  if (expression->isValueDependent())
    return {};
  clang::Expr::EvalResult result;
  if (!expression->EvaluateAsRValue(result, m_ast) || result.HasSideEffects ||
      result.HasUndefinedBehavior)
    return {};
  clang::QualType type = expression->getType();
  bool isNumber = type->isArithmeticType() || type->isEnumeralType();
  if (!isNumber && !llvm::isa<clang::UserDefinedLiteral>(expression))
    return {};
  return emitConstant(result.Val, type, loc(expression));
}

/// What shaders call a constant: Pi, Mode_Warm; empty where the name says nothing without what it
/// is a member of, and that is a library's.
static std::string constantName(const clang::ValueDecl *constant) {
  const clang::DeclContext *scope = constant->getDeclContext();
  const clang::SourceManager &sources = constant->getASTContext().getSourceManager();
  if (scope->isRecord() && sources.isInSystemHeader(constant->getLocation()))
    return {};
  if (auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(scope);
      enumeration && enumeration->isScoped())
    return (enumeration->getName() + "_" + constant->getName()).str();
  return constant->getNameAsString();
}

HostName ConstantEmitter::spellOnHost(const clang::ValueDecl *constant) const {
  // Functions that host code calls are none of the generated class.
  return frontend::spellOnHost(constant, m_importer.program(), m_importer.roles().record,
                               m_body.isControl);
}

void ConstantEmitter::nameConstant(mlir::Value value, const clang::ValueDecl *constant) {
  std::string name = constantName(constant);
  mlir::Operation *op = value.getDefiningOp();
  if (name.empty())
    return;
  op->setAttr(vkm::kNameAttr, m_builder.getStringAttr(name));
  if (!llvm::isa<vkm::ConstantOp>(op))
    return;
  if (std::string comment = m_importer.commentOf(constant); !comment.empty())
    op->setAttr(vkm::kNamedCommentAttr, m_builder.getStringAttr(comment));
  HostName spelled = spellOnHost(constant);
  if (!spelled.name.empty())
    op->setAttr(vkm::kSpelledAttr, m_builder.getStringAttr(spelled.name));
  if (!spelled.scopedEnum.empty())
    op->setAttr(vkm::kSpelledEnumAttr, m_builder.getStringAttr(spelled.scopedEnum));
  const clang::Expr *init = nullptr;
  if (auto *variable = llvm::dyn_cast<clang::VarDecl>(constant))
    init = variable->getAnyInitializer();
  else
    init = llvm::cast<clang::EnumConstantDecl>(constant)->getInitExpr();
  init = init ? init->IgnoreParenImpCasts() : nullptr;
  if (auto *whole = llvm::dyn_cast_or_null<clang::ConstantExpr>(init))
    init = whole->getSubExpr()->IgnoreParenImpCasts();
  if (llvm::isa_and_nonnull<clang::IntegerLiteral>(init) && m_importer.program()
                                                                .sourceOf(constant)
                                                                .text()
                                                                .tokenText(init->getBeginLoc())
                                                                .starts_with_insensitive("0x"))
    op->setAttr(vkm::kHexAttr, m_builder.getUnitAttr());
}

/// The constant that a label is; null for other expressions.
static const clang::ValueDecl *constantOfLabel(const clang::Expr *label) {
  label = label->IgnoreParenImpCasts();
  if (auto *whole = llvm::dyn_cast<clang::ConstantExpr>(label))
    label = whole->getSubExpr()->IgnoreParenImpCasts();
  auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(label);
  return reference ? reference->getDecl() : nullptr;
}

std::string ConstantEmitter::labelName(const clang::Expr *label) const {
  const clang::ValueDecl *constant = constantOfLabel(label);
  return constant ? constantName(constant) : std::string();
}

std::string ConstantEmitter::labelOnHost(const clang::Expr *label, mlir::Type type) const {
  const clang::ValueDecl *constant = constantOfLabel(label);
  HostName spelled = constant ? spellOnHost(constant) : HostName();
  if (spelled.scopedEnum.empty())
    return spelled.name;
  return "static_cast<" + vkm::spellType(type, m_importer.module()) + ">(" + spelled.name + ")";
}

mlir::Value ConstantEmitter::emitEnumerator(const clang::EnumConstantDecl *enumerator,
                                            const clang::Expr *use) {
  mlir::Value constant =
      emitConstant(clang::APValue(enumerator->getInitVal()), use->getType(), loc(use));
  if (constant)
    nameConstant(constant, enumerator);
  return constant;
}

bool ConstantEmitter::isConstantVariable(const clang::VarDecl *variable) const {
  clang::QualType type = variable->getType();
  if (type->isReferenceType() || type.isVolatileQualified())
    return false;
  bool isConst = variable->isConstexpr() || m_ast.getBaseElementType(type).isConstQualified();
  return isConst && variable->hasGlobalStorage();
}

/// The declarations of `scope` and its namespaces and classes in another translation unit; null
/// where that has none.
static const clang::DeclContext *findScope(const clang::DeclContext *scope,
                                           clang::ASTContext &ast) {
  if (scope->isTranslationUnit())
    return ast.getTranslationUnitDecl();
  if (llvm::isa<clang::LinkageSpecDecl>(scope))
    return findScope(scope->getParent(), ast);
  auto *named = llvm::dyn_cast<clang::NamedDecl>(scope);
  const clang::DeclContext *outer =
      named && named->getIdentifier() ? findScope(scope->getParent(), ast) : nullptr;
  if (outer)
    for (const clang::NamedDecl *decl : outer->lookup(&ast.Idents.get(named->getName())))
      if (auto *found = llvm::dyn_cast<clang::DeclContext>(decl))
        return found;
  return nullptr;
}

/// The initial value of a variable, in its own translation unit or in another one: `extern const
/// int kTable[4];`. It comes with the declaration that has it.
static const clang::Expr *findInitializer(const Program &program, const clang::VarDecl *variable,
                                          const clang::VarDecl *&definition) {
  if (const clang::Expr *init = variable->getAnyInitializer(definition))
    return init;
  if (!variable->hasExternalFormalLinkage() || variable->getType()->isIncompleteType())
    return nullptr;
  std::string wanted = program.key(variable);
  for (const std::unique_ptr<ParsedSource> &source : program.sources()) {
    clang::ASTContext &ast = source->ast();
    const clang::DeclContext *scope =
        &ast == &variable->getASTContext() ? nullptr : findScope(variable->getDeclContext(), ast);
    if (!scope)
      continue;
    for (const clang::NamedDecl *decl : scope->lookup(&ast.Idents.get(variable->getName())))
      if (auto *other = llvm::dyn_cast<clang::VarDecl>(decl); other && program.key(other) == wanted)
        if (const clang::Expr *init = other->getAnyInitializer(definition))
          return init;
  }
  return nullptr;
}

/// The initial value, where it is constant; else null.
static const clang::APValue *evaluate(const Program &program, const clang::VarDecl *variable) {
  const clang::VarDecl *definition = nullptr;
  const clang::Expr *init = findInitializer(program, variable, definition);
  if (!init || definition->isInvalidDecl() || init->isValueDependent())
    return nullptr;
  // A constant with an initial value that is computed when the program starts is none.
  return definition->evaluateValue();
}

mlir::Value ConstantEmitter::emitComputedConstant(const clang::VarDecl *variable) {
  const clang::VarDecl *definition = nullptr;
  const clang::Expr *init = variable->getAnyInitializer(definition);
  if (!init || init->isValueDependent() || definition->isInvalidDecl() || m_isControl)
    return {};
  for (Body *body = &m_body; body; body = body->inliner)
    if (body->constant == definition)
      return {};
  Body inner(m_body, m_definition, m_function, definition);
  inner.constant = definition;
  inner.builder.setInsertionPoint(m_builder.getInsertionBlock(), m_builder.getInsertionPoint());
  mlir::Value value = ExpressionEmitter(inner).emitValue(init);
  m_builder.setInsertionPoint(inner.builder.getInsertionBlock(), inner.builder.getInsertionPoint());
  return value;
}

mlir::Value ConstantEmitter::emitNamedConstant(const clang::VarDecl *variable,
                                               const clang::Expr *use) {
  if (!isConstantVariable(variable)) {
    report(use, diag::StaticMember, {variable->getNameAsString()});
    return {};
  }
  if (const Binding *known = lookup(variable))
    return m_builder.create<vkm::LoadOp>(
        loc(use), llvm::cast<vkm::RefType>(known->value.getType()).getPointee(), known->value);
  const clang::APValue *value = evaluate(m_importer.program(), variable);
  mlir::Value constant =
      value ? emitConstant(*value, variable->getType(), loc(use)) : mlir::Value();
  if (constant) {
    // Printers may declare it by its name.
    nameConstant(constant, variable);
    return constant;
  }
  mlir::Value place = value ? mlir::Value() : emitConstantPlace(variable, use);
  if (!place)
    return {};
  return m_builder.create<vkm::LoadOp>(
      loc(use), llvm::cast<vkm::RefType>(place.getType()).getPointee(), place);
}

mlir::Value ConstantEmitter::emitConstantPlace(const clang::VarDecl *variable,
                                               const clang::Expr *use) {
  // Declared once, at the top of the function, where all uses see it.
  mlir::OpBuilder::InsertionGuard guard(m_builder);
  m_builder.setInsertionPointToStart(m_body.entry);
  mlir::Value value;
  if (!isConstantVariable(variable) || evaluate(m_importer.program(), variable)) {
    value = emitNamedConstant(variable, use);
    if (!value)
      return {};
  } else {
    value = emitComputedConstant(variable);
    if (!value) {
      report(use, diag::ConstantUnknown, {variable->getNameAsString()});
      return {};
    }
  }
  auto var = m_builder.create<vkm::VarOp>(loc(use), vkm::RefType::get(value.getType()),
                                          variable->getName(), value,
                                          /*constant=*/true);
  Binding binding;
  binding.kind = Binding::Kind::Place;
  binding.value = var.getRef();
  m_body.bindings[variable] = binding;
  return var.getRef();
}
