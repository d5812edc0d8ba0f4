//===- Passes.h - The back ends' common steps as passes of vkmorph-opt ------------------------===//

#ifndef VKMORPH_BACKENDS_COMMON_PASSES_H
#define VKMORPH_BACKENDS_COMMON_PASSES_H

namespace vkmorph {

/// vkm-name-values: nameValues (Raise.h) on every body of the module; sets the phase to raised.
/// vkm-legalise-locals: legaliseLocals (LegaliseNames.h) on every body, with the rules of C++.
void registerBackendPasses();

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_COMMON_PASSES_H
