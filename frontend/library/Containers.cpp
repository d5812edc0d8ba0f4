//===- Containers.cpp - std::array and std::pair as arrays and records ------------------------===//

#include "frontend/library/Containers.h"

#include "frontend/body/BodyBuilder.h"
#include "frontend/roles/Mutation.h"
#include "frontend/source/AstWalk.h"

#include "clang/AST/DeclTemplate.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

static const clang::ClassTemplateSpecializationDecl *instanceOf(const clang::CXXRecordDecl *record,
                                                                llvm::StringRef name) {
  auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return instance && isOfStandardLibrary(instance) && instance->getName() == name &&
                 instance->hasDefinition()
             ? llvm::cast<clang::ClassTemplateSpecializationDecl>(instance->getDefinition())
             : nullptr;
}

std::optional<StdArray> vkmorph::frontend::matchStdArray(clang::QualType type) {
  auto *instance = instanceOf(type.getNonReferenceType()->getAsCXXRecordDecl(), "array");
  if (!instance || instance->getNumBases() != 0 ||
      std::distance(instance->field_begin(), instance->field_end()) != 1)
    return std::nullopt;
  const clang::FieldDecl *field = *instance->field_begin();
  auto *array = instance->getASTContext().getAsConstantArrayType(field->getType());
  if (!array || array->getSize().isZero())
    return std::nullopt;
  return StdArray{array->getElementType(), array->getSize().getZExtValue(), field};
}

const clang::Expr *vkmorph::frontend::withoutWidening(const clang::Expr *index) {
  auto *cast = dyn_cast<clang::ImplicitCastExpr>(index->IgnoreParens());
  if (!cast || cast->getCastKind() != clang::CK_IntegralCast)
    return index;
  const clang::Expr *operand = cast->getSubExpr();
  auto *type = operand->getType()->getAs<clang::BuiltinType>();
  bool isPlain = type && (type->getKind() == clang::BuiltinType::Int ||
                          type->getKind() == clang::BuiltinType::UInt ||
                          type->getKind() == clang::BuiltinType::Long ||
                          type->getKind() == clang::BuiltinType::LongLong);
  return isPlain ? operand : index;
}

std::optional<StdVector> vkmorph::frontend::matchStdVector(clang::QualType type) {
  auto *instance = instanceOf(type.getNonReferenceType()->getAsCXXRecordDecl(), "vector");
  if (!instance || instance->getTemplateArgs().size() == 0 ||
      instance->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return std::nullopt;
  return StdVector{instance->getTemplateArgs()[0].getAsType()};
}

ContainerCall vkmorph::frontend::splitContainerCall(const clang::CallExpr *call) {
  llvm::ArrayRef<const clang::Expr *> arguments(call->getArgs(), call->getNumArgs());
  if (auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call))
    return {memberCall->getImplicitObjectArgument(), arguments};
  return {arguments.front(), arguments.drop_front()};
}

bool vkmorph::frontend::isStdPair(const clang::CXXRecordDecl *record) {
  auto *instance = instanceOf(record, "pair");
  return instance && std::distance(instance->field_begin(), instance->field_end()) == 2;
}

mlir::Value BodyBuilder::emitElementOf(mlir::Value array, mlir::Value index, mlir::Location where) {
  auto type = llvm::cast<vkm::ArrayType>(llvm::cast<vkm::RefType>(array.getType()).getPointee());
  return m_builder.create<vkm::ElementOp>(where, vkm::RefType::get(type.getElementType()), array,
                                          index);
}

const clang::InitListExpr *vkmorph::frontend::initializerListOf(const clang::Expr *e) {
  bool isList = false;
  while (true) {
    e = e->IgnoreParenImpCasts();
    if (auto *full = dyn_cast<clang::FullExpr>(e)) {
      e = full->getSubExpr();
    } else if (auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(e)) {
      e = temporary->getSubExpr();
    } else if (auto *list = dyn_cast<clang::CXXStdInitializerListExpr>(e)) {
      isList = true;
      e = list->getSubExpr();
    } else {
      return isList ? dyn_cast<clang::InitListExpr>(e) : nullptr;
    }
  }
}

