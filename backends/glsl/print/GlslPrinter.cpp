//===- GlslPrinter.cpp - A raised shader module as the text of a shader -----------------------===//
//
// In this order: what the shader is and does; version, extensions, workgroup size; constants,
// structs, push constants, buffers, shared variables, payloads; functions, callees first; main.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/glsl/Glsl.h"
#include "backends/glsl/print/GlslLanguage.h"
#include "backends/glsl/raise/Raise.h"
#include "backends/shading/print/ShaderPrinter.h"
#include "backends/shading/raise/BlockLayout.h"
#include "ir/ClassDataForm.h"
#include "ir/Effects.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::glsl;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
class GlslPrinter : public ShaderPrinter {
public:
  GlslPrinter(ModuleOp module, const GlslLanguage &language)
      : ShaderPrinter(module, language), language(language) {}

private:
  void printDeclarations() override {
    printHeader();
    printConstants("const");
    for (RecordOp record : module.getOps<RecordOp>())
      printRecord(record, "struct " + getName(record), "};");
    printPushConstants();
    for (auto [binding, name] : llvm::zip(shader.getBindings().getAsRange<BindingAttr>(),
                                          blockNames().getAsRange<StringAttr>())) {
      if (!shading::isOnlyBits(shader, binding))
        printBlock(binding, name.getValue());
      for (BufferOp buffer : shader.getOps<BufferOp>())
        if (binding.getKind() == ResourceKind::Parameter && buffer.getName() == binding.getName())
          printWideBlock(binding, buffer);
      printBitsBlocks(binding);
    }
    printShared();
    printPayloads();
    printFunctions();
    writer.setLocation(shader.getLoc());
    writer.line();
    writer.block("void main()", [&] { statements.print(shader.getBody()); });
  }

  ArrayAttr blockNames() { return shader->getAttrOfType<ArrayAttr>(kBlockNamesAttr); }

  void printHeader() {
    printTitle();
    bool isCompute = shader.getStage() == ShaderStage::Compute;
    writer.line(isCompute ? "#version 450" : "#version 460");
    for (StringRef extension :
         module->getAttrOfType<ArrayAttr>(kExtensionsAttr).getAsValueRange<StringAttr>())
      writer.line("#extension " + extension + " : require");
    if (auto widths = module->getAttrOfType<DenseI32ArrayAttr>(kFloatControlsAttr)) {
      writer.line();
      writer.comment("NaN, infinities and the sign of zero stay (SignedZeroInfNanPreserve).");
      for (int32_t width : widths.asArrayRef())
        writer.line(
            "spirv_execution_mode(extensions = [\"SPV_KHR_float_controls\"], capabilities = "
            "[4466], 4461, " +
            std::to_string(width) + ");");
    }
    if (!isCompute)
      return;
    writer.line();
    std::string size;
    for (auto [name, threads] : llvm::zip(StringRef("xyz"), shader.getLocalSize()))
      if (name == 'x' || threads != 1)
        size += (size.empty() ? "local_size_" : ", local_size_") + std::string(1, name) + " = " +
                std::to_string(threads);
    writer.line("layout(" + size + ") in;");
  }

  /// `type name; // comment`, or the comment before it where it does not fit.
  void printMember(StringRef layout, Type type, StringRef name, Operation *source) {
    std::string precise = source && source->hasAttr(kPreciseAttr) ? "precise " : "";
    std::string coherent = source && source->hasAttr(shading::kCoherentAttr) ? "coherent " : "";
    printCommented(layout.str() + coherent + precise + language.declarator(type, name) + ";",
                   source ? source->getAttrOfType<StringAttr>(kCommentAttr) : StringAttr());
  }

  void printPushConstants() {
    if (shader.getOps<PushConstantOp>().empty())
      return;
    writer.line();
    StringRef name = cast<StringAttr>(blockNames().getValue().back()).getValue();
    writer.block(
        "layout(push_constant) uniform " + name,
        [&] {
          for (PushConstantOp constant : shader.getOps<PushConstantOp>())
            printMember("", constant.getType(), constant.getName(), constant);
        },
        "};");
  }

