//===- Launches.cpp - Calls of kernels and control functions in control functions -------------===//

#include "frontend/body/Calls.h"
#include "frontend/body/Lambdas.h"
#include "frontend/library/StdVectors.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

/// An index as a kernel is given it: 64 bits stay, so that the host checks that they fit.
static mlir::Type kernelIndexType(mlir::Value index, TypeConverter &types) {
  auto type = llvm::dyn_cast<mlir::IntegerType>(index.getType());
  return type && type.getWidth() == 64 ? types.integerType(64, false) : mlir::Type();
}

static bool isNull(const clang::Expr *e) {
  auto *cast = dyn_cast<clang::CastExpr>(stripGlvalue(e)->IgnoreParens());
  return cast && cast->getCastKind() == clang::CK_NullToPointer;
}

/// An array that a kernel or control function is given, or `nullptr`; one of both where it returns
/// nothing, since nobody would take the result of a branch.
Argument CallEmitter::emitArrayOfLaunch(const clang::Expr *argument, const Signature &callee,
                                        unsigned input) {
  mlir::Type type = callee.inputs[input];
  const clang::Expr *e = stripCleanups(argument);
  if (!llvm::isa<vkm::PtrType>(type))
    return emitArgument(argument, Passing::Pointer, /*isReference=*/false);
  if (isNull(e))
    return {
        {}, {}, loc(e), PointerValue{m_builder.create<vkm::NoPlaceOp>(loc(e), type), {}, false}};
  auto *choice = dyn_cast<clang::ConditionalOperator>(e->IgnoreParenImpCasts());
  bool isNullFirst = choice && isNull(choice->getTrueExpr());
  if (!choice || callee.result || isNullFirst == isNull(choice->getFalseExpr()))
    return emitArgument(argument, Passing::Pointer, /*isReference=*/false);
  mlir::Value condition = emitValue(choice->getCond());
  if (condition && isNullFirst)
    condition = m_builder.create<vkm::UnaryOp>(loc(e), vkm::UnaryKind::Not, condition);
  Argument array = emitArgument(isNullFirst ? choice->getFalseExpr() : choice->getTrueExpr(),
                                Passing::Pointer, /*isReference=*/false);
  if (!condition)
    return {{}, {}, loc(e)};
  array.isGiven = condition;
  return array;
}

//   kernel1D_K(c ? a : nullptr, n);   ->   if (c) kernel1D_K(a, n); else kernel1D_K(nullptr, n);
void CallEmitter::branchByNulls(vkm::CallOp call, llvm::ArrayRef<Argument> arguments) {
  for (auto [index, operand] : llvm::enumerate(call.getOperands())) {
    auto given = llvm::find_if(arguments, [&, array = operand](const Argument &argument) {
      return argument.isGiven && argument.pointer && argument.pointer->base == array;
    });
    if (given == arguments.end())
      continue;
    mlir::OpBuilder::InsertionGuard guard(m_builder);
    m_builder.setInsertionPoint(call);
    auto branch = m_builder.create<vkm::IfOp>(call.getLoc(), given->isGiven);
    llvm::SmallVector<Argument> others(arguments);
    others[given - arguments.begin()].isGiven = {};
    for (mlir::Region *way : {&branch.getThenRegion(), &branch.getElseRegion()}) {
      m_builder.setInsertionPointToStart(way->empty() ? &way->emplaceBlock() : &way->front());
      if (way == &branch.getElseRegion()) {
        call->setOperand(index, m_builder.create<vkm::NoPlaceOp>(call.getLoc(), operand.getType()));
      }
      branchByNulls(llvm::cast<vkm::CallOp>(m_builder.clone(*call)), others);
    }
    call.erase();
    return;
  }
}

