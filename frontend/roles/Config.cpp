//===- Config.cpp - What a config file says about functions and textures ---------------------===//

#include "frontend/roles/Config.h"

#include "frontend/roles/Roles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

using namespace vkmorph::frontend;
using clang::dyn_cast;

//===------------------------------------------------------------------------------------------===//
// The file's shape
//===------------------------------------------------------------------------------------------===//

namespace {

/// A scalar with its place in the file's buffer.
struct Scalar {
  std::string text;
  const char *begin = nullptr;
};
struct Sizes {
  std::vector<std::pair<std::string, Scalar>> byParameter;
};
struct Entry {
  const char *begin = nullptr;
  Scalar function;
  std::optional<std::vector<std::string>> parameters;
  FunctionConfig::Role role = FunctionConfig::Role::Unstated;
  unsigned dimensions = 0;
  Sizes sizes;
  bool isIndependent = false;
  bool isAssociative = false;
};
struct Addresses {
  std::vector<std::pair<std::string, std::string>> byValue;
};
/// One of a texture, with what samplers have for it.
struct TextureEntry {
  const char *begin = nullptr;
  Scalar owner, levels, levelCount, levelOffset, texels, sample, address;
  std::vector<Scalar> sizes;
  std::string format = "float", filter, betweenLevels;
  Addresses addresses;
};
struct File {
  std::vector<Entry> functions;
  std::vector<TextureEntry> textures;
};

} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(Entry)
LLVM_YAML_IS_SEQUENCE_VECTOR(TextureEntry)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(Scalar)

namespace llvm::yaml {

template <> struct ScalarTraits<Scalar> {
  static void output(const Scalar &scalar, void *, raw_ostream &os) { os << scalar.text; }
  static StringRef input(StringRef text, void *, Scalar &scalar) {
    scalar = {text.str(), text.begin()};
    return {};
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::Double; }
};

template <> struct ScalarEnumerationTraits<FunctionConfig::Role> {
  static void enumeration(IO &io, FunctionConfig::Role &role) {
    io.enumCase(role, "kernel", FunctionConfig::Role::Kernel);
    io.enumCase(role, "control", FunctionConfig::Role::Control);
    io.enumCase(role, "none", FunctionConfig::Role::None);
  }
};

template <> struct CustomMappingTraits<Sizes> {
  static void inputOne(IO &io, StringRef key, Sizes &sizes) {
    Scalar size;
    io.mapRequired(key.str().c_str(), size);
    sizes.byParameter.push_back({key.str(), size});
  }
  static void output(IO &io, Sizes &sizes) {
    for (auto &[parameter, size] : sizes.byParameter)
      io.mapRequired(parameter.c_str(), size);
  }
};

template <> struct MappingTraits<Entry> {
  static void mapping(IO &io, Entry &entry) {
    if (const Node *node = io.outputting() ? nullptr : static_cast<Input &>(io).getCurrentNode())
      entry.begin = node->getSourceRange().Start.getPointer();
    io.mapRequired("function", entry.function);
    io.mapOptional("parameters", entry.parameters);
    io.mapOptional("role", entry.role, FunctionConfig::Role::Unstated);
    io.mapOptional("dimensions", entry.dimensions, 0u);
    io.mapOptional("sizes", entry.sizes);
    io.mapOptional("independent", entry.isIndependent, false);
    io.mapOptional("associative", entry.isAssociative, false);
  }
};

template <> struct CustomMappingTraits<Addresses> {
  static void inputOne(IO &io, StringRef key, Addresses &addresses) {
    std::string mode;
    io.mapRequired(key.str().c_str(), mode);
    addresses.byValue.push_back({key.str(), mode});
  }
  static void output(IO &io, Addresses &addresses) {
    for (auto &[value, mode] : addresses.byValue)
      io.mapRequired(value.c_str(), mode);
  }
};

template <> struct MappingTraits<TextureEntry> {
  static void mapping(IO &io, TextureEntry &entry) {
    if (const Node *node = io.outputting() ? nullptr : static_cast<Input &>(io).getCurrentNode())
      entry.begin = node->getSourceRange().Start.getPointer();
    io.mapRequired("class", entry.owner);
    io.mapOptional("levels", entry.levels);
    io.mapOptional("level_count", entry.levelCount);
    io.mapOptional("level_offset", entry.levelOffset);
    io.mapOptional("between_levels", entry.betweenLevels);
    io.mapRequired("texels", entry.texels);
    io.mapOptional("texel_format", entry.format);
    io.mapRequired("size", entry.sizes);
    io.mapRequired("sample", entry.sample);
    io.mapRequired("filter", entry.filter);
    io.mapRequired("address", entry.address);
    io.mapOptional("addresses", entry.addresses);
  }
};

template <> struct MappingTraits<File> {
  static void mapping(IO &io, File &file) {
    io.mapOptional("functions", file.functions);
    io.mapOptional("textures", file.textures);
  }
};

} // namespace llvm::yaml

