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
                                const ElementFn &counts) {
  Type type = getUintType(m_at.getContext());
  return buildTiles<CountDigitsOp>(tiles, [&](CountDigitsOp op, Value tile, Value first) {
    intoBlock(op.getDigit(), type, [&](Block &block) {
      m_at.create<YieldOp>(m_loc, digit(add(read(first), block.getArgument(0))));
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

ForOp DigitBuilder::buildMoves(const DigitTiles &tiles, const DigitFn &digit, const ElementFn &from,
                               const ElementFn &to, const ElementFn &counts) {
  Type type = getUintType(m_at.getContext());
  return buildTiles<RankDigitsOp>(tiles, [&](RankDigitsOp op, Value tile, Value first) {
    intoBlock(op.getDigit(), type, [&](Block &block) {
      m_at.create<YieldOp>(m_loc, digit(add(read(first), block.getArgument(0))));
    });
    intoBlock(op.getStart(), type, [&](Block &block) {
      Value start = entry(tiles, counts, block.getArgument(0), read(tile));
      m_at.create<YieldOp>(m_loc, read(start));
    });
    intoBlock(op.getMove(), {type, type}, [&](Block &block) {
      Value moved = read(from(add(read(first), block.getArgument(0))));
      assign(to(block.getArgument(1)), moved);
    });
  });
}

//===------------------------------------------------------------------------------------------===//
// Tiles
//===------------------------------------------------------------------------------------------===//

// for (digit) counts[digit] = 0;
// barrier();
// for (index) atomicAdd(counts[digit of index], 1);
// barrier();
// for (digit) store(digit, counts[digit]);
// barrier();
void DigitBuilder::lowerCounts(CountDigitsOp tile, const Shared &shared) {
  Type type = getUintType(m_at.getContext());
  int64_t threads = tile.getThreads(), radix = tile.getRadix();
  Value thread = variable("thread", buildBuiltin(m_at, m_loc, Builtin::LocalIndex));
  Value count = variable("inTile", tile.getCount());
  auto each = [&](StringRef name, llvm::function_ref<Value()> end,
                  llvm::function_ref<void(Value)> body) {
    loop(name, read(thread), end, body, BinaryKind::Add, threads);
  };
  auto digits = [&] { return number(radix); };
  auto counted = [&](Value digit) { return this->shared(shared.counts, radix, type, digit); };
  each("digit", digits, [&](Value digit) { assign(counted(read(digit)), number(0)); });
  barrier();
  each("index", [&] { return read(count); }, [&](Value index) {
    Value digit = clone(tile.getDigit(), read(index));
    m_at.create<AtomicOp>(m_loc, type, ReduceKind::Add, counted(digit), number(1));
  });
  barrier();
  each("digit", digits, [&](Value digit) {
    clone(tile.getStore(), {read(digit), read(counted(read(digit)))});
  });
  // The next tile begins to count.
  barrier();
}

// Sorts `ranked` by four bits of its numbers, from `bit` on.
//
// for (column < 8) columns[column * threads + thread] = 0;
// uint own[share], before[share];
// for (slot < share) if (thread * share + slot < count) {
//   own[slot] = ranked[thread * share + slot];
//   const uint part = own[slot] >> bit & 15, high = (part / 8) * 16;
//   const uint column = (part % 8) * threads + thread;
//   before[slot] = columns[column] >> high & 0xffff;
//   columns[column] += 1 << high;
// }
// barrier();
// ... columns: what all counts before each come to
// barrier();
// for (slot < share) if (...) ranked[before[slot] + (columns[column] >> high & 0xffff)]
//   = own[slot];
// barrier();
void DigitBuilder::sortByPart(const Shared &shared, FuncOp scan, RankDigitsOp tile, Value count,
                              Value thread, Value firstBit) {
  Type type = getUintType(m_at.getContext());
  int64_t size = tile.getSize(), share = tile.getShare(), threads = tile.getThreads();
  auto ranked = [&](Value index) { return this->shared(shared.ranked, size, type, index); };
  auto column = [&](Value index) {
    return this->shared(shared.columns, kColumns * threads, type, index);
  };
  auto bit = [&](BinaryKind kind, Value value, uint64_t by) {
    return binary(kind, value, number(by));
  };
  auto half = [&](Value packed, Value shift) {
    return bit(BinaryKind::And, binary(BinaryKind::Shr, packed, shift), 0xffff);
  };
  Type array = ArrayType::get(m_at.getContext(), share, type);
  auto variables = [&](StringRef name) -> Value {
    return m_at.create<VarOp>(m_loc, RefType::get(array), name, Value(), false);
  };
  Value own = variables("own"), before = variables("before");
  // What a thread does with each of its elements, given where it counts those of that kind.
  auto each = [&](bool isRanked, llvm::function_ref<void(Value slot, Value in, Value shift)> body) {
    unrolled("slot", share, [&](Value slot) {
      auto index = [&] { return add(multiply(read(thread), share), read(slot)); };
      ifTrue(compare(CmpKind::Lt, index(), read(count)), [&] {
        Value mine = buildElement(m_at, m_loc, own, read(slot));
        if (!isRanked)
          assign(mine, read(ranked(index())));
        Value shifted = binary(BinaryKind::Shr, read(mine), read(firstBit));
        Value part = variable("part", bit(BinaryKind::And, shifted, (1 << kPartBits) - 1));
        Value row = multiply(bit(BinaryKind::Rem, read(part), kColumns), threads);
        Value in = variable("column", add(row, read(thread)));
        Value by = variable("high", multiply(bit(BinaryKind::Div, read(part), kColumns), 16));
        body(read(slot), in, by);
      });
    });
  };
  unrolled("row", kColumns, [&](Value row) {
    assign(column(add(multiply(read(row), threads), read(thread))), number(0));
  });
  each(/*isRanked=*/false, [&](Value slot, Value in, Value by) {
    assign(buildElement(m_at, m_loc, before, slot), half(read(column(read(in))), read(by)));
    increase(column(read(in)), binary(BinaryKind::Shl, number(1), read(by)));
  });
  barrier();
  // Elements of the eight larger values come behind all others, whose number is in the lower half.
  auto mine = [&](Value row) { return column(add(multiply(read(thread), kColumns), read(row))); };
  Value sum = variable("sum", number(0), /*isConst=*/false);
  unrolled("row", kColumns, [&](Value row) { increase(sum, read(mine(row))); });
  Value total = variable("total", number(0), /*isConst=*/false);
  Value lower = m_at.create<CallOp>(m_loc, type, scan.getSymName(), ValueRange{read(sum), total})
                    .getResult(0);
  Value start = variable("start", lower, /*isConst=*/false);
  increase(start, bit(BinaryKind::Shl, read(total), 16));
  unrolled("row", kColumns, [&](Value row) {
    Value number = variable("number", read(mine(row)));
    assign(mine(row), read(start));
    increase(start, read(number));
  });
  barrier();
  each(/*isRanked=*/true, [&](Value slot, Value in, Value by) {
    Value rank = add(read(buildElement(m_at, m_loc, before, slot)),
                     half(read(column(read(in))), read(by)));
    assign(ranked(rank), read(buildElement(m_at, m_loc, own, slot)));
  });
  barrier();
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

// for (index) ranked[index] = digit of index << 16 | index;
// barrier();
// ... sorts `ranked` by its digits
// for (index) if (no element before it has its digit) counts[digit] = start(digit) - index;
// barrier();
// for (index) move(ranked[index] & 0xffff, counts[digit] + index);
// barrier();
void DigitBuilder::lowerRanks(RankDigitsOp tile, const Shared &shared, FuncOp scan) {
  Type type = getUintType(m_at.getContext());
  int64_t size = tile.getSize(), threads = tile.getThreads(), radix = tile.getRadix();
  Value thread = buildThread(tile, scan);
  Value count = variable("inTile", tile.getCount());
  auto ranked = [&](Value index) { return this->shared(shared.ranked, size, type, index); };
  auto first = [&](Value digit) { return this->shared(shared.counts, radix, type, digit); };
  auto each = [&](llvm::function_ref<void(Value index)> body) {
    loop("index", read(thread), [&] { return read(count); }, body, BinaryKind::Add, threads);
  };
  auto digitOf = [&](Value packed) { return binary(BinaryKind::Shr, packed, number(16)); };
  each([&](Value index) {
    Value digit = binary(BinaryKind::Shl, clone(tile.getDigit(), read(index)), number(16));
    assign(ranked(read(index)), binary(BinaryKind::Or, digit, read(index)));
  });
  barrier();
  Operation *last = &m_at.getInsertionBlock()->back();
  if (tile.getBits() > kPartBits)
    loop(
        "bit", number(16), [&] { return number(16 + tile.getBits()); },
        [&](Value shift) { sortByPart(shared, scan, tile, count, thread, shift); },
        BinaryKind::Add, kPartBits);
  else
    sortByPart(shared, scan, tile, count, thread, variable("bit", number(16)));
  comment(last, "Sorts the indices by their digits, four bits at a time.");
  last = &m_at.getInsertionBlock()->back();
  each([&](Value index) {
    Value digit = variable("digit", digitOf(read(ranked(read(index)))));
    Value isFirst = compare(CmpKind::Eq, read(index), number(0));
    auto either = m_at.create<OrOp>(m_loc, m_at.getI1Type(), isFirst);
    into(either.getRhs(), [&] {
      Value previous = digitOf(read(ranked(subtract(read(index), number(1)))));
      m_at.create<YieldOp>(m_loc, compare(CmpKind::Ne, previous, read(digit)));
    });
    ifTrue(either, [&] {
      Value start = clone(tile.getStart(), read(digit));
      assign(first(read(digit)), subtract(start, read(index)));
    });
  });
  comment(last, "Where elements of each digit go, less the index of the first one here.");
  barrier();
  each([&](Value index) {
    Value packed = variable("packed", read(ranked(read(index))));
    Value target = add(read(first(digitOf(read(packed)))), read(index));
    clone(tile.getMove(), {binary(BinaryKind::And, read(packed), number(0xffff)), target});
  });
  // The next tile overwrites this one.
  barrier();
}
