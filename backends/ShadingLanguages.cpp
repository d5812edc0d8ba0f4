//===- ShadingLanguages.cpp - The table of shading languages ----------------------------------===//

#include "backends/ShadingLanguages.h"

#include "backends/Diagnostics.h"
#include "backends/glsl/Glsl.h"
#include "backends/openclc/OpenClC.h"

using namespace vkmorph;
using shading::ShadingBackend;

llvm::ArrayRef<const ShadingBackend *> vkmorph::getShadingBackends() {
  static const ShadingBackend *const all[] = {&glsl::getBackend(), &openclc::getBackend()};
  return all;
}

const ShadingBackend *vkmorph::findShadingBackend(llvm::StringRef name) {
  for (const ShadingBackend *backend : getShadingBackends())
    if (backend->getName() == name)
      return backend;
  return nullptr;
}

llvm::SmallVector<llvm::StringRef> vkmorph::getShadingLanguages() {
  llvm::SmallVector<llvm::StringRef> names;
  for (const ShadingBackend *backend : getShadingBackends())
    names.push_back(backend->getName());
  return names;
}

void vkmorph::warnOfMissingCompiler(const ShadingBackend &backend, mlir::Location loc) {
  if (&backend == &openclc::getBackend() && openclc::isClspvMissing())
    report(loc, backends::diag::OpenClNoClspv);
}

void vkmorph::registerShadingPasses() {
  for (const ShadingBackend *backend : getShadingBackends())
    shading::registerRaisePass(*backend);
}

void vkmorph::registerShadingTranslations() {
  for (const ShadingBackend *backend : getShadingBackends())
    shading::registerEmitTranslation(*backend);
}
