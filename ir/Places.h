//===- Places.h - Ways from roots to the memory that places name -----------------------------===//

#ifndef VKMORPH_IR_PLACES_H
#define VKMORPH_IR_PLACES_H

#include "ir/Effects.h"

namespace vkmorph::vkm {

/// A place as the way to it from its root: names of members (strings), numbers of elements
/// (integers), null for an element whose number is no constant.
struct PlacePath {
  Root root;
  llvm::SmallVector<mlir::Attribute> path;

  /// Whether no step is unknown.
  bool isExact() const { return !llvm::is_contained(path, mlir::Attribute()); }
  /// Whether both may name memory that the other one names too: one leads into the other.
  bool overlaps(const PlacePath &other) const;
  bool operator==(const PlacePath &other) const { return root == other.root && path == other.path; }
};

PlacePath getPlacePath(mlir::Value place);

/// The place that a read, an assignment, an update or an atomic operation accesses; null for all
/// other operations.
mlir::Value getAccessedPlace(mlir::Operation *op);

/// What the source calls the field, the parameter or the buffer that a place is a part of.
llvm::StringRef getRootName(const Root &root);

/// Whether a pointer leads to an array that is planned as an image (`vkm.image`).
bool isImage(mlir::Value pointer);

/// Whether a place is an element of a buffer, or a part of one. Pixels of planned images are in
/// none.
bool isInBuffer(mlir::Value place);

/// Whether a place is a pixel of a planned image, or a part of one.
bool isInImage(mlir::Value place);

/// "m_box.lo.x", "m_moment[0]": a part of a field as the source writes it.
std::string spellPlace(llvm::StringRef field, llvm::ArrayRef<mlir::Attribute> path);

/// Whether two lvalues, or two values, are one: built alike over values that are the same, with
/// nothing between them that changes what they read.
bool isSamePlace(mlir::Value a, mlir::Value b);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_PLACES_H
