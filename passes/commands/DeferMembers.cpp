//===- DeferMembers.cpp - Members that kernels read instead of being passed them -------------===//
//
//   void Step(int *a, int n) {            vkm.launch @kernel1D_Move(%a, %n)
//     kernel1D_Move(a, n, m_frame);   ->  // and in the kernel: const int frame = m_frame;
//     m_frame++;                          vkm.launch @kernel1D_Step_members()
//   }
//
// Commands are recorded once and may be submitted many times. An argument that is computed from a
// member is computed when they are recorded; where commands of the same function change the member,
// the second submission would go by the old value. So the kernel computes the argument itself;
// where it says how many iterations there are, the device counts them
// (passes/lower/kernels/WorkgroupCounts.h).
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/HostStatements.h"
#include "analysis/values/Expressions.h"
#include "ir/Effects.h"
#include "ir/Recognisers.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/Parameters.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_DEFERMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct DeferMembersPass : vkm::impl::DeferMembersBase<DeferMembersPass> {
  void runOnOperation() override;
};

/// An argument of a launch, seen as an expression.
struct Argument {
  llvm::SmallSetVector<StringAttr, 2> fields;      ///< that it reads
  SmallVector<Operation *> operations;             ///< that compute it, operands first
  llvm::SetVector<Value> parameters;               ///< what it is computed from besides
  SmallVector<std::pair<Operation *, Root>> reads; ///< where it reads them
  bool isKnown = true;                             ///< nothing else takes part
};
} // namespace

static void explore(Value value, Argument &argument) {
  Operation *op = value.getDefiningOp();
  if (op && llvm::is_contained(argument.operations, op))
    return;
  auto load = dyn_cast_or_null<LoadOp>(op);
  Root root = load ? getRoot(load.getRef()) : Root();
  auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
  if (var && keepsInitialValue(var) && load.getRef() == var.getRef()) {
    explore(var.getInit(), argument);
    argument.operations.push_back(var);
    argument.operations.push_back(op);
    return;
  }
  // `for (int step = 0; ...)` around the launch
  bool isCounter = load && isLoopVariable(load.getRef());
  if (!op || var || isCounter) {
    argument.isKnown &= isa<IntegerType, FloatType>(value.getType());
    argument.parameters.insert(value);
    return;
  }
  if (root.symbol) {
    argument.fields.insert(root.symbol);
    argument.reads.push_back({op, root});
  }
  if (!op->hasTrait<VkmExpression>() || op->getNumRegions() || isa<CallOp>(op)) {
    argument.isKnown = false;
    return;
  }
  for (Value operand : op->getOperands())
    explore(operand, argument);
  argument.operations.push_back(op);
}

/// Whether a kernel may compute an argument itself: the size of an array that the source states
/// does not need the parameter, and nothing changes what the argument is computed from before all
/// of it is read: neither the control function before the launch nor the kernel itself.
static bool canDefer(LaunchOp launch, KernelOp kernel, unsigned index, const Argument &argument) {
  Block &top = kernel.getBody().front();
  BlockArgument parameter = top.getArgument(index);
  for (Operation *user : parameter.getUsers())
    if (user->getParentOfType<ExtentOp>())
      return false;
  if (!argument.isKnown || !llvm::all_of(argument.reads, [&](const auto &read) {
        return staysUntil(read.first, read.second, launch);
      }))
    return false;
  bool isOneOnce = llvm::hasSingleElement(top) && isa<OnceOp>(top.front());
  EffectSet effects = getEffects(kernel.getBody());
  return isOneOnce || llvm::none_of(argument.fields, [&](StringAttr field) {
           return effects.writesAny(Root{field, {}});
         });
}

/// The same at the top of the kernel, for bounds: a variable that every thread computes. A size is
/// kept as what it is read as, 32 bits.
static void declareAtTop(KernelOp kernel, unsigned index, const Argument &argument,
                         IRMapping mapping) {
  BlockArgument parameter = kernel.getBody().getArgument(index);
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Value value;
  for (Operation *op : argument.operations)
    value = builder.clone(*op, mapping)->getResult(0);
  auto widened = value.getDefiningOp<CastOp>();
  if (widened && widened.getOperand().getType().isUnsignedInteger(32) &&
      value.getType().isUnsignedInteger(64))
    value = widened.getOperand();
  auto variable = builder.create<VarOp>(value.getLoc(), RefType::get(value.getType()),
                                        argName(kernel, index), value, /*constant=*/true);
  for (OpOperand &use : llvm::make_early_inc_range(parameter.getUses())) {
    OpBuilder before(use.getOwner());
    Location where = use.getOwner()->getLoc();
    Value read = before.create<LoadOp>(where, value.getType(), variable);
    if (read.getType() != parameter.getType())
      read = before.create<CastOp>(where, parameter.getType(), read);
    use.set(read);
  }
}

