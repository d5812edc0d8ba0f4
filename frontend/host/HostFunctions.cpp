//===- HostFunctions.cpp - Functions of the user's that do what only the host can ------------===//
//
//   void Say(const char *what, int x) {                 const int x = n;
//     if (m_level > 0)                    Say("n", n) ->  if (m_level > 0)
//       std::printf("%s %d\n", what, x);                    std::printf("%s %d\n", "n", x);
//   }
//
// A control function's output is a part of its text; so the body of a function that prints, or asks
// a clock, stands where the control function calls it.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/host/HostCode.h"

#include "frontend/body/Lambdas.h"
#include "frontend/body/Parts.h"
#include "frontend/body/Pointers.h"
#include "frontend/body/StatementLists.h"
#include "frontend/body/Statements.h"
#include "frontend/library/Callee.h"
#include "frontend/library/Containers.h"
#include "frontend/roles/Mutation.h"
#include "frontend/source/AstWalk.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;
using clang::isa;

namespace {
/// Looks for output, clocks, exceptions and new sizes of vectors in a function and in what it
/// calls.
class HostWork : public AstWalk {
public:
  explicit HostWork(Program &program) : m_program(program) {}

  bool find(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = m_program.definition(function);
    if (!definition || m_program.isLibrary(definition) || !m_seen.insert(definition).second)
      return false;
    walk(definition->getBody());
    return m_found;
  }
  bool visitCXXThrowExpr(clang::CXXThrowExpr *) override { return !(m_found = true); }
  bool visitCallExpr(clang::CallExpr *call) override {
    Callee callee(call);
    m_found |=
        callee.function && (isHostCall(call) || changesSize(callee) || find(callee.function));
    return !m_found;
  }

private:
  /// `m_v.resize(n)`, `m_v = m_w` and `std::swap(m_v, m_w)`, which control functions do by kernels.
  static bool changesSize(const Callee &callee) {
    static constexpr llvm::StringLiteral methods[] = {"resize", "assign", "swap", "operator="};
    if (callee.isStd && callee.method)
      return llvm::is_contained(methods, callee.name) &&
             matchStdVector(
                 callee.method->getASTContext().getRecordType(callee.method->getParent()));
    if (!callee.isStdFunction("swap") || callee.function->getNumParams() != 2)
      return false;
    clang::QualType type = callee.function->getParamDecl(0)->getType();
    return matchStdVector(type) || holdsVectors(type);
  }

  Program &m_program;
  llvm::DenseSet<const clang::FunctionDecl *> m_seen;
  bool m_found = false;
};

/// Whether a statement holds a return of the function that it is a part of.
class Returns : public AstWalk {
public:
  bool visitReturnStmt(clang::ReturnStmt *) override {
    found = true;
    return false;
  }
  bool enter(clang::Stmt *statement) override { return !isa<clang::LambdaExpr>(statement); }

  bool found = false;
};
} // namespace

static bool holdsReturn(const clang::Stmt *statement) {
  Returns returns;
  returns.walk(statement);
  return returns.found;
}

/// Whether a statement is one that `break` leaves.
static bool canBeLeft(const clang::Stmt *statement) {
  return isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt,
             clang::SwitchStmt>(statement);
}

/// Whether a return in a statement stands in a loop or switch inside of it.
static bool returnsFromInside(const clang::Stmt *statement) {
  return llvm::any_of(statement->children(), [](const clang::Stmt *child) {
    return child && holdsReturn(child) && (canBeLeft(child) || returnsFromInside(child));
  });
}

using Statements = llvm::ArrayRef<const clang::Stmt *>;

//===------------------------------------------------------------------------------------------===//
// Returns in loops and switches
//===------------------------------------------------------------------------------------------===//
//
//   for (...)                               bool levelDone = false;
//     if (x > i)                            for (...)
//       return i;               =>            if (x > i) { result = i; levelDone = true; break; }
//   throw std::length_error("x");           if (!levelDone)
//                                             throw std::length_error("x");

