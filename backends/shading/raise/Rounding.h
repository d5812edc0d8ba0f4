//===- Rounding.h - What devices that run on a CPU may round inexactly ------------------------===//
//
// lavapipe (Mesa 25.0.7) rounds vectors of as many bits as the CPU has an instruction for: 512 with
// AVX-512 only. These are doubles in subgroups of 8 and floats in subgroups of 16. Without the
// instruction it goes through integers: roundEven(1.5lf) is 1, roundEven(2.5) is 3,
// trunc(16777216.5lf) is its operand, and floor and ceil of floats make 0.0 of -0.0.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_ROUNDING_H
#define VKMORPH_BACKENDS_SHADING_RAISE_ROUNDING_H

#include "ir/VkmDialect.h"

namespace vkmorph::shading {

/// Whether such a device may give another number for a component of that type.
inline bool isRoundedInexactly(vkm::MathFn fn, mlir::Type type) {
  return fn == vkm::MathFn::Rint || (fn == vkm::MathFn::Trunc && type.isF64());
}

/// Whether such a device may give 0.0 for -0.0: for these two although the shader asks for the sign
/// to be kept, for the others where it cannot ask.
inline bool losesSignOfZero(vkm::MathFn fn, mlir::Type type, bool hasFloatControls) {
  if (!type.isF32())
    return false;
  return fn == vkm::MathFn::Floor || fn == vkm::MathFn::Ceil ||
         (!hasFloatControls && (fn == vkm::MathFn::Trunc || fn == vkm::MathFn::Round));
}

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_ROUNDING_H
