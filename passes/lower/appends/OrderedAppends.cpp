//===- OrderedAppends.cpp - The shaders of loops that append in order -------------------------===//

#include "passes/lower/appends/OrderedAppends.h"

#include "device/Builders.h"
#include "ir/TargetFacts.h"
#include "passes/Diagnostics.h"
#include "passes/lower/appends/AppendBlocks.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// In the scratch buffer: how many workgroups have counted.
static constexpr llvm::StringLiteral kGroups = "groups";

//===------------------------------------------------------------------------------------------===//
// What the class holds for it
//===------------------------------------------------------------------------------------------===//

static FieldOp findRole(ClassOp parent, StringRef role, StringAttr vector) {
  for (FieldOp field : parent.getBody().front().getOps<FieldOp>())
    if (auto of = field->getAttrOfType<FlatSymbolRefAttr>(role); of && of.getAttr() == vector)
      return field;
  llvm_unreachable("each vector that is appended to has them");
}

/// The vectors that a counting grid counts, in the order of their first elements.
static llvm::SmallSetVector<StringAttr, 2> findCounted(GridOp counting) {
  llvm::SmallSetVector<StringAttr, 2> names;
  counting.walk([&](AppendCounterOp counter) { names.insert(counter.getFieldAttr().getAttr()); });
  return names;
}

