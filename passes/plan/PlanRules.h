//===- PlanRules.h - What each decision of the plan needs -------------------------------------===//
//
// The planner asks before it decides, and the verifier of planned modules asks again what others
// have decided since.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_PLAN_PLANRULES_H
#define VKMORPH_PASSES_PLAN_PLANRULES_H

#include "analysis/patterns/Fills.h"
#include "analysis/patterns/Scatters.h"
#include "ir/Effects.h"
#include "ir/VkmDialect.h"
#include "passes/plan/Target.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>

namespace vkmorph::vkm {

/// Why the iterations of a grid have to come in the order of the source; empty where they do not.
/// `appends` says whether elements that it appends do.
std::string findOrderObstacle(GridOp grid, bool appends);

/// A place that a reduction of a grid names, or that is carried with one.
struct ReducedPlace {
  ReductionOpInterface op; ///< the first operation that names it
  llvm::StringRef field;
  llvm::SmallVector<mlir::Attribute> steps;
  mlir::Type value;     ///< what is combined: a number, vector or matrix, or what a function takes
  int64_t elements = 1; ///< among which indices choose
};

/// The places that the reductions of a grid name, each once, in their order.
llvm::SmallVector<ReducedPlace> collectPlaces(GridOp grid);

/// Bytes of shared memory that a workgroup takes for reductions with so many slots for each reduced
/// number: one per thread, or one per subgroup.
int64_t getSharedBytes(llvm::ArrayRef<ReducedPlace> places, int64_t slots, unsigned dims);

/// Slots in shared memory for each number that a planned grid combines: one per thread for a tree,
/// else one per subgroup.
int64_t getSlots(GridOp grid, bool isTree, const Target &device);
/// Bytes of shared memory that a workgroup takes for the reductions or the row of a planned grid.
int64_t getCombiningBytes(GridOp grid, const Target &device);

/// Why subgroup operations cannot combine what a grid reduces; empty if they can.
std::string findSubgroupObstacle(llvm::ArrayRef<ReducedPlace> places, const Target &device);
/// The same for the accumulators of a row.
std::string findSubgroupObstacle(RowOp row, const Target &device);
/// Why the values of a row cannot be exchanged within a subgroup; empty if they can.
std::string findExchangeObstacle(RowOp row, const Target &device);

/// Why the results of workgroups cannot be combined so, by atomic operations of Vulkan or into
/// totals that begin at zero; empty if they can.
std::string findFinishObstacle(llvm::ArrayRef<ReducedPlace> places, ReduceFinish finish,
                               const Target &device, bool deterministic);

/// Why the atomic total of a grid's reductions and the number of workgroups that are done cannot be
/// the halves of one number of 64 bits; empty if they can.
std::string findPackingObstacle(llvm::ArrayRef<ReducedPlace> places, const Target &device);

/// Why a grid cannot append in the order of the source, and what the user can do about it.
struct AppendOrderObstacle {
  llvm::StringRef why, remedy;
};
/// None where it can. `hasDeviceBounds` says whether kernels change how often its loops run.
std::optional<AppendOrderObstacle> findAppendOrderObstacle(GridOp grid, bool hasDeviceBounds);

/// How the elements that a planned grid, or another operation, appends get their slots; none where
/// it appends nothing.
std::optional<AppendStrategy> getAppendStrategy(mlir::Operation *op);

/// Why the elements of an array cannot be updated so; empty where they can.
/// `room` are the bytes of shared memory that copies may take.
std::string findScatterObstacle(const ScatterArray &array, ScatterPlanAttr plan,
                                const Target &device, bool deterministic, int64_t room);
/// Of shared memory what is left to flags and counters of workgroups.
inline constexpr int64_t kOtherSharedBytes = 256;

/// The threads of a workgroup of a planned grid.
int64_t getWorkgroupThreads(GridOp grid);

/// How many workgroups a grid with `max_workgroups` has at most.
int64_t getMostWorkgroups(GridOp grid);

/// Why threads of a planned grid cannot take several iterations; empty if they can.
std::string findCoarseningObstacle(GridOp grid);

/// Why threads of a planned grid cannot take neighbouring iterations together; empty if they can.
std::string findJamObstacle(GridOp grid);

/// Whether arrays of a class are planned as images.
bool hasPlannedImages(ClassOp op);

/// Why the class data of a planned class cannot be a uniform buffer; empty if it can.
std::string findUniformObstacle(ClassOp op, const Target &device);
/// Why a kernel cannot be given it as one; empty if it can.
std::string findUniformObstacle(KernelOp kernel);

/// Along how many axes the workgroups of a grid are dispatched: those that keep the order of its
/// iterations have one.
unsigned getDispatchedDims(GridOp grid);

/// The grid before or behind statements that run once, in whose dispatch they may run, or whose
/// workgroups are counted behind them; null where there is none.
GridOp getFoldNeighbour(OnceOp once, Fold fold);

/// The statements that run once in the dispatch of a grid beside them, as planned.
llvm::SmallVector<OnceOp> getFoldedInto(GridOp grid, Fold fold);

/// Statements that run once may run in the last workgroup of a grid's dispatch, after the loops of
/// all workgroups, if nothing shows that they did not run before or after them: the grid's loops
/// and the statements touch no common memory of which one side is written. Reduced places are no
/// obstacle, since partial results are combined into them there, in order. An extra dispatch comes
/// after the loops, so that nothing that stands behind them is in its way. Where a grid reduces
/// nothing, its first thread may run them at any time, if they touch no common memory so.
bool canFold(OnceOp once, GridOp grid, Fold fold);

/// Whether the first thread of a grid's dispatch runs statements that run once.
bool runsOnceBeside(GridOp grid);

/// Why the last workgroup of the grid before statements that run once cannot run them behind all
/// loops, whatever these do; empty if it can.
std::string findLastObstacle(OnceOp once);

/// Whether the last workgroup of a grid runs statements behind the loops of all others.
bool runsLast(GridOp grid);

/// What statements that the last workgroup runs access of what its dispatch has written before: it
/// is handed on from workgroup to workgroup, by coherent memory.
llvm::SetVector<Root> findHandedOn(GridOp grid);

/// Whether a planned grid is known to have one workgroup.
bool hasOneWorkgroup(GridOp grid);

/// Why the thread that counts the workgroups of the grid behind statements that run once cannot run
/// them before; empty if it can. `isCounted` says whether the device counts them.
std::string findCountingObstacle(OnceOp once, llvm::function_ref<bool(GridOp)> isCounted);

/// Storage buffers that every Vulkan device takes at once (maxPerStageDescriptorStorageBuffers).
inline constexpr size_t kBuffersOfAnyDevice = 4;

/// How many buffers arrays and members are: all members that are no vectors share one.
size_t countBuffers(ClassOp theClass, const llvm::SetVector<Root> &memory);

/// The storage buffers of a kernel, but for those that the compiler adds.
size_t countBuffers(KernelOp kernel);

/// Whether a kernel that needs `more` buffers of the compiler's has no more of them than a shader
/// of the target takes, or some kernel of the class has anyway.
bool hasRoomForBuffers(KernelOp kernel, size_t more);

/// Why statements that run once cannot be commands that set members; empty if they can. `filling`
/// is a grid that commands would do the work of, besides those that are planned so.
std::string findCommandsObstacle(OnceOp once, GridOp filling = {});

/// Why commands cannot do what a grid that fills arrays does; empty if they can. `written` are the
/// fields that kernels write.
std::string findFillObstacle(GridOp grid, llvm::ArrayRef<Fill> fills,
                             const llvm::StringSet<> &written);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PLAN_PLANRULES_H
