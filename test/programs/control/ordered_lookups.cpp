// Origin: written as a user would, before its first translation; Motion changed as vkm1451 and vkm2110 say.
// Control functions number, turn and look up what kernels compute, by algorithms of the library.
// RUN: %check %s --class Percentiles --size n=1,300 --arg values=0..99
// RUN: %check %s --class Ranks,Motion,Quantile,Clean --size n=1,300
// RUN: %check %s --class RingBuffer --size n=1,300 --arg by=0..400
// RUN: %check %s --class Members --size n=1,300 --arg key=0..70
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

// How many values are below, and up to, two limits.
class Percentiles {
public:
  virtual ~Percentiles() = default;
  virtual int Run(const int *values, int n, int limit) {
    m_sorted.resize(n);
    kernel1D_Load(values, n);
    std::sort(m_sorted.begin(), m_sorted.end());
    m_below = (int)(std::lower_bound(m_sorted.begin(), m_sorted.end(), limit) - m_sorted.begin());
    auto above = std::upper_bound(m_sorted.begin(), m_sorted.end(), limit);
    m_upTo = (int)(above - m_sorted.begin());
    return m_upTo - m_below;
  }
  int m_below = 0, m_upTo = 0;

protected:
  std::vector<int> m_sorted;
  void kernel1D_Load(const int *values, int n) {
    for (int i = 0; i < n; i++)
      m_sorted[i] = values[i];
  }
};

// Everyone gets a number, and keeps it while the order is turned around.
class Ranks {
public:
  virtual ~Ranks() = default;
  virtual void Run(const float *speed, int *order, float *time, int n) {
    std::iota(order, order + n, 10);
    m_steps.resize(n);
    std::iota(m_steps.begin(), m_steps.end(), 0.5f);
    kernel1D_Race(speed, time, n);
    std::reverse(order, order + n);
  }

protected:
  std::vector<float> m_steps;
  void kernel1D_Race(const float *speed, float *time, int n) {
    for (int i = 0; i < n; i++)
      time[i] = m_steps[i] * speed[i];
  }
};

// Speeds and the work from positions.
class Motion {
public:
  virtual ~Motion() = default;
  virtual double Run(const int *positions, [[vkmorph::size("n")]] int *speeds, int n) {
    m_at.resize(n);
    m_weights.resize(n);
    kernel1D_Place(positions, n);
    std::adjacent_difference(m_at.begin(), m_at.end(), speeds);
    kernel1D_Weigh(n);
    return std::inner_product(m_weights.begin(), m_weights.end(), m_at.begin(), 0.0);
  }

protected:
  std::vector<int> m_at, m_weights;
  void kernel1D_Place(const int *positions, int n) {
    for (int i = 0; i < n; i++)
      m_at[i] = positions[i] & 255;
  }
  void kernel1D_Weigh(int n) {
    for (int i = 0; i < n; i++)
      m_weights[i] = 1 + i % 5;
  }
};

// A ring of samples whose begin moves.
class RingBuffer {
public:
  virtual ~RingBuffer() = default;
  virtual void Run(const int *in, int *out, int n, int by) {
    kernel1D_Copy(in, out, n);
    const int middle = by % n;
    std::rotate(out, out + middle, out + n);
  }

protected:
  void kernel1D_Copy(const int *in, int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = 2 * in[i];
  }
};

// Whether a key is among the sorted ones.
class Members {
public:
  virtual ~Members() = default;
  virtual bool Run(const unsigned *numbers, int n, unsigned key) {
    m_keys.resize(n);
    kernel1D_Fold(numbers, n);
    std::sort(m_keys.begin(), m_keys.end());
    m_has = std::binary_search(m_keys.begin(), m_keys.end(), key);
    if (m_has)
      kernel1D_Drop(n, key);
    m_left = (int)std::count_if(m_keys.begin(), m_keys.end(), [](unsigned k) { return k != 0; });
    return m_has;
  }
  bool m_has = false;
  int m_left = 0;
  std::vector<unsigned> m_keys;

protected:
  void kernel1D_Fold(const unsigned *numbers, int n) {
    for (int i = 0; i < n; i++)
      m_keys[i] = numbers[i] % 64;
  }
  void kernel1D_Drop(int n, unsigned key) {
    for (int i = 0; i < n; i++)
      if (m_keys[i] == key)
        m_keys[i] = 0;
  }
};

// The level up to which half of all pixels go.
class Quantile {
public:
  virtual ~Quantile() = default;
  virtual int Run(const uint8_t *pixels, uint8_t *out, int n) {
    m_counts.assign(32, 0);
    kernel1D_Count(pixels, n);
    std::partial_sum(m_counts.begin(), m_counts.end(), m_counts.begin());
    const int half = (int)(std::lower_bound(m_counts.begin(), m_counts.end(), n / 2) - m_counts.begin());
    kernel1D_Split(pixels, out, n, half);
    return half;
  }

protected:
  std::vector<int> m_counts;
  void kernel1D_Count(const uint8_t *pixels, int n) {
    for (int i = 0; i < n; i++)
      m_counts[pixels[i] / 8]++;
  }
  void kernel1D_Split(const uint8_t *pixels, uint8_t *out, int n, int half) {
    for (int i = 0; i < n; i++)
      out[i] = pixels[i] / 8 > half ? 255 : 0;
  }
};

// Errors become 0, and what is left is summed by a function of its own.
class Clean {
public:
  virtual ~Clean() = default;
  virtual int64_t Run(const int *raw, int *clean, int n) {
    kernel1D_Take(raw, clean, n);
    std::replace(clean, clean + n, -1, 0);
    std::replace_if(clean, clean + n, [](int x) { return x > 900; }, 900);
    return std::transform_reduce(clean, clean + n, int64_t(0), std::plus<int64_t>(), [](int x) { return int64_t(x) * x; });
  }

protected:
  void kernel1D_Take(const int *raw, int *clean, int n) {
    for (int i = 0; i < n; i++)
      clean[i] = raw[i] % 1000 < 0 ? -1 : raw[i] % 1000;
  }
};
