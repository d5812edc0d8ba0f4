// Extents of arrays of which kernels read an element that another kernel has found: its index is one of that one's iterations.
// RUN: vkmorph %s --class=Found -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not=warning:
// NONE-NOT: error:
// RUN: FileCheck %s --input-file=%t/infer-extents-members_generated.cpp
// RUN: vkmorph %s --class=Lost --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=LOST
#include <algorithm>

class Found {
public:
  virtual ~Found() = default;
  // At least one element, since one is read whatever n is.
  // CHECK-LABEL: Found_Generated::Peak(const
  // CHECK: call.InOut("out", out, std::max<uint64_t>(uint64_t(std::max<int>(n, 0)), 1ull))
  virtual float Peak(const float *in, float *out, int n) {
    kernel1D_Square(in, out, n);
    return *std::max_element(out, out + n);
  }
  // CHECK-LABEL: Found_Generated::Behind(const
  // CHECK: call.In("points", points, std::max<int>(n, 0))
  virtual void Behind(const int *points, int *behind, int n) {
    kernel1D_Best(points, n);
    kernel1D_Behind(points, behind, n);
  }
  // CHECK-LABEL: Found_Generated::Rounds(const
  // CHECK: call.In("points", points, rounds > 0 ? std::max<int>(n, 0) : 0)
  virtual void Rounds(const int *points, int *behind, int n, int rounds) {
    for (int k = 0; k < rounds; k++) {
      kernel1D_Latest(points, n);
      kernel1D_Behind(points, behind, n);
    }
  }

protected:
  int m_best = 0;
  void kernel1D_Square(const float *in, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = in[i] * in[i];
  }
  void kernel1D_Best(const int *points, int n) {
    m_best = 0;
    for (int i = 1; i < n; i++)
      if (points[i] > points[m_best])
        m_best = i;
  }
  void kernel1D_Latest(const int *points, int n) {
    m_best = 0;
    for (int i = 0; i < n; i++)
      if (points[i] > 7)
        m_best = i;
  }
  void kernel1D_Behind(const int *points, int *behind, int n) {
    for (int i = 0; i < n; i++)
      behind[i] = points[m_best] - points[i];
  }
};

class Lost {
public:
  virtual ~Lost() = default;
  // Only sometimes it is set here.
  // LOST-DAG: the number of elements of 'points' is unknown, so that 'Sometimes'
  virtual void Sometimes(const int *points, int *behind, int n, int mode) {
    if (mode > 0)
      kernel1D_Set(points, n);
    kernel1D_Behind(points, behind, n);
  }
  // Data are the index.
  // LOST-DAG: the number of elements of 'points' is unknown, so that 'ByData'
  virtual void ByData(const int *points, int *behind, int n) {
    kernel1D_Data(points, n);
    kernel1D_Behind(points, behind, n);
  }
  // A sum is no index of an iteration.
  // LOST-DAG: the number of elements of 'points' is unknown, so that 'Sum'
  virtual void Sum(const int *points, int *behind, int n) {
    kernel1D_Sum(points, n);
    kernel1D_Behind(points, behind, n);
  }
  // What it was before the call may be left.
  // LOST-DAG: the number of elements of 'points' is unknown, so that 'Kept'
  virtual void Kept(const int *points, int *behind, int n) {
    kernel1D_Keep(points, n);
    kernel1D_Behind(points, behind, n);
  }
  // The other kernel's loop is longer than all that is surely read.
  // LOST-DAG: the number of elements of 'points' is unknown, so that 'Longer'
  virtual void Longer(const int *points, int *behind, int n, int m) {
    kernel1D_Number(m);
    kernel1D_Behind(points, behind, n);
  }

protected:
  int m_best = 0;
  void kernel1D_Set(const int *points, int n) {
    m_best = 0;
    for (int i = 1; i < n; i++)
      if (points[i] > points[m_best])
        m_best = i;
  }
  void kernel1D_Data(const int *points, int n) {
    m_best = 0;
    for (int i = 0; i < n; i++)
      m_best = std::max(m_best, points[i]);
  }
  void kernel1D_Sum(const int *points, int n) {
    m_best = 0;
    for (int i = 0; i < n; i++)
      if (points[i] > 0)
        m_best += 1;
  }
  void kernel1D_Keep(const int *points, int n) {
    for (int i = 0; i < n; i++)
      if (points[i] > 7)
        m_best = i;
  }
  void kernel1D_Number(int m) {
    m_best = 0;
    for (int i = 0; i < m; i++)
      m_best = std::max(m_best, i);
  }
  void kernel1D_Behind(const int *points, int *behind, int n) {
    for (int i = 0; i < n; i++)
      behind[i] = points[m_best] - points[i];
  }
};
