//===- MemberSizes.h - Numbers of class data that may be sizes --------------------------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_MEMBERSIZES_H
#define VKMORPH_ANALYSIS_ACCESSES_MEMBERSIZES_H

#include "ir/Places.h"

#include "llvm/ADT/MapVector.h"

namespace vkmorph::vkm {

/// A number of type ui64 in class data: a member, or a part of one (`m_box.width`, `m_counts[0]`).
struct MemberSize {
  FieldOp field;
  mlir::ArrayAttr path;                        ///< names of members and indices
  llvm::SmallVector<LoadOp> loads;             ///< in the functions that were asked about
  llvm::SmallVector<mlir::Operation *> writes; ///< vkm.assign and vkm.update of this number alone
  bool isSpoiled = false;                      ///< some other operation writes it

  /// As the source writes it.
  std::string spell() const;
};

/// The numbers of type ui64 in the class data of a class, as the device code reads and writes them.
class MemberSizes {
public:
  /// `functions` are those whose statements may be changed. What others on the device write is
  /// spoiled.
  MemberSizes(ClassOp op, llvm::ArrayRef<mlir::FunctionOpInterface> functions,
              llvm::ArrayRef<mlir::Operation *> others);

  llvm::MutableArrayRef<MemberSize> getAll() { return all; }
  /// Null for what is no such number.
  MemberSize *lookup(mlir::Value place);

private:
  using Key = std::pair<mlir::Attribute, mlir::Attribute>;
  std::optional<Key> getKey(mlir::Value place);
  void collect(mlir::Operation *inner, bool mayChange);
  void spoil(mlir::Operation *inner);

  ClassOp op;
  llvm::SmallVector<MemberSize> all;
  llvm::DenseMap<Key, size_t> numbers;
  llvm::SmallVector<PlacePath> spoiled;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_MEMBERSIZES_H
