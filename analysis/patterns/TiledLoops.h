//===- TiledLoops.h - Inner loops in which all threads read the same elements -----------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_TILEDLOOPS_H
#define VKMORPH_ANALYSIS_PATTERNS_TILEDLOOPS_H

#include "analysis/values/CountedLoops.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// What a loop reads of one array, alike in all threads: `bodies[j]`, `bodies[j].mass`.
struct TiledRead {
  mlir::Value pointer;
  mlir::Value index;                        ///< made of the loop's variable
  llvm::SmallVector<mlir::StringAttr> path; ///< members that lead from the element
  mlir::Type type;                          ///< of what is read
  llvm::SmallVector<mlir::Value> places;    ///< all in the loop, to be found in shared memory
};

/// A loop inside of the iterations of a grid that runs alike in all of them:
///
///   for (i ...) {
///     float sum = 0;
///     for (int j = 0; j < n; j++) sum += f(a[i], a[j]);
///     out[i] = sum;
///   }
///
/// Before its end an iteration writes nothing but local variables, so that a thread that has
/// nothing to do may repeat the iteration of another one.
struct TiledLoop {
  ForOp loop;
  CountedLoop header;
  llvm::SmallVector<TiledRead> reads;
};

/// The loops of that kind among the statements of `body`, an iteration of `around`: a vkm.grid of
/// one dimension, or the loop over its iterations in a shader; also those in `if (m > 0)`, where
/// all iterations decide alike.
llvm::SmallVector<TiledLoop> matchTiledLoops(mlir::Operation *around, mlir::Block &body);

/// A loop of that kind, and what is against tiles for it; empty where nothing is.
struct TileCandidate {
  TiledLoop tiled;
  std::string obstacle;
};
/// All of a grid, for workgroups of so many threads, of whose shared memory others take so many
/// bytes.
std::vector<TileCandidate> judgeTiledLoops(GridOp grid, int64_t threads, int64_t bytes);

/// Those of a grid that are long enough, and whose tiles of as many elements as a workgroup has
/// threads fit into shared memory, of which others take so many bytes.
llvm::SmallVector<TiledLoop> chooseTiledLoops(GridOp grid, int64_t threads, int64_t bytes);

/// Whether the threads of a workgroup take neighbouring iterations of a planned grid, one each at a
/// time, as those do that read tiles together.
bool takesOneByOne(GridOp grid);

/// Bytes of shared memory that the tiles of a loop take.
int64_t getTileBytes(const TiledLoop &tiled, int64_t threads);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_TILEDLOOPS_H
