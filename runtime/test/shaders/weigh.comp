// For the runtime's tests: items[i] = items[i] * taps[i % taps.size()] + offset, both vectors of the class.
#version 450

layout(local_size_x = 64) in;

layout(push_constant) uniform Arguments {
  int offset;
};

layout(std430, binding = 0) readonly buffer ClassData {
  uint taps_size;
  uint items_size;
};

layout(std430, binding = 1) readonly buffer tapsBuffer {
  int taps[];
};

layout(std430, binding = 2) buffer itemsBuffer {
  int items[];
};

void main() {
  for (uint i = gl_GlobalInvocationID.x; i < items_size; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
    items[i] = items[i] * (taps_size == 0u ? 1 : taps[i % taps_size]) + offset;
  }
}
