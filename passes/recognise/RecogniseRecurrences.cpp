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
// of the array is accessed but the element itself. One that is made of several before it is a sum
// of multiples of them and a value:
//
//   b[i] = c * b[i - 1] + b[i - 2];      =>      next = c * b + b2;
//                                                b2 = b;
//                                                b = next;
//                                                b[i] = next;
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/LinearStates.h"
#include "analysis/patterns/RunningSteps.h"
#include "analysis/values/Affine.h"
#include "analysis/values/Expressions.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "passes/recognise/ValuesBefore.h"
#include "transforms/Expressions.h"
#include "transforms/LocalFields.h"

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

/// An array of which each element is made of one before it, or of several.
struct Recurrence {
  Operation *write;
  /// The reads of elements before, and how many iterations earlier they were written.
  SmallVector<std::pair<LoadOp, unsigned>> previous;

  unsigned getDepth() const {
    unsigned depth = 0;
    for (const auto &[load, distance] : previous)
      depth = std::max(depth, distance);
    return depth;
  }
  /// A read of the element so many iterations before; null where there is none.
  LoadOp findRead(unsigned distance) const {
    for (const auto &[load, own] : previous)
      if (own == distance)
        return load;
    return {};
  }
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
  FieldOp makeField(const Recurrence &recurrence, unsigned distance);
  IfOp readFirst(const Recurrence &recurrence, ArrayRef<FieldOp> fields);
  bool carry(const Recurrence &recurrence, ArrayRef<FieldOp> fields);
  bool carryOne(Operation *write, FieldOp field);
  bool carrySeveral(Operation *write, ArrayRef<FieldOp> fields);

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
  SmallVector<Polynomial> before;
  for (unsigned distance = 1; distance <= RunningOp::kMaxSystem; ++distance) {
    before.push_back(
        own->substitute(counter->symbol, Polynomial::symbol(counter->symbol) - distance));
    if (!before.back().isValid() || before.back() == *own)
      return std::nullopt;
  }
  Recurrence recurrence{write, {}};
  auto isAllowed = [&](Operation *op) {
    Value accessed = getAccessedPlace(op);
    if (!accessed || op == write || !mayAlias(getRoot(accessed), root))
      return true;
    std::optional<Polynomial> index = getIndex(accessed);
    auto load = dyn_cast<LoadOp>(op);
    auto *distance = load && index ? llvm::find(before, *index) : before.end();
    bool isPrevious = distance != before.end();
    // Behind the write the element before is no longer what the field holds.
    if (isPrevious && write->isBeforeInBlock(grid.getBody().findAncestorOpInRegion(*op)))
      return false;
    if (isPrevious)
      recurrence.previous.push_back({load, distance - before.begin() + 1});
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

FieldOp RecurrenceFinder::makeField(const Recurrence &recurrence, unsigned distance) {
  Value place = recurrence.write->getOperand(0);
  StringRef array = getRootName(getRoot(place));
  std::string local =
      array.rtrim('_').str() + "Value" + (distance > 1 ? std::to_string(distance) : "");
  FieldOp field = makeKernelField(kernel, recurrence.write->getLoc(), local,
                                  cast<RefType>(place.getType()).getPointee());
  field->setAttr(kSourceNameAttr, StringAttr::get(field.getContext(), array));
  return field;
}

/// In front of the grid the fields get the elements before the first one, if there is a first one.
IfOp RecurrenceFinder::readFirst(const Recurrence &recurrence, ArrayRef<FieldOp> fields) {
  Location loc = recurrence.write->getLoc();
  Value first;
  IfOp branch = buildIfIterates(grid, /*isBehind=*/false, first);
  OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  Value counter = grid.getBody().getArgument(0);
  for (auto [index, field] : llvm::enumerate(fields)) {
    IRMapping own;
    Value value;
    if (LoadOp read = recurrence.findRead(index + 1)) {
      own.map(counter, first);
      value = cloneExpression(inner, read.getResult(), own);
    } else {
      Value by = inner.create<ConstantOp>(loc, inner.getIntegerAttr(first.getType(), index + 1));
      own.map(counter, inner.create<BinaryOp>(loc, first.getType(), BinaryKind::Sub, first, by));
      value = buildLoad(inner, loc, cloneExpression(inner, recurrence.write->getOperand(0), own));
    }
    inner.create<AssignOp>(loc, buildFieldPlace(inner, loc, field, {}), value);
  }
  return branch;
}

/// What a statement leaves in its place, as a value.
static Value buildWritten(OpBuilder &builder, Operation *write) {
  auto update = dyn_cast<UpdateOp>(write);
  if (!update)
    return write->getOperand(1);
  Value old = buildLoad(builder, write->getLoc(), update.getRef());
  return builder.create<BinaryOp>(write->getLoc(), update.getValue().getType(), update.getKind(),
                                  old, update.getValue());
}

/// False, and nothing has happened, where the element is not combined with a value as a reduction
/// is.
bool RecurrenceFinder::carryOne(Operation *write, FieldOp field) {
  Location loc = write->getLoc();
  Value place = write->getOperand(0), value = write->getOperand(1);
  OpBuilder builder(write);
  Value combined = buildWritten(builder, write);
  Value kept = buildFieldPlace(builder, loc, field, {});
  auto assign = builder.create<AssignOp>(loc, kept, combined);
  assign->setDiscardableAttrs(write->getDiscardableAttrDictionary());
  // Forms have values that nothing else uses.
  auto update = dyn_cast<UpdateOp>(write);
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
  return false;
}

/// False, and nothing has happened, where the element is no sum of multiples of those before.
bool RecurrenceFinder::carrySeveral(Operation *write, ArrayRef<FieldOp> fields) {
  Location loc = write->getLoc();
  Value place = write->getOperand(0), value = write->getOperand(1);
  OpBuilder builder(write);
  auto next = builder.create<VarOp>(loc, RefType::get(value.getType()),
                                    getRootName(getRoot(place)).rtrim('_').str() + "Next",
                                    buildWritten(builder, write), /*is_const=*/true);
  SmallVector<Operation *> added;
  SmallVector<PlacePath> states;
  for (size_t index = fields.size(); index-- > 0;) {
    Value kept = buildFieldPlace(builder, loc, fields[index], {});
    Value from =
        index == 0 ? Value(next.getRef()) : buildFieldPlace(builder, loc, fields[index - 1], {});
    added.push_back(builder.create<AssignOp>(loc, kept, buildLoad(builder, loc, from)));
    states.push_back(getPlacePath(kept));
  }
  added.back()->setDiscardableAttrs(write->getDiscardableAttrDictionary());
  if (findLinearSystem(grid.getBody(), states)) {
    builder.create<AssignOp>(loc, place, buildLoad(builder, loc, next.getRef()));
    write->erase();
    return true;
  }
  // What the reads were of before has no user now, and has to stay.
  for (Operation *assign : added) {
    Operation *read = assign->getOperand(1).getDefiningOp();
    assign->erase();
    read->erase();
  }
  next.erase();
  return false;
}

/// The grid works on the fields, and writes what the first one holds to the element. False, and
/// nothing has happened, where no running total comes of it.
bool RecurrenceFinder::carry(const Recurrence &recurrence, ArrayRef<FieldOp> fields) {
  SmallVector<Value> old;
  for (auto [load, distance] : recurrence.previous) {
    LoadOp read = load;
    old.push_back(read.getRef());
    OpBuilder at(read);
    read.getRefMutable().assign(
        buildFieldPlace(at, recurrence.write->getLoc(), fields[distance - 1], {}));
  }
  if (fields.size() == 1 ? carryOne(recurrence.write, fields.front())
                         : carrySeveral(recurrence.write, fields))
    return true;
  for (auto [read, ref] : llvm::zip(recurrence.previous, old))
    LoadOp(read.first).getRefMutable().assign(ref);
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
    SmallVector<FieldOp> fields;
    for (unsigned distance = 1; distance <= recurrence->getDepth(); ++distance)
      fields.push_back(makeField(*recurrence, distance));
    // What the fields begin with is read as the element was: before that is no longer read.
    IfOp reading = readFirst(*recurrence, fields);
    if (carry(*recurrence, fields))
      continue;
    auto once = cast<OnceOp>(reading->getParentOp());
    reading.erase();
    eraseDeadExpressions(once.getBody());
    if (once.getBody().front().empty())
      once.erase();
    for (FieldOp field : fields)
      field.erase();
  }
}

void RecogniseRecurrencesPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  forEachOpenGrid(getOperation(), [](GridOp grid) { RecurrenceFinder(grid).run(); });
}
