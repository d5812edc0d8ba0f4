//===- OrderedAppends.cpp - The shaders of loops that append in order -------------------------===//

#include "passes/lower/appends/OrderedAppends.h"

#include "device/BlockScan.h"
#include "device/Builders.h"
#include "passes/Diagnostics.h"
#include "passes/lower/appends/AppendBlocks.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

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
    : ScanDispatches(kernel, counting, appending) {
  OpBuilder builder(kernel);
  for (StringAttr name : findCounted(counting)) {
    Vector vector;
    vector.field = parent.lookupField(name.getValue());
    vector.size = parent.lookupSizeOf(name.getValue());
    vector.capacity = findRole(parent, kCapacityOfAttr, name);
    vector.lost = findRole(parent, kLostOfAttr, name);
    std::string spelling = name.getValue().rtrim('_').str();
    vector.total = addShared(builder, loc, parent, spelling + "Total", uintType);
    totals.push_back({spelling, uintType, spelling + "First"});
    vectors.push_back(vector);
  }
  makeScratch(makeFreeSymbol(parent, (display + "Appends").str()));
}

static void assign(OpBuilder &at, Location loc, Value place, Value value) {
  at.create<AssignOp>(loc, place, value);
}

/// `place += min(value, ~place)`: the sum, or the largest number.
static void addUpTo(OpBuilder &at, Location loc, Value place, Value value) {
  Value room =
      at.create<UnaryOp>(loc, value.getType(), UnaryKind::BitNot, buildLoad(at, loc, place));
  Value added = at.create<MathOp>(loc, value.getType(), MathFn::Min, ValueRange{value, room});
  at.create<UpdateOp>(loc, BinaryKind::Add, place, added);
}

SmallVector<std::pair<StringAttr, Access>> OrderedAppends::getAccess() const {
  SmallVector<std::pair<StringAttr, Access>> fields;
  for (Vector vector : vectors) {
    fields.push_back({vector.size.getSymNameAttr(), Access::ReadWrite});
    fields.push_back({vector.lost.getSymNameAttr(), Access::ReadWrite});
    fields.push_back({vector.capacity.getSymNameAttr(), Access::Read});
  }
  return fields;
}

//===------------------------------------------------------------------------------------------===//
// What is counted
//===------------------------------------------------------------------------------------------===//

ScanDispatches::Words OrderedAppends::getWords() const { return {"Count", "InBlock", "counted"}; }

GridDispatch::Dispatch OrderedAppends::describeShares() const {
  return {"_count", {}, "Counts what each workgroup appends.", {}};
}

GridDispatch::Dispatch OrderedAppends::describeStarts() const {
  return {
      "_slots", {}, "Where the elements of each workgroup begin, and how many there are then.", {}};
}

Value OrderedAppends::buildNeutral(OpBuilder &at, const Total &) { return buildUint(at, loc, 0); }

void OrderedAppends::combine(OpBuilder &at, const Total &, Value place, Value value) {
  at.create<UpdateOp>(loc, BinaryKind::Add, place, value);
}

Value OrderedAppends::buildStart(OpBuilder &at, const Total &total, Value first, Value ofThreads) {
  Value slot = buildBinary(at, loc, BinaryKind::Add, buildLoad(at, loc, first), ofThreads);
  return buildVar(at, loc, total.name + "Slot", slot, false);
}

FuncOp OrderedAppends::getBlockScan(const Total &) {
  BlockScan scan;
  scan.symbol = "sumBefore" + std::to_string(threads);
  scan.name = "sumBefore";
  scan.comment = "What the threads before this one have, added up, and what all have: sums that "
                 "stop at the largest number.";
  scan.shared = "sums" + std::to_string(threads);
  scan.type = uintType;
  scan.threads = threads;
  scan.neutral = [&](OpBuilder &at) { return buildUint(at, loc, 0); };
  scan.combine = [&](OpBuilder &at, Value place, Value value) { addUpTo(at, loc, place, value); };
  OpBuilder builder(kernel);
  return vkm::getBlockScan(builder, loc, parent, scan);
}

const ScanDispatches::Total *OrderedAppends::findTotal(Operation *use) const {
  auto counter = dyn_cast<AppendCounterOp>(use);
  for (auto [vector, total] : llvm::zip(vectors, totals))
    if (counter && FieldOp(vector.field).getSymName() == counter.getField())
      return &total;
  return nullptr;
}

void OrderedAppends::finishTurns(ForOp turn, Value isWhole, ArrayRef<Value> places) {
  keepAppends(turn, turns, [&](StringRef field) {
    for (auto [vector, place] : llvm::zip(vectors, places))
      if (vector.field.getSymName() == field)
        return place;
    return Value();
  });
  splitTurns(turn, isWhole);
}

