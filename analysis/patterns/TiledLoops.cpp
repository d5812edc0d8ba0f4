//===- TiledLoops.cpp - Inner loops in which all threads read the same elements ---------------===//

#include "analysis/patterns/TiledLoops.h"

#include "analysis/patterns/Scatters.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/Places.h"
#include "ir/TargetFacts.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// The loop counts on by whole tiles, and reads elements of 4 bytes or more, of which no buffer has
// more than 2^30, from this number on: the counter does not overflow.
static constexpr int64_t kMostFirst = 1 << 20;

// Workgroups that take more are fewer at once.
static constexpr int64_t kMostTileBytes = 8 * 1024;

/// Whether all that an operation writes are local variables of `around`'s iterations.
static bool writesOnlyLocals(Operation *op, Operation *around) {
  EffectSet effects = getEffects(op);
  return !effects.ordered && llvm::all_of(effects.writes, [&](Root root) {
    return root.value && !isa<PtrType>(root.value.getType()) &&
           around->isAncestor(root.value.getParentBlock()->getParentOp());
  });
}

/// Whether control leaves an iteration before its end, or the order of its appends counts.
static bool isWhole(Operation *around, Block &body) {
  return llvm::all_of(body, [&](Operation &statement) {
    return !statement
                .walk([&](Operation *op) {
                  bool leaves = isa<ReturnOp>(op) ||
                                (isa<ContinueOp, BreakOp>(op) && getJumpTarget(op) == around);
                  auto pattern = dyn_cast<PatternOpInterface>(op);
                  bool isFree = !pattern || pattern.getValueOrder() == ValueOrder::Free;
                  return WalkResult(success(!leaves && isFree));
                })
                .wasInterrupted();
  });
}

namespace {
/// Finds what one loop reads alike in all iterations of the grid.
class ReadFinder {
public:
  ReadFinder(ForOp loop, Operation *around, const EffectSet &effects)
      : loop(loop), around(around), effects(effects) {}

  SmallVector<TiledRead> run();

private:
  bool isOfCounter(Value index);
  bool isTileable(Type type);
  void add(DerefOp deref);
  void addPlaces(Value place, SmallVectorImpl<StringAttr> &path, DerefOp deref);
  void joinParts();

  ForOp loop;
  Operation *around;
  const EffectSet &effects;
  struct Found {
    TiledRead read;
    DerefOp deref;
    bool isAlways; ///< in each iteration
  };
  SmallVector<Found> found;
};
} // namespace

/// Whether an index counts with the loop's variable, from where it does in all iterations of the
/// grid: `j`, `first + j`, `3 * j + 1`.
bool ReadFinder::isOfCounter(Value index) {
  if (auto cast = index.getDefiningOp<CastOp>())
    return isa<IntegerType>(cast.getOperand().getType()) && isOfCounter(cast.getOperand());
  if (auto load = index.getDefiningOp<LoadOp>())
    return load.getRef() == loop.getBodyVar();
  auto binary = index.getDefiningOp<BinaryOp>();
  if (!binary)
    return false;
  auto isKept = [&](Value value) { return isInvariant(value, around, effects); };
  switch (binary.getKind()) {
  case BinaryKind::Add:
    return (isOfCounter(binary.getLhs()) && isKept(binary.getRhs())) ||
           (isKept(binary.getLhs()) && isOfCounter(binary.getRhs()));
  case BinaryKind::Sub:
    return isOfCounter(binary.getLhs()) && isKept(binary.getRhs());
  case BinaryKind::Mul:
    return (isOfCounter(binary.getLhs()) && getConstantInt(binary.getRhs()).value_or(0) > 0) ||
           (getConstantInt(binary.getLhs()).value_or(0) > 0 && isOfCounter(binary.getRhs()));
  default:
    return false;
  }
}

/// Types that shared memory has as they are on all targets.
bool ReadFinder::isTileable(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return isTileable(array.getElementType());
  if (auto record = dyn_cast<RecordType>(type))
    return llvm::all_of(lookupRecord(loop, record).getMembers().getAsRange<MemberAttr>(),
                        [&](MemberAttr member) { return isTileable(member.getType()); });
  Type component = getComponentType(type);
  return isa<IntegerType, FloatType>(component) && component.getIntOrFloatBitWidth() >= 32;
}

