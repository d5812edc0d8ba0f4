//===- StdVectors.cpp - std::vector members: elements behind a pointer, and a size -----------===//
//
// Wherever a function names a std::vector, that is a pointer to the elements and a number of them:
// of a member its buffer and the field beside it, of a parameter the two that the caller passes.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/BodyBuilder.h"
#include "frontend/library/Containers.h"

#include "llvm/ADT/StringSwitch.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

StdVectorValue BodyBuilder::makeStdVector(const ModuleImporter::Field &field, bool isConst,
                                          mlir::Location where) {
  mlir::Type element = llvm::cast<vkm::DynArrayType>(field.type).getElementType();
  auto type = vkm::PtrType::get(element, isConst);
  mlir::Value data = m_builder.create<vkm::VectorDataOp>(where, type, field.symbol);
  return {data, {}, field.sizeSymbol};
}

std::optional<StdVectorValue> BodyBuilder::emitStdVector(const clang::Expr *glvalue) {
  const clang::Expr *e = stripGlvalue(glvalue);
  mlir::Location where = loc(e);
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e)) {
    const Binding *binding = lookup(reference->getDecl());
    if (binding && binding->kind == Binding::Kind::StdVector) {
      const StdVectorValue &vector = binding->stdVector;
      if (vector.size || !vector.sizeField.empty())
        return vector;
      report(e, diag::StdVectorUnsized, {reference->getDecl()->getNameAsString()});
      return std::nullopt;
    }
    if (!binding && isRefused(reference->getDecl()))
      return std::nullopt;
  }
  // A vector in a vector: the outer one says why not.
  if (auto *call = dyn_cast<clang::CallExpr>(e))
    if (const clang::Expr *outer = containerOf(call); outer && matchStdVector(outer->getType())) {
      emitStdVector(outer);
      return std::nullopt;
    }
  auto *member = dyn_cast<clang::MemberExpr>(e);
  auto *field = member ? dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (const ObjectPart *owner = field ? findPart(member->getBase()) : nullptr) {
    const ModuleImporter::Field *known = m_importer.getField(*owner, field, where);
    if (!known)
      return std::nullopt;
    return makeStdVector(*known, e->getType().isConstQualified(), where);
  }
  if (e->isPRValue() || llvm::isa<clang::MaterializeTemporaryExpr>(e))
    report(e, diag::StdVectorPlace,
           {e->getType().getUnqualifiedType().getAsString(m_ast.getPrintingPolicy())});
  else
    report(e, diag::StdVectorOutside);
  return std::nullopt;
}

mlir::Value BodyBuilder::emitStdVectorSize(const StdVectorValue &vector, mlir::Location where) {
  if (vector.size)
    return vector.size;
  mlir::Type type = m_importer.types().integerType(32, false);
  mlir::Value place =
      m_builder.create<vkm::FieldRefOp>(where, vkm::RefType::get(type), vector.sizeField);
  return m_builder.create<vkm::LoadOp>(where, type, place);
}

/// The method of a std::vector that a call calls; null for other calls.
static const clang::CXXMethodDecl *getStdVectorMethod(const clang::FunctionDecl *callee) {
  auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  bool isOfVector = method && !method->isStatic() &&
                    !llvm::isa<clang::CXXConstructorDecl>(method) &&
                    matchStdVector(method->getASTContext().getRecordType(method->getParent()));
  return isOfVector ? method : nullptr;
}

static llvm::StringRef nameOf(const clang::CXXMethodDecl *method) {
  if (method->getOverloadedOperator() == clang::OO_Subscript)
    return "[]";
  if (method->getOverloadedOperator() == clang::OO_Equal)
    return "=";
  return method->getIdentifier() ? method->getName() : "";
}

static bool namesElement(llvm::StringRef method) {
  return method == "[]" || method == "front" || method == "back" || method == "data";
}

