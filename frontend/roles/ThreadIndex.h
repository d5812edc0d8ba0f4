//===- ThreadIndex.h - Which thread runs a method
//----------------------------------------------===//
//
//   void CastRayBlock(uint32_t tidX, uint32_t tidY, uint32_t *color) {
//     for (uint32_t y = 0; y < tidY; ++y)
//       for (uint32_t x = 0; x < tidX; ++x)
//         CastRay(x, y, color);                 // counted: CastRayBlock is the block driver
//   }
//   void CastRay(uint32_t tidX, uint32_t tidY, uint32_t *color) {
//     Ray ray;
//     kernel_MakeRay(tidX, tidY, &ray);         // passed on: CastRay runs once for each thread
//   }
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_ROLES_THREADINDEX_H
#define VKMORPH_FRONTEND_ROLES_THREADINDEX_H

#include "clang/AST/DeclCXX.h"

#include <optional>

namespace vkmorph::frontend {

/// Whether it is a kernel without loops over its threads, by its name and that of its parameters:
/// kernel_X(tid, ...) or kernel_X(tidX, tidY, ...).
bool isThreadKernel(const clang::CXXMethodDecl *method);

/// Whether a method is a step of what a thread does, by its name: kernel_X. Its parameters may
/// leave the index without a name.
bool isThreadStep(const clang::CXXMethodDecl *method);

/// Whether a parameter can say which thread runs: an integer, by value or by reference to const.
bool canBeThreadIndex(const clang::ParmVarDecl *parameter);

/// The parameters `tid`, or `tidX`, `tidY` and `tidZ`, as far as they are there.
llvm::SmallVector<unsigned> findNamedThreadIndex(const clang::CXXMethodDecl *method);

/// What a function passes on as the index of a thread.
struct ThreadIndexUse {
  bool isCounted = false;            ///< it depends on a variable that the function changes
  std::optional<unsigned> parameter; ///< it is a parameter of the function that can be an index
  llvm::SmallVector<unsigned> from;  ///< the parameters with numbers that it is computed from
};
ThreadIndexUse findThreadIndexUse(const clang::Expr *argument,
                                  const clang::FunctionDecl *definition);

/// Whether a loop around `argument` changes a parameter: its values are counted there, as in
/// `while (n-- > 0) kernel_X(n);`.
bool isCountedAround(const clang::Expr *argument, const clang::ParmVarDecl *parameter,
                     const clang::FunctionDecl *definition);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_ROLES_THREADINDEX_H
