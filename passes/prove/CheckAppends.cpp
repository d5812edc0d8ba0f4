//===- CheckAppends.cpp - What is appended may come in any order ------------------------------===//
//
// Iterations append at once. That means what the source means as long as nothing in the same loops
// sees the vector grow, and nothing later needs the elements in the order of the source.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Appends.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/Effects.h"
#include "ir/Exchange.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "ir/Sorts.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/prove/AppendOrder.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_CHECKAPPENDS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Checks the kernels of one class.
class AppendChecker {
public:
  AppendChecker(ClassOp op, bool inOrder)
      : parent(op), inOrder(inOrder), written(getFieldsWrittenByKernels(op)) {}
  LogicalResult run();

private:
  void checkControl(ControlOp control);
  void checkResize(ReserveOp reserve);
  void checkGrid(GridOp grid);
  void checkUses(GridOp grid, const AppendCounts &counts);
  bool isReserved(KernelOp kernel, StringAttr vector);
  void checkCounts(GridOp grid, const AppendCounts &counts);
  void checkShape(GridOp grid);
  void checkOnce(OnceOp once);
  void checkPairs(GridOp grid);
  void checkParts(GridOp grid);
  bool isUnordered(Operation *op, StringAttr vector) {
    return unordered.lookup(op->getParentOfType<KernelOp>()).contains(vector);
  }

  ClassOp parent;
  bool inOrder; ///< elements come as the source appends them
  llvm::StringSet<> written;
  /// The vectors that each grid appends to, and the first place where it does.
  llvm::MapVector<Operation *, llvm::MapVector<StringAttr, Operation *>> appends;
  /// The vectors whose elements are in no order, by kernel.
  llvm::DenseMap<Operation *, llvm::DenseSet<StringAttr>> unordered;
  LogicalResult result = success();
};

struct CheckAppendsPass : vkm::impl::CheckAppendsBase<CheckAppendsPass> {
  using CheckAppendsBase::CheckAppendsBase;
  void runOnOperation() override;
};

} // namespace

static std::string nameOf(Operation *op) {
  return op->getParentOfType<KernelOp>().getSymName().str();
}

/// Nothing else in the loops that append to a vector uses it.
void AppendChecker::checkUses(GridOp grid, const AppendCounts &counts) {
  llvm::DenseSet<StringAttr> told;
  walkReached(grid, [&](Operation *op) {
    Value place = getAccessedPlace(op);
    Root root = place ? getRoot(place) : Root();
    if (root.value && isa<PtrType>(root.value.getType()))
      root = {getVectorOfElements(root.value), {}};
    if (!root.symbol)
      return;
    FieldOp field = parent.lookupField(root.symbol.getValue());
    bool isSize = field && field.getSizeOf();
    StringAttr vector = isSize ? field.getSizeOfAttr().getAttr() : root.symbol;
    if (!counts.count(vector) || !told.insert(vector).second)
      return;
    const char *what = isa<LoadOp>(op) ? isSize ? "asks for the size of" : "reads an element of"
                       : isSize        ? "changes the size of"
                                       : "changes an element of";
    report(op->getLoc(), diag::AppendDisturbed, {nameOf(grid), what, vector.str()})
            .attachNote(appends[grid][vector]->getLoc())
        << "it is appended to here";
    result = failure();
  });
}

/// Whether the kernel, or each control function that launches it, says how many elements there will
/// be.
bool AppendChecker::isReserved(KernelOp kernel, StringAttr vector) {
  auto reserves = [&](Operation *op) {
    WalkResult result = op->walk([&](ReserveOp reserve) {
      return reserve.getFieldAttr().getAttr() == vector ? WalkResult::interrupt()
                                                        : WalkResult::advance();
    });
    return result.wasInterrupted();
  };
  auto launches = [&](ControlOp control) {
    WalkResult result = control.walk([&](LaunchOp launch) {
      return launch.getKernel() == kernel.getSymName() ? WalkResult::interrupt()
                                                       : WalkResult::advance();
    });
    return result.wasInterrupted();
  };
  return reserves(kernel) ||
         llvm::all_of(parent.getBody().front().getOps<ControlOp>(),
                      [&](ControlOp control) { return !launches(control) || reserves(control); });
}

