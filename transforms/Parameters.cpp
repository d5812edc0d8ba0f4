//===- Parameters.cpp - Functions get parameters, and copies of their own --------------------===//

#include "transforms/Parameters.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace vkmorph::vkm;

BlockArgument vkmorph::vkm::insertParameter(FunctionOpInterface function, unsigned index,
                                            StringRef name, Type type, Location loc) {
  Builder builder(function->getContext());
  function.insertArgument(
      index, type,
      builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(name))), loc);
  return function.getArgument(index);
}

BlockArgument vkmorph::vkm::addParameter(FunctionOpInterface function, StringRef name, Type type,
                                         Location loc) {
  return insertParameter(function, function.getNumArguments(), name, type, loc);
}

std::string vkmorph::vkm::makeFreeArgName(FunctionOpInterface function, std::string name) {
  auto isTaken = [&](unsigned index) { return argName(function, index) == name; };
  while (llvm::any_of(llvm::seq<unsigned>(0, function.getNumArguments()), isTaken))
    name += '_';
  return name;
}

FuncOp vkmorph::vkm::copyFunction(FuncOp function, StringRef symbol) {
  OpBuilder builder(function->getContext());
  builder.setInsertionPointAfter(function);
  auto copy = cast<FuncOp>(builder.clone(*function));
  copy.setSymName(symbol);
  if (!copy->hasAttr("cpp_name"))
    copy->setAttr("cpp_name", function.getSymNameAttr());
  return copy;
}
