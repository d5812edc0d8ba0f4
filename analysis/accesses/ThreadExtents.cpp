//===- ThreadExtents.cpp - How long arrays are that threads use
//--------------------------------===//

#include "analysis/accesses/ThreadExtents.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// How many threads a kernel has, where there are any; none where that is no polynomial.
static std::optional<Reach> countThreads(AffineAnalysis &analysis, KernelOp kernel) {
  auto grids = llvm::to_vector(kernel.getBody().getOps<GridOp>());
  if (grids.size() != 1)
    return std::nullopt;
  Reach threads;
  threads.count = 1;
  for (unsigned dim = 0; dim < grids.front().getNumDims(); ++dim) {
    const Counter *counter = analysis.getCounter(grids.front(), dim);
    if (!counter || counter->magnitude != Polynomial(1) || !counter->span.isValid())
      return std::nullopt;
    threads.guards.push_back(counter->span);
    threads.count = threads.count * (counter->span + 1);
  }
  return threads;
}

/// Whether the last thread's elements end an array of rows as long as whatever: (h - 1) * pitch +
/// w, or a few times as many.
static bool hasRowsOfThreads(const Polynomial &count, const Reach &threads) {
  static constexpr int64_t kMostPerThread = 4;
  if (threads.guards.size() != 2)
    return false;
  for (int64_t each = 1; each <= kMostPerThread; ++each) {
    std::optional<Polynomial> elements = count.divideExactly(Polynomial(each));
    for (unsigned row : {0u, 1u})
      if (elements && (*elements - threads.guards[1 - row] - 1).divideExactly(threads.guards[row]))
        return true;
  }
  return false;
}

void vkmorph::vkm::expectElementsPerThread(AffineAnalysis &analysis, KernelOp kernel,
                                           MutableArrayRef<BufferUse> uses) {
  if (!kernel.getPerThread())
    return;
  std::optional<Reach> threads = countThreads(analysis, kernel);
  if (!threads)
    return;
  auto isMultiple = [&](const Reach &reach) {
    std::optional<Polynomial> factor = reach.count.divideExactly(threads->count);
    return (factor && factor->getConstant()) || hasRowsOfThreads(reach.count, *threads);
  };
  for (BufferUse &use : uses) {
    if (!use.isKnown() && use.writes) {
      use.obstacle.clear();
      use.obstacleLoc.reset();
      use.reaches.push_back(*threads);
    }
    llvm::erase_if(use.possible, [&](const BufferUse::Possible &possible) {
      const Reach *found = llvm::find_if(possible.reaches, isMultiple);
      if (found == possible.reaches.end())
        return false;
      Reach reach = *threads;
      reach.count = found->count;
      use.reaches.push_back(reach);
      return true;
    });
  }
}
