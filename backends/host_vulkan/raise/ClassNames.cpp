//===- ClassNames.cpp - The names of the generated class and of what is in it ----------------===//

#include "backends/host_vulkan/raise/ClassNames.h"

#include "analysis/commands/RecordedCommands.h"
#include "backends/Diagnostics.h"
#include "ir/LocalNames.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

StringRef host::getString(Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<StringAttr>(name);
  return attribute ? attribute.getValue() : StringRef();
}

StringRef host::getCppName(Operation *op) {
  StringRef name = getString(op, "cpp_name");
  return name.empty() ? SymbolTable::getSymbolName(op).getValue() : name;
}

// "Outer::Inner" and "Foo<float>" may be symbols too.
void host::nameClass(ClassInfo &info, vkm::ClassOp op, const HostOptions &options) {
  info.base = op.getSymName().str();
  info.qualifiedBase = op.getQualifiedName();
  for (Attribute name : op.getNamespaces())
    info.namespaces.push_back(cast<StringAttr>(name).getValue().str());
  StringRef plain = op.getSymName().take_until([](char c) { return c == '<'; });
  size_t colons = plain.rfind("::");
  info.constructor = plain.substr(colons == StringRef::npos ? 0 : colons + 2).str();
  std::string arguments = identifierFrom(op.getSymName().drop_front(plain.size()));
  info.name = info.constructor + (arguments.empty() ? "" : "_" + arguments) + options.suffix;
  StringRef qualifiedBase = info.qualifiedBase;
  info.qualifiedName = qualifiedBase.drop_back(info.base.size()).str() + info.name;
  info.header = op.getHeader().str();
  info.stem = options.stem.empty() ? llvm::sys::path::stem(info.header).str() : options.stem;
  info.comment = getString(op, vkm::kCommentAttr).str();
  info.virtualDestructor = op.getVirtualDestructor();
}

LogicalResult host::reserveNames(ClassInfo &info, vkm::ClassOp theClass, NameScope &names) {
  bool broken = false;
  for (auto field : theClass.getOps<vkm::FieldOp>())
    names.reserve(field.getSymName());
  for (auto function : theClass.getOps<FunctionOpInterface>())
    names.reserve(function.getName());
  if (auto types = theClass->getAttrOfType<DictionaryAttr>("exposed_types"))
    for (NamedAttribute type : types)
      names.reserve(type.getName());
  if (auto members = theClass->getAttrOfType<ArrayAttr>("member_names"))
    for (auto name : members.getAsRange<StringAttr>())
      names.reserve(name.getValue());
  for (StringRef name : {"RequiredFeatures", "InitVulkanObjects", "UpdateAll", "ReadAll",
                         "UpdateMember", "ReadMember", "LostElements", "ForgetBuffer",
                         "SetResident", "GetExecutionTimes", "kBufferUses"}) {
    // Programs that use generated classes rely on these names.
    if (names.contains(name)) {
      report(theClass.getLoc(), backends::diag::HostNameTaken, {name.str(), info.name});
      broken = true;
    }
    names.reserve(name);
  }
  names.reserve(info.constructor);
  names.reserve(info.name);
  for (Operation &op : theClass.getBody().front())
    if (isa<vkm::ControlOp, vkm::CommandsOp>(op))
      vkm::forEachLocalName(&op, [&](StringRef name) { names.reserve(name); });
  for (vkm::FuncOp function : vkm::getHostFunctions(theClass))
    vkm::forEachLocalName(function, [&](StringRef name) { names.reserve(name); });
  info.vulkan = names.make("m_vulkan");
  info.classData = names.make("m_classData");
  info.allStages = names.make("AllStages");
  return failure(broken);
}

std::string host::nameCommandBuffer(ArrayRef<FunctionOpInterface> bodies) {
  NameScope locals;
  for (FunctionOpInterface body : bodies)
    vkm::forEachLocalName(body, [&](StringRef name) { locals.reserve(name); });
  return locals.make("cmd");
}
