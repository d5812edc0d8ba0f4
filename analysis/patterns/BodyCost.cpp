//===- BodyCost.cpp - What an iteration of a grid costs ---------------------------------------===//

#include "analysis/patterns/BodyCost.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Places.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// The trip count that is assumed for loops whose own is unknown.
static constexpr int64_t kUnknownTrips = 32;
// Beyond this a body is as heavy as any. Sums of several stay within 64 bits.
static constexpr int64_t kMost = int64_t(1) << 40;

// What an instruction costs beside a sum of two numbers of 32 bits. GPUs have few units for
// functions and divisions, and sequences of instructions where a result has to be exact.
static constexpr int64_t kLoad = 4, kRoot = 8, kDivision = 12, kFunction = 16, kLongFunction = 48;
// Numbers of 64 bits: two words for integers, fewer units for doubles.
static constexpr int64_t kLongInteger = 2, kDouble = 4;

namespace {
class CostModel {
public:
  int64_t addUp(Region &region);
  int64_t addUp(Block &block);

private:
  int64_t countTrips(Operation *loop);
  int64_t costOf(Operation *op);
  int64_t costOfCall(CallOp call);

  llvm::DenseMap<Operation *, int64_t> functions;
};
} // namespace

static int64_t multiply(int64_t a, int64_t b) {
  return int64_t(std::min<uint64_t>(kMost, llvm::SaturatingMultiply<uint64_t>(a, b)));
}

/// The most numbers that the operands and results of an operation are made of, each with what its
/// width costs.
static int64_t getWidth(Operation *op) {
  int64_t width = 1;
  auto take = [&](Type type) {
    if (!isa<IntegerType, FloatType, VecType, MatType>(type))
      return;
    Type component = getComponentType(type);
    bool isLong = component.getIntOrFloatBitWidth() > 32;
    int64_t each = !isLong ? 1 : isa<FloatType>(component) ? kDouble : kLongInteger;
    width = std::max(width, each * getNumComponents(type));
  };
  llvm::for_each(op->getOperandTypes(), take);
  llvm::for_each(op->getResultTypes(), take);
  return width;
}

static int64_t costOfFunction(MathFn function) {
  switch (function) {
  case MathFn::Min:
  case MathFn::Max:
  case MathFn::FMin:
  case MathFn::FMax:
  case MathFn::Abs:
  case MathFn::Floor:
  case MathFn::Ceil:
  case MathFn::Trunc:
  case MathFn::Round:
  case MathFn::Rint:
  case MathFn::Fma:
  case MathFn::IsNan:
  case MathFn::IsInf:
  case MathFn::Sign:
  case MathFn::SignBit:
  case MathFn::CopySign:
  case MathFn::Any:
  case MathFn::All:
  case MathFn::LessThan:
  case MathFn::LessThanEqual:
  case MathFn::GreaterThan:
  case MathFn::GreaterThanEqual:
  case MathFn::Equal:
  case MathFn::NotEqual:
  case MathFn::Radians:
  case MathFn::Degrees:
  case MathFn::Step:
  case MathFn::Transpose:
  case MathFn::MatrixCompMult:
  case MathFn::OuterProduct:
  case MathFn::BitCount:
  case MathFn::FindMsb:
  case MathFn::FindLsb:
    return 1;
  case MathFn::Clamp:
  case MathFn::Fract:
  case MathFn::Mix:
  case MathFn::Dot:
  case MathFn::Cross:
  case MathFn::FaceForward:
  case MathFn::Reflect:
    return 2;
  case MathFn::Sqrt:
  case MathFn::InverseSqrt:
  case MathFn::Length:
  case MathFn::Distance:
  case MathFn::Normalize:
  case MathFn::Refract:
  case MathFn::SmoothStep:
  case MathFn::Determinant:
    return kRoot;
  case MathFn::Mod:
  case MathFn::FMod:
  case MathFn::Inverse:
  case MathFn::Ldexp:
  case MathFn::Ilogb:
  case MathFn::NextAfter:
    return kDivision;
  case MathFn::Exp:
  case MathFn::Exp2:
  case MathFn::Log:
  case MathFn::Log2:
  case MathFn::Log10:
  case MathFn::Sin:
  case MathFn::Cos:
  case MathFn::Hypot:
  case MathFn::Hypot3:
    return kFunction;
  default: // by series, or by several of those above
    return kLongFunction;
  }
}

