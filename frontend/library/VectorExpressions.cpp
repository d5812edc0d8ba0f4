//===- VectorExpressions.cpp - Vectors and matrices: members, operators, functions -----------===//
//
// What a library of VectorMaths.h means by a call, a constructor or a member. Operands are
// evaluated as those of any call; what is converted is converted by operations of the dialect.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/VectorExpressions.h"

#include "frontend/body/Calls.h"
#include "frontend/library/Callee.h"
#include "frontend/library/VectorMaths.h"

#include "mlir/IR/Matchers.h"
#include "clang/AST/APValue.h"
#include "llvm/ADT/StringExtras.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;
using clang::isa;

mlir::Type vkmorph::frontend::heldType(mlir::Value placeOrValue) {
  auto ref = llvm::dyn_cast<vkm::RefType>(placeOrValue.getType());
  return ref ? ref.getPointee() : placeOrValue.getType();
}

mlir::Value vkmorph::frontend::withComponents(mlir::OpBuilder &builder, mlir::Value value,
                                              mlir::Type component, mlir::Location where) {
  mlir::Type type = vkm::withComponentType(value.getType(), component);
  if (type == value.getType())
    return value;
  return builder.createOrFold<vkm::CastOp>(where, type, value);
}

//===------------------------------------------------------------------------------------------===//
// Parts
//===------------------------------------------------------------------------------------------===//

mlir::Value VectorEmitter::emitVectorRead(mlir::Value placeOrValue, mlir::Location where) {
  auto ref = llvm::dyn_cast<vkm::RefType>(placeOrValue.getType());
  if (!ref)
    return placeOrValue;
  return m_builder.create<vkm::LoadOp>(where, ref.getPointee(), placeOrValue);
}

mlir::Value VectorEmitter::emitVectorElement(mlir::Value whole, mlir::Value index,
                                             const clang::Expr *use) {
  if (!whole || !index)
    return {};
  mlir::Type type = heldType(whole), element = vkm::getElementType(type);
  llvm::APInt literal;
  if (mlir::matchPattern(index, mlir::m_ConstantInt(&literal)) &&
      literal.uge(static_cast<uint64_t>(vkm::getNumElements(type)))) {
    report(use, diag::VectorIndex,
           {llvm::toString(literal, 10, index.getType().isSignedInteger()),
            std::to_string(vkm::getNumElements(type)),
            vkm::lookupCppName(m_importer.module(), vkm::getCppNameKey(type)).str()});
    return {};
  }
  if (llvm::isa<vkm::RefType>(whole.getType()))
    return m_builder.create<vkm::ElementOp>(loc(use), vkm::RefType::get(element), whole, index);
  return m_builder.create<vkm::ComponentOp>(loc(use), element, whole, index);
}

mlir::Value VectorEmitter::emitVectorElement(mlir::Value whole, int64_t index,
                                             const clang::Expr *use) {
  mlir::Type type = m_importer.types().integerType(32, true);
  return emitVectorElement(whole, emitInteger(index, type, loc(use)), use);
}

mlir::Value VectorEmitter::emitVectorObject(const clang::Expr *object, bool isArrow) {
  if (!isArrow)
    return isValueLike(object) || object->isPRValue() ? emitRead(object) : emitPlace(object);
  if (isThis(object))
    return m_body.self ? m_body.self->value : mlir::Value();
  std::optional<PointerValue> pointer = emitPointer(object);
  return pointer ? dereference(*pointer, loc(object)) : mlir::Value();
}

std::optional<mlir::Value> VectorEmitter::emitVectorMember(const clang::MemberExpr *member,
                                                           bool asPlace) {
  std::optional<VectorMember> part = matchVectorMember(member);
  if (!part)
    return std::nullopt;
  clang::QualType type = part->object->getType();
  if (part->isArrow)
    type = type->getPointeeType();
  if (!m_importer.types().vectorType(type))
    return std::nullopt;
  convert(type, loc(member)); // the source's name of the type is noted
  mlir::Value whole = emitVectorObject(part->object, part->isArrow);
  if (!whole)
    return mlir::Value();
  mlir::Type held = heldType(whole);
  mlir::Value result = whole;
  if (!part->isWhole) {
    // Of a matrix, a member is a column, or a component counted through all columns.
    mlir::Type memberType = convert(member->getType(), loc(member));
    auto matrix = llvm::dyn_cast<vkm::MatType>(held);
    int64_t index = part->index;
    if (matrix && memberType != matrix.getColumnType()) {
      result = emitVectorElement(result, index / matrix.getRows(), member);
      index %= matrix.getRows();
    }
    result = emitVectorElement(result, index, member);
  }
  if (!result)
    return mlir::Value();
  bool isPlace = llvm::isa<vkm::RefType>(result.getType());
  if (asPlace)
    return isPlace ? result : declareTemporary("temporary", result, loc(member));
  return emitVectorRead(result, loc(member));
}

