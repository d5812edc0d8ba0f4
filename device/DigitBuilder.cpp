//===- DigitBuilder.cpp - The code of which radix sorts are made ------------------------------===//

#include "device/DigitBuilder.h"

#include "device/Builders.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// A workgroup sorts its elements by so many bits at a time: each thread counts how many elements
/// it has with each of their values, in columns of `kColumns` numbers that hold two counts each.
static constexpr int64_t kPartBits = 4, kColumns = 8;

//===------------------------------------------------------------------------------------------===//
// Kernels
//===------------------------------------------------------------------------------------------===//

Value DigitBuilder::entry(const DigitTiles &tiles, const ElementFn &counts, Value digit,
                          Value tile) {
  Value row = binary(BinaryKind::Mul, digit, parts("tiles", tiles.count, tiles.size));
  return counts(add(row, tile));
}

template <typename TileOp>
ForOp DigitBuilder::buildTiles(const DigitTiles &tiles,
                               llvm::function_ref<void(TileOp, Value, Value)> fill) {
  auto all = [&] { return parts("tiles", tiles.count, tiles.size); };
  return loop("tile", number(0), all, [&](Value tile) {
    Value first = variable("tileBegin", multiply(read(tile), tiles.size));
    Value inTile = smaller(number(tiles.size), subtract(tiles.count, read(first)));
    TileOp op;
    if constexpr (std::is_same_v<TileOp, RankDigitsOp>)
      op = m_at.create<TileOp>(m_loc, inTile, tiles.size, tiles.share, tiles.bits,
                               ReduceStrategyAttr());
    else
      op = m_at.create<TileOp>(m_loc, inTile, tiles.size, tiles.share, tiles.bits);
    fill(op, tile, first);
  });
}

ForOp DigitBuilder::buildCounts(const DigitTiles &tiles, const DigitFn &digit,
                                const ElementFn &from, const ElementFn &counts) {
  Type type = getUintType(m_at.getContext());
  return buildTiles<CountDigitsOp>(tiles, [&](CountDigitsOp op, Value tile, Value first) {
    intoBlock(op.getDigit(), type, [&](Block &block) {
      m_at.create<YieldOp>(m_loc, digit(from(add(read(first), block.getArgument(0)))));
    });
    intoBlock(op.getStore(), {type, type}, [&](Block &block) {
      assign(entry(tiles, counts, block.getArgument(0), read(tile)), block.getArgument(1));
    });
  });
}

// uint sum = 0;
// for (index) { const uint number = counts[index]; counts[index] = sum; sum += number; }
ForOp DigitBuilder::buildStarts(const DigitTiles &tiles, const ElementFn &counts, VarOp &sum) {
  Value total = variable("sum", number(0), /*isConst=*/false);
  sum = total.getDefiningOp<VarOp>();
  auto all = [&] {
    return multiply(parts("tiles", tiles.count, tiles.size), uint64_t(1) << tiles.bits);
  };
  return loop("index", number(0), all, [&](Value index) {
    Value place = counts(read(index));
    Value number = variable("number", read(place));
    assign(place, read(total));
    increase(total, read(number));
  });
}

// By indices, what stands for an element is `digit << 16 | index`.
ForOp DigitBuilder::buildMoves(const DigitTiles &tiles, const DigitFn &digit, const ElementFn &from,
                               const ElementFn &to, const ElementFn &counts, bool byIndices) {
  Type type = getUintType(m_at.getContext());
  return buildTiles<RankDigitsOp>(tiles, [&](RankDigitsOp op, Value tile, Value first) {
    auto element = [&](Value index) { return from(add(read(first), index)); };
    Type ranked = type;
    intoBlock(op.getLoad(), type, [&](Block &block) {
      Value index = block.getArgument(0), value;
      if (byIndices)
        value = binary(BinaryKind::Or, binary(BinaryKind::Shl, digit(element(index)), number(16)),
                       index);
      else
        value = read(element(index));
      ranked = value.getType();
      m_at.create<YieldOp>(m_loc, value);
    });
    intoBlock(op.getDigit(), Type(RefType::get(ranked)), [&](Block &block) {
      Value place = block.getArgument(0);
      Value found = byIndices ? binary(BinaryKind::Shr, read(place), number(16)) : digit(place);
      m_at.create<YieldOp>(m_loc, found);
    });
    intoBlock(op.getStart(), type, [&](Block &block) {
      Value start = entry(tiles, counts, block.getArgument(0), read(tile));
      m_at.create<YieldOp>(m_loc, read(start));
    });
    intoBlock(op.getStore(), {type, ranked}, [&](Block &block) {
      Value moved = block.getArgument(1);
      if (byIndices)
        moved = read(element(binary(BinaryKind::And, moved, number(0xffff))));
      assign(to(block.getArgument(0)), moved);
    });
  });
}

//===------------------------------------------------------------------------------------------===//
// Tiles
//===------------------------------------------------------------------------------------------===//

