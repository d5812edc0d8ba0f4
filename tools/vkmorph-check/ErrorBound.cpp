//===- ErrorBound.cpp - Counts inexact operations along the ways of values --------------------===//
//
// One sweep over a control function's launches. A place (a field, a buffer, a variable) has the
// largest estimate of all that was stored in it. Loops are swept twice: what grows in the second
// round grows in every one.
//
//===------------------------------------------------------------------------------------------===//

#include "ErrorBound.h"

#include "ParameterUse.h"
#include "analysis/patterns/Scans.h"
#include "analysis/values/Expressions.h"
#include "ir/Contraction.h"
#include "ir/Effects.h"
#include "ir/Textures.h"

#include "llvm/ADT/DenseMap.h"

#include <algorithm>
#include <cmath>
#include <optional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

static constexpr unsigned kMostDegree = 4;

static bool isFloat(Type type) { return vkm::isFloating(type); }

/// Units in the last place that a function of ours is off, for scalars of that type; 0 where GLSL
/// has the function.
static double statedError(vkm::MathFn fn, Type type) {
  bool isDouble = vkm::getComponentType(type).isF64();
  switch (fn) {
#define VKM_MATH_ERROR(FN, FLOAT, DOUBLE)                                                          \
  case vkm::MathFn::FN:                                                                            \
    return isDouble ? DOUBLE : FLOAT;
#include "ir/MathErrors.def"
#undef VKM_MATH_ERROR
  default:
    return 0.0;
  }
}

/// The error of a function of <cmath> in units of u beyond that of its operands.
static double weightOf(vkm::MathFn fn) {
  switch (fn) {
#define VKM_MATH_WEIGHT(FN, RELATIVE, ABSOLUTE)                                                    \
  case vkm::MathFn::FN:                                                                            \
    return RELATIVE + ABSOLUTE;
#include "MathWeights.def"
#undef VKM_MATH_WEIGHT
  default: // exact on both sides
    return 0.0;
  }
}

namespace {

/// Where an estimate is kept: a field, or the value that a place is derived from.
using Place = vkm::Root;

class Estimator {
public:
  Estimator(bool contracts, bool samples) : contracts(contracts), samples(samples) {}
  FunctionEstimates run(vkm::ControlOp control);

private:
  using Arguments = llvm::DenseMap<Value, Estimate>;

  Estimate evaluate(Value value);
  Estimate evaluateTerm(Value value, bool isOfSum);
  Estimate evaluateOp(Operation *op);
  Estimate evaluateYield(Region &region);
  Estimate evaluateCall(vkm::CallOp call);
  static Estimate binary(vkm::BinaryKind kind, Type type, const Estimate &lhs, const Estimate &rhs,
                         bool isSame);
  static Estimate integerBinary(vkm::BinaryKind kind, const Estimate &lhs, const Estimate &rhs,
                                Value rhsValue);
  Estimate integer(Operation *op);
  static Estimate squareRoot(Estimate operand);
  static Estimate matrixProduct(const Estimate &lhs, const Estimate &rhs);
  Estimate math(vkm::MathOp op);
  void sweep(Region &region);
  void sweep(Operation *op);
  void sweepBranches(Operation *branches);
  void sweepLoop(Operation *loop);
  void reorderRow(vkm::RowOp row);
  void sweepPattern(vkm::FieldPatternOpInterface pattern);
  void sweepScatter(vkm::ScatterOp scatter);
  Estimate evaluateRunning(vkm::RunningOp running);
  void sweepGrid(vkm::GridOp grid);
  void finishRunning(vkm::GridOp grid);
  void noteReduced(vkm::ReductionOpInterface reduce);
  void sweepKind(vkm::ReductionOpInterface reduce, vkm::ReduceKind kind);
  void sweepFunction(vkm::ReductionOpInterface reduce, Region &function);
  void launch(vkm::LaunchOp launch);

  /// The place behind a reference, through the parameters of functions and kernels.
  Place resolve(Value place);
  Estimate &at(const Place &place);
  void store(Value place, const Estimate &value);

  const bool contracts, samples;
  llvm::DenseMap<Place, Estimate> places;
  llvm::DenseMap<Value, Estimate> scalars; ///< parameters by value
  /// Variables of running totals, and what an iteration leaves in them, where that is known.
  llvm::DenseMap<Value, Estimate> totals;
  bool isSettling = false;              ///< these are still being found
  llvm::DenseMap<Value, Value> aliases; ///< pointer and reference parameters: what is passed
  /// Of the functions that are being called.
  llvm::SmallVector<std::optional<Estimate>> returned;
  llvm::SmallVector<Operation *> callStack;
  llvm::SmallVector<llvm::StringRef> reduced;
  llvm::DenseSet<StringAttr> overwritten; ///< members of which nothing is left in any case
  unsigned unknownLoops = 0; ///< loops of an unknown number of rounds around what is swept
};

} // namespace

