// Origin: written as a user would, before its first translation.
// The heat equation in a cube, with pointers to planes, C style.
// RUN: %check %s --class Heat3D --size tsteps=0,1,3 -- -std=c++17
#define N 12

class Heat3D {
public:
  void Run(double (*A)[N][N], double (*B)[N][N], int tsteps) {
    int t;
    for (t = 1; t <= tsteps; t++) {
      kernel3D_Forth(A, B);
      kernel3D_Back(A, B);
    }
  }

protected:
  void kernel3D_Forth(double (*A)[N][N], double (*B)[N][N]) {
    int i, j, k;
    double c;
    for (i = 1; i < N - 1; i++) {
      for (j = 1; j < N - 1; j++) {
        for (k = 1; k < N - 1; k++) {
          c = 2.0 * A[i][j][k];
          B[i][j][k] = 0.125 * (A[i + 1][j][k] - c + A[i - 1][j][k]) + 0.125 * (A[i][j + 1][k] - c + A[i][j - 1][k]) +
                       0.125 * (A[i][j][k + 1] - c + A[i][j][k - 1]) + A[i][j][k];
        }
      }
    }
  }

  void kernel3D_Back(double (*A)[N][N], double (*B)[N][N]) {
    int i, j, k;
    double c;
    for (i = 1; i < N - 1; i++) {
      for (j = 1; j < N - 1; j++) {
        for (k = 1; k < N - 1; k++) {
          c = 2.0 * B[i][j][k];
          A[i][j][k] = 0.125 * (B[i + 1][j][k] - c + B[i - 1][j][k]) + 0.125 * (B[i][j + 1][k] - c + B[i][j - 1][k]) +
                       0.125 * (B[i][j][k + 1] - c + B[i][j][k - 1]) + B[i][j][k];
        }
      }
    }
  }
};
