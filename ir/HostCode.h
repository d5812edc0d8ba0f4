//===- HostCode.h - What control functions do on the host for good ---------------------------===//

#ifndef VKMORPH_IR_HOSTCODE_H
#define VKMORPH_IR_HOSTCODE_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// A unit attribute of an assignment to a member in a control function: its value depends on what
/// only the host knows, as a clock. No commands do it, and no kernel uses the member.
inline constexpr llvm::StringLiteral kOnHostAttr = "vkm.on_host";

/// A unit attribute of a control function: a call with host arrays may be given one array for
/// several parameters.
inline constexpr llvm::StringLiteral kIdenticalArgumentsAttr = "identical_arguments";

/// A string attribute of a field: the control function whose local variable or parameter it holds
/// while kernels work on it. The generated class declares it, the user's has no such member.
inline constexpr llvm::StringLiteral kLocalOfAttr = "vkm.local_of";

/// A string attribute of such a field: what the control function calls it.
inline constexpr llvm::StringLiteral kLocalNameAttr = "vkm.local_name";

/// A string attribute of a vector that only the generated class has, through which a kernel moves
/// elements of another one to that one's front: which that is.
inline constexpr llvm::StringLiteral kKeepsAttr = "vkm.keeps";

/// A unit attribute of a vector that only the generated class has: its elements are what a sum of
/// integers, to which a loop of a kernel does nothing but add, comes to before each iteration.
inline constexpr llvm::StringLiteral kKeepsSumAttr = "vkm.keeps_sum";

/// What messages call a symbol that a pass has made, and --assume-independent takes for one of a
/// kernel: what it is made of, "std::fill of Run" or "m_sum".
inline constexpr llvm::StringLiteral kSourceNameAttr = "vkm.source_name";

/// Whether a function asks if there is an array behind a parameter.
inline bool mayBeNull(mlir::BlockArgument array) {
  return llvm::isa<PtrType>(array.getType()) &&
         llvm::any_of(array.getUsers(), llvm::IsaPred<IsSetOp>);
}

/// Makes a field, "Mean_sum" perhaps, that of a variable of a control function, "sum" of Mean.
inline void markLocal(FieldOp field, llvm::StringRef control, llvm::StringRef name) {
  field->setAttr(kLocalOfAttr, mlir::StringAttr::get(field.getContext(), control));
  field->setAttr(kLocalNameAttr, mlir::StringAttr::get(field.getContext(), name));
}

/// What the source calls a field: its symbol, unless it is a variable of a control function.
inline llvm::StringRef getNameInSource(FieldOp field) {
  auto name = field->getAttrOfType<mlir::StringAttr>(kLocalNameAttr);
  return name ? name.getValue() : field.getSymName();
}

/// What the source calls a control function: its symbol, unless that had to differ.
inline std::string getNameInSource(ControlOp control) {
  auto name = control->getAttrOfType<mlir::StringAttr>("cpp_name");
  return name ? name.str() : control.getSymName().str();
}

/// Of a field, and a key of kPartAttr of a parameter: which of the members that lead to it, counted
/// from 0, are declared by a base of their object's class that the generated class cannot name.
inline constexpr llvm::StringLiteral kInheritedPrivatelyAttr = "vkm.inherited_privately";

/// Unit attributes of a vkm.host: it throws, so that nothing behind it runs; it is an assertion,
/// which only the call with host arrays makes.
inline constexpr llvm::StringLiteral kThrowsAttr = "vkm.throws";
inline constexpr llvm::StringLiteral kAssertsAttr = "vkm.asserts";

/// Whether an operation is a throw.
inline bool isThrow(mlir::Operation *op) {
  return llvm::isa<HostOp>(op) && op->hasAttr(kThrowsAttr);
}

/// Whether an operation is a throw or an assertion: what stands beside it need not be the host's.
inline bool isCheck(mlir::Operation *op) {
  return isThrow(op) || (llvm::isa<HostOp>(op) && op->hasAttr(kAssertsAttr));
}

/// Whether an operation throws in some cases.
inline bool mayThrow(mlir::Operation *op) {
  return op
      ->walk([](HostOp host) {
        return isThrow(host) ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether an operation holds a throw or an assertion.
inline bool holdsCheck(mlir::Operation *op) {
  return op
      ->walk([](HostOp host) {
        return isCheck(host) ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

/// A unit attribute of a vkm.reserve: the vector gets so many elements, no more and no fewer.
inline constexpr llvm::StringLiteral kResizesAttr = "vkm.resizes";

/// Of a field that is an enumeration, or an array of them, and a number in the IR: a dictionary
/// with its C++ `name` and its `values` by the names of the enumerators, left out where generated
/// code cannot name it, and `scoped`, where only a cast makes a number of it. Of a record, a
/// dictionary of such dictionaries, by member.
inline constexpr llvm::StringLiteral kEnumerationAttr = "vkm.enumeration";
inline constexpr llvm::StringLiteral kEnumerationsAttr = "vkm.enumerations";

/// Of a struct that stands for an aggregate of the standard library: what host code calls it.
inline constexpr llvm::StringLiteral kCppTypeAttr = "vkm.cpp_type";

/// Of a function or switch that chooses by the class of an object, or by the alternative of a
/// variant: what it chooses in, as messages name it.
inline constexpr llvm::StringLiteral kDispatchesAttr = "vkm.dispatches";
/// Of a call of such a function, or of such a switch, how that is to be done: "switch",
/// "workgroup" or "sort"; of a grid, "callable" or "rounds".
inline constexpr llvm::StringLiteral kDispatchAttr = "vkm.dispatch";
/// Of a function that counts the iterations in a queue and gives the next slot: many threads do so
/// at once.
inline constexpr llvm::StringLiteral kTakesSlotAttr = "vkm.takes_slot";
/// Of a record that is a std::variant: its member for each alternative, in order; "" for one
/// without data. Its first member is `type : ui32`: 1 for the first alternative, 0 where it holds
/// none.
inline constexpr llvm::StringLiteral kAlternativesAttr = "vkm.alternatives";
/// Of a struct with std::variants inside, which the host packs: for each member of it and of its
/// bases, the class that declares it, and the names that lead to it in the record.
inline constexpr llvm::StringLiteral kPartsAttr = "vkm.parts";
/// Of a struct that a function declares: other functions cannot name it.
inline constexpr llvm::StringLiteral kLocalTypeAttr = "vkm.local_type";
/// Of a struct with base classes: the member that stands for each, in order; "" for one without
/// data.
inline constexpr llvm::StringLiteral kBasesAttr = "vkm.bases";
/// Of a struct that stands for a std::tuple: for each member, in the order in which they lie, which
/// element it is.
inline constexpr llvm::StringLiteral kTupleElementsAttr = "vkm.tuple_elements";

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_HOSTCODE_H
