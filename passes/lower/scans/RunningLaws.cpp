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

#include "analysis/patterns/RunningSteps.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/VkmAttributes.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

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

static bool hasPart(Operation *from, RecordType record, RunningPart part) {
  return bool(lookupRecord(from, record).lookupMember(getMember(part)));
}

/// "Float", "Int", "Uint", "Double", "Long", "Ulong".
static std::string nameType(Type type) {
  if (isa<FloatType>(type))
    return type.isF64() ? "Double" : "Float";
  std::string name = type.getIntOrFloatBitWidth() == 64 ? "long" : "int";
  if (type.isUnsignedInteger())
    name = "u" + name;
  name[0] = llvm::toUpper(name[0]);
  return name;
}

/// Whether floats are multiplied by what may be more than 1: the product of many may be infinite.
static bool isGrowing(RunningOp running) {
  if (!running.getScales() || !isa<FloatType>(running.getBefore().getType()))
    return false;
  bool isSmall = true;
  size_t numWrites = 0;
  for (Operation *user : running->getUsers()) {
    auto variable = dyn_cast<VarOp>(user);
    if (!variable)
      continue;
    for (Operation *write : variable->getUsers())
      if (isa<AssignOp, UpdateOp>(write) && write->getOperand(0) == variable.getRef()) {
        isSmall &= !mayGrow(write, {variable.getRef(), getPlacePath(variable.getRef())});
        ++numWrites;
      }
  }
  return !isSmall || numWrites == 0;
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
  SmallVector<Value> parts = {makeIdentity(at, loc, kind, type)};
  FuncOp from = apply;
  if (hasPart(from, record, RunningPart::Factor))
    parts.push_back(makeIdentity(at, loc, ReduceKind::Mul, type));
  if (hasPart(from, record, RunningPart::Restarted))
    parts.push_back(buildUint(at, loc, 0));
  return at.create<AggregateOp>(loc, record, parts);
}

static Value buildCall(OpBuilder &at, Location loc, FuncOp function, Value first, Value second) {
  return at
      .create<CallOp>(loc, function.getFunctionType().getResults(), function.getSymName(),
                      ValueRange{first, second})
      ->getResult(0);
}

Value LawFunctions::buildApply(OpBuilder &at, Location loc, Value step, Value total) const {
  return buildCall(at, loc, apply, step, total);
}

void LawFunctions::buildJoin(OpBuilder &at, Location loc, Value place, Value value) const {
  at.create<AssignOp>(loc, place, buildCall(at, loc, join, buildLoad(at, loc, place), value));
}

//===------------------------------------------------------------------------------------------===//
// The functions
//===------------------------------------------------------------------------------------------===//

namespace {
/// Makes the struct and the functions of one law.
class LawBuilder {
public:
  LawBuilder(KernelOp kernel, RunningOp running)
      : kernel(kernel), parent(kernel->getParentOfType<ClassOp>()), running(running),
        loc(running.getLoc()), type(running.getBefore().getType()), grows(isGrowing(running)),
        name(nameLaw(running, grows) + nameType(type)) {}
  LawFunctions build();

private:
  RecordType makeRecord();
  FuncOp declare(StringRef verb, StringRef comment, ArrayRef<StringRef> parameters,
                 ArrayRef<Type> types);
  void fillApply(FuncOp function);
  void fillJoin(FuncOp function);
  Value compareWithZero(OpBuilder &at, CmpKind kind, Value number);
  Value joinFactors(OpBuilder &at, Value first, Value next);
  Value getPart(OpBuilder &at, Value step, RunningPart part) {
    Type held = part == RunningPart::Restarted ? Type(getUintType(at.getContext())) : type;
    return at.create<ExtractOp>(loc, held, step, getMember(part));
  }

  KernelOp kernel;
  ClassOp parent;
  RunningOp running;
  Location loc;
  Type type;
  bool grows; ///< many factors together may be infinite
  std::string name;
  LawFunctions made;
};
} // namespace

RecordType LawBuilder::makeRecord() {
  OpBuilder at(parent);
  SmallVector<Attribute> members;
  int64_t size = 0, align = 4;
  auto add = [&](RunningPart part, Type held) {
    Layout layout = getLayout(parent, held);
    size = llvm::alignTo(size, layout.align);
    members.push_back(MemberAttr::get(at.getContext(), getMember(part), held, size));
    size += layout.size;
    align = std::max(align, layout.align);
  };
  add(RunningPart::Value, type);
  if (running.getScales())
    add(RunningPart::Factor, type);
  if (running.getRestarts())
    add(RunningPart::Restarted, getUintType(at.getContext()));
  ArrayAttr all = at.getArrayAttr(members);
  for (RecordOp known : parent->getParentOfType<ModuleOp>().getOps<RecordOp>())
    if (known.getSymName().starts_with(name) && known.getMembersAttr() == all)
      return RecordType::get(at.getContext(), FlatSymbolRefAttr::get(known.getSymNameAttr()));
  auto record = at.create<RecordOp>(loc, makeFreeSymbol(parent, name), llvm::alignTo(size, align),
                                    align, all);
  return RecordType::get(at.getContext(), FlatSymbolRefAttr::get(record.getSymNameAttr()));
}

