//===- NumberBits.cpp - Numbers of buffers are integers with the same bits --------------------===//
//
// A language that has no place of a float as one of an integer declares the buffer, or the class
// data, once more, as words:
//
//     bits of cells[i].mass     ->     cellsBits[3 * i]
//     bits of m_sums[k]         ->     classDataBits[k + 5]
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/PlaceBytes.h"
#include "backends/shading/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static Value buildNumber(OpBuilder &at, Location loc, uint64_t number) {
  Type uint = at.getIntegerType(32, /*isSigned=*/false);
  return at.create<ConstantOp>(loc, at.getIntegerAttr(uint, number));
}

/// The number of the word that the bytes begin, in words of so many bytes.
static Value buildWord(OpBuilder &at, Location loc, const shading::Bytes &bytes, int64_t width,
                       int64_t offset) {
  Type uint = at.getIntegerType(32, /*isSigned=*/false);
  Value sum;
  for (auto [index, stride] : bytes.terms) {
    Value term = index.getType() == uint ? index : at.create<CastOp>(loc, uint, index);
    if (stride != width)
      term = at.create<BinaryOp>(loc, uint, BinaryKind::Mul, term,
                                 buildNumber(at, loc, stride / width));
    sum = sum ? at.create<BinaryOp>(loc, uint, BinaryKind::Add, sum, term) : term;
  }
  int64_t constant = (bytes.constant + offset) / width;
  if (!sum)
    return buildNumber(at, loc, constant);
  if (constant == 0)
    return sum;
  return at.create<BinaryOp>(loc, uint, BinaryKind::Add, sum, buildNumber(at, loc, constant));
}

void vkmorph::shading::numberBits(ModuleOp module) {
  ClassOp parent = getClass(module);
  SmallVector<BitsOp> views;
  module.walk([&](BitsOp bits) { views.push_back(bits); });
  for (BitsOp bits : views) {
    Value place = bits.getBase();
    Type number = cast<RefType>(place.getType()).getPointee();
    int64_t width = number.getIntOrFloatBitWidth() / 8, offset = 0;
    Bytes bytes = getBytes(module, place);
    OpBuilder at(bits);
    Location loc = bits.getLoc();
    if (auto field = dyn_cast<FieldRefOp>(bytes.base))
      offset = *parent.lookupField(field.getField()).getOffset();
    bits.getWordMutable().assign(buildWord(at, loc, bytes, width, offset));
    // The way there is in the number.
    if (auto deref = dyn_cast<DerefOp>(bytes.base))
      bits.getBaseMutable().assign(
          at.create<DerefOp>(loc, deref.getType(), deref.getPointer(), buildNumber(at, loc, 0)));
    else
      bits.getBaseMutable().assign(bytes.base->getResult(0));
    while (Operation *dead = place ? place.getDefiningOp() : nullptr) {
      if (!dead->use_empty() || !isa<MemberOp, ElementOp, DerefOp>(dead))
        break;
      place = dead->getOperand(0);
      dead->erase();
    }
  }
}
