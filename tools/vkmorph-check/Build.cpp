//===- Build.cpp - Generates, compiles and links the programs of all variants -----------------===//

#include "Build.h"

#include "LinkCommand.h"
#include "Process.h"
#include "Stamps.h"
#include "vkmorph/BuildInfo.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/ThreadPool.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>

using namespace vkmorph;
using namespace vkmorph::check;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//===------------------------------------------------------------------------------------------===//
// Building
//===------------------------------------------------------------------------------------------===//

namespace {

struct Compiler {
  std::string program;
  std::string identity; ///< changes when the program does
};

/// A header that many files begin with, compiled ahead for all classes whose options are alike.
struct Prelude {
  std::vector<std::string> flags; ///< none where it could not be compiled
  std::string identity;           ///< what it was made from
};

class ProgramBuilder {
public:
  ProgramBuilder(const ClassModel &model, const Options &options, const Installation &installation,
                 const WorkFolder &folder)
      : model(model), options(options), installation(installation), folder(folder) {}

  std::vector<Program> build(const CommonParts &common, llvm::ArrayRef<const Variant *> variants,
                             const std::string &harness);
  /// Before buildMutant.
  std::optional<BuildFailure> prepareMutants(const Program &program);
  std::optional<BuildFailure> buildMutant(const Program &program, const std::string &folder,
                                          const std::string &target);

private:
  using Failure = std::optional<BuildFailure>;

  Failure findCompilers();
  struct Translation {
    Program *program;
    std::vector<std::string> command;
    std::string messages, dependencies; ///< files
    std::string identity;               ///< of what makes it
    bool isKept;
  };
  std::optional<Translation> findStale(Program &program);
  void finish(const Translation &translation);
  Failure generate(const Translation &translation);
  std::vector<Translation> generateTogether(std::vector<Translation> translations);
  void generateAll(std::vector<Program> &programs, llvm::ThreadPoolInterface &pool);
  Failure compile(const Compiler &compiler, const std::string &source, const std::string &target,
                  const std::vector<std::string> &flags, const Prelude &prelude = {},
                  llvm::StringRef withoutWarnings = "",
                  llvm::function_ref<const SourceAhead &()> getAhead = nullptr);
  Prelude compileAhead(const Compiler &compiler, const std::vector<std::string> &flags,
                       const std::string &text);
  void compilePreludes(llvm::ArrayRef<Program> programs, llvm::ThreadPoolInterface &pool);
  Prelude compileHeadersOf(size_t source);
  void compileSource(const Compiler &compiler, const std::vector<std::string> &flags,
                     const Prelude &prelude, const CommonParts &common, SourceAhead &ahead);
  std::vector<const ClassModel *> findAlike(const CommonParts &common) const;
  std::string writeWhole(const std::string &source, const std::string &object,
                         llvm::ArrayRef<const ClassModel *> models);
  void buildAlike(std::vector<Program> &programs, const CommonParts &common,
                  const std::vector<std::string> &userObjects, llvm::ThreadPoolInterface &pool);
  Failure link(const std::string &target, const std::vector<std::string> &objects);
  Failure run(const std::string &step, const std::vector<std::string> &command,
              const std::string &outputFile);
  void show(const std::vector<std::string> &command);
  std::string sourceOf(const Program &program) const {
    return join(program.generated, model.info.stem + "_generated.cpp");
  }
  std::vector<std::string> includeFlags() const;
  std::vector<std::string> userFlags() const;
  std::vector<std::string> runtimeFlags() const;
  std::vector<std::string> classFlags() const;
  std::vector<std::string> samplingFlags() const;
  std::vector<std::string> harnessFlags() const;

  const ClassModel &model;
  const Options &options;
  const Installation &installation;
  const WorkFolder &folder;
  Compiler cxx;   ///< the user's, for generated code
  Compiler clang; ///< for the class and what calls it: it loads the pass that perturbs arithmetic
  Prelude preludes[2]; ///< of generated code, and of the harness
  std::mutex printing;
};

} // namespace

/// Changes when the program does.
static std::string identityOf(const std::string &program) {
  fs::file_status status;
  fs::status(program, status);
  return std::to_string(status.getSize()) + " " +
         std::to_string(llvm::sys::toTimeT(status.getLastModificationTime()));
}

/// The first of some programs that there is.
static std::optional<Compiler> findCompiler(llvm::ArrayRef<std::string> names) {
  for (const std::string &name : names) {
    auto found = llvm::sys::findProgramByName(name);
    if (!found || !fs::can_execute(*found))
      continue;
    return Compiler{*found, identityOf(*found)};
  }
  return std::nullopt;
}

