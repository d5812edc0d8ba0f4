//===- HostValues.h - Values that only the host knows ----------------------------------------===//

#ifndef VKMORPH_ANALYSIS_COMMANDS_HOSTVALUES_H
#define VKMORPH_ANALYSIS_COMMANDS_HOSTVALUES_H

#include "ir/Effects.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace vkmorph::vkm {

using HostMembers = llvm::DenseSet<mlir::StringAttr>;

/// The operations of a control function that need, or hold what needs, a value that `vkm.host`
/// gives or one of these members has: no kernel can do them.
llvm::SmallPtrSet<mlir::Operation *, 16> findHostOperations(ControlOp control,
                                                            const HostMembers &members);

/// The members that such operations assign and that no kernel of the class uses: they stay on the
/// host, whoever assigns them.
HostMembers findHostMembers(ClassOp theClass);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_COMMANDS_HOSTVALUES_H
