//===- Statements.cpp - Blocks, declarations, if, switch, return -----------------------------===//

#include "frontend/body/Statements.h"

#include "frontend/body/Constants.h"
#include "frontend/body/Initializers.h"
#include "frontend/body/Lambdas.h"
#include "frontend/body/Loops.h"
#include "frontend/body/Parts.h"
#include "frontend/body/Places.h"
#include "frontend/body/Pointers.h"
#include "frontend/host/HostCode.h"
#include "frontend/host/LocalVectors.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Iterators.h"
#include "frontend/library/StdVectors.h"
#include "frontend/roles/Mutation.h"
#include "frontend/source/Nesting.h"
#include "ir/HostCode.h"
#include "ir/NamedConstants.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::cast;
using clang::dyn_cast;
using clang::isa;

//===------------------------------------------------------------------------------------------===//
// The function
//===------------------------------------------------------------------------------------------===//

void StatementEmitter::emitFunction(mlir::Block *block) {
  m_body.entry = block;
  m_builder.setInsertionPointToEnd(block);
  if (!checkNesting())
    return;
  bindParameters(block);
  if (auto *constructor = dyn_cast<clang::CXXConstructorDecl>(m_definition))
    emitConstructorInitializers(constructor);
  const clang::Stmt *body = m_definition->getBody();
  if (auto *compound = dyn_cast<clang::CompoundStmt>(body)) {
    for (const clang::Stmt *statement : compound->body())
      emitStatement(statement);
  } else {
    emitStatement(body); // a function-try-block
  }
  if (!isEnded())
    emitEnd(m_source.text().location(m_definition->getEndLoc()));
  PointerEmitter(m_body).finishPointers();
  // The end of a body returns by itself.
  if (auto last = llvm::dyn_cast_or_null<vkm::ReturnOp>(block->empty() ? nullptr : &block->back());
      last && !last.getValue())
    last.erase();
}

bool StatementEmitter::checkNesting() {
  const clang::Stmt *tooDeep = findTooDeep(m_definition->getBody());
  if (auto *constructor = dyn_cast<clang::CXXConstructorDecl>(m_definition))
    for (const clang::CXXCtorInitializer *initializer : constructor->inits())
      tooDeep = tooDeep ? tooDeep : findTooDeep(initializer->getInit());
  if (tooDeep)
    report(tooDeep, diag::NestingTooDeep,
           {"statements and expressions", std::to_string(kMaxNesting)});
  return !tooDeep;
}

void StatementEmitter::bindParameters(mlir::Block *block) {
  llvm::DenseSet<const clang::ParmVarDecl *> mutated = findMutatedParameters(m_definition);
  if (m_function.signature.self) {
    Binding self;
    self.kind =
        *m_function.signature.self == Passing::Value ? Binding::Kind::Value : Binding::Kind::Place;
    self.value = block->getArgument(0);
    m_body.self = self;
  }
  const Signature &signature = m_function.signature;
  for (auto [index, parameter] : llvm::enumerate(m_definition->parameters())) {
    const ParameterInput &input = signature.parameters[index];
    Passing passing = signature.passing[index];
    if (isKnown(passing))
      continue;
    mlir::Value argument = block->getArgument(input.input);
    // One of several references into an array.
    if (passing == Passing::Reference && input.index)
      argument = dereference({argument, block->getArgument(*input.index), false}, loc(parameter));
    // One of several pointers into rows of an array.
    if (input.row)
      argument = dereference({argument, block->getArgument(*input.row), false}, loc(parameter));
    if (parameter->getType()->isPointerType()) {
      PointerValue pointer = {argument, {}, passing == Passing::Reference};
      if (input.index && passing == Passing::Pointer)
        pointer.index = block->getArgument(*input.index);
      PointerEmitter(m_body).bindPointer(parameter, pointer, mutated.contains(parameter));
      continue;
    }
    Binding binding;
    binding.value = argument;
    if (passing == Passing::StdVector) {
      binding.kind = Binding::Kind::StdVector;
      binding.stdVector = {argument, block->getArgument(*input.index), ""};
      m_body.bindings[parameter] = binding;
      continue;
    }
    binding.kind = passing == Passing::Reference ? Binding::Kind::Place : Binding::Kind::Value;
    // What is const changes, too, where it has mutable parts.
    bool changes = mutated.contains(parameter) ||
                   m_importer.types().hasMutableParts(parameter->getType()->getAsCXXRecordDecl());
    if (passing == Passing::Value && changes) {
      binding.kind = Binding::Kind::Place;
      binding.value = declareTemporary(parameter->getName(), argument, loc(parameter));
    }
    m_body.bindings[parameter] = binding;
  }
  ClosureEmitter(m_body).bindClosures(block);
}

