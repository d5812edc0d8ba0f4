//===- OpenClPrinter.cpp - A raised shader module as the text of a kernel ---------------------===//
//
// In this order: what the shader is and does; how floats are computed; constants, structs, the
// blocks of class data and of what the compiler added; functions, callees first; the kernel.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/common/StatementPrinter.h"
#include "backends/openclc/OpenClC.h"
#include "backends/openclc/print/OpenClLanguage.h"
#include "backends/openclc/raise/Raise.h"
#include "backends/shading/raise/BlockLayout.h"
#include "ir/Diagnostics.h"
#include "ir/NamedConstants.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::openclc;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
class KernelPrinter {
public:
  KernelPrinter(ModuleOp module, llvm::raw_ostream &os)
      : module(module), parent(getClass(module)), shader(getShader(module)), language(module),
        writer(os), statements(language, writer) {}

  void print() {
    printHeader();
    printConstants();
    for (RecordOp record : module.getOps<RecordOp>())
      printRecord(record);
    for (auto [binding, name] :
         llvm::zip(shader.getBindings().getAsRange<BindingAttr>(),
                   shader->getAttrOfType<ArrayAttr>(kBlockNamesAttr).getAsRange<StringAttr>()))
      if (binding.getKind() != ResourceKind::Parameter && binding.getAccess() != Access::None)
        printBlock(binding, name.getValue());
    for (FuncOp function : parent.getOps<FuncOp>())
      printFunction(function);
    printKernel();
  }

