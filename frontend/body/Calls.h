//===- Calls.h - Calls of functions, kernels and control functions ----------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_CALLS_H
#define VKMORPH_FRONTEND_BODY_CALLS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

struct Callee;
struct Hierarchy;

class CallEmitter : public Emitter {
public:
  using Emitter::Emitter;

  CallResult emitCall(const clang::CallExpr *call);
  CallResult emitDeviceCall(const clang::FunctionDecl *callee, const clang::Expr *object,
                            llvm::ArrayRef<const clang::Expr *> arguments, const clang::Expr *call,
                            const ClosurePtr &closure = nullptr);
  /// Of an object behind an interface, which runs one of these.
  CallResult emitDeviceCall(const Hierarchy &hierarchy,
                            llvm::ArrayRef<const clang::CXXMethodDecl *> overriders,
                            const clang::Expr *object,
                            llvm::ArrayRef<const clang::Expr *> arguments, const clang::Expr *call);
  Argument emitReferenceOfLaunch(const clang::Expr *argument);
  Argument emitArrayOfLaunch(const clang::Expr *argument, const Signature &callee, unsigned input);
  void branchByNulls(vkm::CallOp call, llvm::ArrayRef<Argument> arguments);
  Argument emitArgument(const clang::Expr *argument, Passing passing, bool isReference);
  Argument emitObject(const clang::Expr *object, Passing passing);
  /// The arguments of a call as values; false where one failed.
  bool emitArguments(llvm::ArrayRef<const clang::Expr *> arguments,
                     llvm::SmallVectorImpl<mlir::Value> &values);

protected:
  /// Reads what references to const name; false where an argument failed.
  bool finishArguments(llvm::MutableArrayRef<Argument> arguments,
                       llvm::SmallVectorImpl<mlir::Value> &operands);

private:
  CallResult emitVirtualCall(const clang::CXXMethodDecl *method, const clang::Expr *object,
                             llvm::ArrayRef<const clang::Expr *> arguments,
                             const clang::Expr *call);
  CallResult emitCallOfAnyKind(const clang::CallExpr *call);
  std::optional<CallResult> emitOwnHostFunction(const clang::CallExpr *call, const Callee &callee);
  std::optional<CallResult> emitCallOfLibrary(const clang::CallExpr *call, const Callee &callee);
  CallResult emitOwnCall(const clang::CallExpr *call, const clang::CXXMethodDecl *method);
  /// `key` names the kernel or control function.
  CallResult emitLaunch(const clang::CXXMemberCallExpr *call, const ImportedFunction &callee,
                        const std::string &key);
  /// The lambdas, function objects and parts of objects that a launch is given; false after an
  /// error.
  bool planLaunched(const clang::CXXMemberCallExpr *call, llvm::ArrayRef<Passing> passing,
                    std::shared_ptr<const ClosureArguments> &closures);
  CallResult emitOperatorCall(const clang::CXXOperatorCallExpr *call);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_CALLS_H
