//===- Choice.cpp - What a planner may choose, what it takes, and why -------------------------===//

#include "passes/plan/Choice.h"

#include "passes/Decisions.h"
#include "passes/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

const Candidate &PlanChoice::choose(StringRef asked) {
  auto isAskedFor = [&](const Candidate &candidate) { return asked == candidate.getAsked(); };
  auto take = [&](llvm::function_ref<bool(const Candidate &)> isWanted) {
    bool isFound = false;
    for (auto [index, candidate] : llvm::enumerate(candidates))
      if (candidate.obstacle.empty() && isWanted(candidate) &&
          (!isFound || candidate.cost < candidates[chosen].cost)) {
        chosen = index;
        isFound = true;
      }
    return isFound;
  };
  isAsked = asked != "auto" && take(isAskedFor);
  if (isAsked)
    return getChosen();
  auto wanted = llvm::find_if(candidates, isAskedFor);
  if (asked != "auto" && wanted != candidates.end())
    refusal = wanted->obstacle;
  if (!take([](const Candidate &) { return true; }))
    llvm_unreachable("one of the ways of each planner is always legal");
  return getChosen();
}

bool PlanChoice::isTaken(const Candidate &candidate) const {
  PlanChoice other = *this;
  other.choose(candidate.getAsked());
  return candidates[other.chosen].value == candidate.value;
}

std::string PlanChoice::getReason() const { return isAsked ? "asked for" : getChosen().reason; }

bool vkmorph::vkm::keepsChoices(Operation *op) {
  auto module = isa<ModuleOp>(op) ? cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  return module && module->hasAttr(kKeepChoicesAttr);
}

void vkmorph::vkm::note(Operation *op, const PlanChoice &choice) {
  if (!keepsChoices(op))
    return;
  Builder builder(op->getContext());
  auto text = [&](StringRef key, StringRef value) {
    return builder.getNamedAttr(key, builder.getStringAttr(value));
  };
  SmallVector<Attribute> alternatives;
  for (const Candidate &candidate : choice.getCandidates()) {
    if (&candidate == &choice.getChosen())
      continue;
    SmallVector<NamedAttribute> keys = {text("value", candidate.value)};
    bool isAsked = candidate.getAsked() != "auto";
    if (isAsked && (!candidate.obstacle.empty() || choice.isTaken(candidate)))
      keys.push_back(text("asked", candidate.getAsked()));
    if (candidate.obstacle.empty())
      keys.push_back(builder.getNamedAttr("cost", builder.getI64IntegerAttr(candidate.cost)));
    else
      keys.push_back(text("obstacle", candidate.obstacle));
    alternatives.push_back(builder.getDictionaryAttr(keys));
  }
  SmallVector<NamedAttribute> keys = {
      text("subject", choice.getSubject()), text("chosen", choice.getChosen().value),
      text("reason", choice.getReason()),
      builder.getNamedAttr("cost", builder.getI64IntegerAttr(choice.getChosen().cost)),
      builder.getNamedAttr("alternatives", builder.getArrayAttr(alternatives))};
  if (!choice.getAbout().empty())
    keys.push_back(text("about", choice.getAbout()));
  auto known = op->getAttrOfType<ArrayAttr>(kChoicesAttr);
  SmallVector<Attribute> all(known ? known.getValue() : ArrayRef<Attribute>());
  DictionaryAttr kept = builder.getDictionaryAttr(keys);
  auto former = llvm::find_if(all, [&](Attribute other) {
    auto dictionary = cast<DictionaryAttr>(other);
    return llvm::all_of(ArrayRef<StringRef>{"subject", "about"},
                        [&](StringRef key) { return dictionary.get(key) == kept.get(key); });
  });
  if (former != all.end())
    *former = kept;
  else
    all.push_back(kept);
  op->setAttr(kChoicesAttr, builder.getArrayAttr(all));
}

SmallVector<DictionaryAttr> vkmorph::vkm::getChoices(Operation *op) {
  auto known = op->getAttrOfType<ArrayAttr>(kChoicesAttr);
  return known ? llvm::to_vector(known.getAsRange<DictionaryAttr>())
               : SmallVector<DictionaryAttr>();
}

void vkmorph::vkm::dropChoices(ModuleOp module) {
  module->removeAttr(kKeepChoicesAttr);
  module.walk([](Operation *op) { op->removeAttr(kChoicesAttr); });
}

LogicalResult vkmorph::vkm::checkDecision(Location loc, StringRef option, StringRef value) {
  ArrayRef<StringRef> values = getDecision(option).values;
  if (llvm::is_contained(values, value))
    return success();
  return report(loc, diag::OptionUnknown, {option.str(), value.str(), llvm::join(values, ", ")});
}