LogicalResult vkmorph::vkm::checkCounted(ClassOp op) {
  WalkResult result = op.walk([](GridOp grid) {
    auto before = dyn_cast_or_null<GridOp>(grid->getPrevNode());
    bool isCounted = grid.getCountsAppends() || (before && before.getCountsAppends());
    if (!grid.getInOrder() || isCounted)
      return WalkResult::advance();
    report(grid.getLoc(), diag::AppendUncountedGrid,
           {grid->getParentOfType<KernelOp>().getSymName().str()});
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

OrderedAppends::OrderedAppends(KernelOp kernel, StringRef display, GridOp counting,
                               GridOp appending)
    : kernel(kernel), parent(kernel->getParentOfType<ClassOp>()), counting(counting),
      appending(appending), loc(appending.getLoc()), uintType(getUintType(kernel.getContext())),
      threads(appending.getWorkgroupSizeAttr()[0]), turns(*appending.getElementsPerThread()) {
  MLIRContext *context = kernel.getContext();
  OpBuilder builder(kernel);
  int64_t groups = appending.getMaxWorkgroupsAttr()[0];
  SmallVector<Attribute> members = {MemberAttr::get(context, kGroups, uintType, 0)};
  int64_t end = 4;
  for (StringAttr name : findCounted(counting)) {
    Vector vector;
    vector.field = parent.lookupField(name.getValue());
    vector.size = parent.lookupSizeOf(name.getValue());
    vector.capacity = findRole(parent, kCapacityOfAttr, name);
    vector.lost = findRole(parent, kLostOfAttr, name);
    vector.name = name.getValue().rtrim('_').str();
    vector.member = vector.name + "First";
    vector.total = addShared(builder, loc, parent, vector.name + "Total", uintType);
    Type type = ArrayType::get(context, groups, uintType);
    members.push_back(MemberAttr::get(context, vector.member, type, end));
    end += 4 * groups;
    vectors.push_back(vector);
  }
  std::string name = makeFreeSymbol(parent, (display + "Appends").str());
  scratch = builder.create<ScratchOp>(loc, name, end, builder.getArrayAttr(members));
}

static Value share(OpBuilder &at, Location loc, StringRef name, Type type) {
  return at.create<SharedRefOp>(loc, RefType::get(type), name);
}

static void assign(OpBuilder &at, Location loc, Value place, Value value) {
  at.create<AssignOp>(loc, place, value);
}

static Value compare(OpBuilder &at, Location loc, CmpKind kind, Value lhs, Value rhs) {
  return at.create<CmpOp>(loc, kind, lhs, rhs);
}

/// `place += min(value, ~place)`: the sum, or the largest number.
static void addUpTo(OpBuilder &at, Location loc, Value place, Value value) {
  Value room =
      at.create<UnaryOp>(loc, value.getType(), UnaryKind::BitNot, buildLoad(at, loc, place));
  Value added = at.create<MathOp>(loc, value.getType(), MathFn::Min, ValueRange{value, room});
  at.create<UpdateOp>(loc, BinaryKind::Add, place, added);
}

static OpBuilder buildIf(OpBuilder &at, Location loc, Value condition) {
  auto branch = at.create<IfOp>(loc, condition);
  return OpBuilder::atBlockEnd(&branch.getThenRegion().front());
}

/// `uint sumBefore(uint value, inout uint total)`: doubles the distance over which threads add what
/// others have.
FuncOp OrderedAppends::getSumBefore() {
  std::string name = "sumBefore" + std::to_string(threads);
  if (auto known = parent.lookupSymbol<FuncOp>(name))
    return known;
  OpBuilder builder(kernel);
  std::string sums = addShared(builder, loc, parent, "sums" + std::to_string(threads),
                               ArrayType::get(kernel.getContext(), threads, uintType));
  auto named = [&](StringRef text) {
    return builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(text)));
  };
  Type types[] = {uintType, RefType::get(uintType)};
  auto function =
      builder.create<FuncOp>(loc, name, builder.getFunctionType(types, {uintType}),
                             builder.getArrayAttr({named("value"), named("total")}), ArrayAttr());
  function->setAttr("cpp_name", builder.getStringAttr("sumBefore"));
  function->setAttr(kCommentAttr,
                    builder.getStringAttr("What the threads before this one have, added up, and "
                                          "what all have: sums that stop at the largest number."));
  Block &body = function.getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, loc);
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  auto slot = [&](OpBuilder &in, Value index) -> Value {
    return buildElement(
        in, loc, share(in, loc, sums, ArrayType::get(in.getContext(), threads, uintType)), index);
  };
  VarOp thread = buildVar(at, loc, "thread", buildBuiltin(at, loc, Builtin::LocalIndex), true);
  auto me = [&](OpBuilder &in) { return buildLoad(in, loc, thread); };
  assign(at, loc, slot(at, me(at)), body.getArgument(0));
  at.create<BarrierOp>(loc);
  auto loop = at.create<ForOp>(loc, "distance", buildUint(at, loc, 1));
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value more = compare(inner, loc, CmpKind::Lt, buildLoad(inner, loc, loop.getCondVar()),
                       buildUint(inner, loc, threads));
  inner.create<YieldOp>(loc, more);
  inner.setInsertionPointToEnd(&loop.getStep().front());
  inner.create<UpdateOp>(loc, BinaryKind::Mul, loop.getStepVar(), buildUint(inner, loc, 2));
  inner.setInsertionPointToEnd(&loop.getBody().front());
  auto distance = [&](OpBuilder &in) { return buildLoad(in, loc, loop.getBodyVar()); };
  VarOp before = buildVar(inner, loc, "before", buildUint(inner, loc, 0), false);
  auto isBehind = [&](OpBuilder &in, Value by) {
    return compare(in, loc, CmpKind::Ge, me(in), by);
  };
  OpBuilder reading = buildIf(inner, loc, isBehind(inner, distance(inner)));
  Value other = buildBinary(reading, loc, BinaryKind::Sub, me(reading), distance(reading));
  assign(reading, loc, before, buildLoad(reading, loc, slot(reading, other)));
  inner.create<BarrierOp>(loc);
  addUpTo(inner, loc, slot(inner, me(inner)), buildLoad(inner, loc, before));
  inner.create<BarrierOp>(loc);

  assign(at, loc, body.getArgument(1),
         buildLoad(at, loc, slot(at, buildUint(at, loc, threads - 1))));
  VarOp sum = buildVar(at, loc, "sum", buildUint(at, loc, 0), false);
  OpBuilder behind = buildIf(at, loc, isBehind(at, buildUint(at, loc, 1)));
  Value previous = buildBinary(behind, loc, BinaryKind::Sub, me(behind), buildUint(behind, loc, 1));
  assign(behind, loc, sum, buildLoad(behind, loc, slot(behind, previous)));
  // The next call writes.
  at.create<BarrierOp>(loc);
  at.create<ReturnOp>(loc, buildLoad(at, loc, sum));
  return function;
}

//===------------------------------------------------------------------------------------------===//
// Loops
//===------------------------------------------------------------------------------------------===//

