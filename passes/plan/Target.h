//===- Target.h - What the planner may assume of a device -------------------------------------===//
//
// A target is data: a JSON file (passes/plan/targets/*.json are built in; others are given by their
// path, or asked for). A wrong description cannot break a program: what a program relies on it
// lists as required, and it refuses a device without it.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_PLAN_TARGET_H
#define VKMORPH_PASSES_PLAN_TARGET_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/Error.h"

#include <array>
#include <string>
#include <vector>

namespace vkmorph {

/// A target description. Every field is a key of the file; sizes in bytes are named so.
struct Target {
  std::string name;
  std::string description;
  std::string apiVersion = "1.0";  ///< "1.0" to "1.4"
  bool subgroupArithmetic = false; ///< subgroup operations basic and arithmetic in compute shaders
  bool subgroupBallot = false;     ///< subgroup operations basic and ballot in compute shaders
  bool subgroupShuffle = false;    ///< subgroup operations basic and shuffle in compute shaders
  int64_t minSubgroupSize = 1;     ///< smallest subgroup that programs have to work with
  int64_t maxSubgroupSize = 128;
  int64_t maxWorkgroupInvocations = 128;
  std::array<int64_t, 3> maxWorkgroupSize = {128, 128, 64};
  int64_t sharedMemoryBytes = 16384;
  int64_t storageBuffers = 4; ///< of a shader at once
  int64_t pushConstantBytes = 128;
  bool float32AtomicAdd = false; ///< VK_EXT_shader_atomic_float, add on float32 in buffers
  bool int64Atomics = false;
  bool int64 = false;
  bool float64 = false;
  bool storage8Bit = false;  ///< 8-bit integers in buffers, and in variables (shaderInt8)
  bool storage16Bit = false; ///< 16-bit integers in buffers, and in variables (shaderInt16)
  bool scalarBlockLayout = false;
  bool floatControls = false;      ///< NaN, infinities, -0.0 are kept on request (float32, float64)
  bool rayTracingPipeline = false; ///< VK_KHR_ray_tracing_pipeline: shaders that call others
  bool softwareDevice = false;     ///< a CPU, whose shared memory is memory like any other
  bool nonuniformSampling = false; ///< threads may sample different textures of an array
  bool exactRounding = false;      ///< trunc and roundEven, and the sign of zero of floor and ceil

  /// As the module attribute vkm.target, with the keys of the file.
  mlir::DictionaryAttr toAttr(mlir::MLIRContext *context) const;
  /// Assumes no more that a device has what this key is true for. False where no flag has that key.
  bool drop(llvm::StringRef key);
  /// The way back; the error says what is wrong with a key.
  static llvm::Expected<Target> fromAttr(mlir::DictionaryAttr attr);
};

/// A built-in target by name, a file, or what `probe` finds: the present device. The error says
/// what is wrong with it: no such target, device or file, no JSON, an unknown key, a value of the
/// wrong kind, values of which no device has both.
llvm::Expected<Target> loadTarget(llvm::StringRef nameOrFile);

/// The names of the built-in targets.
std::vector<std::string> getBuiltinTargets();

} // namespace vkmorph

#endif // VKMORPH_PASSES_PLAN_TARGET_H
