//===- AppendBlocks.cpp - Elements that a workgroup appends together --------------------------===//
//
// One atomic operation on the size of a vector for each subgroup is as many on one address as no
// device does at once. A workgroup that takes a block of iterations adds what all of them append
// at once; the elements wait in registers until then.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/appends/AppendBlocks.h"

#include "device/Builders.h"
#include "passes/plan/PlanRules.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Loops
//===------------------------------------------------------------------------------------------===//

/// Iterations of a block along an axis.
static int64_t getExtent(GridOp grid, unsigned axis, int64_t turns) {
  return grid.getWorkgroupSizeAttr()[axis] * (axis == 0 ? turns : 1);
}

/// `block * 128u + turn * 16u + gl_LocalInvocationID.x`
Value AppendBlocks::buildNumber(OpBuilder &at, unsigned dim, Value block) {
  Location loc = grid.getLoc();
  unsigned axis = grid.getNumDims() - 1 - dim;
  auto times = [&](Value place, int64_t factor) {
    return buildBinary(at, loc, BinaryKind::Mul, buildLoad(at, loc, place),
                       buildUint(at, loc, factor));
  };
  Value number = times(block, getExtent(grid, axis, turns));
  if (axis == 0)
    number = buildBinary(at, loc, BinaryKind::Add, number,
                         times(turnLoop.getBodyVar(), grid.getWorkgroupSizeAttr()[0]));
  return buildBinary(at, loc, BinaryKind::Add, number,
                     buildBuiltin(at, loc, Builtin::LocalInvocation, axis));
}

/// The iterations of a dimension. Grids without any are dispatched for what is done besides.
Value AppendBlocks::buildCount(OpBuilder &at, const GridLoops &loops, unsigned dim) {
  Location loc = grid.getLoc();
  Value bound = loops.count(at, dim);
  bool mayBeEmpty = grid.getPlan() || grid.getCountsAttr() || runsOnceBeside(grid);
  if (mayBeEmpty && !bound.getType().isUnsignedInteger()) {
    Value zero = at.create<ConstantOp>(loc, at.getIntegerAttr(bound.getType(), 0));
    bound = at.create<MathOp>(loc, bound.getType(), MathFn::Max, ValueRange{bound, zero});
  }
  return at.createOrFold<CastOp>(loc, getUintType(at.getContext()), bound);
}

/// `width - block * 128u >= 128u`, in each dimension: blocks begin at or before the bound.
Value AppendBlocks::buildIsWhole(OpBuilder &at, const GridLoops &loops, ArrayRef<Value> blocks) {
  Location loc = grid.getLoc();
  auto isWholeIn = [&](OpBuilder &in, unsigned dim) -> Value {
    int64_t extent = getExtent(grid, blocks.size() - 1 - dim, turns);
    Value bound = buildCount(in, loops, dim);
    Value begin = buildBinary(in, loc, BinaryKind::Mul, buildLoad(in, loc, blocks[dim]),
                              buildUint(in, loc, extent));
    return in.create<CmpOp>(loc, CmpKind::Ge, buildBinary(in, loc, BinaryKind::Sub, bound, begin),
                            buildUint(in, loc, extent));
  };
  Value all = isWholeIn(at, 0);
  for (unsigned dim = 1; dim < blocks.size(); ++dim)
    all = buildLogical<AndOp>(at, loc, all, [&](OpBuilder &in) { return isWholeIn(in, dim); });
  return all;
}

/// `y < height && x < width`
Value AppendBlocks::buildIsInside(OpBuilder &at, const GridLoops &loops, ArrayRef<Value> numbers) {
  Location loc = grid.getLoc();
  auto isInside = [&](OpBuilder &in, unsigned dim) -> Value {
    Value number = buildLoad(in, loc, numbers[dim]), bound = loops.count(in, dim);
    number = in.createOrFold<CastOp>(loc, bound.getType(), number);
    return in.create<CmpOp>(loc, CmpKind::Lt, number, bound);
  };
  Value all = isInside(at, 0);
  for (unsigned dim = 1; dim < numbers.size(); ++dim)
    all = buildLogical<AndOp>(at, loc, all, [&](OpBuilder &in) { return isInside(in, dim); });
  return all;
}

