//===- RecogniseGrids.cpp - Counted loops of kernels become grids
//
//   m_sum = 0;                             vkm.once { m_sum = 0 }
//   for (int i = 0; i < n; ++i)     =>     vkm.grid (%i) = (0) lt (n) step (1) { m_sum += a[i] }
//     m_sum += a[i];                       vkm.once { m_mean = m_sum / n }
//   m_mean = m_sum / n;
//
//===------------------------------------------------------------------------------------------===//

#include "passes/recognise/RecogniseGrids.h"
#include "ir/VkmAttributes.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "ir/Textures.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/recognise/LoopGrids.h"
#include "passes/recognise/ShiftCounters.h"
#include "passes/recognise/TriangularLoops.h"
#include "transforms/Expressions.h"
#include "transforms/KnownPlaces.h"
#include "transforms/ReturnedValues.h"
#include "transforms/SymbolNames.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISEGRIDS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// One dimension of a grid to be.
struct Dimension {
  ForOp loop;
  Value upper; ///< in the condition region
  CmpKind predicate;
  int64_t step;      ///< or GridOp::kDynamicStep
  Value dynamicStep; ///< in the step region; null where the step is constant
};

/// Turns one kernel into a sequence of vkm.once and vkm.grid.
class KernelRecogniser {
public:
  explicit KernelRecogniser(KernelOp kernel) : kernel(kernel) {}
  LogicalResult run();

private:
  bool isGrid(Operation &statement) const;
  LogicalResult analyseNest(ForOp outer, SmallVectorImpl<Dimension> &nest);
  FailureOr<Dimension> analyseLoop(ForOp loop);
  LogicalResult squareNest(SmallVectorImpl<Dimension> &nest);
  LogicalResult checkBody(ArrayRef<Dimension> nest);
  LogicalResult makeGrid(ForOp outer);
  LogicalResult reportNoLoop();
  FailureOr<Value> hoistBound(OpBuilder &builder, ForOp loop, Value bound, IRMapping &mapping);
  void openScopes();
  void wrapStatements();
  LogicalResult settleVariables();
  FailureOr<StringAttr> promote(VarOp var);
  void promoteNarrow(VarOp var, FieldOp field);
  bool isInvariant(const Root &root) const;

  KernelOp kernel;
  unsigned gridDepth = 1; ///< the loops that a statement at the top has to nest to be a grid
  EffectSet inLoop;       ///< what the loop that becomes a grid does
};

struct RecogniseGridsPass : vkm::impl::RecogniseGridsBase<RecogniseGridsPass> {
  void runOnOperation() override;
};

} // namespace

static std::string nameOf(FunctionOpInterface function) {
  return cast<SymbolOpInterface>(function.getOperation()).getName().str();
}

//===------------------------------------------------------------------------------------------===//
// Loops
//===------------------------------------------------------------------------------------------===//

/// Whether a counter of 8 or 16 bits may wrap around and meet other numbers before the loop ends.
/// With a step that is a power of two it meets the same ones again: such a loop does not end.
static bool mayWrapAround(ForOp loop, const Dimension &counted) {
  auto type = cast<IntegerType>(loop.getInit().getType());
  if (type.getWidth() >= 32)
    return false;
  int64_t step = counted.step;
  if (step == GridOp::kDynamicStep)
    return true;
  if (llvm::isPowerOf2_64(std::abs(step)))
    return false;
  std::optional<int64_t> first = getConstantInt(loop.getInit()),
                         bound = getConstantInt(counted.upper);
  if (!first || !bound)
    return true;
  bool up = step > 0;
  bool reachesBound = counted.predicate == CmpKind::Le || counted.predicate == CmpKind::Ge;
  int64_t distance = (up ? *bound - *first : *first - *bound) - (reachesBound ? 0 : 1);
  if (distance < 0)
    return false;
  int64_t next = *first + (distance / std::abs(step) + 1) * step;
  unsigned bits = type.getWidth() - type.isSigned();
  return next >= int64_t(1) << bits || next < (type.isSigned() ? -(int64_t(1) << bits) : 0);
}