void HostEmitter::emitReturned(const clang::ReturnStmt *statement, mlir::Value result) {
  const clang::Expr *given = statement->getRetValue();
  if (!given)
    return;
  if (!result) {
    if (given->HasSideEffects(m_ast)) // `return *this;` has none
      emitDiscarded(given);
  } else if (mlir::Value value = emitValueOf(given)) {
    m_builder.create<vkm::AssignOp>(loc(statement), result, value);
  }
}

void HostEmitter::emitReturnInside(const clang::ReturnStmt *statement) {
  mlir::Location where = loc(statement);
  emitReturned(statement, m_body.hostReturn->result);
  if (mlir::Value done = m_body.hostReturn->done)
    m_builder.create<vkm::AssignOp>(
        where, done, m_builder.create<vkm::ConstantOp>(where, m_builder.getBoolAttr(true)));
  m_builder.create<vkm::BreakOp>(where);
}

bool HostEmitter::beginLeft(const clang::Stmt *statement) {
  bool isLeft = m_body.hostReturn && canBeLeft(statement) && holdsReturn(statement);
  if (isLeft)
    ++m_body.hostReturn->depth;
  return isLeft;
}

void HostEmitter::endLeft(mlir::Location where) {
  if (--m_body.hostReturn->depth == 0)
    return;
  mlir::Value isDone =
      m_builder.create<vkm::LoadOp>(where, m_builder.getI1Type(), m_body.hostReturn->done);
  auto op = m_builder.create<vkm::IfOp>(where, isDone, /*withElse=*/false);
  emitInto(op.getThenRegion(), [&] { m_builder.create<vkm::BreakOp>(where); });
}

/// A loop or switch that holds a return, and what follows it.
void HostEmitter::emitLeft(const clang::Stmt *statement, Statements rest, mlir::Value result) {
  mlir::Location where = loc(statement);
  mlir::Type boolean = m_builder.getI1Type();
  Body::HostReturn target;
  target.result = result;
  if (!rest.empty() || returnsFromInside(statement)) {
    std::string name = m_definition->getNameAsString() + "Done";
    name.front() = llvm::toLower(name.front());
    target.done = m_builder.create<vkm::VarOp>(
        where, vkm::RefType::get(boolean), name,
        m_builder.create<vkm::ConstantOp>(where, m_builder.getBoolAttr(false)),
        /*constant=*/false);
  }
  m_body.hostReturn = target;
  emitStatement(statement);
  m_body.hostReturn.reset();
  if (rest.empty())
    return;
  mlir::Value isDone = m_builder.create<vkm::LoadOp>(where, boolean, target.done);
  mlir::Value goesOn = m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Not, isDone);
  auto op = m_builder.create<vkm::IfOp>(where, goesOn, /*withElse=*/false);
  emitInto(op.getThenRegion(), [&] { emitHostBody(rest, result); });
}

//===------------------------------------------------------------------------------------------===//
// Bodies
//===------------------------------------------------------------------------------------------===//

