//===- PassNulls.cpp - Kernels and functions are told which arrays there are -----------------===//
//
//   void kernel1D_Dense(const float *bias, int n)      void kernel1D_Dense(bias, n, bool hasBias)
//     { ... bias ? bias[o] : 0.0f ... }           ->     { ... hasBias ? bias[o] : 0.0f ... }
//   kernel1D_Dense(bias, n);                           kernel1D_Dense(bias, n, bias != nullptr);
//   kernel1D_Dense(nullptr, n);                        kernel1D_Dense_noBias(n);
//
//===------------------------------------------------------------------------------------------===//

#include "ir/EffectLedger.h"
#include "ir/Effects.h"
#include "ir/LocalNames.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/KnownPlaces.h"
#include "transforms/Parameters.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PASSNULLS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

using Function = FunctionOpInterface;

/// Passes what is known of arrays through the calls of one class.
class NullPasser {
public:
  explicit NullPasser(ClassOp theClass) : theClass(theClass) {}
  LogicalResult run();

private:
  LogicalResult leaveOutNulls(Function function, ControlOp control);
  Function getCopyWithout(Function callee, ArrayRef<unsigned> arrays);
  void dropUncalled();
  void tell(Function function);
  Value ask(OpBuilder &builder, Location loc, Value array);

  ClassOp theClass;
  std::map<std::pair<Operation *, std::vector<unsigned>>, Function> copies;
  /// The arrays of a function that are asked for, by index; once it has been told of them.
  llvm::DenseMap<Operation *, SmallVector<unsigned>> told;
};

struct PassNullsPass : vkm::impl::PassNullsBase<PassNullsPass> {
  void runOnOperation() override;
};

} // namespace

static SmallVector<CallOp> getCalls(Function function) {
  SmallVector<CallOp> calls;
  function->walk([&](CallOp call) { calls.push_back(call); });
  return calls;
}

/// A copy of a kernel or function for calls that have no array for some of its parameters, which it
/// does not take.
Function NullPasser::getCopyWithout(Function callee, ArrayRef<unsigned> arrays) {
  Function &copy = copies[{callee, std::vector<unsigned>(arrays.begin(), arrays.end())}];
  if (copy)
    return copy;
  std::string symbol = SymbolTable::getSymbolName(callee).str();
  for (unsigned index : arrays)
    symbol += (index == arrays.front() ? "_no" : "") +
              nameOfAnswer(argName(callee, index)).substr(StringRef("has").size());
  symbol = makeFreeSymbol(theClass, symbol);
  OpBuilder builder(callee->getContext());
  builder.setInsertionPointAfter(callee);
  if (auto function = dyn_cast<FuncOp>(callee.getOperation())) {
    copy = copyFunction(function, symbol);
  } else {
    auto kernel = cast<KernelOp>(builder.clone(*callee));
    renameKernel(kernel, symbol);
    copy = kernel;
  }
  Region &body = copy.getFunctionBody();
  for (unsigned index : llvm::reverse(arrays)) {
    BlockArgument array = copy.getArgument(index);
    for (ExtentOp extent : llvm::make_early_inc_range(body.front().getOps<ExtentOp>()))
      if (extent.getPointer() == array)
        extent.erase();
    builder.setInsertionPointToStart(&body.front());
    if (!array.use_empty())
      array.replaceAllUsesWith(builder.create<NoPlaceOp>(array.getLoc(), array.getType()));
    copy.eraseArgument(index);
  }
  auto isThere = [](Value root) {
    return root && root.getDefiningOp<NoPlaceOp>() ? std::optional(false) : std::nullopt;
  };
  // What never runs is not lost, by no control function that calls this.
  answerPlaces(body, isThere, [&](Operation *dropped) {
    for (ControlOp control : theClass.getOps<ControlOp>())
      settleEffects(control, dropped);
  });
  eraseUnreadVariables(body);
  eraseDeadExpressions(body);
  return copy;
}

