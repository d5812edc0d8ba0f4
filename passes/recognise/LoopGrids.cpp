//===- LoopGrids.cpp - Loops of control functions whose iterations are a grid -----------------===//

#include "passes/recognise/LoopGrids.h"

#include "analysis/accesses/Dependence.h"
#include "analysis/patterns/Appends.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "passes/recognise/RecogniseGrids.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// A grid has so many dimensions at most.
static constexpr int32_t kMostDimensions = 3;

/// How many loops are nested with nothing between them.
static int32_t getDepth(ForOp loop) {
  Block &body = loop.getBody().front();
  auto inner = body.empty() ? ForOp() : dyn_cast<ForOp>(body.back());
  bool isPerfect = inner && llvm::all_of(body.without_terminator(), [](Operation &op) {
                     return op.hasTrait<VkmExpression>();
                   });
  return 1 + (isPerfect ? getDepth(inner) : 0);
}

/// The loop that ends the statements of the kernel, if only values are computed before it.
static ForOp findLoop(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  auto once = body.empty() ? OnceOp() : dyn_cast<OnceOp>(body.front());
  if (!once || once->getNextNode() || once.getBody().front().empty())
    return {};
  Block &statements = once.getBody().front();
  auto loop = dyn_cast<ForOp>(statements.back());
  bool isOnly = llvm::all_of(statements, [&](Operation &op) {
    auto var = dyn_cast<VarOp>(op);
    return &op == loop.getOperation() || op.hasTrait<VkmExpression>() ||
           (var && var.getInit() && keepsInitialValue(var));
  });
  return loop && isOnly ? loop : ForOp();
}

/// A copy of the kernel in the form that kernels of the source have.
static KernelOp makeTrial(KernelOp kernel, int32_t dims) {
  OpBuilder builder(kernel);
  auto theClass = kernel->getParentOfType<ClassOp>();
  auto trial = cast<KernelOp>(builder.clone(*kernel));
  std::string name = (kernel.getSymName() + "_grid").str();
  while (theClass.lookupSymbol(name))
    name += '_';
  trial.setSymName(name);
  trial.setDims(dims);
  auto once = cast<OnceOp>(trial.getBody().front().front());
  for (Operation &op : llvm::make_early_inc_range(once.getBody().front()))
    op.moveBefore(once);
  once.erase();
  return trial;
}

bool vkmorph::vkm::makeGridOfLoop(KernelOp kernel, LoopObstacle &obstacle) {
  ForOp loop = findLoop(kernel);
  if (!loop || !mayRunLong(loop))
    return false;
  // A single thread keeps the order of the source, and knows the size after each append.
  bool appends = false;
  walkReached(kernel, [&](Operation *op) {
    if (isa<AppendOp>(op) && !std::exchange(appends, true))
      obstacle = {"it appends to a std::vector, in the order of the source", op->getLoc()};
  });
  if (appends)
    return false;
  auto theClass = kernel->getParentOfType<ClassOp>();
  auto getFields = [&] { return llvm::to_vector(theClass.getBody().front().getOps<FieldOp>()); };
  // A loop that cannot be a grid is no error, since one thread can run it; the place of the message
  // that a kernel of the source would get is the obstacle's.
  std::optional<Location> refused;
  ScopedDiagnosticHandler silence(kernel.getContext(), [&](Diagnostic &diagnostic) {
    if (!refused && diagnostic.getSeverity() != DiagnosticSeverity::Remark)
      refused = diagnostic.getLocation();
    return success();
  });
  for (int32_t dims = std::min(getDepth(loop), kMostDimensions); dims > 0; --dims) {
    refused.reset();
    KernelOp trial = makeTrial(kernel, dims);
    SmallVector<FieldOp> fields = getFields();
    bool hasForm = succeeded(recogniseGrids(trial)) && getFields() == fields;
    bool isGrid = hasForm && hasIndependentGrids(trial);
    obstacle = {hasForm ? "its iterations are not known to be independent"
                        : "it is not a counted loop whose iterations all run",
                refused};
    if (isGrid) {
      kernel.getBody().takeBody(trial.getBody());
      kernel.setDims(trial.getDims());
    }
    trial.erase();
    if (isGrid)
      return true;
    for (FieldOp field : getFields())
      if (!llvm::is_contained(fields, field))
        field.erase();
  }
  return false;
}
