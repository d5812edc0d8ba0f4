//===- PlanSteps.cpp - Which diagonals workgroups take in tiles -------------------------------===//
//
//   grid (i, j) steps [1, 1]    ->    grid (i, j) steps [1, 1] step_tile 32
//     t[i][j] = max(t[i - 1][j], t[i][j - 1])   t[i - 1][j] in_tile [-1, 0], t[i][j - 1] in_tile
//     [0, -1]
//
// A launch for each diagonal does little, and costs as much as any. Where no iteration needs one to
// its right, squares of iterations need only those above and to the left: the host counts diagonals
// of squares, and a workgroup the diagonals of its own, whose threads wait for each other at a
// barrier. What they need of each other they find in shared memory, where elements are as far from
// the iteration's own in all iterations. Decides only; SplitSteps and TileSteps follow.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Dispatches.h"
#include "analysis/values/Affine.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"
#include "passes/StepTiles.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Target.h"
#include "transforms/EndLast.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANSTEPS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// Rows and columns of a tile: as many as most subgroups have threads, so that few wait at barriers.
// Measured on one large GPU (bench/results/tries.md) against 64 and 96.
static constexpr int64_t kTile = 32;

namespace {
struct PlanStepsPass : vkm::impl::PlanStepsBase<PlanStepsPass> {
  using PlanStepsBase::PlanStepsBase;
  void runOnOperation() override;

private:
  int64_t getSharedBytes();
  void planGrid(GridOp grid);

  std::optional<int64_t> m_sharedBytes; ///< of the target, once it was asked for
};

/// The places of elements of one array.
struct TileArray {
  Root root;
  Type element;
  SmallVector<Operation *> places;
  SmallVector<TileOffset> offsets; ///< one for each place
};

/// Finds the arrays of a grid whose elements a tile has.
class TileFinder {
public:
  explicit TileFinder(GridOp grid)
      : grid(grid), analysis(grid->getParentOfType<KernelOp>()), effects(getEffects(grid)),
        row(analysis.getCounter(grid, grid.getNumDims() - 2)->symbol),
        column(analysis.getCounter(grid, grid.getNumDims() - 1)->symbol) {}
  std::vector<TileArray> run();

private:
  std::optional<SmallVector<Polynomial>> evaluate(ArrayRef<Value> indices);
  bool match(TileArray &array);

