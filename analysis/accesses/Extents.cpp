//===- Extents.cpp - How far a kernel reaches into its buffers -------------------------------===//

#include "analysis/accesses/Extents.h"

#include "analysis/accesses/AccessReach.h"
#include "analysis/accesses/LaunchConditions.h"
#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/LaunchTranslation.h"
#include "analysis/values/CountedLoops.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/Places.h"

#include "llvm/ADT/SmallSet.h"

#include <deque>
#include <map>

using namespace mlir;
using namespace vkmorph::vkm;

void BufferUse::block(const std::string &why, Location loc) {
  if (!obstacle.empty())
    return;
  obstacle = why;
  obstacleLoc = loc;
}

ExtentOp vkmorph::vkm::findExtent(FunctionOpInterface function, unsigned index) {
  for (auto extent : function.getFunctionBody().front().getOps<ExtentOp>())
    if (auto argument = dyn_cast<BlockArgument>(extent.getPointer()))
      if (argument.getArgNumber() == index)
        return extent;
  return {};
}

/// The stated number of elements.
static std::optional<Polynomial> evaluateStated(AffineAnalysis &analysis, ExtentOp extent) {
  return analysis.evaluate(cast<YieldOp>(extent.getCount().front().back()).getValue());
}

//===------------------------------------------------------------------------------------------===//
// Kernels
//===------------------------------------------------------------------------------------------===//

static constexpr const char *kMayBeLeftOut =
    "an access may be left out, and none that always happens is known to reach as far";

/// Gives equal polynomials one number, since many are compared many times.
class PolynomialNumbers {
public:
  unsigned get(const Polynomial &polynomial) {
    unsigned next = numbers.size() + numInvalid;
    if (!polynomial.isValid()) // equals none
      return ++numInvalid, next;
    return numbers.try_emplace(polynomial.getTerms(), next).first->second;
  }

private:
  std::map<Polynomial::TermList, unsigned> numbers;
  unsigned numInvalid = 0;
};

/// A reach with the numbers of its count and guards, and of what holds where a guard does not.
struct JoinableReach {
  JoinableReach(const Reach &reach, PolynomialNumbers &numbers)
      : reach(reach), count(numbers.get(reach.count)) {
    for (const Polynomial &guard : reach.guards) {
      guards.push_back(numbers.get(guard));
      contraries.push_back(numbers.get(normalise(-guard - 1)));
    }
  }

  Reach reach;
  unsigned count;
  SmallVector<unsigned> guards, contraries;
};

static bool contains(ArrayRef<JoinableReach> reaches, unsigned count, ArrayRef<unsigned> guards) {
  return llvm::any_of(reaches, [&](const JoinableReach &known) {
    return known.count == count && ArrayRef(known.guards) == guards;
  });
}

/// One reach of two, the first where a condition holds and the second where it does not, if they go
/// equally far, and that is not known.
static std::optional<Reach> join(const AffineAnalysis &analysis, const JoinableReach &a,
                                 const JoinableReach &b, ArrayRef<JoinableReach> known) {
  for (auto [condition, contrary] : llvm::enumerate(a.contraries)) {
    const unsigned *found = llvm::find(b.guards, contrary);
    if (found == b.guards.end())
      continue;
    SmallVector<unsigned> guards(b.guards);
    guards.erase(guards.begin() + (found - b.guards.begin()));
    if (contains(known, b.count, guards))
      continue;
    Reach joined = b.reach;
    joined.guards.erase(joined.guards.begin() + (found - b.guards.begin()));
    // Most of what has to hold is said in the same words.
    SmallVector<Polynomial> open;
    for (auto [number, guard] : llvm::zip(a.guards, a.reach.guards))
      if (number != a.guards[condition] && !llvm::is_contained(guards, number))
        open.push_back(guard);
    // Where the second one does not reach anything its number means nothing, and may be negative.
    if (a.count != b.count)
      open.append({a.reach.count - b.reach.count, b.reach.count});
    Facts facts;
    if (!open.empty()) {
      facts = analysis.getFacts();
      for (const Polynomial &guard : joined.guards)
        facts.add(guard);
      facts.add(a.reach.guards[condition]);
    }
    if (areNonNegative(facts, open))
      return joined;
  }
  return std::nullopt;
}

