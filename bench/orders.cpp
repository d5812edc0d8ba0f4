// Kernels whose iterations need what those before them give, and what is sorted.
#include "orders.h"

#include <numeric>

namespace bench {

void Orders::kernel1D_Copy(const uint32_t *in, uint32_t *out, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    out[i] = in[i];
}

void Orders::kernel1D_CopyPairs(const Pair *in, Pair *out, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    out[i] = in[i];
}

void Orders::kernel1D_Scan(const int *in, int *out, uint32_t count) {
  std::exclusive_scan(in, in + count, out, 0);
}

void Orders::kernel1D_Take(const int *in, int *out, int *places, uint32_t count) {
  m_total = 0;
  m_taken = 0;
  for (uint32_t i = 0; i < count; ++i) {
    m_total += in[i];
    out[i] = m_total;
    places[i] = m_taken;
    if (in[i] > 50)
      ++m_taken;
  }
}

} // namespace bench
