//===- HostCode.cpp - Output and clocks in control functions, as C++ with operands -----------===//
//
//   auto begin = std::chrono::steady_clock::now();   ->  %begin = vkm.var = vkm.host timing [...]
//   std::puts(text);                                 ->  vkm.host ["std::puts(", ")"](%text)
//
// Numbers are operands like any other value; what has no counterpart in the dialect is written as
// C++ again, with names that mean the same in the generated program.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/host/HostCode.h"

#include "frontend/body/Constants.h"
#include "frontend/library/Callee.h"
#include "frontend/module/Enumerations.h"
#include "frontend/source/Temporaries.h"

#include "clang/AST/QualTypeNames.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::cast;
using clang::dyn_cast;
using clang::isa;

//===------------------------------------------------------------------------------------------===//
// What is the host's
//===------------------------------------------------------------------------------------------===//

bool vkmorph::frontend::isClockType(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && isOfChrono(record);
}

bool vkmorph::frontend::isString(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return isStd(record, "basic_string");
}

/// std::ostream and its bases.
static bool isStream(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return isStd(record, "basic_ostream") || isStd(record, "basic_ios") || isStd(record, "ios_base");
}

static bool isOutputOfC(const clang::FunctionDecl *function) {
  static constexpr llvm::StringLiteral names[] = {"printf",  "fprintf", "puts",  "fputs",
                                                  "putchar", "fputc",   "fflush"};
  Callee callee(function);
  return callee.isC && !callee.isBuiltin && llvm::is_contained(names, callee.name);
}

/// std::endl, std::setw(4): something for `<<`.
static bool isManipulator(const clang::FunctionDecl *function) {
  Callee callee(function);
  if (!callee.isStd || callee.method || callee.name.empty())
    return false;
  static constexpr llvm::StringLiteral names[] = {"setw",    "setprecision", "setfill",
                                                  "setbase", "setiosflags",  "resetiosflags"};
  bool takesStream =
      function->getNumParams() == 1 && isStream(function->getParamDecl(0)->getType());
  return takesStream || llvm::is_contained(names, callee.name);
}

/// std::to_string, and what is done with strings.
static bool isOfStrings(const clang::FunctionDecl *function) {
  if (auto *method = dyn_cast<clang::CXXMethodDecl>(function))
    return isStd(method->getParent(), "basic_string") && method->isConst();
  Callee callee(function);
  return callee.isStdFunction("to_string") ||
         (function->isInStdNamespace() && isString(function->getReturnType()) &&
          function->getOverloadedOperator() == clang::OO_Plus);
}

/// The header of what the program may name; empty where it may not.
static llvm::StringRef headerOf(const clang::NamedDecl *decl) {
  if (isOfChrono(decl))
    return "<chrono>";
  if (auto *function = dyn_cast<clang::FunctionDecl>(decl); function && isOfStrings(function))
    return "<string>";
  if (auto *function = dyn_cast<clang::FunctionDecl>(decl)) {
    if (isOutputOfC(function))
      return "<cstdio>";
    if (isManipulator(function))
      return function->getNumParams() == 1 && isStream(function->getParamDecl(0)->getType())
                 ? "<iostream>"
                 : "<iomanip>";
    auto *method = dyn_cast<clang::CXXMethodDecl>(function);
    bool ofStream = method ? isStream(method->getThisType()->getPointeeType())
                           : function->getNumParams() > 0 && function->isInStdNamespace() &&
                                 isStream(function->getParamDecl(0)->getType());
    return ofStream ? "<iostream>" : "";
  }
  if (auto *variable = dyn_cast<clang::VarDecl>(decl)) {
    if (variable->isInStdNamespace() && isStream(variable->getType()))
      return "<iostream>";
    if (variable->isExternC() &&
        (variable->getName() == "stdout" || variable->getName() == "stderr"))
      return "<cstdio>";
  }
  return "";
}

static const clang::Expr *stripTemporaries(const clang::Expr *e) {
  while (const clang::Expr *inner = operandOfTemporary(e))
    e = inner;
  return e;
}

static bool isNumber(clang::QualType type) {
  return type->isArithmeticType() || type->isEnumeralType();
}

/// How the generated program names a function or variable of the library.
static std::string spellName(const clang::NamedDecl *decl) {
  auto *function = dyn_cast<clang::FunctionDecl>(decl);
  if (function && isOutputOfC(function))
    return "std::" + decl->getNameAsString();
  clang::PrintingPolicy policy(decl->getASTContext().getLangOpts());
  policy.adjustForCPlusPlus();
  policy.SuppressUnwrittenScope = true;
  std::string name;
  llvm::raw_string_ostream stream(name);
  decl->printQualifiedName(stream, policy);
  return name;
}

