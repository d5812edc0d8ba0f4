//===- InlinePlaces.cpp - Functions that return references and pointers ----------------------===//
//
// Neither GLSL nor the dialect has functions that return places, so the caller gets the body:
//
//   int &Last() { return history[moves & 1]; }      account.Last() -= 2
//                                               ->  account.history[account.moves & 1] -= 2
//   float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
//                                               ->  vkm.choose, of which branches become
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/InlinePlaces.h"

#include "frontend/body/Calls.h"
#include "frontend/body/Lambdas.h"
#include "frontend/body/Pointers.h"
#include "frontend/body/StatementLists.h"
#include "frontend/roles/Mutation.h"
#include "frontend/source/AstWalk.h"

#include "mlir/IR/IRMapping.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;
using clang::isa;

//===------------------------------------------------------------------------------------------===//
// One of two places
//===------------------------------------------------------------------------------------------===//

/// Whether an operation may be evaluated where its value is not needed: it has no effect, and reads
/// nothing that may not exist there.
static bool isHarmless(mlir::Operation &op) {
  if (auto load = llvm::dyn_cast<vkm::LoadOp>(op)) {
    mlir::Value place = load.getRef();
    while (auto member = place.getDefiningOp<vkm::MemberOp>())
      place = member.getBase();
    return !place.getDefiningOp() ||
           !llvm::isa<vkm::ElementOp, vkm::DerefOp>(place.getDefiningOp());
  }
  if (llvm::isa<vkm::YieldOp>(op))
    return true;
  if (llvm::isa<vkm::AndOp, vkm::OrOp, vkm::SelectOp>(op))
    return llvm::all_of(op.getRegions(), [](mlir::Region &region) {
      return llvm::all_of(region.front(), isHarmless);
    });
  return mlir::isPure(&op);
}

namespace {
/// Makes places and numbers that were found in a branch known behind it.
class BranchExit {
public:
  BranchExit(mlir::OpBuilder &builder, vkm::IfOp branch, mlir::Region &region)
      : m_builder(builder), m_branch(branch), m_region(region) {
    mlir::Block &block = region.front();
    if (!llvm::all_of(block, isHarmless))
      return;
    mlir::Block &outer = *branch->getBlock();
    outer.getOperations().splice(branch->getIterator(), block.getOperations());
  }

  mlir::Value number(mlir::Value value) {
    if (!value || !isInside(value))
      return value;
    mlir::Location where = value.getLoc();
    if (auto constant = value.getDefiningOp<vkm::ConstantOp>())
      return m_builder.clone(*constant)->getResult(0);
    mlir::OpBuilder::InsertionGuard guard(m_builder);
    m_builder.setInsertionPoint(m_branch);
    auto var = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(value.getType()), "index",
                                            mlir::Value(), /*constant=*/false);
    m_builder.setInsertionPointToEnd(&m_region.front());
    m_builder.create<vkm::AssignOp>(where, var.getRef(), value);
    m_builder.setInsertionPointToEnd(m_branch->getBlock());
    return m_builder.create<vkm::LoadOp>(where, value.getType(), var.getRef());
  }

  /// Null where the place ends with the branch.
  mlir::Value place(mlir::Value value) {
    if (!isInside(value))
      return value;
    mlir::Operation *op = value.getDefiningOp();
    if (!op ||
        !llvm::isa<vkm::FieldRefOp, vkm::MemberOp, vkm::ElementOp, vkm::DerefOp, vkm::ChooseOp>(op))
      return {};
    mlir::IRMapping mapping;
    for (mlir::Value operand : op->getOperands()) {
      bool isPlace = llvm::isa<vkm::RefType, vkm::PtrType>(operand.getType());
      mlir::Value outside = isPlace ? place(operand) : number(operand);
      if (!outside)
        return {};
      mapping.map(operand, outside);
    }
    return m_builder.clone(*op, mapping)->getResult(0);
  }

private:
  bool isInside(mlir::Value value) const { return m_region.isAncestor(value.getParentRegion()); }

  mlir::OpBuilder &m_builder;
  vkm::IfOp m_branch;
  mlir::Region &m_region;
};
} // namespace

