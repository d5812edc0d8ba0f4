//===- LowerReductions.cpp - The code that combines the results of a grid's threads -----------===//
//
// Two strategies within a workgroup (a tree in shared memory; subgroup operations with one slot per
// subgroup) and two ways to finish (an atomic operation per workgroup; the workgroup that counts
// itself last combines the partial results of all, in the order of their numbers, so that the
// result is the same on every run).
//
//===------------------------------------------------------------------------------------------===//

#include "passes/LowerReductions.h"

#include "ir/NeverNan.h"
#include "passes/Target.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static constexpr llvm::StringLiteral kGroupsDone = "groupsDone";

//===------------------------------------------------------------------------------------------===//
// Small pieces
//===------------------------------------------------------------------------------------------===//

static IntegerType getUintType(MLIRContext *context) {
  return IntegerType::get(context, 32, IntegerType::Unsigned);
}

Value vkmorph::vkm::buildUint(OpBuilder &builder, Location loc, uint64_t value) {
  return builder.create<ConstantOp>(
      loc, builder.getIntegerAttr(getUintType(builder.getContext()), value));
}

Value vkmorph::vkm::buildBuiltin(OpBuilder &builder, Location loc, Builtin builtin, unsigned dim) {
  return builder.create<BuiltinOp>(loc, getUintType(builder.getContext()), builtin, dim);
}

Value vkmorph::vkm::buildWorkgroupIndex(OpBuilder &builder, Location loc, unsigned dims) {
  Value index = buildBuiltin(builder, loc, Builtin::Workgroup, dims - 1);
  for (unsigned dim = dims - 1; dim-- > 0;) {
    Value groups = buildBuiltin(builder, loc, Builtin::NumWorkgroups, dim);
    Value row = builder.create<BinaryOp>(loc, index.getType(), BinaryKind::Mul, index, groups);
    Value own = buildBuiltin(builder, loc, Builtin::Workgroup, dim);
    index = builder.create<BinaryOp>(loc, index.getType(), BinaryKind::Add, row, own);
  }
  return index;
}

Value vkmorph::vkm::buildWorkgroupCount(OpBuilder &builder, Location loc, unsigned dims) {
  Value count = buildBuiltin(builder, loc, Builtin::NumWorkgroups, 0);
  for (unsigned dim = 1; dim < dims; ++dim)
    count = builder.create<BinaryOp>(loc, count.getType(), BinaryKind::Mul, count,
                                     buildBuiltin(builder, loc, Builtin::NumWorkgroups, dim));
  return count;
}

ForOp vkmorph::vkm::buildUintLoop(OpBuilder &builder, Location loc, StringRef name, Value first,
                                  llvm::function_ref<Value(OpBuilder &)> end,
                                  llvm::function_ref<Value(OpBuilder &)> step) {
  auto loop = builder.create<ForOp>(loc, name, first);
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value counter = inner.create<LoadOp>(loc, first.getType(), loop.getCondVar());
  Value more = inner.create<CmpOp>(loc, CmpKind::Lt, counter, end(inner));
  inner.create<YieldOp>(loc, more);
  inner.setInsertionPointToEnd(&loop.getStep().front());
  inner.create<UpdateOp>(loc, BinaryKind::Add, loop.getStepVar(), step(inner));
  return loop;
}

static Value load(OpBuilder &builder, Location loc, Value place) {
  return builder.create<LoadOp>(loc, cast<RefType>(place.getType()).getPointee(), place);
}

/// `if (gl_LocalInvocationIndex == 0)`; gives a builder inside.
static OpBuilder buildIfFirstThread(OpBuilder &builder, Location loc) {
  Value index = buildBuiltin(builder, loc, Builtin::LocalIndex);
  Value isFirst = builder.create<CmpOp>(loc, CmpKind::Eq, index, buildUint(builder, loc, 0));
  auto ifOp = builder.create<IfOp>(loc, isFirst);
  return OpBuilder::atBlockEnd(&ifOp.getThenRegion().front());
}

