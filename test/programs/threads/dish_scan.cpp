// Origin: written from README.md and docs/Language.md before its first translation.
// Drivers of other forms: names and orders of parameters that differ from those of the thread's function, a driver that is
// measured by a clock, strips of rows, one driver that calls two functions in the same loops, and one without a function.
// RUN: %check %s --class DishScan --setup "object.Configure(40);" --size passes=1,2 --size columns=40 --size rows=1,9 --size beams=1,77 -- -std=c++17
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

class DishScan {
public:
  virtual ~DishScan() = default;

  void Configure(uint32_t columns) {
    m_columns = columns;
    m_gain.resize(columns);
    for (uint32_t i = 0; i < columns; ++i)
      m_gain[i] = 0.5f + 0.01f * float(i);
  }

  /// The echo of each cell of a plane, summed over passes.
  virtual void SweepBlock(float *echo, uint32_t passes, uint32_t rows, uint32_t columns) {
    const auto start = std::chrono::steady_clock::now();
    for (uint32_t p = 0; p < passes; p++) {
      const uint32_t strip = 4;
#pragma omp parallel for schedule(dynamic, 1)
      for (uint32_t first = 0; first < rows; first += strip)
        for (uint32_t r = first; r < std::min(first + strip, rows); r++)
          for (uint32_t c = 0; c < columns; c++)
            Sweep(echo, r, p, c);
    }
    m_milliseconds = std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count();
  }

  /// Distances and strengths of single beams, one after the other for each.
  virtual void BeamBlock(uint32_t beams, float *distance, float *strength) {
    for (uint32_t b = 0; b < beams; b++) {
      Range(b, distance);
      Strength(b, distance, strength);
    }
  }

  /// Kernels alone.
  virtual void CalibrateBlock(uint32_t beams, float *offsets) {
    for (int b = int(beams) - 1; b >= 0; b--) {
      float offset = 0.0f;
      if (kernel_Offset(b, &offset))
        kernel_KeepOffset(b, offset, offsets);
    }
  }

  float Milliseconds() const { return m_milliseconds; }
  float power = 3.0f;

protected:
  void Sweep(float *echo, uint32_t tidY, uint32_t pass, uint32_t tidX) {
    float reflected;
    if (!kernel_Reflect(tidX, tidY, pass, reflected))
      return;
    kernel_Receive(tidX, tidY, reflected, echo);
  }
  bool kernel_Reflect(uint32_t tidX, uint32_t tidY, uint32_t pass, float &reflected) {
    const float away = 1.0f + std::sqrt(float(tidX * tidX + tidY * tidY));
    reflected = power / away;
    return (tidX + tidY + pass) % 3 != 0;
  }
  void kernel_Receive(uint32_t tidX, uint32_t tidY, float reflected, float *echo) {
    echo[tidY * m_columns + tidX] += reflected * m_gain[tidX];
  }

  void Range(uint32_t tid, float *distance) {
    float t = 0.1f;
    do {
      if (kernel_Hits(tid, t))
        break;
      t *= 1.5f;
    } while (t < 50.0f);
    kernel_KeepRange(tid, t, distance);
  }
  bool kernel_Hits(uint32_t tid, float t) const { return t * (1.0f + float(tid % 5)) > 17.0f; }
  void kernel_KeepRange(uint32_t tid, float t, float *distance) { distance[tid] = t; }

  void Strength(uint32_t tid, const float *distance, float *strength) { kernel_Strength(tid, distance, strength); }
  void kernel_Strength(uint32_t tid, const float *distance, float *strength) {
    strength[tid] = power / (distance[tid] * distance[tid]);
  }

  bool kernel_Offset(int tid, float *offset) {
    *offset = float(tid % 4) * 0.25f;
    return tid % 4 != 3;
  }
  void kernel_KeepOffset(int tid, float offset, float *offsets) { offsets[tid] = offset + m_gain[0]; }

private:
  uint32_t m_columns = 0;
  float m_milliseconds = 0.0f;
  std::vector<float> m_gain;
};