const clang::Expr *vkmorph::frontend::containerOf(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return nullptr;
  clang::QualType first = call->getNumArgs() > 0 ? call->getArg(0)->getType() : clang::QualType();
  const clang::CXXRecordDecl *record = first.isNull() ? nullptr : first->getAsCXXRecordDecl();
  if (record && tupleIndex(callee, record))
    return matchStdArray(first) || isStdPair(record) || isStdTuple(record) ? call->getArg(0)
                                                                           : nullptr;
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (!method || method->isStatic() || !method->getReturnType()->isReferenceType())
    return nullptr;
  clang::QualType type = method->getASTContext().getRecordType(method->getParent());
  if (!matchStdArray(type) && !matchStdVector(type))
    return nullptr;
  const clang::Expr *object = splitContainerCall(call).object;
  return object->getType()->isPointerType() ? nullptr : object;
}

namespace {
/// The counted loop whose variable is looked for.
class CountedLoop : public AstWalk {
public:
  explicit CountedLoop(const clang::VarDecl *counter) : m_counter(counter) {}
  bool visitForStmt(clang::ForStmt *statement) override {
    auto *init = llvm::dyn_cast_or_null<clang::DeclStmt>(statement->getInit());
    if (init && llvm::is_contained(init->decls(), m_counter))
      found = statement;
    return !found;
  }
  const clang::ForStmt *found = nullptr;

private:
  const clang::VarDecl *m_counter;
};
} // namespace

/// The largest value of an index that is never negative; none where that is not evident: constants,
/// `x & 7`, `u % 8`, the counter of `for (int k = 0; k < 8; k++)`.
std::optional<int64_t> BodyBuilder::findUpperBound(const clang::Expr *index) const {
  const clang::Expr *e = index->IgnoreParenImpCasts();
  clang::Expr::EvalResult constant;
  auto number = [&](const clang::Expr *of) -> std::optional<int64_t> {
    if (of->isValueDependent() || !of->EvaluateAsInt(constant, m_ast))
      return std::nullopt;
    return constant.Val.getInt().tryExtValue();
  };
  auto nonNegative = [](std::optional<int64_t> value) {
    return value && *value >= 0 ? value : std::nullopt;
  };
  if (std::optional<int64_t> value = number(e))
    return nonNegative(value);
  if (auto *cast = dyn_cast<clang::ExplicitCastExpr>(e); cast && e->getType()->isIntegerType())
    return m_ast.getTypeSize(e->getType()) >= 32 ? findUpperBound(cast->getSubExpr())
                                                 : std::nullopt;
  if (auto *binary = dyn_cast<clang::BinaryOperator>(e)) {
    std::optional<int64_t> right = number(binary->getRHS());
    if (binary->getOpcode() == clang::BO_And) {
      std::optional<int64_t> left = number(binary->getLHS());
      return nonNegative(right ? right : left);
    }
    bool isUnsigned = binary->getType()->isUnsignedIntegerType();
    if (binary->getOpcode() == clang::BO_Rem && right && *right > 0 &&
        (isUnsigned || findUpperBound(binary->getLHS())))
      return *right - 1;
    return std::nullopt;
  }
  auto *reference = dyn_cast<clang::DeclRefExpr>(e);
  auto *counter = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!counter || !counter->isLocalVarDecl() || !counter->getInit() || !m_definition->getBody())
    return std::nullopt;
  CountedLoop loop(counter);
  loop.walk(m_definition->getBody());
  if (!loop.found || isMutated(counter, loop.found->getBody()))
    return std::nullopt;
  auto *step = llvm::dyn_cast_or_null<clang::UnaryOperator>(loop.found->getInc());
  auto *condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.found->getCond());
  std::optional<int64_t> start = nonNegative(number(counter->getInit()));
  if (!step || !step->isIncrementOp() || !condition || !start)
    return std::nullopt;
  auto *compared = dyn_cast<clang::DeclRefExpr>(condition->getLHS()->IgnoreParenImpCasts());
  std::optional<int64_t> bound = number(condition->getRHS());
  if (!compared || compared->getDecl() != counter || !bound)
    return std::nullopt;
  if (condition->getOpcode() == clang::BO_LE)
    return nonNegative(bound);
  bool isBelow = condition->getOpcode() == clang::BO_LT ||
                 (condition->getOpcode() == clang::BO_NE && *start <= *bound);
  return isBelow ? nonNegative(std::max<int64_t>(*bound - 1, 0)) : std::nullopt;
}

