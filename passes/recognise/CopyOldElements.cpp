//===- CopyOldElements.cpp - Elements are copied before iterations replace them ---------------===//
//
//                                        grid (element < n)
//                                          aBefore[element] = a[element]
//   grid (i < n - 1)                     grid (i < n - 1)
//     a[i] = a[i + 1] {vkm.reads_old}      a[i] = aBefore[i + 1]
//                                   =>
//   launch @Move(a, n)                   reserve @Move_aBefore, n
//                                        launch @Move(a, n)
//
// What KeepOldElements says. Copied is what the reads reach, as their indices say; where data
// decide whether an element is read, all that there are. Numbers that take 64 bits are computed by
// the host, which passes them on.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/recognise/CopyOldElements.h"

#include "analysis/accesses/AccessReach.h"
#include "analysis/accesses/LaunchFacts.h"
#include "analysis/values/GridShape.h"
#include "ir/Constants.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/ExtentExpressions.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/LocalFields.h"
#include "transforms/Parameters.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_COPYOLDELEMENTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct CopyOldElementsPass : vkm::impl::CopyOldElementsBase<CopyOldElementsPass> {
  void runOnOperation() override;
};

/// An array, and the reads of what it held before the grid.
struct OldArray {
  PlacePath path;
  SmallVector<LoadOp> reads;
  std::string name;
};

/// The elements that are copied: from `first` on, those in front of `end`.
struct CopiedRange {
  Value first, end;
};

/// Works on one grid.
class ElementCopier {
public:
  explicit ElementCopier(GridOp grid)
      : grid(grid), kernel(grid->getParentOfType<KernelOp>()),
        parent(grid->getParentOfType<ClassOp>()), loc(grid.getLoc()), analysis(kernel) {}
  void run();

private:
  std::vector<OldArray> collect();
  std::optional<CopiedRange> buildReached(OpBuilder &at, const OldArray &array);
  std::optional<Polynomial> findLowest(ArrayRef<ElementAccess> accesses);
  Value buildSize(OpBuilder &at, LaunchOp launch, const OldArray &array);
  Value passOn(Value number, const std::string &name);
  CopiedRange buildRange(OpBuilder &at, const OldArray &array);
  void reserve(FieldOp vector, Value end);
  void copy(const OldArray &array);

  GridOp grid;
  KernelOp kernel;
  ClassOp parent;
  Location loc;
  AffineAnalysis analysis;
};
} // namespace

Operation *vkmorph::vkm::findArrayElement(Value place) {
  Operation *found = nullptr;
  for (Operation *op = place.getDefiningOp(); isa_and_nonnull<DerefOp, ElementOp, MemberOp>(op);
       op = op->getOperand(0).getDefiningOp()) {
    if (isa<DerefOp>(op))
      return op;
    if (isa<ElementOp>(op) &&
        isa<ArrayType>(cast<RefType>(op->getOperand(0).getType()).getPointee()))
      found = op;
  }
  return found && getRoot(place).symbol ? found : nullptr;
}

/// The arrays, in the order of their first reads.
std::vector<OldArray> ElementCopier::collect() {
  std::vector<OldArray> arrays;
  grid.walk([&](LoadOp load) {
    if (!load->removeAttr(kReadsOldAttr))
      return;
    Operation *element = findArrayElement(load.getRef());
    PlacePath path = isa<DerefOp>(element) ? PlacePath{getRoot(load.getRef()), {}}
                                           : getPlacePath(element->getOperand(0));
    auto known = llvm::find_if(arrays, [&](const OldArray &array) { return array.path == path; });
    if (known == arrays.end()) {
      std::string name = getRootName(path.root).str();
      for (Attribute step : path.path)
        if (auto member = dyn_cast_or_null<StringAttr>(step))
          name += "_" + member.getValue().str();
      known = arrays.insert(arrays.end(), {path, {}, StringRef(name).rtrim('_').str()});
    }
    known->reads.push_back(load);
  });
  return arrays;
}

//===------------------------------------------------------------------------------------------===//
// How many elements
//===------------------------------------------------------------------------------------------===//

