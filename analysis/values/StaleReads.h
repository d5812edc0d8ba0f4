//===- StaleReads.h - Which reads of a variable see what it held before -----------------------===//

#ifndef VKMORPH_ANALYSIS_VALUES_STALEREADS_H
#define VKMORPH_ANALYSIS_VALUES_STALEREADS_H

#include "ir/Effects.h"

namespace vkmorph::vkm {

/// What becomes of the value that a variable has where an iteration of a loop begins.
struct IterationUse {
  mlir::Operation *staleRead = nullptr; ///< the first read of it, or null
  bool isSetAtEnd = false; ///< whether each iteration that ends normally has written all of it
};

/// Follows one variable, its parts one by one, through the structured statements of a function:
/// each part is stale from a point on until it is written for certain. Elements with numbers that
/// are known count as parts, also in loops with constant bounds, whose iterations are followed one
/// by one. What a call does to a reference is asked of the function; all that cannot be known reads
/// everything and writes nothing for certain.
class StaleReads {
public:
  /// A local variable of the function, or a field of the class.
  StaleReads(mlir::FunctionOpInterface function, const Root &variable, mlir::Type type);

  /// An iteration of a loop whose conditions and steps leave the variable alone.
  IterationUse followIteration(mlir::Operation *loop);

  /// The first read of what a statement leaves in the variable, in whatever runs behind it; null
  /// where there is none. Fields are read where the function ends: the operation is then the
  /// function.
  mlir::Operation *findReadBehind(mlir::Operation *statement);

  /// The first read, in a statement, of what the variable held before it.
  mlir::Operation *findReadWithin(mlir::Operation *statement);

private:
  mlir::FunctionOpInterface m_function;
  Root m_variable;
  mlir::Type m_type;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_VALUES_STALEREADS_H
