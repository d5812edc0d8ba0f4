//===- Rounds.h - Calls in loops of an iteration that threads run for one another -------------===//
//
//   for (int step = 0; step < n; step++) {
//     d = m_shapes[at]->Distance(p);       of any class, and of another one in the next step
//     if (d < 0.01f) break;
//   }
//
// The rest of such an iteration cannot be given to another thread, since the next call stands in it
// again. But the call can: what it is given goes through shared memory, and so does what it gives.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_ROUNDS_H
#define VKMORPH_ANALYSIS_PATTERNS_ROUNDS_H

#include "analysis/patterns/PatternCut.h"

namespace vkmorph::vkm {

/// Threads of a workgroup whose iterations run in rounds, where the target has room for them.
/// Measured on one large GPU (bench/results/README.md) against 512, which are up to 1.6 times
/// slower for heavy methods, and as fast for light ones.
inline constexpr int64_t kRoundThreads = 1024;

/// Whether the choices of a grid's iterations are planned to be run in rounds, by threads for one
/// another.
bool runsRounds(GridOp grid);

/// The choices that a grid's iterations come to without calling other functions, in loops and
/// branches as well.
llvm::SmallVector<Dispatch> collectDispatches(mlir::Operation *iteration);

/// Whether a choice is marked as one where threads meet.
bool isMeeting(mlir::Operation *op);

/// What a choice is given, and what it gives, as shared memory has it.
struct RoundParts {
  struct Kept {
    mlir::Value value; ///< a number, or the place of a local variable or of a part of one
    std::string name;  ///< of the shared array
    mlir::Type type;   ///< of an element, as shared memory has it
    bool isWritten;    ///< a place that the choice changes

    bool isPlace() const { return llvm::isa<RefType>(value.getType()); }
  };
  llvm::SmallVector<Kept> kept;
  mlir::Value result;    ///< null where the choice gives nothing, or nobody uses it
  mlir::Type resultType; ///< as shared memory has it
  std::string resultName;
};

/// `iteration` holds all that differs between the threads: a grid, or the vkm.rounds of a shader.
RoundParts describeRound(Dispatch dispatch, mlir::Operation *iteration);

/// What a grid that runs rounds leaves to another one.
PatternCut cutRounds(GridOp grid, const OrderDemands &demands);

/// Why no choice of a grid's iterations can be run in rounds; `written` are the fields that kernels
/// write.
std::optional<DispatchObstacle> findRoundsObstacle(GridOp grid, const PatternCut &cut,
                                                   const llvm::StringSet<> &written,
                                                   const OrderDemands &demands);

/// Why one of them cannot.
std::optional<DispatchObstacle> findRoundObstacle(Dispatch dispatch, GridOp grid);

/// Bytes of shared memory that a workgroup of so many threads takes for the rounds of a grid.
int64_t getRoundsBytes(GridOp grid, int64_t threads);

/// The most ways of its choices that are run in rounds.
int64_t getMostWays(mlir::Operation *iteration);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_ROUNDS_H
