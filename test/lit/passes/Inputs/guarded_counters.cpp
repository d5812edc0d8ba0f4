// Origin: written as a user would, before its first translation.
// Counters and sums that conditions hold between bounds.
#include <algorithm>

/// How many of the last places are taken: no more than there are, no fewer than none.
class Parking {
public:
  virtual ~Parking() = default;
  virtual int Watch(const int *in, const int *out, int n, int *taken) {
    kernel1D_Watch(in, out, n, taken);
    return m_taken;
  }

private:
  void kernel1D_Watch(const int *in, const int *out, int n, int *taken) {
    for (int i = 0; i < n; i++) {
      if (in[i] > 0 && m_taken < m_places)
        m_taken++;
      if (out[i] > 20) {
        if (m_taken > 0)
          m_taken--;
      }
      taken[i] = m_taken;
    }
  }
  int m_taken = 0, m_places = 9;
};

/// A predictor of branches: two bits, up where a branch is taken and down where not.
class Predictor {
public:
  virtual ~Predictor() = default;
  virtual void Run(const int *branch, int n, int *guesses) { kernel1D_Run(branch, n, guesses); }

private:
  void kernel1D_Run(const int *branch, int n, int *guesses) {
    int counter = 1;
    for (int i = 0; i < n; i++) {
      guesses[i] = counter >= 2 ? 1 : 0;
      if (branch[i] > 0) {
        if (counter < 3)
          counter++;
      } else if (counter > 0) {
        counter--;
      }
    }
  }
};

/// A tank that is full at a limit, and a battery that a condition stops.
class Tank {
public:
  virtual ~Tank() = default;
  virtual void Run(const int *flow, const float *charge, int n, int *level, float *power) {
    kernel1D_Fill(flow, n, level);
    kernel1D_Charge(charge, n, power);
  }

private:
  void kernel1D_Fill(const int *flow, int n, int *level) {
    int t = 0;
    for (int i = 0; i < n; i++) {
      if (t > 100)
        t = 100;
      else
        t += flow[i];
      level[i] = t;
    }
  }
  void kernel1D_Charge(const float *charge, int n, float *power) {
    float p = 0.0f;
    for (int i = 0; i < n; i++) {
      if (p + charge[i] > 8.0f)
        p = 8.0f;
      else
        p += charge[i];
      if (p + charge[i] < 0.0f)
        p = 0.0f;
      power[i] = p;
    }
  }
};

/// Retries: a counter that grows up to a limit and begins again.
class Retries {
public:
  virtual ~Retries() = default;
  virtual void Run(const int *failed, int n, int *tries) { kernel1D_Run(failed, n, tries); }

private:
  void kernel1D_Run(const int *failed, int n, int *tries) {
    unsigned count = 0;
    for (int i = 0; i < n; i++) {
      if (failed[i] <= 0)
        count = 0;
      else if (count < 5u)
        count++;
      tries[i] = static_cast<int>(count);
    }
  }
};
