//===- Constants.h - Values that are constants ------------------------------------------------===//

#ifndef VKMORPH_IR_CONSTANTS_H
#define VKMORPH_IR_CONSTANTS_H

#include "ir/VkmDialect.h"

#include <optional>

namespace vkmorph::vkm {

/// The value of a constant integer expression.
std::optional<int64_t> getConstantInt(mlir::Value value);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_CONSTANTS_H
