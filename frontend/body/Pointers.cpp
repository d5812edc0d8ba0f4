//===- Pointers.cpp - Pointers: an array that is known, and the number of an element ---------===//
//
//   const int *row = map + y * w;   row[x]      ->  map[y * w + x]
//   const int *p = row;             *p++        ->  int p = y * w;  map[p++]
//
// What a pointer points into is known wherever it is used; only the number of the element is a
// value while the program runs. A pointer to one object is a name for it.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/Pointers.h"

#include "frontend/body/Expressions.h"
#include "frontend/body/InlinePlaces.h"
#include "frontend/body/Places.h"
#include "frontend/library/Callee.h"
#include "frontend/library/Containers.h"
#include "frontend/library/StdVectors.h"
#include "frontend/library/Variants.h"
#include "frontend/module/Hierarchies.h"
#include "frontend/roles/Mutation.h"
#include "frontend/source/AstWalk.h"
#include "ir/Effects.h"

#include "mlir/IR/Matchers.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::cast;
using clang::dyn_cast;
using clang::isa;

//===------------------------------------------------------------------------------------------===//
// The numbers of elements
//===------------------------------------------------------------------------------------------===//

mlir::IntegerType PointerEmitter::pointerIndexType(const PointerValue &pointer) {
  mlir::Type type = pointer.base.getType();
  if (auto buffer = llvm::dyn_cast<vkm::PtrType>(type))
    return m_importer.types().pointerIndexType(buffer.getPointee());
  return m_importer.types().pointerIndexType(
      vkm::getElementType(llvm::cast<vkm::RefType>(type).getPointee()));
}

static std::optional<int64_t> getSmallConstant(mlir::Value value) {
  llvm::APInt number;
  if (!mlir::matchPattern(value, mlir::m_ConstantInt(&number)))
    return std::nullopt;
  bool isUnsigned = value.getType().isUnsignedInteger();
  if ((isUnsigned ? number.getActiveBits() : number.getSignificantBits()) > 31)
    return std::nullopt;
  return isUnsigned ? static_cast<int64_t>(number.getZExtValue()) : number.getSExtValue();
}

mlir::Value PointerEmitter::pointerIndex(const PointerValue &pointer, mlir::Location where) {
  mlir::Type type = pointerIndexType(pointer);
  // A literal is written anew: the pointer may be used again.
  std::optional<int64_t> number = pointer.index ? getSmallConstant(pointer.index) : 0;
  return number ? emitInteger(*number, type, where) : emitCast(pointer.index, type, where);
}

/// m_table[x > 0]: a bool counts as the int that it is promoted to.
mlir::Value PointerEmitter::promoteIndex(mlir::Value index, mlir::Location where) {
  if (!index.getType().isInteger(1))
    return index;
  return emitCast(index, m_importer.types().integerType(32, true), where);
}

std::optional<PointerValue> PointerEmitter::addIndex(PointerValue pointer, mlir::Value index,
                                                     mlir::Location where) {
  index = promoteIndex(index, where);
  std::optional<int64_t> second = getSmallConstant(index);
  if (second == 0)
    return pointer; // (a + i)[0], *(a + i)
  if (pointer.isObject) {
    m_importer.reporter().report(where, diag::PointerExpression);
    return std::nullopt;
  }
  if (!pointer.index) {
    pointer.index = index;
    return pointer;
  }
  std::optional<int64_t> first = getSmallConstant(pointer.index);
  if (first && second && llvm::isInt<31>(*first + *second)) {
    pointer.index = emitInteger(*first + *second, m_importer.types().integerType(32, true), where);
    return pointer;
  }
  mlir::Type type = pointerIndexType(pointer);
  vkm::BinaryKind kind = vkm::BinaryKind::Add;
  // row[-1]  ->  map[row - 1]
  if (second && *second < 0) {
    kind = vkm::BinaryKind::Sub;
    index = emitInteger(-*second, type, where);
  }
  pointer.index = m_builder.create<vkm::BinaryOp>(where, type, kind, pointerIndex(pointer, where),
                                                  emitCast(index, type, where));
  return pointer;
}

std::optional<PointerValue> PointerEmitter::subtractIndex(PointerValue pointer, mlir::Value index,
                                                          mlir::Location where) {
  index = promoteIndex(index, where);
  std::optional<int64_t> number = getSmallConstant(index);
  if (number || pointer.isObject || !pointer.index) {
    mlir::Type wide = m_importer.types().integerType(32, true);
    mlir::Value negated =
        number ? emitInteger(-*number, wide, where)
               : ExpressionEmitter(m_body).emitNegation(emitCast(index, wide, where), where);
    return addIndex(pointer, negated, where);
  }
  mlir::Type type = pointerIndexType(pointer);
  pointer.index =
      m_builder.create<vkm::BinaryOp>(where, type, vkm::BinaryKind::Sub,
                                      pointerIndex(pointer, where), emitCast(index, type, where));
  return pointer;
}

