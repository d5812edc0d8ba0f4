// What control functions hand to each other: parts of arrays, one array twice, objects; copies and exchanges of what has just got its size.
#pragma once
#include <utility>
#include <vector>

struct Strip {
  int width = 0, height = 0;
  std::vector<int> cells;

  void Fit(int w, int h) {
    width = w;
    height = h;
    cells.resize(w * h);
  }
  int Sum(int x) const {
    int sum = 0;
    for (int y = 0; y < height; y++)
      sum += cells[y * width + x];
    return sum;
  }
};

class HandedParts {
public:
  virtual ~HandedParts() = default;

  // Halves of an array, one of them twice.
  virtual void Halves(int *data, int n) {
    Double(data, n);
    Double(data + n, n);
    for (int turn = 0; turn < 3; turn++)
      Mix(data + n, data, n);
    Mix(data, data, n);
  }

  // Sizes that grow from call to call, an odd number of exchanges, copies of vectors and objects.
  virtual int Flip(const int *data, int width, int height, int turns) {
    m_front.Fit(width, height);
    m_back.Fit(width, height);
    kernel2D_Load(data, m_front, width, height);
    m_kept = m_front;
    for (int turn = 0; turn < turns; turn++) {
      Blur(m_front, m_back, turn + 1);
      std::swap(m_front, m_back);
    }
    m_history = m_sums;
    m_sums.resize(width);
    kernel1D_Sums(width);
    return m_total;
  }

  // Rounds until nothing changes, in a vector that gets its size before.
  virtual int Settle(int *data, int n, int most) {
    m_scratch.resize(n);
    int rounds = 0;
    for (int round = 0; round < most; round++) {
      kernel1D_Settle(data, n);
      kernel1D_Back(data, n);
      rounds++;
      if (m_changed == 0)
        break;
    }
    return rounds;
  }

protected:
  void Double(int *a, int n) { kernel1D_Double(a, n); }
  void Mix(const int *from, int *to, int n) { kernel1D_Mix(from, to, n); }
  void Blur(const Strip &from, Strip &to, int weight) { kernel2D_Blur(from, to, weight); }

  void kernel1D_Double(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
  void kernel1D_Mix(const int *from, int *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = from[i] + 3 * to[i];
  }
  void kernel2D_Load(const int *data, Strip &strip, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        strip.cells[y * width + x] = data[y * width + x] % 100;
  }
  void kernel2D_Blur(const Strip &from, Strip &to, int weight) {
    for (int y = 0; y < to.height; y++)
      for (int x = 0; x < to.width; x++) {
        const int right = x + 1 < from.width ? x + 1 : x;
        to.cells[y * to.width + x] = (weight * from.cells[y * from.width + x] + from.cells[y * from.width + right]) / (weight + 1);
      }
  }
  void kernel1D_Sums(int width) {
    m_total = 0;
    for (int x = 0; x < width; x++) {
      m_sums[x] = m_front.Sum(x) - m_kept.Sum(x);
      m_total += m_sums[x];
    }
  }
  void kernel1D_Settle(const int *data, int n) {
    m_changed = 0;
    for (int i = 0; i < n; i++) {
      const int left = i > 0 ? data[i - 1] : data[i];
      m_scratch[i] = left > data[i] ? left : data[i];
      if (m_scratch[i] != data[i])
        m_changed++;
    }
  }
  void kernel1D_Back(int *data, int n) {
    for (int i = 0; i < n; i++)
      data[i] = m_scratch[i];
  }

private:
  int m_total = 0, m_changed = 0;
  Strip m_front, m_back, m_kept;
  std::vector<int> m_sums, m_history, m_scratch;
};
