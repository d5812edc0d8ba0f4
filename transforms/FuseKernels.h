//===- FuseKernels.h - Two launches after one another become one -----------------------------===//
//
//   launch @Scale(in, out, n)                   launch @ScaleThenShift(in, out, n, soft)
//   launch @Shift(out, soft, n)        =>
//
//   @Scale: grid (i < n) { out[i] = in[i] * 2 }
//   @Shift: grid (i < n) { to[i] = from[i] + 1 }
//
//     =>   @ScaleThenShift: grid (i < n) {
//            const outLocal = in[i] * 2
//            out[i] = outLocal
//            soft[i] = outLocal + 1
//          }
//
// Whether that means the same is for callers to prove, with the kernel that is made.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_FUSEKERNELS_H
#define VKMORPH_TRANSFORMS_FUSEKERNELS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// On a launch (a unit): it is to be one with the launch in front of it in its block.
inline constexpr llvm::StringLiteral kFusedAttr = "vkm.fused";

/// On a kernel, and on its commands: the display names of the kernels that it is made of, in their
/// order.
inline constexpr llvm::StringLiteral kFusesAttr = "vkm.fuses";

/// On such a kernel, and on its commands (a unit): an element that the source stores twice is
/// stored once, which shows where one array is given for two.
inline constexpr llvm::StringLiteral kDropsStoresAttr = "vkm.drops_stores";

/// A kernel that is made of two, and its launch, which stands behind both others. Neither of those
/// has changed.
struct FusedLaunch {
  KernelOp kernel;
  LaunchOp launch;
  /// The bounds of the first and of the second grid, as the kernel computes them, in the order of
  /// `lower`, then `upper`, of each dimension; the grid has the first ones.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> bounds;
  /// Where the iteration of the second kernel begins; null where it does nothing.
  mlir::Operation *second = nullptr;
  /// Whether both state the same numbers of elements of arrays that both have, or none.
  bool sizesAgree = true;

  /// Removes both.
  void erase();
};

/// The launch before this one in its block; null where there is none.
LaunchOp findLaunchBefore(LaunchOp launch);

/// The only grid of a kernel that has nothing else but expressions, variables that keep their
/// initial value, extents and, where `mayRunOnce`, statements that run once; null where it has
/// something else.
GridOp findOnlyGrid(KernelOp kernel, bool mayRunOnce = false);

/// Makes one kernel of two. Iterations of the first one end with their last statement, or
/// canEndLast() (EndLast.h). Both have an only grid, of as many dimensions and counters of the same
/// types, and the second one may have statements that run once; what launches are given has the
/// same values where the second one stands. Bounds that are not needed are there until finish()
/// removes them.
FusedLaunch fuseLaunches(LaunchOp first, LaunchOp second);

/// Finishes a kernel that stays: what the second kernel reads of what the first one has just
/// written is in a variable, and what nobody needs is gone. Both other launches are erased; a
/// kernel that does the same is launched in the place of a second one like it.
void finish(FusedLaunch &fused, LaunchOp first, LaunchOp second);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_FUSEKERNELS_H
