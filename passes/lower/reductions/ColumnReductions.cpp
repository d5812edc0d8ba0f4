//===- ColumnReductions.cpp - Workgroups take iterations side by side, and share their loops --===//
//
//   for (int x = 0; x < w; x++) {
//     float total = 0;
//     for (int y = 0; y < h; y++)
//       total += image[y * w + x];
//     sums[x] = total;
//   }
//
//   =>
//
//   const uint columns = w < 65536 ? 32 : 64; // fewer where there are fewer
//   const uint column = lid % columns, share = lid / columns;
//   for (each block of as many columns)
//     for (each slice of its rows) {
//       const int x = min(columns * block + column, w - 1);
//       float total = 0;
//       for (int y = slice * shares + share; y < h; y += slices * shares)
//         total += image[y * w + x];
//       combineColumns(total, columns);
//       if (slices > 1) {
//         leave if other slices of the block are not done
//         total = those of all slices, in order
//       }
//       if (share == 0 && x is not repeated)
//         sums[x] = total;
//     }
//
// Neighbouring threads read neighbouring elements. There are as many slices as there are workgroups
// for each block. Threads behind the last column repeat it and write nothing. Blocks are twice as
// wide where each workgroup has one of its own then.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "ir/VkmAttributes.h"
#include "passes/loops/UnrollGrids.h"
#include "passes/lower/kernels/GridBodies.h"
#include "passes/lower/reductions/LowerReductions.h"
#include "transforms/Expressions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// How the threads of a dispatch share columns; variables of type uint.
struct ReductionLowering::ColumnShape {
  std::function<Value(OpBuilder &)> count; ///< of the grid's iterations
  Value columns;                           ///< of a workgroup, side by side
  Value shares;                            ///< of each column, in a workgroup
  Value column, share;                     ///< those of this thread
  Value blocks, slices;                    ///< how many there are
};

/// The power of two that is how many columns a workgroup takes side by side at most: one more than
/// planned where each workgroup has a block of its own then, and there are threads for two shares.
Value ReductionLowering::buildColumnBits(OpBuilder &at, Location loc, const ColumnShape &shape) {
  uint64_t bits = llvm::Log2_64(columns);
  if (!canWiden())
    return buildUint(at, loc, bits);
  Value isFew = at.create<CmpOp>(loc, CmpKind::Lt, shape.count(at),
                                 buildUint(at, loc, 2 * uint64_t(columns) * uint64_t(maxGroups)));
  return buildSelect(
      at, loc, getUintType(at.getContext()), isFew,
      [&](OpBuilder &few) { return buildUint(few, loc, bits); },
      [&](OpBuilder &many) { return buildUint(many, loc, bits + 1); });
}

/// The same for as many columns as are known, and narrowed where there are fewer than that.
uint64_t ReductionLowering::getColumnBits(int64_t count) {
  uint64_t bits = llvm::Log2_64(columns);
  if (canWiden() && uint64_t(count) >= 2 * uint64_t(columns) * uint64_t(maxGroups))
    ++bits;
  while ((uint64_t(1) << bits) / 2 >= uint64_t(count))
    --bits;
  return bits;
}

/// The same for as many columns as the program finds.
//   uint columnBits = w < 65536 ? 5 : 6;
//   while ((1 << columnBits) / 2 >= w) columnBits--;
Value ReductionLowering::buildNarrowedBits(OpBuilder &at, Location loc, const ColumnShape &shape) {
  Value bits = buildVar(at, loc, "columnBits", buildColumnBits(at, loc, shape), /*isConst=*/false);
  auto narrow = at.create<WhileOp>(loc);
  narrow->setAttr(kCommentAttr,
                  at.getStringAttr("Where there are few, more threads share each of them."));
  OpBuilder in = OpBuilder::atBlockEnd(&narrow.getCond().emplaceBlock());
  Value half =
      buildBinary(in, loc, BinaryKind::Shl, buildUint(in, loc, 1), buildLoad(in, loc, bits));
  half = buildBinary(in, loc, BinaryKind::Div, half, buildUint(in, loc, 2));
  in.create<YieldOp>(loc, in.create<CmpOp>(loc, CmpKind::Ge, half, shape.count(in)));
  in = OpBuilder::atBlockEnd(&narrow.getBody().emplaceBlock());
  in.create<UpdateOp>(loc, BinaryKind::Sub, bits, buildUint(in, loc, 1));
  return bits;
}

