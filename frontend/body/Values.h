//===- Values.h - What expressions give, and what names mean ----------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_VALUES_H
#define VKMORPH_FRONTEND_BODY_VALUES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Value.h"

#include <memory>
#include <optional>
#include <string>

namespace vkmorph::frontend {

struct Closure;
using ClosurePtr = std::shared_ptr<const Closure>;

/// A pointer as far as it is known at compile time.
struct PointerValue {
  mlir::Value base;  ///< a `!vkm.ptr`, or the place of an array or of one object
  mlir::Value index; ///< in elements; null for 0
  /// `base` is the object itself that is pointed to; or, of an alternative of a std::variant that
  /// has no data, whether the variant holds it.
  bool isObject = false;
  /// Of std::get_if, bound to a name: the constant that says whether it gave no null pointer.
  mlir::Value held = {};
};

/// A `std::vector` of the class: a member, a reference to one, or a parameter that is one.
struct StdVectorValue {
  mlir::Value data;       ///< a `!vkm.ptr` to the first element
  mlir::Value size;       ///< a ui32; null for a member, whose size is a field
  std::string sizeField;  ///< of a member
  mlir::Value first = {}; ///< of one inside of an object: the element of `data` that is its first
};

/// The statement of a kernel or function that said what a pointer points into, which later ones may
/// let point elsewhere.
struct PointerSetting {
  mlir::Region *in = nullptr; ///< where the statement stands; null where no other may follow
  bool isLocal = false;       ///< whether what it points into is known only there
  bool isNumbered = true;     ///< whether its element's number is in the variable of its index
  llvm::SmallVector<mlir::Operation *, 0> loops = {};    ///< around the statement
  llvm::SmallVector<mlir::Operation *, 0> useLoops = {}; ///< around the uses since
  bool isUsedElsewhere = false; ///< whether uses since need not come after the statement
};

/// What a name means in a body.
struct Binding {
  enum class Kind { Place, Value, Pointer, Closure, StdVector };
  Kind kind = Kind::Value;
  mlir::Value value;    ///< the place or value; of a pointer that moves, the variable of its index
  PointerValue pointer; ///< of a pointer; where it moves, without the index
  ClosurePtr closure;   ///< of a lambda, or what else can be called
  StdVectorValue stdVector = {}; ///< of a reference to a std::vector
  bool rebinds = false; ///< a pointer that later statements may let point into another array
  PointerSetting setting = {};
  mlir::Value which = {}; ///< of a pointer that loops set again: the variable of its array's number
};

/// An argument while the others are evaluated.
struct Argument {
  mlir::Value value;
  /// The place that a reference to const names: read when all arguments are there.
  mlir::Value readFrom;
  mlir::Location loc;
  std::optional<PointerValue> pointer = {}; ///< where a pointer into an array is passed
  mlir::Value size = {};                    ///< of a std::vector
  mlir::Value isGiven = {};                 ///< of an array: else a null pointer is passed
  /// The place that the parameter names; null for values.
  mlir::Value place() const;
};

/// What a call gives.
struct CallResult {
  static CallResult failure() {
    CallResult result;
    result.failed = true;
    return result;
  }
  // Null: the call failed.
  static CallResult ofValue(mlir::Value value) {
    CallResult result;
    result.value = value;
    result.failed = !value;
    return result;
  }
  static CallResult ofPlace(mlir::Value place) {
    CallResult result;
    result.place = place;
    result.failed = !place;
    return result;
  }
  static CallResult ofPointer(const std::optional<PointerValue> &pointer) {
    CallResult result;
    result.pointer = pointer;
    result.failed = !pointer;
    return result;
  }
  /// Of a call that gives nothing.
  static CallResult done(bool succeeded = true) {
    CallResult result;
    result.failed = !succeeded;
    return result;
  }

  bool failed = false;
  mlir::Value value;                   ///< null for void
  mlir::Value place;                   ///< where the function returns a reference
  std::optional<PointerValue> pointer; ///< where it returns a pointer
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_VALUES_H
