//===- Pointers.h - Pointers: an array that is known, and the number of an element ------------===//

#ifndef VKMORPH_FRONTEND_BODY_POINTERS_H
#define VKMORPH_FRONTEND_BODY_POINTERS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class PointerEmitter : public Emitter {
public:
  using Emitter::Emitter;

  std::optional<PointerValue> emitPointer(const clang::Expr *pointer);
  std::optional<PointerValue> addIndex(PointerValue pointer, mlir::Value index,
                                       mlir::Location where);
  std::optional<PointerValue> subtractIndex(PointerValue pointer, mlir::Value index,
                                            mlir::Location where);
  mlir::Value dereference(const PointerValue &pointer, mlir::Location where);
  mlir::IntegerType pointerIndexType(const PointerValue &pointer);
  /// The number of the element that a pointer points to, as that type.
  mlir::Value pointerIndex(const PointerValue &pointer, mlir::Location where);
  void bindPointer(const clang::VarDecl *variable, const PointerValue &pointer, bool moves);
  /// A pointer that is declared before it is set: the first assignment says what it points into.
  void declarePointer(const clang::VarDecl *variable);
  /// std::swap(p, q) of pointers that may be rebound; false after an error.
  bool exchangePointers(const clang::Expr *first, const clang::Expr *second,
                        const clang::Expr *use);
  /// p = q, p += n, ++p, p++: gives the pointer, or what it was before.
  std::optional<PointerValue> emitPointerUpdate(const clang::Expr *expression, bool needsOld);
  /// Whether a pointer is not null, to one object that a control function is given or to an array;
  /// null where it is no such pointer.
  mlir::Value emitIsSet(const clang::Expr *pointer);
  /// The object that a pointer leads to which a member of the class, or an element of one, is; none
  /// for other expressions.
  std::optional<std::optional<PointerValue>> findHeldObject(const clang::Expr *pointer);
  /// Whether the pointer to an object behind an interface whose record is there is not null.
  mlir::Value emitIsObject(mlir::Value place, mlir::Location where);
  /// Tells all that pick arrays which ones there are, and erases numbers of elements that pointers
  /// did not need.
  void finishPointers();
  /// p - q, p == q, p < q: of two pointers into one array.
  mlir::Value emitOnPointers(const clang::BinaryOperator *expression);

  /// The address of an element is a pointer into its array.
  PointerValue addressOf(mlir::Value place);

private:
  mlir::Value findAskedArray(const clang::Expr *pointer);
  mlir::Value emitKept(const ModuleImporter::Field &known, const clang::FieldDecl *field,
                       mlir::Location where);
  /// Says why an expression is no pointer; gives none.
  std::optional<PointerValue> refuse(const clang::Expr *e, const DiagInfo &info,
                                     llvm::StringRef argument = "");
  std::optional<PointerValue> refuseVariable(const clang::Expr *use,
                                             const clang::VarDecl *variable);
  std::optional<PointerValue> pointerOfCast(const clang::CastExpr *cast);
  std::optional<PointerValue> pointerOfRead(const clang::CastExpr *e);
  std::optional<PointerValue> pointerOfPart(const clang::CastExpr *cast);
  std::optional<PointerValue> pointerOfSum(const clang::BinaryOperator *e);
  std::optional<PointerValue> pointerTo(const clang::UnaryOperator *e);
  std::optional<PointerValue> pointerOfChoice(const clang::ConditionalOperator *e);
  std::optional<PointerValue> setFirst(const clang::VarDecl *variable, const Binding &binding,
                                       const clang::BinaryOperator *assignment);
  /// Lets a pointer that was declared without a value point to where an assignment says, from there
  /// on and in its block: what it pointed into before is known no more.
  std::optional<PointerValue> setHere(const clang::VarDecl *variable, const PointerValue &source,
                                      const clang::BinaryOperator *assignment);
  /// Whether what a pointer points into is known where it is used; reports and gives false where it
  /// is not.
  bool isKnownHere(const clang::VarDecl *variable, const clang::Expr *use);
  /// That of a pointer which is set here to an array that is known everywhere.
  PointerSetting currentSetting();
  mlir::Value findLasting(mlir::Value array, mlir::Value place);
  mlir::Value promoteIndex(mlir::Value index, mlir::Location where);
  /// Binds a pointer that is set in loops and branches; false where it points into no array that is
  /// known from the beginning on.
  bool bindPicked(const clang::VarDecl *variable, const PointerValue &pointer);
  /// The same of one that was declared without a value, where it is set first.
  bool bindPickedLater(const clang::VarDecl *variable, const PointerValue &pointer,
                       mlir::Location where);
  /// What such a pointer points into here.
  PointerValue emitPicked(const Binding &binding, mlir::Location where);
  /// Whether loops set the pointer, in a control function: a lambda that sets it is a function of
  /// its own, which knows nothing of the arrays.
  bool isPickedHere(const Binding &binding) const { return binding.which && m_isControl; }
  /// Lets it point into another array; false where that is not possible.
  bool setPicked(const Binding &binding, const PointerValue &pointer, mlir::Location where);
  /// The number of an array among those that pointers to its elements may point into.
  mlir::Value numberOfArray(mlir::Value array, mlir::Location where);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_POINTERS_H
