//===- Enumerations.h - What generated host code says of enumerations ------------------------===//

#ifndef VKMORPH_FRONTEND_MODULE_ENUMERATIONS_H
#define VKMORPH_FRONTEND_MODULE_ENUMERATIONS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "clang/AST/Type.h"

namespace vkmorph::frontend {

/// The facts of vkm::kEnumerationAttr of an enumeration, or of the innermost elements of an array;
/// null for other types.
mlir::DictionaryAttr describeEnumeration(clang::QualType type, mlir::MLIRContext *context);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_ENUMERATIONS_H
