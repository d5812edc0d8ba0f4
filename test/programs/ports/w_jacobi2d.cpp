// Origin: written as a user would, before its first translation.
// Steps of a five-point stencil from one grid to another and back.
// RUN: %check %s --class Jacobi2D --size steps=0,1,5 -- -std=c++17
#define N 33
#define IDX(i, j) ((i) * N + (j))

typedef float real;

class Jacobi2D {
public:
  void Run(real *A, real *B, int steps) {
    int t;
    for (t = 0; t < steps; t++) {
      kernel2D_Step(A, B);
      kernel2D_Step(B, A);
    }
  }

protected:
  void kernel2D_Step(real *from, real *to) {
    int i, j;
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        to[IDX(i, j)] = 0.2f * (from[IDX(i, j)] + from[IDX(i, j - 1)] + from[IDX(i, 1 + j)] + from[IDX(1 + i, j)] +
                                from[IDX(i - 1, j)]);
  }
};
