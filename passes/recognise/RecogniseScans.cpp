//===- RecogniseScans.cpp - Finds running totals that the loop reads --------------------------===//
//
//   grid (i) {                              grid (i) {
//     m_sum += a[i];                =>        int m_sum = running add @m_sum;
//     out[i] = m_sum;                         m_sum += a[i];
//   }                                         out[i] = m_sum;
//                                           }
//
// A place is a running total if everything in the grid that writes it combines it with a value, by
// one operation, sets it to one, multiplies it or holds it between bounds
// (analysis/patterns/RunningSteps.h), or leaves it one of a few values, whatever these statements
// go by (analysis/patterns/RunningStates.h), and something reads it otherwise, too: what nothing
// reads is a reduction. What is combined must not depend on the total, nor on what the same
// iteration has changed: it is computed before any iteration runs.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/RunningStates.h"
#include "analysis/patterns/RunningSteps.h"
#include "analysis/values/Expressions.h"
#include "device/Combining.h"
#include "ir/EffectLedger.h"
#include "ir/HostCode.h"
#include "ir/NeverNan.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/recognise/ReplaceStatement.h"
#include "transforms/DecidingSlice.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISESCANS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// On reads of a total in a copy of the grid: they belong to what combines it.
static constexpr llvm::StringLiteral kOwnReadAttr = "vkm.own_read";

namespace {
/// A place that a grid combines values with, and reads.
struct ScanCandidate {
  PlacePath path;
  SmallVector<Operation *> writes;
  SmallVector<RunningStep> steps;
  RunningLaw law;
  std::optional<SmallVector<int64_t>>
      states; ///< all values that the writes leave, where these are few
  std::string obstacle;

  Value getPlace() const { return writes.front()->getOperand(0); }
  SmallVector<Match> getMatches() const {
    return llvm::map_to_vector(steps, [](const RunningStep &step) { return step.match; });
  }
};

/// Looks for running totals in one grid.
class ScanFinder {
public:
  explicit ScanFinder(GridOp grid, bool assumeNoNan) : grid(grid), assumeNoNan(assumeNoNan) {}
  void run();

private:
  void startFromFirst();
  void readTotals();
  bool isFirstIteration(IfOp branch, Region *region);
  void splitChoice(AssignOp assign);
  void splitChoices();
  void collect();
  std::string findObstacle(const ScanCandidate &candidate);
  std::string findSliceObstacle(const ScanCandidate &candidate);
  std::string findDependence(GridOp slice, RunningShareOp share, bool hasStates);
  void rewrite(const ScanCandidate &candidate);
  std::string spell(const PlacePath &path);
  std::string getKernelName() { return grid->getParentOfType<KernelOp>().getSymName().str(); }

  GridOp grid;
  bool assumeNoNan;
  std::vector<ScanCandidate> candidates;
};

struct RecogniseScansPass : vkm::impl::RecogniseScansBase<RecogniseScansPass> {
  using RecogniseScansBase::RecogniseScansBase;
  void runOnOperation() override;
};
} // namespace

std::string ScanFinder::spell(const PlacePath &path) {
  return spellPlace(getRootName(path.root), path.path);
}

/// What the first step of a total behind a copy of it reads of the copy, it reads of the total.
static void readTotal(VarOp copy, LoadOp load, Operation *from) {
  PlacePath path = getPlacePath(load.getRef());
  auto changes = [&](Operation *op) {
    EffectSet effects = getEffects(op);
    return effects.ordered || effects.writesAny(path.root);
  };
  while (from && !changes(from))
    from = from->getNextNode();
  if (auto branch = dyn_cast_or_null<IfOp>(from))
    for (Region &region : branch->getRegions())
      if (!region.empty() && !region.front().empty())
        readTotal(copy, load, &region.front().front());
  if (isa_and_nonnull<AssignOp, UpdateOp>(from) && getPlacePath(from->getOperand(0)) == path)
    for (LoadOp read : MultipleOf(getPlacePath(copy.getRef())).findReads(from->getOperand(1)))
      read.getRefMutable().assign(load.getRef());
}

