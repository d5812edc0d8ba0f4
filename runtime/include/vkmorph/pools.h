// Vectors inside of objects that shaders have as records: the elements of all of them in one pool.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vkmorph/members.h"

namespace vkmorph {

/// Where the vectors inside of objects begin in their pools.
class PoolIndex {
public:
  virtual ~PoolIndex() = default;
  /// The number of a vector's first element in its pool; `vector` is its address.
  virtual uint32_t FirstOf(const void *vector) const = 0;
};

/// A vector inside of an object.
struct PooledVector {
  size_t pool;        ///< the number of the pool
  const void *vector; ///< its address
  const void *data;
  size_t size;
  size_t elementBytes; ///< as shaders have them
  /// Writes the elements, where shaders have them in another form; null: as their bytes.
  PackFault (*pack)(const void *vector, unsigned char *records, const PackContext &context);
};

/// Is shown the objects that pointers and vectors of a class lead to, and the vectors inside of
/// them.
class PoolVisitor {
public:
  virtual ~PoolVisitor() = default;
  /// An object, which may be inside of one that was shown before.
  virtual void Object(const void *address, size_t bytes) = 0;
  /// A vector inside of the object that was shown last, or of one that is inside of that.
  virtual void Vector(const PooledVector &vector) = 0;
};

} // namespace vkmorph
