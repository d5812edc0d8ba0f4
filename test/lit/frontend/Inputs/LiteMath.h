// Vectors and matrices by the conventions of LiteMath, as far as the tests of the front end use them.
#pragma once

namespace LiteMath {

struct float3 {
  float3() : x(0), y(0), z(0) {}
  float3(float a, float b, float c) : x(a), y(b), z(c) {}
  explicit float3(float a) : x(a), y(a), z(a) {}
  float &operator[](int i) { return M[i]; }
  float operator[](int i) const { return M[i]; }
  union {
    struct {
      float x, y, z;
    };
    float M[3];
  };
};

struct float4 {
  float4() : x(0), y(0), z(0), w(0) {}
  float4(float a, float b, float c, float d) : x(a), y(b), z(c), w(d) {}
  float &operator[](int i) { return M[i]; }
  float operator[](int i) const { return M[i]; }
  union {
    struct {
      float x, y, z, w;
    };
    float M[4];
  };
};

inline float3 operator+(float3 a, float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline float3 operator*(float3 a, float b) { return {a.x * b, a.y * b, a.z * b}; }
inline float3 &operator+=(float3 &a, float3 b) { return a = a + b; }
inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float clamp(float x, float low, float high) {
  return x < low ? low : high < x ? high : x;
}
inline float3 clamp(float3 a, float low, float high) {
  return {clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high)};
}
inline float3 lerp(float3 a, float3 b, float t) { return a + (b + a * -1.0f) * t; }
inline float3 to_float3(float4 v) { return {v.x, v.y, v.z}; }
inline float sumOf(float3 a) { return a.x + a.y + a.z; }

/// Column by column in memory; m(row, column), m[row][column].
struct float4x4 {
  float4x4() { identity(); }
  void identity() {
    for (int i = 0; i < 4; ++i)
      m_col[i] = float4(i == 0, i == 1, i == 2, i == 3);
  }
  float4 get_col(int i) const { return m_col[i]; }
  float4 get_row(int i) const { return {m_col[0][i], m_col[1][i], m_col[2][i], m_col[3][i]}; }
  void set_col(int i, const float4 &v) { m_col[i] = v; }
  float &operator()(int row, int col) { return m_col[col][row]; }
  struct Row {
    float4x4 *self;
    int row;
    float &operator[](int col) { return self->m_col[col][row]; }
  };
  Row operator[](int row) { return {this, row}; }
  float4 m_col[4];
};

float4 operator*(const float4x4 &m, const float4 &v);
float3 operator*(const float4x4 &m, const float3 &v);

} // namespace LiteMath
