//===- Variants.cpp - The programs that one class can become ----------------------------------===//

#include "Variants.h"

#include "llvm/ADT/STLExtras.h"

using namespace vkmorph::check;

static bool always(const Contents &) { return true; }
static bool withReductions(const Contents &contents) { return contents.reductions; }

const std::vector<Variant> &vkmorph::check::allVariants() {
  static const std::vector<Variant> variants = {
      {"default", {}, always},
      {"vulkan10", {"--target=vulkan10"}, always},
      {"tree-atomics", {"--reduction=tree", "--finish=atomics"}, withReductions},
      {"tree-last-workgroup", {"--reduction=tree", "--finish=last-workgroup"}, withReductions},
      {"subgroup-atomics", {"--reduction=subgroup", "--finish=atomics"}, withReductions},
      {"subgroup-last-workgroup",
       {"--reduction=subgroup", "--finish=last-workgroup"},
       withReductions},
      {"deterministic", {"--deterministic"}, withReductions},
  };
  return variants;
}

const Variant *vkmorph::check::findVariant(const std::string &name) {
  auto found =
      llvm::find_if(allVariants(), [&](const Variant &variant) { return variant.name == name; });
  return found == allVariants().end() ? nullptr : &*found;
}

std::string vkmorph::check::describeVariantNames() {
  std::string text;
  for (const Variant &variant : allVariants())
    text += (text.empty() ? "" : ", ") + std::string(variant.name);
  return text;
}

std::vector<const Variant *> vkmorph::check::chooseVariants(const std::vector<std::string> &names,
                                                            const Contents &contents) {
  std::vector<const Variant *> chosen;
  for (const Variant &variant : allVariants()) {
    bool isNamed = llvm::is_contained(names, variant.name);
    bool isMeant = llvm::is_contained(names, "all") && variant.applies(contents);
    if (isNamed || isMeant)
      chosen.push_back(&variant);
  }
  return chosen;
}
