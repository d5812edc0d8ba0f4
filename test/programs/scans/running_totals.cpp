// Origin: written as a user would, before its first translation.
// Loops that read a running total: sums up to an element and in front of it, from locals and members, under conditions,
// several in one loop, in place, with what is written at the number that they have come to.
// RUN: %check %s --class PrefixSums --size n=0,1,255,256,257,5000 -- -std=c++17
// RUN: %check %s --class RowStarts,Account --size n=0,1,3000 -- -std=c++17
// RUN: %check %s --class Compaction --size n=0,1,3000 --arg m_limit=2 --arg a=0..4 -- -std=c++17
// RUN: %check %s --class Channels --size n=0,1,700 -- -std=c++17
// RUN: %check %s --class NumberPixels --size w=1,33 --size h=1,19 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

/// Every way to write a sum up to an element.
class PrefixSums {
public:
  virtual ~PrefixSums() = default;
  virtual void Run(const int *a, int n, int *inclusive, int *exclusive, int *inPlace) {
    kernel1D_Inclusive(a, n, inclusive);
    kernel1D_Exclusive(a, n, exclusive);
    kernel1D_InPlace(inPlace, n);
  }

private:
  void kernel1D_Inclusive(const int *a, int n, int *inclusive) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += a[i];
      inclusive[i] = sum;
    }
  }
  void kernel1D_Exclusive(const int *a, int n, int *exclusive) {
    int sum = 100;
    for (int i = 0; i < n; i++) {
      exclusive[i] = sum;
      sum += a[i];
    }
  }
  void kernel1D_InPlace(int *inPlace, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum = sum + inPlace[i];
      inPlace[i] = sum;
    }
  }
};

/// Where the rows of a sparse matrix begin; the member keeps how many elements there are.
class RowStarts {
public:
  virtual ~RowStarts() = default;
  virtual void Build(const uint32_t *counts, uint32_t n, uint32_t *starts) { kernel1D_Build(counts, n, starts); }

  uint32_t m_elements = 0;

private:
  void kernel1D_Build(const uint32_t *counts, uint32_t n, uint32_t *starts) {
    for (uint32_t row = 0; row < n; ++row) {
      const uint32_t before = m_elements;
      m_elements += counts[row] & 15u;
      starts[row] = before;
    }
  }
};

/// Elements that are taken, side by side and in order.
class Compaction {
public:
  virtual ~Compaction() = default;
  virtual void Pack(const float *a, int n, int *index, [[vkmorph::size("n")]] float *packed) {
    m_taken = 0;
    kernel1D_Pack(a, n, index, packed);
  }

  float m_limit = 0.25f;
  int m_taken = 0;

private:
  void kernel1D_Pack(const float *a, int n, int *index, float *packed) {
    for (int i = 0; i < n; i++) {
      index[i] = m_taken;
      if (a[i] > m_limit) {
        packed[m_taken] = a[i];
        m_taken++;
      }
    }
  }
};

/// The balance after each booking, the lowest one there was, and the highest price up to each day.
class Account {
public:
  virtual ~Account() = default;
  virtual void Book(const float *amounts, int n, float *balances, float *peaks) {
    kernel1D_Book(amounts, n, balances, peaks);
  }

  float m_balance = 10.0f, m_lowest = 1000.0f;
  int m_bookings = 0;

private:
  void kernel1D_Book(const float *amounts, int n, float *balances, float *peaks) {
    float peak = -1.0e30f;
    for (int i = 0; i < n; i++) {
      const float amount = amounts[i];
      m_balance += amount;
      peak = std::max(peak, amount);
      balances[i] = m_balance;
      peaks[i] = peak;
      if (m_balance < m_lowest)
        m_lowest = m_balance;
      if (amount > 0.5f)
        m_bookings++;
    }
  }
};

/// Several totals by several operations, of integers of several widths.
class Channels {
public:
  virtual ~Channels() = default;
  virtual void Run(const uint32_t *words, int n, [[vkmorph::size("n")]] uint32_t *parity,
                   [[vkmorph::size("n")]] uint32_t *seen, [[vkmorph::size("n")]] uint32_t *common,
                   [[vkmorph::size("n")]] int64_t *sums, [[vkmorph::size("n")]] uint32_t *products,
                   [[vkmorph::size("n")]] int *lowest) {
    kernel1D_Run(words, n, parity, seen, common, sums, products, lowest);
  }

  struct State {
    uint32_t parity = 5, seen = 1;
    int64_t sum = -3;
  };
  State m_state;

private:
  void kernel1D_Run(const uint32_t *words, int n, uint32_t *parity, uint32_t *seen, uint32_t *common, int64_t *sums,
                    uint32_t *products, int *lowest) {
    uint32_t all = ~0u, product = 1;
    int low = 2147483647;
    for (int i = 0; i < n; i++) {
      const uint32_t word = words[i];
      if (word == 77u)
        continue;
      m_state.parity ^= word;
      m_state.seen |= 1u << (word % 32u);
      all &= word | (1u << (i % 32));
      m_state.sum += int64_t(word) * 3;
      product *= 2u * word + 1u;
      low = std::min(low, int(word >> 1) - i);
      parity[i] = m_state.parity;
      seen[i] = m_state.seen;
      common[i] = all;
      sums[i] = m_state.sum;
      products[i] = product;
      lowest[i] = low;
    }
  }
};

/// Numbers for the pixels that are set, row by row.
class NumberPixels {
public:
  virtual ~NumberPixels() = default;
  virtual void Number(const int *pixels, int w, int h, int *numbers) { kernel2D_Number(pixels, w, h, numbers); }

private:
  void kernel2D_Number(const int *pixels, int w, int h, int *numbers) {
    int next = 1;
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        numbers[y * w + x] = 0;
        if (pixels[y * w + x] % 3 != 0)
          continue;
        numbers[y * w + x] = next++;
      }
    }
  }
};
