//===- Calls.cpp - Calls of kernels, of device functions, of the standard library ------------===//

#include "frontend/body/Calls.h"

#include "frontend/body/BaseKernels.h"
#include "frontend/body/InlinePlaces.h"
#include "frontend/body/Lambdas.h"
#include "frontend/body/Places.h"
#include "frontend/host/HostCode.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Library.h"
#include "frontend/library/StdVectors.h"
#include "frontend/library/VectorExpressions.h"
#include "mlir/IR/Matchers.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

static const clang::Expr *stripCleanups(const clang::Expr *e) {
  e = e->IgnoreParens();
  while (auto *cleanups = dyn_cast<clang::ExprWithCleanups>(e))
    e = cleanups->getSubExpr()->IgnoreParens();
  return e;
}

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
    if (!vector)
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

/// The element of a local array, or of one that a function is given by reference, that a reference
/// names; null for other places.
static vkm::ElementOp getLocalElement(mlir::Value place) {
  auto element = place ? place.getDefiningOp<vkm::ElementOp>() : vkm::ElementOp();
  mlir::Value root = place;
  while (mlir::Operation *op = root ? root.getDefiningOp() : nullptr) {
    if (llvm::isa<vkm::VarOp>(op))
      return element;
    if (!llvm::isa<vkm::ElementOp, vkm::MemberOp>(op))
      return {};
    root = op->getOperand(0);
  }
  return root && llvm::isa<vkm::RefType>(root.getType()) ? element : vkm::ElementOp();
}

/// Whether two references name elements of one array of which it is not known that they are two.
static bool mayBeOneElement(vkm::ElementOp a, vkm::ElementOp b) {
  bool areKnown = mlir::matchPattern(a.getIndex(), mlir::m_Constant()) &&
                  mlir::matchPattern(b.getIndex(), mlir::m_Constant());
  return !areKnown && isSamePlace(a.getBase(), b.getBase());
}

/// References to elements of one array that may be the same become the array and their numbers:
/// `swap(w[i], w[j])`.
static void joinElements(CallShape &shape, llvm::ArrayRef<mlir::Value> places,
                         llvm::ArrayRef<Passing> passing) {
  for (unsigned index = 0; index < shape.size(); ++index) {
    vkm::ElementOp mine = getLocalElement(places[index]);
    if (!mine || passing[index] != Passing::Reference || shape[index].sameAs)
      continue;
    for (unsigned other = 0; other < index; ++other) {
      vkm::ElementOp earlier = getLocalElement(places[other]);
      if (!earlier || passing[other] != Passing::Reference || shape[other].sameAs ||
          !mayBeOneElement(mine, earlier))
        continue;
      shape[other].base = earlier.getBase().getType();
      shape[other].hasIndex = true;
      shape[index].sameAs = other;
      break;
    }
  }
  for (ParameterShape &parameter : shape)
    if (parameter.sameAs && shape[*parameter.sameAs].base)
      parameter.hasIndex = true;
}

/// Pointers into rows of one array that may be the same become the array and the rows' numbers:
/// `subtract(m[i], m[j])`.
static void joinRows(CallShape &shape, llvm::ArrayRef<mlir::Value> arrays) {
  for (unsigned index = 0; index < shape.size(); ++index) {
    vkm::ElementOp mine = getLocalElement(arrays[index]);
    if (!mine || shape[index].sameAs)
      continue;
    for (unsigned other = 0; other < index; ++other) {
      vkm::ElementOp earlier = getLocalElement(arrays[other]);
      if (!earlier || shape[other].sameAs || !mayBeOneElement(mine, earlier))
        continue;
      shape[other].base = earlier.getBase().getType();
      shape[index].base = {};
      shape[other].hasRow = shape[index].hasRow = true;
      shape[index].sameAs = other;
      break;
    }
  }
  for (ParameterShape &parameter : shape)
    parameter.hasRow |= parameter.sameAs && shape[*parameter.sameAs].hasRow;
}

