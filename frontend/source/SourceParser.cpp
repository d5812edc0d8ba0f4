//===- SourceParser.cpp - Clang's syntax trees of the sources, kept together -----------------===//

#include "frontend/source/SourceParser.h"

#include "frontend/Diagnostics.h"
#include "frontend/roles/SizeAttributes.h"
#include "frontend/source/Program.h"
#include "vkmorph/BuildInfo.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace vkmorph::frontend;
using llvm::StringRef;

namespace {

/// Lets clang skip the bodies of the standard library, which are never translated. It parses those
/// all the same that a constant expression or a deduced type may need.
class SkipLibraryBodies : public clang::ASTConsumer {
public:
  bool shouldSkipFunctionBody(clang::Decl *decl) override {
    const clang::SourceManager &sources = decl->getASTContext().getSourceManager();
    return isOfStandardLibrary(decl) && sources.isInSystemHeader(decl->getLocation());
  }
};

/// Writes down what is included.
class IncludeWatcher : public clang::PPCallbacks {
public:
  IncludeWatcher(const clang::SourceManager &sources, std::shared_ptr<Includes> includes)
      : m_sources(sources), m_includes(std::move(includes)) {}

  void InclusionDirective(clang::SourceLocation where, const clang::Token &, StringRef fileName,
                          bool isAngled, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          StringRef, StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind kind) override {
    if (!file)
      return;
    m_includes->names.try_emplace(&file->getFileEntry(), fileName.str());
    if (isAngled && clang::SrcMgr::isSystem(kind) && isOfUser(where))
      m_includes->ofSystem.insert(fileName.str());
  }

  void MacroDefined(const clang::Token &name, const clang::MacroDirective *) override {
    if (name.getIdentifierInfo()->getName().starts_with("_") && isOfUser(name.getLocation()))
      m_includes->definesReserved = true;
  }

private:
  bool isOfUser(clang::SourceLocation where) const {
    return !m_sources.isInSystemHeader(where) && !m_sources.isWrittenInBuiltinFile(where) &&
           !m_sources.isWrittenInCommandLineFile(where);
  }

  const clang::SourceManager &m_sources;
  std::shared_ptr<Includes> m_includes;
};

class ParseAction : public clang::ASTFrontendAction {
public:
  explicit ParseAction(std::shared_ptr<Includes> includes) : m_includes(std::move(includes)) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        StringRef) override {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<IncludeWatcher>(compiler.getSourceManager(), m_includes));
    return std::make_unique<SkipLibraryBodies>();
  }

private:
  std::shared_ptr<Includes> m_includes;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// One source
//===------------------------------------------------------------------------------------------===//

ParsedSource::ParsedSource(mlir::MLIRContext &context, unsigned index)
    : m_context(context), m_index(index), m_includes(std::make_shared<Includes>()) {}

ParsedSource::~ParsedSource() {
  if (m_begun)
    m_action->EndSourceFile();
}

clang::ASTContext &ParsedSource::ast() const { return m_compiler->getASTContext(); }

clang::SourceManager &ParsedSource::sources() const { return m_compiler->getSourceManager(); }

clang::Sema &ParsedSource::sema() const { return m_compiler->getSema(); }

void ParsedSource::whileParsing(llvm::function_ref<void(clang::Sema &)> act) const {
  clang::Parser parser(m_compiler->getPreprocessor(), sema(), /*SkipFunctionBodies=*/false);
  parser.EnterScope(clang::Scope::DeclScope);
  act(sema());
  parser.ExitScope();
}

/// What sources of programs for several threads include, and clang has not without a runtime for
/// them: names that host code may call. Loops need none of them.
static constexpr llvm::StringLiteral kOmpHeader = R"(#pragma once
typedef struct { void *state; } omp_lock_t;
typedef struct { void *state; } omp_nest_lock_t;
extern "C" {
int omp_get_max_threads(void);
int omp_get_num_procs(void);
int omp_get_num_threads(void);
int omp_get_thread_num(void);
int omp_in_parallel(void);
int omp_get_dynamic(void);
double omp_get_wtick(void);
double omp_get_wtime(void);
void omp_set_dynamic(int enabled);
void omp_set_num_threads(int count);
void omp_init_lock(omp_lock_t *lock);
void omp_destroy_lock(omp_lock_t *lock);
void omp_set_lock(omp_lock_t *lock);
void omp_unset_lock(omp_lock_t *lock);
int omp_test_lock(omp_lock_t *lock);
}
)";

