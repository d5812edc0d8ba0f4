//===- Loops.cpp - for, while, do, break, continue -------------------------------------------===//

#include "frontend/body/Loops.h"

#include "frontend/body/Statements.h"
#include "frontend/library/Containers.h"
#include "frontend/library/StdVectors.h"
#include "frontend/module/Hierarchies.h"
#include "frontend/roles/Mutation.h"
#include "frontend/source/AstWalk.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::cast;
using clang::dyn_cast;

//===------------------------------------------------------------------------------------------===//
// What loops share
//===------------------------------------------------------------------------------------------===//

void LoopEmitter::emitCounting(mlir::Location where, mlir::Value begin,
                               llvm::function_ref<mlir::Value()> end,
                               llvm::function_ref<void(mlir::Value)> body) {
  mlir::Type type = begin.getType();
  auto loop = m_builder.create<vkm::ForOp>(where, "index", begin);
  emitInto(loop.getCond(), [&] {
    mlir::Value index = m_builder.create<vkm::LoadOp>(where, type, loop.getCondVar());
    mlir::Value goesOn = m_builder.create<vkm::CmpOp>(where, m_importer.types().boolType(),
                                                      vkm::CmpKind::Lt, index, end());
    m_builder.create<vkm::YieldOp>(where, goesOn);
  });
  emitInto(loop.getStep(), [&] {
    m_builder.create<vkm::UpdateOp>(where, vkm::BinaryKind::Add, loop.getStepVar(),
                                    emitInteger(1, type, where));
  });
  emitInto(loop.getBody(),
           [&] { body(m_builder.create<vkm::LoadOp>(where, type, loop.getBodyVar())); });
}

void LoopEmitter::emitLoopCondition(mlir::Region &region, const clang::Expr *condition,
                                    mlir::Location where) {
  emitInto(region, [&] {
    mlir::Value value;
    if (condition)
      value = emitValue(condition);
    else
      value = m_builder.create<vkm::ConstantOp>(where, m_builder.getBoolAttr(true));
    if (value)
      m_builder.create<vkm::YieldOp>(where, value);
  });
}

void LoopEmitter::emitLoopBody(const clang::Stmt *body, const clang::Expr *step) {
  m_body.continueSteps.push_back(step);
  if (auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(body)) {
    for (const clang::Stmt *statement : compound->body())
      emitStatement(statement);
  } else {
    emitStatement(body);
  }
  m_body.continueSteps.pop_back();
}

void LoopEmitter::emitContinue(mlir::Location where) {
  if (!m_body.continueSteps.empty() && m_body.continueSteps.back())
    emitDiscarded(m_body.continueSteps.back());
  m_builder.create<vkm::ContinueOp>(where);
}

void LoopEmitter::emitLeaveUnless(const clang::Expr *condition, mlir::Location where) {
  mlir::Value value = emitValue(condition);
  if (!value)
    return;
  mlir::Value leave = m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Not, value);
  auto op = m_builder.create<vkm::IfOp>(where, leave, false);
  emitInto(op.getThenRegion(), [&] { m_builder.create<vkm::BreakOp>(where); });
}

//===------------------------------------------------------------------------------------------===//
// for
//===------------------------------------------------------------------------------------------===//

namespace {

/// Whether an expression mentions a variable.
class Mentions : public AstWalk {
public:
  explicit Mentions(const clang::VarDecl *variable) : m_variable(variable) {}
  bool visitDeclRefExpr(clang::DeclRefExpr *reference) override {
    found |= reference->getDecl() == m_variable;
    return !found;
  }
  bool found = false;

private:
  const clang::VarDecl *m_variable;
};

} // namespace

static bool mentions(const clang::Stmt *statement, const clang::VarDecl *variable) {
  Mentions visitor(variable);
  visitor.walk(statement);
  return visitor.found;
}

