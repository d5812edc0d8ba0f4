//===- Images.h - Arrays of pixels that can be images ----------------------------------------===//
//
// An array is a picture if all accesses are of whole pixels at `row * pitch + column`, with one
// pitch that stays what it is. Arrays that meet in a parameter of a kernel or function are one
// group: all of them are images, or none is.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_IMAGES_H
#define VKMORPH_ANALYSIS_PATTERNS_IMAGES_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/MapVector.h"

#include <functional>
#include <string>

namespace vkmorph::vkm {

/// On a class with arrays that become images (`vkm.image`): how the kernels are dispatched that
/// fill images and bring them back, a dictionary of `workgroup_size` and, if planned, `coarsening`,
/// as vkm.grid has them.
inline constexpr llvm::StringLiteral kImageConversionAttr = "vkm.image_conversion";

/// How many pixels there are from one row to the next: a number, a member that stays what it is, or
/// a parameter of the kernel or control function in question.
struct Pitch {
  std::optional<int64_t> number;
  mlir::StringAttr field;
  mlir::BlockArgument parameter;

  explicit operator bool() const { return number || field || parameter; }
  bool operator==(const Pitch &other) const {
    return number == other.number && field == other.field && parameter == other.parameter;
  }
};

/// A parameter of a function (the function and its number), or a vector of the class (its field).
using ArrayKey = std::pair<mlir::Operation *, unsigned>;

/// An access to an element of an array.
struct PixelAccess {
  DerefOp deref;
  mlir::Operation *function; ///< the kernel or device function that it stands in
  bool reads = false;
  bool writes = false;
};

/// Why arrays stay buffers, where the reason was found.
struct ImageObstacle {
  std::string reason;
  mlir::Location loc;
};

/// Arrays that meet each other.
struct ImageGroup {
  mlir::SmallVector<ArrayKey> arrays;
  mlir::SmallVector<PixelAccess> accesses;
  mlir::Type pixel;
  std::optional<ImageObstacle> obstacle;
  bool readsNeighbours = false; ///< some kernel reads other pixels than its iteration's own
  /// The pitch in each control function that launches kernels on these arrays, and in each kernel.
  llvm::MapVector<mlir::Operation *, Pitch> pitches;
};

/// What the class does with its arrays.
class ImageAnalysis {
public:
  explicit ImageAnalysis(ClassOp parent, bool isHalf);

  /// In the order of the class.
  mlir::ArrayRef<ImageGroup> getGroups() const { return groups; }
  /// The array that a pointer in a kernel, function or control function is; null for none.
  ArrayKey getKey(mlir::Value pointer) const;
  /// What a number in a kernel, function or control function is, if it is a pitch.
  Pitch getPitch(mlir::Value number) const;

private:
  void collectFunctions();
  void collectArrays();
  void join(ArrayKey a, ArrayKey b);
  ArrayKey findLeader(ArrayKey key);
  void collectAccesses();
  void checkUses(ImageGroup &group);
  void checkIndices(ImageGroup &group);
  void checkControls(ImageGroup &group);
  void checkVector(ImageGroup &group, FieldOp vector);
  bool isKept(mlir::StringAttr field) const;
  static void reject(ImageGroup &group, mlir::Location loc, const std::string &reason);

  ClassOp parent;
  bool isHalf;
  llvm::MapVector<ArrayKey, ArrayKey> leaders;
  llvm::MapVector<mlir::Operation *, mlir::SmallVector<CallOp>> calls;      ///< of functions
  llvm::MapVector<mlir::Operation *, mlir::SmallVector<LaunchOp>> launches; ///< of kernels
  llvm::MapVector<mlir::Operation *, mlir::SmallVector<mlir::Operation *>> kernelsOf;
  llvm::DenseSet<mlir::StringAttr> changed; ///< fields that kernels or control functions write
  std::vector<ImageGroup> groups;
};

/// An index taken apart; row and column have the same values where the index is used.
struct PixelIndex {
  mlir::Value row, column;     ///< null: only the whole index is known
  mlir::Value pitch;           ///< null: it is no index of a picture
  bool isColumnWithin = false; ///< `column` is proved to be in the row
  bool isOwn = false;          ///< both are counters of the grid
};

/// `getPitch` of the function that the index stands in.
PixelIndex matchPixelIndex(mlir::Value index, llvm::function_ref<Pitch(mlir::Value)> getPitch);

/// Without conversions between integers.
mlir::Value stripIntegerCasts(mlir::Value value);

/// "light", "m_glow": an array as messages name it.
std::string nameArray(ArrayKey key);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_IMAGES_H
