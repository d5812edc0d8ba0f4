//===- RecogniseRecurrences.cpp - Elements that are made of the one before them ---------------===//
//
//   b[0] = a[0];                             once { b[0] = a[0]; if (1 < n) b = b[0]; }
//   for (int i = 1; i < n; i++)      =>      grid (i) {
//     b[i] = b[i - 1] + a[i];                  b = b + a[i];
//                                              b[i] = b;
//                                            }
//
// What one iteration leaves for the next one is in a field then, whose value the loop reads: a
// running total (vkm-recognise-scans). That is done where the element is written once and in every
// iteration, combined with a value as a reduction is, or multiplied and added to, and nothing else
// of the array is accessed but the element itself.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/RunningSteps.h"
#include "analysis/values/Affine.h"
#include "analysis/values/Expressions.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISERECURRENCES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct RecogniseRecurrencesPass : vkm::impl::RecogniseRecurrencesBase<RecogniseRecurrencesPass> {
  void runOnOperation() override;
};

/// An array of which each element is made of the one before it.
struct Recurrence {
  Operation *write;
  SmallVector<LoadOp> previous; ///< the reads of the element before
};

/// Looks for recurrences in one grid.
class RecurrenceFinder {
public:
  explicit RecurrenceFinder(GridOp grid)
      : grid(grid), kernel(grid->getParentOfType<KernelOp>()), analysis(kernel) {}
  void run();

private:
  std::optional<Polynomial> getIndex(Value place);
  std::optional<Recurrence> match(Operation *write);
  FieldOp makeField(const Recurrence &recurrence);
  IfOp readFirst(const Recurrence &recurrence, FieldOp field);
  bool carry(const Recurrence &recurrence, FieldOp field);

  GridOp grid;
  KernelOp kernel;
  AffineAnalysis analysis;
};
} // namespace

/// The index of an element of numbers; none for other places.
std::optional<Polynomial> RecurrenceFinder::getIndex(Value place) {
  auto element = place.getDefiningOp<DerefOp>();
  if (!element)
    return std::nullopt;
  return analysis.evaluate(element.getIndex());
}

