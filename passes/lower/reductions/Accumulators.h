//===- Accumulators.h - What a thread keeps for the places that a grid reduces ----------------===//

#ifndef VKMORPH_PASSES_LOWER_REDUCTIONS_ACCUMULATORS_H
#define VKMORPH_PASSES_LOWER_REDUCTIONS_ACCUMULATORS_H

#include "ir/VkmDialect.h"

#include <optional>
#include <string>
#include <vector>

namespace vkmorph::vkm {

/// What a thread keeps for a reduced place, or for a number that goes with one. Of an array whose
/// elements are reduced by an index, it has a copy.
struct Accumulator {
  std::optional<ReduceKind> kind;           ///< whose neutral element it begins with; none for 0
  FieldOp field;                            ///< null for numbers of our own
  llvm::SmallVector<mlir::Attribute> steps; ///< to the place; null for elements by an index
  llvm::SmallVector<int64_t> lengths;       ///< of the arrays that are indexed
  mlir::Type value;                         ///< a scalar, vector or matrix; of functions, any
  std::string name;                         ///< "m_box_lo_x"
  std::string spelling;                     ///< "m_box.lo.x"
  /// For the shader's documentation: "min, with m_where"; empty for what goes with another one.
  std::string operation = {};
  mlir::Value place = {};  ///< the local variable: arrays of values
  std::string shared = {}; ///< the symbol of the shared array
};

/// A part of an accumulator that one operation combines: a scalar, a vector, a matrix's column.
struct Leaf {
  llvm::SmallVector<mlir::Value, 2> counters; ///< variables: indices of elements
  std::optional<unsigned> column;
  mlir::Type type;
};

using LeafFn = llvm::function_ref<void(mlir::OpBuilder &, const Leaf &)>;
/// Gives the value or the place of an accumulator's leaf.
using LeafValueFn =
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, const Accumulator &, const Leaf &)>;

/// The leaf of an accumulator that is one number.
Leaf getOnlyLeaf(const Accumulator &accumulator);

/// Calls `emit` for each leaf, inside of loops over the elements of arrays.
void forEachLeaf(mlir::OpBuilder &builder, mlir::Location loc, const Accumulator &accumulator,
                 LeafFn emit);

/// The leaf's part of a place that has the shape of the accumulator's variable.
mlir::Value partOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value place,
                   const Leaf &leaf);

/// The leaf's part of the reduced place.
mlir::Value fieldPart(mlir::OpBuilder &builder, mlir::Location loc, const Accumulator &accumulator,
                      const Leaf &leaf);

/// All accumulators of a grid, in the order in which they are declared.
class Accumulators : public std::vector<Accumulator> {
public:
  explicit Accumulators(ClassOp theClass) : theClass(theClass) {}

  /// The one of a place; null where there is none yet.
  Accumulator *find(mlir::FlatSymbolRefAttr field, llvm::ArrayRef<mlir::Attribute> steps);
  Accumulator *find(ReductionOpInterface reduction) {
    return find(reduction.getFieldAttr(), reduction.getSteps());
  }

  /// Adds the one of a reduction's place, which begins with the neutral element of `kind`.
  Accumulator &addPlace(ReductionOpInterface reduction, std::optional<ReduceKind> kind);

  /// Adds a number that no place holds, under a free name that begins so. It begins with 0.
  Accumulator &addNumber(std::string name, mlir::Type type);

private:
  ClassOp theClass;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_REDUCTIONS_ACCUMULATORS_H
