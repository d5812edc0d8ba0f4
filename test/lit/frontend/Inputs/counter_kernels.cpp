// The kernels of Counter.
#include "counter.h"

// In this file and the other one there is a function of this name.
static int local(int x) { return x + 1; }

void Counter::kernel1D_Count(const Sample *samples, int n) {
  m_count = 0;
  for (int i = 0; i < n; i++)
    m_count += weigh(samples[i]) + local(i) + shared(i);
}