/// A constructor is a function that makes its object in a variable "self" and returns it.
void StatementEmitter::emitConstructorInitializers(const clang::CXXConstructorDecl *constructor) {
  mlir::Location where = m_source.text().location(constructor->getLocation());
  auto var = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(m_function.signature.result),
                                          "self", mlir::Value(), /*constant=*/false);
  Binding self;
  self.kind = Binding::Kind::Place;
  self.value = var.getRef();
  m_body.self = self;
  for (const clang::CXXCtorInitializer *initializer : constructor->inits()) {
    const clang::Expr *init = initializer->getInit();
    mlir::Location initLoc = initializer->isWritten() ? loc(init) : where;
    if (!InitializerEmitter(m_body).needsInitialisation(init))
      continue;
    mlir::Value value = emitValue(init);
    if (!value)
      continue;
    mlir::Value place = self.value;
    if (const clang::FieldDecl *field = initializer->getAnyMember()) {
      place = emitMemberOf(place, field, initLoc);
    } else if (initializer->isBaseInitializer()) {
      const clang::CXXRecordDecl *base = initializer->getBaseClass()->getAsCXXRecordDecl();
      place = m_builder.create<vkm::MemberOp>(
          initLoc, vkm::RefType::get(value.getType()), place,
          m_importer.types().baseName(constructor->getParent(), base));
    }
    m_builder.create<vkm::AssignOp>(initLoc, place, value);
  }
}

bool StatementEmitter::isEnded() const {
  mlir::Block *block = m_builder.getInsertionBlock();
  if (block->empty())
    return false;
  mlir::Operation *last = &block->back();
  return llvm::isa<vkm::BreakOp, vkm::ContinueOp, vkm::ReturnOp>(last) || vkm::isThrow(last);
}

/// What the end of the body does.
void StatementEmitter::emitEnd(mlir::Location where) {
  if (!isa<clang::CXXConstructorDecl>(m_definition)) {
    // C++ allows a function that should return a value and never does; GLSL wants one.
    mlir::Type result = m_function.signature.result;
    bool returns = m_body.entry->getParentOp()
                       ->walk([](vkm::ReturnOp) { return mlir::WalkResult::interrupt(); })
                       .wasInterrupted();
    mlir::Value value = result && !returns ? emitZero(result, where) : mlir::Value();
    if (value)
      m_builder.create<vkm::ReturnOp>(where, value);
    return;
  }
  mlir::Value self =
      m_builder.create<vkm::LoadOp>(where, m_function.signature.result, m_body.self->value);
  m_builder.create<vkm::ReturnOp>(where, self);
}

void StatementEmitter::emitInto(mlir::Region &region, llvm::function_ref<void()> emit) {
  mlir::OpBuilder::InsertionGuard guard(m_builder);
  mlir::Block *block = region.empty() ? m_builder.createBlock(&region) : &region.front();
  m_builder.setInsertionPointToEnd(block);
  emit();
}

void StatementEmitter::emitScope(mlir::Location where, llvm::function_ref<void()> emit) {
  auto scope = m_builder.create<vkm::ScopeOp>(where);
  emitInto(scope.getBody(), emit);
}

mlir::Value StatementEmitter::declareTemporary(llvm::StringRef name, mlir::Value value,
                                               mlir::Location where) {
  auto var = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(value.getType()), name, value);
  return var.getRef();
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

