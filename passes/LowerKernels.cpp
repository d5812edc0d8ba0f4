//===- LowerKernels.cpp - Kernels become shaders and commands, launches bind and run ----------===//
//
//   vkm.kernel @K(%a, %n) {            vkm.shader @K_prologue { P }
//     vkm.once { P }                   vkm.shader @K { for (i = thread; i < n; i += threads) { B }
//     } vkm.grid ... { B }         =>    vkm.commands @K_commands(%n) {
//   }                                    cmd.pipeline @K_prologue ; cmd.push ; cmd.dispatch (1)
//                                        cmd.pipeline @K          ;            cmd.dispatch
//                                        (groups)
//                                      }
//
// Barriers between the dispatches, and between kernels, are placed by vkm-place-barriers.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/VkmAttributes.h"
#include "ir/WordStructs.h"
#include "passes/AppendBlocks.h"
#include "passes/Appends.h"
#include "passes/DeviceBounds.h"
#include "passes/Diagnostics.h"
#include "passes/GridBodies.h"
#include "passes/LowerControls.h"
#include "passes/LowerReductions.h"
#include "passes/MemberUpdates.h"
#include "passes/OrderedAppends.h"
#include "passes/Passes.h"
#include "passes/PlanRules.h"
#include "passes/UnrollAndJam.h"
#include "passes/UnrollGrids.h"
#include "passes/Utils.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LOWERKERNELS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
/// A value that the host passes to the shaders of a kernel.
struct PushConstant {
  std::string name;
  Type type;
  /// The kernel's scalar parameter, or null for the number of iterations of a grid's dimension.
  BlockArgument parameter;
  GridOp grid;
  unsigned dim = 0;
};

/// How one dimension of a grid is walked in the shader.
struct Dimension {
  /// `for (T i = lower + thread; i < upper; i += threads)`: loops that count up by a constant. The
  /// others walk a number from 0 to the number of iterations and compute their counter from it.
  bool direct;
  std::string countName; ///< of the push constant with the number of iterations, where not direct
};

/// Lowers one kernel.
class KernelLowering {
public:
  KernelLowering(KernelOp kernel, StringRef display, const KernelAppends &appends,
                 const llvm::StringSet<> &written)
      : kernel(kernel), display(display), appends(appends), written(written),
        parent(kernel->getParentOfType<ClassOp>()), loc(kernel.getLoc()), builder(kernel) {}
  void run();

private:
  void spillScalars();
  void collectPushConstants();
  void dropUnusedPushConstants();
  void makeShaders();
  ShaderOp makeShader(StringRef suffix, ArrayRef<int32_t> localSize, Location where);
  void makeGridShader(GridOp grid, StringRef suffix);
  void makeOnceShader(OnceOp once, StringRef suffix);
  void makeGroupsShader(GridOp grid, StringRef suffix);
  /// Who takes iterations of a grid in turn.
  enum class Takers {
    Threads,
    Workgroups,
    Ranges, ///< threads, of which each takes neighbours
    One     ///< this thread, all of them
  };
  ForOp makeLoop(OpBuilder &at, GridOp grid, unsigned dim, IRMapping &mapping,
                 Takers takers = Takers::Threads);
  ForOp makeRangeLoop(OpBuilder &at, GridOp grid, unsigned dim);
  SmallVector<Value> makeCounters(OpBuilder &at, GridOp grid, ArrayRef<Value> numbers,
                                  IRMapping &mapping);
  SmallVector<Value> makeBlocks(OpBuilder &at, GridOp grid, AppendBlocks &blocks,
                                IRMapping &mapping);
  void makeRowBranch(OpBuilder &at, GridOp grid, ReductionLowering &reductions);
  Value makeCounter(OpBuilder &at, GridOp grid, unsigned dim, Value number, IRMapping &mapping);
  void makeCountingShaders(GridOp counting, StringRef suffix);
  ForOp makeOrderedLoops(OpBuilder &at, GridOp grid, SmallVectorImpl<Value> &numbers);
  ArrayAttr makeBindings();
  DictionaryAttr makeFieldAccess();
  void makeCommands();

  KernelOp kernel;
  std::string display; ///< what the generated class calls it
  const KernelAppends &appends;
  const llvm::StringSet<> &written; ///< fields that kernels of the class write
  ClassOp parent;
  Location loc;
  OpBuilder builder;
  SmallVector<PushConstant> pushConstants;
  SmallVector<std::pair<BlockArgument, FieldOp>> spilled; ///< scalars that go through class data
  llvm::DenseMap<Operation *, SmallVector<Dimension>> dimensions;
  llvm::MapVector<BlockArgument, Access> buffers;
  SmallVector<ScratchOp> scratches;
  llvm::DenseMap<Operation *, ScratchOp> groupsOf; ///< numbers of workgroups, by grid
  llvm::DenseMap<Operation *, std::unique_ptr<OrderedAppends>> ordered; ///< by the appending grid
  /// Shaders in order of their dispatch, with the grid that each one runs; null for statements that
  /// run once.
  SmallVector<std::pair<ShaderOp, GridOp>> shaders;
  IRMapping current; ///< kernel values -> values of the shader that is being built
};

struct LowerKernelsPass : vkm::impl::LowerKernelsBase<LowerKernelsPass> {
  void runOnOperation() override;
};

} // namespace

static Access merge(Access a, Access b) {
  return static_cast<Access>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}

