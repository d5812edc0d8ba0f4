//===- Overwritten.cpp - Whether what a launch stores is ever read ----------------------------===//

#include "analysis/accesses/Overwritten.h"

#include "analysis/accesses/AccessReach.h"
#include "analysis/accesses/LaunchTranslation.h"
#include "ir/Effects.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Whether a subscript says which element an access is of.
static bool hasIndex(const ElementAccess &access) {
  return !access.path.empty() && access.path.front().index;
}

static std::vector<ElementAccess> collect(AffineAnalysis &analysis, Operation *grid) {
  return collectAccessCases(analysis, grid, [&](const ElementAccess &access) {
    AccessReach reach(analysis, grid, access);
    return reach.certain || reach.isTight;
  });
}

/// The only grid of a kernel that does nothing else; null for others.
static GridOp getOnlyGrid(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  auto grids = body.getOps<GridOp>();
  return llvm::hasSingleElement(grids) && body.getOps<OnceOp>().empty() ? *grids.begin() : GridOp();
}

/// The vector or array of the class that is all that a grid stores in; null where there is none.
static Root getOnlyTarget(GridOp grid) {
  EffectSet effects = getEffects(grid.getBody());
  if (effects.ordered)
    return {};
  Root target;
  for (Root root : effects.writes) {
    bool isLocal = !root.symbol && grid->isAncestor(root.value.getParentRegion()->getParentOp());
    if (isLocal)
      continue;
    if (target || !root.symbol)
      return {};
    target = root;
  }
  return target;
}

/// How far each access of a grid reaches into the vector that it stores in; nothing where that is
/// not known.
static std::optional<SmallVector<Reach>> findStored(AffineAnalysis &analysis, GridOp grid,
                                                    const Root &target) {
  SmallVector<Reach> stored;
  for (const ElementAccess &access : collect(analysis, grid)) {
    if (access.root != target)
      continue;
    if (access.reads || !hasIndex(access))
      return std::nullopt;
    AccessReach reach(analysis, grid, access);
    if (!reach.certain && reach.possible.empty())
      return std::nullopt;
    stored.push_back(reach.certain ? *reach.certain : reach.possible.front());
  }
  return stored;
}

/// The elements of a vector that a kernel writes for certain; nothing where it reads some, or
/// writes none for certain.
static std::optional<Reach> findCovered(AffineAnalysis &analysis, KernelOp kernel,
                                        const Root &target) {
  GridOp grid = getOnlyGrid(kernel);
  if (!grid)
    return std::nullopt;
  std::vector<ElementAccess> accesses = collect(analysis, grid);
  joinBranches(accesses, grid);
  std::optional<Reach> covered;
  for (const ElementAccess &access : accesses) {
    if (access.root != target)
      continue;
    if (access.reads || !hasIndex(access))
      return std::nullopt;
    AccessReach reach(analysis, grid, access);
    if (!covered && reach.certain && reach.covers && access.path.size() == 1)
      covered = reach.certain;
  }
  return covered;
}

/// Whether a statement of a control function leaves the elements of a vector alone, and does not
/// end the function.
static bool passesBy(Operation *op, const Root &target) {
  if (auto launch = dyn_cast<LaunchOp>(op)) {
    KernelOp kernel = lookupKernel(launch);
    EffectSet effects = getEffects(kernel.getBody());
    bool isGiven = llvm::any_of(launch.getOperands(), [&](Value operand) {
      return isa<PtrType, RefType>(operand.getType()) && mayAlias(getRoot(operand), target);
    });
    return !isGiven && !effects.readsAny(target) && !effects.writesAny(target);
  }
  if (isa<ReserveOp>(op) || isMemoryEffectFree(op))
    return true;
  if (!isa<VarOp, LoadOp, AssignOp, UpdateOp>(op))
    return false;
  EffectSet effects = getEffects(op);
  return !effects.readsAny(target) && !effects.writesAny(target);
}

bool vkmorph::vkm::isOverwrittenBehind(LaunchOp launch) {
  KernelOp kernel = lookupKernel(launch);
  auto control = launch->getParentOfType<ControlOp>();
  GridOp grid = kernel ? getOnlyGrid(kernel) : GridOp();
  Root target = grid && control ? getOnlyTarget(grid) : Root();
  if (!target)
    return false;
  AffineAnalysis analysis(control), ofKernel(kernel);
  std::optional<SmallVector<Reach>> stored = findStored(ofKernel, grid, target);
  if (!stored)
    return false;
  for (Operation *next = launch->getNextNode(); next; next = next->getNextNode()) {
    if (passesBy(next, target))
      continue;
    auto other = dyn_cast<LaunchOp>(next);
    if (!other)
      return false;
    KernelOp writer = lookupKernel(other);
    AffineAnalysis ofWriter(writer);
    std::optional<Reach> covered = findCovered(ofWriter, writer, target);
    if (!covered)
      return false;
    std::optional<Reach> outer =
        Translation(ofWriter, analysis, other).translate(*covered, analysis.getFacts(), {});
    return outer && llvm::all_of(*stored, [&](const Reach &reach) {
             std::optional<Reach> inner =
                 Translation(ofKernel, analysis, launch).translate(reach, analysis.getFacts(), {});
             return inner && isWithin(analysis, *inner, *outer);
           });
  }
  return false;
}
