//===- Emit.cpp - From a lowered module to the files of the host side ------------------------===//

#include "backends/host_vulkan/Host.h"

#include "backends/host_vulkan/print/Printers.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

FailureOr<std::vector<OutputFile>> host::emitHost(ModuleOp lowered, const CompiledShaders &shaders,
                                                  const HostOptions &options, bool *lostEffects) {
  FailureOr<ClassInfo> info = buildModel(lowered, shaders, options, lostEffects);
  if (failed(info))
    return failure();
  std::vector<OutputFile> files;
  files.push_back({info->stem + "_generated.h", printHeader(*info, options)});
  files.push_back({info->stem + "_generated.cpp", printSource(*info, options)});
  files.push_back({"vkmorph.json", printJson(*info, options)});
  files.push_back({"CMakeLists.txt", printCMake(*info, options)});
  return files;
}
