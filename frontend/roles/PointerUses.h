//===- PointerUses.h - What a function does with its pointer parameters -----------------------===//

#ifndef VKMORPH_FRONTEND_ROLES_POINTERUSES_H
#define VKMORPH_FRONTEND_ROLES_POINTERUSES_H

#include "frontend/source/Program.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace vkmorph::frontend {

/// The parameters that are pointers to one object: only `*p`, `p->member` and `p[0]` are used, and
/// functions that do no more are given it. The others are taken to point into arrays.
llvm::DenseSet<const clang::ParmVarDecl *>
findObjectPointers(Program &program, const clang::FunctionDecl *definition);

using KernelTest = llvm::function_ref<bool(const clang::CXXMethodDecl *)>;

/// The same of a control function, those that it uses at all: what a kernel gets is an array.
llvm::DenseSet<const clang::ParmVarDecl *>
findObjectsOfControl(Program &program, const clang::FunctionDecl *definition, KernelTest isKernel);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_ROLES_POINTERUSES_H
