//===- PassAssigned.cpp - Kernels are given what members were just assigned ------------------===//
//
//   m_width = w;                          m_width = w;
//   vkm.launch @kernel1D_Fill(a)     =>   vkm.launch @kernel1D_Fill(a, w)
//
//   for (i = 0; i < m_width; ++i)         for (i = 0; i < width; ++i)
//
// The device assigns members, among the commands. A kernel that reads one of them would have to
// wait for that, and the host would not know how many iterations it has and how far it reaches. So
// it is given the number, where each of its launches finds one that the host knows.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/commands/HostStatements.h"
#include "ir/MemberNames.h"
#include "ir/Places.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/Parameters.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PASSASSIGNED
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PassAssignedPass : vkm::impl::PassAssignedBase<PassAssignedPass> {
  void runOnOperation() override;
};

/// Gives numbers to the kernels of one class.
class NumberPasser {
public:
  explicit NumberPasser(ClassOp theClass);
  void run(KernelOp kernel);

private:
  bool isKnown(Value value) const;
  AssignOp findAssigned(LaunchOp launch, const PlacePath &path) const;

  ClassOp theClass;
  llvm::DenseSet<StringAttr> changed; ///< fields that the class's methods write
};
} // namespace

NumberPasser::NumberPasser(ClassOp theClass) : theClass(theClass) {
  for (Operation &method : theClass.getBody().front())
    for (const Root &root : getEffects(&method).writes)
      if (root.symbol)
        changed.insert(root.symbol);
}

/// Calls `visit` with the operations that an expression is made of, until one is refused; false
/// then.
static bool allOperations(Value value, llvm::function_ref<bool(Operation *)> visit) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return true;
  bool isAllowed = visit(op);
  if (isAllowed && !isa<LoadOp>(op)) {
    for (Value operand : op->getOperands())
      isAllowed &= allOperations(operand, visit);
    for (Region &region : op->getRegions())
      for (Operation &yield : region.getOps())
        if (isa<YieldOp>(yield))
          isAllowed &= allOperations(yield.getOperand(0), visit);
  }
  return isAllowed;
}

/// Whether the host knows a value where it is computed.
bool NumberPasser::isKnown(Value value) const {
  return allOperations(value, [&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      PlacePath path = getPlacePath(load.getRef());
      bool isOfHost =
          path.root.symbol ? !changed.contains(path.root.symbol) : !isOnDevice(path.root);
      return isOfHost && path.isExact();
    }
    return isa<ConstantOp, BinaryOp, UnaryOp, CastOp, NarrowOp, MathOp, CmpOp, SelectOp, AndOp,
               OrOp>(op);
  });
}

/// Whether a value is the same wherever it is computed until a launch.
static bool stays(Value value, LaunchOp launch) {
  return allOperations(value, [&](Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    return !load || staysUntil(load, getRoot(load.getRef()), launch);
  });
}

/// The assignment by which a member has its value for certain where a kernel is launched, if that
/// is a number of the host's; null where that is not known.
AssignOp NumberPasser::findAssigned(LaunchOp launch, const PlacePath &path) const {
  AssignOp assign = findAssignment(launch, path, getEffectsOnMembers);
  return assign && isKnown(assign.getValue()) ? assign : AssignOp();
}

/// What was assigned, where the launch stands: a variable has it if what it is made of has changed
/// by then.
static Value getNumber(AssignOp assign, LaunchOp launch, StringRef name) {
  Value value = assign.getValue();
  OpBuilder builder(assign);
  if (stays(value, launch))
    return value;
  Location loc = assign.getLoc();
  VarOp kept;
  for (Operation *user : value.getUsers())
    if (auto var = dyn_cast<VarOp>(user); var && var.getConstant() &&
                                          var->getBlock() == assign->getBlock() &&
                                          var->isBeforeInBlock(assign))
      kept = var;
  if (!kept)
    kept = builder.create<VarOp>(loc, RefType::get(value.getType()), name, value,
                                 /*is_const=*/true);
  builder.setInsertionPoint(launch);
  return buildLoad(builder, loc, kept.getRef());
}

/// Gives a kernel what is assigned to a member, by each launch; false, and nothing has changed,
/// where functions that it calls read that as well, or it does not.
static bool pass(KernelOp kernel, FieldOp field, ArrayRef<LaunchOp> launches,
                 ArrayRef<AssignOp> assigned) {
  SmallVector<LoadOp> loads;
  bool isOnly = true;
  kernel.walk([&](Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    if (load && getRoot(load.getRef()).symbol == field.getSymNameAttr())
      loads.push_back(load);
    else if (isa<CallOp>(op))
      isOnly &= !getEffects(op).readsAny({field.getSymNameAttr(), {}});
  });
  if (!isOnly || loads.empty())
    return false;
  StringRef plain = withoutMemberMark(field.getSymName());
  BlockArgument parameter =
      addParameter(kernel, makeFreeArgName(kernel, plain.str()), field.getType(), kernel.getLoc());
  for (LoadOp load : loads) {
    load.getResult().replaceAllUsesWith(parameter);
    load.erase();
  }
  for (auto [launch, assign] : llvm::zip(launches, assigned))
    LaunchOp(launch).getOperandsMutable().append(getNumber(assign, launch, plain));
  return true;
}

void NumberPasser::run(KernelOp kernel) {
  constexpr size_t kMostNumbers = 8; // of 128 bytes that all devices have for arguments
  SmallVector<LaunchOp> launches = getLaunches(kernel);
  if (launches.empty() || kernel.getPerThread())
    return;
  EffectSet effects = getEffects(kernel.getBody());
  size_t passed = 0;
  for (FieldOp field : theClass.getBody().front().getOps<FieldOp>()) {
    PlacePath path{{field.getSymNameAttr(), {}}, {}};
    auto type = dyn_cast<IntegerType>(field.getType());
    // Elements are compared with the size of their vector.
    if (!type || type.getWidth() < 32 || field.getSizeOf() || !changed.contains(path.root.symbol) ||
        !effects.readsAny(path.root) || effects.writesAny(path.root))
      continue;
    SmallVector<AssignOp> assigned;
    for (LaunchOp launch : launches)
      if (AssignOp assign = findAssigned(launch, path))
        assigned.push_back(assign);
    if (assigned.size() == launches.size() && pass(kernel, field, launches, assigned) &&
        ++passed == kMostNumbers)
      break;
  }
  if (passed > 0)
    eraseDeadExpressions(kernel.getBody());
}

void PassAssignedPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    NumberPasser passer(op);
    for (KernelOp kernel : op.getBody().front().getOps<KernelOp>())
      passer.run(kernel);
  }
}
