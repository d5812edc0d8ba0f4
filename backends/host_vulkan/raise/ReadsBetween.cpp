//===- ReadsBetween.cpp - Host code between kernels that reads what they compute -------------===//
//
//   while (steps < most) {                 bind, run Step
//     kernel1D_Step(x, n);            ->   scope {host.read_back = ["m_error"]}
//     if (m_error < limit) break;          if (m_error < limit) break;
//   }
//
// Commands that are only recorded cannot be looked at. So the call with host arrays, which is the
// only one that can run such a function, submits what there is, waits, and records the rest.
// Vectors that the function resizes get their room before the first part runs.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/host_vulkan/raise/HostStatements.h"

#include "analysis/commands/RecordedCommands.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

ArrayAttr host::readBackAt(Operation *op) { return op->getAttrOfType<ArrayAttr>(kReadBackAttr); }

/// Whether the host can look at something in a region: steps of loops are no place for that. What
/// stands in a condition becomes a part of the loop's body when it is printed.
static bool isPlaceOfReads(Region &region) {
  auto loop = dyn_cast<vkm::ForOp>(region.getParentOp());
  return !loop || &region != &loop.getStep();
}

static bool isExpression(Operation *op) { return op->hasTrait<vkm::VkmExpression>(); }

namespace {

class ReadPlacer {
public:
  explicit ReadPlacer(vkm::ControlOp control)
      : control(control), theClass(control->getParentOfType<vkm::ClassOp>()) {}
  bool run();

private:
  bool isReadable(StringAttr field);
  bool isSimple(Operation *last);
  bool reservesFirst();
  bool dependsOnLook(Value value);
  SmallVector<StringAttr> readBy(Operation *op);
  void visit(Operation *op);
  void visitRegions(Operation *op);
  void placeBefore(Operation *op);
  void bindAgain();

  vkm::ControlOp control;
  vkm::ClassOp theClass;
  vkm::FieldNames written; ///< on the device, and not read back since
  vkm::FieldNames looked;  ///< at, by the host
  bool any = false;
};

} // namespace

/// A plain member, in the class data.
bool ReadPlacer::isReadable(StringAttr name) {
  vkm::FieldOp field = theClass.lookupField(name);
  return field && !field.getSizeOf() && !field.getVectorElement() && !field.getTemporary();
}

/// What the host reads where an operation stands: a statement's expressions stand before it.
SmallVector<StringAttr> ReadPlacer::readBy(Operation *op) {
  // Read when all commands have run.
  if (vkm::isOfEarlyAnswer(op))
    return {};
  if (isExpression(op) || isa<vkm::UpdateOp>(op))
    return vkm::getLoadedFields(op);
  if (auto run = dyn_cast<vkm::CmdRunOp>(op))
    if (auto commands = theClass.lookupSymbol<vkm::CommandsOp>(run.getKernel()))
      return vkm::getLoadedFields(commands);
  return {};
}

void ReadPlacer::placeBefore(Operation *op) {
  SmallVector<StringRef> names;
  for (StringAttr field : written)
    if (looked.contains(field))
      names.push_back(field.getValue());
  llvm::sort(names);
  OpBuilder builder(op);
  auto scope = builder.create<vkm::ScopeOp>(op->getLoc());
  scope.getBody().emplaceBlock();
  scope->setAttr(kReadBackAttr, builder.getStrArrayAttr(names));
  for (StringRef name : names)
    written.erase(builder.getStringAttr(name));
  any = true;
}

/// Any region may be left out, and a loop's may follow itself.
void ReadPlacer::visitRegions(Operation *op) {
  if (isa<vkm::LoopOpInterface>(op))
    vkm::addFieldsWritten(op, written);
  vkm::FieldNames entry = written, exit;
  if (!isa<vkm::ScopeOp>(op))
    exit = entry;
  for (Region &region : op->getRegions()) {
    written = entry;
    if (isPlaceOfReads(region))
      for (Operation &inner : llvm::make_early_inc_range(region.getOps()))
        visit(&inner);
    exit.insert(written.begin(), written.end());
  }
  written = exit;
}

void ReadPlacer::visit(Operation *op) {
  if (op->getNumRegions() != 0 && !isExpression(op))
    return visitRegions(op);
  bool needs = llvm::any_of(readBy(op), [&](StringAttr field) {
    return written.contains(field) && looked.contains(field);
  });
  if (needs)
    placeBefore(op);
  vkm::addFieldsWritten(op, written);
}

/// A new command buffer has nothing bound.
void ReadPlacer::bindAgain() {
  Operation *bind = nullptr;
  control.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<vkm::CmdBindOp>(op))
      bind = op;
    if (!isa<vkm::CmdRunOp>(op) || !bind || bind->getNextNode() == op)
      return;
    bind = OpBuilder(op).clone(*bind);
  });
}

/// Whether a value is computed from what the host looks at.
bool ReadPlacer::dependsOnLook(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isExpression(op))
    return false;
  return llvm::any_of(vkm::getLoadedFields(op),
                      [&](StringAttr field) { return looked.contains(field); }) ||
         llvm::any_of(op->getOperands(), [&](Value operand) { return dependsOnLook(operand); });
}

