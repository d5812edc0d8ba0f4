//===- ClassInfo.cpp - Asks the model of the generated class ---------------------------------===//

#include "backends/host_vulkan/raise/Model.h"
#include "backends/host_vulkan/raise/Names.h"
#include "ir/ClassDataForm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

ShaderInfo *KernelInfo::findShader(StringRef symbol) {
  auto found =
      llvm::find_if(shaders, [&](const ShaderInfo &shader) { return shader.file == symbol; });
  return found == shaders.end() ? nullptr : &*found;
}

bool KernelInfo::usesImages() const {
  return llvm::any_of(bindings, [](vkm::BindingAttr binding) {
    return isa<vkm::TexelType>(binding.getElementType());
  });
}

bool KernelInfo::hasUniformClassData() const {
  return vkm::CommandsOp(op)->hasAttr(vkm::kUniformClassDataAttr);
}

Parameter *ControlInfo::findParameter(Value value) {
  auto found =
      llvm::find_if(parameters, [&](const Parameter &p) { return Value(p.value) == value; });
  return found == parameters.end() ? nullptr : &*found;
}

bool ControlInfo::isUsed(const Parameter &parameter) const {
  vkm::ControlOp form = dropIn;
  BlockArgument argument = form.getArgument(parameter.value.getArgNumber());
  // Scalars are passed on to the recorded form; of an array that no kernel touches, neither
  // commands nor extents are printed.
  auto isPrinted = [](Operation *user) { return !isa<vkm::ExtentOp, vkm::LaunchOp>(user); };
  if (parameter.isPointer)
    return parameter.isBound() || llvm::any_of(argument.getUsers(), isPrinted);
  bool isPassedOn = !parameter.isReference && !parameter.isLent();
  return !argument.use_empty() || isPassedOn || parameter.isUsed;
}

KernelInfo *ClassInfo::findKernel(StringRef symbol) {
  auto found =
      llvm::find_if(kernels, [&](KernelInfo &kernel) { return kernel.op.getSymName() == symbol; });
  return found == kernels.end() ? nullptr : &*found;
}

ScratchInfo *ClassInfo::findScratch(StringRef symbol) {
  auto found = llvm::find_if(
      scratches, [&](ScratchInfo &scratch) { return scratch.op.getSymName() == symbol; });
  return found == scratches.end() ? nullptr : &*found;
}

FieldInfo *ClassInfo::findField(StringRef symbol) {
  auto found =
      llvm::find_if(fields, [&](const FieldInfo &field) { return field.symbol == symbol; });
  return found == fields.end() ? nullptr : &*found;
}

std::string FieldInfo::localName() const {
  if (path.size() < 2)
    return name;
  vkm::FieldOp field = op;
  std::optional<StringRef> vector = field.getSizeOf();
  return vector ? vector->str() : symbol;
}

std::string host::spellRow(const MemberPath &path, StringRef row, StringRef arguments) {
  std::string text =
      ("vkmorph::" + row + "<" + path.back().pointer() + ", " + arguments + ">").str();
  for (const MemberStep &step : llvm::drop_begin(llvm::reverse(path)))
    text = "vkmorph::Within<" + step.pointer() + ", " + text + ">";
  return text;
}

VectorInfo *ClassInfo::findVector(StringRef symbol) {
  auto found =
      llvm::find_if(vectors, [&](const VectorInfo &vector) { return vector.symbol == symbol; });
  return found == vectors.end() ? nullptr : &*found;
}

std::string ClassInfo::spellPrivate(StringRef object, const MemberPath &path) {
  std::string text;
  for (const MemberStep &step : path) {
    auto found = llvm::find_if(privateMembers, [&](const PrivateMember &known) {
      return known.member.pointer() == step.pointer();
    });
    found->isNamed = true;
    text += text.empty() ? object : ".";
    text += "*";
    text += found->pointer;
  }
  return text;
}

std::string ClassInfo::vectorKey(StringRef symbol) {
  VectorInfo *vector = findVector(symbol);
  return vector ? vector->key : symbol.str();
}

std::string ClassInfo::typeName(Type type) const {
  auto record = dyn_cast<vkm::RecordType>(type);
  if (!record)
    return cppType(type, op);
  auto exposed = llvm::find_if(exposedTypes, [&](const ExposedType &one) {
    return one.type == record.getName().getValue();
  });
  return exposed == exposedTypes.end() ? cppType(type, op)
                                       : "vkmorph::Exposed<vkmorph::" + exposed->tag + ">";
}

std::string KernelInfo::getKindOfStages() const {
  Region &body = vkm::CommandsOp(op).getBody();
  if (body.getOps<vkm::CmdPipelineOp>().empty())
    return "vkmorph::kUpdate";
  std::vector<std::string> kinds;
  if (!body.getOps<vkm::CmdUpdateOp>().empty())
    kinds.push_back("vkmorph::kUpdatingKernel");
  if (!body.getOps<vkm::CmdDispatchIndirectOp>().empty())
    kinds.push_back("vkmorph::kIndirectKernel");
  if (hasUniformClassData())
    kinds.push_back("vkmorph::kUniformKernel");
  return kinds.empty() ? "vkmorph::kComputeKernel" : llvm::join(kinds, " | ");
}

SmallVector<KernelInfo *> ClassInfo::kernelsOf(ArrayAttr side) {
  SmallVector<KernelInfo *> found;
  for (auto symbol : side.getAsRange<SymbolRefAttr>())
    if (KernelInfo *kernel = findKernel(symbol.getLeafReference().getValue());
        kernel && !llvm::is_contained(found, kernel))
      found.push_back(kernel);
  return found;
}

bool ClassInfo::areAllStages(ArrayRef<KernelInfo *> some) const {
  auto isLikeFirst = [&](const KernelInfo &kernel) {
    return kernel.getKindOfStages() == kernels.front().getKindOfStages();
  };
  return some.size() > 1 && (some.size() == kernels.size() || llvm::all_of(kernels, isLikeFirst));
}

std::string ClassInfo::stagesOf(ArrayRef<KernelInfo *> some, StringRef self) const {
  if (areAllStages(some))
    return (self + allStages + "()").str();
  std::string text;
  for (const KernelInfo *kernel : some)
    text += (text.empty() ? "" : " | ") + self.str() + kernel->stages + "()";
  return text;
}

bool ClassInfo::usesAllStages() {
  bool uses = !images.empty();
  vkm::ClassOp(op).walk([&](vkm::CmdBarrierOp barrier) {
    for (ArrayAttr side : {barrier.getFrom(), barrier.getTo()})
      uses |= areAllStages(kernelsOf(side));
  });
  for (const ControlInfo &control : controls)
    uses |= (control.hasDropIn() || control.readsBetween) && areAllStages(control.kernels);
  return uses;
}

bool ClassInfo::hasMembers() const {
  return llvm::any_of(fields, [](const FieldInfo &field) { return field.isMember(); });
}