ProgramBuilder::Failure ProgramBuilder::findCompilers() {
  // $CXX, else what there is.
  std::vector<std::string> names = {"c++", "g++", "clang++-19", "clang++"};
  if (const char *wanted = std::getenv("CXX"); wanted && *wanted)
    names = {wanted};
  std::optional<Compiler> found = findCompiler(names);
  if (!found)
    return BuildFailure{"looking for a C++ compiler", "", "there is none; $CXX names one\n", 0};
  cxx = *found;
  // The pass is for clang of the version that vkmorph was built with.
  found = findCompiler({VKMORPH_CHECK_CLANG_NAME, VKMORPH_CHECK_CLANG});
  if (!found)
    return BuildFailure{"looking for clang", "",
                        "there is no " VKMORPH_CHECK_CLANG_NAME ", which compiles the class\n", 0};
  clang = *found;
  clang.identity += " " + hashOf(readFile(installation.perturbation));
  return std::nullopt;
}

void ProgramBuilder::show(const std::vector<std::string> &command) {
  if (!options.verbose)
    return;
  std::lock_guard<std::mutex> lock(printing);
  llvm::errs() << spellCommand(command) << "\n";
}

ProgramBuilder::Failure ProgramBuilder::run(const std::string &step,
                                            const std::vector<std::string> &command,
                                            const std::string &outputFile) {
  show(command);
  ProcessResult result = runProcess(command, outputFile);
  if (result.status == 0)
    return std::nullopt;
  std::string said = result.output;
  if (!result.explanation.empty())
    said += result.explanation + "\n";
  return BuildFailure{step, spellCommand(command), said, result.status};
}

/// Whether a translation depends on more than files: on the device that is there.
static bool asksDevice(llvm::ArrayRef<std::string> command) {
  for (size_t i = 0; i < command.size(); ++i)
    if (command[i] == "--target=probe" ||
        (command[i] == "--target" && i + 1 < command.size() && command[i + 1] == "probe"))
      return true;
  return false;
}

std::vector<std::string> vkmorph::check::translationCommand(const ClassModel &model,
                                                            const Options &options,
                                                            const Installation &installation,
                                                            const Variant &variant,
                                                            const std::vector<std::string> &more) {
  std::vector<std::string> command = {installation.vkmorph};
  command.insert(command.end(), options.import.sources.begin(), options.import.sources.end());
  command.push_back("--class=" + model.info.qualifiedBase);
  llvm::append_range(command, more);
  if (!options.import.resourceDir.empty())
    command.push_back("--resource-dir=" + options.import.resourceDir);
  if (!options.import.config.empty())
    command.push_back("--config=" + options.import.config);
  for (const std::string &kernel : options.assumeIndependent)
    command.push_back("--assume-independent=" + kernel);
  if (options.assumeNoNan)
    command.push_back("--assume-no-nan");
  for (const std::string &option : variant.options)
    command.push_back(option);
  command.insert(command.end(), options.compilerOptions.begin(), options.compilerOptions.end());
  command.push_back("--");
  const std::vector<std::string> &clang = options.import.clangArguments;
  command.insert(command.end(), clang.begin(), clang.end());
  return command;
}

/// How a program's code is generated; nothing where what was generated last time is up to date.
std::optional<ProgramBuilder::Translation> ProgramBuilder::findStale(Program &program) {
  std::string base = folder.path(program.variant->name);
  Translation translation;
  translation.program = &program;
  translation.dependencies = join(base, "vkmorph.d");
  translation.command =
      translationCommand(model, options, installation, *program.variant,
                         {"-o", program.generated, "--force", "-MF", translation.dependencies});
  // A compiler of the user's may be a script that runs anything.
  translation.isKept = options.vkmorph.empty() && !asksDevice(translation.command);
  translation.messages = join(base, "vkmorph.txt");
  translation.identity = identityOf(installation.vkmorph) + " " + spellCommand(translation.command);
  if (translation.isKept && isFresh(translation.messages, translation.identity))
    return std::nullopt;
  fs::remove(translation.messages + ".stamp");
  return translation;
}

/// Of one that has been made.
void ProgramBuilder::finish(const Translation &translation) {
  if (!translation.isKept)
    return;
  std::vector<std::string> files = parseDependencies(readFile(translation.dependencies));
  for (llvm::StringRef suffix : {"_generated.h", "_generated.cpp"})
    files.push_back(join(translation.program->generated, model.info.stem + suffix));
  for (const std::string &word : translation.command)
    if (std::string value = llvm::StringRef(word).split('=').second.str();
        fs::is_regular_file(value))
      files.push_back(value);
  writeStamp(translation.messages, translation.identity, files);
}

ProgramBuilder::Failure ProgramBuilder::generate(const Translation &translation) {
  Failure failure = run("vkmorph", translation.command, translation.messages);
  if (!failure)
    finish(translation);
  return failure;
}