/// A number that no index is less than; none where that is not known, or is a constant.
std::optional<Polynomial> ElementCopier::findLowest(ArrayRef<ElementAccess> accesses) {
  Facts facts = analysis.getFacts(grid);
  SmallVector<Polynomial> ends;
  for (const ElementAccess &access : accesses) {
    Polynomial index = *access.path.front().index;
    SmallVector<const Counter *> counters;
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      counters.push_back(analysis.getCounter(grid, dim));
    llvm::append_range(counters, access.loops);
    for (const Counter *counter : llvm::reverse(counters)) {
      Polynomial factor = index.getCoefficient(counter->symbol);
      bool isDown = facts.isNonNegative(-factor);
      if (!isDown && !facts.isNonNegative(factor))
        return std::nullopt;
      if (isDown && counter->magnitude != Polynomial(1))
        return std::nullopt; // the last iteration is where a division says
      index = index.substitute(counter->symbol, isDown ? counter->span : Polynomial(0));
    }
    if (!index.isValid() || index.getConstant() ||
        index.containsAny([&](Symbol symbol) { return analysis.isCounter(symbol); }))
      return std::nullopt;
    ends.push_back(index);
  }
  for (const Polynomial &end : ends)
    if (llvm::all_of(ends,
                     [&](const Polynomial &other) { return facts.isNonNegative(other - end); }))
      return end;
  return std::nullopt;
}

namespace {
/// What reads reach, as their indices say.
struct ReadReach {
  std::vector<ElementAccess> accesses;
  SmallVector<Reach> reaches;
};
} // namespace

/// None where data decide.
static std::optional<ReadReach> findReach(AffineAnalysis &analysis, GridOp grid,
                                          ArrayRef<Operation *> reads) {
  auto isRead = [&](const ElementAccess &access) { return llvm::is_contained(reads, access.op); };
  ReadReach found;
  found.accesses = collectAccessCases(analysis, grid, [&](const ElementAccess &access) {
    return !isRead(access) || AccessReach(analysis, grid, access).certain.has_value();
  });
  llvm::erase_if(found.accesses, [&](const ElementAccess &access) { return !isRead(access); });
  for (const ElementAccess &access : found.accesses) {
    if (access.path.empty() || !access.path.front().index)
      return std::nullopt;
    AccessReach reach(analysis, grid, access);
    if (!reach.certain)
      return std::nullopt;
    addReach(analysis, found.reaches, *reach.certain);
  }
  return found;
}

bool vkmorph::vkm::canCopyElements(GridOp grid, const Root &root, ArrayRef<Operation *> reads,
                                   const llvm::StringSet<> &written) {
  if (isDeviceBound(grid, written))
    return false;
  auto kernel = grid->getParentOfType<KernelOp>();
  auto parent = grid->getParentOfType<ClassOp>();
  auto isHostSized = [&](StringRef vector) {
    FieldOp size = parent.lookupSizeOf(vector);
    return !size || !written.contains(size.getSymName());
  };
  auto isGivenWhole = [&](LaunchOp launch) {
    Value given = launch.getOperand(cast<BlockArgument>(root.value).getArgNumber());
    auto data = given.getDefiningOp<VectorDataOp>();
    return data ? isHostSized(data.getField()) : isa<BlockArgument>(given);
  };
  if (root.symbol ? isHostSized(root.symbol) : llvm::all_of(getLaunches(kernel), isGivenWhole))
    return true;
  AffineAnalysis analysis(kernel);
  return findReach(analysis, grid, reads).has_value();
}

std::optional<CopiedRange> ElementCopier::buildReached(OpBuilder &at, const OldArray &array) {
  SmallVector<Operation *> reads(array.reads.begin(), array.reads.end());
  std::optional<ReadReach> found = findReach(analysis, grid, reads);
  if (!found)
    return std::nullopt;
  CopiedRange range;
  range.end = buildExtent(at, loc, analysis, found->reaches);
  if (std::optional<Polynomial> lowest = findLowest(found->accesses)) {
    // Where nothing is read it may be any number, and none that takes more bits.
    Type wide = at.getIntegerType(64, /*isSigned=*/false);
    auto widen = [&](Value value) -> Value {
      return value.getType() == wide ? value : Value(at.create<CastOp>(loc, wide, value));
    };
    Reach front{{}, *lowest, {}};
    if (!analysis.getFacts().isNonNegative(*lowest))
      front.guards.push_back(*lowest);
    Value first = widen(buildExtent(at, loc, analysis, {front}));
    range.first = at.create<MathOp>(loc, wide, MathFn::Min, ValueRange{first, widen(range.end)});
  }
  return range;
}

