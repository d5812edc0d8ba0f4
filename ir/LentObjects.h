//===- LentObjects.h - Objects of callers that control functions take -------------------------===//
//
// `void Blur(const Image &in, Image &out)` from outside: Image holds std::vectors, so that it is
// taken apart as members of the class are. Imported, its fields are fields of the class; once
// recognised, parameters of the control function.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_LENTOBJECTS_H
#define VKMORPH_IR_LENTOBJECTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace vkmorph::vkm {

/// On a field of the imported phase that is one of an object which a control function takes: the
/// control function (`control`, a string), which of its objects (`object`, a number), and the name
/// of the parameter that it becomes (`name`).
inline constexpr llvm::StringLiteral kLentAttr = "vkm.lent";

/// On a control function: the objects that it takes, in order, as dictionaries of `name`, `type`
/// (as C++ spells it), `position` (the parameter of the control function in front of which it
/// stands), and, where there is one, `default`.
inline constexpr llvm::StringLiteral kObjectsAttr = "vkm.objects";

/// On a parameter of a control function that is a field of such an object: which one (`object`),
/// the members that lead to it (`path`, each as the class that declares it and its name), whether
/// names on that way are not public (`private`), and what it is: `vector`, its elements, whose size
/// is the next parameter; `size`, that one; otherwise the field itself.
inline constexpr llvm::StringLiteral kPartAttr = "vkm.part";

/// On a field of the imported phase that is a pointer of the class to an array of the caller's,
/// which a method has set: whether it points to constants (a bool).
inline constexpr llvm::StringLiteral kKeptAttr = "vkm.kept";

/// On a parameter of a control function that is the array of such a pointer: the members that lead
/// to it, as of `vkm.part` (`path`; a class without a name is that of the control function), and
/// whether names on that way are not public (`private`).
inline constexpr llvm::StringLiteral kKeptByAttr = "vkm.kept_by";

/// The objects that a function takes beside its parameters; none for most.
inline llvm::SmallVector<mlir::DictionaryAttr> getObjects(mlir::Operation *function) {
  llvm::SmallVector<mlir::DictionaryAttr> objects;
  if (auto all = function->getAttrOfType<mlir::ArrayAttr>(kObjectsAttr))
    llvm::append_range(objects, all.getAsRange<mlir::DictionaryAttr>());
  return objects;
}

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_LENTOBJECTS_H