std::string vkmorph::vkm::getCommandsName(StringRef kernel) { return (kernel + "_commands").str(); }

/// The name, with as many underscores behind it as make it one that `isTaken` does not know.
static std::string makeFree(std::string name, llvm::function_ref<bool(StringRef)> isTaken) {
  while (isTaken(name))
    name += '_';
  return name;
}

//===------------------------------------------------------------------------------------------===//
// What the host passes
//===------------------------------------------------------------------------------------------===//

/// Where the push constants have no room for all scalars, the last of those that only the bodies
/// read go through class data: a field each, which the command buffer updates before the dispatch.
void KernelLowering::spillScalars() {
  // Every device has as many; see vkmorph::Requirements for more.
  constexpr int64_t kGuaranteedBytes = 128;
  SmallVector<BlockArgument> scalars;
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (!isa<PtrType>(argument.getType()) && !argument.use_empty())
      scalars.push_back(argument);
  int64_t counts = 0;
  for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      counts += !keepsCounter(grid, dim);
  auto fits = [&] {
    int64_t bytes = 0;
    for (BlockArgument scalar : scalars) {
      Layout layout = getPushLayout(scalar.getType());
      bytes = llvm::alignTo(bytes, layout.align) + layout.size;
    }
    return bytes + 4 * counts <= kGuaranteedBytes;
  };
  Block &top = kernel.getBody().front();
  SmallVector<BlockArgument> chosen;
  for (size_t index = scalars.size(); index-- > 0 && !fits();) {
    // The host needs what bounds are made of, and so may the shader's loop.
    if (llvm::any_of(scalars[index].getUsers(),
                     [&](Operation *user) { return user->getBlock() == &top; }))
      continue;
    chosen.push_back(scalars[index]);
    scalars.erase(scalars.begin() + index);
  }
  // Push constants pad the columns of three.
  for (size_t index = scalars.size(); index-- > 0;)
    if (auto matrix = dyn_cast<MatType>(scalars[index].getType());
        matrix && matrix.getRows() == 3) {
      chosen.push_back(scalars[index]);
      scalars.erase(scalars.begin() + index);
    }
  for (BlockArgument scalar : llvm::reverse(chosen)) {
    auto integer = dyn_cast<IntegerType>(scalar.getType());
    Type type = integer && integer.getWidth() < 32
                    ? Type(builder.getIntegerType(32, integer.isSigned()))
                    : scalar.getType();
    std::string name =
        makeFree(display + "_" + argName(kernel, scalar.getArgNumber()).str(),
                 [&](StringRef taken) { return parent.lookupSymbol(taken) != nullptr; });
    auto field =
        builder.create<FieldOp>(scalar.getLoc(), builder.getStringAttr(name), TypeAttr::get(type),
                                CppAccessAttr::get(builder.getContext(), CppAccess::Public),
                                IntegerAttr(), builder.getUnitAttr(), FlatSymbolRefAttr());
    for (OpOperand &use : llvm::make_early_inc_range(scalar.getUses())) {
      if (use.getOwner()->getBlock() == &top)
        continue; // the host's
      OpBuilder before(use.getOwner());
      Location where = use.getOwner()->getLoc();
      Value place = before.create<FieldRefOp>(where, RefType::get(type),
                                              FlatSymbolRefAttr::get(field.getSymNameAttr()));
      Value value = before.create<LoadOp>(where, type, place);
      if (type != scalar.getType())
        value = before.create<CastOp>(where, scalar.getType(), value);
      use.set(value);
    }
    spilled.push_back({scalar, field});
  }
}

/// The kernel's scalars, and the numbers of iterations that it cannot count itself.
void KernelLowering::collectPushConstants() {
  llvm::StringSet<> names;
  for (BlockArgument argument : kernel.getBody().getArguments())
    names.insert(argName(kernel, argument.getArgNumber()));
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (!isa<PtrType>(argument.getType()) && !argument.use_empty())
      pushConstants.push_back(
          {argName(kernel, argument.getArgNumber()).str(), argument.getType(), argument, {}, 0});
  Type uintType = builder.getIntegerType(32, false);
  for (GridOp grid : kernel.getBody().front().getOps<GridOp>()) {
    if (grid->hasAttr(kCountsAttr))
      continue;
    auto add = [&](Dimension dimension, std::string name, unsigned dim) {
      if (!dimension.direct) {
        dimension.countName = name;
        for (unsigned number = 2; !names.insert(dimension.countName).second; ++number)
          dimension.countName = name + std::to_string(number);
        pushConstants.push_back({dimension.countName, uintType, {}, grid, dim});
      }
      dimensions[grid].push_back(dimension);
    };
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      add({keepsCounter(grid, dim), {}}, grid.getCounterName(dim).str() + "Count", dim);
    // Those that append in order are one loop over all iterations.
    if (grid->hasAttr(kInOrderAttr) && grid.getNumDims() > 1)
      add({false, {}}, "iterations", grid.getNumDims());
  }
  for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
    if (grid->hasAttr(kCountsAttr))
      dimensions[grid] = dimensions.lookup(getAppendingGrid(grid));
}

/// Drops what no shader uses: parameters that only the host needs to count iterations.
void KernelLowering::dropUnusedPushConstants() {
  llvm::StringSet<> used;
  for (auto [shader, grid] : shaders)
    for (PushConstantOp op : shader.getBody().getOps<PushConstantOp>())
      if (!op->use_empty())
        used.insert(op.getName());
  for (auto [shader, grid] : shaders)
    for (PushConstantOp op : llvm::make_early_inc_range(shader.getBody().getOps<PushConstantOp>()))
      if (!used.contains(op.getName()))
        op.erase();
  llvm::erase_if(pushConstants,
                 [&](const PushConstant &constant) { return !used.contains(constant.name); });
}

