//===- SortBuilder.cpp - The code of which merge sorts are made ------------------------------===//

#include "device/SortBuilder.h"

#include "device/Builders.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

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

// const uint start = begin & ~(2 * length - 1);
// const uint middle = start + min(length, count - start);
// const uint end = middle + min(length, count - middle);
SortBuilder::Runs SortBuilder::findRuns(Value begin, Value count, Value length) {
  Runs runs;
  Value within = subtract(binary(BinaryKind::Mul, number(2), length), number(1));
  Value outside = m_at.create<UnaryOp>(m_loc, within.getType(), UnaryKind::BitNot, within);
  runs.start = variable("start", binary(BinaryKind::And, read(begin), outside));
  auto after = [&](Value place) {
    return add(read(place), smaller(length, subtract(count, read(place))));
  };
  runs.middle = variable("middle", after(runs.start));
  runs.end = variable("end", after(runs.middle));
  return runs;
}

// The first `before` elements of what both runs become are `low` of the left run and all others of
// the right run. An element of the left run comes before an equal one of the right run.
Value SortBuilder::findSplit(const ElementFn &from, const Runs &runs, Value before) {
  Operation *last = getLast();
  auto fromStart = [&](Value index) { return runs.start ? add(read(runs.start), index) : index; };
  Value right = subtract(read(runs.end), read(runs.middle));
  Value fewest = subtract(read(before), smaller(read(before), right));
  Value low = variable("low", fewest, /*isConst=*/false);
  Value left = read(runs.middle);
  Value most = smaller(read(before), runs.start ? subtract(left, read(runs.start)) : left);
  Value high = variable("high", most, /*isConst=*/false);
  comment(last, "How many of the elements before come from the left run.");
  whileLess(low, high, [&] {
    Value sum = add(read(low), read(high));
    Value probe = variable("probe", binary(BinaryKind::Div, sum, number(2)));
    Value other = subtract(add(read(runs.middle), read(before)), add(read(probe), number(1)));
    Value isRight = comesBefore(from(other), from(fromStart(read(probe))));
    ifTrue(
        isRight, [&] { assign(high, read(probe)); },
        [&] { assign(low, add(read(probe), number(1))); });
  });
  return low;
}

SortBuilder::Next SortBuilder::findNext(const ElementFn &from, const Runs &runs, Value before) {
  Value low = findSplit(from, runs, before);
  Value left = runs.start ? add(read(runs.start), read(low)) : read(low);
  Value right = subtract(add(read(runs.middle), read(before)), read(low));
  return {variable("left", left, /*isConst=*/false), variable("right", right, /*isConst=*/false)};
}

// bool isRight = left == middle;
// if (left < middle && right < end) isRight = comesBefore(from[right], from[left]);
// if (isRight) { target = from[right]; right++; } else { target = from[left]; left++; }
void SortBuilder::takeNext(const ElementFn &from, const Runs &runs, const Next &next,
                           Value target) {
  Value isRight = variable("isRight", compare(CmpKind::Eq, read(next.left), read(runs.middle)),
                           /*isConst=*/false);
  auto both = m_at.create<AndOp>(m_loc, m_at.getI1Type(),
                                 compare(CmpKind::Lt, read(next.left), read(runs.middle)));
  into(both.getRhs(), [&] {
    m_at.create<YieldOp>(m_loc, compare(CmpKind::Lt, read(next.right), read(runs.end)));
  });
  ifTrue(both,
         [&] { assign(isRight, comesBefore(from(read(next.right)), from(read(next.left)))); });
  auto take = [&](Value taken) {
    assign(target, read(from(read(taken))));
    increase(taken, number(1));
  };
  ifTrue(read(isRight), [&] { take(next.right); }, [&] { take(next.left); });
}