/// The statements of a function up to each return; what follows an `if` that returns stands in the
/// branch that does not.
void HostEmitter::emitHostBody(Statements statements, mlir::Value result) {
  for (auto [index, statement] : llvm::enumerate(statements)) {
    Statements rest = statements.drop_front(index + 1);
    if (!holdsReturn(statement)) {
      emitStatement(statement);
      continue;
    }
    if (auto *last = dyn_cast<clang::ReturnStmt>(statement))
      return emitReturned(last, result);
    if (canBeLeft(statement))
      return emitLeft(statement, rest, result);
    if (isa<clang::CompoundStmt>(statement))
      return emitHostBody(concatenate(statement, rest), result);
    auto *branch = dyn_cast<clang::IfStmt>(statement);
    bool isPlain =
        branch && !branch->isConsteval() && !branch->getInit() && !branch->getConditionVariable();
    if (std::optional<bool> isSame =
            isPlain ? PartEmitter(m_body).compareParts(branch->getCond()) : std::nullopt) {
      const clang::Stmt *taken = *isSame ? branch->getThen() : branch->getElse();
      return emitHostBody(taken ? concatenate(taken, rest) : rest, result);
    }
    if (isPlain && branch->isConstexpr())
      if (std::optional<const clang::Stmt *> taken = branch->getNondiscardedCase(m_ast))
        return emitHostBody(concatenate(*taken, rest), result);
    // What follows is written once for each way that leads there.
    constexpr unsigned kMostWays = 16;
    if (!isPlain || ++m_body.hostWays > kMostWays)
      return report(statement, diag::HostExpression,
                    {"a 'return' inside of this statement of a function that prints or throws"});
    mlir::Value condition = emitValue(branch->getCond());
    if (!condition)
      return;
    auto op = m_builder.create<vkm::IfOp>(loc(statement), condition, /*withElse=*/true);
    emitInto(op.getThenRegion(),
             [&] { emitHostBody(concatenate(branch->getThen(), rest), result); });
    emitInto(op.getElseRegion(),
             [&] { emitHostBody(concatenate(branch->getElse(), rest), result); });
    // `if (m_level < 1) return;`
    if (op.getThenRegion().front().empty()) {
      m_builder.setInsertionPoint(op);
      op.getConditionMutable().assign(negate(condition, loc(branch->getCond())));
      m_builder.setInsertionPointAfter(op);
      op.getThenRegion().takeBody(op.getElseRegion());
    }
    if (!op.getElseRegion().empty() && op.getElseRegion().front().empty())
      op.getElseRegion().front().erase();
    return;
  }
}

/// `n >= 1` of `n < 1`; a comparison with NaN is false either way.
mlir::Value HostEmitter::negate(mlir::Value condition, mlir::Location where) {
  auto cmp = condition.getDefiningOp<vkm::CmpOp>();
  if (!cmp || vkm::isFloating(cmp.getLhs().getType()))
    return m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Not, condition);
  vkm::CmpKind kind = cmp.getKind();
  switch (cmp.getKind()) {
  case vkm::CmpKind::Lt:
    kind = vkm::CmpKind::Ge;
    break;
  case vkm::CmpKind::Le:
    kind = vkm::CmpKind::Gt;
    break;
  case vkm::CmpKind::Gt:
    kind = vkm::CmpKind::Le;
    break;
  case vkm::CmpKind::Ge:
    kind = vkm::CmpKind::Lt;
    break;
  case vkm::CmpKind::Eq:
    kind = vkm::CmpKind::Ne;
    break;
  case vkm::CmpKind::Ne:
    kind = vkm::CmpKind::Eq;
    break;
  }
  cmp.setKind(kind);
  return cmp;
}

