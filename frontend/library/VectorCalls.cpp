//===- VectorCalls.cpp - Operators, functions and methods of vectors and matrices -------------===//
//
// What a library of VectorMaths.h means by a call. Operands are evaluated as those of any call;
// what is converted is converted by operations of the dialect.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/Calls.h"
#include "frontend/library/Subjects.h"
#include "frontend/library/VectorExpressions.h"
#include "frontend/library/VectorMaths.h"
#include "frontend/source/Program.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;
using vkm::MathFn;

static bool isVectorOrMatrix(mlir::Type type) {
  return type && llvm::isa<vkm::VecType, vkm::MatType>(type);
}

namespace {
/// An operator in operator notation.
class VectorOperator : public VectorEmitter {
public:
  VectorOperator(Body &body, const VectorLibrary &library)
      : VectorEmitter(body), m_library(library) {}

  std::optional<CallResult> emitVectorOperator(const clang::CXXOperatorCallExpr *call);

private:
  std::optional<CallResult> emitVectorSubscript(const clang::CXXOperatorCallExpr *call);
  CallResult emitVectorUpdate(const clang::CXXOperatorCallExpr *call, vkm::BinaryKind kind);
  CallResult emitVectorIncrement(const clang::CXXOperatorCallExpr *call);

  const VectorLibrary &m_library;
};
} // namespace

