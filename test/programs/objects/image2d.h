// Images and samplers, as a user has them.
#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

struct int2 {
  int x, y;
};

struct float2 {
  float x, y;
};

struct float4 {
  float x = 0.0f, y = 0.0f, z = 0.0f, w = 0.0f;
};

inline float4 operator+(const float4 &a, const float4 &b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
inline float4 operator*(const float4 &a, float s) { return {a.x * s, a.y * s, a.z * s, a.w * s}; }
inline float4 mix(const float4 &a, const float4 &b, float t) { return a * (1.0f - t) + b * t; }

// How a texture is read outside of its edges and between its texels.
struct Sampler {
  enum class Address { Clamp, Wrap, Mirror };
  enum class Filter { Nearest, Linear };

  Address addressU = Address::Clamp;
  Address addressV = Address::Clamp;
  Filter filter = Filter::Linear;

  static int place(int i, int size, Address mode) {
    switch (mode) {
    case Address::Wrap: {
      const int rest = i % size;
      return rest < 0 ? rest + size : rest;
    }
    case Address::Mirror: {
      const int period = 2 * size;
      int rest = i % period;
      if (rest < 0)
        rest += period;
      return rest < size ? rest : period - 1 - rest;
    }
    default:
      return i < 0 ? 0 : i >= size ? size - 1 : i;
    }
  }
};

template <class T> class Image2D {
public:
  Image2D() = default;
  Image2D(int width, int height) { resize(width, height); }

  int width() const { return m_width; }
  int height() const { return m_height; }
  bool empty() const { return m_data.empty(); }
  T *data() { return m_data.data(); }
  const T *data() const { return m_data.data(); }

  void resize(int width, int height) {
    m_width = width;
    m_height = height;
    m_data.resize(static_cast<size_t>(width) * height);
  }

  T &operator[](int2 at) { return m_data[at.y * m_width + at.x]; }
  const T &operator[](int2 at) const { return m_data[at.y * m_width + at.x]; }

  T read(int2 at) const { return m_data[at.y * m_width + at.x]; }
  void write(int2 at, const T &value) { (*this)[at] = value; }

  T texel(const Sampler &sampler, int x, int y) const {
    return read({Sampler::place(x, m_width, sampler.addressU), Sampler::place(y, m_height, sampler.addressV)});
  }

  // Bilinear; the centre of the first texel is at half of its size.
  T sample(const Sampler &sampler, float2 uv) const {
    const float u = uv.x * float(m_width), v = uv.y * float(m_height);
    if (sampler.filter == Sampler::Filter::Nearest)
      return texel(sampler, int(std::floor(u)), int(std::floor(v)));
    const float left = std::floor(u - 0.5f), top = std::floor(v - 0.5f);
    const float s = u - 0.5f - left, t = v - 0.5f - top;
    const int x = int(left), y = int(top);
    const T upper = mix(texel(sampler, x, y), texel(sampler, x + 1, y), s);
    const T lower = mix(texel(sampler, x, y + 1), texel(sampler, x + 1, y + 1), s);
    return mix(upper, lower, t);
  }

private:
  int m_width = 0, m_height = 0;
  std::vector<T> m_data;
};
