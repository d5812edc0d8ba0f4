//===- CheckIndependence.cpp - Proves that the iterations of each grid are independent -------===//
//
//   a[i] = b[i]        independent         a[i] = a[i - 1]    dependent: error
//   m_sum reduced      a pattern           out[idx[i]] = v    unknown: warning
//   flag = 1           a pattern: one value that does not vary
//   if (seen[idx[i]] == 0) seen[idx[i]] = 1;     one value behind a test: TestedWrites.h
//   count[idx[i]]++    unknown, and most likely not meant so: error
//   last[a[i]] = i; o[i] = last[0];     the same
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/Dependence.h"
#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/Updates.h"
#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Scans.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "ir/Sorts.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/IterationDistance.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"
#include "passes/prove/FoldedWrites.h"
#include "passes/prove/OldElements.h"
#include "passes/prove/OpenDistances.h"
#include "passes/prove/TestedWrites.h"
#include "passes/prove/VectorArguments.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/StringExtras.h"

#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_CHECKINDEPENDENCE
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// Expressions that are deeper than this are told apart by their innermost values.
static constexpr unsigned kMaxDepth = 64;

namespace {

enum class Verdict { Independent, Unknown, Dependent };

/// Analyses of a kernel as its launches give it its parameters, made when they are asked for.
class AnalysesAtLaunches {
public:
  explicit AnalysesAtLaunches(KernelOp kernel) : kernel(kernel) {}
  /// One for each launch; none where nothing launches the kernel, or too much.
  ArrayRef<std::unique_ptr<AffineAnalysis>> get() {
    constexpr size_t kMaxLaunches = 16;
    SmallVector<LaunchOp> launches;
    if (!std::exchange(isMade, true))
      launches = getLaunches(kernel);
    if (launches.size() <= kMaxLaunches)
      for (LaunchOp launch : launches)
        analyses.push_back(makeAnalysisAtLaunch(launch));
    return analyses;
  }

private:
  KernelOp kernel;
  bool isMade = false;
  SmallVector<std::unique_ptr<AffineAnalysis>, 0> analyses;
};

/// Judges the accesses of one grid. What its own statements do not prove may be proved at each of
/// the kernel's launches.
class GridChecker {
public:
  /// With cases, only iterations that are so far apart are asked about (SharedRoots.h).
  GridChecker(AffineAnalysis &analysis, GridOp grid, AnalysesAtLaunches *launches = nullptr,
              ArrayRef<DistanceCase> cases = {})
      : analysis(analysis), grid(grid), launches(launches), cases(cases),
        accesses(collect(analysis, grid)), values(accesses) {}
  /// `assumedBy` says who knows that the iterations are independent; empty for nobody.
  LogicalResult run(StringRef assumedBy);
  /// Arrays and fields of which iterations are not known to have elements of their own, and update
  /// them or depend on each other.
  SmallVector<Root> findShared();
  SmallVector<Conflict> findConflicts();
  /// Those that are not proved to be independent.
  SmallVector<Root> findUnproved() {
    return llvm::map_to_vector(findAll([](const Root &) { return true; }),
                               [](const Finding &finding) { return finding.a->root; });
  }

private:
  /// Accesses that equations are the same for, in program order.
  struct Alike {
    unsigned shape = 0;             ///< the same where only constants differ
    SmallVector<int64_t> constants; ///< of the subscripts
    SmallVector<const ElementAccess *> accesses;
    SmallVector<unsigned> values; ///< that each of them writes, as numberValue gives them
    SmallVector<size_t> changes;  ///< for each, the next one with another value
  };
  /// The pair of accesses that says most of an array.
  struct Finding {
    Verdict verdict;
    const ElementAccess *a, *b;
  };

