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
// Threads that take part in a kernel (vkm.queues) go one way, and those that leave it go none:
//
//   grid (i < n) { if (next[i] > 2) continue; next[i] = 1; call @kernel_Hit(i) }
//
//     =>   once { CastRayBlock_count = 0 }
//          grid (i < n) { if (next[i] <= 2) CastRayBlock_queue[next_CastRayBlock()] = i }
//          grid (place < CastRayBlock_count) { i = CastRayBlock_queue[place]; next[i] = 1; ... }
//
// Counting and ordering are one step: each way has a queue for all iterations, so that no iteration
// has to know how many others there are. The grids of the ways finish their iterations. What the
// source computes before the call and memory still tells is computed again; everything else goes
// through a buffer.
//
// The grids of the ways have no elements in common where iterations keep to their own: they are
// marked as shares of one grid (vkm.share_of), and need no barrier between them.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Rounds.h"
#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "passes/lower/dispatches/SortedIterations.h"
#include "transforms/Expressions.h"
#include "transforms/InlineDispatches.h"
#include "transforms/IterationNumbers.h"
#include "transforms/LocalFields.h"
#include "transforms/SymbolNames.h"

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

/// The numbers of iterations, in the order in which they came.
struct Queue {
  FieldOp numbers; ///< a part for each way
  FieldOp counts;  ///< how many iterations take each way; one number where there is one way
  FuncOp takeSlot; ///< gives the next slot in the queue of a way
};

/// Kernels of a thread share one: all have as many threads, and run one after another. By the
/// vector that says which threads take part.
using SharedQueues = llvm::DenseMap<Attribute, Queue>;

/// Sorts the iterations of one grid.
class DispatchSorter {
public:
  DispatchSorter(Dispatch dispatch, SharedQueues &shared)
      : m_dispatch(dispatch), m_shared(shared), m_grid(cast<GridOp>(dispatch.op->getParentOp())),
        m_kernel(m_grid->getParentOfType<KernelOp>()), m_class(m_grid->getParentOfType<ClassOp>()),
        m_loc(dispatch.op->getLoc()), m_cut(m_grid, dispatch.op), m_builder(m_grid),
        m_uint(m_builder.getIntegerType(32, /*isSigned=*/false)), m_numWays(dispatch.getNumWays()) {
  }
  void run();

private:
  /// Builds the number of the iteration.
  using BuildIteration = llvm::function_ref<Value(OpBuilder &)>;

  /// Iterations that go on, or that do nothing more, are those of one queue.
  bool hasWays() const { return !m_dispatch.guard; }
  bool areApart();
  std::string makeName(const Twine &wanted);
  FieldOp makeScratch(const Twine &name, Type element, StringRef owner);
  Queue makeQueue(const Twine &name, StringRef owner);
  void makeCounts(Queue &queue, const Twine &name);
  Queue shareQueue();
  Value buildCountPlace(OpBuilder &at, const Queue &queue, Value way);
  Value buildCount(OpBuilder &at, IRMapping &mapping, Type type);
  Value buildNumber(OpBuilder &at);
  bool isNumber(Value value);
  VarOp findNumber();
  Value buildElement(OpBuilder &at, FieldOp field, Value index);
  bool isCounter();
  StringRef nameNumber();
  void resetCounts();
  void makeGrid(unsigned way);
  void restoreCounters(OpBuilder &at, Value number, IRMapping &mapping);
  void restoreUsed(OpBuilder &at, Value number, IRMapping &mapping);
  void buildWay(OpBuilder &at, unsigned way, IRMapping &mapping);
  void finishFirst();
  void describeFirst();
  Operation *queueByWay(OpBuilder &at, BuildIteration buildIteration);
  Operation *queueWhoGoesOn(OpBuilder &at, BuildIteration buildIteration);
  void reserve();

