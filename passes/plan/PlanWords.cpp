//===- PlanWords.cpp - Which small structs shaders read and write as words --------------------===//
//
//     struct Pixel { uint8_t r, g, b, a; };           in[i].r, in[i].g, in[i].b
//  => uint in[];                                      in[i] & 0xff, in[i] >> 8 & 0xff, ...
//
// One access to memory takes as long for a byte as for a word, so that a struct of bytes or shorts
// that a kernel reads several numbers of, or stores as a whole, is a word or a few to its shaders.
// A store of one of these numbers alone stays one: another iteration may own the rest of its word.
// Stores of all numbers of an element, one after the other, become one (vkm.joined).
// What a struct has between its members is stored with it, and nobody can tell: C++ gives these
// bytes no value.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/JoinedStores.h"
#include "analysis/patterns/SmallStructs.h"
#include "ir/MemoryForm.h"
#include "ir/WordStructs.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANWORDS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanWordsPass : vkm::impl::PlanWordsBase<PlanWordsPass> {
  using PlanWordsBase::PlanWordsBase;
  void runOnOperation() override;
  void planKernel(KernelOp kernel);
};
} // namespace

/// How shaders see the buffers of a struct. Costs are accesses, for what lies in one word.
static PlanChoice chooseWords(RecordOp record, const StructUse &use, StringRef asked) {
  std::string obstacle = findWordsObstacle(record);
  if (obstacle.empty() && use.partlyStored)
    obstacle = "is stored in part, and another iteration may own the rest of the word";
  PlanChoice choice("small-structs", ("'" + record.getSymName() + "'").str());
  choice.add({"members",
              obstacle.empty() && gainsByWords(record, use) ? 2 : 1,
              obstacle.empty()
                  ? "no word has several numbers that the kernel reads, or stores together"
                  : "it " + obstacle,
              {},
              {}});
  choice.add({"words", 1, "several of its members share one",
              obstacle.empty() ? "" : "it " + obstacle, "auto"});
  choice.choose(asked);
  return choice;
}

void PlanWordsPass::planKernel(KernelOp kernel) {
  bool isAuto = smallStructs == "auto";
  // Before the uses are collected: a struct of which a part is stored alone is no word.
  for (const JoinedStores &joined : findJoinedStores(kernel, [&](AssignOp) { return isAuto; }))
    joined.first->setAttr(kJoinedAttr, UnitAttr::get(&getContext()));
  SmallVector<Attribute> names;
  for (const auto &[name, use] : collectStructUses(kernel)) {
    auto record = getOperation().lookupSymbol<RecordOp>(name);
    if (isInWords(record, RecordType::get(&getContext(), FlatSymbolRefAttr::get(name))))
      continue;
    PlanChoice choice = chooseWords(record, use, smallStructs);
    note(kernel, choice);
    if (choice.getChosen().value == "members")
      continue;
    int64_t words = record.getSize() / 4;
    names.push_back(name);
    report(kernel.getLoc(), diag::PlanWords,
           {kernel.getSymName().str(), name.str(),
            words == 1 ? "one word" : std::to_string(words) + " words", choice.getChosen().reason});
  }
  if (!names.empty())
    kernel->setAttr(kWordsAttr, ArrayAttr::get(&getContext(), names));
}

void PlanWordsPass::runOnOperation() {
  if (failed(checkDecision(getOperation().getLoc(), "small-structs", smallStructs)))
    return signalPassFailure();
  if (getPhase(getOperation()) != Phase::Planned ||
      (smallStructs == "members" && !keepsChoices(getOperation())))
    return;
  getOperation().walk([&](KernelOp kernel) { planKernel(kernel); });
}
