//===- Controls.cpp - The control functions of the generated class ---------------------------===//

#include "backends/host_vulkan/raise/Controls.h"

#include "analysis/commands/RecordedCommands.h"
#include "backends/host_vulkan/raise/CheckedRanges.h"
#include "backends/host_vulkan/raise/ClassNames.h"
#include "backends/host_vulkan/raise/Members.h"
#include "backends/host_vulkan/raise/Parameters.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "backends/host_vulkan/raise/Transfers.h"
#include "ir/CppTypes.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/MemoryForm.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

static vkm::Access merge(vkm::Access a, vkm::Access b) {
  return static_cast<vkm::Access>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}

void host::nameControls(ClassInfo &info, const Sources &sources, NameScope &names) {
  NameScope controlNames;
  for (auto op : sources.theClass.getOps<vkm::ControlOp>())
    controlNames.reserve(getCppName(op));
  llvm::StringSet<> seen;
  for (auto op : sources.theClass.getOps<vkm::ControlOp>()) {
    if (op->hasAttr(vkm::kDropInOfAttr))
      continue;
    ControlInfo control;
    control.symbol = op.getSymName().str();
    control.name = getCppName(op).str();
    control.unique =
        seen.insert(control.name).second ? control.name : controlNames.makeNumbered(control.name);
    // What runs in pieces has no recorded form, whose name a kernel may have then.
    if (!vkm::runsInPieces(op))
      control.command = names.make(control.unique + "Cmd");
    info.controls.push_back(std::move(control));
  }
}

static void findHostCode(ClassInfo &info, const Sources &sources, ControlInfo &control) {
  control.inPieces = vkm::runsInPieces(sources.recordedOf(control));
  control.readsBetween = control.inPieces || vkm::readsBetween(sources.recordedOf(control));
  control.carries = llvm::any_of(sources.theClass.getOps<vkm::FieldOp>(), [&](vkm::FieldOp field) {
    return vkm::carries(sources.recordedOf(control), field);
  });
  control.prints = control.readsBetween;
  sources.dropInOf(control).walk([&](Operation *inner) {
    if (auto host = dyn_cast<vkm::HostOp>(inner)) {
      control.mayThrow |= vkm::isThrow(host);
      control.prints |=
          !host.getTiming() && !host->hasAttr(vkm::kResizesAttr) && !vkm::isCheck(host);
      for (StringAttr header : host.getHeaders().getAsRange<StringAttr>())
        info.headers.insert(header.str());
    }
    if (inner->hasAttr(vkm::kOnHostAttr))
      for (StringAttr name : vkm::getAssignedFields(inner))
        if (FieldInfo *field = info.findField(name))
          field->onHost = true;
  });
}

/// What a launch does to the array that a parameter is, and what the array has.
static vkm::Access accessAt(ClassInfo &info, const Sources &sources, vkm::CmdBindOp bind,
                            Value value, Parameter &parameter) {
  vkm::Access access = vkm::Access::None;
  Sources::forEachBuffer(info, bind, [&](Value buffer, vkm::Access here) {
    if (buffer != value)
      return;
    access = merge(access, here);
    parameter.element = cast<vkm::PtrType>(buffer.getType()).getPointee();
    parameter.isInWords = vkmorph::isInWords(sources.theClass, parameter.element);
  });
  return access;
}

