//===- LinearStates.cpp - States that depend on each other linearly --------------------------===//
//
//   const float y = b * x[i] + z1;          places: z1, z2, y
//   z1 = c * x[i] - a1 * y + z2;            multiples: z1 and z2 of both, y of both
//   z2 = d * x[i] - a2 * y;
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/LinearStates.h"

#include "analysis/patterns/RunningSteps.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace {
/// A statement that gives a place a value.
struct Write {
  Write(Operation *statement, Value place, Value value)
      : statement(statement), type(cast<RefType>(place.getType()).getPointee()),
        path(getPlacePath(place)), value(value) {
    for (LoadOp load : findLoads(value))
      reads.push_back({load, getPlacePath(load.getRef())});
  }

  Operation *statement;
  Type type; ///< of the place
  PlacePath path;
  Value value;
  SmallVector<std::pair<LoadOp, PlacePath>> reads; ///< what the value is made of
};

/// Looks at the statements of one iteration.
class SystemFinder {
public:
  SystemFinder(Region &iteration, ArrayRef<PlacePath> states)
      : iteration(iteration), numStates(states.size()), places(states) {}
  void follow();
  bool keepRelevant();
  bool isLinear();
  void findMultiples();
  llvm::SmallBitVector getReads(const Write &write);

  Region &iteration;
  size_t numStates;
  SmallVector<PlacePath> places;
  SmallVector<Write> writes;
  SmallVector<llvm::SmallBitVector> multiples;
};
} // namespace

/// The places that a value is made of.
llvm::SmallBitVector SystemFinder::getReads(const Write &write) {
  llvm::SmallBitVector read(places.size());
  for (size_t index = 0; index < places.size(); ++index)
    if (llvm::any_of(write.reads,
                     [&](const auto &known) { return known.second.overlaps(places[index]); }))
      read.set(index);
  return read;
}

/// Finds the variables of the iteration that are made of the places.
void SystemFinder::follow() {
  iteration.walk([&](Operation *op) {
    auto var = dyn_cast<VarOp>(op);
    if (var && var.getInit())
      writes.emplace_back(op, var.getRef(), var.getInit());
    else if (isa<AssignOp, UpdateOp>(op))
      writes.emplace_back(op, op->getOperand(0), op->getOperand(1));
  });
  for (bool isChanged = true; std::exchange(isChanged, false);)
    for (const Write &write : writes) {
      auto var = write.path.root.value ? write.path.root.value.getDefiningOp<VarOp>() : VarOp();
      if (!var || !iteration.isAncestor(var->getParentRegion()) ||
          llvm::is_contained(places, write.path) || getReads(write).none())
        continue;
      places.push_back(write.path);
      isChanged = true;
    }
}

/// Leaves the variables that states are made of. False where a part of a place, or what a place is
/// a part of, is written.
bool SystemFinder::keepRelevant() {
  llvm::SmallBitVector relevant(places.size());
  relevant.set(0, numStates);
  for (bool isChanged = true; std::exchange(isChanged, false);)
    for (const Write &write : writes)
      for (unsigned place : relevant.set_bits())
        if (write.path.overlaps(places[place])) {
          if (!(write.path == places[place]))
            return false;
          llvm::SmallBitVector read = getReads(write);
          isChanged |= read.test(relevant);
          relevant |= read;
          break;
        }
  SmallVector<PlacePath> kept;
  for (unsigned place : relevant.set_bits())
    kept.push_back(places[place]);
  places = kept;
  llvm::erase_if(writes,
                 [&](const Write &write) { return !llvm::is_contained(places, write.path); });
  return llvm::all_of(places, [](const PlacePath &path) { return path.isExact(); });
}

/// Whether multiples of the one type are such of the other: floats are rounded in another order in
/// any case, and integers of one size wrap around alike.
static bool areAlike(Type lhs, Type rhs) {
  if (isa<FloatType>(lhs) || isa<FloatType>(rhs))
    return isa<FloatType>(lhs) && isa<FloatType>(rhs);
  return isa<IntegerType>(lhs) && isa<IntegerType>(rhs) &&
         lhs.getIntOrFloatBitWidth() == rhs.getIntOrFloatBitWidth();
}

bool SystemFinder::isLinear() {
  MultipleOf multiple(places);
  for (const Write &write : writes) {
    auto update = dyn_cast<UpdateOp>(write.statement);
    Type type = write.value.getType();
    if (write.type != type || !areAlike(type, writes.front().type) || type.isInteger(1) ||
        callsOthers(write.value) || !multiple.isLinear(write.value))
      return false;
    bool isSum =
        update && (update.getKind() == BinaryKind::Add || update.getKind() == BinaryKind::Sub);
    if (update && !isSum && (!isScalingKind(update.getKind(), type) || getReads(write).any()))
      return false;
  }
  return !writes.empty();
}

void SystemFinder::findMultiples() {
  multiples.assign(places.size(), llvm::SmallBitVector(numStates));
  for (size_t state = 0; state < numStates; ++state)
    multiples[state].set(state);
  for (bool isChanged = true; std::exchange(isChanged, false);)
    for (const Write &write : writes) {
      auto *written = llvm::find(places, write.path);
      if (written == places.end())
        continue;
      llvm::SmallBitVector &own = multiples[written - places.begin()];
      llvm::SmallBitVector read = getReads(write);
      for (unsigned place : read.set_bits()) {
        isChanged |= multiples[place].test(own);
        own |= multiples[place];
      }
    }
}

std::optional<LinearSystem> vkmorph::vkm::findLinearSystem(Region &iteration,
                                                           ArrayRef<PlacePath> states) {
  SystemFinder finder(iteration, states);
  finder.follow();
  if (!finder.keepRelevant() || !finder.isLinear())
    return std::nullopt;
  finder.findMultiples();
  LinearSystem system{finder.places, {}, finder.multiples, {}};
  for (const Write &write : finder.writes) {
    system.writes.push_back(write.statement);
    for (const auto &known : write.reads)
      if (llvm::any_of(finder.places,
                       [&](const PlacePath &place) { return known.second.overlaps(place); }))
        system.reads.insert(known.first);
  }
  return system;
}

SmallVector<llvm::SmallBitVector> vkmorph::vkm::findDependences(Region &iteration,
                                                                ArrayRef<PlacePath> places) {
  SystemFinder finder(iteration, places);
  finder.follow();
  finder.findMultiples();
  SmallVector<llvm::SmallBitVector> found;
  // What a place is made of, without itself, unless a value is made of it.
  for (auto [index, place] : llvm::enumerate(places)) {
    llvm::SmallBitVector own(places.size());
    for (const Write &write : finder.writes)
      if (write.path == place)
        for (unsigned read : finder.getReads(write).set_bits())
          own |= finder.multiples[read];
    found.push_back(own);
  }
  return found;
}
