// Members of one name in a class and its base are two members; members that have names of the generated program's own
// constants are not taken for them.
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/namesakes_generated.cpp
// RUN: FileCheck %s --input-file=%t/namesakes_generated.cpp

class Base {
public:
  virtual ~Base() {}
  virtual void Add(int *a, int n) { kernel1D_Add(a, n, m_passes); }

protected:
  void kernel1D_Add(int *a, int n, int k) {
    for (int i = 0; i < n; i++)
      a[i] += m_value + k;
  }
  int m_passes = 2;

private:
  int m_value = 10;
};

class Derived : public Base {
public:
  virtual void Count(const int *a, int n) { kernel1D_Count(a, n, m_passes); }
  int kClassDataBytes = 3;

private:
  void kernel1D_Count(const int *a, int n, int k) {
    m_value = k;
    for (int i = 0; i < n; i++)
      m_value += a[i];
  }
  int m_value = -1;
  int m_passes = 3;
};
// CHECK: vkmorph::Member<&Base::m_value, [[BASE:[0-9]+]]>,
// CHECK: vkmorph::Member<&Derived::m_value, [[DERIVED:[0-9]+]], vkmorph::MemberUse::Written>
// CHECK: constexpr VkDeviceSize kClassDataBytes_ = {{[0-9]+}};
// CHECK: m_vulkan.CreateClassData(kClassDataBytes_, this,
// CHECK: kernel1D_AddCmd(cmd, n, this->Base::m_passes);
// CHECK: call.UploadMembers({{[{][{]}}[[BASE]], 4}}); // m_value
// CHECK: call.DownloadMembers({{[{][{]}}[[DERIVED]], 4}}); // m_value
// CHECK: this->*kPasses);