/// What a drop-in call does not know, it has no room for.
void AppendChecker::checkCounts(GridOp grid, const AppendCounts &counts) {
  bool isKnown = true;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    isKnown &= !isDeviceBound(grid, dim, written) || getVectorOfSize(grid.getUpper()[dim]);
  for (const auto &[vector, times] : counts)
    if ((!times || !isKnown) && !isReserved(grid->getParentOfType<KernelOp>(), vector))
      report(appends[grid][vector]->getLoc(), diag::AppendUncounted, {nameOf(grid), vector.str()});
}

/// The device counts the iterations of loops that count up, and of no others.
void AppendChecker::checkShape(GridOp grid) {
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    bool combines = keepsOrder(grid);
    if (!isDeviceBound(grid, dim, written) || (!combines && keepsCounter(grid, dim)))
      continue;
    report(grid.getLoc(), combines ? diag::DeviceBoundOrder : diag::DeviceBoundShape,
           {nameOf(grid), getCounterInSource(grid, dim).str()});
    result = failure();
  }
}

void AppendChecker::checkGrid(GridOp grid) {
  checkShape(grid);
  auto known = appends.find(grid);
  if (known == appends.end())
    return;
  AppendCounts counts = countAppends(grid);
  checkUses(grid, counts);
  checkCounts(grid, counts);
}

/// The number of an element that is a constant, or the last.
static bool isOneElement(Value index) {
  if (getConstantInt(index))
    return true;
  auto difference = index.getDefiningOp<BinaryOp>();
  return difference && difference.getKind() == BinaryKind::Sub &&
         getVectorOfSize(difference.getLhs()) && getConstantInt(difference.getRhs());
}

/// One element of a vector without an order may be any.
void AppendChecker::checkOnce(OnceOp once) {
  llvm::DenseSet<StringAttr> told;
  walkReached(once, [&](Operation *op) {
    auto deref = dyn_cast<DerefOp>(op);
    StringAttr vector = deref ? getVectorOfElements(deref.getPointer()) : StringAttr();
    if (!vector || !isUnordered(once, vector) || !isOneElement(deref.getIndex()) ||
        !told.insert(vector).second)
      return;
    report(op->getLoc(), diag::AppendOrder, {nameOf(once), vector.str()});
    result = failure();
  });
}

/// Elements with one number in two vectors that one grid appends to need not come from one
/// iteration.
void AppendChecker::checkPairs(GridOp grid) {
  SmallVector<std::pair<StringAttr, DerefOp>> reads;
  grid.walk([&](DerefOp deref) {
    StringAttr vector = getVectorOfElements(deref.getPointer());
    if (vector && isUnordered(grid, vector))
      reads.push_back({vector, deref});
  });
  for (size_t index = 0; index < reads.size(); ++index)
    for (const auto &first : llvm::ArrayRef(reads).take_front(index)) {
      auto &second = reads[index];
      if (first.first == second.first ||
          !isSameExpression(DerefOp(first.second).getIndex(), DerefOp(second.second).getIndex()))
        continue;
      auto both = llvm::find_if(appends, [&](const auto &entry) {
        return entry.second.count(first.first) && entry.second.count(second.first);
      });
      if (both == appends.end())
        continue;
      InFlightDiagnostic diagnostic = report(second.second.getLoc(), diag::AppendPairs,
                                             {nameOf(grid), second.first.str(), first.first.str()});
      diagnostic.attachNote(both->second.lookup(second.first)->getLoc())
          << nameInSource(second.second.getLoc(), "kernel '" + nameOf(both->first) + "'")
          << " appends to both";
      return;
    }
}

/// Looks through conversions between integers.
static Value skipCasts(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>())
    value = cast.getOperand();
  return value;
}

