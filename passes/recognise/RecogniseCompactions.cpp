//===- RecogniseCompactions.cpp - Finds arrays whose elements move to the front ---------------===//
//
//   grid (i < n) {                          grid (i < n) {
//     if (a[i] > 0) {                         if (a[i] > 0) {
//       a[count] = a[i];             =>         kept[count] = a[i];
//       count++;                                count++;
//     }                                       }
//   }                                       }
//                                           grid (i < n) {
//                                             if (i < count) a[i] = kept[i];
//                                           }
//
// The running total begins no later than the counter and grows by one at most, so that on the host
// an iteration writes its own element or one before it: what iterations read behind that is what
// the array held before the loop. On a device another iteration may have written an element that
// is still to be read. `kept` is a vector of the generated class.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Scans.h"
#include "analysis/values/Affine.h"
#include "analysis/values/Expressions.h"
#include "ir/EffectLedger.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/recognise/ValuesBefore.h"
#include "transforms/Expressions.h"
#include "transforms/LocalFields.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISECOMPACTIONS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
/// A place in an array: an element, or a part of one.
struct Part {
  DerefOp element;
  PlacePath path; ///< from the element on

  explicit Part(Value place);
  /// Whether another part of the same element lies in this one for certain, or is it.
  bool covers(const Part &other) const;
};

/// An array that is written at a running total.
struct Compaction {
  Root root;
  VarOp total; ///< null where the first write is at an index that is made of one
  SmallVector<AssignOp> writes;
  SmallVector<Operation *> reads;
  bool isCountedBefore; ///< `a[++count] = x`: the elements behind those that the total counts
  std::string obstacle;
};

/// Looks for arrays whose elements one grid moves to their front.
class CompactionFinder {
public:
  explicit CompactionFinder(GridOp grid)
      : grid(grid), kernel(grid->getParentOfType<KernelOp>()), analysis(kernel) {}
  void run();

private:
  void collect();
  std::optional<int64_t> getDistance(DerefOp element);
  bool isItself(AssignOp write);
  std::string findGrowth(const Compaction &compaction);
  std::string findStart(VarOp total, bool isCountedBefore);
  std::string findReadObstacle(const Compaction &compaction, Operation *read);
  std::string findObstacle(const Compaction &compaction);
  void rewrite(ArrayRef<const Compaction *> compactions);
  Value buildFirst(VarOp total, bool isCountedBefore);
  void reserve(ArrayRef<FieldOp> vectors);

  GridOp grid;
  KernelOp kernel;
  AffineAnalysis analysis;
  std::vector<Compaction> compactions;
  llvm::DenseMap<Operation *, Value> starts; ///< what each total is before the grid
};

