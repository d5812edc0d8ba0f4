//===- Dispatches.cpp - Where iterations go different ways by the class of an object ----------===//

#include "analysis/patterns/Dispatches.h"

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/BodyCost.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/HostCode.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Dispatches
//===------------------------------------------------------------------------------------------===//

std::optional<Dispatch> vkmorph::vkm::matchDispatch(Operation *op) {
  if (auto choice = dyn_cast<SwitchOp>(op))
    return choice->hasAttr(kDispatchesAttr) ? std::optional(Dispatch{op, {}, choice})
                                            : std::nullopt;
  auto call = dyn_cast<CallOp>(op);
  auto function = call ? dyn_cast_or_null<FuncOp>(lookupCallee(call).getOperation()) : FuncOp();
  if (!function || !function->hasAttr(kDispatchesAttr))
    return std::nullopt;
  auto choices = function.getBody().getOps<SwitchOp>();
  return choices.empty() ? std::nullopt : std::optional(Dispatch{op, function, *choices.begin()});
}

/// `without` are functions that come to none: each is looked through once.
static std::optional<Dispatch> findBehind(CallOp call, llvm::DenseSet<Operation *> &without) {
  auto function = dyn_cast_or_null<FuncOp>(lookupCallee(call).getOperation());
  if (!function || function.getBody().empty() || function->hasAttr(kDispatchesAttr) ||
      without.contains(function))
    return std::nullopt;
  Block &body = function.getBody().front();
  bool leavesEarly =
      llvm::any_of(body, [](Operation &op) { return !isa<ReturnOp>(op) && mayReturn(op); });
  for (Operation &op : body) {
    if (leavesEarly)
      break;
    if (std::optional<Dispatch> dispatch = matchDispatch(&op))
      return dispatch;
    if (auto inner = dyn_cast<CallOp>(op))
      if (std::optional<Dispatch> behind = findBehind(inner, without))
        return behind;
  }
  without.insert(function);
  return std::nullopt;
}

std::optional<Dispatch> vkmorph::vkm::findDispatchBehind(CallOp call) {
  llvm::DenseSet<Operation *> without;
  return findBehind(call, without);
}

std::optional<Dispatch> vkmorph::vkm::matchQueue(Operation *op) {
  auto guard = dyn_cast<IfOp>(op);
  if (!guard || !guard->hasAttr(kQueuesAttr))
    return std::nullopt;
  return Dispatch{op, {}, {}, guard};
}

StringRef Dispatch::getName() {
  if (guard)
    return guard->getParentOfType<KernelOp>().getDisplayName();
  if (!dispatcher)
    return choice->getAttrOfType<StringAttr>(kDispatchesAttr).getValue();
  auto name = dispatcher->getAttrOfType<StringAttr>("cpp_name");
  return name ? name.getValue() : dispatcher.getSymName();
}

SmallVector<int64_t> vkmorph::vkm::estimateWays(Dispatch dispatch) {
  SmallVector<int64_t> costs;
  for (Region &region : dispatch.choice.getCases())
    costs.push_back(estimateCost(region));
  return costs;
}

//===------------------------------------------------------------------------------------------===//
// Cuts
//===------------------------------------------------------------------------------------------===//

Type vkmorph::vkm::getUsedType(Value used) {
  auto place = dyn_cast<RefType>(used.getType());
  return place ? place.getPointee() : used.getType();
}

StringRef vkmorph::vkm::getUsedName(Value used) {
  auto load = used.getDefiningOp<LoadOp>();
  auto variable = (load ? load.getRef() : used).getDefiningOp<VarOp>();
  return variable ? variable.getName() : StringRef("value");
}

GridCut::GridCut(GridOp grid, Operation *at) : m_grid(grid), m_at(at) {
  Block &body = grid.getBody().front();
  for (Operation &op : llvm::make_range(body.begin(), Block::iterator(at)))
    m_first.add(getEffects(&op));
  llvm::SetVector<Value> used;
  for (Operation &op : llvm::make_range(Block::iterator(at), body.end()))
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (isOfFirst(operand))
          used.insert(operand);
    });
  // In the order of the source.
  for (Operation &op : body)
    for (Value result : op.getResults())
      if (used.contains(result))
        use(result);
}

bool GridCut::isOfFirst(Value value) const {
  Operation *op = value.getDefiningOp();
  return op && op->getBlock() == &m_grid.getBody().front() && op->isBeforeInBlock(m_at);
}

