//===- MemoryAccesses.cpp - What kernels read and write of memory that outlives them ---------===//

#include "analysis/accesses/MemoryAccesses.h"

#include "analysis/values/CountedLoops.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// A field, or a pointer parameter of the kernel.
static bool isSharedMemory(const Root &root) {
  return root.symbol || (isa<BlockArgument>(root.value) && isa<PtrType>(root.value.getType()));
}

SmallVector<MemoryAccess> vkmorph::vkm::getAccesses(Operation *op) {
  SmallVector<MemoryAccess> result;
  auto add = [&](PlacePath path, bool isWrite, Operation *where) {
    if (isSharedMemory(path.root))
      result.push_back({std::move(path), isWrite, where});
  };
  op->walk([&](Operation *inner) {
    if (auto load = dyn_cast<LoadOp>(inner)) {
      add(getPlacePath(load.getRef()), false, inner);
    } else if (auto assign = dyn_cast<AssignOp>(inner)) {
      add(getPlacePath(assign.getRef()), true, inner);
    } else if (auto update = dyn_cast<UpdateOp>(inner)) {
      add(getPlacePath(update.getRef()), false, inner);
      add(getPlacePath(update.getRef()), true, inner);
    } else if (auto pattern = dyn_cast<PatternOpInterface>(inner);
               isa<CallOp>(inner) || (pattern && pattern.changesAtOnce())) {
      EffectSet effects = getEffects(inner);
      for (const Root &root : effects.reads)
        add({root, {}}, false, inner);
      for (const Root &root : effects.writes)
        add({root, {}}, true, inner);
    }
  });
  return result;
}

std::optional<Value> vkmorph::vkm::getWritten(Operation *op, const PlacePath &path,
                                              llvm::function_ref<EffectSet(Operation *)> getRun) {
  if (auto assign = dyn_cast<AssignOp>(op)) {
    PlacePath assigned = getPlacePath(assign.getRef());
    if (assigned == path)
      return assign.getValue();
    if (!assigned.overlaps(path))
      return std::nullopt;
  }
  return getRun(op).writesAny(path.root) ? std::optional(Value()) : std::nullopt;
}

AssignOp vkmorph::vkm::findAssignment(Operation *op, const PlacePath &path,
                                      llvm::function_ref<EffectSet(Operation *)> getRun) {
  while (true) {
    while (Operation *previous = op->getPrevNode()) {
      op = previous;
      if (std::optional<Value> written = getWritten(op, path, getRun))
        return *written ? cast<AssignOp>(op) : AssignOp();
    }
    for (Region *before : getCasesInto(*op->getParentRegion()))
      for (Operation &statement : before->front())
        if (getRun(&statement).writesAny(path.root))
          return {};
    op = op->getParentOp();
    // In a loop what stands behind it in the body also comes before it.
    bool isAround = isa<IfOp, ScopeOp, SwitchOp>(op) ||
                    (isa<LoopOpInterface>(op) && !getRun(op).writesAny(path.root));
    if (!isAround)
      return {};
  }
}

Value vkmorph::vkm::findAssigned(Operation *op, const PlacePath &path) {
  for (; op; op = op->getPrevNode()) {
    if (auto once = dyn_cast<OnceOp>(op))
      if (!once.getBody().front().empty())
        if (Value value = findAssigned(&once.getBody().front().back(), path))
          return value;
    if (std::optional<Value> written =
            getWritten(op, path, [](Operation *inner) { return getEffects(inner); }))
      return *written;
  }
  return {};
}

llvm::StringSet<> vkmorph::vkm::getFieldsWrittenByKernels(ClassOp op) {
  llvm::StringSet<> names;
  for (KernelOp kernel : op.getBody().front().getOps<KernelOp>())
    for (const Root &root : getEffects(kernel.getBody()).writes)
      if (root.symbol)
        names.insert(root.symbol.getValue());
  return names;
}
