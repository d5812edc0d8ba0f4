//===- ValueRanges.h - Between which numbers an integer lies ----------------------------------===//

#ifndef VKMORPH_ANALYSIS_VALUES_VALUERANGES_H
#define VKMORPH_ANALYSIS_VALUES_VALUERANGES_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Both are values that an integer may have.
struct IntegerRange {
  int64_t least, most;
};

/// Between which numbers a value lies because of how it is computed: by masks, remainders, shifts,
/// minima, and the types of what is read. Of 64 bits nothing is known but what these say, since
/// their own range is none of `int64_t` where they are unsigned.
std::optional<IntegerRange> findRange(mlir::Value value);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_VALUES_VALUERANGES_H
