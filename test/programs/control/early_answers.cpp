// Origin: written as a user would, before its first translation.
// Members that are set in a branch that returns before the first kernel.
// RUN: %check %s --size n=0,1,300 -- -std=c++17
#include "early_answers.h"

void EarlyAnswers::Average(const float *x, int n) {
  m_calls++;
  if (n == 0) {
    m_mean = 0.0f;
    m_valid = false;
    return;
  }
  m_valid = true;
  kernel1D_Sum(x, n);
}

int EarlyAnswers::Find(const int *x, int n, int limit) {
  if (n <= 0 || limit < -1000) {
    m_found = -1;
    return m_found;
  }
  kernel1D_Below(x, n, limit);
  return m_found;
}
