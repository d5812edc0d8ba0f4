//===- DeviceCalls.cpp - Calls of functions that are translated for what they are given
//--------===//

#include "frontend/body/Calls.h"
#include "frontend/body/InlinePlaces.h"
#include "frontend/body/Lambdas.h"
#include "frontend/module/Hierarchies.h"

#include "mlir/IR/Matchers.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

//===------------------------------------------------------------------------------------------===//
// What the function has to be translated for
//===------------------------------------------------------------------------------------------===//

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
static CallShape findShape(llvm::ArrayRef<Argument> arguments, llvm::ArrayRef<Passing> passing) {
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

//===------------------------------------------------------------------------------------------===//
// The call
//===------------------------------------------------------------------------------------------===//

namespace {
class DeviceCall : public CallEmitter {
public:
  DeviceCall(Body &body, const clang::FunctionDecl *callee, const clang::Expr *object,
             llvm::ArrayRef<const clang::Expr *> arguments, const clang::Expr *call,
             const ClosurePtr &closure)
      : CallEmitter(body), m_callee(callee), m_object(object), m_arguments(arguments), m_call(call),
        m_closure(closure), m_where(loc(call)) {}

  CallResult emit();
  /// Runs the overrider of the class that the object is of; the callee is the first of them.
  CallResult emitVirtual(const Hierarchy &hierarchy,
                         llvm::ArrayRef<const clang::CXXMethodDecl *> overriders);

private:
  bool planClosures();
  void evaluate(const Signature &expected);
  void evaluateObject(const Signature &expected);
  void evaluateArgument(const Signature &expected, unsigned index);
  bool checkEvaluated();
  void findShapeOf(const Signature &expected);
  bool addOperands();
  bool addOperand(Argument &argument, const ParameterShape &given);
  void addPointer(const Argument &argument, const ParameterShape &given);
  bool addCaptures();
  CallResult emitCallOf(const ImportedFunction &function);
  void checkCopies(mlir::Operation *call, llvm::StringRef callee);

  /// Whether the object is another one than that of this function, and naming it does something.
  bool objectHasEffects() const {
    return m_object && !isThisObject(m_object) && !isOwnObject(m_object) &&
           m_object->HasSideEffects(m_ast);
  }

  const clang::FunctionDecl *m_callee;
  const clang::Expr *m_object;
  llvm::ArrayRef<const clang::Expr *> m_arguments;
  const clang::Expr *m_call;
  ClosurePtr m_closure; ///< what is called, where that is a closure
  mlir::Location m_where;

  std::shared_ptr<const ClosureArguments> m_closures;
  llvm::SmallVector<Argument> m_evaluated; ///< the object first, what closures captured last
  llvm::SmallVector<Passing> m_passing;
  CallShape m_shape;
  llvm::SmallVector<mlir::Value> m_operands;
};
} // namespace

bool DeviceCall::planClosures() {
  bool failed = false;
  m_closures =
      ClosureEmitter(m_body).planClosures(m_callee, m_object, m_arguments, m_closure, failed);
  if (failed)
    return false;
  // The object comes before the arguments, and so before what they copy.
  auto copies = [](const ClosureArguments::Entry &entry) {
    return llvm::any_of(entry.closure->captures, [](const Capture &c) { return c.isCopy; });
  };
  if (!m_closures || !objectHasEffects() || !llvm::any_of(m_closures->entries, copies))
    return true;
  report(m_call, diag::Lambda, {"copies variables while the object of the call may change them"});
  return false;
}

void DeviceCall::evaluateObject(const Signature &expected) {
  if (expected.self)
    m_evaluated.push_back(emitObject(m_object, *expected.self));
  else if (objectHasEffects())
    emitDiscarded(m_object); // a static method
}

void DeviceCall::evaluateArgument(const Signature &expected, unsigned index) {
  if (isKnown(expected.passing[index])) {
    m_evaluated.push_back({{}, {}, m_where});
    return;
  }
  bool isReference = m_callee->getParamDecl(index)->getType()->isReferenceType();
  m_evaluated.push_back(emitArgument(m_arguments[index], expected.passing[index], isReference));
}

void DeviceCall::evaluate(const Signature &expected) {
  if (expected.self)
    m_passing.push_back(*expected.self);
  m_passing.append(expected.passing);
  // C++17 evaluates the right operand of an assignment first, also of an overloaded one.
  auto *operatorCall = dyn_cast<clang::CXXOperatorCallExpr>(m_call);
  bool rightFirst = operatorCall && operatorCall->isAssignmentOp();
  if (!rightFirst)
    evaluateObject(expected);
  for (unsigned index = 0; index < expected.passing.size(); ++index)
    evaluateArgument(expected, rightFirst ? expected.passing.size() - 1 - index : index);
  if (rightFirst) {
    evaluateObject(expected);
    std::reverse(m_evaluated.begin(), m_evaluated.end());
  }
}

bool DeviceCall::checkEvaluated() {
  for (auto [argument, how] :
       llvm::zip(m_arguments, llvm::ArrayRef(m_passing).take_back(m_arguments.size())))
    if (how == Passing::Owner && !checkOwner(argument))
      return false;
  for (auto [argument, how] : llvm::zip(m_evaluated, m_passing)) {
    if (isKnown(how))
      continue;
    if (!argument.value && !argument.readFrom && !argument.pointer)
      return false;
    if (argument.pointer && argument.pointer->isObject) {
      m_importer.reporter().report(argument.loc, diag::PointerExpression);
      return false;
    }
  }
  return true;
}

void DeviceCall::findShapeOf(const Signature &expected) {
  m_shape = findShape(m_evaluated, m_passing);
  // The object, and what a function gives back, are named by the caller.
  if (!expected.self && !expected.returnedInput) {
    llvm::SmallVector<mlir::Value> places;
    for (const Argument &argument : m_evaluated)
      places.push_back(argument.pointer ? mlir::Value() : argument.place());
    joinElements(m_shape, places, m_passing);
  }
  llvm::SmallVector<mlir::Value> arrays;
  for (const Argument &argument : m_evaluated)
    arrays.push_back(argument.pointer ? argument.pointer->base : mlir::Value());
  joinRows(m_shape, arrays);
}

void DeviceCall::addPointer(const Argument &argument, const ParameterShape &given) {
  const PointerValue &pointer = *argument.pointer;
  auto row = given.hasRow ? pointer.base.getDefiningOp<vkm::ElementOp>() : vkm::ElementOp();
  if (!given.sameAs)
    m_operands.push_back(row ? row.getBase() : pointer.base);
  if (row)
    m_operands.push_back(pointerIndex({row.getBase(), row.getIndex(), false}, argument.loc));
  if (given.hasIndex)
    m_operands.push_back(pointerIndex(pointer, argument.loc));
}

bool DeviceCall::addOperand(Argument &argument, const ParameterShape &given) {
  if (argument.pointer) {
    addPointer(argument, given);
    return true;
  }
  if (given.hasIndex) {
    auto element = argument.place().getDefiningOp<vkm::ElementOp>();
    if (!given.sameAs)
      m_operands.push_back(element.getBase());
    m_operands.push_back(
        pointerIndex({element.getBase(), element.getIndex(), false}, argument.loc));
    return true;
  }
  if (given.sameAs)
    return true;
  if (given.isPlace)
    m_operands.push_back(argument.place());
  else if (!finishArguments(argument, m_operands))
    return false;
  if (argument.size)
    m_operands.push_back(argument.size);
  return true;
}

/// What closures captured are further arguments.
bool DeviceCall::addCaptures() {
  llvm::SmallVector<Argument> captured;
  for (const CaptureInput &input : m_closures->inputs)
    captured.push_back(input.isRead ? Argument{{}, input.source, m_where}
                                    : Argument{input.source, {}, m_where});
  if (!finishArguments(captured, m_operands))
    return false;
  m_evaluated.append(captured);
  m_shape.resize(m_evaluated.size());
  return true;
}

bool DeviceCall::addOperands() {
  for (auto [argument, given, how] : llvm::zip(m_evaluated, m_shape, m_passing))
    if (!isKnown(how) && !addOperand(argument, given))
      return false;
  return !m_closures || addCaptures();
}

/// What is passed by value where the source has a reference may not change meanwhile.
void DeviceCall::checkCopies(mlir::Operation *call, llvm::StringRef callee) {
  for (auto [argument, given] : llvm::zip(m_evaluated, m_shape))
    if (argument.readFrom && !given.isPlace && !given.sameAs)
      m_importer.checkLater(call, argument.readFrom, argument.loc, callee);
}

CallResult DeviceCall::emitCallOf(const ImportedFunction &function) {
  const Signature &signature = function.signature;
  llvm::SmallVector<mlir::Type> results;
  if (signature.result)
    results.push_back(signature.result);
  auto op = m_builder.create<vkm::CallOp>(m_where, results, function.symbol, m_operands);
  checkCopies(op, function.displayName);
  CallResult result;
  if (signature.result)
    result.value = op.getResult(0);
  if (signature.returnedInput)
    result.place = m_operands[*signature.returnedInput];
  return result;
}

CallResult DeviceCall::emit() {
  if (!planClosures())
    return CallResult::failure();
  const ModuleImporter::Prototype *prototype =
      m_importer.getPrototype(m_callee, m_function.displayName, m_where, m_closures);
  if (!prototype)
    return CallResult::failure();
  const Signature &expected = *prototype->signature;
  if (expected.returnsPlace || (m_body.bound == m_call && !expected.returnedInput))
    return InlineEmitter(m_body).emitInlined(*prototype, m_object, m_arguments, m_call, m_closure);
  evaluate(expected);
  if (!checkEvaluated())
    return CallResult::failure();
  findShapeOf(expected);
  const ImportedFunction *function =
      m_importer.getFunction(m_callee, m_shape, m_function.displayName, m_where, m_closures);
  return function && addOperands() ? emitCallOf(*function) : CallResult::failure();
}

/// Whether what is evaluated for the one fits the other, too.
static bool isTakenAlike(const Signature &one, const Signature &other) {
  return one.self == other.self && one.passing == other.passing &&
         one.returnsPlace == other.returnsPlace && one.returnedInput == other.returnedInput;
}

CallResult DeviceCall::emitVirtual(const Hierarchy &hierarchy,
                                   llvm::ArrayRef<const clang::CXXMethodDecl *> overriders) {
  const ModuleImporter::Prototype *prototype =
      m_importer.getPrototype(m_callee, m_function.displayName, m_where);
  if (!prototype || !planClosures())
    return CallResult::failure();
  const Signature &expected = *prototype->signature;
  if (expected.returnsPlace || expected.returnedInput || m_closures) {
    report(m_call, diag::VirtualCall, {overriders.front()->getNameAsString()});
    return CallResult::failure();
  }
  evaluate(expected);
  if (!checkEvaluated())
    return CallResult::failure();
  findShapeOf(expected);
  llvm::SmallVector<std::string> functions;
  const ImportedFunction *first = nullptr;
  for (const clang::CXXMethodDecl *overrider : overriders) {
    const ModuleImporter::Prototype *other =
        m_importer.getPrototype(overrider, m_function.displayName, m_where);
    if (!other)
      return CallResult::failure();
    if (!isTakenAlike(*other->signature, expected)) {
      report(m_call, diag::OverridersDiffer, {overrider->getNameAsString()});
      return CallResult::failure();
    }
    const ImportedFunction *function =
        m_importer.getFunction(overrider, m_shape, m_function.displayName, m_where);
    if (!function)
      return CallResult::failure();
    if (!first)
      first = function;
    if (function->signature.inputs != first->signature.inputs ||
        function->signature.result != first->signature.result) {
      report(m_call, diag::OverridersDiffer, {overrider->getNameAsString()});
      return CallResult::failure();
    }
    functions.push_back(function->symbol);
  }
  if (!addOperands())
    return CallResult::failure();
  vkm::OverridersOp table =
      m_importer.getOverriders(hierarchy, overriders.front(), functions, loc(m_call));
  vkm::HierarchyOp op = hierarchy.op;
  auto callee = mlir::SymbolRefAttr::get(op.getSymNameAttr(),
                                         mlir::FlatSymbolRefAttr::get(table.getSymNameAttr()));
  llvm::SmallVector<mlir::Type> results;
  if (first->signature.result)
    results.push_back(first->signature.result);
  auto made = m_builder.create<vkm::VirtualCallOp>(m_where, results, callee, m_operands);
  checkCopies(made, first->displayName);
  CallResult result;
  if (first->signature.result)
    result.value = made.getResult(0);
  return result;
}

CallResult CallEmitter::emitDeviceCall(const Hierarchy &hierarchy,
                                       llvm::ArrayRef<const clang::CXXMethodDecl *> overriders,
                                       const clang::Expr *object,
                                       llvm::ArrayRef<const clang::Expr *> arguments,
                                       const clang::Expr *call) {
  return DeviceCall(m_body, overriders.front(), object, arguments, call, nullptr)
      .emitVirtual(hierarchy, overriders);
}

/// `object.Class::method()` runs the method of that class, virtual or not.
static bool namesClass(const clang::Expr *call) {
  auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call);
  auto *member =
      memberCall ? dyn_cast<clang::MemberExpr>(memberCall->getCallee()->IgnoreParens()) : nullptr;
  return member && member->hasQualifier();
}

CallResult CallEmitter::emitDeviceCall(const clang::FunctionDecl *callee, const clang::Expr *object,
                                       llvm::ArrayRef<const clang::Expr *> arguments,
                                       const clang::Expr *call, const ClosurePtr &closure) {
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (object && method && method->isVirtual() && !namesClass(call))
    return emitVirtualCall(method, object, arguments, call);
  return DeviceCall(m_body, callee, object, arguments, call, closure).emit();
}
