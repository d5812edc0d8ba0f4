//===- SplitCallables.cpp - What callable shaders cannot do becomes a grid of its own ---------===//
//
//   grid (i < n) {dispatch = "callable"} {
//     wood = call @Wood(trees[i], i); if (wood > 3) reduce add @m_total, wood
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
// it appends in order, is as in the source. It is planned as any other.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/CallableCut.h"
#include "analysis/patterns/Callables.h"
#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/IterationNumbers.h"
#include "transforms/LocalFields.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITCALLABLES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SplitCallablesPass : vkm::impl::SplitCallablesBase<SplitCallablesPass> {
  void runOnOperation() override;
};

/// Splits one grid.
class CallableSplitter {
public:
  explicit CallableSplitter(GridOp grid)
      : m_grid(grid), m_kernel(grid->getParentOfType<KernelOp>()),
        m_class(grid->getParentOfType<ClassOp>()), m_cut(grid),
        m_uint(IntegerType::get(grid.getContext(), 32, IntegerType::Unsigned)) {}
  void run();

private:
  FieldOp makeVector(const Twine &wanted, Type element);
  void numberIterations(GridOp grid);
  Value buildElement(OpBuilder &at, FieldOp field, GridOp grid);
  void storeValues(Operation *pattern, llvm::DenseSet<Value> &isStored);
  void moveGroup(const PatternGroup &group);
  void moveOnce();
  void reserve();

  GridOp m_grid;
  KernelOp m_kernel;
  ClassOp m_class;
  CallableCut m_cut;
  Type m_uint;
  GridOp m_second;
  SmallVector<FieldOp> m_vectors;
  llvm::DenseMap<Value, FieldOp> m_stored; ///< of values of the iteration, by getKey
  llvm::DenseMap<Operation *, VarOp>
      m_numbers; ///< of iterations, by the grids of several dimensions
};
} // namespace

/// A vector with an element for each iteration.
FieldOp CallableSplitter::makeVector(const Twine &wanted, Type element) {
  std::string name = (m_kernel.getDisplayName() + "_" + wanted).str();
  m_vectors.push_back(makeLocalVector(m_class, m_grid.getLoc(), name, getStoredType(element),
                                      m_kernel.getSymName()));
  return m_vectors.back();
}

/// A variable in front of everything else; along one dimension the counter is the number.
void CallableSplitter::numberIterations(GridOp grid) {
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
Value CallableSplitter::buildElement(OpBuilder &at, FieldOp field, GridOp grid) {
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
void CallableSplitter::storeValues(Operation *pattern, llvm::DenseSet<Value> &isStored) {
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

/// The patterns move to the end of the second grid, under the condition that the iteration has come
/// to them.
void CallableSplitter::moveGroup(const PatternGroup &group) {
  Location loc = group.patterns.front()->getLoc();
  OpBuilder inside = OpBuilder::atBlockEnd(&m_second.getBody().front());
  if (group.isConditional) {
    FieldOp given = makeVector("given", m_uint);
    OpBuilder at = OpBuilder::atBlockBegin(&m_grid.getBody().front());
    if (VarOp number = m_numbers.lookup(m_grid))
      at.setInsertionPointAfter(number);
    at.create<AssignOp>(loc, buildElement(at, given, m_grid), buildUint(at, loc, 0));
    at.setInsertionPoint(group.patterns.front());
    at.create<AssignOp>(loc, buildElement(at, given, m_grid), buildUint(at, loc, 1));
    Value isGiven = inside.create<CmpOp>(
        loc, inside.getI1Type(), CmpKind::Ne,
        buildLoad(inside, loc, buildElement(inside, given, m_second)), buildUint(inside, loc, 0));
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
    inside.clone(*pattern, mapping);
  }
}

/// What stands in front of the grid for what follows alone (`m_total = 0`) moves behind it, where
/// it needs no dispatch of its own.
void CallableSplitter::moveOnce() {
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
void CallableSplitter::reserve() {
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

void CallableSplitter::run() {
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
  eraseUnreadVariables(m_grid.getBody());
  moveOnce();
  reserve();
}

void SplitCallablesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Recognised)
    return;
  SmallVector<GridOp> grids;
  getOperation().walk([&](GridOp grid) {
    if (runsCallables(grid) && !CallableCut(grid).getGroups().empty())
      grids.push_back(grid);
  });
  for (GridOp grid : grids)
    CallableSplitter(grid).run();
}