/// How many elements an array has that a launch gives, or a vector of the class.
Value ElementCopier::buildSize(OpBuilder &at, LaunchOp launch, const OldArray &array) {
  StringAttr vector = array.path.root.symbol;
  if (auto argument = dyn_cast_or_null<BlockArgument>(array.path.root.value)) {
    Value given = launch.getOperand(argument.getArgNumber());
    if (auto data = given.getDefiningOp<VectorDataOp>())
      vector = data.getFieldAttr().getAttr();
    else
      for (ExtentOp extent : launch->getParentOfType<ControlOp>().getOps<ExtentOp>())
        if (extent.getPointer() == given) {
          IRMapping mapping;
          for (Operation &op : extent.getCount().front().without_terminator())
            at.clone(op, mapping);
          return mapping.lookupOrDefault(
              cast<YieldOp>(extent.getCount().front().back()).getValue());
        }
  }
  if (!vector)
    return {};
  FieldOp size = parent.lookupSizeOf(vector.getValue());
  if (!size) {
    OpBuilder before(parent.lookupField(vector.getValue()));
    size = before.create<FieldOp>(
        loc, (vector.getValue() + "_size").str(), before.getIntegerType(32, /*isSigned=*/false),
        CppAccess::Public, IntegerAttr(), /*temporary=*/false, FlatSymbolRefAttr::get(vector));
  }
  return buildLoad(at, loc,
                   at.create<FieldRefOp>(loc, RefType::get(size.getType()), size.getSymName()));
}

/// A number as the host has it in 32 bits, where shaders take 32.
static Value narrow(OpBuilder &at, Location loc, Value number, StringRef name) {
  Type narrowType = at.getIntegerType(32, /*isSigned=*/false),
       wideType = at.getIntegerType(64, /*isSigned=*/false);
  if (number.getType().getIntOrFloatBitWidth() <= 32)
    return number.getType() == narrowType ? number
                                          : Value(at.create<CastOp>(loc, narrowType, number));
  if (number.getType() != wideType)
    number = at.create<CastOp>(loc, wideType, number);
  return at.create<NarrowOp>(loc, narrowType, name, number);
}

/// A number that the kernel computes is computed by launches, which pass it on.
Value ElementCopier::passOn(Value number, const std::string &name) {
  for (LaunchOp launch : getLaunches(kernel)) {
    OpBuilder at(launch);
    IRMapping mapping;
    mapping.map(kernel.getArguments(), launch.getOperands());
    launch.getOperandsMutable().append(narrow(at, loc, cloneExpression(at, number, mapping), name));
  }
  return addParameter(kernel, makeFreeArgName(kernel, name),
                      IntegerType::get(grid.getContext(), 32, IntegerType::Unsigned), loc);
}

CopiedRange ElementCopier::buildRange(OpBuilder &at, const OldArray &array) {
  std::string first = array.name + "First", end = array.name + "End";
  auto zero = [&](Type type) -> Value {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(type, 0));
  };
  if (isa<DerefOp>(findArrayElement(LoadOp(array.reads.front()).getRef()))) {
    std::optional<CopiedRange> range = buildReached(at, array);
    if (!range) {
      for (LaunchOp launch : getLaunches(kernel)) {
        OpBuilder before(launch);
        Value size = buildSize(before, launch, array);
        if (!size) // of an array whose extent is not known, which is an error already
          size = before.create<ConstantOp>(
              loc, before.getIntegerAttr(before.getIntegerType(32, false), 0));
        launch.getOperandsMutable().append(narrow(before, loc, size, end));
      }
      Value all = addParameter(kernel, makeFreeArgName(kernel, end),
                               at.getIntegerType(32, /*isSigned=*/false), loc);
      return {zero(all.getType()), all};
    }
    if (range->first) {
      range->first = passOn(range->first, first);
      range->end = passOn(range->end, end);
    } else {
      if (range->end.getType().getIntOrFloatBitWidth() > 32)
        range->end = passOn(range->end, end);
      else if (!isa<BlockArgument>(range->end) && !getConstantInt(range->end))
        range->end = buildLoad(at, loc,
                               at.create<VarOp>(loc, RefType::get(range->end.getType()), end,
                                                range->end, /*is_const=*/true));
      range->first = zero(range->end.getType());
    }
    return *range;
  }
  auto type = cast<ArrayType>(
      cast<RefType>(findArrayElement(LoadOp(array.reads.front()).getRef())->getOperand(0).getType())
          .getPointee());
  Type counter = at.getIntegerType(32, /*isSigned=*/true);
  return {zero(counter), at.create<ConstantOp>(loc, at.getIntegerAttr(counter, type.getLength()))};
}