/// A type with names that mean the same elsewhere: without aliases of functions and classes.
static std::string spellType(clang::QualType type, const clang::ASTContext &ast) {
  while (auto *alias = type->getAs<clang::TypedefType>()) {
    const clang::DeclContext *scope = alias->getDecl()->getDeclContext();
    bool isOutside = scope->isFileContext() && !alias->getDecl()->isInAnonymousNamespace();
    if (isOutside || isOfChrono(alias->getDecl()))
      break;
    type = alias->desugar();
  }
  clang::PrintingPolicy policy(ast.getLangOpts());
  policy.adjustForCPlusPlus();
  return clang::TypeName::getFullyQualifiedName(type.getUnqualifiedType(), ast, policy);
}

//===------------------------------------------------------------------------------------------===//
// C++ with operands
//===------------------------------------------------------------------------------------------===//

/// Whether a number of 64 bits is computed from constants: host code has those as `long long`.
static bool isOfConstants(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  if (llvm::isa_and_nonnull<vkm::ConstantOp>(op))
    return true;
  return llvm::isa_and_nonnull<vkm::BinaryOp, vkm::UnaryOp, vkm::SelectOp>(op) &&
         llvm::any_of(op->getOperands(), [&](mlir::Value operand) {
           return operand.getType() == value.getType() && isOfConstants(operand);
         });
}

/// Whether host code has a number as another type of its size.
static bool isOtherOnHost(mlir::Value value, const clang::BuiltinType *type) {
  switch (type->getKind()) {
  case clang::BuiltinType::Char_S:
  case clang::BuiltinType::Char_U:
  case clang::BuiltinType::Char8:
  case clang::BuiltinType::Char16:
  case clang::BuiltinType::Char32:
  case clang::BuiltinType::WChar_S:
  case clang::BuiltinType::WChar_U:
  case clang::BuiltinType::LongLong:
  case clang::BuiltinType::ULongLong:
    return true;
  case clang::BuiltinType::Long:
  case clang::BuiltinType::ULong:
    return isOfConstants(value);
  default:
    return false;
  }
}

/// A number; spelled as the type that it has, where the dialect has another one of its size.
bool HostEmitter::emitHostNumber(const clang::Expr *e, HostText &text) {
  clang::QualType type = e->getType().getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (auto *enumeration = type->getAs<clang::EnumType>())
    return emitHostEnumerator(e, enumeration->getDecl(), text);
  mlir::Value value = e->isGLValue() ? emitRead(e) : emitValue(e);
  if (!value)
    return false;
  auto *builtin = type->getAs<clang::BuiltinType>();
  bool isOther = builtin && isOtherOnHost(value, builtin);
  if (isOther)
    text.add("static_cast<" + spellType(type, m_ast) + ">(");
  text.add(value);
  if (isOther)
    text.add(")");
  return true;
}

/// A type of the user's, in the generated class.
std::string HostEmitter::spellOnHost(clang::QualType type) const {
  std::string name = spellType(type, m_ast);
  const clang::TagDecl *tag = type->getAsTagDecl();
  if (!tag || m_ast.getSourceManager().isInSystemHeader(tag->getLocation()))
    return name;
  return frontend::spellOnHost(name, tag, m_importer.program(), m_importer.roles().record);
}

/// A value of an enumeration, which is a number in the IR.
bool HostEmitter::emitHostEnumerator(const clang::Expr *e, const clang::EnumDecl *enumeration,
                                     HostText &text) {
  auto *reference = dyn_cast<clang::DeclRefExpr>(e->IgnoreParens());
  if (reference && isa<clang::EnumConstantDecl>(reference->getDecl())) {
    std::string name = ConstantEmitter(m_body).spellOnHost(reference->getDecl()).name;
    if (llvm::StringRef(name).contains("::")) { // else a variable may hide it
      text.add(name);
      return true;
    }
  }
  clang::QualType type = m_ast.getEnumType(enumeration);
  if (!canNameOnHost(enumeration, m_importer.roles().record)) {
    report(e, diag::HostExpression, {"a value of type '" + type.getAsString() + "'"});
    return false;
  }
  mlir::Value value = e->isGLValue() ? emitRead(e) : emitValue(e);
  if (!value)
    return false;
  text.add("static_cast<" + spellOnHost(type) + ">(");
  text.add(value);
  text.add(")");
  return true;
}

