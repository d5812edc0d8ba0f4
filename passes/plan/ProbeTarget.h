//===- ProbeTarget.h - What the present device says of itself ---------------------------------===//

#ifndef VKMORPH_PASSES_PLAN_PROBETARGET_H
#define VKMORPH_PASSES_PLAN_PROBETARGET_H

#include "llvm/Support/Error.h"

#include <string>

namespace vkmorph {

/// The name that stands for the present device where a target is named.
inline constexpr const char *kProbeTarget = "probe";

/// The target description that vkmorph-probe, the program beside this one, writes of the present
/// device; the environment variable VKMORPH_DEVICE names another one, as in generated programs. The
/// error says why there is none: no driver, no device, no such program.
llvm::Expected<std::string> probeDevice();

} // namespace vkmorph

#endif // VKMORPH_PASSES_PLAN_PROBETARGET_H