/// Storage buffers: parameters in order, class data, vectors, scratch.
ArrayAttr KernelLowering::makeBindings() {
  MLIRContext *context = kernel.getContext();
  SmallVector<Attribute> bindings;
  auto add = [&](ResourceKind kind, StringRef name, Type type, Access access) {
    bindings.push_back(BindingAttr::get(context, bindings.size(), kind, name, type, access));
  };
  for (auto [argument, access] : buffers)
    add(ResourceKind::Parameter, argName(kernel, argument.getArgNumber()),
        cast<PtrType>(argument.getType()).getPointee(), access);
  Access classData = Access::None;
  DictionaryAttr fields = makeFieldAccess();
  auto getAccess = [&](FieldOp field) {
    auto access = fields.getAs<AccessAttr>(field.getSymName());
    return access ? access.getValue() : Access::None;
  };
  auto all = parent.getBody().front().getOps<FieldOp>();
  for (FieldOp field : all)
    if (!field.getVectorElement())
      classData = merge(classData, getAccess(field));
  if (classData != Access::None)
    add(ResourceKind::ClassData, "ClassData", NoneType::get(context), classData);
  for (FieldOp field : all)
    if (Access access = getAccess(field); field.getVectorElement() && access != Access::None)
      add(ResourceKind::Vector, field.getSymName(), field.getVectorElement(), access);
  for (ScratchOp scratch : scratches)
    add(ResourceKind::Scratch, scratch.getSymName(), NoneType::get(context), Access::ReadWrite);
  return builder.getArrayAttr(bindings);
}

/// What the kernel does to each field that it touches.
DictionaryAttr KernelLowering::makeFieldAccess() {
  llvm::MapVector<StringAttr, Access> fields;
  auto add = [&](StringAttr name, Access access) {
    fields[name] = merge(fields.lookup(name), access);
  };
  EffectSet effects = getEffects(kernel.getBody());
  for (const Root &root : effects.reads)
    if (root.symbol)
      add(root.symbol, Access::Read);
  for (const Root &root : effects.writes)
    if (root.symbol)
      add(root.symbol, Access::Write);
  // What numbers the elements that come in order stands in no grid.
  for (auto [name, access] : getOrderedAccess(kernel))
    add(name, access);
  // A vector that is named has a buffer to name, also where only its size is asked for:
  // `count(m_taps)`.
  walkReached(kernel, [&](Operation *op) {
    if (auto data = dyn_cast<VectorDataOp>(op);
        data && !fields.count(data.getFieldAttr().getAttr()))
      add(data.getFieldAttr().getAttr(), Access::Read);
  });
  SmallVector<NamedAttribute> entries;
  for (auto [name, access] : fields)
    entries.push_back(builder.getNamedAttr(name, AccessAttr::get(kernel.getContext(), access)));
  return builder.getDictionaryAttr(entries);
}

//===------------------------------------------------------------------------------------------===//
// Shaders
//===------------------------------------------------------------------------------------------===//

ShaderOp KernelLowering::makeShader(StringRef suffix, ArrayRef<int32_t> localSize, Location where) {
  OpBuilder::InsertionGuard guard(builder);
  // The bindings are completed when all shaders, and so all scratch buffers, are there.
  // The kernel's own name is free once it is gone.
  std::string name = (kernel.getSymName() + suffix).str();
  if (!suffix.empty())
    name = makeFree(name, [&](StringRef taken) { return parent.lookupSymbol(taken) != nullptr; });
  auto shader = builder.create<ShaderOp>(where, name, kernel.getSymName(),
                                         builder.getDenseI32ArrayAttr(localSize),
                                         builder.getArrayAttr({}), "");
  if (Attribute words = kernel->getAttr(kWordsAttr))
    shader->setAttr(kWordsAttr, words);
  shader->setAttr(kWrittenForAttr, shader.getLocalSizeAttr());
  Block &body = shader.getBody().emplaceBlock();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  current = IRMapping();
  for (auto [argument, access] : buffers)
    current.map(argument, at.create<BufferOp>(argument.getLoc(), argument.getType(),
                                              argName(kernel, argument.getArgNumber())));
  for (PushConstant &constant : pushConstants) {
    auto op = at.create<PushConstantOp>(constant.parameter ? constant.parameter.getLoc() : loc,
                                        constant.type, constant.name);
    if (constant.parameter)
      current.map(constant.parameter, op);
  }
  return shader;
}

/// The push constant with the number of a dimension's iterations.
static Value getCount(OpBuilder &at, const Dimension &dimension) {
  Operation *inShader = at.getBlock()->getParentOp();
  auto shader =
      isa<ShaderOp>(inShader) ? cast<ShaderOp>(inShader) : inShader->getParentOfType<ShaderOp>();
  return getPushConstant(shader.getBody().front(), dimension.countName);
}