/// How many iterations there are: none where a bound of the source is negative.
Value OrderedAppends::buildTotal(OpBuilder &at, const GridLoops &loops) {
  Value total = loops.count(at, appending.getNumDims() == 1 ? 0 : appending.getNumDims());
  if (!total.getType().isUnsignedInteger()) {
    Value zero = at.create<ConstantOp>(loc, at.getIntegerAttr(total.getType(), 0));
    total = at.create<MathOp>(loc, total.getType(), MathFn::Max, ValueRange{total, zero});
  }
  return at.createOrFold<CastOp>(loc, uintType, total);
}

/// `for (uint block = firstBlock; block < endBlock; block++)`, over the share with a number.
ForOp OrderedAppends::buildBlockLoop(OpBuilder &at, const GridLoops &loops, PlaceFn which) {
  Operation *before = at.getBlock()->empty() ? nullptr : &at.getBlock()->back();
  Value count = buildBinary(at, loc, BinaryKind::Div, buildTotal(at, loops),
                            buildUint(at, loc, threads * turns));
  VarOp blocks = buildVar(
      at, loc, "blocks", buildBinary(at, loc, BinaryKind::Add, count, buildUint(at, loc, 1)), true);
  Range range = buildRange(at, loc, "Block", buildLoad(at, loc, blocks), which, [&](OpBuilder &in) {
    return buildBuiltin(in, loc, Builtin::NumWorkgroups);
  });
  attachComment(at.getBlock(), before,
                at.getStringAttr("The order counts: each workgroup takes neighbouring blocks of " +
                                 std::to_string(threads * turns) + " iterations."));
  return buildUintLoop(
      at, loc, "block", buildLoad(at, loc, range.first),
      [&](OpBuilder &in) { return buildLoad(in, loc, range.end); },
      [&](OpBuilder &in) { return buildUint(in, loc, 1); });
}

/// Whether the counter is no number of an iteration as it is.
bool OrderedAppends::needsCast(const GridLoops &loops) const {
  return loops.dimensions.front().direct && GridOp(appending).getLower()[0].getType() != uintType;
}

/// What holds the numbers of each dimension, of an iteration whose number among all is in a place.
SmallVector<Value> OrderedAppends::buildNumbers(OpBuilder &at, const GridLoops &loops,
                                                Value number) {
  if (appending.getNumDims() == 1) {
    if (!needsCast(loops))
      return {number};
    Value counter =
        at.create<CastOp>(loc, appending.getLower()[0].getType(), buildLoad(at, loc, number));
    return {buildVar(at, loc, loops.dimensions[0].name, counter, /*isConst=*/true)};
  }
  SmallVector<Value> places(appending.getNumDims());
  Value rest = number;
  for (unsigned dim = appending.getNumDims(); dim-- > 1;) {
    auto part = [&](BinaryKind kind, StringRef name) -> Value {
      Value value = buildBinary(at, loc, kind, buildLoad(at, loc, rest), loops.count(at, dim));
      return buildVar(at, loc, name, value, /*isConst=*/true);
    };
    places[dim] = part(BinaryKind::Rem, loops.dimensions[dim].name);
    rest = part(BinaryKind::Div, dim == 1 ? loops.dimensions[0].name : "rest");
  }
  places[0] = rest;
  return places;
}

/// The body of an iteration, in which the numbers of elements are `counters`.
void OrderedAppends::buildIteration(OpBuilder &at, const GridLoops &loops, GridOp grid,
                                    Value number, ArrayRef<Value> counters) {
  Block *block = at.getBlock();
  latest = buildNumbers(at, loops, number);
  loops.body(at, grid, latest);
  SmallVector<AppendCounterOp> uses;
  block->walk([&](AppendCounterOp counter) { uses.push_back(counter); });
  for (AppendCounterOp use : uses)
    for (auto [vector, counter] : llvm::zip(vectors, counters))
      if (use && vector.field.getSymName() == use.getField()) {
        use.getRef().replaceAllUsesWith(counter);
        use.erase();
        use = {};
      }
}

