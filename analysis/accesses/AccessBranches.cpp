//===- AccessBranches.cpp - Accesses of one element on all ways through an iteration ----------===//
//
//     switch (x) { case 0: a[i] = 1; break; default: a[i] = 2; }    accesses a[i] for certain
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/Accesses.h"
#include "analysis/accesses/Dependence.h"
#include "analysis/values/CountedLoops.h"

using namespace mlir;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Two branches
//===------------------------------------------------------------------------------------------===//

/// The branch of an `if` or `?:` whose condition decides whether an access runs: 1 for its first
/// region, 2 for where the condition does not hold; 0 where that is not clear.
static unsigned getBranch(const ElementAccess &access) {
  Value condition = access.opaque.back().value;
  // Where the access stands in the function of the condition: itself, or the call that leads to it.
  Operation *at = access.op;
  const Frame *frame = access.frame;
  for (; frame && frame != access.opaque.back().frame; frame = frame->parent)
    at = frame->call;
  if (frame != access.opaque.back().frame)
    return 0;
  Operation *user = condition && condition.hasOneUse() ? *condition.getUsers().begin() : nullptr;
  while (auto negation = dyn_cast_or_null<UnaryOp>(user))
    user = negation->hasOneUse() ? *negation->getUsers().begin() : nullptr;
  auto isIn = [&](Region &region) { return region.isAncestor(at->getParentRegion()); };
  if (auto select = dyn_cast_or_null<SelectOp>(user))
    return isIn(select.getWhenTrue()) ? 1 : isIn(select.getWhenFalse()) ? 2 : 0;
  auto branch = dyn_cast_or_null<IfOp>(user);
  if (!branch ||
      branch->getParentOfType<FunctionOpInterface>() != at->getParentOfType<FunctionOpInterface>())
    return 0;
  if (isIn(branch.getThenRegion()))
    return 1;
  // Behind an `if` without `else` an access depends on it where its region jumps away.
  bool isElse = isIn(branch.getElseRegion());
  return isElse || branch.getElseRegion().empty() ? 2 : 0;
}

static bool isSame(const Comparison &a, const Comparison &b) {
  return a.kind == b.kind && a.difference == b.difference;
}
static bool isSame(const OpaqueCondition &a, const OpaqueCondition &b) {
  return a.value && a.value == b.value && a.frame == b.frame && a.leaves == b.leaves;
}

/// Whether loops count alike, and what the counters of the second ones are called in the first
/// ones; none where they do not.
static std::optional<SmallVector<std::pair<Symbol, Polynomial>>>
matchLoops(ArrayRef<const Counter *> a, ArrayRef<const Counter *> b) {
  SmallVector<std::pair<Symbol, Polynomial>> names;
  if (a.size() != b.size())
    return std::nullopt;
  for (auto [mine, theirs] : llvm::zip(a, b)) {
    if (mine == theirs)
      continue;
    if (mine->first != rename(theirs->first, names) || mine->step != rename(theirs->step, names) ||
        mine->span != rename(theirs->span, names))
      return std::nullopt;
    names.push_back({theirs->symbol, Polynomial::symbol(mine->symbol)});
  }
  return names;
}

/// Whether one of the two runs, whatever a condition says, and accesses the same element: as in
/// `if (c) { a[i] = x; continue; } a[i] = y;`, `c ? sum(a, n) : largest(a, n)`.
static bool areAlternatives(const ElementAccess &a, const ElementAccess &b) {
  auto names = matchLoops(a.loops, b.loops);
  if (!names)
    return false;
  auto same = [&](const Comparison &x, const Comparison &y) {
    return isSame(x, {rename(y.difference, *names), y.kind});
  };
  auto sameUnknown = [](const auto &x, const auto &y) { return isSame(x, y); };
  if (a.root != b.root || a.opaque.empty() || a.opaque.size() != b.opaque.size() ||
      a.path.empty() || b.path.empty() || !a.path.front().index || !b.path.front().index ||
      *a.path.front().index != rename(*b.path.front().index, *names) ||
      !llvm::equal(a.comparisons, b.comparisons, same) ||
      !llvm::equal(a.opaque, b.opaque, sameUnknown))
    return false;
  unsigned first = getBranch(a), second = getBranch(b);
  return first && second && first != second;
}

/// Takes into an access of an element what another one of the same element does.
static void merge(ElementAccess &joined, const ElementAccess &other) {
  joined.reads |= other.reads;
  joined.writes &= other.writes;
  // A part of the element, unless both access all of it.
  if (other.path.size() > joined.path.size())
    joined.path = other.path;
  if (isa<AssignOp>(joined.op) && !isa<AssignOp>(other.op))
    joined.op = other.op;
}

