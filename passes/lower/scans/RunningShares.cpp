//===- RunningShares.cpp - What iterations give to running totals -----------------------------===//
//
//   level = running add scales @m_level            share = running_share @m_level
//   level = c * level + x;                         by = running_share factor @m_level
//                                         =>       by = c * by;
//                                                  share = c * share + x;
//
// The share begins with 0: what the statements make of it is what they add to any total, and what
// they make of the factor, that they multiply it by.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/scans/RunningShares.h"

#include "analysis/patterns/RunningSteps.h"
#include "device/Builders.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// The variables of one running total.
class Share {
public:
  Share(OpBuilder &builder, RunningOp running)
      : loc(running.getLoc()), type(running.getBefore().getType()), running(running),
        value(make(builder, RunningPart::Value, type)) {
    if (running.getRestarts())
      restarted = make(builder, RunningPart::Restarted, getUintType(running.getContext()));
    if (running.getScales())
      factor = make(builder, RunningPart::Factor, type);
  }
  /// Gives a statement that is no step of the total; null where all are.
  Operation *replace(VarOp variable);

private:
  Value make(OpBuilder &builder, RunningPart part, Type held) {
    return builder.create<RunningShareOp>(loc, RefType::get(held), part, running.getField(),
                                          running.getPathAttr());
  }
  bool noteStep(Operation *statement);
  void scale(Operation *statement, const PlacePath &path);

  Location loc;
  Type type;
  RunningOp running;
  Value value, restarted, factor;
};
} // namespace

/// Multiplies the factor by what a statement multiplies the total by.
void Share::scale(Operation *statement, const PlacePath &path) {
  OpBuilder at(statement);
  MultipleOf multiple(path);
  Value own = buildLoad(at, loc, factor), operand = statement->getOperand(1);
  Value part = multiple.findReads(operand).empty() ? Value() : multiple.build(at, operand, own);
  auto update = dyn_cast<UpdateOp>(statement);
  if (!update) {
    if (part != own)
      at.create<AssignOp>(loc, factor, part);
  } else if (part) { // `t -= c * t`
    at.create<UpdateOp>(loc, update.getKind(), factor, part);
  } else if (update.getKind() != BinaryKind::Add && update.getKind() != BinaryKind::Sub) {
    at.create<UpdateOp>(loc, update.getKind(), factor, operand);
  }
  if (own.use_empty())
    own.getDefiningOp()->erase();
}

/// What a statement does besides to the value. False where it is no step of the total.
bool Share::noteStep(Operation *statement) {
  Value place = statement->getOperand(0);
  PlacePath path = getPlacePath(place);
  std::optional<RunningStep> step = matchRunningStep(statement, {place, path});
  if (!step || (step->kind == StepKind::Restart && !restarted) ||
      (step->kind == StepKind::Scale && !factor))
    return false;
  if (step->kind == StepKind::Restart) {
    OpBuilder at(statement);
    at.create<AssignOp>(loc, restarted, buildUint(at, loc, 1));
  } else if (factor) {
    scale(statement, path);
  }
  return true;
}

Operation *Share::replace(VarOp variable) {
  variable.getRef().replaceAllUsesWith(value);
  variable.erase();
  SmallVector<Operation *> writes;
  for (Operation *user : value.getUsers())
    if (isa<AssignOp, UpdateOp>(user) && user->getOperand(0) == value)
      writes.push_back(user);
  for (Operation *write : writes)
    if (running.isOrdered() && !noteStep(write))
      return write;
  return nullptr;
}

Operation *vkmorph::vkm::keepShares(GridOp counting) {
  Operation *other = nullptr;
  SmallVector<RunningOp> all(counting.getBody().getOps<RunningOp>());
  for (RunningOp running : all) {
    OpBuilder builder(running);
    Share share(builder, running);
    for (Operation *user : llvm::make_early_inc_range(running->getUsers()))
      if (auto variable = dyn_cast<VarOp>(user))
        if (Operation *statement = share.replace(variable))
          other = statement;
    if (running->use_empty())
      running.erase();
  }
  return other;
}