mlir::Value PointerEmitter::dereference(const PointerValue &pointer, mlir::Location where) {
  if (pointer.isObject) {
    if (llvm::isa<vkm::RefType>(pointer.base.getType()))
      return pointer.base;
    m_importer.reporter().report(where, diag::TypeEmpty, {"of std::variant"});
    return {};
  }
  mlir::Value index = pointer.index;
  if (!index)
    index = emitInteger(0, m_importer.types().integerType(32, false), where);
  if (auto type = llvm::dyn_cast<vkm::PtrType>(pointer.base.getType()))
    return m_builder.create<vkm::DerefOp>(where, vkm::RefType::get(type.getPointee()), pointer.base,
                                          index);
  mlir::Type element =
      vkm::getElementType(llvm::cast<vkm::RefType>(pointer.base.getType()).getPointee());
  return m_builder.create<vkm::ElementOp>(where, vkm::RefType::get(element), pointer.base, index);
}

PointerValue PointerEmitter::addressOf(mlir::Value place) {
  if (auto element = place.getDefiningOp<vkm::ElementOp>())
    return {element.getBase(), element.getIndex(), false};
  if (auto element = place.getDefiningOp<vkm::DerefOp>())
    return {element.getPointer(), element.getIndex(), false};
  return {place, {}, true};
}

//===------------------------------------------------------------------------------------------===//
// Variables
//===------------------------------------------------------------------------------------------===//

void PointerEmitter::bindPointer(const clang::VarDecl *variable, const PointerValue &pointer,
                                 bool moves) {
  Binding binding;
  binding.kind = Binding::Kind::Pointer;
  binding.pointer = pointer;
  if (pointer.isObject && !pointer.held)
    binding.pointer.held = VariantEmitter(m_body).keepIsHeld(pointer.base, variable);
  // A control function runs once through: another name for the array from here on.
  binding.rebinds =
      moves && m_isControl && !pointer.isObject && isExchanged(variable, m_definition);
  moves &= !binding.rebinds;
  if (moves && m_isControl && isSetOnly(variable, m_definition) && bindPicked(variable, pointer))
    return;
  // A pointer to one object has no number to change: what changes it is told so.
  if (moves && !pointer.isObject) {
    binding.value =
        declareTemporary(variable->getName(), pointerIndex(pointer, loc(variable)), loc(variable));
    binding.pointer.index = {};
    if (!m_isControl)
      binding.setting = currentSetting();
  }
  m_body.bindings[variable] = binding;
}

//   const float *p;               int p;
//   p = a + i * n;           ->   p = i * n;
//   use(p[j]);                    use(a[p + j]);
void PointerEmitter::declarePointer(const clang::VarDecl *variable) {
  mlir::Location where = loc(variable);
  if (matchObjectPointer(variable->getType()) || variable->getType()->isFunctionPointerType() ||
      variable->isStaticLocal())
    return m_importer.reporter().report(where, diag::PointerVariable,
                                        {variable->getNameAsString()});
  mlir::Type element = convert(variable->getType()->getPointeeType(), where);
  if (!element)
    return;
  Binding binding;
  binding.kind = Binding::Kind::Pointer;
  binding.rebinds = m_isControl && isExchanged(variable, m_definition);
  if (!binding.rebinds) {
    mlir::Type number = m_importer.types().pointerIndexType(element);
    auto declared = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(number),
                                                 variable->getName(), mlir::Value(), false);
    binding.value = declared;
    m_body.pointerNumbers.insert(declared);
  }
  m_body.bindings[variable] = binding;
}

/// The loops around a region.
static llvm::SmallVector<mlir::Operation *, 0> findLoops(mlir::Region *region) {
  llvm::SmallVector<mlir::Operation *, 0> loops;
  for (mlir::Operation *op = region->getParentOp(); op; op = op->getParentOp())
    if (llvm::isa<vkm::LoopOpInterface>(op))
      loops.push_back(op);
  return loops;
}

PointerSetting PointerEmitter::currentSetting() {
  mlir::Region *here = m_builder.getInsertionBlock()->getParent();
  return {here, false, true, findLoops(here)};
}

/// An array as it can be named wherever a place is known; null where it cannot.
mlir::Value PointerEmitter::findLasting(mlir::Value array, mlir::Value place) {
  mlir::Operation *op = array.getDefiningOp();
  if (!op || !place)
    return array;
  if (llvm::isa<vkm::VectorDataOp, vkm::FieldRefOp>(op)) {
    mlir::OpBuilder::InsertionGuard guard(m_builder);
    m_builder.setInsertionPointToStart(m_body.entry);
    return m_builder.clone(*op)->getResult(0);
  }
  bool isSeen =
      llvm::isa<vkm::VarOp>(op) && op->getParentRegion()->isAncestor(place.getParentRegion());
  return isSeen ? array : mlir::Value();
}

