//===- PlanRules.cpp - What each decision of the plan needs -----------------------------------===//

#include "passes/plan/PlanRules.h"

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/ClassData.h"
#include "analysis/patterns/MemberUpdates.h"
#include "analysis/patterns/Rounds.h"
#include "analysis/patterns/Scans.h"
#include "analysis/patterns/TiledLoops.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/ClassDataForm.h"
#include "ir/Effects.h"
#include "ir/MemoryForm.h"
#include "ir/TargetFacts.h"
#include "ir/VkmAttributes.h"
#include "passes/loops/UnrollAndJam.h"

#include "llvm/Support/MathExtras.h"

#include <array>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::findOrderObstacle(GridOp grid, bool appends) {
  if (keepsOrder(grid))
    return "values are combined by a function, in the order of the source";
  if (!collectRunning(grid).empty())
    return "the loop reads running totals";
  if (appends && !countAppends(grid).empty())
    return "elements are appended in the order of the source";
  // A thread keeps the first or last of its own iterations, and compares numbers with others.
  bool isNumbered = grid.walk([](ReductionOpInterface reduce) {
                          return reduce.getValueOrder() == ValueOrder::Numbered
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        })
                        .wasInterrupted();
  return isNumbered ? "of equal values, that of the first or last iteration of the source counts"
                    : "";
}

SmallVector<ReducedPlace> vkmorph::vkm::collectPlaces(GridOp grid) {
  llvm::SmallDenseSet<std::pair<Attribute, Attribute>> seen;
  SmallVector<ReducedPlace> places;
  grid.walk<WalkOrder::PreOrder>([&](ReductionOpInterface reduce) {
    if (!seen.insert({reduce.getFieldAttr(), reduce.getPathAttr()}).second)
      return;
    places.push_back({reduce, reduce.getFieldAttr().getValue(), reduce.getSteps(),
                      reduce.getValue().getType(), countElements(reduce)});
  });
  return places;
}

/// A slot for each reduced value, and a flag.
int64_t vkmorph::vkm::getSharedBytes(ArrayRef<ReducedPlace> places, int64_t slots, unsigned dims) {
  int64_t bytes = 4;
  for (const ReducedPlace &place : places)
    bytes += ReductionOpInterface(place.op).getSharedBytes(slots, dims);
  return bytes;
}

int64_t vkmorph::vkm::getSlots(GridOp grid, bool isTree, const Target &device) {
  int64_t threads = getWorkgroupThreads(grid);
  return isTree ? threads : std::max<int64_t>(threads / device.minSubgroupSize, 1);
}

int64_t vkmorph::vkm::getCombiningBytes(GridOp grid, const Target &device) {
  auto slots = [&](ReduceStrategy by) {
    return getSlots(grid, by == ReduceStrategy::Tree, device);
  };
  if (ReductionPlanAttr plan = grid.getPlanAttr())
    return getSharedBytes(collectPlaces(grid), slots(plan.getStrategy()), getDispatchedDims(grid));
  if (RowOp row = grid.getSharedRow())
    return row.getSharedBytes(slots(row.getPlanAttr().getStrategy()), /*dims=*/1);
  return 0;
}

static std::string findSubgroupObstacle(const Target &device) {
  return device.subgroupArithmetic ? std::string()
                                   : "target '" + device.name + "' has no subgroup arithmetic";
}

std::string vkmorph::vkm::findSubgroupObstacle(ArrayRef<ReducedPlace> places,
                                               const Target &device) {
  std::string obstacle = ::findSubgroupObstacle(device);
  for (const ReducedPlace &place : places) {
    ReductionOpInterface op = place.op;
    if (!op.getReduceKind()) {
      obstacle = "no subgroup operation " + op.describeCombining();
      continue;
    }
    Type type = getComponentType(place.value);
    if (!type.isInteger(1) && type.getIntOrFloatBitWidth() != 32)
      obstacle = "'" + place.field.str() + "' is not 32 bits wide";
  }
  return obstacle;
}

std::string vkmorph::vkm::findSubgroupObstacle(RowOp row, const Target &device) {
  std::string obstacle = ::findSubgroupObstacle(device);
  for (unsigned index = 0; index < row.getAccumulators().size(); ++index) {
    int64_t width = getComponentType(row.getAccumulated(index)).getIntOrFloatBitWidth();
    if (width != 1 && width != 32)
      obstacle = "'" + row.getVariable(index).getName().str() + "' is not 32 bits wide";
  }
  return obstacle;
}