bool HostEmitter::emitHostArguments(llvm::ArrayRef<const clang::Expr *> arguments, HostText &text) {
  bool isFirst = true;
  text.add("(");
  for (const clang::Expr *argument : arguments) {
    if (isa<clang::CXXDefaultArgExpr>(argument))
      break;
    if (!std::exchange(isFirst, false))
      text.add(", ");
    if (!emitHostText(argument, text))
      return false;
  }
  text.add(")");
  return true;
}

/// The name of what is called, with template arguments that the source writes.
bool HostEmitter::emitHostCallee(const clang::CallExpr *call, HostText &text) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  llvm::StringRef header = callee ? headerOf(callee) : "";
  if (header.empty()) {
    report(call, diag::HostExpression,
           {callee ? "'" + qualifiedName(callee) + "'" : std::string("this call")});
    return false;
  }
  text.headers.insert(header);
  text.timing |= isOfChrono(callee);
  text.add(spellName(callee));
  auto *reference = dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!reference || !reference->hasExplicitTemplateArgs())
    return true;
  bool isFirst = true;
  text.add("<");
  for (const clang::TemplateArgumentLoc &argument : reference->template_arguments()) {
    if (argument.getArgument().getKind() != clang::TemplateArgument::Type) {
      report(call, diag::HostExpression, {"a template argument that is no type"});
      return false;
    }
    text.add(std::exchange(isFirst, false) ? "" : ", ");
    text.add(spellType(argument.getArgument().getAsType(), m_ast));
  }
  text.add(">");
  return true;
}

bool HostEmitter::emitHostOperator(const clang::CXXOperatorCallExpr *call, HostText &text) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  llvm::StringRef header = callee ? headerOf(callee) : "";
  std::string sign = clang::getOperatorSpelling(call->getOperator());
  if (header.empty() || call->getOperator() == clang::OO_Subscript ||
      call->getOperator() == clang::OO_Call) {
    report(call, diag::HostExpression, {"the operator '" + sign + "'"});
    return false;
  }
  text.headers.insert(header);
  text.timing |= isOfChrono(callee);
  if (call->isInfixBinaryOp()) {
    if (!emitHostText(call->getArg(0), text))
      return false;
    text.add(" " + sign + " ");
    return emitHostText(call->getArg(1), text);
  }
  bool isPostfix = call->getNumArgs() == 2;
  text.add(isPostfix ? "" : sign);
  if (!emitHostText(call->getArg(0), text))
    return false;
  text.add(isPostfix ? sign : "");
  return true;
}

bool HostEmitter::emitHostName(const clang::DeclRefExpr *reference, HostText &text) {
  const clang::ValueDecl *decl = reference->getDecl();
  if (auto known = m_body.hostTexts.find(decl); known != m_body.hostTexts.end()) {
    text.add(*known->second);
    return true;
  }
  if (const Binding *binding = lookup(decl); binding && binding->kind == Binding::Kind::Place) {
    text.add(binding->value);
    text.timing |= isClockType(decl->getType());
    return true;
  }
  if (isRefused(decl))
    return false;
  llvm::StringRef header = headerOf(decl);
  if (header.empty()) {
    report(reference, diag::HostExpression, {"'" + decl->getNameAsString() + "'"});
    return false;
  }
  text.headers.insert(header);
  text.add(isa<clang::VarDecl>(decl) && cast<clang::VarDecl>(decl)->isExternC()
               ? decl->getNameAsString()
               : spellName(decl));
  return true;
}

/// The header that declares an exception of the standard library; empty for others.
static llvm::StringRef headerOfException(const clang::CXXRecordDecl *record) {
  static constexpr llvm::StringLiteral names[] = {
      "logic_error",   "invalid_argument", "domain_error",   "length_error",   "out_of_range",
      "runtime_error", "range_error",      "overflow_error", "underflow_error"};
  if (!record->isInStdNamespace())
    return "";
  if (record->getName() == "exception" || record->getName() == "bad_exception")
    return "<exception>";
  return llvm::is_contained(names, record->getName()) ? "<stdexcept>" : "";
}

/// Whether the generated program can make such an object: a string, an exception of the standard
/// library, or one of a class that stands before the translated one, which the program includes.
bool HostEmitter::canMakeObject(const clang::CXXConstructExpr *construct, HostText &text) {
  const clang::CXXRecordDecl *record = construct->getType()->getAsCXXRecordDecl();
  llvm::StringRef header = isString(construct->getType()) ? "<string>" : headerOfException(record);
  if (!header.empty()) {
    text.headers.insert(header);
    return true;
  }
  return !record->isLambda() && construct->getConstructor()->isUserProvided() &&
         canNameOnHost(record, m_importer.roles().record);
}

