//===- CheckIndependence.cpp - Proves that the iterations of each grid are independent -------===//
//
//   a[i] = b[i]        independent         a[i] = a[i - 1]    dependent: error
//   m_sum reduced      a pattern           out[idx[i]] = v    unknown: warning
//   flag = 1           a pattern: one value that does not vary
//   count[idx[i]]++    unknown, and most likely not meant so: error
//
//===------------------------------------------------------------------------------------------===//

#include "passes/CountedLoops.h"
#include "passes/Dependence.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/Updates.h"
#include "passes/Utils.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_CHECKINDEPENDENCE
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// Values that are made of more than this are taken to vary.
static constexpr unsigned kMaxDepth = 64;

namespace {

enum class Verdict { Independent, Unknown, Dependent };

/// Judges the accesses of one grid.
class GridChecker {
public:
  GridChecker(AffineAnalysis &analysis, GridOp grid)
      : analysis(analysis), grid(grid), accesses(collectAccesses(analysis, grid)) {}
  LogicalResult run(bool assumeIndependent);

private:
  Verdict judge(const ElementAccess &a, const ElementAccess &b);
  bool writeOneValue(const ElementAccess &a, const ElementAccess &b);
  bool isInvariant(Value value, const Frame *frame, unsigned depth = 0);
  bool isWritten(const Root &root) const;
  bool varies(Value value, const Frame *frame, unsigned depth = 0);
  bool variableVaries(Value place, const Frame *frame, unsigned depth);
  bool runsInSomeIterations(const ElementAccess &access);
  void reportDependent(const ElementAccess &a, const ElementAccess &b);
  void reportUnknown(const ElementAccess &a, const ElementAccess &b);
  bool reportUpdate(const Root &root);
  std::string getKernelName() { return grid->getParentOfType<KernelOp>().getSymName().str(); }