static void comment(Operation *op, StringRef text) {
  op->setAttr(kCommentAttr, StringAttr::get(op->getContext(), text));
}

//===------------------------------------------------------------------------------------------===//
// Declarations
//===------------------------------------------------------------------------------------------===//

ReductionLowering::ReductionLowering(KernelOp kernel, StringRef display, GridOp grid)
    : kernel(kernel), display(display), parent(kernel->getParentOfType<ClassOp>()) {
  grid.walk([&](ReduceOp reduce) {
    SmallVector<Attribute> path;
    if (reduce.getPath())
      path.assign(reduce.getPath()->begin(), reduce.getPath()->end());
    auto known = llvm::find_if(accumulators, [&](const Accumulator &other) {
      return FieldOp(other.field).getSymName() == reduce.getField() && other.path == path;
    });
    if (known != accumulators.end())
      return;
    std::string spelling = spellPlace(reduce.getField(), path);
    std::string name;
    for (char c : spelling)
      if (c != ']')
        name += c == '.' || c == '[' ? '_' : c;
    accumulators.push_back({reduce.getKind(),
                            parent.lookupField(reduce.getField()),
                            path,
                            reduce.getValue().getType(),
                            name,
                            {},
                            {},
                            spelling});
  });
  if (accumulators.empty())
    return;
  plan = *grid.getPlan();
  dims = grid.getNumDims();
  for (int32_t size : grid.getWorkgroupSizeAttr().asArrayRef())
    threads *= size;
  for (int32_t groups : grid.getMaxWorkgroupsAttr().asArrayRef())
    maxGroups *= groups;
  auto target = kernel->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  if (auto size = target ? target.getAs<IntegerAttr>("min_subgroup_size") : IntegerAttr())
    minSubgroupSize = size.getInt();
  OpBuilder builder(kernel);
  bool bySubgroup = plan.getStrategy() == ReduceStrategy::Subgroup;
  int64_t slots = bySubgroup ? std::max<int64_t>(threads / minSubgroupSize, 1) : threads;
  for (Accumulator &accumulator : accumulators)
    accumulator.shared = addShared(builder, accumulator.field.getLoc(), accumulator.name + "Shared",
                                   ArrayType::get(builder.getContext(), slots, accumulator.type));
  addCombineFunction(builder);
  if (plan.getFinish() == ReduceFinish::LastWorkgroup)
    addScratch(builder);
}

/// Adds a shared variable, or takes the one of that name and type that another kernel added.
std::string ReductionLowering::addShared(OpBuilder &builder, Location loc, StringRef name,
                                         Type type) {
  std::string free = name.str();
  while (Operation *other = parent.lookupSymbol(free)) {
    auto shared = dyn_cast<SharedOp>(other);
    if (shared && shared.getType() == type)
      return free;
    free += '_';
  }
  builder.create<SharedOp>(loc, free, type);
  return free;
}

/// The counter of finished workgroups, then an array of partial results for each place.
void ReductionLowering::addScratch(OpBuilder &builder) {
  MLIRContext *context = builder.getContext();
  SmallVector<Attribute> members = {MemberAttr::get(context, kGroupsDone, getUintType(context), 0)};
  int64_t end = 4;
  for (Accumulator &accumulator : accumulators) {
    Layout layout = getLayout(kernel, accumulator.type);
    end = (end + layout.align - 1) / layout.align * layout.align;
    members.push_back(MemberAttr::get(context, accumulator.name + "Partials",
                                      ArrayType::get(context, maxGroups, accumulator.type), end));
    end += layout.size * maxGroups;
  }
  std::string name = display + "Partials";
  for (unsigned number = 2; parent.lookupSymbol(name); ++number)
    name = display + "Partials" + std::to_string(number);
  scratch = builder.create<ScratchOp>(kernel.getLoc(), name, end, builder.getArrayAttr(members));
  flag = addShared(builder, kernel.getLoc(), "isLastGroup", builder.getI1Type());
}

