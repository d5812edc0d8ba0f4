//===- LastWorkgroup.cpp - What the last workgroup of a dispatch can run behind the loops -----===//
//
//   for (i < n) a[i] = ...;
//   a[n] = a[0];
//
// Statements behind loops that access what the loops do come when all workgroups are done. The
// last one of these, which a counter tells so, runs them in the same dispatch.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/Rounds.h"
#include "analysis/patterns/Scans.h"
#include "analysis/values/Expressions.h"
#include "ir/VkmAttributes.h"
#include "passes/plan/PlanRules.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// What an operation writes; the places that a grid reduces are left out, which the last workgroup
/// itself writes.
static void collectWrites(Operation *op, llvm::SetVector<Root> &written) {
  for (const MemoryAccess &access : getAccesses(op))
    if (access.isWrite)
      written.insert(access.path.root);
}

/// What statements access of what a grid, or what its first thread runs beside it, writes.
static llvm::SetVector<Root> findHandedOn(OnceOp once, GridOp grid) {
  llvm::SetVector<Root> written, handedOn;
  collectWrites(grid, written);
  if (!grid.getPlan())
    for (OnceOp before : getFoldedInto(grid, Fold::Next))
      collectWrites(before, written);
  for (const MemoryAccess &access : getAccesses(once))
    if (written.contains(access.path.root))
      handedOn.insert(access.path.root);
  return handedOn;
}

llvm::SetVector<Root> vkmorph::vkm::findHandedOn(GridOp grid) {
  llvm::SetVector<Root> handedOn;
  for (OnceOp once : getFoldedInto(grid, Fold::Last))
    for (const Root &root : ::findHandedOn(once, grid))
      handedOn.insert(root);
  return handedOn;
}

bool vkmorph::vkm::runsLast(GridOp grid) { return !getFoldedInto(grid, Fold::Last).empty(); }

bool vkmorph::vkm::hasOneWorkgroup(GridOp grid) {
  if (grid.getMaxWorkgroupsAttr() && getMostWorkgroups(grid) == 1)
    return true;
  unsigned dims = grid.getNumDims();
  if (getDispatchedDims(grid) != dims || grid.getTileThreads())
    return false;
  for (unsigned dim = 0; dim < dims; ++dim) {
    std::optional<int64_t> lower = getConstantInt(grid.getLower()[dim]),
                           upper = getConstantInt(grid.getUpper()[dim]);
    bool isPlain = !grid.hasDynamicStep(dim) && grid.getSteps()[dim] >= 1 &&
                   grid.getPredicate(dim) == CmpKind::Lt;
    if (!lower || !upper || !isPlain ||
        *upper - *lower > grid.getWorkgroupSizeAttr()[dims - 1 - dim])
      return false;
  }
  return true;
}

/// How a grid is taken by workgroups of which no last one is known; empty where one is.
static std::string findTakersObstacle(GridOp grid) {
  if (runsCallables(grid))
    return "callable shaders have no workgroups";
  if (findRegrouped(grid) || runsRounds(grid))
    return "workgroups sort the iterations of these loops, or what they call";
  if (grid.getSharedRow())
    return "a workgroup takes an iteration of these loops together";
  if (grid.getInOrder() || !countAppends(grid).empty() || !collectRunning(grid).empty())
    return "these loops append elements, or read running totals";
  if (grid.getTileThreads())
    return "workgroups sort tiles";
  ReductionPlanAttr plan = grid.getPlanAttr();
  if (plan && plan.getFinish() == ReduceFinish::Atomics)
    return "atomic operations finish the reductions of these loops, and no workgroup is the last";
  if (plan && plan.getFinish() == ReduceFinish::ExtraDispatches)
    return "a dispatch behind the loops finishes their reductions";
  return "";
}

/// Why memory cannot be handed on by coherent accesses, or should not; empty where it can.
static std::string findCoherenceObstacle(const Root &root, GridOp grid) {
  auto kernel = grid->getParentOfType<KernelOp>();
  auto argument = dyn_cast_or_null<BlockArgument>(root.value);
  FieldOp field = root.symbol ? grid->getParentOfType<ClassOp>().lookupField(root.symbol.getValue())
                              : FieldOp();
  std::string name =
      field ? field.getSymName().str() : argName(kernel, argument.getArgNumber()).str();
  bool isImage = field ? field.isImage() || field.isTexture() || field->hasAttr(kImageAttr)
                       : kernel.getArgAttr(argument.getArgNumber(), kImageAttr) != nullptr;
  if (isImage)
    return "'" + name + "' is an image";
  // Caches of a workgroup keep nothing of coherent memory.
  bool isReadOften = grid.getBody()
                         .walk([&](LoopOpInterface loop) {
                           return getEffects(loop).readsAny(root) ? WalkResult::interrupt()
                                                                  : WalkResult::advance();
                         })
                         .wasInterrupted();
  return isReadOften ? "an iteration reads '" + name + "' in a loop, which caches serve" : "";
}

std::string vkmorph::vkm::findLastObstacle(OnceOp once) {
  GridOp grid = getFoldNeighbour(once, Fold::Last);
  if (!grid)
    return "there are no loops before them";
  if (std::string obstacle = findTakersObstacle(grid); !obstacle.empty())
    return obstacle;
  for (const Root &root : ::findHandedOn(once, grid))
    if (std::string obstacle = findCoherenceObstacle(root, grid); !obstacle.empty())
      return obstacle;
  // Several elements that are read together are a second view of a buffer, which nothing writes.
  EffectSet effects = getEffects(once);
  auto parent = once->getParentOfType<ClassOp>();
  auto isMember = [&](const Root &root) {
    return root.symbol && !parent.lookupField(root.symbol.getValue()).getVectorElement();
  };
  if (grid.getLoadWidth())
    for (const MemoryAccess &access : getAccesses(grid))
      if (!isMember(access.path.root) && effects.writesAny(access.path.root))
        return "they write to an array of which the loops read several elements at a time";
  if (!grid.getPlan() && !hasOneWorkgroup(grid) &&
      !hasRoomForBuffers(once->getParentOfType<KernelOp>(), 1))
    return "a buffer that counts workgroups would be one more than the target takes";
  return "";
}
