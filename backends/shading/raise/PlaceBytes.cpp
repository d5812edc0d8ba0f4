//===- PlaceBytes.cpp - Where the bytes of a place lie ----------------------------------------===//

#include "backends/shading/raise/PlaceBytes.h"

#include "ir/MemoryForm.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Operation *vkmorph::shading::getBase(Value place) {
  Operation *op = place.getDefiningOp();
  while (isa_and_nonnull<MemberOp, ElementOp, BitsOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

int64_t vkmorph::shading::Bytes::alignment(int64_t most) const {
  int64_t result = most;
  auto reduce = [&](int64_t number) {
    while (number % result != 0)
      result /= 2;
  };
  reduce(constant);
  for (auto [index, stride] : terms)
    reduce(stride);
  return result;
}

static void addTerm(shading::Bytes &bytes, ModuleOp module, Value index, Type element) {
  int64_t stride = getLayout(module, element).size;
  auto constant = index.getDefiningOp<ConstantOp>();
  if (!constant)
    return bytes.terms.push_back({index, stride});
  const APInt &number = cast<IntegerAttr>(constant.getValue()).getValue();
  bool isUnsigned = cast<IntegerType>(constant.getType()).isUnsigned();
  bytes.constant += stride * (isUnsigned ? number.getZExtValue() : number.getSExtValue());
}

shading::Bytes vkmorph::shading::getBytes(ModuleOp module, Value place) {
  Bytes bytes;
  Operation *op = place.getDefiningOp();
  for (; isa<MemberOp, ElementOp, BitsOp>(op); op = op->getOperand(0).getDefiningOp()) {
    if (isa<BitsOp>(op))
      continue; // the same bytes
    Type whole = cast<RefType>(op->getOperand(0).getType()).getPointee();
    if (auto member = dyn_cast<MemberOp>(op)) {
      bytes.constant +=
          lookupRecord(module, cast<RecordType>(whole)).lookupMember(member.getName()).getOffset();
      continue;
    }
    addTerm(bytes, module, op->getOperand(1),
            cast<RefType>(op->getResult(0).getType()).getPointee());
  }
  bytes.base = op;
  if (auto deref = dyn_cast<DerefOp>(op))
    addTerm(bytes, module, deref.getIndex(), cast<RefType>(deref.getType()).getPointee());
  return bytes;
}