FailureOr<Dimension> KernelRecogniser::analyseLoop(ForOp loop) {
  auto notCounted = [&](StringRef why) {
    return report(loop.getLoc(), diag::GridNotCounted, {nameOf(kernel), why.str()});
  };
  inlineReturned(loop.getInit());
  inlineReturned(cast<YieldOp>(loop.getCond().front().back()).getValue());
  for (Operation &op : loop.getStep().front())
    if (!op.hasTrait<VkmExpression>())
      for (unsigned index = 0; index < op.getNumOperands(); ++index)
        inlineReturned(op.getOperand(index));
  shiftCounter(loop, [&](const Root &root) { return isInvariant(root); });
  StringRef why;
  std::optional<CountedLoop> counted = matchLoopHeader(loop, &why);
  if (!counted)
    return notCounted(why);
  Dimension result{loop, counted->bound, counted->predicate, 0, nullptr};
  if (result.predicate == CmpKind::Eq)
    return notCounted("its condition is an equality");
  bool towardsBound;
  if (std::optional<int64_t> constant = getConstantInt(counted->amount)) {
    if (*constant != static_cast<int32_t>(*constant))
      return notCounted("its step has more than 32 bits");
    result.step = counted->subtracted ? -*constant : *constant;
    bool up = result.predicate == CmpKind::Lt || result.predicate == CmpKind::Le;
    towardsBound = result.predicate == CmpKind::Ne ? std::abs(result.step) == 1
                                                   : (up ? result.step > 0 : result.step < 0);
  } else {
    // A magnitude; were it not positive, the loop would not end.
    result.step = GridOp::kDynamicStep;
    result.dynamicStep = counted->amount;
    bool up = result.predicate == CmpKind::Lt || result.predicate == CmpKind::Le;
    towardsBound = result.predicate != CmpKind::Ne && up != counted->subtracted;
  }
  if (!towardsBound)
    return notCounted("its counter does not move towards the bound");
  if (mayWrapAround(loop, result))
    return notCounted("its counter may wrap around; count in an int");
  return result;
}

/// A kernel over rows and columns may have single loops around its grid, `for (float &sum : m_sums)
/// sum = 0;`, which belong to its prologue or epilogue.
bool KernelRecogniser::isGrid(Operation &statement) const {
  return isa<ForOp>(statement) && getLoopDepth(&statement) >= gridDepth;
}

/// A variable that keeps the value that it is declared with.
static bool isComputedOnce(Operation *op) {
  auto var = dyn_cast<VarOp>(op);
  return var && var.getInit() &&
         llvm::all_of(var->getUsers(), [](Operation *user) { return isa<LoadOp>(user); });
}

/// `for (j = 0; j < i; j++)`: the grid has all numbers that j has in any row, and a condition
/// inside.
LogicalResult KernelRecogniser::squareNest(SmallVectorImpl<Dimension> &nest) {
  SmallVector<ForOp> loops;
  for (Dimension &dimension : nest)
    loops.push_back(dimension.loop);
  if (!squareLoops(loops))
    return success();
  for (Dimension &dimension : nest) {
    FailureOr<Dimension> changed = analyseLoop(dimension.loop);
    if (failed(changed))
      return failure();
    dimension = *changed;
  }
  return success();
}

