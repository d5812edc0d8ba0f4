//===- Expressions.h - What expressions are made of ------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_VALUES_EXPRESSIONS_H
#define VKMORPH_ANALYSIS_VALUES_EXPRESSIONS_H

#include "ir/Constants.h"
#include "ir/Places.h"

namespace vkmorph::vkm {

/// Whether every use of a place, through members and elements, reads it.
bool isOnlyRead(mlir::Value place);

/// Whether a variable keeps the value that it is declared with: nothing assigns it and no reference
/// to it is passed on.
bool keepsInitialValue(VarOp var);

/// What a value is, seen through variables that keep the value that they are declared with.
mlir::Value lookThroughVariables(mlir::Value value);

/// The same, seen through conversions as well.
mlir::Value lookThroughConversions(mlir::Value value);

/// What a region gives that is one expression.
mlir::Value getYielded(mlir::Region &region);

/// The place that holds `value`'s first read of memory which is neither a variable that keeps its
/// value nor accepted by `allowed`; null where the expression reads nothing else. A call counts as
/// such a read.
mlir::Operation *findRead(mlir::Value value, llvm::function_ref<bool(const Root &)> allowed);

/// Whether evaluating an operation, with its regions, changes nothing: it only computes and reads.
/// A call does if its callee writes nothing that outlives it.
bool isWithoutEffect(mlir::Operation *op);

/// Whether nothing between two operations of one block, the first one standing before the second,
/// has an effect.
bool isStraightBetween(mlir::Operation *first, mlir::Operation *second);

/// Whether a value is computed alike in all iterations of a grid or loop, whose effects these are.
bool isInvariant(mlir::Value value, mlir::Operation *loop, const EffectSet &effects);

/// Whether a value is computed from a place, or from a part of it, in this expression; also where
/// that only says which element is read.
bool isMadeFrom(mlir::Value value, const PlacePath &path);

/// Whether two expressions are built alike over the same values and places; whether memory changed
/// between their evaluations is for the caller to see.
bool isSameExpression(mlir::Value a, mlir::Value b);

/// Whether two operations are one expression but for their operands: neither calls nor variables,
/// without regions, with the same attributes and types.
bool isSameOperation(mlir::Operation *a, mlir::Operation *b);

/// The comparisons that all have to hold for a condition to do so.
void collectConjuncts(mlir::Value condition, llvm::SmallVectorImpl<CmpOp> &conjuncts);

/// The comparison with operands exchanged: `a < b` is `b > a`.
CmpKind swapOperands(CmpKind kind);

/// How many numbers a value is made of.
int64_t countNumbers(mlir::Operation *from, mlir::Type type);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_VALUES_EXPRESSIONS_H
