//===- Pipelines.cpp - The order of the passes ------------------------------------------------===//
//
// Each line says what the pass needs from those before it.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/Pipelines.h"

#include "passes/Passes.h"
#include "passes/lower/appends/AppendPattern.h"
#include "passes/lower/reductions/ReductionPattern.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
// Here alone: it has templates of each pass, which would be instantiated wherever it stands.
#define GEN_PASS_REGISTRATION
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

llvm::ArrayRef<ReductionPatternRow> vkmorph::vkm::getReductionPatterns() {
  static const ReductionPatternRow rows[] = {
      {ReduceOp::getOperationName(), makeReducePattern},
      {ArgReduceOp::getOperationName(), makeArgReducePattern},
      {CombineOp::getOperationName(), makeCombinePattern},
      {LastOp::getOperationName(), makeLastPattern},
  };
  return rows;
}

llvm::ArrayRef<AppendPatternRow> vkmorph::vkm::getAppendPatterns() {
  static const AppendPatternRow rows[] = {
      {AppendStrategy::Atomic, makeAtomicAppends},
      {AppendStrategy::Subgroup, makeSubgroupAppends},
      {AppendStrategy::Workgroup, makeBlockAppends},
      {AppendStrategy::Stable, makeOrderedAppends},
  };
  return rows;
}

/// The first of each pipeline: passes say nothing where they find another phase than theirs.
static std::unique_ptr<Pass> expect(Phase phase, StringRef pipeline) {
  ExpectPhaseOptions options;
  options.phase = stringifyPhase(phase).str();
  options.pipeline = pipeline.str();
  return createExpectPhase(options);
}

void vkmorph::vkm::buildNormalisePipeline(OpPassManager &manager, const PipelineOptions &options) {
  manager.addPass(expect(Phase::Imported, "vkm-normalise"));
  PlanSortsOptions sorts;
  sorts.by = options.sort;
  sorts.target = options.target;
  sorts.missing = options.missingFeatures;
  sorts.language = options.language;
  // A planner, which stands here, since all that follows looks at the kernels that there are.
  manager.addPass(createPlanSorts(sorts));
  // Before all others: they do not know sorts.
  manager.addPass(createSplitSorts());
  // Before those behind it, which do not know calls of one of several functions.
  manager.addPass(createLowerVirtualCalls());
  // No other pass behind it knows places that are one of two.
  manager.addPass(createExpandChoices());
  // Before all that looks at variables of kernels; after choices, of which a place may be one.
  manager.addPass(createSplitParameters());
  // Before all that looks for counted loops; after choices, of which a place may be one.
  manager.addPass(createCountLoops());
  // After counting, which takes counters out of what is left to move.
  manager.addPass(createPrivatise());
  // After both, which leave counters and variables to the iterations that use them.
  manager.addPass(createSinkConditions());
  manager.addPass(createSplitExits());
  // Before control functions are put into one another, which would make a kernel for each of them;
  // before all that looks at kernels: it makes some.
  manager.addPass(createOutlineThreads());
  PlanThreadsOptions threads;
  threads.kernels = options.kernels;
  // After outlining, which says what runs per thread. A planner, which stands here, since all that
  // follows looks at the kernels that there are.
  manager.addPass(createPlanThreads(threads));
  manager.addPass(createSplitThreads());
  // Before all that looks at what control functions and kernels are given; after choices, of which
  // a place may be one.
  manager.addPass(createPassObjects());
  // After objects, in front of whose parameters those of pointers would stand.
  manager.addPass(createPassPointers());
  // Before control functions are put into one another, whose numbers are their own.
  manager.addPass(createResolvePicks());
  // After picks: a call that became a branch for each array is put in the place of each.
  manager.addPass(createInlineControls());
  // After inlining, which says what arrays there are; before all that looks at branches.
  manager.addPass(createPassNulls());
  // After inlining, which puts numbers for parameters; before all that looks at branches.
  manager.addPass(createFoldConditions());
  // After inlining, which says what references name.
  manager.addPass(createBindReferences());
  // After inlining, which copies calls, not launches; before all that looks for launches.
  manager.addPass(createNameLaunches());
  // Before all that looks at what launches are given.
  manager.addPass(createSwapVectors());
  // Before those that give what members were set to to others.
  manager.addPass(createPromoteMembers());
  // Before outlining, which takes assignments out of control functions.
  manager.addPass(createForwardMembers());
  manager.addPass(createPassAssigned());
  // After all that look for assignments of members.
  manager.addPass(createSinkMembers());
  // Before outlining, which takes the assignments that it makes out of control functions.
  manager.addPass(createDeviceValues());
  // Before all that looks at kernels: it makes some.
  manager.addPass(createOutlineMembers());
  // After outlining: kernels can call functions that know the object, the host cannot.
  manager.addPass(createPassMembers());
}

