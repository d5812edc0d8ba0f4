//===- RecogniseScatters.cpp - Finds elements that several iterations combine values into -----===//
//
//   sum[label[i]] += a[i];               =>   vkm.scatter add %sum[%label], %a
//   if (x > m_best[k]) m_best[k] = x;    =>   vkm.scatter max @m_best[%k], %x
//
// An array whose elements are not proved to differ between iterations, and of which all accesses in
// the grid are part of such statements: of one kind where they may be of one element. What is
// proved to be an iteration's own stays a plain update.
//
// Of what makes it none the statements are told, for vkm-check-independence.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "ir/NeverNan.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/SharedRoots.h"
#include "passes/recognise/ExplainMismatch.h"
#include "passes/recognise/InlineAccumulations.h"
#include "passes/recognise/ReplaceStatement.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISESCATTERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct RecogniseScattersPass : vkm::impl::RecogniseScattersBase<RecogniseScattersPass> {
  using RecogniseScattersBase::RecogniseScattersBase;
  void runOnOperation() override;
};

/// What a grid writes of an array.
struct ScatterCandidate {
  Root root;
  SmallVector<Operation *> writes;
  SmallVector<Match> matches; ///< of the writes that have a form
  std::string obstacle;
};

/// Looks for scatters in one grid.
class ScatterFinder {
public:
  ScatterFinder(GridOp grid, bool assumeNoNan) : grid(grid), assumeNoNan(assumeNoNan) {}
  void run();

private:
  void collect();
  std::string findObstacle(const ScatterCandidate &candidate);
  void warnOfNan(const ScatterCandidate &candidate);
  void rewrite(const ScatterCandidate &candidate);

  GridOp grid;
  bool assumeNoNan;
  std::vector<ScatterCandidate> candidates;
};
} // namespace

/// An array that the kernel is given, or a member of the class.
static bool isArray(const Root &root) {
  if (root.symbol)
    return true;
  auto argument = dyn_cast<BlockArgument>(root.value);
  return argument && isa<KernelOp>(argument.getOwner()->getParentOp());
}

/// Whether a place is one of several: an element by its number.
static bool isElement(const PlacePath &path) {
  return llvm::any_of(path.path, [](Attribute step) { return !isa_and_nonnull<StringAttr>(step); });
}

/// Whether a value is made of what a place holds, by one spelling of its index.
static bool readsPlace(Value value, Value place) {
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast_or_null<LoadOp>(op))
    return isSameExpression(load.getRef(), place);
  return op &&
         llvm::any_of(op->getOperands(), [&](Value operand) { return readsPlace(operand, place); });
}

/// `a[k] += x`, `a[k] = f(a[k])`.
static bool isMadeOfElement(Operation *write) {
  auto assign = dyn_cast<AssignOp>(write);
  return !assign || readsPlace(assign.getValue(), assign.getRef());
}

void ScatterFinder::collect() {
  grid.walk([&](Operation *op) {
    if (!isa<AssignOp, UpdateOp>(op))
      return;
    Target target{op->getOperand(0), getPlacePath(op->getOperand(0))};
    if (!isArray(target.path.root))
      return;
    auto known = llvm::find_if(
        candidates, [&](const ScatterCandidate &other) { return other.root == target.path.root; });
    if (known == candidates.end())
      known = candidates.insert(candidates.end(), ScatterCandidate{target.path.root, {}, {}, {}});
    known->writes.push_back(op);
    std::optional<Match> match = matchForm(op, target);
    if (match && isElement(target.path))
      known->matches.push_back(*match);
  });
  // Arrays that are only written have no elements to combine with. What was tried as a reduction
  // has: vkm-recognise-reductions says why it is none.
  auto isUpdate = [](Operation *write) {
    return isMadeOfElement(write) || write->hasAttr(kNoReductionAttr);
  };
  llvm::erase_if(candidates, [&](const ScatterCandidate &candidate) {
    return candidate.matches.empty() && llvm::none_of(candidate.writes, isUpdate);
  });
}

/// Why a statement of a reduction's form cannot be done by several iterations at once.
static std::string findObstacleOf(const Match &match) {
  Type type = cast<RefType>(match.place.getType()).getPointee();
  if (match.function)
    return "a function combines it with a value";
  if (!isa<IntegerType, FloatType>(type))
    return "its elements are no numbers; combine their parts one by one";
  if (unsigned width = type.getIntOrFloatBitWidth(); width < 32)
    return "its elements have " + std::to_string(width == 1 ? 8 : width) +
           " bits, and devices update 32 or 64 bits at once";
  return {};
}

static constexpr llvm::StringLiteral kNoForm =
    "the statement does not combine it with a value by + - * min max & | ^ alone";

/// Why a statement has no form of an update.
static std::string explain(Operation *write) {
  Target target{write->getOperand(0), getPlacePath(write->getOperand(0))};
  std::string why = explainMismatch(write, target);
  return why == kOtherForm ? kNoForm.str() : why;
}

/// The statements of one part of an array's elements, by the way there.
struct UpdatedPart {
  PlacePath path;
  const Match *first;
};

/// The parts, each with one of its statements; two of one part that combine in different ways are
/// reported as an obstacle.
static std::string collectParts(ArrayRef<Match> matches, bool assumeNoNan,
                                SmallVectorImpl<UpdatedPart> &parts) {
  // One that is NaN before the loop stays, or is replaced.
  auto isOther = [&](const Match &one, const Match &other) {
    auto keepsNan = [](const Term &term) { return !term.replacesNan; };
    bool isMixed = one.isOfFloats() && !assumeNoNan &&
                   (llvm::any_of(one.terms, keepsNan) != llvm::any_of(other.terms, keepsNan) ||
                    one.replacesNan() != other.replacesNan());
    return isMixed || !one.combinesAs(other);
  };
  for (const Match &match : matches) {
    PlacePath path = getPlacePath(match.place);
    bool isKnown = false;
    for (const UpdatedPart &part : parts) {
      bool isSame = part.path == path;
      isKnown |= isSame;
      if ((isSame || part.path.overlaps(path)) && isOther(*part.first, match))
        return "it is combined by different operations";
    }
    if (!isKnown)
      parts.push_back({path, &match});
  }
  return {};
}

