//===- LaunchConditions.cpp - Whether a control function comes to a launch --------------------===//
//
//   for (int step = 0; step < steps; step++)     steps - 1 >= 0, in both
//     if (step % 2 == 0)
//       kernel1D_Step(a, b, n);                  a side of the branch
//     else
//       kernel1D_Step(b, a, n);                  the other side: one of them happens
//
// The cases of a switch with a default are such sides as well.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchConditions.h"

#include "analysis/accesses/Extents.h"

using namespace mlir;
using namespace vkmorph::vkm;

bool vkmorph::vkm::isKnownAtCall(const AffineAnalysis &analysis, const Polynomial &polynomial) {
  return !polynomial.containsAny([&](Symbol symbol) {
    const Unknown unknown = analysis.getUnknown(symbol);
    bool varies = unknown.kind == Unknown::Counter || unknown.kind == Unknown::Varying ||
                  unknown.kind == Unknown::Invariant;
    return varies || llvm::any_of(unknown.operands, [&](const Polynomial &operand) {
             return !isKnownAtCall(analysis, operand);
           });
  });
}

/// What is not negative where the comparison holds: one of several lists, since `!=` is `<` or `>`.
static std::optional<SmallVector<SmallVector<Polynomial, 2>, 0>>
getCases(AffineAnalysis &analysis, const Comparison &comparison) {
  SmallVector<SmallVector<Polynomial, 2>, 0> cases;
  SmallVector<Comparison, 2> split = {comparison};
  if (comparison.kind == CmpKind::Ne)
    split = {{comparison.difference, CmpKind::Lt}, {comparison.difference, CmpKind::Gt}};
  for (const Comparison &part : split) {
    auto guards = getConditions(analysis.getFacts(), part);
    if (!guards || !llvm::all_of(*guards, [&](const Polynomial &guard) {
          return isKnownAtCall(analysis, guard);
        }))
      return std::nullopt;
    cases.emplace_back(guards->begin(), guards->end());
  }
  return cases;
}

/// What a branch around the launch asks for.
static Side getSide(AffineAnalysis &analysis, IfOp branch, bool isThen) {
  SmallVector<Comparison> comparisons;
  SmallVector<OpaqueCondition> opaque;
  Operation *topLevel = analysis.getTopLevel(branch, nullptr);
  collectDecision(analysis, topLevel, Outcome{Choice{branch, nullptr}, isThen}, comparisons,
                  opaque);
  Side side{branch, {isThen ? 0u : 1u}, 2, {}};
  if (!opaque.empty() || comparisons.size() > 1)
    return side;
  side.guards.emplace(1);
  for (const Comparison &comparison : comparisons)
    side.guards = getCases(analysis, comparison);
  return side;
}

/// What a value has where one of these labels is its own, as getCases; none for `default`.
static std::optional<SmallVector<SmallVector<Polynomial, 2>, 0>>
getCases(AffineAnalysis &analysis, Value value, ArrayAttr labels) {
  std::optional<Polynomial> known = analysis.evaluate(value);
  if (!known || labels.empty())
    return std::nullopt;
  SmallVector<SmallVector<Polynomial, 2>, 0> cases;
  for (IntegerAttr label : labels.getAsRange<IntegerAttr>()) {
    Polynomial difference = *known - Polynomial(label.getValue().getSExtValue());
    auto ofLabel = getCases(analysis, {difference, CmpKind::Eq});
    if (!ofLabel)
      return std::nullopt;
    cases.append(*ofLabel);
  }
  return cases;
}