/// `void combineWorkgroup(inout int m_summ, ...)`: afterwards the first thread has the workgroup's
/// results.
void ReductionLowering::addCombineFunction(OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = kernel.getLoc();
  SmallVector<Type> types;
  SmallVector<Attribute> argAttrs;
  for (Accumulator &accumulator : accumulators) {
    types.push_back(RefType::get(accumulator.type));
    argAttrs.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttr, builder.getStringAttr(accumulator.name + "Local"))));
  }
  std::string name = "combineWorkgroup_" + display;
  while (parent.lookupSymbol(name))
    name += '_';
  combine = builder.create<FuncOp>(loc, name, builder.getFunctionType(types, {}),
                                   builder.getArrayAttr(argAttrs), ArrayAttr());
  combine->setAttr("cpp_name", builder.getStringAttr("combineWorkgroup"));
  Block &body = combine.getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, loc);
  builder.setInsertionPointToEnd(&body);
  if (plan.getStrategy() == ReduceStrategy::Tree) {
    comment(combine, "Combines the shares of all threads by a tree in shared memory; the first "
                     "thread has the result.");
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

Value ReductionLowering::makeIdentity(OpBuilder &builder, Location loc,
                                      const Accumulator &accumulator) {
  bool wantsLargest = accumulator.kind == ReduceKind::Min;
  TypedAttr value;
  if (auto type = dyn_cast<FloatType>(accumulator.type)) {
    llvm::APFloat number =
        accumulator.kind == ReduceKind::Add
            ? llvm::APFloat::getZero(type.getFloatSemantics())
            : llvm::APFloat::getInf(type.getFloatSemantics(), /*Negative=*/!wantsLargest);
    value = FloatAttr::get(type, number);
  } else {
    auto intType = cast<IntegerType>(accumulator.type);
    unsigned width = intType.getWidth();
    llvm::APInt number(width, 0);
    if (accumulator.kind != ReduceKind::Add && intType.isSigned())
      number = wantsLargest ? llvm::APInt::getSignedMaxValue(width)
                            : llvm::APInt::getSignedMinValue(width);
    else if (accumulator.kind == ReduceKind::Min)
      number = llvm::APInt::getMaxValue(width);
    value = IntegerAttr::get(intType, number);
  }
  return builder.create<ConstantOp>(loc, value);
}

/// `place += value`, `place = min(place, value)`; where floats may be NaN, for which the min of
/// GLSL gives either: `if (value < place) place = value`.
void ReductionLowering::combineInto(OpBuilder &builder, Location loc, ReduceKind kind, Value place,
                                    Value value, Operands operands) {
  if (kind == ReduceKind::Add) {
    // The order of a reduction is free: its sums need not be precise.
    builder.create<UpdateOp>(loc, BinaryKind::Add, place, value)
        ->setAttr("vkm.free_order", builder.getUnitAttr());
    return;
  }
  bool isMin = kind == ReduceKind::Min;
  Value old = load(builder, loc, place);
  bool isFloat = isa<FloatType>(value.getType());
  if (isFloat && operands == Operands::MayBeNan) {
    Value isTaken = builder.create<CmpOp>(loc, isMin ? CmpKind::Lt : CmpKind::Gt, value, old);
    auto ifOp = builder.create<IfOp>(loc, isTaken);
    OpBuilder::atBlockEnd(&ifOp.getThenRegion().front()).create<AssignOp>(loc, place, value);
    return;
  }
  auto combined = builder.create<MathOp>(loc, value.getType(), isMin ? MathFn::Min : MathFn::Max,
                                         ValueRange{old, value});
  if (isFloat)
    combined->setAttr("vkm.never_nan", builder.getUnitAttr());
  builder.create<AssignOp>(loc, place, combined);
}

Value ReductionLowering::sharedSlot(OpBuilder &builder, Location loc,
                                    const Accumulator &accumulator, Value index) {
  auto shared = parent.lookupSymbol<SharedOp>(accumulator.shared);
  Value array =
      builder.create<SharedRefOp>(loc, RefType::get(shared.getType()), accumulator.shared);
  return builder.create<ElementOp>(loc, RefType::get(accumulator.type), array, index);
}

//   shared[lid] = local;
//   barrier();
//   for (uint offset = threads / 2; offset > 0; offset /= 2) {
//     if (lid < offset) shared[lid] += shared[lid + offset];
//     barrier();
//   }
//   local = shared[lid];
void ReductionLowering::emitTree(OpBuilder &builder, Location loc, FuncOp function) {
  auto lid = [&](OpBuilder &at) { return buildBuiltin(at, loc, Builtin::LocalIndex); };
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    builder.create<AssignOp>(loc, sharedSlot(builder, loc, accumulator, lid(builder)),
                             load(builder, loc, argument));
  builder.create<BarrierOp>(loc);
  auto loop = builder.create<ForOp>(loc, "offset", buildUint(builder, loc, threads / 2));
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value offset = load(inner, loc, loop.getCondVar());
  inner.create<YieldOp>(loc,
                        inner.create<CmpOp>(loc, CmpKind::Gt, offset, buildUint(inner, loc, 0)));
  inner.setInsertionPointToEnd(&loop.getStep().front());
  inner.create<UpdateOp>(loc, BinaryKind::Div, loop.getStepVar(), buildUint(inner, loc, 2));
  inner.setInsertionPointToEnd(&loop.getBody().front());
  Value isActive =
      inner.create<CmpOp>(loc, CmpKind::Lt, lid(inner), load(inner, loc, loop.getBodyVar()));
  auto ifOp = inner.create<IfOp>(loc, isActive);
  OpBuilder active = OpBuilder::atBlockEnd(&ifOp.getThenRegion().front());
  for (const Accumulator &accumulator : accumulators) {
    Value mine = sharedSlot(active, loc, accumulator, lid(active));
    Value otherIndex =
        active.create<BinaryOp>(loc, getUintType(active.getContext()), BinaryKind::Add, lid(active),
                                load(active, loc, loop.getBodyVar()));
    Value other = sharedSlot(active, loc, accumulator, otherIndex);
    combineInto(active, loc, accumulator.kind, mine, load(active, loc, other), Operands::NeverNan);
  }
  inner.create<BarrierOp>(loc);
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    builder.create<AssignOp>(
        loc, argument, load(builder, loc, sharedSlot(builder, loc, accumulator, lid(builder))));
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
void ReductionLowering::emitSubgroup(OpBuilder &builder, Location loc, FuncOp function) {
  auto uintType = getUintType(builder.getContext());
  auto overSubgroup = [&](Value place, const Accumulator &accumulator) {
    Value value = builder.create<SubgroupOp>(loc, accumulator.type, accumulator.kind,
                                             load(builder, loc, place));
    builder.create<AssignOp>(loc, place, value);
  };
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    overSubgroup(argument, accumulator);
  Value lane = buildBuiltin(builder, loc, Builtin::SubgroupInvocation);
  Value isFirst = builder.create<CmpOp>(loc, CmpKind::Eq, lane, buildUint(builder, loc, 0));
  auto ifOp = builder.create<IfOp>(loc, isFirst);
  OpBuilder first = OpBuilder::atBlockEnd(&ifOp.getThenRegion().front());
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators)) {
    Value slot = sharedSlot(first, loc, accumulator, buildBuiltin(first, loc, Builtin::Subgroup));
    first.create<AssignOp>(loc, slot, load(first, loc, argument));
  }
  builder.create<BarrierOp>(loc);
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    builder.create<AssignOp>(loc, argument, makeIdentity(builder, loc, accumulator));
  ForOp loop = buildUintLoop(
      builder, loc, "first", buildUint(builder, loc, 0),
      [&](OpBuilder &at) { return buildBuiltin(at, loc, Builtin::NumSubgroups); },
      [&](OpBuilder &at) { return buildBuiltin(at, loc, Builtin::SubgroupSize); });
  OpBuilder body = OpBuilder::atBlockEnd(&loop.getBody().front());
  auto slotIndex = [&](OpBuilder &at) -> Value {
    return at.create<BinaryOp>(loc, uintType, BinaryKind::Add, load(at, loc, loop.getBodyVar()),
                               buildBuiltin(at, loc, Builtin::SubgroupInvocation));
  };
  Value inRange = body.create<CmpOp>(loc, CmpKind::Lt, slotIndex(body),
                                     buildBuiltin(body, loc, Builtin::NumSubgroups));
  auto inside = body.create<IfOp>(loc, inRange);
  OpBuilder taking = OpBuilder::atBlockEnd(&inside.getThenRegion().front());
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    combineInto(taking, loc, accumulator.kind, argument,
                load(taking, loc, sharedSlot(taking, loc, accumulator, slotIndex(taking))),
                Operands::NeverNan);
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    overSubgroup(argument, accumulator);
}