/// `const float old = y; y = c * old + x;` is `y = c * y + x`.
void ScanFinder::readTotals() {
  SmallVector<VarOp> copies;
  grid.walk([&](VarOp var) {
    auto load = var.getInit() ? var.getInit().getDefiningOp<LoadOp>() : LoadOp();
    PlacePath path = load ? getPlacePath(load.getRef()) : PlacePath();
    if (path.root.symbol && path.isExact() && keepsInitialValue(var))
      copies.push_back(var);
  });
  for (VarOp copy : copies)
    readTotal(copy, copy.getInit().getDefiningOp<LoadOp>(), copy->getNextNode());
  eraseDeadExpressions(grid.getBody());
  for (VarOp copy : copies)
    if (copy->use_empty())
      copy.erase();
}

/// Whether a branch runs a region in the first iteration, and the other one in all others:
/// `if (i == 0)`, `if (first < i) ... else`.
bool ScanFinder::isFirstIteration(IfOp branch, Region *region) {
  auto condition = branch.getCondition().getDefiningOp<CmpOp>();
  if (grid.getNumDims() != 1 || !condition || branch->getParentOp() != grid)
    return false;
  Value counter = grid.getBody().getArgument(0), lower = grid.getLower()[0];
  CmpKind kind = condition.getKind();
  bool isTurned = condition.getRhs() == counter;
  if (isTurned)
    kind = swapOperands(kind);
  Value own = isTurned ? condition.getRhs() : condition.getLhs();
  Value other = isTurned ? condition.getLhs() : condition.getRhs();
  if (own != counter || !isSameExpression(other, lower))
    return false;
  bool isThen = region == &branch.getThenRegion();
  return isThen ? kind == CmpKind::Eq : kind == CmpKind::Gt || kind == CmpKind::Ne;
}

/// Whether statements of the kernel outside of a grid read a field.
static bool isReadBeside(GridOp grid, const Root &root) {
  return grid->getParentOfType<KernelOp>()
      .walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op == grid)
          return WalkResult::skip();
        bool reads = isa<LoadOp, UpdateOp>(op) && getRoot(op->getOperand(0)) == root;
        return reads || isa<CallOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A local variable that the first iteration sets, and all others combine with a value, begins with
/// the value that changes nothing, and the first iteration combines as well:
///
///   if (i == 0) low = a[i];                    low = largest number;      in front of the grid
///   else low = std::min(low, a[i]);     =>     if (i == 0) low = std::min(low, a[i]);
///                                              else low = std::min(low, a[i]);
void ScanFinder::startFromFirst() {
  auto parent = grid->getParentOfType<ClassOp>();
  SmallVector<AssignOp> firsts;
  grid.walk([&](AssignOp assign) {
    auto branch = dyn_cast<IfOp>(assign->getParentOp());
    if (branch && isFirstIteration(branch, assign->getParentRegion()))
      firsts.push_back(assign);
  });
  for (AssignOp first : firsts) {
    PlacePath path = getPlacePath(first.getRef());
    FieldOp field = path.root.symbol ? parent.lookupField(path.root.symbol.getValue()) : FieldOp();
    if (!field || !field.getTemporary() || !path.path.empty() ||
        !isa<IntegerType, FloatType>(field.getType()) || field.getType().isInteger(1) ||
        isReadBeside(grid, path.root))
      continue;
    std::optional<Match> match;
    bool isOnly = true;
    grid.walk([&](Operation *op) {
      if (!isa<AssignOp, UpdateOp>(op) || op == first || getRoot(op->getOperand(0)) != path.root)
        return;
      isOnly &= !match;
      match = matchForm(op, {op->getOperand(0), path});
      isOnly &=
          match && !match->function && match->statement->getParentOp() == first->getParentOp();
    });
    if (!match || !isOnly)
      continue;
    auto once = dyn_cast_or_null<OnceOp>(grid->getPrevNode());
    if (!once)
      once = OpBuilder(grid).create<OnceOp>(first.getLoc());
    OpBuilder before = OpBuilder::atBlockEnd(&once.getBody().front());
    before.create<AssignOp>(first.getLoc(), buildFieldPlace(before, first.getLoc(), field, {}),
                            makeIdentity(before, first.getLoc(), match->kind, field.getType()));
    OpBuilder at(first);
    combineInto(at, first.getLoc(), match->kind, first.getRef(), first.getValue(),
                Operands::MayBeNan);
    first.erase();
  }
}

