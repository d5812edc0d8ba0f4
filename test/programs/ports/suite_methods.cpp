// Origin: written as a user with C habits would, before its first translation.
// Methods as benchmark suites have them: forces in boxes, a layer of neurons, pairs of random numbers in rings, two grids.
// RUN: %check %s --class BoxForces --size boxes=1,4 --size par=1,8 -- -std=c++17
// RUN: %check %s --class Neurons --size in=1,70 --size hid=1,9 --size out=1,5 -- -std=c++17
// RUN: %check %s --class RandomPairs --size n=0,1,300 --arg seed=1640531535..1640531538 -- -std=c++17
// RUN: %check %s --class TwoGrids --size n=1,15 --size cycles=0,2 -- -std=c++17
#include <math.h>
#include <string.h>

typedef struct {
  float x, y, z, v;
} FourVector;

/* Particles in boxes act on those of the boxes beside theirs. */
class BoxForces {
public:
  virtual ~BoxForces() {}
  virtual void Run(const FourVector *rv, const float *qv, FourVector *fv, const int *nei, int boxes, int par, float a2) {
    kernel1D_Forces(rv, qv, fv, nei, boxes, par, a2);
  }

private:
  void kernel1D_Forces([[vkmorph::size("boxes * par")]] const FourVector *rv, [[vkmorph::size("boxes * par")]] const float *qv,
                       FourVector *fv, const int *nei, int boxes, int par, float a2) {
    int l, k, i, j;
    for (l = 0; l < boxes; l++) {
      const int first_i = l * par;
      for (i = 0; i < par; i++) {
        fv[first_i + i].v = fv[first_i + i].x = fv[first_i + i].y = fv[first_i + i].z = 0.0f;
      }
      for (k = 0; k < 3; k++) {
        int pointer = k == 0 ? l : (nei[l * 2 + k - 1] & 0x7fffffff) % boxes;
        const int first_j = pointer * par;
        for (i = 0; i < par; i++)
          for (j = 0; j < par; j++) {
            float dx, dy, dz;
            dx = rv[first_i + i].x - rv[first_j + j].x;
            dy = rv[first_i + i].y - rv[first_j + j].y;
            dz = rv[first_i + i].z - rv[first_j + j].z;
            float u2 = a2 * (dx * dx + dy * dy + dz * dz);
            float vij = 1.0f / (1.0f + u2), fs = 2.f * vij;
            fv[first_i + i].v += qv[first_j + j] * vij;
            fv[first_i + i].x += qv[first_j + j] * fs * dx;
            fv[first_i + i].y += qv[first_j + j] * fs * dy;
            fv[first_i + i].z += qv[first_j + j] * fs * dz;
          }
      }
    }
  }
};

#define ETA 0.3f
#define MOMENTUM 0.3f

/* One training step of a network with a hidden layer. */
class Neurons {
public:
  virtual ~Neurons() {}
  virtual float Train(const float *input, float *hidden, float *output, const float *target, float *w1, float *w2, float *old1,
                      float *old2, float *hd, float *od, int in, int hid, int out) {
    kernel1D_Forward(input, hidden, w1, in, hid);
    kernel1D_Forward(hidden, output, w2, hid, out);
    kernel1D_OutputError(od, target, output, out);
    kernel1D_HiddenError(hd, hid, od, out, w2, hidden);
    kernel2D_Adjust(od, out, hidden, hid, w2, old2);
    kernel2D_Adjust(hd, hid, input, in, w1, old1);
    return m_err;
  }

private:
  float squash(float x) const { return x / (1.0f + fabsf(x)); }
  /* The first row of w is that of the threshold. */
  void kernel1D_Forward(const float *l1, float *l2, const float *w, int n1, int n2) {
    float sum;
    int j, k;
    for (j = 0; j < n2; j++) {
      sum = w[j];
      for (k = 0; k < n1; k++)
        sum += w[(k + 1) * n2 + j] * l1[k];
      l2[j] = squash(sum);
    }
  }
  void kernel1D_OutputError(float *delta, const float *target, const float *output, int nj) {
    int j;
    float o, t, errsum;
    errsum = 0.0f;
    for (j = 0; j < nj; j++) {
      o = output[j];
      t = target[j];
      delta[j] = o * (1.0f - o) * (t - o);
      errsum += fabsf(delta[j]);
    }
    m_err = errsum;
  }
  void kernel1D_HiddenError(float *delta_h, int nh, const float *delta_o, int no, const float *who, const float *hidden) {
    for (int j = 0; j < nh; j++) {
      float h = hidden[j], sum = 0.0f;
      for (int k = 0; k < no; k++)
        sum += delta_o[k] * who[(j + 1) * no + k];
      delta_h[j] = h * (1.0f - h) * sum;
    }
  }
  void kernel2D_Adjust(const float *delta, int ndelta, const float *ly, int nly, float *w, float *oldw) {
    float new_dw;
    int k, j;
    for (j = 0; j < ndelta; j++) {
      for (k = 0; k <= nly; k++) {
        new_dw = ((ETA * delta[j] * (k == 0 ? 1.0f : ly[k - 1])) + (MOMENTUM * oldw[k * ndelta + j]));
        w[k * ndelta + j] += new_dw;
        oldw[k * ndelta + j] = new_dw;
      }
    }
  }
  float m_err = 0;
};

