//===- CommandEffects.cpp - What recorded commands read and write -----------------------------===//

#include "analysis/commands/CommandEffects.h"

#include "ir/Effects.h"
#include "ir/MemoryForm.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <set>

using namespace mlir;
using namespace vkmorph::vkm;

namespace {
/// Accesses in the order in which they come, each once.
class AccessSet {
public:
  void add(const Resource &resource, bool isWrite, bool isIndirect = false) {
    if (known.insert({resource, isWrite, isIndirect}).second)
      accesses.push_back({resource, isWrite, isIndirect});
  }
  std::vector<ResourceAccess> take() { return std::move(accesses); }

private:
  std::set<std::tuple<Resource, bool, bool>> known;
  std::vector<ResourceAccess> accesses;
};
} // namespace

HazardKind vkmorph::vkm::getHazardKind(const ResourceAccess &before, const ResourceAccess &after) {
  if (!before.isWrite)
    return HazardKind::WAR;
  return after.isWrite ? HazardKind::WAW : HazardKind::RAW;
}

bool Command::writes(const Resource &resource) const {
  return llvm::any_of(accesses, [&](const ResourceAccess &access) {
    return access.isWrite && access.resource == resource;
  });
}

bool vkmorph::vkm::areApart(const Command &one, const Command &other, const Resource &resource) {
  bool hasElements = resource.kind == Resource::Parameter || resource.kind == Resource::Vector;
  return hasElements && one.shareOf && one.shareOf == other.shareOf && one.op != other.op &&
         one.kernel == other.kernel && one.writes(resource) && other.writes(resource);
}

ClassCommands::ClassCommands(ClassOp op) : op(op), symbols(op) {}

static Resource getFieldResource(FieldOp field) {
  Resource::Kind kind = field.isImage()            ? Resource::Image
                        : field.getVectorElement() ? Resource::Vector
                                                   : Resource::Field;
  return {kind, field.getSymName().str()};
}

/// Whether shaders write the elements of a field as parts of words. A scalar has a word for itself.
static bool isInParts(FieldOp field) {
  Type element = field.getVectorElement();
  bool isScalar = !element && !isa<ArrayType, RecordType>(field.getType());
  return !field.isImage() && !isScalar &&
         vkmorph::isStoredByParts(field, element ? element : field.getType());
}

/// What the body of a shader reads and writes, device functions included. Who writes a part of a
/// word reads the word.
std::vector<ResourceAccess> ClassCommands::getShaderAccesses(ShaderOp shader) {
  AccessSet accesses;
  auto add = [&](const Root &root, bool isWrite) {
    if (root.symbol) {
      Operation *symbol = symbols.lookup(root.symbol);
      if (auto field = dyn_cast_or_null<FieldOp>(symbol)) {
        if (isWrite && isInParts(field))
          accesses.add(getFieldResource(field), /*isWrite=*/false);
        accesses.add(getFieldResource(field), isWrite);
      } else if (isa_and_nonnull<ScratchOp>(symbol))
        accesses.add({Resource::Scratch, root.symbol.str()}, isWrite);
    } else if (auto buffer = root.value.getDefiningOp<BufferOp>()) {
      Resource resource = {Resource::Parameter, buffer.getName().str()};
      if (isWrite && vkmorph::isStoredByParts(buffer, buffer.getType().getPointee()))
        accesses.add(resource, /*isWrite=*/false);
      accesses.add(resource, isWrite);
    }
  };
  EffectSet effects = getEffects(shader.getBody());
  for (const Root &root : effects.reads)
    add(root, false);
  for (const Root &root : effects.writes)
    add(root, true);
  return accesses.take();
}

static std::string getDisplay(CommandsOp commands) { return commands.getDisplay().str(); }

