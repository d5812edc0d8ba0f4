//===- Overriders.h - The functions that virtual calls may run --------------------------------===//

#ifndef VKMORPH_IR_OVERRIDERS_H
#define VKMORPH_IR_OVERRIDERS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// The function that a table has by that name: in the class, where those stand that read vectors of
/// objects, or else in the module. Null where there is none.
FuncOp lookupOverrider(OverridersOp overriders, mlir::FlatSymbolRefAttr name);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_OVERRIDERS_H
