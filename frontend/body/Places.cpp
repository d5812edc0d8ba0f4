//===- Places.cpp - Lvalues: names, members, elements, references, pointers ------------------===//

#include "frontend/body/Places.h"

#include "frontend/body/Constants.h"
#include "frontend/body/Expressions.h"
#include "frontend/body/InlinePlaces.h"
#include "frontend/body/Lambdas.h"
#include "frontend/library/Containers.h"
#include "frontend/library/VectorExpressions.h"
#include "frontend/library/VectorMaths.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::cast;
using clang::dyn_cast;
using clang::isa;

/// What a name of a structured binding stands for: a member or element of the object that is bound.
/// Null for other expressions.
static const clang::Expr *boundPart(const clang::Expr *e) {
  auto *reference = dyn_cast<clang::DeclRefExpr>(e);
  auto *binding = reference ? dyn_cast<clang::BindingDecl>(reference->getDecl()) : nullptr;
  return binding ? binding->getBinding() : nullptr;
}

const clang::Expr *vkmorph::frontend::stripCleanups(const clang::Expr *e) {
  e = e->IgnoreParens();
  while (auto *cleanups = dyn_cast<clang::ExprWithCleanups>(e))
    e = cleanups->getSubExpr()->IgnoreParens();
  return e;
}

const clang::Expr *vkmorph::frontend::stripGlvalue(const clang::Expr *e) {
  while (true) {
    e = e->IgnoreParens();
    if (auto *cleanups = dyn_cast<clang::ExprWithCleanups>(e))
      e = cleanups->getSubExpr();
    else if (auto *cast = dyn_cast<clang::CastExpr>(e);
             cast && cast->getCastKind() == clang::CK_NoOp && cast->getSubExpr()->isGLValue() &&
             !isa<clang::CXXConstCastExpr, clang::CXXReinterpretCastExpr,
                  clang::CXXDynamicCastExpr>(cast))
      e = cast->getSubExpr();
    else if (auto *substitution = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
      e = substitution->getReplacement();
    else if (auto *defaultArgument = dyn_cast<clang::CXXDefaultArgExpr>(e))
      e = defaultArgument->getExpr();
    else if (const clang::Expr *part = boundPart(e))
      e = part;
    else
      return e;
  }
}

bool vkmorph::frontend::isBaseCast(const clang::CastExpr *cast) {
  return cast->getCastKind() == clang::CK_DerivedToBase ||
         cast->getCastKind() == clang::CK_UncheckedDerivedToBase;
}

bool vkmorph::frontend::isThis(const clang::Expr *pointer) {
  const clang::Expr *e = pointer->IgnoreParens();
  while (auto *cast = dyn_cast<clang::ImplicitCastExpr>(e)) {
    if (!isBaseCast(cast) && cast->getCastKind() != clang::CK_NoOp)
      return false;
    e = cast->getSubExpr()->IgnoreParens();
  }
  return isa<clang::CXXThisExpr>(e);
}

bool vkmorph::frontend::isThisObject(const clang::Expr *object) {
  if (isThis(object))
    return true;
  const clang::Expr *e = object->IgnoreParenImpCasts();
  auto *deref = dyn_cast<clang::UnaryOperator>(e);
  return deref && deref->getOpcode() == clang::UO_Deref && isThis(deref->getSubExpr());
}

/// A local variable is missing only where its declaration was refused.
bool PlaceEmitter::isRefused(const clang::ValueDecl *decl) const {
  auto *variable = dyn_cast<clang::VarDecl>(decl);
  return (isa<clang::BindingDecl>(decl) || (variable && variable->isLocalVarDecl())) &&
         m_importer.reporter().failed();
}

/// The array of `ray.d[k]`; null where the subscript is one of a pointer.
static const clang::Expr *arrayOfSubscript(const clang::Expr *e) {
  auto *subscript = dyn_cast<clang::ArraySubscriptExpr>(e);
  const clang::Expr *base = subscript ? subscript->getBase()->IgnoreParens() : nullptr;
  auto *decay = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(base);
  return decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay ? decay->getSubExpr()
                                                                        : nullptr;
}

bool PlaceEmitter::isValueLike(const clang::Expr *glvalue) const {
  const clang::Expr *e = stripGlvalue(glvalue);
  if (e->isPRValue() || isa<clang::MaterializeTemporaryExpr>(e))
    return true;
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e)) {
    const Binding *binding = lookup(reference->getDecl());
    return binding && binding->kind == Binding::Kind::Value;
  }
  if (auto *opaque = dyn_cast<clang::OpaqueValueExpr>(e)) {
    mlir::Value known = m_body.opaqueValues.lookup(opaque);
    return known && !llvm::isa<vkm::RefType>(known.getType());
  }
  if (auto *member = dyn_cast<clang::MemberExpr>(e)) {
    if (!isa<clang::FieldDecl>(member->getMemberDecl()) || findPart(member->getBase()))
      return false;
    if (member->isArrow())
      return isThis(member->getBase()) && m_body.self && m_body.self->kind == Binding::Kind::Value;
    return isValueLike(member->getBase());
  }
  if (auto *cast = dyn_cast<clang::CastExpr>(e); cast && isBaseCast(cast))
    return isValueLike(cast->getSubExpr());
  if (const clang::Expr *array = arrayOfSubscript(e))
    return isValueLike(array);
  if (auto *deref = dyn_cast<clang::UnaryOperator>(e);
      deref && deref->getOpcode() == clang::UO_Deref)
    return isThis(deref->getSubExpr()) && m_body.self && m_body.self->kind == Binding::Kind::Value;
  if (auto *call = dyn_cast<clang::CallExpr>(e)) {
    if (const clang::Expr *vector = subscriptedVector(call))
      return isValueLike(vector);
    if (const clang::Expr *container = containerOf(call))
      return isValueLike(container);
    // Functions that give references to const give values here, std::max and its like too; what has
    // mutable parts changes by such references.
    clang::QualType type = call->getCallReturnType(m_ast);
    if (!type->isReferenceType() || !type->getPointeeType().isConstQualified())
      return false;
    clang::QualType element = m_ast.getBaseElementType(type->getPointeeType());
    return !m_importer.types().hasMutableParts(element->getAsCXXRecordDecl());
  }
  return false;
}

