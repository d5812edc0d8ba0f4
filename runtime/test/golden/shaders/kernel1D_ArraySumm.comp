// Numbers::kernel1D_ArraySumm, from numbers.cpp:14. Reduction: m_summ (+), m_positives (+); tree in shared
// memory, finished by the last workgroup.
#version 450

layout(local_size_x = 256) in;

layout(push_constant) uniform Arguments {
  uint a_dataSize;
};

layout(std430, binding = 0) readonly buffer a_dataBuffer {
  int a_data[];
};

// The members of Numbers that kernels touch.
layout(std430, binding = 1) buffer ClassData {
  int m_summ;
  uint m_positives; // how many numbers the sum is made of
  float m_average;
  float m_summf;
  float m_largestf;
};

const uint kMaxGroups = 1024u;

// What the workgroups hand to the last one of them; groupsDone is 0 between dispatches.
layout(std430, binding = 2) coherent buffer Partials {
  uint groupsDone;
  int m_summPartials[kMaxGroups];
  uint m_positivesPartials[kMaxGroups];
};

shared int m_summShared[256];
shared uint m_positivesShared[256];
shared bool isLastGroup;

// Combines the slots of all threads; the result is in slot 0, which thread 0 may read.
void combineShared() {
  const uint lid = gl_LocalInvocationID.x;
  barrier();
  for (uint offset = 128u; offset > 0u; offset /= 2u) {
    if (lid < offset) {
      m_summShared[lid] += m_summShared[lid + offset];
      m_positivesShared[lid] += m_positivesShared[lid + offset];
    }
    barrier();
  }
}

void main() {
  const uint lid = gl_LocalInvocationID.x;

  int m_summLocal = 0;
  uint m_positivesLocal = 0u;
  for (uint i = gl_GlobalInvocationID.x; i < a_dataSize; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
    // Only the positive numbers count.
    int number = a_data[i];
    if (number > 0) {
      m_summLocal += number;
      m_positivesLocal++;
    }
  }
  m_summShared[lid] = m_summLocal;
  m_positivesShared[lid] = m_positivesLocal;
  combineShared();

  // Publish the partial result; the workgroup that counts itself last has all of them before it.
  if (lid == 0u) {
    m_summPartials[gl_WorkGroupID.x] = m_summShared[0];
    m_positivesPartials[gl_WorkGroupID.x] = m_positivesShared[0];
    memoryBarrierBuffer();
    isLastGroup = atomicAdd(groupsDone, 1u) == gl_NumWorkGroups.x - 1u;
  }
  barrier();
  if (!isLastGroup) {
    return;
  }
  memoryBarrierBuffer();

  m_summLocal = 0;
  m_positivesLocal = 0u;
  for (uint group = lid; group < gl_NumWorkGroups.x; group += gl_WorkGroupSize.x) {
    m_summLocal += m_summPartials[group];
    m_positivesLocal += m_positivesPartials[group];
  }
  m_summShared[lid] = m_summLocal;
  m_positivesShared[lid] = m_positivesLocal;
  combineShared();

  if (lid == 0u) {
    m_summ = 0;
    m_positives = 0u;
    m_summ += m_summShared[0];
    m_positives += m_positivesShared[0];
    m_average = m_positives > 0u ? float(m_summ) / float(m_positives) : 0.0;
    groupsDone = 0u;
  }
}