Place Estimator::resolve(Value place) {
  Place root = vkm::getRoot(place);
  while (root.value) {
    auto alias = aliases.find(root.value);
    if (alias == aliases.end())
      break;
    root = vkm::getRoot(alias->second);
  }
  return root;
}

static bool isLocal(const Place &place) { return place.value && !isa<BlockArgument>(place.value); }

/// Fields and buffers hold inputs at first, variables nothing.
Estimate &Estimator::at(const Place &place) {
  auto [it, isNew] = places.try_emplace(place);
  if (isNew && !isLocal(place))
    it->second.degree = 1;
  return it->second;
}

/// A pixel of an image of half floats.
static bool isHalf(Value place) {
  auto pixel = place.getDefiningOp<vkm::PixelOp>();
  return pixel &&
         cast<vkm::TexelType>(cast<vkm::PtrType>(pixel.getPointer().getType()).getPointee())
             .getIsHalf();
}

void Estimator::store(Value place, const Estimate &value) {
  Estimate estimate = value;
  if (isHalf(place)) {
    // 11 bits of 24 are left, rounded any way: 2^-10, which is 2^14 u. Numbers near 0 have fewer.
    estimate.ulps += 0x1p14;
    estimate.exactBits = -1;
    estimate.isRelative = false;
  }
  Place where = resolve(place);
  // Whatever an iteration combines with a running total, it has what iterations leave in it.
  if (!isSettling && totals.contains(where.value))
    return;
  auto [it, isNew] = places.try_emplace(where, estimate);
  if (!isNew)
    it->second.join(estimate);
  else if (!isLocal(where))
    at(where).degree = std::max(estimate.degree, 1u);
}

Estimate Estimator::evaluateYield(Region &region) {
  sweep(region);
  if (region.empty() || region.front().empty())
    return {};
  auto yield = dyn_cast<vkm::YieldOp>(region.front().back());
  return yield ? evaluate(yield.getValue()) : Estimate();
}

Estimate Estimator::evaluate(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto known = scalars.find(value);
    if (known != scalars.end())
      return known->second;
    Estimate input;
    input.degree = isFloat(argument.getType()) || isa<vkm::RecordType>(argument.getType());
    return input;
  }
  if (auto running = value.getDefiningOp<vkm::RunningOp>())
    return evaluateRunning(running);
  return evaluateOp(value.getDefiningOp());
}

Estimate Estimator::binary(vkm::BinaryKind kind, Type type, const Estimate &lhs,
                           const Estimate &rhs, bool isSame) {
  if (!isFloat(type))
    return {};
  bool isInexact = !lhs.isExact() || !rhs.isExact();
  Estimate result;
  result.ulps = isInexact ? lhs.ulps + rhs.ulps + 1.0 : 0.0;
  result.loops = std::max(lhs.loops, rhs.loops);
  result.isLoopOfData = lhs.isLoopOfData || rhs.isLoopOfData;
  result.sums = lhs.sums + rhs.sums;
  result.alike = lhs.alike + rhs.alike;
  result.isOntoMember = lhs.isOntoMember || rhs.isOntoMember;
  result.isOfElements = lhs.isOfElements || rhs.isOfElements;
  result.mayOverflow = lhs.mayOverflow || rhs.mayOverflow;
  result.mayCancel = lhs.mayCancel || rhs.mayCancel;
  bool areExact = lhs.exactBits >= 0 && rhs.exactBits >= 0;
  result.degree = std::max(lhs.degree, rhs.degree);
  // What two inexact numbers of unknown signs leave of each other may be little but error.
  bool areRelative = lhs.isRelative && rhs.isRelative;
  bool areNonNegative = lhs.isNonNegative && rhs.isNonNegative;
  switch (kind) {
  case vkm::BinaryKind::Add:
    result.exactBits = areExact ? std::max(lhs.exactBits, rhs.exactBits) + 1 : -1;
    result.isRelative = !isInexact || (areRelative && areNonNegative);
    result.isNonNegative = areNonNegative;
    result.isSumOfSquares = lhs.isSumOfSquares && rhs.isSumOfSquares;
    return result;
  case vkm::BinaryKind::Mul:
    result.degree = std::min(lhs.degree + rhs.degree, kMostDegree);
    result.exactBits =
        areExact && lhs.degree + rhs.degree <= kMostDegree ? lhs.exactBits + rhs.exactBits : -1;
    result.isRelative = areRelative;
    result.isNonNegative = areNonNegative || isSame;
    result.isSumOfSquares = isSame;
    return result;
  case vkm::BinaryKind::Div:
    result.ulps += 2.0 * 2.5 + 1.0; // 2.5 ULP, and the CPU's half
    result.degree = lhs.degree;
    result.exactBits = -1;
    result.isRelative = areRelative;
    result.isNonNegative = areNonNegative;
    return result;
  default:
    result.exactBits = areExact ? std::max(lhs.exactBits, rhs.exactBits) + 1 : -1;
    result.isRelative = !isInexact;
    return result;
  }
}

