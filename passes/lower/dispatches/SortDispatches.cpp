//===- SortDispatches.cpp - Iterations that call different methods are sorted by them ---------===//
//
//   grid (i < n) { before; call @Drop(surface, x); after }
//
//     =>   once { Hills_Drop_count = 0; Stairs_Drop_count = 0 }
//          grid (i < n) {
//            before
//            switch (surface.type) {
//            case 1: Drop_queue[next_Hills_Drop()] = i; break;
//            default: Drop_queue[n + next_Stairs_Drop()] = i;
//            }
//          }
//          grid (place < Hills_Drop_count) {
//            i = Drop_queue[place]
//            call @Hills_Drop(surface, x); after
//          }
//          grid (place < Stairs_Drop_count) { ... }
//
// Counting and ordering are one step: each way has a queue for all iterations, so that no iteration
// has to know how many others there are. The grids of the ways finish their iterations. What the
// source computes before the call and memory still tells is computed again; everything else goes
// through a buffer.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Dispatches.h"
#include "device/Builders.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SORTDISPATCHES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SortDispatchesPass : vkm::impl::SortDispatchesBase<SortDispatchesPass> {
  void runOnOperation() override;
};

/// Sorts the iterations of one grid.
class DispatchSorter {
public:
  explicit DispatchSorter(Dispatch dispatch)
      : m_dispatch(dispatch), m_grid(cast<GridOp>(dispatch.op->getParentOp())),
        m_kernel(m_grid->getParentOfType<KernelOp>()), m_class(m_grid->getParentOfType<ClassOp>()),
        m_loc(dispatch.op->getLoc()), m_cut(m_grid, dispatch.op), m_builder(m_grid),
        m_uint(m_builder.getIntegerType(32, /*isSigned=*/false)) {}
  void run();

private:
  /// The iterations that take one way.
  struct Way {
    FieldOp count;
    FuncOp takeSlot;
  };

  std::string makeName(const Twine &wanted);
  FieldOp makeScratch(const Twine &name, Type element);
  Way makeWay(unsigned number);
  Value buildCount(OpBuilder &at, IRMapping &mapping, Type type);
  Value buildNumber(OpBuilder &at);
  Value buildElement(OpBuilder &at, FieldOp field, Value index);
  bool isCounter();
  StringRef nameNumber();
  void resetCounts();
  void makeGrid(unsigned way);
  void restoreCounters(OpBuilder &at, Value number, IRMapping &mapping);
  void restoreUsed(OpBuilder &at, Value number, IRMapping &mapping);
  void buildWay(OpBuilder &at, unsigned way, IRMapping &mapping);
  void finishFirst();
  void reserve();

  Dispatch m_dispatch;
  GridOp m_grid;
  KernelOp m_kernel;
  ClassOp m_class;
  Location m_loc;
  GridCut m_cut;
  OpBuilder m_builder;
  Type m_uint;
  FieldOp m_queue;
  SmallVector<std::pair<Value, FieldOp>> m_stored;
  SmallVector<Way> m_ways;
  Value m_count; ///< of iterations
  Operation *m_last = nullptr;
};
} // namespace

/// Bools are numbers in memory.
static Type getStoredType(Type type) {
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 32, IntegerType::Unsigned) : type;
}

/// What is stored of a value: that of the variable, where it is one.
static Type getValueType(Value used) {
  auto place = dyn_cast<RefType>(used.getType());
  return place ? place.getPointee() : used.getType();
}

std::string DispatchSorter::makeName(const Twine &wanted) {
  std::string name = wanted.str();
  auto module = m_class->getParentOfType<ModuleOp>();
  for (unsigned number = 2; m_class.lookupSymbol(name) || module.lookupSymbol(name); ++number)
    name = (wanted + Twine(number)).str();
  return name;
}

/// A vector with an element for each iteration, or for each iteration and way.
FieldOp DispatchSorter::makeScratch(const Twine &name, Type element) {
  OpBuilder at = OpBuilder::atBlockBegin(&m_class.getBody().front());
  std::string symbol = makeName(name);
  auto field = at.create<FieldOp>(m_loc, symbol, DynArrayType::get(at.getContext(), element),
                                  CppAccess::Protected, IntegerAttr(), /*temporary=*/false,
                                  FlatSymbolRefAttr());
  markLocal(field, m_kernel.getSymName(), symbol);
  return field;
}

