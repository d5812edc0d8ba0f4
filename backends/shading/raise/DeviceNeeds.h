//===- DeviceNeeds.h - What a shader uses that not every device has ---------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_DEVICENEEDS_H
#define VKMORPH_BACKENDS_SHADING_RAISE_DEVICENEEDS_H

#include "backends/shading/Requirements.h"

namespace vkmorph::shading {

/// A language adds to it what its own declarations need, and names its extensions by it.
struct DeviceNeeds {
  /// What the operations and declarations of a raised shader use. Its attributes of floats
  /// (kFloatControlsAttr, kExactRoundingAttr) count too.
  explicit DeviceNeeds(mlir::ModuleOp module);

  bool storage8 = false, storage16 = false; ///< in buffers
  bool int8 = false, int16 = false;         ///< in variables
  bool int64 = false, float64 = false, float32AtomicAdd = false, int64Atomics = false;
  bool subgroupBasic = false, subgroupArithmetic = false, subgroupInt64 = false,
       subgroupBallot = false, subgroupShuffle = false;
  bool exactRounding = false;
  bool rayTracing = false;                           ///< a stage of ray-tracing pipelines
  bool keepsFloats32 = false, keepsFloats64 = false; ///< NaN, infinities, signs of zero
  int64_t sampledImages = 0, storageImages = 0;      ///< that shaders fetch from and store to
  bool textureArrays = false;                        ///< of which threads sample different ones
  int64_t textures = 0;                              ///< with samplers
  bool extendedFormats = false;                      ///< of storage images
  bool scalarLayout = false;                         ///< a language's choice
  bool imagesWithoutFormat = false; ///< of storage images: the language declares none

  bool usesSubgroups() const {
    return subgroupBasic || subgroupArithmetic || subgroupBallot || subgroupShuffle;
  }
  bool usesFloatControls() const { return keepsFloats32 || keepsFloats64; }

  /// The entries of kRequiresAttr: these, and the sizes of workgroup, shared memory, push constants
  /// and descriptor set.
  mlir::DictionaryAttr getRequirements(mlir::ModuleOp module) const;
};

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_DEVICENEEDS_H
