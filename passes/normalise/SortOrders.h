//===- SortOrders.h - What an order of a sort may not do --------------------------------------===//

#ifndef VKMORPH_PASSES_NORMALISE_SORTORDERS_H
#define VKMORPH_PASSES_NORMALISE_SORTORDERS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Reports what an order changes that is no local variable of the functions that it calls, and what
/// it reads of the array that is sorted: threads ask it at the same time, and as often as they
/// need.
llvm::LogicalResult checkOrder(SortOp sort);

/// What the source calls a place or an object that an operation uses: "m_box.lo", "ranks".
std::string nameInSource(mlir::Value used);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_NORMALISE_SORTORDERS_H
