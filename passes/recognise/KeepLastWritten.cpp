//===- KeepLastWritten.cpp - The element that was counted last becomes a variable -------------===//
//
//   int k = 0;                              int k = 0;
//   for (int i = 0; i < n; i++)             for (int i = 0; i < n; i++)
//     if (k == 0 || a[i] != b[k - 1])         if (i == 0 || a[i] != last) {
//       b[k++] = a[i];                  =>      b[k++] = a[i];
//                                               last = a[i];
//                                             }
//
// No iteration then reads what another one has written, and the condition does not ask the total:
// where the total is still what it was in front of the loop, and the branch counts, the iteration
// is the first.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "passes/recognise/RunningCandidates.h"
#include "passes/recognise/ValuesBefore.h"
#include "transforms/Expressions.h"
#include "transforms/LocalFields.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_KEEPLASTWRITTEN
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct KeepLastWrittenPass : vkm::impl::KeepLastWrittenBase<KeepLastWrittenPass> {
  void runOnOperation() override;
};

/// An element that is written, and counted.
struct CountedWrite {
  AssignOp write;
  UpdateOp count;
};

/// A total of a grid, which counts the elements of arrays.
struct CountingTotal {
  PlacePath path;
  SmallVector<UpdateOp> counts;
  Value start; ///< what it is in front of the grid
};

/// Works on one grid.
class LastWrittenFinder {
public:
  explicit LastWrittenFinder(GridOp grid)
      : grid(grid), kernel(grid->getParentOfType<KernelOp>()),
        parent(grid->getParentOfType<ClassOp>()) {}
  void run();

private:
  std::vector<CountingTotal> collectTotals();
  SmallVector<LoadOp> findReadsOfLast(const CountingTotal &total);
  std::optional<SmallVector<CountedWrite>> findWrites(const CountingTotal &total,
                                                      const Root &array);
  FieldOp makeField(const CountingTotal &total, LoadOp read);
  void keep(const CountingTotal &total, ArrayRef<LoadOp> reads, ArrayRef<CountedWrite> writes);
  bool countsWhere(IfOp branch, bool outcome, const CountingTotal &total);
  void compareCounters(const CountingTotal &total);

  GridOp grid;
  KernelOp kernel;
  ClassOp parent;
};
} // namespace

/// The totals that grow by one and no more, from a number that is known.
std::vector<CountingTotal> LastWrittenFinder::collectTotals() {
  std::vector<CountingTotal> totals;
  grid.walk([&](UpdateOp update) {
    PlacePath path = getPlacePath(update.getRef());
    bool isField = path.root.symbol && parent.lookupField(path.root.symbol.getValue());
    auto known = llvm::find_if(totals, [&](const auto &total) { return total.path == path; });
    if (isField && path.isExact() && isa<IntegerType>(update.getValue().getType()) &&
        known == totals.end())
      totals.push_back({path, {}, findValueBefore(grid, path)});
  });
  llvm::erase_if(totals, [&](CountingTotal &total) {
    // An element in front of the first one may be read where there is one.
    if (!total.start || !getConstantInt(total.start) || isAccessedOtherwise(grid, total.path) ||
        isUsedByCalls(grid, total.path.root))
      return true;
    for (Value lvalue : findLvalues(grid, total.path, /*overlaps=*/false))
      for (Operation *user : lvalue.getUsers()) {
        auto update = dyn_cast<UpdateOp>(user);
        if (update && update.getKind() == BinaryKind::Add && getConstantInt(update.getValue()) == 1)
          total.counts.push_back(update);
        else if (!isa<LoadOp>(user))
          return true;
      }
    return false;
  });
  return totals;
}

/// What an index reads of a total where it is that total, or one less.
static LoadOp findTotalRead(Value index, const PlacePath &total, bool isLast) {
  while (auto cast = index.getDefiningOp<CastOp>())
    index = cast.getOperand();
  if (isLast) {
    auto binary = index.getDefiningOp<BinaryOp>();
    if (!binary)
      return {};
    std::optional<int64_t> number = getConstantInt(binary.getRhs());
    if (number != (binary.getKind() == BinaryKind::Sub ? 1 : -1) ||
        (binary.getKind() != BinaryKind::Sub && binary.getKind() != BinaryKind::Add))
      return {};
    index = binary.getLhs();
    while (auto cast = index.getDefiningOp<CastOp>())
      index = cast.getOperand();
  }
  auto load = index.getDefiningOp<LoadOp>();
  return load && getPlacePath(load.getRef()) == total ? load : LoadOp();
}

/// Whether nothing writes one of two roots between two operations of one block.
static bool isUnwrittenBetween(Operation *first, Operation *second, const Root &a, const Root &b) {
  if (first->getBlock() != second->getBlock() || !first->isBeforeInBlock(second))
    return false;
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode()) {
    EffectSet effects = getEffects(op);
    if (effects.ordered || effects.writesAny(a) || effects.writesAny(b))
      return false;
  }
  return true;
}

