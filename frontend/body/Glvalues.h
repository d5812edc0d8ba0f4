//===- Glvalues.h - What expressions name, by the syntax tree alone
//----------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_GLVALUES_H
#define VKMORPH_FRONTEND_BODY_GLVALUES_H

#include "ir/Places.h"

#include "clang/AST/Expr.h"

#include <optional>

namespace vkmorph::frontend {

/// What a glvalue is without the wrappers that do not change which object it names.
const clang::Expr *stripGlvalue(const clang::Expr *glvalue);
/// What an expression is without parentheses and without the end of its temporaries.
const clang::Expr *stripCleanups(const clang::Expr *e);
using vkm::isSamePlace;

/// 'this', also converted to a base class.
bool isThis(const clang::Expr *pointer);
/// What names the method's own object: 'this' or '*this', also as one of its bases.
bool isThisObject(const clang::Expr *object);

/// A conversion to a base class.
bool isBaseCast(const clang::CastExpr *cast);

/// The comparison that an operator is; none for others.
std::optional<vkm::CmpKind> comparison(clang::BinaryOperatorKind opcode);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_GLVALUES_H