/// Whether the iteration may end before its end.
static bool endsEarly(GridOp grid) {
  return grid.getBody()
      .walk([](Operation *op) {
        return isa<ContinueOp, BreakOp, ReturnOp>(op) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

std::optional<Recurrence> RecurrenceFinder::match(Operation *write) {
  Value place = write->getOperand(0);
  Root root = getRoot(place);
  std::optional<Polynomial> own = getIndex(place);
  const Counter *counter = analysis.getCounter(grid, 0);
  if (!own || !counter)
    return std::nullopt;
  Polynomial before = own->substitute(counter->symbol, Polynomial::symbol(counter->symbol) - 1);
  if (!before.isValid() || before == *own)
    return std::nullopt;
  Recurrence recurrence{write, {}};
  auto isAllowed = [&](Operation *op) {
    Value accessed = getAccessedPlace(op);
    if (!accessed || op == write || !mayAlias(getRoot(accessed), root))
      return true;
    std::optional<Polynomial> index = getIndex(accessed);
    auto load = dyn_cast<LoadOp>(op);
    bool isPrevious = load && index && *index == before;
    // Behind the write the element before is no longer what the field holds.
    if (isPrevious && write->isBeforeInBlock(grid.getBody().findAncestorOpInRegion(*op)))
      return false;
    if (isPrevious)
      recurrence.previous.push_back(load);
    return isPrevious || (load && index && *index == *own);
  };
  bool isOnly = !grid.walk([&](Operation *op) {
                       return isAllowed(op) ? WalkResult::advance() : WalkResult::interrupt();
                     })
                     .wasInterrupted();
  if (!isOnly || recurrence.previous.empty())
    return std::nullopt;
  // The effects of calls take long to find: few grids come as far as this.
  grid.walk([&](CallOp call) {
    EffectSet effects = getEffects(call);
    isOnly &= !effects.readsAny(root) && !effects.writesAny(root);
  });
  return isOnly ? std::optional(recurrence) : std::nullopt;
}

FieldOp RecurrenceFinder::makeField(const Recurrence &recurrence) {
  OpBuilder builder(kernel);
  Value place = recurrence.write->getOperand(0);
  std::string local = getRootName(getRoot(place)).rtrim('_').str() + "Value";
  std::string name = makeFreeSymbol(kernel->getParentOfType<ClassOp>(),
                                    (kernel.getDisplayName() + "_" + local).str());
  auto field = builder.create<FieldOp>(recurrence.write->getLoc(), builder.getStringAttr(name),
                                       TypeAttr::get(cast<RefType>(place.getType()).getPointee()),
                                       CppAccessAttr::get(builder.getContext(), CppAccess::Public),
                                       IntegerAttr(), builder.getUnitAttr(), FlatSymbolRefAttr());
  field->setAttr(kLocalNameAttr, builder.getStringAttr(local));
  return field;
}

/// In front of the grid the field gets the element before the first one, if there is a first one.
IfOp RecurrenceFinder::readFirst(const Recurrence &recurrence, FieldOp field) {
  Location loc = recurrence.write->getLoc();
  auto once = dyn_cast_or_null<OnceOp>(grid->getPrevNode());
  if (!once)
    once = OpBuilder(grid).create<OnceOp>(loc);
  OpBuilder at = OpBuilder::atBlockEnd(&once.getBody().front());
  IRMapping mapping;
  Value lower = cloneExpression(at, grid.getLower()[0], mapping);
  Value compared = lower, upper = cloneExpression(at, grid.getUpper()[0], mapping);
  if (compared.getType() != upper.getType())
    compared = at.create<CastOp>(loc, upper.getType(), compared);
  auto branch = at.create<IfOp>(loc, at.create<CmpOp>(loc, grid.getPredicate(0), compared, upper));
  OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  mapping.map(grid.getBody().getArgument(0), lower);
  Value value = cloneExpression(inner, LoadOp(recurrence.previous.front()).getResult(), mapping);
  inner.create<AssignOp>(loc, buildFieldPlace(inner, loc, field, {}), value);
  return branch;
}

/// The grid works on the field, and writes what that holds to the element. False, and nothing has
/// happened, where the element is not combined with a value as a reduction is.
bool RecurrenceFinder::carry(const Recurrence &recurrence, FieldOp field) {
  Operation *write = recurrence.write;
  Location loc = write->getLoc();
  Value place = write->getOperand(0), value = write->getOperand(1);
  OpBuilder builder(write);
  SmallVector<Value> old;
  for (LoadOp load : recurrence.previous) {
    old.push_back(load.getRef());
    OpBuilder at(load);
    load.getRefMutable().assign(buildFieldPlace(at, loc, field, {}));
  }
  auto update = dyn_cast<UpdateOp>(write);
  Value combined = value;
  if (update)
    combined = builder.create<BinaryOp>(loc, value.getType(), update.getKind(),
                                        buildLoad(builder, loc, place), value);
  Value kept = buildFieldPlace(builder, loc, field, {});
  auto assign = builder.create<AssignOp>(loc, kept, combined);
  assign->setDiscardableAttrs(write->getDiscardableAttrDictionary());
  // Forms have values that nothing else uses.
  std::optional<BinaryKind> kind = update ? std::optional(update.getKind()) : std::nullopt;
  write->erase();
  builder.setInsertionPointAfter(assign);
  std::optional<RunningStep> step = matchRunningStep(assign, {kept, getPlacePath(kept)});
  if (step && step->kind != StepKind::Restart && !step->match.function) {
    builder.create<AssignOp>(loc, place,
                             buildLoad(builder, loc, buildFieldPlace(builder, loc, field, {})));
    return true;
  }
  Operation *restored = kind ? builder.create<UpdateOp>(loc, *kind, place, value).getOperation()
                             : builder.create<AssignOp>(loc, place, value).getOperation();
  restored->setDiscardableAttrs(assign->getDiscardableAttrDictionary());
  assign.erase();
  for (auto [load, ref] : llvm::zip(recurrence.previous, old))
    LoadOp(load).getRefMutable().assign(ref);
  eraseDeadExpressions(grid.getBody());
  return false;
}

void RecurrenceFinder::run() {
  if (grid.getNumDims() != 1 || endsEarly(grid))
    return;
  SmallVector<Operation *> writes;
  for (Operation &op : grid.getBody().front())
    if (isa<AssignOp, UpdateOp>(op) && op.getOperand(0).getDefiningOp<DerefOp>() &&
        isa<IntegerType, FloatType>(op.getOperand(1).getType()) &&
        op.getOperand(1).getType() == cast<RefType>(op.getOperand(0).getType()).getPointee())
      writes.push_back(&op);
  for (Operation *write : writes) {
    std::optional<Recurrence> recurrence = match(write);
    if (!recurrence)
      continue;
    FieldOp field = makeField(*recurrence);
    // What the field begins with is read as the element was: before that is no longer read.
    IfOp reading = readFirst(*recurrence, field);
    if (carry(*recurrence, field))
      continue;
    auto once = cast<OnceOp>(reading->getParentOp());
    reading.erase();
    eraseDeadExpressions(once.getBody());
    if (once.getBody().front().empty())
      once.erase();
    field.erase();
  }
}

void RecogniseRecurrencesPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  forEachOpenGrid(getOperation(), [](GridOp grid) { RecurrenceFinder(grid).run(); });
}
