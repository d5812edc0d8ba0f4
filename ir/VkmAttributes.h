//===- VkmAttributes.h - The discardable attributes of the dialect ----------------------------===//
//
// What operations have beside the attributes that ODS declares: `vkm.comment`, `vkm.tile`. Each is
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
/// On a grid whose iterations are not proven to be independent: who says that they are: "option",
/// "config", "library" (the contract of an algorithm), or "" for nobody.
inline constexpr llvm::StringLiteral kUnprovenAttr = "vkm.unproven";
/// On a grid whose loops were interchanged: for each of its dimensions the one of the source. What
/// findOrderObstacle names has no such grid.
inline constexpr llvm::StringLiteral kSourceOrderAttr = "vkm.source_order";
/// How many workgroups a grid has at most along all axes together, where that is less than the
/// product of its `max_workgroups`: those along y and z share what x leaves, so that grids of any
/// shape have as many.
inline constexpr llvm::StringLiteral kMostWorkgroupsAttr = "vkm.most_workgroups";
/// How many iterations a thread takes at most along the last axis that a grid is dispatched along,
/// where that leaves enough workgroups for any device (thread coarsening).
inline constexpr llvm::StringLiteral kCoarseningAttr = "vkm.coarsening";
/// On a grid with a coarsening: a thread takes as many neighbouring iterations together, inside of
/// the loops of the body (unroll and jam), and all threads do or none.
inline constexpr llvm::StringLiteral kJammedAttr = "vkm.jammed";
/// The attribute of a vkm.grid that is planned by rows: how many of its iterations a workgroup
/// takes side by side at most. Its other threads share the iterations of the row loop.
inline constexpr llvm::StringLiteral kColumnsAttr = "vkm.columns";
/// Beside it: how many iterations of the row loop a thread takes at a time.
inline constexpr llvm::StringLiteral kColumnTurnsAttr = "vkm.column_turns";

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
