//===- SplitControls.cpp - Makes two forms of each control function --------------------------===//
//
// In the generated program, the recorded form XCmd runs the host code of a control function up to
// the last command; the drop-in form X calls it, and computes what the function returns. For
//
//     int Total(const int *data, int n) {        // C++
//       const int half = n / 2;
//       kernel1D_Sum(data, half);
//       return m_sum * half;
//     }
//
// there are
//
//     @Total          const int half = n / 2; bind, run                               -> TotalCmd
//     @Total.drop_in  const int half = n / 2; run_recorded; return m_sum * half       -> Total
//
// where the second keeps only what comes after the run, and what that needs.
//
//===-----------------------------------------------------------------------------------------===//

#include "analysis/commands/RecordedCommands.h"
#include "ir/ControlForms.h"
#include "ir/HostCode.h"
#include "ir/LentObjects.h"
#include "passes/Passes.h"
#include "passes/TwoForms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITCONTROLS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Erases from the last operation on, so that uses go before what they use.
void eraseAfter(Operation *last) {
  Block *block = last->getBlock();
  while (&block->back() != last)
    block->back().erase();
}

/// What of a form's host code is needed: marked backwards, in the drop-in form from what follows
/// the run, in the recorded form from the commands.
class Needed {
public:
  /// Of a recorded form, which keeps what `carried` fields are for the drop-in form.
  Needed(ControlOp control, const FieldNames &carried) : control(control) {
    control.walk([&](Operation *op) {
      if (isa<CmdBindOp, CmdRunOp, CmdBarrierOp, CmdReadBackOp, ReserveOp, PrepareImageOp,
              ReturnOp>(op) ||
          isThrow(op))
        mark(op);
      if (isa<AssignOp, UpdateOp, CallOp>(op) &&
          llvm::any_of(getAssignedFields(op),
                       [&](StringAttr field) { return carried.contains(field); }))
        mark(op);
    });
    followAll();
  }
  Needed(ControlOp control, Operation *run) : control(control) {
    for (Operation *op = run; op; op = op->getNextNode())
      op->walk([&](Operation *inner) { mark(inner); });
    bool hasTail = run->getNextNode() || hasOutputs(control);
    forEachOutput(control, [&](Operation *op) { mark(op); });
    // One that keeps all commands from being recorded keeps the call from binding buffers, too.
    Operation *first = findFirstCommand(control);
    control.walk([&](ReturnOp ret) {
      Operation *statement = run->getBlock()->findAncestorOpInBlock(*ret);
      if (hasTail || (first && statement && statement->isBeforeInBlock(first)))
        mark(ret);
    });
    for (auto extent : control.getOps<ExtentOp>())
      extent->walk([&](Operation *inner) { mark(inner); });
    followAll();
  }

  bool contains(Operation *op) const { return live.contains(op); }

private:
  void mark(Operation *op) {
    if (op && op != control.getOperation() && live.insert(op))
      pending.push_back(op);
  }

  void followAll() {
    while (!pending.empty())
      follow(pending.pop_back_val());
  }

  /// Who writes a variable that is read.
  void markWrites(const Root &root) {
    control.walk([&](Operation *op) {
      Value place;
      if (auto assign = dyn_cast<AssignOp>(op))
        place = assign.getRef();
      if (auto update = dyn_cast<UpdateOp>(op))
        place = update.getRef();
      if (auto call = dyn_cast<CallOp>(op))
        for (Value operand : call.getOperands())
          if (isa<RefType>(operand.getType()) && getRoot(operand) == root)
            mark(op);
      if (place && getRoot(place) == root)
        mark(op);
    });
  }

  void follow(Operation *op) {
    for (Value operand : op->getOperands())
      mark(operand.getDefiningOp() ? operand.getDefiningOp()
                                   : operand.getParentBlock()->getParentOp());
    mark(op->getParentOp());
    if (auto load = dyn_cast<LoadOp>(op))
      markWrites(getRoot(load.getRef()));
    if (auto update = dyn_cast<UpdateOp>(op))
      markWrites(getRoot(update.getRef()));
    // What steers a loop or leaves it.
    if (isa<LoopOpInterface, AndOp, OrOp, SelectOp>(op))
      for (Region &region : op->getRegions())
        for (Operation &inner : region.getOps())
          if (isa<YieldOp>(inner) || isStep(op, &region))
            mark(&inner);
    if (isa<LoopOpInterface, SwitchOp>(op))
      op->walk([&](Operation *inner) {
        if (isa<BreakOp, ContinueOp>(inner))
          mark(inner);
      });
  }