// std::begin(a), std::end(a), std::data(a), std::size(a)
std::optional<BodyBuilder::CallResult>
BodyBuilder::emitRangeAccess(const clang::CallExpr *call, const clang::FunctionDecl *callee) {
  if (!isOfStandardLibrary(callee) || !callee->getIdentifier() || call->getNumArgs() != 1 ||
      llvm::isa<clang::CXXMethodDecl>(callee))
    return std::nullopt;
  const clang::Expr *range = call->getArg(0);
  std::optional<StdArray> object = matchStdArray(range->getType());
  auto *plain = m_ast.getAsConstantArrayType(range->getType());
  if (!object && !plain)
    return std::nullopt;
  uint64_t length = object ? object->length : plain->getSize().getZExtValue();
  llvm::StringRef name = callee->getName();
  bool isEnd = name == "end" || name == "cend";
  mlir::Location where = loc(call);
  CallResult result;
  if (name == "size" || name == "ssize") {
    mlir::Type type = convert(call->getType(), where);
    result.value = type ? emitInteger(length, type, where) : mlir::Value();
    result.failed = !type;
    return result;
  }
  if (!isEnd && name != "begin" && name != "cbegin" && name != "data")
    return std::nullopt;
  mlir::Value place = emitPlace(range);
  if (place)
    result.pointer = PointerValue{place, {}, false};
  if (place && isEnd)
    result.pointer->index = emitInteger(length, m_importer.types().integerType(32, true), where);
  result.failed = !place;
  return result;
}