//===------------------------------------------------------------------------------------------===//
// Construction
//===------------------------------------------------------------------------------------------===//

mlir::Value VectorEmitter::emitSplat(double number, mlir::Type type, mlir::Location where) {
  mlir::Type component = vkm::getComponentType(type);
  mlir::TypedAttr value;
  if (auto floating = llvm::dyn_cast<mlir::FloatType>(component))
    value = llvm::cast<mlir::TypedAttr>(mlir::FloatAttr::get(floating, number));
  else
    value = llvm::cast<mlir::TypedAttr>(
        mlir::IntegerAttr::get(component, static_cast<int64_t>(number)));
  return m_builder.create<vkm::SplatOp>(where, type,
                                        m_builder.create<vkm::ConstantOp>(where, value));
}

mlir::Value VectorEmitter::emitVectorDefault(mlir::Type type, mlir::Location where) {
  return emitSplat(llvm::isa<vkm::MatType>(type) ? 1.0 : 0.0, type, where);
}

mlir::Value VectorEmitter::makeVector(mlir::Type type, llvm::ArrayRef<mlir::Value> parts,
                                      bool fills, bool byRows, mlir::Location where) {
  mlir::Type component = vkm::getComponentType(type);
  llvm::SmallVector<mlir::Value> converted;
  int64_t count = 0;
  for (mlir::Value part : parts) {
    if (!llvm::isa<mlir::IntegerType, mlir::FloatType, vkm::VecType, vkm::MatType>(part.getType()))
      return {};
    converted.push_back(part);
    count += vkm::getNumComponents(part.getType());
  }
  auto matrix = llvm::dyn_cast<vkm::MatType>(type);
  if (converted.size() == 1) {
    mlir::Value only = converted.front();
    mlir::Type from = only.getType();
    if (vkm::getComponentType(from) == from) {
      only = emitCast(only, component, where);
      if (!matrix || !fills)
        return m_builder.create<vkm::SplatOp>(where, type, only);
      mlir::Value column = m_builder.create<vkm::SplatOp>(where, matrix.getColumnType(), only);
      return m_builder.create<vkm::AggregateOp>(
          where, type, llvm::SmallVector<mlir::Value>(matrix.getColumns(), column));
    }
    if (llvm::isa<vkm::VecType>(from) != llvm::isa<vkm::VecType>(type) ||
        (!matrix && count < vkm::getNumComponents(type)))
      return {};
    // The same shape in the old component type first: fewer components are converted.
    mlir::Type resized = vkm::withComponentType(type, vkm::getComponentType(from));
    if (from != resized)
      only = m_builder.create<vkm::ResizeOp>(where, resized, only);
    return withComponents(m_builder, only, component, where);
  }
  if (count != vkm::getNumComponents(type))
    return {};
  for (mlir::Value &part : converted)
    part = withComponents(m_builder, part, component, where);
  bool areComponents =
      llvm::all_of(converted, [&](mlir::Value part) { return part.getType() == component; });
  if (matrix && !areComponents && !llvm::all_of(converted, [&](mlir::Value part) {
        return part.getType() == matrix.getColumnType();
      }))
    return {};
  if (matrix && areComponents && byRows) {
    llvm::SmallVector<mlir::Value> byColumns;
    for (int64_t column = 0; column < matrix.getColumns(); ++column)
      for (int64_t row = 0; row < matrix.getRows(); ++row)
        byColumns.push_back(converted[row * matrix.getColumns() + column]);
    converted = byColumns;
  }
  return m_builder.create<vkm::AggregateOp>(where, type, converted);
}

mlir::Value VectorEmitter::emitVectorConstruct(const clang::CXXConstructExpr *construct,
                                               mlir::Type type) {
  const clang::CXXConstructorDecl *constructor = construct->getConstructor();
  mlir::Location where = loc(construct);
  if (constructor->isCopyOrMoveConstructor())
    return emitRead(construct->getArg(0));
  if (construct->getNumArgs() == 0)
    return constructor->isUserProvided() ? emitVectorDefault(type, where) : emitZero(type, where);
  const VectorLibrary &library = *findVectorLibrary(constructor);
  llvm::SmallVector<const clang::Expr *> arguments(construct->arguments());
  bool isArray = llvm::any_of(arguments, [](const clang::Expr *argument) {
    return argument->getType()->isPointerType() || argument->getType()->isArrayType();
  });
  llvm::SmallVector<mlir::Value> values;
  if (!isArray) {
    if (!emitArguments(arguments, values))
      return {};
    if (mlir::Value made =
            makeVector(type, values, library.fillsMatrices, library.constructsByRows, where))
      return made;
  }
  report(construct, diag::VectorFunctionUnknown,
         {"this constructor of '" +
              vkm::lookupCppName(m_importer.module(), vkm::getCppNameKey(type)).str() + "'",
          library.displayName.str()});
  return {};
}

