//===- KernelShaders.cpp - The shaders of a kernel -------------------------------------------===//

#include "passes/lower/kernels/KernelLowering.h"

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Callables.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "device/Builders.h"
#include "ir/ClassDataForm.h"
#include "ir/TargetFacts.h"
#include "ir/VkmAttributes.h"
#include "ir/WordStructs.h"
#include "passes/loops/UnrollAndJam.h"
#include "passes/loops/UnrollGrids.h"
#include "passes/lower/kernels/GridBodies.h"
#include "passes/lower/scans/ScanDispatches.h"
#include "passes/lower/scatters/LowerScatters.h"
#include "passes/lower/sorts/LowerSorts.h"
#include "passes/plan/PlanRules.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

ShaderOp KernelLowering::makeShader(StringRef suffix, ArrayRef<int32_t> localSize, Location where,
                                    ShaderStage stage) {
  OpBuilder::InsertionGuard guard(builder);
  // The bindings are completed when all shaders, and so all scratch buffers, are there.
  // The kernel's own name is free once it is gone.
  std::string name = (kernel.getSymName() + suffix).str();
  if (!suffix.empty())
    name =
        makeFreeName(name, [&](StringRef taken) { return parent.lookupSymbol(taken) != nullptr; });
  StringAttr role = suffix.empty() ? StringAttr() : builder.getStringAttr(suffix.drop_front());
  auto shader = builder.create<ShaderOp>(
      where, builder.getStringAttr(name), kernel.getSymNameAttr(), role,
      builder.getDenseI32ArrayAttr(localSize), builder.getArrayAttr({}), builder.getStringAttr(""),
      ShaderStageAttr::get(builder.getContext(), stage), /*coherent_fields=*/ArrayAttr());
  if (Attribute words = kernel->getAttr(kWordsAttr))
    shader->setAttr(kWordsAttr, words);
  if (Attribute uniform = kernel->getAttr(kUniformClassDataAttr))
    shader->setAttr(kUniformClassDataAttr, uniform);
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
    if (runsCallables(grid))
      return buildBuiltin(inside, where, Builtin::LaunchSize, axis);
    return inside.create<BinaryOp>(where, uintType, BinaryKind::Mul,
                                   buildBuiltin(inside, where, Builtin::NumWorkgroups, axis),
                                   buildBuiltin(inside, where, Builtin::WorkgroupSize, axis));
  };
  Value thread = takers == Takers::One
                     ? buildUint(at, where, 0)
                     : buildBuiltin(at, where,
                                    !byThreads            ? Builtin::Workgroup
                                    : runsCallables(grid) ? Builtin::Launch
                                                          : Builtin::GlobalInvocation,
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

/// Blocks of neighbouring iterations, one for each thread of the workgroup; leaves the builder
/// where a thread has one. All threads come to the end of a block.
///
///   for (int iBlock = 0; iBlock < n; iBlock += 256) {
///     const int i = iBlock + int(gl_LocalInvocationIndex);
///     if (i < n) {
ForOp KernelLowering::makeBlockLoop(OpBuilder &at, GridOp grid, unsigned dim, IRMapping &mapping,
                                    Value &number) {
  Location where = grid.getLoc();
  bool isDirect = dimensions[grid][dim].direct;
  Type type = isDirect ? grid.getLower()[dim].getType() : Type(getUintType(at.getContext()));
  int64_t step = isDirect ? grid.getSteps()[dim] : 1;
  auto constant = [&](OpBuilder &in, int64_t value) -> Value {
    return in.create<ConstantOp>(where, in.getIntegerAttr(type, value));
  };
  auto comes = [&](OpBuilder &in, Value value) -> Value {
    if (!isDirect)
      return in.create<CmpOp>(where, CmpKind::Lt, value, getCount(in, dimensions[grid][dim]));
    IRMapping boundMapping = mapping;
    Value upper = cloneExpression(in, grid.getUpper()[dim], boundMapping);
    if (upper.getType() != type)
      value = in.create<CastOp>(where, upper.getType(), value);
    return in.create<CmpOp>(where, grid.getPredicate(dim), value, upper);
  };
  std::string name = grid.getCounterName(dim).str();
  Value first = constant(at, isDirect ? *getConstantInt(grid.getLower()[dim]) : 0);
  auto loop = at.create<ForOp>(where, name + "Block", first);
  OpBuilder inside = OpBuilder::atBlockEnd(&loop.getCond().front());
  inside.create<YieldOp>(where, comes(inside, buildLoad(inside, where, loop.getCondVar())));
  inside.setInsertionPointToEnd(&loop.getStep().front());
  inside.create<UpdateOp>(where, BinaryKind::Add, loop.getStepVar(),
                          constant(inside, step * getWorkgroupThreads(grid)));
  inside.setInsertionPointToEnd(&loop.getBody().front());
  Value own = buildBuiltin(inside, where, Builtin::LocalIndex);
  if (own.getType() != type)
    own = inside.create<CastOp>(where, type, own);
  if (step != 1)
    own = buildBinary(inside, where, BinaryKind::Mul, own, constant(inside, step));
  bool isCounter = isDirect || isNumber(grid, dim);
  number = buildVar(inside, where, isCounter ? name : name + "Number",
                    buildBinary(inside, where, BinaryKind::Add,
                                buildLoad(inside, where, loop.getBodyVar()), own),
                    /*isConst=*/true)
               .getRef();
  auto branch = inside.create<IfOp>(where, comes(inside, buildLoad(inside, where, number)));
  at.setInsertionPointToEnd(&branch.getThenRegion().front());
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
  StringRef name = grid.getCounterName(dim);
  if (isa_and_nonnull<BinaryOp, MathOp>(lower.getDefiningOp()))
    lower.getDefiningOp()->setAttr(
        kNameAttr, at.getStringAttr("first" + name.take_front().upper() + name.drop_front()));
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

/// How patterns that build the loops of a grid's shader get at its iterations.
GridLoops KernelLowering::describeLoops(GridOp grid) {
  GridLoops loops;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    bool direct = dimensions[grid][dim].direct;
    bool isCounter = direct || isNumber(grid, dim);
    loops.dimensions.push_back(
        {(grid.getCounterName(dim) + (isCounter ? "" : "Number")).str(), direct});
  }
  loops.count = [this, grid](OpBuilder &at, unsigned dim) -> Value {
    const Dimension &dimension = dimensions[grid][dim];
    IRMapping local = current;
    return dimension.direct ? cloneExpression(at, GridOp(grid).getUpper()[dim], local)
                            : getCount(at, dimension);
  };
  loops.body = [this](OpBuilder &at, GridOp of, ArrayRef<Value> numbers) {
    SmallVector<Value> counters = makeCounters(at, of, numbers, current);
    cloneBody(at, of, counters, current);
  };
  return loops;
}

/// What a pattern makes of the dispatch of a grid; null where threads take its iterations one by
/// one.
GridDispatch *KernelLowering::getGridDispatch(GridOp grid) {
  auto [known, isNew] = gridDispatches.try_emplace(grid);
  if (!isNew)
    return known->second.get();
  known->second = makeRunningTotals(kernel, display, grid);
  std::optional<AppendStrategy> strategy = appends.lookup(grid).strategy;
  if (!known->second && strategy)
    known->second = makeAppendPattern(*strategy)->makeGridDispatch(kernel, display, grid);
  if (ScratchOp scratch = known->second ? known->second->getScratch() : ScratchOp())
    scratches.push_back(scratch);
  return known->second.get();
}

/// `if (columns >= 128) { for (row = workgroup; ...) ...; return; }`: what is done where a
/// workgroup takes a row together. Gives the branch where that is known: nothing is left to do
/// behind it.
IfOp KernelLowering::makeRowBranch(OpBuilder &at, RowOp row, ReductionLowering &reductions) {
  GridOp grid = row.getGrid();
  Location where = grid.getLoc();
  IRMapping mapping = current;
  bool byLanes = row.getPlan()->getLanes() > 0;
  Value isLong = byLanes ? Value() : buildIsRowLong(at, row, mapping);
  bool isKnown = !isLong;
  if (isKnown)
    isLong = at.create<ConstantOp>(where, at.getBoolAttr(true));
  auto branch = at.create<IfOp>(where, isLong);
  branch->setAttr(kCommentAttr,
                  at.getStringAttr("A workgroup takes an iteration together where that has enough "
                                   "to do for all of its threads."));
  OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  if (row.getPlan()->getColumns()) {
    reductions.lowerColumns(inner, row, mapping);
    return isKnown ? branch : IfOp();
  }
  if (byLanes) {
    reductions.lowerLanes(inner, row, mapping);
    return branch;
  }
  ForOp rows = makeLoop(inner, grid, 0, mapping, Takers::Workgroups);
  inner.setInsertionPointToEnd(&rows.getBody().front());
  SmallVector<Value> counters = makeCounters(inner, grid, rows.getBodyVar(), mapping);
  cloneBody(inner, grid, counters, mapping);
  reductions.lowerRow(cast<RowOp>(mapping.lookup(row.getOperation())));
  OpBuilder::atBlockEnd(&branch.getThenRegion().front()).create<ReturnOp>(where, Value());
  return isKnown ? branch : IfOp();
}

/// Puts what a branch does, which is always taken and returns, in place of itself and of all that
/// stands behind it.
static void takeBranch(IfOp branch) {
  Block *block = branch->getBlock();
  while (&block->back() != branch)
    block->back().erase();
  Block &inside = branch.getThenRegion().front();
  cast<ReturnOp>(inside.back()).erase();
  attachComment(&inside, nullptr, cast<StringAttr>(branch->getAttr(kCommentAttr)));
  block->getOperations().splice(branch->getIterator(), inside.getOperations());
  Operation *condition = branch.getCondition().getDefiningOp();
  branch.erase();
  condition->erase();
}

/// What comes before the dispatch of a grid that appends in order.
void KernelLowering::makeCountingShaders(GridOp counting, StringRef suffix) {
  GridOp appending = getAppendingGrid(counting);
  ArrayRef<int32_t> size = appending.getWorkgroupSizeAttr().asArrayRef();
  for (const GridDispatch::Dispatch &dispatch : getGridDispatch(appending)->getBefore()) {
    ShaderOp shader = makeShader((suffix + dispatch.suffix).str(), size, appending.getLoc());
    shaders.push_back({shader, dispatch.grid});
    OpBuilder at = OpBuilder::atBlockEnd(&shader.getBody().front());
    if (dispatch.grid)
      mapOutside(at, dispatch.grid, current);
    dispatch.build(at, describeLoops(appending));
    std::string doc = dispatch.doc;
    // The one workgroup whose first thread has set the sizes.
    if (!dispatch.grid && appending.getCountsAttr()) {
      OpBuilder first = buildIfFirstThread(at, appending.getLoc());
      doc += " " + countOthers(first, appending.getCountsAttr());
    }
    shader.setDoc(doc);
  }
}

/// The loops in which threads take the iterations of a grid, the outermost first; gives what holds
/// the numbers, and leaves the builder in the innermost.
SmallVector<ForOp> KernelLowering::makeLoops(OpBuilder &inner, GridOp grid, IRMapping &mapping,
                                             SmallVectorImpl<Value> &numbers) {
  SmallVector<ForOp> loops;
  unsigned dims = grid.getNumDims();
  numbers.resize(dims);
  bool inOrder = updatesInOrder(grid), byBlocks = inOrder && getWorkgroupThreads(grid) > 1;
  for (unsigned depth = 0; depth < dims; ++depth) {
    if (byBlocks && depth + 1 == dims) {
      loops.push_back(makeBlockLoop(inner, grid, depth, mapping, numbers[depth]));
      continue;
    }
    // What does not depend on the counter of the iterations that a thread takes is computed once.
    unsigned dim = grid.getCoarsening().has_value() ? (depth + 1) % dims : depth;
    Takers takers = grid.getTileThreads() ? Takers::Workgroups
                    : inOrder             ? Takers::One
                    : !keepsOrder(grid)   ? Takers::Threads
                    : dim == 0            ? Takers::Ranges
                                          : Takers::One;
    loops.push_back(makeLoop(inner, grid, dim, mapping, takers));
    numbers[dim] = loops.back().getBodyVar();
    inner.setInsertionPointToEnd(&loops.back().getBody().front());
  }
  return loops;
}

/// The statements that run once beside a grid, folded into its dispatch.
void KernelLowering::emitFolded(OpBuilder &final, GridOp grid, Fold fold) {
  for (OnceOp once : getFoldedInto(grid, fold)) {
    // Of the shader that is being made.
    IRMapping local = current;
    mapOutside(final, once, local);
    cloneStatements(final, once.getBody().front(), local);
  }
}

/// The same, where the first thread of the dispatch may run them at any time.
void KernelLowering::emitBeside(OpBuilder &at, GridOp grid) {
  if (!runsOnceBeside(grid))
    return;
  Location where = grid.getLoc();
  Value thread = buildBuiltin(at, where, Builtin::GlobalInvocation);
  for (unsigned axis = 1; axis < getDispatchedDims(grid); ++axis)
    thread = buildBinary(at, where, BinaryKind::Or, thread,
                         buildBuiltin(at, where, Builtin::GlobalInvocation, axis));
  auto branch =
      at.create<IfOp>(where, at.create<CmpOp>(where, CmpKind::Eq, thread, buildUint(at, where, 0)));
  branch->setAttr(kCommentAttr, at.getStringAttr("Once, and at any time: no iteration reads or "
                                                 "writes what this does."));
  OpBuilder once = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  emitFolded(once, grid, Fold::Next);
  emitFolded(once, grid, Fold::Previous);
}

/// Combines what all threads of a grid's shader have, in this dispatch or in one of its own.
void KernelLowering::finishReductions(OpBuilder &at, GridOp grid, ReductionLowering &reductions,
                                      StringRef suffix) {
  Location where = grid.getLoc();
  auto emitBefore = [&](OpBuilder &final) { emitFolded(final, grid, Fold::Next); };
  auto emitAfter = [&](OpBuilder &final) {
    emitFolded(final, grid, Fold::Previous);
    emitFolded(final, grid, Fold::Last);
  };
  reductions.finish(at, where, emitBefore, emitAfter);
  if (!reductions.needsDispatch())
    return;
  ShaderOp combine =
      makeShader((suffix + "_combine").str(), grid.getWorkgroupSizeAttr().asArrayRef(), where);
  shaders.push_back({combine, GridOp()});
  OpBuilder last = OpBuilder::atBlockEnd(&combine.getBody().front());
  reductions.finishInDispatch(last, where, emitBefore, emitAfter);
  combine.setDoc("Combines the partial results of all workgroups, in order.");
}

void KernelLowering::makeGridShader(GridOp grid, StringRef suffix) {
  Location where = grid.getLoc();
  SmallVector<IterationNumber> numbers;
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
  ShaderOp shader =
      makeShader(suffix, grid.getWorkgroupSizeAttr().asArrayRef(), where,
                 runsCallables(grid) ? ShaderStage::RayGeneration : ShaderStage::Compute);
  shaders.push_back({shader, grid});
  // What runs beside the iterations is none of them.
  if (Attribute share = grid->getAttr(kShareOfAttr);
      share && !runsOnceBeside(grid) && !runsLast(grid))
    shader->setAttr(kShareOfAttr, share);
  OpBuilder at = OpBuilder::atBlockEnd(&shader.getBody().front());
  IRMapping &mapping = current;
  emitBeside(at, grid);
  mapOutside(at, grid, mapping);
  IfOp onlyBranch;
  if (reductions.isByRows())
    onlyBranch = makeRowBranch(at, grid.getSharedRow(), reductions);
  else
    reductions.declareAccumulators(at, where);

  SmallVector<ForOp> loops;
  SmallVector<Value> numberPlaces;
  OpBuilder inner = at;
  GridDispatch *ofPattern = getGridDispatch(grid);
  if (ofPattern) {
    if (GridOp counting = ofPattern->getCounting())
      mapOutside(at, counting, mapping);
    loops.push_back(ofPattern->buildLoops(inner, describeLoops(grid), numberPlaces));
  } else {
    loops = makeLoops(inner, grid, mapping, numberPlaces);
  }
  if (Attribute comment = grid->getAttr(kCommentAttr))
    loops.front()->setAttr(kCommentAttr, comment);
  if (!ofPattern) {
    SmallVector<Value> counters = makeCounters(inner, grid, numberPlaces, mapping);
    cloneBody(inner, grid, counters, mapping);
  }
  lowerSortTiles(shader);
  // A thread runs the loops of its iterations alone.
  shader.walk([](RowOp row) { row.dissolve(); });
  SmallVector<ReductionOpInterface> toLower;
  shader.walk([&](ReductionOpInterface reduction) {
    if (!isPart(reduction))
      toLower.push_back(reduction);
  });
  for (ReductionOpInterface reduction : toLower)
    reductions.lower(reduction, numberPlaces);
  ScatterLowering scatters(parent);
  scatters.lower(shader, loops);
  if (ofPattern)
    ofPattern->finish();
  if (std::optional<uint32_t> width = grid.getLoadWidth())
    widenGridLoop(loops.front(), *width, grid.getUnroll().value_or(1));
  else if (std::optional<uint32_t> factor = grid.getUnroll(); factor && *factor > 1)
    unrollGridLoop(loops.back(), *factor);
  else if (grid.getJammed())
    unrollAndJam(grid, loops, /*countsFromLower=*/dimensions[grid][0].direct);
  std::string doc = !reductions.empty() ? reductions.describe()
                    : ofPattern         ? ofPattern->describe().str()
                                        : "";
  if (std::string updates = scatters.describe(); !updates.empty())
    doc += (doc.empty() ? "" : " ") + updates;
  scatters.finish(at);
  std::string last;
  if (!reductions.empty() && !reductions.isByRows())
    finishReductions(at, grid, reductions, suffix);
  else if (runsLast(grid))
    last = " " + finishByLastWorkgroup(at, grid, suffix);
  handOn(shader, grid);
  if (onlyBranch)
    takeBranch(onlyBranch);
  if (grid.getCountsAttr() && !grid.getInOrder())
    countOthersLast(at, shader, grid);
  shader.setDoc(describeIterations(grid, doc) + last);
  if (int64_t size = ofPattern && ofPattern->usesSubgroups() ? getTargetMinSubgroupSize(kernel)
                                                             : reductions.getMinSubgroupSize();
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
  std::string doc = "What runs once, in one thread.";
  if (ArrayAttr counts = once.getCountsAttr())
    doc += " " + countOthers(at, counts);
  shader.setDoc(doc);
}

/// The grids whose bounds the device knows as soon as it knows those of the first of them.
SmallVector<GridOp> KernelLowering::findCountedTogether(GridOp first) {
  SmallVector<GridOp> together;
  EffectSet between;
  // Statements in front of the first grid that its own dispatch runs come behind the counting.
  for (OnceOp once : getFoldedInto(first, Fold::Next))
    between.add(getEffects(once));
  GridOp countedLater; // by the thread that runs the statements before it
  for (Operation *op = first; op; op = op->getNextNode()) {
    if (auto once = dyn_cast<OnceOp>(op); once && once.getFolded() == Fold::Counting)
      countedLater = getFoldNeighbour(once, Fold::Counting);
    if (auto grid = dyn_cast<GridOp>(op); grid && grid.getDeviceBounds()) {
      // Nothing in front of the grid changes what its bounds read.
      bool isKnown =
          grid != countedLater && !grid.getCountsAppends() && getAppendingGrid(grid) == grid;
      for (ValueRange bounds : {grid.getLower(), grid.getUpper()})
        for (Value bound : bounds)
          isKnown &= !findRead(bound, [&](const Root &root) { return !between.writesAny(root); });
      if (grid == first || (isKnown && !groupsOf.count(grid)))
        together.push_back(grid);
    }
    between.add(getEffects(op));
  }
  return together;
}

/// The numbers of workgroups of grids whose bounds only the device knows; `number` is that of the
/// first one. The same thread runs the statements `before`.
void KernelLowering::makeGroupsShader(ArrayRef<GridOp> grids, StringRef suffix, unsigned number,
                                      OnceOp before) {
  Location where = GridOp(grids.front()).getLoc();
  std::string part = suffix.drop_back(StringRef("_groups").size()).str();
  std::string name =
      makeFreeName(display + (grids.size() == 1 ? part : "") + "Groups",
                   [&](StringRef taken) { return parent.lookupSymbol(taken) != nullptr; });
  SmallVector<std::string> members = {"groups"};
  if (grids.size() > 1) {
    members.clear();
    SmallVector<GridOp> all(kernel.getBody().front().getOps<GridOp>());
    unsigned before = number;
    for (GridOp grid : ArrayRef(all).drop_while([&](GridOp one) { return one != grids.front(); })) {
      if (llvm::is_contained(grids, grid))
        members.push_back("loop" + std::to_string(before));
      before += !grid.getCountsAppends();
    }
  }
  ScratchOp scratch = buildGroupsScratch(builder, where, name, members);
  scratches.push_back(scratch);
  ShaderOp shader = makeShader(suffix, {1, 1, 1}, where);
  shaders.push_back({shader, GridOp()});
  OpBuilder at = OpBuilder::atBlockEnd(&shader.getBody().front());
  if (before) {
    IRMapping local = current;
    mapOutside(at, before, local);
    cloneStatements(at, before.getBody().front(), local);
  }
  for (auto [one, member] : llvm::zip(grids, members)) {
    GridOp grid = one;
    GroupsPlace place = {scratch, member};
    groupsOf[grid] = place;
    buildWorkgroupCounts(at, grid, place, [&](unsigned dim) -> std::pair<Value, bool> {
      const Dimension &dimension = dimensions[grid][dim];
      // The host has counted these.
      if (!dimension.direct)
        return {getPushConstant(shader.getBody().front(), dimension.countName), true};
      return {cloneExpression(at, grid.getUpper()[dim], current), false};
    });
  }
  std::string doc = before ? "What runs once, in one thread, and how many " : "How many ";
  shader.setDoc(doc + (grids.size() == 1
                           ? "workgroups the next dispatch has: its bounds are known on the device "
                             "only."
                           : "workgroups the next dispatches have: their bounds are known on the "
                             "device only."));
}

void KernelLowering::makeShaders() {
  bool sawGrid = false;
  unsigned gridNumber = 0, onceNumber = 0;
  Block &body = kernel.getBody().front();
  GridOp lastGrid;
  for (GridOp grid : body.getOps<GridOp>()) {
    lastGrid = grid;
    if (auto place = countedPlaces.find(grid); place != countedPlaces.end())
      groupsOf[grid] = GroupsPlace(place->second);
  }
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (auto grid = dyn_cast<GridOp>(op)) {
      sawGrid = true;
      bool counts = grid.getCountsAppends();
      unsigned number = gridNumber + 1;
      std::string suffix = number == 1 ? std::string() : "_loop" + std::to_string(number);
      GridOp appending = getAppendingGrid(grid);
      if (grid.getDeviceBounds() && !groupsOf.count(appending))
        makeGroupsShader(findCountedTogether(appending), suffix + "_groups", number);
      if (auto known = groupsOf.find(appending); known != groupsOf.end() && grid != appending)
        groupsOf[grid] = GroupsPlace(known->second);
      if (counts) {
        makeCountingShaders(grid, suffix);
        continue;
      }
      gridNumber = number;
      if (grid.getByFill())
        fills.push_back({shaders.size(), grid});
      else
        makeGridShader(grid, suffix);
    } else if (auto once = dyn_cast<OnceOp>(op); once && once.getFolded() == Fold::Counting) {
      unsigned number = gridNumber + 1;
      std::string suffix = number == 1 ? std::string() : "_loop" + std::to_string(number);
      GridOp counted = getFoldNeighbour(once, Fold::Counting);
      makeGroupsShader(findCountedTogether(counted), suffix + "_groups", number, once);
    } else if (once && (!once.getFolded() || once.getFolded() == Fold::Commands)) {
      bool isLast = lastGrid && lastGrid->isBeforeInBlock(once);
      std::string suffix = !sawGrid            ? (lastGrid ? "_prologue" : "")
                           : isLast            ? "_epilogue"
                           : ++onceNumber == 1 ? "_between"
                                               : "_between" + std::to_string(onceNumber);
      if (once.getFolded())
        updates.push_back({shaders.size(), once, suffix.substr(1)});
      else
        makeOnceShader(once, suffix);
    }
  }
}
