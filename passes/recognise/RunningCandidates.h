//===- RunningCandidates.h - The places of a grid that may be running totals ------------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_RUNNINGCANDIDATES_H
#define VKMORPH_PASSES_RECOGNISE_RUNNINGCANDIDATES_H

#include "analysis/patterns/RunningSteps.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// A place that a grid combines values with, and reads.
struct RunningCandidate {
  PlacePath path;
  llvm::SmallVector<mlir::Operation *> writes;
  llvm::SmallVector<RunningStep> steps; ///< one for each write, unless it has states
  RunningLaw law;
  /// All values that the writes leave, or that it has at all, where these are few.
  std::optional<llvm::SmallVector<int64_t>> states;
  bool isClosed = false; ///< what it is in front of the grid is one of them
  /// Of those that depend on each other linearly, the number of their system, and those of it of
  /// which this one may become a multiple (`vkm.running`).
  std::optional<unsigned> system = {};
  llvm::SmallVector<int64_t> multiples = {};
  /// Why no scan computes it, whatever becomes of the others; empty where one does.
  std::string obstacle = {};
  /// The other candidates that decide on what it is combined with, at first hand or through one
  /// another: their places in the list.
  llvm::SmallVector<size_t> needs = {};

  mlir::Value getPlace() const { return writes.front()->getOperand(0); }
  llvm::SmallVector<Match> getMatches() const {
    return llvm::map_to_vector(steps, [](const RunningStep &step) { return step.match; });
  }
};

/// The places that a grid updates and reads, in the order of their first updates. The grid has been
/// prepared (PrepareTotals.h).
std::vector<RunningCandidate> findRunningCandidates(GridOp grid);

/// The few values that a place has over all iterations, by what it is in front of the grid and by
/// conditions on its own value; nothing where these are more, or not known.
std::optional<llvm::SmallVector<int64_t>> findStatesFromStart(GridOp grid, const PlacePath &path,
                                                              mlir::Type type);

/// The name of a variable that stands for a place of the class data: the source's, or that of the
/// member's part; "past2" for an element of an array.
std::string nameVariable(GridOp grid, const PlacePath &path);

/// The name of a variable that begins with its value.
std::string nameTotal(GridOp grid, const RunningCandidate &candidate);

/// The lvalues in `scope` that name a place, or, where `overlaps`, a part of it or more than it.
llvm::SmallVector<mlir::Value> findLvalues(mlir::Operation *scope, const PlacePath &path,
                                           bool overlaps);

/// Whether a longer or shorter way than that to a place leads to an access in a grid: the place is
/// accessed with what is beside it, or in part.
bool isAccessedOtherwise(GridOp grid, const PlacePath &path);

/// Whether functions that a grid calls read or write a place of the class data.
bool isUsedByCalls(GridOp grid, const Root &root);

/// The reads of a number of the class data in a grid that does nothing else with it but one
/// assignment; none where that is not so.
std::optional<llvm::SmallVector<LoadOp>> findReadsBeside(GridOp grid, AssignOp assign);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_RUNNINGCANDIDATES_H
