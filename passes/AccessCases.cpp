//===- AccessCases.cpp - Subscripts that depend on conditions, case by case ------------------===//
//
//     a[x + 1 < w ? x + 1 : x]     ->    a[x + 1] where x + 1 < w, a[x] where x + 1 >= w
//
//===------------------------------------------------------------------------------------------===//

#include "passes/Accesses.h"

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
  Explorer(AffineAnalysis &analysis, Operation *topLevel)
      : analysis(analysis), topLevel(topLevel) {}
  std::vector<ElementAccess> run();

private:
  /// The accesses under some decisions, and what these say.
  struct Run {
    SmallVector<Decision> decisions;
    std::vector<ElementAccess> accesses;
    SmallVector<Comparison> comparisons;
    SmallVector<OpaqueCondition> opaque;
    /// What would have to be decided for the decisions to be understood.
    std::optional<Choice> open;
  };
  const Run *getRun(ArrayRef<Decision> decisions);
  bool explore(size_t number, const Run &run);
  ElementAccess findWithinBounds(size_t number, const ElementAccess &access);

  AffineAnalysis &analysis;
  Operation *topLevel;
  std::list<Run> runs;
  std::vector<ElementAccess> withinBounds; ///< the accesses without decisions
  std::vector<ElementAccess> cases;        ///< of one access
};

} // namespace

const Explorer::Run *Explorer::getRun(ArrayRef<Decision> decisions) {
  for (const Run &run : runs)
    if (ArrayRef(run.decisions) == decisions)
      return &run;
  if (runs.size() == kMaxRuns)
    return nullptr;
  Run &run = runs.emplace_back();
  run.decisions.assign(decisions.begin(), decisions.end());
  analysis.decide(decisions);
  run.accesses = collectAccesses(analysis, topLevel);
  for (const Decision &decision : decisions) {
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
    SmallVector<Decision> decisions = run.decisions;
    decisions.push_back({*open, holds});
    const Run *next = getRun(decisions);
    if (!next || !explore(number, *next))
      return false;
  }
  return true;
}

/// Where there are too many cases: `a[std::clamp(y, 0, h - 1) * w + x]` is an element of a row of
/// a, whatever y is made of.
ElementAccess Explorer::findWithinBounds(size_t number, const ElementAccess &access) {
  if (withinBounds.empty()) {
    analysis.decide({}, /*withinBounds=*/true);
    withinBounds = collectAccesses(analysis, topLevel);
  }
  const ElementAccess &known = withinBounds[number];
  return known.path.front().index ? known : access;
}

std::vector<ElementAccess> Explorer::run() {
  const Run &base = *getRun({});
  std::vector<ElementAccess> result;
  for (size_t number = 0; number < base.accesses.size(); ++number) {
    const ElementAccess &access = base.accesses[number];
    cases.clear();
    bool isOpen = !access.path.empty() && access.open;
    if (!isOpen || !explore(number, base))
      cases = {isOpen ? findWithinBounds(number, access) : access};
    result.insert(result.end(), cases.begin(), cases.end());
  }
  analysis.decide({});
  return result;
}

std::vector<ElementAccess> vkmorph::vkm::collectAccessCases(AffineAnalysis &analysis,
                                                            Operation *topLevel) {
  return Explorer(analysis, topLevel).run();
}
