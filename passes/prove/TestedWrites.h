//===- TestedWrites.h - Elements that iterations test, and all give one value ----------------===//

#ifndef VKMORPH_PASSES_PROVE_TESTEDWRITES_H
#define VKMORPH_PASSES_PROVE_TESTEDWRITES_H

#include "analysis/accesses/Accesses.h"

namespace vkmorph::vkm {

/// An array of which a grid writes elements that other iterations read and write, all with one
/// value that does not vary, behind a test of the element.
struct TestedWrites {
  /// Whether memory holds the same after the grid in whatever order the iterations run, and however
  /// their reads and writes of the array fall between each other.
  bool areSafe = false;
  /// Otherwise an operation for which it matters whether another iteration has written the element;
  /// null where not all writes are such.
  mlir::Operation *obstacle = nullptr;
};

/// Looks at the accesses that a grid has to an array; the analysis may be of one of the kernel's
/// launches.
TestedWrites findTestedWrites(AffineAnalysis &analysis, GridOp grid,
                              llvm::ArrayRef<ElementAccess> accesses, const Root &root);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_TESTEDWRITES_H
