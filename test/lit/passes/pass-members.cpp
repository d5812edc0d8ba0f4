// Functions that a control function calls on the host, and that read members: an expression in the place of the call,
// or a copy that is given the members.
// RUN: vkmorph-translate --import-cpp --no-comments %s -- -std=c++17 | vkmorph-opt -vkm-inline-controls -vkm-bind-references -vkm-name-launches -vkm-outline-members -vkm-pass-members | FileCheck %s
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/pass-members_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/pass-members_generated.cpp
struct Shape {
  float scale, bias;
};

class Members {
public:
  virtual ~Members() {}

  // CHECK: vkm.func @weighted_given(%last: si32 {{.*}}, %weights: !vkm.array<3 x f32> {{.*}}, %scale: f32
  // CHECK-NOT: vkm.field_ref @m_weights
  // CHECK: vkm.return
  float weighted(int last) const {
    float sum = 0.0f;
    for (int k = 0; k <= last; k++)
      sum += m_weights[k];
    return sum * m_shape.scale;
  }
  float bias() const { return m_shape.bias; }

  // CHECK: vkm.control @Run
  // CHECK-NOT: vkm.call @bias
  // CHECK: %[[WEIGHTS:.*]] = vkm.load %{{.*}} : <!vkm.array<3 x f32>>
  // CHECK: %[[SCALE:.*]] = vkm.load
  // CHECK: vkm.call @weighted_given(%{{.*}}, %[[WEIGHTS]], %[[SCALE]])
  // HOST: float weighted_givenOnHost(int last, std::array<float, 3> weights, float scale) {
  // HOST: KCmd(cmd, n, m_shape.bias + 1.0f);
  // HOST: return weighted_givenOnHost(2, vkmorph::ToArray<std::array<float, 3>>(m_weights), m_shape.scale);
  virtual float Run(float *a, int n) {
    auto raised = [this](float x) { return bias() + x; };
    kernel1D_K(a, n, raised(1.0f));
    return weighted(2);
  }

  // What assigns members runs on the device, where functions know the object.
  // CHECK: vkm.control @Assigns
  // CHECK-NOT: vkm.call
  // CHECK: vkm.launch @kernel1D_Assigns_members
  virtual void Assigns(float *a, int n) {
    kernel1D_K(a, n, 1.0f);
    m_shape.bias = weighted(1);
  }

  void kernel1D_K(float *a, int n, float by) {
    for (int i = 0; i < n; i++)
      a[i] += by;
  }

protected:
  Shape m_shape = {1.0f, 0.0f};
  float m_weights[3] = {};
};
