// Faults that are proved to change nothing are not planted; beside each one there is its neighbour that is.
// RUN: rm -rf %t && vkmorph %s -o %t --class Choices --mistranslations=change-strictness,swap-arguments,swap-operands,wrong-constant,wrong-conversion -- -std=c++17
// RUN: %python %S/planted.py %s %t/faults.json Choices
// RUN: rm -rf %t && vkmorph %s -o %t --class Quotients --mistranslations=change-strictness -- -std=c++17
// RUN: %python %S/planted.py %s %t/faults.json Quotients
// RUN: rm -rf %t && vkmorph %s -o %t --class Swaps --mistranslations=swap-bindings -- -std=c++17
// RUN: %python %S/planted.py %s %t/faults.json Swaps
// RUN: rm -rf %t && vkmorph %s -o %t --class Fills --mistranslations=negate-condition,change-strictness -- -std=c++17
// RUN: %python %S/planted.py %s %t/faults.json Fills

// One that an optimising compiler makes the same shader of counts as none.
// RUN: rm -rf %t && vkmorph %s -o %t --class Dead --mistranslations=store-seven -- -std=c++17
// RUN: FileCheck %s --check-prefix=DEAD --input-file=%t/faults.json
// DEAD: "name": "store-seven@1",
// DEAD-NEXT: "outcome": "differs"
// DEAD: "name": "store-seven@2",
// DEAD-NEXT: "outcome": "same"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

class Choices {
public:
  virtual ~Choices() = default;
  virtual void Run(int *a, const int *b, float *x, const float *y, int8_t *small, int n, int side) {
    kernel1D_Chooses(a, b, n);
    kernel1D_Floats(x, y, n);
    kernel1D_Differences(a, b, x, n);
    kernel1D_Conversions(a, b, x, y, small, n);
    kernel1D_Begins(a, n);
    kernel2D_Square(x, side, side);
    kernel2D_Sides(x, side, n);
  }

private:
  int Least(int p, int q) const {
    if (p < q) // spares change-strictness
      return p;
    return q;
  }
  int Below(int p, int q) const {
    if (p < q) // plants change-strictness
      return p;
    return q + 1;
  }

  void kernel1D_Chooses(int *a, const int *b, int n) {
    for (int i = 0; i < n; ++i) {
      int v = Least(a[i], b[i]) + Below(a[i], b[i]);
      if (v > 9) // spares change-strictness
        v = 9;
      if (v > 8) // plants change-strictness
        v = 9;
      if (v < 0) // spares change-strictness
        v = -v;
      if (v < 1) // plants change-strictness
        v = -v;
      v += a[i] < b[i] ? a[i] : b[i];             // spares change-strictness
      v += a[i] < b[i] ? a[i] : b[i] + 1;         // plants change-strictness
      v += a[i] > b[i] ? a[i] - b[i] : 0;         // spares change-strictness
      v += a[i] > b[i] ? a[i] - b[i] : 1;         // plants change-strictness
      v += b[i] < 0 ? -(b[i] % 3) : b[i] % 3;     // spares change-strictness
      v += b[i] < 0 ? -(b[i] % 3) : b[i] % 3 + 1; // plants change-strictness
      v += b[i] < 2 ? 0 : (b[i] > 7 ? 5 : b[i] - 2); // spares change-strictness
      int most = v;
      if (most < b[i]) { // plants change-strictness
        most = b[i];
        v = i;
      }
      int kept = v;
      if (kept < b[i]) // plants change-strictness
        kept += b[i];
      a[i] = v + most + kept;
    }
  }

  // Nothing here tells 0.0 from -0.0.
  void kernel1D_Floats(float *x, const float *y, int n) {
    for (int i = 0; i < n; ++i) {
      float v = x[i] < y[i] ? x[i] : y[i]; // spares change-strictness
      v += y[i] < 0.0f ? -y[i] : y[i];     // spares change-strictness
      v += y[i] > 2.0f ? 2.0f : y[i];      // spares change-strictness
      v += y[i] > x[i] ? y[i] - x[i] : 0;  // plants change-strictness
      x[i] = v;
    }
  }

  void kernel1D_Differences(int *a, const int *b, float *x, int n) {
    for (int i = 0; i < n; ++i) {
      const int d = a[i] - b[i]; // spares swap-operands
      const float f = float(d) * 0.5f;
      const int e = a[i] - b[i]; // plants swap-operands
      const unsigned u = unsigned(a[i]) - unsigned(b[i]); // plants swap-operands
      x[i] = f * f + std::abs(x[i] - 1.5f); // spares swap-operands
      a[i] = d * d + e * e * e + (b[i] - n == 0 ? 1 : 0); // spares swap-operands
      a[i] += int(u / 3u);
      a[i] += (b[i] - n < 0 ? 1 : 0); // plants swap-operands
      a[i] *= (a[i] - i) * (a[i] - i); // plants swap-operands
    }
  }

