//===- MemberSizes.cpp - Numbers of class data that may be sizes ------------------------------===//

#include "analysis/accesses/MemberSizes.h"

#include "ir/Places.h"

using namespace mlir;
using namespace vkmorph::vkm;

std::string MemberSize::spell() const {
  return spellPlace(FieldOp(field).getSymName(), path.getValue());
}

MemberSizes::MemberSizes(ClassOp op, ArrayRef<FunctionOpInterface> functions,
                         ArrayRef<Operation *> others)
    : op(op) {
  for (FunctionOpInterface function : functions)
    function->walk([&](Operation *inner) { collect(inner, /*mayChange=*/true); });
  for (Operation *function : others)
    function->walk([&](Operation *inner) { collect(inner, /*mayChange=*/false); });
  for (MemberSize &size : all) {
    PlacePath path{{FieldOp(size.field).getSymNameAttr(), {}},
                   llvm::to_vector(size.path.getValue())};
    size.isSpoiled =
        llvm::any_of(spoiled, [&](const PlacePath &other) { return other.overlaps(path); });
  }
}

std::optional<MemberSizes::Key> MemberSizes::getKey(Value place) {
  if (place.getType() != RefType::get(IntegerType::get(op.getContext(), 64, IntegerType::Unsigned)))
    return std::nullopt;
  PlacePath path = getPlacePath(place);
  FieldOp field = path.root.symbol ? op.lookupField(path.root.symbol.getValue()) : FieldOp();
  if (!field || field.getVectorElement() || !path.isExact())
    return std::nullopt;
  return Key(path.root.symbol, ArrayAttr::get(op.getContext(), path.path));
}

MemberSize *MemberSizes::lookup(Value place) {
  std::optional<Key> key = getKey(place);
  auto found = key ? numbers.find(*key) : numbers.end();
  return found == numbers.end() ? nullptr : &all[found->second];
}

void MemberSizes::collect(Operation *inner, bool mayChange) {
  // Extents are for the host.
  if (inner->getParentOfType<ExtentOp>())
    return;
  auto isPlain = [&](Value place) { return mayChange && getKey(place); };
  auto get = [&](Value place) -> MemberSize & {
    Key key = *getKey(place);
    auto [entry, isNew] = numbers.try_emplace(key, all.size());
    if (isNew)
      all.push_back({op.lookupField(cast<StringAttr>(key.first).getValue()),
                     cast<ArrayAttr>(key.second),
                     {},
                     {}});
    return all[entry->second];
  };
  if (auto load = dyn_cast<LoadOp>(inner)) {
    if (isPlain(load.getRef()))
      get(load.getRef()).loads.push_back(load);
  } else if (isa<AssignOp, UpdateOp>(inner) && isPlain(inner->getOperand(0))) {
    get(inner->getOperand(0)).writes.push_back(inner);
  } else {
    spoil(inner);
  }
}

/// Notes what another operation than a plain assignment may write.
void MemberSizes::spoil(Operation *inner) {
  if (auto reduce = dyn_cast<ReductionOpInterface>(inner))
    spoiled.push_back({{reduce.getFieldAttr().getAttr(), {}}, {}});
  if (isa<MemberOp, ElementOp, DerefOp>(inner))
    return; // what is done with the part counts
  for (Value operand : inner->getOperands()) {
    if (!isa<RefType>(operand.getType()))
      continue;
    if (PlacePath path = getPlacePath(operand); path.root.symbol)
      spoiled.push_back(path);
  }
}
