//===- SourcePrinter.cpp - Prints <stem>_generated.cpp ---------------------------------------===//

#include "backends/common/FileHash.h"
#include "backends/host_vulkan/CppText.h"
#include "backends/host_vulkan/print/Printers.h"
#include "backends/host_vulkan/print/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {

class SourcePrinter {
public:
  explicit SourcePrinter(const ClassInfo &info) : info(info), os(text) {}

  std::string print() {
    printIncludes();
    printMemberTables();
    printPrivateMembers();
    printExposedTypes();
    openNamespaces(os, info);
    printConstants();
    os << info.name << "::~" << info.name << "() = default;\n\n";
    printRequirements();
    printInit();
    for (const ControlInfo &control : info.controls) {
      os << "// " << control.unique << "\n\n";
      printSetter(control);
      if (!control.inPieces)
        printRecorded(control);
      if (control.hasDropIn())
        printDropIn(control);
      else if (control.throws)
        printThrowing(control);
    }
    if (!info.kernels.empty())
      os << "// Kernels\n\n";
    for (const KernelInfo &kernel : info.kernels)
      printKernel(kernel);
    printAllStages();
    printForwarders();
    return std::move(text);
  }

private:
  //===---------------------------------------------------------------------------------------===//
  // Before the class's functions
  //===---------------------------------------------------------------------------------------===//

  void printIncludes() {
    os << "#include \"" << info.stem << "_generated.h\"\n\n";
    for (const std::string &header : info.headers)
      os << "#include " << header << "\n";
    os << (info.headers.empty() ? "" : "\n");
  }

  /// template struct vkmorph::MemberTable<Numbers_Generated, vkmorph::Member<&Numbers::m_summ, 0,
  /// ...>, ...>;
  void printMemberTables() {
    if (info.hasMembers()) {
      os << "// The members that kernels touch, at their offsets in the class-data block.\n"
         << "template struct vkmorph::MemberTable<\n"
         << info.qualifiedName;
      for (const FieldInfo &field : info.fields)
        if (field.isMember())
          printMemberRow(field);
      os << ">;\n\n";
    }
    if (!info.vectors.empty()) {
      os << "// The vectors whose elements kernels touch, each in a buffer of its own.\n"
         << "template struct vkmorph::VectorTable<\n"
         << info.qualifiedName;
      for (const VectorInfo &vector : info.vectors)
        printVectorRow(vector);
      os << ">;\n\n";
    }
    if (!info.textures.empty()) {
      os << "// The textures that samplers read: texels, sizes, and what says how each is "
            "addressed.\n"
         << "template struct vkmorph::TextureTable<\n"
         << info.qualifiedName;
      for (const TextureInfo &texture : info.textures)
        os << ",\nvkmorph::" << texture.row;
      os << ">;\n\n";
    }
  }

  /// {"m_bricks", VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_REPEAT, {"m_bricks.m_texels", ...}}
  void printSampling(const TextureInfo &texture) {
    os << "{\"" << texture.symbol << "\", " << texture.filter << ", " << texture.address << ", {";
    for (auto [index, member] : llvm::enumerate(texture.members))
      os << (index ? ", \"" : "\"") << member << "\"";
    os << "}";
    for (auto [index, one] : llvm::enumerate(texture.addresses))
      os << (index ? ", {" : ", {{") << one.first << ", " << one.second << "}";
    if (!texture.addresses.empty())
      os << "}";
    if (texture.begin != 0 || texture.hasLevels)
      os << (texture.addresses.empty() ? ", {}, " : ", ") << texture.begin;
    if (texture.hasLevels)
      os << ", " << texture.betweenLevels;
    os << "}";
  }

  /// template struct vkmorph::PrivateMembers<Numbers_Generated, &Numbers::m_summ>;
  void printPrivateMembers() {
    std::string pointers;
    for (const PrivateMember &one : info.privateMembers)
      if (one.isNamed)
        pointers += ", " + one.member.pointer();
    if (!pointers.empty())
      os << "// The private members that host code uses.\n"
         << "template struct vkmorph::PrivateMembers<" << info.qualifiedName << pointers
         << ">;\n\n";
  }

