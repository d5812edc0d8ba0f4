//===- Choices.cpp - Branches in place of places that are one of several ----------------------===//

#include "transforms/Choices.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// A copy of `user` at the builder's place, which uses one of the two places.
static Operation *cloneWith(OpBuilder &builder, Operation *user, ChooseOp choice, Value place) {
  IRMapping mapping;
  mapping.map(choice.getRef(), place);
  return builder.clone(*user, mapping);
}

/// A part of a chosen place is chosen among parts; other uses get two branches.
static void expandUse(ChooseOp choice, Operation *user) {
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

void vkmorph::vkm::expandChoices(Operation *root) {
  // The outermost choice first: what it is expanded to may choose again.
  while (true) {
    SmallVector<ChooseOp> choices;
    root->walk([&](ChooseOp choice) {
      if (llvm::none_of(choice->getUsers(), llvm::IsaPred<ChooseOp>))
        choices.push_back(choice);
    });
    if (choices.empty())
      return;
    for (ChooseOp choice : choices) {
      // A call that is given the place twice is one use.
      while (!choice->use_empty())
        expandUse(choice, *choice->user_begin());
      choice->erase();
    }
  }
}

void vkmorph::vkm::chooseElement(DerefOp element, ValueRange arrays,
                                 llvm::function_ref<Value(OpBuilder &, unsigned)> isCase) {
  OpBuilder builder(element);
  Location loc = element->getLoc();
  auto placeIn = [&](Value array) -> Value {
    return builder.create<DerefOp>(loc, element.getRef().getType(), array, element.getIndex());
  };
  Value place = placeIn(arrays.back());
  for (unsigned number = arrays.size() - 1; number-- > 0;)
    place = builder.create<ChooseOp>(loc, isCase(builder, number), placeIn(arrays[number]), place);
  element.getRef().replaceAllUsesWith(place);
  element->erase();
}
