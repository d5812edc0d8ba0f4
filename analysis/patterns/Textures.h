//===- Textures.h - Textures that samplers of the device can read -----------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_TEXTURES_H
#define VKMORPH_ANALYSIS_PATTERNS_TEXTURES_H

#include "ir/Textures.h"

#include "llvm/ADT/DenseMap.h"

#include <string>

namespace vkmorph::vkm {

/// Which textures of a class stay what they are while commands run: the host fills them before.
class TextureAnalysis {
public:
  explicit TextureAnalysis(ClassOp parent);

  /// Why no sampler can take the place of a function that samples; empty where one can. `isMixed`:
  /// whether threads may read different textures, which not every device lets them.
  std::string findObstacle(FuncOp function, bool isMixed) const;

private:
  void addReaders(KernelOp kernel);

  ClassOp parent;
  /// Who writes a field: "kernel 'Paint'"; of control functions also who works on its elements.
  llvm::DenseMap<mlir::StringAttr, std::string> writers;
  /// The kernel that reads texels or levels of records other than by methods that sample.
  llvm::DenseMap<mlir::StringAttr, std::string> readers;
  llvm::DenseSet<mlir::Operation *> onHost; ///< functions that control functions call
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_TEXTURES_H
