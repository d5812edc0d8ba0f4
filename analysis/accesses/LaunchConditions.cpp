//===- LaunchConditions.cpp - Whether a control function comes to a launch --------------------===//
//
//   for (int step = 0; step < steps; step++)     steps - 1 >= 0, in both
//     if (step % 2 == 0)
//       kernel1D_Step(a, b, n);                  a side of the branch
//     else
//       kernel1D_Step(b, a, n);                  the other side: one of them happens
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

/// Jumps in front of an operation around the launch.
static void addJumps(AffineAnalysis &analysis, Operation *op, const ConditionsAtEntry &entry,
                     LaunchCondition &condition) {
  SmallVector<Comparison> comparisons;
  condition.isCertain &= collectConditions(analysis, op, comparisons) <= entry.numOpaque;
  for (auto [number, comparison] : llvm::enumerate(comparisons)) {
    auto guards = getConditions(analysis.getFacts(), comparison);
    bool isKnown = guards && llvm::all_of(*guards, [&](const Polynomial &guard) {
                     return isKnownAtCall(analysis, guard);
                   });
    if (isKnown) {
      condition.guards.append(guards->begin(), guards->end());
      continue;
    }
    // `if (n == 0) return;`
    if (auto cases = comparison.kind == CmpKind::Ne ? getCases(analysis, comparison) : std::nullopt;
        cases && number >= entry.numComparisons)
      condition.sides.push_back({{}, true, cases});
    else
      condition.isCertain &= number < entry.numComparisons;
  }
}

/// What a branch around the launch asks for.
static Side getSide(AffineAnalysis &analysis, IfOp branch, bool isThen) {
  SmallVector<Comparison> comparisons;
  SmallVector<OpaqueCondition> opaque;
  Operation *topLevel = analysis.getTopLevel(branch, nullptr);
  collectDecision(analysis, topLevel, Outcome{Choice{branch, nullptr}, isThen}, comparisons,
                  opaque);
  Side side{branch, isThen, {}};
  if (!opaque.empty() || comparisons.size() > 1)
    return side;
  side.guards.emplace(1);
  for (const Comparison &comparison : comparisons)
    side.guards = getCases(analysis, comparison);
  return side;
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
    addJumps(analysis, op, isAtTop ? entry : ConditionsAtEntry(), condition);
    Operation *parent = op->getParentOp();
    if (auto branch = dyn_cast<IfOp>(parent))
      condition.sides.push_back(
          getSide(analysis, branch, op->getParentRegion() == &branch.getThenRegion()));
    else if (auto loop = dyn_cast<LoopOpInterface>(parent); loop && loop.testsFirst())
      addLoop(analysis, analysis.getCounter(loop, nullptr), condition);
    else
      condition.isCertain &= loop || isa<ControlOp, ScopeOp>(parent);
  }
  return condition;
}