/// `for (uint i = first; i < end; i++)`
ForOp KernelLowering::makeRangeLoop(OpBuilder &at, GridOp grid, unsigned dim) {
  Location where = grid.getLoc();
  Operation *before = at.getBlock()->empty() ? nullptr : &at.getBlock()->back();
  Range range = buildRange(
      at, where, "", getCount(at, dimensions[grid][dim]),
      [&](OpBuilder &inside) { return buildBuiltin(inside, where, Builtin::GlobalInvocation); },
      [&](OpBuilder &inside) -> Value {
        return inside.create<BinaryOp>(where, getUintType(inside.getContext()), BinaryKind::Mul,
                                       buildBuiltin(inside, where, Builtin::NumWorkgroups),
                                       buildBuiltin(inside, where, Builtin::WorkgroupSize));
      });
  attachComment(at.getBlock(), before,
                at.getStringAttr("The order counts: each thread takes neighbouring iterations."));
  return buildUintLoop(
      at, where, (grid.getCounterName(dim) + (isNumber(grid, dim) ? "" : "Number")).str(),
      buildLoad(at, where, range.first),
      [&](OpBuilder &inside) { return buildLoad(inside, where, range.end); },
      [&](OpBuilder &inside) { return buildUint(inside, where, 1); });
}

/// `for (uint y = gl_GlobalInvocationID.y; y < height; y += gl_NumWorkGroups.y *
/// gl_WorkGroupSize.y)`
ForOp KernelLowering::makeLoop(OpBuilder &at, GridOp grid, unsigned dim, IRMapping &mapping,
                               Takers takers) {
  Location where = grid.getLoc();
  const Dimension &dimension = dimensions[grid][dim];
  unsigned axis = grid.getNumDims() - 1 - dim; // the innermost dimension is x
  Type uintType = at.getIntegerType(32, false);
  bool byThreads = takers == Takers::Threads;
  if (takers == Takers::Ranges)
    return makeRangeLoop(at, grid, dim);
  auto threads = [&](OpBuilder &inside) -> Value {
    if (takers == Takers::One)
      return buildUint(inside, where, 1);
    if (!byThreads)
      return buildBuiltin(inside, where, Builtin::NumWorkgroups, axis);
    return inside.create<BinaryOp>(where, uintType, BinaryKind::Mul,
                                   buildBuiltin(inside, where, Builtin::NumWorkgroups, axis),
                                   buildBuiltin(inside, where, Builtin::WorkgroupSize, axis));
  };
  Value thread =
      takers == Takers::One
          ? buildUint(at, where, 0)
          : buildBuiltin(at, where, byThreads ? Builtin::GlobalInvocation : Builtin::Workgroup,
                         axis);
  if (!dimension.direct) {
    Value count = getCount(at, dimension);
    return buildUintLoop(
        at, where, (grid.getCounterName(dim) + (isNumber(grid, dim) ? "" : "Number")).str(), thread,
        [&](OpBuilder &) { return count; }, threads);
  }
  Type type = grid.getLower()[dim].getType();
  // value * step in the counter's type
  auto scale = [&](OpBuilder &inside, Value value) -> Value {
    if (value.getType() != type)
      value = inside.create<CastOp>(where, type, value);
    int64_t step = grid.getSteps()[dim];
    if (step == 1)
      return value;
    Value factor = inside.create<ConstantOp>(where, inside.getIntegerAttr(type, step));
    return inside.create<BinaryOp>(where, type, BinaryKind::Mul, value, factor);
  };
  auto makeConstant = [&](OpBuilder &inside, int64_t value) {
    return inside.create<ConstantOp>(where, inside.getIntegerAttr(type, value));
  };
  std::optional<int64_t> lower = getConstantInt(grid.getLower()[dim]);
  Value first = takers == Takers::One ? makeConstant(at, *lower) : scale(at, thread);
  if (lower != 0 && takers != Takers::One)
    first = at.create<BinaryOp>(where, type, BinaryKind::Add, makeConstant(at, *lower), first);
  auto loop = at.create<ForOp>(where, grid.getCounterName(dim), first);
  OpBuilder inside = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value counter = inside.create<LoadOp>(where, type, loop.getCondVar());
  IRMapping boundMapping = mapping;
  Value upper = cloneExpression(inside, grid.getUpper()[dim], boundMapping);
  if (upper.getType() != type)
    counter = inside.create<CastOp>(where, upper.getType(), counter);
  inside.create<YieldOp>(where,
                         inside.create<CmpOp>(where, grid.getPredicate(dim), counter, upper));
  inside.setInsertionPointToEnd(&loop.getStep().front());
  inside.create<UpdateOp>(where, BinaryKind::Add, loop.getStepVar(),
                          takers == Takers::One ? makeConstant(inside, grid.getSteps()[dim])
                                                : scale(inside, threads(inside)));
  return loop;
}

/// The counter's value in an iteration: what the loop's variable holds, or lower + number * step.
Value KernelLowering::makeCounter(OpBuilder &at, GridOp grid, unsigned dim, Value place,
                                  IRMapping &mapping) {
  Location where = grid.getLoc();
  Type type = grid.getLower()[dim].getType();
  Value number = at.create<LoadOp>(where, cast<RefType>(place.getType()).getPointee(), place);
  if (dimensions[grid][dim].direct)
    return number;
  if (number.getType() != type)
    number = at.create<CastOp>(where, type, number);
  Value lower = cloneExpression(at, grid.getLower()[dim], mapping);
  CmpKind predicate = grid.getPredicate(dim);
  bool down = predicate == CmpKind::Gt || predicate == CmpKind::Ge;
  Value amount;
  if (grid.hasDynamicStep(dim)) {
    amount = cloneExpression(at, grid.getDynamicStep(dim), mapping);
    if (amount.getType() != type)
      amount = at.create<CastOp>(where, type, amount);
  } else {
    int64_t step = grid.getSteps()[dim];
    down = step < 0;
    if (std::abs(step) != 1)
      amount = at.create<ConstantOp>(where, at.getIntegerAttr(type, std::abs(step)));
  }
  if (amount)
    number = at.create<BinaryOp>(where, type, BinaryKind::Mul, number, amount);
  if (getConstantInt(lower) == 0 && !down)
    return number;
  return at.create<BinaryOp>(where, type, down ? BinaryKind::Sub : BinaryKind::Add, lower, number);
}

