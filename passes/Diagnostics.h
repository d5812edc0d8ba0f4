//===- Diagnostics.h - The messages of the passes ---------------------------------------------===//

#ifndef VKMORPH_PASSES_DIAGNOSTICS_H
#define VKMORPH_PASSES_DIAGNOSTICS_H

#include "ir/Diagnostics.h"

namespace vkmorph::vkm::diag {

#define VKM_DIAG(NAME, CODE, SEVERITY, FLAG, TEXT, REMEDY)                                         \
  inline constexpr DiagInfo NAME = {CODE, mlir::DiagnosticSeverity::SEVERITY, FLAG, TEXT, REMEDY};
#include "passes/Diagnostics.def"
#undef VKM_DIAG

} // namespace vkmorph::vkm::diag

#endif // VKMORPH_PASSES_DIAGNOSTICS_H
