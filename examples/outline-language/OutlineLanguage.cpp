//===- OutlineLanguage.cpp - A shading language of one's own: shaders as an outline -----------===//
//
// What each thread does, for people to read: a back end of docs/AddingABackend.md that is as small
// as can be. No compiler takes the text, so that it has no SPIR-V.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/common/StatementPrinter.h"
#include "backends/common/TargetLanguage.h"
#include "backends/shading/Requirements.h"
#include "backends/shading/raise/Raise.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {

/// How the outline spells what languages spell differently.
class OutlineLanguage : public TargetLanguage {
public:
  std::string typeName(Type type) const override {
    return llvm::TypeSwitch<Type, std::string>(type)
        .Case([&](ArrayType array) {
          return typeName(array.getElementType()) + "[" + std::to_string(array.getLength()) + "]";
        })
        .Case([](RecordType record) { return record.getName().getValue().str(); })
        .Case([&](VecType vector) {
          return typeName(vector.getElementType()) + " x " + std::to_string(vector.getLength());
        })
        .Case([](FloatType number) { return number.isF64() ? "double" : "float"; })
        .Case([](IntegerType number) -> std::string {
          if (number.getWidth() == 1)
            return "bool";
          std::string name = number.isUnsigned() ? "uint" : "int";
          return number.getWidth() == 32 ? name : name + std::to_string(number.getWidth());
        })
        .Default([](Type) { return "?"; });
  }

  Expr constant(TypedAttr value, bool) const override {
    if (auto number = dyn_cast<FloatAttr>(value))
      return {number.getValue().isFinite() ? decimalDigits(number.getValue()) : "not finite"};
    APInt number = ::llvm::cast<IntegerAttr>(value).getValue();
    if (value.getType().isInteger(1))
      return {number.isOne() ? "true" : "false"};
    return {llvm::toString(number, 10, !value.getType().isUnsignedInteger())};
  }

  Expr cast(Type, Type to, const Expr &operand) const override {
    return ExpressionPrinter::call(typeName(to), {ExpressionPrinter::operand(operand)});
  }

  std::string mathFunction(MathFn fn, Type) const override { return stringifyMathFn(fn).str(); }

  std::string functionName(FunctionOpInterface function) const override {
    return function.getName().str();
  }

  Expr aggregate(Type type, ArrayRef<Doc> parts) const override {
    return ExpressionPrinter::call(typeName(type), parts);
  }

  Expr field(FieldRefOp op) const override { return {op.getField()}; }

  std::optional<Expr> otherExpression(Operation *op, ExpressionPrinter &printer) const override {
    return llvm::TypeSwitch<Operation *, std::optional<Expr>>(op)
        .Case([](BuiltinOp builtin) {
          return Expr{stringifyBuiltin(builtin.getBuiltin()).str() + "." +
                      std::string(1, "xyz"[builtin.getDim()])};
        })
        .Case([](SharedRefOp shared) { return Expr{shared.getVariable()}; })
        .Case([](ScratchRefOp scratch) { return Expr{scratch.getMember()}; })
        .Case([&](AtomicOp atomic) {
          return ExpressionPrinter::call(
              "atomic_" + stringifyReduceKind(atomic.getKind()).str(),
              {printer.operand(atomic.getRef()), printer.operand(atomic.getValue())});
        })
        .Default([](Operation *) { return std::nullopt; });
  }

  bool otherStatement(Operation *op, StatementPrinter &printer) const override {
    if (!isa<BarrierOp, MemoryBarrierOp>(op))
      return false;
    printer.getWriter().line(isa<BarrierOp>(op) ? "all threads meet;" : "memory is seen by all;");
    return true;
  }
};

class OutlineBackend : public shading::ShadingBackend {
public:
  llvm::StringRef getName() const final { return "outline"; }
  llvm::StringRef getTitle() const final { return "outlines"; }
  llvm::StringRef getSuffix(vkmorph::vkm::ShaderStage) const final { return "txt"; }

  LogicalResult raiseShader(ModuleOp shader, const shading::RaiseOptions &) const final {
    if (failed(shading::checkOperations(shader)))
      return failure();
    shading::bindVectors(shader);
    if (failed(shading::specialisePlaces(shader)))
      return failure();
    shading::nameBuiltins(shader);
    for (Operation &op : shading::getClass(shader).getBody().front())
      if (isa<FuncOp, ShaderOp>(op))
        nameValues(&op);
    shading::narrowBindings(shader);
    // What reads of several elements at once call a buffer.
    shader.walk([](BufferOp buffer) {
      buffer->setAttr(kWideNameAttr,
                      StringAttr::get(buffer.getContext(), buffer.getName() + "_wide"));
    });
    // Nothing runs it, so that it needs nothing of a device; all names are as they were.
    shader->setAttr(shading::kRequiresAttr, DictionaryAttr::get(shader.getContext()));
    shader->setAttr(shading::kRenamingsAttr, ArrayAttr::get(shader.getContext(), {}));
    return success();
  }

  std::string print(ModuleOp shader, std::vector<LocationAttr> *lines) const final {
    std::string text;
    llvm::raw_string_ostream os(text);
    OutlineLanguage language;
    TextWriter writer(os);
    StatementPrinter statements(language, writer);
    ShaderOp kernel = shading::getShader(shader);
    writer.comment(kernel.getKernel().str() + ". " + kernel.getDoc().str());
    for (auto binding : kernel.getBindings().getAsRange<BindingAttr>())
      writer.line(stringifyAccess(binding.getAccess()).str() + " " + binding.getName().str() + ";");
    for (FuncOp function : shading::getClass(shader).getOps<FuncOp>())
      writer.block("function " + language.functionName(function),
                   [&] { statements.print(function.getBody()); });
    writer.block("each thread", [&] { statements.print(kernel.getBody()); });
    if (lines)
      *lines = writer.getLineLocations().vec();
    return text;
  }
};
} // namespace

int main(int argc, char **argv) {
  static const OutlineBackend backend;
  shading::registerEmitTranslation(backend);
  return failed(mlirTranslateMain(argc, argv, "prints shaders as outlines\n"));
}
