//===- Glsl.cpp - The back end of GLSL --------------------------------------------------------===//

#include "backends/glsl/Glsl.h"

#include "backends/glsl/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::glsl;

/// What lets `#line` name a file.
static constexpr StringLiteral kLineDirectiveExtension = "GL_GOOGLE_cpp_style_line_directive";

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
                       job.debugName, log);
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