  static std::vector<ElementAccess> collect(AffineAnalysis &analysis, GridOp grid) {
    analysis.followRounding();
    return collectComparedAccesses(analysis, grid);
  }
  void groupAlike();
  llvm::FoldingSetNodeID describe(const ElementAccess &access, SmallVectorImpl<int64_t> &constants);
  unsigned numberValue(const ElementAccess &access);
  std::optional<Finding> findWorst(const Root &root, bool anyWillDo);
  void forEachPair(const Root &root, llvm::function_ref<bool(const Alike &, const Alike &)> visit);
  Conflict describe(const Finding &finding);
  SmallVector<Finding> findAll(llvm::function_ref<bool(const Root &)> anyWillDo);
  void eraseProvedAtLaunches(SmallVectorImpl<Finding> &findings);
  std::optional<std::pair<const ElementAccess *, const ElementAccess *>>
  findPair(const Alike &firsts, const Alike &seconds);
  Verdict judge(const Alike &firsts, const Alike &seconds);
  Verdict judge(const ElementAccess &a, const ElementAccess &b);
  Verdict judgeCases(const ElementAccess &later, const ElementAccess &earlier);
  bool runsInSomeIterations(const ElementAccess &access);
  FieldOp findVariable(const Root &root);
  TestedWrites findTested(const Root &root);
  void explainOrder(InFlightDiagnostic &diagnostic, const Root &root);
  void reportCarried(FieldOp field);
  void reportDependent(const ElementAccess &a, const ElementAccess &b);
  bool reportMissed(const ElementAccess &a, const ElementAccess &b);
  void reportUnknown(const ElementAccess &a, const ElementAccess &b);
  const ElementAccess *findUnknownUpdate(const Root &root);
  bool reportUpdate(const Root &root);
  bool isUnknown(const ElementAccess &a, const ElementAccess &b) {
    return judge(groups[groupOf[&a - accesses.data()]], groups[groupOf[&b - accesses.data()]]) ==
           Verdict::Unknown;
  }
  bool isChosenByData(const ElementAccess &access) {
    return isScattered(analysis, grid, access) &&
           values.isMadeOf(GridValues::Source::Memory, getAccessedPlace(access.op), access.frame);
  }
  bool reportForeignRead(const Root &root);
  bool reportFolded(const Root &root);
  bool reportOpenDistance(const Root &root);
  std::string getKernelName() { return grid->getParentOfType<KernelOp>().getSymName().str(); }