ForOp SortBuilder::buildMerge(const ElementFn &from, const ElementFn &to, Value count, Value length,
                              int64_t share) {
  auto shares = [&] { return parts("shares", count, share); };
  return loop("share", number(0), shares, [&](Value index) {
    Value begin = variable("begin", multiply(read(index), share));
    Runs runs = findRuns(begin, count, length);
    Value before = variable("before", subtract(read(begin), read(runs.start)));
    Next next = findNext(from, runs, before);
    Value last = variable("last", smaller(add(read(begin), number(share)), count));
    loop(
        "target", read(begin), [&] { return read(last); },
        [&](Value target) { takeNext(from, runs, next, to(read(target))); });
  });
}

ForOp SortBuilder::buildSplits(const ElementFn &from, const ElementFn &split, Value count,
                               Value length, int64_t size) {
  auto tiles = [&] { return parts("tiles", count, size); };
  return loop("tile", number(0), tiles, [&](Value tile) {
    Value begin = variable("tileBegin", multiply(read(tile), size));
    Runs runs = findRuns(begin, count, length);
    Value before = variable("before", subtract(read(begin), read(runs.start)));
    Value low = findSplit(from, runs, before);
    assign(split(read(tile)), read(low));
  });
}

// Both runs go on at `leftBegin` and `rightBegin` in this tile, and the left one at `leftEnd` in
// the next tile.
ForOp SortBuilder::buildTileMerge(const ElementFn &from, const ElementFn &to,
                                  const ElementFn &split, Value count, Value length, int64_t size,
                                  int64_t share) {
  auto tiles = [&] { return parts("tiles", count, size); };
  return loop("tile", number(0), tiles, [&](Value tile) {
    Value begin = variable("tileBegin", multiply(read(tile), size));
    Value end = variable("tileEnd", smaller(add(read(begin), number(size)), count));
    Runs runs = findRuns(begin, count, length);
    Value fromLeft = variable("fromLeft", read(split(read(tile))));
    Value left = variable("leftBegin", add(read(runs.start), read(fromLeft)));
    Value before = subtract(read(begin), read(runs.start));
    Value right = variable("rightBegin", subtract(add(read(runs.middle), before), read(fromLeft)));
    Value leftEnd = variable("leftEnd", read(runs.middle), /*isConst=*/false);
    ifTrue(compare(CmpKind::Lt, read(end), read(runs.end)), [&] {
      assign(leftEnd, add(read(runs.start), read(split(add(read(tile), number(1))))));
    });
    Value leftCount = variable("leftCount", subtract(read(leftEnd), read(left)));
    auto source = [&](Value index) {
      Value isLeft = compare(CmpKind::Lt, index, read(leftCount));
      return from(select(
          isLeft, [&] { return add(read(left), index); },
          [&] { return add(read(right), subtract(index, read(leftCount))); }));
    };
    auto target = [&](Value index) { return to(add(read(begin), index)); };
    Value inTile = subtract(read(end), read(begin));
    buildSortTile(source, target, inTile, size, share, read(leftCount));
  });
}

//===------------------------------------------------------------------------------------------===//
// Tiles
//===------------------------------------------------------------------------------------------===//

void SortBuilder::buildSortTile(const ElementFn &from, const ElementFn &to, Value count,
                                int64_t size, int64_t share, Value left) {
  auto op = m_at.create<SortTileOp>(m_loc, count, size, share, left);
  Type index = number(0).getType(), type;
  intoBlock(op.getLoad(), index, [&](Block &block) {
    Value value = read(from(block.getArgument(0)));
    type = value.getType();
    m_at.create<YieldOp>(m_loc, value);
  });
  Type place = RefType::get(type);
  intoBlock(op.getOrder(), {place, place}, [&](Block &block) {
    m_at.create<YieldOp>(m_loc, comesBefore(block.getArgument(0), block.getArgument(1)));
  });
  intoBlock(op.getStore(), {index, type},
            [&](Block &block) { assign(to(block.getArgument(0)), block.getArgument(1)); });
}

