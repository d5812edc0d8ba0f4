//===- Parts.h - Objects that are taken apart -------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_PARTS_H
#define VKMORPH_FRONTEND_BODY_PARTS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class PartEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// A part of the class's object as it is passed on.
  static ClosurePtr makePartClosure(const ObjectPart *part);
  /// What is the object of the class, or a part of it that is taken apart; null for others.
  const ObjectPart *findPart(const clang::Expr *expression) const;
  bool isRecordObject(const clang::Expr *expression) const;
  /// Whether two pointers to such objects are equal, or differ, as the condition asks; none for
  /// other conditions.
  std::optional<bool> compareParts(const clang::Expr *condition) const;
  /// A part as an argument or reference is known at compile time; null after an error.
  std::shared_ptr<const Closure> emitPart(const clang::Expr *expression);
  /// std::swap of two parts: all their fields.
  bool exchangeParts(const ObjectPart &a, const ObjectPart &b, const clang::Expr *use);
  /// A method of a part; none for those of other objects.
  std::optional<CallResult> emitPartCall(const clang::CallExpr *call,
                                         const clang::CXXMethodDecl *method,
                                         const clang::Expr *object,
                                         llvm::ArrayRef<const clang::Expr *> arguments);

private:
  mlir::Value emitFieldPlace(const ModuleImporter::Field &field, mlir::Location where);
  /// Calls `act` for the fields of two parts of one class, until it fails; whether it did not.
  bool forFieldsOf(
      const ObjectPart &a, const ObjectPart &b, mlir::Location where,
      llvm::function_ref<bool(const ModuleImporter::Field &, const ModuleImporter::Field &)> act);
  /// `m_before = m_image` in a control function: all that is in it. `owner`: whose operator it is.
  bool copyPart(const ObjectPart &to, const clang::Expr *source, const clang::CXXRecordDecl *owner,
                const clang::Expr *use);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_PARTS_H