// A parameter's accesses are those of the bindings that it is bound to, in the order of the
// launches.
static void addSites(ClassInfo &info, const Sources &sources, ControlInfo &control) {
  SmallVector<vkm::CmdBindOp> binds;
  vkm::ControlOp recorded = sources.recordedOf(control);
  recorded.walk([&](vkm::CmdBindOp bind) { binds.push_back(bind); });
  for (vkm::CmdBindOp bind : binds) {
    KernelInfo *kernel = info.findKernel(bind.getKernel());
    size_t index = static_cast<size_t>(bind.getSite());
    if (control.sites.size() <= index)
      control.sites.resize(index + 1);
    control.sites[index] = {kernel, {}};
  }
  recorded.walk([&](Operation *op) {
    auto bind = dyn_cast<vkm::CmdBindOp>(op);
    auto run = dyn_cast<vkm::CmdRunOp>(op);
    KernelInfo *kernel = bind  ? info.findKernel(bind.getKernel())
                         : run ? info.findKernel(run.getKernel())
                               : nullptr;
    if (run)
      control.launches.push_back(kernel);
    if (kernel && !llvm::is_contained(control.kernels, kernel))
      control.kernels.push_back(kernel);
  });
  for (size_t index = 0; index < control.parameters.size(); ++index) {
    Parameter &parameter = control.parameters[index];
    if (!parameter.isPointer)
      continue;
    Value value = recorded.getArgument(index);
    auto scan = [&](auto &&range, ShaderStages &stages) {
      vkm::Access access = vkm::Access::None;
      for (vkm::CmdBindOp bind : range) {
        vkm::Access here = accessAt(info, sources, bind, value, parameter);
        access = merge(access, here);
        if (here != vkm::Access::None)
          stages.add(info.findKernel(bind.getKernel())->getStages());
        // Who writes a part of a word reads the word.
        if (here == vkm::Access::Write && isStoredByParts(sources.theClass, parameter.element))
          access = merge(access, vkm::Access::Read);
        if (here != vkm::Access::None && vkm::isUnconditional(bind))
          break;
      }
      return access;
    };
    for (vkm::CmdBindOp bind : binds)
      parameter.access = merge(parameter.access, accessAt(info, sources, bind, value, parameter));
    parameter.firstAccess = scan(binds, parameter.firstStages);
    parameter.lastAccess = scan(llvm::reverse(binds), parameter.lastStages);
  }
}

void host::fillControl(ClassInfo &info, const Sources &sources, NameScope &names,
                       ControlInfo &control) {
  vkm::ControlOp op = sources.recordedOf(control), dropIn = sources.dropInOf(control);
  control.comment = getString(op, vkm::kCommentAttr).str();
  control.isVirtual = op->hasAttr("is_virtual");
  control.drives = getString(op, "drives").str();
  if (auto index = op->getAttrOfType<DenseI32ArrayAttr>("drives_index"))
    control.counts.assign(index.asArrayRef().begin(), index.asArrayRef().end());
  control.isConst = op->hasAttr("is_const");
  control.isNoexcept = op->hasAttr("is_noexcept");
  if (auto access = op->getAttrOfType<vkm::CppAccessAttr>("cpp_access"))
    control.access = access.getValue();
  control.returnType = "void";
  if (!dropIn.getResultTypes().empty()) {
    control.result = dropIn.getResultTypes().front();
    StringRef spelling = getString(op, "cpp_result");
    control.returnType = spelling.empty() ? vkm::spellType(control.result, op) : spelling.str();
  }
  addControlParameters(control, sources, info.qualifiedBase);
  findHostCode(info, sources, control);
  control.commandBuffer = nameCommandBuffer({op, dropIn});
  addSites(info, sources, control);
  addArrayRecords(info, sources, names, control);
  findTransfers(info, sources, control);
  findCheckedRanges(info, sources, control);
  findAskedArrays(sources, control);
  findNamed(control, sources);
  // Nothing of what is recorded in pieces is kept.
  if (!control.inPieces)
    findKeys(control, sources);
  if (llvm::any_of(control.parameters, [](const Parameter &p) { return p.isBound(); }))
    control.setter = names.make("SetInOutFor_" + control.unique);
  if (!control.sites.empty())
    control.sets = names.make("m_" + lowerFirst(control.unique) + "Sets");
  for (const Parameter &parameter : control.parameters)
    if (control.noDropIn.empty() && parameter.isBound() && !sources.extentOf(control, parameter)) {
      control.noDropIn = "the extent of '" + parameter.name + "' is not known";
      control.throws = true;
    }
}