/// The iterations of a block: as many turns, of which those of whole blocks ask for no bound.
void OrderedAppends::buildTurns(OpBuilder &at, const GridLoops &loops, GridOp grid, ForOp blocks,
                                NumberFn number, ArrayRef<Value> counters) {
  auto block = [&](OpBuilder &in) { return buildLoad(in, loc, blocks.getBodyVar()); };
  int64_t extent = threads * turns;
  Value isWhole;
  ForOp turn;
  OpBuilder inner = at;
  Value start = buildBinary(at, loc, BinaryKind::Mul, block(at), buildUint(at, loc, extent));
  if (keeps()) {
    Value left = buildBinary(at, loc, BinaryKind::Sub, buildTotal(at, loops), start);
    isWhole = compare(at, loc, CmpKind::Ge, left, buildUint(at, loc, extent));
    turn = buildUnrolledLoop(at, loc, "turn", turns);
    inner = OpBuilder::atBlockEnd(&turn.getBody().front());
    start = buildBinary(inner, loc, BinaryKind::Mul, block(inner), buildUint(inner, loc, extent));
  }
  Value own = number(inner, turn ? Value(turn.getBodyVar()) : Value());
  Value which = buildBinary(inner, loc, BinaryKind::Add, start, own);
  bool isCounter = appending.getNumDims() == 1 && !needsCast(loops);
  VarOp iteration =
      buildVar(inner, loc, isCounter ? StringRef(loops.dimensions[0].name) : "iteration", which,
               /*isConst=*/true);
  Value isInside =
      compare(inner, loc, CmpKind::Lt, buildLoad(inner, loc, iteration), buildTotal(inner, loops));
  OpBuilder body = buildIf(inner, loc, isInside);
  buildIteration(body, loops, grid, iteration, counters);
  if (!turn)
    return;
  keepAppends(turn, turns, [&](StringRef field) {
    for (auto [vector, counter] : llvm::zip(vectors, counters))
      if (vector.field.getSymName() == field)
        return counter;
    return Value();
  });
  splitTurns(turn, isWhole);
}

/// `appends.m_foundFirst[workgroup]`
Value OrderedAppends::buildFirst(OpBuilder &at, const Vector &vector, Value workgroup) {
  Type type = ArrayType::get(at.getContext(), appending.getMaxWorkgroupsAttr()[0], uintType);
  Value all = at.create<ScratchRefOp>(loc, RefType::get(type), scratch.getSymName(), vector.member);
  return buildElement(at, loc, all, workgroup);
}

//===------------------------------------------------------------------------------------------===//
// Dispatches
//===------------------------------------------------------------------------------------------===//

SmallVector<std::pair<StringAttr, Access>> OrderedAppends::getAccess() const {
  SmallVector<std::pair<StringAttr, Access>> fields;
  for (Vector vector : vectors) {
    fields.push_back({vector.size.getSymNameAttr(), Access::ReadWrite});
    fields.push_back({vector.lost.getSymNameAttr(), Access::ReadWrite});
    fields.push_back({vector.capacity.getSymNameAttr(), Access::Read});
  }
  return fields;
}

SmallVector<GridAppends::Dispatch> OrderedAppends::getBefore() {
  return {{"_count", counting, "Counts what each workgroup appends.",
           [this](OpBuilder &at, const GridLoops &loops) { buildCounting(at, loops); }},
          {"_slots", GridOp(),
           "Where the elements of each workgroup begin, and how many there are then.",
           [this](OpBuilder &at, const GridLoops &) { buildSlots(at); }}};
}

