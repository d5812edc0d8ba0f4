//===- RunningLaws.cpp - What iterations do to totals that restart or are multiplied ----------===//
//
//   struct ScaledFloat { float value; float factor; };
//
//   float follow(ScaledFloat next, float total) { return next.factor * total + next.value; }
//
//   ScaledFloat join(ScaledFloat first, ScaledFloat next) {
//     return ScaledFloat(follow(next, first.value), next.factor * first.factor);
//   }
//
// Many factors of more than 1 are infinite together, while a total that is 0 stays 0, and so does
// one that is multiplied by 0: where factors may be as large, `0 * infinity` is not computed.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/scans/RunningLaws.h"

#include "device/Builders.h"
#include "device/Combining.h"
#include "passes/lower/scans/BoundedLaws.h"
#include "passes/lower/scans/LawBuilder.h"
#include "passes/lower/scans/StateLaws.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static StringRef getMember(RunningPart part) {
  switch (part) {
  case RunningPart::Value:
    return "value";
  case RunningPart::Restarted:
    return "restarted";
  case RunningPart::Factor:
    return "factor";
  }
  llvm_unreachable("all parts have members");
}

/// "RestartingSum", "LatestValue".
static std::string nameLaw(RunningOp running, bool grows) {
  if (running.getLatest())
    return "Latest";
  if (running.getScales())
    return std::string(running.getRestarts() ? "Restarting" : "") + (grows ? "Growing" : "Scaled");
  std::string kind = stringifyReduceKind(running.getKind()).str();
  kind[0] = llvm::toUpper(kind[0]);
  return "Restarting" + (running.getKind() == ReduceKind::Add ? "Sum" : kind);
}

//===------------------------------------------------------------------------------------------===//
// Uses
//===------------------------------------------------------------------------------------------===//

Value LawFunctions::buildPart(OpBuilder &at, Location loc, Value place, RunningPart part) const {
  Type held = part == RunningPart::Restarted ? Type(getUintType(at.getContext())) : type;
  return at.create<MemberOp>(loc, RefType::get(held), place, getMember(part));
}

Value LawFunctions::buildNeutral(OpBuilder &at, Location loc) const {
  SmallVector<Value> parts;
  for (TypedAttr part : neutral)
    parts.push_back(at.create<ConstantOp>(loc, part));
  return at.create<AggregateOp>(loc, record, parts);
}

Value LawFunctions::buildApply(OpBuilder &at, Location loc, Value step, Value total) const {
  return buildCall(at, loc, apply, {step, total});
}

void LawFunctions::buildJoin(OpBuilder &at, Location loc, Value place, Value value) const {
  at.create<AssignOp>(loc, place, buildCall(at, loc, join, {buildLoad(at, loc, place), value}));
}

//===------------------------------------------------------------------------------------------===//
// The functions
//===------------------------------------------------------------------------------------------===//

namespace {
/// Makes the struct and the functions of a law without bounds.
class LinearLawBuilder : public LawBuilder {
public:
  LinearLawBuilder(KernelOp kernel, RunningOp running)
      : LawBuilder(kernel, running.getLoc(), running.getBefore().getType()), running(running),
        grows(isGrowing(running)) {}
  LawFunctions build();

private:
  void makeParts();
  void fillApply(FuncOp function);
  void fillJoin(FuncOp function);
  Value getPart(OpBuilder &at, Value step, RunningPart part) {
    Type held = part == RunningPart::Restarted ? Type(getUintType(at.getContext())) : type;
    return LawBuilder::getPart(at, step, getMember(part), held);
  }

  RunningOp running;
  bool grows; ///< many factors together may be infinite
};
} // namespace

void LinearLawBuilder::makeParts() {
  SmallVector<Part> parts = {{getMember(RunningPart::Value), getIdentity(running.getKind(), type)}};
  if (running.getScales())
    parts.push_back({getMember(RunningPart::Factor), getIdentity(ReduceKind::Mul, type)});
  if (running.getRestarts())
    parts.push_back({getMember(RunningPart::Restarted),
                     getIdentity(ReduceKind::Add, getUintType(type.getContext()))});
  makeRecord(nameLaw(running, grows) + nameNumber(type), parts);
}

/// `factor * total + value`, or `value` behind a restart.
void LinearLawBuilder::fillApply(FuncOp function) {
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value step = body.getArgument(0), total = body.getArgument(1);
  if (running.getRestarts()) {
    Value isSet = at.create<CmpOp>(loc, CmpKind::Ne, getPart(at, step, RunningPart::Restarted),
                                   buildUint(at, loc, 0));
    OpBuilder inner = openIf(at, isSet);
    inner.create<ReturnOp>(loc, getPart(inner, step, RunningPart::Value));
  }
  if (running.getLatest()) {
    at.create<ReturnOp>(loc, total);
    return;
  }
  if (grows) {
    OpBuilder inner = openIf(at, compareWithZero(at, CmpKind::Eq, total));
    inner.create<ReturnOp>(loc, getPart(inner, step, RunningPart::Value));
  }
  if (running.getScales())
    total = buildBinary(at, loc, BinaryKind::Mul, getPart(at, step, RunningPart::Factor), total);
  ReduceKind kind = running.getKind();
  if (kind == ReduceKind::Min || kind == ReduceKind::Max) {
    VarOp result = buildVar(at, loc, "result", total, false);
    combineInto(at, loc, kind, result, getPart(at, step, RunningPart::Value), Operands::MayBeNan);
    at.create<ReturnOp>(loc, buildLoad(at, loc, result));
    return;
  }
  Value sum = buildBinary(at, loc, getOperator(kind), total, getPart(at, step, RunningPart::Value));
  sum.getDefiningOp()->setAttr("vkm.free_order", at.getUnitAttr());
  at.create<ReturnOp>(loc, sum);
}

void LinearLawBuilder::fillJoin(FuncOp function) {
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value first = body.getArgument(0), next = body.getArgument(1);
  auto join = [&](BinaryKind kind, RunningPart part) {
    return buildBinary(at, loc, kind, getPart(at, first, part), getPart(at, next, part));
  };
  SmallVector<Value> parts = {
      made.buildApply(at, loc, next, getPart(at, first, RunningPart::Value))};
  if (grows)
    parts.push_back(joinFactors(at, first, next));
  else if (running.getScales())
    parts.push_back(join(BinaryKind::Mul, RunningPart::Factor));
  if (running.getRestarts())
    parts.push_back(join(BinaryKind::Or, RunningPart::Restarted));
  at.create<ReturnOp>(loc, at.create<AggregateOp>(loc, made.record, parts));
}

LawFunctions LinearLawBuilder::build() {
  makeParts();
  if (FuncOp function = declare("follow", "What a step makes of a total.", {"next", "total"},
                                {made.record, type}, type))
    fillApply(function);
  made.apply = lookup("follow");
  if (FuncOp function = declare("join", "What two steps make of a total, one after the other.",
                                {"first", "next"}, {made.record, made.record}, made.record))
    fillJoin(function);
  made.join = lookup("join");
  return made;
}

LawFunctions vkmorph::vkm::makeLawFunctions(KernelOp kernel, RunningOp running, StringRef name) {
  if (running.getStates())
    return makeStateLaw(kernel, running, name);
  return running.getBounded() ? makeBoundedLaw(kernel, running)
                              : LinearLawBuilder(kernel, running).build();
}