/// A statement that takes one of two values, of which at least one is made of the place, becomes
/// two in branches where these are steps of a running total:
///
///   run = c ? run + 1 : 1;     =>     if (c) run = run + 1; else run = 1;
void ScanFinder::splitChoice(AssignOp assign) {
  auto select = assign.getValue().getDefiningOp<SelectOp>();
  PlacePath path = getPlacePath(assign.getRef());
  Location loc = assign.getLoc();
  OpBuilder builder(assign);
  Region *arms[] = {&select.getWhenTrue(), &select.getWhenFalse()};
  auto isKept = [&](Region *arm) { // `c ? t : x` leaves it as it is
    auto load = cast<YieldOp>(arm->front().back()).getValue().getDefiningOp<LoadOp>();
    return load && getPlacePath(load.getRef()) == path;
  };
  Value condition = select.getCondition();
  if (isKept(arms[0])) {
    condition = buildNot(builder, loc, condition);
    std::swap(arms[0], arms[1]);
  }
  auto branch = builder.create<IfOp>(loc, condition);
  branch->setDiscardableAttrs(assign->getDiscardableAttrDictionary());
  bool areSteps = true;
  for (unsigned index = 0; index < (isKept(arms[1]) ? 1 : 2); ++index) {
    Region &region = index == 0 ? branch.getThenRegion() : branch.getElseRegion();
    if (region.empty())
      region.emplaceBlock();
    IRMapping mapping;
    builder.setInsertionPointToEnd(&region.front());
    for (Operation &op : arms[index]->front().without_terminator())
      builder.clone(op, mapping);
    Value value = mapping.lookupOrDefault(cast<YieldOp>(arms[index]->front().back()).getValue());
    IRMapping ofPlace;
    Value place = cloneExpression(builder, assign.getRef(), ofPlace);
    auto own = builder.create<AssignOp>(loc, place, value);
    areSteps &= matchRunningStep(own, {place, path}).has_value();
  }
  if (areSteps)
    settleEffects(branch, assign);
  (areSteps ? assign.getOperation() : branch.getOperation())->erase();
}

void ScanFinder::splitChoices() {
  SmallVector<AssignOp> choices;
  grid.walk([&](AssignOp assign) {
    auto select = assign.getValue().getDefiningOp<SelectOp>();
    PlacePath path = getPlacePath(assign.getRef());
    if (!select || !select->hasOneUse() || !path.root.symbol || !path.isExact())
      return;
    MultipleOf multiple(path);
    // What the place decides is no step.
    if (multiple.findReads(select.getCondition()).empty() && !multiple.findReads(select).empty() &&
        !matchForm(assign, {assign.getRef(), path}))
      choices.push_back(assign);
  });
  for (AssignOp assign : choices)
    splitChoice(assign);
  if (!choices.empty())
    eraseDeadExpressions(grid.getBody());
}

/// The places that a grid updates, with what writes them.
void ScanFinder::collect() {
  auto parent = grid->getParentOfType<ClassOp>();
  grid.walk([&](Operation *op) {
    if (!isa<AssignOp, UpdateOp>(op))
      return;
    PlacePath path = getPlacePath(op->getOperand(0));
    FieldOp field = path.root.symbol ? parent.lookupField(path.root.symbol.getValue()) : FieldOp();
    if (!field || field.getVectorElement() || field.getSizeOf() || !path.isExact())
      return;
    auto known =
        llvm::find_if(candidates, [&](const ScanCandidate &other) { return other.path == path; });
    if (known == candidates.end())
      known = candidates.insert(candidates.end(), ScanCandidate{path, {}, {}, {}, {}, {}});
    known->writes.push_back(op);
    if (std::optional<RunningStep> step = matchRunningStep(op, {op->getOperand(0), path}))
      known->steps.push_back(*step);
  });
  for (ScanCandidate &candidate : candidates)
    candidate.states = findStates(candidate.writes, candidate.path);
  // Without a read of its own a place is a reduction; without a law it is neither.
  llvm::erase_if(candidates, [&](ScanCandidate &candidate) {
    if (candidate.steps.size() != candidate.writes.size()) {
      candidate.law.hasStates = candidate.states.has_value();
      return !candidate.law.hasStates;
    }
    bool isRead =
        isa_and_nonnull<LoadOp>(findOtherAccess(grid, candidate.path, candidate.getMatches()));
    std::optional<RunningLaw> law = findRunningLaw(candidate.steps);
    if (law)
      candidate.law = *law;
    else
      candidate.obstacle = "it is combined by different operations";
    // No reduction sets what it combines, nor multiplies it in between.
    return !isRead && (!law || law->isCommutative() || law->latest);
  });
}

