//===- CodeBuilder.cpp - Statements and expressions of unsigned numbers ----------------------===//

#include "device/CodeBuilder.h"

#include "device/Builders.h"
#include "transforms/Expressions.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

Value CodeBuilder::number(uint64_t value) {
  return m_at.create<ConstantOp>(m_loc, m_at.getIntegerAttr(getUintType(m_at.getContext()), value));
}

Value CodeBuilder::read(Value place) { return buildLoad(m_at, m_loc, place); }

Value CodeBuilder::binary(BinaryKind kind, Value lhs, Value rhs) {
  return m_at.create<BinaryOp>(m_loc, lhs.getType(), kind, lhs, rhs);
}

Value CodeBuilder::parts(StringRef name, Value count, int64_t length) {
  Value number =
      binary(BinaryKind::Div, add(count, this->number(length - 1)), this->number(length));
  number.getDefiningOp()->setAttr(kNameAttr, m_at.getStringAttr(name));
  return number;
}

Value CodeBuilder::smaller(Value lhs, Value rhs) {
  return m_at.create<MathOp>(m_loc, lhs.getType(), MathFn::Min, ValueRange{lhs, rhs});
}

Value CodeBuilder::compare(CmpKind kind, Value lhs, Value rhs) {
  return m_at.create<CmpOp>(m_loc, m_at.getI1Type(), kind, lhs, rhs);
}

Value CodeBuilder::select(Value condition, llvm::function_ref<Value()> whenTrue,
                          llvm::function_ref<Value()> whenFalse) {
  auto made = m_at.create<SelectOp>(m_loc, getUintType(m_at.getContext()), condition);
  into(made.getWhenTrue(), [&] { m_at.create<YieldOp>(m_loc, whenTrue()); });
  into(made.getWhenFalse(), [&] { m_at.create<YieldOp>(m_loc, whenFalse()); });
  return made;
}

Value CodeBuilder::clone(Region &region, ValueRange arguments) {
  IRMapping mapping;
  Block &block = region.front();
  mapping.map(block.getArguments(), arguments);
  Value value;
  for (Operation &op : block)
    if (auto yield = dyn_cast<YieldOp>(op))
      value = mapping.lookupOrDefault(yield.getValue());
    else
      m_at.clone(op, mapping);
  return value;
}

Value CodeBuilder::shared(StringRef symbol, int64_t length, Type type, Value index) {
  Type array = ArrayType::get(m_at.getContext(), length, type);
  Value all = m_at.create<SharedRefOp>(m_loc, RefType::get(array), symbol);
  return buildElement(m_at, m_loc, all, index);
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

Value CodeBuilder::variable(StringRef name, Value value, bool isConst) {
  return m_at.create<VarOp>(m_loc, RefType::get(value.getType()), name, value, isConst);
}

void CodeBuilder::assign(Value place, Value value) { m_at.create<AssignOp>(m_loc, place, value); }

void CodeBuilder::increase(Value place, Value value) {
  m_at.create<UpdateOp>(m_loc, BinaryKind::Add, place, value);
}

void CodeBuilder::comment(Operation *before, StringRef text) {
  attachComment(m_at.getInsertionBlock(), before, m_at.getStringAttr(text));
}

void CodeBuilder::into(Region &region, llvm::function_ref<void()> emit) {
  OpBuilder::InsertionGuard guard(m_at);
  if (region.empty())
    region.emplaceBlock();
  m_at.setInsertionPointToEnd(&region.front());
  emit();
}

void CodeBuilder::intoBlock(Region &region, TypeRange types,
                            llvm::function_ref<void(Block &)> emit) {
  Block &block = region.emplaceBlock();
  block.addArguments(types, SmallVector<Location>(types.size(), m_loc));
  into(region, [&] { emit(block); });
}

ForOp CodeBuilder::loop(StringRef name, Value first, llvm::function_ref<Value()> end,
                        llvm::function_ref<void(Value)> body, BinaryKind by, uint64_t step) {
  auto made = m_at.create<ForOp>(m_loc, name, first);
  into(made.getCond(), [&] {
    Value more = compare(CmpKind::Lt, read(made.getCondVar()), end());
    m_at.create<YieldOp>(m_loc, more);
  });
  into(made.getStep(), [&] { m_at.create<UpdateOp>(m_loc, by, made.getStepVar(), number(step)); });
  into(made.getBody(), [&] { body(made.getBodyVar()); });
  return made;
}

void CodeBuilder::unrolled(StringRef name, int64_t count, llvm::function_ref<void(Value)> body) {
  ForOp made = buildUnrolledLoop(m_at, m_loc, name, count);
  into(made.getBody(), [&] { body(made.getBodyVar()); });
}

void CodeBuilder::ifTrue(Value condition, llvm::function_ref<void()> then,
                         llvm::function_ref<void()> otherwise) {
  auto branch = m_at.create<IfOp>(m_loc, condition, /*withElse=*/bool(otherwise));
  into(branch.getThenRegion(), then);
  if (otherwise)
    into(branch.getElseRegion(), otherwise);
}

void CodeBuilder::whileLess(Value lhs, Value rhs, llvm::function_ref<void()> body) {
  auto made = m_at.create<WhileOp>(m_loc);
  into(made.getCond(),
       [&] { m_at.create<YieldOp>(m_loc, compare(CmpKind::Lt, read(lhs), read(rhs))); });
  into(made.getBody(), body);
}
