//===- Mutation.h - Which parameters a body does more with than reading ----------------------===//

#ifndef VKMORPH_FRONTEND_ROLES_MUTATION_H
#define VKMORPH_FRONTEND_ROLES_MUTATION_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

namespace vkmorph::frontend {

/// The parameters of a function that its body assigns, or may assign through a reference; those
/// that need a variable.
llvm::DenseSet<const clang::ParmVarDecl *>
findMutatedParameters(const clang::FunctionDecl *definition);

/// Whether a statement does more with a local variable than reading it.
bool isMutated(const clang::VarDecl *variable, const clang::Stmt *statement);

/// Whether a function assigns a pointer or exchanges it with another one (`std::swap`), and all
/// that changes it stands outside of loops and branches: what it points into is known everywhere.
bool isExchanged(const clang::VarDecl *pointer, const clang::FunctionDecl *definition);

/// Whether a function assigns a pointer or exchanges it with another one, also in loops and
/// branches, and does nothing else with it but reading it: it is a name for one of several arrays.
bool isSetOnly(const clang::VarDecl *pointer, const clang::FunctionDecl *definition);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_ROLES_MUTATION_H
