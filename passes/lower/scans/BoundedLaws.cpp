//===- BoundedLaws.cpp - What iterations do to totals that are held between bounds -----------===//
//
// Of floats, what iterations make of a total t is min(max(t + value, low), high):
//
//   struct BoundedFloat { float value; float low; float high; };
//
//   float follow(BoundedFloat next, float total) {
//     return min(max(total + next.value, next.low), next.high);
//   }
//   BoundedFloat join(BoundedFloat first, BoundedFloat next) {
//     return BoundedFloat(first.value + next.value, follow(next, first.low),
//                         follow(next, first.high));
//   }
//
// `low` and `high` are what becomes of -infinity and of infinity, so that another factor than 1
// needs nothing but its product, and the two change places where it is negative.
//
// Sums of integers would wrap around where many iterations lower a total that a bound holds. So
// what iterations make of one is written down by where it begins to grow:
//
//   struct BoundedInt { int from; int low; int high; };   low up to `from`, then 1 more for each 1
//                                                         more, and `high` in the end
//   int follow(BoundedInt next, int total) {
//     if (total <= next.from) return next.low;
//     return int(uint(next.low) + min(uint(total) - uint(next.from),
//                                     uint(next.high) - uint(next.low)));
//   }
//
// Such a function is a sum that stops at the type's limits. The class has no larger ones.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/scans/BoundedLaws.h"

#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/VkmAttributes.h"
#include "passes/lower/scans/LawBuilder.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// Makes the struct and the functions of a law.
class BoundedLawBuilder : public LawBuilder {
public:
  BoundedLawBuilder(KernelOp kernel, Location loc, Type type)
      : LawBuilder(kernel, loc, type), isFloat(isa<FloatType>(type)) {}
  BoundedLawBuilder(KernelOp kernel, Location loc, const LawFunctions &law)
      : BoundedLawBuilder(kernel, loc, law.type) {
    made = law;
    scales = isFloat && law.neutral.size() == 4;
  }
  LawFunctions build(RunningOp running);
  FuncOp makeChange(RunningChange change);

private:
  void fillApply(FuncOp function, bool grows);
  void fillIntegerApply(OpBuilder &at, Value next, Value total);
  void fillJoin(FuncOp function, bool grows);
  void fillIntegerJoin(OpBuilder &at, Value first, Value next);
  void fillChange(OpBuilder &at, RunningChange change, Value step, Value by);
  void fillIntegerChange(OpBuilder &at, RunningChange change, Value step, Value by);

  Value part(OpBuilder &at, Value step, StringRef name) { return getPart(at, step, name, type); }
  Value add(OpBuilder &at, Value lhs, Value rhs) { return sum(at, BinaryKind::Add, lhs, rhs); }
  Value subtract(OpBuilder &at, Value lhs, Value rhs) { return sum(at, BinaryKind::Sub, lhs, rhs); }
  Value sum(OpBuilder &at, BinaryKind kind, Value lhs, Value rhs);
  Value smaller(OpBuilder &at, Value lhs, Value rhs) { return choose(at, MathFn::Min, lhs, rhs); }
  Value larger(OpBuilder &at, Value lhs, Value rhs) { return choose(at, MathFn::Max, lhs, rhs); }
  Value choose(OpBuilder &at, MathFn fn, Value lhs, Value rhs);
  Value constant(OpBuilder &at, ReduceKind kind) {
    return at.create<ConstantOp>(loc, getIdentity(kind, type));
  }
  Value zero(OpBuilder &at) { return constant(at, ReduceKind::Add); }
  Value most(OpBuilder &at) { return constant(at, ReduceKind::Min); }
  Value least(OpBuilder &at) { return constant(at, ReduceKind::Max); }
  void give(OpBuilder &at, ValueRange parts) {
    at.create<ReturnOp>(loc, at.create<AggregateOp>(loc, made.record, parts));
  }

  bool isFloat, scales = false;
};
} // namespace

