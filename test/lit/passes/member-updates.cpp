// Members that a control function sets to numbers the host has are written by the command buffer: no shader, no descriptor
// set. What reads members, or is narrower than a word, is a kernel of one thread.
// RUN: rm -rf %t && vkmorph %s --class C -o %t --remarks= -- -std=c++17
// RUN: FileCheck %s < %t/member-updates_generated.cpp
// RUN: ls %t/shaders | FileCheck %s --check-prefix=FILES
// RUN: vkmorph %s --class C --emit=lowered -- -std=c++17 | FileCheck %s --check-prefix=LOWERED
// RUN: %check %s --class C -- -std=c++17
#include <cstdint>
#include <vector>

// FILES: kernel1D_count.comp
// FILES-NOT: kernel1D_scale_members
// FILES: kernel1D_twice_members.comp

// LOWERED: vkm.commands @kernel1D_scale_members_commands(
// LOWERED-SAME: bindings = []
// LOWERED: vkm.cmd.update @m_factor = %{{.*}} : f32
// LOWERED: vkm.cmd.update @m_total = %{{.*}} : si64
// LOWERED: vkm.cmd.update @m_v_size = %{{.*}} : ui32

// CHECK-LABEL: void C_Generated::scaleCmd(
// CHECK: m_vulkan.WillResize("m_v", n);
// CHECK: scale_resizeCmd(cmd, n);
// CHECK: scale_members{{2?}}Cmd(cmd, {{.*}}
// CHECK-NOT: BindSet(cmd, m_scale_members
// CHECK-LABEL: void C_Generated::scale_membersCmd(VkCommandBuffer cmd, float factor) {
// CHECK-NEXT: m_vulkan.UpdateClassData<float>(cmd, {{[0-9]+}}, factor); // m_factor
// CHECK-NEXT: m_vulkan.UpdateClassData<int64_t>(cmd, {{[0-9]+}}, {{.*}}); // m_total
// CHECK-NEXT: }
// CHECK: vkmorph::KernelStages C_Generated::scale_membersStages() const { return vkmorph::kUpdate; }
class C {
public:
  virtual ~C() {}

  virtual void scale(const int *a, int n, float factor) {
    m_factor = factor;
    m_total = 0;
    kernel1D_count(a, n);
    m_v.resize(n);
    kernel1D_fill(a, n);
  }

  // It reads a member; it is a byte.
  virtual void twice(const int *a, int n) {
    m_factor = 2 * m_factor;
    m_isTwice = true;
    kernel1D_count(a, n);
  }

private:
  void kernel1D_count(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_total += m_isTwice ? 2 * a[i] : a[i];
  }
  void kernel1D_fill(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_v[i] += m_factor * float(a[i]);
  }

  float m_factor = 1.0f;
  int64_t m_total = 0;
  bool m_isTwice = false;
  std::vector<float> m_v;
};
