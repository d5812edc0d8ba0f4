//===- Commands.cpp - Faults in what the host records, binds, and transfers -------------------===//
//
// They are planted behind the checkers, which would refuse some of them.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/CommandEffects.h"
#include "analysis/commands/CommandFlow.h"
#include "analysis/values/Expressions.h"
#include "ir/ControlForms.h"
#include "ir/Exchange.h"
#include "passes/TwoForms.h"
#include "passes/faults/Faults.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Barriers
//===------------------------------------------------------------------------------------------===//

static bool conflict(const Command &before, const Command &after) {
  return llvm::any_of(before.accesses, [&](const ResourceAccess &first) {
    return llvm::any_of(after.accesses, [&](const ResourceAccess &second) {
      return first.resource.kind == second.resource.kind &&
             first.resource.name == second.resource.name && (first.isWrite || second.isWrite);
    });
  });
}

namespace {

/// The commands that have run, each with the barriers that may be all that stand between its last
/// run and here: null for none, or one; what two of them order is ordered without either.
struct LoneBarriers {
  std::map<unsigned, std::set<Operation *>> since;

  bool join(const LoneBarriers &other) {
    bool changes = false;
    for (const auto &[command, barriers] : other.since)
      for (Operation *barrier : barriers)
        changes |= since[command].insert(barrier).second;
    return changes;
  }
};

/// Finds the barriers that stand alone between two commands that conflict, on some way through
/// loops and branches: these show within one recording. Members that merely share the class data
/// block do not conflict; the host waits for what it has recorded before it reads members back.
class LoneBarrierSearch : CommandFlow<LoneBarriers> {
public:
  explicit LoneBarrierSearch(const std::vector<Command> &commands) : commands(commands) {
    for (auto [number, command] : llvm::enumerate(commands))
      numbers[command.op] = number;
  }

  llvm::DenseSet<Operation *> run(Block &body) {
    play(body, {});
    return std::move(found);
  }

private:
  static bool readsInCondition(LoopOpInterface loop) {
    return !loop.getCond().getOps<CmdReadBackOp>().empty();
  }

  void visit(Operation *op, LoneBarriers &state) override {
    auto loop = dyn_cast<LoopOpInterface>(op);
    if (isa<CmdReadBackOp>(op) || (loop && loop.testsFirst() && readsInCondition(loop)))
      state.since.clear();
    // Its own commands have come here by way of the condition.
    auto around = dyn_cast<LoopOpInterface>(op->getParentOp());
    if (around && !op->getPrevNode() && readsInCondition(around))
      for (auto it = state.since.begin(); it != state.since.end();)
        it = around->isProperAncestor(commands[it->first].op) ? state.since.erase(it) : ++it;
    if (isa<CmdBarrierOp>(op))
      for (auto &[command, barriers] : state.since) {
        bool isFirst = barriers.count(nullptr), isAgain = barriers.count(op);
        barriers.clear();
        if (isFirst || isAgain)
          barriers.insert(op);
      }
    auto number = numbers.find(op);
    if (number == numbers.end())
      return;
    for (const auto &[command, barriers] : state.since)
      if (conflict(commands[command], commands[number->second]))
        found.insert(barriers.begin(), barriers.end());
    state.since[number->second] = {nullptr};
  }

  const std::vector<Command> &commands;
  llvm::DenseMap<Operation *, unsigned> numbers;
  llvm::DenseSet<Operation *> found;
};

} // namespace

static SmallVector<CmdBarrierOp> getBarriers(Block &body) {
  SmallVector<CmdBarrierOp> barriers;
  body.walk([&](CmdBarrierOp barrier) { barriers.push_back(barrier); });
  return barriers;
}

/// Plants the loss of those barriers of a body whose likes in `copy` show.
static void dropShowing(Block &body, Block &copy, const std::vector<Command> &sequence,
                        FaultList &faults) {
  llvm::DenseSet<Operation *> showing = LoneBarrierSearch(sequence).run(copy);
  // How often a loop runs, and which branch is taken, is another matter: these come last.
  for (bool isInside : {false, true})
    for (auto [barrier, like] : llvm::zip_equal(getBarriers(body), getBarriers(copy)))
      if (showing.contains(like) && (barrier->getBlock() != &body) == isInside)
        faults.push_back({barrier, "a barrier between commands lost",
                          [barrier = barrier]() mutable { barrier.erase(); }});
}

