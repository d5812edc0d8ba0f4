// Numbers::kernel1D_ArraySummf, from numbers.cpp:28: what comes before its loop, in one thread.
#version 450

layout(local_size_x = 1) in;

// The members of Numbers that kernels touch.
layout(std430, binding = 1) buffer ClassData {
  int m_summ;
  uint m_positives; // how many numbers the sum is made of
  float m_average;
  float m_summf;
  float m_largestf;
};

void main() {
  m_summf = 0.0;
  m_largestf = 0.0;
}
