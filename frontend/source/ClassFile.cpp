//===- ClassFile.cpp - What the file that declares the class defines -------------------------===//

#include "frontend/source/ClassFile.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {

/// Looks for definitions in one file and in those that it includes.
class DefinitionFinder {
public:
  DefinitionFinder(ParsedSource &source, clang::SourceLocation where)
      : m_ast(source.ast()), m_sources(source.sources()), m_file(fileOf(where)) {}

  void visit(const clang::DeclContext *context) {
    for (const clang::Decl *decl : context->decls()) {
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(decl))
        visit(llvm::cast<clang::DeclContext>(decl));
      else if (isDefinedOnce(decl) && isIncluded(decl->getLocation()))
        found.push_back(llvm::cast<clang::NamedDecl>(decl));
    }
  }

  /// The declarations of the file, in the order of the source.
  std::vector<const clang::NamedDecl *> found;

private:
  const clang::FileEntry *fileOf(clang::SourceLocation where) const {
    return m_sources.getFileEntryForID(m_sources.getFileID(m_sources.getFileLoc(where)));
  }

  /// Whether the linker takes it from one object file only.
  bool isDefinedOnce(const clang::Decl *decl) const {
    if (decl->hasAttr<clang::WeakAttr>() || decl->hasAttr<clang::SelectAnyAttr>())
      return false;
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
      return function->isThisDeclarationADefinition() && !function->isDependentContext() &&
             m_ast.GetGVALinkageForFunction(function) == clang::GVA_StrongExternal;
    auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
    return variable && !variable->getDeclContext()->isDependentContext() &&
           !llvm::isa<clang::VarTemplatePartialSpecializationDecl>(variable) &&
           variable->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly &&
           m_ast.GetGVALinkageForVariable(variable) == clang::GVA_StrongExternal;
  }

  /// Whether the file has it, or one that it includes.
  bool isIncluded(clang::SourceLocation where) const {
    for (; where.isValid(); where = m_sources.getIncludeLoc(m_sources.getFileID(where))) {
      where = m_sources.getFileLoc(where);
      if (fileOf(where) == m_file)
        return true;
    }
    return false;
  }

  clang::ASTContext &m_ast;
  clang::SourceManager &m_sources;
  const clang::FileEntry *m_file;
};

} // namespace

void vkmorph::frontend::checkClassFile(Program &program, Reporter &reporter,
                                       const clang::CXXRecordDecl *record) {
  ParsedSource &source = program.sourceOf(record);
  DefinitionFinder finder(source, record->getLocation());
  finder.visit(source.ast().getTranslationUnitDecl());
  if (finder.found.empty())
    return;
  const clang::NamedDecl *first = finder.found.front();
  llvm::SmallVector<Reporter::Note> notes;
  for (const clang::NamedDecl *other : llvm::drop_begin(finder.found))
    if (notes.size() < 3)
      notes.push_back(
          {source.text().location(other->getLocation()), "so is '" + displayName(other) + "'"});
  reporter.report(
      source.text().location(first->getLocation()), diag::DefinedAgain,
      {displayName(first), source.includeName(record->getLocation()), qualifiedName(record)},
      notes);
}