void vkmorph::vkm::dropBarriers(ClassOp op, FaultList &faults) {
  // What the host reads between commands is only known once control functions are split.
  OwningOpRef<ModuleOp> module = op->getParentOfType<ModuleOp>().clone();
  auto copy = module->lookupSymbol<ClassOp>(op.getSymName());
  ScopedDiagnosticHandler quiet(op.getContext(), [](Diagnostic &) { return success(); });
  for (ControlOp control : getUnsplitControls(*module)) {
    sinkReads(control);
    readBetween(control);
  }
  ClassCommands effects(copy);
  for (ControlOp control : op.getBody().front().getOps<ControlOp>()) {
    auto like = copy.lookupSymbol<ControlOp>(control.getSymName());
    dropShowing(control.getBody().front(), like.getBody().front(), effects.getRuns(like), faults);
  }
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>()) {
    auto like = copy.lookupSymbol<CommandsOp>(commands.getSymName());
    dropShowing(commands.getBody().front(), like.getBody().front(), effects.getCommands(like),
                faults);
  }
}

void vkmorph::vkm::dropWorkgroupBarriers(ClassOp op, FaultList &faults) {
  op.walk([&](BarrierOp barrier) {
    faults.push_back(
        {barrier, "a barrier of a workgroup lost", [barrier]() mutable { barrier.erase(); }});
  });
}

//===------------------------------------------------------------------------------------------===//
// Bindings and push constants
//===------------------------------------------------------------------------------------------===//

static SmallVector<BindingAttr> getBindings(CommandsOp commands) {
  auto bindings = commands.getBindings().getAsRange<BindingAttr>();
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

static std::string describeSwap(BindingAttr first, BindingAttr second) {
  return ("the buffers '" + first.getName() + "' and '" + second.getName() + "' swapped").str();
}

/// Whether commands exchange the elements of two arrays, whichever of them comes first.
static bool exchanges(CommandsOp commands) { return commands->hasAttr(kExchangesAttr); }

/// Two buffers of a launch that may stand for each other, so that the host's program stays one; or
/// the numbers of two bindings of a shader.
void vkmorph::vkm::swapBindings(ClassOp op, FaultList &faults) {
  llvm::DenseSet<Attribute> exchanging;
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>())
    if (exchanges(commands))
      exchanging.insert(commands.getKernelAttr());
  op.walk([&](CmdBindOp bind) {
    if (exchanges(op.lookupSymbol<CommandsOp>(bind.getKernel())))
      return;
    SmallVector<BindingAttr> bindings = getParameterBindings(bind);
    for (unsigned i = 0; i < bindings.size(); ++i)
      for (unsigned j = i + 1; j < bindings.size(); ++j) {
        Value first = bind.getBuffers()[i], second = bind.getBuffers()[j];
        if (first == second || first.getType() != second.getType() ||
            bindings[i].getAccess() != bindings[j].getAccess())
          continue;
        faults.push_back({bind, describeSwap(bindings[i], bindings[j]), [=]() mutable {
                            bind.getBuffersMutable()[i].assign(second);
                            bind.getBuffersMutable()[j].assign(first);
                          }});
      }
  });
  for (ShaderOp shader : op.getBody().front().getOps<ShaderOp>()) {
    if (exchanging.contains(shader.getKernelAttr()))
      continue;
    SmallVector<Attribute> bindings(shader.getBindings().getValue());
    for (unsigned i = 0; i + 1 < bindings.size(); ++i) {
      auto first = cast<BindingAttr>(bindings[i]), second = cast<BindingAttr>(bindings[i + 1]);
      SmallVector<Attribute> wrong(bindings);
      wrong[i] = withNumber(first, second.getBinding());
      wrong[i + 1] = withNumber(second, first.getBinding());
      faults.push_back({shader, describeSwap(first, second), [=]() mutable {
                          shader.setBindingsAttr(ArrayAttr::get(shader.getContext(), wrong));
                        }});
    }
  }
}

