//===- SplitPatterns.cpp - What other threads cannot do becomes a grid of its own -------------===//
//
//   grid (i < n) {dispatch = "callable"} {
//     wood = call @Wood(trees[i], i); if (wood > 3) reduce add @m_total, wood {left}
//   }
//
//     =>   grid (i < n) {dispatch = "callable"} {
//            Count_given[i] = 0
//            wood = call @Wood(trees[i], i)
//            if (wood > 3) { Count_wood[i] = wood; Count_given[i] = 1 }
//          }
//          grid (i < n) { if (Count_given[i] != 0) reduce add @m_total, Count_wood[i] }
//
// The second grid runs over the same iterations, so that what it combines in their order, and what
// it appends in order, is as in the source. It is planned as any other. From the first statement on
// that uses a running total, all statements of the iteration move there:
//
//   grid (i < n) {dispatch = "rounds"} { total = running add @m_total {left}; <calls>; total += x;
//                                        out[i] = total }
//
//     =>   grid (i < n) {dispatch = "rounds"} { <calls>; Count_x[i] = x }
//          grid (i < n) { total = running add @m_total; total += Count_x[i]; out[i] = total }
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Callables.h"
#include "analysis/patterns/PatternCut.h"
#include "analysis/patterns/Rounds.h"
#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "passes/lower/dispatches/SortedIterations.h"
#include "transforms/Expressions.h"
#include "transforms/IterationNumbers.h"
#include "transforms/LocalFields.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITPATTERNS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SplitPatternsPass : vkm::impl::SplitPatternsBase<SplitPatternsPass> {
  void runOnOperation() override;
};

/// Splits one grid.
class PatternSplitter {
public:
  explicit PatternSplitter(GridOp grid)
      : m_grid(grid), m_kernel(grid->getParentOfType<KernelOp>()),
        m_class(grid->getParentOfType<ClassOp>()),
        m_cut(grid, [](Operation *op) { return op->hasAttr(kLeftAttr); }),
        m_uint(IntegerType::get(grid.getContext(), 32, IntegerType::Unsigned)) {}
  void run();

private:
  FieldOp makeVector(const Twine &wanted, Type element);
  void numberIterations(GridOp grid);
  Value buildElement(OpBuilder &at, FieldOp field, GridOp grid);
  void storeValues(Operation *pattern, llvm::DenseSet<Value> &isStored);
  Value buildGiven(OpBuilder &inside, Operation *first);
  void moveGroup(const PatternGroup &group);
  void moveTail();
  void moveOnce();
  void reserve();

  GridOp m_grid;
  KernelOp m_kernel;
  ClassOp m_class;
  PatternCut m_cut;
  Type m_uint;
  GridOp m_second;
  SmallVector<FieldOp> m_vectors;
  llvm::DenseMap<Value, FieldOp> m_stored; ///< of values of the iteration, by getKey
  llvm::DenseMap<Operation *, VarOp>
      m_numbers; ///< of iterations, by the grids of several dimensions
};
} // namespace

/// A vector with an element for each iteration.
FieldOp PatternSplitter::makeVector(const Twine &wanted, Type element) {
  std::string name = (m_kernel.getDisplayName() + "_" + wanted).str();
  m_vectors.push_back(makeLocalVector(m_class, m_grid.getLoc(), name, getStoredType(element),
                                      m_kernel.getSymName()));
  return m_vectors.back();
}

/// A variable in front of everything else; along one dimension the counter is the number.
void PatternSplitter::numberIterations(GridOp grid) {
  if (grid.getNumDims() == 1)
    return;
  OpBuilder at = OpBuilder::atBlockBegin(&grid.getBody().front());
  Value number = buildIterationNumber(
      at, m_grid.getLoc(), grid.getNumDims(),
      [&](unsigned dim) -> Value { return grid.getBody().getArgument(dim); },
      [&](unsigned dim) -> Value { return grid.getUpper()[dim]; }, m_uint);
  m_numbers[grid] = at.create<VarOp>(m_grid.getLoc(), RefType::get(m_uint), "iteration", number,
                                     /*is_const=*/true);
}

/// The element of the iteration.
Value PatternSplitter::buildElement(OpBuilder &at, FieldOp field, GridOp grid) {
  Type element = field.getVectorElement();
  Value data = at.create<VectorDataOp>(m_grid.getLoc(), PtrType::get(element), field.getSymName());
  VarOp number = m_numbers.lookup(grid);
  Value index = number ? buildLoad(at, m_grid.getLoc(), number.getRef())
                       : Value(grid.getBody().getArgument(0));
  return at.create<DerefOp>(m_grid.getLoc(), RefType::get(element), data, index);
}

