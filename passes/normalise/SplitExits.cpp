//===- SplitExits.cpp - Loops that end early find out where, and run up to there --------------===//
//
//   for (i...) {                        int lastI = INT_MAX;
//     a[i] += b[i];                     for (i...)                 (vkm.looks_ahead)
//     if (c[i] < 0) {                     if (c[i] < 0)
//       m_found = i;                        lastI = min(lastI, i);
//       break;                  =>      for (i...)
//     }                                   if (i <= lastI) {
//     d[i] = a[i];                          a[i] += b[i];
//   }                                       if (c[i] < 0) {
//                                             m_found = i;
//                                             continue;
//                                           }
//                                           d[i] = a[i];
//                                         }
//
// Both loops are grids then: the first one has a reduction, and of the second one each iteration
// knows whether it is one of the source's. So it is where nothing that the iterations change
// decides on where the loop ends. The first loop runs to the end of its bounds, beyond the
// iteration that leaves the source's. So its subscripts are those of the counter: elements that lie
// there may hold anything, and no element is found by them.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Effects.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/DecidingSlice.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITEXITS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SplitExitsPass : vkm::impl::SplitExitsBase<SplitExitsPass> {
  void runOnOperation() override;
};

/// Splits one loop.
class ExitSplitter {
public:
  explicit ExitSplitter(ForOp loop)
      : loop(loop), loc(loop.getLoc()), type(dyn_cast<IntegerType>(loop.getInit().getType())) {}
  void run();

private:
  bool countsUp(const CountedLoop &counted);
  void buildLook(ForOp look, VarOp last, bool isUp);
  std::string findObstacle(ForOp look, VarOp last);
  void limit(VarOp last, bool isUp);

  ForOp loop;
  Location loc;
  IntegerType type; ///< of the counter
};
} // namespace

/// Whether the counter grows.
bool ExitSplitter::countsUp(const CountedLoop &counted) {
  if (counted.predicate == CmpKind::Ne)
    return !counted.subtracted == (getConstantInt(counted.amount).value_or(1) > 0);
  return counted.predicate == CmpKind::Lt || counted.predicate == CmpKind::Le;
}

/// Erases jumps to the end of an iteration that stand there anyway.
static void eraseLastContinues(ForOp loop) {
  SmallVector<ContinueOp> last;
  loop.getBody().walk([&](ContinueOp jump) {
    Operation *op = jump;
    while (op != loop && !op->getNextNode() && isa<IfOp, ScopeOp, ForOp>(op->getParentOp()) &&
           (op->getParentOp() == loop || !isa<ForOp>(op->getParentOp())))
      op = op->getParentOp();
    if (op == loop)
      last.push_back(jump);
  });
  for (ContinueOp jump : last)
    jump->erase();
}

/// Leaves of a copy of the loop what decides on its end, and lets it keep the first iteration that
/// does.
void ExitSplitter::buildLook(ForOp look, VarOp last, bool isUp) {
  for (Operation *exit : getExits(look)) {
    OpBuilder at(exit);
    Value number = buildLoad(at, exit->getLoc(), look.getBodyVar());
    Value known = buildLoad(at, exit->getLoc(), last.getRef());
    at.create<AssignOp>(exit->getLoc(), last.getRef(),
                        at.create<MathOp>(exit->getLoc(), type, isUp ? MathFn::Min : MathFn::Max,
                                          ValueRange{known, number}));
    at.create<ContinueOp>(exit->getLoc());
    exit->erase();
  }
  // Variables of the kernel are as little the iteration's as memory is.
  SmallVector<Operation *> others;
  look.getBody().walk([&](Operation *op) {
    if (!isa<AssignOp, UpdateOp>(op))
      return;
    Root root = getRoot(op->getOperand(0));
    if (root.value && root.value != last.getRef() &&
        !look.getBody().isAncestor(root.value.getParentRegion()))
      others.push_back(op);
  });
  for (Operation *op : others)
    op->erase();
  keepDeciding(look.getBody());
  eraseLastContinues(look);
  look->walk([](Operation *op) { op->removeAttr(kCommentAttr); });
}

