// Histogram equalisation of a gray picture, with a limit for the contrast.
#pragma once
#include <array>
#include <cstdint>

class Histogram {
public:
  virtual ~Histogram() = default;

  virtual void Equalise(uint8_t *pixels, int width, int height, float clip);
  virtual uint32_t Median(const uint8_t *pixels, int width, int height);

protected:
  static constexpr int kBins = 64;

  void kernel1D_Count(const uint8_t *pixels, int count);
  void kernel1D_Table(int count, float clip);
  void kernel1D_Apply(uint8_t *pixels, int count);

  uint32_t Below(uint32_t bin) const;

private:
  uint32_t m_counts[kBins] = {};
  std::array<uint8_t, 256> m_table{};
  uint32_t m_used = 0;
  uint32_t m_median = 0;
};
