//===- DeviceNeeds.cpp - What a shader uses that not every device has -------------------------===//

#include "backends/shading/raise/DeviceNeeds.h"

#include "backends/shading/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
/// Gathers needs over the operations and declarations of one shader.
class Collector {
public:
  Collector(ModuleOp module, DeviceNeeds &needs)
      : bindsClassData(shading::bindsClassData(module)), needs(needs) {
    module.walk([&](Operation *op) { visit(op); });
  }

private:
  bool bindsClassData;
  DeviceNeeds &needs;

  void useType(Type type) {
    if (auto array = dyn_cast<ArrayType>(type))
      return useType(array.getElementType());
    if (auto ref = dyn_cast<RefType>(type))
      return useType(ref.getPointee());
    if (auto pointer = dyn_cast<PtrType>(type))
      return useType(pointer.getPointee());
    type = getComponentType(type);
    needs.storage8 |= type.isInteger(8);
    needs.storage16 |= type.isInteger(16);
    needs.int64 |= type.isInteger(64);
    needs.float64 |= type.isF64();
  }

  /// A place in a buffer: what it holds is in storage.
  static bool isInMemory(Operation *op, Type type) {
    if (!isa<RefType>(type))
      return false;
    while (isa_and_nonnull<MemberOp, ElementOp>(op))
      op = op->getOperand(0).getDefiningOp();
    return isa_and_nonnull<DerefOp, FieldRefOp, ScratchRefOp>(op);
  }

  void useVariable(Operation *from, Type type) {
    if (auto array = dyn_cast<ArrayType>(type))
      return useVariable(from, array.getElementType());
    if (auto ref = dyn_cast<RefType>(type))
      return useVariable(from, ref.getPointee());
    if (auto record = dyn_cast<RecordType>(type))
      for (MemberAttr member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>())
        useVariable(from, member.getType());
    needs.int8 |= type.isInteger(8);
    needs.int16 |= type.isInteger(16);
  }

  void visit(Operation *op) {
    for (Type type : op->getResultTypes())
      useType(type);
    for (Type type : op->getOperandTypes())
      useType(type);
    // Values of structs and arrays with narrow members are more than storage: conversions of what
    // was read or is written are not.
    bool isStorage = isa<LoadOp, CastOp>(op) && op->getResult(0).getType().isInteger();
    for (Type type : op->getResultTypes())
      if (!isStorage && !isa<PtrType>(type) && !isInMemory(op, type))
        useVariable(op, type);
    if (auto record = dyn_cast<RecordOp>(op))
      for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
        useType(member.getType());
    if (auto field = dyn_cast<FieldOp>(op); field && bindsClassData)
      useType(field.getType());
    if (auto shared = dyn_cast<SharedOp>(op))
      useType(shared.getType());
    if (auto payload = dyn_cast<PayloadOp>(op))
      useVariable(op, payload.getType());
    if (auto scratch = dyn_cast<ScratchOp>(op))
      for (MemberAttr member : scratch.getMembers().getAsRange<MemberAttr>())
        useType(member.getType());
    if (auto atomic = dyn_cast<AtomicOp>(op)) {
      Type type = atomic.getValue().getType();
      needs.int64Atomics |= type.isInteger(64);
      needs.float32AtomicAdd |= type.isF32();
    }
    if (auto swap = dyn_cast<CompareSwapOp>(op))
      needs.int64Atomics |= swap.getValue().getType().isInteger(64);
    if (auto subgroup = dyn_cast<SubgroupOp>(op)) {
      needs.subgroupArithmetic = true;
      needs.subgroupInt64 |= subgroup.getType().isInteger(64);
    }
    if (auto exchange = dyn_cast<SubgroupExchangeOp>(op)) {
      needs.subgroupShuffle = true;
      needs.subgroupInt64 |= exchange.getType().isInteger(64);
    }
    needs.subgroupBallot |= isa<ActiveThreadsOp, SubgroupFirstOp>(op);
    needs.subgroupBasic |= isa<SubgroupBarrierOp>(op);
    if (auto builtin = dyn_cast<BuiltinOp>(op))
      needs.subgroupBasic |= builtin.getBuiltin() >= Builtin::SubgroupInvocation &&
                             builtin.getBuiltin() <= Builtin::NumSubgroups;
  }
};
} // namespace

DeviceNeeds::DeviceNeeds(ModuleOp module) {
  Collector collector(module, *this);
  for (BufferOp buffer : getShader(module).getOps<BufferOp>()) {
    if (auto texture = dyn_cast<TextureType>(buffer.getPointer().getType().getPointee())) {
      ++textures;
      textureArrays |= texture.getIsMany();
    }
    if (auto texel = dyn_cast<TexelType>(buffer.getPointer().getType().getPointee())) {
      bool isSampled = buffer->hasAttr(kSampledAttr);
      ++(isSampled ? sampledImages : storageImages);
      // Of four channels, or of one with 32 bits, every device has storage images.
      extendedFormats |= !isSampled && (texel.getNumChannels() == 2 ||
                                        (texel.getNumChannels() == 1 && texel.getIsHalf()));
    }
  }
  if (auto widths = module->getAttrOfType<DenseI32ArrayAttr>(kFloatControlsAttr)) {
    keepsFloats32 = llvm::is_contained(widths.asArrayRef(), 32);
    keepsFloats64 = llvm::is_contained(widths.asArrayRef(), 64);
  }
  exactRounding = module->hasAttr(kExactRoundingAttr);
  rayTracing = getShader(module).getStage() != ShaderStage::Compute;
}

