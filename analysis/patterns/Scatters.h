//===- Scatters.h - Elements that several iterations of a grid combine values into ------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_SCATTERS_H
#define VKMORPH_ANALYSIS_PATTERNS_SCATTERS_H

#include "ir/Effects.h"

#include <optional>
#include <string>

namespace vkmorph::vkm {

/// The scatters of a grid into one array: a parameter of the kernel, or a field.
struct ScatterArray {
  Root root;
  llvm::SmallVector<ScatterOp> scatters;
};

/// By array, in the order of the grid.
std::vector<ScatterArray> collectScatters(mlir::Operation *grid);

/// Whether the iterations of a planned grid update elements in the order of the source: one
/// workgroup takes them, a block for all of its threads at a time.
bool updatesInOrder(GridOp grid);

/// Why threads cannot leave the updates of an iteration to others; empty where they can.
std::string findSlotObstacle(GridOp grid);

/// How many elements of an array the scatters choose among, all of which are numbers that are
/// combined by one operation: those of a field, or as many as the indices are bound to. None where
/// that is not known.
std::optional<int64_t> countScatterElements(const ScatterArray &array);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_SCATTERS_H
