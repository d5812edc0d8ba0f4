//===- LowerAppends.cpp - Appended elements get their slots -----------------------------------===//

#include "passes/lower/appends/LowerAppends.h"

#include "analysis/accesses/MemoryAccesses.h"

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Dispatches.h"
#include "analysis/values/Expressions.h"
#include "passes/lower/appends/AppendPattern.h"
#include "passes/plan/PlanRules.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// A call for each element, which takes its slot by atomic operations.
class SlotAppends : public AppendPattern {
public:
  explicit SlotAppends(AppendStrategy strategy) : strategy(strategy) {}
  void lower(AppendOp append, VectorLowering &vector) const override {
    replaceByCall(append, vector.getFunction(strategy), addInto({append.getValue()}, append));
  }

private:
  AppendStrategy strategy;
};
} // namespace

std::unique_ptr<AppendPattern> vkmorph::vkm::makeAtomicAppends() {
  return std::make_unique<SlotAppends>(AppendStrategy::Atomic);
}

std::unique_ptr<AppendPattern> vkmorph::vkm::makeSubgroupAppends() {
  return std::make_unique<SlotAppends>(AppendStrategy::Subgroup);
}

std::unique_ptr<AppendPattern> vkmorph::vkm::makeAppendPattern(AppendStrategy strategy) {
  const AppendPatternRow *row = llvm::find_if(
      getAppendPatterns(), [&](const AppendPatternRow &one) { return one.strategy == strategy; });
  return row->make();
}

KernelAppends vkmorph::vkm::lowerAppends(ClassOp op) {
  KernelAppends counts;
  op.walk([&](Operation *inner) {
    if (isa<OnceOp, GridOp>(inner))
      counts[inner] = {countAppends(inner), getAppendStrategy(inner)};
  });
  SmallVector<AppendOp> appends;
  // The functions of those that come in order have the plain names: they are made first.
  for (bool inOrder : {true, false})
    op.walk([&](AppendOp append) {
      if ((append.getNext() != Value()) == inOrder)
        appends.push_back(append);
    });
  llvm::MapVector<StringRef, std::unique_ptr<VectorLowering>> vectors;
  for (AppendOp append : appends) {
    std::unique_ptr<VectorLowering> &vector = vectors[append.getField()];
    if (!vector)
      vector = std::make_unique<VectorLowering>(op, op.lookupField(append.getField()),
                                                append.getInto() != Value());
    makeAppendPattern(append.getStrategy().value_or(AppendStrategy::Atomic))
        ->lower(append, *vector);
  }
  return counts;
}

//===------------------------------------------------------------------------------------------===//
// What the host is told
//===------------------------------------------------------------------------------------------===//

/// Reads of sizes that kernels change become questions to the object.
static void askForSizes(Operation *user, Value value, const llvm::StringSet<> &written) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  auto load = dyn_cast<LoadOp>(op);
  auto place = load ? load.getRef().getDefiningOp<FieldRefOp>() : FieldRefOp();
  FieldOp field = place ? op->getParentOfType<ClassOp>().lookupField(place.getField()) : FieldOp();
  if (field && field.getSizeOf() && written.contains(field.getSymName())) {
    OpBuilder builder(op);
    Value most = builder.create<MostElementsOp>(op->getLoc(), op->getResult(0).getType(),
                                                *field.getSizeOf());
    op->replaceUsesWithIf(ValueRange(most), [&](OpOperand &use) { return use.getOwner() == user; });
    return;
  }
  for (Value operand : op->getOperands())
    askForSizes(op, operand, written);
}

static llvm::StringSet<> getWrittenSizes(ClassOp op) {
  llvm::StringSet<> written = getFieldsWrittenByKernels(op);
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>())
    for (NamedAttribute use : commands.getFieldsAttr())
      if (cast<AccessAttr>(use.getValue()).getValue() != Access::Read)
        written.insert(use.getName().getValue());
  return written;
}