/// Follows a place to the members that are read of it.
void ReadFinder::addPlaces(Value place, SmallVectorImpl<StringAttr> &path, DerefOp deref) {
  bool isPart = !place.use_empty() &&
                llvm::all_of(place.getUsers(), [](Operation *user) { return isa<MemberOp>(user); });
  if (isPart) {
    for (Operation *user : place.getUsers()) {
      auto member = cast<MemberOp>(user);
      path.push_back(member.getNameAttr());
      addPlaces(member.getRef(), path, deref);
      path.pop_back();
    }
    return;
  }
  bool isRead = llvm::any_of(place.getUsers(), [&](Operation *user) {
    return isa<LoadOp>(user) && user->getBlock() == &loop.getBody().front();
  });
  Type type = cast<RefType>(place.getType()).getPointee();
  for (Found &known : found)
    if (known.read.pointer == deref.getPointer() && ArrayRef(known.read.path) == ArrayRef(path) &&
        isSameExpression(known.read.index, deref.getIndex())) {
      known.read.places.push_back(place);
      known.isAlways |= isRead;
      return;
    }
  found.push_back({{deref.getPointer(), deref.getIndex(), llvm::to_vector(path), type, {place}},
                   deref,
                   isRead});
}

void ReadFinder::add(DerefOp deref) {
  Type element = cast<RefType>(deref.getRef().getType()).getPointee();
  bool isKept = !deref.getPointer().getDefiningOp() ||
                !around->isAncestor(deref.getPointer().getDefiningOp()) ||
                isa<VectorDataOp>(deref.getPointer().getDefiningOp());
  SmallVector<StringAttr> path;
  if (isKept && isInBuffer(deref) && isTileable(element) && isOfCounter(deref.getIndex()))
    addPlaces(deref.getRef(), path, deref);
}

/// Whole elements instead of their parts, where nobody writes them and most of what they hold is
/// read.
void ReadFinder::joinParts() {
  for (size_t first = 0; first < found.size(); ++first) {
    Found &one = found[first];
    if (one.read.path.empty() || effects.writesAny(getRoot(one.deref.getRef())))
      continue;
    auto isOfOne = [&](const Found &other) {
      return other.read.pointer == one.read.pointer && !other.read.path.empty() &&
             isSameExpression(other.read.index, one.read.index);
    };
    int64_t bytes = 0;
    bool isAlways = false;
    for (const Found &other : found)
      if (isOfOne(other)) {
        bytes += getLayout(loop, other.read.type).size;
        isAlways |= other.isAlways;
      }
    Type element = cast<RefType>(one.deref.getRef().getType()).getPointee();
    if (!isAlways || 2 * bytes < getLayout(loop, element).size)
      continue;
    // The places to replace are those of the elements.
    TiledRead whole{one.read.pointer, one.read.index, {}, element, {}};
    loop.getBody().walk([&](DerefOp deref) {
      if (deref.getPointer() == whole.pointer && isSameExpression(deref.getIndex(), whole.index))
        whole.places.push_back(deref.getRef());
    });
    DerefOp deref = one.deref;
    llvm::erase_if(found, [&](const Found &other) {
      return other.read.pointer == whole.pointer && isSameExpression(other.read.index, whole.index);
    });
    found.push_back({whole, deref, true});
    first = size_t(-1);
  }
}

SmallVector<TiledRead> ReadFinder::run() {
  loop.getBody().walk([&](DerefOp deref) { add(deref); });
  joinParts();
  SmallVector<TiledRead> reads;
  for (const Found &one : found)
    if (one.isAlways)
      reads.push_back(one.read);
  return reads;
}

