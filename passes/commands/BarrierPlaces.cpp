//===- BarrierPlaces.cpp - Where barriers stand between commands, and why ---------------------===//

#include "passes/commands/BarrierPlaces.h"

#include "analysis/commands/CommandFlow.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

#include <array>
#include <map>
#include <set>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

llvm::StringRef Hazard::getResource() const {
  return isOtherMember ? llvm::StringRef("class data") : llvm::StringRef(resource.name);
}

/// The members of the class data block count as one resource: a descriptor covers the whole block,
/// and that is what synchronisation validation and drivers see.
static Resource getGroup(const Resource &resource) {
  return resource.kind == Resource::Field ? Resource{Resource::Field, {}} : resource;
}

namespace {

/// The barriers on the ways from an access to here, by their numbers.
struct Barriers {
  llvm::SmallSetVector<unsigned, 2> first; ///< the first one of each way
  llvm::SmallSetVector<unsigned, 4> all;   ///< those that stand on every way, in their order

  bool join(const Barriers &other) {
    bool changes = false;
    for (unsigned barrier : other.first)
      changes |= first.insert(barrier);
    changes |= all.remove_if([&](unsigned barrier) { return !other.all.contains(barrier); });
    return changes;
  }
};

/// The accesses that later commands may conflict with. Accesses have numbers: those of all commands
/// in their order.
struct Pending {
  llvm::BitVector accesses;
  llvm::BitVector open;   ///< there is a way without a barrier
  llvm::BitVector behind; ///< on each way another member was written since
  /// Of each access, where that is asked for; else empty.
  std::vector<Barriers> barriers;

  Pending(size_t numAccesses, bool asksForBarriers)
      : accesses(numAccesses), open(numAccesses), behind(numAccesses),
        barriers(asksForBarriers ? numAccesses : 0) {}

  void add(unsigned access) {
    accesses.set(access);
    open.set(access);
    behind.reset(access);
    if (!barriers.empty())
      barriers[access] = {};
  }
  void remove(unsigned access) {
    accesses.reset(access);
    open.reset(access);
    behind.reset(access);
  }
  void pass(unsigned barrier) {
    if (!barriers.empty())
      for (unsigned access : accesses.set_bits()) {
        if (open[access])
          barriers[access].first.insert(barrier);
        barriers[access].all.insert(barrier);
      }
    open.reset();
  }
  bool join(const Pending &other) {
    bool changes = false;
    auto without = [](llvm::BitVector bits, const llvm::BitVector &others) {
      return bits.reset(others);
    };
    llvm::BitVector added = without(other.accesses, accesses);
    for (size_t access = 0; access < barriers.size(); ++access)
      if (added[access])
        barriers[access] = other.barriers[access];
      else if (other.accesses[access])
        changes |= barriers[access].join(other.barriers[access]);
    changes |= added.any() || without(other.open, open).any();
    open |= other.open;
    // Not behind any more: what is not behind there, though it comes from there.
    llvm::BitVector notBehind = without(other.accesses, other.behind);
    changes |= behind.anyCommon(notBehind);
    behind.reset(notBehind);
    added &= other.behind;
    behind |= added;
    accesses |= other.accesses;
    return changes;
  }
};

/// What stands in front of an operation.
using Places = llvm::DenseMap<Operation *, unsigned>;

/// A hazard with the barriers that may cover it.
struct OpenHazard {
  Hazard hazard;
  Barriers barriers;
};

/// Plays the commands of one body.
class Placement : CommandFlow<Pending> {
public:
  Placement(Block &body, ArrayRef<Command> commands, ArrayRef<Command> earlier)
      : body(body), numEarlier(earlier.size()) {
    for (const Command &command : llvm::concat<const Command>(earlier, commands)) {
      idAt[command.op] = all.size();
      firstAccess.push_back(accesses.size());
      all.push_back(&command);
      for (const ResourceAccess &access : command.accesses) {
        auto &group = groups[getGroup(access.resource)];
        group.push_back(accesses.size());
        accesses.push_back({unsigned(all.size()) - 1, &access, &group});
      }
    }
  }

