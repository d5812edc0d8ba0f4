//===- PolyfillFunctions.h - The functions of ours in one shader ------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_POLYFILLFUNCTIONS_H
#define VKMORPH_BACKENDS_SHADING_RAISE_POLYFILLFUNCTIONS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace vkmorph::shading {

/// A function in the dialect's syntax; T stands for the type.
struct Polyfill {
  const char *name;
  const char *text;
};

/// Makes each function at its first use, before everything that may call it. `language` is what
/// their comments say it of.
class PolyfillFunctions {
public:
  explicit PolyfillFunctions(vkm::ClassOp parent, llvm::StringRef language)
      : parent(parent), language(language) {}

  /// The function for that scalar type.
  vkm::FuncOp get(const Polyfill &polyfill, mlir::Type type);

  /// The same, before the functions that are there already: for one that calls none, and that they
  /// call.
  vkm::FuncOp getForOthers(const Polyfill &polyfill, mlir::Type type);

  /// The library's function of that name for those types, and what it calls.
  vkm::FuncOp getOfLibrary(llvm::StringRef name, mlir::TypeRange types);

  /// A call with scalars; with vectors, of a function that calls this one for each component.
  mlir::Value call(mlir::OpBuilder &builder, mlir::Location loc, vkm::FuncOp scalar,
                   mlir::Type result, mlir::ValueRange operands);

private:
  vkm::FuncOp getOfLibrarySymbol(llvm::StringRef symbol);
  vkm::FuncOp getForVectors(vkm::FuncOp scalar, mlir::Type type);
  vkm::FuncOp parse(llvm::StringRef text);
  std::string makeSymbol(std::string symbol);
  mlir::Operation *firstFunction();

  vkm::ClassOp parent;
  llvm::StringRef language;
  llvm::StringMap<vkm::FuncOp> functions;
  /// Those of the library stand in the order in which they are made: callees first.
  vkm::FuncOp lastOfLibrary;
};

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_POLYFILLFUNCTIONS_H
