//===- Compile.cpp - GLSL to SPIR-V in this process, and its validation -----------------------===//

#include "backends/glsl/Glsl.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <glslang/SPIRV/spirv.hpp>
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>

using namespace vkmorph;

/// The version that compute shaders state, and one for which glslang declares the built-in
/// functions of six stages in place of fourteen: half of the time of a small shader.
static constexpr int kStatedVersion = 450, kOldVersion = 440;

namespace {
/// Vulkan's and SPIR-V's version for an API version.
struct Environment {
  glslang::EShTargetClientVersion client;
  glslang::EShTargetLanguageVersion language;
  spv_target_env validator;
};
} // namespace

static Environment getEnvironment(llvm::StringRef apiVersion) {
  if (apiVersion == "1.3")
    return {glslang::EShTargetVulkan_1_3, glslang::EShTargetSpv_1_6, SPV_ENV_VULKAN_1_3};
  if (apiVersion == "1.2")
    return {glslang::EShTargetVulkan_1_2, glslang::EShTargetSpv_1_5, SPV_ENV_VULKAN_1_2};
  if (apiVersion == "1.1")
    return {glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3, SPV_ENV_VULKAN_1_1};
  return {glslang::EShTargetVulkan_1_0, glslang::EShTargetSpv_1_0, SPV_ENV_VULKAN_1_0};
}

static bool validate(const std::vector<uint32_t> &words, spv_target_env environment,
                     bool scalarLayout, std::string &log) {
  spvtools::SpirvTools tools(environment);
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char *, const spv_position_t &, const char *text) {
        log += (log.empty() ? "" : "\n") + std::string(text);
      });
  spvtools::ValidatorOptions options;
  options.SetScalarBlockLayout(scalarLayout);
  return tools.Validate(words.data(), words.size(), options);
}

/// glslang stores structs member by member, each through an OpAccessChain on the one of the struct:
///
///     %place = OpAccessChain %_ptr_Pair %buffer %int_0 %i
///     %member = OpAccessChain %_ptr_int %place %int_1     ->  OpAccessChain %_ptr_int %buffer
///                                                             %int_0 %i %int_1
///
/// This is legal. Yet validation layers up to Debian 12's (1.3.239) follow one chain only to find
/// out what a shader does with a buffer: they take such a write for a read, and the barriers before
/// it for wrong ones.
static bool combineAccessChains(std::vector<uint32_t> &words, spv_target_env environment,
                                std::string &log) {
  spvtools::Optimizer optimizer(environment);
  optimizer.SetMessageConsumer(
      [&](spv_message_level_t, const char *, const spv_position_t &, const char *text) {
        log += (log.empty() ? "" : "\n") + std::string(text);
      });
  optimizer.RegisterPass(spvtools::CreateCombineAccessChainsPass());
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  std::vector<uint32_t> combined;
  if (!optimizer.Run(words.data(), words.size(), &combined, options))
    return false;
  words = std::move(combined);
  return true;
}

static EShLanguage getLanguage(vkm::ShaderStage stage) {
  return stage == vkm::ShaderStage::Compute         ? EShLangCompute
         : stage == vkm::ShaderStage::RayGeneration ? EShLangRayGen
                                                    : EShLangCallable;
}

/// Lets OpSource name the version that the text states.
static void nameVersion(std::vector<uint32_t> &words, uint32_t version) {
  constexpr size_t kHeaderWords = 5, kVersionWord = 2;
  for (size_t at = kHeaderWords; at < words.size();) {
    const uint32_t length = words[at] >> spv::WordCountShift;
    if ((words[at] & spv::OpCodeMask) == spv::OpSource && length > kVersionWord)
      words[at + kVersionWord] = version;
    if (length == 0)
      return;
    at += length;
  }
}

static std::vector<uint32_t> compile(llvm::StringRef text, EShLanguage stage,
                                     llvm::StringRef apiVersion, bool scalarLayout, int builtIns,
                                     llvm::StringRef debugName, std::string &log) {
  // Once per process. At its end, the system takes back at once what glslang would free by and by.
  [[maybe_unused]] static const bool isReady = glslang::InitializeProcess();
  Environment environment = getEnvironment(apiVersion);
  std::string source = text.str();
  std::string file = debugName.str();
  const bool debugInfo = !debugName.empty();
  const char *strings[] = {source.c_str()};
  const int lengths[] = {static_cast<int>(source.size())};
  const char *names[] = {file.c_str()};
  glslang::TShader shader(stage);
  if (builtIns != kStatedVersion)
    shader.setOverrideVersion(builtIns);
  if (debugInfo)
    shader.setStringsWithLengthsAndNames(strings, lengths, names, 1);
  else
    shader.setStrings(strings, 1);
  shader.setEnvInput(glslang::EShSourceGlsl, stage, glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, environment.client);
  shader.setEnvTarget(glslang::EShTargetSpv, environment.language);
  auto messages = static_cast<EShMessages>(EShMsgDefault | EShMsgSpvRules | EShMsgVulkanRules |
                                           (debugInfo ? EShMsgDebugInfo : EShMsgDefault));
  glslang::TProgram program;
  bool parsed =
      shader.parse(GetDefaultResources(), kStatedVersion, /*forwardCompatible=*/false, messages);
  program.addShader(&shader);
  if (!parsed || !program.link(messages)) {
    log = parsed ? program.getInfoLog() : shader.getInfoLog();
    return {};
  }
  glslang::SpvOptions options;
  options.generateDebugInfo = debugInfo;
  options.disableOptimizer = true;
  options.validate = false;
  spv::SpvBuildLogger logger;
  std::vector<uint32_t> words;
  glslang::GlslangToSpv(*program.getIntermediate(stage), words, &logger, &options);
  log = logger.getAllMessages();
  if (builtIns != kStatedVersion)
    nameVersion(words, kStatedVersion);
  if (words.empty() || !combineAccessChains(words, environment.validator, log) ||
      !validate(words, environment.validator, scalarLayout, log))
    return {};
  return words;
}

std::vector<uint32_t> vkmorph::glsl::compileGlsl(llvm::StringRef text, vkm::ShaderStage stage,
                                                 llvm::StringRef apiVersion, bool scalarLayout,
                                                 bool usesOldBuiltIns, llvm::StringRef debugName,
                                                 std::string &log) {
  std::vector<uint32_t> words;
  EShLanguage language = getLanguage(stage);
  // A crash in glslang is told as an error about the kernel whose shader it was.
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  bool returned = recovery.RunSafely([&] {
    if (usesOldBuiltIns)
      words = compile(text, language, apiVersion, scalarLayout, kOldVersion, debugName, log);
    // What is wrong with a text is told in terms of its own version.
    if (words.empty()) {
      log.clear();
      words = compile(text, language, apiVersion, scalarLayout, kStatedVersion, debugName, log);
    }
  });
  llvm::CrashRecoveryContext::Disable();
  if (returned)
    return words;
  log = "glslang crashed";
  return {};
}

/// Before its first text of a version, glslang reads the declarations of all built-in functions.
void vkmorph::glsl::prepareCompiler() {
  std::string log;
  compileGlsl("#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n",
              vkm::ShaderStage::Compute, "1.0",
              /*scalarLayout=*/false, /*usesOldBuiltIns=*/true, /*debugName=*/"", log);
}
