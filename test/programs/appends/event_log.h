#pragma once
#include <cstdint>
#include <vector>

// Values above a threshold are logged; the log is never emptied by the kernels, and has room reserved.
class EventLog {
public:
  EventLog() { m_events.reserve(400); }
  virtual ~EventLog() = default;

  virtual void Start();
  virtual void Watch(const int *values, int n, int threshold);
  virtual int Weigh();

private:
  void kernel1D_Watch(const int *values, int n, int threshold);
  void kernel1D_Weigh();

  std::vector<int> m_events;
  std::vector<uint8_t> m_levels;
  int m_total = 0;
  int m_watched = 0;
};
