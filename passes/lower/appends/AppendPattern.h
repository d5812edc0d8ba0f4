//===- AppendPattern.h - What one strategy for appends adds to the lowering of kernels --------===//

#ifndef VKMORPH_PASSES_LOWER_APPENDS_APPENDPATTERN_H
#define VKMORPH_PASSES_LOWER_APPENDS_APPENDPATTERN_H

#include "passes/lower/appends/VectorLowering.h"
#include "passes/lower/kernels/GridDispatch.h"

#include <memory>

namespace vkmorph::vkm {

/// Lowers the appends of one strategy.
class AppendPattern {
public:
  virtual ~AppendPattern() = default;

  /// Puts a call that gives the value its slot in the place of an operation; or names the function
  /// that GridDispatch calls with what threads have kept (`vkm.append_function`).
  virtual void lower(AppendOp append, VectorLowering &vector) const = 0;

  /// What the strategy makes of the dispatch of a grid; null where threads take its iterations one
  /// by one. Scratch buffers and shared variables are added to the class before `kernel`, which the
  /// generated class calls `display`.
  virtual std::unique_ptr<GridDispatch> makeGridDispatch(KernelOp kernel, llvm::StringRef display,
                                                         GridOp grid) const {
    (void)kernel, (void)display, (void)grid;
    return nullptr;
  }
};

/// What lowers the appends of a strategy.
struct AppendPatternRow {
  AppendStrategy strategy;
  std::unique_ptr<AppendPattern> (*make)();
};

/// One row for each strategy (Pipelines.cpp).
llvm::ArrayRef<AppendPatternRow> getAppendPatterns();
/// That of a strategy.
std::unique_ptr<AppendPattern> makeAppendPattern(AppendStrategy strategy);

std::unique_ptr<AppendPattern> makeAtomicAppends();
std::unique_ptr<AppendPattern> makeSubgroupAppends();
std::unique_ptr<AppendPattern> makeBlockAppends();
std::unique_ptr<AppendPattern> makeOrderedAppends();

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_APPENDS_APPENDPATTERN_H
