//===- VkmAttributes.h - The discardable attributes of the dialect ----------------------------===//
//
// What operations have beside the attributes that ODS declares: `vkm.comment`, `vkm.tile`. Each is
// a row of the table in VkmAttributes.cpp, which says where it stands and what it holds; all others
// are errors.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_VKMATTRIBUTES_H
#define VKMORPH_IR_VKMATTRIBUTES_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Whether an attribute of the dialect may stand on an operation, and holds what belongs there.
mlir::LogicalResult verifyDiscardable(mlir::Operation *op, mlir::NamedAttribute attribute);

/// The same for a parameter of a function.
mlir::LogicalResult verifyOfParameter(mlir::Operation *function, unsigned index,
                                      mlir::NamedAttribute attribute);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_VKMATTRIBUTES_H
