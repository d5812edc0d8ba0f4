// Notes what the original did that C++ leaves undefined.
#include "undefined.h"

#include <atomic>
#include <cstdlib>
#include <utility>

namespace vkmorph::check {

/// A literal; the original may have threads.
static std::atomic<const char *> first = nullptr;

static void note(const char *what) {
  const char *none = nullptr;
  first.compare_exchange_strong(none, what);
}

std::string takeUndefined() {
  const char *what = first.exchange(nullptr);
  return what ? what : "";
}

} // namespace vkmorph::check

using vkmorph::check::note;

// The names are those that clang calls (-fsanitize-minimal-runtime).
extern "C" {
void __ubsan_handle_out_of_bounds_minimal() { note("has an index outside of an array"); }
void __ubsan_handle_shift_out_of_bounds_minimal() { note("shifts by more than there are bits"); }
void __ubsan_handle_divrem_overflow_minimal() { note("divides by 0"); }
void __ubsan_handle_float_cast_overflow_minimal() {
  note("converts a float to an integer that cannot hold it");
}
}
