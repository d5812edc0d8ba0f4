//===- SourcePrinter.cpp - Prints <stem>_generated.cpp ---------------------------------------===//

#include "backends/common/FileHash.h"
#include "backends/host_vulkan/print/HostLanguage.h"
#include "backends/host_vulkan/print/Printers.h"
#include "backends/host_vulkan/print/Text.h"
#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "backends/host_vulkan/raise/Requirements.h"
#include "ir/Exchange.h"
#include "ir/HostCode.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {

class SourcePrinter {
public:
  explicit SourcePrinter(ClassInfo &info) : info(info), os(text) {}

  std::string print() {
    printFunctions();
    std::string functions = std::exchange(text, {});
    printIncludes();
    printMemberTables();
    printPrivateMembers();
    printExposedTypes();
    openNamespaces(os, info);
    printConstants();
    return text + functions;
  }

private:
  void printFunctions() {
    os << info.name << "::~" << info.name << "() = default;\n\n";
    printRequirements();
    printInit();
    for (ControlInfo &control : info.controls) {
      os << "// " << control.unique << "\n\n";
      printSetter(control);
      printRecorded(control);
      if (control.hasDropIn())
        printDropIn(control);
      else if (control.throws)
        printThrowing(control);
    }
    if (!info.kernels.empty())
      os << "// Kernels\n\n";
    for (KernelInfo &kernel : info.kernels)
      printKernel(kernel);
    printAllStages();
    printForwarders();
  }

  //===---------------------------------------------------------------------------------------===//
  // Before the class's functions
  //===---------------------------------------------------------------------------------------===//

  /// Calls `visit` with every operation whose text is host code.
  void walkHostCode(llvm::function_ref<void(Operation *)> visit) {
    for (KernelInfo &kernel : info.kernels)
      kernel.op.walk(visit);
    for (ControlInfo &control : info.controls) {
      control.op.walk(visit);
      control.dropIn.walk(visit);
    }
    for (vkm::FuncOp function : hostFunctions(info.op))
      function.walk(visit);
  }

  /// Whether the value has no literal: it is spelled by std::numeric_limits.
  static bool needsLimits(TypedAttr value) {
    if (auto number = dyn_cast<FloatAttr>(value))
      return !number.getValue().isFinite();
    auto integer = dyn_cast<IntegerAttr>(value);
    return integer && integer.getType().isSignedInteger() && integer.getValue().isMinSignedValue();
  }

  void printIncludes() {
    bool algorithm = false, limits = false, math = false, offsets = false, utility = false;
    for (const KernelInfo &kernel : info.kernels)
      for (const ShaderInfo &shader : kernel.shaders)
        offsets |= checksLayout(shader);
    walkHostCode([&](Operation *op) {
      if (auto call = dyn_cast<vkm::MathOp>(op)) {
        vkm::MathFn fn = call.getFn();
        bool ordered = fn == vkm::MathFn::Min || fn == vkm::MathFn::Max || fn == vkm::MathFn::Clamp;
        (ordered ? algorithm : math) = true;
      }
      if (auto constant = dyn_cast<vkm::ConstantOp>(op))
        limits |= needsLimits(constant.getValue());
      utility |= op->hasAttr(kSwapAttr);
    });
    os << "#include \"" << info.stem << "_generated.h\"\n\n";
    std::set<std::string> headers(info.headers.begin(), info.headers.end());
    if (algorithm)
      headers.insert("<algorithm>");
    if (math)
      headers.insert("<cmath>");
    if (offsets)
      headers.insert("<cstddef>");
    if (limits)
      headers.insert("<limits>");
    if (utility)
      headers.insert("<utility>");
    for (const std::string &header : headers)
      os << "#include " << header << "\n";
    os << (headers.empty() ? "" : "\n");
  }

