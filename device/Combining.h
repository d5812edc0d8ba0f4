//===- Combining.h - Values that reductions combine ------------------------------------------===//

#ifndef VKMORPH_DEVICE_COMBINING_H
#define VKMORPH_DEVICE_COMBINING_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

#include <optional>

namespace vkmorph::vkm {

/// The types of what a struct, array, vector or matrix is put together of.
llvm::SmallVector<mlir::Type> getPartTypes(mlir::Operation *from, mlir::Type type);

/// The number that changes nothing.
mlir::TypedAttr getIdentity(ReduceKind kind, mlir::Type type);

/// The value that changes nothing, of a number, vector or matrix; 0 without a kind.
mlir::Value makeIdentity(mlir::OpBuilder &builder, mlir::Location loc,
                         std::optional<ReduceKind> kind, mlir::Type type);

/// Whether a value is made of nothing but the constants that change nothing.
bool isNeutral(mlir::Value value, ReduceKind kind);

/// The operator of sums, products and bits; minima and maxima have none.
BinaryKind getOperator(ReduceKind kind);

/// Whether a place and the value that is combined into it may be NaN.
enum class Operands { NeverNan, MayBeNan };

/// `place += value`, `place = min(place, value)`; where floats may be NaN, for which the min of
/// GLSL gives either: `if (value < place) place = value`, component by component.
void combineInto(mlir::OpBuilder &builder, mlir::Location loc, ReduceKind kind, mlir::Value place,
                 mlir::Value value, Operands operands);

} // namespace vkmorph::vkm

#endif // VKMORPH_DEVICE_COMBINING_H