/// The lvalues in `scope` that name a place, or, where `overlaps`, a part of it or more than it.
static SmallVector<Value> findLvalues(Operation *scope, const PlacePath &path, bool overlaps) {
  SmallVector<Value> lvalues;
  scope->walk([&](Operation *op) {
    if (!isa<FieldRefOp, MemberOp, ElementOp>(op))
      return;
    PlacePath own = getPlacePath(op->getResult(0));
    if (overlaps ? own.overlaps(path) && !(own == path) : own == path)
      lvalues.push_back(op->getResult(0));
  });
  return lvalues;
}

/// Whether a longer or shorter way than that to the place leads to an access: the place is read
/// with what is beside it.
static bool isAccessedOtherwise(GridOp grid, const PlacePath &path) {
  for (Value lvalue : findLvalues(grid, path, /*overlaps=*/true))
    for (Operation *user : lvalue.getUsers())
      if (!isa<MemberOp, ElementOp>(user))
        return true;
  return false;
}

/// Marks the reads of a total that its steps account for, in a copy that is still whole: of a part
/// of it a statement may have the form of another step.
static void markOwnReads(GridOp slice, const PlacePath &path) {
  slice.walk([&](Operation *op) {
    if (isa<AssignOp, UpdateOp>(op) && getPlacePath(op->getOperand(0)) == path)
      if (std::optional<RunningStep> step = matchRunningStep(op, {op->getOperand(0), path}))
        for (LoadOp load : step->match.loads)
          load->setAttr(kOwnReadAttr, UnitAttr::get(load.getContext()));
  });
}