  Dispatch m_dispatch;
  SharedQueues &m_shared;
  GridOp m_grid;
  KernelOp m_kernel;
  ClassOp m_class;
  Location m_loc;
  GridCut m_cut;
  OpBuilder m_builder;
  Type m_uint;
  Queue m_queue;
  SmallVector<std::pair<Value, FieldOp>> m_stored;
  unsigned m_numWays;
  Value m_count;            ///< of iterations; null where there is one way
  bool m_areShares = false; ///< whether the grids of the ways have no elements in common
  Operation *m_last = nullptr;
};
} // namespace

std::string DispatchSorter::makeName(const Twine &wanted) {
  return makeFreeSymbol(m_class, wanted.str());
}

/// A vector with an element for each iteration, or for each iteration and way.
FieldOp DispatchSorter::makeScratch(const Twine &name, Type element, StringRef owner) {
  return makeLocalVector(m_class, m_loc, name.str(), element, owner);
}

Queue DispatchSorter::makeQueue(const Twine &name, StringRef owner) {
  Queue queue;
  queue.numbers = makeScratch(name + "_queue", m_uint, owner);
  makeCounts(queue, name);
  return queue;
}

/// How many iterations take each way, and the function that counts one more.
void DispatchSorter::makeCounts(Queue &queue, const Twine &name) {
  bool isOne = !hasWays();
  OpBuilder at = OpBuilder::atBlockBegin(&m_class.getBody().front());
  Type type = isOne ? m_uint : ArrayType::get(at.getContext(), m_numWays, m_uint);
  queue.counts =
      at.create<FieldOp>(m_loc, makeName(name + (isOne ? "_count" : "_counts")), type,
                         CppAccess::Public, IntegerAttr(), /*temporary=*/true, FlatSymbolRefAttr());
  at.setInsertionPoint(m_kernel);
  SmallVector<Type> given;
  SmallVector<Attribute> names;
  if (!isOne) {
    given.push_back(m_uint);
    names.push_back(at.getDictionaryAttr(at.getNamedAttr(kNameAttr, at.getStringAttr("way"))));
  }
  queue.takeSlot =
      at.create<FuncOp>(m_loc, makeName("next_" + name), at.getFunctionType(given, {m_uint}),
                        at.getArrayAttr(names), ArrayAttr());
  StringRef comment =
      isOne ? "The next slot in the queue." : "The next slot in the queue of a way.";
  queue.takeSlot->setAttr(kCommentAttr, at.getStringAttr(comment));
  queue.takeSlot->setAttr(kTakesSlotAttr, at.getUnitAttr());
  Block &body = queue.takeSlot.getBody().emplaceBlock();
  Value way = isOne ? Value() : body.addArgument(m_uint, m_loc);
  at.setInsertionPointToEnd(&body);
  Value count = buildCountPlace(at, queue, way);
  auto slot = at.create<VarOp>(m_loc, RefType::get(m_uint), "slot", buildLoad(at, m_loc, count),
                               /*is_const=*/true);
  at.create<UpdateOp>(m_loc, BinaryKind::Add, count, buildUint(at, m_loc, 1));
  at.create<ReturnOp>(m_loc, buildLoad(at, m_loc, slot.getRef()));
}

/// The queue of the kernels of a thread, for which there is room where there is for the vector that
/// says which threads take part.
Queue DispatchSorter::shareQueue() {
  auto vector = m_dispatch.guard->getAttrOfType<StringAttr>(kQueuesAttr);
  Queue &queue = m_shared[vector];
  if (!queue.numbers) {
    auto field = m_class.lookupSymbol<FieldOp>(vector);
    StringRef owner = field->getAttrOfType<StringAttr>(kLocalOfAttr).getValue();
    queue = makeQueue(owner, owner);
    m_class.walk([&](ReserveOp reserve) {
      if (reserve.getFieldAttr().getAttr() == vector)
        OpBuilder(reserve).create<ReserveOp>(m_loc, queue.numbers.getSymName(), reserve.getCount());
    });
  }
  return queue;
}

