//===- AstWalk.h - Walks over the syntax tree -------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_SOURCE_ASTWALK_H
#define VKMORPH_FRONTEND_SOURCE_ASTWALK_H

#include "clang/AST/Type.h"

namespace clang {
class ArraySubscriptExpr;
class BinaryOperator;
class BreakStmt;
class CallExpr;
class CastExpr;
class CXXConstructExpr;
class CXXCtorInitializer;
class CXXMemberCallExpr;
class CXXNewExpr;
class CXXThisExpr;
class Decl;
class DeclRefExpr;
class ForStmt;
class ImplicitCastExpr;
class LambdaExpr;
class MemberExpr;
class ReturnStmt;
class Stmt;
class UnaryOperator;
class VarDecl;
} // namespace clang

namespace vkmorph::frontend {

/// Visits all that a part of clang's syntax tree consists of, each node before its children. The
/// visits are virtual functions, as those of `RecursiveASTVisitor` are not: each class that derives
/// from that template takes a compiler some ten seconds.
class AstWalk {
public:
  virtual ~AstWalk();

  /// Each of them returns false where a visit did, with which the walk ends.
  bool walk(const clang::Stmt *statement);
  bool walk(const clang::Decl *decl);
  bool walk(clang::QualType type);

  /// Before the visits of a statement or an expression; false leaves it out, children included.
  virtual bool enter(clang::Stmt *) { return true; }
  /// Behind the children.
  virtual void leave(clang::Stmt *) {}

  // A node is visited as all classes of clang's that it has: a CXXMemberCallExpr as a CallExpr
  // first.
  virtual bool visitArraySubscriptExpr(clang::ArraySubscriptExpr *) { return true; }
  virtual bool visitBinaryOperator(clang::BinaryOperator *) { return true; }
  virtual bool visitBreakStmt(clang::BreakStmt *) { return true; }
  virtual bool visitCallExpr(clang::CallExpr *) { return true; }
  virtual bool visitCastExpr(clang::CastExpr *) { return true; }
  virtual bool visitCXXConstructExpr(clang::CXXConstructExpr *) { return true; }
  virtual bool visitCXXMemberCallExpr(clang::CXXMemberCallExpr *) { return true; }
  virtual bool visitCXXNewExpr(clang::CXXNewExpr *) { return true; }
  virtual bool visitCXXThrowExpr(clang::CXXThrowExpr *) { return true; }
  virtual bool visitCXXThisExpr(clang::CXXThisExpr *) { return true; }
  virtual bool visitDeclRefExpr(clang::DeclRefExpr *) { return true; }
  virtual bool visitForStmt(clang::ForStmt *) { return true; }
  virtual bool visitImplicitCastExpr(clang::ImplicitCastExpr *) { return true; }
  virtual bool visitLambdaExpr(clang::LambdaExpr *) { return true; }
  virtual bool visitMemberExpr(clang::MemberExpr *) { return true; }
  virtual bool visitReturnStmt(clang::ReturnStmt *) { return true; }
  virtual bool visitUnaryOperator(clang::UnaryOperator *) { return true; }
  virtual bool visitVarDecl(clang::VarDecl *) { return true; }
  virtual bool visitTagType(clang::TagType *) { return true; }
  virtual bool visitTemplateSpecializationType(clang::TemplateSpecializationType *) { return true; }
  virtual bool visitTypedefType(clang::TypedefType *) { return true; }
  virtual bool visitConstructorInitializer(clang::CXXCtorInitializer *) { return true; }
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_SOURCE_ASTWALK_H
