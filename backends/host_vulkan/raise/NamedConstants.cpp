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
#include "ir/LocalNames.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;

/// Whether an operation is an operator whose other operand has a type of 32 unsigned bits, which
/// decides for both.
static bool hasUnsignedBeside(Operation *op, Value constant) {
  auto binary = dyn_cast<vkm::BinaryOp>(op);
  bool isShift =
      binary && llvm::is_contained({vkm::BinaryKind::Shl, vkm::BinaryKind::Shr}, binary.getKind());
  return (isa<vkm::CmpOp>(op) || (binary && !isShift)) &&
         llvm::any_of(op->getOperands(), [&](Value other) {
           return other != constant && other.getType().isUnsignedInteger(32) &&
                  !other.getDefiningOp<vkm::ConstantOp>();
         });
}

/// Whether C++ converts a number by itself to what the constant is, wherever that is used.
static bool convertsByItself(Type from, vkm::ConstantOp constant) {
  auto number = dyn_cast<IntegerType>(from);
  if (from == constant.getType())
    return true;
  if (!number || number.getWidth() == 1 || number.getWidth() > 32)
    return false;
  // All operators promote short numbers to int.
  if (constant.getType().isSignedInteger(32))
    return number.getWidth() < 32;
  return constant.getType().isUnsignedInteger(32) &&
         llvm::all_of(constant->getUsers(), [&](Operation *user) {
           return isa<vkm::VarOp, vkm::AssignOp, vkm::ReturnOp, vkm::CmdRunOp>(user) ||
                  hasUnsignedBeside(user, constant);
         });
}

/// Whether one conversion of a number makes the constant's value of it. `double(float(kThird))` and
/// `(long long)unsigned(kMinus)` take two.
static bool isConverted(TypedAttr number, vkm::ConstantOp constant) {
  if (number.getType() == constant.getType())
    return number == constant.getValue();
  OpBuilder builder(constant->getContext());
  auto source = builder.create<vkm::ConstantOp>(constant.getLoc(), number);
  auto cast = builder.create<vkm::CastOp>(constant.getLoc(), constant.getType(), source);
  SmallVector<OpFoldResult> results;
  bool isIt = succeeded(cast->fold({number}, results)) && results.size() == 1 &&
              results.front().dyn_cast<Attribute>() == constant.getValue();
  cast->destroy();
  source->destroy();
  return isIt;
}

/// The name of a constant where a function may have a variable of that name.
static std::string nameBeside(StringRef name, const llvm::StringSet<> &variables) {
  return (variables.contains(name) ? "::" : "") + name.str();
}

static void nameConstant(vkm::ConstantOp constant, vkm::ClassOp theClass,
                         const llvm::StringSet<> &variables) {
  auto spelled = constant->getAttrOfType<StringAttr>(vkm::kSpelledAttr);
  if (!spelled || constant->getParentOfType<vkm::ExtentOp>())
    return;
  auto source = constant->getAttrOfType<TypedAttr>(vkm::kNamedValueAttr);
  if (source && !isConverted(source, constant)) {
    constant->removeAttr(vkm::kSpelledAttr);
    constant->removeAttr(vkm::kSpelledEnumAttr);
    return;
  }
  Type type = source ? source.getType() : constant.getType();
  std::string name = nameBeside(spelled.getValue(), variables);
  if (constant->hasAttr(vkm::kSpelledEnumAttr))
    name = "static_cast<" + vkm::spellType(constant.getType(), theClass) + ">(" + name + ")";
  else if (!convertsByItself(type, constant))
    name = vkm::spellType(constant.getType(), theClass) + "(" + name + ")";
  constant->setAttr(kConstantAttr, StringAttr::get(constant.getContext(), name));
}

void host::nameConstants(Operation *function) {
  auto theClass = function->getParentOfType<vkm::ClassOp>();
  llvm::StringSet<> variables;
  vkm::forEachDeclaredName(function, [&](StringRef name) { variables.insert(name); });
  Builder builder(function->getContext());
  function->walk([&](Operation *op) {
    if (auto constant = dyn_cast<vkm::ConstantOp>(op))
      nameConstant(constant, theClass, variables);
    auto labels = op->getAttrOfType<ArrayAttr>(vkm::kLabelSpellingsAttr);
    if (!labels)
      return;
    SmallVector<Attribute> sections;
    for (auto section : labels.getAsRange<ArrayAttr>()) {
      SmallVector<Attribute> names;
      for (auto name : section.getAsRange<StringAttr>())
        names.push_back(builder.getStringAttr(nameBeside(name.getValue(), variables)));
      sections.push_back(builder.getArrayAttr(names));
    }
    op->setAttr(kConstantAttr, builder.getArrayAttr(sections));
  });
}
