//===- NamedConstants.cpp - Constants of the source keep their names --------------------------===//
//
//     static constexpr float Pi = 3.14159265f;    ->  const float Pi = 3.1415927;
//     enum class Mode { Cold, Warm };             ->  const int Mode_Warm = 1;
//     angle / Pi, n / float(Count), case Mode::Warm:  likewise
//
// A constant is declared once, in its own type where every shader has that, and converted where it
// is used. The numbers are those of the operations: which of two constants of one value an
// expression mentions changes nothing.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/NamedConstants.h"

#include "backends/shading/raise/Raise.h"
#include "ir/NamedConstants.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static bool isFinite(TypedAttr value) {
  auto number = dyn_cast<FloatAttr>(value);
  return !number || number.getValue().isFinite();
}

/// An integer or a bool that is converted, where that is a value of the type.
static TypedAttr convert(IntegerAttr value, Type type) {
  APInt number = value.getValue();
  bool isSigned = cast<IntegerType>(value.getType()).isSigned();
  if (auto floating = dyn_cast<FloatType>(type)) {
    APFloat result(floating.getFloatSemantics());
    result.convertFromAPInt(number, isSigned, APFloat::rmNearestTiesToEven);
    return FloatAttr::get(type, result);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 1)
    return IntegerAttr::get(type, APInt(1, !number.isZero()));
  return IntegerAttr::get(type, isSigned ? number.sextOrTrunc(width) : number.zextOrTrunc(width));
}

TypedAttr shading::getDeclaredValue(ConstantOp constant) {
  if (!constant->hasAttr(kNameAttr) || !isFinite(constant.getValue()))
    return {};
  auto source = constant->getAttrOfType<IntegerAttr>(kNamedValueAttr);
  if (!source)
    // A float that is made an integer, or a double, is another number to compilers of shaders that
    // compute with all digits of the declaration, as glslang does.
    return constant->hasAttr(kNamedValueAttr) && !isa<FloatType>(constant.getType())
               ? TypedAttr()
               : constant.getValue();
  // Small integers are 32-bit ones in shaders; not all have those of 64 bits.
  auto type = cast<IntegerType>(source.getType());
  if (type.getWidth() == 64)
    return constant.getValue();
  if (type.getWidth() > 1 && type.getWidth() < 32)
    source = cast<IntegerAttr>(
        convert(source, IntegerType::get(type.getContext(), 32, type.getSignedness())));
  return convert(source, constant.getType()) == constant.getValue() ? TypedAttr(source)
                                                                    : TypedAttr();
}

namespace {
class Declarer {
public:
  explicit Declarer(ModuleOp module) : context(module.getContext()) {
    for (Operation &op : shading::getClass(module).getBody().front()) {
      // The library's own are literals.
      if (!isa<FuncOp, ShaderOp>(op) || op.hasAttr(shading::kPolyfillAttr))
        continue;
      SmallVector<Operation *> users;
      op.walk([&](Operation *inner) {
        if (isa<ConstantOp, SwitchOp>(inner))
          users.push_back(inner);
      });
      for (Operation *user : users) {
        if (auto constant = dyn_cast<ConstantOp>(user))
          visit(constant);
        else
          visit(cast<SwitchOp>(user));
      }
    }
    if (!declarations.empty())
      module->setAttr(shading::kConstantsAttr, ArrayAttr::get(context, list()));
  }

private:
  IntegerAttr declare(StringAttr name, TypedAttr value, Attribute comment, bool isHex) {
    auto [entry, isNew] = declarations.insert({{name, value}, {}});
    if (isNew) {
      Builder builder(context);
      entry->second.append("name", name);
      entry->second.append("value", value);
      if (comment)
        entry->second.append(kCommentAttr, comment);
      if (isHex)
        entry->second.append(kHexAttr, builder.getUnitAttr());
    }
    return IntegerAttr::get(IntegerType::get(context, 64), entry - declarations.begin());
  }

  void visit(ConstantOp constant) {
    TypedAttr value = shading::getDeclaredValue(constant);
    if (!value || constant.use_empty())
      return;
    auto name = constant->getAttrOfType<StringAttr>(kNameAttr);
    bool isHex = constant->hasAttr(kHexAttr) && isa<IntegerAttr>(value);
    IntegerAttr number = declare(name, value, constant->getAttr(kNamedCommentAttr), isHex);
    if (value.getType() == constant.getType()) {
      constant->setAttr(shading::kConstantAttr, number);
      return;
    }
    OpBuilder builder(constant);
    auto source = builder.create<ConstantOp>(constant.getLoc(), value);
    source->setAttr(shading::kConstantAttr, number);
    Value converted = builder.create<CastOp>(constant.getLoc(), constant.getType(), source);
    constant.replaceAllUsesWith(converted);
    constant.erase();
  }

  void visit(SwitchOp op) {
    auto names = op->getAttrOfType<ArrayAttr>(kLabelNamesAttr);
    if (!names)
      return;
    auto type = cast<IntegerType>(op.getValue().getType());
    SmallVector<Attribute> entries;
    for (auto [labels, entry] :
         llvm::zip_equal(op.getLabels().getAsRange<ArrayAttr>(), names.getAsRange<ArrayAttr>())) {
      SmallVector<Attribute> numbers;
      for (auto [label, name] :
           llvm::zip_equal(labels.getAsRange<IntegerAttr>(), entry.getAsRange<StringAttr>())) {
        APInt value = label.getValue().sextOrTrunc(type.getWidth());
        numbers.push_back(name.empty() ? Attribute(UnitAttr::get(context))
                                       : declare(name, IntegerAttr::get(type, value), {}, false));
      }
      entries.push_back(ArrayAttr::get(context, numbers));
    }
    op->setAttr(kLabelNamesAttr, ArrayAttr::get(context, entries));
  }

  SmallVector<Attribute> list() {
    SmallVector<Attribute> all;
    for (auto &entry : declarations)
      all.push_back(entry.second.getDictionary(context));
    return all;
  }

  MLIRContext *context;
  llvm::MapVector<std::pair<StringAttr, TypedAttr>, NamedAttrList> declarations;
};
} // namespace

void shading::declareConstants(ModuleOp module) { Declarer declarer(module); }