/// Adds a folder of headers behind all others that are searched.
static void addOwnHeaders(clang::CompilerInstance &compiler) {
  static constexpr llvm::StringLiteral folder = "/vkmorph-headers";
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->addFile(folder + "/omp.h", /*ModificationTime=*/0,
                 llvm::MemoryBuffer::getMemBuffer(kOmpHeader));
  auto all =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  all->pushOverlay(files);
  compiler.getHeaderSearchOpts().AddPath(folder, clang::frontend::After, /*IsFramework=*/false,
                                         /*IgnoreSysRoot=*/true);
  compiler.createFileManager(all);
}

bool ParsedSource::parse(llvm::ArrayRef<std::string> arguments) {
  std::vector<const char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(argument.c_str());

  clang::CreateInvocationOptions options;
  options.Diags = clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions());
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(argv, options);
  if (!invocation || invocation->getFrontendOpts().Inputs.empty() ||
      options.Diags->hasErrorOccurred())
    return false;
  // The syntax tree outlives the action, so it is freed like any other object.
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getFrontendOpts().SkipFunctionBodies = true;

  m_compiler = std::make_unique<clang::CompilerInstance>();
  m_compiler->setInvocation(std::move(invocation));
  m_compiler->createDiagnostics();
  if (!m_compiler->createTarget())
    return false;
  addOwnHeaders(*m_compiler);
  m_dependencies = std::make_shared<clang::DependencyCollector>();
  m_compiler->addDependencyCollector(m_dependencies);
  m_action = std::make_unique<ParseAction>(m_includes);
  if (!m_action->BeginSourceFile(*m_compiler, m_compiler->getFrontendOpts().Inputs.front()))
    return false;
  m_begun = true;
  if (llvm::Error error = m_action->Execute()) {
    llvm::consumeError(std::move(error));
    return false;
  }
  m_text = std::make_unique<SourceText>(m_context, sources(), ast().getLangOpts());
  return !m_compiler->getDiagnostics().hasErrorOccurred();
}

llvm::ArrayRef<std::string> ParsedSource::dependencies() const {
  return m_dependencies ? m_dependencies->getDependencies() : llvm::ArrayRef<std::string>();
}

std::string ParsedSource::includeName(clang::SourceLocation where) const {
  clang::FileID id = sources().getFileID(sources().getFileLoc(where));
  clang::OptionalFileEntryRef entry = sources().getFileEntryRefForID(id);
  if (!entry)
    return {};
  auto found = m_includes->names.find(&entry->getFileEntry());
  if (id != sources().getMainFileID() && found != m_includes->names.end())
    return found->second;
  return llvm::sys::path::filename(entry->getName()).str();
}

//===------------------------------------------------------------------------------------------===//
// Command lines
//===------------------------------------------------------------------------------------------===//

/// A clang that looks for its own headers beside our binary finds nothing there.
static std::string findResourceDir(const ImportOptions &options) {
  if (!options.resourceDir.empty())
    return options.resourceDir;
  auto holdsHeaders = [](StringRef folder) {
    llvm::SmallString<128> header(folder);
    llvm::sys::path::append(header, "include", "stddef.h");
    return llvm::sys::fs::exists(header);
  };
  if (!options.executable.empty()) {
    llvm::SmallString<128> beside(llvm::sys::path::parent_path(options.executable));
    llvm::sys::path::append(beside, "..", "lib", "clang", llvm::Twine(VKMORPH_CLANG_VERSION_MAJOR));
    if (holdsHeaders(beside))
      return std::string(beside);
  }
  if (holdsHeaders(VKMORPH_CLANG_RESOURCE_DIR))
    return VKMORPH_CLANG_RESOURCE_DIR;
  return {};
}

