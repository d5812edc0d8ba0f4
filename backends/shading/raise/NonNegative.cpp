//===- NonNegative.cpp - Proofs that integers are not negative --------------------------------===//

#include "backends/shading/raise/NonNegative.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// One proof; it may assume of a variable what it is about to show.
class NonNegative {
public:
  bool prove(Value value) {
    auto type = dyn_cast<IntegerType>(value.getType());
    Operation *op = value.getDefiningOp();
    // Proofs are short, or not worth their time.
    if (!type || !op || ++steps > 64)
      return false;
    if (!type.isSigned())
      return true;
    if (auto constant = dyn_cast<ConstantOp>(op))
      return !cast<IntegerAttr>(constant.getValue()).getValue().isNegative();
    if (auto castOp = dyn_cast<CastOp>(op)) {
      auto from = dyn_cast<IntegerType>(castOp.getOperand().getType());
      return from && from.getWidth() < type.getWidth() && prove(castOp.getOperand());
    }
    if (auto binary = dyn_cast<BinaryOp>(op))
      return proveBinary(binary);
    if (auto math = dyn_cast<MathOp>(op))
      return proveMath(math);
    if (auto load = dyn_cast<LoadOp>(op))
      return proveVariable(load.getRef());
    return false;
  }

  /// A variable that begins so, and stays so through all its writes.
  bool proveVariable(Value place) {
    if (proving.contains(place))
      return true;
    auto var = place.getDefiningOp<VarOp>();
    auto argument = dyn_cast<BlockArgument>(place);
    auto loop = argument ? dyn_cast<ForOp>(argument.getOwner()->getParentOp()) : ForOp();
    SmallVector<Value> places = {place};
    if (loop)
      places = {loop.getCondVar(), loop.getStepVar(), loop.getBodyVar()};
    Value init = var ? var.getInit() : loop ? loop.getInit() : Value();
    if (!init)
      return false;
    proving.insert(places.begin(), places.end());
    bool proved =
        prove(init) && llvm::all_of(places, [&](Value ref) {
          return llvm::all_of(ref.getUsers(), [&](Operation *user) { return keeps(user); });
        });
    for (Value ref : places)
      proving.erase(ref);
    return proved;
  }

private:
  bool proveBinary(BinaryOp binary) {
    switch (binary.getKind()) {
    case BinaryKind::And:
      return prove(binary.getLhs()) || prove(binary.getRhs());
    case BinaryKind::Shr:
    case BinaryKind::Rem:
      return prove(binary.getLhs());
    case BinaryKind::Sub:
    case BinaryKind::Shl:
      return false;
    default:
      return prove(binary.getLhs()) && prove(binary.getRhs());
    }
  }

  bool proveMath(MathOp math) {
    auto operand = [&](unsigned i) { return prove(math.getOperands()[i]); };
    switch (math.getFn()) {
    case MathFn::Abs:
      return true;
    case MathFn::Min:
      return operand(0) && operand(1);
    case MathFn::Max:
      return operand(0) || operand(1);
    case MathFn::Clamp:
      return operand(1);
    default:
      return false;
    }
  }

  /// What a user of a variable's place does to a value that is not negative.
  bool keeps(Operation *user) {
    if (isa<LoadOp>(user))
      return true;
    if (auto assign = dyn_cast<AssignOp>(user))
      return prove(assign.getValue());
    auto update = dyn_cast<UpdateOp>(user);
    if (!update)
      return false;
    BinaryKind kind = update.getKind();
    bool grows = kind == BinaryKind::Add || kind == BinaryKind::Mul || kind == BinaryKind::Div;
    return kind == BinaryKind::Shr || kind == BinaryKind::Rem ||
           (grows && prove(update.getValue()));
  }

  unsigned steps = 0;
  llvm::DenseSet<Value> proving; ///< assumed while their own writes are looked at
};
} // namespace

bool vkmorph::shading::isNonNegative(Value value) { return NonNegative().prove(value); }

bool vkmorph::shading::isVariableNonNegative(Value place) {
  return NonNegative().proveVariable(place);
}
