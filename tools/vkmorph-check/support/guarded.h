// Arrays between guard zones: what is written outside of them shows, what is read there is poison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace vkmorph::check {

/// Bytes of a guard zone on either side; a multiple of every device's offset alignment.
inline constexpr size_t kGuardBytes = 4096;
/// What guard zones hold: as an int -976894523, as a float -6328.7, so that results in which it
/// takes part differ from those in which it does not.
inline constexpr uint8_t kGuardByte = 0xc5;

/// A write outside of an array.
struct Outside {
  bool before; ///< on which side
  uint64_t
      distance;   ///< bytes between the array and the closest byte that was written; 0: next to it
  uint64_t bytes; ///< how many bytes of the guard zones have changed
};

/// Looks for changes in the zones around `bytes` bytes at `data`, both `kGuardBytes` long.
std::optional<Outside> findOutside(const uint8_t *data, size_t bytes);

/// An array in host memory with a guard zone before and after it; aligned for any type.
class GuardedArray {
public:
  GuardedArray() : GuardedArray(0) {}
  /// Filled with zeros.
  explicit GuardedArray(size_t bytes);

  uint8_t *data() const { return m_begin + kGuardBytes; }
  size_t bytes() const { return m_bytes; }
  /// The array with its guard zones: `bytes()` + 2 * kGuardBytes.
  uint8_t *whole() const { return m_begin; }
  std::optional<Outside> outside() const { return findOutside(data(), m_bytes); }
  void resetGuards();
  /// The same contents in memory of its own, with new guards.
  GuardedArray copy() const;

private:
  size_t m_bytes;
  std::unique_ptr<uint8_t[]> m_memory;
  uint8_t *m_begin;
};

} // namespace vkmorph::check
