//===- VkmInterfaces.h - What loops and patterns tell passes that do not know them ------------===//

#ifndef VKMORPH_IR_VKMINTERFACES_H
#define VKMORPH_IR_VKMINTERFACES_H

#include "ir/VkmEnums.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

#include <optional>
#include <string>

namespace vkmorph::vkm {

/// What the result of a pattern owes to the order of the iterations.
enum class ValueOrder {
  Free,     ///< nothing: values are combined in any order and any groups
  Numbered, ///< the number of an iteration decides, and each thread takes its own in order
  Sequence  ///< values are combined as they stand: each thread takes neighbouring iterations
};

} // namespace vkmorph::vkm

#include "ir/VkmInterfaces.h.inc"

namespace vkmorph::vkm {

/// Whether a reduction is a part of the one around it.
inline bool isPart(ReductionOpInterface reduction) {
  return mlir::isa<ReductionOpInterface>(reduction->getParentOp());
}

/// Whether a value is the place of a loop's own variable.
bool isLoopVariable(mlir::Value value);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_VKMINTERFACES_H
