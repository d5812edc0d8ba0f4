//===- Parameters.cpp - What control functions and commands of kernels take ------------------===//

#include "backends/host_vulkan/raise/Parameters.h"

#include "backends/host_vulkan/raise/Facts.h"
#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/CppTypes.h"
#include "ir/HostCode.h"
#include "ir/LentObjects.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

static bool isAssigned(FunctionOpInterface function, unsigned parameter) {
  WalkResult result = function->walk([&](vkm::VarOp var) {
    auto number = var->getAttrOfType<IntegerAttr>(kParameterAttr);
    return number && number.getInt() == parameter ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

static void addParameters(FunctionOpInterface function, std::vector<Parameter> &parameters,
                          bool isKernel) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    Parameter parameter;
    BlockArgument value = function.getArgument(i);
    Type type = value.getType();
    parameter.valueIs = type;
    parameter.name = vkm::argName(function, i).str();
    if (parameter.name.empty())
      parameter.name = "argument" + std::to_string(i);
    parameter.isPointer = isa<vkm::PtrType>(type);
    parameter.isUsed = !value.use_empty() || isAssigned(function, i);
    auto spelling = function.getArgAttrOfType<StringAttr>(i, "vkm.cpp_type");
    // Narrowing changes the types of a kernel's parameters, and leaves their spelling.
    bool keep = spelling && (!isKernel || isSpellingOf(spelling.getValue(), type) ||
                             isa<vkm::VecType, vkm::MatType>(type));
    parameter.type = keep ? spelling.getValue().str() : vkm::spellType(type, function);
    if (parameter.isPointer) {
      StringRef element = StringRef(parameter.type).rtrim("* ");
      element.consume_front("const ");
      parameter.elementType = element.str();
      parameter.overwritten = static_cast<bool>(function.getArgAttr(i, "vkm.overwritten"));
    }
    parameters.push_back(std::move(parameter));
  }
}

/// The objects of which it has parameters.
static void fillObjects(ControlInfo &control, const Sources &sources) {
  for (DictionaryAttr described : vkm::getObjects(sources.recordedOf(control))) {
    LentObject object;
    object.name = described.getAs<StringAttr>("name").str();
    object.type = described.getAs<StringAttr>("type").str();
    object.position = described.getAs<IntegerAttr>("position").getInt();
    if (auto value = described.getAs<StringAttr>("default"))
      object.defaultValue = value.str();
    control.objects.push_back(std::move(object));
  }
  for (auto [index, parameter] : llvm::enumerate(control.parameters)) {
    auto part = sources.recordedOf(control).getArgAttrOfType<DictionaryAttr>(index, vkm::kPartAttr);
    if (!part)
      continue;
    parameter.object = part.getAs<IntegerAttr>("object").getInt();
    for (auto step : part.getAs<ArrayAttr>("path").getAsRange<ArrayAttr>())
      parameter.path.push_back({cast<StringAttr>(step[0]).str(), cast<StringAttr>(step[1]).str()});
    markPrivateBases(parameter.path, part.get(vkm::kInheritedPrivatelyAttr));
    parameter.isPrivate = part.contains("private");
    parameter.isSize = part.contains("size");
    if (!parameter.isSize)
      continue;
    parameter.vector = control.parameters[index - 1].name;
    parameter.isResized = llvm::any_of(sources.dropInOf(control).getArgument(index).getUsers(),
                                       llvm::IsaPred<vkm::AssignOp>);
  }
}

/// The recorded form has their values.
static void fillReferences(ControlInfo &control, const Sources &sources) {
  for (auto [parameter, type] :
       llvm::zip(control.parameters, sources.dropInOf(control).getArgumentTypes())) {
    if (!isa<vkm::RefType>(type))
      continue;
    parameter.isReference = true;
    parameter.valueIs = cast<vkm::RefType>(type).getPointee();
    StringRef spelling = parameter.type;
    bool isSpelled = spelling.ends_with("&") || spelling.ends_with("*");
    spelling = spelling.rtrim("&* ");
    spelling.consume_front("const ");
    parameter.valueType = spelling.str();
    if (!isSpelled)
      parameter.type += " &";
  }
  for (auto var : sources.dropInOf(control).getOps<vkm::VarOp>())
    if (auto number = var->getAttrOfType<IntegerAttr>(vkm::kAtEntryAttr))
      control.parameters[number.getInt()].entry = var.getName().str();
}

void host::addKernelParameters(KernelInfo &kernel, vkm::CommandsOp commands) {
  addParameters(commands, kernel.parameters, /*isKernel=*/true);
}

/// The arrays of pointers that the class keeps.
static void fillKept(ControlInfo &control, const Sources &sources, StringRef qualifiedClass) {
  for (auto [index, parameter] : llvm::enumerate(control.parameters)) {
    auto kept =
        sources.recordedOf(control).getArgAttrOfType<DictionaryAttr>(index, vkm::kKeptByAttr);
    if (!kept)
      continue;
    parameter.isKept = true;
    parameter.isPrivate = kept.contains("private");
    for (auto step : kept.getAs<ArrayAttr>("path").getAsRange<ArrayAttr>()) {
      StringRef owner = cast<StringAttr>(step[0]).getValue();
      parameter.path.push_back(
          {(owner.empty() ? qualifiedClass : owner).str(), cast<StringAttr>(step[1]).str()});
    }
    markPrivateBases(parameter.path, kept.get(vkm::kInheritedPrivatelyAttr));
  }
}

void host::addControlParameters(ControlInfo &control, const Sources &sources,
                                StringRef qualifiedClass) {
  addParameters(sources.recordedOf(control), control.parameters, /*isKernel=*/false);
  fillKept(control, sources, qualifiedClass);
  fillReferences(control, sources);
  fillObjects(control, sources);
}

// Scalars are passed on to the recorded form; of an array that no kernel touches, neither commands
// nor extents are printed.
void host::findNamed(ControlInfo &control, const Sources &sources) {
  vkm::ControlOp dropIn = sources.dropInOf(control);
  auto isPrinted = [](Operation *user) { return !isa<vkm::ExtentOp, vkm::LaunchOp>(user); };
  for (auto [index, parameter] : llvm::enumerate(control.parameters)) {
    BlockArgument argument = dropIn.getArgument(index);
    bool isPassedOn = !control.inPieces && !parameter.isReference && !parameter.isLent();
    parameter.isNamed = parameter.isPointer
                            ? parameter.isBound() || llvm::any_of(argument.getUsers(), isPrinted)
                            : !argument.use_empty() || isPassedOn || parameter.isUsed;
    if (auto value = dropIn.getArgAttrOfType<StringAttr>(index, "vkm.cpp_default"))
      parameter.defaultValue = value.str();
  }
}