  void printMemberRow(const FieldInfo &field) {
    std::string arguments = std::to_string(field.offset);
    if (field.packing)
      arguments += ", " + field.packing.spell(field.written, info.qualifiedName);
    else if (field.written && !field.isSize)
      arguments += ", vkmorph::MemberUse::Written";
    os << ",\n"
       << spellRow(field.path,
                   field.packing  ? "PackedMember"
                   : field.isSize ? "VectorSize"
                                  : "Member",
                   arguments);
  }

  /// Of a vector that kernels append to, what they need and leave: size, capacity, lost elements.
  void printVectorRow(const VectorInfo &vector) {
    std::string arguments = std::to_string(vector.elementBytes);
    if (vector.pool >= 0) {
      os << ",\nvkmorph::VectorPool<" << arguments << ", " << vector.pool << ">";
      return;
    }
    if (vector.packing)
      arguments = vector.isCounted() ? vector.packing.spellCounted(info.qualifiedName)
                                     : vector.packing.spell(vector.written, info.qualifiedName);
    if (vector.isCounted())
      arguments += ", " + std::to_string(vector.sizeOffset);
    else if (vector.written && !vector.packing)
      arguments += ", vkmorph::MemberUse::Written";
    if (vector.capacityOffset >= 0)
      arguments +=
          ", " + std::to_string(vector.capacityOffset) + ", " + std::to_string(vector.lostOffset);
    os << ",\n"
       << spellRow(vector.path,
                   vector.packing ? vector.isCounted() ? "CountedPackedVector" : "PackedVector"
                   : vector.isCounted() ? "CountedVector"
                                        : "VectorMember",
                   arguments);
  }

  /// Those of the header are declared there.
  void printExposedTypes() {
    for (const ExposedType &type : info.exposedTypes)
      if (type.alias.empty())
        os << "namespace vkmorph {\nstruct " << type.tag << " {};\nconstexpr auto TypeOf("
           << type.tag << ");\n}\n";
    for (const ExposedType &type : info.exposedTypes)
      os << "template struct vkmorph::ExposeType<vkmorph::" << type.tag << ", " << type.type
         << ">;\n";
    if (!info.exposedTypes.empty())
      os << "\n";
  }

  void printConstants() {
    os << "\nnamespace {\n\n";
    std::vector<std::string> pointers;
    for (const PrivateMember &one : info.privateMembers)
      if (one.isNamed)
        pointers.push_back(one.pointer);
    if (!pointers.empty())
      os << "const auto [" << llvm::join(pointers, ", ") << "] = vkmorph::kPrivateMembers<"
         << info.name << ">;\n\n";
    if (info.classDataBytes > 0)
      os << "constexpr VkDeviceSize " << info.classDataConstant << " = " << info.classDataBytes
         << ";\n\n";
    for (const KernelInfo &kernel : info.kernels)
      for (const ShaderInfo &shader : kernel.shaders)
        printArgumentsStruct(kernel, shader);
    printGroupConstants();
    for (const ScratchInfo &scratch : info.scratches)
      os << "/// " << scratch.contents << ".\nconstexpr VkDeviceSize " << scratch.constant << " = "
         << scratch.bytes << ";\n";
    os << "\n";
    printLayoutChecks();
    printLocalStructs(os, info, /*inHeader=*/false);
    for (const std::string &function : info.hostFunctions)
      os << function;
    os << "// SPIR-V, at the end of this file.\n";
    for (const KernelInfo &kernel : info.kernels)
      for (const ShaderInfo *shader : kernel.allShaders())
        os << "vkmorph::ShaderCode " << shader->code << "();\n";
    os << "\n} // namespace\n\n";
  }

