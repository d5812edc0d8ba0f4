//===- Lambdas.cpp - Lambdas and function objects as functions with further parameters -------===//

#include "frontend/body/Lambdas.h"

#include "frontend/body/Calls.h"
#include "frontend/body/Constants.h"
#include "frontend/body/Parts.h"
#include "frontend/body/Pointers.h"
#include "frontend/body/Synthesis.h"
#include "frontend/library/Library.h"
#include "frontend/library/StdVectors.h"
#include "frontend/roles/Mutation.h"
#include "frontend/source/AstWalk.h"
#include "frontend/source/Temporaries.h"

#include "ir/Effects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::cast;
using clang::dyn_cast;
using clang::isa;

//===------------------------------------------------------------------------------------------===//
// Closures
//===------------------------------------------------------------------------------------------===//

std::string Closure::displayName(const clang::FunctionDecl *callee) const {
  return isLambda() ? name : frontend::displayName(callee);
}

const Closure *ClosureArguments::own() const {
  return !entries.empty() && !entries.front().parameter ? entries.front().closure.get() : nullptr;
}

unsigned ClosureArguments::countOwn() const {
  return llvm::count_if(inputs, [](const CaptureInput &input) { return !input.sameAs; });
}

const Closure *ClosureArguments::find(unsigned index) const {
  auto entry = llvm::find_if(entries, [&](const Entry &e) { return e.parameter == index; });
  return entry == entries.end() ? nullptr : entry->closure.get();
}

bool ClosureArguments::ofParameter(unsigned index) const {
  return llvm::any_of(entries, [&](const Entry &entry) { return entry.parameter == index; });
}

/// Objects without data: which function runs says their type.
static bool isStateless(const clang::CXXRecordDecl *record) {
  const clang::CXXRecordDecl *definition = record ? record->getDefinition() : nullptr;
  if (!definition || definition->isInvalidDecl() || definition->isUnion())
    return false;
  if (definition->isLambda())
    return definition->captures().empty();
  // The base of std::shared_ptr that has its operators.
  if (isStd(definition, "__shared_ptr_access"))
    return false;
  return definition->isEmpty() && !definition->isPolymorphic() &&
         definition->hasTrivialDestructor() && !definition->getName().empty();
}

bool vkmorph::frontend::isClosureType(clang::QualType type) {
  clang::QualType object = type.getNonReferenceType();
  if (object->isFunctionType() || object->isFunctionPointerType())
    return true;
  const clang::CXXRecordDecl *record = object->getAsCXXRecordDecl();
  return record && (record->isLambda() || isStateless(record) || holdsVectors(object));
}

bool vkmorph::frontend::isCallableType(clang::QualType type) {
  return isClosureType(type) && !holdsVectors(type.getNonReferenceType());
}

bool vkmorph::frontend::isStatelessType(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && !record->isLambda() && isStateless(record);
}

ClosurePtr vkmorph::frontend::makeStateless(clang::QualType type, llvm::StringRef name) {
  auto closure = std::make_shared<Closure>();
  closure->record = type.getNonReferenceType()->getAsCXXRecordDecl()->getDefinition();
  closure->name = name.str();
  return closure;
}

namespace {
/// The return statements of a body.
class ReturnStatements : public AstWalk {
public:
  bool enter(clang::Stmt *statement) override { return !isa<clang::LambdaExpr>(statement); }
  bool visitReturnStmt(clang::ReturnStmt *) override {
    ++count;
    return true;
  }
  unsigned count = 0;
};

/// The loop whose counter a variable is.
class LoopOf : public AstWalk {
public:
  explicit LoopOf(const clang::VarDecl *variable) : m_variable(variable) {}
  bool visitForStmt(clang::ForStmt *statement) override {
    if (auto *init = llvm::dyn_cast_or_null<clang::DeclStmt>(statement->getInit()))
      if (llvm::is_contained(init->decls(), m_variable))
        found = statement;
    return !found;
  }
  const clang::ForStmt *found = nullptr;

private:
  const clang::VarDecl *m_variable;
};
} // namespace

/// A copy that a lambda takes needs no variable where the original keeps its value: the counter of
/// a loop does so in each iteration.
bool ClosureEmitter::staysAsItIs(const clang::VarDecl *variable) const {
  auto *function =
      llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
  const clang::Stmt *scope = function ? function->getBody() : nullptr;
  if (!scope || variable->getType()->isReferenceType())
    return false;
  LoopOf loop(variable);
  loop.walk(scope);
  return !isMutated(variable, loop.found ? loop.found->getBody() : scope);
}

