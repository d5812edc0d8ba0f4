// Origin: written as a user would, before its first translation.
// Updates of shared elements as they come: windows of an image, two arrays in one loop, an array that is read elsewhere, bytes as
// numbers of bins, doubles and 64 bits, conditions, structs in structs, loops in loops.
// RUN: %check %s --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --class FlowVotes,Regions --size width=1,17,37 --size height=1,9,19 -- -std=c++17 -Wno-attributes
// RUN: %check %s --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --class ClassMeans,Deposit --size n=0,1,300 -- -std=c++17 -Wno-attributes
// Sums of few values each, which one order computes exactly.
// RUN: %check %s --class ClassMeans --variants=default --seed=11 --size n=300 -- -std=c++17 -Wno-attributes
// RUN: %check %s --variants=default,vulkan10,scatter-ordered --class Ledger,ColourCube,Events --size n=0,1,300 -- -std=c++17 -Wno-attributes
// RUN: %check %s --class Relax --variants=default,vulkan10,scatter-ordered --size edges=0,500 --size nodes=1,60 -- -std=c++17 -Wno-attributes
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Each pixel votes for the cells around the place that its direction points to.
class FlowVotes {
public:
  virtual ~FlowVotes() = default;
  virtual void Vote([[vkmorph::size("width * height")]] const float *dx, [[vkmorph::size("width * height")]] const float *dy, int width,
                    int height, [[vkmorph::size("width * height")]] uint32_t *votes) {
    kernel2D_Clear(width, height, votes);
    kernel2D_Vote(dx, dy, width, height, votes);
  }

private:
  void kernel2D_Clear(int width, int height, uint32_t *votes) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        votes[y * width + x] = 0;
  }
  void kernel2D_Vote(const float *dx, const float *dy, int width, int height, uint32_t *votes) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        const int tx = std::clamp(x + int(dx[y * width + x] * 3.0f), 0, width - 1);
        const int ty = std::clamp(y + int(dy[y * width + x] * 3.0f), 0, height - 1);
        for (int oy = -1; oy <= 1; oy++)
          for (int ox = -1; ox <= 1; ox++) {
            const int px = tx + ox, py = ty + oy;
            if (px < 0 || py < 0 || px >= width || py >= height)
              continue;
            votes[py * width + px] += ox == 0 && oy == 0 ? 4u : 1u;
          }
      }
  }
};

// Sums and counts in one loop, and means from both in the next one.
class ClassMeans {
public:
  virtual ~ClassMeans() = default;
  virtual void Means([[vkmorph::size("n")]] const uint8_t *label, [[vkmorph::size("n")]] const float *value, int n,
                     [[vkmorph::size("n")]] float *centred) {
    kernel1D_Reset();
    kernel1D_Gather(label, value, n);
    kernel1D_Divide();
    kernel1D_Centre(label, value, n, centred);
  }

private:
  void kernel1D_Reset() {
    for (int c = 0; c < 256; c++) {
      m_sum[c] = 0.0f;
      m_count[c] = 0;
      m_spread[c] = 0.0f;
    }
  }
  void kernel1D_Gather(const uint8_t *label, const float *value, int n) {
    for (int i = 0; i < n; i++) {
      m_sum[label[i]] += value[i];
      ++m_count[label[i]];
    }
  }
  void kernel1D_Divide() {
    for (int c = 0; c < 256; c++)
      m_mean[c] = m_count[c] > 0 ? m_sum[c] / float(m_count[c]) : 0.0f;
  }
  // The array of means is read where spreads are updated.
  void kernel1D_Centre(const uint8_t *label, const float *value, int n, float *centred) {
    for (int i = 0; i < n; i++) {
      const float d = value[i] - m_mean[label[i]];
      centred[i] = d;
      m_spread[label[i]] = std::max(std::abs(d), m_spread[label[i]]);
    }
  }

  float m_sum[256] = {}, m_mean[256] = {}, m_spread[256] = {};
  int m_count[256] = {};
};

// Doubles and integers of 64 bits, some under conditions.
class Ledger {
public:
  virtual ~Ledger() = default;
  virtual void Book([[vkmorph::size("n")]] const uint16_t *account, [[vkmorph::size("n")]] const int32_t *cents, int n,
                    [[vkmorph::size("512")]] int64_t *balance, [[vkmorph::size("512")]] double *interest) {
    kernel1D_Book(account, cents, n, balance, interest);
  }

private:
  void kernel1D_Book(const uint16_t *account, const int32_t *cents, int n, int64_t *balance, double *interest) {
    for (int i = 0; i < n; i++) {
      const int a = account[i] % 512;
      balance[a] += int64_t(cents[i]) * 1000;
      if (cents[i] < 0)
        interest[a] -= double(cents[i]) * 0.125;
      else if (cents[i] % 2 == 0)
        interest[a] += 0.25;
      m_largest[a] = std::max<int64_t>(m_largest[a], cents[i]);
      m_seen[a] |= 1ull << (i % 64);
    }
  }
  int64_t m_largest[512] = {};
  uint64_t m_seen[512] = {};
};

