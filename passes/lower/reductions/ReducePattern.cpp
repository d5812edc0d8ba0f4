//===- ReducePattern.cpp - Values that an operation of the device combines --------------------===//
//
//   m_sumLocal += x;                    in each thread
//   mine += theirs;                     between threads, and between workgroups
//   m_sum += m_sumLocal;                in the end
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/reductions/ReducePattern.h"

#include "analysis/accesses/MemoryAccesses.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/EffectLedger.h"
#include "ir/NeverNan.h"
#include "ir/Places.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// "+", "min": the operation as C++ writes it.
static StringRef spellKind(ReduceKind kind, bool ofBools) {
  switch (kind) {
  case ReduceKind::Add:
    return "+";
  case ReduceKind::Mul:
    return "*";
  case ReduceKind::And:
    return ofBools ? "&&" : "&";
  case ReduceKind::Or:
    return ofBools ? "||" : "|";
  case ReduceKind::Xor:
    return ofBools ? "!=" : "^";
  case ReduceKind::Min:
    return "min";
  case ReduceKind::Max:
    return "max";
  }
  llvm_unreachable("all kinds are handled");
}

void ReducePattern::add(ReductionOpInterface reduction, ArrayRef<IterationNumber>) {
  std::optional<ReduceKind> kind = reduction.getReduceKind();
  own.push_back(accumulators.size());
  Accumulator &accumulator = accumulators.addPlace(reduction, kind);
  accumulator.operation = spellKind(*kind, accumulator.value.isInteger(1));
}

void ReducePattern::addVariable(StringRef name, Type type, ReduceKind kind) {
  own.push_back(accumulators.size());
  accumulators.push_back({kind,
                          FieldOp(),
                          {},
                          {},
                          type,
                          name.str(),
                          name.str(),
                          spellKind(kind, type.isInteger(1)).str()});
}

void ReducePattern::lower(ReductionOpInterface reduction, ValueRange) {
  auto reduce = cast<ReduceOp>(reduction.getOperation());
  Accumulator *accumulator = accumulators.find(reduction);
  assert(accumulator && "every reduction of the grid has an accumulator");
  OpBuilder builder(reduce);
  Location loc = reduce.getLoc();
  Operation *before = reduce->getPrevNode();
  Value place = accumulator->place;
  for (Value index : reduce.getIndices())
    place = buildElement(builder, loc, place, index);
  // What a thread has combined is never NaN: it begins with the neutral element.
  combineInto(builder, loc, reduce.getKind(), place, reduce.getValue(),
              isNeverNan(reduce.getValue()) ? Operands::NeverNan : Operands::MayBeNan);
  attachComment(reduce->getBlock(), before, reduce->getAttr(kCommentAttr));
  reduce.erase();
}

void ReducePattern::combine(OpBuilder &builder, Location loc, LeafValueFn mine,
                            LeafValueFn theirs) {
  for (size_t index : own) {
    const Accumulator &accumulator = accumulators[index];
    forEachLeaf(builder, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
      combineInto(at, loc, *accumulator.kind, mine(at, accumulator, leaf),
                  theirs(at, accumulator, leaf), Operands::NeverNan);
    });
  }
}

/// The statement before the end of a block that gives a place the neutral element of what is
/// combined into it there, where nothing behind it looks at the place or may leave.
static AssignOp findNeutral(Block &block, Value place, ReduceKind kind) {
  PlacePath path = getPlacePath(place);
  if (!path.isExact())
    return {};
  for (Operation &op : llvm::reverse(block)) {
    auto assign = dyn_cast<AssignOp>(op);
    if (assign && getPlacePath(assign.getRef()) == path)
      return isNeutral(assign.getValue(), kind) ? assign : AssignOp();
    auto touches = [&](const MemoryAccess &access) { return access.path.overlaps(path); };
    if (isa<AtomicOp>(op) || getEffects(&op).ordered || llvm::any_of(getAccesses(&op), touches))
      return {};
  }
  return {};
}

/// Erases an assignment with what nobody else needs of its place and its value.
static void eraseAssign(AssignOp assign) {
  llvm::SetVector<Value> dead;
  dead.insert(assign.getRef());
  dead.insert(assign.getValue());
  assign.erase();
  while (!dead.empty()) {
    Operation *op = dead.pop_back_val().getDefiningOp();
    if (!op || !op->use_empty())
      continue;
    dead.insert(op->operand_begin(), op->operand_end());
    op->erase();
  }
}

/// `m_sum += m_sumLocal`; with `m_sum = 0` before it `m_sum = m_sumLocal`. That is the same, also
/// for floats: an integer, a product, and a minimum or maximum are what they are combined with
/// where the other is neutral, and so is a sum but for -0.0, which no share is, since it begins
/// with 0.0.
void ReducePattern::combineIntoFields(OpBuilder &builder, Location loc, LeafValueFn mine) {
  // A place that is NaN before the loop stays so.
  for (size_t index : own) {
    const Accumulator &accumulator = accumulators[index];
    forEachLeaf(builder, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
      Value place = fieldPart(at, loc, accumulator, leaf);
      AssignOp neutral = findNeutral(*at.getBlock(), place, *accumulator.kind);
      if (!neutral)
        return combineInto(at, loc, *accumulator.kind, place, mine(at, accumulator, leaf),
                           Operands::MayBeNan);
      auto assign = at.create<AssignOp>(loc, place, mine(at, accumulator, leaf));
      // The order of a reduction is free, as where it is combined.
      assign->setAttr("vkm.free_order", at.getUnitAttr());
      if (Attribute comment = neutral->getAttr(kCommentAttr))
        assign->setAttr(kCommentAttr, comment);
      settleEffects(assign, neutral);
      eraseAssign(neutral);
    });
  }
}

std::unique_ptr<ReductionPattern> vkmorph::vkm::makeReducePattern(Accumulators &accumulators) {
  return std::make_unique<ReducePattern>(accumulators);
}
