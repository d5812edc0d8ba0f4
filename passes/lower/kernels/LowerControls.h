//===- LowerControls.h - Launches bind and run; fields get their places in class data ---------===//

#ifndef VKMORPH_PASSES_LOWER_KERNELS_LOWERCONTROLS_H
#define VKMORPH_PASSES_LOWER_KERNELS_LOWERCONTROLS_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/StringMap.h"

#include <string>

namespace vkmorph::vkm {

/// "K_commands" of kernel "K".
std::string getCommandsName(llvm::StringRef kernel);

/// Launches become bind and run; a set that is bound already in the same block is not bound again.
/// Kernels come in a map: the shaders have taken their names.
void lowerControl(ControlOp control, const llvm::StringMap<KernelOp> &kernels);

/// Places the fields that kernels touch into the class data block, in order of declaration.
void placeFields(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_KERNELS_LOWERCONTROLS_H
