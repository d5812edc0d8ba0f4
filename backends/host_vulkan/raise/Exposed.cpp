//===- Exposed.cpp - Members and types that host code names though others cannot -------------===//

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
  for (auto record : sources.theClass->getParentOfType<ModuleOp>().getOps<vkm::RecordOp>())
    if (auto members = record->getAttrOfType<ArrayAttr>(vkm::kPrivateMembersAttr)) {
      auto type = vkm::RecordType::get(record.getContext(), FlatSymbolRefAttr::get(record));
      for (auto name : members.getAsValueRange<StringAttr>())
        namePrivate(info, names, {{vkm::spellType(type, sources.theClass), name.str()}});
    }
}

/// The struct that a value or place is of, or is made of many of; null for others.
static vkm::RecordType findRecord(Type type) {
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
  return dyn_cast<vkm::RecordType>(type);
}

/// Calls `visit` with the types of all that host code declares or makes.
static void forEachHostType(const ClassInfo &info, const Sources &sources,
                            llvm::function_ref<void(Type type, bool inHeader)> visit) {
  for (const FieldInfo &field : info.fields)
    if (!field.localOf.empty())
      visit(field.type, /*inHeader=*/true);
  auto scan = [&](FunctionOpInterface function) {
    auto add = [&](Type type) { visit(type, /*inHeader=*/false); };
    llvm::for_each(function.getArgumentTypes(), add);
    llvm::for_each(function.getResultTypes(), add);
    function->walk([&](Operation *op) { llvm::for_each(op->getResultTypes(), add); });
  };
  for (const ControlInfo &control : info.controls) {
    scan(sources.recordedOf(control));
    scan(sources.dropInOf(control));
  }
  for (vkm::FuncOp function : vkm::getHostFunctions(sources.theClass))
    scan(function);
}

void host::declareLocalStructs(ClassInfo &info, const Sources &sources, NameScope &names) {
  llvm::StringMap<bool> isInHeader;
  auto add = [&](auto &&self, Type type, bool inHeader) -> void {
    vkm::RecordType record = findRecord(type);
    vkm::RecordOp op = record ? vkm::lookupRecord(sources.theClass, record) : vkm::RecordOp();
    bool isLocal = op && op->hasAttr(vkm::kLocalTypeAttr);
    if (isLocal)
      isInHeader[op.getSymName()] |= inHeader;
    // A std::pair, which is no local struct, may be of some.
    else if (!op || !op->hasAttr(vkm::kCppTypeAttr))
      return;
    for (vkm::MemberAttr member : op.getMembers().getAsRange<vkm::MemberAttr>())
      self(self, member.getType(), inHeader);
  };
  forEachHostType(info, sources, [&](Type type, bool inHeader) { add(add, type, inHeader); });
  for (auto op : sources.theClass->getParentOfType<ModuleOp>().getOps<vkm::RecordOp>()) {
    auto found = isInHeader.find(op.getSymName());
    if (found == isInHeader.end())
      continue;
    LocalStruct local;
    local.type = op.getSymName().str();
    local.inHeader = found->second;
    std::string name = identifierFrom(local.type);
    // Other headers may have such structs, and the source may have one of that name elsewhere.
    local.name = names.make(local.inHeader ? info.name + "_" + name : name + "OnHost");
    for (vkm::MemberAttr member : op.getMembers().getAsRange<vkm::MemberAttr>()) {
      if (isa<vkm::ArrayType>(member.getType()))
        info.headers.insert("<array>");
      local.members.push_back(declare(sources.typeName(info, member.getType()), member.getName()));
    }
    info.localStructs.push_back(std::move(local));
  }
}

void host::exposeTypes(ClassInfo &info, const Sources &sources, NameScope &names) {
  std::string prefix = identifierFrom(info.qualifiedName) + "_";
  if (auto types = sources.theClass->getAttrOfType<DictionaryAttr>("exposed_types"))
    for (NamedAttribute type : types) {
      std::string name = type.getName().str();
      info.exposedTypes.push_back({cast<StringAttr>(type.getValue()).str(), prefix + name, name});
    }
  forEachHostType(info, sources, [&](Type type, bool inHeader) {
    vkm::RecordType record = findRecord(type);
    vkm::RecordOp op = record ? vkm::lookupRecord(sources.theClass, record) : vkm::RecordOp();
    if (!op)
      return;
    StringRef name = op.getSymName();
    if (op->hasAttr(vkm::kCppTypeAttr)) {
      const char *header = op->hasAttr(vkm::kTupleElementsAttr) ? "<tuple>" : "<utility>";
      info.headers.insert(header);
    }
    if (op->hasAttr("cpp_access") && !op->hasAttr("unnamed") &&
        sources.typeName(info, record) == vkm::spellType(record, sources.theClass))
      info.exposedTypes.push_back({name.str(), prefix + identifierFrom(name),
                                   inHeader ? names.make(identifierFrom(name)) : std::string()});
  });
}
