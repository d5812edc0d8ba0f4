//===- GridDispatch.h - What a pattern makes of the dispatch of a grid ------------------------===//

#ifndef VKMORPH_PASSES_LOWER_KERNELS_GRIDDISPATCH_H
#define VKMORPH_PASSES_LOWER_KERNELS_GRIDDISPATCH_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

#include <functional>
#include <string>

namespace vkmorph::vkm {

/// How a shader gets at the iterations of a grid.
struct GridLoops {
  struct Dimension {
    std::string name; ///< of the variable that holds its number
    bool direct;      ///< the number is the source's counter, from 0 by ones, in its type
  };
  llvm::SmallVector<Dimension, 3> dimensions;
  /// The number of iterations of a dimension, or (one more) of all; in the counter's type where
  /// that is `direct`.
  std::function<mlir::Value(mlir::OpBuilder &, unsigned dim)> count;
  /// Builds the body of an iteration whose numbers are in these places.
  std::function<void(mlir::OpBuilder &, GridOp, llvm::ArrayRef<mlir::Value> numbers)> body;
};

/// What a pattern makes of the dispatch of one grid, where threads do not take its iterations one
/// by one:
///
///   count ... ; slots ...                    getBefore: dispatches of their own
///   for (each block) for (each turn) ...     buildLoops
///   append(what threads have kept);          finish
class GridDispatch {
public:
  virtual ~GridDispatch() = default;

  /// What keeps results from one dispatch to the next; null where nothing is kept.
  virtual ScratchOp getScratch() const { return {}; }

  /// A dispatch before that of the grid.
  struct Dispatch {
    llvm::StringRef suffix; ///< of the shader's name: "_count"
    GridOp grid;            ///< whose iterations it takes; null for a single workgroup
    std::string doc;
    std::function<void(mlir::OpBuilder &, const GridLoops &)> build;
  };
  virtual llvm::SmallVector<Dispatch> getBefore() { return {}; }

  /// What these do to fields of the class.
  virtual llvm::SmallVector<std::pair<mlir::StringAttr, Access>> getAccess() const { return {}; }

  /// Another grid whose iterations the loops take as well; null where there is none.
  virtual GridOp getCounting() const { return {}; }

  /// Builds the loops with the bodies of their iterations, and fills in the places of the numbers
  /// of the body that was built last. Gives the outermost loop, for comments.
  virtual ForOp buildLoops(mlir::OpBuilder &at, const GridLoops &loops,
                           llvm::SmallVectorImpl<mlir::Value> &numbers) = 0;

  /// What is left to do where the bodies hold nothing else that is to be lowered.
  virtual void finish() {}

  /// Whether subgroups have to have the size that the target promises.
  virtual bool usesSubgroups() const { return true; }

  /// For the shader's documentation; empty where there is nothing to say.
  virtual llvm::StringRef describe() const { return ""; }
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_KERNELS_GRIDDISPATCH_H