/// 'this' or '*this'; false where nothing has to be captured for it.
bool ClosureEmitter::captureObject(const clang::LambdaExpr *lambda, Capture &made,
                                   mlir::Location where) {
  // Members of the class are reached from everywhere.
  if (!m_body.self && !m_body.part->isWhole() && !made.isCopy) {
    made.binding.kind = Binding::Kind::Closure;
    made.binding.closure = PartEmitter::makePartClosure(m_body.part);
    return true;
  }
  if (!m_body.self) {
    if (made.isCopy)
      m_importer.reporter().report(where, diag::LambdaCopiesObject);
    return false;
  }
  made.binding = *m_body.self;
  made.isWritten = !made.isCopy;
  if (made.isCopy && m_body.self->kind == Binding::Kind::Place) {
    made.binding.value =
        declareTemporary("selfCaptured", emitLoad(m_body.self->value, where), where);
    made.isWritten = lambda->isMutable();
  }
  return true;
}

/// `[sum = a + b]`: a variable of its own.
bool ClosureEmitter::captureInit(const clang::VarDecl *variable, Capture &made) {
  emitVariable(variable);
  const Binding *binding = lookup(variable);
  if (!binding)
    return false;
  made.binding = *binding;
  made.isCopy = !variable->getType()->isReferenceType();
  auto var = binding->value ? binding->value.getDefiningOp<vkm::VarOp>() : vkm::VarOp();
  if (var && made.isCopy && !made.isWritten)
    var.setConstant(true);
  return true;
}

/// What a variable's copy is bound to; `init` is what it is a copy of.
bool ClosureEmitter::captureCopy(const clang::LambdaExpr *lambda, const Binding &binding,
                                 const clang::Expr *init, Capture &made, mlir::Location where) {
  auto *variable = cast<clang::VarDecl>(made.variable);
  std::string name = variable->getNameAsString() + "Captured";
  switch (binding.kind) {
  case Binding::Kind::Value:
    return true;
  case Binding::Kind::StdVector:
    report(lambda, diag::StdVectorPlace, {variable->getType().getNonReferenceType().getAsString()});
    return false;
  case Binding::Kind::Closure:
    if (binding.closure->part) {
      report(lambda, diag::VectorObjectPlace, {nameOfObject(variable->getType())});
      return false;
    }
    made.binding.closure = copyClosure(binding.closure, where);
    return true;
  case Binding::Kind::Pointer: {
    std::optional<PointerValue> pointer = emitPointer(init);
    if (!pointer)
      return false;
    made.binding.pointer = *pointer;
    made.binding.value = {};
    if (made.isWritten && !pointer->isObject) {
      made.binding.value = declareTemporary(name, pointerIndex(*pointer, where), where);
      made.binding.pointer.index = {};
    }
    return true;
  }
  case Binding::Kind::Place: {
    if (!made.isWritten && staysAsItIs(variable))
      return true;
    mlir::Value value = emitLoad(binding.value, where);
    auto var = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(value.getType()), name, value,
                                            /*constant=*/!made.isWritten);
    made.binding.value = var.getRef();
    return true;
  }
  }
  llvm_unreachable("every kind of binding is listed");
}

bool ClosureEmitter::captureVariable(const clang::LambdaExpr *lambda,
                                     const clang::LambdaCapture &capture, const clang::Expr *init,
                                     Capture &made, mlir::Location where) {
  const clang::ValueDecl *captured = capture.getCapturedVar();
  // A name of a structured binding stands for a part of the object that is bound.
  if (auto *part = dyn_cast<clang::BindingDecl>(captured)) {
    captured = part->getHoldingVar();
    if (!captured)
      captured = part->getDecomposedDecl();
  }
  auto *variable = cast<clang::VarDecl>(captured);
  made.variable = variable;
  made.isCopy = capture.getCaptureKind() == clang::LCK_ByCopy;
  // What is const may change, too.
  bool isMutable = m_importer.types().hasMutableParts(
      variable->getType().getNonReferenceType()->getAsCXXRecordDecl());
  made.isWritten = isMutable || ((!made.isCopy || lambda->isMutable()) &&
                                 isMutated(variable, lambda->getBody()));
  if (variable->isInitCapture())
    return captureInit(variable, made);
  const Binding *binding = lookup(variable);
  if (binding && binding->kind == Binding::Kind::Pointer && !binding->pointer.base) {
    report(lambda, diag::PointerVariable, {variable->getNameAsString()});
    return false;
  }
  if (!binding) {
    if (!isRefused(variable))
      report(lambda, diag::Lambda, {"captures '" + variable->getNameAsString() + "'"});
    return false;
  }
  made.binding = *binding;
  if (made.isCopy)
    return captureCopy(lambda, *binding, init, made, where);
  if (binding->kind == Binding::Kind::StdVector)
    made.binding.stdVector.size = StdVectorEmitter(m_body).emitSize(binding->stdVector, where);
  return true;
}

