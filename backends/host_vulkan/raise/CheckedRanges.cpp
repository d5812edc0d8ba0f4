//===- CheckedRanges.cpp - Buffers whose size the recorded form can check --------------------===//
//
// A buffer is checked where every call that runs any command uses it, and where its extent is an
// expression over numbers that the recorded form is given and members that no kernel changes:
// an Error is only for programs that are wrong. A caller that never takes the branch which uses a
// buffer may bind a small one.
//
//===-----------------------------------------------------------------------------------------===//

#include "backends/host_vulkan/raise/CheckedRanges.h"

#include "analysis/commands/RecordedCommands.h"
#include "ir/Effects.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

/// Whether the recorded form has the value of a parameter of the drop-in form as it is.
static bool isGiven(vkm::ControlOp dropIn, ControlInfo &control, BlockArgument argument) {
  if (argument.getOwner()->getParentOp() != dropIn.getOperation())
    return false;
  const Parameter &parameter = control.parameters[argument.getArgNumber()];
  return isa<IntegerType>(argument.getType()) && !parameter.isReference && parameter.isUsed;
}

/// Whether the host's member is what it was when the object was uploaded.
static bool staysOnHost(ClassInfo &info, Value place) {
  vkm::Root root = vkm::getRoot(place);
  FieldInfo *field = root.symbol ? info.findField(root.symbol.getValue()) : nullptr;
  return field && !field->written && field->isOfUser();
}

/// Whether the expression of an extent means the same in the recorded form.
static bool isKnown(ClassInfo &info, vkm::ControlOp dropIn, ControlInfo &control,
                    vkm::ExtentOp extent) {
  WalkResult result = extent.getCount().walk([&](Operation *op) {
    if (isa<vkm::CallOp, vkm::HostOp>(op))
      return WalkResult::interrupt();
    if (auto load = dyn_cast<vkm::LoadOp>(op); load && !staysOnHost(info, load.getRef()))
      return WalkResult::interrupt();
    for (Value operand : op->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      bool isInside = extent.getCount().isAncestor(operand.getParentRegion());
      if (!isInside && !(argument && isGiven(dropIn, control, argument)))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Calls `visit` with each binding that has the array behind a parameter: the launch, the number of
/// its set, and where it is in that.
static void forEachBinding(const Sources &sources, const ControlInfo &control, unsigned index,
                           llvm::function_ref<void(vkm::CmdBindOp, int, int)> visit) {
  Value array = sources.recordedOf(control).getArgument(index);
  for (auto [site, bind] : llvm::enumerate(sources.bindsOf(control))) {
    if (!bind)
      continue;
    size_t operand = 0;
    for (auto [position, binding] : llvm::enumerate(control.sites[site].kernel->bindings))
      if (binding.kind == vkm::ResourceKind::Parameter && operand < bind.getBuffers().size() &&
          bind.getBuffers()[operand++] == array)
        visit(bind, static_cast<int>(site), static_cast<int>(position));
  }
}

void host::findAskedArrays(const Sources &sources, ControlInfo &control) {
  vkm::ControlOp recorded = sources.recordedOf(control), dropIn = sources.dropInOf(control);
  for (unsigned index = 0; index < control.parameters.size(); ++index) {
    Parameter &parameter = control.parameters[index];
    bool isAskedInCommands = !control.inPieces && vkm::mayBeNull(recorded.getArgument(index));
    parameter.mayBeNull = isAskedInCommands || vkm::mayBeNull(dropIn.getArgument(index));
    if (isAskedInCommands)
      forEachBinding(sources, control, index, [&](vkm::CmdBindOp, int site, int binding) {
        parameter.askedSite = site;
        parameter.askedBinding = binding;
      });
  }
}

void host::findCheckedRanges(ClassInfo &info, const Sources &sources, ControlInfo &control) {
  vkm::ControlOp dropIn = sources.dropInOf(control);
  for (unsigned index = 0; index < control.parameters.size(); ++index) {
    Parameter &parameter = control.parameters[index];
    vkm::ExtentOp extent = sources.extentOf(control, parameter);
    if (!parameter.isBound() || !extent || !isKnown(info, dropIn, control, extent))
      continue;
    forEachBinding(sources, control, index, [&](vkm::CmdBindOp bind, int site, int binding) {
      if (parameter.checkedSite >= 0 || !vkm::isUnconditional(bind))
        return;
      parameter.checkedSite = site;
      parameter.checkedBinding = binding;
    });
  }
}
