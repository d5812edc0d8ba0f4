//===- EmitHost.cpp - --emit-host of vkmorph-translate ----------------------------------------===//

#include "EmitHost.h"

#include "backends/ShadingLanguages.h"
#include "backends/host_vulkan/Host.h"
#include "backends/shading/Requirements.h"
#include "vkmorph/BuildInfo.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace vkmorph;

namespace cl = llvm::cl;

static cl::OptionCategory category("Options of --emit-host");
static cl::opt<bool>
    withoutShaders("without-shaders", cl::cat(category),
                   cl::desc("Embed one word for each shader instead of its SPIR-V; what shaders "
                            "need of a device is the module's attribute vkm.requires then"));
static cl::opt<std::string> suffix("suffix", cl::init("_Generated"), cl::value_desc("text"),
                                   cl::cat(category), cl::desc("Appended to the class's name"));
static cl::opt<std::string> language("shaders", cl::value_desc("language"), cl::cat(category),
                                     cl::desc("The language of the shaders; without it, that of "
                                              "the first --emit option for shaders"));

static LogicalResult emitHost(Operation *op, llvm::raw_ostream &os) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    return op->emitError("is no module");
  // Parsing loads the dialects that occur; in an empty file none does.
  module.getContext()->loadDialect<vkm::VkmDialect>();
  const shading::ShadingBackend *backend =
      language.empty() ? getShadingBackends().front() : findShadingBackend(language);
  if (!backend)
    return module.emitError() << "--shaders has no language '" << language << "'; it takes "
                              << llvm::join(getShadingLanguages(), ", ");
  host::CompiledShaders compiled;
  host::HostOptions options;
  if (withoutShaders) {
    constexpr uint32_t kMagic = 0x07230203;
    module.walk([&](vkm::ShaderOp shader) {
      std::string name = shader.getSymName().str();
      compiled.list.push_back(
          {name, name + "." + backend->getSuffix(shader.getStage()).str(), {kMagic}});
    });
    compiled.requirements = module->getAttrOfType<DictionaryAttr>(shading::kRequiresAttr);
  } else {
    FailureOr<shading::Shaders> shaders = shading::emitShaders(*backend, module);
    if (failed(shaders))
      return failure();
    compiled.requirements = shaders->requirements;
    for (shading::Shader &shader : shaders->list) {
      for (Renaming &renaming : shader.renamings)
        options.renamings.push_back({shader.name, renaming.what, renaming.from, renaming.to});
      compiled.list.push_back(
          {shader.name, shader.file, std::move(shader.spirv), shader.entryPoint});
    }
  }
  options.suffix = suffix;
  options.version = VKMORPH_VERSION_STRING;
  options.target = "as lowered";
  FailureOr<std::vector<host::OutputFile>> files = host::emitHost(module, compiled, options);
  if (failed(files))
    return failure();
  for (const host::OutputFile &file : *files)
    os << "//--- " << file.path << "\n" << file.text;
  return success();
}

cl::OptionCategory &tool::getHostOptions() { return category; }

void tool::registerHostTranslation() {
  static TranslateFromMLIRRegistration registration(
      "emit-host", "Prints the host side of a lowered module: class, JSON description, CMake file",
      emitHost, [](DialectRegistry &registry) { registry.insert<vkm::VkmDialect>(); });
}
