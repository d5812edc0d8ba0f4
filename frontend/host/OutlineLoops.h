//===- OutlineLoops.h - Loops of control functions as kernels ---------------------------------===//

#ifndef VKMORPH_FRONTEND_HOST_OUTLINELOOPS_H
#define VKMORPH_FRONTEND_HOST_OUTLINELOOPS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class OutlineEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// Makes a kernel of a loop of a control function over elements on the device, and launches it in
  /// its place; null after an error. `algorithm` is what stands there.
  vkm::KernelOp outlineLoop(vkm::ForOp loop, llvm::StringRef algorithm, bool isIndependent,
                            mlir::Location where, const LoopVariables &variables);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_HOST_OUTLINELOOPS_H
