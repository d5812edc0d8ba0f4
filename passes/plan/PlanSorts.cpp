//===- PlanSorts.cpp - How elements are put in order -----------------------------------------===//
//
//   vkm.sort "sort" %keys[%zero, %n]   ->   vkm.sort "sort" %keys[%zero, %n] by radix
//
// `radix`: elements move once for each digit of their keys, however many they are. `merge`: they
// move once more each time that their number doubles, whatever the order is. Decides only;
// SplitSorts follows.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "ir/HostCode.h"
#include "ir/MemoryForm.h"
#include "ir/Sorts.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Target.h"
#include "transforms/SortKeys.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANSORTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// What is counted: bytes that are read and written for an element. How many elements there are is
// known to the host alone; where it does not say so, as many as it takes for sorting to take time.
static constexpr int64_t kUnknownCount = int64_t(1) << 22;
// To rank an element by a digit, measured beside merges of 4 and 8 bytes (bench/results/README.md).
static constexpr int64_t kRank = 24;
// Sectors of memory that are read for a number beside the element.
static constexpr int64_t kSector = 32;
// Threads that merge by themselves read neighbours one after another.
static constexpr int64_t kScattered = 4;

namespace {
struct PlanSortsPass : vkm::impl::PlanSortsBase<PlanSortsPass> {
  using PlanSortsBase::PlanSortsBase;
  void runOnOperation() override;

private:
  Target readTarget();
  void plan(SortOp sort, const Target &device);
};

/// A sort, and what its elements are.
struct Sorted {
  SortOp sort;
  const Target &device;
  int64_t bytes;    ///< of an element
  bool holdsSmall;  ///< numbers of 8 or 16 bits
  int64_t elements; ///< how many, or an estimate
  std::optional<SortKey> key;
  std::string noKey; ///< what is against one

  /// What a round of merges reads and writes for an element.
  int64_t getMerged() const { return 2 * bytes + (key && key->readsOthers() ? 2 * kSector : 0); }
};
} // namespace

/// One that cannot be loaded is reported where the other decisions are made.
Target PlanSortsPass::readTarget() {
  llvm::Expected<Target> device = loadTarget(target);
  if (!device) {
    llvm::consumeError(device.takeError());
    return {};
  }
  for (const std::string &key : missing)
    device->drop(key);
  device->name += language.empty() ? "" : " in " + language;
  return *device;
}

static constexpr llvm::StringLiteral kNoSmall =
    "shared memory need not have numbers of 8 or 16 bits";

static std::string describeSize(const Sorted &sorted) {
  return "an element has " + std::to_string(sorted.bytes) + " bytes";
}

/// How often runs that double from so many on are merged: there and back.
static int64_t countRounds(const Sorted &sorted, int64_t run) {
  int64_t rounds = 0;
  for (; run < sorted.elements; run *= 4)
    rounds += 2;
  return rounds;
}

static SortPlanAttr makePlan(const Sorted &sorted, SortStrategy strategy, int64_t size,
                             int64_t share) {
  return SortPlanAttr::get(SortOp(sorted.sort).getContext(), strategy, size, share);
}

/// As many threads as take eight elements each that fit.
static SortPlanAttr makeTiles(const Sorted &sorted) {
  constexpr int64_t kShare = 8, kMostThreads = 256, kMostBytes = 16384;
  int64_t threads = std::min(kMostThreads, sorted.device.maxWorkgroupInvocations);
  int64_t room = std::min(kMostBytes, sorted.device.sharedMemoryBytes) / sorted.bytes;
  int64_t size = std::max(std::min(threads * kShare, room), kShare);
  return makePlan(sorted, SortStrategy::Tiles, int64_t(1) << llvm::Log2_64(size), kShare);
}

/// Shared memory holds what is ranked, 8 counts for each thread, and the numbers of a scan and of
/// the digits.
static SortPlanAttr makeRadix(const Sorted &sorted, SortStrategy strategy) {
  constexpr int64_t kShare = 8, kMostThreads = 256, kDigits = 256, kCounts = 8;
  int64_t bytes = strategy == SortStrategy::Radix ? sorted.bytes : 4;
  int64_t threads = std::min(kMostThreads, sorted.device.maxWorkgroupInvocations);
  auto fits = [&] {
    // With a gap behind each 32 words.
    int64_t withGaps = threads * (kShare * bytes + 4 * kCounts) * 33 / 32;
    return withGaps + 4 * (threads + kDigits) <= sorted.device.sharedMemoryBytes;
  };
  while (!fits() && threads > 1)
    threads /= 2;
  return makePlan(sorted, strategy, threads * kShare, kShare);
}