bool Config::read(mlir::MLIRContext &context, Reporter &reporter, const std::string &path) {
  mlir::Location nowhere = mlir::UnknownLoc::get(&context);
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    reporter.report(nowhere, diag::ConfigUnreadable, {path, buffer.getError().message()});
    return false;
  }
  llvm::StringRef text = (*buffer)->getBuffer();
  auto locate = [&](const char *where) -> mlir::Location {
    if (where < text.begin() || where > text.end())
      where = text.begin();
    llvm::StringRef before = text.take_front(where - text.begin());
    size_t line = before.count('\n') + 1;
    size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    return mlir::FileLineColLoc::get(&context, path, line, column);
  };
  struct Handler {
    Reporter &reporter;
    llvm::function_ref<mlir::Location(const char *)> locate;
  } handler{reporter, locate};
  llvm::yaml::Input input(
      text, nullptr,
      [](const llvm::SMDiagnostic &message, void *context) {
        auto &handler = *static_cast<Handler *>(context);
        handler.reporter.report(handler.locate(message.getLoc().getPointer()), diag::ConfigSyntax,
                                {message.getMessage().str()});
      },
      &handler);
  File file;
  input >> file;
  if (input.error()) {
    if (!reporter.failed()) // a file without a document
      reporter.report(locate(text.begin()), diag::ConfigSyntax, {"the file is empty"});
    return false;
  }
  // A scalar with escapes is a copy: its entry has a place.
  auto placeIn = [&](const auto &entry) {
    return [&](const Scalar &scalar) {
      bool isInFile = scalar.begin >= text.begin() && scalar.begin <= text.end();
      return ConfigText{scalar.text, locate(isInFile ? scalar.begin : entry.begin)};
    };
  };
  for (TextureEntry &entry : file.textures) {
    auto place = placeIn(entry);
    TextureConfig config{/*owner=*/place(entry.owner),
                         /*levels=*/{},
                         /*levelCount=*/{},
                         /*levelOffset=*/{},
                         /*betweenLevels=*/entry.betweenLevels,
                         /*texels=*/place(entry.texels),
                         /*sizes=*/{},
                         /*sample=*/place(entry.sample),
                         /*format=*/entry.format,
                         /*filter=*/entry.filter,
                         /*address=*/place(entry.address),
                         /*addresses=*/{}};
    for (auto [scalar, text] : {std::pair(&entry.levels, &config.levels),
                                {&entry.levelCount, &config.levelCount},
                                {&entry.levelOffset, &config.levelOffset}})
      if (scalar->begin)
        *text = place(*scalar);
    for (const Scalar &size : entry.sizes)
      config.sizes.push_back(place(size));
    for (const auto &[value, mode] : entry.addresses.byValue)
      config.addresses.push_back({{value, config.address.loc}, mode});
    m_textures.push_back(std::move(config));
  }
  for (Entry &entry : file.functions) {
    auto place = placeIn(entry);
    FunctionConfig config{
        place(entry.function), entry.parameters,   entry.role, entry.dimensions, {},
        entry.isIndependent,   entry.isAssociative};
    for (const auto &[parameter, size] : entry.sizes.byParameter)
      config.sizes.push_back({parameter, place(size)});
    m_functions.push_back(std::move(config));
  }
  return !reporter.failed();
}

//===------------------------------------------------------------------------------------------===//
// The functions
//===------------------------------------------------------------------------------------------===//

/// A type as one may write it in the file: names with or without what typedefs stand for.
static bool isTypeNamed(const clang::ParmVarDecl *parameter, llvm::StringRef name) {
  clang::QualType type = parameter->getType();
  const clang::PrintingPolicy &policy = parameter->getASTContext().getPrintingPolicy();
  std::string wanted = withoutBlanks(name);
  return withoutBlanks(type.getAsString(policy)) == wanted ||
         withoutBlanks(type.getCanonicalType().getAsString(policy)) == wanted;
}

static bool hasParameters(const clang::FunctionDecl *function,
                          const std::optional<std::vector<std::string>> &types) {
  if (!types)
    return true;
  return types->size() == function->getNumParams() &&
         llvm::all_of(llvm::zip(function->parameters(), *types), [](const auto &pair) {
           return isTypeNamed(std::get<0>(pair), std::get<1>(pair));
         });
}

static const clang::ParmVarDecl *findParameter(const clang::FunctionDecl *function,
                                               llvm::StringRef name) {
  for (const clang::FunctionDecl *declaration : function->redecls())
    for (const clang::ParmVarDecl *parameter : declaration->parameters())
      if (parameter->getName() == name)
        return parameter;
  return nullptr;
}

