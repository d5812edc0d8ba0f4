//===- NameBuiltins.cpp - A short name for a long built-in that is used often -----------------===//
//
//     m_summShared[gl_LocalInvocationIndex] = 0;           const uint lid =
//     gl_LocalInvocationIndex; if (gl_LocalInvocationIndex == 0u) { ... }     ->
//                                                          m_summShared[lid] = 0;
//                                                          if (lid == 0u) { ... }
//
//===------------------------------------------------------------------------------------------===//

#include "backends/common/Raise.h"
#include "backends/shading/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Names the index within the workgroup where a body mentions it more than once.
static void nameLocalIndex(Operation *body) {
  SmallVector<BuiltinOp> mentions;
  unsigned uses = 0;
  body->walk([&](BuiltinOp op) {
    if (op.getBuiltin() != Builtin::LocalIndex)
      return;
    mentions.push_back(op);
    uses += std::distance(op->use_begin(), op->use_end());
  });
  if (uses < 2)
    return;
  Block &block = body->getRegion(0).front();
  Block::iterator first = block.begin();
  while (first != block.end() && isa<BufferOp, PushConstantOp>(*first))
    ++first;
  OpBuilder builder(&block, first);
  auto builtin = builder.create<BuiltinOp>(
      mentions.front().getLoc(), builder.getIntegerType(32, false), Builtin::LocalIndex, 0);
  LetOp let = nameValue(builtin, UniqueNames(body).make("lid"));
  let->setAttr(kPrologueAttr, builder.getUnitAttr());
  for (BuiltinOp op : mentions) {
    op.getValue().replaceAllUsesWith(let.getResult());
    op.erase();
  }
}

void vkmorph::shading::nameBuiltins(ModuleOp module) {
  for (Operation &op : getClass(module).getBody().front())
    if (isa<FuncOp, ShaderOp>(op))
      nameLocalIndex(&op);
}
