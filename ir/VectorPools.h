//===- VectorPools.h - Fields with the elements of vectors inside of objects ------------------===//

#ifndef VKMORPH_IR_VECTORPOOLS_H
#define VKMORPH_IR_VECTORPOOLS_H

#include "llvm/ADT/StringRef.h"

namespace vkmorph::vkm {

/// A unit attribute of a field of the class: it has the elements of all vectors that one member of
/// objects behind pointers, or in vectors, is. Parts of vkm.object_class name it.
inline constexpr llvm::StringLiteral kPoolAttr = "vkm.pool";

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_VECTORPOOLS_H
