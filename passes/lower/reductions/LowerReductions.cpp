//===- LowerReductions.cpp - The code that combines the results of a grid's threads -----------===//
//
// Two strategies within a workgroup: a tree in shared memory; subgroup operations with one slot per
// subgroup. How the results of workgroups are combined: FinishReductions.cpp.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/reductions/LowerReductions.h"

#include "analysis/values/GridShape.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/NeverNan.h"
#include "ir/Places.h"
#include "ir/TargetFacts.h"
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

/// "+", "min": the operation as C++ writes it.
static StringRef spellKind(ReduceKind kind, bool ofBools) {
  switch (kind) {
  case ReduceKind::Add:
    return "+";
  case ReduceKind::Mul:
    return "*";
  case ReduceKind::And:
    return ofBools ? "&&" : "&";
  case ReduceKind::Or:
    return ofBools ? "||" : "|";
  case ReduceKind::Xor:
    return ofBools ? "!=" : "^";
  case ReduceKind::Min:
    return "min";
  case ReduceKind::Max:
    return "max";
  }
  llvm_unreachable("all kinds are handled");
}

//===------------------------------------------------------------------------------------------===//
// Declarations
//===------------------------------------------------------------------------------------------===//

ReductionLowering::ReductionLowering(KernelOp kernel, StringRef display, GridOp grid,
                                     ArrayRef<Number> numbers)
    : kernel(kernel), display(display), parent(kernel->getParentOfType<ClassOp>()) {
  grid.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto reduce = dyn_cast<ReduceOp>(op);
        reduce && !find(reduce.getFieldAttr(), reduce.getSteps()))
      addPlace(reduce.getFieldAttr(), reduce.getSteps(), reduce.getKind());
    if (auto reduce = dyn_cast<ArgReduceOp>(op);
        reduce && !find(reduce.getFieldAttr(), reduce.getSteps()))
      addArgGroup(reduce, numbers);
    if (auto combine = dyn_cast<CombineOp>(op);
        combine && !find(combine.getFieldAttr(), combine.getSteps()))
      addCombination(combine);
  });
  bool isByRows = grid.getPlan() && grid.getPlan()->getFinish() == ReduceFinish::Row;
  if (isByRows)
    addRow(*matchRowLoop(grid));
  if (accumulators.empty())
    return;
  plan = *grid.getPlan();
  dims = keepsOrder() ? 1 : grid.getNumDims();
  for (int32_t size : grid.getWorkgroupSizeAttr().asArrayRef())
    threads *= size;
  maxGroups = getMostWorkgroups(grid);
  columns = getColumns(grid);
  partials = maxGroups * std::max<int64_t>(columns, 1);
  minSubgroupSize = getTargetMinSubgroupSize(kernel);
  OpBuilder builder(kernel);
  bool bySubgroup = plan.getStrategy() == ReduceStrategy::Subgroup;
  int64_t slots = bySubgroup ? std::max<int64_t>(threads / minSubgroupSize, 1) : threads;
  for (Accumulator &accumulator : accumulators)
    accumulator.shared =
        addShared(builder, accumulator.field ? accumulator.field.getLoc() : kernel.getLoc(), parent,
                  accumulator.name + "Shared",
                  makeArrays(ArrayType::get(builder.getContext(), slots, accumulator.value),
                             accumulator.lengths));
  addCombineFunction(builder);
  if (hasPartials() || plan.getFinish() == ReduceFinish::AtomicTotals)
    addScratch(builder);
}

ReductionLowering::Accumulator &ReductionLowering::addPlace(FlatSymbolRefAttr name,
                                                            ArrayRef<Attribute> steps,
                                                            std::optional<ReduceKind> kind) {
  FieldOp field = parent.lookupField(name.getValue());
  SmallVector<int64_t> lengths;
  Type type = field.getType();
  std::string spelling = name.getValue().str();
  for (Attribute step : steps) {
    if (!step)
      lengths.push_back(getNumElements(type));
    type = step ? getPartType(field, type, step) : getElementType(type);
    if (auto member = dyn_cast_or_null<StringAttr>(step))
      spelling += "_" + member.getValue().str();
    else if (auto number = dyn_cast_or_null<IntegerAttr>(step))
      spelling += "_" + std::to_string(number.getInt());
  }
  accumulators.push_back({kind, field, SmallVector<Attribute>(steps), lengths, type, spelling,
                          spellPlace(name.getValue(), steps)});
  return accumulators.back();
}

