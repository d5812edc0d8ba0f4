//===- OutlineThreads.cpp - Loops over threads become kernels ---------------------------------===//
//
//   for (int pass = 0; pass < passes; ++pass)        for (int pass = 0; pass < passes; ++pass)
//     for (uint y = 0; y < tidY; ++y)          ->      vkm.call @kernel2D_CastRay(
//                                                          %tidX, %tidY, %color)
//       for (uint x = 0; x < tidX; ++x)
//         CastRay(x, y, color);
//
// The counters that a method which runs per thread is given as its thread's index are those of the
// grid; loops over tiles around them join it. Other loops around them stay loops of the control
// function, loops inside of them are part of the kernel.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "ir/EffectLedger.h"
#include "ir/HostCode.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/JoinTiles.h"
#include "transforms/OutlineLoop.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_OUTLINETHREADS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// A grid has so many dimensions at most.
static constexpr unsigned kMostDims = 3;

namespace {
struct OutlineThreadsPass : vkm::impl::OutlineThreadsBase<OutlineThreadsPass> {
  void runOnOperation() override;
};
} // namespace

/// Adds the loops on whose counters a value depends.
static void findLoops(Value value, llvm::SmallPtrSetImpl<Operation *> &loops) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (auto loop = dyn_cast<ForOp>(argument.getOwner()->getParentOp()))
      loops.insert(loop);
    return;
  }
  Operation *op = value.getDefiningOp();
  if (auto var = dyn_cast<VarOp>(op)) {
    if (var.getInit() && keepsInitialValue(var))
      findLoops(var.getInit(), loops);
    return;
  }
  for (Value operand : op->getOperands())
    findLoops(operand, loops);
}

/// The loop that is the only statement of another one's body, beside what each iteration can
/// compute for itself.
static ForOp getOnlyLoop(ForOp outer) {
  ForOp inner;
  for (Operation &op : outer.getBody().front()) {
    auto var = dyn_cast<VarOp>(op);
    if ((var && keepsInitialValue(var)) || (isWithoutEffect(&op) && !isa<CallOp>(op)))
      continue;
    if (inner || !isa<ForOp>(op))
      return {};
    inner = cast<ForOp>(op);
  }
  return inner;
}

static StringRef getCppName(FuncOp function) {
  auto name = function->getAttrOfType<StringAttr>("cpp_name");
  return name ? name.getValue() : function.getSymName();
}

static LogicalResult reportRefused(OpOperand &use, FuncOp function, ControlOp control) {
  Value refused = use.get();
  Value root = isa<RefType>(refused.getType()) ? getRoot(refused).value : refused;
  auto var = root ? root.getDefiningOp<VarOp>() : VarOp();
  return report(use.getOwner()->getLoc(), diag::ThreadsNeed,
                {getCppName(function).str(), var ? var.getName().str() : "a value",
                 control.getSymName().str()});
}

/// The kernel is called as what it runs, CastRay; where the loops call kernels themselves, as the
/// driver, CastRayBlock, without "Block".
static std::string chooseName(ControlOp control, FuncOp function) {
  StringRef name = getCppName(function), driver = control.getSymName();
  if (!name.starts_with("kernel_"))
    return name.str();
  driver.consume_back("Block");
  return driver.str();
}

/// Kernels take the names of the functions that they run, which keep theirs as `cpp_name`.
static void renameFunction(FuncOp function) {
  auto parent = function->getParentOfType<ClassOp>();
  StringAttr name = function.getSymNameAttr();
  std::string symbol = name.str() + "_thread";
  while (parent.lookupSymbol(symbol))
    symbol += '_';
  if (!function->hasAttr("cpp_name"))
    function->setAttr("cpp_name", name);
  (void)SymbolTable::replaceAllSymbolUses(function, StringAttr::get(name.getContext(), symbol),
                                          parent);
  function.setSymName(symbol);
}

/// What the host alone can do stands in no kernel. Assertions around a thread's call are left out,
/// as in others.
static LogicalResult checkHostCode(ForOp loop, FuncOp function, CallOp call) {
  LogicalResult result = success();
  SmallVector<HostOp> assertions;
  loop.walk([&](HostOp host) {
    if (!isThrow(host) && isCheck(host))
      assertions.push_back(host);
    else
      result = report(host.getLoc(), diag::ThreadsOnHost, {getCppName(function).str()});
  });
  for (HostOp host : assertions) {
    (void)report(host.getLoc(), diag::ThreadsAssert, {getCppName(function).str()});
    settleEffects(call, host);
    host.erase();
  }
  return result;
}