  ArrayRef<LocationAttr> getLineLocations() const { return writer.getLineLocations(); }

private:
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
    writer.line(module->hasAttr(kContractsAttr) ? "#pragma OPENCL FP_CONTRACT ON"
                                                : "#pragma OPENCL FP_CONTRACT OFF");
    auto usesSubgroups = [](Operation *op) {
      auto builtin = dyn_cast<BuiltinOp>(op);
      bool isOne = isa<SubgroupOp, SubgroupBarrierOp>(op) ||
                   (builtin && builtin.getBuiltin() >= Builtin::SubgroupInvocation);
      return isOne ? WalkResult::interrupt() : WalkResult::advance();
    };
    if (module.walk(usesSubgroups).wasInterrupted())
      writer.line("#pragma OPENCL EXTENSION cl_khr_subgroups : enable");
  }

  /// __constant float Pi = 3.1415927f; // comment
  void printConstants() {
    auto constants = module->getAttrOfType<ArrayAttr>(kConstantsAttr);
    if (!constants || constants.empty())
      return;
    writer.line();
    for (auto constant : constants.getAsRange<DictionaryAttr>()) {
      auto value = constant.getAs<TypedAttr>("value");
      std::string declarator =
          language.declarator(value.getType(), constant.getAs<StringAttr>("name").getValue());
      Expr number = language.constant(value, constant.contains(kHexAttr));
      printCommented("__constant " + declarator + " = " + number.doc.flat() + ";",
                     constant.getAs<StringAttr>(kCommentAttr));
    }
  }

  void printComment(Operation *op) {
    if (auto comment = op->getAttrOfType<StringAttr>(kCommentAttr))
      writer.comment(comment.getValue());
  }

  /// `text // comment`, or the comment before it where it does not fit.
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
        "typedef struct",
        [&] {
          for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
            writer.line(language.declarator(member.getType(), member.getName()) + ";");
        },
        "} " +
            language.typeName(RecordType::get(module.getContext(),
                                              FlatSymbolRefAttr::get(record.getSymNameAttr()))) +
            ";");
  }

  /// Members at their offsets, with bytes between them where C would put the next one earlier.
  void printMembers(ArrayRef<MemberAttr> members,
                    llvm::function_ref<StringAttr(MemberAttr)> comment) {
    int64_t end = 0;
    unsigned gaps = 0;
    for (MemberAttr member : members) {
      Layout layout = getBlockLayout(module, member.getType());
      if (static_cast<int64_t>(llvm::alignTo(end, layout.align)) != member.getOffset()) {
        std::string name = gaps++ == 0 ? "padding" : "padding" + std::to_string(gaps);
        while (llvm::any_of(members, [&](MemberAttr other) { return other.getName() == name; }))
          name += "_";
        writer.line("uchar " + name + "[" + std::to_string(member.getOffset() - end) + "];");
      }
      printCommented(language.declarator(member.getType(), member.getName()) + ";",
                     comment(member));
      end = member.getOffset() + layout.size;
    }
  }

  /// The class data, or what the compiler added.
  void printBlock(BindingAttr binding, StringRef name) {
    writer.line();
    SmallVector<MemberAttr> members;
    std::function<StringAttr(MemberAttr)> comment = [](MemberAttr) { return StringAttr(); };
    if (binding.getKind() == ResourceKind::ClassData) {
      writer.comment(("The members of " + parent.getSymName() + " that kernels touch.").str());
      for (FieldOp field : parent.getOps<FieldOp>())
        if (field.getOffset())
          members.push_back(MemberAttr::get(module.getContext(), field.getSymName(),
                                            field.getType(), *field.getOffset()));
      llvm::sort(members, [](MemberAttr a, MemberAttr b) { return a.getOffset() < b.getOffset(); });
      comment = [&](MemberAttr member) {
        return parent.lookupField(member.getName())->getAttrOfType<StringAttr>(kCommentAttr);
      };
    } else {
      auto scratch = parent.lookupSymbol<ScratchOp>(binding.getName());
      printComment(scratch);
      auto range = scratch.getMembers().getAsRange<MemberAttr>();
      members.assign(range.begin(), range.end());
    }
    writer.block(
        "typedef struct", [&] { printMembers(members, comment); }, ("} " + name + ";").str());
  }

  void printFunction(FuncOp function) {
    writer.setLocation(function.getLoc());
    writer.line();
    printComment(function);
    SmallVector<Doc> parameters;
    llvm::StringSet<> buffers;
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
      if (auto buffer = function.getArgAttrOfType<StringAttr>(index, kBufferAttr)) {
        if (buffers.insert(buffer).second)
          parameters.push_back(language.bufferDeclarator(buffer));
        continue;
      }
      auto ref = dyn_cast<RefType>(type);
      Type held = ref ? ref.getPointee() : type;
      bool isReadOnly = !ref || function.getArgAttr(index, kReadOnlyAttr);
      std::string name = function.getArgName(index).str();
      if (isa<ArrayType>(held))
        parameters.push_back((isReadOnly ? "const " : "") + language.declarator(held, name));
      else
        parameters.push_back(language.declarator(held, isReadOnly ? name : "*" + name));
    }
    for (StringRef name :
         function->getAttrOfType<ArrayAttr>(kPassedAttr).getAsValueRange<StringAttr>())
      parameters.push_back(language.passedDeclarator(name));
    if (parameters.empty())
      parameters.push_back("void");
    std::string result = function.getResultTypes().empty()
                             ? "void"
                             : language.typeName(function.getResultTypes().front());
    Doc header =
        ExpressionPrinter::call(result + " " + language.functionName(function), parameters).doc;
    writer.block(header, [&] { statements.print(function.getBody()); });
  }

  /// `// a_data: what the source says about it.`
  void printParameterComment(Operation *op, StringRef name) {
    if (auto comment = op->getAttrOfType<StringAttr>(kCommentAttr))
      writer.comment((name + ": " + comment.getValue().trim()).str());
  }

  void printKernel() {
    SmallVector<Doc> parameters;
    for (auto [binding, name] : llvm::zip(
             shader.getBindings().getAsRange<BindingAttr>(),
             shader->getAttrOfType<ArrayAttr>(kPointerNamesAttr).getAsValueRange<StringAttr>()))
      parameters.push_back(language.pointerTo(binding, name));
    for (PushConstantOp constant : shader.getOps<PushConstantOp>())
      parameters.push_back(language.declarator(constant.getType(), constant.getName()));
    writer.setLocation(shader.getLoc());
    writer.line();
    for (BufferOp buffer : shader.getOps<BufferOp>())
      printParameterComment(buffer, buffer.getName());
    for (PushConstantOp constant : shader.getOps<PushConstantOp>())
      printParameterComment(constant, constant.getName());
    ArrayRef<int32_t> size = shader.getLocalSize();
    writer.line("__kernel __attribute__((reqd_work_group_size(" + std::to_string(size[0]) + ", " +
                std::to_string(size[1]) + ", " + std::to_string(size[2]) + ")))");
    Doc header = ExpressionPrinter::call("void " + getKernelName(module), parameters).doc;
    writer.block(header, [&] {
      for (SharedOp shared : parent.getOps<SharedOp>())
        printCommented("__local " + language.declarator(shared.getType(), shared.getSymName()) +
                           ";",
                       shared->getAttrOfType<StringAttr>(kCommentAttr));
      if (!parent.getOps<SharedOp>().empty())
        writer.line();
      statements.print(shader.getBody());
    });
  }

  ModuleOp module;
  ClassOp parent;
  ShaderOp shader;
  OpenClLanguage language;
  TextWriter writer;
  StatementPrinter statements;
};
} // namespace

std::string vkmorph::openclc::printOpenClC(ModuleOp shaderModule,
                                           std::vector<LocationAttr> *lines) {
  std::string text;
  llvm::raw_string_ostream os(text);
  KernelPrinter printer(shaderModule, os);
  printer.print();
  if (lines)
    *lines = printer.getLineLocations().vec();
  return text;
}