void vkmorph::vkm::lowerReserve(ReserveOp reserve) {
  askForSizes(reserve, reserve.getCount(), getWrittenSizes(reserve->getParentOfType<ClassOp>()));
}

/// A vkm.reserve of a kernel, on the host, where the host knows the number.
static void noteReserve(OpBuilder &builder, ReserveOp reserve, const llvm::StringSet<> &written,
                        IRMapping &mapping) {
  auto parent = reserve->getParentOfType<ClassOp>();
  auto isKnown = [&](const Root &root) {
    FieldOp field = root.symbol ? parent.lookupField(root.symbol.getValue()) : FieldOp();
    return field && !field.getVectorElement() &&
           (field.getSizeOf() || !written.contains(field.getSymName()));
  };
  if (findRead(reserve.getCount(), isKnown))
    return;
  IRMapping local = mapping;
  Value count = cloneExpression(builder, reserve.getCount(), local);
  lowerReserve(builder.create<ReserveOp>(reserve.getLoc(), reserve.getField(), count));
}

/// The vector whose size the statement sets to 0; null for all others.
static StringAttr getCleared(Operation &op) {
  auto assign = dyn_cast<AssignOp>(op);
  auto place = assign ? assign.getRef().getDefiningOp<FieldRefOp>() : FieldRefOp();
  FieldOp field = place ? op.getParentOfType<ClassOp>().lookupField(place.getField()) : FieldOp();
  bool clears = field && field.getSizeOf() && getConstantInt(assign.getValue()) == 0;
  return clears ? field.getSizeOfAttr().getAttr() : StringAttr();
}

/// The grid that says how many iterations there are at most: of one over a queue that which has
/// filled the queue, whose bounds the host may know.
static GridOp getCountedGrid(Operation &op) {
  Operation *grid = &op;
  while (grid && (!isa<GridOp>(grid) || grid->hasAttr(kQueuedAttr)))
    grid = grid->getPrevNode();
  return dyn_cast_or_null<GridOp>(grid);
}

void vkmorph::vkm::noteAppends(OpBuilder &builder, KernelOp kernel, const KernelAppends &appends,
                               IRMapping &mapping,
                               llvm::function_ref<Value(GridOp, unsigned)> count) {
  llvm::StringSet<> written = getWrittenSizes(kernel->getParentOfType<ClassOp>());
  for (Operation &op : kernel.getBody().front()) {
    if (auto once = dyn_cast<OnceOp>(op))
      for (Operation &statement : once.getBody().front()) {
        if (StringAttr vector = getCleared(statement))
          builder.create<WillClearOp>(statement.getLoc(), vector.getValue());
        else if (auto exchange = dyn_cast<ExchangeSizesOp>(statement))
          builder.create<WillExchangeOp>(statement.getLoc(), exchange.getFirst(),
                                         exchange.getSecond());
        else if (auto reserve = dyn_cast<ReserveOp>(statement))
          noteReserve(builder, reserve, written, mapping);
      }
    auto known = appends.find(&op);
    if (known == appends.end())
      continue;
    for (const auto &[vector, times] : known->second.counts) {
      SmallVector<Value> counts;
      GridOp grid = isa<GridOp>(op) ? getCountedGrid(op) : GridOp();
      for (unsigned dim = 0; grid && dim < grid.getNumDims(); ++dim)
        counts.push_back(count(grid, dim));
      bool isKnown = times && !llvm::is_contained(counts, Value());
      builder.create<WillAppendOp>(op.getLoc(), vector.getValue(),
                                   isKnown ? ValueRange(counts) : ValueRange(),
                                   isKnown ? builder.getI64IntegerAttr(*times) : IntegerAttr());
    }
  }
}

Value vkmorph::vkm::buildMostIterations(OpBuilder &at, GridOp grid, unsigned dim) {
  if (StringAttr vector = getVectorOfSize(grid.getUpper()[dim]))
    return at.create<MostElementsOp>(grid.getLoc(), at.getIntegerType(32, false),
                                     vector.getValue());
  return {};
}
