//===- ParameterUse.h - Which parameters of a function a value is computed from ---------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_PARAMETERUSE_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_PARAMETERUSE_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace vkmorph::check {

/// Collects the parameters of a function that values are computed from, through variables too.
class ParameterCollector {
public:
  void visit(mlir::Value value);
  /// Everything that is used in a region.
  void visit(mlir::Region &region);

  llvm::SetVector<mlir::BlockArgument> found;

private:
  llvm::DenseSet<mlir::Value> m_seen;
};

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_PARAMETERUSE_H