/// Two reaches of which one goes as far as the access, whatever else holds: `if (i < n) a[i]` in a
/// loop to m reaches n elements or m, whichever are fewer.
static std::optional<std::pair<const Reach *, const Reach *>>
findTogether(ArrayRef<Reach> witnesses, const AccessReach &access) {
  constexpr size_t kMaxWitnesses = 8;
  if (witnesses.size() > kMaxWitnesses)
    return std::nullopt;
  for (const Reach &first : witnesses)
    for (const Polynomial &condition : first.guards) {
      if (!access.isWithin(first, {condition}))
        continue;
      for (const Reach &second : witnesses)
        if (&second != &first && access.isWithin(second, {-condition - 1}))
          return std::pair(&first, &second);
    }
  return std::nullopt;
}

/// Joins reaches as long as that leads to fewer guards.
static void joinReaches(const AffineAnalysis &analysis, SmallVectorImpl<Reach> &reaches) {
  // A window in two dimensions has 16 cases, and two witnesses of each.
  constexpr size_t kMaxReaches = 96;
  PolynomialNumbers numbers;
  SmallVector<JoinableReach> different;
  for (const Reach &reach : reaches) {
    JoinableReach next(reach, numbers);
    if (!contains(different, next.count, next.guards))
      different.push_back(std::move(next));
  }
  for (size_t i = 0; i < different.size() && i < kMaxReaches; ++i)
    for (size_t k = 0; k < i && different.size() < kMaxReaches; ++k)
      for (auto [a, b] : {std::pair(i, k), std::pair(k, i)})
        if (std::optional<Reach> joined = join(analysis, different[a], different[b], different))
          different.emplace_back(*joined, numbers);
  reaches.clear();
  for (const JoinableReach &one : different)
    reaches.push_back(one.reach);
}

/// Whether an iteration has written what an access reads, on every way to it: `a[i] = x; a[i] +=
/// y;` needs nothing that the array held before.
static bool readsOwnWrite(const ElementAccess &access) {
  Value read = getAccessedPlace(access.op);
  auto writes = [&](Operation *op) {
    auto assign = dyn_cast<AssignOp>(op);
    for (Value place = read; assign;) {
      if (isSamePlace(assign.getRef(), place))
        return true;
      Operation *part = place.getDefiningOp();
      if (!isa_and_nonnull<MemberOp, ElementOp>(part))
        break;
      place = part->getOperand(0);
    }
    return false;
  };
  for (Operation *at = access.op; read && at && !isa<GridOp, FunctionOpInterface>(at);
       at = at->getParentOp())
    for (Operation *op = at->getPrevNode(); op; op = op->getPrevNode())
      if (writes(op))
        return true;
  return false;
}

/// Whether a reach goes as far as an access, wherever that runs.
static bool goesAsFar(const Reach &reach, const AccessReach &access) {
  return access.isWithin(reach) || access.isPossiblyWithin(reach);
}

/// Without the guards that the others say as well.
static Reach dropImplied(const AffineAnalysis &analysis, Reach reach) {
  for (size_t i = 0; i < reach.guards.size();) {
    Facts others = analysis.getFacts();
    for (auto [number, guard] : llvm::enumerate(reach.guards))
      if (number != i)
        others.add(guard);
    if (others.isNonNegative(reach.guards[i]))
      reach.guards.erase(reach.guards.begin() + i);
    else
      ++i;
  }
  return reach;
}

namespace {
/// An access that may be left out.
struct UncertainAccess {
  unsigned index; ///< of the parameter
  AccessReach reach;
  Location loc;
};
} // namespace

