// Arrays between guard zones.
#include "guarded.h"

#include <cstring>

#include <sys/mman.h>

namespace vkmorph::check {

static constexpr size_t kAlignment = 256;

std::optional<Outside> findOutside(const uint8_t *data, size_t bytes, uint8_t guardByte) {
  Outside found = {false, 0, 0};
  std::optional<uint64_t> before, after;
  for (size_t i = 0; i < kGuardBytes; ++i) {
    if (data[bytes + i] != guardByte) {
      found.bytes++;
      after = after.value_or(i);
    }
    if (*(data - 1 - i) != guardByte) {
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

static bool trapsFarAccesses = false;

void trapFarAccesses() { trapsFarAccesses = true; }

void ReleaseArray::operator()(uint8_t *memory) const {
  if (mapped > 0)
    munmap(memory, mapped);
  else
    delete[] memory;
}

/// Memory with at least `bytes` bytes after so many, and no access outside of them but to what is
/// left of a page. Null where there is not as much.
static uint8_t *mapAlone(size_t zone, size_t bytes) {
  void *memory = mmap(nullptr, zone + bytes + zone, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  auto *begin = static_cast<uint8_t *>(memory);
  if (mprotect(begin + zone, bytes, PROT_READ | PROT_WRITE) == 0)
    return begin;
  munmap(memory, zone + bytes + zone);
  return nullptr;
}

GuardedArray::GuardedArray(size_t bytes) : m_bytes(bytes), m_begin(nullptr) {
  constexpr size_t zone = size_t(64) << 20;
  const size_t whole = bytes + 2 * kGuardBytes;
  uint8_t *mapped = trapsFarAccesses && bytes > 0 ? mapAlone(zone, whole) : nullptr;
  if (mapped) {
    m_memory = {mapped, ReleaseArray{zone + whole + zone}};
    m_begin = mapped + zone;
  } else {
    m_memory.reset(new uint8_t[whole + kAlignment]);
    const uintptr_t address = reinterpret_cast<uintptr_t>(m_memory.get());
    m_begin = m_memory.get() + (kAlignment - address % kAlignment) % kAlignment;
  }
  std::memset(data(), 0, bytes);
  resetGuards();
}

void GuardedArray::resetGuards(uint8_t guardByte) {
  m_guardByte = guardByte;
  std::memset(m_begin, guardByte, kGuardBytes);
  std::memset(data() + m_bytes, guardByte, kGuardBytes);
}

GuardedArray GuardedArray::copy() const {
  GuardedArray result(m_bytes);
  std::memcpy(result.data(), data(), m_bytes);
  return result;
}

} // namespace vkmorph::check