  void printArgumentsStruct(const KernelInfo &kernel, const ShaderInfo &shader) {
    if (!shader.declaresArguments)
      return;
    os << "/// Push constants of " << kernel.name << ".\nstruct " << shader.argumentsStruct
       << " {\n";
    for (const PushConstant &constant : shader.pushConstants)
      os << (constant.align ? "alignas(" + std::to_string(constant.align) + ") " : std::string())
         << constant.cppType << " " << constant.name << ";\n";
    os << "};\n";
    const PushConstant &last = shader.pushConstants.back();
    if (shader.checksLayout())
      os << "static_assert(offsetof(" << shader.argumentsStruct << ", " << last.name
         << ") == " << last.offset << ", \"the shader reads it there\");\n";
    os << "\n";
  }

  void printNumber(const NumberConstant &constant, StringRef comment = "") {
    os << "constexpr uint32_t " << constant.name << " = " << constant.value << ";" << comment
       << "\n";
  }

  void printGroupConstants() {
    bool first = true;
    for (const KernelInfo &kernel : info.kernels)
      for (const GroupConstants &constants : kernel.groupConstants) {
        if (first)
          os << "// Iterations per workgroup, and how many workgroups there are at most where that "
                "is planned; "
                "loops in the shaders do the rest.\n";
        first = false;
        printNumber(constants.perGroup);
        if (!constants.maxGroups.name.empty())
          printNumber(constants.maxGroups);
        if (!constants.coarsening.name.empty())
          printNumber(constants.coarsening, " // at most so many iterations per thread");
      }
    if (!first)
      os << "\n";
  }

  void printLayoutChecks() {
    for (const CheckedStruct &one : info.checkedStructs)
      os << "static_assert(sizeof(" << one.type << ") == " << one.bytes << ", \"the shaders have "
         << one.bytes << " bytes for it\");\n";
    if (!info.checkedStructs.empty())
      os << "\n";
  }

  //===---------------------------------------------------------------------------------------===//
  // Set-up
  //===---------------------------------------------------------------------------------------===//

  void printRequirements() {
    os << "vkmorph::Requirements " << info.name << "::RequiredFeatures() {\n"
       << "vkmorph::Requirements needs;\n";
    for (const Requirement &need : info.requirements)
      os << "needs." << need.name << " = " << need.cpp << ";\n";
    os << "return needs;\n}\n\n";
  }

  void printInit() {
    os << "void " << info.name
       << "::InitVulkanObjects(const vkmorph::DeviceContext &device, uint32_t) {\n"
       << info.vulkan << ".Init(device, \"" << info.qualifiedName << "\", RequiredFeatures());\n";
    if (info.classDataBytes > 0)
      os << info.classData << " = " << info.vulkan << ".CreateClassData(" << info.classDataConstant
         << ", this, " << (info.hasMembers() ? "vkmorph::MembersOf(this)" : "vkmorph::MemberSpan()")
         << memberNames() << ");\n";
    printCheckedSizes();
    if (!info.vectors.empty())
      os << info.vulkan << ".CreateVectors(this, vkmorph::VectorsOf(this), {"
         << quoted(info.vectors) << "});\n";
    for (const std::vector<std::string> &keys : info.sharedRooms)
      os << info.vulkan << ".ShareRoom({\"" << llvm::join(keys, "\", \"") << "\"});\n";
    if (!info.textures.empty()) {
      os << info.vulkan << ".CreateTextures(this, vkmorph::TexturesOf(this), {";
      for (const TextureInfo &texture : info.textures) {
        os << (&texture == &info.textures.front() ? "" : ",\n");
        printSampling(texture);
      }
      os << "});\n";
    }
    for (const VectorInfo &temporary : info.temporaries)
      os << info.vulkan << ".CreateTemporary(\"" << temporary.symbol << "\", "
         << temporary.elementBytes << ");\n";
    for (const ImageInfo &image : info.images)
      os << info.vulkan << ".CreateImage(\"" << image.symbol << "\", " << image.format << ");\n";
    for (const ControlInfo &control : info.controls)
      if (!control.sets.empty() && !control.setter.empty())
        os << control.sets << " = {};\n";
    for (const ScratchInfo &scratch : info.scratches)
      os << scratch.member << " = " << info.vulkan << ".CreateZeroedBuffer(\"" << scratch.symbol
         << "\", " << scratch.constant
         << (scratch.indirect ? ", VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT" : "") << ");\n";
    for (const KernelInfo &kernel : info.kernels)
      printPipelines(kernel);
    for (const ControlInfo &control : info.controls)
      if (!control.sets.empty() && control.setter.empty()) {
        os << "\n";
        printSets(control);
      }
    os << "}\n\n";
  }