/// Makes a kernel of nested loops that count threads.
static LogicalResult outline(ControlOp control, ArrayRef<ForOp> nest, FuncOp function,
                             CallOp thread) {
  ForOp outer = nest.front();
  unsigned dims = nest.size();
  auto parent = control->getParentOfType<ClassOp>();
  if (failed(checkHostCode(outer, function, thread)))
    return failure();
  eraseDeadExpressions(outer.getBody());
  LoopOutliner outliner(outer);
  if (!outliner.collect())
    return reportRefused(outliner.getRefused(), function, control);
  std::string name = chooseName(control, function);
  if (name == function.getSymName())
    renameFunction(function);
  std::string symbol = makeFreeSymbol(parent, name);
  Location where = outer.getLoc();
  OpBuilder builder(outer->getContext());
  Block *block = outer->getBlock();
  Operation *next = outer->getNextNode();
  Attribute comment = outer->removeAttr(kCommentAttr);
  KernelOp kernel = outliner.outline(symbol, dims, name);
  kernel.setPerThread(true);
  kernel->setAttr(kCommentAttr,
                  builder.getStringAttr("The threads of " + control.getSymName() + "."));
  parent.getBody().front().getOperations().insert(control->getIterator(), kernel);
  builder.setInsertionPoint(block, next ? next->getIterator() : block->end());
  auto call = builder.create<CallOp>(where, TypeRange(), symbol, outliner.getOperands());
  if (comment)
    call->setAttr(kCommentAttr, comment);
  return success();
}

/// The loops that a loop's bounds and step depend on.
static llvm::SmallPtrSet<Operation *, 4> findLoopsOfHeader(ForOp loop) {
  llvm::SmallPtrSet<Operation *, 4> loops;
  findLoops(loop.getInit(), loops);
  for (Region *region : {&loop.getCond(), &loop.getStep()})
    region->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        findLoops(operand, loops);
    });
  loops.erase(loop);
  return loops;
}

/// The nested loops that count threads for a call, outermost first; none where no loop does. Loops
/// on which the bounds of others depend (those over tiles), and those beyond the dimensions that a
/// grid may have, stay with the control function.
static SmallVector<ForOp> findThreadLoops(CallOp call, FuncOp function) {
  llvm::SmallPtrSet<Operation *, 4> counting;
  ArrayRef<int32_t> positions = *function.getThreadIndex();
  for (int32_t position : positions)
    findLoops(call.getOperand(position), counting);
  ForOp outermost;
  for (Operation *op = call->getParentOp(); !isa<ControlOp>(op); op = op->getParentOp())
    if (counting.contains(op))
      outermost = cast<ForOp>(op);
  SmallVector<ForOp> nest;
  for (ForOp loop = outermost; loop && counting.contains(loop); loop = getOnlyLoop(loop)) {
    llvm::SmallPtrSet<Operation *, 4> needed = findLoopsOfHeader(loop);
    while (llvm::any_of(nest, [&](ForOp outer) { return needed.contains(outer); }) ||
           nest.size() == kMostDims)
      nest.erase(nest.begin());
    nest.push_back(loop);
  }
  return nest;
}

/// Loops over tiles around the threads of a tile are part of the grid.
static void joinLoopsOverTiles(ArrayRef<ForOp> nest) {
  for (ForOp loop : nest) {
    Operation *child = nest.front();
    auto outer = dyn_cast<ForOp>(child->getParentOp());
    while (outer && getOnlyLoop(outer) == child) {
      auto next = dyn_cast<ForOp>(outer->getParentOp());
      if (!joinTiles(outer, loop))
        child = outer;
      outer = next;
    }
  }
}

static LogicalResult outlineThreads(ControlOp control) {
  SmallVector<CallOp> calls;
  control.walk([&](CallOp call) {
    auto function = SymbolTable::lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
    if (function && function.getThreadIndex())
      calls.push_back(call);
  });
  for (CallOp call : calls) {
    // Loops that are a kernel by now may have held several calls.
    if (call->getParentOfType<ControlOp>() != control)
      continue;
    auto function = SymbolTable::lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
    SmallVector<ForOp> nest = findThreadLoops(call, function);
    if (nest.empty())
      return report(call.getLoc(), diag::ThreadOutsideLoops, {getCppName(function).str()});
    joinLoopsOverTiles(nest);
    if (failed(outline(control, nest, function, call)))
      return failure();
  }
  if (!calls.empty())
    eraseDeadExpressions(control.getBody());
  return success();
}

void OutlineThreadsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    SmallVector<ControlOp> controls(op.getBody().front().getOps<ControlOp>());
    for (ControlOp control : controls)
      if (failed(outlineThreads(control)))
        return signalPassFailure();
  }
}
