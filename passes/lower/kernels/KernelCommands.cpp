//===- KernelCommands.cpp - The commands of a kernel, and the order in which it is lowered ---===//

#include "passes/lower/kernels/KernelLowering.h"

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Callables.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "device/Builders.h"
#include "passes/loops/UnrollAndJam.h"
#include "passes/lower/appends/LowerAppends.h"
#include "passes/lower/appends/OrderedAppends.h"
#include "passes/lower/kernels/CountOthers.h"
#include "passes/lower/kernels/GridBodies.h"
#include "passes/lower/kernels/LowerControls.h"
#include "passes/lower/kernels/MemberUpdates.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::getCommandsName(StringRef kernel) { return (kernel + "_commands").str(); }

/// How many iterations a dimension of a grid has; `known` are counts of other grids, one of which
/// may be the same.
static Value countIterations(OpBuilder &at, GridOp grid, unsigned dim, IRMapping &mapping,
                             ArrayRef<Value> known) {
  Value count = buildIterationCount(at, grid, dim, mapping);
  for (Value other : known)
    if (OperationEquivalence::isEquivalentTo(
            count.getDefiningOp(), other.getDefiningOp(),
            [](Value a, Value b) { return success(isSameExpression(a, b)); },
            /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations)) {
      count.getDefiningOp()->erase();
      return other;
    }
  return count;
}

/// How many elements a loop that fills an array stores: a number, or what the host counts.
static Value buildFilledCount(OpBuilder &at, GridOp grid, unsigned dim, IRMapping &mapping) {
  std::optional<int64_t> lower = getConstantInt(grid.getLower()[dim]),
                         upper = getConstantInt(grid.getUpper()[dim]);
  CmpKind predicate = grid.getPredicate(dim);
  if (!lower || !upper || (predicate != CmpKind::Lt && predicate != CmpKind::Le))
    return buildIterationCount(at, grid, dim, mapping);
  int64_t count = *upper - *lower + (predicate == CmpKind::Le);
  return buildUint(at, grid.getLoc(), std::max<int64_t>(count, 0));
}

/// How many elements all of its loops store.
static Value buildFilledCount(OpBuilder &at, GridOp grid, ArrayRef<Value> counts) {
  uint64_t product = 1;
  for (Value count : counts) {
    std::optional<int64_t> number = getConstantInt(count);
    if (!number)
      return buildIterationProduct(at, grid, counts);
    product *= *number;
  }
  return buildUint(at, grid.getLoc(), static_cast<int64_t>(product));
}

/// `vkm.cmd.fill @m_sums[0] count %n = %zero`
static void makeFills(OpBuilder &at, GridOp grid, ArrayRef<Value> counts, IRMapping &mapping) {
  Value count = buildFilledCount(at, grid, counts);
  Attribute comment = grid->getAttr(kCommentAttr);
  std::optional<SmallVector<Fill>> fills = matchFills(grid);
  for (const Fill &fill : *fills) {
    Location where = AssignOp(fill.store).getLoc();
    Value value = fill.value ? cloneExpression(at, fill.value, mapping)
                             : buildUint(at, where, static_cast<int64_t>(fill.word));
    auto command =
        at.create<CmdFillOp>(where, FieldOp(fill.field).getSymName(), fill.first, count, value);
    Attribute own = AssignOp(fill.store)->getAttr(kCommentAttr);
    if (Attribute text = comment ? std::exchange(comment, Attribute()) : own)
      command->setAttr(kCommentAttr, text);
  }
}

/// Commands that do nothing yet; `mapping` leads from the scalars of the kernel to theirs.
CommandsOp KernelLowering::beginCommands(IRMapping &mapping) {
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
  auto commands = builder.create<CommandsOp>(
      loc, getCommandsName(kernel.getSymName()), builder.getFunctionType(types, {}),
      builder.getArrayAttr(argAttrs), ArrayAttr(), kernel.getSymNameAttr(), display, makeBindings(),
      makeFieldAccess(), findOverwritten(kernel));
  commands->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  for (auto [shader, grid] : shaders)
    shader.setBindingsAttr(commands.getBindingsAttr());

  Block &body = commands.getBody().emplaceBlock();
  for (BlockArgument scalar : scalars)
    mapping.map(scalar, body.addArgument(scalar.getType(), scalar.getLoc()));
  return commands;
}

