//===- PlaceBytes.h - Where the bytes of a place lie ------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_PLACEBYTES_H
#define VKMORPH_BACKENDS_SHADING_RAISE_PLACEBYTES_H

#include "ir/VkmDialect.h"

namespace vkmorph::shading {

/// The operation that a place begins with: a vkm.deref or vkm.field_ref.
mlir::Operation *getBase(mlir::Value place);

/// The first byte of an object, from the beginning of the buffer or field: a constant, and indices
/// with their strides.
struct Bytes {
  mlir::Operation *base = nullptr; ///< the vkm.deref or vkm.field_ref that the chain begins with
  int64_t constant = 0;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>> terms;

  /// Whether it is known in which byte of a word the object begins.
  bool isPlaced() const {
    return llvm::all_of(terms, [](const auto &term) { return term.second % 4 == 0; });
  }
  /// The largest power of two up to `most` that divides it always.
  int64_t alignment(int64_t most = 4) const;
};

Bytes getBytes(mlir::ModuleOp module, mlir::Value place);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_PLACEBYTES_H
