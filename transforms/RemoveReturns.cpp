//===- RemoveReturns.cpp - A body without returns ---------------------------------------------===//

#include "transforms/RemoveReturns.h"

#include "analysis/values/CountedLoops.h"
#include "transforms/Expressions.h"
#include "transforms/Inliner.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {

class ReturnRemover {
public:
  ReturnRemover(VarOp result, VarOp done) : result(result), done(done) {}
  /// `isInLoop`: a break leaves what is around the block. `isLast`: nothing follows it.
  void visit(Block &block, bool isInLoop, bool isLast);

private:
  void leave(ReturnOp ret, bool isInLoop, bool isLast);
  Value isDone(OpBuilder &builder, Location loc);
  void guardRest(Operation *op);

  VarOp result; ///< what is returned; null for nothing
  VarOp done;   ///< whether the body has returned
};

} // namespace

static void eraseBehind(Operation *op) {
  while (&op->getBlock()->back() != op)
    op->getBlock()->back().erase();
}

/// What a return becomes; nothing behind it is reached.
void ReturnRemover::leave(ReturnOp ret, bool isInLoop, bool isLast) {
  eraseBehind(ret);
  OpBuilder builder(ret);
  Location loc = ret.getLoc();
  if (result)
    builder.create<AssignOp>(loc, result.getRef(), ret.getValue());
  if (!isLast)
    builder.create<AssignOp>(loc, done.getRef(),
                             builder.create<ConstantOp>(loc, builder.getBoolAttr(true)));
  if (isInLoop)
    builder.create<BreakOp>(loc);
  ret.erase();
}

Value ReturnRemover::isDone(OpBuilder &builder, Location loc) {
  return builder.create<LoadOp>(loc, builder.getI1Type(), done.getRef());
}

/// What follows a statement that may have returned becomes a branch.
void ReturnRemover::guardRest(Operation *op) {
  Block *block = op->getBlock();
  if (&block->back() == op)
    return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Location loc = op->getNextNode()->getLoc();
  auto branch = dyn_cast<IfOp>(op);
  bool hasElse = branch && !branch.getElseRegion().empty();
  Block::iterator first = std::next(op->getIterator());
  if (branch && !hasElse && alwaysReturns(branch.getThenRegion())) {
    Block &other = branch.getElseRegion().emplaceBlock();
    other.getOperations().splice(other.end(), block->getOperations(), first, block->end());
    return;
  }
  Value goesOn = buildNot(builder, loc, isDone(builder, loc));
  auto rest = builder.create<IfOp>(loc, goesOn);
  Block &inner = rest.getThenRegion().front();
  inner.getOperations().splice(inner.end(), block->getOperations(), std::next(rest->getIterator()),
                               block->end());
}

void ReturnRemover::visit(Block &block, bool isInLoop, bool isLast) {
  for (Operation *op = block.empty() ? nullptr : &block.front(); op; op = op->getNextNode()) {
    if (auto ret = dyn_cast<ReturnOp>(op))
      return leave(ret, isInLoop, isLast);
    if (!mayReturn(*op))
      continue;
    bool holdsBreaks = isa<LoopOpInterface, SwitchOp>(op);
    if (!isInLoop)
      guardRest(op);
    for (Region &region : op->getRegions())
      if (!region.empty())
        visit(region.front(), isInLoop || holdsBreaks,
              isLast && !isa<LoopOpInterface>(op) && !op->getNextNode());
    if (auto branch = dyn_cast<IfOp>(op))
      dropEmptyBranch(branch);
    if (!isInLoop || !holdsBreaks)
      continue;
    // Out of the loop around it as well.
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    auto branch = builder.create<IfOp>(op->getLoc(), isDone(builder, op->getLoc()));
    OpBuilder::atBlockBegin(&branch.getThenRegion().front()).create<BreakOp>(op->getLoc());
    op = branch;
  }
}

VarOp vkm::removeReturns(Block &body, Type type, StringRef name) {
  Location loc = body.getParentOp()->getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  std::string prefix = name.str();
  prefix.front() = name.take_front().lower().front();
  VarOp result;
  if (type)
    result = builder.create<VarOp>(loc, RefType::get(type), getResultName(name), Value(),
                                   /*constant=*/false);
  Value no = builder.create<ConstantOp>(loc, builder.getBoolAttr(false));
  auto done = builder.create<VarOp>(loc, RefType::get(builder.getI1Type()), prefix + "Done", no,
                                    /*constant=*/false);
  ReturnRemover(result, done).visit(body, /*isInLoop=*/false, /*isLast=*/true);
  // Where no statement follows a return, the flag is only assigned, and goes.
  SmallVector<Operation *> uses(done->getUsers());
  if (llvm::all_of(uses, llvm::IsaPred<AssignOp>)) {
    for (Operation *use : uses) {
      Operation *value = use->getOperand(1).getDefiningOp();
      use->erase();
      value->erase();
    }
    done.erase();
    no.getDefiningOp()->erase();
  }
  return result;
}
