//===- LowerReductions.cpp - The code that combines the results of a grid's threads -----------===//
//
// Two strategies within a workgroup: a tree in shared memory; subgroup operations with one slot per
// subgroup. How the results of workgroups are combined: FinishReductions.cpp.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/reductions/LowerReductions.h"

#include "analysis/patterns/UnevenRows.h"
#include "analysis/values/GridShape.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/NeverNan.h"
#include "ir/Places.h"
#include "ir/TargetFacts.h"
#include "ir/VkmAttributes.h"
#include "passes/plan/PlanRules.h"
#include "passes/plan/Target.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Small pieces
//===------------------------------------------------------------------------------------------===//

static void comment(Operation *op, StringRef text) {
  op->setAttr(kCommentAttr, StringAttr::get(op->getContext(), text));
}

//===------------------------------------------------------------------------------------------===//
// Declarations
//===------------------------------------------------------------------------------------------===//

ReductionLowering::ReductionLowering(KernelOp kernel, StringRef display, GridOp grid,
                                     ArrayRef<IterationNumber> numbers)
    : kernel(kernel), display(display), parent(kernel->getParentOfType<ClassOp>()),
      accumulators(parent) {
  llvm::StringSet<> operations;
  grid.walk([&](ReductionOpInterface reduction) {
    operations.insert(reduction->getName().getStringRef());
  });
  for (const ReductionPatternRow &row : getReductionPatterns()) {
    if (!operations.contains(row.operation))
      continue;
    patterns.push_back(row.make(accumulators));
    patternOf[row.operation] = patterns.back().get();
  }
  grid.walk<WalkOrder::PreOrder>([&](ReductionOpInterface reduction) {
    if (!isPart(reduction) && !accumulators.find(reduction))
      getPattern(reduction).add(reduction, numbers);
  });
  RowOp row = grid.getSharedRow();
  if (row)
    addRow(row);
  if (accumulators.empty())
    return;
  strategy = row ? row.getPlan()->getStrategy() : grid.getPlan()->getStrategy();
  if (!row)
    finishBy = grid.getPlan()->getFinish();
  isOrdered = keepsOrder(grid);
  isPacked = grid->hasAttr(kPackedTotalAttr);
  handsOn = runsLast(grid);
  dims = isOrdered ? 1 : grid.getNumDims();
  for (int32_t size : grid.getWorkgroupSizeAttr().asArrayRef())
    threads *= size;
  maxGroups = getMostWorkgroups(grid);
  columns = row ? row.getPlan()->getColumns() : 0;
  lanes = row ? row.getPlan()->getLanes() : 0;
  partials = maxGroups * std::max<int64_t>(columns, 1);
  minSubgroupSize = getTargetMinSubgroupSize(kernel);
  OpBuilder builder(kernel);
  bool bySubgroup = strategy == ReduceStrategy::Subgroup;
  int64_t slots = bySubgroup ? std::max<int64_t>(threads / minSubgroupSize, 1) : threads;
  for (Accumulator &accumulator : accumulators)
    accumulator.shared =
        addShared(builder, accumulator.field ? accumulator.field.getLoc() : kernel.getLoc(), parent,
                  accumulator.name + "Shared",
                  makeArrays(ArrayType::get(builder.getContext(), slots, accumulator.value),
                             accumulator.lengths));
  // Who looks for them again has to find the same lengths.
  if (lanes && row.getPlan()->getTurns() > 1 && areEndsKnown(row))
    hasHuge =
        addShared(builder, kernel.getLoc(), parent, "hasHuge", getUintType(builder.getContext()));
  addCombineFunction(builder);
  if (hasPartials() || finishBy == ReduceFinish::AtomicTotals)
    addScratch(builder);
}

ReductionPattern &ReductionLowering::getPattern(ReductionOpInterface reduction) {
  auto known = patternOf.find(reduction->getName().getStringRef());
  assert(known != patternOf.end() && "every reduction has a row in the table");
  return *known->second;
}

/// `void combineWorkgroup(inout int m_summ, ...)`, with a parameter `columns` or `lanes` where
/// there are some; the builder stands inside then.
FuncOp ReductionLowering::makeCombineFunction(OpBuilder &builder, StringRef cppName) {
  Location loc = kernel.getLoc();
  SmallVector<Type> types;
  SmallVector<Attribute> argAttrs;
  for (Accumulator &accumulator : accumulators) {
    types.push_back(RefType::get(makeArrays(accumulator.value, accumulator.lengths)));
    argAttrs.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttr, builder.getStringAttr(accumulator.name + "Local"))));
  }
  if (columns || lanes) {
    types.push_back(getUintType(builder.getContext()));
    argAttrs.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttr, builder.getStringAttr(columns ? "columns" : "lanes"))));
  }
  std::string name = cppName.str() + "_" + display;
  while (parent.lookupSymbol(name))
    name += '_';
  builder.setInsertionPoint(kernel);
  auto function = builder.create<FuncOp>(loc, name, builder.getFunctionType(types, {}),
                                         builder.getArrayAttr(argAttrs), ArrayAttr());
  function->setAttr("cpp_name", builder.getStringAttr(cppName));
  Block &body = function.getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, loc);
  builder.setInsertionPointToEnd(&body);
  return function;
}

