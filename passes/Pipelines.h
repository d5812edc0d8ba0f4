//===- Pipelines.h - The order of the passes --------------------------------------------------===//

#ifndef VKMORPH_PASSES_PIPELINES_H
#define VKMORPH_PASSES_PIPELINES_H

#include "mlir/Pass/PassManager.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// What the user decides; the rest the planner chooses.
struct PipelineOptions {
  std::string target = "vulkan13";
  /// Keys of target descriptions that the shading language has no words for, and its name.
  std::vector<std::string> missingFeatures;
  std::string language;
  /// The shading language, where it has no samplers.
  std::string withoutSamplers;
  std::string kernels = "auto"; ///< or joined, split, wavefront
  std::string fusion = "auto";  ///< or never
  std::string reduction = "auto";
  std::string finish = "auto";
  std::string append = "auto";       ///< or atomic, subgroup, workgroup, stable
  std::string scatter = "auto";      ///< or atomic, shared, ordered
  std::string scan = "auto";         ///< or tree, subgroup
  std::string sort = "auto";         ///< or merge, radix
  std::string rows = "auto";         ///< or thread, subgroup, workgroup
  std::string fills = "auto";        ///< or never
  std::string counting = "auto";     ///< or never
  std::string tiles = "auto";        ///< or never
  std::string coarsening = "auto";   ///< or never
  std::string loopOrder = "auto";    ///< or source
  std::string smallStructs = "auto"; ///< or members
  std::string classData = "auto";    ///< or storage
  std::string dispatch = "auto";     ///< or switch, sort, callable
  std::string fpContract = "off";    ///< or on
  std::string images = "buffers";    ///< or textures, half-textures
  std::string textures = "buffers";  ///< or samplers
  bool deterministic = false;
  int64_t workgroupSize = 0;
  std::vector<std::string> assumeIndependent;
  bool assumeNoNan = false;
  std::string barriers = "fewest"; ///< or naive
};

/// imported -> normalised.
void buildNormalisePipeline(mlir::OpPassManager &manager, const PipelineOptions &options);
/// normalised -> recognised.
void buildRecognisePipeline(mlir::OpPassManager &manager, const PipelineOptions &options);
/// recognised -> planned: changes attributes, and nothing else but grids whose iterations are
/// sorted by what they call.
void buildPlanPipeline(mlir::OpPassManager &manager, const PipelineOptions &options);
/// Within the planned phase: rewrites kernels and control functions as planned, still as grids. An
/// error here is one of the input: what is appended in order has to be counted first.
void buildRewritePipeline(mlir::OpPassManager &manager);
/// planned and rewritten -> lowered.
void buildLowerPipeline(mlir::OpPassManager &manager, const PipelineOptions &options);
/// Within the lowered phase: splits control functions into their forms, and checks what a user can
/// do wrong beside commands.
void buildSplitPipeline(mlir::OpPassManager &manager);

/// What is run last, on what is written: proves that recorded forms have their barriers.
void buildCheckPipeline(mlir::OpPassManager &manager);

/// Registers all passes, and the pipelines above as vkm-normalise, vkm-recognise, vkm-plan-all,
/// vkm-rewrite, vkm-lower, which begins with rewriting and ends with splitting, and vkm-split.
void registerPassesAndPipelines();

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PIPELINES_H
