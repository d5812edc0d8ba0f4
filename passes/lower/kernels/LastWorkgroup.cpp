//===- LastWorkgroup.cpp - What the last workgroup of a dispatch does -------------------------===//
//
//   for (...) a[i] = ...;              a is coherent
//   memoryBarrierBuffer(); barrier();
//   if (first thread) {
//     memoryBarrierBuffer();
//     if (this workgroup is the last one) {
//       memoryBarrierBuffer();
//       a[n] = a[0];
//     }
//   }
//
// What each thread has written before it came to the barrier is seen by the device before its
// workgroup is counted, and the last workgroup reads it behind the count: it waits for no other.
// Of one workgroup alone nobody has to count.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/kernels/LastWorkgroup.h"

#include "device/Builders.h"
#include "passes/lower/kernels/KernelLowering.h"
#include "passes/plan/PlanRules.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// `if (first thread of the workgroup)`, when all of its threads are done.
static OpBuilder buildInFirstWhenDone(OpBuilder &at, Location loc, StringRef comment) {
  at.create<MemoryBarrierOp>(loc);
  at.create<BarrierOp>(loc);
  OpBuilder first = buildIfFirstThread(at, loc);
  first.getBlock()->getParentOp()->setAttr(kCommentAttr, at.getStringAttr(comment));
  first.create<MemoryBarrierOp>(loc);
  return first;
}

OpBuilder vkmorph::vkm::buildInLastWorkgroup(OpBuilder &at, GridOp grid, ScratchOp scratch,
                                             StringRef comment) {
  Location loc = grid.getLoc();
  Type uintType = getUintType(at.getContext());
  auto counter = [&](OpBuilder &in) -> Value {
    return in.create<ScratchRefOp>(loc, RefType::get(uintType), scratch.getSymName(),
                                   kDispatchDone);
  };
  OpBuilder first = buildInFirstWhenDone(at, loc, comment);
  Value done = first.create<AtomicOp>(loc, uintType, ReduceKind::Add, counter(first),
                                      buildUint(first, loc, 1));
  Value last = buildBinary(first, loc, BinaryKind::Sub,
                           buildWorkgroupCount(first, loc, getDispatchedDims(grid)),
                           buildUint(first, loc, 1));
  auto branch = first.create<IfOp>(loc, first.create<CmpOp>(loc, CmpKind::Eq, done, last));
  OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  inside.create<MemoryBarrierOp>(loc);
  auto reset = inside.create<AssignOp>(loc, counter(inside), buildUint(inside, loc, 0));
  reset->setAttr(kCommentAttr, at.getStringAttr("For the next launch."));
  return inside;
}

/// Runs the statements behind a grid in the last workgroup of its dispatch; says so.
std::string KernelLowering::finishByLastWorkgroup(OpBuilder &at, GridOp grid, StringRef suffix) {
  if (hasOneWorkgroup(grid)) {
    OpBuilder first = buildInFirstWhenDone(at, grid.getLoc(), "Once, behind all iterations.");
    emitFolded(first, grid, Fold::Last);
    return "Then what runs once.";
  }
  std::string name = makeFreeSymbol(parent, display + suffix.str() + "Done");
  auto counter = MemberAttr::get(builder.getContext(), kDispatchDone,
                                 getUintType(builder.getContext()), /*offset=*/0);
  auto scratch = builder.create<ScratchOp>(grid.getLoc(), name, /*bytes=*/4,
                                           builder.getArrayAttr({Attribute(counter)}));
  scratches.push_back(scratch);
  OpBuilder inside = buildInLastWorkgroup(
      at, grid, scratch,
      "Once, behind all iterations: the workgroup that counts itself last finds what all others "
      "have done.");
  emitFolded(inside, grid, Fold::Last);
  return "Then what runs once, in the last workgroup.";
}

/// Says of the memory of a shader what its last workgroup accesses that others have written.
void KernelLowering::handOn(ShaderOp shader, GridOp grid) {
  SmallVector<Attribute> fields;
  for (const Root &root : findHandedOn(grid))
    if (root.symbol)
      fields.push_back(FlatSymbolRefAttr::get(root.symbol));
    else if (auto buffer = current.lookup(root.value).getDefiningOp<BufferOp>())
      buffer.setCoherent(true);
  if (!fields.empty())
    shader.setCoherentFieldsAttr(builder.getArrayAttr(fields));
}
