//===- CountAppends.cpp - What is appended in order is counted first --------------------------===//
//
//   grid (i) { if (a[i] > x) append @m by stable }
//
//     =>   grid counts (i) { if (a[i] > x) *append_counter(@m) += 1 }
//          grid        (i) { if (a[i] > x) append @m by stable }
//
//   grid (i) { sum = running add @m; sum += a[i]; b[i] = sum }
//
//     =>   grid counts (i) { *running_share(@m) += a[i] }
//          grid        (i) { sum = running add @m; sum += a[i]; b[i] = sum }
//
// The first grid is the second one without what it changes: only what decides on the elements, or
// gives running totals what they come to, is left of it. So that both find the same, nothing that
// decides may be read behind a change of it.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Scans.h"
#include "ir/Effects.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/lower/scans/RunningShares.h"
#include "transforms/DecidingSlice.h"
#include "transforms/Parameters.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_COUNTAPPENDS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// What a copy of a body or function is for.
enum class Purpose {
  Count,  ///< counts elements, and changes nothing else
  Append, ///< appends in order
  Once    ///< appends in one thread
};

/// The grids of one class that append in order, and the functions that they call.
class AppendCounting {
public:
  explicit AppendCounting(ClassOp parent) : parent(parent) {}
  LogicalResult run();

private:
  /// Gives the place of a vector's number to the operation that is built next.
  using PlaceFn = llvm::function_ref<Value(OpBuilder &, StringAttr vector)>;

  void countGrid(GridOp grid);
  void rewrite(Region &region, Purpose purpose, PlaceFn place);
  void rewriteCall(CallOp call, Purpose purpose, PlaceFn place);
  FuncOp getVariant(FuncOp function, Purpose purpose);
  void checkSlice(GridOp counting, GridOp grid);
  void refuse(Operation *op, GridOp grid, StringRef why);
  bool isNeeded(FunctionOpInterface function, Purpose purpose);

  ClassOp parent;
  llvm::DenseMap<std::pair<Operation *, int>, FuncOp> variants;
  llvm::SmallSetVector<Operation *, 8> replaced; ///< functions that variants take the place of
  LogicalResult result = success();
};