/// After those that look at the loops of the source. The planner stands here, since control
/// functions are given the loops that it decides on.
static void addSteps(OpPassManager &manager, const PipelineOptions &options) {
  PlanStepsOptions steps;
  steps.tiles = options.tiles;
  steps.images = options.images;
  steps.target = options.target;
  steps.language = options.language;
  manager.addPass(createPlanSteps(steps));
  manager.addPass(createSplitSteps());
}

void vkmorph::vkm::buildRecognisePipeline(OpPassManager &manager, const PipelineOptions &options) {
  manager.addPass(expect(Phase::Normalised, "vkm-recognise"));
  // Before the others, which look at grids.
  manager.addPass(createRecogniseGrids());
  // After grids: a kernel computes what it is not passed in each of its parts, and every thread
  // what a bound needs. Before reductions, for which a member that the kernel reads is another one.
  manager.addPass(createDeferMembers());
  // Before reductions, which look at statements, not at calls.
  manager.addPass(createInlineAccumulations());
  // Before single members: what is left of a statement that sets several is one for them.
  manager.addPass(createRecogniseArgReductions());
  // Before last values, which have no more than the loop behind which they are read; after grids,
  // which make fields of variables that iterations pass on. What is counted last is what the last
  // iteration that counted has set, and that may be what each would set.
  manager.addPass(createKeepLastWritten());
  manager.addPass(createSetEqualValues());
  manager.addPass(createRecomputePrevious());
  // After those, which set members beside the smallest value; before reductions, which say of each
  // place why it is none.
  manager.addPass(createRecogniseLastValues());
  // Before running totals, which it makes of them.
  manager.addPass(createRecogniseRecurrences());
  // Before totals are split, for which none may depend on one that depends on it.
  manager.addPass(createMergeStates());
  // After recurrences, which are totals like others; before running totals, of which one grid may
  // have several if none depends on another one.
  manager.addPass(createSplitTotals());
  RecogniseScansOptions scans;
  scans.assumeNoNan = options.assumeNoNan;
  // Before reductions, whose values may be made of running totals: places that the loop reads as
  // well.
  manager.addPass(createRecogniseScans(scans));
  RecogniseReductionsOptions reductions;
  reductions.assumeNoNan = options.assumeNoNan;
  // Before independence: a reduction is no dependence.
  manager.addPass(createRecogniseReductions(reductions));
  // After reductions, whose values are expressions like others by then; before independence and
  // extents, which compare indices and do not want to look through conversions from 64 bits and
  // back.
  manager.addPass(createNarrowSizes());
  // After sizes, since it compares indices; before independence, which iterations have only where
  // they read nothing that others write.
  manager.addPass(createRecogniseCompactions());
  // Before independence: its iterations are rows.
  manager.addPass(createNestRows());
  // After all that moves statements into kernels; before independence, which takes appends for what
  // they are.
  CheckAppendsOptions appends;
  appends.inOrder = options.append == "stable";
  manager.addPass(createCheckAppends(appends));
  RecogniseScattersOptions scatters;
  scatters.assumeIndependent = options.assumeIndependent;
  scatters.assumeNoNan = options.assumeNoNan;
  // After rows, which are sums of an iteration's own; before independence: what iterations update
  // together is no dependence.
  manager.addPass(createRecogniseScatters(scatters));
  LetLastWriteOptions lastWrites;
  lastWrites.assumeIndependent = options.assumeIndependent;
  // After scatters, which are elements that iterations read as well; before independence, which
  // takes these writes for what they are.
  manager.addPass(createLetLastWrite(lastWrites));
  KeepOldElementsOptions old;
  old.assumeIndependent = options.assumeIndependent;
  // After all patterns, whose updates are no dependences; before the order of iterations, which
  // those do not need that have a copy.
  manager.addPass(createKeepOldElements(old));
  DistributeLoopsOptions distribution;
  distribution.assumeIndependent = options.assumeIndependent;
  // After copies, which need fewer dispatches; before orders, which need more.
  manager.addPass(createDistributeLoops(distribution));
  OrderIterationsOptions order;
  order.assumeIndependent = options.assumeIndependent;
  // After all patterns, whose updates are no dependences; before independence, which is asked of
  // what runs at once then.
  manager.addPass(createOrderIterations(order));
  CheckIndependenceOptions independence;
  independence.assumeIndependent = options.assumeIndependent;
  // Before extents: an error here makes their warnings pointless.
  manager.addPass(createCheckIndependence(independence));
  PlanFusionOptions fusion;
  fusion.fusion = options.fusion;
  fusion.images = options.images;
  fusion.target = options.target;
  // After independence, which it asks of the kernels that it would make; before extents, which are
  // those of the kernels that there are. A planner, which stands here for that reason.
  manager.addPass(createPlanFusion(fusion));
  manager.addPass(createFuseLaunches());
  // Last of those that judge the source: extents are written in the narrowed types.
  manager.addPass(createInferExtents());
  manager.addPass(createAllowIdentical());
  // After these, which look at the loops of the source.
  manager.addPass(createCopyOldElements());
  manager.addPass(createRunApart());
  addSteps(manager, options);
  // After these, which look at what the source accesses, and when; before rows, which write nothing
  // but variables.
  manager.addPass(createKeepElements());
  // Last: the other passes look at loops as the source has them.
  manager.addPass(createRecogniseRows());
}