DispatchSorter::Way DispatchSorter::makeWay(unsigned number) {
  std::string name = m_dispatch.nameWay(number);
  OpBuilder at = OpBuilder::atBlockBegin(&m_class.getBody().front());
  auto count = at.create<FieldOp>(m_loc, makeName(name + "_count"), m_uint, CppAccess::Public,
                                  IntegerAttr(), /*temporary=*/true, FlatSymbolRefAttr());
  at.setInsertionPoint(m_kernel);
  auto function = at.create<FuncOp>(m_loc, makeName("next_" + name),
                                    at.getFunctionType({}, {m_uint}), ArrayAttr(), ArrayAttr());
  function->setAttr(kCommentAttr, at.getStringAttr("The next slot in the queue of " + name + "."));
  function->setAttr(kTakesSlotAttr, at.getUnitAttr());
  at.setInsertionPointToEnd(&function.getBody().emplaceBlock());
  auto place = [&] {
    return at.create<FieldRefOp>(m_loc, RefType::get(m_uint), count.getSymName());
  };
  auto slot = at.create<VarOp>(m_loc, RefType::get(m_uint), "slot", buildLoad(at, m_loc, place()),
                               /*is_const=*/true);
  at.create<UpdateOp>(m_loc, BinaryKind::Add, place(), buildUint(at, m_loc, 1));
  at.create<ReturnOp>(m_loc, buildLoad(at, m_loc, slot.getRef()));
  return {count, function};
}

/// How many iterations the grid has, where the builder stands.
Value DispatchSorter::buildCount(OpBuilder &at, IRMapping &mapping, Type type) {
  Value count;
  for (Value upper : m_grid.getUpper()) {
    Value bound = cloneExpression(at, upper, mapping);
    if (bound.getType().isSignedInteger()) {
      Value zero = at.create<ConstantOp>(m_loc, IntegerAttr::get(bound.getType(), 0));
      bound = at.create<MathOp>(m_loc, bound.getType(), MathFn::Max, ValueRange{bound, zero});
    }
    if (bound.getType() != type)
      bound = at.create<CastOp>(m_loc, type, bound);
    count = count ? Value(at.create<BinaryOp>(m_loc, type, BinaryKind::Mul, count, bound)) : bound;
  }
  return count;
}

/// The number of an iteration: row by row, as the source runs through them.
Value DispatchSorter::buildNumber(OpBuilder &at) {
  Value number;
  for (unsigned dim = 0; dim < m_grid.getNumDims(); ++dim) {
    auto asUint = [&](Value value) {
      return value.getType() == m_uint ? value : Value(at.create<CastOp>(m_loc, m_uint, value));
    };
    Value counter = asUint(m_grid.getBody().getArgument(dim));
    if (number) {
      Value row = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Mul, number,
                                      asUint(m_grid.getUpper()[dim]));
      number = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Add, row, counter);
    } else {
      number = counter;
    }
  }
  return number;
}

Value DispatchSorter::buildElement(OpBuilder &at, FieldOp field, Value index) {
  Type element = field.getVectorElement();
  Value data = at.create<VectorDataOp>(m_loc, PtrType::get(element), field.getSymName());
  return at.create<DerefOp>(m_loc, RefType::get(element), data, index);
}

void DispatchSorter::resetCounts() {
  auto once = m_builder.create<OnceOp>(m_loc, FoldAttr());
  OpBuilder at = OpBuilder::atBlockEnd(&once.getBody().emplaceBlock());
  for (Way &way : m_ways) {
    Value place = at.create<FieldRefOp>(m_loc, RefType::get(m_uint), way.count.getSymName());
    at.create<AssignOp>(m_loc, place, buildUint(at, m_loc, 0));
  }
}

/// Along one dimension the number is the counter, where both have one type.
bool DispatchSorter::isCounter() {
  return m_grid.getBody().getNumArguments() == 1 &&
         m_grid.getBody().getArgument(0).getType() == m_uint;
}

StringRef DispatchSorter::nameNumber() {
  return isCounter() ? m_grid.getCounterName(0) : StringRef("iteration");
}

/// The counters of an iteration of that number.
void DispatchSorter::restoreCounters(OpBuilder &at, Value number, IRMapping &mapping) {
  if (isCounter())
    return mapping.map(m_grid.getBody().getArgument(0), number);
  for (unsigned dim = m_grid.getNumDims(); dim-- > 0;) {
    Value counter = number;
    if (dim != 0) {
      Value length = m_grid.getUpper()[dim];
      if (length.getType() != m_uint)
        length = at.create<CastOp>(m_loc, m_uint, length);
      counter = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Rem, number, length);
      number = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Div, number, length);
    }
    BlockArgument former = m_grid.getBody().getArgument(dim);
    if (former.getType() != m_uint)
      counter = at.create<CastOp>(m_loc, former.getType(), counter);
    auto variable = at.create<VarOp>(m_loc, RefType::get(former.getType()),
                                     m_grid.getCounterName(dim), counter, /*is_const=*/true);
    mapping.map(former, buildLoad(at, m_loc, variable.getRef()));
  }
}

