//===- Diagnostics.h - The messages of the back ends -----------------------------------------===//

#ifndef VKMORPH_BACKENDS_DIAGNOSTICS_H
#define VKMORPH_BACKENDS_DIAGNOSTICS_H

#include "ir/Diagnostics.h"

namespace vkmorph::backends::diag {

#define VKM_DIAG(NAME, CODE, SEVERITY, FLAG, TEXT, REMEDY)                                         \
  inline constexpr DiagInfo NAME = {CODE, mlir::DiagnosticSeverity::SEVERITY, FLAG, TEXT, REMEDY};
#include "backends/Diagnostics.def"
#undef VKM_DIAG

} // namespace vkmorph::backends::diag

#endif // VKMORPH_BACKENDS_DIAGNOSTICS_H