/// By one run of vkmorph, which takes what this program has read of the class, or reads it once.
/// Returns those that have not been made: each by itself says why.
std::vector<ProgramBuilder::Translation>
ProgramBuilder::generateTogether(std::vector<Translation> translations) {
  std::string request = folder.path("translations.json");
  std::string statuses = folder.path("statuses.json");
  std::string imported = folder.path("imported.mlirbc");
  llvm::json::Array list;
  for (const Translation &translation : translations)
    list.push_back(
        llvm::json::Object{{"arguments", translation.command}, {"messages", translation.messages}});
  unsigned jobs =
      options.jobs == 0 ? llvm::hardware_concurrency().compute_thread_count() : options.jobs;
  llvm::json::Value wanted = llvm::json::Object{
      {"translations", std::move(list)}, {"statuses", statuses}, {"jobs", int64_t(jobs)}};
  if (!model.imported.empty() && writeIfChanged(imported, model.imported)) {
    (*wanted.getAsObject())["imported"] = imported;
    (*wanted.getAsObject())["dependencies"] = llvm::json::Array(model.dependencies);
  }
  fs::remove(statuses);
  if (!writeIfChanged(request, llvm::formatv("{0}\n", wanted).str()))
    return translations;
  for (const Translation &translation : translations)
    show(translation.command);
  std::string output =
      runProcess({installation.vkmorph, "--together=" + request}, folder.path("translations.txt"))
          .output;
  llvm::Expected<llvm::json::Value> ended = llvm::json::parse(readFile(statuses));
  if (!ended) {
    llvm::consumeError(ended.takeError());
    return translations;
  }
  const llvm::json::Array *all = ended->getAsArray();
  std::vector<Translation> rest;
  for (auto [index, translation] : llvm::enumerate(translations)) {
    bool isMade = all && index < all->size() && (*all)[index].getAsInteger() == 0;
    if (!isMade) {
      rest.push_back(std::move(translation));
      continue;
    }
    // What was said of the class belongs to each.
    if (!output.empty())
      writeIfChanged(translation.messages, output + readFile(translation.messages));
    finish(translation);
  }
  return rest;
}

void ProgramBuilder::generateAll(std::vector<Program> &programs, llvm::ThreadPoolInterface &pool) {
  std::vector<Translation> stale;
  for (Program &program : programs)
    if (std::optional<Translation> translation = findStale(program))
      stale.push_back(std::move(*translation));
  if ((stale.size() > 1 || !model.imported.empty()) && options.vkmorph.empty()) {
    pool.async([&] { stale = generateTogether(std::move(stale)); });
    pool.wait();
  }
  for (const Translation &translation : stale)
    pool.async([&] { translation.program->failure = generate(translation); });
  pool.wait();
}

static bool isHeader(llvm::StringRef source) {
  return llvm::is_contained({".h", ".hh", ".hpp", ".hxx", ".H"}, path::extension(source));
}

std::string vkmorph::check::refusalOf(const BuildFailure &failure) {
  if (failure.step != "vkmorph" || failure.status != 1)
    return "";
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(failure.output).split(lines, '\n');
  auto error =
      llvm::find_if(lines, [](llvm::StringRef line) { return line.contains(": error: "); });
  return error == lines.end() ? "" : error->str();
}

/// The folders of the user's headers: generated code includes them as the user's sources do, by
/// quotes. A header of the user's that is called as one of the system's is not found as that.
std::vector<std::string> ProgramBuilder::includeFlags() const {
  std::vector<std::string> flags;
  for (const std::string &source : options.import.sources) {
    std::string folder = path::parent_path(source).str();
    std::string flag = "-iquote" + (folder.empty() ? "." : folder);
    if (!llvm::is_contained(flags, flag))
      flags.push_back(flag);
  }
  return flags;
}

/// The user's options for clang, without those about warnings: objects are the same with and
/// without.
std::vector<std::string> ProgramBuilder::userFlags() const {
  std::vector<std::string> flags;
  for (llvm::StringRef word : options.import.clangArguments) {
    // -Wa,x and -Wp,x are for other programs; what stands behind -Xclang belongs to that.
    bool isOfClang = !flags.empty() && flags.back() == "-Xclang";
    bool isWarning = word == "-w" || (word.starts_with("-W") && !word.contains(','));
    if (!isWarning || isOfClang)
      flags.push_back(word.str());
  }
  return flags;
}

/// The options that generated code is compiled with.
std::vector<std::string> ProgramBuilder::runtimeFlags() const {
  std::vector<std::string> flags = {"-O0"};
  for (const std::string &include : installation.includes)
    flags.push_back("-I" + include);
  return flags;
}