bool ClosureEmitter::makeCapture(const clang::LambdaExpr *lambda,
                                 const clang::LambdaCapture &capture, const clang::Expr *init,
                                 Closure &closure) {
  mlir::Location where = m_source.text().location(capture.getLocation());
  Capture made;
  if (capture.capturesThis()) {
    made.isCopy = capture.getCaptureKind() == clang::LCK_StarThis;
    if (captureObject(lambda, made, where))
      closure.captures.push_back(made);
    return true;
  }
  if (!capture.capturesVariable()) {
    report(lambda, diag::Lambda, {"captures the size of an array"});
    return false;
  }
  if (!captureVariable(lambda, capture, init, made, where))
    return false;
  closure.captures.push_back(made);
  return true;
}

ClosurePtr ClosureEmitter::makeClosure(const clang::LambdaExpr *lambda, llvm::StringRef name) {
  auto closure = std::make_shared<Closure>();
  closure->record = lambda->getLambdaClass();
  closure->name = name.str();
  bool failed = false;
  for (auto [capture, init] : llvm::zip(lambda->captures(), lambda->capture_inits()))
    failed |= !makeCapture(lambda, capture, init, *closure);
  return failed ? nullptr : closure;
}

/// What the copy changes is its own.
ClosurePtr ClosureEmitter::copyClosure(const ClosurePtr &closure, mlir::Location where) {
  auto copy = std::make_shared<Closure>(*closure);
  for (Capture &capture : copy->captures) {
    if (!capture.isCopy)
      continue;
    Binding &binding = capture.binding;
    if (binding.kind == Binding::Kind::Closure)
      binding.closure = copyClosure(binding.closure, where);
    if (binding.kind != Binding::Kind::Place || !capture.isWritten)
      continue;
    mlir::Type type = llvm::cast<vkm::RefType>(binding.value.getType()).getPointee();
    mlir::Value value = m_builder.create<vkm::LoadOp>(where, type, binding.value);
    binding.value = declareTemporary(
        capture.variable ? capture.variable->getNameAsString() : "selfCaptured", value, where);
  }
  return copy;
}

/// What an expression is without what only wraps it.
static const clang::Expr *unwrap(const clang::Expr *e) {
  while (true) {
    e = e->IgnoreParens();
    if (const clang::Expr *inner = operandOfTemporary(e))
      e = inner;
    else if (auto *argument = dyn_cast<clang::CXXDefaultArgExpr>(e))
      e = argument->getExpr();
    else if (auto *substitution = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
      e = substitution->getReplacement();
    else
      return e;
  }
}

/// What a closure expression converts or names the address of; null where that is something else.
static const clang::Expr *operandOfConversion(const clang::Expr *e) {
  if (auto *unary = dyn_cast<clang::UnaryOperator>(e)) {
    bool isName = unary->getOpcode() == clang::UO_AddrOf || unary->getOpcode() == clang::UO_Plus ||
                  (unary->getOpcode() == clang::UO_Deref && e->getType()->isFunctionType());
    return isName ? unary->getSubExpr() : nullptr;
  }
  auto *conversion = dyn_cast<clang::CastExpr>(e);
  if (!conversion)
    return nullptr;
  switch (conversion->getCastKind()) {
  case clang::CK_NoOp:
  case clang::CK_LValueToRValue:
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
    return conversion->getSubExpr();
  default:
    return nullptr;
  }
}

/// A variable, parameter or function; none where the name says nothing yet.
std::optional<ClosurePtr> ClosureEmitter::closureOfName(const clang::DeclRefExpr *reference) {
  if (auto *function = dyn_cast<clang::FunctionDecl>(reference->getDecl())) {
    auto closure = std::make_shared<Closure>();
    closure->function = function->getCanonicalDecl();
    closure->name = function->getNameAsString();
    return closure;
  }
  const Binding *binding = lookup(reference->getDecl());
  if (binding && binding->kind == Binding::Kind::Closure)
    return binding->closure;
  if (!binding && isRefused(reference->getDecl()))
    return nullptr;
  return std::nullopt;
}

bool vkmorph::frontend::isOfLambdas(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  return record && record->getNumBases() != 0 && record->field_empty() &&
         llvm::all_of(record->bases(), [](const clang::CXXBaseSpecifier &base) {
           const clang::CXXRecordDecl *one = base.getType()->getAsCXXRecordDecl();
           return one && one->isLambda();
         });
}

/// The lambda that an object inherits from; none where the object's lambdas are not known.
std::optional<ClosurePtr> ClosureEmitter::closureOfBase(const clang::CastExpr *conversion) {
  const clang::Expr *object = conversion->getSubExpr()->IgnoreParenNoopCasts(m_ast);
  auto *opaque = dyn_cast<clang::OpaqueValueExpr>(object);
  ClosurePtr whole = opaque ? m_body.opaqueClosures.lookup(opaque) : nullptr;
  const clang::CXXRecordDecl *wanted = conversion->getType()->getAsCXXRecordDecl();
  for (const ClosurePtr &base : whole ? llvm::ArrayRef(whole->bases) : llvm::ArrayRef<ClosurePtr>())
    if (wanted && base->record && base->record->getCanonicalDecl() == wanted->getCanonicalDecl())
      return base;
  return std::nullopt;
}

ClosurePtr ClosureEmitter::closureOfCall(const clang::CallExpr *call, llvm::StringRef name) {
  // A lambda without captures as a pointer to a function.
  auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call);
  Callee callee(call);
  if (memberCall && llvm::isa_and_nonnull<clang::CXXConversionDecl>(callee.function) &&
      isClosureType(memberCall->getObjectType()))
    return emitClosure(memberCall->getImplicitObjectArgument(), name);
  if (callee.isIdentity())
    return emitClosure(call->getArg(0), name);
  bool isNamed = name != kNoName || !callee.function || !callee.function->getIdentifier();
  return emitClosureResult(call, isNamed ? name : callee.function->getName());
}

