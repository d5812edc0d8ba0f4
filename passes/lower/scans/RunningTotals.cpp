//===- RunningTotals.cpp - The shaders of loops that read running totals ----------------------===//
//
//   int m_sumShare = 0;                       first dispatch: what a thread's iterations give,
//   for (block) m_sumShare += a[i];           and with it the workgroup
//
//   m_sumBefore[share] = ...; m_sum += ...;   second: what comes before each share, and the member
//
//   for (block) {                             third, for each block of the share
//     int m_sumShare = a[i];
//     int m_sumStart = m_sumNext + exclusiveSum(m_sumShare, m_sumInBlock);
//     int m_sum = m_sumStart;                 the body, with its variable
//     m_sum += a[i];
//     out[i] = m_sum;
//     m_sumNext += m_sumInBlock;
//   }
//
// Where the total restarts, is multiplied or held between bounds, what iterations do to it is a
// struct (RunningLaws.h), put together in their order.
//
//===------------------------------------------------------------------------------------------===//

#include "device/BlockScan.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/HostCode.h"
#include "passes/lower/scans/BoundedLaws.h"
#include "passes/lower/scans/RunningLaws.h"
#include "passes/lower/scans/ScanDispatches.h"
#include "passes/lower/scans/StateLaws.h"
#include "transforms/DecidingSlice.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// The running totals of one grid.
class RunningTotals : public ScanDispatches {
public:
  RunningTotals(KernelOp kernel, StringRef display, GridOp counting, GridOp scanning,
                ArrayRef<RunningOp> all);

  SmallVector<std::pair<StringAttr, Access>> getAccess() const override;
  StringRef describe() const override {
    return "Takes the iterations in the order of the loop, from what comes before on.";
  }

  bool usesSubgroups() const override { return bySubgroups(); }

private:
  bool isOrdered() const override {
    return llvm::any_of(places, [](const Place &place) { return place.law.has_value(); });
  }
  void advance(OpBuilder &at, const Total &total, Value start, Value value) override;
  Value buildUse(OpBuilder &at, Operation *use, Value place) override;
  void lowerChanges(RunningShareOp share, Value place);
  bool bySubgroups() const override { return strategy == ReduceStrategy::Subgroup; }
  Words getWords() const override { return {"Share", "InBlock", "computed"}; }
  Dispatch describeShares() const override;
  Dispatch describeStarts() const override;
  void finishShares(OpBuilder &at, ArrayRef<Value> shares) override;
  void buildStarts(OpBuilder &at, LoopFn loopOverShares) override;
  void giveStarts(OpBuilder &at, const Total &total, LoopFn loopOverShares);
  Value buildNeutral(OpBuilder &at, const Total &total) override;
  void combine(OpBuilder &at, const Total &total, Value place, Value value) override;
  Value buildStart(OpBuilder &at, const Total &total, Value first, Value ofThreads) override;
  FuncOp getBlockScan(const Total &total) override;
  const Total *findTotal(Operation *use) const override;

  /// Where a total is kept, and how values are combined with it.
  struct Place {
    FieldOp field;
    ArrayAttr path;
    ReduceKind kind;
    Location loc;
    std::optional<LawFunctions> law; ///< of a total whose order counts
  };
  const Place &getPlace(const Total &total) const { return places[&total - totals.data()]; }
  Value buildPlace(OpBuilder &at, const Place &place);
  Value buildKept(OpBuilder &at, const Place &place);

  std::vector<Place> places; ///< as many as there are totals
  ReduceStrategy strategy;
};
} // namespace

/// "m_box.lo" is "m_boxLo" in names of variables.
static std::string makeName(const RunningOp &running) {
  RunningOp op = running;
  std::string name = op.getField().rtrim('_').str();
  if (auto local = op->getParentOfType<ClassOp>()
                       .lookupField(op.getField())
                       ->getAttrOfType<StringAttr>(kLocalNameAttr))
    name = local.getValue().str();
  for (Attribute step : op.getSteps()) {
    std::string part = isa<StringAttr>(step) ? cast<StringAttr>(step).getValue().str()
                                             : std::to_string(cast<IntegerAttr>(step).getInt());
    part[0] = llvm::toUpper(part[0]);
    name += part;
  }
  return name;
}

RunningTotals::RunningTotals(KernelOp kernel, StringRef display, GridOp counting, GridOp scanning,
                             ArrayRef<RunningOp> all)
    : ScanDispatches(kernel, counting, scanning),
      strategy(RunningOp(all.front()).getPlan()->getWorkgroup()) {
  for (RunningOp running : all) {
    std::string name = makeName(running);
    Type type = running.getBefore().getType();
    std::optional<LawFunctions> law;
    if (running.isOrdered()) {
      law = makeLawFunctions(kernel, running, name);
      totals.push_back({name, law->record, name + "OfShare", name + "Before", law->type});
    } else {
      totals.push_back({name, type, name + "Before"});
    }
    places.push_back({parent.lookupField(running.getField()), running.getPathAttr(),
                      running.getKind(), running.getLoc(), law});
  }
  // What follows the last use of a total is in what the first dispatch computes.
  eraseLastWithoutEffect(counting.getBody());
  eraseLastWithoutEffect(scanning.getBody());
  makeScratch(makeFreeSymbol(parent, (display + "Totals").str()));
}