/// The statement that a comment is about carries it.
void StatementEmitter::emitStatement(const clang::Stmt *statement) {
  // Nothing runs behind a jump.
  if (!statement || isEnded())
    return;
  mlir::Block *block = m_builder.getInsertionBlock();
  bool wasEmpty = block->empty();
  mlir::Block::iterator last = wasEmpty ? block->end() : std::prev(block->end());
  std::string comment = std::exchange(m_body.pendingComment, {});
  if (!isa<clang::CompoundStmt>(statement)) {
    std::string own = m_source.text().takeComment(statement->getSourceRange());
    comment += (comment.empty() || own.empty() ? "" : "\n") + own;
  }
  emitStatementUncommented(statement);
  if (comment.empty())
    return;
  mlir::Operation *carrier = nullptr;
  for (mlir::Operation &op :
       llvm::make_range(wasEmpty ? block->begin() : std::next(last), block->end())) {
    if (op.hasTrait<vkm::VkmStatement>() || (llvm::isa<vkm::CallOp>(op) && op.use_empty())) {
      carrier = &op;
      break;
    }
  }
  if (carrier && !carrier->hasAttr(vkm::kCommentAttr))
    carrier->setAttr(vkm::kCommentAttr, m_builder.getStringAttr(comment));
}

void StatementEmitter::emitStatementUncommented(const clang::Stmt *statement) {
  HostEmitter host(m_body);
  bool isLeft = host.beginLeft(statement);
  emitByKind(statement);
  if (isLeft)
    host.endLeft(loc(statement));
}

void StatementEmitter::emitByKind(const clang::Stmt *statement) {
  if (auto *expression = dyn_cast<clang::Expr>(statement))
    return emitDiscarded(expression);
  switch (statement->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    return;
  case clang::Stmt::CompoundStmtClass: {
    auto *compound = cast<clang::CompoundStmt>(statement);
    return emitScope(loc(compound), [&] {
      for (const clang::Stmt *inner : compound->body())
        emitStatement(inner);
    });
  }
  case clang::Stmt::AttributedStmtClass: // [[fallthrough]], [[likely]], #pragma unroll: hints
    return emitStatementUncommented(cast<clang::AttributedStmt>(statement)->getSubStmt());
  case clang::Stmt::DeclStmtClass:
    for (const clang::Decl *decl : cast<clang::DeclStmt>(statement)->decls())
      emitDeclaration(decl);
    return;
  case clang::Stmt::IfStmtClass:
    return emitIf(cast<clang::IfStmt>(statement));
  case clang::Stmt::SwitchStmtClass:
    return emitSwitch(cast<clang::SwitchStmt>(statement));
  case clang::Stmt::ForStmtClass:
    return LoopEmitter(m_body).emitFor(cast<clang::ForStmt>(statement));
  case clang::Stmt::CXXForRangeStmtClass:
    return LoopEmitter(m_body).emitRangeFor(cast<clang::CXXForRangeStmt>(statement));
  case clang::Stmt::WhileStmtClass:
    return LoopEmitter(m_body).emitWhile(cast<clang::WhileStmt>(statement));
  case clang::Stmt::DoStmtClass:
    return LoopEmitter(m_body).emitDo(cast<clang::DoStmt>(statement));
  case clang::Stmt::BreakStmtClass:
    m_builder.create<vkm::BreakOp>(loc(statement));
    return;
  case clang::Stmt::ContinueStmtClass:
    return LoopEmitter(m_body).emitContinue(loc(statement));
  case clang::Stmt::ReturnStmtClass:
    return emitReturn(cast<clang::ReturnStmt>(statement));
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
    return report(statement, diag::SwitchShape);
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
  case clang::Stmt::LabelStmtClass:
    return report(statement, diag::Goto);
  case clang::Stmt::CXXTryStmtClass:
  case clang::Stmt::CXXCatchStmtClass:
    return m_isControl ? report(statement, diag::HostExceptions, {"'try'"})
                       : report(statement, diag::Exceptions);
  case clang::Stmt::GCCAsmStmtClass:
  case clang::Stmt::MSAsmStmtClass:
    return report(statement, diag::InlineAssembler);
  default:
    return report(statement, diag::StatementUnsupported,
                  {"a statement of the kind '" + std::string(statement->getStmtClassName()) + "'"});
  }
}