bool PlaceEmitter::isPartOfValue(const clang::Expr *glvalue) const {
  const clang::Expr *e = stripGlvalue(glvalue);
  if (auto *member = dyn_cast<clang::MemberExpr>(e); member && !member->isArrow())
    return isPartOfValue(member->getBase());
  if (auto *cast = dyn_cast<clang::CastExpr>(e); cast && isBaseCast(cast))
    return isPartOfValue(cast->getSubExpr());
  if (const clang::Expr *array = arrayOfSubscript(e))
    return isPartOfValue(array);
  if (auto *call = dyn_cast<clang::CallExpr>(e); call && !call->isPRValue()) {
    const clang::Expr *container = containerOf(call);
    return container && isPartOfValue(container);
  }
  return isValueLike(e);
}

bool PlaceEmitter::hasPlace(const clang::Expr *glvalue) const {
  const clang::Expr *e = stripGlvalue(glvalue);
  if (isValueLike(e))
    return false;
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e)) {
    const Binding *binding = lookup(reference->getDecl());
    return binding && binding->kind == Binding::Kind::Place;
  }
  if (auto *opaque = dyn_cast<clang::OpaqueValueExpr>(e))
    return m_body.opaqueValues.contains(opaque);
  if (auto *member = dyn_cast<clang::MemberExpr>(e))
    return isa<clang::FieldDecl>(member->getMemberDecl());
  if (auto *cast = dyn_cast<clang::CastExpr>(e))
    return (isBaseCast(cast) || cast->getCastKind() == clang::CK_BaseToDerived) &&
           hasPlace(cast->getSubExpr());
  if (auto *call = dyn_cast<clang::CallExpr>(e))
    if (const clang::Expr *container = containerOf(call))
      return matchStdVector(container->getType()) || hasPlace(container);
  if (auto *call = dyn_cast<clang::CallExpr>(e))
    return call->getCallReturnType(m_ast)->isLValueReferenceType();
  return isa<clang::ArraySubscriptExpr, clang::UnaryOperator>(e);
}

