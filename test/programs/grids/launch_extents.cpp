// Origin: written as a user would, before its first translation, and changed as vkm2110 says (the sizes of Largest,
// where n + 1 might wrap, and of Relax, where a remainder decides).
// Nobody else says how long the arrays are: the loops around the launches, and the conditions before them, do. Dense
// linear algebra in steps, series that are halved and doubled, and sweeps over grids until something is reached.
// RUN: %check %s --class Dense --size n=1,2,9 --size m=1,7 -- -std=c++17 | FileCheck %s
// RUN: %check %s --class Series --size n=1,2,19 --size rows=1,3 --size steps=0,2 -- -std=c++17 | FileCheck %s
// RUN: %check %s --class Sweeps --size w=1,2,9 --size h=1,2,6 --size sweeps=0,2 -- -std=c++17 | FileCheck %s
// CHECK-NOT: vkm2110
// CHECK: agree
#include <algorithm>

class Dense {
public:
  virtual ~Dense() = default;

  /// LU decomposition in place.
  virtual void Decompose(float *a, int n) {
    kernel1D_Strengthen(a, n);
    for (int k = 0; k + 1 < n; k++) {
      kernel1D_Scale(a, n, k);
      kernel2D_Rest(a, n, k);
    }
  }

  /// L x = b, a column at a time.
  virtual void Forward(const float *l, float *x, int n) {
    for (int j = 0; j < n; j++) {
      kernel1D_Divide(l, x, n, j);
      if (j < n - 1)
        kernel1D_Eliminate(l, x, n, j);
    }
  }

  /// U x = b, from the last row up.
  virtual void Backward(const float *u, float *x, int n) {
    for (int i = n - 1; i >= 0; i--) {
      kernel1D_Divide(u, x, n, i);
      kernel1D_Above(u, x, n, i);
    }
  }

  /// Each row of b minus what it has of the rows before it.
  virtual void Rows(const float *b, float *q, int n, int m) {
    kernel2D_Copy(b, q, n, m);
    for (int i = 1; i < n; i++)
      kernel1D_Minus(q, m, i);
  }

protected:
  void kernel1D_Strengthen(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i * n + i] += 4.0f * n;
  }
  void kernel1D_Scale(float *a, int n, int k) {
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
  }
  void kernel2D_Rest(float *a, int n, int k) {
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
  void kernel1D_Divide(const float *l, float *x, int n, int j) {
    for (int once = 0; once < 1; once++)
      x[j] /= 2.0f + l[j * n + j] * l[j * n + j];
  }
  void kernel1D_Eliminate(const float *l, float *x, int n, int j) {
    for (int i = j + 1; i < n; i++)
      x[i] -= 0.125f * l[i * n + j] * x[j];
  }
  void kernel1D_Above(const float *u, float *x, int n, int i) {
    for (int k = 0; k < i; k++)
      x[k] -= 0.125f * u[k * n + i] * x[i];
  }
  void kernel2D_Copy(const float *b, float *q, int n, int m) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        q[i * m + j] = b[i * m + j];
  }
  void kernel1D_Minus(float *q, int m, int i) {
    for (int j = 0; j < m; j++)
      q[i * m + j] -= 0.5f * q[(i - 1) * m + j];
  }
};

class Series {
public:
  virtual ~Series() = default;

  /// The largest number ends in data[0].
  virtual void Largest([[vkmorph::size("n")]] int *data, unsigned n) {
    while (n > 1) {
      const unsigned half = (n + 1) / 2;
      kernel1D_Fold(data, n - half, half);
      n = half;
    }
  }

  /// Running totals in steps of 1, 2, 4, ...
  virtual void Totals(int *from, int *to, int n) {
    for (int shift = 1; shift < n; shift *= 2) {
      kernel1D_Shifted(from, to, n, shift);
      kernel1D_Back(from, to, n);
    }
  }

  virtual void Drift(float *where, float *speed, int n, int steps) {
    while (steps-- > 0) {
      kernel1D_Pull(where, speed, n);
      kernel1D_Move(where, speed, n);
    }
  }

  virtual void FoldRows(int *data, int rows, int n) {
    for (int left = n; left > 1; left = (left + 1) / 2)
      kernel2D_Halve(data, rows, n, left, (left + 1) / 2);
  }

