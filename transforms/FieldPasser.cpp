//===- FieldPasser.cpp - What functions use of fields becomes parameters ---------------------===//

#include "transforms/FieldPasser.h"

#include "ir/Places.h"
#include "transforms/Expressions.h"
#include "transforms/Parameters.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Value FieldPasser::getParameter(Function function, const FieldPart &part) {
  for (const Parameter &known : parameters[function])
    if (known.part == part)
      return known.value;
  FieldOp field = part.field;
  Value value = addParameter(function, nameParameter(function, part), part.type, field.getLoc());
  parameters[function].push_back({part, value});
  return value;
}

/// Collects the reads of a place and of its parts that are known by their names; false where it is
/// used otherwise.
bool FieldPasser::findReads(Value place, SmallVectorImpl<LoadOp> &reads) {
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    if (auto load = dyn_cast<LoadOp>(user)) {
      reads.push_back(load);
      return isValue(load.getType());
    }
    return isa<MemberOp, ElementOp>(user) && getPlacePath(user->getResult(0)).isExact() &&
           findReads(user->getResult(0), reads);
  });
}

void FieldPasser::replacePlace(Function function, FieldRefOp place) {
  FieldOp field = theClass.lookupField(place.getField());
  SmallVector<LoadOp> reads;
  if (!isWritten(function, field) && findReads(place.getRef(), reads)) {
    for (LoadOp load : reads) {
      load.getResult().replaceAllUsesWith(getParameter(
          function, {field, getPlacePath(load.getRef()).path, load.getResult().getType()}));
      load.erase();
    }
    return;
  }
  if (isWritten(function, field) || !isa<FuncOp>(function.getOperation())) {
    place.getResult().replaceAllUsesWith(
        getParameter(function, {field, {}, RefType::get(field.getType())}));
    return;
  }
  // A variable that holds all of it.
  Value whole = getParameter(function, {field, {}, field.getType()});
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  auto variable = builder.create<VarOp>(place.getLoc(), place.getType(), nameCopy(field), whole,
                                        /*constant=*/true);
  place.getResult().replaceAllUsesWith(variable.getRef());
}

void FieldPasser::replaceFields(Function function) {
  SmallVector<VectorDataOp> vectors;
  SmallVector<FieldRefOp> places;
  auto isOurs = [&](StringRef symbol) { return isPassed(theClass.lookupField(symbol)); };
  function->walk([&](Operation *op) {
    if (auto data = dyn_cast<VectorDataOp>(op); data && isOurs(data.getField()))
      vectors.push_back(data);
    if (auto place = dyn_cast<FieldRefOp>(op); place && isOurs(place.getField()))
      places.push_back(place);
  });
  for (VectorDataOp data : vectors) {
    FieldOp field = theClass.lookupField(data.getField());
    data.getResult().replaceAllUsesWith(getParameter(function, {field, {}, getPointerType(field)}));
    data.erase();
  }
  for (FieldRefOp place : places)
    replacePlace(function, place);
}

/// What the function is given, its caller has as fields of its own, which are replaced there like
/// others.
void FieldPasser::passTo(Operation *call) {
  Function callee = getCallee(call);
  if (!callee)
    return;
  pass(callee);
  OpBuilder builder(call);
  Location loc = call->getLoc();
  SmallVector<Value> operands;
  for (const Parameter &parameter : parameters[callee]) {
    FieldOp field = parameter.part.field;
    Type type = parameter.part.type;
    if (isa<PtrType>(type)) {
      operands.push_back(builder.create<VectorDataOp>(loc, type, field.getSymName()));
      continue;
    }
    Value place = buildFieldPlace(builder, loc, field, parameter.part.path);
    operands.push_back(isa<RefType>(type) ? place : buildLoad(builder, loc, place));
  }
  call->insertOperands(call->getNumOperands(), operands);
  finishCall(call, callee);
}

void FieldPasser::pass(Function function) {
  if (!parameters.try_emplace(function).second)
    return;
  SmallVector<Operation *> calls;
  function->walk([&](Operation *op) {
    if (isa<CallOp, LaunchOp>(op))
      calls.push_back(op);
  });
  for (Operation *call : calls)
    passTo(call);
  replaceFields(function);
  eraseDeadExpressions(function.getFunctionBody());
}
