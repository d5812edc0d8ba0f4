//===- Options.cpp - The command line of vkmorph-check ----------------------------------------===//

#include "Options.h"

#include "Folders.h"
#include "Process.h"
#include "Stamps.h"
#include "Variants.h"
#include "tools/common/CommandLine.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <utility>

using namespace vkmorph;
using namespace vkmorph::check;
namespace cl = llvm::cl;

static cl::OptionCategory inputCategory("The class");
static cl::OptionCategory caseCategory("What is run");
static cl::OptionCategory outputCategory("Output");

static cl::list<std::string> sources(cl::Positional, cl::desc("SOURCE..."), cl::cat(inputCategory));
static cl::list<std::string>
    classNames("class", cl::value_desc("names"), cl::cat(inputCategory),
               cl::desc("The class to check, or several, which takes less time than one after "
                        "another; without it, the only class with kernels"));
static cl::opt<std::string>
    resourceDir("resource-dir", cl::value_desc("folder"), cl::cat(inputCategory),
                cl::desc("Where clang's own headers are (the folder with include/stddef.h)"));
static cl::opt<std::string> compiler("vkmorph", cl::value_desc("path"), cl::cat(inputCategory),
                                     cl::desc("The compiler to check; without it, the one beside "
                                              "this program"));

static cl::opt<std::string> config("config", cl::value_desc("file"), cl::cat(inputCategory),
                                   cl::desc("As vkmorph takes it: roles, sizes, independence"));
static cl::list<std::string>
    assumeIndependent("assume-independent", cl::value_desc("kernel"), cl::CommaSeparated,
                      cl::cat(inputCategory),
                      cl::desc("As vkmorph takes it: the iterations of this kernel are independent "
                               "although vkmorph cannot prove it"));
static cl::opt<bool> assumeNoNan("assume-no-nan", cl::cat(inputCategory),
                                 cl::desc("As vkmorph takes it: no NaN meets std::min or std::max "
                                          "in a reduction"));
static cl::list<std::string>
    compilerOptions("option", cl::value_desc("option"), cl::cat(inputCategory),
                    cl::desc("Another option of vkmorph, for all variants: "
                             "--option=--workgroup-size=64; repeatable"));

static cl::opt<std::string>
    shaders("shaders", cl::init("glsl"), cl::value_desc("language"), cl::cat(inputCategory),
            cl::desc("The language of the shaders: glsl, or openclc, whose texts run on the first "
                     "OpenCL device, or on the one that $VKMORPH_OPENCL names"));

static cl::list<std::string> controls("control", cl::value_desc("function"), cl::CommaSeparated,
                                      cl::cat(caseCategory),
                                      cl::desc("Check this control function only; repeatable"));
static cl::list<std::string> arguments(
    "arg", cl::value_desc("name=VALUE"), cl::cat(caseCategory),
    cl::desc("What a parameter gets: a number, low..high, random, or file:F. The name may lead "
             "into a struct (tracks.hits.layer), and begin with a control function (Fit.gain)"));
static cl::list<std::string>
    sizes("size", cl::value_desc("name=N,N"), cl::cat(caseCategory),
          cl::desc("The sizes to try for a parameter that says how large arrays are; for an array "
                   "whose extent vkmorph does not know, its number of elements"));
static cl::opt<int64_t> largestSize(
    "largest-size", cl::init(Options::kLargestSize), cl::value_desc("number"),
    cl::cat(caseCategory),
    cl::desc(
        "The largest size to try where none is stated, for checks that take less time (65537)"));
static cl::opt<std::string>
    construct("construct", cl::value_desc("C++ expression"), cl::cat(caseCategory),
              cl::desc("Make the objects so: --construct='Easel(64, Easel::Mode::Soft)'"));
static cl::list<std::string>
    setup("setup", cl::value_desc("C++ statements"), cl::cat(caseCategory),
          cl::desc("Run these on both objects first; they are called 'object'"));
static const std::string variantsHelp =
    "Which programs to make of the class, all, or some of " + describeVariantNames();
static cl::list<std::string> variants("variants", cl::value_desc("names"), cl::CommaSeparated,
                                      cl::cat(caseCategory), cl::desc(variantsHelp));
