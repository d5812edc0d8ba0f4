//===- HeaderPrinter.cpp - Prints <stem>_generated.h -----------------------------------------===//

#include "backends/common/FileHash.h"
#include "backends/host_vulkan/CppText.h"
#include "backends/host_vulkan/print/Printers.h"
#include "backends/host_vulkan/print/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {

class HeaderPrinter {
public:
  explicit HeaderPrinter(const ClassInfo &info) : info(info), os(text) {}

  std::string print() {
    printIncludes();
    printExposedTypes();
    openNamespaces(os, info);
    os << "\n";
    printLocalStructs(os, info, /*inHeader=*/true);
    printClassComment();
    os << "class " << info.name << " : public " << info.base << " {\n";
    bool anyAlias = false;
    for (const ExposedType &type : info.exposedTypes) {
      if (type.alias.empty())
        continue;
      os << "using " << type.alias << " = vkmorph::Exposed<vkmorph::" << type.tag << ">;\n";
      anyAlias = true;
    }
    os << (anyAlias ? "\n" : "") << "public:\n";
    os << "using " << info.base << "::" << info.constructor << ";\n";
    // The class has virtual functions of its own: it is to be deleted rightly even if its base
    // cannot be.
    os << (info.virtualDestructor ? "" : "virtual ") << "~" << info.name << "()"
       << (info.virtualDestructor ? " override" : "") << ";\n\n";
    printSetUp();
    printArrayRecords();
    printRecordedForm();
    printMembers();
    printDropIns(/*isPublic=*/true);
    os << "/// True: members stay on the GPU between drop-in calls; UpdateAll and ReadAll move "
          "them.\n"
       << "void SetResident(bool members);\n"
       << "vkmorph::ExecutionTimes GetExecutionTimes(const char *controlFunction) "
          "const;\n\nprotected:\n";
    printDropIns(/*isPublic=*/false);
    printHiddenCommands();
    printHiddenSetters();
    printKernels();
    printHandles();
    os << "};\n\n";
    closeNamespaces(os, info);
    return std::move(text);
  }

private:
  bool usesSizeType() const {
    auto isSize = [](const Parameter &parameter) {
      return StringRef(parameter.type).contains("size_t") || parameter.type == "ptrdiff_t";
    };
    return llvm::any_of(info.controls, [&](const ControlInfo &control) {
      return llvm::any_of(control.parameters, isSize);
    });
  }

  void printIncludes() {
    os << "#pragma once\n\n#include <array>\n"
       << (usesSizeType() ? "#include <cstddef>\n" : "") << "#include <cstdint>\n\n"
       << (info.arrayRecords.empty() ? "" : "#include <vkmorph/objects.h>\n")
       << "#include <vkmorph/runtime.h>\n\n"
       << "#if VKMORPH_RUNTIME_INTERFACE != 1\n"
       << "#error \"translate " << info.header
       << " again: this file is for interface 1 of the vkmorph runtime\"\n"
       << "#endif\n\n"
       << "// Attributes such as [[vkmorph::size]] are unknown to C++ compilers.\n"
       << "#if defined(__GNUC__)\n#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored "
          "\"-Wattributes\"\n"
       << "#endif\n#include \"" << info.header
       << "\"\n#if defined(__GNUC__)\n#pragma GCC diagnostic pop\n#endif\n\n";
  }

  void printExposedTypes() {
    std::string tags, instances;
    for (const ExposedType &type : info.exposedTypes) {
      if (type.alias.empty())
        continue;
      tags += "struct " + type.tag + " {};\nconstexpr auto TypeOf(" + type.tag + ");\n";
      instances += "extern template struct vkmorph::ExposeType<vkmorph::" + type.tag + ", " +
                   type.type + ">;\n";
    }
    if (!tags.empty())
      os << "// Private types that control functions take or return.\nnamespace vkmorph {\n"
         << tags << "} // namespace vkmorph\n"
         << instances << "\n";
  }