/// The loops of a grid from the outside in: as many as the kernel's name says, and between them
/// only what each iteration can compute for itself.
LogicalResult KernelRecogniser::analyseNest(ForOp outer, SmallVectorImpl<Dimension> &nest) {
  ForOp loop = outer;
  while (true) {
    FailureOr<Dimension> counted = analyseLoop(loop);
    if (failed(counted))
      return failure();
    nest.push_back(*counted);
    if (static_cast<int64_t>(nest.size()) == kernel.getDims())
      return squareNest(nest);
    ForOp inner;
    bool perfect = true;
    for (Operation &op : loop.getBody().front()) {
      if (isWithoutEffect(&op) && !isa<CallOp>(op))
        continue;
      // `const int row = y * width;`: each iteration computes it for itself.
      if (!inner && isComputedOnce(&op))
        continue;
      auto nested = dyn_cast<ForOp>(op);
      perfect &= nested && !inner;
      inner = nested;
    }
    if (!perfect || !inner)
      return report(
          loop.getLoc(), diag::GridNotPerfect,
          {nameOf(kernel), std::to_string(kernel.getDims()), std::to_string(nest.size())});
    loop = inner;
  }
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

/// Reads that give the same value in all iterations, on the host as well unless kernels write the
/// field: then the device counts the iterations (passes/lower/kernels/WorkgroupCounts.h).
bool KernelRecogniser::isInvariant(const Root &root) const {
  if (!root.symbol || inLoop.writesAny(root))
    return false;
  // Elements of vectors are on the device.
  FieldOp field = kernel->getParentOfType<ClassOp>().lookupField(root.symbol.getValue());
  return !field.getVectorElement();
}

/// What a read is of, for messages.
static std::string describeRead(Operation *read) {
  if (auto load = dyn_cast<LoadOp>(read)) {
    Root root = getRoot(load.getRef());
    if (root.symbol)
      return ("'" + root.symbol.getValue() + "'").str();
    if (auto var = root.value.getDefiningOp<VarOp>())
      return ("'" + var.getName() + "'").str();
    if (auto argument = dyn_cast<BlockArgument>(root.value)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (auto function = dyn_cast<FunctionOpInterface>(owner))
        return ("'" + argName(function, argument.getArgNumber()) + "'").str();
      if (auto loop = dyn_cast<ForOp>(owner))
        return ("'" + loop.getName() + "'").str();
    }
  }
  return "memory";
}

/// Clones a bound in front of the grid, where the host can compute it too.
FailureOr<Value> KernelRecogniser::hoistBound(OpBuilder &builder, ForOp loop, Value bound,
                                              IRMapping &mapping) {
  Operation *read = findRead(bound, [&](const Root &root) { return isInvariant(root); });
  if (auto call = dyn_cast_or_null<CallOp>(read))
    return report(loop.getLoc(), diag::GridBoundCall, {nameOf(kernel), call.getCallee().str()});
  if (read)
    return report(loop.getLoc(), diag::GridBoundVaries, {nameOf(kernel), describeRead(read)});
  return cloneExpression(builder, bound, mapping);
}

/// Nothing leaves the grid or changes its counters.
LogicalResult KernelRecogniser::checkBody(ArrayRef<Dimension> nest) {
  ForOp inner = nest.back().loop;
  LogicalResult result = success();
  auto reportLeft = [&](Operation *jump, StringRef name) {
    InFlightDiagnostic diagnostic =
        report(jump->getLoc(), diag::GridLeft, {name.str(), nameOf(kernel)});
    if (auto why = inner->getAttrOfType<StringAttr>(kWhyLeftAttr))
      diagnostic.attachNote(inner.getLoc())
          << "no other loop looks for where this one ends: " << why.getValue();
    result = diagnostic;
  };
  inner.getBody().walk([&](Operation *op) {
    if (isa<ReturnOp>(op)) {
      reportLeft(op, "return");
    } else if (isa<BreakOp>(op)) {
      Operation *parent = op->getParentOp();
      while (!isa<LoopOpInterface, SwitchOp>(parent))
        parent = parent->getParentOp();
      if (parent == inner)
        reportLeft(op, "break");
    }
  });
  for (Dimension dimension : nest)
    for (Operation *user : dimension.loop.getBodyVar().getUsers())
      if (!isa<LoadOp>(user))
        result = report(user->getLoc(), diag::GridCounterAssigned,
                        {nameOf(kernel), dimension.loop.getName().str()});
  return result;
}

/// Replaces a nest of loops at the top of the kernel by a grid.
LogicalResult KernelRecogniser::makeGrid(ForOp outer) {
  SmallVector<Dimension> nest;
  inLoop = getEffects(outer);
  if (failed(analyseNest(outer, nest)) || failed(checkBody(nest)))
    return failure();
  OpBuilder builder(outer);
  SmallVector<Value> lower, upper, dynamicSteps;
  SmallVector<int64_t> steps;
  SmallVector<CmpKind> predicates;
  SmallVector<StringRef> names;
  IRMapping mapping;
  for (Dimension &dimension : nest) {
    FailureOr<Value> first = hoistBound(builder, dimension.loop, dimension.loop.getInit(), mapping);
    if (failed(first))
      return failure();
    FailureOr<Value> last = hoistBound(builder, dimension.loop, dimension.upper, mapping);
    if (failed(last))
      return failure();
    lower.push_back(*first);
    upper.push_back(*last);
    steps.push_back(dimension.step);
    if (dimension.dynamicStep) {
      FailureOr<Value> amount = hoistBound(builder, dimension.loop, dimension.dynamicStep, mapping);
      if (failed(amount))
        return failure();
      dynamicSteps.push_back(*amount);
    }
    predicates.push_back(dimension.predicate);
    names.push_back(dimension.loop.getName());
  }
  auto grid =
      builder.create<GridOp>(outer.getLoc(), lower, upper, dynamicSteps, steps, predicates, names);
  // The comments of all loops of the nest stand before the first one.
  std::string comments;
  for (Dimension &dimension : nest)
    if (auto comment = dimension.loop->getAttrOfType<StringAttr>(kCommentAttr))
      comments += (comments.empty() ? "" : "\n") + comment.getValue().str();
  if (!comments.empty())
    grid->setAttr(kCommentAttr, builder.getStringAttr(comments));
  if (Attribute looks = outer->getAttr(kLooksAheadAttr))
    grid->setAttr(kLooksAheadAttr, looks);
  Block &body = grid.getBody().front();
  // The counters are values now.
  for (auto [dim, dimension] : llvm::enumerate(nest))
    for (Operation *user : llvm::make_early_inc_range(dimension.loop.getBodyVar().getUsers())) {
      user->getResult(0).replaceAllUsesWith(body.getArgument(dim));
      user->erase();
    }
  // Expressions between the loops served the bounds; the innermost body may use them too.
  for (Dimension &dimension : nest)
    for (Operation &op : llvm::make_early_inc_range(dimension.loop.getBody().front()))
      if (!is_contained(
              llvm::map_range(nest, [](Dimension &each) { return each.loop.getOperation(); }), &op))
        op.moveBefore(&body, body.end());
  outer.erase();
  return success();
}

//===------------------------------------------------------------------------------------------===//
// What stands around the grids
//===------------------------------------------------------------------------------------------===//

/// `{ const int last = n - 1; for (...) }`: loops in a scope at the top of the kernel stand at the
/// top themselves.
void KernelRecogniser::openScopes() {
  Block &block = kernel.getBody().front();
  for (auto it = block.begin(); it != block.end();) {
    auto scope = dyn_cast<ScopeOp>(*it++);
    if (!scope)
      continue;
    Block &body = scope.getBody().front();
    if (llvm::none_of(body, [](Operation &op) { return isa<ForOp, ScopeOp>(op); }))
      continue;
    auto first = llvm::find_if(body, [](Operation &op) { return !op.hasTrait<VkmExpression>(); });
    if (Attribute comment = scope->getAttr(kCommentAttr); comment && !first->hasAttr(kCommentAttr))
      first->setAttr(kCommentAttr, comment);
    it = body.begin();
    block.getOperations().splice(scope->getIterator(), body.getOperations());
    scope.erase();
  }
}

/// Moves everything between grids into vkm.once; expressions that a grid uses stay where all see
/// them.
void KernelRecogniser::wrapStatements() {
  Block &block = kernel.getBody().front();
  SmallVector<Operation *> run;
  auto flush = [&] {
    bool hasStatement = llvm::any_of(run, [](Operation *op) {
      return !isWithoutEffect(op) || (isa<CallOp>(op) && op->use_empty());
    });
    if (hasStatement) {
      OpBuilder builder(run.front());
      auto once = builder.create<OnceOp>(run.front()->getLoc());
      Block &body = once.getBody().front();
      for (Operation *op : run)
        op->moveBefore(&body, body.end());
    }
    run.clear();
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<ExtentOp>(op))
      continue;
    if (isa<GridOp>(op))
      flush();
    else
      run.push_back(&op);
  }
  flush();
}

