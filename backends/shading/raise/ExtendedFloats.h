//===- ExtendedFloats.h - Which floats become doubles as they are -----------------------------===//
//
// A device may take double(float(x)) for double(x), also where the float goes through variables,
// functions and choices in between. Arithmetic ends the way: its result is a float of its own.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_EXTENDEDFLOATS_H
#define VKMORPH_BACKENDS_SHADING_RAISE_EXTENDEDFLOATS_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace vkmorph::shading {

class ExtendedFloats {
public:
  explicit ExtendedFloats(mlir::ModuleOp module);
  bool contains(mlir::Value value) const { return values.contains(value); }

private:
  void collect(mlir::Operation *op);
  void follow(mlir::Value value);
  void followMemory(const void *key);

  /// What is stored in variables and buffers, by the keys of shading::getMemoryKey.
  llvm::DenseMap<const void *, llvm::SmallVector<mlir::Value>> stored;
  /// References: what is one memory location in the callee and in the caller.
  llvm::DenseMap<const void *, llvm::SmallVector<const void *>> same;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> returned;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> passed;
  llvm::SmallVector<mlir::Value> extended;

  llvm::DenseSet<mlir::Value> values;
  llvm::DenseSet<const void *> memory;
};

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_EXTENDEDFLOATS_H
