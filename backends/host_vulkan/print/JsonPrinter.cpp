//===- JsonPrinter.cpp - Prints vkmorph.json: the generated program, for other programs ------===//

#include "backends/common/FileHash.h"
#include "backends/host_vulkan/print/Printers.h"
#include "backends/host_vulkan/print/Text.h"

#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {

class JsonPrinter {
public:
  JsonPrinter(const ClassInfo &info, const HostOptions &options, llvm::raw_ostream &os)
      : info(info), options(options), json(os, /*IndentSize=*/2) {}

  void print() {
    json.object([&] {
      printHead();
      json.attributeArray("controlFunctions", [&] {
        for (const ControlInfo &control : info.controls)
          json.object([&] { printControl(control); });
      });
      json.attributeArray("kernels", [&] {
        for (const KernelInfo &kernel : info.kernels)
          json.object([&] { printKernel(kernel); });
      });
      printClassData();
      json.attributeArray("vectors", [&] {
        for (const VectorInfo &vector : info.vectors)
          json.object([&] {
            json.attribute("name", vector.name);
            json.attribute("elementType", vector.cppElement);
            json.attribute("elementBytes", vector.elementBytes);
            json.attribute("written", vector.written);
            if (vector.capacityOffset >= 0)
              json.attribute("appended", true);
          });
      });
      json.attributeArray("ownBuffers", [&] {
        for (const ScratchInfo &scratch : info.scratches)
          json.object([&] {
            json.attribute("name", scratch.symbol);
            json.attribute("bytes", scratch.bytes);
          });
      });
      if (!info.images.empty())
        json.attributeArray("images", [&] {
          for (const ImageInfo &image : info.images)
            json.object([&] {
              json.attribute("name", image.symbol);
              json.attribute("format", image.format);
            });
        });
      if (!info.textures.empty())
        json.attributeArray("textures", [&] {
          for (const TextureInfo &texture : info.textures)
            json.object([&] {
              json.attribute("name", texture.symbol);
              json.attribute("dimensions", texture.dimensions);
              if (texture.isMany)
                json.attribute("array", true);
              json.attributeArray("members", [&] {
                for (const std::string &member : texture.members)
                  json.value(member);
              });
              json.attribute("filter", texture.filter);
              if (texture.hasLevels)
                json.attribute("betweenLevels", texture.betweenLevels);
              if (texture.addresses.empty())
                json.attribute("address", texture.address);
            });
        });
      json.attributeObject("requires", [&] {
        for (const Requirement &need : info.requirements)
          json.attribute(need.name, need.json);
      });
      json.attributeArray("renamed", [&] {
        for (const RenamedIdentifier &renaming : options.renamings)
          json.object([&] {
            json.attribute("shader", renaming.shader);
            json.attribute("what", renaming.what);
            json.attribute("from", renaming.from);
            json.attribute("to", renaming.to);
          });
      });
    });
  }

private:
  void printHead() {
    json.attribute("class", info.qualifiedBase);
    json.attribute("generatedClass", info.qualifiedName);
    strings("source", options.sources);
    json.attribute("vkmorph", options.version);
    json.attribute("target", options.target);
    strings("decisions", options.decisions);
    json.attribute("hash", unsealedHash());
    json.attributeArray("files", [&] {
      json.value(info.stem + "_generated.h");
      json.value(info.stem + "_generated.cpp");
      for (const KernelInfo &kernel : info.kernels)
        for (const ShaderInfo *shader : kernel.allShaders())
          json.value("shaders/" + shader->textFile);
    });
  }

  void strings(StringRef name, const std::vector<std::string> &values) {
    json.attributeArray(name, [&] {
      for (const std::string &value : values)
        json.value(value);
    });
  }

  void printControl(const ControlInfo &control) {
    json.attribute("name", control.name);
    json.attribute("identifier", control.unique);
    if (!control.inPieces)
      json.attribute("record", control.command);
    if (control.prints && !control.inPieces)
      json.attribute("recordIsProtected", true);
    if (!control.setter.empty())
      json.attribute("setter", control.setter);
    if (!control.setter.empty() && control.inPieces)
      json.attribute("setterIsProtected", true);
    if (control.inPieces)
      json.attribute("inPieces", true);
    json.attribute("dropIn", control.hasDropIn());
    if (!control.hasDropIn())
      json.attribute("noDropInBecause", control.noDropIn);
    json.attribute("returns", control.returnType);
    json.attributeArray("parameters", [&] {
      for (const Parameter &parameter : control.parameters)
        json.object([&] { printParameter(parameter, control); });
    });
    json.attributeArray("kernels", [&] {
      for (const KernelInfo *kernel : control.launches)
        json.value(kernel->cppName);
    });
    ranges("uploads", control.uploads, control.vectors);
    ranges("downloads", control.downloads, control.vectorDownloads);
  }

