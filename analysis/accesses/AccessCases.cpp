//===- AccessCases.cpp - Subscripts that depend on conditions, case by case ------------------===//
//
//     a[x + 1 < w ? x + 1 : x]     ->    a[x + 1] where x + 1 < w, a[x] where x + 1 >= w
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/Accesses.h"

#include <list>

using namespace mlir;
using namespace vkmorph::vkm;

/// More conditions, and more sets of decisions in one loop, make no subscript that a reader
/// follows.
static constexpr unsigned kMaxDecisions = 6;
static constexpr unsigned kMaxRuns = 128;

namespace {

class Explorer {
public:
  Explorer(AffineAnalysis &analysis, Operation *topLevel,
           llvm::function_ref<bool(const ElementAccess &)> isEnough,
           llvm::function_ref<bool(const ElementAccess &)> isAsked, bool comparesRounded = false)
      : analysis(analysis), topLevel(topLevel), isEnough(isEnough), isAsked(isAsked),
        comparesRounded(comparesRounded) {}
  std::vector<ElementAccess> run();

private:
  /// The accesses under some decisions, and what these say.
  struct Run {
    SmallVector<Outcome> decisions;
    std::vector<ElementAccess> accesses;
    SmallVector<Comparison> comparisons;
    SmallVector<OpaqueCondition> opaque;
    /// What would have to be decided for the decisions to be understood.
    std::optional<Choice> open;
  };
  const Run *getRun(ArrayRef<Outcome> decisions);
  bool explore(size_t number, const Run &run);
  std::optional<ElementAccess> findWithinBounds(size_t number);
  bool isExact(const Polynomial &value);

  AffineAnalysis &analysis;
  Operation *topLevel;
  llvm::function_ref<bool(const ElementAccess &)> isEnough, isAsked;
  bool comparesRounded;
  std::list<Run> runs;
  std::vector<ElementAccess> withinBounds; ///< the accesses without decisions
  std::vector<ElementAccess> cases;        ///< of one access
};

} // namespace

const Explorer::Run *Explorer::getRun(ArrayRef<Outcome> decisions) {
  for (const Run &run : runs)
    if (ArrayRef(run.decisions) == decisions)
      return &run;
  if (runs.size() == kMaxRuns)
    return nullptr;
  Run &run = runs.emplace_back();
  run.decisions.assign(decisions.begin(), decisions.end());
  analysis.decide(decisions);
  run.accesses = collectAccesses(analysis, topLevel, comparesRounded);
  for (const Outcome &decision : decisions) {
    size_t known = run.opaque.size();
    analysis.openChoice.reset();
    collectDecision(analysis, topLevel, decision, run.comparisons, run.opaque);
    if (run.opaque.size() > known && analysis.openChoice)
      run.open = analysis.openChoice;
  }
  return &run;
}

/// Goes through the cases of one access; false where one of them is not understood.
bool Explorer::explore(size_t number, const Run &run) {
  const ElementAccess &access = run.accesses[number];
  bool isKnown = access.path.front().index.has_value();
  bool isFull = run.decisions.size() == kMaxDecisions;
  if (isKnown && (!run.open || isFull)) {
    ElementAccess &added = cases.emplace_back(access);
    added.comparisons.append(run.comparisons.begin(), run.comparisons.end());
    added.opaque.append(run.opaque.begin(), run.opaque.end());
    return true;
  }
  const std::optional<Choice> &open = isKnown ? run.open : access.open;
  if (!open || isFull)
    return false;
  for (bool holds : {true, false}) {
    SmallVector<Outcome> decisions = run.decisions;
    decisions.push_back({*open, holds});
    const Run *next = getRun(decisions);
    if (!next || !explore(number, *next))
      return false;
  }
  return true;
}

/// Whether what is understood of minima and maxima in a value is what they are made of.
bool Explorer::isExact(const Polynomial &value) {
  return !value.containsAny([&](Symbol symbol) {
    const Bounded *bounded = analysis.getBounded(symbol);
    return bounded && !(comparesExactly(analysis, topLevel, *bounded) &&
                        llvm::all_of(bounded->operands, [&](const auto &operand) {
                          return !operand || isExact(*operand);
                        }));
  });
}

/// `a[std::clamp(y, 0, h - 1) * w + x]` is an element of a row of a, whatever y is made of. None
/// where that is not understood.
std::optional<ElementAccess> Explorer::findWithinBounds(size_t number) {
  if (withinBounds.empty()) {
    analysis.decide({}, /*withinBounds=*/true);
    withinBounds = collectAccesses(analysis, topLevel, comparesRounded);
  }
  const ElementAccess &access = withinBounds[number];
  const std::optional<Polynomial> &index = access.path.front().index;
  auto isKnown = [&](const Counter *loop) { return isExact(loop->span); };
  return index && isExact(*index) && llvm::all_of(access.loops, isKnown) ? std::optional(access)
                                                                         : std::nullopt;
}

std::vector<ElementAccess> Explorer::run() {
  const Run &base = *getRun({});
  auto isOpen = [&](const ElementAccess &access) {
    return !access.path.empty() && access.open && isAsked(access);
  };
  // All at once: what has been decided before is forgotten each time.
  std::vector<std::optional<ElementAccess>> within(base.accesses.size());
  std::vector<bool> enough(base.accesses.size());
  for (size_t number = 0; number < base.accesses.size(); ++number)
    if (isOpen(base.accesses[number])) {
      within[number] = findWithinBounds(number);
      enough[number] = within[number] && isEnough(*within[number]);
    }
  std::vector<ElementAccess> result;
  for (size_t number = 0; number < base.accesses.size(); ++number) {
    const ElementAccess &access = base.accesses[number];
    cases.clear();
    if (enough[number])
      cases = {*within[number]};
    else if (!isOpen(access))
      cases = {access};
    else if (!explore(number, base)) // there are too many
      cases = {within[number].value_or(access)};
    result.insert(result.end(), cases.begin(), cases.end());
  }
  analysis.decide({});
  return result;
}

std::vector<ElementAccess>
vkmorph::vkm::collectAccessCases(AffineAnalysis &analysis, Operation *topLevel,
                                 llvm::function_ref<bool(const ElementAccess &)> isEnough) {
  auto isOfParameter = [](const ElementAccess &access) { return bool(access.root.value); };
  return Explorer(analysis, topLevel, isEnough, isOfParameter).run();
}

std::vector<ElementAccess> vkmorph::vkm::collectComparedAccesses(AffineAnalysis &analysis,
                                                                 Operation *topLevel) {
  std::vector<ElementAccess> accesses = collectAccesses(analysis, topLevel,
                                                        /*comparesRounded=*/true);
  auto isAsked = [&](const ElementAccess &access) {
    return access.open && !access.path.empty() && !access.path.front().member &&
           llvm::any_of(accesses, [&](const ElementAccess &other) {
             return other.writes && other.root == access.root;
           });
  };
  if (llvm::none_of(accesses, isAsked))
    return accesses;
  auto isNeverEnough = [](const ElementAccess &) { return false; };
  return Explorer(analysis, topLevel, isNeverEnough, isAsked, /*comparesRounded=*/true).run();
}