ForOp AppendBlocks::buildLoops(OpBuilder &at, const GridLoops &loops,
                               SmallVectorImpl<Value> &numbers) {
  Location loc = grid.getLoc();
  unsigned dims = grid.getNumDims();
  SmallVector<Value> blocks;
  ForOp outermost;
  OpBuilder inner = at;
  for (unsigned dim = 0; dim < dims; ++dim) {
    unsigned axis = dims - 1 - dim;
    ForOp loop = buildUintLoop(
        inner, loc, dims == 1 ? "block" : loops.dimensions[dim].name + "Block",
        buildBuiltin(inner, loc, Builtin::Workgroup, axis),
        [&](OpBuilder &inside) {
          Value whole = buildBinary(inside, loc, BinaryKind::Div, buildCount(inside, loops, dim),
                                    buildUint(inside, loc, getExtent(grid, axis, turns)));
          return buildBinary(inside, loc, BinaryKind::Add, whole, buildUint(inside, loc, 1));
        },
        [&](OpBuilder &inside) { return buildBuiltin(inside, loc, Builtin::NumWorkgroups, axis); });
    if (!outermost)
      outermost = loop;
    blocks.push_back(loop.getBodyVar());
    inner.setInsertionPointToEnd(&loop.getBody().front());
  }
  isWhole = buildIsWhole(inner, loops, blocks);
  turnLoop = buildUnrolledLoop(inner, loc, "turn", turns);
  inner.setInsertionPointToEnd(&turnLoop.getBody().front());
  numbers.clear();
  for (unsigned dim = 0; dim < dims; ++dim) {
    const GridLoops::Dimension &dimension = loops.dimensions[dim];
    Value number = buildNumber(inner, dim, blocks[dim]);
    if (dimension.direct)
      number = inner.createOrFold<CastOp>(loc, grid.getLower()[dim].getType(), number);
    numbers.push_back(buildVar(inner, loc, dimension.name, number, /*isConst=*/true));
  }
  auto branch = inner.create<IfOp>(loc, buildIsInside(inner, loops, numbers));
  inner.setInsertionPointToEnd(&branch.getThenRegion().front());
  loops.body(inner, grid, numbers);
  return outermost;
}

void vkmorph::vkm::splitTurns(ForOp turnLoop, Value isWhole) {
  OpBuilder at(turnLoop);
  auto branch = at.create<IfOp>(turnLoop.getLoc(), isWhole);
  at.setInsertionPointToEnd(&branch.getThenRegion().front());
  auto whole = cast<ForOp>(at.clone(*turnLoop));
  Block &body = whole.getBody().front();
  auto inside = cast<IfOp>(body.back());
  body.getOperations().splice(inside->getIterator(),
                              inside.getThenRegion().front().getOperations());
  inside.erase();
  eraseDeadExpressions(whole.getBody());
  Block &rest = branch.getElseRegion().emplaceBlock();
  turnLoop->moveBefore(&rest, rest.end());
  turnLoop->walk([](Operation *inner) { inner->removeAttr(kCommentAttr); });
}

void AppendBlocks::finish() {
  keepAppends(turnLoop, turns, [](StringRef) { return Value(); });
  splitTurns(turnLoop, isWhole);
}