  AffineAnalysis &analysis;
  GridOp grid;
  std::vector<ElementAccess> accesses;
  EquationSymbols symbols;
};

struct CheckIndependencePass : vkm::impl::CheckIndependenceBase<CheckIndependencePass> {
  using CheckIndependenceBase::CheckIndependenceBase;
  void runOnOperation() override;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Values
//===------------------------------------------------------------------------------------------===//

bool GridChecker::isWritten(const Root &root) const {
  return llvm::any_of(accesses, [&](const ElementAccess &access) {
    return access.writes && mayAlias(access.root, root);
  });
}

static Value getYielded(Region &region) { return cast<YieldOp>(region.front().back()).getValue(); }

/// Whether all iterations compute the same value.
bool GridChecker::isInvariant(Value value, const Frame *frame, unsigned depth) {
  if (depth > kMaxDepth)
    return false;
  auto recurse = [&](Value operand) { return isInvariant(operand, frame, depth + 1); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (!isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      return false; // a counter
    return !frame ||
           isInvariant(frame->call->getOperand(argument.getArgNumber()), frame->parent, depth + 1);
  }
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    if (auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp())
      return keepsInitialValue(var) && recurse(var.getInit()) && recurse(load.getRef());
    // A parameter of a function that is looked through may be any place.
    bool known = root.symbol || (!frame && isa<PtrType>(root.value.getType()));
    return known && !isWritten(root) && recurse(load.getRef());
  }
  if (isa<VarOp>(op))
    return true; // the place, not its value
  if (auto call = dyn_cast<CallOp>(op)) {
    EffectSet effects = getEffects(call);
    return effects.writes.empty() && !effects.ordered &&
           llvm::none_of(effects.reads, [&](const Root &root) { return isWritten(root); }) &&
           llvm::all_of(call->getOperands(), recurse);
  }
  for (Region &region : op->getRegions())
    if (!recurse(getYielded(region)))
      return false;
  return llvm::all_of(op->getOperands(), recurse);
}

/// Whether a local variable's value is made of the grid's counters, or chosen by them.
bool GridChecker::variableVaries(Value place, const Frame *frame, unsigned depth) {
  for (Operation *user : place.getUsers()) {
    if (isa<MemberOp, ElementOp>(user)) {
      if (variableVaries(user->getResult(0), frame, depth + 1))
        return true;
      continue;
    }
    if (isa<LoadOp>(user))
      continue;
    Value written;
    if (auto assign = dyn_cast<AssignOp>(user))
      written = assign.getValue();
    else if (auto update = dyn_cast<UpdateOp>(user))
      written = update.getValue();
    if (!written || varies(written, frame, depth + 1))
      return true;
    for (Operation *parent = user->getParentOp();
         parent && !isa<GridOp, FunctionOpInterface>(parent); parent = parent->getParentOp())
      if (auto branch = dyn_cast<IfOp>(parent);
          branch && varies(branch.getCondition(), frame, depth + 1))
        return true;
  }
  return false;
}

/// Whether a value is made of the grid's counters, other than by reading memory.
bool GridChecker::varies(Value value, const Frame *frame, unsigned depth) {
  if (!value || depth > kMaxDepth)
    return true;
  auto recurse = [&](Value operand) { return varies(operand, frame, depth + 1); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (isa<GridOp>(owner))
      return true;
    if (auto loop = dyn_cast<ForOp>(owner)) {
      std::optional<CountedLoop> counted = matchCountedLoop(loop);
      return !counted || recurse(loop.getInit()) || recurse(counted->bound) ||
             recurse(counted->amount);
    }
    return frame &&
           varies(frame->call->getOperand(argument.getArgNumber()), frame->parent, depth + 1);
  }
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    if (!root.value)
      return false;
    if (auto var = root.value.getDefiningOp<VarOp>())
      return (var.getInit() && recurse(var.getInit())) ||
             variableVaries(var.getRef(), frame, depth + 1);
    auto argument = dyn_cast<BlockArgument>(root.value);
    if (argument && isa<ForOp>(argument.getOwner()->getParentOp()))
      return recurse(root.value);
    // A parameter of a function that is looked through may be a variable.
    return isa<RefType>(root.value.getType());
  }
  for (Region &region : op->getRegions())
    if (recurse(getYielded(region)))
      return true;
  return llvm::any_of(op->getOperands(), recurse);
}

/// Whether an access stands under a condition of the counters that is not understood, so that it
/// may be left out in just those iterations in which it would be in the way of others.
bool GridChecker::runsInSomeIterations(const ElementAccess &access) {
  return llvm::any_of(access.opaque, [&](const OpaqueCondition &condition) {
    return varies(condition.value, condition.frame);
  });
}

/// Two assignments of one value that does not vary: the order is of no matter.
bool GridChecker::writeOneValue(const ElementAccess &a, const ElementAccess &b) {
  auto first = dyn_cast<AssignOp>(a.op), second = dyn_cast<AssignOp>(b.op);
  if (!first || !second || a.path.size() != b.path.size() ||
      !isInvariant(first.getValue(), a.frame))
    return false;
  if (first == second)
    return a.frame == b.frame;
  if (!isInvariant(second.getValue(), b.frame))
    return false;
  if (a.frame == b.frame && isSameExpression(first.getValue(), second.getValue()))
    return true;
  std::optional<Polynomial> mine = analysis.evaluate(first.getValue(), a.frame),
                            theirs = analysis.evaluate(second.getValue(), b.frame);
  return mine && theirs && *mine == *theirs;
}

//===------------------------------------------------------------------------------------------===//
// Pairs
//===------------------------------------------------------------------------------------------===//

Verdict GridChecker::judge(const ElementAccess &a, const ElementAccess &b) {
  if (a.reduction && a.reduction == b.reduction)
    return Verdict::Independent;
  Equations equations(analysis, grid, symbols, a, b);
  if (equations.proveIndependent() || writeOneValue(a, b))
    return Verdict::Independent;
  if ((!equations.findDependence() && !equations.findDistantDependence()) ||
      runsInSomeIterations(a) || runsInSomeIterations(b))
    return Verdict::Unknown;
  return Verdict::Dependent;
}

/// Says why a write of a member, which looks like part of a reduction, is none.
static void explain(InFlightDiagnostic &diagnostic, const ElementAccess &write) {
  if (auto why = write.op->getAttrOfType<StringAttr>(kNoReductionAttr))
    diagnostic.attachNote(write.getLoc())
        << "'" << spellAccess(write) << "' is no reduction: " << why.getValue();
}

void GridChecker::reportDependent(const ElementAccess &a, const ElementAccess &b) {
  if (a.reduction || b.reduction) {
    const ElementAccess &reduction = a.reduction ? a : b, &other = a.reduction ? b : a;
    bool twice = other.reduction.has_value();
    report(other.getLoc(), diag::ReductionDisturbed,
           {spellAccess(reduction), getKernelName(),
            twice ? "combines" : (other.writes ? "writes" : "reads")})
            .attachNote(reduction.getLoc())
        << "the reduction is here";
    return;
  }
  const ElementAccess &write = a.writes ? a : b, &other = a.writes ? b : a;
  if (write.op == other.op) {
    InFlightDiagnostic diagnostic =
        report(write.getLoc(), diag::IterationsWriteOne, {getKernelName(), spellAccess(write)});
    explain(diagnostic, write);
    return;
  }
  InFlightDiagnostic diagnostic =
      report(write.getLoc(), diag::IterationsDepend,
             {getKernelName(), spellAccess(write), other.writes ? "writes" : "reads"});
  diagnostic.attachNote(other.getLoc()) << (other.writes ? "written here, too" : "read here");
  explain(diagnostic, write);
}

void GridChecker::reportUnknown(const ElementAccess &a, const ElementAccess &b) {
  const ElementAccess &write = a.writes ? a : b, &other = a.writes ? b : a;
  InFlightDiagnostic diagnostic =
      report(write.getLoc(), diag::IterationsUnknown,
             {getKernelName(), spellAccess(write), other.writes ? "write" : "read"});
  if (write.op != other.op)
    diagnostic.attachNote(other.getLoc()) << (other.writes ? "written here, too" : "read here");
}

/// Reports an element that iterations update without being known to have it for themselves.
bool GridChecker::reportUpdate(const Root &root) {
  for (const ElementAccess *update : findUpdates(analysis, accesses, root))
    if (judge(*update, *update) == Verdict::Unknown) {
      report(update->getLoc(), diag::UpdateUnknown, {getKernelName(), spellAccess(*update)});
      return true;
    }
  return false;
}

LogicalResult GridChecker::run(bool assumeIndependent) {
  // One pair for each array is enough to see it: the first of the worst.
  struct Finding {
    Root root;
    Verdict verdict;
    const ElementAccess *a, *b;
  };
  SmallVector<Finding> findings;
  for (auto a = accesses.begin(); a != accesses.end(); ++a)
    for (auto b = a; b != accesses.end(); ++b) {
      if (!(a->writes || b->writes) || !mayAlias(a->root, b->root))
        continue;
      auto known =
          llvm::find_if(findings, [&](const Finding &finding) { return finding.root == a->root; });
      if (known != findings.end() && known->verdict == Verdict::Dependent)
        continue;
      Verdict verdict = judge(*a, *b);
      if (known == findings.end())
        findings.push_back({a->root, verdict, &*a, &*b});
      else if (verdict > known->verdict)
        *known = {a->root, verdict, &*a, &*b};
    }
  LogicalResult result = success();
  for (const Finding &finding : findings) {
    if (finding.verdict == Verdict::Dependent) {
      reportDependent(*finding.a, *finding.b);
      result = failure();
    } else if (finding.verdict == Verdict::Unknown && !assumeIndependent) {
      if (reportUpdate(finding.a->root))
        result = failure();
      else
        reportUnknown(*finding.a, *finding.b);
    }
  }
  return result;
}

/// A kernel that is given the elements of a vector of the class takes them for an array of their
/// own.
static LogicalResult checkVectorArguments(LaunchOp launch) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch, launch.getKernelAttr());
  EffectSet effects = getEffects(kernel.getBody());
  auto isWritten = [&](const Root &root) { return llvm::is_contained(effects.writes, root); };
  auto isUsed = [&](const Root &root) {
    return isWritten(root) || llvm::is_contained(effects.reads, root);
  };
  // The vector, and what the kernel calls it.
  SmallVector<std::pair<StringAttr, Root>> ways;
  for (auto [argument, operand] : llvm::zip(kernel.getArguments(), launch.getOperands())) {
    auto data = operand.getDefiningOp<VectorDataOp>();
    if (!data)
      continue;
    StringAttr vector = data.getFieldAttr().getAttr();
    ways.push_back({vector, {{}, argument}});
    ways.push_back({vector, {vector, {}}});
  }
  auto spell = [&](const Root &root) {
    auto argument = dyn_cast_or_null<BlockArgument>(root.value);
    return argument ? kernel.getArgName(argument.getArgNumber()).str() : root.symbol.str();
  };
  for (auto [index, first] : llvm::enumerate(ways))
    for (const auto &second : llvm::drop_begin(ways, index + 1)) {
      if (first.first != second.first || first.second == second.second || !isUsed(first.second) ||
          !isUsed(second.second) || !(isWritten(first.second) || isWritten(second.second)))
        continue;
      return report(launch.getLoc(), diag::VectorTwice,
                    {getDisplayName(kernel.getSymName()).str(), first.first.str(),
                     spell(first.second), spell(second.second)});
    }
  return success();
}

void CheckIndependencePass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Recognised)
    return;
  getOperation().walk([&](LaunchOp launch) {
    if (failed(checkVectorArguments(launch)))
      signalPassFailure();
  });
  getOperation().walk([&](KernelOp kernel) {
    StringRef name = kernel.getSymName();
    bool assume = llvm::is_contained(assumeIndependent, name) ||
                  llvm::is_contained(assumeIndependent, getDisplayName(name));
    AffineAnalysis analysis(kernel);
    for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
      if (failed(GridChecker(analysis, grid).run(assume)))
        signalPassFailure();
    kernel.walk([](Operation *op) { op->removeAttr(kNoReductionAttr); });
  });
}