  std::vector<PlacedBarrier> run();

private:
  /// What is done about a hazard that no barrier covers.
  enum class Mode { Complete, Check, Explain };

  void visit(Operation *op, Pending &state) override;
  void execute(unsigned id, Operation *op, Pending &state);
  bool meets(unsigned id, Pending &state);
  void note(unsigned before, const Barriers &barriers, unsigned after);
  void remember(unsigned id, Pending &state) const;
  void playAll(Mode wanted);

  void findChoices();
  void complete();
  void prune(ArrayRef<Operation *> kept = {}, bool backwards = false);
  bool tryPlaces(ArrayRef<Operation *> wanted);
  void search();
  uint64_t countExecuted(Block &block, bool atLeast) const;

  Block &body;
  unsigned numEarlier;
  std::vector<const Command *> all;
  struct Access {
    unsigned command;
    const ResourceAccess *access;
    const std::vector<unsigned> *group; ///< what synchronisation sees as one resource with it
  };
  std::vector<Access> accesses;
  std::vector<unsigned> firstAccess; ///< of each command
  std::map<Resource, std::vector<unsigned>> groups;
  llvm::DenseMap<Operation *, unsigned> idAt;
  llvm::DenseSet<Operation *> holders; ///< loops and branches that hold commands
  SmallVector<Operation *> choices;    ///< where a barrier may stand, if not on a straight line

  Mode mode = Mode::Check;
  bool isCovered = true;
  Places places;
  /// The hazards, in the order of the later and then of the earlier access.
  std::map<std::tuple<unsigned, unsigned, unsigned>, OpenHazard> hazards;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Playing
//===------------------------------------------------------------------------------------------===//

void Placement::visit(Operation *op, Pending &state) {
  if (auto place = places.find(op); place != places.end())
    state.pass(place->second);
  if (auto id = idAt.find(op); id != idAt.end())
    execute(id->second, op, state);
}

/// Whether a command meets an access that no barrier orders before it.
bool Placement::meets(unsigned id, Pending &state) {
  bool isOpen = false;
  unsigned number = firstAccess[id];
  for (const ResourceAccess &access : all[id]->accesses) {
    for (unsigned other : *accesses[number].group) {
      if (!state.accesses[other])
        continue;
      const ResourceAccess &before = *accesses[other].access;
      // Updates name the bytes that they write; of different members the last write says it all.
      bool areUpdates = all[id]->isUpdate && all[accesses[other].command]->isUpdate;
      bool isApart = !(before.resource == access.resource) && (areUpdates || state.behind[other]);
      if (isApart || !(before.isWrite || access.isWrite) ||
          areApart(*all[accesses[other].command], *all[id], access.resource))
        continue;
      isOpen |= state.open[other];
      if (mode == Mode::Explain)
        note(other, state.barriers[other], number);
    }
    ++number;
  }
  return isOpen;
}

void Placement::execute(unsigned id, Operation *op, Pending &state) {
  if (meets(id, state)) {
    if (mode == Mode::Complete) {
      places.try_emplace(op, places.size());
      state.pass(places.lookup(op));
    }
    isCovered = false;
    if (mode == Mode::Check)
      stop();
  }
  // Later accesses that wait for this write also wait for all that the write has waited for: for
  // writes of other elements it has not.
  unsigned number = firstAccess[id];
  for (const ResourceAccess &access : all[id]->accesses) {
    const std::vector<unsigned> &group = *accesses[number++].group;
    // What an update of one member has waited for, dispatches that see others have not.
    if (!access.isWrite || (all[id]->isUpdate && access.resource.kind == Resource::Field))
      continue;
    for (unsigned other : group) {
      if (!state.accesses[other])
        continue;
      state.behind.set(other);
      if (accesses[other].access->resource == access.resource &&
          !areApart(*all[accesses[other].command], *all[id], access.resource))
        state.remove(other);
    }
  }
  remember(id, state);
}

void Placement::remember(unsigned id, Pending &state) const {
  for (unsigned number = 0; number < all[id]->accesses.size(); ++number)
    state.add(firstAccess[id] + number);
}

void Placement::playAll(Mode wanted) {
  mode = wanted;
  isCovered = true;
  Pending state(accesses.size(), mode == Mode::Explain);
  for (unsigned id = 0; id < numEarlier; ++id)
    remember(id, state);
  play(body, std::move(state));
}

/// The last time that the commands are played, all ways to them are known.
void Placement::note(unsigned before, const Barriers &barriers, unsigned after) {
  const Access &first = accesses[before], &second = accesses[after];
  const Command &from = *all[first.command], &to = *all[second.command];
  bool isOther = !(first.access->resource == second.access->resource);
  hazards.insert_or_assign(
      {second.command, before, after},
      OpenHazard{{&from, &to, getHazardKind(*first.access, *second.access), second.access->resource,
                  isOther, first.command < numEarlier},
                 barriers});
}

//===------------------------------------------------------------------------------------------===//
// Choosing places
//===------------------------------------------------------------------------------------------===//

void Placement::findChoices() {
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!idAt.count(op))
      return;
    for (Operation *parent = op->getParentOp(); parent && parent != body.getParentOp();
         parent = parent->getParentOp())
      holders.insert(parent);
  });
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (idAt.count(op) || (holders.contains(op) && !isa<ScopeOp>(op)))
      choices.push_back(op);
  });
}