/// What some iteration reaches of an array under conditions, in each case of them; `atEdges`: also
/// iterations in which a condition just holds.
static SmallVector<Reach> getWitnesses(const AffineAnalysis &analysis,
                                       const std::vector<UncertainAccess> &accesses, unsigned index,
                                       bool atEdges) {
  SmallVector<Reach> witnesses;
  for (const UncertainAccess &access : accesses)
    if (access.index == index) {
      llvm::append_range(witnesses, access.reach.witnesses);
      if (atEdges)
        llvm::append_range(witnesses, access.reach.edges);
    }
  joinReaches(analysis, witnesses);
  return witnesses;
}

/// Adds a witness that goes as far as an access, the one with the fewest guards, or two of which
/// one does; false where there are none.
static bool addWitness(const AffineAnalysis &analysis, BufferUse &use, const AccessReach &access,
                       ArrayRef<Reach> witnesses) {
  const Reach *simplest = nullptr;
  for (const Reach &witness : witnesses)
    if ((!simplest || witness.guards.size() < simplest->guards.size()) &&
        goesAsFar(witness, access))
      simplest = &witness;
  if (simplest) {
    addReach(analysis, use.reaches, *simplest);
    return true;
  }
  auto pair = findTogether(witnesses, access);
  if (!pair)
    return false;
  addReach(analysis, use.reaches, *pair->first);
  addReach(analysis, use.reaches, *pair->second);
  return true;
}

/// Adds what accesses reach that may be left out, as far as that is known.
static void settleUncertain(const AffineAnalysis &analysis, MutableArrayRef<BufferUse> uses,
                            const std::vector<UncertainAccess> &uncertain) {
  SmallVector<SmallVector<Reach>> witnesses, atEdges(uses.size());
  for (unsigned index = 0; index < uses.size(); ++index)
    witnesses.push_back(getWitnesses(analysis, uncertain, index, false));
  for (const UncertainAccess &pending : uncertain) {
    BufferUse &use = uses[pending.index];
    if (llvm::any_of(use.reaches,
                     [&](const Reach &reach) { return goesAsFar(reach, pending.reach); }) ||
        addWitness(analysis, use, pending.reach, witnesses[pending.index]))
      continue;
    SmallVector<Reach> &edges = atEdges[pending.index];
    if (edges.empty())
      for (const Reach &edge : getWitnesses(analysis, uncertain, pending.index, true))
        edges.push_back(dropImplied(analysis, edge));
    if (addWitness(analysis, use, pending.reach, edges))
      continue;
    if (!pending.reach.possible.empty())
      use.possible.push_back({pending.reach.possible, pending.loc});
    else
      use.block(kMayBeLeftOut, pending.loc);
  }
}

SmallVector<BufferUse> vkmorph::vkm::analyseKernel(AffineAnalysis &analysis, KernelOp kernel) {
  SmallVector<BufferUse> uses(kernel.getNumArguments());
  SmallVector<std::optional<Reach>> covered(uses.size());
  SmallVector<bool> readBefore(uses.size());
  std::vector<UncertainAccess> uncertain;
  for (Operation &op : kernel.getBody().front()) {
    if (!isa<OnceOp, GridOp>(op))
      continue;
    std::vector<ElementAccess> accesses =
        collectAccessCases(analysis, &op, [&](const ElementAccess &access) {
          AccessReach reach(analysis, &op, access);
          return reach.certain || reach.isTight;
        });
    joinBranches(accesses, &op);
    for (const ElementAccess &access : accesses)
      if (access.reads && access.root.value && !readsOwnWrite(access))
        readBefore[cast<BlockArgument>(access.root.value).getArgNumber()] = true;
    for (const ElementAccess &access : accesses) {
      if (!access.root.value || !isa<PtrType>(access.root.value.getType()))
        continue;
      unsigned index = cast<BlockArgument>(access.root.value).getArgNumber();
      BufferUse &use = uses[index];
      use.reads |= access.reads;
      use.writes |= access.writes;
      if (access.path.empty() || !access.path.front().index) {
        use.block("a subscript is no affine function of loop counters", access.getLoc());
        continue;
      }
      AccessReach reach(analysis, &op, access);
      if (!reach.certain) {
        uncertain.push_back({index, reach, access.getLoc()});
        continue;
      }
      addReach(analysis, use.reaches, *reach.certain);
      if (reach.covers && !readBefore[index] && !covered[index])
        covered[index] = reach.certain;
    }
  }
  settleUncertain(analysis, uses, uncertain);
  for (unsigned index = 0; index < uses.size(); ++index) {
    BufferUse &use = uses[index];
    if (ExtentOp stated = findExtent(kernel, index)) {
      use.obstacle.clear();
      use.possible.clear();
      use.reaches.clear();
      if (std::optional<Polynomial> count = evaluateStated(analysis, stated))
        use.reaches.push_back({{}, *count, {}});
      else
        use.block("the extent that is stated at the kernel is not understood", stated.getLoc());
    }
    use.overwritten = covered[index] && use.isKnown() && use.possible.empty() &&
                      isWhole(analysis, use.reaches, *covered[index]);
  }
  return uses;
}

