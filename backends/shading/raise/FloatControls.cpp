//===- FloatControls.cpp - Whether a shader depends on NaN, infinities or -0.0 ----------------===//
//
// A device may take floats for numbers that are neither NaN nor infinite, and 0.0 for -0.0, unless
// the shader asks for them to be kept. It does where the source looks at them:
//
//     std::isnan(x)    std::signbit(x)    std::fmin(x, y)    x != x    x < INFINITY    x - x
//
// and where lowering has made a comparison that keeps `0 * infinity` away, or a sum of what may be
// infinite (vkm.keeps_infinities).
//
// In GLSL, the text then has, for each width that is concerned:
//
//     spirv_execution_mode(extensions = [...], capabilities = [4466], 4461, 32);
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/NearIdentities.h"
#include "backends/shading/raise/Raise.h"
#include "ir/VkmAttributes.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;
using namespace vkmorph::shading;

static bool isNanOrInfinity(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto number = constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
  return number && !number.getValue().isFinite();
}

/// Functions whose results are about NaN, infinities or signs.
static bool looksAtThem(MathFn fn) {
  switch (fn) {
  case MathFn::IsNan:
  case MathFn::IsInf:
  case MathFn::FMin:
  case MathFn::FMax:
  case MathFn::CopySign:
  case MathFn::NextAfter:
  case MathFn::SignBit:
    return true;
  default:
    return false;
  }
}

/// The floats that an operation looks at in this way; null if none.
static Type getConcerned(Operation *op) {
  if (auto math = dyn_cast<MathOp>(op))
    return looksAtThem(math.getFn()) && !op->hasAttr(kNeverNanAttr) ? op->getOperand(0).getType()
                                                                    : Type();
  if (auto update = dyn_cast<UpdateOp>(op))
    return isNearIdentity(update) || isNanOrInfinity(update.getValue())
               ? update.getValue().getType()
               : Type();
  if (!isa<BinaryOp, CmpOp>(op))
    return {};
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  auto binary = dyn_cast<BinaryOp>(op);
  bool concerned = op->hasAttr(kKeepsInfinitiesAttr) || isNanOrInfinity(lhs) ||
                   isNanOrInfinity(rhs) || (binary ? isNearIdentity(binary) : isAlike(lhs, rhs));
  return concerned ? lhs.getType() : Type();
}

void vkmorph::shading::findFloatControls(ModuleOp module) {
  llvm::SmallSetVector<int32_t, 2> widths;
  if (auto known = module->getAttrOfType<DenseI32ArrayAttr>(kFloatControlsAttr))
    widths.insert(known.asArrayRef().begin(), known.asArrayRef().end());
  module.walk([&](Operation *op) {
    if (Type type = getConcerned(op))
      if (auto number = dyn_cast<FloatType>(getComponentType(type)))
        widths.insert(number.getWidth());
  });
  SmallVector<int32_t> sorted = widths.takeVector();
  llvm::sort(sorted);
  if (!sorted.empty())
    module->setAttr(kFloatControlsAttr, DenseI32ArrayAttr::get(module.getContext(), sorted));
}