/// Whether functions that are called in what is left of a copy read or write a total.
static bool isAccessedByCalls(GridOp slice, const PlacePath &path) {
  return slice
      .walk([&](CallOp call) {
        EffectSet effects = getEffects(call);
        bool accesses =
            effects.readsAny(path.root) || effects.writesAny(path.root) || effects.ordered;
        return accesses ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether something that is left of a copy reads a total beside its steps.
static bool isReadBesideSteps(GridOp slice, const PlacePath &path) {
  return isAccessedByCalls(slice, path) ||
         slice
             .walk([&](LoadOp load) {
               bool reads =
                   getPlacePath(load.getRef()).overlaps(path) && !load->hasAttr(kOwnReadAttr);
               return reads ? WalkResult::interrupt() : WalkResult::advance();
             })
             .wasInterrupted();
}

/// Whether a name that was bound in front of the grid leads to an access.
static bool isAccessedByReference(GridOp grid, const PlacePath &path) {
  return grid
      .walk([&](Operation *op) {
        if (!isa<LoadOp, AssignOp, UpdateOp>(op))
          return WalkResult::advance();
        Value place = op->getOperand(0);
        bool isOutside = !place.getDefiningOp() || !grid->isAncestor(place.getDefiningOp());
        return isOutside && getPlacePath(place).overlaps(path) ? WalkResult::interrupt()
                                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What is left of the copy must not read the total but where it combines, nor what the iteration
/// has changed.
std::string ScanFinder::findDependence(GridOp slice, RunningShareOp share, bool hasStates) {
  PlacePath own = getPlacePath(share.getRef());
  if (hasStates ? isAccessedByCalls(slice, own) : isReadBesideSteps(slice, own))
    return "what it is combined with depends on it";
  std::string obstacle;
  slice.walk([&](Operation *op) {
    if (!obstacle.empty())
      return;
    auto load = dyn_cast<LoadOp>(op);
    for (const ScanCandidate &other : candidates)
      if (load && getPlacePath(load.getRef()).overlaps(other.path))
        obstacle = "what it is combined with depends on '" + spell(other.path) +
                   "', which is a running total as well; make two loops of them";
    if (obstacle.empty() && takeLateMark(op))
      obstacle = "what it is combined with is read behind a change of it by the same iteration; "
                 "keep it in a local variable before";
  });
  return obstacle;
}

/// Makes a copy of the grid of which only what the iterations give is left, and looks at it.
std::string ScanFinder::findSliceObstacle(const ScanCandidate &candidate) {
  OpBuilder builder(grid);
  auto slice = cast<GridOp>(builder.clone(*grid));
  builder.setInsertionPointToStart(&slice.getBody().front());
  Type type = candidate.getPlace().getType();
  auto share = builder.create<RunningShareOp>(
      grid.getLoc(), type, RunningPart::Value, candidate.path.root.symbol.getValue(),
      candidate.path.path.empty() ? ArrayAttr() : builder.getArrayAttr(candidate.path.path));
  for (Value lvalue : findLvalues(slice, candidate.path, /*overlaps=*/false))
    lvalue.replaceAllUsesWith(share.getRef());
  markOwnReads(slice, getPlacePath(share.getRef()));
  markLate(slice.getBody(), {});
  keepDeciding(slice.getBody());
  std::string obstacle = findDependence(slice, share, candidate.law.hasStates);
  slice.erase();
  return obstacle;
}

/// Why a total that is held between bounds is not computed in another order.
static std::string findBoundObstacle(const ScanCandidate &candidate, Type type) {
  if (!candidate.law.bounded)
    return "";
  if (type.isUnsignedInteger())
    return "it is held between bounds, and unsigned numbers wrap around in front of them; use an "
           "int";
  if (!candidate.law.scales)
    return "";
  if (isa<IntegerType>(type))
    return "it is an integer that is multiplied and held between bounds; use a float";
  bool adds = false, grows = false;
  for (const auto &[write, step] : llvm::zip(candidate.writes, candidate.steps)) {
    Target target{write->getOperand(0), candidate.path};
    grows |= getGrowth(write, target) == Growth::Always;
    if (auto changes = matchChanges(write, target))
      for (const Change &change : *changes)
        adds |= !change.kind || *change.kind == RunningChange::Add ||
                *change.kind == RunningChange::Subtract;
  }
  return adds && grows ? "it is multiplied by more than 1, added to and held between bounds" : "";
}

/// Why a scan does not compute a place that the grid combines values with and reads.
std::string ScanFinder::findObstacle(const ScanCandidate &candidate) {
  Type type = cast<RefType>(candidate.getPlace().getType()).getPointee();
  if (!candidate.obstacle.empty())
    return candidate.obstacle;
  for (const RunningStep &step : candidate.steps)
    if (step.match.function)
      return "a function combines it with a value";
  if (!isa<IntegerType, FloatType>(type))
    return "it is no number; keep its parts in variables of their own";
  if (type.getIntOrFloatBitWidth() < 32 && !candidate.law.hasStates)
    return "it has fewer than 32 bits; use an int";
  if (std::string why = findBoundObstacle(candidate, type); !why.empty())
    return why;
  if (isAccessedOtherwise(grid, candidate.path))
    return "the loop accesses it with what is beside it, too; keep it in a variable of its own";
  if (isAccessedByReference(grid, candidate.path))
    return "a reference in front of the loop names it; use its own name in the loop";
  bool appends = false;
  grid.walk([&](AppendOp) { appends = true; });
  if (appends)
    return "the loop appends elements as well; append in a loop of its own";
  return findSliceObstacle(candidate);
}

/// What a scan computes, in the words of messages.
static std::string describeLaw(const ScanCandidate &candidate) {
  const RunningLaw &law = candidate.law;
  if (law.hasStates)
    return "state among " + std::to_string(candidate.states->size()) + " values";
  if (law.latest)
    return "latest value";
  Match match = candidate.steps.front().match;
  match.kind = law.kind;
  return (law.scales    ? "linear recurrence"
          : law.bounded ? "sum"
                        : describeResult(match)) +
         (law.bounded ? " between bounds" : "") + (law.restarts ? " that restarts" : "");
}

/// The name of the variable: the source's, or that of the member's part.
static std::string nameVariable(FieldOp field, const PlacePath &path) {
  if (!path.path.empty())
    if (auto member = dyn_cast<StringAttr>(path.path.back()))
      return member.getValue().str();
  auto local = field->getAttrOfType<StringAttr>(kLocalNameAttr);
  return local ? local.getValue().str() : field.getSymName().rtrim('_').str();
}

void ScanFinder::rewrite(const ScanCandidate &candidate) {
  StringAttr symbol = candidate.path.root.symbol;
  FieldOp field = grid->getParentOfType<ClassOp>().lookupField(symbol.getValue());
  const RunningLaw &law = candidate.law;
  Type type = cast<RefType>(candidate.getPlace().getType()).getPointee();
  report(candidate.writes.front()->getLoc(), diag::ScanFound,
         {spell(candidate.path), getKernelName(), describeLaw(candidate)});
  if (!assumeNoNan && isa<FloatType>(type))
    for (const Match &match : candidate.getMatches())
      if (match.takesNan() &&
          llvm::any_of(match.terms, [](const Term &term) { return !isNeverNan(term.value); })) {
        report(match.statement->getLoc(), diag::NanOrder,
               {spell(candidate.path), getKernelName(),
                match.kind == ReduceKind::Min ? "std::min" : "std::max"});
        break;
      }
  OpBuilder builder = OpBuilder::atBlockBegin(&grid.getBody().front());
  Location loc = candidate.writes.front()->getLoc();
  auto running = builder.create<RunningOp>(
      loc, type, law.kind, law.restarts, law.scales, law.latest, law.bounded,
      law.hasStates ? builder.getDenseI64ArrayAttr(*candidate.states) : DenseI64ArrayAttr(),
      symbol.getValue(),
      candidate.path.path.empty() ? ArrayAttr() : builder.getArrayAttr(candidate.path.path),
      ScanPlanAttr());
  auto variable = builder.create<VarOp>(loc, RefType::get(type),
                                        nameVariable(field, candidate.path), running, false);
  for (Operation *write : candidate.writes)
    settleEffects(running, write);
  for (Value lvalue : findLvalues(grid, candidate.path, /*overlaps=*/false)) {
    lvalue.replaceAllUsesWith(variable.getRef());
    lvalue.getDefiningOp()->erase();
  }
  eraseDeadExpressions(grid.getBody());
}

void ScanFinder::run() {
  readTotals();
  startFromFirst();
  splitChoices();
  collect();
  for (ScanCandidate &candidate : candidates) {
    candidate.obstacle = findObstacle(candidate);
    if (candidate.obstacle.empty() || candidate.law.hasStates || !candidate.states)
      continue;
    // What its own value decides on may still be one of a few.
    ScanCandidate other = candidate;
    other.law = RunningLaw();
    other.law.hasStates = true;
    other.obstacle.clear();
    other.obstacle = findObstacle(other);
    if (other.obstacle.empty())
      candidate = other;
  }
  for (const ScanCandidate &candidate : candidates) {
    if (candidate.obstacle.empty()) {
      rewrite(candidate);
      continue;
    }
    // What nothing is combined with is no total that users had in mind.
    if (candidate.law.latest || candidate.law.hasStates)
      continue;
    report(candidate.writes.front()->getLoc(), diag::ScanMissed,
           {spell(candidate.path), getKernelName(), candidate.obstacle});
    std::string why =
        "the loop reads the running total, and no scan computes it: " + candidate.obstacle;
    for (Operation *write : candidate.writes)
      write->setAttr(kNoReductionAttr, StringAttr::get(grid.getContext(), why));
  }
}

void RecogniseScansPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](KernelOp kernel) {
    for (GridOp grid : llvm::to_vector(kernel.getBody().front().getOps<GridOp>()))
      ScanFinder(grid, assumeNoNan).run();
  });
}
