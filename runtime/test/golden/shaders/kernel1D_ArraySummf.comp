// Numbers::kernel1D_ArraySummf, from numbers.cpp:28. Reduction: m_summf (+), m_largestf (max); tree in shared
// memory, finished by atomics.
#version 450
#extension GL_EXT_shader_atomic_float : require

layout(local_size_x = 256) in;

layout(push_constant) uniform Arguments {
  uint a_dataSize;
};

layout(std430, binding = 0) readonly buffer a_dataBuffer {
  float a_data[];
};

// The members of Numbers that kernels touch.
layout(std430, binding = 1) buffer ClassData {
  int m_summ;
  uint m_positives; // how many numbers the sum is made of
  float m_average;
  float m_summf;
  uint m_largestfBits; // m_largestf; floats from 0.0 on are in the order of their bits
};

shared float m_summfShared[256];
shared float m_largestfShared[256];

// Combines the slots of all threads; the result is in slot 0, which thread 0 may read.
void combineShared() {
  const uint lid = gl_LocalInvocationID.x;
  barrier();
  for (uint offset = 128u; offset > 0u; offset /= 2u) {
    if (lid < offset) {
      m_summfShared[lid] += m_summfShared[lid + offset];
      m_largestfShared[lid] = max(m_largestfShared[lid], m_largestfShared[lid + offset]);
    }
    barrier();
  }
}

void main() {
  const uint lid = gl_LocalInvocationID.x;

  float m_summfLocal = 0.0;
  float m_largestfLocal = 0.0;
  for (uint i = gl_GlobalInvocationID.x; i < a_dataSize; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
    float number = a_data[i];
    if (number > 0.0) {
      m_summfLocal += number;
      m_largestfLocal = max(m_largestfLocal, number);
    }
  }
  m_summfShared[lid] = m_summfLocal;
  m_largestfShared[lid] = m_largestfLocal;
  combineShared();

  if (lid == 0u) {
    atomicAdd(m_summf, m_summfShared[0]);
    atomicMax(m_largestfBits, floatBitsToUint(m_largestfShared[0]));
  }
}
