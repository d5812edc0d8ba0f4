//===- UnrollGrids.cpp - Several iterations of a grid at a time ------------------------------===//
//
//   for (uint i = thread; i < n; i += threads) sum += a[i];
//
//   =>
//
//   uint i = thread;
//   const uint stride = threads;
//   while (i < n && n - i > 7u * stride)
//     [[unroll]] for (uint turn = 0u; turn < 8u; turn++, i += stride) sum += a[i];
//   for (uint rest = i; rest < n; rest += stride) sum += a[rest];
//
// A condition around each iteration would keep the compilers of devices from reading for all of
// them before they wait for the first.
//
// Where all that is read are elements with the number of the iteration, blocks of them are read at
// once:
//
//   for (uint block = thread; block < n / 4u; block += threads) {
//     const vec4 a4 = aVec4[block];
//     [[unroll]] for (uint component = 0u; component < 4u; component++) sum += a4[component];
//   }
//   if (thread < n % 4u) sum += a[n / 4u * 4u + thread];
//
//===------------------------------------------------------------------------------------------===//

#include "passes/loops/UnrollGrids.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "device/Builders.h"
#include "ir/Places.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static Value buildConstant(OpBuilder &at, Location loc, Type type, int64_t value) {
  return at.create<ConstantOp>(loc, at.getIntegerAttr(type, value));
}

/// The comparison that a loop's condition is.
static CmpOp getCondition(ForOp loop) {
  return cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
}

static UpdateOp getStep(ForOp loop) { return *loop.getStep().getOps<UpdateOp>().begin(); }

/// `while (at < n && n - at > (factor - 1) * stride) [[unroll]] for (...; turn++, at += stride)
/// body`; `isLess` and `bound` build the parts of the condition, `kind` compares its last part.
static WhileOp buildUnrolledWhile(OpBuilder &builder, Location loc, VarOp counter, VarOp stride,
                                  int64_t factor, CmpKind kind,
                                  llvm::function_ref<Value(OpBuilder &)> isLess,
                                  llvm::function_ref<Value(OpBuilder &)> bound,
                                  llvm::function_ref<void(OpBuilder &)> body) {
  auto loop = builder.create<WhileOp>(loc);
  OpBuilder at = OpBuilder::atBlockBegin(&loop.getCond().emplaceBlock());
  auto both = at.create<AndOp>(loc, at.getI1Type(), isLess(at));
  OpBuilder inner = OpBuilder::atBlockBegin(&both.getRhs().emplaceBlock());
  Value left = bound(inner);
  Value own = buildLoad(inner, loc, counter), ahead = buildLoad(inner, loc, stride);
  own = inner.createOrFold<CastOp>(loc, left.getType(), own);
  ahead = inner.createOrFold<CastOp>(loc, left.getType(), ahead);
  left = buildBinary(inner, loc, BinaryKind::Sub, left, own);
  ahead = buildBinary(inner, loc, BinaryKind::Mul,
                      buildConstant(inner, loc, left.getType(), factor - 1), ahead);
  inner.create<YieldOp>(loc, inner.create<CmpOp>(loc, kind, left, ahead));
  at.create<YieldOp>(loc, both);

  at = OpBuilder::atBlockBegin(&loop.getBody().emplaceBlock());
  ForOp unrolled = buildUnrolledLoop(at, loc, "turn", factor);
  at.setInsertionPointToEnd(&unrolled.getStep().front());
  at.create<UpdateOp>(loc, BinaryKind::Add, counter, buildLoad(at, loc, stride));
  at.setInsertionPointToEnd(&unrolled.getBody().front());
  body(at);
  return loop;
}

static void cloneBody(OpBuilder &at, ForOp loop, Value counter) {
  IRMapping mapping;
  mapping.map(loop.getBodyVar(), counter);
  for (Operation &op : loop.getBody().front())
    at.clone(op, mapping);
}

static void dropComments(Operation *op) {
  op->walk([](Operation *inner) { inner->removeAttr(kCommentAttr); });
}