/// Whether a type is, or is made of, what class data has no place for: a bool, or an integer of 8
/// or 16 bits.
static bool hasNarrowPart(Operation *from, Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return hasNarrowPart(from, array.getElementType());
  if (auto record = dyn_cast<RecordType>(type))
    return llvm::any_of(lookupRecord(from, record).getMembers().getAsRange<MemberAttr>(),
                        [&](MemberAttr member) { return hasNarrowPart(from, member.getType()); });
  return getComponentType(type).getIntOrFloatBitWidth() < 32;
}

/// Gives a local variable that lives across grids a place in class data, whose symbol it returns.
FailureOr<StringAttr> KernelRecogniser::promote(VarOp var) {
  auto parent = kernel->getParentOfType<ClassOp>();
  Type type = var.getRef().getType().getPointee();
  OpBuilder builder(kernel);
  auto integer = dyn_cast<IntegerType>(type);
  // What a grid accumulates into has the type that it is accumulated in.
  bool isSetInGrid = llvm::any_of(var.getRef().getUsers(), [](Operation *user) {
    return user->getParentOfType<GridOp>() && !isa<LoadOp>(user);
  });
  bool isNarrow = integer && integer.getWidth() < 32 && !isSetInGrid;
  if (!integer && hasNarrowPart(kernel, type))
    return report(var.getLoc(), diag::NarrowAcrossGrids, {var.getName().str(), nameOf(kernel)});
  Type stored = isNarrow ? Type(builder.getIntegerType(32, integer.isSigned())) : type;

  std::string name = (kernel.getDisplayName() + "_" + var.getName()).str();
  while (parent.lookupSymbol(name))
    name += '_';
  auto field =
      builder.create<FieldOp>(var.getLoc(), builder.getStringAttr(name), TypeAttr::get(stored),
                              CppAccessAttr::get(builder.getContext(), CppAccess::Public),
                              IntegerAttr(), builder.getUnitAttr(), FlatSymbolRefAttr());
  field->setAttr(kLocalNameAttr, var.getNameAttr());
  if (isNarrow) {
    promoteNarrow(var, field);
    return field.getSymNameAttr();
  }
  auto symbol = FlatSymbolRefAttr::get(builder.getContext(), name);
  for (OpOperand &use : llvm::make_early_inc_range(var.getRef().getUses())) {
    builder.setInsertionPoint(use.getOwner());
    use.set(builder.create<FieldRefOp>(use.getOwner()->getLoc(), var.getRef().getType(), symbol));
  }
  builder.setInsertionPoint(var);
  if (var.getInit()) {
    auto place = builder.create<FieldRefOp>(var.getLoc(), var.getRef().getType(), symbol);
    auto assign = builder.create<AssignOp>(var.getLoc(), place, var.getInit());
    if (Attribute comment = var->getAttr(kCommentAttr))
      assign->setAttr(kCommentAttr, comment);
  }
  var.erase();
  return field.getSymNameAttr();
}

