//===- AssignedMembers.h - Members that control functions have set to what the host knows -----===//

#ifndef VKMORPH_ANALYSIS_COMMANDS_ASSIGNEDMEMBERS_H
#define VKMORPH_ANALYSIS_COMMANDS_ASSIGNEDMEMBERS_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace vkmorph::vkm {

using Members = llvm::DenseSet<mlir::StringAttr>;

/// The fields that methods of a class write: what they have when a control function begins only the
/// device knows.
Members findChangedMembers(ClassOp theClass);

/// Where a control function has for certain set a member (a number, all of it) to a value that the
/// host computes while it records, and nothing has changed it since: on every way through its loops
/// and branches. The value is made of parameters, of variables that are made of those, and of other
/// such members.
class AssignedMembers {
public:
  /// `changed`: what findChangedMembers says.
  AssignedMembers(ControlOp control, const Members &changed);

  /// Whether a member has such a value in front of an operation: a read, a launch, the end of the
  /// function by a `vkm.return` or by a throw.
  bool isKnown(mlir::Operation *op, mlir::StringAttr field) const;
  /// The same where control comes to the end of the function's body; true where it never does.
  bool isKnownAtEnd(mlir::StringAttr field) const;
  /// Whether a member may have such a value in front of an operation, for the ends of functions.
  bool mayBeKnown(mlir::Operation *op, mlir::StringAttr field) const;
  bool mayBeKnownAtEnd(mlir::StringAttr field) const;

  /// The assignments and updates that give a member such a value.
  llvm::ArrayRef<mlir::Operation *> getAssignments(mlir::StringAttr field) const;

private:
  struct State;
  class Player;

  struct Facts {
    Members certain, possible;
  };

  llvm::DenseMap<mlir::Operation *, Facts> facts;
  std::optional<Facts> atEnd;
  llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<mlir::Operation *>> assignments;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_COMMANDS_ASSIGNEDMEMBERS_H