//===------------------------------------------------------------------------------------------===//
// Reading
//===------------------------------------------------------------------------------------------===//

/// `a = b = 0`: what `b` was given, where that is a constant.
mlir::Value PlaceEmitter::readAssigned(const clang::BinaryOperator *assignment) {
  mlir::Value place = ExpressionEmitter(m_body).emitAssignment(assignment);
  if (!place)
    return {};
  mlir::Block *block = m_builder.getInsertionBlock();
  auto made = block->empty() ? vkm::AssignOp() : llvm::dyn_cast<vkm::AssignOp>(block->back());
  bool isHere = m_builder.getInsertionPoint() == block->end() && made && made.getRef() == place;
  if (auto constant = isHere ? made.getValue().getDefiningOp<vkm::ConstantOp>() : vkm::ConstantOp())
    return m_builder.clone(*constant)->getResult(0);
  return emitLoad(place, loc(assignment));
}

mlir::Value PlaceEmitter::emitRead(const clang::Expr *glvalue) {
  const clang::Expr *e = stripGlvalue(glvalue);
  mlir::Location where = loc(e);
  if (e->getType()->isPointerType()) {
    report(e, diag::PointerEscapes);
    return {};
  }
  if (auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return emitValue(temporary->getSubExpr());
  if (e->isPRValue())
    return emitValue(e);
  if (auto *member = dyn_cast<clang::MemberExpr>(e))
    if (std::optional<mlir::Value> component =
            VectorEmitter(m_body).emitVectorMember(member, /*asPlace=*/false))
      return *component;
  if (auto *conditional = dyn_cast<clang::AbstractConditionalOperator>(e))
    return ExpressionEmitter(m_body).emitSelect(conditional);
  if (auto *call = dyn_cast<clang::CallExpr>(e)) {
    CallResult result = emitCall(call);
    if (result.failed || result.value)
      return result.value;
    if (!result.place) {
      report(e, diag::PlaceUnsupported, {"the result of this call"});
      return {};
    }
    mlir::Type type = llvm::cast<vkm::RefType>(result.place.getType()).getPointee();
    return m_builder.create<vkm::LoadOp>(where, type, result.place);
  }
  if (auto *assignment = dyn_cast<clang::BinaryOperator>(e->IgnoreParens());
      assignment && assignment->getOpcode() == clang::BO_Assign)
    return readAssigned(assignment);
  const clang::ValueDecl *named = nullptr;
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e)) {
    named = reference->getDecl();
  } else if (auto *member = dyn_cast<clang::MemberExpr>(e)) {
    if (!isa<clang::FieldDecl>(member->getMemberDecl())) {
      named = member->getMemberDecl();
      if (member->getBase()->HasSideEffects(m_ast))
        emitDiscarded(member->getBase());
    }
  }
  if (named) {
    const Binding *binding = lookup(named);
    if (binding && binding->kind == Binding::Kind::Value)
      return binding->value;
    if (auto *enumerator = dyn_cast<clang::EnumConstantDecl>(named))
      return ConstantEmitter(m_body).emitEnumerator(enumerator, e);
    auto *variable = dyn_cast<clang::VarDecl>(named);
    if (!binding && variable && (variable->hasGlobalStorage() || variable->isLocalExternDecl()))
      return ConstantEmitter(m_body).emitNamedConstant(variable, e);
    // A lambda does not capture a constant of the function around it of which it reads the value.
    auto *reference = dyn_cast<clang::DeclRefExpr>(e);
    if (!binding && reference && reference->isNonOdrUse() == clang::NOUR_Constant)
      if (mlir::Value constant = ConstantEmitter(m_body).tryConstant(e))
        return constant;
  }
  if (isValueLike(e)) {
    if (auto *member = dyn_cast<clang::MemberExpr>(e)) {
      auto *field = cast<clang::FieldDecl>(member->getMemberDecl());
      mlir::Value base = member->isArrow() ? m_body.self->value : emitRead(member->getBase());
      if (member->isArrow())
        if (auto *cast = dyn_cast<clang::CastExpr>(member->getBase()->IgnoreParens()); cast && base)
          base = emitBaseOf(base, cast);
      return base ? emitMemberOf(base, field, where) : mlir::Value();
    }
    if (const clang::Expr *array = arrayOfSubscript(e)) {
      mlir::Value base = emitRead(array);
      mlir::Value index =
          base ? emitValue(cast<clang::ArraySubscriptExpr>(e)->getIdx()) : mlir::Value();
      if (!index)
        return {};
      return m_builder.create<vkm::ComponentOp>(
          where, llvm::cast<vkm::ArrayType>(base.getType()).getElementType(), base, index);
    }
    if (auto *cast = dyn_cast<clang::CastExpr>(e)) {
      mlir::Value base = emitRead(cast->getSubExpr());
      return base ? emitBaseOf(base, cast) : mlir::Value();
    }
    if (isa<clang::UnaryOperator>(e))
      return m_body.self->value;
    if (auto *opaque = dyn_cast<clang::OpaqueValueExpr>(e))
      return m_body.opaqueValues.lookup(opaque);
  }
  mlir::Value place = emitPlace(e);
  if (!place)
    return {};
  return m_builder.create<vkm::LoadOp>(
      where, llvm::cast<vkm::RefType>(place.getType()).getPointee(), place);
}

