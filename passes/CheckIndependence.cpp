//===- CheckIndependence.cpp - Iterations of a grid do not depend on each other -----------------------===//
//
// For two accesses of one array, at least one a write, in different iterations: may they touch one element?
// Let the first one run in iteration k' + D, the second one in k'. Their subscripts give equations over k', D
// and the counters of inner loops. If these imply D = 0 in every dimension, the accesses are independent; if a
// solution with D != 0 is found, the iterations depend on each other.
//
//===----------------------------------------------------------------------------------------------===//

#include "passes/Accesses.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/Utils.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_CHECKINDEPENDENCE
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

enum class Verdict { Independent, Unknown, Dependent };

/// Judges the accesses of one grid.
class GridChecker {
public:
  GridChecker(AffineAnalysis &analysis, GridOp grid)
      : analysis(analysis), grid(grid), accesses(collectAccesses(analysis, grid)) {}
  LogicalResult run(bool assumeIndependent);

private:
  Verdict compare(const Access &a, const Access &b);
  LogicalResult reportPair(Verdict verdict, const Access &a, const Access &b);

  bool writeOneValue(const Access &a, const Access &b);
  bool isInvariant(Value value, const Frame *frame, unsigned depth = 0);
  bool variesWithCounters(Value value, const Frame *frame, unsigned depth = 0);
  bool dependsOnCounters(const Access &access);
  const Frame *frameOf(Value place, const Frame *frame, Value &origin);

  AffineAnalysis &analysis;
  GridOp grid;
  std::vector<Access> accesses;
};

/// One unknown of the equations and how far it reaches.
struct Variable {
  Symbol symbol;
  Polynomial magnitude; ///< magnitude * value <= span
  Polynomial span;
  bool bothSigns; ///< a difference: also -span <= magnitude * value
};

/// The equations of one pair of accesses.
class Equations {
public:
  Equations(AffineAnalysis &analysis, GridOp grid, const Access &a, const Access &b);
  /// No solution has different iterations.
  bool proveIndependent();
  /// Some solution has different iterations.
  bool findDependence();

private:
  void addLoops(const Access &access, Polynomial &(*)(Polynomial &));
  Polynomial renameFirst(Polynomial polynomial) const;
  Polynomial renameSecond(Polynomial polynomial) const;
  void pin(const Access &a, const Access &b);
  std::optional<Polynomial> getMaximum(Polynomial polynomial) const;
  bool isImpossible(const Polynomial &equation) const;
  bool forces(const Polynomial &equation, const Polynomial &difference) const;
  bool isPossible(const std::map<Symbol, int64_t> &solution) const;
  void replace(Symbol symbol, const Polynomial &value);

  AffineAnalysis &analysis;
  GridOp grid;
  Facts facts;
  SmallVector<Polynomial> equations; ///< each is 0 where the elements are the same
  SmallVector<Polynomial> differences; ///< of the iteration numbers, by dimension
  SmallVector<Comparison> comparisons;
  SmallVector<Variable> variables; ///< inner loops' ranges may depend on variables before them
  SmallVector<Symbol> numbers, deltas;
  SmallVector<std::pair<Symbol, Polynomial>> firstNames, secondNames;
  bool complete = true; ///< every step of both paths is understood
};

struct CheckIndependencePass : vkm::impl::CheckIndependenceBase<CheckIndependencePass> {
  using CheckIndependenceBase::CheckIndependenceBase;
  void runOnOperation() override;
};

} // namespace
