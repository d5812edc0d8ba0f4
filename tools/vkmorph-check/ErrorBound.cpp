//===- ErrorBound.cpp - Counts inexact operations along the ways of values --------------------===//
//
// One sweep over a control function's launches. A place (a field, a buffer, a variable) has the
// largest estimate of all that was stored in it. Loops are swept twice: what grows in the second
// round grows in every one.
//
//===------------------------------------------------------------------------------------------===//

#include "ErrorBound.h"

#include "ir/Effects.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

static constexpr unsigned kMostDegree = 4;

void Estimate::join(const Estimate &other) {
  ulps = std::max(ulps, other.ulps);
  loops = std::max(loops, other.loops);
  sums = std::max(sums, other.sums);
  degree = std::max(degree, other.degree);
}

bool Estimate::operator==(const Estimate &other) const {
  return ulps == other.ulps && loops == other.loops && sums == other.sums && degree == other.degree;
}

std::string Estimate::describe() const {
  if (isExact())
    return "exact";
  std::string text;
  if (ulps > 0.0)
    text = llvm::formatv("{0}{1}", ulps, loops == 0 ? "" : loops == 1 ? " n" : " n^2").str();
  if (sums > 0.0) {
    std::string part = llvm::formatv("{0} sqrt(N)", 8.0 * sums).str();
    text = text.empty() ? part : "(" + text + " + " + part + ")";
  }
  text += " u";
  if (degree > 0)
    text += degree == 1 ? " S" : llvm::formatv(" S^{0}", degree).str();
  return text + (sums > 0.0 ? " sqrt(N)" : "");
}

Estimate FunctionEstimates::worst() const {
  Estimate worst = result;
  for (const auto &[name, estimate] : buffers)
    worst.join(estimate);
  for (const auto &[name, estimate] : fields)
    worst.join(estimate);
  return worst;
}

static bool isFloat(Type type) { return isa<FloatType>(type); }

/// The error of a function of <cmath> in units of u beyond that of its operands: Vulkan's, for
/// every operand whose result is finite, and one unit in the last place (2 u) for the CPU's
/// library. Vulkan states some relative to the result and some for results of about 1.
static double weightOf(vkm::MathFn fn) {
  constexpr double atan = 2.0 * 4096.0 + 2.0;
  switch (fn) {
  case vkm::MathFn::Sqrt: // 1 / inversesqrt: 2 ULP, then 2.5 ULP
    return 4.0 + 5.0 + 2.0;
  case vkm::MathFn::Exp: // 3 + 2 |x| ULP, |x| < 104
    return 2.0 * (3.0 + 2.0 * 104.0) + 2.0;
  case vkm::MathFn::Exp2: // 3 + 2 |x| ULP, |x| < 150
    return 2.0 * (3.0 + 2.0 * 150.0) + 2.0;
  case vkm::MathFn::Log: // 3 ULP; 2^-21 for operands from 0.5 to 2
  case vkm::MathFn::Log2:
    return 6.0 + 8.0 + 2.0;
  case vkm::MathFn::Pow: // exp2(y * log2(x)): the error of log2 times |y log2 x| < 150, then exp2
    return 14.0 * 150.0 * 0.7 + 2.0 * (3.0 + 2.0 * 150.0) + 2.0;
  case vkm::MathFn::Sin: // 2^-11
  case vkm::MathFn::Cos:
    return 8192.0 + 2.0;
  case vkm::MathFn::Tan: // sin(x) / cos(x)
    return 2.0 * 8192.0 + 5.0 + 2.0;
  case vkm::MathFn::Atan: // 4096 ULP
  case vkm::MathFn::Atan2:
    return atan;
  case vkm::MathFn::Asin: // atan2(x, sqrt(1 - x * x))
  case vkm::MathFn::Acos:
    return 2.0 * atan;
  case vkm::MathFn::Sinh: // (exp(x) - exp(-x)) / 2
  case vkm::MathFn::Cosh:
  case vkm::MathFn::Tanh:
    return 2.0 * (2.0 * (3.0 + 2.0 * 104.0)) + 5.0 + 2.0;
  case vkm::MathFn::Fma: // may be a product and a sum
    return 2.0;
  case vkm::MathFn::FMod: // x - y * trunc(x / y)
    return 5.0 + 2.0 + 2.0;
  default: // exact on both sides
    return 0.0;
  }
}

