//===- SortKernels.cpp - The loops of which kernels that sort are made -----------------------===//

#include "passes/normalise/SortKernels.h"

#include "transforms/Expressions.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static Type getUint(MLIRContext *context) {
  return IntegerType::get(context, 32, IntegerType::Unsigned);
}

//===------------------------------------------------------------------------------------------===//
// Statements and expressions
//===------------------------------------------------------------------------------------------===//

Value SortKernels::number(uint64_t value) {
  return m_at.create<ConstantOp>(m_loc, m_at.getIntegerAttr(getUint(m_at.getContext()), value));
}

Value SortKernels::variable(StringRef name, Value value, bool isConst) {
  return m_at.create<VarOp>(m_loc, RefType::get(value.getType()), name, value, isConst);
}

Value SortKernels::read(Value place) { return buildLoad(m_at, m_loc, place); }

Value SortKernels::binary(BinaryKind kind, Value lhs, Value rhs) {
  return m_at.create<BinaryOp>(m_loc, lhs.getType(), kind, lhs, rhs);
}

Value SortKernels::parts(StringRef name, Value count, int64_t length) {
  Value number =
      binary(BinaryKind::Div, add(count, this->number(length - 1)), this->number(length));
  number.getDefiningOp()->setAttr(kNameAttr, m_at.getStringAttr(name));
  return number;
}

Value SortKernels::smaller(Value lhs, Value rhs) {
  return m_at.create<MathOp>(m_loc, lhs.getType(), MathFn::Min, ValueRange{lhs, rhs});
}

Value SortKernels::compare(CmpKind kind, Value lhs, Value rhs) {
  return m_at.create<CmpOp>(m_loc, m_at.getI1Type(), kind, lhs, rhs);
}

Value SortKernels::element(const SortedPart &part, Value index) {
  Type type = cast<PtrType>(part.elements.getType()).getPointee();
  if (part.first)
    index = add(part.first, index);
  return m_at.create<DerefOp>(m_loc, RefType::get(type), part.elements, index);
}

Value SortKernels::comesBefore(Value first, Value second) {
  IRMapping mapping;
  Block &block = m_order.front();
  mapping.map(block.getArgument(0), first);
  mapping.map(block.getArgument(1), second);
  for (Operation &op : block.without_terminator())
    m_at.clone(op, mapping);
  return mapping.lookupOrDefault(cast<YieldOp>(block.back()).getValue());
}

void SortKernels::comment(Operation *before, StringRef text) {
  attachComment(m_at.getInsertionBlock(), before, m_at.getStringAttr(text));
}

void SortKernels::into(Region &region, llvm::function_ref<void()> emit) {
  OpBuilder::InsertionGuard guard(m_at);
  if (region.empty())
    region.emplaceBlock();
  m_at.setInsertionPointToEnd(&region.front());
  emit();
}

ForOp SortKernels::loop(StringRef name, Value first, llvm::function_ref<Value()> end,
                        llvm::function_ref<void(Value)> body) {
  auto made = m_at.create<ForOp>(m_loc, name, first);
  into(made.getCond(), [&] {
    Value more = compare(CmpKind::Lt, read(made.getCondVar()), end());
    m_at.create<YieldOp>(m_loc, more);
  });
  into(made.getStep(),
       [&] { m_at.create<UpdateOp>(m_loc, BinaryKind::Add, made.getStepVar(), number(1)); });
  into(made.getBody(), [&] { body(made.getBodyVar()); });
  return made;
}

void SortKernels::ifTrue(Value condition, llvm::function_ref<void()> then,
                         llvm::function_ref<void()> otherwise) {
  auto branch = m_at.create<IfOp>(m_loc, condition, /*withElse=*/bool(otherwise));
  into(branch.getThenRegion(), then);
  if (otherwise)
    into(branch.getElseRegion(), otherwise);
}

void SortKernels::whileLess(Value lhs, Value rhs, llvm::function_ref<void()> body) {
  auto made = m_at.create<WhileOp>(m_loc);
  into(made.getCond(),
       [&] { m_at.create<YieldOp>(m_loc, compare(CmpKind::Lt, read(lhs), read(rhs))); });
  into(made.getBody(), body);
}

//===------------------------------------------------------------------------------------------===//
// Runs
//===------------------------------------------------------------------------------------------===//

// T moved = a[index]; uint place = index;
// while (first < place) {
//   if (!comesBefore(moved, a[place - 1])) break;
//   a[place] = a[place - 1]; place--;
// }
// a[place] = moved;
void SortKernels::insert(const SortedPart &part, Value first, Value index) {
  Value moved = variable("moved", read(element(part, read(index))));
  Value place = variable("place", read(index), /*isConst=*/false);
  whileLess(first, place, [&] {
    Value goesOn = comesBefore(moved, element(part, subtract(read(place), number(1))));
    ifTrue(buildNot(m_at, m_loc, goesOn), [&] { m_at.create<BreakOp>(m_loc); });
    Value previous = read(element(part, subtract(read(place), number(1))));
    m_at.create<AssignOp>(m_loc, element(part, read(place)), previous);
    m_at.create<UpdateOp>(m_loc, BinaryKind::Sub, place, number(1));
  });
  m_at.create<AssignOp>(m_loc, element(part, read(place)), read(moved));
}

