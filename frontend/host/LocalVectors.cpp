//===- LocalVectors.cpp - std::vector variables of control functions --------------------------===//
//
// Memory that kernels share for one call is a buffer that the generated class keeps: it is made
// large enough and filled before the kernels.
//
//   std::vector<float> soft(n);   ->   vkm.reserve @Run_soft, %n
//                                      vkm.call @kernel1D_Run_soft(%n)   // fills it with zeros
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/host/LocalVectors.h"

#include "frontend/body/Initializers.h"
#include "frontend/library/Containers.h"
#include "frontend/library/StdVectors.h"
#include "ir/HostCode.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

/// The construction that an initial value is.
static const clang::CXXConstructExpr *findConstruction(const clang::Expr *init) {
  const clang::Expr *e = init ? init->IgnoreParenImpCasts() : nullptr;
  while (e) {
    if (auto *full = dyn_cast<clang::FullExpr>(e))
      e = full->getSubExpr()->IgnoreParenImpCasts();
    else if (auto *bound = dyn_cast<clang::CXXBindTemporaryExpr>(e))
      e = bound->getSubExpr()->IgnoreParenImpCasts();
    else if (auto *cast = dyn_cast<clang::CXXFunctionalCastExpr>(e))
      e = cast->getSubExpr()->IgnoreParenImpCasts();
    else
      return dyn_cast<clang::CXXConstructExpr>(e);
  }
  return nullptr;
}

/// The arguments that the source gives.
template <class Call>
static llvm::SmallVector<const clang::Expr *> writtenArguments(const Call *call) {
  llvm::SmallVector<const clang::Expr *> arguments;
  for (const clang::Expr *argument : call->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
      arguments.push_back(argument);
  return arguments;
}

void LocalVectorEmitter::emitLocalVector(const clang::VarDecl *variable) {
  mlir::Location where = loc(variable);
  if (variable->isStaticLocal()) {
    m_importer.reporter().report(where, diag::StdVectorPlace, {variable->getNameAsString()});
    return;
  }
  const clang::CXXConstructExpr *made = findConstruction(variable->getInit());
  llvm::SmallVector<const clang::Expr *> arguments;
  if (made)
    arguments = writtenArguments(made);
  // By what the constructor takes: a number of elements, and one element.
  bool isPossible =
      made && !made->isListInitialization() &&
      (arguments.empty() || (arguments.size() <= 2 &&
                             made->getConstructor()->getParamDecl(0)->getType()->isIntegerType() &&
                             !made->getConstructor()->isFunctionTemplateSpecialization()));
  if (!isPossible && !(made && arguments.empty())) {
    m_importer.reporter().report(where, diag::StdVectorStart, {variable->getNameAsString()});
    return;
  }
  vkm::FieldOp field = m_importer.addLocalVector(variable, m_function.symbol);
  if (!field)
    return;
  auto type = vkm::PtrType::get(field.getVectorElement(), variable->getType().isConstQualified());
  Binding &binding = m_body.bindings[variable];
  binding.kind = Binding::Kind::StdVector;
  binding.stdVector.data = m_builder.create<vkm::VectorDataOp>(where, type, field.getSymName());
  if (!arguments.empty())
    fillLocalVector(binding, arguments[0], arguments.size() > 1 ? arguments[1] : nullptr,
                    matchStdVector(variable->getType())->element, variable->getName(), where);
}

bool LocalVectorEmitter::fillLocalVector(Binding &binding, const clang::Expr *count,
                                         const clang::Expr *value, clang::QualType element,
                                         llvm::StringRef name, mlir::Location where) {
  mlir::Value number = emitValue(withoutWidening(count));
  if (!number)
    return false;
  // What has no name is computed once.
  if (!llvm::isa<mlir::BlockArgument>(number) && !number.getDefiningOp<vkm::ConstantOp>()) {
    auto variable = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(number.getType()),
                                                 (name + "Size").str(), number, /*constant=*/true);
    number = m_builder.create<vkm::LoadOp>(where, number.getType(), variable);
  }
  mlir::Value data = binding.stdVector.data;
  StdVectorEmitter(m_body).emitRoom(binding.stdVector, number, where);
  mlir::Type sizeType = m_importer.types().integerType(32, false);
  mlir::Value size = emitCast(number, sizeType, where);
  const std::string &sizeField = binding.stdVector.sizeField;
  bool isMember = !sizeField.empty(), keeps = isMember && name == "resize";
  if (!isMember)
    binding.stdVector.size = size;
  auto setSize = [&] {
    mlir::Value place =
        m_builder.create<vkm::FieldRefOp>(where, vkm::RefType::get(sizeType), sizeField);
    m_builder.create<vkm::AssignOp>(where, place, emitCast(number, sizeType, where));
  };
  // The vector is the caller's, which has set its elements.
  if (keeps && !value && StdVectorEmitter(m_body).isLent(binding.stdVector)) {
    setSize();
    return true;
  }
  mlir::Value filled =
      value ? value->isGLValue() ? emitRead(value) : emitValue(value) : mlir::Value();
  if (value && !filled)
    return false;
  bool isWritten = false;
  emitCounting(
      where, emitInteger(0, number.getType(), where), [&] { return number; },
      [&](mlir::Value index) {
        mlir::Value place = dereference({data, index, false}, where);
        mlir::Value one =
            value ? filled : InitializerEmitter(m_body).emitDefaultValue(element, count);
        isWritten = static_cast<bool>(one);
        if (!one)
          return;
        auto assign = [&] { m_builder.create<vkm::AssignOp>(where, place, one); };
        if (!keeps)
          return assign();
        // resize() of a member keeps the elements that it has.
        mlir::Value isNew = m_builder.create<vkm::CmpOp>(
            where, m_importer.types().boolType(), vkm::CmpKind::Ge,
            emitCast(index, sizeType, where),
            StdVectorEmitter(m_body).emitSize(binding.stdVector, where));
        emitInto(m_builder.create<vkm::IfOp>(where, isNew, false).getThenRegion(), assign);
      });
  auto loop = llvm::cast<vkm::ForOp>(*std::prev(m_builder.getInsertionPoint()));
  if (!isWritten || !outlineLoop(loop, name, /*isIndependent=*/false, where))
    return false;
  if (isMember)
    setSize();
  return true;
}

