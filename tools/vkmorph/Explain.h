//===- Explain.h - What was decided, and why, in words and as JSON ----------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_EXPLAIN_H
#define VKMORPH_TOOLS_VKMORPH_EXPLAIN_H

#include "Options.h"
#include "ir/VkmDialect.h"

#include "llvm/Support/raw_ostream.h"

namespace vkmorph::tool {

/// Prints what --explain asks for of a lowered module: the hazards behind each barrier, the
/// dispatches of each kernel, the decisions on reductions.
void explain(mlir::ModuleOp lowered, const Explain &topics,
             const std::vector<std::string> &decisions, llvm::raw_ostream &os);

/// The part of it on the barriers of one class.
void explainBarriers(vkm::ClassOp op, llvm::raw_ostream &os);

/// The report of --report: kernels with their grids, patterns and decisions, from a module that was
/// planned with `vkm.keep_choices`.
std::string makeReport(mlir::ModuleOp planned);

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_VKMORPH_EXPLAIN_H