//===------------------------------------------------------------------------------------------===//
// In the shader
//===------------------------------------------------------------------------------------------===//

void ReductionLowering::declareAccumulators(OpBuilder &builder, Location loc) {
  for (Accumulator &accumulator : accumulators)
    accumulator.place =
        builder.create<VarOp>(loc, RefType::get(accumulator.type), accumulator.name + "Local",
                              makeIdentity(builder, loc, accumulator), false);
}

void ReductionLowering::lowerReduce(ReduceOp reduce) {
  SmallVector<Attribute> path;
  if (reduce.getPath())
    path.assign(reduce.getPath()->begin(), reduce.getPath()->end());
  for (Accumulator &accumulator : accumulators)
    if (accumulator.field.getSymName() == reduce.getField() && accumulator.path == path) {
      OpBuilder builder(reduce);
      // What a thread has combined is never NaN: it begins with the neutral element.
      combineInto(builder, reduce.getLoc(), reduce.getKind(), accumulator.place, reduce.getValue(),
                  isNeverNan(reduce.getValue()) ? Operands::NeverNan : Operands::MayBeNan);
      if (Attribute text = reduce->getAttr(kCommentAttr))
        reduce->getPrevNode()->setAttr(kCommentAttr, text);
      reduce.erase();
      return;
    }
  llvm_unreachable("every reduction of the grid has an accumulator");
}

