//===- VectorLowering.cpp - The functions that give elements of a vector their slots ----------===//

#include "passes/lower/appends/VectorLowering.h"

#include "device/Builders.h"
#include "ir/TargetFacts.h"
#include "passes/lower/appends/AppendBlocks.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

VectorLowering::VectorLowering(ClassOp parent, FieldOp vector, bool isExchanged)
    : parent(parent), vector(vector), size(parent.lookupSizeOf(vector.getSymName())),
      isExchanged(isExchanged), loc(vector.getLoc()), builder(size),
      uintType(builder.getIntegerType(32, false)) {
  builder.setInsertionPointAfter(size);
  lost = makeField("_lost", kLostOfAttr);
  capacity = makeField("_capacity", kCapacityOfAttr);
}

std::string VectorLowering::makeName(StringRef prefix, StringRef suffix) {
  std::string name = (prefix + vector.getSymName().rtrim(suffix.empty() ? "" : "_") + suffix).str();
  while (parent.lookupSymbol(name))
    name += '_';
  return name;
}

FieldOp VectorLowering::makeField(StringRef suffix, StringRef role) {
  auto field = builder.create<FieldOp>(loc, builder.getStringAttr(makeName("", suffix)),
                                       TypeAttr::get(uintType),
                                       CppAccessAttr::get(builder.getContext(), CppAccess::Public),
                                       IntegerAttr(), builder.getUnitAttr(), FlatSymbolRefAttr());
  field->setAttr(role, FlatSymbolRefAttr::get(vector.getSymNameAttr()));
  return field;
}

Value VectorLowering::place(OpBuilder &at, FieldOp field) {
  return at.create<FieldRefOp>(loc, RefType::get(uintType), field.getSymName());
}

Value VectorLowering::addTo(OpBuilder &at, FieldOp field, Value amount) {
  return at.create<AtomicOp>(loc, uintType, ReduceKind::Add, place(at, field), amount);
}

Value VectorLowering::read(OpBuilder &at, VarOp variable) {
  return at.create<LoadOp>(loc, uintType, variable.getRef());
}

/// The number of the element's slot. One atomic operation for all threads of a subgroup that come
/// together, where the target has ballots.
Value VectorLowering::makeSlot(OpBuilder &at, AppendStrategy strategy) {
  RefType variable = RefType::get(uintType);
  if (strategy == AppendStrategy::Atomic)
    return addTo(at, size, buildUint(at, loc, 1));
  auto ask = [&](StringRef name, ActiveThreads what) {
    Value answer = at.create<ActiveThreadsOp>(loc, uintType, what);
    return at.create<VarOp>(loc, variable, name, answer, /*constant=*/true);
  };
  VarOp together = ask("together", ActiveThreads::Count);
  VarOp rank = ask("rank", ActiveThreads::Rank);
  auto first = at.create<VarOp>(loc, variable, "first", buildUint(at, loc, 0));
  auto isFirst =
      at.create<CmpOp>(loc, at.getI1Type(), CmpKind::Eq, read(at, rank), buildUint(at, loc, 0));
  auto branch = at.create<IfOp>(loc, isFirst);
  OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  inside.create<AssignOp>(loc, first.getRef(), addTo(inside, size, read(inside, together)));
  Value shared = at.create<SubgroupFirstOp>(loc, uintType, read(at, first));
  return at.create<BinaryOp>(loc, uintType, BinaryKind::Add, shared, read(at, rank));
}

FuncOp VectorLowering::makeFunction(ArrayRef<Type> ownTypes, ArrayRef<StringRef> ownNames,
                                    StringRef comment) {
  SmallVector<Type> types(ownTypes);
  SmallVector<StringRef> names(ownNames);
  if (isExchanged) {
    types.push_back(PtrType::get(vector.getVectorElement()));
    names.push_back(vector.getSymName());
  }
  SmallVector<Attribute> attributes;
  for (StringRef name : names)
    attributes.push_back(
        builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(name))));
  auto function =
      builder.create<FuncOp>(loc, makeName("append_", ""), builder.getFunctionType(types, {}),
                             builder.getArrayAttr(attributes), ArrayAttr());
  function->setAttr(kCommentAttr, builder.getStringAttr(comment));
  Block &body = function.getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, loc);
  return function;
}

Value VectorLowering::getData(OpBuilder &at) {
  Type pointer = PtrType::get(vector.getVectorElement());
  if (isExchanged)
    return at.getBlock()->getParent()->getParentOfType<FuncOp>().getArguments().back();
  return at.create<VectorDataOp>(loc, pointer, vector.getSymName());
}

