// Origin: written as a user would, before its first translation.
// Running totals that begin again: runs, segments, the last value that was valid, the distance to the last event.
// RUN: %check %s --class Runs --size n=0,1,2,256,257,3000 -- -std=c++17
// RUN: %check %s --class Segments,ForwardFill,SinceEvent,Sessions --size n=1,257,300,2000,3000 -- -std=c++17
// RUN: %check %s --class RowSums --size w=1,7,300 --size h=1,5,40 -- -std=c++17
// RUN: %check %s --class Beside --size n=1,300 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

/// How long the run of equal elements is that ends at each one, and the longest.
class Runs {
public:
  virtual ~Runs() = default;
  virtual void Measure(const int *a, int n, [[vkmorph::size("n")]] int *lengths, int *longest) {
    kernel1D_Measure(a, n, lengths);
    *longest = m_longest;
  }

private:
  void kernel1D_Measure(const int *a, int n, int *lengths) {
    m_longest = 0;
    int run = 0;
    for (int i = 0; i < n; i++) {
      run = i > 0 && a[i] / 4 == a[i - 1] / 4 ? run + 1 : 1;
      lengths[i] = run;
      m_longest = std::max(m_longest, run);
    }
  }
  int m_longest = 0;
};

/// Sums of segments whose heads are marked, their largest elements, and each element's place in its segment.
class Segments {
public:
  virtual ~Segments() = default;
  virtual void Run(const float *a, const int *heads, int n, float *sums, float *highs, unsigned *places) {
    kernel1D_Run(a, heads, n, sums, highs, places);
  }

private:
  void kernel1D_Run(const float *a, const int *heads, int n, float *sums, float *highs, unsigned *places) {
    float sum = 0.0f, high = -1.0e30f;
    unsigned place = 0;
    for (int i = 0; i < n; i++) {
      if (heads[i] % 16 == 0) {
        sum = 0.0f;
        high = a[i];
        place = 0;
      } else {
        high = std::max(high, a[i]);
      }
      sum += a[i];
      sums[i] = sum;
      highs[i] = high;
      places[i] = place++;
    }
  }
};

/// Gaps in a series take the last value that was valid; the object goes on where it was.
class ForwardFill {
public:
  virtual ~ForwardFill() = default;
  void SetFirst(float first) { m_last = first; }
  virtual void Fill([[vkmorph::size("n")]] const float *a, const uint8_t *valid, int n, float *filled) { kernel1D_Fill(a, valid, n, filled); }

private:
  void kernel1D_Fill(const float *a, const uint8_t *valid, int n, float *filled) {
    for (int i = 0; i < n; ++i) {
      if (valid[i] & 1)
        m_last = a[i];
      filled[i] = m_last;
    }
  }
  float m_last = 0.0f;
};

/// How long ago the last event was, and which.
class SinceEvent {
public:
  virtual ~SinceEvent() = default;
  virtual void Run(const double *level, double limit, int n, int *since, int *which) {
    kernel1D_Since(level, limit, n, since);
    kernel1D_Which(level, limit, n, which);
  }

private:
  void kernel1D_Since(const double *level, double limit, int n, int *since) {
    int ago = 0;
    for (int i = 0; i < n; i++) {
      ago = level[i] > limit ? 0 : ago + 1;
      since[i] = ago;
    }
  }
  void kernel1D_Which(const double *level, double limit, int n, int *which) {
    int last = -1;
    for (int i = 0; i < n; i++) {
      which[i] = last;
      if (level[i] > limit)
        last = i;
    }
  }
};

/// Sums along the rows of an image, in one loop nest over all pixels.
class RowSums {
public:
  virtual ~RowSums() = default;
  virtual void Run(const int *image, int w, int h, [[vkmorph::size("w * h")]] int *sums) {
    kernel2D_Sum(image, w, h, sums);
  }

private:
  void kernel2D_Sum(const int *image, int w, int h, int *sums) {
    int sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        if (x == 0)
          sum = 0;
        sum += image[y * w + x];
        sums[y * w + x] = sum;
      }
  }
};

/// Clicks of visitors in order of time: a new session begins after a pause, or with another visitor.
class Sessions {
public:
  virtual ~Sessions() = default;
  virtual void Run(const int *user, [[vkmorph::size("n")]] const int *time, int n, int *session, int *clicks) {
    kernel1D_Run(user, time, n, session, clicks);
  }

private:
  struct State {
    int session = 0;
    int clicks = 0;
  };
  void kernel1D_Run(const int *user, const int *time, int n, int *session, int *clicks) {
    m_state.session = 0;
    m_state.clicks = 0;
    for (int i = 0; i < n; i++) {
      const bool isNew = i == 0 || user[i] / 32 != user[i - 1] / 32 || time[i] - time[i - 1] > m_pause;
      if (isNew) {
        m_state.session++;
        m_state.clicks = 1;
      } else {
        m_state.clicks += 1;
      }
      session[i] = m_state.session;
      clicks[i] = m_state.clicks;
    }
  }
  State m_state;
  int m_pause = 40;
};

/// Beside a sum of heavy bodies, whose total is added up by atomic operations.
class Beside {
public:
  virtual ~Beside() = default;
  virtual int Run(const int *a, int n, int *run) {
    kernel1D_Run(a, n, run);
    return m_sum;
  }

private:
  void kernel1D_Run(const int *a, int n, int *run) {
    int length = 0;
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] % 7 == 0)
        length = 0;
      length++;
      for (int k = 0; k < 10; k++)
        m_sum += a[i] % (k + 3);
      run[i] = length;
    }
  }
  int m_sum = 0;
};