/// What is against a loop that looks for the end; empty where nothing is.
std::string ExitSplitter::findObstacle(ForOp look, VarOp last) {
  Root own = getRoot(last.getRef());
  EffectSet looks = getEffects(look), changes = getEffects(loop);
  auto isForeign = [&](const Root &root) {
    return root != own &&
           !(root.value && look->isAncestor(Value(root.value).getParentRegion()->getParentOp()));
  };
  bool isOrdered = look.getBody()
                       .walk([](Operation *op) {
                         bool isJump = isa<BreakOp, ContinueOp>(op) || op->getNumRegions() > 0;
                         return !isJump && getEffects(op).ordered ? WalkResult::interrupt()
                                                                  : WalkResult::advance();
                       })
                       .wasInterrupted();
  if (isOrdered || llvm::any_of(looks.writes, isForeign))
    return "what decides where it ends changes something";
  for (const Root &root : looks.reads)
    if (isForeign(root) && changes.writesAny(root))
      return "its iterations change '" + getRootName(root).str() + "', which decides where it ends";
  bool isOpen =
      look.getBody()
          .walk([&](Operation *op) {
            auto isNumber = [](const Root &root) {
              return root.symbol ? !root.value : !isa<PtrType>(root.value.getType());
            };
            Value index = isa<DerefOp, ElementOp>(op) && op->getNumOperands() > 1
                              ? op->getOperand(1)
                              : Value();
            bool isFound = index && findRead(index, isNumber);
            return isFound || isa<WhileOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  return isOpen
             ? "elements decide where it ends that other elements say, which nobody may have set "
               "behind that"
             : "";
}

/// Lets the loop run to its bounds, of whose iterations those behind the last one do nothing.
void ExitSplitter::limit(VarOp last, bool isUp) {
  for (Operation *exit : getExits(loop)) {
    OpBuilder(exit).create<ContinueOp>(exit->getLoc());
    exit->erase();
  }
  Block &body = loop.getBody().front();
  OpBuilder at = OpBuilder::atBlockBegin(&body);
  Value isIn =
      at.create<CmpOp>(loc, isUp ? CmpKind::Le : CmpKind::Ge, buildLoad(at, loc, loop.getBodyVar()),
                       buildLoad(at, loc, last.getRef()));
  auto branch = at.create<IfOp>(loc, isIn);
  Block &inside = branch.getThenRegion().front();
  inside.getOperations().splice(inside.end(), body.getOperations(),
                                std::next(branch->getIterator()), body.end());
  eraseLastContinues(loop);
}

/// Whether nothing stands behind a statement but the kernel's end.
static bool isLastOfKernel(Operation *op) {
  for (; !isa<KernelOp>(op); op = op->getParentOp())
    if (Operation *next = op->getNextNode(); next && !isa<ReturnOp>(next))
      return false;
  return true;
}

void ExitSplitter::run() {
  SmallVector<Operation *> exits = getExits(loop);
  if (exits.empty())
    return;
  auto refuse = [&](const std::string &why) {
    loop->setAttr(kWhyLeftAttr, StringAttr::get(loop.getContext(), why));
  };
  std::optional<CountedLoop> counted = matchCountedLoop(loop);
  if (!counted || counted->predicate == CmpKind::Eq || !type || type.getWidth() < 32)
    return;
  for (Operation *exit : exits)
    if (isa<ReturnOp>(exit) && !isLastOfKernel(loop))
      return refuse(
          "the kernel goes on behind the loop, and a 'return' leaves that out: use 'break'");
  for (Operation *exit : exits)
    for (Operation *op = exit->getParentOp(); op != loop; op = op->getParentOp())
      if (isa<LoopOpInterface>(op))
        return refuse("a loop in its iterations leaves it: let that set a variable, and leave it "
                      "by a 'break' of its own");
  bool isUp = countsUp(*counted);
  OpBuilder at(loop);
  unsigned width = type.getWidth();
  llvm::APInt none =
      type.isUnsigned()
          ? (isUp ? llvm::APInt::getMaxValue(width) : llvm::APInt::getMinValue(width))
          : (isUp ? llvm::APInt::getSignedMaxValue(width) : llvm::APInt::getSignedMinValue(width));
  StringRef name = loop.getName();
  std::string lastName = "last" + name.take_front().upper() + name.substr(1).str();
  auto last = at.create<VarOp>(loc, RefType::get(type), lastName,
                               at.create<ConstantOp>(loc, IntegerAttr::get(type, none)),
                               /*is_const=*/false);
  auto look = cast<ForOp>(at.clone(*loop));
  buildLook(look, last, isUp);
  std::string obstacle = findObstacle(look, last);
  if (!obstacle.empty()) {
    look.erase();
    Value init = last.getInit();
    last.erase();
    init.getDefiningOp()->erase();
    return refuse(obstacle);
  }
  look->setAttr(kLooksAheadAttr, UnitAttr::get(loop.getContext()));
  look->setAttr(kCommentAttr, at.getStringAttr("Which iteration is the last one."));
  limit(last, isUp);
  report(loc, diag::ExitsSplit, {loop->getParentOfType<KernelOp>().getSymName().str()});
}

void SplitExitsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  SmallVector<ForOp> loops;
  getOperation().walk([&](ForOp loop) {
    Operation *around = loop->getParentOp();
    while (isa<ScopeOp>(around))
      around = around->getParentOp();
    if (auto kernel = dyn_cast<KernelOp>(around); kernel && getGridDepth(kernel) == 1)
      loops.push_back(loop);
  });
  for (ForOp loop : loops)
    ExitSplitter(loop).run();
}
