#include "reductions.h"

void Survey::kernel1D_Bits(const int *values, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    m_all &= values[i] | 7;
    m_any = m_any | values[i];
    m_odd ^= values[i];
    m_product = (values[i] | 1) * m_product;
    m_mask &= ~(uint64_t(1) << (values[i] & 63));
    m_narrow ^= values[i];
    m_byte &= values[i] | 3;
  }
}

void Survey::kernel1D_Flags(const int *values, unsigned count) {
  m_areSorted = true;
  for (unsigned i = 0; i < count; ++i) {
    m_isAnySmall |= values[i] < 3;
    m_areAllBelow = m_areAllBelow && values[i] < 1000000;
    m_isAnyOdd = values[i] % 2 != 0 || m_isAnyOdd;
    m_parity ^= (values[i] & 1) != 0;
    m_areSorted &= i == 0 || values[i - 1] <= values[i];
  }
}

void Survey::kernel1D_Elements(const int *values, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const unsigned digit = unsigned(values[i]) % 10u;
    m_digits[digit]++;
    for (int k = 0; k < 3; ++k)
      m_lowest[k] = std::min(m_lowest[k], values[i] ^ (k << 4));
    m_pairs[digit & 1][values[i] & 3] += digit;
    m_pairs[0][1] += 1;
    if (digit == 3)
      m_first -= values[i];
    m_tallies[digit & 1].Add(values[i]);
    m_tally.Add(values[i] >> 1);
  }
}

void Survey::kernel1D_Vectors(const float *values, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const glm::vec3 v(values[i], 2.0f * values[i], 1.0f);
    m_sum += v;
    m_most = glm::max(m_most, v);
    m_steps += glm::ivec2(1, int(i));
    m_moment += glm::outerProduct(v, v);
    m_growth *= 1.0f + 0.0001f * values[i];
    m_exact += values[i];
  }
}

void Survey::kernel1D_Structs(const float *values, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const Size size{values[i], 3.0f * values[i]};
    m_total += size;
    m_twice = m_twice + Size{values[i], values[i]} + size;
    m_box = Around(m_box, size);
  }
}

void Survey::kernel2D_Rows(const int *values, unsigned width, unsigned height) {
  for (unsigned y = 0; y < height; ++y)
    for (unsigned x = 0; x < width; ++x) {
      m_digits[y % 10u] += values[y * width + x];
      m_odd |= values[y * width + x];
    }
}

void Survey::Count(const int *values, unsigned count) {
  kernel1D_Bits(values, count);
  kernel1D_Flags(values, count);
  kernel1D_Elements(values, count);
}

void Survey::Measure(const float *values, unsigned count) {
  kernel1D_Vectors(values, count);
  kernel1D_Structs(values, count);
}

void Survey::Rows(const int *values, unsigned width, unsigned height) { kernel2D_Rows(values, width, height); }