/// The variable that a loop's `vkm.for` declares: the one that its step changes. Null where there
/// is none, or where another one of the same declaration needs its value first.
static const clang::VarDecl *findCounter(const clang::ForStmt *statement) {
  auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(statement->getInit());
  if (!declaration || statement->getConditionVariable())
    return nullptr;
  const clang::VarDecl *counter = nullptr;
  for (const clang::Decl *decl : declaration->decls()) {
    auto *variable = dyn_cast<clang::VarDecl>(decl);
    if (!variable)
      return nullptr;
    if (counter && variable->getInit() && mentions(variable->getInit(), counter))
      return nullptr;
    bool canCount = variable->getInit() && !variable->isStaticLocal() &&
                    !variable->getType()->isReferenceType() && !variable->getType()->isArrayType();
    if (canCount && !counter &&
        (declaration->isSingleDecl() ||
         (statement->getInc() && mentions(statement->getInc(), variable))))
      counter = variable;
  }
  return counter;
}

/// The comparison of `for (T i = n; i-- > 0;)`, or null of `for (T i = n; i--;)`, where the body
/// only reads the counter; nothing for other loops.
static std::optional<const clang::BinaryOperator *> findCountdown(const clang::ForStmt *statement,
                                                                  const clang::VarDecl *counter) {
  if (statement->getInc() || !statement->getCond() || !counter->getType()->isIntegerType() ||
      counter->getType()->isBooleanType() || isMutated(counter, statement->getBody()))
    return std::nullopt;
  const clang::Expr *condition = statement->getCond()->IgnoreParenImpCasts();
  auto *comparison = dyn_cast<clang::BinaryOperator>(condition);
  if (comparison) {
    if (!comparison->isComparisonOp() || mentions(comparison->getRHS(), counter))
      return std::nullopt;
    condition = comparison->getLHS()->IgnoreParenImpCasts();
  }
  auto *decrement = dyn_cast<clang::UnaryOperator>(condition);
  auto *name = decrement && decrement->getOpcode() == clang::UO_PostDec
                   ? dyn_cast<clang::DeclRefExpr>(decrement->getSubExpr()->IgnoreParens())
                   : nullptr;
  return name && name->getDecl() == counter ? std::optional(comparison) : std::nullopt;
}

// for (T i = n; i-- > 0;) body  ->  vkm.for "iEnd" = %n cond { iEnd > 0 } step { iEnd -= 1 }
//                                   body { const T i = iEnd - 1; body }
void LoopEmitter::emitCountdown(const clang::ForStmt *statement, const clang::VarDecl *counter,
                                const clang::BinaryOperator *comparison) {
  mlir::Location where = loc(statement);
  mlir::Value init = emitValue(counter->getInit());
  if (!init)
    return;
  mlir::Type type = init.getType();
  auto loop = m_builder.create<vkm::ForOp>(where, counter->getNameAsString() + "End", init);
  auto bind = [&](mlir::Value place) {
    Binding binding;
    binding.kind = Binding::Kind::Place;
    binding.value = place;
    m_body.bindings[counter] = binding;
  };
  // Small integers are computed with in 32 bits.
  mlir::Type computed = m_importer.types().integerType(32, true);
  if (type.getIntOrFloatBitWidth() >= 32)
    computed = type;
  auto less = [&](mlir::Value place) {
    mlir::Value old = m_builder.create<vkm::LoadOp>(where, type, place);
    mlir::Value one = emitInteger(1, computed, where);
    mlir::Value value = m_builder.create<vkm::BinaryOp>(where, computed, vkm::BinaryKind::Sub,
                                                        emitCast(old, computed, where), one);
    return emitCast(value, type, where);
  };
  emitInto(loop.getCond(), [&] {
    // The value before it is decremented.
    mlir::Value old = m_builder.create<vkm::LoadOp>(where, type, loop.getCondVar());
    mlir::Value bound =
        comparison ? emitValue(comparison->getRHS()) : emitInteger(0, computed, where);
    if (!bound)
      return;
    vkm::CmpKind kind =
        comparison ? *frontend::comparison(comparison->getOpcode()) : vkm::CmpKind::Ne;
    mlir::Value compared = emitCast(old, bound.getType(), where);
    m_builder.create<vkm::YieldOp>(
        where, m_builder.create<vkm::CmpOp>(where, kind, compared, bound).getResult());
  });
  emitInto(loop.getBody(), [&] {
    auto var = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(type), counter->getName(),
                                            less(loop.getBodyVar()), /*constant=*/true);
    bind(var.getRef());
    emitLoopBody(statement->getBody(), nullptr);
  });
  emitInto(loop.getStep(), [&] {
    m_builder.create<vkm::AssignOp>(where, loop.getStepVar(), less(loop.getStepVar()));
  });
  m_body.bindings.erase(counter);
}

