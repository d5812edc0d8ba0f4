//===- NarrowSizes.cpp - Makes size_t parameters, members, counters and indices 32-bit --------===//
//
//   kernel(a, size_t n):                          kernel(a, uint n):
//     grid (size_t i) = 0 to n             =>       grid (uint i) = 0 to n
//       a[i * size_t(w) + 1] = float(n)               a[i * w + 1] = float(n)
//   launch kernel(a, count)                       launch kernel(a, narrow(count)), which the host
//   checks
//   b[k * m_columns]                              b[k * narrow(m_columns)], which the host checks
//                                                 when it uploads the member
//
// analysis/accesses/SizeAnalysis.h says what may be narrowed; here it is done.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/SizeAnalysis.h"
#include "ir/ClassDataForm.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_NARROWSIZES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Changes the functions of one class as the analysis says.
class Narrower {
public:
  explicit Narrower(ClassOp op) : op(op), analysis(op), context(op.getContext()) {}
  void run();

private:
  void plan(FunctionOpInterface function);
  void changeTypes(FunctionOpInterface function);
  void legalise(Operation *op);
  void legaliseGrid(GridOp grid);
  void narrowMembers();
  void widenMembers();
  void setType(OpOperand &operand, Type type);
  void narrowLaunch(LaunchOp launch);
  void remark(KernelOp kernel);

  Type getSize(unsigned width) { return IntegerType::get(context, width, IntegerType::Unsigned); }

  ClassOp op;
  SizeAnalysis analysis;
  MLIRContext *context;
  /// Comparisons whose operands both fit: found before types change.
  llvm::DenseSet<Operation *> narrowComparisons;
  llvm::DenseSet<Value> narrowValues;
  SmallVector<NarrowOp> narrowedReads; ///< of members
};

struct NarrowSizesPass : vkm::impl::NarrowSizesBase<NarrowSizesPass> {
  void runOnOperation() override;
};

} // namespace

/// What is read of a member has the member's 64 bits.
static bool isMemberRead(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  return load && getRoot(load.getRef()).symbol;
}

static bool isHostOnly(Operation *op) { return op->getParentOfType<ExtentOp>() != nullptr; }

/// Notes what will be 32 bits wide, while the analysis still knows the values by their old types.
void Narrower::plan(FunctionOpInterface function) {
  auto note = [&](Value value) {
    if (isSizeType(value.getType()) && !value.getDefiningOp<ConstantOp>() && !isMemberRead(value) &&
        analysis.isNarrow(value))
      narrowValues.insert(value);
  };
  llvm::for_each(function.getArguments(), note);
  function->walk([&](Operation *inner) {
    if (isHostOnly(inner))
      return;
    llvm::for_each(inner->getResults(), note);
    if (auto grid = dyn_cast<GridOp>(inner))
      llvm::for_each(grid.getBody().getArguments(), note);
    if (auto loop = dyn_cast<ForOp>(inner); loop && analysis.isNarrow(loop.getBodyVar()))
      if (isSizeType(loop.getBodyVar().getType()))
        for (BlockArgument place : {loop.getCondVar(), loop.getStepVar(), loop.getBodyVar()})
          narrowValues.insert(place);
    auto cmp = dyn_cast<CmpOp>(inner);
    if (cmp && isSizeType(cmp.getLhs().getType()) &&
        analysis.getWidth(cmp.getLhs()) == Width::Exact &&
        analysis.getWidth(cmp.getRhs()) == Width::Exact)
      narrowComparisons.insert(cmp);
  });
}

void Narrower::changeTypes(FunctionOpInterface function) {
  SmallVector<Type> inputs, results(function.getResultTypes());
  auto func = dyn_cast<FuncOp>(function.getOperation());
  if (func && results.size() == 1 && isSizeType(results[0]) &&
      analysis.getResultWidth(func) != Width::Wide)
    results[0] = getSize(32);
  for (BlockArgument argument : function.getArguments())
    inputs.push_back(argument.getType());
  function.setType(FunctionType::get(context, inputs, results));
}

