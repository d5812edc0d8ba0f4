//===- ExchangeVectors.h - Vectors that control functions exchange ----------------------------===//

#ifndef VKMORPH_PASSES_NORMALISE_EXCHANGEVECTORS_H
#define VKMORPH_PASSES_NORMALISE_EXCHANGEVECTORS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Lets launches take the buffers of vectors that are exchanged, in place of exchanging elements.
/// Works on control functions whose calls of others have been inlined.
mlir::LogicalResult exchangeVectors(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_NORMALISE_EXCHANGEVECTORS_H
