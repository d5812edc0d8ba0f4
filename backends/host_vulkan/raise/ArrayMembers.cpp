//===- ArrayMembers.cpp - How arrays that are members of structs are assigned ----------------===//

#include "backends/host_vulkan/raise/ArrayMembers.h"

#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/CppTypes.h"
#include "ir/HostCode.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;

bool host::isStdArray(vkm::RecordOp record, StringRef name) {
  if (record->hasAttr(vkm::kTupleElementsAttr) || record->hasAttr(vkm::kLocalTypeAttr))
    return true;
  auto names = record->getAttrOfType<ArrayAttr>(vkm::kStdArraysAttr);
  return names && llvm::is_contained(names.getAsValueRange<StringAttr>(), name);
}

/// Whether C++ assigns a member, which is an array, as a whole.
static bool isAssignedWhole(vkm::MemberOp member) {
  auto type =
      dyn_cast<vkm::RecordType>(cast<vkm::RefType>(member.getBase().getType()).getPointee());
  return !type || host::isStdArray(vkm::lookupRecord(member, type), member.getName());
}

/// The object that a place is a part of.
static Value getObject(Value place) {
  while (true)
    if (auto member = place.getDefiningOp<vkm::MemberOp>())
      place = member.getBase();
    else if (auto element = place.getDefiningOp<vkm::ElementOp>())
      place = element.getBase();
    else
      return place;
}

/// Whether an expression may read the object. What has got a name is computed before.
static bool mayRead(Value value, Value object) {
  if (isa<vkm::RefType>(value.getType())) {
    Value other = getObject(value);
    return other == object || !other.getDefiningOp<vkm::VarOp>() ||
           !object.getDefiningOp<vkm::VarOp>();
  }
  Operation *op = value.getDefiningOp();
  return op && !isa<vkm::LetOp>(op) &&
         (op->getNumRegions() != 0 ||
          llvm::any_of(op->getOperands(), [&](Value part) { return mayRead(part, object); }));
}

void host::chooseArrayAssignments(Operation *body) {
  body->walk([](vkm::AssignOp assign) {
    auto member = assign.getRef().getDefiningOp<vkm::MemberOp>();
    if (!member || !isa<vkm::ArrayType>(assign.getValue().getType()) ||
        !assign.getValue().getDefiningOp<vkm::AggregateOp>() || isAssignedWhole(member))
      return;
    bool readsOld = mayRead(assign.getValue(), getObject(member));
    assign->setAttr(readsOld ? kBytesAttr : kElementsAttr, UnitAttr::get(assign.getContext()));
  });
}