//===------------------------------------------------------------------------------------------===//
// Places
//===------------------------------------------------------------------------------------------===//

/// A member of the struct that `base` is the place or the value of.
mlir::Value PlaceEmitter::emitMemberOf(mlir::Value base, const clang::FieldDecl *field,
                                       mlir::Location where) {
  const Hierarchy *objects = m_importer.types().findHierarchy(base.getType());
  if (objects && m_importer.types().memberName(*objects, field).empty()) {
    m_importer.reporter().report(where, diag::ObjectMember,
                                 {field->getNameAsString(), qualifiedName(objects->root)});
    return {};
  }
  bool isWithin = objects && m_importer.types().isWithin(*objects, field);
  mlir::Type type = isWithin ? m_importer.types().convertHolder(field->getType(), m_ast, where)
                             : convert(field->getType(), where);
  if (!type)
    return {};
  std::string name = m_importer.types().memberName(field);
  if (objects)
    name = m_importer.types().memberName(*objects, field);
  if (llvm::isa<vkm::RefType>(base.getType()))
    return m_builder.create<vkm::MemberOp>(where, vkm::RefType::get(type), base, name);
  return m_builder.create<vkm::ExtractOp>(where, type, base, name);
}

/// The struct that an expression of that type is, or points to.
static const clang::CXXRecordDecl *recordOf(clang::QualType type) {
  return type->isPointerType() ? type->getPointeeCXXRecordDecl() : type->getAsCXXRecordDecl();
}

