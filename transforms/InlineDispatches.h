//===- InlineDispatches.h - Calls of functions that come to a choice between ways -------------===//
//
//   kernel_Shade(x, y, ids, &shade);   where   *shade = m_surfaces[ids[i]]->Shade(u, v);
//
//     =>   shade = Shade(m_surfaces[ids[i]], u, v)
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_INLINEDISPATCHES_H
#define VKMORPH_TRANSFORMS_INLINEDISPATCHES_H

#include "analysis/patterns/Dispatches.h"

namespace vkmorph::vkm {

/// Writes out a call that has a choice behind it, and those in it, until findDispatchBehind's
/// stands among the statements of the caller.
Dispatch inlineToDispatch(CallOp call);

/// Writes out the functions that the iterations of a grid call and that come to choices, in loops
/// and branches as well, until these stand among the statements of the iteration, where they can.
void inlineDispatches(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_INLINEDISPATCHES_H
