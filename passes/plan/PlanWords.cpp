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

void PlanWordsPass::planKernel(KernelOp kernel) {
  // Before the uses are collected: a struct of which a part is stored alone is no word.
  for (const JoinedStores &joined : findJoinedStores(kernel, [](AssignOp) { return true; }))
    joined.first->setAttr(kJoinedAttr, UnitAttr::get(&getContext()));
  SmallVector<Attribute> names;
  for (const auto &[name, use] : collectStructUses(kernel)) {
    auto record = getOperation().lookupSymbol<RecordOp>(name);
    bool isSeen = isInWords(record, RecordType::get(&getContext(), FlatSymbolRefAttr::get(name)));
    if (isSeen || use.partlyStored || !findWordsObstacle(record).empty() ||
        !gainsByWords(record, use))
      continue;
    int64_t words = record.getSize() / 4;
    names.push_back(name);
    report(kernel.getLoc(), diag::PlanWords,
           {kernel.getSymName().str(), name.str(),
            words == 1 ? "one word" : std::to_string(words) + " words"});
  }
  if (!names.empty())
    kernel->setAttr(kWordsAttr, ArrayAttr::get(&getContext(), names));
}

void PlanWordsPass::runOnOperation() {
  if (smallStructs != "auto" && smallStructs != "members") {
    report(getOperation().getLoc(), diag::OptionUnknown,
           {"small-structs", smallStructs, "auto, members"});
    return signalPassFailure();
  }
  if (getPhase(getOperation()) != Phase::Planned || smallStructs == "members")
    return;
  getOperation().walk([&](KernelOp kernel) { planKernel(kernel); });
}
