// Origin: written as a user would, before its first translation, and changed as vkm2110 says (the size of 'in' of Sieve).
// Steps that follow each other over the same elements: behind loops over a row, over windows and volumes, with copies and fills
// beside them, over many arrays, and with iterations that end early.
// RUN: %check %s --class RowCorrection,Cloud --size n=1,2,40,70 -- -std=c++17
// RUN: %check %s --class SoftLayer --size w=1,5,20 --size h=1,5,17 -- -std=c++17
// RUN: %check %s --class SavedSteps --size n=1,2,70 --size rounds=0,3 -- -std=c++17
// RUN: %check %s --class Chamber --size nx=1,7 --size ny=1,5 --size nz=1,6 -- -std=c++17
// RUN: %check %s --class Sieve --size n=1,2,300 -- -std=c++17
#include <algorithm>
#include <cmath>

// One step of Jacobi's method: a residual over each row, then a correction of the element, then how large it was.
class RowCorrection {
public:
  virtual ~RowCorrection() = default;

  virtual float Correct(const float *A, const float *b, const float *x, float *r, float *next, int n) {
    kernel1D_Residual(A, b, x, r, n);
    kernel1D_Apply(A, x, r, next, n);
    kernel1D_Size(r, n);
    return m_size;
  }

private:
  void kernel1D_Residual(const float *A, const float *b, const float *x, float *r, int n) {
    for (int i = 0; i < n; i++) {
      float sum = b[i];
      for (int j = 0; j < n; j++)
        sum -= A[i * n + j] * x[j];
      r[i] = sum;
    }
  }
  void kernel1D_Apply(const float *A, const float *x, const float *r, float *next, int n) {
    for (int i = 0; i < n; i++)
      next[i] = x[i] + r[i] / (std::fabs(A[i * n + i]) + 8.0f);
  }
  void kernel1D_Size(const float *r, int n) {
    m_size = 0.0f;
    for (int i = 0; i < n; i++)
      m_size = std::max(m_size, std::fabs(r[i]));
  }

  float m_size = 0.0f;
};

// A window of 3 x 3, a soft limit, and a gain, each in a loop nest of its own.
class SoftLayer {
public:
  virtual ~SoftLayer() = default;

  virtual void Forward(const float *in, const float *weights, float *out, int w, int h, float gain) {
    kernel2D_Window(in, weights, out, w, h);
    kernel2D_Soften(out, w, h);
    kernel2D_Gain(out, w, h, gain);
  }

private:
  void kernel2D_Window(const float *in, const float *weights, float *out, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        float sum = 0.0f;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++) {
            const int yy = std::clamp(y + dy, 0, h - 1), xx = std::clamp(x + dx, 0, w - 1);
            sum += in[yy * w + xx] * weights[(dy + 1) * 3 + dx + 1];
          }
        out[y * w + x] = sum;
      }
  }
  void kernel2D_Soften(float *out, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const float v = out[y * w + x];
        out[y * w + x] = v / (1.0f + std::fabs(v));
      }
  }
  void kernel2D_Gain(float *out, int w, int h, float gain) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        out[y * w + x] *= gain;
  }
};

// Keeps what was there, clears what is summed, and steps.
class SavedSteps {
public:
  virtual ~SavedSteps() = default;

  virtual void Run(float *value, float *saved, float *force, const float *target, int n, int rounds, float rate) {
    for (int round = 0; round < rounds; round++) {
      std::copy(value, value + n, saved);
      std::fill(force, force + n, 0.0f);
      kernel1D_Pull(value, target, force, n);
      kernel1D_Step(value, saved, force, n, rate);
    }
  }

private:
  void kernel1D_Pull(const float *value, const float *target, float *force, int n) {
    for (int i = 0; i < n; i++)
      force[i] += target[i] - value[i];
  }
  void kernel1D_Step(float *value, const float *saved, const float *force, int n, float rate) {
    for (int i = 0; i < n; i++)
      value[i] = saved[i] + rate * force[i];
  }
};

// Particles whose coordinates have an array each.
class Cloud {
public:
  virtual ~Cloud() = default;

  virtual void Move(float *px, float *py, float *pz, float *vx, float *vy, float *vz, const float *mass, int n, float dt) {
    kernel1D_Fall(vx, vy, vz, mass, n, dt);
    kernel1D_Move(px, py, pz, vx, vy, vz, n, dt);
    kernel1D_Bounce(py, vy, n);
  }

private:
  void kernel1D_Fall(float *vx, float *vy, float *vz, const float *mass, int n, float dt) {
    for (int i = 0; i < n; i++) {
      const float drag = 1.0f - 0.125f * dt / (1.0f + std::fabs(mass[i]));
      vx[i] *= drag;
      vy[i] = vy[i] * drag - 9.75f * dt;
      vz[i] *= drag;
    }
  }
  void kernel1D_Move(float *px, float *py, float *pz, const float *vx, const float *vy, const float *vz, int n, float dt) {
    for (int i = 0; i < n; i++) {
      px[i] += vx[i] * dt;
      py[i] += vy[i] * dt;
      pz[i] += vz[i] * dt;
    }
  }
  void kernel1D_Bounce(float *py, float *vy, int n) {
    for (int i = 0; i < n; i++)
      if (py[i] < 0.0f) {
        py[i] = -py[i];
        vy[i] = -0.5f * vy[i];
      }
  }
};

// Pressure in a chamber: what flows in over the third axis, then how it is spread.
class Chamber {
public:
  virtual ~Chamber() = default;

  virtual void Update(const float *flow, float *pressure, float *energy, int nx, int ny, int nz) {
    kernel3D_Divergence(flow, pressure, nx, ny, nz);
    kernel3D_Energy(pressure, energy, nx, ny, nz);
  }

private:
  void kernel3D_Divergence(const float *flow, float *pressure, int nx, int ny, int nz) {
    for (int z = 0; z < nz; z++)
      for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
          const int cell = (z * ny + y) * nx + x;
          float sum = 0.0f;
          for (int axis = 0; axis < 3; axis++)
            sum += flow[3 * cell + axis];
          pressure[cell] -= 0.25f * sum;
        }
  }
  void kernel3D_Energy(const float *pressure, float *energy, int nx, int ny, int nz) {
    for (int z = 0; z < nz; z++)
      for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
          const int cell = (z * ny + y) * nx + x;
          energy[cell] = 0.5f * pressure[cell] * pressure[cell];
        }
  }
};

// Leaves out what is not valid, first where it is measured, then where it is used.
class Sieve {
public:
  virtual ~Sieve() = default;

  virtual void Filter(const int *state, [[vkmorph::size("n")]] const float *in, float *out, int n) {
    kernel1D_Measure(state, in, out, n);
    kernel1D_Quantise(state, out, n);
  }

private:
  void kernel1D_Measure(const int *state, const float *in, float *out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = 0.0f;
      if (state[i] % 3 == 0)
        continue;
      out[i] = in[i] * 16.0f;
    }
  }
  void kernel1D_Quantise(const int *state, float *out, int n) {
    for (int i = 0; i < n; i++) {
      if (state[i] % 3 == 1)
        continue;
      out[i] = std::floor(out[i]) / 16.0f;
    }
  }
};
