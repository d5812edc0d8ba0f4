//===- Parameters.h - Functions get parameters, and copies of their own ----------------------===//

#ifndef VKMORPH_TRANSFORMS_PARAMETERS_H
#define VKMORPH_TRANSFORMS_PARAMETERS_H

#include "ir/VkmDialect.h"

#include <string>

namespace vkmorph::vkm {

/// Inserts a parameter at `index`; its calls are for the caller to change.
mlir::BlockArgument insertParameter(mlir::FunctionOpInterface function, unsigned index,
                                    llvm::StringRef name, mlir::Type type, mlir::Location loc);

/// The same behind all others.
mlir::BlockArgument addParameter(mlir::FunctionOpInterface function, llvm::StringRef name,
                                 mlir::Type type, mlir::Location loc);

/// The name, with as many underscores behind it as no parameter of the function has.
std::string makeFreeArgName(mlir::FunctionOpInterface function, std::string name);

/// A copy of a function of the device, behind it, that some of its calls get instead: generated
/// code calls it by the same name where it can.
FuncOp copyFunction(FuncOp function, llvm::StringRef symbol);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_PARAMETERS_H
