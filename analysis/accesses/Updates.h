//===- Updates.h - Elements that an iteration reads and writes back --------------------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_UPDATES_H
#define VKMORPH_ANALYSIS_ACCESSES_UPDATES_H

#include "analysis/accesses/Accesses.h"

namespace vkmorph::vkm {

/// A value, or a place, and the call in which it has its meaning.
struct Located {
  mlir::Value value;
  const Frame *frame;
  bool operator==(const Located &other) const {
    return value == other.value && frame == other.frame;
  }
};

/// Goes to what a parameter is given, what a variable that keeps its value is declared with, and
/// what a function that is one expression returns.
Located resolve(AffineAnalysis &analysis, Located what);

/// Whether two values are the same in one iteration: they are spelled alike, and nothing that they
/// read changes in between.
bool isSameInIteration(AffineAnalysis &analysis, Located a, Located b);

/// The indices of the elements on the way to what an access reaches.
llvm::SmallVector<Located> getIndices(const ElementAccess &access);

/// The writes of an array or member that give an element a new value after the same iteration has
/// read it: `m_count[bin[i]]++`, `a[k] = a[k] + 1`, `if (i % 2) m = 3 * m + x`. Where two
/// iterations have the same element, one of the two changes is lost; and such a loop is written
/// because they have, unlike one that just stores (`out[index[i]] = v`).
llvm::SmallVector<const ElementAccess *>
findUpdates(AffineAnalysis &analysis, llvm::ArrayRef<ElementAccess> accesses, const Root &root);

/// Whether two accesses of one array or member reach the same element in one iteration: they are
/// spelled alike, and nothing changes in between what their indices are computed from.
bool reachSameElement(AffineAnalysis &analysis, const ElementAccess &a, const ElementAccess &b);

/// Whether the iteration writes the element that one of `accesses` reads on all ways that lead to
/// the read: `m[k] = x; y = m[k];`, but not `if (c) m[k] = x; y = m[k];`.
bool isSetBefore(AffineAnalysis &analysis, llvm::ArrayRef<ElementAccess> accesses,
                 const ElementAccess &read);

/// Whether an access reaches an element whose index is not understood, anywhere in its array: not
/// one of several that an iteration of the grid has for itself, as `a[4 * i + k[i]]` says.
bool isScattered(AffineAnalysis &analysis, GridOp grid, const ElementAccess &access);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_UPDATES_H