ForOp SortBuilder::buildTiles(const ElementFn &element, Value count, int64_t size, int64_t share) {
  auto tiles = [&] { return parts("tiles", count, size); };
  return loop("tile", number(0), tiles, [&](Value tile) {
    Value first = variable("tileBegin", multiply(read(tile), size));
    Value inTile = smaller(number(size), subtract(count, read(first)));
    auto elementAt = [&](Value at) { return element(add(read(first), at)); };
    buildSortTile(elementAt, elementAt, inTile, size, share, Value());
  });
}

// if (begin < end) { find the runs; for (slot) if (begin + slot < end) merged[slot] = ... }
// barrier();
// for (slot) if (begin + slot < end) tile[begin + slot] = merged[slot];
// barrier();
void SortBuilder::mergeShare(const ElementFn &element, llvm::function_ref<Runs()> findRuns,
                             Value begin, Value end, int64_t share, Type type) {
  auto array = ArrayType::get(m_at.getContext(), share, type);
  Value merged = m_at.create<VarOp>(m_loc, RefType::get(array), "merged", Value(), false);
  // Of a number of turns that is known, so that `merged` stays in registers.
  auto each = [&](llvm::function_ref<void(Value place, Value index)> body) {
    unrolled("slot", share, [&](Value slot) {
      auto index = [&] { return add(read(begin), read(slot)); };
      ifTrue(compare(CmpKind::Lt, index(), read(end)),
             [&] { body(buildElement(m_at, m_loc, merged, read(slot)), index()); });
    });
  };
  ifTrue(compare(CmpKind::Lt, read(begin), read(end)), [&] {
    Runs runs = findRuns();
    Value before = begin;
    if (runs.start)
      before = variable("before", subtract(read(begin), read(runs.start)));
    Next next = findNext(element, runs, before);
    each([&](Value place, Value) { takeNext(element, runs, next, place); });
  });
  barrier();
  each([&](Value place, Value index) { assign(element(index), read(place)); });
  barrier();
}

void SortBuilder::lowerTile(SortTileOp tile, const SharedArray &elements) {
  Type type = tile.getElementType();
  int64_t size = tile.getSize(), share = tile.getShare(), threads = tile.getThreads();
  auto element = [&](Value index) { return shared(elements, index); };
  Value thread = variable("thread", buildBuiltin(m_at, m_loc, Builtin::LocalIndex));
  Value countOf = variable("inTile", tile.getCount());
  auto count = [&] { return read(countOf); };
  // All threads read at once: those without an element read the last one again.
  eachInTurn(thread, threads, share, [&](Value index) {
    Value known = variable("known", smaller(read(index), subtract(count(), number(1))));
    Value value = clone(tile.getLoad(), read(known));
    assign(element(read(index)), value);
  });
  barrier();
  Value begin = variable("begin", multiply(read(thread), share));
  Value end = variable("last", smaller(add(read(begin), number(share)), count()));
  if (Value left = tile.getLeft()) {
    auto known = left.getDefiningOp<LoadOp>();
    bool isKnown = known && known.getRef().getDefiningOp<VarOp>();
    Value middle = isKnown ? known.getRef() : variable("middle", left);
    mergeShare(element, [&] { return Runs{Value(), middle, countOf}; }, begin, end, share, type);
  } else {
    sortRun(element, begin, end)
        ->setAttr(kCommentAttr, m_at.getStringAttr("Each thread sorts its share, by insertion."));
    barrier();
    ForOp rounds = loop(
        "runLength", number(share), [&] { return number(size); },
        [&](Value length) {
          auto runs = [&] { return findRuns(begin, count(), read(length)); };
          mergeShare(element, runs, begin, end, share, type);
        },
        BinaryKind::Mul, 2);
    rounds->setAttr(kCommentAttr,
                    m_at.getStringAttr("Merges runs, two by two, until one is left."));
  }
  eachInTurn(thread, threads, share, [&](Value index) {
    ifTrue(compare(CmpKind::Lt, read(index), count()),
           [&] { clone(tile.getStore(), {read(index), read(element(read(index)))}); });
  });
  // The next tile overwrites this one.
  barrier();
}
