//===- NameRows.cpp - Makes operations of loops that workgroups may share ---------------------===//

#include "transforms/NameRows.h"

#include "analysis/patterns/RowLoops.h"

using namespace mlir;
using namespace vkmorph::vkm;

RowOp vkmorph::vkm::nameRow(GridOp grid) {
  RowPlanAttr plan;
  if (RowOp known = grid.getRow()) {
    plan = known.getPlanAttr();
    known.dissolve();
  }
  std::optional<RowLoop> found = matchRowLoop(grid);
  if (!found)
    return {};
  OpBuilder builder(found->loop);
  SmallVector<Value> accumulators;
  for (VarOp variable : found->variables)
    accumulators.push_back(variable.getRef());
  auto row = builder.create<RowOp>(found->loop.getLoc(), found->kinds, accumulators, found->step);
  if (plan)
    row.setPlanAttr(plan);
  Block &body = row.getBody().front();
  found->loop->moveBefore(&body, body.end());
  return row;
}
