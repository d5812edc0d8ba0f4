//===- FieldRanges.h - Between which numbers kernels leave a member --------------------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_FIELDRANGES_H
#define VKMORPH_ANALYSIS_ACCESSES_FIELDRANGES_H

#include "analysis/accesses/ControlFacts.h"

namespace vkmorph::vkm {

/// What a member holds is one of the numbers from `least` to the largest of `most`.
struct FieldRange {
  int64_t least;
  llvm::SmallVector<Polynomial> most; ///< over what is known when the control function is called
};

/// The range of an integer member, or of a variable that the generated class keeps, where a launch
/// begins: its control function's kernels set it before, to a number each, to an iteration's index
/// (`if (a[i] > a[m_best]) m_best = i;`), or to the smallest or largest of such. None where
/// anything else may have set it, or nothing need have.
std::optional<FieldRange> findFieldRange(ControlFacts &facts, LaunchOp launch, FieldRefOp field);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_FIELDRANGES_H