/// Infinite bounds stay what they are.
Value BoundedLawBuilder::sum(OpBuilder &at, BinaryKind kind, Value lhs, Value rhs) {
  Value result = buildBinary(at, loc, kind, lhs, rhs);
  if (isa<FloatType>(lhs.getType())) {
    result.getDefiningOp()->setAttr("vkm.free_order", at.getUnitAttr());
    result.getDefiningOp()->setAttr(kKeepsInfinitiesAttr, at.getUnitAttr());
  }
  return result;
}

Value BoundedLawBuilder::choose(OpBuilder &at, MathFn fn, Value lhs, Value rhs) {
  auto chosen = at.create<MathOp>(loc, lhs.getType(), fn, ValueRange{lhs, rhs});
  if (isa<FloatType>(lhs.getType()))
    chosen->setAttr("vkm.never_nan", at.getUnitAttr());
  return chosen;
}

//===------------------------------------------------------------------------------------------===//
// What a step makes of a total
//===------------------------------------------------------------------------------------------===//

void BoundedLawBuilder::fillIntegerApply(OpBuilder &at, Value next, Value total) {
  Value from = part(at, next, "from");
  OpBuilder below = openIf(at, at.create<CmpOp>(loc, CmpKind::Le, total, from));
  below.create<ReturnOp>(loc, part(below, next, "low"));
  auto bits = at.getIntegerType(type.getIntOrFloatBitWidth(), /*isSigned=*/false);
  auto asBits = [&](Value value) { return at.create<CastOp>(loc, bits, value).getResult(); };
  Value low = asBits(part(at, next, "low"));
  Value above = subtract(at, asBits(total), asBits(from));
  Value room = subtract(at, asBits(part(at, next, "high")), low);
  Value grown = add(at, low, smaller(at, above, room));
  at.create<ReturnOp>(loc, at.create<CastOp>(loc, type, grown));
}

void BoundedLawBuilder::fillApply(FuncOp function, bool grows) {
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value next = body.getArgument(0), total = body.getArgument(1);
  if (!isFloat)
    return fillIntegerApply(at, next, total);
  Value low = part(at, next, "low"), high = part(at, next, "high");
  if (!scales) {
    Value moved = add(at, total, part(at, next, "value"));
    at.create<ReturnOp>(loc, smaller(at, larger(at, moved, low), high));
    return;
  }
  VarOp moved = buildVar(at, loc, "moved", part(at, next, "value"), false);
  Value isNotZero = compareWithZero(at, CmpKind::Ne, part(at, next, "factor"));
  if (grows) { // no product of 0 and an infinite factor
    auto both = at.create<AndOp>(loc, at.getI1Type(), isNotZero);
    OpBuilder rhs(at.getContext());
    rhs.createBlock(&both.getRhs());
    rhs.create<YieldOp>(loc, compareWithZero(rhs, CmpKind::Ne, total));
    isNotZero = both;
  }
  OpBuilder inner = openIf(at, isNotZero);
  Value product = buildBinary(inner, loc, BinaryKind::Mul, part(inner, next, "factor"), total);
  inner.create<AssignOp>(loc, moved, add(inner, product, buildLoad(inner, loc, moved)));
  Value raised = larger(at, buildLoad(at, loc, moved), smaller(at, low, high));
  at.create<ReturnOp>(loc, smaller(at, raised, larger(at, low, high)));
}

//===------------------------------------------------------------------------------------------===//
// Two steps
//===------------------------------------------------------------------------------------------===//

/// The second one begins to grow where the first one has come to its beginning. Where that is no
/// value of the first one, both together are constant.
void BoundedLawBuilder::fillIntegerJoin(OpBuilder &at, Value first, Value next) {
  Value low = part(at, first, "low"), begin = part(at, next, "from");
  VarOp from = buildVar(at, loc, "from", part(at, first, "from"), false);
  OpBuilder later = openIf(at, at.create<CmpOp>(loc, CmpKind::Gt, begin, low));
  Value by = subtract(later, part(later, next, "from"), part(later, first, "low"));
  later.create<UpdateOp>(loc, BinaryKind::Add, from, by);
  give(at, {buildLoad(at, loc, from), made.buildApply(at, loc, next, low),
            made.buildApply(at, loc, next, part(at, first, "high"))});
}

