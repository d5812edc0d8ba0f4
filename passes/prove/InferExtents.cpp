//===- InferExtents.cpp - Infers how many elements pointer parameters point at ---------------===//
//
// Kernels first: the largest subscript that is reached for certain, plus one. Then control
// functions, which launch them: the largest over all launches, in terms of their own parameters.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchExtents.h"
#include "analysis/accesses/ThreadExtents.h"
#include "ir/CppTypes.h"
#include "ir/LentObjects.h"
#include "ir/Recognisers.h"
#include "passes/Diagnostics.h"
#include "passes/ExtentExpressions.h"
#include "passes/Passes.h"
#include "passes/prove/GivenArray.h"
#include "passes/prove/MeasuredExtents.h"
#include "transforms/Expressions.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_INFEREXTENTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

struct KernelResult {
  std::unique_ptr<AffineAnalysis> analysis;
  SmallVector<BufferUse> uses;
};

struct InferExtentsPass : vkm::impl::InferExtentsBase<InferExtentsPass> {
  void runOnOperation() override;
};

} // namespace

/// The argument attributes that say how a buffer is used.
static void annotate(FunctionOpInterface function, ArrayRef<BufferUse> uses) {
  MLIRContext *context = function.getContext();
  for (auto [index, use] : llvm::enumerate(uses)) {
    if (!isa<PtrType>(function.getArgument(index).getType()))
      continue;
    Access access = use.reads ? (use.writes ? Access::ReadWrite : Access::Read)
                              : (use.writes ? Access::Write : Access::None);
    function.setArgAttr(index, "vkm.access", AccessAttr::get(context, access));
    if (use.overwritten)
      function.setArgAttr(index, "vkm.overwritten", UnitAttr::get(context));
    else
      function.removeArgAttr(index, StringAttr::get(context, "vkm.overwritten"));
  }
}

/// Says at the top of the function how long an array is.
static ExtentOp addExtent(OpBuilder &builder, AffineAnalysis &analysis, BlockArgument pointer,
                          ArrayRef<Reach> reaches) {
  auto extent = builder.create<ExtentOp>(pointer.getLoc(), pointer, UnitAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&extent.getCount());
  Value count = buildExtent(builder, pointer.getLoc(), analysis, reaches);
  builder.create<YieldOp>(pointer.getLoc(), count);
  return extent;
}

/// Writes the extents that are known and not stated to the top of the function.
static void addExtents(AffineAnalysis &analysis, FunctionOpInterface function,
                       ArrayRef<BufferUse> uses) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToStart(&function.getFunctionBody().front());
  for (auto [index, use] : llvm::enumerate(uses)) {
    BlockArgument pointer = function.getArgument(index);
    if (isa<PtrType>(pointer.getType()) && use.isKnown() && use.possible.empty() &&
        !findExtent(function, index))
      addExtent(builder, analysis, pointer, use.reaches);
  }
}

static bool isVectorOfObject(ControlOp control, unsigned index) {
  auto part = control.getArgAttrOfType<DictionaryAttr>(index, kPartAttr);
  return part && part.contains("vector");
}

/// Of arrays whose extent is not known when each kernel is looked at by itself.
static void addExtentsOfLaunches(ControlOp control, MutableArrayRef<BufferUse> uses) {
  LaunchExtents launches(control);
  for (auto [index, use] : llvm::enumerate(uses)) {
    if (!isa<PtrType>(control.getArgument(index).getType()) || use.isKnown() ||
        findExtent(control, index) || isVectorOfObject(control, index))
      continue;
    std::optional<SmallVector<Reach>> reaches = launches.infer(index);
    if (!reaches)
      continue;
    use.obstacle.clear();
    use.reaches = *reaches;
    OpBuilder builder = OpBuilder::atBlockBegin(&control.getBody().front());
    addExtent(builder, launches.getAnalysis(), control.getArgument(index), *reaches);
  }
}

/// Whether what the reaches are made of can be read outside of the kernel's statements.
static bool isExpressible(AffineAnalysis &analysis, const Polynomial &polynomial) {
  return !polynomial.containsAny([&](Symbol symbol) {
    const Unknown unknown = analysis.getUnknown(symbol);
    if (analysis.isCounter(symbol) || unknown.kind == Unknown::Invariant ||
        (unknown.kind == Unknown::Field && !unknown.value))
      return true;
    return llvm::any_of(unknown.operands,
                        [&](const Polynomial &p) { return !isExpressible(analysis, p); });
  });
}

/// A reach under a condition that cannot be read there may be one of another kernel as well; one to
/// an element that cannot be computed there is an obstacle.
static void blockInexpressible(AffineAnalysis &analysis, KernelOp kernel,
                               MutableArrayRef<BufferUse> uses) {
  auto canRead = [&](const Polynomial &polynomial) { return isExpressible(analysis, polynomial); };
  for (BufferUse &use : uses) {
    SmallVector<Reach> reaches = std::move(use.reaches);
    use.reaches.clear();
    for (Reach &reach : reaches) {
      if (llvm::all_of(reach.guards, canRead) && canRead(reach.count)) {
        use.reaches.push_back(reach);
        continue;
      }
      use.overwritten = false;
      use.possible.push_back({{reach}, kernel.getLoc()});
    }
    for (BufferUse::Possible &possible : use.possible) {
      llvm::erase_if(possible.reaches, [&](const Reach &reach) { return !canRead(reach.count); });
      for (Reach &reach : possible.reaches)
        llvm::erase_if(reach.guards, [&](const Polynomial &guard) { return !canRead(guard); });
      if (possible.reaches.empty())
        use.block("a bound of kernel '" + kernel.getSymName().str() + "' is not understood",
                  kernel.getLoc());
    }
  }
}