/// A bool or small integer travels in 32 bits: each part of the kernel that uses it has a variable
/// of its own, read from the field where the part begins and written back where it ends.
///
///   vkm.once { bool any = m_count > 2; ...; K_any = any }
///   vkm.grid (%i) { bool any = K_any; ... }
void KernelRecogniser::promoteNarrow(VarOp var, FieldOp field) {
  Location loc = var.getLoc();
  Type type = var.getRef().getType().getPointee();
  auto symbol = FlatSymbolRefAttr::get(field.getSymNameAttr());
  auto buildPlace = [&](OpBuilder &builder) -> Value {
    return builder.create<FieldRefOp>(loc, RefType::get(field.getType()), symbol);
  };
  Block &top = kernel.getBody().front();
  llvm::MapVector<Operation *, SmallVector<OpOperand *>> parts;
  parts[top.findAncestorOpInBlock(*var)];
  for (OpOperand &use : var.getRef().getUses())
    parts[top.findAncestorOpInBlock(*use.getOwner())].push_back(&use);
  for (auto &[part, uses] : parts) {
    bool declares = part->isProperAncestor(var);
    bool writes = declares ||
                  llvm::any_of(uses, [](OpOperand *use) { return !isa<LoadOp>(use->getOwner()); });
    Block *body = part->getNumRegions() ? &part->getRegion(0).front() : nullptr;
    if (!declares) {
      // An expression for a bound stands by itself.
      OpBuilder builder = body ? OpBuilder::atBlockBegin(body) : OpBuilder(part);
      Value value = builder.create<LoadOp>(loc, field.getType(), buildPlace(builder));
      value = builder.create<CastOp>(loc, type, value);
      auto local =
          builder.create<VarOp>(loc, var.getRef().getType(), var.getName(), value, !writes);
      for (OpOperand *use : uses)
        use->set(local.getRef());
    }
    if (writes && body) {
      OpBuilder builder = OpBuilder::atBlockEnd(body);
      Value place = declares ? var.getRef() : uses.front()->get();
      Value value = builder.create<LoadOp>(loc, type, place);
      value = builder.create<CastOp>(loc, field.getType(), value);
      builder.create<AssignOp>(loc, buildPlace(builder), value);
    }
  }
}

