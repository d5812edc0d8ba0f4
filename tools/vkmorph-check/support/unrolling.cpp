// Asks devices in software not to unroll: they compile the unrolled steps of a reduction, with a
// barrier in each, for seconds.
#include "unrolling.h"

#include <atomic>

namespace vkmorph::check {

static std::atomic<bool> unrolls{true};

void setUnrolling(bool isAllowed) { unrolls = isAllowed; }

bool mayUnroll() { return unrolls; }

std::vector<uint32_t> withoutUnrolling(const uint32_t *words, size_t count) {
  // Of the SPIR-V specification. Other hints have operands of their own and stay.
  enum { OpLoopMerge = 246, None = 0, Unroll = 1, DontUnroll = 2 };
  constexpr size_t kHeader = 5, kControl = 3;
  std::vector<uint32_t> result(words, words + count);
  for (size_t i = kHeader; i < count;) {
    const uint32_t length = result[i] >> 16, opcode = result[i] & 0xffff;
    if (length == 0 || i + length > count)
      break;
    if (opcode == OpLoopMerge && length > kControl &&
        (result[i + kControl] == None || result[i + kControl] == Unroll))
      result[i + kControl] = DontUnroll;
    i += length;
  }
  return result;
}

} // namespace vkmorph::check
