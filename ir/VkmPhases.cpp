//===- VkmPhases.cpp - The phases of a module exclude each other ------------------------------===//

#include "ir/VkmAttributes.h"

using namespace mlir;
using namespace vkmorph::vkm;

Phase vkmorph::vkm::getPhase(Operation *op) {
  // The nearest module that says so: while a file is parsed and verified, another module is around
  // its own.
  for (; op; op = op->getParentOp())
    if (auto phase = op->getAttrOfType<PhaseAttr>(kPhaseAttr))
      return phase.getValue();
  return Phase::Imported;
}

void vkmorph::vkm::setPhase(ModuleOp module, Phase phase) {
  module->setAttr(kPhaseAttr, PhaseAttr::get(module.getContext(), phase));
}

/// Whether an operation may stand in a module of that phase.
static bool isLegalIn(Operation *op, Phase phase) {
  if (op->hasTrait<VkmImportedOnly>())
    return phase == Phase::Imported;
  if (op->hasTrait<VkmPatternPhase>())
    return phase == Phase::Recognised || phase == Phase::Planned;
  if (op->hasTrait<VkmBeforeLowering>())
    return phase != Phase::Lowered && phase != Phase::Raised;
  if (op->hasTrait<VkmLoweredPhase>())
    return phase == Phase::Lowered || phase == Phase::Raised;
  if (op->hasTrait<VkmRaisedOnly>())
    return phase == Phase::Raised;
  return true;
}

/// What a kernel's body may hold at the top once its grids are known.
static LogicalResult verifyRecognisedKernel(KernelOp kernel) {
  for (Operation &op : kernel.getBody().front())
    if (!isa<OnceOp, GridOp, ExtentOp, VarOp>(op) && !op.hasTrait<VkmExpression>())
      return op.emitOpError(
          "stands at the top of a recognised kernel; only vkm.once, vkm.grid, vkm.extent, "
          "vkm.var and expressions may");
  return success();
}

static LogicalResult verifyPlannedGrid(GridOp grid) {
  if (!grid.getWorkgroupSize())
    return grid.emitOpError("has no workgroup_size in the planned phase");
  bool reduces = false;
  grid.walk([&](Operation *op) { reduces |= isa<ReductionOpInterface>(op); });
  if (reduces && !grid.getPlan())
    return grid.emitOpError("holds reductions but has no plan in the planned phase");
  return success();
}

/// Every attribute belongs where it stands; the module's phase checks every operation.
LogicalResult VkmDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (failed(verifyDiscardable(op, attribute)))
    return failure();
  if (attribute.getName() != kPhaseAttr)
    return success();
  Phase phase = cast<PhaseAttr>(attribute.getValue()).getValue();
  WalkResult result = op->walk([&](Operation *inner) -> WalkResult {
    if (failed(verifyUnprefixed(inner)))
      return WalkResult::interrupt();
    if (!isLegalIn(inner, phase))
      return inner->emitOpError("does not belong into the phase '") << stringifyPhase(phase) << "'";
    if (auto kernel = dyn_cast<KernelOp>(inner)) {
      if (phase == Phase::Lowered || phase == Phase::Raised)
        return inner->emitOpError("does not belong into the phase '")
               << stringifyPhase(phase) << "'";
      if (phase != Phase::Imported)
        return verifyRecognisedKernel(kernel);
    }
    if (auto grid = dyn_cast<GridOp>(inner); grid && phase == Phase::Planned)
      return verifyPlannedGrid(grid);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult VkmDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index,
                                                   NamedAttribute attribute) {
  return verifyOfParameter(op, index, attribute);
}