/// Whether two parameters of commands get one value wherever these are run.
static bool getOneValue(CommandsOp commands, Value first, Value second) {
  auto a = dyn_cast<BlockArgument>(first), b = dyn_cast<BlockArgument>(second);
  if (!a || !b)
    return false;
  bool isRun = false;
  WalkResult others = commands->getParentOfType<ClassOp>().walk([&](CmdRunOp run) {
    if (run.getKernel() != commands.getSymName())
      return WalkResult::advance();
    isRun = true;
    return isSamePlace(run.getOperands()[a.getArgNumber()], run.getOperands()[b.getArgNumber()])
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return isRun && !others.wasInterrupted();
}

void vkmorph::vkm::swapArguments(ClassOp op, FaultList &faults) {
  op.walk([&](CmdPushOp push) {
    for (unsigned i = 0; i + 1 < push.getValues().size(); ++i) {
      Value first = push.getValues()[i], second = push.getValues()[i + 1];
      if (first.getType() != second.getType() || isSameExpression(first, second) ||
          getOneValue(push->getParentOfType<CommandsOp>(), first, second))
        continue;
      faults.push_back(
          {push,
           "push constants " + std::to_string(i) + " and " + std::to_string(i + 1) + " swapped",
           [=] {
             push->setOperand(i, second);
             push->setOperand(i + 1, first);
           }});
    }
  });
}

void vkmorph::vkm::loseArguments(ClassOp op, FaultList &faults) {
  op.walk([&](CmdPushOp push) {
    for (auto [index, value] : llvm::enumerate(push.getValues())) {
      Type type = value.getType();
      if (!type.isIntOrFloat())
        continue;
      faults.push_back(
          {push, "push constant " + std::to_string(index) + " not set", [=, index = index] {
             OpBuilder builder(push);
             TypedAttr zero = type.isInteger(1) ? TypedAttr(builder.getBoolAttr(false))
                                                : builder.getZeroAttr(type);
             push->setOperand(index, builder.create<ConstantOp>(push->getLoc(), zero));
           }});
    }
  });
}

void vkmorph::vkm::loseLaunches(ClassOp op, FaultList &faults) {
  op.walk([&](Operation *command) {
    if (isa<CmdRunOp, CmdUpdateOp, CmdFillOp>(command))
      faults.push_back({command,
                        isa<CmdRunOp>(command)    ? "a kernel not run"
                        : isa<CmdFillOp>(command) ? "an array not filled"
                                                  : "a member not set",
                        [command] { command->erase(); }});
  });
}

//===------------------------------------------------------------------------------------------===//
// Transfers
//===------------------------------------------------------------------------------------------===//

/// What the kernels of a control function do to one of its buffers.
static Access getAccess(ControlOp control, BlockArgument buffer) {
  unsigned access = 0; // none; 1: read, 2: write, 3: both
  control.walk([&](CmdBindOp bind) {
    for (auto [value, binding] : llvm::zip(bind.getBuffers(), getParameterBindings(bind)))
      if (value == buffer)
        access |= static_cast<unsigned>(binding.getAccess());
  });
  return static_cast<Access>(access);
}

/// Whether a call with host arrays throws, since it is not known how long one of them is: nothing
/// is transferred then.
static bool transfersNothing(ControlOp control) {
  return llvm::any_of(control.getBody().getArguments(), [&](BlockArgument argument) {
    return isa<PtrType>(argument.getType()) && getAccess(control, argument) != Access::None &&
           llvm::none_of(control.getBody().front().getOps<ExtentOp>(),
                         [&](ExtentOp extent) { return extent.getPointer() == argument; });
  });
}

static bool transfersNothing(ClassOp op) {
  return llvm::all_of(op.getBody().front().getOps<ControlOp>(),
                      [](ControlOp control) { return transfersNothing(control); });
}

/// Visits the buffers of control functions that can be called with host arrays.
static void walkBuffers(ClassOp op, llvm::function_ref<void(ControlOp, BlockArgument)> visit) {
  for (ControlOp control : op.getBody().front().getOps<ControlOp>()) {
    if (transfersNothing(control))
      continue;
    for (BlockArgument argument : control.getBody().getArguments())
      if (isa<PtrType>(argument.getType()))
        visit(control, argument);
  }
}

static std::string describeTransfer(ControlOp control, BlockArgument buffer, StringRef what) {
  return ("'" + control.getArgName(buffer.getArgNumber()) + "' not " + what).str();
}

/// A member that the commands of some kernel touch.
static llvm::SetVector<StringAttr> getFields(ClassOp op,
                                             llvm::function_ref<bool(NamedAttribute)> wanted) {
  llvm::SetVector<StringAttr> names;
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>())
    if (auto fields = commands.getFieldsAttr())
      for (NamedAttribute field : fields)
        if (wanted(field))
          names.insert(field.getName());
  return names;
}

/// The host takes the buffer for one that is overwritten, or for an empty one; or a member for
/// overwritten.
void vkmorph::vkm::loseUploads(ClassOp op, FaultList &faults) {
  constexpr llvm::StringLiteral kOverwritten = "vkm.overwritten";
  walkBuffers(op, [&](ControlOp control, BlockArgument buffer) {
    unsigned number = buffer.getArgNumber();
    if (getAccess(control, buffer) != Access::ReadWrite || control.getArgAttr(number, kOverwritten))
      return;
    faults.push_back({control, describeTransfer(control, buffer, "uploaded"), [=]() mutable {
                        control.setArgAttr(number, kOverwritten,
                                           UnitAttr::get(control.getContext()));
                      }});
  });
  walkBuffers(op, [&](ControlOp control, BlockArgument buffer) {
    if (getAccess(control, buffer) != Access::Read)
      return;
    for (ExtentOp extent : control.getBody().front().getOps<ExtentOp>())
      if (extent.getPointer() == buffer)
        faults.push_back(
            {control, describeTransfer(control, buffer, "uploaded"), [extent]() mutable {
               auto yield = cast<YieldOp>(extent.getCount().front().back());
               OpBuilder inside(yield);
               Type type = yield.getValue().getType();
               yield.getValueMutable().assign(
                   inside.create<ConstantOp>(yield.getLoc(), inside.getIntegerAttr(type, 0)));
             }});
  });
  if (transfersNothing(op))
    return;
  auto isOverwritten = [](CommandsOp commands, StringAttr name) {
    auto overwritten = commands.getOverwrittenAttr();
    return overwritten && llvm::is_contained(overwritten, name);
  };
  auto all = getFields(op, [](NamedAttribute) { return true; });
  for (StringAttr name : all) {
    SmallVector<CommandsOp> users;
    for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>())
      if (auto fields = commands.getFieldsAttr();
          fields && fields.contains(name) && !isOverwritten(commands, name))
        users.push_back(commands);
    FieldOp field = op.lookupField(name);
    if (users.empty() || !field || field.getTemporary())
      continue;
    faults.push_back({field, ("'" + name.getValue() + "' not uploaded").str(), [=] {
                        for (CommandsOp commands : users) {
                          SmallVector<Attribute> names{name};
                          if (auto known = commands.getOverwrittenAttr())
                            llvm::append_range(names, known);
                          commands.setOverwrittenAttr(
                              ArrayAttr::get(commands->getContext(), names));
                        }
                      }});
  }
}

