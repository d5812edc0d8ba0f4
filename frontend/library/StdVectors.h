//===- StdVectors.h - std::vector: elements behind a pointer, and a size ----------------------===//
//
// Wherever a function names a std::vector, that is a pointer to the elements and a number of them:
// of a member its buffer and the field beside it, of a parameter the two that the caller passes.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_STDVECTORS_H
#define VKMORPH_FRONTEND_LIBRARY_STDVECTORS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class StdVectorEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// The std::vector that a field is.
  StdVectorValue makeMember(const ModuleImporter::Field &field, bool isConst, mlir::Location where);
  /// The std::vector that a glvalue names; none where an error was reported.
  std::optional<StdVectorValue> emitVector(const clang::Expr *glvalue);
  /// Its first element.
  PointerValue begin(const StdVectorValue &vector) const { return {vector.data, vector.first}; }
  /// How many elements it has, as a ui32.
  mlir::Value emitSize(const StdVectorValue &vector, mlir::Location where);
  /// `v[i]`, `v.front()`, `v.back()` and, for the first element, `v.data()` as a pointer to the
  /// element; none for other expressions, no pointer in it after an error.
  std::optional<std::optional<PointerValue>> emitElement(const clang::Expr *expression);

  // VectorAppends.cpp
  /// std::swap of two vectors; false after an error.
  bool exchange(const clang::Expr *first, const clang::Expr *second, const clang::Expr *use);
  bool exchange(const StdVectorValue &a, const StdVectorValue &b, const clang::Expr *use);
  bool copy(const StdVectorValue &to, const StdVectorValue &from, const clang::Expr *use);
  /// Whether `change` may be done to it: not where its elements stand for objects that the host's
  /// vector points to, which is reported.
  bool checkChange(const StdVectorValue &vector, llvm::StringRef change, const clang::Expr *use);
  /// Makes room for `count` elements, a number of 32 bits, in a vector of the class; a vector of
  /// the caller's gets so many.
  void emitRoom(const StdVectorValue &vector, mlir::Value count, mlir::Location where);
  /// Says how many elements a vector of the class has, for which there is room; false after an
  /// error.
  bool resize(const StdVectorValue &vector, mlir::Value size, const clang::Expr *use);
  /// Whether it is one of a caller's object.
  bool isLent(const StdVectorValue &vector) const;
  /// Calls a method of a caller's vector where the host makes the call.
  void callLent(const StdVectorValue &vector, llvm::StringRef method, mlir::ValueRange arguments,
                mlir::Location where);

private:
  std::optional<std::optional<StdVectorValue>> emitPooled(const clang::MemberExpr *member,
                                                          const clang::FieldDecl *field);
  void emitExchangeOfElements(vkm::KernelOp kernel, mlir::Location where);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_STDVECTORS_H
