// What libraries of vectors have and the device has not: one error for each use.
// RUN: not %import --class=C %s 2>&1 | FileCheck %s

#ifndef ALIGNED
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

class C {
public:
  virtual ~C() {}
  virtual void run(glm::vec3 *out, glm::bvec4 *flags, int n) { kernel1D_k(out, flags, n); }
  // CHECK: errors-vectors.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: 'flags' holds vectors of bools in device memory [vkm1141]
  // CHECK: use vectors of integers there; vectors of bools are fine as local variables
  void kernel1D_k(glm::vec3 *out, glm::bvec4 *flags, int n) {
    for (int i = 0; i < n; i++)
      out[i].x = flags[i].x ? 1.0f : 0.0f;
  }
};

class D {
public:
  virtual ~D() {}
  virtual void run(glm::vec3 *out, int n) { kernel1D_k(out, n); }
  void kernel1D_k(glm::vec3 *out, int n) {
    for (int i = 0; i < n; i++) {
      // RUN: not %import --class=D %s 2>&1 | FileCheck %s --check-prefix=D
      // D: errors-vectors.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: 'glm::translate<float, glm::packed_highp>' of GLM has no counterpart on the device [vkm1440]
      // D: write it with operators and the functions that the manual lists, or compute it on the host
      glm::mat4 m = glm::translate(glm::mat4(1.0f), out[i]);
      // D: errors-vectors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'this operator' of GLM has no counterpart on the device [vkm1440]
      glm::mat4 k = glm::mat4(2.0f) / glm::mat4(1.0f);
      // D: errors-vectors.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: index 3 is beyond the 3 elements of 'glm::vec3' [vkm1340]
      // D: count from 0 to 3 - 1
      out[i][3] = 1.0f;
    }
  }
};

#else
// Types of which the host's vector instructions want more alignment than their components have.
namespace glm {
enum qualifier { packed_highp, packed_mediump, packed_lowp, aligned_highp };
template <int N, typename T, qualifier Q> struct vec;
template <typename T, qualifier Q> struct vec<4, T, Q> {
  T x, y, z, w;
};
} // namespace glm

// RUN: not %import --class=E %s -- -DALIGNED 2>&1 | FileCheck %s --check-prefix=E
class E {
public:
  virtual ~E() {}
  // E: errors-vectors.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: type 'glm::vec<4, float, glm::aligned_highp>' has padding for the host's vector instructions [vkm1140]
  // E: use 'glm::vec4' with its packed qualifier, which is the default
  virtual void run(glm::vec<4, float, glm::aligned_highp> *out, int n) { kernel1D_k(out, n); }
  void kernel1D_k(glm::vec<4, float, glm::aligned_highp> *out, int n) {
    for (int i = 0; i < n; i++)
      out[i].x = 1.0f;
  }
};
#endif