std::string vkmorph::vkm::findExchangeObstacle(RowOp row, const Target &device) {
  if (std::string obstacle = ::findSubgroupObstacle(device); !obstacle.empty())
    return obstacle;
  if (!device.subgroupShuffle)
    return "target '" + device.name + "' has no subgroup shuffles";
  for (unsigned index = 0; index < row.getAccumulators().size(); ++index)
    if (getComponentType(row.getAccumulated(index)).isInteger(64))
      return "'" + row.getVariable(index).getName().str() + "' is 64 bits wide";
  return {};
}

/// Why no atomic operation of Vulkan finishes a reduction; empty if one does.
static std::string findAtomicObstacle(const ReducedPlace &place, const Target &device,
                                      bool deterministic) {
  ReductionOpInterface op = place.op;
  std::optional<ReduceKind> kind = op.getReduceKind();
  if (!kind)
    return "no atomic operation " + op.describeCombining();
  Type type = getComponentType(place.value);
  std::string name = "'" + place.field.str() + "'";
  if (*kind == ReduceKind::Mul)
    return "there is no atomic product for " + name;
  if (type.isInteger() && type.getIntOrFloatBitWidth() == 32)
    return {};
  if (type.isInteger() && type.getIntOrFloatBitWidth() == 64)
    return device.int64Atomics ? std::string()
                               : "target '" + device.name + "' has no 64-bit atomics for " + name;
  if (!type.isF32())
    return "there are no atomics for the type of " + name;
  if (*kind != ReduceKind::Add)
    return "there is no atomic minimum or maximum for the float " + name;
  if (!device.float32AtomicAdd)
    return "target '" + device.name + "' has no float atomics for " + name;
  return deterministic ? "float atomics on " + name + " are not deterministic" : std::string();
}

/// Why a reduction that atomic operations finish cannot have a total that begins at zero.
static std::string findTotalObstacle(const ReducedPlace &place) {
  ReduceKind kind = *ReductionOpInterface(place.op).getReduceKind();
  bool isUnsigned = getComponentType(place.value).isUnsignedInteger();
  bool isMax = kind == ReduceKind::Max && isUnsigned;
  if (isMax || kind == ReduceKind::Add || kind == ReduceKind::Or || kind == ReduceKind::Xor)
    return {};
  return "'" + place.field.str() + "' is not reduced from zero on";
}

std::string vkmorph::vkm::findPackingObstacle(ArrayRef<ReducedPlace> places, const Target &device) {
  if (!device.int64 || !device.int64Atomics)
    return "target '" + device.name + "' has no 64-bit " +
           (device.int64Atomics ? "integers" : "atomics");
  const ReducedPlace &place = places.front();
  // No index chooses among elements.
  bool isOne = places.size() == 1 && !llvm::is_contained(place.steps, Attribute());
  bool isSum = ReductionOpInterface(place.op).getReduceKind() == ReduceKind::Add;
  bool isWord = place.value.isInteger() && place.value.getIntOrFloatBitWidth() == 32;
  return isOne && isSum && isWord ? "" : "it takes one sum of 32 bits, and no more";
}

std::string vkmorph::vkm::findFinishObstacle(ArrayRef<ReducedPlace> places, ReduceFinish finish,
                                             const Target &device, bool deterministic) {
  bool isTotals = finish == ReduceFinish::AtomicTotals;
  if (!isTotals && finish != ReduceFinish::Atomics)
    return {};
  for (const ReducedPlace &place : places) {
    std::string obstacle = findAtomicObstacle(place, device, deterministic);
    if (obstacle.empty() && isTotals)
      obstacle = findTotalObstacle(place);
    if (!obstacle.empty())
      return obstacle;
  }
  return {};
}

