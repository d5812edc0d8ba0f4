//===- Cases.cpp - Branches for things of which there are few ---------------------------------===//

#include "transforms/Cases.h"

#include "ir/Exchange.h"

using namespace mlir;
using namespace vkmorph::vkm;

void vkmorph::vkm::writeCases(OpBuilder builder, Location loc, unsigned count,
                              llvm::function_ref<Value(OpBuilder &, unsigned)> isCase,
                              llvm::function_ref<void(OpBuilder &, unsigned)> act, bool areAll) {
  for (unsigned index = 0; index < count; ++index) {
    bool isLast = index + 1 == count;
    if (isLast && areAll) {
      act(builder, index);
      return;
    }
    auto choice = builder.create<IfOp>(loc, isCase(builder, index), /*withElse=*/!isLast);
    choice->setAttr(kPickedAttr, builder.getUnitAttr());
    OpBuilder then = OpBuilder::atBlockEnd(&choice.getThenRegion().front());
    act(then, index);
    if (!isLast)
      builder = OpBuilder::atBlockEnd(&choice.getElseRegion().front());
  }
}
