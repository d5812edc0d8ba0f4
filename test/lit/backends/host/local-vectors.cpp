// std::vector variables of control functions: made once, fitted before the commands that use them, in loops again and with the
// sets bound anew; resized members: what the object has to know before it looks for room.
// RUN: vkmorph %s --class C -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/local-vectors_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/local-vectors_generated.cpp
#include <vector>

class C {
public:
  virtual ~C() {}
  virtual void Run([[vkmorph::size("n")]] float *a, int n, int times) {
    for (int i = 0; i < times; i++) {
      std::vector<float> part(n >> i);
      kernel1D_Back(part.data(), a, n >> i);
    }
  }
  virtual void Twice([[vkmorph::size("n")]] float *a, int n) {
    Run(a, n, 2);
    std::vector<float> whole(n, 1.0f);
    kernel1D_Back(whole.data(), a, n);
  }
  virtual void Keep(const float *a, int n) {
    m_kept.resize(n);
    kernel1D_Keep(a, n);
  }
  void kernel1D_Back(const float *part, float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = part[i];
  }
  void kernel1D_Keep(const float *a, int n) {
    for (int i = 0; i < n; i++)
      m_kept[i] += a[i];
  }

private:
  std::vector<float> m_kept;
};

// CHECK: void C_Generated::InitVulkanObjects
// CHECK: m_vulkan.CreateVectors(this, vkmorph::VectorsOf(this), {"m_kept"});
// CHECK-DAG: m_vulkan.CreateTemporary("Run_part", 4);
// CHECK-DAG: m_vulkan.CreateTemporary("Twice_whole", 4);
// CHECK: void C_Generated::RunCmd(
// CHECK: for (int i = 0; i < times; i++) {
// CHECK-NEXT: const int partSize = n >> i;
// CHECK-NEXT: m_vulkan.FitTemporary("Run_part", partSize, m_runSets);
// CHECK: Run_partCmd(cmd, partSize);
// CHECK: m_vulkan.BindSet(cmd, m_backLayout, m_runSets[0]
// Neither uploaded nor read back.
// CHECK: void C_Generated::Run(
// CHECK-NOT: Vectors({
// CHECK: void C_Generated::TwiceCmd(
// CHECK: m_vulkan.FitTemporary("Run_part", partSize, m_twiceSets);
// CHECK: m_vulkan.FitTemporary("Twice_whole", n, m_twiceSets);
// CHECK: void C_Generated::KeepCmd(
// CHECK: m_vulkan.WillResize("m_kept", n);
// CHECK: void C_Generated::Keep(
// CHECK: call.UploadVectors({"m_kept"});
// CHECK: call.DownloadVectors({"m_kept"});