  GridOp grid;
  AffineAnalysis analysis;
  EffectSet effects;
  Symbol row, column;
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Arrays
//===------------------------------------------------------------------------------------------===//

/// The indices of the place of an element of a buffer, or of an array of the class; none for other
/// places.
static std::optional<SmallVector<Value>> getIndices(Operation *op) {
  if (auto deref = dyn_cast<DerefOp>(op))
    return SmallVector<Value>{deref.getIndex()};
  SmallVector<Value> indices;
  auto isArray = [](ElementOp element) {
    return isa<ArrayType>(cast<RefType>(element.getBase().getType()).getPointee());
  };
  auto element = dyn_cast<ElementOp>(op);
  while (element && isArray(element)) {
    indices.insert(indices.begin(), element.getIndex());
    Operation *base = element.getBase().getDefiningOp();
    if (isa_and_nonnull<FieldRefOp>(base))
      return indices;
    element = dyn_cast_or_null<ElementOp>(base);
  }
  return std::nullopt;
}

/// What indices are made of; none where that is anything but the counters, parameters and members.
std::optional<SmallVector<Polynomial>> TileFinder::evaluate(ArrayRef<Value> indices) {
  SmallVector<Polynomial> result;
  for (Value index : indices) {
    std::optional<Polynomial> value = analysis.evaluate(index);
    bool isOther = !value || !value->isValid() || value->containsAny([&](Symbol symbol) {
      Unknown::Kind kind = analysis.getUnknown(symbol).kind;
      return symbol != row && symbol != column && kind != Unknown::Parameter &&
             kind != Unknown::Field;
    });
    if (isOther)
      return std::nullopt;
    result.push_back(*value);
  }
  return result;
}

/// How far the one place is from the other one in all iterations; none where that differs, or is
/// more than a few rows or columns.
static std::optional<TileOffset> findOffset(ArrayRef<Polynomial> own, ArrayRef<Polynomial> other,
                                            Symbol row, Symbol column) {
  constexpr int64_t kMost = 4;
  if (own.size() != other.size())
    return std::nullopt;
  for (int64_t distance = 0; distance <= 2 * kMost; ++distance)
    for (int64_t rows = -distance; rows <= distance; ++rows)
      for (int64_t side : {-1, 1}) {
        int64_t columns = side * (distance - std::abs(rows));
        if (std::max(std::abs(rows), std::abs(columns)) <= kMost &&
            llvm::all_of_zip(own, other, [&](const Polynomial &from, const Polynomial &to) {
              return to - from == from.getCoefficient(row) * Polynomial(rows) +
                                      from.getCoefficient(column) * Polynomial(columns);
            }))
          return TileOffset{rows, columns};
      }
  return std::nullopt;
}

bool TileFinder::match(TileArray &array) {
  // Numbers that devices have in shared memory as in buffers.
  if (!array.element.isIntOrFloat() || array.element.getIntOrFloatBitWidth() < 32)
    return false;
  Operation *own = nullptr;
  for (Operation *place : array.places)
    if (!own || (isWritten(place) && !isWritten(own)))
      own = place;
  std::optional<SmallVector<Polynomial>> from = evaluate(*getIndices(own));
  auto depends = [&](Symbol counter) {
    return llvm::any_of(*from, [&](const Polynomial &index) { return index.contains(counter); });
  };
  auto isLinear = [&](const Polynomial &index) {
    return index.getCoefficient(row).isValid() && index.getCoefficient(column).isValid() &&
           !index.getCoefficient(row).contains(column);
  };
  if (!from || !depends(row) || !depends(column) || !llvm::all_of(*from, isLinear))
    return false;
  for (Operation *place : array.places) {
    std::optional<SmallVector<Polynomial>> to = evaluate(*getIndices(place));
    std::optional<TileOffset> offset = to ? findOffset(*from, *to, row, column) : std::nullopt;
    if (!offset || (isWritten(place) && (offset->rows != 0 || offset->columns != 0)))
      return false;
    array.offsets.push_back(*offset);
  }
  return true;
}

std::vector<TileArray> TileFinder::run() {
  std::vector<TileArray> arrays;
  llvm::SmallVector<Root> others; // which functions and other forms of access have
  grid.walk([&](Operation *op) {
    if (auto call = dyn_cast<CallOp>(op)) {
      EffectSet inside = getEffects(call);
      others.append(inside.reads.begin(), inside.reads.end());
      others.append(inside.writes.begin(), inside.writes.end());
    }
    bool isPart = isa<ElementOp>(op) && llvm::any_of(op->getUsers(), [](Operation *user) {
                    return isa<ElementOp>(user);
                  });
    std::optional<SmallVector<Value>> indices = isPart ? std::nullopt : getIndices(op);
    if (!indices)
      return;
    Root root = getRoot(op->getResult(0));
    auto known = llvm::find_if(arrays, [&](const TileArray &array) { return array.root == root; });
    if (known == arrays.end())
      known = arrays.insert(arrays.end(),
                            {root, cast<RefType>(op->getResult(0).getType()).getPointee(), {}, {}});
    known->places.push_back(op);
  });
  llvm::erase_if(arrays, [&](TileArray &array) {
    return !effects.readsAny(array.root) || llvm::is_contained(others, array.root) || !match(array);
  });
  return arrays;
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

/// Bytes of shared memory for the elements that a tile needs.
static int64_t getTileBytes(const TileArray &array) {
  TileShape shape = findTileShape(kTile, array.offsets);
  return shape.rows * shape.pitch * (array.element.getIntOrFloatBitWidth() / 8);
}

/// What speaks against tiles for a grid whose last dimensions are launched by diagonals; empty
/// where nothing does.
static std::string findObstacle(GridOp grid) {
  unsigned dims = grid.getNumDims(), row = dims - 2, column = dims - 1;
  AffineAnalysis analysis(grid->getParentOfType<KernelOp>());
  for (unsigned dim : {row, column}) {
    Type type = grid.getLower()[dim].getType();
    if (grid.getSteps()[dim] != 1 || !type.isSignedInteger() ||
        grid.getUpper()[dim].getType() != type)
      return "its loops do not count up by one in numbers with a sign";
    std::optional<int64_t> span = analysis.getCounter(grid, dim)->span.getConstant();
    if (span && *span < 2 * kTile)
      return "one of its loops has few iterations";
  }
  std::string found;
  grid.walk([&](Operation *op) {
    if (isa<PatternOpInterface>(op))
      found = "its iterations combine values";
    else if (op->hasAttr(kDispatchesAttr) ||
             (isa<CallOp>(op) && findDispatchBehind(cast<CallOp>(op))))
      found = "its iterations call methods of objects";
  });
  if (!found.empty())
    return found;
  // Threads whose iteration is over wait at the same barriers.
  if (!canEndLast(grid.getBody().front()))
    return "its iterations end in inner branches";
  return findConflicts(grid, getCrossingCase(grid)).empty()
             ? ""
             : "an iteration may need one to its right";
}

/// The shared memory of the target. What is wrong with its description `vkm-plan` says, which needs
/// it always.
int64_t PlanStepsPass::getSharedBytes() {
  if (!m_sharedBytes) {
    m_sharedBytes = 0;
    if (llvm::Expected<Target> device = loadTarget(target))
      m_sharedBytes = device->sharedMemoryBytes;
    else
      llvm::consumeError(device.takeError());
  }
  return *m_sharedBytes;
}

void PlanStepsPass::planGrid(GridOp grid) {
  ArrayRef<int32_t> steps = getIterationSteps(grid).asArrayRef();
  if (steps.size() != grid.getNumDims() || steps.size() < 2 ||
      steps.take_back(2) != ArrayRef<int32_t>{1, 1} ||
      llvm::any_of(steps.drop_back(2), [](int32_t step) { return step != 0; }))
    return;
  std::string obstacle = images == "buffers" ? findObstacle(grid) : "arrays are images";
  if (obstacle.empty() && !language.empty())
    obstacle = language + " has no way to ask for the size of a buffer";
  // Costs are launches.
  PlanChoice choice("tiles", "its diagonals");
  choice.add({std::to_string(kTile), 1, "fewer launches", obstacle, "auto"});
  choice.add({"never", kTile, obstacle, {}, {}});
  choice.choose(tiles);
  note(grid, choice);
  if (choice.getChosen().value == "never")
    return;
  Builder builder(&getContext());
  grid->setAttr(kStepTileAttr, builder.getI64IntegerAttr(kTile));
  int64_t left = getSharedBytes();
  SmallVector<std::string> names;
  for (const TileArray &array : TileFinder(grid).run()) {
    int64_t bytes = getTileBytes(array);
    if (bytes > left)
      continue;
    left -= bytes;
    names.push_back(("'" + getRootName(array.root) + "'").str());
    for (auto [place, offset] : llvm::zip_equal(array.places, array.offsets))
      place->setAttr(kInTileAttr,
                     builder.getDenseI32ArrayAttr({int32_t(offset.rows), int32_t(offset.columns)}));
  }
  report(grid.getLoc(), diag::PlanSteps,
         {grid->getParentOfType<KernelOp>().getSymName().str(), std::to_string(kTile),
          names.empty() ? "no array" : llvm::join(names, ", ")});
}

void PlanStepsPass::runOnOperation() {
  if (failed(checkDecision(getOperation().getLoc(), "tiles", tiles)))
    return signalPassFailure();
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](GridOp grid) {
    if (getIterationSteps(grid))
      planGrid(grid);
  });
}
