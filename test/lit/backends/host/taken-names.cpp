// Names of the user's that generated members, parameters and variables would have: those yield.
// RUN: vkmorph %s --fusion=never -o %t -- -std=c++17
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/taken-names_generated.cpp
// RUN: FileCheck %s --input-file=%t/taken-names_generated.cpp
//
// A member that programs know by a name of every generated class.
// RUN: not vkmorph %s --fusion=never -o %t.taken -- -std=c++17 -DUPDATE_ALL 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: error: the class has a member 'UpdateAll', and the generated class 'Meter_Generated' has a function of that name [vkm3204]
// TAKEN: note: rename 'UpdateAll'

class Meter {
public:
  virtual ~Meter() {}
  // CHECK: void Meter_Generated::ScaleCmd(VkCommandBuffer cmd_, unsigned int n, int cmd, int m_scaleSets) {
  // CHECK: m_vulkan_.BindSet(cmd_, m_scaleLayout_, m_scaleSets_[0],
  // CHECK: int Meter_Generated::Scale(
  // CHECK: return m_vulkan + m_scaleSets;
  virtual int Scale(const int *a, int *o, unsigned n, int cmd, int m_scaleSets) {
    kernel1D_Scale(a, o, n, cmd, m_scaleSets);
    return m_vulkan + m_scaleSets;
  }
  // CHECK: void Meter_Generated::TwiceCmd(VkCommandBuffer cmd_, unsigned int n) {
  // CHECK: int cmd = m_vulkan * 2;
  // CHECK: NextCmd(cmd_, n, cmd * call);
  virtual int Twice(int *o, unsigned n) {
    int cmd = m_vulkan * 2, call = 3, label = 1, record = 2, groups = 5, AllStages = 6;
    kernel1D_Next(o, n, cmd * call);
    kernel1D_Next(o, n, groups + AllStages);
    return label + record;
  }
#ifdef UPDATE_ALL
  int UpdateAll = 0;
#endif

protected:
  // CHECK: void Meter_Generated::kernel1D_ScaleCmd(
  // CHECK: const ScaleArguments arguments_ = {n, arguments, m_scaleLayout};
  void kernel1D_Scale(const int *a, int *o, unsigned n, int arguments, int m_scaleLayout) {
    for (unsigned i = 0; i < n; i++)
      o[i] = a[i] * arguments + m_scaleLayout + m_vulkan + m_classData;
  }
  void kernel1D_Next(int *o, unsigned n, int groups) {
    for (unsigned iCount = 0; iCount < n; iCount++)
      o[iCount] += groups;
  }
  int m_vulkan = 2;
  int m_classData = 1;
};