/// Declares what holds the counters of an iteration.
SmallVector<Value> KernelLowering::makeCounters(OpBuilder &at, GridOp grid, ArrayRef<Value> numbers,
                                                IRMapping &mapping) {
  SmallVector<Value> counters;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    Value place = numbers[dim];
    if (!dimensions[grid][dim].direct && !isNumber(grid, dim)) {
      Value counter = makeCounter(at, grid, dim, place, mapping);
      place = at.create<VarOp>(grid.getLoc(), RefType::get(counter.getType()),
                               grid.getCounterName(dim), counter, true);
    }
    counters.push_back(place);
  }
  return counters;
}

/// The loops of a grid whose workgroups append together; gives what holds the numbers.
SmallVector<Value> KernelLowering::makeBlocks(OpBuilder &at, GridOp grid, AppendBlocks &blocks,
                                              IRMapping &mapping) {
  SmallVector<std::function<Value(OpBuilder &)>> bounds;
  SmallVector<AppendBlocks::Dimension> loops;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    bool direct = dimensions[grid][dim].direct;
    bounds.push_back([&, dim, direct](OpBuilder &inside) -> Value {
      IRMapping local = mapping;
      return direct ? cloneExpression(inside, grid.getUpper()[dim], local)
                    : getCount(inside, dimensions[grid][dim]);
    });
    bool isCounter = direct || isNumber(grid, dim);
    loops.push_back({(grid.getCounterName(dim) + (isCounter ? "" : "Number")).str(), direct, {}});
  }
  for (auto [loop, bound] : llvm::zip(loops, bounds))
    loop.bound = bound;
  return blocks.build(at, loops);
}

/// `if (columns >= 128) { for (row = workgroup; ...) ...; return; }`: what is done where a
/// workgroup takes a row together.
void KernelLowering::makeRowBranch(OpBuilder &at, GridOp grid, ReductionLowering &reductions) {
  Location where = grid.getLoc();
  RowLoop row = *matchRowLoop(grid);
  IRMapping mapping = current;
  auto branch = at.create<IfOp>(where, buildIsRowLong(at, grid, row, mapping));
  branch->setAttr(kCommentAttr,
                  at.getStringAttr("A workgroup takes an iteration together where that has enough "
                                   "to do for all of its threads."));
  OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  if (getColumns(grid))
    return reductions.lowerColumns(inner, grid, row, mapping);
  ForOp rows = makeLoop(inner, grid, 0, mapping, Takers::Workgroups);
  inner.setInsertionPointToEnd(&rows.getBody().front());
  SmallVector<Value> counters = makeCounters(inner, grid, rows.getBodyVar(), mapping);
  cloneBody(inner, grid, counters, mapping);
  reductions.lowerRow(row, mapping);
  OpBuilder::atBlockEnd(&branch.getThenRegion().front()).create<ReturnOp>(where, Value());
}

/// The loops over blocks of a grid that appends in order, or counts what that appends; fills in
/// what holds the numbers of the iteration that was built last.
ForOp KernelLowering::makeOrderedLoops(OpBuilder &at, GridOp grid,
                                       SmallVectorImpl<Value> &numbers) {
  GridOp appending = getAppendingGrid(grid);
  ArrayRef<Dimension> shape = dimensions[appending];
  auto count = [&](OpBuilder &inside, unsigned dim) -> Value {
    IRMapping local = current;
    return shape[dim].direct ? cloneExpression(inside, appending.getUpper()[dim], local)
                             : getCount(inside, shape[dim]);
  };
  auto body = [&](OpBuilder &inside, GridOp of, ArrayRef<Value> places) {
    numbers.assign(places.begin(), places.end());
    SmallVector<Value> counters = makeCounters(inside, of, places, current);
    cloneBody(inside, of, counters, current);
  };
  OrderedAppends::Loops loops{count, shape.front().direct, {}, body};
  for (unsigned dim = 0; dim < appending.getNumDims(); ++dim) {
    bool isCounter = shape[dim].direct || isNumber(appending, dim);
    loops.names.push_back((appending.getCounterName(dim) + (isCounter ? "" : "Number")).str());
  }
  OrderedAppends &order = *ordered[appending];
  return grid == appending ? order.buildAppending(at, loops) : order.buildCounting(at, loops);
}

