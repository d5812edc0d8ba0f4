// Arrays whose elements may come in any order.
#pragma once

#include "types.h"

#include <cstdint>
#include <vector>

namespace vkmorph::check {

/// The bytes of `count` elements in an order that does not depend on theirs: by their integers,
/// which both sides have alike, then by their floats.
std::vector<uint8_t> inFixedOrder(const Type &type, const void *elements, size_t count);

} // namespace vkmorph::check