/// Why the target has no atomic operation for a scatter; empty where it has.
static std::string findNativeObstacle(ScatterOp scatter, const Target &device) {
  Type type = scatter.getValue().getType();
  if (scatter.getKind() == ReduceKind::Mul)
    return "there is no atomic product";
  if (type.isInteger())
    return type.isInteger(64) && !device.int64Atomics
               ? "target '" + device.name + "' has no 64-bit atomics"
               : "";
  if (scatter.getKind() != ReduceKind::Add)
    return "there is no atomic minimum or maximum of floats";
  if (!type.isF32())
    return "there are no atomics for double";
  return device.float32AtomicAdd ? "" : "target '" + device.name + "' has no float atomics";
}

/// Whether shaders have the array that a place is in as words of 32 bits.
static bool isOfWords(ScatterOp scatter) {
  Operation *base = scatter.getRef().getDefiningOp();
  while (isa<MemberOp, ElementOp>(base))
    base = base->getOperand(0).getDefiningOp();
  Type whole = cast<RefType>(base->getResult(0).getType()).getPointee();
  return isInWords(scatter, whole);
}

/// Why a workgroup cannot have a copy of the elements; empty where it can.
static std::string findCopyObstacle(const ScatterArray &array, ScatterPlanAttr plan, int64_t room) {
  ScatterOp first = array.scatters.front();
  int64_t elements = plan.getElements();
  if (countScatterElements(array) != elements)
    return "its iterations are not known to choose among " + std::to_string(elements) +
           " numbers that one operation combines";
  Type type = first.getValue().getType();
  if (type.getIntOrFloatBitWidth() == 64)
    return "atomic operations of 64 bits in shared memory are a feature of their own";
  int64_t bytes = elements * getSlotBytes(first, type);
  return bytes <= room
             ? ""
             : "a copy takes " + std::to_string(bytes) + " bytes of shared memory, of which " +
                   std::to_string(room) + " are left";
}

std::string vkmorph::vkm::findScatterObstacle(const ScatterArray &array, ScatterPlanAttr plan,
                                              const Target &device, bool deterministic,
                                              int64_t room) {
  GridOp grid = ScatterOp(array.scatters.front())->getParentOfType<GridOp>();
  if (plan.getStrategy() == ScatterStrategy::Ordered) {
    if (getAppendStrategy(grid) || !countAppends(grid).empty())
      return "its iterations append elements as well";
    if (runsRounds(grid))
      return "its threads run what they call for one another";
    return keepsOrder(grid) ? "its iterations combine values by a function as well" : "";
  }
  std::string notNative;
  for (ScatterOp scatter : array.scatters) {
    if (notNative.empty())
      notNative = findNativeObstacle(scatter, device);
    bool isWide = scatter.getValue().getType().getIntOrFloatBitWidth() == 64;
    if (isWide && !device.int64Atomics)
      return "target '" + device.name + "' has no 64-bit atomics";
    if (isWide && isOfWords(scatter))
      return "target '" + device.name + "' has its struct as words of 32 bits";
    // Of minima and maxima the sign of a zero.
    if (deterministic && isa<FloatType>(scatter.getValue().getType()))
      return "what becomes of floats depends on the order of the updates, which is another one in "
             "each run";
  }
  if (plan.swaps() ? notNative.empty() : !notNative.empty())
    return plan.swaps() ? "the target has an atomic operation for it" : notNative;
  return plan.isShared() ? findCopyObstacle(array, plan, room) : "";
}

std::optional<AppendOrderObstacle> vkmorph::vkm::findAppendOrderObstacle(GridOp grid,
                                                                         bool hasDeviceBounds) {
  if (keepsOrder(grid))
    return AppendOrderObstacle{"these loops also combine values by a function",
                               "make two loops of them"};
  bool isPlain = grid.getNumDims() == 1 && countsFromZero(grid, 0);
  if (hasDeviceBounds && !isPlain)
    return AppendOrderObstacle{"kernels change how often these loops run",
                               "write one loop from 0 to a bound of 32 bits, by ones"};
  return std::nullopt;
}

std::optional<AppendStrategy> vkmorph::vkm::getAppendStrategy(Operation *op) {
  std::optional<AppendStrategy> strategy;
  walkReached(op, [&](Operation *inner) {
    if (auto append = dyn_cast<AppendOp>(inner))
      strategy = append.getStrategy();
  });
  return strategy;
}

int64_t vkmorph::vkm::getWorkgroupThreads(GridOp grid) {
  int64_t threads = 1;
  for (int32_t size : grid.getWorkgroupSizeAttr().asArrayRef())
    threads *= size;
  return threads;
}