/// Places barriers as late as possible until every hazard has one.
void Placement::complete() { playAll(Mode::Complete); }

/// Takes out what is not needed, the first ones first: those of a loop were placed before it was
/// known what the back edge brings. `kept` come behind all others.
void Placement::prune(ArrayRef<Operation *> kept, bool backwards) {
  auto tryWithout = [&](Operation *op) {
    auto place = places.find(op);
    if (place == places.end())
      return;
    unsigned number = place->second;
    places.erase(place);
    playAll(Mode::Check);
    if (!isCovered)
      places[op] = number;
  };
  SmallVector<Operation *> order(choices);
  if (backwards)
    std::reverse(order.begin(), order.end());
  for (Operation *op : order)
    if (!llvm::is_contained(kept, op))
      tryWithout(op);
  llvm::for_each(kept, tryWithout);
}

/// How many barriers a run comes by at most, or at least, if each loop runs three times.
uint64_t Placement::countExecuted(Block &block, bool atLeast) const {
  auto countIn = [&](Region &region) {
    return region.empty() ? 0 : countExecuted(region.front(), atLeast);
  };
  uint64_t count = 0;
  for (Operation &op : block) {
    count += places.count(&op);
    if (!holders.contains(&op))
      continue;
    if (auto branch = dyn_cast<IfOp>(op)) {
      auto [fewer, more] =
          std::minmax({countIn(branch.getThenRegion()), countIn(branch.getElseRegion())});
      count += atLeast ? fewer : more;
      continue;
    }
    uint64_t inside = 0;
    for (Region &region : op.getRegions())
      inside += countIn(region);
    count += isa<LoopOpInterface>(op) ? 3 * inside : inside;
  }
  return count;
}

/// Places barriers there, what else is needed, and takes out what is not needed then: alone, and
/// besides those that there are. Keeps what is better than before.
bool Placement::tryPlaces(ArrayRef<Operation *> wanted) {
  // Of ways that come by as many at most, those with fewer in front of branches that are not taken.
  auto cost = [&] {
    return std::tuple(countExecuted(body, false), countExecuted(body, true), places.size());
  };
  const Places known = places;
  Places best = known;
  auto bestCost = cost();
  for (auto [alone, backwards] :
       {std::pair(true, false), {true, true}, {false, false}, {false, true}}) {
    places = alone ? Places() : known;
    for (Operation *op : wanted)
      places.try_emplace(op, places.size());
    complete();
    prune(wanted, backwards);
    if (cost() < bestCost) {
      bestCost = cost();
      best = places;
    }
  }
  places = std::move(best);
  return places.size() != known.size() ||
         llvm::any_of(places, [&](auto &place) { return !known.count(place.first); });
}

