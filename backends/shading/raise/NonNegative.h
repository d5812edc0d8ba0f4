//===- NonNegative.h - Proofs that integers are not negative ----------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_NONNEGATIVE_H
#define VKMORPH_BACKENDS_SHADING_RAISE_NONNEGATIVE_H

#include "ir/VkmDialect.h"

namespace vkmorph::shading {

/// Whether an integer is known not to be negative: by its type, by what it is made of, or because
/// all that is ever assigned to its variable is not. Signed overflow is undefined in C++, so that
/// sums and products of such numbers are not negative either.
bool isNonNegative(mlir::Value value);

/// Whether the variable, given by its place, never holds a negative number.
bool isVariableNonNegative(mlir::Value place);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_NONNEGATIVE_H