/// Says that it is not known what a variable points into. Its other uses say nothing again: a local
/// variable is missing only where it was refused.
std::optional<PointerValue> PointerEmitter::refuseVariable(const clang::Expr *use,
                                                           const clang::VarDecl *variable) {
  std::string name = variable ? variable->getNameAsString() : "this pointer";
  if (variable && variable->isLocalVarDecl())
    m_body.bindings.erase(variable);
  return refuse(use, diag::PointerVariable, name);
}

/// The first assignment of a pointer that was declared without a value.
std::optional<PointerValue> PointerEmitter::setFirst(const clang::VarDecl *variable,
                                                     const Binding &binding,
                                                     const clang::BinaryOperator *assignment) {
  const Binding declared = binding;
  std::optional<PointerValue> source = emitPointer(assignment->getRHS());
  if (!source)
    return std::nullopt;
  if (declared.value && source->isObject)
    return refuseVariable(assignment, variable);
  mlir::Value array = findLasting(source->base, declared.value);
  if (!array && m_isControl)
    return isSetOnly(variable, m_definition) && bindPickedLater(variable, *source, loc(assignment))
               ? emitPicked(m_body.bindings[variable], loc(assignment))
               : refuseVariable(assignment, variable);
  if (!array)
    return setHere(variable, *source, assignment);
  Binding &bound = m_body.bindings[variable];
  bound.pointer = *source;
  if (declared.value) {
    mlir::Location where = loc(assignment);
    m_builder.create<vkm::AssignOp>(where, declared.value, pointerIndex(*source, where));
    bound.pointer = {array, {}, false};
    if (!m_isControl)
      bound.setting = currentSetting();
    source->base = array;
  }
  return source;
}

/// Whether all uses of a pointer so far see what it was set to last, also where a loop around them
/// and around the next statement that sets it comes back to them.
static bool isSetAnewBeforeUses(const PointerSetting &setting,
                                llvm::ArrayRef<mlir::Operation *> loops) {
  return !setting.isUsedElsewhere && llvm::none_of(loops, [&](mlir::Operation *loop) {
    return !llvm::is_contained(setting.loops, loop) && llvm::is_contained(setting.useLoops, loop);
  });
}

/// Whether an array or object has its place by its name alone: `a[i]` changes with `i`.
static bool isNamed(mlir::Value base) {
  mlir::Operation *op = base.getDefiningOp();
  return !op || llvm::isa<vkm::VectorDataOp, vkm::FieldRefOp, vkm::VarOp>(op);
}

namespace {
/// Whether a lambda has a variable of the function around it.
class CapturesVariable : public AstWalk {
public:
  explicit CapturesVariable(const clang::VarDecl *variable) : m_variable(variable) {}
  bool found = false;
  bool visitLambdaExpr(clang::LambdaExpr *lambda) override {
    for (const clang::LambdaCapture &capture : lambda->captures())
      found |= capture.capturesVariable() && capture.getCapturedVar() == m_variable;
    return true;
  }

private:
  const clang::VarDecl *m_variable;
};
} // namespace

//   const double *row;
//   for (...) {
//     row = a[i];                 a name for that row, as `const double *row = a[i];`
//     use(row[j]);
//   }
std::optional<PointerValue> PointerEmitter::setHere(const clang::VarDecl *variable,
                                                    const PointerValue &source,
                                                    const clang::BinaryOperator *assignment) {
  mlir::Region *here = m_builder.getInsertionBlock()->getParent();
  llvm::SmallVector<mlir::Operation *, 0> loops = findLoops(here);
  CapturesVariable captures(variable);
  captures.walk(m_definition->getBody());
  Binding &binding = m_body.bindings[variable];
  bool isPartOfExpression = here->getParentOp()->hasTrait<vkm::VkmExpression>();
  if (isPartOfExpression || captures.found || !isSetAnewBeforeUses(binding.setting, loops))
    return refuseVariable(assignment, variable);
  binding.pointer = source;
  binding.setting = {here, true, !isSetOnly(variable, m_definition), loops};
  if (binding.setting.isNumbered) {
    mlir::Location where = loc(assignment);
    m_builder.create<vkm::AssignOp>(where, binding.value, pointerIndex(source, where));
    binding.pointer.index = {};
  }
  return source;
}

bool PointerEmitter::isKnownHere(const clang::VarDecl *variable, const clang::Expr *use) {
  auto found = m_body.bindings.find(variable);
  if (found == m_body.bindings.end() || !found->second.setting.in)
    return true;
  PointerSetting &setting = found->second.setting;
  mlir::Region *here = m_builder.getInsertionBlock()->getParent();
  bool isBehind = setting.in->isAncestor(here);
  if (setting.isLocal && !isBehind) {
    refuseVariable(use, variable);
    return false;
  }
  setting.useLoops.append(findLoops(here));
  setting.isUsedElsewhere |= !isBehind;
  return true;
}