std::optional<BodyBuilder::CallResult>
BodyBuilder::emitContainerCall(const clang::CallExpr *call, const clang::FunctionDecl *callee) {
  mlir::Location where = loc(call);
  CallResult result;
  if (std::optional<CallResult> tuple = emitTupleCall(call, callee))
    return tuple;
  const clang::Expr *gotFrom = call->getNumArgs() == 1 ? call->getArg(0) : nullptr;
  if (std::optional<uint64_t> index =
          gotFrom ? tupleIndex(callee, gotFrom->getType()->getAsCXXRecordDecl()) : std::nullopt) {
    const clang::Expr *object = call->getArg(0);
    const clang::CXXRecordDecl *record = object->getType()->getAsCXXRecordDecl();
    if (!matchStdArray(object->getType()) && !isStdPair(record))
      return std::nullopt;
    mlir::Value place = emitPlace(object);
    if (place && isStdPair(record))
      result.place =
          emitMemberOf(place, *std::next(record->getDefinition()->field_begin(), *index), where);
    else if (place)
      result.place = emitElementOf(
          place, emitInteger(*index, m_importer.types().integerType(32, true), where), where);
    result.failed = !result.place;
    return result;
  }
  if (std::optional<CallResult> pointer = emitRangeAccess(call, callee))
    return pointer;
  bool isMakePair = isOfStandardLibrary(callee) && callee->getIdentifier() &&
                    callee->getName() == "make_pair" && call->getNumArgs() == 2;
  if (isMakePair) {
    result.value = emitPair(call->getType(), {call->getArg(0), call->getArg(1)}, call);
    result.failed = !result.value;
    return result;
  }
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (!method || method->isStatic() || method->isCopyAssignmentOperator() ||
      method->isMoveAssignmentOperator())
    return std::nullopt;
  std::optional<StdArray> array =
      matchStdArray(method->getASTContext().getRecordType(method->getParent()));
  if (!array)
    return std::nullopt;
  auto [object, arguments] = splitContainerCall(call);
  // `p->size()` through a pointer: the object is what it points to.
  auto emitObject = [&, object = object]() -> mlir::Value {
    if (!object->getType()->isPointerType())
      return emitPlace(object);
    std::optional<PointerValue> pointer = emitPointer(object);
    return pointer ? dereference(*pointer, where) : mlir::Value();
  };
  llvm::StringRef name = method->getIdentifier() ? method->getName() : "";
  if (name == "size" || name == "max_size" || name == "empty") {
    mlir::Type type = convert(call->getType(), where);
    if (type)
      result.value = emitInteger(name == "empty" ? 0 : array->length, type, where);
    result.failed = !result.value;
    return result;
  }
  if (name == "begin" || name == "cbegin" || name == "end" || name == "cend" || name == "data") {
    mlir::Value place = emitObject();
    if (place)
      result.pointer = PointerValue{place, {}, false};
    if (place && name.ends_with("end"))
      result.pointer->index =
          emitInteger(array->length, m_importer.types().integerType(32, true), where);
    result.failed = !place;
    return result;
  }
  bool isSubscript = method->getOverloadedOperator() == clang::OO_Subscript;
  if (name == "at") {
    // It throws where the index is not below the length.
    std::optional<int64_t> largest = findUpperBound(arguments.front());
    if (!largest || *largest >= static_cast<int64_t>(array->length)) {
      report(call, diag::ArrayAt, {std::to_string(array->length)});
      result.failed = true;
      return result;
    }
    isSubscript = true;
  }
  if (isSubscript || name == "front" || name == "back") {
    mlir::Value place = emitObject();
    mlir::Value index = isSubscript ? emitValue(withoutWidening(arguments.front()))
                                    : emitInteger(name == "back" ? array->length - 1 : 0,
                                                  m_importer.types().integerType(32, true), where);
    if (place && index)
      result.place = emitElementOf(place, index, where);
    result.failed = !result.place;
    return result;
  }
  if (name == "fill") {
    mlir::Value place = emitObject();
    mlir::Value value =
        arguments.front()->isGLValue() ? emitRead(arguments.front()) : emitValue(arguments.front());
    if (!place || !value) {
      result.failed = true;
      return result;
    }
    // for (int index = 0; index < N; index++) object[index] = value;
    mlir::Type type = m_importer.types().integerType(32, true);
    auto count = [&] { return emitInteger(array->length, type, where); };
    emitCounting(where, emitInteger(0, type, where), count, [&](mlir::Value index) {
      m_builder.create<vkm::AssignOp>(where, emitElementOf(place, index, where), value);
    });
    return result;
  }
  report(call, diag::LibraryCall, {"std::array::" + callee->getNameAsString()});
  result.failed = true;
  return result;
}

mlir::Value BodyBuilder::emitPair(clang::QualType type,
                                  llvm::ArrayRef<const clang::Expr *> arguments,
                                  const clang::Expr *use) {
  mlir::Location where = loc(use);
  mlir::Type converted = convert(type, where);
  if (!converted)
    return {};
  llvm::SmallVector<mlir::Value> parts;
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl()->getDefinition();
  for (auto [field, argument] : llvm::zip(record->fields(), arguments)) {
    mlir::Type member = convert(field->getType(), where);
    mlir::Value part = argument->isGLValue() ? emitRead(argument) : emitValue(argument);
    if (!member || !part)
      return {};
    parts.push_back(part.getType() == member ? part : emitCast(part, member, where));
  }
  return m_builder.create<vkm::AggregateOp>(where, converted, parts);
}