/// Whether what the call does besides running commands comes behind them, and needs nothing of what
/// they look at but numbers in variables: it is no part of the commands.
bool ReadPlacer::isSimple(Operation *last) {
  bool isIt = true;
  Block *block = last->getBlock();
  auto isBehind = [&](Operation *op) {
    Operation *statement = block->findAncestorOpInBlock(*op);
    return statement && last->isBeforeInBlock(statement);
  };
  vkm::forEachOutput(control, [&](Operation *op) { isIt &= isBehind(op); });
  for (Operation &op : *block) {
    if (&op == last)
      break;
    bool isNeeded = llvm::any_of(op.getUsers(), isBehind);
    if (auto var = dyn_cast<vkm::VarOp>(op))
      isIt &= !isNeeded || isa<IntegerType, FloatType>(var.getRef().getType().getPointee());
    else
      isIt &= !isNeeded || op.getNumResults() != 1 || !dependsOnLook(op.getResult(0));
  }
  return isIt;
}

/// Whether vectors get their room before the host looks at anything: then no command has run yet,
/// and all of them can be recorded anew for larger buffers.
bool ReadPlacer::reservesFirst() {
  vkm::FieldNames changed;
  vkm::addFieldsWritten(control, changed);
  bool hasLooked = false, isFirst = true;
  for (Operation &statement : control.getBody().front()) {
    bool reserves = false, looks = false;
    statement.walk([&](Operation *op) {
      reserves |= isa<vkm::ReserveOp>(op);
      for (StringAttr field : readBy(op))
        looks |= looked.contains(field) && changed.contains(field);
    });
    hasLooked |= looks;
    isFirst &= !reserves || !hasLooked;
  }
  return isFirst;
}

bool ReadPlacer::run() {
  Operation *last = vkm::findLastCommand(control);
  if (!last)
    return false;
  // Whether elements found room is known when all commands have run.
  bool appends = false;
  control.walk([&](vkm::CmdRunOp run) {
    if (auto commands = theClass.lookupSymbol<vkm::CommandsOp>(run.getKernel()))
      commands.walk(
          [&](Operation *op) { appends |= isa<vkm::WillAppendOp, vkm::WillClearOp>(op); });
  });
  if (appends)
    return false;
  control.walk([&](Operation *op) {
    for (StringAttr field : readBy(op))
      if (isReadable(field))
        looked.insert(field);
  });
  if (!isSimple(last) || !reservesFirst())
    return false;
  for (Operation &op : llvm::make_early_inc_range(control.getBody().front())) {
    visit(&op);
    if (&op == last)
      break;
  }
  if (any)
    bindAgain();
  return any;
}

//===-----------------------------------------------------------------------------------------===//
// Variables that both forms need
//===-----------------------------------------------------------------------------------------===//

/// Whether an operation behind the last command uses a variable.
static bool isUsedBehind(vkm::VarOp var, Operation *last) {
  return llvm::any_of(var->getUsers(), [&](Operation *user) {
    Operation *statement = last->getBlock()->findAncestorOpInBlock(*user);
    return statement && last->isBeforeInBlock(statement);
  });
}

static void carry(vkm::VarOp var, vkm::ControlOp control, vkm::FieldNames &carried) {
  auto theClass = control->getParentOfType<vkm::ClassOp>();
  std::string symbol = (control.getSymName() + "_" + var.getName()).str();
  while (theClass.lookupSymbol(symbol))
    symbol += '_';
  OpBuilder builder = OpBuilder::atBlockBegin(&theClass.getBody().front());
  auto field = builder.create<vkm::FieldOp>(
      var.getLoc(), symbol, var.getRef().getType().getPointee(), vkm::CppAccess::Protected,
      IntegerAttr(), /*temporary=*/false, FlatSymbolRefAttr());
  vkm::markLocal(field, control.getSymName(), var.getName());
  carried.insert(field.getSymNameAttr());
  auto makePlace = [&](Operation *at) {
    return OpBuilder(at).create<vkm::FieldRefOp>(at->getLoc(), var.getRef().getType(), symbol);
  };
  if (var.getInit())
    OpBuilder(var).create<vkm::AssignOp>(var.getLoc(), makePlace(var), var.getInit());
  for (OpOperand &use : llvm::make_early_inc_range(var.getRef().getUses()))
    use.set(makePlace(use.getOwner()));
  var.erase();
  control.walk([&](Operation *op) {
    if (isa<vkm::AssignOp, vkm::UpdateOp, vkm::CallOp>(op) &&
        llvm::is_contained(vkm::getAssignedFields(op), field.getSymNameAttr()))
      op->setAttr(vkm::kOnHostAttr, builder.getUnitAttr());
  });
}

bool host::readBetween(vkm::ControlOp control, vkm::FieldNames &carried) {
  if (!ReadPlacer(control).run())
    return false;
  Operation *last = vkm::findLastCommand(control);
  for (auto var : llvm::make_early_inc_range(control.getOps<vkm::VarOp>())) {
    bool isScalar = isa<IntegerType, FloatType>(var.getRef().getType().getPointee());
    if (isScalar && var->isBeforeInBlock(last) && isUsedBehind(var, last))
      carry(var, control, carried);
  }
  return true;
}
