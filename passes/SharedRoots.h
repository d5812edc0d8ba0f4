//===- SharedRoots.h - Arrays whose elements iterations may share -----------------------------===//

#ifndef VKMORPH_PASSES_SHAREDROOTS_H
#define VKMORPH_PASSES_SHAREDROOTS_H

#include "analysis/accesses/Dependence.h"
#include "ir/Effects.h"

namespace vkmorph::vkm {

/// The arrays and fields of whose elements iterations are not known to have some for themselves:
/// those that they update, and those by which they depend on each other.
llvm::SmallVector<Root> findSharedRoots(GridOp grid);

/// The arrays and fields by which iterations are not proved to be independent.
llvm::SmallVector<Root> findUnprovedRoots(GridOp grid);

/// An array or field by which iterations of a grid are in each other's way.
struct Conflict {
  Root root;
  bool isCertain; ///< otherwise nothing proves that they are not
  /// Of accesses of which nothing does, and which do not name the same element in one iteration;
  /// those that are alike count once.
  size_t pairs;
  /// The reads among the accesses that are in the way of others.
  llvm::SmallVector<mlir::Operation *> reads;
};

/// Iterations that are so far apart: all of the bounds hold for the distance between them.
using DistanceCase = llvm::SmallVector<DistanceBound, 4>;

/// What is in the way of running the iterations of a grid in any order; where cases are given,
/// between iterations of which some case holds: the later one's number minus the earlier one's.
llvm::SmallVector<Conflict> findConflicts(GridOp grid, llvm::ArrayRef<DistanceCase> cases = {});

/// The discardable attribute of a grid (a unit) whose iterations test elements that others write,
/// and all write one value: an element may change until it is read again, and what an iteration has
/// read must not be written back.
inline constexpr llvm::StringLiteral kWritesAlikeAttr = "vkm.writes_alike";

/// The discardable attribute of a load (a unit) whose element only later iterations write, so that
/// it finds what the element held before the grid: until vkm-copy-old-elements, which keeps that.
inline constexpr llvm::StringLiteral kReadsOldAttr = "vkm.reads_old";

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_SHAREDROOTS_H