/// Two names of one place have to be one input: shaders copy what they are given. Pointers into one
/// array are, too, so that they can be compared.
CallShape CallEmitter::findShape(llvm::ArrayRef<Argument> arguments,
                                 llvm::ArrayRef<Passing> passing) {
  CallShape shape(arguments.size());
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    if (argument.pointer) {
      shape[index].base = argument.pointer->base.getType();
      shape[index].hasIndex = static_cast<bool>(argument.pointer->index);
    }
    for (unsigned other = 0; other < index && !shape[index].sameAs; ++other) {
      if (shape[other].sameAs)
        continue;
      if (argument.pointer) {
        if (arguments[other].pointer &&
            isSamePlace(arguments[other].pointer->base, argument.pointer->base))
          shape[index].sameAs = other;
        continue;
      }
      bool mayWrite = passing[index] == Passing::Reference || passing[other] == Passing::Reference;
      mlir::Value mine = argument.place(), earlier = arguments[other].place();
      if (mayWrite && mine && earlier && mine.getType() == earlier.getType() &&
          isSamePlace(mine, earlier)) {
        shape[index].sameAs = other;
        shape[other].isPlace = passing[other] == Passing::Value;
      }
    }
  }
  // Of several pointers into an array either all or none have a number.
  for (unsigned index = 0; index < shape.size(); ++index)
    if (shape[index].sameAs && arguments[index].pointer)
      shape[index].hasIndex = true;
  return shape;
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
// Device functions
//===------------------------------------------------------------------------------------------===//

CallResult CallEmitter::emitDeviceCall(const clang::FunctionDecl *callee, const clang::Expr *object,
                                       llvm::ArrayRef<const clang::Expr *> arguments,
                                       const clang::Expr *call, ClosurePtr closure) {
  CallResult failure;
  failure.failed = true;
  mlir::Location where = loc(call);
  std::shared_ptr<const ClosureArguments> closures =
      ClosureEmitter(m_body).planClosures(callee, object, arguments, closure, failure.failed);
  if (failure.failed)
    return failure;
  failure.failed = true;
  // The object comes before the arguments, and so before what they copy.
  auto copies = [](const ClosureArguments::Entry &entry) {
    return llvm::any_of(entry.closure->captures, [](const Capture &c) { return c.isCopy; });
  };
  if (closures && object && !isThisObject(object) && !isOwnObject(object) &&
      object->HasSideEffects(m_ast) && llvm::any_of(closures->entries, copies)) {
    report(call, diag::Lambda, {"copies variables while the object of the call may change them"});
    return failure;
  }
  const ModuleImporter::Prototype *prototype =
      m_importer.getPrototype(callee, m_function.displayName, where, closures);
  if (!prototype)
    return failure;
  const Signature &expected = *prototype->signature;
  if (expected.returnsPlace || (m_body.bound == call && !expected.returnedInput))
    return InlineEmitter(m_body).emitInlined(*prototype, object, arguments, call, closure);
  llvm::SmallVector<Argument> evaluated;
  llvm::SmallVector<Passing> passing;
  if (expected.self)
    passing.push_back(*expected.self);
  passing.append(expected.passing);
  auto evaluateObject = [&] {
    if (expected.self)
      evaluated.push_back(emitObject(object, *expected.self));
    else if (object && !isThisObject(object) && !isOwnObject(object) &&
             object->HasSideEffects(m_ast))
      emitDiscarded(object); // a static method
  };
  auto evaluateArgument = [&](unsigned index) {
    if (expected.passing[index] == Passing::Closure) {
      evaluated.push_back({{}, {}, where});
      return;
    }
    bool isReference = callee->getParamDecl(index)->getType()->isReferenceType();
    evaluated.push_back(emitArgument(arguments[index], expected.passing[index], isReference));
  };
  // C++17 evaluates the right operand of an assignment first, also of an overloaded one.
  auto *operatorCall = dyn_cast<clang::CXXOperatorCallExpr>(call);
  bool rightFirst = operatorCall && operatorCall->isAssignmentOp();
  if (!rightFirst)
    evaluateObject();
  for (unsigned index = 0; index < expected.passing.size(); ++index)
    evaluateArgument(rightFirst ? expected.passing.size() - 1 - index : index);
  if (rightFirst) {
    evaluateObject();
    std::reverse(evaluated.begin(), evaluated.end());
  }
  for (auto [argument, how] : llvm::zip(evaluated, passing)) {
    if (how == Passing::Closure)
      continue;
    if (!argument.value && !argument.readFrom && !argument.pointer)
      return failure;
    if (argument.pointer && argument.pointer->isObject) {
      m_importer.reporter().report(argument.loc, diag::PointerExpression);
      return failure;
    }
  }
  CallShape shape = findShape(evaluated, passing);
  // The object, and what a function gives back, are named by the caller.
  if (!expected.self && !expected.returnedInput) {
    llvm::SmallVector<mlir::Value> places;
    for (const Argument &argument : evaluated)
      places.push_back(argument.pointer ? mlir::Value() : argument.place());
    joinElements(shape, places, passing);
  }
  llvm::SmallVector<mlir::Value> arrays;
  for (const Argument &argument : evaluated)
    arrays.push_back(argument.pointer ? argument.pointer->base : mlir::Value());
  joinRows(shape, arrays);
  const ImportedFunction *function =
      m_importer.getFunction(callee, shape, m_function.displayName, where, closures);
  if (!function)
    return failure;
  const Signature &signature = function->signature;
  llvm::SmallVector<mlir::Value> operands;
  for (auto [argument, slot, how] : llvm::zip(evaluated, shape, passing)) {
    if (how == Passing::Closure)
      continue;
    if (argument.pointer) {
      auto row =
          slot.hasRow ? argument.pointer->base.getDefiningOp<vkm::ElementOp>() : vkm::ElementOp();
      if (!slot.sameAs)
        operands.push_back(row ? row.getBase() : argument.pointer->base);
      if (row)
        operands.push_back(pointerIndex({row.getBase(), row.getIndex(), false}, argument.loc));
      if (slot.hasIndex)
        operands.push_back(pointerIndex(*argument.pointer, argument.loc));
      continue;
    }
    if (slot.hasIndex) {
      auto element = argument.place().getDefiningOp<vkm::ElementOp>();
      if (!slot.sameAs)
        operands.push_back(element.getBase());
      operands.push_back(
          pointerIndex({element.getBase(), element.getIndex(), false}, argument.loc));
      continue;
    }
    if (slot.sameAs)
      continue;
    if (slot.isPlace)
      operands.push_back(argument.place());
    else if (!finishArguments(argument, operands))
      return failure;
    if (argument.size)
      operands.push_back(argument.size);
  }
  if (closures) {
    llvm::SmallVector<Argument> captured;
    for (const CaptureInput &input : closures->inputs)
      captured.push_back(input.isRead ? Argument{{}, input.source, where}
                                      : Argument{input.source, {}, where});
    if (!finishArguments(captured, operands))
      return failure;
    evaluated.append(captured);
    shape.resize(evaluated.size());
  }
  llvm::SmallVector<mlir::Type> results;
  if (signature.result)
    results.push_back(signature.result);
  auto op = m_builder.create<vkm::CallOp>(where, results, function->symbol, operands);
  for (auto [argument, slot] : llvm::zip(evaluated, shape))
    if (argument.readFrom && !slot.isPlace && !slot.sameAs)
      m_importer.checkLater(op, argument.readFrom, argument.loc, function->displayName);
  CallResult result;
  if (signature.result)
    result.value = op.getResult(0);
  if (signature.returnedInput)
    result.place = operands[*signature.returnedInput];
  return result;
}

