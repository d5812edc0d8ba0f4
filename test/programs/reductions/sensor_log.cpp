// Origin: written as a user would, before its first translation.
// Columns of a log as an application has them: inner columns only, every other row, days of hours, sums that the next kernel uses and
// that are computed again and again, rows that are counted on the device.
// RUN: %check %s --class SensorLog --size sensors=3,40,70 --size hours=1,200,600 --size rounds=3 --size days=2,80 \
// RUN:   --setup "object.Reserve(70);" -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

class SensorLog {
public:
  virtual ~SensorLog() = default;
  void Reserve(int sensors) {
    m_sums.assign(sensors, 0.0f);
    m_peaks.assign(sensors, 0u);
  }

  virtual void Inner(const float *log, [[vkmorph::size("sensors")]] float *out, int sensors, int hours) {
    kernel1D_Inner(log, out, sensors, hours);
  }
  virtual void Alternate([[vkmorph::size("sensors * hours")]] const int *log, long long *out, int sensors, int hours) {
    kernel1D_Alternate(log, out, sensors, hours);
  }
  virtual void Days(const float *log, float *out, int sensors, int hours, int days) { kernel1D_Days(log, out, sensors, hours, days); }
  virtual void Normalise([[vkmorph::size("sensors * hours")]] float *log, int sensors, int hours, int rounds) {
    for (int round = 0; round < rounds; ++round) {
      kernel1D_Sum(log, sensors, hours);
      kernel2D_Divide(log, sensors, hours);
    }
  }
  virtual uint32_t Peaks([[vkmorph::size("sensors * hours")]] const float *log, uint32_t sensors, uint32_t hours) {
    kernel1D_Count(log, sensors, hours);
    kernel1D_Peaks(log, sensors);
    return m_used;
  }

protected:
  void kernel1D_Inner(const float *log, float *out, int sensors, int hours) {
    for (int s = 1; s < sensors - 1; ++s) {
      float energy = 0.0f, peak = 0.0f;
      for (int t = 0; t < hours; ++t) {
        const float bend = log[t * sensors + s - 1] - 2.0f * log[t * sensors + s] + log[t * sensors + s + 1];
        energy += bend * bend;
        peak = std::max(peak, std::abs(bend));
      }
      out[s] = energy + peak;
    }
  }
  void kernel1D_Alternate(const int *log, long long *out, int sensors, int hours) {
    for (int s = 0; s < sensors; ++s) {
      long long total = 100;
      for (int t = 1; t < hours; t += 2)
        total += log[t * sensors + s];
      out[s] = total;
    }
  }
  // The loop that is shared has another one inside.
  void kernel1D_Days(const float *log, float *out, int sensors, int hours, int days) {
    for (int s = 0; s < sensors; ++s) {
      float sum = 0.0f;
      for (int day = 0; day < days; ++day) {
        float most = -1e9f;
        for (int t = 0; t < hours; ++t)
          most = std::max(most, log[(day * hours + t) * sensors + s]);
        sum += most;
      }
      out[s] = sum;
    }
  }
  void kernel1D_Sum(const float *log, int sensors, int hours) {
    for (int s = 0; s < sensors; ++s) {
      float sum = 0;
      for (int t = 0; t < hours; ++t)
        sum += std::abs(log[t * sensors + s]);
      m_sums[s] = sum;
    }
  }
  void kernel2D_Divide(float *log, int sensors, int hours) {
    for (int t = 0; t < hours; ++t)
      for (int s = 0; s < sensors; ++s)
        log[t * sensors + s] /= m_sums[s] + 1.0f;
  }
  // How many hours were used: the next kernel's loop ends there.
  void kernel1D_Count(const float *log, uint32_t sensors, uint32_t hours) {
    m_used = 0;
    for (uint32_t t = 0; t < hours; ++t)
      if (log[t * sensors] < 100.0f)
        m_used++;
  }
  void kernel1D_Peaks(const float *log, uint32_t sensors) {
    for (uint32_t s = 0; s < sensors; ++s) {
      uint32_t peaks = 0;
      for (uint32_t t = 0; t < m_used; ++t)
        if (log[t * sensors + s] > 0.5f)
          peaks++;
      m_peaks[s] = peaks;
    }
  }

  uint32_t m_used = 0;
  std::vector<float> m_sums;
  std::vector<uint32_t> m_peaks;
};
