// Functions of the user's that print: their statements stand in the control function that calls them.
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/host-functions_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/host-functions_generated.cpp
#include <cstdio>
#include <iostream>

static void line(const char *what, double x) { std::cout << what << ": " << x << "\n"; }

class Prints {
public:
  virtual ~Prints() {}

  // CHECK: int Prints_Generated::Run(const int *a, int n) {
  // CHECK: if (m_level > 0) {
  // CHECK: std::printf("%s %d\n", "elements", value);
  // CHECK: call.Run(
  // CHECK: const double x = double(m_sum);
  // CHECK: std::cout << "sum" << ": " << x << "\n";
  virtual int Run(const int *a, int n) {
    Say("elements", n);
    kernel1D_Sum(a, n);
    line("sum", m_sum);
    return Doubled(m_sum);
  }

protected:
  void Say(const char *what, int value) const {
    if (m_level <= 0)
      return;
    std::printf("%s %d\n", what, value);
  }
  int Doubled(int x) const {
    if (x > 100) {
      std::puts("large");
      return 200;
    }
    return 2 * x;
  }
  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }

  int m_sum = 0;
  int m_level = 0;
};
