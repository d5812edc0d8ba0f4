//===- LowerControls.cpp - Launches bind and run; fields get their places in class data -------===//

#include "passes/lower/kernels/LowerControls.h"

#include "analysis/patterns/ClassData.h"
#include "ir/HostCode.h"
#include "passes/lower/appends/LowerAppends.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Whether a vector of the function gets a larger buffer, which other sets bind, in an operation.
static bool makesRoom(Operation *op) {
  auto parent = op->getParentOfType<ClassOp>();
  return op
      ->walk([&](ReserveOp reserve) {
        return parent.lookupField(reserve.getField())->hasAttr(kLocalOfAttr)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a command comes behind another one in the same block, with no loop or branch that holds
/// commands between them.
static bool isStraightTo(Operation *first, Operation *second) {
  if (first->getBlock() != second->getBlock())
    return false;
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (op->walk([](LaunchOp) { return WalkResult::interrupt(); }).wasInterrupted() ||
        op->walk([](CmdBindOp) { return WalkResult::interrupt(); }).wasInterrupted() ||
        makesRoom(op))
      return false;
  return true;
}

/// A loop or branch that binds one set only has it bound in front of it.
static void hoistBinds(Operation *op) {
  SmallVector<CmdBindOp> binds;
  op->walk([&](CmdBindOp bind) { binds.push_back(bind); });
  if (binds.empty() || binds.front() == op)
    return;
  bool isOne = llvm::all_of(binds, [&](CmdBindOp bind) {
    return bind.getSite() == binds.front().getSite() &&
           llvm::none_of(bind.getBuffers(), [&](Value buffer) {
             Operation *owner = buffer.getDefiningOp();
             return owner && op->isAncestor(owner) && !isa<VectorDataOp>(owner);
           });
  });
  // What only one way through a branch runs is bound there.
  bool isLoop = isa<LoopOpInterface>(op);
  if (isOne && isLoop && !makesRoom(op)) {
    for (Value buffer : binds.front().getBuffers())
      if (auto data = buffer.getDefiningOp<VectorDataOp>(); data && op->isAncestor(data))
        data->moveBefore(op);
    binds.front()->moveBefore(op);
    for (CmdBindOp bind : llvm::drop_begin(binds))
      bind.erase();
    return;
  }
  for (Region &region : op->getRegions())
    for (Operation &inner : llvm::make_early_inc_range(region.getOps()))
      hoistBinds(&inner);
}

void vkmorph::vkm::lowerControl(ControlOp control, const llvm::StringMap<KernelOp> &kernels) {
  auto parent = control->getParentOfType<ClassOp>();
  SmallVector<std::pair<StringRef, SmallVector<Value>>> sites;
  std::optional<size_t> bound;
  SmallVector<LaunchOp> launches;
  control.walk([&](LaunchOp launch) { launches.push_back(launch); });
  Operation *previous = nullptr;
  for (LaunchOp launch : launches) {
    // What stands between may bind other sets.
    if (!previous || !isStraightTo(previous, launch))
      bound.reset();
    KernelOp kernel = kernels.lookup(launch.getKernel());
    auto commands = parent.lookupSymbol<CommandsOp>(getCommandsName(launch.getKernel()));
    SmallVector<Value> buffers, scalars;
    for (auto [argument, operand] :
         llvm::zip(kernel.getBody().getArguments(), launch.getOperands())) {
      if (!isa<PtrType>(argument.getType())) {
        scalars.push_back(operand);
        continue;
      }
      StringRef name = argName(kernel, argument.getArgNumber());
      for (BindingAttr binding : commands.getBindings().getAsRange<BindingAttr>())
        if (binding.getKind() == ResourceKind::Parameter && binding.getName() == name)
          buffers.push_back(operand);
    }
    OpBuilder builder(launch);
    // Commands without shaders need no descriptor set, and leave the one that is bound.
    if (!commands.getBody().getOps<CmdPipelineOp>().empty()) {
      std::pair<StringRef, SmallVector<Value>> site{launch.getKernel(), buffers};
      size_t number = llvm::find(sites, site) - sites.begin();
      if (number == sites.size())
        sites.push_back(site);
      if (bound != number)
        builder.create<CmdBindOp>(launch.getLoc(), commands.getSymName(), number, buffers);
      bound = number;
    }
    auto run = builder.create<CmdRunOp>(launch.getLoc(), commands.getSymName(), scalars);
    run->setDiscardableAttrs(launch->getDiscardableAttrDictionary());
    launch.erase();
    previous = run;
  }
  for (Operation &op : control.getBody().front())
    hoistBinds(&op);
  bool reserves = false;
  control.walk([&](ReserveOp reserve) {
    lowerReserve(reserve);
    reserves = true;
  });
  if (reserves)
    eraseDeadExpressions(control.getBody());
}

void vkmorph::vkm::placeFields(ClassOp op) {
  llvm::StringSet<> touched;
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>())
    for (NamedAttribute field : commands.getFieldsAttr())
      touched.insert(field.getName().getValue());
  int64_t end = 0;
  OpBuilder builder(op);
  for (FieldOp field : op.getBody().front().getOps<FieldOp>()) {
    if (!touched.contains(field.getSymName()) || field.getVectorElement())
      continue;
    end = getFieldOffset(field, end);
    field.setOffsetAttr(builder.getI64IntegerAttr(end));
    end += getLayout(field, field.getType()).size;
  }
}