void vkmorph::vkm::keepAppends(ForOp turnLoop, int64_t turns,
                               llvm::function_ref<Value(StringRef)> next) {
  SmallVector<AppendOp> appends;
  turnLoop.walk([&](AppendOp append) { appends.push_back(append); });
  OpBuilder before(turnLoop), behind(turnLoop->getContext());
  behind.setInsertionPointAfter(turnLoop);
  llvm::MapVector<StringRef, std::pair<VarOp, VarOp>> waiting;
  for (AppendOp append : appends) {
    Location loc = append.getLoc();
    auto [known, isNew] = waiting.insert({append.getField(), {}});
    auto &[kept, found] = known->second;
    if (isNew) {
      std::string name = append.getField().rtrim('_').str();
      Type array = ArrayType::get(before.getContext(), turns, append.getValue().getType());
      kept = before.create<VarOp>(loc, RefType::get(array), name + "Kept", Value());
      found = buildVar(before, loc, name + "Turns", buildUint(before, loc, 0), /*isConst=*/false);
      SmallVector<Value> operands = {kept, buildLoad(behind, loc, found)};
      if (Value place = next(append.getField()))
        operands.push_back(place);
      operands = addInto(operands, append);
      behind.create<CallOp>(loc, TypeRange(),
                            append->getAttrOfType<FlatSymbolRefAttr>(kAppendFunctionAttr),
                            operands);
    }
    OpBuilder at(append);
    auto readTurn = [&] { return buildLoad(at, loc, turnLoop.getBodyVar()); };
    Value slot =
        at.create<ElementOp>(loc, RefType::get(append.getValue().getType()), kept, readTurn());
    auto keep = at.create<AssignOp>(loc, slot, append.getValue());
    if (Attribute comment = append->getAttr(kCommentAttr))
      keep->setAttr(kCommentAttr, comment);
    Value bit = buildBinary(at, loc, BinaryKind::Shl, buildUint(at, loc, 1), readTurn());
    at.create<UpdateOp>(loc, BinaryKind::Or, found, bit);
    append.erase();
  }
}

namespace {
/// Threads keep what they append until their workgroup takes the slots of all of it.
class BlockAppends : public AppendPattern {
public:
  void lower(AppendOp append, VectorLowering &vector) const override {
    FuncOp function = vector.getBlockFunction(append->getParentOfType<GridOp>());
    append->setAttr(kAppendFunctionAttr, FlatSymbolRefAttr::get(function.getSymNameAttr()));
  }
  std::unique_ptr<GridDispatch> makeGridDispatch(KernelOp, StringRef, GridOp grid) const override {
    return std::make_unique<AppendBlocks>(grid);
  }
};
} // namespace

std::unique_ptr<AppendPattern> vkmorph::vkm::makeBlockAppends() {
  return std::make_unique<BlockAppends>();
}

//===------------------------------------------------------------------------------------------===//
// Slots
//===------------------------------------------------------------------------------------------===//

