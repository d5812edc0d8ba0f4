//===- InlineControls.h - Control functions that control functions call ----------------------===//

#ifndef VKMORPH_PASSES_NORMALISE_INLINECONTROLS_H
#define VKMORPH_PASSES_NORMALISE_INLINECONTROLS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Puts the bodies of the control functions that `control` calls in the place of the calls, and of
/// those that they call. Reports calls that have no such form.
mlir::LogicalResult inlineControls(ControlOp control);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_NORMALISE_INLINECONTROLS_H
