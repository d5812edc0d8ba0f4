//===- ShadingLanguage.h - What shading languages spell alike ---------------------------------===//
//
// Languages that come from C have its integers and comparisons; names are those that the steps of
// raising have chosen.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_PRINT_SHADINGLANGUAGE_H
#define VKMORPH_BACKENDS_SHADING_PRINT_SHADINGLANGUAGE_H

#include "backends/common/TargetLanguage.h"

namespace vkmorph::shading {

/// A component of a pixel that is read: of `light[x, y].y`, the pixel and "y".
struct PixelComponent {
  vkm::PixelOp pixel;
  llvm::StringRef name;
};

/// For one raised shader module.
class ShadingLanguage : public TargetLanguage {
public:
  explicit ShadingLanguage(mlir::ModuleOp module) : module(module) {}

  std::string functionName(mlir::FunctionOpInterface function) const override;
  /// The name of a struct of the module.
  std::string recordName(vkm::RecordType type) const;
  /// Whether the image that a vkm.buffer holds is a sampled one.
  bool isSampled(llvm::StringRef buffer) const;

protected:
  /// A literal of 32 or 64 bits, with the suffixes of its type.
  static Expr printInteger(mlir::IntegerAttr number, bool asBits);
  /// The conversion of a number to bool: `x != 0`.
  Expr compareWithZero(mlir::Type type, const Expr &operand) const;
  /// Where a component of a read pixel is all that is used of it.
  static std::optional<PixelComponent> matchPixelComponent(vkm::ComponentOp component);
  /// The coordinates of a pixel, as a vector of that name.
  static Doc printCoordinates(llvm::StringRef vector, vkm::PixelOp pixel,
                              ExpressionPrinter &printer);

  mutable mlir::ModuleOp module;
};

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_PRINT_SHADINGLANGUAGE_H