/// Lets calls that give `nullptr` call copies. Reports arrays that are used where there is none.
LogicalResult NullPasser::leaveOutNulls(Function function, ControlOp control) {
  for (CallOp call : getCalls(function)) {
    SmallVector<unsigned> nulls;
    for (auto [index, operand] : llvm::enumerate(call.getOperands()))
      if (operand.getDefiningOp<NoPlaceOp>() && isa<PtrType>(operand.getType()))
        nulls.push_back(index);
    if (nulls.empty())
      continue;
    Function copy = getCopyWithout(lookupCallee(call), nulls);
    // Where it is told of, the user's own call stands.
    bool isUsed = false;
    copy->walk(
        [&](NoPlaceOp op) { isUsed |= !llvm::all_of(op->getUsers(), llvm::IsaPred<CallOp>); });
    if (isUsed || failed(leaveOutNulls(copy, control)))
      return isUsed ? report(call.getLoc(), diag::NullUsed, {control.getSymName().str()})
                    : failure();
    call.setCallee(SymbolTable::getSymbolName(copy));
    for (unsigned index : llvm::reverse(nulls))
      call->eraseOperand(index);
  }
  eraseDeadExpressions(function.getFunctionBody());
  return success();
}

/// Kernels that were only launched without some array are their copies.
void NullPasser::dropUncalled() {
  llvm::StringSet<> called;
  theClass.walk([&](CallOp call) { called.insert(call.getCallee()); });
  llvm::SetVector<Operation *> originals;
  for (auto &[key, copy] : copies)
    if (isa<KernelOp>(key.first) && !called.contains(SymbolTable::getSymbolName(key.first)))
      originals.insert(key.first);
  for (Operation *kernel : originals)
    kernel->erase();
}

/// Whether there is an array, where a function is called with it.
Value NullPasser::ask(OpBuilder &builder, Location loc, Value array) {
  auto data = array.getDefiningOp<VectorDataOp>();
  if (!data)
    return builder.create<IsSetOp>(loc, builder.getI1Type(), array);
  // That of a vector without elements counts as null.
  FieldOp size = theClass.lookupSizeOf(data.getField());
  if (!size)
    return builder.create<ConstantOp>(loc, builder.getBoolAttr(true));
  Value number = buildLoad(builder, loc, buildFieldPlace(builder, loc, size, {}));
  Value none = builder.create<ConstantOp>(loc, builder.getIntegerAttr(number.getType(), 0));
  return builder.create<CmpOp>(loc, builder.getI1Type(), CmpKind::Ne, number, none);
}

/// Gives a kernel or function a bool for each array that it, or what it calls, asks for; once.
void NullPasser::tell(Function function) {
  if (!told.try_emplace(function).second)
    return;
  for (CallOp call : getCalls(function)) {
    Function callee = lookupCallee(call);
    if (!callee || isa<ControlOp>(callee.getOperation()))
      continue;
    tell(callee);
    OpBuilder builder(call);
    SmallVector<Value> answers;
    for (unsigned index : told[callee])
      answers.push_back(ask(builder, call.getLoc(), call.getOperand(index)));
    call->insertOperands(call->getNumOperands(), answers);
  }
  SmallVector<IsSetOp> vectors;
  llvm::MapVector<Value, SmallVector<IsSetOp>> asked;
  function->walk([&](IsSetOp op) {
    if (op.getPlace().getDefiningOp<VectorDataOp>())
      vectors.push_back(op);
    else if (isa<PtrType>(op.getPlace().getType()))
      asked[op.getPlace()].push_back(op);
  });
  for (IsSetOp op : vectors) {
    OpBuilder builder(op);
    op.getResult().replaceAllUsesWith(ask(builder, op.getLoc(), op.getPlace()));
    op.erase();
  }
  if (isa<ControlOp>(function.getOperation()))
    return;
  for (auto &[array, questions] : asked) {
    unsigned index = cast<BlockArgument>(array).getArgNumber();
    std::string name = makeFreeArgName(function, nameOfAnswer(argName(function, index)));
    BlockArgument answer =
        addParameter(function, name, questions.front().getType(), array.getLoc());
    function.setArgAttr(answer.getArgNumber(), "vkm.cpp_type",
                        StringAttr::get(function->getContext(), "bool"));
    for (IsSetOp question : questions) {
      question.getResult().replaceAllUsesWith(answer);
      question.erase();
    }
    told[function].push_back(index);
  }
}

LogicalResult NullPasser::run() {
  auto controls = llvm::to_vector(theClass.getOps<ControlOp>());
  for (ControlOp control : controls)
    if (failed(leaveOutNulls(control, control)))
      return failure();
  dropUncalled();
  for (Operation &op : llvm::make_early_inc_range(theClass.getBody().front()))
    if (auto function = dyn_cast<Function>(op))
      tell(function);
  return success();
}

void PassNullsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    if (failed(NullPasser(op).run()))
      signalPassFailure();
}
