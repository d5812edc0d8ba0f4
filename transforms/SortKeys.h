//===- SortKeys.h - The keys that the order of a sort compares --------------------------------===//

#ifndef VKMORPH_TRANSFORMS_SORTKEYS_H
#define VKMORPH_TRANSFORMS_SORTKEYS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"

#include <optional>
#include <string>

namespace vkmorph::vkm {

/// What an order compares: it says `key(first) < key(second)`, or `>`, where the key of an element
/// is one number.
class SortKey {
public:
  /// The key of a sort's order, or what is against it, as a clause.
  static std::optional<SortKey> find(SortOp sort, std::string &obstacle);

  /// An integer, or a float of 32 or 64 bits.
  mlir::Type getType() const { return m_key.getType(); }
  int64_t getBits() const;
  bool isDescending() const { return m_isDescending; }
  /// Whether memory beside the element is read for it.
  bool readsOthers() const { return m_readsOthers; }

  /// The key of the element in a place.
  mlir::Value build(mlir::OpBuilder &at, mlir::Value place) const;
  /// The key of the element in a place as an unsigned integer that is as wide, the smallest one of
  /// the element that comes first; of fewer than 32 bits as one of 32. Equal ones for zeros of both
  /// signs.
  mlir::Value buildOrdered(mlir::OpBuilder &at, mlir::Location loc, mlir::Value place) const;

private:
  mlir::OwningOpRef<SortOp> m_holder; ///< a copy of the sort, whose calls are inlined
  mlir::Value m_key;                  ///< there, of the element that its first argument names
  mlir::Value m_element;
  bool m_isDescending = false, m_readsOthers = false;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_SORTKEYS_H
