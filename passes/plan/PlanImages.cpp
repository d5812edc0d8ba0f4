//===- PlanImages.cpp - Decides which arrays of pixels are images ----------------------------===//
//
//   kernel2D_Blur(m_glow, m_blurred)          m_glow, m_blurred, from, to:
//     to[row * w + column] +=           ->      vkm.image = !vkm.texel<!vkm.vec<3 x f32>>
//       from[y * w + x] ...
//
// Decides only; LowerImages follows.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Images.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANIMAGES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanImagesPass : vkm::impl::PlanImagesBase<PlanImagesPass> {
  using PlanImagesBase::PlanImagesBase;
  void runOnOperation() override;
};
} // namespace

/// "'light', 'm_glow'": what the source calls them.
static std::string nameArrays(const ImageGroup &group) {
  llvm::SetVector<StringRef> names;
  SmallVector<std::string> texts;
  for (ArrayKey key : group.arrays)
    texts.push_back("'" + nameArray(key) + "'");
  for (const std::string &text : texts)
    names.insert(text);
  return llvm::join(names, ", ");
}

static std::string namePitch(const ImageGroup &group) {
  const Pitch &pitch = group.pitches.front().second;
  if (pitch.number)
    return std::to_string(*pitch.number);
  if (pitch.field)
    return pitch.field.str();
  return argName(cast<FunctionOpInterface>(pitch.parameter.getOwner()->getParentOp()),
                 pitch.parameter.getArgNumber())
      .str();
}

static void mark(ArrayKey key, TypeAttr texel) {
  if (auto field = dyn_cast<FieldOp>(key.first))
    field->setAttr(kImageAttr, texel);
  else
    cast<FunctionOpInterface>(key.first).setArgAttr(key.second, kImageAttr, texel);
}

void PlanImagesPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Recognised)
    return;
  if (images != "buffers" && images != "textures" && images != "half-textures") {
    if (failed(report(module.getLoc(), diag::OptionUnknown,
                      {"images", images, "buffers, textures, half-textures"})))
      signalPassFailure();
    return;
  }
  if (images == "buffers")
    return;
  bool isHalf = images == "half-textures";
  for (ClassOp parent : module.getOps<ClassOp>()) {
    ImageAnalysis analysis(parent, isHalf);
    for (const ImageGroup &group : analysis.getGroups()) {
      if (group.accesses.empty())
        continue;
      std::string names = nameArrays(group);
      Location loc = DerefOp(group.accesses.front().deref).getLoc();
      if (group.obstacle) {
        (void)report(group.obstacle->loc, diag::PlanNoImage, {names, group.obstacle->reason});
        continue;
      }
      if (!group.readsNeighbours) {
        (void)report(loc, diag::PlanNoImage,
                     {names, "no iteration reads other pixels than its own, so that an image would "
                             "cost its conversion and give nothing"});
        continue;
      }
      auto texel = TexelType::get(&getContext(), group.pixel, isHalf);
      (void)report(loc, diag::PlanImage, {names, texel.getFormat(), namePitch(group)});
      for (ArrayKey key : group.arrays)
        mark(key, TypeAttr::get(texel));
    }
  }
}
