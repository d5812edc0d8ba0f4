//===- Requirements.cpp - What a shader needs of a device, and which extensions its text names ===//

#include "backends/glsl/Glsl.h"
#include "backends/glsl/raise/BlockLayout.h"
#include "backends/glsl/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// Gathers needs over the operations and declarations of one shader.
class Needs {
public:
  explicit Needs(ModuleOp module) : bindsClassData(glsl::bindsClassData(module)) {
    module.walk([&](Operation *op) { visit(op); });
  }

  bool storage8 = false, storage16 = false, int8 = false, int16 = false;
  bool int64 = false, float64 = false, float32Atomics = false, float32AtomicAdd = false,
       int64Atomics = false;
  bool subgroupBasic = false, subgroupArithmetic = false, subgroupInt64 = false,
       subgroupBallot = false;

private:
  bool bindsClassData;

  void useType(Type type) {
    if (auto array = dyn_cast<ArrayType>(type))
      return useType(array.getElementType());
    if (auto ref = dyn_cast<RefType>(type))
      return useType(ref.getPointee());
    if (auto pointer = dyn_cast<PtrType>(type))
      return useType(pointer.getPointee());
    type = getComponentType(type);
    storage8 |= type.isInteger(8);
    storage16 |= type.isInteger(16);
    int64 |= type.isInteger(64);
    float64 |= type.isF64();
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
    int8 |= type.isInteger(8);
    int16 |= type.isInteger(16);
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
    if (auto scratch = dyn_cast<ScratchOp>(op))
      for (MemberAttr member : scratch.getMembers().getAsRange<MemberAttr>())
        useType(member.getType());
    if (auto atomic = dyn_cast<AtomicOp>(op)) {
      Type type = atomic.getValue().getType();
      int64Atomics |= type.isInteger(64);
      float32AtomicAdd |= type.isF32();
    }
    if (auto subgroup = dyn_cast<SubgroupOp>(op)) {
      subgroupArithmetic = true;
      subgroupInt64 |= subgroup.getType().isInteger(64);
    }
    subgroupBallot |= isa<ActiveThreadsOp, SubgroupFirstOp>(op);
    subgroupBasic |= isa<SubgroupBarrierOp>(op);
    if (auto builtin = dyn_cast<BuiltinOp>(op))
      subgroupBasic |= builtin.getBuiltin() >= Builtin::SubgroupInvocation;
  }
};
} // namespace

/// Bytes of a type in shared memory, where a bool takes as much as an int.
static int64_t getSharedSize(Operation *from, Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array.getLength() * getSharedSize(from, array.getElementType());
  return type.isInteger(1) ? 4 : getLayout(from, type).size;
}

