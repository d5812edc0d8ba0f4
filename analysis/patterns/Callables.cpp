//===- Callables.cpp - Virtual calls by callable shaders --------------------------------------===//

#include "analysis/patterns/Callables.h"

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/values/GridShape.h"
#include "ir/HostCode.h"
#include "ir/Places.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

PatternCut vkmorph::vkm::cutCallables(GridOp grid) {
  return PatternCut(grid, [](Operation *) { return true; });
}

bool vkmorph::vkm::runsCallables(GridOp grid) { return isDispatchedBy(grid, "callable"); }

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

static void collectCalls(Operation *op, llvm::DenseSet<Operation *> &seen,
                         SmallVectorImpl<CallOp> &calls) {
  op->walk([&](CallOp call) {
    auto function = dyn_cast_or_null<FuncOp>(lookupCallee(call).getOperation());
    if (!function)
      return;
    if (matchDispatch(call))
      calls.push_back(call);
    else if (seen.insert(function).second)
      collectCalls(function, seen, calls);
  });
}

SmallVector<CallOp> vkmorph::vkm::collectVirtualCalls(Operation *op) {
  SmallVector<CallOp> calls;
  llvm::DenseSet<Operation *> seen;
  collectCalls(op, seen, calls);
  return calls;
}

//===------------------------------------------------------------------------------------------===//
// Arguments
//===------------------------------------------------------------------------------------------===//

/// An array that all shaders of the kernel know by one name.
static bool describeArray(Value pointer, PassedArgument &passed) {
  if (isImage(pointer))
    return false;
  if (auto data = pointer.getDefiningOp<VectorDataOp>())
    passed.symbol = data.getFieldAttr().getAttr();
  else if (pointer.getDefiningOp<BufferOp>())
    passed.array = pointer;
  else if (auto parameter = dyn_cast<BlockArgument>(pointer);
           parameter && isa<KernelOp>(parameter.getOwner()->getParentOp()))
    passed.array = pointer;
  return passed.symbol || passed.array;
}

/// A whole element or member, which a callable shader finds by itself.
static PassedArgument describePlace(Value place) {
  PassedArgument passed;
  if (auto field = place.getDefiningOp<FieldRefOp>()) {
    passed.as = PassedAs::Field;
    passed.symbol = field.getFieldAttr().getAttr();
  } else if (auto element = place.getDefiningOp<DerefOp>();
             element && describeArray(element.getPointer(), passed)) {
    passed.as = PassedAs::Element;
    passed.index = element.getIndex();
  } else {
    passed.as = PassedAs::Place;
  }
  return passed;
}

/// Whether memory holds at a call what was read for it.
static bool isFresh(LoadOp load, CallOp call) {
  if (load->getBlock() != call->getBlock())
    return false;
  Root root = getRoot(load.getRef());
  for (Operation *op = load->getNextNode(); op != call; op = op->getNextNode())
    if (EffectSet effects = getEffects(op); effects.ordered || effects.writesAny(root))
      return false;
  return true;
}

PassedArgument vkmorph::vkm::describePassed(CallOp call, unsigned index) {
  Value operand = call->getOperand(index);
  PassedArgument passed;
  if (isa<PtrType>(operand.getType())) {
    passed.as = PassedAs::Array;
    describeArray(operand, passed);
    return passed;
  }
  if (isa<RefType>(operand.getType()))
    return describePlace(operand);
  // A struct is read where it is used: members that the method does not look at need not be.
  auto load = operand.getDefiningOp<LoadOp>();
  if (!load || !isa<RecordType>(operand.getType()) || !isFresh(load, call))
    return passed;
  PassedArgument place = describePlace(load.getRef());
  return place.as == PassedAs::Place ? passed : place;
}

bool vkmorph::vkm::isParameterWritten(FuncOp dispatcher, unsigned index) {
  return llvm::is_contained(getEffects(dispatcher.getBody()).writes,
                            Root{{}, dispatcher.getBody().getArgument(index)});
}

//===------------------------------------------------------------------------------------------===//
// Obstacles
//===------------------------------------------------------------------------------------------===//

