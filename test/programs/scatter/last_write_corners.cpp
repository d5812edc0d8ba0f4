// Origin: written to break what lets only the last iteration write: short loops, steps, loops down, wraps, several writes.
// RUN: %check %s --class Short,Steps,Down,Wraps,Pairs --size n=0,1,2,3,7,8,9,50 -- -std=c++17
// RUN: %check %s --class Blocks,Planes,Signs,Flags,Quotients --size n=0,1,2,3,7,8,9,50 --size m=1,3,7 -- -std=c++17
// RUN: %check %s --class Later --size n=0,1,2,5,9,50 --size m=1,6 -- -std=c++17
#include <cstddef>
#include <cstdint>

// Fewer iterations than elements, no iteration at all, constants for bounds, one element.
class Short {
public:
  virtual ~Short() = default;
  virtual void Run(const int *a, int n) {
    kernel1D_Few(a, n);
    kernel1D_Always(n);
    kernel1D_One(a, n);
    kernel1D_Whole(a, n);
  }

protected:
  int m_ring[8] = {9, 9, 9, 9, 9, 9, 9, 9};
  int m_fixed[4] = {};
  int m_one[1] = {-1};
  int m_same[3] = {-1, -2, -3};
  int m_which = 1;
  void kernel1D_Few(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_ring[i % 8] = a[i];
  }
  void kernel1D_Always(int n) {
    for (int i = 3; i < 14; i++)
      m_fixed[i % 4] = i * n;
  }
  void kernel1D_One(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_one[i % 1] = a[i];
  }
  void kernel1D_Whole(const int *a, int n) {
    for (int i = 0; i <= n - 1; i++)
      m_same[m_which] = a[i] + i;
  }
};

// Steps of 3 and of 4 over rings of 8: distances of 8 and of 2 iterations; factors with a common divisor.
class Steps {
public:
  virtual ~Steps() = default;
  virtual void Run(const int *a, int n) {
    kernel1D_Threes(a, n);
    kernel1D_Fours(a, n);
    kernel1D_Sixes(a, n);
    kernel1D_Tens(a, n);
    kernel1D_Parts(a, n);
  }

protected:
  int m_threes[8] = {}, m_fours[8] = {}, m_sixes[20] = {}, m_tens[20] = {}, m_parts[40] = {};
  void kernel1D_Threes(const int *a, int n) {
    for (int i = 0; i < n; i += 3)
      m_threes[i % 8] = a[i];
  }
  void kernel1D_Fours(const int *a, int n) {
    for (int i = 2; i <= n; i += 4)
      m_fours[i % 8] = a[i - 1];
  }
  void kernel1D_Sixes(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_sixes[(6 * i + 1) % 9 * 2 + 1] = a[i];
  }
  void kernel1D_Tens(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_tens[i * 10 % 20] = a[i];
  }
  void kernel1D_Parts(const int *a, int n) {
    for (int i = 0; i < n; i += 2)
      m_parts[i / 5] = a[i] - i;
  }
};

// Loops that count down: the last iteration has the smallest counter.
class Down {
public:
  virtual ~Down() = default;
  virtual void Run(const int *a, int n) {
    kernel1D_Ring(a, n);
    kernel1D_Halves(a, n);
    kernel1D_Back(a, n);
    kernel1D_Left(a, n);
  }

protected:
  int m_ring[5] = {}, m_halves[30] = {}, m_back[6] = {}, m_left[7] = {};
  void kernel1D_Ring(const int *a, int n) {
    for (int i = n - 1; i >= 0; i--)
      m_ring[i % 5] = a[i];
  }
  void kernel1D_Halves(const int *a, int n) {
    for (int i = n - 1; i > 0; i--)
      m_halves[i / 2] = a[i] + i;
  }
  void kernel1D_Back(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_back[(n - 1 - i) % 6] = a[i];
  }
  void kernel1D_Left(const int *a, int n) {
    for (int i = n; i-- > 0;)
      m_left[2] = a[i] * 3;
  }
};

