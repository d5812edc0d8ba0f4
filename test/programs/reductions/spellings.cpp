// Origin: written as a user would, before its first translation.
// The same totals as people spell them: references and pointers to members, local structs and arrays, lists of std::max,
// algorithms over the whole array, range-based loops, loops over pointers, while.
// RUN: %check_many %s --class Spellings --setup "object.Fill(300);" --variants=default,vulkan10,extra-dispatches -- -std=c++17
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <vector>

class Spellings {
public:
  struct Stats {
    int sum = 0, most = -1000;
    float squares = 0;
  };
  virtual ~Spellings() = default;
  void Fill(int n) {
    for (int i = 0; i < n; i++)
      m_samples.push_back(float(i % 17) - 5.0f);
  }
  virtual void Places(const int *a, int n) { kernel1D_Places(a, n); }
  virtual void Locals(const int *a, int n) { kernel1D_Locals(a, n); }
  virtual void Lists(const int *a, int n) { kernel1D_Lists(a, n); }
  virtual void Algorithms(const int *a, int n) { kernel1D_Algorithms(a, n); }
  virtual float Samples() {
    kernel1D_Samples();
    return m_sampleSum;
  }
  virtual void Pointers(const int *a, int n) { kernel1D_Pointers(a, n); }

private:
  void kernel1D_Places(const int *a, int n) {
    int &total = m_total;
    Stats *stats = &m_stats;
    total = 0;
    for (int i = 0; i < n; i++) {
      total += a[i];
      this->m_count++;
      stats->sum -= a[i];
      stats->most = std::max(stats->most, a[i]);
      auto &squares = stats->squares;
      squares += float(a[i] * a[i]);
    }
  }
  void kernel1D_Locals(const int *a, int n) {
    Stats local = m_stats;
    int bins[8] = {};
    double mean = 0;
    bool any = false;
    for (int i = 0; i < n; i++) {
      local.sum += a[i];
      if (a[i] > local.most)
        local.most = a[i];
      bins[a[i] & 7]++;
      mean += a[i];
      any |= a[i] == 3;
    }
    m_stats = local;
    for (int k = 0; k < 8; k++)
      m_bins[k] += bins[k];
    m_mean = n > 0 ? mean / n : 0.0;
    m_any = any;
  }
  void kernel1D_Lists(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      m_most = std::max({m_most, a[i], -a[i]});
      m_least = std::min(std::min(a[i], 50), m_least);
      m_plus = std::plus<int>()(m_plus, std::abs(a[i]));
      m_bits = std::bit_or<>{}(m_bits, a[i] & 255);
    }
  }
  void kernel1D_Algorithms(const int *a, int n) {
    m_sum = std::accumulate(a, a + n, 10);
    m_negatives = int(std::count_if(a, a + n, [](int x) { return x < 0; }));
    m_hasSeven = std::count(a, a + n, 7) > 0;
  }
  void kernel1D_Samples() {
    m_sampleSum = 0;
    for (float x : m_samples)
      m_sampleSum += x;
    for (const float &x : m_samples)
      if (x < m_sampleLow)
        m_sampleLow = x;
  }
  void kernel1D_Pointers(const int *a, int n) {
    for (const int *p = a; p != a + n; ++p)
      m_pointed += *p;
    int i = 0;
    while (i < n) {
      m_waited += a[i] / 2;
      ++i;
    }
  }

  std::vector<float> m_samples;
  Stats m_stats;
  int m_total = 0, m_count = 0, m_bins[8] = {}, m_most = 0, m_least = 0, m_plus = 0, m_bits = 0, m_sum = 0;
  int m_negatives = 0, m_pointed = 0, m_waited = 0;
  double m_mean = 0;
  float m_sampleSum = 0, m_sampleLow = 0;
  bool m_any = false, m_hasSeven = false;
};
