//===- IterationSteps.cpp - When the iterations of a grid run --------------------------------===//

#include "passes/IterationSteps.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// weight * d[dim] >= atLeast
static DistanceBound makeBound(GridOp grid, unsigned dim, int64_t weight, int64_t atLeast) {
  DistanceBound bound{SmallVector<int64_t, 3>(grid.getNumDims(), 0), atLeast};
  bound.weights[dim] = weight;
  return bound;
}

SmallVector<DistanceCase> vkmorph::vkm::getUnorderedCases(GridOp grid, ArrayRef<int32_t> steps) {
  SmallVector<DistanceCase> cases;
  if (steps.empty())
    return cases;
  ArrayRef<int32_t> weights = steps.drop_while([](int32_t weight) { return weight == 0; });
  unsigned sequential = steps.size() - weights.size(), dims = grid.getNumDims();
  for (unsigned dim = sequential; dim < dims; ++dim) {
    // The first component that is not 0; of the last one alone, any sum is larger.
    if (!weights.empty() && dim + 1 == dims)
      break;
    DistanceCase &late = cases.emplace_back();
    unsigned equal = weights.empty() ? sequential : dim;
    for (unsigned outer = 0; outer < equal; ++outer)
      late.append({makeBound(grid, outer, 1, 0), makeBound(grid, outer, -1, 0)});
    late.push_back(makeBound(grid, dim, 1, 1));
    if (weights.empty())
      continue;
    DistanceBound sum{SmallVector<int64_t, 3>(dims, 0), 0};
    for (auto [index, weight] : llvm::enumerate(weights))
      sum.weights[sequential + index] = -weight;
    late.push_back(sum);
  }
  return cases;
}

SmallVector<DistanceCase> vkmorph::vkm::getLaterCases(GridOp grid) {
  SmallVector<DistanceCase> cases;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    DistanceCase &later = cases.emplace_back();
    for (unsigned outer = 0; outer < dim; ++outer)
      later.append({makeBound(grid, outer, 1, 0), makeBound(grid, outer, -1, 0)});
    later.push_back(makeBound(grid, dim, 1, 1));
  }
  return cases;
}

DistanceCase vkmorph::vkm::getCrossingCase(GridOp grid) {
  DistanceCase crossing;
  unsigned row = grid.getNumDims() - 2;
  for (unsigned dim = 0; dim < row; ++dim)
    crossing.append({makeBound(grid, dim, 1, 0), makeBound(grid, dim, -1, 0)});
  crossing.append({makeBound(grid, row, 1, 1), makeBound(grid, row + 1, -1, 1)});
  return crossing;
}

SmallVector<DistanceCase> vkmorph::vkm::getApartCases(GridOp grid, unsigned dim) {
  return {{makeBound(grid, dim, 1, 1)}};
}

bool vkmorph::vkm::readsWhatItWrites(GridOp grid) {
  EffectSet effects = getEffects(grid);
  return llvm::any_of(effects.writes,
                      [&](const Root &root) { return llvm::is_contained(effects.reads, root); });
}

bool vkmorph::vkm::readsOldElements(GridOp grid) {
  return grid
      ->walk([](LoadOp load) {
        return load->hasAttr(kReadsOldAttr) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool vkmorph::vkm::hasPlainResults(GridOp grid) {
  return !grid->walk([](Operation *op) {
                return isa<PatternOpInterface>(op) && !isa<ReduceOp>(op) ? WalkResult::interrupt()
                                                                         : WalkResult::advance();
              })
              .wasInterrupted();
}
