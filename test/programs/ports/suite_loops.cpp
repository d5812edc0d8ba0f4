// Origin: written as a user with C habits would, before its first translation.
// Loop nests as benchmark suites have them: transposed products, heat in a chip, speckle noise, ways through a grid, boxes of particles,
// a layer of neurons, random pairs, and a cycle over two grids.
// RUN: %check %s --class TransposedProducts --size nx=1,9 --size ny=1,17 -- -std=c++17
// RUN: %check %s --class ChipHeat --size rows=3,12 --size cols=3,17 --size steps=0,3 -- -std=c++17
// RUN: %check %s --class Speckle --size rows=3,9 --size cols=3,20 --size iterations=1,2 -- -std=c++17
// RUN: %check %s --class GridPaths --size rows=1,6 --size cols=1,40 -- -std=c++17
#include <math.h>
#include <stdlib.h>

/* y = A^T (A x), and both products of the biconjugate gradient method. */
class TransposedProducts {
public:
  virtual ~TransposedProducts() {}
  virtual void Atax(int nx, int ny, const double *A, const double *x, double *y, double *tmp) {
    kernel1D_Rows(nx, ny, A, x, tmp);
    kernel1D_Columns(nx, ny, A, tmp, y);
  }
  virtual void Bicg(int nx, int ny, const double *A, double *s, double *q, const double *p, const double *r) {
    kernel1D_Columns(nx, ny, A, r, s);
    kernel1D_Rows(nx, ny, A, p, q);
  }
  virtual void Triangle(int nx, [[vkmorph::size("nx * nx")]] const double *A, double *B, double alpha) { kernel1D_Triangle(nx, A, B, alpha); }

private:
  void kernel1D_Rows(int nx, int ny, const double *A, const double *x, double *out) {
    int i, j;
    for (i = 0; i < nx; i++) {
      out[i] = 0.0;
      for (j = 0; j < ny; j++)
        out[i] = out[i] + A[i * ny + j] * x[j];
    }
  }
  void kernel1D_Columns(int nx, int ny, const double *A, const double *x, double *out) {
    int i, j;
    for (j = 0; j < ny; j++) {
      double acc = 0.0;
      for (i = 0; i < nx; i++)
        acc += A[i * ny + j] * x[i];
      out[j] = acc;
    }
  }
  /* B = alpha A^T B for a unit lower triangle A: a column of B at a time. */
  void kernel1D_Triangle(int n, const double *A, double *B, double alpha) {
    int i, j, k;
    for (j = 0; j < n; j++)
      for (i = 0; i < n; i++) {
        for (k = i + 1; k < n; k++)
          B[i * n + j] += A[k * n + i] * B[k * n + j];
        B[i * n + j] = alpha * B[i * n + j];
      }
  }
};

/* The temperature of a chip, with one-sided differences at its edges. */
class ChipHeat {
public:
  virtual ~ChipHeat() {}
  virtual void Simulate(float *temp, const float *power, float *result, int rows, int cols, int steps, float rx, float ry) {
    float *from = temp, *to = result, *t;
    for (int s = 0; s < steps; s++) {
      kernel2D_Step(from, power, to, rows, cols, rx, ry);
      t = from;
      from = to;
      to = t;
    }
  }

private:
  void kernel2D_Step(const float *temp, const float *power, float *result, int row, int col, float rx, float ry) {
    int r, c;
    float delta;
    const float amb = 80.0f, step = 0.125f;
    for (r = 0; r < row; r++)
      for (c = 0; c < col; c++) {
        const float here = temp[r * col + c];
        float north, south, west, east;
        north = r == 0 ? here : temp[(r - 1) * col + c];
        south = r == row - 1 ? here : temp[(r + 1) * col + c];
        if (c == 0)
          west = here;
        else
          west = temp[r * col + c - 1];
        if (c == col - 1)
          east = here;
        else
          east = temp[r * col + c + 1];
        delta = step * (power[r * col + c] + (south + north - 2.0f * here) * ry + (east + west - 2.0f * here) * rx +
                        (amb - here) * 0.01f);
        result[r * col + c] = here + delta;
      }
  }
};

