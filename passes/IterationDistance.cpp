//===- IterationDistance.cpp - Iterations that are a value apart need each other -------------===//

#include "passes/IterationDistance.h"

#include "analysis/accesses/LaunchFacts.h"
#include "ir/Constants.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/IterationSteps.h"

#include <numeric>

using namespace mlir;
using namespace vkmorph::vkm;

namespace {

/// Looks at the pairs of accesses of one grid.
class DistanceFinder {
public:
  DistanceFinder(AffineAnalysis &analysis, GridOp grid)
      : analysis(analysis), grid(grid), counter(analysis.getCounter(grid, 0)),
        kernelEffects(getEffects(grid->getParentOfType<KernelOp>().getBody())) {}
  std::optional<IterationDistances> run();

private:
  bool canBuild(const Polynomial &value);
  std::optional<Polynomial> find(const ElementAccess &a, const ElementAccess &b);
  bool add(const ElementAccess &a, const ElementAccess &b);
  std::optional<Polynomial> findCommon();

  AffineAnalysis &analysis;
  GridOp grid;
  const Counter *counter;
  EffectSet kernelEffects;
  EquationSymbols symbols;
  SmallVector<Polynomial, 2> distances;
  bool areKnown = true;
};

} // namespace

/// Whether an expression in front of the grid can compute a value, whatever conditions stand around
/// the accesses: it divides by nothing, and reads no element that there may not be, and no member
/// that the kernel changes.
bool DistanceFinder::canBuild(const Polynomial &value) {
  return value.isValid() && analysis.getDivisionDepth(value) == 0 &&
         !value.containsAny([&](Symbol symbol) {
           const Unknown &unknown = analysis.getUnknown(symbol);
           if (!unknown.value)
             return true;
           if (unknown.kind == Unknown::Field) {
             auto load = unknown.value.getDefiningOp<LoadOp>();
             PlacePath path = load ? getPlacePath(load.getRef()) : PlacePath();
             return !path.root.symbol || !path.isExact() || kernelEffects.writesAny(path.root);
           }
           bool isKnown = unknown.kind == Unknown::Parameter || unknown.kind == Unknown::Expression;
           return !isKnown || llvm::any_of(unknown.operands, [&](const Polynomial &operand) {
             return !canBuild(operand);
           });
         });
}

/// Whether numbers of the counter's type reach one distance behind the loop: unsigned ones do not
/// go below 0, and few are of 8 or 16 bits.
static bool hasRoom(GridOp grid) {
  auto type = cast<IntegerType>(grid.getBody().getArgument(0).getType());
  return type.getWidth() >= 32 && (grid.getSteps()[0] > 0 || !type.isUnsigned());
}

/// How far apart the counters are where both lead to the same element: in `a[c * i + r]` and
/// `a[c * i + s]`, (s - r) / c.
std::optional<Polynomial> DistanceFinder::find(const ElementAccess &a, const ElementAccess &b) {
  if (a.root != b.root)
    return std::nullopt;
  auto getElement = [](const ElementAccess &access) {
    return access.path.empty() ? std::nullopt : access.path.front().index;
  };
  std::optional<Polynomial> first = getElement(a), second = getElement(b);
  if (!first || !second)
    return std::nullopt;
  Polynomial factor = first->getCoefficient(counter->symbol);
  if (!factor.getConstant() || factor.isZero() || factor != second->getCoefficient(counter->symbol))
    return std::nullopt;
  // The counter of an inner loop is another one in each iteration.
  auto varies = [&](const Polynomial &index) {
    return index.containsAny(
        [&](Symbol symbol) { return symbol != counter->symbol && analysis.isCounter(symbol); });
  };
  Polynomial difference = *second - *first;
  if (!difference.isValid() || varies(*first) || varies(*second))
    return std::nullopt;
  areKnown &= canBuild(difference);
  // Of numbers of iterations; these are whole, and the step is a constant.
  std::optional<Polynomial> numbers = difference.divideExactly(factor);
  return numbers ? std::optional(*numbers * counter->step) : std::nullopt;
}

/// Adds what is known of the pair; false where that is nothing.
bool DistanceFinder::add(const ElementAccess &a, const ElementAccess &b) {
  std::optional<Polynomial> distance = find(a, b);
  if (!distance)
    return Equations(analysis, grid, symbols, a, b).proveIndependent();
  bool isKnown = distance->isZero() || llvm::is_contained(distances, *distance) ||
                 llvm::is_contained(distances, -*distance);
  if (!isKnown)
    distances.push_back(*distance);
  return true;
}

