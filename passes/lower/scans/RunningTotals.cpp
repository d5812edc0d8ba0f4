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
// struct (RunningLaws.h), put together in their order. Totals of a system have one together.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Scans.h"
#include "device/BlockScan.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/HostCode.h"
#include "ir/MemberNames.h"
#include "passes/lower/scans/BoundedLaws.h"
#include "passes/lower/scans/RunningLaws.h"
#include "passes/lower/scans/ScanDispatches.h"
#include "passes/lower/scans/StateLaws.h"
#include "passes/lower/scans/SystemLaws.h"
#include "transforms/DecidingSlice.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

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

  /// A member or variable, or the part of one, that has a total.
  struct Held {
    FieldOp field;
    ArrayAttr path;
  };
  /// Where a total is kept, and how values are combined with it; those of a system are one.
  struct Place {
    SmallVector<Held, 1> held;
    ReduceKind kind;
    Location loc;
    std::optional<LawFunctions> law; ///< of a total whose order counts
  };
  const Place &getPlace(const Total &total) const { return places[&total - totals.data()]; }
  void addTotal(ArrayRef<RunningOp> system);
  std::optional<std::pair<size_t, size_t>> find(Operation *use) const;
  size_t findHeld(Operation *use) const { return find(use)->second; }
  Value buildPlace(OpBuilder &at, const Place &place, const Held &held);
  Value buildKept(OpBuilder &at, const Place &place);
  void keep(OpBuilder &at, const Place &place, Value total);

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
    SmallVector<RunningOp> system = collectSystem(running);
    if (running == system.front())
      addTotal(system);
  }
  // What follows the last use of a total is in what the first dispatch computes.
  eraseLastWithoutEffect(counting.getBody());
  eraseLastWithoutEffect(scanning.getBody());
  makeScratch(makeFreeSymbol(parent, (display + "Totals").str()));
}

/// Names without what tells members from variables, where they are different ones without it, too.
static SmallVector<std::string> nameStates(ArrayRef<RunningOp> system) {
  SmallVector<std::string> names, whole;
  llvm::StringSet<> different;
  for (RunningOp running : system) {
    whole.push_back(makeName(running));
    names.push_back(withoutMemberMark(whole.back()).str());
    different.insert(names.back());
  }
  return different.size() == system.size() ? names : whole;
}

/// A total, or those of a system, which are put together as one.
void RunningTotals::addTotal(ArrayRef<RunningOp> system) {
  RunningOp running = system.front();
  std::string name = makeName(running);
  Type type = running.getBefore().getType();
  std::optional<LawFunctions> law;
  if (running.getSystem()) {
    SmallVector<std::string> names = nameStates(system);
    name = nameSystem(names);
    law = makeSystemLaw(kernel, system, names);
  } else if (running.isOrdered()) {
    law = makeLawFunctions(kernel, running, name);
  }
  // m_y1 and y1 of two systems, sum_ and sum.
  auto isTaken = [&](const Total &total) { return total.name == name; };
  const std::string plain = name + "_";
  for (unsigned number = 2; llvm::any_of(totals, isTaken); ++number)
    name = plain + std::to_string(number);
  if (law)
    totals.push_back({name, law->record, name + "OfShare", name + "Before", law->type});
  else
    totals.push_back({name, type, name + "Before"});
  Place place{{}, running.getKind(), running.getLoc(), law};
  for (RunningOp each : system)
    place.held.push_back({parent.lookupField(each.getField()), each.getPathAttr()});
  places.push_back(place);
}

SmallVector<std::pair<StringAttr, Access>> RunningTotals::getAccess() const {
  SmallVector<std::pair<StringAttr, Access>> fields;
  for (const Place &place : places)
    for (const Held &held : place.held)
      fields.push_back({FieldOp(held.field).getSymNameAttr(), Access::ReadWrite});
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
  if (law && !law->states.empty()) {
    if (share)
      return buildSystemPart(at, *law, share, place, findHeld(use));
    Type type = use->getResult(0).getType();
    Value state = at.create<MemberOp>(loc, RefType::get(type), place, law->states[findHeld(use)]);
    return buildLoad(at, loc, state);
  }
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

/// The field and the path that an operation names; none of those that are about no total.
static std::pair<StringRef, ArrayAttr> getHeld(Operation *use) {
  if (auto running = dyn_cast<RunningOp>(use))
    return {running.getField(), running.getPathAttr()};
  if (auto share = dyn_cast<RunningShareOp>(use))
    return {share.getField(), share.getPathAttr()};
  return {};
}

/// Which total an operation is about, and which of those of a system.
std::optional<std::pair<size_t, size_t>> RunningTotals::find(Operation *use) const {
  auto [field, path] = getHeld(use);
  for (auto [index, place] : llvm::enumerate(places))
    for (auto [part, held] : llvm::enumerate(place.held))
      if (FieldOp(held.field).getSymName() == field && held.path == path)
        return std::pair(index, part);
  return std::nullopt;
}

const ScanDispatches::Total *RunningTotals::findTotal(Operation *use) const {
  auto found = find(use);
  return found ? &totals[found->first] : nullptr;
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

Value RunningTotals::buildPlace(OpBuilder &at, const Place &place, const Held &held) {
  SmallVector<Attribute> steps;
  if (held.path)
    llvm::append_range(steps, held.path);
  return buildFieldPlace(at, place.loc, held.field, steps);
}

/// What the member or variable holds, as buffers keep it; of a system what all of them hold.
Value RunningTotals::buildKept(OpBuilder &at, const Place &place) {
  SmallVector<Value> values;
  for (const Held &held : place.held)
    values.push_back(buildLoad(at, loc, buildPlace(at, place, held)));
  if (!place.law)
    return values.front();
  if (!place.law->states.empty())
    return at.create<AggregateOp>(loc, place.law->type, values);
  return at.createOrFold<CastOp>(loc, place.law->type, values.front());
}

/// Gives the member or variable its total; those of a system theirs.
void RunningTotals::keep(OpBuilder &at, const Place &place, Value total) {
  VarOp all;
  if (!place.law->states.empty())
    all = buildVar(at, loc, "last", total, true);
  for (auto [index, held] : llvm::enumerate(place.held)) {
    Value kept = buildPlace(at, place, held);
    Type type = cast<RefType>(kept.getType()).getPointee();
    if (all)
      total = buildLoad(
          at, loc,
          at.create<MemberOp>(loc, RefType::get(type), all.getRef(), place.law->states[index]));
    at.create<AssignOp>(loc, kept, at.createOrFold<CastOp>(loc, type, total));
  }
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
  Value whole = buildLoad(first, loc, all);
  if (place.law)
    keep(first, place, place.law->buildApply(first, place.loc, whole, buildKept(first, place)));
  else
    combineInto(first, place.loc, place.kind, buildPlace(first, place, place.held.front()), whole,
                Operands::MayBeNan);
}

std::unique_ptr<GridDispatch> vkmorph::vkm::makeRunningTotals(KernelOp kernel, StringRef display,
                                                              GridOp grid) {
  SmallVector<RunningOp> all(grid.getBody().getOps<RunningOp>());
  if (all.empty())
    return nullptr;
  return std::make_unique<RunningTotals>(kernel, display, cast<GridOp>(grid->getPrevNode()), grid,
                                         all);
}