/// The initial value of a constant outside of the function that an expression names; null for other
/// expressions.
const clang::Expr *ClosureEmitter::findConstant(const clang::Expr *e, llvm::StringRef &name) const {
  const clang::ValueDecl *named = nullptr;
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e))
    named = reference->getDecl();
  else if (auto *member = dyn_cast<clang::MemberExpr>(e))
    named = member->getMemberDecl();
  auto *variable = llvm::dyn_cast_or_null<clang::VarDecl>(named);
  if (!variable || !variable->hasGlobalStorage() ||
      !ConstantEmitter(m_body).isConstantVariable(variable))
    return nullptr;
  name = variable->getName();
  return variable->getAnyInitializer();
}

ClosurePtr ClosureEmitter::emitClosure(const clang::Expr *expression, llvm::StringRef name) {
  const clang::Expr *e = expression->IgnoreParens();
  if (holdsVectors(e->getType()))
    return emitPart(e);
  e = unwrap(e);
  if (holdsVectors(e->getType()))
    return emitPart(e);
  mlir::Location where = loc(e);
  if (auto *lambda = dyn_cast<clang::LambdaExpr>(e))
    return makeClosure(lambda, name);
  if (auto *opaque = dyn_cast<clang::OpaqueValueExpr>(e))
    if (ClosurePtr known = m_body.opaqueClosures.lookup(opaque))
      return known;
  if (const clang::Expr *operand = operandOfConversion(e))
    return emitClosure(operand, name);
  // A base without data: its type says all.
  if (auto *conversion = dyn_cast<clang::CastExpr>(e); conversion && !isBaseCast(conversion)) {
    report(e, diag::Lambda, {"is converted"});
    return nullptr;
  }
  if (auto *conversion = dyn_cast<clang::CastExpr>(e))
    if (std::optional<ClosurePtr> known = closureOfBase(conversion))
      return *known;
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e))
    if (std::optional<ClosurePtr> known = closureOfName(reference))
      return *known;
  if (auto *call = dyn_cast<clang::CallExpr>(e))
    return closureOfCall(call, name);
  auto *construct = dyn_cast<clang::CXXConstructExpr>(e);
  if (construct && construct->getNumArgs() == 1 &&
      construct->getConstructor()->isCopyOrMoveConstructor()) {
    ClosurePtr closure = emitClosure(construct->getArg(0), name);
    bool isTemporary =
        isa<clang::MaterializeTemporaryExpr>(construct->getArg(0)->IgnoreParenNoopCasts(m_ast));
    return closure && !isTemporary ? copyClosure(closure, where) : closure;
  }
  llvm::ArrayRef<clang::Expr *> inits;
  if (auto *list = dyn_cast<clang::InitListExpr>(e))
    inits = list->inits();
  else if (auto *parens = dyn_cast<clang::CXXParenListInitExpr>(e))
    inits = parens->getInitExprs();
  if (!inits.empty() && isOfLambdas(e->getType())) {
    auto closure = std::make_shared<Closure>();
    closure->record = e->getType()->getAsCXXRecordDecl()->getDefinition();
    closure->name = name.str();
    for (const clang::Expr *init : inits)
      closure->bases.push_back(emitClosure(init, name));
    return llvm::is_contained(closure->bases, nullptr) ? nullptr : closure;
  }
  if (inits.size() == 1 && isClosureType(inits.front()->getType()))
    return emitClosure(inits.front(), name);
  clang::QualType type = e->getType();
  if (type->isPointerType() && type->getPointeeType()->isRecordType())
    type = type->getPointeeType();
  // All objects of such a type are the same.
  if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
      isStateless(record) && !e->HasSideEffects(m_ast))
    return makeStateless(type, name);
  llvm::StringRef constant;
  if (const clang::Expr *init = findConstant(e, constant))
    return emitClosure(init, constant);
  clang::QualType object = e->getType().getNonReferenceType();
  if (object->isFunctionType() || object->isFunctionPointerType()) {
    report(e, diag::FunctionPointer);
    return nullptr;
  }
  report(e, diag::Lambda,
         {isa<clang::AbstractConditionalOperator>(e)
              ? "is chosen by '?:' while the program runs"
              : "is not known here: it may be one of several"});
  return nullptr;
}