  void printClassComment() {
    printComment(os, info.comment, "///");
    if (!info.comment.empty())
      os << "///\n";
    StringRef name = info.constructor;
    bool vowel = name.find_first_of("AEIOUaeiou") == 0;
    os << "/// " << (vowel ? "An " : "A ") << name
       << " whose control functions run on a Vulkan device. Not copyable.\n";
  }

  void printSetUp() {
    os << "/// What a device has to offer; for vkmorph::CreateContext.\n"
       << "static vkmorph::Requirements RequiredFeatures();\n"
       << "/// Makes pipelines" << (info.classDataBytes > 0 ? " and class data" : "")
       << ". Throws vkmorph::Error if the device lacks something. `maxThreads` bounds temporaries "
          "per thread, of "
          "which this class has none.\n"
       << "void InitVulkanObjects(const vkmorph::DeviceContext &device, uint32_t maxThreads = "
          "0);\n\n";
  }

  void printArrayRecords() {
    if (!info.arrayRecords.empty())
      os << "// What buffers have of elements with std::variants: Pack fills them, Unpack takes "
            "results out of them.\n";
    for (const ArrayRecords &one : info.arrayRecords)
      os << "using " << one.name << " = " << one.spell(info.qualifiedName) << ";\n";
    os << (info.arrayRecords.empty() ? "" : "\n");
  }

  void printRecordedForm() {
    os << "// Recorded form: the caller owns buffers, command buffers and submission; nothing is "
          "copied.\n\n";
    for (const ControlInfo &control : info.controls) {
      if (control.inPieces)
        continue;
      printComment(os, control.comment, "///");
      if (control.unique != control.name)
        os << "/// For " << control.name << "(" << dropInParameters(control, /*definition=*/false)
           << ").\n";
      printSetter(control);
      if (!control.prints)
        printCommand(control);
      os << "\n";
    }
    printBufferUses();
  }

  void printSetter(const ControlInfo &control) {
    std::vector<const Parameter *> bound = control.boundParameters();
    if (!control.setter.empty())
      os << "void " << control.setter << "(" << setterParameters(control, /*definition=*/false)
         << ");\n";
    if (bound.size() < 2)
      return;
    // Whole buffers, the usual case.
    std::vector<std::string> buffers;
    for (const Parameter *parameter : bound)
      buffers.push_back("VkBuffer " + parameter->name);
    os << "void " << control.setter << "(" << llvm::join(buffers, ", ") << ");\n";
  }

  void printCommand(const ControlInfo &control) {
    os << "virtual void " << control.command << "("
       << commandParameters(control, /*definition=*/false) << ");\n";
  }

  /// What the host prints is no part of commands: such a function has no recorded form for others.
  void printHiddenCommands() {
    bool isFirst = true;
    for (const ControlInfo &control : info.controls) {
      if (!control.prints || control.inPieces)
        continue;
      if (std::exchange(isFirst, false))
        os << "// Commands of functions that also print or look at results: for calls with host "
              "arrays alone.\n";
      printCommand(control);
    }
    os << (isFirst ? "" : "\n");
  }

  /// What is bound for commands that only the call with host arrays records.
  void printHiddenSetters() {
    bool isFirst = true;
    for (const ControlInfo &control : info.controls) {
      if (!control.inPieces)
        continue;
      if (std::exchange(isFirst, false))
        os << "// Functions that run in pieces have no recorded form: what they record goes by "
              "what kernels have computed.\n";
      printSetter(control);
    }
    os << (isFirst ? "" : "\n");
  }

  void printBufferUses() {
    std::string rows;
    for (const ControlInfo &control : info.controls)
      for (const Parameter *parameter :
           control.inPieces ? std::vector<const Parameter *>() : control.boundParameters())
        rows += "{\"" + control.unique + "\", \"" + parameter->name + "\", " +
                accessConstant(parameter->firstAccess, parameter->firstStages) + ", " +
                accessConstant(parameter->lastAccess, parameter->lastStages) + "},\n";
    if (rows.empty())
      return;
    os << "/// First and last use of each buffer that the caller binds: what barriers around XCmd "
          "have to name.\n"
       << "static constexpr vkmorph::BufferUse kBufferUses[] = {\n"
       << rows << "};\n\n";
  }

