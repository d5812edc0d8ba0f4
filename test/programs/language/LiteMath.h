// Vectors and matrices by the conventions of the LiteMath library, as far as litemath.cpp uses
// them.
#pragma once
#include <algorithm>
#include <cmath>

namespace LiteMath {

using uint = unsigned int;

inline float clamp(float v, float low, float high) { return std::min(std::max(low, v), high); }
inline int clamp(int v, int low, int high) { return std::min(std::max(low, v), high); }
inline uint clamp(uint v, uint low, uint high) { return std::min(std::max(low, v), high); }
inline float lerp(float a, float b, float t) { return a + t * (b - a); }
inline float mix(float a, float b, float t) { return a + t * (b - a); }
using std::max;
using std::min;

// A vector is as large as its components: float3 has 12 bytes. Its components are also an array.
#define LITEMATH_VECTOR(V, S, N, ZERO, PARAMETERS, INITIALISERS, SPREAD, NAMES)                    \
  struct V {                                                                                       \
    V() : ZERO {}                                                                                  \
    V PARAMETERS : INITIALISERS {}                                                                 \
    explicit V(S all) : SPREAD {}                                                                  \
    S &operator[](int i) { return M[i]; }                                                          \
    S operator[](int i) const { return M[i]; }                                                     \
    union {                                                                                        \
      struct {                                                                                     \
        S NAMES;                                                                                   \
      };                                                                                           \
      S M[N];                                                                                      \
    };                                                                                             \
  };

#define LITEMATH_LIST(...) __VA_ARGS__
#define LITEMATH_VECTORS(V, S)                                                                     \
  LITEMATH_VECTOR(V##2, S, 2, LITEMATH_LIST(x(0), y(0)), (S a, S b), LITEMATH_LIST(x(a), y(b)),    \
                  LITEMATH_LIST(x(all), y(all)), LITEMATH_LIST(x, y))                              \
  LITEMATH_VECTOR(V##3, S, 3, LITEMATH_LIST(x(0), y(0), z(0)), (S a, S b, S c),                    \
                  LITEMATH_LIST(x(a), y(b), z(c)), LITEMATH_LIST(x(all), y(all), z(all)),          \
                  LITEMATH_LIST(x, y, z))                                                          \
  LITEMATH_VECTOR(V##4, S, 4, LITEMATH_LIST(x(0), y(0), z(0), w(0)), (S a, S b, S c, S d),         \
                  LITEMATH_LIST(x(a), y(b), z(c), w(d)),                                           \
                  LITEMATH_LIST(x(all), y(all), z(all), w(all)), LITEMATH_LIST(x, y, z, w))

LITEMATH_VECTORS(float, float)
LITEMATH_VECTORS(int, int)
LITEMATH_VECTORS(uint, uint)

// What works component by component: EACH2..4 apply a macro E to every one.
#define LITEMATH_EACH2(E) E(x), E(y)
#define LITEMATH_EACH3(E) E(x), E(y), E(z)
#define LITEMATH_EACH4(E) E(x), E(y), E(z), E(w)
#define LITEMATH_ADD(c) a.c + b.c
#define LITEMATH_ADD_RIGHT(c) a.c + b
#define LITEMATH_ADD_LEFT(c) a + b.c
#define LITEMATH_SUB(c) a.c - b.c
#define LITEMATH_SUB_RIGHT(c) a.c - b
#define LITEMATH_SUB_LEFT(c) a - b.c
#define LITEMATH_MUL(c) a.c *b.c
#define LITEMATH_MUL_RIGHT(c) a.c *b
#define LITEMATH_MUL_LEFT(c) a *b.c
#define LITEMATH_DIV(c) a.c / b.c
#define LITEMATH_DIV_RIGHT(c) a.c / b
#define LITEMATH_DIV_LEFT(c) a / b.c
#define LITEMATH_OPERATOR(V, S, EACH, NAME, OP)                                                    \
  inline V operator OP(V a, V b) { return V(EACH(LITEMATH_##NAME)); }                              \
  inline V operator OP(V a, S b) { return V(EACH(LITEMATH_##NAME##_RIGHT)); }                      \
  inline V operator OP(S a, V b) { return V(EACH(LITEMATH_##NAME##_LEFT)); }                       \
  inline V &operator OP##=(V & a, V b) { return a = a OP b; }                                      \
  inline V &operator OP##=(V & a, S b) { return a = a OP b; }

#define LITEMATH_MIN(c) std::min(a.c, b.c)
#define LITEMATH_MAX(c) std::max(a.c, b.c)
#define LITEMATH_CLAMP(c) clamp(v.c, a.c, b.c)
#define LITEMATH_CLAMP_ALL(c) clamp(v.c, a, b)
#define LITEMATH_FUNCTIONS(V, S, EACH)                                                             \
  LITEMATH_OPERATOR(V, S, EACH, ADD, +)                                                            \
  LITEMATH_OPERATOR(V, S, EACH, SUB, -)                                                            \
  LITEMATH_OPERATOR(V, S, EACH, MUL, *)                                                            \
  LITEMATH_OPERATOR(V, S, EACH, DIV, /)                                                            \
  inline V min(V a, V b) { return V(EACH(LITEMATH_MIN)); }                                         \
  inline V max(V a, V b) { return V(EACH(LITEMATH_MAX)); }                                         \
  inline V clamp(V v, V a, V b) { return V(EACH(LITEMATH_CLAMP)); }                                \
  inline V clamp(V v, S a, S b) { return V(EACH(LITEMATH_CLAMP_ALL)); }

LITEMATH_FUNCTIONS(float2, float, LITEMATH_EACH2)
LITEMATH_FUNCTIONS(float3, float, LITEMATH_EACH3)
LITEMATH_FUNCTIONS(float4, float, LITEMATH_EACH4)
LITEMATH_FUNCTIONS(int2, int, LITEMATH_EACH2)
LITEMATH_FUNCTIONS(int3, int, LITEMATH_EACH3)
LITEMATH_FUNCTIONS(int4, int, LITEMATH_EACH4)
LITEMATH_FUNCTIONS(uint2, uint, LITEMATH_EACH2)
LITEMATH_FUNCTIONS(uint3, uint, LITEMATH_EACH3)
LITEMATH_FUNCTIONS(uint4, uint, LITEMATH_EACH4)

inline float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

#define LITEMATH_FLOAT_FUNCTIONS(V)                                                                \
  inline float length(V v) { return std::sqrt(dot(v, v)); }                                        \
  inline V normalize(V v) { return v / length(v); }                                                \
  inline V lerp(V a, V b, float t) { return a + t * (b - a); }                                     \
  inline V mix(V a, V b, float t) { return a + t * (b - a); }

LITEMATH_FLOAT_FUNCTIONS(float2)
LITEMATH_FLOAT_FUNCTIONS(float3)
LITEMATH_FLOAT_FUNCTIONS(float4)

inline float3 cross(float3 a, float3 b) {
  return float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
inline float3 to_float3(float4 v) { return float3(v.x, v.y, v.z); }
inline float4 to_float4(float3 v, float w) { return float4(v.x, v.y, v.z, w); }

// A matrix is stored by columns, begins as the identity, is written down by rows, and is
// indexed by row and then column: m(row, column), m[row][column].
#define LITEMATH_MATRIX(MATRIX, V, N)                                                              \
  struct Row {                                                                                     \
    MATRIX *self;                                                                                  \
    int row;                                                                                       \
    float &operator[](int col) { return self->m_col[col][row]; }                                   \
  };                                                                                               \
  MATRIX() { identity(); }                                                                         \
  void identity() {                                                                                \
    for (int c = 0; c < N; ++c)                                                                    \
      for (int r = 0; r < N; ++r)                                                                  \
        m_col[c][r] = r == c ? 1.0f : 0.0f;                                                        \
  }                                                                                                \
  V get_col(int i) const { return m_col[i]; }                                                      \
  void set_col(int i, const V &v) { m_col[i] = v; }                                                \
  V get_row(int i) const {                                                                         \
    V v;                                                                                           \
    for (int c = 0; c < N; ++c)                                                                    \
      v[c] = m_col[c][i];                                                                          \
    return v;                                                                                      \
  }                                                                                                \
  void set_row(int i, const V &v) {                                                                \
    for (int c = 0; c < N; ++c)                                                                    \
      m_col[c][i] = v[c];                                                                          \
  }                                                                                                \
  V &col(int i) { return m_col[i]; }                                                               \
  V col(int i) const { return m_col[i]; }                                                          \
  float &operator()(int row, int col) { return m_col[col][row]; }                                  \
  float operator()(int row, int col) const { return m_col[col][row]; }                             \
  Row operator[](int row) { return Row{this, row}; }                                               \
  V m_col[N];

struct float3x3 {
  LITEMATH_MATRIX(float3x3, float3, 3)
  float3x3(float m00, float m01, float m02, float m10, float m11, float m12, float m20, float m21,
           float m22)
      : m_col{{m00, m10, m20}, {m01, m11, m21}, {m02, m12, m22}} {}
};

struct float4x4 {
  LITEMATH_MATRIX(float4x4, float4, 4)
  float4x4(float m00, float m01, float m02, float m03, float m10, float m11, float m12, float m13,
           float m20, float m21, float m22, float m23, float m30, float m31, float m32, float m33)
      : m_col{{m00, m10, m20, m30},
              {m01, m11, m21, m31},
              {m02, m12, m22, m32},
              {m03, m13, m23, m33}} {}
};

// A matrix stands left of a column vector; a point of three components gets a fourth one, 1.
inline float3 operator*(const float3x3 &m, const float3 &v) {
  return v.x * m.m_col[0] + v.y * m.m_col[1] + v.z * m.m_col[2];
}
inline float4 operator*(const float4x4 &m, const float4 &v) {
  return v.x * m.m_col[0] + v.y * m.m_col[1] + v.z * m.m_col[2] + v.w * m.m_col[3];
}
inline float3 operator*(const float4x4 &m, const float3 &v) {
  return to_float3(m * to_float4(v, 1.0f));
}

#define LITEMATH_MATRIX_FUNCTIONS(MATRIX, V, N)                                                    \
  inline V mul(const MATRIX &m, const V &v) { return m * v; }                                      \
  inline MATRIX operator*(MATRIX a, MATRIX b) {                                                    \
    MATRIX product;                                                                                \
    for (int c = 0; c < N; ++c)                                                                    \
      product.m_col[c] = a * b.m_col[c];                                                           \
    return product;                                                                                \
  }                                                                                                \
  inline MATRIX mul(MATRIX a, MATRIX b) { return a * b; }                                          \
  inline MATRIX transpose(const MATRIX &m) {                                                       \
    MATRIX turned;                                                                                 \
    for (int c = 0; c < N; ++c)                                                                    \
      turned.m_col[c] = m.get_row(c);                                                              \
    return turned;                                                                                 \
  }

LITEMATH_MATRIX_FUNCTIONS(float3x3, float3, 3)
LITEMATH_MATRIX_FUNCTIONS(float4x4, float4, 4)

inline float3 mul(const float4x4 &m, const float3 &v) { return m * v; }

inline float4x4 operator+(float4x4 a, float4x4 b) {
  for (int c = 0; c < 4; ++c)
    a.m_col[c] += b.m_col[c];
  return a;
}

inline float4x4 translate4x4(float3 by) {
  float4x4 m;
  m.set_col(3, to_float4(by, 1.0f));
  return m;
}

// The rows of the inverse are cross products of the columns over the determinant.
inline float3x3 inverse3x3(const float3x3 &m) {
  const float3 a = m.get_col(0), b = m.get_col(1), c = m.get_col(2);
  const float scale = 1.0f / dot(a, cross(b, c));
  float3x3 inverse;
  inverse.set_row(0, cross(b, c) * scale);
  inverse.set_row(1, cross(c, a) * scale);
  inverse.set_row(2, cross(a, b) * scale);
  return inverse;
}

} // namespace LiteMath