/// Whether a value is a bound or step of a grid, or a part of one.
static bool isOfBound(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<GridOp>(user) ||
           (user->hasTrait<VkmExpression>() && llvm::any_of(user->getResults(), isOfBound));
  });
}

/// Variables and expressions of a vkm.once that others use: recomputed per thread where that gives
/// the same value, else passed through class data.
LogicalResult KernelRecogniser::settleVariables() {
  // What the kernel writes changes with each promotion: a field more, a variable less.
  EffectSet effects = getEffects(kernel.getBody());
  auto settled = [&](const Root &root) { return root.symbol && !effects.writesAny(root); };
  llvm::DenseMap<StringAttr, std::string> promoted; ///< fields, and what they hold, for messages
  // First variables, since promoting one changes what expressions read.
  for (OnceOp once : llvm::make_early_inc_range(kernel.getBody().front().getOps<OnceOp>())) {
    OpBuilder builder(once);
    IRMapping mapping;
    for (VarOp var : llvm::make_early_inc_range(once.getBody().front().getOps<VarOp>())) {
      bool escapes = llvm::any_of(var.getRef().getUsers(),
                                  [&](Operation *user) { return !once->isProperAncestor(user); });
      if (!escapes)
        continue;
      if (keepsInitialValue(var) && !findRead(var.getInit(), settled)) {
        Value copy = cloneExpression(builder, var.getRef(), mapping);
        var.getRef().replaceAllUsesWith(copy);
        mapping.erase(var.getRef());
        var.erase();
      } else {
        // What a variable that keeps its value is made of is what changes.
        Operation *read = keepsInitialValue(var) ? findRead(var.getInit(), settled) : nullptr;
        std::string changed = read ? describeRead(read) : ("'" + var.getName() + "'").str();
        FailureOr<StringAttr> symbol = promote(var);
        if (failed(symbol))
          return failure();
        promoted[*symbol] = changed;
      }
      effects = getEffects(kernel.getBody());
    }
  }
  llvm::DenseSet<Operation *> wasCopied;
  for (OnceOp once : kernel.getBody().front().getOps<OnceOp>()) {
    OpBuilder builder(once);
    IRMapping mapping;
    for (Operation &op : llvm::make_early_inc_range(once.getBody().front()))
      for (Value result : op.getResults())
        for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
          if (once->isProperAncestor(use.getOwner()))
            continue;
          Operation *read = findRead(result, settled);
          if (read && isOfBound(result)) {
            auto load = dyn_cast<LoadOp>(read);
            std::string changed = promoted.lookup(load ? getRoot(load.getRef()).symbol : nullptr);
            return report(op.getLoc(), diag::BoundChanged,
                          {nameOf(kernel), changed.empty() ? describeRead(read) : changed});
          }
          if (!op.hasTrait<VkmExpression>() || read)
            return report(op.getLoc(), diag::ValueAcrossGrids, {nameOf(kernel)});
          use.set(cloneExpression(builder, result, mapping));
        }
    for (VarOp var : once.getBody().front().getOps<VarOp>())
      if (mapping.contains(var.getRef()))
        wasCopied.insert(var);
  }
  // What only served the bounds is dead now: expressions, variables, and statements that nobody can
  // see.
  eraseDeadExpressions(kernel.getBody());
  for (OnceOp once : llvm::make_early_inc_range(kernel.getBody().front().getOps<OnceOp>())) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(once.getBody().front())))
      if (auto var = dyn_cast<VarOp>(op); var && wasCopied.contains(var) && var->use_empty())
        var.erase();
    eraseDeadExpressions(once.getBody());
    EffectSet inside = getEffects(once);
    bool isSeen = inside.ordered || llvm::any_of(inside.writes, [&](Root root) {
                    return root.symbol || !once.getBody().isAncestor(root.value.getParentRegion());
                  });
    if (!isSeen)
      once.erase();
  }
  return success();
}

