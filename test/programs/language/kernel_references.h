#pragma once

#include <cstdint>

// What a kernel gives back it gives through references: its caller decides where results go.
struct Spread {
  float low, high;
  int count;
};

struct Gain {
  float scale, offset;
};

class KernelReferences {
public:
  virtual ~KernelReferences() {}

  virtual void Total(const float *a, uint32_t n);
  virtual float Mean(const float *a, uint32_t n);
  virtual void Sum(const float *a, float &sum, uint32_t n);
  virtual void Count(const int *a, uint32_t n, int limit, uint32_t &below, uint32_t *above);
  virtual void Both(const float *a, const float *b, float *sums, uint32_t n);
  virtual void PerKind(const int *a, uint32_t n, int kind);
  virtual bool Range(const float *a, float *out, uint32_t n, Spread &spread);
  virtual void Centre(const float *a, float *out, uint32_t n);
  virtual void Amplify(const float *a, float *out, uint32_t n, float scale);

protected:
  void kernel1D_Sum(const float *a, float &sum, uint32_t n) {
    sum = 0.0f;
    for (uint32_t i = 0; i < n; i++)
      sum += a[i];
  }

  void kernel1D_Count(const int *a, uint32_t n, int limit, uint32_t &below, uint32_t &above) {
    for (uint32_t i = 0; i < n; i++) {
      if (a[i] < limit)
        below++;
      if (a[i] > limit)
        above++;
    }
  }

  void kernel1D_Spread(const float *a, uint32_t n, Spread &result) {
    result.low = 1e30f;
    result.high = -1e30f;
    for (uint32_t i = 0; i < n; i++) {
      if (a[i] < result.low)
        result.low = a[i];
      if (a[i] > result.high)
        result.high = a[i];
      result.count += 1;
    }
  }

  void kernel1D_Move(const float *a, float *out, uint32_t n, const Spread &spread, const Gain &gain) {
    for (uint32_t i = 0; i < n; i++)
      out[i] = (a[i] - spread.low) * gain.scale + gain.offset;
  }

  float m_total = 0.0f;
  int m_kinds[4] = {};
  uint32_t m_seen[4] = {};
  Spread m_spread = {0.0f, 0.0f, 0};
  Gain m_gain = {2.0f, 1.0f};
};