void BoundedLawBuilder::fillJoin(FuncOp function, bool grows) {
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value first = body.getArgument(0), next = body.getArgument(1);
  if (!isFloat)
    return fillIntegerJoin(at, first, next);
  Value value = part(at, first, "value"), factor;
  if (scales) {
    factor = grows ? joinFactors(at, first, next)
                   : buildBinary(at, loc, BinaryKind::Mul, part(at, first, "factor"),
                                 part(at, next, "factor"));
    // No product of 0 and an infinite factor.
    VarOp moved = buildVar(at, loc, "moved", part(at, next, "value"), false);
    OpBuilder inner = openIf(at, compareWithZero(at, CmpKind::Ne, value));
    Value product = buildBinary(inner, loc, BinaryKind::Mul, part(inner, next, "factor"),
                                part(inner, first, "value"));
    inner.create<AssignOp>(loc, moved, add(inner, product, buildLoad(inner, loc, moved)));
    value = buildLoad(at, loc, moved);
  } else {
    value = add(at, value, part(at, next, "value"));
  }
  SmallVector<Value> parts = {value};
  if (scales)
    parts.push_back(factor);
  parts.push_back(made.buildApply(at, loc, next, part(at, first, "low")));
  parts.push_back(made.buildApply(at, loc, next, part(at, first, "high")));
  give(at, parts);
}

//===------------------------------------------------------------------------------------------===//
// Changes
//===------------------------------------------------------------------------------------------===//

/// Each change is a step of its own: a sum stops at the type's limits.
void BoundedLawBuilder::fillIntegerChange(OpBuilder &at, RunningChange change, Value step,
                                          Value by) {
  SmallVector<Value> next;
  switch (change) {
  case RunningChange::Set:
    return give(at, {least(at), by, by});
  case RunningChange::AtLeast:
    next = {by, by, most(at)};
    break;
  case RunningChange::AtMost:
    next = {least(at), least(at), by};
    break;
  case RunningChange::Add: {
    Value up = larger(at, by, zero(at)), down = smaller(at, by, zero(at));
    next = {subtract(at, least(at), down), add(at, least(at), up), add(at, most(at), down)};
    break;
  }
  case RunningChange::Subtract: {
    Value down = larger(at, by, zero(at)), up = smaller(at, by, zero(at));
    next = {add(at, least(at), down), subtract(at, least(at), up), subtract(at, most(at), down)};
    break;
  }
  case RunningChange::Scale:
    llvm_unreachable("integers that are multiplied have no such law");
  }
  Value own = at.create<AggregateOp>(loc, made.record, next);
  at.create<ReturnOp>(loc, buildCall(at, loc, made.join, {step, own}));
}

void BoundedLawBuilder::fillChange(OpBuilder &at, RunningChange change, Value step, Value by) {
  auto changed = [&](StringRef name) -> Value {
    Value old = part(at, step, name);
    bool isBound = name == "low" || name == "high";
    switch (change) {
    case RunningChange::Set:
      return name == "factor" || (name == "value" && !scales) ? zero(at) : by;
    case RunningChange::AtLeast:
      return isBound ? larger(at, old, by) : old;
    case RunningChange::AtMost:
      return isBound ? smaller(at, old, by) : old;
    case RunningChange::Add:
      return name == "factor" ? old : add(at, old, by);
    case RunningChange::Subtract:
      return name == "factor" ? old : subtract(at, old, by);
    case RunningChange::Scale:
      return buildBinary(at, loc, BinaryKind::Mul, old, by);
    }
    llvm_unreachable("all changes are known");
  };
  if (change == RunningChange::Scale) { // no product of 0 and an infinite bound
    OpBuilder inner = openIf(at, compareWithZero(at, CmpKind::Eq, by));
    give(inner, {zero(inner), zero(inner), zero(inner), zero(inner)});
  }
  SmallVector<Value> parts;
  for (StringRef name : {"value", "factor", "low", "high"})
    if (name != "factor" || scales)
      parts.push_back(changed(name));
  give(at, parts);
}

