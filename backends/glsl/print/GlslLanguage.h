//===- GlslLanguage.h - How GLSL spells types, literals, functions and places -----------------===//

#ifndef VKMORPH_BACKENDS_GLSL_PRINT_GLSLLANGUAGE_H
#define VKMORPH_BACKENDS_GLSL_PRINT_GLSLLANGUAGE_H

#include "backends/shading/print/ShadingLanguage.h"

namespace vkmorph::glsl {

/// For one raised shader module.
class GlslLanguage : public shading::ShadingLanguage {
public:
  using ShadingLanguage::ShadingLanguage;

  std::string typeName(mlir::Type type) const override;
  Expr constant(mlir::TypedAttr value, bool asBits) const override;
  Expr cast(mlir::Type from, mlir::Type to, const Expr &operand) const override;
  std::string mathFunction(vkm::MathFn fn, mlir::Type type) const override;
  Expr aggregate(mlir::Type type, llvm::ArrayRef<Doc> parts) const override;
  Expr field(vkm::FieldRefOp op) const override;
  std::string getBitcast(mlir::Type from, mlir::Type to) const;
  std::optional<Expr> otherExpression(mlir::Operation *op,
                                      ExpressionPrinter &printer) const override;
  bool otherStatement(mlir::Operation *op, StatementPrinter &printer) const override;
  llvm::StringRef unrolled() const override { return "[[unroll]] "; }
  std::string qualifiers(mlir::Operation *op) const override;
  /// Of the payloads of the shader, in their order.
  unsigned getPayloadLocation(llvm::StringRef name) const;
  /// What stands before `image2D` and `vec4` for the format's kind of number: "", "i" or "u".
  static std::string imagePrefix(vkm::TexelType texel);

private:
  Expr printFetch(vkm::PixelOp pixel, ExpressionPrinter &printer, llvm::StringRef components) const;
  static Expr printSample(vkm::SampleOp sample, ExpressionPrinter &printer);
  Doc printStore(vkm::PixelOp pixel, mlir::Value value, ExpressionPrinter &printer) const;
};

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_PRINT_GLSLLANGUAGE_H
