//===- CountOthers.cpp - Kernels that count the workgroups of others --------------------------===//
//
//   what a kernel does once               m_front_size = ...;
//                                         groups of the kernel over m_front
//
//   a grid that appends                   for (...) m_front.push_back(...);
//                                         memoryBarrierBuffer(); barrier();
//                                         if (first thread) {
//                                           memoryBarrierBuffer();
//                                           if (this workgroup is the last one)
//                                             groups of the kernel over m_front
//                                         }
//
// The last workgroup is the one that a counter tells so, as where reductions are finished. What
// threads did to a size before they came to the barrier is done before their workgroup is counted,
// and the last one reads it by an atomic operation, which finds what all others have left.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/kernels/CountOthers.h"

#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "ir/Effects.h"
#include "ir/MemoryForm.h"
#include "passes/lower/kernels/KernelLowering.h"
#include "passes/lower/kernels/LastWorkgroup.h"
#include "passes/plan/CountedGroups.h"
#include "passes/plan/PlanRules.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Whether the last workgroup of some grid counts the workgroups of others.
static bool countsInLastWorkgroup(KernelOp kernel) {
  return llvm::any_of(kernel.getBody().front().getOps<GridOp>(),
                      [](GridOp grid) { return grid.getCountsAttr() && !grid.getInOrder(); });
}

CountedPlaces vkmorph::vkm::makeCountedPlaces(ClassOp op) {
  SmallVector<GridOp> grids;
  SmallVector<std::string> names;
  SmallVector<KernelOp> kernels(op.getBody().front().getOps<KernelOp>());
  for (KernelOp kernel : kernels)
    if (GridOp grid = getCountedGrid(kernel)) {
      grids.push_back(grid);
      names.push_back((kernel.getDisplayName() + "Groups").str());
    }
  if (grids.empty())
    return CountedPlaces();
  // One buffer for all: who counts for several kernels has it once.
  OpBuilder builder(kernels.front());
  std::string name = makeFreeSymbol(op, "CountedGroups");
  ScratchOp scratch = buildGroupsScratch(builder, op.getLoc(), name, names);
  CountedPlaces places;
  for (auto [grid, member] : llvm::zip(grids, names))
    places[grid] = GroupsPlace{scratch, member};
  // Behind the numbers stands how many workgroups are done of what appends, one kernel at a time.
  if (llvm::any_of(kernels, countsInLastWorkgroup)) {
    int64_t end = kIndirectCommandBytes * int64_t(grids.size());
    SmallVector<Attribute> members(scratch.getMembers().getValue());
    members.push_back(MemberAttr::get(builder.getContext(), kDispatchDone,
                                      getUintType(builder.getContext()), end));
    scratch.setMembersAttr(builder.getArrayAttr(members));
    scratch.setBytes(end + 4);
  }
  return places;
}

/// The grids of the kernels of these names.
static SmallVector<GridOp> findGrids(ClassOp parent, ArrayAttr kernels) {
  // Shaders may have their symbols already.
  SmallVector<GridOp> grids;
  for (KernelOp kernel : parent.getBody().front().getOps<KernelOp>())
    if (llvm::is_contained(kernels, FlatSymbolRefAttr::get(kernel.getSymNameAttr())))
      grids.push_back(getCountedGrid(kernel));
  return grids;
}

/// Visits the reads of members that a bound is made of.
static void forEachRead(Value value, llvm::function_ref<void(LoadOp, FieldRefOp)> visit) {
  Operation *op = value.getDefiningOp();
  auto load = dyn_cast<LoadOp>(op);
  if (auto variable = load ? load.getRef().getDefiningOp<VarOp>() : VarOp())
    return forEachRead(variable.getInit(), visit);
  if (load)
    return visit(load, load.getRef().getDefiningOp<FieldRefOp>());
  for (Value operand : op->getOperands())
    forEachRead(operand, visit);
}

llvm::SetVector<FieldOp> vkmorph::vkm::findReadToCount(Operation *counter) {
  llvm::SetVector<FieldOp> fields;
  auto parent = counter->getParentOfType<ClassOp>();
  if (ArrayAttr kernels = getCounts(counter))
    for (GridOp grid : findGrids(parent, kernels))
      for (Value bound : grid.getUpper())
        forEachRead(bound, [&](LoadOp, FieldRefOp place) {
          fields.insert(parent.lookupField(place.getField()));
        });
  return fields;
}

std::string vkmorph::vkm::listCounters(KernelOp kernel) {
  SmallVector<std::string> names;
  auto symbol = FlatSymbolRefAttr::get(kernel.getSymNameAttr());
  for (KernelOp other : kernel->getParentOfType<ClassOp>().getBody().front().getOps<KernelOp>())
    if (llvm::any_of(other.getBody().front(), [&](Operation &op) {
          ArrayAttr counted = getCounts(&op);
          return counted && llvm::is_contained(counted, symbol);
        }))
      names.push_back(other.getDisplayName().str());
  return llvm::join(names, " and ");
}

/// Computes the numbers of workgroups of other kernels, and says so. What their bounds read of
/// `changing` is read by atomic operations.
std::string KernelLowering::countOthers(OpBuilder &at, ArrayAttr kernels,
                                        const EffectSet &changing) {
  SmallVector<std::string> names;
  IRMapping mapping;
  llvm::DenseMap<StringAttr, Value> read;
  for (GridOp grid : findGrids(parent, kernels)) {
    const GroupsPlace &place = countedPlaces.find(grid)->second;
    if (!llvm::is_contained(scratches, place.scratch))
      scratches.push_back(place.scratch);
    names.push_back(grid->getParentOfType<KernelOp>().getDisplayName().str());
    for (Value bound : grid.getUpper())
      forEachRead(bound, [&](LoadOp load, FieldRefOp ref) {
        if (!changing.writesAny({ref.getFieldAttr().getAttr(), {}}))
          return;
        Value &value = read[ref.getFieldAttr().getAttr()];
        if (!value) {
          Location loc = load.getLoc();
          Value copy = at.create<FieldRefOp>(loc, ref.getType(), ref.getFieldAttr());
          value = at.create<AtomicOp>(loc, load.getType(), ReduceKind::Add, copy,
                                      buildUint(at, loc, 0));
          value = buildLoad(at, loc, buildVar(at, loc, "size", value, /*isConst=*/true).getRef());
        }
        mapping.map(load.getResult(), value);
      });
    auto scope = at.create<ScopeOp>(grid.getLoc());
    OpBuilder inside = OpBuilder::atBlockEnd(&scope.getBody().emplaceBlock());
    scope->setAttr(kCommentAttr, at.getStringAttr("The workgroups of " + names.back() + "."));
    buildWorkgroupCounts(inside, grid, place, [&](unsigned dim) -> std::pair<Value, bool> {
      IRMapping local = mapping;
      return {cloneExpression(inside, GridOp(grid).getUpper()[dim], local), false};
    });
  }
  return "Counts the workgroups of " + llvm::join(names, " and ") + ".";
}

/// The same in the last workgroup of a grid that appends. Sizes that the shader does not write are
/// the same to all threads, so that a plain read does.
void KernelLowering::countOthersLast(OpBuilder &at, ShaderOp shader, GridOp grid) {
  EffectSet changing = getEffects(shader.getBody());
  GridOp counted = findGrids(parent, grid.getCountsAttr()).front();
  OpBuilder inside = buildInLastWorkgroup(
      at, grid, countedPlaces.find(counted)->second.scratch,
      "The workgroup that counts itself last finds what all others have appended.");
  countOthers(inside, grid.getCountsAttr(), changing);
}
