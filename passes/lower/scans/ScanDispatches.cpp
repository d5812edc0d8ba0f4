//===- ScanDispatches.cpp - The dispatches of loops whose iterations need what comes before ---===//

#include "passes/lower/scans/ScanDispatches.h"

#include "device/Builders.h"
#include "ir/TargetFacts.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// In the scratch buffer: how many workgroups have taken a share.
static constexpr llvm::StringLiteral kGroups = "groups";

ScanDispatches::ScanDispatches(KernelOp kernel, GridOp counting, GridOp scanning)
    : kernel(kernel), parent(kernel->getParentOfType<ClassOp>()), counting(counting),
      scanning(scanning), loc(scanning.getLoc()), uintType(getUintType(kernel.getContext())),
      threads(scanning.getWorkgroupSizeAttr()[0]), turns(*scanning.getElementsPerThread()) {}

void ScanDispatches::makeScratch(const std::string &name) {
  MLIRContext *context = kernel.getContext();
  OpBuilder builder(kernel);
  int64_t groups = scanning.getMaxWorkgroupsAttr()[0];
  SmallVector<Attribute> members = {MemberAttr::get(context, kGroups, uintType, 0)};
  int64_t end = 4;
  auto add = [&](StringRef name, Type type) {
    Layout layout = getLayout(parent, type);
    end = llvm::alignTo(end, layout.align);
    members.push_back(MemberAttr::get(context, name, ArrayType::get(context, groups, type), end));
    end += layout.size * groups;
  };
  for (const Total &total : totals) {
    add(total.member, total.type);
    if (total.startType)
      add(total.startMember, total.startType);
  }
  scratch = builder.create<ScratchOp>(loc, name, end, builder.getArrayAttr(members));
}

int64_t ScanDispatches::countSubgroups() const {
  return std::max<int64_t>(threads / getTargetMinSubgroupSize(scanning), 1);
}

Value ScanDispatches::buildShared(OpBuilder &at, StringRef name, Type type) {
  return at.create<SharedRefOp>(loc, RefType::get(type), name);
}

static void assign(OpBuilder &at, Location loc, Value place, Value value) {
  at.create<AssignOp>(loc, place, value);
}

static Value compare(OpBuilder &at, Location loc, CmpKind kind, Value lhs, Value rhs) {
  return at.create<CmpOp>(loc, kind, lhs, rhs);
}

static OpBuilder buildIf(OpBuilder &at, Location loc, Value condition) {
  auto branch = at.create<IfOp>(loc, condition);
  return OpBuilder::atBlockEnd(&branch.getThenRegion().front());
}

/// `scratch.m_sumBefore[workgroup]`
Value ScanDispatches::buildMember(OpBuilder &at, StringRef member, Type type, Value workgroup) {
  Type all = ArrayType::get(at.getContext(), scanning.getMaxWorkgroupsAttr()[0], type);
  Value place = at.create<ScratchRefOp>(loc, RefType::get(all), scratch.getSymName(), member);
  return buildElement(at, loc, place, workgroup);
}

Value ScanDispatches::buildBefore(OpBuilder &at, const Total &total, Value workgroup) {
  return buildMember(at, total.member, total.type, workgroup);
}

Value ScanDispatches::buildStartBefore(OpBuilder &at, const Total &total, Value workgroup) {
  return total.startType ? buildMember(at, total.startMember, total.startType, workgroup)
                         : buildBefore(at, total, workgroup);
}

Value ScanDispatches::buildUse(OpBuilder &at, Operation *use, Value place) {
  return isa<RefType>(use->getResult(0).getType()) ? place : buildLoad(at, loc, place);
}

/// What the threads before this one have; `all` gets what the threads of the workgroup have.
Value ScanDispatches::buildScan(OpBuilder &at, const Total &total, Value value, Value all) {
  return at
      .create<CallOp>(loc, TypeRange(total.type), getBlockScan(total).getSymName(),
                      ValueRange{value, all})
      ->getResult(0);
}

//===------------------------------------------------------------------------------------------===//
// Loops
//===------------------------------------------------------------------------------------------===//

