//===- DistributeLoops.cpp - Statements of iterations get loops of their own ------------------===//
//
//   grid (i) {                            grid (i)
//     a[i] = b[i - 1] + c[i];               b[i] = 2 * c[i];
//     b[i] = 2 * c[i];             =>     grid (i)
//   }                                       a[i] = b[i - 1] + c[i];
//
// An iteration needs what another one's statement has made, but no statement needs what the same
// one has made elsewhere. A statement comes into a grid in front of another one's where it makes
// what that needs, or reads what that replaces, in the same iteration or a later one. Those that
// need each other both ways stay together (J. R. Allen, K. Kennedy, Automatic translation of
// FORTRAN programs to vector form, 1987). As many statements as leave no iteration in another one's
// way have one grid, since each grid is a dispatch.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/Dependence.h"
#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Effects.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"
#include "passes/recognise/KeepOldElements.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_DISTRIBUTELOOPS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct DistributeLoopsPass : vkm::impl::DistributeLoopsBase<DistributeLoopsPass> {
  using DistributeLoopsBase::DistributeLoopsBase;
  void runOnOperation() override;
};

/// A set of the statements of an iteration, by their numbers in its order.
using Statements = llvm::SmallBitVector;

/// Distributes one grid.
class LoopDistributor {
public:
  LoopDistributor(GridOp grid, const llvm::StringSet<> &written)
      : grid(grid), written(written), analysis(grid->getParentOfType<KernelOp>()) {}
  /// The number of grids that there are then; 0, and nothing has changed, where that is no help.
  unsigned run();

private:
  bool findStatements();
  Statements findUsers(Operation &op);
  bool mayBeLater(const ElementAccess &first, const ElementAccess &second);
  bool findOrder();
  void closeOrder();
  SmallVector<Statements> findComponents();
  GridOp buildPart(const Statements &statements);
  bool buildParts();

