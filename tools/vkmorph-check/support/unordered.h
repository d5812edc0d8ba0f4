// Arrays whose elements may come in any order.
#pragma once

#include "types.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace vkmorph::check {

/// For each element of `cpu` the index of the element of `gpu` to compare it with: elements match
/// where `agree` says so of their indices in `cpu` and in `gpu`. Those without a match are compared
/// with each other.
std::vector<size_t> matchElements(const Type &type, size_t count, const void *cpu, const void *gpu,
                                  const std::function<bool(size_t, size_t)> &agree);

} // namespace vkmorph::check
