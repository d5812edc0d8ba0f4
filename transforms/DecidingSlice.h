//===- DecidingSlice.h - What of an iteration decides on what it gives ------------------------===//
//
// A pattern that needs what all iterations before one give runs a copy of each iteration first, of
// which only that is left:
//
//   b[i] = f(i); if (a[i] > x) count += 1;     =>     if (a[i] > x) count += 1;
//
// The copy changes nothing that others see. So that both find the same, nothing that decides may be
// read behind a change of it by the same iteration.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_DECIDINGSLICE_H
#define VKMORPH_TRANSFORMS_DECIDINGSLICE_H

#include "ir/Effects.h"

#include "llvm/ADT/DenseSet.h"

namespace vkmorph::vkm {

/// Marks, in a copy that is still whole, what reads memory that an earlier statement of the
/// iteration, or an earlier round of a loop in it, may have changed; `unread` are fields that
/// nothing reads.
void markLate(mlir::Region &region, const llvm::DenseSet<mlir::StringAttr> &unread);

/// Whether an operation was marked; it is not any more.
bool takeLateMark(mlir::Operation *op);

/// Erases what others than the iteration would see, and what leads to nothing else. What the copy
/// is for is written to places that are no variables of it.
void keepDeciding(mlir::Region &region);

/// Erases what has no effect and what only leads to it, down to variables and branches of which
/// nothing is left.
void eraseWithoutEffect(mlir::Region &region);

/// Erases the last statements of an iteration up to one that has an effect.
void eraseLastWithoutEffect(mlir::Region &iteration);

/// Whether a root is memory that others than the iteration see. What a reference parameter names is
/// the caller's to judge.
bool isOutside(const Root &root);

/// Whether such memory is changed.
bool writesOutside(const EffectSet &effects);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_DECIDINGSLICE_H
