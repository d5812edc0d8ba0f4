//===- Program.h - All translation units as one program --------------------------------------===//

#ifndef VKMORPH_FRONTEND_SOURCE_PROGRAM_H
#define VKMORPH_FRONTEND_SOURCE_PROGRAM_H

#include "frontend/source/SourceParser.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"

namespace vkmorph::frontend {

/// The declarations of all sources, merged by identity: two declarations are one where their USR
/// (clang's name for a declaration across translation units) is the same; of internal linkage,
/// where they stand in one file as well.
class Program {
public:
  explicit Program(std::vector<std::unique_ptr<ParsedSource>> sources);

  llvm::ArrayRef<std::unique_ptr<ParsedSource>> sources() const { return m_sources; }
  ParsedSource &sourceOf(const clang::Decl *decl) const;

  /// What names a declaration in all translation units.
  std::string key(const clang::NamedDecl *decl) const;

  /// The declaration of `function` that has the body: in its own translation unit, else in another
  /// one. Null where no source has it. Instances of templates are made where clang had no need for
  /// them yet.
  const clang::FunctionDecl *definition(const clang::FunctionDecl *function);

  /// The declarations of functions outside of system headers that a name can mean, with or without
  /// the namespaces and classes that they are in.
  llvm::SmallVector<const clang::FunctionDecl *> functionsNamed(llvm::StringRef name) const;

  /// All declarations of a function in all translation units.
  llvm::SmallVector<const clang::FunctionDecl *> declarations(const clang::FunctionDecl *function);

  /// The classes that the sources define outside of system headers, each once, in order; members of
  /// classes and instances of templates included.
  llvm::ArrayRef<const clang::CXXRecordDecl *> classes() const { return m_classes; }

  bool isLibrary(const clang::Decl *decl) const;

private:
  void collect(const clang::DeclContext *context);
  void addClass(const clang::CXXRecordDecl *record);

  std::vector<std::unique_ptr<ParsedSource>> m_sources;
  std::vector<const clang::CXXRecordDecl *> m_classes;
  llvm::StringMap<char> m_classKeys;
  /// Functions outside of system headers by the name alone, so that no USR is made for those that
  /// nobody asks about.
  llvm::StringMap<llvm::SmallVector<const clang::FunctionDecl *, 2>> m_functionsByName;
};

/// Whether a declaration is of the standard library: in namespace std, or a member of what is.
bool isOfStandardLibrary(const clang::Decl *decl);

/// Whether a name can mean what is called `whole`: "Numbers" and "linalg::Numbers" both name
/// linalg::Numbers; blanks do not count.
bool isMeant(llvm::StringRef whole, llvm::StringRef name);
std::string withoutBlanks(llvm::StringRef text);

/// "linalg::Filter<float>": the name a user would write.
std::string qualifiedName(const clang::NamedDecl *decl);
/// The same without namespaces and enclosing classes.
std::string plainName(const clang::NamedDecl *decl);
/// "linalg::Numbers::kernel1D_Sum": for messages.
std::string displayName(const clang::NamedDecl *decl);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_SOURCE_PROGRAM_H