SmallVector<std::pair<StringAttr, Access>> RunningTotals::getAccess() const {
  SmallVector<std::pair<StringAttr, Access>> fields;
  for (const Place &place : places)
    fields.push_back({FieldOp(place.field).getSymNameAttr(), Access::ReadWrite});
  return fields;
}

GridDispatch::Dispatch RunningTotals::describeShares() const {
  return {"_shares", {}, "What the iterations of each workgroup give to running totals.", {}};
}

GridDispatch::Dispatch RunningTotals::describeStarts() const {
  return {"_starts",
          {},
          "What comes before the iterations of each workgroup, and the totals of all.",
          {}};
}

Value RunningTotals::buildNeutral(OpBuilder &at, const Total &total) {
  if (const auto &law = getPlace(total).law)
    return law->buildNeutral(at, loc);
  return makeIdentity(at, loc, getPlace(total).kind, total.type);
}

void RunningTotals::combine(OpBuilder &at, const Total &total, Value place, Value value) {
  if (const auto &law = getPlace(total).law)
    return law->buildJoin(at, loc, place, value);
  combineInto(at, loc, getPlace(total).kind, place, value, Operands::MayBeNan);
}

void RunningTotals::advance(OpBuilder &at, const Total &total, Value start, Value value) {
  const auto &law = getPlace(total).law;
  if (!law)
    return combine(at, total, start, value);
  at.create<AssignOp>(loc, start, law->buildApply(at, loc, value, buildLoad(at, loc, start)));
}

/// What iterations do to the share of a thread.
void RunningTotals::lowerChanges(RunningShareOp share, Value place) {
  const Place &total = getPlace(*findTotal(share));
  for (Operation *user : llvm::make_early_inc_range(share->getUsers())) {
    OpBuilder at(user);
    if (auto change = dyn_cast<RunningStepOp>(user)) {
      buildChange(at, kernel, *total.law, change, place);
    } else if (auto state = dyn_cast<RunningStateOp>(user)) {
      // Behind the second dispatch the place has what is left in the end.
      size_t index = &total - places.data();
      Value before =
          beforeBlock.empty() ? buildKept(at, total) : buildLoad(at, loc, beforeBlock[index]);
      state.replaceAllUsesWith(buildState(at, *total.law, state, place, before));
    } else if (auto map = dyn_cast<RunningMapOp>(user)) {
      buildRemember(at, *total.law, map, place);
    } else {
      continue;
    }
    user->erase();
  }
}

Value RunningTotals::buildUse(OpBuilder &at, Operation *use, Value place) {
  const auto &law = getPlace(*findTotal(use)).law;
  auto share = dyn_cast<RunningShareOp>(use);
  if (share && law) {
    lowerChanges(share, place);
    return share->use_empty() ? place : law->buildPart(at, loc, place, share.getPart());
  }
  Value value = ScanDispatches::buildUse(at, use, place);
  return share ? value : at.createOrFold<CastOp>(loc, use->getResult(0).getType(), value);
}

Value RunningTotals::buildStart(OpBuilder &at, const Total &total, Value first, Value ofThreads) {
  if (const auto &law = getPlace(total).law) {
    Value start = law->buildApply(at, loc, ofThreads, buildLoad(at, loc, first));
    return buildVar(at, loc, total.name + "Start", start, true);
  }
  ReduceKind kind = getPlace(total).kind;
  bool hasOperator = kind != ReduceKind::Min && kind != ReduceKind::Max;
  Value before = buildLoad(at, loc, first);
  if (hasOperator) {
    Value sum = buildBinary(at, loc, getOperator(kind), before, ofThreads);
    // The order of additions is free, as in a reduction.
    sum.getDefiningOp()->setAttr("vkm.free_order", at.getUnitAttr());
    return buildVar(at, loc, total.name + "Start", sum, true);
  }
  Value start = buildVar(at, loc, total.name + "Start", before, false);
  combine(at, total, start, ofThreads);
  return start;
}

FuncOp RunningTotals::getBlockScan(const Total &total) {
  const Place &place = getPlace(total);
  BlockScan scan =
      makeBlockScan(place.kind, total.type, threads, bySubgroups() ? countSubgroups() : 0);
  if (place.law) {
    scan.name = place.law->scanName;
    scan.symbol = scan.name + "_" + std::to_string(threads);
    scan.inOrder = true;
  }
  scan.neutral = [&](OpBuilder &at) { return buildNeutral(at, total); };
  scan.combine = [&](OpBuilder &at, Value place, Value value) { combine(at, total, place, value); };
  OpBuilder builder(kernel);
  return vkm::getBlockScan(builder, loc, parent, scan);
}

