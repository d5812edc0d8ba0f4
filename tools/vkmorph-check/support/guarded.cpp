// Arrays between guard zones.
#include "guarded.h"

#include <cstring>

namespace vkmorph::check {

static constexpr size_t kAlignment = 256;

std::optional<Outside> findOutside(const uint8_t *data, size_t bytes) {
  Outside found = {false, 0, 0};
  std::optional<uint64_t> before, after;
  for (size_t i = 0; i < kGuardBytes; ++i) {
    if (data[bytes + i] != kGuardByte) {
      found.bytes++;
      after = after.value_or(i);
    }
    if (*(data - 1 - i) != kGuardByte) {
      found.bytes++;
      before = before.value_or(i);
    }
  }
  if (!before && !after)
    return std::nullopt;
  found.before = before && (!after || *before < *after);
  found.distance = found.before ? *before : *after;
  return found;
}

GuardedArray::GuardedArray(size_t bytes)
    : m_bytes(bytes), m_memory(new uint8_t[bytes + 2 * kGuardBytes + kAlignment]) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(m_memory.get());
  m_begin = m_memory.get() + (kAlignment - address % kAlignment) % kAlignment;
  std::memset(data(), 0, bytes);
  resetGuards();
}

void GuardedArray::resetGuards() {
  std::memset(m_begin, kGuardByte, kGuardBytes);
  std::memset(data() + m_bytes, kGuardByte, kGuardBytes);
}

GuardedArray GuardedArray::copy() const {
  GuardedArray result(m_bytes);
  std::memcpy(result.data(), data(), m_bytes);
  return result;
}

} // namespace vkmorph::check
