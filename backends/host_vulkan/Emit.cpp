//===- Emit.cpp - From a lowered module to the files of the host side ------------------------===//

#include "backends/host_vulkan/Host.h"

#include "backends/Diagnostics.h"
#include "backends/host_vulkan/print/Printers.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/EffectLedger.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

FailureOr<std::vector<OutputFile>> host::emitHost(ModuleOp lowered, const CompiledShaders &shaders,
                                                  const HostOptions &options, bool *lostEffects) {
  if (vkm::getPhase(lowered) != vkm::Phase::Lowered || lowered.getOps<vkm::ClassOp>().empty()) {
    report(lowered.getLoc(), backends::diag::HostNoClass);
    return failure();
  }
  OwningOpRef<ModuleOp> raised = lowered.clone();
  vkm::EffectLedger before(lowered);
  if (failed(raiseHost(*raised)))
    return failure();
  // What the recorded form does not do, the drop-in form does.
  vkm::EffectLedger after(*raised, [](vkm::ControlOp control) {
    auto recorded = control->getAttrOfType<StringAttr>(kDropInOfAttr);
    return recorded ? recorded.getValue() : control.getSymName();
  });
  if (failed(after.checkKeeps(before, "raise-host"))) {
    if (lostEffects)
      *lostEffects = true;
    return failure();
  }
  FailureOr<ClassInfo> info = buildModel(*raised, shaders, options);
  if (failed(info))
    return failure();
  std::vector<OutputFile> files;
  files.push_back({info->stem + "_generated.h", printHeader(*info, options)});
  files.push_back({info->stem + "_generated.cpp", printSource(*info, options)});
  files.push_back({"vkmorph.json", printJson(*info, options)});
  files.push_back({"CMakeLists.txt", printCMake(*info, options)});
  return files;
}
