// Structs and arrays that kernels take by value are the numbers that they use: one parameter for each; what is used as a
// whole, or by an index that is no constant, is put together at the top of the kernel; so is what the kernel changes.
// RUN: vkmorph-translate --import-cpp --no-comments %s -- -std=c++17 | vkmorph-opt -vkm-split-parameters | FileCheck %s
// RUN: vkmorph %s --fusion=never -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/split-parameters_generated.cpp
// RUN: FileCheck %s --check-prefix=GLSL --input-file=%t/shaders/kernel1D_Bend.comp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/split-parameters_generated.cpp
struct Point {
  float x, y;
};
struct Light {
  Point at;
  float power[3];
  int kind;
};

class C {
public:
  virtual ~C() {}

  // A part of a local variable, of a parameter, of a member, and of what is made for the call.
  // HOST-LABEL: void C_Generated::RunCmd(
  // HOST: ShadeCmd(cmd, n, light.at.x, light.power[1]);
  // HOST: BendCmd(cmd, n, light.power[0], light.power[1], light.power[2]);
  // HOST: ShadeCmd(cmd, n, lamp.at.x, lamp.power[1]);
  // HOST: ShadeCmd(cmd, n, 1.0f, 3.0f);
  virtual void Run(float *out, int n, const Light &lamp) {
    Light light = {{0.5f, 0.25f}, {1, 2, 3}, 4};
    light.power[1] *= n;
    kernel1D_Shade(out, n, light);
    kernel1D_Bend(out, n, light);
    kernel1D_Shade(out, n, lamp);
    kernel1D_Shade(out, n, {{1, 2}, {2, 3, 4}, 0});
    kernel1D_Move(out, n, m_light);
  }

protected:
  // CHECK: vkm.kernel @kernel1D_Shade(%{{.*}}: !vkm.ptr<f32> {{{.*}}}, %{{.*}}: si32 {{{.*}}}, %[[X:.*]]: f32 {vkm.name = "light_at_x"}, %[[POWER:.*]]: f32 {vkm.name = "light_power_1"})
  // CHECK-NOT: vkm.var
  // CHECK: vkm.binary mul %[[X]], %[[POWER]]
  void kernel1D_Shade(float *out, int n, Light light) {
    for (int i = 0; i < n; ++i)
      out[i] = light.at.x * light.power[1];
  }
  // CHECK: vkm.kernel @kernel1D_Bend(
  // CHECK-SAME: vkm.name = "light_power_0"
  // CHECK-SAME: vkm.name = "light_power_2"
  // CHECK: %[[ALL:.*]] = vkm.aggregate({{.*}}) : !vkm.array<3 x f32>
  // CHECK: vkm.var const "light_power"
  // GLSL: const float light_power[3] = float[3](light_power_0, light_power_1, light_power_2);
  // GLSL: light_power[remainder(i, 3)]
  void kernel1D_Bend(float *out, int n, Light light) {
    for (int i = 0; i < n; ++i)
      out[i] += light.power[i % 3];
  }
  // CHECK: vkm.kernel @kernel1D_Move(
  // CHECK-SAME: vkm.name = "light_at_x"
  // CHECK-DAG: vkm.var "light_at_x_"
  // CHECK-DAG: vkm.var "light_kind_"
  void kernel1D_Move(float *out, int n, Light light) {
    light.at.x += 1.0f;
    light.kind++;
    for (int i = 0; i < n; ++i)
      out[i] += light.at.x * light.kind;
  }
  Light m_light = {};
};
