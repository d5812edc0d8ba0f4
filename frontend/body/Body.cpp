//===- Body.cpp - What is known of a function while its body is emitted
//------------------------===//

#include "frontend/body/Body.h"

#include "frontend/body/Statements.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

Body::Body(ModuleImporter &importer, const clang::FunctionDecl *definition,
           const ImportedFunction &function, bool isControl, const clang::Decl *context)
    : importer(importer), definition(definition), function(function), isControl(isControl),
      source(importer.program().sourceOf(context ? context : definition)), ast(source.ast()),
      builder(importer.types().boolType().getContext()), part(&importer.wholeObject()) {}

Body::Body(Body &inliner, const clang::FunctionDecl *definition, const ImportedFunction &function,
           const clang::Decl *context)
    : Body(inliner.importer, definition, function, inliner.isControl, context) {
  this->inliner = &inliner;
  entry = inliner.entry;
}

bool Body::isBeingInlined(const clang::FunctionDecl *other) const {
  return definition == other || (inliner && inliner->isBeingInlined(other));
}

void vkmorph::frontend::buildBody(Body &body, mlir::Block *block) {
  StatementEmitter(body).emitFunction(block);
}
