//===- VkmDialect.h - The vkm dialect: types, attributes, operations --------------------------===//

#ifndef VKMORPH_IR_VKMDIALECT_H
#define VKMORPH_IR_VKMDIALECT_H

#include "ir/VkmTraits.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/VkmDialect.h.inc"

#include "ir/VkmEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "ir/VkmTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ir/VkmAttrs.h.inc"

namespace vkmorph::vkm {
class FieldOp;

/// The discardable argument attribute that holds a parameter's name in the source.
inline constexpr llvm::StringLiteral kNameAttr = "vkm.name";
/// The discardable attribute that holds the source's comment before a statement or declaration.
inline constexpr llvm::StringLiteral kCommentAttr = "vkm.comment";
/// The discardable attribute of a shader (an i64) that names the smallest subgroup it works with.
inline constexpr llvm::StringLiteral kMinSubgroupSizeAttr = "min_subgroup_size";
/// The module's phase.
inline constexpr llvm::StringLiteral kPhaseAttr = "vkm.phase";

/// The phase of the module that holds `op`; imported where the module says nothing.
Phase getPhase(mlir::Operation *op);
void setPhase(mlir::ModuleOp module, Phase phase);

/// The source name of parameter `index` of a function; empty where it has none.
llvm::StringRef argName(mlir::FunctionOpInterface function, unsigned index);

/// The record that a type names, seen from `from`; null where the module declares none.
class RecordOp;
RecordOp lookupRecord(mlir::Operation *from, RecordType type);

/// Size and alignment of an object in bytes as clang lays it out on the host. A bool has one byte.
struct Layout {
  int64_t size = 0;
  int64_t align = 1;
};
Layout getLayout(mlir::Operation *from, mlir::Type type);

/// The type of a part of an object: a member (a string) of a record, an element (an integer) of an
/// array; null where there is no such part.
mlir::Type getPartType(mlir::Operation *from, mlir::Type type, mlir::Attribute step);

/// The syntax that all functions of the dialect share.
mlir::ParseResult parseFunctionLike(mlir::OpAsmParser &parser, mlir::OperationState &result,
                                    mlir::StringAttr typeAttr, mlir::StringAttr argAttrs,
                                    mlir::StringAttr resAttrs);
void printFunctionLike(mlir::OpAsmPrinter &printer, mlir::FunctionOpInterface function,
                       mlir::StringAttr typeAttr, mlir::StringAttr argAttrs,
                       mlir::StringAttr resAttrs);
} // namespace vkmorph::vkm

#define GET_OP_CLASSES
#include "ir/VkmOps.h.inc"

#endif // VKMORPH_IR_VKMDIALECT_H