/// Reads of a variable that keeps its value are one value.
static Value getKey(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  auto variable = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  return variable && keepsInitialValue(variable) ? variable.getRef() : value;
}

/// By the variable that has the value, or by what the pattern makes of it.
static StringRef nameOf(Value value, Operation *pattern) {
  auto load = value.getDefiningOp<LoadOp>();
  if (auto variable = load ? load.getRef().getDefiningOp<VarOp>() : VarOp())
    return variable.getName();
  SmallVector<Root> places = cast<PatternOpInterface>(pattern).getPlaces();
  return !places.empty() && places.front().symbol ? places.front().symbol.getValue()
                                                  : StringRef("value");
}

/// `isStored`: by patterns in front of this one in its block.
void PatternSplitter::storeValues(Operation *pattern, llvm::DenseSet<Value> &isStored) {
  OpBuilder at(pattern);
  Location loc = pattern->getLoc();
  for (Value value : m_cut.getStored(pattern)) {
    FieldOp &field = m_stored[getKey(value)];
    if (!isStored.insert(getKey(value)).second)
      continue;
    if (!field)
      field = makeVector(nameOf(value, pattern), value.getType());
    Value kept = value;
    if (Type type = field.getVectorElement(); type != value.getType())
      kept = at.create<CastOp>(loc, type, value);
    at.create<AssignOp>(loc, buildElement(at, field, m_grid), kept);
  }
}

/// Whether an iteration has come to a statement of its first part, asked in the second grid.
Value PatternSplitter::buildGiven(OpBuilder &inside, Operation *first) {
  Location loc = first->getLoc();
  FieldOp given = makeVector("given", m_uint);
  OpBuilder at = OpBuilder::atBlockBegin(&m_grid.getBody().front());
  if (VarOp number = m_numbers.lookup(m_grid))
    at.setInsertionPointAfter(number);
  at.create<AssignOp>(loc, buildElement(at, given, m_grid), buildUint(at, loc, 0));
  at.setInsertionPoint(first);
  at.create<AssignOp>(loc, buildElement(at, given, m_grid), buildUint(at, loc, 1));
  return inside.create<CmpOp>(loc, inside.getI1Type(), CmpKind::Ne,
                              buildLoad(inside, loc, buildElement(inside, given, m_second)),
                              buildUint(inside, loc, 0));
}

/// The patterns move to the end of the second grid, under the condition that the iteration has come
/// to them.
void PatternSplitter::moveGroup(const PatternGroup &group) {
  Location loc = group.patterns.front()->getLoc();
  OpBuilder inside = OpBuilder::atBlockEnd(&m_second.getBody().front());
  if (group.isConditional) {
    Value isGiven = buildGiven(inside, group.patterns.front());
    auto branch = inside.create<IfOp>(loc, isGiven, /*withElse=*/false);
    inside.setInsertionPointToStart(&branch.getThenRegion().front());
  }
  llvm::DenseSet<Value> isStored;
  for (Operation *pattern : group.patterns) {
    storeValues(pattern, isStored);
    IRMapping mapping;
    mapping.map(m_grid.getBody().getArguments(), m_second.getBody().getArguments());
    for (Value value : m_cut.getStored(pattern)) {
      Value kept = buildLoad(inside, loc, buildElement(inside, m_stored[getKey(value)], m_second));
      if (kept.getType() != value.getType())
        kept = inside.create<CastOp>(loc, value.getType(), kept);
      mapping.map(value, kept);
    }
    auto restore = [&](Value operand) {
      Operation *op = operand.getDefiningOp();
      if (op && m_grid->isProperAncestor(op) && !pattern->isProperAncestor(op))
        mapping.map(operand, cloneExpression(inside, operand, mapping));
    };
    pattern->walk([&](Operation *op) { llvm::for_each(op->getOperands(), restore); });
    inside.clone(*pattern, mapping)->removeAttr(kLeftAttr);
  }
}

