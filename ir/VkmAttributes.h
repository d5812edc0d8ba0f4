//===- VkmAttributes.h - The discardable attributes of the dialect ----------------------------===//
//
// What operations have beside the attributes that ODS declares: `vkm.comment`, `tile`. Each is
// a row of the table in VkmAttributes.cpp, which says where it stands and what it holds; all others
// are errors.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_VKMATTRIBUTES_H
#define VKMORPH_IR_VKMATTRIBUTES_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// The discardable attribute of a shader (three integers): the workgroups that lowering has written
/// its body, its shared variables and the counts of its dispatches for. Who changes local_size
/// changes these, and then this.
inline constexpr llvm::StringLiteral kWrittenForAttr = "vkm.written_for";

/// The discardable attribute by which a write of a member that is no reduction carries the reason
/// from where reductions are recognised to where dependent iterations are reported.
inline constexpr llvm::StringLiteral kNoReductionAttr = "vkm.no_reduction";

/// The discardable attribute by which a write at a running total, of an array that the loop reads
/// as well, carries the reason why elements do not move to the array's front from where that is
/// recognised to where dependent iterations are reported.
inline constexpr llvm::StringLiteral kNoCompactionAttr = "vkm.no_compaction";

/// The discardable attribute by which a grid whose iterations depend on each other carries the
/// reason why they do not run in their order from where that is looked for to where they are
/// reported.
inline constexpr llvm::StringLiteral kNoOrderAttr = "vkm.no_order";

/// The discardable attribute by which a variable of a control function names the member whose value
/// it has wherever the function has for certain set that to what the host knows.
inline constexpr llvm::StringLiteral kValueOfAttr = "vkm.value_of";

/// The discardable attribute by which a grid says what the host counts around its launch ("y and
/// diagonal"): among the iterations of one launch there is no order any more.
inline constexpr llvm::StringLiteral kSteppedAttr = "vkm.stepped";

/// The discardable attribute of a grid of which each iteration runs through iterations of the
/// source's loop that need each other: those that are "apart", or "all".
inline constexpr llvm::StringLiteral kChainsAttr = "vkm.chains";

/// The discardable attribute of a grid whose iterations workgroups take in tiles: so many rows and
/// columns have these. Behind vkm-split-steps, its iterations are the tiles.
inline constexpr llvm::StringLiteral kStepTileAttr = "vkm.step_tile";

/// The discardable attribute (a unit) of the loop over the rows of a tile, whose iterations are
/// independent: each thread of the workgroup takes one.
inline constexpr llvm::StringLiteral kLinesAttr = "vkm.lines";

/// The discardable attribute of the place of an element in such a loop, or of such a grid: how many
/// rows and columns behind the iteration's own it is.
inline constexpr llvm::StringLiteral kInTileAttr = "vkm.in_tile";

/// The discardable attribute (a unit) of assignments that only the last of all iterations makes
/// which have the element, of the branch around them, and of the grid: without the branch's
/// condition iterations write the same elements, and these do not depend on each other.
inline constexpr llvm::StringLiteral kLastOfElementAttr = "vkm.last_of_element";

/// The discardable attribute (a unit) of a loop, and of the grid that it becomes, which looks for
/// the first iteration that leaves another loop, and so runs behind it: no element is known to be
/// there because it is read.
inline constexpr llvm::StringLiteral kLooksAheadAttr = "vkm.looks_ahead";

/// The discardable attribute by which a loop that jumps leave carries the reason why nothing looks
/// for where it ends from where that is decided to where the jump is reported.
inline constexpr llvm::StringLiteral kWhyLeftAttr = "vkm.why_left";

/// The discardable attribute by which a `while` at the top of a kernel carries the reason why it is
/// no counted loop from where these are made to where the lack of a grid is reported.
inline constexpr llvm::StringLiteral kNotCountedAttr = "vkm.not_counted";

/// The discardable attributes of a vkm.scatter (units) that is a minimum or maximum of floats: an
/// element that is NaN takes the value (`std::fmin(e, value)`), a value that is NaN is taken
/// (`std::min(value, e)`), and one that compares equal, which tells zeros of both signs apart. The
/// latter two depend on the order of the values, which they have where the plan is `ordered`.
inline constexpr llvm::StringLiteral kReplacesNanAttr = "vkm.replaces_nan";
inline constexpr llvm::StringLiteral kTakesNanAttr = "vkm.takes_nan";
inline constexpr llvm::StringLiteral kTakesEqualAttr = "vkm.takes_equal";

/// The discardable attribute of a planned grid (a unit) that finishes by atomic totals: its one sum
/// of 32 bits and the number of workgroups that are done are the halves of one number of 64 bits,
/// so that one atomic operation changes both.
inline constexpr llvm::StringLiteral kPackedTotalAttr = "vkm.packed_total";

/// The discardable attribute (a unit) of a vkm.cmp that keeps a product with an infinity from being
/// computed, and of a vkm.binary of floats that may be infinite: the shader has to ask the device
/// to keep infinities.
inline constexpr llvm::StringLiteral kKeepsInfinitiesAttr = "vkm.keeps_infinities";

/// Whether an attribute of the dialect may stand on an operation, and holds what belongs there.
mlir::LogicalResult verifyDiscardable(mlir::Operation *op, mlir::NamedAttribute attribute);

/// The same for those attributes of an operation of the dialect whose names begin with no
/// dialect's, or with that of the host's model: no dialect is asked about them.
mlir::LogicalResult verifyUnprefixed(mlir::Operation *op);

/// The same for a parameter of a function.
mlir::LogicalResult verifyOfParameter(mlir::Operation *function, unsigned index,
                                      mlir::NamedAttribute attribute);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_VKMATTRIBUTES_H