/// Why the accesses of the grid to an array are more than updates in any order.
std::string ScatterFinder::findObstacle(const ScatterCandidate &candidate) {
  for (Operation *write : candidate.writes)
    if (llvm::none_of(candidate.matches, [&](const Match &match) {
          return match.statement == write || match.guarded == write;
        }))
      return explain(write);
  for (const Match &match : candidate.matches)
    if (std::string obstacle = findObstacleOf(match); !obstacle.empty())
      return obstacle;
  SmallVector<UpdatedPart> parts;
  if (std::string obstacle = collectParts(candidate.matches, assumeNoNan, parts); !obstacle.empty())
    return obstacle;
  for (const UpdatedPart &part : parts) {
    Operation *access = findOtherAccess(grid, part.path, candidate.matches);
    if (auto call = dyn_cast_or_null<CallOp>(access))
      return ("'" + call.getCallee() + "' accesses it, too").str();
    if (access)
      return isa<LoadOp>(access) ? "the grid reads it otherwise, too"
                                 : "the grid writes it in another way, too";
  }
  return {};
}

/// A NaN that is taken is forgotten with the next value, wherever that comes from.
void ScatterFinder::warnOfNan(const ScatterCandidate &candidate) {
  for (const Match &match : candidate.matches) {
    bool takes = match.isOfFloats() && llvm::any_of(match.terms, [](const Term &term) {
                   return term.takesNan && !isNeverNan(term.value);
                 });
    if (!takes || assumeNoNan)
      continue;
    report(match.statement->getLoc(), diag::NanOrder,
           {getRootName(candidate.root).str(), grid->getParentOfType<KernelOp>().getSymName().str(),
            match.kind == ReduceKind::Min ? "std::min" : "std::max"});
    return;
  }
}

void ScatterFinder::rewrite(const ScatterCandidate &candidate) {
  std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
  for (const Match &match : candidate.matches) {
    Location loc = match.statement->getLoc();
    report(loc, diag::ScatterFound,
           {spellPlace(getRootName(candidate.root), getPlacePath(match.place).path), kernel,
            describeResult(match)});
    Value place = match.place;
    auto prepare = [&](OpBuilder &builder, IRMapping &mapping) {
      if (match.guarded)
        place = cloneExpression(builder, place, mapping);
    };
    const Term *term = match.terms.begin();
    replaceStatement(match, prepare, [&](OpBuilder &builder, Value value) -> Operation * {
      bool isFloat = match.isOfFloats(), mayBeNan = isFloat && !assumeNoNan;
      auto scatter = builder.create<ScatterOp>(loc, match.kind, place, value, ScatterPlanAttr());
      auto mark = [&](StringRef name, bool holds) {
        if (holds)
          scatter->setAttr(name, builder.getUnitAttr());
      };
      mark(kReplacesNanAttr, mayBeNan && term->replacesNan);
      mark(kTakesNanAttr, mayBeNan && term->takesNan);
      mark(kTakesEqualAttr, isFloat && term->takesEqual);
      ++term;
      return scatter;
    });
  }
}

/// Whether the grid updates an array, as far as effects say: most grids do not.
static bool updatesArrays(GridOp grid) {
  EffectSet effects = getEffects(grid);
  return llvm::any_of(effects.writes, [&](const Root &root) {
    return isArray(root) && llvm::is_contained(effects.reads, root);
  });
}

void ScatterFinder::run() {
  if (!updatesArrays(grid))
    return;
  SmallVector<Root> shared = findSharedRoots(grid);
  llvm::erase_if(shared, [](const Root &root) { return !isArray(root); });
  if (shared.empty())
    return;
  // What functions do to their elements, statements have to do.
  writeOutCalls(grid, [&](CallOp call) {
    EffectSet effects = getEffects(call);
    return llvm::any_of(shared, [&](const Root &root) {
      return llvm::is_contained(effects.writes, root) && llvm::is_contained(effects.reads, root);
    });
  });
  collect();
  llvm::erase_if(candidates, [&](const ScatterCandidate &candidate) {
    return !llvm::is_contained(shared, candidate.root);
  });
  // All are judged before the first is rewritten: a rewrite hides accesses from the others.
  for (ScatterCandidate &candidate : candidates)
    candidate.obstacle = findObstacle(candidate);
  for (const ScatterCandidate &candidate : candidates) {
    if (candidate.obstacle.empty()) {
      warnOfNan(candidate);
      rewrite(candidate);
      continue;
    }
    for (Operation *write : candidate.writes) {
      // Of single places, vkm-recognise-reductions has told more than that.
      bool isKnown =
          write->hasAttr(kNoReductionAttr) && !isElement(getPlacePath(write->getOperand(0)));
      if (!isKnown && (isMadeOfElement(write) || write->hasAttr(kNoReductionAttr)))
        write->setAttr(kNoReductionAttr, StringAttr::get(grid.getContext(), candidate.obstacle));
    }
  }
  eraseDeadExpressions(grid.getBody());
}

void RecogniseScattersPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](KernelOp kernel) {
    // The user says that no two iterations have the same element.
    if (isAssumedIndependent(kernel, *assumeIndependent))
      return;
    for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
      ScatterFinder(grid, assumeNoNan).run();
  });
}
