//===- SourceIteration.cpp - The iteration that a thread's share comes from -------------------===//

#include "passes/lower/reductions/SourceIteration.h"

#include "device/Builders.h"
#include "transforms/Expressions.h"

#include <functional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

SourceIteration::SourceIteration(Accumulators &accumulators, GridOp grid, StringRef name,
                                 ArrayRef<IterationNumber> numbers, bool countsFromOne)
    : fromOne(countsFromOne) {
  for (auto [dim, number] : llvm::enumerate(numbers)) {
    std::string spelling = (name + "Iteration").str();
    if (numbers.size() > 1)
      spelling += "_" + grid.getCounterName(dim).str();
    parts.push_back(accumulators.size());
    accumulators.addNumber(spelling, number.type);
  }
}

void SourceIteration::store(OpBuilder &builder, Location loc, const Accumulators &accumulators,
                            ValueRange numbers) const {
  if (isOfPlace)
    return;
  for (auto [index, number] : llvm::zip(parts, numbers)) {
    Value own = buildLoad(builder, loc, number);
    Type type = own.getType();
    if (fromOne)
      own = builder.create<BinaryOp>(
          loc, type, BinaryKind::Add, own,
          builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, 1)));
    builder.create<AssignOp>(loc, accumulators[index].place, own);
  }
}

Value SourceIteration::buildIsAny(OpBuilder &builder, Location loc,
                                  const Accumulators &accumulators, LeafValueFn value) const {
  const Accumulator &first = accumulators[parts.front()];
  Value zero = builder.create<ConstantOp>(loc, builder.getIntegerAttr(first.value, 0));
  return builder.create<CmpOp>(loc, CmpKind::Ne, value(builder, first, getOnlyLeaf(first)), zero);
}

Value SourceIteration::buildComes(TieBreak which, OpBuilder &builder, Location loc,
                                  const Accumulators &accumulators, LeafValueFn mine,
                                  LeafValueFn theirs) const {
  CmpKind kind = which == TieBreak::First ? CmpKind::Lt : CmpKind::Gt;
  // The outermost dimension's number decides first.
  std::function<Value(OpBuilder &, size_t)> comes = [&](OpBuilder &at, size_t dim) -> Value {
    const Accumulator &number = accumulators[parts[dim]];
    auto compare = [&](OpBuilder &in, CmpKind by) -> Value {
      Value other = theirs(in, number, getOnlyLeaf(number));
      return in.create<CmpOp>(loc, by, other,
                              buildLoad(in, loc, mine(in, number, getOnlyLeaf(number))));
    };
    Value strictly = compare(at, kind);
    if (dim + 1 == parts.size())
      return strictly;
    return buildLogical<OrOp>(at, loc, strictly, [&](OpBuilder &inner) {
      return buildLogical<AndOp>(inner, loc, compare(inner, CmpKind::Eq),
                                 [&](OpBuilder &last) { return comes(last, dim + 1); });
    });
  };
  return comes(builder, 0);
}
