// RUN: vkmorph %s --class Values --emit=recognised --silence=one-thread -- -std=c++17 | FileCheck %s
// RUN: vkmorph-translate --import-cpp --class=Nothing %s -- -std=c++17 | vkmorph-opt -vkm-inline-controls -vkm-bind-references -vkm-name-launches -o %t.before
// RUN: vkmorph-opt -vkm-device-values %t.before -o %t.after
// RUN: diff %t.before %t.after

// CHECK-DAG: vkm.field @Run_first : si32 access protected {vkm.local_name = "first", vkm.local_of = "Run"}
// CHECK-DAG: vkm.field @Run_next : si32 access protected {vkm.local_name = "next", vkm.local_of = "Run"}
// CHECK-DAG: vkm.field @Run_saved : si32 access protected {vkm.local_name = "saved", vkm.local_of = "Run"}
// CHECK: vkm.kernel @kernel1D_Run_members
// CHECK: vkm.once
// CHECK: %[[FIRST:.*]] = vkm.field_ref @Run_first
// CHECK-NEXT: vkm.assign %[[FIRST]]
class Values {
public:
  virtual ~Values() = default;
  virtual int Run([[vkmorph::size("n")]] int *a, int n) {
    int first = a[0];
    const int saved = m_gain;
    m_gain = 2;
    kernel1D_Scale(a, n);
    m_gain = saved;
    kernel1D_Add(a, n, next());
    return first;
  }

protected:
  int next() { return m_gain++; }
  void kernel1D_Scale(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] *= m_gain;
  }
  void kernel1D_Add(int *a, int n, int x) {
    for (int i = 0; i < n; i++)
      a[i] += x;
  }
  int m_gain = 3;
};

// Members that nothing changes meanwhile, and numbers of the host, stay what they are.
class Nothing {
public:
  virtual ~Nothing() = default;
  virtual int Run(int *a, int n) {
    const int half = n / 2, gain = m_gain;
    kernel1D_Add(a, half, gain);
    m_calls++;
    return half + gain;
  }

protected:
  void kernel1D_Add(int *a, int n, int x) {
    for (int i = 0; i < n; i++)
      a[i] += x;
  }
  int m_gain = 3, m_calls = 0;
};

// A variable that a function writes from an array is kept on the device; one that it writes from
// members alone is the host's.
// RUN: vkmorph %s --class Written --emit=recognised --silence=one-thread -- -std=c++17 \
// RUN:   | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: vkm.field @Run_first : si32 access protected {vkm.local_name = "first", vkm.local_of = "Run"}
// WRITTEN-NOT: vkm.field @Run_gain
// WRITTEN: vkm.control @Run(
// WRITTEN: %[[GAIN:.*]] = vkm.var "gain"
// WRITTEN: vkm.call @GetGain_given(%[[GAIN]],
// WRITTEN: vkm.launch @kernel1D_Run_members(
class Written {
public:
  virtual ~Written() = default;
  virtual void Run([[vkmorph::size("n")]] int *a, int n) {
    int first, gain;
    GetGain(gain);
    GetFirst(a, first);
    kernel1D_Add(a, n, first, gain);
  }

protected:
  void GetGain(int &gain) const { gain = m_gain; }
  void GetFirst(const int *a, int &first) const { first = a[0]; }
  void kernel1D_Add(int *a, int n, int x, int y) {
    for (int i = 0; i < n; i++)
      a[i] += x * y;
  }
  int m_gain = 3;
};
