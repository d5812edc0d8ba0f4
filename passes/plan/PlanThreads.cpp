//===- PlanThreads.cpp - Decides how many kernels what runs once per thread is ----------------===//
//
//   vkm.kernel @CastRay(...)   ->   vkm.kernel @CastRay(...) attributes {vkm.threads = "split"}
//
// `joined`: what a thread's steps pass on stays in registers, and threads of a subgroup wait for
// those that do most. `split`: each kernel_X is a kernel, and threads that skip it ask once.
// `wavefront`: each queues the threads that take part, and runs no others. Decides only;
// SplitThreads and SortDispatches follow.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/BodyCost.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"
#include "transforms/ThreadSegments.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANTHREADS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// What is counted: instructions of a thread, as estimateCost does. Dispatches and queues as
// measured for kernels that are split and for iterations that are sorted (bench/results/README.md);
// how many threads have left, nobody knows. A thread's share of a dispatch and of its barrier.
static constexpr int64_t kLaunchCost = 300;
// To store or to read a word that the steps of a thread pass on.
static constexpr int64_t kWordCost = 8;
// To be put into a queue and to be taken out of it, with the dispatches that empty it, fill it and
// count workgroups.
static constexpr int64_t kQueueCost = 2200;
// How often the host runs loops of which that is not known.
static constexpr int64_t kUnknownTrips = 32;
// Of the threads that may have skipped a kernel, one in so many takes part.
static constexpr int64_t kTakesPart = 2;

namespace {
struct PlanThreadsPass : vkm::impl::PlanThreadsBase<PlanThreadsPass> {
  using PlanThreadsBase::PlanThreadsBase;
  void runOnOperation() override;

private:
  void plan(KernelOp kernel);
};

struct ThreadCosts {
  int64_t joined = 0, split = 0, wavefront = 0;
};
} // namespace

/// The words of a thread's variables that each segment shares with others.
static llvm::DenseMap<Block *, int64_t> countSharedWords(ThreadSegments &segments) {
  llvm::DenseMap<Block *, int64_t> words;
  for (Block &block : segments.program.getBody())
    for (auto var : block.getOps<VarOp>()) {
      if (segments.isStableVariable(var) || var == segments.getNext())
        continue;
      llvm::SmallSetVector<Block *, 4> homes;
      for (Operation *user : var.getRef().getUsers())
        homes.insert(segments.getHome(user));
      if (homes.size() > 1)
        for (Block *home : homes)
          words[home] += countNumbers(var, cast<RefType>(var.getRef().getType()).getPointee());
    }
  return words;
}

static ThreadCosts estimate(ThreadSegments &segments) {
  constexpr int64_t kMost = int64_t(1) << 50;
  ThreadCosts costs;
  llvm::DenseMap<Block *, int64_t> words = countSharedWords(segments);
  for (ThreadSegment &segment : segments.segments) {
    int64_t trips = 1;
    for (ForOp loop : segment.loops)
      trips = std::min<int64_t>(
          trips * std::max<int64_t>(1, getTrips(loop).value_or(kUnknownTrips)), 1 << 20);
    int64_t own = std::min<int64_t>(estimateCost(*segment.block), 1 << 30);
    int64_t passedOn = kWordCost * (words.lookup(segment.block) + (segments.skips() ? 1 : 0));
    int64_t whenSplit = own + passedOn + kLaunchCost;
    costs.joined = std::min(kMost, costs.joined + trips * own);
    costs.split = std::min(kMost, costs.split + trips * whenSplit);
    int64_t queued = (own + passedOn) / kTakesPart + kQueueCost + kLaunchCost;
    costs.wavefront = std::min(
        kMost, costs.wavefront + trips * (segments.isQueued(segment) ? queued : whenSplit));
  }
  return costs;
}

/// The ways of a kernel, and what is against them.
static PlanChoice listWays(KernelOp kernel, ThreadSegments *segments,
                           const std::optional<ThreadObstacle> &found) {
  PlanChoice choice("kernels", ("'" + kernel.getDisplayName() + "'").str());
  std::string obstacle = found ? found->why : "", skipped = obstacle;
  ThreadCosts costs;
  if (segments) {
    costs = estimate(*segments);
    bool isAnyQueued = llvm::any_of(segments->segments, [&](const ThreadSegment &segment) {
      return segments->isQueued(segment);
    });
    if (obstacle.empty() && !isAnyQueued)
      skipped = "no thread skips one of its kernels";
  } else {
    costs.joined = estimateCost(kernel.getBody());
  }
  choice.add({"joined",
              costs.joined,
              found ? obstacle : "what a thread's steps pass on stays in registers",
              {},
              {}});
  choice.add({"split", costs.split, "each of its kernels is a program of its own", obstacle, {}});
  choice.add({"wavefront",
              costs.wavefront,
              "threads that are done leave no lanes idle, which is estimated to save more than the "
              "queues cost",
              skipped,
              {}});
  return choice;
}

void PlanThreadsPass::plan(KernelOp kernel) {
  std::string name = kernel.getDisplayName().str();
  SmallVector<ForOp> nest = findThreadLoops(kernel);
  std::optional<ThreadObstacle> obstacle = findThreadObstacle(kernel, nest);
  std::optional<ThreadSegments> segments;
  bool callsOne = false;
  if (!obstacle) {
    segments.emplace(kernel, nest.back());
    segments->cut();
    callsOne = segments->countKernels() < 2;
    if (callsOne)
      obstacle = ThreadObstacle{"it calls one kernel", kernel.getLoc()};
  }
  PlanChoice choice = listWays(kernel, segments ? &*segments : nullptr, obstacle);
  std::string chosen = choice.choose(kernels).value;
  bool isAsked = kernels != "auto" && choice.getRefusal().empty();
  std::string reason = isAsked ? "--kernels=" + kernels : choice.getReason();
  if (!choice.getRefusal().empty() && !callsOne)
    report(obstacle ? obstacle->where : kernel.getLoc(), diag::ThreadsNotSplit,
           {name, kernels, choice.getRefusal().str()});
  else if (chosen == "joined")
    report(kernel.getLoc(), diag::ThreadsJoined, {name, reason});
  else
    report(kernel.getLoc(), diag::ThreadsSplit,
           {name, std::to_string(segments->segments.size()), reason});
  if (chosen != "joined")
    for (Operation *loop : segments->kept)
      report(loop->getLoc(), diag::ThreadLoopKept, {name});
  // The kernel itself is gone where it is split.
  note(kernel->getParentOfType<ClassOp>(), choice);
  kernel->setAttr(kThreadsAttr, StringAttr::get(&getContext(), chosen));
}

void PlanThreadsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  if (failed(checkDecision(getOperation().getLoc(), "kernels", kernels)))
    return signalPassFailure();
  for (ClassOp op : getOperation().getOps<ClassOp>())
    for (KernelOp kernel : llvm::to_vector(op.getBody().front().getOps<KernelOp>()))
      if (kernel.getPerThread())
        plan(kernel);
}