/// Bytes of a type in shared memory, where a bool takes as much as an int.
static int64_t getSharedSize(Operation *from, Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array.getLength() * getSharedSize(from, array.getElementType());
  return type.isInteger(1) ? 4 : getLayout(from, type).size;
}

/// The API version that has all of it; empty: 1.0.
static StringRef getVersion(const DeviceNeeds &needs) {
  // Layout scalar is a feature of Vulkan 1.2, and so are float controls and arrays of textures. Ray
  // tracing is for SPIR-V 1.4, and its shader binding tables have device addresses.
  if (needs.scalarLayout || needs.usesFloatControls() || needs.rayTracing || needs.textureArrays)
    return "1.2";
  // SPIR-V 1.3 has storage buffers that are no uniform blocks: the narrow types are allowed there.
  return needs.storage8 || needs.storage16 || needs.usesSubgroups() ? "1.1" : "";
}

static void addFeatures(NamedAttrList &list, const DeviceNeeds &needs, MLIRContext *context) {
  const std::pair<bool, StringRef> features[] = {
      {needs.scalarLayout, "scalarBlockLayout"},
      {needs.textureArrays, "shaderSampledImageArrayNonUniformIndexing"},
      {needs.textureArrays, "runtimeDescriptorArray"},
      {needs.storage8, "storageBuffer8BitAccess"},
      {needs.int8, "shaderInt8"},
      {needs.storage16, "storageBuffer16BitAccess"},
      {needs.int16, "shaderInt16"},
      {needs.extendedFormats, "shaderStorageImageExtendedFormats"},
      {needs.imagesWithoutFormat, "shaderStorageImageReadWithoutFormat"},
      {needs.imagesWithoutFormat, "shaderStorageImageWriteWithoutFormat"},
      {needs.int64, "shaderInt64"},
      {needs.float64, "shaderFloat64"},
      {needs.int64Atomics, "shaderBufferInt64Atomics"},
      {needs.float32AtomicAdd, "shaderBufferFloat32AtomicAdd"},
      {needs.subgroupInt64, "shaderSubgroupExtendedTypes"},
      {needs.keepsFloats32, "shaderSignedZeroInfNanPreserveFloat32"},
      {needs.keepsFloats64, "shaderSignedZeroInfNanPreserveFloat64"},
      {needs.exactRounding, "exactRounding"},
      {needs.rayTracing, "rayTracingPipeline"},
  };
  for (auto [isNeeded, feature] : features)
    if (isNeeded)
      list.set(feature, UnitAttr::get(context));
}

static void addLimits(NamedAttrList &list, const DeviceNeeds &needs, ModuleOp module) {
  ShaderOp shader = getShader(module);
  int64_t sharedBytes = 0, pushBytes = 0, pushAlign = 4, invocations = 1;
  for (SharedOp shared : getClass(module).getOps<SharedOp>())
    sharedBytes += getSharedSize(shared, shared.getType());
  for (PushConstantOp constant : shader.getOps<PushConstantOp>()) {
    Layout layout = getPushLayout(constant.getType());
    pushBytes = llvm::alignTo(pushBytes, layout.align) + layout.size;
    // The host's struct is as long as its alignment demands.
    if (isa<VecType, MatType>(constant.getType()))
      pushAlign = std::max(pushAlign, layout.align);
  }
  for (int32_t size : shader.getLocalSize())
    invocations *= size;
  Builder builder(module.getContext());
  auto count = [&](StringRef name, int64_t value) {
    if (value)
      list.set(name, builder.getI64IntegerAttr(value));
  };
  count("workgroupInvocations", invocations);
  count("sharedMemoryBytes", sharedBytes);
  count("pushConstantBytes", llvm::alignTo(pushBytes, pushAlign));
  count("storageBuffersPerStage", int64_t(shader.getBindings().size()) - needs.sampledImages -
                                      needs.storageImages - needs.textures);
  count("sampledImagesPerStage", needs.sampledImages + needs.textures);
  count("storageImagesPerStage", needs.storageImages);
  count("samplersPerStage", needs.textures);
  list.set("workgroupSize", shader.getLocalSizeAttr());
}

DictionaryAttr DeviceNeeds::getRequirements(ModuleOp module) const {
  Builder builder(module.getContext());
  NamedAttrList list;
  addFeatures(list, *this, module.getContext());
  if (StringRef version = getVersion(*this); !version.empty())
    list.set("apiVersion", builder.getStringAttr(version));
  if (usesSubgroups()) {
    SmallVector<StringRef> operations = {"basic"};
    if (subgroupArithmetic)
      operations.push_back("arithmetic");
    if (subgroupBallot)
      operations.push_back("ballot");
    if (subgroupShuffle)
      operations.push_back("shuffle");
    list.set("subgroupOperations", builder.getStrArrayAttr(operations));
    if (Attribute size = getShader(module)->getAttr(kMinSubgroupSizeAttr))
      list.set("minSubgroupSize", size);
  }
  addLimits(list, *this, module);
  return list.getDictionary(module.getContext());
}
