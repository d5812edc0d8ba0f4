//===- AppendOrder.cpp - Where elements are in no order --------------------------------------===//

#include "passes/prove/AppendOrder.h"

#include "analysis/commands/CommandFlow.h"
#include "analysis/patterns/Appends.h"
#include "analysis/values/CountedLoops.h"
#include "ir/Effects.h"
#include "ir/Exchange.h"
#include "ir/Sorts.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {

/// The vectors that are in no order.
struct Unordered {
  llvm::DenseSet<StringAttr> vectors;

  bool join(const Unordered &other) {
    bool changes = false;
    for (StringAttr vector : other.vectors)
      changes |= vectors.insert(vector).second;
    return changes;
  }
};

class OrderFlow : CommandFlow<Unordered> {
public:
  explicit OrderFlow(ClassOp op) : parent(op) {}

  llvm::DenseMap<Operation *, llvm::DenseSet<StringAttr>> run();

private:
  void visit(Operation *op, Unordered &state) override;
  /// A sort by digits runs its loop over them, whose number is known.
  bool runsAtLeastOnce(ForOp loop) override { return getTrips(loop).value_or(0) > 0; }
  void launch(KernelOp kernel, Unordered &state);

  ClassOp parent;
  Unordered between; ///< two calls of control functions
  llvm::DenseMap<Operation *, llvm::DenseSet<StringAttr>> seen;
};

} // namespace

static StringAttr getVectorOfPlace(Value place) {
  Root root = getRoot(place);
  return root.value ? getVectorOfElements(root.value) : root.symbol;
}

void OrderFlow::launch(KernelOp kernel, Unordered &state) {
  walkReached(kernel, [&](Operation *op) {
    if (auto append = dyn_cast<AppendOp>(op)) {
      state.vectors.insert(append.getFieldAttr().getAttr());
    } else if (auto exchange = dyn_cast<ExchangeSizesOp>(op)) {
      StringAttr first = exchange.getFirstAttr().getAttr(),
                 second = exchange.getSecondAttr().getAttr();
      bool wasFirst = state.vectors.erase(first), wasSecond = state.vectors.erase(second);
      if (wasFirst)
        state.vectors.insert(second);
      if (wasSecond)
        state.vectors.insert(first);
    } else if (auto assign = dyn_cast<AssignOp>(op); assign && kernel->hasAttr(kCopiesAttr)) {
      auto load = assign.getValue().getDefiningOp<LoadOp>();
      StringAttr from = load ? getVectorOfPlace(load.getRef()) : StringAttr();
      StringAttr to = getVectorOfPlace(assign.getRef());
      if (from && to && state.vectors.contains(from))
        state.vectors.insert(to);
    }
  });
  seen[kernel].insert(state.vectors.begin(), state.vectors.end());
  // Merges follow, which leave the elements in the order of the sort.
  if (auto sorted = kernel->getAttrOfType<ArrayAttr>(kSortsAttr))
    for (auto vector : sorted.getAsRange<StringAttr>())
      state.vectors.erase(vector);
}

void OrderFlow::visit(Operation *op, Unordered &state) {
  if (auto launched = dyn_cast<LaunchOp>(op))
    if (auto kernel = lookupKernel(launched))
      launch(kernel, state);
  if (isa<vkm::ReturnOp>(op))
    between.join(state);
}

llvm::DenseMap<Operation *, llvm::DenseSet<StringAttr>> OrderFlow::run() {
  size_t before;
  do {
    before = between.vectors.size();
    for (ControlOp control : parent.getBody().front().getOps<ControlOp>())
      if (std::optional<Unordered> end = play(control.getBody().front(), between))
        between.join(*end);
  } while (between.vectors.size() != before);
  return std::move(seen);
}

llvm::DenseMap<Operation *, llvm::DenseSet<StringAttr>> vkmorph::vkm::findUnordered(ClassOp op) {
  return OrderFlow(op).run();
}