/// Whether a place is a local variable, of the function that names it or, where it is a parameter,
/// of all that call this one. Functions do not call themselves.
static bool isLocal(const Root &root) {
  if (!root.value)
    return false;
  if (root.value.getDefiningOp<VarOp>() || isLoopVariable(root.value))
    return true;
  auto parameter = dyn_cast<BlockArgument>(root.value);
  auto function = parameter ? dyn_cast<FuncOp>(parameter.getOwner()->getParentOp()) : FuncOp();
  if (!function || !isa<RefType>(parameter.getType()))
    return false;
  bool isCalled = false, areLocal = true;
  function->getParentOfType<ModuleOp>().walk([&](CallOp call) {
    if (lookupCallee(call) != function)
      return;
    isCalled = true;
    areLocal = areLocal && isLocal(getRoot(call->getOperand(parameter.getArgNumber())));
  });
  return isCalled && areLocal;
}

/// Whether an overrider may reach, in another way, memory that it is given a copy of and that gets
/// the copy back.
static bool reachesOtherwise(FuncOp dispatcher, CallOp call, unsigned index,
                             const llvm::StringSet<> &written) {
  Root root = getRoot(call->getOperand(index));
  if (root.value && (root.value.getDefiningOp<VarOp>() || isLoopVariable(root.value)))
    return false;
  EffectSet effects = getEffects(dispatcher.getBody());
  bool isOnlyLocal = isLocal(root);
  auto mayBe = [&](const Root &other) {
    if (other.symbol)
      return root.symbol ? root.symbol == other.symbol
                         : written.contains(other.symbol.getValue()) && !isOnlyLocal;
    auto parameter = dyn_cast<BlockArgument>(other.value);
    if (!parameter || parameter.getArgNumber() == index)
      return false;
    Value operand = call->getOperand(parameter.getArgNumber());
    if (!isa<PtrType, RefType>(operand.getType()))
      return false;
    Root given = getRoot(operand);
    return mayAlias(given, root) && !(given.symbol && isOnlyLocal);
  };
  return llvm::any_of(effects.reads, mayBe) || llvm::any_of(effects.writes, mayBe);
}

/// Why the arguments of a call cannot go through a payload; empty where they can.
static std::string findPassingObstacle(CallOp call, const llvm::StringSet<> &written) {
  auto dispatcher = cast<FuncOp>(lookupCallee(call).getOperation());
  for (unsigned index = 0; index < call.getNumOperands(); ++index) {
    PassedArgument passed = describePassed(call, index);
    std::string name = ("'" + argName(dispatcher, index) + "'").str();
    if (passed.as == PassedAs::Array && !passed.symbol && !passed.array)
      return "a function passes on the array " + name + ", which callable shaders cannot be given";
    if (passed.as == PassedAs::Place && isParameterWritten(dispatcher, index) &&
        reachesOtherwise(dispatcher, call, index, written))
      return "it writes " + name +
             ", which it may also reach in another way, and a callable "
             "shader is given a copy";
  }
  return "";
}

std::optional<DispatchObstacle>
vkmorph::vkm::findCallableObstacle(GridOp grid, const llvm::StringSet<> &written) {
  auto refuse = [&](Location loc, const Twine &why) { return DispatchObstacle{why.str(), loc}; };
  PatternCut cut = cutCallables(grid);
  if (std::optional<DispatchObstacle> found = cut.findObstacle("ray generation shaders"))
    return found;
  bool callsBehind = false;
  grid.getBody().walk([&](CallOp call) {
    callsBehind |= cut.isInTail(call) && !collectVirtualCalls(call).empty();
  });
  if (callsBehind)
    return refuse(grid.getLoc(), "methods are called behind a running total");
  if (isDeviceBound(grid, written))
    return refuse(grid.getLoc(), "the device alone knows how many iterations there are");
  for (CallOp call : collectVirtualCalls(grid))
    if (std::string why = findPassingObstacle(call, written); !why.empty())
      return refuse(call.getLoc(), why);
  return std::nullopt;
}

bool vkmorph::vkm::canRunCallables(ClassOp op) {
  llvm::StringSet<> written = getFieldsWrittenByKernels(op);
  bool isAny = false, isRefused = false;
  op.walk([&](GridOp grid) {
    if (collectVirtualCalls(grid).empty())
      return;
    isAny = true;
    isRefused |= findCallableObstacle(grid, written).has_value();
  });
  return isAny && !isRefused;
}
