//===- LaunchFacts.h - What a kernel is given by one of its launches --------------------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_LAUNCHFACTS_H
#define VKMORPH_ANALYSIS_ACCESSES_LAUNCHFACTS_H

#include "analysis/accesses/ControlFacts.h"

#include <memory>

namespace vkmorph::vkm {

/// The launches of a kernel by the control functions of its class, in their order.
llvm::SmallVector<LaunchOp> getLaunches(KernelOp kernel);

/// An analysis of the kernel where its parameters are what the launch gives them: expressions over
/// the control function's parameters, members that no method changes, and the iterations of the
/// loops around the launch. What is known where the launch stands is assumed: bounds and conditions
/// of these loops, conditions of branches, and of jumps before.
///
/// Only numbers that have their mathematical value are followed: an unsigned sum is, where it is
/// proved not to wrap. Parameters that are given anything else stay unknowns.
std::unique_ptr<AffineAnalysis> makeAnalysisAtLaunch(LaunchOp launch);

/// The same, with the way back: what symbols of the kernel's analysis stand for in the control
/// function.
struct KernelAtLaunch {
  std::unique_ptr<AffineAnalysis> analysis;
  llvm::SmallVector<std::pair<Symbol, Polynomial>> meanings;
};
KernelAtLaunch analyseAtLaunch(ControlFacts &control, LaunchOp launch);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_LAUNCHFACTS_H