/// Gives an operand the type that its operation asks for.
void Narrower::setType(OpOperand &operand, Type type) {
  Value value = operand.get();
  if (value.getType() == type)
    return;
  Operation *user = operand.getOwner();
  OpBuilder builder(user);
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    APInt number =
        cast<IntegerAttr>(constant.getValue()).getValue().zextOrTrunc(type.getIntOrFloatBitWidth());
    auto narrow = builder.create<ConstantOp>(constant.getLoc(), IntegerAttr::get(type, number));
    narrow->setDiscardableAttrs(constant->getDiscardableAttrDictionary());
    operand.set(narrow);
    return;
  }
  operand.set(builder.create<CastOp>(user->getLoc(), type, value));
}

static bool isVectorOrMatrix(Type type) { return isa<VecType, MatType>(type); }

/// Makes the operands of an operation fit after values have changed their types.
void Narrower::legalise(Operation *inner) {
  if (isHostOnly(inner)) {
    // The host computes as the source says.
    for (OpOperand &operand : inner->getOpOperands())
      if (narrowValues.contains(operand.get()))
        setType(operand, getSize(64));
    return;
  }
  auto all = [&](Type type) {
    for (OpOperand &operand : inner->getOpOperands())
      setType(operand, type);
  };
  auto isSize = [](Value value) {
    return value.getType().isUnsignedInteger(64) || value.getType().isUnsignedInteger(32);
  };
  if (llvm::any_of(inner->getOperandTypes(), isVectorOrMatrix) && isa<BinaryOp>(inner))
    return; // no size goes in
  if (auto binary = dyn_cast<BinaryOp>(inner)) {
    bool isShift = binary.getKind() == BinaryKind::Shl || binary.getKind() == BinaryKind::Shr;
    setType(inner->getOpOperand(0), binary.getType());
    if (!isShift)
      setType(inner->getOpOperand(1), binary.getType());
    else if (binary.getType().isUnsignedInteger(32) &&
             binary.getRhs().getType().isUnsignedInteger(64))
      setType(inner->getOpOperand(1), binary.getType());
  } else if (isa<UnaryOp>(inner) || (isa<MathOp>(inner) && isSize(inner->getResult(0)))) {
    all(inner->getResult(0).getType());
  } else if (auto cmp = dyn_cast<CmpOp>(inner)) {
    if (narrowComparisons.contains(cmp))
      all(getSize(32));
    else if (isSize(cmp.getLhs()) && cmp.getLhs().getType() != cmp.getRhs().getType())
      all(getSize(64));
    else if (narrowValues.contains(cmp.getLhs()) || narrowValues.contains(cmp.getRhs()))
      all(getSize(64));
  } else if (isa<DerefOp, ElementOp, ComponentOp>(inner)) {
    OpOperand &index = inner->getOpOperand(1);
    if (index.get().getType().isUnsignedInteger(64) && index.get().getDefiningOp<ConstantOp>())
      setType(index, getSize(32));
  } else if (auto assign = dyn_cast<AssignOp>(inner)) {
    setType(inner->getOpOperand(1), assign.getRef().getType().getPointee());
  } else if (auto update = dyn_cast<UpdateOp>(inner)) {
    Type type = cast<RefType>(update.getRef().getType()).getPointee();
    bool isShift = update.getKind() == BinaryKind::Shl || update.getKind() == BinaryKind::Shr;
    if (isVectorOrMatrix(type))
      return;
    if (!isShift || update.getValue().getType().isUnsignedInteger(64))
      setType(inner->getOpOperand(1), type);
  } else if (auto var = dyn_cast<VarOp>(inner)) {
    if (var.getInit())
      setType(inner->getOpOperand(0), var.getRef().getType().getPointee());
  } else if (auto loop = dyn_cast<ForOp>(inner)) {
    setType(inner->getOpOperand(0), cast<RefType>(loop.getBodyVar().getType()).getPointee());
  } else if (auto grid = dyn_cast<GridOp>(inner)) {
    legaliseGrid(grid);
  } else if (auto call = dyn_cast<CallOp>(inner)) {
    if (FunctionOpInterface callee = lookupCallee(call))
      for (auto [operand, type] : llvm::zip(inner->getOpOperands(), callee.getArgumentTypes()))
        if (!isa<PtrType>(type)) // it may gain const
          setType(operand, type);
  } else if (auto result = dyn_cast<ReturnOp>(inner)) {
    auto function = result->getParentOfType<FunctionOpInterface>();
    if (result.getValue())
      setType(inner->getOpOperand(0), function.getResultTypes().front());
  } else if (auto yield = dyn_cast<YieldOp>(inner)) {
    if (auto select = dyn_cast<SelectOp>(yield->getParentOp()))
      setType(inner->getOpOperand(0), select.getType());
  } else if (!isa<CastOp, LoadOp, NarrowOp>(inner)) {
    for (OpOperand &operand : inner->getOpOperands())
      if (narrowValues.contains(operand.get()) && !isa<RefType>(operand.get().getType()))
        setType(operand, getSize(64));
  }
}

