//===- RunApart.cpp - Each thread runs through iterations that are a distance apart -----------===//
//
//   grid (i) runs_apart               grid (firstI) from 0 to apart
//     from 0 to n                       for (i = firstI; i < n; i += apart)
//     t[i] += g * t[i - delay];    =>     t[i] += g * t[i - delay];
//
//   where apart is abs(delay), but no more than n, and n where that is 0
//
// Iterations that need each other are multiples of the delay apart (IterationDistance.h), so that
// one thread has them all, and takes them in the order of the source; all iterations of the loop,
// where they are several distances apart and the host cannot count. Where it can the host counts
// pieces (vkm-split-steps), whose iterations need none of each other:
//
//   grid (i) runs_apart steps [0]     grid (piece, place) steps [0]
//     from 0 to n                       from (0, 0) to ((n + apart - 1) / apart, apart)
//     t[i] = t[i - d] + t[i - e];  =>     i = piece * apart + place;
//                                         if (i < n)
//                                           t[i] = t[i - d] + t[i - e];
//
//   where apart is min(abs(d), abs(e), n)
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchFacts.h"
#include "device/Builders.h"
#include "ir/Constants.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/ExtentExpressions.h"
#include "passes/IterationDistance.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RUNAPART
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct RunApartPass : vkm::impl::RunApartBase<RunApartPass> {
  void runOnOperation() override;
};

/// Rewrites one grid.
class ApartRunner {
public:
  explicit ApartRunner(GridOp grid)
      : grid(grid), loc(grid.getLoc()), analysis(grid->getParentOfType<KernelOp>()),
        type(cast<IntegerType>(grid.getBody().getArgument(0).getType())),
        isUp(grid.getSteps()[0] > 0),
        isClosed(grid.getPredicate(0) == CmpKind::Le || grid.getPredicate(0) == CmpKind::Ge) {}
  void run();

private:
  Value number(OpBuilder &at, Type of, int64_t value) {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(of, value));
  }
  /// A distance, or its contrary, where that is known not to be negative.
  struct Distance {
    Polynomial value;
    enum { Any, NotNegative, Positive } sign;
  };
  bool holdsAtLaunches(const Polynomial &value,
                       llvm::function_ref<bool(const Facts &, const Polynomial &)> holds);
  Distance findSign(const Polynomial &found);
  Value buildRoom(OpBuilder &at);
  Value buildDistance(OpBuilder &at, const Distance &distance,
                      llvm::function_ref<Value(OpBuilder &, Value)> use);
  Value buildSmallest(OpBuilder &at, Value a, Value b) {
    return at.create<MathOp>(loc, type, MathFn::Min, ValueRange{a, b});
  }
  Value buildAtLeastOne(OpBuilder &at, Value value) {
    return at.create<MathOp>(loc, type, MathFn::Max, ValueRange{value, number(at, type, 1)});
  }
  Value buildApart(OpBuilder &at, const Polynomial &distance);
  Value buildApart(OpBuilder &at, ArrayRef<Polynomial> distances);
  Value buildBehind(OpBuilder &at, Value distance);
  Value buildIsIn(OpBuilder &at, Value counter);
  void runChains(Value apart, StringRef chains, llvm::function_ref<Value(OpBuilder &)> buildStep);
  void runApart(const Polynomial &distance);
  void runAlone();
  void runPieces(ArrayRef<Polynomial> distances);

  GridOp grid;
  Location loc;
  AffineAnalysis analysis;
  IntegerType type; ///< of the counter
  bool isUp, isClosed;
};
} // namespace

/// How many counters the loop goes over, its steps included; 0 or less where it has no iteration.
Value ApartRunner::buildRoom(OpBuilder &at) {
  IRMapping mapping;
  Value lower = cloneExpression(at, grid.getLower()[0], mapping);
  Value upper = cloneExpression(at, grid.getUpper()[0], mapping);
  upper = at.createOrFold<CastOp>(loc, type, upper);
  Value high = isUp ? upper : lower, low = isUp ? lower : upper;
  if (isClosed)
    high = buildBinary(at, loc, BinaryKind::Add, high, number(at, type, 1));
  if (getConstantInt(low) == 0)
    return high;
  // Unsigned numbers are never below 0.
  if (type.isUnsigned())
    low = at.create<MathOp>(loc, type, MathFn::Min, ValueRange{low, high});
  return buildBinary(at, loc, BinaryKind::Sub, high, low);
}