  void printMembers() {
    if (!info.vectors.empty())
      os << "/// Members and vectors -> GPU. Where a vector's capacity has grown since the last "
            "upload, "
            "by this or a drop-in call, what was recorded before has to be recorded again.\n"
         << "void UpdateAll(vkmorph::ICopyEngine &copy);\n"
         << "/// GPU -> members and vectors, whose sizes are those of the last upload"
         << (llvm::any_of(info.vectors, [](auto &vector) { return vector.isCounted(); })
                 ? " unless kernels change them.\n"
                 : ".\n")
         << "void ReadAll(vkmorph::ICopyEngine &copy);\n";
    else
      os << "void UpdateAll(vkmorph::ICopyEngine &copy); ///< members -> GPU\n"
         << "void ReadAll(vkmorph::ICopyEngine &copy);   ///< GPU -> members\n";
    const char *part = "(vkmorph::ICopyEngine &copy, const char *member, size_t first = 0, "
                       "size_t count = vkmorph::kAll)";
    os << "/// One member" << (info.vectors.empty() ? "" : " or vector")
       << ", by its name; of arrays" << (info.vectors.empty() ? "" : " and vectors")
       << " `count` elements from `first` on.\n"
       << "void UpdateMember" << part << ";\nvoid ReadMember" << part << ";\n"
       << "uint32_t LostElements(const char *vectorMember) const;\n"
       << "/// To be called before a buffer that was set is destroyed: the next one may get its "
          "handle, "
          "and would be taken for it.\n"
       << "void ForgetBuffer(VkBuffer buffer);\n\n";
  }

  /// What else the name of a control function means in the base; null where that is nothing.
  const BaseOverloads *findOverloads(StringRef name) {
    auto found =
        llvm::find_if(info.overloads, [&](const BaseOverloads &one) { return one.name == name; });
    return found == info.overloads.end() ? nullptr : &*found;
  }

  /// A function that the base has and this class would hide, where no using-declaration can help.
  void printForwarder(llvm::raw_ostream &os, StringRef result, StringRef name, StringRef parameters,
                      StringRef qualifiers, StringRef arguments) {
    os << declare(result, name) << "(" << parameters << ")" << qualifiers << " {\nreturn "
       << info.base << "::" << name << "(" << arguments << ");\n}\n";
  }

  /// Overloads that the base has and this class does not override stay visible.
  void printBaseOverloads(bool isPublic) {
    std::string declarations = baseOverloads(isPublic);
    if (!declarations.empty())
      os << "// Functions of the base with the name of one below.\n" << declarations << "\n";
  }

  std::string baseOverloads(bool isPublic) {
    std::string result;
    llvm::raw_string_ostream os(result);
    llvm::StringSet<> done;
    for (const ControlInfo &control : info.controls) {
      if (!control.isDeclared() || !done.insert(control.name).second)
        continue;
      SmallVector<const ControlInfo *> onCpu;
      for (const ControlInfo &other : info.controls)
        if (other.name == control.name && !other.isDeclared() &&
            other.access != vkm::CppAccess::Private)
          onCpu.push_back(&other);
      auto isHere = [&](bool isProtected) { return isProtected != isPublic; };
      auto isOnCpuHere = [&](const ControlInfo *other) {
        return isHere(other->access == vkm::CppAccess::Protected);
      };
      const BaseOverloads *overloads = findOverloads(control.name);
      if (overloads && overloads->functions) {
        for (const BaseFunction &function : *overloads->functions) {
          if (!isHere(function.isProtected))
            continue;
          os << (function.isStatic ? "static " : "");
          printForwarder(os, function.result, control.name, function.parameters,
                         function.qualifiers, function.arguments);
        }
        for (const ControlInfo *other : onCpu)
          if (isOnCpuHere(other))
            printForwarder(os, other->returnType, other->name,
                           dropInParameters(*other, /*definition=*/false),
                           dropInQualifiers(*other, /*declaration=*/true), argumentNames(*other));
        continue;
      }
      // One declaration brings all, the access being that of the most open one.
      bool anyPublic = (overloads && !overloads->isProtected) ||
                       llvm::any_of(onCpu, [](const ControlInfo *other) {
                         return other->access == vkm::CppAccess::Public;
                       });
      if ((overloads || !onCpu.empty()) && anyPublic == isPublic)
        os << "using " << info.base << "::" << control.name << ";\n";
    }
    return result;
  }