/// Scalars that go through class data.
void KernelLowering::makeSpilledUpdates(OpBuilder &at, IRMapping &mapping) {
  for (auto [scalar, field] : spilled) {
    Value value = mapping.lookup(scalar);
    if (value.getType() != field.getType())
      value = at.create<CastOp>(loc, field.getType(), value);
    auto update = at.create<CmdUpdateOp>(loc, field.getSymName(), value, StringAttr());
    if (scalar == spilled.front().first)
      update->setAttr(kCommentAttr,
                      builder.getStringAttr("The push constants have no room for these."));
  }
}

/// Dispatches as many workgroups as a shader has counted.
void KernelLowering::makeIndirect(OpBuilder &at, GridOp grid, const GroupsPlace &place) {
  auto scratch = place.scratch;
  auto dispatch =
      at.create<CmdDispatchIndirectOp>(loc, scratch.getSymName(), place.member, grid.getCounted());
  if (grid.getCounted())
    dispatch->setAttr(kCommentAttr, builder.getStringAttr("Its workgroups are counted by " +
                                                          listCounters(kernel) + "."));
}

void KernelLowering::makeCommands() {
  IRMapping mapping;
  CommandsOp commands = beginCommands(mapping);
  OpBuilder at = OpBuilder::atBlockEnd(&commands.getBody().front());
  // Counts first: they name what does not fit before anything is recorded.
  llvm::DenseMap<std::pair<Operation *, unsigned>, Value> counts;
  SmallVector<Value> known;
  for (auto [shader, of] : shaders) {
    GridOp grid = of;
    if (!grid || grid.getCountsAppends())
      continue;
    SmallVector<Value> all;
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      if (!isDeviceBound(grid, dim, written))
        all.push_back(counts[{grid, dim}] = countIterations(at, grid, dim, mapping, known));
    llvm::append_range(known, all);
    if (grid.getInOrder() && grid.getNumDims() > 1)
      counts[{grid, grid.getNumDims()}] = buildIterationProduct(at, grid, all);
  }
  for (auto [before, grid] : fills)
    for (unsigned dim = 0; dim < GridOp(grid).getNumDims(); ++dim)
      counts[{grid, dim}] = buildFilledCount(at, grid, dim, mapping);
  noteAppends(at, kernel, appends, mapping, [&](GridOp grid, unsigned dim) {
    Value known = counts.lookup({grid, dim});
    return known ? known : buildMostIterations(at, grid, dim);
  });
  makeSpilledUpdates(at, mapping);
  bool pushed = pushConstants.empty();
  llvm::DenseMap<Operation *, SmallVector<Value>> groupsBy; ///< two dispatches may have the same
  auto nextUpdates = updates.begin();
  auto nextFill = fills.begin();
  auto makeTransfersBefore = [&](size_t index) {
    for (; nextUpdates != updates.end() && nextUpdates->before <= index; ++nextUpdates)
      makeUpdates(at, *matchMemberUpdates(nextUpdates->once),
                  builder.getStringAttr(nextUpdates->role), mapping);
    for (; nextFill != fills.end() && nextFill->first <= index; ++nextFill) {
      GridOp grid = nextFill->second;
      SmallVector<Value> all;
      for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
        all.push_back(counts[{grid, dim}]);
      makeFills(at, grid, all, mapping);
    }
  };
  for (auto [index, one] : llvm::enumerate(shaders)) {
    auto [shader, of] = one;
    makeTransfersBefore(index);
    GridOp grid = of ? getAppendingGrid(of) : of;
    SmallVector<Value> &groups = groupsBy[grid ? grid.getOperation() : shader.getOperation()];
    if (!grid) {
      groups.push_back(buildUint(at, loc, 1));
    } else if (runsCallables(grid)) {
      // The innermost dimension is x.
      for (unsigned dim = grid.getNumDims(); dim-- > 0;)
        groups.push_back(counts[{grid, dim}]);
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
    if (grid && runsCallables(grid))
      at.create<CmdTraceRaysOp>(loc, groups);
    else if (auto known = groupsOf.find(grid); known != groupsOf.end())
      makeIndirect(at, grid, known->second);
    else
      at.create<CmdDispatchOp>(loc, groups);
  }
  makeTransfersBefore(shaders.size());
  // Counts that nobody asks for where the device counts.
  if (!groupsOf.empty())
    eraseDeadExpressions(commands.getBody());
}

void KernelLowering::run() {
  collectBuffers();
  spillScalars();
  collectPushConstants();
  makeShaders();
  for (auto [shader, grid] : shaders)
    eraseUnusedVariables(shader);
  dropUnusedPushConstants();
  makeCommands();
}
