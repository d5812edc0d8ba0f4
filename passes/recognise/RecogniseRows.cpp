//===- RecogniseRows.cpp - Loops in the iterations of a grid that workgroups may share --------===//
//
//   grid (row) {                                   grid (row) {
//     float total = 0;                               float total = 0;
//     for (column ...)                     =>        vkm.row(add total) step 1 {
//       total += a[row * w + column];                  for (column ...)
//     sums[row] = total;                                 total += a[row * w + column];
//   }                                                }
//                                                    sums[row] = total;
//                                                  }
//
// A module that has such operations already is recognised again: a pass that has changed loops of
// grids before planning leaves it to this one to say what they are then.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/Recognisers.h"
#include "passes/Passes.h"
#include "transforms/NameRows.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISEROWS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct RecogniseRowsPass : vkm::impl::RecogniseRowsBase<RecogniseRowsPass> {
  void runOnOperation() override;
};
} // namespace

void RecogniseRowsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([](KernelOp kernel) {
    for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
      nameRow(grid);
  });
}