void vkmorph::vkm::unrollGridLoop(ForOp loop, int64_t factor,
                                  llvm::function_ref<Value(OpBuilder &)> onlyIf) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  VarOp counter = buildVar(builder, loc, loop.getName(), loop.getInit(), /*isConst=*/false);
  IRMapping mapping;
  UpdateOp step = getStep(loop);
  VarOp stride = buildVar(builder, loc, "stride",
                          cloneExpression(builder, step.getValue(), mapping), /*isConst=*/true);
  CmpOp condition = getCondition(loop);
  auto inCondition = [&](OpBuilder &at, Value value) {
    IRMapping outside;
    outside.map(loop.getCondVar(), counter);
    return cloneExpression(at, value, outside);
  };
  auto unroll = [&](int64_t turns, llvm::function_ref<Value(OpBuilder &)> isLess) {
    WhileOp blocks = buildUnrolledWhile(
        builder, loc, counter, stride, turns,
        condition.getKind() == CmpKind::Lt ? CmpKind::Gt : CmpKind::Ge, isLess,
        [&](OpBuilder &at) { return inCondition(at, condition.getRhs()); },
        [&](OpBuilder &at) { cloneBody(at, loop, counter); });
    if (Attribute comment = loop->removeAttr(kCommentAttr))
      blocks->setAttr(kCommentAttr, comment);
    dropComments(loop);
  };
  auto isLess = [&](OpBuilder &at) { return inCondition(at, condition); };
  if (onlyIf)
    unroll(2 * factor, [&](OpBuilder &at) -> Value {
      auto both = at.create<AndOp>(loc, at.getI1Type(), onlyIf(at));
      OpBuilder inner = OpBuilder::atBlockBegin(&both.getRhs().emplaceBlock());
      inner.create<YieldOp>(loc, isLess(inner));
      return both;
    });
  unroll(factor, isLess);

  // The original loop takes the iterations that the unrolled one has left.
  builder.setInsertionPoint(loop);
  loop.getInitMutable().assign(buildLoad(builder, loc, counter));
  loop.setName("rest");
  dropComments(loop);
  loop->setAttr(kCommentAttr, builder.getStringAttr("The iterations that are left."));
  OpBuilder before(step);
  step.getValueMutable().assign(buildLoad(before, loc, stride));
}

//===------------------------------------------------------------------------------------------===//
// Wide loads
//===------------------------------------------------------------------------------------------===//

/// What the source calls a buffer.
static StringRef getPointerName(Value pointer) {
  if (auto buffer = pointer.getDefiningOp<BufferOp>())
    return buffer.getName();
  auto vector = pointer.getDefiningOp<VectorDataOp>();
  return vector ? vector.getField() : StringRef("wide");
}

/// The pointer of a load `p[i]`, where `isCounter` tells i; null for other loads.
static Value matchConsecutive(LoadOp load, llvm::function_ref<bool(Value)> isCounter) {
  auto deref = load.getRef().getDefiningOp<DerefOp>();
  if (!deref)
    return {};
  Value index = deref.getIndex();
  while (auto cast = index.getDefiningOp<CastOp>()) {
    Type from = cast.getOperand().getType();
    if (!isa<IntegerType>(from) ||
        from.getIntOrFloatBitWidth() > index.getType().getIntOrFloatBitWidth())
      return {};
    index = cast.getOperand();
  }
  return isCounter(index) ? Value(deref.getPointer()) : Value();
}

int64_t vkmorph::vkm::getLoadWidth(GridOp grid) {
  constexpr int64_t kBits = 128;
  Type counter = grid.getLower().front().getType();
  bool countsAll = getConstantInt(grid.getLower().front()) == 0 && grid.getSteps().front() == 1 &&
                   grid.getPredicate(0) == CmpKind::Lt && counter.getIntOrFloatBitWidth() == 32 &&
                   grid.getUpper().front().getType() == counter;
  if (!countsAll)
    return 1;
  int64_t bits = 0;
  SmallVector<Root> always, all; // the buffers that every iteration reads, and all of them
  bool isWide = grid.getNumDims() == 1;
  grid.getBody().walk([&](Operation *op) {
    auto pattern = dyn_cast<PatternOpInterface>(op);
    if (isa<ContinueOp, BreakOp, ReturnOp, AtomicOp>(op) || (pattern && pattern.changesAtOnce()))
      isWide = false;
    if (isa<AssignOp, UpdateOp>(op) && isInBuffer(op->getOperand(0)))
      isWide = false;
    auto load = dyn_cast<LoadOp>(op);
    if (!load || !isInBuffer(load.getRef()))
      return;
    Type type = load.getType();
    bool isNumber = isa<IntegerType, FloatType>(type) && type.getIntOrFloatBitWidth() >= 32;
    isWide &= isNumber && matchConsecutive(load, [&](Value index) {
                return index == grid.getBody().getArgument(0);
              });
    if (!isNumber)
      return;
    all.push_back(getRoot(load.getRef()));
    if (load->getParentOp() == grid)
      always.push_back(all.back());
    isWide &= !bits || bits == type.getIntOrFloatBitWidth();
    bits = type.getIntOrFloatBitWidth();
  });
  // What is read under a condition may be outside of the array.
  isWide &= llvm::all_of(all, [&](const Root &root) { return llvm::is_contained(always, root); });
  return isWide && bits ? kBits / bits : 1;
}

