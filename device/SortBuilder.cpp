//===- SortBuilder.cpp - The code of which merge sorts are made ------------------------------===//

#include "device/SortBuilder.h"

#include "device/Builders.h"
#include "transforms/Expressions.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Statements and expressions
//===------------------------------------------------------------------------------------------===//

Value SortBuilder::number(uint64_t value) {
  return m_at.create<ConstantOp>(m_loc, m_at.getIntegerAttr(getUintType(m_at.getContext()), value));
}

Value SortBuilder::variable(StringRef name, Value value, bool isConst) {
  return m_at.create<VarOp>(m_loc, RefType::get(value.getType()), name, value, isConst);
}

Value SortBuilder::read(Value place) { return buildLoad(m_at, m_loc, place); }

Value SortBuilder::binary(BinaryKind kind, Value lhs, Value rhs) {
  return m_at.create<BinaryOp>(m_loc, lhs.getType(), kind, lhs, rhs);
}

Value SortBuilder::parts(StringRef name, Value count, int64_t length) {
  Value number =
      binary(BinaryKind::Div, add(count, this->number(length - 1)), this->number(length));
  number.getDefiningOp()->setAttr(kNameAttr, m_at.getStringAttr(name));
  return number;
}

Value SortBuilder::smaller(Value lhs, Value rhs) {
  return m_at.create<MathOp>(m_loc, lhs.getType(), MathFn::Min, ValueRange{lhs, rhs});
}

Value SortBuilder::compare(CmpKind kind, Value lhs, Value rhs) {
  return m_at.create<CmpOp>(m_loc, m_at.getI1Type(), kind, lhs, rhs);
}

void SortBuilder::assign(Value place, Value value) { m_at.create<AssignOp>(m_loc, place, value); }

