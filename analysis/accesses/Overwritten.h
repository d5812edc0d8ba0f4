//===- Overwritten.h - Whether what a launch stores is ever read ------------------------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_OVERWRITTEN_H
#define VKMORPH_ANALYSIS_ACCESSES_OVERWRITTEN_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Whether a launch stores only in elements of one vector or array of the class, and the launches
/// behind it write all of these again before anything reads them: `m_sorted.resize(n);
/// kernel1D_Load(values, n);`.
bool isOverwrittenBehind(LaunchOp launch);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_OVERWRITTEN_H
