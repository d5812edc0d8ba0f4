//===- ClassInterface.cpp - How a derived class declares the methods of the class again -------===//

#include "frontend/module/ClassInterface.h"

#include "frontend/source/AstWalk.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"

using namespace vkmorph::frontend;
using namespace clang;
namespace messages = vkmorph::frontend::diag; // clang has a namespace diag, too

//===------------------------------------------------------------------------------------------===//
// What the derived class can name
//===------------------------------------------------------------------------------------------===//

/// All that leads to a declaration has to be public, or protected in the class or its bases.
bool ClassInterface::isAccessible(const NamedDecl *decl) const {
  for (const Decl *inner = decl; inner;) {
    // An instance of a template has the access of the template.
    if (auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(inner))
      inner = instance->getSpecializedTemplate();
    const DeclContext *context = inner->getDeclContext();
    auto *record = dyn_cast<CXXRecordDecl>(context);
    if (record && inner->getAccess() == AS_private)
      return false;
    if (record && inner->getAccess() == AS_protected &&
        !isSameOrBase(m_program, record, m_roles.record))
      return false;
    inner = isa<TagDecl>(context) ? cast<Decl>(context) : nullptr;
  }
  return true;
}

namespace {

/// Finds a declaration in a type or expression, as it is written, that is not accessible.
class InaccessibleFinder : public AstWalk {
public:
  explicit InaccessibleFinder(llvm::function_ref<bool(const NamedDecl *)> isAccessible)
      : m_isAccessible(isAccessible) {}

  bool visitTypedefType(TypedefType *type) override { return m_isAccessible(type->getDecl()); }
  bool visitTagType(TagType *type) override {
    if (auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(type->getDecl()))
      for (const TemplateArgument &argument : instance->getTemplateArgs().asArray())
        if (argument.getKind() == TemplateArgument::Type && !walk(argument.getAsType()))
          return false;
    return m_isAccessible(type->getDecl());
  }
  bool visitTemplateSpecializationType(TemplateSpecializationType *type) override {
    const TemplateDecl *named = type->getTemplateName().getAsTemplateDecl();
    return !named || m_isAccessible(named);
  }
  bool visitDeclRefExpr(DeclRefExpr *reference) override {
    return m_isAccessible(reference->getDecl());
  }
  bool visitMemberExpr(MemberExpr *member) override {
    return m_isAccessible(member->getMemberDecl());
  }
  bool visitCXXConstructExpr(CXXConstructExpr *construction) override {
    return m_isAccessible(construction->getConstructor());
  }

private:
  llvm::function_ref<bool(const NamedDecl *)> m_isAccessible;
};

} // namespace

bool ClassInterface::isNameable(QualType type) const {
  auto isAccessibleDecl = [&](const NamedDecl *decl) { return isAccessible(decl); };
  return InaccessibleFinder(isAccessibleDecl).walk(type);
}

//===------------------------------------------------------------------------------------------===//
// Types
//===------------------------------------------------------------------------------------------===//

static std::string fullName(QualType type, const ASTContext &ast) {
  // Clang qualifies no types of packs, as std::variant has them; of canonical types it prints all.
  auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  bool takesPack = instance && llvm::any_of(instance->getTemplateArgs().asArray(),
                                            [](const TemplateArgument &argument) {
                                              return argument.getKind() == TemplateArgument::Pack;
                                            });
  if (takesPack && type.isCanonical()) {
    PrintingPolicy policy = ast.getPrintingPolicy();
    policy.SuppressUnwrittenScope = true;
    return type.getAsString(policy);
  }
  return TypeName::getFullyQualifiedName(type, ast, ast.getPrintingPolicy());
}

/// "Mode" for a member of the class, "Inner_Mode" for a member of its member.
std::string ClassInterface::expose(QualType type) {
  const TagDecl *decl = type->getAsTagDecl();
  std::string whole = fullName(type.getCanonicalType().getUnqualifiedType(), decl->getASTContext());
  auto [found, isNew] = m_exposed.try_emplace(whole);
  if (!isNew)
    return found->second;
  std::string name = decl->getName().str();
  const DeclContext *context = decl->getDeclContext();
  for (; auto *record = dyn_cast<CXXRecordDecl>(context); context = record->getDeclContext()) {
    if (isSameOrBase(m_program, record, m_roles.record))
      break;
    name = record->getNameAsString() + "_" + name;
  }
  std::string unique = name;
  for (unsigned number = 2; !m_exposedNames.insert(unique).second; ++number)
    unique = name + std::to_string(number);
  return found->second = unique;
}

