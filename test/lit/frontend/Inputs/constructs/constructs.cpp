// A bit of everything that kernels may say: what it means on the CPU is what it has to mean on the device.
#include "constructs.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace cons {

template <typename T> static T Largest(T a, T b, T c) { return std::max(a, std::max(b, c)); }
static int Early(int x) {
  if (x < 0)
    return -1;
  for (int i = 0; i < 10; i++) {
    if (i == x)
      return i * 100;
    if (x % (i + 2) == 0)
      continue;
    x--;
  }
  return x;
}
static const int &Pick(const int &a, const int &b) { return a < b ? a : b; }
static int &Bump(int &a) {
  a += 5;
  return a;
}

void Constructs::Statements(const int *in, int *out, int n) { kernel1D_Statements(in, out, n); }
void Constructs::Expressions(const int *in, int *out, int n) { kernel1D_Expressions(in, out, n); }
void Constructs::Records(const int *in, float *out, Vec *vecs, int n) {
  kernel1D_Records(in, out, vecs, n);
}
void Constructs::Small(const int *in, int *out, int n, bool flag, uint8_t byte) {
  kernel1D_Small(in, out, n, flag, byte);
}
void Constructs::Wide(const int *in, int *out, int n, int64_t big) {
  kernel1D_Wide(in, out, n, big);
}
void Constructs::Functions(const int *in, int *out, int n) { kernel1D_Functions(in, out, n); }
void Constructs::Doubles(const int *in, double *out, int n) { kernel1D_Doubles(in, out, n); }

void Constructs::kernel1D_Statements(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++) {
    int x = in[i] & 31, r = 0, j;
    for (j = 0; j < x; j++) {
      if (j == 7)
        continue;
      if (j == 20)
        break;
      r += j;
    }
    r = r * 31 + j;
    while (int k = x--) {
      if (k & 1)
        continue;
      if (r > 100000)
        break;
      r += k * 3;
    }
    int t = x;
    do {
      t += 3;
      if (t == 2)
        continue;
      r ^= t;
    } while (t < 10);
    switch (in[i] & 7) {
      int late;
    case 0:
      r += 1;
      [[fallthrough]];
    case 1:
    case 2:
      r += 10;
      break;
    case 3: {
      int local = r;
      r = local * 2;
      break;
    }
    case 4:
      late = 5;
      r += late;
      [[fallthrough]];
    default:
      late = 6;
      r -= late;
      for (int q = 0; q < 5; q++) {
        if (q == 3)
          break;
        r += q;
      }
    }
    for (int a = 0, b = 9; a < b; a += 2, --b) {
      switch (a) {
      case 2:
        continue;
      }
      r += a * b;
    }
    {
      int r2 = r;
      int r = r2 + 1;
      t += r;
    }
    if (int m = r % 5; m > 2)
      r += m;
    else if (m == 1)
      r -= 100;
    else {
      r += 1000;
    }
    int values[5] = {1, 2, 3};
    for (int &v : values)
      v = v * r + 1;
    for (const int v : values)
      t += v;
    int big[40] = {7, 8};
    for (int k = 0; k < 40; k++)
      t += big[k] * k;
    for (;;) {
      if (t < 1000)
        break;
      t /= 3;
    }
    out[i] = r * 7 + t + Early(in[i] & 15);
  }
}

void Constructs::kernel1D_Expressions(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++) {
    int x = in[i] % 1000, y = x / 3, z;
    z = y = x + 1;
    (z += 2) *= 3;
    x = z++ + --y;
    int w[4] = {x, y, z, 1};
    int k = 0;
    w[k++] += 7;
    w[k++] = w[k];
    w[++k] -= 3;
    bool b = x > 0 && ++y < 50;
    bool c = b || (z = 9) > 3;
    b &&k++;
    c || k--;
    int s = b ? x : y;
    s += c ? k++ : k--;
    s = (s++, s + k);
    unsigned u = unsigned(x) * 2654435761u;
    u = (u >> 3) ^ (u << 5) ^ ~u;
    u %= 1000u;
    u |= 0x10u;
    float f = float(x) * 0.5f;
    f += 1.25;
    f -= int(f);
    int shift = x & 7;
    s ^= 1 << shift;
    s += -x % 7 + x / -3 + (x > y) - (x != y);
    std::swap(w[0], w[3]);
    s += std::min(x, y) + std::max(w[1], w[2]) + std::abs(x) + std::clamp(x, -5, 5);
    s += Largest(x, y, z) + int(Largest(f, 0.25f, 0.5f) * 8.0f);
    int p = x, q = p;
    q = (p++, p) * 2;
    const int &ref = w[k & 3];
    w[k & 3] = 77;
    s += ref;
    int *row = &w[1];
    row[1] += 3;
    *row = *(row + 1);
    assert(s != 123456789);
    out[i] = s + int(u) + w[0] + w[1] * 3 + w[2] * 5 + w[3] * 7 + q + (std::isnan(f) ? 1 : 0) +
             (c ? 2 : 0) + int(f * 4.0f);
  }
}