/// `red << 16 | green << 8 | blue`: one at each of the digits that were rounded to.
Estimate Estimator::integerBinary(vkm::BinaryKind kind, const Estimate &lhs, const Estimate &rhs,
                                  Value rhsValue) {
  Estimate result;
  auto constant = rhsValue.getDefiningOp<vkm::ConstantOp>();
  auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  switch (kind) {
  case vkm::BinaryKind::Add:
  case vkm::BinaryKind::Sub:
  case vkm::BinaryKind::And:
  case vkm::BinaryKind::Or:
  case vkm::BinaryKind::Xor:
    result.roundings = lhs.roundings | rhs.roundings;
    break;
  case vkm::BinaryKind::Shl:
    if (number && number.getValue().ult(64))
      result.roundings = lhs.roundings << number.getValue().getZExtValue();
    break;
  case vkm::BinaryKind::Mul:
    if (number && number.getValue().isPowerOf2() && number.getValue().logBase2() < 64)
      result.roundings = lhs.roundings << number.getValue().logBase2();
    break;
  default: // what else it may be is not followed: such numbers have to be equal
    break;
  }
  return result;
}

/// An integer that is neither read nor chosen, nor a result of a function.
Estimate Estimator::integer(Operation *op) {
  Estimate result;
  if (auto binaryOp = dyn_cast<vkm::BinaryOp>(op))
    return integerBinary(binaryOp.getKind(), evaluate(binaryOp.getLhs()),
                         evaluate(binaryOp.getRhs()), binaryOp.getRhs());
  if (auto cast = dyn_cast<vkm::CastOp>(op)) {
    Estimate operand = evaluate(cast.getOperand());
    if (isFloat(cast.getOperand().getType()))
      result.roundings = operand.isExact() ? 0 : 1;
    else
      result.roundings = operand.roundings;
  }
  if (auto mathOp = dyn_cast<vkm::MathOp>(op)) {
    bool picks = mathOp.getFn() == vkm::MathFn::Min || mathOp.getFn() == vkm::MathFn::Max ||
                 mathOp.getFn() == vkm::MathFn::Clamp;
    for (Value operand : op->getOperands())
      result.roundings |= picks ? evaluate(operand).roundings : 0;
  }
  return result;
}

Estimate Estimator::squareRoot(Estimate operand) {
  // For a sum of squares of numbers that are off by e, the root is off by no more than e; else, an
  // error e of an operand near 0 becomes sqrt(e).
  if (operand.isRelative || operand.isSumOfSquares) {
    operand.ulps /= 2.0;
    operand.sums /= 2.0;
    operand.alike /= 2.0;
    operand.degree = (operand.degree + 1) / 2;
  } else {
    operand.ulps = std::sqrt(operand.ulps * 0x1p24);
    operand.sums = std::sqrt(operand.sums * 0x1p24);
    operand.alike = std::sqrt(operand.alike * 0x1p24);
  }
  operand.ulps += weightOf(vkm::MathFn::Sqrt);
  operand.exactBits = -1;
  operand.isNonNegative = true;
  operand.isSumOfSquares = false;
  return operand;
}

/// Functions whose results grow as products of their operands do.
static bool isProduct(vkm::MathFn fn) {
  switch (fn) {
  case vkm::MathFn::Fma:
  case vkm::MathFn::Dot:
  case vkm::MathFn::Cross:
  case vkm::MathFn::OuterProduct:
  case vkm::MathFn::MatrixCompMult:
    return true;
  default:
    return false;
  }
}

Estimate Estimator::math(vkm::MathOp op) {
  if (!isFloat(op.getType())) {
    for (Value operand : op.getOperands())
      evaluate(operand);
    return integer(op);
  }
  Estimate result = evaluate(op.getOperands().front());
  unsigned degree = result.degree;
  for (Value operand : op.getOperands().drop_front()) {
    Estimate estimate = evaluate(operand);
    degree += estimate.degree;
    result.join(estimate);
  }
  vkm::MathFn fn = op.getFn();
  if (fn == vkm::MathFn::Sqrt)
    return squareRoot(result);
  double stated = statedError(fn, op.getOperands().front().getType());
  // One more for the CPU's library; each is 2 u.
  double weight = stated > 0.0 ? 2.0 * stated + 2.0 : weightOf(fn);
  bool areExact = result.isExact();
  result.ulps += weight;
  if (isProduct(fn))
    result.degree = std::min(degree, kMostDegree);
  if (fn == vkm::MathFn::Normalize)
    result.degree = 0;
  result.isNonNegative = fn == vkm::MathFn::Abs || fn == vkm::MathFn::Length ||
                         fn == vkm::MathFn::Distance || fn == vkm::MathFn::Exp ||
                         fn == vkm::MathFn::Exp2 || fn == vkm::MathFn::Hypot ||
                         fn == vkm::MathFn::Hypot3 || (weight == 0.0 && result.isNonNegative);
  result.isSumOfSquares = false;
  if (weight > 0.0)
    result.exactBits = -1;
  // Errors of the exponential functions are relative; elsewhere Vulkan also states absolute ones,
  // for results of about 1.
  bool isExponential = fn == vkm::MathFn::Exp || fn == vkm::MathFn::Exp2 || fn == vkm::MathFn::Pow;
  // Those of our functions are relative too, but not what they make of an error of x.
  // Between its zeros on the negative side the error of lgamma is absolute.
  bool isOurs = stated > 0.0 && areExact && fn != vkm::MathFn::LGamma;
  if (weight > 0.0 && !isExponential && !isOurs)
    result.isRelative = false;
  return result;
}

