// Origin: written as a user would, before its first translation.
// Loops whose states depend on each other linearly: filters of second order, oscillators, trackers, counts.
// RUN: %check %s --class Biquad,Transposed,Fibonacci,Rotor,Prediction,Trends,Synth,Subsequences,Resonator,Unstable,Namesakes --option=--workgroup-size=16 --size n=2,257,70000 --arg m_beta=0.25 --arg m_f=0.3 --arg m_c=0.2 --arg m_section=0.25 -- -std=c++17
// RUN: %check %s --class Springs --option=--workgroup-size=16 --size n=1,300,3000 --arg m_k=2 --arg m_dt=0.05 -- -std=c++17
// RUN: %check %s --class Phasor --size n=1,20 -- -std=c++17
#include <cmath>

/// A filter of second order in direct form I, whose delays are members.
class Biquad {
public:
  virtual ~Biquad() = default;
  void SetCoefficients(float b0, float b1, float b2) {
    m_b0 = b0;
    m_b1 = b1;
    m_b2 = b2;
  }
  virtual void Filter(const float *in, int n, float *out) { kernel1D_Filter(in, n, out); }

private:
  void kernel1D_Filter(const float *in, int n, float *out) {
    for (int i = 0; i < n; i++) {
      const float y = m_b0 * in[i] + m_b1 * m_x1 + m_b2 * m_x2 + 1.8f * m_y1 - 0.81f * m_y2;
      m_x2 = m_x1;
      m_x1 = in[i];
      m_y2 = m_y1;
      m_y1 = y;
      out[i] = y;
    }
  }
  float m_b0 = 0.25f, m_b1 = 0.5f, m_b2 = 0.25f;
  float m_x1 = 0.0f, m_x2 = 0.0f, m_y1 = 0.0f, m_y2 = 0.0f;
};

struct Section {
  float b0 = 0.2f, b1 = 0.4f, b2 = 0.2f, a1 = -0.6f, a2 = 0.3f;
  float z1 = 0.0f, z2 = 0.0f;
  float Process(float x) {
    const float y = b0 * x + z1;
    z1 = b1 * x - a1 * y + z2;
    z2 = b2 * x - a2 * y;
    return y;
  }
};

/// Sections in transposed form: one that the loop writes out, one that is a method, two in a row.
class Transposed {
public:
  virtual ~Transposed() = default;
  virtual void Run(const float *x, int n, float *plain, float *method, float *chain) {
    kernel1D_Plain(x, n, plain);
    kernel1D_Method(x, n, method);
    kernel1D_Chain(x, n, chain);
  }

private:
  void kernel1D_Plain(const float *x, int n, float *plain) {
    Section s = m_section;
    for (int i = 0; i < n; i++) {
      const float y = s.b0 * x[i] + s.z1;
      s.z1 = s.b1 * x[i] - s.a1 * y + s.z2;
      s.z2 = s.b2 * x[i] - s.a2 * y;
      plain[i] = y;
    }
  }
  void kernel1D_Method(const float *x, int n, float *method) {
    for (int i = 0; i < n; i++)
      method[i] = m_section.Process(x[i]);
  }
  void kernel1D_Chain(const float *x, int n, float *chain) {
    for (int i = 0; i < n; i++) {
      const float first = 0.3f * x[i] + m_z[0];
      m_z[0] = 0.2f * x[i] + 0.5f * first + m_z[1];
      m_z[1] = 0.1f * x[i] - 0.25f * first;
      const float second = 0.5f * first + m_z[2];
      m_z[2] = 0.25f * first + 0.75f * second + m_z[3];
      m_z[3] = -0.125f * second;
      chain[i] = second;
    }
  }
  Section m_section;
  float m_z[4] = {0.0f, 0.0f, 0.0f, 0.0f};
};

/// Numbers of Fibonacci's kind: what wraps around is exact.
class Fibonacci {
public:
  virtual ~Fibonacci() = default;
  virtual void Run(const int *x, int n, unsigned *pairs, unsigned long long *triples) {
    kernel1D_Pairs(x, n, pairs);
    kernel1D_Triples(x, n, triples);
  }

private:
  void kernel1D_Pairs(const int *x, int n, unsigned *pairs) {
    unsigned a = 0, b = 1;
    for (int i = 0; i < n; i++) {
      const unsigned c = a + b + static_cast<unsigned>(x[i]);
      a = b;
      b = c;
      pairs[i] = a;
    }
  }
  void kernel1D_Triples(const int *x, int n, unsigned long long *triples) {
    for (int i = 0; i < n; i++) {
      triples[i] = m_c;
      unsigned long long next = m_a + 2 * m_b + m_c;
      if (x[i] & 1)
        next = next * 3 + 1;
      m_a = m_b;
      m_b = m_c;
      m_c = next;
    }
  }
  unsigned long long m_a = 0, m_b = 0, m_c = 1;
};