void OrderedAppends::buildCounting(OpBuilder &at, const GridLoops &loops) {
  SmallVector<Value> counters;
  for (const Vector &vector : vectors)
    counters.push_back(buildVar(at, loc, vector.name + "Count", buildUint(at, loc, 0), false));
  OpBuilder zeroing = buildIfFirstThread(at, loc);
  for (const Vector &vector : vectors)
    assign(zeroing, loc, share(zeroing, loc, vector.total, uintType), buildUint(zeroing, loc, 0));
  auto group = [&](OpBuilder &in) { return buildBuiltin(in, loc, Builtin::Workgroup); };
  ForOp blocks = buildBlockLoop(at, loops, group);
  OpBuilder inner = OpBuilder::atBlockEnd(&blocks.getBody().front());
  auto number = [&](OpBuilder &in, Value turn) -> Value {
    Value thread = buildBuiltin(in, loc, Builtin::LocalIndex);
    if (!turn)
      return thread;
    Value before = buildBinary(in, loc, BinaryKind::Mul, buildLoad(in, loc, turn),
                               buildUint(in, loc, threads));
    return buildBinary(in, loc, BinaryKind::Add, before, thread);
  };
  buildTurns(inner, loops, counting, blocks, number, counters);
  at.create<BarrierOp>(loc);
  for (auto [vector, counter] : llvm::zip(vectors, counters))
    at.create<AtomicOp>(loc, uintType, ReduceKind::Add, share(at, loc, vector.total, uintType),
                        buildLoad(at, loc, counter));
  at.create<BarrierOp>(loc);
  OpBuilder first = buildIfFirstThread(at, loc);
  for (const Vector &vector : vectors)
    assign(first, loc, buildFirst(first, vector, group(first)),
           buildLoad(first, loc, share(first, loc, vector.total, uintType)));
  Value isFirst = compare(first, loc, CmpKind::Eq, group(first), buildUint(first, loc, 0));
  OpBuilder once = buildIf(first, loc, isFirst);
  Value groups =
      once.create<ScratchRefOp>(loc, RefType::get(uintType), scratch.getSymName(), kGroups);
  assign(once, loc, groups, buildBuiltin(once, loc, Builtin::NumWorkgroups));
}

void OrderedAppends::buildSlots(OpBuilder &at) {
  FuncOp sumBefore = getSumBefore();
  auto thread = [&](OpBuilder &in) { return buildBuiltin(in, loc, Builtin::LocalIndex); };
  Value groups =
      at.create<ScratchRefOp>(loc, RefType::get(uintType), scratch.getSymName(), kGroups);
  Range range = buildRange(at, loc, "Group", buildLoad(at, loc, groups), thread,
                           [&](OpBuilder &in) { return buildUint(in, loc, threads); });
  auto loopOverGroups = [&](OpBuilder &in) {
    return buildUintLoop(
        in, loc, "group", buildLoad(in, loc, range.first),
        [&](OpBuilder &inside) { return buildLoad(inside, loc, range.end); },
        [&](OpBuilder &inside) { return buildUint(inside, loc, 1); });
  };
  for (const Vector &vector : vectors) {
    auto field = [&](OpBuilder &in, FieldOp of) -> Value {
      return in.create<FieldRefOp>(loc, RefType::get(uintType), of.getSymName());
    };
    // The first thread counts the elements that the vector has already.
    VarOp old = buildVar(at, loc, vector.name + "Old", buildUint(at, loc, 0), false);
    OpBuilder reading = buildIfFirstThread(at, loc);
    assign(reading, loc, old, buildLoad(reading, loc, field(reading, vector.size)));
    VarOp sum = buildVar(at, loc, vector.name + "Sum", buildLoad(at, loc, old), false);
    ForOp adding = loopOverGroups(at);
    OpBuilder inner = OpBuilder::atBlockEnd(&adding.getBody().front());
    auto count = [&](OpBuilder &in, ForOp loop) {
      return buildFirst(in, vector, buildLoad(in, loc, loop.getBodyVar()));
    };
    addUpTo(inner, loc, sum, buildLoad(inner, loc, count(inner, adding)));

    VarOp total = buildVar(at, loc, vector.name + "Size", buildUint(at, loc, 0), false);
    Value before = at.create<CallOp>(loc, TypeRange(uintType), sumBefore.getSymName(),
                                     ValueRange{buildLoad(at, loc, sum), total})
                       ->getResult(0);
    VarOp next = buildVar(at, loc, vector.name + "Next", before, false);
    at.create<UpdateOp>(loc, BinaryKind::Add, next, buildLoad(at, loc, old));
    ForOp giving = loopOverGroups(at);
    inner.setInsertionPointToEnd(&giving.getBody().front());
    VarOp counted =
        buildVar(inner, loc, "count", buildLoad(inner, loc, count(inner, giving)), true);
    auto upToCapacity = [&](OpBuilder &in, Value value) -> Value {
      Value capacity = buildLoad(in, loc, field(in, vector.capacity));
      return in.create<MathOp>(loc, uintType, MathFn::Min, ValueRange{value, capacity});
    };
    assign(inner, loc, count(inner, giving), upToCapacity(inner, buildLoad(inner, loc, next)));
    addUpTo(inner, loc, next, buildLoad(inner, loc, counted));

    OpBuilder first = buildIfFirstThread(at, loc);
    VarOp kept =
        buildVar(first, loc, "kept", upToCapacity(first, buildLoad(first, loc, total)), true);
    assign(first, loc, field(first, vector.size), buildLoad(first, loc, kept));
    Value lost = buildBinary(first, loc, BinaryKind::Sub, buildLoad(first, loc, total),
                             buildLoad(first, loc, kept));
    first.create<UpdateOp>(loc, BinaryKind::Add, field(first, vector.lost), lost);
  }
}

