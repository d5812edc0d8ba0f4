// Origin: written as a user would, before its first translation.
// A table that is read by indices from another array: how long it is, an attribute of the member says.
// RUN: %check %s --class ColourTable --size n=1,50 --arg pixels=0..15 --setup "static float t[16]; for (int i = 0; i < 16; ++i) t[i] = 1.0f / (1 + i); object.SetTable(t, 16)" -- -std=c++17
#include <cstdint>

class ColourTable {
public:
  virtual ~ColourTable() = default;

  void SetTable(const float *table, int size) {
    m_table = table;
    m_size = size;
  }

  virtual void Map(const uint8_t *pixels, float *out, int n) { kernel1D_Map(pixels, out, n); }

protected:
  void kernel1D_Map(const uint8_t *pixels, float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = m_table[pixels[i] % m_size];
  }

  [[vkmorph::size("m_size")]] const float *m_table = nullptr;
  int m_size = 1;
};
