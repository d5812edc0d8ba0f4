//===- ExpandSelects.cpp - Choices of values become branches ----------------------------------===//
//
//   x = c ? f(y) : m_gate;   ->   Gate chosen;
//                                 if (c) { chosen = f(y); } else { chosen = m_gate; }
//                                 x = chosen;
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

void vkmorph::shading::expandSelects(Operation *body, llvm::function_ref<bool(Type)> expands) {
  SmallVector<SelectOp> selects;
  body->walk<WalkOrder::PreOrder>([&](SelectOp select) {
    if (expands(select.getType()))
      selects.push_back(select);
  });
  for (SelectOp select : selects) {
    // What it is an operand of becomes statements first.
    SmallVector<Operation *> around = {select};
    while (isa<SelectOp, AndOp, OrOp>(around.back()->getParentOp()))
      around.push_back(around.back()->getParentOp());
    for (Operation *op : llvm::reverse(around))
      expandLazy(op, isa<SelectOp>(op) ? "chosen" : "condition");
  }
}