/// The host takes the buffer, or a member, for something that kernels only read.
void vkmorph::vkm::loseReadbacks(ClassOp op, FaultList &faults) {
  walkBuffers(op, [&](ControlOp control, BlockArgument buffer) {
    Access access = getAccess(control, buffer);
    if (access != Access::Write && access != Access::ReadWrite)
      return;
    faults.push_back(
        {control, describeTransfer(control, buffer, "read back"), [=]() mutable {
           control.walk([&](CmdBindOp bind) {
             auto commands =
                 bind->getParentOfType<ClassOp>().lookupSymbol<CommandsOp>(bind.getKernel());
             unsigned next = 0;
             SmallVector<Attribute> bindings;
             for (BindingAttr binding : getBindings(commands)) {
               bool isBuffer = binding.getKind() == ResourceKind::Parameter &&
                               bind.getBuffers()[next++] == buffer;
               bindings.push_back(isBuffer ? withAccess(binding, Access::Read) : binding);
             }
             commands.setBindingsAttr(ArrayAttr::get(bind.getContext(), bindings));
           });
         }});
  });
  if (transfersNothing(op))
    return;
  auto read = AccessAttr::get(op.getContext(), Access::Read);
  auto written = getFields(op, [&](NamedAttribute field) { return field.getValue() != read; });
  for (StringAttr name : written) {
    FieldOp field = op.lookupField(name);
    if (!field || field.getTemporary())
      continue;
    faults.push_back({field, ("'" + name.getValue() + "' not read back").str(), [=]() mutable {
                        for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>())
                          if (auto fields = commands.getFieldsAttr();
                              fields && fields.contains(name)) {
                            NamedAttrList changed(fields);
                            changed.set(name, read);
                            commands.setFieldsAttr(changed.getDictionary(op.getContext()));
                          }
                      }});
  }
}
