//===- RecogniseScans.cpp - Finds running totals that the loop reads --------------------------===//
//
//   grid (i) {                              grid (i) {
//     m_sum += a[i];                =>        int m_sum = running add @m_sum;
//     out[i] = m_sum;                         m_sum += a[i];
//   }                                         out[i] = m_sum;
//                                           }
//
// A place is a running total if everything in the grid that writes it combines it with a value, by
// one operation, sets it to one, multiplies it or holds it between bounds
// (analysis/patterns/RunningSteps.h), or leaves it one of a few values, whatever these statements
// go by (analysis/patterns/RunningStates.h), and something reads it otherwise, too: what nothing
// reads is a reduction. What is combined must not depend on the total, nor on what the same
// iteration has changed: it is computed before any iteration runs.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/EffectLedger.h"
#include "ir/HostCode.h"
#include "ir/NeverNan.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/recognise/PrepareTotals.h"
#include "passes/recognise/ReplaceStatement.h"
#include "passes/recognise/RunningCandidates.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISESCANS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
/// Looks for running totals in one grid.
class ScanFinder {
public:
  explicit ScanFinder(GridOp grid, bool assumeNoNan) : grid(grid), assumeNoNan(assumeNoNan) {}
  void run();

private:
  std::string findObstacle(const RunningCandidate &candidate);
  void rewrite(const RunningCandidate &candidate);
  std::string spell(const PlacePath &path);
  std::string getKernelName() { return grid->getParentOfType<KernelOp>().getSymName().str(); }

  GridOp grid;
  bool assumeNoNan;
  std::vector<RunningCandidate> candidates;
  llvm::DenseMap<unsigned, Operation *> ends; ///< by system, the variable of the latest total
};

struct RecogniseScansPass : vkm::impl::RecogniseScansBase<RecogniseScansPass> {
  using RecogniseScansBase::RecogniseScansBase;
  void runOnOperation() override;
};
} // namespace

std::string ScanFinder::spell(const PlacePath &path) {
  return spellPlace(getRootName(path.root), path.path);
}

/// What a scan computes, in the words of messages.
static std::string describeLaw(const RunningCandidate &candidate) {
  const RunningLaw &law = candidate.law;
  if (law.hasStates)
    return "state among " + std::to_string(candidate.states->size()) + " values";
  if (candidate.system)
    return "linear recurrence of several states";
  if (law.latest)
    return "latest value";
  Match match = candidate.steps.front().match;
  match.kind = law.kind;
  return (law.scales    ? "linear recurrence"
          : law.bounded ? "sum"
                        : describeResult(match)) +
         (law.bounded ? " between bounds" : "") + (law.restarts ? " that restarts" : "");
}

void ScanFinder::rewrite(const RunningCandidate &candidate) {
  StringAttr symbol = candidate.path.root.symbol;
  const RunningLaw &law = candidate.law;
  Type type = cast<RefType>(candidate.getPlace().getType()).getPointee();
  report(candidate.writes.front()->getLoc(), diag::ScanFound,
         {spell(candidate.path), getKernelName(), describeLaw(candidate)});
  if (!assumeNoNan && isa<FloatType>(type) && !candidate.system)
    for (const Match &match : candidate.getMatches())
      if (match.takesNan() &&
          llvm::any_of(match.terms, [](const Term &term) { return !isNeverNan(term.value); })) {
        report(match.statement->getLoc(), diag::NanOrder,
               {spell(candidate.path), getKernelName(),
                match.kind == ReduceKind::Min ? "std::min" : "std::max"});
        break;
      }
  OpBuilder builder = OpBuilder::atBlockBegin(&grid.getBody().front());
  // Those of a system have their numbers in this order.
  if (Operation *before = candidate.system ? ends.lookup(*candidate.system) : nullptr)
    builder.setInsertionPointAfter(before);
  Location loc = candidate.writes.front()->getLoc();
  auto running = builder.create<RunningOp>(
      loc, type, law.kind, law.restarts, law.scales, law.latest, law.bounded,
      law.hasStates ? builder.getDenseI64ArrayAttr(*candidate.states) : DenseI64ArrayAttr(),
      candidate.system ? builder.getI64IntegerAttr(*candidate.system) : IntegerAttr(),
      candidate.system ? builder.getDenseI64ArrayAttr(candidate.multiples) : DenseI64ArrayAttr(),
      /*wide=*/false, symbol.getValue(),
      candidate.path.path.empty() ? ArrayAttr() : builder.getArrayAttr(candidate.path.path),
      ScanPlanAttr());
  auto variable =
      builder.create<VarOp>(loc, RefType::get(type), nameTotal(grid, candidate), running, false);
  if (candidate.system)
    ends[*candidate.system] = variable;
  for (Operation *write : candidate.writes)
    settleEffects(running, write);
  for (Value lvalue : findLvalues(grid, candidate.path, /*overlaps=*/false)) {
    lvalue.replaceAllUsesWith(variable.getRef());
    lvalue.getDefiningOp()->erase();
  }
  eraseDeadExpressions(grid.getBody());
}

/// Why a scan over this grid does not compute a place.
std::string ScanFinder::findObstacle(const RunningCandidate &candidate) {
  if (!candidate.obstacle.empty())
    return candidate.obstacle;
  if (!candidate.needs.empty()) {
    size_t own = &candidate - candidates.data();
    const RunningCandidate &other = candidates[candidate.needs.front()];
    return "what it is combined with depends on '" + spell(other.path) + "', " +
           (llvm::is_contained(other.needs, own)
                ? "and what that is combined with on this one"
                : "which is a running total as well; make two loops of them");
  }
  bool appends = false;
  grid.walk([&](AppendOp) { appends = true; });
  return appends ? "the loop appends elements as well; append in a loop of its own" : "";
}

void ScanFinder::run() {
  prepareTotals(grid);
  candidates = findRunningCandidates(grid);
  for (RunningCandidate &candidate : candidates)
    candidate.obstacle = findObstacle(candidate);
  for (const RunningCandidate &candidate : candidates) {
    if (candidate.obstacle.empty()) {
      rewrite(candidate);
      continue;
    }
    // What nothing is combined with is no total that users had in mind.
    bool hasNeeds = candidate.law.hasStates && !candidate.needs.empty();
    if (candidate.law.latest || (candidate.law.hasStates && !hasNeeds))
      continue;
    report(candidate.writes.front()->getLoc(), diag::ScanMissed,
           {spell(candidate.path), getKernelName(), candidate.obstacle});
    std::string why =
        "the loop reads the running total, and no scan computes it: " + candidate.obstacle;
    for (Operation *write : candidate.writes)
      write->setAttr(kNoReductionAttr, StringAttr::get(grid.getContext(), why));
  }
}

void RecogniseScansPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](KernelOp kernel) {
    for (GridOp grid : llvm::to_vector(kernel.getBody().front().getOps<GridOp>()))
      ScanFinder(grid, assumeNoNan).run();
  });
}
