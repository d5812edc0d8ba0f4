// GLM: types by name and shape, components as places and values, operators, functions, constructors.
// RUN: %import %s | FileCheck %s

#include <glm/glm.hpp>

struct Ray {
  glm::vec3 origin;
  float length;
};

class C {
public:
  virtual ~C() {}
  virtual void run(const Ray *in, glm::vec3 *out, glm::vec3 offset, int n) {
    kernel1D_k(in, out, offset, n);
  }
  static constexpr glm::vec3 kUp = glm::vec3(0.0f, 1.0f, 0.0f);
  // A parameter that is only read stays a value; its components are parts of it.
  // CHECK: vkm.func @sum(%[[V:.*]]: !vkm.vec<3 x f32>
  // CHECK: vkm.component %[[V]][%{{.*}}] : !vkm.vec<3 x f32>, si32 -> f32
  // CHECK: vkm.component %[[V]][%{{.*}}] : !vkm.vec<3 x f32>, si32 -> f32
  static float sum(const glm::vec3 &v, int i) { return v.x + v[i]; }
  // CHECK: vkm.func @clear(%[[R:.*]]: !vkm.ref<!vkm.vec<3 x f32>>
  // CHECK: %[[X:.*]] = vkm.element %[[R]][
  // CHECK: vkm.assign %[[X]],
  static void clear(glm::vec3 &v) { v.r = 0.0f; }
  glm::mat4 m_world;
  glm::mat2x3 m_flat;
  // A vector is passed by value, as a number is.
  // CHECK: vkm.kernel @kernel1D_k({{.*}}%offset: !vkm.vec<3 x f32>
  void kernel1D_k(const Ray *in, glm::vec3 *out, glm::vec3 offset, int n) {
    for (int i = 0; i < n; i++) {
      // A member of an element, and a component of it.
      // CHECK: %[[ORIGIN:.*]] = vkm.member %{{.*}}["origin"] : <!vkm.record<@Ray>> -> <!vkm.vec<3 x f32>>
      // CHECK: vkm.element %[[ORIGIN]][
      float x = in[i].origin.x;
      // CHECK: vkm.call @sum(
      x += sum(in[i].origin, 2);
      // CHECK: vkm.splat %{{.*}} : f32 -> !vkm.vec<3 x f32>
      glm::vec3 a(x);
      // Parts are converted to the component type: 1 is an int.
      // CHECK: vkm.aggregate(%{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32) : !vkm.vec<3 x f32>
      glm::vec3 b(x, 1, 2.0);
      // CHECK: vkm.aggregate(%{{.*}}, %{{.*}} : !vkm.vec<3 x f32>, f32) : !vkm.vec<4 x f32>
      glm::vec4 c(b, 1.0f);
      // Cut first, then converted.
      // CHECK: %[[CUT:.*]] = vkm.resize %{{.*}} : !vkm.vec<4 x f32> -> !vkm.vec<2 x f32>
      // CHECK: vkm.cast %[[CUT]] : !vkm.vec<2 x f32> to !vkm.vec<2 x si32>
      glm::ivec2 d(c);
      // CHECK: vkm.update add %{{.*}}, %{{.*}} : <!vkm.vec<2 x si32>>, si32
      ++d;
      // CHECK: vkm.binary mul %{{.*}}, %{{.*}} : !vkm.mat<4 x 4 x f32>, !vkm.vec<4 x f32>
      // CHECK: vkm.binary mul %{{.*}}, %{{.*}} : !vkm.vec<4 x f32>, !vkm.mat<4 x 4 x f32>
      c = m_world * c + c * m_world;
      // A column, and a component of one.
      // CHECK: %[[COLUMN:.*]] = vkm.element %{{.*}}[%{{.*}}] : <!vkm.mat<4 x 4 x f32>>, si32 -> <!vkm.vec<4 x f32>>
      // CHECK: vkm.element %[[COLUMN]][%{{.*}}] : <!vkm.vec<4 x f32>>, si32 -> <f32>
      x += m_world[2][1];
      // CHECK: vkm.math transpose(%{{.*}}) : (!vkm.mat<2 x 3 x f32>) -> !vkm.mat<3 x 2 x f32>
      glm::mat3x2 t = glm::transpose(m_flat);
      // CHECK: vkm.splat %{{.*}} : f32 -> !vkm.mat<3 x 3 x f32>
      // CHECK: vkm.resize %{{.*}} : !vkm.mat<4 x 4 x f32> -> !vkm.mat<3 x 3 x f32>
      glm::mat3 unit(1.0f), cut(m_world);
      // CHECK: vkm.math cross(
      // CHECK: vkm.math normalize(
      // CHECK: vkm.math mix(%{{.*}}, %{{.*}}, %{{.*}}) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>, f32) -> !vkm.vec<3 x f32>
      a = glm::mix(glm::normalize(glm::cross(a, b)), kUp, 0.5f);
      // Functions of scalars that only the library has.
      // CHECK: vkm.math fract(%{{.*}}) : (f32) -> f32
      x = glm::fract(x);
      // CHECK: vkm.math less_than(%{{.*}}, %{{.*}}) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>) -> !vkm.vec<3 x i1>
      // CHECK: vkm.math all(
      // CHECK: vkm.cmp ne %{{.*}}, %{{.*}} : !vkm.vec<3 x f32>
      if (glm::all(glm::lessThan(a, b)) && a != b)
        clear(a);
      // What clang computes: the number of components.
      // CHECK: vkm.constant 3.000000e+00 : f32
      x += a.length();
      // A write of one component of an element.
      // CHECK: %[[PLACE:.*]] = vkm.element %{{.*}}[%{{.*}}] : <!vkm.vec<3 x f32>>, si32 -> <f32>
      // CHECK: vkm.assign %[[PLACE]],
      out[i] = a + offset * float(d.y) + unit * cut * b + glm::vec3(t[2], x);
      out[i].z = x;
    }
  }
};
