//===- SplitTotals.cpp - Running totals that others depend on get loops of their own ----------===//
//
//   grid (i < n) {                          grid (i < n) {
//     if (a[i] == 0) inside = !inside;        insideBefore[i] = inside;
//     if (inside) count += 1;        =>       if (a[i] == 0) inside = !inside;
//     out[i] = count;                       }
//   }                                       grid (i < n) {
//                                             bool inside = insideBefore[i];
//                                             if (a[i] == 0) inside = !inside;
//                                             if (inside) count += 1;
//                                             out[i] = count;
//                                           }
//
// What a scan combines is computed before any iteration runs, and must not depend on another total
// of the grid. Such totals are put into as many grids as there are steps between them. Those in
// front of the last one keep what each total is before each iteration, in vectors of the generated
// class; in what follows the total is a variable of the iteration, which begins with that. Loops
// that append read all of their totals there, since the order of elements is a scan of its own.
//
// The last grid has all statements of the source, so that vkm-check-independence still sees all
// that iterations read of what others write.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Dispatches.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/recognise/PrepareTotals.h"
#include "passes/recognise/RunningCandidates.h"
#include "transforms/DecidingSlice.h"
#include "transforms/Expressions.h"
#include "transforms/IterationNumbers.h"
#include "transforms/LocalFields.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITTOTALS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SplitTotalsPass : vkm::impl::SplitTotalsBase<SplitTotalsPass> {
  void runOnOperation() override;
};

/// Splits one grid.
class TotalSplitter {
public:
  explicit TotalSplitter(GridOp grid)
      : grid(grid), kernel(grid->getParentOfType<KernelOp>()),
        parent(grid->getParentOfType<ClassOp>()), loc(grid.getLoc()),
        uintType(IntegerType::get(grid.getContext(), 32, IntegerType::Unsigned)) {}
  void run();

private:
  bool isCounted();
  void dropUnsplit();
  void putBefore(size_t total, size_t next);
  bool orderTotals();
  void makeVectors();
  void makeGrid(unsigned number);
  void readKept(OpBuilder &at, GridOp to, unsigned number, Value index);
  void eraseUnread(GridOp to);
  Value buildDistance(OpBuilder &at, unsigned dim, Value counter);
  Value buildLength(OpBuilder &at, unsigned dim, IRMapping &mapping);
  Value buildIndex(OpBuilder &at, GridOp to);
  Value buildKept(OpBuilder &at, size_t total, Value index);
  void reserve();