//===------------------------------------------------------------------------------------------===//
// What functions get of closures
//===------------------------------------------------------------------------------------------===//

/// Visits what closures captured, those that they captured themselves included.
static void forEachCapture(const Closure &closure,
                           llvm::function_ref<void(const Capture &)> visit) {
  for (const Capture &capture : closure.captures) {
    if (capture.binding.kind == Binding::Kind::Closure)
      forEachCapture(*capture.binding.closure, visit);
    else
      visit(capture);
  }
}

/// The closure as it is called in its function, up to what it captured.
static void describe(const Closure &closure, llvm::raw_ostream &os) {
  os << '(';
  if (closure.part)
    os << static_cast<const void *>(closure.part);
  else if (closure.function)
    os << static_cast<const void *>(closure.function);
  else
    os << static_cast<const void *>(closure.record);
  for (const Capture &capture : closure.captures) {
    os << ' ' << static_cast<const void *>(capture.variable)
       << static_cast<int>(capture.binding.kind);
    if (capture.binding.kind == Binding::Kind::Closure)
      describe(*capture.binding.closure, os);
    if (capture.binding.kind == Binding::Kind::Pointer)
      os << (capture.binding.value           ? 'm'
             : capture.binding.pointer.index ? 'i'
                                             : '-')
         << capture.binding.pointer.isObject;
  }
  os << ')';
}

/// The name of a lambda that is passed on. What a function made is named after that function.
static llvm::StringRef nameAs(const clang::ParmVarDecl *parameter, const clang::Expr *argument) {
  bool isResult = isa<clang::CallExpr>(argument->IgnoreUnlessSpelledInSource());
  return isResult || parameter->getName().empty() ? llvm::StringRef(kNoName) : parameter->getName();
}

/// Whether a function may write what a parameter or its object names.
static bool mayWrite(clang::QualType type) {
  return (type->isPointerType() || type->isReferenceType()) &&
         !type->getPointeeType().isConstQualified() && !isClosureType(type);
}

namespace {
class NamedVariables : public AstWalk {
public:
  bool visitDeclRefExpr(clang::DeclRefExpr *reference) override {
    if (isa<clang::VarDecl, clang::BindingDecl>(reference->getDecl()))
      variables.insert(reference->getDecl());
    return true;
  }
  bool visitCXXThisExpr(clang::CXXThisExpr *) override {
    namesThis = true;
    return true;
  }
  llvm::DenseSet<const clang::ValueDecl *> variables;
  bool namesThis = false;
};
} // namespace

/// What a place may be part of: of one of two places, both.
static void addRoots(mlir::Value place, llvm::SmallVectorImpl<vkm::Root> &roots) {
  vkm::Root root = vkm::getRoot(place);
  if (auto choice = root.value ? root.value.getDefiningOp<vkm::ChooseOp>() : vkm::ChooseOp()) {
    addRoots(choice.getWhenTrue(), roots);
    addRoots(choice.getWhenFalse(), roots);
  } else {
    roots.push_back(root);
  }
}

/// The variables of this function that a call may write by its references and pointers.
llvm::SmallVector<vkm::Root>
ClosureEmitter::findWritten(const clang::FunctionDecl *callee, const clang::Expr *object,
                            llvm::ArrayRef<const clang::Expr *> arguments) {
  NamedVariables named;
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (object && method && !method->isConst())
    named.walk(object);
  for (auto [parameter, argument] : llvm::zip(callee->parameters(), arguments))
    if (mayWrite(parameter->getType()))
      named.walk(argument);
  llvm::SmallVector<vkm::Root> roots;
  auto add = [&](const Binding *binding) {
    if (binding && binding->kind == Binding::Kind::Place)
      addRoots(binding->value, roots);
    else if (binding && binding->kind == Binding::Kind::Pointer &&
             llvm::isa<vkm::RefType>(binding->pointer.base.getType()))
      addRoots(binding->pointer.base, roots);
  };
  for (const clang::ValueDecl *variable : named.variables) {
    add(lookup(variable));
    if (auto *part = dyn_cast<clang::BindingDecl>(variable))
      add(lookup(cast<clang::ValueDecl>(part->getDecomposedDecl())));
  }
  if (named.namesThis && m_body.self)
    add(&*m_body.self);
  return roots;
}