/// What comes before the dispatch of a grid that appends in order.
void KernelLowering::makeCountingShaders(GridOp counting, StringRef suffix) {
  GridOp appending = getAppendingGrid(counting);
  auto &order = ordered[appending];
  order = std::make_unique<OrderedAppends>(kernel, display, counting, appending);
  scratches.push_back(order->getScratch());
  ArrayRef<int32_t> size = appending.getWorkgroupSizeAttr().asArrayRef();
  ShaderOp counts = makeShader((suffix + "_count").str(), size, appending.getLoc());
  shaders.push_back({counts, counting});
  OpBuilder at = OpBuilder::atBlockEnd(&counts.getBody().front());
  mapOutside(at, counting, current);
  SmallVector<Value> numbers;
  makeOrderedLoops(at, counting, numbers);
  counts.setDoc("Counts what each workgroup appends.");
  ShaderOp slots = makeShader((suffix + "_slots").str(), size, appending.getLoc());
  shaders.push_back({slots, GridOp()});
  at = OpBuilder::atBlockEnd(&slots.getBody().front());
  order->buildSlots(at);
  slots.setDoc("Where the elements of each workgroup begin, and how many there are then.");
}

void KernelLowering::makeGridShader(GridOp grid, StringRef suffix) {
  Location where = grid.getLoc();
  SmallVector<ReductionLowering::Number> numbers;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    bool isCounter = dimensions[grid][dim].direct || isNumber(grid, dim);
    numbers.push_back(
        {isCounter ? grid.getLower()[dim].getType() : Type(builder.getIntegerType(32, false)),
         isCounter});
  }
  ReductionLowering reductions(kernel, display, grid, numbers);
  if (reductions.getScratch())
    scratches.push_back(reductions.getScratch());
  size_t firstShader = shaders.size();
  ShaderOp shader = makeShader(suffix, grid.getWorkgroupSizeAttr().asArrayRef(), where);
  shaders.push_back({shader, grid});
  OpBuilder at = OpBuilder::atBlockEnd(&shader.getBody().front());
  IRMapping &mapping = current;
  mapOutside(at, grid, mapping);
  if (reductions.isByRows())
    makeRowBranch(at, grid, reductions);
  else
    reductions.declareAccumulators(at, where);

  SmallVector<ForOp> loops;
  SmallVector<Value> numberPlaces;
  OpBuilder inner = at;
  std::optional<AppendBlocks> blocks;
  bool isOrdered = grid->hasAttr(kInOrderAttr);
  if (isOrdered) {
    mapOutside(at, cast<GridOp>(grid->getPrevNode()), mapping);
    loops.push_back(makeOrderedLoops(inner, grid, numberPlaces));
  } else if (appendsByBlocks(grid)) {
    numberPlaces = makeBlocks(inner, grid, blocks.emplace(grid), mapping);
    loops.push_back(blocks->getLoop());
  }
  if (!blocks && !isOrdered)
    numberPlaces.resize(grid.getNumDims());
  for (unsigned depth = 0; depth < grid.getNumDims() && !blocks && !isOrdered; ++depth) {
    // What does not depend on the counter of the iterations that a thread takes is computed once.
    unsigned dim = grid->hasAttr(kCoarseningAttr) ? (depth + 1) % grid.getNumDims() : depth;
    Takers takers = !keepsOrder(grid) ? Takers::Threads : dim == 0 ? Takers::Ranges : Takers::One;
    ForOp loop = makeLoop(inner, grid, dim, mapping, takers);
    loops.push_back(loop);
    numberPlaces[dim] = loop.getBodyVar();
    inner.setInsertionPointToEnd(&loop.getBody().front());
  }
  if (Attribute comment = grid->getAttr(kCommentAttr))
    loops.front()->setAttr(kCommentAttr, comment);
  if (!isOrdered) {
    SmallVector<Value> counters = makeCounters(inner, grid, numberPlaces, mapping);
    cloneBody(inner, grid, counters, mapping);
  }
  SmallVector<ReduceOp> reduceOps;
  shader.walk([&](ReduceOp reduce) { reduceOps.push_back(reduce); });
  for (ReduceOp reduce : reduceOps)
    reductions.lowerReduce(reduce);
  SmallVector<ArgReduceOp> argReduceOps;
  shader.walk([&](ArgReduceOp reduce) { argReduceOps.push_back(reduce); });
  for (ArgReduceOp reduce : argReduceOps)
    reductions.lowerArgReduce(reduce, numberPlaces);
  SmallVector<CombineOp> combineOps;
  shader.walk([&](CombineOp combine) { combineOps.push_back(combine); });
  for (CombineOp combine : combineOps)
    reductions.lowerCombine(combine);
  if (blocks)
    blocks->lowerAppends();
  if (std::optional<uint32_t> width = grid.getLoadWidth())
    widenGridLoop(loops.front(), *width, grid.getUnroll().value_or(1));
  else if (std::optional<uint32_t> factor = grid.getUnroll(); factor && *factor > 1)
    unrollGridLoop(loops.back(), *factor);
  else if (grid->hasAttr(kJammedAttr))
    unrollAndJam(grid, loops, /*countsFromLower=*/dimensions[grid][0].direct);
  std::string doc = !reductions.empty() ? reductions.describe()
                    : isOrdered         ? "Appends in the order of the loop."
                                        : "";
  if (!reductions.empty() && !reductions.isByRows()) {
    // Statements that run once, folded into this dispatch.
    auto emitOnce = [&](OpBuilder &final, Fold fold) {
      for (OnceOp once : kernel.getBody().front().getOps<OnceOp>()) {
        Operation *next = fold == Fold::Next ? once->getNextNode() : once->getPrevNode();
        while (next && (!isa<GridOp, OnceOp>(next) || next->hasAttr(kCountsAttr)))
          next = fold == Fold::Next ? next->getNextNode() : next->getPrevNode();
        if (once.getFolded() != fold || next != grid)
          continue;
        // Of the shader that is being made.
        IRMapping local = current;
        mapOutside(final, once, local);
        cloneStatements(final, once.getBody().front(), local);
      }
    };
    auto emitBefore = [&](OpBuilder &final) { emitOnce(final, Fold::Next); };
    auto emitAfter = [&](OpBuilder &final) { emitOnce(final, Fold::Previous); };
    reductions.finish(at, where, emitBefore, emitAfter);
    if (reductions.needsDispatch()) {
      ShaderOp combine = makeShader((suffix + "_combine").str(), shader.getLocalSize(), where);
      shaders.push_back({combine, GridOp()});
      OpBuilder last = OpBuilder::atBlockEnd(&combine.getBody().front());
      reductions.finishInDispatch(last, where, emitBefore, emitAfter);
      combine.setDoc("Combines the partial results of all workgroups, in order.");
    }
  }
  shader.setDoc(describeIterations(grid, doc));
  if (int64_t size =
          blocks || isOrdered ? getTargetMinSubgroupSize(kernel) : reductions.getMinSubgroupSize();
      size > 1)
    for (auto [made, from] : ArrayRef(shaders).drop_front(firstShader))
      made->setAttr(kMinSubgroupSizeAttr, builder.getI64IntegerAttr(size));
}

