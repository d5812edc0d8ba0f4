// Origin: written as a user would, before its first translation.
// Alternating directions, a tridiagonal system per row, C style.
// RUN: %check %s --class Adi --size steps=0,1,2 -- -std=c++17
#define N 18

class Adi {
public:
  void Run(double (*u)[N], double (*v)[N], int steps) {
    int t;
    double dx, dt, b1, mul;
    dx = 1.0 / N;
    dt = 1.0 / 10;
    b1 = 2.0;
    mul = b1 * dt / (dx * dx);
    for (t = 0; t < steps; t++) {
      kernel1D_Columns(u, v, -mul / 2.0, 1.0 + mul);
      kernel1D_Rows(u, v, -mul / 2.0, 1.0 + mul);
    }
  }

protected:
  double p[N][N], q[N][N];

  void kernel1D_Columns(double (*u)[N], double (*v)[N], double a, double b) {
    int i, j;
    double d;
    for (i = 1; i < N - 1; i++) {
      v[0][i] = 1.0;
      p[i][0] = 0.0;
      q[i][0] = v[0][i];
      for (j = 1; j < N - 1; j++) {
        d = a * p[i][j - 1] + b;
        p[i][j] = -a / d;
        q[i][j] = (-a * u[j][i - 1] + (1.0 + 2.0 * a) * u[j][i] - a * u[j][i + 1] - a * q[i][j - 1]) / d;
      }
      v[N - 1][i] = 1.0;
      for (j = N - 2; j >= 1; j--)
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
  }

  void kernel1D_Rows(double (*u)[N], double (*v)[N], double a, double b) {
    int i, j;
    double d;
    for (i = 1; i < N - 1; i++) {
      u[i][0] = 1.0;
      p[i][0] = 0.0;
      q[i][0] = u[i][0];
      for (j = 1; j < N - 1; j++) {
        d = a * p[i][j - 1] + b;
        p[i][j] = -a / d;
        q[i][j] = (-a * v[i - 1][j] + (1.0 + 2.0 * a) * v[i][j] - a * v[i + 1][j] - a * q[i][j - 1]) / d;
      }
      u[i][N - 1] = 1.0;
      for (j = N - 2; j >= 1; j--)
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
};
