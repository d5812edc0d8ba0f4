//===- NameRows.h - Makes operations of loops that workgroups may share -----------------------===//

#ifndef VKMORPH_TRANSFORMS_NAMEROWS_H
#define VKMORPH_TRANSFORMS_NAMEROWS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Makes a vkm.row of the loop in the iterations of a grid, if there is one that is one
/// (matchRowLoop says what is); null where there is none. A vkm.row that stands there is made anew,
/// with its plan, or put back.
RowOp nameRow(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_NAMEROWS_H
