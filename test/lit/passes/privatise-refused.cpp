// Variables that are not proved to belong to an iteration: an error that names them as the source does, at the read, with the
// shortest remedy.
// RUN: rm -rf %t.out
// RUN: not vkmorph %s -o %t.out -- -std=c++17 2>&1 | FileCheck %s
// RUN: not ls %t.out

class Carried {
public:
  virtual ~Carried() {}
  virtual void Run(float *a, const float *b, int n) {
    kernel1D_Previous(a, b, n);
    kernel1D_Branch(a, b, n);
    kernel1D_Elements(a, b, n);
    kernel1D_Inner(a, b, n);
    kernel1D_Counter(a, b, n);
    kernel1D_Reference(a, b, n);
    kernel1D_Function(a, b, n);
    kernel1D_Case(a, b, n);
    kernel1D_Tail(a, b, n);
    kernel1D_Alias(a, b, n);
    kernel1D_Maybe(a, b, n);
    kernel1D_Behind(a, b, n);
  }

  void kernel1D_Previous(float *a, const float *b, int n) {
    int i;
    float previous;
    previous = 0.0f;
    for (i = 0; i < n; i++) {
      // CHECK: :[[@LINE+2]]:21: error: iterations of kernel 'kernel1D_Previous' depend on each other by the variable 'previous': it is read here, and the iteration need not have set it before [vkm2108]
      // CHECK: note: compute it in each iteration from what other iterations do not change
      a[i] = b[i] - previous;
      // CHECK: :[[@LINE+1]]:7: note: it is set here
      previous = a[i];
    }
  }

  void kernel1D_Branch(float *a, const float *b, int n) {
    int i;
    float t;
    for (i = 0; i < n; i++) {
      // CHECK: :[[@LINE+2]]:25: error: iterations of kernel 'kernel1D_Branch' depend on each other by the variable 't'
      // CHECK: note: compute it in each iteration from what other iterations do not change
      if (b[i] > 2.0f * t)
        t = b[i];
      a[i] = t;
    }
  }

  // How many elements are written is not known.
  void kernel1D_Elements(float *a, const float *b, int n) {
    int i, k;
    float w[8];
    for (i = 0; i < n; i++) {
      for (k = 0; k < i; k++)
        w[k % 8] = b[k];
      // CHECK: error: iterations of kernel 'kernel1D_Elements' depend on each other by the variable 'w'
      // CHECK: note: declare it inside of the loop, if each iteration sets all that it reads of it
      a[i] = w[0] + w[3];
    }
  }

  // The inner loop may not run.
  void kernel1D_Inner(float *a, const float *b, int n) {
    int i, j;
    float t;
    for (i = 0; i < n; i++) {
      for (j = 0; j < i; j++)
        // CHECK: :[[@LINE+1]]:20: error: iterations of kernel 'kernel1D_Inner' depend on each other by the variable 't'
        t = b[j] / t;
      a[i] = t;
    }
  }

  // A counter that one iteration leaves to the next.
  void kernel1D_Counter(float *a, const float *b, int n) {
    int i, j;
    j = 0;
    for (i = 0; i < n; i++) {
      // CHECK: error: iterations of kernel 'kernel1D_Counter' depend on each other by the variable 'j'
      for (; j < n && b[j] < b[i]; j++)
        a[i] += 1.0f;
    }
  }

  // Another name for the variable, which was bound before the loop.
  void kernel1D_Reference(float *a, const float *b, int n) {
    int i;
    float w[2];
    float &first = w[0];
    w[1] = 1.0f;
    for (i = 0; i < n; i++) {
      if (b[i] > 0.0f)
        first = b[i];
      // CHECK: error: iterations of kernel 'kernel1D_Reference' depend on each other by the variable 'w'
      a[i] = w[0] + w[1];
    }
  }

  // The function writes it in some cases only.
  void kernel1D_Function(float *a, const float *b, int n) {
    int i;
    float t;
    for (i = 0; i < n; i++) {
      Set(t, b[i]);
      // CHECK: error: iterations of kernel 'kernel1D_Function' depend on each other by the variable 't'
      a[i] = t;
    }
  }

  // A case is left out.
  void kernel1D_Case(float *a, const float *b, int n) {
    int i;
    float t;
    for (i = 0; i < n; i++) {
      switch (i % 3) {
      case 0:
        t = 1.0f / t;
        break;
      case 1:
        t = 2.0f;
      }
      // CHECK: error: iterations of kernel 'kernel1D_Case' depend on each other by the variable 't'
      a[i] = t * b[i];
    }
  }

  // Some iterations write it before they go on, and others read it.
  void kernel1D_Tail(float *a, const float *b, int n) {
    int i;
    float t;
    t = 0.0f;
    for (i = 0; i < n; i++) {
      if (b[i] < 1.0f) {
        t = b[i] / t;
        continue;
      }
      // CHECK: error: iterations of kernel 'kernel1D_Tail' depend on each other by the variable 't'
      a[i] = t;
    }
  }

  // A member that a function of the iteration reads first.
  void kernel1D_Alias(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++) {
      a[i] = Before();
      // CHECK: error: iterations of kernel 'kernel1D_Alias' depend on each other: one writes 'm_before' here
      m_before = b[i];
    }
  }

  // The index is another one where the right side of the && is evaluated.
  void kernel1D_Maybe(float *a, const float *b, int n) {
    int i, k;
    float w[2];
    w[0] = 1.0f;
    for (i = 0; i < n; i++) {
      k = 0;
      bool large = b[i] > 1.0f && Choose(k, 1);
      w[k] = b[i];
      w[1] = 3.0f;
      // CHECK: error: iterations of kernel 'kernel1D_Maybe' depend on each other by the variable 'w'
      a[i] = large ? w[0] : w[1];
    }
  }

  // What is read behind the loop cannot be declared inside of it.
  void kernel1D_Behind(float *a, const float *b, int n) {
    struct {
      float x, y;
    } s;
    s.y = 0.0f;
    for (int i = 0; i < n; i++) {
      Set(s.x, b[i]);
      // CHECK: :{{[0-9]+}}:20: error: iterations of kernel 'kernel1D_Behind' depend on each other by the variable 's'
      // CHECK: note: let each iteration use a variable that is declared inside of the loop, and assign what is read behind the loop from it
      a[i] = s.x;
    }
    a[0] += s.x + s.y;
  }

private:
  static void Set(float &to, float value) {
    if (value > 1.0f)
      to = value / to;
  }
  static bool Choose(int &to, int value) {
    to = value;
    return true;
  }
  float Before() const { return m_before + 1.0f; }

  float m_before;
};
