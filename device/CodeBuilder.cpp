//===- CodeBuilder.cpp - Statements and expressions of unsigned numbers ----------------------===//

#include "device/CodeBuilder.h"

#include "device/Builders.h"
#include "ir/MemoryForm.h"
#include "transforms/Expressions.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Shared memory
//===------------------------------------------------------------------------------------------===//

/// `uint spread32(uint index) { return index + index / 32; }`
static FuncOp getSpread(OpBuilder &before, Location loc, ClassOp parent, int64_t every) {
  std::string symbol = "spread" + std::to_string(every);
  if (auto known = parent.lookupSymbol<FuncOp>(symbol))
    return known;
  Type type = getUintType(before.getContext());
  auto named =
      before.getDictionaryAttr(before.getNamedAttr(kNameAttr, before.getStringAttr("index")));
  auto function = before.create<FuncOp>(loc, symbol, before.getFunctionType(type, type),
                                        before.getArrayAttr({Attribute(named)}), ArrayAttr());
  function->setAttr(kCommentAttr, before.getStringAttr(
                                      "Where an element is in shared memory: a gap behind each " +
                                      std::to_string(every) +
                                      " lets threads whose elements lie side by side reach "
                                      "different banks."));
  Block &body = function.getBody().emplaceBlock();
  Value index = body.addArgument(type, loc);
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value gaps = buildBinary(at, loc, BinaryKind::Div, index, buildUint(at, loc, every));
  at.create<ReturnOp>(loc, buildBinary(at, loc, BinaryKind::Add, index, gaps));
  return function;
}

SharedArray vkmorph::vkm::addSharedArray(OpBuilder &before, Location loc, ClassOp parent,
                                         StringRef name, Type element, int64_t count,
                                         bool hasGaps) {
  // All banks together have so many bytes.
  constexpr int64_t kBanks = 128;
  Layout layout = getBlockLayout(parent, element, getPushLayout);
  int64_t bytes = llvm::alignTo(layout.size, layout.align);
  SharedArray array = {"", element, count, FuncOp()};
  if (hasGaps && bytes <= kBanks / 2) {
    int64_t every = int64_t(1) << llvm::Log2_64(kBanks / bytes);
    array.spread = getSpread(before, loc, parent, every);
    array.length = count + count / every;
  }
  array.symbol = addShared(before, loc, parent, name,
                           ArrayType::get(before.getContext(), array.length, element));
  return array;
}

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

Value CodeBuilder::number(uint64_t value) { return buildUint(m_at, m_loc, value); }

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

Value CodeBuilder::shared(const SharedArray &array, Value index) {
  if (array.spread)
    index = m_at.create<CallOp>(m_loc, index.getType(), FuncOp(array.spread).getSymName(), index)
                .getResult(0);
  Type type = ArrayType::get(m_at.getContext(), array.length, array.element);
  Value all = m_at.create<SharedRefOp>(m_loc, RefType::get(type), array.symbol);
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

Operation *CodeBuilder::getLast() {
  Block::iterator point = m_at.getInsertionPoint();
  return point == m_at.getInsertionBlock()->begin() ? nullptr : &*std::prev(point);
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

void CodeBuilder::eachInTurn(Value thread, int64_t threads, int64_t share,
                             llvm::function_ref<void(Value)> body) {
  unrolled("slot", share, [&](Value slot) {
    body(variable("index", add(multiply(read(slot), threads), read(thread))));
  });
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