/// The options that the class is compiled with: the CPU's arithmetic is what the source says, and
/// wraps; what runs is counted, and vectors are not left.
std::vector<std::string> ProgramBuilder::classFlags() const {
  std::vector<std::string> flags = {
      "-ffp-contract=off", "-fwrapv", "-D_GLIBCXX_ASSERTIONS",
      // What C++ leaves undefined is noted (support/undefined.h).
      "-fsanitize=array-bounds,shift-exponent,integer-divide-by-zero,float-cast-overflow",
      "-fsanitize-minimal-runtime", "-fsanitize-recover=all", "-fstrict-flex-arrays=3",
      "-fpass-plugin=" + installation.perturbation, "-fprofile-instr-generate=/dev/null",
      "-fcoverage-mapping"};
  if (model.sorts)
    for (const std::string &include : installation.includes)
      if (std::string header = join(include, "vkmorph-check/support/stable_sorts.h");
          fs::exists(header))
        flags.insert(flags.end(), {"-include", header});
  return flags;
}

/// What the pass has to know about the class. Headers that are compiled ahead hold no code for it
/// to change, and serve all classes.
std::vector<std::string> ProgramBuilder::samplingFlags() const {
  if (model.sampled.empty())
    return {};
  // The pass has an option only where clang loads it before it reads options.
  std::string methods;
  for (const SampledMethod &sampled : model.sampled)
    methods += (methods.empty() ? "" : ",") + std::to_string(sampled.dimensions) +
               (sampled.hasLevels ? "+1" : "") + "@" + sampled.method;
  return {"-Xclang", "-load",
          "-Xclang", installation.perturbation,
          "-mllvm",  "-vkmorph-check-sampled=" + methods};
}

/// The class may be all in its header.
std::vector<std::string> ProgramBuilder::harnessFlags() const {
  std::vector<std::string> flags = runtimeFlags();
  llvm::append_range(flags, classFlags());
  return flags;
}

/// Whether a compiler warned of a file in that folder.
static bool warnsOf(llvm::StringRef messages, llvm::StringRef folder) {
  llvm::SmallVector<llvm::StringRef> lines;
  messages.split(lines, '\n');
  return llvm::any_of(lines, [&](llvm::StringRef line) {
    return line.consume_front(folder) && line.starts_with("/") && line.contains(": warning: ");
  });
}

/// Warnings about the class are its user's business, not ours; of files in the folder
/// `withoutWarnings` there must be none.
ProgramBuilder::Failure
ProgramBuilder::compile(const Compiler &compiler, const std::string &source,
                        const std::string &target, const std::vector<std::string> &flags,
                        const Prelude &prelude, llvm::StringRef withoutWarnings,
                        llvm::function_ref<const SourceAhead &()> getAhead) {
  std::vector<std::string> command = {compiler.program};
  llvm::append_range(command, prelude.flags);
  llvm::append_range(command, flags);
  if (withoutWarnings.empty()) {
    llvm::append_range(command, userFlags());
    // Clang takes 'register' in C++17 for an error unless it is told so.
    command.insert(command.end(), {"-w", "-Wno-register"});
  } else {
    // What the user calls deprecated is called all the same, and the class may say 'register'.
    command.insert(command.end(),
                   {"-Wall", "-Wextra", "-Wno-deprecated-declarations", "-Wno-register"});
    llvm::append_range(command, options.import.clangArguments);
  }
  command.insert(command.end(), {"-MMD", "-MF", target + ".d", "-c", source, "-o", target});
  std::string identity = compiler.identity + " " + prelude.identity + " " + spellCommand(command);
  if (isFresh(target, identity))
    return std::nullopt;
  fs::remove(target + ".stamp");
  const std::string step = "compiling " + path::filename(source).str();
  const SourceAhead *ahead = getAhead ? &getAhead() : nullptr;
  bool isAhead = ahead && !ahead->flags.empty();
  if (isAhead) {
    std::vector<std::string> shorter = command;
    auto begin = shorter.begin() + 1;
    shorter.erase(begin, begin + static_cast<ptrdiff_t>(prelude.flags.size()));
    shorter.insert(shorter.begin() + 1, ahead->flags.begin(), ahead->flags.end());
    isAhead = !run(step, shorter, target + ".txt");
  }
  // Of what is wrong, the user is told without anything of ours in front of it.
  if (!isAhead)
    if (Failure failure = run(step, command, target + ".txt"))
      return failure;
  if (std::string messages = readFile(target + ".txt");
      !withoutWarnings.empty() && warnsOf(messages, withoutWarnings))
    return BuildFailure{"compiling " + path::filename(source).str() + " without warnings",
                        spellCommand(command), messages, 0};
  std::vector<std::string> dependencies = parseDependencies(readFile(target + ".d"));
  if (isAhead) {
    llvm::append_range(dependencies, ahead->dependencies);
    llvm::erase_if(dependencies,
                   [&](llvm::StringRef file) { return file.starts_with(ahead->place); });
  }
  writeStamp(target, identity, dependencies);
  return std::nullopt;
}

static bool isClang(const Compiler &compiler) {
  return llvm::StringRef(path::filename(compiler.program)).contains("clang");
}