static cl::list<std::string>
    ownVariants("variant", cl::value_desc("name=options"), cl::cat(caseCategory),
                cl::desc("A variant of your own: --variant='small=--target=small.json "
                         "--reduction=tree'; repeatable"));
static cl::opt<uint64_t> seed("seed", cl::init(1), cl::value_desc("number"), cl::cat(caseCategory),
                              cl::desc("Of the random inputs (1)"));
static cl::opt<unsigned> repeat("repeat", cl::init(1), cl::value_desc("times"),
                                cl::cat(caseCategory),
                                cl::desc("Run each case this often, with different inputs"));
static cl::opt<std::string>
    tolerance("tolerance", cl::value_desc("rel,abs"), cl::cat(caseCategory),
              cl::desc("Floats agree within rel * |cpu| + abs, instead of the derived bound"));
static cl::opt<bool>
    adversarial("adversarial", cl::cat(caseCategory),
                cl::desc("Run everything again with commands reordered in every way that the "
                         "recorded barriers allow: backwards, and shuffled"));
static cl::opt<bool> mutateBarriers("mutate-barriers", cl::cat(caseCategory),
                                    cl::desc("Drop each barrier in turn and say who noticed"));
static cl::opt<std::string>
    mutants("mutants", cl::ValueOptional, cl::value_desc("faults"), cl::cat(caseCategory),
            cl::desc("Plant faults in the translation, one at a time, and say which ones would go "
                     "unnoticed: all of them, so many at most, or those of a kind or name"));
static cl::opt<unsigned> timeout("timeout", cl::init(600), cl::value_desc("seconds"),
                                 cl::cat(caseCategory),
                                 cl::desc("For the program of one variant (600)"));
static cl::opt<bool> noValidation("no-validation", cl::cat(caseCategory),
                                  cl::desc("Run without the validation layer"));

static cl::opt<std::string> report("report", cl::value_desc("file"), cl::cat(outputCategory),
                                   cl::desc("Write everything as JSON"));
static cl::opt<std::string>
    keep("keep", cl::value_desc("folder"), cl::cat(outputCategory),
         cl::desc("Build here, and leave harness, generated class and programs to be looked at"));
static cl::opt<bool> verbose("verbose", cl::cat(outputCategory),
                             cl::desc("One row for each size, and the commands that are run"));
static cl::opt<bool> compileAhead("compile-source-ahead", cl::ReallyHidden,
                                  cl::desc("Even where it is not worth it: for tests"));
static cl::opt<unsigned> jobs("j", cl::init(0), cl::value_desc("jobs"), cl::cat(outputCategory),
                              cl::desc("Compilers that run at once (as many as processors)"));

int vkmorph::check::usageError(const std::string &message) {
  llvm::errs() << "vkmorph-check: " << message << " (see --help)\n";
  return 2;
}

/// Splits "name=rest".
static bool splitName(llvm::StringRef option, llvm::StringRef text, llvm::StringRef &name,
                      llvm::StringRef &rest) {
  std::tie(name, rest) = text.split('=');
  if (!name.empty() && !rest.empty())
    return true;
  usageError(("--" + option + " takes name=..., not '" + text + "'").str());
  return false;
}

static bool parseNumber(llvm::StringRef text, double &number) {
  int64_t integer;
  if (text == "true" || text == "false")
    number = text == "true";
  else if (!text.getAsInteger(0, integer))
    number = static_cast<double>(integer);
  else if (text.getAsDouble(number))
    return false;
  return true;
}

static bool parseArgument(llvm::StringRef text, ArgumentRule &rule) {
  llvm::StringRef name, value;
  if (!splitName("arg", text, name, value))
    return false;
  rule.path = name.str();
  if (value == "random") {
    rule.kind = ArgumentRule::Kind::Random;
  } else if (value.consume_front("file:")) {
    rule.kind = ArgumentRule::Kind::File;
    llvm::SmallString<256> file(value);
    llvm::sys::fs::make_absolute(file);
    rule.file = std::string(file);
    if (!llvm::sys::fs::is_regular_file(file)) {
      usageError("--arg " + text.str() + ": there is no such file");
      return false;
    }
  } else {
    auto [low, high] = value.split("..");
    rule.kind = high.empty() ? ArgumentRule::Kind::Value : ArgumentRule::Kind::Range;
    if (!parseNumber(low, rule.low) || (!high.empty() && !parseNumber(high, rule.high)) ||
        (!high.empty() && rule.high < rule.low)) {
      usageError("--arg " + text.str() + ": not a number, low..high, random or file:F");
      return false;
    }
  }
  return true;
}