bool vkmorph::vkm::isKept(const EffectSet &effects, const Root &root) {
  if (effects.writesAny(root))
    return false;
  bool isArray = root.value && isa<PtrType>(root.value.getType());
  return root.symbol || (isArray && llvm::none_of(effects.writes, [](const Root &other) {
                           return other.value && isa<PtrType>(other.value.getType());
                         }));
}

bool GridCut::canRecompute(Value value) const {
  return !findRead(value, [&](const Root &root) { return isKept(m_first, root); });
}

/// Whether a value is what a variable holds at the cut.
bool GridCut::isHeld(LoadOp load) const {
  if (!load.getRef().getDefiningOp<VarOp>() || !isOfFirst(load.getRef()))
    return false;
  Root root = getRoot(load.getRef());
  for (Operation *op = load->getNextNode(); op != m_at; op = op->getNextNode())
    if (getEffects(op).writesAny(root))
      return false;
  return true;
}

/// Whether the second part sets a variable as a whole before it reads it.
bool GridCut::isOverwritten(VarOp variable) const {
  Root root = getRoot(variable.getRef());
  for (Operation &op : llvm::make_range(Block::iterator(m_at), m_grid.getBody().front().end())) {
    EffectSet effects = getEffects(&op);
    if (effects.readsAny(root))
      return false;
    if (auto assign = dyn_cast<AssignOp>(op); assign && assign.getRef() == variable.getRef())
      return true;
    if (effects.writesAny(root))
      return false;
  }
  return false;
}

void GridCut::use(Value value) {
  if (!isOfFirst(value) || m_used.contains(value))
    return;
  Operation *op = value.getDefiningOp();
  auto variable = dyn_cast<VarOp>(op);
  if (variable) {
    bool isKnown = variable.getInit() && canRecompute(variable.getInit());
    bool isConstant = isKnown && keepsInitialValue(variable);
    bool isUnset = !variable.getInit() && !m_first.writesAny(getRoot(value));
    bool isOfNoUse = (isKnown || !variable.getInit()) && isOverwritten(variable);
    if (!isConstant && !isUnset && !isOfNoUse)
      m_stored.insert(value);
  } else if (isa<RefType, PtrType>(value.getType())) {
    for (Value operand : op->getOperands())
      use(operand);
  } else if (auto load = dyn_cast<LoadOp>(op); load && !canRecompute(value) && isHeld(load)) {
    use(load.getRef());
  } else if (!op->hasTrait<VkmExpression>() || !canRecompute(value)) {
    m_stored.insert(value);
  }
  m_used.insert(value);
}

bool vkmorph::vkm::isStorable(Operation *from, Type type) {
  if (auto record = dyn_cast<RecordType>(type))
    return llvm::all_of(lookupRecord(from, record).getMembers().getAsRange<MemberAttr>(),
                        [&](MemberAttr member) { return isStorable(from, member.getType()); });
  if (isa<VecType, MatType>(type))
    return !getComponentType(type).isInteger(1);
  return isa<IntegerType, FloatType>(type);
}

Type vkmorph::vkm::getStoredType(Type type) {
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 32, IntegerType::Unsigned) : type;
}

std::optional<DispatchObstacle> GridCut::findObstacle() const {
  for (Value value : m_stored) {
    auto variable = value.getDefiningOp<VarOp>();
    Type type = getUsedType(value);
    if ((isa<RefType>(value.getType()) && !variable) || !isStorable(m_grid, type))
      return DispatchObstacle{variable ? "'" + variable.getName().str() +
                                             "' lives across the call and is no number, vector or "
                                             "struct of them"
                                       : "a value of this kind cannot be stored across the call",
                              value.getLoc()};
  }
  return std::nullopt;
}

//===------------------------------------------------------------------------------------------===//
// Whether iterations can be sorted
//===------------------------------------------------------------------------------------------===//

Value vkmorph::vkm::getChoosing(Dispatch dispatch) {
  return dispatch.dispatcher ? dispatch.op->getOperand(0) : dispatch.choice.getValue();
}

