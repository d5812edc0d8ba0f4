//===- LocalFields.h - Fields of the generated class for what control functions keep ----------===//

#ifndef VKMORPH_TRANSFORMS_LOCALFIELDS_H
#define VKMORPH_TRANSFORMS_LOCALFIELDS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Makes a field of the class data that only the generated class has, behind the others; a name
/// that is taken gets a number.
FieldOp makeField(ClassOp theClass, mlir::Location loc, llvm::StringRef name, mlir::Type type);

/// The same for a value of a control function: Mean_sum for `sum` of Mean.
FieldOp makeLocalField(ControlOp control, mlir::Location loc, llvm::StringRef name,
                       mlir::Type type);

/// Makes a field that only the generated class has for a value that a kernel passes on from
/// iteration to iteration or from loop to loop, which it calls `local`; a name that is taken gets a
/// number.
FieldOp makeKernelField(KernelOp kernel, mlir::Location loc, llvm::StringRef local,
                        mlir::Type type);

/// A std::vector that only the generated class has, in front of all members; a name that is taken
/// gets a number. `owner` is the control function or kernel that it is of, which calls it `local`;
/// without one by its name.
FieldOp makeLocalVector(ClassOp theClass, mlir::Location loc, llvm::StringRef name,
                        mlir::Type element, llvm::StringRef owner, llvm::StringRef local = "");

/// Puts the field where a variable or parameter was.
void replaceByField(mlir::Value place, FieldOp field);

/// Puts the field where a variable was; it gets the variable's first value in its place.
void replaceByField(VarOp var, FieldOp field);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_LOCALFIELDS_H
