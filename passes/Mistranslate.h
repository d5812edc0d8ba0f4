//===- Mistranslate.h - Faults planted on purpose
//----------------------------------------------===//

#ifndef VKMORPH_PASSES_MISTRANSLATE_H
#define VKMORPH_PASSES_MISTRANSLATE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace vkmorph::vkm {

/// The kinds of faults that vkm-mistranslate plants.
llvm::ArrayRef<llvm::StringRef> getMistranslations();

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_MISTRANSLATE_H
