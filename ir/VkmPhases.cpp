//===- VkmPhases.cpp - The phases of a module exclude each other ------------------------------===//

#include "ir/Effects.h"
#include "ir/LentObjects.h"
#include "ir/Recognisers.h"
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
  if (phase != Phase::Recognised)
    module->removeAttr(kRecognisedByAttr);
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

/// What a control function of a normalised module is: launches of kernels and statements around
/// them.
static LogicalResult verifyNormalisedCall(CallOp call) {
  if (!call->getParentOfType<ControlOp>())
    return success();
  FunctionOpInterface callee = lookupCallee(call);
  if (callee && isa<KernelOp>(callee.getOperation()))
    return call.emitOpError("calls a kernel in a normalised module, which has vkm.launch for that");
  if (callee && isa<ControlOp>(callee.getOperation()))
    return call.emitOpError("calls a control function in a normalised module, where the statements "
                            "of that function stand in place of the call");
  return success();
}

/// What a kernel of a normalised module is: statements as the source has them, or one vkm.once of
/// statements of a control function; what it works on is known by name.
static LogicalResult verifyNormalisedKernel(KernelOp kernel) {
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes()))
    if (isa<RefType>(type))
      return kernel.emitOpError("takes a reference (parameter ")
             << index << "), which kernels of a normalised module do not";
  return success();
}

/// What recognition, and all that follows, relies on.
static LogicalResult verifyNormalised(Operation *op) {
  if (isa<ControlOp>(op) && op->hasAttr("is_inlined"))
    return op->emitOpError("is inlined, and stands in a normalised module: its callers have its "
                           "statements");
  if (isa<FieldOp>(op) && op->hasAttr(kLentAttr))
    return op->emitOpError("is a field of a caller's object, which is a parameter in a normalised "
                           "module");
  if (isa<FieldOp>(op) && op->hasAttr(kKeptAttr))
    return op->emitOpError("is a pointer to an array of the caller's, which is a parameter in a "
                           "normalised module");
  if (auto call = dyn_cast<CallOp>(op))
    return verifyNormalisedCall(call);
  if (auto kernel = dyn_cast<KernelOp>(op))
    return verifyNormalisedKernel(kernel);
  return success();
}

/// Before its loops are grids, a kernel that has a vkm.once has nothing else.
static LogicalResult verifyLonelyOnce(OnceOp once) {
  Block &block = *once->getBlock();
  if (llvm::hasSingleElement(block))
    return success();
  return once.emitOpError("stands beside other operations before loops are grids");
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
  if (attribute.getName() == kRecognisedByAttr)
    return verifyRecognisedBy(op, attribute.getValue());
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
      if (phase >= Phase::Recognised && failed(verifyRecognisedKernel(kernel)))
        return WalkResult::interrupt();
    }
    if (phase >= Phase::Normalised && failed(verifyNormalised(inner)))
      return WalkResult::interrupt();
    if (auto once = dyn_cast<OnceOp>(inner); once && phase < Phase::Recognised)
      return verifyLonelyOnce(once);
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
