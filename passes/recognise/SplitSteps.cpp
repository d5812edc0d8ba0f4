//===- SplitSteps.cpp - The host steps through iterations that need each other's results -----===//
//
//   launch @Costs(cost, w, h)          for (int y = 1; y < h; ++y)
//     grid (y, x) steps [0]              launch @Costs(cost, w, h, y)
//                                  =>      grid (x)
//
//   launch @Table(t, n, m)             for (int diagonal = 2; diagonal <= n + m; ++diagonal)
//     grid (i, j) steps [1, 1]           launch @Table(t, n, m, diagonal)
//       from (1, 1) to (n, m)      =>      grid (i) from max(1, diagonal - m)
//                                                   to min(n, diagonal - 1)
//                                            int j = diagonal - i;
//
//     the same with step_tile 32       for (int d = 0; d < rows + columns - 1; ++d)
//                                  =>    launch @Table(t, n, m, d)
//                                          grid (tile) from max(0, d + 1 - columns)
//                                                      to min(rows, d + 1)
//                                            for (int step = 0; step < 63; ++step)
//                                              for (int line = 0; line < 32; ++line) {
//                                                int column = step - line;
//                                                int i = 1 + 32 * tile + line;
//                                                int j = 1 + 32 * (d - tile) + column;
//                                                if (0 <= column && column < 32 && ...) ...
//
// Which iterations run when OrderIterations says (IterationSteps.h). A kernel has the last counter
// from the sum, the others are those of its grid. Dimensions that count otherwise than up by ones
// have the numbers of their iterations in the sum. Where a weight is not 1, or a grid has two
// dimensions left, an iteration asks whether the last counter is within its bounds. Of tiles, all
// have as many rows and columns: those at the ends have iterations that are none.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchFacts.h"
#include "device/Builders.h"
#include "ir/Constants.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"
#include "transforms/EndLast.h"
#include "transforms/Expressions.h"
#include "transforms/NestDimensions.h"
#include "transforms/Parameters.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITSTEPS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SplitStepsPass : vkm::impl::SplitStepsBase<SplitStepsPass> {
  void runOnOperation() override;
};

/// What a dimension is counted by in a sum: its counter, or the number of its iteration.
struct Axis {
  Value first, bound;
  bool isClosed; ///< the bound is the last one, and not behind it
};

/// Steps through the iterations of one grid.
class StepSplitter {
public:
  explicit StepSplitter(GridOp grid)
      : grid(grid), kernel(grid->getParentOfType<KernelOp>()), loc(grid.getLoc()),
        dims(grid.getNumDims()), steps(getIterationSteps(grid).asArrayRef()) {
    if (auto attr = grid->getAttrOfType<IntegerAttr>(kStepTileAttr))
      tile = attr.getInt();
    weights = steps.drop_while([](int32_t weight) { return weight == 0; });
    sequential = steps.size() - weights.size();
  }
  void run();

private:
  unsigned getLast() const { return dims - 1; }
  Type getSumType() { return grid.getBody().getArgument(getLast()).getType(); }
  bool isUnsigned() { return getSumType().isUnsignedInteger(); }
  bool countsItself(unsigned dim) { return grid.getSteps()[dim] == 1; }
  int64_t getWeight(unsigned dim) const { return weights[dim - sequential]; }
  Value number(OpBuilder &at, Type type, int64_t value);
  Value binary(OpBuilder &at, BinaryKind kind, Value lhs, Value rhs);
  Value extreme(OpBuilder &at, MathFn fn, Value lhs, Value rhs);
  Value subtractUpTo(OpBuilder &at, Value from, Value value);
  Axis buildAxis(OpBuilder &at, unsigned dim, IRMapping &mapping);
  Value weigh(OpBuilder &at, unsigned dim, Value value);
  ForOp buildSumLoop(OpBuilder &at, IRMapping &mapping);
  ForOp countUpTo(OpBuilder &at, StringRef name, llvm::function_ref<Value(OpBuilder &)> end);
  Value countTiles(OpBuilder &at, unsigned dim, IRMapping mapping);
  ForOp buildTileLoop(OpBuilder &at, IRMapping &mapping);
  void stepLaunch(LaunchOp launch);
  Value buildCounter(OpBuilder &at, unsigned dim, Value value);
  void bindToSum(OpBuilder &at, Axis &axis, Value sum);
  GridOp buildGrid(ArrayRef<Value> stepped);
  void fillGrid(GridOp made, ArrayRef<Value> stepped);
  void keepAttributes(GridOp made);
  GridOp buildTileGrid(Value diagonal);
  Value keepFirst(OpBuilder &at, unsigned dim, Value number);
  IfOp buildTileLoops(GridOp made, Value diagonal);
  Value buildBound(OpBuilder &at, unsigned dim, Value counter);

