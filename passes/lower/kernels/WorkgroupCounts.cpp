//===- WorkgroupCounts.cpp - How many workgroups a dispatch has ------------------------------===//

#include "passes/lower/kernels/WorkgroupCounts.h"

#include "analysis/patterns/Dispatches.h"

#include "analysis/patterns/Appends.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "device/Builders.h"
#include "ir/MemoryForm.h"
#include "ir/VkmAttributes.h"
#include "passes/lower/reductions/LowerReductions.h"
#include "passes/plan/PlanRules.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// vkmorph/loops.h has the same.
static constexpr int64_t kMaxThreads = 1 << 24;

static Value buildProduct(OpBuilder &at, Location loc, ArrayRef<Value> factors) {
  Value product = factors.front();
  for (Value factor : factors.drop_front())
    product = buildBinary(at, loc, BinaryKind::Mul, product, factor);
  return product;
}

/// How many workgroups a planned grid has along an axis, of `count` that would cover it: those of
/// the axes `before` leave no more of what is planned for all together, and at least one.
static Value shareWorkgroups(OpBuilder &at, GridOp grid, ArrayRef<Value> before, Value count) {
  if (before.empty() || !grid.getMostWorkgroups().has_value())
    return count;
  Location loc = grid.getLoc();
  Value taken = buildProduct(at, loc, before);
  Value left =
      buildBinary(at, loc, BinaryKind::Div, buildUint(at, loc, getMostWorkgroups(grid)), taken);
  return at.create<MathOp>(loc, count.getType(), MathFn::Min, ValueRange{count, left});
}

/// Lets threads take several iterations along the last axis, as planned; `before` are the
/// workgroups along the others.
static void coarsen(OpBuilder &at, GridOp grid, ArrayRef<Value> before, WorkgroupCountOp count) {
  count.setCoarsening(grid.getCoarseningAttr().getInt());
  count.setJammed(grid.getJammed());
  Block &iteration = grid.getBody().front();
  if (!iteration.empty() && isa<RegroupOp>(iteration.back()))
    count.setEnough(kFewestRegrouping);
  if (before.empty())
    return;
  OpBuilder::InsertionGuard guard(at);
  at.setInsertionPoint(count);
  count.getBesideMutable().assign(buildProduct(at, grid.getLoc(), before));
}

namespace {
/// How the iterations of a grid are dealt out along one axis of its dispatch.
struct Axis {
  unsigned dim;     ///< of the grid; behind its last one, all of them together
  int32_t threads;  ///< of a workgroup
  int32_t perGroup; ///< iterations that a workgroup takes before there are more workgroups
  int32_t limit;    ///< a cap of the plan, or 0
  bool nonempty;    ///< one workgroup at least
};
} // namespace

/// The axes of a planned grid, x first: what the host counts and what a shader counts by.
static SmallVector<Axis, 3> getAxes(GridOp grid) {
  bool isByRows = grid.getSharedRow() != nullptr, isOrdered = grid.getInOrder();
  bool finishes = grid.getPlan() && grid.getPlan()->getFinish() != ReduceFinish::Atomics;
  // The last workgroup also counts those of other kernels, and runs statements behind the loops.
  bool isNeeded =
      finishes || isOrdered || runsOnceBeside(grid) || runsLast(grid) || grid.getCountsAttr();
  unsigned dims = getDispatchedDims(grid);
  unsigned innermost = isOrdered && grid.getNumDims() > 1 ? grid.getNumDims() : dims - 1;
  SmallVector<Axis, 3> axes;
  for (unsigned axis = 0; axis < dims; ++axis) {
    int32_t threads = isByRows                ? getRowsOfWorkgroup(grid.getSharedRow())
                      : grid.getTileThreads() ? 1
                                              : grid.getWorkgroupSizeAttr()[axis];
    int32_t perThread = axis == 0 ? grid.getElementsPerThread().value_or(1) : 1;
    int32_t limit = grid.getMaxWorkgroupsAttr() ? grid.getMaxWorkgroupsAttr()[axis] : 0;
    axes.push_back({innermost - axis, threads, threads * perThread, limit, isNeeded});
  }
  return axes;
}

SmallVector<Value> vkmorph::vkm::countWorkgroups(OpBuilder &at, GridOp grid,
                                                 llvm::function_ref<Value(unsigned)> getCount,
                                                 const IRMapping &mapping,
                                                 const llvm::StringSet<> &written) {
  SmallVector<Axis, 3> axes = getAxes(grid);
  SmallVector<Value> groups;
  for (auto [number, axis] : llvm::enumerate(axes)) {
    Value threads = getCount(axis.dim);
    int32_t size = axis.perGroup;
    if (RowOp row = grid.getSharedRow())
      std::tie(threads, size) = buildRowThreads(at, row, threads, mapping, written);
    auto count = at.create<WorkgroupCountOp>(grid.getLoc(), at.getIntegerType(32, false), threads,
                                             size, axis.limit, number, axis.nonempty,
                                             /*coarsening=*/IntegerAttr(),
                                             /*jammed=*/false, /*enough=*/IntegerAttr(),
                                             /*beside=*/Value());
    Value some = count;
    if (number == axes.size() - 1 && grid.getCoarsening().has_value()) {
      // Of those, there may be none.
      count.setNonempty(false);
      coarsen(at, grid, groups, count);
      if (axis.nonempty)
        some = at.create<MathOp>(grid.getLoc(), count.getType(), MathFn::Max,
                                 ValueRange{count, buildUint(at, grid.getLoc(), 1)});
    }
    groups.push_back(shareWorkgroups(at, grid, groups, some));
  }
  return groups;
}