/// A function of the law, without a body yet.
FuncOp LawBuilder::declare(StringRef verb, StringRef comment, ArrayRef<StringRef> parameters,
                           ArrayRef<Type> types) {
  std::string record = made.record.getName().getValue().str();
  // No name of the source has a point.
  std::string symbol = record + "." + verb.str();
  OpBuilder at(kernel);
  SmallVector<Attribute> names;
  for (StringRef parameter : parameters)
    names.push_back(at.getDictionaryAttr(at.getNamedAttr(kNameAttr, at.getStringAttr(parameter))));
  auto function =
      at.create<FuncOp>(loc, symbol, at.getFunctionType(types.drop_back(), types.take_back()),
                        at.getArrayAttr(names), ArrayAttr());
  function->setAttr("cpp_name", at.getStringAttr(verb.str() + record));
  function->setAttr(kCommentAttr, at.getStringAttr(comment));
  Block &body = function.getBody().emplaceBlock();
  for (Type each : types.drop_back())
    body.addArgument(each, loc);
  return function;
}

/// Compares a float with 0.
Value LawBuilder::compareWithZero(OpBuilder &at, CmpKind kind, Value number) {
  auto cmp = at.create<CmpOp>(loc, kind, number, makeIdentity(at, loc, ReduceKind::Add, type));
  cmp->setAttr(kKeepsInfinitiesAttr, at.getUnitAttr());
  return cmp;
}

static OpBuilder openIf(OpBuilder &at, Location loc, Value condition) {
  return OpBuilder::atBlockEnd(&at.create<IfOp>(loc, condition).getThenRegion().front());
}

/// `factor * total + value`, or `value` behind a restart.
void LawBuilder::fillApply(FuncOp function) {
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value step = body.getArgument(0), total = body.getArgument(1);
  if (running.getRestarts()) {
    Value isSet = at.create<CmpOp>(loc, CmpKind::Ne, getPart(at, step, RunningPart::Restarted),
                                   buildUint(at, loc, 0));
    OpBuilder inner = openIf(at, loc, isSet);
    inner.create<ReturnOp>(loc, getPart(inner, step, RunningPart::Value));
  }
  if (running.getLatest()) {
    at.create<ReturnOp>(loc, total);
    return;
  }
  if (grows) {
    OpBuilder inner = openIf(at, loc, compareWithZero(at, CmpKind::Eq, total));
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

/// The product of two factors, 0 where one of them is.
Value LawBuilder::joinFactors(OpBuilder &at, Value first, Value next) {
  auto isNotZero = [&](OpBuilder &inner, Value step) {
    return compareWithZero(inner, CmpKind::Ne, getPart(inner, step, RunningPart::Factor));
  };
  VarOp factor = buildVar(at, loc, "factor", makeIdentity(at, loc, ReduceKind::Add, type), false);
  auto both = at.create<AndOp>(loc, at.getI1Type(), isNotZero(at, first));
  OpBuilder rhs(at.getContext());
  rhs.createBlock(&both.getRhs());
  rhs.create<YieldOp>(loc, isNotZero(rhs, next));
  OpBuilder inner = openIf(at, loc, both);
  Value product =
      buildBinary(inner, loc, BinaryKind::Mul, getPart(inner, first, RunningPart::Factor),
                  getPart(inner, next, RunningPart::Factor));
  inner.create<AssignOp>(loc, factor, product);
  return buildLoad(at, loc, factor);
}

void LawBuilder::fillJoin(FuncOp function) {
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

LawFunctions LawBuilder::build() {
  made.record = makeRecord();
  made.type = type;
  made.kind = running.getKind();
  std::string record = made.record.getName().getValue().str();
  made.scanName = "exclusive" + record;
  made.apply = parent.lookupSymbol<FuncOp>(record + ".follow");
  made.join = parent.lookupSymbol<FuncOp>(record + ".join");
  if (made.apply)
    return made;
  made.apply = declare("follow", "What a step makes of a total.", {"next", "total"},
                       {made.record, type, type});
  fillApply(made.apply);
  made.join = declare("join", "What two steps make of a total, one after the other.",
                      {"first", "next"}, {made.record, made.record, made.record});
  fillJoin(made.join);
  return made;
}

LawFunctions vkmorph::vkm::makeLawFunctions(KernelOp kernel, RunningOp running) {
  return LawBuilder(kernel, running).build();
}