void vkmorph::glsl::collectRequirements(ModuleOp module) {
  Needs needs(module);
  ShaderOp shader = getShader(module);
  Builder builder(module.getContext());
  NamedAttrList list;
  SmallVector<StringRef> extensions;
  auto need = [&](bool condition, StringRef feature, StringRef extension = "") {
    if (!condition)
      return;
    if (!feature.empty())
      list.set(feature, builder.getUnitAttr());
    if (!extension.empty())
      extensions.push_back(extension);
  };
  need(usesScalarLayout(module), "scalarBlockLayout", "GL_EXT_scalar_block_layout");
  // The extension for arithmetic declares the types for storage as well.
  StringRef types8 = "GL_EXT_shader_explicit_arithmetic_types_int8";
  StringRef types16 = "GL_EXT_shader_explicit_arithmetic_types_int16";
  need(needs.storage8, "storageBuffer8BitAccess",
       needs.int8 ? types8 : "GL_EXT_shader_8bit_storage");
  need(needs.int8, "shaderInt8");
  need(needs.storage16, "storageBuffer16BitAccess",
       needs.int16 ? types16 : "GL_EXT_shader_16bit_storage");
  need(needs.int16, "shaderInt16");
  int64_t sampledImages = 0, storageImages = 0;
  bool isExtended = false;
  for (BufferOp buffer : shader.getOps<BufferOp>())
    if (auto texel = dyn_cast<TexelType>(buffer.getPointer().getType().getPointee())) {
      bool isSampled = buffer->hasAttr(kSampledAttr);
      ++(isSampled ? sampledImages : storageImages);
      // Of four channels, or of one with 32 bits, every device has storage images.
      isExtended |= !isSampled && (texel.getNumChannels() == 2 ||
                                   (texel.getNumChannels() == 1 && texel.getIsHalf()));
    }
  need(sampledImages > 0, "", "GL_EXT_samplerless_texture_functions");
  need(isExtended, "shaderStorageImageExtendedFormats");
  need(needs.int64, "shaderInt64", "GL_EXT_shader_explicit_arithmetic_types_int64");
  need(needs.float64, "shaderFloat64");
  need(needs.int64Atomics, "shaderBufferInt64Atomics", "GL_EXT_shader_atomic_int64");
  need(needs.float32AtomicAdd, "shaderBufferFloat32AtomicAdd", "GL_EXT_shader_atomic_float");
  need(needs.subgroupBasic, "", "GL_KHR_shader_subgroup_basic");
  need(needs.subgroupArithmetic, "", "GL_KHR_shader_subgroup_arithmetic");
  need(needs.subgroupBallot, "", "GL_KHR_shader_subgroup_ballot");
  need(needs.subgroupInt64, "shaderSubgroupExtendedTypes",
       "GL_EXT_shader_subgroup_extended_types_int64");
  bool unrolls = module
                     .walk([](ForOp loop) {
                       return loop->hasAttr(vkm::kUnrollAttr) ? WalkResult::interrupt()
                                                              : WalkResult::advance();
                     })
                     .wasInterrupted();
  need(unrolls, "", "GL_EXT_control_flow_attributes");
  ArrayRef<int32_t> controls;
  if (auto widths = module->getAttrOfType<DenseI32ArrayAttr>(kFloatControlsAttr))
    controls = widths.asArrayRef();
  need(!controls.empty(), "", "GL_EXT_spirv_intrinsics");
  need(llvm::is_contained(controls, 32), "shaderSignedZeroInfNanPreserveFloat32");
  need(llvm::is_contained(controls, 64), "shaderSignedZeroInfNanPreserveFloat64");
  need(module->hasAttr(kExactRoundingAttr), "exactRounding");
  // Layout scalar is a feature of Vulkan 1.2, and so are float controls.
  bool isVulkan12 = usesScalarLayout(module) || !controls.empty();
  if (isVulkan12)
    list.set("apiVersion", builder.getStringAttr("1.2"));
  // SPIR-V 1.3 has storage buffers that are no uniform blocks: the narrow types are allowed there.
  else if (needs.storage8 || needs.storage16)
    list.set("apiVersion", builder.getStringAttr("1.1"));
  if (needs.subgroupBasic || needs.subgroupArithmetic || needs.subgroupBallot) {
    list.set("apiVersion", builder.getStringAttr(isVulkan12 ? "1.2" : "1.1"));
    SmallVector<StringRef> operations = {"basic"};
    if (needs.subgroupArithmetic)
      operations.push_back("arithmetic");
    if (needs.subgroupBallot)
      operations.push_back("ballot");
    list.set("subgroupOperations", builder.getStrArrayAttr(operations));
    if (Attribute size = shader->getAttr(vkm::kMinSubgroupSizeAttr))
      list.set("minSubgroupSize", size);
  }

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
  auto count = [&](StringRef name, int64_t value) {
    if (value)
      list.set(name, builder.getI64IntegerAttr(value));
  };
  count("workgroupInvocations", invocations);
  count("sharedMemoryBytes", sharedBytes);
  count("pushConstantBytes", llvm::alignTo(pushBytes, pushAlign));
  count("storageBuffersPerStage",
        int64_t(shader.getBindings().size()) - sampledImages - storageImages);
  count("sampledImagesPerStage", sampledImages);
  count("storageImagesPerStage", storageImages);
  list.set("workgroupSize", shader.getLocalSizeAttr());
  module->setAttr(shading::kRequiresAttr, list.getDictionary(module.getContext()));
  module->setAttr(kExtensionsAttr, builder.getStrArrayAttr(extensions));
}
