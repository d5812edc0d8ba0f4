//===- RunningCandidates.cpp - The places of a grid that may be running totals ----------------===//

#include "passes/recognise/RunningCandidates.h"

#include "analysis/patterns/LinearStates.h"
#include "analysis/patterns/ReachedStates.h"
#include "analysis/patterns/RunningStates.h"
#include "analysis/values/ValueRanges.h"
#include "ir/Constants.h"
#include "ir/HostCode.h"
#include "transforms/DecidingSlice.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// On reads of a total in a copy of the grid: they belong to what combines it.
static constexpr llvm::StringLiteral kOwnReadAttr = "vkm.own_read";

// Why no scan computes a total.
static constexpr llvm::StringLiteral kDependent = "what it is combined with depends on it";
static constexpr llvm::StringLiteral kReadLate =
    "what it is combined with is read behind a change of it by the same iteration; keep it in a "
    "local variable before";

namespace {
/// Looks for them in one grid.
class CandidateFinder {
public:
  explicit CandidateFinder(GridOp grid) : grid(grid) {}
  void collect();
  void judge();

  std::vector<RunningCandidate> candidates;

private:
  using Others = llvm::DenseMap<Operation *, size_t>;
  void findSystems();
  bool makeSystem(const llvm::SmallBitVector &members);
  std::string findPlaceObstacle(const RunningCandidate &candidate);
  std::string findObstacle(RunningCandidate &candidate);
  GridOp makeSlice(ArrayRef<RunningCandidate *> own, Others &others,
                   SmallVectorImpl<RunningShareOp> &shares);
  std::string lookAtSlice(RunningCandidate &candidate);
  std::string lookAtSlice(ArrayRef<RunningCandidate *> system);
  void collectNeeds(GridOp slice, RunningCandidate &candidate, const Others &others);
  void judgeSystems();

  GridOp grid;
  unsigned numSystems = 0;
};
} // namespace

std::optional<SmallVector<int64_t>>
vkmorph::vkm::findStatesFromStart(GridOp grid, const PlacePath &path, Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  Value start = integer && integer.getWidth() <= 32 ? findValueBefore(grid, path) : Value();
  std::optional<IntegerRange> range = start ? findRange(start) : std::nullopt;
  if (!range || range->most - range->least >= int64_t(RunningOp::kMaxStates))
    return std::nullopt;
  SmallVector<int64_t> starts;
  for (int64_t state = range->least; state <= range->most; ++state)
    starts.push_back(state);
  return findReachedStates(grid, path, starts);
}

static void findFromStart(GridOp grid, RunningCandidate &candidate) {
  Type type = cast<RefType>(candidate.getPlace().getType()).getPointee();
  candidate.states = findStatesFromStart(grid, candidate.path, type);
  candidate.isClosed = candidate.states.has_value();
}

/// The law that all writes of a place follow; nothing where there is none.
static std::optional<RunningLaw> findLaw(const RunningCandidate &candidate) {
  if (candidate.steps.size() != candidate.writes.size())
    return std::nullopt;
  return findRunningLaw(candidate.steps);
}

