// The edited add_scaled: it subtracts.
#version 450

layout(local_size_x = 64) in;

layout(push_constant) uniform Arguments {
  uint count;
};

layout(std430, binding = 0) readonly buffer dataBuffer {
  int data[];
};

layout(std430, binding = 1) buffer resultBuffer {
  int result[];
};

layout(std430, binding = 2) buffer ClassData {
  int factor;
  uint last;
};

void main() {
  for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
    result[i] -= factor * data[i];
    if (i == count - 1u) {
      last = i;
    }
  }
}