/// A counter has the type of its lower bound; the other operands may be of any type.
void Narrower::legaliseGrid(GridOp grid) {
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    Type type = grid.getBody().getArgument(dim).getType();
    OpOperand &lower = grid->getOpOperand(dim);
    if (lower.get().getType() == type)
      continue;
    if (lower.get().getDefiningOp<ConstantOp>() || !isSizeType(lower.get().getType())) {
      setType(lower, type);
      continue;
    }
    OpBuilder builder(grid);
    lower.set(builder.create<NarrowOp>(grid.getLoc(), type, grid.getCounterName(dim), lower.get()));
  }
  for (OpOperand &operand : llvm::drop_begin(grid->getOpOperands(), grid.getNumDims())) {
    auto constant = operand.get().getDefiningOp<ConstantOp>();
    if (constant && isSizeType(constant.getType()) &&
        cast<IntegerAttr>(constant.getValue()).getValue().getActiveBits() <= 32)
      setType(operand, getSize(32));
  }
}

/// Passes 32 bits where the kernel takes them now.
void Narrower::narrowLaunch(LaunchOp launch) {
  auto kernel = lookupKernel(launch);
  if (!kernel)
    return;
  for (auto [index, operand] : llvm::enumerate(launch->getOpOperands())) {
    Type type = kernel.getArgumentTypes()[index];
    Value value = operand.get();
    if (value.getType() == type || !isSizeType(value.getType())) // pointers may gain const
      continue;
    OpBuilder builder(launch);
    if (auto cast = value.getDefiningOp<CastOp>()) {
      auto from = dyn_cast<IntegerType>(cast.getOperand().getType());
      // What was 32 bits or less before fits.
      if (from && from.getWidth() <= 32 && !from.isSigned()) {
        operand.set(builder.createOrFold<CastOp>(cast.getLoc(), type, cast.getOperand()));
        if (cast->use_empty())
          cast.erase();
        continue;
      }
    }
    if (auto constant = value.getDefiningOp<ConstantOp>();
        constant && cast<IntegerAttr>(constant.getValue()).getValue().getActiveBits() <= 32) {
      setType(operand, type);
      if (constant->use_empty())
        constant.erase();
      continue;
    }
    operand.set(builder.create<NarrowOp>(launch.getLoc(), type, kernel.getArgName(index), value));
  }
}

