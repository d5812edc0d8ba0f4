// Origin: written as a user would, before its first translation.
// Electric and magnetic fields on a staggered grid, C style.
// RUN: %check %s --class Fdtd2D --size tmax=0,1,4 --size pulse=4 -- -std=c++17
#define NX 25
#define NY 31

class Fdtd2D {
public:
  void Run(float (*ex)[NY], float (*ey)[NY], float (*hz)[NY], const float *pulse, int tmax) {
    int t;
    for (t = 0; t < tmax; t++) {
      kernel1D_Source(ey, pulse, t);
      kernel2D_Ey(ey, hz);
      kernel2D_Ex(ex, hz);
      kernel2D_Hz(ex, ey, hz);
    }
  }

protected:
  void kernel1D_Source(float (*ey)[NY], const float *pulse, int t) {
    int j;
    for (j = 0; j < NY; j++)
      ey[0][j] = pulse[t];
  }

  void kernel2D_Ey(float (*ey)[NY], float (*hz)[NY]) {
    int i, j;
    for (i = 1; i < NX; i++)
      for (j = 0; j < NY; j++)
        ey[i][j] = ey[i][j] - 0.5f * (hz[i][j] - hz[i - 1][j]);
  }

  void kernel2D_Ex(float (*ex)[NY], float (*hz)[NY]) {
    int i, j;
    for (i = 0; i < NX; i++)
      for (j = 1; j < NY; j++)
        ex[i][j] = ex[i][j] - 0.5f * (hz[i][j] - hz[i][j - 1]);
  }

  void kernel2D_Hz(float (*ex)[NY], float (*ey)[NY], float (*hz)[NY]) {
    int i, j;
    for (i = 0; i < NX - 1; i++)
      for (j = 0; j < NY - 1; j++)
        hz[i][j] = hz[i][j] - 0.7f * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
};
