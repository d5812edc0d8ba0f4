//===- DeviceValues.cpp - Values that control functions take from the device ------------------===//
//
//   int first = a[0];                         Run_first = a[0];          // on the device
//   kernel1D_Add(a, n, NextSeed());    ->     Run_NextSeed = NextSeed(); // on the device
//   if (first > 3)                            kernel1D_Add(a, n, Run_NextSeed);
//     kernel1D_Clear(a, n);                   if (Run_first > 3)
//                                               kernel1D_Clear(a, n);
//
// Elements of arrays and members that kernels work on are on the device while a control function
// runs. What it takes from there is evaluated there, in its place among the commands, and kept in a
// field of the class data, which kernels and the host read like any other member. So it is with
// functions that change such memory and return a value, with variables that such functions write
// (`Limits(a, lo, hi);`), and with variables that keep what a member was before a later command
// changes it.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/HostStatements.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/EffectLedger.h"
#include "ir/HostCode.h"
#include "ir/MemberNames.h"
#include "ir/Places.h"
#include "passes/Passes.h"
#include "transforms/LocalFields.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_DEVICEVALUES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Works on one control function.
class ValueKeeper {
public:
  explicit ValueKeeper(ControlOp control)
      : control(control), theClass(control->getParentOfType<ClassOp>()) {}
  void run();

private:
  bool isOfDevice(const EffectSet &effects);
  bool isDeviceValue(Operation *op);
  void findWritten(CallOp call, llvm::SetVector<Operation *> &written);
  bool isStale(Operation *holder, Value value, Value held) const;
  void keep(Operation *op);

  ControlOp control;
  ClassOp theClass;
};

struct DeviceValuesPass : vkm::impl::DeviceValuesBase<DeviceValuesPass> {
  void runOnOperation() override;
};

} // namespace

static bool isNumber(Type type) { return isa<IntegerType, FloatType>(type); }