/// The iterations of one block: reads the elements, then takes them one by one.
///
///   const vec4 a4 = aVec4[block];
///   [[unroll]] for (uint component = 0u; ...) {
///     const uint i = 4u * block + component;
///     body(i, a4[component])
///   }
static void buildBlock(OpBuilder &at, ForOp loop, Value block, int64_t width) {
  Location loc = loop.getLoc();
  Type type = loop.getInit().getType();
  auto isCounterOf = [](Value place) {
    return [place](Value index) {
      auto load = index.getDefiningOp<LoadOp>();
      return load && load.getRef() == place;
    };
  };
  SmallVector<std::pair<Root, VarOp>> wide;
  auto find = [&](Value pointer) {
    auto known = llvm::find_if(wide, [&](auto &entry) { return entry.first == getRoot(pointer); });
    return known == wide.end() ? VarOp() : known->second;
  };
  loop.getBody().walk([&](LoadOp load) {
    Value pointer = matchConsecutive(load, isCounterOf(loop.getBodyVar()));
    if (!pointer || find(pointer))
      return;
    Location where = load.getLoc();
    Type vector = VecType::get(at.getContext(), width, load.getType());
    IRMapping mapping;
    Value place =
        at.create<DerefWideOp>(where, RefType::get(vector), cloneExpression(at, pointer, mapping),
                               buildLoad(at, loc, block));
    std::string name = (getPointerName(pointer) + Twine(width)).str();
    wide.push_back({getRoot(pointer),
                    buildVar(at, where, name, buildLoad(at, where, place), /*isConst=*/true)});
  });
  ForOp components = buildUnrolledLoop(at, loc, "component", width);
  OpBuilder inner = OpBuilder::atBlockBegin(&components.getBody().front());
  Value number =
      inner.createOrFold<CastOp>(loc, type, buildLoad(inner, loc, components.getBodyVar()));
  Value first = buildBinary(inner, loc, BinaryKind::Mul, buildConstant(inner, loc, type, width),
                            buildLoad(inner, loc, block));
  VarOp counter =
      buildVar(inner, loc, loop.getName(), buildBinary(inner, loc, BinaryKind::Add, first, number),
               /*isConst=*/true);
  cloneBody(inner, loop, counter);
  components.getBody().walk([&](LoadOp load) {
    Value pointer = matchConsecutive(load, isCounterOf(counter));
    if (!pointer)
      return;
    OpBuilder before(load);
    Value place =
        before.create<ElementOp>(load.getLoc(), RefType::get(load.getType()), find(pointer),
                                 buildLoad(before, loc, components.getBodyVar()));
    load.getRefMutable().assign(place);
  });
  eraseDeadExpressions(components.getBody());
  if (counter->use_empty())
    counter.erase();
  eraseDeadExpressions(components.getBody());
}

