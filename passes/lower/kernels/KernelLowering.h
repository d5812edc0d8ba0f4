//===- KernelLowering.h - The shaders and commands of one kernel -----------------------------===//

#ifndef VKMORPH_PASSES_LOWER_KERNELS_KERNELLOWERING_H
#define VKMORPH_PASSES_LOWER_KERNELS_KERNELLOWERING_H

#include "ir/Effects.h"
#include "ir/Places.h"
#include "passes/lower/appends/AppendPattern.h"
#include "passes/lower/appends/LowerAppends.h"
#include "passes/lower/kernels/WorkgroupCounts.h"
#include "passes/lower/reductions/LowerReductions.h"

#include "llvm/ADT/StringSet.h"

#include <memory>
#include <string>

namespace vkmorph::vkm {

/// A value that the host passes to the shaders of a kernel.
struct PushConstant {
  std::string name;
  mlir::Type type;
  /// The kernel's scalar parameter, or null for the number of iterations of a grid's dimension.
  mlir::BlockArgument parameter;
  GridOp grid;
  unsigned dim = 0;
};

/// How one dimension of a grid is walked in the shader.
struct Dimension {
  /// `for (T i = lower + thread; i < upper; i += threads)`: loops that count up by a constant. The
  /// others walk a number from 0 to the number of iterations and compute their counter from it.
  bool direct;
  std::string countName; ///< of the push constant with the number of iterations, where not direct
};

/// Where other kernels leave the numbers of workgroups of a grid.
using CountedPlaces = llvm::DenseMap<mlir::Operation *, GroupsPlace>;
/// Of all grids of a class that are `counted`, with scratch buffers for them.
CountedPlaces makeCountedPlaces(ClassOp op);

/// Lowers one kernel.
class KernelLowering {
public:
  KernelLowering(KernelOp kernel, llvm::StringRef display, const KernelAppends &appends,
                 const llvm::StringSet<> &written, const CountedPlaces &countedPlaces)
      : kernel(kernel), display(display), appends(appends), written(written),
        countedPlaces(countedPlaces), parent(kernel->getParentOfType<ClassOp>()),
        loc(kernel.getLoc()), builder(kernel) {}
  void run();

private:
  void collectBuffers();
  void spillScalars();
  void collectPushConstants();
  void dropUnusedPushConstants();
  void makeShaders();
  ShaderOp makeShader(llvm::StringRef suffix, llvm::ArrayRef<int32_t> localSize,
                      mlir::Location where, ShaderStage stage = ShaderStage::Compute);
  void makeGridShader(GridOp grid, llvm::StringRef suffix);
  void makeOnceShader(OnceOp once, llvm::StringRef suffix);
  llvm::SmallVector<GridOp> findCountedTogether(GridOp first);
  void makeGroupsShader(llvm::ArrayRef<GridOp> grids, llvm::StringRef suffix, unsigned number,
                        OnceOp before = {});
  /// Who takes iterations of a grid in turn.
  enum class Takers {
    Threads,
    Workgroups,
    Ranges, ///< threads, of which each takes neighbours
    One     ///< this thread, all of them
  };
  ForOp makeLoop(mlir::OpBuilder &at, GridOp grid, unsigned dim, mlir::IRMapping &mapping,
                 Takers takers = Takers::Threads);
  llvm::SmallVector<ForOp> makeLoops(mlir::OpBuilder &inner, GridOp grid, mlir::IRMapping &mapping,
                                     llvm::SmallVectorImpl<mlir::Value> &numbers);
  ForOp makeBlockLoop(mlir::OpBuilder &at, GridOp grid, unsigned dim, mlir::IRMapping &mapping,
                      mlir::Value &number);
  void emitFolded(mlir::OpBuilder &final, GridOp grid, Fold fold);
  void emitBeside(mlir::OpBuilder &at, GridOp grid);
  void finishReductions(mlir::OpBuilder &at, GridOp grid, ReductionLowering &reductions,
                        llvm::StringRef suffix);
  ForOp makeRangeLoop(mlir::OpBuilder &at, GridOp grid, unsigned dim);
  llvm::SmallVector<mlir::Value> makeCounters(mlir::OpBuilder &at, GridOp grid,
                                              llvm::ArrayRef<mlir::Value> numbers,
                                              mlir::IRMapping &mapping);
  GridLoops describeLoops(GridOp grid);
  GridDispatch *getGridDispatch(GridOp grid);
  IfOp makeRowBranch(mlir::OpBuilder &at, RowOp row, ReductionLowering &reductions);
  mlir::Value makeCounter(mlir::OpBuilder &at, GridOp grid, unsigned dim, mlir::Value number,
                          mlir::IRMapping &mapping);
  void makeCountingShaders(GridOp counting, llvm::StringRef suffix);
  std::string countOthers(mlir::OpBuilder &at, mlir::ArrayAttr kernels,
                          const EffectSet &changing = {});
  void countOthersLast(mlir::OpBuilder &at, ShaderOp shader, GridOp grid);
  std::string finishByLastWorkgroup(mlir::OpBuilder &at, GridOp grid, llvm::StringRef suffix);
  void handOn(ShaderOp shader, GridOp grid);
  mlir::ArrayAttr makeBindings();
  mlir::DictionaryAttr makeFieldAccess(bool ofShaders = false);
  CommandsOp beginCommands(mlir::IRMapping &mapping);
  void makeSpilledUpdates(mlir::OpBuilder &at, mlir::IRMapping &mapping);
  void makeIndirect(mlir::OpBuilder &at, GridOp grid, const GroupsPlace &place);
  void makeCommands();

  KernelOp kernel;
  std::string display; ///< what the generated class calls it
  const KernelAppends &appends;
  const llvm::StringSet<> &written; ///< fields that kernels of the class write
  const CountedPlaces &countedPlaces;
  ClassOp parent;
  mlir::Location loc;
  mlir::OpBuilder builder;
  llvm::SmallVector<PushConstant> pushConstants;
  llvm::SmallVector<std::pair<mlir::BlockArgument, FieldOp>>
      spilled; ///< scalars that go through class data
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Dimension>> dimensions;
  llvm::MapVector<mlir::BlockArgument, Access> buffers;
  llvm::SmallVector<ScratchOp> scratches;
  llvm::DenseMap<mlir::Operation *, GroupsPlace> groupsOf; ///< numbers of workgroups, by grid
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<GridDispatch>>
      gridDispatches; ///< by the grid; null where threads take its iterations one by one
  /// Shaders in order of their dispatch, with the grid that each one runs; null for statements that
  /// run once.
  llvm::SmallVector<std::pair<ShaderOp, GridOp>> shaders;
  /// What runs once as commands: in front of which dispatch, and as which part of the kernel.
  struct Updates {
    size_t before; ///< as many shaders come earlier
    OnceOp once;
    std::string role;
  };
  llvm::SmallVector<Updates> updates;
  /// Grids that are commands: in front of which dispatch.
  llvm::SmallVector<std::pair<size_t, GridOp>> fills;
  mlir::IRMapping current; ///< kernel values -> values of the shader that is being built
};

/// The name, with as many underscores behind it as make it one that `isTaken` does not know.
std::string makeFreeName(std::string name, llvm::function_ref<bool(llvm::StringRef)> isTaken);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_KERNELS_KERNELLOWERING_H
