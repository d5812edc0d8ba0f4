//===- NearIdentities.h - Operations whose results only NaN, infinities and -0.0 change -===//
//
//     x - x    x / x    x * 0    0 / x    x + 0    0 - x
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_NEARIDENTITIES_H
#define VKMORPH_BACKENDS_SHADING_RAISE_NEARIDENTITIES_H

#include "ir/VkmDialect.h"

namespace vkmorph::shading {

/// Whether two expressions are written alike, up to copies that have names.
bool isAlike(mlir::Value a, mlir::Value b);

/// Whether the operation is one of these.
bool isNearIdentity(vkm::BinaryOp binary);
bool isNearIdentity(vkm::UpdateOp update);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_NEARIDENTITIES_H
