//===- Plan.h - The planner's decisions in words ----------------------------------------------===//

#ifndef VKMORPH_PASSES_PLAN_PLAN_H
#define VKMORPH_PASSES_PLAN_PLAN_H

#include "ir/VkmDialect.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// One line per grid of a planned module, for the headers of generated files:
/// "ArraySumm: workgroup 256, reduction m_summ, m_positives: tree, finish: last workgroup".
std::vector<std::string> describeDecisions(mlir::ModuleOp planned);

/// What is decided on the class data when kernels are lowered, where it is no storage buffer.
std::vector<std::string> describeClassData(mlir::ModuleOp lowered);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PLAN_PLAN_H
