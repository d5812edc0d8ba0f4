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
  bool staysKnown(Value value, LaunchOp launch) const;
  Value findAssigned(LaunchOp launch, const PlacePath &path) const;
  bool pass(KernelOp kernel, FieldOp field, ArrayRef<LaunchOp> launches, ArrayRef<Value> numbers);

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

/// Whether the host knows a value, and it is the same wherever it is computed until a launch.
bool NumberPasser::staysKnown(Value value, LaunchOp launch) const {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<ControlOp>(argument.getOwner()->getParentOp()) &&
           isa<IntegerType, FloatType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<LoadOp>(op)) {
    PlacePath path = getPlacePath(load.getRef());
    bool isKnown = path.root.symbol ? !changed.contains(path.root.symbol)
                                    : !isa<PtrType>(path.root.value.getType());
    return isKnown && path.isExact() && staysUntil(load, path.root, launch);
  }
  return isa<ConstantOp, BinaryOp, UnaryOp, CastOp, NarrowOp, MathOp, CmpOp>(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return staysKnown(operand, launch); });
}

/// What a member holds for certain where a kernel is launched, if that is a number of the host's;
/// null where it is not known to be.
Value NumberPasser::findAssigned(LaunchOp launch, const PlacePath &path) const {
  Value found;
  launch->getParentOfType<ControlOp>().walk([&](AssignOp assign) {
    bool isLast = !found && getPlacePath(assign.getRef()) == path &&
                  assign->getBlock()->findAncestorOpInBlock(*launch) &&
                  staysUntil(assign, path.root, launch);
    if (isLast && staysKnown(assign.getValue(), launch))
      found = assign.getValue();
  });
  return found;
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
    if (!type || type.getWidth() < 32 || !changed.contains(path.root.symbol) ||
        !effects.readsAny(path.root) || effects.writesAny(path.root))
      continue;
    SmallVector<Value> numbers;
    for (LaunchOp launch : launches)
      if (Value number = findAssigned(launch, path))
        numbers.push_back(number);
    if (numbers.size() == launches.size() && pass(kernel, field, launches, numbers) &&
        ++passed == kMostNumbers)
      break;
  }
  if (passed > 0)
    eraseDeadExpressions(kernel.getBody());
}

/// Gives a kernel numbers for a member, one by each launch; false where it does not read it itself.
bool NumberPasser::pass(KernelOp kernel, FieldOp field, ArrayRef<LaunchOp> launches,
                        ArrayRef<Value> numbers) {
  SmallVector<LoadOp> loads;
  kernel.walk([&](LoadOp load) {
    auto read = load.getRef().getDefiningOp<FieldRefOp>();
    if (read && getRoot(read).symbol == field.getSymNameAttr())
      loads.push_back(load);
  });
  if (loads.empty())
    return false;
  std::string name = makeFreeArgName(kernel, withoutMemberMark(field.getSymName()).str());
  BlockArgument parameter = addParameter(kernel, name, field.getType(), kernel.getLoc());
  for (LoadOp load : loads) {
    load.getResult().replaceAllUsesWith(parameter);
    load.erase();
  }
  for (auto [launch, number] : llvm::zip(launches, numbers))
    LaunchOp(launch).getOperandsMutable().append(number);
  return true;
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
