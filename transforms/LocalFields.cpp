//===- LocalFields.cpp - Fields of the generated class for what control functions keep --------===//

#include "transforms/LocalFields.h"

#include "ir/HostCode.h"
#include "ir/VkmAttributes.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

FieldOp vkmorph::vkm::makeField(ClassOp theClass, Location loc, StringRef name, Type type) {
  std::string symbol = makeFreeSymbol(theClass, name);
  Block &body = theClass.getBody().front();
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  if (auto next = llvm::find_if_not(body, llvm::IsaPred<FieldOp>); next != body.end())
    builder.setInsertionPoint(&*next);
  return builder.create<FieldOp>(loc, builder.getStringAttr(symbol), TypeAttr::get(type),
                                 CppAccessAttr::get(builder.getContext(), CppAccess::Protected),
                                 IntegerAttr(), /*temporary=*/UnitAttr(), FlatSymbolRefAttr());
}

FieldOp vkmorph::vkm::makeLocalField(ControlOp control, Location loc, StringRef name, Type type) {
  std::string symbol = (control.getSymName() + "_" + name).str();
  FieldOp field = makeField(control->getParentOfType<ClassOp>(), loc, symbol, type);
  // Another variable of the function may have the name: then there is a number behind it.
  markLocal(field, control.getSymName(),
            field.getSymName().drop_front(control.getSymName().size() + 1));
  return field;
}

FieldOp vkmorph::vkm::makeKernelField(KernelOp kernel, Location loc, StringRef local, Type type) {
  OpBuilder builder(kernel);
  std::string name = makeFreeSymbol(kernel->getParentOfType<ClassOp>(),
                                    (kernel.getDisplayName() + "_" + local).str());
  auto field = builder.create<FieldOp>(loc, builder.getStringAttr(name), TypeAttr::get(type),
                                       CppAccessAttr::get(builder.getContext(), CppAccess::Public),
                                       IntegerAttr(), builder.getUnitAttr(), FlatSymbolRefAttr());
  field->setAttr(kLocalNameAttr, builder.getStringAttr(local));
  return field;
}

FieldOp vkmorph::vkm::makeLocalVector(ClassOp theClass, Location loc, StringRef name, Type element,
                                      StringRef owner, StringRef local) {
  OpBuilder at = OpBuilder::atBlockBegin(&theClass.getBody().front());
  std::string symbol = makeFreeSymbol(theClass, name);
  auto field = at.create<FieldOp>(loc, symbol, DynArrayType::get(at.getContext(), element),
                                  CppAccess::Protected, IntegerAttr(), /*temporary=*/false,
                                  FlatSymbolRefAttr());
  markLocal(field, owner, local.empty() ? StringRef(symbol) : local);
  return field;
}

void vkmorph::vkm::replaceByField(Value place, FieldOp field) {
  for (OpOperand &use : llvm::make_early_inc_range(place.getUses())) {
    OpBuilder builder(use.getOwner());
    use.set(
        builder.create<FieldRefOp>(use.getOwner()->getLoc(), place.getType(), field.getSymName()));
  }
}

void vkmorph::vkm::replaceByField(VarOp var, FieldOp field) {
  replaceByField(var.getRef(), field);
  if (var.getInit()) {
    OpBuilder builder(var);
    auto place =
        builder.create<FieldRefOp>(var.getLoc(), var.getRef().getType(), field.getSymName());
    auto assign = builder.create<AssignOp>(var.getLoc(), place, var.getInit());
    if (Attribute comment = var->getAttr(kCommentAttr))
      assign->setAttr(kCommentAttr, comment);
  }
  var.erase();
}
