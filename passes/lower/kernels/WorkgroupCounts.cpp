//===- WorkgroupCounts.cpp - How many workgroups a dispatch has ------------------------------===//

#include "passes/lower/kernels/WorkgroupCounts.h"

#include "analysis/patterns/Appends.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "device/Builders.h"
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

/// Lets threads take several iterations along the last axis, where that is planned; `before` are
/// the workgroups along the others.
static void coarsen(OpBuilder &at, GridOp grid, ArrayRef<Value> before, WorkgroupCountOp count) {
  auto coarsening = grid.getCoarseningAttr();
  if (!coarsening)
    return;
  count.setCoarsening(coarsening.getInt());
  count.setJammed(grid.getJammed());
  if (before.empty())
    return;
  OpBuilder::InsertionGuard guard(at);
  at.setInsertionPoint(count);
  count.getBesideMutable().assign(buildProduct(at, grid.getLoc(), before));
}

SmallVector<Value> vkmorph::vkm::countWorkgroups(OpBuilder &at, GridOp grid,
                                                 llvm::function_ref<Value(unsigned)> getCount,
                                                 const IRMapping &mapping,
                                                 const llvm::StringSet<> &written) {
  std::optional<ReductionPlanAttr> plan = grid.getPlan();
  bool isOrdered = grid.getInOrder();
  bool finishes = plan && plan->getFinish() != ReduceFinish::Atomics;
  unsigned dims = keepsOrder(grid) || isOrdered ? 1 : grid.getNumDims();
  unsigned innermost = isOrdered && grid.getNumDims() > 1 ? grid.getNumDims() : dims - 1;
  SmallVector<Value> groups;
  for (unsigned axis = 0; axis < dims; ++axis) {
    auto [threads, size] =
        buildThreads(at, grid, getCount(innermost - axis), axis, mapping, written);
    int32_t limit = grid.getMaxWorkgroupsAttr() ? grid.getMaxWorkgroupsAttr()[axis] : 0;
    auto count = at.create<WorkgroupCountOp>(grid.getLoc(), at.getIntegerType(32, false), threads,
                                             size, limit, axis, finishes || isOrdered,
                                             /*coarsening=*/IntegerAttr(),
                                             /*jammed=*/false, /*beside=*/Value());
    if (axis == dims - 1)
      coarsen(at, grid, groups, count);
    groups.push_back(shareWorkgroups(at, grid, groups, count));
  }
  return groups;
}

namespace {
/// How a dimension is dealt out.
struct GroupShape {
  int64_t perGroup; ///< iterations that a workgroup takes
  int64_t threads;  ///< of a workgroup
  int64_t limit;    ///< a cap of the plan, or 0
  bool nonempty;    ///< one workgroup at least
};
} // namespace

static Value buildGroups(OpBuilder &builder, GridOp grid, unsigned dim, Value upper,
                         const GroupShape &shape, bool isCount) {
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
  auto groups = builder.create<VarOp>(loc, RefType::get(uintType), ("groups" + axis).str(),
                                      number(builder, uintType, shape.nonempty));
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
                                    number(at, wide, step * shape.perGroup));
  count = at.create<BinaryOp>(loc, wide, BinaryKind::Add, count, number(at, wide, 1));
  int64_t most = std::min(kMostWorkgroups, std::max<int64_t>(kMaxThreads / shape.perGroup, 1));
  if (shape.limit > 0)
    most = std::min(most, shape.limit);
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
                               number(at, wide, step * shape.threads));
    Value one = number(at, wide, 1);
    left = at.create<MathOp>(loc, wide, MathFn::Max, ValueRange{left, one});
    count = smaller(count, left);
  }
  if (count.getType() != uintType)
    count = at.create<CastOp>(loc, uintType, count);
  at.create<AssignOp>(loc, groups.getRef(), count);
  return buildLoad(builder, loc, groups.getRef());
}

ScratchOp vkmorph::vkm::buildGroupsScratch(OpBuilder &builder, Location loc, StringRef name) {
  auto type = ArrayType::get(builder.getContext(), 3, builder.getIntegerType(32, false));
  auto member = MemberAttr::get(builder.getContext(), kGroupsMember, type, 0);
  return builder.create<ScratchOp>(loc, name, 12, builder.getArrayAttr(member));
}

void vkmorph::vkm::buildWorkgroupCounts(
    OpBuilder &builder, GridOp grid, ScratchOp scratch,
    llvm::function_ref<std::pair<Value, bool>(unsigned)> getBound) {
  Location loc = grid.getLoc();
  std::optional<ReductionPlanAttr> plan = grid.getPlan();
  bool isByRows = grid.getSharedRow() != nullptr;
  SmallVector<Value> groups;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (axis >= grid.getNumDims()) {
      groups.push_back(buildUint(builder, loc, 1));
      continue;
    }
    GroupShape shape;
    shape.threads = isByRows ? 1 : grid.getWorkgroupSizeAttr()[axis];
    shape.perGroup = shape.threads * (axis == 0 ? grid.getElementsPerThread().value_or(1) : 1);
    shape.limit = grid.getMaxWorkgroupsAttr() ? grid.getMaxWorkgroupsAttr()[axis] : 0;
    bool finishes = plan && plan->getFinish() != ReduceFinish::Atomics;
    shape.nonempty = finishes || grid.getInOrder();
    unsigned dim = grid.getNumDims() - 1 - axis;
    auto [bound, isCount] = getBound(dim);
    Value count = buildGroups(builder, grid, dim, bound, shape, isCount);
    groups.push_back(shareWorkgroups(builder, grid, groups, count));
  }
  auto uintPlace = RefType::get(builder.getIntegerType(32, false));
  auto member = cast<MemberAttr>(scratch.getMembers()[0]);
  Value place = builder.create<ScratchRefOp>(loc, RefType::get(member.getType()),
                                             scratch.getSymName(), kGroupsMember);
  for (auto [axis, number] : llvm::enumerate(groups)) {
    Value element = builder.create<ElementOp>(loc, uintPlace, place, buildUint(builder, loc, axis));
    builder.create<AssignOp>(loc, element, number);
  }
}
