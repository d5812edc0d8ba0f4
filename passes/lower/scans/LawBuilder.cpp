//===- LawBuilder.cpp - The structs and functions of running totals --------------------------===//

#include "passes/lower/scans/LawBuilder.h"

#include "analysis/patterns/RunningSteps.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/VkmAttributes.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::nameNumber(Type type) {
  if (isa<FloatType>(type))
    return type.isF64() ? "Double" : "Float";
  std::string name = type.getIntOrFloatBitWidth() == 64 ? "long" : "int";
  if (type.isUnsignedInteger())
    name = "u" + name;
  name[0] = llvm::toUpper(name[0]);
  return name;
}

bool vkmorph::vkm::isGrowing(RunningOp running) {
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
        Target target{variable.getRef(), getPlacePath(variable.getRef())};
        isSmall &= getGrowth(write, target) == Growth::Never;
        ++numWrites;
      }
  }
  return !isSmall || numWrites == 0;
}

RecordType LawBuilder::makeStruct(StringRef name, ArrayRef<Part> parts, bool isOwn) {
  OpBuilder at(parent);
  SmallVector<Attribute> members;
  int64_t size = 0, align = 4;
  for (const Part &part : parts) {
    Type held = part.neutral.getType();
    Layout layout = getLayout(parent, held);
    size = llvm::alignTo(size, layout.align);
    members.push_back(MemberAttr::get(at.getContext(), part.name, held, size));
    size += layout.size;
    align = std::max(align, layout.align);
  }
  ArrayAttr all = at.getArrayAttr(members);
  auto record = RecordOp();
  for (RecordOp known : parent->getParentOfType<ModuleOp>().getOps<RecordOp>())
    if (!isOwn && known.getSymName().starts_with(name) && known.getMembersAttr() == all)
      record = known;
  if (!record)
    record = at.create<RecordOp>(loc, makeFreeSymbol(parent, name), llvm::alignTo(size, align),
                                 align, all);
  return RecordType::get(at.getContext(), FlatSymbolRefAttr::get(record.getSymNameAttr()));
}

void LawBuilder::makeRecord(StringRef name, ArrayRef<Part> parts, bool isOwn) {
  made.type = type;
  for (const Part &part : parts)
    made.neutral.push_back(part.neutral);
  made.record = makeStruct(name, parts, isOwn);
  made.scanName = "exclusive" + made.record.getName().getValue().str();
}

/// No name of the source has a point.
static std::string makeSymbol(StringRef owner, StringRef verb) {
  return (owner + "." + verb).str();
}

FuncOp LawBuilder::lookup(StringRef verb) { return lookup(verb, made.record.getName().getValue()); }

FuncOp LawBuilder::lookup(StringRef verb, StringRef owner) {
  return parent.lookupSymbol<FuncOp>(makeSymbol(owner, verb));
}

FuncOp LawBuilder::declare(StringRef verb, StringRef comment, ArrayRef<StringRef> parameters,
                           ArrayRef<Type> types, Type result) {
  return declare(verb, made.record.getName().getValue(), comment, parameters, types, result);
}

FuncOp LawBuilder::declare(StringRef verb, StringRef owner, StringRef comment,
                           ArrayRef<StringRef> parameters, ArrayRef<Type> types, Type result) {
  if (lookup(verb, owner))
    return {};
  OpBuilder at(kernel);
  SmallVector<Attribute> names;
  for (StringRef parameter : parameters)
    names.push_back(at.getDictionaryAttr(at.getNamedAttr(kNameAttr, at.getStringAttr(parameter))));
  auto function =
      at.create<FuncOp>(loc, makeSymbol(owner, verb), at.getFunctionType(types, {result}),
                        at.getArrayAttr(names), ArrayAttr());
  function->setAttr("cpp_name", at.getStringAttr(verb + owner));
  function->setAttr(kCommentAttr, at.getStringAttr(comment));
  Block &body = function.getBody().emplaceBlock();
  for (Type each : types)
    body.addArgument(each, loc);
  return function;
}

Value LawBuilder::compareWithZero(OpBuilder &at, CmpKind kind, Value number) {
  auto cmp = at.create<CmpOp>(loc, kind, number, makeIdentity(at, loc, ReduceKind::Add, type));
  cmp->setAttr(kKeepsInfinitiesAttr, at.getUnitAttr());
  return cmp;
}

Value LawBuilder::joinFactors(OpBuilder &at, Value first, Value next) {
  auto isNotZero = [&](OpBuilder &inner, Value step) {
    return compareWithZero(inner, CmpKind::Ne, getPart(inner, step, "factor", type));
  };
  VarOp factor = buildVar(at, loc, "factor", makeIdentity(at, loc, ReduceKind::Add, type), false);
  auto both = at.create<AndOp>(loc, at.getI1Type(), isNotZero(at, first));
  OpBuilder rhs(at.getContext());
  rhs.createBlock(&both.getRhs());
  rhs.create<YieldOp>(loc, isNotZero(rhs, next));
  OpBuilder inner = openIf(at, both);
  Value product = buildBinary(inner, loc, BinaryKind::Mul, getPart(inner, first, "factor", type),
                              getPart(inner, next, "factor", type));
  inner.create<AssignOp>(loc, factor, product);
  return buildLoad(at, loc, factor);
}
