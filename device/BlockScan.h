//===- BlockScan.h - What the threads before each one of a workgroup have --------------------===//

#ifndef VKMORPH_DEVICE_BLOCKSCAN_H
#define VKMORPH_DEVICE_BLOCKSCAN_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

#include <functional>
#include <string>

namespace vkmorph::vkm {

/// What a scan combines.
struct BlockScan {
  std::string symbol, name; ///< of the function: unique, and as shaders call it
  std::string comment;
  std::string shared; ///< the array with a value of each thread
  mlir::Type type;
  int64_t threads; ///< of the workgroup, along x
  /// The operation by which subgroups combine, and how many of them there are at most; 0: threads
  /// combine in shared memory what others have.
  ReduceKind kind = ReduceKind::Add;
  int64_t subgroups = 0;
  std::function<mlir::Value(mlir::OpBuilder &)> neutral;
  /// `place = place combined with value`, where both may change places unless values are combined
  /// in the order of the threads.
  bool inOrder = false;
  std::function<void(mlir::OpBuilder &, mlir::Value place, mlir::Value value)> combine;
};

/// The scan of values of a type by one of these operations, all but `neutral` and `combine`.
/// Kernels that ask for the same one share it.
BlockScan makeBlockScan(ReduceKind kind, mlir::Type type, int64_t threads, int64_t subgroups);

/// The function `T name(T value, inout T total)` that all threads of a workgroup call: gives what
/// the threads before this one have, combined, and in `total` what all have. In shared memory the
/// distance over which threads combine what others have doubles in each step, and threads come in
/// the order of their indices; by subgroups, in that of the subgroups and of the threads in them.
/// Made before `builder` when it is first asked for.
FuncOp getBlockScan(mlir::OpBuilder &builder, mlir::Location loc, ClassOp parent,
                    const BlockScan &scan);

} // namespace vkmorph::vkm

#endif // VKMORPH_DEVICE_BLOCKSCAN_H
