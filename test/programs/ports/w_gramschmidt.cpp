// Origin: written as a user would, before its first translation.
// QR by modified Gram-Schmidt, a column per step, C style.
// RUN: %check %s --class GramSchmidt --arg A=file:%S/Inputs/gramschmidt.txt --size A=50 --size R=12 --size Q=50 --tolerance 1e-9,1e-9 -- -std=c++17
#include <math.h>
#define ROWS 50
#define COLS 12

class GramSchmidt {
public:
  void Run(double (*A)[COLS], double (*R)[COLS], double (*Q)[COLS]) {
    int k;
    for (k = 0; k < COLS; k++) {
      kernel1D_Norm(A, k);
      kernel1D_Normalise(A, R, Q, k);
      kernel1D_Project(A, R, Q, k);
    }
  }

protected:
  double norm;

  void kernel1D_Norm(double (*A)[COLS], int k) {
    int i;
    norm = 0.0;
    for (i = 0; i < ROWS; i++)
      norm += A[i][k] * A[i][k];
    norm = sqrt(norm);
  }

  void kernel1D_Normalise(double (*A)[COLS], double (*R)[COLS], double (*Q)[COLS], int k) {
    int i;
    R[k][k] = norm;
    for (i = 0; i < ROWS; i++)
      Q[i][k] = A[i][k] / norm;
  }

  void kernel1D_Project(double (*A)[COLS], double (*R)[COLS], double (*Q)[COLS], int k) {
    int i, j;
    for (j = k + 1; j < COLS; j++) {
      R[k][j] = 0.0;
      for (i = 0; i < ROWS; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (i = 0; i < ROWS; i++)
        A[i][j] -= Q[i][k] * R[k][j];
    }
  }
};