std::shared_ptr<const ClosureArguments>
ClosureEmitter::planClosures(const clang::FunctionDecl *callee, const clang::Expr *object,
                             llvm::ArrayRef<const clang::Expr *> arguments, const ClosurePtr &own,
                             bool &failed) {
  auto plan = std::make_shared<ClosureArguments>();
  failed = false;
  if (own)
    plan->entries.push_back({std::nullopt, own});
  for (auto [parameter, argument] : llvm::zip(callee->parameters(), arguments)) {
    if (!isClosureType(parameter->getType()) || isRecordObject(argument) ||
        m_importer.isTranslatedObject(parameter->getType()))
      continue;
    // A copy would need memory of its own.
    clang::QualType type = parameter->getType();
    bool isCopy = holdsVectors(type) && !type->isLValueReferenceType();
    if (isCopy)
      report(argument, diag::VectorObjectPlace, {nameOfObject(type)});
    ClosurePtr closure = isCopy ? nullptr : emitClosure(argument, nameAs(parameter, argument));
    failed |= !closure;
    plan->entries.push_back({parameter->getFunctionScopeIndex(), closure});
  }
  if (failed || plan->entries.empty())
    return nullptr;

  // Places that the function may write, through one of the closures too.
  llvm::SmallVector<vkm::Root> written = findWritten(callee, object, arguments);
  auto forAll = [&](llvm::function_ref<void(const Capture &)> visit) {
    for (const ClosureArguments::Entry &entry : plan->entries)
      forEachCapture(*entry.closure, visit);
  };
  forAll([&](const Capture &capture) {
    if (capture.isWritten && capture.binding.kind == Binding::Kind::Place)
      addRoots(capture.binding.value, written);
  });
  // A variable that the function only reads travels as a value, unless it may change meanwhile.
  auto isReadOnly = [&](const Capture &capture) {
    if (capture.isWritten)
      return false;
    if (capture.isCopy)
      return true;
    llvm::SmallVector<vkm::Root> roots;
    addRoots(capture.binding.value, roots);
    return llvm::none_of(roots, [&](const vkm::Root &root) {
      return !root.value || llvm::isa<vkm::PtrType>(root.value.getType()) ||
             llvm::is_contained(written, root);
    });
  };
  auto addInput = [&](mlir::Value source, bool isRead, std::string name, mlir::Location where) {
    mlir::Type type = source.getType();
    if (isRead)
      type = llvm::cast<vkm::RefType>(type).getPointee();
    for (auto [index, input] : llvm::enumerate(plan->inputs)) {
      bool isSame = input.source == source || (llvm::isa<vkm::PtrType>(source.getType()) &&
                                               isSamePlace(input.source, source));
      if (!isSame || input.isRead != isRead)
        continue;
      plan->uses.push_back(index);
      return;
    }
    plan->uses.push_back(plan->inputs.size());
    plan->inputs.push_back({source, isRead, type, std::move(name), where});
  };
  forAll([&](const Capture &capture) {
    std::string name = capture.variable ? capture.variable->getNameAsString() : "self";
    if (name.empty())
      name = "bound";
    const Binding &binding = capture.binding;
    if (binding.kind == Binding::Kind::StdVector) {
      const StdVectorValue &vector = binding.stdVector;
      addInput(vector.data, false, name, vector.data.getLoc());
      addInput(vector.size, false, name + "_size", vector.size.getLoc());
      if (vector.first)
        addInput(vector.first, false, name + "_first", vector.first.getLoc());
      return;
    }
    mlir::Value value = binding.value;
    mlir::Location where = (value ? value : binding.pointer.base).getLoc();
    if (binding.kind == Binding::Kind::Pointer) {
      addInput(binding.pointer.base, false, name, where);
      mlir::Value index = binding.value ? binding.value : binding.pointer.index;
      if (index)
        addInput(index, false, name + "Index", where);
      return;
    }
    addInput(value, binding.kind == Binding::Kind::Place && isReadOnly(capture), name, where);
  });

  llvm::raw_string_ostream os(plan->key);
  os << static_cast<const void *>(callee->getCanonicalDecl());
  for (const ClosureArguments::Entry &entry : plan->entries) {
    os << (entry.parameter ? static_cast<int>(*entry.parameter) : -1);
    describe(*entry.closure, os);
  }
  for (unsigned use : plan->uses)
    os << ' ' << use << ':' << plan->inputs[use].type.getAsOpaquePointer();
  return plan;
}