/// What an expression changes; null where it changes nothing.
static const clang::Expr *findChanged(const clang::Expr *e) {
  const clang::Expr *target = nullptr;
  if (auto *unary = dyn_cast<clang::UnaryOperator>(e); unary && unary->isIncrementDecrementOp())
    target = unary->getSubExpr();
  if (auto *binary = dyn_cast<clang::BinaryOperator>(e); binary && binary->isAssignmentOp())
    target = binary->getLHS();
  return target ? stripGlvalue(target) : nullptr;
}

/// The variable that an expression changes; null where that is none.
static const clang::VarDecl *findTarget(const clang::Expr *e) {
  auto *reference = llvm::dyn_cast_or_null<clang::DeclRefExpr>(findChanged(e));
  return reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

/// The member that an expression changes; null where that is none.
static const clang::MemberExpr *setMember(const clang::Expr *e) {
  auto *member = llvm::dyn_cast_or_null<clang::MemberExpr>(findChanged(e));
  return member && isa<clang::FieldDecl>(member->getMemberDecl()) ? member : nullptr;
}

std::optional<PointerValue> PointerEmitter::emitPointerUpdate(const clang::Expr *expression,
                                                              bool needsOld) {
  mlir::Location where = loc(expression);
  auto *unary = dyn_cast<clang::UnaryOperator>(expression);
  auto *binary = dyn_cast<clang::BinaryOperator>(expression);
  const clang::VarDecl *variable = findTarget(expression);
  if (auto *member = setMember(expression); member && findPart(member->getBase()))
    return refuse(expression, diag::PointerVariable, member->getMemberDecl()->getNameAsString());
  bool isMoved = unary || (binary && binary->getOpcode() != clang::BO_Assign);
  if (isMoved && matchObjectPointer(expression->getType()))
    return refuse(expression, diag::ObjectAddress);
  const Binding *known = variable ? lookup(variable) : nullptr;
  if (!known && variable && isRefused(variable))
    return std::nullopt;
  if (known && isPickedHere(*known) && binary && binary->getOpcode() == clang::BO_Assign) {
    const Binding picked = *known;
    std::optional<PointerValue> source = emitPointer(binary->getRHS());
    if (!source)
      return std::nullopt;
    return setPicked(picked, *source, where) ? emitPicked(picked, where)
                                             : refuseVariable(expression, variable);
  }
  bool isFirst = known && known->kind == Binding::Kind::Pointer && !known->pointer.base;
  if (isFirst && binary && binary->getOpcode() == clang::BO_Assign)
    return setFirst(variable, *known, binary);
  if (!known || isFirst || known->kind != Binding::Kind::Pointer ||
      (!known->value && !known->rebinds))
    return refuseVariable(expression, variable);
  Binding binding = *known;
  // The right side first.
  std::optional<PointerValue> source;
  mlir::Value amount;
  if (binary && binary->getOpcode() == clang::BO_Assign) {
    source = emitPointer(binary->getRHS());
    if (!source)
      return std::nullopt;
    // Evaluating the right side may have changed the binding.
    binding = m_body.bindings[variable];
    bool isKnown = binding.rebinds || isSamePlace(source->base, binding.pointer.base);
    const PointerSetting &setting = binding.setting;
    bool staysHere =
        !setting.isLocal || (setting.isNumbered && isNamed(source->base) &&
                             setting.in->isAncestor(m_builder.getInsertionBlock()->getParent()));
    if (setting.in && !source->isObject && !(isKnown && staysHere))
      return setHere(variable, *source, binary);
    if (source->isObject || !isKnown)
      return refuseVariable(expression, variable);
  } else if (binary) {
    amount = emitValue(binary->getRHS());
    if (!amount)
      return std::nullopt;
  }
  if (binding.rebinds) {
    std::optional<PointerValue> moved = source;
    if (!moved) {
      bool adds = unary ? unary->isIncrementOp() : binary->getOpcode() == clang::BO_AddAssign;
      if (unary)
        amount = emitInteger(1, m_importer.types().integerType(32, true), where);
      moved = adds ? addIndex(binding.pointer, amount, where)
                   : subtractIndex(binding.pointer, amount, where);
    }
    if (!moved)
      return std::nullopt;
    m_body.bindings[variable].pointer = *moved;
    return needsOld ? binding.pointer : *moved;
  }
  if (!source && !isKnownHere(variable, expression))
    return std::nullopt;
  mlir::IntegerType type = pointerIndexType(binding.pointer);
  PointerValue old = binding.pointer, result = binding.pointer;
  if (needsOld)
    old.index = m_builder.create<vkm::LoadOp>(where, type, binding.value);
  if (source) {
    m_builder.create<vkm::AssignOp>(where, binding.value, pointerIndex(*source, where));
  } else {
    bool adds = unary ? unary->isIncrementOp() : binary->getOpcode() == clang::BO_AddAssign;
    amount = unary ? emitInteger(1, type, where) : emitCast(amount, type, where);
    m_builder.create<vkm::UpdateOp>(where, adds ? vkm::BinaryKind::Add : vkm::BinaryKind::Sub,
                                    binding.value, amount);
  }
  if (needsOld)
    return old;
  result.index = m_builder.create<vkm::LoadOp>(where, type, binding.value);
  return result;
}

bool PointerEmitter::exchangePointers(const clang::Expr *first, const clang::Expr *second,
                                      const clang::Expr *use) {
  const clang::Expr *expressions[2] = {first, second};
  const clang::VarDecl *variables[2] = {};
  for (auto [variable, e] : llvm::zip(variables, expressions)) {
    auto *reference = dyn_cast<clang::DeclRefExpr>(stripGlvalue(e));
    variable = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    const Binding *known = variable ? lookup(variable) : nullptr;
    if (!known && variable && isRefused(variable))
      return false;
    if (!known || known->kind != Binding::Kind::Pointer || !known->pointer.base ||
        (!known->rebinds && !isPickedHere(*known))) {
      refuseVariable(use, variable);
      return false;
    }
  }
  Binding &a = m_body.bindings[variables[0]], &b = m_body.bindings[variables[1]];
  if (!a.which && !b.which) {
    std::swap(a.pointer, b.pointer);
    return true;
  }
  mlir::Location where = loc(use);
  const PointerValue inFirst = a.which ? emitPicked(a, where) : a.pointer;
  const PointerValue inSecond = b.which ? emitPicked(b, where) : b.pointer;
  auto set = [&](Binding &binding, const PointerValue &pointer) {
    if (binding.which)
      return setPicked(binding, pointer, where);
    binding.pointer = pointer;
    return !pointer.base.getDefiningOp<vkm::PickOp>();
  };
  if (set(a, inSecond) && set(b, inFirst))
    return true;
  refuseVariable(use, variables[0]);
  return false;
}

mlir::Value PointerEmitter::emitIsObject(mlir::Value place, mlir::Location where) {
  auto type = m_importer.types().integerType(32, /*isSigned=*/false);
  mlir::Value number = m_builder.create<vkm::LoadOp>(
      where, type,
      m_builder.create<vkm::MemberOp>(where, vkm::RefType::get(type), place,
                                      vkm::HierarchyOp::kTypeMember));
  auto zero = m_builder.create<vkm::ConstantOp>(where, type, m_builder.getIntegerAttr(type, 0));
  return m_builder.create<vkm::CmpOp>(where, m_importer.types().boolType(), vkm::CmpKind::Ne,
                                      number, zero);
}

std::optional<std::optional<PointerValue>>
PointerEmitter::findHeldObject(const clang::Expr *pointer) {
  if (std::optional<std::optional<PointerValue>> element =
          StdVectorEmitter(m_body).emitElement(pointer))
    return element;
  auto *member = dyn_cast<clang::MemberExpr>(pointer);
  auto *call = dyn_cast<clang::CallExpr>(pointer);
  bool isMember =
      member && isa<clang::FieldDecl>(member->getMemberDecl()) && findPart(member->getBase());
  bool isElement = isa<clang::ArraySubscriptExpr>(pointer) || (call && containerOf(call));
  // `layer.texture->`: objects within the record of another one.
  if (auto *field = member ? dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
      field && !isMember) {
    TypeConverter &types = m_importer.types();
    const Hierarchy *outer =
        types.findHierarchy(llvm::cast<clang::CXXRecordDecl>(field->getParent()));
    isMember = outer && types.isWithin(*outer, field);
  }
  if (!isMember && !isElement)
    return std::nullopt;
  mlir::Value place = emitPlace(pointer);
  return place ? std::optional(addressOf(place)) : std::optional<PointerValue>();
}

mlir::Value PointerEmitter::emitIsSet(const clang::Expr *pointer) {
  if (matchObjectPointer(pointer->getType())) {
    std::optional<PointerValue> object = emitPointer(pointer);
    mlir::Value place = object ? dereference(*object, loc(pointer)) : mlir::Value();
    bool isKnown = place && m_importer.types().findHierarchy(place.getType());
    return isKnown ? emitIsObject(place, loc(pointer)) : mlir::Value();
  }
  auto *reference = dyn_cast<clang::DeclRefExpr>(pointer->IgnoreParenImpCasts());
  const Binding *binding = reference ? lookup(reference->getDecl()) : nullptr;
  bool isObject = binding && binding->kind == Binding::Kind::Pointer && binding->pointer.isObject &&
                  !binding->value;
  if (isObject && binding->pointer.held)
    return VariantEmitter(m_body).emitWasHeld(binding->pointer.held, loc(pointer));
  mlir::Value alternative = isObject ? binding->pointer.base : mlir::Value();
  if (auto *call = dyn_cast<clang::CallExpr>(pointer->IgnoreParenImpCasts());
      call && Callee(call).isStdFunction("get_if"))
    if (std::optional<PointerValue> held = emitPointer(call))
      alternative = held->base;
  if (alternative)
    if (mlir::Value isHeld = VariantEmitter(m_body).emitIsHeld(alternative, loc(pointer)))
      return isHeld;
  if (m_isControl && isObject)
    return m_builder.create<vkm::IsSetOp>(loc(pointer), m_importer.types().boolType(),
                                          binding->pointer.base);
  mlir::Value array = findAskedArray(pointer->IgnoreParenImpCasts());
  return array ? m_builder.create<vkm::IsSetOp>(loc(pointer), m_importer.types().boolType(), array)
               : mlir::Value();
}

/// The array that a pointer that is asked whether it is null points into: a parameter, or one that
/// the class keeps. Null for others, of which nothing is known.
mlir::Value PointerEmitter::findAskedArray(const clang::Expr *pointer) {
  mlir::Value array;
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(pointer)) {
    const Binding *binding = lookup(reference->getDecl());
    if (binding && binding->kind == Binding::Kind::Pointer && !binding->which)
      array = binding->pointer.base;
  } else if (auto *member = dyn_cast<clang::MemberExpr>(pointer)) {
    auto *field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    const ObjectPart *owner =
        field && isArrayPointer(field->getType()) ? findPart(member->getBase()) : nullptr;
    const ModuleImporter::Field *known =
        owner ? m_importer.getField(*owner, field, loc(pointer)) : nullptr;
    if (known && known->isKept)
      array = emitKept(*known, field, loc(pointer));
  }
  return array && llvm::isa<vkm::PtrType>(array.getType()) ? array : mlir::Value();
}

