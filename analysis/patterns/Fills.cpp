//===- Fills.cpp - Loops that store one number all over an array ------------------------------===//

#include "analysis/patterns/Fills.h"

#include "analysis/values/Affine.h"
#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// What is stored
//===------------------------------------------------------------------------------------------===//

/// The 32 bits that all of a constant is made of. Of numbers of fewer bits only 0 is.
static std::optional<uint32_t> getRepeatedWord(Attribute constant) {
  APInt bits;
  if (auto integer = dyn_cast<IntegerAttr>(constant))
    bits = integer.getValue();
  else if (auto number = dyn_cast<FloatAttr>(constant))
    bits = number.getValue().bitcastToAPInt();
  else
    return std::nullopt;
  if (bits.isZero())
    return 0;
  if (bits.getBitWidth() % 32 != 0 || !bits.isSplat(32))
    return std::nullopt;
  return static_cast<uint32_t>(bits.trunc(32).getZExtValue());
}

/// The same of a value.
static std::optional<uint32_t> getRepeatedWord(Value value) {
  value = lookThroughVariables(value);
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op))
    return getRepeatedWord(constant.getValue());
  if (auto splat = dyn_cast_or_null<SplatOp>(op)) {
    std::optional<uint32_t> word = getRepeatedWord(splat.getOperand());
    // A matrix is 0 beside its diagonal.
    return isa<MatType>(splat.getType()) && word != 0 ? std::nullopt : word;
  }
  auto aggregate = dyn_cast_or_null<AggregateOp>(op);
  if (!aggregate || aggregate.getParts().empty())
    return std::nullopt;
  std::optional<uint32_t> word = getRepeatedWord(aggregate.getParts().front());
  for (Value part : aggregate.getParts().drop_front())
    if (!word || getRepeatedWord(part) != word)
      return std::nullopt;
  return word;
}

/// Whether the host has a value when it records: parameters of the kernel and constants, also
/// converted.
static bool hasOnHost(Value value) {
  value = lookThroughVariables(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<KernelOp>(argument.getOwner()->getParentOp());
  if (auto cast = value.getDefiningOp<CastOp>())
    return hasOnHost(cast.getOperand());
  return isa_and_nonnull<ConstantOp>(value.getDefiningOp());
}

static bool isOneWord(Type type) {
  return isa<IntegerType, FloatType>(type) && type.getIntOrFloatBitWidth() == 32;
}

//===------------------------------------------------------------------------------------------===//
// Where it is stored
//===------------------------------------------------------------------------------------------===//

/// An element of an array or vector by its number, as they lie in memory.
static std::optional<Polynomial> getElementNumber(Value place, AffineAnalysis &analysis,
                                                  Value &array) {
  if (auto deref = place.getDefiningOp<DerefOp>()) {
    array = lookThroughVariables(deref.getPointer());
    return analysis.evaluate(deref.getIndex());
  }
  Polynomial number, stride = 1;
  auto element = place.getDefiningOp<ElementOp>();
  if (!element || isa<ArrayType>(element.getType().getPointee()))
    return std::nullopt;
  for (; element; element = array.getDefiningOp<ElementOp>()) {
    array = element.getBase();
    auto type = dyn_cast<ArrayType>(cast<RefType>(array.getType()).getPointee());
    std::optional<Polynomial> index = analysis.evaluate(element.getIndex());
    if (!type || !index)
      return std::nullopt;
    number += *index * stride;
    stride = stride * Polynomial(int64_t(type.getLength()));
  }
  return number;
}

/// The first of the elements whose numbers the iterations of a grid run through without a gap, each
/// once; none where they do not, or where the first is no constant.
static std::optional<int64_t> findFirstElement(GridOp grid, Polynomial number,
                                               AffineAnalysis &analysis) {
  SmallVector<const vkm::Counter *> counters;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    const vkm::Counter *counter = analysis.getCounter(grid, dim);
    if (!counter || counter->step != Polynomial(1))
      return std::nullopt;
    counters.push_back(counter);
  }
  Polynomial stride = 1;
  while (!counters.empty()) {
    auto fastest = llvm::find_if(counters, [&](const vkm::Counter *counter) {
      return number.getCoefficient(counter->symbol) == stride;
    });
    if (fastest == counters.end())
      return std::nullopt;
    const vkm::Counter *counter = *fastest;
    number = number.substitute(counter->symbol, 0);
    counters.erase(fastest);
    if (!counters.empty())
      stride = stride * (analysis.getLastIteration(*counter) + 1);
  }
  std::optional<int64_t> first = number.getConstant();
  return first && *first >= 0 ? first : std::nullopt;
}

static std::optional<Fill> matchFill(GridOp grid, AssignOp store, AffineAnalysis &analysis) {
  Value array, value = lookThroughVariables(store.getValue());
  std::optional<Polynomial> number = getElementNumber(store.getRef(), analysis, array);
  std::optional<int64_t> first = number ? findFirstElement(grid, *number, analysis) : std::nullopt;
  if (!first)
    return std::nullopt;
  Fill fill = {store, {}, *first, {}, 0};
  if (std::optional<uint32_t> word = getRepeatedWord(value))
    fill.word = *word;
  if (isOneWord(value.getType()) && hasOnHost(value))
    fill.value = value;
  else if (!getRepeatedWord(value))
    return std::nullopt;
  FlatSymbolRefAttr field;
  if (auto data = array.getDefiningOp<VectorDataOp>())
    field = data.getFieldAttr();
  else if (auto ref = array.getDefiningOp<FieldRefOp>())
    field = ref.getFieldAttr();
  else if (!isa<BlockArgument>(array))
    return std::nullopt;
  if (field)
    fill.field = grid->getParentOfType<ClassOp>().lookupField(field.getValue());
  // Commands store whole words.
  if (getLayout(store, value.getType()).size % 4 != 0)
    return std::nullopt;
  return fill;
}

std::optional<SmallVector<Fill>> vkmorph::vkm::matchFills(GridOp grid) {
  SmallVector<AssignOp> stores;
  for (Operation &op : grid.getBody().front()) {
    if (auto store = dyn_cast<AssignOp>(op))
      stores.push_back(store);
    else if (auto variable = dyn_cast<VarOp>(op);
             variable ? !keepsInitialValue(variable) : !isWithoutEffect(&op))
      return std::nullopt;
  }
  if (stores.empty())
    return std::nullopt;
  AffineAnalysis analysis(grid->getParentOfType<KernelOp>());
  SmallVector<Fill> fills;
  for (AssignOp store : stores) {
    std::optional<Fill> fill = matchFill(grid, store, analysis);
    if (!fill || llvm::any_of(fills, [&](const Fill &other) {
          return !fill->field || fill->field == other.field;
        }))
      return std::nullopt;
    fills.push_back(*fill);
  }
  return fills;
}
