//===- RecogniseLastValues.cpp - Finds members that keep what the last iteration gives
//---------===//
//
//   if (a[i] > limit)                            if (a[i] > limit) {
//     m_where = i;                       =>        vkm.last @m_where, %i
//
// A place keeps its last value if nothing in the grid reads it, and everything that writes it
// assigns it as a whole. Iterations that all assign one value need no order, and stay as they are.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/values/Expressions.h"
#include "ir/EffectLedger.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISELASTVALUES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct RecogniseLastValuesPass : vkm::impl::RecogniseLastValuesBase<RecogniseLastValuesPass> {
  void runOnOperation() override;
};

/// A place, with the statements of a grid that assign it.
struct LastValueCandidate {
  PlacePath path;
  SmallVector<AssignOp> assigns;
};
} // namespace

/// The assignments of a grid to members and their parts, by place.
static std::vector<LastValueCandidate> collectCandidates(GridOp grid) {
  std::vector<LastValueCandidate> candidates;
  grid.walk([&](AssignOp assign) {
    PlacePath path = getPlacePath(assign.getRef());
    if (!path.root.symbol)
      return;
    auto known = llvm::find_if(candidates,
                               [&](const LastValueCandidate &other) { return other.path == path; });
    if (known == candidates.end())
      known = candidates.insert(candidates.end(), LastValueCandidate{path, {}});
    known->assigns.push_back(assign);
  });
  return candidates;
}

/// Whether a thread can keep a value of the place: a known part of the class data, and no more
/// numbers than other reductions keep.
static bool canKeep(GridOp grid, const LastValueCandidate &candidate) {
  constexpr int64_t kMaxNumbers = 64;
  FieldOp field =
      grid->getParentOfType<ClassOp>().lookupField(candidate.path.root.symbol.getValue());
  if (!field || field.getVectorElement() || field.getSizeOf() || !candidate.path.isExact())
    return false;
  AssignOp first = candidate.assigns.front();
  return countNumbers(grid, first.getValue().getType()) <= kMaxNumbers;
}

/// Whether the statements are all that the grid has to do with the place.
static bool areAlone(GridOp grid, const LastValueCandidate &candidate) {
  for (const MemoryAccess &access : getAccesses(grid)) {
    bool isOwn = llvm::is_contained(candidate.assigns, access.op);
    if (!isOwn && access.path.overlaps(candidate.path))
      return false;
  }
  auto walk = grid.walk([&](PatternOpInterface pattern) {
    bool isSame = llvm::is_contained(pattern.getPlaces(), candidate.path.root);
    return isSame && !isa<LastOp>(pattern) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

/// Whether all iterations that assign the place give it one value.
static bool isOneValue(GridOp grid, const LastValueCandidate &candidate, const EffectSet &effects) {
  Value first = AssignOp(candidate.assigns.front()).getValue();
  return llvm::all_of(candidate.assigns, [&](AssignOp assign) {
    return isInvariant(assign.getValue(), grid, effects) &&
           isSameExpression(assign.getValue(), first);
  });
}

static void rewrite(GridOp grid, const LastValueCandidate &candidate) {
  StringRef field = candidate.path.root.symbol.getValue();
  report(AssignOp(candidate.assigns.front()).getLoc(), diag::ReductionFound,
         {spellPlace(field, candidate.path.path),
          grid->getParentOfType<KernelOp>().getSymName().str(), "last value"});
  for (AssignOp assign : candidate.assigns) {
    OpBuilder builder(assign);
    ArrayAttr path =
        candidate.path.path.empty() ? ArrayAttr() : builder.getArrayAttr(candidate.path.path);
    auto last = builder.create<LastOp>(assign.getLoc(), field, path, assign.getValue());
    if (Attribute comment = assign->getAttr(kCommentAttr))
      last->setAttr(kCommentAttr, comment);
    settleEffects(last, assign);
    assign.erase();
  }
}

void RecogniseLastValuesPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([](GridOp grid) {
    // The user says that no two iterations assign it.
    if (grid->getParentOfType<KernelOp>()->hasAttr(kAssumeIndependentAttr))
      return;
    EffectSet effects = getEffects(grid);
    bool changed = false;
    for (const LastValueCandidate &candidate : collectCandidates(grid)) {
      if (!canKeep(grid, candidate) || isOneValue(grid, candidate, effects) ||
          !areAlone(grid, candidate))
        continue;
      rewrite(grid, candidate);
      changed = true;
    }
    if (changed)
      eraseDeadExpressions(grid.getBody());
  });
}
