//===- Requirements.cpp - What the generated class asks of a device --------------------------===//

#include "backends/host_vulkan/raise/Requirements.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {

/// Numbers: the largest that the shaders' requirements or the model have.
struct Limits {
  int64_t invocations = 1, size[3] = {1, 1, 1}, shared = 0, push = 0, buffers = 0,
          sampledImages = 0, storageImages = 0, samplers = 0;

  explicit Limits(const ClassInfo &info) {
    for (const KernelInfo &kernel : info.kernels) {
      int64_t kinds[3] = {}, textures = 0;
      for (const BindingInfo &binding : kernel.bindings)
        if (binding.isTexture())
          ++textures;
        else if (!binding.isUniform)
          ++kinds[!binding.isImage() ? 0 : binding.access == vkm::Access::Read ? 1 : 2];
      raise(buffers, kinds[0]);
      raise(sampledImages, kinds[1] + textures);
      raise(samplers, textures);
      raise(storageImages, kinds[2]);
      for (const ShaderInfo &shader : kernel.shaders) {
        const auto &local = shader.workgroupSize;
        raise(invocations, local[0] * local[1] * local[2]);
        for (unsigned dim = 0; dim < 3; ++dim)
          raise(size[dim], local[dim]);
        raise(shared, shader.sharedBytes);
        raise(push, shader.pushBytes);
      }
    }
  }

  static void raise(int64_t &limit, int64_t value) { limit = std::max(limit, value); }
};

std::string subgroupBit(StringRef operation) {
  return "VK_SUBGROUP_FEATURE_" + operation.upper() + "_BIT";
}

} // namespace

std::vector<Requirement> host::getRequirements(const ClassInfo &info, DictionaryAttr stated) {
  auto find = [&](StringRef name) { return stated ? stated.get(name) : Attribute(); };
  std::vector<Requirement> result;
  auto addNumber = [&](const std::string &name, int64_t value, int64_t byDefault) {
    if (auto number = dyn_cast_or_null<IntegerAttr>(find(name)))
      value = std::max(value, number.getInt());
    if (value != byDefault)
      result.push_back({name, std::to_string(value), value});
  };

  if (auto version = dyn_cast_or_null<StringAttr>(find("apiVersion"))) {
    auto [major, minor] = version.getValue().split('.');
    result.push_back(
        {"apiVersion", ("VK_API_VERSION_" + major + "_" + minor).str(), version.getValue()});
  }
  // Features, in the order of the struct; one that is newer than this list follows.
  static constexpr llvm::StringLiteral features[] = {
      "shaderInt64",
      "shaderFloat64",
      "shaderInt16",
      "shaderInt8",
      "shaderFloat16",
      "storageBuffer16BitAccess",
      "shaderSampledImageArrayNonUniformIndexing",
      "runtimeDescriptorArray",
      "storageBuffer8BitAccess",
      "scalarBlockLayout",
      "shaderBufferInt64Atomics",
      "shaderBufferFloat32Atomics",
      "shaderBufferFloat32AtomicAdd",
      "shaderSubgroupExtendedTypes",
      "computeFullSubgroups",
      "shaderStorageImageExtendedFormats",
      "shaderStorageImageReadWithoutFormat",
      "shaderStorageImageWriteWithoutFormat",
      "shaderSignedZeroInfNanPreserveFloat32",
      "shaderSignedZeroInfNanPreserveFloat64",
      "exactRounding",
      "rayTracingPipeline",
  };
  for (StringRef feature : features)
    if (isa_and_nonnull<UnitAttr>(find(feature)))
      result.push_back({feature.str(), "true", true});
  if (stated)
    for (NamedAttribute entry : stated)
      if (isa<UnitAttr>(entry.getValue()) &&
          !llvm::is_contained(features, entry.getName().getValue()))
        result.push_back({entry.getName().str(), "true", true});
  if (auto operations = dyn_cast_or_null<ArrayAttr>(find("subgroupOperations"))) {
    std::vector<std::string> bits;
    llvm::json::Array names;
    for (auto operation : operations.getAsRange<StringAttr>()) {
      bits.push_back(subgroupBit(operation.getValue()));
      names.push_back(operation.getValue());
    }
    result.push_back({"subgroupOperations", llvm::join(bits, " | "), std::move(names)});
  }

  Limits limits(info);
  addNumber("minSubgroupSize", 1, 1);
  addNumber("maxSubgroupSize", 0, 0);
  addNumber("workgroupInvocations", limits.invocations, 1);
  if (auto size = dyn_cast_or_null<DenseI32ArrayAttr>(find("workgroupSize")))
    for (auto [dim, value] : llvm::enumerate(size.asArrayRef().take_front(3)))
      Limits::raise(limits.size[dim], value);
  for (unsigned dim = 0; dim < 3; ++dim)
    addNumber("workgroupSize[" + std::to_string(dim) + "]", limits.size[dim], 1);
  addNumber("sharedMemoryBytes", limits.shared, 0);
  addNumber("pushConstantBytes", limits.push, 0);
  addNumber("storageBuffersPerStage", limits.buffers, 0);
  addNumber("sampledImagesPerStage", limits.sampledImages, 0);
  addNumber("storageImagesPerStage", limits.storageImages, 0);
  addNumber("samplersPerStage", limits.samplers, 0);
  addNumber("storageBufferRange", 0, 0);
  return result;
}