static Candidate weighRadix(const Sorted &sorted, SortPlanAttr plan) {
  // Larger elements would leave a workgroup too few.
  constexpr int64_t kLeast = 1024, kMostBytes = 8;
  bool isIndexed = plan.getStrategy() == SortStrategy::IndexedRadix;
  StringRef value = isIndexed ? "indexed-radix" : "radix";
  auto refuse = [&](std::string why) {
    return Candidate{value.str(), 0, "", std::move(why), "radix"};
  };
  const std::optional<SortKey> &key = sorted.key;
  if (!key)
    return refuse(sorted.noKey);
  if (key->getType().isF64() && !sorted.device.int64)
    return refuse("target '" + sorted.device.name + "' has no integers of 64 bits");
  if (!isIndexed && sorted.holdsSmall)
    return refuse(kNoSmall.str());
  if (plan.getSize() < kLeast || (!isIndexed && sorted.bytes > kMostBytes))
    return refuse(describeSize(sorted));
  int64_t bits = std::max<int64_t>(key->getBits(), 8);
  int64_t passes = bits == 8 ? 2 : bits / 8;
  // Read twice and written; by indices read once more, not side by side. A table has a number for
  // each digit.
  int64_t others = (key->readsOthers() ? (isIndexed ? 2 : 4) * kSector : 0);
  int64_t moved = (isIndexed ? 4 : 3) * sorted.bytes + others;
  int64_t tables = 4 * 256 * 4 / plan.getSize();
  return {value.str(),
          passes * (kRank + moved + tables),
          "its order compares one number of each, of " + std::to_string(key->getBits()) +
              " bits in " + std::to_string(passes) + " passes",
          {},
          "radix"};
}

static Candidate weighTiles(const Sorted &sorted, SortPlanAttr plan) {
  constexpr int64_t kLeast = 128;
  std::string obstacle;
  if (sorted.holdsSmall)
    obstacle = kNoSmall.str();
  else if (plan.getSize() < kLeast)
    obstacle = describeSize(sorted);
  int64_t rounds = countRounds(sorted, plan.getSize());
  return {"tiles", (1 + rounds) * sorted.getMerged(),
          "workgroups sort " + std::to_string(plan.getSize()) +
              " elements in shared memory, and merge through it",
          obstacle, "merge"};
}

static Candidate weighRuns(const Sorted &sorted, SortPlanAttr plan) {
  int64_t cost = (1 + countRounds(sorted, plan.getSize())) * sorted.getMerged() * kScattered;
  return {"runs", cost, "threads merge by themselves", {}, "merge"};
}

/// Of a control function, or of the kernel that does nothing else.
static std::string getFunctionName(SortOp sort) {
  if (auto control = sort->getParentOfType<ControlOp>())
    return getNameInSource(control);
  return sort->getParentOfType<KernelOp>().getDisplayName().str();
}

void PlanSortsPass::plan(SortOp sort, const Target &device) {
  auto parent = sort->getParentOfType<ClassOp>();
  Type element = sort.getElements().getType().getPointee();
  Layout layout = getBlockLayout(parent, element, getPushLayout);
  std::optional<int64_t> begin = getConstantInt(sort.getBegin()),
                         end = getConstantInt(sort.getEnd());
  Sorted sorted = {sort,
                   device,
                   int64_t(llvm::alignTo(layout.size, layout.align)),
                   holdsSmall(parent, element),
                   begin && end ? std::max<int64_t>(*end - *begin, 0) : kUnknownCount,
                   std::nullopt,
                   ""};
  sorted.key = SortKey::find(sort, sorted.noKey);
  SortPlanAttr plans[] = {makeRadix(sorted, SortStrategy::Radix),
                          makeRadix(sorted, SortStrategy::IndexedRadix), makeTiles(sorted),
                          makePlan(sorted, SortStrategy::Runs, 16, 8)};
  std::string where = getFunctionName(sort);
  PlanChoice choice("sort", "'" + sort.getName().str() + "' in '" + where + "'");
  choice.add(weighRadix(sorted, plans[0]));
  choice.add(weighRadix(sorted, plans[1]));
  choice.add(weighTiles(sorted, plans[2]));
  choice.add(weighRuns(sorted, plans[3]));
  choice.choose(by);
  if (!choice.getRefusal().empty())
    report(sort.getLoc(), diag::SortRefused,
           {sort.getName().str(), where, by, choice.getRefusal().str()});
  report(sort.getLoc(), diag::PlanSort,
         {sort.getName().str(), where, choice.getChosen().getAsked().str(), choice.getReason()});
  // The sort itself is gone where it is split.
  note(parent, choice);
  sort.setPlanAttr(plans[choice.getIndex()]);
}

void PlanSortsPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Imported)
    return;
  if (failed(checkDecision(module.getLoc(), "sort", by)))
    return signalPassFailure();
  SmallVector<SortOp> sorts;
  module.walk([&](SortOp sort) { sorts.push_back(sort); });
  if (sorts.empty())
    return;
  Target device = readTarget();
  for (SortOp sort : sorts)
    plan(sort, device);
}
