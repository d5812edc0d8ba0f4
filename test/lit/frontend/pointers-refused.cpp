// A pointer of which it is not known what it points into is refused once: its other uses say nothing again.
// RUN: not vkmorph %s -o %t.out -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=error:

class Refused {
public:
  virtual ~Refused() {}

protected:
  void kernel1D_Later(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
      const float *p;
      if (i > 3) {
        const float local[3] = {1.0f, 2.0f, x[i]};
        p = &local[1];
        y[i] = *p;
      }
      // CHECK: :[[@LINE+1]]:14: error: pointer 'p' may point to several arrays or objects, or to none [vkm1123]
      y[i] = p[0] + *p;
      p++;
      y[i] += *p;
    }
  }
  void kernel1D_Unset(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
      const float *p;
      // CHECK: :[[@LINE+1]]:14: error: pointer 'p' may point to several arrays or objects, or to none [vkm1123]
      y[i] = p[0] + *p;
      p = x;
      y[i] += *p;
    }
  }
  void kernel1D_Initialised(const float *x, const float *z, float *y, int n) {
    for (int i = 0; i < n; i++) {
      const float *p = x;
      for (int k = 0; k < 3; k++) {
        y[i] += p[k] + *p;
        // CHECK: :[[@LINE+1]]:9: error: pointer 'p' may point to several arrays or objects, or to none [vkm1123]
        p = z;
        y[i] += *p;
      }
      p = z + 1;
      y[i] += *p;
    }
  }
  // One of two arrays; what a lambda sees of the pointer.
  void kernel1D_Branches(const float *x, const float *z, float *y, int n) {
    for (int i = 0; i < n; i++) {
      const float *p, *q, *r = x;
      if (i > 3)
        p = x;
      else
        p = z;
      // CHECK: :[[@LINE+1]]:14: error: pointer 'p' may point to several arrays or objects, or to none [vkm1123]
      y[i] = p[0] + *p;
      q = x;
      if (i > 5)
        y[i] += q[1];
      for (int k = 0; k < 2; k++) {
        y[i] += q[k];
        if (y[i] > 8.0f)
          // CHECK: :[[@LINE+1]]:11: error: pointer 'q' may point to several arrays or objects, or to none [vkm1123]
          q = z;
      }
      auto next = [&] { return r[i]; };
      // CHECK: :[[@LINE+1]]:7: error: pointer 'r' may point to several arrays or objects, or to none [vkm1123]
      r = z;
      y[i] += next();
    }
  }
  void kernel1D_Rows(const float (*rows)[8], float *y, int n) {
    const float *row;
    for (int i = 0; i < n; i++) {
      row = rows[i];
      y[i] = row[1];
    }
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:15: error: pointer 'row' may point to several arrays or objects, or to none [vkm1123]
      y[i] += row[2];
  }

public:
  virtual void Rows(const float (*rows)[8], float *y, int n) { kernel1D_Rows(rows, y, n); }
  virtual void Run(const float *x, const float *z, float *y, int n) {
    kernel1D_Later(x, y, n);
    kernel1D_Unset(x, y, n);
    kernel1D_Initialised(x, z, y, n);
    kernel1D_Branches(x, z, y, n);
    // CHECK: :[[@LINE+3]]:5: error: pointer 'last' may point to several arrays or objects, or to none [vkm1123]
    const float *last;
    kernel1D_Later(x, y, n);
    last++;
    last++;
    kernel1D_Later(last, y, n);
  }
};
