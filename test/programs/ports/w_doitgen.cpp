// Origin: written as a user would, before its first translation.
// A contraction of a 3D array with a matrix, by a small buffer.
// RUN: %check %s --class Doitgen -- -std=c++17
#define NR 9
#define NQ 11
#define NP 13

class Doitgen {
public:
  void Run(double (*A)[NQ][NP], double (*C4)[NP]) { kernel2D_Contract(A, C4); }

protected:
  void kernel2D_Contract(double (*A)[NQ][NP], double (*C4)[NP]) {
    int r, q, p, s;
    double sum[NP];
    for (r = 0; r < NR; r++)
      for (q = 0; q < NQ; q++) {
        for (p = 0; p < NP; p++) {
          sum[p] = 0.0;
          for (s = 0; s < NP; s++)
            sum[p] += A[r][q][s] * C4[s][p];
        }
        for (p = 0; p < NP; p++)
          A[r][q][p] = sum[p];
      }
  }
};
