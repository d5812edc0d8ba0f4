//===- FlattenWorkgroups.cpp - An example pass: the shape of workgroups of 2D grids -----------===//
//
// The planner makes workgroups of 2D grids 8 rows high. This pass makes them `rows` high and as
// wide as the number of threads allows. With rows=4:
//
//   workgroup_size = array<i32: 32, 8, 1>  =>  workgroup_size = array<i32: 64, 4, 1>
//
// Wide workgroups read long pieces of each row; square ones share more neighbours. Which is faster
// is a question for an experiment, and this pass is the experiment's knob.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/Diagnostics.h"
#include "ir/VkmDialect.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static constexpr DiagInfo rowsDoNotFit = {
    "example1", DiagnosticSeverity::Error, "",
    "{0} rows do not divide the {1} threads of a workgroup of kernel '{2}'",
    "choose a power of two of at most {1}"};
static constexpr DiagInfo flattened = {"example2", DiagnosticSeverity::Remark, "decisions",
                                       "kernel '{0}': workgroups of {1} x {2} instead of {3} x {4}",
                                       ""};

namespace {
class FlattenWorkgroups : public PassWrapper<FlattenWorkgroups, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FlattenWorkgroups)
  FlattenWorkgroups() = default;
  FlattenWorkgroups(const FlattenWorkgroups &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "example-flatten-workgroups"; }
  StringRef getDescription() const override {
    return "Gives the workgroups of 2D grids a number of rows";
  }
  void runOnOperation() override;

private:
  LogicalResult flatten(GridOp grid);

  Option<int64_t> rows{*this, "rows",
                       llvm::cl::desc("How many rows of the grid a workgroup covers"),
                       llvm::cl::init(1)};
};
} // namespace

LogicalResult FlattenWorkgroups::flatten(GridOp grid) {
  // x is the innermost dimension of the grid: neighbours in a row.
  ArrayRef<int32_t> old = grid.getWorkgroupSizeAttr().asArrayRef();
  int64_t threads = int64_t(old[0]) * old[1];
  std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
  if (rows < 1 || threads % rows != 0)
    return report(grid.getLoc(), rowsDoNotFit,
                  {std::to_string(rows), std::to_string(threads), kernel});
  if (old[1] == rows)
    return success();
  int32_t size[3] = {int32_t(threads / rows), int32_t(rows), 1};
  report(grid.getLoc(), flattened,
         {kernel, std::to_string(size[0]), std::to_string(size[1]), std::to_string(old[0]),
          std::to_string(old[1])});
  grid.setWorkgroupSizeAttr(DenseI32ArrayAttr::get(&getContext(), size));
  return success();
}

void FlattenWorkgroups::runOnOperation() {
  ModuleOp module = getOperation();
  // A decision is changed between planning and lowering; in another phase there is nothing to do.
  if (getPhase(module) != Phase::Planned)
    return;
  WalkResult result = module.walk([&](GridOp grid) -> WalkResult {
    return grid.getNumDims() == 2 ? flatten(grid) : success();
  });
  if (result.wasInterrupted())
    signalPassFailure();
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "FlattenWorkgroups", "1",
          [] { PassRegistration<FlattenWorkgroups>(); }};
}
