//===- Mistranslate.cpp - Plants one fault, for tests of whatever has to notice it
//-------------===//
//
// What checks translations (vkmorph-check, adversarial execution) is itself tested by translations
// that are wrong. Each kind of fault is one function, which plants it at the first place that fits.
// Faults of the computation are planted once everything is decided, so that decisions are those of
// the right program; faults of commands and transfers behind the checkers, which would refuse some.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/Mistranslate.h"

#include "passes/CommandEffects.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/Utils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_MISTRANSLATE
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

//===------------------------------------------------------------------------------------------===//
// Of the computation, in the planned phase
//===------------------------------------------------------------------------------------------===//

/// Walks what kernels compute: their grids and what runs once; not the expressions of extents.
/// `visit` returns whether it planted the fault.
static bool walkKernels(ClassOp op, llvm::function_ref<bool(Operation *)> visit) {
  WalkResult result = op.walk([&](Operation *inner) {
    bool isPart = inner->getParentOfType<GridOp>() || inner->getParentOfType<OnceOp>();
    return isPart && visit(inner) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Whether an expression decides if a loop goes on.
static bool isInLoopCondition(Operation *op) {
  for (Region *region = op->getParentRegion(); region; region = region->getParentRegion()) {
    Operation *owner = region->getParentOp();
    if (auto loop = dyn_cast<ForOp>(owner); loop && region == &loop.getCond())
      return true;
    if (auto loop = dyn_cast<WhileOp>(owner); loop && region == &loop.getCond())
      return true;
    if (auto loop = dyn_cast<DoWhileOp>(owner); loop && region == &loop.getCond())
      return true;
  }
  return false;
}

static bool isOrder(CmpKind kind) { return kind != CmpKind::Eq && kind != CmpKind::Ne; }

/// a < b  =>  a <= b: what a loop survives.
static CmpKind changeStrictness(CmpKind kind) {
  switch (kind) {
  case CmpKind::Lt:
    return CmpKind::Le;
  case CmpKind::Le:
    return CmpKind::Lt;
  case CmpKind::Gt:
    return CmpKind::Ge;
  case CmpKind::Ge:
    return CmpKind::Gt;
  case CmpKind::Eq:
  case CmpKind::Ne:
    return kind;
  }
  llvm_unreachable("all kinds are handled");
}

static bool flipComparison(ClassOp op) {
  auto flip = [](Operation *inner, bool ofLoop) {
    auto comparison = dyn_cast<CmpOp>(inner);
    if (!comparison || !isOrder(comparison.getKind()) || isInLoopCondition(comparison) != ofLoop)
      return false;
    CmpKind kind = comparison.getKind();
    comparison.setKind(ofLoop ? changeStrictness(kind) : swapOperands(kind));
    return true;
  };
  if (walkKernels(op, [&](Operation *inner) { return flip(inner, /*ofLoop=*/false); }) ||
      walkKernels(op, [&](Operation *inner) { return flip(inner, /*ofLoop=*/true); }))
    return true;
  WalkResult result = op.walk([&](GridOp grid) {
    SmallVector<int32_t> predicates(grid.getPredicates());
    for (int32_t &predicate : predicates)
      if (auto kind = static_cast<CmpKind>(predicate); isOrder(kind)) {
        predicate = static_cast<int32_t>(changeStrictness(kind));
        grid.setPredicates(predicates);
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

static bool forgetEpilogue(ClassOp op) {
  for (KernelOp kernel : op.getBody().front().getOps<KernelOp>()) {
    OnceOp epilogue;
    for (Operation &part : kernel.getBody().front()) {
      if (isa<GridOp>(part))
        epilogue = OnceOp();
      else if (auto once = dyn_cast<OnceOp>(part); once && !epilogue)
        epilogue = once;
    }
    bool hasGrid = !kernel.getBody().front().getOps<GridOp>().empty();
    if (hasGrid && epilogue) {
      epilogue.erase();
      return true;
    }
  }
  return false;
}

static Value createConstant(OpBuilder &builder, Location loc, Type type, int64_t value) {
  return builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, value));
}

/// Whether all that is done with a place is to read it, or parts of it.
static bool isOnlyRead(Value place) {
  return !place.use_empty() && llvm::all_of(place.getUsers(), [&](Operation *user) {
    if (isa<MemberOp, ElementOp>(user))
      return user->getOperand(0) == place && isOnlyRead(user->getResult(0));
    return isa<LoadOp>(user);
  });
}

/// data[i]  =>  data[i + 1]
static bool readPastEnd(ClassOp op) {
  return walkKernels(op, [](Operation *inner) {
    auto element = dyn_cast<DerefOp>(inner);
    if (!element || !inner->getParentOfType<GridOp>() || !isOnlyRead(element.getRef()))
      return false;
    OpBuilder builder(element);
    Value index = element.getIndex();
    Value one = createConstant(builder, element.getLoc(), index.getType(), 1);
    element.getIndexMutable().assign(
        builder.create<BinaryOp>(element.getLoc(), BinaryKind::Add, index, one));
    return true;
  });
}

/// The bound of one iteration less: n - 1; n - (n != 0) where there are no negative numbers; n + 1
/// of a loop that counts down.
static Value shorten(OpBuilder &builder, Location loc, Value bound, CmpKind predicate) {
  Type type = bound.getType();
  Value one = createConstant(builder, loc, type, 1);
  if (predicate == CmpKind::Gt || predicate == CmpKind::Ge)
    return builder.create<BinaryOp>(loc, BinaryKind::Add, bound, one);
  if (type.isUnsignedInteger()) {
    Value zero = createConstant(builder, loc, type, 0);
    Value some = builder.create<CmpOp>(loc, builder.getI1Type(), CmpKind::Ne, bound, zero);
    one = builder.create<CastOp>(loc, type, some);
  }
  return builder.create<BinaryOp>(loc, BinaryKind::Sub, bound, one);
}

static bool shortLoop(ClassOp op) {
  WalkResult result = op.walk([](GridOp grid) {
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
      CmpKind predicate = grid.getPredicate(dim);
      if (!isOrder(predicate) || grid.hasDynamicStep(dim) || std::abs(grid.getSteps()[dim]) != 1)
        continue;
      OpBuilder builder(grid);
      MutableOperandRange upper = grid.getUpperMutable();
      upper[dim].assign(shorten(builder, grid.getLoc(), grid.getUpper()[dim], predicate));
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return true;
  return walkKernels(op, [](Operation *inner) {
    auto loop = dyn_cast<ForOp>(inner);
    auto condition =
        loop ? cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>()
             : CmpOp();
    if (!condition || !isOrder(condition.getKind()) ||
        !isa<IntegerType>(condition.getRhs().getType()))
      return false;
    OpBuilder builder(condition);
    condition.getRhsMutable().assign(
        shorten(builder, condition.getLoc(), condition.getRhs(), condition.getKind()));
    return true;
  });
}

//===------------------------------------------------------------------------------------------===//
// Of commands and transfers, in the lowered phase
//===------------------------------------------------------------------------------------------===//

static bool conflict(const Command &before, const Command &after) {
  return llvm::any_of(before.accesses, [&](const ResourceAccess &first) {
    return llvm::any_of(after.accesses, [&](const ResourceAccess &second) {
      return first.resource.kind == second.resource.kind &&
             first.resource.name == second.resource.name && (first.isWrite || second.isWrite);
    });
  });
}

/// Drops a barrier that stands alone between two commands of one sequence that conflict: then it
/// shows within one recording. Members that merely share the class data block do not conflict.
static bool dropBarrierIn(Block &body, const std::vector<Command> &sequence) {
  SmallVector<CmdBarrierOp> barriers(body.getOps<CmdBarrierOp>());
  for (CmdBarrierOp barrier : barriers)
    for (const Command &before : sequence)
      for (const Command &after : sequence) {
        if (before.op->getBlock() != &body || after.op->getBlock() != &body)
          continue;
        auto isBetween = [&](CmdBarrierOp other) {
          return before.op->isBeforeInBlock(other) && other->isBeforeInBlock(after.op);
        };
        if (!isBetween(barrier) || llvm::count_if(barriers, isBetween) != 1 ||
            !conflict(before, after))
          continue;
        barrier.erase();
        return true;
      }
  return false;
}

static bool dropBarrier(ClassOp op) {
  Block &members = op.getBody().front();
  ClassCommands effects(op);
  for (ControlOp control : members.getOps<ControlOp>())
    if (dropBarrierIn(control.getBody().front(), effects.getRuns(control)))
      return true;
  for (CommandsOp commands : members.getOps<CommandsOp>())
    if (dropBarrierIn(commands.getBody().front(), effects.getCommands(commands)))
      return true;
  return false;
}

static SmallVector<BindingAttr> getBindings(CommandsOp commands) {
  auto bindings = commands->getAttrOfType<ArrayAttr>("bindings").getAsRange<BindingAttr>();
  return SmallVector<BindingAttr>(bindings.begin(), bindings.end());
}

static BindingAttr withNumber(BindingAttr binding, int64_t number) {
  return BindingAttr::get(binding.getContext(), number, binding.getKind(), binding.getName(),
                          binding.getElementType(), binding.getAccess());
}

static BindingAttr withAccess(BindingAttr binding, Access access) {
  return BindingAttr::get(binding.getContext(), binding.getBinding(), binding.getKind(),
                          binding.getName(), binding.getElementType(), access);
}

/// The bindings that a control function's operands of `bind` stand at.
static SmallVector<BindingAttr> getParameterBindings(CmdBindOp bind) {
  auto commands = bind->getParentOfType<ClassOp>().lookupSymbol<CommandsOp>(bind.getKernel());
  SmallVector<BindingAttr> bindings = getBindings(commands);
  llvm::erase_if(bindings,
                 [](BindingAttr binding) { return binding.getKind() != ResourceKind::Parameter; });
  return bindings;
}

/// Two buffers of a launch that may stand for each other, so that the host's program stays one; or
/// the numbers of two bindings of a shader.
static bool swapBindings(ClassOp op) {
  WalkResult result = op.walk([](CmdBindOp bind) {
    SmallVector<BindingAttr> bindings = getParameterBindings(bind);
    for (unsigned i = 0; i < bindings.size(); ++i)
      for (unsigned j = i + 1; j < bindings.size(); ++j) {
        Value first = bind.getBuffers()[i], second = bind.getBuffers()[j];
        if (first == second || first.getType() != second.getType() ||
            bindings[i].getAccess() != bindings[j].getAccess())
          continue;
        bind.getBuffersMutable()[i].assign(second);
        bind.getBuffersMutable()[j].assign(first);
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return true;
  for (ShaderOp shader : op.getBody().front().getOps<ShaderOp>()) {
    SmallVector<Attribute> bindings(shader.getBindings().getValue());
    if (bindings.size() < 2)
      continue;
    auto first = cast<BindingAttr>(bindings[0]), second = cast<BindingAttr>(bindings[1]);
    bindings[0] = withNumber(first, second.getBinding());
    bindings[1] = withNumber(second, first.getBinding());
    shader.setBindingsAttr(ArrayAttr::get(shader.getContext(), bindings));
    return true;
  }
  return false;
}

/// What the kernels of a control function do to one of its buffers.
static Access getAccess(ControlOp control, BlockArgument buffer) {
  unsigned access = 0; // none; 1: read, 2: write, 3: both
  for (CmdBindOp bind : control.getBody().front().getOps<CmdBindOp>())
    for (auto [value, binding] : llvm::zip(bind.getBuffers(), getParameterBindings(bind)))
      if (value == buffer)
        access |= static_cast<unsigned>(binding.getAccess());
  return static_cast<Access>(access);
}

/// Visits the buffers of control functions until one is taken.
static bool walkBuffers(ClassOp op, llvm::function_ref<bool(ControlOp, BlockArgument)> visit) {
  for (ControlOp control : op.getBody().front().getOps<ControlOp>())
    for (BlockArgument argument : control.getBody().getArguments())
      if (isa<PtrType>(argument.getType()) && visit(control, argument))
        return true;
  return false;
}

/// The host takes the buffer for one that is overwritten, or for an empty one; or all members for
/// overwritten.
static bool loseUpload(ClassOp op) {
  constexpr llvm::StringLiteral kOverwritten = "vkm.overwritten";
  Builder builder(op.getContext());
  if (walkBuffers(op, [&](ControlOp control, BlockArgument buffer) {
        unsigned number = buffer.getArgNumber();
        if (getAccess(control, buffer) != Access::ReadWrite ||
            control.getArgAttr(number, kOverwritten))
          return false;
        control.setArgAttr(number, kOverwritten, builder.getUnitAttr());
        return true;
      }))
    return true;
  if (walkBuffers(op, [&](ControlOp control, BlockArgument buffer) {
        if (getAccess(control, buffer) != Access::Read)
          return false;
        for (ExtentOp extent : control.getBody().front().getOps<ExtentOp>()) {
          if (extent.getPointer() != buffer)
            continue;
          auto yield = cast<YieldOp>(extent.getCount().front().back());
          OpBuilder inside(yield);
          yield.getValueMutable().assign(
              createConstant(inside, yield.getLoc(), yield.getValue().getType(), 0));
          return true;
        }
        return false;
      }))
    return true;

  bool isPlanted = false;
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>()) {
    auto fields = commands->getAttrOfType<DictionaryAttr>("fields");
    auto overwritten = commands->getAttrOfType<ArrayAttr>("overwritten");
    SmallVector<Attribute> names;
    for (NamedAttribute field : fields ? fields : DictionaryAttr::get(op.getContext()))
      names.push_back(builder.getStringAttr(field.getName().getValue()));
    isPlanted |= names.size() > (overwritten ? overwritten.size() : 0);
    commands->setAttr("overwritten", builder.getArrayAttr(names));
  }
  return isPlanted;
}

/// The host takes the buffer, or all members, for something that kernels only read.
static bool loseReadback(ClassOp op) {
  if (walkBuffers(op, [](ControlOp control, BlockArgument buffer) {
        Access access = getAccess(control, buffer);
        if (access != Access::Write && access != Access::ReadWrite)
          return false;
        for (CmdBindOp bind : control.getBody().front().getOps<CmdBindOp>()) {
          auto commands =
              bind->getParentOfType<ClassOp>().lookupSymbol<CommandsOp>(bind.getKernel());
          unsigned next = 0;
          SmallVector<Attribute> bindings;
          for (BindingAttr binding : getBindings(commands)) {
            bool isBuffer =
                binding.getKind() == ResourceKind::Parameter && bind.getBuffers()[next++] == buffer;
            bindings.push_back(isBuffer ? withAccess(binding, Access::Read) : binding);
          }
          commands->setAttr("bindings", ArrayAttr::get(bind.getContext(), bindings));
        }
        return true;
      }))
    return true;

  bool isPlanted = false;
  auto read = AccessAttr::get(op.getContext(), Access::Read);
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>())
    if (auto fields = commands->getAttrOfType<DictionaryAttr>("fields")) {
      NamedAttrList changed;
      for (NamedAttribute field : fields) {
        isPlanted |= field.getValue() != read;
        changed.set(field.getName(), read);
      }
      commands->setAttr("fields", changed.getDictionary(op.getContext()));
    }
  return isPlanted;
}

//===------------------------------------------------------------------------------------------===//
// Of vectors that are appended to, in the lowered phase
//===------------------------------------------------------------------------------------------===//

/// The field that a place is, or a part of; null for all others.
static FieldOp getField(ClassOp op, Value place) {
  Root root = getRoot(place);
  return root.symbol ? op.lookupField(root.symbol.getValue()) : FieldOp();
}

/// slot = atomicAdd(m_size, 1)  =>  slot = m_size; m_size = slot + 1
static bool appendWithoutAtomics(ClassOp op) {
  AtomicOp found;
  op.walk([&](AtomicOp atomic) {
    FieldOp field = getField(op, atomic.getRef());
    if (!found && field && field.getSizeOf() && atomic.getKind() == ReduceKind::Add)
      found = atomic;
  });
  if (!found)
    return false;
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
  return true;
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
static bool forgetCapacity(ClassOp op) {
  bool isPlanted = false;
  op.walk([&](CmpOp comparison) {
    if (!isCapacity(op, comparison.getRhs()))
      return;
    OpBuilder builder(comparison);
    Value yes = builder.create<ConstantOp>(comparison.getLoc(), builder.getBoolAttr(true));
    comparison.getResult().replaceAllUsesWith(yes);
    isPlanted = true;
  });
  return isPlanted;
}

/// Of elements that come in order, those of a block: subgroup by subgroup  =>  the last one first
static bool loseOrder(ClassOp op) {
  bool isPlanted = false;
  for (FuncOp function : op.getBody().front().getOps<FuncOp>()) {
    bool isOfBlocks =
        function.getNumArguments() == 3 &&
        llvm::all_of(ArrayRef(function.getArgumentTypes()).drop_front(2), llvm::IsaPred<RefType>);
    function.walk([&](CmpOp comparison) {
      auto builtin = comparison.getRhs().getDefiningOp<BuiltinOp>();
      if (!isOfBlocks || !builtin || builtin.getBuiltin() != Builtin::Subgroup)
        return;
      comparison.setKind(swapOperands(comparison.getKind()));
      isPlanted = true;
    });
  }
  return isPlanted;
}

//===------------------------------------------------------------------------------------------===//
// The pass
//===------------------------------------------------------------------------------------------===//

namespace {

struct Mistranslation {
  llvm::StringRef name;
  Phase phase;
  bool (*plant)(ClassOp);
};

struct MistranslatePass : vkm::impl::MistranslateBase<MistranslatePass> {
  using MistranslateBase::MistranslateBase;
  void runOnOperation() override;
};

} // namespace

static constexpr Mistranslation kMistranslations[] = {
    {"flip-comparison", Phase::Planned, flipComparison},
    {"forget-epilogue", Phase::Planned, forgetEpilogue},
    {"read-past-end", Phase::Planned, readPastEnd},
    {"short-loop", Phase::Planned, shortLoop},
    {"drop-barrier", Phase::Lowered, dropBarrier},
    {"swap-bindings", Phase::Lowered, swapBindings},
    {"lose-upload", Phase::Lowered, loseUpload},
    {"lose-readback", Phase::Lowered, loseReadback},
    {"append-without-atomics", Phase::Lowered, appendWithoutAtomics},
    {"forget-capacity", Phase::Lowered, forgetCapacity},
    {"lose-order", Phase::Lowered, loseOrder},
};

llvm::ArrayRef<llvm::StringRef> vkmorph::vkm::getMistranslations() {
  static const SmallVector<llvm::StringRef> names =
      llvm::map_to_vector(kMistranslations, [](const Mistranslation &one) { return one.name; });
  return names;
}

void MistranslatePass::runOnOperation() {
  const Mistranslation *chosen =
      llvm::find_if(kMistranslations, [&](const Mistranslation &one) { return one.name == kind; });
  if (chosen == std::end(kMistranslations)) {
    report(getOperation().getLoc(), diag::OptionUnknown,
           {"kind", kind, llvm::join(getMistranslations(), ", ")});
    return signalPassFailure();
  }
  if (getPhase(getOperation()) != chosen->phase)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    if (!chosen->plant(op)) {
      report(op.getLoc(), diag::NothingToMistranslate, {kind, op.getQualifiedName()});
      return signalPassFailure();
    }
}