/// The loop that was meant to be the grid, if there is one.
LogicalResult KernelRecogniser::reportNoLoop() {
  for (Operation &op : kernel.getBody().front())
    if (auto loop = dyn_cast<WhileOp>(op)) {
      auto why = loop->getAttrOfType<StringAttr>(kNotCountedAttr);
      return report(loop.getLoc(), diag::GridNotCounted,
                    {nameOf(kernel), why ? why.getValue().str()
                                         : "it has no counter that one step at its end changes"});
    }
  return report(kernel.getLoc(), diag::GridNoLoop, {nameOf(kernel)});
}

LogicalResult KernelRecogniser::run() {
  openScopes();
  unsigned dims = static_cast<unsigned>(kernel.getDims());
  gridDepth = getGridDepth(kernel);
  // A return before or after the grids would skip or end what follows.
  for (Operation &op : kernel.getBody().front()) {
    Operation *jump = nullptr;
    if (!isGrid(op))
      op.walk([&](ReturnOp inner) { jump = inner; });
    if (jump && jump->getBlock() == &kernel.getBody().front() && !jump->getNextNode())
      continue;
    if (jump)
      return report(jump->getLoc(), diag::ReturnBetweenGrids, {nameOf(kernel)});
  }
  LogicalResult result = success();
  bool found = false;
  for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front())) {
    if (auto last = dyn_cast<ReturnOp>(op)) {
      last.erase();
    } else if (isGrid(op)) {
      found = true;
      if (failed(makeGrid(cast<ForOp>(op))))
        result = failure();
    } else if (auto loop = dyn_cast<ForOp>(op); loop && mayRunLong(loop)) {
      report(loop.getLoc(), diag::LoopInOneThread, {nameOf(kernel), std::to_string(dims)});
    }
  }
  if (failed(result))
    return failure();
  if (!found)
    return reportNoLoop();
  wrapStatements();
  return settleVariables();
}

LogicalResult vkmorph::vkm::recogniseGrids(KernelOp kernel) {
  return KernelRecogniser(kernel).run();
}