/// The part of an object that a conversion to a base class leads to.
mlir::Value PlaceEmitter::emitBaseOf(mlir::Value base, const clang::CastExpr *cast) {
  // The record of an object behind an interface has the data of its bases.
  if (m_importer.types().findHierarchy(base.getType()))
    return base;
  // Below a conversion that only adds const.
  while (cast->getCastKind() == clang::CK_NoOp) {
    cast = dyn_cast<clang::CastExpr>(cast->getSubExpr()->IgnoreParens());
    if (!cast)
      return base;
  }
  const clang::CXXRecordDecl *whole = recordOf(cast->getSubExpr()->getType());
  for (const clang::CXXBaseSpecifier *step : cast->path()) {
    mlir::Type type = convert(step->getType(), loc(cast));
    if (!type)
      return {};
    const clang::CXXRecordDecl *part = step->getType()->getAsCXXRecordDecl();
    std::string name = m_importer.types().baseName(whole, part);
    whole = part;
    if (llvm::isa<vkm::RefType>(base.getType()))
      base = m_builder.create<vkm::MemberOp>(loc(cast), vkm::RefType::get(type), base, name);
    else
      base = m_builder.create<vkm::ExtractOp>(loc(cast), type, base, name);
  }
  return base;
}

/// The object that a conversion from a base class leads back to: `Body &body = planet;
/// static_cast<Planet &>(body)` is `planet`. Null where the place is not known to be part of one.
mlir::Value PlaceEmitter::findDerived(mlir::Value base, const clang::CastExpr *cast) {
  if (m_importer.types().findHierarchy(base.getType()))
    return base;
  llvm::SmallVector<std::string> names;
  const clang::CXXRecordDecl *whole = recordOf(cast->getType());
  for (const clang::CXXBaseSpecifier *step : cast->path()) {
    const clang::CXXRecordDecl *part = step->getType()->getAsCXXRecordDecl();
    names.push_back(m_importer.types().baseName(whole, part));
    whole = part;
  }
  for (const std::string &name : llvm::reverse(names)) {
    auto part = base.getDefiningOp<vkm::MemberOp>();
    if (!part || part.getName() != name)
      return {};
    base = part.getBase();
  }
  clang::QualType type = cast->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  mlir::Type wanted = convert(type.getUnqualifiedType(), loc(cast));
  return wanted && base.getType() == vkm::RefType::get(wanted) ? base : mlir::Value();
}

mlir::Value PlaceEmitter::emitMemberPlace(const clang::MemberExpr *member) {
  mlir::Location where = loc(member);
  if (std::optional<mlir::Value> component =
          VectorEmitter(m_body).emitVectorMember(member, /*asPlace=*/true))
    return *component;
  auto *field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (!field) {
    if (auto *variable = dyn_cast<clang::VarDecl>(member->getMemberDecl())) {
      const Binding *binding = lookup(variable);
      return binding ? binding->value : ConstantEmitter(m_body).emitConstantPlace(variable, member);
    }
    report(member, diag::FunctionPointer);
    return {};
  }
  const clang::Expr *base = member->getBase();
  if (const ObjectPart *owner = findPart(base)) {
    if (m_importer.findPart(*owner, field)) {
      report(member, diag::VectorObjectPlace, {nameOfObject(field->getType())});
      return {};
    }
    const ModuleImporter::Field *known = m_importer.getField(*owner, field, where);
    if (!known)
      return {};
    if (llvm::isa<vkm::HostType>(known->type) && !m_isControl) {
      report(member, diag::TypeLibrary, {field->getType().getAsString()});
      return {};
    }
    if (llvm::isa<vkm::DynArrayType>(known->type)) {
      report(member, diag::StdVectorUse, {field->getNameAsString()});
      return {};
    }
    return m_builder.create<vkm::FieldRefOp>(where, vkm::RefType::get(known->type), known->symbol);
  }
  mlir::Value place = member->isArrow() ? emitObjectOf(member) : emitPlace(base);
  return place ? emitMemberOf(place, field, where) : mlir::Value();
}

/// The place, or in methods that only read it the value, of the struct whose member is named.
mlir::Value PlaceEmitter::emitObjectOf(const clang::MemberExpr *member) {
  const clang::Expr *base = member->getBase();
  if (!member->isArrow())
    return isValueLike(base) ? emitRead(base) : emitPlace(base);
  if (isThis(base)) {
    mlir::Value place = m_body.self->value;
    auto *cast = dyn_cast<clang::CastExpr>(base->IgnoreParens());
    return cast ? emitBaseOf(place, cast) : place;
  }
  std::optional<PointerValue> pointer = emitPointer(base);
  return pointer ? dereference(*pointer, loc(member)) : mlir::Value();
}

