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

/// Whether a member of any object, or a parameter, points or refers to the object of the translated
/// class.
using IsOwner = llvm::function_ref<bool(const clang::ValueDecl *)>;

/// Whether an expression names the object of the translated class, or points to that, by such a
/// member or parameter: `*m_scene`, variables that are initialised so, and methods like
/// `const Scene &scene() const { return *m_scene; }`.
bool namesOwner(const clang::Expr *expression, IsTranslated isTranslated, IsOwner isOwner);

/// The same for a variable.
bool namesOwner(const clang::VarDecl *variable, IsTranslated isTranslated, IsOwner isOwner);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_OWNOBJECT_H