/// Compiles a header of that text for all runs to use. The user's own options are among what tells
/// them apart: a macro may change what any header says. Where that fails, files do without.
Prelude ProgramBuilder::compileAhead(const Compiler &compiler,
                                     const std::vector<std::string> &flags,
                                     const std::string &text) {
  std::vector<std::string> command = {compiler.program};
  // What it was made from is compared by contents, by us. Templates that headers use are
  // instantiated once, not in each file.
  if (isClang(compiler))
    command.insert(command.end(), {"-Xclang", "-fno-pch-timestamp", "-fpch-instantiate-templates"});
  llvm::append_range(command, flags);
  llvm::append_range(command, userFlags());
  std::string identity = compiler.identity + " " + spellCommand(command) + "\n" + text;
  std::string place = join(cacheFolder(), "headers-" + hashOf(identity));
  std::string header = join(place, "prelude.h"), target = header + ".gch";
  auto found = [&]() -> Prelude {
    return {{"-include", header}, hashOf(readFile(target + ".stamp"))};
  };
  if (isFresh(target, identity))
    return found();
  FolderLock others;
  if (fs::create_directories(place) || others.lock(join(place, "lock")))
    return {};
  if (isFresh(target, identity))
    return found();
  // Runs that use the old one go on with it.
  std::string fresh = target + ".new";
  fs::remove(target + ".stamp");
  command.insert(command.end(),
                 {"-w", "-MMD", "-MF", target + ".d", "-x", "c++-header", header, "-o", fresh});
  if (!writeIfChanged(header, text) || run("compiling the headers", command, target + ".txt") ||
      fs::rename(fresh, target))
    return {};
  writeStamp(target, identity, parseDependencies(readFile(target + ".d")));
  return found();
}

ProgramBuilder::Failure ProgramBuilder::link(const std::string &target,
                                             const std::vector<std::string> &objects) {
  // Functions that a class defines in itself are in several objects, and the first ones are taken:
  // the user's, which are optimised, come before the harness and what was generated.
  std::vector<std::string> inputs(objects.begin() + 2, objects.end());
  inputs.insert(inputs.end(), objects.begin(), objects.begin() + 2);
  Linking linking{clang.program,
                  inputs,
                  installation.libraries,
                  {"-lvulkan", "-ldl", "-pthread", "-fprofile-instr-generate"},
                  target};
  // clang's own linker, where it is installed, is the fastest that clang is sure to find.
  if (fs::exists(join(path::parent_path(clang.program), "ld.lld")))
    linking.options.push_back("-fuse-ld=lld");
  for (const std::string &argument : options.import.clangArguments)
    if (llvm::StringRef(argument).starts_with("-fsanitize"))
      linking.options.push_back(argument);
  std::vector<std::string> command = linking.clangCommand();
  std::string identity = clang.identity + " " + spellCommand(command);
  if (isFresh(target, identity))
    return std::nullopt;
  fs::remove(target + ".stamp");
  std::vector<std::string> linker = findLinkerCommand(linking, clang.identity, cacheFolder());
  if (linker.empty() || run("linking", linker, target + ".txt"))
    if (Failure failure = run("linking", command, target + ".txt"))
      return failure;
  llvm::append_range(inputs, installation.libraries);
  writeStamp(target, identity, inputs);
  return std::nullopt;
}

/// What a generated file is, but for the comment at its head, which tells what was asked for.
static std::string hashOfCode(const std::string &file) {
  std::string text = readFile(file);
  llvm::StringRef code = text;
  while (code.starts_with("//"))
    code = code.split('\n').second;
  return hashOf(code);
}

/// Lines that include those of some headers that a source includes.
static std::string includeThose(llvm::ArrayRef<llvm::StringRef> headers,
                                const std::set<std::string> &included) {
  std::string text;
  for (llvm::StringRef header : headers)
    if (included.count(header.str()) != 0)
      text += ("#include <" + header + ">\n").str();
  return text;
}

/// Of what a source includes, the headers that take a compiler longest, and that most classes
/// include: few sets of them serve all classes, and none of them says anything that the source
/// would not see without.
Prelude ProgramBuilder::compileHeadersOf(size_t source) {
  std::string text = includeThose({"algorithm", "cmath", "vector"}, model.systemHeaders[source]);
  std::vector<std::string> flags = {"-O1"};
  llvm::append_range(flags, classFlags());
  return text.empty() ? Prelude() : compileAhead(clang, flags, text);
}

