//===- ExpandChoices.cpp - Branches in place of references to one of two places --------------===//
//
//   t = c ? a : b;  t *= 2;    ->    if (c) a *= 2; else b *= 2;
//   x = t;                     ->    x = c ? a : b;
//   t.wind[1] = 5;             ->    if (c) a.wind[1] = 5; else b.wind[1] = 5;
//   f(t);                      ->    if (c) f(a); else f(b);
//
//===------------------------------------------------------------------------------------------===//

#include "passes/Passes.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_EXPANDCHOICES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct ExpandChoicesPass : vkm::impl::ExpandChoicesBase<ExpandChoicesPass> {
  void runOnOperation() override;

private:
  void expand(ChooseOp choice);
  void expandUse(ChooseOp choice, Operation *user);
};
} // namespace

/// A copy of `user` at the builder's place, which uses one of the two places.
static Operation *cloneWith(OpBuilder &builder, Operation *user, ChooseOp choice, Value place) {
  IRMapping mapping;
  mapping.map(choice.getRef(), place);
  return builder.clone(*user, mapping);
}

/// A part of a chosen place is chosen among parts; other uses get two branches.
void ExpandChoicesPass::expandUse(ChooseOp choice, Operation *user) {
  OpBuilder builder(user);
  Location loc = user->getLoc();
  Value whenTrue = choice.getWhenTrue(), whenFalse = choice.getWhenFalse();
  if (isa<MemberOp, ElementOp>(user)) {
    Value first = cloneWith(builder, user, choice, whenTrue)->getResult(0),
          second = cloneWith(builder, user, choice, whenFalse)->getResult(0);
    user->getResult(0).replaceAllUsesWith(
        builder.create<ChooseOp>(loc, choice.getCondition(), first, second));
    user->erase();
    return;
  }
  if (user->getNumResults() == 1) {
    auto select =
        builder.create<SelectOp>(loc, user->getResult(0).getType(), choice.getCondition());
    for (auto [region, place] : {std::pair(&select.getWhenTrue(), whenTrue),
                                 std::pair(&select.getWhenFalse(), whenFalse)}) {
      builder.createBlock(region);
      Operation *inner = cloneWith(builder, user, choice, place);
      builder.create<YieldOp>(loc, inner->getResult(0));
    }
    user->getResult(0).replaceAllUsesWith(select);
    user->erase();
    return;
  }
  auto branch = builder.create<IfOp>(loc, choice.getCondition(), /*withElse=*/true);
  if (Attribute comment = user->removeDiscardableAttr(kCommentAttr))
    branch->setAttr(kCommentAttr, comment);
  for (auto [region, place] : {std::pair(&branch.getThenRegion(), whenTrue),
                               std::pair(&branch.getElseRegion(), whenFalse)}) {
    if (region->empty())
      builder.createBlock(region);
    builder.setInsertionPointToEnd(&region->front());
    cloneWith(builder, user, choice, place);
  }
  user->erase();
}

void ExpandChoicesPass::expand(ChooseOp choice) {
  // A call that is given the place twice is one use.
  while (!choice->use_empty())
    expandUse(choice, *choice->user_begin());
  choice->erase();
}

void ExpandChoicesPass::runOnOperation() {
  // The outermost choice first: what it is expanded to may choose again.
  while (true) {
    SmallVector<ChooseOp> choices;
    getOperation().walk([&](ChooseOp choice) {
      if (llvm::none_of(choice->getUsers(), llvm::IsaPred<ChooseOp>))
        choices.push_back(choice);
    });
    if (choices.empty())
      return;
    for (ChooseOp choice : choices)
      expand(choice);
  }
}