//===------------------------------------------------------------------------------------------===//
// Control functions
//===------------------------------------------------------------------------------------------===//

/// How far a launch reaches that may be left out.
namespace {
struct UncertainReach {
  unsigned index; ///< of the parameter
  Reach reach;
  LaunchCondition condition;
};
} // namespace

/// Where launches on both sides of a branch, or in all cases of a switch, reach equally far, one of
/// them does so.
static SmallVector<std::pair<unsigned, Reach>>
findReachesOfAllSides(const AffineAnalysis &analysis, ArrayRef<UncertainReach> reaches) {
  std::deque<UncertainReach> work;
  for (const UncertainReach &reach : reaches)
    if (reach.condition.isCertain)
      work.push_back(reach);
  SmallVector<std::pair<unsigned, Reach>> found;
  std::vector<UncertainReach> known;
  for (; !work.empty(); work.pop_front()) {
    const UncertainReach &reach = work.front();
    const Side &side = reach.condition.sides.front();
    llvm::SmallDenseSet<unsigned> ways(side.ways.begin(), side.ways.end());
    for (const UncertainReach &other : known) {
      const Side &otherSide = other.condition.sides.front();
      if (side.choice == otherSide.choice && reach.index == other.index &&
          isWithin(analysis, reach.reach, other.reach) &&
          isWithin(analysis, other.reach, reach.reach))
        ways.insert(otherSide.ways.begin(), otherSide.ways.end());
    }
    if (ways.size() == side.numWays) {
      UncertainReach either = reach;
      either.condition.sides.erase(either.condition.sides.begin());
      if (either.condition.sides.empty())
        found.push_back({either.index, either.reach});
      else
        work.push_back(either);
    }
    known.push_back(reach);
  }
  return found;
}

/// The reach under the conditions of the branches around the launch; none where these are not
/// known.
static SmallVector<Reach> splitBySides(const AffineAnalysis &analysis,
                                       const UncertainReach &uncertain) {
  if (!uncertain.condition.isCertain)
    return {};
  SmallVector<Reach> cases = {uncertain.reach};
  for (const Side &side : uncertain.condition.sides) {
    if (!side.guards)
      return {};
    SmallVector<Reach> split;
    for (const Reach &reach : cases)
      for (ArrayRef<Polynomial> guards : *side.guards) {
        split.push_back(reach);
        for (const Polynomial &guard : guards)
          split.back().guards.push_back(normalise(guard));
      }
    cases = std::move(split);
  }
  // `if (n == 0) return;`: where n is negative nothing is reached, either.
  auto isNever = [&](const Reach &reach) {
    Facts known = analysis.getFacts();
    for (const Polynomial &guard : reach.guards) {
      if (known.isPositive(-guard))
        return true;
      known.add(guard);
    }
    return false;
  };
  if (!llvm::all_of(cases, isNever))
    llvm::erase_if(cases, isNever);
  return cases;
}

