//===- EndLast.h - Iterations that end with their last statement -----------------*- C++ -*-===//
//
//   if (c) { a; continue; } b;     =>     if (c) { a; } else { b; }
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_ENDLAST_H
#define VKMORPH_TRANSFORMS_ENDLAST_H

namespace mlir {
class Block;
} // namespace mlir

namespace vkmorph::vkm {

/// Whether iterations of a grid, whose statements these are, end before their last one (`continue`)
/// in branches alone that stand among these statements themselves.
bool canEndLast(mlir::Block &block);

/// Writes them so that they end with their last statement; where canEndLast().
void endLast(mlir::Block &block);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_ENDLAST_H
