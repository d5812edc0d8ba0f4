//===- Compile.cpp - OpenCL C through clang's front end, and through clspv --------------------===//
//
// Both are programs of their own. clang says whether the text is OpenCL C at all; it is asked for a
// device of 32 bits, as clspv has them, and its warnings are errors. clspv makes SPIR-V, whose
// bindings are compared with those of the host where clspv says which they are.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/openclc/OpenClC.h"
#include "backends/openclc/raise/Raise.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The version that texts are written in, for all that read them.
static constexpr const char *kStandard = "-cl-std=CL2.0";

/// The program, from its full name or from PATH; empty where there is none.
static std::string findProgram(StringRef fullName, StringRef name) {
  if (!fullName.empty() && fs::can_execute(fullName))
    return fullName.str();
  auto found = llvm::sys::findProgramByName(name);
  return found && fs::can_execute(*found) ? *found : std::string();
}

/// $CLSPV, or clspv in PATH; empty where there is none, or where $CLSPV is "none".
static std::string findClspv() {
  if (const char *chosen = std::getenv("CLSPV"); chosen && *chosen)
    return StringRef(chosen) == "none" ? std::string() : findProgram("", chosen);
  return findProgram("", "clspv");
}

bool vkmorph::openclc::isClspvMissing() {
  const char *chosen = std::getenv("CLSPV");
  return findClspv().empty() && (!chosen || StringRef(chosen) != "none");
}

namespace {
/// A folder for the files of one text.
class WorkFolder {
public:
  WorkFolder() { isMade = !fs::createUniqueDirectory("vkmorph-openclc", folder); }
  ~WorkFolder() {
    if (isMade)
      fs::remove_directories(folder);
  }
  std::string file(StringRef name) const {
    llvm::SmallString<128> result(folder);
    path::append(result, name);
    return std::string(result);
  }
  bool write(StringRef name, StringRef text) const {
    std::error_code error;
    llvm::raw_fd_ostream os(file(name), error);
    os << text;
    os.close();
    return !error && !os.has_error();
  }
  std::string read(StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(file(name));
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

  bool isMade = false;

private:
  llvm::SmallString<128> folder;
};
} // namespace

/// Runs a program; what it says goes to `log` where it fails.
static bool run(const WorkFolder &folder, ArrayRef<StringRef> command, std::string &log) {
  std::string output = folder.file("log"), problem;
  std::optional<StringRef> redirects[] = {StringRef(), StringRef(output), StringRef(output)};
  int status =
      llvm::sys::ExecuteAndWait(command.front(), command, std::nullopt, redirects, 0, 0, &problem);
  if (status == 0)
    return true;
  std::string said = folder.read("log");
  // The folder is nobody's business.
  std::string prefix = folder.file("");
  for (size_t at; (at = said.find(prefix)) != std::string::npos;)
    said.erase(at, prefix.size());
  log += said.empty() ? problem : said;
  if (log.empty())
    log = (command.front() + " fails with status " + Twine(status)).str();
  return false;
}

//===------------------------------------------------------------------------------------------===//
// Words
//===------------------------------------------------------------------------------------------===//

static constexpr uint32_t kMagic = 0x07230203;

static void addInstruction(std::vector<uint32_t> &words, uint32_t opcode,
                           ArrayRef<uint32_t> operands, StringRef text = {}, bool hasText = false) {
  size_t first = words.size();
  words.push_back(0);
  words.insert(words.end(), operands.begin(), operands.end());
  if (hasText) {
    std::vector<uint32_t> packed(text.size() / 4 + 1);
    std::memcpy(packed.data(), text.data(), text.size());
    words.insert(words.end(), packed.begin(), packed.end());
  }
  words[first] = uint32_t(words.size() - first) << 16 | opcode;
}

/// A module of SPIR-V that holds the text (OpSource) and nothing to run.
static std::vector<uint32_t> wrapText(StringRef text, StringRef name) {
  constexpr uint32_t version = 0x00010000, bound = 2, file = 1;
  constexpr uint32_t opSourceContinued = 2, opSource = 3, opMemoryModel = 14, opString = 7,
                     opCapability = 17;
  constexpr uint32_t shader = 1, logical = 0, glsl450 = 1, openClC = 3, standard = 200;
  // An instruction has at most 65535 words.
  constexpr size_t most = 4 * 65000;
  std::vector<uint32_t> words = {kMagic, version, 0, bound, 0};
  addInstruction(words, opCapability, {shader});
  addInstruction(words, opMemoryModel, {logical, glsl450});
  addInstruction(words, opString, {file}, name, true);
  addInstruction(words, opSource, {openClC, standard, file}, text.take_front(most), true);
  for (StringRef rest = text.drop_front(std::min(most, text.size())); !rest.empty();
       rest = rest.drop_front(std::min(most, rest.size())))
    addInstruction(words, opSourceContinued, {}, rest.take_front(most), true);
  return words;
}

/// Without the reflection that clspv embeds, which needs an extension of the device.
static std::vector<uint32_t> stripReflection(ArrayRef<uint32_t> words) {
  constexpr uint32_t header = 5, opExtension = 10, opExtInstImport = 11, opExtInst = 12;
  std::vector<uint32_t> result(words.begin(), words.begin() + header);
  llvm::DenseSet<uint32_t> sets;
  for (size_t at = header; at < words.size();) {
    uint32_t count = words[at] >> 16, opcode = words[at] & 0xffff;
    if (count == 0 || at + count > words.size())
      break;
    auto text = [&](size_t operand) {
      return StringRef(reinterpret_cast<const char *>(words.data() + at + operand));
    };
    bool isReflection =
        (opcode == opExtension && text(1).starts_with("SPV_KHR_non_semantic_info")) ||
        (opcode == opExtInst && sets.contains(words[at + 3]));
    if (opcode == opExtInstImport && text(2).starts_with("NonSemantic.")) {
      sets.insert(words[at + 1]);
      isReflection = true;
    }
    if (!isReflection)
      result.insert(result.end(), words.begin() + at, words.begin() + at + count);
    at += count;
  }
  return result;
}

//===------------------------------------------------------------------------------------------===//
// clspv
//===------------------------------------------------------------------------------------------===//

/// Where the host puts the scalars of a kernel.
static SmallVector<int64_t> getScalarOffsets(ModuleOp module) {
  SmallVector<int64_t> offsets;
  int64_t end = 0;
  for (PushConstantOp constant : shading::getShader(module).getOps<PushConstantOp>()) {
    Layout layout = getPushLayout(constant.getType());
    offsets.push_back(llvm::alignTo(end, layout.align));
    end = offsets.back() + layout.size;
  }
  return offsets;
}

/// Compares the places that clspv gave to arguments with those of the host, which are in `module`.
/// Lines of the map:
///
///     kernel,NAME,arg,A,argOrdinal,N,descriptorSet,S,binding,B,offset,O,argKind,buffer
///     kernel,NAME,arg,A,argOrdinal,N,offset,O,argKind,pod_pushconstant,argSize,4
static bool checkReflection(StringRef map, ModuleOp module, std::string &log) {
  size_t bindings = shading::getShader(module).getBindings().size();
  SmallVector<int64_t> scalars = getScalarOffsets(module);
  for (StringRef rest = map; !rest.empty();) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    SmallVector<StringRef> fields;
    line.split(fields, ',');
    if (fields.size() < 2 || fields[0] != "kernel")
      continue;
    llvm::StringMap<StringRef> row;
    for (size_t i = 0; i + 1 < fields.size(); i += 2)
      row[fields[i]] = fields[i + 1];
    size_t ordinal = 0;
    if (row.lookup("argOrdinal").getAsInteger(10, ordinal))
      continue;
    StringRef kind = row.lookup("argKind");
    bool isAsWanted = false;
    if (ordinal < bindings)
      isAsWanted = kind == "buffer" && row.lookup("descriptorSet") == "0" &&
                   row.lookup("binding") == std::to_string(ordinal);
    else if (ordinal - bindings < scalars.size())
      isAsWanted = kind == "pod_pushconstant" &&
                   row.lookup("offset") == std::to_string(scalars[ordinal - bindings]);
    if (!isAsWanted) {
      log += ("clspv binds argument " + Twine(ordinal) + " in another way than the host: " + line)
                 .str();
      return false;
    }
  }
  return true;
}

