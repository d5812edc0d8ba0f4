//===- Roles.h - Which class is translated, and what its methods are for ---------------------===//

#ifndef VKMORPH_FRONTEND_ROLES_ROLES_H
#define VKMORPH_FRONTEND_ROLES_ROLES_H

#include "frontend/roles/Config.h"
#include "frontend/source/Program.h"
#include "frontend/source/Reporter.h"

#include <optional>

namespace vkmorph::frontend {

/// A kernel or a control function.
struct RoleMethod {
  const clang::CXXMethodDecl
      *decl; ///< as the class sees it: the one that an object of the class runs
  const clang::FunctionDecl *definition; ///< may be in another translation unit than `decl`
  unsigned dims = 0;                     ///< of a kernel: 1, 2 or 3
  std::string key;                       ///< identity across translation units
  /// Overridden, hidden, or a control function that is an instance of a template: a part of those
  /// that call it, and no function of its own.
  bool isReplaced = false;
};

/// A method that runs once for each thread of a grid whose loops are those of a block driver:
/// kernel_X(tid, ...), and what passes its own thread index on to one.
struct ThreadMethod {
  const clang::CXXMethodDecl *decl;
  std::string key;
  llvm::SmallVector<unsigned> index; ///< the parameters that say which thread runs: x, y, z
  bool isKernel;                     ///< by its name
};

/// The class to translate and its methods with a role, in order of declaration, bases first.
struct ClassRoles {
  const clang::CXXRecordDecl *record = nullptr;
  std::vector<RoleMethod> kernels;
  std::vector<RoleMethod> controls; ///< block drivers among them
  std::vector<ThreadMethod> threads;
  /// Those of `threads` that no loops of the class reach: the generated class has a block driver
  /// for each.
  std::vector<RoleMethod> driven;
  /// Those of `kernels` that the config file names and that are public: each is its own control
  /// function, too.
  std::vector<RoleMethod> entries;
  /// Kernels that are declared but that no source defines.
  std::vector<const clang::CXXMethodDecl *> undefinedKernels;

  bool isKernel(llvm::StringRef key) const;
  /// Whether the generated class declares it again.
  bool isControl(llvm::StringRef key) const;
  /// Null where it is none.
  const ThreadMethod *findThreadMethod(llvm::StringRef key) const;
};

/// 1, 2 or 3 for a kernel: by its name, kernelND_X, unless the config file says something else.
std::optional<unsigned> kernelDims(const Program &program, const Config &config,
                                   const clang::CXXMethodDecl *method);

/// The class of that name, or the only class with kernels where the name is empty; null where an
/// error was reported.
const clang::CXXRecordDecl *selectClass(Program &program, const Config &config, Reporter &reporter,
                                        mlir::MLIRContext &context, llvm::StringRef name);

/// Finds kernels and control functions of a class and its bases.
ClassRoles findRoles(Program &program, const Config &config, Reporter &reporter,
                     const clang::CXXRecordDecl *record);

/// Whether `base` is `record` or one of its bases, in whatever translation unit.
bool isSameOrBase(const Program &program, const clang::CXXRecordDecl *base,
                  const clang::CXXRecordDecl *record);

/// "Scale" of kernel1D_Scale: what a kernel's name says beside its role.
llvm::StringRef withoutKernelPrefix(llvm::StringRef name);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_ROLES_ROLES_H
