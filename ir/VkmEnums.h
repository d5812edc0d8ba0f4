//===- VkmEnums.h - The enumerations of the vkm dialect ---------------------------------------===//

#ifndef VKMORPH_IR_VKMENUMS_H
#define VKMORPH_IR_VKMENUMS_H

#include "mlir/IR/OpImplementation.h"

#include "ir/VkmEnums.h.inc"

#endif // VKMORPH_IR_VKMENUMS_H
