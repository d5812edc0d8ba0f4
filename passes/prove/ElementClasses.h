//===- ElementClasses.h - Writes of which the last iteration of several decides ---------------===//

#ifndef VKMORPH_PASSES_PROVE_ELEMENTCLASSES_H
#define VKMORPH_PASSES_PROVE_ELEMENTCLASSES_H

#include "ir/Places.h"

namespace vkmorph::vkm {

/// Which iterations along a dimension of a grid write one element.
struct ElementClass {
  enum Kind {
    Own,      ///< none but one
    All,      ///< all: the element does not depend on the counter
    Distance, ///< those that are multiples of a distance apart: `a[i % m]`
    Run,      ///< those with one quotient, which stand side by side: `a[i / q]`
  };
  Kind kind = Own;
  /// The remainder or quotient of the counter in the source.
  BinaryOp fold;
  /// By how much the counter changes from one to the next; 0 where that is the divisor of `fold`.
  int64_t distance = 0;
};

/// Assignments of a grid that each iteration makes, or those along some dimensions make alike: all
/// iterations of one class write the same elements.
struct SharedWrites {
  Root root;
  llvm::SmallVector<AssignOp> writes;
  llvm::SmallVector<ElementClass> dims; ///< one for each dimension of the grid; not all `Own`
  /// Whether the last iteration of each class writes all that the others have written; otherwise
  /// conditions may let others write, and not that one.
  bool lastDecides = false;
};

/// What iterations share in this way, where nothing else in the grid accesses these elements.
std::vector<SharedWrites> findSharedWrites(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_ELEMENTCLASSES_H