/// `void combineWorkgroup(inout int m_summ, ...)`: afterwards the first thread has the workgroup's
/// results. `void combineColumns(inout int m_summ, ..., uint columns)`: the first threads have
/// those of as many columns.
void ReductionLowering::addCombineFunction(OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = kernel.getLoc();
  SmallVector<Type> types;
  SmallVector<Attribute> argAttrs;
  for (Accumulator &accumulator : accumulators) {
    types.push_back(RefType::get(makeArrays(accumulator.value, accumulator.lengths)));
    argAttrs.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttr, builder.getStringAttr(accumulator.name + "Local"))));
  }
  if (columns) {
    types.push_back(getUintType(builder.getContext()));
    argAttrs.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttr, builder.getStringAttr("columns"))));
  }
  std::string cppName = columns ? "combineColumns" : "combineWorkgroup";
  std::string name = cppName + "_" + display;
  while (parent.lookupSymbol(name))
    name += '_';
  combine = builder.create<FuncOp>(loc, name, builder.getFunctionType(types, {}),
                                   builder.getArrayAttr(argAttrs), ArrayAttr());
  combine->setAttr("cpp_name", builder.getStringAttr(cppName));
  Block &body = combine.getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, loc);
  builder.setInsertionPointToEnd(&body);
  if (plan.getStrategy() == ReduceStrategy::Tree) {
    comment(combine, columns ? "Combines the shares of each column by a tree in shared memory; the "
                               "first share has the results."
                             : "Combines the shares of all threads by a tree in shared memory; the "
                               "first thread has the result.");
    emitTree(builder, loc, combine);
  } else {
    comment(combine, "Combines the shares of all threads: first in each subgroup, then over the "
                     "subgroups' results.");
    emitSubgroup(builder, loc, combine);
  }
}

//===------------------------------------------------------------------------------------------===//
// Within a workgroup
//===------------------------------------------------------------------------------------------===//

//===------------------------------------------------------------------------------------------===//
// Parts of accumulators
//===------------------------------------------------------------------------------------------===//

ReductionLowering::Accumulator *ReductionLowering::find(FlatSymbolRefAttr field,
                                                        ArrayRef<Attribute> steps) {
  auto known = llvm::find_if(accumulators, [&](Accumulator &other) {
    return other.field && other.field.getSymName() == field.getValue() &&
           ArrayRef(other.steps) == steps;
  });
  return known == accumulators.end() ? nullptr : &*known;
}

void ReductionLowering::forEachLeaf(OpBuilder &builder, Location loc,
                                    const Accumulator &accumulator, LeafFn emit) {
  Leaf leaf{{}, std::nullopt, accumulator.value};
  OpBuilder inner = builder;
  for (int64_t length : accumulator.lengths) {
    std::string name = "element";
    if (!leaf.counters.empty())
      name += std::to_string(leaf.counters.size() + 1);
    ForOp loop = buildUintLoop(
        inner, loc, name, buildUint(inner, loc, 0),
        [&](OpBuilder &at) { return buildUint(at, loc, length); },
        [&](OpBuilder &at) { return buildUint(at, loc, 1); });
    leaf.counters.push_back(loop.getBodyVar());
    inner.setInsertionPointToEnd(&loop.getBody().front());
  }
  OpBuilder &at = accumulator.lengths.empty() ? builder : inner;
  auto matrix = dyn_cast<MatType>(accumulator.value);
  if (!matrix)
    return emit(at, leaf);
  leaf.type = matrix.getColumnType();
  for (unsigned column = 0; column < matrix.getColumns(); ++column) {
    leaf.column = column;
    emit(at, leaf);
  }
}

void ReductionLowering::forEachLeaf(
    OpBuilder &builder, Location loc, ValueRange places,
    llvm::function_ref<void(OpBuilder &, const Accumulator &, Value, const Leaf &)> emit) {
  for (size_t index = 0; index < accumulators.size(); ++index)
    forEachLeaf(builder, loc, accumulators[index], [&](OpBuilder &at, const Leaf &leaf) {
      emit(at, accumulators[index], places[index], leaf);
    });
}

