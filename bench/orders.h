// Running totals, and sorts: what later iterations get depends on all before them.
#pragma once

#include <algorithm>
#include <cstdint>

namespace bench {

/// A number and what it belongs to.
struct Pair {
  uint32_t key;
  uint32_t value;
};

class Orders {
public:
  virtual ~Orders() = default;

  virtual void Copy(const uint32_t *in, uint32_t *out, uint32_t count) {
    kernel1D_Copy(in, out, count);
  }

  virtual void Scan(const int *in, int *out, uint32_t count) { kernel1D_Scan(in, out, count); }

  /// Two totals at once, of which one counts what is taken.
  virtual void Take(const int *in, int *out, int *places, uint32_t count) {
    kernel1D_Take(in, out, places, count);
  }

  /// Keys are copied first, so that each run sorts the same.
  virtual void Sort(const uint32_t *in, uint32_t *keys, uint32_t count) {
    kernel1D_Copy(in, keys, count);
    std::sort(keys, keys + count);
  }

  virtual void SortPairs(const Pair *in, Pair *pairs, uint32_t count) {
    kernel1D_CopyPairs(in, pairs, count);
    std::sort(pairs, pairs + count, [](const Pair &a, const Pair &b) { return a.key < b.key; });
  }

protected:
  virtual void kernel1D_Copy(const uint32_t *in, uint32_t *out, uint32_t count);
  virtual void kernel1D_CopyPairs(const Pair *in, Pair *out, uint32_t count);
  virtual void kernel1D_Scan(const int *in, int *out, uint32_t count);
  virtual void kernel1D_Take(const int *in, int *out, int *places, uint32_t count);

  int m_total = 0;
  int m_taken = 0;
};

} // namespace bench
