// What the original has sorted (stable_sorts.h).
#pragma once

#include <cstddef>

namespace vkmorph::check {

/// Before each call of the original.
void forgetSorts();

/// Whether the original sorted some of these elements and left them so since, and those of `other`
/// at the same places do not follow that order. Arrays of as many bytes.
bool isOutOfOrder(const void *elements, size_t bytes, const void *other);

} // namespace vkmorph::check
