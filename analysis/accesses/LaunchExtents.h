//===- LaunchExtents.h - How far a control function reaches, by what holds at its launches ----===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_LAUNCHEXTENTS_H
#define VKMORPH_ANALYSIS_ACCESSES_LAUNCHEXTENTS_H

#include "analysis/accesses/Extents.h"
#include "analysis/accesses/LaunchFacts.h"

namespace vkmorph::vkm {

class Translation;

/// How far a control function reaches into its arrays, from what its kernels do where they are
/// launched: with what the launch gives them, and under what holds there. Takes longer than
/// `analyseControl`, which looks at each kernel by itself, and knows more.
class LaunchExtents {
public:
  explicit LaunchExtents(ControlOp control) : control(control) {}

  /// The extent of the array behind a parameter is the largest of these; none where it is not
  /// known. They are polynomials of `getAnalysis()`.
  std::optional<llvm::SmallVector<Reach>> infer(unsigned index);
  AffineAnalysis &getAnalysis() { return facts->getAnalysis(); }

private:
  /// An iteration of the loops around a launch: what their symbols are in it, from the inside out.
  struct Iteration {
    llvm::SmallVector<std::pair<Symbol, Polynomial>> numbers;
    llvm::SmallVector<Polynomial> needs; ///< not negative where the numbers are ones of iterations
    /// It is one, and the launch happens in it, where these are not negative.
    llvm::SmallVector<Polynomial> guards;
  };
  struct Launch {
    LaunchOp op;
    KernelAtLaunch kernel;
    llvm::SmallVector<BufferUse> uses;
    Known known;
    /// All iterations of the loops whose number is a small constant: 0, 1, ... for their counters.
    llvm::SmallVector<llvm::SmallVector<std::pair<Symbol, Polynomial>>, 0> cases;
  };
  /// An access reaches no further than one of these, in any iteration of a case.
  struct Pending {
    const Launch *launch;
    llvm::ArrayRef<std::pair<Symbol, Polynomial>> numbers;
    llvm::SmallVector<Reach, 1> reaches;
  };

  void lookAtLaunches();
  llvm::SmallVector<Iteration, 0> findCertainIterations(LaunchOp launch, const Reach &reach);
  std::optional<llvm::SmallVector<Iteration, 0>>
  getChoices(mlir::Operation *loop, mlir::Operation *child, const Reach &reach);
  bool addWhatHolds(LaunchOp launch, llvm::SmallVectorImpl<Comparison> &comparisons);
  bool settle(Iteration &iteration, llvm::ArrayRef<Comparison> comparisons);
  bool addGuard(Known &known, llvm::SmallVectorImpl<Polynomial> &guards, const Polynomial &guard);
  std::optional<Reach> getReachIn(const Iteration &iteration, const Reach &reach);
  Polynomial substitute(const Polynomial &polynomial, Symbol symbol, const Polynomial &value);
  Polynomial substituteIn(Symbol part, Symbol symbol, const Polynomial &value);
  Polynomial substitute(const Iteration &iteration, Polynomial polynomial);
  llvm::SmallVector<Reach> splitCases(const Reach &reach);
  /// Members in a reach that a kernel has set: how far it goes at most, by cases, and at least.
  struct Bounds {
    llvm::SmallVector<Reach> most;
    std::optional<Reach> least;
  };
  std::optional<Bounds> boundFields(const Launch &launch, const Translation &translation,
                                    const Reach &reach);
  void collectReach(const Launch &launch, const Translation &translation, const Reach &reach,
                    std::vector<Pending> &pending, llvm::SmallVectorImpl<Reach> &witnesses);
  void addPending(const Launch &launch, llvm::ArrayRef<Reach> reaches,
                  std::vector<Pending> &pending);
  bool collect(unsigned index, std::vector<Pending> &pending,
               llvm::SmallVectorImpl<Reach> &reaches);
  bool isWithin(const Pending &pending, const Reach &outer,
                llvm::ArrayRef<Polynomial> besides = {});
  bool cover(const Pending &pending, llvm::ArrayRef<Reach> candidates,
             llvm::SmallVectorImpl<Reach> &chosen);

  ControlOp control;
  std::unique_ptr<ControlFacts> facts; ///< made where something is asked for
  std::vector<Launch> launches;
  size_t numComparisonsAtEntry = 0, numOpaqueAtEntry = 0;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_LAUNCHEXTENTS_H
