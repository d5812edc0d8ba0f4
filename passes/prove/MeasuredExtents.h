//===- MeasuredExtents.h - How far the launches of a control function reach, by running it ----===//

#ifndef VKMORPH_PASSES_PROVE_MEASUREDEXTENTS_H
#define VKMORPH_PASSES_PROVE_MEASUREDEXTENTS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Builds the number of elements that a kernel reaches of the array behind its parameter `index`,
/// as an expression over its parameters: the last one is reached for certain. Null where nothing of
/// that kind is known. The operations stand at the beginning of the kernel and are the caller's.
using BuildReach = llvm::function_ref<ExtentOp(KernelOp kernel, unsigned index)>;

/// Says at the top of a control function how long the array behind a parameter is: by a function of
/// the host that goes through the same loops and branches and notes for each launch how far it
/// reaches. False, and nothing has changed, where those, or what launches are given, depend on what
/// only the device knows.
bool measureExtent(ControlOp control, unsigned index, BuildReach buildReach);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_MEASUREDEXTENTS_H
