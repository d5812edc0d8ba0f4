// Origin: written as a user would, before its first translation.
// Empty loops, loops of one iteration, loops that go nowhere: what is there before stays, prologue and epilogue run.
// RUN: %check %s --class Diagonal -- -std=c++17
// RUN: %check %s --class NothingThere --size n=0,1,2,257 --size low=0,2 --size high=0,1,300 --variants=all -- -std=c++17
#include <algorithm>
#include <limits>
#include <vector>

class NothingThere {
public:
  virtual ~NothingThere() = default;
  virtual void Look(const int *x, const float *y, int n) {
    kernel1D_All(x, y, n);
    kernel1D_Inner(x, n);
    kernel1D_After(n);
  }
  virtual float Window([[vkmorph::size("high")]] const float *y, unsigned low, unsigned high) {
    kernel1D_Window(y, low, high);
    return m_mean;
  }

private:
  void kernel1D_All(const int *x, const float *y, int n) {
    m_least = 1000;
    m_top = -std::numeric_limits<float>::infinity();
    m_product = 1;
    for (int i = 0; i < n; i++) {
      m_least = std::min(m_least, x[i] % 500);
      m_top = std::max(m_top, y[i]);
      m_product *= x[i] | 1;
      m_runs++;
    }
    m_empty = m_top == -std::numeric_limits<float>::infinity();
    m_epilogues++;
  }
  // Without first and last.
  void kernel1D_Inner(const int *x, int n) {
    m_inner = 0;
    m_best = -1;
    for (int i = 1; i < n - 1; i++) {
      m_inner += x[i + 1] - x[i - 1];
      if (m_best < (x[i] & 15)) {
        m_best = x[i] & 15;
        m_bestAt = i;
      }
    }
    m_inner = n > 2 ? m_inner : -1;
  }
  void kernel1D_After(int n) {
    m_rounds += n;
    for (int i = 0; i < -m_least; i += 7)
      m_rounds++;
  }
  void kernel1D_Window(const float *y, unsigned low, unsigned high) {
    m_sum = 0;
    m_count = 0;
    for (unsigned i = low; i < high; i++) {
      m_sum += y[i];
      m_count += 1;
    }
    m_mean = m_count ? float(m_sum / m_count) : 0.0f;
  }

  int m_least = 0, m_product = 0, m_runs = 0, m_epilogues = 0, m_inner = 0, m_best = 0, m_bestAt = -5, m_rounds = 0;
  float m_top = 0, m_mean = 0;
  double m_sum = 0;
  unsigned m_count = 0;
  bool m_empty = false;
};

/// Products that only members and vectors bound, which no argument does.
class Diagonal {
public:
  explicit Diagonal(int rows = 12) : m_rows(rows), m_data(rows * rows) {}
  virtual ~Diagonal() = default;
  virtual double Determinant() {
    kernel1D_Multiply();
    return m_determinant;
  }
  virtual float Product() {
    kernel1D_All();
    return m_product;
  }

private:
  void kernel1D_Multiply() {
    m_determinant = 1;
    for (int i = 0; i < m_rows; i++)
      m_determinant *= m_data[i * m_rows + i];
  }
  void kernel1D_All() {
    m_product = 1;
    for (size_t i = 0; i < m_data.size(); i++)
      m_product *= float(m_data[i]);
  }

  int m_rows;
  std::vector<double> m_data;
  double m_determinant = 1;
  float m_product = 1;
};