  /// namespace vkmorph { MemberSpan MembersOf(const Numbers_Generated *); }
  /// template struct vkmorph::MemberTable<Numbers_Generated, vkmorph::Member<&Numbers::m_summ, 0,
  /// ...>, ...>;
  void printMemberTables() {
    if (info.hasMembers()) {
      os << "// The members that kernels touch, at their offsets in the class-data block.\n"
         << "namespace vkmorph {\nMemberSpan MembersOf(const " << info.qualifiedName << " *);\n}\n"
         << "template struct vkmorph::MemberTable<\n"
         << info.qualifiedName;
      for (const FieldInfo &field : info.fields)
        if (field.isMember())
          os << ",\n"
             << spellRow(field.path, field.isSize ? "VectorSize" : "Member",
                         std::to_string(field.offset) + (field.written && !field.isSize
                                                             ? ", vkmorph::MemberUse::Written"
                                                             : ""));
      os << ">;\n\n";
    }
    if (!info.vectors.empty()) {
      os << "// The vectors whose elements kernels touch, each in a buffer of its own.\n"
         << "namespace vkmorph {\nVectorSpan VectorsOf(const " << info.qualifiedName << " *);\n}\n"
         << "template struct vkmorph::VectorTable<\n"
         << info.qualifiedName;
      for (const VectorInfo &vector : info.vectors)
        printVectorRow(vector);
      os << ">;\n\n";
    }
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

  /// Of a vector that kernels append to, what they need and leave: size, capacity, lost elements.
  void printVectorRow(const VectorInfo &vector) {
    std::string arguments = std::to_string(vector.elementBytes);
    if (vector.isCounted())
      arguments += ", " + std::to_string(vector.sizeOffset);
    else if (vector.written)
      arguments += ", vkmorph::MemberUse::Written";
    if (vector.capacityOffset >= 0)
      arguments +=
          ", " + std::to_string(vector.capacityOffset) + ", " + std::to_string(vector.lostOffset);
    os << ",\n"
       << spellRow(vector.path, vector.isCounted() ? "CountedVector" : "VectorMember", arguments);
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
    for (KernelInfo &kernel : info.kernels)
      for (ShaderInfo &shader : kernel.shaders)
        printArgumentsStruct(kernel, shader);
    printGroupConstants();
    for (ScratchInfo &scratch : info.scratches) {
      std::vector<std::string> parts;
      for (auto member : scratch.op.getMembers().getAsRange<vkm::MemberAttr>())
        parts.push_back(describeMember(member));
      os << "/// " << llvm::join(parts, ", ") << ".\nconstexpr VkDeviceSize " << scratch.constant
         << " = " << scratch.op.getBytes() << ";\n";
    }
    os << "\n";
    printLayoutChecks();
    for (vkm::FuncOp function : hostFunctions(info.op))
      printHostFunction(function);
    os << "// SPIR-V, at the end of this file.\n";
    for (KernelInfo &kernel : info.kernels)
      for (ShaderInfo &shader : kernel.shaders)
        os << "vkmorph::ShaderCode " << shader.code << "();\n";
    os << "\n} // namespace\n\n";
  }

  /// "groupsDone: uint32_t", "m_summPartials: 1024 x int"
  std::string describeMember(vkm::MemberAttr member) {
    Type type = member.getType();
    std::string count;
    while (auto array = dyn_cast<vkm::ArrayType>(type)) {
      count += std::to_string(array.getLength()) + " x ";
      type = array.getElementType();
    }
    return member.getName().str() + ": " + count + cppType(type, info.op);
  }

  /// Some platforms align 64-bit numbers to 4 bytes only.
  static bool checksLayout(const ShaderInfo &shader) {
    return shader.declaresArguments &&
           llvm::any_of(shader.pushConstants, [](const PushConstant &constant) {
             return constant.bytes == 8 || constant.align > 0;
           });
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
    if (checksLayout(shader))
      os << "static_assert(offsetof(" << shader.argumentsStruct << ", " << last.name
         << ") == " << last.offset << ", \"the shader reads it there\");\n";
    os << "\n";
  }

  void printGroupConstants() {
    bool first = true;
    for (KernelInfo &kernel : info.kernels)
      for (auto &[op, constants] : kernel.groupConstants) {
        auto count = cast<vkm::WorkgroupCountOp>(op);
        if (first)
          os << "// Iterations per workgroup, and how many workgroups there are at most where that "
                "is planned; "
                "loops in the shaders do the rest.\n";
        first = false;
        os << "constexpr uint32_t " << constants.perGroup << " = " << count.getSize() << ";\n";
        if (!constants.maxGroups.empty())
          os << "constexpr uint32_t " << constants.maxGroups << " = " << count.getLimit() << ";\n";
        if (!constants.coarsening.empty())
          os << "constexpr uint32_t " << constants.coarsening << " = " << *count.getCoarsening()
             << "; // at most so many iterations per thread\n";
      }
    if (!first)
      os << "\n";
  }

  /// The user's function may be defined where this file cannot see it.
  void printHostFunction(vkm::FuncOp function) {
    HostLanguage language(info, "cmd", {function});
    std::vector<std::string> parameters;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      bool isUsed = !function.getArgument(i).use_empty();
      std::string name = vkm::argName(function, i).str();
      parameters.push_back(declare(language.typeName(function.getArgumentTypes()[i]),
                                   isUsed ? name : "/*" + name + "*/"));
    }
    ArrayRef<Type> results = function.getResultTypes();
    if (auto comment = function->getAttrOfType<StringAttr>(vkm::kCommentAttr))
      printComment(os, comment.getValue(), "//");
    os << declare(results.empty() ? "void" : language.typeName(results.front()),
                  hostFunctionName(function))
       << "(" << llvm::join(parameters, ", ") << ") {\n";
    TextWriter writer(os, 1);
    StatementPrinter(language, writer).print(function.getBody());
    os << "}\n\n";
  }