/// Adds, for two accesses of one element of which one runs, an access that runs for certain.
static void joinPairs(std::vector<ElementAccess> &accesses) {
  for (size_t i = 0; i < accesses.size(); ++i)
    for (size_t k = 0; k < i; ++k) {
      if (!areAlternatives(accesses[i], accesses[k]))
        continue;
      ElementAccess joined = accesses[i];
      joined.opaque.pop_back();
      merge(joined, accesses[k]);
      accesses.push_back(std::move(joined));
      break;
    }
}

//===------------------------------------------------------------------------------------------===//
// All ways
//===------------------------------------------------------------------------------------------===//

/// Control enters each case by its label; what falls through into the next one goes its ways.
static Ways findWaysAroundSwitch(SwitchOp choice, const llvm::DenseSet<Operation *> &avoided) {
  bool hasDefault = llvm::any_of(choice.getLabels().getAsRange<ArrayAttr>(),
                                 [](ArrayAttr labels) { return labels.empty(); });
  Ways result{!hasDefault};
  for (Region &region : choice.getCases()) {
    Ways inside = findWaysAround(region, avoided);
    bool isLast = region.getRegionNumber() + 1 == choice->getNumRegions();
    result.fallsThrough |= inside.breaks || (isLast && inside.fallsThrough);
    result.leaves |= inside.leaves;
  }
  return result;
}

Ways vkmorph::vkm::findWaysAround(Region &region, const llvm::DenseSet<Operation *> &avoided) {
  Ways result;
  if (region.empty())
    return result;
  for (Operation &op : region.front()) {
    if (avoided.contains(&op)) {
      result.fallsThrough = false;
    } else if (isa<BreakOp>(op)) {
      result.fallsThrough = false;
      result.breaks = true;
    } else if (isa<ContinueOp, ReturnOp>(op)) {
      result.fallsThrough = false;
      result.leaves = true;
    } else if (isa<IfOp, ScopeOp>(op)) {
      result.fallsThrough = false;
      for (Region &inner : op.getRegions()) {
        Ways inside = findWaysAround(inner, avoided);
        result.fallsThrough |= inside.fallsThrough;
        result.breaks |= inside.breaks;
        result.leaves |= inside.leaves;
      }
    } else if (auto choice = dyn_cast<SwitchOp>(op)) {
      Ways inside = findWaysAroundSwitch(choice, avoided);
      result.fallsThrough = inside.fallsThrough;
      result.leaves |= inside.leaves;
    } else if (isa<LoopOpInterface>(op)) {
      // Not looked into: it may have no iterations.
      result.leaves |= mayJumpOut(&op);
    }
    if (!result.fallsThrough)
      break;
  }
  return result;
}

/// Adds an access that runs for certain for accesses of one element of which one comes on every way
/// through the body of a grid.
static void joinWays(std::vector<ElementAccess> &accesses, Operation *topLevel) {
  // An operation that comes several times has a subscript that depends on conditions.
  llvm::DenseMap<Operation *, unsigned> cases;
  for (const ElementAccess &access : accesses)
    ++cases[access.op];
  auto canJoin = [&](const ElementAccess &access) {
    return access.root.value && !access.frame && access.loops.empty() && !access.path.empty() &&
           access.path.front().index && cases[access.op] == 1;
  };
  std::vector<ElementAccess> added;
  for (size_t i = 0; i < accesses.size(); ++i) {
    const ElementAccess &first = accesses[i];
    if (!canJoin(first) || (first.opaque.empty() && first.comparisons.empty()))
      continue;
    auto isSameElement = [&](const ElementAccess &other) {
      return canJoin(other) && other.root == first.root &&
             *other.path.front().index == *first.path.front().index;
    };
    // Once for each element.
    if (llvm::any_of(llvm::ArrayRef(accesses).take_front(i), isSameElement))
      continue;
    // Reads of an element that is written besides have nothing to add.
    for (bool writes : {true, false}) {
      llvm::DenseSet<Operation *> ops;
      ElementAccess joined = first;
      for (const ElementAccess &other : accesses)
        if (isSameElement(other) && (other.writes || !writes)) {
          if (ops.empty())
            joined = other;
          merge(joined, other);
          ops.insert(other.op);
        }
      Ways around = findWaysAround(topLevel->getRegion(0), ops);
      if (ops.size() < 2 || around.fallsThrough || around.leaves)
        continue;
      joined.comparisons.clear();
      joined.opaque.clear();
      added.push_back(std::move(joined));
      break;
    }
  }
  llvm::append_range(accesses, added);
}

void vkmorph::vkm::joinBranches(std::vector<ElementAccess> &accesses, Operation *topLevel) {
  joinWays(accesses, topLevel);
  joinPairs(accesses);
}
