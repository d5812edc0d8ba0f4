//===- JoinTiles.h - Loops over tiles and in them become one ----------------------------------===//

#ifndef VKMORPH_TRANSFORMS_JOINTILES_H
#define VKMORPH_TRANSFORMS_JOINTILES_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Joins a loop over tiles with the loop over one of its tiles, which nothing but loops stands
/// between:
///
///     for (t = a; t < n; t += s)
///       for (...)                                        for (...)
///         for (i = t; i < min(t + s, n); ++i)     ->       for (i = a; i < n; ++i)
///
/// False, with no change, for other loops. The iterations run in another order: the caller knows
/// that they are independent, or says so.
bool joinTiles(ForOp tiles, ForOp tile);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_JOINTILES_H