/* Anisotropic diffusion against speckle, with tables of neighbours. */
class Speckle {
public:
  virtual ~Speckle() {}
  virtual void Filter([[vkmorph::size("rows * cols")]] float *J, float *dN, float *dS, float *dW, float *dE,
                      [[vkmorph::size("rows * cols")]] float *c, int *iN, int *iS, int *jW, int *jE,
                      int rows, int cols, int iterations, float lambda) {
    kernel1D_NeighbourRows(iN, iS, rows);
    kernel1D_NeighbourColumns(jW, jE, cols);
    for (int iter = 0; iter < iterations; iter++) {
      m_sum = m_sum2 = 0;
      kernel1D_Statistics(J, rows * cols);
      const float meanROI = m_sum / (rows * cols);
      const float varROI = m_sum2 / (rows * cols) - meanROI * meanROI;
      kernel2D_Coefficients(J, dN, dS, dW, dE, c, iN, iS, jW, jE, rows, cols, varROI / (meanROI * meanROI + 1.0f) + 0.25f);
      kernel2D_Update(J, dN, dS, dW, dE, c, iS, jE, rows, cols, lambda);
    }
  }

private:
  void kernel1D_NeighbourRows(int *iN, int *iS, int rows) {
    for (int i = 0; i < rows; i++) {
      iN[i] = i - 1;
      iS[i] = i + 1;
      if (i == 0)
        iN[i] = 0;
      if (i == rows - 1)
        iS[i] = rows - 1;
    }
  }
  void kernel1D_NeighbourColumns(int *jW, int *jE, int cols) {
    for (int j = 0; j < cols; j++) {
      jW[j] = j > 0 ? j - 1 : 0;
      jE[j] = j < cols - 1 ? j + 1 : cols - 1;
    }
  }
  void kernel1D_Statistics(const float *J, int size) {
    for (int k = 0; k < size; k++) {
      float tmp = J[k];
      m_sum += tmp;
      m_sum2 += tmp * tmp;
    }
  }
  void kernel2D_Coefficients(const float *J, float *dN, float *dS, float *dW, float *dE, float *c, const int *iN, const int *iS,
                             const int *jW, const int *jE, int rows, int cols, float q0sqr) {
    int i, j, k;
    float Jc, G2, L, num, den, qsqr;
    for (i = 0; i < rows; i++) {
      for (j = 0; j < cols; j++) {
        k = i * cols + j;
        Jc = J[k] * J[k] + 1.0f;
        dN[k] = J[iN[i] * cols + j] - Jc;
        dS[k] = J[iS[i] * cols + j] - Jc;
        dW[k] = J[i * cols + jW[j]] - Jc;
        dE[k] = J[i * cols + jE[j]] - Jc;
        G2 = (dN[k] * dN[k] + dS[k] * dS[k] + dW[k] * dW[k] + dE[k] * dE[k]) / (Jc * Jc);
        L = (dN[k] + dS[k] + dW[k] + dE[k]) / Jc;
        num = (0.5f * G2) - ((1.0f / 16.0f) * (L * L));
        den = 1 + (.25f * L);
        qsqr = num / (den * den + 1.0f);
        den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
        c[k] = 1.0f / (1.0f + den * den);
        if (c[k] < 0)
          c[k] = 0;
        else if (c[k] > 1)
          c[k] = 1;
      }
    }
  }
  void kernel2D_Update(float *J, const float *dN, const float *dS, const float *dW, const float *dE, const float *c, const int *iS,
                       const int *jE, int rows, int cols, float lambda) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < cols; j++) {
        int k = i * cols + j;
        float cN = c[k], cS = c[iS[i] * cols + j], cW = c[k], cE = c[i * cols + jE[j]];
        float D = cN * dN[k] + cS * dS[k] + cW * dW[k] + cE * dE[k];
        J[k] = J[k] + 0.25f * lambda * D;
      }
  }
  float m_sum = 0, m_sum2 = 0;
};

/* The cheapest way from the first row to the last. */
class GridPaths {
public:
  virtual ~GridPaths() {}
  virtual int Cheapest([[vkmorph::size("rows * cols")]] const int *wall, [[vkmorph::size("cols")]] int *src, int *dst, int rows, int cols) {
    kernel1D_First(wall, dst, cols);
    for (int t = 0; t < rows - 1; t++) {
      int *temp = src;
      src = dst;
      dst = temp;
      kernel1D_Step(wall, src, dst, t, cols);
    }
    kernel1D_Best(dst, cols);
    return m_best;
  }

private:
  void kernel1D_First(const int *wall, int *dst, int cols) {
    for (int n = 0; n < cols; n++)
      dst[n] = wall[n];
  }
  void kernel1D_Step(const int *wall, const int *src, int *dst, int t, int cols) {
    for (int n = 0; n < cols; n++) {
      int min = src[n];
      if (n > 0)
        min = min < src[n - 1] ? min : src[n - 1];
      if (n < cols - 1)
        min = min < src[n + 1] ? min : src[n + 1];
      dst[n] = wall[(t + 1) * cols + n] + min;
    }
  }
  void kernel1D_Best(const int *dst, int cols) {
    m_best = 1 << 30;
    for (int n = 0; n < cols; n++)
      if (dst[n] < m_best)
        m_best = dst[n];
  }
  int m_best = 0;
};