  /// m_vulkan.CheckSizes({{0, "m_columns"}, {8, "m_box.width"}});
  void printCheckedSizes() {
    std::vector<std::string> sizes;
    for (const FieldInfo &field : info.fields)
      for (const auto &[offset, name] : field.checkedSizes)
        sizes.push_back("{" + std::to_string(offset) + ", \"" + name + "\"}");
    if (!sizes.empty())
      os << info.vulkan << ".CheckSizes({" << llvm::join(sizes, ", ") << "});\n";
  }

  /// "\"taps_\", \"cells_\""
  template <class Vectors> static std::string quoted(const Vectors &vectors) {
    std::vector<std::string> names;
    for (const auto &vector : vectors) {
      if constexpr (std::is_pointer_v<std::decay_t<decltype(vector)>>)
        names.push_back("\"" + vector->key + "\"");
      else
        names.push_back("\"" + vector.key + "\"");
    }
    return llvm::join(names, ", ");
  }

  /// How many storage buffers, or what there is where others are among them.
  static std::string bindingsOf(const KernelInfo &kernel) {
    if (!kernel.usesImages() && !kernel.hasUniformClassData)
      return std::to_string(kernel.bindings.size());
    std::vector<std::string> types;
    for (const BindingInfo &binding : kernel.bindings)
      types.push_back(binding.isTexture()  ? "VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER"
                      : binding.isUniform  ? "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER"
                      : !binding.isImage() ? "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER"
                      : binding.access == vkm::Access::Read ? "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE"
                                                            : "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE");
    return "{" + llvm::join(types, ", ") + "}";
  }

  /// ", {{2, "PictureTextures"}}": the bindings that are arrays of textures.
  static std::string arraysOf(const KernelInfo &kernel) {
    std::vector<std::string> arrays;
    for (const BindingInfo &binding : kernel.bindings)
      if (binding.isTextureArray)
        arrays.push_back("{" + std::to_string(binding.binding) + ", \"" + binding.name + "\"}");
    // Behind the stages.
    std::string stages = stagesOf(kernel).empty() ? ", VK_SHADER_STAGE_COMPUTE_BIT" : "";
    return arrays.empty() ? "" : stages + ", {" + llvm::join(arrays, ", ") + "}";
  }

  void printPipelines(const KernelInfo &kernel) {
    if (kernel.shaders.empty())
      return;
    std::string push = "0";
    for (const ShaderInfo &shader : kernel.shaders)
      if (shader.pushBytes == kernel.pushBytes && !shader.argumentsStruct.empty())
        push = "sizeof(" + shader.argumentsStruct + ")";
    os << "\n"
       << kernel.layout << " = " << info.vulkan << ".CreateLayout(\"" << kernel.name << "\", "
       << bindingsOf(kernel) << ", " << push << stagesOf(kernel) << arraysOf(kernel) << ");\n";
    for (const ShaderInfo &shader : kernel.shaders) {
      std::vector<std::string> callables;
      for (const std::string &callable : shader.callables)
        callables.push_back(callable + "()");
      os << shader.pipeline << " = " << info.vulkan << "."
         << (shader.isComputed() ? "CreatePipeline(" : "CreateRayPipeline(") << kernel.layout
         << ", " << shader.code << "()"
         << (shader.isComputed() ? "" : ", {" + llvm::join(callables, ", ") + "}") << ");\n";
    }
  }

