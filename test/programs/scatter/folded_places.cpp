// Origin: written as a user would, before its first translation.
// Elements by remainders and quotients of the counter, each with one iteration that writes it; the first index that satisfies a condition.
// RUN: %check %s --class Board,Recorder,Halves,Base64 --size n=1,64,200 --size count=1,7,8,300 --arg shift=0..5
// RUN: %check %s --class FirstDrop,FirstHits --size n=1,64,300 --arg a=-3..60
#include <cstdint>

// A puzzle's cells in rows of nine.
class Board {
public:
  virtual ~Board() = default;
  virtual void Load(const int *digits) { kernel1D_Load(digits); }
  int m_cell[9][9] = {};

protected:
  void kernel1D_Load(const int *digits) {
    for (int i = 0; i < 81; i++)
      m_cell[i / 9][i % 9] = digits[i] % 10;
  }
};

// A ring keeps the last samples.
class Recorder {
public:
  virtual ~Recorder() = default;
  virtual void Record(const float *samples, int count) {
    kernel1D_Keep(samples, count);
    m_written += count;
  }
  float m_ring[8] = {};
  unsigned m_written = 0;

protected:
  void kernel1D_Keep(const float *samples, int count) {
    for (int i = 0; i < count; i++)
      if (i + 8 >= count)
        m_ring[(m_written + i) % 8] = samples[i];
  }
};

// Every second element, and all of them moved around.
class Halves {
public:
  virtual ~Halves() = default;
  virtual void Run(const int *a, [[vkmorph::size("n")]] int *even, [[vkmorph::size("n")]] int *odd, [[vkmorph::size("n")]] int *turned,
                   int n, int shift) {
    kernel1D_Split(a, even, odd, n);
    kernel1D_Turn(a, turned, n, shift);
  }

protected:
  void kernel1D_Split(const int *a, int *even, int *odd, int n) {
    for (int i = 0; i < n; i++) {
      if (i % 2)
        odd[i / 2] = a[i];
      if (!(i & 1))
        even[i >> 1] = a[i];
    }
  }
  void kernel1D_Turn(const int *a, int *turned, int n, int shift) {
    for (int i = 0; i < n; i++)
      turned[(i + shift) % n] = a[i];
  }
};

// Four digits for three bytes.
class Base64 {
public:
  virtual ~Base64() = default;
  virtual void Encode(const uint32_t *triples, uint32_t *digits, int n) { kernel1D_Encode(triples, digits, n); }

protected:
  void kernel1D_Encode(const uint32_t *triples, uint32_t *digits, int n) {
    for (int g = 0; g < n; g++) {
      uint32_t bits = triples[g];
      for (int k = 3; k >= 0; k--, bits >>= 6)
        digits[4 * g + k] = bits & 63;
    }
  }
};

// Where prices fall for the first time, and what they are there.
class FirstDrop {
public:
  virtual ~FirstDrop() = default;
  virtual void Find(const int *a, int n) {
    m_first = -1;
    m_price = 0;
    kernel1D_Find(a, n);
  }
  int m_first = -1;
  int m_price = 0;

protected:
  void kernel1D_Find(const int *a, int n) {
    for (int i = 1; i < n; i++)
      if (a[i] < a[i - 1] && m_first < 0) {
        m_first = i;
        m_price = a[i];
      }
  }
};

// The first of several calls that finds something decides.
class FirstHits {
public:
  virtual ~FirstHits() = default;
  virtual void Scan(const int *a, int n) { kernel1D_Scan(a, n); }
  int m_zero = -1, m_last = -1, m_even = -1;

protected:
  void kernel1D_Scan(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      const int v = a[i];
      if (v == 0)
        if (m_zero < 0)
          m_zero = i;
      if (v % 2)
        continue;
      if (m_even == -1)
        m_even = i;
    }
    for (int i = n - 1; i >= 0; i--)
      if (m_last == -1)
        if (a[i] < 0)
          m_last = i;
  }
};
