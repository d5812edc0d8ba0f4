//===- SizeExpression.h - The strings of size attributes as operations -----------------------===//

#ifndef VKMORPH_FRONTEND_ROLES_SIZEEXPRESSION_H
#define VKMORPH_FRONTEND_ROLES_SIZEEXPRESSION_H

#include "frontend/module/ModuleImporter.h"

namespace vkmorph::frontend {

/// Emits a `vkm.extent ... stated` for each pointer parameter of a kernel or control function that
/// has a size attribute on one of its declarations. `block` is the function's; its arguments are
/// the parameters.
void emitStatedExtents(ModuleImporter &importer, const clang::FunctionDecl *definition,
                       const Signature &signature, mlir::Block &block);

/// The same for a member that points to an array, in a function that uses it.
void emitStatedExtent(ModuleImporter &importer, const ModuleImporter::Field &pointer,
                      mlir::Block &block);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_ROLES_SIZEEXPRESSION_H
