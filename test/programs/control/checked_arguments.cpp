// Origin: written as a user would, before its first translation.
// Arguments that are checked before, between and behind kernels, also by helpers: the call throws what the class throws,
// when what stands before has had its effect.
// RUN: %check %s --size n=0,1,40,300 --arg a=-9..60 --arg b=-9..60 --arg k=-3..12 -- -std=c++17
#include <cassert>
#include <stdexcept>
#include <string>

/// What is wrong with a table.
class TableError : public std::runtime_error {
public:
  TableError(const std::string &what, int row) : std::runtime_error(what + " in row " + std::to_string(row)) {}
};

class CheckedArguments {
public:
  virtual ~CheckedArguments() = default;

  virtual void Before([[vkmorph::size("n")]] int *a, int n, int k) {
    if (n < 1)
      throw std::invalid_argument("no elements");
    CheckStep(k);
    kernel1D_Add(a, n, k);
  }

  virtual int Members([[vkmorph::size("n")]] int *a, int n, int k) {
    m_calls++;
    m_step = k;
    if (k > 9) {
      m_failed = true;
      throw std::out_of_range("step " + std::to_string(k) + " of " + std::to_string(n));
    }
    m_failed = false;
    m_last = n;
    kernel1D_AddStep(a, n);
    return m_last + m_calls;
  }

  virtual int Between([[vkmorph::size("n")]] int *a, int n, int k, int &count) {
    count = 0;
    for (int i = 0; i < 4; i++) {
      kernel1D_Add(a, n, i);
      kernel1D_Sum(a, n);
      count++;
      if (m_sum % 5 == k)
        throw TableError("sum " + std::to_string(m_sum), i);
    }
    return m_sum;
  }

  virtual int Behind([[vkmorph::size("n")]] int *a, int n, int k) {
    assert(n >= 0 && "a size");
    kernel1D_Add(a, n, k);
    kernel1D_Sum(a, n);
    if (m_sum < 0)
      throw std::runtime_error("negative");
    assert(m_sum >= 0);
    return m_sum;
  }

  virtual int Either([[vkmorph::size("n")]] int *a, int n, int k) {
    const std::string where = "Either(" + std::to_string(k) + ")";
    if (k > 0) {
      kernel1D_Sum(a, n);
    } else if (k == 0) {
      throw std::domain_error(where);
    } else {
      Fail("negative", where, k);
    }
    return m_sum;
  }

  // What stands behind is not done: the member and the array keep what they had.
  virtual void Cases([[vkmorph::size("n")]] int *a, [[vkmorph::size("n")]] int *b, int n, int k) {
    switch (k) {
    case 0:
      kernel1D_Add(a, n, 1);
      [[fallthrough]];
    case 1:
      throw std::logic_error("one");
    default:
      Part(a, n, k);
      kernel1D_Add(a, n, 3);
    }
    m_last = k;
    kernel1D_Copy(a, b, n);
  }

  virtual int Levels([[vkmorph::size("n")]] int *a, int n, int k) {
    const int level = LevelOf(n, k);
    kernel1D_Add(a, n, level);
    return level + KindOf(k);
  }

protected:
  /// Returns from loops and a switch inside of each other.
  static int LevelOf(int size, int k) {
    int steps = 0;
    for (int level = 0; level < 6; level++) {
      switch ((level + k) % 4) {
      case 0:
        for (int i = 0; i < k; i++) {
          if (i * i == size)
            return -i;
          if (i == 7)
            break;
        }
        break;
      case 1:
        if (size < 0)
          return level;
        [[fallthrough]];
      default:
        steps++;
      }
      while (steps < k)
        if (++steps == 5)
          return 100 + level;
      if ((1 << level) > size)
        return level;
    }
    if (k > 3)
      throw std::length_error("size " + std::to_string(size));
    return steps;
  }

  int KindOf(int k) const {
    switch (k) {
    case 1:
    case 2:
      return m_last;
    case 4:
      break;
    default:
      if (k > 4)
        throw std::out_of_range("kind " + std::to_string(k));
    }
    return k * 3;
  }

  int Part([[vkmorph::size("n")]] int *a, int n, int k) {
    Limited(k);
    kernel1D_Add(a, n, k);
    if (k == 8)
      throw std::out_of_range("part");
    return k % 3;
  }

  int Limited(int k) {
    if (k == 6)
      throw std::domain_error("k");
    return k * 2;
  }

  void kernel1D_Copy(const int *a, int *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }

  static void CheckStep(int step) {
    if (step < 0 || step > 10)
      throw std::range_error("step " + std::to_string(step) + (step < 0 ? " is negative" : " is too large"));
  }

  void Fail(const char *how, const std::string &where, int k) {
    if (m_calls > 1000)
      return;
    throw TableError(where + ": " + how, k);
  }

  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] = (a[i] * 3 + by) % 61;
  }

  void kernel1D_AddStep(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += m_step;
  }

  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }

  int m_sum = 0;
  int m_step = 0;
  int m_calls = 0;
  int m_last = 0;
  bool m_failed = false;
};