std::string ClassInterface::spellType(QualType type, const ASTContext &ast) {
  while (!isNameable(type)) {
    std::string qualifiers = type.isLocalConstQualified() ? "const " : "";
    if (auto *pointer = dyn_cast<PointerType>(type.getTypePtr())) {
      std::string lengths;
      QualType element = pointer->getPointeeType().IgnoreParens();
      while (const ConstantArrayType *array = ast.getAsConstantArrayType(element)) {
        lengths += "[" + llvm::toString(array->getSize(), 10, /*Signed=*/false) + "]";
        element = array->getElementType();
      }
      if (!lengths.empty())
        return spellType(element, ast) + " (*)" + lengths;
      return spellType(pointer->getPointeeType(), ast) + " *" +
             (type.isLocalConstQualified() ? "const" : "");
    }
    if (auto *reference = dyn_cast<ReferenceType>(type.getTypePtr()))
      return spellType(reference->getPointeeType(), ast) +
             (isa<RValueReferenceType>(reference) ? " &&" : " &");
    // One name less; what it stands for may be accessible.
    QualType next = type.getSingleStepDesugaredType(ast);
    if (next != type) {
      type = next;
      continue;
    }
    if (type->getAsTagDecl())
      return qualifiers + expose(type);
    break;
  }
  return fullName(type, ast);
}

mlir::DictionaryAttr ClassInterface::exposedTypes() const {
  llvm::SmallVector<mlir::NamedAttribute> pairs;
  for (const auto &[type, name] : m_exposed)
    pairs.emplace_back(mlir::StringAttr::get(&m_context, name),
                       mlir::StringAttr::get(&m_context, type));
  return pairs.empty() ? mlir::DictionaryAttr() : mlir::DictionaryAttr::get(&m_context, pairs);
}

//===------------------------------------------------------------------------------------------===//
// Default arguments
//===------------------------------------------------------------------------------------------===//

/// Names are looked up in the scope of the derived class, which stands where the class stands; the
/// user's macros may be gone by then.
bool ClassInterface::meansTheSame(const Expr *value, const FunctionDecl *function) const {
  const SourceManager &sources = function->getASTContext().getSourceManager();
  for (SourceLocation where : {value->getBeginLoc(), value->getEndLoc()})
    if (where.isMacroID() && !sources.isInSystemHeader(sources.getSpellingLoc(where)))
      return false;
  bool namesAnything = false;
  auto isAccessibleDecl = [&](const NamedDecl *decl) {
    namesAnything = true;
    return isAccessible(decl);
  };
  if (!InaccessibleFinder(isAccessibleDecl).walk(value))
    return false;
  auto *owner = cast<CXXMethodDecl>(function)->getParent();
  if (m_program.key(owner) == m_program.key(m_roles.record))
    return true;
  return !namesAnything && !function->getTemplateInstantiationPattern();
}

/// "-1", "2.5f", "Mode::Fast"; empty where the value is not known or has no literal.
std::string ClassInterface::spellValue(const ParmVarDecl *parameter, const Expr *value) {
  const ASTContext &ast = parameter->getASTContext();
  Expr::EvalResult result;
  if (value->isValueDependent() || !value->EvaluateAsRValue(result, ast) || result.HasSideEffects)
    return {};
  QualType type = parameter->getType().getNonReferenceType().getUnqualifiedType();
  if (result.Val.isFloat()) {
    llvm::APFloat number = result.Val.getFloat();
    if (!number.isFinite())
      return {};
    llvm::SmallString<32> text;
    number.toString(text);
    if (text.find_first_of(".eE") == llvm::StringRef::npos)
      text += ".0";
    return std::string(text) + (ast.hasSameType(type, ast.FloatTy) ? "f" : "");
  }
  if (!result.Val.isInt())
    return {};
  const llvm::APSInt &number = result.Val.getInt();
  std::string text = llvm::toString(number, 10);
  if (auto *enumeration = type->getAs<EnumType>()) {
    for (const EnumConstantDecl *constant : enumeration->getDecl()->enumerators())
      if (llvm::APSInt::isSameValue(constant->getInitVal(), number))
        return spellType(type, ast) + "::" + constant->getNameAsString();
    return "static_cast<" + spellType(type, ast) + ">(" + text + ")";
  }
  if (type->isBooleanType())
    return number.isZero() ? "false" : "true";
  // The smallest number has no literal.
  if (number.isSigned() && number.isMinSignedValue() && number.getBitWidth() == 64)
    return "(" + llvm::toString(llvm::APSInt(number + 1, false), 10) + " - 1)";
  return text + (type->isUnsignedIntegerType() ? "u" : "");
}

