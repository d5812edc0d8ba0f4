//===- HostStatements.cpp - What the host does in a control function beside recording --------===//

#include "backends/host_vulkan/raise/HostStatements.h"

#include "analysis/commands/RecordedCommands.h"
#include "backends/Diagnostics.h"
#include "backends/common/Raise.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/LentObjects.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

static std::string nameOf(vkm::ControlOp control) {
  auto name = control->getAttrOfType<StringAttr>("cpp_name");
  return name ? name.str() : control.getSymName().str();
}

LogicalResult host::checkClocks(vkm::ControlOp control) {
  Operation *last = vkm::findLastCommand(control);
  bool hasRun = false, isFine = true;
  for (Operation &op : control.getBody().front()) {
    hasRun |= vkm::runsKernel(&op);
    if (&op == last)
      break;
    if (hasRun)
      op.walk([&](vkm::HostOp host) {
        if (host.getTiming() && isFine) {
          report(host.getLoc(), backends::diag::HostClockBetween, {nameOf(control)});
          isFine = false;
        }
      });
  }
  return success(isFine);
}

LogicalResult host::checkResizes(vkm::ControlOp control) {
  bool isFine = true;
  llvm::SmallPtrSet<Value, 8> bound;
  auto check = [&](vkm::HostOp host) {
    if (!host->hasAttr(vkm::kResizesAttr) || !bound.contains(host.getOperands().front()))
      return;
    report(host.getLoc(), backends::diag::HostResizesBehind, {nameOf(control)});
    isFine = false;
  };
  // The call resizes before any command runs, and before it binds the vector once for all of them.
  for (Operation &op : control.getBody().front()) {
    op.walk([&](vkm::CmdBindOp bind) {
      for (Value buffer : bind.getBuffers())
        bound.insert(buffer);
    });
    op.walk(check);
  }
  return success(isFine);
}

LogicalResult host::checkHostValues(vkm::ControlOp recorded) {
  bool isFine = true;
  recorded.walk([&](vkm::HostOp host) {
    report(host.getLoc(), backends::diag::HostValueInCommands, {nameOf(recorded)});
    isFine = false;
  });
  recorded.walk([&](vkm::IsSetOp isSet) {
    report(isSet.getLoc(), backends::diag::HostValueInCommands, {nameOf(recorded)});
    isFine = false;
  });
  return success(isFine);
}

LogicalResult host::checkNullable(vkm::ControlOp recorded, vkm::ControlOp dropIn) {
  bool isFine = true;
  dropIn.walk([&](vkm::IsSetOp isSet) {
    auto place = cast<BlockArgument>(isSet.getPlace());
    if (recorded.getBody().getArgument(place.getArgNumber()).use_empty() || !isFine)
      return;
    report(isSet.getLoc(), backends::diag::HostValueInCommands, {nameOf(recorded)});
    isFine = false;
  });
  return success(isFine);
}

//===-----------------------------------------------------------------------------------------===//
// Behind the last command
//===-----------------------------------------------------------------------------------------===//

namespace {
/// What is to move, in order.
class Sinking {
public:
  explicit Sinking(Operation *last) : last(last) {}
  /// False where something cannot move that would have to.
  bool collect();
  void move();

private:
  bool isLate(Operation *op, const vkm::EffectSet &own) const;
  bool usesMoved(Operation *op) const;
  bool collidesWithLater(Operation *op) const;

  Operation *last;
  vkm::FieldNames written; ///< by the commands so far
  SmallVector<Operation *> moved;
  vkm::EffectSet effects; ///< of what moves
};
} // namespace

static bool overlap(const vkm::EffectSet &a, const vkm::EffectSet &b) {
  auto writesInto = [](const vkm::EffectSet &from, const vkm::EffectSet &to) {
    return llvm::any_of(from.writes, [&](const vkm::Root &root) {
      return to.readsAny(root) || to.writesAny(root);
    });
  };
  return (a.ordered && b.ordered) || writesInto(a, b) || writesInto(b, a);
}