/// What a switch around the launch asks for, which stands in one of its regions: a label of this
/// one, or of those in front from which control always falls through to it.
static Side getSide(AffineAnalysis &analysis, SwitchOp choice, Region *region) {
  auto labels = llvm::to_vector(choice.getLabels().getAsRange<ArrayAttr>());
  bool hasDefault = llvm::any_of(labels, [](ArrayAttr entry) { return entry.empty(); });
  Side side{choice, {}, choice->getNumRegions() + (hasDefault ? 0u : 1u), {}};
  side.guards.emplace();
  for (unsigned way = region->getRegionNumber();; --way) {
    side.ways.push_back(way);
    auto cases = getCases(analysis, choice.getValue(), labels[way]);
    if (!cases)
      side.guards.reset();
    else if (side.guards)
      side.guards->append(*cases);
    Ways before = way > 0 ? findWaysAround(choice->getRegion(way - 1), {}) : Ways{false};
    if (before.fallsThrough && !before.breaks && !before.leaves)
      continue;
    // Nothing is known of when a condition lets control fall through.
    if (before.fallsThrough)
      side.guards.reset();
    return side;
  }
}

/// `if (found) { ...; return; }`: the function comes to what stands behind on the other side.
static IfOp findReturningBranch(Operation *op) {
  auto branch = dyn_cast<IfOp>(op);
  bool returns = branch && branch.getElseRegion().empty() &&
                 !branch.getThenRegion().front().empty() &&
                 isa<ReturnOp>(branch.getThenRegion().front().back());
  return returns ? branch : nullptr;
}

/// A jump in front of an operation around the launch.
static void addJump(AffineAnalysis &analysis, Operation *jump, const ConditionsAtEntry &entry,
                    ConditionsAtEntry &met, LaunchCondition &condition) {
  SmallVector<Comparison> comparisons;
  size_t numOpaque = collectJump(analysis, jump, comparisons);
  met.numOpaque += numOpaque;
  bool isKnown = !numOpaque || met.numOpaque <= entry.numOpaque;
  LaunchCondition known;
  for (const Comparison &comparison : comparisons) {
    bool isAtEntry = met.numComparisons++ < entry.numComparisons;
    auto guards = getConditions(analysis.getFacts(), comparison);
    if (guards && llvm::all_of(*guards, [&](const Polynomial &guard) {
          return isKnownAtCall(analysis, guard);
        }))
      known.guards.append(guards->begin(), guards->end());
    // `if (n == 0) return;`
    else if (auto cases =
                 comparison.kind == CmpKind::Ne ? getCases(analysis, comparison) : std::nullopt;
             cases && !isAtEntry)
      known.sides.push_back({nullptr, {0}, 2, cases});
    else
      isKnown &= isAtEntry;
  }
  IfOp branch = isKnown ? IfOp() : findReturningBranch(jump);
  if (branch)
    known.sides = {getSide(analysis, branch, /*isThen=*/false)};
  else
    condition.guards.append(known.guards);
  condition.sides.append(known.sides);
  condition.isCertain &= isKnown || branch;
}

/// The first iteration of a loop around the launch is enough.
static void addLoop(AffineAnalysis &analysis, const Counter *counter, LaunchCondition &condition) {
  if (counter && isKnownAtCall(analysis, counter->span))
    condition.guards.push_back(counter->span);
  else
    condition.isCertain = false;
}

LaunchCondition vkmorph::vkm::getLaunchCondition(AffineAnalysis &analysis, LaunchOp launch,
                                                 const ConditionsAtEntry &entry) {
  LaunchCondition condition;
  for (Operation *op = launch; !isa<ControlOp>(op); op = op->getParentOp()) {
    bool isAtTop = isa<ControlOp>(op->getParentOp());
    ConditionsAtEntry met;
    for (Operation &before : *op->getBlock()) {
      if (&before == op)
        break;
      addJump(analysis, &before, isAtTop ? entry : ConditionsAtEntry(), met, condition);
    }
    Operation *parent = op->getParentOp();
    if (auto branch = dyn_cast<IfOp>(parent))
      condition.sides.push_back(
          getSide(analysis, branch, op->getParentRegion() == &branch.getThenRegion()));
    else if (auto choice = dyn_cast<SwitchOp>(parent))
      condition.sides.push_back(getSide(analysis, choice, op->getParentRegion()));
    else if (auto loop = dyn_cast<LoopOpInterface>(parent); loop && loop.testsFirst())
      addLoop(analysis, analysis.getCounter(loop, nullptr), condition);
    else
      condition.isCertain &= loop || isa<ControlOp, ScopeOp>(parent);
  }
  return condition;
}
