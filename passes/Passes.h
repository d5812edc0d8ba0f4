//===- Passes.h - The passes of vkmorph, and the pipelines made of them -----------------------===//

#ifndef VKMORPH_PASSES_PASSES_H
#define VKMORPH_PASSES_PASSES_H

#include "ir/VkmDialect.h"

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>
#include <vector>

namespace vkmorph::vkm {

#define GEN_PASS_DECL
#include "passes/Passes.h.inc"

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PASSES_H