  void printDropIns(bool isPublic) {
    std::vector<const ControlInfo *> controls;
    for (const ControlInfo &control : info.controls)
      if ((control.access == vkm::CppAccess::Public) == isPublic)
        controls.push_back(&control);
    if (!controls.empty())
      os << "// Drop-in form: means what the CPU's means.\n\n";
    printBaseOverloads(isPublic);
    for (const ControlInfo *control : controls) {
      if (!control->isDeclared()) {
        os << "// " << control->name << " stays on the CPU: " << control->noDropIn << ".\n";
        continue;
      }
      // The class has no such function that would say it.
      if (!control->drives.empty())
        printComment(os, control->comment, "///");
      if (!control->hasDropIn())
        os << "/// Throws: " << control->noDropIn << ".\n";
      os << declare(control->returnType, control->name) << "("
         << dropInParameters(*control, /*definition=*/false) << ")"
         << dropInQualifiers(*control, /*declaration=*/true) << ";\n";
    }
    if (!isPublic && !controls.empty())
      os << "\n";
  }

  void printKernels() {
    os << "// Kernels. Override one to plug in hand-written Vulkan (its descriptor set is bound), "
          "and its "
          "Stages with it if they differ.\n";
    for (const KernelInfo &kernel : info.kernels)
      os << "virtual void " << kernel.command << "("
         << commandParameters(kernel, /*definition=*/false) << ");\n"
         << "virtual vkmorph::KernelStages " << kernel.stages << "() const;\n";
    if (info.usesAllStages)
      os << "/// Of all kernels together, for barriers around several of them.\n"
         << "vkmorph::KernelStages " << info.allStages << "() const;\n";
    os << "\n";
  }

  // float m_meanSum = {}; ///< Mean's, while kernels write it
  void printLocals() {
    for (const FieldInfo &field : info.fields)
      if (!field.localOf.empty())
        os << field.localType << " " << field.name << " = {}; ///< of " << field.localOf
           << ", while kernels use it\n";
  }

  void printHandles() {
    os << "// Handles belong to " << info.vulkan << ".\nvkmorph::VulkanObject " << info.vulkan
       << "{\"" << info.qualifiedName << "\"};\n";
    if (info.classDataBytes > 0)
      os << "VkBuffer " << info.classData << " = VK_NULL_HANDLE;\n";
    printLocals();
    for (const ScratchInfo &scratch : info.scratches)
      os << "VkBuffer " << scratch.member << " = VK_NULL_HANDLE;\n";
    for (const KernelInfo &kernel : info.kernels) {
      if (!kernel.shaders.empty())
        os << "vkmorph::KernelLayout " << kernel.layout << ";\n";
      for (const ShaderInfo &shader : kernel.shaders)
        os << "VkPipeline " << shader.pipeline << " = VK_NULL_HANDLE;\n";
    }
    for (const ControlInfo &control : info.controls) {
      if (control.sets.empty())
        continue;
      std::vector<std::string> kernels;
      for (const Site &site : control.sites)
        kernels.push_back(site.kernel->name);
      std::string line = "std::array<VkDescriptorSet, " + std::to_string(control.sites.size()) +
                         "> " + control.sets + " = {};";
      std::string names = llvm::join(kernels, ", ");
      constexpr size_t kRoom = kColumns - 10;
      if (line.size() + names.size() > kRoom)
        os << "/// " << names << "\n" << line << "\n";
      else
        os << line << " ///< " << names << "\n";
    }
  }

  const ClassInfo &info;
  std::string text;
  llvm::raw_string_ostream os;
};

} // namespace

std::string host::printHeader(const ClassInfo &info, const HostOptions &options) {
  std::string body = HeaderPrinter(info).print();
  return sealFile(fileHeader(info.qualifiedBase + " on Vulkan", options, "//") + formatCpp(body));
}
