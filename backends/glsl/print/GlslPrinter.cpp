//===- GlslPrinter.cpp - A raised shader module as the text of a shader -----------------------===//
//
// In this order: what the shader is and does; version, extensions, workgroup size; constants,
// structs, push constants, buffers, shared variables; functions, callees first; main.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/common/StatementPrinter.h"
#include "backends/glsl/Glsl.h"
#include "backends/glsl/print/GlslLanguage.h"
#include "backends/glsl/raise/Raise.h"
#include "backends/shading/raise/BlockLayout.h"
#include "ir/ClassDataForm.h"
#include "ir/Diagnostics.h"
#include "ir/NamedConstants.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::glsl;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
class ShaderPrinter {
public:
  ShaderPrinter(ModuleOp module, llvm::raw_ostream &os)
      : module(module), parent(getClass(module)), shader(getShader(module)), language(module),
        writer(os), statements(language, writer) {}

  void print() {
    printHeader();
    printConstants();
    for (RecordOp record : module.getOps<RecordOp>())
      printRecord(record);
    printPushConstants();
    for (auto [binding, name] : llvm::zip(shader.getBindings().getAsRange<BindingAttr>(),
                                          blockNames().getAsRange<StringAttr>())) {
      printBlock(binding, name.getValue());
      for (BufferOp buffer : shader.getOps<BufferOp>())
        if (binding.getKind() == ResourceKind::Parameter && buffer.getName() == binding.getName())
          printWideBlock(binding, buffer);
    }
    printShared();
    for (FuncOp function : parent.getOps<FuncOp>())
      printFunction(function);
    writer.setLocation(shader.getLoc());
    writer.line();
    writer.block("void main()", [&] { statements.print(shader.getBody()); });
  }

  ArrayRef<LocationAttr> getLineLocations() const { return writer.getLineLocations(); }

private:
  ArrayAttr blockNames() { return shader->getAttrOfType<ArrayAttr>(kBlockNamesAttr); }

  void printHeader() {
    std::string text = (parent.getSymName() + "::" + shader.getKernel()).str();
    if (FileLineColLoc loc = getSourceBegin(shader.getLoc()))
      text += ", from " + llvm::sys::path::filename(loc.getFilename().getValue()).str() + ":" +
              std::to_string(loc.getLine());
    writer.comment(text + ". " + shader.getDoc().str());
    if (auto comment = shader->getAttrOfType<StringAttr>(kCommentAttr)) {
      writer.line("//");
      writer.comment(comment.getValue());
    }
    writer.line("#version 450");
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
    writer.line();
    std::string size;
    for (auto [name, threads] : llvm::zip(StringRef("xyz"), shader.getLocalSize()))
      if (name == 'x' || threads != 1)
        size += (size.empty() ? "local_size_" : ", local_size_") + std::string(1, name) + " = " +
                std::to_string(threads);
    writer.line("layout(" + size + ") in;");
  }

  /// const float Pi = 3.1415927; // comment
  void printConstants() {
    auto constants = module->getAttrOfType<ArrayAttr>(kConstantsAttr);
    if (!constants)
      return;
    writer.line();
    for (auto constant : constants.getAsRange<DictionaryAttr>()) {
      auto value = constant.getAs<TypedAttr>("value");
      std::string declarator =
          language.declarator(value.getType(), constant.getAs<StringAttr>("name").getValue());
      Expr number = language.constant(value, constant.contains(kHexAttr));
      printCommented("const " + declarator + " = " + number.doc.flat() + ";",
                     constant.getAs<StringAttr>(kCommentAttr));
    }
  }

  void printComment(Operation *op) {
    if (auto comment = op->getAttrOfType<StringAttr>(kCommentAttr))
      writer.comment(comment.getValue());
  }

  /// `type name; // comment`, or the comment before it where it does not fit.
  void printMember(StringRef layout, Type type, StringRef name, Operation *source) {
    std::string precise = source && source->hasAttr(kPreciseAttr) ? "precise " : "";
    printCommented(layout.str() + precise + language.declarator(type, name) + ";",
                   source ? source->getAttrOfType<StringAttr>(kCommentAttr) : StringAttr());
  }

  void printCommented(const std::string &text, StringAttr comment) {
    if (comment) {
      StringRef words = comment.getValue().trim();
      if (!words.contains('\n') && text.size() + words.size() + 6 < kTextWidth &&
          !words.ends_with("\\"))
        return writer.line(text + " // " + words);
      writer.comment(words);
    }
    writer.line(text);
  }

  void printRecord(RecordOp record) {
    writer.line();
    printComment(record);
    writer.block(
        "struct " + language.typeName(RecordType::get(
                        module.getContext(), FlatSymbolRefAttr::get(record.getSymNameAttr()))),
        [&] {
          for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
            printMember("", member.getType(), member.getName(), nullptr);
        },
        "};");
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
    bool isSampled = false;
    for (BufferOp buffer : shader.getOps<BufferOp>())
      if (buffer.getName() == binding.getName()) {
        printComment(buffer);
        isSampled = buffer->hasAttr(kSampledAttr);
      }
    std::string layout = "layout(binding = " + std::to_string(binding.getBinding());
    std::string kind = language.imagePrefix(texel);
    std::string access = binding.getAccess() == Access::Read    ? "readonly "
                         : binding.getAccess() == Access::Write ? "writeonly "
                                                                : "";
    if (isSampled)
      return writer.line(layout + ") uniform " + kind + "texture2D " + binding.getName().str() +
                         ";");
    writer.line(layout + ", " + texel.getFormat() + ") uniform " + access + kind + "image2D " +
                binding.getName().str() + ";");
  }

  void printBlock(BindingAttr binding, StringRef name) {
    writer.line();
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
        if (buffer.getName() == binding.getName())
          printComment(buffer);
      content = [&] {
        std::string precise = isPrecise(binding.getName()) ? "precise " : "";
        writer.line(precise + language.typeName(binding.getElementType()) + " " +
                    binding.getName() + "[];");
      };
    } else if (binding.getKind() == ResourceKind::ClassData) {
      writer.comment(("The members of " + parent.getSymName() + " that kernels touch.").str());
      for (FieldOp field : parent.getOps<FieldOp>())
        if (field.getOffset())
          members.push_back(MemberAttr::get(module.getContext(), field.getSymName(),
                                            field.getType(), *field.getOffset()));
      llvm::sort(members, [](MemberAttr a, MemberAttr b) { return a.getOffset() < b.getOffset(); });
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

  void printFunction(FuncOp function) {
    writer.setLocation(function.getLoc());
    writer.line();
    printComment(function);
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
    std::string result = function.getResultTypes().empty()
                             ? "void"
                             : language.typeName(function.getResultTypes().front());
    if (function->hasAttr(kPreciseAttr))
      result = "precise " + result;
    Doc header =
        ExpressionPrinter::call(result + " " + language.functionName(function), parameters).doc;
    writer.block(header, [&] { statements.print(function.getBody()); });
  }

  ModuleOp module;
  ClassOp parent;
  ShaderOp shader;
  GlslLanguage language;
  TextWriter writer;
  StatementPrinter statements;
};
} // namespace

std::string vkmorph::glsl::printGlsl(ModuleOp shaderModule, std::vector<LocationAttr> *lines) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ShaderPrinter printer(shaderModule, os);
  printer.print();
  if (lines)
    *lines = printer.getLineLocations().vec();
  return text;
}