/// Elements of a vector of the caller's are as many as the vector has.
static void addSizeOfVector(ControlOp control, unsigned index) {
  BlockArgument pointer = control.getArgument(index), size = control.getArgument(index + 1);
  OpBuilder builder = OpBuilder::atBlockBegin(&control.getBody().front());
  auto extent = builder.create<ExtentOp>(pointer.getLoc(), pointer, UnitAttr());
  builder.createBlock(&extent.getCount());
  builder.create<YieldOp>(pointer.getLoc(), buildLoad(builder, pointer.getLoc(), size));
}

/// What is known of the kernels of a class.
class KernelResults {
public:
  void add(KernelOp kernel) {
    KernelResult &result = results[kernel];
    result.analysis = std::make_unique<AffineAnalysis>(kernel);
    result.analysis->followRounding();
    result.uses = analyseKernel(*result.analysis, kernel);
    expectElementsPerThread(*result.analysis, kernel, result.uses);
    blockInexpressible(*result.analysis, kernel, result.uses);
  }
  std::pair<AffineAnalysis *, ArrayRef<BufferUse>> get(KernelOp kernel) {
    KernelResult &result = results[kernel];
    return {result.analysis.get(), result.uses};
  }
  void drop(KernelOp kernel) { results.erase(kernel); }
  void finish() {
    for (auto &[kernel, result] : results) {
      addExtents(*result.analysis, cast<KernelOp>(kernel), result.uses);
      annotate(cast<KernelOp>(kernel), result.uses);
    }
  }

private:
  llvm::MapVector<Operation *, KernelResult> results;
};

/// Of arrays whose extent is no expression: what the host computes while it records says it.
static void addMeasuredExtents(ControlOp control, MutableArrayRef<BufferUse> uses,
                               KernelResults &kernels) {
  auto buildReach = [&](KernelOp kernel, unsigned index) {
    if (ExtentOp stated = findExtent(kernel, index))
      return stated;
    auto [analysis, its] = kernels.get(kernel);
    if (!its[index].isKnown() || !its[index].possible.empty())
      return ExtentOp();
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    return addExtent(builder, *analysis, kernel.getArgument(index), its[index].reaches);
  };
  for (auto [index, use] : llvm::enumerate(uses))
    if (isa<PtrType>(control.getArgument(index).getType()) && !use.isKnown() &&
        !findExtent(control, index) && !isVectorOfObject(control, index) &&
        measureExtent(control, index, buildReach)) {
      use.obstacle.clear();
      use.reaches.clear();
    }
}

/// Writes the extents of a control function; returns what is known of its arrays.
static SmallVector<BufferUse> inferControl(ControlOp control, KernelResults &kernels) {
  AffineAnalysis analysis(control);
  SmallVector<BufferUse> uses =
      analyseControl(analysis, control, [&](KernelOp kernel) { return kernels.get(kernel); });
  addExtents(analysis, control, uses);
  annotate(control, uses);
  addExtentsOfLaunches(control, uses);
  addMeasuredExtents(control, uses, kernels);
  return uses;
}

/// An array that may not be there is as long as it has to be where it is.
static std::optional<BufferUse> inferWhereGiven(ControlOp control, unsigned index,
                                                KernelResults &kernels) {
  if (findExtent(control, index) || !mayBeNull(control.getBody().getArgument(index)))
    return std::nullopt;
  GivenArray given(control, index);
  for (KernelOp kernel : given.getKernels())
    kernels.add(kernel);
  ControlOp copy = given.getControl();
  SmallVector<BufferUse> uses = inferControl(copy, kernels);
  if (ExtentOp extent = findExtent(copy, index)) {
    IRMapping mapping;
    mapping.map(copy.getBody().getArguments(), control.getBody().getArguments());
    OpBuilder::atBlockBegin(&control.getBody().front()).clone(*extent, mapping);
  }
  for (KernelOp kernel : given.getKernels())
    kernels.drop(kernel);
  uses[index].reaches.clear(); // of an analysis that is over
  uses[index].possible.clear();
  return uses[index];
}

static void reportMissing(ControlOp control, unsigned index, const BufferUse &use) {
  auto type = cast<PtrType>(control.getArgument(index).getType());
  std::string name = control.getArgName(index).str();
  std::string spelled = spellType(type, control);
  if (auto written = control.getArgAttrOfType<StringAttr>(index, "vkm.cpp_type"))
    spelled = written.str();
  report(control.getArgument(index).getLoc(), diag::ExtentUnknown,
         {name, control.getSymName().str(), use.obstacle, spelled + name})
          .attachNote(use.obstacleLoc)
      << "it is here";
}

void InferExtentsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    Block &members = op.getBody().front();
    KernelResults kernels;
    for (KernelOp kernel : members.getOps<KernelOp>())
      kernels.add(kernel);
    for (ControlOp control : llvm::to_vector(members.getOps<ControlOp>())) {
      llvm::DenseMap<unsigned, BufferUse> optional;
      for (unsigned index = 0; index < control.getNumArguments(); ++index)
        if (std::optional<BufferUse> use = inferWhereGiven(control, index, kernels))
          optional.try_emplace(index, *use);
      SmallVector<BufferUse> uses = inferControl(control, kernels);
      for (auto &[index, use] : optional) {
        uses[index] = use;
        if (use.overwritten)
          control.setArgAttr(index, "vkm.overwritten", UnitAttr::get(&getContext()));
      }
      for (auto [index, use] : llvm::enumerate(uses))
        if (isa<PtrType>(control.getArgument(index).getType()) && !findExtent(control, index)) {
          if (isVectorOfObject(control, index))
            addSizeOfVector(control, index);
          else if (!use.isKnown())
            reportMissing(control, index, use);
        }
    }
    kernels.finish();
  }
}