/// The place of a value that has none of its own.
mlir::Value PlaceEmitter::placeOfValue(mlir::Value value, mlir::Location where) {
  return value ? declareTemporary("temporary", value, where) : value;
}

mlir::Value PlaceEmitter::placeOfBinding(const clang::DeclRefExpr *e, const Binding &binding) {
  const clang::ValueDecl *decl = e->getDecl();
  switch (binding.kind) {
  case Binding::Kind::Place:
    return binding.value;
  case Binding::Kind::Pointer:
    report(e, diag::PointerVariable, {decl->getNameAsString()});
    return {};
  case Binding::Kind::StdVector:
    report(e, diag::StdVectorUse, {decl->getNameAsString()});
    return {};
  case Binding::Kind::Closure:
    if (binding.closure->part)
      report(e, diag::VectorObjectPlace, {nameOfObject(decl->getType())});
    else
      report(e, diag::Lambda, {"is used as an object"});
    return {};
  case Binding::Kind::Value:
    break;
  }
  // A parameter that is only read, but by index: it gets a variable where its value is known.
  mlir::OpBuilder::InsertionGuard guard(m_builder);
  if (llvm::isa<mlir::BlockArgument>(binding.value))
    m_builder.setInsertionPointToStart(m_body.entry);
  else
    m_builder.setInsertionPointAfterValue(binding.value);
  Binding variable;
  variable.kind = Binding::Kind::Place;
  variable.value = declareTemporary(decl->getName(), binding.value, loc(decl));
  m_body.bindings[decl] = variable;
  return variable.value;
}

mlir::Value PlaceEmitter::placeOfName(const clang::DeclRefExpr *e) {
  const clang::ValueDecl *decl = e->getDecl();
  if (const Binding *binding = lookup(decl))
    return placeOfBinding(e, *binding);
  if (isa<clang::FunctionDecl>(decl)) {
    report(e, diag::FunctionPointer);
    return {};
  }
  if (auto *variable = dyn_cast<clang::VarDecl>(decl); variable && variable->hasGlobalStorage())
    return ConstantEmitter(m_body).emitConstantPlace(variable, e);
  if (!isRefused(decl))
    report(e, diag::PlaceUnsupported, {"this name"});
  return {};
}

/// `*p` and `*this`
mlir::Value PlaceEmitter::placeOfDereference(const clang::UnaryOperator *e) {
  if (!isThis(e->getSubExpr())) {
    std::optional<PointerValue> pointer = emitPointer(e->getSubExpr());
    return pointer ? dereference(*pointer, loc(e)) : mlir::Value();
  }
  if (m_body.self)
    return m_body.self->kind == Binding::Kind::Place ? m_body.self->value
                                                     : placeOfValue(m_body.self->value, loc(e));
  report(e, diag::ThisEscapes);
  return {};
}

/// What `*p`, an assignment, an increment or a comma gives; none for other operators.
std::optional<mlir::Value> PlaceEmitter::placeOfOperator(const clang::Expr *e) {
  ExpressionEmitter expressions(m_body);
  if (auto *unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_Deref)
      return placeOfDereference(unary);
    if (!unary->isIncrementDecrementOp())
      return std::nullopt;
    mlir::Value place;
    expressions.emitIncrement(unary, /*needsOld=*/false, place);
    return place;
  }
  auto *binary = dyn_cast<clang::BinaryOperator>(e);
  if (!binary)
    return std::nullopt;
  if (auto *compound = dyn_cast<clang::CompoundAssignOperator>(binary))
    return expressions.emitCompoundAssignment(compound);
  if (binary->isAssignmentOp())
    return expressions.emitAssignment(binary);
  if (binary->getOpcode() != clang::BO_Comma)
    return std::nullopt;
  emitDiscarded(binary->getLHS());
  return emitPlace(binary->getRHS());
}