/// The reads of whole elements of numbers in front of the one that a total counts next.
SmallVector<LoadOp> LastWrittenFinder::findReadsOfLast(const CountingTotal &total) {
  SmallVector<LoadOp> found;
  grid.walk([&](LoadOp load) {
    auto element = load.getRef().getDefiningOp<DerefOp>();
    LoadOp read = element ? findTotalRead(element.getIndex(), total.path, true) : LoadOp();
    if (read && isa<IntegerType, FloatType>(load.getResult().getType()) &&
        isUnwrittenBetween(read, load, total.path.root, getRoot(load.getRef())))
      found.push_back(load);
  });
  return found;
}

/// The writes of an array, each of the element that the total counts then; none where something
/// else writes the array, or the total counts something else as well.
std::optional<SmallVector<CountedWrite>> LastWrittenFinder::findWrites(const CountingTotal &total,
                                                                       const Root &array) {
  SmallVector<CountedWrite> writes;
  bool isKnown = true;
  grid.walk([&](Operation *op) {
    Value place = getAccessedPlace(op);
    if (isa<LoadOp>(op) || op->getNumRegions() > 0 ||
        !(place ? mayAlias(getRoot(place), array) : getEffects(op).writesAny(array)))
      return;
    auto write = dyn_cast<AssignOp>(op);
    auto element = write ? write.getRef().getDefiningOp<DerefOp>() : DerefOp();
    LoadOp read = element && getRoot(place) == array
                      ? findTotalRead(element.getIndex(), total.path, false)
                      : LoadOp();
    UpdateOp count;
    for (UpdateOp one : total.counts)
      if (read && one->getBlock() == write->getBlock() && read->getBlock() == write->getBlock() &&
          read->isBeforeInBlock(one))
        if (!count || one->isBeforeInBlock(count))
          count = one;
    bool isCounted =
        count && llvm::none_of(writes, [&](const auto &other) { return other.count == count; });
    for (UpdateOp other : total.counts)
      // Nothing else counts between the two.
      if (isCounted && other != count)
        if (Operation *own = write->getBlock()->findAncestorOpInBlock(*other))
          isCounted &= own->isBeforeInBlock(read) ||
                       (write->isBeforeInBlock(own) && count->isBeforeInBlock(own));
    isKnown &= isCounted;
    if (isCounted)
      writes.push_back({write, count});
  });
  if (!isKnown || writes.size() != total.counts.size())
    return std::nullopt;
  return writes;
}

/// A variable of the kernel's, which messages call `b[k - 1]`.
FieldOp LastWrittenFinder::makeField(const CountingTotal &total, LoadOp read) {
  StringRef array = getRootName(getRoot(read.getRef()));
  FieldOp field = makeKernelField(kernel, read.getLoc(), array.rtrim('_').str() + "Last",
                                  read.getResult().getType());
  std::string element = (array + "[" + nameVariable(grid, total.path) + " - 1]").str();
  field->setAttr(kSourceNameAttr, StringAttr::get(field.getContext(), element));
  return field;
}

/// Reads of the element that was counted last become reads of a variable, which gets each element
/// that is counted, and in front of the loop the one before the first.
void LastWrittenFinder::keep(const CountingTotal &total, ArrayRef<LoadOp> reads,
                             ArrayRef<CountedWrite> writes) {
  LoadOp sample = reads.front();
  FieldOp field = makeField(total, sample);
  Location loc = sample.getLoc();
  if (*getConstantInt(total.start) <= 0) {
    // There is none, and nothing is read until there is one.
    OpBuilder at =
        OpBuilder::atBlockEnd(&getOnceBeside(grid, /*isBehind=*/false).getBody().front());
    Value zero = at.create<ConstantOp>(loc, cast<TypedAttr>(at.getZeroAttr(field.getType())));
    at.create<AssignOp>(loc, buildFieldPlace(at, loc, field, {}), zero);
  } else {
    Value first;
    IfOp branch = buildIfIterates(grid, /*isBehind=*/false, first);
    OpBuilder at = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    IRMapping mapping;
    LoadOp read = findTotalRead(sample.getRef().getDefiningOp<DerefOp>().getIndex(), total.path,
                                /*isLast=*/true);
    mapping.map(read.getResult(), cloneExpression(at, total.start, mapping));
    Value value = cloneExpression(at, sample.getResult(), mapping);
    at.create<AssignOp>(loc, buildFieldPlace(at, loc, field, {}), value);
  }
  for (const CountedWrite &counted : writes) {
    AssignOp write = counted.write;
    UpdateOp count = counted.count;
    Operation *last = write->isBeforeInBlock(count) ? count.getOperation() : write.getOperation();
    OpBuilder at(last->getContext());
    at.setInsertionPointAfter(last);
    at.create<AssignOp>(write.getLoc(), buildFieldPlace(at, loc, field, {}), write.getValue());
  }
  for (LoadOp load : reads) {
    OpBuilder at(load);
    load.getRefMutable().assign(buildFieldPlace(at, loc, field, {}));
  }
  eraseDeadExpressions(grid.getBody());
}

