//===- LowWords.cpp - Numbers of 64 bits of which a shader needs 32 ---------------------------===//
//
// Sizes in members are numbers of 64 bits that fit 32: the host checks it. A shader that does
// nothing else with 64 bits asks for none of the device:
//
//     uint64_t columns_;                     ->    uvec2 columns_;
//     x < uint(columns_)                     ->    x < columns_.x
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/Raise.h"
#include "ir/MemberNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
class LowWords {
public:
  explicit LowWords(ModuleOp module) : module(module) {}
  void run();

private:
  Type toWords(Type type);
  bool holdsWide(Type type);
  bool isInClassData(Value place);
  bool canDoWithout(Operation *op);
  void rewrite(LoadOp load);

  ModuleOp module;
  SmallVector<LoadOp> loads;
};
} // namespace

/// The type with two words in the place of each integer of 64 bits.
Type LowWords::toWords(Type type) {
  MLIRContext *context = module.getContext();
  if (auto array = dyn_cast<ArrayType>(type))
    return ArrayType::get(context, array.getLength(), toWords(array.getElementType()));
  if (auto ref = dyn_cast<RefType>(type))
    return RefType::get(toWords(ref.getPointee()));
  return type.isInteger(64)
             ? VecType::get(context, 2, IntegerType::get(context, 32, IntegerType::Unsigned))
             : type;
}

bool LowWords::holdsWide(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return holdsWide(array.getElementType());
  if (auto ref = dyn_cast<RefType>(type))
    return holdsWide(ref.getPointee());
  if (auto pointer = dyn_cast<PtrType>(type))
    return holdsWide(pointer.getPointee());
  if (auto record = dyn_cast<RecordType>(type))
    return llvm::any_of(lookupRecord(module, record).getMembers().getAsRange<MemberAttr>(),
                        [&](MemberAttr member) { return holdsWide(member.getType()); });
  return getComponentType(type).isInteger(64);
}

bool LowWords::isInClassData(Value place) {
  Operation *op = place.getDefiningOp();
  while (isa_and_nonnull<MemberOp, ElementOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return isa_and_nonnull<FieldRefOp>(op);
}

/// Whether an operation needs no integers of 64 bits, or only reads the low words of some.
bool LowWords::canDoWithout(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op); load && load.getType().isInteger(64)) {
    auto isLow = [](Operation *user) {
      auto cast = dyn_cast<CastOp>(user);
      auto type = cast ? dyn_cast<IntegerType>(cast.getType()) : IntegerType();
      return type && type.getWidth() > 1 && type.getWidth() <= 32;
    };
    bool isPlain = !isa<VecType>(load.getType()) && isInClassData(load.getRef());
    if (isPlain && llvm::all_of(load->getUsers(), isLow)) {
      loads.push_back(load);
      return true;
    }
    return false;
  }
  // What was read above.
  if (auto cast = dyn_cast<CastOp>(op); cast && cast.getOperand().getDefiningOp<LoadOp>())
    return !holdsWide(cast.getType());
  if (isa<FieldRefOp, MemberOp, ElementOp>(op) && isInClassData(op->getResult(0)))
    return true;
  if (auto load = dyn_cast<LoadOp>(op))
    return !holdsWide(load.getType());
  if (auto assign = dyn_cast<AssignOp>(op))
    return !holdsWide(assign.getValue().getType());
  if (auto shared = dyn_cast<SharedOp>(op))
    return !holdsWide(shared.getType());
  if (auto payload = dyn_cast<PayloadOp>(op))
    return !holdsWide(payload.getType());
  if (auto scratch = dyn_cast<ScratchOp>(op))
    return llvm::none_of(scratch.getMembers().getAsRange<MemberAttr>(),
                         [&](MemberAttr member) { return holdsWide(member.getType()); });
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), [&](Type type) { return holdsWide(type); }))
        return false;
  auto isWide = [&](Type type) { return holdsWide(type); };
  return llvm::none_of(op->getResultTypes(), isWide) &&
         llvm::none_of(op->getOperandTypes(), isWide);
}

/// What the source calls a number.
static StringRef getName(Value place) {
  if (auto member = place.getDefiningOp<MemberOp>())
    return member.getName();
  if (auto element = place.getDefiningOp<ElementOp>())
    return getName(element.getBase());
  auto field = place.getDefiningOp<FieldRefOp>();
  return field ? withoutMemberMark(field.getField()) : StringRef();
}

/// The low word instead of the number.
void LowWords::rewrite(LoadOp load) {
  Type word = IntegerType::get(module.getContext(), 32, IntegerType::Unsigned);
  auto words = OpBuilder(load).create<LoadOp>(
      load.getLoc(), VecType::get(module.getContext(), 2, word), load.getRef());
  for (Operation *user : llvm::make_early_inc_range(load->getUsers())) {
    auto cast = mlir::cast<CastOp>(user);
    OpBuilder builder(cast);
    Value zero = builder.create<ConstantOp>(
        load.getLoc(), builder.getIntegerAttr(builder.getIntegerType(32, /*isSigned=*/true), 0));
    auto low = builder.create<ComponentOp>(load.getLoc(), word, words, zero);
    if (StringRef name = getName(load.getRef()); !name.empty())
      low->setAttr(kNameHintAttr, builder.getStringAttr(name));
    if (cast.getType() != word) {
      cast.getOperandMutable().assign(low);
      continue;
    }
    cast.replaceAllUsesWith(low.getResult());
    cast.erase();
  }
  load.erase();
}

void LowWords::run() {
  ClassOp parent = shading::getClass(module);
  ShaderOp shader = shading::getShader(module);
  if (!shading::bindsClassData(module) ||
      llvm::none_of(parent.getOps<FieldOp>(),
                    [&](FieldOp field) { return field.getOffset() && holdsWide(field.getType()); }))
    return;
  for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>())
    if (binding.getKind() == ResourceKind::Parameter && holdsWide(binding.getElementType()))
      return;
  bool isNeeded = module
                      .walk([&](Operation *op) {
                        bool isDeclaration = isa<ModuleOp, ClassOp, RecordOp, FieldOp>(op);
                        return isDeclaration || canDoWithout(op) ? WalkResult::advance()
                                                                 : WalkResult::interrupt();
                      })
                      .wasInterrupted();
  if (isNeeded)
    return;
  module.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (isa<RefType>(result.getType()))
        result.setType(toWords(result.getType()));
  });
  for (FieldOp field : parent.getOps<FieldOp>())
    field.setType(toWords(field.getType()));
  Builder builder(module.getContext());
  for (RecordOp record : module.getOps<RecordOp>()) {
    SmallVector<Attribute> members;
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
      members.push_back(MemberAttr::get(module.getContext(), member.getName(),
                                        toWords(member.getType()), member.getOffset()));
    record.setMembersAttr(builder.getArrayAttr(members));
  }
  for (LoadOp load : loads)
    rewrite(load);
}

void vkmorph::shading::takeLowWords(ModuleOp module) { LowWords(module).run(); }
