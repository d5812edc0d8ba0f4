// Origin: written as a user would, before its first translation, and changed as vkm2110 says (the size of 'u').
// Gauss-Seidel in red-black order with over-relaxation, C style.
// RUN: %check %s --class RedBlack --size n=3,4,21 --size sweeps=0,1,3 --arg omega=0.5..1.5 --size u=441 --size f=441 -- -std=c++17
class RedBlack {
public:
  void Relax([[vkmorph::size("n * n")]] float *u, const float *f, int n, int sweeps, float omega) {
    int s, colour;
    for (s = 0; s < sweeps; s++)
      for (colour = 0; colour < 2; colour++)
        kernel1D_Sweep(u, f, n, colour, omega);
  }

protected:
  void kernel1D_Sweep(float *u, const float *f, int n, int colour, float omega) {
    int i, j, first;
    float *row, *up, *down, residual;
    for (i = 1; i < n - 1; i++) {
      row = u + i * n;
      up = row - n;
      down = row + n;
      first = 1 + (i + colour) % 2;
      for (j = first; j < n - 1; j += 2) {
        residual = up[j] + down[j] + row[j - 1] + row[j + 1] - 4.0f * row[j] - f[i * n + j];
        row[j] += omega * 0.25f * residual;
      }
    }
  }
};
