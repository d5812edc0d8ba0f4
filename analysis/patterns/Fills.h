//===- Fills.h - Loops that store one number all over an array --------------------------------===//
//
//   for (int y = 0; y < height; y++)           vkCmdFillBuffer(m_depth, first 0,
//     for (int x = 0; x < width; x++)    ->                    width * height elements, 1.0f)
//       m_depth[y * width + x] = 1.0f;
//
// A command of the transfer stage does that without a shader, where the elements are neighbours,
// and what is stored is one number of 32 bits, over and over.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_FILLS_H
#define VKMORPH_ANALYSIS_PATTERNS_FILLS_H

#include "ir/VkmDialect.h"

#include <optional>

namespace vkmorph::vkm {

/// What a grid stores in one array.
struct Fill {
  AssignOp store;
  FieldOp field;     ///< the array or vector of the class; null where the kernel is given it
  int64_t first;     ///< the number of the first element; the others follow
  mlir::Value value; ///< of 32 bits, which the host knows; null: `word`
  uint32_t word;
};

/// What a grid does, where it only fills arrays, each once. None for all other grids.
std::optional<llvm::SmallVector<Fill>> matchFills(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_FILLS_H
