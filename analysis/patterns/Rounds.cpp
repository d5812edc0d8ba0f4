//===- Rounds.cpp - Calls in loops of an iteration that threads run for one another -----------===//

#include "analysis/patterns/Rounds.h"

#include "analysis/patterns/Appends.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/HostCode.h"
#include "ir/Places.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

bool vkmorph::vkm::runsRounds(GridOp grid) { return isDispatchedBy(grid, "rounds"); }

SmallVector<Dispatch> vkmorph::vkm::collectDispatches(Operation *iteration) {
  SmallVector<Dispatch> found;
  iteration->walk([&](Operation *op) {
    if (std::optional<Dispatch> dispatch = matchDispatch(op))
      found.push_back(*dispatch);
  });
  return found;
}

bool vkmorph::vkm::isMeeting(Operation *op) { return isDispatchedBy(op, "workgroup"); }

int64_t vkmorph::vkm::getMostWays(Operation *iteration) {
  int64_t most = 0;
  for (Dispatch dispatch : collectDispatches(iteration))
    if (isMeeting(dispatch.op))
      most = std::max<int64_t>(most, dispatch.getNumWays());
  return most;
}

//===------------------------------------------------------------------------------------------===//
// What a choice is given
//===------------------------------------------------------------------------------------------===//

/// Whether a place is a variable of the iteration, or a part of one.
static bool isOfIteration(const Root &root) {
  if (!root.value)
    return false;
  auto argument = dyn_cast<BlockArgument>(root.value);
  return root.value.getDefiningOp<VarOp>() ||
         (argument && isa<LoopOpInterface>(argument.getOwner()->getParentOp()));
}

/// What the source calls a variable, a member or an array.
static std::string spellRoot(const Root &root) {
  if (root.value) {
    if (auto variable = root.value.getDefiningOp<VarOp>())
      return variable.getName().str();
    if (auto argument = dyn_cast<BlockArgument>(root.value))
      if (auto loop = dyn_cast<ForOp>(argument.getOwner()->getParentOp()))
        return loop.getName().str();
  }
  return getRootName(root).str();
}

/// What shared memory has of a value of that type in a round: bools as they are.
static Type getSharedType(Type type) { return type.isInteger(1) ? type : getKeptType(type); }

/// Whether it can hold what getSharedType gives.
static bool canHold(Operation *from, Type type) {
  return type.isInteger(1) || isShareable(from, type);
}

namespace {
/// Finds the parts of what a choice uses that differ between threads.
class PartFinder {
public:
  PartFinder(Dispatch dispatch, Operation *iteration)
      : m_dispatch(dispatch), m_iteration(iteration), m_effects(getEffects(dispatch.op)),
        m_all(getEffects(iteration)) {}
  RoundParts run();

private:
  void use(Value value, StringRef name);
  void keep(Value value, const std::string &name);
  bool isCommon(Value value);
  bool isFresh(LoadOp load);

  Dispatch m_dispatch;
  Operation *m_iteration;
  EffectSet m_effects, m_all;
  RoundParts m_parts;
};
} // namespace

/// Whether all threads of a workgroup compute a value alike, from what they all know.
bool PartFinder::isCommon(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !m_iteration->isProperAncestor(op))
    return !isa_and_nonnull<GridOp>(value.getParentBlock()->getParentOp()) &&
           !isa<LoopOpInterface>(value.getParentBlock()->getParentOp());
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    return root.symbol && !isInBuffer(load.getRef()) && !m_all.writesAny(root) &&
           isCommon(load.getRef());
  }
  return op->hasTrait<VkmExpression>() && !isa<CallOp>(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isCommon(operand); });
}

/// Whether memory holds at the choice what was read for it: another thread may read it there.
bool PartFinder::isFresh(LoadOp load) {
  bool isAsked = !m_dispatch.dispatcher && load == m_dispatch.choice.getValue().getDefiningOp();
  return (isAsked || isa<RecordType>(load.getType())) && !isOfIteration(getRoot(load.getRef())) &&
         !m_all.writesAny(getRoot(load.getRef()));
}

