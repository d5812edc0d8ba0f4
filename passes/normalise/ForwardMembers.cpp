//===- ForwardMembers.cpp - Sizes by members that were just assigned --------------------------===//
//
//   m_width = w;                                  m_width = w;
//   m_height = h;                                 m_height = h;
//   m_data.resize(m_width * m_height);      ->    m_data.resize(w * h);
//
// The device assigns members, in commands that run later; the host makes room before that. So it is
// given the numbers themselves. So are members of the caller's objects (`out.width = m_width`).
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/commands/HostStatements.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/LentObjects.h"
#include "ir/Places.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/ReturnedValues.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_FORWARDMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct ForwardMembersPass : vkm::impl::ForwardMembersBase<ForwardMembersPass> {
  void runOnOperation() override;
};
} // namespace

/// The constant variable that a load reads all of; null for others.
static VarOp getConstantVar(LoadOp load) {
  Root root = getRoot(load.getRef());
  auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
  return var && var.getConstant() && var.getInit() && load.getRef() == var.getRef() ? var : VarOp();
}

static constexpr unsigned kMostLevels = 64;

namespace {
/// Gives expressions of one control function the values that members were assigned.
class Forwarder {
public:
  explicit Forwarder(ControlOp control);

  /// Replaces reads of members in an expression, and in the constant variables that it reads, for
  /// all that use them: by values that are the same whenever they are computed.
  void forward(Value value, unsigned nesting = 0);
  /// The same expression for one user, with whatever was assigned; new operations go to `builder`.
  Value rebuild(OpBuilder &builder, Value value, unsigned nesting = 0);

private:
  bool readsChanged(Value value, unsigned nesting = 0) const;

  llvm::DenseSet<StringAttr> changed; ///< fields that the function or its kernels write
};
} // namespace

Forwarder::Forwarder(ControlOp control) {
  auto note = [&](const EffectSet &effects) {
    for (const Root &root : effects.writes)
      if (root.symbol)
        changed.insert(root.symbol);
  };
  note(getEffects(control.getBody()));
  control.walk([&](LaunchOp launch) { note(getEffects(lookupKernel(launch).getBody())); });
}

bool Forwarder::readsChanged(Value value, unsigned nesting) const {
  Operation *op = value.getDefiningOp();
  if (!op || nesting == kMostLevels)
    return op != nullptr;
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    if (root.symbol)
      return changed.contains(root.symbol);
    if (VarOp var = getConstantVar(load))
      return readsChanged(var.getInit(), nesting + 1);
  }
  return llvm::any_of(op->getOperands(),
                      [&](Value operand) { return readsChanged(operand, nesting + 1); });
}

void Forwarder::forward(Value value, unsigned nesting) {
  Operation *op = value.getDefiningOp();
  if (!op || nesting == kMostLevels)
    return;
  if (auto load = dyn_cast<LoadOp>(op)) {
    PlacePath path = getPlacePath(load.getRef());
    if (path.root.symbol && path.isExact()) {
      AssignOp assign = findAssignment(load, path, getEffectsOnMembers);
      if (assign)
        forward(assign.getValue(), nesting + 1);
      if (!assign || readsChanged(assign.getValue())) // which may be another value now
        return;
      load.getResult().replaceAllUsesWith(assign.getValue());
      load.erase();
      return;
    }
    if (VarOp var = getConstantVar(load))
      forward(var.getInit(), nesting + 1);
    return;
  }
  for (unsigned index = 0; index < op->getNumOperands(); ++index)
    forward(op->getOperand(index), nesting + 1);
}

Value Forwarder::rebuild(OpBuilder &builder, Value value, unsigned nesting) {
  Operation *op = value.getDefiningOp();
  if (!op || nesting == kMostLevels)
    return value;
  if (auto load = dyn_cast<LoadOp>(op)) {
    PlacePath path = getPlacePath(load.getRef());
    if (path.root.symbol && path.isExact()) {
      AssignOp assign = findAssignment(load, path, getEffectsOnMembers);
      Value rebuilt = assign ? rebuild(builder, assign.getValue(), nesting + 1) : value;
      // How many elements a vector has at most the host knows better than what kernels have
      // counted.
      FieldOp field = load->getParentOfType<ClassOp>().lookupField(path.root.symbol.getValue());
      return field && field.getSizeOf() && readsChanged(rebuilt) ? value : rebuilt;
    }
    VarOp var = getConstantVar(load);
    Value init = var ? rebuild(builder, var.getInit(), nesting + 1) : Value();
    return init && init != var.getInit() ? init : value;
  }
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(rebuild(builder, operand, nesting + 1));
  if (llvm::equal(operands, op->getOperands()) || op->getNumResults() != 1)
    return value;
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  return copy->getResult(0);
}

void ForwardMembersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    for (ControlOp control : op.getBody().front().getOps<ControlOp>()) {
      SmallVector<Operation *> sizes; // and numbers for the caller
      control.walk([&](Operation *inner) {
        bool resizes = isa<HostOp>(inner) && inner->hasAttr(kResizesAttr);
        if (isa<ReserveOp>(inner) || resizes || getLentPlace(inner))
          sizes.push_back(inner);
      });
      Forwarder forwarder(control);
      for (Operation *size : sizes) {
        OpBuilder builder(size);
        for (unsigned index = 0; index < size->getNumOperands(); ++index) {
          inlineReturned(size->getOperand(index));
          forwarder.forward(size->getOperand(index));
          size->setOperand(index, forwarder.rebuild(builder, size->getOperand(index)));
        }
      }
      if (!sizes.empty())
        eraseDeadExpressions(control.getBody());
    }
}
