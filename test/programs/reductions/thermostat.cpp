// Origin: written as a user would, before its first translation.
// Numbers that a kernel is given are members to its loop: a limit, a gain, a long and a double.
// RUN: %check %s --size n=0,1,300,4099 -- -std=c++17
#include <cstdint>

class Thermostat {
public:
  virtual ~Thermostat() = default;

  virtual void Regulate(float *room, int n, float limit, int gain) {
    kernel1D_Regulate(room, n, limit, gain);
    kernel1D_Off(room, n);
  }

protected:
  void kernel1D_Regulate(float *room, int n, float limit, int gain) {
    m_limit = limit;
    m_gain = gain;
    m_serial = 1234567890123456789;
    m_heated = 0;
    for (int i = 0; i < n; i++)
      if (room[i] < Limit()) {
        room[i] += float(m_gain % 5) + float(m_serial % 3);
        m_heated += 1;
      }
    m_share = n > 0 ? double(m_heated) / n : 0.0;
  }
  void kernel1D_Off(float *room, int n) {
    m_gain = 0;
    for (int i = 0; i < n; i++)
      room[i] += float(m_gain);
    m_gain = -1;
    m_limit = 2.5f;
  }
  float Limit() const { return m_limit * 0.5f; }

  float m_limit = 0.0f;
  int m_gain = 0, m_heated = 0;
  int64_t m_serial = 0;
  double m_share = 0.0;
};
