// Origin: written as a user would, before its first translation.
// Three dimensions, loops that go down, in strides, with bounds of one another's parameters; positions that go with an extreme.
// RUN: %check %s --class BubbleChamber --size w=1,5,33 --size h=1,4,20 --size d=1,3,9 --variants=default,vulkan10,tree-atomics,extra-dispatches -- -std=c++17
#include <cstdint>

class BubbleChamber {
public:
  virtual ~BubbleChamber() = default;
  virtual void Look(const float *density, int w, int h, int d) {
    kernel3D_Centre(density, w, h, d);
    kernel3D_Brightest(density, w, h, d);
    kernel3D_Lattice(density, w, h, d);
  }
  virtual void Slice(const uint8_t *mask, unsigned w, unsigned h) { kernel2D_Slice(mask, w, h); }

private:
  void kernel3D_Centre(const float *density, int w, int h, int d) {
    m_mass = 0;
    m_moment[0] = m_moment[1] = m_moment[2] = 0;
    for (int z = d - 1; z >= 0; z--)
      for (int y = 0; y < h; y++)
        for (int x = w; x-- > 0;) {
          const float rho = density[(z * h + y) * w + x];
          if (rho <= 0)
            continue;
          m_mass += rho;
          m_moment[0] += double(rho) * x;
          m_moment[1] += double(rho) * y;
          m_moment[2] += double(rho) * z;
        }
    for (double &moment : m_moment)
      moment = m_mass > 0 ? moment / m_mass : -1;
  }

  // The first of equal values in this order: the layer that comes first is the deepest.
  void kernel3D_Brightest(const float *density, int w, int h, int d) {
    m_peak = -1e9f;
    for (int z = d - 1; z >= 0; z--)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
          const float rho = static_cast<float>(static_cast<int>(density[(z * h + y) * w + x] / 16.0f));
          if (rho > m_peak) {
            m_peak = rho;
            m_at = {x, y, z};
          }
          if (m_last.value <= rho)
            m_last = {rho, x, y, z};
        }
  }

  void kernel3D_Lattice(const float *density, int w, int h, int d) {
    for (int z = 0; z < d; z += 2)
      for (int y = h - 1; y > 0; y -= 3)
        for (int x = 1; x < w - 1; x++) {
          m_nodes++;
          m_checksum = m_checksum + (x ^ (y << 4)) * (z + 1);
          m_pairs += density[(z * h + y) * w + x] < density[(z * h + y - 1) * w + x] ? 1 : -1;
        }
  }

  void kernel2D_Slice(const uint8_t *mask, unsigned w, unsigned h) {
    m_area = 0;
    m_left = w;
    m_right = 0;
    for (unsigned y = 0; y < h; y++)
      for (unsigned x = 0; x < w; x++)
        if (mask[y * w + x] > 100) {
          m_area++;
          m_left = x < m_left ? x : m_left;
          if (x > m_right)
            m_right = x;
          m_rows |= 1ull << (y & 63);
        }
    m_width = m_area ? int(m_right - m_left) + 1 : 0;
  }

  struct Place {
    int x, y, z;
  };
  struct Bright {
    float value;
    int x, y, z;
  };
  double m_mass = 0, m_moment[3] = {};
  float m_peak = 0;
  Place m_at{-1, -1, -1};
  Bright m_last{-1e9f, 0, 0, 0};
  int m_nodes = 0, m_pairs = 0, m_width = 0;
  unsigned m_checksum = 0, m_area = 0, m_left = 0, m_right = 0;
  uint64_t m_rows = 0;
};
