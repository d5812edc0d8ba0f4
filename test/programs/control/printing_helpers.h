#pragma once

#include <cstdio>

// A class that reports what it did, through functions of its own.
class PrintingHelpers {
public:
  virtual ~PrintingHelpers() {}

  virtual int Run(const int *a, int *b, int n, int verbosity);

protected:
  void kernel1D_Twice(const int *a, int *b, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      b[i] = 2 * a[i];
      m_sum += a[i];
    }
  }

  void Say(const char *what, int value) const {
    if (m_level < 1)
      return;
    std::printf("%s: %d\n", what, value);
  }
  void Report() const;
  int Counted(const char *label);

  int m_sum = 0;
  int m_level = 0;
  int m_reports = 0;
};