  GridOp grid;
  const llvm::StringSet<> &written; ///< fields that kernels write
  AffineAnalysis analysis;
  EquationSymbols symbols;
  SmallVector<Operation *> statements;
  /// What computes for statements, and is computed anew for each grid that has one of them.
  llvm::DenseMap<Operation *, Statements> users;
  /// By statement: those whose grids must not come before its own.
  SmallVector<Statements> before;
  SmallVector<GridOp> parts;
  SmallVector<std::pair<GridOp, SmallVector<Conflict>>> kept; ///< by part: old elements
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

/// Whether an operation of an iteration is computed anew wherever it is needed: an expression, or a
/// variable that keeps its value.
static bool isComputed(Operation &op) {
  if (auto variable = dyn_cast<VarOp>(op))
    return keepsInitialValue(variable);
  return op.hasTrait<VkmExpression>() && isWithoutEffect(&op);
}

/// Lets what an operation of the iteration computes be needed by the statements that use it.
Statements LoopDistributor::findUsers(Operation &op) {
  Statements result(statements.size());
  Block &body = grid.getBody().front();
  for (Operation *user : op.getUsers()) {
    Operation *top = body.findAncestorOpInBlock(*user);
    auto known = users.find(top);
    if (known != users.end())
      result |= known->second;
  }
  return result;
}

/// False where the iteration has one statement, or may end before its last one.
bool LoopDistributor::findStatements() {
  constexpr size_t kMost = 32; // pairs are compared
  Block &body = grid.getBody().front();
  for (Operation &op : body)
    if (!isComputed(op))
      statements.push_back(&op);
  if (statements.size() < 2 || statements.size() > kMost || llvm::any_of(statements, mayJumpOut))
    return false;
  before.assign(statements.size(), Statements(statements.size()));
  for (auto [number, statement] : llvm::enumerate(statements)) {
    users[statement] = Statements(statements.size());
    users[statement].set(number);
  }
  for (Operation &op : llvm::reverse(body)) {
    if (isComputed(op)) {
      users[&op] = findUsers(op);
      continue;
    }
    // What a statement gives, and variables that statements change, keep these together.
    Statements group = findUsers(op);
    group |= users[&op];
    for (unsigned a : group.set_bits())
      before[a] |= group;
  }
  return true;
}

//===------------------------------------------------------------------------------------------===//
// Order
//===------------------------------------------------------------------------------------------===//

/// Whether the second access may lead to the same element in a later iteration than the first one.
bool LoopDistributor::mayBeLater(const ElementAccess &first, const ElementAccess &second) {
  return llvm::any_of(getLaterCases(grid), [&](const DistanceCase &later) {
    Equations equations(analysis, grid, symbols, second, first);
    equations.assume(later);
    return !equations.proveImpossible();
  });
}

/// The statements whose grids have to come before those of others. False where what the iteration
/// does is not seen statement by statement.
bool LoopDistributor::findOrder() {
  analysis.followRounding();
  std::vector<ElementAccess> accesses = collectComparedAccesses(analysis, grid);
  SmallVector<Statements> owners;
  Block &body = grid.getBody().front();
  for (const ElementAccess &access : accesses) {
    Operation *op = access.op;
    for (const Frame *frame = access.frame; frame; frame = frame->parent)
      op = frame->call;
    Operation *top = body.findAncestorOpInBlock(*op);
    auto known = users.find(top);
    if (known == users.end())
      return false;
    owners.push_back(known->second);
  }
  for (auto [number, first] : llvm::enumerate(accesses))
    for (auto [offset, second] : llvm::enumerate(ArrayRef(accesses).drop_front(number))) {
      const Statements &ofFirst = owners[number], &ofSecond = owners[number + offset];
      if ((!first.writes && !second.writes) || !mayAlias(first.root, second.root) ||
          (ofFirst == ofSecond && ofFirst.count() < 2))
        continue;
      bool isForward =
          mayBeLater(first, second) ||
          !Equations(analysis, grid, symbols, first, second).proveApartInOneIteration();
      bool isBackward = mayBeLater(second, first);
      for (unsigned a : ofFirst.set_bits())
        for (unsigned b : ofSecond.set_bits()) {
          if (isForward)
            before[b].set(a);
          if (isBackward)
            before[a].set(b);
        }
    }
  return true;
}

/// What comes before something comes before all that this comes before.
void LoopDistributor::closeOrder() {
  for (unsigned middle = 0; middle < before.size(); ++middle)
    for (Statements &earlier : before)
      if (earlier.test(middle))
        earlier |= before[middle];
}

/// The statements that need each other both ways, in an order of their grids: that of the source
/// where there is a choice.
SmallVector<Statements> LoopDistributor::findComponents() {
  SmallVector<Statements> components;
  Statements done(statements.size());
  while (!done.all())
    for (unsigned number = 0; number < statements.size(); ++number) {
      if (done.test(number))
        continue;
      Statements component(statements.size());
      component.set(number);
      for (unsigned other : before[number].set_bits())
        if (before[other].test(number))
          component.set(other);
      Statements open = before[number];
      open.reset(done);
      open.reset(component);
      if (open.any())
        continue;
      components.push_back(component);
      done |= component;
      break;
    }
  return components;
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

/// A grid in front of this one that has these of its statements.
GridOp LoopDistributor::buildPart(const Statements &chosen) {
  auto part = cast<GridOp>(OpBuilder(grid).clone(*grid));
  SmallVector<Operation *> left;
  for (auto [op, copy] : llvm::zip(grid.getBody().front(), part.getBody().front())) {
    Statements needed = users.lookup(&op);
    needed &= chosen;
    if (needed.none())
      left.push_back(&copy);
  }
  for (Operation *op : llvm::reverse(left))
    op->erase();
  return part;
}

/// Builds the grids, as few as leave no iteration in another one's way; false where there is no
/// such grid for some statement.
bool LoopDistributor::buildParts() {
  SmallVector<Statements> components = findComponents();
  for (size_t first = 0, end = 0; first < components.size(); first = end) {
    Statements chosen(statements.size());
    GridOp part;
    SmallVector<Conflict> old;
    for (end = first; end < components.size(); ++end) {
      chosen |= components[end];
      GridOp trial = buildPart(chosen);
      SmallVector<Conflict> marked;
      bool isSettled = findConflicts(trial).empty();
      if (!isSettled) {
        marked = keepOldElements(trial, written);
        isSettled = !marked.empty();
      }
      if (!isSettled) {
        trial.erase();
        break;
      }
      if (part)
        part.erase();
      part = trial;
      old = std::move(marked);
    }
    if (!part)
      return false;
    parts.push_back(part);
    kept.push_back({part, std::move(old)});
  }
  return parts.size() > 1;
}

unsigned LoopDistributor::run() {
  if (!findStatements() || !findOrder())
    return 0;
  closeOrder();
  if (!buildParts()) {
    for (GridOp part : parts)
      part.erase();
    return 0;
  }
  for (GridOp part : ArrayRef(parts).drop_front())
    part->removeAttr(kCommentAttr);
  for (auto &[part, conflicts] : kept)
    reportOldElements(part, conflicts);
  grid.erase();
  return parts.size();
}

void DistributeLoopsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  SmallVector<GridOp> grids;
  forEachOpenGrid(getOperation(), [&](GridOp grid) {
    if (!isAssumedIndependent(grid->getParentOfType<KernelOp>(), *assumeIndependent) &&
        readsWhatItWrites(grid) && hasPlainResults(grid))
      grids.push_back(grid);
  });
  for (GridOp grid : grids) {
    SmallVector<Conflict> conflicts = findConflicts(grid);
    if (conflicts.empty())
      continue;
    llvm::StringSet<> written = getFieldsWrittenByKernels(grid->getParentOfType<ClassOp>());
    Location loc = grid.getLoc();
    std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str(),
                root = getRootName(conflicts.front().root).str();
    if (unsigned count = LoopDistributor(grid, written).run())
      report(loc, diag::LoopsDistributed, {kernel, root, std::to_string(count)});
  }
}
