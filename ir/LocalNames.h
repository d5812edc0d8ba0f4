//===- LocalNames.h - The names that are taken inside of a function --------------------------===//

#ifndef VKMORPH_IR_LOCALNAMES_H
#define VKMORPH_IR_LOCALNAMES_H

#include "ir/VkmDialect.h"

#include <string>

namespace vkmorph::vkm {

/// What a statement declares: the name of a vkm.var, vkm.let or vkm.for; empty for all others.
llvm::StringRef getDeclaredName(mlir::Operation *op);

/// Calls `take` with each name that is declared in a function: its parameters, the objects that it
/// takes beside them, local variables and counters.
void forEachDeclaredName(mlir::Operation *function, llvm::function_ref<void(llvm::StringRef)> take);

/// The same, and with the names of constants that host code has for it from outside of all classes
/// and namespaces: what else is declared must not hide them.
void forEachLocalName(mlir::Operation *function, llvm::function_ref<void(llvm::StringRef)> take);

/// What says whether there is an array for a pointer: "hasBias" of `bias` and `m_bias`.
std::string nameOfAnswer(llvm::StringRef array);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_LOCALNAMES_H
