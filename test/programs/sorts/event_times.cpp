// Origin: written as a user would, before its first translation.
// Events by time, then by channel; durations between them; names by their letters.
// RUN: %check %s --class EventTimes --size n=0,1,2,31,256,1023,1024,1300 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

struct Event {
  double time;
  uint16_t channel;
  uint16_t kind;
  float value;

  bool operator<(const Event &other) const {
    return time < other.time || (time == other.time && channel < other.channel);
  }
};

struct Label {
  char letters[4];
  int owner;
};

class EventTimes {
public:
  virtual ~EventTimes() = default;

  virtual double Replay(Event *events, int n) {
    kernel1D_Round(events, n);
    std::stable_sort(events, events + n);
    kernel1D_Gaps(events, n);
    return m_longest;
  }

  virtual void Latest(double *times, int64_t *ticks, int n) {
    kernel1D_Ticks(times, ticks, n);
    std::sort(times, times + n);
    std::sort(ticks, ticks + n, std::greater<>());
  }

  virtual void Names(Label *labels, int n) {
    kernel1D_Name(labels, n);
    std::sort(labels, labels + n, ComesBefore);
    kernel1D_Renumber(labels, n);
  }

protected:
  static bool ComesBefore(const Label &a, const Label &b) {
    for (int i = 0; i < 4; i++)
      if (a.letters[i] != b.letters[i])
        return a.letters[i] < b.letters[i];
    return a.owner < b.owner;
  }
  void kernel1D_Round(Event *events, int n) {
    for (int i = 0; i < n; i++) {
      events[i].time = double(int(events[i].time * 4.0));
      events[i].kind = uint16_t(i);
    }
  }
  void kernel1D_Gaps(const Event *events, int n) {
    m_longest = 0.0;
    for (int i = 1; i < n; i++)
      m_longest = std::max(m_longest, events[i].time - events[i - 1].time);
  }
  void kernel1D_Ticks(const double *times, int64_t *ticks, int n) {
    for (int i = 0; i < n; i++)
      ticks[i] = int64_t(times[i] * 1e9);
  }
  void kernel1D_Name(Label *labels, int n) {
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 4; k++)
        labels[i].letters[k] = char('a' + (labels[i].letters[k] & 1));
      labels[i].owner = i % 5;
    }
  }
  void kernel1D_Renumber(Label *labels, int n) {
    for (int i = 0; i < n; i++)
      labels[i].owner += 10 * i;
  }

  double m_longest = 0.0;
};
