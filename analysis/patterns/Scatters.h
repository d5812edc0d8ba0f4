//===- Scatters.h - Elements that several iterations of a grid combine values into ------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_SCATTERS_H
#define VKMORPH_ANALYSIS_PATTERNS_SCATTERS_H

#include "ir/Effects.h"

#include <optional>
#include <string>

namespace vkmorph::vkm {

/// The scatters of a grid into numbers of one array that may be the same: of a parameter of the
/// kernel, or of a field; of structs into one of their members.
struct ScatterArray {
  Root root;
  llvm::SmallVector<mlir::Attribute> path; ///< names of members, null for elements
  llvm::SmallVector<ScatterOp> scatters;

  /// `sums`, `cells[...].mass`.
  std::string getName() const;
  /// How all of them are planned; none before planning.
  std::optional<ScatterPlanAttr> getPlan() const;
};

/// By array and member, in the order of the grid.
std::vector<ScatterArray> collectScatters(mlir::Operation *grid);

/// The bytes of shared memory that they take as planned, with so many threads in a workgroup: a
/// copy of the elements, or a slot of each thread for each statement.
int64_t getSharedBytes(const ScatterArray &array, int64_t threads);
/// Of all of a grid.
int64_t getScatterBytes(GridOp grid, int64_t threads);

/// Whether the iterations of a planned grid update elements in the order of the source: one
/// workgroup takes them, a block for all of its threads at a time.
bool updatesInOrder(GridOp grid);

/// Why threads cannot leave the updates of an iteration that have an order to others; empty where
/// they can.
std::string findSlotObstacle(GridOp grid);

/// How many elements of an array the scatters choose among, all of which are numbers that are
/// combined by one operation: those of a field, or as many as the indices are bound to. None where
/// that is not known.
std::optional<int64_t> countScatterElements(const ScatterArray &array);
/// Why that is not known; empty where it is.
std::string findCountObstacle(const ScatterArray &array);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_SCATTERS_H
