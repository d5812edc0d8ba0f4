//===- InterchangeLoops.cpp - The loops of grids in the order that is planned -----------------===//
//
//     vkm.grid (%x, %y) attributes {vkm.loop_order = array<i32: 1, 0>} { ... }
//  => vkm.grid (%y, %x) attributes {source_order = array<i32: 1, 0>} { ... }
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/GridShape.h"
#include "passes/Passes.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_INTERCHANGELOOPS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct InterchangeLoopsPass : vkm::impl::InterchangeLoopsBase<InterchangeLoopsPass> {
  using InterchangeLoopsBase::InterchangeLoopsBase;
  void runOnOperation() override;
};
} // namespace

/// The dimensions of a grid in another order.
static void interchange(GridOp grid) {
  Builder builder(grid.getContext());
  unsigned dims = grid.getNumDims();
  SmallVector<Value> lower, upper, dynamicSteps;
  SmallVector<int64_t> steps;
  SmallVector<int32_t> predicates;
  SmallVector<Attribute> names;
  for (unsigned depth = 0; depth < dims; ++depth) {
    unsigned dim = getPlannedDim(grid, depth);
    lower.push_back(grid.getLower()[dim]);
    upper.push_back(grid.getUpper()[dim]);
    if (grid.hasDynamicStep(dim))
      dynamicSteps.push_back(grid.getDynamicStep(dim));
    steps.push_back(grid.getSteps()[dim]);
    predicates.push_back(grid.getPredicates()[dim]);
    names.push_back(grid.getNames()[dim]);
  }
  grid.getLowerMutable().assign(lower);
  grid.getUpperMutable().assign(upper);
  grid.getDynamicStepsMutable().assign(dynamicSteps);
  grid.setSteps(steps);
  grid.setPredicates(predicates);
  grid.setNamesAttr(builder.getArrayAttr(names));
  Block &body = grid.getBody().front();
  for (unsigned depth = 0; depth < dims; ++depth) {
    BlockArgument old = body.getArgument(getPlannedDim(grid, depth));
    old.replaceAllUsesWith(body.addArgument(old.getType(), old.getLoc()));
  }
  body.eraseArguments(0, dims);
  grid.setSourceOrderAttr(getLoopOrder(grid));
  grid->removeAttr(kLoopOrderAttr);
}

void InterchangeLoopsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Planned)
    return;
  getOperation().walk([](GridOp grid) {
    if (getLoopOrder(grid))
      interchange(grid);
  });
}