/// The number of workgroups along an axis, of a dimension with that upper bound, or, with
/// `isCount`, that number of iterations.
static Value buildGroups(OpBuilder &builder, GridOp grid, const Axis &along, Value upper,
                         bool isCount, StringRef name) {
  unsigned dim = along.dim;
  Location loc = grid.getLoc();
  Type uintType = builder.getIntegerType(32, false);
  auto type = cast<IntegerType>(upper.getType());
  auto number = [&](OpBuilder &at, Type of, int64_t value) -> Value {
    return at.create<ConstantOp>(loc, IntegerAttr::get(of, value));
  };
  int64_t first = isCount ? 0 : *getConstantInt(grid.getLower()[dim]);
  int64_t step = isCount ? 1 : grid.getSteps()[dim];
  CmpKind predicate = isCount ? CmpKind::Lt : grid.getPredicate(dim);
  bool isInclusive = predicate == CmpKind::Le;
  StringRef axis = StringRef("XYZ").substr(grid.getNumDims() - 1 - dim, 1);
  auto groups = builder.create<VarOp>(loc, RefType::get(uintType), (name + axis).str(),
                                      number(builder, uintType, along.nonempty));
  auto hasSome = builder.create<CmpOp>(loc, builder.getI1Type(), predicate,
                                       number(builder, type, first), upper);
  auto branch = builder.create<IfOp>(loc, hasSome);
  OpBuilder at = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  // Not negative here.
  auto wide = at.getIntegerType(type.getWidth(), false);
  Value last = type == wide ? upper : at.create<CastOp>(loc, wide, upper).getResult();
  if (int64_t before = first + !isInclusive)
    last = at.create<BinaryOp>(loc, wide, BinaryKind::Sub, last, number(at, wide, before));
  Value count = at.create<BinaryOp>(loc, wide, BinaryKind::Div, last,
                                    number(at, wide, step * along.perGroup));
  count = at.create<BinaryOp>(loc, wide, BinaryKind::Add, count, number(at, wide, 1));
  int64_t most = std::min(kMostWorkgroups, std::max<int64_t>(kMaxThreads / along.perGroup, 1));
  if (along.limit > 0)
    most = std::min<int64_t>(most, along.limit);
  auto smaller = [&](Value value, Value limit) -> Value {
    return at.create<MathOp>(loc, wide, MathFn::Min, ValueRange{value, limit});
  };
  count = smaller(count, number(at, wide, most));
  // The step of all threads at once must not lead beyond the largest number of the counter's type.
  // No vector has so many elements.
  if (!isCount && !getVectorOfSize(grid.getUpper()[dim])) {
    auto counter = cast<IntegerType>(grid.getLower()[dim].getType());
    unsigned bits = counter.getWidth() - counter.isSigned();
    int64_t largest = bits >= 63 ? INT64_MAX : (int64_t(1) << bits) - 1;
    if (wide.getWidth() == 32)
      largest = std::min<int64_t>(largest, UINT32_MAX);
    Value bound = type == wide ? upper : at.create<CastOp>(loc, wide, upper).getResult();
    Value left = at.create<BinaryOp>(loc, wide, BinaryKind::Sub, number(at, wide, largest), bound);
    left = at.create<BinaryOp>(loc, wide, BinaryKind::Div, left,
                               number(at, wide, step * along.threads));
    Value one = number(at, wide, 1);
    left = at.create<MathOp>(loc, wide, MathFn::Max, ValueRange{left, one});
    count = smaller(count, left);
  }
  if (count.getType() != uintType)
    count = at.create<CastOp>(loc, uintType, count);
  at.create<AssignOp>(loc, groups.getRef(), count);
  return buildLoad(builder, loc, groups.getRef());
}

ScratchOp vkmorph::vkm::buildGroupsScratch(OpBuilder &builder, Location loc, StringRef name,
                                           ArrayRef<std::string> names) {
  auto type = ArrayType::get(builder.getContext(), 3, builder.getIntegerType(32, false));
  SmallVector<Attribute> members;
  for (auto [number, member] : llvm::enumerate(names))
    members.push_back(MemberAttr::get(builder.getContext(), member, type,
                                      kIndirectCommandBytes * int64_t(number)));
  return builder.create<ScratchOp>(loc, name, kIndirectCommandBytes * int64_t(names.size()),
                                   builder.getArrayAttr(members));
}

void vkmorph::vkm::buildWorkgroupCounts(
    OpBuilder &builder, GridOp grid, const GroupsPlace &groupsPlace,
    llvm::function_ref<std::pair<Value, bool>(unsigned)> getBound) {
  Location loc = grid.getLoc();
  SmallVector<Value> groups;
  for (const Axis &axis : getAxes(grid)) {
    auto [bound, isCount] = getBound(axis.dim);
    Value count = buildGroups(builder, grid, axis, bound, isCount, groupsPlace.member);
    groups.push_back(shareWorkgroups(builder, grid, groups, count));
  }
  while (groups.size() < 3)
    groups.push_back(buildUint(builder, loc, 1));
  auto uintPlace = RefType::get(builder.getIntegerType(32, false));
  auto type = ArrayType::get(builder.getContext(), 3, uintPlace.getPointee());
  auto scratch = groupsPlace.scratch;
  Value place = builder.create<ScratchRefOp>(loc, RefType::get(type), scratch.getSymName(),
                                             groupsPlace.member);
  for (auto [axis, number] : llvm::enumerate(groups)) {
    Value element = builder.create<ElementOp>(loc, uintPlace, place, buildUint(builder, loc, axis));
    builder.create<AssignOp>(loc, element, number);
  }
}