static bool isSum(vkm::BinaryKind kind) {
  return kind == vkm::BinaryKind::Add || kind == vkm::BinaryKind::Sub;
}

/// An operand of an operation. A sum s of a product p may be one operation of the GPU's, rounded
/// once, where the CPU rounds twice. With |d| <= u for each rounding,
///
///   cpu = (p (1 + d1) + c) (1 + d2)    gpu = (p + c) (1 + d3)    cpu - gpu = p d1 + s (d2 - d3)
///
/// up to terms of u^2, so that they are apart by u |p| + 2 u |s| even where the operands are exact.
/// With neither operand negative, |p| <= |s|: 3 u of the result; else |s| <= 2 S^d: 5 u of the
/// scale. 4 of them are counted here, one with the sum, whose operands are inexact by now. A device
/// that does two operations after all has no more roundings than the CPU.
Estimate Estimator::evaluateTerm(Value value, bool isOfSum) {
  Estimate estimate = evaluate(value);
  if (contracts && isOfSum && vkm::matchProduct(value))
    estimate.ulps += 4.0;
  return estimate;
}

static bool isMatrixProduct(vkm::BinaryOp op) {
  Type lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  return op.getKind() == vkm::BinaryKind::Mul && isa<vkm::VecType, vkm::MatType>(lhs) &&
         isa<vkm::VecType, vkm::MatType>(rhs) && (isa<vkm::MatType>(lhs) || isa<vkm::MatType>(rhs));
}

/// Each component is a sum of up to four products.
Estimate Estimator::matrixProduct(const Estimate &lhs, const Estimate &rhs) {
  Estimate result = lhs;
  result.join(rhs);
  result.ulps = lhs.ulps + rhs.ulps + weightOf(vkm::MathFn::Dot);
  result.sums = lhs.sums + rhs.sums;
  result.alike = lhs.alike + rhs.alike;
  result.degree = std::min(lhs.degree + rhs.degree, kMostDegree);
  result.exactBits = -1;
  result.isRelative = lhs.isRelative && rhs.isRelative && lhs.isNonNegative && rhs.isNonNegative;
  result.isNonNegative = lhs.isNonNegative && rhs.isNonNegative;
  result.isSumOfSquares = false;
  return result;
}

/// The bits of a constant before and behind the point; negative for more than a few.
static int bitsOf(double constant) {
  constexpr int kMost = 8;
  double magnitude = std::fabs(constant);
  int bits = magnitude > 1.0 ? static_cast<int>(std::ceil(std::log2(magnitude))) : 0;
  for (int shift = 0; shift <= kMost && bits <= kMost; ++shift)
    if (double scaled = std::ldexp(magnitude, shift); scaled == std::floor(scaled))
      return bits + shift;
  return -1;
}