/// `way` is not asked for where there is one.
Value DispatchSorter::buildCountPlace(OpBuilder &at, const Queue &queue, Value way) {
  FieldOp field = queue.counts;
  Value counts = at.create<FieldRefOp>(m_loc, RefType::get(field.getType()), field.getSymName());
  return !hasWays() ? counts : at.create<ElementOp>(m_loc, RefType::get(m_uint), counts, way);
}

/// How many iterations the grid has, where the builder stands.
Value DispatchSorter::buildCount(OpBuilder &at, IRMapping &mapping, Type type) {
  return buildIterations(
      at, m_loc, m_grid.getNumDims(),
      [&](unsigned dim) { return cloneExpression(at, m_grid.getUpper()[dim], mapping); }, type);
}

Value DispatchSorter::buildNumber(OpBuilder &at) {
  return buildIterationNumber(
      at, m_loc, m_grid.getNumDims(),
      [&](unsigned dim) -> Value { return m_grid.getBody().getArgument(dim); },
      [&](unsigned dim) -> Value { return m_grid.getUpper()[dim]; }, m_uint);
}

/// Whether a value of the first part is what buildNumber makes, of whatever type.
bool DispatchSorter::isNumber(Value value) {
  auto isAlike = [&](auto &&self, Value a, Value b) -> bool {
    if (auto cast = a.getDefiningOp<CastOp>(); cast && a.getType() != b.getType())
      return self(self, cast.getOperand(), b);
    if (auto cast = b.getDefiningOp<CastOp>(); cast && a.getType() != b.getType())
      return self(self, a, cast.getOperand());
    if (a == b)
      return true;
    Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
    if (!left || !right || left->getName() != right->getName() ||
        left->getNumOperands() != right->getNumOperands() || left->getNumRegions() > 0 ||
        left->getAttrDictionary() != right->getAttrDictionary() || isa<CallOp>(left))
      return false;
    return llvm::all_of(llvm::zip(left->getOperands(), right->getOperands()), [&](auto pair) {
      return self(self, std::get<0>(pair), std::get<1>(pair));
    });
  };
  auto matches = [&](auto &&self, Value sum, unsigned dim) -> bool {
    while (auto cast = sum.getDefiningOp<CastOp>())
      sum = cast.getOperand();
    Value counter = m_grid.getBody().getArgument(dim);
    if (dim == 0)
      return sum == counter;
    auto add = sum.getDefiningOp<BinaryOp>();
    if (!add || add.getKind() != BinaryKind::Add || !isAlike(isAlike, add.getRhs(), counter))
      return false;
    auto row = add.getLhs().getDefiningOp<BinaryOp>();
    return row && row.getKind() == BinaryKind::Mul && self(self, row.getLhs(), dim - 1) &&
           isAlike(isAlike, row.getRhs(), m_grid.getUpper()[dim]);
  };
  return matches(matches, value, m_grid.getNumDims() - 1);
}

/// A variable of the first part that is the number; null where there is none.
VarOp DispatchSorter::findNumber() {
  for (Operation &op : m_grid.getBody().front()) {
    if (&op == m_dispatch.op)
      break;
    auto variable = dyn_cast<VarOp>(op);
    if (variable && variable.getInit() && keepsInitialValue(variable) &&
        isNumber(variable.getInit()))
      return variable;
  }
  return {};
}

Value DispatchSorter::buildElement(OpBuilder &at, FieldOp field, Value index) {
  Type element = field.getVectorElement();
  Value data = at.create<VectorDataOp>(m_loc, PtrType::get(element), field.getSymName());
  return at.create<DerefOp>(m_loc, RefType::get(element), data, index);
}

