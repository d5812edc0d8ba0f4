//===- SmallIntegers.cpp - char and short as 32-bit integers ----------------------------------===//
//
// C++ promotes small integers before it computes with them, so that only conversions and stores
// make small values. A 32-bit variable that holds what the small one would needs no feature of the
// device:
//
//     uint8_t level = uint8_t(x);      ->      uint level = x & 0xffu;
//     int8_t delta = int8_t(y);        ->      int delta = (y << 24) >> 24;
//
// A bool that the host passes with the dispatch is a uint there: `flag != 0u`.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/glsl/raise/Raise.h"

#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static bool isSmall(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() > 1 && integer.getWidth() < 32;
}

static IntegerType widen(Type type) {
  return IntegerType::get(type.getContext(), 32, cast<IntegerType>(type).getSignedness());
}

static Value makeConstant(OpBuilder &builder, Location loc, Type type, const APInt &value) {
  return builder.create<ConstantOp>(loc, IntegerAttr::get(type, value));
}

/// A 32-bit value cut to what `small` holds.
static Value wrap(OpBuilder &builder, Location loc, Value value, IntegerType small) {
  Type type = value.getType();
  unsigned bits = small.getWidth();
  if (small.isUnsigned()) {
    Value mask = makeConstant(builder, loc, type, APInt::getLowBitsSet(32, bits));
    return builder.create<BinaryOp>(loc, type, BinaryKind::And, value, mask);
  }
  Value amount = makeConstant(builder, loc, type, APInt(32, 32 - bits));
  Value high = builder.create<BinaryOp>(loc, type, BinaryKind::Shl, value, amount);
  return builder.create<BinaryOp>(loc, type, BinaryKind::Shr, high, amount);
}

/// Whether all values of `from` are values of `small`.
static bool fits(Type from, IntegerType small) {
  auto integer = dyn_cast<IntegerType>(from);
  if (!integer)
    return false;
  if (integer.getWidth() == 1)
    return true;
  if (integer.isUnsigned() == small.isUnsigned())
    return integer.getWidth() <= small.getWidth();
  return integer.isUnsigned() && integer.getWidth() < small.getWidth();
}

/// A conversion to a small type: to 32 bits, then wrapped.
static void expandCast(CastOp op) {
  auto small = cast<IntegerType>(op.getType());
  OpBuilder builder(op);
  Type from = op.getOperand().getType();
  Value value = builder.create<CastOp>(op.getLoc(), widen(small), op.getOperand());
  if (!fits(from, small))
    value = wrap(builder, op.getLoc(), value, small);
  // A cast back gives the old type until all types change.
  Value typed = builder.create<CastOp>(op.getLoc(), small, value);
  op.replaceAllUsesWith(typed);
  op.erase();
}

/// Results of arithmetic on small types, which C++ itself does not have, wrap as a conversion does.
static void expandArithmetic(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto small = cast<IntegerType>(op->getResult(0).getType());
  Value wide = builder.create<CastOp>(op->getLoc(), widen(small), op->getResult(0));
  Value wrapped = wrap(builder, op->getLoc(), wide, small);
  Value typed = builder.create<CastOp>(op->getLoc(), small, wrapped);
  op->getResult(0).replaceAllUsesExcept(typed, wide.getDefiningOp());
}

static void expandUpdate(UpdateOp update) {
  OpBuilder builder(update);
  Location loc = update.getLoc();
  Type type = cast<RefType>(update.getRef().getType()).getPointee();
  Value old = builder.create<LoadOp>(loc, type, update.getRef());
  Value result = builder.create<BinaryOp>(loc, type, update.getKind(), old, update.getValue());
  auto assign = builder.create<AssignOp>(loc, update.getRef(), result);
  assign->setDiscardableAttrs(update->getDiscardableAttrDictionary());
  update.erase();
}

/// What the host passes as a bool comes as a uint.
static void widenPushedBools(ModuleOp module) {
  for (PushConstantOp constant : glsl::getShader(module).getOps<PushConstantOp>()) {
    if (!constant.getType().isInteger(1))
      continue;
    OpBuilder builder(constant->getContext());
    builder.setInsertionPointAfter(constant);
    Type type = builder.getIntegerType(32, false);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : constant->getUses())
      uses.push_back(&use);
    constant.getValue().setType(type);
    // One comparison per use, so that each is printed where it is used.
    for (OpOperand *use : uses) {
      OpBuilder at(use->getOwner());
      Value zero = makeConstant(at, constant.getLoc(), type, APInt(32, 0));
      use->set(at.create<CmpOp>(constant.getLoc(), CmpKind::Ne, constant.getValue(), zero));
    }
  }
}

void vkmorph::glsl::widenSmallIntegers(ModuleOp module) {
  widenPushedBools(module);
  bool any = false;
  module.walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      Type type = result.getType();
      AttrTypeWalker walker;
      walker.addWalk([&](Type inner) { any |= isSmall(inner); });
      walker.walk(type);
    }
    if (auto record = dyn_cast<RecordOp>(op))
      for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
        any |= isSmall(member.getType());
    if (auto function = dyn_cast<FuncOp>(op))
      any |= llvm::any_of(function.getArgumentTypes(), isSmall);
  });
  if (!any)
    return;

  SmallVector<Operation *> operations;
  module.walk([&](UpdateOp op) {
    if (isSmall(cast<RefType>(op.getRef().getType()).getPointee()))
      operations.push_back(op);
  });
  for (Operation *op : operations)
    expandUpdate(cast<UpdateOp>(op));
  operations.clear();
  module.walk([&](Operation *op) {
    if (isa<CastOp, BinaryOp, UnaryOp>(op) && isSmall(op->getResult(0).getType()))
      operations.push_back(op);
  });
  for (Operation *op : operations) {
    if (auto castOp = dyn_cast<CastOp>(op))
      expandCast(castOp);
    else
      expandArithmetic(op);
  }
  // Literals change their width, which a mere change of type would not do.
  module.walk([&](ConstantOp constant) {
    if (!isSmall(constant.getType()))
      return;
    auto value = cast<IntegerAttr>(constant.getValue());
    IntegerType type = widen(value.getType());
    APInt wide = type.isSigned() ? value.getValue().sext(32) : value.getValue().zext(32);
    constant.setValueAttr(IntegerAttr::get(type, wide));
    constant.getResult().setType(type);
  });
  AttrTypeReplacer replacer;
  replacer.addReplacement([](IntegerType type) -> std::optional<Type> {
    return isSmall(type) ? widen(type) : Type(type);
  });
  // Offsets of structs that are only in variables mean nothing; wider members need others.
  for (RecordOp record : module.getOps<RecordOp>()) {
    if (llvm::none_of(record.getMembers().getAsRange<MemberAttr>(), [](MemberAttr member) {
          AttrTypeWalker walker;
          bool small = false;
          walker.addWalk([&](Type inner) { small |= isSmall(inner); });
          walker.walk(member.getType());
          return small;
        }))
      continue;
    SmallVector<Attribute> members;
    int64_t offset = 0;
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>()) {
      Type type = replacer.replace(member.getType());
      members.push_back(MemberAttr::get(module.getContext(), member.getName(), type, offset));
      offset += 4 * getLayout(record, member.getType()).size;
    }
    record.setMembersAttr(ArrayAttr::get(module.getContext(), members));
    record.setSize(offset);
  }
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  // Casts between what are one type now.
  module.walk([&](CastOp op) {
    if (op.getType() != op.getOperand().getType())
      return;
    op.replaceAllUsesWith(op.getOperand());
    op.erase();
  });
}
