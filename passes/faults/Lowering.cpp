//===- Lowering.cpp - Faults in what lowering adds to kernels ---------------------------------===//

#include "analysis/values/Expressions.h"
#include "passes/faults/Faults.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Of reductions
//===------------------------------------------------------------------------------------------===//

/// Whether a variable gets values added, here or in a function that it is handed to.
static bool isAccumulator(VarOp variable) {
  return llvm::any_of(variable.getRef().getUsers(), llvm::IsaPred<UpdateOp, CallOp>);
}

/// Variables of a whole shader that begin with a constant are what its threads accumulate in:
///
///     float m_sumLocal = 0.0;  =>  float m_sumLocal = 1.0;
void vkmorph::vkm::changeIdentities(ClassOp op, FaultList &faults) {
  for (ShaderOp shader : op.getBody().front().getOps<ShaderOp>())
    for (VarOp variable : shader.getBody().front().getOps<VarOp>()) {
      auto constant =
          variable.getInit() ? variable.getInit().getDefiningOp<ConstantOp>() : ConstantOp();
      if (!constant || variable.getConstant() || !isAccumulator(variable))
        continue;
      Builder builder(op.getContext());
      TypedAttr value = constant.getValue(), wrong;
      if (auto boolean = dyn_cast<BoolAttr>(value))
        wrong = builder.getBoolAttr(!boolean.getValue());
      else if (auto integer = dyn_cast<IntegerAttr>(value))
        wrong = builder.getIntegerAttr(integer.getType(), integer.getValue().isOne() ? 0 : 1);
      else if (auto floating = dyn_cast<FloatAttr>(value))
        wrong = builder.getFloatAttr(floating.getType(),
                                     floating.getValueAsDouble() == 1.0 ? 0.0 : 1.0);
      if (wrong)
        faults.push_back(
            {variable, ("'" + variable.getName() + "' begins with another number").str(),
             [=]() mutable {
               OpBuilder at(variable);
               variable.getInitMutable().assign(at.create<ConstantOp>(variable.getLoc(), wrong));
             }});
    }
}

//===------------------------------------------------------------------------------------------===//
// Of vectors that are appended to
//===------------------------------------------------------------------------------------------===//

/// The field that a place is, or a part of; null for all others.
static FieldOp getField(ClassOp op, Value place) {
  Root root = getRoot(place);
  return root.symbol ? op.lookupField(root.symbol.getValue()) : FieldOp();
}

static void replaceAtomic(AtomicOp found) {
  OpBuilder builder(found);
  Type type = found.getOld().getType();
  auto old = builder.create<VarOp>(found.getLoc(), RefType::get(type), "old",
                                   builder.create<LoadOp>(found.getLoc(), type, found.getRef()),
                                   /*constant=*/true);
  auto read = [&]() -> Value { return builder.create<LoadOp>(found.getLoc(), type, old.getRef()); };
  Value sum =
      builder.create<BinaryOp>(found.getLoc(), type, BinaryKind::Add, read(), found.getValue());
  builder.create<AssignOp>(found.getLoc(), found.getRef(), sum);
  found.getOld().replaceAllUsesWith(read());
  found.erase();
}

/// slot = atomicAdd(m_size, 1)  =>  slot = m_size; m_size = slot + 1
void vkmorph::vkm::appendWithoutAtomics(ClassOp op, FaultList &faults) {
  op.walk([&](AtomicOp atomic) {
    FieldOp field = getField(op, atomic.getRef());
    if (field && field.getSizeOf() && atomic.getKind() == ReduceKind::Add)
      faults.push_back({atomic, "slots taken without atomics", [=] { replaceAtomic(atomic); }});
  });
}

/// Whether all threads of a dispatch update the place, each for the iterations that it takes: an
/// element that a loop has chosen.
static bool isScattered(AtomicOp atomic) {
  if (!isa_and_nonnull<DerefOp, ElementOp, MemberOp>(atomic.getRef().getDefiningOp()))
    return false;
  return atomic->use_empty() && atomic->getParentOfType<LoopOpInterface>();
}

/// before = atomicCompSwap(sums[k], seen, next)  =>  before = sums[k]; sums[k] = next
static void replaceSwap(CompareSwapOp swap) {
  OpBuilder builder(swap);
  Location loc = swap.getLoc();
  Type type = swap.getValue().getType();
  auto next = builder.create<VarOp>(loc, RefType::get(type), "next", swap.getValue(), true);
  auto old = builder.create<VarOp>(loc, RefType::get(type), "old",
                                   builder.create<LoadOp>(loc, type, swap.getRef()), true);
  builder.create<AssignOp>(loc, swap.getRef(), builder.create<LoadOp>(loc, type, next.getRef()));
  swap.getOld().replaceAllUsesWith(builder.create<LoadOp>(loc, type, old.getRef()));
  swap.erase();
}

/// atomicAdd(m_bins[k], 1)  =>  m_bins[k] = m_bins[k] + 1
void vkmorph::vkm::scatterWithoutAtomics(ClassOp op, FaultList &faults) {
  op.walk([&](AtomicOp atomic) {
    if (isScattered(atomic) && atomic.getKind() == ReduceKind::Add)
      faults.push_back(
          {atomic, "elements updated without atomics", [=] { replaceAtomic(atomic); }});
  });
  op.walk([&](CompareSwapOp swap) {
    faults.push_back({swap, "elements swapped without atomics", [=] { replaceSwap(swap); }});
  });
}

/// Whether the value is the capacity of a vector, or a local variable that holds it.
static bool isCapacity(ClassOp op, Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  if (!load)
    return false;
  if (auto variable = load.getRef().getDefiningOp<VarOp>())
    return variable.getConstant() && isCapacity(op, variable.getInit());
  FieldOp field = getField(op, load.getRef());
  return field && field->hasAttr(kCapacityOfAttr);
}

/// if (slot < m_capacity)  =>  if (true)
void vkmorph::vkm::forgetCapacity(ClassOp op, FaultList &faults) {
  SmallVector<CmpOp> comparisons;
  op.walk([&](CmpOp comparison) {
    if (isCapacity(op, comparison.getRhs()))
      comparisons.push_back(comparison);
  });
  if (comparisons.empty())
    return;
  faults.push_back({comparisons.front(), "the room in vectors not asked for", [comparisons] {
                      for (CmpOp comparison : comparisons) {
                        OpBuilder builder(comparison);
                        Value yes = builder.create<ConstantOp>(comparison.getLoc(),
                                                               builder.getBoolAttr(true));
                        comparison.getResult().replaceAllUsesWith(yes);
                      }
                    }});
}

/// Of elements that come in order, those of a block: subgroup by subgroup  =>  the last one first
void vkmorph::vkm::loseOrder(ClassOp op, FaultList &faults) {
  SmallVector<CmpOp> comparisons;
  for (FuncOp function : op.getBody().front().getOps<FuncOp>()) {
    bool isOfBlocks =
        function.getNumArguments() == 3 &&
        llvm::all_of(ArrayRef(function.getArgumentTypes()).drop_front(2), llvm::IsaPred<RefType>);
    function.walk([&](CmpOp comparison) {
      auto builtin = comparison.getRhs().getDefiningOp<BuiltinOp>();
      if (isOfBlocks && builtin && builtin.getBuiltin() == Builtin::Subgroup)
        comparisons.push_back(comparison);
    });
  }
  if (!comparisons.empty())
    faults.push_back({comparisons.front(), "elements in the wrong order", [comparisons] {
                        for (CmpOp comparison : comparisons)
                          comparison.setKind(vkm::swapOperands(comparison.getKind()));
                      }});
}
