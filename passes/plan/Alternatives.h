//===- Alternatives.h - What a planned grid could have had instead ----------------------------===//

#ifndef VKMORPH_PASSES_PLAN_ALTERNATIVES_H
#define VKMORPH_PASSES_PLAN_ALTERNATIVES_H

#include "passes/plan/Target.h"

#include "ir/VkmDialect.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// A value that an option could have; it is legal where no obstacle is named.
struct Alternative {
  std::string value;
  std::string obstacle;
};

/// What the planner chose for a grid, in the spelling of the option that asks for it.
struct ChoiceOfGrid {
  llvm::StringRef option; ///< of Decisions.h
  std::string chosen;     ///< one of its values, or "last-subgroup", which none asks for
  std::vector<Alternative> alternatives;
};

/// The choices that concern a grid of a planned module, each with all that the option could ask
/// for. `deterministic` as the planner had it. For tuners: what is legal here is what the option
/// does without a warning.
std::vector<ChoiceOfGrid> listChoices(GridOp grid, const Target &device, bool deterministic);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PLAN_ALTERNATIVES_H