  void kernel1D_Conversions(int *a, const int *b, float *x, const float *y, int8_t *small, int n) {
    for (int i = 0; i < n; ++i) {
      const float low = std::floor(y[i]);
      a[i] = int(low); // spares wrong-conversion
      a[i] += int(y[i]); // plants wrong-conversion
      if (b[i] > 0 && a[i] < 5)
        x[i] += float(b[i]); // spares wrong-conversion
      else
        x[i] -= float(b[i]); // plants wrong-conversion
      for (int k = 0; k < m_rounds; ++k)
        x[i] += float(m_rounds); // spares wrong-conversion
      for (int k = -1; k < m_rounds; ++k)
        x[i] += float(m_rounds); // plants wrong-conversion
      x[i] += float(b[i] >= 0 ? b[i] : 0); // spares wrong-conversion
      small[i] = int8_t(small[i] * 3); // spares wrong-conversion
      x[i] += small[i]; // plants wrong-conversion
    }
  }

  void kernel1D_Begins(int *a, int n) {
    for (int i = 0; i < n; ++i) {
      int first = 3; // spares wrong-constant
      int second = 4; // plants wrong-constant
      if (a[i] > n)
        second = a[i];
      first = second + i;
      a[i] = first;
    }
  }

  void kernel2D_Square(float *x, int w, int h) { // spares swap-arguments
    for (int j = 0; j < h; ++j)
      for (int i = 0; i < w; ++i)
        x[j * w + i] *= 0.5f;
  }
  void kernel2D_Sides(float *x, int w, int h) { // plants swap-arguments
    for (int j = 0; j < h; ++j)
      for (int i = 0; i < w; ++i)
        x[j * w + i] *= 0.5f;
  }

  int m_rounds = 3;
};

class Quotients {
public:
  virtual ~Quotients() = default;
  virtual void Run(float *x, const float *y, int n) { kernel1D_Floats(x, y, n); }

private:
  // 1 / 0 and 1 / -0 are two numbers.
  void kernel1D_Floats(float *x, const float *y, int n) {
    for (int i = 0; i < n; ++i) {
      float v = x[i] < y[i] ? x[i] : y[i]; // plants change-strictness
      v += y[i] > 2.0f ? 2.0f : y[i];      // spares change-strictness
      x[i] = 1.0f / v;
    }
  }
};

class Swaps {
public:
  virtual ~Swaps() = default;
  virtual void Run(const float *x, int n) {
    m_now.resize(n);
    m_next.resize(n);
    kernel1D_Load(x, n);      // plants swap-bindings
    std::swap(m_now, m_next); // spares swap-bindings
  }

private:
  void kernel1D_Load(const float *x, int n) {
    for (int i = 0; i < n; ++i) {
      m_now[i] = x[i];
      m_next[i] = -x[i];
    }
  }
  std::vector<float> m_now, m_next;
};

class Dead {
public:
  virtual ~Dead() = default;
  virtual void Run(float *x, int n) { kernel1D_Fill(x, n); }

private:
  void kernel1D_Fill(float *x, int n) {
    for (int i = 0; i < n; ++i) {
      int k = 4;
      x[i] = 1.5f;
      if (k > 5)
        x[i] = 3.5f;
    }
  }
};

// What resize() fills, and a kernel sets again, all of it or not, before something reads it or behind that.
class Fills {
public:
  virtual ~Fills() = default;
  virtual void Again(const int *a, int n) {
    m_all.resize(n, 3); // spares negate-condition change-strictness
    m_count = n;
    kernel1D_All(a, n);
  }
  virtual void Bytes(const int *a, int w, int h) {
    // Both sizes may be negative.
    m_image.resize(w * h); // plants negate-condition change-strictness
    kernel2D_Image(a, w, h);
  }
  virtual void But(const int *a, int n) {
    m_allBut.resize(n); // plants negate-condition change-strictness
    kernel1D_AllBut(a, n);
  }
  virtual void If(const int *a, int n, int mode) {
    m_some.resize(n); // plants negate-condition change-strictness
    if (mode > 2)
      kernel1D_Some(a, n);
  }
  virtual void Reads(const int *a, int n) {
    m_read.resize(n); // plants negate-condition change-strictness
    kernel1D_Read(n);
    kernel1D_SetRead(a, n);
  }
  virtual void Longer(const int *a, int n) {
    m_long.resize(n + 1); // plants negate-condition change-strictness
    kernel1D_Long(a, n);
  }
  virtual void Swapped(const int *a, int n) {
    m_now.resize(n);  // plants negate-condition change-strictness
    m_next.resize(n);
    std::swap(m_now, m_next);
    kernel1D_Now(a, n);
  }
  int m_count = 0;

protected:
  std::vector<int> m_all, m_allBut, m_some, m_read, m_long, m_now, m_next;
  std::vector<uint8_t> m_image;
  void kernel1D_All(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      m_all[i] = a[i];
  }
  void kernel2D_Image(const int *a, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        m_image[y * w + x] = uint8_t(a[y * w + x]);
  }
  void kernel1D_AllBut(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      if (a[i] != 5)
        m_allBut[i] = a[i];
  }
  void kernel1D_Some(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      m_some[i] = a[i];
  }
  void kernel1D_Read(int n) {
    for (int i = 0; i < n; ++i)
      m_all[i] += m_read[i];
  }
  void kernel1D_SetRead(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      m_read[i] = a[i];
  }
  void kernel1D_Long(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      m_long[i] = a[i];
  }
  void kernel1D_Now(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      m_now[i] = a[i];
  }
};