/// A damped spring with a force, and a pendulum of small angles that starts again at each blow.
class Springs {
public:
  virtual ~Springs() = default;
  virtual void Run(const double *force, const int *blow, int n, double *place, double *angle) {
    kernel1D_Spring(force, n, place);
    kernel1D_Pendulum(blow, n, angle);
  }

private:
  void kernel1D_Spring(const double *force, int n, double *place) {
    for (int i = 0; i < n; i++) {
      m_v += (force[i] - m_k * m_p - 0.3 * m_v) * m_dt;
      m_p += m_v * m_dt;
      place[i] = m_p;
    }
  }
  void kernel1D_Pendulum(const int *blow, int n, double *angle) {
    double phi = 0.5, omega = 0.0;
    for (int i = 0; i < n; i++) {
      if (blow[i] > 90) {
        phi = 0.0;
        omega = 1.0;
      }
      omega -= 0.04 * phi;
      phi += omega;
      omega *= 0.99;
      angle[i] = phi;
    }
  }
  double m_v = 0.0, m_p = 1.0, m_k = 2.0, m_dt = 0.05;
};

/// A phasor that each sample turns by its own angle.
class Phasor {
public:
  virtual ~Phasor() = default;
  virtual void Turn(const float *angle, int n, float *re, float *im) { kernel1D_Turn(angle, n, re, im); }

private:
  void kernel1D_Turn(const float *angle, int n, float *re, float *im) {
    for (int i = 0; i < n; i++) {
      const float c = std::cos(angle[i]), s = std::sin(angle[i]);
      const float next = m_re * c - m_im * s;
      m_im = m_re * s + m_im * c;
      m_re = next;
      re[i] = m_re;
      im[i] = m_im;
    }
  }
  float m_re = 1.0f, m_im = 0.0f;
};

/// A phasor whose turns are given by half of the tangent.
class Rotor {
public:
  virtual ~Rotor() = default;
  virtual void Turn(const float *t, int n, float *re, float *im) { kernel1D_Turn(t, n, re, im); }

private:
  void kernel1D_Turn(const float *t, int n, float *re, float *im) {
    for (int i = 0; i < n; i++) {
      const float c = (1.0f - t[i] * t[i]) / (1.0f + t[i] * t[i]), s = 2.0f * t[i] / (1.0f + t[i] * t[i]);
      const float next = m_re * c - m_im * s;
      m_im = m_re * s + m_im * c;
      m_re = next;
      re[i] = m_re;
      im[i] = m_im;
    }
  }
  float m_re = 1.0f, m_im = 0.0f;
};

/// A voice from its residual: linear prediction of third order, with a gain for each sample.
class Prediction {
public:
  virtual ~Prediction() = default;
  virtual void Synthesise(const float *residual, const float *gain, int n, float *voice) {
    kernel1D_Synthesise(residual, gain, n, voice);
  }

private:
  void kernel1D_Synthesise(const float *residual, const float *gain, int n, float *voice) {
    float past[3] = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < n; i++) {
      float sample = 0.1f * gain[i] * residual[i];
      sample += m_c[0] * past[0];
      sample += m_c[1] * past[1];
      sample += m_c[2] * past[2];
      past[2] = past[1];
      past[1] = past[0];
      past[0] = sample;
      voice[i] = sample;
    }
  }
  float m_c[3] = {0.7f, -0.3f, 0.1f};
};

/// Level and trend (Holt), and a tracker of place and speed.
class Trends {
public:
  virtual ~Trends() = default;
  virtual void Run(const float *x, int n, float *forecast, float *tracked) {
    kernel1D_Smooth(x, n, forecast);
    kernel1D_Track(x, n, tracked);
  }

private:
  void kernel1D_Smooth(const float *x, int n, float *forecast) {
    float level = 0.0f, trend = 0.0f;
    for (int i = 0; i < n; i++) {
      forecast[i] = level + trend;
      const float last = level;
      level = 0.4f * x[i] + (1.0f - 0.4f) * (level + trend);
      trend = m_beta * (level - last) + (1.0f - m_beta) * trend;
    }
  }
  void kernel1D_Track(const float *x, int n, float *tracked) {
    for (int i = 0; i < n; i++) {
      m_position += m_speed * 0.1f;
      const float error = x[i] - m_position;
      m_position += 0.5f * error;
      m_speed += 0.2f * error / 0.1f;
      tracked[i] = m_position;
    }
  }
  float m_beta = 0.25f, m_position = 0.0f, m_speed = 0.0f;
};

