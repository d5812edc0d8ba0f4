//===- BodyCost.h - What an iteration of a grid costs -----------------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_BODYCOST_H
#define VKMORPH_ANALYSIS_PATTERNS_BODYCOST_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

#include <cstdint>

namespace vkmorph::vkm {

/// Roughly how many instructions a thread of a GPU issues to run a region once, functions that it
/// calls included. An operation on numbers of 32 bits counts as 1. Divisions, roots and functions
/// like the sine count as more, numbers of 64 bits as several, and vectors as all of their
/// components. Both sides of a branch count, since threads of one subgroup take both. A loop of
/// unknown length counts as 32 iterations.
int64_t estimateCost(mlir::Region &region);
/// The same of statements in sequence.
int64_t estimateCost(mlir::Block &block);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_BODYCOST_H
