//===- ShadingLanguages.h - The table of shading languages ------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADINGLANGUAGES_H
#define VKMORPH_BACKENDS_SHADINGLANGUAGES_H

#include "backends/shading/ShadingBackend.h"

namespace vkmorph {

/// All of them; the first one is what is written unless another is asked for.
llvm::ArrayRef<const shading::ShadingBackend *> getShadingBackends();

/// The one of that name; null where there is none.
const shading::ShadingBackend *findShadingBackend(llvm::StringRef name);

/// Their names, in order.
llvm::SmallVector<llvm::StringRef> getShadingLanguages();

/// Says by a warning at `loc` what is not installed, so that shaders of that language have no
/// SPIR-V to run.
void warnOfMissingCompiler(const shading::ShadingBackend &backend, mlir::Location loc);

/// vkm-raise-NAME for each, for vkmorph-opt.
void registerShadingPasses();
/// --emit-NAME for each, for vkmorph-translate.
void registerShadingTranslations();

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_SHADINGLANGUAGES_H