/// Tries other places, one and two at a time, as long as that gets better.
void Placement::search() {
  // The time grows with the cube of these, that of two at a time with the fourth power: a moment
  // for as many.
  constexpr size_t kMaxChoices = 32, kMaxChoicesOfTwo = 12;
  if (choices.size() > kMaxChoices)
    return;
  for (bool improves = true; std::exchange(improves, false);)
    for (auto [index, first] : llvm::enumerate(choices)) {
      improves |= tryPlaces({first});
      if (choices.size() <= kMaxChoicesOfTwo)
        for (Operation *second : ArrayRef(choices).drop_front(index + 1))
          improves |= tryPlaces({first, second});
    }
}

/// Gives each hazard to one of the barriers on every way, or to the first ones of the ways, so that
/// none is stronger than it has to be: a hazard that has a choice goes where its kind, or at least
/// another one that orders memory, is already.
static std::vector<std::vector<Hazard>> distribute(ArrayRef<OpenHazard> hazards, size_t count) {
  std::vector<std::vector<Hazard>> covered(count);
  // Which kinds each barrier covers.
  std::vector<std::array<bool, 3>> kinds(count);
  auto cover = [&](const OpenHazard &open, ArrayRef<unsigned> barriers) {
    for (unsigned barrier : barriers) {
      kinds[barrier][static_cast<size_t>(open.hazard.kind)] = true;
      covered[barrier].push_back(open.hazard);
    }
  };
  auto strength = [&](unsigned barrier, HazardKind kind) {
    const std::array<bool, 3> &known = kinds[barrier];
    bool memory =
        known[static_cast<size_t>(HazardKind::RAW)] || known[static_cast<size_t>(HazardKind::WAW)];
    return known[static_cast<size_t>(kind)] ? 2 : memory;
  };
  auto hasChoice = [](const OpenHazard &open) { return open.barriers.all.size() > 1; };
  for (const OpenHazard &open : hazards)
    if (!hasChoice(open))
      cover(open, open.barriers.all.empty() ? open.barriers.first.getArrayRef()
                                            : open.barriers.all.getArrayRef());
  for (const OpenHazard &open : hazards) {
    if (!hasChoice(open))
      continue;
    ArrayRef<unsigned> barriers = open.barriers.all.getArrayRef();
    cover(open, *std::max_element(barriers.begin(), barriers.end(), [&](unsigned a, unsigned b) {
            return strength(a, open.hazard.kind) < strength(b, open.hazard.kind);
          }));
  }
  return covered;
}

std::vector<PlacedBarrier> Placement::run() {
  findChoices();
  complete();
  if (!holders.empty()) {
    prune();
    search();
  }
  // In the order of the text.
  std::vector<PlacedBarrier> result;
  for (Operation *op : choices)
    if (auto place = places.find(op); place != places.end()) {
      place->second = result.size();
      result.push_back({op, {}});
    }
  playAll(Mode::Explain);
  // One hazard between different members says it for all pairs of two commands.
  std::vector<OpenHazard> open;
  std::set<std::tuple<const Command *, const Command *, HazardKind>> others;
  for (auto &[key, hazard] : hazards) {
    const Hazard &found = hazard.hazard;
    if (!found.isOtherMember || others.insert({found.from, found.to, found.kind}).second)
      open.push_back(std::move(hazard));
  }
  for (auto [barrier, covered] : llvm::zip(result, distribute(open, result.size())))
    barrier.hazards = std::move(covered);
  return result;
}

std::vector<PlacedBarrier> vkmorph::vkm::placeBarriers(Block &body, ArrayRef<Command> commands,
                                                       ArrayRef<Command> earlier) {
  return Placement(body, commands, earlier).run();
}
