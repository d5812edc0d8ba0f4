//===- PointerUses.cpp - What a function does with its pointer parameters --------------------===//

#include "frontend/roles/PointerUses.h"

#include "frontend/source/AstWalk.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace vkmorph::frontend;
using namespace clang;

namespace {

class PointerUses : public AstWalk {
public:
  PointerUses(Program &program, llvm::SmallVectorImpl<const FunctionDecl *> &active,
              KernelTest isKernel = nullptr)
      : m_program(program), m_active(active), m_isKernel(isKernel) {}

  bool visitUnaryOperator(UnaryOperator *unary) override {
    if (unary->getOpcode() == UO_Deref)
      markObject(unary->getSubExpr());
    return true;
  }
  bool visitMemberExpr(MemberExpr *member) override {
    if (member->isArrow())
      markObject(member->getBase());
    return true;
  }
  bool visitArraySubscriptExpr(ArraySubscriptExpr *subscript) override {
    auto *index = dyn_cast<IntegerLiteral>(subscript->getIdx()->IgnoreParenImpCasts());
    if (index && index->getValue().isZero())
      markObject(subscript->getBase());
    return true;
  }
  // `if (out)`, `out != nullptr`: control functions may be asked for less.
  bool visitImplicitCastExpr(ImplicitCastExpr *cast) override {
    if (m_isKernel && cast->getCastKind() == CK_PointerToBoolean)
      markObject(cast->getSubExpr());
    return true;
  }
  bool visitBinaryOperator(BinaryOperator *binary) override {
    if (!m_isKernel || !binary->isEqualityOp())
      return true;
    if (isNullPointer(binary->getRHS()))
      markObject(binary->getLHS());
    if (isNullPointer(binary->getLHS()))
      markObject(binary->getRHS());
    return true;
  }
  bool visitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    auto *method = llvm::dyn_cast_or_null<CXXMethodDecl>(callee);
    if (!callee || (method && m_isKernel && m_isKernel(method)))
      return true;
    unsigned first = isa<CXXOperatorCallExpr>(call) && method ? 1 : 0;
    // Which parameters of the callee are given pointers, and these.
    llvm::SmallVector<std::pair<unsigned, const Expr *>> passedOn;
    for (unsigned index = first; index < call->getNumArgs(); ++index)
      if (index - first < callee->getNumParams() && getPointer(call->getArg(index)))
        passedOn.push_back({index - first, call->getArg(index)});
    if (passedOn.empty())
      return true;
    llvm::SmallVector<const FunctionDecl *> definitions = definitionsOf(callee);
    bool areKnown = !definitions.empty();
    for (const FunctionDecl *definition : definitions) {
      areKnown &= !llvm::is_contained(m_active, definition);
      llvm::DenseSet<const ParmVarDecl *> objects =
          areKnown ? find(definition) : llvm::DenseSet<const ParmVarDecl *>();
      llvm::erase_if(passedOn, [&](const std::pair<unsigned, const Expr *> &one) {
        return !objects.contains(definition->getParamDecl(one.first));
      });
    }
    if (areKnown)
      for (auto [parameter, argument] : passedOn)
        markObject(argument);
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *reference) override {
    if (auto *parameter = dyn_cast<ParmVarDecl>(reference->getDecl());
        parameter && !m_objects.contains(reference))
      m_arrays.insert(parameter);
    return true;
  }

  llvm::DenseSet<const ParmVarDecl *> find(const FunctionDecl *definition) {
    m_active.push_back(definition);
    PointerUses uses(m_program, m_active, m_isKernel);
    uses.walk(definition->getBody());
    m_active.pop_back();
    llvm::DenseSet<const ParmVarDecl *> objects;
    for (const ParmVarDecl *parameter : definition->parameters())
      if (parameter->getType()->isPointerType() && !uses.m_arrays.contains(parameter) &&
          (!m_isKernel || uses.m_used.contains(parameter)))
        objects.insert(parameter);
    return objects;
  }

private:
  /// What a call may run: of a virtual method also all that override it.
  llvm::SmallVector<const FunctionDecl *> definitionsOf(const FunctionDecl *callee) {
    llvm::SmallVector<const FunctionDecl *> definitions;
    if (const FunctionDecl *definition = m_program.definition(callee))
      definitions.push_back(definition);
    auto *method = dyn_cast<CXXMethodDecl>(callee);
    if (!method || !method->isVirtual())
      return definitions;
    std::string key = m_program.key(method);
    for (const CXXRecordDecl *record : m_program.classes())
      for (const CXXMethodDecl *other : record->methods())
        if (overrides(other, key))
          if (const FunctionDecl *definition = m_program.definition(other))
            definitions.push_back(definition);
    return definitions;
  }
  bool overrides(const CXXMethodDecl *method, const std::string &key) {
    return llvm::any_of(method->overridden_methods(), [&](const CXXMethodDecl *overridden) {
      return m_program.key(overridden) == key || overrides(overridden, key);
    });
  }
  static bool isNullPointer(const Expr *e) {
    const Expr *plain = e->IgnoreParenImpCasts();
    return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(plain) ||
           (e->getType()->isPointerType() && isa<IntegerLiteral>(plain));
  }
  static const DeclRefExpr *getPointer(const Expr *e) {
    auto *reference = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
    return reference && reference->getType()->isPointerType() ? reference : nullptr;
  }
  void markObject(const Expr *pointer) {
    const DeclRefExpr *reference = getPointer(pointer);
    if (!reference)
      return;
    m_objects.insert(reference);
    m_used.insert(reference->getDecl());
  }

  Program &m_program;
  llvm::SmallVectorImpl<const FunctionDecl *> &m_active; ///< a recursion is an error elsewhere
  KernelTest m_isKernel; ///< null where the function is no control function
  llvm::DenseSet<const DeclRefExpr *> m_objects;
  llvm::DenseSet<const ValueDecl *> m_used; ///< which m_objects name
  llvm::DenseSet<const ParmVarDecl *> m_arrays;
};

} // namespace

llvm::DenseSet<const ParmVarDecl *>
vkmorph::frontend::findObjectPointers(Program &program, const FunctionDecl *definition) {
  llvm::SmallVector<const FunctionDecl *> active;
  return PointerUses(program, active).find(definition);
}

llvm::DenseSet<const ParmVarDecl *>
vkmorph::frontend::findObjectsOfControl(Program &program, const FunctionDecl *definition,
                                        KernelTest isKernel) {
  llvm::SmallVector<const FunctionDecl *> active;
  return PointerUses(program, active, isKernel).find(definition);
}
