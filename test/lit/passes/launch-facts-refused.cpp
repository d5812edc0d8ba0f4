// What does not hold at every launch, may have wrapped, or was true of another value proves nothing. In each kernel all
// iterations write one element where s is 0.
//
// RUN: vkmorph %s --class=Facts --emit=planned -- -std=c++17 2>&1 >/dev/null | FileCheck %s --implicit-check-not=vkm2104

class Facts {
public:
  virtual ~Facts() = default;

  // CHECK-DAG: kernel 'kernel1D_Other' {{.*}}vkm2104
  virtual void Known([[vkmorph::size("n * n")]] int *a, int n) {
    for (int s = 1; s <= n; ++s)
      kernel1D_Other(a, n, s);
  }
  // Another launch, with any number.
  virtual void Other([[vkmorph::size("n * n")]] int *a, int n, int s) { kernel1D_Other(a, n, s); }

  // It begins with 0.
  // CHECK-DAG: kernel 'kernel1D_Zero' {{.*}}vkm2104
  virtual void Zero([[vkmorph::size("n * n")]] int *a, int n) {
    for (int s = 0; s < n; ++s)
      kernel1D_Zero(a, n, s);
  }
  // A statement between the condition and the launch.
  // CHECK-DAG: kernel 'kernel1D_Between' {{.*}}vkm2104
  virtual void Between([[vkmorph::size("n * n")]] int *a, int n, int s) {
    if (s > 0) {
      s -= 1;
      kernel1D_Between(a, n, s);
    }
  }
  // Behind the loop its condition does not hold.
  // CHECK-DAG: kernel 'kernel1D_Behind' {{.*}}vkm2104
  virtual void Behind([[vkmorph::size("n * n")]] int *a, int n, int s) {
    while (s > 0)
      s -= 3;
    kernel1D_Behind(a, n, s);
  }
  // The loop changes it before the launch.
  // CHECK-DAG: kernel 'kernel1D_Changed' {{.*}}vkm2104
  virtual void Changed([[vkmorph::size("n * n")]] int *a, int n, int s) {
    while (s > 0) {
      s /= 2;
      kernel1D_Changed(a, n, s);
    }
  }
  // An iteration in between leaves it at 0.
  // CHECK-DAG: kernel 'kernel1D_Induced' {{.*}}vkm2104
  virtual void Induced([[vkmorph::size("n * n")]] int *a, int n) {
    int s = n;
    for (int k = 0; k < n; ++k) {
      kernel1D_Induced(a, n, s);
      if (k == 3)
        s = s - 4;
    }
  }
  // The sum wraps to 0.
  // CHECK-DAG: kernel 'kernel1D_Wraps' {{.*}}vkm2104
  virtual void Wraps([[vkmorph::size("n * n")]] int *a, int n, unsigned seed) { kernel1D_Wraps(a, n, seed + 1); }
  // Of n = 0 the bound wraps: s comes to n - 1 = 2^32 - 1 and n - 2 - s is no number that is not negative.
  // CHECK-DAG: kernel 'kernel1D_Bound' {{.*}}vkm2104
  virtual void Bound([[vkmorph::size("16")]] int *a, unsigned n) {
    for (unsigned s = 0; s < n - 1; ++s)
      kernel1D_Bound(a, 4, n);
  }
  // 1, 2, 4, ..., 2^31, 0
  // CHECK-DAG: kernel 'kernel1D_Doubled' {{.*}}vkm2104
  virtual void Doubled([[vkmorph::size("16")]] int *a, unsigned n) {
    for (unsigned s = 1; s != n; s *= 2)
      kernel1D_Doubled(a, 4, s);
  }
  // From behind the bound on it goes around.
  // CHECK-DAG: kernel 'kernel1D_Around' {{.*}}vkm2104
  virtual void Around([[vkmorph::size("16")]] int *a, unsigned n) {
    for (unsigned s = 1; s != n; ++s)
      kernel1D_Around(a, 4, s);
  }
  // An unsigned number that is negative as a signed one, and a wide one that is cut.
  // CHECK-DAG: kernel 'kernel1D_Signed' {{.*}}vkm2104
  virtual void Signed([[vkmorph::size("16")]] int *a, unsigned s) {
    if (s > 0)
      kernel1D_Signed(a, 4, int(s + s));
  }
  // CHECK-DAG: kernel 'kernel1D_Cut' {{.*}}vkm2104
  virtual void Cut([[vkmorph::size("16")]] int *a, unsigned long long s) {
    if (s > 0)
      kernel1D_Cut(a, 4, unsigned(s));
  }
  // A member that another method changes.
  // CHECK-DAG: kernel 'kernel1D_Member' {{.*}}vkm2104
  virtual void Member([[vkmorph::size("n * n")]] int *a, int n) {
    if (m_s > 0) {
      SetStep(0);
      kernel1D_Member(a, n, m_s);
    }
  }
  void SetStep(int s) { m_s = s; }

  // Nothing launches it: derived classes may.
  // CHECK-DAG: kernel 'kernel1D_Alone' {{.*}}vkm2104
  virtual void kernel1D_Alone(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }

  int m_s = 1;

private:
  void kernel1D_Other(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Zero(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Between(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Behind(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Changed(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Induced(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Wraps(int *a, int n, unsigned s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Bound(int *a, int n, unsigned s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Doubled(int *a, int n, unsigned s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Around(int *a, int n, unsigned s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Signed(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Cut(int *a, int n, unsigned s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Member(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
};
