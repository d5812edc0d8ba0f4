//===- Signatures.cpp - Parameters and other parts that the header and the source share ------===//

#include "backends/host_vulkan/CppText.h"
#include "backends/host_vulkan/print/Printers.h"

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
    else if (!parameter.isPointer && !parameter.isReference &&
             (parameter.isUsed || !parameter.isLent()))
      parts.push_back(parameterText(parameter, parameter.isUsed || !definition));
  return join(parts);
}

std::string host::commandParameters(const ControlInfo &control, bool definition) {
  return ::commandParameters(control.commandBuffer, control.parameters, definition);
}
std::string host::commandParameters(const KernelInfo &kernel, bool definition) {
  return ::commandParameters(kernel.commandBuffer, kernel.parameters, definition);
}

std::string host::setterParameters(const ControlInfo &control, bool definition) {
  std::vector<const Parameter *> bound = control.boundParameters();
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

/// The parameters in C++, each as `spell` or `spellObject` has it: an object stands where its
/// members are.
static std::string
forEachInCpp(const ControlInfo &control, llvm::function_ref<std::string(const Parameter &)> spell,
             llvm::function_ref<std::string(const LentObject &, unsigned)> spellObject) {
  std::vector<std::string> parts;
  unsigned object = 0;
  auto addObjects = [&](unsigned position) {
    for (; object < control.objects.size() && control.objects[object].position <= position;
         ++object)
      parts.push_back(spellObject(control.objects[object], object));
  };
  for (auto [index, parameter] : llvm::enumerate(control.parameters)) {
    addObjects(index);
    if (!parameter.isLent())
      parts.push_back(spell(parameter));
  }
  addObjects(control.parameters.size());
  return join(parts);
}

std::string host::argumentNames(const ControlInfo &control) {
  return forEachInCpp(
      control, [](const Parameter &parameter) { return parameter.name; },
      [](const LentObject &object, unsigned) { return object.name; });
}

std::string host::unnamedParameters(const ControlInfo &control) {
  return forEachInCpp(
      control,
      [](const Parameter &parameter) { return parameterText(parameter, /*isUsed=*/false); },
      [](const LentObject &object, unsigned) { return object.type + "/*" + object.name + "*/"; });
}

std::string host::dropInParameters(const ControlInfo &control, bool definition) {
  auto spell = [&](const Parameter &parameter) {
    std::string text = parameterText(parameter, parameter.isNamed || !definition);
    return parameter.defaultValue.empty() || definition ? text
                                                        : text + " = " + parameter.defaultValue;
  };
  auto spellObject = [&](const LentObject &object, unsigned number) {
    bool isUsed = !definition || llvm::any_of(control.parameters, [&](const Parameter &member) {
      return member.object == static_cast<int>(number) && member.isNamed;
    });
    std::string text =
        isUsed ? declare(object.type, object.name) : object.type + "/*" + object.name + "*/";
    return object.defaultValue.empty() || definition ? text : text + " = " + object.defaultValue;
  };
  return forEachInCpp(control, spell, spellObject);
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

std::string host::accessConstant(vkm::Access access, ShaderStages stages) {
  StringRef what = access == vkm::Access::Write       ? "Write"
                   : access == vkm::Access::ReadWrite ? "ReadWrite"
                                                      : "Read";
  std::string text;
  if (stages.compute || !stages.rays)
    text += ("vkmorph::kCompute" + what).str();
  if (stages.rays)
    text += ((text.empty() ? "" : " | ") + Twine("vkmorph::kRay") + what).str();
  return text;
}

void host::printLocalStructs(llvm::raw_ostream &os, const ClassInfo &info, bool inHeader) {
  for (const LocalStruct &local : info.localStructs) {
    if (local.inHeader != inHeader)
      continue;
    os << "/// " << local.type << ", which a function of " << info.base << " declares.\nstruct "
       << local.name << " {\n";
    for (const std::string &member : local.members)
      os << member << ";\n";
    os << "};\n\n";
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