/// How many iterations there are: none where a bound of the source is negative.
Value ScanDispatches::buildCount(OpBuilder &at, const GridLoops &loops) {
  Value total = loops.count(at, scanning.getNumDims() == 1 ? 0 : scanning.getNumDims());
  if (!total.getType().isUnsignedInteger()) {
    Value zero = at.create<ConstantOp>(loc, at.getIntegerAttr(total.getType(), 0));
    total = at.create<MathOp>(loc, total.getType(), MathFn::Max, ValueRange{total, zero});
  }
  return at.createOrFold<CastOp>(loc, uintType, total);
}

/// `for (uint block = firstBlock; block < endBlock; block++)`, over the share with a number.
ForOp ScanDispatches::buildBlockLoop(OpBuilder &at, const GridLoops &loops, PlaceFn which) {
  Operation *before = at.getBlock()->empty() ? nullptr : &at.getBlock()->back();
  Value count = buildBinary(at, loc, BinaryKind::Div, buildCount(at, loops),
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
bool ScanDispatches::needsCast(const GridLoops &loops) const {
  return loops.dimensions.front().direct && GridOp(scanning).getLower()[0].getType() != uintType;
}

/// What holds the numbers of each dimension, of an iteration whose number among all is in a place.
SmallVector<Value> ScanDispatches::buildNumbers(OpBuilder &at, const GridLoops &loops,
                                                Value number) {
  if (scanning.getNumDims() == 1) {
    if (!needsCast(loops))
      return {number};
    Value counter =
        at.create<CastOp>(loc, scanning.getLower()[0].getType(), buildLoad(at, loc, number));
    return {buildVar(at, loc, loops.dimensions[0].name, counter, /*isConst=*/true)};
  }
  SmallVector<Value> places(scanning.getNumDims());
  Value rest = number;
  for (unsigned dim = scanning.getNumDims(); dim-- > 1;) {
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

/// The body of an iteration, in which the totals are in `places`.
void ScanDispatches::buildIteration(OpBuilder &at, const GridLoops &loops, GridOp grid,
                                    Value number, ArrayRef<Value> places) {
  Block *block = at.getBlock();
  latest = buildNumbers(at, loops, number);
  loops.body(at, grid, latest);
  SmallVector<std::pair<Operation *, size_t>> uses;
  block->walk([&](Operation *op) {
    if (const Total *total = findTotal(op))
      uses.push_back({op, total - totals.data()});
  });
  for (auto [use, index] : uses) {
    Value place = places[index];
    OpBuilder before(use);
    use->getResult(0).replaceAllUsesWith(buildUse(before, use, place));
    use->erase();
  }
}

/// The iterations of a block: as many turns, of which those of whole blocks ask for no bound.
void ScanDispatches::buildTurns(OpBuilder &at, const GridLoops &loops, GridOp grid, ForOp blocks,
                                NumberFn number, ArrayRef<Value> places) {
  auto block = [&](OpBuilder &in) { return buildLoad(in, loc, blocks.getBodyVar()); };
  int64_t extent = threads * turns;
  Value isWhole;
  ForOp turn;
  OpBuilder inner = at;
  Value start = buildBinary(at, loc, BinaryKind::Mul, block(at), buildUint(at, loc, extent));
  if (keeps()) {
    Value left = buildBinary(at, loc, BinaryKind::Sub, buildCount(at, loops), start);
    isWhole = compare(at, loc, CmpKind::Ge, left, buildUint(at, loc, extent));
    turn = buildUnrolledLoop(at, loc, "turn", turns);
    inner = OpBuilder::atBlockEnd(&turn.getBody().front());
    start = buildBinary(inner, loc, BinaryKind::Mul, block(inner), buildUint(inner, loc, extent));
  }
  Value own = number(inner, turn ? Value(turn.getBodyVar()) : Value());
  Value which = buildBinary(inner, loc, BinaryKind::Add, start, own);
  bool isCounter = scanning.getNumDims() == 1 && !needsCast(loops);
  VarOp iteration =
      buildVar(inner, loc, isCounter ? StringRef(loops.dimensions[0].name) : "iteration", which,
               /*isConst=*/true);
  Value isInside =
      compare(inner, loc, CmpKind::Lt, buildLoad(inner, loc, iteration), buildCount(inner, loops));
  OpBuilder body = buildIf(inner, loc, isInside);
  buildIteration(body, loops, grid, iteration, places);
  if (!turn)
    return;
  finishTurns(turn, isWhole, places);
}

//===------------------------------------------------------------------------------------------===//
// Dispatches
//===------------------------------------------------------------------------------------------===//

SmallVector<GridDispatch::Dispatch> ScanDispatches::getBefore() {
  Dispatch shares = describeShares(), starts = describeStarts();
  shares.grid = counting;
  shares.build = [this](OpBuilder &at, const GridLoops &loops) { buildShares(at, loops); };
  starts.build = [this](OpBuilder &at, const GridLoops &) { buildStarts(at); };
  return {shares, starts};
}

void ScanDispatches::buildShares(OpBuilder &at, const GridLoops &loops) {
  SmallVector<Value> shares;
  for (const Total &total : totals)
    shares.push_back(
        buildVar(at, loc, total.name + getWords().share.str(), buildNeutral(at, total), false));
  beginShares(at);
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
  if (isOrdered())
    buildSharesInOrder(inner, loops, blocks, number, shares);
  else
    buildTurns(inner, loops, counting, blocks, number, shares);
  finishShares(at, shares);
}

/// A thread's iterations of two blocks are no neighbours: what the threads of a block have is put
/// together before the next one.
void ScanDispatches::buildSharesInOrder(OpBuilder &at, const GridLoops &loops, ForOp blocks,
                                        NumberFn number, ArrayRef<Value> shares) {
  SmallVector<Value> own;
  for (const Total &total : totals)
    own.push_back(buildVar(at, loc, total.name + "OfThread", buildNeutral(at, total), false));
  OpBuilder body = buildBodyPlace(at, loc, counting.getBody());
  buildTurns(body, loops, counting, blocks, number, own);
  for (auto [total, value, share] : llvm::zip(totals, own, shares)) {
    Value all =
        buildVar(at, loc, total.name + getWords().inBlock.str(), buildNeutral(at, total), false);
    buildScan(at, total, buildLoad(at, loc, value), all);
    combine(at, total, share, buildLoad(at, loc, all));
  }
}

/// How many shares there are, for the second dispatch: `if (workgroup == 0) groups = workgroups;`
void ScanDispatches::publishGroups(OpBuilder &first) {
  Value group = buildBuiltin(first, loc, Builtin::Workgroup);
  Value isFirst = compare(first, loc, CmpKind::Eq, group, buildUint(first, loc, 0));
  OpBuilder once = buildIf(first, loc, isFirst);
  Value groups =
      once.create<ScratchRefOp>(loc, RefType::get(uintType), scratch.getSymName(), kGroups);
  assign(once, loc, groups, buildBuiltin(once, loc, Builtin::NumWorkgroups));
}

void ScanDispatches::buildStarts(OpBuilder &at) {
  Value lanes, number;
  if (bySubgroups() && !keeps())
    number = buildThreadNumber(at, lanes);
  auto thread = [&](OpBuilder &in) -> Value {
    return number ? buildLoad(in, loc, number) : buildBuiltin(in, loc, Builtin::LocalIndex);
  };
  Value groups =
      at.create<ScratchRefOp>(loc, RefType::get(uintType), scratch.getSymName(), kGroups);
  Range range = buildRange(at, loc, "Group", buildLoad(at, loc, groups), thread,
                           [&](OpBuilder &in) { return buildUint(in, loc, threads); });
  buildStarts(at, [&](OpBuilder &in) {
    return buildUintLoop(
        in, loc, "group", buildLoad(in, loc, range.first),
        [&](OpBuilder &inside) { return buildLoad(inside, loc, range.end); },
        [&](OpBuilder &inside) { return buildUint(inside, loc, 1); });
  });
}

/// The number of a thread's first iteration in a block, of whose turns each takes those of a whole
/// subgroup. Which threads a subgroup has is asked, and not taken for granted.
Value ScanDispatches::buildThreadNumber(OpBuilder &at, Value &lanes) {
  Type counts = ArrayType::get(at.getContext(), countSubgroups(), uintType);
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
    return buildElement(in, loc, buildShared(in, shared, counts), subgroup);
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
  Value number = buildLoad(at, loc, first);
  if (keeps())
    number = buildBinary(at, loc, BinaryKind::Mul, number, buildUint(at, loc, turns));
  number = buildBinary(at, loc, BinaryKind::Add, number, buildLoad(at, loc, lane));
  return buildVar(at, loc, "thread", number, true);
}

/// What the iterations of a block give is combined before any of them runs.
void ScanDispatches::buildBlock(OpBuilder &at, const GridLoops &loops, ForOp blocks, Value thread,
                                ArrayRef<Value> next) {
  auto own = [&](OpBuilder &in, Value) -> Value {
    return thread ? buildLoad(in, loc, thread) : buildBuiltin(in, loc, Builtin::LocalIndex);
  };
  Words words = getWords();
  SmallVector<Value> shares, before, inBlock;
  for (const Total &total : totals)
    shares.push_back(
        buildVar(at, loc, total.name + words.share.str(), buildNeutral(at, total), false));
  OpBuilder counted = buildBodyPlace(at, loc, counting.getBody());
  beforeBlock.assign(next.begin(), next.end());
  buildTurns(counted, loops, counting, blocks, own, shares);
  beforeBlock.clear();
  for (auto [total, share, first] : llvm::zip(totals, shares, next)) {
    Value all = buildVar(at, loc, total.name + words.inBlock.str(), buildNeutral(at, total), false);
    inBlock.push_back(all);
    Value ofThreads = buildScan(at, total, buildLoad(at, loc, share), all);
    before.push_back(buildStart(at, total, first, ofThreads));
  }
  OpBuilder body = buildBodyPlace(at, loc, scanning.getBody());
  buildTurns(body, loops, scanning, blocks, own, before);
  for (auto [total, first, all] : llvm::zip(totals, next, inBlock))
    advance(at, total, first, buildLoad(at, loc, all));
}

ForOp ScanDispatches::buildLoops(OpBuilder &at, const GridLoops &loops,
                                 SmallVectorImpl<Value> &numbers) {
  Value lanes, thread;
  if (bySubgroups())
    thread = buildThreadNumber(at, lanes);
  Value last = buildBinary(at, loc, BinaryKind::Sub, buildBuiltin(at, loc, Builtin::NumWorkgroups),
                           buildUint(at, loc, 1));
  VarOp which = buildVar(
      at, loc, "share",
      buildBinary(at, loc, BinaryKind::Sub, last, buildBuiltin(at, loc, Builtin::Workgroup)),
      /*isConst=*/true);
  which->setAttr(kCommentAttr,
                 at.getStringAttr(("The last share first: what was " + getWords().done +
                                   " last may still be in the cache.")
                                      .str()));
  auto share = [&](OpBuilder &in) { return buildLoad(in, loc, which); };
  SmallVector<Value> next;
  for (const Total &total : totals) {
    Value first = buildStartBefore(at, total, share(at));
    next.push_back(buildVar(at, loc, total.name + "Next", buildLoad(at, loc, first), false));
  }
  ForOp blocks = buildBlockLoop(at, loops, share);
  OpBuilder inner = OpBuilder::atBlockEnd(&blocks.getBody().front());
  if (keeps()) {
    auto number = [&](OpBuilder &in, Value turn) -> Value {
      Value before = buildBinary(in, loc, BinaryKind::Mul, buildLoad(in, loc, turn),
                                 buildLoad(in, loc, lanes));
      return buildBinary(in, loc, BinaryKind::Add, buildLoad(in, loc, thread), before);
    };
    buildTurns(inner, loops, scanning, blocks, number, next);
  } else {
    buildBlock(inner, loops, blocks, thread, next);
  }
  numbers = latest;
  return blocks;
}