void vkmorph::vkm::buildAppendFunction(
    FuncOp function, int64_t numTurns, SharedOp counts, SharedOp firstOfAll, FieldOp size,
    llvm::function_ref<void(OpBuilder &, Value slot, llvm::function_ref<Value(OpBuilder &)>)>
        store) {
  Location loc = function.getLoc();
  OpBuilder at = OpBuilder::atBlockEnd(&function.getBody().front());
  Type uintType = getUintType(at.getContext());
  Value kept = function.getArgument(0), turns = function.getArgument(1);
  auto share = [&](OpBuilder &in, SharedOp variable) -> Value {
    return in.create<SharedRefOp>(loc, RefType::get(variable.getType()), variable.getSymName());
  };
  auto count = [&](OpBuilder &in, Value subgroup) -> Value {
    return in.create<ElementOp>(loc, RefType::get(uintType), share(in, counts), subgroup);
  };
  // (turns >> turn & 1u) != 0u
  auto hasElement = [&](OpBuilder &in, ForOp loop) -> Value {
    Value bit = buildBinary(in, loc, BinaryKind::Shr, turns, buildLoad(in, loc, loop.getBodyVar()));
    bit = buildBinary(in, loc, BinaryKind::And, bit, buildUint(in, loc, 1));
    return in.create<CmpOp>(loc, CmpKind::Ne, bit, buildUint(in, loc, 0));
  };
  auto ask = [&](OpBuilder &in, ActiveThreads what, Value where) -> Value {
    return in.create<ActiveThreadsOp>(loc, uintType, what, where);
  };
  auto add = [&](OpBuilder &in, Value place, Value amount) {
    in.create<UpdateOp>(loc, BinaryKind::Add, place, amount);
  };

  VarOp together = buildVar(at, loc, "together", buildUint(at, loc, 0), /*isConst=*/false);
  ForOp counting = buildUnrolledLoop(at, loc, "turn", numTurns);
  OpBuilder inner = OpBuilder::atBlockEnd(&counting.getBody().front());
  add(inner, together, ask(inner, ActiveThreads::Count, hasElement(inner, counting)));

  auto isFirstLane = at.create<CmpOp>(
      loc, CmpKind::Eq, buildBuiltin(at, loc, Builtin::SubgroupInvocation), buildUint(at, loc, 0));
  auto publish = at.create<IfOp>(loc, isFirstLane);
  inner = OpBuilder::atBlockEnd(&publish.getThenRegion().front());
  inner.create<AssignOp>(loc, count(inner, buildBuiltin(inner, loc, Builtin::Subgroup)),
                         buildLoad(inner, loc, together));
  at.create<BarrierOp>(loc);

  VarOp slots = buildVar(at, loc, "first", buildUint(at, loc, 0), /*isConst=*/false);
  VarOp all = buildVar(at, loc, "total", buildUint(at, loc, 0), /*isConst=*/false);
  ForOp subgroups = buildUintLoop(
      at, loc, "other", buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildBuiltin(in, loc, Builtin::NumSubgroups); },
      [&](OpBuilder &in) { return buildUint(in, loc, 1); });
  inner = OpBuilder::atBlockEnd(&subgroups.getBody().front());
  auto other = [&](OpBuilder &in) { return buildLoad(in, loc, subgroups.getBodyVar()); };
  auto isBefore = inner.create<CmpOp>(loc, CmpKind::Lt, other(inner),
                                      buildBuiltin(inner, loc, Builtin::Subgroup));
  auto before = inner.create<IfOp>(loc, isBefore);
  OpBuilder adding = OpBuilder::atBlockEnd(&before.getThenRegion().front());
  add(adding, slots, buildLoad(adding, loc, count(adding, other(adding))));
  add(inner, all, buildLoad(inner, loc, count(inner, other(inner))));

  bool isInOrder = !firstOfAll;
  if (isInOrder) {
    Value next = function.getArgument(2);
    add(at, slots, buildLoad(at, loc, next));
    add(at, next, buildLoad(at, loc, all));
    // The next call publishes.
    at.create<BarrierOp>(loc);
  } else {
    OpBuilder reserving = buildIfFirstThread(at, loc);
    Value place = reserving.create<FieldRefOp>(loc, RefType::get(uintType), size.getSymName());
    Value reserved = reserving.create<AtomicOp>(loc, uintType, ReduceKind::Add, place,
                                                buildLoad(reserving, loc, all));
    reserving.create<AssignOp>(loc, share(reserving, firstOfAll), reserved);
    at.create<BarrierOp>(loc);
    add(at, slots, buildLoad(at, loc, share(at, firstOfAll)));
  }

  ForOp writing = buildUnrolledLoop(at, loc, "turn", numTurns);
  inner = OpBuilder::atBlockEnd(&writing.getBody().front());
  VarOp isKept = buildVar(inner, loc, "isKept", hasElement(inner, writing), /*isConst=*/true);
  VarOp rank =
      buildVar(inner, loc, "rank", ask(inner, ActiveThreads::Rank, buildLoad(inner, loc, isKept)),
               /*isConst=*/true);
  auto has = inner.create<IfOp>(loc, buildLoad(inner, loc, isKept));
  OpBuilder storing = OpBuilder::atBlockEnd(&has.getThenRegion().front());
  Value slot = buildBinary(storing, loc, BinaryKind::Add, buildLoad(storing, loc, slots),
                           buildLoad(storing, loc, rank));
  Type element = cast<ArrayType>(cast<RefType>(kept.getType()).getPointee()).getElementType();
  store(storing, slot, [&](OpBuilder &in) {
    Value waiting = in.create<ElementOp>(loc, RefType::get(element), kept,
                                         buildLoad(in, loc, writing.getBodyVar()));
    return buildLoad(in, loc, waiting);
  });
  add(inner, slots, ask(inner, ActiveThreads::Count, buildLoad(inner, loc, isKept)));
}
