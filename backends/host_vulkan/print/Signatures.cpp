//===- Signatures.cpp - Parameters and other parts that the header and the source share ------===//

#include "backends/host_vulkan/print/Printers.h"

#include "backends/host_vulkan/raise/Names.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

static std::string join(llvm::ArrayRef<std::string> parts) { return llvm::join(parts, ", "); }

/// A parameter; its name as a comment where the body does not use it, which g++ and clang++ warn
/// of.
static std::string parameterText(const Parameter &parameter, bool isUsed) {
  if (isUsed)
    return declare(parameter.type, parameter.name);
  std::string comment = "/*" + parameter.name + "*/";
  return parameter.type.find("(*)") != std::string::npos ? declare(parameter.type, comment)
                                                         : parameter.type + " " + comment;
}

static std::string commandParameters(StringRef cmd, const std::vector<Parameter> &parameters,
                                     bool definition) {
  std::vector<std::string> parts = {declare("VkCommandBuffer", cmd)};
  for (const Parameter &parameter : parameters)
    if (parameter.isReference && parameter.isUsed)
      parts.push_back(declare(parameter.valueType, parameter.name));
    else if (!parameter.isPointer && !parameter.isReference)
      parts.push_back(parameterText(parameter, parameter.isUsed || !definition));
  return join(parts);
}

std::string host::commandParameters(const ControlInfo &control, bool definition) {
  return ::commandParameters(control.commandBuffer, control.parameters, definition);
}
std::string host::commandParameters(const KernelInfo &kernel, bool definition) {
  return ::commandParameters(kernel.commandBuffer, kernel.parameters, definition);
}

std::vector<const Parameter *> host::boundParameters(const ControlInfo &control) {
  std::vector<const Parameter *> bound;
  for (const Parameter &parameter : control.parameters)
    if (parameter.isBound())
      bound.push_back(&parameter);
  return bound;
}

std::string host::setterParameters(const ControlInfo &control, bool definition) {
  std::vector<const Parameter *> bound = boundParameters(control);
  // Defaults are for the last parameters only; several buffers have an overload instead.
  bool defaults = bound.size() == 1 && !definition;
  std::vector<std::string> parts;
  for (const Parameter *parameter : bound) {
    parts.push_back("VkBuffer " + parameter->name);
    parts.push_back("VkDeviceSize " + parameter->name + "Offset" + (defaults ? " = 0" : ""));
    parts.push_back("VkDeviceSize " + parameter->name + "Range" +
                    (defaults ? " = VK_WHOLE_SIZE" : ""));
  }
  return join(parts);
}

std::string host::unnamedParameters(const ControlInfo &control) {
  std::vector<std::string> parts;
  for (const Parameter &parameter : control.parameters)
    parts.push_back(parameterText(parameter, /*isUsed=*/false));
  return join(parts);
}

std::string host::dropInParameters(const ControlInfo &control, bool definition) {
  std::vector<std::string> parts;
  vkm::ControlOp dropIn = control.dropIn;
  for (const Parameter &parameter : control.parameters) {
    unsigned index = parameter.value.getArgNumber();
    // Scalars are passed on to the recorded form; of an array that no kernel touches, neither
    // commands nor extents are printed.
    auto isPrinted = [](Operation *user) { return !isa<vkm::ExtentOp, vkm::LaunchOp>(user); };
    bool isUsed =
        parameter.isPointer
            ? parameter.isBound() || llvm::any_of(dropIn.getArgument(index).getUsers(), isPrinted)
            : !dropIn.getArgument(index).use_empty() || !parameter.isReference || parameter.isUsed;
    std::string text = parameterText(parameter, isUsed || !definition);
    auto value = dropIn.getArgAttrOfType<StringAttr>(index, "vkm.cpp_default");
    if (value && !definition)
      text += " = " + value.getValue().str();
    parts.push_back(text);
  }
  return join(parts);
}

std::string host::dropInQualifiers(const ControlInfo &control, bool declaration) {
  std::string text;
  if (control.isConst)
    text += " const";
  if (control.isNoexcept)
    text += " noexcept";
  if (control.isVirtual && declaration)
    text += " override";
  return text;
}

StringRef host::accessConstant(vkm::Access access) {
  switch (access) {
  case vkm::Access::Write:
    return "vkmorph::kComputeWrite";
  case vkm::Access::ReadWrite:
    return "vkmorph::kComputeReadWrite";
  default:
    return "vkmorph::kComputeRead";
  }
}

void host::printComment(llvm::raw_ostream &os, StringRef comment, StringRef prefix) {
  if (comment.empty())
    return;
  SmallVector<StringRef> lines;
  comment.rtrim().split(lines, '\n');
  for (StringRef line : lines) {
    line = line.rtrim();
    // A backslash at the end of a line would make the next line part of the comment.
    os << prefix << (line.empty() || line.starts_with(" ") ? "" : " ") << line
       << (line.ends_with("\\") ? "." : "") << "\n";
  }
}

void host::openNamespaces(llvm::raw_ostream &os, const ClassInfo &info) {
  for (const std::string &name : info.namespaces)
    os << "namespace " << name << " {\n";
}

void host::closeNamespaces(llvm::raw_ostream &os, const ClassInfo &info) {
  for (const std::string &name : llvm::reverse(info.namespaces))
    os << "} // namespace " << name << "\n";
}
