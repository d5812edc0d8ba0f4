//===- RecogniseReductions.cpp - Finds reductions into members in grids ----------------------===//
//
//   vkm.update add %m_sum, %x                  =>   vkm.reduce add @m_sum, %x
//   if (x < m_min) m_min = x                   =>   vkm.reduce min @m_min, %x
//   m_box.hi.x = std::max(m_box.hi.x, x)       =>   vkm.reduce max @m_box["hi", "x"], %x
//   m_count[kind]++                            =>   vkm.reduce add @m_count[unit](%kind), %1
//   m_turn = compose(m_turn, step)             =>   vkm.combine @m_turn, %step { compose }
//
// A place is reduced if every access to it in the grid is part of such a statement, all of one
// kind. Elements of an array whose numbers are not known are one place together: each thread keeps
// a copy of the array, if it is small.
//
// vkm.reduce min and max skip values that are NaN and keep a place that is, as `if (x < m) m = x`,
// std::min(m, x) and `x < m ? x : m` do. std::min(x, m) and `m < x ? m : x` take a NaN, and the
// next value replaces it: their result hangs on the order of the values, unless none is NaN.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/ReductionForms.h"
#include "analysis/values/Expressions.h"
#include "ir/HostCode.h"
#include "ir/NeverNan.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/recognise/ExplainMismatch.h"
#include "passes/recognise/ReplaceStatement.h"
#include "transforms/Expressions.h"

#include <functional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISEREDUCTIONS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// Of arrays whose elements are reduced by a number that is no constant, each thread keeps a copy:
// as many numbers at most, so that a workgroup's share of shared memory holds one for each thread.
static constexpr int64_t kMaxPrivateNumbers = 64;