std::optional<Polynomial> DistanceFinder::findCommon() {
  if (llvm::all_of(distances, [](const Polynomial &d) { return d.getConstant().has_value(); })) {
    int64_t divisor = 0;
    for (const Polynomial &distance : distances)
      divisor = std::gcd(divisor, *distance.getConstant());
    return Polynomial(divisor);
  }
  auto *common = llvm::find_if(distances, [&](const Polynomial &part) {
    return llvm::all_of(distances, [&](const Polynomial &whole) {
      std::optional<Polynomial> factor = whole.divideExactly(part);
      return factor && factor->getConstant();
    });
  });
  return common == distances.end() ? std::nullopt : std::optional(*common);
}

std::optional<IterationDistances> DistanceFinder::run() {
  if (grid.getNumDims() != 1 || !grid.getDynamicSteps().empty() || !counter ||
      grid->hasAttr(kLastOfElementAttr) || readsOldElements(grid))
    return std::nullopt;
  CmpKind predicate = grid.getPredicate(0);
  if (predicate == CmpKind::Eq || predicate == CmpKind::Ne)
    return std::nullopt;
  std::vector<ElementAccess> accesses = collectComparedAccesses(analysis, grid);
  for (const Conflict &conflict : findConflicts(grid))
    for (const ElementAccess &a : accesses) {
      if (a.root != conflict.root)
        continue;
      for (const ElementAccess &b : accesses)
        if ((a.writes || b.writes) && mayAlias(a.root, b.root) && !add(a, b))
          return std::nullopt;
    }
  if (distances.empty())
    return std::nullopt;
  return IterationDistances{distances, findCommon(), areKnown && hasRoom(grid)};
}

std::optional<IterationDistances> vkmorph::vkm::findIterationDistances(AffineAnalysis &analysis,
                                                                       GridOp grid) {
  return DistanceFinder(analysis, grid).run();
}

/// What the source calls an invariant: a parameter or a member; empty for all else.
static StringRef getName(const Unknown &unknown) {
  if (auto argument = dyn_cast_or_null<BlockArgument>(unknown.value))
    if (auto kernel = dyn_cast<KernelOp>(argument.getOwner()->getParentOp()))
      return kernel.getArgName(argument.getArgNumber());
  auto load = unknown.value ? unknown.value.getDefiningOp<LoadOp>() : LoadOp();
  return load ? getRootName(getRoot(load.getRef())) : StringRef();
}

/// Whether an expression of unsigned numbers subtracts, or converts what may be negative.
static bool maySubtract(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto load = dyn_cast<LoadOp>(op)) {
    auto var = load.getRef().getDefiningOp<VarOp>();
    return var && var.getInit() && maySubtract(var.getInit());
  }
  auto binary = dyn_cast<BinaryOp>(op);
  auto cast = dyn_cast<CastOp>(op);
  return (binary && binary.getKind() == BinaryKind::Sub) ||
         (cast && cast.getOperand().getType().isSignedInteger() &&
          !getConstantInt(cast.getOperand())) ||
         llvm::any_of(op->getOperands(), maySubtract);
}

bool vkmorph::vkm::mayBeWrapped(const AffineAnalysis &analysis, GridOp grid,
                                const Polynomial &distance) {
  SmallVector<LaunchOp> launches = getLaunches(grid->getParentOfType<KernelOp>());
  return distance.containsAny([&](Symbol symbol) {
    const Unknown &unknown = analysis.getUnknown(symbol);
    auto argument = dyn_cast_or_null<BlockArgument>(unknown.value);
    return argument && argument.getType().isUnsignedInteger() &&
           llvm::any_of(launches, [&](LaunchOp launch) {
             return maySubtract(launch.getOperands()[argument.getArgNumber()]);
           });
  });
}

std::string vkmorph::vkm::spellSymbols(const AffineAnalysis &analysis,
                                       ArrayRef<Polynomial> distance) {
  SmallVector<StringRef> names;
  bool areNamed = true;
  for (const Polynomial &component : distance)
    component.containsAny([&](Symbol symbol) {
      StringRef name = getName(analysis.getUnknown(symbol));
      areNamed &= !name.empty();
      if (!llvm::is_contained(names, name))
        names.push_back(name);
      return false;
    });
  std::string text;
  for (auto [index, name] : llvm::enumerate(names))
    text += (index == 0 ? "'" : index + 1 == names.size() ? " and '" : ", '") + name.str() + "'";
  return areNamed ? text : "";
}