void vkmorph::vkm::widenGridLoop(ForOp loop, int64_t width, int64_t factor) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type type = loop.getInit().getType();
  auto bound = [&](OpBuilder &at) {
    IRMapping mapping;
    return cloneExpression(at, getCondition(loop).getRhs(), mapping);
  };
  VarOp blocks = buildVar(builder, loc, "blocks",
                          buildBinary(builder, loc, BinaryKind::Div, bound(builder),
                                      buildConstant(builder, loc, type, width)),
                          /*isConst=*/true);
  IRMapping mapping;
  VarOp stride =
      buildVar(builder, loc, "stride", cloneExpression(builder, getStep(loop).getValue(), mapping),
               /*isConst=*/true);
  VarOp block = buildVar(builder, loc, "block", loop.getInit(), /*isConst=*/false);
  auto loadBlocks = [&](OpBuilder &at) { return buildLoad(at, loc, blocks); };
  WhileOp several = buildUnrolledWhile(
      builder, loc, block, stride, factor, CmpKind::Gt,
      [&](OpBuilder &at) -> Value {
        return at.create<CmpOp>(loc, CmpKind::Lt, buildLoad(at, loc, block), loadBlocks(at));
      },
      loadBlocks, [&](OpBuilder &at) { buildBlock(at, loop, block, width); });
  if (Attribute comment = loop->removeAttr(kCommentAttr))
    blocks->setAttr(kCommentAttr, comment);
  several->setAttr(kCommentAttr, builder.getStringAttr("Blocks of " + Twine(width) +
                                                       " elements, each read at once, " +
                                                       Twine(factor) + " of them at a time."));
  dropComments(loop);
  auto one = builder.create<ForOp>(loc, "rest", buildLoad(builder, loc, block));
  one->setAttr(kCommentAttr, builder.getStringAttr("The blocks that are left."));
  OpBuilder at = OpBuilder::atBlockEnd(&one.getCond().front());
  at.create<YieldOp>(loc, at.create<CmpOp>(loc, CmpKind::Lt, buildLoad(at, loc, one.getCondVar()),
                                           loadBlocks(at)));
  at.setInsertionPointToEnd(&one.getStep().front());
  at.create<UpdateOp>(loc, BinaryKind::Add, one.getStepVar(), buildLoad(at, loc, stride));
  at.setInsertionPointToEnd(&one.getBody().front());
  buildBlock(at, loop, one.getBodyVar(), width);

  // if (thread < n % width) { i = width * blocks + thread; body }
  IRMapping again;
  Value thread = cloneExpression(builder, loop.getInit(), again);
  Value left = bound(builder), perBlock = buildConstant(builder, loc, type, width);
  if (type.isUnsignedInteger()) {
    left = buildBinary(builder, loc, BinaryKind::Rem, left, perBlock);
  } else { // GLSL has no remainder of negative numbers
    Value taken = buildBinary(builder, loc, BinaryKind::Mul, perBlock, loadBlocks(builder));
    left = buildBinary(builder, loc, BinaryKind::Sub, left, taken);
  }
  auto last = builder.create<IfOp>(loc, builder.create<CmpOp>(loc, CmpKind::Lt, thread, left));
  last->setAttr(kCommentAttr, builder.getStringAttr("The last iterations, which fill no block."));
  at = OpBuilder::atBlockBegin(&last.getThenRegion().front());
  Value first = buildBinary(at, loc, BinaryKind::Mul, buildConstant(at, loc, type, width),
                            buildLoad(at, loc, blocks));
  IRMapping inside;
  VarOp counter = buildVar(
      at, loc, loop.getName(),
      buildBinary(at, loc, BinaryKind::Add, first, cloneExpression(at, loop.getInit(), inside)),
      /*isConst=*/true);
  cloneBody(at, loop, counter);
  loop.erase();
}

//===------------------------------------------------------------------------------------------===//
// What may be unrolled
//===------------------------------------------------------------------------------------------===//

namespace {
/// What an iteration has to do.
struct Work {
  int64_t operations = 0, branches = 0;
  int64_t extremes = 0; ///< minima and maxima of floats, which are branches as well
  bool isKnown = true;  ///< nothing runs an unknown number of times
  bool hasLoops = false;
};
} // namespace

static void addWork(Region &region, int64_t times, Work &work) {
  for (Operation &op : region.getOps()) {
    work.operations += times;
    auto reduce = dyn_cast<ReductionOpInterface>(op);
    auto loop = dyn_cast<ForOp>(op);
    bool picks = reduce && reduce.picks() && !isPart(reduce);
    work.branches += picks || isa<IfOp, SelectOp, AndOp, OrOp>(op);
    work.isKnown &= (loop || !isa<LoopOpInterface>(op)) && !isa<SwitchOp, CallOp>(op) &&
                    !(reduce && reduce.getFunction());
    std::optional<int64_t> trips = 1;
    if (loop)
      trips = getExits(loop).empty() ? getTrips(loop) : std::nullopt;
    work.hasLoops |= loop != ForOp();
    work.isKnown &= trips.has_value();
    if (std::optional<ReduceKind> kind = reduce ? reduce.getReduceKind() : std::nullopt) {
      bool isExtreme = kind == ReduceKind::Min || kind == ReduceKind::Max;
      work.extremes += isExtreme && isFloating(reduce.getValue().getType());
      work.hasLoops |= llvm::is_contained(reduce.getSteps(), Attribute());
    }
    for (Region &inner : op.getRegions())
      addWork(inner, times * trips.value_or(1), work);
  }
}

int64_t vkmorph::vkm::getUnrollFactor(GridOp grid) {
  Work work;
  addWork(grid.getBody(), 1, work);
  if (!work.isKnown)
    return 1;
  // Software devices take long to compile bodies with more branches than that, unrolled eight
  // times.
  constexpr int64_t kMaxOperations = 24, kMaxBranches = 1;
  if (work.operations <= kMaxOperations && work.branches <= kMaxBranches && !work.hasLoops &&
      grid.getNumDims() == 1)
    return 8;
  constexpr int64_t kMaxLongOperations = 400;
  bool isStraight = work.branches == 0 && work.extremes == 0;
  return work.operations <= kMaxLongOperations && isStraight ? 4 : 1;
}
