// Arrays whose elements may come in any order.
#pragma once

#include "types.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace vkmorph::check {

/// Which element of `gpu` to compare with each of `cpu`: whole elements that belong together, as
/// `agree` says of an element of `cpu` and one of `gpu`, by their numbers. Elements that nothing
/// belongs to get each other.
std::vector<size_t> matchElements(const Type &type, size_t count, const void *cpu, const void *gpu,
                                  const std::function<bool(size_t, size_t)> &agree);

} // namespace vkmorph::check
