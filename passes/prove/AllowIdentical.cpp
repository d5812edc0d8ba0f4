//===- AllowIdentical.cpp - Control functions that may be given one array twice --------------===//
//
//   void Scale(const float *x, float *y, int n)      object.Scale(a, a, n);
//     for (...) y[i] = x[i] * 2;
//
// With host arrays each parameter has a buffer of its own, also where two of them are one array:
// then the results are those of one array if each iteration reads only the element that it writes
// itself, and before it writes it.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/Accesses.h"
#include "analysis/accesses/Dependence.h"
#include "analysis/accesses/LaunchFacts.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "passes/IterationDistance.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"

#include "transforms/FuseKernels.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_ALLOWIDENTICAL
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct AllowIdenticalPass : vkm::impl::AllowIdenticalBase<AllowIdenticalPass> {
  void runOnOperation() override;
};
} // namespace

static bool isPointer(const Root &root) { return root.value && isa<PtrType>(root.value.getType()); }

/// The only grid of a kernel that has to do with arrays; null where that is none, or another part.
static GridOp findArrayGrid(KernelOp kernel) {
  GridOp only;
  for (Operation &part : kernel.getBody().front()) {
    if (isa<ExtentOp>(part))
      continue;
    EffectSet effects = getEffects(&part);
    if (llvm::none_of(effects.reads, isPointer) && llvm::none_of(effects.writes, isPointer))
      continue;
    auto grid = dyn_cast<GridOp>(part);
    if (!grid || only || getIterationSteps(grid) || grid->hasAttr(kRunsApartAttr))
      return {};
    only = grid;
  }
  return only;
}

/// The number of the element that an access is about; none where it is not understood.
static std::optional<Polynomial> getElement(const ElementAccess &access) {
  return access.path.empty() ? std::nullopt : access.path.front().index;
}

/// Whether a kernel does the same with two arrays of equal contents as with one, of which it
/// writes one.
static bool isSafe(AffineAnalysis &analysis, GridOp grid, ArrayRef<ElementAccess> accesses,
                   BlockArgument read, BlockArgument written) {
  EquationSymbols symbols;
  std::optional<Polynomial> element;
  bool isWritten = false;
  for (const ElementAccess &access : accesses) {
    bool isOfWritten = access.root.value == written;
    if (!isOfWritten && access.root.value != read)
      continue;
    std::optional<Polynomial> own = getElement(access);
    if (!own || (element && !(*own == *element)))
      return false;
    element = own;
    // The other array is read before; in a loop, a read stands behind the write of the iteration
    // before.
    if ((access.writes && !access.loops.empty()) || (!isOfWritten && isWritten))
      return false;
    isWritten |= access.writes;
    if (access.writes && !Equations(analysis, grid, symbols, access, access).proveIndependent())
      return false;
  }
  return true;
}

static bool mayBeIdentical(ControlOp control) {
  KernelOp kernel;
  LaunchOp launch;
  SmallVector<LaunchOp> launches;
  control.walk([&](LaunchOp candidate) { launches.push_back(candidate); });
  for (LaunchOp candidate : launches) {
    if (llvm::none_of(candidate.getOperands(),
                      [](Value operand) { return isa<PtrType>(operand.getType()); }))
      continue;
    // One in a loop reads what its own earlier iterations wrote.
    if (launch || candidate->getParentOp() != control)
      return false;
    launch = candidate;
    kernel = lookupKernel(launch);
  }
  GridOp grid = kernel ? findArrayGrid(kernel) : GridOp();
  if (!grid || kernel->hasAttr(kDropsStoresAttr))
    return false;
  // The parameters of the kernel that are arrays of the caller's, each once.
  SmallVector<BlockArgument> arrays;
  llvm::DenseSet<Value> passed;
  for (auto [parameter, operand] : llvm::zip(kernel.getBody().getArguments(), launch.getOperands()))
    if (isa<PtrType>(operand.getType())) {
      if (!isa<BlockArgument>(operand) || !passed.insert(operand).second)
        return false;
      arrays.push_back(parameter);
    }
  EffectSet effects = getEffects(grid);
  AffineAnalysis analysis(kernel);
  std::vector<ElementAccess> accesses = collectAccesses(analysis, grid);
  // A call that could not be looked into may access anything.
  if (llvm::any_of(accesses, [](const ElementAccess &access) { return isa<CallOp>(access.op); }))
    return false;
  bool hasPair = false;
  for (BlockArgument first : arrays)
    for (BlockArgument second : arrays) {
      bool writesFirst = effects.writesAny({{}, first}),
           writesSecond = effects.writesAny({{}, second});
      if (first == second || !writesSecond)
        continue;
      hasPair = true;
      bool isOneType = cast<PtrType>(first.getType()).getPointee() ==
                       cast<PtrType>(second.getType()).getPointee();
      if (writesFirst || !isOneType || !isSafe(analysis, grid, accesses, first, second))
        return false;
    }
  return hasPair;
}

void AllowIdenticalPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](ControlOp control) {
    if (mayBeIdentical(control))
      control->setAttr(kIdenticalArgumentsAttr, UnitAttr::get(&getContext()));
  });
}