static bool parseSizes(llvm::StringRef text, Options &options) {
  llvm::StringRef name, list;
  if (!splitName("size", text, name, list))
    return false;
  llvm::SmallVector<llvm::StringRef> parts;
  list.split(parts, ',');
  std::vector<int64_t> &values = options.sizes[name.str()];
  for (llvm::StringRef part : parts) {
    int64_t value;
    if (part.getAsInteger(0, value)) {
      usageError("--size " + text.str() + ": '" + part.str() + "' is no integer");
      return false;
    }
    values.push_back(value);
  }
  return true;
}

static bool parseTolerance(Options &options) {
  if (tolerance.empty())
    return true;
  auto [relative, absolute] = llvm::StringRef(tolerance).split(',');
  std::pair<double, double> &bound = options.tolerance.emplace();
  if (parseNumber(relative, bound.first) && parseNumber(absolute, bound.second) &&
      bound.first >= 0.0 && bound.second >= 0.0)
    return true;
  usageError("--tolerance takes two numbers, rel,abs");
  return false;
}

/// The parts of a list whose commas may also stand in the arguments of a template. False where one
/// is empty.
static bool splitClasses(llvm::StringRef list, std::vector<std::string> &classes) {
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    char c = i == list.size() ? ',' : list[i];
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (i < list.size() && (c != ',' || depth > 0))
      continue;
    std::string name = list.slice(begin, i).trim().str();
    if (name.empty())
      return false;
    if (!llvm::is_contained(classes, name))
      classes.push_back(name);
    begin = i + 1;
  }
  return true;
}

/// The folder of one of several classes in the one to keep.
static std::string nameFolder(llvm::StringRef name, llvm::ArrayRef<std::string> classes) {
  auto spell = [](llvm::StringRef name) {
    std::string folder = name.str();
    std::replace_if(folder.begin(), folder.end(), [](char c) { return !llvm::isAlnum(c); }, '_');
    return folder;
  };
  std::string folder = spell(name);
  // What all have in common is in two of its own.
  bool isTaken = folder == "user" || folder == "source" ||
                 llvm::any_of(classes, [&](const std::string &other) {
                   return other != name && spell(other) == folder;
                 });
  return isTaken ? folder + "-" + hashOf(name) : folder;
}

Options Options::ofClass(llvm::StringRef name) const {
  Options own = *this;
  own.import.className = name.str();
  if (classes.size() < 2)
    return own;
  own.classes = {name.str()};
  if (!keepDir.empty())
    own.keepDir = check::join(keepDir, nameFolder(name, classes));
  own.reportFile.clear();
  auto at = own.reproduction.begin() + static_cast<ptrdiff_t>(classWord);
  own.reproduction.insert(at, quoteWord(("--class=" + name).str()));
  return own;
}

/// Everything but what says which cases to run: those options a reproduction states itself.
static void noteReproduction(llvm::ArrayRef<const char *> own, Options &options) {
  options.reproduction.push_back("vkmorph-check");
  for (size_t i = 1; i < own.size(); ++i) {
    llvm::StringRef word = own[i];
    llvm::StringRef name = word.ltrim('-').split('=').first;
    // Of several classes, one is enough.
    if (word.starts_with("-") && name == "class" && options.classes.size() > 1) {
      options.classWord = options.reproduction.size();
      i += word.contains('=') ? 0 : 1;
      continue;
    }
    bool isCase =
        word.starts_with("-") &&
        llvm::is_contained({"control", "size", "largest-size", "seed", "repeat", "variants",
                            "variant", "report", "adversarial", "mutate-barriers", "mutants"},
                           name);
    bool isFlag = name == "adversarial" || name == "mutate-barriers" || name == "mutants";
    if (!isCase)
      options.reproduction.push_back(quoteWord(word));
    else if (!word.contains('=') && !isFlag)
      ++i;
  }
}

