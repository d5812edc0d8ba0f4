//===- ThreadExtents.h - How long arrays are that threads use
//----------------------------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_THREADEXTENTS_H
#define VKMORPH_ANALYSIS_ACCESSES_THREADEXTENTS_H

#include "analysis/accesses/Extents.h"

namespace vkmorph::vkm {

/// Fills in extents of a kernel that runs once per thread (`per_thread`). Where an access may be
/// left out, an array that would have to be a multiple of the threads long for it is so long; one
/// that is written at subscripts which are not understood has one element for each thread.
void expectElementsPerThread(AffineAnalysis &analysis, KernelOp kernel,
                             llvm::MutableArrayRef<BufferUse> uses);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_THREADEXTENTS_H
