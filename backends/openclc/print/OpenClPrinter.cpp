//===- OpenClPrinter.cpp - A raised shader module as the text of a kernel ---------------------===//
//
// In this order: what the shader is and does; how floats are computed; constants, structs, the
// blocks of class data and of what the compiler added; functions, callees first; the kernel.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/openclc/OpenClC.h"
#include "backends/openclc/print/OpenClLanguage.h"
#include "backends/openclc/raise/Raise.h"
#include "backends/shading/print/ShaderPrinter.h"
#include "backends/shading/raise/BlockLayout.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::openclc;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
class KernelPrinter : public ShaderPrinter {
public:
  KernelPrinter(ModuleOp module, const OpenClLanguage &language)
      : ShaderPrinter(module, language), language(language) {}

private:
  void printDeclarations() override {
    printHeader();
    printConstants("__constant");
    for (RecordOp record : module.getOps<RecordOp>())
      printRecord(record, "typedef struct", "} " + getName(record) + ";");
    for (auto [binding, name] :
         llvm::zip(shader.getBindings().getAsRange<BindingAttr>(),
                   shader->getAttrOfType<ArrayAttr>(kBlockNamesAttr).getAsRange<StringAttr>()))
      if (binding.getKind() != ResourceKind::Parameter && binding.getAccess() != Access::None)
        printBlock(binding, name.getValue());
    printFunctions();
    printKernel();
  }

  void printHeader() {
    printTitle();
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
      members = printClassDataTitle();
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

  SmallVector<Doc> getParameters(FuncOp function) override {
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
    return parameters;
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

  const OpenClLanguage &language;
};
} // namespace

std::string vkmorph::openclc::printOpenClC(ModuleOp shaderModule,
                                           std::vector<LocationAttr> *lines) {
  OpenClLanguage language(shaderModule);
  return KernelPrinter(shaderModule, language).print(lines);
}
