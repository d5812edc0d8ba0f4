//===- UnrollGrids.cpp - Several iterations of a grid at a time ------------------------------===//
//
//   for (uint i = thread; i < n; i += threads) sum += a[i];
//
//   =>
//
//   uint i = thread;
//   const uint stride = threads;
//   while (i < n && n - i > 7u * stride)
//     [[unroll]] for (uint k = 0u; k < 8u; k++, i += stride) sum += a[i];
//   for (uint rest = i; rest < n; rest += stride) sum += a[rest];
//
// A condition around each iteration would keep the compilers of devices from reading for all of
// them before it waits for the first.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/UnrollGrids.h"

#include "passes/LowerReductions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

void vkmorph::vkm::unrollGridLoop(ForOp loop, int64_t factor) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type type = loop.getInit().getType();
  auto constant = [&](OpBuilder &at, Type of, int64_t value) -> Value {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(of, value));
  };
  auto counter = builder.create<VarOp>(loc, RefType::get(type), loop.getName(), loop.getInit(),
                                       /*is_const=*/false);
  UpdateOp step = *loop.getStep().getOps<UpdateOp>().begin();
  IRMapping mapping;
  auto stride = builder.create<VarOp>(loc, RefType::get(type), "stride",
                                      cloneExpression(builder, step.getValue(), mapping),
                                      /*is_const=*/true);

  // i < n && n - i > 7 * stride
  auto blocks = builder.create<WhileOp>(loc);
  if (Attribute comment = loop->removeAttr(kCommentAttr))
    blocks->setAttr(kCommentAttr, comment);
  OpBuilder at = OpBuilder::atBlockBegin(&blocks.getCond().emplaceBlock());
  mapping.map(loop.getCondVar(), counter);
  for (Operation &op : loop.getCond().front().without_terminator())
    at.clone(op, mapping);
  auto cmp = cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
  auto both = at.create<AndOp>(loc, at.getI1Type(), mapping.lookup(cmp.getResult()));
  OpBuilder inner = OpBuilder::atBlockBegin(&both.getRhs().emplaceBlock());
  IRMapping again;
  again.map(loop.getCondVar(), counter);
  Value left = cloneExpression(inner, cmp.getRhs(), again);
  Value own = buildLoad(inner, loc, counter), ahead = buildLoad(inner, loc, stride);
  if (left.getType() != type) {
    own = inner.create<CastOp>(loc, left.getType(), own);
    ahead = inner.create<CastOp>(loc, left.getType(), ahead);
  }
  left = inner.create<BinaryOp>(loc, left.getType(), BinaryKind::Sub, left, own);
  ahead = inner.create<BinaryOp>(loc, left.getType(), BinaryKind::Mul,
                                 constant(inner, left.getType(), factor - 1), ahead);
  CmpKind kind = cmp.getKind() == CmpKind::Lt ? CmpKind::Gt : CmpKind::Ge;
  inner.create<YieldOp>(loc, inner.create<CmpOp>(loc, kind, left, ahead));
  at.create<YieldOp>(loc, both);

  Type uintType = builder.getIntegerType(32, false);
  at = OpBuilder::atBlockBegin(&blocks.getBody().emplaceBlock());
  ForOp unrolled = buildUintLoop(
      at, loc, "k", constant(at, uintType, 0),
      [&](OpBuilder &in) { return constant(in, uintType, factor); },
      [&](OpBuilder &in) { return constant(in, uintType, 1); });
  unrolled->setAttr(kUnrollAttr, builder.getUnitAttr());
  at.setInsertionPointToEnd(&unrolled.getStep().front());
  at.create<UpdateOp>(loc, BinaryKind::Add, counter, buildLoad(at, loc, stride));
  at.setInsertionPointToEnd(&unrolled.getBody().front());
  IRMapping body;
  body.map(loop.getBodyVar(), counter);
  for (Operation &op : loop.getBody().front())
    at.clone(op, body);

  // What is left goes on from there.
  builder.setInsertionPoint(loop);
  loop.getInitMutable().assign(buildLoad(builder, loc, counter));
  loop.setName("rest");
  loop->setAttr(kCommentAttr, builder.getStringAttr("The iterations that are left."));
  loop.getBody().walk([](Operation *op) { op->removeAttr(kCommentAttr); });
  OpBuilder before(step);
  step.getValueMutable().assign(buildLoad(before, loc, stride));
}

bool vkmorph::vkm::canUnroll(GridOp grid) {
  // Compilers of software devices take long for more branches than that, eight times over.
  constexpr int kMaxOperations = 24, kMaxBranches = 1;
  int operations = 0, branches = 0;
  bool isPlain = grid.getNumDims() == 1;
  grid.getBody().walk([&](Operation *op) {
    ++operations;
    branches += isa<IfOp, SelectOp, AndOp, OrOp, ArgReduceOp>(op);
    isPlain &= !isa<ForOp, WhileOp, DoWhileOp, SwitchOp, CallOp>(op);
    if (auto reduce = dyn_cast<ReduceOp>(op))
      isPlain &= reduce.getIndices().empty();
  });
  return isPlain && operations <= kMaxOperations && branches <= kMaxBranches;
}
