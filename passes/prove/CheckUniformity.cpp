//===- CheckUniformity.cpp - Barriers and subgroup operations stand in uniform control flow --===//
//
// A value is uniform if all threads of a workgroup, or of a subgroup, have the same. The analysis
// walks the structured statements of a shader and of the functions that it calls until the set of
// variables that may differ does not grow any more, then checks where barriers stand, which need
// uniform control flow of the workgroup, or subgroup operations, which need that of the subgroup.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/Effects.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_CHECKUNIFORMITY
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// The threads that have to come together.
enum class Scope { Workgroup, Subgroup };

/// Jumps that only some threads take.
struct DivergentJumps {
  bool leavesFunction = false;
  bool leavesLoop = false;
  bool leavesIteration = false;

  bool any() const { return leavesFunction || leavesLoop || leavesIteration; }
  void add(const DivergentJumps &other) {
    leavesFunction |= other.leavesFunction;
    leavesLoop |= other.leavesLoop;
    leavesIteration |= other.leavesIteration;
  }
};

/// Whether the parameters of functions that are values are the same for all threads: all calls that
/// were seen pass such values.
using UniformParameters = llvm::DenseMap<Value, bool>;

/// Analyses the body of one shader or function for one scope. Parameters of functions that are
/// places may differ between threads; so may values, until the callers have been analysed.
class Uniformity {
public:
  Uniformity(Operation *function, Scope scope, UniformParameters &parameters)
      : function(function), scope(scope), parameters(parameters) {}

  /// Finds the divergent variables, then reports what needs uniform flow and has none.
  LogicalResult run() {
    Block &body = function->getRegion(0).front();
    do {
      grew = false;
      visitBlock(body, /*uniform=*/true, /*check=*/false);
    } while (grew);
    result = success();
    visitBlock(body, /*uniform=*/true, /*check=*/true);
    function->walk([&](CallOp call) { notePassed(call); });
    return result;
  }

private:
  bool isUniform(Value value);
  bool isUniformLoad(LoadOp load);
  bool isUniformPlace(Value place);
  DivergentJumps visitBlock(Block &block, bool uniform, bool check);
  DivergentJumps findJumps(Block &block, bool uniform);
  DivergentJumps visitLoop(LoopOpInterface loop, bool uniform, bool check);
  void markWritten(Value place, bool uniform);
  void notePassed(CallOp call);
  bool needsUniformFlow(Operation *op);

  Operation *function;
  const Scope scope;
  UniformParameters &parameters;

  bool grew = false;
  LogicalResult result = success();
  llvm::DenseSet<Value> divergent; ///< roots of variables whose value may differ

  /// What findJumps has found, while as many variables were divergent: without it the time would
  /// double with each loop around another one.
  struct KnownJumps {
    DivergentJumps jumps;
    size_t numDivergent;
  };
  llvm::DenseMap<std::pair<Block *, unsigned>, KnownJumps> knownJumps; ///< also by `uniform`
  llvm::DenseMap<Operation *, bool> needUniformFlow;                   ///< by function
};

struct CheckUniformityPass : vkm::impl::CheckUniformityBase<CheckUniformityPass> {
  void runOnOperation() override;
};

} // namespace

/// A shared variable is the same for all threads where barriers part the read from the writes
/// before it and after it: no thread runs ahead and writes it while another one has yet to read.
static bool isOrderedSharedRead(LoadOp load, const Root &root) {
  auto isBarrierFirst = [&](Operation *op, auto next) {
    for (op = next(op); op; op = next(op)) {
      if (isa<BarrierOp>(op))
        return std::optional(true);
      if (getEffects(op).writesAny(root))
        return std::optional(false);
    }
    return std::optional<bool>();
  };
  if (isBarrierFirst(load, [](Operation *op) { return op->getPrevNode(); }) != true)
    return false;
  Operation *op = load;
  for (; !isa<ShaderOp, FuncOp>(op); op = op->getParentOp()) {
    if (isa<LoopOpInterface>(op) && getEffects(op).writesAny(root))
      return false; // the next iteration may write
    if (std::optional<bool> ordered =
            isBarrierFirst(op, [](Operation *op) { return op->getNextNode(); }))
      return *ordered;
  }
  return isa<ShaderOp>(op); // the caller of a function may go on to write
}

