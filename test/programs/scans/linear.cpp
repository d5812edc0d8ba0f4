// Origin: written as a user would, before its first translation.
// States that are multiplied and added to in each step: filters, random numbers, interest, hashes.
// RUN: %check %s --class Smoothing,Noise,Prefixes,Filters,Copied --size n=1,2,257,300,3000 -- -std=c++17
// RUN: %check %s --class Savings,Substitution --size n=1,2,300,1500,2000 -- -std=c++17
// RUN: %check %s --class Growing --size n=30,400,1290 -- -std=c++17
#include <vector>

/// Exponential smoothing; the level lives on from call to call.
class Smoothing {
public:
  virtual ~Smoothing() = default;
  virtual void Add(const float *x, int n, float *y) { kernel1D_Smooth(x, n, y); }

private:
  void kernel1D_Smooth(const float *x, int n, float *y) {
    for (int i = 0; i < n; i++) {
      m_level += 0.25f * (x[i] - m_level);
      y[i] = m_level;
    }
  }
  float m_level = 0.0f;
};

/// The random numbers of one generator, as a loop on the CPU draws them.
class Noise {
public:
  virtual ~Noise() = default;
  void SetSeed(unsigned seed) { m_seed = seed; }
  virtual void Draw(int n, [[vkmorph::size("n")]] float *noise) { kernel1D_Draw(n, noise); }

private:
  void kernel1D_Draw(int n, float *noise) {
    for (int i = 0; i < n; i++) {
      m_seed = m_seed * 1664525u + 1013904223u;
      noise[i] = static_cast<float>(m_seed >> 8) * (1.0f / 16777216.0f);
    }
  }
  unsigned m_seed = 1;
};

/// A balance with interest and payments; a fee is taken where there was a payment out.
class Savings {
public:
  virtual ~Savings() = default;
  virtual void Run(const double *rates, const double *payments, int n, double *history, double *last) {
    kernel1D_Run(rates, payments, n, history);
    *last = m_balance;
  }

private:
  void kernel1D_Run(const double *rates, const double *payments, int n, double *history) {
    m_balance = 100.0;
    for (int month = 0; month < n; month++) {
      m_balance *= 1.0 + 0.001 * rates[month];
      m_balance += payments[month];
      if (payments[month] < 0.0)
        m_balance -= 0.5;
      history[month] = m_balance;
    }
  }
  double m_balance = 0.0;
};

/// Hashes of all prefixes of a text, and the one of the whole.
class Prefixes {
public:
  virtual ~Prefixes() = default;
  virtual unsigned long long Hash(const int *text, int n, [[vkmorph::size("n + 1")]] unsigned *prefixes) {
    kernel1D_Hash(text, n, prefixes);
    kernel1D_Whole(text, n);
    return m_whole;
  }

private:
  void kernel1D_Hash(const int *text, int n, unsigned *prefixes) {
    unsigned hash = 17;
    for (int i = 0; i < n; i++) {
      prefixes[i] = hash;
      hash = 31u * hash + static_cast<unsigned>(text[i] & 255);
    }
    prefixes[n] = hash;
  }
  void kernel1D_Whole(const int *text, int n) {
    m_whole = 0;
    for (int i = 0; i < n; i++)
      m_whole = m_whole * 1099511628211ull + static_cast<unsigned long long>(text[i] & 255);
  }
  unsigned long long m_whole = 0;
};

/// A filter of first order over a vector, and one that takes the sample before along.
class Filters {
public:
  virtual ~Filters() = default;
  virtual void Run(const float *x, int n, float *low, float *high) {
    kernel1D_Low(x, n, low);
    kernel1D_High(x, n, high);
  }

private:
  void kernel1D_Low(const float *x, int n, float *low) {
    low[0] = x[0];
    for (int i = 1; i < n; i++)
      low[i] = 0.9f * low[i - 1] + 0.1f * x[i];
  }
  void kernel1D_High(const float *x, int n, float *high) {
    float y = 0.0f;
    high[0] = 0.0f;
    for (int i = 1; i < n; i++) {
      y = x[i] - x[i - 1] + m_pole * y;
      high[i] = y;
    }
  }
  float m_pole = 0.75f;
};

/// Forward substitution with a matrix of two diagonals.
class Substitution {
public:
  virtual ~Substitution() = default;
  virtual void Solve(const double *diagonal, const double *below, const double *b, int n, double *x) {
    kernel1D_Solve(diagonal, below, b, n, x);
  }

private:
  void kernel1D_Solve(const double *diagonal, const double *below, const double *b, int n, double *x) {
    x[0] = b[0] / (4.0 + diagonal[0] * diagonal[0]);
    for (int i = 1; i < n; i++)
      x[i] = (b[i] - below[i] * x[i - 1]) / (4.0 + diagonal[i] * diagonal[i]);
  }
};

/// States that grow: the product of 130 factors is infinite, what they multiply is 0.
class Growing {
public:
  virtual ~Growing() = default;
  virtual void Run(const float *x, int n, float *late, float *gated) {
    kernel1D_Late(x, n, late);
    kernel1D_Gated(x, n, gated);
  }

private:
  void kernel1D_Late(const float *x, int n, float *late) {
    float state = 0.0f;
    for (int i = 0; i < n; i++) {
      state = 2.0f * state + (i < n - 20 ? 0.0f : x[i]);
      late[i] = state;
    }
  }
  void kernel1D_Gated(const float *x, int n, float *gated) {
    float state = 1.0f;
    for (int i = 0; i < n; i++) {
      const float gain = i % 50 == 0 ? 0.0f : 100.0f;
      state = gain * state + (i % 50 < 40 ? 0.0f : x[i]);
      gated[i] = state;
    }
  }
};

struct Average {
  float value = 0.0f;
  void Add(float x) { value += 0.5f * (x - value); }
  float Get() const { return value; }
};

/// Totals that are copied before they change, and that methods of structs look at.
class Copied {
public:
  virtual ~Copied() = default;
  virtual void Run(const float *x, int n, float *y, float *change, int *counts) {
    kernel1D_Filter(x, n, y, change);
    kernel1D_Count(x, n, counts);
    kernel1D_Average(x, n, y);
  }
  Average m_average;
  int m_total = 0;

private:
  void kernel1D_Filter(const float *x, int n, float *y, float *change) {
    float state = 0.0f;
    for (int i = 0; i < n; i++) {
      const float before = state;
      state = 0.75f * before + 0.25f * x[i];
      y[i] = state;
      change[i] = state - before;
    }
  }
  void kernel1D_Count(const float *x, int n, int *counts) {
    for (int i = 0; i < n; i++) {
      const int old = m_total;
      if (x[i] > 0.0f)
        m_total = old + 2;
      counts[i] = old;
    }
  }
  void kernel1D_Average(const float *x, int n, float *y) {
    for (int i = 0; i < n; i++) {
      m_average.Add(x[i]);
      y[i] += m_average.Get();
    }
  }
};
