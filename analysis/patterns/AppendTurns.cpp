//===- AppendTurns.cpp - Grids whose workgroups append together ------------------------------===//

#include "analysis/patterns/AppendTurns.h"

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Rounds.h"
#include "analysis/values/GridShape.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// A counter from 0 by ones up to a bound of 32 bits, or a number that the host has counted.
static bool isPlain(GridOp grid, unsigned dim) {
  return !keepsCounter(grid, dim) || countsFromZero(grid, dim);
}

int64_t vkmorph::vkm::getAppendTurns(GridOp grid) {
  // What waits in registers, and what is written out several times over.
  constexpr int64_t kMaxBytes = 16, kMaxOperations = 120, kTurns = 8;
  if (keepsOrder(grid) || grid.getSharedRow() || runsRounds(grid))
    return 0;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    if (!isPlain(grid, dim))
      return 0;
  auto parent = grid->getParentOfType<ClassOp>();
  int64_t bytes = 0, operations = 0;
  bool isHere = true;
  walkReached(grid, [&](Operation *op) {
    ++operations;
    isHere &= !isa<AppendOp>(op) || grid->isAncestor(op);
  });
  AppendCounts counts = countAppends(grid);
  for (const auto &[vector, times] : counts) {
    isHere &= times == 1;
    bytes += getLayout(grid, parent.lookupField(vector).getVectorElement()).size;
  }
  if (counts.empty() || !isHere || bytes > 2 * kMaxBytes || operations > 2 * kMaxOperations)
    return 0;
  return bytes <= kMaxBytes && operations <= kMaxOperations ? kTurns : kTurns / 2;
}

bool vkmorph::vkm::appendsByBlocks(GridOp grid) {
  return grid.getBody()
      .walk([](AppendOp append) {
        return append.getStrategy() == AppendStrategy::Workgroup ? WalkResult::interrupt()
                                                                 : WalkResult::advance();
      })
      .wasInterrupted();
}
