// Origin: written as a user would.
// Lambdas and getters over members in control functions: for what kernels are given, and in what the function returns.
// RUN: %check %s --size n=0,1,300 -- -std=c++17
#include "member_lambdas.h"

float MemberLambdas::Run(const float *in, float *out, int n, float strength) {
  auto scaled = [this](float x) { return x * m_gain; };
  auto biased = [&](float x) {
    if (strength > 1.0f)
      return x + 2.0f * m_bias;
    return x + m_bias;
  };
  kernel1D_Shape(in, out, n, scaled(strength), biased(weighted(2)));
  return scaled(2.0f) + biased(1.0f);
}

float MemberLambdas::Level(const float *in, int n) {
  kernel1D_Measure(in, n);
  return variance() + mean();
}

int MemberLambdas::Steps(const float *in, float *out, int n) {
  const bool strong = m_gain > 1.0f && weighted(1) > 0.5f;
  kernel1D_Shape(in, out, n, strong ? weighted(0) : weighted(1), 0.0f);
  int steps = 0;
  for (int k = 0; k < 3; k++)
    if (weighted(k) < 0.8f)
      steps++;
  return steps;
}