void KernelLowering::makeOnceShader(OnceOp once, StringRef suffix) {
  ShaderOp shader = makeShader(suffix, {1, 1, 1}, once.getLoc());
  shaders.push_back({shader, GridOp()});
  OpBuilder at = OpBuilder::atBlockEnd(&shader.getBody().front());
  mapOutside(at, once, current);
  cloneStatements(at, once.getBody().front(), current);
  shader.setDoc("What runs once, in one thread.");
}

/// The numbers of workgroups of a grid whose bounds only the device knows.
void KernelLowering::makeGroupsShader(GridOp grid, StringRef suffix) {
  Location where = grid.getLoc();
  std::string part = suffix.drop_back(StringRef("_groups").size()).str();
  std::string name = makeFree(display + part + "Groups", [&](StringRef taken) {
    return parent.lookupSymbol(taken) != nullptr;
  });
  ScratchOp scratch = buildGroupsScratch(builder, where, name);
  scratches.push_back(scratch);
  groupsOf[grid] = scratch;
  ShaderOp shader = makeShader(suffix, {1, 1, 1}, where);
  shaders.push_back({shader, GridOp()});
  OpBuilder at = OpBuilder::atBlockEnd(&shader.getBody().front());
  buildWorkgroupCounts(at, grid, scratch, [&](unsigned dim) -> std::pair<Value, bool> {
    const Dimension &dimension = dimensions[grid][dim];
    // The host has counted these.
    if (!dimension.direct)
      return {getPushConstant(shader.getBody().front(), dimension.countName), true};
    return {cloneExpression(at, grid.getUpper()[dim], current), false};
  });
  shader.setDoc(
      "How many workgroups the next dispatch has: its bounds are known on the device only.");
}

void KernelLowering::makeShaders() {
  bool sawGrid = false;
  unsigned gridNumber = 0, onceNumber = 0;
  Block &body = kernel.getBody().front();
  GridOp lastGrid;
  for (GridOp grid : body.getOps<GridOp>())
    lastGrid = grid;
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (auto grid = dyn_cast<GridOp>(op)) {
      sawGrid = true;
      bool counts = grid->hasAttr(kCountsAttr);
      unsigned number = gridNumber + 1;
      std::string suffix = number == 1 ? std::string() : "_loop" + std::to_string(number);
      GridOp appending = getAppendingGrid(grid);
      if (grid.getDeviceBounds() && !groupsOf.count(appending))
        makeGroupsShader(appending, suffix + "_groups");
      if (ScratchOp known = groupsOf.lookup(appending))
        groupsOf[grid] = known;
      if (counts) {
        makeCountingShaders(grid, suffix);
        continue;
      }
      gridNumber = number;
      makeGridShader(grid, suffix);
    } else if (auto once = dyn_cast<OnceOp>(op); once && !once.getFolded()) {
      if (!sawGrid)
        makeOnceShader(once, lastGrid ? "_prologue" : "");
      else if (lastGrid->isBeforeInBlock(once))
        makeOnceShader(once, "_epilogue");
      else
        makeOnceShader(once,
                       ++onceNumber == 1 ? "_between" : "_between" + std::to_string(onceNumber));
    }
  }
}

//===------------------------------------------------------------------------------------------===//
// Commands
//===------------------------------------------------------------------------------------------===//

