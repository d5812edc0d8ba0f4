//===- BindReferences.h - Kernels with reference parameters, for what they are given ---------===//

#ifndef VKMORPH_PASSES_NORMALISE_BINDREFERENCES_H
#define VKMORPH_PASSES_NORMALISE_BINDREFERENCES_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/MapVector.h"

#include <map>

namespace vkmorph::vkm {

/// Makes of each kernel that takes references one for each set of places that it is given. Works on
/// control functions whose calls of others have been inlined; `finish` comes after the last one.
class ReferenceBinder {
public:
  explicit ReferenceBinder(ClassOp theClass) : theClass(theClass) {}
  mlir::LogicalResult bind(ControlOp control);
  /// Erases what was there only for its instances; a single one takes its name.
  void finish();

private:
  struct Place;
  void promote(VarOp var, ControlOp control);
  void promote(mlir::BlockArgument reference, ControlOp control);
  void promoteRoot(mlir::Value place, ControlOp control);
  mlir::LogicalResult bind(CallOp call, KernelOp kernel);
  KernelOp instantiate(KernelOp kernel, llvm::ArrayRef<Place> places);
  void bindParameter(KernelOp kernel, unsigned index, const Place &place,
                     llvm::ArrayRef<mlir::Value> inputs);

  ClassOp theClass;
  std::map<std::string, KernelOp> instances; ///< by kernel and places
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<KernelOp>> made;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_NORMALISE_BINDREFERENCES_H