Estimate Estimator::evaluateOp(Operation *op) {
  if (auto load = dyn_cast<vkm::LoadOp>(op)) {
    Place place = resolve(load.getRef());
    if (!isa<IntegerType>(vkm::getComponentType(load.getType())))
      return at(place);
    Estimate number;
    number.roundings = places.lookup(place).roundings;
    return number;
  }
  if (auto number = dyn_cast<vkm::BinaryOp>(op); number && !isFloat(number.getType()))
    return integer(number);
  if (auto product = dyn_cast<vkm::BinaryOp>(op); product && isMatrixProduct(product))
    return matrixProduct(evaluate(product.getLhs()), evaluate(product.getRhs()));
  if (auto binaryOp = dyn_cast<vkm::BinaryOp>(op))
    return binary(binaryOp.getKind(), binaryOp.getType(),
                  evaluateTerm(binaryOp.getLhs(), isSum(binaryOp.getKind())),
                  evaluateTerm(binaryOp.getRhs(), isSum(binaryOp.getKind())),
                  vkm::isSameExpression(binaryOp.getLhs(), binaryOp.getRhs()));
  if (auto constant = dyn_cast<vkm::ConstantOp>(op)) {
    Estimate exact;
    if (auto number = dyn_cast<FloatAttr>(constant.getValue())) {
      exact.isNonNegative = !number.getValue().isNegative();
      exact.exactBits = bitsOf(number.getValueAsDouble());
    }
    return exact;
  }
  if (auto mathOp = dyn_cast<vkm::MathOp>(op))
    return math(mathOp);
  if (auto call = dyn_cast<vkm::CallOp>(op))
    return evaluateCall(call);
  if (auto select = dyn_cast<vkm::SelectOp>(op)) {
    Estimate result = evaluateYield(select.getWhenTrue());
    result.join(evaluateYield(select.getWhenFalse()));
    return result;
  }
  if (op->getNumResults() == 1 &&
      isa<IntegerType>(vkm::getComponentType(op->getResult(0).getType())))
    return integer(op);
  // Conversions of integers: 0 and above where the type is unsigned.
  if (auto cast = dyn_cast<vkm::CastOp>(op);
      cast && isa<IntegerType>(vkm::getComponentType(cast.getOperand().getType()))) {
    Estimate exact;
    exact.isNonNegative = !vkm::getComponentType(cast.getOperand().getType()).isSignedInteger();
    exact.degree = 1;
    exact.exactBits = -1;
    return exact;
  }
  // Conversions between floats, negations, parts of structs, structs of parts.
  if (op->getNumOperands() == 0)
    return {};
  Estimate result = evaluate(op->getOperand(0));
  for (Value operand : op->getOperands().drop_front())
    result.join(evaluate(operand));
  result.isNonNegative &= !isa<vkm::UnaryOp>(op);
  result.isSumOfSquares &= !isa<vkm::UnaryOp>(op);
  return result;
}

Estimate Estimator::evaluateCall(vkm::CallOp call) {
  FunctionOpInterface callee = vkm::lookupCallee(call);
  if (!callee || llvm::is_contained(callStack, callee.getOperation()))
    return {};
  Region &body = callee.getFunctionBody();
  for (auto [argument, operand] : llvm::zip(body.getArguments(), call.getOperands())) {
    if (isa<vkm::PtrType, vkm::RefType>(argument.getType()))
      aliases[argument] = operand;
    else
      scalars[argument] = evaluate(operand);
  }
  callStack.push_back(callee);
  returned.emplace_back();
  // Its variables are new in each call.
  body.walk([&](vkm::VarOp var) { places.erase(Place{{}, var.getRef()}); });
  sweep(body);
  callStack.pop_back();
  Estimate result = returned.pop_back_val().value_or(Estimate());
  std::optional<vkm::Sampling> sampling = vkm::Sampling::of(callee);
  if (samples && sampling) {
    // A sampler takes each coordinate, and the level, for one that is 2^-4 away, at most: as much
    // of the largest difference between texels, of 2^24 u, for each.
    result.ulps += double(sampling->getDimensions() + sampling->hasLevels()) * 0x1p20;
    result.exactBits = -1;
    result.isRelative = false;
  }
  return result;
}

void Estimator::sweep(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      sweep(&op);
}

/// One of the regions runs, or a case and those that it falls into: what one of them leaves of a
/// member does not replace what others do.
void Estimator::sweepBranches(Operation *branches) {
  const auto before = places;
  auto joined = before;
  for (Region &region : branches->getRegions()) {
    places = isa<vkm::IfOp>(branches) ? before : joined;
    sweep(region);
    for (const auto &[place, estimate] : places)
      if (auto [known, isNew] = joined.try_emplace(place, estimate); !isNew)
        known->second.join(estimate);
  }
  places = joined;
}

/// The number of rounds where the loop counts from one constant to another by 1; else 0.
static double constantTrips(Operation *op) {
  auto loop = dyn_cast<vkm::ForOp>(op);
  auto init = loop ? loop.getInit().getDefiningOp<vkm::ConstantOp>() : vkm::ConstantOp();
  if (!init || !isa<IntegerAttr>(init.getValue()))
    return 0.0;
  double trips = 0.0;
  loop.getCond().walk([&](vkm::CmpOp cmp) {
    auto limit = cmp.getRhs().getDefiningOp<vkm::ConstantOp>();
    if (limit && isa<IntegerAttr>(limit.getValue()))
      trips = std::fabs(cast<IntegerAttr>(limit.getValue()).getValue().roundToDouble() -
                        cast<IntegerAttr>(init.getValue()).getValue().roundToDouble()) +
              1.0;
  });
  return trips;
}

/// Whether nothing but contents of arrays and members bounds a loop or a grid: then no argument
/// says how often it runs.
static bool isBoundedByData(Operation *loop) {
  ParameterCollector parameters;
  if (auto grid = dyn_cast<vkm::GridOp>(loop)) {
    for (Value bound : grid->getOperands())
      parameters.visit(bound);
  } else if (auto op = dyn_cast<vkm::ForOp>(loop)) {
    parameters.visit(op.getInit());
    parameters.visit(op.getCond());
  } else if (auto op = dyn_cast<vkm::WhileOp>(loop)) {
    parameters.visit(op.getCond());
  } else {
    parameters.visit(cast<vkm::DoWhileOp>(loop).getCond());
  }
  return llvm::none_of(parameters.found,
                       [](BlockArgument argument) { return isa<IntegerType>(argument.getType()); });
}