/// Every index on the way to a place is uniform: it is the same place for all threads.
bool Uniformity::isUniformPlace(Value place) {
  while (Operation *op = place.getDefiningOp()) {
    if (auto element = dyn_cast<ElementOp>(op)) {
      if (!isUniform(element.getIndex()))
        return false;
      place = element.getBase();
    } else if (auto member = dyn_cast<MemberOp>(op)) {
      place = member.getBase();
    } else if (auto deref = dyn_cast<DerefOp>(op)) {
      return isUniform(deref.getIndex());
    } else if (auto pixel = dyn_cast<PixelOp>(op)) {
      return isUniform(pixel.getX()) && isUniform(pixel.getY());
    } else if (auto wide = dyn_cast<DerefWideOp>(op)) {
      return isUniform(wide.getIndex());
    } else {
      break;
    }
  }
  return true;
}

bool Uniformity::isUniformLoad(LoadOp load) {
  if (!isUniformPlace(load.getRef()))
    return false;
  Root root = getRoot(load.getRef());
  if (root.value && !isa<PtrType>(root.value.getType())) {
    // A parameter of a function is what its callers pass.
    auto argument = dyn_cast<BlockArgument>(root.value);
    bool isParameter = argument && isa<FuncOp>(argument.getOwner()->getParentOp());
    return !isParameter && !divergent.contains(root.value);
  }
  auto parent = function->getParentOfType<ClassOp>();
  if (root.symbol && parent && isa_and_nonnull<SharedOp>(parent.lookupSymbol(root.symbol)))
    return isOrderedSharedRead(load, root);
  // Memory that the shader writes may change between the reads of two threads; what callers write
  // is not known.
  return isa<ShaderOp>(function) && !getEffects(function->getRegion(0)).writesAny(root);
}

bool Uniformity::isUniform(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return parameters.lookup(value);
  if (auto builtin = dyn_cast<BuiltinOp>(op)) {
    Builtin kind = builtin.getBuiltin();
    return kind == Builtin::Workgroup || kind == Builtin::NumWorkgroups ||
           kind == Builtin::WorkgroupSize || kind == Builtin::NumSubgroups ||
           kind == Builtin::SubgroupSize || (kind == Builtin::Subgroup && scope == Scope::Subgroup);
  }
  if (auto load = dyn_cast<LoadOp>(op))
    return isUniformLoad(load);
  if (isa<SubgroupFirstOp, SubgroupOp>(op))
    return scope == Scope::Subgroup;
  if (auto active = dyn_cast<ActiveThreadsOp>(op))
    return scope == Scope::Subgroup && active.getWhat() == ActiveThreads::Count;
  if (isa<AtomicOp, CompareSwapOp, CallOp, SubgroupExchangeOp>(op))
    return false;
  for (Value operand : op->getOperands())
    if (!isUniform(operand))
      return false;
  for (Region &region : op->getRegions())
    if (!isUniform(cast<YieldOp>(region.front().back()).getValue()))
      return false;
  return true;
}

void Uniformity::markWritten(Value place, bool uniform) {
  Root root = getRoot(place);
  uniform = uniform && isUniformPlace(place);
  if (!uniform && root.value && !isa<PtrType>(root.value.getType()))
    grew |= divergent.insert(root.value).second;
}

/// What a call says of the parameters of its callee.
void Uniformity::notePassed(CallOp call) {
  FunctionOpInterface callee = lookupCallee(call);
  if (!callee || callee.isExternal())
    return;
  for (auto [operand, parameter] : llvm::zip(call.getOperands(), callee.getArguments()))
    if (!isa<RefType, PtrType>(operand.getType()))
      parameters.try_emplace(parameter, true).first->second &= isUniform(operand);
}

/// A barrier or subgroup operation, as the scope is, or a call of a function that holds one.
bool Uniformity::needsUniformFlow(Operation *op) {
  if (scope == Scope::Workgroup ? isa<BarrierOp>(op)
                                : isa<SubgroupOp, SubgroupExchangeOp, SubgroupBarrierOp>(op))
    return true;
  auto call = dyn_cast<CallOp>(op);
  FunctionOpInterface callee = call ? lookupCallee(call) : FunctionOpInterface();
  if (!callee)
    return false;
  // Each function is looked through once, however many calls lead to it.
  auto known = needUniformFlow.find(callee);
  if (known != needUniformFlow.end())
    return known->second;
  bool found = false;
  callee->walk([&](Operation *inner) { found |= inner != callee && needsUniformFlow(inner); });
  return needUniformFlow[callee] = found;
}

/// visitBlock without checks.
DivergentJumps Uniformity::findJumps(Block &block, bool uniform) {
  std::pair<Block *, unsigned> key(&block, uniform);
  auto known = knownJumps.find(key);
  if (known == knownJumps.end() || known->second.numDivergent != divergent.size()) {
    // What becomes divergent at the end may have been asked for before: such a visit is repeated.
    size_t numDivergent = divergent.size();
    DivergentJumps jumps = visitBlock(block, uniform, /*check=*/false);
    knownJumps[key] = {jumps, numDivergent};
    return jumps;
  }
  return known->second.jumps;
}

