//===- LocalNames.cpp - The names that are taken inside of a function ------------------------===//

#include "ir/LocalNames.h"

#include "ir/LentObjects.h"
#include "ir/NamedConstants.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

StringRef vkmorph::vkm::getDeclaredName(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<VarOp, LetOp, ForOp>([](auto declaration) { return declaration.getName(); })
      .Default([](Operation *) { return StringRef(); });
}

std::string vkmorph::vkm::nameOfAnswer(StringRef array) {
  array.consume_front("m_");
  std::string name = array.str();
  if (!name.empty())
    name.front() = llvm::toUpper(name.front());
  return "has" + name;
}

void vkmorph::vkm::forEachDeclaredName(Operation *function,
                                       llvm::function_ref<void(StringRef)> take) {
  for (DictionaryAttr object : getObjects(function))
    take(object.getAs<StringAttr>("name").getValue());
  if (auto interface = dyn_cast<FunctionOpInterface>(function))
    for (unsigned index = 0; index < interface.getNumArguments(); ++index)
      take(argName(interface, index));
  function->walk([&](Operation *op) {
    if (StringRef name = getDeclaredName(op); !name.empty())
      take(name);
  });
}

void vkmorph::vkm::forEachLocalName(Operation *function, llvm::function_ref<void(StringRef)> take) {
  forEachDeclaredName(function, take);
  auto takeConstant = [&](StringRef name) {
    if (!name.empty() && !name.contains(':'))
      take(name);
  };
  function->walk([&](Operation *op) {
    if (auto name = op->getAttrOfType<StringAttr>(kSpelledAttr))
      takeConstant(name.getValue());
    if (auto labels = op->getAttrOfType<ArrayAttr>(kLabelSpellingsAttr))
      for (auto section : labels.getAsRange<ArrayAttr>())
        for (auto name : section.getAsRange<StringAttr>())
          takeConstant(name.getValue());
  });
}