void Estimator::sweepLoop(Operation *loop) {
  double trips = constantTrips(loop);
  bool isUnknown = trips == 0.0;
  unknownLoops += isUnknown;
  auto round = [&] {
    for (Region &region : loop->getRegions())
      sweep(region);
  };
  round();
  llvm::DenseMap<Place, Estimate> first = places;
  round();
  // Digits that each round adds, as of what is multiplied, are in what others make of it, too.
  const llvm::DenseMap<Place, Estimate> known = places;
  bool addsDigits = false;
  for (auto &[place, second] : places) {
    auto before = first.find(place);
    int added = before == first.end() ? 0 : second.exactBits - before->second.exactBits;
    if (second.exactBits < 0 || added <= 0)
      continue;
    addsDigits = true;
    second.exactBits =
        isUnknown ? -1 : before->second.exactBits + static_cast<int>(std::min(added * trips, 1e6));
  }
  if (addsDigits) {
    round();
    for (auto &[place, third] : places)
      if (auto second = known.find(place); second != known.end())
        third.ulps = second->second.ulps;
  }
  for (auto &[place, second] : places) {
    auto before = first.find(place);
    double growth = before == first.end() ? 0.0 : second.ulps - before->second.ulps;
    if (growth <= 0.0)
      continue;
    if (!isUnknown) {
      second.ulps = before->second.ulps + growth * trips;
      continue;
    }
    second.loops = std::max(second.loops, unknownLoops);
    second.isLoopOfData |= isBoundedByData(loop);
  }
  unknownLoops -= isUnknown;
}

/// What values have in common with what a grid or a loop combines them into, in any order.
static void addReduction(Estimate &estimate, vkm::ReduceKind kind, bool isOntoNonNegative,
                         Operation *over) {
  if (kind == vkm::ReduceKind::Add) {
    estimate.sums += 1.0;
    estimate.isRelative &= estimate.isNonNegative && isOntoNonNegative;
  }
  if (kind == vkm::ReduceKind::Mul) {
    // Each factor rounds once, in any order.
    estimate.ulps += 1.0;
    ++estimate.loops;
    estimate.isLoopOfData |= isBoundedByData(over);
  }
}