void DispatchSorter::resetCounts() {
  auto once = m_builder.create<OnceOp>(m_loc);
  OpBuilder at = OpBuilder::atBlockEnd(&once.getBody().front());
  if (!hasWays()) {
    at.create<AssignOp>(m_loc, buildCountPlace(at, m_queue, {}), buildUint(at, m_loc, 0));
    return;
  }
  ForOp loop = buildUintLoop(
      at, m_loc, "way", buildUint(at, m_loc, 0),
      [&](OpBuilder &inside) { return buildUint(inside, m_loc, m_numWays); },
      [&](OpBuilder &inside) { return buildUint(inside, m_loc, 1); });
  OpBuilder inside = OpBuilder::atBlockEnd(&loop.getBody().front());
  Value way = buildLoad(inside, m_loc, loop.getBodyVar());
  inside.create<AssignOp>(m_loc, buildCountPlace(inside, m_queue, way),
                          buildUint(inside, m_loc, 0));
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
    // A variable that is the number needs no arithmetic.
    if (auto variable = used.getDefiningOp<VarOp>();
        variable && variable.getInit() && !m_cut.isStored(used) && isNumber(variable.getInit())) {
      Type type = getUsedType(used);
      Value value = type == m_uint ? number : Value(at.create<CastOp>(m_loc, type, number));
      mapping.map(used, at.create<VarOp>(variable.getLoc(), RefType::get(type), variable.getName(),
                                         value, /*is_const=*/true)
                            .getRef());
      continue;
    }
    if (!m_cut.isStored(used)) {
      mapping.map(used, cloneExpression(at, used, mapping));
      continue;
    }
    auto field = llvm::find_if(m_stored, [&](auto &one) { return one.first == used; })->second;
    Value kept = buildLoad(at, m_loc, buildElement(at, field, number));
    mapping.map(used, buildUsed(at, m_loc, used, kept));
  }
}

/// What the way does in the place of the choice.
void DispatchSorter::buildWay(OpBuilder &at, unsigned way, IRMapping &mapping) {
  if (m_dispatch.guard)
    return; // those that go on do so behind the branch
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
  Value length = buildLoad(m_builder, m_loc,
                           buildCountPlace(m_builder, m_queue, buildUint(m_builder, m_loc, way)));
  auto grid = m_builder.create<GridOp>(m_loc, ValueRange(zero), ValueRange(length), ValueRange(),
                                       ArrayRef<int64_t>{1}, ArrayRef<CmpKind>{CmpKind::Lt},
                                       ArrayRef<StringRef>{"place"});
  grid->setAttr(kQueuedAttr, m_builder.getUnitAttr());
  if (m_areShares)
    grid->setAttr(kShareOfAttr, FlatSymbolRefAttr::get(m_queue.counts));
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
                                 buildLoad(at, m_loc, buildElement(at, m_queue.numbers, index)),
                                 /*is_const=*/true);
  restoreCounters(at, buildLoad(at, m_loc, number.getRef()), mapping);
  restoreUsed(at, buildLoad(at, m_loc, number.getRef()), mapping);
  buildWay(at, way, mapping);
  for (Operation &op :
       llvm::make_range(std::next(Block::iterator(m_dispatch.op)), m_grid.getBody().front().end()))
    at.clone(op, mapping);
  eraseDeadExpressions(grid.getBody());
}

/// The first part stores what the others need, and queues its iteration.
void DispatchSorter::finishFirst() {
  OpBuilder at(m_dispatch.op);
  VarOp number = findNumber();
  if (!number && !isCounter())
    number = at.create<VarOp>(m_loc, RefType::get(m_uint), nameNumber(), buildNumber(at),
                              /*is_const=*/true);
  auto buildIteration = [&](OpBuilder &where) {
    Value known =
        number ? buildLoad(where, m_loc, number.getRef()) : Value(m_grid.getBody().getArgument(0));
    return known.getType() == m_uint ? known : Value(where.create<CastOp>(m_loc, m_uint, known));
  };
  for (auto [used, field] : m_stored) {
    Value value = isa<RefType>(used.getType()) ? buildLoad(at, m_loc, used) : used;
    if (Type stored = field.getVectorElement(); stored != value.getType())
      value = at.create<CastOp>(m_loc, stored, value);
    at.create<AssignOp>(m_loc, buildElement(at, field, buildIteration(at)), value);
  }
  Operation *last =
      m_dispatch.guard ? queueWhoGoesOn(at, buildIteration) : queueByWay(at, buildIteration);
  Block &body = m_grid.getBody().front();
  while (&body.back() != last)
    body.back().erase();
  eraseUnreadVariables(m_grid.getBody());
}

