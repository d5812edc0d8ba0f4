//===- ReadBetween.cpp - Host code between kernels that reads what they compute --------------===//
//
//   while (steps < most) {                 bind, run Step
//     kernel1D_Step(x, n);            ->   cmd.read_back [@m_error]
//     if (m_error < limit) break;          if (m_error < limit) break;
//   }
//
// Commands that are only recorded cannot be looked at. So the call with host arrays, which is the
// only one that can run such a function, submits what there is, waits, and records the rest.
// Vectors that the function resizes get their room before the first part runs.
//
// Where a control function runs in pieces, all that the host reads comes back in front of it, also
// sizes of vectors, and what a clock is to measure runs before it.
//
//===-----------------------------------------------------------------------------------------===//

#include "analysis/commands/RecordedCommands.h"
#include "ir/ControlForms.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "passes/TwoForms.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_READBETWEEN
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// Whether the host can look at something in a region and have two forms: steps of loops are no
/// place for that. What stands in a condition becomes a part of the loop's body when it is printed.
static bool isPlaceOfReads(Region &region) {
  auto loop = dyn_cast<ForOp>(region.getParentOp());
  return !loop || &region != &loop.getStep();
}

static bool isExpression(Operation *op) { return op->hasTrait<VkmExpression>(); }

/// The members whose values the host reads where an operation stands.
static SmallVector<StringAttr> getFieldsRead(Operation *op) {
  SmallVector<StringAttr> fields;
  for (const Root &root : getEffects(op).reads)
    if (root.symbol)
      fields.push_back(root.symbol);
  return fields;
}

namespace {

class ReadPlacer {
public:
  explicit ReadPlacer(ControlOp control)
      : control(control), theClass(control->getParentOfType<ClassOp>()),
        isInPieces(runsInPieces(control)) {}
  bool run();
  void runInPieces();

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
  void bindEachRun();
  void findLooks();

  ControlOp control;
  ClassOp theClass;
  bool isInPieces;
  FieldNames written; ///< on the device, and not read back since
  FieldNames looked;  ///< at, by the host
  bool any = false;
  bool hasRun = false; ///< commands have run that nobody has waited for
};

} // namespace

/// A member in the class data: a plain one, where there are two forms.
bool ReadPlacer::isReadable(StringAttr name) {
  FieldOp field = theClass.lookupField(name);
  bool isPlain = field && !field.getSizeOf() && !field.getTemporary();
  return field && !field.getVectorElement() && (isPlain || isInPieces);
}

/// What the host reads where an operation stands: a statement's expressions stand before it.
SmallVector<StringAttr> ReadPlacer::readBy(Operation *op) {
  // Read when all commands have run.
  if (!isInPieces && isOfEarlyAnswer(op))
    return {};
  if (isInPieces && op->getNumRegions() == 0 && !isa<CmdRunOp>(op))
    return getFieldsRead(op);
  if (isExpression(op) || isa<UpdateOp>(op))
    return getLoadedFields(op);
  if (auto run = dyn_cast<CmdRunOp>(op))
    if (auto commands = theClass.lookupSymbol<CommandsOp>(run.getKernel()))
      return getLoadedFields(commands);
  return {};
}

