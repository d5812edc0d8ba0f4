//===- MemoryForm.h - Whether shaders see the host's types or words ---===//
//
// A buffer holds the host's bytes. Where the target has storage of 8 and 16 bits, and std430 puts
// every member where clang did, shaders declare what the host declares. Elsewhere they see words of
// 32 bits and take values out of them. Shaders and host have to agree: a buffer that is read by
// words ends at a whole word.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_MEMORYFORM_H
#define VKMORPH_IR_MEMORYFORM_H

#include "ir/VkmDialect.h"

namespace vkmorph {

/// Whether an object of the type has a bool or an integer of 8 or 16 bits in it. `from` is any
/// operation of the module that declares the type's records.
bool holdsSmall(mlir::Operation *from, mlir::Type type);

/// Whether shaders see a buffer of such elements, or a field of that type, as words of 32 bits.
bool isInWords(mlir::Operation *from, mlir::Type type);

/// Whether a store to a part of such an object may change a part of a word: by atomic operations,
/// which read the word as well.
bool isStoredByParts(mlir::Operation *from, mlir::Type type);

/// The bytes of a VkDispatchIndirectCommand: the numbers of workgroups in x, y and z.
inline constexpr int64_t kIndirectCommandBytes = 12;

/// How an object lies in a block of a shader, whose parts that are no structs and arrays lie as
/// `ofPart` says.
vkm::Layout getBlockLayout(mlir::Operation *from, mlir::Type type,
                           llvm::function_ref<vkm::Layout(mlir::Type)> ofPart);

} // namespace vkmorph

#endif // VKMORPH_IR_MEMORYFORM_H
