// Every element meets every other one: the sizes that checks choose by themselves take minutes.
#include <cstdint>

class AllPairs {
public:
  virtual ~AllPairs() = default;
  virtual void Count(const uint32_t *keys, uint32_t *counts, unsigned n) { kernel1D_Count(keys, counts, n); }

private:
  void kernel1D_Count(const uint32_t *keys, uint32_t *counts, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
      uint32_t count = 0;
      for (unsigned j = 0; j < n; j++)
        count += (keys[j] * 2654435761u ^ keys[i]) % 7 == i % 7;
      counts[i] = count;
    }
  }
};