void StatementEmitter::emitReturn(const clang::ReturnStmt *statement) {
  const clang::Expr *result = statement->getRetValue();
  mlir::Location where = loc(statement);
  if (m_body.hostReturn)
    return HostEmitter(m_body).emitReturnInside(statement);
  if (isa<clang::CXXConstructorDecl>(m_definition))
    return emitEnd(where);
  // A function that returns `*this` or a reference parameter has no result: the caller knows the
  // place.
  if (!result || m_function.signature.returnedInput) {
    m_builder.create<vkm::ReturnOp>(where, mlir::Value());
    return;
  }
  if (!m_function.signature.result) {
    emitDiscarded(result);
    m_builder.create<vkm::ReturnOp>(where, mlir::Value());
    return;
  }
  mlir::Value value = result->isGLValue() ? emitRead(result) : emitValue(result);
  if (value)
    m_builder.create<vkm::ReturnOp>(where, value);
}

//===------------------------------------------------------------------------------------------===//
// Declarations
//===------------------------------------------------------------------------------------------===//

void StatementEmitter::emitDeclaration(const clang::Decl *decl) {
  if (auto *variable = dyn_cast<clang::VarDecl>(decl)) {
    if (variable->isStaticLocal() && !ConstantEmitter(m_body).isConstantVariable(variable)) {
      m_importer.reporter().report(loc(decl), diag::StaticLocal, {variable->getNameAsString()});
      return;
    }
    // Constants are written where they are used; the declaration of others elsewhere needs nothing.
    if (!variable->isStaticLocal() && !variable->isLocalExternDecl())
      emitVariable(variable);
    return;
  }
  // Types, aliases and assertions about types have done their work in clang.
  if (isa<clang::TypeDecl, clang::UsingDecl, clang::UsingDirectiveDecl, clang::UsingEnumDecl,
          clang::NamespaceAliasDecl, clang::StaticAssertDecl, clang::EmptyDecl, clang::FunctionDecl,
          clang::UsingShadowDecl>(decl))
    return;
  m_importer.reporter().report(
      loc(decl), diag::StatementUnsupported,
      {"a declaration of the kind '" + std::string(decl->getDeclKindName()) + "'"});
}

void StatementEmitter::emitVariable(const clang::VarDecl *variable) {
  clang::QualType type = variable->getType();
  mlir::Location where = loc(variable);
  if (isOwnObject(variable))
    return;
  // `auto [a, b] = pair;`: each name is a reference to what get<>() gives.
  if (auto *bindings = dyn_cast<clang::DecompositionDecl>(variable);
      bindings && !m_body.decomposed.contains(bindings)) {
    m_body.decomposed.insert(bindings);
    emitVariable(variable);
    for (const clang::BindingDecl *binding : bindings->bindings())
      if (const clang::VarDecl *part = binding->getHoldingVar(); part && lookup(variable))
        emitReference(part);
    m_body.decomposed.erase(bindings);
    return;
  }
  if (m_isControl && (isClockType(type) || isString(type)) && !type->isReferenceType())
    return HostEmitter(m_body).emitHostVariable(variable);
  if (m_isControl && !type->isReferenceType() && matchStdVector(type))
    return LocalVectorEmitter(m_body).emitLocalVector(variable);
  if (holdsVectors(type) && !type->isLValueReferenceType()) {
    m_importer.reporter().report(where, diag::VectorObjectPlace, {nameOfObject(type)});
    return;
  }
  if (isClosureType(type) && !(variable->getInit() && isRecordObject(variable->getInit()))) {
    if (variable->getInit())
      if (ClosurePtr closure = emitClosure(variable->getInit(), variable->getName()))
        m_body.bindings[variable] = {Binding::Kind::Closure, {}, {}, closure};
    return;
  }
  if (type->isReferenceType())
    return emitReference(variable);
  if (type->isPointerType()) {
    if (!variable->getInit())
      return PointerEmitter(m_body).declarePointer(variable);
    if (std::optional<PointerValue> pointer = emitPointer(variable->getInit()))
      PointerEmitter(m_body).bindPointer(variable, *pointer,
                                         isMutated(variable, m_definition->getBody()));
    return;
  }
  if (IteratorEmitter(m_body).declare(variable))
    return;
  mlir::Type converted = convert(type, where);
  if (!converted)
    return;
  const clang::Expr *init = variable->getInit();
  mlir::Value value;
  auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(init ? init->IgnoreImplicit() : nullptr);
  bool isLargeArray = list && list->hasArrayFiller() && llvm::isa<vkm::ArrayType>(converted) &&
                      llvm::cast<vkm::ArrayType>(converted).getLength() > 32;
  if (init && !isLargeArray && InitializerEmitter(m_body).needsInitialisation(init)) {
    value = emitValue(init);
    if (!value)
      return;
  }
  clang::QualType element = m_ast.getBaseElementType(type);
  bool isConst = element.isConstQualified() &&
                 !m_importer.types().hasMutableParts(element->getAsCXXRecordDecl());
  auto var = m_builder.create<vkm::VarOp>(
      where, vkm::RefType::get(converted),
      isa<clang::DecompositionDecl>(variable) ? "bound" : variable->getName(), value,
      isConst && value);
  Binding binding;
  binding.kind = Binding::Kind::Place;
  binding.value = var.getRef();
  m_body.bindings[variable] = binding;
  if (isLargeArray)
    InitializerEmitter(m_body).emitLargeArray(variable, list, var);
}

