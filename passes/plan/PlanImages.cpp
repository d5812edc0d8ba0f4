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
#include "passes/plan/Choice.h"

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
  void planGroup(ClassOp parent, const ImageGroup &whole, const ImageGroup &half);
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

/// Why arrays cannot be images, or would gain nothing; empty where they should be.
static std::string findObstacle(const ImageGroup &group) {
  if (group.obstacle)
    return group.obstacle->reason;
  return group.readsNeighbours ? ""
                               : "no iteration reads other pixels than its own, so that an image "
                                 "would cost its conversion and give nothing";
}

/// What arrays of pixels are on the device. Images are taken where they are asked for: what they
/// gain depends on the device, and half textures change values. Costs are ranks for that reason.
static PlanChoice chooseForm(const ImageGroup &whole, const ImageGroup &half, StringRef asked) {
  PlanChoice choice("images", nameArrays(whole));
  choice.add({"buffers", 0, "images are taken where they are asked for", {}, {}});
  choice.add({"textures", 1, "", findObstacle(whole), {}});
  choice.add({"half-textures", 2, "", findObstacle(half), {}});
  choice.choose(asked);
  return choice;
}

void PlanImagesPass::planGroup(ClassOp parent, const ImageGroup &whole, const ImageGroup &half) {
  PlanChoice choice = chooseForm(whole, half, images);
  note(parent, choice);
  if (images == "buffers")
    return;
  bool isHalf = images == "half-textures";
  const ImageGroup &group = isHalf ? half : whole;
  std::string names = nameArrays(group);
  Location loc =
      group.obstacle ? group.obstacle->loc : DerefOp(group.accesses.front().deref).getLoc();
  if (!choice.getRefusal().empty()) {
    report(loc, diag::PlanNoImage, {names, choice.getRefusal().str()});
    return;
  }
  auto texel = TexelType::get(&getContext(), group.pixel, isHalf);
  report(loc, diag::PlanImage, {names, texel.getFormat(), namePitch(group)});
  for (ArrayKey key : group.arrays)
    mark(key, TypeAttr::get(texel));
}

void PlanImagesPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Recognised)
    return;
  if (failed(checkDecision(module.getLoc(), "images", images)))
    return signalPassFailure();
  if (images == "buffers" && !keepsChoices(module))
    return;
  for (ClassOp parent : module.getOps<ClassOp>()) {
    ImageAnalysis whole(parent, /*isHalf=*/false), half(parent, /*isHalf=*/true);
    for (auto [group, ofHalves] : llvm::zip(whole.getGroups(), half.getGroups()))
      if (!group.accesses.empty())
        planGroup(parent, group, ofHalves);
  }
}