/// What the first part has computed.
void DispatchSorter::restoreUsed(OpBuilder &at, Value number, IRMapping &mapping) {
  for (Value used : m_cut.getUsed()) {
    if (!m_cut.isStored(used)) {
      mapping.map(used, cloneExpression(at, used, mapping));
      continue;
    }
    auto field = llvm::find_if(m_stored, [&](auto &one) { return one.first == used; })->second;
    Value value = buildLoad(at, m_loc, buildElement(at, field, number));
    if (Type type = getValueType(used); type != value.getType())
      value = at.create<CastOp>(m_loc, type, value);
    if (auto variable = used.getDefiningOp<VarOp>())
      value = at.create<VarOp>(variable.getLoc(), RefType::get(getValueType(used)),
                               variable.getName(), value, /*is_const=*/false);
    mapping.map(used, value);
  }
}

/// What the way does in the place of the choice.
void DispatchSorter::buildWay(OpBuilder &at, unsigned way, IRMapping &mapping) {
  IRMapping inside = mapping;
  if (m_dispatch.dispatcher)
    for (auto [parameter, operand] :
         llvm::zip(m_dispatch.dispatcher.getArguments(), m_dispatch.op->getOperands()))
      inside.map(parameter, mapping.lookupOrDefault(operand));
  for (Operation &op : m_dispatch.choice.getCases()[way].front()) {
    if (auto result = dyn_cast<ReturnOp>(op)) {
      for (auto [former, value] : llvm::zip(m_dispatch.op->getResults(), result.getOperands()))
        mapping.map(former, inside.lookupOrDefault(value));
    } else if (!isa<BreakOp>(op)) {
      Operation *made = at.clone(op, inside);
      if (Attribute comment = m_dispatch.op->getAttr(kCommentAttr); comment && isa<CallOp>(op))
        made->setAttr(kCommentAttr, comment);
    }
  }
}

void DispatchSorter::makeGrid(unsigned way) {
  m_builder.setInsertionPointAfter(m_last);
  Value zero = buildUint(m_builder, m_loc, 0);
  Value length = buildLoad(
      m_builder, m_loc,
      m_builder.create<FieldRefOp>(m_loc, RefType::get(m_uint), m_ways[way].count.getSymName()));
  auto grid = m_builder.create<GridOp>(m_loc, ValueRange(zero), ValueRange(length), ValueRange(),
                                       ArrayRef<int64_t>{1}, ArrayRef<CmpKind>{CmpKind::Lt},
                                       ArrayRef<StringRef>{"place"});
  if (auto unproven = m_grid.getUnprovenAttr())
    grid.setUnprovenAttr(unproven);
  m_last = grid;
  if (grid.getBody().empty())
    grid.getBody().emplaceBlock();
  if (grid.getBody().getNumArguments() == 0)
    grid.getBody().addArgument(m_uint, m_loc);
  OpBuilder at = OpBuilder::atBlockEnd(&grid.getBody().front());
  Value index = grid.getBody().getArgument(0);
  if (way != 0) {
    Value first = way == 1 ? m_count
                           : Value(at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Mul, m_count,
                                                       buildUint(at, m_loc, way)));
    index = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Add, first, index);
  }
  IRMapping mapping;
  auto number = at.create<VarOp>(m_loc, RefType::get(m_uint), nameNumber(),
                                 buildLoad(at, m_loc, buildElement(at, m_queue, index)),
                                 /*is_const=*/true);
  restoreCounters(at, buildLoad(at, m_loc, number.getRef()), mapping);
  restoreUsed(at, buildLoad(at, m_loc, number.getRef()), mapping);
  buildWay(at, way, mapping);
  for (Operation &op :
       llvm::make_range(std::next(Block::iterator(m_dispatch.op)), m_grid.getBody().front().end()))
    at.clone(op, mapping);
  eraseDeadExpressions(grid.getBody());
}

/// Erases variables that nobody reads, with what they were to hold.
static void prune(Region &region) {
  bool changed = true;
  while (changed) {
    changed = false;
    eraseDeadExpressions(region);
    region.walk([&](VarOp variable) {
      if (!variable->use_empty())
        return;
      changed = true;
      variable.erase();
    });
  }
  eraseDeadExpressions(region);
}

