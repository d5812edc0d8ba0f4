//===- Swaps.cpp - Three assignments that are std::swap ---------------------------------------===//

#include "backends/host_vulkan/raise/Swaps.h"

#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/VkmDialect.h"

using namespace mlir;
using namespace vkmorph;

/// The place that a value is read from; null where it is no plain read.
static Value getReadPlace(Value value) {
  auto load = value.getDefiningOp<vkm::LoadOp>();
  return load ? load.getRef() : Value();
}

/// The next operation that is a statement.
static Operation *getNextStatement(Operation *op) {
  Operation *next = op->getNextNode();
  while (next && isa<vkm::LoadOp>(next))
    next = next->getNextNode();
  return next;
}

void host::joinSwaps(Operation *body) {
  SmallVector<vkm::LetOp> kept;
  body->walk([&](vkm::LetOp let) { kept.push_back(let); });
  for (vkm::LetOp let : kept) {
    Value first = getReadPlace(let.getValue());
    auto move = dyn_cast_or_null<vkm::AssignOp>(getNextStatement(let));
    auto back = move ? dyn_cast_or_null<vkm::AssignOp>(getNextStatement(move)) : vkm::AssignOp();
    if (!first || !first.getDefiningOp<vkm::VarOp>() || !back || back->hasAttr(vkm::kCommentAttr) ||
        back.getValue() != let.getResult() || !let->hasOneUse())
      continue;
    Value second = getReadPlace(move.getValue());
    if (!second || !second.getDefiningOp<vkm::VarOp>() || first == second ||
        first.getType() != second.getType() || move.getRef() != first || back.getRef() != second)
      continue;
    if (Attribute comment = let->getAttr(vkm::kCommentAttr);
        comment && !move->hasAttr(vkm::kCommentAttr))
      move->setAttr(vkm::kCommentAttr, comment);
    move->setAttr(kSwapAttr, UnitAttr::get(move.getContext()));
    back.erase();
    let.erase();
  }
}
