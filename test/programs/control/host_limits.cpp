// Origin: written with the part of the compiler that it tests.
// Helpers that write variables of a control function: from members, also such that kernels have changed, which the host
// reads; from elements of arrays and vectors, and while they change members, which the device does.
// RUN: %check %s --class HostLimits --size n=2,5,300 --size rounds=0,1,3 -- -std=c++17
// RUN: vkmorph %s --emit=host --silence=one-thread -- -std=c++17 | FileCheck %s
#include <vector>

class HostLimits {
public:
  virtual ~HostLimits() = default;

  // CHECK: HostLimits_Generated::MembersCmd(
  // CHECK: Limits_givenOnHost(lo, hi, m_low, m_high);
  virtual void Members([[vkmorph::size("n")]] int *out, int n) {
    int lo, hi;
    Limits(lo, hi);
    kernel1D_Add(out, n, lo);
    kernel1D_Add(out, n, hi - lo);
  }
  virtual int AfterKernel([[vkmorph::size("n")]] const int *in, int n) {
    int lo = 0, hi = 5;
    kernel1D_Count(in, n);
    Limits(lo, hi);
    if (lo > 3)
      kernel1D_Count(in, n / 2);
    Limits(hi, lo);
    return lo * 1000 + hi;
  }
  virtual void Elements([[vkmorph::size("n")]] int *out, int n) {
    int least = 100, most;
    FindRange(out, n, least, most);
    kernel1D_Add(out, n, most);
    FindRange(out, n, least, most);
    kernel1D_Add(out, n, least - 1);
  }
  virtual int Found([[vkmorph::size("n")]] int *out, int n) {
    int at = -1;
    const bool isThere = Find(out, n, at);
    kernel1D_Add(out, n, isThere ? 1 : 2);
    return at;
  }
  virtual void Changes([[vkmorph::size("n")]] int *out, int n) {
    int seed;
    Next(seed);
    kernel1D_Add(out, n, seed);
    int other = seed + 1;
    Next(other);
    kernel1D_AddLow(out, n);
    kernel1D_Add(out, n, other);
  }
  virtual void Loops([[vkmorph::size("n")]] int *out, int n, int rounds) {
    int value = 1;
    for (int round = 0; round < rounds; round++) {
      int first;
      First(out, first);
      kernel1D_Add(out, n, first % 7 + value);
      if (round % 2 == 0)
        First(out + 1, value);
    }
    kernel1D_Add(out, n, value);
  }
  virtual void Vector([[vkmorph::size("n")]] int *out, int n) {
    float weight;
    Weigh(n % 3, weight);
    kernel1D_Add(out, n, int(weight));
  }

protected:
  void Limits(int &lo, int &hi) const {
    lo = m_low;
    hi = Upper();
  }
  int Upper() const { return m_low + m_high; }
  static void FindRange(const int *a, int n, int &least, int &most) {
    least = most = a[0];
    for (int i = 1; i < n; i++) {
      if (a[i] < least)
        least = a[i];
      if (a[i] > most)
        most = a[i];
    }
  }
  static bool Find(const int *a, int n, int &at) {
    for (int i = 0; i < n; i++)
      if (a[i] < 0) {
        at = i;
        return true;
      }
    return false;
  }
  static void First(const int *a, int &value) { value = a[0]; }
  void Next(int &seed) {
    m_low = (m_low * 5 + 1) % 101;
    seed = m_low;
  }
  void Weigh(int i, float &weight) const { weight = m_weights[i] * 2; }

  void kernel1D_Add(int *out, int n, int value) {
    for (int i = 0; i < n; i++)
      out[i] += value;
  }
  void kernel1D_AddLow(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] += m_low;
  }
  void kernel1D_Count(const int *in, int n) {
    m_low = 0;
    for (int i = 0; i < n; i++)
      if (in[i] > 0)
        m_low += 1;
  }
  int m_low = 3, m_high = 40;
  std::vector<float> m_weights = {1, 5, 9};
};