//===------------------------------------------------------------------------------------------===//
// Dispatches
//===------------------------------------------------------------------------------------------===//

void OrderedAppends::beginShares(OpBuilder &at) {
  OpBuilder zeroing = buildIfFirstThread(at, loc);
  for (const Vector &vector : vectors)
    assign(zeroing, loc, buildShared(zeroing, vector.total, uintType), buildUint(zeroing, loc, 0));
}

void OrderedAppends::finishShares(OpBuilder &at, ArrayRef<Value> shares) {
  at.create<BarrierOp>(loc);
  for (auto [vector, share] : llvm::zip(vectors, shares))
    at.create<AtomicOp>(loc, uintType, ReduceKind::Add, buildShared(at, vector.total, uintType),
                        buildLoad(at, loc, share));
  at.create<BarrierOp>(loc);
  OpBuilder first = buildIfFirstThread(at, loc);
  Value group;
  for (auto [vector, total] : llvm::zip(vectors, totals)) {
    group = buildBuiltin(first, loc, Builtin::Workgroup);
    assign(first, loc, buildBefore(first, total, group),
           buildLoad(first, loc, buildShared(first, vector.total, uintType)));
  }
  publishGroups(first);
}

void OrderedAppends::buildStarts(OpBuilder &at, LoopFn loopOverGroups) {
  for (auto [vector, total] : llvm::zip(vectors, totals))
    buildSlots(at, vector, total, loopOverGroups);
}

void OrderedAppends::buildSlots(OpBuilder &at, const Vector &vector, const Total &total,
                                LoopFn loopOverGroups) {
  auto field = [&](OpBuilder &in, FieldOp of) -> Value {
    return in.create<FieldRefOp>(loc, RefType::get(uintType), of.getSymName());
  };
  // The first thread counts the elements that the vector has already.
  VarOp old = buildVar(at, loc, total.name + "Old", buildUint(at, loc, 0), false);
  OpBuilder reading = buildIfFirstThread(at, loc);
  assign(reading, loc, old, buildLoad(reading, loc, field(reading, vector.size)));
  VarOp sum = buildVar(at, loc, total.name + "Sum", buildLoad(at, loc, old), false);
  ForOp adding = loopOverGroups(at);
  OpBuilder inner = OpBuilder::atBlockEnd(&adding.getBody().front());
  auto count = [&](OpBuilder &in, ForOp loop) {
    return buildBefore(in, total, buildLoad(in, loc, loop.getBodyVar()));
  };
  addUpTo(inner, loc, sum, buildLoad(inner, loc, count(inner, adding)));

  VarOp all = buildVar(at, loc, total.name + "Size", buildUint(at, loc, 0), false);
  Value before = buildScan(at, total, buildLoad(at, loc, sum), all);
  VarOp next = buildVar(at, loc, total.name + "Next", before, false);
  at.create<UpdateOp>(loc, BinaryKind::Add, next, buildLoad(at, loc, old));
  ForOp giving = loopOverGroups(at);
  inner.setInsertionPointToEnd(&giving.getBody().front());
  VarOp counted = buildVar(inner, loc, "count", buildLoad(inner, loc, count(inner, giving)), true);
  auto upToCapacity = [&](OpBuilder &in, Value value) -> Value {
    Value capacity = buildLoad(in, loc, field(in, vector.capacity));
    return in.create<MathOp>(loc, uintType, MathFn::Min, ValueRange{value, capacity});
  };
  assign(inner, loc, count(inner, giving), upToCapacity(inner, buildLoad(inner, loc, next)));
  addUpTo(inner, loc, next, buildLoad(inner, loc, counted));

  OpBuilder first = buildIfFirstThread(at, loc);
  VarOp kept = buildVar(first, loc, "kept", upToCapacity(first, buildLoad(first, loc, all)), true);
  assign(first, loc, field(first, vector.size), buildLoad(first, loc, kept));
  Value lost = buildBinary(first, loc, BinaryKind::Sub, buildLoad(first, loc, all),
                           buildLoad(first, loc, kept));
  first.create<UpdateOp>(loc, BinaryKind::Add, field(first, vector.lost), lost);
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
  std::unique_ptr<GridDispatch> makeGridDispatch(KernelOp kernel, StringRef display,
                                                 GridOp grid) const override {
    return std::make_unique<OrderedAppends>(kernel, display, cast<GridOp>(grid->getPrevNode()),
                                            grid);
  }
};
} // namespace

std::unique_ptr<AppendPattern> vkmorph::vkm::makeOrderedAppends() {
  return std::make_unique<StableAppends>();
}