/// Whether something holds of a value of the kernel wherever that is launched.
bool ApartRunner::holdsAtLaunches(
    const Polynomial &value, llvm::function_ref<bool(const Facts &, const Polynomial &)> holds) {
  constexpr size_t kMaxLaunches = 16;
  SmallVector<LaunchOp> launches = getLaunches(grid->getParentOfType<KernelOp>());
  return !launches.empty() && launches.size() <= kMaxLaunches &&
         llvm::all_of(launches, [&](LaunchOp launch) {
           std::unique_ptr<AffineAnalysis> atLaunch = makeAnalysisAtLaunch(launch);
           Polynomial there;
           for (const auto &[monomial, coefficient] : value.getTerms()) {
             Polynomial term(coefficient);
             for (Symbol symbol : monomial) {
               const Unknown &unknown = analysis.getUnknown(symbol);
               std::optional<Polynomial> given = unknown.kind == Unknown::Parameter
                                                     ? atLaunch->evaluate(unknown.value)
                                                     : std::nullopt;
               term = term * given.value_or(Polynomial::invalid());
             }
             there += term;
           }
           return there.isValid() && holds(atLaunch->getFacts(grid), there);
         });
}

ApartRunner::Distance ApartRunner::findSign(const Polynomial &found) {
  auto holds = [&](llvm::function_ref<bool(const Facts &, const Polynomial &)> ask,
                   const Polynomial &value) {
    return ask(analysis.getFacts(grid), value) || holdsAtLaunches(value, ask);
  };
  auto isPositive = [](const Facts &facts, const Polynomial &value) {
    return facts.isPositive(value);
  };
  auto isNotNegative = [](const Facts &facts, const Polynomial &value) {
    return facts.isNonNegative(value);
  };
  bool hasSign = mayBeWrapped(analysis, grid, found);
  for (const Polynomial &value : {found, -found})
    if (!hasSign && holds(isNotNegative, value))
      return {value, holds(isPositive, value) ? Distance::Positive : Distance::NotNegative};
  // Of either sign, the one with fewer signs in front reads better.
  bool isSum = llvm::any_of(found.getTerms(), [](const auto &term) { return term.second > 0; });
  return {isSum ? found : -found, Distance::Any};
}

/// What is made of a distance that is not 0, as a positive number; where it is 0, the room.
Value ApartRunner::buildDistance(OpBuilder &at, const Distance &distance,
                                 llvm::function_ref<Value(OpBuilder &, Value)> use) {
  Type computed = distance.sign == Distance::Any && type.isUnsigned()
                      ? IntegerType::get(at.getContext(), type.getWidth(), IntegerType::Signed)
                      : Type(type);
  auto build = [&](OpBuilder &in) {
    return buildPolynomial(in, loc, analysis, distance.value, computed);
  };
  auto buildPositive = [&](OpBuilder &in) -> Value {
    Value apart = build(in);
    if (distance.sign == Distance::Any)
      apart = in.create<MathOp>(loc, computed, MathFn::Abs, apart);
    return use(in, in.createOrFold<CastOp>(loc, type, apart));
  };
  if (distance.sign == Distance::Positive)
    return buildPositive(at);
  Value isNone = at.create<CmpOp>(loc, CmpKind::Eq, build(at), number(at, computed, 0));
  return buildSelect(
      at, loc, type, isNone, [&](OpBuilder &in) { return buildRoom(in); }, buildPositive);
}

/// How far apart the iterations of a thread are.
Value ApartRunner::buildApart(OpBuilder &at, const Polynomial &distance) {
  Distance known = findSign(distance);
  return buildDistance(at, known, [&](OpBuilder &in, Value apart) {
    Value smallest = buildSmallest(in, apart, buildRoom(in));
    // Of the smallest number there is no positive one, and all iterations go to one thread.
    return known.sign != Distance::Any || type.isUnsigned() ? smallest
                                                            : buildAtLeastOne(in, smallest);
  });
}

/// How long pieces are; 1 where there is no iteration.
Value ApartRunner::buildApart(OpBuilder &at, ArrayRef<Polynomial> distances) {
  Value smallest = buildRoom(at);
  for (const Polynomial &distance : distances) {
    Value apart =
        buildDistance(at, findSign(distance), [](OpBuilder &, Value value) { return value; });
    smallest = buildSmallest(at, smallest, apart);
  }
  return buildAtLeastOne(at, smallest);
}

/// The counter of an iteration that is so far behind the first one.
Value ApartRunner::buildBehind(OpBuilder &at, Value distance) {
  IRMapping mapping;
  Value lower = cloneExpression(at, grid.getLower()[0], mapping);
  return isUp && getConstantInt(lower) == 0
             ? distance
             : buildBinary(at, loc, isUp ? BinaryKind::Add : BinaryKind::Sub, lower, distance);
}

/// Whether a counter is within the loop of the source.
Value ApartRunner::buildIsIn(OpBuilder &at, Value counter) {
  Value upper = grid.getUpper()[0];
  counter = at.createOrFold<CastOp>(loc, upper.getType(), counter);
  return at.create<CmpOp>(loc, grid.getPredicate(0), counter, upper);
}