void vkmorph::vkm::buildPlanPipeline(OpPassManager &manager, const PipelineOptions &options) {
  manager.addPass(expect(Phase::Recognised, "vkm-plan-all"));
  PlanImagesOptions images;
  images.images = options.images;
  // Before the other decisions: pixels have no order in memory, and no wider loads.
  manager.addPass(createPlanImages(images));
  PlanDispatchesOptions dispatches;
  dispatches.dispatch = options.dispatch;
  dispatches.deterministic = options.deterministic || options.scatter == "ordered";
  dispatches.appendsInOrder = options.append == "stable";
  dispatches.target = options.target;
  dispatches.missing = options.missingFeatures;
  dispatches.language = options.language;
  manager.addPass(createPlanDispatches(dispatches));
  // Before workgroups are planned: it makes grids, as no other planner does.
  manager.addPass(createSortDispatches());
  // Beside it, for the same reason.
  manager.addPass(createSplitPatterns());
  OrderLoopsOptions order;
  order.loopOrder = options.loopOrder;
  order.inOrder = options.append == "stable";
  // After images; before all that asks which loop is the innermost.
  manager.addPass(createOrderLoops(order));
  PlanOptions plan;
  plan.target = options.target;
  plan.missing = options.missingFeatures;
  plan.language = options.language;
  plan.reduction = options.reduction;
  plan.finish = options.finish;
  plan.append = options.append;
  plan.scatter = options.scatter;
  plan.scan = options.scan;
  plan.rows = options.rows;
  plan.fills = options.fills;
  plan.fpContract = options.fpContract;
  plan.deterministic = options.deterministic;
  plan.workgroupSize = options.workgroupSize;
  manager.addPass(createPlan(plan));
  PlanCountingOptions counting;
  counting.counting = options.counting;
  // After all that decides on what runs once, and on how elements are appended.
  manager.addPass(createPlanCounting(counting));
  PlanTilesOptions tiles;
  tiles.tiles = options.tiles;
  // After the workgroups' sizes, which are those of tiles.
  manager.addPass(createPlanTiles(tiles));
  PlanCoarseningOptions coarsening;
  coarsening.coarsening = options.coarsening;
  // After what makes workgroups of a grid work together.
  manager.addPass(createPlanCoarsening(coarsening));
  PlanWordsOptions words;
  words.smallStructs = options.smallStructs;
  manager.addPass(createPlanWords(words));
  PlanClassDataOptions classData;
  classData.classData = options.classData;
  // After rows, whose threads share a loop.
  manager.addPass(createPlanClassData(classData));
  PlanTexturesOptions textures;
  textures.textures = options.textures;
  textures.withoutSamplers = options.withoutSamplers;
  // After the target has been read.
  manager.addPass(createPlanTextures(textures));
}