ReductionLowering::ColumnShape ReductionLowering::buildColumnShape(OpBuilder &at, RowOp row,
                                                                   const IRMapping &mapping) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  Type uintType = getUintType(at.getContext());
  auto number = [&](OpBuilder &in, uint64_t value) { return buildUint(in, loc, value); };
  auto binary = [&](BinaryKind kind, Value lhs, Value rhs) {
    return buildBinary(at, loc, kind, lhs, rhs);
  };
  auto load = [&](Value variable) { return buildLoad(at, loc, variable); };
  auto define = [&](StringRef name, Value value) -> Value {
    return buildVar(at, loc, name, value, /*isConst=*/true);
  };
  auto cloned = [=, &mapping](OpBuilder &in, Value value) -> Value {
    IRMapping inside = mapping;
    return in.createOrFold<CastOp>(loc, uintType, cloneExpression(in, value, inside));
  };
  ColumnShape shape;
  shape.count = buildIterationCount(at, grid, mapping);

  std::optional<int64_t> known = getConstantInt(grid.getUpper()[0]);
  if (known)
    *known -= *getConstantInt(grid.getLower()[0]);
  Value bits = known && *known > 0 ? define("columnBits", number(at, getColumnBits(*known)))
                                   : buildNarrowedBits(at, loc, shape);

  // A quotient by a variable would take longer than a shift.
  shape.columns = define("columns", binary(BinaryKind::Shl, number(at, 1), load(bits)));
  shape.shares = define("shares", binary(BinaryKind::Shr, number(at, threads), load(bits)));
  Value lid = buildBuiltin(at, loc, Builtin::LocalIndex);
  Value last = binary(BinaryKind::Sub, load(shape.columns), number(at, 1));
  shape.column = define("column", binary(BinaryKind::And, lid, last));
  lid = buildBuiltin(at, loc, Builtin::LocalIndex);
  shape.share = define("share", binary(BinaryKind::Shr, lid, load(bits)));
  // ceil(w / columns), as long as there are columns.
  last = known ? number(at, uint64_t(std::max<int64_t>(*known - 1, 0)))
               : binary(BinaryKind::Sub, shape.count(at), number(at, 1));
  Value before = binary(BinaryKind::Shr, last, load(bits));
  shape.blocks = define("blocks", binary(BinaryKind::Add, before, number(at, 1)));
  Value most =
      binary(BinaryKind::Div, buildBuiltin(at, loc, Builtin::NumWorkgroups), load(shape.blocks));
  Value rows = cloned(at, row.getBound());
  Value enough =
      binary(BinaryKind::Div, rows,
             binary(BinaryKind::Mul, number(at, getRowsOfShare(row)), load(shape.shares)));
  Value slices = at.create<MathOp>(loc, uintType, MathFn::Min, ValueRange{most, enough});
  shape.slices = define(
      "slices", at.create<MathOp>(loc, uintType, MathFn::Max, ValueRange{slices, number(at, 1)}));
  return shape;
}

