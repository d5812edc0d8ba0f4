//===- OpenClC.cpp - The back end of OpenCL C for clspv ---------------------------------------===//

#include "backends/openclc/OpenClC.h"

#include "backends/openclc/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::openclc;

namespace {
class OpenClBackend : public shading::ShadingBackend {
public:
  StringRef getName() const final { return "openclc"; }
  StringRef getTitle() const final { return "OpenCL C"; }
  StringRef getSuffix(vkm::ShaderStage) const final { return "cl"; }

  /// Atomics of clspv are those of integers of 32 bits; it has neither ballots nor shuffles, and no
  /// way to ask for float controls or for layout scalar.
  ArrayRef<StringRef> getMissingFeatures() const final {
    static constexpr StringRef keys[] = {
        "float32_atomic_add",  "int64_atomics",    "subgroup_arithmetic",
        "subgroup_ballot",     "subgroup_shuffle", "float64",
        "scalar_block_layout", "float_controls",   "ray_tracing_pipeline"};
    return keys;
  }

  LogicalResult raiseShader(ModuleOp shader, const shading::RaiseOptions &options) const final {
    return openclc::raiseShader(shader, options);
  }

  std::string print(ModuleOp shader, std::vector<LocationAttr> *lines) const final {
    return printOpenClC(shader, lines);
  }

  std::string getEntryPoint(ModuleOp shader) const final { return openclc::getKernelName(shader); }

  bool canCompile() const final { return true; }

  std::vector<uint32_t> compile(const shading::CompileJob &job, std::string &log) const final {
    return compileOpenClC(job.text, job.shader, log);
  }

  /// shader.cl:23:5: error: use of undeclared identifier 'x'
  unsigned findRejectedLine(StringRef log) const final {
    for (StringRef rest = log; !rest.empty(); rest = rest.split('\n').second) {
      auto [line, message] = rest.split('\n').first.split(": error: ");
      if (message.empty())
        continue;
      unsigned number = 0;
      StringRef place = line.rsplit(':').first.rsplit(':').second;
      return place.getAsInteger(10, number) ? 0 : number;
    }
    return 0;
  }
};
} // namespace

const shading::ShadingBackend &openclc::getBackend() {
  static const OpenClBackend backend;
  return backend;
}