/// Gives those that read a member which is a size its 32 bits, and says in the field that the host
/// has to check it.
void Narrower::narrowMembers() {
  for (const MemberSize *member : analysis.getMemberSizes()) {
    FieldOp field = member->field;
    for (LoadOp load : member->loads) {
      OpBuilder after(load);
      after.setInsertionPointAfter(load);
      auto narrow =
          after.create<NarrowOp>(load.getLoc(), getSize(32), member->spell(), load.getResult());
      load.getResult().replaceAllUsesExcept(narrow, narrow);
      narrowValues.insert(narrow);
      narrowedReads.push_back(narrow);
    }
    // The host has no such member.
    if (field.getTemporary() || field->hasAttr(kLocalOfAttr))
      continue;
    SmallVector<Attribute> paths;
    if (auto known = field->getAttrOfType<ArrayAttr>(kCheckedSizesAttr))
      paths.assign(known.begin(), known.end());
    paths.push_back(member->path);
    field->setAttr(kCheckedSizesAttr, ArrayAttr::get(context, paths));
    report(field.getLoc(), diag::MemberNarrowed, {member->spell()});
  }
}

/// Reads that are needed with 64 bits after all.
void Narrower::widenMembers() {
  for (NarrowOp narrow : narrowedReads)
    for (Operation *user : llvm::make_early_inc_range(narrow.getResult().getUsers()))
      if (auto cast = dyn_cast<CastOp>(user); cast && cast.getType() == getSize(64)) {
        cast.getResult().replaceAllUsesWith(narrow.getValue());
        cast.erase();
      }
}

/// Says what has been narrowed, and where 64 bits are left for the device.
void Narrower::remark(KernelOp kernel) {
  std::string name = kernel.getSymName().str();
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (narrowValues.contains(argument))
      report(argument.getLoc(), diag::SizeNarrowed,
             {kernel.getArgName(argument.getArgNumber()).str(), name});
  llvm::SetVector<Operation *> bodies;
  for (Operation &top : kernel.getBody().front())
    if (isa<OnceOp, GridOp>(top))
      bodies.insert(&top);
  for (unsigned index = 0; index < bodies.size(); ++index)
    bodies[index]->walk([&](CallOp call) {
      if (Operation *callee = lookupCallee(call))
        bodies.insert(callee);
    });
  for (Operation *body : bodies)
    if (body->walk([&](Operation *inner) {
              bool isWide = llvm::any_of(inner->getResultTypes(),
                                         [](Type type) { return type.isInteger(64); });
              if (!isWide || isa<ConstantOp>(inner) || isHostOnly(inner))
                return WalkResult::advance();
              report(inner->getLoc(), diag::SizeWide, {name});
              return WalkResult::interrupt();
            })
            .wasInterrupted())
      return;
}

void Narrower::run() {
  for (FunctionOpInterface function : analysis.getFunctions())
    plan(function);
  for (Value value : narrowValues) {
    bool isPlace = isa<RefType>(value.getType());
    value.setType(isPlace ? Type(RefType::get(getSize(32))) : getSize(32));
  }
  for (FunctionOpInterface function : analysis.getFunctions())
    changeTypes(function);
  narrowMembers();
  SmallVector<Operation *> work;
  for (FunctionOpInterface function : analysis.getFunctions())
    function->walk([&](Operation *inner) { work.push_back(inner); });
  llvm::for_each(work, [&](Operation *inner) { legalise(inner); });
  // Conversions whose two sides have become the same type are erased.
  for (Operation *inner : work)
    if (auto cast = dyn_cast<CastOp>(inner);
        cast && cast.getOperand().getType() == cast.getType()) {
      cast.getResult().replaceAllUsesWith(cast.getOperand());
      cast.erase();
    }
  widenMembers();
  for (FunctionOpInterface function : analysis.getFunctions())
    eraseDeadExpressions(function.getFunctionBody());
  op.walk([&](LaunchOp launch) { narrowLaunch(launch); });
  for (KernelOp kernel : op.getBody().front().getOps<KernelOp>())
    remark(kernel);
}

void NarrowSizesPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    Narrower(op).run();
}