void vkmorph::vkm::buildRewritePipeline(OpPassManager &manager) {
  manager.addPass(expect(Phase::Planned, "vkm-rewrite"));
  // Before the others: it finds pixels by the indices of the source.
  manager.addPass(createLowerImages());
  // Before lowering, which asks what kernels reach.
  manager.addPass(createLowerTextures());
  manager.addPass(createInterchangeLoops());
  manager.addPass(createCountAppends());
  // After what counts was made, which stores nothing.
  manager.addPass(createJoinMembers());
  // Last: the others look at the statements of an iteration, of which it makes two parts.
  manager.addPass(createRegroupDispatches());
}

void vkmorph::vkm::buildLowerPipeline(OpPassManager &manager, const PipelineOptions &options) {
  manager.addPass(expect(Phase::Planned, "vkm-lower"));
  manager.addPass(createLowerKernels());
  // After lowering: it rewrites the loops over iterations; before all that does not know its parts.
  manager.addPass(createLowerRegroups());
  manager.addPass(createLowerRounds());
  // After lowering, in whose phase atomic operations stand; before effects are asked for.
  manager.addPass(createLowerSlots());
  // After lowering: it rewrites loops of shaders.
  manager.addPass(createTileLoops());
  manager.addPass(createTileSteps());
  manager.addPass(createHoistMembers());
  // After hoisting, which looks at what functions do; before barriers, which know of callable
  // shaders what those say that run them.
  manager.addPass(createLowerCallables());
  PlaceBarriersOptions barriers;
  barriers.barriers = options.barriers;
  // After lowering: one kernel may be several dispatches.
  manager.addPass(createPlaceBarriers(barriers));
  // The checkers share nothing with what they check.
  manager.addPass(createCheckBarriers());
  manager.addPass(createCheckUniformity());
}

void vkmorph::vkm::buildSplitPipeline(OpPassManager &manager) {
  manager.addPass(expect(Phase::Lowered, "vkm-split"));
  // Of the others, the next passes make two forms.
  manager.addPass(createRunInPieces());
  // Before all that asks what host code reads between commands: as little as can be.
  manager.addPass(createSinkReads());
  manager.addPass(createReadBetween());
  // After these, which leave what cannot be translated; before splitting, which takes apart what a
  // message is about.
  manager.addPass(createCheckHostCode());
  manager.addPass(createSplitControls());
  // After splitting, which says what host code commands need.
  manager.addPass(createCheckRecorded());
}

void vkmorph::vkm::buildCheckPipeline(OpPassManager &manager) {
  // Recorded forms have commands that no pass has seen before they were split: sets that are bound
  // again behind a look at members.
  manager.addPass(createCheckBarriers());
}

void vkmorph::vkm::registerPassesAndPipelines() {
  registerVkmorphPasses();
  PassPipelineRegistration<>("vkm-normalise", "From the imported to the normalised phase",
                             [](OpPassManager &manager) { buildNormalisePipeline(manager, {}); });
  PassPipelineRegistration<>("vkm-recognise", "From the normalised to the recognised phase",
                             [](OpPassManager &manager) { buildRecognisePipeline(manager, {}); });
  PassPipelineRegistration<>("vkm-plan-all",
                             "From the recognised to the planned phase, with default decisions",
                             [](OpPassManager &manager) { buildPlanPipeline(manager, {}); });
  PassPipelineRegistration<>("vkm-rewrite", "Rewrites the kernels of a planned module as planned",
                             [](OpPassManager &manager) { buildRewritePipeline(manager); });
  PassPipelineRegistration<>("vkm-lower",
                             "From the planned to the lowered phase, control functions split",
                             [](OpPassManager &manager) {
                               manager.addPass(expect(Phase::Planned, "vkm-lower"));
                               buildRewritePipeline(manager);
                               buildLowerPipeline(manager, {});
                               buildSplitPipeline(manager);
                               buildCheckPipeline(manager);
                             });
  PassPipelineRegistration<>("vkm-split", "Splits control functions of a lowered module",
                             [](OpPassManager &manager) { buildSplitPipeline(manager); });
}
