//===- Calls.cpp - What a call calls, and its arguments
//-----------------------------------------===//

#include "frontend/body/Calls.h"

#include "frontend/body/BaseKernels.h"
#include "frontend/body/Lambdas.h"
#include "frontend/body/ObjectCopies.h"
#include "frontend/body/Places.h"
#include "frontend/host/HostCode.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Library.h"
#include "frontend/library/StdVectors.h"
#include "frontend/library/VectorExpressions.h"
#include "frontend/module/Hierarchies.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

//===------------------------------------------------------------------------------------------===//
// Arguments
//===------------------------------------------------------------------------------------------===//

/// A reference to const travels as a value. It is read after all arguments have been evaluated, as
/// the function itself would read it.
Argument CallEmitter::emitArgument(const clang::Expr *argument, Passing passing, bool isReference) {
  const clang::Expr *e = stripCleanups(argument);
  if (e->getType()->isPointerType() && passing != Passing::Value) {
    std::optional<PointerValue> pointer = emitPointer(e);
    Argument result = {{}, {}, loc(e), pointer};
    // A pointer to one object is another name for it.
    if (pointer && passing == Passing::Reference) {
      result.value = dereference(*pointer, loc(e));
      result.pointer.reset();
    }
    return result;
  }
  if (passing == Passing::Reference)
    return {emitPlace(e), {}, loc(e)};
  if (passing == Passing::StdVector) {
    std::optional<StdVectorValue> vector = StdVectorEmitter(m_body).emitVector(e);
    if (vector && vector->first)
      report(e, diag::StdVectorPassed);
    if (!vector || vector->first)
      return {{}, {}, loc(e)};
    return {vector->data, {}, loc(e), {}, StdVectorEmitter(m_body).emitSize(*vector, loc(e))};
  }
  if (!e->isGLValue())
    return {emitValue(e), {}, loc(e)};
  if (isReference && hasPlace(e))
    return {{}, emitPlace(e), loc(e)};
  return {emitRead(e), {}, loc(e)};
}

mlir::Value Argument::place() const {
  if (readFrom)
    return readFrom;
  return value && llvm::isa<vkm::RefType>(value.getType()) ? value : mlir::Value();
}

bool CallEmitter::finishArguments(llvm::MutableArrayRef<Argument> arguments,
                                  llvm::SmallVectorImpl<mlir::Value> &operands) {
  for (Argument &argument : arguments) {
    if (!argument.value && argument.readFrom) {
      mlir::Type type = llvm::cast<vkm::RefType>(argument.readFrom.getType()).getPointee();
      argument.value = m_builder.create<vkm::LoadOp>(argument.loc, type, argument.readFrom);
    }
    operands.push_back(argument.value);
  }
  return !llvm::is_contained(operands, mlir::Value());
}

/// The object of a method of a struct.
Argument CallEmitter::emitObject(const clang::Expr *object, Passing passing) {
  const clang::Expr *e = stripCleanups(object);
  if (!e->getType()->isPointerType())
    return emitArgument(e, passing, /*isReference=*/true);
  // p->f(), and f() on the method's own object
  mlir::Value place;
  if (isThisObject(e)) {
    place = m_body.self ? m_body.self->value : mlir::Value();
    if (!place)
      report(e, diag::ThisEscapes);
    if (auto *cast = dyn_cast<clang::CastExpr>(e); cast && place)
      place = PlaceEmitter(m_body).emitBaseOf(place, cast);
  } else if (std::optional<PointerValue> pointer = emitPointer(e)) {
    place = dereference(*pointer, loc(e));
  }
  if (!place)
    return {{}, {}, loc(e)};
  bool isPlace = llvm::isa<vkm::RefType>(place.getType());
  if (passing == Passing::Reference)
    return {isPlace ? place : declareTemporary("temporary", place, loc(e)), {}, loc(e)};
  if (isPlace)
    return {{}, place, loc(e)};
  return {place, {}, loc(e)};
}

