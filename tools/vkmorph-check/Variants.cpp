//===- Variants.cpp - The programs that one class can become ----------------------------------===//

#include "Variants.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace vkmorph::check;

static bool always(const Contents &) { return true; }
static bool withAppends(const Contents &contents) { return contents.appends; }
static bool withDispatches(const Contents &contents) { return contents.dispatches; }
static bool withCallables(const Contents &contents) { return contents.callables; }
static bool withSplits(const Contents &contents) { return contents.splits; }
static bool withFusions(const Contents &contents) { return contents.fusions; }
static bool withSkips(const Contents &contents) { return contents.skips; }
static bool withReductions(const Contents &contents) { return contents.reductions; }
static bool withScatters(const Contents &contents) { return contents.scatters; }
static bool withScans(const Contents &contents) { return contents.scans; }
static bool withSorts(const Contents &contents) { return contents.sorts; }
static bool withOrder(const Contents &contents) { return contents.reductions || contents.scatters; }

bool vkmorph::check::appendsInOrder(const std::vector<std::string> &options) {
  return llvm::is_contained(options, "--append=stable");
}

Liberties vkmorph::check::findLiberties(const Variant &variant,
                                        const std::vector<std::string> &compilerOptions) {
  auto has = [&](llvm::StringRef option) {
    return llvm::is_contained(variant.options, option) ||
           llvm::is_contained(compilerOptions, option);
  };
  return {has("--fp-contract=on"), has("--images=half-textures"), has("--textures=samplers")};
}

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
      {"extra-dispatches", {"--finish=extra-dispatches"}, withReductions},
      {"deterministic", {"--deterministic"}, withOrder},
      {"scatter-atomic", {"--scatter=atomic"}, withScatters},
      {"scatter-shared", {"--scatter=shared"}, withScatters},
      {"scatter-ordered", {"--scatter=ordered"}, withScatters},
      {"scan-tree", {"--scan=tree"}, withScans},
      {"sort-merge", {"--sort=merge"}, withSorts},
      {"sort-radix", {"--sort=radix"}, withSorts},
      {"append-subgroup", {"--append=subgroup"}, withAppends},
      {"append-atomic", {"--append=atomic"}, withAppends},
      {"append-stable", {"--append=stable"}, withAppends},
      {"fusion-never", {"--fusion=never"}, withFusions},
      {"kernels-split", {"--kernels=split"}, withSplits},
      {"kernels-wavefront", {"--kernels=wavefront"}, withSkips},
      {"virtual-switch", {"--virtual=switch"}, withDispatches},
      {"virtual-workgroup", {"--virtual=workgroup"}, withDispatches},
      {"virtual-sort", {"--virtual=sort"}, withDispatches},
      {"virtual-callable", {"--virtual=callable"}, withCallables},
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
    text += (text.empty() ? "" : ", ") + variant.name;
  return text;
}

std::optional<Variant> vkmorph::check::parseVariant(const std::string &text) {
  auto [name, options] = llvm::StringRef(text).split('=');
  bool isName = !name.empty() && name != "all" &&
                llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '-' || c == '_'; });
  if (!isName || findVariant(name.str()))
    return std::nullopt;
  Variant variant{name.str(), {}, always};
  llvm::SmallVector<llvm::StringRef> words;
  options.split(words, ' ', -1, /*KeepEmpty=*/false);
  variant.options.assign(words.begin(), words.end());
  return variant;
}

std::vector<const Variant *> vkmorph::check::chooseVariants(const std::vector<std::string> &names,
                                                            const std::vector<Variant> &own,
                                                            const Contents &contents) {
  std::vector<const Variant *> chosen;
  for (const Variant &variant : allVariants()) {
    bool isNamed = llvm::is_contained(names, variant.name);
    bool isMeant = llvm::is_contained(names, "all") && variant.applies(contents);
    if (isNamed || isMeant)
      chosen.push_back(&variant);
  }
  for (const Variant &variant : own)
    chosen.push_back(&variant);
  return chosen;
}
