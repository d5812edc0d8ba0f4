// Origin: written as a user would.
// Functions of the user's that print, called before and after kernels: with strings, early returns, results, other such functions.
// RUN: %check %s --size n=0,3,200 -- -std=c++17
#include "printing_helpers.h"

#include <iostream>

namespace {
void banner(const char *title, int width) {
  for (int i = 0; i < width; i++)
    std::cout << '-';
  std::cout << ' ' << title << std::endl;
}

void line(double x) { std::cout << "value " << x << "\n"; }
} // namespace

void PrintingHelpers::Report() const {
  banner("report", 3);
  Say("sum", m_sum);
  line(0.5 * m_sum);
}

int PrintingHelpers::Counted(const char *label) {
  Say(label, m_sum);
  return 2 * m_sum + 1;
}

int PrintingHelpers::Run(const int *a, int *b, int n, int verbosity) {
  Say("elements", n);
  if (verbosity > 0)
    banner("start", 5);
  kernel1D_Twice(a, b, n);
  Report();
  const int result = Counted("after");
  return result + n;
}