DivergentJumps Uniformity::visitLoop(LoopOpInterface loop, bool uniform, bool check) {
  Region &condition = loop.getCond(), &body = loop.getBody();
  if (auto forOp = dyn_cast<ForOp>(loop.getOperation()))
    markWritten(forOp.getBodyVar(), uniform && isUniform(forOp.getInit()));
  bool inside = uniform && isUniform(cast<YieldOp>(condition.front().back()).getValue());
  DivergentJumps jumps = findJumps(body.front(), inside);
  // Threads that have left make the iterations of the others non-uniform.
  bool iterates = inside && !jumps.leavesLoop && !jumps.leavesFunction;
  visitBlock(condition.front(), uniform && iterates, check);
  if (check)
    visitBlock(body.front(), iterates, check);
  else
    findJumps(body.front(), iterates);
  if (Region *step = loop.getStepRegion())
    visitBlock(step->front(), iterates && !jumps.leavesIteration, check);
  DivergentJumps outside;
  outside.leavesFunction = jumps.leavesFunction;
  return outside;
}

DivergentJumps Uniformity::visitBlock(Block &block, bool uniform, bool check) {
  DivergentJumps jumps;
  for (Operation &op : block) {
    bool here = uniform && !jumps.any();
    if (check && !here && needsUniformFlow(&op))
      result = report(op.getLoc(), diag::NotUniform,
                      {op.getName().getStringRef().str(),
                       scope == Scope::Workgroup ? "workgroup" : "subgroup"});
    if (auto var = dyn_cast<VarOp>(op)) {
      markWritten(var.getRef(), here && (!var.getInit() || isUniform(var.getInit())));
    } else if (auto assign = dyn_cast<AssignOp>(op)) {
      markWritten(assign.getRef(), here && isUniform(assign.getValue()));
    } else if (auto update = dyn_cast<UpdateOp>(op)) {
      markWritten(update.getRef(), here && isUniform(update.getValue()));
    } else if (auto call = dyn_cast<CallOp>(op)) {
      for (Value operand : call.getOperands())
        if (isa<RefType>(operand.getType()))
          markWritten(operand, false);
    } else if (auto ifOp = dyn_cast<IfOp>(op)) {
      bool inside = here && isUniform(ifOp.getCondition());
      for (Region *region : {&ifOp.getThenRegion(), &ifOp.getElseRegion()})
        if (!region->empty())
          jumps.add(visitBlock(region->front(), inside, check));
    } else if (auto loop = dyn_cast<LoopOpInterface>(op)) {
      jumps.add(visitLoop(loop, here, check));
    } else if (auto switchOp = dyn_cast<SwitchOp>(op)) {
      bool inside = here && isUniform(switchOp.getValue());
      for (Region &region : switchOp.getCases()) {
        DivergentJumps inner = visitBlock(region.front(), inside, check);
        inside &= !inner.any();   // some threads may fall through
        inner.leavesLoop = false; // a break of the switch
        jumps.add(inner);
      }
    } else if (auto scope = dyn_cast<ScopeOp>(op)) {
      jumps.add(visitBlock(scope.getBody().front(), here, check));
    } else if (!here) {
      jumps.leavesFunction |= isa<ReturnOp>(op);
      jumps.leavesLoop |= isa<BreakOp>(op);
      jumps.leavesIteration |= isa<ContinueOp>(op);
    }
  }
  return jumps;
}

void CheckUniformityPass::runOnOperation() {
  Phase phase = getPhase(getOperation());
  if (phase != Phase::Lowered && phase != Phase::Raised)
    return;
  // Callers before what they call.
  llvm::DenseSet<Operation *> seen;
  SmallVector<Operation *> functions;
  std::function<void(Operation *)> add = [&](Operation *op) {
    bool hasBody = isa<ShaderOp>(op) || (isa<FuncOp>(op) && !cast<FuncOp>(op).getBody().empty());
    if (!hasBody || !seen.insert(op).second)
      return;
    op->walk([&](CallOp call) {
      if (FunctionOpInterface callee = lookupCallee(call))
        add(callee);
    });
    functions.push_back(op);
  };
  getOperation().walk(add);
  UniformParameters inWorkgroup, inSubgroup;
  for (Operation *op : llvm::reverse(functions)) {
    // Both, whatever comes out: what a function is given is collected from all of its callers.
    bool isWrong = failed(Uniformity(op, Scope::Workgroup, inWorkgroup).run());
    isWrong |= failed(Uniformity(op, Scope::Subgroup, inSubgroup).run());
    if (isWrong)
      signalPassFailure();
  }
}