/// Whether a value is computed from a counter of the grid, or is a constant: a number of the
/// source's, and not one that elements hold.
static bool isMadeFromCounters(Value value, GridOp grid) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == &grid.getBody().front();
  Operation *op = value.getDefiningOp();
  return isa<CastOp, BinaryOp, UnaryOp>(op) && llvm::any_of(op->getOperands(), [&](Value operand) {
           return isMadeFromCounters(operand, grid);
         });
}

/// Whether all that a grid does with its running totals is to move elements of a vector to its
/// front: what stays is the same in any order.
static bool onlyMoves(GridOp grid, StringAttr vector) {
  auto parent = grid->getParentOfType<ClassOp>();
  bool moves = true;
  std::function<void(Value)> follow = [&](Value value) {
    for (Operation *user : value.getUsers()) {
      if (isa<CastOp, LoadOp>(user)) {
        follow(user->getResult(0));
      } else if (auto element = dyn_cast<DerefOp>(user)) {
        auto data = element.getPointer().getDefiningOp<VectorDataOp>();
        moves &=
            data && parent.lookupField(data.getField())->getAttr(kKeepsAttr) == Attribute(vector);
      } else {
        moves &= isa<UpdateOp>(user) && user->getOperand(0) == value;
      }
    }
  };
  for (RunningOp running : grid.getOps<RunningOp>())
    for (Operation *user : running->getUsers())
      if (auto total = dyn_cast<VarOp>(user))
        follow(total.getRef());
      else
        moves = false;
  return moves;
}

/// Loops over all elements find the same ones in any order, unless what an iteration gets depends
/// on those before it; others do not.
void AppendChecker::checkParts(GridOp grid) {
  if (grid->getParentOp()->hasAttr(kCopiesAttr))
    return;
  llvm::DenseSet<StringAttr> told;
  grid.walk([&](DerefOp deref) {
    StringAttr vector = getVectorOfElements(deref.getPointer());
    if (!vector || !isUnordered(grid, vector) || told.contains(vector))
      return;
    Value index = skipCasts(deref.getIndex());
    auto counter = dyn_cast<BlockArgument>(index);
    if (counter && counter.getOwner() == &grid.getBody().front()) {
      unsigned dim = counter.getArgNumber();
      StringAttr bound = getVectorOfSize(grid.getUpper()[dim]);
      bool isWhole = bound == vector && getConstantInt(grid.getLower()[dim]) == 0 &&
                     grid.getSteps()[dim] == 1 && grid.getPredicate(dim) != CmpKind::Le;
      if (isWhole && onlyMoves(grid, vector))
        return;
      if (isWhole) {
        told.insert(vector);
        report(deref.getLoc(), diag::AppendRunning, {nameOf(grid), vector.str()});
        return;
      }
    } else if (!isOneElement(deref.getIndex()) && !isMadeFromCounters(index, grid)) {
      return;
    }
    told.insert(vector);
    report(deref.getLoc(), diag::AppendPart, {nameOf(grid), vector.str()});
  });
}

void AppendChecker::checkControl(ControlOp control) {
  control.walk([&](AppendOp append) {
    report(append.getLoc(), diag::AppendOnHost,
           {control.getSymName().str(), append.getField().str()});
    result = failure();
  });
}