// for (digit) counts[digit] = 0;
// for (index) digits[slot] = digit(min(index, inTile - 1));
// barrier();
// for (index) if (index < inTile) atomicAdd(counts[digits[slot]], 1);
// barrier();
// for (digit) store(digit, counts[digit]);
// barrier();
void DigitBuilder::lowerCounts(CountDigitsOp tile, const Shared &shared) {
  Type type = getUintType(m_at.getContext());
  int64_t threads = tile.getThreads(), share = tile.getShare(), radix = tile.getRadix();
  Value thread = variable("thread", buildBuiltin(m_at, m_loc, Builtin::LocalIndex));
  Value count = variable("inTile", tile.getCount());
  auto eachDigit = [&](llvm::function_ref<void(Value)> body) {
    loop("digit", read(thread), [&] { return number(radix); }, body, BinaryKind::Add, threads);
  };
  auto counted = [&](Value digit) { return this->shared(shared.counts, digit); };
  eachDigit([&](Value digit) { assign(counted(read(digit)), number(0)); });
  Value digits = declareShare("digits", share, type);
  unrolled("slot", share, [&](Value slot) {
    Value index = add(multiply(read(slot), threads), read(thread));
    Value known = variable("index", smaller(index, subtract(read(count), number(1))));
    Value digit = clone(tile.getDigit(), read(known));
    assign(buildElement(m_at, m_loc, digits, read(slot)), digit);
  });
  barrier();
  unrolled("slot", share, [&](Value slot) {
    Value index = add(multiply(read(slot), threads), read(thread));
    ifTrue(compare(CmpKind::Lt, index, read(count)), [&] {
      Value digit = read(buildElement(m_at, m_loc, digits, read(slot)));
      m_at.create<AtomicOp>(m_loc, type, ReduceKind::Add, counted(digit), number(1));
    });
  });
  barrier();
  eachDigit(
      [&](Value digit) { clone(tile.getStore(), {read(digit), read(counted(read(digit)))}); });
  // The next tile begins to count.
  barrier();
}

/// A variable with a value of each element that a thread takes.
Value DigitBuilder::declareShare(StringRef name, int64_t share, Type of) {
  Type array = ArrayType::get(m_at.getContext(), share, of);
  return m_at.create<VarOp>(m_loc, RefType::get(array), name, Value(), false);
}

// Sorts the elements by four bits of their digits, from `bit` on. Those beyond the last one have
// the largest value, so that they stay behind all others.
//
// for (row < 8) columns[row * threads + thread] = 0;
// T own[share]; uint before[share];
// for (slot < share) {
//   own[slot] = elements[thread * share + slot];
//   const uint digit = digit(own[slot]);
//   const uint part = thread * share + slot < inTile ? digit >> bit & 15 : 15;
//   const uint column = part % 8 * threads + thread, high = part / 8 * 16;
//   before[slot] = columns[column] >> high & 0xffff;
//   columns[column] += 1 << high;
// }
// barrier();
// ... columns: what all counts before each come to
// barrier();
// for (slot < share) elements[before[slot] + (columns[column] >> high & 0xffff)] = own[slot];
// barrier();
void DigitBuilder::sortByPart(const Shared &shared, FuncOp scan, RankDigitsOp tile, Value count,
                              Value thread, Value firstBit) {
  Type type = getUintType(m_at.getContext());
  int64_t share = tile.getShare(), threads = tile.getThreads();
  auto element = [&](Value index) { return this->shared(shared.elements, index); };
  auto column = [&](Value index) { return this->shared(shared.columns, index); };
  auto with = [&](BinaryKind kind, Value value, uint64_t by) {
    return binary(kind, value, number(by));
  };
  auto half = [&](Value packed, Value high) {
    return with(BinaryKind::And, binary(BinaryKind::Shr, packed, high), 0xffff);
  };
  constexpr uint64_t kMask = (1 << kPartBits) - 1;
  Value own = declareShare("own", share, tile.getElementType());
  Value before = declareShare("before", share, type);
  // What a thread does with each of its elements, given where it counts those of that kind.
  auto each = [&](bool isFirst, llvm::function_ref<void(Value slot, Value in, Value high)> body) {
    unrolled("slot", share, [&](Value slot) {
      auto index = [&] { return add(multiply(read(thread), share), read(slot)); };
      Value mine = buildElement(m_at, m_loc, own, read(slot));
      if (isFirst)
        assign(mine, read(element(index())));
      Value digit = variable("digit", clone(tile.getDigit(), mine));
      Value isElement = compare(CmpKind::Lt, index(), read(count));
      auto partOf = [&] {
        Value shifted =
            firstBit ? binary(BinaryKind::Shr, read(digit), read(firstBit)) : read(digit);
        return with(BinaryKind::And, shifted, kMask);
      };
      Value part = variable("part", select(isElement, partOf, [&] { return number(kMask); }));
      Value row = multiply(with(BinaryKind::Rem, read(part), kColumns), threads);
      Value in = variable("column", add(row, read(thread)));
      Value high = variable("high", multiply(with(BinaryKind::Div, read(part), kColumns), 16));
      body(read(slot), in, high);
    });
  };
  unrolled("row", kColumns, [&](Value row) {
    assign(column(add(multiply(read(row), threads), read(thread))), number(0));
  });
  Operation *last = getLast();
  each(/*isFirst=*/true, [&](Value slot, Value in, Value high) {
    assign(buildElement(m_at, m_loc, before, slot), half(read(column(read(in))), read(high)));
    increase(column(read(in)), binary(BinaryKind::Shl, number(1), read(high)));
  });
  comment(last, "Each thread counts its elements with each value of four bits; a number holds two "
                "counts.");
  barrier();
  scanColumns(column, scan, thread);
  barrier();
  each(/*isFirst=*/false, [&](Value slot, Value in, Value high) {
    Value rank = add(read(buildElement(m_at, m_loc, before, slot)),
                     half(read(column(read(in))), read(high)));
    assign(element(rank), read(buildElement(m_at, m_loc, own, slot)));
  });
  barrier();
}

