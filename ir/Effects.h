//===- Effects.h - What statements and expressions read and write -----------------------------===//
//
// Upstream's data-flow framework does not follow `break` through several regions, and knows nothing
// of our places; the analyses of bodies are built on these read and write sets instead.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_EFFECTS_H
#define VKMORPH_IR_EFFECTS_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/PointerUnion.h"
#include "llvm/ADT/SetVector.h"

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

/// The root of a place.
Root getRoot(mlir::Value place);

/// Whether two places with these roots may be the same memory. Pointer parameters of kernels are
/// distinct arrays (SEMANTICS: the host checks it); a reference parameter, or a pointer parameter
/// of a device function, may be anything that is no local variable.
bool mayAlias(const Root &a, const Root &b);

/// Roots read and written. Locals that live inside the visited operations are left out by the users
/// that look from outside.
struct EffectSet {
  llvm::SmallVector<Root> reads;
  llvm::SmallVector<Root> writes;
  /// Barriers, jumps out, and calls of what cannot be seen: nothing may move across.
  bool ordered = false;

  void addRead(const Root &root);
  void addWrite(const Root &root);
  void add(const EffectSet &other);
  bool readsAny(const Root &root) const;
  bool writesAny(const Root &root) const;
  /// Whether the order of two sets of effects matters.
  bool conflictsWith(const EffectSet &other) const;
};

/// The effects of one operation with its regions; a call has the effects of its callee on fields,
/// and on the roots of its arguments.
EffectSet getEffects(mlir::Operation *op);

/// The effects of all operations of a region.
EffectSet getEffects(mlir::Region &region);

/// The function that a call names: in the class or in the module; null where there is none.
mlir::FunctionOpInterface lookupCallee(CallOp call);

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

#endif // VKMORPH_IR_EFFECTS_H