  /// Members at their offsets; the offset is spelled out only where it is not the natural one.
  void printMembers(ArrayRef<MemberAttr> members,
                    llvm::function_ref<Operation *(MemberAttr)> source) {
    int64_t end = 0;
    for (MemberAttr member : members) {
      Layout layout = getBlockLayout(module, member.getType());
      bool natural = static_cast<int64_t>(llvm::alignTo(end, layout.align)) == member.getOffset();
      std::string offset =
          natural ? "" : "layout(offset = " + std::to_string(member.getOffset()) + ") ";
      printMember(offset, member.getType(), member.getName(), source(member));
      end = member.getOffset() + layout.size;
    }
  }

  /// layout(binding = 0) uniform texture2D light;
  /// layout(binding = 1, rgba32f) uniform writeonly image2D glow;
  void printImage(BindingAttr binding, TexelType texel) {
    for (BufferOp buffer : shader.getOps<BufferOp>())
      if (buffer.getName() == binding.getName())
        printComment(buffer);
    std::string layout = "layout(binding = " + std::to_string(binding.getBinding());
    std::string kind = language.imagePrefix(texel);
    std::string access = binding.getAccess() == Access::Read    ? "readonly "
                         : binding.getAccess() == Access::Write ? "writeonly "
                                                                : "";
    if (language.isSampled(binding.getName()))
      return writer.line(layout + ") uniform " + kind + "texture2D " + binding.getName().str() +
                         ";");
    writer.line(layout + ", " + texel.getFormat() + ") uniform " + access + kind + "image2D " +
                binding.getName().str() + ";");
  }

  /// layout(binding = 0) uniform sampler2D m_bricks;
  void printTexture(BindingAttr binding, TextureType texture) {
    for (BufferOp buffer : shader.getOps<BufferOp>())
      if (buffer.getName() == binding.getName())
        printComment(buffer);
    writer.line("layout(binding = " + std::to_string(binding.getBinding()) + ") uniform sampler" +
                std::to_string(texture.getDimensions()) + "D " + binding.getName().str() +
                (texture.getIsMany() ? "[];" : ";"));
  }

  void printBlock(BindingAttr binding, StringRef name) {
    writer.line();
    if (auto texture = dyn_cast<TextureType>(binding.getElementType()))
      return printTexture(binding, texture);
    if (auto texel = dyn_cast<TexelType>(binding.getElementType()))
      return printImage(binding, texel);
    std::string qualifiers;
    if (binding.getAccess() == Access::Read)
      qualifiers = "readonly ";
    if (binding.getAccess() == Access::Write)
      qualifiers = "writeonly ";
    SmallVector<MemberAttr> members;
    auto noSource = [](MemberAttr) -> Operation * { return nullptr; };
    std::function<void()> content;
    if (binding.getKind() == ResourceKind::Parameter) {
      for (BufferOp buffer : shader.getOps<BufferOp>())
        if (buffer.getName() == binding.getName()) {
          printComment(buffer);
          if (buffer.getCoherent())
            qualifiers = "coherent " + qualifiers;
        }
      content = [&] {
        std::string precise = isPrecise(binding.getName()) ? "precise " : "";
        writer.line(precise + language.typeName(binding.getElementType()) + " " +
                    binding.getName() + "[];");
      };
    } else if (binding.getKind() == ResourceKind::ClassData) {
      members = printClassDataTitle();
      content = [&] {
        printMembers(members,
                     [&](MemberAttr m) { return parent.lookupField(m.getName()).getOperation(); });
      };
    } else {
      auto scratch = parent.lookupSymbol<ScratchOp>(binding.getName());
      printComment(scratch);
      qualifiers = "coherent " + qualifiers;
      auto range = scratch.getMembers().getAsRange<MemberAttr>();
      members.assign(range.begin(), range.end());
      content = [&] { printMembers(members, noSource); };
    }
    bool isUniform =
        binding.getKind() == ResourceKind::ClassData && shader->hasAttr(kUniformClassDataAttr);
    StringRef layout = usesScalarLayout(module) ? "scalar" : "std430";
    writer.block(("layout(" + layout + ", binding = ").str() +
                     std::to_string(binding.getBinding()) + ") " +
                     (isUniform ? "uniform " : qualifiers + "buffer ") + name.str(),
                 content, "};");
  }

