//===- ArrayMembers.h - How arrays that are members of structs are assigned ------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_ARRAYMEMBERS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_ARRAYMEMBERS_H

#include "ir/VkmDialect.h"

namespace vkmorph::host {

/// Whether the member of that name, an array, is a std::array in host code: those of tuples are,
/// and those of structs that the host's code declares for local ones.
bool isStdArray(vkm::RecordOp record, llvm::StringRef name);

/// Says of assignments to arrays of C, which C++ does not assign as a whole, whether they go
/// element by element (kElementsAttr) or, where the new elements may be computed from the old ones,
/// by way of a std::array (kBytesAttr):
///
///     s.sizes = {width, 2};                 ->   s.sizes[0] = width; s.sizes[1] = 2;
///     s.sizes = {s.sizes[1], s.sizes[0]};   ->   std::memcpy(s.sizes, std::array<...>{...}.data(),
///                                                            sizeof(s.sizes));
void chooseArrayAssignments(mlir::Operation *body);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_ARRAYMEMBERS_H