/// Whether a loop adds one value to a variable in all of its rounds.
static bool addsAlike(Operation *loop, Value variable) {
  vkm::EffectSet effects = vkm::getEffects(loop);
  return loop
      ->walk([&](vkm::UpdateOp update) {
        return update.getRef() == variable && vkm::isInvariant(update.getValue(), loop, effects)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A workgroup may have run the loop together.
void Estimator::reorderRow(vkm::RowOp row) {
  for (unsigned index = 0; index < row.getAccumulators().size(); ++index) {
    Value variable = row.getAccumulators()[index];
    if (!isFloat(row.getAccumulated(index)))
      continue;
    Estimate &total = at(Place{{}, variable});
    addReduction(total, row.getKind(index), total.isNonNegative, row.getLoop());
    if (row.getKind(index) == vkm::ReduceKind::Add && addsAlike(row.getLoop(), variable))
      total.alike += 1.0;
  }
}

/// A loop around the function: what grows in its second round grows in every one, in any order.
void Estimator::sweepFunction(vkm::ReductionOpInterface reduce, Region &function) {
  Block &body = function.front();
  Value result = cast<vkm::YieldOp>(body.back()).getValue();
  Place place{reduce.getFieldAttr().getAttr(), {}};
  Estimate field = evaluate(reduce.getValue());
  field.join(at(place));
  double growth = 0.0;
  for (unsigned round = 0; round < 2; ++round) {
    scalars[body.getArgument(0)] = scalars[body.getArgument(1)] = field;
    double before = field.ulps;
    field.join(evaluate(result));
    growth = field.ulps - before;
  }
  if (growth > 0.0) {
    field.loops = std::max(field.loops, unknownLoops + 1);
    field.isLoopOfData |= isBoundedByData(reduce->getParentOfType<vkm::GridOp>());
  }
  at(place) = field;
  noteReduced(reduce);
}

void Estimator::sweepKind(vkm::ReductionOpInterface reduce, vkm::ReduceKind kind) {
  Estimate estimate = evaluateTerm(reduce.getValue(), kind == vkm::ReduceKind::Add);
  StringAttr name = reduce.getFieldAttr().getAttr();
  Estimate &field = at(Place{name, {}});
  estimate.roundings = 0;
  if (isFloat(reduce.getValue().getType())) {
    addReduction(estimate, kind, field.isNonNegative, reduce->getParentOfType<vkm::GridOp>());
    estimate.isOntoMember |= kind == vkm::ReduceKind::Add && !overwritten.contains(name);
    auto grid = reduce->getParentOfType<vkm::GridOp>();
    if (kind == vkm::ReduceKind::Add &&
        vkm::isInvariant(reduce.getValue(), grid, vkm::getEffects(grid)))
      estimate.alike += 1.0;
  }
  field.join(estimate);
  noteReduced(reduce);
}

/// As many values as the data says come to an element, in any order.
void Estimator::sweepScatter(vkm::ScatterOp scatter) {
  vkm::ReduceKind kind = scatter.getKind();
  Estimate estimate = evaluateTerm(scatter.getValue(), kind == vkm::ReduceKind::Add);
  Place place = resolve(scatter.getRef());
  Estimate &element = at(place);
  estimate.roundings = 0;
  if (isFloat(scatter.getValue().getType())) {
    addReduction(estimate, kind, element.isNonNegative, scatter->getParentOfType<vkm::GridOp>());
    estimate.isOntoMember |= kind == vkm::ReduceKind::Add && !overwritten.contains(place.symbol);
    estimate.isOfElements |= kind == vkm::ReduceKind::Add;
    auto grid = scatter->getParentOfType<vkm::GridOp>();
    if (kind == vkm::ReduceKind::Add &&
        vkm::isInvariant(scatter.getValue(), grid, vkm::getEffects(grid)))
      estimate.alike += 1.0;
  }
  element.join(estimate);
}

/// What the field held, and the values of all earlier iterations, in any order.
Estimate Estimator::evaluateRunning(vkm::RunningOp running) {
  StringAttr name = running.getFieldAttr().getAttr();
  Estimate total = at(Place{name, {}});
  if (isFloat(running.getBefore().getType())) {
    addReduction(total, running.getKind(), total.isNonNegative,
                 running->getParentOfType<vkm::GridOp>());
    total.isOntoMember |= running.getKind() == vkm::ReduceKind::Add && !overwritten.contains(name);
    total.mayOverflow |= running.getScales() || running.getSystem();
    total.mayCancel |= running.getSystem().has_value();
  }
  return total;
}

/// The variables that begin with a running total.
static SmallVector<vkm::VarOp> getVariables(vkm::RunningOp running) {
  return llvm::map_to_vector(
      llvm::make_filter_range(running->getUsers(), llvm::IsaPred<vkm::VarOp>),
      [](Operation *user) { return cast<vkm::VarOp>(user); });
}

/// What an iteration reads of a running total before it combines something with it is what the
/// iterations before have left: the first sweep finds what that is, the second has it everywhere.
/// In a system one total becomes another one: what the last one of a chain is more sweeps find.
void Estimator::sweepGrid(vkm::GridOp grid) {
  const SmallVector<vkm::RunningOp> all = vkm::collectRunning(grid);
  if (!all.empty()) {
    const auto before = places;
    size_t sweeps = 1;
    for (vkm::RunningOp running : all)
      sweeps = std::max(sweeps, vkm::collectSystem(running).size());
    isSettling = true;
    for (size_t round = 0; round < sweeps; ++round) {
      for (Region &region : grid->getRegions())
        sweep(region);
      for (vkm::RunningOp running : all)
        for (vkm::VarOp variable : getVariables(running))
          totals[variable.getRef()] = places.lookup(Place{{}, variable.getRef()});
      places = before;
    }
    isSettling = false;
  }
  for (Region &region : grid->getRegions())
    sweep(region);
  finishRunning(grid);
  totals.clear();
}

/// The fields have what the variables of the last iteration have.
void Estimator::finishRunning(vkm::GridOp grid) {
  for (vkm::RunningOp running : vkm::collectRunning(grid)) {
    for (vkm::VarOp variable : getVariables(running))
      at(Place{running.getFieldAttr().getAttr(), {}}).join(at(Place{{}, variable.getRef()}));
    StringRef field = running.getField();
    if (!llvm::is_contained(reduced, field))
      reduced.push_back(field);
  }
}

void Estimator::noteReduced(vkm::ReductionOpInterface reduce) {
  StringRef field = reduce.getFieldAttr().getValue();
  if (!llvm::is_contained(reduced, field))
    reduced.push_back(field);
}

void Estimator::sweepPattern(vkm::FieldPatternOpInterface pattern) {
  // The variable that begins with a running total asks for it.
  if (isa<vkm::RunningOp>(pattern.getOperation()))
    return;
  auto reduce = dyn_cast<vkm::ReductionOpInterface>(pattern.getOperation());
  if (std::optional<vkm::ReduceKind> kind = reduce ? reduce.getReduceKind() : std::nullopt)
    return sweepKind(reduce, *kind);
  if (Region *function = reduce ? reduce.getFunction() : nullptr)
    return sweepFunction(reduce, *function);
  // What is appended or picked is one of the values.
  at(Place{pattern.getFieldAttr().getAttr(), {}}).join(evaluate(pattern.getValue()));
  for (Region &region : pattern->getRegions())
    sweep(region);
}

void Estimator::sweep(Operation *op) {
  if (auto var = dyn_cast<vkm::VarOp>(op)) {
    // New in each round of a loop around it.
    if (auto total = totals.find(var.getRef()); total != totals.end())
      places[Place{{}, var.getRef()}] = total->second;
    else if (var.getInit())
      places[Place{{}, var.getRef()}] = evaluate(var.getInit());
    else
      places.erase(Place{{}, var.getRef()});
  } else if (auto assign = dyn_cast<vkm::AssignOp>(op)) {
    Estimate value = evaluate(assign.getValue());
    // What a member held before is gone.
    auto member = assign.getRef().getDefiningOp<vkm::FieldRefOp>();
    if (member && isa<vkm::OnceOp>(op->getParentOp())) {
      places[resolve(assign.getRef())] = value;
      overwritten.insert(member.getFieldAttr().getAttr());
    } else
      store(assign.getRef(), value);
  } else if (auto update = dyn_cast<vkm::UpdateOp>(op)) {
    Type type = cast<vkm::RefType>(update.getRef().getType()).getPointee();
    Estimate value = evaluateTerm(update.getValue(), isSum(update.getKind()));
    const Estimate &old = at(resolve(update.getRef()));
    store(update.getRef(), isFloat(type)
                               ? binary(update.getKind(), type, old, value, false)
                               : integerBinary(update.getKind(), old, value, update.getValue()));
  } else if (auto scatter = dyn_cast<vkm::ScatterOp>(op)) {
    sweepScatter(scatter);
  } else if (auto pattern = dyn_cast<vkm::FieldPatternOpInterface>(op)) {
    sweepPattern(pattern);
  } else if (auto tile = dyn_cast<vkm::SortTileOp>(op)) {
    // Elements change their places alone.
    auto loaded = cast<vkm::YieldOp>(tile.getLoad().front().back());
    scalars[tile.getStore().front().getArgument(1)] = evaluate(loaded.getValue());
    sweep(tile.getStore());
  } else if (auto ranks = dyn_cast<vkm::RankDigitsOp>(op)) {
    auto loaded = cast<vkm::YieldOp>(ranks.getLoad().front().back());
    scalars[ranks.getStore().front().getArgument(1)] = evaluate(loaded.getValue());
    sweep(ranks.getStore());
  } else if (auto result = dyn_cast<vkm::ReturnOp>(op)) {
    if (!result.getValue())
      return;
    Estimate value = evaluate(result.getValue());
    if (returned.back())
      returned.back()->join(value);
    else
      returned.back() = value;
  } else if (auto call = dyn_cast<vkm::CallOp>(op)) {
    evaluateCall(call);
  } else if (auto launchOp = dyn_cast<vkm::LaunchOp>(op)) {
    launch(launchOp);
  } else if (isa<vkm::LoopOpInterface>(op)) {
    sweepLoop(op);
    if (auto row = dyn_cast<vkm::RowOp>(op->getParentOp()))
      reorderRow(row);
  } else if (isa<vkm::IfOp, vkm::SwitchOp>(op)) {
    sweepBranches(op);
  } else if (auto grid = dyn_cast<vkm::GridOp>(op)) {
    sweepGrid(grid);
  } else if (!isa<vkm::ExtentOp, vkm::SelectOp, vkm::AndOp, vkm::OrOp>(op)) {
    for (Region &region : op->getRegions())
      sweep(region);
  }
}

void Estimator::launch(vkm::LaunchOp op) {
  auto kernel = vkm::lookupKernel(op);
  if (!kernel)
    return;
  for (auto [argument, operand] :
       llvm::zip(kernel.getFunctionBody().getArguments(), op.getOperands())) {
    if (isa<vkm::PtrType>(argument.getType()))
      aliases[argument] = operand;
    else
      scalars[argument] = evaluate(operand);
  }
  sweep(kernel.getFunctionBody());
}

FunctionEstimates Estimator::run(vkm::ControlOp control) {
  returned.emplace_back();
  sweep(control.getFunctionBody());
  FunctionEstimates estimates;
  estimates.result = returned.back().value_or(Estimate());
  estimates.reduced = reduced;
  for (auto &[place, estimate] : places) {
    if (place.symbol)
      estimates.fields[place.symbol.getValue()] = estimate;
    else if (auto argument = dyn_cast<BlockArgument>(place.value);
             argument && argument.getOwner()->getParentOp() == control.getOperation())
      estimates.buffers[vkm::argName(control, argument.getArgNumber())] = estimate;
  }
  return estimates;
}

FunctionEstimates vkmorph::check::estimateErrors(vkm::ControlOp control, bool contracts,
                                                 bool samples) {
  return Estimator(contracts, samples).run(control);
}