Value SortBuilder::clone(Region &region, ValueRange arguments) {
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

void SortBuilder::comment(Operation *before, StringRef text) {
  attachComment(m_at.getInsertionBlock(), before, m_at.getStringAttr(text));
}

void SortBuilder::into(Region &region, llvm::function_ref<void()> emit) {
  OpBuilder::InsertionGuard guard(m_at);
  if (region.empty())
    region.emplaceBlock();
  m_at.setInsertionPointToEnd(&region.front());
  emit();
}

ForOp SortBuilder::loop(StringRef name, Value first, llvm::function_ref<Value()> end,
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

void SortBuilder::ifTrue(Value condition, llvm::function_ref<void()> then,
                         llvm::function_ref<void()> otherwise) {
  auto branch = m_at.create<IfOp>(m_loc, condition, /*withElse=*/bool(otherwise));
  into(branch.getThenRegion(), then);
  if (otherwise)
    into(branch.getElseRegion(), otherwise);
}

void SortBuilder::whileLess(Value lhs, Value rhs, llvm::function_ref<void()> body) {
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
void SortBuilder::insert(const ElementFn &element, Value first, Value index) {
  Value moved = variable("moved", read(element(read(index))));
  Value place = variable("place", read(index), /*isConst=*/false);
  whileLess(first, place, [&] {
    Value goesOn = comesBefore(moved, element(subtract(read(place), number(1))));
    ifTrue(buildNot(m_at, m_loc, goesOn), [&] { m_at.create<BreakOp>(m_loc); });
    Value previous = read(element(subtract(read(place), number(1))));
    assign(element(read(place)), previous);
    m_at.create<UpdateOp>(m_loc, BinaryKind::Sub, place, number(1));
  });
  assign(element(read(place)), read(moved));
}

ForOp SortBuilder::sortRun(const ElementFn &element, Value first, Value end) {
  return loop(
      "index", add(read(first), number(1)), [&] { return read(end); },
      [&](Value index) { insert(element, first, index); });
}

ForOp SortBuilder::buildRuns(const ElementFn &element, Value count, int64_t length) {
  auto runs = [&] { return parts("runs", count, length); };
  return loop("run", number(0), runs, [&](Value run) {
    Value first = variable("first", multiply(read(run), length));
    Value end = variable("end", smaller(add(read(first), number(length)), count));
    sortRun(element, first, end);
  });
}

//===------------------------------------------------------------------------------------------===//
// Merging
//===------------------------------------------------------------------------------------------===//

// The first `before` elements of what both runs become are `low` of the left run and all others of
// the right run. An element of the left run comes before an equal one of the right run.
SortBuilder::Runs SortBuilder::findRuns(const ElementFn &from, Value begin, Value count,
                                        Value length) {
  Runs runs;
  // start = begin & ~(2 * length - 1)
  Value within = subtract(binary(BinaryKind::Mul, number(2), length), number(1));
  Value outside = m_at.create<UnaryOp>(m_loc, within.getType(), UnaryKind::BitNot, within);
  Value start = variable("start", binary(BinaryKind::And, read(begin), outside));
  auto after = [&](Value place) {
    return add(read(place), smaller(length, subtract(count, read(place))));
  };
  runs.middle = variable("middle", after(start));
  runs.end = variable("end", after(runs.middle));
  Value before = variable("before", subtract(read(begin), read(start)));
  Operation *last = &m_at.getInsertionBlock()->back();
  Value right = subtract(read(runs.end), read(runs.middle));
  Value fewest = subtract(read(before), smaller(read(before), right));
  Value low = variable("low", fewest, /*isConst=*/false);
  Value most = smaller(read(before), subtract(read(runs.middle), read(start)));
  Value high = variable("high", most, /*isConst=*/false);
  comment(last, "How many of the elements before this share come from the left run.");
  whileLess(low, high, [&] {
    Value sum = add(read(low), read(high));
    Value probe = variable("probe", binary(BinaryKind::Div, sum, number(2)));
    Value other = subtract(add(read(runs.middle), read(before)), add(read(probe), number(1)));
    Value isRight = comesBefore(from(other), from(add(read(start), read(probe))));
    ifTrue(
        isRight, [&] { assign(high, read(probe)); },
        [&] { assign(low, add(read(probe), number(1))); });
  });
  runs.left = variable("left", add(read(start), read(low)), /*isConst=*/false);
  Value rest = subtract(add(read(runs.middle), read(before)), read(low));
  runs.right = variable("right", rest, /*isConst=*/false);
  return runs;
}

// bool isRight = left == middle;
// if (left < middle && right < end) isRight = comesBefore(from[right], from[left]);
// if (isRight) { target = from[right]; right++; } else { target = from[left]; left++; }
void SortBuilder::takeNext(const ElementFn &from, const Runs &runs, Value target) {
  Value isRight = variable("isRight", compare(CmpKind::Eq, read(runs.left), read(runs.middle)),
                           /*isConst=*/false);
  auto both = m_at.create<AndOp>(m_loc, m_at.getI1Type(),
                                 compare(CmpKind::Lt, read(runs.left), read(runs.middle)));
  into(both.getRhs(), [&] {
    m_at.create<YieldOp>(m_loc, compare(CmpKind::Lt, read(runs.right), read(runs.end)));
  });
  ifTrue(both,
         [&] { assign(isRight, comesBefore(from(read(runs.right)), from(read(runs.left)))); });
  auto take = [&](Value next) {
    assign(target, read(from(read(next))));
    m_at.create<UpdateOp>(m_loc, BinaryKind::Add, next, number(1));
  };
  ifTrue(read(isRight), [&] { take(runs.right); }, [&] { take(runs.left); });
}

ForOp SortBuilder::buildMerge(const ElementFn &from, const ElementFn &to, Value count, Value length,
                              int64_t share) {
  auto shares = [&] { return parts("shares", count, share); };
  return loop("share", number(0), shares, [&](Value index) {
    Value begin = variable("begin", multiply(read(index), share));
    Runs runs = findRuns(from, begin, count, length);
    Value last = variable("last", smaller(add(read(begin), number(share)), count));
    loop(
        "target", read(begin), [&] { return read(last); },
        [&](Value target) { takeNext(from, runs, to(read(target))); });
  });
}

//===------------------------------------------------------------------------------------------===//
// Tiles
//===------------------------------------------------------------------------------------------===//

ForOp SortBuilder::buildTiles(const ElementFn &element, Value count, int64_t size, int64_t share) {
  auto tiles = [&] { return parts("tiles", count, size); };
  return loop("tile", number(0), tiles, [&](Value tile) {
    Value first = variable("tileBegin", multiply(read(tile), size));
    Value inTile = smaller(number(size), subtract(count, read(first)));
    auto op = m_at.create<SortTileOp>(m_loc, inTile, size, share);
    auto begin = [&](Region &region, TypeRange types) -> Block & {
      Block &block = region.emplaceBlock();
      block.addArguments(types, SmallVector<Location>(types.size(), m_loc));
      return block;
    };
    Type index = number(0).getType();
    auto elementAt = [&](Value at) { return element(add(read(first), at)); };
    Block &load = begin(op.getLoad(), index);
    Type type;
    into(op.getLoad(), [&] {
      Value value = read(elementAt(load.getArgument(0)));
      type = value.getType();
      m_at.create<YieldOp>(m_loc, value);
    });
    Type place = RefType::get(type);
    Block &order = begin(op.getOrder(), {place, place});
    into(op.getOrder(), [&] {
      m_at.create<YieldOp>(m_loc, comesBefore(order.getArgument(0), order.getArgument(1)));
    });
    Block &store = begin(op.getStore(), {index, type});
    into(op.getStore(), [&] { assign(elementAt(store.getArgument(0)), store.getArgument(1)); });
  });
}

// if (begin < count) { find the runs; for (next < end - begin) merged[next] = ... }
// barrier();
// for (next < end - begin) tile[begin + next] = merged[next];
// barrier();
void SortBuilder::mergeTile(const ElementFn &element, Value begin, Value end, Value count,
                            Value length, int64_t share, Type type) {
  auto array = ArrayType::get(m_at.getContext(), share, type);
  Value merged = m_at.create<VarOp>(m_loc, RefType::get(array), "merged", Value(), false);
  auto each = [&](llvm::function_ref<void(Value place, Value index)> body) {
    loop(
        "index", read(begin), [&] { return read(end); },
        [&](Value index) {
          Value slot = variable("slot", subtract(read(index), read(begin)));
          body(buildElement(m_at, m_loc, merged, read(slot)), index);
        });
  };
  ifTrue(compare(CmpKind::Lt, read(begin), read(end)), [&] {
    Runs runs = findRuns(element, begin, count, length);
    each([&](Value place, Value) { takeNext(element, runs, place); });
  });
  m_at.create<BarrierOp>(m_loc);
  each([&](Value place, Value index) { assign(element(read(index)), read(place)); });
  m_at.create<BarrierOp>(m_loc);
}

void SortBuilder::lowerTile(SortTileOp tile, StringRef shared) {
  Type type = tile.getElementType();
  int64_t size = tile.getSize(), share = tile.getShare(), threads = size / share;
  auto array = ArrayType::get(m_at.getContext(), size, type);
  auto element = [&](Value index) {
    Value all = m_at.create<SharedRefOp>(m_loc, RefType::get(array), shared);
    return buildElement(m_at, m_loc, all, index);
  };
  Value thread = variable("thread", buildBuiltin(m_at, m_loc, Builtin::LocalIndex));
  Value countOf = variable("inTile", tile.getCount());
  auto count = [&] { return read(countOf); };
  // Neighbouring threads take neighbouring elements.
  auto each = [&](llvm::function_ref<void(Value index)> body) {
    loop("index", read(thread), count, body, BinaryKind::Add, threads);
  };
  each([&](Value index) {
    Value value = clone(tile.getLoad(), read(index));
    assign(element(read(index)), value);
  });
  m_at.create<BarrierOp>(m_loc);
  Value begin = variable("begin", multiply(read(thread), share));
  Value end = variable("last", smaller(add(read(begin), number(share)), count()));
  sortRun(element, begin, end)
      ->setAttr(kCommentAttr, m_at.getStringAttr("Each thread sorts its share, by insertion."));
  m_at.create<BarrierOp>(m_loc);
  ForOp rounds = loop(
      "runLength", number(share), [&] { return number(size); },
      [&](Value length) { mergeTile(element, begin, end, count(), read(length), share, type); },
      BinaryKind::Mul, 2);
  rounds->setAttr(kCommentAttr, m_at.getStringAttr("Merges runs, two by two, until one is left."));
  each([&](Value index) { clone(tile.getStore(), {read(index), read(element(read(index)))}); });
  // The next tile overwrites this one.
  m_at.create<BarrierOp>(m_loc);
}