// Heads near the end of their type: 2^32 is a multiple of 16, and of no other length.
class Wraps {
public:
  virtual ~Wraps() = default;
  virtual void Run(const int *a, uint32_t n) {
    kernel1D_Ring(a, n);
    kernel1D_Mask(a, n);
    kernel1D_Long(a, n);
    kernel1D_Eleven(a, n);
  }

protected:
  uint32_t m_head = 0xfffffffau;
  int m_ring[16] = {}, m_mask[16] = {}, m_long[16] = {}, m_eleven[11] = {};
  void kernel1D_Ring(const int *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      m_ring[(m_head + i) % 16] = a[i];
  }
  void kernel1D_Mask(const int *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      m_mask[(m_head - 3 * i) & 15] = a[i];
  }
  void kernel1D_Long(const int *a, uint32_t n) {
    for (size_t i = 0; i < n; i++)
      m_long[(m_head + i) % 16] = a[i];
  }
  void kernel1D_Eleven(const int *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      m_eleven[i % 11] = a[i];
  }
};

// Several writes in one iteration: neighbours, one element twice, members, arrays side by side.
class Pairs {
public:
  virtual ~Pairs() = default;
  virtual void Run(const int *a, int n) {
    kernel1D_Stereo(a, n);
    kernel1D_Twice(a, n);
    kernel1D_Sums(a, n);
    kernel1D_Counts(a, n);
  }

protected:
  struct Sample {
    int left, right[2];
  };
  int m_stereo[12] = {}, m_twice[4] = {}, m_sum = 0, m_count = 0, m_counted[3] = {}, m_kept[4] = {};
  Sample m_samples[5] = {};
  void kernel1D_Stereo(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      const int slot = i % 6;
      m_stereo[2 * slot] = a[i];
      m_stereo[2 * slot + 1] = a[i] + 1;
      Sample &sample = m_samples[i % 5];
      sample.left = a[i] * 2;
      sample.right[1] = i;
      sample.right[0] = -i;
    }
  }
  void kernel1D_Twice(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      m_twice[i % 4] = a[i];
      m_twice[i % 4] = a[i] + i;
    }
  }
  void kernel1D_Sums(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      int x = a[i];
      if (x < 0)
        x = -x;
      m_sum += x;
      m_kept[i & 3] = x;
    }
  }
  int Count(int x) {
    m_count += 2;
    return x + 1;
  }
  void kernel1D_Counts(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_counted[i % 3] = Count(a[i]);
  }
};

// Loops inside, conditions that are the same for all iterations, or for those with one element.
class Blocks {
public:
  virtual ~Blocks() = default;
  virtual void Run(const int *a, int n, bool on) {
    kernel1D_Blocks(a, n);
    kernel1D_Switched(a, n, on);
    kernel2D_Some(a, n);
    kernel2D_Corner(a, n);
  }

protected:
  int m_blocks[4][4] = {}, m_on[6] = {}, m_some[5] = {}, m_corner = 0, m_last[1] = {};
  int m_mode = 2;
  void kernel1D_Blocks(const int *a, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++)
        m_blocks[i % 4][k] = a[i] + k;
  }
  void kernel1D_Switched(const int *a, int n, bool on) {
    for (int i = 0; i < n; i++) {
      if (on)
        m_on[i % 3] = a[i];
      if (m_mode == 2)
        m_on[3 + i % 3] = a[i] * 2;
    }
  }
  void kernel2D_Some(const int *a, int n) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < 5; x++)
        if (x > 1)
          m_some[x] = a[y] - x;
  }
  void kernel2D_Corner(const int *a, int n) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++)
        m_last[0] = a[y] + 2 * a[x];
  }
};

// Both dimensions are folded, or one of three.
class Planes {
public:
  virtual ~Planes() = default;
  virtual void Run(const int *a, int n, int m) {
    kernel2D_Tiles(a, n, m);
    kernel3D_Slices(a, n, m);
  }

protected:
  int m_tiles[4][3] = {}, m_slices[4 * 5] = {};
  void kernel2D_Tiles(const int *a, int n, int m) {
    for (int y = 0; y < m; y++)
      for (int x = 0; x < n; x++)
        m_tiles[x % 4][y % 3] = a[x] * 10 + y;
  }
  void kernel3D_Slices(const int *a, int n, int m) {
    for (int z = 0; z < m; z++)
      for (int y = 0; y < 4; y++)
        for (int x = 0; x < n; x++)
          m_slices[y * 5 + x % 5] = a[x] + y * z;
  }
};