/// Makes `ahead` where it can be had. It has a part of its own beside what the prelude has, and is
/// a few megabytes large, of one run: whoever has opened the folder removes it.
void ProgramBuilder::compileSource(const Compiler &compiler, const std::vector<std::string> &flags,
                                   const Prelude &prelude, const CommonParts &common,
                                   SourceAhead &ahead) {
  // Others compile a header again where it has another one ahead of it.
  if (!isClang(compiler) || prelude.flags.empty())
    return;
  std::string identity = spellCommand(flags) + prelude.identity;
  std::string place = common.folder.path("source/" + hashOf(identity));
  std::vector<std::string> searched;
  for (llvm::StringRef flag : includeFlags())
    searched.push_back(flag.drop_front(strlen("-iquote")).str());
  std::string header = writeGuardedSource(place, model.info.header, searched);
  if (header.empty())
    return;
  std::string search = "-iquote" + guardedFolder(place);
  std::vector<std::string> command = {compiler.program, "-Xclang", "-fno-pch-timestamp",
                                      "-fpch-instantiate-templates"};
  llvm::append_range(command, prelude.flags);
  command.push_back(search);
  llvm::append_range(command, flags);
  llvm::append_range(command, userFlags());
  std::string target = header + ".gch";
  command.insert(command.end(), {"-w", "-Wno-register", "-MMD", "-MF", target + ".d", "-x",
                                 "c++-header", header, "-o", target});
  if (run("compiling the source ahead", command, target + ".txt"))
    return;
  ahead.dependencies = parseDependencies(readFile(target + ".d"));
  ahead.place = place;
  ahead.file = target;
  ahead.flags = {"-include", header, search};
}

void ProgramBuilder::compilePreludes(llvm::ArrayRef<Program> programs,
                                     llvm::ThreadPoolInterface &pool) {
  // What a generated header begins with, and what a harness includes behind it.
  std::string runtime = "#include <array>\n#include <cstddef>\n#include <cstdint>\n\n"
                        "#include <vkmorph/runtime.h>\n";
  // What is generated includes the source that the class stands in; the runtime has <vector>.
  std::set<std::string> included;
  const std::vector<std::string> &sources = options.import.sources;
  if (sources.size() == 1 && path::filename(sources.front()) == model.info.header)
    included = model.systemHeaders.front();
  // Others it includes by itself: what one file lacks must not come with the prelude of all.
  const std::vector<llvm::StringRef> longest = {"algorithm", "cmath"};
  for (llvm::StringRef header : longest)
    if (llvm::all_of(programs, [&](const Program &program) {
          std::string line = ("\n#include <" + header + ">\n").str();
          return program.failure || readFile(sourceOf(program)).find(line) != std::string::npos;
        }))
      included.insert(header.str());
  std::string generated = runtime + includeThose(longest, included);
  std::string harness = runtime + "#include <vkmorph-check/support/harness.h>\n";
  const std::string instantiated = "#include <vkmorph-check/support/instantiated.h>\n";
  // g++ instantiates in each file what headers call, though nothing calls that.
  if (isClang(cxx))
    generated += instantiated;
  harness += instantiated;
  pool.async([&] { preludes[0] = compileAhead(cxx, runtimeFlags(), generated); });
  pool.async([&] { preludes[1] = compileAhead(clang, harnessFlags(), harness); });
  pool.wait();
}

