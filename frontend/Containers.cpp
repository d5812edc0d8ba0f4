//===- Containers.cpp - std::array and std::pair as arrays and records ------------------------===//

#include "frontend/Containers.h"

#include "frontend/BodyBuilder.h"

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

/// Which element `std::get<I>` names; none for other functions.
static std::optional<uint64_t> getIndex(const clang::FunctionDecl *callee) {
  const clang::TemplateArgumentList *arguments = callee->getTemplateSpecializationArgs();
  if (!isOfStandardLibrary(callee) || !callee->getIdentifier() || callee->getName() != "get" ||
      !arguments || arguments->size() == 0 ||
      arguments->get(0).getKind() != clang::TemplateArgument::Integral)
    return std::nullopt;
  return arguments->get(0).getAsIntegral().getZExtValue();
}

const clang::Expr *vkmorph::frontend::containerOf(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return nullptr;
  if (getIndex(callee)) {
    clang::QualType type = call->getArg(0)->getType();
    return matchStdArray(type) || isStdPair(type->getAsCXXRecordDecl()) ? call->getArg(0) : nullptr;
  }
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (!method || method->isStatic() || !method->getReturnType()->isReferenceType())
    return nullptr;
  clang::QualType type = method->getASTContext().getRecordType(method->getParent());
  if (!matchStdArray(type) && !matchStdVector(type))
    return nullptr;
  const clang::Expr *object = splitContainerCall(call).object;
  return object->getType()->isPointerType() ? nullptr : object;
}

std::optional<BodyBuilder::CallResult>
BodyBuilder::emitContainerCall(const clang::CallExpr *call, const clang::FunctionDecl *callee) {
  mlir::Location where = loc(call);
  CallResult result;
  if (std::optional<uint64_t> index = getIndex(callee)) {
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
  bool isSubscript = method->getOverloadedOperator() == clang::OO_Subscript;
  if (isSubscript || name == "front" || name == "back") {
    mlir::Value place = emitObject();
    mlir::Value index = isSubscript ? emitValue(arguments.front())
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
    auto loop = m_builder.create<vkm::ForOp>(where, "index", emitInteger(0, type, where));
    emitInto(loop.getCond(), [&] {
      mlir::Value index = m_builder.create<vkm::LoadOp>(where, type, loop.getCondVar());
      mlir::Value count = emitInteger(array->length, type, where);
      m_builder.create<vkm::YieldOp>(where,
                                     m_builder
                                         .create<vkm::CmpOp>(where, m_importer.types().boolType(),
                                                             vkm::CmpKind::Lt, index, count)
                                         .getResult());
    });
    emitInto(loop.getStep(), [&] {
      m_builder.create<vkm::UpdateOp>(where, vkm::BinaryKind::Add, loop.getStepVar(),
                                      emitInteger(1, type, where));
    });
    emitInto(loop.getBody(), [&] {
      mlir::Value index = m_builder.create<vkm::LoadOp>(where, type, loop.getBodyVar());
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