  /// Until nothing is above 10 any more.
  virtual int Settle(int *data, int n) {
    int rounds = 0;
    do {
      kernel1D_Lower(data, n);
      rounds++;
    } while (m_above > 0 && rounds < 50);
    return rounds;
  }

protected:
  void kernel1D_Fold(int *data, unsigned count, unsigned half) {
    for (unsigned i = 0; i < count; i++)
      data[i] = std::max(data[i], data[i + half]);
  }
  void kernel1D_Shifted(const int *from, int *to, int n, int shift) {
    for (int i = 0; i < n; i++)
      to[i] = i >= shift ? from[i] + from[i - shift] : from[i];
  }
  void kernel1D_Back(int *from, const int *to, int n) {
    for (int i = 0; i < n; i++)
      from[i] = to[i];
  }
  void kernel1D_Pull(const float *where, float *speed, int n) {
    for (int i = 0; i < n; i++)
      speed[i] -= 0.25f * where[i];
  }
  void kernel1D_Move(float *where, const float *speed, int n) {
    for (int i = 0; i < n; i++)
      where[i] += 0.5f * speed[i];
  }
  void kernel2D_Halve(int *data, int rows, int n, int left, int half) {
    for (int y = 0; y < rows; y++)
      for (int x = 0; x < left - half; x++)
        data[y * n + x] += data[y * n + x + half];
  }
  void kernel1D_Lower(int *data, int n) {
    m_above = 0;
    for (int i = 0; i < n; i++) {
      if (data[i] > 10)
        data[i] -= 7;
      if (data[i] > 10)
        m_above++;
    }
  }

  int m_above = 0;
};

class Sweeps {
public:
  virtual ~Sweeps() = default;

  /// Red and black points of a plane in turn.
  virtual void Relax([[vkmorph::size("w*h")]] float *u, [[vkmorph::size("w*h")]] const float *f, int w, int h, int sweeps) {
    for (int sweep = 0; sweep < sweeps; sweep++)
      for (int colour = 0; colour < 2; colour++)
        kernel2D_Colour(u, f, w, h, colour);
  }

  /// Alignment of two strings along antidiagonals.
  virtual void Align(const int *a, const int *b, int *table, int w, int h) {
    kernel2D_Border(table, w, h);
    for (int d = 2; d <= w + h; d++)
      kernel1D_Diagonal(a, b, table, w, h, d);
  }

  /// Row by row, each from the one above.
  virtual void Down(const int *cost, int *way, int w, int h) {
    if (w < 1 || h < 1)
      return;
    kernel1D_First(cost, way, w);
    for (int y = 1; y < h; y++)
      kernel1D_Next(cost, way, w, y);
  }

  /// Three bands of columns, one after the other.
  virtual void Bands(float *u, int w, int h) {
    for (int band = 0; band < 3; band++)
      kernel2D_Band(u, w, h, band);
  }

protected:
  void kernel2D_Colour(float *u, const float *f, int w, int h, int colour) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        if ((x + y) % 2 == colour)
          u[y * w + x] = 0.25f * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x] - f[y * w + x]);
  }
  void kernel2D_Border(int *table, int w, int h) {
    for (int y = 0; y <= h; y++)
      for (int x = 0; x <= w; x++)
        table[y * (w + 1) + x] = 0;
  }
  void kernel1D_Diagonal(const int *a, const int *b, int *table, int w, int h, int d) {
    const int first = std::max(1, d - w), last = std::min(d - 1, h);
    for (int y = first; y <= last; y++) {
      const int x = d - y;
      const int same = table[(y - 1) * (w + 1) + x - 1] + (a[x - 1] % 3 == b[y - 1] % 3 ? 2 : -1);
      table[y * (w + 1) + x] = std::max(same, std::max(table[(y - 1) * (w + 1) + x], table[y * (w + 1) + x - 1]) - 1);
    }
  }
  void kernel1D_First(const int *cost, int *way, int w) {
    for (int x = 0; x < w; x++)
      way[x] = cost[x];
  }
  void kernel1D_Next(const int *cost, int *way, int w, int y) {
    for (int x = 0; x < w; x++) {
      int best = way[(y - 1) * w + x];
      if (x > 0)
        best = std::min(best, way[(y - 1) * w + x - 1]);
      if (x < w - 1)
        best = std::min(best, way[(y - 1) * w + x + 1]);
      way[y * w + x] = cost[y * w + x] + best;
    }
  }
  void kernel2D_Band(float *u, int w, int h, int band) {
    for (int y = 0; y < h; y++)
      for (int x = band; x < w; x += 3)
        u[y * w + x] = 0.5f * u[y * w + x] + band;
  }
};
