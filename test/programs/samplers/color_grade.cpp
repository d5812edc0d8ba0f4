// Origin: written as a user would, before its first translation.
// A cube of colors that says what becomes of each color, and a curve in front of it.
// RUN: %check %s --class grading::ColorGrade --config=%S/Inputs/color_grade.yaml --option=--textures=samplers --arg edge=2..6 --size n=0,1,300 -- -std=c++17
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grading {

struct Tone {
  float red, green, blue;
};

inline Tone mix(const Tone &a, const Tone &b, float t) {
  return {a.red * (1.0f - t) + b.red * t, a.green * (1.0f - t) + b.green * t, a.blue * (1.0f - t) + b.blue * t};
}

/// A table over one number.
struct Curve {
  unsigned length = 1;
  std::vector<float> values;

  float at(float x) const {
    const float place = x * float(length) - 0.5f;
    const float before = std::floor(place);
    return entry(int(before)) * (1.0f - (place - before)) + entry(int(before) + 1) * (place - before);
  }
  float entry(int i) const { return values[size_t(i < 0 ? 0 : (i < int(length) ? i : int(length) - 1))]; }
};

/// A table over three.
template <class T> class Image3D {
public:
  void resize(short edge) {
    nx = ny = nz = edge;
    cells.resize(size_t(edge) * size_t(edge) * size_t(edge));
  }
  T &cell(int x, int y, int z) { return cells[size_t((z * ny + y) * nx + x)]; }

  T trilinear(const Tone &place) const {
    const float x = place.red * float(nx) - 0.5f, y = place.green * float(ny) - 0.5f, z = place.blue * float(nz) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y)), k = int(std::floor(z));
    const float u = x - float(i), v = y - float(j), w = z - float(k);
    const T front = mix(mix(load(i, j, k), load(i + 1, j, k), u), mix(load(i, j + 1, k), load(i + 1, j + 1, k), u), v);
    const T back = mix(mix(load(i, j, k + 1), load(i + 1, j, k + 1), u),
                       mix(load(i, j + 1, k + 1), load(i + 1, j + 1, k + 1), u), v);
    return mix(front, back, w);
  }

private:
  static int inside(int i, int n) { return i < 0 ? 0 : (i >= n ? n - 1 : i); }
  T load(int x, int y, int z) const { return cells[size_t((inside(z, nz) * ny + inside(y, ny)) * nx + inside(x, nx))]; }

  short nx = 0, ny = 0, nz = 0;
  std::vector<T> cells;
};

class ColorGrade {
public:
  explicit ColorGrade(int edge = 4) {
    m_table.resize(short(edge));
    for (int z = 0; z < edge; z++)
      for (int y = 0; y < edge; y++)
        for (int x = 0; x < edge; x++)
          m_table.cell(x, y, z) = {0.25f * float(x), 0.25f * float((y + z) % 3), 0.125f * float(z)};
    m_curve.length = 9;
    for (int i = 0; i < 9; i++)
      m_curve.values.push_back(0.0078125f * float(i * i));
  }
  virtual ~ColorGrade() = default;

  virtual void Grade(const Tone *in, uint32_t n, Tone *out) { kernel1D_Grade(in, n, out); }

  void kernel1D_Grade(const Tone *in, uint32_t n, Tone *out) {
    for (uint32_t i = 0; i < n; i++) {
      const Tone curved = {m_curve.at(in[i].red), m_curve.at(in[i].green), m_curve.at(in[i].blue)};
      out[i] = mix(in[i], m_table.trilinear(curved), m_amount);
    }
  }

private:
  Image3D<Tone> m_table;
  Curve m_curve;
  float m_amount = 0.75f;
};

} // namespace grading