bool CallEmitter::emitArguments(llvm::ArrayRef<const clang::Expr *> arguments,
                                llvm::SmallVectorImpl<mlir::Value> &values) {
  llvm::SmallVector<Argument> evaluated;
  for (const clang::Expr *argument : arguments)
    evaluated.push_back(emitArgument(argument, Passing::Value, argument->isGLValue()));
  return finishArguments(evaluated, values);
}

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

/// Operators in operator notation: built-in meaning for structs that have none of their own, else
/// functions.
CallResult CallEmitter::emitOperatorCall(const clang::CXXOperatorCallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  llvm::SmallVector<const clang::Expr *> arguments(call->arguments());
  if (!method || method->isStatic())
    return emitDeviceCall(callee, nullptr, arguments, call);
  if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) {
    if (!method->isUserProvided()) {
      // The right side comes first, as in any assignment.
      const clang::Expr *right = stripCleanups(arguments[1]);
      bool isObject = method->getParent()->isPolymorphic() && hasPlace(right);
      mlir::Value value = isObject ? emitPlace(right) : emitRead(right);
      mlir::Value place = value ? emitPlace(arguments[0]) : mlir::Value();
      if (!place)
        return CallResult::failure();
      ObjectCopyEmitter objects(m_body);
      if (isObject || objects.isObject(place) || objects.isObject(value))
        return objects.assign(method->getParent(), place, value, call) ? CallResult::ofPlace(place)
                                                                       : CallResult::failure();
      m_builder.create<vkm::AssignOp>(loc(call), place, value);
      return CallResult::ofPlace(place);
    }
  }
  return emitDeviceCall(callee, arguments.front(), llvm::ArrayRef(arguments).drop_front(), call);
}

CallResult CallEmitter::emitCall(const clang::CallExpr *call) {
  CallResult result = emitCallOfAnyKind(call);
  // Who cannot translate a call says why. No call is dropped where nobody has.
  if (result.failed && !m_importer.reporter().failed()) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    report(call, diag::ExpressionUnsupported,
           {"'" + (callee ? callee->getQualifiedNameAsString() : "this function") +
            "' with these arguments"});
  }
  return result;
}

CallResult CallEmitter::emitCallOfAnyKind(const clang::CallExpr *call) {
  // 0.5_q: the function may take what shaders have no type for, a long double or characters.
  if (llvm::isa<clang::UserDefinedLiteral>(call))
    if (mlir::Value value = tryConstant(call))
      return CallResult::ofValue(value);
  if (std::optional<CallResult> result = ClosureEmitter(m_body).emitClosureUse(call))
    return *result;
  Callee callee(call);
  if (!callee.function) {
    report(call, diag::FunctionPointer);
    return CallResult::failure();
  }
  if (std::optional<CallResult> host = HostEmitter(m_body).emitHostCall(call))
    return *host;
  if (std::optional<CallResult> host = emitOwnHostFunction(call, callee))
    return *host;
  if (std::optional<CallResult> vector = emitVectorCall(m_body, call, callee))
    return *vector;
  if (std::optional<CallResult> library = emitCallOfLibrary(call, callee))
    return *library;
  if (auto *operatorCall = dyn_cast<clang::CXXOperatorCallExpr>(call))
    return emitOperatorCall(operatorCall);
  auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call);
  if (memberCall && !callee.method) {
    report(call, diag::FunctionPointer); // (object.*pointer)()
    return CallResult::failure();
  }
  if (callee.method && m_importer.isTranslatedClass(callee.method->getParent()))
    return emitOwnCall(call, callee.method);
  llvm::SmallVector<const clang::Expr *> arguments(call->arguments());
  return emitDeviceCall(callee.function,
                        memberCall ? memberCall->getImplicitObjectArgument() : nullptr, arguments,
                        call);
}

