//===- SizeAttributes.h - [[vkmorph::size("w*h")]]: how long a pointer parameter's array is --===//

#ifndef VKMORPH_FRONTEND_ROLES_SIZEATTRIBUTES_H
#define VKMORPH_FRONTEND_ROLES_SIZEATTRIBUTES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"

namespace vkmorph::frontend {

/// Teaches clang the attribute in its three spellings: [[vkmorph::size(...)]], [[size(...)]] and
/// __attribute__((size(...))). Clang keeps it on the parameter or member and does not warn. Linking
/// this file is what registers it; the function only makes sure that it is linked.
void registerSizeAttribute();

/// The strings of the size attributes of a parameter or member, in order; their product is the
/// number of elements.
llvm::SmallVector<const clang::StringLiteral *>
getSizeStrings(const clang::DeclaratorDecl *pointer);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_ROLES_SIZEATTRIBUTES_H