/// Gives the kernel the variable in place of the parameter: `const int frame = m_frame;`.
static void declare(KernelOp kernel, unsigned index, const Argument &argument,
                    IRMapping parameters) {
  BlockArgument parameter = kernel.getBody().getArgument(index);
  Block &top = kernel.getBody().front();
  if (llvm::any_of(parameter.getUsers(), [&](Operation *user) { return user->getBlock() == &top; }))
    return declareAtTop(kernel, index, argument, std::move(parameters));
  for (Operation &part : top) {
    bool isUsed = llvm::any_of(parameter.getUsers(),
                               [&](Operation *user) { return part.isProperAncestor(user); });
    if (!isUsed)
      continue;
    OpBuilder builder = OpBuilder::atBlockBegin(&part.getRegion(0).front());
    IRMapping mapping = parameters;
    Value value;
    for (Operation *op : argument.operations)
      value = builder.clone(*op, mapping)->getResult(0);
    auto variable = builder.create<VarOp>(value.getLoc(), RefType::get(value.getType()),
                                          argName(kernel, index), value, /*constant=*/true);
    for (OpOperand &use : llvm::make_early_inc_range(parameter.getUses()))
      if (part.isProperAncestor(use.getOwner())) {
        OpBuilder before(use.getOwner());
        use.set(before.create<LoadOp>(use.getOwner()->getLoc(), value.getType(), variable));
      }
  }
}

/// Has a kernel compute an argument of a launch, and of those that pass the same expression: the
/// launches for each order of exchanged vectors are of one kernel.
static void defer(LaunchOp launch, KernelOp kernel, unsigned index, const Argument &argument) {
  auto parent = kernel->getParentOfType<ClassOp>();
  SmallVector<std::pair<LaunchOp, Argument>> alike;
  bool hasOthers = false;
  parent.walk([&](LaunchOp other) {
    if (other.getKernel() != kernel.getSymName())
      return;
    Argument its;
    explore(other.getOperand(index), its);
    bool isAlike = isSameExpression(other.getOperand(index), launch.getOperand(index)) &&
                   its.parameters.size() == argument.parameters.size() &&
                   canDefer(other, kernel, index, its);
    if (isAlike)
      alike.push_back({other, std::move(its)});
    hasOthers |= !isAlike;
  });
  if (hasOthers) {
    OpBuilder builder(kernel);
    auto copy = cast<KernelOp>(builder.clone(*kernel));
    std::string name = makeFreeSymbol(parent, (kernel.getSymName() + "_members").str());
    renameKernel(copy, name);
    for (auto &[other, its] : alike)
      other.setKernel(name);
    kernel = copy;
  }
  // Numbers that the host has, which the argument is computed from, are passed instead of it.
  IRMapping mapping;
  for (Value parameter : argument.parameters) {
    std::string name = argName(kernel, index).str() + "Of";
    if (auto known = dyn_cast<BlockArgument>(parameter))
      name = argName(launch->getParentOfType<ControlOp>(), known.getArgNumber()).str();
    name = makeFreeArgName(kernel, std::move(name));
    mapping.map(parameter, addParameter(kernel, name, parameter.getType(), parameter.getLoc()));
  }
  declare(kernel, index, argument, mapping);
  kernel.eraseArgument(index);
  for (auto &[other, its] : alike) {
    SmallVector<Value> operands(other.getOperands());
    llvm::append_range(operands, its.parameters);
    operands.erase(operands.begin() + index);
    other.getOperandsMutable().assign(operands);
  }
}

static void deferMembers(ControlOp control) {
  llvm::DenseSet<StringAttr> changed;
  SmallVector<LaunchOp> launches;
  control.walk([&](LaunchOp launch) { launches.push_back(launch); });
  SmallVector<VarOp> used;
  control.walk([&](VarOp var) {
    if (!var->use_empty())
      used.push_back(var);
  });
  for (LaunchOp launch : launches)
    for (const Root &root : getEffects(lookupKernel(launch).getBody()).writes)
      if (root.symbol)
        changed.insert(root.symbol);
  for (LaunchOp launch : launches)
    for (unsigned index = launch.getOperands().size(); index-- > 0;) {
      Value operand = launch.getOperands()[index];
      if (!isa<IntegerType, FloatType, VecType>(operand.getType()))
        continue;
      Argument argument;
      explore(operand, argument);
      auto kernel = lookupKernel(launch);
      bool isStale =
          llvm::any_of(argument.fields, [&](StringAttr field) { return changed.contains(field); });
      if (isStale && canDefer(launch, kernel, index, argument))
        defer(launch, kernel, index, argument);
    }
  // Variables that held arguments would have the host wait for the members.
  eraseDeadExpressions(control.getBody());
  for (VarOp var : llvm::reverse(used))
    if (var->use_empty())
      var.erase();
  eraseDeadExpressions(control.getBody());
}

void DeferMembersPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](ControlOp control) { deferMembers(control); });
}
