//===- VkmRows.cpp - Loops in the iterations of a grid that workgroups share ------------------===//

#include "ir/VkmDialect.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace vkmorph::vkm;

LogicalResult RowPlanAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                                  ReduceStrategy, int64_t from, int64_t below, int64_t columns,
                                  int64_t turns, int64_t lanes, int64_t least) {
  if (from < 1 || below < 0 || columns < 0 || turns < 1 || lanes < 0 || least < 1)
    return emitError()
           << "a row is shared from at least one iteration on and in at least one turn, "
              "and none of its numbers is negative";
  return success();
}

void RowOp::build(OpBuilder &builder, OperationState &state, ArrayRef<ReduceKind> kinds,
                  ValueRange accumulators, int64_t step) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Attribute> list;
  for (ReduceKind kind : kinds)
    list.push_back(ReduceKindAttr::get(builder.getContext(), kind));
  state.addOperands(accumulators);
  state.addAttribute(getKindsAttrName(state.name), builder.getArrayAttr(list));
  state.addAttribute(getStepAttrName(state.name), builder.getI64IntegerAttr(step));
  builder.createBlock(state.addRegion());
}

//===------------------------------------------------------------------------------------------===//
// What belongs to a row
//===------------------------------------------------------------------------------------------===//

RowOp GridOp::getRow() {
  RowOp found;
  getBody().walk([&](RowOp row) { found = row; });
  return found;
}

RowOp GridOp::getSharedRow() {
  RowOp row = getRow();
  return row && row.getPlan() ? row : RowOp();
}

GridOp RowOp::getGrid() { return (*this)->getParentOfType<GridOp>(); }

ForOp RowOp::getLoop() { return cast<ForOp>(getBody().front().front()); }

IfOp RowOp::getGuard() { return dyn_cast<IfOp>((*this)->getParentOp()); }

VarOp RowOp::getVariable(unsigned index) { return getAccumulators()[index].getDefiningOp<VarOp>(); }

Type RowOp::getAccumulated(unsigned index) {
  return cast<RefType>(getAccumulators()[index].getType()).getPointee();
}

SmallVector<Root> RowOp::getPlaces() {
  SmallVector<Root> places;
  for (Value accumulator : getAccumulators())
    places.push_back(Root{{}, accumulator});
  return places;
}

int64_t RowOp::getSharedBytes(int64_t slots, unsigned) {
  int64_t bytes = 0;
  for (unsigned index = 0; index < getAccumulators().size(); ++index)
    bytes += getSlotBytes(*this, getAccumulated(index));
  return bytes * slots;
}

/// Whether a value is what a variable has, possibly converted.
static bool isValueOf(Value value, Value variable) {
  while (auto cast = value.getDefiningOp<CastOp>())
    value = cast.getOperand();
  auto load = value.getDefiningOp<LoadOp>();
  return load && load.getRef() == variable;
}

static CmpOp getComparison(ForOp loop) {
  auto yield = dyn_cast<YieldOp>(loop.getCond().front().back());
  return yield ? yield.getValue().getDefiningOp<CmpOp>() : CmpOp();
}

Value RowOp::getBound() {
  CmpOp cmp = getComparison(getLoop());
  return isValueOf(cmp.getLhs(), getLoop().getCondVar()) ? cmp.getRhs() : cmp.getLhs();
}

ForOp RowOp::dissolve() {
  ForOp loop = getLoop();
  loop->moveBefore(*this);
  erase();
  return loop;
}

//===------------------------------------------------------------------------------------------===//
// Constraints
//===------------------------------------------------------------------------------------------===//

/// The iteration that a row stands in, and that there is no other pattern in it.
static LogicalResult verifyRowPlace(RowOp row) {
  Operation *parent = row->getParentOp();
  if (auto branch = dyn_cast<IfOp>(parent); branch && branch.getElseRegion().empty())
    parent = branch->getParentOp();
  auto grid = dyn_cast<GridOp>(parent);
  if (!grid || grid.getNumDims() != 1)
    return row.emitOpError("stands in the iteration of a vkm.grid of one dimension, or there in a "
                           "vkm.if without else");
  WalkResult walk = grid.getBody().walk(
      [&](Operation *op) { return WalkResult(failure(op != row && isa<PatternOpInterface>(op))); });
  if (walk.wasInterrupted())
    return row.emitOpError("is not the only pattern of its grid");
  return success();
}

/// Whether a loop and its condition are what other constraints are about. Operations in regions are
/// verified after the one that has these, and a row needs its loop before.
static bool isValid(ForOp loop) {
  auto hasValidForm = [](Operation &op) { return succeeded(op.getName().verifyInvariants(&op)); };
  return hasValidForm(*loop) && llvm::all_of(loop.getCond().front(), hasValidForm);
}

/// A loop that counts up to a bound of its variable's type.
static LogicalResult verifyLoop(RowOp row) {
  Block &block = row.getBody().front();
  if (!llvm::hasSingleElement(block) || !isa<ForOp>(block.front()))
    return row.emitOpError("holds one vkm.for and nothing else");
  ForOp loop = row.getLoop();
  if (!isValid(loop))
    return failure();
  CmpOp cmp = getComparison(loop);
  Type type = loop.getInit().getType();
  auto compares = [&](Value counter, Value bound, CmpKind below, CmpKind atMost) {
    return isValueOf(counter, loop.getCondVar()) && bound.getType() == type &&
           (cmp.getKind() == below || cmp.getKind() == atMost);
  };
  bool counts = cmp && (compares(cmp.getLhs(), cmp.getRhs(), CmpKind::Lt, CmpKind::Le) ||
                        compares(cmp.getRhs(), cmp.getLhs(), CmpKind::Gt, CmpKind::Ge));
  if (!counts || !isa<IntegerType>(type) || type.getIntOrFloatBitWidth() != 32)
    return row.emitOpError(
        "holds a loop whose condition is no comparison of its variable, of 32 bits, with a bound "
        "of its type, lt or le");
  return success();
}

LogicalResult RowOp::verify() {
  if (failed(verifyRowPlace(*this)) || failed(verifyLoop(*this)))
    return failure();
  if (static_cast<int64_t>(getStep()) > kMaxStep)
    return emitOpError("counts by ") << getStep() << "; a step is 1 to " << kMaxStep;
  if (getAccumulators().empty() || getKinds().size() != getAccumulators().size())
    return emitOpError("has ") << getKinds().size() << " kinds for " << getAccumulators().size()
                               << " accumulators; it has as many, and at least one";
  llvm::SmallPtrSet<Operation *, 4> seen;
  for (unsigned index = 0; index < getAccumulators().size(); ++index) {
    VarOp variable = getVariable(index);
    if (!variable || !variable.getInit() || !getGrid()->isProperAncestor(variable) ||
        !seen.insert(variable).second)
      return emitOpError("accumulator ")
             << index << " is no variable of the iteration with an initial value, or stands twice";
    if (failed(verifyKind(*this, getKind(index), getAccumulated(index))))
      return failure();
  }
  return success();
}