//   if (slices > 1) {
//     if (share == 0) partials[item * columns + column] = total;
//     memoryBarrierBuffer();
//     barrier();
//     if (lid == 0) {
//       memoryBarrierBuffer();
//       isLastGroup = atomicAdd(groupsDone[block], 1) == slices - 1;
//     }
//     barrier();
//     if (!isLastGroup) continue;
//     memoryBarrierBuffer();
//     if (lid == 0) groupsDone[block] = 0;
//     total = 0;
//     for (uint other = share; other < slices; other += shares)
//       total += partials[(other * blocks + block) * columns + column];
//     combineColumns(total, columns);
//   }
void ReductionLowering::combineSlices(OpBuilder &at, Location loc, const ColumnShape &shape,
                                      Value item, Value block) {
  Type flagType = RefType::get(at.getI1Type());
  auto compare = [&](OpBuilder &in, CmpKind kind, Value variable, uint64_t with) -> Value {
    return in.create<CmpOp>(loc, kind, buildLoad(in, loc, variable), buildUint(in, loc, with));
  };
  auto branch = at.create<IfOp>(loc, compare(at, CmpKind::Gt, shape.slices, 1));
  branch->setAttr(kCommentAttr,
                  at.getStringAttr("Publish the partial results; of the workgroups with these "
                                   "columns, the one that counts itself last has all of them "
                                   "before it."));
  OpBuilder in = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  auto slot = [&](OpBuilder &to, Value of) {
    Value begin = buildBinary(to, loc, BinaryKind::Mul, of, buildLoad(to, loc, shape.columns));
    return buildBinary(to, loc, BinaryKind::Add, begin, buildLoad(to, loc, shape.column));
  };
  auto publish = in.create<IfOp>(loc, compare(in, CmpKind::Eq, shape.share, 0));
  OpBuilder first = OpBuilder::atBlockEnd(&publish.getThenRegion().front());
  forEachNumber(first, loc,
                [&](OpBuilder &to, const Accumulator &accumulator, const Leaf &leaf,
                    unsigned component, Value mine) {
                  Value place =
                      scratchPlace(to, loc, accumulator, leaf, component, [&](OpBuilder &index) {
                        return slot(index, buildLoad(index, loc, item));
                      });
                  storeScratch(to, loc, place, buildLoad(to, loc, mine));
                });
  in.create<MemoryBarrierOp>(loc);
  in.create<BarrierOp>(loc);
  auto counter = [&](OpBuilder &to) -> Value {
    Type type = ArrayType::get(to.getContext(), maxGroups, getUintType(to.getContext()));
    Value all = to.create<ScratchRefOp>(loc, RefType::get(type), scratch.getSymName(), kGroupsDone);
    return buildElement(to, loc, all, buildLoad(to, loc, block));
  };
  OpBuilder counting = buildIfFirstThread(in, loc);
  counting.create<MemoryBarrierOp>(loc);
  Value done = counting.create<AtomicOp>(loc, getUintType(at.getContext()), ReduceKind::Add,
                                         counter(counting), buildUint(counting, loc, 1));
  Value last = buildBinary(counting, loc, BinaryKind::Sub, buildLoad(counting, loc, shape.slices),
                           buildUint(counting, loc, 1));
  Value isLast = counting.create<CmpOp>(loc, CmpKind::Eq, done, last);
  counting.create<AssignOp>(loc, counting.create<SharedRefOp>(loc, flagType, flag), isLast);
  in.create<BarrierOp>(loc);
  Value isLastGroup = buildLoad(in, loc, in.create<SharedRefOp>(loc, flagType, flag));
  Value isOther = in.create<UnaryOp>(loc, in.getI1Type(), UnaryKind::Not, isLastGroup);
  auto leave = in.create<IfOp>(loc, isOther);
  OpBuilder::atBlockEnd(&leave.getThenRegion().front()).create<ContinueOp>(loc);
  in.create<MemoryBarrierOp>(loc);
  OpBuilder reset = buildIfFirstThread(in, loc);
  reset.create<AssignOp>(loc, counter(reset), buildUint(reset, loc, 0))
      ->setAttr(kCommentAttr, at.getStringAttr("For the next launch."));

  for (Accumulator &accumulator : accumulators)
    resetAccumulator(in, loc, accumulator, accumulator.place);
  ForOp loop = buildUintLoop(
      in, loc, "other", buildLoad(in, loc, shape.share),
      [&](OpBuilder &to) { return buildLoad(to, loc, shape.slices); },
      [&](OpBuilder &to) { return buildLoad(to, loc, shape.shares); });
  OpBuilder body = OpBuilder::atBlockEnd(&loop.getBody().front());
  auto mine = [&](OpBuilder &to, const Accumulator &accumulator, const Leaf &leaf) {
    return partOf(to, loc, accumulator.place, leaf);
  };
  combineAll(body, loc, mine, [&](OpBuilder &to, const Accumulator &accumulator, const Leaf &leaf) {
    return loadScratch(to, loc, accumulator, leaf, [&](OpBuilder &index) {
      Value before =
          buildBinary(index, loc, BinaryKind::Mul, buildLoad(index, loc, loop.getBodyVar()),
                      buildLoad(index, loc, shape.blocks));
      return slot(index,
                  buildBinary(index, loc, BinaryKind::Add, before, buildLoad(index, loc, block)));
    });
  });
  callCombine(in, loc, shape.columns);
}

