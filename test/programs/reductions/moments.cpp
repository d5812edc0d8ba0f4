// Origin: written as a user would, before its first translation.
// Fixed arrays whose elements are reduced: by constants, by counters of inner loops, two of them, parts of structs.
// RUN: %check %s --class Moments --variants=default,vulkan10,extra-dispatches -- -std=c++17
#include <algorithm>
#include <array>

class Moments {
public:
  static constexpr int kChannels = 4, kPowers = 5;
  struct Channel {
    float low = 1e30f, high = -1e30f, sum = 0;
    int above[2] = {0, 0};
  };
  virtual ~Moments() = default;
  virtual void Gather(const float *samples, int n) {
    kernel1D_Powers(samples, n);
    kernel1D_Channels(samples, n);
  }
  virtual void Correlate([[vkmorph::size("4 * n")]] const int *samples, int n) { kernel1D_Correlate(samples, n); }

private:
  void kernel1D_Powers(const float *samples, int n) {
    for (int i = 0; i < n; ++i) {
      float power = 1;
      for (int k = 0; k < kPowers; ++k) {
        m_powers[k] += power;
        power *= samples[i * kChannels] * 0.01f;
      }
      m_ends[0] = std::min(m_ends[0], samples[i * kChannels]);
      m_ends[1] = std::max(m_ends[1], samples[i * kChannels + 1]);
    }
    for (int k = 1; k < kPowers; ++k)
      m_powers[k] /= std::max(m_powers[0], 1.0f);
  }

  void kernel1D_Channels(const float *samples, int n) {
    for (int c = 0; c < kChannels; c++)
      m_channels[c] = Channel();
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < kChannels; c++) {
        const float x = samples[i * kChannels + c];
        Channel &channel = m_channels[c];
        if (x < channel.low)
          channel.low = x;
        channel.high = std::max(channel.high, x);
        channel.sum += x;
        channel.above[x > 0]++;
      }
  }

  void kernel1D_Correlate(const int *samples, int n) {
    for (int i = 0; i < n; ++i) {
      const int *row = samples + i * kChannels;
      for (int r = 0; r < kChannels; ++r)
        for (int c = r; c < kChannels; ++c)
          m_products[r][c] += row[r] * row[c];
      for (int c = kChannels - 1; c >= 0; --c) {
        if (row[c] == 0)
          continue;
        m_votes[unsigned(row[c]) % m_votes.size()] -= c + 1;
      }
      int best = 0;
      while (best + 1 < kChannels && row[best + 1] >= row[best])
        ++best;
      m_wins[best]++;
    }
    for (int r = 1; r < kChannels; ++r)
      for (int c = 0; c < r; ++c)
        m_products[r][c] = m_products[c][r];
  }

  float m_powers[kPowers] = {};
  float m_ends[2] = {1e30f, -1e30f};
  Channel m_channels[kChannels];
  int m_products[kChannels][kChannels] = {};
  std::array<int, 7> m_votes{};
  std::array<unsigned, kChannels> m_wins{};
};
