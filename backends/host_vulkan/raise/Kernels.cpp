//===- Kernels.cpp - The kernels of the generated class and the buffers that they need -------===//

#include "backends/host_vulkan/raise/Kernels.h"

#include "backends/Diagnostics.h"
#include "backends/host_vulkan/raise/ClassNames.h"
#include "backends/host_vulkan/raise/Facts.h"
#include "backends/host_vulkan/raise/Parameters.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/ClassDataForm.h"
#include "ir/CppTypes.h"
#include "ir/Effects.h"
#include "ir/MemoryForm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {

class KernelCollector {
public:
  KernelCollector(ClassInfo &info, Sources &sources, NameScope &names,
                  ArrayRef<CompiledShader> compiled)
      : info(info), sources(sources), names(names), compiled(compiled), theClass(sources.theClass) {
  }

  LogicalResult run() {
    for (auto scratch : theClass.getOps<vkm::ScratchOp>())
      addScratch(scratch);
    for (auto commands : theClass.getOps<vkm::CommandsOp>())
      addKernel(commands);
    return failure(broken);
  }

private:
  void addScratch(vkm::ScratchOp op) {
    ScratchInfo scratch;
    scratch.symbol = op.getSymName().str();
    scratch.bytes = static_cast<int64_t>(op.getBytes());
    scratch.contents = describeContents(op);
    scratch.member = names.make("m_" + lowerFirst(op.getSymName()));
    scratch.constant = names.make("k" + camelCase(op.getSymName()) + "Bytes");
    info.scratches.push_back(std::move(scratch));
  }

  void addKernel(vkm::CommandsOp op) {
    KernelInfo kernel;
    kernel.commands = op.getSymName().str();
    kernel.symbol = op.getKernel().value_or("").str();
    kernel.cppName = getString(op, "cpp_name").str();
    kernel.name = op.getDisplay().str();
    if (kernel.symbol.empty())
      kernel.symbol = kernel.name;
    if (kernel.cppName.empty())
      kernel.cppName = kernel.symbol;
    // A control function of the same name has XCmd already.
    bool isTaken = names.contains(kernel.name + "Cmd");
    kernel.command = names.make((isTaken ? kernel.symbol : kernel.name) + "Cmd");
    kernel.stages = names.make(kernel.name + "Stages");
    std::string member = "m_" + lowerFirst(kernel.name);
    kernel.layout = names.make(member + "Layout");
    kernel.hasUniformClassData = op->hasAttr(vkm::kUniformClassDataAttr);
    kernel.kindOfStages = getKindOfStages(op);
    for (Attribute binding : op.getBindings())
      kernel.bindings.push_back(describeBinding(cast<vkm::BindingAttr>(binding), op));
    llvm::sort(kernel.bindings, [](auto &a, auto &b) { return a.binding < b.binding; });
    addFieldUse(kernel, op);
    addKernelParameters(kernel, op);
    kernel.commandBuffer = nameCommandBuffer({op});
    op.walk([&](vkm::CmdDispatchIndirectOp dispatch) {
      info.findScratch(dispatch.getScratch())->indirect = true;
    });
    op.walk([&](vkm::CmdPipelineOp pipeline) {
      if (!kernel.findShader(pipeline.getShader()))
        addShader(kernel, pipeline, member);
    });
    addGroupConstants(kernel, op);
    info.kernels.push_back(std::move(kernel));
  }

  void addGroupConstants(KernelInfo &kernel, vkm::CommandsOp commands) {
    StringRef part;
    commands.walk([&](Operation *op) {
      if (auto pipeline = dyn_cast<vkm::CmdPipelineOp>(op))
        if (ShaderInfo *shader = kernel.findShader(pipeline.getShader()))
          part = shader->part;
      auto dispatch = dyn_cast<vkm::CmdDispatchOp>(op);
      if (!dispatch)
        return;
      for (auto [dim, groups] : llvm::enumerate(dispatch.getGroups())) {
        vkm::WorkgroupCountOp count = findWorkgroupCount(groups);
        if (!count || sources.groupConstants.count(count))
          continue;
        StringRef axis = dispatch.getGroups().size() == 1 ? "" : StringRef("XYZ").substr(dim, 1);
        std::string name = ("k" + camelCase(kernel.name) + part).str();
        GroupConstants constants;
        constants.perGroup = {names.make((name + "PerGroup" + axis).str()), count.getSize()};
        if (count.getLimit() > 0)
          constants.maxGroups = {names.make((name + "MaxGroups" + axis).str()), count.getLimit()};
        if (count.getCoarsening())
          constants.coarsening = {names.make(name + "Coarsening"), *count.getCoarsening()};
        kernel.groupConstants.push_back(constants);
        sources.groupConstants[count] = std::move(constants);
      }
    });
  }

  void addFieldUse(KernelInfo &kernel, vkm::CommandsOp op) {
    if (auto fields = op.getFieldsAttr())
      for (NamedAttribute use : fields) {
        vkm::Access access = cast<vkm::AccessAttr>(use.getValue()).getValue();
        kernel.fields[use.getName()] = access;
        if (access != vkm::Access::Write && access != vkm::Access::ReadWrite)
          continue;
        if (FieldInfo *field = info.findField(use.getName().getValue()))
          field->written = true;
        if (VectorInfo *vector = info.findVector(use.getName().getValue()))
          vector->written = true;
      }
    if (auto overwritten = op.getOverwrittenAttr())
      for (Attribute name : overwritten)
        kernel.overwrittenFields.push_back(isa<FlatSymbolRefAttr>(name)
                                               ? cast<FlatSymbolRefAttr>(name).getAttr()
                                               : cast<StringAttr>(name));
  }