  AffineAnalysis &analysis;
  GridOp grid;
  AnalysesAtLaunches *launches;
  ArrayRef<DistanceCase> cases;
  std::vector<ElementAccess> accesses;
  GridValues values;
  std::vector<Alike> groups;
  std::vector<size_t> groupOf; ///< the number of each access's group
  EquationSymbols symbols;
  std::map<llvm::FoldingSetNodeID, unsigned> shapeNumbers, valueNumbers;
  /// By the shapes of two accesses and the differences of their constants.
  std::map<std::tuple<unsigned, unsigned, SmallVector<int64_t>>, Verdict> verdicts;
};

struct CheckIndependencePass : vkm::impl::CheckIndependenceBase<CheckIndependencePass> {
  using CheckIndependenceBase::CheckIndependenceBase;
  void runOnOperation() override;
  LogicalResult checkNames(ClassOp op);
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Accesses that are alike
//===------------------------------------------------------------------------------------------===//

/// Whether an access stands under a condition of the counters that is not understood, so that it
/// may be left out in just those iterations in which it would be in the way of others.
bool GridChecker::runsInSomeIterations(const ElementAccess &access) {
  return llvm::any_of(access.opaque, [&](const OpaqueCondition &condition) {
    return values.isMadeOf(GridValues::Source::Counters, condition.value, condition.frame);
  });
}

static void add(llvm::FoldingSetNodeID &id, const Polynomial &polynomial) {
  id.AddBoolean(polynomial.isValid());
  id.AddInteger(polynomial.getTerms().size());
  for (const auto &[monomial, coefficient] : polynomial.getTerms()) {
    id.AddInteger(coefficient);
    id.AddInteger(monomial.size());
    for (Symbol symbol : monomial)
      id.AddInteger(symbol);
  }
}

/// The same for expressions that isSameExpression takes for the same.
static void add(llvm::FoldingSetNodeID &id, Value value, unsigned depth = 0) {
  Operation *op = value.getDefiningOp();
  bool isLookedInto = op && depth <= kMaxDepth && !isa<CallOp, VarOp>(op) &&
                      op->hasTrait<VkmExpression>() && op->getNumRegions() == 0;
  id.AddPointer(isLookedInto ? nullptr : value.getAsOpaquePointer());
  if (!isLookedInto)
    return;
  id.AddPointer(op->getName().getAsOpaquePointer());
  id.AddPointer(op->getPropertiesAsAttribute().getAsOpaquePointer());
  id.AddPointer(value.getType().getAsOpaquePointer());
  id.AddInteger(op->getNumOperands());
  for (Value operand : op->getOperands())
    add(id, operand, depth + 1);
}

/// The number of the value that an assignment gives in all iterations; 0 where it varies. The order
/// of two assignments of one value is of no matter.
unsigned GridChecker::numberValue(const ElementAccess &access) {
  auto assign = dyn_cast<AssignOp>(access.op);
  if (!assign || !values.isInvariant(assign.getValue(), access.frame))
    return 0;
  llvm::FoldingSetNodeID id;
  std::optional<Polynomial> polynomial = analysis.evaluate(assign.getValue(), access.frame);
  id.AddBoolean(polynomial.has_value());
  if (polynomial) {
    add(id, *polynomial);
  } else {
    id.AddPointer(access.frame);
    add(id, assign.getValue());
  }
  return valueNumbers.try_emplace(id, valueNumbers.size() + 1).first->second;
}

/// All that equations about an access depend on but the constants in its subscripts. Loops are told
/// by how far they go, so that two of them that are alike make no difference.
llvm::FoldingSetNodeID GridChecker::describe(const ElementAccess &access,
                                             SmallVectorImpl<int64_t> &constants) {
  llvm::FoldingSetNodeID id;
  id.AddPointer(access.root.symbol.getAsOpaquePointer());
  id.AddPointer(access.root.value.getAsOpaquePointer());
  id.AddBoolean(access.writes);
  id.AddBoolean(access.op->hasAttr(kLastOfElementAttr));
  id.AddBoolean(readsOldElement(access));
  id.AddString(access.reduction);
  id.AddBoolean(runsInSomeIterations(access));
  SmallVector<std::pair<Symbol, Polynomial>> names;
  id.AddInteger(access.loops.size());
  for (auto [depth, counter] : llvm::enumerate(access.loops)) {
    add(id, rename(counter->magnitude, names));
    add(id, rename(counter->span, names));
    names.push_back({counter->symbol, Polynomial::symbol(symbols.getInner(analysis, depth))});
  }
  id.AddInteger(access.path.size());
  for (const Step &step : access.path) {
    id.AddPointer(step.member.getAsOpaquePointer());
    id.AddBoolean(step.index.has_value());
    constants.push_back(0); // one for each step, so that those of two paths stand side by side
    if (!step.index)
      continue;
    if (const auto &terms = step.index->getTerms(); !terms.empty() && terms.front().first.empty())
      constants.back() = terms.front().second;
    add(id, rename(*step.index - Polynomial(constants.back()), names));
  }
  id.AddInteger(access.comparisons.size());
  for (const Comparison &comparison : access.comparisons) {
    id.AddInteger(static_cast<int>(comparison.kind));
    add(id, rename(comparison.difference, names));
  }
  return id;
}

void GridChecker::groupAlike() {
  std::map<std::pair<unsigned, SmallVector<int64_t>>, size_t> numbers;
  for (const ElementAccess &access : accesses) {
    Alike alike;
    alike.shape = shapeNumbers.try_emplace(describe(access, alike.constants), shapeNumbers.size())
                      .first->second;
    auto [number, isNew] = numbers.try_emplace({alike.shape, alike.constants}, groups.size());
    if (isNew)
      groups.push_back(std::move(alike));
    groupOf.push_back(number->second);
    groups[number->second].accesses.push_back(&access);
    groups[number->second].values.push_back(numberValue(access));
  }
  for (Alike &alike : groups) {
    size_t change = alike.values.size();
    alike.changes.resize(change);
    for (size_t index = change; index-- > 0;) {
      if (index + 1 < alike.values.size() && alike.values[index] != alike.values[index + 1])
        change = index + 1;
      alike.changes[index] = change;
    }
  }
}

//===------------------------------------------------------------------------------------------===//
// Pairs
//===------------------------------------------------------------------------------------------===//

/// What equations say of accesses in iterations that are as far apart as some case says.
Verdict GridChecker::judgeCases(const ElementAccess &later, const ElementAccess &earlier) {
  Verdict worst = Verdict::Independent;
  for (const DistanceCase &bounds : cases) {
    Equations equations(analysis, grid, symbols, later, earlier);
    equations.assume(bounds);
    if (!equations.proveImpossible())
      worst = std::max(worst, equations.findDependence() ? Verdict::Dependent : Verdict::Unknown);
  }
  return worst;
}

/// What they say of two accesses, in whatever iterations.
Verdict GridChecker::judge(const ElementAccess &a, const ElementAccess &b) {
  bool isCertain = !runsInSomeIterations(a) && !runsInSomeIterations(b);
  if (!cases.empty()) {
    Verdict worst = judgeCases(a, b);
    if (&a != &b)
      worst = std::max(worst, judgeCases(b, a));
    return isCertain ? worst : std::min(worst, Verdict::Unknown);
  }
  Equations equations(analysis, grid, symbols, a, b);
  if (equations.proveIndependent())
    return Verdict::Independent;
  return isCertain && (equations.findDependence() || equations.findDistantDependence())
             ? Verdict::Dependent
             : Verdict::Unknown;
}

/// Whether no two iterations write one element by this assignment and those like it.
static bool isLastOfElement(const ElementAccess &access) {
  return access.op->hasAttr(kLastOfElementAttr);
}

/// What equations say of any two accesses of these groups.
Verdict GridChecker::judge(const Alike &firsts, const Alike &seconds) {
  const ElementAccess &a = *firsts.accesses.front(), &b = *seconds.accesses.front();
  if (!a.reduction.empty() && a.reduction == b.reduction)
    return Verdict::Independent;
  // Only one of the iterations that would (LetLastWrite.cpp).
  if (isLastOfElement(a) && isLastOfElement(b))
    return Verdict::Independent;
  if (readsOldElement(a) || readsOldElement(b)) {
    const Alike &reads = readsOldElement(a) ? firsts : seconds,
                &writes = readsOldElement(a) ? seconds : firsts;
    return findOldElements(analysis, grid, symbols, reads.accesses, writes.accesses)
               ? Verdict::Independent
               : Verdict::Unknown;
  }
  // Equations are about differences of subscripts.
  SmallVector<int64_t> differences;
  for (auto [mine, theirs] : llvm::zip(firsts.constants, seconds.constants)) {
    int64_t difference = 0;
    if (llvm::SubOverflow(mine, theirs, difference))
      return judge(a, b);
    differences.push_back(difference);
  }
  auto [verdict, isNew] =
      verdicts.try_emplace({firsts.shape, seconds.shape, differences}, Verdict::Unknown);
  if (isNew)
    verdict->second = judge(a, b);
  return verdict->second;
}

/// The first pair, in program order, of accesses that do not write one value.
std::optional<std::pair<const ElementAccess *, const ElementAccess *>>
GridChecker::findPair(const Alike &firsts, const Alike &seconds) {
  bool samePath = firsts.accesses.front()->path.size() == seconds.accesses.front()->path.size();
  for (auto [a, value] : llvm::zip(firsts.accesses, firsts.values)) {
    // Accesses lie in program order as in memory.
    size_t index = llvm::lower_bound(seconds.accesses, a) - seconds.accesses.begin();
    if (samePath && value != 0 && index < seconds.values.size() && seconds.values[index] == value)
      index = seconds.changes[index];
    if (index < seconds.accesses.size())
      return std::pair(a, seconds.accesses[index]);
  }
  return std::nullopt;
}

/// Whether a call is no part of an expression that may not be evaluated.
static bool isAlwaysEvaluated(Operation *call) {
  return !isa<AndOp, OrOp, SelectOp>(call->getParentOp()) &&
         llvm::none_of(*call->getBlock(), llvm::IsaPred<YieldOp>);
}

/// Says why a write of a member, which looks like part of a reduction, is none.
static void explain(InFlightDiagnostic &diagnostic, const ElementAccess &write) {
  if (auto why = write.op->getAttrOfType<StringAttr>(kNoReductionAttr))
    diagnostic.attachNote(write.getLoc())
        << nameInSource(write.getLoc(), "'" + spellAccess(write) + "'")
        << " is no reduction: " << why.getValue();
  else if (auto assign = dyn_cast<AssignOp>(write.op);
           write.frame && write.root.symbol &&
           (!assign || isMadeFrom(assign.getValue(), getPlacePath(assign.getRef()))))
    diagnostic.attachNote(write.frame->call->getLoc())
        << "reductions are not looked for behind this call"
        << (isAlwaysEvaluated(write.frame->call) ? "" : ", which is not always evaluated");
}

/// The field that holds a local variable which a kernel declares outside of the grid; null for all
/// other memory.
FieldOp GridChecker::findVariable(const Root &root) {
  FieldOp field = root.symbol ? grid->getParentOfType<ClassOp>().lookupField(root.symbol.getValue())
                              : FieldOp();
  return field && field.getTemporary() && field->hasAttr(kLocalNameAttr) ? field : FieldOp();
}

/// Whether statements of the kernel outside of a grid read a field.
static bool isReadOutside(GridOp grid, const Root &root) {
  return grid->getParentOfType<KernelOp>()
      .walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op == grid)
          return WalkResult::skip();
        auto load = dyn_cast<LoadOp>(op);
        return load && getRoot(load.getRef()) == root ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What holds of an array whose elements iterations test and write, here or at all launches.
TestedWrites GridChecker::findTested(const Root &root) {
  TestedWrites tested = findTestedWrites(analysis, grid, accesses, root);
  if (tested.areSafe || !launches)
    return tested;
  ArrayRef<std::unique_ptr<AffineAnalysis>> analyses = launches->get();
  tested.areSafe = !analyses.empty() && llvm::all_of(analyses, [&](const auto &atLaunch) {
    return findTestedWrites(*atLaunch, grid, accesses, root).areSafe;
  });
  return tested;
}

/// Says where it matters whether another iteration has written an element, where all write one
/// value.
void GridChecker::explainOrder(InFlightDiagnostic &diagnostic, const Root &root) {
  if (Operation *obstacle = findTested(root).obstacle)
    diagnostic.attachNote(obstacle->getLoc())
        << "all iterations write one value, but what is done here may depend on whether another "
           "one has written it before";
}

/// Whether all iterations reach the same member, or part of one.
static bool isOneMember(const ElementAccess &access) {
  return access.root.symbol &&
         llvm::all_of(access.path, [](const Step &step) { return step.member != nullptr; });
}

/// What to do about iterations that depend on each other by what one of them writes.
static std::string getRemedy(const ElementAccess &write) {
  if (isOneMember(write))
    return "combine it with values by one of + - * min max & | ^, as in `m = std::min(m, i)` or "
           "`m = std::min(m + 1, 9)`, and access it in no other way, or split the kernel in two";
  return "write to another array, or split the kernel in two; to keep the order, let the control "
         "function count this loop, and launch a kernel for each iteration";
}

/// What to do about elements in which iterations meet, as they do by data, or by a counter.
static std::string getFoldRemedy(FoldedBy fold, bool isOfData) {
  std::string others =
      "combine what they write by min or max, or let each write an element of its own";
  if (isOfData)
    return others;
  return (fold == FoldedBy::Remainder
              ? "let only that one write, as `if (i + 8 >= n)` does for `a[i % 8]`, "
              : "let a loop over the elements write each once, as `a[k] = b[2 * k + 1]` does for "
                "`a[i / 2] = b[i]`, ") +
         others;
}

/// Reports a variable of the source that is not proved to belong to the iteration, nor to be
/// combined of what iterations give it.
void GridChecker::reportCarried(FieldOp field) {
  Root root{field.getSymNameAttr(), {}};
  const ElementAccess *read = nullptr, *write = nullptr;
  bool mayBeSet = false;
  for (const ElementAccess &access : accesses) {
    if (access.root != root)
      continue;
    const ElementAccess *&first = access.writes ? write : read;
    if (!first)
      first = &access;
    // In the order of the source: it may be set before it is read, on some ways.
    mayBeSet |= write && !read;
  }
  StringRef remedy = "compute it in each iteration from what other iterations do not change";
  bool hasParts = isa<ArrayType, RecordType>(field.getType());
  if (hasParts && isReadOutside(grid, root))
    remedy =
        "let each iteration use a variable that is declared inside of the loop, and assign what "
        "is read behind the loop from it";
  else if (hasParts)
    remedy = "declare it inside of the loop, if each iteration sets all that it reads of it";
  else if (read && mayBeSet && write->op->hasAttr(kNoReductionAttr))
    remedy =
        "read it behind the loop, where it has its result; of a running total, combine it with "
        "what does not depend on it";
  else if (read && mayBeSet)
    remedy = "give it a value at the beginning of each iteration, whatever way that takes";
  StringRef name = field.getSymName();
  InFlightDiagnostic diagnostic =
      report((read ? read : write)->getLoc(), diag::VariableCarried,
             {getKernelName(), name.str(),
              read ? "it is read here, and the iteration need not have set it before"
                   : "more than one sets it here",
              remedy.str()});
  if (read && write)
    diagnostic.attachNote(write->getLoc()) << "it is set here";
  if (auto why = write ? write->op->getAttrOfType<StringAttr>(kNoReductionAttr) : StringAttr())
    diagnostic.attachNote(write->getLoc())
        << nameInSource(write->getLoc(), ("'" + name + "'").str())
        << " is no reduction: " << why.getValue();
}

void GridChecker::reportDependent(const ElementAccess &a, const ElementAccess &b) {
  if (!a.reduction.empty() || !b.reduction.empty()) {
    const ElementAccess &reduction = a.reduction.empty() ? b : a,
                        &other = a.reduction.empty() ? a : b;
    bool twice = !other.reduction.empty();
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
    // What only the iteration itself reads would be its own; a function reads the class's.
    if (write.root.symbol)
      grid.walk([&](CallOp call) {
        if (getEffects(call).readsAny(write.root))
          diagnostic.attachNote(call.getLoc())
              << "'" << call.getCallee() << "' reads "
              << nameInSource(call.getLoc(), "'" + spellAccess(write) + "'")
              << " here: if the iteration wrote it, give it as an argument instead";
      });
    return;
  }
  InFlightDiagnostic diagnostic = report(
      write.getLoc(), diag::IterationsDepend,
      {getKernelName(), spellAccess(write), other.writes ? "writes" : "reads", getRemedy(write)});
  diagnostic.attachNote(other.getLoc()) << (other.writes ? "written here, too" : "read here");
  explain(diagnostic, write);
  explainOrder(diagnostic, write.root);
  if (auto why = grid->getAttrOfType<StringAttr>(kNoOrderAttr))
    diagnostic.attachNote(grid.getLoc()) << why.getValue();
}

/// Reports elements that move to the front of their array in no order that is kept; false for other
/// accesses.
bool GridChecker::reportMissed(const ElementAccess &a, const ElementAccess &b) {
  for (const auto &[write, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (auto why = write->op->getAttrOfType<StringAttr>(kNoCompactionAttr)) {
      InFlightDiagnostic diagnostic = report(write->getLoc(), diag::CompactionMissed,
                                             {spellAccess(*write), getKernelName(), why.str()});
      if (!other->writes)
        diagnostic.attachNote(other->getLoc()) << "read here";
      return true;
    }
  return false;
}

void GridChecker::reportUnknown(const ElementAccess &a, const ElementAccess &b) {
  const ElementAccess &write = a.writes ? a : b, &other = a.writes ? b : a;
  InFlightDiagnostic diagnostic =
      report(write.getLoc(), diag::IterationsUnknown,
             {getKernelName(), spellAccess(write), other.writes ? "write" : "read"});
  if (write.op != other.op)
    diagnostic.attachNote(other.getLoc()) << (other.writes ? "written here, too" : "read here");
}

/// An element that iterations update without being known to have it for themselves.
const ElementAccess *GridChecker::findUnknownUpdate(const Root &root) {
  for (const ElementAccess *update : findUpdates(analysis, accesses, root)) {
    if (isUnknown(*update, *update))
      return update;
  }
  return nullptr;
}

/// Reports such an element.
bool GridChecker::reportUpdate(const Root &root) {
  const ElementAccess *update = findUnknownUpdate(root);
  if (!update)
    return false;
  // Whatever the conditions around it are, there is but one such member.
  InFlightDiagnostic diagnostic =
      isOneMember(*update)
          ? report(update->getLoc(), diag::IterationsDepend,
                   {getKernelName(), spellAccess(*update), "reads", getRemedy(*update)})
          : report(update->getLoc(), diag::UpdateUnknown, {getKernelName(), spellAccess(*update)});
  explain(diagnostic, *update);
  explainOrder(diagnostic, root);
  return true;
}

/// Reports an element that an iteration reads while others may write it, where nothing tells
/// which ones these are: the subscript of the write is not understood, or data decide about that of
/// the read. That the iterations' own elements differ, which is most likely where such a loop only
/// stores, says nothing of these.
bool GridChecker::reportForeignRead(const Root &root) {
  llvm::DenseMap<const ElementAccess *, bool> known;
  auto isOwn = [&](const ElementAccess &read) {
    auto [own, isNew] = known.try_emplace(&read);
    if (isNew)
      own->second = isSetBefore(analysis, accesses, read);
    return own->second;
  };
  for (const ElementAccess &write : accesses) {
    if (write.root != root || !write.writes || !write.reduction.empty() ||
        !getAccessedPlace(write.op))
      continue;
    bool isScatter = isScattered(analysis, grid, write) && isUnknown(write, write);
    for (const ElementAccess &read : accesses) {
      if (read.root != root || !read.reads || !read.reduction.empty() ||
          !(isScatter || isChosenByData(read)) || !isUnknown(write, read))
        continue;
      // The iteration's own, where it writes that in any case. What it writes back is an update.
      if (reachSameElement(analysis, write, read) && (&write >= &read || isOwn(read)))
        continue;
      report(write.getLoc(), diag::ForeignRead, {getKernelName(), spellAccess(write)})
              .attachNote(read.getLoc())
          << "read here";
      return true;
    }
  }
  return false;
}

/// Reports elements that data or counters choose by a remainder, a mask or a quotient: iterations
/// meet in one by design, and the last of them is what the source keeps.
bool GridChecker::reportFolded(const Root &root) {
  for (const ElementAccess &write : accesses) {
    if (write.root != root || !write.writes || !write.reduction.empty() ||
        numberValue(write) != 0 || !getAccessedPlace(write.op) || !isUnknown(write, write))
      continue;
    std::optional<FoldedBy> fold =
        isChosenByData(write) ? findFoldOfData(analysis, values, write) : std::nullopt;
    bool isOfData = fold.has_value();
    if (!fold)
      fold = findFoldOfCounter(analysis, grid, values, write);
    if (!fold)
      continue;
    bool isRemainder = *fold == FoldedBy::Remainder;
    report(write.getLoc(), diag::FoldedWrites,
           {getKernelName(), spellAccess(write), isRemainder ? "remainder" : "quotient",
            getFoldRemedy(*fold, isOfData)});
    return true;
  }
  return false;
}

/// Reports elements that are as far apart as parameters say, where no order of the iterations is
/// right for all that these may be.
bool GridChecker::reportOpenDistance(const Root &root) {
  bool isReported = false;
  forEachPair(root, [&](const Alike &firsts, const Alike &seconds) {
    const ElementAccess &a = *firsts.accesses.front(), &b = *seconds.accesses.front();
    if (judge(firsts, seconds) != Verdict::Unknown || runsInSomeIterations(a) ||
        runsInSomeIterations(b))
      return true;
    std::string names = findOpenDistance(analysis, grid, symbols, cases, a, b);
    if (names.empty())
      return true;
    const ElementAccess &write = a.writes ? a : b, &other = a.writes ? b : a;
    report(write.getLoc(), diag::OpenDistance, {getKernelName(), spellAccess(write), names})
            .attachNote(other.getLoc())
        << (other.writes ? "written here, too" : "read here");
    isReported = true;
    return false;
  });
  return isReported;
}

/// The first of the worst pairs whose first access is of this array, or any that is not
/// independent; none where all are independent.
std::optional<GridChecker::Finding> GridChecker::findWorst(const Root &root, bool anyWillDo) {
  std::optional<Finding> worst;
  forEachPair(root, [&](const Alike &firsts, const Alike &seconds) {
    Verdict verdict = judge(firsts, seconds);
    if (verdict == Verdict::Independent)
      return true;
    auto pair = findPair(firsts, seconds);
    if (pair && (!worst || verdict > worst->verdict ||
                 (verdict == worst->verdict && *pair < std::pair(worst->a, worst->b))))
      worst = {verdict, pair->first, pair->second};
    return !(worst && anyWillDo);
  });
  return worst;
}

/// Visits the pairs of accesses of which one writes and the first one is of this array, until one
/// visit says that it is enough.
void GridChecker::forEachPair(const Root &root,
                              llvm::function_ref<bool(const Alike &, const Alike &)> visit) {
  for (const Alike &firsts : groups) {
    const ElementAccess &a = *firsts.accesses.front();
    if (a.root != root)
      continue;
    for (const Alike &seconds : groups) {
      const ElementAccess &b = *seconds.accesses.front();
      if ((a.writes || b.writes) && mayAlias(root, b.root) && &a <= seconds.accesses.back() &&
          !visit(firsts, seconds))
        return;
    }
  }
}

/// One pair for each array is enough to see it. Pairs are as many as the square of the accesses,
/// and so the worst is only looked for where something depends on which it is.
SmallVector<GridChecker::Finding>
GridChecker::findAll(llvm::function_ref<bool(const Root &)> anyWillDo) {
  groupAlike();
  SmallVector<Root> roots;
  for (const Alike &group : groups)
    if (const Root &root = group.accesses.front()->root; !llvm::is_contained(roots, root))
      roots.push_back(root);
  SmallVector<Finding> findings;
  for (const Root &root : roots)
    if (std::optional<Finding> worst = findWorst(root, anyWillDo(root)))
      findings.push_back(*worst);
  llvm::erase_if(findings, [&](const Finding &finding) {
    return finding.verdict == Verdict::Unknown && countsOwnElements(grid, finding.a->root);
  });
  if (launches && !findings.empty())
    eraseProvedAtLaunches(findings);
  return findings;
}

/// Leaves what some launch does not prove either.
void GridChecker::eraseProvedAtLaunches(SmallVectorImpl<Finding> &findings) {
  ArrayRef<std::unique_ptr<AffineAnalysis>> analyses = launches->get();
  if (analyses.empty())
    return;
  SmallVector<Root> proved;
  for (const Finding &finding : findings)
    proved.push_back(finding.a->root);
  for (const std::unique_ptr<AffineAnalysis> &atLaunch : analyses) {
    if (proved.empty())
      return;
    GridChecker checker(*atLaunch, grid, /*launches=*/nullptr, cases);
    checker.groupAlike();
    llvm::erase_if(proved, [&](const Root &root) {
      return checker.findWorst(root, /*anyWillDo=*/true).has_value();
    });
  }
  llvm::erase_if(findings, [&](const Finding &finding) {
    return llvm::is_contained(proved, finding.a->root);
  });
}

SmallVector<Root> GridChecker::findShared() {
  SmallVector<Root> roots;
  auto isUpdated = [&](const Root &root) { return findUnknownUpdate(root) != nullptr; };
  for (const Finding &finding : findAll(isUpdated))
    if (finding.verdict == Verdict::Dependent || isUpdated(finding.a->root))
      roots.push_back(finding.a->root);
  return roots;
}

SmallVector<Conflict> GridChecker::findConflicts() {
  SmallVector<Conflict> conflicts;
  for (const Finding &finding : findAll([](const Root &) { return false; }))
    if (!findTested(finding.a->root).areSafe)
      conflicts.push_back(describe(finding));
  return conflicts;
}

Conflict GridChecker::describe(const Finding &finding) {
  const Root &root = finding.a->root;
  Conflict conflict{root, finding.verdict == Verdict::Dependent, 0, {}};
  forEachPair(root, [&](const Alike &firsts, const Alike &seconds) {
    if (judge(firsts, seconds) == Verdict::Independent)
      return true;
    conflict.pairs +=
        !reachSameElement(analysis, *firsts.accesses.front(), *seconds.accesses.front());
    for (const Alike *alike : {&firsts, &seconds})
      for (const ElementAccess *access : alike->accesses)
        if (!access->writes && !llvm::is_contained(conflict.reads, access->op))
          conflict.reads.push_back(access->op);
    return true;
  });
  return conflict;
}

/// Asks about one grid of a kernel, with what its launches prove.
template <typename Ask>
static auto askChecker(GridOp grid, Ask ask, ArrayRef<DistanceCase> cases = {}) {
  auto kernel = grid->getParentOfType<KernelOp>();
  AffineAnalysis analysis(kernel);
  AnalysesAtLaunches launches(kernel);
  GridChecker checker(analysis, grid, &launches, cases);
  return ask(checker);
}

SmallVector<Conflict> vkmorph::vkm::findConflicts(GridOp grid, ArrayRef<DistanceCase> cases) {
  return askChecker(grid, [](GridChecker &checker) { return checker.findConflicts(); }, cases);
}

SmallVector<Root> vkmorph::vkm::findUnprovedRoots(GridOp grid) {
  return askChecker(grid, [](GridChecker &checker) { return checker.findUnproved(); });
}

SmallVector<Root> vkmorph::vkm::findSharedRoots(GridOp grid) {
  return askChecker(grid, [](GridChecker &checker) { return checker.findShared(); });
}

bool vkmorph::vkm::hasIndependentGrids(KernelOp kernel) {
  return llvm::all_of(kernel.getBody().front().getOps<GridOp>(), [](GridOp grid) {
    return askChecker(grid, [](GridChecker &checker) { return checker.findUnproved().empty(); });
  });
}

LogicalResult GridChecker::run(StringRef assumedBy) {
  LogicalResult result = success();
  for (const Finding &finding : findAll([](const Root &) { return false; })) {
    bool isReduction = !finding.a->reduction.empty() || !finding.b->reduction.empty();
    FieldOp variable = isReduction ? FieldOp() : findVariable(finding.a->root);
    if (variable) {
      // Threads have no such variable in common, whatever is assumed of elements.
      reportCarried(variable);
      result = failure();
    } else if (!isReduction && findTested(finding.a->root).areSafe) {
      grid->setAttr(kWritesAlikeAttr, UnitAttr::get(grid.getContext()));
    } else if (grid->hasAttr(kRunsApartAttr)) {
      continue;
    } else if (finding.verdict == Verdict::Dependent) {
      reportDependent(*finding.a, *finding.b);
      result = failure();
    } else if (finding.verdict == Verdict::Unknown) {
      grid.setUnprovenAttr(StringAttr::get(grid.getContext(), assumedBy));
      if (!assumedBy.empty())
        continue;
      if (reportUpdate(finding.a->root) || reportMissed(*finding.a, *finding.b) ||
          reportForeignRead(finding.a->root) || reportFolded(finding.a->root) ||
          reportOpenDistance(finding.a->root))
        result = failure();
      else
        reportUnknown(*finding.a, *finding.b);
    }
  }
  return result;
}

LogicalResult CheckIndependencePass::checkNames(ClassOp op) {
  SmallVector<KernelOp> kernels(op.getBody().front().getOps<KernelOp>());
  LogicalResult result = success();
  for (const std::string &name : assumeIndependent) {
    if (llvm::any_of(kernels, [&](KernelOp kernel) { return isNamed(kernel, name); }))
      continue;
    SmallVector<std::string> names;
    for (KernelOp kernel : kernels)
      if (!kernel->hasAttr(kOutlinedAttr))
        names.push_back("'" + kernel.getSymName().str() + "'");
    result = report(op.getLoc(), diag::IndependentNoKernel,
                    {name, op.getSymName().str(), llvm::join(names, ", ")});
  }
  return result;
}

void CheckIndependencePass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    if (failed(checkNames(op)))
      signalPassFailure();
  getOperation().walk([&](LaunchOp launch) {
    if (failed(checkVectorArguments(launch)))
      signalPassFailure();
  });
  getOperation().walk([&](KernelOp kernel) {
    bool isAsked = llvm::any_of(assumeIndependent,
                                [&](const std::string &name) { return isNamed(kernel, name); });
    // What the compiler made of an algorithm of the library is independent by that one's contract.
    StringRef assumedBy = isAsked                                    ? "option"
                          : kernel->hasAttr(kSortsAttr)              ? "library"
                          : !kernel->hasAttr(kAssumeIndependentAttr) ? ""
                          : kernel->hasAttr(kOutlinedAttr)           ? "library"
                                                                     : "config";
    AffineAnalysis analysis(kernel);
    AnalysesAtLaunches launches(kernel);
    for (GridOp grid : kernel.getBody().front().getOps<GridOp>()) {
      SmallVector<DistanceCase> cases;
      if (DenseI32ArrayAttr steps = getIterationSteps(grid))
        cases = getUnorderedCases(grid, steps);
      if (failed(GridChecker(analysis, grid, &launches, cases).run(assumedBy)))
        signalPassFailure();
    }
    kernel.walk([](Operation *op) {
      op->removeAttr(kNoReductionAttr);
      op->removeAttr(kNoCompactionAttr);
      op->removeAttr(kNoOrderAttr);
    });
  });
}