static bool isReachKnown(const AffineAnalysis &analysis, const Reach &reach) {
  auto isKnown = [&](const Polynomial &part) { return isKnownAtCall(analysis, part); };
  return llvm::all_of(reach.guards, isKnown) && llvm::all_of(reach.assumed, isKnown) &&
         isKnown(reach.count);
}

namespace {
/// What a control function does with its arrays, from what its launches do.
class ControlUses {
public:
  using GetKernel = llvm::function_ref<std::pair<AffineAnalysis *, ArrayRef<BufferUse>>(KernelOp)>;
  ControlUses(AffineAnalysis &analysis, ControlOp control)
      : analysis(analysis), control(control), uses(control.getNumArguments()),
        covered(uses.size()) {}

  SmallVector<BufferUse> run(GetKernel getKernel);

private:
  /// Accesses that a launch may leave out, with what they may reach.
  struct Unreached {
    unsigned index;
    SmallVector<Reach, 1> reaches;
    Location loc;
  };
  /// A launch, and the way of what its kernel reaches into the control function.
  struct Launch {
    LaunchOp op;
    Translation translation;
    LaunchCondition condition;
    SmallVector<Polynomial> guards;
    llvm::SmallSet<unsigned, 4> twice; ///< parameters that are given to it more than once
  };
  ConditionsAtEntry findConditionsAtEntry(ArrayRef<LaunchOp> launches);
  std::optional<Reach> translate(Launch &launch, const Reach &reach);
  std::optional<Reach> findFurthest(LaunchOp launch, Reach reach);
  std::optional<Reach> findFurthest(LoopOpInterface loop, const Reach &reach);
  void addLaunch(LaunchOp op, const ConditionsAtEntry &entry, GetKernel getKernel);
  void addUse(Launch &launch, unsigned index, const BufferUse &kernelUse);
  bool isCovered(const UncertainReach &pending);
  void settleUncertain();
  void settleUnreached();
  void settleStated();

  AffineAnalysis &analysis;
  ControlOp control;
  SmallVector<BufferUse> uses;
  SmallVector<std::optional<Reach>> covered;
  SmallVector<UncertainReach, 0> uncertain;
  SmallVector<Unreached, 0> unreached;
};
} // namespace

/// A function that returns before its first launch binds no buffer then: what keeps it from that
/// holds for all of them.
ConditionsAtEntry ControlUses::findConditionsAtEntry(ArrayRef<LaunchOp> launches) {
  ConditionsAtEntry entry;
  if (launches.empty() || LaunchOp(launches.front())->getParentOp() != control)
    return entry;
  SmallVector<Comparison> comparisons;
  entry.numOpaque = collectConditions(analysis, launches.front(), comparisons);
  entry.numComparisons = comparisons.size();
  return entry;
}

/// The reach in one iteration of a loop, the first or the last, which goes as far as all others and
/// happens where one of them does.
std::optional<Reach> ControlUses::findFurthest(LoopOpInterface loop, const Reach &reach) {
  const Counter *counter = loop.testsFirst() ? analysis.getCounter(loop, nullptr) : nullptr;
  if (!counter || !getExits(loop).empty())
    return std::nullopt;
  Facts facts = analysis.getFacts();
  for (Operation *op = loop; op != control; op = op->getParentOp())
    if (auto around = dyn_cast<LoopOpInterface>(op); around && around.testsFirst())
      if (const Counter *outer = analysis.getCounter(around, nullptr))
        addIteration(facts, *outer);
  for (const Polynomial &guard : reach.guards)
    facts.add(guard);
  for (const Polynomial &number : {Polynomial(0), analysis.getLastIteration(*counter)}) {
    auto at = [&](const Polynomial &part) { return part.substitute(counter->symbol, number); };
    Reach there{{}, at(reach.count), {}};
    bool isFurthest = facts.isNonNegative(there.count - reach.count);
    Facts known = analysis.getFacts();
    for (const Polynomial &guard : reach.guards) {
      Polynomial part = normalise(at(guard));
      isFurthest = isFurthest && facts.isNonNegative(part);
      if (!known.isNonNegative(part))
        there.guards.push_back(part);
      known.add(part);
    }
    for (const Polynomial &assumed : reach.assumed)
      there.assumed.push_back(at(assumed));
    if (isFurthest)
      return there;
  }
  return std::nullopt;
}

