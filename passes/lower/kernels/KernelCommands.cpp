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
#include "passes/lower/kernels/GridBodies.h"
#include "passes/lower/kernels/LowerControls.h"
#include "passes/lower/kernels/MemberUpdates.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::getCommandsName(StringRef kernel) { return (kernel + "_commands").str(); }

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
  auto commands = builder.create<CommandsOp>(
      loc, getCommandsName(kernel.getSymName()), builder.getFunctionType(types, {}),
      builder.getArrayAttr(argAttrs), ArrayAttr(), kernel.getSymNameAttr(), display, makeBindings(),
      makeFieldAccess(), findOverwritten(kernel));
  commands->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  for (auto [shader, grid] : shaders)
    shader.setBindingsAttr(commands.getBindingsAttr());

  Block &body = commands.getBody().emplaceBlock();
  IRMapping mapping;
  for (BlockArgument scalar : scalars)
    mapping.map(scalar, body.addArgument(scalar.getType(), scalar.getLoc()));
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  // Counts first: they name what does not fit before anything is recorded.
  llvm::DenseMap<std::pair<Operation *, unsigned>, Value> counts;
  for (auto [shader, of] : shaders) {
    GridOp grid = of;
    if (!grid || grid.getCountsAppends())
      continue;
    SmallVector<Value> all;
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      if (!isDeviceBound(grid, dim, written))
        all.push_back(counts[{grid, dim}] = buildIterationCount(at, grid, dim, mapping));
    if (grid.getInOrder() && grid.getNumDims() > 1)
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
    auto update = at.create<CmdUpdateOp>(loc, field.getSymName(), value, StringAttr());
    if (scalar == spilled.front().first)
      update->setAttr(kCommentAttr,
                      builder.getStringAttr("The push constants have no room for these."));
  }
  bool pushed = pushConstants.empty();
  llvm::DenseMap<Operation *, SmallVector<Value>> groupsBy; ///< two dispatches may have the same
  auto nextUpdates = updates.begin();
  auto makeUpdatesBefore = [&](size_t index) {
    for (; nextUpdates != updates.end() && nextUpdates->before <= index; ++nextUpdates)
      makeUpdates(at, *matchMemberUpdates(nextUpdates->once),
                  builder.getStringAttr(nextUpdates->role), mapping);
  };
  for (auto [index, one] : llvm::enumerate(shaders)) {
    auto [shader, of] = one;
    makeUpdatesBefore(index);
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
      at.create<CmdDispatchIndirectOp>(loc, known->second.scratch.getSymName(),
                                       known->second.member);
    else
      at.create<CmdDispatchOp>(loc, groups);
  }
  makeUpdatesBefore(shaders.size());
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
