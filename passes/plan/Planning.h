//===- Planning.h - The planners of vkm-plan, one for each subject ----------------------------===//
//
// Each lists its ways as a PlanChoice, takes one, writes it down as attributes, and says in a
// remark why.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_PLAN_PLANNING_H
#define VKMORPH_PASSES_PLAN_PLANNING_H

#include "passes/plan/Choice.h"
#include "passes/plan/PlanRules.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace vkmorph::vkm {

/// What all of them know: the target, and what users decided ("auto", 0: nothing).
struct Planning {
  Target device;
  std::string reduction, finish, append, scatter, scan, rows, fills;
  bool deterministic = false;
  int64_t workgroupSize = 0;
};

/// The body of a grid with reductions that costs so much that a thread takes fewer iterations than
/// of others.
struct Heavy {
  int64_t cost; ///< of an iteration (BodyCost.h)
  int32_t perThread;
};

/// The function that combines a workgroup has a parameter for each reduced place, and SPIR-V allows
/// so many.
inline constexpr size_t kMaxPlaces = 255;
/// Workgroups of a grid of one dimension that leaves results to combine.
inline constexpr int32_t kMaxReductionGroups[3][3] = {{256, 1, 1}, {16, 32, 1}, {8, 8, 8}};
/// Workgroups that take shares of neighbouring iterations, of which one workgroup computes what
/// comes before each.
inline constexpr int32_t kMaxOrderedGroups = 4096;
/// Workgroups where a thread takes fewer iterations than of light bodies.
inline constexpr int32_t kMaxHeavyGroups = 4096;

/// Bytes of shared memory that are left to a workgroup of so many threads for anything but appends
/// in the order of the source, where users ask for these.
int64_t getRoom(GridOp grid, int64_t threads, const Planning &planning);

/// The largest power of two that is no larger: what trees and subgroups divide.
int64_t getPowerBelow(int64_t number);

// PlanWorkgroups.cpp

/// As many iterations for each thread as make the combination of a workgroup's values small beside
/// them; none where the body is light.
std::optional<Heavy> findHeavy(GridOp grid, llvm::ArrayRef<ReducedPlace> places);
/// How many threads a workgroup has, near the power of two that is wanted. `findObstacle` says what
/// speaks against another number, `goesToOne` whether fewer than 16 are listed as well.
PlanChoice chooseWorkgroupSize(int64_t wanted, llvm::StringRef reason, bool goesToOne,
                               llvm::function_ref<std::string(int64_t)> findObstacle,
                               const Planning &planning);
/// The size of workgroups, and what a thread takes at a time.
void planWorkgroups(GridOp grid, llvm::ArrayRef<ReducedPlace> places, std::optional<Heavy> heavy,
                    const Planning &planning);
/// How the kernels are dispatched that fill images and bring them back.
void planConversions(ClassOp op, const Planning &planning);

// PlanReductions.cpp

/// How a workgroup combines what a grid reduces, and who combines the results of workgroups.
mlir::LogicalResult planReductions(GridOp grid, llvm::ArrayRef<ReducedPlace> places,
                                   std::optional<Heavy> heavy, const Planning &planning);
/// "last workgroup": a finish as remarks and the generated text name it.
llvm::StringRef spellFinish(ReduceFinish finish);

// PlanRows.cpp

/// Who takes the iterations of a row: a thread, a workgroup, or one that takes several rows side by
/// side.
void planRow(GridOp grid, const Planning &planning);

// PlanUnevenRows.cpp

/// The same for a row of a length of its own: a thread, or a group of threads.
void planUnevenRow(RowOp row, const Planning &planning);

// PlanAppends.cpp

/// How appended elements get their slots.
mlir::LogicalResult planAppends(mlir::ModuleOp module, const Planning &planning);

// PlanScans.cpp

/// Iterations that read running totals are taken in the order of the source: decided before the
/// others, which ask for it.
void planScanOrder(GridOp grid);
/// How running totals come to the iterations of a grid.
mlir::LogicalResult planScans(GridOp grid, const Planning &planning);

// PlanScatters.cpp

/// How the iterations of a grid update elements that others update as well.
mlir::LogicalResult planScatters(GridOp grid, llvm::ArrayRef<ReducedPlace> places,
                                 const Planning &planning);
/// "atomic operations": a plan as remarks and the generated text name it.
std::string describeScatter(ScatterPlanAttr plan);
/// The plans of all that a grid, or its shader, updates, each with what it is of: an array, or
/// parts of one that are planned in different ways.
llvm::SmallVector<std::pair<std::string, ScatterPlanAttr>> listScatters(mlir::Operation *grid);

// PlanFills.cpp

/// Whether commands do what loops do that store one number all over arrays.
void planFills(KernelOp kernel, const Planning &planning);

// PlanFolding.cpp

/// Whether statements that run once have a dispatch of their own.
void planFolding(KernelOp kernel);
/// Who counts the workgroups of each grid: the host, or the device before its dispatch.
void planCounts(mlir::ModuleOp module);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PLAN_PLANNING_H