static bool checkValues(Options &options) {
  if (options.import.sources.empty()) {
    usageError("no source file");
    return false;
  }
  for (const std::string &argument : arguments)
    if (!parseArgument(argument, options.arguments.emplace_back()))
      return false;
  for (const std::string &size : sizes)
    if (!parseSizes(size, options))
      return false;
  for (const std::string &variant : options.variants)
    if (variant != "all" && !findVariant(variant)) {
      usageError("there is no variant '" + variant + "'; there are " + describeVariantNames());
      return false;
    }
  for (const std::string &text : ownVariants) {
    std::optional<Variant> variant = parseVariant(text);
    bool isNew = variant && llvm::none_of(options.ownVariants, [&](const Variant &other) {
                   return other.name == variant->name;
                 });
    if (!isNew) {
      usageError("--variant takes name=options with a name of letters and digits that no variant "
                 "has, not '" +
                 text + "'");
      return false;
    }
    options.ownVariants.push_back(*variant);
  }
  if (options.shaders != "glsl" && options.shaders != "openclc") {
    usageError("--shaders is glsl or openclc, not '" + options.shaders + "'");
    return false;
  }
  if (options.repeat == 0 || options.timeout == 0 || options.largestSize <= 0) {
    usageError("--repeat, --timeout and --largest-size take numbers above 0");
    return false;
  }
  return parseTolerance(options);
}

std::optional<Options> vkmorph::check::parseOptions(int argc, char **argv) {
  // What is for clang is for the C++ compiler, too.
  Options options;
  std::vector<const char *> own = tool::takeOwnArguments(argc, argv, options.import.clangArguments);
  cl::HideUnrelatedOptions({&inputCategory, &caseCategory, &outputCategory});
  tool::setVersionPrinter("vkmorph-check");
  if (!cl::ParseCommandLineOptions(
          own.size(), own.data(),
          "Runs a C++ class and what vkmorph makes of it on the same inputs, and compares.\n\n"
          "  vkmorph-check SOURCE... --class C,D [options] -- [clang options]\n\n"
          "Exit status: 0 all agree; 1 something differs, or the validation layer complains;\n"
          "2 wrong usage; 3 the class could not be built, or there is no device;\n"
          "4 what was checked agrees, but not everything was checked, or a planted fault went "
          "unnoticed.\n",
          &llvm::errs()))
    return std::nullopt;
  options.import.sources = sources;
  for (const std::string &names : classNames)
    if (!splitClasses(names, options.classes)) {
      usageError("--class=" + names + " has an empty name");
      return std::nullopt;
    }
  if (options.classes.empty())
    options.classes.emplace_back();
  options.import.config = config;
  options.import.resourceDir = resourceDir;
  options.import.executable = argv[0];
  options.import.forProgram = true;
  options.assumeIndependent = assumeIndependent;
  options.assumeNoNan = assumeNoNan;
  options.compilerOptions = compilerOptions;
  options.controls = controls;
  options.construct = construct;
  options.setup = setup;
  options.variants = variants;
  if (options.variants.empty() && ownVariants.empty())
    options.variants.push_back("default");
  options.seed = seed;
  options.repeat = repeat;
  options.reportFile = report;
  options.keepDir = keep;
  options.vkmorph = compiler;
  options.adversarial = adversarial;
  options.mutateBarriers = mutateBarriers;
  if (mutants.getNumOccurrences() > 0)
    options.mutants = mutants.empty() ? std::string("all") : mutants.getValue();
  options.shaders = shaders;
  // What is no GLSL holds no SPIR-V that the layer could look at.
  options.validation = !noValidation && shaders == "glsl";
  if (shaders != "glsl")
    options.compilerOptions.push_back("--shaders=" + shaders);
  options.verbose = verbose;
  options.timeout = timeout;
  options.largestSize = largestSize;
  options.jobs = jobs;
  options.compileAhead = compileAhead;
  noteReproduction(own, options);
  if (!checkValues(options))
    return std::nullopt;
  return options;
}