/// `Type(arguments)`, or what converts by itself.
bool HostEmitter::emitHostConstruct(const clang::CXXConstructExpr *construct, bool isNamed,
                                    HostText &text) {
  llvm::ArrayRef<const clang::Expr *> arguments(construct->getArgs(), construct->getNumArgs());
  if (!isNamed && !arguments.empty() &&
      (arguments.size() == 1 || isa<clang::CXXDefaultArgExpr>(arguments[1])))
    return emitHostText(arguments.front(), text);
  if (isClockType(construct->getType())) {
    text.headers.insert("<chrono>");
    text.timing = true;
  } else if (!canMakeObject(construct, text)) {
    report(construct, diag::HostExpression,
           {"an object of type '" + construct->getType().getAsString() + "'"});
    return false;
  }
  text.add(spellOnHost(construct->getType()));
  return emitHostArguments(arguments, text);
}

/// `Type(x)` and `Type{x}`.
bool HostEmitter::emitHostCast(const clang::ExplicitCastExpr *cast, HostText &text) {
  auto *object = dyn_cast<clang::CXXConstructExpr>(stripTemporaries(cast->getSubExpr()));
  if (object && !isClockType(cast->getType()))
    return emitHostConstruct(object, /*isNamed=*/true, text);
  const clang::Expr *operand = stripTemporaries(cast->getSubExprAsWritten());
  text.headers.insert("<chrono>");
  text.timing = true;
  text.add(spellType(cast->getTypeAsWritten(), m_ast));
  if (auto *construct = dyn_cast<clang::CXXConstructExpr>(operand))
    return emitHostArguments({construct->getArgs(), construct->getNumArgs()}, text);
  if (auto *list = dyn_cast<clang::InitListExpr>(operand)) {
    llvm::SmallVector<const clang::Expr *> parts(list->inits());
    return emitHostArguments(parts, text);
  }
  return emitHostArguments({operand}, text);
}

bool HostEmitter::emitHostText(const clang::Expr *expression, HostText &text) {
  const clang::Expr *e = stripTemporaries(expression);
  if (isa<clang::StringLiteral, clang::CharacterLiteral, clang::IntegerLiteral,
          clang::FloatingLiteral, clang::CXXBoolLiteralExpr>(e)) {
    clang::PrintingPolicy policy(m_ast.getLangOpts());
    policy.adjustForCPlusPlus();
    std::string literal;
    llvm::raw_string_ostream stream(literal);
    e->printPretty(stream, nullptr, policy);
    text.add(literal);
    return true;
  }
  if (isNumber(e->getType()))
    return emitHostNumber(e, text);
  if (auto *paren = dyn_cast<clang::ParenExpr>(e)) {
    text.add("(");
    if (!emitHostText(paren->getSubExpr(), text))
      return false;
    text.add(")");
    return true;
  }
  // "yes" or "no"
  if (auto *conditional = dyn_cast<clang::ConditionalOperator>(e)) {
    text.add("(");
    if (!emitHostNumber(conditional->getCond(), text))
      return false;
    text.add(" ? ");
    if (!emitHostText(conditional->getTrueExpr(), text))
      return false;
    text.add(" : ");
    if (!emitHostText(conditional->getFalseExpr(), text))
      return false;
    text.add(")");
    return true;
  }
  if (auto *implicit = dyn_cast<clang::ImplicitCastExpr>(e))
    return emitHostText(implicit->getSubExpr(), text);
  if (auto *cast = dyn_cast<clang::ExplicitCastExpr>(e);
      cast && (isClockType(cast->getType()) ||
               isa<clang::CXXConstructExpr>(stripTemporaries(cast->getSubExpr()))))
    return emitHostCast(cast, text);
  if (auto *construct = dyn_cast<clang::CXXConstructExpr>(e))
    return emitHostConstruct(construct, isa<clang::CXXTemporaryObjectExpr>(construct), text);
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e))
    return emitHostName(reference, text);
  if (auto *member = dyn_cast<clang::MemberExpr>(e); member && isClockType(e->getType())) {
    mlir::Value place = emitPlace(member);
    if (place)
      text.add(place);
    text.timing = true;
    return static_cast<bool>(place);
  }
  if (auto *call = dyn_cast<clang::CXXOperatorCallExpr>(e))
    return emitHostOperator(call, text);
  if (auto *call = dyn_cast<clang::CallExpr>(e))
    return emitHostCallText(call, text);
  report(e, diag::HostExpression, {"this part"});
  return false;
}