void LoopEmitter::emitFor(const clang::ForStmt *statement) {
  const clang::VarDecl *counter = findCounter(statement);
  if (!counter)
    return emitGeneralFor(statement);
  auto *declaration = cast<clang::DeclStmt>(statement->getInit());
  if (declaration->isSingleDecl()) {
    if (std::optional<const clang::BinaryOperator *> comparison = findCountdown(statement, counter))
      return emitCountdown(statement, counter, *comparison);
    return emitCountedFor(statement, counter);
  }
  emitScope(loc(statement), [&] {
    for (const clang::Decl *decl : declaration->decls())
      if (decl != counter)
        StatementEmitter(m_body).emitDeclaration(decl);
    emitCountedFor(statement, counter);
  });
}

// for (T i = init; condition; step) body  ->  vkm.for "i" = %init cond {...} step {...} body {...}
void LoopEmitter::emitCountedFor(const clang::ForStmt *statement, const clang::VarDecl *counter) {
  mlir::Location where = loc(statement);
  Binding binding;
  binding.kind = Binding::Kind::Place;
  mlir::Value init;
  if (counter->getType()->isPointerType()) {
    std::optional<PointerValue> pointer = emitPointer(counter->getInit());
    if (!pointer)
      return;
    // The elements are counted.
    binding.kind = Binding::Kind::Pointer;
    binding.pointer = *pointer;
    if (!pointer->isObject)
      init = pointerIndex(*pointer, where);
    binding.pointer.index = {};
  } else {
    init = emitValue(counter->getInit());
  }
  if (!init) {
    if (binding.kind == Binding::Kind::Pointer)
      report(counter->getInit(), diag::PointerVariable, {counter->getNameAsString()});
    return;
  }
  auto loop = m_builder.create<vkm::ForOp>(where, counter->getName(), init);
  // Each region sees the variable as an argument of its own.
  auto bind = [&](mlir::BlockArgument place) {
    binding.value = place;
    m_body.bindings[counter] = binding;
  };
  bind(loop.getCondVar());
  emitLoopCondition(loop.getCond(), statement->getCond(), where);
  bind(loop.getBodyVar());
  emitInto(loop.getBody(), [&] { emitLoopBody(statement->getBody(), nullptr); });
  bind(loop.getStepVar());
  emitInto(loop.getStep(), [&] {
    if (statement->getInc())
      emitDiscarded(statement->getInc());
  });
  m_body.bindings.erase(counter);
}

// while (condition) { body; step }
template <typename Loop>
void LoopEmitter::emitWhileLoop(const Loop *statement, const clang::Expr *step) {
  mlir::Location where = loc(statement);
  auto loop = m_builder.create<vkm::WhileOp>(where);
  const clang::VarDecl *variable = statement->getConditionVariable();
  emitLoopCondition(loop.getCond(), variable ? nullptr : statement->getCond(), where);
  emitInto(loop.getBody(), [&] {
    // The variable is made anew before each iteration, and lives until its end.
    if (variable) {
      emitVariable(variable);
      emitLeaveUnless(statement->getCond(), where);
    }
    emitLoopBody(statement->getBody(), step);
    if (step && !StatementEmitter(m_body).isEnded())
      emitDiscarded(step);
  });
}

// Without a variable of its own:
//   for (init; condition; step) body  ->  scope { init; while (condition) { body; step } }
// where each `continue` of the body does the step first.
void LoopEmitter::emitGeneralFor(const clang::ForStmt *statement) {
  mlir::Location where = loc(statement);
  auto emitLoop = [&] {
    emitStatement(statement->getInit());
    emitWhileLoop(statement, statement->getInc());
  };
  if (llvm::isa_and_nonnull<clang::DeclStmt>(statement->getInit()))
    emitScope(where, emitLoop);
  else
    emitLoop();
}

