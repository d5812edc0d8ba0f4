//===- NamedConstants.cpp - Constants and enumerators keep their names in host code -----------===//
//
//     if (n > Blur::kMost)     gain == float(kSteps)     case Filter::Box:
//
// The class's own declarations are there: nothing is declared again, as shaders have to.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/NamedConstants.h"
#include "backends/common/Raise.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/CppTypes.h"

using namespace mlir;
using namespace vkmorph;

/// Whether C++ converts a number of one type to the other by itself where they are operands of one
/// operator, and computes what the other type does.
static bool convertsByItself(Type from, Type to) {
  auto narrow = dyn_cast<IntegerType>(from), wide = dyn_cast<IntegerType>(to);
  return from == to || (narrow && wide && wide.getWidth() == 32 && narrow.getWidth() > 1);
}

static void nameConstant(vkm::ConstantOp constant, vkm::ClassOp theClass) {
  auto spelled = constant->getAttrOfType<StringAttr>(vkm::kSpelledAttr);
  if (!spelled || constant->getParentOfType<vkm::ExtentOp>())
    return;
  auto source = constant->getAttrOfType<TypedAttr>(vkm::kNamedValueAttr);
  Type type = source ? source.getType() : constant.getType();
  std::string name = spelled.str();
  if (constant->hasAttr(vkm::kSpelledEnumAttr))
    name = "static_cast<" + vkm::spellType(constant.getType(), theClass) + ">(" + name + ")";
  else if (!convertsByItself(type, constant.getType()))
    name = vkm::spellType(constant.getType(), theClass) + "(" + name + ")";
  constant->setAttr(kConstantAttr, StringAttr::get(constant.getContext(), name));
}

void host::nameConstants(Operation *function) {
  auto theClass = function->getParentOfType<vkm::ClassOp>();
  function->walk([&](Operation *op) {
    if (auto constant = dyn_cast<vkm::ConstantOp>(op))
      nameConstant(constant, theClass);
    if (Attribute labels = op->getAttr(vkm::kLabelSpellingsAttr))
      op->setAttr(kConstantAttr, labels);
  });
}
