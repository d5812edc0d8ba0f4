//===- Callee.h - What a call names, decoded once ---------------------------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_CALLEE_H
#define VKMORPH_FRONTEND_LIBRARY_CALLEE_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace vkmorph::frontend {

struct VectorLibrary;

/// A function by its declaration: whose it is and what it is called. All that asks which function,
/// class or variable of a library a name means asks here.
struct Callee {
  Callee() = default;
  /// Of null, nothing is known.
  explicit Callee(const clang::FunctionDecl *function);
  explicit Callee(const clang::CallExpr *call);

  const clang::FunctionDecl *function = nullptr;
  const clang::CXXMethodDecl *method = nullptr; ///< the same, of a member function
  bool isStd = false;                           ///< of the standard library
  bool isC = false;                             ///< a function of C, or of the compiler
  bool isBuiltin = false;                       ///< __builtin_NAME
  llvm::StringRef record;                       ///< whose member it is: "vector"; "ranges" of
                                                ///< what std::ranges has for functions
  llvm::StringRef name; ///< "push_back", "operator[]", "operator bool"; empty for constructors and
                        ///< other conversions
  llvm::ArrayRef<clang::TemplateArgument> templateArguments; ///< those of the function itself
  const VectorLibrary *vectors = nullptr; ///< the library of vectors and matrices that it is of

  /// Whether it is a function of the standard library that is no member, of that name.
  bool isStdFunction(llvm::StringRef other) const { return isStd && !method && name == other; }
  /// A conversion that only names its argument: std::move, std::forward, std::as_const.
  bool isIdentity() const;
  /// malloc and what else gives or takes memory back.
  bool isAllocation() const;
};

/// Whether a class, an instance of a template or a variable of the standard library is meant, by
/// its name: "vector", "ignore".
bool isStd(const clang::NamedDecl *decl, llvm::StringRef name);

/// Whether a declaration lies in std::chrono, or in what does.
bool isOfChrono(const clang::Decl *decl);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_CALLEE_H