//===------------------------------------------------------------------------------------------===//
// Kernels and control functions
//===------------------------------------------------------------------------------------------===//

/// An index as a kernel is given it: 64 bits stay, so that the host checks that they fit.
static mlir::Type kernelIndexType(mlir::Value index, TypeConverter &types) {
  auto type = llvm::dyn_cast<mlir::IntegerType>(index.getType());
  return type && type.getWidth() == 64 ? types.integerType(64, false) : mlir::Type();
}

/// What a reference parameter of a kernel or control function is bound to.
Argument CallEmitter::emitReferenceOfLaunch(const clang::Expr *argument) {
  const clang::Expr *e = stripCleanups(argument);
  mlir::Location where = loc(e);
  // The host only says which element of a std::vector it is.
  if (std::optional<std::optional<PointerValue>> element =
          StdVectorEmitter(m_body).emitElement(stripGlvalue(e)))
    return {*element ? dereference(**element, where) : mlir::Value(), {}, where};
  if (auto *cast = dyn_cast<clang::CastExpr>(stripGlvalue(e)->IgnoreParens());
      cast && cast->getCastKind() == clang::CK_NullToPointer) {
    mlir::Type object = convert(e->getType()->getPointeeType().getUnqualifiedType(), where);
    return {object ? m_builder.create<vkm::NoPlaceOp>(where, vkm::RefType::get(object))
                   : mlir::Value(),
            {},
            where};
  }
  if (e->getType()->isPointerType() || !isValueLike(e))
    return emitArgument(e, Passing::Reference, /*isReference=*/false);
  // A reference to const may be bound to a value.
  mlir::Value value = e->isGLValue() ? emitRead(e) : emitValue(e);
  return {value ? declareTemporary("temporary", value, where) : value, {}, where};
}