static StringRef getVerb(RunningChange change) {
  switch (change) {
  case RunningChange::Add:
    return "add";
  case RunningChange::Subtract:
    return "subtract";
  case RunningChange::Scale:
    return "scale";
  case RunningChange::AtLeast:
    return "raise";
  case RunningChange::AtMost:
    return "lower";
  case RunningChange::Set:
    return "set";
  }
  llvm_unreachable("all changes have names");
}

static StringRef getParameter(RunningChange change) {
  switch (change) {
  case RunningChange::AtLeast:
  case RunningChange::AtMost:
    return "bound";
  case RunningChange::Set:
    return "value";
  default:
    return "by";
  }
}

static StringRef describe(RunningChange change) {
  switch (change) {
  case RunningChange::Add:
    return "A step, and then a value is added.";
  case RunningChange::Subtract:
    return "A step, and then a value is subtracted.";
  case RunningChange::Scale:
    return "A step, and then the total is multiplied.";
  case RunningChange::AtLeast:
    return "A step, and then the total is raised to a value at least.";
  case RunningChange::AtMost:
    return "A step, and then the total is lowered to a value at most.";
  case RunningChange::Set:
    return "A step, and then the total is set.";
  }
  llvm_unreachable("all changes have comments");
}

FuncOp BoundedLawBuilder::makeChange(RunningChange change) {
  if (FuncOp function = declare(getVerb(change), describe(change), {"first", getParameter(change)},
                                {made.record, type}, made.record)) {
    Block &body = function.getBody().front();
    OpBuilder at = OpBuilder::atBlockEnd(&body);
    Value step = body.getArgument(0), by = body.getArgument(1);
    if (isFloat)
      fillChange(at, change, step, by);
    else
      fillIntegerChange(at, change, step, by);
  }
  return lookup(getVerb(change));
}

LawFunctions BoundedLawBuilder::build(RunningOp running) {
  scales = running.getScales();
  bool grows = isGrowing(running);
  TypedAttr low = getIdentity(ReduceKind::Max, type), high = getIdentity(ReduceKind::Min, type);
  SmallVector<Part> parts;
  if (isFloat)
    parts.push_back({"value", getIdentity(ReduceKind::Add, type)});
  else
    parts.push_back({"from", low});
  if (scales)
    parts.push_back({"factor", getIdentity(ReduceKind::Mul, type)});
  parts.append({{"low", low}, {"high", high}});
  StringRef name = !scales ? "Bounded" : grows ? "BoundedGrowing" : "BoundedScaled";
  makeRecord(name.str() + nameNumber(type), parts);
  if (FuncOp function = declare("follow", "What a step makes of a total.", {"next", "total"},
                                {made.record, type}, type))
    fillApply(function, grows);
  made.apply = lookup("follow");
  if (FuncOp function = declare("join", "What two steps make of a total, one after the other.",
                                {"first", "next"}, {made.record, made.record}, made.record))
    fillJoin(function, grows);
  made.join = lookup("join");
  return made;
}

LawFunctions vkmorph::vkm::makeBoundedLaw(KernelOp kernel, RunningOp running) {
  return BoundedLawBuilder(kernel, running.getLoc(), running.getBefore().getType()).build(running);
}

void vkmorph::vkm::buildChange(OpBuilder &at, KernelOp kernel, const LawFunctions &law,
                               RunningStepOp change, Value place) {
  Location loc = change.getLoc();
  FuncOp function = BoundedLawBuilder(kernel, loc, law).makeChange(change.getChange());
  Value changed = buildCall(at, loc, function, {buildLoad(at, loc, place), change.getValue()});
  at.create<AssignOp>(loc, place, changed);
}
