// Origin: written with the part of the compiler that it tests.
// Vectors that are given the size of one that kernels append to, when only the device knows how many elements that has.
// RUN: %check %s --class Again --variant=stable=--append=stable --size n=0,1,5,64,1000 --arg rounds=3 -- -std=c++17
#include <cstddef>
#include <vector>

struct List {
  std::vector<int> items;
  int offset = 0;
};

class Again {
public:
  virtual ~Again() = default;

  virtual void Copy(const int *a, int n) {
    m_a.reserve(3 * n);
    kernel1D_Repeat(a, n);
    m_c = m_a;
    kernel1D_Sum();
  }
  virtual void Resize(const int *a, int n) {
    m_a.reserve(3 * n);
    kernel1D_Repeat(a, n);
    m_c.resize(m_a.size());
    m_d.assign(2 * m_a.size() + 5, 7);
    kernel1D_Sum();
  }
  virtual void AppendAgain(const int *a, int n, int rounds) {
    m_a.reserve(3 * n);
    kernel1D_Repeat(a, n);
    for (int round = 0; round < rounds; round++) {
      kernel1D_Again();
      m_a = m_b;
    }
    m_c = m_b;
    kernel1D_Sum();
  }
  virtual void ThereAndBack(const int *a, int n) {
    m_a.reserve(3 * n);
    kernel1D_Repeat(a, n);
    m_b = m_a;
    m_a.clear();
    m_a = m_b;
  }
  virtual void Branch(const int *a, int n, bool copies) {
    m_a.reserve(3 * n);
    kernel1D_Repeat(a, n);
    if (copies)
      m_c = m_a;
    else
      m_c.resize(5);
    kernel1D_Sum();
  }
  virtual void Collect(const int *a, int n) {
    kernel1D_Multiples(a, n);
    m_c = m_a;
  }
  virtual void Member(const int *a, int n) {
    m_list.items.reserve(3 * n);
    kernel1D_ToList(a, n);
    m_c = m_list.items;
  }
  virtual void Temporary(const int *a, int n) {
    m_a.reserve(3 * n);
    kernel1D_Repeat(a, n);
    std::vector<int> doubled(m_a.size());
    kernel1D_Store(doubled.data());
    kernel1D_Load(doubled.data());
  }
  std::vector<int> m_a, m_b, m_c, m_d;
  List m_list;
  int m_sum = 0;

protected:
  // Each number as many times as it says: nobody knows how many.
  void kernel1D_Repeat(const int *a, int n) {
    m_a.clear();
    for (int i = 0; i < n; i++)
      for (int k = 0; k < (a[i] & 3); k++)
        m_a.push_back(a[i]);
  }
  void kernel1D_ToList(const int *a, int n) {
    m_list.items.clear();
    for (int i = 0; i < n; i++)
      for (int k = 0; k < (a[i] & 3); k++)
        m_list.items.push_back(a[i] + m_list.offset);
  }
  void kernel1D_Multiples(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] % 3 == 0)
        m_a.push_back(i);
  }
  void kernel1D_Again() {
    m_b.clear();
    for (std::size_t i = 0; i < m_a.size(); i++)
      if (m_a[i] % 5 != 0)
        m_b.push_back(m_a[i] - 1);
  }
  void kernel1D_Sum() {
    m_sum = 0;
    for (std::size_t i = 0; i < m_c.size(); i++)
      m_sum += m_c[i] % 100;
  }
  void kernel1D_Store(int *doubled) {
    for (std::size_t i = 0; i < m_a.size(); i++)
      doubled[i] = 2 * (m_a[i] % 1000);
  }
  void kernel1D_Load(const int *doubled) {
    for (std::size_t i = 0; i < m_a.size(); i++)
      m_a[i] = doubled[i] + 1;
  }
};
