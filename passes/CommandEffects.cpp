//===- CommandEffects.cpp - What recorded commands read and write -----------------------------===//

#include "passes/CommandEffects.h"

#include "ir/Effects.h"

using namespace mlir;
using namespace vkmorph::vkm;

static void addAccess(std::vector<ResourceAccess> &accesses, const Resource &resource,
                      bool isWrite) {
  for (const ResourceAccess &known : accesses)
    if (known.isWrite == isWrite && known.resource.kind == resource.kind &&
        known.resource.name == resource.name)
      return;
  accesses.push_back({resource, isWrite});
}

std::vector<ResourceAccess> vkmorph::vkm::getShaderAccesses(ShaderOp shader) {
  std::vector<ResourceAccess> accesses;
  auto parent = shader->getParentOfType<ClassOp>();
  auto add = [&](const Root &root, bool isWrite) {
    if (root.symbol) {
      Operation *symbol = parent.lookupSymbol(root.symbol);
      if (auto field = dyn_cast_or_null<FieldOp>(symbol))
        addAccess(
            accesses,
            {field.getVectorElement() ? Resource::Vector : Resource::Field, root.symbol.str()},
            isWrite);
      else if (isa_and_nonnull<ScratchOp>(symbol))
        addAccess(accesses, {Resource::Scratch, root.symbol.str()}, isWrite);
    } else if (auto buffer = root.value.getDefiningOp<BufferOp>()) {
      addAccess(accesses, {Resource::Parameter, buffer.getName().str()}, isWrite);
    }
  };
  EffectSet effects = getEffects(shader.getBody());
  for (const Root &root : effects.reads)
    add(root, false);
  for (const Root &root : effects.writes)
    add(root, true);
  return accesses;
}

static std::string getDisplay(CommandsOp commands) {
  return commands->getAttrOfType<StringAttr>("display").getValue().str();
}

std::vector<Command> vkmorph::vkm::getCommands(CommandsOp commands) {
  std::vector<Command> result;
  auto parent = commands->getParentOfType<ClassOp>();
  StringRef kernel = commands->getAttrOfType<StringAttr>("kernel").getValue();
  CmdPipelineOp bound;
  for (Operation &op : commands.getBody().front()) {
    if (auto pipeline = dyn_cast<CmdPipelineOp>(op))
      bound = pipeline;
    if (auto update = dyn_cast<CmdUpdateOp>(op))
      result.push_back({&op,
                        commands,
                        getDisplay(commands) + " arguments",
                        {{{Resource::Field, update.getField().str()}, true}},
                        true});
    if (!isa<CmdDispatchOp>(op) || !bound)
      continue;
    auto shader = parent.lookupSymbol<ShaderOp>(bound.getShader());
    // "ArraySumm" for the kernel's own shader, "ArraySumm prologue" for its prologue.
    std::string display = getDisplay(commands);
    StringRef suffix = bound.getShader();
    if (suffix.consume_front(kernel) && suffix.consume_front("_"))
      display += (" " + suffix).str();
    result.push_back({&op, commands, display, getShaderAccesses(shader), false});
  }
  return result;
}

std::vector<Command> vkmorph::vkm::getRuns(ControlOp control) {
  std::vector<Command> result;
  auto parent = control->getParentOfType<ClassOp>();
  // The kernel's parameters -> those of the control function, or vectors.
  llvm::StringMap<Resource> arguments;
  for (Operation &op : control.getBody().front()) {
    if (auto bind = dyn_cast<CmdBindOp>(op)) {
      auto commands = parent.lookupSymbol<CommandsOp>(bind.getKernel());
      arguments.clear();
      unsigned index = 0;
      for (BindingAttr binding :
           commands->getAttrOfType<ArrayAttr>("bindings").getAsRange<BindingAttr>())
        if (binding.getKind() == ResourceKind::Parameter) {
          Root root = getRoot(bind.getBuffers()[index++]);
          arguments[binding.getName()] =
              root.symbol
                  ? Resource{Resource::Vector, root.symbol.str()}
                  : Resource{
                        Resource::Parameter,
                        argName(control, cast<BlockArgument>(root.value).getArgNumber()).str()};
        }
    }
    auto run = dyn_cast<CmdRunOp>(op);
    if (!run)
      continue;
    auto commands = parent.lookupSymbol<CommandsOp>(run.getKernel());
    Command command{&op, commands, getDisplay(commands), {}};
    for (const Command &part : getCommands(commands))
      for (ResourceAccess access : part.accesses) {
        if (access.resource.kind == Resource::Parameter)
          access.resource = arguments.lookup(access.resource.name);
        addAccess(command.accesses, access.resource, access.isWrite);
      }
    result.push_back(std::move(command));
  }
  return result;
}

std::vector<Command> vkmorph::vkm::getEarlierCommands(ClassOp op) {
  std::vector<Command> result;
  auto addOwned = [](Command &command, const Command &from) {
    for (const ResourceAccess &access : from.accesses)
      if (access.resource.isOwned())
        addAccess(command.accesses, access.resource, access.isWrite);
  };
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>()) {
    Command command{commands, commands, getDisplay(commands), {}};
    for (const Command &part : getCommands(commands))
      addOwned(command, part);
    result.push_back(std::move(command));
  }
  // Vectors of the object that a kernel is given as arrays.
  for (ControlOp control : op.getBody().front().getOps<ControlOp>())
    for (const Command &run : getRuns(control))
      for (Command &command : result)
        if (command.kernel == run.kernel)
          addOwned(command, run);
  return result;
}