  void printParameter(const Parameter &parameter, const ControlInfo &control) {
    json.attribute("name", parameter.name);
    json.attribute("type", parameter.type);
    if (parameter.isLent()) {
      std::string member = parameter.isKept ? "" : control.objects[parameter.object].name;
      for (const MemberStep &step : parameter.path)
        member += (member.empty() ? "" : ".") + step.name;
      json.attribute("member", member + (parameter.isSize ? ".size()" : ""));
    }
    if (!parameter.isBound())
      return;
    json.attribute("access", vkm::stringifyAccess(parameter.access));
    json.attribute("overwritten", parameter.overwritten);
    if (!parameter.records.empty())
      json.attribute("records", parameter.records);
    if (parameter.mayBeNull)
      json.attribute("mayBeNull", true);
    if (parameter.extent) {
      json.attribute("extent", parameter.extent->text);
      json.attribute("extentStated", parameter.extent->isStated);
    }
    use("first", parameter.firstAccess, parameter.firstStages);
    use("last", parameter.lastAccess, parameter.lastStages);
  }

  /// In the words of Vulkan, for barriers of the caller's own.
  void use(StringRef name, vkm::Access access, ShaderStages stages) {
    std::string stage;
    if (stages.compute || !stages.rays)
      stage = "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT";
    if (stages.rays)
      stage +=
          std::string(stage.empty() ? "" : " | ") + "VK_PIPELINE_STAGE_RAY_TRACING_SHADER_BIT_KHR";
    json.attributeObject(name, [&] {
      json.attribute("stage", stage);
      json.attributeArray("access", [&] {
        if (access != vkm::Access::Write)
          json.value("VK_ACCESS_SHADER_READ_BIT");
        if (access != vkm::Access::Read)
          json.value("VK_ACCESS_SHADER_WRITE_BIT");
      });
    });
  }

  void ranges(StringRef name, const std::vector<MemberRange> &ranges,
              const std::vector<VectorInfo *> &vectors) {
    json.attributeArray(name, [&] {
      for (const MemberRange &range : ranges)
        for (const std::string &member : range.names)
          json.value(member);
      for (const VectorInfo *vector : vectors)
        json.value(vector->name);
    });
  }

  void printKernel(const KernelInfo &kernel) {
    json.attribute("name", kernel.cppName);
    json.attribute("record", kernel.command);
    json.attributeArray("bindings", [&] {
      for (const BindingInfo &binding : kernel.bindings)
        json.object([&] {
          json.attribute("binding", binding.binding);
          json.attribute("kind", vkm::stringifyResourceKind(binding.kind));
          json.attribute("name", binding.name);
          if (!binding.elementType.empty())
            json.attribute("elementType", binding.elementType);
          if (binding.isImage())
            json.attribute("image", binding.imageFormat);
          if (binding.isTexture())
            json.attribute("texture", binding.textureDimensions);
          if (binding.isUniform)
            json.attribute("uniform", true);
          json.attribute("access", vkm::stringifyAccess(binding.access));
        });
    });
    json.attributeArray("shaders", [&] {
      for (const ShaderInfo *shader : kernel.allShaders())
        json.object([&] { printShader(*shader); });
    });
  }

  void printShader(const ShaderInfo &shader) {
    json.attribute("file", "shaders/" + shader.textFile);
    if (!shader.isComputed())
      json.attribute("stage", vkm::stringifyShaderStage(shader.stage));
    json.attribute("does", shader.doc);
    if (!shader.shareOf.empty())
      json.attribute("shareOf", shader.shareOf);
    json.attributeArray("workgroupSize", [&] {
      for (int64_t size : shader.workgroupSize)
        json.value(size);
    });
    json.attribute("sharedMemoryBytes", shader.sharedBytes);
    json.attributeArray("pushConstants", [&] {
      for (const PushConstant &constant : shader.pushConstants)
        json.object([&] {
          json.attribute("name", constant.name);
          json.attribute("type", constant.cppType);
          json.attribute("offset", constant.offset);
        });
    });
  }

  void printClassData() {
    json.attributeObject("classData", [&] {
      json.attribute("bytes", info.classDataBytes);
      json.attributeArray("members", [&] {
        for (const FieldInfo &field : info.fields) {
          if (field.offset < 0)
            continue;
          json.object([&] {
            json.attribute("name", field.spell());
            json.attribute("type", field.cppType);
            json.attribute("offset", field.offset);
            json.attribute("bytes", field.bytes);
            json.attribute("written", field.written);
            if (!field.isOfUser())
              json.attribute("temporary", true);
          });
        }
      });
    });
  }

  const ClassInfo &info;
  const HostOptions &options;
  llvm::json::OStream json;
};

} // namespace

std::string host::printJson(const ClassInfo &info, const HostOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  JsonPrinter(info, options, os).print();
  os << "\n";
  os.flush();
  return sealFile(text);
}
