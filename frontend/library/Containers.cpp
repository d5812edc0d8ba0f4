//===- Containers.cpp - std::array, std::pair, std::tuple and std::vector: their types --------===//

#include "frontend/library/Containers.h"

#include "frontend/library/Callee.h"
#include "frontend/source/Temporaries.h"

#include "clang/AST/ASTContext.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

static const clang::ClassTemplateSpecializationDecl *instanceOf(const clang::CXXRecordDecl *record,
                                                                llvm::StringRef name) {
  auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return isStd(instance, name) && instance->hasDefinition()
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

const clang::InitListExpr *vkmorph::frontend::initializerListOf(const clang::Expr *e) {
  bool isList = false;
  while (true) {
    e = e->IgnoreParenImpCasts();
    if (const clang::Expr *inner = operandOfTemporary(e)) {
      e = inner;
    } else if (auto *list = dyn_cast<clang::CXXStdInitializerListExpr>(e)) {
      isList = true;
      e = list->getSubExpr();
    } else {
      return isList ? dyn_cast<clang::InitListExpr>(e) : nullptr;
    }
  }
}

const clang::Expr *vkmorph::frontend::containerOf(const clang::CallExpr *call) {
  Callee callee(call);
  if (!callee.function)
    return nullptr;
  clang::QualType first = call->getNumArgs() > 0 ? call->getArg(0)->getType() : clang::QualType();
  const clang::CXXRecordDecl *record = first.isNull() ? nullptr : first->getAsCXXRecordDecl();
  if (isStdVariant(record) && callee.isStdFunction("get"))
    return call->getArg(0);
  if (record && tupleIndex(callee, record))
    return matchStdArray(first) || isStdPair(record) || isStdTuple(record) ? call->getArg(0)
                                                                           : nullptr;
  const clang::CXXMethodDecl *method = callee.method;
  if (!method || method->isStatic() || !method->getReturnType()->isReferenceType())
    return nullptr;
  clang::QualType type = method->getASTContext().getRecordType(method->getParent());
  if (!matchStdArray(type) && !matchStdVector(type))
    return nullptr;
  const clang::Expr *object = splitContainerCall(call).object;
  return object->getType()->isPointerType() ? nullptr : object;
}
