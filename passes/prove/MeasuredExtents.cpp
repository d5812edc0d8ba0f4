//===- MeasuredExtents.cpp - How far the launches of a control function reach, by running it --===//
//
//   for (int k = 1; k < n; k *= 2)        int elementsOfAInUp(int n) {
//     kernel1D_Half(a, k);           =>     int most = 0;
//                                           for (int k = 1; k < n; k *= 2)
//                                             most = std::max(most, k);
//                                           return most;
//                                         }
//
// A call with host arrays has to know how long they are before it records anything. What the host
// computes while it records it can compute twice.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/prove/MeasuredExtents.h"

#include "analysis/commands/AssignedMembers.h"
#include "analysis/commands/HostStatements.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "transforms/Expressions.h"
#include "transforms/Parameters.h"
#include "transforms/SymbolNames.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {

/// Builds one such function.
class Measurer {
public:
  Measurer(ControlOp control, unsigned index, BuildReach buildReach)
      : control(control), theClass(control->getParentOfType<ClassOp>()),
        array(control.getBody().getArgument(index)), buildReach(buildReach),
        changed(findChangedMembers(theClass)),
        type(IntegerType::get(control.getContext(), 32, IntegerType::Signed)) {}
  bool run();

private:
  enum class Outcome { Done, Again, Failed };

  Outcome tryOnce();
  void begin();
  bool copy(Block &block, OpBuilder &at);
  bool copyStatement(Operation &op, OpBuilder &at);
  bool copyRegions(Operation &op, OpBuilder &at);
  void copyExpression(Operation &op, OpBuilder &at);
  void copyRead(LoadOp load);
  bool copyWrite(Operation &op, OpBuilder &at);
  bool note(LaunchOp launch, OpBuilder &at);
  void end(OpBuilder &at);
  bool matters(Operation &op) const;
  bool isKnown(Value value);
  void dropUnread();

  ControlOp control;
  ClassOp theClass;
  BlockArgument array;
  BuildReach buildReach;
  Members changed;

  Type type;                           ///< of the number
  bool isTypeKnown = false;            ///< a launch has one
  llvm::DenseSet<Operation *> unknown; ///< variables that get what the host does not know
  bool hasChanged = false;             ///< either of them, so that all begins again
  FuncOp function;
  VarOp most;
  IRMapping mapping;
  SmallVector<Value> given; ///< what the function's parameters are in the caller
};

} // namespace

/// The variable that a place is, or is a part of; null for others.
static VarOp getVariable(Value place) {
  Value root = getRoot(place).value;
  return root ? root.getDefiningOp<VarOp>() : VarOp();
}

/// Whether the function has a value; scalars that the control function is given become parameters.
bool Measurer::isKnown(Value value) {
  if (mapping.contains(value))
    return true;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &control.getBody().front() ||
      !isa<IntegerType, FloatType>(value.getType()))
    return false;
  mapping.map(value, addParameter(function, argName(control, argument.getArgNumber()),
                                  value.getType(), value.getLoc()));
  given.push_back(value);
  return true;
}

/// A member that no method changes is a parameter too.
void Measurer::copyRead(LoadOp load) {
  PlacePath path = getPlacePath(load.getRef());
  if (!path.root.symbol || !path.isExact() || changed.contains(path.root.symbol) ||
      !isa<IntegerType, FloatType>(load.getType()))
    return;
  std::string name = path.root.symbol.getValue().str();
  mapping.map(load.getResult(), addParameter(function, makeFreeArgName(function, name),
                                             load.getType(), load.getLoc()));
  given.push_back(load.getResult());
}

void Measurer::copyExpression(Operation &op, OpBuilder &at) {
  if (auto load = dyn_cast<LoadOp>(op); load && getRoot(load.getRef()).symbol)
    return copyRead(load);
  if (isa<CallOp, HostOp, FieldRefOp, VectorDataOp>(op))
    return;
  bool isClosed =
      op.walk([&](Operation *inner) {
          for (Value operand : inner->getOperands())
            if (!op.isAncestor(operand.getParentRegion()->getParentOp()) && !isKnown(operand))
              return WalkResult::interrupt();
          bool isOfDevice = isa<CallOp, HostOp, FieldRefOp, VectorDataOp>(inner);
          return isOfDevice ? WalkResult::interrupt() : WalkResult::advance();
        }).wasInterrupted() == false;
  if (isClosed)
    at.clone(op, mapping);
}

