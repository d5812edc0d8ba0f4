//===- JoinedStores.h - Stores that set all numbers of an element ----------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_JOINEDSTORES_H
#define VKMORPH_ANALYSIS_PATTERNS_JOINEDSTORES_H

#include "ir/VkmDialect.h"

#include <optional>

namespace vkmorph::vkm {

/// Statements of one block that store all numbers of an element of a buffer, a struct of a few
/// words, one after the other:
///
///   p[i].r = x; p[i].g = 0; p[i].b = y; p[i].a = 255;
///
/// Nothing between them touches the buffer otherwise, leaves the block, or changes what the
/// element's name is made of.
struct JoinedStores {
  mlir::Value element; ///< the place of the struct
  mlir::Operation *first, *last;
  /// What reads or writes a part of the element, from `first` to `last`.
  llvm::SmallVector<mlir::Operation *> accesses;
  bool isRead = false; ///< a number is read before it is stored
};

/// The stores that begin with one of a number; none where they leave a number out, or where one
/// store of the whole saves nothing.
std::optional<JoinedStores> matchJoinedStores(AssignOp first);

/// All of a kernel that begin with a store that is wanted, none of which has a store of another.
llvm::SmallVector<JoinedStores> findJoinedStores(KernelOp kernel,
                                                 llvm::function_ref<bool(AssignOp)> isWanted);

/// Those that are planned to become one store (`vkm.joined`).
llvm::SmallVector<JoinedStores> getPlannedJoins(KernelOp kernel);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_JOINEDSTORES_H