/* How many of n random points fall into each ring around the middle. */
class RandomPairs {
public:
  virtual ~RandomPairs() {}
  virtual int Tally([[vkmorph::size("10")]] int *rings, int n, unsigned seed) {
    memset(rings, 0, 10 * sizeof(int));
    m_inside = m_sx = m_sy = 0;
    kernel1D_Tally(rings, n, seed);
    return m_inside;
  }

private:
  static unsigned next(unsigned s) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
  }
  void kernel1D_Tally(int *rings, int n, unsigned seed) {
    for (int k = 0; k < n; k++) {
      unsigned s = seed + 2654435761u * (k + 1u);
      if (s == 0)
        s = 1;
      s = next(s);
      int x = (int)(s % 2001) - 1000;
      s = next(s);
      int y = (int)(s % 2001) - 1000;
      int t = x * x + y * y;
      if (t > 1000000)
        continue;
      int l = (abs_(x) > abs_(y) ? abs_(x) : abs_(y)) / 101;
      rings[l]++;
      m_inside++;
      m_sx += x;
      m_sy += y;
    }
  }
  static int abs_(int v) { return v < 0 ? -v : v; }
  int m_inside = 0, m_sx = 0, m_sy = 0;
};

/* Cycles over a fine and a coarse grid of one dimension. */
class TwoGrids {
public:
  virtual ~TwoGrids() {}
  virtual double Solve(double *u, const double *v, double *r, double *coarse, double *z, int n, int cycles) {
    int it;
    for (it = 0; it < cycles; it++) {
      kernel1D_Residual(u, v, r, 2 * n + 1);
      kernel1D_Restrict(r, coarse, n);
      kernel1D_Clear(z, n + 2);
      for (int sweep = 0; sweep < 2; sweep++) {
        kernel1D_Smooth(coarse, z, n, 0);
        kernel1D_Smooth(coarse, z, n, 1);
      }
      kernel1D_Interpolate(z, u, n);
    }
    kernel1D_Residual(u, v, r, 2 * n + 1);
    m_norm = m_worst = 0.0;
    kernel1D_Norm(r, 2 * n + 1);
    return m_norm + m_worst;
  }

private:
  void kernel1D_Residual(const double *u, const double *v, double *r, int n) {
    for (int i = 1; i <= n; i++)
      r[i - 1] = v[i - 1] - (2.0 * u[i] - u[i - 1] - u[i + 1]);
  }
  void kernel1D_Restrict(const double *r, double *s, int n) {
    for (int j = 0; j < n; j++) {
      const int i = 2 * j + 1;
      s[j] = 0.5 * r[i] + 0.25 * (r[i - 1] + r[i + 1]);
    }
  }
  void kernel1D_Clear(double *z, int n) {
    int i;
    for (i = 0; i < n; ++i)
      z[i] = 0.0;
  }
  void kernel1D_Smooth(const double *s, double *z, int n, int odd) {
    for (int i = 1 + odd; i <= n; i += 2)
      z[i] = 0.5 * (4.0 * s[i - 1] + z[i - 1] + z[i + 1]);
  }
  void kernel1D_Interpolate(const double *z, double *u, int n) {
    for (int j = 0; j <= n; j++) {
      u[2 * j + 1] += 0.5 * (z[j] + z[j + 1]);
      if (j > 0)
        u[2 * j] += z[j];
    }
  }
  void kernel1D_Norm(const double *r, int n) {
    for (int i = 0; i < n; i++) {
      m_norm += r[i] * r[i];
      if (fabs(r[i]) > m_worst)
        m_worst = fabs(r[i]);
    }
  }
  double m_norm = 0, m_worst = 0;
};
