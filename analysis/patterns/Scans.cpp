//===- Scans.cpp - Grids whose iterations read running totals ---------------------------------===//

#include "analysis/patterns/Scans.h"

#include "analysis/values/Expressions.h"
#include "ir/HostCode.h"
#include "ir/Places.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace vkmorph::vkm;

SmallVector<RunningOp> vkmorph::vkm::collectRunning(GridOp grid) {
  return llvm::to_vector(grid.getBody().front().getOps<RunningOp>());
}

SmallVector<RunningOp> vkmorph::vkm::collectSystem(RunningOp running) {
  if (!running.getSystem())
    return {running};
  return llvm::map_to_vector(running.findSystem(),
                             [](Operation *op) { return cast<RunningOp>(op); });
}

std::string vkmorph::vkm::listRunning(ArrayRef<RunningOp> all) {
  std::string text;
  for (RunningOp running : all)
    text += (text.empty() ? "'" : ", '") + spellPlace(running.getField(), running.getSteps()) + "'";
  return text;
}

int64_t vkmorph::vkm::getScanBytes(GridOp grid, int64_t threads) {
  llvm::SmallDenseSet<std::pair<Type, int>> kinds;
  int64_t bytes = 0;
  for (RunningOp running : collectRunning(grid))
    // States and systems have structs of their own.
    if (running.getStates() || running.getSystem() ||
        kinds
            .insert({running.getBefore().getType(), (running.getRestarts() ? 1 : 0) +
                                                        (running.getScales() ? 2 : 0) +
                                                        (running.getBounded() ? 4 : 0)})
            .second)
      bytes += running.getSharedBytes(threads, grid.getNumDims());
  return bytes == 0 ? 0 : bytes + 4 * threads;
}

//===------------------------------------------------------------------------------------------===//
// Elements that a total counts
//===------------------------------------------------------------------------------------------===//

/// Whether a variable begins with what a sum comes to before the iteration: a running total of the
/// grid, or of one before it, which has kept it (vkm-split-totals).
static bool beginsWithSum(VarOp variable) {
  Value init = variable.getInit();
  if (auto running = init ? init.getDefiningOp<RunningOp>() : RunningOp())
    return running.getKind() == ReduceKind::Add && !running.isOrdered() &&
           isa<IntegerType>(running.getBefore().getType());
  auto load = init ? init.getDefiningOp<LoadOp>() : LoadOp();
  auto element = load ? load.getRef().getDefiningOp<DerefOp>() : DerefOp();
  auto data = element ? element.getPointer().getDefiningOp<VectorDataOp>() : VectorDataOp();
  FieldOp field =
      data ? variable->getParentOfType<ClassOp>().lookupField(data.getField()) : FieldOp();
  return field && field->hasAttr(kKeepsSumAttr);
}

/// The read of a running total that is the index of what a statement writes.
static LoadOp findIndex(AssignOp write) {
  Value place = write.getRef();
  while (isa_and_nonnull<MemberOp, ElementOp>(place.getDefiningOp()))
    place = place.getDefiningOp()->getOperand(0);
  auto element = place.getDefiningOp<DerefOp>();
  auto load =
      element ? lookThroughConversions(element.getIndex()).getDefiningOp<LoadOp>() : LoadOp();
  auto total = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  return total && beginsWithSum(total) ? load : LoadOp();
}

VarOp vkmorph::vkm::findCountingTotal(AssignOp write) {
  LoadOp index = findIndex(write);
  return index ? index.getRef().getDefiningOp<VarOp>() : VarOp();
}

bool vkmorph::vkm::onlyGrows(VarOp total, SmallVectorImpl<Operation *> &steps) {
  for (Operation *user : total->getUsers()) {
    if (isa<LoadOp>(user))
      continue;
    auto update = dyn_cast<UpdateOp>(user);
    std::optional<int64_t> amount = update && update.getKind() == BinaryKind::Add
                                        ? getConstantInt(update.getValue())
                                        : std::nullopt;
    if (!amount || *amount < 1)
      return false;
    steps.push_back(user);
  }
  return true;
}

/// Whether control comes from one operation of a block to another one behind it in any case.
static bool comesTo(Operation *first, Operation *last) {
  for (Operation *op = first; op && op != last; op = op->getNextNode()) {
    bool jumps = op->walk([](Operation *inner) {
                     return isa<ContinueOp, BreakOp, ReturnOp>(inner) ? WalkResult::interrupt()
                                                                      : WalkResult::advance();
                   }).wasInterrupted();
    if (jumps)
      return false;
  }
  return true;
}

/// The step that stands in the block of a write; null where there is none.
static Operation *findStepBeside(Operation *write, ArrayRef<Operation *> steps) {
  auto *step =
      llvm::find_if(steps, [&](Operation *one) { return one->getBlock() == write->getBlock(); });
  return step == steps.end() ? nullptr : *step;
}

bool vkmorph::vkm::countsBeforehand(AssignOp write) {
  LoadOp index = findIndex(write);
  SmallVector<Operation *> steps;
  onlyGrows(index.getRef().getDefiningOp<VarOp>(), steps);
  Operation *step = findStepBeside(write, steps);
  return step && index->getBlock() == step->getBlock() && step->isBeforeInBlock(index);
}

bool vkmorph::vkm::countsOwnElements(GridOp grid, const Root &root,
                                     llvm::function_ref<bool(Operation *)> isLeftOut) {
  llvm::SmallSet<bool, 2> forms; // whether the total has grown when it is read
  VarOp total;
  bool areOwn = true;
  grid.walk([&](Operation *op) {
    if (!areOwn || isa<GridOp>(op))
      return;
    Value place = getAccessedPlace(op);
    if (!place) {
      if (isa<CallOp, PatternOpInterface>(op)) {
        EffectSet effects = getEffects(op);
        areOwn &= !effects.readsAny(root) && !effects.writesAny(root);
      }
      return;
    }
    if (!mayAlias(getRoot(place), root) || (isLeftOut && isLeftOut(op)))
      return;
    auto write = dyn_cast<AssignOp>(op);
    LoadOp index = write ? findIndex(write) : LoadOp();
    auto of = index ? index.getRef().getDefiningOp<VarOp>() : VarOp();
    SmallVector<Operation *> steps;
    areOwn = of && (!total || total == of) && onlyGrows(of, steps);
    total = of;
    // Whenever the write is made, a step is: the total is another one from the next iteration on.
    Operation *step = areOwn ? findStepBeside(op, steps) : nullptr;
    areOwn = step != nullptr;
    if (!areOwn)
      return;
    forms.insert(countsBeforehand(write));
    bool isBefore = step->isBeforeInBlock(op);
    areOwn = comesTo(isBefore ? step : op, isBefore ? op : step);
  });
  return areOwn && total && forms.size() == 1;
}
