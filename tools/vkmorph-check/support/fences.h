// The arrays of a call beside memory that nobody may touch: an original that reads or writes
// outside of them is noticed where it does.
#pragma once

#include "objects.h"
#include "plan.h"
#include "subject.h"

#include <csignal>
#include <vector>

namespace vkmorph::check {

/// For as long as it lives, the original's arguments are copies of the arrays right behind or
/// before such memory. There is one at a time.
class Fences {
public:
  enum class Side { Behind, Before };
  static constexpr int kStatus = 113;
  /// What becomes of an access outside, from a signal handler; the program ends with kStatus when
  /// it returns. `how` is a part of a sentence, `hint` is empty or what to do.
  using Tell = void (*)(void *context, const char *how, const char *hint);

  Fences(const ControlFunction &function, CallData &data, const Case &which, Side side, Tell tell,
         void *context);
  ~Fences();
  Fences(const Fences &) = delete;
  Fences &operator=(const Fences &) = delete;

private:
  struct Array;
  static void handle(int signal, siginfo_t *info, void *context);
  bool tell(const uint8_t *address, const char *what) const;

  CallData &m_data;
  std::vector<Array> m_arrays;
  Tell m_tell;
  void *m_context;
  struct sigaction m_before[2];
};

} // namespace vkmorph::check
