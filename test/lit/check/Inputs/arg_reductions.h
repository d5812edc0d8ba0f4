// Smallest and largest values with what belongs to them; many values are equal.
#pragma once
#include <cfloat>
#include <cstddef>
#include <cstdint>

struct Hit {
  float t;
  int triangle;
  float uv[2];
};

class Finder {
public:
  virtual ~Finder() = default;

  virtual void Ends(const float *values, size_t count) { kernel1D_Ends(values, count); }
  virtual void Backwards(const uint8_t *values, int count) { kernel1D_Backwards(values, count); }
  virtual void Rows(const int *values, int rows, int columns) {
    kernel1D_Rows(values, rows, columns);
  }
  virtual void Plane(const int *values, int width, int height) {
    kernel2D_Plane(values, width, height);
  }
  virtual void Members(const float *values, int count) { kernel1D_Members(values, count); }
  virtual void Built(const float *values, int count) { kernel1D_Built(values, count); }
  virtual void Chosen(const Hit *hits, int count) { kernel1D_Chosen(hits, count); }
  virtual void Pairs(const int *a, const int *b, int count) { kernel1D_Pairs(a, b, count); }
  virtual void Indices(const float *values, const uint8_t *bytes, int count) {
    kernel1D_Indices(values, bytes, count);
  }
  virtual void Locals(const float *values, float *out, int count) {
    kernel1D_Locals(values, out, count);
  }

protected:
  virtual void kernel1D_Ends(const float *values, size_t count);
  virtual void kernel1D_Backwards(const uint8_t *values, int count);
  virtual void kernel1D_Rows(const int *values, int rows, int columns);
  virtual void kernel2D_Plane(const int *values, int width, int height);
  virtual void kernel1D_Members(const float *values, int count);
  virtual void kernel1D_Built(const float *values, int count);
  virtual void kernel1D_Chosen(const Hit *hits, int count);
  virtual void kernel1D_Pairs(const int *a, const int *b, int count);
  virtual void kernel1D_Indices(const float *values, const uint8_t *bytes, int count);
  virtual void kernel1D_Locals(const float *values, float *out, int count);

  void Take(float value, int where) {
    if (value < m_nearest) {
      m_nearest = value;
      m_nearestAt = where;
    }
  }

  float m_max = 0, m_min = 0;
  size_t m_maxAt = 0, m_minAt = 0;
  uint8_t m_byte = 0;
  int m_byteAt = 0;
  double m_exact = 1e300;
  int m_row = 0, m_column = 0;
  bool m_isEven = false;
  int m_first = 0, m_firstX = 0, m_firstY = 0, m_last = 0, m_lastX = 0, m_lastY = 0;
  float m_nearest = 0;
  int m_nearestAt = 0;
  Hit m_hit = {1e30f, -1, {0, 0}};
  int m_sum = 0, m_big = -2147483647, m_bigAt = 0;
  int m_lowAt = 0, m_highAt = 0;
  float m_mean = 0;
  int m_bestAt = 0;
};