/// The rest of the iteration moves there, with what it uses of the part that stays.
void PatternSplitter::moveTail() {
  Operation *tail = m_cut.getTail();
  Location loc = tail->getLoc();
  IRMapping mapping;
  mapping.map(m_grid.getBody().getArguments(), m_second.getBody().getArguments());
  OpBuilder inside = OpBuilder::atBlockEnd(&m_second.getBody().front());
  for (VarOp total : m_cut.getTotals()) {
    inside.clone(*total.getInit().getDefiningOp(), mapping)->removeAttr(kLeftAttr);
    inside.clone(*total, mapping);
  }
  GridCut cut(m_grid, tail);
  SmallVector<Value> used;
  for (Value value : cut.getUsed())
    if (!mapping.contains(value))
      used.push_back(value);
  bool isConditional = m_cut.isTailConditional();
  if (isConditional) {
    Value isGiven = buildGiven(inside, tail);
    auto branch = inside.create<IfOp>(loc, isGiven, /*withElse=*/false);
    inside.setInsertionPointToStart(&branch.getThenRegion().front());
  }
  OpBuilder at(tail);
  for (Value value : used) {
    if (!cut.isStored(value)) {
      mapping.map(value, cloneExpression(inside, value, mapping));
      continue;
    }
    FieldOp field = makeVector(getUsedName(value), getUsedType(value));
    Value kept = isa<RefType>(value.getType()) ? buildLoad(at, loc, value) : value;
    if (Type stored = field.getVectorElement(); stored != kept.getType())
      kept = at.create<CastOp>(loc, stored, kept);
    at.create<AssignOp>(loc, buildElement(at, field, m_grid), kept);
    mapping.map(value, buildUsed(inside, loc, value,
                                 buildLoad(inside, loc, buildElement(inside, field, m_second))));
  }
  Block &body = m_grid.getBody().front();
  for (Operation &op : llvm::make_range(Block::iterator(tail), body.end()))
    inside.clone(op, mapping)->walk([](Operation *moved) {
      moved->removeAttr(kLeftAttr);
      if (moved->hasAttr(kDispatchAttr))
        moved->setAttr(kDispatchAttr, StringAttr::get(moved->getContext(), "switch"));
    });
  while (&body.back() != tail)
    body.back().erase();
  tail->erase();
  for (VarOp total : m_cut.getTotals()) {
    Operation *running = total.getInit().getDefiningOp();
    total.erase();
    running->erase();
  }
}

/// What stands in front of the grid for what follows alone (`m_total = 0`) moves behind it, where
/// it needs no dispatch of its own.
void PatternSplitter::moveOnce() {
  Operation *before = m_grid->getPrevNode();
  while (before && before->hasTrait<VkmExpression>())
    before = before->getPrevNode();
  auto once = dyn_cast_or_null<OnceOp>(before);
  if (!once)
    return;
  EffectSet effects = getEffects(once.getBody()), between = getEffects(m_grid);
  for (Operation *op = once->getNextNode(); op != m_grid; op = op->getNextNode())
    between.add(getEffects(op));
  between.ordered = false; // where an iteration ends early
  if (!effects.conflictsWith(between))
    once->moveBefore(m_second);
}

/// Control functions make room before they launch the kernel.
void PatternSplitter::reserve() {
  m_class.walk([&](LaunchOp launch) {
    if (launch.getKernel() != m_kernel.getSymName())
      return;
    OpBuilder at(launch);
    IRMapping mapping;
    mapping.map(m_kernel.getArguments(), launch.getOperands());
    // 64 bits: the product may not fit 32.
    Value count = buildIterations(
        at, m_grid.getLoc(), m_grid.getNumDims(),
        [&](unsigned dim) { return cloneExpression(at, m_grid.getUpper()[dim], mapping); },
        at.getIntegerType(64, /*isSigned=*/false));
    for (FieldOp vector : m_vectors)
      at.create<ReserveOp>(m_grid.getLoc(), vector.getSymName(), count);
  });
}

void PatternSplitter::run() {
  OpBuilder at(m_grid->getContext());
  at.setInsertionPointAfter(m_grid);
  m_second = at.cloneWithoutRegions(m_grid);
  m_second->removeAttr(kDispatchAttr);
  m_second->setAttr(kCommentAttr, at.getStringAttr("Combines what the iterations have given."));
  Block &body = m_second.getBody().emplaceBlock();
  for (BlockArgument counter : m_grid.getBody().getArguments())
    body.addArgument(counter.getType(), counter.getLoc());
  numberIterations(m_grid);
  numberIterations(m_second);
  for (const PatternGroup &group : m_cut.getGroups())
    moveGroup(group);
  for (const PatternGroup &group : m_cut.getGroups())
    for (Operation *pattern : group.patterns)
      pattern->erase();
  if (m_cut.getTail())
    moveTail();
  eraseDeadExpressions(m_grid.getBody());
  eraseUnreadVariables(m_grid.getBody());
  moveOnce();
  reserve();
}

void SplitPatternsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Recognised)
    return;
  SmallVector<GridOp> grids;
  getOperation().walk([&](Operation *op) {
    auto grid = op->hasAttr(kLeftAttr) ? op->getParentOfType<GridOp>() : GridOp();
    if (grid && (runsCallables(grid) || runsRounds(grid)) && !llvm::is_contained(grids, grid))
      grids.push_back(grid);
  });
  for (GridOp grid : grids)
    PatternSplitter(grid).run();
  // Functions that were written out for these grids have what they left as well.
  getOperation().walk([](Operation *op) { op->removeAttr(kLeftAttr); });
}