/// A state variable filter with three outputs, and two channels that do not know each other.
class Synth {
public:
  virtual ~Synth() = default;
  virtual void Run(const float *x, int n, float *low, float *band, float *high, float *stereo) {
    kernel1D_Split(x, n, low, band, high);
    kernel1D_Stereo(x, n, stereo);
  }

private:
  void kernel1D_Split(const float *x, int n, float *low, float *band, float *high) {
    for (int i = 0; i < n; i++) {
      m_low += m_f * m_band;
      const float h = x[i] - m_low - 0.7f * m_band;
      m_band += m_f * h;
      low[i] = m_low;
      band[i] = m_band;
      high[i] = h;
    }
  }
  void kernel1D_Stereo(const float *x, int n, float *stereo) {
    float l1 = 0.0f, l2 = 0.0f, r1 = 0.0f, r2 = 0.0f;
    for (int i = 0; i < n; i++) {
      const float l = x[i] + 0.9f * l1 - 0.5f * l2;
      l2 = l1;
      l1 = l;
      const float r = 0.5f * x[i] + 0.4f * r1 - 0.2f * r2;
      r2 = r1;
      r1 = r;
      stereo[i] = l - r;
    }
  }
  float m_f = 0.3f, m_low = 0.0f, m_band = 0.0f;
};

/// How many subsequences of what came so far have an even sum, and an odd one.
class Subsequences {
public:
  virtual ~Subsequences() = default;
  virtual void Count(const int *a, int n, unsigned *evens) {
    kernel1D_Count(a, n, evens);
  }

private:
  void kernel1D_Count(const int *a, int n, unsigned *evens) {
    unsigned even = 1, odd = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] % 2 == 0) {
        even *= 2;
        odd += odd;
      } else {
        const unsigned both = even + odd;
        even = both;
        odd = both;
      }
      evens[i] = even;
    }
    m_even = even;
    m_odd = odd;
  }
  unsigned m_even = 0, m_odd = 0;
};

/// A resonator over a whole vector, by the elements before.
class Resonator {
public:
  virtual ~Resonator() = default;
  virtual void Ring(const float *x, int n, float *y, unsigned *numbers) {
    kernel1D_Ring(x, n, y);
    kernel1D_Numbers(n, numbers);
  }

private:
  void kernel1D_Ring(const float *x, int n, float *y) {
    y[0] = x[0];
    y[1] = x[1];
    for (int i = 2; i < n; i++)
      y[i] = x[i] + 1.6f * y[i - 1] - 0.8f * y[i - 2];
  }
  void kernel1D_Numbers(int n, unsigned *numbers) {
    numbers[0] = 1;
    numbers[1] = 1;
    for (int i = 2; i < n; i++)
      numbers[i] = numbers[i - 1] + numbers[i - 2];
  }
};

/// A filter that grows without end, and a silence that it leaves alone.
class Unstable {
public:
  virtual ~Unstable() = default;
  virtual void Run(const float *x, int n, float *late) { kernel1D_Late(x, n, late); }

private:
  void kernel1D_Late(const float *x, int n, float *late) {
    float y1 = 0.0f, y2 = 0.0f;
    for (int i = 0; i < n; i++) {
      const float y = (i < n - 20 ? 0.0f : x[i]) + 2.5f * y1 - y2;
      y2 = y1;
      y1 = y;
      late[i] = y;
    }
  }
};

/// Two systems in one loop whose states have the same names but for what marks members, and one that
/// keeps its states in an array.
class Namesakes {
public:
  virtual ~Namesakes() = default;
  virtual void Filter(const float *in, int n, float *out) { kernel1D_Filter(in, n, out); }
  virtual void Trace(const float *in, int n, float *out) { kernel1D_Trace(in, n, out); }

private:
  void kernel1D_Filter(const float *in, int n, float *out) {
    float y1 = 0.5f, y2 = 0.25f;
    for (int i = 0; i < n; i++) {
      const float slow = 0.1f * in[i] + 1.5f * m_y1 - 0.6f * m_y2;
      m_y2 = m_y1;
      m_y1 = slow;
      const float fast = 0.3f * in[i] + 0.4f * y1 - 0.2f * y2;
      y2 = y1;
      y1 = fast;
      out[i] = slow + fast;
    }
  }
  void kernel1D_Trace(const float *in, int n, float *out) {
    for (int i = 0; i < n; i++) {
      const float y = 0.25f * in[i] + 1.2f * m_past[0] - 0.5f * m_past[1];
      m_past[1] = m_past[0];
      m_past[0] = y;
      out[i] = y;
    }
  }
  float m_y1 = 0.0f, m_y2 = 0.0f;
  float m_past[2] = {0.0f, 0.0f};
};
