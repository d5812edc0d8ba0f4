// Origin: written as a user would, before its first translation.
// Control functions: copies and fills between launches in loops, parts of arrays, pointers that are exchanged, continue and switch around
// launches, functions called twice with their arguments exchanged, totals that branches of the host look at.
// RUN: %check %s --class Relay --size n=0,2,40 --variants=default,extra-dispatches --adversarial -- -std=c++17
// RUN: %check %s --class Relay --size n=24 --mutate-barriers -- -std=c++17
// RUN: vkmorph %s --class Relay --emit=host -- -std=c++17 | FileCheck %s
//
// What falls through says so, and a barrier for a branch stands in it.
// CHECK: Run_copyCmd(cmd, n);
// CHECK-NEXT: {{\[\[}}fallthrough]];
// CHECK-NEXT: default:
// CHECK-NEXT: // Run_copy wrote a, which Total reads.
// CHECK: if (k == 8) {
// CHECK-NEXT: // Add wrote a and b, which Total reads.
// CHECK-NEXT: vkmorph::Barrier(cmd, AddStages(), TotalStages());
#include <algorithm>
#include <cstring>
#include <utility>

class Relay {
public:
  virtual ~Relay() = default;
  virtual int Run(int *a, int *b, int n, int laps) {
    Leg(a, b, n);
    Leg(b, a, n);
    for (int lap = 0; lap < laps; lap++) {
      if (lap == 2)
        continue;
      switch (lap % 4) {
      case 0:
        kernel1D_Add(a, b, n);
        break;
      case 1:
        std::copy(b, b + n, a);
        [[fallthrough]];
      default:
        kernel1D_Total(a, n);
        kernel1D_Spread(b, n);
      }
    }
    std::fill(a, a + n, 3);
    kernel1D_Add(b, a, n);
    kernel1D_Total(a, n);
    return m_total;
  }
  virtual void Halves([[vkmorph::size("n")]] int *a, [[vkmorph::size("n")]] int *b, int n) {
    kernel1D_Add(a + n / 2, b, n / 2);
    kernel1D_Total(b, n / 2);
    std::memcpy(a, b, n / 2 * sizeof(int));
    kernel1D_Spread(a + n / 2, n / 2);
    int *from = a, *to = b;
    for (int k = n; k > 1; k /= 2) {
      kernel1D_Add(from, to, n);
      std::swap(from, to);
      if (k == 8)
        kernel1D_Total(from, n);
    }
    kernel1D_Largest(from, n);
  }
  virtual int Until(int *a, int *kept, int n, int most) {
    int rounds = 0;
    do {
      std::copy(a, a + n, kept);
      kernel1D_Halve(a, n);
      kernel1D_Differences(a, kept, n);
      rounds++;
      if (m_changed == 0)
        break;
      if (m_changed > n / 2)
        kernel1D_Total(a, n);
    } while (rounds < most);
    return rounds * 100 + m_total % 100;
  }

private:
  void Leg(const int *from, int *to, int n) {
    kernel1D_Total(from, n);
    kernel1D_Add(from, to, n);
    kernel1D_Largest(from, n);
  }
  void kernel1D_Add(const int *from, int *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = to[i] / 2 + from[i];
  }
  void kernel1D_Total(const int *a, int n) {
    m_total = m_largest & 7;
    for (int i = 0; i < n; i++)
      m_total += a[i];
  }
  void kernel1D_Spread(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += m_total & 3;
  }
  void kernel1D_Largest(const int *a, int n) {
    m_largest = 0;
    for (int i = 0; i < n; i++)
      m_largest = std::max(m_largest, a[i]);
  }
  void kernel1D_Halve(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] /= 2;
  }
  void kernel1D_Differences(const int *a, const int *kept, int n) {
    m_changed = 0;
    for (int i = 0; i < n; i++)
      m_changed += a[i] != kept[i];
  }
  int m_total = 0, m_largest = 0, m_changed = 0;
};
