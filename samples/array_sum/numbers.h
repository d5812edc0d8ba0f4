// The sum of the positive numbers of an array: an ordinary class, and all that vkmorph reads of
// this sample.
#pragma once

#include <cstddef>
#include <cstdint>

namespace linalg {

/// Adds up the positive numbers of an array, and says what they are on average.
class Numbers {
public:
  virtual ~Numbers() = default;

  /// Sums the positive ones of `a_dataSize` integers; the sum has to fit an `int`.
  virtual void CalcArraySumm(const int *a_data, uint32_t a_dataSize);

  /// The same for floating-point numbers.
  virtual void CalcArraySummf(const float *a_data, uint32_t a_dataSize);

  int Summ() const { return m_summ; }
  uint32_t Positives() const { return m_positives; }
  float Average() const { return m_average; }
  float Summf() const { return m_summf; }
  float Largestf() const { return m_largestf; }

protected:
  void kernel1D_ArraySumm(const int *a_data, size_t a_dataSize);
  void kernel1D_ArraySummf(const float *a_data, size_t a_dataSize);

private:
  int m_summ = 0;
  uint32_t m_positives = 0; ///< how many numbers the sum is made of
  float m_average = 0.0f;
  float m_summf = 0.0f;
  float m_largestf = 0.0f;
};

} // namespace linalg
