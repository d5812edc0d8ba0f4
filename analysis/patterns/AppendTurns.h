//===- AppendTurns.h - Grids whose workgroups append together --------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_APPENDTURNS_H
#define VKMORPH_ANALYSIS_PATTERNS_APPENDTURNS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// How many iterations a thread should take of each block of a grid whose workgroups append
/// together: 8 or 4. 0 where they cannot: an iteration appends more than one element to a vector,
/// or in a function or a loop; elements or the body are long; a bound has 64 bits; the order
/// counts.
int64_t getAppendTurns(GridOp grid);

/// Whether a grid is planned so. The turns are its elements per thread.
bool appendsByBlocks(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_APPENDTURNS_H