// for (T x : array) body  ->  vkm.for "index" = 0 ... body { %x = element of the array at index;
// body }
void LoopEmitter::emitRangeFor(const clang::CXXForRangeStmt *statement) {
  mlir::Location where = loc(statement);
  const clang::Expr *range = statement->getRangeInit();
  // for (int k : {1, 2, 4}): over the array behind the list
  const clang::InitListExpr *list = initializerListOf(range);
  const clang::ConstantArrayType *arrayType =
      m_ast.getAsConstantArrayType(list ? list->getType() : range->getType());
  std::optional<StdArray> object = matchStdArray(range->getType());
  bool isVector = matchStdVector(range->getType()).has_value();
  if (!arrayType && !object && !isVector)
    return report(range, diag::RangeFor);
  auto emitLoop = [&] {
    emitStatement(statement->getInit());
    PointerValue elements;
    mlir::Value size; // of a vector; read once, as std::end is
    if (isVector) {
      std::optional<StdVectorValue> vector = StdVectorEmitter(m_body).emitVector(range);
      if (!vector)
        return;
      elements = StdVectorEmitter(m_body).begin(*vector);
      size = StdVectorEmitter(m_body).emitSize(*vector, where);
    } else {
      mlir::Value values = list ? emitValue(list) : mlir::Value();
      if (list)
        elements.base = values ? declareTemporary("values", values, where) : values;
      else
        elements.base = emitPlace(range);
      if (!elements.base)
        return;
    }
    mlir::Type indexType = m_importer.types().integerType(32, !isVector);
    mlir::Value zero = emitInteger(0, indexType, where);
    auto count = [&]() -> mlir::Value {
      if (isVector)
        return size;
      return emitInteger(arrayType ? arrayType->getSize().getZExtValue() : object->length,
                         indexType, where);
    };
    emitCounting(where, zero, count, [&](mlir::Value index) {
      const clang::VarDecl *variable = statement->getLoopVariable();
      mlir::Location variableLoc = loc(variable);
      PointerValue one = elements;
      one.index = index;
      if (elements.index)
        one = *addIndex(elements, index, variableLoc);
      clang::QualType type = variable->getType();
      bool isObject = type->isReferenceType() && holdsVectors(type);
      if (isObject || matchObjectPointer(type.getNonReferenceType())) {
        Binding object;
        object.kind = Binding::Kind::Place;
        object.value = dereference(one, variableLoc);
        m_body.bindings[variable] = object;
        return emitLoopBody(statement->getBody(), nullptr);
      }
      mlir::Value element = dereference(one, variableLoc);
      mlir::Type elementType = llvm::cast<vkm::RefType>(element.getType()).getPointee();
      Binding binding;
      binding.kind = Binding::Kind::Place;
      binding.value = element;
      bool sameType =
          convert(variable->getType().getNonReferenceType(), variableLoc) == elementType;
      if (!sameType)
        return report(range, diag::RangeFor);
      if (!variable->getType()->isReferenceType()) {
        mlir::Value value = m_builder.create<vkm::LoadOp>(variableLoc, elementType, element);
        binding.value = declareTemporary(variable->getName(), value, variableLoc);
      }
      m_body.bindings[variable] = binding;
      emitLoopBody(statement->getBody(), nullptr);
    });
  };
  if (statement->getInit())
    emitScope(where, emitLoop);
  else
    emitLoop();
}

//===------------------------------------------------------------------------------------------===//
// while, do
//===------------------------------------------------------------------------------------------===//

void LoopEmitter::emitWhile(const clang::WhileStmt *statement) {
  emitWhileLoop(statement, nullptr);
}

void LoopEmitter::emitDo(const clang::DoStmt *statement) {
  mlir::Location where = loc(statement);
  auto loop = m_builder.create<vkm::DoWhileOp>(where);
  emitInto(loop.getBody(), [&] { emitLoopBody(statement->getBody(), nullptr); });
  emitLoopCondition(loop.getCond(), statement->getCond(), where);
}