/// The number of a thread's first iteration in a block, of whose turns each takes those of a whole
/// subgroup. Which threads a subgroup has is asked, and not taken for granted.
Value OrderedAppends::buildThreadNumber(OpBuilder &at, Value &lanes) {
  int64_t subgroups = std::max<int64_t>(threads / getTargetMinSubgroupSize(appending), 1);
  Type counts = ArrayType::get(at.getContext(), subgroups, uintType);
  OpBuilder builder(kernel);
  std::string shared = addShared(builder, loc, parent, "subgroupThreads", counts);
  Operation *before = at.getBlock()->empty() ? nullptr : &at.getBlock()->back();
  auto ask = [&](StringRef name, ActiveThreads what) -> Value {
    return buildVar(at, loc, name, at.create<ActiveThreadsOp>(loc, uintType, what), true);
  };
  lanes = ask("lanes", ActiveThreads::Count);
  Value lane = ask("lane", ActiveThreads::Rank);
  attachComment(at.getBlock(), before,
                at.getStringAttr("Subgroups take their iterations one after the other, whichever "
                                 "threads they are made of."));
  auto slot = [&](OpBuilder &in, Value subgroup) {
    return buildElement(in, loc, share(in, loc, shared, counts), subgroup);
  };
  Value isFirst = compare(at, loc, CmpKind::Eq, buildLoad(at, loc, lane), buildUint(at, loc, 0));
  OpBuilder publishing = buildIf(at, loc, isFirst);
  assign(publishing, loc, slot(publishing, buildBuiltin(publishing, loc, Builtin::Subgroup)),
         buildLoad(publishing, loc, lanes));
  at.create<BarrierOp>(loc);
  VarOp first = buildVar(at, loc, "firstLane", buildUint(at, loc, 0), false);
  ForOp others = buildUintLoop(
      at, loc, "other", buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildBuiltin(in, loc, Builtin::Subgroup); },
      [&](OpBuilder &in) { return buildUint(in, loc, 1); });
  OpBuilder inner = OpBuilder::atBlockEnd(&others.getBody().front());
  inner.create<UpdateOp>(
      loc, BinaryKind::Add, first,
      buildLoad(inner, loc, slot(inner, buildLoad(inner, loc, others.getBodyVar()))));
  Value number =
      buildBinary(at, loc, BinaryKind::Mul, buildLoad(at, loc, first), buildUint(at, loc, turns));
  number = buildBinary(at, loc, BinaryKind::Add, number, buildLoad(at, loc, lane));
  return buildVar(at, loc, "thread", number, true);
}

