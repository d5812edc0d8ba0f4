//===- AstWalk.cpp - Walks over the syntax tree -----------------------------------------------===//

#include "frontend/source/AstWalk.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace vkmorph::frontend;

namespace {

/// Hands what clang's walk meets on. It has no state of its own, so that there may be several.
class Walker : public clang::RecursiveASTVisitor<Walker> {
public:
  explicit Walker(AstWalk &walk) : m_walk(walk) {}

  bool dataTraverseStmtPre(clang::Stmt *statement) { return m_walk.enter(statement); }
  bool dataTraverseStmtPost(clang::Stmt *statement) {
    m_walk.leave(statement);
    return true;
  }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *initializer) {
    return m_walk.visitConstructorInitializer(initializer) &&
           RecursiveASTVisitor::TraverseConstructorInitializer(initializer);
  }

#define VKMORPH_VISIT(Node)                                                                        \
  bool Visit##Node(clang::Node *node) { return m_walk.visit##Node(node); }
  VKMORPH_VISIT(ArraySubscriptExpr)
  VKMORPH_VISIT(BinaryOperator)
  VKMORPH_VISIT(BreakStmt)
  VKMORPH_VISIT(CallExpr)
  VKMORPH_VISIT(CastExpr)
  VKMORPH_VISIT(CXXConstructExpr)
  VKMORPH_VISIT(CXXMemberCallExpr)
  VKMORPH_VISIT(CXXNewExpr)
  VKMORPH_VISIT(CXXThisExpr)
  VKMORPH_VISIT(CXXThrowExpr)
  VKMORPH_VISIT(DeclRefExpr)
  VKMORPH_VISIT(ForStmt)
  VKMORPH_VISIT(ImplicitCastExpr)
  VKMORPH_VISIT(LambdaExpr)
  VKMORPH_VISIT(MemberExpr)
  VKMORPH_VISIT(ReturnStmt)
  VKMORPH_VISIT(UnaryOperator)
  VKMORPH_VISIT(VarDecl)
  VKMORPH_VISIT(TagType)
  VKMORPH_VISIT(TemplateSpecializationType)
  VKMORPH_VISIT(TypedefType)
#undef VKMORPH_VISIT

private:
  AstWalk &m_walk;
};

} // namespace

AstWalk::~AstWalk() = default;

bool AstWalk::walk(const clang::Stmt *statement) {
  return Walker(*this).TraverseStmt(const_cast<clang::Stmt *>(statement));
}

bool AstWalk::walk(const clang::Decl *decl) {
  return Walker(*this).TraverseDecl(const_cast<clang::Decl *>(decl));
}

bool AstWalk::walk(clang::QualType type) { return Walker(*this).TraverseType(type); }