/// The first of these fields that evaluating a value reads, sizes of vectors apart, which the host
/// asks for; null where it reads none. `name` becomes what of it is read: "m_half.x".
static FieldOp findRead(Value value, const llvm::StringSet<> &fields, ClassOp parent,
                        std::string &name) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return nullptr;
  auto getField = [&](const Root &root) {
    FieldOp field = root.symbol ? parent.lookupField(root.symbol.getValue()) : FieldOp();
    return field && !field.getSizeOf() && fields.contains(field.getSymName()) ? field : FieldOp();
  };
  if (isa<CallOp>(op))
    for (const Root &root : getEffects(op).reads)
      if (FieldOp field = getField(root)) {
        name = getNameInSource(field);
        return field;
      }
  if (auto load = dyn_cast<LoadOp>(op)) {
    PlacePath path = getPlacePath(load.getRef());
    const Root &root = path.root;
    if (FieldOp field = getField(root)) {
      name = getNameInSource(field);
      if (path.isExact() && !path.path.empty())
        name = spellPlace(name, path.path);
      return field;
    }
    auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
    if (FieldOp field =
            var && var.getInit() ? findRead(var.getInit(), fields, parent, name) : FieldOp())
      return field;
  }
  for (Region &region : op->getRegions())
    for (auto yield : region.front().getOps<YieldOp>())
      if (FieldOp field = findRead(yield.getValue(), fields, parent, name))
        return field;
  for (Value operand : op->getOperands())
    if (FieldOp field = findRead(operand, fields, parent, name))
      return field;
  return nullptr;
}

/// The variable that a value is, casts aside.
static VarOp findCopied(Value value) {
  while (auto cast = value ? value.getDefiningOp<CastOp>() : CastOp())
    value = cast.getOperand();
  auto load = value ? value.getDefiningOp<LoadOp>() : LoadOp();
  return load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
}

/// The variable of the source that a size is, as a message names it; another word for other sizes.
static std::string spellCount(Value count) {
  // The front end keeps the size in a variable of its own.
  VarOp kept = findCopied(count), var = kept ? findCopied(kept.getInit()) : VarOp();
  return var ? var.getName().str() : "count";
}

/// `m_width = w; m_v.resize(m_width * m_height);`: the device assigns, but the host makes room
/// before that runs.
void AppendChecker::checkResize(ReserveOp reserve) {
  auto control = reserve->getParentOfType<ControlOp>();
  if (!control || parent.lookupField(reserve.getField())->hasAttr(kMergedIntoAttr))
    return;
  Block &body = control.getBody().front();
  Operation *top = body.findAncestorOpInBlock(*reserve);
  llvm::StringSet<> assigned;
  control.walk([&](LaunchOp launch) {
    if (top->isBeforeInBlock(body.findAncestorOpInBlock(*launch)))
      return;
    auto kernel = lookupKernel(launch);
    for (const Root &root : getEffects(kernel.getBody()).writes)
      if (root.symbol)
        assigned.insert(root.symbol.getValue());
  });
  std::string name;
  FieldOp read = findRead(reserve.getCount(), assigned, parent, name);
  if (!read)
    return;
  FieldOp vector = parent.lookupField(reserve.getField());
  if (auto owner = vector->getAttrOfType<StringAttr>(kLocalOfAttr);
      owner && owner != control.getSymNameAttr())
    report(reserve.getLoc(), diag::RoomUnknown, {owner.str()});
  else if (read->hasAttr(kLocalOfAttr))
    report(reserve.getLoc(), diag::ResizeComputed,
           {getNameInSource(vector).str(), spellCount(reserve.getCount())});
  else
    report(reserve.getLoc(), diag::ResizeUnknown, {getNameInSource(vector).str(), name});
  result = failure();
}

LogicalResult AppendChecker::run() {
  parent.walk([&](GridOp grid) {
    walkReached(grid, [&](Operation *op) {
      auto append = dyn_cast<AppendOp>(op);
      if (!append)
        return;
      appends[grid].insert({append.getFieldAttr().getAttr(), op});
    });
  });
  if (!inOrder)
    unordered = findUnordered(parent);
  for (ControlOp control : parent.getBody().front().getOps<ControlOp>())
    checkControl(control);
  parent.walk([&](Operation *op) {
    if (auto grid = dyn_cast<GridOp>(op)) {
      checkGrid(grid);
      checkPairs(grid);
      checkParts(grid);
    } else if (auto once = dyn_cast<OnceOp>(op)) {
      checkOnce(once);
    } else if (auto reserve = dyn_cast<ReserveOp>(op)) {
      checkResize(reserve);
    }
  });
  return result;
}

void CheckAppendsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    if (failed(AppendChecker(op, inOrder).run()))
      signalPassFailure();
}
