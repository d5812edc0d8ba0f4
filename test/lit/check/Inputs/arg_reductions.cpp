#include "arg_reductions.h"

// Two at once, the first and the last of equal ones, with numbers of 64 bits.
void Finder::kernel1D_Ends(const float *values, size_t count) {
  m_max = -FLT_MAX;
  m_min = FLT_MAX;
  for (size_t i = 0; i < count; ++i) {
    const float value = float(int(values[i] * 3.0f) % 4);
    if (value > m_max) {
      m_max = value;
      m_maxAt = i;
    }
    if (value <= m_min) {
      m_min = value;
      m_minAt = i;
    }
  }
}

void Finder::kernel1D_Backwards(const uint8_t *values, int count) {
  m_byte = 255;
  for (int i = count - 1; i >= 0; --i) {
    const uint8_t high = values[i] / 16;
    if (m_byte > high) {
      m_byteAt = i;
      m_byte = high;
    }
  }
}

// Several values in one iteration, under conditions.
void Finder::kernel1D_Rows(const int *values, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const double value = (values[row * columns + column] % 5) * 0.5;
      if (value > -2.0 && value < m_exact) {
        m_exact = value;
        m_row = row;
        m_column = column;
        m_isEven = column % 2 == 0;
      }
    }
}

void Finder::kernel2D_Plane(const int *values, int width, int height) {
  m_first = 100;
  m_last = -100;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int key = values[y * width + x] % 3;
      if (key < m_first) {
        m_first = key;
        m_firstX = x;
        m_firstY = y;
      }
      if (key >= m_last) {
        m_last = key;
        m_lastX = x;
        m_lastY = y;
      }
    }
}

void Finder::kernel1D_Members(const float *values, int count) {
  m_nearest = 1e30f;
  for (int i = 0; i < count; ++i)
    Take(values[i] * values[i], i);
}

void Finder::kernel1D_Built(const float *values, int count) {
  for (int i = 0; i < count; ++i)
    if (values[i] > 0.0f && values[i] < m_hit.t)
      m_hit = {values[i], i, {values[i] * 2.0f, 1.0f}};
}

void Finder::kernel1D_Chosen(const Hit *hits, int count) {
  for (int i = 0; i < count; ++i)
    m_hit = hits[i].t < m_hit.t ? hits[i] : m_hit;
}

// Two statements for one place, and a sum beside them.
void Finder::kernel1D_Pairs(const int *a, const int *b, int count) {
  m_sum = 0;
  for (int i = 0; i < count; ++i) {
    m_sum += a[i];
    if (a[i] % 9 > m_big) {
      m_big = a[i] % 9;
      m_bigAt = 2 * i;
    }
    if (b[i] % 9 > m_big) {
      m_big = b[i] % 9;
      m_bigAt = 2 * i + 1;
    }
  }
}

// Only the place is remembered.
void Finder::kernel1D_Indices(const float *values, const uint8_t *bytes, int count) {
  m_lowAt = 0;
  m_highAt = 0;
  for (int i = 1; i < count; ++i) {
    if (values[i] < values[m_lowAt])
      m_lowAt = i;
    m_highAt = bytes[m_highAt] / 32 <= bytes[i] / 32 ? i : m_highAt;
  }
}

void Finder::kernel1D_Locals(const float *values, float *out, int count) {
  float best = -FLT_MAX, sum = 0.0f;
  int at = -1;
  for (int i = 0; i < count; ++i) {
    sum += values[i];
    if (values[i] > best) {
      best = values[i];
      at = i;
    }
  }
  m_bestAt = at;
  m_mean = sum / count;
  out[0] = best;
}
