// Takes single wrong pixels out of packed colours: medians of 3 x 3 per channel.
#pragma once
#include <cstdint>
#include <vector>

class Despeckle {
public:
  struct Report {
    uint32_t changed;
    uint64_t difference;
    uint8_t largest;
  };

  explicit Despeckle(uint8_t threshold = 24) : m_threshold(threshold) {}
  virtual ~Despeckle() = default;

  virtual Report Clean(uint32_t *rgba, uint32_t width, uint32_t height);

protected:
  void kernel2D_Median(const uint32_t *rgba, uint32_t width, uint32_t height);
  void kernel2D_Replace(uint32_t *rgba, uint32_t width, uint32_t height);

private:
  const uint8_t m_threshold;
  Report m_report{};
  std::vector<uint32_t> m_medians;
};