  /// Structs in buffers have to have the size that the shaders count with, whatever compiler builds
  /// this.
  void printLayoutChecks() {
    llvm::StringSet<> done;
    for (ControlInfo &control : info.controls)
      for (const Parameter *parameter : boundParameters(control)) {
        auto pointee = cast<vkm::PtrType>(parameter->value.getType()).getPointee();
        auto record = dyn_cast<vkm::RecordType>(pointee);
        vkm::RecordOp op = record ? vkm::lookupRecord(control.op, record) : vkm::RecordOp();
        if (!op || !done.insert(parameter->elementType).second)
          continue;
        std::string name = info.typeName(record);
        if (name == cppType(record, info.op))
          name = parameter->elementType;
        os << "static_assert(sizeof(" << name << ") == " << op.getSize() << ", \"the shaders have "
           << op.getSize() << " bytes for it\");\n";
      }
    if (!done.empty())
      os << "\n";
  }

  //===---------------------------------------------------------------------------------------===//
  // Set-up
  //===---------------------------------------------------------------------------------------===//

  void printRequirements() {
    os << "vkmorph::Requirements " << info.name << "::RequiredFeatures() {\n"
       << "vkmorph::Requirements needs;\n";
    for (const Requirement &need : getRequirements(info))
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
    for (const VectorInfo &temporary : info.temporaries)
      os << info.vulkan << ".CreateTemporary(\"" << temporary.symbol << "\", "
         << temporary.elementBytes << ");\n";
    for (const ImageInfo &image : info.images)
      os << info.vulkan << ".CreateImage(\"" << image.symbol << "\", " << image.format << ");\n";
    for (ControlInfo &control : info.controls)
      if (!control.sets.empty() && !control.setter.empty())
        os << control.sets << " = {};\n";
    for (ScratchInfo &scratch : info.scratches)
      os << scratch.member << " = " << info.vulkan << ".CreateZeroedBuffer(\""
         << scratch.op.getSymName() << "\", " << scratch.constant
         << (scratch.indirect ? ", VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT" : "") << ");\n";
    for (KernelInfo &kernel : info.kernels)
      printPipelines(kernel);
    for (ControlInfo &control : info.controls)
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
    if (!kernel.usesImages() && !kernel.hasUniformClassData())
      return std::to_string(kernel.bindings.size());
    std::vector<std::string> types;
    for (vkm::BindingAttr binding : kernel.bindings) {
      bool isUniform =
          binding.getKind() == vkm::ResourceKind::ClassData && kernel.hasUniformClassData();
      types.push_back(
          isUniform                                        ? "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER"
          : !isa<vkm::TexelType>(binding.getElementType()) ? "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER"
          : binding.getAccess() == vkm::Access::Read       ? "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE"
                                                           : "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE");
    }
    return "{" + llvm::join(types, ", ") + "}";
  }

