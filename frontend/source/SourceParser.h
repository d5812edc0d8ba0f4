//===- SourceParser.h - Clang's syntax trees of the sources, kept together -------------------===//

#ifndef VKMORPH_FRONTEND_SOURCE_SOURCEPARSER_H
#define VKMORPH_FRONTEND_SOURCE_SOURCEPARSER_H

#include "frontend/Import.h"
#include "frontend/source/SourceText.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <set>

namespace clang {
class ASTContext;
class CompilerInstance;
class DependencyCollector;
class FileEntry;
class FrontendAction;
class Sema;
class SourceManager;
} // namespace clang

namespace vkmorph::frontend {

/// What a translation unit includes.
struct Includes {
  /// Spelled names of included files by unique file; the first spelling counts.
  llvm::DenseMap<const clang::FileEntry *, std::string> names;
  /// Headers of the system that the user's files include, as they spell them: <vector>.
  std::set<std::string> ofSystem;
  /// Whether the user's files define macros whose names C++ reserves (_X), which such headers may
  /// ask for.
  bool definesReserved = false;
};

/// One translation unit after parsing. Syntax tree and semantic analyser stay alive until it is
/// destroyed.
class ParsedSource {
public:
  ParsedSource(mlir::MLIRContext &context, unsigned index);
  ~ParsedSource();
  ParsedSource(const ParsedSource &) = delete;
  ParsedSource &operator=(const ParsedSource &) = delete;

  /// Parses with these options of clang's driver (argv, program name first). False where clang
  /// reported an error.
  bool parse(llvm::ArrayRef<std::string> arguments);

  clang::ASTContext &ast() const;
  clang::SourceManager &sources() const;
  clang::Sema &sema() const;
  /// Calls `act`, which instantiates templates, as if the source were still being parsed: clang
  /// looks at the scope that the parser is in.
  void whileParsing(llvm::function_ref<void(clang::Sema &)> act) const;
  /// Where things are in the source, and what the comments beside them say.
  SourceText &text() { return *m_text; }
  /// Its position in the list of sources.
  unsigned index() const { return m_index; }
  llvm::ArrayRef<std::string> dependencies() const;
  /// How the source spells the name of a header that it includes; the file's own name for the main
  /// file.
  std::string includeName(clang::SourceLocation where) const;
  const Includes &includes() const { return *m_includes; }

private:
  mlir::MLIRContext &m_context;
  unsigned m_index;
  std::unique_ptr<clang::CompilerInstance> m_compiler;
  std::unique_ptr<clang::FrontendAction> m_action;
  std::shared_ptr<clang::DependencyCollector> m_dependencies;
  std::shared_ptr<Includes> m_includes;
  std::unique_ptr<SourceText> m_text;
  bool m_begun = false;
};

/// The driver's command line for one source: from the compilation database where there is one, then
/// the user's. An empty result means that an error was reported.
std::vector<std::string> makeClangArguments(mlir::MLIRContext &context,
                                            const ImportOptions &options,
                                            const std::string &source);

/// Parses all sources; empty where there was an error in one of them (all are parsed before giving
/// up).
std::vector<std::unique_ptr<ParsedSource>> parseSources(mlir::MLIRContext &context,
                                                        const ImportOptions &options,
                                                        std::vector<std::string> *dependencies);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_SOURCE_SOURCEPARSER_H