ForOp SortKernels::buildRuns(SortedPart part, Value count, int64_t length) {
  auto runs = [&] { return parts("runs", count, length); };
  return loop("run", number(0), runs, [&](Value run) {
    Value first = variable("first", binary(BinaryKind::Mul, read(run), number(length)));
    Value end = variable("end", smaller(add(read(first), number(length)), count));
    loop(
        "index", add(read(first), number(1)), [&] { return read(end); },
        [&](Value index) { insert(part, first, index); });
  });
}

//===------------------------------------------------------------------------------------------===//
// Merging
//===------------------------------------------------------------------------------------------===//

// The first `before` elements of what both runs become are `low` of the left run and all others of
// the right run. An element of the left run comes before an equal one of the right run.
SortKernels::Runs SortKernels::findRuns(const SortedPart &from, Value begin, Value count,
                                        Value length) {
  Runs runs;
  // first = begin & ~(2 * length - 1)
  Value within = subtract(binary(BinaryKind::Mul, number(2), length), number(1));
  Value outside = m_at.create<UnaryOp>(m_loc, within.getType(), UnaryKind::BitNot, within);
  Value first = variable("first", binary(BinaryKind::And, read(begin), outside));
  auto after = [&](Value place) {
    return add(read(place), smaller(length, subtract(count, read(place))));
  };
  runs.middle = variable("middle", after(first));
  runs.end = variable("end", after(runs.middle));
  Value before = variable("before", subtract(read(begin), read(first)));
  Operation *last = &m_at.getInsertionBlock()->back();
  Value right = subtract(read(runs.end), read(runs.middle));
  Value fewest = subtract(read(before), smaller(read(before), right));
  Value low = variable("low", fewest, /*isConst=*/false);
  Value most = smaller(read(before), subtract(read(runs.middle), read(first)));
  Value high = variable("high", most, /*isConst=*/false);
  comment(last, "How many of the elements before this share come from the left run.");
  whileLess(low, high, [&] {
    Value sum = add(read(low), read(high));
    Value probe = variable("probe", binary(BinaryKind::Div, sum, number(2)));
    Value other = subtract(add(read(runs.middle), read(before)), add(read(probe), number(1)));
    Value isRight = comesBefore(element(from, other), element(from, add(read(first), read(probe))));
    ifTrue(
        isRight, [&] { m_at.create<AssignOp>(m_loc, high, read(probe)); },
        [&] { m_at.create<AssignOp>(m_loc, low, add(read(probe), number(1))); });
  });
  runs.left = variable("left", add(read(first), read(low)), /*isConst=*/false);
  Value rest = subtract(add(read(runs.middle), read(before)), read(low));
  runs.right = variable("right", rest, /*isConst=*/false);
  return runs;
}

// bool isRight = left == middle;
// if (left < middle && right < end) isRight = comesBefore(from[right], from[left]);
// if (isRight) { to[target] = from[right]; right++; } else { to[target] = from[left]; left++; }
void SortKernels::takeNext(const SortedPart &from, const SortedPart &to, const Runs &runs,
                           Value target) {
  Value isRight = variable("isRight", compare(CmpKind::Eq, read(runs.left), read(runs.middle)),
                           /*isConst=*/false);
  auto both = m_at.create<AndOp>(m_loc, m_at.getI1Type(),
                                 compare(CmpKind::Lt, read(runs.left), read(runs.middle)));
  into(both.getRhs(), [&] {
    m_at.create<YieldOp>(m_loc, compare(CmpKind::Lt, read(runs.right), read(runs.end)));
  });
  ifTrue(both, [&] {
    Value comes = comesBefore(element(from, read(runs.right)), element(from, read(runs.left)));
    m_at.create<AssignOp>(m_loc, isRight, comes);
  });
  auto take = [&](Value next) {
    m_at.create<AssignOp>(m_loc, element(to, read(target)), read(element(from, read(next))));
    m_at.create<UpdateOp>(m_loc, BinaryKind::Add, next, number(1));
  };
  ifTrue(read(isRight), [&] { take(runs.right); }, [&] { take(runs.left); });
}

ForOp SortKernels::buildMerge(SortedPart from, SortedPart to, Value count, Value length,
                              int64_t share) {
  auto shares = [&] { return parts("shares", count, share); };
  return loop("share", number(0), shares, [&](Value index) {
    Value begin = variable("begin", binary(BinaryKind::Mul, read(index), number(share)));
    Runs runs = findRuns(from, begin, count, length);
    Value behind = smaller(add(read(begin), number(share)), count);
    Value last = variable("last", behind);
    loop(
        "target", read(begin), [&] { return read(last); },
        [&](Value target) { takeNext(from, to, runs, target); });
  });
}
