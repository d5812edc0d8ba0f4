//===- LaunchConditions.h - Whether a control function comes to a launch ----------------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_LAUNCHCONDITIONS_H
#define VKMORPH_ANALYSIS_ACCESSES_LAUNCHCONDITIONS_H

#include "analysis/accesses/Accesses.h"

namespace vkmorph::vkm {

/// The ways through a branch or a switch around a launch that lead to it.
struct Side {
  mlir::Operation *choice; ///< vkm.if or vkm.switch
  /// The regions, of a branch the first one where the condition holds.
  llvm::SmallVector<unsigned, 2> ways;
  unsigned numWays; ///< how many there are; where there is no `default`, one leads past all regions
  /// It is taken where all of one of these are not negative: what is known when the function is
  /// called. None where that is not known.
  std::optional<llvm::SmallVector<llvm::SmallVector<Polynomial, 2>, 0>> guards;
};

/// When a launch happens, once or several times.
struct LaunchCondition {
  /// Not negative where it happens: what is known when the function is called.
  llvm::SmallVector<Polynomial> guards;
  /// Of the branches around it, from the inside out.
  llvm::SmallVector<Side, 0> sides;
  /// Whether it happens where the guards hold and these sides are taken.
  bool isCertain = true;
};

/// How many conditions hold wherever a control function has launched anything: those of the returns
/// before its first launch. They need not be understood.
struct ConditionsAtEntry {
  size_t numComparisons = 0;
  size_t numOpaque = 0;
};

LaunchCondition getLaunchCondition(AffineAnalysis &analysis, LaunchOp launch,
                                   const ConditionsAtEntry &entry);

/// Whether an expression is made of what is known when the function is called.
bool isKnownAtCall(const AffineAnalysis &analysis, const Polynomial &polynomial);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_LAUNCHCONDITIONS_H
