// Origin: written for claims of docs/Semantics.md.
// What control functions compute for themselves runs on the host, with the values that the CPU has: integers, floats, structs
// with methods and operators, vectors and matrices, and members that kernels read.
// RUN: %check %s --class HostValues --variants=default,vulkan10 -- -std=c++17
#include "../language/LiteMath.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>

struct Point {
  float x, y;
  Point operator+(const Point &o) const { return {x + o.x, y + o.y}; }
  Point Scaled(float by) const { return {x * by, y * by}; }
};
static float Dot(const Point &a, const Point &b) { return a.x * b.x + a.y * b.y; }

class HostValues {
public:
  virtual ~HostValues() {}
  virtual void Structs(float *out, int n, float x, float y) {
    const Point p{x, y}, q = p + p.Scaled(0.5f);
    Point sum = q;
    sum.x -= 1.0f;
    if (sum.x > p.x)
      sum = sum + Point{1.0f, -1.0f};
    kernel1D_Fill(out, n, sum.x + Dot(p, sum));
  }
  virtual void Glm(float *out, int n, float x, float y) {
    glm::vec3 v(x, y, 1.0f);
    v = v * 2.0f + glm::vec3(0.5f) - v.x;
    v.x += 2;
    v[1] *= 3;
    glm::mat3 m(1.0f);
    m[1] = glm::vec3(x, y, 3.0f);
    m = m * 0.5f;
    const glm::vec3 w = m * v, u = v * m;
    const glm::ivec2 k = glm::ivec2(n, int(x)) * 2 + 1;
    kernel1D_Fill(out, n, glm::dot(w, glm::vec3(1, 2, 3)) + u.y + m[1][2] + k.x - k.y);
  }
  virtual float Lite(float *out, int n, float x, float y) {
    LiteMath::float4 v(x, y, 1.0f, -1.0f);
    v = v * 2.0f + LiteMath::float4(0.5f);
    v.w += v.x;
    const LiteMath::int2 k(n, 3);
    m_offset = LiteMath::float3(x, y, 2.0f);
    kernel1D_Offset(out, n, LiteMath::dot(v, LiteMath::float4(1, 2, 3, 4)) + float(k.x * k.y));
    return LiteMath::dot(v, v) + m_offset.y;
  }
  virtual int Integers(float *out, int n, int s, unsigned u) {
    int q = s / 3 * 2 + s % 3 - (s >> 1) + -7 / (s | 1) + -7 % (s | 1);
    const unsigned w = u - 500u + unsigned(s);
    uint8_t c = uint8_t(u + 250u);
    c += 9;
    const bool both = s < int(u) && c > 5;
    q += both ? int(w % 17u) : -int(c);
    q += (s < u) * 3 + (int64_t(s) < u) * 5;
    const float f = float(q) * 0.5f;
    kernel1D_Fill(out, n, f + (int)f + (float)(uint8_t)q + std::max(f, -f) + std::floor(f));
    return q + c + (-s) % 4;
  }

private:
  void kernel1D_Fill(float *out, int n, float value) {
    for (int i = 0; i < n; ++i)
      out[i] = value + i;
  }
  void kernel1D_Offset(float *out, int n, float value) {
    for (int i = 0; i < n; ++i)
      out[i] = value * m_offset.x + m_offset.y - m_offset.z * i;
  }
  LiteMath::float3 m_offset = LiteMath::float3(1, 2, 3);
};