void ClosureEmitter::bindCaptures(const Closure &closure) {
  if (closure.part)
    m_body.part = closure.part;
  for (const Capture &capture : closure.captures) {
    if (capture.variable)
      m_body.bindings[capture.variable] = capture.binding;
    else if (capture.binding.kind == Binding::Kind::Closure)
      m_body.part = capture.binding.closure->part;
    else
      m_body.self = capture.binding;
  }
}

void ClosureEmitter::bindClosures(mlir::Block *block) {
  const ClosureArguments *arguments = m_function.closures.get();
  if (!arguments)
    return;
  unsigned position = block->getNumArguments() - arguments->countOwn();
  llvm::SmallVector<mlir::Value> values;
  for (const CaptureInput &input : arguments->inputs)
    values.push_back(block->getArgument(
        input.sameAs ? m_function.signature.parameters[*input.sameAs].input : position++));
  const unsigned *use = arguments->uses.begin();
  auto next = [&]() -> mlir::Value { return values[*use++]; };
  auto rebuild = [&](const Closure &closure, auto &self) -> ClosurePtr {
    auto inside = std::make_shared<Closure>(closure);
    for (Capture &capture : inside->captures) {
      Binding &binding = capture.binding;
      if (binding.kind == Binding::Kind::Closure) {
        binding.closure = self(*binding.closure, self);
      } else if (binding.kind == Binding::Kind::StdVector) {
        binding.stdVector.data = next();
        binding.stdVector.size = next();
        if (binding.stdVector.first)
          binding.stdVector.first = next();
      } else if (binding.kind == Binding::Kind::Pointer) {
        binding.pointer.base = next();
        binding.pointer.held = {}; // a constant of the function that made the closure
        if (binding.value)
          binding.value = next();
        else if (binding.pointer.index)
          binding.pointer.index = next();
      } else {
        binding.value = next();
        binding.kind = llvm::isa<vkm::RefType>(binding.value.getType()) ? Binding::Kind::Place
                                                                        : Binding::Kind::Value;
      }
    }
    return inside;
  };
  for (const ClosureArguments::Entry &entry : arguments->entries) {
    ClosurePtr inside = rebuild(*entry.closure, rebuild);
    if (entry.parameter)
      m_body.bindings[m_definition->getParamDecl(*entry.parameter)] = {
          Binding::Kind::Closure, {}, {}, inside};
    else
      bindCaptures(*inside);
  }
}

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

std::optional<CallResult> ClosureEmitter::emitClosureUse(const clang::CallExpr *call) {
  CallResult failure;
  failure.failed = true;
  const clang::FunctionDecl *callee = call->getDirectCallee();
  llvm::ArrayRef<const clang::Expr *> arguments(call->getArgs(), call->getNumArgs());
  if (!callee) {
    // A parameter or variable that is a pointer or reference to a function.
    if (!isClosureType(call->getCallee()->getType()))
      return std::nullopt;
    ClosurePtr closure = emitClosure(call->getCallee(), kNoName);
    if (!closure)
      return failure;
    if (closure->function && m_importer.program().isLibrary(closure->function)) {
      report(call, diag::LibraryCall, {qualifiedName(closure->function)});
      return failure;
    }
    if (closure->function)
      return emitDeviceCall(closure->function, nullptr, arguments, call);
    return emitDeviceCall(closure->record->getLambdaCallOperator(), nullptr, arguments, call,
                          closure);
  }
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (!method || method->isStatic() || isa<clang::CXXConstructorDecl>(method))
    return std::nullopt;
  const clang::Expr *object = nullptr;
  if (auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call)) {
    object = memberCall->getImplicitObjectArgument();
  } else if (isa<clang::CXXOperatorCallExpr>(call)) {
    object = arguments.front();
    arguments = arguments.drop_front();
  }
  if (!object)
    return std::nullopt;
  if (std::optional<CallResult> result =
          PartEmitter(m_body).emitPartCall(call, method, object, arguments))
    return result;
  if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator() ||
      m_importer.isTranslatedClass(method->getParent()) ||
      !isClosureType(m_ast.getRecordType(method->getParent())) || isRecordObject(object))
    return std::nullopt;
  ClosurePtr closure = emitClosure(object, kNoName);
  if (!closure)
    return failure;
  if (isOfStandardLibrary(method->getParent()) && !closure->isLambda())
    return emitStdFunctor(call);
  return emitDeviceCall(callee, nullptr, arguments, call, closure);
}

