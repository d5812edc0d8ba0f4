//===- Builders.cpp - The vocabulary of a shader's code --------------------------------------===//

#include "device/Builders.h"

#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Value vkmorph::vkm::buildUint(OpBuilder &builder, Location loc, uint64_t value) {
  return builder.create<ConstantOp>(
      loc, builder.getIntegerAttr(getUintType(builder.getContext()), value));
}

Value vkmorph::vkm::buildBinary(OpBuilder &builder, Location loc, BinaryKind kind, Value lhs,
                                Value rhs) {
  return builder.create<BinaryOp>(loc, lhs.getType(), kind, lhs, rhs);
}

Value vkmorph::vkm::buildCall(OpBuilder &builder, Location loc, FuncOp function,
                              ValueRange operands) {
  return builder
      .create<CallOp>(loc, function.getFunctionType().getResults(), function.getSymName(), operands)
      ->getResult(0);
}

VarOp vkmorph::vkm::buildVar(OpBuilder &builder, Location loc, StringRef name, Value initial,
                             bool isConst) {
  return builder.create<VarOp>(loc, RefType::get(initial.getType()), name, initial, isConst);
}

Value vkmorph::vkm::buildBuiltin(OpBuilder &builder, Location loc, Builtin builtin, unsigned dim) {
  return builder.create<BuiltinOp>(loc, getUintType(builder.getContext()), builtin, dim);
}

SmallVector<BuiltinOp> vkmorph::vkm::findBuiltins(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto builtin = dyn_cast_or_null<BuiltinOp>(op))
    return {builtin};
  SmallVector<BuiltinOp> found;
  if (op)
    for (Value operand : op->getOperands())
      llvm::append_range(found, findBuiltins(operand));
  return found;
}

Value vkmorph::vkm::buildElement(OpBuilder &builder, Location loc, Value place, Value index) {
  Type type = getElementType(cast<RefType>(place.getType()).getPointee());
  return builder.create<ElementOp>(loc, RefType::get(type), place, index);
}

Value vkmorph::vkm::buildPart(OpBuilder &builder, Location loc, Value place, int64_t number) {
  return buildElement(builder, loc, place, buildUint(builder, loc, number));
}

Type vkmorph::vkm::makeArrays(Type value, ArrayRef<int64_t> lengths) {
  for (int64_t length : llvm::reverse(lengths))
    value = ArrayType::get(value.getContext(), length, value);
  return value;
}

ForOp vkmorph::vkm::buildUintLoop(OpBuilder &builder, Location loc, StringRef name, Value first,
                                  llvm::function_ref<Value(OpBuilder &)> end,
                                  llvm::function_ref<Value(OpBuilder &)> step) {
  auto loop = builder.create<ForOp>(loc, name, first);
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value counter = inner.create<LoadOp>(loc, first.getType(), loop.getCondVar());
  Value more = inner.create<CmpOp>(loc, CmpKind::Lt, counter, end(inner));
  inner.create<YieldOp>(loc, more);
  inner.setInsertionPointToEnd(&loop.getStep().front());
  inner.create<UpdateOp>(loc, BinaryKind::Add, loop.getStepVar(), step(inner));
  return loop;
}