  static bool isStep(Operation *op, Region *region) {
    auto loop = dyn_cast<ForOp>(op);
    return loop && region == &loop.getStep();
  }

  ControlOp control;
  llvm::SetVector<Operation *> live;
  SmallVector<Operation *> pending;
};

void eraseUnneeded(Region &region, const Needed &needed) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (!needed.contains(&op)) {
        op.dropAllUses();
        op.erase();
        continue;
      }
      for (Region &inner : op.getRegions())
        eraseUnneeded(inner, needed);
    }
}

/// What the commands' host code does to variables that the object keeps is not done again.
void eraseCarried(ControlOp dropIn, Operation *run, const FieldNames &carried) {
  SmallVector<Operation *> done;
  dropIn.walk([&](Operation *op) {
    Operation *statement = run->getBlock()->findAncestorOpInBlock(*op);
    StringAttr field =
        isa<AssignOp, UpdateOp>(op) ? getRoot(op->getOperand(0)).symbol : StringAttr();
    if (field && carried.contains(field) && statement->isBeforeInBlock(run))
      done.push_back(op);
  });
  for (Operation *op : done)
    op->erase();
}

} // namespace

//===-----------------------------------------------------------------------------------------===//
// Early answers
//===-----------------------------------------------------------------------------------------===//

/// What only the commands needed.
static void eraseDead(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    EffectSet effects = getEffects(&op);
    if (op.hasTrait<VkmExpression>() && op.use_empty() && effects.writes.empty() &&
        !effects.ordered) {
      op.erase();
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        eraseDead(inner);
  }
}

/// Moves early answers, without their commands, behind the run of a drop-in form.
static void moveEarlyAnswers(ControlOp control, Operation *run) {
  SmallVector<Operation *> answers;
  for (Operation &op : control.getBody().front())
    if (isEarlyAnswer(&op))
      answers.push_back(&op);
  Operation *point = run;
  for (Operation *op : answers) {
    op->moveAfter(point);
    point = op;
    SmallVector<Operation *> commands;
    op->walk([&](Operation *inner) {
      if (isa<CmdBindOp, CmdRunOp, CmdBarrierOp>(inner))
        commands.push_back(inner);
    });
    for (Operation *command : commands)
      command->erase();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        eraseDead(block);
  }
}

//===-----------------------------------------------------------------------------------------===//
// References
//===-----------------------------------------------------------------------------------------===//

/// Whether the place is written before the run.
static bool isWrittenBefore(BlockArgument place, ControlOp control, Operation *run) {
  bool isWritten = false;
  forEachOutput(control, [&](Operation *op) {
    Operation *ancestor = run->getBlock()->findAncestorOpInBlock(*op);
    bool isSame = llvm::any_of(op->getOperands(), [&](Value operand) {
      return isa<RefType>(operand.getType()) && getRoot(operand).value == place;
    });
    isWritten |= isSame && ancestor && ancestor->isBeforeInBlock(run);
  });
  return isWritten;
}

/// Whether an extent needs a place.
static bool isInExtent(OpOperand &use) {
  return use.getOwner()->getParentOfType<ExtentOp>() != nullptr;
}

/// Whether a parameter is the size of a vector of the caller's, which has by then the size that the
/// function gave it.
static bool isSizeOfVector(ControlOp control, unsigned index) {
  auto part = control.getArgAttrOfType<DictionaryAttr>(index, kPartAttr);
  return part && part.contains("size");
}

/// Keeps what a reference was when the function was called, for extents.
static void keepEntryValue(OpBuilder &builder, ControlOp control, unsigned index) {
  BlockArgument place = control.getBody().getArgument(index);
  auto type = cast<RefType>(place.getType());
  auto load = builder.create<LoadOp>(place.getLoc(), type.getPointee(), place);
  auto kept =
      builder.create<VarOp>(place.getLoc(), type, (argName(control, index) + "AtEntry").str(), load,
                            /*constant=*/true);
  kept->setAttr(kAtEntryAttr, builder.getI32IntegerAttr(static_cast<int32_t>(index)));
  if (!isSizeOfVector(control, index))
    place.replaceUsesWithIf(kept.getRef(), isInExtent);
}

