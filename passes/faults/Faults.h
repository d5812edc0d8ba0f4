//===- Faults.h - The faults that a class has places for --------------------------------------===//

#ifndef VKMORPH_PASSES_FAULTS_FAULTS_H
#define VKMORPH_PASSES_FAULTS_FAULTS_H

#include "analysis/values/Expressions.h"
#include "ir/VkmDialect.h"

#include <functional>

namespace vkmorph::vkm {

/// A fault at one place. Planting one makes all others of the class invalid.
struct Fault {
  mlir::Operation *place;
  std::string what; ///< "'<' for '>'"
  std::function<void()> plant;
};

/// The places of one kind of fault, those first that are the most likely to matter.
using FaultList = llvm::SmallVector<Fault>;

// Of the computation, in the planned phase.
void flipComparisons(ClassOp op, FaultList &faults);
void changeStrictness(ClassOp op, FaultList &faults);
void negateConditions(ClassOp op, FaultList &faults);
void changeOperators(ClassOp op, FaultList &faults);
void swapOperands(ClassOp op, FaultList &faults);
void changeConstants(ClassOp op, FaultList &faults);
void changeMembers(ClassOp op, FaultList &faults);
void changeConversions(ClassOp op, FaultList &faults);
void storeSeven(ClassOp op, FaultList &faults);
void negateStores(ClassOp op, FaultList &faults);
void loseStatements(ClassOp op, FaultList &faults);
void loseJumps(ClassOp op, FaultList &faults);
void forgetEpilogues(ClassOp op, FaultList &faults);
void forgetPrologues(ClassOp op, FaultList &faults);
void readPastEnd(ClassOp op, FaultList &faults);
void writePastEnd(ClassOp op, FaultList &faults);
void shortenLoops(ClassOp op, FaultList &faults);

// Of commands and transfers, in the lowered phase.
void dropBarriers(ClassOp op, FaultList &faults);
void dropWorkgroupBarriers(ClassOp op, FaultList &faults);
void swapBindings(ClassOp op, FaultList &faults);
void swapArguments(ClassOp op, FaultList &faults);
void loseArguments(ClassOp op, FaultList &faults);
void loseLaunches(ClassOp op, FaultList &faults);
void loseUploads(ClassOp op, FaultList &faults);
void loseReadbacks(ClassOp op, FaultList &faults);

// Of what lowering adds to kernels, in the lowered phase.
void changeIdentities(ClassOp op, FaultList &faults);
void appendWithoutAtomics(ClassOp op, FaultList &faults);
void scatterWithoutAtomics(ClassOp op, FaultList &faults);
void forgetCapacity(ClassOp op, FaultList &faults);
void loseOrder(ClassOp op, FaultList &faults);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_FAULTS_FAULTS_H