/// Whether statements end the iteration that they are of before its end.
static bool hasContinue(Region &body) {
  return body
      .walk<WalkOrder::PreOrder>([](Operation *op) {
        if (isa<LoopOpInterface>(op))
          return WalkResult::skip();
        return isa<ContinueOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

OpBuilder vkmorph::vkm::buildBodyPlace(OpBuilder &at, Location loc, Region &body) {
  if (!hasContinue(body))
    return at;
  auto loop = at.create<DoWhileOp>(loc);
  OpBuilder condition = OpBuilder::atBlockEnd(&loop.getCond().emplaceBlock());
  condition.create<YieldOp>(loc, condition.create<ConstantOp>(loc, condition.getBoolAttr(false)));
  return OpBuilder::atBlockEnd(&loop.getBody().emplaceBlock());
}

ForOp vkmorph::vkm::buildUnrolledLoop(OpBuilder &at, Location loc, StringRef name, int64_t count) {
  ForOp loop = buildUintLoop(
      at, loc, name, buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildUint(in, loc, count); },
      [&](OpBuilder &in) { return buildUint(in, loc, 1); });
  loop.setUnroll(true);
  return loop;
}

OpBuilder vkmorph::vkm::buildIfFirstThread(OpBuilder &builder, Location loc) {
  Value index = buildBuiltin(builder, loc, Builtin::LocalIndex);
  Value isFirst = builder.create<CmpOp>(loc, CmpKind::Eq, index, buildUint(builder, loc, 0));
  auto branch = builder.create<IfOp>(loc, isFirst);
  return OpBuilder::atBlockEnd(&branch.getThenRegion().front());
}

Range vkmorph::vkm::buildRange(OpBuilder &builder, Location loc, StringRef names, Value count,
                               llvm::function_ref<Value(OpBuilder &)> taker,
                               llvm::function_ref<Value(OpBuilder &)> takers) {
  Type type = getUintType(builder.getContext());
  auto name = [&](StringRef text, Value value) -> Value {
    return builder.create<VarOp>(loc, RefType::get(type), (text + names).str(), value,
                                 /*is_const=*/true);
  };
  auto binary = [&](BinaryKind kind, Value lhs, Value rhs) -> Value {
    return builder.create<BinaryOp>(loc, type, kind, lhs, rhs);
  };
  Value share = name("share", binary(BinaryKind::Div, count, takers(builder)));
  Value rest = name("rest", binary(BinaryKind::Rem, count, takers(builder)));
  // `rest` of the takers have one more.
  Value before = builder.create<MathOp>(loc, type, MathFn::Min,
                                        ValueRange{taker(builder), buildLoad(builder, loc, rest)});
  Value shares = binary(BinaryKind::Mul, taker(builder), buildLoad(builder, loc, share));
  Value first = name("first", binary(BinaryKind::Add, shares, before));
  Value hasOneMore =
      builder.create<CmpOp>(loc, CmpKind::Lt, taker(builder), buildLoad(builder, loc, rest));
  Value own =
      binary(BinaryKind::Add, buildLoad(builder, loc, first), buildLoad(builder, loc, share));
  Value end =
      name("end", binary(BinaryKind::Add, own, builder.create<CastOp>(loc, type, hasOneMore)));
  return {first, end};
}

Value vkmorph::vkm::buildWorkgroupIndex(OpBuilder &builder, Location loc, unsigned dims) {
  Value index = buildBuiltin(builder, loc, Builtin::Workgroup, dims - 1);
  for (unsigned dim = dims - 1; dim-- > 0;) {
    Value groups = buildBuiltin(builder, loc, Builtin::NumWorkgroups, dim);
    Value row = builder.create<BinaryOp>(loc, index.getType(), BinaryKind::Mul, index, groups);
    Value own = buildBuiltin(builder, loc, Builtin::Workgroup, dim);
    index = builder.create<BinaryOp>(loc, index.getType(), BinaryKind::Add, row, own);
  }
  return index;
}

Value vkmorph::vkm::buildWorkgroupCount(OpBuilder &builder, Location loc, unsigned dims) {
  Value count = buildBuiltin(builder, loc, Builtin::NumWorkgroups, 0);
  for (unsigned dim = 1; dim < dims; ++dim)
    count = builder.create<BinaryOp>(loc, count.getType(), BinaryKind::Mul, count,
                                     buildBuiltin(builder, loc, Builtin::NumWorkgroups, dim));
  return count;
}

std::string vkmorph::vkm::addShared(OpBuilder &builder, Location loc, ClassOp parent,
                                    StringRef name, Type type) {
  std::string free = name.str();
  while (Operation *other = parent.lookupSymbol(free)) {
    auto shared = dyn_cast<SharedOp>(other);
    if (shared && shared.getType() == type)
      return free;
    free += '_';
  }
  builder.create<SharedOp>(loc, free, type);
  return free;
}