const ScanDispatches::Total *RunningTotals::findTotal(Operation *use) const {
  auto running = dyn_cast<RunningOp>(use);
  auto share = dyn_cast<RunningShareOp>(use);
  if (!running && !share)
    return nullptr;
  StringRef field = running ? running.getField() : share.getField();
  ArrayAttr path = running ? running.getPathAttr() : share.getPathAttr();
  for (auto [place, total] : llvm::zip(places, totals))
    if (FieldOp(place.field).getSymName() == field && place.path == path)
      return &total;
  return nullptr;
}

void RunningTotals::finishShares(OpBuilder &at, ArrayRef<Value> shares) {
  SmallVector<Value> all;
  for (auto [total, share] : llvm::zip(totals, shares)) {
    if (isOrdered()) { // what the threads have is in it, block by block
      all.push_back(share);
      continue;
    }
    all.push_back(buildVar(at, loc, total.name + "Total", buildNeutral(at, total), false));
    buildScan(at, total, buildLoad(at, loc, share), all.back());
  }
  OpBuilder first = buildIfFirstThread(at, loc);
  for (auto [total, value] : llvm::zip(totals, all)) {
    Value group = buildBuiltin(first, loc, Builtin::Workgroup);
    first.create<AssignOp>(loc, buildBefore(first, total, group), buildLoad(first, loc, value));
  }
  publishGroups(first);
}

Value RunningTotals::buildPlace(OpBuilder &at, const Place &place) {
  SmallVector<Attribute> steps;
  if (place.path)
    llvm::append_range(steps, place.path);
  return buildFieldPlace(at, place.loc, place.field, steps);
}

/// What the member or variable holds, as buffers keep it.
Value RunningTotals::buildKept(OpBuilder &at, const Place &place) {
  Value value = buildLoad(at, loc, buildPlace(at, place));
  return place.law ? at.createOrFold<CastOp>(loc, place.law->type, value) : value;
}

void RunningTotals::buildStarts(OpBuilder &at, LoopFn loopOverShares) {
  for (const Total &total : totals)
    giveStarts(at, total, loopOverShares);
}

void RunningTotals::giveStarts(OpBuilder &at, const Total &total, LoopFn loopOverShares) {
  const Place &place = getPlace(total);
  // Read before the first thread changes it: the workgroup waits in between.
  VarOp next = buildVar(at, loc, total.name + "Next", buildKept(at, place), false);
  VarOp sum = buildVar(at, loc, total.name + "Share", buildNeutral(at, total), false);
  auto before = [&](OpBuilder &in, ForOp loop) {
    return buildBefore(in, total, buildLoad(in, loc, loop.getBodyVar()));
  };
  ForOp adding = loopOverShares(at);
  OpBuilder inner = OpBuilder::atBlockEnd(&adding.getBody().front());
  combine(inner, total, sum, buildLoad(inner, loc, before(inner, adding)));

  VarOp all = buildVar(at, loc, total.name + "Total", buildNeutral(at, total), false);
  advance(at, total, next, buildScan(at, total, buildLoad(at, loc, sum), all));
  ForOp giving = loopOverShares(at);
  inner.setInsertionPointToEnd(&giving.getBody().front());
  VarOp share = buildVar(inner, loc, "share", buildLoad(inner, loc, before(inner, giving)), true);
  Value group = buildLoad(inner, loc, giving.getBodyVar());
  inner.create<AssignOp>(loc, buildStartBefore(inner, total, group), buildLoad(inner, loc, next));
  advance(inner, total, next, buildLoad(inner, loc, share));

  OpBuilder first = buildIfFirstThread(at, loc);
  Value kept = buildPlace(first, place), whole = buildLoad(first, loc, all);
  if (place.law)
    first.create<AssignOp>(
        loc, kept,
        first.createOrFold<CastOp>(
            loc, cast<RefType>(kept.getType()).getPointee(),
            place.law->buildApply(first, place.loc, whole, buildKept(first, place))));
  else
    combineInto(first, place.loc, place.kind, kept, whole, Operands::MayBeNan);
}

std::unique_ptr<GridDispatch> vkmorph::vkm::makeRunningTotals(KernelOp kernel, StringRef display,
                                                              GridOp grid) {
  SmallVector<RunningOp> all(grid.getBody().getOps<RunningOp>());
  if (all.empty())
    return nullptr;
  return std::make_unique<RunningTotals>(kernel, display, cast<GridOp>(grid->getPrevNode()), grid,
                                         all);
}
