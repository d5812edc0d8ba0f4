//===- PassMembers.cpp - Functions of control functions get members as parameters ------------===//
//
//   float scaled(float x) { return x * m_gain; }        float scaled(float x, float gain)
//   kernel1D_Shape(a, n, scaled(strength));         ->  vkm.launch ... scaled(strength, m_gain)
//
// What the host calls are copies of functions, which know no object. A function that is an
// expression is put in the place of its call; others are given the members that they read.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/Effects.h"
#include "ir/MemberNames.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/FieldPasser.h"
#include "transforms/Parameters.h"
#include "transforms/ReturnedValues.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PASSMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Gives members to copies of functions, which have them behind their own parameters.
class MemberPasser : FieldPasser {
public:
  explicit MemberPasser(ClassOp theClass) : FieldPasser(theClass) {}
  /// Whether the function that is called reads members, and does nothing else with them; it may
  /// write variables of its caller.
  bool canPass(CallOp call);
  void rewrite(CallOp call) { passTo(call); }

private:
  Function getCallee(Operation *call) override;
  bool isPassed(FieldOp) override { return true; }
  bool isValue(Type type) override { return !isa<ArrayType>(type); }
  std::string nameParameter(Function function, const FieldPart &part) override;
  std::string nameCopy(FieldOp field) override {
    return (withoutMemberMark(field.getSymName()) + "Here").str();
  }
  Type getPointerType(FieldOp) override { llvm_unreachable("canPass leaves vectors out"); }
  void finishCall(Operation *call, Function callee) override {
    cast<CallOp>(call).setCallee(callee.getName());
  }

  llvm::DenseMap<Operation *, FuncOp> copies;
};

struct PassMembersPass : vkm::impl::PassMembersBase<PassMembersPass> {
  void runOnOperation() override;
};

} // namespace

static FuncOp lookupFunction(CallOp call) {
  FunctionOpInterface callee = lookupCallee(call);
  return callee ? dyn_cast<FuncOp>(callee.getOperation()) : FuncOp();
}

/// Whether a place is a variable of the function that names it, or what that was given: whoever
/// calls it has been asked what this is.
static bool isVariable(const Root &root) {
  auto argument = dyn_cast_or_null<BlockArgument>(root.value);
  return argument ? isa<FuncOp>(argument.getOwner()->getParentOp())
                  : root.value && root.value.getDefiningOp<VarOp>() != nullptr;
}

bool MemberPasser::canPass(CallOp call) {
  FuncOp function = lookupFunction(call);
  if (!function || function.isExternal())
    return false;
  EffectSet effects = getEffects(function.getFunctionBody());
  bool writes = llvm::any_of(effects.writes, [&](const Root &root) {
    auto argument = dyn_cast_or_null<BlockArgument>(root.value);
    bool isParameter = argument && argument.getOwner()->getParentOp() == function;
    return root.symbol ||
           (isParameter && !isVariable(getRoot(call.getOperands()[argument.getArgNumber()])));
  });
  bool reads = llvm::any_of(effects.reads, [](const Root &root) { return bool(root.symbol); });
  if (writes || !reads)
    return false;
  WalkResult needsBuffers = function.walk([&](Operation *op) {
    auto call = dyn_cast<CallOp>(op);
    FuncOp callee = call ? lookupFunction(call) : FuncOp();
    bool isInner =
        callee &&
        callee.walk([](VectorDataOp) { return WalkResult::interrupt(); }).wasInterrupted();
    return isInner || isa<VectorDataOp, DerefOp>(op) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
  });
  return !needsBuffers.wasInterrupted();
}

std::string MemberPasser::nameParameter(Function, const FieldPart &part) {
  auto member = part.path.empty() ? StringAttr() : dyn_cast<StringAttr>(part.path.back());
  FieldOp field = part.field;
  return (member ? member.getValue() : withoutMemberMark(field.getSymName())).str();
}

FunctionOpInterface MemberPasser::getCallee(Operation *op) {
  auto call = dyn_cast<CallOp>(op);
  if (!call || !canPass(call))
    return {};
  FuncOp function = lookupFunction(call);
  FuncOp &copy = copies[function];
  if (!copy)
    copy =
        copyFunction(function, makeFreeSymbol(theClass, (function.getSymName() + "_given").str()));
  return copy;
}

/// A call that reads members.
static CallOp findCall(ControlOp control, MemberPasser &members,
                       const llvm::SmallPtrSetImpl<Operation *> &done) {
  CallOp found;
  control.walk([&](CallOp call) {
    if (done.contains(call) || !members.canPass(call))
      return WalkResult::advance();
    found = call;
    return WalkResult::interrupt();
  });
  return found;
}

static void passMembers(ControlOp control, MemberPasser &members) {
  // Whose value went to the device with the statement that it was for.
  SmallVector<CallOp> dead;
  control.walk([&](CallOp call) {
    if (call.use_empty() && getEffects(call).writes.empty() && members.canPass(call))
      dead.push_back(call);
  });
  for (CallOp call : dead)
    call.erase();
  // Expressions in the place of calls; that may bring calls of further functions.
  llvm::SmallPtrSet<Operation *, 8> kept;
  while (CallOp call = findCall(control, members, kept)) {
    if (!inlineCall(call))
      kept.insert(call);
  }
  kept.clear();
  while (CallOp call = findCall(control, members, kept)) {
    members.rewrite(call);
    kept.insert(call);
  }
  eraseDeadExpressions(control.getBody());
}

void PassMembersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    MemberPasser members(op);
    for (ControlOp control : op.getBody().front().getOps<ControlOp>())
      passMembers(control, members);
  }
  setPhase(getOperation(), Phase::Normalised);
}
