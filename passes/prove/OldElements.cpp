//===- OldElements.cpp - Reads of elements that only later iterations write ------------------===//

#include "passes/prove/OldElements.h"

#include "passes/IterationSteps.h"

using namespace mlir;
using namespace vkmorph::vkm;

bool vkmorph::vkm::readsOldElement(const ElementAccess &access) {
  return access.op->hasAttr(kReadsOldAttr);
}

/// Whether an iteration may come to a read behind a write.
static bool mayComeBefore(GridOp grid, const ElementAccess &write, const ElementAccess &read) {
  // What a call does is not looked for in the loops around the call.
  if (write.frame || read.frame || &write < &read)
    return true;
  for (Operation *op = read.op->getParentOp(); op != grid; op = op->getParentOp())
    if (isa<LoopOpInterface>(op) && op->isAncestor(write.op))
      return true;
  return false;
}

bool vkmorph::vkm::findOldElements(AffineAnalysis &analysis, GridOp grid, EquationSymbols &symbols,
                                   ArrayRef<const ElementAccess *> reads,
                                   ArrayRef<const ElementAccess *> writes) {
  const ElementAccess &read = *reads.front(), &write = *writes.front();
  for (const DistanceCase &later : getLaterCases(grid)) {
    Equations equations(analysis, grid, symbols, read, write);
    equations.assume(later);
    if (!equations.proveImpossible())
      return false;
  }
  bool isBehind = llvm::any_of(reads, [&](const ElementAccess *one) {
    return llvm::any_of(
        writes, [&](const ElementAccess *other) { return mayComeBefore(grid, *other, *one); });
  });
  return !isBehind || Equations(analysis, grid, symbols, read, write).proveApartInOneIteration();
}