/// The places that a grid updates, with what writes them.
void CandidateFinder::collect() {
  auto parent = grid->getParentOfType<ClassOp>();
  grid.walk([&](Operation *op) {
    if (!isa<AssignOp, UpdateOp>(op))
      return;
    PlacePath path = getPlacePath(op->getOperand(0));
    FieldOp field = path.root.symbol ? parent.lookupField(path.root.symbol.getValue()) : FieldOp();
    if (!field || field.getVectorElement() || field.getSizeOf() || !path.isExact())
      return;
    auto known = llvm::find_if(candidates,
                               [&](const RunningCandidate &other) { return other.path == path; });
    if (known == candidates.end())
      known = candidates.insert(candidates.end(), RunningCandidate{path, {}, {}, {}, {}});
    known->writes.push_back(op);
    if (std::optional<RunningStep> step = matchRunningStep(op, {op->getOperand(0), path}))
      known->steps.push_back(*step);
  });
  for (RunningCandidate &candidate : candidates) {
    candidate.states = findStates(candidate.writes, candidate.path);
    if (!candidate.states && candidate.steps.size() != candidate.writes.size())
      findFromStart(grid, candidate);
  }
  findSystems();
  // Without a read of its own a place is a reduction; without a law it is neither.
  llvm::erase_if(candidates, [&](RunningCandidate &candidate) {
    if (candidate.system || !candidate.obstacle.empty())
      return false;
    if (candidate.steps.size() != candidate.writes.size()) {
      candidate.law.hasStates = candidate.states.has_value();
      return !candidate.law.hasStates;
    }
    bool isRead =
        isa_and_nonnull<LoadOp>(findOtherAccess(grid, candidate.path, candidate.getMatches()));
    std::optional<RunningLaw> law = findRunningLaw(candidate.steps);
    if (law)
      candidate.law = *law;
    else
      candidate.obstacle = "it is combined by different operations";
    // No reduction sets what it combines, nor multiplies it in between.
    return !isRead && (!law || law->isCommutative() || law->latest);
  });
}

SmallVector<Value> vkmorph::vkm::findLvalues(Operation *scope, const PlacePath &path,
                                             bool overlaps) {
  SmallVector<Value> lvalues;
  scope->walk([&](Operation *op) {
    if (!isa<FieldRefOp, MemberOp, ElementOp>(op))
      return;
    PlacePath own = getPlacePath(op->getResult(0));
    if (overlaps ? own.overlaps(path) && !(own == path) : own == path)
      lvalues.push_back(op->getResult(0));
  });
  return lvalues;
}

bool vkmorph::vkm::isAccessedOtherwise(GridOp grid, const PlacePath &path) {
  for (Value lvalue : findLvalues(grid, path, /*overlaps=*/true))
    for (Operation *user : lvalue.getUsers())
      if (!isa<MemberOp, ElementOp>(user))
        return true;
  return false;
}

/// Marks the reads of a total that its steps account for, in a copy that is still whole: of a part
/// of it a statement may have the form of another step.
static void markOwnReads(GridOp slice, const PlacePath &path) {
  slice.walk([&](Operation *op) {
    if (isa<AssignOp, UpdateOp>(op) && getPlacePath(op->getOperand(0)) == path)
      if (std::optional<RunningStep> step = matchRunningStep(op, {op->getOperand(0), path}))
        for (LoadOp load : step->match.loads)
          load->setAttr(kOwnReadAttr, UnitAttr::get(load.getContext()));
  });
}

