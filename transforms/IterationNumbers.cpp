//===- IterationNumbers.cpp - How many iterations nested loops have, and which one this is ----===//

#include "transforms/IterationNumbers.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static Value convertNumber(OpBuilder &at, Location loc, Value value, Type type) {
  return value.getType() == type ? value : Value(at.create<CastOp>(loc, type, value));
}

Value vkmorph::vkm::buildIterations(OpBuilder &at, Location loc, unsigned numDims,
                                    DimensionValue bound, Type type) {
  Value count;
  for (unsigned dim = 0; dim < numDims; ++dim) {
    Value length = bound(dim);
    if (length.getType().isSignedInteger()) {
      Value zero = at.create<ConstantOp>(loc, IntegerAttr::get(length.getType(), 0));
      length = at.create<MathOp>(loc, length.getType(), MathFn::Max, ValueRange{length, zero});
    }
    length = convertNumber(at, loc, length, type);
    count = count ? Value(at.create<BinaryOp>(loc, type, BinaryKind::Mul, count, length)) : length;
  }
  return count;
}

Value vkmorph::vkm::buildIterationNumber(OpBuilder &at, Location loc, unsigned numDims,
                                         DimensionValue counter, DimensionValue bound, Type type) {
  Value number;
  for (unsigned dim = 0; dim < numDims; ++dim) {
    Value own = convertNumber(at, loc, counter(dim), type);
    if (number) {
      Value length = convertNumber(at, loc, bound(dim), type);
      Value row = at.create<BinaryOp>(loc, type, BinaryKind::Mul, number, length);
      own = at.create<BinaryOp>(loc, type, BinaryKind::Add, row, own);
    }
    number = own;
  }
  return number;
}