  /// The same buffer once more, as vectors of 128 bits. The layout std430 tells devices that they
  /// are aligned.
  void printWideBlock(BindingAttr binding, BufferOp buffer) {
    auto wide = llvm::find_if(buffer->getUsers(), llvm::IsaPred<DerefWideOp>);
    if (wide == buffer->user_end())
      return;
    Type type = cast<DerefWideOp>(*wide).getRef().getType().getPointee();
    auto name = [&](StringRef attribute) {
      return buffer->getAttrOfType<StringAttr>(attribute).getValue().str();
    };
    writer.line();
    writer.block(
        "layout(std430, binding = " + std::to_string(binding.getBinding()) + ") readonly buffer " +
            name(kWideBlockNameAttr),
        [&] { writer.line(language.typeName(type) + " " + name(kWideNameAttr) + "[];"); }, "};");
  }

  /// The same buffer once more, as words.
  void printBitsBlocks(BindingAttr binding) {
    SmallVector<StringRef> printed;
    bool isFirst = shading::isOnlyBits(shader, binding);
    shader.walk([&](BitsOp bits) {
      Root root = getRoot(bits.getBase());
      bool isHere = root.value
                        ? binding.getKind() == ResourceKind::Parameter &&
                              root.value.getDefiningOp<BufferOp>().getName() == binding.getName()
                        : binding.getKind() == ResourceKind::ClassData;
      StringRef name = bits->getAttrOfType<StringAttr>(kBitsNameAttr).getValue();
      if (!isHere || llvm::is_contained(printed, name))
        return;
      printed.push_back(name);
      writer.line();
      if (std::exchange(isFirst, false))
        printComment(getRoot(bits.getBase()).value.getDefiningOp());
      writer.block(
          "layout(std430, binding = " + std::to_string(binding.getBinding()) + ") " +
              (isCoherent(root) ? "coherent buffer " : "buffer ") +
              bits->getAttrOfType<StringAttr>(shading::kBitsBlockNameAttr).getValue().str(),
          [&] {
            writer.line(language.typeName(bits.getRef().getType().getPointee()) + " " + name.str() +
                        "[];");
          },
          "};");
    });
  }

  /// Of class data, whether any member is.
  bool isCoherent(const Root &root) {
    if (root.value)
      return root.value.getDefiningOp<BufferOp>().getCoherent();
    return llvm::any_of(parent.getOps<FieldOp>(),
                        [](FieldOp field) { return field->hasAttr(shading::kCoherentAttr); });
  }

  bool isPrecise(StringRef buffer) {
    auto names = shader->getAttrOfType<ArrayAttr>(kPreciseBuffersAttr);
    return names && llvm::is_contained(names.getAsValueRange<StringAttr>(), buffer);
  }

  void printShared() {
    if (parent.getOps<SharedOp>().empty())
      return;
    writer.line();
    for (SharedOp shared : parent.getOps<SharedOp>())
      printMember("shared ", shared.getType(), shared.getSymName(), shared);
  }

  void printPayloads() {
    if (parent.getOps<PayloadOp>().empty())
      return;
    writer.line();
    StringRef direction =
        shader.getStage() == ShaderStage::Callable ? "callableDataInEXT " : "callableDataEXT ";
    for (PayloadOp payload : parent.getOps<PayloadOp>())
      writer.line(
          "layout(location = " + std::to_string(language.getPayloadLocation(payload.getSymName())) +
          ") " + direction.str() + language.declarator(payload.getType(), payload.getSymName()) +
          ";");
  }

  SmallVector<Doc> getParameters(FuncOp function) override {
    SmallVector<Doc> parameters;
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
      if (function.getArgAttr(index, kBufferAttr))
        continue;
      auto ref = dyn_cast<RefType>(type);
      std::string declarator =
          language.declarator(ref ? ref.getPointee() : type, function.getArgName(index));
      std::string qualifiers = function.getArgAttr(index, kPreciseAttr) ? "precise " : "";
      if (ref && !function.getArgAttr(index, kReadOnlyAttr))
        qualifiers += "inout ";
      parameters.push_back(qualifiers + declarator);
    }
    return parameters;
  }

  std::string getResult(FuncOp function) override {
    return (function->hasAttr(kPreciseAttr) ? "precise " : "") + ShaderPrinter::getResult(function);
  }

  const GlslLanguage &language;
};
} // namespace

std::string vkmorph::glsl::printGlsl(ModuleOp shaderModule, std::vector<LocationAttr> *lines) {
  GlslLanguage language(shaderModule);
  return GlslPrinter(shaderModule, language).print(lines);
}