Value ReductionLowering::partOf(OpBuilder &builder, Location loc, Value place, const Leaf &leaf) {
  for (Value counter : leaf.counters)
    place = buildElement(builder, loc, place, buildLoad(builder, loc, counter));
  return leaf.column ? buildPart(builder, loc, place, *leaf.column) : place;
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

Value ReductionLowering::fieldPart(OpBuilder &builder, Location loc, const Accumulator &accumulator,
                                   const Leaf &leaf) {
  SmallVector<Value> indices;
  for (Value counter : leaf.counters)
    indices.push_back(buildLoad(builder, loc, counter));
  Value place = buildFieldPlace(builder, loc, accumulator.field, accumulator.steps, indices);
  return leaf.column ? buildPart(builder, loc, place, *leaf.column) : place;
}

void ReductionLowering::combineAll(OpBuilder &builder, Location loc, LeafValueFn mine,
                                   LeafValueFn theirs) {
  for (const Accumulator &accumulator : accumulators)
    if (accumulator.kind && !accumulator.group)
      forEachLeaf(builder, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
        combineInto(at, loc, *accumulator.kind, mine(at, accumulator, leaf),
                    theirs(at, accumulator, leaf), Operands::NeverNan);
      });
  for (const ArgGroup &group : groups)
    combineGroup(builder, loc, group, mine, theirs);
  for (const Combination &combination : combinations)
    combineCombination(builder, loc, combination, mine, theirs);
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
void ReductionLowering::emitTree(OpBuilder &builder, Location loc, FuncOp function) {
  auto lid = [&](OpBuilder &at) { return buildBuiltin(at, loc, Builtin::LocalIndex); };
  forEachLeaf(builder, loc, function.getArguments(),
              [&](OpBuilder &at, const Accumulator &accumulator, Value place, const Leaf &leaf) {
                at.create<AssignOp>(loc, sharedPart(at, loc, accumulator, leaf, lid(at)),
                                    buildLoad(at, loc, partOf(at, loc, place, leaf)));
              });
  builder.create<BarrierOp>(loc);
  bool isOrdered = keepsOrder();
  auto loop =
      builder.create<ForOp>(loc, "offset", buildUint(builder, loc, isOrdered ? 1 : threads / 2));
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
    isActive =
        inner.create<CmpOp>(loc, CmpKind::Lt, lid(inner), buildLoad(inner, loc, loop.getBodyVar()));
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
  forEachLeaf(builder, loc, function.getArguments(),
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
  forEachLeaf(first, loc, function.getArguments(),
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
  forEachLeaf(taking, loc, function.getArguments(),
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

void ReductionLowering::lowerReduce(ReduceOp reduce) {
  Accumulator *accumulator = find(reduce.getFieldAttr(), reduce.getSteps());
  assert(accumulator && "every reduction of the grid has an accumulator");
  OpBuilder builder(reduce);
  Location loc = reduce.getLoc();
  Operation *before = reduce->getPrevNode();
  Value place = accumulator->place;
  for (Value index : reduce.getIndices())
    place = buildElement(builder, loc, place, index);
  // What a thread has combined is never NaN: it begins with the neutral element.
  combineInto(builder, loc, reduce.getKind(), place, reduce.getValue(),
              isNeverNan(reduce.getValue()) ? Operands::NeverNan : Operands::MayBeNan);
  attachComment(reduce->getBlock(), before, reduce->getAttr(kCommentAttr));
  reduce.erase();
}

int64_t ReductionLowering::getMinSubgroupSize() const {
  return !empty() && plan.getStrategy() == ReduceStrategy::Subgroup ? minSubgroupSize : 1;
}

std::string ReductionLowering::describe() const {
  std::string text = "Reduction: ";
  llvm::StringRef separator = "";
  for (const Accumulator &accumulator : accumulators) {
    if (!accumulator.kind && accumulator.operation.empty())
      continue;
    StringRef operation = accumulator.kind
                              ? spellKind(*accumulator.kind, accumulator.value.isInteger(1))
                              : StringRef(accumulator.operation);
    text += (separator + accumulator.spelling + " (" + operation).str();
    llvm::StringRef with = ", with ";
    for (size_t number :
         accumulator.group ? groups[*accumulator.group].carried : SmallVector<size_t>()) {
      text += (with + accumulators[number].spelling).str();
      with = ", ";
    }
    text += ")";
    separator = ", ";
  }
  text += plan.getStrategy() == ReduceStrategy::Tree ? "; tree in shared memory"
                                                     : "; subgroup operations";
  return text + describeFinish();
}