std::optional<std::optional<PointerValue>>
BodyBuilder::emitStdVectorElement(const clang::Expr *expression) {
  auto *call = dyn_cast<clang::CallExpr>(expression->IgnoreParens());
  const clang::CXXMethodDecl *method = call ? getStdVectorMethod(call->getDirectCallee()) : nullptr;
  llvm::StringRef name = method ? nameOf(method) : "";
  if (!namesElement(name))
    return std::nullopt;
  mlir::Location where = loc(call);
  auto [object, arguments] = splitContainerCall(call);
  std::optional<StdVectorValue> vector = emitStdVector(object);
  if (!vector)
    return std::optional<PointerValue>();
  PointerValue pointer{vector->data, {}, false};
  if (name == "[]") {
    pointer.index = emitValue(withoutWidening(arguments.front()));
    if (!pointer.index)
      return std::optional<PointerValue>();
  } else if (name == "back") {
    mlir::Type type = m_importer.types().integerType(32, false);
    pointer.index = m_builder.create<vkm::BinaryOp>(where, type, vkm::BinaryKind::Sub,
                                                    emitStdVectorSize(*vector, where),
                                                    emitInteger(1, type, where));
  }
  return std::optional(pointer);
}

/// The std::vector<bool> whose element a call reads or writes: it gives an object that stands for
/// the bit. Null for other calls.
static const clang::Expr *getBits(const clang::CallExpr *call, const clang::FunctionDecl *callee) {
  if (!llvm::isa_and_nonnull<clang::CXXMethodDecl>(callee) || !isOfStandardLibrary(callee) ||
      (!llvm::isa<clang::CXXMemberCallExpr>(call) && call->getNumArgs() == 0))
    return nullptr;
  const clang::Expr *object = splitContainerCall(call).object;
  auto *element = dyn_cast<clang::CallExpr>(object->IgnoreImplicit());
  if (!element || !getStdVectorMethod(element->getDirectCallee()))
    return nullptr;
  const clang::Expr *vector = splitContainerCall(element).object;
  std::optional<StdVector> type = matchStdVector(vector->getType());
  return type && type->element->isBooleanType() ? vector : nullptr;
}

std::optional<BodyBuilder::CallResult>
BodyBuilder::emitStdVectorCall(const clang::CallExpr *call, const clang::FunctionDecl *callee) {
  const clang::CXXMethodDecl *method = getStdVectorMethod(callee);
  CallResult result;
  result.failed = true;
  if (!method) {
    const clang::Expr *bits = getBits(call, callee);
    if (!bits)
      return std::nullopt;
    emitStdVector(bits); // says why not
    return result;
  }
  mlir::Location where = loc(call);
  llvm::StringRef name = nameOf(method);
  if (name == "size" || name == "empty") {
    std::optional<StdVectorValue> vector = emitStdVector(splitContainerCall(call).object);
    if (!vector)
      return result;
    mlir::Value size = emitStdVectorSize(*vector, where);
    mlir::Type type = m_importer.types().integerType(32, false);
    result.value =
        name == "size"
            ? emitCast(size, m_importer.types().integerType(64, false), where)
            : m_builder.create<vkm::CmpOp>(where, m_importer.types().boolType(), vkm::CmpKind::Eq,
                                           size, emitInteger(0, type, where));
    result.failed = false;
    return result;
  }
  if (namesElement(name) && name != "data") {
    if (m_isControl) {
      report(call, diag::StdVectorOnHost);
      return result;
    }
    std::optional<std::optional<PointerValue>> element = emitStdVectorElement(call);
    if (*element)
      result.place = dereference(**element, where);
    result.failed = !result.place;
    return result;
  }
  if (name == "at") {
    report(call, diag::StdVectorAt);
    return result;
  }
  if (std::optional<CallResult> sized = emitLocalVectorSize(call, name))
    return sized;
  if (std::optional<CallResult> change = emitStdVectorChange(call, name))
    return change;
  bool changes =
      llvm::StringSwitch<bool>(name)
          .Cases("push_back", "emplace_back", "pop_back", "insert", "emplace", "erase", true)
          .Cases("resize", "reserve", "clear", "assign", "shrink_to_fit", "swap", "=", true)
          .Default(false);
  report(call, changes ? diag::StdVectorChange : diag::StdVectorFunction,
         {name == "=" ? "operator=" : name.str()});
  return result;
}
