// Origin: written as a user would.
// Appends to a vector that keeps what it has, cleared and reserved by control functions; bytes; a count beside it.
// RUN: %check %s --class EventLog -- -std=c++17
// RUN: %check %s --class EventLog --control=Weigh --setup 'int p[3000]; for (int i = 0; i < 3000; i++) p[i] = i %% 97 - 32; object.Watch(p, 3000, 5);' -- -std=c++17
#include "event_log.h"

void EventLog::kernel1D_Watch(const int *values, int n, int threshold) {
  for (int i = 0; i < n; i++) {
    if (values[i] > threshold) {
      m_events.push_back(values[i] % 1000);
      m_levels.push_back(uint8_t(values[i] >> 4));
      m_watched++;
    }
  }
}

void EventLog::kernel1D_Weigh() {
  m_total = 0;
  for (int i = 0; i < (int)m_events.size(); i++)
    m_total += m_events[i];
  for (int i = 0; i < (int)m_levels.size(); i++)
    m_total += m_levels[i];
}

void EventLog::Start() {
  m_events.clear();
  m_levels.clear();
  m_watched = 0;
  kernel1D_Weigh();
}

void EventLog::Watch(const int *values, int n, int threshold) {
  m_events.reserve(m_events.size() + n);
  kernel1D_Watch(values, n, threshold);
  kernel1D_Watch(values, n / 2, -threshold);
}

int EventLog::Weigh() {
  kernel1D_Weigh();
  return m_total + int(m_events.size()) - m_watched;
}