// v[i], m[i], m(i, j), and m[i][j] where m[i] is a row
std::optional<CallResult>
VectorOperator::emitVectorSubscript(const clang::CXXOperatorCallExpr *call) {
  const clang::Expr *object = subscriptedVector(call);
  mlir::Type type = object ? m_importer.types().vectorType(object->getType()) : mlir::Type();
  if (!type)
    return std::nullopt;
  const clang::Expr *row = nullptr, *column = nullptr;
  if (call->getNumArgs() == 3) {
    row = call->getArg(1);
    column = call->getArg(2);
  } else if (object != call->getArg(0)) {
    auto *inner =
        clang::cast<clang::CXXOperatorCallExpr>(call->getArg(0)->IgnoreImplicit()->IgnoreParens());
    row = inner->getArg(1);
    column = call->getArg(1);
  } else if (m_library.subscriptIsRow && llvm::isa<vkm::MatType>(type)) {
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
CallResult VectorOperator::emitVectorUpdate(const clang::CXXOperatorCallExpr *call,
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
    report(call, diag::VectorFunctionUnknown, {"this operator", m_library.displayName.str()});
    return result;
  }
  m_builder.create<vkm::UpdateOp>(where, kind, place, value);
  result.failed = false;
  result.place = place;
  return result;
}

CallResult VectorOperator::emitVectorIncrement(const clang::CXXOperatorCallExpr *call) {
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
VectorOperator::emitVectorOperator(const clang::CXXOperatorCallExpr *call) {
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
                  (isEquality && m_library.comparesWhole);
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
  report(call, diag::VectorFunctionUnknown, {"this operator", m_library.displayName.str()});
  result.failed = true;
  return result;
}

//===------------------------------------------------------------------------------------------===//
// Functions
//===------------------------------------------------------------------------------------------===//

namespace {
class VectorCall : public LibraryCall {
public:
  VectorCall(Body &body, const clang::CallExpr *call, const Callee &callee)
      : LibraryCall(body, call, callee), m_library(*callee.vectors), m_vectors(body) {}

  template <MathFn function> LibraryResult math() { return emitMath(function); }
  /// clamp(x, a, b) where it is min(max(a, x), b): std::max(a, x) takes x only where it is larger.
  LibraryResult minOfMax() {
    if (!findTypes())
      return std::nullopt;
    bool isUniform = llvm::all_of(m_types, [&](mlir::Type other) { return other == m_type; });
    if (!isUniform && vkm::getMathType(MathFn::Clamp, m_types) != m_type)
      return std::nullopt;
    if (!emitArguments(arguments(), m_operands))
      return failure();
    mlir::Value lower = m_operands[1], upper = m_operands[2];
    for (mlir::Value *limit : {&lower, &upper})
      if (limit->getType() != m_type)
        *limit = m_builder.create<vkm::SplatOp>(m_where, m_type, *limit);
    mlir::Value atLeast = named(MathFn::Max, {lower, m_operands[0]});
    return give(named(MathFn::Min, {atLeast, upper}));
  }
  /// Each bool negated.
  LibraryResult invert() {
    if (!findTypes() ||
        (!m_types.front().isInteger(1) && !vkm::getComponentType(m_types.front()).isInteger(1)))
      return std::nullopt;
    if (!emitArguments(arguments(), m_operands))
      return failure();
    return give(m_builder.create<vkm::UnaryOp>(m_where, vkm::UnaryKind::Not, m_operands.front()));
  }
  /// The product of matrices, or of a matrix and a vector.
  LibraryResult product() {
    if (!findTypes())
      return std::nullopt;
    if (!emitArguments(arguments(), m_operands))
      return failure();
    return give(m_vectors.emitVectorBinary(vkm::BinaryKind::Mul, m_operands[0], m_operands[1],
                                           m_type, m_where));
  }
  /// The result, made of its arguments as by a constructor.
  LibraryResult construct() {
    if (!findTypes())
      return std::nullopt;
    if (!emitArguments(arguments(), m_operands))
      return failure();
    return give(m_vectors.makeVector(m_type, m_operands, m_library.fillsMatrices,
                                     m_library.constructsByRows, m_where));
  }

private:
  /// The types of parameters and result; false where one of them is none of a vector or number.
  bool findTypes() {
    for (const clang::ParmVarDecl *parameter : m_callee.function->parameters()) {
      clang::QualType type = parameter->getType().getNonReferenceType();
      if (!type->isArithmeticType() && !m_importer.types().vectorType(type))
        return false;
      m_types.push_back(convert(type, m_where));
    }
    m_type = convert(m_call->getType().getNonReferenceType(), m_where);
    return m_type && !llvm::is_contained(m_types, mlir::Type());
  }
  LibraryResult emitMath(MathFn function) {
    // A function of that name that takes other things is another one.
    if (!findTypes() || vkm::getMathType(function, m_types) != m_type)
      return std::nullopt;
    if (!emitArguments(arguments(), m_operands))
      return failure();
    mlir::Value value = m_builder.create<vkm::MathOp>(m_where, m_type, function, m_operands);
    m_importer.types().noteCppName(vkm::getCppNameKey(function, m_types.front()),
                                   (m_library.nameSpace + "::" + m_callee.name).str());
    return give(value);
  }
  /// A function that the library has by the dialect's own name.
  mlir::Value named(MathFn function, llvm::ArrayRef<mlir::Value> operands) {
    m_importer.types().noteCppName(
        vkm::getCppNameKey(function, operands.front().getType()),
        (m_library.nameSpace + "::" + vkm::stringifyMathFn(function)).str());
    return m_builder.create<vkm::MathOp>(m_where, m_type, function, operands);
  }
  LibraryResult give(mlir::Value value) {
    if (value)
      return CallResult::ofValue(value);
    return refuse(diag::VectorFunctionUnknown,
                  {"'" + m_callee.name.str() + "'", m_library.displayName.str()});
  }

  const VectorLibrary &m_library;
  VectorEmitter m_vectors;
  llvm::SmallVector<mlir::Type> m_types;
  mlir::Type m_type; ///< of the result
  llvm::SmallVector<mlir::Value> m_operands;
};

/// A member function of a vector or matrix.
class VectorMethod : public LibraryCall {
public:
  VectorMethod(Body &body, const clang::CallExpr *call, const Callee &callee)
      : LibraryCall(body, call, callee), m_vectors(body) {
    m_isArrow = object() && object()->getType()->isPointerType();
    if (object())
      m_type = m_importer.types().vectorType(m_isArrow ? object()->getType()->getPointeeType()
                                                       : object()->getType());
    m_matrix = llvm::dyn_cast_or_null<vkm::MatType>(m_type);
  }

  /// A column of a matrix; a component of a vector.
  LibraryResult column() {
    if (!m_type)
      return std::nullopt;
    mlir::Value column = emitOperands() ? element(m_whole, m_operands[0]) : mlir::Value();
    if (column && m_call->isGLValue() && llvm::isa<vkm::RefType>(m_whole.getType()))
      return CallResult::ofPlace(column);
    return CallResult::ofValue(column ? m_vectors.emitVectorRead(column, m_where) : column);
  }
  LibraryResult row() {
    if (!m_matrix)
      return std::nullopt;
    if (!emitOperands())
      return failure();
    llvm::SmallVector<mlir::Value> cells;
    for (int64_t column = 0; column < m_matrix.getColumns(); ++column) {
      mlir::Value cell = cellOf(column, m_operands[0]);
      if (!cell)
        return failure();
      cells.push_back(m_vectors.emitVectorRead(cell, m_where));
    }
    auto type =
        vkm::VecType::get(m_type.getContext(), m_matrix.getColumns(), m_matrix.getElementType());
    return CallResult::ofValue(m_builder.create<vkm::AggregateOp>(m_where, type, cells));
  }
  LibraryResult setColumn() {
    if (!m_matrix)
      return std::nullopt;
    return CallResult::done(emitOperands() &&
                            assign(element(m_whole, m_operands[0]), m_operands[1]));
  }
  LibraryResult setRow() {
    if (!m_matrix)
      return std::nullopt;
    if (!emitOperands())
      return failure();
    bool succeeded = true;
    for (int64_t column = 0; column < m_matrix.getColumns(); ++column)
      succeeded = assign(cellOf(column, m_operands[0]),
                         m_vectors.emitVectorElement(m_operands[1], column, m_call));
    return CallResult::done(succeeded);
  }
  /// Makes a matrix the unit matrix.
  LibraryResult identity() { return m_matrix ? fill(1.0) : std::nullopt; }
  /// Makes all components 0.
  LibraryResult zero() { return m_type ? fill(0.0) : std::nullopt; }

private:
  bool emitOperands() {
    m_whole = m_vectors.emitVectorObject(object(), m_isArrow);
    for (const clang::Expr *argument : arguments())
      m_operands.push_back(
          CallEmitter(m_body).emitArgument(argument, Passing::Value, /*isReference=*/false).value);
    return m_whole && !llvm::is_contained(m_operands, mlir::Value());
  }
  mlir::Value element(mlir::Value whole, mlir::Value index) {
    return m_vectors.emitVectorElement(whole, index, m_call);
  }
  mlir::Value cellOf(int64_t column, mlir::Value row) {
    return element(m_vectors.emitVectorElement(m_whole, column, m_call), row);
  }
  bool assign(mlir::Value place, mlir::Value value) {
    if (place)
      m_builder.create<vkm::AssignOp>(m_where, place, value);
    return static_cast<bool>(place);
  }
  LibraryResult fill(double number) {
    return CallResult::done(emitOperands() &&
                            assign(m_whole, m_vectors.emitSplat(number, m_type, m_where)));
  }

  VectorEmitter m_vectors;
  bool m_isArrow = false;
  mlir::Type m_type;
  vkm::MatType m_matrix; ///< the same, of a matrix
  mlir::Value m_whole;
  llvm::SmallVector<mlir::Value> m_operands;
};

template <MathFn function> constexpr LibraryHandler vectorMath = by<&VectorCall::math<function>>;
} // namespace

// Names and meaning are those of GLSL.
static constexpr LibraryRow kCommonRows[] = {
    {"abs", 1, vectorMath<MathFn::Abs>},
    {"sign", 1, vectorMath<MathFn::Sign>},
    {"floor", 1, vectorMath<MathFn::Floor>},
    {"ceil", 1, vectorMath<MathFn::Ceil>},
    {"fract", 1, vectorMath<MathFn::Fract>},
    {"mod", 2, vectorMath<MathFn::Mod>},
    {"min", 2, vectorMath<MathFn::Min>},
    {"max", 2, vectorMath<MathFn::Max>},
    {"mix", 3, vectorMath<MathFn::Mix>},
    {"smoothstep", 3, vectorMath<MathFn::SmoothStep>},
    {"sqrt", 1, vectorMath<MathFn::Sqrt>},
    {"inversesqrt", 1, vectorMath<MathFn::InverseSqrt>},
    {"dot", 2, vectorMath<MathFn::Dot>},
    {"cross", 2, vectorMath<MathFn::Cross>},
    {"length", 1, vectorMath<MathFn::Length>},
    {"normalize", 1, vectorMath<MathFn::Normalize>},
    {"faceforward", 3, vectorMath<MathFn::FaceForward>},
    {"reflect", 2, vectorMath<MathFn::Reflect>},
    {"refract", 3, vectorMath<MathFn::Refract>},
    {"transpose", 1, vectorMath<MathFn::Transpose>},
    {"determinant", 1, vectorMath<MathFn::Determinant>},
    {"outerProduct", 2, vectorMath<MathFn::OuterProduct>},
};

static constexpr LibraryRow kGlmRows[] = {
    {"trunc", 1, vectorMath<MathFn::Trunc>},
    {"round", 1, vectorMath<MathFn::Round>},
    {"clamp", 3, vectorMath<MathFn::Clamp>},
    {"step", 2, vectorMath<MathFn::Step>},
    {"isnan", 1, vectorMath<MathFn::IsNan>},
    {"isinf", 1, vectorMath<MathFn::IsInf>},
    {"fma", 3, vectorMath<MathFn::Fma>},
    {"pow", 2, vectorMath<MathFn::Pow>},
    {"exp", 1, vectorMath<MathFn::Exp>},
    {"exp2", 1, vectorMath<MathFn::Exp2>},
    {"log", 1, vectorMath<MathFn::Log>},
    {"log2", 1, vectorMath<MathFn::Log2>},
    {"radians", 1, vectorMath<MathFn::Radians>},
    {"degrees", 1, vectorMath<MathFn::Degrees>},
    {"sin", 1, vectorMath<MathFn::Sin>},
    {"cos", 1, vectorMath<MathFn::Cos>},
    {"tan", 1, vectorMath<MathFn::Tan>},
    {"asin", 1, vectorMath<MathFn::Asin>},
    {"acos", 1, vectorMath<MathFn::Acos>},
    {"atan", 1, vectorMath<MathFn::Atan>},
    {"atan", 2, vectorMath<MathFn::Atan2>},
    {"sinh", 1, vectorMath<MathFn::Sinh>},
    {"cosh", 1, vectorMath<MathFn::Cosh>},
    {"tanh", 1, vectorMath<MathFn::Tanh>},
    {"asinh", 1, vectorMath<MathFn::Asinh>},
    {"acosh", 1, vectorMath<MathFn::Acosh>},
    {"atanh", 1, vectorMath<MathFn::Atanh>},
    {"roundEven", 1, vectorMath<MathFn::Rint>},
    {"distance", 2, vectorMath<MathFn::Distance>},
    {"inverse", 1, vectorMath<MathFn::Inverse>},
    {"matrixCompMult", 2, vectorMath<MathFn::MatrixCompMult>},
    {"lessThan", 2, vectorMath<MathFn::LessThan>},
    {"lessThanEqual", 2, vectorMath<MathFn::LessThanEqual>},
    {"greaterThan", 2, vectorMath<MathFn::GreaterThan>},
    {"greaterThanEqual", 2, vectorMath<MathFn::GreaterThanEqual>},
    {"equal", 2, vectorMath<MathFn::Equal>},
    {"notEqual", 2, vectorMath<MathFn::NotEqual>},
    {"any", 1, vectorMath<MathFn::Any>},
    {"all", 1, vectorMath<MathFn::All>},
    {"not_", 1, by<&VectorCall::invert>},
};

static constexpr LibraryRow kLiteMathRows[] = {
    {"clamp", 3, by<&VectorCall::minOfMax>},        {"lerp", 3, vectorMath<MathFn::Mix>},
    {"inverse3x3", 1, vectorMath<MathFn::Inverse>}, {"inverse4x4", 1, vectorMath<MathFn::Inverse>},
    {"mul", 2, by<&VectorCall::product>},           {"mul4x4x4", 2, by<&VectorCall::product>},
    {"make_float2", 2, by<&VectorCall::construct>}, {"make_float3", 3, by<&VectorCall::construct>},
    {"make_float4", 4, by<&VectorCall::construct>}, {"make_int2", 2, by<&VectorCall::construct>},
    {"make_int3", 3, by<&VectorCall::construct>},   {"make_int4", 4, by<&VectorCall::construct>},
    {"make_uint2", 2, by<&VectorCall::construct>},  {"make_uint3", 3, by<&VectorCall::construct>},
    {"make_uint4", 4, by<&VectorCall::construct>},  {"to_float3", 1, by<&VectorCall::construct>},
    {"to_float4", 2, by<&VectorCall::construct>},   {"to_int3", 1, by<&VectorCall::construct>},
    {"to_int4", 2, by<&VectorCall::construct>},     {"to_uint3", 1, by<&VectorCall::construct>},
    {"to_uint4", 2, by<&VectorCall::construct>},    {"to_float32", 1, by<&VectorCall::construct>},
    {"to_int32", 1, by<&VectorCall::construct>},    {"to_uint32", 1, by<&VectorCall::construct>},
};

static constexpr LibraryRow kLiteMathMethods[] = {
    {"*::col", 1, by<&VectorMethod::column>},     {"*::get_col", 1, by<&VectorMethod::column>},
    {"*::get_row", 1, by<&VectorMethod::row>},    {"*::set_col", 2, by<&VectorMethod::setColumn>},
    {"*::set_row", 2, by<&VectorMethod::setRow>}, {"*::identity", 0, by<&VectorMethod::identity>},
    {"*::zero", 0, by<&VectorMethod::zero>},
};

static constexpr LibraryTable kVectorCallsTables[] = {
    {LibraryHome::Vectors, kCommonRows, "glm"},
    {LibraryHome::Vectors, kGlmRows, "glm"},
    {LibraryHome::Vectors, kCommonRows, "LiteMath"},
    {LibraryHome::Vectors, kLiteMathRows, "LiteMath"},
    {LibraryHome::Vectors, kLiteMathMethods, "LiteMath"},
};
const LibrarySubject vkmorph::frontend::kVectors = kVectorCallsTables;

LibraryResult vkmorph::frontend::emitVectorCall(Body &body, const clang::CallExpr *call,
                                                const Callee &callee) {
  if (!callee.vectors)
    return std::nullopt;
  const VectorLibrary &library = *callee.vectors;
  auto *operatorCall = dyn_cast<clang::CXXOperatorCallExpr>(call);
  LibraryResult result = operatorCall
                             ? VectorOperator(body, library).emitVectorOperator(operatorCall)
                             : emitLibraryCall(body, call, callee);
  if (result || library.translatesOthers)
    return result;
  // glm::pi<float>(), v.length(): what clang can compute.
  return emitComputedCall(
      body, call, diag::VectorFunctionUnknown,
      {operatorCall ? "this operator" : qualifiedName(callee.function), library.displayName.str()});
}