struct RecogniseCompactionsPass : vkm::impl::RecogniseCompactionsBase<RecogniseCompactionsPass> {
  void runOnOperation() override;
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Places
//===------------------------------------------------------------------------------------------===//

Part::Part(Value place) : path(getPlacePath(place)) {
  while (isa_and_nonnull<MemberOp, ElementOp>(place.getDefiningOp()))
    place = place.getDefiningOp()->getOperand(0);
  element = place.getDefiningOp<DerefOp>();
  // Which element it is, is asked elsewhere.
  if (element)
    path.path.erase(path.path.begin());
}

bool Part::covers(const Part &other) const {
  ArrayRef<Attribute> others = other.path.path;
  return path.isExact() && path.path.size() <= others.size() &&
         others.take_front(path.path.size()) == ArrayRef(path.path);
}

/// How far behind the iteration's own element another one is; none where that is not known.
std::optional<int64_t> CompactionFinder::getDistance(DerefOp element) {
  if (!element)
    return std::nullopt;
  std::optional<Polynomial> index = analysis.evaluate(element.getIndex()),
                            counter = analysis.evaluate(grid.getBody().getArgument(0));
  return index && counter ? (*index - *counter).getConstant() : std::nullopt;
}

/// What a value was read from, also where it was kept in a constant variable.
static LoadOp findRead(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  while (load) {
    auto kept = load.getRef().getDefiningOp<VarOp>();
    if (!kept)
      return load;
    if (!kept.getConstant() || !kept.getInit())
      return {};
    load = kept.getInit().getDefiningOp<LoadOp>();
  }
  return {};
}

/// Whether a write moves the iteration's own element, as it is.
bool CompactionFinder::isItself(AssignOp write) {
  LoadOp read = findRead(write.getValue());
  if (!read || getRoot(read.getRef()) != getRoot(write.getRef()))
    return false;
  Part from(read.getRef()), to(write.getRef());
  return getDistance(from.element) == 0 && from.covers(to) && to.covers(from);
}

//===------------------------------------------------------------------------------------------===//
// What is asked of them
//===------------------------------------------------------------------------------------------===//

/// Whether an index is made of a running total.
static bool readsTotal(Value index) {
  Operation *op = index.getDefiningOp();
  if (auto load = dyn_cast_or_null<LoadOp>(op)) {
    auto var = load.getRef().getDefiningOp<VarOp>();
    return var && var.getInit() &&
           (var.getInit().getDefiningOp<RunningOp>() || readsTotal(var.getInit()));
  }
  return isa_and_nonnull<CastOp, BinaryOp, UnaryOp>(op) &&
         llvm::any_of(op->getOperands(), readsTotal);
}

/// Whether which element a place is, or is a part of, is made of a running total.
static bool isPlacedByTotal(Value place) {
  Operation *op = place.getDefiningOp();
  if (isa_and_nonnull<DerefOp, ElementOp>(op) && readsTotal(op->getOperand(1)))
    return true;
  return isa_and_nonnull<MemberOp, ElementOp>(op) && isPlacedByTotal(op->getOperand(0));
}

/// The arrays that the grid writes at a running total and reads as well.
void CompactionFinder::collect() {
  grid.walk([&](AssignOp write) {
    VarOp total = findCountingTotal(write);
    if (!total && !isPlacedByTotal(write.getRef()))
      return;
    Root root = getRoot(write.getRef());
    auto known =
        llvm::find_if(compactions, [&](const Compaction &other) { return other.root == root; });
    if (known == compactions.end())
      known = compactions.insert(
          compactions.end(), Compaction{root, total, {}, {}, total && countsBeforehand(write), ""});
    known->writes.push_back(write);
  });
  for (Compaction &compaction : compactions)
    grid.walk([&](LoadOp load) {
      if (getRoot(load.getRef()) == compaction.root)
        compaction.reads.push_back(load);
    });
  llvm::erase_if(compactions,
                 [](const Compaction &compaction) { return compaction.reads.empty(); });
}

/// By how much a region adds to a variable at most; none where that is not known.
static std::optional<int64_t> getGrowth(Region &region, VarOp total) {
  int64_t sum = 0;
  for (Operation &op : region.getOps()) {
    if (auto update = dyn_cast<UpdateOp>(op); update && update.getRef() == total.getRef()) {
      sum += getConstantInt(update.getValue()).value_or(0);
      continue;
    }
    int64_t most = 0;
    for (Region &inner : op.getRegions()) {
      std::optional<int64_t> own = getGrowth(inner, total);
      if (!own || (*own > 0 && isa<LoopOpInterface>(op)))
        return std::nullopt;
      most = std::max(most, *own);
    }
    sum += most;
  }
  return sum;
}

/// Why a total may run ahead of the counter; empty where it does not.
std::string CompactionFinder::findGrowth(const Compaction &compaction) {
  VarOp total = compaction.total;
  SmallVector<Operation *> steps;
  if (!onlyGrows(total, steps))
    return "'" + total.getName().str() + "' does not only grow";
  std::optional<int64_t> growth = getGrowth(grid.getBody(), total);
  if (!growth || *growth > 1)
    return "'" + total.getName().str() + "' may grow by more than 1 in an iteration";
  return findStart(total, compaction.isCountedBefore);
}

/// The place that a running total is of.
static PlacePath getTotalPath(RunningOp running) {
  return {{running.getFieldAttr().getAttr(), {}}, running.getSteps()};
}

std::string CompactionFinder::findStart(VarOp total, bool isCountedBefore) {
  std::string name = "'" + total.getName().str() + "'";
  auto running = total.getInit().getDefiningOp<RunningOp>();
  if (!running)
    return "other totals depend on " + name + "; count once more for them";
  Value start = findValueBefore(grid, getTotalPath(running));
  if (!start)
    return "what " + name + " is before the loop is not known; set it in the kernel";
  std::optional<Polynomial> first = analysis.evaluate(start),
                            counter = analysis.evaluate(grid.getLower()[0]);
  std::optional<int64_t> distance =
      first && counter ? (*counter - *first).getConstant() : std::nullopt;
  if (!distance || *distance < isCountedBefore)
    return name + " may begin behind the loop's counter";
  starts[total] = start;
  return "";
}

/// Whether one iteration may come to an operation behind another one that stands in front of it:
/// not where they are in the two branches of an `if`.
static bool comesBehind(Operation *op, Operation *first) {
  SmallVector<Region *> around;
  for (Region *region = first->getParentRegion(); region; region = region->getParentRegion())
    around.push_back(region);
  Operation *at = op;
  while (!llvm::is_contained(around, at->getParentRegion()))
    at = at->getParentOp();
  Operation *other = at->getBlock()->findAncestorOpInBlock(*first);
  if (other != at)
    return other->isBeforeInBlock(at);
  // In different regions of one operation, of which only those of an `if` exclude each other.
  return !isa<IfOp>(at);
}

/// Why a read may see what an earlier iteration has written; empty where it does not.
std::string CompactionFinder::findReadObstacle(const Compaction &compaction, Operation *read) {
  Part part(LoadOp(cast<LoadOp>(read)).getRef());
  std::optional<int64_t> distance = getDistance(part.element);
  if (!distance)
    return "it reads elements at an index that is not the loop's counter";
  if (*distance > 0)
    return "";
  if (*distance < -1)
    return "it reads elements before the last one, which may have been replaced";
  for (AssignOp write : compaction.writes) {
    if (isItself(write) || !part.path.overlaps(Part(write.getRef()).path))
      continue;
    if (*distance < 0)
      return "it reads the element before, in whose place there may be another value";
    if (comesBehind(read, write))
      return "it reads an element behind its change; keep it in a local variable before";
  }
  return "";
}

/// Whether all that is written of some element is written whenever one is counted: nothing else is
/// there to be brought back.
static bool writesWhole(const Compaction &compaction) {
  SmallVector<Operation *> counts;
  onlyGrows(compaction.total, counts);
  return llvm::all_of(counts, [&](Operation *count) {
    return llvm::all_of(compaction.writes, [&](AssignOp some) {
      return llvm::any_of(compaction.writes, [&](AssignOp write) {
        return write->getBlock() == count->getBlock() &&
               Part(write.getRef()).covers(Part(some.getRef()));
      });
    });
  });
}

std::string CompactionFinder::findObstacle(const Compaction &compaction) {
  if (!countsUp(grid))
    return "its loop is not one that counts up";
  for (AssignOp write : compaction.writes)
    if (VarOp total = findCountingTotal(write); !Part(write.getRef()).element)
      return "it is an array of a fixed size; use a std::vector";
    else if (!total)
      return "it writes them beside the place that the total says";
    else if (total != compaction.total)
      return "several totals count its elements";
  std::string obstacle = findGrowth(compaction);
  for (Operation *read : compaction.reads)
    if (obstacle.empty())
      obstacle = findReadObstacle(compaction, read);
  auto isRead = [&](Operation *op) { return llvm::is_contained(compaction.reads, op); };
  if (obstacle.empty() &&
      (!writesWhole(compaction) || !countsOwnElements(grid, compaction.root, isRead)))
    obstacle = "not each element that is counted is written, or something else accesses them";
  return obstacle;
}

//===------------------------------------------------------------------------------------------===//
// The two grids
//===------------------------------------------------------------------------------------------===//

/// Control functions make room before they launch the kernel: no element goes behind the last one
/// that the loop reads.
void CompactionFinder::reserve(ArrayRef<FieldOp> vectors) {
  kernel->getParentOfType<ClassOp>().walk([&](LaunchOp launch) {
    if (launch.getKernel() != kernel.getSymName())
      return;
    OpBuilder at(launch);
    IRMapping mapping;
    mapping.map(kernel.getArguments(), launch.getOperands());
    Location loc = grid.getLoc();
    Value count = cloneExpression(at, grid.getUpper()[0], mapping);
    if (grid.getPredicate(0) == CmpKind::Le)
      count =
          at.create<BinaryOp>(loc, count.getType(), BinaryKind::Add, count,
                              at.create<ConstantOp>(loc, at.getIntegerAttr(count.getType(), 1)));
    // A loop whose bound is negative has no iteration.
    if (count.getType().isSignedInteger() && !getConstantInt(count))
      count = at.create<MathOp>(
          loc, count.getType(), MathFn::Max,
          ValueRange{count, at.create<ConstantOp>(loc, at.getIntegerAttr(count.getType(), 0))});
    for (FieldOp vector : vectors)
      at.create<ReserveOp>(loc, vector.getSymName(), count);
  });
}

/// The element of a vector with the index of another one.
static Value buildKept(OpBuilder &at, Location loc, FieldOp vector, Type element, Value index) {
  Type type = PtrType::get(element, /*isConst=*/false);
  Value data = at.create<VectorDataOp>(loc, type, vector.getSymName());
  return at.create<DerefOp>(loc, RefType::get(element), data, index);
}

/// The first element that the total may count, of the type of the counter.
Value CompactionFinder::buildFirst(VarOp total, bool isCountedBefore) {
  Value lower = grid.getLower()[0], start = starts[total];
  std::optional<Polynomial> first = analysis.evaluate(start), counter = analysis.evaluate(lower);
  if ((*counter - *first).getConstant() == isCountedBefore)
    return lower;
  OpBuilder at(grid);
  Location loc = grid.getLoc();
  if (std::optional<int64_t> known = getConstantInt(start))
    return at.create<ConstantOp>(loc, at.getIntegerAttr(lower.getType(), *known + isCountedBefore));
  IRMapping none;
  start = at.createOrFold<CastOp>(loc, lower.getType(), cloneExpression(at, start, none));
  if (!isCountedBefore)
    return start;
  return at.create<BinaryOp>(loc, start.getType(), BinaryKind::Add, start,
                             at.create<ConstantOp>(loc, at.getIntegerAttr(start.getType(), 1)));
}

void CompactionFinder::rewrite(ArrayRef<const Compaction *> found) {
  auto parent = kernel->getParentOfType<ClassOp>();
  OpBuilder at(grid->getContext());
  at.setInsertionPointAfter(grid);
  Location loc = grid.getLoc();
  VarOp total = found.front()->total;
  auto back = cast<GridOp>(at.cloneWithoutRegions(*grid));
  back->setAttr(kCommentAttr, at.getStringAttr("Brings back what stays."));
  bool isCountedBefore = found.front()->isCountedBefore;
  back.getLowerMutable()[0].set(buildFirst(total, isCountedBefore));
  back.setSteps({1});
  Block &body = back.getBody().emplaceBlock();
  Value counter = body.addArgument(grid.getBody().getArgument(0).getType(), loc);
  at.setInsertionPointToStart(&body);
  auto running = total.getInit().getDefiningOp<RunningOp>();
  Value count = buildLoad(
      at, loc,
      buildFieldPlace(at, loc, parent.lookupField(running.getField()), running.getSteps()));
  Value number = counter;
  if (number.getType() != count.getType())
    number = at.create<CastOp>(loc, count.getType(), number);
  CmpKind isCounted = isCountedBefore ? CmpKind::Le : CmpKind::Lt;
  auto branch = at.create<IfOp>(loc, at.create<CmpOp>(loc, isCounted, number, count),
                                /*withElse=*/false);
  at.setInsertionPointToStart(&branch.getThenRegion().front());
  SmallVector<FieldOp> vectors;
  for (const Compaction *compaction : found) {
    DerefOp first = Part(AssignOp(compaction->writes.front()).getRef()).element;
    Type element = cast<RefType>(first.getResult().getType()).getPointee();
    StringRef array = getRootName(compaction->root);
    std::string name = (kernel.getDisplayName() + "_" + array.rtrim('_') + "Kept").str();
    FieldOp vector = makeLocalVector(parent, first.getLoc(), name, element, kernel.getSymName(),
                                     (array.rtrim('_') + "Kept").str());
    vectors.push_back(vector);
    if (StringAttr kept = getVectorOfElements(first.getPointer()))
      vector->setAttr(kKeepsAttr, kept);
    SmallVector<std::pair<Part, AssignOp>> brought;
    for (AssignOp write : compaction->writes) {
      Part part(write.getRef());
      Location from = write.getLoc();
      auto known = llvm::find_if(brought, [&](const auto &one) { return one.first.covers(part); });
      if (known == brought.end()) {
        IRMapping mapping;
        Value pointer = cloneExpression(at, part.element.getPointer(), mapping);
        Value to = at.create<DerefOp>(from, RefType::get(element), pointer, counter);
        Value kept =
            buildSamePart(at, write.getRef(), buildKept(at, from, vector, element, counter));
        brought.push_back({part, at.create<AssignOp>(from, buildSamePart(at, write.getRef(), to),
                                                     buildLoad(at, from, kept))});
      } else {
        settleEffects(known->second, write);
      }
      OpBuilder there(write);
      write.getRefMutable().assign(buildSamePart(
          there, write.getRef(), buildKept(there, from, vector, element, part.element.getIndex())));
    }
    report(first.getLoc(), diag::CompactionFound, {array.str(), kernel.getSymName().str()});
  }
  reserve(vectors);
  eraseDeadExpressions(grid.getBody());
}

void CompactionFinder::run() {
  if (collectRunning(grid).empty())
    return;
  collect();
  llvm::MapVector<std::pair<Operation *, unsigned>, SmallVector<const Compaction *>> found;
  for (Compaction &compaction : compactions) {
    compaction.obstacle = findObstacle(compaction);
    if (compaction.obstacle.empty())
      found[{compaction.total, compaction.isCountedBefore}].push_back(&compaction);
    else
      for (AssignOp write : compaction.writes)
        write->setAttr(kNoCompactionAttr, StringAttr::get(write.getContext(), compaction.obstacle));
  }
  for (auto &[how, all] : found)
    rewrite(all);
}

void RecogniseCompactionsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  forEachOpenGrid(getOperation(), [](GridOp grid) { CompactionFinder(grid).run(); });
}
