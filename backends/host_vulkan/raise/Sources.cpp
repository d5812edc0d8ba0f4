//===- Sources.cpp - The operations that a model is made of ----------------------------------===//

#include "backends/host_vulkan/raise/Sources.h"

#include "backends/host_vulkan/raise/Names.h"
#include "ir/CppTypes.h"
#include "ir/HostCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

vkm::ExtentOp Sources::extentOf(const ControlInfo &control, const Parameter &parameter) const {
  vkm::ControlOp dropIn = dropInOf(control);
  auto index = static_cast<unsigned>(&parameter - control.parameters.data());
  for (auto extent : dropIn.getOps<vkm::ExtentOp>())
    if (extent.getPointer() == dropIn.getArgument(index))
      return extent;
  return {};
}

std::vector<vkm::CmdBindOp> Sources::bindsOf(const ControlInfo &control) const {
  std::vector<vkm::CmdBindOp> binds(control.sites.size());
  recordedOf(control).walk(
      [&](vkm::CmdBindOp bind) { binds[static_cast<size_t>(bind.getSite())] = bind; });
  return binds;
}

std::optional<std::string> Sources::instanceName(const ClassInfo &info,
                                                 vkm::RecordType type) const {
  vkm::RecordOp op = vkm::lookupRecord(theClass, type);
  if (!op || !op->hasAttr(vkm::kCppTypeAttr))
    return std::nullopt;
  auto enumerations = op->getAttrOfType<DictionaryAttr>(vkm::kEnumerationsAttr);
  auto numbers = op->getAttrOfType<DenseI32ArrayAttr>(vkm::kTupleElementsAttr);
  SmallVector<std::string> parts(op.getMembers().size());
  bool isRenamed = false;
  for (auto [position, attribute] : llvm::enumerate(op.getMembers())) {
    auto member = cast<vkm::MemberAttr>(attribute);
    std::string &part = parts[numbers ? numbers[position] : position];
    part = typeName(info, member.getType());
    isRenamed |= part != vkm::spellType(member.getType(), theClass);
    if (auto facts = enumerations ? enumerations.getAs<DictionaryAttr>(member.getName()) : nullptr)
      if (auto name = facts.getAs<StringAttr>("name"))
        part = name.str();
  }
  if (!isRenamed)
    return std::nullopt;
  return (numbers ? "std::tuple<" : "std::pair<") + llvm::join(parts, ", ") + ">";
}

std::string Sources::typeName(const ClassInfo &info, Type type) const {
  if (auto array = dyn_cast<vkm::ArrayType>(type))
    return "std::array<" + typeName(info, array.getElementType()) + ", " +
           std::to_string(array.getLength()) + ">";
  auto record = dyn_cast<vkm::RecordType>(type);
  if (!record)
    return vkm::spellType(type, theClass);
  if (std::optional<std::string> name = instanceName(info, record))
    return *name;
  for (const LocalStruct &local : info.localStructs)
    if (local.type == record.getName().getValue())
      return local.name;
  auto exposed = llvm::find_if(info.exposedTypes, [&](const ExposedType &one) {
    return one.type == record.getName().getValue();
  });
  return exposed == info.exposedTypes.end() ? vkm::spellType(type, theClass)
                                            : "vkmorph::Exposed<vkmorph::" + exposed->tag + ">";
}

SmallVector<KernelInfo *> Sources::kernelsOf(ClassInfo &info, ArrayAttr side) {
  SmallVector<KernelInfo *> found;
  for (auto symbol : side.getAsRange<SymbolRefAttr>())
    if (KernelInfo *kernel = info.findKernel(symbol.getLeafReference().getValue());
        kernel && !llvm::is_contained(found, kernel))
      found.push_back(kernel);
  return found;
}

void Sources::forEachBuffer(ClassInfo &info, vkm::CmdBindOp bind,
                            llvm::function_ref<void(Value, vkm::Access)> visit) {
  size_t operand = 0;
  for (const BindingInfo &binding : info.findKernel(bind.getKernel())->bindings)
    if (binding.kind == vkm::ResourceKind::Parameter && operand < bind.getBuffers().size())
      visit(bind.getBuffers()[operand++], binding.access);
}
