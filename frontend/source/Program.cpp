//===- Program.cpp - All translation units as one program ------------------------------------===//

#include "frontend/source/Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Index/USRGeneration.h"
#include "clang/Sema/Sema.h"

using namespace vkmorph::frontend;
using namespace clang;

Program::Program(std::vector<std::unique_ptr<ParsedSource>> sources)
    : m_sources(std::move(sources)) {
  for (const std::unique_ptr<ParsedSource> &source : m_sources)
    collect(source->ast().getTranslationUnitDecl());
}

ParsedSource &Program::sourceOf(const Decl *decl) const {
  for (const std::unique_ptr<ParsedSource> &source : m_sources)
    if (&source->ast() == &decl->getASTContext())
      return *source;
  llvm_unreachable("every declaration belongs to a source");
}

bool Program::isLibrary(const Decl *decl) const {
  const SourceManager &sources = decl->getASTContext().getSourceManager();
  return decl->getLocation().isInvalid() || sources.isInSystemHeader(decl->getLocation());
}

bool vkmorph::frontend::isOfStandardLibrary(const Decl *decl) {
  for (const DeclContext *context = decl->getDeclContext(); context;
       context = context->getParent()) {
    // libstdc++ has its iterators outside of std.
    auto *space = dyn_cast<NamespaceDecl>(context);
    if (context->isStdNamespace() || (space && space->getName() == "__gnu_cxx"))
      return true;
  }
  return false;
}

//===------------------------------------------------------------------------------------------===//
// What is there
//===------------------------------------------------------------------------------------------===//

void Program::addClass(const CXXRecordDecl *record) {
  const CXXRecordDecl *definition = record->getDefinition();
  if (!definition || definition != record || record->isDependentContext() || record->isLambda() ||
      record->isUnion())
    return;
  if (m_classKeys.try_emplace(key(record)).second)
    m_classes.push_back(record);
  collect(record);
}

void Program::collect(const DeclContext *context) {
  for (const Decl *decl : context->decls()) {
    if (isLibrary(decl))
      continue;
    if (auto *function = dyn_cast<FunctionDecl>(decl))
      m_functionsByName[function->getNameAsString()].push_back(function);
    else if (auto *record = dyn_cast<CXXRecordDecl>(decl))
      addClass(record);
    else if (auto *classTemplate = dyn_cast<ClassTemplateDecl>(decl)) {
      for (const ClassTemplateSpecializationDecl *instance : classTemplate->specializations())
        addClass(instance);
    } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(decl)) {
      collect(cast<DeclContext>(decl));
    }
  }
}

//===------------------------------------------------------------------------------------------===//
// Identity
//===------------------------------------------------------------------------------------------===//

/// Where a type that has no name of its own, or one that only its function knows, is declared: USRs
/// do not tell the lambdas of one function apart.
static void addPlaces(ArrayRef<TemplateArgument> arguments, llvm::raw_ostream &os) {
  for (const TemplateArgument &argument : arguments) {
    if (argument.getKind() == TemplateArgument::Pack)
      addPlaces(argument.getPackAsArray(), os);
    if (argument.getKind() != TemplateArgument::Type)
      continue;
    const CXXRecordDecl *record = argument.getAsType().getNonReferenceType()->getAsCXXRecordDecl();
    if (!record)
      continue;
    const SourceManager &sources = record->getASTContext().getSourceManager();
    if (record->isLambda() || record->getParentFunctionOrMethod())
      os << "@" << sources.getFileOffset(sources.getFileLoc(record->getLocation()));
    if (auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record))
      addPlaces(instance->getTemplateArgs().asArray(), os);
  }
}

std::string Program::key(const NamedDecl *decl) const {
  llvm::SmallString<128> usr;
  if (index::generateUSRForDecl(decl, usr))
    llvm::raw_svector_ostream(usr) << "#" << decl->getQualifiedNameAsString();
  if (!decl->hasExternalFormalLinkage()) {
    // The USR has the file's name without its folder.
    const SourceManager &sources = decl->getASTContext().getSourceManager();
    const Decl *canonical = decl->getCanonicalDecl();
    OptionalFileEntryRef file = sources.getFileEntryRefForID(
        sources.getFileID(sources.getFileLoc(canonical->getLocation())));
    llvm::raw_svector_ostream(usr) << "@";
    if (file)
      llvm::raw_svector_ostream(usr) << file->getName();
    // Local structs of one function body differ by place only.
    if (decl->getParentFunctionOrMethod())
      llvm::raw_svector_ostream(usr)
          << "@" << sources.getFileOffset(sources.getFileLoc(canonical->getLocation()));
  }
  if (auto *function = dyn_cast<FunctionDecl>(decl))
    if (const TemplateArgumentList *arguments = function->getTemplateSpecializationArgs()) {
      llvm::raw_svector_ostream os(usr);
      addPlaces(arguments->asArray(), os);
    }
  return std::string(usr);
}