/// Whether the body ends iterations of the grid before its end.
static bool hasContinue(GridOp grid) {
  return grid.getBody()
      .walk<WalkOrder::PreOrder>([](Operation *op) {
        if (isa<LoopOpInterface>(op))
          return WalkResult::skip();
        return isa<ContinueOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A place for a body whose `continue` must not leave the loop around it: `do { } while (false)`.
static OpBuilder buildBodyPlace(OpBuilder &at, Location loc, GridOp grid) {
  if (!hasContinue(grid))
    return at;
  auto loop = at.create<DoWhileOp>(loc);
  OpBuilder condition = OpBuilder::atBlockEnd(&loop.getCond().emplaceBlock());
  condition.create<YieldOp>(loc, condition.create<ConstantOp>(loc, condition.getBoolAttr(false)));
  return OpBuilder::atBlockEnd(&loop.getBody().emplaceBlock());
}

ForOp OrderedAppends::buildLoops(OpBuilder &at, const GridLoops &loops,
                                 SmallVectorImpl<Value> &numbers) {
  Value lanes, thread;
  if (keeps())
    thread = buildThreadNumber(at, lanes);
  Value last = buildBinary(at, loc, BinaryKind::Sub, buildBuiltin(at, loc, Builtin::NumWorkgroups),
                           buildUint(at, loc, 1));
  VarOp which = buildVar(
      at, loc, "share",
      buildBinary(at, loc, BinaryKind::Sub, last, buildBuiltin(at, loc, Builtin::Workgroup)),
      /*isConst=*/true);
  which->setAttr(kCommentAttr, at.getStringAttr("The last share first: what was counted last may "
                                                "still be in the cache."));
  auto share = [&](OpBuilder &in) { return buildLoad(in, loc, which); };
  SmallVector<Value> next;
  for (const Vector &vector : vectors) {
    Value first = buildFirst(at, vector, share(at));
    next.push_back(buildVar(at, loc, vector.name + "Next", buildLoad(at, loc, first), false));
  }
  ForOp blocks = buildBlockLoop(at, loops, share);
  OpBuilder inner = OpBuilder::atBlockEnd(&blocks.getBody().front());
  if (keeps()) {
    auto number = [&](OpBuilder &in, Value turn) -> Value {
      Value before = buildBinary(in, loc, BinaryKind::Mul, buildLoad(in, loc, turn),
                                 buildLoad(in, loc, lanes));
      return buildBinary(in, loc, BinaryKind::Add, buildLoad(in, loc, thread), before);
    };
    buildTurns(inner, loops, appending, blocks, number, next);
    numbers = latest;
    return blocks;
  }
  auto own = [&](OpBuilder &in, Value) { return buildBuiltin(in, loc, Builtin::LocalIndex); };
  SmallVector<Value> counters, slots, totals;
  for (const Vector &vector : vectors)
    counters.push_back(
        buildVar(inner, loc, vector.name + "Count", buildUint(inner, loc, 0), false));
  OpBuilder counted = buildBodyPlace(inner, loc, counting);
  buildTurns(counted, loops, counting, blocks, own, counters);
  FuncOp sumBefore = getSumBefore();
  for (auto [vector, counter, first] : llvm::zip(vectors, counters, next)) {
    Value total = buildVar(inner, loc, vector.name + "InBlock", buildUint(inner, loc, 0), false);
    totals.push_back(total);
    Value before = inner
                       .create<CallOp>(loc, TypeRange(uintType), sumBefore.getSymName(),
                                       ValueRange{buildLoad(inner, loc, counter), total})
                       ->getResult(0);
    Value slot = buildBinary(inner, loc, BinaryKind::Add, buildLoad(inner, loc, first), before);
    slots.push_back(buildVar(inner, loc, vector.name + "Slot", slot, false));
  }
  OpBuilder appended = buildBodyPlace(inner, loc, appending);
  buildTurns(appended, loops, appending, blocks, own, slots);
  for (auto [first, total] : llvm::zip(next, totals))
    inner.create<UpdateOp>(loc, BinaryKind::Add, first, buildLoad(inner, loc, total));
  numbers = latest;
  return blocks;
}

namespace {
/// Elements come in the order of the iterations, into the slots that were counted for them.
class StableAppends : public AppendPattern {
public:
  void lower(AppendOp append, VectorLowering &vector) const override {
    if (append.getNext())
      return replaceByCall(append, vector.getNextFunction(),
                           addInto({append.getValue(), append.getNext()}, append));
    // What no grid reaches runs in one thread, if at all.
    auto grid = append->getParentOfType<GridOp>();
    if (!grid)
      return replaceByCall(append, vector.getFunction(AppendStrategy::Atomic),
                           addInto({append.getValue()}, append));
    // What the loops of the shader keep until then.
    append->setAttr(kAppendFunctionAttr,
                    FlatSymbolRefAttr::get(vector.getBlockFunction(grid).getSymNameAttr()));
  }
  std::unique_ptr<GridAppends> makeGridAppends(KernelOp kernel, StringRef display,
                                               GridOp grid) const override {
    return std::make_unique<OrderedAppends>(kernel, display, cast<GridOp>(grid->getPrevNode()),
                                            grid);
  }
};
} // namespace

std::unique_ptr<AppendPattern> vkmorph::vkm::makeOrderedAppends() {
  return std::make_unique<StableAppends>();
}
