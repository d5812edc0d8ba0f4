//===- VkmVirtual.cpp - Objects behind an interface and calls of their methods
//-----------------===//

#include "ir/Overriders.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

unsigned HierarchyOp::getNumClasses() {
  return llvm::range_size(getBody().getOps<ObjectClassOp>());
}

HierarchyOp HierarchyOp::find(Operation *from, RecordType record) {
  auto module = isa<ModuleOp>(from) ? cast<ModuleOp>(from) : from->getParentOfType<ModuleOp>();
  for (HierarchyOp hierarchy : module.getOps<HierarchyOp>())
    if (hierarchy.getRecordAttr() == record.getName())
      return hierarchy;
  return {};
}

static RecordOp lookupRecordOf(HierarchyOp hierarchy) {
  auto module = hierarchy->getParentOfType<ModuleOp>();
  return module ? module.lookupSymbol<RecordOp>(hierarchy.getRecord()) : RecordOp();
}

LogicalResult HierarchyOp::verifyRegions() {
  RecordOp record = lookupRecordOf(*this);
  if (!record)
    return emitOpError("is of no record: ") << getRecordAttr();
  auto members = record.getMembers().getAsRange<MemberAttr>();
  MemberAttr type = members.empty() ? MemberAttr() : *members.begin();
  if (!type || type.getName() != kTypeMember || !type.getType().isUnsignedInteger(32))
    return emitOpError("is of a record whose first member is not \"type\" of type ui32");
  if (getNumClasses() == 0)
    return emitOpError("has no class");
  for (Operation &op : getBody().front())
    if (!isa<ObjectClassOp, OverridersOp>(op))
      return op.emitOpError("stands in a hierarchy of classes");
  return success();
}

LogicalResult ObjectClassOp::verify() {
  RecordOp record = lookupRecordOf(cast<HierarchyOp>((*this)->getParentOp()));
  for (auto part : getParts().getAsRange<ArrayAttr>()) {
    if (part.size() != 3 && part.size() != 4)
      return emitOpError("has a part that is not a member, a class and a name: ") << part;
    StringRef member = cast<StringAttr>(part[0]).getValue();
    if (record && !record.lookupMember(member))
      return emitOpError("has a part that is no member of the record: ") << member;
  }
  if (ArrayAttr owners = getOwnersAttr())
    for (auto owner : owners.getAsRange<ArrayAttr>())
      if (owner.size() != 2 && owner.size() != 4)
        return emitOpError("has an owner that is not a class and a name: ") << owner;
  return success();
}

FuncOp vkmorph::vkm::lookupOverrider(OverridersOp overriders, FlatSymbolRefAttr name) {
  auto module = overriders->getParentOfType<ModuleOp>();
  for (ClassOp parent : module.getOps<ClassOp>())
    if (auto function = parent.lookupSymbol<FuncOp>(name.getAttr()))
      return function;
  return module.lookupSymbol<FuncOp>(name.getAttr());
}

LogicalResult OverridersOp::verifySymbolUses(SymbolTableCollection &) {
  auto hierarchy = cast<HierarchyOp>((*this)->getParentOp());
  if (getFunctions().size() != hierarchy.getNumClasses())
    return emitOpError("has ") << getFunctions().size() << " functions for "
                               << hierarchy.getNumClasses() << " classes";
  FuncOp first;
  for (auto name : getFunctions().getAsRange<FlatSymbolRefAttr>()) {
    FuncOp function = lookupOverrider(*this, name);
    if (!function)
      return emitOpError("names no function: ") << name;
    if (first && first.getFunctionType() != function.getFunctionType())
      return emitOpError("has functions of different types: ") << name;
    first = function;
  }
  return success();
}

OverridersOp VirtualCallOp::lookupOverriders() {
  auto module = (*this)->getParentOfType<ModuleOp>();
  return dyn_cast_or_null<OverridersOp>(module ? SymbolTable::lookupSymbolIn(module, getCallee())
                                               : nullptr);
}

LogicalResult VirtualCallOp::verifySymbolUses(SymbolTableCollection &) {
  OverridersOp overriders = lookupOverriders();
  if (!overriders)
    return emitOpError("calls no table of overriders: ") << getCallee();
  auto first = cast<FlatSymbolRefAttr>(overriders.getFunctions()[0]);
  FuncOp function = lookupOverrider(overriders, first);
  if (!function) // which the table says
    return success();
  if (!fitParameters(function.getArgumentTypes(), getOperands().getTypes()) ||
      !llvm::equal(function.getResultTypes(), getResults().getTypes()))
    return emitOpError("does not fit the callee's type ") << function.getFunctionType();
  return success();
}

LogicalResult RegroupOp::verify() {
  if (getWays() < 2 || getTurns() < 1)
    return emitOpError("has ") << getWays() << " ways and " << getTurns()
                               << " turns; there are at least 2 and 1";
  if (getNames().size() != getKept().size())
    return emitOpError("keeps ") << getKept().size() << " values, and has " << getNames().size()
                                 << " names";
  if ((*this)->getNextNode())
    return emitOpError("is the rest of an iteration, and stands in front of other statements");
  SmallVector<Type> types(getCounters().getTypes());
  llvm::append_range(types, getKept().getTypes());
  if (getBody().front().getArgumentTypes() != TypeRange(types))
    return emitOpError("gives its region other values than its counters and what it keeps");
  return success();
}

LogicalResult RoundsOp::verify() {
  auto grid = dyn_cast<GridOp>((*this)->getParentOp());
  if (!grid)
    return success();
  if (getCounters().size() != grid.getNumDims())
    return emitOpError("has ") << getCounters().size() << " counters in a grid of "
                               << grid.getNumDims() << " loops";
  if (!llvm::hasSingleElement(grid.getBody().front()))
    return emitOpError("is the whole iteration, and stands beside other statements");
  return success();
}
