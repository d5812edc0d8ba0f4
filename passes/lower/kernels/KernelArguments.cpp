//===- KernelArguments.cpp - What the host passes to the shaders of a kernel -----------------===//

#include "passes/lower/kernels/KernelLowering.h"

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Appends.h"
#include "analysis/patterns/ClassData.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "device/Builders.h"
#include "passes/lower/kernels/CountOthers.h"
#include "passes/lower/kernels/GridBodies.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::makeFreeName(std::string name,
                                       llvm::function_ref<bool(StringRef)> isTaken) {
  while (isTaken(name))
    name += '_';
  return name;
}

static Access merge(Access a, Access b) {
  return static_cast<Access>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}

void KernelLowering::collectBuffers() {
  for (const MemoryAccess &access : getAccesses(kernel))
    if (access.path.root.value) {
      auto argument = cast<BlockArgument>(access.path.root.value);
      buffers[argument] =
          merge(buffers.lookup(argument), access.isWrite ? Access::Write : Access::Read);
    }
  // One that is passed on, or of which an element is, is named, whatever is done with it.
  Block &top = kernel.getBody().front();
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (isa<PtrType>(argument.getType()) && !buffers.count(argument) &&
        llvm::any_of(argument.getUsers(),
                     [&](Operation *user) { return user->getBlock() != &top; }))
      buffers[argument] = Access::Read;
  // In order of the parameters, not of the accesses.
  auto entries = buffers.takeVector();
  llvm::sort(entries,
             [](auto &a, auto &b) { return a.first.getArgNumber() < b.first.getArgNumber(); });
  for (auto &[argument, access] : entries)
    buffers[argument] = access;
}

/// Where the push constants have no room for all scalars, the last of those that only the bodies
/// read go through class data: a field each, which the command buffer updates before the dispatch.
void KernelLowering::spillScalars() {
  Block &top = kernel.getBody().front();
  for (BlockArgument scalar : findSpilledScalars(kernel)) {
    auto integer = dyn_cast<IntegerType>(scalar.getType());
    Type type = integer && integer.getWidth() < 32
                    ? Type(builder.getIntegerType(32, integer.isSigned()))
                    : scalar.getType();
    std::string name =
        makeFreeName(display + "_" + argName(kernel, scalar.getArgNumber()).str(),
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
    if (grid.getCountsAppends())
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
    if (grid.getInOrder() && grid.getNumDims() > 1)
      add({false, {}}, "iterations", grid.getNumDims());
  }
  for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
    if (grid.getCountsAppends())
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
  if (shaders.empty())
    return builder.getArrayAttr({});
  MLIRContext *context = kernel.getContext();
  SmallVector<Attribute> bindings;
  auto add = [&](ResourceKind kind, StringRef name, Type type, Access access) {
    bindings.push_back(BindingAttr::get(context, bindings.size(), kind, name, type, access));
  };
  for (auto [argument, access] : buffers)
    add(ResourceKind::Parameter, argName(kernel, argument.getArgNumber()),
        cast<PtrType>(argument.getType()).getPointee(), access);
  Access classData = Access::None;
  DictionaryAttr fields = makeFieldAccess(/*ofShaders=*/true);
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

/// Whether it is a grid that no shader runs, or used by such grids alone.
static bool isOfFills(Operation *op) {
  auto grid = dyn_cast<GridOp>(op);
  grid = grid ? grid : op->getParentOfType<GridOp>();
  if (grid)
    return grid.getByFill();
  return !op->use_empty() && llvm::all_of(op->getUsers(), isOfFills);
}

/// What the kernel, or its shaders, do to each field that they touch.
DictionaryAttr KernelLowering::makeFieldAccess(bool ofShaders) {
  llvm::MapVector<StringAttr, Access> fields;
  auto add = [&](StringAttr name, Access access) {
    fields[name] = merge(fields.lookup(name), access);
  };
  EffectSet effects;
  for (Operation &op : kernel.getBody().front())
    if (!ofShaders || !isOfFills(&op))
      effects.add(getEffects(&op));
  for (const Root &root : effects.reads)
    if (root.symbol)
      add(root.symbol, Access::Read);
  for (const Root &root : effects.writes)
    if (root.symbol)
      add(root.symbol, Access::Write);
  // What keeps the order of elements and of totals stands in no grid.
  for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
    if (GridDispatch *ofPattern = getGridDispatch(grid))
      for (auto [name, access] : ofPattern->getAccess())
        add(name, access);
  // What the bounds of loops read whose workgroups this kernel counts.
  for (Operation &op : kernel.getBody().front())
    for (FieldOp field : findReadToCount(&op))
      add(field.getSymNameAttr(), Access::Read);
  // A vector that is named has a buffer to name, also where only its size is asked for:
  // `count(m_taps)`.
  walkReached(kernel, [&](Operation *op) {
    if (auto data = dyn_cast<VectorDataOp>(op);
        data && !(ofShaders && isOfFills(op)) && !fields.count(data.getFieldAttr().getAttr()))
      add(data.getFieldAttr().getAttr(), Access::Read);
  });
  SmallVector<NamedAttribute> entries;
  for (auto [name, access] : fields)
    entries.push_back(builder.getNamedAttr(name, AccessAttr::get(kernel.getContext(), access)));
  return builder.getDictionaryAttr(entries);
}