/// An access to a buffer.
static int64_t costOfAccess(Operation *op, Value place) {
  Type type = cast<RefType>(place.getType()).getPointee();
  bool isObject = isa<RecordType, ArrayType>(type);
  return kLoad * (isObject ? countNumbers(op, type) : getWidth(op));
}

/// Whether a value is computed from constants alone, before the shader runs.
static bool isConstant(Operation *op) {
  return op->getNumOperands() > 0 && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [](Value operand) {
           Operation *made = operand.getDefiningOp();
           return made && isa<ConstantOp>(made);
         });
}

int64_t CostModel::costOfCall(CallOp call) {
  FunctionOpInterface callee = lookupCallee(call);
  if (!callee || callee.isExternal())
    return kLongFunction;
  auto known = functions.find(callee);
  if (known == functions.end()) // no function calls itself
    known = functions.try_emplace(callee, addUp(callee.getFunctionBody())).first;
  return known->second;
}

/// An operation without its regions.
int64_t CostModel::costOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case<CallOp>([&](CallOp call) { return costOfCall(call); })
      .Case<LoadOp>([&](LoadOp load) -> int64_t {
        // Variables are registers, and members are read once for many iterations.
        return isInBuffer(load.getRef()) ? costOfAccess(op, load.getRef()) : 0;
      })
      .Case<AssignOp>([&](AssignOp assign) -> int64_t {
        return isInBuffer(assign.getRef()) ? costOfAccess(op, assign.getRef()) : 0;
      })
      .Case<UpdateOp>([&](UpdateOp update) -> int64_t {
        return getWidth(op) * (isInBuffer(update.getRef()) ? 2 * kLoad : 1);
      })
      .Case<BinaryOp>([&](BinaryOp binary) -> int64_t {
        if (isConstant(op))
          return 0;
        bool divides = binary.getKind() == BinaryKind::Div || binary.getKind() == BinaryKind::Rem;
        Operation *by = binary.getRhs().getDefiningOp();
        return getWidth(op) * (divides && !isa_and_nonnull<ConstantOp>(by) ? kDivision : 1);
      })
      .Case<MathOp>([&](MathOp math) { return getWidth(op) * costOfFunction(math.getFn()); })
      .Case([&](AtomicOp) { return 2 * kLoad; })
      .Case([&](PatternOpInterface pattern) {
        return pattern.getCost(isConstant(op) ? 0 : getWidth(op));
      })
      .Case<UnaryOp, CmpOp, SelectOp, AndOp, OrOp, CastOp>(
          [&](auto) { return isConstant(op) ? 0 : getWidth(op); })
      // Places, declarations, jumps: what they are made of counts where it stands.
      .Default([](Operation *) { return 0; });
}

int64_t CostModel::countTrips(Operation *op) {
  if (!isa<LoopOpInterface>(op))
    return 1;
  auto loop = dyn_cast<ForOp>(op);
  std::optional<int64_t> trips = loop ? getTrips(loop) : std::nullopt;
  if (trips && getExits(op).empty())
    return *trips;
  // Some of the grid's iterations leave it early, some do not.
  std::optional<int64_t> most = trips ? trips : getMostTrips(op);
  return most ? std::min(*most, std::max(kUnknownTrips, *most / 2)) : kUnknownTrips;
}

int64_t CostModel::addUp(Region &region) {
  int64_t cost = 0;
  for (Block &block : region)
    cost = std::min(kMost, cost + addUp(block));
  return cost;
}

int64_t CostModel::addUp(Block &block) {
  int64_t cost = 0;
  for (Operation &op : block) {
    int64_t inside = 0;
    for (Region &inner : op.getRegions())
      inside = std::min(kMost, inside + addUp(inner));
    cost = std::min(kMost, cost + costOf(&op) + multiply(countTrips(&op), inside));
  }
  return cost;
}

int64_t vkmorph::vkm::estimateCost(Region &region) { return CostModel().addUp(region); }
int64_t vkmorph::vkm::estimateCost(Block &block) { return CostModel().addUp(block); }