/// What the statements of a function are in the control function that calls it; none where it does
/// nothing that only the host can do.
std::optional<CallResult> HostEmitter::emitHostFunction(const clang::CallExpr *call,
                                                        const clang::FunctionDecl *callee,
                                                        ClosurePtr part) {
  const clang::FunctionDecl *definition = m_importer.program().definition(callee);
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  bool isOwn = part || (method && m_importer.isTranslatedClass(method->getParent()));
  auto *operation = dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (!m_isControl || !definition || (operation && !part) ||
      (method && !method->isStatic() && !isOwn) || !HostWork(m_importer.program()).find(definition))
    return std::nullopt;
  CallResult result;
  result.failed = true;
  std::string name = displayName(definition);
  if (m_body.isBeingInlined(definition)) {
    report(call, diag::Recursion, {name});
    return result;
  }
  ImportedFunction function;
  function.displayName = name;
  function.symbol = m_function.symbol; // kernels that are made in it are the control function's
  Body inner(m_body, definition, function);
  inner.part = part ? part->part : m_body.part;
  inner.source.text().releaseComments(definition->getBody()->getSourceRange());
  Reporter::CallScope chain(m_importer.reporter(), name, m_function.displayName, loc(call));
  mlir::Value place;
  clang::QualType type = definition->getReturnType();
  // `Image &operator=(const Image &)`: nobody takes the object.
  bool givesPart = part && type->isReferenceType() && holdsVectors(type);
  if (givesPart && m_body.discarded != call) {
    report(call, diag::VectorObjectPlace, {nameOfObject(type)});
    return result;
  }
  if (!type->isVoidType() && !givesPart && !isDiscarded(call)) {
    mlir::Type object = convert(type.getNonReferenceType().getUnqualifiedType(), loc(call));
    if (!object)
      return result;
    place = m_builder.create<vkm::VarOp>(loc(call), vkm::RefType::get(object), "result",
                                         mlir::Value(), /*constant=*/false);
  }
  result.failed = false;
  llvm::DenseSet<const clang::ParmVarDecl *> mutated = findMutatedParameters(definition);
  llvm::ArrayRef<const clang::Expr *> arguments(call->getArgs(), call->getNumArgs());
  if (operation) // the object comes first
    arguments = arguments.drop_front();
  for (auto [parameter, argument] : llvm::zip(definition->parameters(), arguments))
    result.failed |= !bindHostParameter(inner, parameter, argument, mutated.contains(parameter));
  result.failed |= !StatementEmitter(inner).checkNesting();
  if (result.failed)
    return result;
  // No scope of its own: each statement finds its place before or behind the kernels.
  inner.builder.setInsertionPointToEnd(m_builder.getInsertionBlock());
  HostEmitter(inner).emitHostBody(concatenate(definition->getBody(), {}), place);
  if (place) {
    auto object = llvm::cast<vkm::RefType>(place.getType()).getPointee();
    result.value = m_builder.create<vkm::LoadOp>(loc(call), object, place);
  }
  return result;
}

bool HostEmitter::bindHostParameter(Body &inner, const clang::ParmVarDecl *parameter,
                                    const clang::Expr *argument, bool changes) {
  clang::QualType type = parameter->getType();
  // A std::string is passed as its contents where it is printed.
  bool isObject = isString(type) && !changes;
  if (isObject || (type->isPointerType() && type->getPointeeType()->isCharType())) {
    auto text = std::make_shared<HostText>();
    // `what + "."` adds to a string, not to a literal.
    text->add(isObject ? "std::string(" : "");
    if (!emitHostText(argument, *text))
      return false;
    text->add(isObject ? ")" : "");
    if (isObject)
      text->headers.insert("<string>");
    inner.hostTexts[parameter] = text;
    return true;
  }
  Binding binding;
  if (type->isLValueReferenceType() && holdsVectors(type)) {
    binding.kind = Binding::Kind::Closure;
    binding.closure = emitPart(argument);
    inner.bindings[parameter] = binding;
    return static_cast<bool>(binding.closure);
  }
  if (type->isPointerType()) {
    std::optional<PointerValue> pointer = emitPointer(argument);
    if (!pointer)
      return false;
    PointerEmitter(inner).bindPointer(parameter, *pointer, changes);
    return true;
  }
  bool isPlace = type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
  binding.kind = Binding::Kind::Place;
  mlir::Value value = isPlace ? mlir::Value() : emitValueOf(argument);
  // m_image.resize(w, h): the control function's own parameters.
  bool isKnown = value && !changes && inner.part != m_body.part &&
                 (llvm::isa<mlir::BlockArgument>(value) || value.getDefiningOp<vkm::ConstantOp>());
  if (isPlace) {
    binding.value = emitPlace(argument);
  } else if (isKnown) {
    binding.kind = Binding::Kind::Value;
    binding.value = value;
  } else if (value) {
    binding.value = m_builder.create<vkm::VarOp>(loc(argument), vkm::RefType::get(value.getType()),
                                                 parameter->getName(), value,
                                                 /*constant=*/!changes);
  }
  inner.bindings[parameter] = binding;
  return static_cast<bool>(binding.value);
}
