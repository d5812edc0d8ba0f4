//===- Installation.cpp - Where headers and libraries of vkmorph are --------------------------===//

#include "Build.h"
#include "vkmorph/BuildInfo.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace vkmorph::check;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

Installation Installation::find(const Options &options, const char *argv0) {
  // Any address in the program does.
  std::string self =
      fs::getMainExecutable(argv0, reinterpret_cast<void *>(&vkmorph::check::writeIfChanged));
  std::string bin = path::parent_path(self).str(), prefix = path::parent_path(bin).str();
  Installation found;
  found.vkmorph = options.vkmorph.empty() ? join(bin, "vkmorph") : options.vkmorph;
  std::string libraries = join(prefix, VKMORPH_CHECK_LIBDIR);
  if (fs::exists(join(prefix, "include/vkmorph-check/support/harness.h"))) {
    found.includes = {join(prefix, "include")};
  } else {
    found.includes = {VKMORPH_CHECK_SOURCE_DIR "/runtime/include",
                      VKMORPH_CHECK_SOURCE_DIR "/tools"};
    libraries = join(prefix, "lib");
  }
  found.perturbation = join(libraries, "vkmorph-check-perturb.so");
  found.openClDevice = join(libraries, "vkmorph_opencl.json");
  found.libraries = {join(libraries, "libvkmorph_check_support.a"),
                     join(libraries, "libvkmorph_runtime.a")};
  return found;
}