/// Puts the iteration into the queue of its way, by the choice as the dispatcher makes it.
Operation *DispatchSorter::queueByWay(OpBuilder &at, BuildIteration buildIteration) {
  auto way = at.create<VarOp>(m_loc, RefType::get(m_uint), "way",
                              vkm::buildWayNumber(at, m_dispatch), /*is_const=*/true);
  auto readWay = [&] { return buildLoad(at, m_loc, way.getRef()); };
  Value first = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Mul, readWay(), m_count);
  auto call = at.create<CallOp>(m_loc, TypeRange(m_uint), m_queue.takeSlot.getSymName(), readWay());
  call->setAttr(kDispatchAttr, at.getStringAttr("sort")); // for reports
  Value slot = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Add, first, call.getResult(0));
  return at.create<AssignOp>(m_loc, buildElement(at, m_queue.numbers, slot), buildIteration(at));
}

/// The opposite of a guard's condition, which compares numbers.
static Value buildGoesOn(OpBuilder &at, IfOp guard) {
  Value leaves = guard.getCondition();
  auto test = leaves.getDefiningOp<CmpOp>();
  if (!test || test.getKind() != CmpKind::Gt || !isa<IntegerType>(test.getLhs().getType()))
    return buildNot(at, guard.getLoc(), leaves);
  return at.create<CmpOp>(guard.getLoc(), test.getType(), CmpKind::Le, test.getLhs(),
                          test.getRhs());
}

Operation *DispatchSorter::queueWhoGoesOn(OpBuilder &at, BuildIteration buildIteration) {
  auto branch = at.create<IfOp>(m_loc, buildGoesOn(at, m_dispatch.guard), /*withElse=*/false);
  OpBuilder inside = OpBuilder::atBlockBegin(&branch.getThenRegion().front());
  auto call =
      inside.create<CallOp>(m_loc, TypeRange(m_uint), m_queue.takeSlot.getSymName(), ValueRange());
  call->setAttr(kDispatchAttr, at.getStringAttr("sort")); // for reports
  inside.create<AssignOp>(m_loc, buildElement(inside, m_queue.numbers, call.getResult(0)),
                          buildIteration(inside));
  return branch;
}

/// What the source says of its loop is true of the queue's. The first part only reads.
void DispatchSorter::describeFirst() {
  if (Attribute comment = m_grid->getAttr(kCommentAttr))
    m_last->setAttr(kCommentAttr, comment);
  m_grid->setAttr(kCommentAttr, m_builder.getStringAttr("Queues the threads that take part."));
  m_grid.removeUnprovenAttr();
}

/// Control functions make room before they launch the kernel.
void DispatchSorter::reserve() {
  // A shared queue has its room.
  if (m_dispatch.guard && m_stored.empty())
    return;
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
    if (m_dispatch.guard)
      return;
    Value ways = at.create<ConstantOp>(m_loc, IntegerAttr::get(wide, m_numWays));
    at.create<ReserveOp>(m_loc, m_queue.numbers.getSymName(),
                         at.create<BinaryOp>(m_loc, wide, BinaryKind::Mul, count, ways));
  });
}