static bool holdsLaunch(Operation *op) {
  return op->walk([](LaunchOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// Whether a call with these effects has to run on the device. What only reads members, the host
/// may read (PassMembers.cpp).
bool ValueKeeper::isOfDevice(const EffectSet &effects) {
  return llvm::any_of(effects.writes, isOnDevice) ||
         llvm::any_of(effects.reads, [&](const Root &root) {
           FieldOp field = root.symbol ? theClass.lookupField(root.symbol.getValue()) : FieldOp();
           return isArray(root.value) || (field && field.getVectorElement());
         });
}

/// Adds the variables of the control function that a call writes on the device, where each of them
/// is a number.
void ValueKeeper::findWritten(CallOp call, llvm::SetVector<Operation *> &written) {
  EffectSet effects = getEffects(call);
  if (effects.ordered || !isOfDevice(effects) || !isAmongStatements(call))
    return;
  SmallVector<Operation *> variables;
  for (const Root &root : effects.writes) {
    if (isOnDevice(root))
      continue;
    auto var = root.value.getDefiningOp<VarOp>();
    if (!var || !isNumber(var.getRef().getType().getPointee()) || !isAmongStatements(var))
      return;
    variables.push_back(var);
  }
  written.insert(variables.begin(), variables.end());
}

/// Whether an expression reads by itself, or evaluates a part of it only in some cases:
/// `c ? a[0] : b[0]`, `c && a[0] > b[0]`.
static bool isReadOrChoice(Operation *op) {
  return isa<LoadOp>(op) || (op->hasTrait<VkmExpression>() && op->getNumRegions() > 0);
}

/// What such an expression reads of buffers, the first of it; null where it reads none, and for
/// other operations.
static LoadOp findBufferRead(Operation *op) {
  LoadOp found;
  if (isReadOrChoice(op))
    op->walk([&](LoadOp load) {
      if (!found && isInBuffer(load.getRef()))
        found = load;
    });
  return found;
}

/// The statement of the same block that uses a value, in its branches as well; null where there are
/// several, or none.
static Operation *findOnlyUser(Operation *op) {
  if (Operation *statement = findStatement(op))
    return statement;
  Operation *only = nullptr;
  for (Operation *user : op->getUsers()) {
    Operation *around = op->getBlock()->findAncestorOpInBlock(*user);
    if (!around || around->hasTrait<VkmExpression>() || (only && around != only))
      return nullptr;
    only = around;
  }
  return only;
}

/// Whether what an operation gives is a number that only the device knows, and nothing has put it
/// there yet.
bool ValueKeeper::isDeviceValue(Operation *op) {
  if (op->getNumResults() != 1 || op->use_empty() || !isNumber(op->getResult(0).getType()))
    return false;
  if (isReadOrChoice(op)) {
    if (!findBufferRead(op))
      return false;
  } else if (isa<CallOp>(op)) {
    EffectSet effects = getEffects(op);
    auto isElsewhere = [](const Root &root) { return !isOnDevice(root); };
    if (effects.ordered || llvm::any_of(effects.writes, isElsewhere) || !isOfDevice(effects))
      return false;
  } else {
    return false;
  }
  if (op->getParentOfType<ExtentOp>() || !isAmongStatements(op))
    return false;
  // A statement that the device does takes it along.
  Operation *statement = findOnlyUser(op);
  if (!statement || !writesDeviceOnly(*statement))
    return true;
  for (Operation *next = op; next != statement; next = next->getNextNode())
    if (holdsLaunch(next))
      return true;
  return false;
}

/// What a reader calls a value: the variable that it begins, the function that gives it, the array.
static std::string nameOf(Operation *op, ControlOp control) {
  if (op->getResult(0).hasOneUse())
    if (auto var = dyn_cast<VarOp>(*op->getResult(0).getUsers().begin()))
      return var.getName().str();
  if (auto call = dyn_cast<CallOp>(op))
    return call.getCallee().str();
  auto load = dyn_cast<LoadOp>(op);
  Root root = getRoot((load ? load : findBufferRead(op)).getRef());
  if (root.symbol)
    return withoutMemberMark(root.symbol.getValue()).str();
  return argName(control, cast<BlockArgument>(root.value).getArgNumber()).str() + "Element";
}

void ValueKeeper::keep(Operation *op) {
  Value value = op->getResult(0);
  FieldOp field = makeLocalField(control, op->getLoc(), nameOf(op, control), value.getType());
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto type = RefType::get(value.getType());
  auto place = builder.create<FieldRefOp>(op->getLoc(), type, field.getSymName());
  auto assign = builder.create<AssignOp>(op->getLoc(), place, value);
  auto again = builder.create<FieldRefOp>(op->getLoc(), type, field.getSymName());
  auto load = builder.create<LoadOp>(op->getLoc(), value.getType(), again);
  value.replaceAllUsesExcept(load.getResult(), assign);
}

/// The members that a value of the same block is computed from, each with the operation that reads
/// it.
static SmallVector<std::pair<Operation *, Root>> collectReads(Value value, Block *block) {
  SmallVector<std::pair<Operation *, Root>> reads;
  llvm::SetVector<Operation *> parts;
  auto add = [&](Value part) {
    Operation *op = part.getDefiningOp();
    if (op && op->getBlock() == block && op->getNumRegions() == 0)
      parts.insert(op);
  };
  add(value);
  for (size_t index = 0; index < parts.size(); ++index) {
    Operation *op = parts[index];
    if (isa<LoadOp, CallOp>(op))
      for (const Root &root : getEffects(op).reads)
        if (isOnDevice(root))
          reads.push_back({op, root});
    llvm::for_each(op->getOperands(), add);
  }
  return reads;
}

/// The command that a use of a value is a part of: a launch, or a statement that the device does;
/// null where the host uses it.
static Operation *findCommand(Operation *user) {
  for (Operation *op = user; op;) {
    if (isa<LaunchOp>(op) || (!op->hasTrait<VkmExpression>() && writesDeviceOnly(*op)))
      return op;
    bool isPart = op->getNumResults() == 1 && op->getResult(0).hasOneUse();
    op = isPart ? *op->getResult(0).getUsers().begin() : nullptr;
  }
  return nullptr;
}

/// Whether a command uses a value of members that the function has changed by then. `holder` is
/// what has the value, and `held` what its users use: a variable, or the value itself.
bool ValueKeeper::isStale(Operation *holder, Value value, Value held) const {
  if (!isNumber(value.getType()) || !isAmongStatements(holder))
    return false;
  SmallVector<std::pair<Operation *, Root>> reads = collectReads(value, holder->getBlock());
  return llvm::any_of(held.getUsers(), [&](Operation *user) {
    Operation *command = findCommand(user);
    return command && llvm::any_of(reads, [&](const auto &read) {
             return !staysUntil(read.first, read.second, command);
           });
  });
}

void ValueKeeper::run() {
  if (!holdsLaunch(control))
    return;
  auto moveToDevice = [&](VarOp var) {
    replaceByField(var, makeLocalField(control, var.getLoc(), var.getName(),
                                       var.getRef().getType().getPointee()));
  };
  llvm::SetVector<Operation *> written;
  control.walk([&](CallOp call) { findWritten(call, written); });
  for (Operation *var : written)
    moveToDevice(cast<VarOp>(var));
  SmallVector<VarOp> variables;
  control.walk([&](VarOp var) { variables.push_back(var); });
  for (VarOp var : variables)
    if (var.getInit() && keepsInitialValue(var) && isStale(var, var.getInit(), var.getRef()))
      moveToDevice(var);
  SmallVector<Operation *> values;
  control.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    bool isOld = load && getRoot(load.getRef()).symbol && isStale(load, load, load);
    if (op != control && (isOld || isDeviceValue(op)))
      values.push_back(op);
  });
  for (Operation *op : values)
    keep(op);
}

void DeviceValuesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    for (ControlOp control : op.getBody().front().getOps<ControlOp>())
      ValueKeeper(control).run();
}