/// A call of a function of the user's that gives a reference; null for all else.
static const clang::CallExpr *getOwnReference(const clang::Expr *glvalue) {
  auto *call = dyn_cast<clang::CallExpr>(glvalue);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getReturnType()->isLValueReferenceType() && !isOfStandardLibrary(callee)
             ? call
             : nullptr;
}

/// A reference is another name for a place, found once, here.
void StatementEmitter::emitReference(const clang::VarDecl *variable) {
  const clang::Expr *init = variable->getInit();
  if (!init)
    return;
  Binding binding;
  binding.kind = Binding::Kind::Place;
  const clang::Expr *glvalue = init->IgnoreParens();
  if (auto *cleanups = dyn_cast<clang::ExprWithCleanups>(glvalue))
    glvalue = cleanups->getSubExpr()->IgnoreParens();
  while (auto *cast = dyn_cast<clang::CastExpr>(glvalue)) {
    if (cast->getCastKind() != clang::CK_NoOp)
      break;
    glvalue = cast->getSubExpr()->IgnoreParens();
  }
  if (matchStdVector(glvalue->getType())) {
    std::optional<StdVectorValue> vector = StdVectorEmitter(m_body).emitVector(glvalue);
    if (!vector)
      return;
    binding.kind = Binding::Kind::StdVector;
    binding.stdVector = *vector;
    m_body.bindings[variable] = binding;
    return;
  }
  bool bindings = isa<clang::DecompositionDecl>(variable);
  auto *reference = dyn_cast<clang::DeclRefExpr>(glvalue);
  const Binding *named = reference ? lookup(reference->getDecl()) : nullptr;
  auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(glvalue);
  bool isPart = !named && isValueLike(glvalue) && PlaceEmitter(m_body).isPartOfValue(glvalue);
  if (temporary || isPart) {
    mlir::Value value = temporary ? emitValue(temporary->getSubExpr()) : emitValueOf(glvalue);
    if (!value)
      return;
    clang::QualType type = variable->getType()->getPointeeType();
    bool isConst =
        type.isConstQualified() &&
        !m_importer.types().hasMutableParts(m_ast.getBaseElementType(type)->getAsCXXRecordDecl());
    auto var =
        m_builder.create<vkm::VarOp>(loc(variable), vkm::RefType::get(value.getType()),
                                     bindings ? "bound" : variable->getName(), value, isConst);
    binding.value = var.getRef();
  } else if (named && named->kind == Binding::Kind::Value) {
    binding = *named; // a parameter that nothing writes
  } else if (auto *call = getOwnReference(glvalue); call && isValueLike(glvalue)) {
    // `const Pixel &pixel = image[i];`: the body is written here, for the place that it returns.
    m_body.bound = call;
    CallResult result = emitCall(call);
    m_body.bound = nullptr;
    if (!result.failed && !result.place)
      m_importer.reporter().report(loc(init), diag::ReferenceUnbound,
                                   {variable->getNameAsString()});
    if (!result.place)
      return;
    binding.value = result.place;
  } else if (isValueLike(glvalue)) {
    m_importer.reporter().report(loc(init), diag::ReferenceUnbound, {variable->getNameAsString()});
    return;
  } else {
    binding.value = emitPlace(glvalue);
    if (!binding.value)
      return;
  }
  m_body.bindings[variable] = binding;
}