void ReductionLowering::lowerColumns(OpBuilder &at, RowOp row, const IRMapping &mapping) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  Type uintType = getUintType(at.getContext());
  at.getBlock()->getParentOp()->setAttr(
      kCommentAttr,
      at.getStringAttr("Neighbouring threads take neighbouring iterations, and several "
                       "threads share each of them, where these are long."));
  ColumnShape shape = buildColumnShape(at, row, mapping);
  auto load = [&](OpBuilder &in, Value variable) { return buildLoad(in, loc, variable); };
  auto product = [&](OpBuilder &in, Value lhs, Value rhs) {
    return buildBinary(in, loc, BinaryKind::Mul, load(in, lhs), load(in, rhs));
  };
  ForOp items = buildUintLoop(
      at, loc, "item", buildBuiltin(at, loc, Builtin::Workgroup),
      [&](OpBuilder &in) { return product(in, shape.blocks, shape.slices); },
      [&](OpBuilder &in) { return buildBuiltin(in, loc, Builtin::NumWorkgroups); });
  items->setAttr(kCommentAttr, at.getStringAttr("A block of neighbouring columns and a slice of "
                                                "their rows at a time."));
  at.create<ReturnOp>(loc, Value());
  OpBuilder in = OpBuilder::atBlockEnd(&items.getBody().front());
  Value item = items.getBodyVar();
  auto binary = [&](BinaryKind kind, Value lhs, Value rhs) {
    return buildBinary(in, loc, kind, lhs, rhs);
  };
  Value block = buildVar(in, loc, "block",
                         binary(BinaryKind::Rem, load(in, item), load(in, shape.blocks)), true);
  Value slice = buildVar(in, loc, "slice",
                         binary(BinaryKind::Div, load(in, item), load(in, shape.blocks)), true);
  std::string name = grid.getCounterName(0).str();
  Value ahead = product(in, block, shape.columns);
  Value index = buildVar(in, loc, name + "Index",
                         binary(BinaryKind::Add, ahead, load(in, shape.column)), true);
  Value last = binary(BinaryKind::Sub, shape.count(in), buildUint(in, loc, 1));
  Value near = in.create<MathOp>(loc, uintType, MathFn::Min, ValueRange{load(in, index), last});
  Value place = buildCounter(in, grid, near);
  IRMapping clone = mapping;
  cloneBody(in, grid, place, clone);

  RowParts parts = takeRow(cast<RowOp>(clone.lookup(row.getOperation())));
  ForOp loop = parts.loop;
  int64_t step = row.getStep();
  OpBuilder before(loop);
  Value own = buildBinary(before, loc, BinaryKind::Add, product(before, slice, shape.shares),
                          load(before, shape.share));
  shareLoop(loop, step, own, [&](OpBuilder &to, Type counts) {
    Value stride = to.createOrFold<CastOp>(loc, counts, product(to, shape.slices, shape.shares));
    if (step == 1)
      return stride;
    Value factor = to.create<ConstantOp>(loc, to.getIntegerAttr(counts, step));
    return buildBinary(to, loc, BinaryKind::Mul, factor, stride);
  });
  if (int64_t turns = row.getPlan()->getTurns(); turns > 1) {
    // Threads of a workgroup that has a block of its own have only this to wait for.
    auto isWide = [&](OpBuilder &to) -> Value {
      return to.create<CmpOp>(loc, CmpKind::Gt, buildLoad(to, loc, shape.columns),
                              buildUint(to, loc, columns));
    };
    if (canWiden())
      unrollGridLoop(loop, turns, isWide);
    else
      unrollGridLoop(loop, turns);
  }
  SmallVector<Operation *> behind;
  for (Operation *op = loop->getNextNode(); op; op = op->getNextNode())
    behind.push_back(op);
  in.setInsertionPointToEnd(&items.getBody().front());
  callCombine(in, loc, shape.columns);
  combineSlices(in, loc, shape, item, block);
  Value isFirst = in.create<CmpOp>(loc, CmpKind::Eq, load(in, shape.share), buildUint(in, loc, 0));
  auto isOne = in.create<AndOp>(loc, in.getI1Type(), isFirst);
  OpBuilder rhs = OpBuilder::atBlockEnd(&isOne.getRhs().emplaceBlock());
  rhs.create<YieldOp>(loc, rhs.create<CmpOp>(loc, CmpKind::Lt, load(rhs, index), shape.count(rhs)));
  auto branch = in.create<IfOp>(loc, isOne);
  OpBuilder first = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  finishRow(first, loc, parts, behind);
  // The shared memory is free for the next columns.
  in.create<BarrierOp>(loc);
}
