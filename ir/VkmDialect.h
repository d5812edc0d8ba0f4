//===- VkmDialect.h - The vkm dialect: types, attributes, operations --------------------------===//

#ifndef VKMORPH_IR_VKMDIALECT_H
#define VKMORPH_IR_VKMDIALECT_H

#include "ir/VkmEnums.h"
#include "ir/VkmInterfaces.h"
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
/// The discardable unit attribute of a vkm.func that is associative: f(f(a, b), c) is f(a, f(b,
/// c)).
inline constexpr llvm::StringLiteral kAssociativeAttr = "associative";
/// The discardable unit attribute of a vkm.kernel whose iterations the user knows to be
/// independent.
inline constexpr llvm::StringLiteral kAssumeIndependentAttr = "assume_independent";
/// Marks kernels, and their commands, that the compiler made of statements of a control function.
inline constexpr llvm::StringLiteral kOutlinedAttr = "vkm.outlined";
/// The discardable attribute of a shader (an i64) that names the smallest subgroup it works with.
inline constexpr llvm::StringLiteral kMinSubgroupSizeAttr = "min_subgroup_size";
/// The module's dictionary of what its C++ source calls vectors, matrices and their functions.
inline constexpr llvm::StringLiteral kCppNamesAttr = "vkm.cpp_names";
/// On a planned module: the target's description, a dictionary.
inline constexpr llvm::StringLiteral kTargetAttr = "vkm.target";
/// On a pointer parameter of a device function: the name of the one buffer that it is given.
inline constexpr llvm::StringLiteral kBufferAttr = "vkm.buffer";
/// The module's phase.
inline constexpr llvm::StringLiteral kPhaseAttr = "vkm.phase";

/// On a temporary field: the vector whose capacity it is, or how many elements that did not take.
inline constexpr llvm::StringLiteral kCapacityOfAttr = "vkm.capacity_of";
inline constexpr llvm::StringLiteral kLostOfAttr = "vkm.lost_of";
/// On a field, or an argument of a function, that is an array of pixels: its texels' type where it
/// becomes an image.
inline constexpr llvm::StringLiteral kImageAttr = "vkm.image";
/// On a vkm.append: the function that gives the elements of a workgroup their slots.
inline constexpr llvm::StringLiteral kAppendFunctionAttr = "vkm.append_function";
/// The phase of the module that holds `op`; imported where the module says nothing.
Phase getPhase(mlir::Operation *op);
void setPhase(mlir::ModuleOp module, Phase phase);

/// The source name of parameter `index` of a function; empty where it has none.
llvm::StringRef argName(mlir::FunctionOpInterface function, unsigned index);

/// The record that a type names, seen from `from`; null where the module declares none.
class RecordOp;
RecordOp lookupRecord(mlir::Operation *from, RecordType type);

/// Whether an operation combines values of that type, or their components; an error where it does
/// not.
mlir::LogicalResult verifyKind(mlir::Operation *op, ReduceKind kind, mlir::Type type);

/// The type of the place that a path leads to, from a field of the class; null after an error.
/// `units` becomes the number of its steps to an element whose number is an operand.
mlir::Type verifyPlace(mlir::Operation *op, mlir::FlatSymbolRefAttr name,
                       std::optional<mlir::ArrayAttr> path, size_t &units);

/// Whether arguments have the types of the parameters; a pointer may become one to const.
bool fitParameters(llvm::ArrayRef<mlir::Type> parameters, mlir::TypeRange arguments);

/// The type of the elements of an array, of arrays in it theirs; that of other objects itself.
mlir::Type getNestedElement(mlir::Type type);

/// Size and alignment of an object in bytes as clang lays it out on the host. A bool has one byte.
struct Layout {
  int64_t size = 0;
  int64_t align = 1;
};
Layout getLayout(mlir::Operation *from, mlir::Type type);
/// The same of a push constant: a bool and small integers take 32 bits, a vector of three is
/// aligned as one of four.
Layout getPushLayout(mlir::Type type);

/// What a type or a function on such a type is called in kCppNamesAttr.
std::string getCppNameKey(mlir::Type type);
std::string getCppNameKey(MathFn fn, mlir::Type first);
/// The C++ name of that key, seen from an operation; empty where the source has none.
llvm::StringRef lookupCppName(mlir::Operation *from, llvm::StringRef key);

/// The type of the components of a vector or matrix; a scalar's own type, or any other's.
mlir::Type getComponentType(mlir::Type type);
/// How many components a vector or matrix has; 1 for all other types.
int64_t getNumComponents(mlir::Type type);
/// The same vector or matrix, or a scalar, of another component type.
mlir::Type withComponentType(mlir::Type type, mlir::Type component);
/// What an index leads to: an element of an array, a column of a matrix, a component of a vector;
/// null for what has no elements.
mlir::Type getElementType(mlir::Type type);
/// How many of these there are; 0 for what has none.
int64_t getNumElements(mlir::Type type);

/// Whether a type is a float or double, or a vector or matrix of them.
inline bool isFloating(mlir::Type type) {
  return mlir::isa<mlir::FloatType>(getComponentType(type));
}

/// What an operator gives for operands of these types: `mul` of a matrix is that of linear algebra,
/// a scalar goes with each component. Null where it does not apply.
mlir::Type getBinaryType(BinaryKind kind, mlir::Type lhs, mlir::Type rhs);

/// What a function gives for operands of these types; null where it does not take them.
mlir::Type getMathType(MathFn fn, mlir::TypeRange operands);
/// Whether a function of vectors is that of each component.
bool isComponentwise(MathFn fn);
/// Whether GLSL and libraries of vectors have the function, and <cmath> has not.
bool isOfVectorMaths(MathFn fn);

/// The type of a part of an object: a member (a string) of a record, an element (an integer) of an
/// array, a vector or a matrix (its columns); null where there is no such part.
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

namespace vkmorph::vkm {
/// What a shader's stage demands of it, and of its body.
mlir::LogicalResult verifyStage(ShaderOp shader);
} // namespace vkmorph::vkm

#endif // VKMORPH_IR_VKMDIALECT_H