/// A call of an object behind an interface, whose class decides what runs.
CallResult CallEmitter::emitVirtualCall(const clang::CXXMethodDecl *method,
                                        const clang::Expr *object,
                                        llvm::ArrayRef<const clang::Expr *> arguments,
                                        const clang::Expr *call) {
  TypeConverter &types = m_importer.types();
  const Hierarchy *hierarchy = types.findHierarchy(method->getParent());
  if (!hierarchy) {
    report(call, diag::VirtualCall, {method->getNameAsString()});
    return CallResult::failure();
  }
  clang::QualType type = stripCleanups(object)->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const clang::CXXRecordDecl *known = type->getAsCXXRecordDecl();
  llvm::SmallVector<const clang::CXXMethodDecl *> overriders =
      types.findOverriders(*hierarchy, method, known ? known : method->getParent());
  if (overriders.empty()) {
    report(call, diag::VirtualCall, {method->getNameAsString()});
    return CallResult::failure();
  }
  return emitDeviceCall(*hierarchy, overriders, object, arguments, call);
}

/// A function that does what only the host can, of the class or of nobody; none for others.
std::optional<CallResult> CallEmitter::emitOwnHostFunction(const clang::CallExpr *call,
                                                           const Callee &callee) {
  auto *own = dyn_cast<clang::CXXMemberCallExpr>(call);
  if (own && !isOwnObject(own->getImplicitObjectArgument()))
    return std::nullopt;
  if (!callee.method)
    return HostEmitter(m_body).emitHostFunction(call, callee.function);
  const clang::CXXMethodDecl *method = m_importer.resolveVirtual(callee.method);
  if (m_importer.findLaunchable(m_importer.program().key(method)))
    return std::nullopt;
  return HostEmitter(m_body).emitHostFunction(call, method);
}

/// A call of a library whose functions are not translated as the user's own are; none for others.
std::optional<CallResult> CallEmitter::emitCallOfLibrary(const clang::CallExpr *call,
                                                         const Callee &callee) {
  Program &program = m_importer.program();
  const clang::CXXMethodDecl *method = callee.method;
  bool isLibrary = program.isLibrary(callee.function) || callee.function->getBuiltinID() != 0;
  if (!isLibrary || (method && m_importer.isTranslatedClass(method->getParent())))
    return std::nullopt;
  // A library of structs outside of std, installed with the system, is translated like the user's
  // own code.
  if (!callee.isStd && !callee.function->isExternC() && program.definition(callee.function))
    return std::nullopt;
  bool isImplicit = method && !method->isUserProvided();
  if (!isImplicit || callee.isStd)
    if (LibraryResult result = emitLibraryCall(m_body, call, callee))
      return result;
  if (isImplicit)
    return std::nullopt;
  return emitUnknownCall(m_body, call, callee);
}

/// A method of the translated class.
CallResult CallEmitter::emitOwnCall(const clang::CallExpr *call,
                                    const clang::CXXMethodDecl *method) {
  Program &program = m_importer.program();
  llvm::SmallVector<const clang::Expr *> arguments(call->arguments());
  auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call);
  if (!memberCall) {
    // A static kernel is an error where it is declared.
    if (m_importer.findLaunchable(program.key(method)))
      return CallResult::failure();
    return emitDeviceCall(method, nullptr, arguments, call);
  }
  if (!isOwnObject(memberCall->getImplicitObjectArgument())) {
    report(call, diag::OtherObject, {method->getNameAsString()});
    return CallResult::failure();
  }
  auto *member = dyn_cast<clang::MemberExpr>(memberCall->getCallee()->IgnoreParens());
  bool isQualified = member && member->hasQualifier();
  if (isQualified && !m_isControl && m_importer.isKernel(method))
    return BaseKernelEmitter(m_body).emitBaseKernel(memberCall, method);
  // The object is of the translated class: which function runs is known.
  const clang::CXXMethodDecl *actual = isQualified ? method : m_importer.resolveVirtual(method);
  if (const ImportedFunction *launchable = m_importer.findLaunchable(program.key(actual))) {
    if (m_isControl)
      return emitLaunch(memberCall, *launchable, program.key(actual));
    bool isKernel = m_importer.roles().isKernel(program.key(actual));
    report(call, diag::KernelFromDevice,
           {isKernel ? "kernel" : "control function", actual->getNameAsString()});
    return CallResult::failure();
  }
  // It reaches the object as shaders do, by its fields.
  return emitDeviceCall(actual, nullptr, arguments, call);
}
