//===- ExpectPhase.cpp - Pipelines start from one phase ---------------------------------------===//

#include "ir/Recognisers.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_EXPECTPHASE
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct ExpectPhasePass : vkm::impl::ExpectPhaseBase<ExpectPhasePass> {
  using ExpectPhaseBase::ExpectPhaseBase;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

  Phase expected = Phase::Imported;
};
} // namespace

/// Which pipeline leads to a phase.
static StringRef getPipelineTo(Phase phase) {
  switch (phase) {
  case Phase::Normalised:
    return "vkm-normalise";
  case Phase::Recognised:
    return "vkm-recognise";
  case Phase::Planned:
    return "vkm-plan-all";
  case Phase::Lowered:
    return "vkm-lower";
  case Phase::Raised:
    return "vkm-raise-glsl";
  case Phase::Imported:
    break;
  }
  return "vkmorph-translate --import-cpp";
}

LogicalResult ExpectPhasePass::initialize(MLIRContext *context) {
  std::optional<Phase> known = symbolizePhase(phase);
  if (!known)
    return emitError(UnknownLoc::get(context)) << "there is no phase '" << phase << "'";
  expected = *known;
  return success();
}

void ExpectPhasePass::runOnOperation() {
  ModuleOp module = getOperation();
  Phase actual = getPhase(module);
  // The modules of single shaders stand in one that holds no class itself.
  bool isEmpty = module.getOps<ClassOp>().empty() && actual != Phase::Raised;
  if (isEmpty && module.walk([](ClassOp) { return WalkResult::interrupt(); }).wasInterrupted()) {
    report(module.getLoc(), diag::ModulesInside, {pipeline});
    return signalPassFailure();
  }
  if (isEmpty)
    return;
  if (actual == expected) {
    if (StringRef missing = findMissingRecogniser(module); !missing.empty()) {
      report(module.getLoc(), diag::PhaseWrong,
             {pipeline, stringifyPhase(expected).str(),
              (stringifyPhase(actual) + "' without '" + missing).str(),
              "run vkm-recognise, which has all steps"});
      signalPassFailure();
    }
    return;
  }
  std::string remedy = actual > expected ? "leave " + pipeline + " out: the module has been there"
                                         : ("run " + getPipelineTo(expected) + " before").str();
  report(module.getLoc(), diag::PhaseWrong,
         {pipeline, stringifyPhase(expected).str(), stringifyPhase(actual).str(), remedy});
  signalPassFailure();
}
