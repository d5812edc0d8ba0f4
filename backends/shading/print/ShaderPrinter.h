//===- ShaderPrinter.h - What the texts of shaders have alike ---------------------------------===//
//
// What a shader is and does, constants, comments beside declarations, functions. A language's
// printer derives from it, and puts these and its own declarations in order.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_PRINT_SHADERPRINTER_H
#define VKMORPH_BACKENDS_SHADING_PRINT_SHADERPRINTER_H

#include "backends/common/StatementPrinter.h"
#include "backends/shading/print/ShadingLanguage.h"

#include "llvm/Support/raw_ostream.h"

namespace vkmorph::shading {

class ShaderPrinter {
public:
  virtual ~ShaderPrinter() = default;

  /// The whole text. With `lines`, also where each of its lines comes from.
  std::string print(std::vector<mlir::LocationAttr> *lines = nullptr);

protected:
  /// For a raised module; the language has to live as long as the printer.
  ShaderPrinter(mlir::ModuleOp module, const ShadingLanguage &language);

  /// All declarations and bodies, in the language's order.
  virtual void printDeclarations() = 0;
  /// What a function takes, and its result's type.
  virtual llvm::SmallVector<Doc> getParameters(vkm::FuncOp function) = 0;
  virtual std::string getResult(vkm::FuncOp function);

  /// What the shader is and does, with the source's comment.
  void printTitle();
  /// The constants of the source, each as `qualifier float Pi = 3.1415927; // comment`.
  void printConstants(llvm::StringRef qualifier);
  /// The functions, callees first.
  void printFunctions();
  /// The comment of an operation, on lines of its own.
  void printComment(mlir::Operation *op);
  /// `text // comment`, or the comment before it where it does not fit.
  void printCommented(const std::string &text, mlir::StringAttr comment);
  /// A struct's comment and its block of members; `opening` and `closing` have its name.
  void printRecord(vkm::RecordOp record, const std::string &opening, const std::string &closing);
  std::string getName(vkm::RecordOp record) const;
  /// The comment of the class data, and its members by their offsets.
  llvm::SmallVector<vkm::MemberAttr> printClassDataTitle();

  mlir::ModuleOp module;
  vkm::ClassOp parent;
  vkm::ShaderOp shader;

private:
  void printFunction(vkm::FuncOp function);

  const ShadingLanguage &language;
  std::string text;
  llvm::raw_string_ostream os;

protected:
  TextWriter writer;
  StatementPrinter statements;
};

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_PRINT_SHADERPRINTER_H