/// What is wrong with an entry for this function; empty where nothing is.
static std::string findFault(const FunctionConfig &config, const clang::FunctionDecl *function,
                             llvm::ArrayRef<const clang::FunctionDecl *> declarations) {
  using Role = FunctionConfig::Role;
  auto *method = dyn_cast<clang::CXXMethodDecl>(function);
  bool isKernel = config.role == Role::Kernel;
  if (config.role != Role::Unstated && (!method || method->isStatic()))
    return "only methods have a role";
  if (isKernel && (config.dimensions < 1 || config.dimensions > 3))
    return "a kernel has 'dimensions: 1', 2 or 3";
  if (!isKernel && config.dimensions != 0)
    return "'dimensions' are those of 'role: kernel'";
  for (const auto &[parameter, size] : config.sizes) {
    const clang::ParmVarDecl *found = nullptr;
    for (const clang::FunctionDecl *declaration : declarations)
      found = found ? found : findParameter(declaration, parameter);
    if (!found)
      return "it has no parameter '" + parameter + "'";
    if (!found->getType()->isPointerType())
      return "parameter '" + parameter + "' is no pointer";
  }
  bool isMember = method && !method->isStatic();
  if (config.isAssociative && (function->getNumParams() + (isMember ? 1 : 0) < 2 ||
                               function->getReturnType()->isVoidType()))
    return "what is associative combines two values into one";
  return {};
}

bool Config::resolve(const Program &program, Reporter &reporter) {
  for (const FunctionConfig &config : m_functions) {
    using Declarations = llvm::SmallVector<const clang::FunctionDecl *>;
    llvm::MapVector<std::string, Declarations, std::map<std::string, unsigned>> found;
    std::vector<const clang::FunctionDecl *> others;
    for (const clang::FunctionDecl *function : program.functionsNamed(config.name.text)) {
      if (hasParameters(function, config.parameters))
        found[program.key(function)].push_back(function);
      else
        others.push_back(function);
    }
    auto locate = [&](const clang::FunctionDecl *function) {
      return program.sourceOf(function).text().location(function->getLocation());
    };
    llvm::SmallVector<Reporter::Note> notes;
    auto addNote = [&](const clang::FunctionDecl *function) {
      std::string types =
          function->getType().getAsString(function->getASTContext().getPrintingPolicy());
      notes.push_back({locate(function), "'" + qualifiedName(function) + "' is '" + types + "'"});
    };
    if (found.empty()) {
      llvm::for_each(others, addNote);
      reporter.report(config.name.loc, diag::ConfigNoFunction, {config.name.text}, notes);
      continue;
    }
    if (found.size() > 1) {
      for (const auto &[key, declarations] : found)
        addNote(declarations.front());
      reporter.report(config.name.loc, diag::ConfigAmbiguous, {config.name.text}, notes);
      continue;
    }
    const auto &[key, declarations] = *found.begin();
    std::string fault = m_byKey.count(key) ? "another entry is about it, too"
                                           : findFault(config, declarations.front(), declarations);
    m_byKey[key] = &config;
    // What the entry says of the role counts, that of functions that are overridden too.
    auto *method = dyn_cast<clang::CXXMethodDecl>(declarations.front());
    if (fault.empty() && config.isIndependent && !(method && kernelDims(program, *this, method)))
      fault = "iterations are those of kernels, and it is none";
    if (!fault.empty())
      reporter.report(config.name.loc, diag::ConfigEntry,
                      {qualifiedName(declarations.front()), fault});
  }
  for (const TextureConfig &config : m_textures)
    resolveTexture(program, reporter, config);
  return !reporter.failed();
}

const FunctionConfig *Config::find(const Program &program,
                                   const clang::FunctionDecl *function) const {
  if (m_byKey.empty())
    return nullptr;
  auto found = m_byKey.find(program.key(function));
  return found == m_byKey.end() ? nullptr : found->second;
}

FunctionConfig::Role Config::role(const Program &program, const clang::CXXMethodDecl *method,
                                  unsigned *dimensions) const {
  if (m_byKey.empty())
    return FunctionConfig::Role::Unstated;
  if (const FunctionConfig *own = find(program, method);
      own && own->role != FunctionConfig::Role::Unstated) {
    if (dimensions)
      *dimensions = own->dimensions;
    return own->role;
  }
  for (const clang::CXXMethodDecl *overridden : method->overridden_methods())
    if (FunctionConfig::Role found = role(program, overridden, dimensions);
        found != FunctionConfig::Role::Unstated)
      return found;
  return FunctionConfig::Role::Unstated;
}
