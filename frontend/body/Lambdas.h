//===- Lambdas.h - Closures as they are known at compile time ---------------------------------===//
//
// No object stands for a lambda. Its call operator becomes a function, and what it captured becomes
// further parameters of that function, and of each function that the lambda is passed to:
//
//     auto above = [&](int v) { return v > limit; };      bool above(int v, int limit)
//     count(values, above)                                 int count(values, int limit)
//
// Structs without data members and plain functions travel in the same way, with nothing captured.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_LAMBDAS_H
#define VKMORPH_FRONTEND_BODY_LAMBDAS_H

#include "frontend/body/Emitter.h"
#include "ir/Effects.h"

namespace vkmorph::frontend {

/// What a lambda captured, where it is used.
struct Capture {
  const clang::ValueDecl *variable = nullptr; ///< null: the object of a method, 'this'
  Binding binding;
  bool isCopy = false;    ///< by value: nobody else changes it
  bool isWritten = false; ///< the lambda does more with it than reading
};

/// What a lambda is called that is called where it stands.
inline constexpr llvm::StringLiteral kNoName = "lambda";

/// What is known while compiling: a lambda, an object without data members, a function, or a part
/// of the class's object.
struct Closure {
  const clang::CXXRecordDecl *record = nullptr;
  const ObjectPart *part = nullptr;
  const clang::FunctionDecl *function = nullptr;
  std::string name; ///< of the function that a lambda becomes
  llvm::SmallVector<Capture> captures;
  llvm::SmallVector<ClosurePtr> bases; ///< of an object that inherits from lambdas: these

  bool isLambda() const { return record && record->isLambda(); }
  std::string displayName(const clang::FunctionDecl *callee) const;
};

/// A parameter that stands for something captured.
struct CaptureInput {
  mlir::Value source; ///< in the caller
  bool isRead;        ///< `source` is a place that is read at the call
  mlir::Type type;
  std::string name;
  mlir::Location loc;
  /// The parameter of a kernel or control function that is given the same value or array: both are
  /// one input.
  std::optional<unsigned> sameAs = {};
};

/// The closures that one call passes on.
struct ClosureArguments {
  struct Entry {
    std::optional<unsigned> parameter; ///< none: the closure that is called
    std::shared_ptr<const Closure> closure;
  };
  llvm::SmallVector<Entry> entries;
  llvm::SmallVector<CaptureInput> inputs;
  /// Which input each captured value is, closure by closure, in the order of their captures. What
  /// is captured twice is one input.
  llvm::SmallVector<unsigned> uses;
  /// Equal where one function serves both calls.
  std::string key;

  const Closure *own() const;
  bool ofParameter(unsigned index) const;
  /// What a parameter is given; null where that is no closure.
  const Closure *find(unsigned index) const;
  /// How many inputs are no parameter's, too.
  unsigned countOwn() const;
};

/// Whether objects of this type are closures: lambdas, structs without data members, functions,
/// and what is taken apart.
bool isClosureType(clang::QualType type);

/// Whether objects of this type are closures that are not taken apart.
bool isCallableType(clang::QualType type);
/// Whether all objects of this type are the same, so that the type says what they call.
bool isStatelessType(clang::QualType type);
/// The only object of such a type.
ClosurePtr makeStateless(clang::QualType type, llvm::StringRef name);

/// Whether objects of this type consist of lambdas that it inherits from, as the overload sets that
/// std::visit is given.
bool isOfLambdas(clang::QualType type);

class ClosureEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// The lambda, function object or function that an expression names; null after an error. `name`
  /// is what its function is called where nothing better is known.
  ClosurePtr emitClosure(const clang::Expr *expression, llvm::StringRef name);
  /// Binds the names that a closure captured.
  void bindCaptures(const Closure &closure);
  /// Binds what the function's closures captured to its last parameters.
  void bindClosures(mlir::Block *block);
  /// The inputs of a function that stand for what closures captured.
  std::shared_ptr<const ClosureArguments>
  planClosures(const clang::FunctionDecl *callee, const clang::Expr *object,
               llvm::ArrayRef<const clang::Expr *> arguments, const ClosurePtr &own, bool &failed);
  /// A call of a closure; none for other calls.
  std::optional<CallResult> emitClosureUse(const clang::CallExpr *call);

private:
  ClosurePtr makeClosure(const clang::LambdaExpr *lambda, llvm::StringRef name);
  bool makeCapture(const clang::LambdaExpr *lambda, const clang::LambdaCapture &capture,
                   const clang::Expr *init, Closure &closure);
  bool captureObject(const clang::LambdaExpr *lambda, Capture &made, mlir::Location where);
  bool captureInit(const clang::VarDecl *variable, Capture &made);
  bool captureCopy(const clang::LambdaExpr *lambda, const Binding &binding, const clang::Expr *init,
                   Capture &made, mlir::Location where);
  bool captureVariable(const clang::LambdaExpr *lambda, const clang::LambdaCapture &capture,
                       const clang::Expr *init, Capture &made, mlir::Location where);
  std::optional<ClosurePtr> closureOfName(const clang::DeclRefExpr *reference);
  std::optional<ClosurePtr> closureOfBase(const clang::CastExpr *conversion);
  ClosurePtr closureOfCall(const clang::CallExpr *call, llvm::StringRef name);
  const clang::Expr *findConstant(const clang::Expr *e, llvm::StringRef &name) const;
  ClosurePtr copyClosure(const ClosurePtr &closure, mlir::Location where);
  /// A call that gives a closure: its statements stand where the call is.
  ClosurePtr emitClosureResult(const clang::CallExpr *call, llvm::StringRef name);
  bool bindArguments(const clang::FunctionDecl *definition,
                     llvm::ArrayRef<const clang::Expr *> arguments);
  llvm::SmallVector<vkm::Root> findWritten(const clang::FunctionDecl *callee,
                                           const clang::Expr *object,
                                           llvm::ArrayRef<const clang::Expr *> arguments);
  /// A call of a function object of the library.
  CallResult emitStdFunctor(const clang::CallExpr *call);
  /// Whether nothing changes a variable after this lambda has copied it.
  bool staysAsItIs(const clang::VarDecl *variable) const;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_LAMBDAS_H