//===------------------------------------------------------------------------------------------===//
// if, switch
//===------------------------------------------------------------------------------------------===//

/// Emits the statements of a branch or a loop's body, without a scope for the braces that make it
/// one.
static void forEachStatement(const clang::Stmt *body,
                             llvm::function_ref<void(const clang::Stmt *)> visit) {
  if (auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(body)) {
    for (const clang::Stmt *statement : compound->body())
      visit(statement);
  } else if (body) {
    visit(body);
  }
}

void StatementEmitter::emitIf(const clang::IfStmt *statement) {
  if (statement->isConsteval())
    return report(statement, diag::StatementUnsupported, {"'if consteval'"});
  if (std::optional<bool> isSame = statement->hasInitStorage() || statement->hasVarStorage()
                                       ? std::nullopt
                                       : PartEmitter(m_body).compareParts(statement->getCond())) {
    const clang::Stmt *taken = *isSame ? statement->getThen() : statement->getElse();
    if (taken)
      emitStatement(taken);
    return;
  }
  if (statement->isConstexpr()) {
    // Clang has chosen; the other branch is not part of this function.
    if (std::optional<const clang::Stmt *> taken = statement->getNondiscardedCase(m_ast))
      return emitStatement(*taken);
  }
  auto emit = [&] {
    emitStatement(statement->getInit());
    if (const clang::VarDecl *variable = statement->getConditionVariable())
      emitVariable(variable);
    mlir::Value condition = emitValue(statement->getCond());
    if (!condition)
      return;
    auto op =
        m_builder.create<vkm::IfOp>(loc(statement), condition, statement->getElse() != nullptr);
    auto emitBranch = [&](mlir::Region &region, const clang::Stmt *branch) {
      emitInto(region, [&] {
        forEachStatement(branch, [&](const clang::Stmt *inner) { emitStatement(inner); });
      });
    };
    emitBranch(op.getThenRegion(), statement->getThen());
    if (statement->getElse())
      emitBranch(op.getElseRegion(), statement->getElse());
  };
  if (statement->getInit() || statement->getConditionVariable())
    emitScope(loc(statement), emit);
  else
    emit();
}

namespace {
/// One run of labels and the statements up to the next one.
struct SwitchSection {
  llvm::SmallVector<const clang::SwitchCase *> labels;
  llvm::SmallVector<const clang::Stmt *> statements;
};
} // namespace

/// Splits the body of a switch at its labels. What stands before the first label are declarations,
/// or never runs.
static llvm::SmallVector<SwitchSection>
splitSwitch(const clang::Stmt *body, llvm::SmallVector<const clang::DeclStmt *> &declarations) {
  llvm::SmallVector<SwitchSection> sections;
  forEachStatement(body, [&](const clang::Stmt *statement) {
    if (isa<clang::SwitchCase>(statement))
      sections.emplace_back();
    while (auto *label = dyn_cast<clang::SwitchCase>(statement)) {
      sections.back().labels.push_back(label);
      statement = label->getSubStmt();
    }
    auto *declaration = dyn_cast<clang::DeclStmt>(statement);
    // The scope of a variable is the whole switch. One that a later section may use has no initial
    // value: C++ forbids jumps past one.
    bool isPlain = declaration && llvm::all_of(declaration->decls(), [](const clang::Decl *decl) {
                     auto *variable = dyn_cast<clang::VarDecl>(decl);
                     return variable && !variable->getInit() && !variable->isStaticLocal();
                   });
    if (isPlain)
      declarations.push_back(declaration);
    else if (!sections.empty())
      sections.back().statements.push_back(statement);
  });
  return sections;
}