std::string vkmorph::vkm::findCoarseningObstacle(GridOp grid) {
  // Where threads work together, or update what others update as well, other plans decide how many
  // iterations a thread takes.
  std::string work;
  walkReached(grid, [&](Operation *op) {
    auto pattern = dyn_cast<PatternOpInterface>(op);
    if (pattern && work.empty() && (pattern.needsWorkgroup() || pattern.changesAtOnce()))
      work = ("it " + pattern.describeWork()).str();
  });
  if (!work.empty())
    return work;
  if (runsCallables(grid))
    return "it runs callable shaders, one after another";
  if (runsRounds(grid))
    return "the threads of its workgroups run what they call for one another";
  if (grid->hasAttr(kStepTileAttr))
    return "its workgroups take tiles";
  if (grid.getInOrder() || grid.getCountsAppends())
    return "it appends elements";
  if (grid.getDeviceBounds())
    return "the device counts its workgroups";
  if (runsLast(grid))
    return "its workgroups are counted, and of large grids a thread takes several iterations";
  bool isTiled = false;
  grid.walk([&](ForOp loop) { isTiled |= loop.getTile().has_value(); });
  return isTiled ? "its workgroups read tiles" : "";
}

std::string vkmorph::vkm::findJamObstacle(GridOp grid) {
  if (std::string obstacle = findCoarseningObstacle(grid); !obstacle.empty())
    return obstacle;
  if (findRegrouped(grid))
    return "its workgroups sort their iterations";
  if (grid.getNumDims() < 2 || getDispatchedDims(grid) < 2)
    return "neighbouring threads take its neighbouring iterations";
  unsigned dim = getPlannedDim(grid, 0);
  if (grid.hasDynamicStep(dim) || grid.getSteps()[dim] != 1 ||
      grid.getPredicate(dim) != CmpKind::Lt || !getConstantInt(grid.getLower()[dim]))
    return "its outermost loop does not count up from a constant by one";
  if (grid.getUpper()[dim].getType() != grid.getLower()[dim].getType())
    return "the bound of its outermost loop has another type than the counter";
  return JammedBody(grid.getBody(), grid.getBody().getArgument(dim)).getObstacle().str();
}

bool vkmorph::vkm::hasPlannedImages(ClassOp op) {
  for (FieldOp field : op.getOps<FieldOp>())
    if (field->hasAttr(kImageAttr))
      return true;
  for (auto function : op.getOps<FunctionOpInterface>())
    for (unsigned index = 0; index < function.getNumArguments(); ++index)
      if (function.getArgAttr(index, kImageAttr))
        return true;
  return false;
}

std::string vkmorph::vkm::findUniformObstacle(ClassOp op, const Target &device) {
  // By layout std140 each element of an array would lie at 16 bytes, which are not the host's.
  if (!device.scalarBlockLayout)
    return "target '" + device.name + "' has no scalar block layout";
  ClassDataBlock block = measureClassData(op);
  // These are a feature of their own in uniform buffers.
  if (block.narrow)
    return "'" + block.narrow.getSymName().str() + "' has numbers of 8 or 16 bits";
  if (block.bytes > kMostUniformBytes)
    return "the class data takes up to " + std::to_string(block.bytes) +
           " bytes, and devices need not take more than " + std::to_string(kMostUniformBytes);
  return {};
}

std::string vkmorph::vkm::findUniformObstacle(KernelOp kernel) {
  auto parent = kernel->getParentOfType<ClassOp>();
  EffectSet effects = getEffects(kernel.getBody());
  auto isMember = [&](const Root &root) {
    FieldOp field = root.symbol ? parent.lookupField(root.symbol.getValue()) : FieldOp();
    return field && !field.getVectorElement();
  };
  const auto *written = llvm::find_if(effects.writes, isMember);
  if (written != effects.writes.end())
    return "it changes '" + written->symbol.getValue().str() + "'";
  if (llvm::none_of(effects.reads, isMember))
    return "it reads no members";
  if (!findSpilledScalars(kernel).empty())
    return "some of its parameters go through the class data, for which the push constants have no "
           "room";
  return {};
}