/// Whether functions that are called in what is left of a copy read or write a total.
static bool isAccessedByCalls(GridOp slice, const PlacePath &path) {
  return slice
      .walk([&](CallOp call) {
        EffectSet effects = getEffects(call);
        bool accesses =
            effects.readsAny(path.root) || effects.writesAny(path.root) || effects.ordered;
        return accesses ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool vkmorph::vkm::isUsedByCalls(GridOp grid, const Root &root) {
  return grid
      .walk([&](CallOp call) {
        EffectSet effects = getEffects(call);
        bool accesses = effects.readsAny(root) || effects.writesAny(root);
        return accesses ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

std::optional<SmallVector<LoadOp>> vkmorph::vkm::findReadsBeside(GridOp grid, AssignOp assign) {
  PlacePath path = getPlacePath(assign.getRef());
  auto parent = grid->getParentOfType<ClassOp>();
  FieldOp field = path.root.symbol ? parent.lookupField(path.root.symbol.getValue()) : FieldOp();
  if (!field || field.getVectorElement() || field.getSizeOf() || !path.isExact() ||
      !isa<IntegerType, FloatType>(assign.getValue().getType()) ||
      isAccessedOtherwise(grid, path) || isUsedByCalls(grid, path.root))
    return std::nullopt;
  SmallVector<LoadOp> reads;
  for (Value lvalue : findLvalues(grid, path, /*overlaps=*/false))
    for (Operation *user : lvalue.getUsers())
      if (auto load = dyn_cast<LoadOp>(user))
        reads.push_back(load);
      else if (user != assign)
        return std::nullopt;
  return reads;
}

/// Whether something that is left of a copy reads a total beside its steps.
static bool isReadBesideSteps(GridOp slice, const PlacePath &path) {
  return isAccessedByCalls(slice, path) ||
         slice
             .walk([&](LoadOp load) {
               bool reads =
                   getPlacePath(load.getRef()).overlaps(path) && !load->hasAttr(kOwnReadAttr);
               return reads ? WalkResult::interrupt() : WalkResult::advance();
             })
             .wasInterrupted();
}

/// Whether a name that was bound in front of the grid leads to an access.
static bool isAccessedByReference(GridOp grid, const PlacePath &path) {
  return grid
      .walk([&](Operation *op) {
        if (!isa<LoadOp, AssignOp, UpdateOp>(op))
          return WalkResult::advance();
        Value place = op->getOperand(0);
        bool isOutside = !place.getDefiningOp() || !grid->isAncestor(place.getDefiningOp());
        return isOutside && getPlacePath(place).overlaps(path) ? WalkResult::interrupt()
                                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether something that is left of a copy reads a place or a part of it.
static bool isLoaded(GridOp slice, const PlacePath &path) {
  return slice
      .walk([&](LoadOp load) {
        return getPlacePath(load.getRef()).overlaps(path) ? WalkResult::interrupt()
                                                          : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Notes which other totals decide on what is left of the copy, in which they are variables.
void CandidateFinder::collectNeeds(GridOp slice, RunningCandidate &candidate,
                                   const Others &others) {
  llvm::DenseSet<size_t> left;
  for (VarOp variable : slice.getBody().front().getOps<VarOp>())
    if (auto known = others.find(variable); known != others.end())
      left.insert(known->second);
  candidate.needs.clear();
  for (auto [index, other] : llvm::enumerate(candidates)) {
    bool isNeeded = left.contains(index);
    if (&other != &candidate)
      isNeeded |= isAccessedByCalls(slice, other.path) || isLoaded(slice, other.path);
    if (isNeeded)
      candidate.needs.push_back(index);
  }
}

/// What is left of the copy must not read the total but where it combines, nor what the iteration
/// has changed.
static std::string findDependence(GridOp slice, RunningShareOp share, bool hasStates) {
  PlacePath own = getPlacePath(share.getRef());
  if (hasStates ? isAccessedByCalls(slice, own) : isReadBesideSteps(slice, own))
    return kDependent.str();
  std::string obstacle;
  slice.walk([&](Operation *op) {
    if (takeLateMark(op))
      obstacle = kReadLate;
  });
  return obstacle;
}

/// Makes a copy of the grid of which only what the iterations give to some totals is left. There
/// the others are variables of the iteration.
GridOp CandidateFinder::makeSlice(ArrayRef<RunningCandidate *> own, Others &others,
                                  SmallVectorImpl<RunningShareOp> &shares) {
  OpBuilder builder(grid);
  auto slice = cast<GridOp>(builder.clone(*grid));
  builder.setInsertionPointToStart(&slice.getBody().front());
  auto replace = [&](const PlacePath &path, Value place) {
    for (Value lvalue : findLvalues(slice, path, /*overlaps=*/false))
      lvalue.replaceAllUsesWith(place);
  };
  for (auto [index, other] : llvm::enumerate(candidates)) {
    if (llvm::is_contained(own, &other))
      continue;
    auto variable =
        builder.create<VarOp>(grid.getLoc(), other.getPlace().getType(), "other", Value());
    others[variable] = index;
    replace(other.path, variable.getRef());
  }
  for (RunningCandidate *candidate : own) {
    const PlacePath &path = candidate->path;
    shares.push_back(builder.create<RunningShareOp>(
        grid.getLoc(), candidate->getPlace().getType(), RunningPart::Value,
        path.root.symbol.getValue(),
        path.path.empty() ? ArrayAttr() : builder.getArrayAttr(path.path)));
    replace(path, shares.back().getRef());
    markOwnReads(slice, getPlacePath(shares.back().getRef()));
  }
  markLate(slice.getBody(), {});
  keepDeciding(slice.getBody());
  return slice;
}

std::string CandidateFinder::lookAtSlice(RunningCandidate &candidate) {
  Others others;
  SmallVector<RunningShareOp> shares;
  GridOp slice = makeSlice(&candidate, others, shares);
  collectNeeds(slice, candidate, others);
  std::string obstacle = findDependence(slice, shares.front(), candidate.law.hasStates);
  slice.erase();
  return obstacle;
}

/// Of totals that depend on each other linearly, nothing else of them may be read.
std::string CandidateFinder::lookAtSlice(ArrayRef<RunningCandidate *> system) {
  Others others;
  SmallVector<RunningShareOp> shares;
  GridOp slice = makeSlice(system, others, shares);
  SmallVector<PlacePath> states = llvm::map_to_vector(
      shares, [](RunningShareOp share) { return getPlacePath(share.getRef()); });
  std::optional<LinearSystem> found = findLinearSystem(slice.getBody(), states);
  std::string obstacle;
  for (auto [index, candidate] : llvm::enumerate(system)) {
    collectNeeds(slice, *candidate, others);
    llvm::erase_if(candidate->needs,
                   [&](size_t need) { return llvm::is_contained(system, &candidates[need]); });
    if (!found || isAccessedByCalls(slice, states[index])) {
      obstacle = kDependent;
      continue;
    }
    candidate->multiples.clear();
    for (unsigned multiple : found->multiples[index].set_bits())
      candidate->multiples.push_back(multiple);
  }
  slice.walk([&](Operation *op) {
    if (takeLateMark(op) && obstacle.empty())
      obstacle = kReadLate;
    if (auto load = dyn_cast<LoadOp>(op); load && found && !found->reads.contains(op))
      for (const PlacePath &place : found->places)
        if (place.overlaps(getPlacePath(load.getRef())))
          obstacle = "a condition or an index by which it changes depends on it";
  });
  slice.erase();
  return obstacle;
}

/// Why a total that is held between bounds is not computed in another order.
static std::string findBoundObstacle(GridOp grid, const RunningCandidate &candidate, Type type) {
  if (!candidate.law.bounded)
    return "";
  if (type.isUnsignedInteger() && HeldRanges(grid, candidate.path, type).mayWrap())
    return "it is held between bounds, and unsigned numbers wrap around in front of them; use an "
           "int";
  if (!candidate.law.scales)
    return "";
  if (isa<IntegerType>(type))
    return "it is an integer that is multiplied and held between bounds; use a float";
  bool adds = false, grows = false;
  for (const auto &[write, step] : llvm::zip(candidate.writes, candidate.steps)) {
    Target target{write->getOperand(0), candidate.path};
    grows |= getGrowth(write, target) == Growth::Always;
    if (auto changes = matchChanges(write, target))
      for (const Change &change : *changes)
        adds |= !change.kind || *change.kind == RunningChange::Add ||
                *change.kind == RunningChange::Subtract;
  }
  return adds && grows ? "it is multiplied by more than 1, added to and held between bounds" : "";
}

/// Why no variable of the iteration can take a total's place.
std::string CandidateFinder::findPlaceObstacle(const RunningCandidate &candidate) {
  if (isAccessedOtherwise(grid, candidate.path))
    return "the loop accesses it with what is beside it, too; keep it in a variable of its own";
  if (isUsedByCalls(grid, candidate.path.root))
    return "a function that the loop calls accesses it; pass it the value";
  if (isAccessedByReference(grid, candidate.path))
    return "a reference in front of the loop names it; use its own name in the loop";
  return "";
}

/// Whether a condition on a total's own value holds it between bounds: `if (t < 9) t++;`, where it
/// counts by ones or is set.
static bool isHeldByCondition(GridOp grid, const RunningCandidate &candidate) {
  MultipleOf own(candidate.path);
  bool isHeld = false;
  for (const auto &[write, step] : llvm::zip(candidate.writes, candidate.steps)) {
    bool counts = step.kind == StepKind::Combine && step.match.kind == ReduceKind::Add &&
                  llvm::all_of(step.match.terms, [](const Term &term) {
                    return std::abs(getConstantInt(term.value).value_or(0)) == 1;
                  });
    if (!counts && step.kind != StepKind::Restart)
      return false;
    for (Operation *op = write; op != grid; op = op->getParentOp())
      if (auto branch = dyn_cast<IfOp>(op->getParentOp()))
        isHeld |= counts && !own.findReads(branch.getCondition()).empty();
  }
  return isHeld;
}

/// Why a scan does not compute a place that the grid combines values with and reads.
std::string CandidateFinder::findObstacle(RunningCandidate &candidate) {
  Type type = cast<RefType>(candidate.getPlace().getType()).getPointee();
  if (!candidate.obstacle.empty())
    return candidate.obstacle;
  for (const RunningStep &step : candidate.steps)
    if (step.match.function)
      return "a function combines it with a value";
  if (!isa<IntegerType, FloatType>(type))
    return "it is no number; keep its parts in variables of their own";
  if (type.getIntOrFloatBitWidth() < 32 && !candidate.law.hasStates)
    return "it has fewer than 32 bits; use an int";
  if (std::string why = findBoundObstacle(grid, candidate, type); !why.empty())
    return why;
  std::string why = findPlaceObstacle(candidate);
  if (!why.empty())
    return why;
  why = lookAtSlice(candidate);
  if (why.empty() || candidate.law.hasStates || !isHeldByCondition(grid, candidate))
    return why;
  std::string start = findValueBefore(grid, candidate.path)
                          ? ""
                          : "set it in front of the loop (t = std::clamp(t, 0, 9)), or ";
  return "a condition on its own value decides on it; " + start +
         "hold it between bounds by std::min, std::max or std::clamp instead, as an int or a float "
         "(t = std::min(t + 1, 9))";
}

//===------------------------------------------------------------------------------------------===//
// Systems
//===------------------------------------------------------------------------------------------===//

/// Whether a total is a number that a system may have.
static bool fitsSystem(const RunningCandidate &candidate) {
  Type type = cast<RefType>(candidate.getPlace().getType()).getPointee();
  return isa<IntegerType, FloatType>(type) && type.getIntOrFloatBitWidth() >= 32 &&
         llvm::none_of(candidate.writes, [&](Operation *write) {
           return cast<RefType>(write->getOperand(0).getType()).getPointee() != type;
         });
}

/// Gives some totals the number of a system, if each iteration makes sums of multiples of them.
bool CandidateFinder::makeSystem(const llvm::SmallBitVector &members) {
  SmallVector<PlacePath> states;
  Type type = candidates[members.find_first()].getPlace().getType();
  for (unsigned member : members.set_bits()) {
    states.push_back(candidates[member].path);
    if (candidates[member].getPlace().getType() != type)
      return false;
  }
  if (states.size() > RunningOp::kMaxSystem || !findLinearSystem(grid.getBody(), states))
    return false;
  for (unsigned member : members.set_bits())
    candidates[member].system = numSystems;
  ++numSystems;
  return true;
}

/// Finds totals that are made of each other. What only keeps a value for them (`x1 = x[i]`) is one
/// of theirs where there is room, and needs no loop of its own then.
void CandidateFinder::findSystems() {
  size_t count = candidates.size();
  SmallVector<PlacePath> paths = llvm::map_to_vector(
      candidates, [](const RunningCandidate &candidate) { return candidate.path; });
  SmallVector<llvm::SmallBitVector> reached = findDependences(grid.getBody(), paths);
  for (size_t index = 0; index < count; ++index) // what cannot be one leads no further
    if (!fitsSystem(candidates[index]))
      reached[index].reset();
  for (size_t between = 0; between < count; ++between)
    for (size_t from = 0; from < count; ++from)
      if (reached[from].test(between))
        reached[from] |= reached[between];
  for (size_t index = 0; index < count; ++index) {
    RunningCandidate &candidate = candidates[index];
    bool hasSteps = candidate.steps.size() == candidate.writes.size();
    if (candidate.system || !candidate.obstacle.empty() || !reached[index].test(index))
      continue;
    llvm::SmallBitVector members(count), delays(count);
    for (unsigned other : reached[index].set_bits()) {
      std::optional<RunningLaw> law = findLaw(candidates[other]);
      if (reached[other].test(index))
        members.set(other);
      else if (fitsSystem(candidates[other]) && !candidates[other].system && law && law->latest)
        delays.set(other);
    }
    bool areStates = llvm::all_of(
        members.set_bits(), [&](unsigned member) { return candidates[member].states.has_value(); });
    if (areStates || (members.count() == 1 && hasSteps) || makeSystem(members | delays) ||
        makeSystem(members) || members.count() <= RunningOp::kMaxSystem)
      continue;
    for (unsigned member : members.set_bits())
      candidates[member].obstacle = "it is one of " + std::to_string(members.count()) +
                                    " states that depend on each other, of which a scan takes " +
                                    std::to_string(RunningOp::kMaxSystem) +
                                    "; make loops one after the other of them";
  }
}

/// What becomes of a system in the copy. One that is none is left to what each of its totals is.
void CandidateFinder::judgeSystems() {
  for (unsigned number = 0; number < numSystems; ++number) {
    SmallVector<RunningCandidate *> system;
    std::string obstacle;
    for (RunningCandidate &candidate : candidates)
      if (candidate.system == number) {
        system.push_back(&candidate);
        if (obstacle.empty())
          obstacle = findPlaceObstacle(candidate);
      }
    if (obstacle.empty())
      obstacle = lookAtSlice(system);
    if (obstacle.empty())
      continue;
    for (RunningCandidate *candidate : system) {
      candidate->system.reset();
      if (std::optional<RunningLaw> law = findLaw(*candidate))
        candidate->law = *law;
      else
        candidate->obstacle = obstacle;
    }
  }
}

void CandidateFinder::judge() {
  judgeSystems();
  for (RunningCandidate &candidate : candidates) {
    if (candidate.system)
      continue;
    candidate.obstacle = findObstacle(candidate);
    if (candidate.obstacle.empty() || candidate.law.hasStates)
      continue;
    if (!candidate.states)
      findFromStart(grid, candidate);
    if (!candidate.states)
      continue;
    // What its own value decides on may still be one of a few.
    RunningLaw law = candidate.law;
    std::string obstacle = candidate.obstacle;
    candidate.law = RunningLaw();
    candidate.law.hasStates = true;
    candidate.obstacle.clear();
    candidate.obstacle = findObstacle(candidate);
    if (candidate.obstacle.empty())
      continue;
    candidate.law = law;
    candidate.obstacle = obstacle;
  }
}

std::string vkmorph::vkm::nameVariable(GridOp grid, const PlacePath &path) {
  if (!path.path.empty()) {
    if (auto member = dyn_cast<StringAttr>(path.path.back()))
      return member.getValue().str();
    PlacePath array = path;
    array.path.pop_back();
    auto index = dyn_cast<IntegerAttr>(path.path.back());
    return nameVariable(grid, array) + (index ? std::to_string(index.getInt()) : "");
  }
  StringRef symbol = path.root.symbol.getValue();
  FieldOp field = grid->getParentOfType<ClassOp>().lookupField(symbol);
  auto local = field->getAttrOfType<StringAttr>(kLocalNameAttr);
  return local ? local.getValue().str() : symbol.rtrim('_').str();
}

std::string vkmorph::vkm::nameTotal(GridOp grid, const RunningCandidate &candidate) {
  return nameVariable(grid, candidate.path);
}

std::vector<RunningCandidate> vkmorph::vkm::findRunningCandidates(GridOp grid) {
  CandidateFinder finder(grid);
  finder.collect();
  finder.judge();
  return std::move(finder.candidates);
}
