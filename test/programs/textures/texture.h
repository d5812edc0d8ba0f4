// Textures with their own sampling code, as a user has them.
#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

struct Color {
  float r = 0.0f, g = 0.0f, b = 0.0f;
};

inline Color operator+(const Color &a, const Color &b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Color operator*(const Color &a, float s) { return {a.r * s, a.g * s, a.b * s}; }
inline Color operator*(const Color &a, const Color &b) { return {a.r * b.r, a.g * b.g, a.b * b.b}; }

// What is read outside of a texture's edges.
enum class Address { Clamp, Wrap, Mirror };

inline int AddressTexel(int i, int size, Address mode) {
  if (mode == Address::Wrap)
    return (i % size + size) % size;
  if (mode == Address::Mirror) {
    const int k = (i % (2 * size) + 2 * size) % (2 * size);
    return k < size ? k : 2 * size - 1 - k;
  }
  return i < 0 ? 0 : (i >= size ? size - 1 : i);
}

// Rows of texels; the first one's centre is at half of its size.
template <class Texel> class Texture2D {
public:
  Texture2D() = default;
  Texture2D(int width, int height, Address address = Address::Clamp)
      : m_width(width), m_height(height), m_address(address), m_texels(size_t(width) * size_t(height)) {}

  int Width() const { return m_width; }
  int Height() const { return m_height; }
  void SetAddress(Address address) { m_address = address; }

  const Texel &At(int x, int y) const { return m_texels[size_t(y * m_width + x)]; }
  Texel &At(int x, int y) { return m_texels[size_t(y * m_width + x)]; }

  Texel Fetch(int x, int y) const {
    return At(AddressTexel(x, m_width, m_address), AddressTexel(y, m_height, m_address));
  }

  Texel Nearest(float u, float v) const {
    return Fetch(int(std::floor(u * float(m_width))), int(std::floor(v * float(m_height))));
  }

  Texel Sample(float u, float v) const {
    const float x = u * float(m_width) - 0.5f, y = v * float(m_height) - 0.5f;
    const float left = std::floor(x), top = std::floor(y);
    const float s = x - left, t = y - top;
    const int i = int(left), j = int(top);
    const Texel upper = Fetch(i, j) * (1.0f - s) + Fetch(i + 1, j) * s;
    const Texel lower = Fetch(i, j + 1) * (1.0f - s) + Fetch(i + 1, j + 1) * s;
    return upper * (1.0f - t) + lower * t;
  }

private:
  int m_width = 0, m_height = 0;
  Address m_address = Address::Clamp;
  std::vector<Texel> m_texels;
};
