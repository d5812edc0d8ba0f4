//===- Glsl.cpp - The back end of GLSL --------------------------------------------------------===//

#include "backends/glsl/Glsl.h"

#include "backends/glsl/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::glsl;

/// What lets `#line` name a file.
static constexpr StringLiteral kLineDirectiveExtension = "GL_GOOGLE_cpp_style_line_directive";

/// Whether GLSL 4.40 declares every built-in function that the shader may call. Extensions that add
/// types add overloads in 4.50 only: there, min(int64_t, int64_t) would be a min of doubles.
static bool usesOldBuiltIns(ModuleOp shader) {
  static constexpr StringLiteral typeless[] = {
      "GL_EXT_control_flow_attributes",    "GL_EXT_scalar_block_layout",
      "GL_EXT_shader_8bit_storage",        "GL_EXT_shader_16bit_storage",
      "GL_KHR_shader_subgroup_basic",      "GL_KHR_shader_subgroup_ballot",
      "GL_KHR_shader_subgroup_arithmetic", kLineDirectiveExtension};
  return shading::getShader(shader).getStage() == vkm::ShaderStage::Compute &&
         llvm::all_of(
             shader->getAttrOfType<ArrayAttr>(kExtensionsAttr).getAsValueRange<StringAttr>(),
             [](StringRef name) { return llvm::is_contained(typeless, name); });
}

namespace {
class GlslBackend : public shading::ShadingBackend {
public:
  StringRef getName() const final { return "glsl"; }
  StringRef getTitle() const final { return "GLSL"; }
  StringRef getSuffix(vkm::ShaderStage stage) const final {
    return stage == vkm::ShaderStage::Compute         ? "comp"
           : stage == vkm::ShaderStage::RayGeneration ? "rgen"
                                                      : "rcall";
  }
  bool hasSamplers() const final { return true; }

  LogicalResult raiseShader(ModuleOp shader, const shading::RaiseOptions &options) const final {
    return glsl::raiseShader(shader, options);
  }

  std::string print(ModuleOp shader, std::vector<LocationAttr> *lines) const final {
    return printGlsl(shader, lines);
  }

  void allowLineDirectives(ModuleOp shader) const final {
    SmallVector<Attribute> all(shader->getAttrOfType<ArrayAttr>(kExtensionsAttr).getValue());
    all.push_back(StringAttr::get(shader.getContext(), kLineDirectiveExtension));
    shader->setAttr(kExtensionsAttr, ArrayAttr::get(shader.getContext(), all));
  }

  bool canCompile() const final { return true; }

  void prepareCompiler() const final { glsl::prepareCompiler(); }

  std::vector<uint32_t> compile(const shading::CompileJob &job, std::string &log) const final {
    ModuleOp shader = job.shader;
    auto needs = shader->getAttrOfType<DictionaryAttr>(shading::kRequiresAttr);
    auto version = needs.getAs<StringAttr>("apiVersion");
    return compileGlsl(job.text, shading::getShader(shader).getStage(),
                       version ? version.getValue() : "1.0", needs.contains("scalarBlockLayout"),
                       usesOldBuiltIns(shader), job.debugName, log);
  }

  /// ERROR: 0:23: 'x' : undeclared identifier; with the file's name for 0 where it is known.
  unsigned findRejectedLine(StringRef log) const final {
    unsigned number = 0;
    StringRef rest = log.split("ERROR: ").second.split(':').second;
    return rest.consumeInteger(10, number) ? 0 : number;
  }

  std::string findMiscompiled(ModuleOp shader, ArrayRef<uint32_t> spirv) const final {
    return findMisplaced(shader, spirv);
  }
};
} // namespace

const shading::ShadingBackend &glsl::getBackend() {
  static const GlslBackend backend;
  return backend;
}
