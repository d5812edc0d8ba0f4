//===- NeverNan.h - Which float expressions cannot be NaN -------------------------------------===//

#ifndef VKMORPH_IR_NEVERNAN_H
#define VKMORPH_IR_NEVERNAN_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Whether a value is known not to be NaN, from the expression that computes it alone: a literal, a
/// converted integer, what std::fmin and std::max make of one.
bool isNeverNan(mlir::Value value);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_NEVERNAN_H
