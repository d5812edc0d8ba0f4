// A class with private members, for the tests of the host printer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace audio {
namespace meters {

class Meter {
public:
  virtual ~Meter() = default;
  virtual int Sum(const int *samples, uint32_t count);
  virtual float Mean(const int *samples, uint32_t count) noexcept;
  virtual void Clear();

protected:
  int m_gain = 1;

private:
  int m_sum = 0;
  uint32_t m_count = 0;
};

} // namespace meters
} // namespace audio