CallResult InlineEmitter::emitChoice(mlir::Value condition,
                                     llvm::function_ref<CallResult()> whenTrue,
                                     llvm::function_ref<CallResult()> whenFalse,
                                     const clang::Stmt *where) {
  CallResult result;
  result.failed = true;
  mlir::Location location = loc(where);
  auto branch = m_builder.create<vkm::IfOp>(location, condition, /*withElse=*/true);
  CallResult first, second;
  emitInto(branch.getThenRegion(), [&] { first = whenTrue(); });
  emitInto(branch.getElseRegion(), [&] { second = whenFalse(); });
  if (first.failed || second.failed)
    return result;
  auto refuse = [&] {
    report(where, diag::PlaceUnsupported, {"'?:'"});
    return result;
  };
  auto leave = [&](mlir::Region &region, CallResult &found) {
    BranchExit exit(m_builder, branch, region);
    if (found.place)
      return static_cast<bool>(found.place = exit.place(found.place));
    if (!found.pointer)
      return false;
    found.pointer->index = exit.number(found.pointer->index);
    return static_cast<bool>(found.pointer->base = exit.place(found.pointer->base));
  };
  if (!leave(branch.getThenRegion(), first) || !leave(branch.getElseRegion(), second))
    return refuse();
  if (branch.getElseRegion().front().empty()) {
    branch.getElseRegion().getBlocks().clear();
    if (branch.getThenRegion().front().empty())
      branch.erase();
  }
  if (!first.pointer) {
    if (first.place.getType() != second.place.getType())
      return refuse();
    result.place = m_builder.create<vkm::ChooseOp>(location, condition, first.place, second.place);
    result.failed = false;
    return result;
  }
  // Two elements of one array differ by their numbers; other pointers are to the object chosen.
  if (!first.pointer->isObject && !second.pointer->isObject &&
      isSamePlace(first.pointer->base, second.pointer->base)) {
    auto select = m_builder.create<vkm::SelectOp>(
        location, PointerEmitter(m_body).pointerIndexType(*first.pointer), condition);
    for (auto [region, pointer] : {std::pair(&select.getWhenTrue(), &*first.pointer),
                                   std::pair(&select.getWhenFalse(), &*second.pointer)})
      emitInto(*region, [&, pointer = pointer] {
        m_builder.create<vkm::YieldOp>(location, pointerIndex(*pointer, location));
      });
    result.pointer = PointerValue{first.pointer->base, select, false};
    result.failed = false;
    return result;
  }
  if (!first.pointer->isObject || !second.pointer->isObject) {
    report(where, diag::PointerExpression);
    return result;
  }
  if (first.pointer->base.getType() != second.pointer->base.getType())
    return refuse();
  result.pointer = PointerValue{m_builder.create<vkm::ChooseOp>(
                                    location, condition, first.pointer->base, second.pointer->base),
                                {},
                                true};
  result.failed = false;
  return result;
}

mlir::Value InlineEmitter::emitChosenPlace(const clang::AbstractConditionalOperator *expression) {
  mlir::Value condition = emitValue(expression->getCond());
  if (!condition)
    return {};
  auto emit = [&](const clang::Expr *branch) {
    CallResult result;
    result.place = emitPlace(branch);
    result.failed = !result.place;
    return result;
  };
  return emitChoice(
             condition, [&] { return emit(expression->getTrueExpr()); },
             [&] { return emit(expression->getFalseExpr()); }, expression)
      .place;
}

//===------------------------------------------------------------------------------------------===//
// Bodies
//===------------------------------------------------------------------------------------------===//

namespace {
class FindJump : public AstWalk {
public:
  bool enter(clang::Stmt *statement) override { return !isa<clang::LambdaExpr>(statement); }
  bool visitReturnStmt(clang::ReturnStmt *) override {
    returns = true;
    return true;
  }
  bool visitBreakStmt(clang::BreakStmt *) override {
    breaks = true;
    return true;
  }
  bool returns = false, breaks = false;
};
} // namespace

static FindJump findJumps(const clang::Stmt *statement) {
  FindJump jumps;
  jumps.walk(statement);
  return jumps;
}

using Statements = llvm::SmallVector<const clang::Stmt *>;

CallResult InlineEmitter::emitReturnedGlvalue(const clang::Expr *result) {
  CallResult found;
  if (result->getType()->isPointerType() && result->isPRValue())
    found.pointer = emitPointer(result);
  else
    found.place = emitPlace(result);
  found.failed = !found.pointer && !found.place;
  return found;
}

