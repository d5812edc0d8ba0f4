// Origin: written as a user would, before its first translation.
// Twenty totals of different kinds in one kernel, more than atomics can finish; a class template in a namespace; a base's members.
// RUN: %check %s --class 'lab::Spectrum<float>' --variants=default,vulkan10,extra-dispatches -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lab {
struct Instrument {
  int m_readings = 0;
  double m_drift = 0;
};

template <typename T> class Spectrum : public Instrument {
public:
  virtual ~Spectrum() = default;
  virtual T Analyse(const T *signal, const int64_t *stamps, int n) {
    kernel1D_Analyse(signal, stamps, n);
    return m_rms;
  }

protected:
  struct Bin {
    T re = 0, im = 0;
    Bin &operator+=(const Bin &other) {
      re += other.re;
      im += other.im;
      return *this;
    }
  };
  void kernel1D_Analyse(const T *signal, const int64_t *stamps, int n) {
    const T step = T(0.125);
    m_readings = 0;
    m_dip = T(0);
    for (int i = 0; i < n; i++) {
      const T x = signal[i] * T(0.01);
      const int64_t stamp = stamps[i];
      m_readings++;
      m_drift += static_cast<double>(stamp) * 0.001;
      m_energy += x * x;
      m_peak = std::max(m_peak, std::fabs(x));
      m_dip = std::fmin(x, m_dip);
      m_earliest = std::min(m_earliest, stamp);
      m_latest = stamp > m_latest ? stamp : m_latest;
      m_stampSum += stamp;
      m_stampProduct *= stamp | 1;
      m_stampBits |= stamp;
      m_stampXor ^= static_cast<uint64_t>(stamp);
      m_stampAll &= stamp;
      for (int k = 0; k < 3; k++)
        m_bins[k] += Bin{x * (k == i % 3 ? step : -step), x};
      if (x > 0)
        m_positive++;
      else
        m_negative--;
      m_isClean = m_isClean && x == x;
      m_isLoud |= x > T(0.9);
      m_crossings += i > 0 && (signal[i] < 0) != (signal[i - 1] < 0);
      if (stamp >= m_best) {
        m_best = stamp;
        m_bestAt = i;
        m_bestValue = signal[i];
      }
    }
    m_rms = n > 0 ? std::sqrt(m_energy / T(n)) : T(0);
  }

private:
  T m_energy = 0, m_peak = 0, m_dip = 0, m_rms = 0, m_bestValue = 0;
  int64_t m_earliest = INT64_MAX, m_latest = INT64_MIN, m_stampSum = 0, m_stampProduct = 1, m_stampBits = 0;
  int64_t m_stampAll = -1, m_best = INT64_MIN;
  uint64_t m_stampXor = 0;
  Bin m_bins[3];
  short m_positive = 0, m_negative = 0;
  bool m_isClean = true, m_isLoud = false;
  unsigned m_crossings = 0;
  int m_bestAt = -1;
};

template class Spectrum<float>;
} // namespace lab