/// From the inside out: bounds of inner loops may be made of the counters of outer ones.
std::optional<Reach> ControlUses::findFurthest(LaunchOp launch, Reach reach) {
  for (Operation *op = launch->getParentOp(); op != control; op = op->getParentOp()) {
    auto loop = dyn_cast<LoopOpInterface>(op);
    if (!loop)
      continue;
    const Counter *counter = loop.testsFirst() ? analysis.getCounter(loop, nullptr) : nullptr;
    auto varies = [&](const Polynomial &part) {
      return !counter || part.contains(counter->symbol);
    };
    if (counter && !varies(reach.count) && llvm::none_of(reach.guards, varies) &&
        llvm::none_of(reach.assumed, varies))
      continue;
    std::optional<Reach> furthest = findFurthest(loop, reach);
    if (!furthest)
      return std::nullopt;
    reach = *furthest;
  }
  return isReachKnown(analysis, reach) ? std::optional(reach) : std::nullopt;
}

std::optional<Reach> ControlUses::translate(Launch &launch, const Reach &reach) {
  std::optional<Reach> translated =
      launch.translation.translate(reach, analysis.getFacts(), launch.guards);
  if (translated && !isReachKnown(analysis, *translated)) {
    if (std::optional<Reach> furthest = findFurthest(launch.op, *translated)) {
      // Which iterations a condition leaves out is not known.
      launch.condition.isCertain &= launch.condition.sides.empty();
      return furthest;
    }
    launch.translation.obstacle = "how far kernel '" + launch.op.getKernel().str() +
                                  "' reaches depends on the loop around its launch";
    translated.reset();
  }
  return translated;
}

void ControlUses::addLaunch(LaunchOp op, const ConditionsAtEntry &entry, GetKernel getKernel) {
  KernelOp kernel = lookupKernel(op);
  auto [kernelAnalysis, kernelUses] = getKernel(kernel);
  Launch launch{op,
                Translation(*kernelAnalysis, analysis, op),
                getLaunchCondition(analysis, op, entry),
                {},
                {}};
  for (const Polynomial &guard : launch.condition.guards)
    launch.guards.push_back(normalise(guard));
  // Two parameters of one launch may get the same buffer: neither is overwritten for certain.
  llvm::SmallSet<unsigned, 4> seen;
  auto getArray = [](Value operand) {
    auto argument = dyn_cast<BlockArgument>(operand);
    return argument && isa<PtrType>(operand.getType()) ? argument : BlockArgument();
  };
  for (Value operand : op.getOperands())
    if (BlockArgument array = getArray(operand); array && !seen.insert(array.getArgNumber()).second)
      launch.twice.insert(array.getArgNumber());
  for (auto [operand, kernelUse] : llvm::zip(op.getOperands(), kernelUses))
    if (BlockArgument array = getArray(operand))
      addUse(launch, array.getArgNumber(), kernelUse);
}

/// Whether the function may throw before a launch, when the device has done something: what arrays
/// hold by then comes back.
static bool isBehindThrow(LaunchOp launch) {
  bool hasBegun = false, isBehind = false;
  auto isOnDevice = [](const Root &root) {
    return root.symbol || (root.value && isa<PtrType>(root.value.getType()));
  };
  launch->getParentOfType<ControlOp>().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == launch)
      return WalkResult::interrupt();
    isBehind |= hasBegun && isThrow(op);
    if (!isa<ControlOp>(op))
      hasBegun |= isa<LaunchOp>(op) || llvm::any_of(getEffects(op).writes, isOnDevice);
    return WalkResult::advance();
  });
  return isBehind;
}