static bool holdsJump(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<BreakOp, ContinueOp>(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether no command can run behind an operation of a control function.
static bool isLast(Operation *op) {
  for (Operation *at = op; !isa<ControlOp>(at); at = at->getParentOp()) {
    for (Operation *next = at->getNextNode(); next; next = next->getNextNode())
      if (holdsCommand(next) || holdsJump(next))
        return false;
    if (isa<ReturnOp>(at->getBlock()->back()))
      return true;
    if (isa<LoopOpInterface, SwitchOp>(at->getParentOp()) && holdsCommand(at->getParentOp()))
      return false;
  }
  return true;
}

void ReadPlacer::placeBefore(Operation *op) {
  SmallVector<StringAttr> names;
  for (StringAttr field : written)
    if (looked.contains(field))
      names.push_back(field);
  llvm::sort(names, [](StringAttr a, StringAttr b) { return a.getValue() < b.getValue(); });
  SmallVector<Attribute> members;
  for (StringAttr name : names) {
    members.push_back(FlatSymbolRefAttr::get(name));
    written.erase(name);
  }
  OpBuilder builder(op);
  auto readBack = builder.create<CmdReadBackOp>(op->getLoc(), builder.getArrayAttr(members));
  if (isInPieces && isLast(readBack))
    readBack->setAttr(kLastAttr, builder.getUnitAttr());
  any = true;
  hasRun = false;
}

/// Any region may be left out, and a loop's may follow itself.
void ReadPlacer::visitRegions(Operation *op) {
  bool leavesAnywhere = isa<LoopOpInterface, SwitchOp>(op);
  if (isa<LoopOpInterface>(op))
    addFieldsWritten(op, written);
  FieldNames entry = written, exit;
  bool ranBefore = hasRun || (leavesAnywhere && holdsCommand(op)), ranBehind = ranBefore;
  if (!isa<ScopeOp>(op))
    exit = entry;
  for (Region &region : op->getRegions()) {
    written = entry;
    hasRun = ranBefore;
    // A case may be entered from the one in front of it.
    if (isa<SwitchOp>(op))
      written.insert(exit.begin(), exit.end());
    if (isInPieces || isPlaceOfReads(region))
      for (Operation &inner : llvm::make_early_inc_range(region.getOps()))
        visit(&inner);
    exit.insert(written.begin(), written.end());
    ranBehind |= hasRun;
  }
  written = exit;
  hasRun = ranBehind;
  // A jump leaves before the end of its region.
  if (leavesAnywhere)
    addFieldsWritten(op, written);
}

void ReadPlacer::visit(Operation *op) {
  // Buffers are bound before.
  if (isa<ExtentOp>(op))
    return;
  if (op->getNumRegions() != 0 && !isExpression(op))
    return visitRegions(op);
  bool needs = llvm::any_of(readBy(op), [&](StringAttr field) {
    return written.contains(field) && looked.contains(field);
  });
  auto host = dyn_cast<HostOp>(op);
  bool isClock = isInPieces && hasRun && host && host.getTiming();
  if (needs || isClock)
    placeBefore(op);
  addFieldsWritten(op, written);
  hasRun |= isa<CmdRunOp>(op);
}

void ReadPlacer::findLooks() {
  control.walk([&](Operation *op) {
    for (StringAttr field : readBy(op))
      if (isReadable(field))
        looked.insert(field);
  });
}

/// Whether what a run records needs a descriptor set: it has shaders. Fills have none.
static bool needsSet(CmdRunOp run) {
  auto commands = run->getParentOfType<ClassOp>().lookupSymbol<CommandsOp>(run.getKernel());
  return !commands.getBody().getOps<CmdPipelineOp>().empty();
}

/// A new command buffer has nothing bound.
void ReadPlacer::bindAgain() {
  Operation *bind = nullptr;
  control.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<CmdBindOp>(op))
      bind = op;
    auto run = dyn_cast<CmdRunOp>(op);
    if (!run || !bind || bind->getNextNode() == op || !needsSet(run))
      return;
    bind = OpBuilder(op).clone(*bind);
  });
}

/// Whether a value is computed from what the host looks at.
bool ReadPlacer::dependsOnLook(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isExpression(op))
    return false;
  return llvm::any_of(getLoadedFields(op),
                      [&](StringAttr field) { return looked.contains(field); }) ||
         llvm::any_of(op->getOperands(), [&](Value operand) { return dependsOnLook(operand); });
}

/// Whether a value is computed from what a variable held where it stands.
static bool loadsVariable(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isExpression(op))
    return false;
  auto reads = [](LoadOp load) {
    auto root = getRoot(load.getRef()).value;
    return root && root.getDefiningOp<VarOp>() ? WalkResult::interrupt() : WalkResult::advance();
  };
  return op->walk(reads).wasInterrupted() || llvm::any_of(op->getOperands(), loadsVariable);
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
  forEachOutput(control, [&](Operation *op) { isIt &= isBehind(op); });
  for (Operation &op : *block) {
    if (&op == last)
      break;
    bool isNeeded = llvm::any_of(op.getUsers(), isBehind);
    if (auto var = dyn_cast<VarOp>(op))
      isIt &= !isNeeded || isa<IntegerType, FloatType>(var.getRef().getType().getPointee());
    else
      isIt &= !isNeeded || op.getNumResults() != 1 ||
              (!dependsOnLook(op.getResult(0)) && !loadsVariable(op.getResult(0)));
  }
  return isIt;
}

/// Whether vectors get their room before the host looks at anything: then no command has run yet,
/// and all of them can be recorded anew for larger buffers.
bool ReadPlacer::reservesFirst() {
  FieldNames changed;
  addFieldsWritten(control, changed);
  bool hasLooked = false, isFirst = true;
  for (Operation &statement : control.getBody().front()) {
    bool reserves = false, looks = false;
    statement.walk([&](Operation *op) {
      reserves |= isa<ReserveOp>(op);
      for (StringAttr field : readBy(op))
        looks |= looked.contains(field) && changed.contains(field);
    });
    hasLooked |= looks;
    isFirst &= !reserves || !hasLooked;
  }
  return isFirst;
}

