//===- ExpandChoices.cpp - Branches in place of references to one of two places --------------===//
//
//   t = c ? a : b;  t *= 2;    ->    if (c) a *= 2; else b *= 2;
//   x = t;                     ->    x = c ? a : b;
//   t.wind[1] = 5;             ->    if (c) a.wind[1] = 5; else b.wind[1] = 5;
//   f(t);                      ->    if (c) f(a); else f(b);
//
//===------------------------------------------------------------------------------------------===//

#include "passes/Passes.h"
#include "transforms/Choices.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_EXPANDCHOICES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct ExpandChoicesPass : vkm::impl::ExpandChoicesBase<ExpandChoicesPass> {
  void runOnOperation() override { expandChoices(getOperation()); }
};
} // namespace
