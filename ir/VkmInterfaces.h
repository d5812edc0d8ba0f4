//===- VkmInterfaces.h - What loops and patterns tell passes that do not know them ------------===//

#ifndef VKMORPH_IR_VKMINTERFACES_H
#define VKMORPH_IR_VKMINTERFACES_H

#include "ir/Root.h"
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

struct EffectSet;

} // namespace vkmorph::vkm

#include "ir/VkmInterfaces.h.inc"

namespace vkmorph::vkm {

/// How many elements of arrays the indices of a reduction choose among; 1 where there are none.
int64_t countElements(ReductionOpInterface reduction);

/// Bytes of shared memory that a reduction takes, with so many slots for each number, in a grid of
/// so many dimensions: a slot has the numbers of all elements among which its indices choose.
int64_t getReductionBytes(ReductionOpInterface reduction, int64_t slots, unsigned dims);

/// Bytes of a slot for a value in shared memory, where numbers that are narrower take a word.
int64_t getSlotBytes(mlir::Operation *from, mlir::Type value);

/// Reads and writes a field, as what combines values with what it holds.
void addUpdate(EffectSet &effects, mlir::FlatSymbolRefAttr field);

/// Whether a reduction is a part of the one around it.
inline bool isPart(ReductionOpInterface reduction) {
  return mlir::isa<ReductionOpInterface>(reduction->getParentOp());
}

/// Whether a value is the place of a loop's own variable.
bool isLoopVariable(mlir::Value value);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_VKMINTERFACES_H