/// Compiles and links what was generated. Variants of which the same code came share objects and
/// programs.
void ProgramBuilder::buildAlike(std::vector<Program> &programs, const CommonParts &common,
                                const std::vector<std::string> &userObjects,
                                llvm::ThreadPoolInterface &pool) {
  compilePreludes(programs, pool);
  struct Object {
    std::string source, file, generated;
    const Compiler *compiler;
    const Prelude *prelude;
    Failure failure;
  };
  std::map<std::string, Object> objects;
  auto wants = [&](const std::string &identity, Object object) -> Object * {
    return &objects.try_emplace(identity, std::move(object)).first->second;
  };
  struct Parts {
    Object *harness, *generated;
  };
  std::map<std::string, std::pair<Program *, Parts>> distinct;
  std::vector<std::pair<Program *, Program *>> repeated;
  for (Program &program : programs) {
    if (program.failure)
      continue;
    std::string base = folder.path(program.variant->name);
    const std::string &generated = program.generated;
    std::string source = sourceOf(program);
    // A harness sees the generated header and nothing else of a variant.
    std::string header = hashOfCode(join(generated, model.info.stem + "_generated.h"));
    std::string whole = header + " " + hashOfCode(source);
    if (auto found = distinct.find(whole); found != distinct.end()) {
      repeated.push_back({&program, found->second.first});
      continue;
    }
    Parts parts = {wants("harness " + header, {folder.path("harness.cpp"), join(base, "harness.o"),
                                               generated, &clang, &preludes[1], std::nullopt}),
                   wants("generated " + whole, {source, join(base, "generated.o"), generated, &cxx,
                                                &preludes[0], std::nullopt})};
    distinct.insert({whole, {&program, parts}});
  }
  // Harnesses and generated code of all classes read the same source.
  size_t numAlike =
      llvm::count_if(objects, [&](auto &entry) { return entry.second.prelude == &preludes[0]; });
  bool readsOften = std::max(numAlike, objects.size() - numAlike) * common.models.size() > 3;
  for (auto &entry : objects)
    pool.async([&, &object = entry.second] {
      bool isGenerated = object.prelude == &preludes[0];
      std::vector<std::string> flags = isGenerated ? runtimeFlags() : harnessFlags();
      llvm::append_range(flags, includeFlags());
      SourceAhead &ahead = common.getAhead(
          model.info.header + (isGenerated ? " generated " : " harness ") + spellCommand(flags));
      auto getAhead = [&]() -> const SourceAhead & {
        std::call_once(ahead.once, [&] {
          compileSource(*object.compiler, flags, *object.prelude, common, ahead);
        });
        return ahead;
      };
      std::vector<std::string> own = {"-I" + object.generated};
      llvm::append_range(own, flags);
      if (!isGenerated)
        llvm::append_range(own, samplingFlags());
      bool takesAhead = options.compileAhead || (readsOften && ahead.isWorthIt);
      using Clock = std::chrono::steady_clock;
      const auto begin = Clock::now();
      object.failure = compile(*object.compiler, object.source, object.file, own, *object.prelude,
                               isGenerated ? llvm::StringRef(object.generated) : "",
                               takesAhead ? getAhead : llvm::function_ref<const SourceAhead &()>());
      if (!takesAhead && Clock::now() - begin > SourceAhead::kLong)
        ahead.isWorthIt = true;
    });
  pool.wait();
  for (auto &entry : distinct)
    pool.async([&, &built = entry.second] {
      auto [program, parts] = built;
      for (Object *object : {parts.generated, parts.harness})
        if (object->failure && !program->failure)
          program->failure = object->failure;
      std::vector<std::string> inputs = {parts.harness->file, parts.generated->file};
      llvm::append_range(inputs, userObjects);
      program->objects = inputs;
      if (!program->failure)
        program->failure = link(program->file, inputs);
    });
  pool.wait();
  for (auto [program, first] : repeated) {
    program->file = first->file;
    program->objects = first->objects;
    program->failure = first->failure;
  }
}

/// Of the classes that are checked together, those whose sources are compiled by the same options.
std::vector<const ClassModel *> ProgramBuilder::findAlike(const CommonParts &common) const {
  auto isSame = [](const SampledMethod &a, const SampledMethod &b) {
    return a.dimensions == b.dimensions && a.hasLevels == b.hasLevels && a.method == b.method;
  };
  std::vector<const ClassModel *> alike;
  for (const std::unique_ptr<ClassModel> &other : common.models)
    if (other->sorts == model.sorts && llvm::equal(other->sampled, model.sampled, isSame))
      alike.push_back(other.get());
  return alike;
}

/// Writes a source that includes the user's and derives from the classes, and returns its name. The
/// table of a derived class refers to all virtual functions, so that those whose bodies stand in
/// the class are in the user's object as well, which is optimised: else they would be in the
/// harness alone, which is not.
std::string ProgramBuilder::writeWhole(const std::string &source, const std::string &object,
                                       llvm::ArrayRef<const ClassModel *> models) {
  llvm::SmallString<128> place(source);
  fs::make_absolute(place);
  std::string text = "// The user's source, with all virtual functions of the class.\n#include \"" +
                     place.str().str() + "\"\n\n";
  for (auto [index, model] : llvm::enumerate(models)) {
    for (const std::string &name : model->info.namespaces)
      text += "namespace " + name + " {\n";
    std::string whole = "VkmorphWhole" + std::to_string(index);
    text += "struct " + whole + " : " + model->info.base +
            " {\n  virtual void vkmorphKey();\n};\nvoid " + whole + "::vkmorphKey() {}\n";
    text += std::string(model->info.namespaces.size(), '}') + "\n";
  }
  std::string file = object + ".whole.cpp";
  return writeIfChanged(file, text) ? file : "";
}