/// Whether what iterations combine owes anything to their numbers. What they append has a rule of
/// its own.
static bool asksForOrder(GridOp grid) {
  return grid
      .walk([](PatternOpInterface pattern) {
        bool isFree =
            pattern.getValueOrder() == ValueOrder::Free || isa<AppendOp>(pattern.getOperation());
        return isFree ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

static bool combinesFloats(GridOp grid) {
  return grid
      .walk([](PatternOpInterface pattern) {
        Value value = pattern.getValue();
        return !value || isa<IntegerType>(value.getType()) ? WalkResult::advance()
                                                           : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Why iterations of such a grid cannot be told by their numbers.
static std::string findCountObstacle(GridOp grid) {
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    if (!countsFromZero(grid, dim))
      return ("the loop over '" + getCounterInSource(grid, dim) + "' does not count from 0 by ones")
          .str();
  return "";
}

/// Whether a thread may do its share of a pattern alone, whenever it comes there, on any target.
/// Threads that combine in the order of the source take neighbouring iterations instead, or come
/// together.
static bool isOfThread(PatternOpInterface pattern, const OrderDemands &demands) {
  Operation *op = pattern;
  if (isa<AppendOp>(op))
    return !demands.appendsInOrder;
  if (auto scatter = dyn_cast<ScatterOp>(op)) {
    Type type = scatter.getValue().getType();
    bool isExact = isa<IntegerType>(type) || !demands.isRepeatable;
    return isExact && type.getIntOrFloatBitWidth() == 32;
  }
  return isa<ReductionOpInterface>(op) && pattern.getValueOrder() != ValueOrder::Sequence;
}

bool vkmorph::vkm::isLeftByRounds(Operation *op, const OrderDemands &demands) {
  return isa<ReductionOpInterface, AppendOp, ScatterOp, RunningOp>(op) && !isa<CarryOp>(op) &&
         !isOfThread(cast<PatternOpInterface>(op), demands);
}

std::string vkmorph::vkm::findSharingObstacle(GridOp grid, Shared what,
                                              const OrderDemands &demands) {
  std::string why = findCountObstacle(grid);
  walkReached(grid, [&](Operation *op) {
    auto pattern = dyn_cast<PatternOpInterface>(op);
    bool isDone = what == Shared::Calls && pattern &&
                  (isOfThread(pattern, demands) || isLeftByRounds(op, demands));
    if (pattern && why.empty() && !isDone)
      why = ("the loop " + pattern.describeWork()).str();
    else if (isa<ReserveOp>(op) && why.empty())
      why = "the iterations reserve room in vectors";
  });
  bool returns = llvm::any_of(grid.getBody().front(), mayReturn);
  return why.empty() && returns ? "iterations return from the kernel" : why;
}

/// What is against sorting iterations in any way: where the choice stands, and what it asks.
static std::optional<DispatchObstacle> findPlaceObstacle(Dispatch dispatch) {
  auto refuse = [&](const Twine &why) {
    return DispatchObstacle{why.str(), dispatch.op->getLoc()};
  };
  auto grid = dyn_cast<GridOp>(dispatch.op->getParentOp());
  if (!grid && dispatch.op->getParentOfType<GridOp>())
    return refuse("it stands inside of a loop or branch of the iteration");
  if (!grid)
    return refuse("it does not stand in the loop of a kernel itself");
  if (std::string why = findCountObstacle(grid); !why.empty())
    return refuse(why);
  if (!dispatch.guard && isInvariant(getChoosing(dispatch), grid, getEffects(grid.getBody())))
    return refuse("all iterations call the same object");
  return std::nullopt;
}

std::optional<DispatchObstacle> vkmorph::vkm::findSortObstacle(Dispatch dispatch,
                                                               const llvm::StringSet<> &written,
                                                               const OrderDemands &demands) {
  if (std::optional<DispatchObstacle> obstacle = findPlaceObstacle(dispatch))
    return obstacle;
  auto refuse = [&](const Twine &why) {
    return DispatchObstacle{why.str(), dispatch.op->getLoc()};
  };
  auto grid = cast<GridOp>(dispatch.op->getParentOp());
  // The queue of threads has room where the vector has that says who takes part.
  GridCut cut(grid, dispatch.op);
  bool needsRoom = !dispatch.guard ||
                   llvm::any_of(cut.getUsed(), [&](Value used) { return cut.isStored(used); });
  if (needsRoom && isDeviceBound(grid, written))
    return refuse("the device alone knows how many iterations there are");
  // Vectors have room for what the iterations of each loop append: those of one queue are no more
  // than there were, those of several would be counted several times.
  bool appends = !countAppends(grid).empty();
  if (appends && !dispatch.guard)
    return refuse("the iterations append elements");
  if (appends && demands.appendsInOrder)
    return refuse("the iterations append elements in their order");
  if (asksForOrder(grid))
    return refuse("the result depends on the order of the iterations");
  if (demands.isRepeatable && combinesFloats(grid))
    return refuse("the iterations combine floating-point numbers, whose order is to be the same in "
                  "all runs");
  if (grid.getBody().walk([](ReserveOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return refuse("the iterations reserve room in vectors");
  return cut.findObstacle();
}

//===------------------------------------------------------------------------------------------===//
// Whether workgroups can sort iterations
//===------------------------------------------------------------------------------------------===//

std::optional<Dispatch> vkmorph::vkm::findRegrouped(GridOp grid) {
  // Those of a grid that runs rounds are run by threads for one another, and nothing else is.
  if (grid->hasAttr(kDispatchAttr))
    return std::nullopt;
  for (Operation &op : grid.getBody().front())
    if (isDispatchedBy(&op, "workgroup"))
      return matchDispatch(&op);
  return std::nullopt;
}

bool vkmorph::vkm::isDispatchedBy(Operation *op, StringRef how) {
  auto planned = op->getAttrOfType<StringAttr>(kDispatchAttr);
  return planned && planned.getValue() == how;
}

Type vkmorph::vkm::getKeptType(Type type) {
  constexpr unsigned kWord = 32;
  auto number = dyn_cast<IntegerType>(type);
  if (!number || number.getWidth() >= kWord)
    return type;
  auto sign = number.isSigned() ? IntegerType::Signed : IntegerType::Unsigned;
  return IntegerType::get(type.getContext(), kWord, sign);
}

bool vkmorph::vkm::isShareable(Operation *from, Type type) {
  if (auto record = dyn_cast<RecordType>(type))
    return llvm::all_of(
        lookupRecord(from, record).getMembers().getAsRange<MemberAttr>(), [&](MemberAttr member) {
          return member.getType().isInteger(1) || isShareable(from, member.getType());
        });
  if (auto array = dyn_cast<ArrayType>(type))
    return isShareable(from, array.getElementType());
  Type number = isa<VecType, MatType>(type) ? getComponentType(type) : type;
  return number.isIntOrFloat() && number.getIntOrFloatBitWidth() >= 32;
}

int64_t vkmorph::vkm::getRegroupBytes(Dispatch dispatch, int64_t threads, int64_t turns) {
  constexpr int64_t kWord = 4;
  GridCut cut(cast<GridOp>(dispatch.op->getParentOp()), dispatch.op);
  int64_t ofIteration = kWord;
  for (Value used : cut.getUsed())
    if (cut.isStored(used))
      ofIteration += getSlotBytes(dispatch.op, getKeptType(getUsedType(used)));
  // Two numbers for each way and for iterations that go none, and whether ways differ.
  return threads * turns * ofIteration + (2 * (dispatch.getNumWays() + 1) + 1) * kWord;
}

/// Whether the part of an iteration behind the cut reads or writes memory that the part before it
/// writes: two threads would have to see it.
static bool sharesMemory(GridOp grid, Operation *at) {
  EffectSet first, second;
  for (Operation &op : grid.getBody().front())
    (at->isBeforeInBlock(&op) || &op == at ? second : first).add(getEffects(&op));
  return llvm::any_of(first.writes, [&](const Root &root) {
    bool isLocal = root.value && root.value.getDefiningOp<VarOp>();
    return !isLocal && (second.readsAny(root) || second.writesAny(root));
  });
}

std::optional<DispatchObstacle> vkmorph::vkm::findRegroupObstacle(Dispatch dispatch) {
  if (std::optional<DispatchObstacle> obstacle = findPlaceObstacle(dispatch))
    return obstacle;
  auto refuse = [&](const Twine &why) {
    return DispatchObstacle{why.str(), dispatch.op->getLoc()};
  };
  auto grid = cast<GridOp>(dispatch.op->getParentOp());
  if (std::string why = findSharingObstacle(grid, Shared::Iterations, {}); !why.empty())
    return refuse(why);
  if (sharesMemory(grid, dispatch.op))
    return refuse("what an iteration does behind the call depends on memory that it writes before");
  GridCut cut(grid, dispatch.op);
  if (std::optional<DispatchObstacle> obstacle = cut.findObstacle())
    return obstacle;
  for (Value used : cut.getUsed())
    if (cut.isStored(used) && !isShareable(grid, getKeptType(getUsedType(used))))
      return refuse("a value with numbers of less than 32 bits lives across the call");
  return std::nullopt;
}