/// Threads that begin at the first `apart` counters run through the iterations that are so far
/// apart; `buildStep` gives that in a thread.
void ApartRunner::runChains(Value apart, StringRef chains,
                            llvm::function_ref<Value(OpBuilder &)> buildStep) {
  OpBuilder at(grid);
  IRMapping mapping;
  Value lower = cloneExpression(at, grid.getLower()[0], mapping);
  StringRef name = grid.getCounterName(0);
  std::string first = "first" + name.take_front().upper() + name.substr(1).str();
  auto made = at.create<GridOp>(loc, lower, buildBehind(at, apart), ValueRange(), grid.getSteps(),
                                ArrayRef<CmpKind>{isUp ? CmpKind::Lt : CmpKind::Gt},
                                ArrayRef<StringRef>{first});
  made->setDiscardableAttrs(grid->getDiscardableAttrDictionary());
  made->removeAttr(kRunsApartAttr);
  made->setAttr(kChainsAttr, at.getStringAttr(chains));
  at.setInsertionPointToEnd(&made.getBody().front());
  auto loop = at.create<ForOp>(loc, name, made.getBody().getArgument(0));
  at.setInsertionPointToEnd(&loop.getCond().front());
  at.create<YieldOp>(loc, buildIsIn(at, buildLoad(at, loc, loop.getCondVar())));
  at.setInsertionPointToEnd(&loop.getStep().front());
  at.create<UpdateOp>(loc, isUp ? BinaryKind::Add : BinaryKind::Sub, loop.getStepVar(),
                      buildStep(at));
  for (OpOperand &use : llvm::make_early_inc_range(grid.getBody().getArgument(0).getUses())) {
    OpBuilder before(use.getOwner());
    use.set(buildLoad(before, use.getOwner()->getLoc(), loop.getBodyVar()));
  }
  Block &inside = loop.getBody().front();
  inside.getOperations().splice(inside.end(), grid.getBody().front().getOperations());
}

void ApartRunner::runApart(const Polynomial &distance) {
  OpBuilder at(grid);
  VarOp apart = buildVar(at, loc, "apart", buildApart(at, distance), /*isConst=*/true);
  runChains(buildLoad(at, loc, apart), "apart",
            [&](OpBuilder &in) { return buildLoad(in, loc, apart); });
}

/// One thread runs through all iterations.
void ApartRunner::runAlone() {
  OpBuilder at(grid);
  auto buildStep = [&](OpBuilder &in) { return number(in, type, std::abs(grid.getSteps()[0])); };
  runChains(buildStep(at), "all", buildStep);
}

void ApartRunner::runPieces(ArrayRef<Polynomial> distances) {
  OpBuilder at(grid);
  VarOp variable = buildVar(at, loc, "apart", buildApart(at, distances), /*isConst=*/true);
  Value apart = buildLoad(at, loc, variable), zero = number(at, type, 0);
  Value last = buildBinary(at, loc, BinaryKind::Sub, apart, number(at, type, 1));
  Value count = buildBinary(at, loc, BinaryKind::Add, buildRoom(at), last);
  count = buildBinary(at, loc, BinaryKind::Div, count, apart);
  Value pieces = buildLoad(at, loc, buildVar(at, loc, "pieces", count, /*isConst=*/true));
  auto made = at.create<GridOp>(loc, ValueRange{zero, zero}, ValueRange{pieces, apart},
                                ValueRange(), ArrayRef<int64_t>{1, std::abs(grid.getSteps()[0])},
                                ArrayRef<CmpKind>{CmpKind::Lt, CmpKind::Lt},
                                ArrayRef<StringRef>{"piece", "place"});
  made->setDiscardableAttrs(grid->getDiscardableAttrDictionary());
  made->removeAttr(kRunsApartAttr);
  at.setInsertionPointToEnd(&made.getBody().front());
  Value before = buildBinary(at, loc, BinaryKind::Mul, made.getBody().getArgument(0), apart);
  Value place = buildBinary(at, loc, BinaryKind::Add, before, made.getBody().getArgument(1));
  VarOp counter =
      buildVar(at, loc, grid.getCounterName(0), buildBehind(at, place), /*isConst=*/true);
  auto branch = at.create<IfOp>(loc, buildIsIn(at, buildLoad(at, loc, counter)));
  Block &body = grid.getBody().front(), &inside = branch.getThenRegion().front();
  at.setInsertionPointToEnd(&inside);
  body.getArgument(0).replaceAllUsesWith(buildLoad(at, loc, counter));
  inside.getOperations().splice(inside.end(), body.getOperations());
}

void ApartRunner::run() {
  std::optional<IterationDistances> found = findIterationDistances(analysis, grid);
  assert(found && "vkm-order-iterations has found them");
  if (getIterationSteps(grid))
    runPieces(found->all);
  else if (found->areKnown && found->common)
    runApart(*found->common);
  else
    runAlone();
  grid.erase();
}

void RunApartPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  SmallVector<GridOp> grids;
  getOperation().walk([&](GridOp grid) {
    if (grid->hasAttr(kRunsApartAttr))
      grids.push_back(grid);
  });
  for (GridOp grid : grids)
    ApartRunner(grid).run();
}
