//===- LocalVectors.h - std::vector variables of control functions ----------------------------===//

#ifndef VKMORPH_FRONTEND_HOST_LOCALVECTORS_H
#define VKMORPH_FRONTEND_HOST_LOCALVECTORS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class LocalVectorEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// A std::vector that lives in a control function: a buffer of the generated class.
  void emitLocalVector(const clang::VarDecl *variable);
  /// `v.resize(n)` or `v.assign(n, x)` of one that is declared without a size; none for other
  /// calls.
  std::optional<CallResult> emitLocalVectorSize(const clang::CallExpr *call, llvm::StringRef name);

private:
  /// Gives it its elements: `count` copies of `value`, zeros where that is null.
  bool fillLocalVector(Binding &binding, const clang::Expr *count, const clang::Expr *value,
                       clang::QualType element, llvm::StringRef name, mlir::Location where);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_HOST_LOCALVECTORS_H