//===------------------------------------------------------------------------------------------===//
// The copy
//===------------------------------------------------------------------------------------------===//

/// Launches make room for the copy.
void ElementCopier::reserve(FieldOp vector, Value end) {
  for (LaunchOp launch : getLaunches(kernel)) {
    OpBuilder at(launch);
    IRMapping mapping;
    mapping.map(kernel.getArguments(), launch.getOperands());
    Value count = cloneExpression(at, end, mapping);
    if (count.getType().isSignedInteger() && !getConstantInt(count))
      count = at.create<MathOp>(
          loc, count.getType(), MathFn::Max,
          ValueRange{count, at.create<ConstantOp>(loc, at.getIntegerAttr(count.getType(), 0))});
    at.create<ReserveOp>(loc, vector.getSymName(), count);
  }
}

/// The element of the same array, or of its copy, with another index.
static Value buildElement(OpBuilder &at, Location loc, Operation *element, Value index,
                          FieldOp copied = {}) {
  Type type = element->getResult(0).getType();
  if (copied) {
    Type pointee = cast<RefType>(type).getPointee();
    Value data =
        at.create<VectorDataOp>(loc, PtrType::get(pointee, /*isConst=*/false), copied.getSymName());
    return at.create<DerefOp>(loc, RefType::get(pointee), data, index);
  }
  IRMapping mapping;
  Value array = cloneExpression(at, element->getOperand(0), mapping);
  if (isa<DerefOp>(element))
    return at.create<DerefOp>(loc, type, array, index);
  return at.create<ElementOp>(loc, type, array, index);
}

/// The part of a copy that a place is of an element.
static Value buildPart(OpBuilder &at, Value place, Operation *element, Value copied) {
  Operation *op = place.getDefiningOp();
  if (op == element)
    return copied;
  IRMapping mapping;
  mapping.map(op->getOperand(0), buildPart(at, op->getOperand(0), element, copied));
  return at.clone(*op, mapping)->getResult(0);
}

void ElementCopier::copy(const OldArray &array) {
  OpBuilder at(grid);
  Operation *element = findArrayElement(LoadOp(array.reads.front()).getRef());
  CopiedRange range = buildRange(at, array);
  FieldOp vector =
      makeLocalVector(parent, loc, (kernel.getDisplayName() + "_" + array.name + "Before").str(),
                      cast<RefType>(element->getResult(0).getType()).getPointee(),
                      kernel.getSymName(), array.name + "Before");
  reserve(vector, range.end);
  auto made = at.create<GridOp>(loc, range.first, range.end, ValueRange(), ArrayRef<int64_t>{1},
                                ArrayRef{CmpKind::Lt}, ArrayRef<StringRef>{"element"});
  made->setAttr(kCommentAttr, at.getStringAttr("Keeps what iterations read of " + array.name +
                                               " and later ones replace."));
  Value counter = made.getBody().getArgument(0);
  at.setInsertionPointToEnd(&made.getBody().front());
  Value from = buildLoad(at, loc, buildElement(at, loc, element, counter));
  at.create<AssignOp>(loc, buildElement(at, loc, element, counter, vector), from);
  for (LoadOp load : array.reads) {
    Operation *own = findArrayElement(load.getRef());
    OpBuilder before(load);
    Value copied = buildElement(before, load.getLoc(), own, own->getOperand(1), vector);
    load.getRefMutable().assign(buildPart(before, load.getRef(), own, copied));
  }
}

void ElementCopier::run() {
  for (const OldArray &array : collect())
    copy(array);
  eraseDeadExpressions(kernel.getBody());
}

void CopyOldElementsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  SmallVector<GridOp> grids;
  getOperation().walk([&](GridOp grid) {
    if (readsOldElements(grid))
      grids.push_back(grid);
  });
  for (GridOp grid : grids)
    ElementCopier(grid).run();
}
