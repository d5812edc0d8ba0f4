//===- Builders.h - The vocabulary of a shader's code ----------------------------------------===//

#ifndef VKMORPH_DEVICE_BUILDERS_H
#define VKMORPH_DEVICE_BUILDERS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

namespace vkmorph::vkm {

/// The type of GLSL's uint.
inline mlir::IntegerType getUintType(mlir::MLIRContext *context) {
  return mlir::IntegerType::get(context, 32, mlir::IntegerType::Unsigned);
}

/// A constant of type ui32.
mlir::Value buildUint(mlir::OpBuilder &builder, mlir::Location loc, uint64_t value);

/// Of two values of one type.
mlir::Value buildBinary(mlir::OpBuilder &builder, mlir::Location loc, BinaryKind kind,
                        mlir::Value lhs, mlir::Value rhs);

/// What a function of the shader gives.
mlir::Value buildCall(mlir::OpBuilder &builder, mlir::Location loc, FuncOp function,
                      mlir::ValueRange operands);

VarOp buildVar(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
               mlir::Value initial, bool isConst);

mlir::Value buildBuiltin(mlir::OpBuilder &builder, mlir::Location loc, Builtin builtin,
                         unsigned dim = 0);

/// The built-in values that an expression is made of.
llvm::SmallVector<BuiltinOp> findBuiltins(mlir::Value value);

/// An element of an array, and one with a constant number: a component of a vector, a column of a
/// matrix.
mlir::Value buildElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value place,
                         mlir::Value index);

mlir::Value buildPart(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value place,
                      int64_t number);

/// `value[lengths[0]][lengths[1]]`.
mlir::Type makeArrays(mlir::Type value, llvm::ArrayRef<int64_t> lengths);

/// `for (uint name = first; name < end; name += step) body(name)`; the values are computed by the
/// callbacks in the loop's regions.
ForOp buildUintLoop(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                    mlir::Value first, llvm::function_ref<mlir::Value(mlir::OpBuilder &)> end,
                    llvm::function_ref<mlir::Value(mlir::OpBuilder &)> step);

/// `[[unroll]] for (uint name = 0u; name < count; name++)`
ForOp buildUnrolledLoop(mlir::OpBuilder &at, mlir::Location loc, llvm::StringRef name,
                        int64_t count);

/// Where the statements of a body are to be copied to, so that a `continue` of theirs ends them and
/// does not leave the loop around them: in a `do { } while (false)` where they have one.
mlir::OpBuilder buildBodyPlace(mlir::OpBuilder &at, mlir::Location loc, mlir::Region &body);

/// `if (gl_LocalInvocationIndex == 0)`; gives a builder inside.
mlir::OpBuilder buildIfFirstThread(mlir::OpBuilder &builder, mlir::Location loc);

/// Of `count` things the range that one of `takers` takes, so that all have as many but for one,
/// and neighbours have neighbouring ones: variables of type uint, "firstGroup" for "Group".
struct Range {
  mlir::Value first, end;
};

Range buildRange(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef names,
                 mlir::Value count, llvm::function_ref<mlir::Value(mlir::OpBuilder &)> taker,
                 llvm::function_ref<mlir::Value(mlir::OpBuilder &)> takers);

/// The index of this workgroup among all of the dispatch, and their number, over `dims` dimensions.
mlir::Value buildWorkgroupIndex(mlir::OpBuilder &builder, mlir::Location loc, unsigned dims);

mlir::Value buildWorkgroupCount(mlir::OpBuilder &builder, mlir::Location loc, unsigned dims);

/// Adds a shared variable, or takes the one of that name and type that another kernel added; gives
/// its symbol.
std::string addShared(mlir::OpBuilder &builder, mlir::Location loc, ClassOp parent,
                      llvm::StringRef name, mlir::Type type);

} // namespace vkmorph::vkm

#endif // VKMORPH_DEVICE_BUILDERS_H
