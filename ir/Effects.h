//===- Effects.h - What statements and expressions read and write -----------------------------===//
//
// Upstream's data-flow framework does not follow `break` through several regions, and knows nothing
// of our places; the analyses of bodies are built on these read and write sets instead.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_EFFECTS_H
#define VKMORPH_IR_EFFECTS_H

#include "ir/Root.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/PointerUnion.h"
#include "llvm/ADT/SetVector.h"

namespace vkmorph::vkm {

/// On grids, and later on their shaders, among which the iterations of one grid are divided: what
/// keeps count of them. Iterations of that grid were independent, and do nothing together (they
/// combine, append and update no common elements): what two of these grids write of an array is not
/// the same, and neither reads what the other one writes.
inline constexpr llvm::StringLiteral kShareOfAttr = "vkm.share_of";

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

/// The kernel that a control function launches; null where there is none.
KernelOp lookupKernel(LaunchOp launch);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_EFFECTS_H