std::string ClassInterface::spellParameterDefault(const FunctionDecl *function, unsigned index) {
  const ASTContext &ast = function->getASTContext();
  for (const FunctionDecl *declaration : function->redecls()) {
    auto *parameter = const_cast<ParmVarDecl *>(declaration->getParamDecl(index));
    if (!parameter->hasDefaultArg() || parameter->hasInheritedDefaultArg())
      continue;
    if (parameter->hasUninstantiatedDefaultArg()) {
      bool isInvalid = false;
      m_program.sourceOf(function).whileParsing([&](Sema &sema) {
        isInvalid = sema.CheckCXXDefaultArgExpr(parameter->getLocation(),
                                                const_cast<FunctionDecl *>(declaration), parameter);
      });
      if (isInvalid)
        continue;
    }
    const Expr *value = parameter->getDefaultArg();
    if (meansTheSame(value, function)) {
      llvm::StringRef text =
          Lexer::getSourceText(CharSourceRange::getTokenRange(parameter->getDefaultArgRange()),
                               ast.getSourceManager(), ast.getLangOpts());
      if (!text.empty())
        return text.str();
    }
    if (std::string text = spellValue(parameter, value); !text.empty())
      return text;
    m_reporter.report(m_program.sourceOf(function).text().location(parameter->getSourceRange()),
                      messages::DefaultArgument,
                      {parameter->getNameAsString(), displayName(function)});
    return {};
  }
  return {};
}

std::string ClassInterface::spellDefault(const FunctionDecl *definition, unsigned parameter) {
  // A default argument needs one for each parameter behind it.
  std::string result;
  for (unsigned index = definition->getNumParams(); index > parameter; --index) {
    result = spellParameterDefault(definition, index - 1);
    if (result.empty())
      return {};
  }
  return result;
}

//===------------------------------------------------------------------------------------------===//
// Overloads
//===------------------------------------------------------------------------------------------===//

mlir::Attribute ClassInterface::forwarder(const CXXMethodDecl *method) {
  auto string = [&](llvm::StringRef text) { return mlir::StringAttr::get(&m_context, text); };
  std::string parameters, arguments;
  for (const ParmVarDecl *parameter : method->parameters()) {
    unsigned index = parameter->getFunctionScopeIndex();
    std::string name = parameter->getNameAsString();
    if (name.empty())
      name = "arg" + std::to_string(index);
    QualType type = parameter->getType();
    std::string spelling = spellType(type.getUnqualifiedType(), method->getASTContext());
    const char *separator = index > 0 ? ", " : "";
    parameters += separator + spelling + " " + name;
    if (std::string value = spellDefault(method, index); !value.empty())
      parameters += " = " + value;
    bool isMoved = type->isRValueReferenceType() || type->isRecordType();
    std::string object = spellType(type.getNonReferenceType(), method->getASTContext());
    arguments += separator + (isMoved ? "static_cast<" + object + " &&>(" + name + ")" : name);
  }
  std::string qualifiers = method->isConst() ? " const" : "";
  if (method->getRefQualifier() != RQ_None)
    qualifiers += method->getRefQualifier() == RQ_LValue ? " &" : " &&";
  if (auto *type = method->getType()->getAs<FunctionProtoType>(); type && type->isNothrow())
    qualifiers += " noexcept";
  if (method->isVirtual())
    qualifiers += " override";
  mlir::NamedAttrList pairs;
  pairs.set("result", string(spellType(method->getReturnType(), method->getASTContext())));
  pairs.set("parameters", string(parameters));
  pairs.set("arguments", string(arguments));
  pairs.set("qualifiers", string(qualifiers));
  if (method->isStatic())
    pairs.set("static", mlir::UnitAttr::get(&m_context));
  if (method->getAccess() == AS_protected)
    pairs.set("protected", mlir::UnitAttr::get(&m_context));
  return pairs.getDictionary(&m_context);
}

