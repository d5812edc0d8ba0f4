// Of a number of rows that is a constant no shader asks whether it is small.
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/shaders/kernel1D_Sums.comp --implicit-check-not=8192
class Few {
public:
  virtual ~Few() {}
  virtual void Run(const int *a, int n) { kernel1D_Sums(a, n); }

private:
  // CHECK: if (n >= 256 && n <= 1073741824) {
  // CHECK-NEXT: for (int c = int(gl_WorkGroupID.x); c < 80; c += int(gl_NumWorkGroups.x)) {
  void kernel1D_Sums(const int *a, int n) {
    for (int c = 0; c < 80; c++) {
      int sum = 0;
      for (int i = 0; i < n; i++)
        sum += a[i] ^ c;
      m_sums[c] = sum;
    }
  }
  int m_sums[80];
};
