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
        // CHECK: :[[@LINE+1]]:9: error: pointer 'p' may point to several arrays or objects, or to none [vkm1123]
        p = &local[1];
        y[i] = *p;
      }
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
      y[i] = p[0] + *p;
      // CHECK: :[[@LINE+1]]:7: error: pointer 'p' may point to several arrays or objects, or to none [vkm1123]
      p = z;
      y[i] += *p;
      p = z + 1;
      y[i] += *p;
    }
  }

public:
  virtual void Run(const float *x, const float *z, float *y, int n) {
    kernel1D_Later(x, y, n);
    kernel1D_Unset(x, y, n);
    kernel1D_Initialised(x, z, y, n);
    // CHECK: :[[@LINE+3]]:5: error: pointer 'last' may point to several arrays or objects, or to none [vkm1123]
    const float *last;
    kernel1D_Later(x, y, n);
    last++;
    last++;
    kernel1D_Later(last, y, n);
  }
};