void StatementEmitter::emitSwitch(const clang::SwitchStmt *statement) {
  mlir::Location where = loc(statement);
  llvm::SmallVector<const clang::DeclStmt *> declarations;
  llvm::SmallVector<SwitchSection> sections = splitSwitch(statement->getBody(), declarations);
  auto emit = [&] {
    emitStatement(statement->getInit());
    if (const clang::VarDecl *variable = statement->getConditionVariable())
      emitVariable(variable);
    for (const clang::DeclStmt *declaration : declarations)
      emitStatement(declaration);
    mlir::Value value = emitValue(statement->getCond());
    if (!value || sections.empty())
      return;
    llvm::SmallVector<mlir::Attribute> labels, names, spellings;
    bool isNamed = false;
    for (const SwitchSection &section : sections) {
      llvm::SmallVector<mlir::Attribute> entry;
      llvm::SmallVector<mlir::Attribute> entryNames, entrySpellings;
      bool isDefault = false;
      for (const clang::SwitchCase *label : section.labels) {
        auto *caseLabel = dyn_cast<clang::CaseStmt>(label);
        if (!caseLabel) {
          isDefault = true;
          continue;
        }
        llvm::APSInt first = caseLabel->getLHS()->EvaluateKnownConstInt(m_ast), last = first;
        if (caseLabel->getRHS())
          last = caseLabel->getRHS()->EvaluateKnownConstInt(m_ast);
        if (last < first)
          continue; // an empty range
        llvm::APInt count = last - first;
        if (count.uge(1024))
          return report(caseLabel, diag::CaseRange,
                        {llvm::toString(count + 1, 10, /*Signed=*/false)});
        std::string name = caseLabel->getRHS()
                               ? std::string()
                               : ConstantEmitter(m_body).labelName(caseLabel->getLHS());
        isNamed |= !name.empty();
        std::string spelled =
            name.empty()
                ? name
                : ConstantEmitter(m_body).labelOnHost(caseLabel->getLHS(), value.getType());
        entrySpellings.append(count.getZExtValue() + 1, m_builder.getStringAttr(spelled));
        entryNames.append(count.getZExtValue() + 1, m_builder.getStringAttr(name));
        for (uint64_t i = 0; i <= count.getZExtValue(); ++i)
          entry.push_back(
              m_builder.getI64IntegerAttr(first.getExtValue() + static_cast<int64_t>(i)));
      }
      if (isDefault) {
        entry.clear();
        entryNames.clear();
        entrySpellings.clear();
      } else if (entry.empty()) {
        return report(section.labels.front(), diag::CaseRange, {"no"});
      }
      labels.push_back(m_builder.getArrayAttr(entry));
      names.push_back(m_builder.getArrayAttr(entryNames));
      spellings.push_back(m_builder.getArrayAttr(entrySpellings));
    }
    auto op = m_builder.create<vkm::SwitchOp>(where, value, m_builder.getArrayAttr(labels),
                                              sections.size());
    if (isNamed) {
      op->setAttr(vkm::kLabelNamesAttr, m_builder.getArrayAttr(names));
      op->setAttr(vkm::kLabelSpellingsAttr, m_builder.getArrayAttr(spellings));
    }
    for (auto [index, section] : llvm::enumerate(sections))
      emitInto(op.getCases()[index],
               [&, &statements = section.statements, &labels = section.labels] {
                 for (const clang::SwitchCase *label : labels) {
                   std::string comment =
                       m_source.text().takeComment({label->getBeginLoc(), label->getColonLoc()});
                   m_body.pendingComment +=
                       (m_body.pendingComment.empty() || comment.empty() ? "" : "\n") + comment;
                 }
                 for (const clang::Stmt *inner : statements)
                   emitStatement(inner);
                 m_body.pendingComment.clear();
               });
  };
  bool needsScope =
      statement->getInit() || statement->getConditionVariable() || !declarations.empty();
  if (needsScope)
    emitScope(where, emit);
  else
    emit();
}