  GridOp grid;
  KernelOp kernel;
  Location loc;
  unsigned dims;
  ArrayRef<int32_t> steps, weights;
  unsigned sequential; ///< dimensions that the host counts
  int64_t tile = 0;    ///< rows and columns of a tile; 0 where there are none
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Numbers
//===------------------------------------------------------------------------------------------===//

Value StepSplitter::number(OpBuilder &at, Type type, int64_t value) {
  return at.create<ConstantOp>(loc, at.getIntegerAttr(type, value));
}

Value StepSplitter::binary(OpBuilder &at, BinaryKind kind, Value lhs, Value rhs) {
  std::optional<int64_t> left = getConstantInt(lhs), right = getConstantInt(rhs);
  bool isSum = kind == BinaryKind::Add || kind == BinaryKind::Sub;
  if (right == (isSum ? 0 : 1))
    return lhs;
  if (left == 0 && kind == BinaryKind::Add)
    return rhs;
  if (left && right && isSum)
    return number(at, lhs.getType(), kind == BinaryKind::Add ? *left + *right : *left - *right);
  if (left && right && kind == BinaryKind::Div)
    return number(at, lhs.getType(), *left / *right);
  return at.create<BinaryOp>(loc, lhs.getType(), kind, lhs, rhs);
}

Value StepSplitter::extreme(OpBuilder &at, MathFn fn, Value lhs, Value rhs) {
  // Unsigned numbers are at least 0.
  if (fn == MathFn::Max && lhs.getType().isUnsignedInteger() && getConstantInt(lhs) == 0)
    return rhs;
  return at.create<MathOp>(loc, lhs.getType(), fn, ValueRange{lhs, rhs});
}

/// from - value; of unsigned numbers 0 where that would be negative.
Value StepSplitter::subtractUpTo(OpBuilder &at, Value from, Value value) {
  bool isPlain = !from.getType().isUnsignedInteger() || getConstantInt(value) == 0;
  return binary(at, BinaryKind::Sub, from, isPlain ? value : extreme(at, MathFn::Min, from, value));
}

/// Where there are no iterations the bound may be below the beginning, but for unsigned numbers of
/// iterations.
Axis StepSplitter::buildAxis(OpBuilder &at, unsigned dim, IRMapping &mapping) {
  Type type = grid.getBody().getArgument(dim).getType();
  Value lower = cloneExpression(at, grid.getLower()[dim], mapping);
  Value upper = cloneExpression(at, grid.getUpper()[dim], mapping);
  if (upper.getType() != type)
    upper = at.create<CastOp>(loc, type, upper);
  CmpKind predicate = grid.getPredicate(dim);
  int64_t step = grid.getSteps()[dim], width = std::abs(step);
  bool isClosed = predicate == CmpKind::Le || predicate == CmpKind::Ge;
  if (countsItself(dim))
    return {lower, upper, isClosed};
  Value high = binary(at, BinaryKind::Add, step > 0 ? upper : lower, number(at, type, isClosed));
  Value count = subtractUpTo(at, high, step > 0 ? lower : upper);
  count = binary(at, BinaryKind::Add, count, number(at, type, width - 1));
  count = binary(at, BinaryKind::Div, count, number(at, type, width));
  return {number(at, type, 0), count, /*isClosed=*/false};
}

Value StepSplitter::weigh(OpBuilder &at, unsigned dim, Value value) {
  int64_t weight = getWeight(dim);
  std::optional<int64_t> known = getConstantInt(value);
  if (known)
    return number(at, value.getType(), *known * weight);
  return weight == 1 ? value
                     : Value(at.create<BinaryOp>(loc, value.getType(), BinaryKind::Mul,
                                                 number(at, value.getType(), weight), value));
}

//===------------------------------------------------------------------------------------------===//
// The host
//===------------------------------------------------------------------------------------------===//

/// for (sum = weights * first; sum <= weights * last; ++sum)
ForOp StepSplitter::buildSumLoop(OpBuilder &at, IRMapping &mapping) {
  Type type = getSumType();
  Value init = number(at, type, 0);
  for (unsigned dim = sequential; dim < dims; ++dim) {
    IRMapping inside(mapping);
    init = binary(at, BinaryKind::Add, init, weigh(at, dim, buildAxis(at, dim, inside).first));
  }
  auto loop = at.create<ForOp>(loc, "diagonal", init);
  OpBuilder in = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value bound = number(in, type, 0), sum = buildLoad(in, loc, loop.getCondVar());
  int64_t beyond = 0; // bound - last
  for (unsigned dim = sequential; dim < dims; ++dim) {
    IRMapping inside(mapping);
    Axis axis = buildAxis(in, dim, inside);
    bound = binary(in, BinaryKind::Add, bound, weigh(in, dim, axis.bound));
    beyond += axis.isClosed ? 0 : getWeight(dim);
  }
  bool isClosed = beyond == 0;
  Value rest = number(in, type, isClosed ? 0 : beyond - 1);
  // Of unsigned numbers, nothing may become negative.
  if (isUnsigned())
    sum = binary(in, BinaryKind::Add, sum, rest);
  else
    bound = binary(in, BinaryKind::Sub, bound, rest);
  in.create<YieldOp>(loc, in.create<CmpOp>(loc, isClosed ? CmpKind::Le : CmpKind::Lt, sum, bound));
  in.setInsertionPointToEnd(&loop.getStep().front());
  in.create<UpdateOp>(loc, BinaryKind::Add, loop.getStepVar(), number(in, type, 1));
  return loop;
}

/// for (name = 0; name < end; ++name)
ForOp StepSplitter::countUpTo(OpBuilder &at, StringRef name,
                              llvm::function_ref<Value(OpBuilder &)> end) {
  return buildUintLoop(at, loc, name, number(at, getSumType(), 0), end,
                       [&](OpBuilder &in) { return number(in, getSumType(), 1); });
}

/// How many tiles there are along a dimension; none where that is not positive.
Value StepSplitter::countTiles(OpBuilder &at, unsigned dim, IRMapping mapping) {
  Axis axis = buildAxis(at, dim, mapping);
  int64_t beyond = tile - 1 + axis.isClosed;
  std::optional<int64_t> first = getConstantInt(axis.first);
  Value count = axis.bound;
  if (first)
    beyond -= *first;
  else
    count = binary(at, BinaryKind::Sub, count, axis.first);
  count = binary(at, beyond < 0 ? BinaryKind::Sub : BinaryKind::Add, count,
                 number(at, count.getType(), std::abs(beyond)));
  return binary(at, BinaryKind::Div, count, number(at, count.getType(), tile));
}

/// for (diagonal = 0; diagonal < rows + columns - 1; ++diagonal)
ForOp StepSplitter::buildTileLoop(OpBuilder &at, IRMapping &mapping) {
  return countUpTo(at, "diagonal", [&](OpBuilder &in) {
    Value rows = countTiles(in, getLast() - 1, mapping),
          columns = countTiles(in, getLast(), mapping);
    Value both = binary(in, BinaryKind::Add, rows, columns);
    return binary(in, BinaryKind::Sub, both, number(in, getSumType(), 1));
  });
}

/// Whether an expression reads a variable.
static bool readsVariable(Value value) {
  Operation *op = value.getDefiningOp();
  auto load = dyn_cast_or_null<LoadOp>(op);
  return (load && load.getRef().getDefiningOp<VarOp>()) ||
         (op && llvm::any_of(op->getOperands(), readsVariable));
}

void StepSplitter::stepLaunch(LaunchOp launch) {
  OpBuilder at(launch);
  IRMapping mapping;
  mapping.map(kernel.getArguments().take_front(launch.getNumOperands()), launch.getOperands());
  SmallVector<Value> counters;
  auto enter = [&](ForOp loop) {
    if (counters.empty())
      if (Attribute comment = launch->removeAttr(kCommentAttr))
        loop->setAttr(kCommentAttr, comment);
    at.setInsertionPointToEnd(&loop.getBody().front());
    counters.push_back(buildLoad(at, loc, loop.getBodyVar()));
  };
  for (unsigned dim = 0; dim < sequential; ++dim) {
    // Once, where it is made of variables of the kernel.
    if (Value upper = grid.getUpper()[dim]; readsVariable(upper))
      cloneExpression(at, upper, mapping);
    enter(buildDimensionLoop(at, grid, dim, mapping));
  }
  if (!weights.empty())
    enter(tile > 0 ? buildTileLoop(at, mapping) : buildSumLoop(at, mapping));
  launch->moveBefore(at.getInsertionBlock(), at.getInsertionPoint());
  launch.getOperandsMutable().append(counters);
}

//===------------------------------------------------------------------------------------------===//
// The kernel
//===------------------------------------------------------------------------------------------===//

/// The counter of a dimension whose number in the sum this is.
Value StepSplitter::buildCounter(OpBuilder &at, unsigned dim, Value value) {
  if (countsItself(dim))
    return value;
  int64_t step = grid.getSteps()[dim];
  Value distance = binary(at, BinaryKind::Mul, value, number(at, value.getType(), std::abs(step)));
  return binary(at, step > 0 ? BinaryKind::Add : BinaryKind::Sub, grid.getLower()[dim], distance);
}

/// Of two dimensions, weight * number + last is the sum, and last is within its bounds. Both
/// quotients may leave more numbers than there are.
void StepSplitter::bindToSum(OpBuilder &at, Axis &axis, Value sum) {
  IRMapping visible;
  Axis last = buildAxis(at, getLast(), visible);
  Type type = getSumType();
  Value one = number(at, type, 1), weight = number(at, type, getWeight(sequential));
  Value behind = last.isClosed ? sum : binary(at, BinaryKind::Add, sum, one);
  Value least = binary(at, BinaryKind::Div, subtractUpTo(at, behind, last.bound), weight);
  axis.first = extreme(at, MathFn::Max, axis.first, least);
  Value most = binary(at, BinaryKind::Div, binary(at, BinaryKind::Sub, sum, last.first), weight);
  if (!axis.isClosed)
    most = binary(at, BinaryKind::Add, most, one);
  axis.bound = extreme(at, MathFn::Min, axis.bound, most);
}

/// The grid of what runs at once, without iterations.
GridOp StepSplitter::buildGrid(ArrayRef<Value> stepped) {
  OpBuilder at(grid);
  SmallVector<Value> lower, upper;
  SmallVector<int64_t> sizes;
  SmallVector<CmpKind> predicates;
  SmallVector<std::string> names;
  unsigned end = weights.empty() ? dims : getLast();
  for (unsigned dim = sequential; dim < end; ++dim) {
    bool isPlain = weights.empty() || countsItself(dim);
    names.push_back(grid.getCounterName(dim).str() + (isPlain ? "" : "Number"));
    if (weights.empty()) {
      lower.push_back(grid.getLower()[dim]);
      upper.push_back(grid.getUpper()[dim]);
      sizes.push_back(grid.getSteps()[dim]);
      predicates.push_back(grid.getPredicate(dim));
      continue;
    }
    IRMapping visible;
    Axis axis = buildAxis(at, dim, visible);
    if (end == sequential + 1)
      bindToSum(at, axis, stepped.back());
    lower.push_back(axis.first);
    upper.push_back(axis.bound);
    sizes.push_back(1);
    predicates.push_back(axis.isClosed ? CmpKind::Le : CmpKind::Lt);
  }
  SmallVector<StringRef> texts(names.begin(), names.end());
  auto made = at.create<GridOp>(loc, lower, upper, ValueRange(), sizes, predicates, texts);
  keepAttributes(made);
  return made;
}

/// What is said of the grid is said of the new one.
void StepSplitter::keepAttributes(GridOp made) {
  made->setDiscardableAttrs(grid->getDiscardableAttrDictionary());
  made->removeAttr(kStepsAttr);
  SmallVector<std::string> counted;
  for (unsigned dim = 0; dim < sequential; ++dim)
    counted.push_back(grid.getCounterName(dim).str());
  if (!weights.empty())
    counted.push_back("diagonal");
  made->setAttr(kSteppedAttr, StringAttr::get(grid.getContext(), llvm::join(counted, " and ")));
  if (auto unproven = grid.getUnprovenAttr())
    made.setUnprovenAttr(unproven);
}

/// Moves the statements into the new grid, which has counters for them.
void StepSplitter::fillGrid(GridOp made, ArrayRef<Value> stepped) {
  Block &body = grid.getBody().front(), *inner = &made.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(inner);
  for (unsigned dim = 0; dim < sequential; ++dim)
    body.getArgument(dim).replaceAllUsesWith(stepped[dim]);
  auto keep = [&](unsigned dim, Value value) {
    auto variable = at.create<VarOp>(loc, RefType::get(value.getType()), grid.getCounterName(dim),
                                     value, /*is_const=*/true);
    return buildLoad(at, loc, variable.getRef());
  };
  Value last = weights.empty() ? Value() : stepped.back();
  for (auto [index, counter] : llvm::enumerate(made.getBody().getArguments())) {
    unsigned dim = sequential + index;
    if (!weights.empty())
      last = binary(at, BinaryKind::Sub, last, weigh(at, dim, counter));
    bool isPlain = weights.empty() || countsItself(dim);
    body.getArgument(dim).replaceAllUsesWith(isPlain ? Value(counter)
                                                     : keep(dim, buildCounter(at, dim, counter)));
  }
  if (!weights.empty()) {
    bool isWithin = made.getNumDims() == 1 && getWeight(sequential) == 1;
    Value counter = keep(getLast(), buildCounter(at, getLast(), last));
    if (!isWithin) {
      IRMapping visible;
      OpBuilder outside(made);
      Axis axis = buildAxis(outside, getLast(), visible);
      Value number = countsItself(getLast()) ? counter : last;
      Value low = at.create<CmpOp>(loc, CmpKind::Ge, number, axis.first);
      Value both = buildLogical<AndOp>(at, loc, low, [&](OpBuilder &in) -> Value {
        return in.create<CmpOp>(loc, axis.isClosed ? CmpKind::Le : CmpKind::Lt, number, axis.bound);
      });
      auto branch = at.create<IfOp>(loc, both, /*withElse=*/false);
      inner = &branch.getThenRegion().front();
    }
    body.getArgument(getLast()).replaceAllUsesWith(counter);
  }
  inner->getOperations().splice(inner->end(), body.getOperations());
}

//===------------------------------------------------------------------------------------------===//
// Tiles
//===------------------------------------------------------------------------------------------===//

/// The grid of the tiles on a diagonal, without iterations: its counter is the row of tiles.
GridOp StepSplitter::buildTileGrid(Value diagonal) {
  OpBuilder at(grid);
  Value one = number(at, getSumType(), 1), next = binary(at, BinaryKind::Add, diagonal, one);
  Value beyond = binary(at, BinaryKind::Sub, next, countTiles(at, getLast(), {}));
  Value lower = extreme(at, MathFn::Max, number(at, getSumType(), 0), beyond);
  Value upper = extreme(at, MathFn::Min, countTiles(at, getLast() - 1, {}), next);
  auto made = at.create<GridOp>(loc, lower, upper, ValueRange(), ArrayRef<int64_t>{1},
                                ArrayRef<CmpKind>{CmpKind::Lt}, ArrayRef<StringRef>{"tile"});
  keepAttributes(made);
  return made;
}

/// `const int firstI = 1 + 32 * tile;`
Value StepSplitter::keepFirst(OpBuilder &at, unsigned dim, Value number) {
  std::string name = grid.getCounterName(dim).str();
  name = "first" + StringRef(name).take_front().upper() + name.substr(1);
  Value distance = binary(at, BinaryKind::Mul, this->number(at, getSumType(), tile), number);
  std::optional<int64_t> lower = getConstantInt(grid.getLower()[dim]);
  Value first = lower == 0 ? distance : binary(at, BinaryKind::Add, grid.getLower()[dim], distance);
  return buildVar(at, loc, name, first, /*isConst=*/true).getRef();
}

/// Whether a counter is within the loop of the source. Tiles go on behind the end of a loop that
/// asks `!=`.
Value StepSplitter::buildBound(OpBuilder &at, unsigned dim, Value counter) {
  CmpKind predicate = grid.getPredicate(dim) == CmpKind::Le ? CmpKind::Le : CmpKind::Lt;
  return at.create<CmpOp>(loc, predicate, counter, grid.getUpper()[dim]);
}

/// The loops over the diagonals of a tile and its rows; gives the branch that an iteration stands
/// in.
IfOp StepSplitter::buildTileLoops(GridOp made, Value diagonal) {
  unsigned row = getLast() - 1;
  OpBuilder at = OpBuilder::atBlockEnd(&made.getBody().front());
  Value tileRow = made.getBody().getArgument(0);
  Value firstRow = keepFirst(at, row, tileRow);
  Value firstColumn = keepFirst(at, getLast(), binary(at, BinaryKind::Sub, diagonal, tileRow));
  Type type = getSumType();
  auto count = [&](StringRef name, int64_t end) {
    ForOp loop = countUpTo(at, name, [&](OpBuilder &in) { return number(in, type, end); });
    at.setInsertionPointToEnd(&loop.getBody().front());
    return loop;
  };
  ForOp steps = count("tileStep", 2 * tile - 1), lines = count("line", tile);
  lines->setAttr(kLinesAttr, at.getUnitAttr());
  auto keep = [&](StringRef name, Value value) {
    return buildVar(at, loc, name, value, /*isConst=*/true);
  };
  auto read = [&](Value place) { return buildLoad(at, loc, place); };
  VarOp column = keep(
      "column", binary(at, BinaryKind::Sub, read(steps.getBodyVar()), read(lines.getBodyVar())));
  auto keepCounter = [&](unsigned dim, Value first, Value number) {
    return keep(grid.getCounterName(dim), binary(at, BinaryKind::Add, read(first), number));
  };
  VarOp rowCounter = keepCounter(row, firstRow, read(lines.getBodyVar()));
  VarOp columnCounter = keepCounter(getLast(), firstColumn, read(column));
  Value isIn = at.create<CmpOp>(loc, CmpKind::Ge, read(column), number(at, type, 0));
  isIn = buildLogical<AndOp>(at, loc, isIn, [&](OpBuilder &in) -> Value {
    return in.create<CmpOp>(loc, CmpKind::Lt, buildLoad(in, loc, column), number(in, type, tile));
  });
  for (auto [dim, counter] : {std::pair(row, rowCounter), std::pair(getLast(), columnCounter)})
    isIn = buildLogical<AndOp>(at, loc, isIn,
                               [&, dim = dim, place = Value(counter)](OpBuilder &in) -> Value {
                                 return buildBound(in, dim, buildLoad(in, loc, place));
                               });
  auto branch = at.create<IfOp>(loc, isIn, /*withElse=*/false);
  OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  Block &body = grid.getBody().front();
  body.getArgument(row).replaceAllUsesWith(buildLoad(inside, loc, rowCounter));
  body.getArgument(getLast()).replaceAllUsesWith(buildLoad(inside, loc, columnCounter));
  return branch;
}

void StepSplitter::run() {
  SmallVector<LaunchOp> launches = getLaunches(kernel);
  for (LaunchOp launch : launches)
    stepLaunch(launch);
  SmallVector<Value> stepped;
  auto add = [&](StringRef name, Type type) {
    stepped.push_back(addParameter(kernel, makeFreeArgName(kernel, name.str()), type, loc));
  };
  for (unsigned dim = 0; dim < sequential; ++dim)
    add(grid.getCounterName(dim), grid.getBody().getArgument(dim).getType());
  if (!weights.empty())
    add("diagonal", getSumType());
  if (tile > 0) {
    Block &body = grid.getBody().front();
    for (unsigned dim = 0; dim < sequential; ++dim)
      body.getArgument(dim).replaceAllUsesWith(stepped[dim]);
    endLast(body);
    IfOp branch = buildTileLoops(buildTileGrid(stepped.back()), stepped.back());
    Block &inside = branch.getThenRegion().front();
    inside.getOperations().splice(inside.end(), body.getOperations());
  } else {
    fillGrid(buildGrid(stepped), stepped);
  }
  grid.erase();
  // Numbers that turned out to be none of a sum.
  eraseDeadExpressions(kernel.getBody());
  for (LaunchOp launch : launches)
    eraseDeadExpressions(launch->getParentOfType<ControlOp>().getBody());
}

void SplitStepsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  SmallVector<GridOp> grids;
  getOperation().walk([&](GridOp grid) {
    if (getIterationSteps(grid))
      grids.push_back(grid);
  });
  for (GridOp grid : grids)
    StepSplitter(grid).run();
}