void Constructs::kernel1D_Records(const int *in, float *out, Vec *vecs, int n) {
  for (int i = 0; i < n; i++) {
    Vec v(float(in[i] & 15), 2.0f), u(0.5f), w;
    v += u;
    (v += u).Scale(2.0f);
    w = -v;
    Vec copy = w;
    copy.x = 3.0f;
    Derived d;
    d.id = in[i] & 3;
    d.extra[1] = 9;
    Derived e = d;
    e.extra[2] = 4;
    Vec pair[2] = {Vec(1.0f, 2.0f), v};
    pair[in[i] & 1].y += m_weights[in[i] & 3];
    out[i] = v.Dot(w) + copy[0] + copy[1] + float(d.Sum() + e.Sum()) + pair[0].y + pair[1].y +
             (copy == w ? 1.0f : 0.0f) + Vec(2.0f, 5.0f).y;
    vecs[i] = in[i] > 0 ? v : Vec(1.0f);
    vecs[i].y += 1.0f;
  }
}

void Constructs::kernel1D_Small(const int *in, int *out, int n, bool flag, uint8_t byte) {
  for (int i = 0; i < n; i++) {
    uint8_t a = uint8_t(in[i]);
    int8_t b = int8_t(in[i] * 3);
    uint16_t c = uint16_t(in[i] * 77);
    short s = short(in[i] * 1001);
    a += 200;
    a++;
    b--;
    c <<= 3;
    s >>= 2;
    c = uint16_t(c * 3);
    a ^= byte;
    bool t = a > 100, v = !t;
    t |= flag;
    v = v != flag;
    char ch = 'a';
    ch += char(in[i] & 7);
    Shape shape = (in[i] & 1) ? Shape::Square : Shape::Line;
    int code = 0;
    switch (shape) {
    case Shape::Circle:
      code = 1;
      break;
    case Shape::Square:
      code = 2;
      break;
    default:
      code = int(shape);
    }
    uint8_t small[3] = {1, 255, 7};
    small[in[i] & 1]++;
    out[i] = a + b * 3 + c * 5 + s * 7 + t + v * 2 + ch + code + small[0] + small[1];
  }
}

void Constructs::kernel1D_Wide(const int *in, int *out, int n, int64_t big) {
  for (int i = 0; i < n; i++) {
    int64_t a = int64_t(in[i]) * big;
    uint64_t h = uint64_t(a) ^ 0x9e3779b97f4a7c15u;
    h ^= h >> 31;
    h *= 0xbf58476d1ce4e5b9u;
    a /= 1001;
    a -= a % 17;
    unsigned long long c = h >> (in[i] & 31);
    out[i] = int(a) ^ int(h >> 32) ^ int(h) ^ int(c % 1000u) ^ (a < 0 ? 5 : 6);
  }
}

int Constructs::Classify(int x) const {
  switch (x) {
  case -3 ... 3:
    return Member(x + 3);
  case 10:
    return 10;
  }
  return x < 0 ? -Member(-x) : Member(x);
}

void Constructs::kernel1D_Functions(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++) {
    int hi, lo, x = in[i] % 100;
    Split(in[i], hi, lo);
    Split(x, hi, x, 3);
    int y = x + 4;
    int p = Pick(x, y) + Pick(in[i], 5);
    Bump(x) *= 2;
    out[i] = hi + lo * 3 + x + p + Classify(in[i] % 20) + this->Member(Bump(y)) + y;
  }
}

void Constructs::kernel1D_Doubles(const int *in, double *out, int n) {
  for (int i = 0; i < n; i++) {
    double d = in[i] * 0.125;
    float f = float(d) + 0.5f;
    f += 0.1;
    d = d * f + std::sqrt(std::fabs(d)) - std::floor(f);
    out[i] = d > 100 ? d / 3 : -d;
  }
}

} // namespace cons
