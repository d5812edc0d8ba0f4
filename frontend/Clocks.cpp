//===- Clocks.cpp - Clocks in control functions -----------------------------------------------===//
//
// One message for what measures time, in place of one for each type and call that takes part.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/Clocks.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {

class ClockFinder : public clang::RecursiveASTVisitor<ClockFinder> {
public:
  bool VisitCallExpr(clang::CallExpr *call) {
    if (const clang::FunctionDecl *callee = call->getDirectCallee())
      find(callee, call->getBeginLoc());
    return !found;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    if (const clang::CXXRecordDecl *record = variable->getType()->getAsCXXRecordDecl())
      find(record, variable->getLocation());
    return !found;
  }

  const clang::NamedDecl *found = nullptr;
  clang::SourceLocation where;

private:
  void find(const clang::NamedDecl *decl, clang::SourceLocation at) {
    for (const clang::DeclContext *scope = decl->getDeclContext(); scope && !found;
         scope = scope->getParent())
      if (auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
          space && space->getName() == "chrono" && space->getParent()->isStdNamespace()) {
        found = decl;
        where = at;
      }
  }
};

} // namespace

bool vkmorph::frontend::reportClock(const Program &program, Reporter &reporter,
                                    const clang::FunctionDecl *control) {
  ClockFinder finder;
  finder.TraverseStmt(control->getBody());
  if (finder.found)
    reporter.report(program.sourceOf(control).text().location(finder.where), diag::ControlClock,
                    {control->getNameAsString(), finder.found->getQualifiedNameAsString()});
  return finder.found;
}
