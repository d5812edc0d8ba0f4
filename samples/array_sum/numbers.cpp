// The CPU implementation of linalg::Numbers: the definition of what the generated class computes.
#include "numbers.h"

namespace linalg {

void Numbers::CalcArraySumm(const int *a_data, uint32_t a_dataSize) {
  kernel1D_ArraySumm(a_data, a_dataSize);
}

void Numbers::CalcArraySummf(const float *a_data, uint32_t a_dataSize) {
  kernel1D_ArraySummf(a_data, a_dataSize);
}

void Numbers::kernel1D_ArraySumm(const int *a_data, size_t a_dataSize) {
  m_summ = 0;
  m_positives = 0;
  for (uint32_t i = 0; i < a_dataSize; i++) {
    // Only the positive numbers count.
    int number = a_data[i];
    if (number > 0) {
      m_summ += number;
      m_positives++;
    }
  }
  m_average = m_positives > 0 ? float(m_summ) / float(m_positives) : 0.0f;
}

void Numbers::kernel1D_ArraySummf(const float *a_data, size_t a_dataSize) {
  m_summf = 0.0f;
  m_largestf = 0.0f;
  for (uint32_t i = 0; i < a_dataSize; i++) {
    float number = a_data[i];
    if (number > 0.0f) {
      m_summf += number;
      m_largestf = number > m_largestf ? number : m_largestf;
    }
  }
}

} // namespace linalg