// Negative numbers: remainders have their signs, quotients round towards zero.
class Signs {
public:
  virtual ~Signs() = default;
  virtual void Run(const int *a, int n) {
    kernel1D_Quotient(a, n);
    kernel1D_Shift(a, n);
    kernel1D_Mask(a, n);
    kernel1D_Head(a, n);
    kernel1D_Negative(a, n);
  }

protected:
  int m_quotient[40] = {}, m_shift[40] = {}, m_mask[8] = {}, m_ring[6] = {}, m_negative[9] = {};
  int m_offset = -11, m_length = -9;
  void kernel1D_Quotient(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_quotient[(i - 7) / 3 + 5] = a[i];
  }
  void kernel1D_Shift(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_shift[((m_offset + i) >> 1) + 8] = a[i];
  }
  void kernel1D_Mask(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_mask[(m_offset + i) & 7] = a[i];
  }
  void kernel1D_Head(const int *a, int n) {
    for (int i = 11; i < n + 11; i++)
      m_ring[(m_offset + i) % 6] = a[i - 11];
  }
  void kernel1D_Negative(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_negative[i % m_length] = a[i];
  }
};

// Bounds and divisors of other types than the counter.
class Flags {
public:
  virtual ~Flags() = default;
  virtual void Run(const int *a, int n, [[vkmorph::size("16")]] bool *seen) {
    kernel1D_Types(a, static_cast<uint32_t>(n), seen);
    kernel1D_Short(a, n);
  }

protected:
  uint16_t m_length = 13;
  size_t m_size = 6;
  int64_t m_wide = 5;
  float m_values[13] = {};
  uint8_t m_bytes[6] = {};
  int m_fives[5] = {};
  void kernel1D_Types(const int *a, uint32_t n, bool *seen) {
    for (size_t i = 0; i < n; i++) {
      m_values[i % m_length] = static_cast<float>(a[i]);
      seen[i % 16] = a[i] > 0;
    }
  }
  void kernel1D_Short(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      m_bytes[i % m_size] = static_cast<uint8_t>(a[i]);
      m_fives[i % m_wide] = a[i];
    }
  }
};

// Quotients by members, of sums, and whose extents have to be inferred.
class Quotients {
public:
  virtual ~Quotients() = default;
  virtual void Run(const int *a, int *w, int n) { kernel1D_Pairs(a, w, n); }
  virtual void Bins(const int *a, int n, int m) { kernel1D_Bins(a, n, m); }

protected:
  int m_bins[60] = {};
  int m_shift = 1;
  void kernel1D_Pairs(const int *a, int *w, int n) {
    for (int i = 0; i < n; i++)
      w[i / 2] = a[i];
  }
  void kernel1D_Bins(const int *a, int n, int m) {
    for (int i = 0; i < n; i++)
      m_bins[(i + m_shift) / m] = a[i];
  }
};

// Conditions that hold for all iterations behind one for which they do, in the order of the loop.
class Later {
public:
  virtual ~Later() = default;
  virtual void Run(const int *a, int n, int m, [[vkmorph::size("n + 8")]] int *w) {
    kernel1D_From(a, n, m, w);
    kernel1D_NotFirst(a, n);
    kernel1D_Down(a, n, m);
    kernel1D_Skip(a, static_cast<uint32_t>(n));
    kernel2D_Rows(a, n, m, w);
    kernel1D_Blocks(a, n, m);
  }

protected:
  int m_ring[4] = {}, m_down[5] = {}, m_pairs[30] = {}, m_skip[8] = {}, m_blocks[3][4] = {};
  void kernel1D_From(const int *a, int n, int m, int *w) {
    for (int i = 0; i < n; i++) {
      if (i > 2)
        w[0] = a[i];
      if (m < 2 * i && i >= 5)
        w[1] = i;
    }
  }
  void kernel1D_NotFirst(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      if (i == 0)
        continue;
      m_ring[i % 4] = a[i] - a[i - 1];
    }
  }
  void kernel1D_Down(const int *a, int n, int m) {
    for (int i = n - 1; i >= 0; i--) {
      if (i < m)
        m_down[i % 5] = a[i];
      if (!(i > 7))
        m_pairs[i / 2] = a[i] + 1;
    }
  }
  void kernel1D_Skip(const int *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      if (i != 0 && i > 6)
        m_skip[i & 7] = a[i];
  }
  // Each column begins in a row of its own.
  void kernel2D_Rows(const int *a, int n, int m, int *w) {
    for (int y = 0; y < m; y++)
      for (int x = 0; x < n; x++)
        if (y + x > 3)
          w[2 + x] = a[x] * 2 - y;
  }
  // Blocks that come in have fewer elements at first.
  void kernel1D_Blocks(const int *a, int n, int m) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 4; k++)
        if (i + k >= m)
          m_blocks[i % 3][k] = a[i] + k;
  }
};