struct CountAppendsPass : vkm::impl::CountAppendsBase<CountAppendsPass> {
  void runOnOperation() override;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Copies
//===------------------------------------------------------------------------------------------===//

/// Whether a copy of a function differs from it.
bool AppendCounting::isNeeded(FunctionOpInterface function, Purpose purpose) {
  if (!isa_and_nonnull<FuncOp>(function.getOperation()) || function.getFunctionBody().empty())
    return false;
  return !countAppends(function).empty() ||
         (purpose == Purpose::Count && writesOutside(getEffects(function.getFunctionBody())));
}

/// `Add(x)` becomes `Add_inOrder(x, m_foundNext)`.
void AppendCounting::rewriteCall(CallOp call, Purpose purpose, PlaceFn place) {
  FunctionOpInterface callee = lookupCallee(call);
  if (!callee || !isNeeded(callee, purpose))
    return;
  auto function = cast<FuncOp>(callee.getOperation());
  OpBuilder builder(call);
  FuncOp variant = getVariant(function, purpose);
  SmallVector<Value> operands(call.getOperands());
  if (purpose != Purpose::Once)
    for (const auto &[vector, times] : countAppends(function))
      operands.push_back(place(builder, vector));
  auto replacement =
      builder.create<CallOp>(call.getLoc(), call->getResultTypes(), variant.getSymName(), operands);
  replacement->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  call->replaceAllUsesWith(replacement->getResults());
  call.erase();
}

void AppendCounting::rewrite(Region &region, Purpose purpose, PlaceFn place) {
  SmallVector<AppendOp> appends;
  SmallVector<CallOp> calls;
  region.walk([&](Operation *op) {
    if (auto append = dyn_cast<AppendOp>(op))
      appends.push_back(append);
    else if (auto call = dyn_cast<CallOp>(op))
      calls.push_back(call);
  });
  for (AppendOp append : appends) {
    if (purpose == Purpose::Once) {
      append.setStrategy(AppendStrategy::Atomic);
      continue;
    }
    OpBuilder builder(append);
    Value number = place(builder, append.getFieldAttr().getAttr());
    if (purpose == Purpose::Append) {
      append.getNextMutable().assign(number);
      continue;
    }
    Type type = builder.getIntegerType(32, false);
    Value one = builder.create<ConstantOp>(append.getLoc(), builder.getIntegerAttr(type, 1));
    builder.create<UpdateOp>(append.getLoc(), BinaryKind::Add, number, one);
    append.erase();
  }
  for (CallOp call : calls)
    rewriteCall(call, purpose, place);
  if (purpose == Purpose::Count)
    keepDeciding(region);
}

FuncOp AppendCounting::getVariant(FuncOp function, Purpose purpose) {
  auto known = variants.find({function, int(purpose)});
  if (known != variants.end())
    return known->second;
  replaced.insert(function);
  constexpr llvm::StringLiteral suffixes[] = {"_counted", "_inOrder", "_once"};
  StringRef suffix = suffixes[int(purpose)];
  std::string name = (function.getSymName() + suffix).str();
  auto inModule = function->getParentOfType<ModuleOp>();
  while (parent.lookupSymbol(name) || inModule.lookupSymbol(name))
    name += '_';
  OpBuilder builder(function->getContext());
  builder.setInsertionPointAfter(function);
  auto variant = cast<FuncOp>(builder.clone(*function));
  variant.setSymName(name);
  if (auto cppName = function->getAttrOfType<StringAttr>("cpp_name"))
    variant->setAttr("cpp_name", builder.getStringAttr(cppName.getValue() + suffix));
  variants[{function, int(purpose)}] = variant;
  llvm::DenseMap<StringAttr, Value> places;
  if (purpose != Purpose::Once)
    for (const auto &[vector, times] : countAppends(function)) {
      std::string parameter =
          (vector.getValue().rtrim('_') + (purpose == Purpose::Count ? "Count" : "Next")).str();
      places[vector] = addParameter(
          variant, parameter, RefType::get(builder.getIntegerType(32, false)), function.getLoc());
    }
  rewrite(variant.getBody(), purpose,
          [&](OpBuilder &, StringAttr vector) { return places.lookup(vector); });
  return variant;
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

void AppendCounting::refuse(Operation *op, GridOp grid, StringRef why) {
  result = failure();
  if (SmallVector<RunningOp> all = collectRunning(grid); !all.empty()) {
    report(op->getLoc(), diag::ScanImpossible,
           {grid->getParentOfType<KernelOp>().getSymName().str(), listRunning(all), why.str(),
            "keep what it is combined with in a variable before it is changed, or compute it in a "
            "loop of its own"});
    return;
  }
  report(op->getLoc(), diag::AppendOrderImpossible,
         {grid->getParentOfType<KernelOp>().getSymName().str(), why.str(),
          "keep what decides in a variable before it is changed, or append in a loop of its own"});
}

/// What is left of the counting grid must not depend on what was left out.
void AppendCounting::checkSlice(GridOp counting, GridOp grid) {
  counting.walk([&](Operation *op) {
    if (takeLateMark(op))
      return refuse(op, grid, "this decides, and reads what the same iteration changes");
    auto call = dyn_cast<CallOp>(op);
    if (call && writesOutside(getEffects(call)))
      refuse(op, grid, "this decides, and changes memory that outlives the iteration");
  });
}

void AppendCounting::countGrid(GridOp grid) {
  OpBuilder builder(grid);
  auto counter = [&](OpBuilder &at, StringAttr vector) -> Value {
    auto type = RefType::get(at.getIntegerType(32, false));
    return at.create<AppendCounterOp>(grid.getLoc(), type, vector);
  };
  // Each thread runs its own; what decides on elements may be less than that.
  if (RowOp row = grid.getRow())
    row.dissolve();
  auto counting = cast<GridOp>(builder.clone(*grid));
  counting.setCountsAppends(true);
  counting->removeAttr(kCommentAttr);
  // Nothing is combined there.
  counting.removePlanAttr();
  counting->removeAttr(kPackedTotalAttr);
  llvm::DenseSet<StringAttr> appended;
  for (const auto &[vector, times] : countAppends(grid)) {
    appended.insert(vector);
    appended.insert(parent.lookupSizeOf(vector.getValue()).getSymNameAttr());
  }
  if (Operation *statement = keepShares(counting))
    refuse(statement, grid, "this changes it in another way than by sums, multiples and bounds");
  markLate(counting.getBody(), appended);
  rewrite(counting.getBody(), Purpose::Count, counter);
  checkSlice(counting, grid);
  counting.walk([](Operation *op) { op->removeAttr(kCommentAttr); });
  // Where a thread takes several iterations at once it keeps what they append.
  if (grid.getElementsPerThread().value_or(1) == 1)
    rewrite(grid.getBody(), Purpose::Append, counter);
}

LogicalResult AppendCounting::run() {
  SmallVector<GridOp> grids;
  SmallVector<OnceOp> once;
  parent.walk([&](Operation *op) {
    if (auto grid = dyn_cast<GridOp>(op); grid && grid.getInOrder())
      grids.push_back(grid);
    else if (auto statements = dyn_cast<OnceOp>(op))
      once.push_back(statements);
  });
  if (grids.empty())
    return success();
  for (OnceOp statements : once)
    rewrite(statements.getBody(), Purpose::Once, [](OpBuilder &, StringAttr) { return Value(); });
  for (GridOp grid : grids)
    countGrid(grid);
  // Functions that append are no longer called: their copies have taken their place.
  for (Operation *function : replaced)
    if (!countAppends(function).empty())
      function->erase();
  return result;
}

void CountAppendsPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Planned)
    return;
  for (ClassOp op : module.getOps<ClassOp>())
    if (failed(AppendCounting(op).run()))
      signalPassFailure();
}
