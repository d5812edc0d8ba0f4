//===- ReturnedValues.h - What calls return, as expressions of the caller --------------------===//

#ifndef VKMORPH_TRANSFORMS_RETURNEDVALUES_H
#define VKMORPH_TRANSFORMS_RETURNEDVALUES_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Puts what a call returns in its place, as an expression; null where it is none.
mlir::Value inlineCall(CallOp call);

/// Replaces the calls in an expression, and in the variables that it reads and that keep the value
/// they are declared with, by what the functions return: the host and the analyses then see what
/// it is made of. Calls of functions with loops, or with effects on more than variables of their
/// own, stay.
void inlineReturned(mlir::Value value);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_RETURNEDVALUES_H