//===------------------------------------------------------------------------------------------===//
// Statements of control functions
//===------------------------------------------------------------------------------------------===//

/// Whether a kernel is what normalisation made of statements beside launches: one thread does them.
static bool isOfOneThread(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  return !body.empty() && isa<OnceOp>(body.front());
}

static ControlOp findLauncher(KernelOp kernel) {
  ControlOp found;
  kernel->getParentOfType<ClassOp>().walk([&](LaunchOp launch) {
    if (launch.getKernel() == kernel.getSymName())
      found = launch->getParentOfType<ControlOp>();
  });
  return found;
}

/// Why a statement of a kernel that is no one loop stays with one thread.
static StringRef explainShape(Operation &statement) {
  if (isa<ForOp>(statement))
    return "other statements of one thread stand beside it";
  return isa<LoopOpInterface>(statement) ? "it is not a 'for' loop"
                                         : "it is part of another statement";
}

/// Such a kernel is a grid if it is one loop of independent iterations; other loops that may run
/// long are worth a warning.
static void recogniseLoop(KernelOp kernel) {
  ControlOp launcher = findLauncher(kernel);
  LoopObstacle obstacle;
  if (makeGridOfLoop(kernel, obstacle) || !launcher)
    return;
  for (Operation &op : cast<OnceOp>(kernel.getBody().front().front()).getBody().front())
    if (mayRunLong(&op)) {
      InFlightDiagnostic diagnostic =
          report(op.getLoc(), diag::HostLoopInOneThread,
                 {launcher.getSymName().str(),
                  (obstacle.why.empty() ? explainShape(op) : obstacle.why).str()});
      if (obstacle.loc)
        diagnostic.attachNote(*obstacle.loc) << "the obstacle is here";
    }
}

/// Functions get no array, and nothing by reference, that they do not use: `Part(a, b, n)` that
/// only assigns a member would make `a` and `b` arguments of the kernel. Only those that are called
/// by their names alone.
static bool eraseUnusedPlaces(ModuleOp module) {
  // Names are those of the module, whatever they stand in.
  llvm::MapVector<StringAttr, llvm::SetVector<Operation *>> users;
  module.walk([&](Operation *op) {
    op->getAttrDictionary().walk(
        [&](SymbolRefAttr symbol) { users[symbol.getLeafReference()].insert(op); });
  });
  bool changed = false;
  module.walk([&](FuncOp function) {
    const llvm::SetVector<Operation *> &uses = users[function.getSymNameAttr()];
    if (!llvm::all_of(uses, llvm::IsaPred<CallOp>) || function.getThreadIndex() ||
        function->hasAttr(kSamplingAttr))
      return;
    for (unsigned index = function.getNumArguments(); index-- > 0;) {
      if (!isa<PtrType, RefType>(function.getArgument(index).getType()) ||
          !function.getArgument(index).use_empty())
        continue;
      changed = true;
      (void)function.eraseArgument(index);
      for (Operation *call : uses)
        call->eraseOperand(index);
    }
  });
  return changed;
}

void RecogniseGridsPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Normalised)
    return;
  // What is read for nothing is not read in any of the forms that a kernel may get.
  do {
    module.walk([](mlir::FunctionOpInterface function) {
      if (isa<KernelOp, FuncOp>(function))
        eraseUnreadVariables(function.getFunctionBody());
    });
  } while (eraseUnusedPlaces(module));
  SmallVector<KernelOp> ofOneThread;
  LogicalResult result = success();
  for (ClassOp op : module.getOps<ClassOp>())
    for (KernelOp kernel : llvm::make_early_inc_range(op.getBody().front().getOps<KernelOp>())) {
      if (isOfOneThread(kernel))
        ofOneThread.push_back(kernel);
      else if (failed(recogniseGrids(kernel)))
        result = failure();
    }
  if (failed(result))
    return signalPassFailure();
  llvm::for_each(ofOneThread, recogniseLoop);
  beginRecognition(module, getArgument());
}