/// What a condition is where one comparison in it has an outcome, whatever the rest of it is; none
/// where that is open.
static std::optional<bool> decide(Value condition, CmpOp compare, bool outcome) {
  Operation *op = condition.getDefiningOp();
  if (op == compare)
    return outcome;
  if (auto negation = dyn_cast_or_null<UnaryOp>(op);
      negation && negation.getKind() == UnaryKind::Not) {
    std::optional<bool> inner = decide(negation.getOperand(), compare, outcome);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (!isa_and_nonnull<AndOp, OrOp>(op))
    return std::nullopt;
  std::optional<bool> first = decide(op->getOperand(0), compare, outcome);
  std::optional<bool> second = decide(getYielded(op->getRegion(0)), compare, outcome);
  const bool absorbing = isa<OrOp>(op);
  return first == absorbing || second == absorbing ? std::optional(absorbing) : std::nullopt;
}

/// Whether a branch counts for certain where its condition has an outcome.
bool LastWrittenFinder::countsWhere(IfOp branch, bool outcome, const CountingTotal &total) {
  Region &region = outcome ? branch.getThenRegion() : branch.getElseRegion();
  if (region.empty())
    return false;
  for (Operation &op : region.front()) {
    if (llvm::is_contained(total.counts, dyn_cast<UpdateOp>(op)))
      return true;
    if (op.walk([](ContinueOp) { return WalkResult::interrupt(); }).wasInterrupted())
      return false;
  }
  return false;
}

/// A comparison that asks whether the total is still what it was in front of the loop, in a branch
/// that counts then, asks whether the iteration is the first.
void LastWrittenFinder::compareCounters(const CountingTotal &total) {
  SmallVector<CmpOp> compares;
  grid.walk([&](CmpOp compare) {
    auto load = compare.getLhs().getDefiningOp<LoadOp>();
    if (load && getPlacePath(load.getRef()) == total.path)
      compares.push_back(compare);
  });
  for (CmpOp compare : compares) {
    CmpKind kind = compare.getKind();
    bool isSame = getConstantInt(compare.getRhs()) == getConstantInt(total.start);
    bool isEqual = kind == CmpKind::Eq || kind == CmpKind::Le;
    Operation *top = grid.getBody().findAncestorOpInRegion(*compare);
    // The first iteration comes to the branch, and has not counted before.
    auto countsBefore = [&](UpdateOp count) {
      return grid.getBody().findAncestorOpInRegion(*count)->isBeforeInBlock(top);
    };
    if (endsBefore(grid, top) || llvm::any_of(total.counts, countsBefore))
      continue;
    IfOp branch;
    for (Operation *op = top; op && !branch; op = op->getNextNode()) {
      branch = dyn_cast<IfOp>(op);
      if (!op->hasTrait<VkmExpression>())
        break;
    }
    if (!isSame || !branch || kind == CmpKind::Lt || kind == CmpKind::Ge)
      continue;
    std::optional<bool> outcome = decide(branch.getCondition(), compare, isEqual);
    if (!outcome || !countsWhere(branch, *outcome, total))
      continue;
    OpBuilder at(compare);
    Value counter = grid.getBody().getArgument(0), lower = buildLower(at, grid);
    auto asked =
        at.create<CmpOp>(compare.getLoc(), isEqual ? CmpKind::Eq : CmpKind::Gt, counter, lower);
    compare.getResult().replaceAllUsesWith(asked.getResult());
    compare.erase();
  }
  eraseDeadExpressions(grid.getBody());
}

void LastWrittenFinder::run() {
  if (!countsUp(grid))
    return;
  for (CountingTotal &total : collectTotals()) {
    std::vector<std::pair<Root, SmallVector<LoadOp>>> arrays;
    for (LoadOp load : findReadsOfLast(total)) {
      Root array = getRoot(load.getRef());
      auto known = llvm::find_if(arrays, [&](const auto &one) { return one.first == array; });
      if (known == arrays.end())
        known = arrays.insert(arrays.end(), {array, {}});
      known->second.push_back(load);
    }
    bool isKept = false;
    for (auto &[array, reads] : arrays)
      if (auto writes = findWrites(total, array)) {
        keep(total, reads, *writes);
        isKept = true;
      }
    if (isKept)
      compareCounters(total);
  }
}

void KeepLastWrittenPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  forEachOpenGrid(getOperation(), [](GridOp grid) { LastWrittenFinder(grid).run(); });
}