  void printPipelines(KernelInfo &kernel) {
    if (kernel.shaders.empty())
      return;
    std::string push = "0";
    for (const ShaderInfo &shader : kernel.shaders)
      if (shader.pushBytes == kernel.pushBytes && !shader.argumentsStruct.empty())
        push = "sizeof(" + shader.argumentsStruct + ")";
    os << "\n"
       << kernel.layout << " = " << info.vulkan << ".CreateLayout(\"" << kernel.name << "\", "
       << bindingsOf(kernel) << ", " << push << ");\n";
    for (const ShaderInfo &shader : kernel.shaders) {
      auto pinned = shader.op->getAttrOfType<IntegerAttr>("required_subgroup_size");
      os << shader.pipeline << " = " << info.vulkan << ".CreatePipeline(" << kernel.layout << ", "
         << shader.code << "()" << (pinned ? ", " + std::to_string(pinned.getInt()) : "") << ");\n";
    }
  }

  //===---------------------------------------------------------------------------------------===//
  // Control functions
  //===---------------------------------------------------------------------------------------===//

  void printSetter(ControlInfo &control) {
    if (control.setter.empty())
      return;
    std::vector<const Parameter *> bound = boundParameters(control);
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
      checks.push_back("{\"" + parameter->name + "\", " + range(*parameter) +
                       (written ? ", true" : ", false") +
                       (parameter->isInWords ? ", /*inWords=*/true}" : "}"));
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

  static std::string range(const Parameter &parameter) {
    return "{" + parameter.name + ", " + parameter.name + "Offset, " + parameter.name + "Range}";
  }

  /// The elements of a vector, or an image.
  std::string vector(StringRef field) const {
    if (vkm::ClassOp(info.op).lookupField(field).isImage())
      return info.vulkan + ".Image(\"" + field.str() + "\")";
    return "{" + info.vulkan + ".Vector(\"" + info.vectorKey(field) + "\")}";
  }

  void printSets(ControlInfo &control) {
    for (auto [index, site] : llvm::enumerate(control.sites)) {
      std::vector<std::string> buffers;
      size_t operand = 0;
      for (vkm::BindingAttr binding : site.kernel->bindings) {
        if (binding.getKind() == vkm::ResourceKind::ClassData)
          buffers.push_back("{" + info.classData + "}");
        else if (binding.getKind() == vkm::ResourceKind::Vector)
          buffers.push_back(vector(binding.getName()));
        else if (binding.getKind() == vkm::ResourceKind::Scratch)
          buffers.push_back("{" + info.findScratch(binding.getName())->member + "}");
        else if (auto data = site.op.getBuffers()[operand].getDefiningOp<vkm::VectorDataOp>();
                 ++operand, data)
          buffers.push_back(vector(data.getField()));
        else if (const Parameter *bound = control.findParameter(site.op.getBuffers()[operand - 1]))
          buffers.push_back(range(*bound));
      }
      if (!buffers.empty())
        os << control.sets << "[" << index << "] = " << info.vulkan << ".DescriptorSet("
           << site.kernel->layout << ", {" << llvm::join(buffers, ", ") << "});\n";
    }
  }

  /// A name for a local of ours that no parameter or variable of the user's has.
  static std::string localName(ControlInfo &control, StringRef wanted) {
    NameScope names;
    for (const LentObject &object : control.objects)
      names.reserve(object.name);
    for (const Parameter &parameter : control.parameters) {
      names.reserve(parameter.name);
      names.reserve(parameter.name + "Buffer");
    }
    for (vkm::ControlOp op : {control.op, control.dropIn})
      op.walk([&](Operation *inner) {
        if (auto name = inner->getAttrOfType<StringAttr>("name"))
          names.reserve(name.getValue());
      });
    return names.make(wanted);
  }

  void printRecorded(ControlInfo &control) {
    std::string cmd = control.commandBuffer;
    os << "void " << info.name << "::" << control.command << "("
       << commandParameters(control, /*definition=*/true) << ") {\n"
       << "const vkmorph::Label " << localName(control, "label") << "(" << info.vulkan << ", "
       << cmd << ", \"" << control.unique << "\");\n";
    SmallVector<Operation *> bodies = {control.op};
    for (const Parameter &parameter : control.parameters)
      if (parameter.checkedSite >= 0)
        bodies.push_back(vkm::ExtentOp(parameter.extent));
    HostLanguage language(info, cmd, bodies);
    language.control = &control;
    TextWriter writer(os, 1);
    for (const std::string &line : exchangeLines(control))
      writer.line(line);
    StatementPrinter printer(language, writer);
    printUses(control);
    for (const Parameter &parameter : control.parameters)
      if (parameter.checkedSite >= 0)
        printCheckedRange(control, parameter, printer.getExpressions());
    printer.print(control.op.getBody());
    os << "}\n\n";
  }

  /// // Needs m_scale; writes m_sum, m_count.
  /// m_vulkan.UseMembers("SumCmd", {{0, 4}}, {{4, 8}});
  /// m_vulkan.UseVectors("SumCmd", {"m_taps"});
  void printUses(const ControlInfo &control) {
    std::vector<std::string> names[2], ranges[2];
    for (int which = 0; which < 2; ++which)
      for (const MemberRange &range : which == 0 ? control.uploads : control.downloads) {
        names[which].insert(names[which].end(), range.names.begin(), range.names.end());
        ranges[which].push_back("{" + std::to_string(range.offset) + ", " +
                                std::to_string(range.bytes) + "}");
      }
    if (!names[0].empty() || !names[1].empty())
      os << "// " << (names[0].empty() ? "" : "Needs " + llvm::join(names[0], ", "))
         << (names[0].empty()   ? "Writes "
             : names[1].empty() ? ""
                                : "; writes ")
         << llvm::join(names[1], ", ") << ".\n"
         << info.vulkan << ".UseMembers(\"" << control.command << "\", {"
         << llvm::join(ranges[0], ", ") << "}, {" << llvm::join(ranges[1], ", ") << "});\n";
    if (!control.vectors.empty())
      os << info.vulkan << ".UseVectors(\"" << control.command << "\", {" << quoted(control.vectors)
         << "});\n";
  }

  /// m_vulkan.CheckRange("SumCmd", "data", m_sumSets[0], 0, n, sizeof(float));
  void printCheckedRange(const ControlInfo &control, const Parameter &parameter,
                         ExpressionPrinter &expressions) {
    bool isNumber = isa<IntegerType, FloatType>(parameter.element);
    std::string bytes = isNumber ? "sizeof(" + cppType(parameter.element, info.op) + ")"
                                 : std::to_string(vkm::getLayout(info.op, parameter.element).size);
    vkm::ExtentOp extent = parameter.extent;
    os << info.vulkan << ".CheckRange(\"" << control.command << "\", \"" << parameter.name << "\", "
       << control.sets << "[" << parameter.checkedSite << "], " << parameter.checkedBinding << ", "
       << expressions.operand(getYielded(extent.getCount())).flat() << ", " << bytes << ");\n";
  }

  /// m_vulkan.WillExchange("m_now", "m_next");
  std::vector<std::string> exchangeLines(const ControlInfo &control) const {
    std::vector<std::string> lines;
    if (auto pairs = control.op->getAttrOfType<ArrayAttr>(vkm::kExchangedAttr))
      for (auto pair : pairs.getAsRange<ArrayAttr>())
        lines.push_back(info.vulkan + ".WillExchange(\"" +
                        info.vectorKey(cast<StringAttr>(pair[0])) + "\", \"" +
                        info.vectorKey(cast<StringAttr>(pair[1])) + "\");");
    return lines;
  }

  // vkmorph::DropInCall call(m_vulkan, "Sum");
  // const VkBuffer dataBuffer = call.In("data", data, n);
  // call.DownloadMembers({{0, 4}}); // m_sum
  // const auto record = [&](VkCommandBuffer cmd) { ... };
  // call.Run(SumStages(), record, n);
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

  void printDropIn(ControlInfo &control) {
    openDropIn(control, dropInParameters(control, /*definition=*/true));
    // A const function changes the object's device side only.
    std::string self;
    if (control.isConst) {
      self = localName(control, "self");
      os << "// Const as far as its users see: only the device's side of the object changes.\n"
         << "auto &" << self << " = const_cast<" << info.name << " &>(*this);\n";
      self += ".";
    }
    SmallVector<Operation *> bodies = {control.dropIn};
    // The values that recorded commands depend on are compared with those of the last call.
    if (!control.keyFields.empty()) {
      bodies.push_back(control.op);
      for (KernelInfo *kernel : control.kernels)
        bodies.push_back(kernel->op);
    }
    HostLanguage language(info, control.commandBuffer, bodies);
    language.control = &control;
    TextWriter writer(os, 1);
    declareLent(control, writer);
    // A call that returns before its kernels counts too: it takes no time on the device.
    const bool startsFirst = returnsEarly(control.dropIn);
    if (startsFirst)
      printCall(control, self);
    StatementPrinter printer(language, writer);
    language.run = [&](TextWriter &) {
      if (!startsFirst)
        printCall(control, self);
      printRun(control, self, language, printer.getExpressions());
    };
    printer.print(control.dropIn.getBody());
    os << "}\n\n";
  }

  /// const auto &in_pixels = in.pixels;
  /// const int in_width = in.width;
  /// auto &out_height = out.*kHeight;
  void declareLent(const ControlInfo &control, TextWriter &writer) {
    bool isFirst = true;
    for (auto [index, parameter] : llvm::enumerate(control.parameters)) {
      // A vector is asked for its size.
      bool isUsed = parameter.isLent() && !parameter.isResized && control.isUsed(parameter);
      bool isAsked = parameter.isPointer && parameter.isLent() &&
                     control.isUsed(control.parameters[index + 1]);
      if (!isUsed && !isAsked)
        continue;
      if (std::exchange(isFirst, false))
        writer.line("// Members of the caller's objects.");
      if (parameter.isSize) {
        writer.line("const uint32_t " + parameter.name + " = " + parameter.askSize() + ";");
        continue;
      }
      const LentObject &object = control.objects[parameter.object];
      std::string place = object.name;
      if (parameter.isPrivate)
        place = info.spellPrivate(place + ".", parameter.path);
      else
        for (const MemberStep &step : parameter.path)
          place += "." + step.name;
      bool isPlace = parameter.isPointer || parameter.isReference;
      writer.line((object.isConst() || !isPlace ? "const " : "") +
                  (isPlace ? "auto &" + parameter.name : declare(parameter.type, parameter.name)) +
                  " = " + place + ";");
    }
  }

  /// Whether a return stands before the kernels.
  static bool returnsEarly(vkm::ControlOp dropIn) {
    bool isEarly = false;
    dropIn.walk<WalkOrder::PreOrder>([&](Operation *op) {
      isEarly = isa<vkm::ReturnOp>(op);
      return isEarly || op->hasAttr(kRunAttr) ? WalkResult::interrupt() : WalkResult::advance();
    });
    return isEarly;
  }

  void printCall(ControlInfo &control, StringRef self) {
    bool identical = control.op->hasAttr(vkm::kIdenticalArgumentsAttr);
    os << "vkmorph::DropInCall " << localName(control, "call") << "(" << self << info.vulkan
       << ", \"" << control.unique << "\"" << (identical ? ", vkmorph::Aliasing::Identical" : "")
       << ");\n";
  }

  void printRun(ControlInfo &control, StringRef self, const HostLanguage &language,
                ExpressionPrinter &expressions) {
    std::string call = localName(control, "call");
    std::string record = localName(control, "record");
    std::string cmd = control.commandBuffer;
    std::vector<std::string> buffers;
    for (const Parameter *parameter : boundParameters(control)) {
      const char *direction = parameter->access == vkm::Access::Read ? "In"
                              : parameter->overwritten               ? "Out"
                                                                     : "InOut";
      vkm::ExtentOp extent = parameter->extent;
      Value count = getYielded(extent.getCount());
      os << "const VkBuffer " << parameter->name << "Buffer = " << call << "." << direction << "(\""
         << parameter->name << "\", " << parameter->name << ", "
         << expressions.operand(count).flat() << ");\n";
      buffers.push_back(parameter->name + "Buffer");
    }
    // Before members, among them sizes: a vector that is too large for the device is told first.
    if (!control.vectors.empty())
      os << call << ".UploadVectors({" << quoted(control.vectors) << "});\n";
    printTransfers(call, "UploadMembers", control.uploads);
    // Members first: sizes among them tell which vectors' sizes the kernels change.
    printTransfers(call, "DownloadMembers", control.downloads);
    if (!control.vectorDownloads.empty())
      os << call << ".DownloadVectors({" << quoted(control.vectorDownloads) << "});\n";

    std::vector<std::string> scalars, arguments = {cmd};
    for (const Parameter &parameter : control.parameters) {
      bool isOptional = parameter.isReference || parameter.isLent();
      if (parameter.isPointer || (isOptional && !parameter.isUsed))
        continue;
      arguments.push_back(parameter.argument());
      if (parameter.isUsed)
        scalars.push_back(parameter.argument());
    }
    for (const std::string &field : control.keyFields)
      scalars.push_back(info.findField(field)->isSize ? language.memberSize(field)
                                                      : language.member(field).doc.flat());
    // What was recorded for other sizes may be submitted again.
    for (const std::string &line : exchangeLines(control))
      os << self << line << "\n";
    os << "const auto " << record << " = [&](VkCommandBuffer " << cmd << ") {\n";
    if (!control.setter.empty())
      os << "const vkmorph::Restore " << localName(control, "callersSets") << "(" << self
         << control.sets << ");\n"
         << self << control.setter << "(" << llvm::join(buffers, ", ") << ");\n";
    os << self << control.command << "(" << llvm::join(arguments, ", ") << ");\n};\n"
       << call << ".Run("
       << (control.kernels.empty() ? "vkmorph::KernelStages()"
                                   : info.stagesOf(control.kernels, self))
       << ", " << record;
    for (const std::string &scalar : scalars)
      os << ", " << scalar;
    os << ");\n";
  }

  void printTransfers(StringRef call, StringRef function, const std::vector<MemberRange> &ranges) {
    if (ranges.empty())
      return;
    std::vector<std::string> parts, names;
    for (const MemberRange &range : ranges) {
      parts.push_back("{" + std::to_string(range.offset) + ", " + std::to_string(range.bytes) +
                      "}");
      names.insert(names.end(), range.names.begin(), range.names.end());
    }
    std::string line = (call + "." + function + "({" + llvm::join(parts, ", ") + "});").str();
    std::string comment = "// " + llvm::join(names, ", ");
    constexpr size_t kRoom = kColumns - 6;
    if (line.size() + comment.size() > kRoom)
      os << comment << "\n" << line << "\n";
    else
      os << line << " " << comment << "\n";
  }

  //===---------------------------------------------------------------------------------------===//
  // Kernels and the rest
  //===---------------------------------------------------------------------------------------===//

  void printKernel(KernelInfo &kernel) {
    std::string cmd = kernel.commandBuffer;
    os << "void " << info.name << "::" << kernel.command << "("
       << commandParameters(kernel, /*definition=*/true) << ") {\n";
    HostLanguage language(info, cmd, {kernel.op});
    language.kernel = &kernel;
    TextWriter writer(os, 1);
    StatementPrinter(language, writer).print(kernel.op.getBody());
    os << "}\n\nvkmorph::KernelStages " << info.name << "::" << kernel.stages
       << "() const { return " << kernel.getKindOfStages() << "; }\n\n";
  }

  void printAllStages() {
    if (!info.usesAllStages())
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

  ClassInfo &info;
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
  os << "  };\n  return {\"" << shader.file << "\", words, sizeof(words)};\n}\n";
}

} // namespace

std::string host::printSource(ClassInfo &info, const HostOptions &options) {
  std::string text = fileHeader(info.qualifiedBase + " on Vulkan", options, "//");
  text += formatCpp(SourcePrinter(info).print());
  llvm::raw_string_ostream os(text);
  for (KernelInfo &kernel : info.kernels)
    for (ShaderInfo &shader : kernel.shaders)
      printCode(os, shader);
  os << "\n} // namespace\n\n";
  closeNamespaces(os, info);
  os.flush();
  return sealFile(llvm::StringRef(text).rtrim().str() + "\n");
}
