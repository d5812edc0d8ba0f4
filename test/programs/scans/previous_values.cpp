// Origin: our own, what loops keep of the iteration before: differences, changes, runs, elements that differ from the last one kept.
// REQUIRES: vulkan-device, validation-layer
// RUN: %check %s --class Differences,Steps,Runs,Events,Distinct,InPlace,Edges --size n=1,2,257,300,3000 -- -std=c++17
// RUN: %check %s --class Smoother,Codes,Sessions --size n=1,2,257,3000 --option=--workgroup-size=16 -- -std=c++17
#include <cmath>
#include <vector>

// Delta coding: each number as its distance from the one before it.
class Differences {
public:
  virtual ~Differences() = default;
  virtual void Encode(const int *a, int *out, int n) { kernel1D_Encode(a, out, n); }

protected:
  virtual void kernel1D_Encode(const int *a, int *out, int n) {
    int previous = m_before;
    for (int i = 0; i < n; i++) {
      out[i] = a[i] - previous;
      previous = a[i];
    }
    m_before = previous;
  }
  int m_before = 3;
};

// Speeds and accelerations of a track that is sampled.
class Steps {
public:
  virtual ~Steps() = default;
  virtual void Run(const float *x, float *speed, float *acceleration, int n) {
    kernel1D_Run(x, speed, acceleration, n);
  }

protected:
  virtual void kernel1D_Run(const float *x, float *speed, float *acceleration, int n) {
    float last = 0.0f, before = 0.0f;
    for (int i = 0; i < n; i++) {
      const float now = m_scale * x[i];
      speed[i] = (now - last) * m_rate;
      acceleration[i] = (now - 2.0f * last + before) * m_rate * m_rate;
      before = last;
      last = now;
    }
  }
  float m_scale = 0.5f, m_rate = 4.0f;
};

// Where runs of equal numbers begin, and how many runs there are.
class Runs {
public:
  virtual ~Runs() = default;
  int m_runs = 0;
  virtual void Find(const int *a, [[vkmorph::size("n")]] int *starts, int n) { kernel1D_Find(a, starts, n); }

protected:
  virtual void kernel1D_Find(const int *a, int *starts, int n) {
    int last = -1, count = 0;
    for (int i = 0; i < n; i++) {
      if ((a[i] & 3) == last)
        continue;
      last = a[i] & 3;
      starts[count] = i;
      count++;
    }
    m_runs = count;
  }
};

// A log of the changes of a sensor: when, from what, to what.
class Events {
public:
  virtual ~Events() = default;
  int m_count = 0, m_level = 1;
  virtual void Log(const int *sensor, [[vkmorph::size("n")]] int *when, [[vkmorph::size("n")]] int *from,
                   [[vkmorph::size("n")]] int *to, int n) {
    kernel1D_Log(sensor, when, from, to, n);
  }

protected:
  virtual void kernel1D_Log(const int *sensor, int *when, int *from, int *to, int n) {
    m_count = 0;
    for (int i = 0; i < n; i++) {
      const int level = sensor[i] & 1;
      if (level != m_level) {
        when[m_count] = i;
        from[m_count] = m_level;
        to[m_count] = level;
        m_count++;
        m_level = level;
      }
    }
  }
};

// The distinct numbers of a sorted list, each compared with the last one that was written.
class Distinct {
public:
  virtual ~Distinct() = default;
  int m_count = 0;
  virtual void Collect([[vkmorph::size("n")]] const int *sorted, [[vkmorph::size("n")]] int *distinct, int n) { kernel1D_Collect(sorted, distinct, n); }

protected:
  virtual void kernel1D_Collect(const int *sorted, int *distinct, int n) {
    int k = 0;
    for (int i = 0; i < n; i++)
      if (k == 0 || sorted[i] / 1000 != distinct[k - 1])
        distinct[k++] = sorted[i] / 1000;
    m_count = k;
  }
};

// The same in place, as textbooks write it.
class InPlace {
public:
  virtual ~InPlace() = default;
  int m_count = 0;
  virtual void Compress(int *a, int n) {
    kernel1D_Round(a, n);
    kernel1D_Compress(a, n);
  }

protected:
  virtual void kernel1D_Round(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] &= 1;
  }
  virtual void kernel1D_Compress(int *a, int n) {
    int k = 1;
    for (int i = 1; i < n; i++)
      if (a[i] != a[k - 1])
        a[k++] = a[i];
    m_count = k;
  }
};

// Rising and falling edges of a signal that is compared with a threshold.
class Edges {
public:
  virtual ~Edges() = default;
  int m_rising = 0, m_falling = 0;
  virtual void Count(const float *signal, unsigned char *marks, int n) { kernel1D_Count(signal, marks, n); }

protected:
  virtual void kernel1D_Count(const float *signal, unsigned char *marks, int n) {
    bool wasHigh = false;
    m_rising = m_falling = 0;
    for (int i = 0; i < n; i++) {
      const bool isHigh = signal[i] > m_threshold;
      if (isHigh && !wasHigh)
        m_rising++;
      if (!isHigh && wasHigh)
        m_falling++;
      marks[i] = isHigh != wasHigh;
      wasHigh = isHigh;
    }
  }
  float m_threshold = 0.25f;
};

// A filter of three taps that keeps its taps in variables.
class Smoother {
public:
  virtual ~Smoother() = default;
  virtual void Smooth(const float *in, float *out, int n) { kernel1D_Smooth(in, out, n); }

protected:
  virtual void kernel1D_Smooth(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      out[i] = 0.25f * m_z2 + 0.5f * m_z1 + 0.25f * in[i];
      m_z2 = m_z1;
      m_z1 = in[i];
    }
  }
  float m_z1 = 0.0f, m_z2 = 0.0f;
};

// Run lengths: the number and how often it stands there, for each run.
class Codes {
public:
  virtual ~Codes() = default;
  int m_codes = 0;
  virtual void Encode(const int *pixels, [[vkmorph::size("n")]] int *values, [[vkmorph::size("n")]] int *lengths, int n) {
    kernel1D_Clear(lengths, n);
    kernel1D_Encode(pixels, values, lengths, n);
  }

protected:
  virtual void kernel1D_Clear(int *lengths, int n) {
    for (int i = 0; i < n; i++)
      lengths[i] = 0;
  }
  virtual void kernel1D_Encode(const int *pixels, int *values, int *lengths, int n) {
    int current = -1, codes = 0;
    for (int i = 0; i < n; i++) {
      const int pixel = pixels[i] & 1;
      if (pixel != current) {
        values[codes] = pixel;
        current = pixel;
        codes++;
      }
      lengths[codes - 1]++;
    }
    m_codes = codes;
  }
};

// Clicks become sessions: a click that comes long after the one before begins a new one.
class Sessions {
public:
  virtual ~Sessions() = default;
  int m_sessions = 0;
  virtual void Number(const int *gaps, int *times, int *session, int n) {
    kernel1D_Add(gaps, times, n);
    kernel1D_Number(times, session, n);
  }

protected:
  virtual void kernel1D_Add(const int *gaps, int *times, int n) {
    int now = 0;
    for (int i = 0; i < n; i++) {
      now += gaps[i] & 63;
      times[i] = now;
    }
  }
  virtual void kernel1D_Number(const int *times, int *session, int n) {
    int last = -1000, current = 0;
    for (int i = 0; i < n; i++) {
      if (times[i] - last > 40)
        current++;
      last = times[i];
      session[i] = current;
    }
    m_sessions = current;
  }
};