void PartFinder::keep(Value value, const std::string &name) {
  bool isPlace = isa<RefType>(value.getType());
  PlacePath path = isPlace ? getPlacePath(value) : PlacePath();
  for (RoundParts::Kept &other : m_parts.kept)
    if (other.value == value)
      return;
  std::string shared = name + "Kept";
  // Two values of one name are two.
  while (llvm::any_of(m_parts.kept, [&](auto &other) { return other.name == shared; }))
    shared += '_';
  m_parts.kept.push_back({value, shared, getSharedType(getUsedType(value)),
                          isPlace && m_effects.writesAny(path.root)});
}

/// A value or place that the choice uses and that comes from outside of it.
void PartFinder::use(Value value, StringRef name) {
  Operation *op = value.getDefiningOp();
  if (isCommon(value))
    return;
  if (isa<RefType>(value.getType()) && isOfIteration(getRoot(value)))
    return keep(value, name.empty() ? spellRoot(getRoot(value)) : name.str());
  auto load = dyn_cast_or_null<LoadOp>(op);
  bool isMadeAgain = isa<RefType, PtrType>(value.getType()) || (load && isFresh(load));
  if (!isMadeAgain) {
    std::string own = name.empty() ? getUsedName(value).str() : name.str();
    if (auto argument = dyn_cast<BlockArgument>(value))
      if (auto grid = dyn_cast<GridOp>(argument.getOwner()->getParentOp()))
        own = grid.getCounterName(argument.getArgNumber()).str();
    return keep(value, own);
  }
  for (Value operand : op->getOperands())
    use(operand, isa<OpResult>(operand) && !operand.getDefiningOp<LoadOp>() ? "object" : "");
}

RoundParts PartFinder::run() {
  Operation *op = m_dispatch.op;
  if (auto call = dyn_cast<CallOp>(op)) {
    for (auto [index, operand] : llvm::enumerate(call.getOperands()))
      use(operand, argName(m_dispatch.dispatcher, index));
    if (call->getNumResults() != 0 && !call->use_empty()) {
      m_parts.result = call->getResult(0);
      m_parts.resultType = getSharedType(m_parts.result.getType());
      m_parts.resultName = m_dispatch.getName().str() + "Result";
      m_parts.resultName.front() = StringRef(m_parts.resultName).take_front().lower().front();
    }
    return m_parts;
  }
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isProperAncestor(operand.getParentBlock()->getParentOp()) &&
          operand.getParentBlock()->getParentOp() != op)
        use(operand, "");
  });
  return m_parts;
}

RoundParts vkmorph::vkm::describeRound(Dispatch dispatch, Operation *iteration) {
  return PartFinder(dispatch, iteration).run();
}

int64_t vkmorph::vkm::getRoundsBytes(GridOp grid, int64_t threads) {
  constexpr int64_t kWord = 4;
  // Choices share the arrays of one name and type.
  llvm::MapVector<std::pair<StringAttr, Type>, int64_t> arrays;
  auto add = [&](StringRef name, Type type) {
    arrays[{StringAttr::get(grid.getContext(), name), type}] = getSlotBytes(grid, type);
  };
  for (Dispatch dispatch : collectDispatches(grid)) {
    if (!isMeeting(dispatch.op))
      continue;
    RoundParts parts = describeRound(dispatch, grid);
    for (const RoundParts::Kept &kept : parts.kept)
      add(kept.name, kept.type);
    if (parts.result)
      add(parts.resultName, parts.resultType);
  }
  int64_t ofThread = kWord; // the order
  for (auto &[key, bytes] : arrays)
    ofThread += bytes;
  // How many go each way and none, which round it is, and in which one ways differed.
  return threads * ofThread + (getMostWays(grid) + 3) * kWord;
}

//===------------------------------------------------------------------------------------------===//
// Obstacles
//===------------------------------------------------------------------------------------------===//