mlir::Value PlaceEmitter::placeOfCall(const clang::CallExpr *call) {
  CallResult result = emitCall(call);
  if (result.failed || result.place)
    return result.failed ? mlir::Value() : result.place;
  if (isValueLike(call) && result.value)
    return placeOfValue(result.value, loc(call));
  report(call, diag::PlaceUnsupported, {"the result of this call"});
  return {};
}

mlir::Value PlaceEmitter::placeOfCast(const clang::CastExpr *cast) {
  if (isa<clang::CXXConstCastExpr>(cast)) {
    report(cast, diag::ConstCast);
    return {};
  }
  if (isa<clang::CXXDynamicCastExpr>(cast)) {
    report(cast, diag::Rtti, {"dynamic_cast"});
    return {};
  }
  if (isBaseCast(cast)) {
    mlir::Value place = emitPlace(cast->getSubExpr());
    return place ? emitBaseOf(place, cast) : place;
  }
  if (isOwnObject<clang::Expr>(cast)) {
    report(cast, diag::ThisEscapes);
    return {};
  }
  if (cast->getCastKind() == clang::CK_BaseToDerived) {
    mlir::Value base = emitPlace(cast->getSubExpr());
    mlir::Value derived = base ? findDerived(base, cast) : base;
    if (base && !derived)
      report(cast, diag::DownCast, {cast->getType().getUnqualifiedType().getAsString()});
    return derived;
  }
  report(cast, diag::ReinterpretCast,
         {isa<clang::CXXReinterpretCastExpr>(cast) ? "'reinterpret_cast'" : "this cast"});
  return {};
}

mlir::Value PlaceEmitter::placeOfElement(const clang::ArraySubscriptExpr *e) {
  if (matchObjectPointer(e->getBase()->IgnoreParenImpCasts()->getType())) {
    report(e, diag::ObjectAddress);
    return {};
  }
  std::optional<PointerValue> pointer = emitPointer(e->getBase());
  mlir::Value index = emitValue(e->getIdx());
  if (!pointer || !index)
    return {};
  pointer = addIndex(*pointer, index, loc(e));
  return pointer ? dereference(*pointer, loc(e)) : mlir::Value();
}

mlir::Value PlaceEmitter::emitPlace(const clang::Expr *glvalue) {
  const clang::Expr *e = stripGlvalue(glvalue);
  mlir::Location where = loc(e);
  if (auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return placeOfValue(emitValue(temporary->getSubExpr()), where);
  if (e->isPRValue())
    return placeOfValue(emitValue(e), where);
  if (auto *opaque = dyn_cast<clang::OpaqueValueExpr>(e))
    if (mlir::Value known = m_body.opaqueValues.lookup(opaque))
      return isValueLike(opaque) ? placeOfValue(known, where) : known;
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e))
    return placeOfName(reference);
  if (auto *member = dyn_cast<clang::MemberExpr>(e))
    return isValueLike(member) ? placeOfValue(emitRead(member), where) : emitMemberPlace(member);
  if (auto *subscript = dyn_cast<clang::ArraySubscriptExpr>(e))
    return placeOfElement(subscript);
  if (std::optional<mlir::Value> given = placeOfOperator(e))
    return *given;
  if (auto *call = dyn_cast<clang::CallExpr>(e))
    return placeOfCall(call);
  if (auto *conditional = dyn_cast<clang::ConditionalOperator>(e))
    return InlineEmitter(m_body).emitChosenPlace(conditional);
  if (auto *cast = dyn_cast<clang::CastExpr>(e))
    return placeOfCast(cast);
  if (isa<clang::StringLiteral>(e))
    report(e, diag::StringLiteral);
  else if (isa<clang::CXXTypeidExpr>(e))
    report(e, diag::Rtti, {"typeid"});
  else
    report(e, diag::PlaceUnsupported, {"this expression"});
  return {};
}
