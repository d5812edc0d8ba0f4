//===- SortDispatches.cpp - Iterations that call different methods are sorted by them ---------===//
//
//   grid (i < n) { before; call @Drop(surface, x); after }
//
//     =>   once { for (way < 2) Drop_counts[way] = 0 }
//          grid (i < n) {
//            before
//            way = min(surface.type - 1, 1)
//            Drop_queue[way * n + next_Drop(way)] = i
//          }
//          grid (place < Drop_counts[0]) {
//            i = Drop_queue[place]
//            call @Hills_Drop(surface, x); after
//          }
//          grid (place < Drop_counts[1]) { ... }
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
#include "transforms/InlineDispatches.h"

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
        m_uint(m_builder.getIntegerType(32, /*isSigned=*/false)), m_numWays(dispatch.getNumWays()) {
  }
  void run();

private:
  std::string makeName(const Twine &wanted);
  FieldOp makeScratch(const Twine &name, Type element);
  void makeCounts();
  Value buildCountPlace(OpBuilder &at, Value way);
  Value buildWayNumber(OpBuilder &at, Value chosen);
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
  unsigned m_numWays;
  FieldOp m_counts;  ///< how many iterations take each way
  FuncOp m_takeSlot; ///< gives the next slot in the queue of a way
  Value m_count;     ///< of iterations
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

/// How many iterations take each way, and the function that counts one more.
void DispatchSorter::makeCounts() {
  std::string name = m_dispatch.getName().str();
  OpBuilder at = OpBuilder::atBlockBegin(&m_class.getBody().front());
  m_counts = at.create<FieldOp>(
      m_loc, makeName(name + "_counts"), ArrayType::get(at.getContext(), m_numWays, m_uint),
      CppAccess::Public, IntegerAttr(), /*temporary=*/true, FlatSymbolRefAttr());
  at.setInsertionPoint(m_kernel);
  auto wayName = at.getDictionaryAttr(at.getNamedAttr(kNameAttr, at.getStringAttr("way")));
  m_takeSlot =
      at.create<FuncOp>(m_loc, makeName("next_" + name), at.getFunctionType({m_uint}, {m_uint}),
                        at.getArrayAttr({wayName}), ArrayAttr());
  m_takeSlot->setAttr(kCommentAttr, at.getStringAttr("The next slot in the queue of a way."));
  m_takeSlot->setAttr(kTakesSlotAttr, at.getUnitAttr());
  Block &body = m_takeSlot.getBody().emplaceBlock();
  Value way = body.addArgument(m_uint, m_loc);
  at.setInsertionPointToEnd(&body);
  Value count = buildCountPlace(at, way);
  auto slot = at.create<VarOp>(m_loc, RefType::get(m_uint), "slot", buildLoad(at, m_loc, count),
                               /*is_const=*/true);
  at.create<UpdateOp>(m_loc, BinaryKind::Add, count, buildUint(at, m_loc, 1));
  at.create<ReturnOp>(m_loc, buildLoad(at, m_loc, slot.getRef()));
}

Value DispatchSorter::buildCountPlace(OpBuilder &at, Value way) {
  Value counts =
      at.create<FieldRefOp>(m_loc, RefType::get(m_counts.getType()), m_counts.getSymName());
  return at.create<ElementOp>(m_loc, RefType::get(m_uint), counts, way);
}