bool ReadPlacer::run() {
  Operation *last = findLastCommand(control);
  if (!last)
    return false;
  // Whether elements found room is known when all commands have run.
  bool appends = false;
  control.walk([&](CmdRunOp run) {
    if (auto commands = theClass.lookupSymbol<CommandsOp>(run.getKernel()))
      commands.walk(
          [&](Operation *op) { appends |= isa<WillAppendOp, WillClearOp, WillExchangeOp>(op); });
  });
  if (appends)
    return false;
  findLooks();
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

static bool isSameBind(CmdBindOp a, CmdBindOp b) {
  return a->getAttrDictionary() == b->getAttrDictionary() && a->getOperands() == b->getOperands();
}

/// Whether another set, or none, may be bound behind an operation: inside of it something else is
/// bound, or a new command buffer begins.
static bool changesBound(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<CmdBindOp, CmdReadBackOp>(inner) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Takes out the bindings of a block that are those of the run before.
static void eraseRepeated(Block &block) {
  CmdBindOp bound;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto bind = dyn_cast<CmdBindOp>(op);
    if (bind && bound && isSameBind(bind, bound))
      bind.erase();
    else if (bind)
      bound = bind;
    else if (changesBound(&op))
      bound = nullptr;
  }
}

/// Each run stands behind its bindings.
void ReadPlacer::bindEachRun() {
  CmdBindOp bind;
  SmallVector<Operation *> former;
  control.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto found = dyn_cast<CmdBindOp>(op)) {
      bind = found;
      former.push_back(op);
    } else if (auto run = dyn_cast<CmdRunOp>(op); run && bind && needsSet(run)) {
      OpBuilder(op).clone(*bind);
    }
  });
  for (Operation *op : former)
    op->erase();
  control.walk([](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        eraseRepeated(block);
  });
}

void ReadPlacer::runInPieces() {
  findLooks();
  visitRegions(control);
  if (any)
    bindEachRun();
}

//===-----------------------------------------------------------------------------------------===//
// Variables that both forms need
//===-----------------------------------------------------------------------------------------===//

/// Whether an operation behind the last command uses a variable.
static bool isUsedBehind(VarOp var, Operation *last) {
  return llvm::any_of(var->getUsers(), [&](Operation *user) {
    Operation *statement = last->getBlock()->findAncestorOpInBlock(*user);
    return statement && last->isBeforeInBlock(statement);
  });
}

static void carry(VarOp var, ControlOp control) {
  auto theClass = control->getParentOfType<ClassOp>();
  std::string symbol = (control.getSymName() + "_" + var.getName()).str();
  while (theClass.lookupSymbol(symbol))
    symbol += '_';
  OpBuilder builder = OpBuilder::atBlockBegin(&theClass.getBody().front());
  auto field = builder.create<FieldOp>(var.getLoc(), symbol, var.getRef().getType().getPointee(),
                                       CppAccess::Protected, IntegerAttr(), /*temporary=*/false,
                                       FlatSymbolRefAttr());
  markLocal(field, control.getSymName(), var.getName());
  field->setAttr(kCarriedAttr, builder.getUnitAttr());
  auto makePlace = [&](Operation *at) {
    return OpBuilder(at).create<FieldRefOp>(at->getLoc(), var.getRef().getType(), symbol);
  };
  if (var.getInit())
    OpBuilder(var).create<AssignOp>(var.getLoc(), makePlace(var), var.getInit());
  for (OpOperand &use : llvm::make_early_inc_range(var.getRef().getUses()))
    use.set(makePlace(use.getOwner()));
  var.erase();
  control.walk([&](Operation *op) {
    if (isa<AssignOp, UpdateOp, CallOp>(op) &&
        llvm::is_contained(getAssignedFields(op), field.getSymNameAttr()))
      op->setAttr(kOnHostAttr, builder.getUnitAttr());
  });
}

void vkmorph::vkm::readWhereNeeded(ControlOp control) { ReadPlacer(control).runInPieces(); }

void vkmorph::vkm::readBetween(ControlOp control) {
  if (!ReadPlacer(control).run())
    return;
  Operation *last = findLastCommand(control);
  for (auto var : llvm::make_early_inc_range(control.getOps<VarOp>())) {
    bool isScalar = isa<IntegerType, FloatType>(var.getRef().getType().getPointee());
    if (isScalar && var->isBeforeInBlock(last) && isUsedBehind(var, last))
      carry(var, control);
  }
}

namespace {
struct ReadBetweenPass : vkm::impl::ReadBetweenBase<ReadBetweenPass> {
  void runOnOperation() override;
};
} // namespace

void ReadBetweenPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  for (ControlOp control : getUnsplitControls(getOperation()))
    readBetween(control);
}