/// The first part stores what the others need, and queues its iteration.
void DispatchSorter::finishFirst() {
  OpBuilder at(m_dispatch.op);
  VarOp number;
  if (!isCounter())
    number = at.create<VarOp>(m_loc, RefType::get(m_uint), nameNumber(), buildNumber(at),
                              /*is_const=*/true);
  auto buildIteration = [&](OpBuilder &where) {
    return number ? buildLoad(where, m_loc, number.getRef())
                  : Value(m_grid.getBody().getArgument(0));
  };
  for (auto [used, field] : m_stored) {
    Value value = isa<RefType>(used.getType()) ? buildLoad(at, m_loc, used) : used;
    if (Type stored = field.getVectorElement(); stored != value.getType())
      value = at.create<CastOp>(m_loc, stored, value);
    at.create<AssignOp>(m_loc, buildElement(at, field, buildIteration(at)), value);
  }
  // The choice as the dispatcher makes it.
  IRMapping mapping;
  if (m_dispatch.dispatcher) {
    for (auto [parameter, operand] :
         llvm::zip(m_dispatch.dispatcher.getArguments(), m_dispatch.op->getOperands()))
      mapping.map(parameter, operand);
    cloneExpression(at, m_dispatch.choice.getValue(), mapping);
  }
  Value chosen = mapping.lookupOrDefault(m_dispatch.choice.getValue());
  auto choice = at.create<SwitchOp>(m_loc, chosen, m_dispatch.choice.getLabels(), m_ways.size());
  choice->setAttr(kDispatchAttr, at.getStringAttr("sort")); // for reports
  for (auto [way, region] : llvm::enumerate(choice.getCases())) {
    OpBuilder inside = OpBuilder::atBlockEnd(&region.emplaceBlock());
    Value slot = inside
                     .create<CallOp>(m_loc, TypeRange(m_uint), m_ways[way].takeSlot.getSymName(),
                                     ValueRange())
                     .getResult(0);
    if (way != 0) {
      Value first = way == 1
                        ? m_count
                        : Value(inside.create<BinaryOp>(m_loc, m_uint, BinaryKind::Mul, m_count,
                                                        buildUint(inside, m_loc, way)));
      slot = inside.create<BinaryOp>(m_loc, m_uint, BinaryKind::Add, first, slot);
    }
    inside.create<AssignOp>(m_loc, buildElement(inside, m_queue, slot), buildIteration(inside));
    inside.create<BreakOp>(m_loc);
  }
  Block &body = m_grid.getBody().front();
  while (&body.back() != choice.getOperation())
    body.back().erase();
  prune(m_grid.getBody());
}

/// Control functions make room before they launch the kernel.
void DispatchSorter::reserve() {
  m_class.walk([&](LaunchOp launch) {
    if (launch.getKernel() != m_kernel.getSymName())
      return;
    OpBuilder at(launch);
    IRMapping mapping;
    for (auto [parameter, operand] : llvm::zip(m_kernel.getArguments(), launch.getOperands()))
      mapping.map(parameter, operand);
    // 64 bits: the product may not fit 32.
    auto wide = at.getIntegerType(64, /*isSigned=*/false);
    Value count = buildCount(at, mapping, wide);
    for (auto [used, field] : m_stored)
      at.create<ReserveOp>(m_loc, field.getSymName(), count);
    Value ways = at.create<ConstantOp>(m_loc, IntegerAttr::get(wide, m_ways.size()));
    at.create<ReserveOp>(m_loc, m_queue.getSymName(),
                         at.create<BinaryOp>(m_loc, wide, BinaryKind::Mul, count, ways));
  });
}

void DispatchSorter::run() {
  StringRef name = m_dispatch.getName();
  m_queue = makeScratch(name + "_queue", m_uint);
  for (Value used : m_cut.getUsed())
    if (m_cut.isStored(used)) {
      auto variable = used.getDefiningOp<VarOp>();
      m_stored.push_back({used, makeScratch(name + "_" + (variable ? variable.getName() : "value"),
                                            getStoredType(getValueType(used)))});
    }
  for (unsigned way = 0; way < m_dispatch.getNumWays(); ++way)
    m_ways.push_back(makeWay(way));
  m_builder.setInsertionPoint(m_grid);
  resetCounts();
  IRMapping mapping;
  m_count = buildCount(m_builder, mapping, m_uint);
  if (m_grid.getNumDims() > 1)
    m_count.getDefiningOp()->setAttr(kNameAttr, m_builder.getStringAttr("iterations"));
  m_last = m_grid;
  for (unsigned way = 0; way < m_dispatch.getNumWays(); ++way)
    makeGrid(way);
  finishFirst();
  reserve();
}

void SortDispatchesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Recognised)
    return;
  auto findNext = [&]() -> std::optional<Dispatch> {
    std::optional<Dispatch> found;
    getOperation().walk([&](Operation *op) {
      auto how = op->getAttrOfType<StringAttr>(kDispatchAttr);
      if (!how || how.getValue() != "sort")
        return WalkResult::advance();
      found = matchDispatch(op);
      return found ? WalkResult::interrupt() : WalkResult::advance();
    });
    return found;
  };
  while (std::optional<Dispatch> found = findNext()) {
    // Of several in one iteration the first one sorts; the grids of its ways run the others as they
    // are.
    Block *body = found->op->getBlock();
    for (Operation &op : *body)
      if (&op != found->op && op.getAttr(kDispatchAttr))
        op.setAttr(kDispatchAttr, StringAttr::get(&getContext(), "switch"));
    DispatchSorter(*found).run();
  }
}