namespace {

/// Where an estimate is kept: a field, or the value that a place is derived from.
using Place = vkm::Root;

class Estimator {
public:
  FunctionEstimates run(vkm::ControlOp control);

private:
  using Arguments = llvm::DenseMap<Value, Estimate>;

  Estimate evaluate(Value value);
  Estimate evaluateOp(Operation *op);
  Estimate evaluateYield(Region &region);
  Estimate evaluateCall(vkm::CallOp call);
  Estimate binary(vkm::BinaryKind kind, Type type, Estimate lhs, const Estimate &rhs);
  Estimate math(vkm::MathOp op);
  void sweep(Region &region);
  void sweep(Operation *op);
  void sweepLoop(Operation *loop);
  void launch(vkm::LaunchOp launch);

  /// The place behind a reference, through the parameters of functions and kernels.
  Place resolve(Value place);
  Estimate &at(const Place &place);
  void store(Value place, const Estimate &estimate);

  llvm::DenseMap<Place, Estimate> places;
  llvm::DenseMap<Value, Estimate> scalars; ///< parameters by value
  llvm::DenseMap<Value, Value> aliases;    ///< pointer and reference parameters: what is passed
  llvm::SmallVector<Estimate> returned;    ///< of the functions that are being called
  llvm::SmallVector<Operation *> callStack;
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

/// Fields and buffers hold inputs at first, variables nothing.
Estimate &Estimator::at(const Place &place) {
  auto [it, isNew] = places.try_emplace(place);
  bool isLocal = place.value && !isa<BlockArgument>(place.value);
  if (isNew && !isLocal)
    it->second.degree = 1;
  return it->second;
}

void Estimator::store(Value place, const Estimate &estimate) { at(resolve(place)).join(estimate); }

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
  return evaluateOp(value.getDefiningOp());
}

Estimate Estimator::binary(vkm::BinaryKind kind, Type type, Estimate lhs, const Estimate &rhs) {
  if (!isFloat(type))
    return {};
  bool isInexact = !lhs.isExact() || !rhs.isExact();
  Estimate sum = lhs;
  sum.join(rhs);
  switch (kind) {
  case vkm::BinaryKind::Add:
  case vkm::BinaryKind::Sub:
    sum.ulps = isInexact ? lhs.ulps + rhs.ulps + 1.0 : 0.0;
    sum.sums = lhs.sums + rhs.sums;
    return sum;
  case vkm::BinaryKind::Mul:
  case vkm::BinaryKind::Div:
    sum.ulps = isInexact ? lhs.ulps + rhs.ulps + 1.0 : 0.0;
    sum.sums = lhs.sums + rhs.sums;
    sum.degree = lhs.degree;
    if (kind == vkm::BinaryKind::Mul)
      sum.degree = std::min(lhs.degree + rhs.degree, kMostDegree);
    else
      sum.ulps += 2.0 * 2.5 + 1.0; // 2.5 ULP, and the CPU's half
    return sum;
  default:
    return sum;
  }
}

Estimate Estimator::math(vkm::MathOp op) {
  Estimate result;
  bool isInexact = false;
  for (Value operand : op.getOperands()) {
    Estimate estimate = evaluate(operand);
    isInexact |= !estimate.isExact();
    bool multiplies = op.getFn() == vkm::MathFn::Fma;
    unsigned degree = result.degree + estimate.degree;
    result.join(estimate);
    if (multiplies)
      result.degree = std::min(degree, kMostDegree);
  }
  if (!isFloat(op.getType()))
    return {};
  // Near 0 a root turns an error e of its operand into sqrt(e).
  if (op.getFn() == vkm::MathFn::Sqrt && isInexact) {
    double unit = op.getType().isF64() ? 0x1p-53 : 0x1p-24;
    result.ulps = std::sqrt(result.ulps / unit);
    result.sums = std::sqrt(result.sums / unit);
  }
  result.ulps += weightOf(op.getFn());
  return result;
}

Estimate Estimator::evaluateOp(Operation *op) {
  if (auto load = dyn_cast<vkm::LoadOp>(op))
    return isa<IntegerType>(load.getType()) ? Estimate() : at(resolve(load.getRef()));
  if (auto binaryOp = dyn_cast<vkm::BinaryOp>(op))
    return binary(binaryOp.getKind(), binaryOp.getType(), evaluate(binaryOp.getLhs()),
                  evaluate(binaryOp.getRhs()));
  if (auto mathOp = dyn_cast<vkm::MathOp>(op))
    return math(mathOp);
  if (auto call = dyn_cast<vkm::CallOp>(op))
    return evaluateCall(call);
  if (auto select = dyn_cast<vkm::SelectOp>(op)) {
    Estimate result = evaluateYield(select.getWhenTrue());
    result.join(evaluateYield(select.getWhenFalse()));
    return result;
  }
  if (isa<vkm::ConstantOp, vkm::CmpOp>(op) ||
      (op->getNumResults() == 1 && isa<IntegerType>(op->getResult(0).getType())))
    return {};
  // Casts between floats, negations, parts of structs, structs of parts.
  Estimate result;
  for (Value operand : op->getOperands())
    result.join(evaluate(operand));
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
  return returned.pop_back_val();
}

void Estimator::sweep(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      sweep(&op);
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

void Estimator::sweepLoop(Operation *loop) {
  auto round = [&] {
    for (Region &region : loop->getRegions())
      sweep(region);
  };
  round();
  llvm::DenseMap<Place, Estimate> first = places;
  round();
  double trips = constantTrips(loop);
  for (auto &[place, second] : places) {
    auto before = first.find(place);
    double growth = before == first.end() ? 0.0 : second.ulps - before->second.ulps;
    if (growth <= 0.0)
      continue;
    if (trips > 0.0)
      second.ulps = before->second.ulps + growth * trips;
    else
      second.loops += 1;
  }
}

void Estimator::sweep(Operation *op) {
  if (auto var = dyn_cast<vkm::VarOp>(op)) {
    if (var.getInit())
      store(var.getRef(), evaluate(var.getInit()));
  } else if (auto assign = dyn_cast<vkm::AssignOp>(op)) {
    store(assign.getRef(), evaluate(assign.getValue()));
  } else if (auto update = dyn_cast<vkm::UpdateOp>(op)) {
    Type type = cast<vkm::RefType>(update.getRef().getType()).getPointee();
    store(update.getRef(), binary(update.getKind(), type, at(resolve(update.getRef())),
                                  evaluate(update.getValue())));
  } else if (auto reduce = dyn_cast<vkm::ReduceOp>(op)) {
    Estimate estimate = evaluate(reduce.getValue());
    if (reduce.getKind() == vkm::ReduceKind::Add && isFloat(reduce.getValue().getType()))
      estimate.sums += 1.0;
    at(Place{reduce.getFieldAttr().getAttr(), {}}).join(estimate);
  } else if (auto result = dyn_cast<vkm::ReturnOp>(op)) {
    if (result.getValue() && !returned.empty())
      returned.back().join(evaluate(result.getValue()));
  } else if (auto call = dyn_cast<vkm::CallOp>(op)) {
    evaluateCall(call);
  } else if (auto launchOp = dyn_cast<vkm::LaunchOp>(op)) {
    launch(launchOp);
  } else if (isa<vkm::ForOp, vkm::WhileOp, vkm::DoWhileOp>(op)) {
    sweepLoop(op);
  } else if (!isa<vkm::ExtentOp, vkm::SelectOp, vkm::AndOp, vkm::OrOp>(op)) {
    for (Region &region : op->getRegions())
      sweep(region);
  }
}

void Estimator::launch(vkm::LaunchOp op) {
  auto kernel = op->getParentOfType<vkm::ClassOp>().lookupSymbol<vkm::KernelOp>(op.getKernel());
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
  estimates.result = returned.back();
  for (auto &[place, estimate] : places) {
    if (place.symbol)
      estimates.fields[place.symbol.getValue()] = estimate;
    else if (auto argument = dyn_cast<BlockArgument>(place.value);
             argument && argument.getOwner()->getParentOp() == control.getOperation())
      estimates.buffers[vkm::argName(control, argument.getArgNumber())] = estimate;
  }
  return estimates;
}

FunctionEstimates vkmorph::check::estimateErrors(vkm::ControlOp control) {
  return Estimator().run(control);
}
