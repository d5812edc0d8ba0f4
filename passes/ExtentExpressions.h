//===- ExtentExpressions.h - Numbers of elements as expressions of the host ------------------===//

#ifndef VKMORPH_PASSES_EXTENTEXPRESSIONS_H
#define VKMORPH_PASSES_EXTENTEXPRESSIONS_H

#include "analysis/accesses/Extents.h"

namespace vkmorph::vkm {

/// Builds the number of elements: 0 where nothing is reached, without wrapping on the way.
mlir::Value buildExtent(mlir::OpBuilder &builder, mlir::Location loc, AffineAnalysis &analysis,
                        llvm::ArrayRef<Reach> reaches);

/// Builds a value, which is computed in this type: no sum or product on the way may leave it. Each
/// symbol stands for something that can be computed where the builder stands.
mlir::Value buildPolynomial(mlir::OpBuilder &builder, mlir::Location loc, AffineAnalysis &analysis,
                            const Polynomial &polynomial, mlir::Type type);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_EXTENTEXPRESSIONS_H