  /// Of the shaders of a kernel, unless all of them are compute shaders.
  static std::string stagesOf(const KernelInfo &kernel) {
    ShaderStages stages = kernel.getStages();
    if (!stages.rays)
      return "";
    return stages.compute ? ", VK_SHADER_STAGE_COMPUTE_BIT | vkmorph::kRayStages"
                          : ", vkmorph::kRayStages";
  }

  //===---------------------------------------------------------------------------------------===//
  // Control functions
  //===---------------------------------------------------------------------------------------===//

  void printSetter(const ControlInfo &control) {
    if (control.setter.empty())
      return;
    std::vector<const Parameter *> bound = control.boundParameters();
    if (bound.size() > 1) {
      std::vector<std::string> parameters, arguments;
      for (const Parameter *parameter : bound) {
        parameters.push_back("VkBuffer " + parameter->name);
        arguments.push_back(parameter->name + ", 0, VK_WHOLE_SIZE");
      }
      os << "void " << info.name << "::" << control.setter << "(" << llvm::join(parameters, ", ")
         << ") {\n"
         << control.setter << "(" << llvm::join(arguments, ", ") << ");\n}\n\n";
    }
    std::vector<std::string> checks;
    for (const Parameter *parameter : bound) {
      bool written = parameter->access != vkm::Access::Read;
      checks.push_back("{\"" + parameter->name + "\", " + parameter->range() +
                       (written ? ", true" : ", false") +
                       (parameter->isInWords   ? ", /*inWords=*/true"
                        : parameter->mayBeNull ? ", /*inWords=*/false"
                                               : "") +
                       (parameter->mayBeNull ? ", /*mayBeNull=*/true}" : "}"));
    }
    os << "void " << info.name << "::" << control.setter << "("
       << setterParameters(control, /*definition=*/true) << ") {\n"
       << info.vulkan << ".CheckArguments(\"" << control.setter << "\", {"
       << llvm::join(checks, ", ") << "});\n";
    printSets(control);
    os << "}\n\n";
  }

  /// `, {"m_factor", "m_summ"}`, in the order of the table.
  std::string memberNames() const {
    std::vector<std::string> names;
    for (const FieldInfo &field : info.fields)
      if (field.isMember())
        names.push_back("\"" + field.name + "\"");
    return names.empty() ? "" : ", {" + llvm::join(names, ", ") + "}";
  }

  void printSets(const ControlInfo &control) {
    for (auto [index, site] : llvm::enumerate(control.sites))
      if (!site.buffers.empty())
        os << control.sets << "[" << index << "] = " << info.vulkan << ".DescriptorSet("
           << site.kernel->layout << ", {" << llvm::join(site.buffers, ", ") << "});\n";
  }

  void printRecorded(const ControlInfo &control) {
    os << "void " << info.name << "::" << control.command << "("
       << commandParameters(control, /*definition=*/true) << ") {\n"
       << control.recordedBody << "}\n\n";
  }

  void openDropIn(const ControlInfo &control, StringRef parameters) {
    std::string result = control.returnType;
    bool isAlias = llvm::any_of(info.exposedTypes,
                                [&](const ExposedType &type) { return type.alias == result; });
    os << declare(isAlias ? info.name + "::" + result : result, info.name + "::" + control.name)
       << "(" << parameters << ")" << dropInQualifiers(control, /*declaration=*/false) << " {\n";
  }

  /// Instead of a drop-in form: the base's would run on the CPU, which nobody would notice.
  void printThrowing(const ControlInfo &control) {
    openDropIn(control, unnamedParameters(control));
    os << "vkmorph::ThrowNoDropIn(\"" << info.name << "::" << control.name << "\", \""
       << control.noDropIn << "\", \"state it in the source and translate the class again";
    if (!control.readsBetween)
      os << ", or bind buffers by " << control.setter << " and record " << control.command;
    os << "\");\n}\n\n";
  }

  void printDropIn(const ControlInfo &control) {
    openDropIn(control, dropInParameters(control, /*definition=*/true));
    os << control.dropInBody << "}\n\n";
  }

  //===---------------------------------------------------------------------------------------===//
  // Kernels and the rest
  //===---------------------------------------------------------------------------------------===//

