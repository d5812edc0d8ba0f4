// Launches that follow each other and stay two dispatches, each for a reason that the report has.
// RUN: vkmorph %s --class Apart -o %t --report=%t.json --target=vulkan10 -- -std=c++17
// RUN: FileCheck %s --input-file=%t.json
// RUN: FileCheck %s --input-file=%t.json --check-prefix=MEMBER
// RUN: vkmorph %s --class Apart --emit=recognised --without-locations --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=NONE
// RUN: vkmorph %s --class Apart --emit=recognised --without-locations --images=textures --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=NONE
// NONE-NOT: vkm.fuses
#include <vector>

class Apart {
public:
  // CHECK-DAG: "obstacle": "an iteration of 'Blur' may need more of what another one of 'Set' reads or writes"
  void Neighbour(float *a, float *b, int n) {
    kernel1D_Set(a, n);
    kernel1D_Blur(a, b, n);
  }
  // CHECK-DAG: "obstacle": "an iteration of 'Set' may need more of what another one of 'Blur' reads or writes"
  void NeighbourFirst(float *a, float *b, int n) {
    kernel1D_Blur(a, b, n);
    kernel1D_Set(a, n);
  }
  // CHECK-DAG: "obstacle": "they are not known to have as many iterations"
  void Half(float *a, int n) {
    kernel1D_Set(a, n);
    kernel1D_Double(a, n / 2);
  }
  // CHECK-DAG: "about": "'SetMany' and 'DoubleSome' in 'Narrowed'"
  // CHECK-DAG: "obstacle": "they are not known to have as many iterations"
  void Narrowed(float *a, long long n) {
    kernel1D_SetMany(a, n);
    kernel1D_DoubleSome(a, n);
  }
  // CHECK-DAG: "about": "'Set' and 'Columns' in 'Order'"
  // CHECK-DAG: "obstacle": "they have other loops"
  void Order(float *a, int w, int h) {
    kernel1D_Set(a, w * h);
    kernel2D_Columns(a, w, h);
  }
  // CHECK-DAG: "obstacle": "the control function does something between them"
  void Host(float *a, int n) {
    kernel1D_Set(a, n);
    m_values.resize(n);
    kernel1D_Double(a, n);
  }
  // What the host assigns in between, the device does: no choice is about it.
  // MEMBER-NOT: 'Gain'
  void Member(float *a, int n) {
    kernel1D_Gain(a, n);
    m_gain = 2.0f;
    kernel1D_Double(a, n);
  }
  // CHECK-DAG: "obstacle": "'Total' does something before, behind or between its loops"
  void Reduced(float *a, int n) {
    kernel1D_Total(a, n);
    kernel1D_Spread(a, n);
  }
  // CHECK-DAG: "obstacle": "'Total' begins with what 'Spread' changes or still needs"
  void Again(float *a, int n) {
    kernel1D_Spread(a, n);
    kernel1D_Total(a, n);
  }
  // CHECK-DAG: "obstacle": "'More' combines values"
  void Both(float *a, int n) {
    kernel1D_More(a, n);
    kernel1D_Double(a, n);
  }
  // CHECK-DAG: "obstacle": "'Append' appends elements"
  void Appended(float *a, int n) {
    kernel1D_Set(a, n);
    kernel1D_Append(a, n);
  }
  // CHECK-DAG: "obstacle": "an iteration of 'Early' may end early, inside of another statement"
  void Ended(float *a, int n) {
    kernel1D_Early(a, n);
    kernel1D_Double(a, n);
  }
  // CHECK-DAG: "obstacle": "iterations of 'Index' are not proved to have elements of their own"
  void Unproved(float *a, const int *where, int n) {
    kernel1D_Set(a, n);
    kernel1D_Index(a, where, n);
  }
  // CHECK-DAG: "obstacle": "both have loops, of which some are long, beside which a dispatch costs little"
  void Loops(float *a, int n) {
    kernel1D_Series(a, n);
    kernel1D_Series(a, n);
  }
  // CHECK-DAG: "obstacle": "'Total' reduces, beside which no workgroup shares the loop of an iteration"
  void Summed(float *a, int n) {
    kernel1D_Series(a, n);
    kernel1D_Total(a, n);
  }
  // CHECK-DAG: "obstacle": "no barrier is between them, so that they run side by side"
  void Independent(float *a, float *b, int n) {
    kernel1D_Set(a, n);
    kernel1D_Set(b, n);
  }
  // CHECK-DAG: "obstacle": "together they use 5 buffers, and a shader of the target takes 4"
  void Many(float *a, const float *b, const float *c, const float *d, const float *e, int n) {
    kernel1D_Add(a, b, c, n);
    kernel1D_Add(a, d, e, n);
  }
  // CHECK-DAG: "obstacle": "'Double' is given 'm_values', and 'Grow' uses it by its name"
  void TwoNames(int n) {
    kernel1D_Grow(n);
    kernel1D_Double(m_values.data(), n);
  }

  void kernel1D_SetMany(float *a, long long n) {
    for (int i = 0; i < n; i++)
      a[i] = 1.0f;
  }
  void kernel1D_DoubleSome(float *a, long long n) {
    for (int i = 0; i < (long long)(int)n; i++)
      a[i] *= 2.0f;
  }
  void kernel1D_Set(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = i;
  }
  void kernel1D_Double(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] *= 2.0f;
  }
  void kernel1D_Gain(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] *= m_gain;
  }
  void kernel1D_Blur(const float *a, float *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] + a[i + 1 < n ? i + 1 : i];
  }
  void kernel2D_Columns(float *a, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        a[y * w + x] += 1.0f;
  }
  void kernel1D_Total(const float *a, int n) {
    m_total = 0.0f;
    for (int i = 0; i < n; i++)
      m_total += a[i];
  }
  void kernel1D_More(const float *a, int n) {
    for (int i = 0; i < n; i++)
      m_total += a[i];
  }
  void kernel1D_Spread(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] -= m_total;
  }
  void kernel1D_Append(const float *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] > 3.0f)
        m_list.push_back(a[i]);
  }
  void kernel1D_Early(float *a, int n) {
    for (int i = 0; i < n; i++) {
      if (a[i] < 0.0f) {
        if (a[i] < -1.0f)
          continue;
        a[i] = 0.0f;
      }
      a[i] += 1.0f;
    }
  }
  void kernel1D_Index(float *a, const int *where, int n) {
    for (int i = 0; i < n; i++)
      a[where[i]] = i;
  }
  void kernel1D_Series(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
        a[i] = a[i] * 0.5f + 1.0f;
  }
  void kernel1D_Add(float *a, const float *b, const float *c, int n) {
    for (int i = 0; i < n; i++)
      a[i] += b[i] * c[i];
  }
  void kernel1D_Grow(int n) {
    for (int i = 0; i < n; i++)
      m_values[i] += 1.0f;
  }

private:
  float m_gain = 1.0f, m_total = 0.0f;
  std::vector<float> m_list, m_values;
};