/// The elements of an array of the caller's that a member points to.
mlir::Value PointerEmitter::emitKept(const ModuleImporter::Field &known,
                                     const clang::FieldDecl *field, mlir::Location where) {
  auto type = vkm::PtrType::get(llvm::cast<vkm::DynArrayType>(known.type).getElementType(),
                                field->getType()->getPointeeType().isConstQualified());
  return m_builder.create<vkm::VectorDataOp>(where, type, known.symbol);
}

/// A pointer to an object behind an interface is no place in an array of such objects.
static bool isOfObjects(const clang::Expr *pointer) {
  return matchObjectPointer(pointer->IgnoreParenImpCasts()->getType()) != nullptr;
}

mlir::Value PointerEmitter::emitOnPointers(const clang::BinaryOperator *expression) {
  mlir::Location where = loc(expression);
  std::optional<vkm::CmpKind> kind = comparison(expression->getOpcode());
  bool arePointers = expression->getLHS()->getType()->isPointerType() &&
                     expression->getRHS()->getType()->isPointerType();
  // A pointer is null nowhere: what it points into is known.
  auto isNull = [&](const clang::Expr *e) {
    return e->isNullPointerConstant(m_ast, clang::Expr::NPC_ValueDependentIsNotNull);
  };
  for (const clang::Expr *operand : {expression->getLHS(), expression->getRHS()})
    if (isa<clang::CXXDynamicCastExpr>(operand->IgnoreParenImpCasts())) {
      report(expression, diag::Rtti, {"dynamic_cast"});
      return {};
    }
  if (kind == vkm::CmpKind::Eq || kind == vkm::CmpKind::Ne)
    for (auto [pointer, other] : {std::pair(expression->getLHS(), expression->getRHS()),
                                  std::pair(expression->getRHS(), expression->getLHS())})
      if (isNull(other) && !isNull(pointer))
        if (mlir::Value isSet = emitIsSet(pointer))
          return kind == vkm::CmpKind::Ne
                     ? isSet
                     : m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Not, isSet);
  if (!arePointers || (!kind && expression->getOpcode() != clang::BO_Sub) ||
      isNull(expression->getLHS()) || isNull(expression->getRHS())) {
    report(expression, diag::PointerEscapes);
    return {};
  }
  std::optional<PointerValue> left = emitPointer(expression->getLHS());
  std::optional<PointerValue> right = left ? emitPointer(expression->getRHS()) : std::nullopt;
  if (!left || !right)
    return {};
  if (isOfObjects(expression->getLHS())) {
    report(expression, diag::ObjectAddress);
    return {};
  }
  if (left->isObject || right->isObject || !isSamePlace(left->base, right->base)) {
    report(expression, diag::PointersUnrelated);
    return {};
  }
  mlir::Value first = pointerIndex(*left, where), second = pointerIndex(*right, where);
  if (kind)
    return m_builder.create<vkm::CmpOp>(where, m_importer.types().boolType(), *kind, first, second);
  mlir::Value difference =
      m_builder.create<vkm::BinaryOp>(where, first.getType(), vkm::BinaryKind::Sub, first, second);
  // Also of bytes: none is as far as 2^31 of them.
  difference = emitCast(difference, m_importer.types().integerType(32, true), where);
  mlir::Type type = convert(expression->getType(), where);
  return type ? emitCast(difference, type, where) : mlir::Value();
}

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