/// The options that a compilation database has for a source, without compiler, output and the
/// source itself.
static std::optional<std::vector<std::string>> databaseArguments(mlir::MLIRContext &context,
                                                                 const ImportOptions &options,
                                                                 const std::string &source) {
  using namespace clang::tooling;
  std::string message;
  std::unique_ptr<CompilationDatabase> database =
      CompilationDatabase::loadFromDirectory(options.compilationDatabase, message);
  if (!database) {
    // One line for each kind of database that was looked for; the last one is about
    // compile_commands.json.
    message = StringRef(message).rtrim().rsplit('\n').second.str();
    report(mlir::UnknownLoc::get(&context), vkmorph::frontend::diag::DatabaseUnreadable,
           {options.compilationDatabase, message});
    return std::nullopt;
  }
  llvm::SmallString<256> path(source);
  llvm::sys::fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  std::vector<CompileCommand> commands = database->getCompileCommands(path);
  if (commands.empty()) {
    report(mlir::UnknownLoc::get(&context), vkmorph::frontend::diag::DatabaseLacksSource,
           {options.compilationDatabase, source});
    return std::nullopt;
  }
  const CompileCommand &command = commands.front();
  ArgumentsAdjuster adjust = combineAdjusters(
      combineAdjusters(getClangStripOutputAdjuster(), getClangSyntaxOnlyAdjuster()),
      getClangStripDependencyFileAdjuster());
  std::vector<std::string> result;
  const CommandLineArguments adjusted = adjust(command.CommandLine, command.Filename);
  for (const std::string &argument : llvm::drop_begin(adjusted)) {
    llvm::SmallString<256> asPath(argument);
    llvm::sys::fs::make_absolute(command.Directory, asPath);
    llvm::sys::path::remove_dots(asPath, /*remove_dot_dot=*/true);
    if (argument != command.Filename && asPath != path && argument != "--")
      result.push_back(argument);
  }
  // Paths in the database are relative to its folder; sources keep the spelling that messages show.
  result.push_back("-working-directory=" + command.Directory);
  return result;
}

std::vector<std::string> vkmorph::frontend::makeClangArguments(mlir::MLIRContext &context,
                                                               const ImportOptions &options,
                                                               const std::string &source) {
  std::vector<std::string> arguments = {"clang++", "-fsyntax-only"};
  std::string input = source;
  if (std::string folder = findResourceDir(options); !folder.empty())
    arguments.push_back("-resource-dir=" + folder);
  if (!options.compilationDatabase.empty()) {
    std::optional<std::vector<std::string>> fromDatabase =
        databaseArguments(context, options, source);
    if (!fromDatabase)
      return {};
    llvm::append_range(arguments, *fromDatabase);
    llvm::SmallString<256> path(source);
    llvm::sys::fs::make_absolute(path);
    input = std::string(path);
  }
  llvm::append_range(arguments, options.clangArguments);
  // No more than a warning to g++ and MSVC, and without a meaning in C++17.
  arguments.push_back("-Wno-register");
  // A header is C to clang's driver.
  StringRef extension = llvm::sys::path::extension(source);
  if (extension.starts_with(".h") || extension.empty())
    arguments.push_back("-xc++");
  arguments.push_back("--");
  arguments.push_back(input);
  return arguments;
}

std::vector<std::unique_ptr<ParsedSource>>
vkmorph::frontend::parseSources(mlir::MLIRContext &context, const ImportOptions &options,
                                std::vector<std::string> *dependencies) {
  registerSizeAttribute();
  std::vector<std::unique_ptr<ParsedSource>> parsed;
  bool failed = false;
  for (const std::string &source : options.sources) {
    std::vector<std::string> arguments = makeClangArguments(context, options, source);
    if (arguments.empty()) {
      failed = true;
      continue;
    }
    auto unit = std::make_unique<ParsedSource>(context, parsed.size());
    failed |= !unit->parse(arguments);
    if (dependencies)
      for (const std::string &file : unit->dependencies())
        if (!llvm::is_contained(*dependencies, file))
          dependencies->push_back(file);
    parsed.push_back(std::move(unit));
  }
  if (failed)
    parsed.clear();
  return parsed;
}