  /// What is known of a shader by its name; false after a reported error.
  bool readShader(ShaderInfo &shader, const KernelInfo &kernel, vkm::CmdPipelineOp pipeline,
                  StringRef name) {
    auto op = theClass.lookupSymbol<vkm::ShaderOp>(name);
    shader.doc = op.getDoc().str();
    if (auto share = op->getAttrOfType<FlatSymbolRefAttr>(vkm::kShareOfAttr))
      shader.shareOf = share.getValue().str();
    shader.stage = op.getStage();
    llvm::copy(op.getLocalSize(), shader.workgroupSize.begin());
    shader.file = name.str();
    auto words =
        llvm::find_if(compiled, [&](const CompiledShader &c) { return c.name == shader.file; });
    if (words == compiled.end()) {
      // A caller's mistake, not the user's.
      pipeline.emitOpError("has no compiled shader");
      broken = true;
      return false;
    }
    shader.textFile = words->file;
    shader.words = words->words;
    shader.entryPoint = words->entryPoint;
    if (std::optional<StringRef> role = op.getRole())
      shader.part = camelCase(("_" + *role).str());
    shader.code = names.make(kernel.name + shader.part + "Code");
    return true;
  }

  void addCallable(KernelInfo &kernel, ShaderInfo &shader, vkm::CmdPipelineOp pipeline,
                   StringRef name) {
    auto known =
        llvm::find_if(kernel.callables, [&](auto &callable) { return callable.file == name; });
    if (known == kernel.callables.end()) {
      ShaderInfo callable;
      if (!readShader(callable, kernel, pipeline, name))
        return;
      kernel.callables.push_back(std::move(callable));
      known = std::prev(kernel.callables.end());
    }
    shader.callables.push_back(known->code);
  }

  void addShader(KernelInfo &kernel, vkm::CmdPipelineOp pipeline, StringRef member) {
    ShaderInfo shader;
    if (!readShader(shader, kernel, pipeline, pipeline.getShader()))
      return;
    auto op = theClass.lookupSymbol<vkm::ShaderOp>(pipeline.getShader());
    shader.pipeline = names.make((member + shader.part + "Pipeline").str());
    if (auto callables = pipeline.getCallablesAttr())
      for (auto name : callables.getAsRange<FlatSymbolRefAttr>())
        addCallable(kernel, shader, pipeline, name.getValue());
    addPushConstants(kernel, shader, op);
    kernel.pushBytes = std::max(kernel.pushBytes, shader.pushBytes);
    shader.sharedBytes = countSharedBytes(op);
    kernel.shaders.push_back(std::move(shader));
  }

  /// A bool and integers of 8 and 16 bits take 32 bits in a block.
  std::string pushType(Type type) {
    auto integer = dyn_cast<IntegerType>(type);
    if (!integer || integer.getWidth() >= 32)
      return vkm::spellType(type, theClass);
    return integer.isSigned() ? "int32_t" : "uint32_t";
  }

  // One after another, each aligned to its size, as in a C++ struct.
  void addPushConstants(KernelInfo &kernel, ShaderInfo &shader, vkm::ShaderOp shaderOp) {
    int64_t align = 4;
    for (auto op : shaderOp.getOps<vkm::PushConstantOp>()) {
      PushConstant constant;
      constant.name = op.getName().str();
      constant.type = op.getValue().getType();
      constant.cppType = pushType(constant.type);
      vkm::Layout layout = vkm::getPushLayout(constant.type);
      constant.bytes = layout.size;
      if (isa<vkm::VecType, vkm::MatType>(constant.type))
        constant.align = layout.align;
      align = std::max(align, layout.align);
      constant.offset = llvm::alignTo(shader.pushBytes, layout.align);
      shader.pushBytes = constant.offset + constant.bytes;
      shader.pushConstants.push_back(std::move(constant));
    }
    if (shader.pushConstants.empty())
      return;
    if (llvm::any_of(shader.pushConstants, [](auto &constant) { return constant.align > 0; }))
      shader.pushBytes = llvm::alignTo(shader.pushBytes, align);
    // The shaders of a kernel that take the same scalars share a struct.
    for (const ShaderInfo &other : kernel.shaders)
      if (other.pushConstants == shader.pushConstants)
        shader.argumentsStruct = other.argumentsStruct;
    if (shader.argumentsStruct.empty()) {
      bool isFirst =
          llvm::all_of(kernel.shaders, [](auto &other) { return other.argumentsStruct.empty(); });
      shader.argumentsStruct = names.make(kernel.name + (isFirst ? "" : shader.part) + "Arguments");
      shader.declaresArguments = true;
    }
    constexpr int64_t kGuaranteed = 128;
    if (shader.pushBytes > kGuaranteed) {
      report(shaderOp.getLoc(), backends::diag::HostPushConstantsTooLarge,
             {shader.file, std::to_string(shader.pushBytes), std::to_string(kGuaranteed)});
      broken = true;
    }
  }

  ClassInfo &info;
  Sources &sources;
  NameScope &names;
  ArrayRef<CompiledShader> compiled;
  vkm::ClassOp theClass;
  bool broken = false;
};

} // namespace

LogicalResult host::addKernels(ClassInfo &info, Sources &sources, NameScope &names,
                               ArrayRef<CompiledShader> compiled) {
  return KernelCollector(info, sources, names, compiled).run();
}