std::optional<PointerValue> PointerEmitter::refuse(const clang::Expr *e, const DiagInfo &info,
                                                   llvm::StringRef argument) {
  report(e, info, {argument.str()});
  return std::nullopt;
}

/// What a variable that is read points to.
std::optional<PointerValue> PointerEmitter::pointerOfRead(const clang::CastExpr *e) {
  const clang::Expr *named = stripGlvalue(e->getSubExpr());
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(named)) {
    const Binding *binding = lookup(reference->getDecl());
    if (binding && binding->kind == Binding::Kind::Pointer) {
      if (!binding->pointer.base)
        return refuseVariable(e, dyn_cast<clang::VarDecl>(reference->getDecl()));
      if (binding->which)
        return isPickedHere(*binding)
                   ? emitPicked(*binding, loc(e))
                   : refuseVariable(e, dyn_cast<clang::VarDecl>(reference->getDecl()));
      if (!isKnownHere(dyn_cast<clang::VarDecl>(reference->getDecl()), e))
        return std::nullopt;
      PointerValue value = binding->pointer;
      if (binding->value && binding->setting.isNumbered)
        value.index =
            m_builder.create<vkm::LoadOp>(loc(e), pointerIndexType(value), binding->value);
      return value;
    }
    // `auto &material = m_materials[i];`: an object's pointer stands for the object.
    if (binding && binding->kind == Binding::Kind::Place &&
        m_importer.types().findHierarchy(binding->value.getType()))
      return addressOf(binding->value);
    if (!binding && isRefused(reference->getDecl()))
      return std::nullopt;
  }
  if (matchObjectPointer(named->getType()))
    if (std::optional<std::optional<PointerValue>> object = findHeldObject(named))
      return *object;
  if (auto *member = dyn_cast<clang::MemberExpr>(named)) {
    auto *field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (const ObjectPart *owner = field ? findPart(member->getBase()) : nullptr) {
      const ModuleImporter::Field *known = m_importer.getField(*owner, field, loc(e));
      if (!known || !known->isKept)
        return std::nullopt; // it has said why not
      return PointerValue{emitKept(*known, field, loc(e)), {}, false};
    }
    auto *record = field ? dyn_cast<clang::CXXRecordDecl>(field->getParent()) : nullptr;
    if (const Hierarchy *of = record ? m_importer.types().findHierarchy(record) : nullptr) {
      report(e, diag::ObjectMember, {field->getNameAsString(), qualifiedName(of->root)});
      return std::nullopt;
    }
  }
  if (findTarget(named)) // *++p, *(p += 2)
    return emitPointerUpdate(named, /*needsOld=*/false);
  return refuse(e, diag::PointerExpression);
}

