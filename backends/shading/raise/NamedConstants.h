//===- NamedConstants.h - Constants that shaders declare by their names -----------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_NAMEDCONSTANTS_H
#define VKMORPH_BACKENDS_SHADING_RAISE_NAMEDCONSTANTS_H

#include "ir/VkmDialect.h"

namespace vkmorph::shading {

/// The value that the constant of that name is declared with, which is converted where it is used:
/// 4 of float(Shrink). Null for literals, and for what has no literal.
mlir::TypedAttr getDeclaredValue(vkm::ConstantOp constant);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_NAMEDCONSTANTS_H