int64_t vkmorph::vkm::getMostWorkgroups(GridOp grid) {
  if (auto most = grid.getMostWorkgroupsAttr())
    return most.getInt();
  int64_t groups = 1;
  for (int32_t count : grid.getMaxWorkgroupsAttr().asArrayRef())
    groups *= count;
  return groups;
}

unsigned vkmorph::vkm::getDispatchedDims(GridOp grid) {
  bool isAlongOne = keepsOrder(grid) || grid.getInOrder();
  return isAlongOne ? 1 : grid.getNumDims();
}

size_t vkmorph::vkm::countBuffers(ClassOp theClass, const llvm::SetVector<Root> &memory) {
  size_t buffers = 0;
  bool hasMembers = false;
  for (const Root &root : memory) {
    FieldOp field = root.symbol ? theClass.lookupField(root.symbol.getValue()) : FieldOp();
    if (field && !isa<DynArrayType>(field.getType()))
      hasMembers = true;
    else
      ++buffers;
  }
  return buffers + hasMembers;
}

size_t vkmorph::vkm::countBuffers(KernelOp kernel) {
  llvm::SetVector<Root> memory;
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (isa<PtrType>(argument.getType()) && !argument.use_empty())
      memory.insert(Root{{}, argument});
  EffectSet effects = getEffects(kernel.getBody());
  for (const auto *roots : {&effects.reads, &effects.writes})
    for (const Root &root : *roots)
      if (root.symbol)
        memory.insert(root);
  return countBuffers(kernel->getParentOfType<ClassOp>(), memory);
}

bool vkmorph::vkm::hasRoomForBuffers(KernelOp kernel, size_t more) {
  size_t most = getTargetStorageBuffers(kernel);
  auto parent = kernel->getParentOfType<ClassOp>();
  for (KernelOp other : parent.getBody().front().getOps<KernelOp>())
    most = std::max(most, countBuffers(other));
  return countBuffers(kernel) + more <= most;
}

/// The grid before or behind statements that run once, however it is done.
static GridOp findNeighbour(OnceOp once, Fold fold) {
  // Bounds and variables that every thread computes may stand between, and what only counts for the
  // grid behind it.
  bool isBefore = fold == Fold::Previous || fold == Fold::Last;
  Operation *op = once;
  do
    op = isBefore ? op->getPrevNode() : op->getNextNode();
  while (op && (!isa<GridOp, OnceOp>(op) || countsAppends(op)));
  return dyn_cast_or_null<GridOp>(op);
}

GridOp vkmorph::vkm::getFoldNeighbour(OnceOp once, Fold fold) {
  GridOp grid = findNeighbour(once, fold);
  return grid && grid.getByFill() ? GridOp() : grid;
}

SmallVector<OnceOp> vkmorph::vkm::getFoldedInto(GridOp grid, Fold fold) {
  auto isFolded = [&](OnceOp once) {
    return once.getFolded() == fold && getFoldNeighbour(once, fold) == grid;
  };
  return llvm::to_vector(llvm::make_filter_range(grid->getBlock()->getOps<OnceOp>(), isFolded));
}

