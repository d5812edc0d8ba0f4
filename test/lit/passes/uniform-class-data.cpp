// Kernels that only read tables of members, at the same place in all threads, get the class data as a uniform buffer.
// RUN: vkmorph %s --fusion=never -o %t --force --remarks=decisions -- -std=c++17 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: cat %t/shaders/*.comp | FileCheck %s --check-prefix=SHADER
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/uniform-class-data_generated.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/uniform-class-data_generated.h
// HEADER: decisions: Smooth: workgroup
// HEADER: class data: a uniform buffer to Smooth, {{.*}}
// RUN: vkmorph %s --fusion=never --emit=glsl --class-data=storage -- -std=c++17 | FileCheck %s --check-prefix=STORAGE
// RUN: vkmorph %s --fusion=never --emit=glsl --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=STORAGE
// RUN: not vkmorph %s --fusion=never --emit=glsl --class-data=push -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: --class-data
#include <array>

class Tables {
public:
  virtual ~Tables() = default;

  void Run(const float *from, float *to, int n, int k) {
    kernel1D_Smooth(from, to, n);
    kernel1D_Choose(from, to, n, k);
    kernel1D_Helped(from, to, n);
    kernel1D_Palette(from, to, n);
    kernel1D_Picked(from, to, n);
    kernel1D_Scalars(from, to, n);
    kernel1D_Counting(from, to, n);
  }

private:
  // The same loop counter in all threads. Here, and no other kernel below that is not named:
  // REMARK-NOT: uniform buffer
  // REMARK: [[@LINE+3]]:3: remark: kernel 'Smooth' is given the class data as a uniform buffer: it only reads it, and all threads read 'm_weights' at the same place [vkm2221, decisions]
  // SHADER-DAG: layout(scalar, binding = 2) uniform ClassData {
  // STORAGE-NOT: uniform ClassData
  void kernel1D_Smooth(const float *from, float *to, int n) {
    for (int i = 2; i < n - 2; i++) {
      float sum = 0.0f;
      for (int d = -2; d <= 2; d++)
        sum += m_weights[d + 2] * from[i + d];
      to[i] = sum * m_gain;
    }
  }
  // A subscript that is a parameter.
  // REMARK: [[@LINE+1]]:3: remark: kernel 'Choose' is given the class data as a uniform buffer: {{.*}} 'm_rows'
  void kernel1D_Choose(const float *from, float *to, int n, int k) {
    for (int i = 0; i < n; i++)
      to[i] += from[i] * m_rows[k & 1][2];
  }
  // In a function, which is given the same by all.
  // REMARK: [[@LINE+1]]:3: remark: kernel 'Helped' is given the class data as a uniform buffer: {{.*}} 'm_weights'
  void kernel1D_Helped(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++)
        to[i] += Weight(k) * from[i];
  }
  float Weight(int k) const { return m_weights[k]; }
  // Each thread another element.
  // REMARK-NOT: uniform buffer
  void kernel1D_Palette(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] += m_weights[i % 5];
  }
  // A variable that only some threads assign.
  void kernel1D_Picked(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++) {
      int row = 0;
      if (from[i] > 0.5f)
        row = 1;
      to[i] += m_rows[row][0];
    }
  }
  void kernel1D_Scalars(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] += m_gain * m_weights[1];
  }
  // It writes class data, too.
  void kernel1D_Counting(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 5; k++)
        to[i] += m_weights[k];
      m_total += from[i] > 0.0f;
    }
  }
  // HOST: CreateLayout("Smooth",
  // HOST: VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER}
  // HOST: CreateLayout("Palette", 2,
  // HOST: SmoothStages() const { return vkmorph::kUniformKernel; }
  // HOST: PaletteStages() const { return vkmorph::kComputeKernel; }

  float m_weights[5] = {1, 2, 3, 2, 1};
  std::array<std::array<float, 3>, 2> m_rows = {};
  float m_gain = 0.5f;
  int m_total = 0;
};

// Numbers of 8 and 16 bits are a feature of their own in uniform buffers.
// RUN: vkmorph %s --class Narrow --fusion=never --emit=glsl -- -std=c++17 -DNARROW | FileCheck %s --check-prefix=STORAGE
#ifdef NARROW
class Narrow {
public:
  void Run(float *to, int n) { kernel1D_Run(to, n); }
  void kernel1D_Run(float *to, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 5; k++)
        to[i] += m_weights[k];
  }
  short m_weights[5] = {};
};
#endif