/// What combines a workgroup's shares: afterwards the first thread has its results. Of columns, the
/// first threads have those of as many; of groups of threads, the first of each has the group's.
void ReductionLowering::addCombineFunction(OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = kernel.getLoc();
  bool isTree = strategy == ReduceStrategy::Tree;
  if (lanes && !isTree) {
    combine = combineSubgroups = makeCombineFunction(builder, "combineSubgroup");
    comment(combine, "Combines the shares of each group of threads of a subgroup.");
    emitExchange(builder, loc, combine);
    if (lanes <= minSubgroupSize)
      return;
  }
  combine = makeCombineFunction(builder, columns ? "combineColumns"
                                         : lanes ? "combineLanes"
                                                 : "combineWorkgroup");
  if (isTree) {
    comment(combine, columns ? "Combines the shares of each column by a tree in shared memory; the "
                               "first share has the results."
                     : lanes ? "Combines the shares of each group of threads by a tree in shared "
                               "memory; the first thread of a group has the result."
                             : "Combines the shares of all threads by a tree in shared memory; the "
                               "first thread has the result.");
    emitTree(builder, loc, combine);
  } else if (lanes) {
    comment(combine, "Combines the shares of each group of threads within its subgroup, or over "
                     "several of them.");
    emitExchangeOverSubgroups(builder, loc, combine);
  } else {
    comment(combine, "Combines the shares of all threads: first in each subgroup, then over the "
                     "subgroups' results.");
    emitSubgroup(builder, loc, combine);
  }
}

//===------------------------------------------------------------------------------------------===//
// Parts of accumulators
//===------------------------------------------------------------------------------------------===//

void ReductionLowering::forAllLeaves(
    OpBuilder &builder, Location loc, ValueRange places,
    llvm::function_ref<void(OpBuilder &, const Accumulator &, Value, const Leaf &)> emit) {
  for (size_t index = 0; index < accumulators.size(); ++index)
    forEachLeaf(builder, loc, accumulators[index], [&](OpBuilder &at, const Leaf &leaf) {
      emit(at, accumulators[index], places[index], leaf);
    });
}

Value ReductionLowering::sharedPart(OpBuilder &builder, Location loc,
                                    const Accumulator &accumulator, const Leaf &leaf, Value slot) {
  auto shared = parent.lookupSymbol<SharedOp>(accumulator.shared);
  Value place =
      builder.create<SharedRefOp>(loc, RefType::get(shared.getType()), accumulator.shared);
  place = partOf(builder, loc, place, {leaf.counters, std::nullopt, {}});
  place = buildElement(builder, loc, place, slot);
  return leaf.column ? buildPart(builder, loc, place, *leaf.column) : place;
}

void ReductionLowering::combineAll(OpBuilder &builder, Location loc, LeafValueFn mine,
                                   LeafValueFn theirs) {
  for (const auto &pattern : patterns)
    pattern->combine(builder, loc, mine, theirs);
}

void ReductionLowering::resetAccumulator(OpBuilder &builder, Location loc,
                                         const Accumulator &accumulator, Value place) {
  if (accumulator.lengths.empty()) {
    builder.create<AssignOp>(loc, place,
                             makeIdentity(builder, loc, accumulator.kind, accumulator.value));
    return;
  }
  forEachLeaf(builder, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
    at.create<AssignOp>(loc, partOf(at, loc, place, leaf),
                        makeIdentity(at, loc, accumulator.kind, leaf.type));
  });
}

//===------------------------------------------------------------------------------------------===//
// How a workgroup combines
//===------------------------------------------------------------------------------------------===//

