// Pointers that are declared before they are set, and set again, are names for what the statement before their uses says.
// RUN: vkmorph %s --emit=glsl --fusion=never | FileCheck %s

class Later {
public:
  virtual ~Later() {}
  virtual void Run(const float (*rows)[8], const float *x, const float *z, float *y, int n) {
    kernel1D_Rows(rows, x, y, n);
    kernel1D_Again(x, z, y, n);
    kernel1D_Ends(x, y, n);
  }

protected:
  // A row of an array, in loops of their own; no variable is left of it.
  // CHECK-LABEL: // Later::kernel1D_Rows
  // CHECK: void main
  // CHECK-NOT: row =
  // CHECK: sum += rows[i][k];
  // CHECK: const int index = n - 1 - i;
  // CHECK: sum += 2.0 * rows[index][k];
  void kernel1D_Rows(const float (*rows)[8], const float *x, float *y, int n) {
    int i, k;
    const float *row;
    float sum;
    for (i = 0; i < n; i++) {
      row = rows[i];
      sum = x[i];
      for (k = 0; k < 8; k++)
        sum += row[k];
      row = rows[n - 1 - i];
      for (k = 0; k < 8; k++)
        sum += 2.0f * row[k];
      y[i] = sum;
    }
  }

  // One array after the other; in both branches.
  // CHECK-LABEL: // Later::kernel1D_Again
  // CHECK: void main
  // CHECK: y[i] += x[p];
  // CHECK: y[i] -= z[i];
  // CHECK: if
  // CHECK: y[i] += x[i] * x[i];
  // CHECK: else
  // CHECK: y[i] += z[i] * z[i];
  void kernel1D_Again(const float *x, const float *z, float *y, int n) {
    for (int i = 0; i < n; i++) {
      const float *p = x + i;
      y[i] += *p;
      p = z + i;
      y[i] -= *p;
      if (i % 2) {
        p = x;
        y[i] += p[i] * p[i];
      } else {
        p = z;
        y[i] += p[i] * p[i];
      }
    }
  }

  // Several pointers that the head of a loop sets.
  // CHECK-LABEL: // Later::kernel1D_Ends
  // CHECK: const int q = 7 - k;
  // CHECK: const int p = k;
  // CHECK: yLocal += x[p] * x[q];
  void kernel1D_Ends(const float *x, float *y, int n) {
    int i, k;
    const float *p, *q;
    for (i = 0; i < n; i++)
      for (k = 0, p = x, q = x + 7; k < 4; k++)
        y[i] += *p++ * *q--;
  }
};