const std::vector<Command> &ClassCommands::getCommands(CommandsOp commands) {
  auto [known, isNew] = commandsOf.try_emplace(commands);
  if (!isNew)
    return known->second;
  std::vector<Command> result;
  CmdPipelineOp bound;
  for (Operation &inner : commands.getBody().front()) {
    if (auto pipeline = dyn_cast<CmdPipelineOp>(inner))
      bound = pipeline;
    // Of a kernel that does nothing else, or of numbers for its shaders.
    bool isAll = commands.getBody().getOps<CmdPipelineOp>().empty();
    if (auto update = dyn_cast<CmdUpdateOp>(inner))
      result.push_back({&inner,
                        commands,
                        getDisplay(commands) + (isAll              ? ""
                                                : update.getRole() ? " " + update.getRole()->str()
                                                                   : " arguments"),
                        {{{Resource::Field, update.getField().str()}, true}},
                        true});
    if (auto fill = dyn_cast<CmdFillOp>(inner))
      result.push_back({&inner,
                        commands,
                        getDisplay(commands) + (isAll ? "" : " fill"),
                        {{getFieldResource(symbols.lookup<FieldOp>(fill.getField())), true}},
                        true});
    if (!isa<CmdDispatchOp, CmdDispatchIndirectOp, CmdTraceRaysOp>(inner) || !bound)
      continue;
    auto shader = symbols.lookup<ShaderOp>(bound.getShader());
    // "ArraySumm" for the kernel's own shader, "ArraySumm prologue" for its prologue.
    std::string display = getDisplay(commands);
    if (std::optional<StringRef> role = shader.getRole())
      display += (" " + *role).str();
    result.push_back({&inner, commands, display, getShaderAccesses(shader), false,
                      shader->getAttr(kShareOfAttr)});
    if (auto indirect = dyn_cast<CmdDispatchIndirectOp>(inner))
      result.back().accesses.push_back({{Resource::Scratch, indirect.getScratch().str()},
                                        /*isWrite=*/false,
                                        /*isIndirect=*/true});
  }
  return commandsOf[commands] = std::move(result);
}

/// Whether an operation, or one inside it, binds a descriptor set.
static bool binds(Operation *op) {
  return op->walk([](CmdBindOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

std::optional<CmdBindOp> vkmorph::vkm::findBoundSet(CmdRunOp run) {
  for (Operation *op = run; !isa<ControlOp>(op); op = op->getParentOp()) {
    for (Operation *before = op->getPrevNode(); before; before = before->getPrevNode()) {
      if (auto bind = dyn_cast<CmdBindOp>(before))
        return bind;
      if (before->getNumRegions() && binds(before))
        return CmdBindOp();
    }
    // Another iteration, or another case of a switch, may have bound something else.
    Operation *parent = op->getParentOp();
    if (isa<LoopOpInterface, SwitchOp>(parent) && binds(parent))
      return CmdBindOp();
  }
  return std::nullopt;
}

Command ClassCommands::getRun(ControlOp control, CmdRunOp run) {
  auto commands = symbols.lookup<CommandsOp>(run.getKernel());
  // The kernel's parameters -> those of the control function, or vectors.
  llvm::StringMap<Resource> arguments;
  if (std::optional<CmdBindOp> bind = findBoundSet(run); bind && *bind) {
    auto bound = symbols.lookup<CommandsOp>(bind->getKernel());
    unsigned index = 0;
    for (BindingAttr binding : bound.getBindings().getAsRange<BindingAttr>())
      if (binding.getKind() == ResourceKind::Parameter) {
        Root root = getRoot(bind->getBuffers()[index++]);
        arguments[binding.getName()] =
            root.symbol
                ? getFieldResource(symbols.lookup<FieldOp>(root.symbol))
                : Resource{Resource::Parameter,
                           argName(control, cast<BlockArgument>(root.value).getArgNumber()).str()};
      }
  }
  AccessSet accesses;
  for (const Command &part : getCommands(commands))
    for (const ResourceAccess &access : part.accesses)
      accesses.add(access.resource.kind == Resource::Parameter
                       ? arguments.lookup(access.resource.name)
                       : access.resource,
                   access.isWrite, access.isIndirect);
  return {run, commands, getDisplay(commands), accesses.take()};
}

std::vector<Command> ClassCommands::getRuns(ControlOp control) {
  std::vector<Command> result;
  control.walk([&](CmdRunOp run) { result.push_back(getRun(control, run)); });
  return result;
}

std::vector<Command> ClassCommands::getEarlierCommands() {
  llvm::MapVector<Operation *, AccessSet> accesses;
  auto addOwned = [&](const Command &from) {
    AccessSet &own = accesses[from.kernel];
    for (const ResourceAccess &access : from.accesses)
      if (access.resource.isKeptBetweenCalls())
        own.add(access.resource, access.isWrite);
  };
  Block &members = op.getBody().front();
  for (CommandsOp commands : members.getOps<CommandsOp>())
    for (const Command &part : getCommands(commands))
      addOwned(part);
  // Vectors of the object that a kernel is given as arrays.
  for (ControlOp control : members.getOps<ControlOp>())
    for (const Command &run : getRuns(control))
      addOwned(run);
  std::vector<Command> result;
  for (CommandsOp commands : members.getOps<CommandsOp>())
    result.push_back({commands, commands, getDisplay(commands), accesses[commands].take()});
  return result;
}