CallResult ClosureEmitter::emitStdFunctor(const clang::CallExpr *call) {
  Callee callee(call);
  if (std::optional<CallResult> result = frontend::emitLibraryCall(m_body, call, callee))
    return *result;
  if (callee.record == "ranges")
    return emitUnknownCall(m_body, call, callee);
  report(call, diag::LibraryCall, {qualifiedName(callee.function)});
  return CallResult::failure();
}

/// Binds the parameters of a function whose statements are written where it is called.
bool ClosureEmitter::bindArguments(const clang::FunctionDecl *definition,
                                   llvm::ArrayRef<const clang::Expr *> arguments) {
  llvm::DenseSet<const clang::ParmVarDecl *> mutated = findMutatedParameters(definition);
  for (auto [parameter, argument] : llvm::zip(definition->parameters(), arguments)) {
    Binding binding;
    clang::QualType type = parameter->getType();
    if (isClosureType(type) && !isRecordObject(argument)) {
      binding.kind = Binding::Kind::Closure;
      binding.closure = emitClosure(argument, nameAs(parameter, argument));
      if (!binding.closure)
        return false;
    } else if (type->isPointerType()) {
      std::optional<PointerValue> pointer = emitPointer(argument);
      if (!pointer)
        return false;
      PointerEmitter(m_body).bindPointer(parameter, *pointer, mutated.contains(parameter));
      continue;
    } else if (type->isReferenceType() && hasPlace(argument)) {
      binding.kind = Binding::Kind::Place;
      binding.value = emitPlace(argument);
    } else {
      binding.value = argument->isGLValue() ? emitRead(argument) : emitValue(argument);
      if (binding.value && mutated.contains(parameter)) {
        binding.kind = Binding::Kind::Place;
        binding.value = declareTemporary(parameter->getName(), binding.value, loc(argument));
      }
    }
    if (binding.kind != Binding::Kind::Closure && !binding.value)
      return false;
    m_body.bindings[parameter] = binding;
  }
  return true;
}

ClosurePtr ClosureEmitter::emitClosureResult(const clang::CallExpr *call, llvm::StringRef name) {
  auto refuse = [&](const char *what) {
    report(call, diag::Lambda, {what});
    return nullptr;
  };
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee && !m_importer.program().isLibrary(callee)
                                              ? m_importer.program().definition(callee)
                                              : nullptr;
  auto *body =
      llvm::dyn_cast_or_null<clang::CompoundStmt>(definition ? definition->getBody() : nullptr);
  if (!body || body->body_empty() || &definition->getASTContext() != &m_ast)
    return refuse("comes from a function whose body is not in this source");
  auto *last = dyn_cast<clang::ReturnStmt>(body->body_back());
  ReturnStatements returns;
  returns.walk(definition->getBody());
  if (!last || returns.count != 1)
    return refuse("is the result of a function that does not return it once, at its end");
  for (const clang::FunctionDecl *active : m_body.inlined)
    if (active == definition)
      return report(call, diag::Recursion, {displayName(callee)}), nullptr;

  llvm::ArrayRef<const clang::Expr *> arguments(call->getArgs(), call->getNumArgs());
  std::optional<Binding> self = m_body.self;
  const ObjectPart *part = m_body.part;
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  bool isOwn = method && m_importer.isTranslatedClass(method->getParent());
  if (method && !method->isStatic() && !isOwn) {
    const clang::Expr *object = nullptr;
    if (auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call)) {
      object = memberCall->getImplicitObjectArgument();
    } else if (isa<clang::CXXOperatorCallExpr>(call)) {
      object = arguments.front();
      arguments = arguments.drop_front();
    }
    if (object && isClosureType(object->getType()) && !isRecordObject(object)) {
      ClosurePtr closure = emitClosure(object, name);
      if (!closure)
        return nullptr;
      bindCaptures(*closure);
    } else if (object) {
      Argument place = CallEmitter(m_body).emitObject(object, Passing::Reference);
      if (!place.value)
        return nullptr;
      m_body.self = Binding{Binding::Kind::Place, place.value, {}, {}};
    }
  }
  if (!bindArguments(definition, arguments))
    return nullptr;
  m_body.inlined.push_back(definition);
  for (const clang::Stmt *statement : body->body())
    if (statement != last)
      emitStatement(statement);
  ClosurePtr closure = emitClosure(last->getRetValue(), name);
  m_body.inlined.pop_back();
  m_body.self = self;
  m_body.part = part;
  return closure;
}