void ReductionLowering::callCombine(OpBuilder &builder, Location loc) {
  SmallVector<Value> places;
  for (Accumulator &accumulator : accumulators)
    places.push_back(accumulator.place);
  builder.create<CallOp>(loc, TypeRange(), combine.getSymName(), places);
}

void ReductionLowering::finish(OpBuilder &builder, Location loc, Emit emitBefore, Emit emitAfter) {
  callCombine(builder, loc);
  if (plan.getFinish() == ReduceFinish::Atomics)
    finishByAtomics(builder, loc);
  else
    finishByLastWorkgroup(builder, loc, emitBefore, emitAfter);
}

void ReductionLowering::finishByAtomics(OpBuilder &builder, Location loc) {
  OpBuilder first = buildIfFirstThread(builder, loc);
  for (Accumulator &accumulator : accumulators) {
    Value place = buildFieldPlace(first, loc, accumulator.field, accumulator.path);
    first.create<AtomicOp>(loc, accumulator.type, accumulator.kind, place,
                           load(first, loc, accumulator.place));
  }
}

Value ReductionLowering::partialOf(OpBuilder &builder, Location loc, const Accumulator &accumulator,
                                   Value group) {
  Type array = ArrayType::get(builder.getContext(), maxGroups, accumulator.type);
  Value partials = builder.create<ScratchRefOp>(loc, RefType::get(array), scratch.getSymName(),
                                                accumulator.name + "Partials");
  return builder.create<ElementOp>(loc, RefType::get(accumulator.type), partials, group);
}