bool Sinking::usesMoved(Operation *op) const {
  WalkResult result = op->walk([&](Operation *inner) {
    bool uses = llvm::any_of(inner->getOperands(), [&](Value operand) {
      return llvm::is_contained(moved, operand.getDefiningOp());
    });
    return uses ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

bool Sinking::isLate(Operation *op, const vkm::EffectSet &own) const {
  bool readsResult = llvm::any_of(own.reads, [&](const vkm::Root &root) {
    return root.symbol && written.contains(root.symbol);
  });
  return readsResult || usesMoved(op) || overlap(own, effects);
}

/// Whether a later command changes what the operation reads.
bool Sinking::collidesWithLater(Operation *op) const {
  vkm::FieldNames later;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    vkm::addFieldsWritten(next, later);
  return llvm::any_of(vkm::getEffects(op).reads, [&](const vkm::Root &root) {
    return root.symbol && later.contains(root.symbol);
  });
}

bool Sinking::collect() {
  Operation *lastKernel = nullptr;
  for (Operation &op : *last->getBlock())
    if (vkm::runsKernel(&op))
      lastKernel = &op;
  for (Operation &op : *last->getBlock()) {
    // Sizes of the caller's vectors are for the commands.
    if (vkm::holdsCommand(&op) || op.hasAttr(vkm::kResizesAttr)) {
      if (usesMoved(&op))
        return false;
      vkm::addFieldsWritten(&op, written);
    } else if (!isa<vkm::ExtentOp>(op)) {
      vkm::EffectSet own = vkm::getEffects(&op);
      // What is done behind the last kernel stays there, though assignments to members follow.
      bool isBehind = own.ordered && lastKernel && lastKernel->isBeforeInBlock(&op);
      if (isBehind || isLate(&op, own)) {
        bool leaves =
            op.walk([](vkm::ReturnOp) { return WalkResult::interrupt(); }).wasInterrupted();
        if (leaves || collidesWithLater(&op))
          return false;
        moved.push_back(&op);
        effects.add(own);
      }
    }
    if (&op == last)
      return true;
  }
  return true;
}

void Sinking::move() {
  Operation *point = last;
  for (Operation *op : moved) {
    op->moveAfter(point);
    point = op;
  }
}

void host::sinkReads(vkm::ControlOp control) {
  Operation *last = vkm::findLastCommand(control);
  if (!last)
    return;
  Sinking sinking(last);
  if (sinking.collect())
    sinking.move();
}

void host::keepEarlierReads(Operation *marker) {
  auto control = marker->getParentOfType<vkm::ControlOp>();
  auto recorded = control->getParentOfType<vkm::ClassOp>().lookupSymbol<vkm::ControlOp>(
      control->getAttrOfType<StringAttr>(kDropInOfAttr));
  vkm::FieldNames written;
  vkm::addFieldsWritten(recorded, written);
  UniqueNames names(control);
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(marker->getBlock()->begin(), marker->getIterator()))) {
    if (!op.hasTrait<vkm::VkmExpression>() || op.getNumResults() != 1 ||
        isa<vkm::RefType>(op.getResult(0).getType()))
      continue;
    bool isRead = llvm::any_of(vkm::getEffects(&op).reads, [&](const vkm::Root &root) {
      return root.symbol && written.contains(root.symbol);
    });
    bool isUsedLater = llvm::any_of(op.getUsers(), [&](Operation *user) {
      Operation *ancestor = marker->getBlock()->findAncestorOpInBlock(*user);
      return ancestor && marker->isBeforeInBlock(ancestor);
    });
    if (isRead && isUsedLater)
      nameValue(op.getResult(0), names.make(getNameHint(op.getResult(0), /*overwritten=*/true)));
  }
}

//===-----------------------------------------------------------------------------------------===//
// Early answers
//===-----------------------------------------------------------------------------------------===//

/// What only the commands needed.
static void eraseDead(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    vkm::EffectSet effects = vkm::getEffects(&op);
    if (op.hasTrait<vkm::VkmExpression>() && op.use_empty() && effects.writes.empty() &&
        !effects.ordered) {
      op.erase();
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        eraseDead(inner);
  }
}

void host::moveEarlyAnswers(vkm::ControlOp control, Operation *marker) {
  SmallVector<Operation *> answers;
  for (Operation &op : control.getBody().front())
    if (vkm::isEarlyAnswer(&op))
      answers.push_back(&op);
  Operation *point = marker;
  for (Operation *op : answers) {
    op->moveAfter(point);
    point = op;
    SmallVector<Operation *> commands;
    op->walk([&](Operation *inner) {
      if (isa<vkm::CmdBindOp, vkm::CmdRunOp, vkm::CmdBarrierOp>(inner))
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
static bool isWrittenBefore(BlockArgument place, vkm::ControlOp control, Operation *marker) {
  bool isWritten = false;
  vkm::forEachOutput(control, [&](Operation *op) {
    Operation *ancestor = marker->getBlock()->findAncestorOpInBlock(*op);
    bool isSame = llvm::any_of(op->getOperands(), [&](Value operand) {
      return isa<vkm::RefType>(operand.getType()) && vkm::getRoot(operand).value == place;
    });
    isWritten |= isSame && ancestor && ancestor->isBeforeInBlock(marker);
  });
  return isWritten;
}

void host::splitReferences(vkm::ControlOp recorded, vkm::ControlOp dropIn, Operation *marker) {
  OpBuilder atEntry = OpBuilder::atBlockBegin(&dropIn.getBody().front());
  OpBuilder builder = OpBuilder::atBlockBegin(&recorded.getBody().front());
  for (unsigned index = 0; index < recorded.getNumArguments(); ++index) {
    BlockArgument value = recorded.getBody().getArgument(index);
    BlockArgument place = dropIn.getBody().getArgument(index);
    auto type = dyn_cast<vkm::RefType>(value.getType());
    if (!type)
      continue;
    auto inExtent = [](OpOperand &use) {
      return use.getOwner()->getParentOfType<vkm::ExtentOp>() != nullptr;
    };
    bool isNeeded = !value.use_empty() || llvm::any_of(place.getUses(), inExtent);
    std::string name = vkm::argName(recorded, index).str();
    if (isNeeded && isWrittenBefore(place, dropIn, marker)) {
      auto load = atEntry.create<vkm::LoadOp>(place.getLoc(), type.getPointee(), place);
      auto kept = atEntry.create<vkm::VarOp>(place.getLoc(), type, name + "AtEntry", load,
                                             /*constant=*/true);
      kept->setAttr(kEntryAttr, builder.getI32IntegerAttr(static_cast<int32_t>(index)));
      // A vector of the caller's has by then the size that the function gave it.
      auto part = recorded.getArgAttrOfType<DictionaryAttr>(index, vkm::kPartAttr);
      if (!part || !part.contains("size"))
        place.replaceUsesWithIf(kept.getRef(), inExtent);
    }
    value.setType(type.getPointee());
    if (value.use_empty())
      continue;
    auto variable = builder.create<vkm::VarOp>(value.getLoc(), type, name, value);
    value.replaceAllUsesExcept(variable.getRef(), variable);
  }
}
