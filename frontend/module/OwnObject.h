//===- OwnObject.h - Expressions that name the object of the translated class ----------------===//

#ifndef VKMORPH_FRONTEND_MODULE_OWNOBJECT_H
#define VKMORPH_FRONTEND_MODULE_OWNOBJECT_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace vkmorph::frontend {

/// Whether a class is the translated one or one of its bases.
using IsTranslated = llvm::function_ref<bool(const clang::CXXRecordDecl *)>;

/// Whether an expression in a method of the translated class, or of one of its bases, names the
/// object that runs it, or points to that, whichever of these classes it is taken for. Besides
/// `this` and `*this` these are the ways of classes whose base is a template of them (CRTP):
/// `static_cast<const D &>(*this)`, variables that are initialised so and not changed, and methods
/// like `const D &self() const { return static_cast<const D &>(*this); }`.
bool namesOwnObject(const clang::Expr *expression, IsTranslated isTranslated);

/// The same for a variable, which is another name for the object.
bool namesOwnObject(const clang::VarDecl *variable, IsTranslated isTranslated);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_OWNOBJECT_H