CallResult CallEmitter::emitLaunch(const clang::CXXMemberCallExpr *call,
                                   const ImportedFunction &callee, const std::string &key) {
  CallResult failure;
  failure.failed = true;
  if (callee.state == ImportedFunction::State::Failed)
    return failure;
  llvm::ArrayRef<Passing> passing = callee.signature.passing;
  llvm::SmallVector<Argument> arguments;
  CallShape shape(passing.size());
  for (auto [argument, how] : llvm::zip(call->arguments(), passing)) {
    if (how == Passing::Closure) {
      ClosurePtr part = emitPart(argument);
      if (!part)
        return failure;
      shape[arguments.size()].part = part->part;
      arguments.push_back({{}, {}, loc(argument)});
      continue;
    }
    arguments.push_back(how == Passing::Reference
                            ? emitReferenceOfLaunch(argument)
                            : emitArgument(argument, how, /*isReference=*/false));
    const std::optional<PointerValue> &pointer = arguments.back().pointer;
    if (!pointer && !arguments.back().value)
      return failure;
    if (pointer && (pointer->isObject || !llvm::isa<vkm::PtrType>(pointer->base.getType()))) {
      report(argument, diag::ControlArgument, {callee.displayName});
      return failure;
    }
  }
  // Arrays that are only read may be bound twice.
  auto isWritable = [&](const PointerValue &pointer) {
    return llvm::any_of(llvm::enumerate(arguments), [&](const auto &entry) {
      const std::optional<PointerValue> &other = entry.value().pointer;
      unsigned input = callee.signature.parameters[entry.index()].input;
      auto type = llvm::dyn_cast<vkm::PtrType>(callee.signature.inputs[input]);
      return other && isSamePlace(other->base, pointer.base) && type && !type.getIsConst();
    });
  };
  bool isPlain = true;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    ParameterShape &given = shape[index];
    isPlain &= !given.part;
    if (!argument.pointer)
      continue;
    for (unsigned other = 0; other < index && !given.sameAs; ++other)
      if (arguments[other].pointer && !shape[other].sameAs &&
          isSamePlace(arguments[other].pointer->base, argument.pointer->base) &&
          isWritable(*argument.pointer))
        given.sameAs = other;
    if (mlir::Value offset = argument.pointer->index) {
      given.hasIndex = true;
      given.indexType = kernelIndexType(offset, m_importer.types());
      // `shift(data, data + n, n)`: n says more than a number that happens to be the same.
      for (unsigned other = 0; other < arguments.size() && !given.indexFrom; ++other)
        if (arguments[other].value && isSamePlace(arguments[other].value, offset))
          given.indexFrom = other;
    }
    isPlain &= !given.hasIndex && !given.sameAs;
  }
  const ImportedFunction *launched = &callee;
  if (!isPlain)
    launched = m_importer.getLaunchVariant(key, shape);
  if (!launched)
    return failure;
  llvm::SmallVector<mlir::Value> operands;
  for (auto [argument, given] : llvm::zip(arguments, shape)) {
    if (given.part)
      continue;
    if (!argument.pointer) {
      operands.push_back(argument.value);
      if (argument.size)
        operands.push_back(argument.size);
      continue;
    }
    if (!given.sameAs)
      operands.push_back(argument.pointer->base);
    if (given.hasIndex && !given.indexFrom)
      operands.push_back(given.indexType
                             ? emitCast(argument.pointer->index, given.indexType, argument.loc)
                             : pointerIndex(*argument.pointer, argument.loc));
  }
  llvm::SmallVector<mlir::Type> results;
  if (launched->signature.result)
    results.push_back(launched->signature.result);
  auto op = m_builder.create<vkm::CallOp>(loc(call), results, launched->symbol, operands);
  CallResult result;
  if (launched->signature.result)
    result.value = op.getResult(0);
  return result;
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
      CallResult result;
      mlir::Value value = emitRead(arguments[1]);
      result.place = emitPlace(arguments[0]);
      result.failed = !value || !result.place;
      if (!result.failed)
        m_builder.create<vkm::AssignOp>(loc(call), result.place, value);
      return result;
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
  if (std::optional<CallResult> vector = VectorEmitter(m_body).emitVectorCall(call, callee))
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
  if (callee.method && callee.method->isVirtual()) {
    report(call, diag::VirtualCall, {callee.method->getNameAsString()});
    return CallResult::failure();
  }
  llvm::SmallVector<const clang::Expr *> arguments(call->arguments());
  return emitDeviceCall(callee.function,
                        memberCall ? memberCall->getImplicitObjectArgument() : nullptr, arguments,
                        call);
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
