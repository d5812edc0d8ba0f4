// Notes what the original has sorted.
#include "sorted.h"

#include "stable_sorts.h"

#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

namespace vkmorph::check {

namespace {
struct Note {
  const uint8_t *first;
  size_t bytes, hash;
  bool (*isSorted)(const void *, const void *);
};
} // namespace

static std::vector<Note> notes;
static std::mutex isNoting; ///< the original may have threads

static size_t hashOf(const void *first, size_t bytes) {
  return std::hash<std::string_view>()({static_cast<const char *>(first), bytes});
}

void forgetSorts() {
  const std::lock_guard<std::mutex> lock(isNoting);
  notes.clear();
}

bool isOutOfOrder(const void *elements, size_t bytes, const void *other) {
  const std::lock_guard<std::mutex> lock(isNoting);
  const auto begin = reinterpret_cast<uintptr_t>(elements);
  for (const Note &note : notes) {
    const auto first = reinterpret_cast<uintptr_t>(note.first);
    if (first < begin || first + note.bytes > begin + bytes ||
        hashOf(note.first, note.bytes) != note.hash)
      continue;
    const uint8_t *same = static_cast<const uint8_t *>(other) + (first - begin);
    if (!note.isSorted(same, same + note.bytes))
      return true;
  }
  return false;
}

} // namespace vkmorph::check

using namespace vkmorph::check;

extern "C" void vkmorph_check_note_sorted(const void *first, std::size_t bytes,
                                          bool (*isSorted)(const void *, const void *)) {
  const std::lock_guard<std::mutex> lock(isNoting);
  notes.push_back({static_cast<const uint8_t *>(first), bytes, hashOf(first, bytes), isSorted});
}