static std::vector<uint32_t> runClspv(const std::string &clspv, const WorkFolder &folder,
                                      StringRef source, ModuleOp module, std::string &log) {
  std::string output = folder.file("shader.spv");
  // Scalars are push constants, and descriptor set 0 has the buffers.
  if (!run(folder,
           {clspv, kStandard, "-spv-version=1.3", "-pod-pushconstant", source, "-o", output}, log))
    return {};
  std::string map = folder.file("map");
  std::string reflection =
      findProgram((path::parent_path(clspv) + "/clspv-reflection").str(), "clspv-reflection");
  if (!reflection.empty() && (!run(folder, {reflection, output, "-o", map}, log) ||
                              !checkReflection(folder.read("map"), module, log)))
    return {};
  std::string bytes = folder.read("shader.spv");
  std::vector<uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  if (words.size() < 5 || words.front() != kMagic) {
    log += "clspv has written no SPIR-V";
    return {};
  }
  return stripReflection(words);
}

std::vector<uint32_t> vkmorph::openclc::compileOpenClC(StringRef text, ModuleOp shaderModule,
                                                       std::string &log) {
  std::string name = (*shaderModule.getName() + ".cl").str();
  WorkFolder folder;
  if (!folder.isMade || !folder.write(name, text)) {
    log += "the text cannot be written to a file for clang";
    return {};
  }
  std::string source = folder.file(name);
  std::string clang = findProgram(VKMORPH_OPENCL_CLANG, VKMORPH_OPENCL_CLANG_NAME);
  if (clang.empty()) {
    log += "there is no " VKMORPH_OPENCL_CLANG_NAME ", whose OpenCL front end looks at the text";
    return {};
  }
  if (!run(folder,
           {clang, "-x", "cl", kStandard, "-target", "spir", "-fsyntax-only", "-Werror",
            "-fno-caret-diagnostics", source},
           log))
    return {};
  if (std::string clspv = findClspv(); !clspv.empty())
    return runClspv(clspv, folder, source, shaderModule, log);
  return wrapText(text, name);
}