/// The loop as one with tiles; nothing where it is none.
static std::optional<TiledLoop> matchTiledLoop(ForOp loop, Operation *around,
                                               const EffectSet &effects) {
  std::optional<CountedLoop> header = matchCountedLoop(loop);
  auto type = dyn_cast<IntegerType>(loop.getInit().getType());
  std::optional<int64_t> first = getConstantInt(loop.getInit());
  if (!header || header->subtracted || header->predicate != CmpKind::Lt || !type ||
      type.getWidth() != 32 || header->bound.getType() != type ||
      getConstantInt(header->amount) != 1 || !first || *first < 0 || *first > kMostFirst ||
      !isInvariant(header->bound, around, effects) || !getExits(loop).empty() ||
      !writesOnlyLocals(loop, around))
    return std::nullopt;
  // What comes behind a `continue` is not read in each iteration.
  bool jumps =
      loop.getBody()
          .walk([&](ContinueOp jump) { return WalkResult(failure(getJumpTarget(jump) == loop)); })
          .wasInterrupted();
  if (jumps)
    return std::nullopt;
  TiledLoop tiled{loop, *header, ReadFinder(loop, around, effects).run()};
  return tiled.reads.empty() ? std::nullopt : std::optional(tiled);
}

SmallVector<TiledLoop> vkmorph::vkm::matchTiledLoops(Operation *around, Block &body) {
  SmallVector<TiledLoop> loops;
  if (!isWhole(around, body))
    return loops;
  EffectSet effects = getEffects(around);
  auto collect = [&](Block &block, auto &&self) -> void {
    for (Operation &op : block) {
      auto row = dyn_cast<RowOp>(op);
      if (auto loop = row ? row.getLoop() : dyn_cast<ForOp>(op))
        if (std::optional<TiledLoop> tiled = matchTiledLoop(loop, around, effects))
          loops.push_back(*tiled);
      if (writesOnlyLocals(&op, around))
        continue;
      auto branch = dyn_cast<IfOp>(op);
      if (branch && branch.getElseRegion().empty() &&
          isInvariant(branch.getCondition(), around, effects))
        self(branch.getThenRegion().front(), self);
      break;
    }
  };
  collect(body, collect);
  return loops;
}

int64_t vkmorph::vkm::getTileBytes(const TiledLoop &tiled, int64_t threads) {
  int64_t bytes = 0;
  for (const TiledRead &read : tiled.reads)
    bytes += threads * getLayout(tiled.loop, read.type).size;
  return bytes;
}

bool vkmorph::vkm::takesOneByOne(GridOp grid) {
  bool isInOrder = grid.getCountsAppends() || grid.getInOrder() || updatesInOrder(grid);
  return grid.getNumDims() == 1 && !isInOrder && !grid.getPlan() &&
         grid.getUnroll().value_or(1) == 1 && grid.getLoadWidth().value_or(1) == 1 &&
         keepsCounter(grid, 0) && grid.getSteps()[0] == 1 && grid.getPredicate(0) == CmpKind::Lt &&
         grid.getUpper()[0].getType() == grid.getLower()[0].getType();
}

std::vector<TileCandidate> vkmorph::vkm::judgeTiledLoops(GridOp grid, int64_t threads,
                                                         int64_t bytes) {
  std::vector<TileCandidate> candidates;
  bytes += getScatterBytes(grid, threads);
  int64_t most = std::min(kMostTileBytes, getTargetSharedBytes(grid) - bytes);
  bytes = 0;
  for (TiledLoop &tiled : matchTiledLoops(grid, grid.getBody().front())) {
    std::optional<int64_t> trips = getTrips(tiled.loop);
    int64_t own = getTileBytes(tiled, threads);
    std::string obstacle;
    if (trips && *trips < 2 * threads)
      obstacle = "it has " + std::to_string(*trips) + " iterations, which are no two tiles of " +
                 std::to_string(threads);
    else if (bytes + own > most)
      obstacle = "its tiles take " + std::to_string(own) +
                 " bytes of shared memory, and there are " +
                 std::to_string(std::max<int64_t>(most - bytes, 0)) + " for them";
    else
      bytes += own;
    candidates.push_back({std::move(tiled), obstacle});
  }
  return candidates;
}

SmallVector<TiledLoop> vkmorph::vkm::chooseTiledLoops(GridOp grid, int64_t threads, int64_t bytes) {
  SmallVector<TiledLoop> chosen;
  for (TileCandidate &candidate : judgeTiledLoops(grid, threads, bytes))
    if (candidate.obstacle.empty())
      chosen.push_back(std::move(candidate.tiled));
  return chosen;
}
