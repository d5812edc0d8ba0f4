//===- BaseKernels.h - Kernels that call the kernel of a base class ---------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_BASEKERNELS_H
#define VKMORPH_FRONTEND_BODY_BASEKERNELS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class BaseKernelEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// `Base::kernel1D_f(a, n);` in a kernel: the base's loops become grids of this kernel.
  CallResult emitBaseKernel(const clang::CXXMemberCallExpr *call,
                            const clang::CXXMethodDecl *kernel);

private:
  bool isTopOfKernel() const;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_BASEKERNELS_H
