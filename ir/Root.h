//===- Root.h - What a place is a part of -----------------------------------------------------===//

#ifndef VKMORPH_IR_ROOT_H
#define VKMORPH_IR_ROOT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMapInfo.h"

namespace vkmorph::vkm {

/// What a place is a part of: a field (its name), or the value that the place was derived from: a
/// variable's `vkm.var`, a loop's variable, a reference or pointer parameter, a shared variable, a
/// shader's buffer.
struct Root {
  mlir::StringAttr symbol; ///< a field, a shared variable, or a scratch buffer; null for values
  mlir::Value value;       ///< null where there is a symbol

  bool operator==(const Root &other) const {
    return symbol == other.symbol && value == other.value;
  }
  bool operator!=(const Root &other) const { return !(*this == other); }
  explicit operator bool() const { return symbol || value; }
};

} // namespace vkmorph::vkm

namespace llvm {
template <> struct DenseMapInfo<vkmorph::vkm::Root> {
  using Root = vkmorph::vkm::Root;
  static Root getEmptyKey() { return {{}, DenseMapInfo<mlir::Value>::getEmptyKey()}; }
  static Root getTombstoneKey() { return {{}, DenseMapInfo<mlir::Value>::getTombstoneKey()}; }
  static unsigned getHashValue(const Root &root) {
    return hash_combine(root.symbol.getAsOpaquePointer(), root.value.getAsOpaquePointer());
  }
  static bool isEqual(const Root &a, const Root &b) { return a == b; }
};
} // namespace llvm

#endif // VKMORPH_IR_ROOT_H