void ReductionLowering::finishByLastWorkgroup(OpBuilder &builder, Location loc, Emit emitBefore,
                                              Emit emitAfter) {
  Type uintType = getUintType(builder.getContext());
  Type flagType = RefType::get(builder.getI1Type());
  auto counter = [&](OpBuilder &at) {
    return at.create<ScratchRefOp>(loc, RefType::get(uintType), scratch.getSymName(), kGroupsDone);
  };

  OpBuilder first = buildIfFirstThread(builder, loc);
  comment(first.getBlock()->getParentOp(), "Publish the partial results; the workgroup that counts "
                                           "itself last has all of them before it.");
  for (Accumulator &accumulator : accumulators) {
    Value partial = partialOf(first, loc, accumulator, buildWorkgroupIndex(first, loc, dims));
    first.create<AssignOp>(loc, partial, load(first, loc, accumulator.place));
  }
  first.create<MemoryBarrierOp>(loc);
  Value done = first.create<AtomicOp>(loc, uintType, ReduceKind::Add, counter(first),
                                      buildUint(first, loc, 1));
  Value last =
      first.create<BinaryOp>(loc, uintType, BinaryKind::Sub, buildWorkgroupCount(first, loc, dims),
                             buildUint(first, loc, 1));
  Value isLast = first.create<CmpOp>(loc, CmpKind::Eq, done, last);
  first.create<AssignOp>(loc, first.create<SharedRefOp>(loc, flagType, flag), isLast);
  builder.create<BarrierOp>(loc);

  Value isLastGroup = load(builder, loc, builder.create<SharedRefOp>(loc, flagType, flag));
  Value isOther = builder.create<UnaryOp>(loc, builder.getI1Type(), UnaryKind::Not, isLastGroup);
  auto leave = builder.create<IfOp>(loc, isOther);
  OpBuilder::atBlockEnd(&leave.getThenRegion().front()).create<ReturnOp>(loc, Value());
  builder.create<MemoryBarrierOp>(loc);

  bool isFirst = true;
  for (Accumulator &accumulator : accumulators) {
    auto reset =
        builder.create<AssignOp>(loc, accumulator.place, makeIdentity(builder, loc, accumulator));
    if (std::exchange(isFirst, false))
      comment(reset, "Combine the partial results of all workgroups, in order.");
  }
  ForOp loop = buildUintLoop(
      builder, loc, "group", buildBuiltin(builder, loc, Builtin::LocalIndex),
      [&](OpBuilder &at) { return buildWorkgroupCount(at, loc, dims); },
      [&](OpBuilder &at) { return buildUint(at, loc, threads); });
  OpBuilder body = OpBuilder::atBlockEnd(&loop.getBody().front());
  for (Accumulator &accumulator : accumulators) {
    Value group = load(body, loc, loop.getBodyVar());
    combineInto(body, loc, accumulator.kind, accumulator.place,
                load(body, loc, partialOf(body, loc, accumulator, group)), Operands::NeverNan);
  }
  callCombine(builder, loc);

  OpBuilder final = buildIfFirstThread(builder, loc);
  emitBefore(final);
  // A place that is NaN before the loop stays so.
  for (Accumulator &accumulator : accumulators)
    combineInto(final, loc, accumulator.kind,
                buildFieldPlace(final, loc, accumulator.field, accumulator.path),
                load(final, loc, accumulator.place), Operands::MayBeNan);
  emitAfter(final);
  final.create<AssignOp>(loc, counter(final), buildUint(final, loc, 0));
}

int64_t ReductionLowering::getMinSubgroupSize() const {
  return !empty() && plan.getStrategy() == ReduceStrategy::Subgroup ? minSubgroupSize : 1;
}

std::string ReductionLowering::describe() const {
  std::string text = "Reduction: ";
  llvm::StringRef separator = "";
  for (const Accumulator &accumulator : accumulators) {
    llvm::StringRef operation = accumulator.kind == ReduceKind::Add   ? "+"
                                : accumulator.kind == ReduceKind::Min ? "min"
                                                                      : "max";
    text += (separator + accumulator.spelling + " (" + operation + ")").str();
    separator = ", ";
  }
  text += plan.getStrategy() == ReduceStrategy::Tree ? "; tree in shared memory"
                                                     : "; subgroup operations";
  return text + (plan.getFinish() == ReduceFinish::Atomics ? ", finished by atomics."
                                                           : ", finished by the last workgroup.");
}