/// Whether a statement launches what reaches into the array, leaves others, or changes a variable
/// that the function has.
bool Measurer::matters(Operation &op) const {
  return op
      .walk([&](Operation *inner) {
        auto launch = dyn_cast<LaunchOp>(inner);
        bool does = isa<BreakOp, ContinueOp, ReturnOp>(inner) || isThrow(inner) ||
                    (launch && llvm::is_contained(launch.getOperands(), Value(array)));
        for (const Root &root : getEffects(inner).writes) {
          auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
          does |= root.value && !isOnDevice(root) &&
                  !(var && (unknown.contains(var) || op.isAncestor(var)));
        }
        return does ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// An assignment of what is not known makes its variable one that is not, for the next attempt.
bool Measurer::copyWrite(Operation &op, OpBuilder &at) {
  Value place = getAccessedPlace(&op);
  if (isOnDevice(getRoot(place)))
    return true;
  VarOp var = getVariable(place);
  // What the caller gets, the function cannot read.
  auto argument = dyn_cast<BlockArgument>(getRoot(place).value);
  bool isCallers = argument && argument.getOwner() == &control.getBody().front();
  if (isCallers || (var && unknown.contains(var)))
    return true;
  Value value = isa<AssignOp>(op) ? cast<AssignOp>(op).getValue() : cast<UpdateOp>(op).getValue();
  if (isKnown(place) && isKnown(value)) {
    at.clone(op, mapping);
    return true;
  }
  hasChanged |= var && unknown.insert(var).second;
  return false;
}

/// `most = std::max(most, reach)`
bool Measurer::note(LaunchOp launch, OpBuilder &at) {
  for (auto [index, operand] : llvm::enumerate(launch.getOperands())) {
    if (operand != array)
      continue;
    KernelOp kernel = lookupKernel(launch);
    ExtentOp extent = kernel ? buildReach(kernel, index) : ExtentOp();
    if (!extent)
      return false;
    IRMapping parameters;
    bool isClosed = true;
    for (auto [parameter, argument] :
         llvm::zip(kernel.getBody().getArguments(), launch.getOperands()))
      if (isKnown(argument))
        parameters.map(parameter, mapping.lookup(argument));
    Value reach;
    for (Operation &op : extent.getCount().front()) {
      if (auto yield = dyn_cast<YieldOp>(op)) {
        reach = isClosed ? parameters.lookupOrNull(yield.getValue()) : Value();
        break;
      }
      op.walk([&](Operation *inner) {
        isClosed &= !isa<LoadOp, CallOp>(inner);
        for (Value operand : inner->getOperands())
          isClosed &= parameters.contains(operand) ||
                      op.isAncestor(operand.getParentRegion()->getParentOp());
      });
      if (!isClosed)
        break;
      at.clone(op, parameters);
    }
    if (!extent.getStated())
      extent.erase();
    if (!reach)
      return false;
    if (matchPattern(reach, m_Zero()))
      continue;
    // Numbers of several types are counted in 64 bits.
    if (type != reach.getType() && !(isTypeKnown && type.isSignedInteger(64))) {
      hasChanged = true;
      type = isTypeKnown ? at.getIntegerType(64, /*isSigned=*/true) : reach.getType();
      isTypeKnown = true;
      return false;
    }
    isTypeKnown = true;
    Location loc = launch.getLoc();
    // The largest number is not negative anyway.
    auto cut = reach.getDefiningOp<MathOp>();
    if (cut && cut.getFn() == MathFn::Max && cut.getOperands().size() == 2 &&
        matchPattern(cut.getOperands()[1], m_Zero()))
      reach = cut.getOperands()[0];
    if (reach.getType() != type)
      reach = at.create<CastOp>(loc, type, reach);
    Value before = buildLoad(at, loc, most.getRef());
    at.create<AssignOp>(loc, most.getRef(),
                        at.create<MathOp>(loc, type, MathFn::Max, ValueRange{before, reach}));
  }
  return true;
}

void Measurer::end(OpBuilder &at) {
  Location loc = control.getLoc();
  at.create<ReturnOp>(loc, buildLoad(at, loc, most.getRef()));
}

/// A statement with regions, of which the parts that are values have to be known.
bool Measurer::copyRegions(Operation &op, OpBuilder &at) {
  if (!llvm::all_of(op.getOperands(), [&](Value operand) { return isKnown(operand); }))
    return !matters(op);
  if (!matters(op))
    return true;
  Operation *copied = at.cloneWithoutRegions(op, mapping);
  for (auto [from, to] : llvm::zip(op.getRegions(), copied->getRegions())) {
    if (from.empty())
      continue;
    Block &block = to.emplaceBlock();
    for (BlockArgument argument : from.getArguments())
      mapping.map(argument, block.addArgument(argument.getType(), argument.getLoc()));
    OpBuilder inside = OpBuilder::atBlockBegin(&block);
    if (!copy(from.front(), inside))
      return false;
  }
  return true;
}

bool Measurer::copyStatement(Operation &op, OpBuilder &at) {
  if (op.hasTrait<VkmExpression>() && !op.use_empty()) {
    copyExpression(op, at);
    return llvm::all_of(op.getResults(), [&](Value part) { return mapping.contains(part); }) ||
           !matters(op);
  }
  if (isa<ReturnOp>(op) || isThrow(&op)) {
    end(at);
    return true;
  }
  if (auto launch = dyn_cast<LaunchOp>(op))
    return note(launch, at);
  if (auto var = dyn_cast<VarOp>(op)) {
    if (!unknown.contains(var) && (!var.getInit() || isKnown(var.getInit())))
      at.clone(op, mapping);
    else
      hasChanged |= unknown.insert(var).second;
    return true;
  }
  if (isa<AssignOp, UpdateOp>(op))
    return copyWrite(op, at);
  if (isa<IfOp, SwitchOp, ScopeOp, LoopOpInterface>(op))
    return copyRegions(op, at);
  if (auto yield = dyn_cast<YieldOp>(op)) {
    if (!isKnown(yield.getValue()))
      return false;
    at.clone(op, mapping);
    return true;
  }
  if (isa<BreakOp, ContinueOp>(op)) {
    at.clone(op);
    return true;
  }
  return !matters(op);
}

bool Measurer::copy(Block &block, OpBuilder &at) {
  for (Operation &op : block) {
    if (!copyStatement(op, at))
      return false;
    // Nothing comes behind a throw.
    if (isThrow(&op))
      break;
  }
  return true;
}

void Measurer::begin() {
  Location loc = control.getLoc();
  auto begin = [](StringRef name) { return llvm::toUpper(name.front()) + name.drop_front().str(); };
  std::string name = "elementsOf" + begin(argName(control, array.getArgNumber())) + "In" +
                     begin(control.getSymName());
  OpBuilder builder(control);
  function = builder.create<FuncOp>(loc, makeFreeSymbol(theClass, name),
                                    builder.getFunctionType({}, {type}), ArrayAttr(), ArrayAttr());
  function->setAttr(kCommentAttr,
                    builder.getStringAttr("As many elements as " + control.getSymName() +
                                          " reaches of " + argName(control, array.getArgNumber()) +
                                          "."));
  Block &body = function.getBody().emplaceBlock();
  mapping = {};
  given.clear();
  OpBuilder at = OpBuilder::atBlockBegin(&body);
  Value zero = at.create<ConstantOp>(loc, at.getIntegerAttr(type, 0));
  most = at.create<VarOp>(loc, RefType::get(type), "most", zero, /*constant=*/false);
}

/// Takes away variables that nothing reads, with what they are set to, and such parameters.
void Measurer::dropUnread() {
  for (bool changes = true; changes;) {
    eraseDeadExpressions(function.getBody());
    changes = false;
    function.walk([&](VarOp var) {
      bool isRead = llvm::any_of(var->getUsers(), [&](Operation *user) {
        auto assign = dyn_cast<AssignOp>(user);
        return !isa<UpdateOp>(user) && !(assign && assign.getRef() == var.getRef());
      });
      if (isRead)
        return;
      for (Operation *user : llvm::make_early_inc_range(var->getUsers()))
        user->erase();
      var.erase();
      changes = true;
    });
  }
  for (unsigned index = function.getNumArguments(); index-- > 0;)
    if (function.getArgument(index).use_empty()) {
      function.eraseArgument(index);
      given.erase(given.begin() + index);
    }
}

Measurer::Outcome Measurer::tryOnce() {
  hasChanged = false;
  begin();
  OpBuilder at = OpBuilder::atBlockEnd(&function.getBody().front());
  Block &body = control.getBody().front();
  bool isDone = copy(body, at);
  if (isDone && !hasChanged) {
    Block &own = function.getBody().front();
    if (!isa<ReturnOp>(own.back()))
      end(at);
    dropUnread();
    return Outcome::Done;
  }
  function.erase();
  return hasChanged ? Outcome::Again : Outcome::Failed;
}

bool Measurer::run() {
  Outcome outcome = Outcome::Again;
  while (outcome == Outcome::Again)
    outcome = tryOnce();
  if (outcome == Outcome::Failed)
    return false;
  Location loc = array.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&control.getBody().front());
  auto extent = builder.create<ExtentOp>(loc, array, UnitAttr());
  builder.createBlock(&extent.getCount());
  SmallVector<Value> arguments;
  IRMapping copies;
  for (Value value : given)
    arguments.push_back(cloneExpression(builder, value, copies));
  auto call = builder.create<CallOp>(loc, TypeRange{type}, function.getSymName(), arguments);
  builder.create<YieldOp>(loc, call.getResult(0));
  return true;
}

bool vkmorph::vkm::measureExtent(ControlOp control, unsigned index, BuildReach buildReach) {
  return Measurer(control, index, buildReach).run();
}