/// What a reference parameter of a kernel or control function is bound to.
Argument CallEmitter::emitReferenceOfLaunch(const clang::Expr *argument) {
  const clang::Expr *e = stripCleanups(argument);
  mlir::Location where = loc(e);
  // The host only says which element of a std::vector it is.
  if (std::optional<std::optional<PointerValue>> element =
          StdVectorEmitter(m_body).emitElement(stripGlvalue(e)))
    return {*element ? dereference(**element, where) : mlir::Value(), {}, where};
  if (isNull(e)) {
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

/// What is captured and what parameters are given may be the same: then both are one input.
static std::shared_ptr<const ClosureArguments>
joinCaptures(const std::shared_ptr<const ClosureArguments> &closures,
             llvm::ArrayRef<Argument> arguments) {
  if (!closures || closures->inputs.empty())
    return closures;
  auto joined = std::make_shared<ClosureArguments>(*closures);
  for (auto [number, input] : llvm::enumerate(joined->inputs))
    for (auto [index, argument] : llvm::enumerate(arguments)) {
      auto load = argument.value ? argument.value.getDefiningOp<vkm::LoadOp>() : vkm::LoadOp();
      bool isSame = false;
      if (argument.pointer)
        isSame = llvm::isa<vkm::PtrType>(input.type) &&
                 isSamePlace(argument.pointer->base, input.source);
      else if (argument.value && !argument.size && argument.value.getType() == input.type)
        isSame = input.isRead ? load && isSamePlace(load.getRef(), input.source)
                              : isSamePlace(argument.value, input.source);
      if (!isSame)
        continue;
      input.sameAs = index;
      joined->key += "|" + std::to_string(number) + "=" + std::to_string(index);
      break;
    }
  return joined;
}

bool CallEmitter::planLaunched(const clang::CXXMemberCallExpr *call,
                               llvm::ArrayRef<Passing> passing,
                               std::shared_ptr<const ClosureArguments> &closures) {
  if (!llvm::is_contained(passing, Passing::Closure))
    return true;
  bool failed = false;
  llvm::SmallVector<const clang::Expr *> arguments(call->arguments());
  closures = ClosureEmitter(m_body).planClosures(call->getMethodDecl(), nullptr, arguments, nullptr,
                                                 failed);
  for (auto [index, how] : llvm::enumerate(passing))
    if (!failed && how == Passing::Closure && !(closures && closures->find(index)))
      failed = !emitPart(arguments[index]);
  return !failed;
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
  std::shared_ptr<const ClosureArguments> closures;
  if (!planLaunched(call, passing, closures))
    return failure;
  for (auto [argument, how] : llvm::zip(call->arguments(), passing)) {
    if (how == Passing::Closure) {
      shape[arguments.size()].part = closures->find(arguments.size())->part;
      arguments.push_back({{}, {}, loc(argument)});
      continue;
    }
    unsigned input = callee.signature.parameters[arguments.size()].input;
    arguments.push_back(how == Passing::Reference ? emitReferenceOfLaunch(argument)
                        : how == Passing::Pointer
                            ? emitArrayOfLaunch(argument, callee.signature, input)
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
  closures = joinCaptures(closures, arguments);
  bool isPlain = !closures;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    ParameterShape &given = shape[index];
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
    launched = m_importer.getLaunchVariant(key, shape, /*isOwn=*/false, closures);
  if (!launched)
    return failure;
  llvm::SmallVector<mlir::Value> operands;
  for (auto [argument, given] : llvm::zip(arguments, shape)) {
    if (!argument.pointer && !argument.value)
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
  for (const CaptureInput &input :
       closures ? llvm::ArrayRef(closures->inputs) : llvm::ArrayRef<CaptureInput>())
    if (!input.sameAs)
      operands.push_back(input.isRead ? emitLoad(input.source, loc(call)) : input.source);
  llvm::SmallVector<mlir::Type> results;
  if (launched->signature.result)
    results.push_back(launched->signature.result);
  auto op = m_builder.create<vkm::CallOp>(loc(call), results, launched->symbol, operands);
  CallResult result;
  if (launched->signature.result)
    result.value = op.getResult(0);
  else
    branchByNulls(op, arguments);
  return result;
}
