//===- MemberUpdates.cpp - Kernels that only set members to numbers the host has --------------===//
//
//   m_total = 0;                 vkm.cmd.update @m_total = 0
//   m_points.resize(n);    ->    vkm.cmd.update @m_points_size = n
//
// What a control function assigns to members beside its kernels happens in the order of the
// commands, and so it is one. Where it reads no member, the host has the numbers when it records,
// and the command buffer carries them: a dispatch of one thread would do no more.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/kernels/MemberUpdates.h"

#include "passes/lower/appends/LowerAppends.h"
#include "passes/lower/kernels/GridBodies.h"
#include "passes/lower/kernels/LowerControls.h"
#include "transforms/Expressions.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The members and their numbers, where the kernel does nothing else, and each member once.
static MemberUpdates matchUpdates(KernelOp kernel) {
  MemberUpdates updates;
  for (Operation &op : kernel.getBody().front()) {
    auto once = dyn_cast<OnceOp>(op);
    std::optional<MemberUpdates> some = once ? matchMemberUpdates(once) : std::nullopt;
    if (!some)
      return {};
    for (const auto &update : *some)
      if (!updates.insert(update).second)
        return {};
  }
  return updates;
}

void vkmorph::vkm::makeUpdates(OpBuilder &at, const MemberUpdates &updates, StringAttr role,
                               IRMapping &mapping) {
  for (auto [field, assign] : updates) {
    Value number = cloneExpression(at, AssignOp(assign).getValue(), mapping);
    auto update = at.create<CmdUpdateOp>(AssignOp(assign).getLoc(), FieldOp(field).getSymName(),
                                         number, role);
    if (Attribute comment = assign->getAttr(kCommentAttr))
      update->setAttr(kCommentAttr, comment);
  }
}

bool vkmorph::vkm::lowerToUpdates(KernelOp kernel, StringRef display,
                                  const KernelAppends &appends) {
  MemberUpdates updates;
  if (kernel->hasAttr(kOutlinedAttr))
    updates = matchUpdates(kernel);
  if (updates.empty())
    return false;
  OpBuilder builder(kernel);
  SmallVector<NamedAttribute> fields;
  for (auto [field, assign] : updates)
    fields.push_back(builder.getNamedAttr(field.getSymName(),
                                          AccessAttr::get(builder.getContext(), Access::Write)));
  SmallVector<Attribute> attributes;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    DictionaryAttr known = kernel.getArgAttrDict(i);
    attributes.push_back(known ? known : builder.getDictionaryAttr({}));
  }
  auto commands = builder.create<CommandsOp>(
      kernel.getLoc(), getCommandsName(kernel.getSymName()),
      builder.getFunctionType(kernel.getArgumentTypes(), {}), builder.getArrayAttr(attributes),
      ArrayAttr(), kernel.getSymNameAttr(), builder.getStringAttr(display),
      builder.getArrayAttr({}), builder.getDictionaryAttr(fields), findOverwritten(kernel));
  commands->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  Block &body = commands.getBody().emplaceBlock();
  IRMapping mapping;
  for (BlockArgument argument : kernel.getBody().getArguments())
    mapping.map(argument, body.addArgument(argument.getType(), argument.getLoc()));
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  noteAppends(at, kernel, appends, mapping, [](GridOp, unsigned) { return Value(); });
  makeUpdates(at, updates, /*role=*/StringAttr(), mapping);
  return true;
}
