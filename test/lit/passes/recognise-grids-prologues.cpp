// Single loops around the grid of a kernel over rows and columns belong to its prologue and epilogue.
// RUN: vkmorph %s --emit=recognised -- -std=c++17 2>%t.txt | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID < %t.txt
// RUN: %check %s --class Moments --size w=5,40 --size h=3,30 -- -std=c++17
struct Moments {
  virtual ~Moments() {}

  float m_sums[4] = {};
  int m_table[8] = {};
  double m_largest = 0;

  // CHECK-LABEL: vkm.kernel @kernel2D_Sum
  // CHECK: vkm.once {
  // CHECK: vkm.for
  // CHECK: vkm.grid (%x: si32, %y: si32)
  // CHECK: vkm.reduce add
  // CHECK: vkm.once {
  // CHECK: vkm.for
  void kernel2D_Sum(const float *a, int w, int h) {
    for (float &sum : m_sums)
      sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const float v = a[y * w + x];
        m_sums[0] += 1;
        m_sums[1] += v;
        m_sums[2] += v * v;
        m_sums[3] += v * x;
      }
    for (int k = 1; k < 4; k++)
      m_sums[k] /= m_sums[0];
  }

  // A grid of columns between two loops of one thread.
  // CHECK-LABEL: vkm.kernel @kernel2D_Table
  // CHECK: vkm.once {
  // CHECK: vkm.for
  // CHECK: vkm.grid
  // SAID: :[[@LINE+2]]:5: warning: one thread runs this loop, since only nests of 2 loops of kernel 'kernel2D_Table' run in parallel [vkm2023, one-thread]
  void kernel2D_Table(int *out, int w, int h) {
    for (int k = 0; k < w; k++)
      m_table[k % 8] = k;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        out[y * w + x] = m_table[(x + y) % 8];
  }

  virtual void Run(const float *a, int *out, int w, int h) {
    kernel2D_Sum(a, w, h);
    kernel2D_Table(out, w, h);
  }
};
