//===- Exposed.cpp - Members and types that host code names though they are private ----------===//

#include "backends/host_vulkan/raise/Exposed.h"

#include "analysis/commands/RecordedCommands.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/CppTypes.h"
#include "ir/HostCode.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

/// Members of one member have the way to it in common. `m_width` and `width_` are kWidth.
static void namePrivate(ClassInfo &info, NameScope &names, const MemberPath &path) {
  for (const MemberStep &step : path) {
    auto isKnown = [&](const PrivateMember &known) {
      return known.member.pointer() == step.pointer();
    };
    if (llvm::any_of(info.privateMembers, isKnown))
      continue;
    StringRef name = step.name;
    name.consume_front("m_");
    info.privateMembers.push_back({step, names.make("k" + camelCase(name))});
  }
}

void host::exposeMembers(ClassInfo &info, const Sources &sources, NameScope &names) {
  auto scan = [&](Operation *op) {
    for (const SmallVector<StringAttr> &used :
         {vkm::getLoadedFields(op), vkm::getAssignedFields(op)})
      for (StringAttr name : used)
        if (FieldInfo *field = info.findField(name.getValue()))
          field->exposed |= field->isPrivate;
  };
  for (KernelInfo &kernel : info.kernels)
    scan(sources.commandsOf(kernel));
  for (ControlInfo &control : info.controls) {
    scan(sources.recordedOf(control));
    scan(sources.dropInOf(control));
  }
  for (const FieldInfo &field : info.fields)
    if (field.exposed)
      namePrivate(info, names, field.path);
  for (const ControlInfo &control : info.controls)
    for (const Parameter &parameter : control.parameters)
      if (parameter.isPrivate)
        namePrivate(info, names, parameter.path);
}

void host::exposeTypes(ClassInfo &info, const Sources &sources, NameScope &names) {
  std::string prefix = identifierFrom(info.qualifiedName) + "_";
  if (auto types = sources.theClass->getAttrOfType<DictionaryAttr>("exposed_types"))
    for (NamedAttribute type : types) {
      std::string name = type.getName().str();
      info.exposedTypes.push_back({cast<StringAttr>(type.getValue()).str(), prefix + name, name});
    }
  auto addNamed = [&](Type type, bool inHeader) {
    while (true) {
      if (auto pointer = dyn_cast<vkm::PtrType>(type))
        type = pointer.getPointee();
      else if (auto reference = dyn_cast<vkm::RefType>(type))
        type = reference.getPointee();
      else if (auto array = dyn_cast<vkm::ArrayType>(type))
        type = array.getElementType();
      else
        break;
    }
    auto record = dyn_cast<vkm::RecordType>(type);
    vkm::RecordOp op = record ? vkm::lookupRecord(sources.theClass, record) : vkm::RecordOp();
    StringRef name = op ? op.getSymName() : StringRef();
    if (op && op->hasAttr(vkm::kCppTypeAttr)) {
      const char *header = op->hasAttr(vkm::kTupleElementsAttr) ? "<tuple>" : "<utility>";
      info.headers.insert(header);
    }
    if (op && op->hasAttr("cpp_access") && !op->hasAttr("unnamed") &&
        sources.typeName(info, type) == vkm::spellType(type, sources.theClass))
      info.exposedTypes.push_back({name.str(), prefix + identifierFrom(name),
                                   inHeader ? names.make(identifierFrom(name)) : std::string()});
  };
  auto add = [&](Type type) { addNamed(type, /*inHeader=*/false); };
  for (FieldInfo &field : info.fields)
    if (!field.localOf.empty())
      addNamed(field.type, /*inHeader=*/true);
  auto scan = [&](FunctionOpInterface function) {
    llvm::for_each(function.getArgumentTypes(), add);
    llvm::for_each(function.getResultTypes(), add);
    function->walk([&](Operation *op) { llvm::for_each(op->getResultTypes(), add); });
  };
  for (ControlInfo &control : info.controls) {
    scan(sources.recordedOf(control));
    scan(sources.dropInOf(control));
  }
  for (vkm::FuncOp function : vkm::getHostFunctions(sources.theClass))
    scan(function);
}