std::optional<CallResult> LocalVectorEmitter::emitLocalVectorSize(const clang::CallExpr *call,
                                                                  llvm::StringRef name) {
  if (!m_isControl || (name != "resize" && name != "assign"))
    return std::nullopt;
  llvm::SmallVector<const clang::Expr *> arguments = writtenArguments(call);
  auto *method = llvm::cast<clang::CXXMethodDecl>(call->getDirectCallee());
  bool isCounted = method->getParamDecl(0)->getType()->isIntegerType() &&
                   !method->isFunctionTemplateSpecialization();
  const clang::Expr *filling = arguments.size() > 1 ? arguments[1] : nullptr;
  const clang::Expr *object = stripGlvalue(splitContainerCall(call).object);
  clang::QualType element = matchStdVector(object->getType())->element;
  auto *reference = dyn_cast<clang::DeclRefExpr>(object);
  auto known = reference ? m_body.bindings.find(reference->getDecl()) : m_body.bindings.end();
  bool isBound = known != m_body.bindings.end() && known->second.kind == Binding::Kind::StdVector;
  CallResult result;
  // A member's.
  if (!isBound || !known->second.stdVector.sizeField.empty()) {
    clang::Expr::EvalResult size;
    bool clears =
        name == "resize" && arguments[0]->EvaluateAsInt(size, m_ast) && size.Val.getInt() == 0;
    if (!isCounted || clears)
      return std::nullopt;
    std::optional<StdVectorValue> vector = StdVectorEmitter(m_body).emitVector(object);
    Binding binding;
    if (vector)
      binding.stdVector = *vector;
    result.failed =
        !vector || !fillLocalVector(binding, arguments[0], filling, element, name, loc(call));
    return result;
  }
  StdVectorValue &vector = known->second.stdVector;
  if (vector.size)
    return std::nullopt;
  if (!isCounted || vector.data.getParentBlock() != m_builder.getInsertionBlock()) {
    report(call, diag::StdVectorUnsized, {reference->getDecl()->getNameAsString()});
    result.failed = true;
    return result;
  }
  Binding binding = known->second;
  result.failed = !fillLocalVector(binding, arguments[0], filling, element,
                                   reference->getDecl()->getName(), loc(call));
  m_body.bindings[reference->getDecl()] = binding;
  return result;
}