void vkmorph::vkm::keepEntryValues(ControlOp control) {
  Operation *point = findBindingPoint(control);
  if (!point)
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&control.getBody().front());
  for (unsigned index = 0; index < control.getNumArguments(); ++index) {
    BlockArgument place = control.getBody().getArgument(index);
    if (isa<RefType>(place.getType()) && llvm::any_of(place.getUses(), isInExtent) &&
        isWrittenBefore(place, control, point))
      keepEntryValue(builder, control, index);
  }
}

/// Parameters that are references: the recorded form takes their values, where it needs them at
/// all; the drop-in form passes on what they were when it was called.
static void splitReferences(ControlOp recorded, ControlOp dropIn, Operation *run) {
  OpBuilder atEntry = OpBuilder::atBlockBegin(&dropIn.getBody().front());
  OpBuilder builder = OpBuilder::atBlockBegin(&recorded.getBody().front());
  for (unsigned index = 0; index < recorded.getNumArguments(); ++index) {
    BlockArgument value = recorded.getBody().getArgument(index);
    BlockArgument place = dropIn.getBody().getArgument(index);
    auto type = dyn_cast<RefType>(value.getType());
    if (!type)
      continue;
    bool isNeeded = !value.use_empty() ||
                    (!isSizeOfVector(dropIn, index) && llvm::any_of(place.getUses(), isInExtent));
    std::string name = argName(recorded, index).str();
    if (isNeeded && isWrittenBefore(place, dropIn, run))
      keepEntryValue(atEntry, dropIn, index);
    value.setType(type.getPointee());
    if (value.use_empty())
      continue;
    auto variable = builder.create<VarOp>(value.getLoc(), type, name, value);
    value.replaceAllUsesExcept(variable.getRef(), variable);
  }
}

//===-----------------------------------------------------------------------------------------===//
// The two forms
//===-----------------------------------------------------------------------------------------===//

/// The variables of a control function that its object keeps for what follows the last command.
static FieldNames findCarried(ControlOp control) {
  FieldNames carried;
  for (auto field : control->getParentOfType<ClassOp>().getOps<FieldOp>())
    if (carries(control, field))
      carried.insert(field.getSymNameAttr());
  return carried;
}

/// Makes a copy of the function its drop-in form; returns the run of the recorded form in it.
static RunRecordedOp makeDropIn(ControlOp control, const FieldNames &carried) {
  OpBuilder builder(control);
  builder.setInsertionPointAfter(control);
  auto dropIn = cast<ControlOp>(builder.clone(*control));
  dropIn.setSymName((control.getSymName() + kDropInSuffix).str());
  dropIn->setAttr(kDropInOfAttr, FlatSymbolRefAttr::get(control.getSymNameAttr()));
  if (Operation *last = findLastCommand(dropIn))
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(&dropIn.getBody().front());
  auto run = builder.create<RunRecordedOp>(control.getLoc());
  eraseCarried(dropIn, run, carried);
  if (!readsBetween(control))
    moveEarlyAnswers(dropIn, run);
  eraseUnneeded(dropIn.getBody(), Needed(dropIn, run));
  return run;
}

/// Leaves of the function what its commands need.
static void makeRecorded(ControlOp control, const FieldNames &carried) {
  SmallVector<ExtentOp> extents(control.getOps<ExtentOp>());
  for (ExtentOp extent : extents)
    extent.erase();
  if (Operation *last = findLastCommand(control))
    eraseAfter(last);
  control.walk([&](ReturnOp ret) { ret.getValueMutable().clear(); });
  eraseUnneeded(control.getBody(), Needed(control, carried));
}

void vkmorph::vkm::eraseLastReturn(ControlOp control) {
  Block &statements = control.getBody().front();
  if (!statements.empty())
    if (auto ret = dyn_cast<ReturnOp>(statements.back()); ret && !ret.getValue())
      ret.erase();
}

ControlOp vkmorph::vkm::splitControl(ControlOp control) {
  eraseLastReturn(control);
  FieldNames carried = findCarried(control);
  RunRecordedOp run = makeDropIn(control, carried);
  makeRecorded(control, carried);
  auto dropIn = run->getParentOfType<ControlOp>();
  splitReferences(control, dropIn, run);
  control.setFunctionType(
      FunctionType::get(control.getContext(), control.getBody().getArgumentTypes(), {}));
  control.removeResAttrsAttr();
  return dropIn;
}

namespace {
struct SplitControlsPass : vkm::impl::SplitControlsBase<SplitControlsPass> {
  void runOnOperation() override;
};
} // namespace

void SplitControlsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  for (ControlOp control : getUnsplitControls(getOperation()))
    splitControl(control);
}