/// A part of one object; arrays of the base have other elements.
std::optional<PointerValue> PointerEmitter::pointerOfPart(const clang::CastExpr *cast) {
  if (isOwnObject<clang::Expr>(cast))
    return refuse(cast, diag::ThisEscapes);
  std::optional<PointerValue> object = emitPointer(cast->getSubExpr());
  mlir::Value place = object ? dereference(*object, loc(cast)) : mlir::Value();
  if (!place)
    return std::nullopt;
  if (m_importer.types().findHierarchy(place.getType()))
    return object; // a record has the data of all classes
  place = isBaseCast(cast) ? PlaceEmitter(m_body).emitBaseOf(place, cast)
                           : PlaceEmitter(m_body).findDerived(place, cast);
  if (!place && !isBaseCast(cast))
    return refuse(cast, diag::DownCast, cast->getType()->getPointeeType().getAsString());
  return place ? std::optional(PointerValue{place, {}, true}) : std::nullopt;
}

std::optional<PointerValue> PointerEmitter::pointerOfCast(const clang::CastExpr *cast) {
  if (isa<clang::CXXConstCastExpr>(cast))
    return refuse(cast, diag::ConstCast);
  if (isa<clang::CXXReinterpretCastExpr>(cast))
    return refuse(cast, diag::ReinterpretCast, "'reinterpret_cast'");
  const clang::Expr *operand = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case clang::CK_NoOp:
    return emitPointer(operand);
  case clang::CK_ArrayToPointerDecay: {
    if (isa<clang::StringLiteral>(operand->IgnoreParens()))
      return refuse(cast, diag::StringLiteral);
    mlir::Value array = emitPlace(operand);
    return array ? std::optional(PointerValue{array, {}, false}) : std::nullopt;
  }
  case clang::CK_LValueToRValue:
    return pointerOfRead(cast);
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_BaseToDerived:
    return pointerOfPart(cast);
  case clang::CK_BitCast:
    return refuse(cast, diag::ReinterpretCast, "this cast");
  default:
    return refuse(cast, diag::PointerExpression);
  }
}