namespace {

/// All accesses of one grid to one place, or to places that overlap it.
struct ReductionCandidate {
  PlacePath path;
  Location firstWrite;
  SmallVector<Match> matches;
  std::string obstacle; ///< why it is no reduction
  SmallVector<Operation *, 1> writes;
  bool isReported = false; ///< by vkm-recognise-arg-reductions
};

struct RecogniseReductionsPass : vkm::impl::RecogniseReductionsBase<RecogniseReductionsPass> {
  using RecogniseReductionsBase::RecogniseReductionsBase;
  void runOnOperation() override;
  void runOnGrid(GridOp grid);
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

/// The numbers of the elements on the way to a place that `path` does not know.
static SmallVector<Value> getIndices(Value place, const PlacePath &path) {
  SmallVector<Value> indices;
  for (Attribute step : llvm::reverse(path.path)) {
    Operation *op = place.getDefiningOp();
    if (auto element = dyn_cast<ElementOp>(op); element && !step)
      indices.push_back(element.getIndex());
    place = op->getOperand(0);
  }
  std::reverse(indices.begin(), indices.end());
  return indices;
}

/// `vkm.combine`, whose region calls the function.
static Operation *buildCombine(OpBuilder &builder, const Match &match, const PlacePath &path,
                               Value value) {
  Location loc = match.statement->getLoc();
  Type type = value.getType();
  auto combine = builder.create<CombineOp>(
      loc, path.root.symbol.getValue(),
      path.path.empty() ? ArrayAttr() : builder.getArrayAttr(path.path), value);
  Block &body = combine.getBody().emplaceBlock();
  SmallVector<Value> operands(body.addArguments({type, type}, {loc, loc}).begin(), body.args_end());
  if (match.prepends)
    std::swap(operands[0], operands[1]);
  OpBuilder inner = OpBuilder::atBlockEnd(&body);
  auto call = inner.create<CallOp>(CallOp(match.function).getLoc(), TypeRange(type),
                                   CallOp(match.function).getCallee(), operands);
  inner.create<YieldOp>(loc, call->getResult(0));
  return combine;
}

/// Puts the vkm.reduce where the statement stood.
static void rewrite(const Match &match, const PlacePath &path) {
  Location loc = match.statement->getLoc();
  SmallVector<Value> indices;
  SmallVector<Attribute> steps;
  auto prepare = [&](OpBuilder &builder, IRMapping &mapping) {
    for (Value index : getIndices(match.place, path))
      indices.push_back(cloneExpression(builder, index, mapping));
    for (Attribute step : path.path)
      steps.push_back(step ? step : builder.getUnitAttr());
  };
  replaceStatement(match, prepare, [&](OpBuilder &builder, Value value) -> Operation * {
    if (match.function)
      return buildCombine(builder, match, path, value);
    return builder.create<ReduceOp>(loc, match.kind, path.root.symbol.getValue(),
                                    steps.empty() ? ArrayAttr() : builder.getArrayAttr(steps),
                                    indices, value);
  });
}

/// The kernel sets the place to a number in front of the grid, so that it is not NaN where the loop
/// begins.
static bool isSetToNumber(GridOp grid, const PlacePath &path) {
  Value value = grid->getPrevNode() ? findAssigned(grid->getPrevNode(), path) : Value();
  return value && isNeverNan(value);
}

/// Whether the sequential loop may have another result because of a NaN: one that is taken, and
/// forgotten with the next value.
static bool mayTakeNan(GridOp grid, const ReductionCandidate &candidate) {
  return llvm::any_of(candidate.matches, [&](const Match &match) {
    return match.takesNan() && match.isOfFloats() &&
           !(llvm::all_of(match.terms, [](const Term &term) { return isNeverNan(term.value); }) &&
             isSetToNumber(grid, candidate.path));
  });
}

/// Why the accesses of a grid to a candidate's place are more than its matches.
static std::string findObstacle(GridOp grid, ReductionCandidate &candidate) {
  for (const Match &match : candidate.matches)
    if (!match.combinesAs(candidate.matches.front()))
      return "it is combined by different operations";
  for (const Match &match : candidate.matches)
    if (match.isOfFloats() && match.replacesNan() && !match.takesNan() &&
        !isSetToNumber(grid, candidate.path))
      return "it may be NaN before the loop, which this form replaces; set it to a number in the "
             "kernel";
  Operation *other = findOtherAccess(grid, candidate.path, candidate.matches);
  if (auto call = dyn_cast_or_null<CallOp>(other))
    return ("'" + call.getCallee() + "' accesses it, too").str();
  if (!other)
    return {};
  return isa<LoadOp>(other) ? "the grid reads the running result"
                            : "the grid writes it in another way, too";
}

/// Elements of vectors are no fields of the class data.
static bool isVector(GridOp grid, const Root &root) {
  FieldOp field = grid->getParentOfType<ClassOp>().lookupField(root.symbol.getValue());
  return field && field.getVectorElement();
}

/// How many elements the steps of a path that are not known choose among.
static int64_t countElements(FieldOp field, const PlacePath &path) {
  int64_t count = 1;
  Type type = field.getType();
  for (Attribute step : path.path) {
    auto array = dyn_cast<ArrayType>(type);
    if (!step)
      count *= array.getLength();
    type = step ? getPartType(field, type, step) : array.getElementType();
  }
  return count;
}

/// Why a place cannot be reduced, whatever is done with it; empty if it can. A function of the
/// user's combines whatever it takes.
static std::string findObstacleOfPlace(GridOp grid, Value place, const PlacePath &path,
                                       bool byFunction) {
  Type type = cast<RefType>(place.getType()).getPointee();
  if (!byFunction && !isa<IntegerType, FloatType, VecType, MatType>(type))
    return "it is no number, vector or matrix";
  if (isVector(grid, path.root))
    return "it is an element of a std::vector";
  for (Value part = place; Operation *op = part.getDefiningOp(); part = op->getOperand(0)) {
    auto element = dyn_cast<ElementOp>(op);
    if (element && !isa<ArrayType>(cast<RefType>(element.getBase().getType()).getPointee()) &&
        !getConstantInt(element.getIndex()))
      return "the number of the component is no constant";
    if (isa<FieldRefOp>(op))
      break;
  }
  if (byFunction && !path.isExact())
    return "the number of the element is no constant, and a function combines it";
  if (int64_t numbers = countNumbers(grid, type); numbers > kMaxPrivateNumbers)
    return "each thread would keep " + std::to_string(numbers) + " numbers; " +
           std::to_string(kMaxPrivateNumbers) + " are the most";
  if (!path.isExact()) {
    auto field = grid->getParentOfType<ClassOp>().lookupField(path.root.symbol.getValue());
    int64_t numbers = countElements(field, path) * getNumComponents(type);
    if (numbers > kMaxPrivateNumbers)
      return "the number of the element is no constant, and each thread would keep " +
             std::to_string(numbers) + " numbers; " + std::to_string(kMaxPrivateNumbers) +
             " are the most";
  }
  return {};
}

/// What names both paths, if they overlap and are as long: elements whose numbers differ, or are
/// not known, become one place.
static bool merge(PlacePath &path, const PlacePath &other) {
  if (path.root != other.root || path.path.size() != other.path.size() || !path.overlaps(other))
    return false;
  for (auto [mine, theirs] : llvm::zip(path.path, other.path))
    if (mine != theirs) // one of them is null
      mine = Attribute();
  return true;
}

/// `m = f(m)`, `m /= x`.
static bool isMadeOfPlace(Operation *write) {
  auto assign = dyn_cast<AssignOp>(write);
  return !assign || isMadeFrom(assign.getValue(), getPlacePath(assign.getRef()));
}

/// Whether a place is in a vector that only the generated class has.
static bool isOfGeneratedClass(GridOp grid, const PlacePath &path) {
  FieldOp field = grid->getParentOfType<ClassOp>().lookupField(path.root.symbol.getValue());
  return field && field.getVectorElement() && field->hasAttr(kLocalOfAttr);
}

void RecogniseReductionsPass::runOnGrid(GridOp grid) {
  SmallVector<ReductionCandidate, 4> candidates;
  auto getTarget = [](Operation *op) -> Target {
    Value place;
    if (auto assign = dyn_cast<AssignOp>(op))
      place = assign.getRef();
    else if (auto update = dyn_cast<UpdateOp>(op))
      place = update.getRef();
    return {place, place ? getPlacePath(place) : PlacePath()};
  };
  grid.walk([&](Operation *op) {
    Target target = getTarget(op);
    if (!target.place || !target.path.root.symbol)
      return;
    ReductionCandidate candidate{target.path, op->getLoc(), {}, {}, {op}, false};
    // The merged place may overlap with further candidates.
    for (size_t index = 0; index < candidates.size();) {
      PlacePath merged = candidates[index].path;
      if (!merge(merged, candidate.path)) {
        ++index;
        continue;
      }
      ReductionCandidate other = std::move(candidates[index]);
      candidates.erase(candidates.begin() + index);
      candidate.writes.insert(candidate.writes.begin(), other.writes.begin(), other.writes.end());
      candidate.firstWrite = other.firstWrite;
      index = candidate.path == merged ? index : 0;
      candidate.path = merged;
    }
    candidates.push_back(std::move(candidate));
  });
  for (ReductionCandidate &candidate : candidates)
    for (Operation *op : candidate.writes) {
      if (!candidate.obstacle.empty())
        break;
      Target target = getTarget(op);
      if (auto why = op->getAttrOfType<StringAttr>(kNoReductionAttr)) {
        candidate.obstacle = why.getValue();
        candidate.isReported = true;
        break;
      }
      std::optional<Match> match = matchForm(op, target);
      candidate.obstacle =
          findObstacleOfPlace(grid, target.place, candidate.path, match && match->function);
      if (match)
        candidate.matches.push_back(*match);
      else if (candidate.obstacle.empty())
        candidate.obstacle = explainMismatch(op, target);
    }
  // All candidates are judged before the first is rewritten: a rewrite hides accesses from the
  // others.
  for (ReductionCandidate &candidate : candidates)
    if (candidate.obstacle.empty())
      candidate.obstacle = findObstacle(grid, candidate);
  for (ReductionCandidate &candidate : candidates) {
    std::string name = spellPlace(candidate.path.root.symbol.getValue(), candidate.path.path);
    std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
    if (!candidate.obstacle.empty()) {
      if (!candidate.isReported && !isOfGeneratedClass(grid, candidate.path))
        report(candidate.firstWrite, diag::ReductionMissed, {name, kernel, candidate.obstacle});
      // Of what is not made of the place itself, messages about dependent iterations say as much.
      if (candidate.obstacle == kOtherForm && llvm::none_of(candidate.writes, isMadeOfPlace))
        continue;
      for (Operation *write : candidate.writes)
        write->setAttr(kNoReductionAttr, StringAttr::get(&getContext(), candidate.obstacle));
      continue;
    }
    report(candidate.firstWrite, diag::ReductionFound,
           {name, kernel, describeResult(candidate.matches.front())});
    if (!assumeNoNan && mayTakeNan(grid, candidate))
      report(candidate.firstWrite, diag::NanOrder,
             {name, kernel,
              candidate.matches.front().kind == ReduceKind::Min ? "std::min" : "std::max"});
    for (const Match &match : candidate.matches)
      rewrite(match, candidate.path);
  }
  eraseDeadExpressions(grid.getBody());
}

void RecogniseReductionsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](GridOp grid) { runOnGrid(grid); });
}
