//===- ClassDataForm.h - How shaders are given the class data --------------------------------===//

#ifndef VKMORPH_IR_CLASSDATAFORM_H
#define VKMORPH_IR_CLASSDATAFORM_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace vkmorph::vkm {

/// Of a vkm.kernel, decided by the planner, and of its vkm.commands and shaders, which only read
/// fields: the block of class data is a uniform buffer to them, whose members lie by layout scalar.
/// Without it the block is a storage buffer.
inline constexpr llvm::StringLiteral kUniformClassDataAttr = "vkm.uniform_class_data";

/// Every device takes uniform buffers of so many bytes.
inline constexpr int64_t kMostUniformBytes = 16 * 1024;

/// Of a field: the ways to its numbers of type ui64 that shaders take as 32 bits, each a list of
/// names of members and indices; an empty one is the field itself. The host refuses to upload what
/// does not fit.
inline constexpr llvm::StringLiteral kCheckedSizesAttr = "vkm.checked_sizes";

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_CLASSDATAFORM_H
