//===- GivenArray.h - A control function where one of its arrays is there ---------------------===//

#ifndef VKMORPH_PASSES_PROVE_GIVENARRAY_H
#define VKMORPH_PASSES_PROVE_GIVENARRAY_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// A copy of a control function, and of what it launches and calls, without the branches for a null
/// pointer: how far they reach into the array matters where there is one. The copies are for
/// analyses to look at, and go with this.
class GivenArray {
public:
  GivenArray(ControlOp control, unsigned index);
  ~GivenArray();
  GivenArray(const GivenArray &) = delete;
  GivenArray &operator=(const GivenArray &) = delete;

  ControlOp getControl() { return copy; }
  /// The copies of kernels; others are as they were.
  llvm::ArrayRef<KernelOp> getKernels() { return kernels; }

private:
  mlir::FunctionOpInterface copyTold(mlir::FunctionOpInterface function,
                                     llvm::ArrayRef<unsigned> answers);

  ClassOp theClass;
  ControlOp copy;
  llvm::SmallVector<KernelOp> kernels;
  llvm::SmallVector<mlir::Operation *> copies; ///< of kernels and functions
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_GIVENARRAY_H
