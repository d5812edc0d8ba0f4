// A loop on the CPU that takes longer than anybody waits.
#include <cstdint>

class Endless {
public:
  virtual ~Endless() = default;
  virtual void Run(float *values, unsigned n) { kernel1D_Run(values, n); }

private:
  void kernel1D_Run(float *values, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
      // All numbers come before the first one comes again.
      const uint64_t first = i;
      uint64_t state = first * 6364136223846793005u + 1u, steps = 0;
      for (; state != first; ++steps)
        state = state * 6364136223846793005u + 1u;
      values[i] = float(steps % 1000u);
    }
  }
};