/// What a name finds in a class: its own declarations, else those of its bases.
static void lookup(const CXXRecordDecl *record, DeclarationName name,
                   llvm::SmallVectorImpl<const NamedDecl *> &found) {
  for (const NamedDecl *decl : record->lookup(name))
    found.push_back(decl);
  if (!found.empty())
    return;
  for (const CXXBaseSpecifier &base : record->bases())
    if (const CXXRecordDecl *baseRecord = base.getType()->getAsCXXRecordDecl();
        baseRecord && baseRecord->hasDefinition())
      lookup(baseRecord->getDefinition(), name, found);
}

mlir::ArrayAttr ClassInterface::overloads() {
  llvm::SmallVector<mlir::Attribute> result;
  std::set<std::string> done;
  for (const RoleMethod &control :
       llvm::concat<const RoleMethod>(m_roles.controls, m_roles.entries)) {
    std::string name = control.decl->getNameAsString();
    if (!done.insert(name).second)
      continue;
    // The control function may be of another translation unit: the name is looked up in that of the
    // class.
    ASTContext &ast = m_roles.record->getASTContext();
    llvm::SmallVector<const NamedDecl *> found;
    lookup(m_roles.record, DeclarationName(&ast.Idents.get(name)), found);
    llvm::SmallVector<const NamedDecl *> others;
    bool hasPrivate = false;
    for (const NamedDecl *decl : found) {
      hasPrivate |= decl->getAccess() == AS_private;
      const NamedDecl *target = decl->getUnderlyingDecl();
      if (decl->getAccess() != AS_private && !m_roles.isControl(m_program.key(target)))
        others.push_back(target);
    }
    if (others.empty() && !hasPrivate)
      continue;
    mlir::NamedAttrList pairs;
    pairs.set("name", mlir::StringAttr::get(&m_context, name));
    if (!hasPrivate) {
      pairs.set("using", mlir::UnitAttr::get(&m_context));
      if (llvm::all_of(others,
                       [](const NamedDecl *other) { return other->getAccess() == AS_protected; }))
        pairs.set("protected", mlir::UnitAttr::get(&m_context));
    } else {
      llvm::SmallVector<mlir::Attribute> functions;
      for (const NamedDecl *other : others) {
        auto *method = dyn_cast<CXXMethodDecl>(other);
        if (method && !method->isVariadic() && !method->isDeleted() &&
            !method->hasAttr<FinalAttr>())
          functions.push_back(forwarder(method));
        else
          m_reporter.report(m_program.sourceOf(other).text().location(other->getLocation()),
                            messages::HiddenOverload, {displayName(other)});
      }
      pairs.set("functions", mlir::ArrayAttr::get(&m_context, functions));
    }
    result.push_back(pairs.getDictionary(&m_context));
  }
  return result.empty() ? mlir::ArrayAttr() : mlir::ArrayAttr::get(&m_context, result);
}

mlir::ArrayAttr ClassInterface::memberNames() const {
  std::set<std::string> names;
  llvm::SmallVector<const CXXRecordDecl *> records = {m_roles.record};
  while (!records.empty()) {
    const CXXRecordDecl *record = records.pop_back_val();
    for (const Decl *decl : record->decls())
      if (auto *named = dyn_cast<NamedDecl>(decl); named && !named->isImplicit())
        if (const IdentifierInfo *name = named->getIdentifier())
          names.insert(name->getName().str());
    for (const CXXBaseSpecifier &base : record->bases())
      if (const CXXRecordDecl *baseRecord = base.getType()->getAsCXXRecordDecl();
          baseRecord && baseRecord->hasDefinition() && !m_program.isLibrary(baseRecord))
        records.push_back(baseRecord->getDefinition());
  }
  llvm::SmallVector<mlir::Attribute> result;
  for (const std::string &name : names)
    result.push_back(mlir::StringAttr::get(&m_context, name));
  return mlir::ArrayAttr::get(&m_context, result);
}
