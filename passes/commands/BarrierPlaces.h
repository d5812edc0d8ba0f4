//===- BarrierPlaces.h - Where barriers stand between commands, and why -----------------------===//

#ifndef VKMORPH_PASSES_COMMANDS_BARRIERPLACES_H
#define VKMORPH_PASSES_COMMANDS_BARRIERPLACES_H

#include "analysis/commands/CommandEffects.h"

namespace vkmorph::vkm {

/// Two accesses whose order has to be kept.
struct Hazard {
  const Command *from;
  const Command *to;
  HazardKind kind;
  Resource resource;  ///< what the later command accesses
  bool isOtherMember; ///< of two different members of the class data block
  bool isEarlier;     ///< `from` ran before the sequence

  llvm::StringRef getResource() const;
};

/// A barrier in front of an operation: a command, or a loop or branch that holds some.
struct PlacedBarrier {
  mlir::Operation *place;
  std::vector<Hazard> hazards; ///< that it covers, in the order of the commands
};

/// The barriers for the commands of one body, of which `earlier` may have run before, in the order
/// of the text. Their number is the smallest one on a straight line; with loops and branches none
/// can be left out.
std::vector<PlacedBarrier> placeBarriers(mlir::Block &body, llvm::ArrayRef<Command> commands,
                                         llvm::ArrayRef<Command> earlier);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_COMMANDS_BARRIERPLACES_H