CallResult InlineEmitter::emitReturned(llvm::ArrayRef<const clang::Stmt *> statements) {
  CallResult failure;
  failure.failed = true;
  for (auto [index, statement] : llvm::enumerate(statements)) {
    llvm::ArrayRef<const clang::Stmt *> rest = statements.drop_front(index + 1);
    if (auto *last = dyn_cast<clang::ReturnStmt>(statement))
      return emitReturnedGlvalue(last->getRetValue());
    if (!findJumps(statement).returns) {
      emitStatement(statement);
      continue;
    }
    if (isa<clang::CompoundStmt>(statement))
      return emitReturned(concatenate(statement, rest));
    if (auto *attributed = dyn_cast<clang::AttributedStmt>(statement))
      return emitReturned(concatenate(attributed->getSubStmt(), rest));
    if (auto *choice = dyn_cast<clang::SwitchStmt>(statement))
      return emitReturnedSwitch(choice, rest);
    auto *branch = dyn_cast<clang::IfStmt>(statement);
    if (!branch || branch->isConsteval()) {
      report(statement, diag::ReturnsReference, {m_function.displayName});
      return failure;
    }
    if (branch->isConstexpr())
      if (std::optional<const clang::Stmt *> taken = branch->getNondiscardedCase(m_ast))
        return emitReturned(concatenate(*taken, rest));
    emitStatement(branch->getInit());
    if (const clang::VarDecl *variable = branch->getConditionVariable())
      emitVariable(variable);
    mlir::Value condition = emitValue(branch->getCond());
    if (!condition)
      return failure;
    return emitChoice(
        condition, [&] { return emitReturned(concatenate(branch->getThen(), rest)); },
        [&] { return emitReturned(concatenate(branch->getElse(), rest)); }, branch);
  }
  m_importer.reporter().report(m_source.text().location(m_definition->getLocation()),
                               diag::ReturnsReference, {m_function.displayName});
  return failure;
}

// switch (i) { case 0: return x; default: return y; }  ->  i == 0 ? x : y
CallResult InlineEmitter::emitReturnedSwitch(const clang::SwitchStmt *statement,
                                             llvm::ArrayRef<const clang::Stmt *> rest) {
  CallResult failure;
  failure.failed = true;
  auto *body = dyn_cast<clang::CompoundStmt>(statement->getBody());
  if (!body || findJumps(body).breaks) {
    report(statement, diag::ReturnsReference, {m_function.displayName});
    return failure;
  }
  struct Section {
    llvm::SmallVector<const clang::CaseStmt *> labels;
    bool isDefault = false;
    Statements statements;
  };
  llvm::SmallVector<Section> sections;
  for (const clang::Stmt *inner : body->body()) {
    if (isa<clang::SwitchCase>(inner))
      sections.emplace_back();
    while (auto *label = dyn_cast<clang::SwitchCase>(inner)) {
      if (auto *labelled = dyn_cast<clang::CaseStmt>(label))
        sections.back().labels.push_back(labelled);
      else
        sections.back().isDefault = true;
      inner = label->getSubStmt();
    }
    if (!sections.empty())
      sections.back().statements.push_back(inner);
  }
  emitStatement(statement->getInit());
  if (const clang::VarDecl *variable = statement->getConditionVariable())
    emitVariable(variable);
  mlir::Value value = emitValue(statement->getCond());
  if (!value)
    return failure;
  // Control falls from one section into the next.
  auto from = [&](size_t first) {
    Statements all;
    for (const Section &section : llvm::ArrayRef(sections).drop_front(first))
      all.append(section.statements);
    all.append(rest.begin(), rest.end());
    return all;
  };
  mlir::Location where = loc(statement);
  mlir::Type boolType = m_importer.types().boolType();
  auto isLabel = [&](const clang::CaseStmt *label) -> mlir::Value {
    mlir::Value constant = emitInteger(label->getLHS()->EvaluateKnownConstInt(m_ast).getExtValue(),
                                       value.getType(), loc(label));
    return m_builder.create<vkm::CmpOp>(where, boolType, vkm::CmpKind::Eq, value, constant);
  };
  std::function<CallResult(size_t)> emitFrom = [&](size_t index) -> CallResult {
    while (index < sections.size() && sections[index].isDefault)
      ++index;
    if (index == sections.size()) {
      auto *other = llvm::find_if(sections, [](const Section &s) { return s.isDefault; });
      return emitReturned(other == sections.end() ? Statements(rest)
                                                  : from(other - sections.begin()));
    }
    mlir::Value condition;
    for (const clang::CaseStmt *label : sections[index].labels) {
      if (label->getRHS()) {
        report(label, diag::ReturnsReference, {m_function.displayName});
        return failure;
      }
      if (!condition) {
        condition = isLabel(label);
        continue;
      }
      auto either = m_builder.create<vkm::OrOp>(where, boolType, condition);
      emitInto(either.getRhs(), [&] { m_builder.create<vkm::YieldOp>(where, isLabel(label)); });
      condition = either;
    }
    return emitChoice(
        condition, [&] { return emitReturned(from(index)); }, [&] { return emitFrom(index + 1); },
        statement);
  };
  return emitFrom(0);
}

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