/// `p + n`, `n + p`, `p - n`, and what a comma gives.
std::optional<PointerValue> PointerEmitter::pointerOfSum(const clang::BinaryOperator *e) {
  if (e->getOpcode() == clang::BO_Comma) {
    emitDiscarded(e->getLHS());
    return emitPointer(e->getRHS());
  }
  bool isSub = e->getOpcode() == clang::BO_Sub;
  if (e->getOpcode() != clang::BO_Add && !isSub)
    return refuse(e, diag::PointerExpression);
  bool pointerFirst = e->getLHS()->getType()->isPointerType();
  if (isOfObjects(pointerFirst ? e->getLHS() : e->getRHS()))
    return refuse(e, diag::ObjectAddress);
  std::optional<PointerValue> base;
  if (pointerFirst)
    base = emitPointer(e->getLHS());
  mlir::Value offset = emitValue(pointerFirst ? e->getRHS() : e->getLHS());
  if (!pointerFirst)
    base = emitPointer(e->getRHS());
  if (!base || !offset)
    return std::nullopt;
  return isSub ? subtractIndex(*base, offset, loc(e)) : addIndex(*base, offset, loc(e));
}

/// `&object`
std::optional<PointerValue> PointerEmitter::pointerTo(const clang::UnaryOperator *e) {
  const clang::Expr *object = stripGlvalue(e->getSubExpr());
  if (std::optional<std::optional<PointerValue>> element =
          StdVectorEmitter(m_body).emitElement(object))
    return *element;
  if (auto *subscript = dyn_cast<clang::ArraySubscriptExpr>(object)) {
    std::optional<PointerValue> base = emitPointer(subscript->getBase());
    mlir::Value index = emitValue(subscript->getIdx());
    return base && index ? addIndex(*base, index, loc(e)) : std::nullopt;
  }
  if (auto *inner = dyn_cast<clang::UnaryOperator>(object);
      inner && inner->getOpcode() == clang::UO_Deref)
    return emitPointer(inner->getSubExpr());
  mlir::Value place = emitPlace(object);
  return place ? std::optional(addressOf(place)) : std::nullopt;
}

std::optional<PointerValue> PointerEmitter::pointerOfChoice(const clang::ConditionalOperator *e) {
  mlir::Value condition = emitValue(e->getCond());
  if (!condition)
    return std::nullopt;
  return InlineEmitter(m_body)
      .emitChoice(
          condition, [&] { return CallResult::ofPointer(emitPointer(e->getTrueExpr())); },
          [&] { return CallResult::ofPointer(emitPointer(e->getFalseExpr())); }, e)
      .pointer;
}

std::optional<PointerValue> PointerEmitter::emitPointer(const clang::Expr *pointer) {
  const clang::Expr *e = stripCleanups(pointer);
  if (auto *defaultArgument = dyn_cast<clang::CXXDefaultArgExpr>(e))
    return emitPointer(defaultArgument->getExpr());
  if (isa<clang::CXXDynamicCastExpr>(e))
    return refuse(e, diag::Rtti, "dynamic_cast");
  if (auto *call = dyn_cast<clang::CallExpr>(e->IgnoreParenCasts()))
    if (Callee callee(call); callee.isAllocation())
      return refuse(e, diag::NewDelete, callee.function->getName());
  if (auto *cast = dyn_cast<clang::CastExpr>(e))
    return pointerOfCast(cast);
  if (auto *binary = dyn_cast<clang::BinaryOperator>(e))
    return binary->isAssignmentOp() ? emitPointerUpdate(binary, /*needsOld=*/false)
                                    : pointerOfSum(binary);
  if (auto *unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_AddrOf)
      return pointerTo(unary);
    if (unary->isIncrementDecrementOp())
      return emitPointerUpdate(unary, unary->isPostfix());
  }
  if (auto *conditional = dyn_cast<clang::ConditionalOperator>(e))
    return pointerOfChoice(conditional);
  if (isOwnObject(e))
    return refuse(e, diag::ThisEscapes);
  if (isa<clang::CXXThisExpr>(e)) {
    if (m_body.self && m_body.self->kind == Binding::Kind::Place)
      return PointerValue{m_body.self->value, {}, true};
    return refuse(e, diag::ThisEscapes);
  }
  if (isa<clang::CXXNewExpr>(e))
    return refuse(e, diag::NewDelete, "new");
  if (std::optional<std::optional<PointerValue>> data = StdVectorEmitter(m_body).emitElement(e))
    return *data;
  if (auto *call = dyn_cast<clang::CallExpr>(e)) {
    CallResult result = emitCall(call);
    if (!result.failed && !result.pointer)
      refuse(e, diag::PointerExpression);
    return result.pointer;
  }
  return refuse(e, diag::PointerExpression);
}