//   shared[lid] = local;
//   barrier();
//   for (uint offset = threads / 2; offset > 0; offset /= 2) {
//     if (lid < offset) shared[lid] += shared[lid + offset];
//     barrier();
//   }
//   local = shared[lid];
//
// Where the order counts, neighbours are combined first:
//
//   for (uint offset = 1; offset < threads; offset *= 2) {
//     if (lid % (2 * offset) == 0) ...
//
// The shares of neighbouring columns lie side by side:
//
//   for (uint offset = threads / 2; offset >= columns; offset /= 2) {
//
// Those of a group of threads as well:
//
//   for (uint offset = lanes / 2; offset > 0; offset /= 2) {
//     if (lid % lanes < offset) ...
void ReductionLowering::emitTree(OpBuilder &builder, Location loc, FuncOp function) {
  auto lid = [&](OpBuilder &at) { return buildBuiltin(at, loc, Builtin::LocalIndex); };
  forAllLeaves(builder, loc, function.getArguments(),
               [&](OpBuilder &at, const Accumulator &accumulator, Value place, const Leaf &leaf) {
                 at.create<AssignOp>(loc, sharedPart(at, loc, accumulator, leaf, lid(at)),
                                     buildLoad(at, loc, partOf(at, loc, place, leaf)));
               });
  builder.create<BarrierOp>(loc);
  Value most = lanes ? buildBinary(builder, loc, BinaryKind::Div, function.getArguments().back(),
                                   buildUint(builder, loc, 2))
                     : buildUint(builder, loc, isOrdered ? 1 : threads / 2);
  auto loop = builder.create<ForOp>(loc, "offset", most);
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value offset = buildLoad(inner, loc, loop.getCondVar());
  Value isMore =
      isOrdered ? inner.create<CmpOp>(loc, CmpKind::Lt, offset, buildUint(inner, loc, threads))
      : columns ? inner.create<CmpOp>(loc, CmpKind::Ge, offset, function.getArguments().back())
                : inner.create<CmpOp>(loc, CmpKind::Gt, offset, buildUint(inner, loc, 0));
  inner.create<YieldOp>(loc, isMore);
  inner.setInsertionPointToEnd(&loop.getStep().front());
  inner.create<UpdateOp>(loc, isOrdered ? BinaryKind::Mul : BinaryKind::Div, loop.getStepVar(),
                         buildUint(inner, loc, 2));
  inner.setInsertionPointToEnd(&loop.getBody().front());
  Value isActive;
  if (isOrdered) {
    Type type = getUintType(inner.getContext());
    Value pair = inner.create<BinaryOp>(loc, type, BinaryKind::Mul, buildUint(inner, loc, 2),
                                        buildLoad(inner, loc, loop.getBodyVar()));
    Value rest = inner.create<BinaryOp>(loc, type, BinaryKind::Rem, lid(inner), pair);
    isActive = inner.create<CmpOp>(loc, CmpKind::Eq, rest, buildUint(inner, loc, 0));
  } else {
    Value number = lid(inner);
    if (lanes)
      number = buildBinary(inner, loc, BinaryKind::Rem, number, function.getArguments().back());
    isActive =
        inner.create<CmpOp>(loc, CmpKind::Lt, number, buildLoad(inner, loc, loop.getBodyVar()));
  }
  auto ifOp = inner.create<IfOp>(loc, isActive);
  OpBuilder active = OpBuilder::atBlockEnd(&ifOp.getThenRegion().front());
  auto mine = [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf) {
    return sharedPart(at, loc, accumulator, leaf, lid(at));
  };
  auto theirs = [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf) {
    Value index = at.create<BinaryOp>(loc, getUintType(at.getContext()), BinaryKind::Add, lid(at),
                                      buildLoad(at, loc, loop.getBodyVar()));
    return buildLoad(at, loc, sharedPart(at, loc, accumulator, leaf, index));
  };
  combineAll(active, loc, mine, theirs);
  inner.create<BarrierOp>(loc);
  forAllLeaves(builder, loc, function.getArguments(),
               [&](OpBuilder &at, const Accumulator &accumulator, Value place, const Leaf &leaf) {
                 at.create<AssignOp>(
                     loc, partOf(at, loc, place, leaf),
                     buildLoad(at, loc, sharedPart(at, loc, accumulator, leaf, lid(at))));
               });
}

//   local = subgroupAdd(local);
//   if (gl_SubgroupInvocationID == 0) shared[gl_SubgroupID] = local;
//   barrier();
//   local = 0;
//   for (uint first = 0; first < gl_NumSubgroups; first += gl_SubgroupSize)
//     if (first + gl_SubgroupInvocationID < gl_NumSubgroups) local += shared[first +
//     gl_SubgroupInvocationID];
//   local = subgroupAdd(local);
//
// Every subgroup computes the total, so that control flow stays uniform.
void ReductionLowering::combineSubgroup(OpBuilder &builder, Location loc,
                                        const Accumulator &accumulator, Value place) {
  forEachLeaf(builder, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
    Value value = at.create<SubgroupOp>(loc, leaf.type, *accumulator.kind,
                                        buildLoad(at, loc, partOf(at, loc, place, leaf)));
    at.create<AssignOp>(loc, partOf(at, loc, place, leaf), value);
  });
}