CallResult InlineEmitter::emitInlined(const ModuleImporter::Prototype &callee,
                                      const clang::Expr *object,
                                      llvm::ArrayRef<const clang::Expr *> arguments,
                                      const clang::Expr *call, const ClosurePtr &closure) {
  CallResult failure;
  failure.failed = true;
  if (m_body.isBeingInlined(callee.definition)) {
    report(call, diag::Recursion, {callee.displayName});
    return failure;
  }
  ImportedFunction function;
  function.displayName = callee.displayName;
  function.signature = *callee.signature;
  Body inner(m_body, callee.definition, function);

  bool failed = false;
  if (closure)
    ClosureEmitter(inner).bindCaptures(*closure);
  auto bindObject = [&] {
    if (!function.signature.self)
      return;
    Binding self;
    self.kind = Binding::Kind::Place;
    self.value = CallEmitter(m_body).emitObject(object, Passing::Reference).value;
    failed |= !self.value;
    inner.self = self;
  };
  llvm::DenseSet<const clang::ParmVarDecl *> mutated = findMutatedParameters(callee.definition);
  auto bindParameter = [&](unsigned index) {
    const clang::ParmVarDecl *parameter = callee.definition->getParamDecl(index);
    const clang::Expr *argument = arguments[index];
    clang::QualType type = parameter->getType();
    if (function.signature.passing[index] == Passing::Owner) {
      failed |= !checkOwner(argument);
      return;
    }
    if (function.signature.passing[index] == Passing::Closure) {
      Binding binding;
      binding.kind = Binding::Kind::Closure;
      binding.closure = emitClosure(argument, parameter->getName());
      failed |= !binding.closure;
      inner.bindings[parameter] = binding;
      return;
    }
    if (type->isPointerType()) {
      std::optional<PointerValue> pointer = emitPointer(argument);
      failed |= !pointer;
      if (pointer) {
        inner.builder.setInsertionPoint(m_builder.getInsertionBlock(),
                                        m_builder.getInsertionPoint());
        PointerEmitter(inner).bindPointer(parameter, *pointer, mutated.contains(parameter));
      }
      return;
    }
    Binding binding;
    const clang::Expr *e = argument->IgnoreParens();
    bool isReference = type->isReferenceType();
    bool names = function.signature.passing[index] == Passing::Reference ||
                 (isReference && e->isGLValue() && hasPlace(e));
    if (names) {
      binding.kind = Binding::Kind::Place;
      binding.value = emitPlace(e);
    } else {
      binding.kind = Binding::Kind::Value;
      binding.value = e->isGLValue() ? emitRead(e) : emitValue(e);
      if (binding.value && mutated.contains(parameter)) {
        binding.kind = Binding::Kind::Place;
        binding.value = declareTemporary(parameter->getName(), binding.value, loc(argument));
      }
    }
    failed |= !binding.value;
    inner.bindings[parameter] = binding;
  };
  auto *operatorCall = dyn_cast<clang::CXXOperatorCallExpr>(call);
  bool rightFirst = operatorCall && operatorCall->isAssignmentOp();
  if (!rightFirst)
    bindObject();
  unsigned count = callee.definition->getNumParams();
  for (unsigned index = 0; index < count; ++index)
    bindParameter(rightFirst ? count - 1 - index : index);
  if (rightFirst)
    bindObject();
  if (failed)
    return failure;

  Reporter::CallScope scope(m_importer.reporter(), callee.displayName, m_function.displayName,
                            loc(call));
  Reporter::LibraryScope library(m_importer.reporter(),
                                 m_importer.program().isLibrary(callee.definition), loc(call));
  inner.builder.setInsertionPoint(m_builder.getInsertionBlock(), m_builder.getInsertionPoint());
  CallResult result =
      InlineEmitter(inner).emitReturned(concatenate(callee.definition->getBody(), {}));
  m_builder.setInsertionPoint(inner.builder.getInsertionBlock(), inner.builder.getInsertionPoint());
  return result;
}