void ControlUses::addUse(Launch &launch, unsigned index, const BufferUse &kernelUse) {
  BufferUse &use = uses[index];
  bool isFirst = !use.reads && !use.writes && !launch.twice.contains(index);
  use.reads |= kernelUse.reads;
  use.writes |= kernelUse.writes;
  if (!kernelUse.isKnown())
    return use.block(kernelUse.obstacle, *kernelUse.obstacleLoc);
  for (const BufferUse::Possible &possible : kernelUse.possible) {
    Unreached pending{index, {}, possible.loc};
    for (const Reach &reach : possible.reaches)
      if (auto translated = translate(launch, reach))
        pending.reaches.push_back(*translated);
    if (pending.reaches.empty())
      use.block(launch.translation.obstacle, launch.op.getLoc());
    else
      unreached.push_back(std::move(pending));
  }
  for (const Reach &kernelReach : kernelUse.reaches) {
    std::optional<Reach> reach = translate(launch, kernelReach);
    if (!reach)
      return use.block(launch.translation.obstacle, launch.op.getLoc());
    if (!launch.condition.isCertain || !launch.condition.sides.empty()) {
      uncertain.push_back({index, *reach, launch.condition});
      continue;
    }
    addReach(analysis, use.reaches, *reach);
    if (isFirst && kernelUse.overwritten && !isBehindThrow(launch.op))
      covered[index] = reach;
  }
}

bool ControlUses::isCovered(const UncertainReach &pending) {
  return llvm::any_of(uses[pending.index].reaches,
                      [&](const Reach &outer) { return isWithin(analysis, pending.reach, outer); });
}

/// What launches under conditions reach.
void ControlUses::settleUncertain() {
  for (const auto &[index, reach] : findReachesOfAllSides(analysis, uncertain))
    addReach(analysis, uses[index].reaches, reach);
  for (const UncertainReach &pending : uncertain)
    if (!isCovered(pending))
      for (const Reach &reach : splitBySides(analysis, pending))
        addReach(analysis, uses[pending.index].reaches, reach);
  for (const UncertainReach &pending : uncertain)
    if (!isCovered(pending) && splitBySides(analysis, pending).empty())
      uses[pending.index].block("a kernel may not be launched, and none that always is reaches as "
                                "far",
                                control.getLoc());
}

/// Accesses that may be left out are harmless where others reach as far.
void ControlUses::settleUnreached() {
  for (const Unreached &pending : unreached) {
    BufferUse &use = uses[pending.index];
    bool isReached = llvm::any_of(use.reaches, [&](const Reach &outer) {
      return llvm::any_of(pending.reaches,
                          [&](const Reach &reach) { return isWithin(analysis, reach, outer); });
    });
    if (!isReached)
      use.block(kMayBeLeftOut, pending.loc);
  }
}

/// What the user states is what holds.
void ControlUses::settleStated() {
  for (unsigned index = 0; index < uses.size(); ++index) {
    BufferUse &use = uses[index];
    if (ExtentOp stated = findExtent(control, index)) {
      use.obstacle.clear();
      use.reaches.clear();
      if (std::optional<Polynomial> count = evaluateStated(analysis, stated))
        use.reaches.push_back({{}, *count, {}});
    }
    use.overwritten =
        covered[index] && use.isKnown() && isWhole(analysis, use.reaches, *covered[index]);
  }
}

SmallVector<BufferUse> ControlUses::run(GetKernel getKernel) {
  SmallVector<LaunchOp> launches;
  control.walk([&](LaunchOp launch) { launches.push_back(launch); });
  ConditionsAtEntry entry = findConditionsAtEntry(launches);
  for (LaunchOp launch : launches)
    addLaunch(launch, entry, getKernel);
  settleUncertain();
  settleUnreached();
  settleStated();
  return std::move(uses);
}

SmallVector<BufferUse> vkmorph::vkm::analyseControl(
    AffineAnalysis &analysis, ControlOp control,
    llvm::function_ref<std::pair<AffineAnalysis *, ArrayRef<BufferUse>>(KernelOp)> getKernel) {
  return ControlUses(analysis, control).run(getKernel);
}
