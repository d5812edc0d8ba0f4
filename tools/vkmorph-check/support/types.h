// Types of arguments and members as tables: what a harness says about values that the library
// fills and compares as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vkmorph::check {

enum class Scalar : uint8_t {
  Bool,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Float,
  Double
};

constexpr bool isFloat(Scalar scalar) {
  return scalar == Scalar::Float || scalar == Scalar::Double;
}
constexpr bool isSigned(Scalar scalar) {
  return scalar == Scalar::Int8 || scalar == Scalar::Int16 || scalar == Scalar::Int32 ||
         scalar == Scalar::Int64;
}
constexpr size_t sizeOf(Scalar scalar) {
  switch (scalar) {
  case Scalar::Bool:
  case Scalar::Int8:
  case Scalar::UInt8:
    return 1;
  case Scalar::Int16:
  case Scalar::UInt16:
    return 2;
  case Scalar::Int32:
  case Scalar::UInt32:
  case Scalar::Float:
    return 4;
  default:
    return 8;
  }
}

struct Type;

/// A member of a struct.
struct Part {
  const char *name;
  const Type *type;
  size_t offset; ///< in bytes
};

/// A scalar, an array of fixed length, or a struct. Bytes that no member of a struct covers are
/// padding: never compared.
struct Type {
  enum class Kind : uint8_t { Scalar, Array, Record };

  Kind kind;
  size_t bytes;
  Scalar scalar;       ///< scalars only
  const Type *element; ///< arrays only
  size_t count;        ///< of elements, or of members
  const Part *parts;   ///< structs only
  /// Of a std::variant, whose first part says which alternative it holds, 1 for the first: for each
  /// of these, which part it is; 0 for one without data.
  const size_t *alternatives = nullptr;
  size_t alternativeCount = 0;
};

constexpr Type scalarType(Scalar scalar) {
  return {Type::Kind::Scalar, sizeOf(scalar), scalar, nullptr, 0, nullptr};
}
constexpr Type arrayType(const Type &element, size_t count) {
  return {Type::Kind::Array, element.bytes * count, Scalar::Bool, &element, count, nullptr};
}
template <size_t N> constexpr Type recordType(size_t bytes, const Part (&parts)[N]) {
  return {Type::Kind::Record, bytes, Scalar::Bool, nullptr, N, parts};
}

template <size_t N, size_t M>
constexpr Type variantType(size_t bytes, const Part (&parts)[N], const size_t (&alternatives)[M]) {
  return {Type::Kind::Record, bytes, Scalar::Bool, nullptr, N, parts, alternatives, M};
}

inline constexpr Type kBool = scalarType(Scalar::Bool);
inline constexpr Type kInt8 = scalarType(Scalar::Int8);
inline constexpr Type kUInt8 = scalarType(Scalar::UInt8);
inline constexpr Type kInt16 = scalarType(Scalar::Int16);
inline constexpr Type kUInt16 = scalarType(Scalar::UInt16);
inline constexpr Type kInt32 = scalarType(Scalar::Int32);
inline constexpr Type kUInt32 = scalarType(Scalar::UInt32);
inline constexpr Type kInt64 = scalarType(Scalar::Int64);
inline constexpr Type kUInt64 = scalarType(Scalar::UInt64);
inline constexpr Type kFloat = scalarType(Scalar::Float);
inline constexpr Type kDouble = scalarType(Scalar::Double);

/// A scalar somewhere inside a value of some type.
struct Leaf {
  std::string path; ///< ".hits[2].charge"; empty: the value itself
  std::string rule; ///< the same without subscripts: what ranges of inputs are stated for
  size_t offset;    ///< in bytes
  Scalar scalar;
};

/// All scalars of a type, in order.
std::vector<Leaf> leavesOf(const Type &type);

/// A scalar's value, for messages: shortest digits that tell it from its neighbours.
std::string spell(Scalar scalar, const void *value);
/// A scalar's value as the nearest double.
double toDouble(Scalar scalar, const void *value);
/// Stores a number as a scalar; integers wrap, a bool is whether it is not 0.
void store(Scalar scalar, double number, void *target);

} // namespace vkmorph::check
