//===- SpecialisePlaces.cpp - Functions for the buffers that they are called with -------------===//
//
// GLSL has no pointers, and its inout parameters are copies: written back at the end, also where
// the function wrote nothing. So a function that takes a pointer, or a reference to anything but a
// local variable, is cloned for what it is called with; indices become parameters:
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
#include "backends/glsl/raise/Raise.h"
#include "ir/Effects.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Whether an argument has to become a part of the function.
static bool isForeign(Value argument) {
  if (isa<PtrType>(argument.getType()))
    return true;
  if (!isa<RefType>(argument.getType()))
    return false;
  Root root = getRoot(argument);
  return root.symbol || isa<PtrType>(root.value.getType());
}

/// The operations that make a place, from the root to the place; null where a caller's parameter is
/// its root.
static SmallVector<Operation *> getPlaceChain(Value place) {
  SmallVector<Operation *> chain;
  while (Operation *op = place.getDefiningOp()) {
    chain.push_back(op);
    if (op->getNumOperands() == 0)
      break;
    place = op->getOperand(0);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

/// What tells places of one shape from others: everything but the values of indices.
static std::string describe(ArrayRef<Operation *> chain) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Operation *op : chain) {
    os << op->getName() << op->getAttrDictionary();
    if (op->getNumOperands() == 2)
      os << op->getOperand(1).getType();
    os << ';';
  }
  return text;
}

namespace {
class Specialiser {
public:
  explicit Specialiser(ModuleOp module) : parent(glsl::getClass(module)) {
    visit(glsl::getShader(module));
    for (FuncOp function : llvm::make_early_inc_range(parent.getOps<FuncOp>()))
      if (!reached.contains(function))
        function.erase();
  }
  bool failed = false;

private:
  void visit(Operation *caller) {
    SmallVector<CallOp> calls;
    caller->walk([&](CallOp call) { calls.push_back(call); });
    for (CallOp call : calls) {
      FuncOp callee = resolve(call);
      checkAliases(call);
      if (reached.insert(callee).second)
        visit(callee);
    }
    // Callees before callers, also those that were just made.
    if (isa<FuncOp>(caller))
      for (CallOp call : calls)
        cast<FuncOp>(lookupCallee(call).getOperation())->moveBefore(caller);
  }

  /// The function that the call shall call: its callee, or a clone that the call is rewritten for.
  FuncOp resolve(CallOp &call) {
    auto callee = cast<FuncOp>(lookupCallee(call).getOperation());
    std::string key = callee.getSymName().str();
    bool any = false;
    SmallVector<SmallVector<Operation *>> chains;
    for (Value argument : call.getOperands()) {
      chains.push_back(isForeign(argument) ? getPlaceChain(argument) : SmallVector<Operation *>());
      any |= !chains.back().empty();
      key += "|" + describe(chains.back());
    }
    if (!any)
      return callee;
    FuncOp &special = specials[key];
    if (!special)
      special = specialise(callee, chains);
    SmallVector<Value> operands;
    for (auto [argument, chain] : llvm::zip(call.getOperands(), chains)) {
      if (chain.empty())
        operands.push_back(argument);
      for (Operation *op : chain)
        if (op->getNumOperands() == 2)
          operands.push_back(op->getOperand(1));
    }
    OpBuilder builder(call);
    auto newCall = builder.create<CallOp>(call.getLoc(), call.getResultTypes(),
                                          special.getSymName(), operands);
    newCall->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call.replaceAllUsesWith(newCall.getResults());
    call.erase();
    call = newCall;
    return special;
  }

  FuncOp specialise(FuncOp callee, ArrayRef<SmallVector<Operation *>> chains) {
    OpBuilder builder(callee);
    auto clone = cast<FuncOp>(builder.clone(*callee));
    if (!clone->hasAttr("cpp_name"))
      clone->setAttr("cpp_name", callee.getSymNameAttr());
    std::string symbol;
    do
      symbol = (callee.getSymName() + "_" + Twine(++number)).str();
    while (parent.lookupSymbol(symbol));
    clone.setSymName(symbol);

    Block &body = clone.getBody().front();
    builder.setInsertionPointToStart(&body);
    SmallVector<Type> types;
    SmallVector<Attribute> attributes;
    unsigned position = 0;
    for (auto [index, chain] : llvm::enumerate(chains)) {
      DictionaryAttr attrs = callee.getArgAttrDict(index);
      if (!attrs)
        attrs = builder.getDictionaryAttr({});
      if (chain.empty()) {
        types.push_back(body.getArgument(position++).getType());
        attributes.push_back(attrs);
        continue;
      }
      // The place is made again inside; its indices come in as parameters.
      BlockArgument old = body.getArgument(position);
      Value place;
      for (Operation *op : chain) {
        IRMapping mapping;
        if (place)
          mapping.map(op->getOperand(0), place);
        if (op->getNumOperands() == 2) {
          Type type = op->getOperand(1).getType();
          std::string name = callee.getArgName(index).str() + "Index";
          types.push_back(type);
          attributes.push_back(builder.getDictionaryAttr(
              builder.getNamedAttr(kNameAttr, builder.getStringAttr(name))));
          mapping.map(op->getOperand(1), body.insertArgument(position++, type, old.getLoc()));
        }
        place = builder.clone(*op, mapping)->getResult(0);
      }
      old.replaceAllUsesWith(place);
      body.eraseArgument(old.getArgNumber());
    }
    clone.setFunctionType(builder.getFunctionType(types, callee.getResultTypes()));
    clone.setArgAttrsAttr(builder.getArrayAttr(attributes));
    return clone;
  }

  /// Two inout copies of one variable would each miss what the other one's owner writes.
  void checkAliases(CallOp call) {
    SmallVector<Root> roots;
    for (Value argument : call.getOperands()) {
      if (!isa<RefType>(argument.getType()))
        continue;
      Root root = getRoot(argument);
      if (llvm::is_contained(roots, root)) {
        report(call.getLoc(), backends::diag::GlslReferencesAlias,
               {lookupCallee(call).getName().str()});
        failed = true;
      }
      roots.push_back(root);
    }
  }

  ClassOp parent;
  llvm::StringMap<FuncOp> specials;
  llvm::DenseSet<Operation *> reached;
  unsigned number = 0;
};
} // namespace

LogicalResult vkmorph::glsl::specialisePlaces(ModuleOp module) {
  return failure(Specialiser(module).failed);
}
