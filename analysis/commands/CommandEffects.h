//===- CommandEffects.h - What recorded commands read and write -------------------------------===//

#ifndef VKMORPH_ANALYSIS_COMMANDS_COMMANDEFFECTS_H
#define VKMORPH_ANALYSIS_COMMANDS_COMMANDEFFECTS_H

#include "ir/VkmDialect.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace vkmorph::vkm {

/// Something that commands share: a field of the class data block, a buffer that the caller binds,
/// a scratch buffer, the elements of a vector, an image. Two parameters of one control function are
/// distinct arrays (the host checks it).
struct Resource {
  enum Kind { Field, Parameter, Scratch, Vector, Image } kind;
  std::string name;

  bool operator<(const Resource &other) const {
    return std::tie(kind, name) < std::tie(other.kind, other.name);
  }
  bool operator==(const Resource &other) const { return kind == other.kind && name == other.name; }
  /// Whether it belongs to the object, so that its other control functions may use it.
  bool isOwned() const { return kind != Parameter; }
  /// Whether commands of earlier calls may still be at it: a control function prepares images,
  /// which waits for those.
  bool isKeptBetweenCalls() const { return isOwned() && kind != Image; }
};

/// One access of a command.
struct ResourceAccess {
  Resource resource;
  bool isWrite;
  bool isIndirect = false; ///< a read of numbers of workgroups, at a stage of its own
};

/// What an order between two accesses is called, at least one of which is a write.
HazardKind getHazardKind(const ResourceAccess &before, const ResourceAccess &after);

/// A command in a sequence: in a kernel a dispatch, an update of class data or a fill, in a control
/// function the run of a kernel.
struct Command {
  mlir::Operation *op; ///< where a barrier for it would stand: before this operation
  CommandsOp kernel;   ///< whose command it is
  std::string display; ///< for comments and messages
  std::vector<ResourceAccess> accesses;
  /// A transfer, and no dispatch: it names the bytes that it writes.
  bool isUpdate = false;
  /// Of a dispatch that runs some of the iterations of a grid: which grid's (kShareOfAttr).
  mlir::Attribute shareOf = {};

  bool writes(const Resource &resource) const;
};

/// Whether two commands write a resource and have none of its elements in common, so that their
/// order does not matter: both run iterations of one grid. Where one only reads, synchronisation
/// validation would see a hazard: it takes writes of two shaders to be apart.
bool areApart(const Command &one, const Command &other, const Resource &resource);

/// What the commands of one class read and write. Symbols are looked up in a table.
class ClassCommands {
public:
  explicit ClassCommands(ClassOp op);

  /// The dispatches of a kernel and its updates of class data, in order.
  const std::vector<Command> &getCommands(CommandsOp commands);
  /// The kernels that a control function runs, in the order of the text, also those in loops and
  /// branches; parameters are those of the control function.
  std::vector<Command> getRuns(ControlOp control);
  /// What all kernels of the class do to the object's own resources: what may have happened before.
  std::vector<Command> getEarlierCommands();

private:
  std::vector<ResourceAccess> getShaderAccesses(ShaderOp shader);
  Command getRun(ControlOp control, CmdRunOp run);

  ClassOp op;
  mlir::SymbolTable symbols;
  llvm::DenseMap<mlir::Operation *, std::vector<Command>> commandsOf;
};

/// The descriptor set that a run has: bound before it in its block or in one around it. None where
/// no set is bound; null where the way that control took decides.
std::optional<CmdBindOp> findBoundSet(CmdRunOp run);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_COMMANDS_COMMANDEFFECTS_H