std::vector<Program> ProgramBuilder::build(const CommonParts &common,
                                           llvm::ArrayRef<const Variant *> variants,
                                           const std::string &harness) {
  std::vector<Program> programs;
  for (const Variant *variant : variants) {
    fs::create_directories(folder.path(variant->name));
    programs.push_back({variant,
                        folder.path(variant->name + "/program"),
                        folder.path(variant->name + "/generated"),
                        {},
                        {}});
  }
  std::vector<const ClassModel *> alike = findAlike(common);
  // Objects of the first one serve all.
  std::string user = common.folder.path("user");
  if (alike.front() != common.models.front().get())
    user += "-" + hashOf(alike.front()->info.qualifiedBase);
  fs::create_directories(user);
  auto failAll = [&](const BuildFailure &failure) {
    for (Program &program : programs)
      program.failure = failure;
  };
  if (Failure failure = findCompilers()) {
    failAll(*failure);
    return programs;
  }
  if (!writeIfChanged(folder.path("harness.cpp"), harness)) {
    failAll({"writing " + folder.path("harness.cpp"), "", "", 0});
    return programs;
  }

  llvm::DefaultThreadPool pool(options.jobs == 0 ? llvm::hardware_concurrency()
                                                 : llvm::hardware_concurrency(options.jobs));
  std::vector<std::string> flags = {"-O1"};
  llvm::append_range(flags, classFlags());
  llvm::append_range(flags, samplingFlags());
  llvm::append_range(flags, includeFlags());
  // A class may be all in a header, which the harness includes.
  struct Source {
    std::string file;
    size_t index; ///< among all
  };
  std::vector<Source> sources;
  std::vector<std::string> userObjects;
  for (auto [index, source] : llvm::enumerate(options.import.sources)) {
    if (isHeader(source))
      continue;
    userObjects.push_back(
        join(user, llvm::Twine(sources.size()) + "-" + path::filename(source) + ".o"));
    sources.push_back({source, index});
  }
  std::vector<Failure> userFailures(sources.size());
  for (size_t i = 0; i < sources.size(); ++i)
    pool.async([&, i] {
      // A source in which the class is not complete is compiled by itself.
      std::string whole = i == 0 ? writeWhole(sources[i].file, userObjects[i], alike) : "";
      Prelude headers = compileHeadersOf(sources[i].index);
      if (whole.empty() || compile(clang, whole, userObjects[i], flags, headers))
        userFailures[i] = compile(clang, sources[i].file, userObjects[i], flags, headers);
    });
  generateAll(programs, pool);
  for (const Failure &failure : userFailures)
    if (failure) {
      failAll(*failure);
      return programs;
    }
  buildAlike(programs, common, userObjects, pool);
  return programs;
}

std::vector<Program> vkmorph::check::buildPrograms(const ClassModel &model, const Options &options,
                                                   const Installation &installation,
                                                   const WorkFolder &folder,
                                                   const CommonParts &common,
                                                   llvm::ArrayRef<const Variant *> variants,
                                                   const std::string &harness) {
  return ProgramBuilder(model, options, installation, folder).build(common, variants, harness);
}

//===------------------------------------------------------------------------------------------===//
// Programs that differ by a part of what was generated
//===------------------------------------------------------------------------------------------===//

ProgramBuilder::Failure ProgramBuilder::prepareMutants(const Program &program) {
  if (Failure failure = findCompilers())
    return failure;
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(1));
  compilePreludes(program, pool);
  return std::nullopt;
}

ProgramBuilder::Failure ProgramBuilder::buildMutant(const Program &program,
                                                    const std::string &mutant,
                                                    const std::string &target) {
  std::string source = join(mutant, model.info.stem + "_generated.cpp");
  std::string header = join(mutant, model.info.stem + "_generated.h");
  std::vector<std::string> objects = program.objects;
  // Of what is generated, the mutant's own comes first.
  std::vector<std::string> includes = {"-I" + mutant, "-I" + program.generated};
  llvm::append_range(includes, includeFlags());
  auto replace = [&](size_t index, const Compiler &compiler, const std::string &file,
                     std::vector<std::string> flags) {
    llvm::append_range(flags, includes);
    objects[index] = check::join(mutant, path::filename(objects[index]).str());
    return compile(compiler, file, objects[index], flags, preludes[&compiler == &clang]);
  };
  bool hasHeader = fs::exists(header);
  if (hasHeader) {
    std::vector<std::string> flags = harnessFlags();
    llvm::append_range(flags, samplingFlags());
    if (Failure failure = replace(0, clang, folder.path("harness.cpp"), flags))
      return failure;
  }
  if (!fs::exists(source)) {
    source = check::join(program.generated, path::filename(source));
    // What is beside a file is found first.
    if (hasHeader && fs::copy_file(source, check::join(mutant, path::filename(source))))
      return BuildFailure{"copying " + source, "", "", 0};
    source = check::join(mutant, path::filename(source));
  }
  if (Failure failure = replace(1, cxx, source, runtimeFlags()))
    return failure;
  return link(target, objects);
}

struct MutantBuilder::Parts {
  ProgramBuilder builder;
  const Program &program;
  std::optional<BuildFailure> failure;
};

MutantBuilder::MutantBuilder(const ClassModel &model, const Options &options,
                             const Installation &installation, const WorkFolder &folder,
                             const Program &program)
    : m_parts(new Parts{{model, options, installation, folder}, program, {}}) {
  m_parts->failure = m_parts->builder.prepareMutants(program);
}

MutantBuilder::~MutantBuilder() = default;

std::optional<BuildFailure> MutantBuilder::build(const std::string &folder,
                                                 const std::string &target) {
  return m_parts->failure ? m_parts->failure
                          : m_parts->builder.buildMutant(m_parts->program, folder, target);
}
