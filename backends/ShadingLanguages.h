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

/// vkm-raise-NAME for each, for vkmorph-opt.
void registerShadingPasses();
/// --emit-NAME for each, for vkmorph-translate.
void registerShadingTranslations();

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_SHADINGLANGUAGES_H
