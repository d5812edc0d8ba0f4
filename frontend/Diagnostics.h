//===- Diagnostics.h - The messages of the front end -----------------------------------------===//

#ifndef VKMORPH_FRONTEND_DIAGNOSTICS_H
#define VKMORPH_FRONTEND_DIAGNOSTICS_H

#include "ir/Diagnostics.h"

namespace vkmorph::frontend::diag {

#define VKM_DIAG(NAME, CODE, SEVERITY, FLAG, TEXT, REMEDY)                                         \
  inline constexpr DiagInfo NAME = {CODE, mlir::DiagnosticSeverity::SEVERITY, FLAG, TEXT, REMEDY};
#include "frontend/Diagnostics.def"
#undef VKM_DIAG

} // namespace vkmorph::frontend::diag

#endif // VKMORPH_FRONTEND_DIAGNOSTICS_H
