//===- Model.cpp - Decides what the generated class consists of, and its names ---------------===//

#include "backends/host_vulkan/Model.h"

#include "backends/Diagnostics.h"
#include "backends/host_vulkan/raise/Bodies.h"
#include "backends/host_vulkan/raise/ClassNames.h"
#include "backends/host_vulkan/raise/Controls.h"
#include "backends/host_vulkan/raise/Exposed.h"
#include "backends/host_vulkan/raise/Facts.h"
#include "backends/host_vulkan/raise/Kernels.h"
#include "backends/host_vulkan/raise/Members.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "backends/host_vulkan/raise/Requirements.h"
#include "ir/EffectLedger.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

/// Whether some text names the stages of all kernels in one word.
static bool usesAllStages(ClassInfo &info, vkm::ClassOp theClass) {
  bool uses = !info.images.empty();
  theClass.walk([&](vkm::CmdBarrierOp barrier) {
    for (ArrayAttr side : {barrier.getFrom(), barrier.getTo()})
      uses |= info.areAllStages(Sources::kernelsOf(info, side));
  });
  for (const ControlInfo &control : info.controls)
    uses |= (control.hasDropIn() || control.readsBetween) && info.areAllStages(control.kernels);
  return uses;
}

/// Builds the model of a raised class.
static FailureOr<ClassInfo> buildClass(vkm::ClassOp theClass, const CompiledShaders &shaders,
                                       const HostOptions &options) {
  ClassInfo info;
  Sources sources(theClass);
  NameScope names;
  nameClass(info, theClass, options);
  bool broken = failed(reserveNames(info, theClass, names));
  addMembers(info, sources, names);
  nameControls(info, sources, names);
  info.classDataConstant = names.make("kClassDataBytes");
  broken |= failed(addKernels(info, sources, names, shaders.list));
  placeCounts(info, sources);
  shareRooms(info, sources.theClass);
  for (ControlInfo &control : info.controls)
    fillControl(info, sources, names, control);
  exposeMembers(info, sources, names);
  declareLocalStructs(info, sources, names);
  exposeTypes(info, sources, names);
  if (broken)
    return failure();
  info.overloads = readOverloads(theClass);
  for (FieldInfo &field : info.fields)
    if (!field.localOf.empty())
      field.localType = sources.typeName(info, field.type);
  info.usesAllStages = usesAllStages(info, theClass);
  info.requirements = getRequirements(info, shaders.requirements);
  addBodies(info, sources);
  return std::move(info);
}

FailureOr<ClassInfo> host::buildModel(ModuleOp lowered, const CompiledShaders &shaders,
                                      const HostOptions &options, bool *lostEffects) {
  if (vkm::getPhase(lowered) != vkm::Phase::Lowered || lowered.getOps<vkm::ClassOp>().empty()) {
    report(lowered.getLoc(), backends::diag::HostNoClass);
    return failure();
  }
  OwningOpRef<ModuleOp> raised = lowered.clone();
  vkm::EffectLedger before(lowered);
  if (failed(raiseHost(*raised)))
    return failure();
  vkm::EffectLedger after(*raised);
  if (failed(after.checkKeeps(before, "raise-host"))) {
    if (lostEffects)
      *lostEffects = true;
    return failure();
  }
  vkm::ClassOp theClass = *raised->getOps<vkm::ClassOp>().begin();
  return buildClass(theClass, shaders, options);
}
