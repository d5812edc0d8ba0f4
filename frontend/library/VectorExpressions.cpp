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
using Kind = VectorFunctionKind;

static bool isVectorOrMatrix(mlir::Type type) {
  return type && llvm::isa<vkm::VecType, vkm::MatType>(type);
}

/// What a place holds, or a value's own type.
static mlir::Type heldType(mlir::Value placeOrValue) {
  auto ref = llvm::dyn_cast<vkm::RefType>(placeOrValue.getType());
  return ref ? ref.getPointee() : placeOrValue.getType();
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

// v[i], m[i], m(i, j), and m[i][j] where m[i] is a row
std::optional<CallResult>
VectorEmitter::emitVectorSubscript(const clang::CXXOperatorCallExpr *call) {
  const clang::Expr *object = subscriptedVector(call);
  mlir::Type type = object ? m_importer.types().vectorType(object->getType()) : mlir::Type();
  if (!type)
    return std::nullopt;
  const VectorLibrary &library = *findVectorLibrary(call->getDirectCallee());
  const clang::Expr *row = nullptr, *column = nullptr;
  if (call->getNumArgs() == 3) {
    row = call->getArg(1);
    column = call->getArg(2);
  } else if (object != call->getArg(0)) {
    auto *inner =
        clang::cast<clang::CXXOperatorCallExpr>(call->getArg(0)->IgnoreImplicit()->IgnoreParens());
    row = inner->getArg(1);
    column = call->getArg(1);
  } else if (library.subscriptIsRow && llvm::isa<vkm::MatType>(type)) {
    return std::nullopt; // a row by itself
  }
  CallResult result;
  result.failed = true;
  mlir::Value part = emitVectorObject(object, /*isArrow=*/false);
  if (row) {
    mlir::Value rowIndex = emitValue(row), columnIndex = emitValue(column);
    part = emitVectorElement(emitVectorElement(part, columnIndex, call), rowIndex, call);
  } else {
    part = emitVectorElement(part, emitValue(call->getArg(1)), call);
  }
  if (!part)
    return result;
  result.failed = false;
  if (call->isGLValue() && llvm::isa<vkm::RefType>(part.getType()))
    result.place = part;
  else
    result.value = emitVectorRead(part, loc(call));
  return result;
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

/// A value with components of another type.
static mlir::Value withComponents(mlir::OpBuilder &builder, mlir::Value value, mlir::Type component,
                                  mlir::Location where) {
  mlir::Type type = vkm::withComponentType(value.getType(), component);
  if (type == value.getType())
    return value;
  return builder.createOrFold<vkm::CastOp>(where, type, value);
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

//===------------------------------------------------------------------------------------------===//
// Operators
//===------------------------------------------------------------------------------------------===//

static std::optional<vkm::BinaryKind> binaryKind(clang::OverloadedOperatorKind kind) {
  switch (kind) {
  case clang::OO_Plus:
  case clang::OO_PlusEqual:
    return vkm::BinaryKind::Add;
  case clang::OO_Minus:
  case clang::OO_MinusEqual:
    return vkm::BinaryKind::Sub;
  case clang::OO_Star:
  case clang::OO_StarEqual:
    return vkm::BinaryKind::Mul;
  case clang::OO_Slash:
  case clang::OO_SlashEqual:
    return vkm::BinaryKind::Div;
  case clang::OO_Percent:
  case clang::OO_PercentEqual:
    return vkm::BinaryKind::Rem;
  case clang::OO_Amp:
  case clang::OO_AmpEqual:
    return vkm::BinaryKind::And;
  case clang::OO_Pipe:
  case clang::OO_PipeEqual:
    return vkm::BinaryKind::Or;
  case clang::OO_Caret:
  case clang::OO_CaretEqual:
    return vkm::BinaryKind::Xor;
  case clang::OO_LessLess:
  case clang::OO_LessLessEqual:
    return vkm::BinaryKind::Shl;
  case clang::OO_GreaterGreater:
  case clang::OO_GreaterGreaterEqual:
    return vkm::BinaryKind::Shr;
  default:
    return std::nullopt;
  }
}

static bool isCompound(clang::OverloadedOperatorKind kind) {
  switch (kind) {
  case clang::OO_PlusEqual:
  case clang::OO_MinusEqual:
  case clang::OO_StarEqual:
  case clang::OO_SlashEqual:
  case clang::OO_PercentEqual:
  case clang::OO_AmpEqual:
  case clang::OO_PipeEqual:
  case clang::OO_CaretEqual:
  case clang::OO_LessLessEqual:
  case clang::OO_GreaterGreaterEqual:
    return true;
  default:
    return false;
  }
}

/// Whether the operator means to the dialect what it means to the libraries. Quotients of matrices
/// are products with an inverse to some.
static bool isNativeOperator(vkm::BinaryKind kind, mlir::Type lhs, mlir::Type rhs) {
  bool hasMatrix = llvm::isa<vkm::MatType>(lhs) || llvm::isa<vkm::MatType>(rhs);
  return kind != vkm::BinaryKind::Div || !hasMatrix || !isVectorOrMatrix(lhs) ||
         !isVectorOrMatrix(rhs);
}

/// The value of an operator; null where it does not give that type.
mlir::Value VectorEmitter::emitVectorBinary(vkm::BinaryKind kind, mlir::Value lhs, mlir::Value rhs,
                                            mlir::Type type, mlir::Location where) {
  auto matrix = llvm::dyn_cast<vkm::MatType>(lhs.getType());
  auto vector = llvm::dyn_cast<vkm::VecType>(rhs.getType());
  // A point: the product with (x, y, z, 1), of which the first three components are of interest.
  bool isPoint = kind == vkm::BinaryKind::Mul && matrix && vector && matrix.getColumns() == 4 &&
                 matrix.getRows() == 4 && vector.getLength() == 3 && type == vector;
  if (isPoint) {
    mlir::Value one = m_builder.create<vkm::ConstantOp>(
        where, llvm::cast<mlir::TypedAttr>(mlir::FloatAttr::get(matrix.getElementType(), 1.0)));
    mlir::Value point = m_builder.create<vkm::AggregateOp>(where, matrix.getColumnType(),
                                                           mlir::ValueRange{rhs, one});
    mlir::Value product =
        m_builder.create<vkm::BinaryOp>(where, matrix.getColumnType(), kind, lhs, point);
    return m_builder.create<vkm::ResizeOp>(where, type, product);
  }
  if (!isNativeOperator(kind, lhs.getType(), rhs.getType()) ||
      vkm::getBinaryType(kind, lhs.getType(), rhs.getType()) != type)
    return {};
  return m_builder.create<vkm::BinaryOp>(where, type, kind, lhs, rhs);
}

// v += w: the right side comes first, as in any assignment.
CallResult VectorEmitter::emitVectorUpdate(const clang::CXXOperatorCallExpr *call,
                                           vkm::BinaryKind kind) {
  CallResult result;
  result.failed = true;
  mlir::Location where = loc(call);
  mlir::Value value = CallEmitter(m_body)
                          .emitArgument(call->getArg(1), Passing::Value, /*isReference=*/false)
                          .value;
  mlir::Value place = emitPlace(call->getArg(0));
  if (!value || !place)
    return result;
  mlir::Type type = heldType(place);
  mlir::Type component = vkm::getComponentType(type);
  bool isShift = kind == vkm::BinaryKind::Shl || kind == vkm::BinaryKind::Shr;
  if (!isShift)
    value = withComponents(m_builder, value, component, where);
  if (!isNativeOperator(kind, type, value.getType()) ||
      vkm::getBinaryType(kind, type, value.getType()) != type) {
    report(call, diag::VectorFunctionUnknown,
           {"this operator", findVectorLibrary(call->getDirectCallee())->displayName.str()});
    return result;
  }
  m_builder.create<vkm::UpdateOp>(where, kind, place, value);
  result.failed = false;
  result.place = place;
  return result;
}

CallResult VectorEmitter::emitVectorIncrement(const clang::CXXOperatorCallExpr *call) {
  CallResult result;
  mlir::Location where = loc(call);
  mlir::Value place = emitPlace(call->getArg(0));
  if (!place) {
    result.failed = true;
    return result;
  }
  bool isPostfix = call->getNumArgs() == 2;
  if (isPostfix)
    result.value = emitVectorRead(place, where);
  else
    result.place = place;
  mlir::Type component = vkm::getComponentType(heldType(place));
  mlir::Value one =
      emitCast(emitInteger(1, m_importer.types().integerType(32, true), where), component, where);
  bool isIncrement = call->getOperator() == clang::OO_PlusPlus;
  m_builder.create<vkm::UpdateOp>(where, isIncrement ? vkm::BinaryKind::Add : vkm::BinaryKind::Sub,
                                  place, one);
  return result;
}

std::optional<CallResult>
VectorEmitter::emitVectorOperator(const clang::CXXOperatorCallExpr *call) {
  const VectorLibrary &library = *findVectorLibrary(call->getDirectCallee());
  clang::OverloadedOperatorKind kind = call->getOperator();
  mlir::Location where = loc(call);
  if (kind == clang::OO_Subscript || kind == clang::OO_Call)
    return emitVectorSubscript(call);
  bool hasVector = llvm::any_of(call->arguments(), [&](const clang::Expr *argument) {
    return m_importer.types().vectorType(argument->getType()) != nullptr;
  });
  if (!hasVector)
    return std::nullopt;
  bool isOfVector = m_importer.types().vectorType(call->getArg(0)->getType()) != nullptr;
  CallResult result;
  if (kind == clang::OO_Equal && isOfVector) {
    mlir::Value value = CallEmitter(m_body)
                            .emitArgument(call->getArg(1), Passing::Value, /*isReference=*/false)
                            .value;
    result.place = emitPlace(call->getArg(0));
    result.failed = !value || !result.place;
    if (!result.failed)
      m_builder.create<vkm::AssignOp>(
          where, result.place,
          withComponents(m_builder, value, vkm::getComponentType(heldType(result.place)), where));
    return result;
  }
  std::optional<vkm::BinaryKind> binary = binaryKind(kind);
  if (isCompound(kind) && isOfVector)
    return emitVectorUpdate(call, *binary);
  bool isStep = kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus;
  if (isStep && isOfVector)
    return emitVectorIncrement(call);
  bool isEquality = kind == clang::OO_EqualEqual || kind == clang::OO_ExclaimEqual;
  bool isUnary = call->getNumArgs() == 1;
  bool isNegation = isUnary && (kind == clang::OO_Minus || kind == clang::OO_Tilde);
  bool isListed = isNegation || (isUnary && kind == clang::OO_Plus) || (!isUnary && binary) ||
                  (isEquality && library.comparesWhole);
  mlir::Type type = isListed ? convert(call->getType().getNonReferenceType(), where) : mlir::Type();
  if (!type)
    return std::nullopt;
  // Whether the operator applies is known by the types: nothing is evaluated before.
  llvm::SmallVector<mlir::Type> types;
  for (const clang::Expr *argument : call->arguments())
    types.push_back(convert(argument->getType().getNonReferenceType(), where));
  if (llvm::is_contained(types, mlir::Type()))
    return std::nullopt;
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<const clang::Expr *> arguments(call->arguments());
  result.failed = !emitArguments(arguments, operands);
  if (result.failed)
    return result;
  if (isUnary) {
    result.value = operands.front();
    if (isNegation)
      result.value = m_builder.create<vkm::UnaryOp>(
          where, kind == clang::OO_Minus ? vkm::UnaryKind::Neg : vkm::UnaryKind::BitNot,
          operands.front());
  } else if (isEquality) {
    result.value = m_builder.create<vkm::CmpOp>(where, m_importer.types().boolType(),
                                                kind == clang::OO_EqualEqual ? vkm::CmpKind::Eq
                                                                             : vkm::CmpKind::Ne,
                                                operands[0], operands[1]);
  } else {
    result.value = emitVectorBinary(*binary, operands[0], operands[1], type, where);
  }
  if (result.value)
    return result;
  report(call, diag::VectorFunctionUnknown, {"this operator", library.displayName.str()});
  result.failed = true;
  return result;
}

//===------------------------------------------------------------------------------------------===//
// Functions
//===------------------------------------------------------------------------------------------===//

std::optional<CallResult> VectorEmitter::emitVectorFunction(const clang::CallExpr *call,
                                                            const clang::FunctionDecl *callee) {
  const VectorLibrary &library = *findVectorLibrary(callee);
  const VectorFunction *function = findVectorFunction(library, callee);
  if (!function)
    return std::nullopt;
  mlir::Location where = loc(call);
  llvm::SmallVector<mlir::Type> types;
  for (const clang::ParmVarDecl *parameter : callee->parameters()) {
    clang::QualType type = parameter->getType().getNonReferenceType();
    if (!type->isArithmeticType() && !m_importer.types().vectorType(type))
      return std::nullopt;
    types.push_back(convert(type, where));
  }
  mlir::Type type = convert(call->getType().getNonReferenceType(), where);
  if (!type || llvm::is_contained(types, mlir::Type()))
    return std::nullopt;
  // A function of that name that takes other things is another one.
  if (function->kind == Kind::Math && vkm::getMathType(function->math, types) != type)
    return std::nullopt;
  bool isUniform = llvm::all_of(types, [&](mlir::Type other) { return other == type; });
  if (function->kind == Kind::MinOfMax && !isUniform &&
      vkm::getMathType(vkm::MathFn::Clamp, types) != type)
    return std::nullopt;
  if (function->kind == Kind::Not && !types.front().isInteger(1) &&
      !vkm::getComponentType(types.front()).isInteger(1))
    return std::nullopt;
  CallResult result;
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<const clang::Expr *> arguments(call->arguments());
  result.failed = !emitArguments(arguments, operands);
  if (result.failed)
    return result;
  auto math = [&](vkm::MathFn fn, llvm::ArrayRef<mlir::Value> of) -> mlir::Value {
    m_importer.types().noteCppName(vkm::getCppNameKey(fn, of.front().getType()),
                                   (library.nameSpace + "::" + vkm::stringifyMathFn(fn)).str());
    return m_builder.create<vkm::MathOp>(where, type, fn, of);
  };
  switch (function->kind) {
  case Kind::Math:
    result.value = m_builder.create<vkm::MathOp>(where, type, function->math, operands);
    m_importer.types().noteCppName(vkm::getCppNameKey(function->math, types.front()),
                                   (library.nameSpace + "::" + function->name).str());
    break;
  case Kind::MinOfMax: {
    // std::max(a, x) takes x only where it is larger.
    mlir::Value lower = operands[1], upper = operands[2];
    for (mlir::Value *limit : {&lower, &upper})
      if (limit->getType() != type)
        *limit = m_builder.create<vkm::SplatOp>(where, type, *limit);
    result.value = math(vkm::MathFn::Min, {math(vkm::MathFn::Max, {lower, operands[0]}), upper});
    break;
  }
  case Kind::Not:
    result.value = m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Not, operands.front());
    break;
  case Kind::Product:
    result.value = emitVectorBinary(vkm::BinaryKind::Mul, operands[0], operands[1], type, where);
    break;
  case Kind::Construct:
    result.value =
        makeVector(type, operands, library.fillsMatrices, library.constructsByRows, where);
    break;
  default:
    break;
  }
  result.failed = !result.value;
  if (result.failed)
    report(call, diag::VectorFunctionUnknown,
           {"'" + function->name.str() + "'", library.displayName.str()});
  return result;
}

std::optional<CallResult> VectorEmitter::emitVectorMethod(const clang::CXXMemberCallExpr *call) {
  const clang::CXXMethodDecl *method = call->getMethodDecl();
  const VectorLibrary &library = *findVectorLibrary(method);
  const VectorFunction *function = findVectorFunction(library, method);
  const clang::Expr *object = call->getImplicitObjectArgument();
  bool isArrow = object->getType()->isPointerType();
  mlir::Type type = m_importer.types().vectorType(isArrow ? object->getType()->getPointeeType()
                                                          : object->getType());
  if (!function || !type)
    return std::nullopt;
  auto matrix = llvm::dyn_cast<vkm::MatType>(type);
  bool isOfMatrix = function->kind != Kind::Zero && function->kind != Kind::Column;
  if (isOfMatrix && !matrix)
    return std::nullopt;
  mlir::Location where = loc(call);
  CallResult result;
  result.failed = true;
  mlir::Value whole = emitVectorObject(object, isArrow);
  llvm::SmallVector<mlir::Value> operands;
  for (const clang::Expr *argument : call->arguments())
    operands.push_back(
        CallEmitter(m_body).emitArgument(argument, Passing::Value, /*isReference=*/false).value);
  if (!whole || llvm::is_contained(operands, mlir::Value()))
    return result;
  bool isPlace = llvm::isa<vkm::RefType>(whole.getType());
  auto assign = [&](mlir::Value place, mlir::Value value) {
    if (place)
      m_builder.create<vkm::AssignOp>(where, place, value);
    result.failed = !place;
  };
  switch (function->kind) {
  case Kind::Column: {
    mlir::Value column = emitVectorElement(whole, operands[0], call);
    if (column && call->isGLValue() && isPlace)
      result.place = column;
    else if (column)
      result.value = emitVectorRead(column, where);
    result.failed = !column;
    return result;
  }
  case Kind::Row: {
    llvm::SmallVector<mlir::Value> cells;
    for (int64_t column = 0; column < matrix.getColumns(); ++column) {
      mlir::Value cell =
          emitVectorElement(emitVectorElement(whole, column, call), operands[0], call);
      if (!cell)
        return result;
      cells.push_back(emitVectorRead(cell, where));
    }
    result.value = m_builder.create<vkm::AggregateOp>(
        where, vkm::VecType::get(type.getContext(), matrix.getColumns(), matrix.getElementType()),
        cells);
    result.failed = false;
    return result;
  }
  case Kind::SetColumn:
    assign(emitVectorElement(whole, operands[0], call), operands[1]);
    return result;
  case Kind::SetRow:
    for (int64_t column = 0; column < matrix.getColumns(); ++column)
      assign(emitVectorElement(emitVectorElement(whole, column, call), operands[0], call),
             emitVectorElement(operands[1], column, call));
    return result;
  case Kind::Identity:
    assign(whole, emitSplat(1.0, type, where));
    return result;
  case Kind::Zero:
    assign(whole, emitSplat(0.0, type, where));
    return result;
  default:
    return std::nullopt;
  }
}

std::optional<CallResult> VectorEmitter::emitVectorCall(const clang::CallExpr *call,
                                                        const Callee &callee) {
  const VectorLibrary *library = callee.vectors;
  if (!library)
    return std::nullopt;
  std::optional<CallResult> result;
  auto *operatorCall = dyn_cast<clang::CXXOperatorCallExpr>(call);
  auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call);
  if (operatorCall)
    result = emitVectorOperator(operatorCall);
  else if (memberCall && memberCall->getMethodDecl())
    result = emitVectorMethod(memberCall);
  else
    result = emitVectorFunction(call, callee.function);
  if (result || library->translatesOthers)
    return result;
  // glm::pi<float>(), v.length(): what clang can compute.
  result.emplace();
  result->value = tryConstant(call);
  result->failed = !result->value;
  if (result->failed)
    report(call, diag::VectorFunctionUnknown,
           {operatorCall ? "this operator" : qualifiedName(callee.function),
            library->displayName.str()});
  return result;
}