/// The components that a list gives, through the lists for what has no name of its own.
void VectorEmitter::collectListParts(const clang::Expr *init, mlir::Type type,
                                     llvm::SmallVectorImpl<mlir::Value> &parts) {
  auto *list = dyn_cast<clang::InitListExpr>(init);
  if (list && !m_importer.types().vectorType(list->getType())) {
    const clang::InitListExpr *semantic = list->isSemanticForm() ? list : list->getSemanticForm();
    for (const clang::Expr *inner : semantic->inits())
      collectListParts(inner, type, parts);
    if (const clang::ArrayType *array = m_ast.getAsArrayType(semantic->getType()))
      if (auto *fixed = dyn_cast<clang::ConstantArrayType>(array))
        for (uint64_t i = semantic->getNumInits(); i < fixed->getSize().getZExtValue(); ++i)
          collectListParts(semantic->getArrayFiller(), type, parts);
    return;
  }
  if (isa<clang::ImplicitValueInitExpr>(init)) {
    mlir::Type component = vkm::getComponentType(type);
    uint64_t count = m_ast.getTypeSizeInChars(init->getType()).getQuantity() /
                     vkm::getLayout(m_importer.module(), component).size;
    for (uint64_t i = 0; i < count; ++i)
      parts.push_back(emitZero(component, loc(init)));
    return;
  }
  parts.push_back(init->isGLValue() ? emitRead(init) : emitValue(init));
}

mlir::Value VectorEmitter::emitVectorList(const clang::InitListExpr *list, mlir::Type type) {
  if (list->isTransparent())
    return emitValue(list->getInit(0));
  llvm::SmallVector<mlir::Value> parts;
  for (const clang::Expr *init : list->inits())
    collectListParts(init, type, parts);
  if (llvm::is_contained(parts, mlir::Value()))
    return {};
  if (parts.empty())
    return emitZero(type, loc(list));
  return m_builder.create<vkm::AggregateOp>(loc(list), type, parts);
}

/// The components of a constant, in order; false where one is not known.
static bool collectConstants(const clang::APValue &value,
                             llvm::SmallVectorImpl<const clang::APValue *> &parts) {
  switch (value.getKind()) {
  case clang::APValue::Int:
  case clang::APValue::Float:
    parts.push_back(&value);
    return true;
  case clang::APValue::Struct:
    for (unsigned i = 0; i < value.getStructNumFields(); ++i)
      if (!collectConstants(value.getStructField(i), parts))
        return false;
    return true;
  case clang::APValue::Union:
    return value.getUnionField() && collectConstants(value.getUnionValue(), parts);
  case clang::APValue::Array:
    for (unsigned i = 0; i < value.getArraySize(); ++i)
      if (!collectConstants(i < value.getArrayInitializedElts() ? value.getArrayInitializedElt(i)
                                                                : value.getArrayFiller(),
                            parts))
        return false;
    return true;
  default:
    return false;
  }
}

mlir::Value VectorEmitter::emitVectorConstant(const clang::APValue &value, mlir::Type type,
                                              mlir::Location where) {
  llvm::SmallVector<const clang::APValue *> numbers;
  if (!collectConstants(value, numbers) ||
      static_cast<int64_t>(numbers.size()) != vkm::getNumComponents(type))
    return {};
  mlir::Type component = vkm::getComponentType(type);
  llvm::SmallVector<mlir::Attribute> attributes;
  for (const clang::APValue *number : numbers) {
    if (number->isFloat())
      attributes.push_back(mlir::FloatAttr::get(component, number->getFloat()));
    else
      attributes.push_back(mlir::IntegerAttr::get(
          component, number->getInt().extOrTrunc(component.getIntOrFloatBitWidth())));
  }
  auto constant = [&](mlir::Attribute attribute) -> mlir::Value {
    return m_builder.create<vkm::ConstantOp>(where, llvm::cast<mlir::TypedAttr>(attribute));
  };
  if (llvm::isa<vkm::VecType>(type) && llvm::all_equal(attributes))
    return m_builder.create<vkm::SplatOp>(where, type, constant(attributes.front()));
  llvm::SmallVector<mlir::Value> parts;
  for (mlir::Attribute attribute : attributes)
    parts.push_back(constant(attribute));
  return m_builder.create<vkm::AggregateOp>(where, type, parts);
}
