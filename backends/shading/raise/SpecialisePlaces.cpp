//===- SpecialisePlaces.cpp - Functions for the buffers that they are called with -------------===//
//
// GLSL has no pointers, OpenCL C has those that a device of Vulkan need not have, and inout
// parameters are copies: written back at the end, also where the function wrote nothing. So a
// function that takes a pointer, or a reference to anything but a local variable, is cloned for
// what it is called with; indices become parameters:
//
//     float at(const float *a, int i)              float at(int i) { return weights[i]; }
//       { return a[i]; }                     ->
//     at(weights, 3)                               at(3)
//
//     void scale(Hit &hit, float s)                void scale(uint hitIndex, float s)
//       { hit.charge *= s; }                 ->      { hits[hitIndex].charge *= s; }
//     scale(hits[t], 2)                            scale(t, 2.0)
//
// A reference to a local variable stays: inout float x.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/Diagnostics.h"
#include "backends/shading/raise/Raise.h"
#include "ir/Effects.h"
#include "transforms/GivenPlaces.h"
#include "transforms/Parameters.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
class Specialiser {
public:
  explicit Specialiser(ModuleOp module) : parent(shading::getClass(module)) {
    visit(shading::getShader(module));
    for (FuncOp function : llvm::make_early_inc_range(parent.getOps<FuncOp>()))
      if (!reached.contains(function))
        function.erase();
  }
  bool failed = false;

private:
  void visit(Operation *caller) {
    SmallVector<CallOp> calls;
    caller->walk([&](CallOp call) { calls.push_back(call); });
    for (CallOp &call : calls) {
      FuncOp callee = resolve(call);
      checkAliases(call);
      if (reached.insert(callee).second)
        visit(callee);
    }
    // Callees before callers, also those that were just made.
    if (isa<FuncOp>(caller))
      for (CallOp call : calls)
        if (Operation *callee = lookupCallee(call); !callee->isBeforeInBlock(caller))
          callee->moveBefore(caller);
  }

  /// The function that the call shall call: its callee, or a clone that the call is rewritten for.
  FuncOp resolve(CallOp &call) {
    auto callee = cast<FuncOp>(lookupCallee(call).getOperation());
    std::string key = callee.getSymName().str();
    SmallVector<GivenPlace> places;
    SmallVector<Value> operands;
    for (Value argument : call.getOperands()) {
      const GivenPlace &place =
          places.emplace_back(getGivenPlace(argument, DescribedIndices::None));
      key += "|" + place.describe();
      if (!place)
        operands.push_back(argument);
      if (place.pointer) {
        key += getBufferName(place.pointer).getValue();
        operands.push_back(place.pointer);
      }
      operands.append(place.indices);
    }
    if (llvm::none_of(places, [](const GivenPlace &place) { return static_cast<bool>(place); }))
      return callee;
    FuncOp &special = specials[key];
    if (!special)
      special = specialise(callee, places);
    OpBuilder builder(call);
    auto newCall = builder.create<CallOp>(call.getLoc(), call.getResultTypes(),
                                          special.getSymName(), operands);
    newCall->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call.replaceAllUsesWith(newCall.getResults());
    call.erase();
    call = newCall;
    return special;
  }

  FuncOp specialise(FuncOp callee, ArrayRef<GivenPlace> places) {
    std::string symbol;
    do
      symbol = (callee.getSymName() + "_" + Twine(++number)).str();
    while (parent.lookupSymbol(symbol));
    FuncOp clone = copyFunction(callee, symbol);
    clone->moveBefore(callee);

    Block &body = clone.getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    SmallVector<Type> types;
    SmallVector<Attribute> attributes;
    unsigned position = 0;
    auto addParameter = [&](Type type, StringRef attribute, StringRef value) -> Value {
      types.push_back(type);
      attributes.push_back(
          builder.getDictionaryAttr(builder.getNamedAttr(attribute, builder.getStringAttr(value))));
      return body.insertArgument(position++, type, callee.getLoc());
    };
    for (auto [index, place] : llvm::enumerate(places)) {
      if (!place) {
        DictionaryAttr attrs = callee.getArgAttrDict(index);
        types.push_back(body.getArgument(position++).getType());
        attributes.push_back(attrs ? attrs : builder.getDictionaryAttr({}));
        continue;
      }
      // The place is made again inside; its indices come in as parameters, and for our own analyses
      // the pointer.
      Value pointer;
      if (place.pointer)
        pointer = addParameter(place.pointer.getType(), kBufferAttr,
                               getBufferName(place.pointer).getValue());
      SmallVector<Value> indices;
      for (Value given : place.indices)
        indices.push_back(
            addParameter(given.getType(), kNameAttr, callee.getArgName(index).str() + "Index"));
      Value value = place.build(builder, pointer, indices);
      BlockArgument old = body.getArgument(position);
      old.replaceAllUsesWith(value);
      body.eraseArgument(position);
    }
    clone.setFunctionType(builder.getFunctionType(types, callee.getResultTypes()));
    clone.setArgAttrsAttr(builder.getArrayAttr(attributes));
    return clone;
  }

  /// Two inout copies of one variable would each miss what the other one's owner writes; those of
  /// different members, or of elements with different numbers, do not.
  void checkAliases(CallOp call) {
    SmallVector<SmallVector<Value>> places;
    for (Value argument : call.getOperands()) {
      if (!isa<RefType>(argument.getType()))
        continue;
      SmallVector<Value> place = getPath(argument);
      if (llvm::any_of(places, [&](const auto &other) { return !areDisjoint(place, other); })) {
        report(call.getLoc(), backends::diag::ShaderReferencesAlias,
               {lookupCallee(call).getName().str()});
        failed = true;
        return;
      }
      places.push_back(std::move(place));
    }
  }

  /// The places that a place is a part of, the variable first, and the place itself.
  static SmallVector<Value> getPath(Value place) {
    SmallVector<Value> path = {place};
    while (Operation *op = path.front().getDefiningOp()) {
      if (!isa<MemberOp, ElementOp>(op))
        break;
      path.insert(path.begin(), op->getOperand(0));
    }
    return path;
  }

  static bool areDisjoint(ArrayRef<Value> a, ArrayRef<Value> b) {
    if (getRoot(a.front()) != getRoot(b.front()))
      return true;
    for (auto [mine, other] : llvm::zip(a.drop_front(), b.drop_front())) {
      if (auto member = mine.getDefiningOp<MemberOp>()) {
        auto otherMember = other.getDefiningOp<MemberOp>();
        if (!otherMember || member.getName() != otherMember.getName())
          return static_cast<bool>(otherMember);
        continue;
      }
      std::optional<APInt> number = getNumber(mine), otherNumber = getNumber(other);
      if (!number || !otherNumber)
        return false;
      if (*number != *otherNumber)
        return true;
    }
    return false;
  }

  /// The number of an element, where that is a literal.
  static std::optional<APInt> getNumber(Value place) {
    auto element = place.getDefiningOp<ElementOp>();
    auto index = element ? element.getIndex().getDefiningOp<ConstantOp>() : ConstantOp();
    auto number = index ? dyn_cast<IntegerAttr>(index.getValue()) : IntegerAttr();
    return number ? std::optional(number.getValue().sextOrTrunc(64)) : std::nullopt;
  }

  ClassOp parent;
  llvm::StringMap<FuncOp> specials;
  llvm::DenseSet<Operation *> reached;
  unsigned number = 0;
};
} // namespace

LogicalResult vkmorph::shading::specialisePlaces(ModuleOp module) {
  return failure(Specialiser(module).failed);
}