// Structs in structs, in a vector whose size the host knows.
struct Extent {
  float lo = 1e30f, hi = -1e30f;
};
struct Region {
  Extent axis[2];
  int pixels = 0;
  uint8_t flags = 0;
  unsigned touched = 0;
};
class Regions {
public:
  virtual ~Regions() = default;
  virtual void Measure([[vkmorph::size("width * height")]] const uint8_t *labels, int width, int height) {
    m_regions.assign(200, Region());
    kernel2D_Measure(labels, width, height);
  }

private:
  void Grow(Extent &e, float at) {
    if (at < e.lo)
      e.lo = at;
    if (e.hi < at)
      e.hi = at;
  }
  void kernel2D_Measure(const uint8_t *labels, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        const uint8_t label = labels[y * width + x];
        if (label == 0 || label >= 200)
          continue;
        Region &r = m_regions[label];
        r.pixels++;
        Grow(r.axis[0], float(x));
        Grow(r.axis[1], float(y));
        r.touched |= 1u << (x % 32);
      }
  }
  std::vector<Region> m_regions;
};

// Each particle spreads to the neighbours in a volume, by weights.
class Deposit {
public:
  virtual ~Deposit() = default;
  virtual void Spread([[vkmorph::size("n")]] const float *px, [[vkmorph::size("n")]] const float *py, [[vkmorph::size("n")]] const float *q, int n,
                      [[vkmorph::size("32 * 32")]] float *density) {
    kernel1D_Spread(px, py, q, n, density);
  }

private:
  void kernel1D_Spread(const float *px, const float *py, const float *q, int n, float *density) {
    for (int i = 0; i < n; i++) {
      const float fx = std::abs(px[i]) * 7.0f, fy = std::abs(py[i]) * 7.0f;
      const int x = int(fx) % 31, y = int(fy) % 31;
      const float wx = fx - std::floor(fx), wy = fy - std::floor(fy);
      density[y * 32 + x] += q[i] * (1.0f - wx) * (1.0f - wy);
      density[y * 32 + x + 1] += q[i] * wx * (1.0f - wy);
      density[(y + 1) * 32 + x] += q[i] * (1.0f - wx) * wy;
      density[(y + 1) * 32 + x + 1] += q[i] * wx * wy;
    }
  }
};

// A three-dimensional histogram of colours, products and bits of them, and a total beside.
struct Colour {
  uint8_t r, g, b;
};
class ColourCube {
public:
  virtual ~ColourCube() = default;
  virtual uint32_t Fill([[vkmorph::size("n")]] const Colour *pixels, uint32_t n) {
    kernel1D_Fill(pixels, n);
    return m_bright;
  }

private:
  void kernel1D_Fill(const Colour *pixels, uint32_t n) {
    m_bright = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const Colour c = pixels[i];
      m_cube[c.r >> 5][c.g >> 5][c.b >> 5]++;
      m_product[c.r >> 1] *= 2u * c.g + 1u;
      m_and[c.g >> 1] &= ~(1u << (c.b & 31));
      m_parity[c.b / 3] ^= c.r;
      if (c.r + c.g + c.b > 600)
        m_bright++;
    }
  }
  uint32_t m_cube[8][8][8] = {};
  uint32_t m_product[128] = {}, m_and[128] = {}, m_parity[86] = {};
  uint32_t m_bright = 0;
};

// Edges of a graph relax the nodes that they lead to; what was nearest before is read from another array.
class Relax {
public:
  virtual ~Relax() = default;
  virtual void Steps([[vkmorph::size("edges")]] const uint32_t *from, [[vkmorph::size("edges")]] const uint32_t *to,
                     [[vkmorph::size("edges")]] const float *weight, int edges, [[vkmorph::size("nodes")]] float *distance,
                     [[vkmorph::size("nodes")]] float *next, int nodes) {
    for (int round = 0; round < 3; round++) {
      kernel1D_Copy(distance, next, nodes);
      kernel1D_Relax(from, to, weight, edges, distance, next, nodes);
      kernel1D_Copy(next, distance, nodes);
    }
  }

private:
  void kernel1D_Copy(const float *from, float *to, int nodes) {
    for (int i = 0; i < nodes; i++)
      to[i] = from[i];
  }
  void kernel1D_Relax(const uint32_t *from, const uint32_t *to, const float *weight, int edges, const float *distance, float *next,
                      int nodes) {
    for (int e = 0; e < edges; e++) {
      const uint32_t a = from[e] % uint32_t(nodes), b = to[e] % uint32_t(nodes);
      const float through = distance[a] + std::abs(weight[e]);
      if (through < next[b])
        next[b] = through;
    }
  }
};

// One thread for each event, with an early end and a switch.
class Events {
public:
  virtual ~Events() = default;
  virtual void Count([[vkmorph::size("n")]] const int *kind, [[vkmorph::size("n")]] const int *size, int n) { kernel1D_Count(kind, size, n); }

private:
  void kernel1D_Count(const int *kind, const int *size, int n) {
    for (int i = 0; i < n; i++) {
      const unsigned k = unsigned(kind[i]) % 100;
      if (k == 99)
        continue;
      switch (k % 4) {
      case 0:
        m_n[k]++;
        break;
      case 1:
        m_n[k] += 2;
        [[fallthrough]];
      case 2:
        m_n[k / 2] -= 1;
        break;
      default:
        for (int b = size[i] & 7; b > 0; b--)
          m_n[(k + unsigned(b)) % 100] += b;
      }
      m_low[k] = size[i] < m_low[k] ? size[i] : m_low[k];
      const bool big = size[i] > 1000;
      m_big[k] += big;
    }
  }
  int m_n[100] = {}, m_low[100] = {}, m_big[100] = {};
};