void KernelLowering::makeCommands() {
  SmallVector<Type> types;
  SmallVector<Attribute> argAttrs;
  SmallVector<BlockArgument> scalars;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    if (isa<PtrType>(argument.getType()))
      continue;
    scalars.push_back(argument);
    types.push_back(argument.getType());
    DictionaryAttr attrs = kernel.getArgAttrDict(argument.getArgNumber());
    argAttrs.push_back(attrs ? attrs : builder.getDictionaryAttr({}));
  }
  auto commands = builder.create<CommandsOp>(loc, getCommandsName(kernel.getSymName()),
                                             builder.getFunctionType(types, {}),
                                             builder.getArrayAttr(argAttrs), ArrayAttr());
  commands->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  commands->removeAttr("dims");
  commands->setAttr("kernel", builder.getStringAttr(kernel.getSymName()));
  commands->setAttr("display", builder.getStringAttr(display));
  commands->setAttr("fields", makeFieldAccess());
  commands->setAttr("overwritten", findOverwritten(kernel));
  ArrayAttr bindings = makeBindings();
  commands->setAttr("bindings", bindings);
  for (auto [shader, grid] : shaders)
    shader.setBindingsAttr(bindings);

  Block &body = commands.getBody().emplaceBlock();
  IRMapping mapping;
  for (BlockArgument scalar : scalars)
    mapping.map(scalar, body.addArgument(scalar.getType(), scalar.getLoc()));
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  // Counts first: they name what does not fit before anything is recorded.
  llvm::DenseMap<std::pair<Operation *, unsigned>, Value> counts;
  for (auto [shader, of] : shaders) {
    GridOp grid = of;
    if (!grid || grid->hasAttr(kCountsAttr))
      continue;
    SmallVector<Value> all;
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      if (!isDeviceBound(grid, dim, written))
        all.push_back(counts[{grid, dim}] = buildIterationCount(at, grid, dim, mapping));
    if (grid->hasAttr(kInOrderAttr) && grid.getNumDims() > 1)
      counts[{grid, grid.getNumDims()}] = buildIterationProduct(at, grid, all);
  }
  noteAppends(at, kernel, appends, mapping, [&](GridOp grid, unsigned dim) {
    Value known = counts.lookup({grid, dim});
    return known ? known : buildMostIterations(at, grid, dim);
  });
  for (auto [scalar, field] : spilled) {
    Value value = mapping.lookup(scalar);
    if (value.getType() != field.getType())
      value = at.create<CastOp>(loc, field.getType(), value);
    auto update = at.create<CmdUpdateOp>(loc, field.getSymName(), value);
    if (scalar == spilled.front().first)
      update->setAttr(kCommentAttr,
                      builder.getStringAttr("The push constants have no room for these."));
  }
  bool pushed = pushConstants.empty();
  llvm::DenseMap<Operation *, SmallVector<Value>> groupsBy; ///< two dispatches may have the same
  for (auto [shader, of] : shaders) {
    GridOp grid = of ? getAppendingGrid(of) : of;
    SmallVector<Value> &groups = groupsBy[grid ? grid.getOperation() : shader.getOperation()];
    if (!grid) {
      groups.push_back(buildUint(at, loc, 1));
    } else if (!grid.getDeviceBounds() && groups.empty()) {
      groups = countWorkgroups(
          at, grid, [&](unsigned dim) { return counts[{grid, dim}]; }, mapping, written);
    }
    at.create<CmdPipelineOp>(loc, shader.getSymName());
    if (!std::exchange(pushed, true)) {
      SmallVector<Value> values;
      for (PushConstant &constant : pushConstants)
        values.push_back(constant.parameter ? mapping.lookup(constant.parameter)
                                            : counts[{constant.grid, constant.dim}]);
      at.create<CmdPushOp>(loc, values);
    }
    if (ScratchOp scratch = groupsOf.lookup(grid))
      at.create<CmdDispatchIndirectOp>(loc, scratch.getSymName(), kGroupsMember);
    else
      at.create<CmdDispatchOp>(loc, groups);
  }
  // Counts that nobody asks for where the device counts.
  if (!groupsOf.empty())
    eraseDeadExpressions(commands.getBody());
}

void KernelLowering::run() {
  for (const MemoryAccess &access : getAccesses(kernel))
    if (access.path.root.value) {
      auto argument = cast<BlockArgument>(access.path.root.value);
      buffers[argument] =
          merge(buffers.lookup(argument), access.isWrite ? Access::Write : Access::Read);
    }
  // One that is passed on is named, whatever is done with it.
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (isa<PtrType>(argument.getType()) && !buffers.count(argument) &&
        llvm::any_of(argument.getUsers(), [](Operation *user) { return isa<CallOp>(user); }))
      buffers[argument] = Access::Read;
  // In order of the parameters, not of the accesses.
  auto entries = buffers.takeVector();
  llvm::sort(entries,
             [](auto &a, auto &b) { return a.first.getArgNumber() < b.first.getArgNumber(); });
  for (auto &[argument, access] : entries)
    buffers[argument] = access;
  spillScalars();
  collectPushConstants();
  makeShaders();
  for (auto [shader, grid] : shaders)
    eraseUnusedVariables(shader);
  dropUnusedPushConstants();
  makeCommands();
}

void LowerKernelsPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Planned)
    return;
  for (ClassOp op : module.getOps<ClassOp>()) {
    if (failed(checkCounted(op)))
      return signalPassFailure();
    Block &members = op.getBody().front();
    llvm::StringSet<> written = getFieldsWrittenByKernels(op);
    KernelAppends appends = lowerAppends(op);
    SmallVector<KernelOp> kernels(members.getOps<KernelOp>());
    llvm::StringMap<KernelOp> byName;
    for (KernelOp kernel : kernels) {
      byName[kernel.getSymName()] = kernel;
      if (StringRef name = chooseDisplay(kernel, kernels); !lowerToUpdates(kernel, name, appends))
        KernelLowering(kernel, name, appends, written).run();
    }
    for (Operation &member : members)
      if (isa<ShaderOp, FuncOp>(member))
        dropHostsPart(&member);
    for (ControlOp control : members.getOps<ControlOp>())
      lowerControl(control, byName);
    for (KernelOp kernel : kernels)
      kernel.erase();
    placeFields(op);
  }
  setPhase(module, Phase::Lowered);
}