/// Whether threads that come to a value side by side all have the same: it is made of what no
/// iteration changes, and of counters of loops that all begin alike.
static bool isAlike(Value value, GridOp grid, const EffectSet &effects) {
  auto isAlikeToo = [&](Value other) { return isAlike(other, grid, effects); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<ForOp>(argument.getOwner()->getParentOp());
    std::optional<CountedLoop> counted = loop ? matchCountedLoop(loop) : std::nullopt;
    if (loop)
      return counted && isAlikeToo(loop.getInit()) && isAlikeToo(counted->amount);
    return !isa<GridOp>(argument.getOwner()->getParentOp());
  }
  Operation *op = value.getDefiningOp();
  if (!grid->isProperAncestor(op))
    return true;
  if (auto variable = dyn_cast<VarOp>(op))
    return variable.getInit() && keepsInitialValue(variable) && isAlikeToo(variable.getInit());
  if (auto load = dyn_cast<LoadOp>(op))
    return isAlikeToo(load.getRef()) &&
           (isOfIteration(getRoot(load.getRef())) || !effects.writesAny(getRoot(load.getRef())));
  return op->hasTrait<VkmExpression>() && !isa<CallOp>(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), isAlikeToo);
}

PatternCut vkmorph::vkm::cutRounds(GridOp grid, const OrderDemands &demands) {
  return PatternCut(grid, [&](Operation *op) { return isLeftByRounds(op, demands); });
}

std::optional<DispatchObstacle> vkmorph::vkm::findRoundsObstacle(GridOp grid, const PatternCut &cut,
                                                                 const llvm::StringSet<> &written,
                                                                 const OrderDemands &demands) {
  std::string why = findSharingObstacle(grid, Shared::Calls, demands);
  if (!why.empty())
    return DispatchObstacle{why, grid.getLoc()};
  if (cut.isNeeded() && isDeviceBound(grid, written))
    return DispatchObstacle{"the device alone knows how many iterations there are", grid.getLoc()};
  return cut.findObstacle("threads that run calls for one another");
}

/// Of memory that other threads would have to see.
static std::string findMemoryObstacle(Dispatch dispatch, GridOp grid) {
  EffectSet all = getEffects(grid), own = getEffects(dispatch.op);
  for (const Root &root : own.writes)
    if (!isOfIteration(root))
      return "it writes '" + spellRoot(root) + "', which another thread would do for it";
  for (const Root &root : own.reads)
    if (!isOfIteration(root) && all.writesAny(root))
      return "it reads '" + spellRoot(root) +
             "', which the iterations write, and another thread would do that for it";
  return "";
}

std::optional<DispatchObstacle> vkmorph::vkm::findRoundObstacle(Dispatch dispatch, GridOp grid) {
  auto refuse = [&](const Twine &why) {
    return DispatchObstacle{why.str(), dispatch.op->getLoc()};
  };
  for (Region *region = dispatch.op->getParentRegion(); region != &grid.getBody();
       region = region->getParentRegion()) {
    if (!holdsStatements(*region))
      return refuse("it stands in a part of an expression that may be left out");
    if (matchDispatch(region->getParentOp()))
      return refuse("it stands in a way of another choice");
  }
  if (isAlike(getChoosing(dispatch), grid, getEffects(grid)))
    return refuse("all iterations call the same object");
  if (std::string why = findMemoryObstacle(dispatch, grid); !why.empty())
    return refuse(why);
  if (mayJumpOut(dispatch.op))
    return refuse("its ways leave the loop");
  RoundParts parts = describeRound(dispatch, grid);
  for (const RoundParts::Kept &kept : parts.kept) {
    if (!canHold(grid, kept.type))
      return refuse("'" + getUsedName(kept.value).str() +
                    "' is given to it, and shared memory holds no such value");
    if (!kept.isPlace())
      continue;
    for (const RoundParts::Kept &other : parts.kept)
      if (&other != &kept && other.isPlace() && (kept.isWritten || other.isWritten) &&
          getPlacePath(kept.value).overlaps(getPlacePath(other.value)))
        return refuse("it is given '" + spellRoot(getRoot(kept.value)) + "' twice, and changes it");
  }
  if (parts.result && !canHold(grid, parts.resultType))
    return refuse("shared memory holds no value of the kind that it gives");
  return std::nullopt;
}