  GridOp grid;
  KernelOp kernel;
  ClassOp parent;
  Location loc;
  Type uintType;
  std::vector<RunningCandidate> candidates;
  llvm::SmallVector<bool> isTotal;       ///< by candidate: a scan computes it
  llvm::SmallVector<unsigned> following; ///< by candidate: the grids behind its own
  llvm::SmallVector<FieldOp> vectors;    ///< by candidate: what it is before each iteration
  llvm::DenseMap<Operation *, Operation *> numbers; ///< the variables of indices, by grid
  unsigned last = 0;                                ///< the number of the last grid, from 0
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// What is put where
//===------------------------------------------------------------------------------------------===//

/// Whether the host knows how many iterations there are: it makes room for as many elements.
bool TotalSplitter::isCounted() {
  llvm::StringSet<> written = getFieldsWrittenByKernels(parent);
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    if (isDeviceBound(grid, dim, written) && !getVectorOfSize(grid.getUpper()[dim]))
      return false;
  return true;
}

/// A total may depend on totals alone, and on none that depends on it.
void TotalSplitter::dropUnsplit() {
  for (const RunningCandidate &candidate : candidates)
    isTotal.push_back(candidate.obstacle.empty());
  bool isChanged = true;
  while (std::exchange(isChanged, false))
    for (auto [index, candidate] : llvm::enumerate(candidates)) {
      bool fits = llvm::all_of(candidate.needs, [this, own = index](size_t need) {
        return isTotal[need] && !llvm::is_contained(candidates[need].needs, own);
      });
      if (!isTotal[index] || fits)
        continue;
      isTotal[index] = false;
      isChanged = true;
      // Those of a system are computed together.
      for (auto [other, member] : llvm::enumerate(candidates))
        if (candidate.system && member.system == candidate.system)
          isTotal[other] = false;
    }
}

/// Puts a total, with those of its system, one grid before another one.
void TotalSplitter::putBefore(size_t total, size_t next) {
  unsigned number = following[next] + 1;
  for (auto [other, candidate] : llvm::enumerate(candidates))
    if (other == total || (candidate.system && candidate.system == candidates[total].system))
      following[other] = number;
}

/// Each total comes as late as those that depend on it allow. Whether there is more than one grid.
bool TotalSplitter::orderTotals() {
  bool appends = false;
  grid.walk([&](AppendOp) { appends = true; });
  following.assign(candidates.size(), appends ? 1 : 0);
  bool isChanged = true;
  while (std::exchange(isChanged, false))
    for (auto [index, candidate] : llvm::enumerate(candidates))
      for (size_t need : candidate.needs)
        if (isTotal[index] && following[need] <= following[index]) {
          putBefore(need, index);
          isChanged = true;
        }
  for (auto [total, grids] : llvm::zip(isTotal, following))
    last = std::max(last, total ? grids : 0);
  return last > 0;
}

//===------------------------------------------------------------------------------------------===//
// Iterations and their elements
//===------------------------------------------------------------------------------------------===//

/// Whether a dimension counts down.
static bool countsDown(GridOp grid, unsigned dim) {
  CmpKind predicate = grid.getPredicate(dim);
  bool isOpen = predicate == CmpKind::Ne; // it ends when the bound is met
  return predicate == CmpKind::Gt || predicate == CmpKind::Ge ||
         (isOpen && !grid.hasDynamicStep(dim) && grid.getSteps()[dim] < 0);
}

/// How far a counter is from where it began, which no two iterations have in common.
Value TotalSplitter::buildDistance(OpBuilder &at, unsigned dim, Value counter) {
  Value lower = grid.getLower()[dim];
  bool isDown = countsDown(grid, dim);
  if (!isDown && getConstantInt(lower) == 0)
    return counter;
  return at.create<BinaryOp>(loc, counter.getType(), BinaryKind::Sub, isDown ? lower : counter,
                             isDown ? counter : lower);
}

/// One more than any distance of a dimension; a loop without iterations may have more.
Value TotalSplitter::buildLength(OpBuilder &at, unsigned dim, IRMapping &mapping) {
  Value lower = cloneExpression(at, grid.getLower()[dim], mapping);
  Value upper = cloneExpression(at, grid.getUpper()[dim], mapping);
  if (countsDown(grid, dim))
    std::swap(lower, upper);
  Type type = upper.getType();
  Value length = upper;
  if (getConstantInt(lower) != 0) {
    lower = at.createOrFold<CastOp>(loc, type, lower);
    length = at.create<MathOp>(loc, type, MathFn::Max, ValueRange{upper, lower});
    length = at.create<BinaryOp>(loc, type, BinaryKind::Sub, length, lower);
  }
  CmpKind predicate = grid.getPredicate(dim);
  if (predicate != CmpKind::Le && predicate != CmpKind::Ge)
    return length;
  Value one = at.create<ConstantOp>(loc, at.getIntegerAttr(type, 1));
  return at.create<BinaryOp>(loc, type, BinaryKind::Add, length, one);
}

/// The index of an iteration's elements; along several dimensions a variable has it, which is
/// built where nothing has needed it yet.
Value TotalSplitter::buildIndex(OpBuilder &at, GridOp to) {
  Block &body = to.getBody().front();
  if (to.getNumDims() == 1)
    return buildDistance(at, 0, body.getArgument(0));
  for (VarOp known : body.getOps<VarOp>())
    if (known == numbers.lookup(to))
      return buildLoad(at, loc, known.getRef());
  IRMapping none;
  Value number = buildIterationNumber(
      at, loc, to.getNumDims(),
      [&](unsigned dim) { return buildDistance(at, dim, body.getArgument(dim)); },
      [&](unsigned dim) { return buildLength(at, dim, none); }, uintType);
  auto variable = at.create<VarOp>(loc, RefType::get(uintType), "iteration", number,
                                   /*is_const=*/true);
  numbers[to] = variable;
  return buildLoad(at, loc, variable.getRef());
}

Value TotalSplitter::buildKept(OpBuilder &at, size_t total, Value index) {
  Type element = vectors[total].getVectorElement();
  Value data = at.create<VectorDataOp>(loc, PtrType::get(element), vectors[total].getSymName());
  return at.create<DerefOp>(loc, RefType::get(element), data, index);
}

/// Control functions make room before they launch the kernel.
void TotalSplitter::reserve() {
  parent.walk([&](LaunchOp launch) {
    if (launch.getKernel() != kernel.getSymName())
      return;
    OpBuilder at(launch);
    IRMapping mapping;
    mapping.map(kernel.getArguments(), launch.getOperands());
    // 64 bits: the product may not fit 32.
    Value count = buildIterations(
        at, loc, grid.getNumDims(), [&](unsigned dim) { return buildLength(at, dim, mapping); },
        at.getIntegerType(64, /*isSigned=*/false));
    for (FieldOp vector : vectors)
      if (vector)
        at.create<ReserveOp>(loc, vector.getSymName(), count);
  });
}

//===------------------------------------------------------------------------------------------===//
// The grids
//===------------------------------------------------------------------------------------------===//

void TotalSplitter::makeVectors() {
  vectors.resize(candidates.size());
  for (auto [index, candidate] : llvm::enumerate(candidates)) {
    if (!isTotal[index] || following[index] == 0)
      continue;
    std::string name = nameTotal(grid, candidate) + "Before";
    Type type = cast<RefType>(candidate.getPlace().getType()).getPointee();
    vectors[index] = makeLocalVector(parent, candidate.writes.front()->getLoc(),
                                     (kernel.getDisplayName() + "_" + name).str(),
                                     getStoredType(type), kernel.getSymName(), name);
    const RunningLaw &law = candidate.law;
    if (!candidate.system && law.isCommutative() && law.kind == ReduceKind::Add &&
        isa<IntegerType>(type))
      vectors[index]->setAttr(kKeepsSumAttr, UnitAttr::get(type.getContext()));
    report(candidate.writes.front()->getLoc(), diag::TotalSplit,
           {spellPlace(getRootName(candidate.path.root), candidate.path.path),
            kernel.getSymName().str()});
  }
}

/// The totals of grids in front of this one become variables of the iteration.
void TotalSplitter::readKept(OpBuilder &at, GridOp to, unsigned number, Value index) {
  for (auto [total, candidate] : llvm::enumerate(candidates)) {
    if (!vectors[total] || last - following[total] >= number)
      continue;
    Type type = cast<RefType>(candidate.getPlace().getType()).getPointee();
    Value kept = buildLoad(at, loc, buildKept(at, total, index));
    auto variable = at.create<VarOp>(loc, RefType::get(type), nameTotal(grid, candidate),
                                     at.createOrFold<CastOp>(loc, type, kept), /*is_const=*/false);
    for (Value lvalue : findLvalues(to, candidate.path, /*overlaps=*/false))
      lvalue.replaceAllUsesWith(variable.getRef());
  }
}

/// A copy of the grid in front of it, of which only what its totals need is left, keeps these.
void TotalSplitter::makeGrid(unsigned number) {
  OpBuilder builder(grid);
  auto made = cast<GridOp>(builder.clone(*grid));
  builder.setInsertionPointToStart(&made.getBody().front());
  Value index = buildIndex(builder, made);
  SmallVector<std::pair<RunningShareOp, size_t>> shares;
  std::string names;
  for (auto [total, candidate] : llvm::enumerate(candidates)) {
    if (!vectors[total] || last - following[total] != number)
      continue;
    // While it is no field, what writes it stays.
    auto share = builder.create<RunningShareOp>(
        loc, candidate.getPlace().getType(), RunningPart::Value,
        candidate.path.root.symbol.getValue(),
        candidate.path.path.empty() ? ArrayAttr() : builder.getArrayAttr(candidate.path.path));
    for (Value lvalue : findLvalues(made, candidate.path, /*overlaps=*/false))
      lvalue.replaceAllUsesWith(share.getRef());
    shares.push_back({share, total});
    names += (names.empty() ? "'" : ", '") + nameTotal(grid, candidate) + "'";
  }
  readKept(builder, made, number, index);
  keepDeciding(made.getBody());
  OpBuilder front(shares.front().first);
  index = buildIndex(front, made);
  for (auto [share, total] : shares) {
    const RunningCandidate &candidate = candidates[total];
    FieldOp field = parent.lookupField(candidate.path.root.symbol.getValue());
    auto buildPlace = [&](OpBuilder &at) {
      return buildFieldPlace(at, loc, field, candidate.path.path);
    };
    for (OpOperand &use : llvm::make_early_inc_range(share.getRef().getUses())) {
      OpBuilder at(use.getOwner());
      use.set(buildPlace(at));
    }
    OpBuilder at(share);
    Value kept = buildKept(at, total, index);
    Value before = buildLoad(at, loc, buildPlace(at));
    at.create<AssignOp>(loc, kept,
                        at.createOrFold<CastOp>(loc, vectors[total].getVectorElement(), before));
    share.erase();
  }
  made->setAttr(kCommentAttr,
                builder.getStringAttr("What " + names + " comes to before each iteration."));
}

/// How often a grid reads memory that is among the roots.
static size_t countReads(GridOp grid, ArrayRef<Root> roots) {
  size_t count = 0;
  grid.walk([&](Operation *op) {
    if (!isa<LoadOp, UpdateOp, CallOp>(op))
      return;
    for (const Root &read : getEffects(op).reads)
      count += llvm::any_of(roots, [&](const Root &root) { return mayAlias(root, read); });
  });
  return count;
}

/// Totals that nothing behind their own grid reads need not be computed once more. What reads what
/// the grid writes stays all the same: iterations have to be independent.
void TotalSplitter::eraseUnread(GridOp to) {
  SmallVector<Root> written;
  llvm::copy_if(getEffects(to.getBody()).writes, std::back_inserter(written), isOutside);
  auto trial = cast<GridOp>(OpBuilder(to).clone(*to));
  eraseWithoutEffect(trial.getBody());
  if (countReads(trial, written) == countReads(to, written))
    eraseWithoutEffect(to.getBody());
  trial.erase();
}

void TotalSplitter::run() {
  prepareTotals(grid);
  candidates = findRunningCandidates(grid);
  if (candidates.empty() || !isCounted())
    return;
  dropUnsplit();
  if (!orderTotals())
    return;
  makeVectors();
  reserve();
  for (unsigned number = 0; number < last; ++number)
    makeGrid(number);
  OpBuilder at = OpBuilder::atBlockBegin(&grid.getBody().front());
  readKept(at, grid, last, buildIndex(at, grid));
  eraseDeadExpressions(grid.getBody());
  eraseUnread(grid);
}

void SplitTotalsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](KernelOp kernel) {
    for (GridOp grid : llvm::to_vector(kernel.getBody().front().getOps<GridOp>()))
      TotalSplitter(grid).run();
  });
}