/// Whether what an operation uses from the top of the kernel, which each shader reads for itself,
/// is read from what other statements write.
static bool readsOutside(Operation *op, const EffectSet &written) {
  auto isKept = [&](const Root &root) { return !written.writesAny(root); };
  return op
      ->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (!op->isAncestor(operand.getParentBlock()->getParentOp()) && findRead(operand, isKept))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the first thread of a grid that reduces nothing may run statements while others run
/// iterations.
static bool canRunBeside(OnceOp once, GridOp grid, const EffectSet &effects) {
  bool returns = llvm::any_of(once.getBody().front(), mayReturn);
  return !returns && !runsCallables(grid) && !effects.conflictsWith(getEffects(grid));
}

bool vkmorph::vkm::canFold(OnceOp once, GridOp grid, Fold fold) {
  // A shader in front of the dispatch reads these bounds, and so do all of its threads.
  EffectSet effects = getEffects(once);
  auto isKept = [&](const Root &root) { return !effects.writesAny(root); };
  for (Value bound : grid.getOperands())
    if (findRead(bound, isKept))
      return false;
  if (readsOutside(grid, effects) || readsOutside(once, getEffects(grid)))
    return false;
  if (!grid.getPlan())
    return canRunBeside(once, grid, effects);
  if (grid.getPlan()->getFinish() == ReduceFinish::Atomics)
    return false;
  if (grid.getPlan()->getFinish() == ReduceFinish::ExtraDispatches && fold == Fold::Previous)
    return true;
  SmallVector<MemoryAccess> inGrid = getAccesses(grid);
  for (const MemoryAccess &statement : getAccesses(once))
    for (const MemoryAccess &loop : inGrid)
      if ((statement.isWrite || loop.isWrite) && statement.path.overlaps(loop.path))
        return false;
  return true;
}

bool vkmorph::vkm::runsOnceBeside(GridOp grid) {
  return !grid.getPlan() &&
         !(getFoldedInto(grid, Fold::Previous).empty() && getFoldedInto(grid, Fold::Next).empty());
}

std::string vkmorph::vkm::findCountingObstacle(OnceOp once,
                                               llvm::function_ref<bool(GridOp)> isCounted) {
  GridOp grid = getFoldNeighbour(once, Fold::Counting);
  if (!grid)
    return "there are no loops behind them";
  if (!isCounted(grid))
    return "the host counts the workgroups of the loops behind them";
  if (llvm::any_of(once.getBody().front(), mayReturn))
    return "they may return";
  return "";
}

// A transfer takes less than a quarter of what a dispatch of one thread takes
// (bench/results/tries.md, Plain loops).
static constexpr size_t kMostUpdates = 4;

/// Whether an operation is a grid that is a dispatch.
static bool isDispatched(Operation *op, GridOp filling) {
  auto grid = dyn_cast<GridOp>(op);
  return grid && grid != filling && !grid.getByFill();
}

std::string vkmorph::vkm::findCommandsObstacle(OnceOp once, GridOp filling) {
  auto kernel = once->getParentOfType<KernelOp>();
  if (kernel.getBody().front().getOps<GridOp>().empty())
    return "their kernel has no loops";
  if (llvm::any_of(kernel.getBody().front().getOps<GridOp>(), runsCallables))
    return "their kernel runs callable shaders";
  for (Operation *op = once->getPrevNode(); op; op = op->getPrevNode())
    if (auto other = dyn_cast<OnceOp>(op);
        isDispatched(op, filling) || (other && other.getFolded() != Fold::Commands))
      return "other dispatches of their kernel come before them";
  std::optional<MemberUpdates> updates = matchMemberUpdates(once);
  if (!updates || updates->empty())
    return "they do more than set members of 32 or 64 bits to numbers that the host has";
  if (updates->size() > kMostUpdates)
    return "they set more than " + std::to_string(kMostUpdates) + " members";
  if (!findSpilledScalars(kernel).empty())
    return "some parameters of their kernel go through the class data";
  return "";
}

/// Whether statements that run once stand next to a grid.
static bool standsBeside(OnceOp once, GridOp grid) {
  return llvm::any_of(std::array{Fold::Previous, Fold::Next},
                      [&](Fold fold) { return findNeighbour(once, fold) == grid; });
}

std::string vkmorph::vkm::findFillObstacle(GridOp grid, ArrayRef<Fill> fills,
                                           const llvm::StringSet<> &written) {
  auto kernel = grid->getParentOfType<KernelOp>();
  for (const Fill &fill : fills) {
    FieldOp field = fill.field;
    if (!field)
      return "an array is given by the caller, whose buffer need not be made for transfers";
    StringRef name = field.getSymName();
    if (field.isImage() || field.isTexture() || field->hasAttr(kImageAttr))
      return "'" + name.str() + "' is an image";
    if (isStoredByParts(field, field.getVectorElement() ? field.getVectorElement()
                                                        : Type(field.getType())))
      return "elements of '" + name.str() + "' share words";
  }
  if (isDeviceBound(grid, written))
    return "kernels change how many elements there are";
  if (!findSpilledScalars(kernel).empty())
    return "some parameters of the kernel go through the class data";
  for (OnceOp once : kernel.getBody().front().getOps<OnceOp>())
    if (once.getFolded() != Fold::Commands && standsBeside(once, grid) &&
        !findCommandsObstacle(once, grid).empty())
      return "their dispatch runs the statements beside them, too";
  return "";
}
