//===- CommandEffects.h - What recorded commands read and write -------------------------------===//

#ifndef VKMORPH_PASSES_COMMANDEFFECTS_H
#define VKMORPH_PASSES_COMMANDEFFECTS_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/MapVector.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// Something that commands share: a field of the class data block, a buffer that the caller binds,
/// a scratch buffer, the elements of a vector. Two parameters of one control function are distinct
/// arrays (the host checks it).
struct Resource {
  enum Kind { Field, Parameter, Scratch, Vector } kind;
  std::string name;

  bool operator<(const Resource &other) const {
    return kind != other.kind ? kind < other.kind : name < other.name;
  }
  /// Whether it belongs to the object, so that its other control functions may use it.
  bool isOwned() const { return kind != Parameter; }
};

/// One access of a command.
struct ResourceAccess {
  Resource resource;
  bool isWrite;
};

/// A command in a sequence: a dispatch or an update of class data in a kernel, or the run of a
/// kernel in a control function.
struct Command {
  mlir::Operation *op; ///< where a barrier for it would stand: before this operation
  CommandsOp kernel;   ///< whose command it is
  std::string display; ///< for comments and messages
  std::vector<ResourceAccess> accesses;
  bool isUpdate = false; ///< a transfer, and no dispatch
};

/// What the body of a shader reads and writes, device functions included.
std::vector<ResourceAccess> getShaderAccesses(ShaderOp shader);

/// The dispatches of a kernel and its updates of class data, in order.
std::vector<Command> getCommands(CommandsOp commands);

/// The kernels that a control function runs, in order; parameters are those of the control
/// function.
std::vector<Command> getRuns(ControlOp control);

/// What all kernels of the class do to the object's own resources: what may have happened before.
std::vector<Command> getEarlierCommands(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_COMMANDEFFECTS_H