/// The number of the way that a switch takes: what it asks is a number of its own in each case, one
/// more than in the case before, and anything else in the last one.
Value DispatchSorter::buildWayNumber(OpBuilder &at, Value chosen) {
  SwitchOp choice = m_dispatch.choice;
  std::optional<int64_t> first;
  bool isConsecutive = chosen.getType() == m_uint;
  for (auto [way, labels] : llvm::enumerate(choice.getLabels().getAsRange<ArrayAttr>())) {
    bool isLast = way + 1 == m_numWays;
    auto label = labels.size() == 1 ? dyn_cast<IntegerAttr>(labels[0]) : IntegerAttr();
    if (isLast && labels.empty())
      break;
    if (!label || (first && label.getValue() != uint64_t(*first + int64_t(way)))) {
      isConsecutive = false;
      break;
    }
    if (!first)
      first = label.getValue().getZExtValue();
  }
  if (isConsecutive && first) {
    Value number = *first == 0 ? chosen
                               : Value(at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Sub, chosen,
                                                           buildUint(at, m_loc, *first)));
    return at.create<MathOp>(m_loc, m_uint, MathFn::Min,
                             ValueRange{number, buildUint(at, m_loc, m_numWays - 1)});
  }
  auto number = at.create<VarOp>(m_loc, RefType::get(m_uint), "number", buildUint(at, m_loc, 0),
                                 /*is_const=*/false);
  auto numbering = at.create<SwitchOp>(m_loc, chosen, choice.getLabels(), m_numWays);
  for (auto [way, region] : llvm::enumerate(numbering.getCases())) {
    OpBuilder inside = OpBuilder::atBlockEnd(&region.emplaceBlock());
    inside.create<AssignOp>(m_loc, number.getRef(), buildUint(inside, m_loc, way));
    inside.create<BreakOp>(m_loc);
  }
  return buildLoad(at, m_loc, number.getRef());
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
  ForOp loop = buildUintLoop(
      at, m_loc, "way", buildUint(at, m_loc, 0),
      [&](OpBuilder &inside) { return buildUint(inside, m_loc, m_numWays); },
      [&](OpBuilder &inside) { return buildUint(inside, m_loc, 1); });
  OpBuilder inside = OpBuilder::atBlockEnd(&loop.getBody().front());
  Value way = buildLoad(inside, m_loc, loop.getBodyVar());
  inside.create<AssignOp>(m_loc, buildCountPlace(inside, way), buildUint(inside, m_loc, 0));
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
  Value length =
      buildLoad(m_builder, m_loc, buildCountPlace(m_builder, buildUint(m_builder, m_loc, way)));
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
  auto way = at.create<VarOp>(m_loc, RefType::get(m_uint), "way", buildWayNumber(at, chosen),
                              /*is_const=*/true);
  auto readWay = [&] { return buildLoad(at, m_loc, way.getRef()); };
  Value first = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Mul, readWay(), m_count);
  auto call = at.create<CallOp>(m_loc, TypeRange(m_uint), m_takeSlot.getSymName(), readWay());
  call->setAttr(kDispatchAttr, at.getStringAttr("sort")); // for reports
  Value slot = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Add, first, call.getResult(0));
  auto last = at.create<AssignOp>(m_loc, buildElement(at, m_queue, slot), buildIteration(at));
  Block &body = m_grid.getBody().front();
  while (&body.back() != last.getOperation())
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
    Value ways = at.create<ConstantOp>(m_loc, IntegerAttr::get(wide, m_numWays));
    at.create<ReserveOp>(m_loc, m_queue.getSymName(),
                         at.create<BinaryOp>(m_loc, wide, BinaryKind::Mul, count, ways));
  });
}

/// By the variable that has it, or had it.
static StringRef nameStored(Value used) {
  auto load = used.getDefiningOp<LoadOp>();
  auto variable = (load ? load.getRef() : used).getDefiningOp<VarOp>();
  return variable ? variable.getName() : StringRef("value");
}

void DispatchSorter::run() {
  StringRef name = m_dispatch.getName();
  m_queue = makeScratch(name + "_queue", m_uint);
  for (Value used : m_cut.getUsed())
    if (m_cut.isStored(used)) {
      m_stored.push_back(
          {used, makeScratch(name + "_" + nameStored(used), getStoredType(getValueType(used)))});
    }
  makeCounts();
  m_builder.setInsertionPoint(m_grid);
  resetCounts();
  IRMapping mapping;
  m_count = buildCount(m_builder, mapping, m_uint);
  if (m_grid.getNumDims() > 1)
    m_count.getDefiningOp()->setAttr(kNameAttr, m_builder.getStringAttr("iterations"));
  m_last = m_grid;
  for (unsigned way = 0; way < m_numWays; ++way)
    makeGrid(way);
  finishFirst();
  reserve();
}

void SortDispatchesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Recognised)
    return;
  auto findNext = [&]() -> std::optional<Dispatch> {
    std::optional<Dispatch> found;
    CallOp behind;
    getOperation().walk([&](Operation *op) {
      auto how = op->getAttrOfType<StringAttr>(kDispatchAttr);
      if (!how || how.getValue() != "sort")
        return WalkResult::advance();
      found = matchDispatch(op);
      behind = found ? CallOp() : dyn_cast<CallOp>(op);
      if (behind && !findDispatchBehind(behind))
        behind = {};
      return found || behind ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (behind)
      found = inlineToDispatch(behind);
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