/// The redeclaration that has a body which clang has parsed.
static const FunctionDecl *bodyIn(const FunctionDecl *function) {
  const FunctionDecl *definition = nullptr;
  if (function->hasBody(definition) && !definition->hasSkippedBody() &&
      !definition->isDependentContext())
    return definition;
  return nullptr;
}

const FunctionDecl *Program::definition(const FunctionDecl *function) {
  if (const FunctionDecl *found = bodyIn(function))
    return found;
  // A member of a class template or a function template that clang has not instantiated, since
  // nothing of the source itself uses it.
  if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
      pattern && bodyIn(function) == nullptr) {
    auto *instance = const_cast<FunctionDecl *>(function);
    sourceOf(function).whileParsing([&](Sema &sema) {
      sema.InstantiateFunctionDefinition(function->getLocation(), instance, /*Recursive=*/true,
                                         /*DefinitionRequired=*/false, /*AtEndOfTU=*/true);
    });
    if (const FunctionDecl *found = bodyIn(function))
      return found;
  }
  if (!function->hasExternalFormalLinkage())
    return nullptr;
  for (const FunctionDecl *other : declarations(function))
    if (const FunctionDecl *found = bodyIn(other))
      return found;
  return nullptr;
}

llvm::SmallVector<const FunctionDecl *> Program::declarations(const FunctionDecl *function) {
  llvm::SmallVector<const FunctionDecl *> result(function->redecls());
  auto found = m_functionsByName.find(function->getNameAsString());
  if (found == m_functionsByName.end() || !function->hasExternalFormalLinkage())
    return result;
  std::string wanted = key(function);
  for (const FunctionDecl *other : found->second)
    if (&other->getASTContext() != &function->getASTContext() && key(other) == wanted)
      result.push_back(other);
  return result;
}

llvm::SmallVector<const FunctionDecl *> Program::functionsNamed(StringRef name) const {
  llvm::SmallVector<const FunctionDecl *> result;
  // Behind the last "::" that is no part of a template's arguments.
  StringRef plain = name.trim();
  for (size_t colons = plain.find("::"); colons != StringRef::npos; colons = plain.find("::")) {
    if (plain.take_front(colons).count('<') != plain.take_front(colons).count('>'))
      colons = plain.rfind("::");
    plain = plain.drop_front(colons + 2);
  }
  auto found = m_functionsByName.find(plain);
  if (found != m_functionsByName.end())
    llvm::copy_if(found->second, std::back_inserter(result), [&](const FunctionDecl *function) {
      return isMeant(qualifiedName(function), name);
    });
  return result;
}

//===------------------------------------------------------------------------------------------===//
// Names
//===------------------------------------------------------------------------------------------===//

std::string vkmorph::frontend::withoutBlanks(StringRef text) {
  std::string result;
  llvm::copy_if(text, std::back_inserter(result), [](char c) { return c != ' '; });
  return result;
}

bool vkmorph::frontend::isMeant(StringRef whole, StringRef name) {
  std::string wanted = withoutBlanks(name);
  StringRef asked = wanted;
  asked.consume_front("::");
  std::string known = withoutBlanks(whole);
  return known == asked || StringRef(known).ends_with("::" + asked.str());
}

static std::string nameOf(const NamedDecl *decl, bool qualified) {
  PrintingPolicy policy(decl->getASTContext().getLangOpts());
  policy.adjustForCPlusPlus();
  policy.SuppressUnwrittenScope = true;
  policy.SuppressInlineNamespace = false;
  std::string name;
  llvm::raw_string_ostream stream(name);
  decl->getNameForDiagnostic(stream, policy, qualified);
  return name;
}

std::string vkmorph::frontend::qualifiedName(const NamedDecl *decl) { return nameOf(decl, true); }
std::string vkmorph::frontend::plainName(const NamedDecl *decl) { return nameOf(decl, false); }
std::string vkmorph::frontend::displayName(const NamedDecl *decl) {
  std::string name = nameOf(decl, false);
  if (auto *method = dyn_cast<CXXMethodDecl>(decl))
    if (!isa<CXXConstructorDecl>(decl))
      return nameOf(method->getParent(), false) + "::" + name;
  return name;
}
