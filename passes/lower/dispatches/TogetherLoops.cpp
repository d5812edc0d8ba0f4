//===- TogetherLoops.cpp - Loops over a grid through which a workgroup goes together ----------===//

#include "passes/lower/dispatches/TogetherLoops.h"

#include "transforms/Expressions.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

LogicalResult TogetherLoops::takeTogether(ForOp loop) {
  Location loc = m_within->getLoc();
  std::optional<CountedLoop> header = matchCountedLoop(loop);
  if (!header || header->predicate != CmpKind::Lt || header->subtracted)
    return m_within->emitOpError("stands in a loop that does not count up to a bound");
  TogetherLoop along = {loop, *header, std::nullopt, loop.getName().str()};
  SmallVector<BuiltinOp> threads = findBuiltins(loop.getInit());
  for (BuiltinOp thread : threads) {
    if (thread.getBuiltin() != Builtin::GlobalInvocation || threads.size() > 1)
      return m_within->emitOpError("stands in a loop in which threads take no neighbours");
    along.axis = thread.getDim();
    OpBuilder at(thread);
    Value begin = buildBinary(at, loc, BinaryKind::Mul,
                              buildBuiltin(at, loc, Builtin::Workgroup, *along.axis),
                              buildUint(at, loc, m_shader.getLocalSize()[*along.axis]));
    thread.getResult().replaceAllUsesWith(begin);
    thread.erase();
  }
  std::string name = "first";
  name += llvm::toUpper(along.name[0]);
  loop.setName(name + along.name.substr(1));
  m_loops.push_back(std::move(along));
  return success();
}

LogicalResult TogetherLoops::find(Operation *within, ValueRange counters) {
  m_within = within;
  m_shader = within->getParentOfType<ShaderOp>();
  SmallVector<ForOp> loops;
  for (Operation *op = within->getParentOp(); loops.size() < counters.size();
       op = op->getParentOp()) {
    auto loop = dyn_cast<ForOp>(op);
    if (!loop)
      return within->emitOpError("does not stand in the loops over its grid");
    loops.push_back(loop);
  }
  for (ForOp loop : llvm::reverse(loops))
    if (failed(takeTogether(loop)))
      return failure();
  for (Value counter : counters) {
    auto load = counter.getDefiningOp<LoadOp>();
    auto *found = llvm::find_if(m_loops, [&](TogetherLoop &along) {
      return load && load.getRef() == along.loop.getBodyVar();
    });
    if (found == m_loops.end())
      return within->emitOpError("has a counter that no loop around it has");
    m_counterLoops.push_back(found - m_loops.begin());
  }
  return success();
}

/// Where a thread of the workgroup stands along an axis, by its index.
Value TogetherLoops::buildCoordinate(OpBuilder &at, Value index, unsigned axis) {
  Location loc = m_within->getLoc();
  ArrayRef<int32_t> size = m_shader.getLocalSize();
  int64_t before = 1, behind = 1;
  for (unsigned other = 0; other < size.size(); ++other)
    (other < axis ? before : behind) *= other == axis ? 1 : size[other];
  if (before > 1)
    index = buildBinary(at, loc, BinaryKind::Div, index, buildUint(at, loc, before));
  if (behind > 1)
    index = buildBinary(at, loc, BinaryKind::Rem, index, buildUint(at, loc, size[axis]));
  return index;
}

Value TogetherLoops::buildBound(OpBuilder &at, const TogetherLoop &along) {
  IRMapping mapping;
  return cloneExpression(at, along.header.bound, mapping);
}

SmallVector<VarOp> TogetherLoops::buildCounters(OpBuilder &at, Value index, BuildBegin begin) {
  Location loc = m_within->getLoc();
  SmallVector<VarOp> counters;
  for (TogetherLoop &along : m_loops) {
    Value value = begin(at, along);
    if (along.axis)
      value = buildBinary(
          at, loc, BinaryKind::Add, value,
          at.createOrFold<CastOp>(loc, value.getType(), buildCoordinate(at, index, *along.axis)));
    counters.push_back(buildVar(at, loc, along.name, value, /*isConst=*/true));
  }
  return counters;
}