  void printKernel(const KernelInfo &kernel) {
    os << "void " << info.name << "::" << kernel.command << "("
       << commandParameters(kernel, /*definition=*/true) << ") {\n"
       << kernel.body << "}\n\nvkmorph::KernelStages " << info.name << "::" << kernel.stages
       << "() const { return " << kernel.kindOfStages << "; }\n\n";
  }

  void printAllStages() {
    if (!info.usesAllStages)
      return;
    std::vector<std::string> stages;
    for (const KernelInfo &kernel : info.kernels)
      stages.push_back(kernel.stages + "()");
    os << "vkmorph::KernelStages " << info.name << "::" << info.allStages << "() const {\nreturn "
       << llvm::join(stages, " | ") << ";\n}\n\n";
  }

  void printForwarders() {
    std::string name = info.name + "::", vulkan = info.vulkan;
    const char *part = "(vkmorph::ICopyEngine &copy, const char *member, size_t first, "
                       "size_t count) {\n";
    std::vector<std::string> forgotten = {"buffer"};
    for (const ControlInfo &control : info.controls)
      if (!control.sets.empty() && !control.setter.empty())
        forgotten.push_back(control.sets);
    os << "// Members and drop-in state\n\n"
       << "void " << name << "UpdateAll(vkmorph::ICopyEngine &copy) { " << vulkan
       << ".UpdateAll(copy); }\n"
       << "void " << name << "ReadAll(vkmorph::ICopyEngine &copy) { " << vulkan
       << ".ReadAll(copy); }\n"
       << "void " << name << "UpdateMember" << part << vulkan
       << ".UpdateMember(copy, member, first, count);\n}\n"
       << "void " << name << "ReadMember" << part << vulkan
       << ".ReadMember(copy, member, first, count);\n}\n"
       << "uint32_t " << name << "LostElements(const char *vectorMember) const {\n"
       << "return " << vulkan << ".LostElements(vectorMember);\n}\n"
       << "void " << name << "ForgetBuffer(VkBuffer buffer) { " << vulkan << ".ForgetBuffer("
       << llvm::join(forgotten, ", ") << "); }\n"
       << "void " << name << "SetResident(bool members) { " << vulkan
       << ".SetResident(members); }\n"
       << "vkmorph::ExecutionTimes " << name
       << "GetExecutionTimes(const char *controlFunction) const {\n"
       << "return " << vulkan << ".GetExecutionTimes(controlFunction);\n}\n\n"
       << "// The compiled shaders\n\nnamespace {\n";
  }

  const ClassInfo &info;
  std::string text;
  llvm::raw_string_ostream os;
};

/// Eight words in a line, as they are: clang-format would give thousands of tokens a lot of
/// thought.
void printCode(llvm::raw_ostream &os, const ShaderInfo &shader) {
  os << "\nvkmorph::ShaderCode " << shader.code << "() {\n  static const uint32_t words[] = {\n";
  for (size_t i = 0; i < shader.words.size(); ++i)
    os << (i % 8 == 0 ? "      " : " ") << llvm::format_hex(shader.words[i], 10) << ","
       << (i % 8 == 7 || i + 1 == shader.words.size() ? "\n" : "");
  os << "  };\n  return {\"" << shader.file << "\", words, sizeof(words)";
  if (shader.entryPoint != "main")
    os << ", \"" << shader.entryPoint << "\"";
  os << "};\n}\n";
}

} // namespace

std::string host::printSource(const ClassInfo &info, const HostOptions &options) {
  std::string text = fileHeader(info.qualifiedBase + " on Vulkan", options, "//");
  text += formatCpp(SourcePrinter(info).print());
  llvm::raw_string_ostream os(text);
  for (const KernelInfo &kernel : info.kernels)
    for (const ShaderInfo *shader : kernel.allShaders())
      printCode(os, *shader);
  os << "\n} // namespace\n\n";
  closeNamespaces(os, info);
  os.flush();
  return sealFile(llvm::StringRef(text).rtrim().str() + "\n");
}
