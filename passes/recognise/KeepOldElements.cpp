//===- KeepOldElements.cpp - Reads of elements that only later iterations write ---------------===//
//
//   grid (i < n - 1)                     grid (i < n - 1)
//     a[i] = a[i + 1]             =>       a[i] = a[i + 1] {vkm.reads_old}
//
// On the host each iteration finds in such an element what the array held before the loop. With a
// copy of that, which CopyOldElements makes, no iteration needs to know when others run: one
// dispatch and a copy stand for as many launches as there are diagonals, or for an error.
//
// All reads that are in the way of other iterations are said to be such reads, and the grid is
// asked again: CheckIndependence proves of each that no earlier iteration writes its element, and
// neither does the iteration itself before it reads.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/recognise/KeepOldElements.h"
#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/MemoryAccesses.h"
#include "ir/Effects.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/IterationDistance.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"
#include "passes/recognise/CopyOldElements.h"
#include "passes/recognise/InlineAccumulations.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_KEEPOLDELEMENTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct KeepOldElementsPass : vkm::impl::KeepOldElementsBase<KeepOldElementsPass> {
  using KeepOldElementsBase::KeepOldElementsBase;
  void runOnOperation() override;
};
} // namespace

/// Whether all reads that are in the way of other iterations can be reads of a copy.
static bool canBeCopied(GridOp grid, ArrayRef<Conflict> conflicts,
                        const llvm::StringSet<> &written) {
  return llvm::all_of(conflicts, [&](const Conflict &conflict) {
    return !conflict.reads.empty() &&
           canCopyElements(grid, conflict.root, conflict.reads, written) &&
           llvm::all_of(conflict.reads, [&](Operation *read) {
             auto load = dyn_cast<LoadOp>(read);
             return load && (!grid->isAncestor(load) || findArrayElement(load.getRef()));
           });
  });
}

/// Writes out the calls of functions that read such elements, so that those of this grid are not
/// those of other callers.
static void writeOutReads(GridOp grid, ArrayRef<Conflict> conflicts) {
  writeOutCalls(grid, [&](CallOp call) {
    EffectSet effects = getEffects(call);
    return llvm::any_of(conflicts, [&](const Conflict &conflict) {
      return llvm::is_contained(effects.reads, conflict.root);
    });
  });
}

static bool markReads(GridOp grid, ArrayRef<Conflict> conflicts) {
  for (const Conflict &conflict : conflicts)
    for (Operation *read : conflict.reads) {
      if (!grid->isAncestor(read))
        return false;
      read->setAttr(kReadsOldAttr, UnitAttr::get(grid.getContext()));
    }
  return findConflicts(grid).empty();
}

/// Whether elements are as far away as an unsigned number says that may be a negative one.
static bool mayBeBehind(GridOp grid) {
  AffineAnalysis analysis(grid->getParentOfType<KernelOp>());
  std::optional<IterationDistances> distances = findIterationDistances(analysis, grid);
  return distances && llvm::any_of(distances->all, [&](const Polynomial &distance) {
           return mayBeWrapped(analysis, grid, distance);
         });
}

SmallVector<Conflict> vkmorph::vkm::keepOldElements(GridOp &grid,
                                                    const llvm::StringSet<> &written) {
  SmallVector<Conflict> conflicts = findConflicts(grid);
  if (conflicts.empty() || !canBeCopied(grid, conflicts, written) || mayBeBehind(grid))
    return {};
  Operation *source = grid->clone();
  auto isElsewhere = [&](Operation *read) { return !grid->isAncestor(read); };
  if (llvm::any_of(conflicts,
                   [&](const Conflict &one) { return llvm::any_of(one.reads, isElsewhere); })) {
    writeOutReads(grid, conflicts);
    conflicts = findConflicts(grid);
  }
  if (canBeCopied(grid, conflicts, written) && markReads(grid, conflicts)) {
    source->destroy();
    return conflicts;
  }
  OpBuilder(grid).insert(source);
  grid.erase();
  grid = cast<GridOp>(source);
  return {};
}

void vkmorph::vkm::reportOldElements(GridOp grid, ArrayRef<Conflict> conflicts) {
  for (const Conflict &conflict : conflicts)
    report(
        conflict.reads.front()->getLoc(), diag::OldElementsKept,
        {grid->getParentOfType<KernelOp>().getSymName().str(), getRootName(conflict.root).str()});
}

void KeepOldElementsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  for (ClassOp parent : getOperation().getOps<ClassOp>()) {
    std::optional<llvm::StringSet<>> written;
    SmallVector<GridOp> grids;
    parent.walk([&](GridOp grid) {
      auto kernel = grid->getParentOfType<KernelOp>();
      if (!isAssumedIndependent(kernel, *assumeIndependent) && readsWhatItWrites(grid) &&
          !getLaunches(kernel).empty())
        grids.push_back(grid);
    });
    for (GridOp grid : grids) {
      if (!written)
        written = getFieldsWrittenByKernels(parent);
      SmallVector<Conflict> kept = keepOldElements(grid, *written);
      reportOldElements(grid, kept);
    }
  }
}
