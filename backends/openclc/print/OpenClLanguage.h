//===- OpenClLanguage.h - How OpenCL C spells types, literals, functions and places -----------===//

#ifndef VKMORPH_BACKENDS_OPENCLC_PRINT_OPENCLLANGUAGE_H
#define VKMORPH_BACKENDS_OPENCLC_PRINT_OPENCLLANGUAGE_H

#include "backends/shading/print/ShadingLanguage.h"

namespace vkmorph::openclc {

/// For one raised shader module.
class OpenClLanguage : public shading::ShadingLanguage {
public:
  using ShadingLanguage::ShadingLanguage;

  std::string typeName(mlir::Type type) const override;
  Expr constant(mlir::TypedAttr value, bool asBits) const override;
  Expr cast(mlir::Type from, mlir::Type to, const Expr &operand) const override;
  std::string mathFunction(vkm::MathFn fn, mlir::Type type) const override;
  Expr aggregate(mlir::Type type, llvm::ArrayRef<Doc> parts) const override;
  Expr field(vkm::FieldRefOp op) const override;
  std::optional<Expr> parameter(mlir::BlockArgument argument) const override;
  llvm::SmallVector<Doc> arguments(vkm::CallOp call, mlir::FunctionOpInterface callee,
                                   ExpressionPrinter &printer) const override;
  std::optional<Expr> otherExpression(mlir::Operation *op,
                                      ExpressionPrinter &printer) const override;
  bool otherStatement(mlir::Operation *op, StatementPrinter &printer) const override;

  /// A pointer to what a binding holds, with its address space: `__global const int *a_data`.
  std::string pointerTo(vkm::BindingAttr binding, llvm::StringRef name) const;
  /// The parameters that functions have for buffers and shared variables.
  std::string passedDeclarator(llvm::StringRef name) const;
  std::string bufferDeclarator(mlir::StringAttr name) const;

private:
  std::string imageDeclarator(vkm::BindingAttr binding, llvm::StringRef name) const;
  Expr printRead(vkm::PixelOp pixel, ExpressionPrinter &printer, llvm::StringRef components) const;
  Doc printWrite(vkm::PixelOp pixel, mlir::Value value, ExpressionPrinter &printer) const;
  std::string pointerName(vkm::ResourceKind kind, llvm::StringRef name) const;
  bool isPointer(mlir::Value place) const;
  Expr addressOf(mlir::Value place, ExpressionPrinter &printer) const;
  Expr printBuiltin(vkm::BuiltinOp op) const;
  std::optional<Expr> printMath(vkm::MathOp op, ExpressionPrinter &printer) const;
  std::optional<Expr> printBools(mlir::Operation *op, ExpressionPrinter &printer) const;
};

} // namespace vkmorph::openclc

#endif // VKMORPH_BACKENDS_OPENCLC_PRINT_OPENCLLANGUAGE_H