void ReductionLowering::emitSubgroup(OpBuilder &builder, Location loc, FuncOp function) {
  auto uintType = getUintType(builder.getContext());
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    combineSubgroup(builder, loc, accumulator, argument);
  Value lane = buildBuiltin(builder, loc, Builtin::SubgroupInvocation);
  Value isFirst = builder.create<CmpOp>(loc, CmpKind::Eq, lane, buildUint(builder, loc, 0));
  auto ifOp = builder.create<IfOp>(loc, isFirst);
  OpBuilder first = OpBuilder::atBlockEnd(&ifOp.getThenRegion().front());
  forAllLeaves(first, loc, function.getArguments(),
               [&](OpBuilder &at, const Accumulator &accumulator, Value place, const Leaf &leaf) {
                 Value slot = sharedPart(at, loc, accumulator, leaf,
                                         buildBuiltin(at, loc, Builtin::Subgroup));
                 at.create<AssignOp>(loc, slot, buildLoad(at, loc, partOf(at, loc, place, leaf)));
               });
  builder.create<BarrierOp>(loc);
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    resetAccumulator(builder, loc, accumulator, argument);
  ForOp loop = buildUintLoop(
      builder, loc, "first", buildUint(builder, loc, 0),
      [&](OpBuilder &at) { return buildBuiltin(at, loc, Builtin::NumSubgroups); },
      [&](OpBuilder &at) { return buildBuiltin(at, loc, Builtin::SubgroupSize); });
  OpBuilder body = OpBuilder::atBlockEnd(&loop.getBody().front());
  auto slotIndex = [&](OpBuilder &at) -> Value {
    return at.create<BinaryOp>(loc, uintType, BinaryKind::Add,
                               buildLoad(at, loc, loop.getBodyVar()),
                               buildBuiltin(at, loc, Builtin::SubgroupInvocation));
  };
  Value inRange = body.create<CmpOp>(loc, CmpKind::Lt, slotIndex(body),
                                     buildBuiltin(body, loc, Builtin::NumSubgroups));
  auto inside = body.create<IfOp>(loc, inRange);
  OpBuilder taking = OpBuilder::atBlockEnd(&inside.getThenRegion().front());
  forAllLeaves(taking, loc, function.getArguments(),
               [&](OpBuilder &at, const Accumulator &accumulator, Value place, const Leaf &leaf) {
                 combineInto(
                     at, loc, *accumulator.kind, partOf(at, loc, place, leaf),
                     buildLoad(at, loc, sharedPart(at, loc, accumulator, leaf, slotIndex(at))),
                     Operands::NeverNan);
               });
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    combineSubgroup(builder, loc, accumulator, argument);
}

//===------------------------------------------------------------------------------------------===//
// In the shader
//===------------------------------------------------------------------------------------------===//

void ReductionLowering::declareAccumulators(OpBuilder &builder, Location loc) {
  // Longer arrays are set in a loop.
  constexpr int64_t kMaxListed = 4;
  for (Accumulator &accumulator : accumulators) {
    Type type = makeArrays(accumulator.value, accumulator.lengths);
    Value initial;
    if (accumulator.lengths.empty()) {
      initial = makeIdentity(builder, loc, accumulator.kind, type);
    } else if (accumulator.lengths.size() == 1 && accumulator.lengths.front() <= kMaxListed) {
      SmallVector<Value> parts;
      for (int64_t element = 0; element < accumulator.lengths.front(); ++element)
        parts.push_back(makeIdentity(builder, loc, accumulator.kind, accumulator.value));
      initial = builder.create<AggregateOp>(loc, type, parts);
    }
    accumulator.place =
        builder.create<VarOp>(loc, RefType::get(type), accumulator.name + "Local", initial, false);
    if (!initial)
      resetAccumulator(builder, loc, accumulator, accumulator.place);
  }
}

void ReductionLowering::lower(ReductionOpInterface reduction, ValueRange numbers) {
  getPattern(reduction).lower(reduction, numbers);
}

int64_t ReductionLowering::getMinSubgroupSize() const {
  return !empty() && strategy == ReduceStrategy::Subgroup ? minSubgroupSize : 1;
}

std::string ReductionLowering::describe() const {
  std::string text = "Reduction: ";
  llvm::StringRef separator = "";
  for (const Accumulator &accumulator : accumulators) {
    if (accumulator.operation.empty())
      continue;
    text += (separator + accumulator.spelling + " (" + accumulator.operation + ")").str();
    separator = ", ";
  }
  text += strategy == ReduceStrategy::Tree ? "; tree in shared memory" : "; subgroup operations";
  return text + describeFinish();
}