/// Whether iterations are proved to keep to their own elements, and do nothing together.
bool DispatchSorter::areApart() {
  if (m_grid.getUnprovenAttr())
    return false;
  llvm::SetVector<Operation *> reached;
  reached.insert(m_grid);
  for (size_t next = 0; next < reached.size(); ++next) {
    WalkResult result = reached[next]->walk([&](Operation *op) {
      if (isa<PatternOpInterface>(op) || op->hasAttr(kTakesSlotAttr))
        return WalkResult::interrupt();
      if (auto call = dyn_cast<CallOp>(op))
        if (Operation *callee = lookupCallee(call))
          reached.insert(callee);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return false;
  }
  return true;
}

void DispatchSorter::run() {
  // A copy: what has the name goes.
  std::string name = m_dispatch.getName().str();
  StringRef owner = m_kernel.getSymName();
  m_queue = m_dispatch.guard ? shareQueue() : makeQueue(name, owner);
  m_areShares = hasWays() && areApart();
  for (Value used : m_cut.getUsed())
    if (m_cut.isStored(used)) {
      m_stored.push_back({used, makeScratch(name + "_" + getUsedName(used),
                                            getStoredType(getUsedType(used)), owner)});
    }
  m_builder.setInsertionPoint(m_grid);
  resetCounts();
  IRMapping mapping;
  // Where the queues of the second way and of others begin.
  if (hasWays())
    m_count = buildCount(m_builder, mapping, m_uint);
  if (m_count && m_grid.getNumDims() > 1)
    m_count.getDefiningOp()->setAttr(kNameAttr, m_builder.getStringAttr("iterations"));
  m_last = m_grid;
  for (unsigned way = 0; way < m_numWays; ++way)
    makeGrid(way);
  finishFirst();
  if (m_dispatch.guard)
    describeFirst();
  reserve();
}

/// Choices by which workgroups sort their iterations, behind calls, come to stand in the iteration
/// for those that plan its grid.
static void writeOutRegrouped(ModuleOp module) {
  SmallVector<CallOp> calls;
  module.walk([&](CallOp call) {
    if (isDispatchedBy(call, "workgroup") && !matchDispatch(call) && findDispatchBehind(call))
      calls.push_back(call);
  });
  for (CallOp call : calls) {
    auto how = call->getAttr(kDispatchAttr);
    inlineToDispatch(call).op->setAttr(kDispatchAttr, how);
  }
}

/// Choices that are run in rounds come to stand in the loops and branches of the iteration.
static void writeOutRounds(ModuleOp module) {
  SmallVector<GridOp> grids;
  module.walk([&](GridOp grid) {
    if (runsRounds(grid))
      grids.push_back(grid);
  });
  for (GridOp grid : grids) {
    inlineDispatches(grid);
    for (Dispatch one : collectDispatches(grid)) {
      StringRef how = findRoundObstacle(one, grid) ? "switch" : "workgroup";
      one.op->setAttr(kDispatchAttr, StringAttr::get(grid.getContext(), how));
    }
  }
}

void SortDispatchesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Recognised)
    return;
  auto findNext = [&]() -> std::optional<Dispatch> {
    std::optional<Dispatch> found;
    CallOp behind;
    getOperation().walk([&](Operation *op) {
      if (!isDispatchedBy(op, "sort"))
        return WalkResult::advance();
      found = isa<IfOp>(op) ? matchQueue(op) : matchDispatch(op);
      behind = found ? CallOp() : dyn_cast<CallOp>(op);
      if (behind && !findDispatchBehind(behind))
        behind = {};
      return found || behind ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (behind)
      found = inlineToDispatch(behind);
    return found;
  };
  SharedQueues queues;
  while (std::optional<Dispatch> found = findNext()) {
    // Of several in one iteration the first one sorts; the grids of its ways run the others as they
    // are.
    Block *body = found->op->getBlock();
    for (Operation &op : *body)
      if (&op != found->op && op.getAttr(kDispatchAttr))
        op.setAttr(kDispatchAttr, StringAttr::get(&getContext(), "switch"));
    DispatchSorter(*found, queues).run();
  }
  writeOutRegrouped(getOperation());
  writeOutRounds(getOperation());
}
