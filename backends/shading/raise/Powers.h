//===- Powers.h - Which powers GLSL defines ---------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_POWERS_H
#define VKMORPH_BACKENDS_SHADING_RAISE_POWERS_H

#include "ir/VkmDialect.h"

namespace vkmorph::shading {

/// What std::pow is in GLSL. The exponents of all but the first two are constant.
enum class Power {
  Any,             ///< a function that looks at both operands
  Defined,         ///< pow(x, y): x is not negative, or y does not mind
  Squared,         ///< x * x
  Cube,            ///< x * x * x
  Fourth,          ///< (x * x) * (x * x)
  Even,            ///< pow(abs(x), y)
  Odd,             ///< the sign is that of x
  Fraction,        ///< of negative numbers there is none
  NegativeFraction ///< nor of 0
};

/// Looks at the operands: call it before anything is replaced.
Power classifyPower(vkm::MathOp power);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_POWERS_H