// Puts in place of each count what all counts before it come to: of smaller values, and of the same
// one in threads before. Elements of the eight larger values come behind all others, whose number
// is in the lower half of the total.
void DigitBuilder::scanColumns(const ElementFn &column, FuncOp scan, Value thread) {
  auto mine = [&](Value row) { return column(add(multiply(read(thread), kColumns), read(row))); };
  Value sum = variable("sum", number(0), /*isConst=*/false);
  unrolled("row", kColumns, [&](Value row) { increase(sum, read(mine(row))); });
  Value total = variable("total", number(0), /*isConst=*/false);
  auto before = m_at.create<CallOp>(m_loc, number(0).getType(), scan.getSymName(),
                                    ValueRange{read(sum), total});
  Value start = variable("start", before.getResult(0), /*isConst=*/false);
  increase(start, binary(BinaryKind::Shl, read(total), number(16)));
  unrolled("row", kColumns, [&](Value row) {
    Value number = variable("number", read(mine(row)));
    assign(mine(row), read(start));
    increase(start, read(number));
  });
}

/// The index of a thread in the order in which the scan takes threads: subgroups need not have them
/// in that of their indices.
Value DigitBuilder::buildThread(RankDigitsOp tile, FuncOp scan) {
  if (tile.getPlan() != ReduceStrategy::Subgroup)
    return variable("thread", buildBuiltin(m_at, m_loc, Builtin::LocalIndex));
  Value threads = variable("threads", number(0), /*isConst=*/false);
  auto before = m_at.create<CallOp>(m_loc, number(0).getType(), scan.getSymName(),
                                    ValueRange{number(1), threads});
  Value thread = variable("thread", before.getResult(0));
  thread.getDefiningOp()->setAttr(
      kCommentAttr, m_at.getStringAttr("Threads in the order in which subgroups have them."));
  return thread;
}

// for (index) elements[index] = load(min(index, inTile - 1));
// barrier();
// ... sorts them by their digits
// for (index) if (the element before has another digit) starts[digit] = start(digit) - index;
// barrier();
// for (index) store(starts[digit] + index, elements[index]);
// barrier();
void DigitBuilder::lowerRanks(RankDigitsOp tile, const Shared &shared, FuncOp scan) {
  int64_t threads = tile.getThreads(), radix = tile.getRadix();
  Value thread = buildThread(tile, scan);
  Value count = variable("inTile", tile.getCount());
  auto element = [&](Value index) { return this->shared(shared.elements, index); };
  auto first = [&](Value digit) { return this->shared(shared.counts, digit); };
  auto each = [&](llvm::function_ref<void(Value index)> body) {
    loop("index", read(thread), [&] { return read(count); }, body, BinaryKind::Add, threads);
  };
  // All threads read at once: those without an element read the last one again.
  eachInTurn(thread, threads, tile.getShare(), [&](Value index) {
    Value known = variable("known", smaller(read(index), subtract(read(count), number(1))));
    Value loaded = clone(tile.getLoad(), read(known));
    assign(element(read(index)), loaded);
  });
  barrier();
  if (tile.getBits() > kPartBits)
    loop(
        "bit", number(0), [&] { return number(tile.getBits()); },
        [&](Value bit) { sortByPart(shared, scan, tile, count, thread, bit); }, BinaryKind::Add,
        kPartBits);
  else
    sortByPart(shared, scan, tile, count, thread, Value());
  Operation *last = getLast();
  each([&](Value index) {
    Value digit = variable("digit", clone(tile.getDigit(), element(read(index))));
    Value previous = variable("previous", number(radix), /*isConst=*/false);
    ifTrue(compare(CmpKind::Gt, read(index), number(0)), [&] {
      Value place = element(subtract(read(index), number(1)));
      assign(previous, clone(tile.getDigit(), place));
    });
    ifTrue(compare(CmpKind::Ne, read(digit), read(previous)), [&] {
      Value start = clone(tile.getStart(), read(digit));
      assign(first(read(digit)), subtract(start, read(index)));
    });
  });
  comment(last, "Where elements of each digit go, less the index of the first one here.");
  barrier();
  each([&](Value index) {
    Value digit = variable("digit", clone(tile.getDigit(), element(read(index))));
    Value target = add(read(first(read(digit))), read(index));
    clone(tile.getStore(), {target, read(element(read(index)))});
  });
  // The next tile overwrites this one.
  barrier();
}
