//===- ParameterUse.h - Which parameters and members a value is computed from -----------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_PARAMETERUSE_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_PARAMETERUSE_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <set>
#include <string>

namespace vkmorph::check {

/// Collects the parameters of a function, and the fields, that values are computed from, through
/// variables too.
class ParameterCollector {
public:
  void visit(mlir::Value value);
  /// Everything that is used in a region.
  void visit(mlir::Region &region);
  /// The indices that lead to a place.
  void visitIndices(mlir::Value place);

  llvm::SetVector<mlir::BlockArgument> found;
  /// By symbol, and the members that lead into them, subscripts left out: "m_grid.size.x". Those
  /// that called functions read are among them.
  std::set<std::string> fields;

private:
  llvm::DenseSet<mlir::Value> m_seen;
  llvm::DenseSet<mlir::Operation *> m_entered;
};

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_PARAMETERUSE_H
