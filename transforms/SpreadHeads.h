//===- SpreadHeads.h - Heads of loops and parts of expressions become statements --------------===//
//
//   while (k > 0 && Run(a) > 3)            while (k > 0) {
//     k--;                          =>       if (!(Run(a) > 3)) break;
//                                            k--;
//                                          }
//
//   int x = c ? Run(a) : 0;         =>     int x;
//                                          if (c) x = Run(a); else x = 0;
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_SPREADHEADS_H
#define VKMORPH_TRANSFORMS_SPREADHEADS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Rewrites what is around a call until it stands among statements of its control function or of
/// the iteration of a grid, where others may stand before it. The call itself may be another one
/// then. Whether that worked: not where `continue` in a switch goes on with the condition of a `do`
/// loop.
bool spreadAround(CallOp call);

/// Lets what the step of a loop does to members and arrays stand at the end of the loop's body, and
/// in front of each `continue`:
///
///   for (int s = 0; s < n; s++, m_time += h) Run();    =>    for (int s = 0; s < n; s++) {
///                                                              Run();
///                                                              m_time += h;
///                                                            }
void spreadStep(ForOp loop);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_SPREADHEADS_H