//===------------------------------------------------------------------------------------------===//
// Statements and values
//===------------------------------------------------------------------------------------------===//

vkm::HostOp HostEmitter::makeHostOp(const HostText &text, mlir::Type result, mlir::Location where) {
  llvm::SmallVector<llvm::StringRef> pieces(text.pieces.begin(), text.pieces.end());
  llvm::SmallVector<mlir::Type> results;
  if (result)
    results.push_back(result);
  return m_builder.create<vkm::HostOp>(where, results, m_builder.getStrArrayAttr(pieces),
                                       m_builder.getStrArrayAttr(text.headers.getArrayRef()),
                                       text.timing ? m_builder.getUnitAttr() : mlir::UnitAttr(),
                                       text.operands);
}

bool vkmorph::frontend::isHostCall(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  bool ofStream =
      method && !method->isStatic() && isStream(method->getThisType()->getPointeeType());
  return callee &&
         (isOutputOfC(callee) || isStream(call->getType()) || ofStream || isOfChrono(callee));
}

std::optional<CallResult> HostEmitter::emitHostCall(const clang::CallExpr *call) {
  if (!m_isControl || !isHostCall(call))
    return std::nullopt;
  CallResult result;
  HostText text;
  // The call itself, not the number that it gives.
  const bool isDone = isa<clang::CXXOperatorCallExpr>(call)
                          ? emitHostOperator(cast<clang::CXXOperatorCallExpr>(call), text)
                          : emitHostCallText(call, text);
  mlir::Type type;
  if (isDone && isNumber(call->getType()))
    type = convert(call->getType(), loc(call));
  result.failed = !isDone || (isNumber(call->getType()) && !type);
  if (result.failed)
    return result;
  vkm::HostOp op = makeHostOp(text, type, loc(call));
  if (type)
    result.value = op.getResult(0);
  return result;
}

/// `f(x)` and `object.f(x)`.
bool HostEmitter::emitHostCallText(const clang::CallExpr *call, HostText &text) {
  if (isa<clang::UserDefinedLiteral>(call)) {
    report(call, diag::HostExpression, {"a literal with a suffix of the library"});
    return false;
  }
  llvm::SmallVector<const clang::Expr *> arguments(call->arguments());
  auto *member = dyn_cast<clang::CXXMemberCallExpr>(call);
  if (!member)
    return emitHostCallee(call, text) && emitHostArguments(arguments, text);
  const clang::CXXMethodDecl *method = member->getMethodDecl();
  llvm::StringRef header = method ? headerOf(method) : "";
  if (header.empty() || !method->getIdentifier()) {
    report(call, diag::HostExpression, {"this call"});
    return false;
  }
  text.headers.insert(header);
  text.timing |= isOfChrono(method);
  const clang::Expr *object = stripTemporaries(member->getImplicitObjectArgument());
  if (!emitHostText(object, text))
    return false;
  text.add("." + method->getNameAsString());
  return emitHostArguments(arguments, text);
}

void HostEmitter::emitHostVariable(const clang::VarDecl *variable) {
  mlir::Location where = loc(variable);
  clang::QualType type = variable->getType();
  bool isAuto = variable->getType()->getContainedAutoType() != nullptr;
  auto object =
      vkm::HostType::get(m_builder.getContext(), isAuto ? "auto" : spellType(type, m_ast));
  mlir::Value value;
  if (const clang::Expr *init = variable->getInit()) {
    const clang::Expr *e = stripTemporaries(init);
    auto *construct = dyn_cast<clang::CXXConstructExpr>(e->IgnoreImplicit());
    bool isEmpty = construct && construct->getNumArgs() == 0 && !isAuto;
    if (!isEmpty) {
      HostText text;
      bool isNamed = construct && variable->getInitStyle() != clang::VarDecl::CInit && !isAuto;
      if (!(isNamed ? emitHostConstruct(construct, true, text) : emitHostText(e, text)))
        return;
      if (!isString(type)) {
        text.timing = true;
        text.headers.insert("<chrono>");
      }
      value = makeHostOp(text, object, where).getResult(0);
    }
  }
  auto var = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(object), variable->getName(),
                                          value, type.isConstQualified() && value);
  Binding binding;
  binding.kind = Binding::Kind::Place;
  binding.value = var.getRef();
  m_body.bindings[variable] = binding;
}
