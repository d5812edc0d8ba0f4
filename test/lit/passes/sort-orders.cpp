// What an order of a sort may not do: threads ask it at the same time, and as often as they need.
// RUN: not vkmorph %s --class Writes -o %t.out -- -std=c++17 2>&1 | FileCheck %s
// RUN: not vkmorph %s --class Reads -o %t.out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=READS
// RUN: vkmorph %s --class Allowed --emit=normalised -- -std=c++17 | FileCheck %s --check-prefix=ALLOWED
#include <algorithm>
#include <vector>

struct Item {
  int key, seen;
};
struct Masked {
  int mask, calls = 0;
  bool operator()(int a, int b) {
    // CHECK-DAG: :[[@LINE+1]]:5: error: the order of 'stable_sort' changes 'calls' here [vkm2042]
    calls++;
    return (a & mask) < (b & mask);
  }
};

class Writes {
public:
  virtual ~Writes() = default;
  virtual void Member(int *a, unsigned n) {
    kernel1D_Add(a, n);
    // CHECK-DAG: :[[@LINE+2]]:48: error: the order of 'sort' changes 'm_count' here [vkm2042]
    // CHECK-DAG: note: an order only compares: count, or store what is to be kept, in a kernel before or after the sort
    std::sort(a, a + n, [this](int x, int y) { m_count++; return x < y; });
  }
  virtual void Array(int *a, int *seen, unsigned n) {
    kernel1D_Add(a, n);
    // CHECK-DAG: :[[@LINE+1]]:{{.*}}: error: the order of 'sort' changes 'seen' here [vkm2042]
    std::sort(a, a + n, [seen](int x, int y) { seen[0] = x; return x < y; });
  }
  virtual void Captured(int *a, unsigned n) {
    kernel1D_Add(a, n);
    // CHECK-DAG: :[[@LINE+1]]:{{.*}}: error: the order of 'stable_sort' changes 'c' here [vkm2042]
    std::stable_sort(a, a + n, [c = 0](int x, int y) mutable { c++; return x + c < y; });
  }
  virtual void Functor(int *a, unsigned n) {
    kernel1D_Add(a, n);
    std::stable_sort(a, a + n, Masked{7});
  }
  virtual void Elements(Item *items, unsigned n) {
    kernel1D_Mask(items, n);
    // CHECK-DAG: :[[@LINE+1]]:{{.*}}: error: the order of 'sort' changes 'x.seen' here [vkm2042]
    std::sort(items, items + n, [](Item &x, Item &y) { x.seen++; return x.key < y.key; });
  }
  virtual void Appended(Item *items, unsigned n) {
    kernel1D_Mask(items, n);
    // CHECK-DAG: :[[@LINE+1]]:{{.*}}: error: the order of 'sort' changes 'm_log' here [vkm2042]
    std::sort(items, items + n, [this](const Item &x, const Item &y) { m_log.push_back(x.key); return x.key < y.key; });
  }

protected:
  void kernel1D_Add(int *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      a[i] += int(i);
  }
  void kernel1D_Mask(Item *items, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      items[i].key &= 15;
  }
  unsigned m_count = 0;
  std::vector<int> m_log;
};

class Reads {
public:
  virtual ~Reads() = default;
  virtual void Parameter(int *a, unsigned n) {
    kernel1D_Add(a, n);
    // READS-DAG: :[[@LINE+2]]:{{.*}}: error: the order of 'sort' reads 'a' here, which is sorted [vkm2043]
    // READS-DAG: note: copy what it reads into another array or a member before the sort
    std::sort(a, a + n, [a](int x, int y) { return a[0] * x < a[0] * y; });
  }
  virtual void Vector(unsigned n) {
    kernel1D_Fill(n);
    // READS-DAG: :[[@LINE+1]]:{{.*}}: error: the order of 'stable_sort' reads 'm_v' here, which is sorted [vkm2043]
    std::stable_sort(m_v.begin(), m_v.end(), [this, n](unsigned x, unsigned y) { return m_v[x % n] < m_v[y % n]; });
  }

protected:
  void kernel1D_Add(int *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      a[i] += int(i);
  }
  void kernel1D_Fill(unsigned n) {
    for (unsigned i = 0; i < n; i++)
      m_v[i] = i ^ 5u;
  }
  std::vector<unsigned> m_v;
};

// Variables of its own, parameters that it has by value, and arguments that are made by constructors.
struct Key {
  int first, second;
  Key(const Item &item) {
    first = item.key;
    second = item.seen;
  }
};
struct Weighted {
  int weight;
  explicit Weighted(int by) {
    weight = by;
    weight += 1;
  }
  bool operator()(const Item &a, const Item &b) const { return a.key * weight < b.key * weight; }
};
class Allowed {
public:
  virtual ~Allowed() = default;
  // ALLOWED: vkm.kernel @kernel1D_Run_sort
  // ALLOWED: vkm.kernel @kernel1D_Run_merge
  virtual void Run(Item *items, unsigned n) {
    kernel1D_Mask(items, n);
    std::sort(items, items + n, [](Item a, Item b) {
      int sum = 0;
      for (int i = 0; i < 3; i++)
        sum += a.key;
      Halve(b.key);
      a.seen++;
      return sum + a.seen < b.key;
    });
    std::sort(items, items + n, [](const Key &a, const Key &b) { return a.first < b.first; });
    std::sort(items, items + n, Weighted(3));
    std::sort(items, items + m_size, [this](const Item &a, const Item &b) { return a.key % m_size < b.key % m_size; });
  }

protected:
  static void Halve(int &value) { value /= 2; }
  void kernel1D_Mask(Item *items, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      items[i].key &= 15;
  }
  int m_size = 3;
};