/// Puts an element into its slot, or counts it where there is no room and nobody has counted yet.
/// `room` is a place that holds the capacity.
void VectorLowering::store(OpBuilder &at, Value slot, llvm::function_ref<Value(OpBuilder &)> value,
                           Full ifFull, Value room) {
  Type element = vector.getVectorElement();
  auto number = at.create<VarOp>(loc, RefType::get(uintType), "slot", slot, /*constant=*/true);
  auto load = [&](OpBuilder &in) { return buildLoad(in, loc, room ? room : place(in, capacity)); };
  auto fits = at.create<CmpOp>(loc, at.getI1Type(), CmpKind::Lt, read(at, number), load(at));
  auto branch = at.create<IfOp>(loc, fits);
  OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  Value target =
      inside.create<DerefOp>(loc, RefType::get(element), getData(inside), read(inside, number));
  inside.create<AssignOp>(loc, target, value(inside));
  if (ifFull == Full::Leave)
    return;
  OpBuilder full = OpBuilder::atBlockEnd(&branch.getElseRegion().emplaceBlock());
  full.create<AtomicOp>(loc, uintType, ReduceKind::Min, place(full, size), load(full));
  addTo(full, lost, buildUint(full, loc, 1));
}

FuncOp VectorLowering::getFunction(AppendStrategy strategy) {
  FuncOp &function = functions[static_cast<unsigned>(strategy)];
  if (function)
    return function;
  function = makeFunction(
      {vector.getVectorElement()}, {"value"},
      ("One element more in " + vector.getSymName() + "; what finds no room is counted.").str());
  OpBuilder at = OpBuilder::atBlockEnd(&function.getBody().front());
  Value slot = makeSlot(at, strategy);
  store(
      at, slot, [&](OpBuilder &) { return Value(function.getArgument(0)); }, Full::CountLost,
      Value());
  return function;
}

FuncOp VectorLowering::getNextFunction() {
  if (nextFunction)
    return nextFunction;
  nextFunction = makeFunction(
      {vector.getVectorElement(), RefType::get(uintType)}, {"value", "next"},
      ("The next element of " + vector.getSymName() + ", if there is room for it.").str());
  OpBuilder at = OpBuilder::atBlockEnd(&nextFunction.getBody().front());
  Value next = nextFunction.getArgument(1);
  store(
      at, buildLoad(at, loc, next), [&](OpBuilder &) { return Value(nextFunction.getArgument(0)); },
      Full::Leave, Value());
  at.create<UpdateOp>(loc, BinaryKind::Add, next, buildUint(at, loc, 1));
  return nextFunction;
}

SharedOp VectorLowering::makeShared(StringRef suffix, Type type) {
  return builder.create<SharedOp>(loc, makeName("", suffix), type);
}

FuncOp VectorLowering::getBlockFunction(GridOp grid) {
  int64_t turns = *grid.getElementsPerThread();
  int64_t threads = 1;
  for (int32_t size : grid.getWorkgroupSizeAttr().asArrayRef())
    threads *= size;
  int64_t subgroups = std::max<int64_t>(threads / getTargetMinSubgroupSize(grid), 1);
  bool isInOrder = grid.getInOrder();
  FuncOp &function = blockFunctions[{turns, subgroups, int(isInOrder)}];
  if (function)
    return function;
  SharedOp counts = makeShared("Counts", ArrayType::get(builder.getContext(), subgroups, uintType));
  SharedOp first = isInOrder ? SharedOp() : makeShared("First", uintType);
  SmallVector<Type> types = {
      RefType::get(ArrayType::get(builder.getContext(), turns, vector.getVectorElement())),
      uintType};
  SmallVector<StringRef> names = {"kept", "turns"};
  std::string text = "The elements of a workgroup behind those of " + vector.getSymName().str() +
                     ": each thread has kept one where a bit of `turns` is set; ";
  if (isInOrder) {
    types.push_back(RefType::get(uintType));
    names.push_back("next");
  }
  function = makeFunction(types, names,
                          text + (isInOrder ? "they come in order from `next` on, while there is "
                                              "room."
                                            : "what finds no room is counted."));
  // Read once: a device has to take each element that is stored for a change of the capacity.
  OpBuilder top = OpBuilder::atBlockEnd(&function.getBody().front());
  VarOp room = buildVar(top, loc, "capacity", buildLoad(top, loc, place(top, capacity)),
                        /*isConst=*/true);
  buildAppendFunction(function, turns, counts, first, size,
                      [&](OpBuilder &at, Value slot, llvm::function_ref<Value(OpBuilder &)> value) {
                        store(at, slot, value, isInOrder ? Full::Leave : Full::CountLost, room);
                      });
  return function;
}

SmallVector<Value> vkmorph::vkm::addInto(ValueRange operands, AppendOp append) {
  SmallVector<Value> all(operands);
  if (append.getInto())
    all.push_back(append.getInto());
  return all;
}

void vkmorph::vkm::replaceByCall(AppendOp append, FuncOp function, ValueRange operands) {
  OpBuilder builder(append);
  auto call = builder.create<CallOp>(append.getLoc(), TypeRange(), function.getSymName(), operands);
  if (Attribute comment = append->getAttr(kCommentAttr))
    call->setAttr(kCommentAttr, comment);
  append.erase();
}
